"""A record for people: every game action by action, with boards, findings and stored analysis, line by line."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..findings.codes import message, severity
from ..findings.finding import Finding
from ..findings.render.concise import printable
from ..formats import reader
from ..model import actions as act
from ..model.actions import Written
from ..model.analysis import MWC, NOTHING, Annotation, Candidate, CubeAnalysis, PlayAnalysis, Rollout, Setting
from ..model.board import match_board
from ..model.position import Position
from ..model.record import GameRecord, MatchRecord, PositionRecord, Record, Remark
from ..model.state import MatchState
from ..pipeline import Followed, follow
from ..replay import Hint, Moment
from ..rules.declared import RuleOptions, rules_of
from ..rules.hops import single_hops
from ..rules.naming import play_text
from ..rules.variants import UNLIMITED, Rules
from ..scoring import ScoredGame, ScoredMatch

BEST_PLAYS = 5
"""Candidates that are listed, besides the play that was made."""
_WIDEST_NAME = 20
_NARROWEST_NAME = 3
_LONGEST_TEXT = 200
_WITHOUT_BOARD = (act.WINS, act.LOSSES, act.REMARK, act.SET)
_INDENT = " " * 7


class NoSuch(ValueError):
    """A selection that the record does not have; the sentence says what it has."""


class View(NamedTuple):
    """What to show, and how. Numbers are those that are printed; ``None`` is everything."""

    match: int | None = None
    game: int | None = None
    move: int | None = None
    boards: bool = False
    """A board before every action."""
    unicode: bool = False
    analysis: bool = False


EVERYTHING = View()


def record_lines(record: Record, options: RuleOptions | None = None, view: View = EVERYTHING) -> Iterator[str]:
    """The lines of a record, one match in the memory at a time. Raises ``NoSuch`` before the first line."""
    chosen = _chosen(record, view)
    return _record_lines(record, options or RuleOptions(), view, chosen)


def _record_lines(
    record: Record, options: RuleOptions, view: View, chosen: list[tuple[int, list[int]]]
) -> Iterator[str]:
    if view.move is None:
        yield from _remark_lines(r for r in record.remarks if r.match is None)
    for at, games in chosen:
        match = record.matches[at]
        part = replace(record, matches=[match], cut_off=record.cut_off and match is record.matches[-1])
        yield from _Match(part, follow(part, options)[0], at, view).lines(games)
    for number, found in enumerate(record.positions, 1):
        yield from _position_record(number, found, options, view)


# ---- what is asked for ------------------------------------------------------------------------------------------


def _chosen(record: Record, view: View) -> list[tuple[int, list[int]]]:
    """Index of each match to show, with the indices of its games."""
    if record.positions and (view.match, view.game, view.move) != (None, None, None):
        raise NoSuch(f"the file holds {_number(len(record.positions), 'position')} and no matches, games or moves")
    if view.match is not None and not 1 <= view.match <= len(record.matches):
        raise NoSuch(
            f"there is no match {view.match}; the file has {_ranges(range(1, len(record.matches) + 1), 'match')}"
        )
    matches = range(len(record.matches)) if view.match is None else [view.match - 1]
    chosen = []
    for at in matches:
        games = [
            index
            for index, game in enumerate(record.matches[at].games)
            if view.game in (None, _game_number(game, index))
            and (view.move is None or view.move in _moves(record, game))
        ]
        if games or (view.game is None and view.move is None):
            chosen.append((at, games))
    if not chosen and record.matches:
        raise NoSuch(_what_there_is(record, matches, view))
    return chosen


def _what_there_is(record: Record, matches: Sequence[int], view: View) -> str:
    """The sentence for a game or a move that no match has."""
    if view.game is not None:
        games = [
            (game, at)
            for at in matches
            for index, game in enumerate(record.matches[at].games)
            if _game_number(game, index) == view.game
        ]
        if not games:
            numbers = [_game_number(g, i) for at in matches for i, g in enumerate(record.matches[at].games)]
            owner = f"match {matches[0] + 1}" if len(matches) == 1 < len(record.matches) else "the file"
            return f"there is no game {view.game}; {owner} has {_ranges(numbers, 'game')}"
        moves = [move for game, _ in games for move in _moves(record, game)]
        return f"there is no move {view.move}; game {view.game} has {_ranges(moves, 'move')}"
    moves = [move for at in matches for game in record.matches[at].games for move in _moves(record, game)]
    return f"there is no move {view.move}; the games have {_ranges(moves, 'move')}"


def _game_number(game: GameRecord, index: int) -> int:
    """As printed, or else its place."""
    return index + 1 if game.number is None else game.number


def _moves(record: Record, game: GameRecord) -> set[int]:
    return {move for i in range(game.first, game.last) if (move := record.move(i)) is not None}


_PLURALS = {"match": "matches"}


def _number(n: int, what: str) -> str:
    return f"{n or 'no'} {what if n == 1 else _PLURALS.get(what, what + 's')}"


def _ranges(numbers: Sequence[int] | range | set[int], what: str) -> str:
    """``the games 1 to 5, 7``; at most ten runs are told."""
    runs: list[list[int]] = []
    for n in sorted(set(numbers)):
        if runs and n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    if not runs:
        return _number(0, what)
    texts = [f"{a}" if a == b else f"{a} to {b}" for a, b in runs[:10]]
    if texts == [str(runs[0][0])]:
        return f"only {what} {texts[0]}"
    more = ", ..." if len(runs) > len(texts) else ""
    return f"the {_PLURALS.get(what, what + 's')} {', '.join(texts)}{more}"


# ---- positions --------------------------------------------------------------------------------------------------


def position_lines(
    position: Position,
    state: MatchState | None,
    names: tuple[str | None, str | None] = (None, None),
    options: RuleOptions | None = None,
    unicode: bool = False,
) -> list[str]:
    """The board of one position. An ID does not tell how many checkers a side has; the rules do."""
    checkers = _checkers(options)
    if checkers < 15:
        own, opponent = position.counts()
        for side in (own, opponent):
            side[0] = max(checkers - sum(side[1:]), 0)
        position = Position.from_counts(own, opponent)
    return match_board(position, state, _printable(names), unicode)


def _checkers(options: RuleOptions | None) -> int:
    nothing = MatchRecord(0, 1)
    return rules_of(nothing, options or RuleOptions()).rules.checkers()


def _position_record(number: int, found: PositionRecord, options: RuleOptions, view: View) -> Iterator[str]:
    yield f"Position {number}, line {found.line}"
    yield from _text_lines(found.comment)
    yield from position_lines(found.position, found.state, found.names, options, view.unicode)
    yield ""


def _printable(names: tuple[str | None, str | None]) -> tuple[str | None, str | None]:
    return names[0] and printable(names[0]), names[1] and printable(names[1])


def _text_lines(text: str) -> Iterator[str]:
    """Lines of a text from the record, fit for a terminal."""
    for line in text.splitlines():
        if line.strip():
            yield f"  {printable(line.strip().expandtabs(1))}"


# ---- matches ----------------------------------------------------------------------------------------------------


class _Match:
    """The lines of one match."""

    def __init__(self, record: Record, followed: Followed, at: int, view: View) -> None:
        self.record = record
        self.followed = followed
        self.scored: ScoredMatch = followed.scored
        self.at = at
        self.view = view
        self.names = _printable(followed.match.names)
        spoken = followed.match.seat_names()
        self.spoken = printable(spoken[0]), printable(spoken[1])
        self.marks = "○●" if view.unicode else "OX"
        self.width = max(_NARROWEST_NAME, *(min(_columns(name), _WIDEST_NAME) for name in self.spoken))

    def lines(self, games: Sequence[int]) -> Iterator[str]:
        """All of it, for the games of these indices."""
        match, scored = self.followed.match, self.scored
        length = (
            f"{scored.length} point{'' if scored.length == 1 else 's'} match" if scored.length else "unlimited session"
        )
        players = " - ".join(f"{name} ({mark})" for name, mark in zip(self.spoken, self.marks, strict=True))
        yield f"Match {self.at + 1}: {players}, {length}, rules: {_rules_text(scored.rules, scored.length)}"
        if self.view.move is None:
            for ruled in self.followed.ruling.remarks:
                key = "what" if ruled.code == "BG110" else "problem"
                yield _finding_line(ruled.code, {key: ruled.text}, ruled.severity)
            yield from _hint_lines(h for h in scored.hints if h.action is None)
            yield from _remark_lines(r for r in self._remarks() if r.game is None)
        if not match.games:
            yield "No game is recorded."
        yield ""
        for index in games:
            yield from self._game(index)
        if games and len(games) == len(match.games) and self.view.move is None:
            yield self._score()
            yield ""

    def _remarks(self) -> Iterator[Remark]:
        return (r for r in self.record.remarks if r.match == self.at)

    # ---- a game -------------------------------------------------------------------------------------------------

    def _game(self, index: int) -> Iterator[str]:
        game, scored, moments = self.followed.match.games[index], self.scored.games[index], self.followed.games[index]
        whole = self.view.move is None
        score = ", ".join(f"{name} {points}" for name, points in zip(self.spoken, scored.score_before, strict=True))
        crawford = ", Crawford game" if scored.crawford else ""
        yield f"Game {_game_number(game, index)}: {score}{crawford}"
        hints = [*scored.played.hints, *scored.hints]
        found = _by_action(moments, hints, [r for r in self._remarks() if r.game == index], self.record)
        if whole:
            yield from found.pop(None, [])
            yield from _text_lines(game.comment)
        if self.view.boards or not whole:
            yield ""
        for moment in moments:
            if whole or self.record.move(moment.index) == self.view.move:
                yield from self._action(moment, scored, found.get(moment.index, []))
        if not whole:
            return
        if not moments:
            yield "No action is recorded."
        yield self._result(scored)
        if scored.played.plies or game.setup is not None:
            yield from self._final(scored)
        yield ""

    def _action(self, moment: Moment, scored: ScoredGame, found: Sequence[str]) -> Iterator[str]:
        what = self.record.actions.what[moment.index]
        move = self.record.move(moment.index)
        text = _shortened(self._said(what, moment))
        name = self.spoken[moment.seat]
        annotation = self.record.annotations.get(moment.index, NOTHING) if self.view.analysis else NOTHING
        analysis = list(_analysis_lines(annotation, moment.before))
        if not self.view.boards and self.view.move is None:
            number = "" if move is None else str(move)
            yield f"{number:>4} {self.marks[moment.seat]} {_padded(name, self.width)}  {text}"
            yield from (f"{_INDENT}{line}" for line in (*found, *analysis))
            return
        number = "No number" if move is None else f"Move {move}"
        roll = what.kind == act.ROLL and what.dice is not None
        yield f"{number}: {name} {'rolls ' if roll else ''}{text}"
        if what.kind in _WITHOUT_BOARD:
            pass  # the board of a result is the last one
        elif moment.before is None:
            yield "The position is not known."
        else:
            yield from self._board(moment, what, scored)
        yield from found
        yield from analysis
        yield ""

    def _said(self, what: Written, moment: Moment) -> str:
        """An action in words; a play as it is written, or in short form where the format writes it for machines."""
        if not self.record.marks_hits and what.steps and what.dice is not None and moment.code is None:
            before, after = moment.before, moment.after
            if before is not None and after is not None:
                return f"{what.dice[0]}{what.dice[1]}: {play_text(single_hops(before, what.dice, what.steps, after))}"
        return _said(what, moment)

    def _board(self, moment: Moment, what: Written, scored: ScoredGame) -> list[str]:
        """The board before an action."""
        assert moment.before is not None
        cube, pending, seat = moment.cube, moment.pending, moment.seat
        if pending is not None and what.kind == act.ROLL:
            cube, pending = pending.taken(), None  # a roll is an answer, if no good one
        value = cube.value if cube.owner is not None else max(cube.value, scored.played.start_cube)
        on_roll = turn = seat
        if pending is not None:
            value, on_roll, turn = max(pending.value // 2, 1), pending.doubler, 1 - pending.seat
            cube = cube._replace(owner=pending.before.owner)
        state = self._state(scored, value, cube.owner, on_roll, turn)
        state = state._replace(doubled=pending is not None, dice=what.dice if what.kind == act.ROLL else None)
        position = moment.before if on_roll == seat else moment.before.swap()
        return self._drawn(position, state)

    def _drawn(self, position: Position, state: MatchState) -> list[str]:
        rules = self.scored.rules
        same_way = rules.direction == "same"
        return match_board(position, state, self.names, self.view.unicode, cube=rules.cube, same_way=same_way)

    def _state(self, scored: ScoredGame, value: int, owner: int | None, on_roll: int, turn: int) -> MatchState:
        length = self.scored.length
        return MatchState(
            cube=value,
            cube_owner=owner,
            on_roll=on_roll,
            turn=turn,
            crawford=scored.crawford,
            length=length,
            score=scored.score_before,
            jacoby=None if length else self.scored.rules.jacoby,
        )

    def _result(self, scored: ScoredGame) -> str:
        if scored.winner is None:
            return "Result: none, the game is unfinished"
        points = "" if scored.points is None else f" {_number(scored.points, 'point')}"
        text = f"Result: {self.spoken[scored.winner]} wins{points} ({scored.result.replace('-', ', ')})"
        declared = scored.played.declared_points
        return text if declared in (None, scored.points) else f"{text}, declared {_number(declared or 0, 'point')}"

    def _score(self) -> str:
        """The score behind the last game."""
        scored = self.scored
        score = ", ".join(f"{name} {points}" for name, points in zip(self.spoken, scored.score, strict=True))
        return f"Score: {score}" + ("" if scored.winner is None else f"; {self.spoken[scored.winner]} wins the match")

    def _final(self, scored: ScoredGame) -> Iterator[str]:
        """The board at the end of a game."""
        played = scored.played
        if played.sides is None:
            yield "Final position: not known"
            return
        pending = played.pending if played.dice is None and not played.end else None
        seat = pending.doubler if pending is not None else played.on_roll or 0
        value, owner = played.cube.value, played.cube.owner
        if pending is not None:
            value, owner = max(pending.value // 2, 1), pending.before.owner
        turn = seat if pending is None else 1 - pending.seat
        state = self._state(scored, value, owner, seat, turn)
        over = {"board": "over", "drop": "dropped"}.get(played.end, "playing" if scored.winner is None else "resigned")
        state = state._replace(game_state=over, doubled=pending is not None, dice=played.dice)
        yield "Final position:"
        position = Position(played.sides[seat], played.sides[1 - seat])
        yield from self._drawn(position, state)


def _rules_text(rules: Rules, length: int) -> str:
    """The name of the rules, and what a game is worth under them."""
    parts = [rules.name]
    if not rules.cube:
        parts.append("no cube")
    if length:
        if rules.crawford == "off" and length > 1:
            parts.append("no Crawford game")
    else:
        parts.append({None: "Jacoby not known", True: "Jacoby", False: "no Jacoby"}[rules.jacoby])
        if rules.beavers is not None:
            parts.append(
                "beavers"
                if rules.beavers == UNLIMITED
                else f"beavers {rules.beavers}"
                if rules.beavers
                else "no beavers"
            )
    return ", ".join(parts)


# ---- texts ------------------------------------------------------------------------------------------------------


def _said(what: Written, moment: Moment) -> str:
    """An action in words; a play as it is written."""
    text = printable(" ".join(what.text.split()))
    kind = what.kind
    if kind == act.ROLL and what.dice is not None:
        play = text[2:].lstrip(" :")
        if not play and what.played == act.NOTHING and moment.before is not None and moment.before == moment.after:
            play = "no play"
        return f"{what.dice[0]}{what.dice[1]}{': ' if play else ''}{play}"
    if kind in (act.DOUBLE, act.BEAVER, act.RACCOON):
        pending = moment.pending
        value = what.value or 2 * (moment.cube.value if pending is None else pending.value)
        return f"{act.KIND_NAMES[kind]}s to {value}"
    if kind in (act.TAKE, act.DROP):
        return f"{act.KIND_NAMES[kind]}s"
    if kind in (act.WINS, act.LOSSES):
        verb = "wins" if kind == act.WINS else "loses"
        return verb if what.value is None else f"{verb} {_number(what.value, 'point')}"
    if kind == act.RESIGN:
        return "resigns"
    if kind == act.SET:
        return "the position is set by hand"
    return text


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}..."


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(0 if unicodedata.combining(ch) else 2 if unicodedata.east_asian_width(ch) in "WF" else 1 for ch in text)


def _padded(text: str, width: int) -> str:
    """A text cut or filled to a number of columns (at least three)."""
    if _columns(text) > width:
        kept, used = [], 3
        for ch in text:
            used += _columns(ch)
            if used > width:
                break
            kept.append(ch)
        text = "".join(kept) + "..."
    return text + " " * (width - _columns(text))


# ---- findings ---------------------------------------------------------------------------------------------------


def _finding_line(
    code: str, args: dict[str, object], severity_: str | None = None, line: int | None = None, follow_up: bool = False
) -> str:
    finding = Finding(code, "", args=tuple(args.items()), severity=severity_)
    place = "" if line is None else f"line {int(line)}: "
    after = " (it may follow from an earlier fault)" if follow_up else ""
    return printable(f"{code} {severity(finding)}: {place}{message(finding)}{after}")


def _hint_lines(hints: Iterator[Hint]) -> Iterator[str]:
    for hint in hints:
        yield _finding_line(hint.code, hint.args, hint.severity, hint.line, hint.follow_up)


def _remark_lines(remarks: Iterator[Remark]) -> Iterator[str]:
    for remark in remarks:
        yield _finding_line(remark.code, remark.args, line=remark.line)


def _by_action(
    moments: Sequence[Moment], hints: Sequence[Hint], remarks: Sequence[Remark], record: Record
) -> dict[int | None, list[str]]:
    """Index of an action -> the lines of its findings; under ``None`` what belongs to the game."""
    found: dict[int | None, list[str]] = {}
    lines: dict[int, list[Moment]] = {}
    if remarks:
        for moment in moments:
            lines.setdefault(record.actions.line(moment.index), []).append(moment)
    for remark in remarks:
        index = _action_of(remark, lines.get(remark.line, []), record)
        text = _finding_line(remark.code, remark.args, line=remark.line if index is None else None)
        found.setdefault(index, []).append(text)
    for hint in hints:
        line = hint.line if hint.action is None else None
        text = _finding_line(hint.code, hint.args, hint.severity, line, hint.follow_up)
        found.setdefault(hint.action, []).append(text)
    return found


def _action_of(remark: Remark, moments: Sequence[Moment], record: Record) -> int | None:
    """The action of a line that a remark points at: the last one that does not begin behind the place."""
    there = [m.index for m in moments if remark.seat in (None, m.seat)]
    if remark.column is None or len(there) < 2:
        return there[0] if there else None
    place = reader(record.format).place
    starts = [(place(record, index, -1)[0], index) for index in there]
    before = [index for start, index in starts if start <= remark.column]
    return before[-1] if before else there[0]


# ---- stored analysis --------------------------------------------------------------------------------------------


def _analysis_lines(annotation: Annotation, before: Position | None) -> Iterator[str]:
    """The compact lines of what a record holds about an action."""
    if annotation.cube is not None:
        yield from _cube_lines(annotation.cube)
    if annotation.play is not None:
        yield from _play_lines(annotation.play, before)
    if annotation.luck is not None:
        yield f"luck {annotation.luck:+.3f}"
    for problem in annotation.problems:
        yield f"the analysis is faulty: {printable(problem)}"
    yield from (f"comment:{line}" for line in _text_lines(annotation.comment))


def _cube_lines(cube: CubeAnalysis) -> Iterator[str]:
    def value(number: float | None) -> str:
        if number is None:
            return "not known"
        return f"{number:.2%}" if cube.unit == MWC else f"{number:+.3f}"

    passed = cube.double_pass
    if passed is None and cube.unit != MWC:
        passed = 1.0
    values = [("no double", cube.no_double.cubeful), ("double, take", cube.double_take.cubeful)]
    if passed is not None:
        values.append(("double, pass", passed))
    unit = " (match winning chances)" if cube.unit == MWC else ""
    setting = _setting(cube.setting, cube.rollout)
    yield f"cube{setting}: {'; '.join(f'{name} {value(number)}' for name, number in values)}{unit}"


def _setting(setting: Setting | None, rollout: Rollout | None) -> str:
    if rollout is not None:
        trials = "" if rollout.trials is None else f" of {rollout.trials} trials"
        return f" (rollout{trials})"
    if setting is None:
        return ""
    return f" ({setting.plies}-ply{'' if setting.cubeful else ', cubeless'})"


def _play_lines(play: PlayAnalysis, before: Position | None) -> Iterator[str]:
    best = play.best()
    shown = list(range(min(BEST_PLAYS, len(play.candidates))))
    if play.played is not None and play.played not in shown:
        shown.append(play.played)
    rows = [(i, play.candidates[i], candidate_text(play.candidates[i], before)) for i in shown]
    width = max((len(text) for _, _, text in rows), default=0)
    for i, candidate, text in rows:
        mark = "*" if i == play.played else " "
        equity = "not evaluated"
        if candidate.equity is not None:
            equity = f"{candidate.equity:+.3f}"
            if best is not None and best.equity is not None and candidate is not best:
                equity += f" ({candidate.equity - best.equity:+.3f})"
        yield f"{mark}{i + 1:>3}. {text:<{width}}  {equity}{_setting(candidate.setting, candidate.rollout)}"
    if play.played is None and play.candidates:
        yield "the play that was made is not among the candidates"


def candidate_text(candidate: Candidate, before: Position | None) -> str:
    """A candidate in short form, with stars at its hits where the position is known."""
    blots = set()
    if before is not None:
        theirs = before.counts()[1]
        blots = {25 - p for p in range(1, 25) if theirs[p] == 1}
    steps = []
    for start, end in candidate.hops:
        hit = end in blots
        blots.discard(end)
        steps.append((start, end, hit))
    return play_text(steps)
