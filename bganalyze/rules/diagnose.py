"""Why a written play is not legal, and what stands on the board after it all the same.

Runs only for plays that ``plays.verify`` refused, so it may be slow. The first step in written order that
cannot be made under any assignment of dice is blamed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..model.actions import Step
from ..model.position import BAR, BITS, OUTSIDE, Position, blocked_for, count, presence
from .plays import MAX_STEPS, Hop, both_playable, hops_of, movable, move_checker, single_die_runs


class Fault(NamedTuple):
    """What is wrong with a play."""

    code: str
    step: int
    """Index of the written step to blame; -1 for the play as a whole."""
    args: dict[str, object]
    """Plain values for the message."""


def place(point: int) -> str:
    """A point as players write it."""
    return {0: "off", BAR: "bar"}.get(point, str(point))


def hop_text(hop: Hop) -> str:
    return f"{place(hop[0])}/{place(hop[1])}"


_State = tuple[int, int, tuple[int, ...]]
"""Own side, opponent's side, dice left."""


def _single(state: _State, start: int, end: int, die: int) -> _State:
    own, opponent, dice = state
    left = list(dice)
    left.remove(die)
    own, opponent, _ = move_checker(own, opponent, start, end)
    return own, opponent, tuple(left)


def _after_hop(state: _State, hop: Hop) -> set[_State]:
    """Every state in which the hop has been made legally with one or more of the dice left."""
    start, end = hop
    reached: set[_State] = set()
    own, opponent, dice = state
    blocked = blocked_for(opponent)
    for die in set(dice):
        if not movable(own, blocked, die) >> (BITS * start) & 1:
            continue
        at = max(start - die, 0)
        if at == end:
            reached.add(_single(state, start, end, die))
        elif at > end:
            reached |= _after_hop(_single(state, start, at, die), (at, end))
    return reached


def diagnose(position: Position, dice: tuple[int, int], steps: Sequence[Step]) -> Fault:
    """The fault of an illegal play."""
    hops = [hop for hop, _ in hops_of(steps)]
    owner = [i for i, step in enumerate(steps) for _ in range(step.times * len(step.hits))][: len(hops)]
    all_dice = dice * 2 if dice[0] == dice[1] else dice
    states: set[_State] = {(position.on_roll, position.opponent, tuple(all_dice))}
    left = list(range(len(hops)))
    while left:
        for i in left:
            if hops[i][0] <= hops[i][1]:
                continue
            after = {s for state in states for s in _after_hop(state, hops[i])}
            if after:
                states = after
                left.remove(i)
                break
        else:
            return _blame(position, dice, hops, left, owner, states)
    return _unused(position, dice, states)


def _blame(
    position: Position,
    dice: tuple[int, int],
    hops: list[Hop],
    left: list[int],
    owner: list[int],
    states: set[_State],
) -> Fault:
    dice_left = any(left_dice for _, _, left_dice in states)
    return blamed(dice, hops, left, owner, dice_left, lambda i: _reason(hops[i], states))


def blamed(
    dice: tuple[int, int],
    hops: list[Hop],
    left: list[int],
    owner: list[int],
    dice_left: bool,
    reason: Callable[[int], Fault],
) -> Fault:
    """The fault of the step to blame, of those (``left``) that cannot be made.

    ``owner``: the written step of each hop. ``reason`` says why a hop, by its index, cannot be made.
    """
    most = 4 if dice[0] == dice[1] else 2
    # Without dice left the play has more steps than the roll; the first step too many is blamed.
    if not dice_left and (len(hops) > most or len(hops) > MAX_STEPS):
        return Fault("BG309", owner[left[0]], {"steps": len(hops), "most": most, "roll": roll_text(dice)})
    for i in left:
        fault = reason(i)
        # A step whose checker arrives with a later step is not to blame before that one is.
        arrives = any(hops[j][1] == hops[i][0] for j in left if j != i)
        if not (fault.code == "BG301" and arrives):
            return fault._replace(step=owner[i])
    return reason(left[0])._replace(step=owner[left[0]])


def _reason(hop: Hop, states: set[_State]) -> Fault:
    start, end = hop
    text = hop_text(hop)
    own, opponent, _ = max(states)
    if start == end:
        return Fault("BG303", 0, {"step": text, "distance": 0, "dice_left": _dice_text(states)})
    if start < end:
        return Fault("BG310", 0, {"step": text})
    if not any(count(s[0], start) for s in states):
        return Fault("BG301", 0, {"step": text, "point": "the bar" if start == BAR else place(start)})
    if start != BAR and count(own, BAR):
        return Fault("BG304", 0, {"step": text, "bar": count(own, BAR)})
    if end == 0:
        others = own - (1 << (BITS * start))
        if others & OUTSIDE:
            where = next(p for p in range(BAR, 6, -1) if count(others, p))
            return Fault("BG305", 0, {"step": text, "point": "the bar" if where == BAR else place(where)})
    runs = [run for _, _, dice in sorted(states) for run in single_die_runs(hop, dice)]
    if not runs:
        return Fault("BG303", 0, {"step": text, "distance": start - end, "dice_left": _dice_text(states)})
    blocked = blocked_for(opponent)
    for used, singles in runs:
        for die, (at, to) in zip(used, singles, strict=True):
            if to and blocked >> (BITS * to) & 1:
                return Fault("BG302", 0, {"step": text, "point": place(to), "held": count(opponent, 25 - to)})
            if to == 0 and die > at:
                top = (presence(own).bit_length() - 1) // BITS
                return Fault("BG306", 0, {"step": text, "die": die, "point": place(top)})
    return Fault("BG303", 0, {"step": text, "distance": start - end, "dice_left": _dice_text(states)})


def _dice_text(states: set[_State]) -> str:
    options = sorted({"".join(str(d) for d in sorted(dice, reverse=True)) for _, _, dice in states})
    return " or ".join(o for o in options if o)


def roll_text(dice: tuple[int, int]) -> str:
    """The dice of a roll, as written."""
    return f"{dice[0]}{dice[1]}"


def _unused(position: Position, dice: tuple[int, int], states: set[_State]) -> Fault:
    """All written steps can be made, but the play is not complete."""
    _, _, unused = min(states, key=lambda s: len(s[2]))
    other = unused[0] if unused else 0
    if dice[0] != dice[1] and len(unused) == 1:
        played = dice[0] + dice[1] - other
        larger = max(dice)
        # If the legal plays use one die only, that is the larger one.
        if played < larger and not both_playable(position.on_roll, blocked_for(position.opponent), dice):
            return Fault("BG308", -1, {"played": played, "larger": larger})
    return Fault("BG307", -1, {"dice_left": "".join(map(str, unused)), "roll": roll_text(dice)})


def stand(position: Position, steps: Sequence[Step]) -> Position | None:
    """The position after an illegal play that was let stand, whatever the dice and the direction.

    ``None`` if it cannot be made at all: no checker to move, or the opponent holds a point it lands on.
    """
    own, opponent = position
    left = [hop for hop, _ in hops_of(steps)]
    if len(left) > MAX_STEPS:
        return None
    while left:
        for start, end in left:
            if count(own, start) and start != end and end != BAR and not (end and count(opponent, 25 - end) > 1):
                break
        else:
            movers = [hop for hop in left if hop[0] != hop[1]]
            return None if movers else Position(own, opponent)
        left.remove((start, end))
        own, opponent, _ = _single((own, opponent, (0,)), start, end, 0)
    return Position(own, opponent)
