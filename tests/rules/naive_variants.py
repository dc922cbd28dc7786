"""All legal plays of a roll under any rule set, slow and obvious: the oracle of the plays of every rule set.

Written checker by checker from the sentences of the rules, and sharing no code with ``variant_plays``. The mover's
checkers are a list of checkers, each with its point, so that it is known which one has hit; the opponent's are a
list of 26 numbers in the opponent's own numbering.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import NamedTuple

from bganalyze.model.position import Position
from bganalyze.rules.variant_plays import Before
from bganalyze.rules.variants import Rules

Hop = tuple[int, int]
OFF, HEAD, HAND = 0, 24, 25
"""Borne off; where long nardy starts; on the bar or in hand."""


class Checker(NamedTuple):
    """One checker of the mover."""

    point: int
    has_hit: bool = False
    """It has hit in this turn, where that counts for hit-and-cover."""
    stands_on_own: bool = False
    """It has hit, and came last to a point that held another own checker."""


class Board(NamedTuple):
    """A moment of a turn."""

    mine: tuple[Checker, ...]
    theirs: tuple[int, ...]
    left_head: int = 0
    """How many checkers have left the head in this turn."""


def their_number(rules: Rules, point: int) -> int:
    """How the opponent counts the mover's point."""
    if rules.direction == "opposed":
        return 25 - point
    other = point + 12
    return other - 24 if other > 24 else other


# ---- one step ----------------------------------------------------------------------------------------------


def came_home(board: Board, before: Before) -> bool:
    """Has a checker of the mover ever come home?"""
    return before.home or any(checker.point <= 6 for checker in board.mine)


def point_is_open(rules: Rules, board: Board, point: int, before: Before) -> bool:
    """May the mover land there?"""
    standing = board.theirs[their_number(rules, point)]
    if standing == 0:
        return True
    if standing >= 2 or rules.hitting == "no":
        return False
    return rules.hitting == "yes" or came_home(board, before)


def must_stay(rules: Rules, board: Board, checker: Checker) -> bool:
    """Does another checker have to enter before this one?"""
    waiting = [c for c in board.mine if c.point == HAND]
    if not waiting or checker.point == HAND:
        return False
    if rules.bar_first:
        return True
    nobody_has_advanced = all(c.point >= 19 for c in board.mine)
    return rules.enter_all_first and nobody_has_advanced


def landing(rules: Rules, start: Board, board: Board, checker: Checker, die: int) -> int | None:
    """Where one die takes the checker; ``None`` if it may not go."""
    point = checker.point
    if point == OFF:
        return None
    if point > die:
        return point - die
    if any(c.point > 6 for c in board.mine):
        return None
    if not rules.bear_off_after_entry and any(c.point > 6 for c in start.mine):
        return None
    if point < die and any(c.point > point for c in board.mine):
        return None
    return OFF


def leave_head(rules: Rules, start: Board, dice: tuple[int, int], before: Before) -> int:
    """How many checkers may leave the head in this turn."""
    if rules.head_limit is None:
        return 15
    if not before.first or rules.head_exception == "none":
        return rules.head_limit
    orders = [dice * 2] if dice[0] == dice[1] else [dice, dice[::-1]]
    stopped_at = []
    for order in orders:
        at = HEAD
        for die in order:
            if not point_is_open(rules, start, at - die, before):
                stopped_at.append(at - die)
                break
            at -= die
    if len(stopped_at) < len(orders):
        return rules.head_limit
    opponents_head = next(p for p in range(1, 25) if their_number(rules, p) == HEAD)
    if rules.head_exception == "any-block" or stopped_at == [opponents_head] * len(orders):
        return rules.head_limit + 1
    return rules.head_limit


def move(rules: Rules, board: Board, i: int, end: int) -> Board:
    """The board after one checker went to ``end``."""
    checker = board.mine[i]
    others = board.mine[:i] + board.mine[i + 1 :]
    theirs = board.theirs
    has_hit = checker.has_hit
    if end != OFF and theirs[their_number(rules, end)]:
        after = list(theirs)
        after[their_number(rules, end)] -= 1
        after[HAND] += 1
        theirs = tuple(after)
        if rules.hit_and_cover == "forbidden" or (rules.hit_and_cover == "forbidden-home" and end <= 6):
            has_hit = True
    on_own = has_hit and end != OFF and any(c.point == end for c in others)
    moved = Checker(end, has_hit and end != OFF, on_own)
    return Board(tuple(sorted((*others, moved))), theirs, board.left_head + (checker.point == HEAD))


