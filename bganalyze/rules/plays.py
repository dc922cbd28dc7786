"""Is a written play legal? Verifies the play, without making the list of all plays.

A play is compiled once into masks (``compile_play``) and then tried on any number of positions
(``verify``). Why looking at the position *after* the play is enough: steps are best made from the
highest point downwards, so that

- every source is there in time if no field falls below zero in the sum,
- checkers on the bar enter first, and all of them if the bar is empty afterwards,
- every step of a bear-off comes when all that moves from outside has moved, so nothing outside the home
  board (for a die larger than needed: nothing on a higher point) may be left afterwards.

If all dice are used nothing else is to be shown. If not, it is proved that no fuller play exists: for a
double, that one more step cannot be made, since the number of playable steps of a double never depends on
the choice; for a mixed roll, that no order plays both dice, and that the larger one could not be played alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ..model.actions import Step
from ..model.position import (
    ABOVE,
    BAR,
    BAR_ONE,
    BITS,
    GUARD,
    IN_PLAY,
    ONES,
    OUTSIDE,
    POINTS,
    blocked_for,
    presence,
)

# Flags of a legal play. The verifier gives no text: words are made where findings are shown.
LEGAL: Final = 0
UNMARKED_HIT: Final = 1
"""A hit without its star."""
FALSE_MARK: Final = 2
"""A star where nothing is hit."""
AMBIGUOUS: Final = 4
"""The text fits plays that lead to different positions."""
SAME_POSITION: Final = 8
"""A step fits no die, but the position is that of a legal play (31: 8/6 7/5 for 8/5 7/6)."""

MAX_STEPS: Final = 8
"""A written play of more steps than this is never compiled; no play has more than four."""


class Way(NamedTuple):
    """One way to make a written play with the dice, as masks over packed sides."""

    delta: int
    """To add to the mover's side."""
    mask: int
    """The mover's side afterwards, seen through this, must be the bare guards."""
    touch: int
    """The counts of the opponent's fields on which a checker lands: a point there blocks, a blot is hit."""
    dice: tuple[int, ...]
    """The dice it uses."""


HELD: Final = ONES * 14
"""Bits that are set where two or more checkers stand."""
_NEVER = Way(0, 0, 0, ())
"""Its mask gives 0, which is not the bare guards."""


class Play:
    """A written play compiled for ``verify``."""

    __slots__ = ("delta", "dice", "full", "marks", "mask", "partial", "steps", "touch")

    def __init__(
        self,
        dice: tuple[int, int],
        steps: Sequence[Step],
        full: Sequence[Way],
        partial: Sequence[Way],
        marks: int,
    ) -> None:
        self.dice = dice
        self.steps = steps
        self.marks = marks
        """Lowest bits of the opponent's fields that carry a star."""
        self.delta, self.mask, self.touch, _ = full[0] if len(full) == 1 else _NEVER
        """The only way that uses all dice, or one that never passes."""
        self.full = full if len(full) > 1 else ()
        self.partial = partial


Hop = tuple[int, int]
"""From one point to another, in the mover's numbering; the distance may be that of several dice."""


def hops_of(steps: Sequence[Step]) -> list[tuple[Hop, bool]]:
    """Every single checker's hop of the written steps, in order, with its star."""
    hops = []
    for step in steps:
        for _ in range(min(step.times, MAX_STEPS + 1)):
            for i, hit in enumerate(step.hits):
                hops.append(((step.points[i], step.points[i + 1]), hit))
            if len(hops) > MAX_STEPS:
                return hops
    return hops


def single_die_runs(hop: Hop, dice: Sequence[int]) -> Iterator[tuple[tuple[int, ...], list[Hop]]]:
    """Every way to make one hop with some of ``dice`` in some order: the dice, and the single-die hops."""
    start, end = hop
    seen = set()
    for i, die in enumerate(dice):
        if die in seen:
            continue
        seen.add(die)
        at = start - die
        if at == end or (end == 0 and at < 0):
            yield (die,), [(start, end)]
        elif at > end and at > 0:
            rest = [*dice[:i], *dice[i + 1 :]]
            for used, more in single_die_runs((at, end), rest):
                yield (die, *used), [(start, at), *more]


def ways(hops: Sequence[Hop], dice: Sequence[int]) -> Iterator[tuple[tuple[int, ...], list[tuple[int, Hop]]]]:
    """Every assignment of dice to hops: the dice used, and (die, single-die hop) in written order."""
    if not hops:
        yield (), []
        return
    for used, singles in single_die_runs(hops[0], dice):
        left = list(dice)
        for die in used:
            left.remove(die)
        for more_used, more in ways(hops[1:], left):
            yield used + more_used, [*zip(used, singles, strict=True), *more]


