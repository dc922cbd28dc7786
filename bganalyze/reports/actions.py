"""The table of actions: what a record says and what the replay knows of it, one row an action, in typed columns.

Columns grow as arrays of small numbers; text is numbered once and looked up; position IDs and pip counts are made
for all rows at once. ``match_id`` is a hash of what was played: lengths, rolls, positions and cube actions. It is
the same for a match in two formats, and whichever of the players sits on which side.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import repeat
from math import nan
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..analysis.decisions import Decision, decisions, hops_text
from ..findings.codes import CODES
from ..model import actions as act
from ..model.actions import Written
from ..model.gnuid import ALPHABET
from ..model.position import BAR, BITS
from ..model.record import GameRecord, Record, row_numbers
from ..pipeline import Checked, Followed, Traced
from ..replay import REMARKS, Moment
from ..replay import Trace as GameNotes
from ..rules.diagnose import place
from ..rules.hops import single_hops
from ..rules.plays import results
from ..scoring import ScoredGame

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

KINDS: Final = (
    "play",
    "roll",
    "double",
    "take",
    "drop",
    "beaver",
    "raccoon",
    "resign",
    "end",
    "set",
    "unreadable",
)
"""``roll``: a roll whose play the record does not hold. ``end``: a result; its player is the winner."""
_ROW_KIND: Final = {
    act.ROLL: 0,
    act.DOUBLE: 2,
    act.TAKE: 3,
    act.DROP: 4,
    act.BEAVER: 5,
    act.RACCOON: 6,
    act.RESIGN: 7,
    act.WINS: 8,
    act.LOSSES: 8,
    act.SET: 9,
    act.UNREADABLE: 10,
}
_CUBE: Final = frozenset((act.DOUBLE, act.TAKE, act.DROP, act.BEAVER, act.RACCOON))
_SIDE: Final = (26 * BITS + 7) // 8
"""Bytes of a packed side."""
_NO_SIDES: Final = bytes(2 * _SIDE)

_NUMBERS: Final = (
    "eq_played",
    "eq_best",
    "error_emg",
    "error_mwc",
    "luck_emg",
    "luck_mwc",
    "win",
    "win_g",
    "win_bg",
    "lose_g",
    "lose_bg",
    "cube_nd",
    "cube_dt",
    "cube_dp",
    "cube_error",
    "cube_error_mwc",
)
TYPES: Final = {
    "match_id": "category",
    "path": "category",
    "match": "Int32",
    "game": "Int32",
    "move": "Int32",
    "player": "Int8",
    "kind": "category",
    "die_1": "Int8",
    "die_2": "Int8",
    "play": "category",
    "position_before": "string",
    "cube": "Int32",
    "cube_owner": "Int8",
    "pips_0": "Int16",
    "pips_1": "Int16",
    "legal": "boolean",
    "code": "category",
    "hits": "Int8",
    "forced": "boolean",
    "n_plays": "Int32",
    **dict.fromkeys(_NUMBERS[:6], "float64"),
    "best_play": "category",
    **dict.fromkeys(_NUMBERS[6:], "float64"),
    "cube_class": "category",
    "engine": "category",
}
"""Columns and their types. Numbers of the analysis are NaN where the record has none."""
_ENGINES: Final = {
    "gnubg": "gnubg",
    "gnubg-text": "gnubg",
    "xg": "xg",
    "xg_text": "xg",
    "bgf": "bgblitz",
    "bgblitz_text": "bgblitz",
}
"""Format or dialect -> the engine whose analysis it holds."""


class Source(NamedTuple):
    """A checked file with what its matches look like action by action."""

    checked: Checked
    record: Record | None = None
    followed: Sequence[Followed] = ()
    traced: Sequence[Traced] | None = None
    """Instead of ``followed``: what the replay noted."""


class GameTrace(NamedTuple):
    """What the actions of a game add to its row in the table of games."""

    post_crawford: bool
    doubles: int
    takes: int
    drops: int
    beavers: int


class Trace(NamedTuple):
    """What the actions of a match add to the other tables."""

    match_id: str
    games: list[GameTrace]


class _Texts(dict[str | None, int]):
    """Text -> its number; ``None`` is -1."""

    def __init__(self) -> None:
        super().__init__({None: -1})

    def __missing__(self, text: str | None) -> int:
        self[text] = number = len(self) - 1
        return number

    def names(self) -> list[str]:
        """In the order of their numbers."""
        return [text for text in self if text is not None]


class _Numbers(dict[Written, int]):
    """Action as written -> its number, and by number what a row says of it. Number 0 ends a game."""

    def __init__(self, name_play: Callable[[Written], int]) -> None:
        super().__init__()
        self.name_play = name_play
        self.kinds = bytearray()
        """Kinds of actions, ``_NO_ROW`` for what gets no row."""
        self.said: list[bytes] = []
        """What the hash of a match takes of it, nothing for what it passes over."""
        self.row_kind = array("b")
        self.first = array("b")
        self.second = array("b")
        self.play = array("i")
        self.sort = array("b")
        """0 a roll with its play, 1 a dance, 2 a roll without its play, 3 a cube action, 4 lost games, 5 others."""
        self.legal = array("b")
        self.reset()

    def reset(self) -> None:
        """Forget everything."""
        self.clear()
        for column in (self.kinds, self.said, self.row_kind, self.first, self.second, self.play, self.sort, self.legal):
            del column[:]
        self._add(_NO_ROW, b"", -1, -1, -1, -1, 5, -1)

    def _add(
        self, kind: int, said: bytes, row_kind: int, first: int, second: int, play: int, sort: int, legal: int
    ) -> None:
        self.kinds.append(kind)
        self.said.append(said)
        self.row_kind.append(row_kind)
        self.first.append(first)
        self.second.append(second)
        self.play.append(play)
        self.sort.append(sort)
        self.legal.append(legal)

    def __missing__(self, what: Written) -> int:
        self[what] = number = len(self.kinds)
        kind = what.kind
        row_kind = _ROW_KIND.get(kind, -1)
        if row_kind < 0 or (kind == act.ROLL and what.dice is None):
            self._add(_NO_ROW, b"", -1, -1, -1, -1, 5, -1)
        elif kind == act.ROLL:
            a, b = what.dice  # type: ignore[misc]
            done = what.played
            if done == act.PENDING or done == act.HIDDEN or done == act.MARKED:
                row_kind = 0 if done == act.HIDDEN else 1
                self._add(kind, _said(what), row_kind, a, b, -1, 2, 0 if done == act.MARKED else -1)
            else:
                self._add(kind, _said(what), row_kind, a, b, self.name_play(what), 0 if what.steps else 1, 1)
        elif kind in _CUBE:
            self._add(kind, _said(what), row_kind, -1, -1, -1, 3, 1)
        else:
            self._add(kind, b"", row_kind, -1, -1, -1, 4 if kind == act.LOSSES else 5, -1)
        return number


def _said(what: Written) -> bytes:
    """What the hash of a match takes of a roll or a cube action, apart from who and where."""
    if what.dice is None:
        return bytes((what.kind,))
    a, b = what.dice
    return bytes((what.kind, a, b) if a > b else (what.kind, b, a))


class _Notes:
    """Rows as the replay noted them, not yet taken apart: see ``ActionColumns.settle``."""

    def __init__(self) -> None:
        self.what = array("i")
        self.seat = bytearray()
        self.sides = bytearray()
        self.cube = array("i")
        self.owner = array("b")
        self.move = array("i")
        self.game = array("i")
        self.match = array("i")
        self.match_id = array("i")
        self.path = array("i")
        self.fault_at = array("q")
        self.fault = array("i")
        self.columns: list[Any] = list(vars(self).values())


class ActionColumns:
    """Grows by one match after the other; ``frame`` makes the table."""

    def __init__(self, n_plays: bool = False) -> None:
        self.count_plays = n_plays
        self.rows = 0
        self.small = {
            name: array("b")
            for name in ("player", "kind", "die_1", "die_2", "cube_owner", "legal", "hits", "forced", "seen_by")
        }
        self.large = {
            name: array("i")
            for name in ("match_id", "path", "match", "game", "move", "play", "cube", "code", "n_plays")
        }
        self.sides = bytearray()
        """Both sides before each action, packed, that of who acts first; zeros where they are not known."""
        self.texts = {
            name: _Texts() for name in ("match_id", "path", "play", "code", "best_play", "cube_class", "engine")
        }
        self.judged = array("q")
        """Rows with an analysis; for each of them ``numbers`` has as many as ``_NUMBERS``."""
        self.numbers = array("d")
        self.words = {name: array("i") for name in ("best_play", "cube_class", "engine")}
        self.written: dict[Written, int] = {}
        """Rolls that were met -> the number of their play."""
        self._names: list[str] = []
        self.numbering = _Numbers(self._as_written)
        self.notes = _Notes()

    def __len__(self) -> int:
        """Rows, about: those included that are still to be settled."""
        return self.rows + len(self.notes.what)

    def clear(self) -> None:
        """Begin anew, but remember texts."""
        self.rows = 0
        for column in self._all():
            del column[:]
        for name in ("match_id", "path"):
            self.texts[name] = _Texts()

    def mark(self) -> list[int]:
        """How long the columns are; for ``cut``."""
        many = len(self.numbering) > _MOST_REMEMBERED
        if many or len(self.notes.what) >= _CHUNK:
            self.settle()
        if many:
            self.numbering.reset()
        return [self.rows, *(len(column) for column in self._all())]

    def cut(self, mark: list[int]) -> None:
        """Back to that length."""
        self.rows = mark[0]
        for column, length in zip(self._all(), mark[1:], strict=True):
            del column[length:]

    def _all(self) -> list[array[Any] | bytearray]:
        groups = (self.small, self.large, self.words)
        columns = (column for group in groups for column in group.values())
        return [self.sides, self.judged, self.numbers, *self.notes.columns, *columns]

    def add_traced(self, path: str, number: int, record: Record, traced: Traced) -> Trace:
        """The rows of a match whose replay was noted. They are the same as those of ``add``."""
        notes = self.notes
        begin = len(notes.what)
        said = hashlib.blake2b(digest_size=8)
        said.update(f"{traced.scored.length}".encode())
        first = -1
        games = []
        for game, scored, trace in zip(traced.match.games, traced.scored.games, traced.games, strict=True):
            whats = record.actions.what[game.first : game.last]
            places = record.actions.place[game.first : game.last]
            numbers = list(map(self.numbering.__getitem__, whats))
            all_kinds, all_said = self.numbering.kinds, self.numbering.said
            kinds = bytes([all_kinds[n] for n in numbers])
            seats = bytes([place & 1 for place in places])
            if first < 0:
                at = kinds.find(act.ROLL)
                first = seats[at] if at >= 0 else -1
            sides = b"".join([side.to_bytes(_SIDE, "little") for side in trace.sides])
            self._note(record, game, scored, trace, whats, places)
            words = [all_said[n] for n in numbers]
            for at in trace.chained:
                if kinds[at] == act.TAKE:
                    words[at] = b""
            many = len(words) - words.count(b"")
            if all(words[:many]):
                told, who = sides[: 2 * _SIDE * many], seats[:many]
            else:
                kept = [at for at, word in enumerate(words) if word]
                told = b"".join([sides[2 * _SIDE * at : 2 * _SIDE * (at + 1)] for at in kept])
                who = bytes([seats[at] for at in kept])
            last = kinds.rfind(act.ROLL)
            after = b""
            if last >= 0:
                after = sides[2 * _SIDE * (last + 1) : 2 * _SIDE * (last + 2)]
                if seats[last] != (seats[last + 1] if last + 1 < len(seats) else 0):
                    after = after[_SIDE:] + after[:_SIDE]
            said.update(_game_hash(told, who, b"".join(words), after, first))
            notes.what.extend(numbers)
            notes.what.append(0)
            notes.seat += seats
            notes.seat.append(0)
            notes.sides += sides
            games.append(
                GameTrace(
                    scored.post_crawford,
                    kinds.count(act.DOUBLE),
                    kinds.count(act.TAKE),
                    kinds.count(act.DROP),
                    kinds.count(act.BEAVER) + kinds.count(act.RACCOON),
                )
            )
        match_id = said.hexdigest()
        rows = len(notes.what) - begin
        notes.match_id.extend(repeat(self.texts["match_id"][match_id], rows))
        notes.path.extend(repeat(self.texts["path"][path], rows))
        notes.match.extend(repeat(number, rows))
        return Trace(match_id, games)

    def _note(
        self,
        record: Record,
        game: GameRecord,
        scored: ScoredGame,
        trace: GameNotes,
        whats: Sequence[Written],
        places: Sequence[int],
    ) -> None:
        """Everything of a game's rows but what, who and where."""
        notes = self.notes
        many = len(whats) + 1
        start = scored.played.start_cube
        ends = [at for at, _ in trace.cubes[1:]]
        for (at, (value, owner)), end in zip(trace.cubes, (*ends, many), strict=True):
            shown = value if owner is not None or value > start else start
            notes.cube.extend(repeat(shown, min(end, many) - at))
            notes.owner.extend(repeat(-1 if owner is None else owner, min(end, many) - at))
        number = -1 if scored.number is None or scored.number > _LARGEST else scored.number
        notes.game.extend(repeat(number, many))
        if record.numbered:
            notes.move.extend(_printed_rows(record, game.first, places))
        else:
            seats = [None if what.kind == act.SET else place & 1 for what, place in zip(whats, places, strict=True)]
            notes.move.extend(row_numbers(seats))
        notes.move.append(-1)
        if scored.played.hints or scored.hints:
            faults = {h.action: h.code for h in scored.hints if h.action is not None}
            for hint in reversed(scored.played.hints):
                if hint.action is not None and hint.code not in REMARKS:
                    faults[hint.action] = hint.code
            for action, code in faults.items():
                notes.fault_at.append(len(notes.what) + action - game.first)
                notes.fault.append(self.texts["code"][code])

    def settle(self) -> None:
        """Take the noted rows apart, all at once."""
        notes, known = self.notes, self.numbering
        if not notes.what:
            return
        import numpy as np

        def by_number(column: array[Any]) -> npt.NDArray[Any]:
            values: npt.NDArray[Any] = np.array(column)[what]
            return values

        what = np.array(notes.what)
        seat = np.frombuffer(bytes(notes.seat), dtype=np.int8)
        sides = np.frombuffer(bytes(notes.sides), dtype=np.uint8).reshape(-1, 2, _SIDE)
        keep = np.flatnonzero(by_number(known.row_kind) >= 0)
        what, seats, behind = what[keep], seat[keep], keep + 1  # a game ends with a row that is not kept
        before, after = sides[keep], sides[behind]
        swapped = seats != seat[behind]
        there = before[:, 0, 0] & _GUARD != 0
        sort, legal, play = by_number(known.sort), by_number(known.legal), by_number(known.play)
        both = there & (after[:, 0, 0] & _GUARD != 0)
        done = sort <= 1
        legal[done & ~both] = -1
        held = _on_bar(after)
        hits = np.where(swapped, held[:, 0], held[:, 1]) - _on_bar(before)[:, 1]
        hits[~(done & both)] = -1
        forced = np.full(len(what), -1, dtype=np.int8)
        dances = np.flatnonzero((sort == 1) & both)
        same = np.where(swapped[dances, None, None], after[dances, ::-1], after[dances]) == before[dances]
        forced[dances[same.all(axis=(1, 2))]] = 1
        codes = np.full(len(seat), -1, dtype=np.int32)
        codes[np.array(notes.fault_at)] = np.array(notes.fault)
        codes = codes[keep]
        faulty = np.flatnonzero(codes >= 0)
        names = self.texts["code"].names()
        for row, code in zip(faulty.tolist(), codes[faulty].tolist(), strict=True):
            if names[code] == "BG205":
                legal[row] = forced[row] = play[row] = -1
            elif legal[row] >= 0 and CODES[names[code]].severity == "error":
                legal[row] = 0
        self.sides += before.tobytes()
        small = {
            "player": np.where(sort == 4, 1 - seats, seats),
            "kind": by_number(known.row_kind),
            "die_1": by_number(known.first),
            "die_2": by_number(known.second),
            "cube_owner": np.array(notes.owner)[keep],
            "legal": legal,
            "hits": hits,
            "forced": forced,
            "seen_by": np.where(there, seats, -1),
        }
        large = {
            "match_id": np.array(notes.match_id)[keep],
            "path": np.array(notes.path)[keep],
            "match": np.array(notes.match)[keep],
            "game": np.array(notes.game)[keep],
            "move": np.array(notes.move)[keep],
            "play": play,
            "cube": np.array(notes.cube)[keep],
            "code": codes,
            "n_plays": np.full(len(what), -1),
        }
        for name, values in small.items():
            self.small[name].frombytes(values.astype(np.int8).tobytes())
        for name, values in large.items():
            self.large[name].frombytes(values.astype(np.int32).tobytes())
        self.rows += len(what)
        for column in notes.columns:
            del column[:]

    def add(self, path: str, number: int, record: Record, followed: Followed) -> Trace:
        """The rows of a match."""
        judged: Mapping[int, Decision] = {}
        if len(record.annotations):
            judged = {d.index: d for d in decisions(record, followed)}
        begin = self.rows
        said = hashlib.blake2b(digest_size=8)
        said.update(f"{followed.scored.length}".encode())
        first = next(
            (m.seat for game in followed.games for m in game if record.actions.what[m.index].dice is not None), 0
        )
        games = [
            self._game(record, scored, moments, judged, said, first)
            for scored, moments in zip(followed.scored.games, followed.games, strict=True)
        ]
        match_id = said.hexdigest()
        many = self.rows - begin
        self.large["match_id"].extend(repeat(self.texts["match_id"][match_id], many))
        self.large["path"].extend(repeat(self.texts["path"][path], many))
        self.large["match"].extend(repeat(number, many))
        if len(self.written) > _MOST_REMEMBERED:
            self.written.clear()
        return Trace(match_id, games)

    def _game(
        self,
        record: Record,
        scored: ScoredGame,
        moments: Sequence[Moment],
        judged: Mapping[int, Decision],
        said: Any,
        first: int,
    ) -> GameTrace:
        whats = record.actions.what
        small, large, sides, written = self.small, self.large, self.sides, self.written
        players, kinds, owners = small["player"], small["kind"], small["cube_owner"]
        firsts, seconds, hits = small["die_1"], small["die_2"], small["hits"]
        legals, forceds, seen_by = small["legal"], small["forced"], small["seen_by"]
        moves, plays, cubes, codes, counts = (
            large["move"],
            large["play"],
            large["cube"],
            large["code"],
            large["n_plays"],
        )
        code_numbers = self.texts["code"]
        begin = self.rows
        start_cube = scored.played.start_cube
        faults = {h.action: h.code for h in scored.hints if h.action is not None}
        numbers = None if record.numbered else _rows(record, moments)
        marked = record.marks_hits
        tally = dict.fromkeys(_ROW_KIND, 0)
        told, who, words = bytearray(), bytearray(), bytearray()
        last: Moment | None = None
        for at, moment in enumerate(moments):
            index, seat, before, after, cube, pending, _, code = moment
            what = whats[index]
            kind = what.kind
            row_kind = _ROW_KIND.get(kind)
            if row_kind is None or (kind == act.ROLL and what.dice is None):
                continue
            tally[kind] += 1
            if pending is not None:
                cube = pending.before
            value, owner = cube
            cubes.append(value if owner is not None or value > start_cube else start_cube)
            owners.append(-1 if owner is None else owner)
            if before is None:
                packed = _NO_SIDES
                seen_by.append(-1)
            else:
                packed = before.on_roll.to_bytes(_SIDE, "little") + before.opponent.to_bytes(_SIDE, "little")
                seen_by.append(seat)
            sides += packed
            decision = judged.get(index)
            legal = forced = hit = number = -1
            if kind == act.ROLL:
                last = moment
                dice = what.dice
                a, b = dice  # type: ignore[misc]
                firsts.append(a)
                seconds.append(b)
                told += packed
                who.append(seat)
                words += _said(what)
                done = what.played
                if done == act.PENDING or done == act.HIDDEN or done == act.MARKED:
                    play = -1
                    row_kind = 0 if done == act.HIDDEN else 1
                    legal = 0 if done == act.MARKED else -1
                else:
                    if marked or before is None:
                        known = written.get(what)
                        if known is None:
                            known = written[what] = self._as_written(what)
                        play = known
                    else:
                        play = self.texts["play"][_with_hits(moment, what, decision)]
                    if before is not None and after is not None:
                        legal = 1
                        hit = (after.opponent >> _BAR_AT & 15) - (before.opponent >> _BAR_AT & 15)
                        if self.count_plays:
                            number = len(results(before.on_roll, before.opponent, dice))  # type: ignore[arg-type]
                            forced = number < 2
                        elif not what.steps and before == after:
                            forced = 1
                if decision is not None and decision.forced is not None and forced < 0:
                    forced = decision.forced
            else:
                firsts.append(-1)
                seconds.append(-1)
                play = -1
                if kind in _CUBE:
                    legal = 1
                    if kind != act.TAKE or pending is None or not pending.chain:  # some formats leave these out
                        told += packed
                        who.append(seat)
                        words += _said(what)
                elif kind == act.LOSSES:
                    seat = 1 - seat
            if code is None:
                code = faults.get(index)
            if code is not None:
                if code == "BG205":
                    legal, forced, play = -1, -1, -1
                elif legal >= 0 and CODES[code].severity == "error":
                    legal = 0
            codes.append(code_numbers[code])
            players.append(seat)
            kinds.append(row_kind)
            plays.append(play)
            hits.append(hit)
            legals.append(legal)
            forceds.append(forced)
            counts.append(number)
            move = record.move(index) if numbers is None else numbers[at]
            moves.append(-1 if move is None or move > _LARGEST else move)
            if decision is not None:
                self._judgement(record, decision, play)
            self.rows += 1
        end = b""
        if last is not None:
            end = _NO_SIDES
            if last.after is not None:
                end = last.after.on_roll.to_bytes(_SIDE, "little") + last.after.opponent.to_bytes(_SIDE, "little")
        said.update(_game_hash(bytes(told), bytes(who), bytes(words), end, first))
        game_number = -1 if scored.number is None or scored.number > _LARGEST else scored.number
        large["game"].extend(repeat(game_number, self.rows - begin))
        return GameTrace(
            scored.post_crawford,
            tally[act.DOUBLE],
            tally[act.TAKE],
            tally[act.DROP],
            tally[act.BEAVER] + tally[act.RACCOON],
        )

    def _as_written(self, what: Written) -> int:
        """The steps as they are written, with ``bar`` and ``off``; nothing for a dance."""
        texts = []
        for step in what.steps:
            if len(step.points) == 2 and step.times == 1:
                text = _STEPS[step.points[0]][step.points[1]]
                texts.append(text + "*" if step.hits[0] else text)
                continue
            text = place(step.points[0])
            for point, hit in zip(step.points[1:], step.hits, strict=True):
                text += f"/{place(point)}*" if hit else f"/{place(point)}"
            texts.append(f"{text}({step.times})" if step.times > 1 else text)
        return self.texts["play"][" ".join(texts)]

    def _judgement(self, record: Record, d: Decision, play: int) -> None:
        chances = d.chances or (None,) * 5
        values = (
            d.eq_played, d.eq_best, d.error_emg, d.error_mwc, d.luck_emg, d.luck_mwc, *chances,
            d.cube_nd, d.cube_dt, d.cube_dp, d.cube_error, d.cube_error_mwc,
        )  # fmt: skip
        if d.best is None and all(value is None for value in values):
            return
        self.judged.append(self.rows)
        self.numbers.extend([nan if value is None else value for value in values])
        texts, words = self.texts, self.words
        best = self._play_name(play) if d.best is not None and d.best is d.played and play >= 0 else d.best_play
        words["best_play"].append(texts["best_play"][best])
        words["cube_class"].append(texts["cube_class"][d.cube_class])
        setting = d.setting
        if setting is not None and setting != "rollout":
            engine = _ENGINES.get(record.dialect) or _ENGINES.get(record.format)
            setting = f"{engine} {setting}" if engine else setting
        words["engine"].append(texts["engine"][setting])

    def _play_name(self, number: int) -> str:
        names = self._names
        if len(names) <= number:
            names[:] = self.texts["play"].names()
        return names[number]

    def frame(self) -> pd.DataFrame:
        """The table."""
        import numpy as np
        import pandas as pd

        self.settle()
        columns: dict[str, Any] = {}
        sides = np.frombuffer(bytes(self.sides), dtype=np.uint8).reshape(-1, 2 * _SIDE)
        seen = np.frombuffer(self.small["seen_by"], dtype=np.int8) if self.rows else np.empty(0, np.int8)
        ids, pips, valid = positions(sides)
        known = seen >= 0
        unknown = ~known
        own, other = pips[:, 0], pips[:, 1]
        pip_counts = (np.where(seen == 0, own, other), np.where(seen == 0, other, own))
        rows = np.frombuffer(self.judged, dtype=np.int64) if len(self.judged) else np.empty(0, np.int64)
        numbers = np.full((self.rows, len(_NUMBERS)), np.nan)
        if len(rows):
            numbers[rows] = np.frombuffer(self.numbers, dtype=np.float64).reshape(-1, len(_NUMBERS))
        for name, kind in TYPES.items():
            if name == "position_before":
                columns[name] = _fixed_strings(ids, known & valid)
            elif name in ("pips_0", "pips_1"):
                columns[name] = pd.arrays.IntegerArray(pip_counts[int(name[-1])].astype(np.int16), unknown.copy())
            elif kind == "float64":
                columns[name] = numbers[:, _NUMBERS.index(name)]
            elif name == "kind":
                columns[name] = pd.Categorical.from_codes(self._column(name), pd.Index(KINDS, dtype="str"))
            elif name in self.words:
                codes = np.full(self.rows, -1, dtype=np.int32)
                if len(rows):
                    codes[rows] = np.frombuffer(self.words[name], dtype=np.int32)
                columns[name] = _category(codes, self.texts[name].names())
            elif kind == "category":
                columns[name] = _category(self._column(name), self.texts[name].names())
            else:
                values = self._column(name)
                missing = values < 0
                if kind == "boolean":
                    columns[name] = pd.arrays.BooleanArray(values == 1, missing)
                else:
                    columns[name] = pd.arrays.IntegerArray(values, missing)
        return pd.DataFrame(columns, copy=False)

    def _column(self, name: str) -> npt.NDArray[Any]:
        import numpy as np

        if name in self.small:
            return np.array(self.small[name], dtype=np.int8)
        return np.array(self.large[name], dtype=np.int32)