def forbidden_blocks(rules: Rules, board: Board) -> set[int]:
    """The lowest points of six points in a row, in the opponent's count, that the mover may not hold."""
    held = {their_number(rules, c.point) for c in board.mine if 1 <= c.point <= 24}
    found = set()
    for lowest in range(1, 20):
        if all(p in held for p in range(lowest, lowest + 6)):
            if rules.block_rule == "ahead" and not any(board.theirs[p] for p in range(lowest)):
                found.add(lowest)
            if rules.block_rule == "home-entered" and not any(board.theirs[p] for p in range(7)):
                found.add(lowest)
    return found


def builds_block(rules: Rules, start: Board, board: Board) -> bool:
    """Does the mover hold a block that may not be held, and that did not stand before the turn?"""
    return rules.block_rule != "none" and bool(forbidden_blocks(rules, board) - forbidden_blocks(rules, start))


def may_end(rules: Rules, start: Board, board: Board) -> bool:
    """May a turn end like this?"""
    return not any(c.stands_on_own for c in board.mine) and not builds_block(rules, start, board)


# ---- all plays ---------------------------------------------------------------------------------------------


def _board(position: Position) -> Board:
    own, theirs = position.counts()
    return Board(tuple(Checker(p) for p in range(26) for _ in range(own[p])), tuple(theirs))


def _position(board: Board) -> Position:
    own = [0] * 26
    for checker in board.mine:
        own[checker.point] += 1
    return Position.from_counts(own, board.theirs)


def naive_plays(
    rules: Rules, position: Position, dice: tuple[int, int], before: Before
) -> dict[Position, tuple[Hop, ...]]:
    """Every position a legal play leads to, with single hops in an order in which they can be made."""
    start = _board(position)
    most_from_head = leave_head(rules, start, dice, before)
    found: dict[tuple[int, ...], dict[Position, tuple[Hop, ...]]] = {}
    for order in [dice * 2] if dice[0] == dice[1] else [dice, dice[::-1]]:
        reached: dict[Board, tuple[Hop, ...]] = {start: ()}
        for n, die in enumerate(order, 1):
            after: dict[Board, tuple[Hop, ...]] = {}
            for board, hops in reached.items():
                for i, checker in enumerate(board.mine):
                    if checker in board.mine[:i] or must_stay(rules, board, checker):
                        continue
                    if checker.point == HEAD and board.left_head >= most_from_head:
                        continue
                    end = landing(rules, start, board, checker, die)
                    if end is None or (end != OFF and not point_is_open(rules, board, end, before)):
                        continue
                    made = move(rules, board, i, end)
                    if rules.transient_block == "forbidden" and builds_block(rules, start, made):
                        continue
                    after.setdefault(made, (*hops, (checker.point, end)))
            reached = after
            ends = found.setdefault(tuple(sorted(order[:n])), {})
            for board, hops in reached.items():
                if may_end(rules, start, board):
                    ends.setdefault(_position(board), hops)
    played = [used for used, ends in found.items() if ends]
    if not played:
        return {}
    # As many dice as possible; of two dice of which only one can be played the larger one.
    return found[max(played, key=lambda used: (len(used), sum(used)))]


def naive_results(rules: Rules, position: Position, dice: tuple[int, int], before: Before) -> set[Position]:
    """Every position a legal play leads to; empty if nothing can be played."""
    return set(naive_plays(rules, position, dice, before))


# ---- random material ---------------------------------------------------------------------------------------


class Entry(NamedTuple):
    """One roll of a random game."""

    seat: int
    position: Position
    """Before the roll, seen by the player who rolls."""
    dice: tuple[int, int]
    steps: tuple[Hop, ...]
    """Single hops, each with one die, in an order in which they can be made; empty if nothing can be played."""
    before: Before
    named: bool
    """A double that was named behind a 1 and 2, not rolled."""
    after: Position
    """Seen by the same player."""
    results: frozenset[Position]
    """All positions that a legal play leads to."""


def random_game(rules: Rules, rng: Random, longest: int = 2000) -> Iterator[Entry]:
    """Random legal play from the start to the end of the game (or to so many rolls)."""
    sides = [rules.start_position().on_roll, rules.start_position().opponent]
    first, home = [True, True], [False, False]
    seat = rng.randrange(2)
    rolls = 0
    while rolls < longest:
        stage = "new"
        while stage and rolls < longest:
            dice = (rng.randint(1, 6), rng.randint(1, 6))
            while rolls == 0 and rules.rolled_off(True) and dice[0] == dice[1]:
                dice = (rng.randint(1, 6), rng.randint(1, 6))
            if stage == "named":
                dice = (dice[0], dice[0])
            position = Position(sides[seat], sides[1 - seat])
            before = Before(first[seat], home[seat])
            plays = naive_plays(rules, position, dice, before)
            after, hops = rng.choice(list(plays.items())) if plays else (position, ())
            yield Entry(seat, position, dice, hops, before, stage == "named", after, frozenset(plays))
            rolls += 1
            sides[seat], sides[1 - seat] = after
            home[seat] |= any(end <= 6 for _, end in hops)
            if not any(after.counts()[0][1:]):
                return
            if stage == "named":
                stage = "new" if len(hops) == 4 else ""
            elif rules.roll == "acey-deucey" and sorted(dice) == [1, 2] and len(hops) == 2:
                stage = "named"
            else:
                stage = ""
        first[seat] = False
        seat = 1 - seat


