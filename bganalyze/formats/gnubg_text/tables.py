"""The tables of statistics at the end of a game, of a match or of a session: two columns of numbers or words."""

from __future__ import annotations

import re

from .analysis import number

Numbers = tuple[float | None, ...]
Texts = tuple[str, str]

SECTIONS = ("Chequerplay statistics", "Luck statistics", "Cube statistics", "Overall statistics")
LABEL = 40
"""Width of the labels."""
_VALUE = r"[-+]?(?:[0-9]{1,30}(?:\.[0-9]{1,30})?|inf|nan)"
_CELL = re.compile(
    rf"(?:({_VALUE})|n/a)%?"  # the figure
    rf"(?: *\( *({_VALUE})(?:%?| *\( *({_VALUE})%? *\)) *\))?"  # in brackets its cost, or error and cost
    rf"|\[ *({_VALUE}), *({_VALUE})\]"  # an interval
)


class Table:
    """The rows of one table: what goes into ``statistics`` and ``statistics_text`` of a game or a match."""

    def __init__(self, numbers: dict[str, Numbers], texts: dict[str, Texts]) -> None:
        self.numbers = numbers
        self.texts = texts
        self.section = ""

    def line(self, line: str) -> bool:
        """Take in a line; ``False``: it is no row."""
        text = line.strip()
        if text in SECTIONS:
            self.section = text
            return True
        if line.startswith("Player "):
            return True
        label = line[:LABEL].strip()
        rest = line[LABEL:].strip()
        if not self.section or not label or not rest or len(line) > 400 or line[0] == " ":
            return False
        key = f"{self.section}/{label}"
        if label.endswith("rating") and "FIBS" not in label:
            words = re.split(r" {2,}", rest)
            if len(words) != 2:
                return False
            self.texts[key] = (words[0], words[1])
            return True
        cells = []
        at = 0
        while at < len(rest):
            cell = _CELL.match(rest, at)
            if cell is None:
                return False
            cells.append(cell)
            at = cell.end()
            at += len(rest[at:]) - len(rest[at:].lstrip())
        if not 1 <= len(cells) <= 2:
            return False
        self._numbers(key, cells)
        shown = [" ".join(cell[0].split()) for cell in cells]
        self.texts[key] = (shown[0], shown[1] if len(shown) > 1 else "")
        return True

    def _numbers(self, key: str, cells: list[re.Match[str]]) -> None:
        if any(cell[4] for cell in cells):
            for name, group in (("low", 4), ("high", 5)):
                self.numbers[f"{key}/{name}"] = _column(cells, group)
            return
        self.numbers[key] = _column(cells, 1)
        counted = re.search(r"/(?:Missed doubles|Wrong (?:doubles|takes|passes)) ", key)
        if counted or any(cell[3] for cell in cells):
            # A count of 0 is printed without its error, which is none.
            nothing = tuple(0.0 if value == 0 else None for value in self.numbers[key])
            for name, group in (("error", 2), ("cost", 3)):
                pairs = zip(_column(cells, group), nothing, strict=True)
                self.numbers[f"{key}/{name}"] = tuple(zero if value is None else value for value, zero in pairs)
        elif any(cell[2] for cell in cells):
            self.numbers[f"{key}/cost"] = _column(cells, 2)


def _column(cells: list[re.Match[str]], group: int) -> Numbers:
    """One number a player; ``None`` for what is not there."""
    values = [number(cell[group]) if cell[group] else None for cell in cells]
    return tuple(values if len(values) == 2 else [*values, None])
