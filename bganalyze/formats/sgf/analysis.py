"""The analysis that GNU Backgammon stores in SGF nodes, decoded on demand.

Records ``A`` (candidate plays), ``DA`` (cube decision), ``LU`` (luck), marks, comments; versions 1 to 3 of the
evaluation (``E``) and rollout (``X``, old ``R``) records; the sums of a game (``GS``).
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from ...model.actions import Actions
from ...model.analysis import (
    EMG,
    MWC,
    Annotation,
    Annotations,
    Candidate,
    Chances,
    CubeAnalysis,
    Hop,
    Outcome,
    PlayAnalysis,
    Rollout,
    Setting,
)
from .tree import Property, properties
from .values import POINT, plain, read_int

_MARKS = ("BC", "BM", "DC", "DO", "GB", "GW")
GAME_SUMS = "M of 16, C of 44 or D of 14"
_SUMS = {"M": 16, "C": 44, "D": 14}
LATEST = 3


class StoredAnalysis(Annotations):
    """What the nodes say about their actions. A node is decoded when it is asked for, and not kept."""

    def __init__(self, text: str, actions: Actions) -> None:
        super().__init__()
        self.text = text
        self.actions = actions
        self.spans: dict[int, tuple[int, int]] = {}
        """Index of an action -> where in the text its properties stand."""
        self.match_games: list[tuple[int, bool]] = []
        """First action of each game, and whether it belongs to a match."""

    def __getitem__(self, index: int) -> Annotation:
        start, end = self.spans[index]
        return decode(properties(self.text, start, end), self.actions.seat(index), self._in_match(index))

    def __contains__(self, index: object) -> bool:
        return index in self.spans

    def __iter__(self) -> Iterator[int]:
        return iter(self.spans)

    def __len__(self) -> int:
        return len(self.spans)

    def _in_match(self, index: int) -> bool:
        """Does the action belong to a match (rather than a money session)?"""
        at = bisect_right(self.match_games, (index, True))
        return at > 0 and self.match_games[at - 1][1]


def number(text: str) -> float | None:
    """A number; ``None`` for ``-inf`` and ``nan``, which stand for what was not computed. Raises ``ValueError``."""
    try:
        value = float(text)
    except ValueError:
        raise _Bad(f"{text[:20]!r} is no number") from None
    return value if math.isfinite(value) else None


def read_sums(value: str) -> tuple[str, tuple[float | None, ...]] | None:
    """One value of ``GS``: its letter and numbers; ``None`` if it is none."""
    kind, colon, rest = value.partition(":")
    fields = rest.split()
    kind = kind.strip()
    if not colon or _SUMS.get(kind) != len(fields):
        return None
    try:
        return kind, tuple(number(f) for f in fields)
    except _Bad:
        return None


class _Bad(ValueError):
    """A record that cannot be understood."""


def decode(props: Sequence[Property], seat: int, in_match: bool) -> Annotation:
    """What the properties of a node say. Parts that cannot be understood are told and left out."""
    play = cube = None
    luck: float | None = None
    luck_stated = marked = False
    marks: list[tuple[str, str]] = []
    comment = ""
    problems: list[str] = []
    rollouts: tuple[int, ...] | None = None
    for prop in props:
        name = prop.name
        try:
            if name == "A":
                play = _usual_play(prop.whole, seat) or _play(prop.values, seat)
                continue
            values = prop.values
            if name == "DA":
                cube = _cube(values[0], in_match)
            elif name == "LU":
                luck, luck_stated = number(values[0]), True
            elif name == "MR":
                rollouts = tuple(int(n) for n in values[0].split() if n.isdecimal() and len(n) < 6)
            elif name == "CR":
                marked = True
            elif name == "C":
                comment = plain(values[0])
            elif name in _MARKS:
                marks.append((name, values[0].strip()[:10]))
        except _Bad as error:
            problems.append(f"{name}: {error}")
    if play is not None and rollouts is not None:
        play = play._replace(marked=rollouts)
    if cube is not None and marked:
        cube = cube._replace(marked=True)
    return Annotation(play, cube, luck, tuple(marks), comment, tuple(problems), luck_stated)


_FIELDS = 15
"""Of a candidate in the usual record: play, E, ver, 3, five chances, score, plies, 0, deterministic, noise, pruning."""


def _usual_play(whole: str, seat: int) -> PlayAnalysis | None:
    """All candidates in one go, if they are evaluations of version 3; ``None``: they are to be looked at one by one."""
    number_text, _, rest = whole[1:-1].partition("][")
    fields = rest.replace("][", " ").split()
    many = len(fields) // _FIELDS
    played = read_int(number_text)
    if (
        many * _FIELDS != len(fields)
        or rest.count("][") != many - 1
        or played is None
        or played < 0
        or fields[1::_FIELDS] != ["E"] * many
        or fields[2::_FIELDS] != ["ver"] * many
        or fields[3::_FIELDS] != ["3"] * many
    ):
        return None
    try:
        numbers = [list(map(float, fields[n::_FIELDS])) for n in range(4, 10)]
        if not math.isfinite(sum(map(sum, numbers))):
            return None
        hops = map(_hops[seat].__getitem__, fields[0::_FIELDS])
        settings = map(_settings.__getitem__, zip(*(fields[n::_FIELDS] for n in (10, 12, 13, 14)), strict=True))
        candidates = tuple(map(Candidate, hops, zip(*numbers[:5], strict=True), numbers[5], settings))
    except ValueError:
        return None
    return PlayAnalysis(candidates, played if played < many else None)


def _play(values: list[str], seat: int) -> PlayAnalysis:
    played = read_int(values[0])
    if played is None or played < 0:
        raise _Bad(f"{values[0][:20]!r} is no number of a candidate")
    version = LATEST
    candidates = []
    for value in values[1:]:
        candidate, version = _candidate(value, seat, version)
        candidates.append(candidate)
    return PlayAnalysis(tuple(candidates), played if played < len(candidates) else None)


class _Settings(dict[tuple[str, ...], Setting]):
    """Plies, deterministic flag, noise, pruning flag as written -> setting. A file has two or three."""

    def __missing__(self, fields: tuple[str, ...]) -> Setting:
        if len(self) > 1000:
            self.clear()
        plies, deterministic, noise, prune = fields
        amount = number(noise)
        if not plies.removesuffix("C").isdecimal() or len(plies) > 3 or amount is None:
            raise ValueError
        self[fields] = setting = Setting(
            int(plies.removesuffix("C")), plies.endswith("C"), deterministic != "0", amount, prune != "0"
        )
        return setting


_settings = _Settings()


class _Hops(dict[str, tuple[Hop, ...]]):
    """Pairs of letters -> hops in a seat's numbering. Raises ``ValueError``; bounded, shared by all files."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.points = POINT[seat]

    def __missing__(self, letters: str) -> tuple[Hop, ...]:
        points = self.points
        if len(letters) % 2 or len(letters) > 8 or not all(c in points for c in letters):
            raise _Bad(f"{letters[:20]!r} is no play")
        if len(self) > 1 << 16:
            self.clear()
        pairs = range(0, len(letters), 2)
        self[letters] = hops = tuple((points[letters[i]], points[letters[i + 1]]) for i in pairs)
        return hops


