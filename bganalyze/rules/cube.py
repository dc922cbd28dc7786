"""The doubling cube of one game: who may turn it, to what, and what it is worth.

Source: rules of tournament backgammon; a beaver is an immediate redouble by the taker, who keeps the cube, a
raccoon one by the doubler again. The cube stays with the taker of the first double through the whole chain.
"""

from __future__ import annotations

from typing import NamedTuple


class Cube(NamedTuple):
    """Value and owner (``None`` = centred)."""

    value: int = 1
    owner: int | None = None

    def accessible(self, seat: int) -> bool:
        """May this seat turn the cube?"""
        return self.owner is None or self.owner == seat


CENTRED = Cube()


class Offer(NamedTuple):
    """A double, beaver or raccoon that waits for its answer, or that was made."""

    action: int
    """Index of the action that made it."""
    seat: int
    """Who offered."""
    doubler: int
    """Who made the first double of the chain, and rolls when it is over."""
    before: Cube
    """The cube that a drop pays."""
    value: int
    chain: int = 0
    """0 for a double, 1 for a beaver, 2 for a raccoon ..."""

    def taken(self) -> Cube:
        """The cube after the offer was accepted."""
        return Cube(self.value, 1 - self.doubler)


def automatic_doubles(value: int) -> int | None:
    """How many automatic doubles stand behind a first double to ``value``; ``None`` if none can."""
    if value < 4 or value & (value - 1):
        return None
    return value.bit_length() - 2
