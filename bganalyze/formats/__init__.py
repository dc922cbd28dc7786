"""Bytes to records and back, and the text forms of positions. Knows no legality.

``FORMATS`` is the one list of record formats: name -> what it is. The module of that name has
``sniff(text) -> bool``, ``read(text, encoding) -> Record`` and ``place(record, index, step)``; those in ``BINARY``
are asked for bytes instead of text. Modules are imported when they are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from ..model.record import Record
from .lines import Undecodable, decode

if TYPE_CHECKING:
    from .script import Loss, ScriptMatch

FORMATS: dict[str, str] = {
    "sgf": "GNU Backgammon's SGF (GM[6]), with its analysis",
    "gnubg-text": "GNU Backgammon's text export of games, with its analysis and statistics",
    "mat": "Jellyfish match text (.mat, .txt) in the dialects of GNU Backgammon, XG, Galaxy, Studio and others",
    "gam": "Jellyfish text of single games without a score (.gam), as GNU Backgammon and GammonEmpire write it",
    "pos": "Jellyfish position file (.pos, binary)",
    "positions": "list of position IDs, one a line: GNU Backgammon, XGID, OGID, FIBS, Snowie",
    "chouette": "chouette ledger: players, cube actions, results, payments ('bganalyze explain chouette')",
}
WRITERS: dict[str, str] = {
    "sgf": "sgf.write",
    "mat": "mat_write",
    "mat-xg": "mat_write:write_xg",
    "gam": "gam",
}
"""Target -> module and, if it is not ``write``, the function that gives the text of scripts and what was lost."""
BINARY: frozenset[str] = frozenset(("pos",))


class Unread(ValueError):
    """A file without a record: the code of the finding and its arguments."""

    def __init__(self, code: str, args: dict[str, object], encoding: str | None = None) -> None:
        super().__init__(str(args.get("reason", "no format this version reads is recognised in it")))
        self.code = code
        self.arguments = args
        self.encoding = encoding
        self.claimed = False
        """Some format recognised the content."""


@cache
def reader(name: str) -> ModuleType:
    """The module that reads a format."""
    return import_module(f".{name.replace('-', '_')}", __name__)


def writer(target: str) -> Callable[[list[ScriptMatch]], tuple[str, Sequence[Loss | str]]]:
    """The function that writes a format (see ``script``). Raises ``KeyError`` for one that nobody writes."""
    module, _, name = WRITERS[target].partition(":")
    function: Callable[[list[ScriptMatch]], tuple[str, Sequence[Loss | str]]]
    function = getattr(import_module(f".{module}", __name__), name or "write")
    return function


def recognise(data: bytes, text: str | None) -> str | None:
    """The name of the format of a file, or ``None``. ``text`` is ``None`` where the bytes are no text."""
    for name in FORMATS:
        content = data if name in BINARY else text
        if content is not None and reader(name).sniff(content):
            return name
    return None


def read_record(data: bytes, most: int) -> Record:
    """The record of a file's bytes, packed by gzip or not. Raises ``Unread``; ``most`` bytes may be unpacked."""
    if data[:2] == b"\x1f\x8b":
        from .packed import unpack

        data = unpack(data, most)
    if not data.strip():
        raise Unread("BG003", {"reason": "the file is empty"})
    text: str | None = None
    encoding = ""
    refused = None
    try:
        text, encoding = decode(data)
    except Undecodable as error:
        refused = Unread("BG004", {"reason": str(error)})
    name = recognise(data, text)
    if name is None:
        raise refused or Unread("BG002", {}, encoding)
    record: Record = reader(name).read(data if name in BINARY else text, encoding)
    return record