def _category(codes: npt.NDArray[Any], names: list[str]) -> pd.Categorical:
    """A column of the names that are used, in the order in which they first appear."""
    import numpy as np
    import pandas as pd

    rows = np.flatnonzero(codes >= 0)[::-1]
    first = np.full(len(names), -1, dtype=np.int64)
    first[codes[rows]] = rows  # what is written last is the first row
    used = np.flatnonzero(first >= 0)
    used = used[np.argsort(first[used], kind="stable")]
    new = np.full(len(names) + 1, -1, dtype=np.int32)
    new[used] = np.arange(len(used))
    # No category at all has the type that Parquet gives back for none.
    return pd.Categorical.from_codes(
        new[codes], pd.Index([names[n] for n in used], dtype="str" if len(used) else object)
    )


def _fixed_strings(ids: npt.NDArray[Any], known: npt.NDArray[np.bool_]) -> Any:
    """A column of text of one length, made without an object a row where pandas keeps text in Arrow's arrays."""
    import numpy as np
    import pandas as pd

    kind = pd.StringDtype()
    if kind.storage == "pyarrow" and len(ids):
        import pyarrow as pa

        ends = np.zeros(len(ids) + 1, dtype=np.int64)
        np.cumsum(known * ids.dtype.itemsize, out=ends[1:])
        there = pa.py_buffer(np.packbits(known, bitorder="little").tobytes())
        text = pa.py_buffer(ids[known].tobytes())
        return kind.__from_arrow__(pa.LargeStringArray.from_buffers(len(ids), pa.py_buffer(ends), text, there))
    names = ids.astype("U").astype(object)
    names[~known] = pd.NA
    return pd.array(names, dtype="string")