_hops = (_Hops(0), _Hops(1))


def _version(fields: list[str], version: int) -> tuple[list[str], int]:
    """What follows ``ver n``; where it is missing, the version of the record before goes on."""
    if fields[:1] == ["ver"]:
        given = read_int(fields[1]) if len(fields) > 1 else None
        if given is None:
            raise _Bad("no number behind 'ver'")
        return fields[2:], given
    return fields, version


def _candidate(value: str, seat: int, version: int) -> tuple[Candidate, int]:
    fields = value.split()
    if not fields:
        raise _Bad("an empty candidate")
    hops = _hops[seat][fields[0]] if fields[0] not in ("E", "X", "R") else ()
    rest = fields[1:] if fields[0] not in ("E", "X", "R") else fields
    if not rest:
        return Candidate(hops), version
    kind = rest[0]
    if kind == "E":
        rest, version = _version(rest[1:], version)
        # Five chances, the score, plies, a flag that only candidates have, deterministic, noise; from 2 on pruning.
        if len(rest) < (11 if version >= 2 else 10):
            raise _Bad(f"an evaluation of {len(rest)} fields")
        prune = rest[10] if version >= 2 else "0"
        return Candidate(hops, _chances(rest[:5]), number(rest[5]), _setting(rest[6], rest[8], rest[9], prune)), version
    if kind == "X":
        rest, version = _version(rest[1:], version)
        scores = _behind(rest, "Score", 2)
        output, deviation = _behind(rest, "Output", 7), _behind(rest, "StdDev", 7)
        rollout = Rollout(
            _trials(rest), tuple(0.0 if s is None else s for s in scores), (output,), (deviation,), _context(value)
        )
        return Candidate(hops, _chance_values(output), scores[0] if scores else None, None, rollout), version
    if kind == "R":
        return Candidate(hops, rollout=Rollout(None, context=value[value.index("R") :])), version
    raise _Bad(f"a record of the kind {kind[:20]!r}")


