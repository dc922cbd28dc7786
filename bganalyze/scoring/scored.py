"""Scored games and matches."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..replay import Hint, Played
from ..rules.variants import Rules


@dataclass(slots=True, eq=False, repr=False)
class ScoredGame:
    """One game with its result. Points are those that the replay computes."""

    number: int | None
    score_before: tuple[int, int]
    """In the form of the record: negative sums where the loser loses the points."""
    crawford: bool
    post_crawford: bool
    played: Played
    winner: int | None = None
    result: str = "unfinished"
    points: int | None = None
    """Computed, not capped (but at table stakes); ``None`` if they cannot be."""
    counted: bool = True
    """Belongs to the match or session (it was not over before)."""
    hints: list[Hint] = field(default_factory=list)


@dataclass(slots=True, eq=False, repr=False)
class ScoredMatch:
    """A match with its games and final score."""

    rules: Rules
    length: int
    games: list[ScoredGame]
    score: tuple[int, int]
    """In the form of the record, as ``ScoredGame.score_before``."""
    winner: int | None
    """Of a match, of a session of so many games, or of one at table stakes; ``None``: nobody, or not over."""
    complete: bool
    """The match was won, the session played to its end; an unlimited session: all its games are finished."""
    hints: list[Hint] = field(default_factory=list)
