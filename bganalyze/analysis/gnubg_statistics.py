"""GNU Backgammon's statistics of a game, a match or a session, computed from the decisions.

``Sums`` are what is counted; ``figures`` are all lines of ``show statistics`` as numbers; ``text`` prints them as
GNU Backgammon does. Rates are recomputed from sums, so a match is the sum of its games.

``compat`` keeps what GNU Backgammon does wrong: its treatment of beavers (see ``decisions``), the missing cost of the
Snowie error rate, the confidence interval around a total, thousandths of a rate over rolls without a luck. Without it
these are put right, sections without any analysis are left out, and the intervals are around the mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log10, sqrt
from typing import Final, NamedTuple

from ..model.record import Record
from ..pipeline import Followed
from ..scoring import ScoredGame
from . import decisions as dec
from .decisions import Decision
from .met import MatchEquityTable, Stake, kazaross_xg2

DOUBTFUL: Final = 0.030
BAD: Final = 0.060
VERY_BAD: Final = 0.120
LUCKY: Final = 0.300
VERY_LUCKY: Final = 0.600
CATEGORIES: Final = (
    dec.MISSED_DOUBLE_BELOW_CP,
    dec.MISSED_DOUBLE_ABOVE_CP,
    dec.WRONG_DOUBLE_BELOW_DP,
    dec.WRONG_DOUBLE_ABOVE_TG,
    dec.WRONG_TAKE,
    dec.WRONG_PASS,
)
_CATEGORY_OF: Final = {name: i for i, name in enumerate(CATEGORIES)} | {
    dec.WRONG_BEAVER: 4,
    dec.MISSED_BEAVER: 4,
}
"""A wrong or missed beaver is a fault of the player who takes."""

RATINGS: Final = (
    (0.002, "Supernatural"),
    (0.005, "World class"),
    (0.008, "Expert"),
    (0.012, "Advanced"),
    (0.018, "Intermediate"),
    (0.026, "Casual player"),
    (0.035, "Beginner"),
)
AWFUL: Final = "Awful!"
NO_RATING: Final = "n/a"
RATING_OFFSET: Final = 2050.0
NORMAL_95: Final = 1.95996


@dataclass(slots=True)
class Sum:
    """Errors or luck: how often, in EMG, and what it cost (match winning chance, or points)."""

    count: int = 0
    emg: float = 0.0
    cost: float = 0.0
    missing: int = 0
    """Terms whose cost is not known."""

    def add(self, emg: float, cost: float | None) -> None:
        """One more."""
        self.count += 1
        self.emg += emg
        if cost is None:
            self.missing += 1
        else:
            self.cost += cost

    def __iadd__(self, other: Sum) -> Sum:
        self.count += other.count
        self.emg += other.emg
        self.cost += other.cost
        self.missing += other.missing
        return self


@dataclass(slots=True)
class Side:
    """One player's sums."""

    moves: int = 0
    """Rolls with their play, dances included, analysed or not."""
    unforced: int = 0
    """Plays with a choice whose error is known."""
    unknown: int = 0
    """Plays with a choice whose error is not known: they are in no other count but ``moves``."""
    marks: list[int] = field(default_factory=lambda: [0] * 4)
    """Plays without a mark, doubtful, bad, very bad."""
    errors: Sum = field(default_factory=Sum)
    rolls: int = 0
    """Rolls with a play and a luck."""
    luck_marks: list[int] = field(default_factory=lambda: [0] * 5)
    """Rolls very lucky, lucky, without a mark, unlucky, very unlucky."""
    luck: Sum = field(default_factory=Sum)
    cube: int = 0
    """Cube decisions."""
    close: int = 0
    doubles: int = 0
    takes: int = 0
    passes: int = 0
    cube_errors: list[Sum] = field(default_factory=lambda: [Sum() for _ in CATEGORIES])

    def cube_error(self) -> Sum:
        """All errors with the cube."""
        total = Sum()
        for part in self.cube_errors:
            total += part
        return total

    def __iadd__(self, other: Side) -> Side:
        for name in ("moves", "unforced", "unknown", "rolls", "cube", "close", "doubles", "takes", "passes"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for mine, theirs in ((self.marks, other.marks), (self.luck_marks, other.luck_marks)):
            mine[:] = [a + b for a, b in zip(mine, theirs, strict=True)]
        self.errors += other.errors
        self.luck += other.luck
        for total, part in zip(self.cube_errors, other.cube_errors, strict=True):
            total += part
        return self


@dataclass(slots=True)
class Sums:
    """What the statistics of some games count."""

    length: int
    """Points of the match; 0 for a money session."""
    names: tuple[str, str] = ("", "")
    compat: bool = False
    sides: tuple[Side, Side] = field(default_factory=lambda: (Side(), Side()))
    results: list[float | None] = field(default_factory=list)
    """A game's actual result for player 0: gained match winning chance, or points; ``None``: not known."""
    adjusted: list[float | None] = field(default_factory=list)
    """The same without luck."""
    plays_analysed: bool = False
    luck_analysed: bool = False
    cube_analysed: bool = False

    def __iadd__(self, other: Sums) -> Sums:
        for mine, theirs in zip(self.sides, other.sides, strict=True):
            mine += theirs
        self.results += other.results
        self.adjusted += other.adjusted
        self.plays_analysed = self.plays_analysed or other.plays_analysed
        self.luck_analysed = self.luck_analysed or other.luck_analysed
        self.cube_analysed = self.cube_analysed or other.cube_analysed
        return self


def game_sums(
    record: Record, followed: Followed, number: int, *, compat: bool = False, table: MatchEquityTable | None = None
) -> Sums:
    """The sums of one game (index from 0) of a match."""
    table = table or kazaross_xg2()
    decisions = dec.game_decisions(record, followed, number, compat=compat, table=table)
    sums = count(decisions, followed.scored.length, _names(followed), compat)
    scored = followed.scored.games[number]
    result = actual_result(scored, dec.stake_of(followed, scored), table)
    sums.results.append(result)
    luck = [side.luck for side in sums.sides]
    known = result is not None and not (luck[0].missing or luck[1].missing)
    sums.adjusted.append(result - luck[0].cost + luck[1].cost if known and result is not None else None)
    return sums


def match_sums(
    record: Record, followed: Followed, *, compat: bool = False, table: MatchEquityTable | None = None
) -> Sums:
    """The sums over the games of a match or session."""
    total = Sums(followed.scored.length, _names(followed), compat)
    for number in range(len(followed.games)):
        total += game_sums(record, followed, number, compat=compat, table=table)
    return total


def _names(followed: Followed) -> tuple[str, str]:
    return followed.match.names[0] or "", followed.match.names[1] or ""


def actual_result(scored: ScoredGame, stake: Stake, table: MatchEquityTable) -> float | None:
    """What a game brought player 0: match winning chance, or points; ``None`` if it has no known result."""
    winner, points = scored.winner, scored.points
    if winner is None or points is None:
        return None
    if stake.length:
        try:
            gain = table.after(stake, winner, points, winner) - table.before(stake, winner)
        except ValueError:
            return None
    else:
        gain = float(points)
    return gain if winner == 0 else -gain


def count(decisions: Iterable[Decision], length: int, names: tuple[str, str] = ("", ""), compat: bool = False) -> Sums:
    """Sum up decisions."""
    sums = Sums(length, names, compat)
    for d in decisions:
        side = sums.sides[d.seat]
        if d.kind == dec.PLAY:
            side.moves += 1
            _count_play(sums, side, d)
            _count_luck(sums, side, d)
        if d.close is not None and not (compat and d.kind == dec.ROLL):
            sums.cube_analysed = True
            _count_cube(side, d)
    return sums


def _count_play(sums: Sums, side: Side, d: Decision) -> None:
    if d.candidates is None:
        if d.forced or sums.compat:
            side.marks[0] += 1
        return
    sums.plays_analysed = True
    if d.candidates == 1:
        side.marks[0] += 1
        return
    error = d.error_emg
    if error is None:
        side.unknown += 1
        return
    side.unforced += 1
    side.errors.add(error, d.error_mwc)
    side.marks[3 if error > VERY_BAD else 2 if error > BAD else 1 if error > DOUBTFUL else 0] += 1


def _count_cube(side: Side, d: Decision) -> None:
    side.cube += 1
    side.close += bool(d.close)
    if d.kind == "double":
        side.doubles += 1
    elif d.kind in ("take", "beaver", "raccoon") and not d.chain:
        side.takes += 1
    elif d.kind == "drop" and not d.chain:
        side.passes += 1
    if d.cube_error and d.cube_class is not None:
        side.cube_errors[_CATEGORY_OF[d.cube_class]].add(d.cube_error, d.cube_error_mwc)


def _count_luck(sums: Sums, side: Side, d: Decision) -> None:
    luck = d.luck_emg
    if luck is None:
        if sums.compat:
            side.luck_marks[2] += 1
        return
    sums.luck_analysed = True
    side.rolls += 1
    side.luck.add(luck, d.luck_mwc)
    grade = 0 if luck > VERY_LUCKY else 1 if luck > LUCKY else 4 if luck < -VERY_LUCKY else 3 if luck < -LUCKY else 2
    side.luck_marks[grade] += 1


def rating(error: float | None) -> str:
    """The word for an error (EMG, at least 0) per decision."""
    if error is None:
        return NO_RATING
    return next((word for limit, word in RATINGS if error < limit), AWFUL)


def luck_rating(luck: float | None) -> str:
    """The word for a luck (EMG) per roll."""
    if luck is None:
        return "None"
    ten = 10 * luck
    if ten > VERY_LUCKY:
        return "Go to Las Vegas"
    if ten > LUCKY:
        return "Good dice, man!"
    if ten < -VERY_LUCKY:
        return "Go to bed"
    return "Bad dice, man!" if ten < -LUCKY else "None"


# ---- all lines as numbers ---------------------------------------------------------------------------------

COUNT: Final = "count"
TOTAL: Final = "total"
RATE: Final = "rate"
CATEGORY: Final = "category"
WORD: Final = "word"
RESULT: Final = "result"
POINTS: Final = "points"
FIBS_DIFFERENCE: Final = "fibs-difference"
FIBS: Final = "fibs"
ADVANTAGE: Final = "advantage"
INTERVAL: Final = "interval"

CHEQUER: Final = "Chequerplay statistics"
LUCK: Final = "Luck statistics"
CUBE: Final = "Cube statistics"
OVERALL: Final = "Overall statistics"


class Figure(NamedTuple):
    """One number of one player. Errors are negative, as they are printed."""

    value: float | None = None
    """A count, EMG, thousandths of EMG for rates, a result or a rating; ``None``: n/a."""
    cost: float | None = None
    """Match winning chance (0..1) or points; for an interval its upper end."""
    number: int | None = None
    """How many, for the kinds of cube errors."""
    text: str = ""
    """A rating in words."""


class Line(NamedTuple):
    """A line of the statistics."""

    section: str
    label: str
    kind: str
    players: tuple[Figure | None, Figure | None]
    """``None``: the line has no number for this player."""
    about: str = ""
    """What tells lines of the same label apart."""


def figures(sums: Sums) -> dict[str, tuple[Figure | None, Figure | None]]:
    """All lines by "section/label", the labels as GNU Backgammon prints them.

    Where two lines have one label, what they are about follows: "Overall statistics/95% ... (ppg), actual".
    """
    return {
        f"{line.section}/{line.label}" + (f", {line.about}" if line.about else ""): line.players for line in lines(sums)
    }


def lines(sums: Sums) -> list[Line]:
    """All lines in the order in which they are printed."""
    unit = "MWC" if sums.length else "Points"
    found: list[Line] = []
    everything = sums.compat
    if sums.plays_analysed or everything:
        found += _chequer_lines(sums, unit)
    if sums.luck_analysed or everything:
        found += _luck_lines(sums, unit)
    if sums.cube_analysed or everything:
        found += _cube_lines(sums, unit)
    if found:
        found += _overall_lines(sums, unit)
    return found


def _both(section: str, label: str, kind: str, values: Iterable[Figure | None]) -> Line:
    a, b = values
    return Line(section, label, kind, (a, b))


def _counts(section: str, label: str, values: Iterable[int]) -> Line:
    return _both(section, label, COUNT, (Figure(v) for v in values))


def _error(total: Sum) -> Figure:
    return Figure(-total.emg, None if total.missing else -total.cost)


def _rate(total: Sum, number: int, compat: bool, sign: int = -1) -> Figure:
    """Thousandths of EMG, and the cost, per decision."""
    if not number:
        return Figure(sign * 0.0, sign * 0.0) if compat else Figure()
    return Figure(sign * 1000 * total.emg / number, None if total.missing else sign * total.cost / number)


def _per(total: Sum, number: int) -> float | None:
    return total.emg / number if number else None


def _chequer_lines(sums: Sums, unit: str) -> list[Line]:
    sides = sums.sides
    names = ("Unmarked moves", "Moves marked doubtful", "Moves marked bad", "Moves marked very bad")
    return [
        _counts(CHEQUER, "Total moves", (s.moves for s in sides)),
        _counts(CHEQUER, "Unforced moves", (s.unforced for s in sides)),
        *(_counts(CHEQUER, name, (s.marks[i] for s in sides)) for i, name in enumerate(names)),
        _both(CHEQUER, f"Error total EMG ({unit})", TOTAL, (_error(s.errors) for s in sides)),
        _both(CHEQUER, f"Error rate mEMG ({unit})", RATE, (_rate(s.errors, s.unforced, sums.compat) for s in sides)),
        _both(
            CHEQUER, "Chequerplay rating", WORD, (Figure(text=rating(_per(s.errors, s.unforced))) for s in sides)
        ),
    ]  # fmt: skip


def _luck_lines(sums: Sums, unit: str) -> list[Line]:
    sides = sums.sides
    names = ("very lucky", "lucky", "", "unlucky", "very unlucky")
    per = [s.moves if sums.compat else s.rolls for s in sides]
    return [
        *(
            _counts(LUCK, f"Rolls marked {name}" if name else "Rolls unmarked", (s.luck_marks[i] for s in sides))
            for i, name in enumerate(names)
        ),
        _both(
            LUCK, f"Luck total EMG ({unit})", TOTAL,
            (Figure(s.luck.emg, None if s.luck.missing else s.luck.cost) for s in sides),
        ),
        _both(
            LUCK, f"Luck rate mEMG ({unit})", RATE,
            (_rate(s.luck, n, sums.compat, 1) for s, n in zip(sides, per, strict=True)),
        ),
        _both(
            LUCK, "Luck rating", WORD,
            (Figure(text=luck_rating(_per(s.luck, n))) for s, n in zip(sides, per, strict=True)),
        ),
    ]  # fmt: skip


def _cube_lines(sums: Sums, unit: str) -> list[Line]:
    sides = sums.sides
    names = (
        "Missed doubles below CP", "Missed doubles above CP", "Wrong doubles below DP", "Wrong doubles above TG",
        "Wrong takes", "Wrong passes",
    )  # fmt: skip
    totals = [s.cube_error() for s in sides]
    return [
        _counts(CUBE, "Total cube decisions", (s.cube for s in sides)),
        _counts(CUBE, "Close or actual cube decisions", (s.close for s in sides)),
        _counts(CUBE, "Doubles", (s.doubles for s in sides)),
        _counts(CUBE, "Takes", (s.takes for s in sides)),
        _counts(CUBE, "Passes", (s.passes for s in sides)),
        *(
            _both(
                CUBE, f"{name} (EMG ({unit}))", CATEGORY,
                (_error(s.cube_errors[i])._replace(number=s.cube_errors[i].count) for s in sides),
            )
            for i, name in enumerate(names)
        ),
        _both(CUBE, f"Error total EMG ({unit})", TOTAL, map(_error, totals)),
        _both(
            CUBE, f"Error rate mEMG ({unit})", RATE,
            (_rate(t, s.close, sums.compat) for t, s in zip(totals, sides, strict=True)),
        ),
        _both(
            CUBE, "Cube decision rating", WORD,
            (Figure(text=rating(_per(t, s.close))) for t, s in zip(totals, sides, strict=True)),
        ),
    ]  # fmt: skip


def _overall_lines(sums: Sums, unit: str) -> list[Line]:
    sides = sums.sides
    totals = []
    for side in sides:
        total = side.cube_error()
        total += side.errors
        totals.append(total)
    numbers = [s.unforced + s.close for s in sides]
    pairs = list(zip(totals, numbers, strict=True))
    moves = sides[0].moves + sides[1].moves
    snowie = [_rate(total, moves, sums.compat) for total in totals]
    if sums.compat:
        snowie = [figure._replace(cost=0.0) for figure in snowie]
    return [
        _both(OVERALL, f"Error total EMG ({unit})", TOTAL, map(_error, totals)),
        _both(OVERALL, f"Error rate mEMG ({unit})", RATE, (_rate(t, n, sums.compat) for t, n in pairs)),
        _both(OVERALL, "Snowie error rate", RATE, snowie),
        _both(OVERALL, "Overall rating", WORD, (Figure(text=rating(_per(t, n))) for t, n in pairs)),
        *_result_lines(sums),
        *(_fibs_lines(sums, totals) if sums.length else ()),
    ]


def _result_lines(sums: Sums) -> list[Line]:
    actual = [r for r in sums.results if r is not None]
    adjusted = [r for r in sums.adjusted if r is not None]
    found = []
    kind = RESULT if sums.length else POINTS
    if any(actual) and sums.luck_analysed:
        for label, values in (("Actual result", actual), ("Luck adjusted result", adjusted)):
            if values:
                found.append(_antisymmetric(label, kind, sum(values)))
        if sums.length and adjusted:
            difference = fibs_difference(sum(adjusted), sums.length)
            found.append(Line(OVERALL, "Luck based FIBS rating diff.", FIBS_DIFFERENCE, (Figure(difference), None)))
    if not sums.length and len(actual) > 1 and sums.luck_analysed:
        for label, values in (("actual", actual), ("luck adjusted", adjusted)):
            if len(values) < 2:
                continue
            mean = sum(values) / len(values)
            half = confidence(values)
            centre = sum(values) if sums.compat else mean
            found.append(_antisymmetric(f"Advantage ({label}) in ppg", ADVANTAGE, mean))
            found.append(
                Line(
                    OVERALL, "95% confidence interval (ppg)", INTERVAL,
                    (Figure(centre - half, centre + half), Figure(-centre - half, -centre + half)),
                    label,
                )
            )  # fmt: skip
    return found


def _antisymmetric(label: str, kind: str, value: float) -> Line:
    return Line(OVERALL, label, kind, (Figure(value), Figure(-value)))


def confidence(values: Sequence[float]) -> float:
    """Half the width of the 95 % confidence interval of a mean."""
    n = len(values)
    mean = sum(values) / n
    return NORMAL_95 * sqrt(sum((v - mean) * (v - mean) for v in values) / (n - 1) / n)


def fibs_difference(result: float, length: int) -> float | None:
    """The difference of FIBS ratings that a luck adjusted result of player 0 speaks for; ``None``: none does."""
    chance = 0.5 + result
    if not 0 < chance < 1:
        return None
    return max(-2000 / sqrt(length) * log10(1 / chance - 1), -2100.0)


def chequer_loss(error: float, length: int) -> float:
    """FIBS rating points that an error (EMG) per unforced move costs in matches of a length."""
    return error * (8798 + 25526 / length)


def cube_loss(error: float, length: int) -> float:
    """FIBS rating points that an error (EMG) per close cube decision costs in matches of a length."""
    return error * (863 - 519 / length)


def _fibs_lines(sums: Sums, totals: Sequence[Sum]) -> list[Line]:
    length = sums.length
    rows: list[tuple[Figure, Figure, Figure]] = []
    for side in sums.sides:
        chequer = _per(side.errors, side.unforced)
        cube = _per(side.cube_error(), side.close)
        lost = [
            None if chequer is None else chequer_loss(chequer, length),
            None if cube is None else cube_loss(cube, length),
        ]
        rating_left = None if lost[0] is None else RATING_OFFSET - lost[0] - (lost[1] or 0.0)
        rows.append((Figure(rating_left), Figure(lost[0]), Figure(lost[1])))
    labels = ("Error based abs. FIBS rating", "Chequerplay errors rating loss", "Cube errors rating loss")
    return [_both(OVERALL, label, FIBS, (row[i] for row in rows)) for i, label in enumerate(labels)]


# ---- printed ----------------------------------------------------------------------------------------------


def text(sums: Sums) -> str:
    """The statistics as GNU Backgammon prints them."""
    percent = "%" if sums.length else ""
    left, right = sums.names
    out = [_row("Player", left, right), ""]
    if sums.compat:  # it counts bytes where it fills up
        out[0] = f"{'Player':<40} {_bytes_wide(left)} {_bytes_wide(right)}"
    section = ""
    for line in lines(sums):
        if line.section != section:
            out += ["", ""] if section else []
            out += [line.section, ""]
            section = line.section
        left, right = (printed(figure, line.kind, percent) for figure in line.players)
        out.append(_row(line.label, left, right))
    return "\n".join(out) + "\n"


def _bytes_wide(name: str) -> str:
    return name + " " * (23 - len(name.encode()))


def _row(label: str, left: str, right: str) -> str:
    return f"{label:<40} {left:<23} {right:<23}"


_LAYOUT: Final = {
    COUNT: "{value:3.0f}",
    TOTAL: "     {value:+.3f} {costs}",
    RATE: "   {value:+6.1f}   {costs}",
    RESULT: "{hundredfold:+7.2f}%",
    POINTS: "{value:+7.3f}",
    ADVANTAGE: "{value:+6.3f}",
    FIBS_DIFFERENCE: "{value:+7.2f}",
    FIBS: "{value:6.1f}",
    INTERVAL: "[{value:6.3f},{cost:6.3f}]",
}
"""Kind of a number -> how it is printed."""


def printed(figure: Figure | None, kind: str, percent: str) -> str:
    """A number as it is printed; ``percent`` is "%" in a match and empty in a session."""
    if figure is None:
        return ""
    value, cost, number, word = figure
    hundred = 100 if percent else 1
    costs = f"({NO_RATING:>7}{percent})" if cost is None else f"({cost * hundred:+7.3f}{percent})"
    if kind == WORD:
        return word
    if kind == CATEGORY:
        return f"{number:3d} ({value:+6.3f} {costs})" if number else f"{0:3d}"
    if value is None:
        return NO_RATING
    return _LAYOUT[kind].format(value=value, cost=cost, costs=costs, hundredfold=100 * value)
