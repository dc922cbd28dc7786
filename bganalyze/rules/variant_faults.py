"""Why a written play is not legal under any rule set; the manner of ``diagnose``.

Runs only for plays that were refused, so it may be slow. The first step in written order that cannot be made under
any assignment of dice is blamed; the play as a whole where each step can be made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model.actions import Step
from ..model.position import BAR, BITS, OUTSIDE, count, presence
from .diagnose import Fault, blamed, hop_text, place, roll_text
from .plays import Hop, hops_of, single_die_runs
from .variant_steps import State, Turn

_State = tuple[State, tuple[int, ...]]
"""A moment of the turn, and the dice left."""
_Marked = tuple[Hop, bool]
"""A hop and whether it carries a star."""


def fault_of(turn: Turn, steps: Sequence[Step], most: int) -> Fault:
    """The fault of an illegal play; ``most``: how many dice the legal plays use."""
    hops = hops_of(steps)
    owner = [i for i, step in enumerate(steps) for _ in range(step.times * len(step.hits))][: len(hops)]
    dice = turn.dice * 2 if turn.dice[0] == turn.dice[1] else turn.dice
    start: _State = (turn.start, tuple(dice))
    ends = set(_every_order(turn, start, tuple(hop for hop, _ in hops))) if len(hops) <= len(dice) else set()
    complete = [end for end in ends if turn.may_end(end[0])]
    if complete:
        return _unused(turn, complete, most)
    states = {start}
    left = list(range(len(hops)))
    made: list[int] = []
    while left:
        for i in left:
            if hops[i][0][0] <= hops[i][0][1]:
                continue
            after = {s for state in states for s in _after_hop(turn, state, hops[i][0])}
            if after:
                states = after
                left.remove(i)
                made.append(i)
                break
        else:
            return _blame(turn, hops, left, owner, states)
    return _bad_end(turn, states, hops, made, owner, most)


def _after_hop(turn: Turn, state: _State, hop: Hop) -> set[_State]:
    """Every state in which the hop has been made legally with one or more of the dice left."""
    now, dice = state
    start, end = hop
    reached: set[_State] = set()
    for die in set(dice):
        at = max(start - die, 0)
        if at < end:
            continue
        rest = list(dice)
        rest.remove(die)
        for after in turn.hop(now, start, at, die):
            if at == end:
                reached.add((after, tuple(rest)))
            else:
                reached |= _after_hop(turn, (after, tuple(rest)), (at, end))
    return reached


def _every_order(turn: Turn, state: _State, hops: tuple[Hop, ...]) -> Iterator[_State]:
    """The states behind all hops, made in any order."""
    if not hops:
        yield state
        return
    for i, hop in enumerate(hops):
        if hop in hops[:i] or hop[0] <= hop[1]:
            continue
        for after in _after_hop(turn, state, hop):
            yield from _every_order(turn, after, hops[:i] + hops[i + 1 :])


def _blame(turn: Turn, hops: list[_Marked], left: list[int], owner: list[int], states: set[_State]) -> Fault:
    dice_left = any(dice for _, dice in states)
    return blamed(turn.dice, [hop for hop, _ in hops], left, owner, dice_left, lambda i: _reason(turn, hops[i], states))


def _reason(turn: Turn, marked: _Marked, states: set[_State]) -> Fault:
    hop, star = marked
    start, end = hop
    text = hop_text(hop)
    no_die = Fault("BG303", 0, {"step": text, "distance": start - end, "dice_left": _dice_text(states)})
    if start == end:
        return no_die
    if start < end:
        return Fault("BG310", 0, {"step": text})
    if not any(count(state.own, start) for state, _ in states):
        return Fault("BG301", 0, {"step": text, "point": _where(start)})
    state = max(states)[0]
    if start != BAR and turn.must_enter(state.own):
        return _not_entered(turn, state, text)
    if end == 0:
        outside = state.own - (1 << (BITS * start))
        if not outside & OUTSIDE and turn.no_bearing_off:
            outside = turn.start.own
        if outside & OUTSIDE:
            return Fault("BG305", 0, {"step": text, "point": _where(_highest(outside))})
    runs = [(now, run) for now, dice in sorted(states) for run in single_die_runs(hop, dice)]
    if not runs:
        return no_die
    found = []
    for now, (used, singles) in runs:
        for die, (at, to) in zip(used, singles, strict=True):
            after = next(turn.hop(now, at, to, die), None)
            if after is None:
                found.append(_reason_of_one(turn, now, die, (at, to), text, star))
                break
            now = after
    reasons = [fault for fault in found if fault is not None]
    # A way over open points that a special rule forbids tells more than another one that is blocked.
    special = [fault for fault in reasons if fault.code >= "BG320"]
    return (special or reasons or [no_die])[0]


def _reason_of_one(turn: Turn, state: State, die: int, single: Hop, text: str, star: bool) -> Fault | None:
    """Why one checker cannot be moved with one die."""
    start, end = single
    if start == 24 and not state.head:
        return Fault("BG320", 0, {"step": text, "most": turn.head})
    held = count(state.opponent, turn.across(end)) if end else 0
    if held > 1 or (held and turn.hitting == "no" and not star):
        return Fault("BG302", 0, {"step": text, "point": place(end), "held": held})
    if held and not turn.may_hit(state.own):
        why = "where nothing may be hit" if turn.hitting == "no" else "before a checker has come home"
        return Fault("BG323", 0, {"step": text, "point": place(end), "why": why})
    if start != BAR and turn.must_enter(state.own):
        return _not_entered(turn, state, text)
    if end == 0 and not state.own & OUTSIDE and die > start and _highest(state.own) > start:
        return Fault("BG306", 0, {"step": text, "die": die, "point": place(_highest(state.own))})
    if turn.block_always and turn.sources(state, die) >> (BITS * start) & 1:
        for after in turn.moved(state, start, end):
            return _block(turn, after)
    return None


def _not_entered(turn: Turn, state: State, text: str) -> Fault:
    return Fault("BG324" if turn.in_hand(state.own) else "BG304", 0, {"step": text, "bar": count(state.own, BAR)})


def _block(turn: Turn, state: State, step: int = 0) -> Fault:
    lowest = turn.forbidden_block(state) or 1
    points = f"{place(turn.across(lowest + 5))} to {place(turn.across(lowest))}"
    needed = "beyond them" if turn.block == "ahead" else "in its home board"
    return Fault("BG321", step, {"points": points, "needed": needed})


def _bad_end(
    turn: Turn, states: set[_State], hops: list[_Marked], made: list[int], owner: list[int], most: int
) -> Fault:
    """All steps can be made, but the turn may not end like that."""
    for state, _ in sorted(states):
        covering = [hitter for hitter in state.hitters if hitter.covers]
        if not covering:
            continue
        at = covering[0]
        last = [i for i in made if hops[i][0][1] == at.point]
        args: dict[str, object] = {"point": place(at.point), "hit": place(at.hit)}
        return Fault("BG322", owner[last[-1]] if last else -1, args)
    for state, _ in sorted(states):
        if turn.block != "none" and turn.forbidden_block(state) is not None:
            return _block(turn, state, -1)
    return _unused(turn, list(states), most)


def _unused(turn: Turn, states: list[_State], most: int) -> Fault:
    """All written steps can be made, but the play is not complete."""
    unused = min((dice for _, dice in states), key=len)
    if turn.dice[0] != turn.dice[1] and len(unused) == 1 == most:
        played, larger = sum(turn.dice) - unused[0], max(turn.dice)
        if played < larger:
            return Fault("BG308", -1, {"played": played, "larger": larger})
    return Fault("BG307", -1, {"dice_left": "".join(map(str, unused)), "roll": roll_text(turn.dice)})


def _where(point: int) -> str:
    return "the bar" if point == BAR else place(point)


def _highest(side: int) -> int:
    return (presence(side).bit_length() - 1) // BITS


def _dice_text(states: set[_State]) -> str:
    options = sorted({"".join(str(d) for d in sorted(dice, reverse=True)) for _, dice in states})
    return " or ".join(option for option in options if option)
