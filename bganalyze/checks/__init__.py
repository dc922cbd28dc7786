"""Checks of a whole match that need more than its games: one family a file. ``CHECKS`` is the list that runs."""

from __future__ import annotations

from collections.abc import Callable

from ..model.record import MatchRecord, Record
from ..replay import Hint
from ..scoring import ScoredMatch
from . import analysis, header, starter, stated
from .other_rules import other_rules

Check = Callable[[Record, MatchRecord, ScoredMatch], list[Hint]]

CHECKS: tuple[Check, ...] = (
    header.final_score,
    header.dates,
    header.names,
    header.numbers,
    analysis.stored,
    stated.positions,
    starter.starters,
    starter.rolled_off,
    other_rules,
)
