"""A chouette ledger as written: statements in the order of their lines. Knows no rule."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Statement(NamedTuple):
    """What one line says: a kind of ``formats.chouette``, and what stands behind it."""

    kind: str
    names: tuple[str, ...] = ()
    amounts: tuple[int, ...] = ()
    """Points of each of the names, where the kind has them."""
    value: str = ""


Line = tuple[int, Statement]
"""Line number (from 1) and what it says."""


@dataclass(slots=True, eq=False, repr=False)
class LedgerGame:
    """One game of a ledger."""

    number: int | None
    """As written."""
    line: int
    before: list[Line] = field(default_factory=list)
    """Who joined and left since the game before."""
    lines: list[Line] = field(default_factory=list)


@dataclass(slots=True, eq=False, repr=False)
class Ledger:
    """A whole ledger."""

    opening: list[Line] = field(default_factory=list)
    """Rules, stake and players."""
    games: list[LedgerGame] = field(default_factory=list)
    after: list[Line] = field(default_factory=list)
    """Who joined and left behind the last game."""