def _setting(plies: str, deterministic: str, noise: str, prune: str) -> Setting:
    try:
        return _settings[plies, deterministic, noise, prune]
    except ValueError:
        raise _Bad(f"{plies[:10]!r} is no search depth") from None


def _chances(fields: Sequence[str]) -> Chances | None:
    return _chance_values([number(f) for f in fields])


def _chance_values(values: Sequence[float | None]) -> Chances | None:
    if len(values) < 5:
        return None
    a, b, c, d, e = values[:5]
    if a is None or b is None or c is None or d is None or e is None:
        return None
    return a, b, c, d, e


def _behind(fields: list[str], word: str, many: int, start: int = 0) -> tuple[float | None, ...]:
    """The numbers behind a word; none if the word is missing."""
    try:
        at = fields.index(word, start) + 1
    except ValueError:
        return ()
    values = fields[at : at + many]
    if len(values) < many:
        raise _Bad(f"fewer than {many} numbers behind {word}")
    return tuple(number(v) for v in values)


def _trials(fields: list[str]) -> int | None:
    try:
        return read_int(fields[fields.index("Trials") + 1])
    except (ValueError, IndexError):
        return None


def _context(value: str) -> str:
    """The settings of a rollout, from where they start."""
    found = re.search(r"(?:^|\s)(SK\s|RC\s)", value)
    return value[found.start(1) :] if found else ""


def _cube(value: str, in_match: bool) -> CubeAnalysis:
    fields = value.split()
    if not fields:
        raise _Bad("an empty record")
    unit = MWC if in_match else EMG
    rest, version = _version(fields[1:], LATEST)
    if fields[0] == "E":
        # Before version 2: four numbers without a meaning. Up to 2: a flag behind the plies. From 2 on: pruning.
        skip = 0 if version >= 2 else 4
        flag = 1 if version <= 2 else 0
        prune = 1 if version >= 2 else 0
        settings = 3 + flag + prune
        if len(rest) < skip + settings + 14:
            raise _Bad(f"a cube evaluation of {len(rest)} fields")
        of = rest[skip : skip + settings]
        setting = _setting(of[0], of[1 + flag], of[2 + flag], of[3 + flag] if prune else "0")
        floats = [number(f) for f in rest[skip + settings : skip + settings + 14]]
        return CubeAnalysis(_outcome(floats[:7]), _outcome(floats[7:]), unit, setting)
    if fields[0] == "X":
        try:
            no_double, double_take = rest.index("NoDouble"), rest.index("DoubleTake")
        except ValueError:
            raise _Bad("a rollout without NoDouble and DoubleTake") from None
        outputs = (_behind(rest, "Output", 7, no_double), _behind(rest, "Output", 7, double_take))
        deviations = (_behind(rest, "StdDev", 7, no_double), _behind(rest, "StdDev", 7, double_take))
        rollout = Rollout(_trials(rest), (), outputs, deviations, _context(value))
        return CubeAnalysis(_outcome(outputs[0]), _outcome(outputs[1]), unit, None, rollout)
    raise _Bad(f"a record of the kind {fields[0][:20]!r}")


def _outcome(values: Sequence[float | None]) -> Outcome:
    if len(values) != 7:
        raise _Bad("not seven numbers a side")
    return Outcome(_chance_values(values), values[5], values[6])
