"""Boards, steps and an oracle of written plays for the tests of the rules; on plain lists only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import product
from random import Random

from hypothesis import strategies as st

from bganalyze.model.actions import Step
from bganalyze.model.position import Position, unpack

Hop = tuple[int, int]
Sides = tuple[tuple[int, ...], tuple[int, ...]]
PLACES = {"bar": 25, "off": 0}


def step(text: str) -> Step:
    """``24/18*/15``, ``6/1*(2)``, ``bar/20``, ``4/off`` as a step."""
    body, count = re.fullmatch(r"([^(]+)(?:\(([0-9]+)\))?", text).groups()  # type: ignore[union-attr]
    stops = body.split("/")
    points = [stop.rstrip("*") for stop in stops]
    return Step(
        text,
        tuple(PLACES[p] if p in PLACES else int(p) for p in points),
        tuple(stop.endswith("*") for stop in stops[1:]),
        int(count or 1),
    )


def steps(text: str) -> tuple[Step, ...]:
    """The steps of a play."""
    return tuple(step(piece) for piece in text.split())


def board(on_roll: str, opponent: str = "", checkers: int = 15) -> Position:
    """``"5x13 3x8 bar"``: checkers x point in each side's own numbering, the rest borne off."""
    sides = []
    for text in (on_roll, opponent):
        points: dict[int, int] = {}
        for piece in text.split():
            n, sign, point = piece.rpartition("x")
            points[PLACES.get(point) or int(point)] = int(n) if sign else 1
        sides.append(points)
    assert all(25 - p not in sides[1] or p in (0, 25) for p in sides[0]), "both sides on one point"
    return Position.from_points(sides[0], sides[1], checkers)


START = "2x24 5x13 3x8 5x6"


# ---- random positions --------------------------------------------------------------------------------------


def random_position(r: Random) -> Position:
    """Any position that can stand: 1 to 15 checkers, spread, at home, on the bar, with points and blots."""
    own, opp = [0] * 26, [0] * 26
    checkers = r.choice([15, 15, 15, 15, 1, 2, 3, 5])
    zone = r.choice([24, 24, 24, 6, 7, 12])
    left = checkers
    while left:
        n = min(left, r.choice([1, 1, 2, 2, 3, 5]))
        own[25 if r.random() < 0.06 else r.randint(0 if zone <= 7 and r.random() < 0.3 else 1, zone)] += n
        left -= n
    left = checkers
    while left:
        n = min(left, r.choice([1, 1, 2, 2, 3]))
        point = 25 if r.random() < 0.03 else r.randint(1, r.choice([6, 24, 24]))
        if point != 25 and own[25 - point]:
            point = 0
        opp[point] += n
        left -= n
    return Position.from_counts(own, opp)


def random_roll(r: Random) -> tuple[int, int]:
    """Two dice as they fall."""
    return r.randint(1, 6), r.randint(1, 6)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions for properties: small ones first, so that a failing one shrinks."""
    checkers = draw(st.sampled_from([15, 3, 2, 1]))
    own, opp = [0] * 26, [0] * 26
    for _ in range(checkers):
        own[draw(st.integers(0, 25))] += 1
    for _ in range(checkers):
        point = draw(st.integers(0, 25))
        opp[0 if 1 <= point <= 24 and own[25 - point] else point] += 1
    return Position.from_counts(own, opp)


rolls = st.tuples(st.integers(1, 6), st.integers(1, 6))


# ---- what a written play can mean --------------------------------------------------------------------------


def dice_of(dice: tuple[int, int]) -> tuple[int, ...]:
    """A double counts four times."""
    return dice * 2 if dice[0] == dice[1] else dice


def hops_of(text: Iterable[Step]) -> list[Hop]:
    """Every checker's hops between written stops."""
    return [hop for s in text for _ in range(s.times) for hop in zip(s.points, s.points[1:], strict=False)]


def _stops(hop: Hop, dice: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Landing places on the way of a hop: none (as written), or those of two and more dice in any order."""
    start, end = hop
    found: set[tuple[int, ...]] = {()}

    def walk(at: int, made: tuple[int, ...], left: tuple[int, ...]) -> None:
        for i, die in enumerate(left):
            to = at - die
            if to == end or (end == 0 and to < 0):
                found.add(made)
            elif to > end:
                walk(to, (*made, to), left[:i] + left[i + 1 :])

    walk(start, (), dice)
    return found


def meanings(position: Position, dice: tuple[int, int], written: Iterable[Step]) -> set[Position]:
    """Every position to which the steps can lead, as written or over stops; a point that is held stops them.

    Steps backwards, and more steps than dice, lead nowhere.
    """
    hops = hops_of(written)
    all_dice = dice_of(dice)
    own, opp = list(unpack(position.on_roll)), list(unpack(position.opponent))
    if not hops or len(hops) > len(all_dice) or any(start <= end for start, end in hops):
        return set()
    for start, end in hops:
        own[start] -= 1
        own[end] += 1
    if min(own) < 0:
        return set()
    found = set()
    for ways in product(*(_stops(hop, all_dice) for hop in hops)):
        landings = {end for _, end in hops if end} | {stop for stops in ways for stop in stops}
        if any(opp[25 - p] > 1 for p in landings):
            continue
        after = opp.copy()
        for p in landings:
            after[25] += after[25 - p]
            after[25 - p] = 0
        found.add(Position.from_counts(own, after))
    return found
