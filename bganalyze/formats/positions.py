"""Lists of positions: text with one ID a line, in any form that ``ids`` reads, with comments and empty lines.

A comment starts with ``#``, ``;`` or ``//``. Behind an ID it may; a Snowie line keeps its semicolons, and two slashes
need a blank in front of them, since an ID of GNU Backgammon may hold them. A number such as ``12.`` or ``12)`` may
stand in front. A line with a match ID alone belongs to the position ID in the line before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ..model.gnuid import IdError
from ..model.record import PositionRecord, Record, Remark
from .ids import Identified, parse_id
from .lines import split_lines
from .notation import shorten

SNIFFED = 5
"""So many lines have to be IDs (all, where there are fewer)."""
MOST_POSITIONS = 200_000
_COMMENT = re.compile(r"[#;]|(?:^|(?<=\s))//")
_LOOSE_COMMENT = re.compile(r"(?:^|(?<=\s))(?:[#;]|//)")
_SNOWIE = re.compile(r"\s*[0-9]+;[0-9]+;")
_NUMBER = re.compile(r"\s*[0-9]{1,6}[.)]\s+")
_LONGEST = 10_000


class _Entry(NamedTuple):
    """The part of a line that ought to be an ID."""

    line: int
    column: int
    """From 1."""
    text: str
    comment: str


def _entries(lines: list[str]) -> Iterator[_Entry]:
    for number, line in enumerate(lines, 1):
        if not line or line.isspace():
            continue
        numbered = _NUMBER.match(line)
        start = numbered.end() if numbered else 0
        end = _comment_at(line, start)
        comment = line[end:].lstrip("#;/ \t").rstrip()
        text = line[start:end].rstrip()
        start += len(text) - len(text.lstrip())
        if text.strip():
            yield _Entry(number, start + 1, text.strip(), comment)


def _comment_at(line: str, start: int) -> int:
    """Index at which the comment of a line starts; its length where there is none."""
    if _SNOWIE.match(line, start):
        at = start
        for _ in range(40):
            at = line.find(";", at) + 1
            if not at:
                return len(line)
        return at
    found = (_LOOSE_COMMENT if line[start:].lstrip().startswith("board:") else _COMMENT).search(line, start)
    return found.start() if found else len(line)


def _read_entry(entry: _Entry) -> Identified:
    if len(entry.text) > _LONGEST:
        raise IdError(f"{len(entry.text)} characters are no ID")
    return parse_id(entry.text)


def sniff(text: str) -> bool:
    """Are the first lines that say something IDs, all of them, and the first one that of a position?"""
    head = text[: SNIFFED * _LONGEST]
    lines = split_lines(head)
    if len(head) < len(text):
        lines.pop()
    first = True
    for entry in islice(_entries(lines), SNIFFED):
        try:
            found = _read_entry(entry)
        except IdError:
            return False
        if first and found.position is None:
            return False
        first = False
    return not first


def read(text: str, encoding: str = "utf-8") -> Record:
    """The record of a text. Never raises for what the text says."""
    lines = split_lines(text)
    record = Record("positions", "", encoding, lines)
    found = record.positions
    alone = False  # the entry before is a position ID without its match ID
    for entry in _entries(lines):
        if len(found) >= MOST_POSITIONS:
            problem = f"more than {MOST_POSITIONS} positions are not read"
            _remark(record, "BG005", entry, 1, {"problem": problem})
            break
        try:
            ident = _read_entry(entry)
            if ident.position is None and not alone:
                raise IdError("a match ID without a position")
        except IdError as error:
            shown = f"{shorten(entry.text)} ({error})"
            _remark(record, "BG101", entry, error.column, {"text": shown})
            alone = False
            continue
        record.dialect = record.dialect or ident.kind.removesuffix("-position")
        if ident.position is None:
            found[-1] = found[-1]._replace(state=ident.state, comment=found[-1].comment or entry.comment)
            alone = False
            continue
        end = entry.column + len(entry.text)
        found.append(
            PositionRecord(
                entry.line, entry.column, end, entry.text, ident.position, ident.state, ident.names, entry.comment
            )
        )
        alone = ident.kind == "gnu-position"
    return record


def _remark(record: Record, code: str, entry: _Entry, column: int, args: dict[str, object]) -> None:
    """``column`` counts in the entry, from 1."""
    if not record.keeps(code):
        return
    last = entry.column + len(entry.text)
    at = min(entry.column + column - 1, last)
    record.remarks.append(Remark(code, entry.line, at, max(last, at + 1), args))


def place(record: Record, index: int, step: int = -1) -> tuple[int, int]:
    """There is no action in such a file."""
    return 1, 1