class _Hops(dict[Hop, tuple[int, int]]):
    """Hop -> delta of the mover's side, touched fields of the opponent's."""

    def __missing__(self, hop: Hop) -> tuple[int, int]:
        start, end = hop
        delta = (1 << (BITS * end)) - (1 << (BITS * start))
        self[hop] = masks = (delta, 15 << (BITS * (25 - end)) if end else 0)
        return masks


_hops = _Hops()
"""At most 26 x 26 entries."""
_BAR_EMPTY: Final = 15 << (BITS * BAR)


def _need(hop: Hop, die: int) -> int:
    """The mover's fields that must be empty after a hop with one die; -1 if the die does not make the hop."""
    start, end = hop
    if end:
        if start - end != die:
            return -1
        return 0 if start == BAR else _BAR_EMPTY
    if start == die:
        return OUTSIDE
    return ABOVE[start] if start < die else -1


class _Masks(dict[int, int]):
    """Fields to be empty -> mask. There are few; sharing them keeps them near the processor."""

    def __missing__(self, empty: int) -> int:
        self[empty] = mask = GUARD | empty
        return mask


_masks = _Masks()


def _way(used: tuple[int, ...], moves: list[tuple[int, Hop]]) -> Way:
    delta = touch = empty = 0
    for die, hop in moves:
        more, touched = _hops[hop]
        delta += more
        empty |= _need(hop, die)
        touch |= touched
    return Way(delta, _masks[empty], touch, tuple(sorted(used, reverse=True)))


def compile_play(dice: tuple[int, int], steps: Sequence[Step]) -> Play:
    """The masks of a written play: all its ways that use every die, and those that leave some."""
    play = _compile_plain(dice, steps)
    return _compile_any(dice, steps) if play is None else play


def _compile_plain(dice: tuple[int, int], steps: Sequence[Step]) -> Play | None:
    """The common play in one go: as many steps as dice, or a few of one fitting die. ``None`` for any other play."""
    delta = touch = marks = total = 0
    hops: list[Hop] = []
    for _, hop, hits, count in steps:
        total += count
        if len(hop) != 2 or total > 4:
            return None
        more, touched = _hops[hop]
        delta += more * count
        touch |= touched
        if hits[0]:
            marks |= touched & ONES
        hops.append(hop)
        if count == 2:
            hops.append(hop)
    a, b = dice
    if a == b:
        # Each step of a double is one die: none needs two, so there is just one way.
        needs = [_need(hop, a) for hop in hops]
        if -1 in needs:
            return None
        empty = 0
        for need in needs:
            empty |= need
        way = Way(delta, _masks[empty], touch, (a,) * total)
        return Play(dice, steps, (way,) if total == 4 else (), () if total == 4 else (way,), marks)
    if len(hops) == 2 == total:
        first, second = hops
        straight = _need(first, a) | _need(second, b)  # -1 stays -1
        crossed = _need(first, b) | _need(second, a)
        if straight < 0 or (crossed >= 0 and crossed & ~straight == 0):
            straight = crossed
        if straight < 0:
            return None
        return Play(dice, steps, (Way(delta, _masks[straight], touch, dice),), (), marks)
    if total == 1 and hops[0][1] and hops[0][0] - hops[0][1] in dice:
        # One die of two; a step that does not bear off is just what it says.
        die = hops[0][0] - hops[0][1]
        return Play(dice, steps, (), (Way(delta, _masks[_need(hops[0], die)], touch, (die,)),), marks)
    return None


def _compile_any(dice: tuple[int, int], steps: Sequence[Step]) -> Play:
    hops = hops_of(steps)
    marks = 0
    for (_, end), hit in hops:
        if hit and end:
            marks |= 1 << (BITS * (25 - end))
    all_dice = dice * 2 if dice[0] == dice[1] else dice
    full: dict[Way, None] = {}
    partial: dict[Way, None] = {}
    if 0 < len(hops) <= len(all_dice):
        for used, moves in ways([hop for hop, _ in hops], all_dice):
            (full if len(used) == len(all_dice) else partial)[_way(used, moves)] = None
    return Play(dice, steps, _weakest(full), tuple(partial), marks)


def _weakest(ways: Iterable[Way]) -> tuple[Way, ...]:
    """Without the ways that ask more of the position than another one with the same effect."""
    kept: list[Way] = []
    for way in sorted(ways, key=lambda w: w.mask.bit_count()):
        if not any(k.delta == way.delta and k.touch == way.touch and not k.mask & ~way.mask for k in kept):
            kept.append(way)
    return tuple(kept)


