"""Plays of every rule set: what the rules of a game, and not only those of backgammon, allow.

``plays`` is the fast way for backgammon's own plays; this module asks the rule set for everything (``Rules.plays``).
Sources of the rules: the five texts named on the pages of the rule sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..model.actions import Step
from ..model.position import Position
from .diagnose import Fault
from .variants import Rules


class Before(NamedTuple):
    """What a play depends on beyond the position and the dice."""

    first: bool = False
    """It is the player's first turn of the game (the head of long nardy)."""
    home: bool = False
    """A checker of the player has come home in this game (hitting of Dutch backgammon)."""


def verify(
    rules: Rules, position: Position, dice: tuple[int, int], steps: Sequence[Step], before: Before
) -> tuple[int, int, int] | None:
    """The contract of ``plays.verify``: both sides after the play (the mover's first) and flags, or ``None``."""
    raise NotImplementedError


def results(rules: Rules, position: Position, dice: tuple[int, int], before: Before) -> set[Position]:
    """All positions (seen by the mover) that a legal play of the dice leads to; empty if nothing can be played."""
    raise NotImplementedError


def all_played(rules: Rules, position: Position, dice: tuple[int, int], before: Before) -> bool:
    """Can all dice be played: both, or all four of a double?"""
    raise NotImplementedError


def diagnose(
    rules: Rules, position: Position, dice: tuple[int, int], steps: Sequence[Step], before: Before
) -> Fault:
    """What is wrong with a play that ``verify`` refuses."""
    raise NotImplementedError
