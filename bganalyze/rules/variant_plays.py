"""Plays of every rule set: what the rules of a game, and not only those of backgammon, allow.

``plays`` is the fast way for backgammon's own plays; this module asks the rule set for everything (``Rules.plays``).
Sources of the rules: the five texts named on the pages of the rule sets.

A written play is expanded into steps of one die. If it uses all dice it is legal as soon as some order of its steps is:
no list of plays is needed. Only a play that leaves dice, or whose steps fit no order, is looked for among all results.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ..model.actions import Step
from ..model.position import BITS, GUARD, IN_PLAY, Position, unpack
from .diagnose import Fault
from .plays import AMBIGUOUS, SAME_POSITION, hops_of, mark_flags, ways
from .variant_steps import State, Turn, search
from .variants import Rules


class Before(NamedTuple):
    """What a play depends on beyond the position and the dice."""

    first: bool = False
    """It is the player's first turn of the game (the head of long nardy)."""
    home: bool = False
    """A checker of the player has come home in this game (hitting of Dutch backgammon).

    A position with a checker of the player at home, or borne off, says so by itself."""


def guessed(rules: Rules, position: Position) -> Before:
    """For a position without its game: a first turn if the player stands in the starting array."""
    return Before(position.on_roll == rules.start_position().on_roll, any(unpack(position.on_roll)[:7]))


_Single = tuple[int, int, int]
"""Die, from, to: one checker moved with one die (0: borne off, or no die is said)."""
_Sides = tuple[int, int]


class _Written(NamedTuple):
    """A written play, expanded."""

    full: tuple[tuple[_Single, ...], ...]
    """Every way to make it with all dice."""
    partial: tuple[tuple[_Single, ...], ...]
    """Every way that leaves dice."""
    loose: tuple[_Single, ...]
    """The steps as written, whatever the dice; empty if one leads backwards or there are too many."""
    stars: int
    """The points with a star, as bits."""


@lru_cache(maxsize=1 << 13)
def _expanded(dice: tuple[int, int], steps: tuple[Step, ...]) -> _Written:
    hops = hops_of(steps)
    stars = 0
    for (_, end), hit in hops:
        if hit and end:
            stars |= 1 << end
    all_dice = dice * 2 if dice[0] == dice[1] else dice
    full: dict[tuple[_Single, ...], None] = {}
    partial: dict[tuple[_Single, ...], None] = {}
    loose: tuple[_Single, ...] = ()
    if 0 < len(hops) <= len(all_dice):
        for used, moves in ways([hop for hop, _ in hops], all_dice):
            # From the rear: in most games an order that can be made if any can.
            way = tuple(sorted(((die, *hop) for die, hop in moves), key=lambda s: -s[1]))
            (full if len(used) == len(all_dice) else partial)[way] = None
        if all(start > end for (start, end), _ in hops):
            loose = tuple((0, *hop) for hop, _ in hops)
    return _Written(tuple(full), tuple(partial), loose, stars)


def _outcome(turn: Turn, way: Sequence[_Single]) -> tuple[_Sides, int] | None:
    """Both sides after the steps, and the points on which they hit (as bits).

    ``None`` if a checker is missing or a step lands on a point that is held. The order makes no difference to this.
    """
    own, opponent, _, _ = turn.start
    hits = 0
    for _, start, end in way:
        own += (1 << (BITS * end)) - (1 << (BITS * start))
        if end:
            shift = BITS * turn.across(end)
            there = opponent >> shift & 15
            if there:
                if there > 1 or turn.hitting == "no":
                    return None
                hits |= 1 << end
                opponent += (1 << (BITS * 25)) - (1 << shift)
    return ((own, opponent), hits) if own & GUARD == GUARD else None


def _in_order(turn: Turn, state: State, way: tuple[_Single, ...]) -> bool:
    """Can the steps be made in some order, one at a time, to an end that is allowed?"""
    if not way:
        return turn.may_end(state)
    for i, (die, start, end) in enumerate(way):
        if way[i] in way[:i]:
            continue
        rest = way[:i] + way[i + 1 :]
        for after in turn.hop(state, start, end, die):
            if _in_order(turn, after, rest):
                return True
    return False


