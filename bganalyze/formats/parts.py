"""Text of fields between separators, in which every field knows its column."""

from __future__ import annotations

import re

from ..model.gnuid import IdError

Names = tuple[str | None, str | None]
"""The names of seat 0 and seat 1, as far as they are known."""


class Parts:
    """The fields of ``text`` from ``start`` on, with the column (from 1) at which each begins."""

    def __init__(self, text: str, start: int, separator: str) -> None:
        self.texts = text[start:].split(separator)
        self.columns = [start + 1]
        for part in self.texts:
            self.columns.append(self.columns[-1] + len(part) + 1)

    def __len__(self) -> int:
        return len(self.texts)

    def number(self, i: int, name: str, allowed: range) -> int:
        """Field ``i`` as an integer in ``allowed``. Raises ``IdError``."""
        text = self.texts[i]
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            raise IdError(f"{name} {text!r} is not a number", self.columns[i])
        value = int(text)
        if value not in allowed:
            raise IdError(f"{name} {value} is not possible", self.columns[i])
        return value

    def cube(self, i: int) -> int:
        """Field ``i`` as the value of a cube."""
        value = self.number(i, "cube", range(1, (1 << 15) + 1))
        if value & (value - 1):
            raise IdError(f"a cube of {value} is no power of two", self.columns[i])
        return value

    def dice(self, i: int) -> tuple[int, int] | None:
        """Fields ``i`` and ``i + 1`` as two dice, ``None`` where both are 0."""
        first = self.number(i, "die", range(7))
        second = self.number(i + 1, "die", range(7))
        if (first == 0) != (second == 0):
            raise IdError(f"dice {first} and {second}", self.columns[i if first == 0 else i + 1])
        return (first, second) if first else None


def plain(name: str, separator: str) -> str:
    """A name that cannot break a line of fields: the separator and unprintable characters become ``_``."""
    return "".join("_" if ch == separator or not ch.isprintable() else ch for ch in name)
