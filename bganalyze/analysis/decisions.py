"""The stored analysis, decision by decision: what was done, what was best, and what the difference cost.

Equities are EMG: a single win at the cube in front of the decision is +1. Costs are match winning chances (0..1) in
a match, points in a money session (automatic doubles included). What the record does not say is ``None``.

GNU Backgammon does not judge beavers and raccoons: it leaves the beaver itself out and takes the answer to it for the
answer to the double. Here every answer of such a chain is judged by what it does to the stake, which is exact in
money sessions: a beaver doubles the equity of the double that is taken, since the cube stays on the same side. A
beaver that was possible and right but not made is charged only where the rules are known to allow it, because a
record need not say whether beavers are played. ``compat`` asks for GNU Backgammon's way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ..model import actions as act
from ..model.actions import Written
from ..model.analysis import EMG, MWC, NOTHING, Annotation, Candidate, Chances, CubeAnalysis, Hop, Outcome, PlayAnalysis
from ..model.position import Position, unpack
from ..model.record import Record
from ..pipeline import Followed
from ..replay import Moment
from ..rules.cube import Cube, Offer
from ..rules.naming import play_text
from ..rules.variants import Rules
from ..scoring import ScoredGame
from .met import MatchEquityTable, Scale, Stake, kazaross_xg2

PLAY: Final = "play"
ROLL: Final = "roll"
"""A roll whose play the record does not hold: the game was resigned, or the position was set by hand."""

MISSED_DOUBLE_BELOW_CP: Final = "missed double below cash point"
MISSED_DOUBLE_ABOVE_CP: Final = "missed double above cash point"
WRONG_DOUBLE_BELOW_DP: Final = "wrong double below doubling point"
WRONG_DOUBLE_ABOVE_TG: Final = "wrong double above too good point"
WRONG_TAKE: Final = "wrong take"
WRONG_PASS: Final = "wrong pass"
WRONG_BEAVER: Final = "wrong beaver"
"""Also a raccoon."""
MISSED_BEAVER: Final = "missed beaver"
"""Also a raccoon; only where the rules are known to allow it."""

CLOSE: Final = 0.16
"""A decision not to double is close where a double would have cost less."""
LONGEST_CHAIN: Final = 24
"""Answers to more redoubles than this are not judged."""
_ANSWERS: Final = (act.TAKE, act.DROP, act.BEAVER, act.RACCOON)
_WITHOUT_PLAY: Final = (act.PENDING, act.MARKED)


class Decision(NamedTuple):
    """One roll or cube action with what the stored analysis says of it."""

    index: int  # type: ignore[assignment]
    """Of the action in the record."""
    game: int
    """Index of the game in its match."""
    seat: int
    """Who decided."""
    kind: str
    """play, roll, double, take, drop, beaver, raccoon."""
    before: Position | None
    """Seen by who decided; ``None`` if it is not known."""
    cube: int
    """The live cube: before the double, where it is about one."""

    # The checker play
    candidates: int | None = None
    """Number of plays that were considered; ``None``: the play was not analysed."""
    forced: bool | None = None
    """There was no choice; ``None``: not known."""
    played: Candidate | None = None
    best: Candidate | None = None
    eq_played: float | None = None
    eq_best: float | None = None
    error_emg: float | None = None
    """At least 0; 0 for a forced play."""
    error_mwc: float | None = None
    """Its cost."""
    luck_emg: float | None = None
    luck_mwc: float | None = None

    # The cube decision, from the side of who doubles or could have doubled
    cube_nd: float | None = None
    """No double."""
    cube_dt: float | None = None
    """Double, take."""
    cube_dp: float | None = None
    """Double, pass."""
    cube_usable: bool | None = None
    """The player could and would turn the cube; ``None`` without an analysis."""
    close: bool | None = None
    """The cube was turned or turning it would have cost little; ``None`` where there was nothing to decide."""
    cube_error: float | None = None
    """EMG, at least 0, charged to the seat of this decision; ``None`` where it is not known or nothing was decided."""
    cube_error_mwc: float | None = None
    cube_class: str | None = None
    """What kind of error it was; ``None``: none."""
    chain: int = 0
    """0 but for answers to a beaver (1), to a raccoon (2) ..."""
    setting: str | None = None
    """How deep the analysis went, such as ``2-ply`` or ``rollout``."""

    @property
    def chances(self) -> Chances | None:
        """The chances after the play that was made."""
        return None if self.played is None else self.played.chances

    @property
    def best_play(self) -> str | None:
        """The best play as players write it."""
        return None if self.best is None else hops_text(self.best.hops, self.before)


def hops_text(hops: Sequence[Hop], before: Position | None) -> str:
    """Single hops of one player as players write a play; hits are seen where the position is known."""
    theirs = [0] * 26 if before is None else unpack(before.opponent)
    steps = []
    for start, end in hops:
        hit = 0 < end < 25 and theirs[25 - end] == 1
        if hit:
            theirs[25 - end] = 0
        steps.append((start, end, hit))
    return play_text(steps)


def decisions(
    record: Record, followed: Followed, *, compat: bool = False, table: MatchEquityTable | None = None
) -> Iterator[Decision]:
    """Every roll and cube action of a match in order, analysed or not."""
    for number in range(len(followed.games)):
        yield from game_decisions(record, followed, number, compat=compat, table=table)


def game_decisions(
    record: Record, followed: Followed, number: int, *, compat: bool = False, table: MatchEquityTable | None = None
) -> Iterator[Decision]:
    """Every roll and cube action of one game (index from 0) of a match, analysed or not."""
    scored = followed.scored.games[number]
    rules = followed.scored.rules
    judge = _Judge(record, number, scored, stake_of(followed, scored), compat, rules, table or kazaross_xg2())
    return judge.run(followed.games[number])


def stake_of(followed: Followed, scored: ScoredGame) -> Stake:
    """What a game was played for."""
    return Stake(followed.scored.length, scored.score_before, scored.crawford)


class _Values(NamedTuple):
    """A cube decision in EMG from the doubler's side; ``None``: not known."""

    nd: float | None
    dt: float | None
    dp: float