def scattered_position(rules: Rules, rng: Random) -> Position:
    """Checkers anywhere: on the head, at home, in hand, in rows of points, with points and blots of the opponent."""
    checkers = rules.checkers()
    own, theirs = [0] * 26, [0] * 26
    zone = rng.choice([24, 24, 24, 18, 12, 7, 6])
    waits = rng.choice([0, 0, 0.1, 0.5]) if rules.hitting != "no" or rules.start == "in-hand" else 0
    left = checkers
    unmoved = rules.head_limit is not None and rng.random() < 0.2
    if unmoved:
        left = 0
        own[HEAD] = checkers
    elif rules.start == "long" and rng.random() < 0.4:
        left = rng.randint(0, 12)
        own[HEAD] = checkers - left
    locks = rules.block_rule != "none" and rng.random() < 0.5
    if locks or rng.random() < 0.3:
        # Six points in the opponent's count or nearly so, where a block has to be made or broken.
        lowest = rng.randint(1, 19)
        for theirs_count in rng.sample(range(lowest, lowest + 6), 5 if locks else rng.randint(3, 6)):
            if left:
                own[next(p for p in range(1, 25) if their_number(rules, p) == theirs_count)] += 1
                left -= 1
    while left:
        n = min(left, rng.choice([1, 1, 2, 2, 3, 5]))
        low = 0 if zone <= 7 and rng.random() < 0.3 else 1
        own[HAND if rng.random() < waits else rng.randint(low, zone)] += n
        left -= n
    low, high = rng.choice([(1, 24), (1, 24), (0, 6), (13, 24), (1, 12)])
    left = checkers
    if unmoved or (locks and rng.random() < 0.7):
        # Hardly anybody has left the opponent's head.
        left = rng.randint(0, min(4, checkers))
        heads = next(p for p in range(1, 25) if their_number(rules, p) == HEAD)
        theirs[HAND if own[heads] else HEAD] += checkers - left
    while left:
        n = min(left, rng.choice([1, 1, 2, 2, 3, 4]))
        point = HAND if rng.random() < waits / 2 else rng.randint(low, high)
        if 1 <= point <= 24 and any(own[p] and their_number(rules, p) == point for p in range(1, 25)):
            point = 0
        theirs[point] += n
        left -= n
    return Position.from_counts(own, theirs)


def random_position(rules: Rules, rng: Random) -> Position:
    """A position of a random game, or a scattered one."""
    if rng.random() < 0.5:
        return scattered_position(rules, rng)
    entries = list(random_game(rules, rng, rng.randint(1, 60)))
    return entries[-1].position


# ---- what a written play can mean --------------------------------------------------------------------------


def naive_meanings(rules: Rules, position: Position, dice: tuple[int, int], hops: list[Hop]) -> set[Position]:
    """Every position to which written hops can lead, as written or over stops, if nothing held is in the way.

    Steps backwards, and more steps than dice, lead nowhere.
    """
    all_dice = dice * 2 if dice[0] == dice[1] else dice
    if not hops or len(hops) > len(all_dice) or any(start <= end for start, end in hops):
        return set()
    own, theirs = position.counts()
    for start, end in hops:
        own[start] -= 1
        own[end] += 1
    if min(own) < 0:
        return set()
    most = 1 if rules.hitting == "no" else 2
    found = set()
    for ways in product(*(_stops(hop, all_dice) for hop in hops)):
        landings = {end for _, end in hops if end} | {stop for stops in ways for stop in stops}
        if any(theirs[their_number(rules, p)] >= most for p in landings):
            continue
        after = theirs.copy()
        for p in landings:
            after[HAND] += after[their_number(rules, p)]
            after[their_number(rules, p)] = 0
        found.add(Position.from_counts(own, after))
    return found


def _stops(hop: Hop, dice: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Landing places on the way of a hop: none, or those of two and more dice in any order."""
    found: set[tuple[int, ...]] = {()}
    for n in range(2, len(dice) + 1):
        for order in set(permutations(dice, n)):
            at = [hop[0] - sum(order[:k]) for k in range(n + 1)]
            arrives = at[-1] == hop[1] or (hop[1] == OFF and at[-1] < 0)
            if arrives and all(p > hop[1] for p in at[1:-1]):
                found.add(tuple(at[1:-1]))
    return found
