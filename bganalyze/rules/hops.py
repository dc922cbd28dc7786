"""The single-die hops of a written play, in an order in which they can be made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..model.actions import Step
from ..model.position import BITS, Position, blocked_for
from .plays import MAX_STEPS, Hop, hops_of, movable, move_checker, towards, ways


class Made(NamedTuple):
    """One hop as it was made."""

    start: int
    """25 is the bar."""
    end: int
    """0 is off."""
    hit: bool


def single_hops(before: Position, dice: tuple[int, int], steps: Sequence[Step], after: Position) -> tuple[Made, ...]:
    """The hops that lead from ``before`` to ``after`` (both seen by the player who moves).

    The steps as written are followed as closely as can be. Where no legal order of dice does it (an illegal play
    that stood) the written hops are given as they are, from the rear.
    """
    written = [hop for hop, _ in hops_of(steps)]
    all_dice = dice * 2 if dice[0] == dice[1] else dice
    if len(written) <= len(all_dice):
        for _, moves in ways(written, all_dice):
            singles = [hop for _, hop in moves]
            for order in (singles, sorted(singles, reverse=True)):
                made = _make(before, order, dice)
                if made is not None and made[1] == after:
                    return made[0]
    shortest = _search(before, all_dice, after) or (None if dice[0] == dice[1] else _search(before, dice[::-1], after))
    if shortest is not None:
        return shortest
    loose = _loose(before, sorted(written, reverse=True)[:MAX_STEPS])
    return tuple(loose)


def _make(before: Position, hops: Sequence[Hop], dice: tuple[int, int]) -> tuple[tuple[Made, ...], Position] | None:
    """The hops one after the other, each with a die that makes it; ``None`` where one cannot be made."""
    own, opponent = before
    blocked = blocked_for(opponent)
    made = []
    for start, end in hops:
        source = 1 << (BITS * start)
        if not any(
            movable(own, blocked, die) & source and (start - die == end or (end == 0 and start <= die)) for die in dice
        ):
            return None
        own, opponent, hit = move_checker(own, opponent, start, end)
        made.append(Made(start, end, hit))
    return tuple(made), Position(own, opponent)


def _search(before: Position, order: Sequence[int], after: Position) -> tuple[Made, ...] | None:
    """Whatever single steps lead to ``after``."""
    made = towards(before.on_roll, before.opponent, order, after)
    return None if made is None else tuple(Made(*step[1:]) for step in made)


def _loose(before: Position, hops: Sequence[Hop]) -> Iterator[Made]:
    own, opponent = before
    for start, end in hops:
        if not own >> (BITS * start) & 15:
            yield Made(start, end, False)
            continue
        own, opponent, hit = move_checker(own, opponent, start, end)
        yield Made(start, end, hit)
