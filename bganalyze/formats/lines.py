"""Bytes to lines, and a row to its cells: plain string work, no grammar."""

from __future__ import annotations

import re
from typing import NamedTuple

LONGEST_LINE = 100_000
LONGEST_NAME = 200
MOST_GAMES = 20_000
"""What no record comes near; more is told and left out, so that hostile files stay small in memory."""
NAME_CUT = f"a name is longer than {LONGEST_NAME} characters and was cut"

_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff")


class Undecodable(ValueError):
    """Bytes that are not the text of a record."""


def decode(data: bytes) -> tuple[str, str]:
    """The text of a file and the name of its encoding.

    UTF-8 with or without a byte-order mark; bytes that are not UTF-8 are read as Windows-1252 or Latin-1, which
    old writers used. Raises ``Undecodable`` for UTF-16 and UTF-32.
    """
    if data.startswith(_WIDE_BOMS) or data.startswith(b"\0\0\xfe\xff"):
        raise Undecodable("the file is UTF-16 or UTF-32 text; records are UTF-8, Windows-1252 or Latin-1")
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    try:
        if re.search(rb"[\x80-\x9f]", data):
            return data.decode("cp1252"), "windows-1252"
    except UnicodeDecodeError:
        pass
    return data.decode("latin-1"), "latin-1"


def split_lines(text: str) -> list[str]:
    """Lines without their ends; LF, CRLF and CR end a line, nothing else does."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


class Piece(NamedTuple):
    """A cell of a row, or a row number found inside it (``number`` is then set)."""

    text: str
    column: int
    """Index in the line, from 0."""
    end: int
    """Index behind its last character."""
    number: int | None = None


LONGEST_ROW = 10_000
"""A longer line is no row of two cells; it becomes one piece that says so, and is not cut."""
MOST_PIECES = 20
_MARKER = re.compile(r"illegal play\s*\(", re.I)
_GAP = re.compile(r"(?: {2,}| *\t[ \t]*)")
CELL_START = re.compile(
    r"(?<!\S)(?:[0-9]{2} ?:(?!\d)|(?:(?:re)?doubles|takes|drops|passes|beavers|raccoons|wins|loses|losses|concedes|"
    r"resigns|resigned|forfeits|lost on time|accepts|rejects|draws?|drawn)\b|[0-9]{1,4}\)(?!\S))",
    re.I,
)
_STEPS = re.compile(r"[\d/*()baroffhnd \t]+", re.I)
_NUMBER = re.compile(r"([0-9]{1,4})\)$")


def pieces(line: str, start: int, right: int | None = None) -> list[Piece]:
    """The cells of a row from index ``start`` on, by their words and by gaps of two blanks or a tab.

    ``right`` is where right-hand cells start, if known: a piece there never belongs to the one before.
    """
    if len(line) > LONGEST_ROW:
        return [_uncut(line, start)]
    masked = line
    opened = _MARKER.search(line, start)
    if opened:
        # The position inside a marker is one field, whatever words the players' names hold.
        close = line.find(")", opened.end())
        close = len(line) if close < 0 else close
        masked = line[: opened.end()] + "x" * (close - opened.end()) + line[close:]
    comment = masked.find(";", start)
    end = len(line) if comment < 0 else comment
    cuts: list[tuple[int, int]] = []
    at = start
    for gap in _GAP.finditer(masked, start, end):
        cuts.append((at, gap.start()))
        at = gap.end()
    cuts.append((at, end))
    found: list[Piece] = []
    for a, b in cuts:
        starts = sorted({a, *(m.start() for m in CELL_START.finditer(masked, a, b))})
        for c, d in zip(starts, [*starts[1:], b], strict=True):
            text = line[c:d].strip()
            if not text:
                continue
            column = c + len(line[c:d]) - len(line[c:d].lstrip())
            last = column + len(text)
            number = _NUMBER.match(text)
            if number:
                found.append(Piece(text, column, last, int(number[1])))
            elif found and not _in_right_half(found[-1], column, right) and _continues(found[-1].text, text):
                found[-1] = Piece(f"{found[-1].text} {text}", found[-1].column, last)
            else:
                found.append(Piece(text, column, last))
        if len(found) > MOST_PIECES:
            return [_uncut(line, start)]
    return found


def _uncut(line: str, start: int) -> Piece:
    """The rest of a line as one piece, which is no cell."""
    text = line[start:].strip()
    column = line.find(text[:1], start) if text else start
    return Piece(text[:LONGEST_ROW], column, column + len(text))


def _in_right_half(before: Piece, column: int, right: int | None) -> bool:
    """Does a piece start the right half, behind one that is in the left half (or a row number)?"""
    return before.number is not None or (right is not None and before.column < right - 2 <= column)


def _continues(before: str, text: str) -> bool:
    """Does a piece belong to the roll in front of it (steps, or a remark such as ``Cannot Move``)?"""
    if not re.match(r"[0-9]{2} ?:", before):
        return False
    if CELL_START.match(text):
        return False
    if _STEPS.fullmatch(text) and "/" in text:
        return True
    return before[2:].strip() == ":" and not re.match(r"[0-9]{2} ?:", text)
