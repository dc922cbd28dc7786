"""What a block of the export says about its decision: candidates, cube equities, luck, alerts.

Numbers are printed with three decimals as a rule; chances may be percentages, and equities match winning chances,
if GNU Backgammon was set so.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise

from ...model.analysis import (
    EMG,
    MWC,
    Annotation,
    Candidate,
    Chances,
    CubeAnalysis,
    Hop,
    Outcome,
    PlayAnalysis,
    Rollout,
    Setting,
)
from ..notation import cells, steps_of

_LUCK = re.compile(r"Rolled [1-6]{2}(?: \(\s*(\S+?)(%?)\))?:")
_ALERT = re.compile(r"Alert: (.*?)(?:!|$)")
_SKILL = re.compile(r"(?:\[|marked )(doubtful|bad|very bad)\]?")
_CUBELESS = re.compile(r"(?:([0-9]{1,2})-ply|Rollout|n/a) cubeless (equity|MWC) +(\S+)(?: \(Money: +\S+\))?")
_CUBEFUL = re.compile(r"[1-9]\. +(?:(No (?:re)?double)|(?:Red|D)ouble, (take|beaver|pass|drop)) +(\S+)(?: +\(.*\))?")
_EVALUATED = re.compile(r"([0-9]{1,2})-ply (cubeful|cubeless)( prune)?(?:, noise (\S+) \((d|nd)\))?(?: \[.*\])?")
_GAMES = re.compile(r"([0-9]{1,12}) games")
_CONTEXT = re.compile(
    r"(?:Truncated|Full) cube(?:ful|less) rollout|[0-9]{1,12} games|Play: |Cube: |[Kk]eep the |Skip pruning|Stop when |"
    r"Player [01]:|Different evaluations after "
)
_QUIET = ("Cubeful equities:", "Rollout details:", "Cannot analyse beaver nor raccoons!", "*    Cannot move")

_SKILLS = {"doubtful": ("DO", ""), "bad": ("BM", "1"), "very bad": ("BM", "2")}
_CUBE_SKILLS = {"doubtful": ("DC", ""), "bad": ("BC", "1"), "very bad": ("BC", "2")}
"""Marks of a play whose fault was not to double."""
_LUCKS = {"lucky": (1, "1"), "very lucky": (1, "2"), "unlucky": (-1, "1"), "very unlucky": (-1, "2")}
"""Who is glad of a roll (the player or the opponent), and how much."""
_GOOD = ("GW", "GB")
"""Mark of a roll that is good for seat 0, seat 1."""
_ALERTS = ("missed double", "wrong double", "wrong take", "wrong pass")
MOST_HOPS = 8


def number(text: str) -> float | None:
    """A finite number; ``None`` for ``-inf``, ``nan`` and what is no number."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def hops_of(text: str) -> tuple[Hop, ...] | None:
    """A play as single hops in the mover's numbering; ``None`` where the text is no play."""
    if len(text) > 80:
        return None
    steps = steps_of(text, cells.steps)
    if steps is None:
        return None
    hops = [pair for step in steps for _ in range(step.times) for pair in pairwise(step.points)]
    return tuple(hops) if len(hops) <= MOST_HOPS else None


def _percent(text: str) -> tuple[float | None, bool]:
    """A number, and whether a percent sign was behind it."""
    value = number(text.rstrip("%").replace("+-", "-"))
    return value, text.endswith("%")


class _Row:
    """Six chances, and what a rollout prints behind them."""

    __slots__ = ("cubeful", "cubeless", "six")

    def __init__(self, six: list[float | None], cubeless: float | None, cubeful: float | None) -> None:
        self.six = six
        self.cubeless = cubeless
        self.cubeful = cubeful

    def scaled(self, factor: float) -> _Row:
        return _Row([None if c is None else c * factor for c in self.six], self.cubeless, self.cubeful)

    def in_percent(self) -> bool:
        """Do win and loss make 100 rather than 1?"""
        win, loss = self.six[0], self.six[3]
        return win is not None and loss is not None and win + loss > 1.5

    def chances(self) -> Chances | None:
        win, win_g, win_bg, _, lose_g, lose_bg = self.six
        if win is None or win_g is None or win_bg is None or lose_g is None or lose_bg is None:
            return None
        return win, win_g, win_bg, lose_g, lose_bg

    def outputs(self) -> tuple[float | None, ...]:
        return (*self.six[:3], *self.six[4:], self.cubeless, self.cubeful)

    def turned(self, mwc: bool, deviation: bool = False) -> _Row:
        """The same seen by the other player."""

        def value(v: float | None) -> float | None:
            return v if v is None or deviation else 1 - v if mwc else -v

        return _Row(self.six[3:] + self.six[:3], value(self.cubeless), value(self.cubeful))