def verify(
    rules: Rules, position: Position, dice: tuple[int, int], steps: Sequence[Step], before: Before
) -> tuple[int, int, int] | None:
    """The contract of ``plays.verify``: both sides after the play (the mover's first) and flags, or ``None``.

    ``SAME_POSITION`` stands too where the written steps break a rule in every order, but other steps that the rules
    allow lead to the same position.
    """
    written = _expanded(dice, tuple(steps))
    turn = Turn(rules, position, dice, *before)
    ways_of = written.full or written.partial
    reached = _outcome(turn, ways_of[0]) if ways_of else None
    # One reading that uses all dice, or ends the game, needs no look at other plays.
    if reached is not None and (written.full or not reached[0][0] & IN_PLAY) and _one_reading(turn, ways_of, reached):
        (own, opponent), hits = reached
        return own, opponent, mark_flags(hits, written.stars)
    return _verify_any(turn, written, before)


def _one_reading(turn: Turn, ways_of: Sequence[tuple[_Single, ...]], reached: tuple[_Sides, int]) -> bool:
    """Do all ways lead to this outcome (or nowhere), and can one of them be made?"""
    if any(_outcome(turn, way) not in (reached, None) for way in ways_of[1:]):
        return False
    return any(_in_order(turn, turn.start, way) for way in ways_of)


def _verify_any(turn: Turn, written: _Written, before: Before) -> tuple[int, int, int] | None:
    """Several ways, dice left, or no way at all."""
    if not written.loose:
        return None
    hits: dict[_Sides, int] = {}
    by_steps: set[_Sides] = set()
    for way in (*written.full, *written.partial):
        reached = _outcome(turn, way)
        if reached is None:
            continue
        sides = reached[0]
        hits[sides] = reached[1]
        if sides not in by_steps and _in_order(turn, turn.start, way):
            by_steps.add(sides)
    from_ways = set(hits)
    loose = _outcome(turn, written.loose)
    if loose is not None:
        hits.setdefault(*loose)
    if not hits:
        return None
    legal = _search(turn.rules, turn.position, turn.dice, before)[1]
    right = [sides for sides in from_ways if sides in legal] or [sides for sides in hits if sides in legal]
    if not right:
        return None
    # The stars decide between several; then the fewest hits that carry none.
    stars = written.stars

    def disagreement(sides: _Sides) -> tuple[int, int]:
        return (stars & ~hits[sides]).bit_count(), (hits[sides] & ~stars).bit_count()

    best = min(map(disagreement, right))
    fitting = [sides for sides in right if disagreement(sides) == best]
    # Of readings that fit equally well the one that hits nearest to the opponent's home, as ``plays.verify`` has it.
    chosen = min(fitting, key=lambda sides: (sides[0], _fields_hit(turn, hits[sides])))
    flags = mark_flags(hits[chosen], stars)
    if len(fitting) > 1:
        flags |= AMBIGUOUS
    if chosen not in by_steps:
        flags |= SAME_POSITION
    return *chosen, flags


def _fields_hit(turn: Turn, hits: int) -> int:
    """The opponent's points that are hit, as bits in the opponent's numbering."""
    return sum(1 << turn.across(p) for p in range(1, 25) if hits >> p & 1)


def _search(rules: Rules, position: Position, dice: tuple[int, int], before: Before) -> tuple[int, frozenset[Position]]:
    return search((rules, position, dice, *before))


def results(rules: Rules, position: Position, dice: tuple[int, int], before: Before) -> set[Position]:
    """All positions (seen by the mover) that a legal play of the dice leads to; empty if nothing can be played."""
    return set(_search(rules, position, dice, before)[1])


def all_played(rules: Rules, position: Position, dice: tuple[int, int], before: Before) -> bool:
    """Can all dice be played: both, or all four of a double?"""
    return _search(rules, position, dice, before)[0] == (4 if dice[0] == dice[1] else 2)


def diagnose(rules: Rules, position: Position, dice: tuple[int, int], steps: Sequence[Step], before: Before) -> Fault:
    """What is wrong with a play that ``verify`` refuses."""
    from .variant_faults import fault_of  # only for the few plays that are wrong

    turn = Turn(rules, position, dice, *before)
    return fault_of(turn, steps, _search(rules, position, dice, before)[0])
