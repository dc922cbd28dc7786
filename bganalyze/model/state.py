"""The state of a match around a position: cube, turn, dice, score."""

from __future__ import annotations

from typing import NamedTuple

GAME_STATES = ("none", "playing", "over", "resigned", "dropped")
"""Names of the game states in the order of GNU Backgammon's match ID."""


class MatchState(NamedTuple):
    """Everything an ID can say besides the checkers. Seats are 0 and 1.

    ``on_roll`` is the seat that will roll or has rolled, ``turn`` the seat that must act now; they
    differ while a double or a resignation is pending. ``cube`` is the value before a pending double.
    """

    cube: int = 1
    cube_owner: int | None = None
    on_roll: int = 0
    turn: int = 0
    crawford: bool = False
    game_state: str = "playing"
    doubled: bool = False
    resigned: int = 0
    """Resignation on offer: 0 none, 1 single, 2 gammon, 3 backgammon."""
    dice: tuple[int, int] | None = None
    length: int = 0
    """Points of the match; 0 is an unlimited session."""
    score: tuple[int, int] = (0, 0)
    jacoby: bool | None = None
    """``None`` in a match, where the rule does not exist, or where it is not known."""
    beavers: bool | None = None
    max_cube: int | None = None
    """Highest cube value the ID allows; ``None`` where it does not say."""
