"""Actions -> rows of the table of actions. What a replay noted is collected in lists and taken apart for thousands of
rows at once: nothing but what differs from action to action is touched in Python.

``match_id`` is a hash of what was played: length, rolls, positions and cube actions. It is the same for a match in two
formats, and whichever of the players sits on which side.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
from math import nan
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..analysis.decisions import Decision, decisions, hops_text
from ..analysis.frames import KINDS
from ..findings.codes import CODES
from ..model import actions as act
from ..model.actions import Written
from ..model.record import GameRecord, MatchRecord, Record, row_numbers
from ..pipeline import Followed, Traced
from ..replay import REMARKS, Moment
from ..rules.hops import single_hops
from ..rules.plays import results
from ..scoring import ScoredMatch
from .numbering import Numbering, Texts
from .packed import GUARD, ID, SIDE, on_bar, positions

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

NUMBERS: Final = (
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
"""The columns of an analysis that are numbers."""
WORDS: Final = ("best_play", "cube_class", "engine")
"""Those that are text."""
_ENGINES: Final = {
    "gnubg": "gnubg",
    "gnubg-text": "gnubg",
    "xg": "xg",
    "xg_text": "xg",
    "bgf": "bgblitz",
    "bgblitz_text": "bgblitz",
}
"""Format or dialect -> the engine whose analysis it holds."""
_LARGEST: Final = (1 << 31) - 1
"""Larger numbers of rows or games are no numbers of rows or games."""
_MOST_REMEMBERED: Final = 1 << 17
_AT_ONCE: Final = 1 << 16
"""About so many rows are taken apart together."""
_to_bytes: Final[Callable[[int, int, Any], bytes]] = int.to_bytes
_SIZES: Final = repeat(SIDE)
_ORDERS: Final = repeat("little")


class GameCounts(NamedTuple):
    """What the actions of a game add to its row in the table of games."""

    post_crawford: bool
    doubles: int
    takes: int
    drops: int
    beavers: int
    """Beavers and raccoons."""
    seats: tuple[tuple[int, ...], tuple[int, ...]]
    """By seat: rolls, doubles, takes, drops, beavers."""


class MatchCounts(NamedTuple):
    """What the actions of a match add to the other tables."""

    match_id: str
    games: list[GameCounts]


class Rows:
    """Grows by one match after the other. ``settle`` takes apart what was noted and leaves it in ``chunks``."""

    def __init__(self, n_plays: bool = False) -> None:
        self.count_plays = n_plays
        self.texts = {name: Texts() for name in ("match_id", "path", "play", "code", *WORDS)}
        self.numbering = Numbering(lambda text: self.texts["play"][text])
        self.chunks: list[dict[str, npt.NDArray[Any]]] = []
        """Columns, some thousand rows each; text as its number, -1 is missing."""
        self.matches: list[tuple[str, int]] = []
        """Path and number of each match in the file."""
        self.ids: list[str] = []
        """The hash of each match that was settled."""
        self.games: list[list[GameCounts]] = []
        self._post_crawford: list[bool] = []
        """Of the games that are still to be settled."""
        # One entry an action
        self._what = array("i")
        self._place = array("q")
        self._sides = bytearray()
        """Those of who acts and of the opponent; after the last action of a game those of both seats as well."""
        # One entry a game
        self._actions = array("i")
        self._number = array("i")
        self._by_line = array("q")
        self._shift = array("q")
        """The row of an action is ``moves[shift + place in the game]``, or ``moves[shift + line]`` by line."""
        # One entry a match
        self._many = array("i")
        self._lengths: list[str] = []
        self._from: list[tuple[str, int]] = []
        # What belongs to some actions only: where, and what
        self._cube_runs = array("i")
        """Three an entry: number of actions, value, owner."""
        self._moves = array("i")
        self._lines_of: Record | None = None
        """Whose lines have their row numbers in ``_moves``, and where."""
        self._lines_at = 0
        self._chained = array("q")
        self._move_at, self._move = array("q"), array("i")
        self._code_at, self._code = array("q"), array("i")
        self._seen_at, self._seen = array("q"), array("i")
        """``_seen`` has three an entry: the play (-2: as written), number of plays, forced."""
        self._judged_at, self._numbers, self._words = array("q"), array("d"), array("i")
        self._names: list[str] = []
        self._columns: list[Any] = [value for value in vars(self).values() if isinstance(value, array | bytearray)] + [
            self._lengths,
            self._post_crawford,
            self._from,
        ]

    def clear(self) -> None:
        """Begin anew, but remember texts of plays."""
        for column in self._columns:
            del column[:]
        self.chunks, self.matches, self.ids, self.games = [], [], [], []
        for name in ("match_id", "path"):
            self.texts[name] = Texts()

    def mark(self) -> list[int]:
        """How long the columns are; for ``cut``."""
        many = len(self.numbering) > _MOST_REMEMBERED
        if many or len(self._what) >= _AT_ONCE:
            self.settle()
        if many:
            self.numbering.reset()
        return [len(column) for column in self._columns]

    def cut(self, mark: list[int]) -> None:
        """Back to that length."""
        self._lines_of = None
        for column, length in zip(self._columns, mark, strict=True):
            del column[length:]

    def counts(self) -> dict[tuple[str, int], MatchCounts]:
        """By path and number of the match."""
        self.settle()
        return {
            match: MatchCounts(match_id, games)
            for match, match_id, games in zip(self.matches, self.ids, self.games, strict=True)
        }

    # ---- noting -----------------------------------------------------------------------------------

    def add_traced(self, path: str, number: int, record: Record, traced: Traced) -> None:
        """The rows of a match whose replay was noted."""
        begin = len(self._what)
        for game, scored, trace in zip(traced.match.games, traced.scored.games, traced.games, strict=True):
            self._sides += b"".join(map(_to_bytes, trace.sides, _SIZES, _ORDERS))
            many = game.last - game.first
            start = scored.played.start_cube
            at, (value, owner) = trace.cubes[0]
            for end, cube in trace.cubes[1:]:
                self._cube(end - at, value, owner, start)
                at, (value, owner) = end, cube
            self._cube(many - at, value, owner, start)
            if trace.chained:
                self._chained.extend([begin + at for at in trace.chained])
            if scored.played.hints or scored.hints:
                faults = {h.action: h.code for h in scored.hints if h.action is not None}
                for hint in reversed(scored.played.hints):
                    if hint.action is not None and hint.code not in REMARKS:
                        faults[hint.action] = hint.code
                for action, code in faults.items():
                    self._fault(begin + action - game.first, code)
            begin += many
        self._match(path, number, record, traced.match, traced.scored)

    def add(self, path: str, number: int, record: Record, followed: Followed) -> None:
        """The rows of a match that was followed action by action, with its analysis."""
        judged: Mapping[int, Decision] = {}
        if len(record.annotations):
            judged = {d.index: d for d in decisions(record, followed)}
        begin = len(self._what)
        for scored, moments in zip(followed.scored.games, followed.games, strict=True):
            faults = {h.action: h.code for h in scored.hints if h.action is not None}
            for at, moment in enumerate(moments, begin):
                index, _, before, _, cube, pending, _, code = moment
                if pending is not None:
                    cube = pending.before
                    if pending.chain:
                        self._chained.append(at)
                self._cube(1, *cube, scored.played.start_cube)
                self._side(before and before.on_roll)
                self._side(before and before.opponent)
                code = code or faults.get(index)
                if code is not None:
                    self._fault(at, code)
                self._look(record, moment, at, judged.get(index))
            after = moments[-1].after if moments else None
            sides = None if after is None else after if moments[-1].seat == 0 else after.swap()
            self._side(sides and sides.on_roll)
            self._side(sides and sides.opponent)
            begin += len(moments)
        self._match(path, number, record, followed.match, followed.scored)

    def _side(self, side: int | None) -> None:
        self._sides += (side or 0).to_bytes(SIDE, "little")

    def _cube(self, many: int, value: int, owner: int | None, start: int) -> None:
        shown = value if owner is not None or value > start else start
        self._cube_runs.extend((many, shown, -1 if owner is None else owner))

    def _fault(self, at: int, code: str) -> None:
        self._code_at.append(at)
        self._code.append(self.texts["code"][code])

    def _match(self, path: str, number: int, record: Record, match: MatchRecord, scored: ScoredMatch) -> None:
        """What and where of the actions, which no replay has to tell."""
        self._from.append((path, number))
        self._many.append(len(match.games))
        self._lengths.append(f"{scored.length}")
        for game, one in zip(match.games, scored.games, strict=True):
            self._number.append(-1 if one.number is None or one.number > _LARGEST else one.number)
            self._actions.append(game.last - game.first)
            self._post_crawford.append(one.post_crawford)
        if record.numbered and self._lines_of is not record:
            # The row numbers of all lines of the file
            heads = [line.partition(")")[0] for line in record.lines]
            self._lines_of, self._lines_at = record, len(self._moves) - 1
            self._moves.fromlist(list(map(_row_heads.__getitem__, heads)))
        for games in _runs(match.games):
            self._actions_of(record, games)

    def _actions_of(self, record: Record, games: Sequence[GameRecord]) -> None:
        """Games whose actions follow on each other."""
        first, last = games[0].first, games[-1].last
        whats, places = record.actions.what[first:last], record.actions.place[first:last]
        if record.numbered:
            self._by_line.extend(repeat(1, len(games)))
            self._shift.extend(repeat(self._lines_at, len(games)))
            if record.actions.moves:
                for at in range(first, last):
                    if at in record.actions.moves:
                        move = record.actions.moves[at]
                        self._move_at.append(len(self._what) + at - first)
                        self._move.append(-1 if move is None or move > _LARGEST else move)
        else:
            for game in games:
                seats = [
                    None if whats[at].kind == act.SET else places[at] & 1
                    for at in range(game.first - first, game.last - first)
                ]
                self._by_line.append(0)
                self._shift.append(len(self._moves))
                self._moves.extend(row_numbers(seats))
        self._what.fromlist(list(map(self.numbering.__getitem__, whats)))
        self._place.fromlist(places)

    def _look(self, record: Record, moment: Moment, at: int, decision: Decision | None) -> None:
        """What only a look at the one action tells: the play of a record without marks of hits, choices, analysis."""
        what = record.actions.what[moment.index]
        before, after = moment.before, moment.after
        play, number, forced = -2, -1, -1
        if what.kind == act.ROLL and what.dice is not None:
            if what.played not in (act.PENDING, act.HIDDEN, act.MARKED):
                if not record.marks_hits and before is not None:
                    play = self.texts["play"][_with_hits(moment, what, decision)]
                if self.count_plays and before is not None and after is not None:
                    number = len(results(before.on_roll, before.opponent, what.dice))
                    forced = number < 2
            if decision is not None and decision.forced is not None and forced < 0:
                forced = decision.forced
        if play != -2 or number >= 0 or forced >= 0:
            self._seen_at.append(at)
            self._seen.extend((play, number, forced))
        if decision is not None:
            self._judgement(record, decision, at, self.numbering.play[self.numbering[what]] if play == -2 else play)

    def _judgement(self, record: Record, d: Decision, at: int, play: int) -> None:
        chances = d.chances or (None,) * 5
        values = (
            d.eq_played, d.eq_best, d.error_emg, d.error_mwc, d.luck_emg, d.luck_mwc, *chances,
            d.cube_nd, d.cube_dt, d.cube_dp, d.cube_error, d.cube_error_mwc,
        )  # fmt: skip
        if d.best is None and all(value is None for value in values):
            return
        self._judged_at.append(at)
        self._numbers.extend([nan if value is None else value for value in values])
        texts = self.texts
        best = self._play_name(play) if d.best is not None and d.best is d.played and play >= 0 else d.best_play
        setting = d.setting
        if setting is not None and setting != "rollout":
            engine = _ENGINES.get(record.dialect) or _ENGINES.get(record.format)
            setting = f"{engine} {setting}" if engine else setting
        self._words.extend((texts["best_play"][best], texts["cube_class"][d.cube_class], texts["engine"][setting]))

    def _play_name(self, number: int) -> str:
        names = self._names
        if len(names) <= number:
            names[:] = self.texts["play"].names()
        return names[number]

    # ---- taking apart -----------------------------------------------------------------------------

    def settle(self) -> None:
        """Take apart what was noted since the last time."""
        if self._many:
            self._settle()
            self.matches += self._from
            self._lines_of = None
            for column in self._columns:
                del column[:]

    def _settle(self) -> None:
        import numpy as np

        known = self.numbering
        actions = np.array(self._actions)
        noted = np.array(self._what)
        keep = np.flatnonzero(np.array(known.row_kind)[noted] >= 0)
        what = noted[keep]

        def by_number(column: array[int]) -> npt.NDArray[Any]:
            values: npt.NDArray[Any] = np.array(column)[what]
            return values

        game = np.repeat(np.arange(len(actions)), actions)
        placed = np.array(self._place)
        seats = (placed & 1).astype(np.int8)
        following = np.append(seats[1:], np.int8(0))[: len(seats)]
        following[np.cumsum(actions)[actions > 0] - 1] = 0
        sides = np.frombuffer(bytes(self._sides), dtype=np.uint8).reshape(-1, 2, SIDE)
        at = keep + game[keep]  # each game before has one position more
        before, after = sides[at], sides[at + 1]
        seat, turned = seats[keep], (seats != following)[keep]
        row_kind, sort, play = by_number(known.row_kind), by_number(known.sort), by_number(known.play)
        dice = by_number(known.first), by_number(known.second)
        codes = np.full(len(noted), -1, dtype=np.int32)
        codes[np.array(self._code_at)] = np.array(self._code)
        codes = codes[keep]
        there = before[:, 0, 0] & GUARD != 0
        both = there & (after[:, 0, 0] & GUARD != 0)
        letters, pips, valid = positions(before.reshape(-1, 2 * SIDE))
        match = np.repeat(np.arange(len(self._many)), np.array(self._many))[game[keep]]
        self._hash(keep, game[keep], match, (seat, turned), (letters, there), after, (row_kind, sort, *dice))
        legal = by_number(known.legal)
        legal[(sort <= 1) & ~both] = -1
        hits, forced = _hits_and_dances(before, after, turned, sort, both)
        n_plays = np.full(len(keep), -1, dtype=np.int32)
        if self._seen_at:
            at = np.searchsorted(keep, np.array(self._seen_at))
            seen = np.array(self._seen).reshape(-1, 3)
            play[at] = np.where(seen[:, 0] == -2, play[at], seen[:, 0])
            n_plays[at] = seen[:, 1]
            forced[at] = np.where(seen[:, 2] < 0, forced[at], seen[:, 2])
        faulty = np.flatnonzero(codes >= 0)
        names = self.texts["code"].names()
        for row, code in zip(faulty.tolist(), codes[faulty].tolist(), strict=True):
            if names[code] == "BG205":
                legal[row] = forced[row] = play[row] = -1
            elif legal[row] >= 0 and CODES[names[code]].severity == "error":
                legal[row] = 0
        cubes = np.array(self._cube_runs).reshape(-1, 3)
        texts = self.texts
        ids = np.array([texts["match_id"][name] for name in self.ids[len(self.matches) :]], dtype=np.int32)
        paths = np.array([texts["path"][path] for path, _ in self._from], dtype=np.int32)
        numbers = np.array([number for _, number in self._from], dtype=np.int32)
        left = seat == 0
        chunk = {
            "match_id": ids[match],
            "path": paths[match],
            "match": numbers[match],
            "game": np.array(self._number)[game[keep]],
            "move": self._row_numbers(keep, game, placed, actions),
            "player": np.where(sort == 4, 1 - seat, seat).astype(np.int8),
            "kind": row_kind,
            "die_1": dice[0],
            "die_2": dice[1],
            "play": play,
            "position_before": letters,
            "known": there & valid,
            "cube": np.repeat(cubes[:, 1], cubes[:, 0])[keep].astype(np.int32),
            "cube_owner": np.repeat(cubes[:, 2], cubes[:, 0])[keep].astype(np.int8),
            "pips_0": np.where(there, np.where(left, pips[:, 0], pips[:, 1]), np.int16(-1)),
            "pips_1": np.where(there, np.where(left, pips[:, 1], pips[:, 0]), np.int16(-1)),
            "legal": legal,
            "code": codes,
            "hits": hits,
            "forced": forced,
            "n_plays": n_plays,
        }
        if self._judged_at:
            chunk["judged"] = np.searchsorted(keep, np.array(self._judged_at))
            chunk["numbers"] = np.array(self._numbers).reshape(-1, len(NUMBERS))
            chunk["words"] = np.array(self._words).reshape(-1, len(WORDS))
        self.chunks.append(chunk)

    def _row_numbers(
        self,
        keep: npt.NDArray[np.int64],
        game: npt.NDArray[np.int64],
        placed: npt.NDArray[np.int64],
        actions: npt.NDArray[np.int32],
    ) -> npt.NDArray[np.int32]:
        import numpy as np

        begins = np.cumsum(actions) - actions
        at = np.where(np.array(self._by_line)[game], placed >> 1, np.arange(len(placed)) - begins[game])
        at += np.array(self._shift)[game]
        moves = np.array(self._moves, dtype=np.int32)
        move: npt.NDArray[np.int32] = moves[at] if len(at) else np.empty(0, dtype=np.int32)
        move[np.array(self._move_at, dtype=np.int64)] = np.array(self._move)
        return move[keep]

    def _hash(
        self,
        keep: npt.NDArray[np.int64],
        game: npt.NDArray[np.int64],
        match: npt.NDArray[np.int64],
        who: tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_]],
        where: tuple[npt.NDArray[Any], npt.NDArray[np.bool_]],
        after: npt.NDArray[np.uint8],
        what: tuple[npt.NDArray[np.int8], ...],
    ) -> None:
        """The hash of each match, and the counts of its games.

        Of each roll and cube action go in: the position, who acts (the player who rolled first in the match is the
        first one), what it is; of each game the position behind its last roll. The answer to a redouble of a beaver
        is left out: some formats do not have it.
        """
        import numpy as np

        games = len(self._actions)
        (seat, turned), (letters, there), (row_kind, sort, first, second) = who, where, what
        rolls = np.flatnonzero(sort <= 2)
        opener = np.zeros(len(self._many), dtype=np.int8)
        opener[match[rolls[::-1]]] = seat[rolls[::-1]]  # of those that say the same place the last stays
        tells = sort <= 3
        chained = np.searchsorted(keep, np.array(self._chained, dtype=np.int64))
        tells[chained[row_kind[chained] == KINDS.index("take")]] = False
        said = np.empty((len(keep), ID + 5), dtype=np.uint8)
        said[:, :ID] = letters.view(np.uint8).reshape(-1, ID)
        said[:, ID] = there
        said[:, ID + 1] = seat ^ opener[match]
        said[:, ID + 2] = np.where(row_kind == KINDS.index("roll"), KINDS.index("play"), row_kind)
        said[:, ID + 3] = np.maximum(first, second)
        said[:, ID + 4] = np.minimum(first, second)
        said = said[tells]
        last = np.full(games, -1)
        last[game[rolls]] = rolls
        rolled = np.flatnonzero(last >= 0)
        behind = after[last[rolled]]
        behind[turned[last[rolled]]] = behind[turned[last[rolled]], ::-1]
        ends = np.zeros(games, dtype=f"S{ID + 1}")
        ends[rolled] = positions(behind.reshape(-1, 2 * SIDE))[0]
        ends[rolled[behind[:, 0, 0] & GUARD == 0]] = b""
        stops = np.cumsum(np.bincount(game[tells], minlength=games)).tolist()
        side = 2 * game + seat
        tally = np.bincount(side * len(KINDS) + row_kind, minlength=2 * games * len(KINDS)).reshape(2 * games, -1)
        plays, unplayed, doubles, takes, drops, beavers, raccoons = (tally[:, at] for at in range(7))
        by_seat = np.stack((plays + unplayed, doubles, takes, drops, beavers + raccoons), axis=1)
        by_game = (by_seat[::2] + by_seat[1::2])[:, 1:].tolist()
        seats = list(map(tuple, by_seat.tolist()))
        one = begin = 0
        for many, length in zip(self._many, self._lengths, strict=True):
            match_hash = hashlib.blake2b(length.encode(), digest_size=8)
            counts = []
            for at in range(one, one + many):
                match_hash.update(b"game" + (stops[at] - begin).to_bytes(4, "little"))
                match_hash.update(said[begin : stops[at]].data)
                match_hash.update(ends[at])
                begin = stops[at]
                double, take, drop, beaver = by_game[at]
                both = seats[2 * at], seats[2 * at + 1]
                counts.append(GameCounts(self._post_crawford[at], double, take, drop, beaver, both))
            one += many
            self.ids.append(match_hash.hexdigest())
            self.games.append(counts)


def _hits_and_dances(
    before: npt.NDArray[np.uint8],
    after: npt.NDArray[np.uint8],
    turned: npt.NDArray[np.bool_],
    sort: npt.NDArray[np.int8],
    both: npt.NDArray[np.bool_],
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
    """Checkers hit, and 1 for a play that was a dance; -1 for what is not known."""
    import numpy as np

    held = on_bar(after)
    hits = np.where(turned, held[:, 0], held[:, 1]) - on_bar(before[:, 1])
    hits[~((sort <= 1) & both)] = -1
    forced = np.full(len(before), -1, dtype=np.int8)
    dances = np.flatnonzero((sort == 1) & both)
    same = np.where(turned[dances, None, None], after[dances, ::-1], after[dances]) == before[dances]
    forced[dances[same.all(axis=(1, 2))]] = 1
    return hits.astype(np.int8), forced


def _runs(games: Sequence[GameRecord]) -> Iterator[Sequence[GameRecord]]:
    """Games in parts whose actions follow on each other: nearly always all of them."""
    begin = 0
    for at in range(1, len(games)):
        if games[at].first != games[at - 1].last:
            yield games[begin:at]
            begin = at
    if games:
        yield games[begin:]


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
        row = int(head) if head.strip().isdecimal() and len(head) < 1000 else -1
        if row > _LARGEST:
            row = -1
        if len(head) < 8 and len(self) < 10_000:
            self[head] = row
        return row


_row_heads: Final = _RowHeads()
