"""Single steps under any rule set: which checkers may move with one die, and what a turn must remember.

A turn is a sequence of states. A state holds both sides, how many checkers may still leave the head, and the
checkers that have hit, where the rules do not let those rest on a point of their own side.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from ..model.position import ABOVE, BAR, BAR_ONE, BITS, ONES, OUTSIDE, Position, presence
from .variants import Rules

HEAD: Final = 24
"""Where all checkers of long nardy start."""
_ON_BAR: Final = 17 << (BITS * BAR)
_COUNTS: Final = ONES * 15
_NOT_IN_HAND: Final = _COUNTS & ~ABOVE[18]
"""The counts of fields where no checker stands before all have entered and one has advanced."""
_HOME: Final = _COUNTS & ~OUTSIDE
"""The counts of the home board and of what was borne off."""
_TWELVE: Final = BITS * 12
_LOW: Final = (1 << _TWELVE) - 1
NO_LIMIT: Final = 99


class Hitter(NamedTuple):
    """A checker that has hit in this turn and may not rest on a point with another own checker."""

    point: int
    """Where it stands."""
    covers: bool
    """It has come to a point with another own checker and must move on."""
    hit: int
    """Where it hit."""


class State(NamedTuple):
    """A moment inside a turn."""

    own: int
    opponent: int
    head: int
    """How many checkers may still leave the head."""
    hitters: tuple[Hitter, ...] = ()


class Turn:
    """The rules of one turn, worked out once: what does not change from step to step."""

    __slots__ = (
        "block", "block_always", "dice", "enter_all", "enter_first", "head", "hitting", "latched", "no_bearing_off",
        "position", "rules", "same", "start", "stood", "tracks", "tracks_outside",
    )  # fmt: skip

    def __init__(self, rules: Rules, position: Position, dice: tuple[int, int], first: bool, home: bool) -> None:
        self.rules = rules
        self.position = position
        self.dice = dice
        self.same = rules.direction == "same"
        self.hitting = rules.hitting
        self.latched = rules.hitting == "yes" or (rules.hitting == "after-home" and home)
        """May the player hit, whatever stands at home?"""
        self.enter_first = rules.bar_first
        self.enter_all = rules.enter_all_first
        self.tracks = rules.hit_and_cover != "free"
        self.tracks_outside = rules.hit_and_cover == "forbidden"
        self.block = rules.block_rule
        self.block_always = rules.block_rule != "none" and rules.transient_block == "forbidden"
        self.no_bearing_off = not rules.bear_off_after_entry and bool(position.on_roll & OUTSIDE)
        self.head = NO_LIMIT
        if rules.head_limit is not None:
            self.head = rules.head_limit + (
                first and rules.head_exception != "none" and self._exception(rules.head_exception)
            )
        self.start = State(position.on_roll, position.opponent, self.head)
        self.stood = self._forbidden_before() if self.block != "none" else 0

    # ---- the board --------------------------------------------------------------------------------

    def across(self, point: int) -> int:
        """The opponent's number of a point 1..24, and the other way round."""
        if self.same:
            return point + 12 if point <= 12 else point - 12
        return 25 - point

    def mirrored(self, points: int) -> int:
        """Lowest bits of the fields 1..24 as the other side numbers them."""
        if self.same:
            fields = points >> BITS
            return ((fields & _LOW) << _TWELVE | fields >> _TWELVE) << BITS
        return int(format(points, "0126b")[::-1], 2)

    def may_hit(self, own: int) -> bool:
        """Is hitting allowed with this side on the board?"""
        return self.latched or (self.hitting == "after-home" and bool(own & _HOME))

    def blocked(self, own: int, opponent: int) -> int:
        """The points on which no checker may land (lowest bits, own numbering)."""
        held = opponent >> 1 | opponent >> 2 | opponent >> 3
        if not self.may_hit(own):
            held |= opponent
        return self.mirrored(held & ONES & ~1 & ~BAR_ONE)

    def must_enter(self, own: int) -> bool:
        """Must a checker enter before anything else moves?

        Checkers on the bar and in hand stand in one field. As long as none has got beyond the entry table they are
        taken to be in hand.
        """
        return own >= _ON_BAR and (self.enter_first or self.in_hand(own))

    def in_hand(self, own: int) -> bool:
        """Are the checkers of the bar's field in hand, and must all of them enter first?"""
        return self.enter_all and not own & _NOT_IN_HAND

    def _exception(self, kind: str) -> bool:
        """Is a single checker of the head stopped in a way that lets a second one leave?"""
        a, b = self.dice
        blocked = self.blocked(*self.position)
        stops = [self._first_stop(blocked, (a, a, a, a) if a == b else order) for order in ((a, b), (b, a))]
        if 0 in stops:
            return False  # it can play all dice
        return kind == "any-block" or all(stop == self.across(HEAD) for stop in stops)

    def _first_stop(self, blocked: int, order: tuple[int, ...]) -> int:
        at = HEAD
        for die in order:
            at -= die
            if at <= 0:
                break
            if blocked >> (BITS * at) & 1:
                return at
        return 0

    # ---- steps ------------------------------------------------------------------------------------

    def sources(self, state: State, die: int) -> int:
        """The fields (lowest bits) from which a checker may move with a die; blocks are not looked at."""
        own = state.own
        blocked = self.blocked(own, state.opponent)
        here = presence(own)
        shift = BITS * die
        free = ((here >> shift) & (ONES & ~1) & ~blocked) << shift
        if self.must_enter(own):
            return free & BAR_ONE
        if not state.head:
            free &= ~(1 << (BITS * HEAD))
        if not own & OUTSIDE and here and not self.no_bearing_off:
            exact = here & (1 << shift)
            if exact:
                return free | exact
            top = here.bit_length() - 1
            if top < shift:
                return free | 1 << top
        return free

    def moved(self, state: State, start: int, end: int) -> Iterator[State]:
        """The states after one checker was moved; several if a point holds checkers of which one has hit."""
        own = state.own + (1 << (BITS * end)) - (1 << (BITS * start))
        opponent = state.opponent
        hit = 0
        if end:
            shift = BITS * self.across(end)
            hit = opponent >> shift & 15
            if hit:
                opponent += BAR_ONE * hit - (hit << shift)
        head = state.head - 1 if start == HEAD and state.head != NO_LIMIT else state.head
        if not self.tracks:
            yield State(own, opponent, head)
            return
        hitters = state.hitters
        company = bool(state.own >> (BITS * end) & 15) if end else False
        there = [hitter for hitter in hitters if hitter.point == start]
        if state.own >> (BITS * start) & 15 > len(there):
            marked = hit and (self.tracks_outside or end <= 6)
            yield State(own, opponent, head, tuple(sorted((*hitters, Hitter(end, False, end)))) if marked else hitters)
        for hitter in dict.fromkeys(there):
            rest = list(hitters)
            rest.remove(hitter)
            if end:
                rest.append(Hitter(end, company, hitter.hit))
            yield State(own, opponent, head, tuple(sorted(rest)))

    def steps(self, state: State, die: int) -> Iterator[State]:
        """Every state that one die leads to."""
        sources = self.sources(state, die)
        while sources:
            top = sources.bit_length() - 1
            sources ^= 1 << top
            start = top // BITS
            for after in self.moved(state, start, max(start - die, 0)):
                if not self.block_always or self.forbidden_block(after) is None:
                    yield after

    def hop(self, state: State, start: int, end: int, die: int) -> Iterator[State]:
        """The states after one written hop with one die; none if it may not be made."""
        if self.sources(state, die) >> (BITS * start) & 1:
            for after in self.moved(state, start, end):
                if not self.block_always or self.forbidden_block(after) is None:
                    yield after

    # ---- the end of a turn ------------------------------------------------------------------------

    def may_end(self, state: State) -> bool:
        """May a turn end like this, whatever dice are left?"""
        if state.hitters and any(hitter.covers for hitter in state.hitters):
            return False
        return self.block == "none" or self.block_always or self.forbidden_block(state) is None

    def forbidden_block(self, state: State) -> int | None:
        """The lowest point, in the opponent's count, of a six-block that the rules do not allow.

        A block that stood before the turn (an illegal play that was let stand) is no fault of this turn.
        """
        blocks = self._blocks(state) & ~self.stood
        if not blocks:
            return None
        lowest = (blocks & -blocks).bit_length() // BITS
        # Who stands beyond the lowest block stands beyond every other one too.
        return None if self._passed(state, lowest) else lowest

    def _blocks(self, state: State) -> int:
        """Lowest bits of the points, in the opponent's count, at which six in a row begin."""
        here = self.mirrored(presence(state.own) & ~BAR_ONE)
        pairs = here & here >> BITS
        return pairs & pairs >> 2 * BITS & pairs >> 4 * BITS

    def _passed(self, state: State, lowest: int) -> bool:
        beyond = _COUNTS & ((1 << (BITS * lowest)) - 1) if self.block == "ahead" else _HOME
        return bool(state.opponent & beyond)

    def _forbidden_before(self) -> int:
        """The blocks that stand already at the start of the turn and would not be allowed."""
        blocks = self._blocks(self.start)
        return sum(
            1 << (BITS * p) for p in range(1, 20) if blocks >> (BITS * p) & 1 and not self._passed(self.start, p)
        )


