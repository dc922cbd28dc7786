"""How a finished game ended."""

from __future__ import annotations

from ..model.position import ABOVE, count

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