def _row(text: str) -> _Row | None:
    """``0.498 0.139 0.008 - 0.502 0.140 0.007``, perhaps with ``CL -0.230 CF -0.329``; ``None`` if it is none."""
    fields = text.strip(" []").split()
    if len(fields) not in (7, 9, 11) or fields[3] != "-":
        return None
    six = [number(f.rstrip("%")) for f in (*fields[:3], *fields[4:7])]
    rest = dict(zip(fields[7::2], fields[8::2], strict=True))
    if not rest.keys() <= {"CL", "CF"} or all(v is None for v in six):
        return None
    values = [number(rest[key].rstrip("%")) if key in rest else None for key in ("CL", "CF")]
    for i, key in enumerate(("CL", "CF")):
        value = values[i]
        if value is not None and rest[key].endswith("%"):
            values[i] = value / 100
    return _Row(six, values[0], values[1])


class _Valued:
    """A candidate, or the values of a cube decision, while its lines are read."""

    __slots__ = ("context", "deviations", "equity", "hops", "rolled_out", "rows", "setting")

    def __init__(
        self, hops: tuple[Hop, ...], equity: float | None, setting: Setting | None, rolled_out: bool = False
    ) -> None:
        self.hops = hops
        self.equity = equity
        self.setting = setting
        self.rolled_out = rolled_out
        self.rows: list[_Row] = []
        self.deviations: list[_Row] = []
        self.context: list[str] = []

    def rollout(self, mwc: bool = False, turned: bool = False) -> Rollout | None:
        if not self.rolled_out:
            return None
        rows, deviations = self.rows, self.deviations
        if turned:
            rows = [row.turned(mwc) for row in rows]
            deviations = [row.turned(mwc, deviation=True) for row in deviations]
        games = next((g for g in map(_GAMES.match, self.context) if g), None)
        return Rollout(
            None if games is None else int(games[1]),
            () if not self.hops or self.equity is None else (self.equity, self.equity),
            tuple(row.outputs() for row in rows),
            tuple(row.outputs() for row in deviations),
            "\n".join(self.context),
        )


