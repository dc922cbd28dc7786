"""Match winning chances at a score, and what equities are worth there.

The table in the package is Kazaross-XG2 by Neil Kazaross and Xavier Dufaure de Citres, GNU Backgammon's default.
Seats are 0 and 1. "Away" is the number of points that a player still needs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

Score = tuple[int, int]


class Scale(NamedTuple):
    """The line between equities (EMG) and what they are worth at a cube and a score, for one player.

    Worth is counted in match winning chances (0..1) in a match and in points in a money session.
    """

    win: float
    """What a single win at the present cube is worth."""
    loss: float

    def worth(self, equity: float) -> float:
        """An equity as a match winning chance, or in points."""
        return (equity * (self.win - self.loss) + (self.win + self.loss)) / 2

    def equity(self, worth: float) -> float:
        """A match winning chance, or points, as an equity."""
        return (2 * worth - (self.win + self.loss)) / (self.win - self.loss)

    def cost(self, difference: float) -> float:
        """A difference of equities as match winning chance, or in points."""
        return difference * (self.win - self.loss) / 2


class Stake(NamedTuple):
    """What a game is played for. A length of 0 is a money session."""

    length: int = 0
    score: Score = (0, 0)
    """Before the game."""
    crawford: bool = False
    """This is the Crawford game."""

    def post_crawford(self) -> bool:
        """Is somebody one point away with the Crawford game behind?"""
        return bool(self.length) and not self.crawford and max(self.score) == self.length - 1

    def cube_usable(self, seat: int, cube: int, owner: int | None) -> bool:
        """May and would this seat turn the cube: access, no Crawford game, no dead cube, not leading behind it?"""
        if owner is not None and owner != seat:
            return False
        if not self.length:
            return True
        if self.crawford or self.score[seat] + cube >= self.length:
            return False
        return not (self.post_crawford() and self.score[seat] == self.length - 1)


@dataclass(frozen=True)
class MatchEquityTable:
    """A match equity table: the chances of winning the match at every score.

    ``pre[a][b]`` is the chance of the player who is ``a + 1`` points away against one ``b + 1`` away before the
    Crawford game or in front of it; ``post[n]`` that of the trailer, ``n + 1`` away, against a leader one point
    away behind the Crawford game.
    """

    name: str
    pre: tuple[tuple[float, ...], ...] = field(repr=False)
    post: tuple[float, ...] = field(repr=False)

    @property
    def longest(self) -> int:
        """Most points away that the table knows."""
        return len(self.pre)

    def away(self, own: int, other: int, *, post_crawford: bool = False) -> float:
        """The chance of a player ``own`` points away against one ``other`` away; 0 or less away is a match won.

        ``post_crawford``: the Crawford game is over. Raises ``ValueError`` beyond the table, or where both have won.
        """
        if own <= 0 or other <= 0:
            if own <= 0 and other <= 0:
                raise ValueError("both players have won the match")
            return 1.0 if own <= 0 else 0.0
        if max(own, other) > self.longest:
            raise ValueError(f"the table ends at {self.longest} points away, not {max(own, other)}")
        if post_crawford and min(own, other) == 1:
            return 1 - self.post[other - 1] if own == 1 else self.post[own - 1]
        return self.pre[own - 1][other - 1]

    def chance(self, score: Score, length: int, seat: int, *, post_crawford: bool = False) -> float:
        """The chance of a seat to win a match at a score, between games. Raises ``ValueError``."""
        return self.away(length - score[seat], length - score[1 - seat], post_crawford=post_crawford)

    def before(self, stake: Stake, seat: int) -> float:
        """The chance of a seat before the game of a stake. Raises ``ValueError``."""
        return self.chance(stake.score, stake.length, seat, post_crawford=stake.post_crawford())

    def after(self, stake: Stake, seat: int, points: int, winner: int) -> float:
        """The chance of a seat once ``winner`` has won these points in the game. Raises ``ValueError``."""
        score = list(stake.score)
        score[winner] += points
        # Where somebody was one point away before the game, or it is the Crawford game, the next one is behind it.
        behind = stake.crawford or max(stake.score) == stake.length - 1
        return self.chance((score[0], score[1]), stake.length, seat, post_crawford=behind)

    def scale(self, stake: Stake, cube: int, seat: int) -> Scale | None:
        """How equities at this cube convert for a seat; ``None`` where the table has no chance for them."""
        if not stake.length:
            return Scale(float(cube), -float(cube))
        if min(stake.score) < 0 or max(stake.score) >= stake.length or cube < 1:
            return None
        try:
            return Scale(self.after(stake, seat, cube, seat), self.after(stake, seat, cube, 1 - seat))
        except ValueError:
            return None

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> MatchEquityTable:
        """From ``name``, ``pre`` and ``post``; row ``a`` of ``pre`` begins at column ``a``, the rest follows."""
        rows = data["pre"]
        size = len(rows)
        pre = tuple(
            tuple(float(rows[a][b - a]) if b >= a else 1 - float(rows[b][a - b]) for b in range(size))
            for a in range(size)
        )
        return cls(str(data["name"]), pre, tuple(float(x) for x in data["post"]))


@cache
def kazaross_xg2() -> MatchEquityTable:
    """The table in the package, read when it is first asked for."""
    import json  # most uses of the package ask for no table
    from importlib import resources

    text = resources.files(__package__).joinpath("kazaross_xg2.json").read_text(encoding="utf-8")
    return MatchEquityTable.from_json(json.loads(text))
