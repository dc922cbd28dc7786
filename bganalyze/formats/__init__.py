"""Bytes to records and back, and the text forms of positions. Knows no legality.

``FORMATS`` is the one list of record formats: name -> module with ``sniff(text) -> bool`` and
``read(text, encoding) -> Record``. Modules are imported when they are needed.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

FORMATS: dict[str, str] = {
    "mat": "Jellyfish match text (.mat, .txt) in the dialects of GNU Backgammon, XG, Galaxy, Studio and others",
}


def reader(name: str) -> ModuleType:
    """The module that reads a format."""
    return import_module(f".{name}", __name__)


def recognise(text: str) -> str | None:
    """The name of the format of a text, or ``None``."""
    for name in FORMATS:
        if reader(name).sniff(text):
            return name
    return None
