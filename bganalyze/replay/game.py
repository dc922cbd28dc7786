"""One game's actions + rules -> positions, cube, turn, and what was wrong on the way.

The record is followed as long as a play can be made at all, because an unchallenged play stands. What depends
on the match score (Crawford game, dead cube, points) is left to scoring.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..formats.xgid import board_sides
from ..model import actions as act
from ..model.actions import Actions, Written
from ..model.gnuid import IdError
from ..model.position import IN_PLAY, Position, pack
from ..model.record import MOST_REMARKS, GameRecord
from ..rules.cube import CENTRED, Cube, Offer, automatic_doubles
from ..rules.diagnose import Fault, diagnose, stand
from ..rules.outcome import is_over, kind_of_win
from ..rules.plays import (
    AMBIGUOUS,
    FALSE_MARK,
    SAME_POSITION,
    UNMARKED_HIT,
    Play,
    compile_play,
    is_dance,
    results,
    verify,
)
from ..rules.variants import Rules


class Hint(NamedTuple):
    """Something found at an action of the record (or at a line), before it gets its place and words."""

    code: str
    action: int | None
    """Index of the action."""
    args: dict[str, object]
    position: Position | None = None
    """Before the action, seen by its player."""
    cube: Cube = CENTRED
    line: int | None = None
    """The line, for what belongs to no action."""
    severity: str | None = None
    follow_up: bool = False
    step: int = -1
    """The written step to point at; -1 for the whole text."""
    seat: int | None = None
    dice: tuple[int, int] | None = None
    stood: bool = False
    """An illegal play that could be made on the board all the same; the record was followed."""


@dataclass(slots=True, eq=False, repr=False)
class Played:
    """What a replay knows of a game."""

    start_cube: int = 1
    cube: Cube = CENTRED
    doubtful: Cube | None = None
    """The cube as it would be if an illegal double did not count."""
    turned: bool = False
    """A double was offered and accepted."""
    offers: list[Offer] = field(default_factory=list)
    plies: int = 0
    end: str = ""
    """'board', 'drop', 'draw' (by a last roll), or '' if neither happened."""
    winner: int | None = None
    """By the board or a drop."""
    starter: int | None = None
    """Who rolled first; ``None`` if the game has no roll or starts from a set-up."""
    opening_double: bool = False
    """The first roll was a double."""
    stakes: int = 1
    """Times the stake: doubled by each 1 and 2 where the rules say so."""
    kind: int = 0
    """Of a win on the board: 1 single, 2 gammon, 3 backgammon."""
    end_index: int | None = None
    sides: tuple[int, int] | None = None
    """Both sides at the end; ``None`` if the position was lost."""
    on_roll: int | None = None
    """Who has to roll next, or has rolled the ``dice``."""
    dice: tuple[int, int] | None = None
    pending: Offer | None = None
    checked: str = "full"
    declared_winner: int | None = None
    declared_points: int | None = None
    declared_index: int | None = None
    declared_conflict: str = ""
    claims_match: bool = False
    """The result says that it ends the match."""
    declared_draw: bool = False
    """The record says that the game is a draw."""
    resigned: int | None = None
    """The seat that resigned in words, or lost by a result."""
    unmarked: list[int] = field(default_factory=list)
    """Actions with a hit that carries no star."""
    marked: bool = False
    """Some hit carries its star."""
    hints: list[Hint] = field(default_factory=list)


def _completed(side: int, checkers: int) -> int:
    """A side whose borne-off checkers were taken to be what is missing from 15, in a game of so many checkers."""
    in_play = 15 - (side & 15)
    return side - (side & 15) + max(checkers - in_play, 0)


def _compiled(written: Written) -> Play:
    """The masks of a roll with steps; equal text shares them, since it shares the action."""
    assert written.dice is not None
    written.compiled = play = compile_play(written.dice, written.steps)
    return play


LARGEST_CUBE = 1 << 24
"""No cube is followed further, whatever the rules say: a record that doubles for ever must not fill the memory."""
_SEEN_IN_THE_TEXT = ("BG303", "BG309", "BG310")
"""Faults that the text and the roll show; others may follow from an earlier fault of the game."""
REMARKS = ("BG110", "BG311", "BG312", "BG390")
"""Said about an action that is not itself at fault."""
_RESULTS = (act.WINS, act.LOSSES, act.RESIGN, act.REMARK, act.DRAW)


class Moment(NamedTuple):
    """An action with what was true before and after it."""

    index: int  # type: ignore[assignment]
    """Of the action in the record."""
    seat: int
    before: Position | None
    """Seen by the player who acts; ``None`` if the position was lost."""
    after: Position | None
    """Seen by the same player."""
    cube: Cube
    """Before the action."""
    pending: Offer | None
    """A double that waits for its answer before the action."""
    turn: int | None
    """Whose turn it is after the action, as far as that is known."""
    code: str | None
    """What was wrong with the action; ``None``: nothing was found."""


@dataclass(slots=True, eq=False, repr=False)
class Trace:
    """What ``Moment`` tells of the actions of one game, in columns that are filled on the way of the replay."""

    sides: list[int] = field(default_factory=list)
    """Before each action the packed sides of who acts and of the opponent; after the last one those of both seats.
    Zeros where the position is not known."""
    cubes: list[tuple[int, Cube]] = field(default_factory=list)
    """From which action on (index in the game) the cube is this one; behind a double, the one that a drop pays."""
    chained: set[int] = field(default_factory=set)
    """Answers to redoubles of a beaver (indices in the game)."""


class Replay:
    """One game under backgammon's own plays; ``variant.VariantReplay`` asks the rule set for every play."""

    __slots__ = (
        "broken", "cube", "cut_off", "first", "game", "lost", "names", "opened", "over_told", "pending", "played",
        "result_seen", "rules", "said", "seats", "sides", "turn", "unclear", "whats",
    )  # fmt: skip

    def __init__(
        self,
        game: GameRecord,
        actions: Actions,
        rules: Rules,
        names: tuple[str, str],
        cut_off: bool,
        said: dict[str, int],
    ) -> None:
        self.game = game
        self.rules = rules
        self.names = names
        self.seats = [place & 1 for place in actions.place[game.first : game.last]]
        self.whats = actions.what[game.first : game.last]
        self.cut_off = cut_off
        self.first = next((i for i, what in enumerate(self.whats) if what.kind != act.SET), len(self.whats))
        """Index of the first action that is no set-up."""
        self.said = said
        self.played = Played()
        start = rules.start_position()
        self.sides = [start.on_roll, start.opponent]
        self.lost = False
        self.broken = False
        """A turn is missing or an illegal play stands: later faults may follow from that."""
        self.turn: int | None = None
        """Whose turn it is; ``None`` before the opening roll."""
        self.pending: Offer | None = None
        self.unclear = False
        """An action could not be read: a double may be open, a turn may be missing."""
        self.opened = False
        """The opening roll was made."""
        self.over_told = False
        self.result_seen = False
        self.cube = Cube()

    # ---- the loop ---------------------------------------------------------------------------------

    def run(self) -> Played:
        self._set_up()
        sides, seats, played = self.sides, self.seats, self.played
        live = self._last_live()
        plies = 0
        # The common cases are done here in one go: the right player, a known position, a legal play or a dance.
        # ``expected`` is the seat whose turn it is, -1 if the next action needs a closer look; own and opponent
        # are the sides as that seat sees them, newer than ``sides`` until an uncommon action comes.
        expected = -1
        own = opponent = 0
        for i, what in enumerate(self.whats):
            seat = seats[i]
            if seat == expected:
                if what.dice is None:
                    pass
                elif what.played == act.PLAYED:
                    play = what.compiled or _compiled(what)
                    after = verify(own, opponent, play)
                    if after is not None and after[2] <= UNMARKED_HIT:
                        plies += 1
                        expected = 1 - seat
                        opponent, own, flags = after
                        if flags:
                            played.unmarked.append(self.game.first + i)
                        elif play.marks:
                            played.marked = True
                        if not opponent & IN_PLAY:
                            sides[expected], sides[seat] = own, opponent
                            self._won(i, seat)
                            self.turn, expected = expected, -1
                        continue
                elif what.played != act.MARKED and is_dance(own, opponent, what.dice):
                    plies += 1
                    expected = 1 - seat
                    own, opponent = opponent, own
                    continue
            if expected >= 0:
                self.turn = expected
                sides[expected], sides[1 - expected] = own, opponent
            plies += self._action(i, seat, what, i == live)
            expected = -1
            if self.turn is not None and not self._unusual():
                expected = self.turn
                own, opponent = sides[expected], sides[1 - expected]
        if expected >= 0:
            self.turn = expected
            sides[expected], sides[1 - expected] = own, opponent
        played.plies = plies
        self._finish()
        return played

    def trace(self, trace: Trace) -> Played:
        """``run`` and notes; a loop of its own, because a check shall not pay for them."""
        self._set_up()
        sides, seats, played = self.sides, self.seats, self.played
        live = self._last_live()
        note = trace.sides.append
        plies = 0
        expected = -1
        own = opponent = 0
        shown = self.cube
        trace.cubes.append((0, shown))
        for i, what in enumerate(self.whats):
            seat = seats[i]
            if seat == expected:
                if what.dice is None:
                    pass
                elif what.played == act.PLAYED:
                    play = what.compiled or _compiled(what)
                    after = verify(own, opponent, play)
                    if after is not None and after[2] <= UNMARKED_HIT:
                        note(own)
                        note(opponent)
                        plies += 1
                        expected = 1 - seat
                        opponent, own, flags = after
                        if flags:
                            played.unmarked.append(self.game.first + i)
                        elif play.marks:
                            played.marked = True
                        if not opponent & IN_PLAY:
                            sides[expected], sides[seat] = own, opponent
                            self._won(i, seat)
                            self.turn, expected = expected, -1
                        continue
                elif what.played != act.MARKED and is_dance(own, opponent, what.dice):
                    note(own)
                    note(opponent)
                    plies += 1
                    expected = 1 - seat
                    own, opponent = opponent, own
                    continue
            if expected >= 0:
                self.turn = expected
                sides[expected], sides[1 - expected] = own, opponent
            pending = self.pending
            note(0 if self.lost else sides[seat])
            note(0 if self.lost else sides[1 - seat])
            if pending is not None and pending.chain:
                trace.chained.add(i)
            plies += self._action(i, seat, what, i == live)
            cube = self.cube if self.pending is None else self.pending.before
            if cube != shown:
                shown = cube
                trace.cubes.append((i + 1, shown))
            expected = -1
            if self.turn is not None and not self._unusual():
                expected = self.turn
                own, opponent = sides[expected], sides[1 - expected]
        if expected >= 0:
            self.turn = expected
            sides[expected], sides[1 - expected] = own, opponent
        note(0 if self.lost else sides[0])
        note(0 if self.lost else sides[1])
        played.plies = plies
        self._finish()
        return played

    def follow(self) -> list[Moment]:
        """The same game action by action, with nothing taken in one go."""
        self._set_up()
        moments = []
        live = self._last_live()
        hints = self.played.hints
        for i, (seat, what) in enumerate(zip(self.seats, self.whats, strict=True)):
            before, cube, pending, told = self._seen_by(seat), self.cube, self.pending, len(hints)
            self._action(i, seat, what, i == live)
            index = self.game.first + i
            faults = (h.code for h in hints[told:] if h.action == index and h.code not in REMARKS)
            after = self._seen_by(seat)
            moments.append(Moment(index, seat, before, after, cube, pending, self.turn, next(faults, None)))
        return moments

    def _seen_by(self, seat: int) -> Position | None:
        return None if self.lost else Position(self.sides[seat], self.sides[1 - seat])

    def _unusual(self) -> bool:
        """Must the next roll be looked at more closely than a legal play by the right player?"""
        return self.lost or self.pending is not None or not self.opened or bool(self.played.end) or self.result_seen

    def _action(self, i: int, seat: int, what: Written, last: bool) -> int:
        """Any action; gives the number of rolls in it."""
        sides = self.sides
        if what.kind != act.ROLL:
            self._other(i, seat, what)
            return 0
        if what.dice is None:
            return 0  # a roll that was not made any more
        if (self.played.end or self.result_seen) and self._after_end(i, what):
            return 1
        if self.pending is not None or self.turn != seat or not self.opened:
            self._before_roll(i, seat, what)
        self.turn = 1 - seat
        if self.lost:
            return 1
        if what.steps:
            after = self._verify(seat, what)
            if after is None:
                self._illegal(i, seat, what)
                return 1
            sides[seat], sides[1 - seat], flags = after
            if flags:
                self._flags(i, seat, what, flags)
            if is_over(sides[seat]):
                self._won(i, seat)
        elif what.played == act.MARKED:
            self._marked(i, seat, what)
        elif not self._dances(seat, what.dice):
            self._unwritten(i, seat, what, last)
        return 1

    # ---- what the rules say of plays: asked here and nowhere else, but for the quick loop ----------

    def _verify(self, seat: int, what: Written) -> tuple[int, int, int] | None:
        """Both sides after a play, the mover's first, and flags; ``None`` if it is not legal."""
        return verify(self.sides[seat], self.sides[1 - seat], what.compiled or _compiled(what))

    def _dances(self, seat: int, dice: tuple[int, int]) -> bool:
        """Can nothing be played?"""
        return is_dance(self.sides[seat], self.sides[1 - seat], dice)

    def _results(self, seat: int, dice: tuple[int, int]) -> Collection[tuple[int, int]]:
        """Both sides after every legal play."""
        return results(self.sides[seat], self.sides[1 - seat], dice)

    def _diagnose(self, seat: int, what: Written) -> Fault:
        """What is wrong with a play that is not legal."""
        assert what.dice is not None
        return diagnose(Position(self.sides[seat], self.sides[1 - seat]), what.dice, what.steps)

    def _stand(self, seat: int, what: Written) -> Position | None:
        """The position after an illegal play that stands; ``None`` if its steps cannot be made."""
        return stand(Position(self.sides[seat], self.sides[1 - seat]), what.steps)

    def _kind_of_win(self, loser: int) -> int:
        return kind_of_win(self.sides[loser])

    def _set_up(self) -> None:
        automatic = self.game.auto_doubles
        if automatic:
            self._automatic(automatic)
        setup = self.game.setup
        if setup is None:
            return
        board, _, cube = setup.partition("/")
        try:
            right, left = board_sides(board)
            exponent = int(cube or "0")
            if not -12 <= exponent <= 12:
                raise ValueError
        except (IdError, ValueError) as error:
            reason = str(error) if isinstance(error, IdError) else f"cube {cube[:20]!r}"
            args: dict[str, object] = {"problem": f"the set-up position cannot be read: {reason}"}
            self.played.hints.append(Hint("BG605", None, args, line=self.game.setup_line))
            self._lose_board(None)
            return
        checkers = self.rules.checkers()
        for seat, counts in ((0, left), (1, right)):
            counts[0] = max(checkers - sum(counts[1:]), 0)
            self.sides[seat] = pack(counts)
        if exponent:
            self.cube = Cube(1 << abs(exponent), 0 if exponent < 0 else 1)
            self.played.start_cube = self.cube.value
            self.played.turned = True  # a cube that somebody owns was offered and taken

    def _automatic(self, number: int) -> None:
        """The record states automatic doubles."""
        allowed = self.rules.auto_doubles
        if allowed is not None and number > allowed:
            problem = f"the record has {number} automatic doubles, the rules allow {allowed or 'none'}"
            self.played.hints.append(Hint("BG606", None, {"problem": problem}, line=self.game.line))
        self.cube = Cube(min(1 << min(number, 24), LARGEST_CUBE))
        self.played.start_cube = self.cube.value

    def _set(self, i: int, what: Written) -> None:
        """Position, cube or turn set by hand: a set-up in front of a game, an edit in its middle."""
        setup = what.setup
        assert setup is not None
        begun = i > self.first
        changes: list[str] = []
        if setup.sides is not None:
            self._set_sides(i, setup.sides, begun, changes)
        cube = self.cube
        if setup.cube is not None:
            cube = cube._replace(value=setup.cube)
        if setup.owner is not None:
            cube = cube._replace(owner=None if setup.owner < 0 else setup.owner)
        if cube != self.cube:
            owner = "in the middle" if cube.owner is None else f"of {self.names[cube.owner]}"
            changes.append(f"the cube to {cube.value}, {owner},")
            if not begun and setup.sides is None and not self.opened and cube.owner is None:
                self._automatic(cube.value.bit_length() - 1)
            else:
                self.cube = cube
                if not begun:
                    self.played.start_cube = cube.value
            self.played.turned = self.played.turned or cube.owner is not None
        if setup.on_roll is not None:
            if begun and self.turn is not None and self.turn != setup.on_roll:
                changes.append("the turn")
            self.turn = setup.on_roll
            self.unclear = False
        if begun and changes:
            self._hint("BG605", i, {"problem": f"the record sets {', '.join(changes)} by hand in the middle of a game"})
            self._break()
            self.broken = False

    def _set_sides(self, i: int, given: tuple[int, int], begun: bool, changes: list[str]) -> None:
        """The position of a set-up."""
        checkers = self.rules.checkers()
        for side in given:
            if 15 - (side & 15) > checkers:
                problem = f"a side has {15 - (side & 15)} checkers, the game has {checkers} a side"
                self._hint("BG605", i, {"problem": problem}, severity="error")
        sides = [_completed(side, checkers) for side in given]
        if sides != self.sides or self.lost:
            self.sides[:] = sides
            self.lost = False
            if begun:
                changes.append("the position")
                self.turn = None
                self.unclear = True  # whose turn it is need not follow from what was before
        if self.pending is not None:
            changes.append("that no double is open")
            self.pending = None
        if not begun:
            problem = "the game starts from a position that is set up by hand"
            self._hint("BG605", i, {"problem": problem}, severity="note")
        self.opened = True  # what follows is no opening roll

    def _last_live(self) -> int:
        """Index of the last action that is no result, or -1."""
        for i in range(len(self.whats) - 1, -1, -1):
            what = self.whats[i]
            if what.kind not in (*_RESULTS, act.SET) and not (what.kind == act.ROLL and what.dice is None):
                return i
        return -1

    # ---- hints ------------------------------------------------------------------------------------

    def _hint(
        self,
        code: str,
        i: int | None,
        args: dict[str, object] | None = None,
        *,
        severity: str | None = None,
        follow_up: bool = False,
        step: int = -1,
        stood: bool = False,
    ) -> None:
        self.said[code] = self.said.get(code, 0) + 1
        if self.said[code] > MOST_REMARKS:
            return
        position = None
        seat = dice = None
        if i is not None:
            seat = self.seats[i]
            dice = self.whats[i].dice
            if not self.lost:
                position = Position(self.sides[seat], self.sides[1 - seat])
        index = None if i is None else self.game.first + i
        self.played.hints.append(
            Hint(code, index, args or {}, position, self.cube, None, severity, follow_up, step, seat, dice, stood)
        )

    def _lose_board(self, i: int | None, step: int = -1) -> None:
        """From here on the position is not known."""
        if self.lost:
            return
        following = self.whats[(0 if i is None else i + 1) :]
        more = any(w.kind == act.ROLL and w.dice is not None for w in following)
        self.lost = True
        self.played.checked = "partly" if i is not None and any(w.kind == act.ROLL for w in self.whats[:i]) else "none"
        if more or i is None:
            self._hint("BG390", i, step=step)
            if i is None and self.played.hints:
                self.played.hints[-1] = self.played.hints[-1]._replace(line=self.game.setup_line)

    def _break(self) -> None:
        if self.played.checked == "full":
            self.played.checked = "after-a-break"

    # ---- rolls ------------------------------------------------------------------------------------

    def _before_roll(self, i: int, seat: int, what: Written) -> None:
        pending = self.pending
        if pending is not None:
            if pending.chain == 0:
                # A beaver needs no written answer; a double does.
                self._hint("BG406", i, {"action": "a roll", "value": pending.value})
                self.played.doubtful = pending.before
                self.broken = True
            self._accept(pending)
        elif self.turn is not None and self.turn != seat and not self.unclear:
            self._wrong_player(i)
        self.unclear = False
        if not self.opened:
            self.opened = True
            dice = what.dice
            if self.game.setup is None:
                self.played.starter = seat
            if dice is not None and dice[0] == dice[1] and self.game.setup is None:
                self.played.opening_double = True
                if self.rules.rolled_off(first_game=False):
                    self._hint("BG201", i, {"roll": f"{dice[0]}{dice[1]}"})

    def _wrong_player(self, i: int) -> None:
        assert self.turn is not None
        self._hint("BG202", i, {"expected": self.names[self.turn]}, follow_up=self.broken)
        self._break()
        self.broken = True

    def _shown(self, what: Written) -> str:
        return " ".join(what.text.split())

    def _flags(self, i: int, seat: int, what: Written, flags: int) -> None:
        if flags & UNMARKED_HIT:
            self.played.unmarked.append(self.game.first + i)
        if flags == UNMARKED_HIT:
            return
        shown = self._shown(what)
        if flags & FALSE_MARK:
            args: dict[str, object] = {"shown": shown, "problem": "a star where nothing is hit"}
            self._hint("BG311", i, args, follow_up=self.broken)
        if flags & SAME_POSITION:
            self._hint(
                "BG110",
                i,
                {"what": f"{shown}: no die makes these steps, but the position is that of a legal play"},
            )
        if flags & AMBIGUOUS:
            self._hint("BG312", i, {"shown": shown})

    def _illegal(self, i: int, seat: int, what: Written) -> None:
        assert what.dice is not None
        if self.cut_off and i == len(self.whats) - 1:
            return  # the end of the play is what the file lost
        fault = self._diagnose(seat, what)
        args: dict[str, object] = {"shown": self._shown(what), **fault.args, **phrases(fault.args)}
        follow_up = self.broken and fault.code not in _SEEN_IN_THE_TEXT
        after = self._stand(seat, what)
        self._hint(fault.code, i, args, follow_up=follow_up, step=fault.step, stood=after is not None)
        if after is None:
            self._lose_board(i, fault.step)
            return
        self._break()
        self.broken = True
        self.sides[seat], self.sides[1 - seat] = after
        if is_over(after.on_roll):
            self._won(i, seat)

    def _marked(self, i: int, seat: int, what: Written) -> None:
        given, dice = what.given, what.dice
        assert given is not None and dice is not None
        self._hint("BG313", i, {"roll": f"{dice[0]}{dice[1]}"})
        self._break()
        self.broken = False  # the position is stated, nothing that follows comes from before
        on_roll = 1 - seat
        if given.name is not None and given.name == self.names[seat] != self.names[1 - seat]:
            on_roll = seat
        checkers = self.rules.checkers()
        for who, side in ((on_roll, given.on_roll), (1 - on_roll, given.opponent)):
            self.sides[who] = _completed(side, checkers)

    def _unwritten(self, i: int, seat: int, what: Written, last: bool) -> None:
        """Nothing is written behind the roll although something can be played."""
        dice = what.dice
        assert dice is not None
        roll = f"{dice[0]}{dice[1]}"
        if what.played == act.PENDING and (last or self.whats[i + 1].kind == act.SET):
            self.turn = seat
            self.played.dice = dice
            return
        if what.played == act.CANNOT:
            args = {"shown": self._shown(what), "dice_left": roll}
            self._hint("BG307", i, {**args, **phrases(args)}, follow_up=self.broken, stood=True)
            self._break()
            self.broken = True
            return
        legal = self._results(seat, dice)
        result = last and self._result_behind(i)
        single = next(iter(legal)) if len(legal) == 1 else None
        if single is not None and (not result or (is_over(single[0]) and self._winner_behind(i) == seat)):
            self._hint("BG110", i, {"what": f"no play is written for {roll}; the single legal one is taken"})
            self.sides[seat], self.sides[1 - seat] = single
            if is_over(single[0]):
                self._won(i, seat)
            return
        if result or (last and self.cut_off and i == len(self.whats) - 1):
            # Rolled, then resigned; or the file was cut here.
            self.turn = seat
            self.played.dice = dice
            return
        self._hint("BG205", i, {"roll": roll, "count": len(legal)}, follow_up=self.broken)
        self._lose_board(i)

    def _result_behind(self, i: int) -> bool:
        """Does a result or a resignation follow?"""
        return any(w.kind in (act.WINS, act.LOSSES, act.RESIGN, act.DRAW) for w in self.whats[i + 1 :])

    def _winner_behind(self, i: int) -> int | None:
        """The winner that the record declares behind an action."""
        for j in range(i + 1, len(self.whats)):
            if self.whats[j].kind in (act.WINS, act.LOSSES):
                return self.seats[j] if self.whats[j].kind == act.WINS else 1 - self.seats[j]
        return None

    def _won(self, i: int, seat: int) -> None:
        self.played.end = "board"
        self.played.winner = seat
        self.played.kind = self._kind_of_win(1 - seat)
        self.played.end_index = self.game.first + i

    def _after_end(self, i: int, what: Written) -> bool:
        """An action after the end or after a result: told once. Is it to be left out?

        After a result that nothing on the board bears out the replay goes on: the result was the mistake.
        """
        if not self.over_told:
            self.over_told = self.broken = True
            self._hint("BG204", i, {"what": f"{act.KIND_NAMES[what.kind]} {' '.join(what.text.split())!r}"})
        return bool(self.played.end)

    # ---- everything else --------------------------------------------------------------------------

    def _other(self, i: int, seat: int, what: Written) -> None:
        kind = what.kind
        if kind in (act.WINS, act.LOSSES):
            self._declared(i, seat, what)
            return
        if kind == act.DRAW:
            self.result_seen = True
            self.played.declared_draw = True
            self.played.declared_index = self.game.first + i
            return
        if kind == act.RESIGN:
            if self.played.resigned is None and not self.played.end:
                self.played.resigned = seat
            return
        if kind == act.REMARK:
            if what.text.lower().startswith("reject"):
                self.played.resigned = None  # the game goes on
            return
        if kind == act.SET:
            if not ((self.played.end or self.result_seen) and self._after_end(i, what)):
                self._set(i, what)
            return
        if kind == act.DROP and self.pending is None and self.played.resigned not in (None, seat):
            return  # "Passes" as the answer to a resignation
        if (self.played.end or self.result_seen) and self._after_end(i, what):
            return
        if kind == act.UNREADABLE:
            if self.cut_off and i == len(self.whats) - 1:
                return
            # A position that is none contradicts the rules whatever comes of it.
            severity = "error" if what.code == "BG605" else None
            self._hint(what.code, i, {"problem": what.problem}, severity=severity)
            self._lose_board(i)
            self.unclear = True
            return
        if kind == act.DOUBLE:
            self._double(i, seat, what)
        elif kind in (act.BEAVER, act.RACCOON):
            self._beaver(i, seat, what)
        else:
            self._answer(i, seat, what)

    def _declared(self, i: int, seat: int, what: Written) -> None:
        played = self.played
        winner = seat if what.kind == act.WINS else 1 - seat
        self.result_seen = True
        played.claims_match = played.claims_match or what.code == "match"
        if what.kind == act.LOSSES and not played.end:
            played.resigned = seat
        if played.declared_winner is None:
            played.declared_winner, played.declared_points = winner, what.value
            played.declared_index = self.game.first + i
        elif self.over_told or (winner, what.value) == (played.declared_winner, played.declared_points):
            if what.kind == act.LOSSES and not self.over_told:
                return
            played.declared_winner, played.declared_points = winner, what.value
            played.declared_index = self.game.first + i
        else:
            assert played.declared_index is not None
            earlier = self.whats[played.declared_index - self.game.first]
            adopted = what.kind == act.WINS
            played.declared_conflict = " ".join((earlier if adopted else what).text.split())
            if adopted:
                played.declared_winner, played.declared_points = winner, what.value
                played.declared_index = self.game.first + i

    def _double(self, i: int, seat: int, what: Written) -> None:
        if not self.rules.cube:
            self._hint("BG403", i, {"problem": "a double although the cube is not in use"})
            return
        if self.pending is not None:
            self._hint("BG406", i, {"action": "another double", "value": self.pending.value})
            return
        early = self.rules.first_double != "any" or self.rules.rolled_off(first_game=False)
        if not self.opened and self.game.setup is None and early:
            self._hint("BG403", i, {"problem": "double before the opening roll"})
        elif self.turn is not None and self.turn != seat and not self.unclear:
            self._wrong_player(i)
        self.unclear = False
        if not self.cube.accessible(seat):
            owner = self.cube.owner
            assert owner is not None
            args: dict[str, object] = {
                "action": "double",
                "owner": self.names[owner],
                "cube": self.cube.value,
            }
            self._hint("BG401", i, args)
            self.played.doubtful = self.cube
        self._offer(i, seat, what, Offer(self.game.first + i, seat, seat, self.cube, 2 * self.cube.value))

    def _offer(self, i: int, seat: int, what: Written, offer: Offer) -> None:
        """Hold the written value against the expected one and leave the offer pending."""
        expected, value = offer.value, what.value
        if value is not None and value != expected:
            doubtful = self.played.doubtful
            automatic = automatic_doubles(value)
            allowed = self.rules.auto_doubles
            if doubtful is not None and value == 2 * doubtful.value:
                # The record goes on as if the doubtful double had not been made.
                offer = offer._replace(before=doubtful, value=value)
                self.played.doubtful = None
            elif (
                offer.chain == 0
                and self.cube == Cube()
                and self.played.start_cube == 1
                and automatic is not None
                and (allowed is None or 0 < automatic <= allowed)
            ):
                self.played.start_cube = value // 2
                self.played.doubtful = Cube(expected, 1 - offer.doubler)
                offer = offer._replace(before=Cube(value // 2), value=value)
                self._hint(
                    "BG110",
                    i,
                    {"what": f"the first double is to {value}: automatic doubles to {value // 2} assumed"},
                )
            else:
                name = act.KIND_NAMES[what.kind]
                args: dict[str, object] = {
                    "action": name,
                    "value": value,
                    "cube": offer.before.value,
                    "expected": expected,
                }
                self._hint("BG404", i, args)
                self.played.doubtful = Cube(value, 1 - offer.doubler)
        limit = self.rules.cube_limit or LARGEST_CUBE
        if offer.value > limit:
            name = act.KIND_NAMES[what.kind]
            self._hint("BG408", i, {"action": name, "value": offer.value, "limit": limit})
            offer = offer._replace(value=min(offer.value, LARGEST_CUBE))
        self.pending = offer
        self.played.offers.append(offer)

    def _beaver(self, i: int, seat: int, what: Written) -> None:
        pending = self.pending
        name = act.KIND_NAMES[what.kind]
        if pending is None or seat == pending.seat:
            if not self.unclear:
                self._hint("BG405", i, {"action": name})
            return
        chain = pending.chain + 1
        allowed = self.rules.beavers
        if allowed is not None and chain > allowed:
            problem = f"a {name} although beavers are not played"
            if allowed:
                problem = f"a {name}, the redouble number {chain} of its chain; allowed are {allowed}"
            self._hint("BG407", i, {"problem": problem})
        before = pending.taken()
        self.played.turned = True
        self._offer(i, seat, what, Offer(self.game.first + i, seat, pending.doubler, before, 2 * before.value, chain))

    def _accept(self, offer: Offer) -> None:
        self.cube = offer.taken()
        self.played.turned = True
        self.pending = None
        self.turn = offer.doubler

    def _answer(self, i: int, seat: int, what: Written) -> None:
        pending = self.pending
        take = what.kind == act.TAKE
        if pending is None:
            if not self.unclear:
                # The answer counts for nothing; whose turn it is cannot be said.
                self._hint("BG405", i, {"action": act.KIND_NAMES[what.kind]})
                self.unclear = self.broken = True
            elif take:
                # The text in front of it was not understood; it can only have been a double.
                self.played.doubtful = self.cube
                self.cube = Cube(2 * self.cube.value, seat)
                self.turn = 1 - seat
            else:
                self._dropped(i, 1 - seat)
            return
        if seat == pending.seat:
            self._hint("BG202", i, {"expected": self.names[1 - seat]})
            seat = 1 - seat
        if take:
            self._accept(pending)
            return
        self.cube = pending.before
        self._dropped(i, pending.seat)

    def _dropped(self, i: int, winner: int) -> None:
        self.pending = None
        self.played.end = "drop"
        self.played.winner = winner
        self.played.end_index = self.game.first + i

    # ---- the end ----------------------------------------------------------------------------------

    def _finish(self) -> None:
        played = self.played
        played.cube = self.cube
        played.pending = self.pending
        played.sides = None if self.lost else (self.sides[0], self.sides[1])
        played.on_roll = self.turn
        if played.start_cube > 1 and self.cube == Cube():
            played.cube = Cube(played.start_cube)
        if not played.plies:
            played.checked = "none"


def phrases(args: Mapping[str, object]) -> dict[str, object]:
    """Pieces of sentences that depend on numbers."""
    phrases: dict[str, object] = {}
    left = str(args.get("dice_left", ""))
    if left:
        word = "die" if len(left) == 1 else "dice"
        phrases["left_text"] = f"the {word} left {'is' if word == 'die' else 'are'} {left}"
        phrases["unused_text"] = f"the {word} {left}"
    elif "distance" in args:
        phrases["left_text"] = "no die is left"
    if "distance" in args:
        phrases["points_text"] = f"{args['distance']} point{'' if args['distance'] == 1 else 's'}"
    if "bar" in args:
        phrases["bar_text"] = "a checker" if args["bar"] == 1 else f"{args['bar']} checkers"
    return phrases