@lru_cache(maxsize=64)
def search(turn_key: tuple[Rules, Position, tuple[int, int], bool, bool]) -> tuple[int, frozenset[Position]]:
    """How many dice the legal plays of a roll use, and the positions they lead to."""
    rules, position, dice, first, home = turn_key
    turn = Turn(rules, position, dice, first, home)
    if dice[0] == dice[1]:
        depths = _reached(turn, dice * 2)
        for depth in range(4, 0, -1):
            if depths[depth - 1]:
                return depth, frozenset(depths[depth - 1])
        return 0, frozenset()
    larger = _reached(turn, (max(dice), min(dice)))
    smaller = _reached(turn, (min(dice), max(dice)))
    if larger[1] or smaller[1]:
        return 2, frozenset(larger[1] | smaller[1])
    if larger[0] or smaller[0]:
        return 1, frozenset(larger[0] or smaller[0])
    return 0, frozenset()


def _reached(turn: Turn, order: tuple[int, ...]) -> list[set[Position]]:
    """For each number of dice, the positions in which a turn may end behind so many."""
    found: list[set[Position]] = []
    states = {turn.start}
    for die in order:
        states = {after for state in states for after in turn.steps(state, die)}
        found.append({Position(state.own, state.opponent) for state in states if turn.may_end(state)})
    return found
