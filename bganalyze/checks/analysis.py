"""The analysis that a record holds, held against the plays it is about and against itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ..model.actions import Written
from ..model.analysis import MWC, Annotation, Chances, CubeAnalysis, PlayAnalysis
from ..model.record import MatchRecord, Record
from ..replay import Hint
from ..scoring import ScoredMatch

_SLACK = 0.0011
"""Chances are printed with three decimals at least; rounding may turn their order."""


def stored(record: Record, match: MatchRecord, scored: ScoredMatch) -> list[Hint]:
    """Parts that cannot be understood, plays that are not the ones made, and numbers that cannot be."""
    hints: list[Hint] = []
    if not len(record.annotations) or not match.games:
        return hints
    first, last = match.games[0].first, match.games[-1].last
    for index in range(first, last):
        if index not in record.annotations:
            continue
        what = record.actions.what[index]
        hints += (
            Hint("BG108", index, {"problem": f"stored analysis: {problem}"})
            for problem in _problems(record.annotations[index], what)
        )
    return hints


def _problems(said: Annotation, what: Written) -> Iterator[str]:
    yield from said.problems
    if said.play is not None:
        yield from _play(said.play, what)
    if said.cube is not None:
        yield from _cube(said.cube)


def _play(play: PlayAnalysis, what: Written) -> Iterator[str]:
    if play.played is not None and what.steps:
        candidate = play.candidates[play.played]
        made = [pair for s in what.steps for _ in range(min(s.times, 5)) for pair in pairwise(s.points)]
        if _moved(candidate.hops) != _moved(made):
            yield "the candidate marked as played is another play"
    for number, candidate in enumerate(play.candidates, 1):
        if candidate.chances is not None and not _possible(candidate.chances):
            yield f"candidate {number}: chances that cannot be"
            return


def _moved(hops: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Point -> checkers that leave or reach it in sum: the mover's side of the position after a play."""
    sums: Counter[int] = Counter()
    for start, end in hops:
        sums[start] -= 1
        sums[end] += 1
    return {point: n for point, n in sums.items() if n}


def _possible(chances: Chances) -> bool:
    win, win_g, win_bg, lose_g, lose_bg = chances
    ordered = win + _SLACK >= win_g >= win_bg - _SLACK and 1 - win + _SLACK >= lose_g >= lose_bg - _SLACK
    return ordered and min(chances) >= -_SLACK and max(chances) <= 1 + _SLACK


def _cube(cube: CubeAnalysis) -> Iterator[str]:
    for name, outcome in (("no double", cube.no_double), ("double, take", cube.double_take)):
        if outcome.chances is not None and not _possible(outcome.chances):
            yield f"{name}: chances that cannot be"
        value = outcome.cubeful
        if value is not None and cube.unit == MWC and not -_SLACK <= value <= 1 + _SLACK:
            yield f"{name}: a match winning chance of {value:g}"
