"""A backgammon position as two integers.

One side is one integer of 26 fields, five bits each, in that side's own numbering:
field 0 counts the checkers borne off, 1..24 the points (1 is nearest home), 25 the bar.
The fifth bit of every field is a guard that is always set, so that adding a play's
difference and looking at the guards tells whether any field went below zero.
Point ``p`` of one side is point ``25 - p`` of the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

BITS = 5
"""Bits of one field."""
BAR = 25
"""Field number of the bar."""

ONES = sum(1 << (BITS * p) for p in range(26))
"""The lowest bit of every field."""
GUARD = ONES << 4
"""The guard bit of every field: an empty side."""
POINTS = ONES & ~1 & ~(1 << (BITS * BAR))
"""The lowest bit of the fields 1..24."""
IN_PLAY = (ONES & ~1) * 15
"""The counts of all checkers still in play."""
BAR_ONE = 1 << (BITS * BAR)
"""One checker on the bar."""
ABOVE = tuple(sum(15 << (BITS * p) for p in range(n + 1, 26)) for n in range(26))
"""``ABOVE[n]``: the counts of the fields above ``n``, the bar included."""
OUTSIDE = ABOVE[6]
"""The counts of all checkers outside the home board."""


def pack(counts: Sequence[int]) -> int:
    """A side from 26 counts: borne off, points 1..24, bar. Each count is 0..15."""
    side = GUARD
    for p, n in enumerate(counts):
        if not 0 <= n <= 15:
            raise ValueError(f"{n} checkers on one point; at most 15 are possible")
        side += n << (BITS * p)
    return side


def unpack(side: int) -> list[int]:
    """The 26 counts of a side: borne off, points 1..24, bar."""
    return [(side >> (BITS * p)) & 15 for p in range(26)]


def count(side: int, point: int) -> int:
    """Checkers of a side on one of its own points (25 = bar, 0 = off)."""
    return (side >> (BITS * point)) & 15


def pips(side: int) -> int:
    """Pip count of a side; a checker on the bar counts 25."""
    return sum(p * n for p, n in enumerate(unpack(side)))


def presence(side: int) -> int:
    """The lowest bit of each field 1..25 in which the side has a checker."""
    return (side | side >> 1 | side >> 2 | side >> 3) & (ONES & ~1)


def blocked_for(opponent: int) -> int:
    """The points that ``opponent`` holds with two or more checkers, as field bits in the *other* side's numbering."""
    held = (opponent >> 1 | opponent >> 2 | opponent >> 3) & POINTS
    return int(format(held, "0126b")[::-1], 2)


def points_of(mask: int) -> Iterator[int]:
    """The field numbers of a mask of lowest bits, highest first."""
    while mask:
        top = mask.bit_length() - 1
        yield top // BITS
        mask ^= 1 << top


class Position(NamedTuple):
    """Checkers of both sides, seen by the side whose turn it is. Immutable and hashable.

    ``on_roll`` and ``opponent`` are packed sides (see the module's docstring).
    """

    on_roll: int
    opponent: int

    @classmethod
    def from_counts(cls, on_roll: Sequence[int], opponent: Sequence[int]) -> Position:
        """From 26 counts a side (0 = borne off, 1..24 own points, 25 = bar)."""
        return cls(pack(on_roll), pack(opponent))

    @classmethod
    def from_points(cls, on_roll: dict[int, int], opponent: dict[int, int], checkers: int = 15) -> Position:
        """From ``{point: checkers}`` in each side's own numbering; the rest of ``checkers`` is borne off."""
        sides = []
        for points in (on_roll, opponent):
            counts = [0] * 26
            for p, n in points.items():
                counts[p] = n
            counts[0] += checkers - sum(counts)
            sides.append(counts)
        return cls.from_counts(sides[0], sides[1])

    @classmethod
    def from_gnu_id(cls, text: str) -> Position:
        """From a 14-character GNU Backgammon position ID.

        Raises ``IdError`` (a ``ValueError`` with ``column``) for anything that is not one.
        """
        from .gnuid import decode_position  # gnuid needs Position: the cycle is only in time

        return decode_position(text)

    def gnu_id(self) -> str:
        """The 14-character GNU Backgammon position ID."""
        from .gnuid import encode_position

        return encode_position(self)

    def swap(self) -> Position:
        """The same position seen by the other side."""
        return Position(self.opponent, self.on_roll)

    def counts(self) -> tuple[list[int], list[int]]:
        """The 26 counts of the side on roll and of its opponent."""
        return unpack(self.on_roll), unpack(self.opponent)

    def pips(self) -> tuple[int, int]:
        """Pip counts of the side on roll and of its opponent."""
        return pips(self.on_roll), pips(self.opponent)


def side_from_points(points: Iterable[tuple[int, int]], checkers: int = 15) -> int:
    """A packed side from ``(point, checkers)`` pairs; the rest of ``checkers`` is borne off."""
    counts = [0] * 26
    for p, n in points:
        counts[p] += n
    counts[0] += checkers - sum(counts)
    return pack(counts)
