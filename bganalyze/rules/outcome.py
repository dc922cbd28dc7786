"""How a finished game ended, and what its end is worth."""

from __future__ import annotations

from ..model.position import ABOVE, count
from .stakes import unit
from .variants import Rules

RESULT_KINDS = ("", "single", "gammon", "backgammon")


def is_over(side: int) -> bool:
    """Has this side borne off all its checkers?"""
    return not side & ABOVE[0]


def kind_of_win(loser: int) -> int:
    """1 single, 2 gammon, 3 backgammon, from the loser's side when the winner has borne off all.

    Single: the loser has borne off at least one. Backgammon: none, and one is still on the bar or in the
    winner's home board (the loser's points 19 to 24).
    """
    if count(loser, 0):
        return 1
    behind = loser & ABOVE[18]
    return 3 if behind else 2


def gammon_possible(loser: int) -> bool:
    """Can this side still lose a gammon?"""
    return not count(loser, 0)


def kind_by_position(rules: Rules, loser: int) -> int:
    """What a game costs that this side gives up now: 1 single, 2 gammon, 3 backgammon.

    Source: the Latvian page on short nardy. Where both move the same way round (long nardy) there is no backgammon.
    """
    kind = kind_of_win(loser)
    return min(kind, 2) if rules.direction == "same" else kind


def checkers_left(rules: Rules, loser: int) -> int:
    """How many checkers of a side are still in play: on the board, on the bar or in hand."""
    return rules.checkers() - count(loser, 0)


def worth(
    rules: Rules, kind: int, cube: int, turned: bool, stakes: int = 1, loser: int | None = None
) -> tuple[int, ...]:
    """The points of a game; two readings if the Jacoby rule decides and is not known, none if it cannot be said.

    ``kind``: 0 a drop, 1 single, 2 gammon, 3 backgammon. ``cube``: of a drop the value before the double. ``turned``:
    a double was offered and accepted. ``stakes``: how often the stake counts (doubled by rolls). ``loser``: the side,
    for a payoff by the checkers left. A drop pays the cube times 1 whatever the payoff.
    """
    base = cube * stakes * unit(rules)
    if kind == 0:
        return (base,)
    if rules.payoff == "checkers-left":
        return () if loser is None else (base * checkers_left(rules, loser),)
    full = base * rules.multiplier(kind)
    if kind == 1 or turned or rules.jacoby is False:
        return (full,)
    return (base,) if rules.jacoby else (full, base)
