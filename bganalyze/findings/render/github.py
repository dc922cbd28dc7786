"""Workflow commands of GitHub Actions: a runner shows each at its place in the file. Quiet findings are notices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..codes import CODES, message, severity
from ..finding import Finding
from ..summary import Summary
from .concise import printable, where

MOST_SHOWN = 10
"""Annotations of one kind that GitHub shows of a step; all of them stay in the log."""

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def data(text: str) -> str:
    """Text behind the ``::`` of a command. Line ends become %0D and %0A, other control characters visible escapes."""
    lines = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return printable(lines)


def value(text: str) -> str:
    """The value of a property of a command, which a colon or a comma would end."""
    return data(text).replace(":", "%3A").replace(",", "%2C")


class Github:
    """A command a finding, and the summary as a line of the log."""

    def __init__(self) -> None:
        self.shown: Counter[str] = Counter()
        self.remarks: list[str] = []

    def start(self) -> Iterator[str]:
        yield from ()

    def file(self, file: Any, findings: Sequence[Finding]) -> Iterator[str]:
        for finding in findings:
            command = _COMMANDS[severity(finding)] if finding.suppression is None else "notice"
            self.shown[command] += 1
            properties = [f"file={value(finding.path)}"]
            if finding.line is not None:
                properties.append(f"line={finding.line}")
                if finding.column is not None:
                    properties.append(f"col={finding.column}")
                    if finding.end_column is not None:
                        properties.append(f"endColumn={finding.end_column}")
            properties.append(f"title={value(f'{finding.code} {CODES[finding.code].name}')}")
            yield f"::{command} {','.join(properties)}::{data(where(finding) + message(finding))}\n"

    def end(self, summary: Summary) -> Iterator[str]:
        yield summary.sentence() + "\n"
        many = [f"{self.shown[name]:,} {name}s" for name in _COMMANDS.values() if self.shown[name] > MOST_SHOWN]
        if many:
            self.remarks.append(
                f"{', '.join(many)}: GitHub shows {MOST_SHOWN} annotations of a kind for a step; all are in the log"
            )


def make(version: str, explain: Mapping[str, Any]) -> Github:
    return Github()