_BAR_AT: Final = BITS * BAR
_LARGEST: Final = (1 << 31) - 1
"""Larger numbers of rows or games are no numbers of rows or games."""
_MOST_REMEMBERED: Final = 1 << 17


def _rows(record: Record, moments: Sequence[Moment]) -> list[int]:
    """Row numbers of the actions of a game in a format without rows."""
    return row_numbers([None if record.actions.what[m.index].kind == act.SET else m.seat for m in moments])


def _with_hits(moment: Moment, what: Written, decision: Decision | None) -> str:
    """The play of a format that does not mark hits, as players write it."""
    if not what.steps:
        return ""
    before, after = moment.before, moment.after
    assert before is not None and what.dice is not None
    if decision is not None and decision.played is not None:
        return hops_text(decision.played.hops, before)
    if after is None:
        return hops_text([(s.points[0], s.points[-1]) for s in what.steps], before)
    return hops_text([(hop.start, hop.end) for hop in single_hops(before, what.dice, what.steps, after)], before)


class _RowHeads(dict[str, int]):
    """What stands in front of the first bracket of a line -> number of the row, -1 for none."""

    def __missing__(self, head: str) -> int:
        row = int(head) if head.strip().isdecimal() else -1
        if row > _LARGEST:
            row = -1
        if len(head) < 8 and len(self) < 10_000:
            self[head] = row
        return row


