"""One record in the text of another format, and what that format cannot hold.

The replay tells what every action meant (``script_of``); a writer turns that into text and knows no rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from . import formats
from .analysis.decisions import stake_of
from .analysis.met import Stake, kazaross_xg2
from .formats.mat import comments
from .formats.script import Loss, ScriptAction, ScriptGame, ScriptHop, ScriptMatch, ScriptResult, ScriptRules
from .model import actions as act
from .model.actions import Written
from .model.analysis import EMG, MWC, NOTHING, Annotation, Outcome
from .model.position import Position
from .model.record import GameRecord, MatchRecord, Record
from .pipeline import Followed, follow
from .replay import Moment
from .rules.declared import RuleOptions, Ruling, rules_of
from .rules.fields import tags_of
from .rules.hops import single_hops
from .rules.plays import compile_play, hops_of, is_dance, verify
from .rules.variants import Rules
from .scoring import ScoredGame

HEADER_ORDER = (
    "Site", "Match ID", "Event", "Round", "Player 1", "Player 2", "Player 1 Elo", "Player 2 Elo",
    "EventDate", "EventTime", "Transcriber", "Variation", "Crawford", "Jacoby", "Beaver", "Cube", "CubeLimit",
)  # fmt: skip
"""The order in which .mat files have their tags. Only records that are no .mat themselves are put into it."""

VARIATIONS = {
    "standard": "Backgammon",
    "nackgammon": "NackGammon",
    "hyper-1": "HyperGammon (1)",
    "hyper-2": "HyperGammon (2)",
    "hyper-3": "HyperGammon (3)",
}


def convert(record: Record, target: str, options: RuleOptions | None = None) -> tuple[bytes, list[Loss]]:
    """The record as a file of the format ``target``, and what was lost: each thing once, with its number.

    Raises ``KeyError`` for a target that nobody writes and ``ValueError`` for a record without a game, or of a game
    that the target has no words for.
    """
    write = formats.writer(target)
    reading = _Reading(record)
    followed = follow(record, options)
    if target != "mat":
        for one in followed:
            if not one.ruling.rules.plain or one.ruling.rules.start not in VARIATIONS:
                raise ValueError(f"{target} has no words for the rules {one.ruling.rules.name}; mat has")
    matches = reading.matches(followed)
    if not any(match.games for match in matches):
        raise ValueError("the record has no game")
    text, losses = write(matches)
    if not text:
        raise ValueError(f"the record has no game that {target} can hold")
    return text.encode("utf-8", "replace"), counted([*reading.losses, *losses])


def script_of(record: Record, followed: Sequence[Followed]) -> list[ScriptMatch]:
    """What a writer needs to know of a record that was followed."""
    return _Reading(record).matches(followed)


def counted(losses: Iterable[Loss | str]) -> list[Loss]:
    """Equal losses once, at the first place, with their number."""
    numbers: dict[str, int] = {}
    lines: dict[str, int | None] = {}
    for loss in losses:
        line, text = (None, loss) if isinstance(loss, str) else loss
        numbers[text] = numbers.get(text, 0) + 1
        lines.setdefault(text, line)
    return [Loss(lines[text], text if n == 1 else f"{text} ({n} times)") for text, n in numbers.items()]


class _Reading:
    """A record on its way to scripts."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.losses: list[Loss] = []
        self.stake = Stake()
        """What the game that is read is played for."""
        self.rules = Rules()

    def _lost(self, line: int | None, text: str) -> None:
        self.losses.append(Loss(None if line is None else int(line), text))

    def matches(self, followed: Sequence[Followed]) -> list[ScriptMatch]:
        """The scripts of all matches."""
        if self.record.format == "mat":
            for line in comments(self.record):
                self._lost(line, "a comment")
        return [self._match(one) for one in followed]

    def _match(self, followed: Followed) -> ScriptMatch:
        match, ruling, scored = followed.match, followed.ruling, followed.scored
        rules = self.rules = scored.rules
        script = ScriptMatch(
            ruling.length,
            match.names,
            self._header(match, ruling),
            ScriptRules(
                rules.start,
                bool(ruling.length) and rules.crawford != "off",
                rules.jacoby,
                rules.beavers,
                rules.auto_doubles,
                rules.cube,
                rules.cube_limit,
                rules.checkers(),
            ),
            cap=ruling.cap,
            line=match.line,
        )
        for at, (game, one, moments) in enumerate(zip(match.games, scored.games, followed.games, strict=True)):
            self.stake = stake_of(followed, one)
            script.games.append(self._game(match, game, at, one, moments))
        return script

    def _header(self, match: MatchRecord, ruling: Ruling) -> dict[str, str]:
        """The tags of the record, and those that say what the options say beyond them."""
        header = dict(match.header)
        if self.record.format != "mat":
            place = {tag: i for i, tag in enumerate(HEADER_ORDER)}
            header = {key: header[key] for key in sorted(header, key=lambda k: place.get(k, len(place)))}
            if header.get("Crawford") == "On":
                del header["Crawford"]  # which nobody needs to be told
            if "Variation" in header:
                header["Variation"] = VARIATIONS.get(ruling.rules.start, ruling.rules.name)
            if re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", header.get("EventDate", "")):
                header["EventDate"] = header["EventDate"].replace("-", ".")
        rules, stated = ruling.rules, rules_of(match, RuleOptions()).rules
        words: dict[str, str] = {}
        if rules.start != stated.start and rules.start in VARIATIONS:
            words["Variation"] = VARIATIONS[rules.start]
        if rules.cube != stated.cube:
            words["Cube"] = _switch(rules.cube)
        if ruling.length and (rules.crawford == "off") != (stated.crawford == "off"):
            words["Crawford"] = _switch(rules.crawford != "off")
        if not ruling.length and rules.jacoby is not None and rules.jacoby != stated.jacoby:
            words["Jacoby"] = _switch(rules.jacoby)
        if not ruling.length and rules.beavers is not None and rules.beavers != stated.beavers:
            words["Beaver"] = _switch(rules.beavers > 0)
        if rules.cube_limit is not None and rules.cube_limit != stated.cube_limit:
            words["CubeLimit"] = str(rules.cube_limit)
        told = replace(
            stated,
            **{name: getattr(rules, name) for name in ("start", "cube", "crawford", "jacoby", "beavers", "cube_limit")},
        )
        if rules.start not in VARIATIONS:
            told = replace(told, start=stated.start)
        # What the tags of GNU Backgammon have no words for stands in tags of its own.
        words |= tags_of(rules, told)
        for tag, word in words.items():
            header[next((key for key in header if key.lower() == tag.lower()), tag)] = word
        return header

    # ---- a game -----------------------------------------------------------------------------------

    def _game(
        self, match: MatchRecord, game: GameRecord, at: int, scored: ScoredGame, moments: Sequence[Moment]
    ) -> ScriptGame:
        a, b = game.scores
        played = scored.played
        script = ScriptGame(
            game.number if game.number is not None else at + 1,
            scored.score_before if a is None or b is None or min(a, b) < 0 else (a, b),
            scored.crawford,
            result=self._result(scored),
            comment=game.comment,
            statistics=dict(game.statistics),
            line=int(game.line),
        )
        if game.setup is not None:
            setup = self._set_up(game, moments)
            if setup is not None:
                script.actions.append(setup)
        elif played.start_cube > 1 and not any(self._what(m).kind == act.SET for m in moments):
            script.auto_doubles = played.start_cube.bit_length() - 1
        if game.names not in (match.names, (None, None)):
            self._lost(game.score_line, "names that change between the games")
        resigned: int | None = None
        early: Moment | None = None
        for moment in moments:
            what = self._what(moment)
            if what.kind in (act.WINS, act.LOSSES):
                early = early or moment
                continue
            if what.kind == act.RESIGN:
                resigned = moment.seat
                continue
            if what.kind == act.REMARK or (what.kind == act.ROLL and what.dice is None):
                if what.kind == act.REMARK:
                    self._lost(self._line(moment), "an answer to a resignation")
                continue
            if what.kind == act.DROP and moment.pending is None and resigned not in (None, moment.seat):
                self._lost(self._line(moment), "an answer to a resignation")
                continue
            if played.end_index is not None and moment.index > played.end_index:
                self._lost(self._line(moment), "an action behind the end of its game")
                continue
            if self.record.cut_off and moment is moments[-1] and self._broken_off(moment, what):
                self._lost(self._line(moment), "the action in which the file breaks off")
                continue
            if early is not None:
                self._lost(self._line(early), "that a result stands in the middle of its game")
                early = None
            pending = moment.pending
            if what.kind == act.ROLL and pending is not None and pending.chain:
                seat = 1 - pending.seat
                before = moment.before if seat == moment.seat or moment.before is None else moment.before.swap()
                script.actions.append(ScriptAction(act.TAKE, seat, text="Takes", before=before, after=before))
            script.actions.append(self._action(moment, what))
        return script

    def _what(self, moment: Moment) -> Written:
        return self.record.actions.what[moment.index]

    def _line(self, moment: Moment) -> int:
        return self.record.actions.line(moment.index)

    def _broken_off(self, moment: Moment, what: Written) -> bool:
        """Is the last action of a file that was cut off only part of an action?"""
        if what.kind == act.UNREADABLE:
            return True
        if what.kind != act.ROLL or moment.before is None:
            return False
        hops, lawful = self._hops(moment, what)
        return hops is None or not lawful

    def _set_up(self, game: GameRecord, moments: Sequence[Moment]) -> ScriptAction | None:
        """The position in front of the game as an action of its own."""
        start = moments[0] if moments else None
        if start is None or start.before is None:
            self._lost(game.setup_line, "a position set up in front of a game that cannot be read or has no action")
            return None
        seat, before, cube = start.seat, start.before, start.cube
        sides = (before.on_roll, before.opponent) if seat == 0 else (before.opponent, before.on_roll)
        owner = -1 if cube.owner is None else cube.owner
        setup = act.Setup(sides, cube.value, owner, seat)
        line = None if game.setup_line is None else int(game.setup_line)
        return ScriptAction(act.SET, seat, setup=setup, text=game.setup or "", before=before, after=before, line=line)

    def _result(self, scored: ScoredGame) -> ScriptResult | None:
        played = scored.played
        winner, points = played.declared_winner, played.declared_points
        if scored.result == "draw":
            return ScriptResult(None, 0, "draw", played.declared_draw, 0)
        if winner is None:
            if scored.winner is None:
                return None
            return ScriptResult(scored.winner, scored.points, scored.result, False, scored.points)
        line = None
        if played.declared_index is not None:
            line = self.record.actions.line(played.declared_index)
        worth = scored.points if scored.winner == winner else None
        return ScriptResult(winner, points, scored.result, points is not None, worth, line)

    # ---- an action --------------------------------------------------------------------------------

    def _action(self, moment: Moment, what: Written) -> ScriptAction:
        kind, value = what.kind, what.value
        hops: tuple[ScriptHop, ...] | None = None
        legal = moment.code is None
        if kind == act.ROLL:
            hops, lawful = self._hops(moment, what)
            legal = legal and lawful
        elif kind == act.DOUBLE and value is None:
            value = 2 * moment.cube.value
        elif kind in (act.BEAVER, act.RACCOON) and moment.pending is not None:
            kind = act.RACCOON if moment.pending.chain % 2 else act.BEAVER
            value = value if value is not None else 2 * moment.pending.value
        return ScriptAction(
            kind,
            moment.seat,
            what.dice,
            hops,
            value,
            what.setup,
            what.played,
            self._annotation(moment),
            what.text,
            moment.before,
            moment.after,
            legal,
            self._line(moment),
        )

    def _annotation(self, moment: Moment) -> Annotation:
        """What is said about an action; cube equities of a match as match winning chances, which SGF has."""
        said = self.record.annotations.get(moment.index, NOTHING)
        cube = said.cube
        if cube is None or cube.unit != EMG or not self.stake.length:
            return said
        doubler = moment.seat if moment.pending is None else moment.pending.doubler
        scale = kazaross_xg2().scale(self.stake, moment.cube.value, doubler)
        if scale is None:
            return said
        self._lost(self._line(moment), "cube equities as printed: they become chances by the Kazaross-XG2 table")

        def chances(outcome: Outcome) -> Outcome:
            value = outcome.cubeful
            return outcome._replace(cubeful=None if value is None else round(scale.worth(value), 6))

        no_double, double_take = chances(cube.no_double), chances(cube.double_take)
        return said._replace(cube=cube._replace(no_double=no_double, double_take=double_take, unit=MWC))

    def _hops(self, moment: Moment, what: Written) -> tuple[tuple[ScriptHop, ...] | None, bool]:
        """The hops of a roll, and whether they are a legal play."""
        dice, before, after = what.dice, moment.before, moment.after
        assert dice is not None
        written = tuple((start, end, hit) for (start, end), hit in hops_of(what.steps))
        if what.played == act.MARKED:
            return None, False
        if not self.rules.plain:
            # Steps stay as they are written: these rules can make of one position what others cannot.
            return (written if what.steps or before == after else None), moment.code is None
        if before is None:
            return (written if what.steps else None), True
        if what.steps:
            if after is None or verify(before.on_roll, before.opponent, compile_play(dice, what.steps)) is None:
                return written, False
            return _made(before, what, dice, after), True
        if is_dance(before.on_roll, before.opponent, dice):
            return (), True
        if after is not None and after != before:
            return _made(before, what, dice, after), True
        return ((), False) if what.played == act.CANNOT else (None, True)


def _made(before: Position, what: Written, dice: tuple[int, int], after: Position) -> tuple[ScriptHop, ...]:
    return tuple((hop.start, hop.end, hop.hit) for hop in single_hops(before, dice, what.steps, after))


def _switch(on: bool) -> str:
    return "On" if on else "Off"
