"""Outcomes + cube + rules -> points and match score, held against what the record declares."""

from __future__ import annotations

from .match import score_match
from .scored import ScoredGame, ScoredMatch

__all__ = ["ScoredGame", "ScoredMatch", "score_match"]
