"""GNU Backgammon's SGF (GM[6]): bytes to trees (``tree``), property values (``values``), record (``record``).

The stored analysis is decoded on demand (``analysis``), and records are written back (``write``). This module
only recognises the format, so that a check of other files need not load the rest.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...model.record import Record

_OPENING = re.compile(r"\s*\(\s*(?:\(\s*)*;")
_GAME = re.compile(r"GM\s*\[\s*([0-9]+)\s*\]")
_BACKGAMMON = re.compile(r"MI\s*\[\s*length\s*:|;\s*[BW]\s*\[\s*[1-6]{2}[a-z]+\s*\]")


def sniff(text: str) -> bool:
    """Is it SGF of backgammon? Where no game is named (``GM``), properties that only backgammon has decide."""
    if not _OPENING.match(text):
        return False
    head = text[:100_000]
    named = _GAME.search(head)
    return named[1] == "6" if named else bool(_BACKGAMMON.search(head))


def read(text: str, encoding: str = "utf-8") -> Record:
    """The record of a text. Never raises for what the text says."""
    from .record import read_text

    return read_text(text, encoding)


def place(record: Record, index: int, step: int = -1) -> tuple[int, int]:
    """Column and end column (from 1, end behind the last character) of an action, or of one of its steps."""
    from .record import place_of

    return place_of(record, index, step)
