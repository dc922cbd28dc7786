"""One file from bytes to findings: read, replay, score, check. The one place that shows the flow."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from . import formats
from .checks import CHECKS
from .findings.finding import Finding, sort_key
from .model.gnuid import encode_match, encode_position
from .model.position import Position
from .model.record import MOST_REMARKS, MatchRecord, Record, Spot
from .model.state import MatchState
from .replay import Hint, Moment, Played, Trace, follow_game, replay_game, trace_game
from .rules.declared import RuleOptions, Ruling, rules_of
from .rules.policies import Policies
from .rules.variants import Rules
from .scoring import ScoredGame, ScoredMatch, score_match

if TYPE_CHECKING:
    from .checks.ledger import ChouetteResult
    from .findings.waivers import Waivers

MAX_BYTES = 32 << 20
"""Larger files are not read: no match record comes near it."""
MAX_PER_CODE = MOST_REMARKS
"""Most findings of one code that one file gives; the last of them says so."""


class GameResult(NamedTuple):
    """A game's result, and the state at its end."""

    number: int | None
    score_before: tuple[int, int]
    """In the form of the record: negative sums where the loser loses the points (``Rules.score_form``)."""
    crawford: bool
    winner: int | None
    result: str
    """single, gammon, backgammon, drop, resign-single, ... , resign (kind unknown), draw, unfinished."""
    points: int | None
    """Computed, not capped (but at table stakes); ``None`` if they cannot be."""
    declared_winner: int | None
    declared_points: int | None
    cube: int
    cube_owner: int | None
    plies: int
    checked: str
    """full, after-a-break, partly, none."""
    position: Position | None
    """At the end, seen by the seat on roll (seat 0 before the first roll); ``None`` if it is not known."""
    state: MatchState
    on_roll: int | None


class MatchResult(NamedTuple):
    """A match with its header, rules, score and games."""

    number: int
    length: int | None
    players: tuple[str | None, str | None]
    score: tuple[int, int]
    """In the form of the record, as ``GameResult.score_before``."""
    winner: int | None
    """Of a match, of a session of so many games, or of one at table stakes; ``None``: nobody, or not over."""
    complete: bool
    """The match was won, the session played to its end; an unlimited session: all its games are finished."""
    rules: Rules
    header: dict[str, str]
    games: list[GameResult]


@dataclass(slots=True, eq=False, repr=False)
class Checked:
    """What a check of one file found. Plain data, picklable."""

    path: str
    format: str | None = None
    dialect: str | None = None
    encoding: str | None = None
    sha256: str | None = None
    matches: list[MatchResult] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    positions: int = 0
    """How many positions a file of positions holds."""
    ledger: ChouetteResult | None = None
    """The games and standings of a chouette ledger."""
    claimed: bool = True
    """A format recognised the content."""

    @property
    def ledger_games(self) -> int:
        """How many games a chouette ledger holds."""
        return len(self.ledger.games) if self.ledger is not None else 0

    @property
    def failed(self) -> bool:
        """Nothing could be read."""
        unread = ("BG001", "BG002", "BG003", "BG004", "BG901")
        empty = not self.matches and not self.ledger_games
        return any(f.code in unread or (f.code == "BG005" and empty) for f in self.findings)


def check_file(path: str, options: RuleOptions | None = None, hashed: bool = True) -> Checked:
    """Check the file at ``path``. Never raises for what the file is or says. ``hashed``: with its SHA-256."""
    data = _content(path)
    return data if isinstance(data, Checked) else check_bytes(data, path, options, hashed)


