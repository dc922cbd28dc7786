"""GNU Backgammon's text export (``export game text``, ``export match text``): one game a file, or several in a row.

This module only recognises the format, so that a check of other files need not load the rest: ``record``
reads the lines, ``blocks`` makes actions of them, ``analysis`` and ``tables`` read
what is said about decisions and games.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...model.record import Record

_OPENING = re.compile(r"\s{0,1000}The score \(after [0-9]{1,9} games?\) is: ")
_INSIDE = re.compile(
    r"(?m)^(?:Match Information:|Move number [0-9]{1,9}: | GNU Backgammon  Position ID: |"
    r"(?:Game|Match|Session) statistics|Output generated )"
)


def sniff(text: str) -> bool:
    """Does the text begin with a score line of an export, and go on like one?"""
    return bool(_OPENING.match(text)) and bool(_INSIDE.search(text, 0, 10_000))


def read(text: str, encoding: str = "utf-8") -> Record:
    """The record of a text. Never raises for what the text says."""
    from .record import read_text

    return read_text(text, encoding)


def place(record: Record, index: int, step: int = -1) -> tuple[int, int]:
    """Column and end column (from 1, end behind the last character) of an action, or of one of its steps."""
    from .record import place_of

    return place_of(record, index, step)