class _Judge:
    """One game."""

    def __init__(
        self,
        record: Record,
        number: int,
        scored: ScoredGame,
        stake: Stake,
        compat: bool,
        rules: Rules,
        table: MatchEquityTable,
    ) -> None:
        self.record = record
        self.number = number
        self.stake = stake
        self.start_cube = scored.played.start_cube
        self.beavers = 0 if compat else rules.beavers or 0
        """How many redoubles of a chain are known to be allowed."""
        self.compat = compat
        self.cube_in_play = rules.cube
        self.table = table
        self.scales: dict[tuple[int, int], Scale | None] = {}
        self.doubled: CubeAnalysis | None = None
        """The analysis of the double that waits for its answer."""
        self.allowed = self.beavers
        """How many redoubles may follow the double that waits."""
        self.mistaken: int | None = None
        """The cube's owner as GNU Backgammon sees him, where it is mistaken."""
        self.offered = 0
        """Who offered last, as GNU Backgammon sees it."""

    def _scale(self, cube: int, seat: int) -> Scale | None:
        key = cube, seat
        if key not in self.scales:
            self.scales[key] = self.table.scale(self.stake, cube, seat)
        return self.scales[key]

    def run(self, moments: Sequence[Moment]) -> Iterator[Decision]:
        actions, annotations = self.record.actions.what, self.record.annotations
        kinds = [actions[m.index].kind for m in moments]
        chains = [0 if m.pending is None else m.pending.chain for m in moments]
        for at, moment in enumerate(moments):
            kind = kinds[at]
            if kind == act.ROLL:
                what = actions[moment.index]
                if what.dice is not None:
                    yield self._roll(moment, what, _said(annotations, moment.index))
            elif kind == act.DOUBLE:
                # How long the chain of beavers behind it became tells what was allowed at least.
                longest = 0
                for later in range(at + 1, len(moments)):
                    if kinds[later] not in (act.BEAVER, act.RACCOON):
                        break
                    longest = chains[later] + 1
                self.allowed = 0 if self.compat else max(longest, self.beavers)
                yield self._double(moment, _said(annotations, moment.index))
            elif kind in _ANSWERS:
                yield self._answer(moment, kind, _said(annotations, moment.index))

    def _live(self, cube: Cube) -> int:
        """The value of a cube, automatic doubles included that only the first double tells of."""
        return cube.value if cube.owner is not None else max(cube.value, self.start_cube)

    # ---- rolls ------------------------------------------------------------------------------------

    def _roll(self, moment: Moment, what: Written, said: Annotation) -> Decision:
        seat = moment.seat
        pending = moment.pending
        now = moment.cube if pending is None else pending.taken()
        cube, owner = self._live(now), now.owner
        kind = ROLL if what.played in _WITHOUT_PLAY else PLAY
        decision = Decision(moment.index, self.number, seat, kind, moment.before, cube)
        scale = self._scale(cube, seat)
        if said.luck is not None:
            decision = decision._replace(luck_emg=said.luck, luck_mwc=None if scale is None else scale.cost(said.luck))
        if kind == PLAY:
            decision = _play(decision, what, said.play, scale)
        if said.cube is not None:
            if self.mistaken is not None:
                owner = self.mistaken
            decision = self._no_double(decision, said.cube, scale, owner)
        return decision

    def _no_double(self, decision: Decision, cube: CubeAnalysis, scale: Scale | None, owner: int | None) -> Decision:
        usable = self.cube_in_play and self.stake.cube_usable(decision.seat, decision.cube, owner)
        nd, dt, dp = values = self._values(cube, scale)
        decision = decision._replace(
            cube_nd=nd, cube_dt=dt, cube_dp=dp, cube_usable=usable, setting=decision.setting or engine_setting(cube)
        )
        if nd is None or dt is None or not self.cube_in_play or not (usable or self.compat):
            return decision
        best = max(nd, _answered(values, 0, self.beavers)) if usable else nd
        error = max(best - nd, 0.0)
        return decision._replace(
            close=best - min(dt, 1.0) < CLOSE,
            cube_error=error,
            cube_error_mwc=None if scale is None else scale.cost(error),
            cube_class=None if not error else MISSED_DOUBLE_BELOW_CP if dt <= 1 else MISSED_DOUBLE_ABOVE_CP,
        )

    # ---- cube actions -----------------------------------------------------------------------------

    def _double(self, moment: Moment, said: Annotation) -> Decision:
        seat, cube, owner = moment.seat, self._live(moment.cube), moment.cube.owner
        self.doubled = said.cube
        self.offered = seat
        decision = Decision(moment.index, self.number, seat, "double", moment.before, cube)
        if said.cube is None or not self.cube_in_play:
            return decision
        scale = self._scale(cube, seat)
        values = self._values(said.cube, scale)
        usable = self.stake.cube_usable(seat, cube, owner if self.mistaken is None else self.mistaken)
        decision = decision._replace(
            cube_nd=values.nd,
            cube_dt=values.dt,
            cube_dp=values.dp,
            cube_usable=usable,
            close=True,
            setting=engine_setting(said.cube),
        )
        if values.nd is None or values.dt is None:
            return decision
        turned = _answered(values, 0, self.allowed)
        best = max(values.nd, turned) if usable else values.nd
        error = max(best - turned, 0.0)
        return decision._replace(
            cube_error=error,
            cube_error_mwc=None if scale is None else scale.cost(error),
            cube_class=None if not error else WRONG_DOUBLE_BELOW_DP if values.nd <= 1 else WRONG_DOUBLE_ABOVE_TG,
        )

    def _answer(self, moment: Moment, kind: int, said: Annotation) -> Decision:
        seat, pending = moment.seat, moment.pending
        name = act.KIND_NAMES[kind]
        cube = said.cube or self.doubled
        if self.compat:
            decision = self._gnubg_answer(moment, kind, cube)
        elif pending is None:
            return Decision(moment.index, self.number, seat, name, moment.before, moment.cube.value)
        else:
            decision = self._judged_answer(moment, kind, pending, cube)
        if kind in (act.TAKE, act.DROP):
            self.doubled = None
        return decision

    def _judged_answer(self, moment: Moment, kind: int, pending: Offer, cube: CubeAnalysis | None) -> Decision:
        doubler, chain = pending.doubler, pending.chain
        stake = max(pending.before.value >> chain, 1)
        decision = Decision(
            moment.index, self.number, moment.seat, act.KIND_NAMES[kind], moment.before, stake, chain=chain
        )
        if cube is None or not self.cube_in_play:
            return decision
        scale = self._scale(stake, doubler)
        values = self._values(cube, scale)
        decision = decision._replace(
            cube_nd=values.nd, cube_dt=values.dt, cube_dp=values.dp, cube_usable=True, close=True,
            setting=engine_setting(cube),
        )  # fmt: skip
        if values.dt is None or chain > LONGEST_CHAIN:
            return decision
        best = _answered(values, chain, self.allowed - chain)
        if kind == act.TAKE:
            chosen = values.dt * (1 << chain)
        elif kind == act.DROP:
            chosen = values.dp * (-1 if chain % 2 else 1) * (1 << chain)
        else:
            chosen = _answered(values, chain + 1, self.allowed - chain - 1)
        error = abs(chosen - best)
        return decision._replace(
            cube_error=error,
            cube_error_mwc=None if scale is None else scale.cost(error),
            cube_class=_class_of(kind, values, chain) if error else None,
        )

    def _gnubg_answer(self, moment: Moment, kind: int, cube: CubeAnalysis | None) -> Decision:
        """As GNU Backgammon counts it: who offered last is the doubler, and a beaver is no decision."""
        seat = moment.seat
        pending = moment.pending
        stake = moment.cube.value if pending is None else pending.before.value
        decision = Decision(moment.index, self.number, seat, act.KIND_NAMES[kind], moment.before, stake)
        if kind in (act.BEAVER, act.RACCOON):
            self.offered = seat
            return decision
        if kind == act.TAKE:
            self.mistaken = 1 - self.offered if pending is not None and pending.chain else None
        if cube is None or not self.cube_in_play:
            return decision
        scale = self._scale(stake, self.offered)
        nd, dt, dp = self._values(cube, scale)
        decision = decision._replace(
            cube_nd=nd, cube_dt=dt, cube_dp=dp, cube_usable=True, close=True, setting=engine_setting(cube)
        )
        if dt is None:
            return decision
        error = max(dt - dp if kind == act.TAKE else dp - dt, 0.0)
        return decision._replace(
            cube_error=error,
            cube_error_mwc=None if scale is None else scale.cost(error),
            cube_class=None if not error else WRONG_TAKE if kind == act.TAKE else WRONG_PASS,
        )

    def _values(self, cube: CubeAnalysis, scale: Scale | None) -> _Values:
        """In EMG. A double that is passed wins the cube: +1."""
        stated = cube.double_pass
        return _Values(
            self._equity(cube.no_double, cube.unit, scale),
            self._equity(cube.double_take, cube.unit, scale),
            1.0 if stated is None or cube.unit != EMG or self.compat else stated,
        )

    def _equity(self, outcome: Outcome, unit: str, scale: Scale | None) -> float | None:
        value = outcome.cubeful
        if value is None or unit != MWC:
            return value
        if scale is None or not self.stake.length:
            return None
        return round(scale.equity(value), 9)  # far finer than any record, and a certain win stays 1