def _content(path: str) -> bytes | Checked:
    """The bytes of a file, or what to say of one that cannot be read."""
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            kind = (
                "a folder that cannot be listed"
                if stat.S_ISDIR(status.st_mode)
                else "not a regular file (a pipe is read as -)"
            )
            return Checked(path, findings=[_file_finding("BG001", path, {"reason": kind})])
        if status.st_size > MAX_BYTES:
            return Checked(path, findings=[_too_large(path, status.st_size)])
        with open(path, "rb") as file:
            return file.read(status.st_size + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return Checked(path, findings=[_file_finding("BG001", path, {"reason": reason})])


def check_bytes(data: bytes, path: str = "-", options: RuleOptions | None = None, hashed: bool = True) -> Checked:
    """Check the content of a file. Never raises for what it says."""
    checked = Checked(path)
    if hashed:
        import hashlib  # costs milliseconds that a check for people does not need

        checked.sha256 = hashlib.sha256(data).hexdigest()
    try:
        _check(data, checked, options or RuleOptions())
    except Exception as error:  # our own fault: one file must not stop a batch
        return crashed(path, f"{type(error).__name__}: {error}"[:300])
    return checked


class Traced(NamedTuple):
    """A match of a record with its scores and what its replay noted of every game."""

    match: MatchRecord
    scored: ScoredMatch
    games: list[Trace]


class Opened(NamedTuple):
    """A checked file with its record, and its matches action by action in one of two forms."""

    checked: Checked
    record: Record | None = None
    """``None`` if there is none."""
    traced: list[Traced] | None = None
    """What the one replay noted; ``None`` where that does not do and ``followed`` says it."""
    followed: list[Followed] | None = None


def open_file(path: str, options: RuleOptions | None = None, hashed: bool = False, traced: bool = True) -> Opened:
    """``check_file`` that keeps what it has read and replayed."""
    data = _content(path)
    return Opened(data) if isinstance(data, Checked) else open_bytes(data, path, options, hashed, traced)


def open_bytes(
    data: bytes, path: str = "-", options: RuleOptions | None = None, hashed: bool = False, traced: bool = True
) -> Opened:
    """``check_bytes`` that keeps the record and its replay. Never raises for what the file says.

    ``traced``: the notes of the one replay are enough. A record with an analysis, or one whose plays do not mark
    hits, is followed action by action all the same.
    """
    checked = Checked(path)
    if hashed:
        import hashlib

        checked.sha256 = hashlib.sha256(data).hexdigest()
    options = options or RuleOptions()
    notes: list[Traced] = []
    try:
        record = _check(data, checked, options, notes if traced else None)
        if record is None or not record.matches:
            return Opened(checked)
        if traced and len(notes) == len(record.matches) and record.marks_hits and not len(record.annotations):
            return Opened(checked, record, notes)
        return Opened(checked, record, None, follow(record, options))
    except Exception as error:  # our own fault: one file must not stop a batch
        return Opened(crashed(path, f"{type(error).__name__}: {error}"[:300]))


def crashed(path: str, reason: str) -> Checked:
    """What is left of a file on which bganalyze itself failed."""
    return Checked(path, findings=[_file_finding("BG901", path, {"reason": reason})])


def not_read(path: str, reason: str) -> Checked:
    """What is said of a file that was not read."""
    return Checked(path, findings=[_file_finding("BG001", path, {"reason": reason})])


def read(path: str) -> Record:
    """The record of a file as written, without a check. Raises ``OSError`` or ``ValueError`` if there is none."""
    with open(path, "rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"{path}: files above {MAX_BYTES} bytes are not read")
    try:
        return formats.read_record(data, MAX_BYTES)
    except formats.Unread as error:
        raise ValueError(f"{path}: {error}") from None


def _file_finding(code: str, path: str, args: dict[str, object]) -> Finding:
    return Finding(code, path, args=tuple(args.items()))


def _too_large(path: str, size: int) -> Finding:
    return _file_finding("BG005", path, {"problem": f"{size} bytes; files above {MAX_BYTES} bytes are not read"})


def _check(data: bytes, checked: Checked, options: RuleOptions, notes: list[Traced] | None = None) -> Record | None:
    """Fill in ``checked`` and, where they are wanted, the ``notes`` of the replay."""
    if len(data) > MAX_BYTES:
        checked.findings = [_too_large(checked.path, len(data))]
        return None
    try:
        record = formats.read_record(data, MAX_BYTES)
    except formats.Unread as error:
        checked.claimed = error.claimed
        checked.encoding = error.encoding
        checked.findings = [_file_finding(error.code, checked.path, error.arguments)]
        return None
    checked.format, checked.dialect, checked.encoding = record.format, record.dialect, record.encoding or None
    checked.positions = len(record.positions)
    found = _Findings(checked.path, record, options.policies)
    if _WAIVED in data or data[:2] == b"\x1f\x8b":
        found.waivers = _waivers(record)
    found.remarks()
    if record.ledger is not None:
        checked.ledger = found.ledger(options)
    ledger = record.ledger is not None and bool(record.ledger.games)
    if not any(m.games for m in record.matches) and not record.positions and not ledger:
        found.add_file("BG003", {"reason": "the file has no game"})
    for number, match in enumerate(record.matches, 1):
        traces = _check_match(record, match, number, options, checked, found, notes is not None)
        if notes is not None and traces is not None:
            notes.append(traces)
    found.unmarked_hits()
    found.told_waivers()
    checked.findings = found.finish()
    if notes and any(number > MOST_REMARKS for number in found.said.values()):
        notes.clear()  # faults are missing from the games
    return record


_WAIVED = b"bganalyze:"
"""Without it there is no waiver, and what reads them is not loaded."""


def _waivers(record: Record) -> Waivers:
    """The waivers in a record's comments: those of actions, or lines of their own and ends of rows."""
    from .findings.waivers import MARK, Waivers

    waivers = Waivers()
    if record.format in ("sgf", "gnubg-text"):
        said = record.annotations.items() if any(MARK in line for line in record.lines) else ()
        waivers.add_comments((i, record.actions.line(i), note.comment) for i, note in said if MARK in note.comment)
    else:
        waivers.add_lines(record.lines)
    return waivers


class Followed(NamedTuple):
    """A match of a record with its rules, its scores, and every game action by action."""

    match: MatchRecord
    ruling: Ruling
    scored: ScoredMatch
    games: list[list[Moment]]


def follow(record: Record, options: RuleOptions | None = None) -> list[Followed]:
    """Replay and score a record, and keep the position before and after each action."""
    followed = []
    for match in record.matches:
        ruling, scored = _score(record, match, options or RuleOptions(), {})
        games = [
            follow_game(game, record.actions, ruling.rules, match.seat_names(), record.is_cut(game))
            for game in match.games
        ]
        followed.append(Followed(match, ruling, scored, games))
    return followed


def _score(
    record: Record, match: MatchRecord, options: RuleOptions, said: dict[str, int], traces: list[Trace] | None = None
) -> tuple[Ruling, ScoredMatch]:
    ruling = rules_of(match, options)
    names = match.seat_names()
    played: list[Played]
    if traces is None:
        played = [
            replay_game(game, record.actions, ruling.rules, names, record.is_cut(game), said) for game in match.games
        ]
    else:
        played = []
        for game in match.games:
            one, trace = trace_game(game, record.actions, ruling.rules, names, record.is_cut(game), said)
            played.append(one)
            traces.append(trace)
    return ruling, score_match(match, ruling, played, names)


def _check_match(
    record: Record,
    match: MatchRecord,
    number: int,
    options: RuleOptions,
    checked: Checked,
    found: _Findings,
    traced: bool = False,
) -> Traced | None:
    traces: list[Trace] | None = [] if traced else None
    ruling, scored = _score(record, match, options, found.said, traces)
    found.match = (number, match, scored)
    for remark in ruling.remarks:
        line = match.header_line(remark.tag) if remark.tag else remark.line or match.line
        found.add_hint(
            Hint(remark.code, None, _remark_args(remark.code, remark.text), line=line, severity=remark.severity)
        )
    for hint in scored.hints:
        found.add_hint(hint)
    for game in scored.games:
        for hint in (*game.played.hints, *game.hints):
            found.add_hint(hint, game)
        found.marked = found.marked or game.played.marked
        if game.played.unmarked and found.first_unmarked is None:
            found.first_unmarked = (game.played.unmarked[0], game, found.match)
        found.unmarked += len(game.played.unmarked)
    if not match.games and len(record.matches) > 1:
        found.add_hint(Hint("BG503", None, {"problem": "the match has no game"}, line=match.line))
    for check in CHECKS:
        for hint in check(record, match, scored):
            found.add_hint(hint)
    checked.matches.append(_match_result(number, match, scored))
    return None if traces is None else Traced(match, scored, traces)


def _remark_args(code: str, text: str) -> dict[str, object]:
    return {"what": text} if code == "BG110" else {"problem": text}


class _Findings:
    """Hints and remarks get their places here and become findings."""

    def __init__(self, path: str, record: Record, policies: Policies) -> None:
        self.path = path
        self.record = record
        self.policies = policies
        self.waivers: Waivers | None = None
        self.findings: list[Finding] = []
        self.counts: dict[str, int] = {}
        self.said: dict[str, int] = {}
        """Hints of the replay by code, those included that it did not keep."""
        self.match: tuple[int, MatchRecord, ScoredMatch] | None = None
        self.unmarked = 0
        """Hits without a star, and where the first one is."""
        self.first_unmarked: tuple[int, ScoredGame, tuple[int, MatchRecord, ScoredMatch]] | None = None
        self.marked = False
        """Some hit of the file carries one."""

    def _add(self, finding: Finding, action: int | None = None) -> None:
        if self.waivers is not None:
            reason = self.waivers.reason(finding.code, finding.line, action)
            if reason is not None and finding.suppression is None:
                finding = finding._replace(suppression=("waiver", reason))
        seen = self.counts.get(finding.code, 0) + 1
        self.counts[finding.code] = seen
        if seen <= MAX_PER_CODE:
            self.findings.append(finding)

    def finish(self) -> list[Finding]:
        """The findings in order; where there were too many of a code, the last one says how many were left out."""
        findings = sorted(self.findings, key=sort_key)
        for code, said in self.said.items():
            self.counts[code] = self.counts.get(code, 0) + max(said - MAX_PER_CODE, 0)
        left_out = {code: n - MAX_PER_CODE for code, n in self.counts.items() if n > MAX_PER_CODE}
        for i in range(len(findings) - 1, -1, -1):
            more = left_out.pop(findings[i].code, None) if left_out else None
            if more is not None:
                quiet = findings[i].suppression
                if quiet is not None and quiet[1] not in ("capped-points", "opening-doubles"):
                    quiet = None  # the ones that were left out may be others
                findings[i] = findings[i]._replace(args=(*findings[i].args, ("more", more)), suppression=quiet)
        return findings

    def add_file(self, code: str, args: dict[str, object]) -> None:
        self._add(_file_finding(code, self.path, args))

    def remarks(self) -> None:
        """The reader's remarks, counting those that it did not keep."""
        matches = self.record.matches
        for r in self.record.remarks:
            game = None
            if r.match is not None and r.game is not None and r.game < len(matches[r.match].games):
                game = matches[r.match].games[r.game].number
            self._add(
                Finding(
                    r.code,
                    self.path,
                    None if r.match is None else r.match + 1,
                    game,
                    r.move,
                    line=r.line,
                    column=r.column,
                    end_column=r.end_column,
                    args=tuple(r.args.items()),
                    **self._source(r.line, r.column),
                )
            )
        for code, number in self.record.left_out.items():
            self.counts[code] = self.counts.get(code, 0) + number

    def ledger(self, options: RuleOptions) -> ChouetteResult:
        """Check a chouette ledger."""
        from .checks.ledger import check_ledger  # few files are one

        assert self.record.ledger is not None
        result, faults = check_ledger(self.record, self.record.ledger, options, self.said)
        for f in faults:
            self._add(
                Finding(
                    f.code,
                    self.path,
                    game=f.game,
                    player_name=f.player,
                    line=f.line,
                    column=f.column,
                    end_column=f.end,
                    args=tuple(f.args.items()),
                    severity=f.severity,
                    **self._source(f.line, f.column),
                )
            )
        return result

    def told_waivers(self) -> None:
        """Notes of waivers that allow nothing."""
        if self.waivers is None:
            return
        for problem in self.waivers.problems:
            self._tell("BG112", problem.line, problem.column, problem.end, {"problem": problem.problem})
        for waiver in self.waivers.all:
            if waiver.unused:
                codes = ", ".join(sorted(waiver.unused))
                self._tell("BG111", waiver.line, waiver.column, waiver.end, {"codes": codes})

    def _tell(self, code: str, line: int, column: int, end: int, args: dict[str, object]) -> None:
        source = self._source(line, column)
        self._add(
            Finding(code, self.path, line=line, column=column, end_column=end, args=tuple(args.items()), **source)
        )

    def add_hint(self, hint: Hint, game: ScoredGame | None = None, missing_mark: bool = False) -> None:
        """A hint of the current match, in ``game`` or in the game whose heading its line is.

        ``missing_mark``: it is about hits without their stars.
        """
        if self.counts.get(hint.code, 0) >= MAX_PER_CODE:
            self.counts[hint.code] += 1
            return
        assert self.match is not None
        number, match, scored = self.match
        record, actions = self.record, self.record.actions
        policy = self.policies.accepted(hint.code, stood=hint.stood, missing_mark=missing_mark)
        line = column = end = move = play = None
        seat = hint.seat
        if hint.action is not None:
            if game is None:  # a check of the whole match
                pairs = zip(scored.games, match.games, strict=True)
                game = next((g for g, r in pairs if r.first <= hint.action < r.last), None)
            line = actions.line(hint.action)
            move = record.move(hint.action)
            what = actions.what[hint.action]
            if seat is None:
                seat = actions.seat(hint.action)
            column, end = formats.reader(record.format).place(record, hint.action, hint.step)
            if what.dice is not None:
                play = " ".join(what.text[2:].lstrip(" :").split())
        elif hint.line is not None:
            line = hint.line
            if isinstance(line, Spot):
                column, end = line.column, line.end
            else:
                source = record.source(line)
                column = len(source) - len(source.lstrip()) + 1
                end = max(len(source.rstrip()) + 1, column)
            if game is None:
                game = next(
                    (g for g, r in zip(scored.games, match.games, strict=True) if line in (r.line, r.score_line)),
                    None,
                )
        self._add(
            Finding(
                hint.code,
                self.path,
                number,
                None if game is None else game.number,
                move,
                seat,
                None if seat is None else match.names[seat],
                None if line is None else int(line),
                column,
                end,
                None,
                hint.dice,
                play,
                self._gnu_id(hint, game, scored, seat),
                tuple(hint.args.items()),
                severity=hint.severity,
                follow_up=hint.follow_up,
                suppression=None if policy is None else ("policy", policy),
                **self._source(line, column),
            ),
            hint.action,
        )

    def _source(self, line: int | None, column: int | None) -> dict[str, Any]:
        """The text of a line; of a long one what stands around the column."""
        if line is None:
            return {}
        source = self.record.source(line)
        if column is None or column <= 400:
            return {"source": source[:500]}
        return {"source": source[column - 61 : column + 439], "source_column": column - 60}

    @staticmethod
    def _gnu_id(hint: Hint, game: ScoredGame | None, scored: ScoredMatch, seat: int | None) -> str | None:
        if hint.position is None or game is None or seat is None:
            return None
        state = MatchState(
            cube=hint.cube.value if hint.cube.owner is not None else max(hint.cube.value, game.played.start_cube),
            cube_owner=hint.cube.owner,
            on_roll=seat,
            turn=seat,
            dice=hint.dice,
        )
        return gnu_id(hint.position, _in_match(state, game, scored))

    def unmarked_hits(self) -> None:
        """One note a file for hits without a star, however many there are."""
        if self.first_unmarked is None or not self.record.marks_hits:
            return
        index, game, self.match = self.first_unmarked
        total = self.unmarked
        what = self.record.actions.what[index]
        if not self.marked:
            problem = f"the record marks no hits ({total} in all)"
        else:
            problem = "a hit without its star" + (f" (the first of {total} in the file)" if total > 1 else "")
        shown = " ".join(what.text.split())
        hint = Hint("BG311", index, {"shown": shown, "problem": problem}, severity="note", dice=what.dice)
        self.add_hint(hint, game, missing_mark=True)


def _in_match(state: MatchState, game: ScoredGame, scored: ScoredMatch) -> MatchState:
    """The state with what the match adds: score, length, Crawford game, Jacoby rule."""
    return state._replace(
        crawford=game.crawford,
        length=scored.length,
        score=game.score_before,
        jacoby=None if scored.length else scored.rules.jacoby,
    )


def gnu_id(position: Position, state: MatchState) -> str | None:
    """``position:match`` ID; the position alone where a match ID has no room for the numbers."""
    try:
        place = encode_position(position)
    except ValueError:
        return None
    try:
        return f"{place}:{encode_match(state)}"
    except ValueError:
        return place


def _match_result(number: int, match: MatchRecord, scored: ScoredMatch) -> MatchResult:
    return MatchResult(
        number,
        scored.length or None,
        match.names,
        scored.score,
        scored.winner,
        scored.complete,
        scored.rules,
        match.header,
        [_game_result(game, scored) for game in scored.games],
    )


def _game_result(game: ScoredGame, scored: ScoredMatch) -> GameResult:
    played = game.played
    seat = played.on_roll or 0
    over = {"board": "over", "draw": "over", "drop": "dropped"}.get(played.end, "playing")
    pending = played.pending is not None and played.dice is None and over == "playing"
    state = MatchState(
        cube=played.cube.value,
        cube_owner=played.cube.owner,
        on_roll=seat,
        turn=1 - seat if pending else seat,
        crawford=game.crawford,
        game_state=over,
        doubled=pending,
        dice=played.dice,
        length=scored.length,
        score=game.score_before,
        jacoby=None if scored.length else scored.rules.jacoby,
    )
    return GameResult(
        game.number,
        game.score_before,
        game.crawford,
        game.winner,
        game.result,
        game.points,
        played.declared_winner,
        played.declared_points,
        played.cube.value,
        played.cube.owner,
        played.plies,
        played.checked,
        None if played.sides is None else Position(played.sides[seat], played.sides[1 - seat]),
        state,
        played.on_roll,
    )