_ROW_HEADS: Final = _RowHeads()


def _printed_rows(record: Record, first: int, places: Sequence[int]) -> list[int]:
    """Row numbers of the actions from ``first`` on, as printed; -1 where there is none."""
    lines, exceptions = record.lines, record.actions.moves
    rows = []
    line = row = -1
    for spot in places:
        if spot >> 1 != line:
            line = spot >> 1
            row = _ROW_HEADS[lines[line - 1].partition(")")[0]]
        rows.append(row)
    if exceptions:
        for at in range(len(rows)):
            if first + at in exceptions:
                move = exceptions[first + at]
                rows[at] = -1 if move is None or move > _LARGEST else move
    return rows


def _game_hash(sides: bytes, seats: bytes, words: bytes, after: bytes, first: int) -> bytes:
    """What the hash of a match takes of a game: who ``first`` rolled in the match counts as the first player."""
    who = seats.translate(_OTHERS) if first == 1 else seats
    return b"game" + len(who).to_bytes(4, "little") + sides + who + words + after


def _on_bar(sides: npt.NDArray[np.uint8]) -> npt.NDArray[np.int8]:
    """Checkers on the bar of each side."""
    held: npt.NDArray[np.int8] = (sides[:, :, 15] >> 5 | (sides[:, :, 16] & 1) << 3).astype("i1")
    return held


