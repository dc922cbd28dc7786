"""A finding with its source line and a caret, the board before the play, and the legal plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..finding import Finding
from ..summary import Summary
from .concise import line, printable

_WIDTH = 150

Lines = Callable[[Finding, Any], list[str]]
"""Lines about a finding and the rules of its match."""


def _source(finding: Finding) -> Iterator[str]:
    if finding.line is None or not finding.source:
        return
    start = max((finding.column or 1) - finding.source_column, 0)
    end = max((finding.end_column or 0) - finding.source_column, start + 1)
    # A window of a long line; carets stand under what is meant.
    shift = max(0, start - _WIDTH // 2) if end > _WIDTH else 0
    text = printable(finding.source[shift : shift + _WIDTH].replace("\t", " ").rstrip())
    number = f"{finding.line}"
    yield f"  {number} | {text}"
    yield f"  {' ' * len(number)} | {' ' * (start - shift)}{'^' * min(end - start, _WIDTH)}"


class Full:
    """Blocks a finding, and the summary."""

    def __init__(self, board: Lines, legal: Lines) -> None:
        self.board = board
        self.legal = legal

    def start(self) -> Iterator[str]:
        yield from ()

    def file(self, file: Any, findings: Sequence[Finding]) -> Iterator[str]:
        for finding in findings:
            rules = next((match.rules for match in file.matches if match.number == finding.match), None)
            lines = [line(finding), *_source(finding)]
            lines += [f"  {text}" for text in (*self.board(finding, rules), *self.legal(finding, rules))]
            if finding.gnu_id is not None:
                lines.append(f"  GNU ID: {finding.gnu_id}")
            yield "\n".join(lines) + "\n\n"

    def end(self, summary: Summary) -> Iterator[str]:
        yield summary.sentence() + "\n"


def make(version: str, explain: Mapping[str, Any]) -> Full:
    nothing: Lines = lambda finding, rules: []  # noqa: E731
    return Full(explain.get("board", nothing), explain.get("legal", nothing))
