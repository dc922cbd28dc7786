"""The table of actions: what a record says and what the replay knows of it, one row an action, in typed columns.

Columns grow as arrays of small numbers; text is numbered once and looked up; position IDs and pip counts are made
for all rows at once. ``match_id`` is a hash of what was played: lengths, rolls, positions and cube actions. It is
the same for a match in two formats, and whichever of the players sits on which side.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from math import nan
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..analysis.decisions import Decision, decisions, hops_text
from ..findings.codes import CODES
from ..model import actions as act
from ..model.actions import Written
from ..model.gnuid import ALPHABET
from ..model.position import BAR, BITS
from ..model.record import Record, row_numbers
from ..pipeline import Checked, Followed
from ..replay import Moment
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

    def mark(self) -> list[int]:
        """How long the columns are; for ``cut``."""
        return [self.rows, *(len(column) for column in self._all())]

    def cut(self, mark: list[int]) -> None:
        """Back to that length."""
        self.rows = mark[0]
        for column, length in zip(self._all(), mark[1:], strict=True):
            del column[length:]

    def _all(self) -> list[array[Any] | bytearray]:
        groups = (self.small, self.large, self.words)
        return [self.sides, self.judged, self.numbers, *(column for group in groups for column in group.values())]

    def add(self, path: str, number: int, record: Record, followed: Followed) -> Trace:
        """The rows of a match."""
        judged: Mapping[int, Decision] = {}
        if len(record.annotations):
            judged = {d.index: d for d in decisions(record, followed)}
        begin = self.rows
        said = hashlib.blake2b(digest_size=8)
        said.update(f"{followed.scored.length}".encode())
        first = next(
            (m.seat for game in followed.games for m in game if record.actions.what[m.index].kind == act.ROLL), 0
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
        hashed = bytearray(b"game")
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
                hashed += packed
                hashed += bytes((kind, seat ^ first, a, b) if a > b else (kind, seat ^ first, b, a))
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
                        hashed += packed
                        hashed += bytes((kind, seat ^ first))
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
        if last is not None and last.after is not None:
            hashed += last.after.on_roll.to_bytes(_SIDE, "little") + last.after.opponent.to_bytes(_SIDE, "little")
        said.update(hashed)
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

        columns: dict[str, Any] = {}
        sides = np.frombuffer(bytes(self.sides), dtype=np.uint8).reshape(-1, 2 * _SIDE)
        seen = np.frombuffer(self.small["seen_by"], dtype=np.int8) if self.rows else np.empty(0, np.int8)
        ids, pips = positions(sides)
        known = seen >= 0
        unknown = ~known
        own, other = pips[:, 0], pips[:, 1]
        pip_counts = (np.where(seen == 0, own, other), np.where(seen == 0, other, own))
        names = ids.astype(object)
        names[unknown] = pd.NA
        rows = np.frombuffer(self.judged, dtype=np.int64) if len(self.judged) else np.empty(0, np.int64)
        numbers = np.full((self.rows, len(_NUMBERS)), np.nan)
        if len(rows):
            numbers[rows] = np.frombuffer(self.numbers, dtype=np.float64).reshape(-1, len(_NUMBERS))
        for name, kind in TYPES.items():
            if name == "position_before":
                columns[name] = pd.array(names, dtype="string")
            elif name in ("pips_0", "pips_1"):
                columns[name] = pd.arrays.IntegerArray(pip_counts[int(name[-1])].astype(np.int16), unknown.copy())
            elif kind == "float64":
                columns[name] = numbers[:, _NUMBERS.index(name)]
            elif name == "kind":
                columns[name] = pd.Categorical.from_codes(self._column(name), list(KINDS))
            elif name in self.words:
                codes = np.full(self.rows, -1, dtype=np.int32)
                if len(rows):
                    codes[rows] = np.frombuffer(self.words[name], dtype=np.int32)
                columns[name] = pd.Categorical.from_codes(codes, _strings(self.texts[name]))
            elif kind == "category":
                columns[name] = pd.Categorical.from_codes(self._column(name), _strings(self.texts[name]))
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


def _strings(texts: _Texts) -> pd.Index:
    import pandas as pd

    return pd.Index(texts.names(), dtype="string")


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


_CHUNK: Final = 1 << 16
"""Positions that are unpacked at a time."""


def positions(sides: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[Any], npt.NDArray[np.int16]]:
    """GNU Backgammon's position IDs and the pip counts (own, other) of many positions at once.

    A row is the packed side of who acts and that of the opponent, little-endian.
    """
    import numpy as np

    many = len(sides)
    ids = np.empty(many, dtype="U14")
    pips = np.empty((many, 2), dtype=np.int16)
    letters = np.frombuffer(ALPHABET.encode(), dtype=np.uint8)
    weights = np.arange(1, 26)
    for at in range(0, many, _CHUNK):
        part = sides[at : at + _CHUNK].reshape(-1, 2, _SIDE)
        n = len(part)
        bits = np.unpackbits(part, axis=2, bitorder="little")[:, :, : 26 * BITS].reshape(n, 2, 26, BITS)
        counts = bits[:, :, 1:, :4] @ np.array([1, 2, 4, 8], dtype=np.uint8)
        pips[at : at + n] = counts @ weights
        # Each point is as many ones as it has checkers and a zero; the side of the opponent comes first.
        ends = np.cumsum(counts[:, ::-1].reshape(n, 50) + 1, axis=1)
        key = (np.arange(80) < ends[:, -1:]).astype(np.uint8)
        key[np.arange(n)[:, None], np.minimum(ends - 1, 79)] = 0
        packed = np.zeros((n, 12), dtype=np.uint32)
        packed[:, :10] = np.packbits(key, axis=1, bitorder="little")
        threes = packed.reshape(n, 4, 3)
        joined = threes[:, :, 0] << 16 | threes[:, :, 1] << 8 | threes[:, :, 2]
        sixes = (joined[:, :, None] >> np.array([18, 12, 6, 0], dtype=np.uint32)) & 63
        text = letters[sixes.reshape(n, 16)[:, :14]]
        ids[at : at + n] = np.ascontiguousarray(text).view("S14").reshape(n).astype("U14")
    return ids, pips


class Collected(NamedTuple):
    """The actions of some files, and what they add to the other tables."""

    columns: ActionColumns
    traces: dict[tuple[str, int], Trace]
    """By path and number of the match."""
    crashes: list[tuple[str, str]]
    """Paths of files on which bganalyze itself failed, and how. None of their actions are in the table."""


def collect(sources: Iterable[Source], n_plays: bool = False) -> Collected:
    """The columns of all matches."""
    found = Collected(ActionColumns(n_plays), {}, [])
    columns = found.columns
    for checked, record, followed in sources:
        if record is None:
            continue
        mark = columns.mark()
        try:
            traces = [columns.add(checked.path, n, record, match) for n, match in enumerate(followed, 1)]
        except Exception as error:  # our own fault: one file must not stop a batch
            columns.cut(mark)
            found.crashes.append((checked.path, f"{type(error).__name__}: {error}"[:300]))
        else:
            found.traces.update(((checked.path, n), trace) for n, trace in enumerate(traces, 1))
    return found