_OTHERS: Final = bytes((1, 0, *range(2, 256)))
_NO_ROW: Final = 255
_GUARD: Final = 16
"""In the first byte of every side."""
_STEPS: Final = [[f"{place(a)}/{place(b)}" for b in range(BAR + 1)] for a in range(BAR + 1)]
_CHUNK: Final = 1 << 16
"""Rows that are taken apart at a time."""


def positions(
    sides: npt.NDArray[np.uint8],
) -> tuple[npt.NDArray[Any], npt.NDArray[np.int16], npt.NDArray[np.bool_]]:
    """GNU Backgammon's position IDs (bytes), the pip counts (own, other) of many positions, and which have an ID.

    A row is the packed side of who acts and that of the opponent, little-endian.
    """
    import numpy as np

    many = len(sides)
    ids = np.empty(many, dtype="S14")
    pips = np.empty((many, 2), dtype=np.int16)
    valid = np.empty(many, dtype=np.bool_)
    threes = np.arange(1 << 3 * BITS)
    counts = [threes >> BITS * at & 15 for at in range(3)]
    # Each point is as many ones as it has checkers and a zero.
    unary, lengths = np.zeros(len(threes), dtype=np.uint64), np.zeros(len(threes), dtype=np.uint64)
    for points in counts:
        unary |= ((1 << points) - 1).astype(np.uint64) << lengths
        lengths += (points + 1).astype(np.uint64)
    weights = (counts[1] + 2 * counts[2]).astype(np.int16)
    letters = np.frombuffer(ALPHABET.encode(), dtype=np.uint8)
    pairs = np.stack((np.repeat(letters, 64), np.tile(letters, 64)), axis=1).copy().view(np.uint16).ravel()
    u = np.uint64
    for at in range(0, many, _CHUNK):
        part = sides[at : at + _CHUNK]
        n = len(part)
        padded = np.zeros((n, 2, 24), dtype=np.uint8)
        padded[:, :, :_SIDE] = part.reshape(n, 2, _SIDE)
        low, high, top = np.moveaxis(padded.view("<u8"), 2, 0)
        code = np.zeros((n, 2), dtype=np.uint64)
        size = np.zeros((n, 2), dtype=np.uint64)
        sums = np.zeros((n, 2), dtype=np.int16)
        fields = (
            low >> u(5), low >> u(20), low >> u(35), low >> u(50) | high << u(14),
            high >> u(1), high >> u(16), high >> u(31), high >> u(46), high >> u(61) | (top & u(1)) << u(3),
        )  # fmt: skip
        for number, field in enumerate(fields):
            index = (field & u(0x7FFF if number < 8 else 15)).astype(np.int16)
            code |= unary[index] << np.minimum(size, u(63))
            length = lengths[index]
            size += length
            sums += (3 * number + 1) * (length.astype(np.int16) - 3) + weights[index]
        size -= u(2)  # the last field is one point, not three
        own, other = code[:, 0], code[:, 1]
        ends = np.minimum(size[:, 1], u(63))
        key = np.empty((n, 2), dtype="<u8")
        key[:, 0] = other | own << ends
        key[:, 1] = own >> (u(64) - ends)
        b = key.view(np.uint8)[:, :10].astype(np.uint16)
        text = np.empty((n, 7), dtype=np.uint16)
        for three in range(3):
            x, y, z = b[:, 3 * three], b[:, 3 * three + 1], b[:, 3 * three + 2]
            text[:, 2 * three] = pairs[x << 4 | y >> 4]
            text[:, 2 * three + 1] = pairs[(y & 15) << 8 | z]
        text[:, 6] = pairs[b[:, 9] << 4]
        ids[at : at + n] = text.view("S14").ravel()
        pips[at : at + n] = sums
        valid[at : at + n] = (size <= 40).all(axis=1)
    return ids, pips, valid


