"""One line a finding: path:line:column: code severity: where: what. Editors make it clickable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..codes import message, severity
from ..finding import Finding
from ..summary import Summary


def printable(text: str) -> str:
    """Text whose control characters are shown as escapes: a record must not write to a terminal."""
    return "".join(ch if ch.isprintable() else ascii(ch)[1:-1] for ch in text)


def line(finding: Finding) -> str:
    """The concise line."""
    place = finding.path
    if finding.line is not None:
        place += f":{finding.line}"
        if finding.column is not None:
            place += f":{finding.column}"
    where = []
    if finding.match is not None and finding.match > 1:
        where.append(f"match {finding.match}")
    if finding.game is not None:
        where.append(f"game {finding.game}")
    if finding.move is not None:
        where.append(f"move {finding.move}")
    if finding.player_name is not None:
        where.append(finding.player_name)
    middle = f"{', '.join(where)}: " if where else ""
    return printable(f"{place}: {finding.code} {severity(finding)}: {middle}{message(finding)}")


class Concise:
    """Lines and the summary."""

    def start(self) -> Iterator[str]:
        yield from ()

    def file(self, file: Any, findings: Sequence[Finding]) -> Iterator[str]:
        for finding in findings:
            yield line(finding) + "\n"

    def end(self, summary: Summary) -> Iterator[str]:
        yield summary.sentence() + "\n"


def make(version: str, explain: Mapping[str, Any]) -> Concise:
    return Concise()