class Said:
    """What was said about one decision so far."""

    __slots__ = (
        "alert", "best", "comment", "cube", "double_pass", "luck", "luck_stated", "marks", "mwc", "no_double", "played",
        "plays", "problems", "rolled", "rolls", "take", "target",
    )  # fmt: skip

    def __init__(self) -> None:
        self.plays: list[_Valued] = []
        self.played: int | None = None
        self.cube: _Valued | None = None
        self.mwc = False
        self.no_double: float | None = None
        self.take: float | None = None
        self.double_pass: float | None = None
        self.target: _Valued | None = None
        """What the next line of chances belongs to."""
        self.rolled = False
        """The line of the luck was met: candidates follow."""
        self.luck: float | None = None
        self.luck_stated = False
        self.rolls: list[tuple[int, str]] = []
        self.marks: list[tuple[str, str, bool]] = []
        """Marks as printed: kind of alert, skill, cube error of a play."""
        self.alert = ""
        self.comment: list[str] = []
        self.problems: list[str] = []

    def line(self, line: str) -> bool:
        """Take in a line; ``False``: it is not understood."""
        text = line.strip()
        first = text[:1]
        if first in "0123456789.+-" and self._chances(text):
            return True
        if first == "[" and (self._deviations(text) or self._skill(text)):
            return True
        if line[:2] in ("* ", "  ") and self.rolled and self._candidate(line):
            return True
        if text.startswith("Rolled "):
            return self._luck(text)
        if text.startswith("Alert: "):
            return self._alert(text)
        if text.startswith("Cube analysis"):
            self.cube = self.target = None
            return text == "Cube analysis"
        if text in _QUIET or text.startswith("Proper cube action:") or text.endswith("-cube:"):
            return True
        return self._cubeless(text) or self._cubeful(text) or self._settings(text)

    # ---- the play ---------------------------------------------------------------------------------

    def _luck(self, text: str) -> bool:
        got = _LUCK.fullmatch(text)
        if got is None:
            return False
        self.rolled = True
        self.target = None
        if got[1]:
            self.luck_stated = True
            self.luck = None if got[2] else number(got[1])
        return True

    def _candidate(self, line: str) -> bool:
        head, label, tail = line.partition(" Eq.:")
        if not label:
            head, label, tail = line.partition(" MWC:")
        if not label:
            # Without a stored list the play alone is printed.
            return line.startswith("*    ") and hops_of(line[1:]) is not None
        fields = head[1:].split(maxsplit=1)
        if len(fields) != 2 or not re.fullmatch(r"[0-9]{1,5}\.|\?\?", fields[0]):
            return False
        kind, _, play = fields[1].partition(" ")
        setting = None
        if kind in ("Cubeful", "Cubeless"):
            plies, _, play = play.strip().partition(" ")
            got = re.fullmatch("([0-9]{1,2})-ply", plies)
            if got is None:
                return False
            setting = Setting(int(got[1]), kind == "Cubeful")
        elif kind != "Rollout":
            return False
        hops = hops_of(play)
        values = tail.split()
        if hops is None or not values:
            return False
        value, percent = _percent(values[0])
        # Match winning chances cannot be turned into equities without knowing more; they are left out.
        equity = None if percent or label == " MWC:" else value
        if line.startswith("*"):
            self.played = len(self.plays)
        self.target = _Valued(hops, equity, setting, kind == "Rollout")
        self.plays.append(self.target)
        return True

    def _chances(self, text: str) -> bool:
        row = _row(text)
        if row is None or self.target is None:
            return False
        self.target.rows.append(row.scaled(0.01) if row.in_percent() else row)
        return True

    def _deviations(self, text: str) -> bool:
        row = _row(text)
        if row is None or self.target is None or not self.target.rows:
            return False
        self.target.rolled_out = True
        self.target.deviations.append(row)
        return True

    def _settings(self, text: str) -> bool:
        """The settings of an evaluation or a rollout, printed on demand."""
        target = self.target
        if target is None:
            return False
        got = _EVALUATED.fullmatch(text)
        if got is not None and not target.context:
            noise = number(got[4]) if got[4] else 0.0
            target.setting = Setting(int(got[1]), got[2] == "cubeful", got[5] != "nd", noise or 0.0, bool(got[3]))
            return True
        if _CONTEXT.match(text) and (target.rolled_out or target.context):
            target.context.append(text)
            return True
        return False

    # ---- the cube ---------------------------------------------------------------------------------

    def _cubeless(self, text: str) -> bool:
        got = _CUBELESS.fullmatch(text)
        if got is None:
            return False
        value, percent = _percent(got[3])
        self.mwc = got[2] == "MWC"
        setting = None if got[1] is None else Setting(int(got[1]))
        self.cube = self.target = _Valued((), value, setting, got[0].startswith("Rollout"))
        if percent and value is not None:
            self.cube.equity = value / 100
        return True

    def _cubeful(self, text: str) -> bool:
        got = _CUBEFUL.fullmatch(text)
        if got is None or self.cube is None:
            return False
        value, percent = _percent(got[3])
        if percent and value is not None:
            value /= 100
        if got[1]:
            self.no_double = value
        elif got[2] in ("take", "beaver"):
            self.take = value
        else:
            self.double_pass = value
        return True

    # ---- alerts -----------------------------------------------------------------------------------

    def _alert(self, text: str) -> bool:
        got = _ALERT.match(text)
        said = got[1] if got else ""
        roll = said.removesuffix(" roll")
        if roll != said and roll in _LUCKS:
            self.rolls.append(_LUCKS[roll])
            return True
        move, _, _ = said.partition(" move (")
        if move in _SKILLS:
            self.marks.append(("move", move, False))
            return True
        self.alert = next((a for a in (*_ALERTS, "double decision", "take decision") if said.startswith(a)), "")
        if not self.alert:
            return False
        marked = _SKILL.search(text)  # on the same line in older versions, and where the decision only is marked
        if marked:
            self._mark(marked[1])
        return True

    def _skill(self, text: str) -> bool:
        got = _SKILL.fullmatch(text)
        if got is None or not self.alert:
            return False
        self._mark(got[1])
        return True

    def _mark(self, skill: str) -> None:
        self.marks.append(("cube", skill, self.alert == "missed double"))
        self.alert = ""

    # ---- the whole --------------------------------------------------------------------------------

    def annotation(self, seat: int, roll: bool, answer: bool) -> Annotation | None:
        """Everything that was said, ``None`` if it is nothing. ``answer``: the decision is a take or a pass."""
        play = None
        if self.plays:
            candidates = tuple(_candidate_of(valued) for valued in self.plays)
            play = PlayAnalysis(candidates, self.played)
        marks = [
            (_CUBE_SKILLS if roll and (kind == "cube" or missed) else _SKILLS)[skill]
            for kind, skill, missed in self.marks
        ]
        marks += [(_GOOD[seat if who > 0 else 1 - seat], much) for who, much in self.rolls]
        made = Annotation(
            play,
            self._cube(answer),
            self.luck,
            tuple(marks),
            "\n".join(self.comment).strip("\n"),
            tuple(self.problems),
            self.luck_stated,
        )
        return None if made == Annotation() else made

    def _cube(self, answer: bool) -> CubeAnalysis | None:
        cube = self.cube
        if cube is None:
            return None
        # Beside an answer the values are those of the player who answers; the model wants the doubler's.
        turned = answer and (self.mwc or (self.double_pass is not None and self.double_pass < 0))
        rows = [row.turned(self.mwc) for row in cube.rows] if turned else cube.rows

        def value(v: float | None) -> float | None:
            return v if v is None or not turned else 1 - v if self.mwc else -v

        chances = rows[0].chances() if rows else None
        taken = rows[1].chances() if len(rows) > 1 else None
        return CubeAnalysis(
            Outcome(chances, value(cube.equity), value(self.no_double)),
            Outcome(taken, None, value(self.take)),
            MWC if self.mwc else EMG,
            cube.setting,
            cube.rollout(self.mwc, turned),
            value(self.double_pass),
        )


def _candidate_of(valued: _Valued) -> Candidate:
    chances = valued.rows[0].chances() if valued.rows else None
    return Candidate(valued.hops, chances, valued.equity, valued.setting, valued.rollout())