def _loose(play: Play) -> Way | None:
    """The hops as written, whatever the dice; ``None`` if one leads backwards or there are too many."""
    hops = [hop for hop, _ in hops_of(play.steps)]
    if not hops or len(hops) > (4 if play.dice[0] == play.dice[1] else 2) or any(start <= end for start, end in hops):
        return None
    delta = touch = 0
    for hop in hops:
        more, touched = _hops[hop]
        delta += more
        touch |= touched
    return Way(delta, GUARD, touch, ())


def verify(own: int, opponent: int, play: Play) -> tuple[int, int, int] | None:
    """Try a compiled play on a position (packed sides, the mover's first).

    The play has at least one step; "no play" is ``is_dance``. Gives both sides after the play and flags
    (``UNMARKED_HIT``, ``FALSE_MARK``, ``AMBIGUOUS``, ``SAME_POSITION``; 0 is legal as written), or ``None`` if the
    play is not legal.
    """
    new = own + play.delta
    if new & play.mask == GUARD:
        hit = opponent & play.touch
        if not hit & HELD:
            if hit == play.marks:
                return new, (opponent + BAR_ONE * hit.bit_count() - hit if hit else opponent), LEGAL
            return new, opponent + BAR_ONE * hit.bit_count() - hit, mark_flags(hit, play.marks)
    return _verify_any(own, opponent, play)


def mark_flags(hit: int, marks: int) -> int:
    """``UNMARKED_HIT`` and ``FALSE_MARK``, from the points that are hit and those with a star, as bits."""
    return (UNMARKED_HIT if hit & ~marks else 0) | (FALSE_MARK if marks & ~hit else 0)


def _verify_any(own: int, opponent: int, play: Play) -> tuple[int, int, int] | None:
    passing = [way for way in play.full if _passes(own, opponent, way)]
    if not passing:
        passing = [
            way for way in play.partial if _passes(own, opponent, way) and not _fuller(own, opponent, play.dice, way)
        ]
    if not passing:
        return _same_position(own, opponent, play)
    if len(passing) == 1:
        new, hit = own + passing[0].delta, opponent & passing[0].touch
        return new, opponent + BAR_ONE * hit.bit_count() - hit, mark_flags(hit, play.marks)
    # Of several orders the one counts whose hits agree with the stars, then the one with fewest hits not marked.
    best = min(_disagreement(opponent, way, play.marks) for way in passing)
    outcomes = {
        (own + way.delta, opponent & way.touch) for way in passing if _disagreement(opponent, way, play.marks) == best
    }
    new, hit = min(outcomes)
    flags = mark_flags(hit, play.marks)
    if len(outcomes) > 1:
        flags |= AMBIGUOUS
    return new, opponent + BAR_ONE * hit.bit_count() - hit, flags


def _same_position(own: int, opponent: int, play: Play) -> tuple[int, int, int] | None:
    """Only the position after the turn counts: steps that no die makes may still lead to a legal one."""
    loose = _loose(play)
    if loose is None or (own + loose.delta) & GUARD != GUARD or opponent & loose.touch & HELD:
        return None
    hit = opponent & loose.touch
    after = (own + loose.delta, opponent + BAR_ONE * hit.bit_count() - hit)
    dice = play.dice
    for order in (dice * 2,) if dice[0] == dice[1] else (dice, dice[::-1]):
        made = towards(own, opponent, order, after)
        if made and (
            len(made) == len(order)
            or not _fuller(own, opponent, dice, loose._replace(dice=tuple(step.die for step in made)))
        ):
            return (*after, mark_flags(hit, play.marks) | SAME_POSITION)
    return None


class Stepped(NamedTuple):
    """One checker moved with one die."""

    die: int
    start: int
    end: int
    hit: bool


def towards(own: int, opponent: int, order: Sequence[int], after: tuple[int, int]) -> list[Stepped] | None:
    """The steps with the dice, in this order, that lead to both sides of ``after``; ``None`` if they do not.

    Checkers only move down, so the highest point that differs has to give one away: there is no choice.
    """
    blocked = blocked_for(opponent)
    made: list[Stepped] = []
    for die in order:
        if own == after[0]:
            break
        start = ((own ^ after[0]).bit_length() - 1) // BITS
        if not movable(own, blocked, die) & 1 << (BITS * start):
            return None
        end = max(start - die, 0)
        own, opponent, hit = move_checker(own, opponent, start, end)
        made.append(Stepped(die, start, end, hit))
    return made if (own, opponent) == after else None


