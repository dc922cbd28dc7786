"""The chouette: one player in the box against a team. Seats, rotation and payments as pure functions.

Source: the Backgammon Circle rules; what they leave open is our choice and says so. Money rules of the rule set that
do not touch what an end is worth (bankrolls, the form of the score) are left aside: a ledger is zero-sum.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .variants import Rules

KINDS: Final = {"single": 1, "gammon": 2, "backgammon": 3}
"""How a game that was played to its end can end, by the number that ``Rules.multiplier`` takes."""
LARGEST_CUBE: Final = 1 << 30
"""A cube is not followed above this, whatever the rule set allows (our choice; no game comes near it)."""


class Seats(NamedTuple):
    """Who sits where: the first of the team is its captain."""

    box: str
    team: tuple[str, ...]

    @classmethod
    def of(cls, ranked: tuple[str, ...]) -> Seats:
        """From the order of the first roll: the highest is in the box, the second is captain.

        Raises ``ValueError`` for fewer than two players.
        """
        if len(ranked) < 2:
            raise ValueError("a box and a team are two players at least")
        return cls(ranked[0], ranked[1:])

    @property
    def everybody(self) -> tuple[str, ...]:
        """The box, then the team in its order."""
        return (self.box, *self.team)


def rotate(seats: Seats, box_won: bool, captain: str | None = None) -> Seats:
    """The seats of the next game.

    Team wins: the captain goes to the box, the box to the end of the team, and the next is captain. Box wins: it
    stays, and the captain goes to the end of the team. ``captain``: who led the team at the end of the game, if a
    captain passed and handed over; it is that player who moves, and the others keep their order (our choice). Raises
    ``ValueError`` for a captain who is not in the team.
    """
    captain = seats.team[0] if captain is None else captain
    if captain not in seats.team:
        raise ValueError(f"{captain} is not in the team")
    others = tuple(name for name in seats.team if name != captain)
    if box_won:
        return Seats(seats.box, (*others, captain))
    return Seats(captain, (*others, seats.box))


def end_points(rules: Rules, cube: int, end: str, doubled: bool) -> int:
    """What each payment of an end is worth: stake x cube x multiplier of the end.

    ``end`` is a word of ``KINDS``, or where the rule set pays by checkers left their number. ``doubled``: a double
    was offered and accepted, without which the Jacoby rule counts every end single; one taker is enough (our choice).
    Raises ``ValueError`` for an end that the rule set does not know.
    """
    if rules.payoff == "checkers-left":
        if not (end.isascii() and end.isdecimal() and len(end) < 4 and 1 <= int(end) <= rules.checkers()):
            raise ValueError(f"the rule set pays by checkers left: a number from 1 to {rules.checkers()}")
        return rules.stake * cube * int(end)
    if end not in KINDS:
        raise ValueError("single, gammon or backgammon")
    return rules.stake * cube * (1 if rules.jacoby and not doubled else rules.multiplier(KINDS[end]))


def pay(payments: dict[str, int], box: str, others: tuple[str, ...], points: int) -> None:
    """Each of the others pays the box so much; a negative number goes the other way."""
    payments[box] += points * len(others)
    for name in others:
        payments[name] -= points


class Game:
    """The cube and the payments of one game. What breaks a rule raises ``ValueError`` and changes nothing."""

    def __init__(self, seats: Seats, rules: Rules, cube: int = 1) -> None:
        self.seats = seats
        self.rules = rules
        self.cube = cube
        self.owner: str | None = None
        """``box``, ``team`` or ``None``: the centred cube."""
        self.playing = seats.team
        """The team without those who passed. The first of them is captain: who passes hands over (our choice)."""
        self.captain = seats.team[0]
        self.doubled = False
        """A double was taken."""
        self.pending: str | None = None
        """Whose double is to be answered."""
        self.answers: dict[str, bool] = {}
        """Who took (or passed) the double of the box."""
        self.winner: str | None = None
        """``box``, ``team`` or ``draw``."""
        self.end = ""
        """A word of ``KINDS``, a number of checkers, ``pass`` or ``draw``."""
        self.payments = dict.fromkeys(seats.everybody, 0)

    def double(self, side: str) -> None:
        """The box or the team doubles; a double of the team is that of all who still play."""
        if self.winner is not None:
            raise ValueError(f"the {side} doubles although the game was over")
        if self.pending is not None:
            raise ValueError(f"the {side} doubles although the double of the {self.pending} was not answered")
        if not self.rules.cube:
            raise ValueError(f"the {side} doubles although the rule set has no cube")
        if self.owner not in (None, side):
            raise ValueError(f"the {side} doubles although the {self.owner} owns the cube")
        most = min(self.rules.cube_limit or LARGEST_CUBE, LARGEST_CUBE)
        if 2 * self.cube > most:
            raise ValueError(f"the {side} doubles to {2 * self.cube}, above the cube limit of {most}")
        self.pending = side
        self.answers = {}

    def answer(self, name: str, takes: bool) -> None:
        """One of the team takes or passes the double of the box."""
        if self.pending != "box":
            raise ValueError("an answer although the box has not doubled")
        if name not in self.playing:
            raise ValueError(f"{name} {'left this game' if name in self.seats.team else 'is not in the team'}")
        if name in self.answers:
            raise ValueError(f"{name} has answered already")
        self.answers[name] = takes
        if len(self.answers) == len(self.playing):
            self._answered()

    def unanswered(self) -> tuple[str, ...]:
        """Who of the team still has to answer the double of the box."""
        return tuple(n for n in self.playing if n not in self.answers) if self.pending == "box" else ()

    def _answered(self) -> None:
        passed = tuple(name for name in self.playing if not self.answers[name])
        pay(self.payments, self.seats.box, passed, self.rules.stake * self.cube)
        self.playing = tuple(name for name in self.playing if self.answers[name])
        self.pending = None
        if not self.playing:
            self.winner, self.end = "box", "pass"
            return
        self.captain = self.playing[0]
        self._turn("team")

    def _turn(self, owner: str) -> None:
        self.cube *= 2
        self.owner = owner
        self.doubled = True

    def answer_of_box(self, takes: bool) -> None:
        """The box takes, or passes and pays each who still plays the cube before the double."""
        if self.pending != "team":
            raise ValueError("an answer of the box although the team has not doubled")
        self.pending = None
        if takes:
            self._turn("box")
            return
        pay(self.payments, self.seats.box, self.playing, -self.rules.stake * self.cube)
        self.winner, self.end = "team", "pass"

    def finish(self, winner: str, end: str) -> None:
        """The game was played to its end: ``winner`` is ``box``, ``team`` or ``draw`` (which costs nothing)."""
        if self.winner is not None:
            raise ValueError("the game was over")
        points = 0
        if winner != "draw":
            points = end_points(self.rules, self.cube, end, self.doubled)
        elif self.rules.draw == "off":
            raise ValueError("the rule set has no draw")
        pay(self.payments, self.seats.box, self.playing, points if winner == "box" else -points)
        self.winner, self.end = winner, end

    def next_seats(self) -> Seats:
        """The seats of the next game; after a draw, or without a result, they stay (our choice)."""
        if self.winner not in ("box", "team"):
            return self.seats
        return rotate(self.seats, self.winner == "box", self.captain)