class Collected(NamedTuple):
    """The actions of some files, and what they add to the other tables."""

    columns: ActionColumns
    traces: dict[tuple[str, int], Trace]
    """By path and number of the match."""
    crashes: list[tuple[str, str]]
    """Paths of files on which bganalyze itself failed, and how. None of their actions are in the table."""

    def take(self, source: Source) -> None:
        """The actions of one more file."""
        columns, (checked, record, followed, traced) = self.columns, source
        if record is None:
            return
        if traced is None:
            columns.settle()  # rows stay in order
        mark = columns.mark()
        path = checked.path
        try:
            if traced is None:
                traces = [columns.add(path, n, record, match) for n, match in enumerate(followed, 1)]
            else:
                traces = [columns.add_traced(path, n, record, match) for n, match in enumerate(traced, 1)]
        except Exception as error:  # our own fault: one file must not stop a batch
            columns.cut(mark)
            self.crashes.append((path, f"{type(error).__name__}: {error}"[:300]))
        else:
            self.traces.update(((path, n), trace) for n, trace in enumerate(traces, 1))


def collect(sources: Iterable[Source], n_plays: bool = False) -> Collected:
    """The columns of all matches."""
    found = Collected(ActionColumns(n_plays), {}, [])
    for source in sources:
        found.take(source)
    return found
