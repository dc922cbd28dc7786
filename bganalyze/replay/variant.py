"""One game under any rule set: every play is asked of ``rules.variant_plays``, and turns may have several rolls.

Acey-Deucey: behind a 1 and a 2 that are both played the player names a double, plays it, and rolls again if all four of
it were played. A record writes each roll in a cell of its own, the other player's cell of the row staying empty.
Last-roll draw: when the player who started has borne off all, the other one has one more roll.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from ..model import actions as act
from ..model.actions import Actions, Written
from ..model.position import BAR, BITS, Position, unpack
from ..model.record import GameRecord
from ..rules.diagnose import Fault
from ..rules.outcome import kind_by_position
from ..rules.plays import hops_of
from ..rules.variant_plays import Before, all_played, diagnose, results, verify
from ..rules.variants import Rules
from .game import Replay

_NEW: Final = "new"
_NAMED: Final = "named"
_AGAIN: Final = "again"
"""What the next roll of the player on roll is: a roll, a double to be named, one more roll."""
_IN_HOME: Final = sum(15 << (BITS * point) for point in range(7))


class VariantReplay(Replay):
    """``Replay`` with all fields of the rule set."""

    __slots__ = ("home", "last_roll", "moved", "stage")

    def __init__(
        self,
        game: GameRecord,
        actions: Actions,
        rules: Rules,
        names: tuple[str, str],
        cut_off: bool,
        said: dict[str, int],
    ) -> None:
        super().__init__(game, actions, rules, names, cut_off, said)
        self.home = [False, False]
        """By seat: a checker has come home in this game."""
        self.moved = [False, False]
        """By seat: the first turn is over."""
        self.stage = _NEW
        self.last_roll: int | None = None
        """Who has one more roll because the player who started has borne off all."""

    def _unusual(self) -> bool:
        return True  # nothing goes through the quick loop, which knows the plays of backgammon only

    # ---- turns ------------------------------------------------------------------------------------

    def _action(self, i: int, seat: int, what: Written, last: bool) -> int:
        if what.kind != act.ROLL or what.dice is None:
            return super()._action(i, seat, what, last)
        if self.stage != _NEW and self.turn is not None and self.turn != seat:
            self._cut_short(i)
        stage, waiting = self.stage, self.last_roll
        full = self._all_played(seat, what.dice)
        if {*what.dice} == {1, 2} and self.rules.stake_doubles_on == "acey-deucey" and not self.played.end:
            self.played.stakes *= 2
        rolls = super()._action(i, seat, what, last)
        self.moved[seat] = True
        self.home[seat] = self._came_home(seat)
        self.stage = _NEW
        if self.played.end or self.lost or self.played.dice is not None:
            return rolls
        if waiting == seat:
            self._end_after_last_roll(i)
        elif self.rules.roll == "acey-deucey":
            self._acey_deucey(i, seat, what.dice, stage, full)
        return rolls

    def _acey_deucey(self, i: int, seat: int, dice: tuple[int, int], stage: str, full: bool) -> None:
        """Whose turn it is after a roll, and what comes next."""
        if stage == _NAMED and dice[0] == dice[1]:
            if full:
                self.stage, self.turn = _AGAIN, seat
            return
        if stage == _NAMED:
            problem = f"behind the 1 and 2 a double is named; {dice[0]}{dice[1]} is none"
            self._hint("BG325", i, {"problem": problem}, follow_up=self.broken)
            self._break()
            self.broken = True
        if {*dice} == {1, 2} and full:
            self.stage, self.turn = _NAMED, seat

    def _cut_short(self, i: int) -> None:
        """The other player rolls although this turn is not over."""
        assert self.turn is not None
        missing = (
            "the double that goes with the 1 and 2" if self.stage == _NAMED else "the roll behind the named double"
        )
        args: dict[str, object] = {"problem": f"{self.names[self.turn]} has not played {missing}"}
        self._hint("BG325", i, args, follow_up=self.broken)
        self._break()
        self.broken = True
        self.turn = 1 - self.turn
        self.stage = _NEW

    # ---- plays ------------------------------------------------------------------------------------

    def _position(self, seat: int) -> Position:
        return Position(self.sides[seat], self.sides[1 - seat])

    def _before(self, seat: int) -> Before:
        return Before(first=not self.moved[seat], home=self._came_home(seat))

    def _came_home(self, seat: int) -> bool:
        return self.home[seat] or bool(self.sides[seat] & _IN_HOME)

    def _all_played(self, seat: int, dice: tuple[int, int]) -> bool:
        if self.rules.roll != "acey-deucey" or self.lost:
            return False
        return all_played(self.rules, self._position(seat), dice, self._before(seat))

    def _verify(self, seat: int, what: Written) -> tuple[int, int, int] | None:
        if self.rules.plain:
            return super()._verify(seat, what)
        assert what.dice is not None
        return verify(self.rules, self._position(seat), what.dice, what.steps, self._before(seat))

    def _dances(self, seat: int, dice: tuple[int, int]) -> bool:
        if self.rules.plain:
            return super()._dances(seat, dice)
        return not results(self.rules, self._position(seat), dice, self._before(seat))

    def _results(self, seat: int, dice: tuple[int, int]) -> Collection[tuple[int, int]]:
        if self.rules.plain:
            return super()._results(seat, dice)
        legal = results(self.rules, self._position(seat), dice, self._before(seat))
        return [(position.on_roll, position.opponent) for position in legal]

    def _diagnose(self, seat: int, what: Written) -> Fault:
        if self.rules.plain:
            return super()._diagnose(seat, what)
        assert what.dice is not None
        return diagnose(self.rules, self._position(seat), what.dice, what.steps, self._before(seat))

    def _stand(self, seat: int, what: Written) -> Position | None:
        if self.rules.direction == "opposed":
            return super()._stand(seat, what)
        own, opponent = unpack(self.sides[seat]), unpack(self.sides[1 - seat])
        hops = [hop for hop, _ in hops_of(what.steps)]
        delta = 0
        while hops:
            # In whatever order they can be made; where one lands makes no difference to another.
            hop = next((hop for hop in hops if own[hop[0]] and hop[0] != BAR), None)
            if hop is None or (hop[1] and opponent[hop[1] + 12 if hop[1] <= 12 else hop[1] - 12]):
                return None
            hops.remove(hop)
            start, end = hop
            own[start] -= 1
            own[end] += 1
            delta += (1 << (BITS * end)) - (1 << (BITS * start))
        return Position(self.sides[seat] + delta, self.sides[1 - seat])

    # ---- the end ----------------------------------------------------------------------------------

    def _kind_of_win(self, loser: int) -> int:
        return kind_by_position(self.rules, self.sides[loser])

    def _won(self, i: int, seat: int) -> None:
        if self.rules.draw == "last-roll":
            if self.last_roll == seat:
                self.played.end = "draw"
                self.played.end_index = self.game.first + i
                return
            if self.last_roll is None and seat == self.played.starter:
                self.last_roll = 1 - seat
                self.turn = 1 - seat
                return
        super()._won(i, seat)

    def _end_after_last_roll(self, i: int) -> None:
        """The last roll did not bear off all: the result is judged now."""
        assert self.last_roll is not None
        super()._won(i, 1 - self.last_roll)

    def _finish(self) -> None:
        if self.last_roll is not None and not self.played.end and not self.lost:
            # The roll is not written. With more than four checkers left it could not have mattered.
            left = sum(unpack(self.sides[self.last_roll])[1:])
            if left <= 4 and self.played.declared_index is not None:
                problem = f"the last roll of {self.names[self.last_roll]} is not written"
                self._hint("BG514", self.played.declared_index - self.game.first, {"problem": problem})
            ends = [j for j, seat in enumerate(self.seats) if seat != self.last_roll and self.whats[j].dice is not None]
            super()._won(ends[-1], 1 - self.last_roll)
        super()._finish()