def _said(annotations: Mapping[int, Annotation], index: int) -> Annotation:
    return annotations.get(index, NOTHING)


def _play(decision: Decision, what: Written, play: PlayAnalysis | None, scale: Scale | None) -> Decision:
    """The checker play of a roll."""
    if play is None or not play.candidates:
        dance = not what.steps and what.played in (act.NOTHING, act.CANNOT)
        return decision._replace(forced=True) if dance else decision
    number = len(play.candidates)
    played = None if play.played is None else play.candidates[play.played]
    best = play.best()
    if number == 1 and best is None:
        best = play.candidates[0]
    eq_played = None if played is None else played.equity
    eq_best = None if best is None else best.equity
    error: float | None = None
    if number == 1:
        error = None if play.played is None else 0.0
    elif eq_played is not None and eq_best is not None:
        error = max(eq_best - eq_played, 0.0)
    cost = None if error is None else 0.0 if not error else None if scale is None else scale.cost(error)
    return decision._replace(
        candidates=number,
        forced=False if number > 1 else True if play.played is not None else None,
        played=played,
        best=best,
        eq_played=eq_played,
        eq_best=eq_best,
        error_emg=error,
        error_mwc=cost,
        setting=None if best is None else engine_setting(best),
    )


def _answered(values: _Values, chain: int, more: int) -> float:
    """What offer number ``chain`` (0: the double) is worth to the doubler if all answers from there on are right.

    Each redouble doubles what a take is worth, and a drop pays the cube before it. ``more`` redoubles may follow; two
    are looked at, since only the player who is ahead after a take gains by one, and the other then not.
    """
    assert values.dt is not None
    stake = 1 << chain
    doubler_answers = chain % 2 == 1
    answers = [values.dt * stake, (-values.dp if doubler_answers else values.dp) * stake]
    if more > 0:
        answers.append(_answered(values, chain + 1, min(more, 2) - 1))
    return max(answers) if doubler_answers else min(answers)


def _class_of(kind: int, values: _Values, chain: int) -> str:
    assert values.dt is not None
    if kind == act.DROP:
        return WRONG_PASS
    if kind in (act.BEAVER, act.RACCOON):
        return WRONG_BEAVER
    own = -values.dt if chain % 2 == 0 else values.dt
    return MISSED_BEAVER if own > -values.dp else WRONG_TAKE


def engine_setting(what: Candidate | CubeAnalysis) -> str | None:
    """How deep an evaluation went."""
    if what.rollout is not None:
        return "rollout"
    if what.setting is None:
        return None
    return f"{what.setting.plies}-ply"