def move_checker(own: int, opponent: int, start: int, end: int) -> tuple[int, int, bool]:
    """Both sides after one checker was moved, and whether it hit. Not asked: may it?"""
    own += (1 << (BITS * end)) - (1 << (BITS * start))
    hit = opponent >> (BITS * (25 - end)) & 15 if end else 0
    if hit:
        opponent += BAR_ONE * hit - (hit << (BITS * (25 - end)))
    return own, opponent, bool(hit)


def _passes(own: int, opponent: int, way: Way) -> bool:
    return (own + way.delta) & way.mask == GUARD and not opponent & way.touch & HELD


def _disagreement(opponent: int, way: Way, marks: int) -> tuple[int, int]:
    hit = opponent & way.touch
    return (marks & ~hit).bit_count(), (hit & ~marks).bit_count()


_ON_BAR: Final = 17 << (BITS * BAR)
"""A side that is not below this has a checker on the bar (the guard of the bar's field and one)."""


def _fuller(own: int, opponent: int, dice: tuple[int, int], way: Way) -> bool:
    """Must more (or the other die) be played than ``way`` does?"""
    new = own + way.delta
    if not new & IN_PLAY:
        return False  # the last checker is off: the game is over, whatever was left of the roll
    used = way.dice[0]
    other = dice[0] + dice[1] - used
    if new >= _ON_BAR:
        # With a checker still on the bar all hangs on whether the die left enters it, in whichever order.
        return not opponent >> (BITS * other) & 14
    blocked = blocked_for(opponent)
    if dice[0] == dice[1]:
        return bool(movable(new, blocked, other))
    if movable(new, blocked, other) or both_playable(own, blocked, dice):
        return True
    return used < other and bool(movable(own, blocked, other))


def movable(own: int, blocked: int, die: int) -> int:
    """The fields (lowest bits, own numbering) from which a checker can move with one die.

    ``blocked`` are the points the opponent holds, in the mover's numbering (``blocked_for``).
    """
    if own >= _ON_BAR:
        return 0 if blocked >> (BITS * (25 - die)) & 1 else BAR_ONE
    here = presence(own)
    free = ((here >> (BITS * die)) & POINTS & ~blocked) << (BITS * die)
    if not own & OUTSIDE and here:
        exact = here & (1 << (BITS * die))
        if exact:
            return free | exact
        top = here.bit_length() - 1
        if top < BITS * die:
            return free | 1 << top
    return free


def both_playable(own: int, blocked: int, dice: tuple[int, int]) -> bool:
    """Can both dice of a mixed roll be played, in either order?"""
    for first, second in (dice, dice[::-1]):
        sources = movable(own, blocked, first)
        while sources:
            source = sources & -sources
            sources ^= source
            target = source >> (BITS * first) or 1
            if movable(own - source + target, blocked, second):
                return True
    return False


def is_dance(own: int, opponent: int, dice: tuple[int, int]) -> bool:
    """Is there no legal play of this roll?"""
    if own >= _ON_BAR:
        # Entering with a die lands on the opponent's point of that number.
        return bool(opponent >> (BITS * dice[0]) & 14 and opponent >> (BITS * dice[1]) & 14)
    blocked = blocked_for(opponent)
    return not movable(own, blocked, dice[0]) and not movable(own, blocked, dice[1])


def results(own: int, opponent: int, dice: tuple[int, int]) -> set[tuple[int, int]]:
    """Both sides after every legal play of a roll; empty if there is none."""
    blocked = blocked_for(opponent)
    best: set[tuple[int, int]] = set()
    if dice[0] == dice[1]:
        orders: list[tuple[int, ...]] = [dice * 2]
    elif movable(own, blocked, max(dice)):
        orders = [(max(dice), min(dice)), (min(dice), max(dice))]
    else:
        orders = [(min(dice), max(dice))]
    most = 0
    for order in orders:
        reached = {(own, opponent)}
        for depth, die in enumerate(order, 1):
            # A blot that was hit is no point before or after: the blocked points never change in a turn.
            reached = {after for board in reached for after in _single_steps(*board, blocked, die)}
            if not reached:
                break
            if depth > most:
                most, best = depth, set()
            if depth == most and (depth > 1 or order is orders[0] or len(order) > 2):
                best |= reached
    return best


def _single_steps(own: int, opponent: int, blocked: int, die: int) -> Iterator[tuple[int, int]]:
    sources = movable(own, blocked, die)
    while sources:
        source = sources & -sources
        sources ^= source
        point = (source.bit_length() - 1) // BITS - die
        if point <= 0:
            yield own - source + 1, opponent
            continue
        hit = opponent & (15 << (BITS * (25 - point)))
        yield own - source + (1 << (BITS * point)), opponent + (BAR_ONE if hit else 0) - hit
