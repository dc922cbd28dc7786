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


_QUIET = {"baseline": "known", "waiver": "waived", "policy": "accepted"}


def place(finding: Finding) -> str:
    """path:line:column, as far as they are known."""
    text = finding.path
    if finding.line is not None:
        text += f":{finding.line}"
        if finding.column is not None:
            text += f":{finding.column}"
    return text


def where(finding: Finding) -> str:
    """Match, game, move and player with a colon behind them, in front of a message; empty where none is known."""
    words = []
    if finding.match is not None and finding.match > 1:
        words.append(f"match {finding.match}")
    if finding.game is not None:
        words.append(f"game {finding.game}")
    if finding.move is not None:
        words.append(f"move {finding.move}")
    if finding.player_name is not None:
        words.append(finding.player_name)
    return f"{', '.join(words)}: " if words else ""


def sentence(finding: Finding) -> str:
    """The concise line as the record has its characters."""
    text = f"{place(finding)}: {finding.code} {severity(finding)}: {where(finding)}{message(finding)}"
    if finding.suppression is None:
        return text
    kind, reason = finding.suppression
    return f"{text} ({_QUIET[kind]}: {reason})"


def line(finding: Finding) -> str:
    """The concise line."""
    return printable(sentence(finding))


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
