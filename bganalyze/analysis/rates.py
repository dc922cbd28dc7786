"""Error rates, luck and results from the tables, by whatever one wants to group them.

``rates`` works on the data frames of ``reports.tables`` (pandas is imported when it runs). ``page`` is the text that
sets the definitions of the programs side by side. What was not analysed is missing (NA), never zero: sums and rates
are over what is known, and columns count what is not.

With E the sum of a player's errors in EMG, chequer and cube, of the decisions that were analysed:

* GNU Backgammon's error rate: 1000 x E / (unforced plays + close or actual cube decisions)
* XG's PR: 500 x E / (the same decisions), so half of it
* Snowie's error rate: 1000 x E / (plays of both players, forced ones included)

An error of the cube is what XG's files hold too: not doubled max(0, min(DT, DP) - ND), doubled max(0, ND - min(DT,
DP)), taken max(0, DT - DP), passed max(0, DP - DT). A decision of the cube is close if best - min(DT, 1) < 0.16, where
best is what the right decision is worth; doubles and their answers always count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import atan, cos, pi, sin, sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .decisions import CLOSE
from .frames import KEYS as ALL_KEYS
from .frames import Frames, Prepared, months, prepare
from .gnubg_statistics import (
    ADVANTAGE,
    CHEQUER,
    COUNT,
    CUBE,
    FIBS,
    FIBS_DIFFERENCE,
    INTERVAL,
    LUCK,
    OVERALL,
    POINTS,
    RATING_OFFSET,
    RESULT,
    Figure,
    Line,
    Side,
    Sums,
    chequer_loss,
    cube_loss,
    fibs_difference,
    lines,
    match_sums,
    printed,
    rating,
    text,
)
from .met import MatchEquityTable, Stake, kazaross_xg2

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    from ..model.record import Record
    from ..pipeline import Followed

GNU_FACTOR: Final = 1000
PR_FACTOR: Final = 500
OPENING_ROLLS: Final = 6
"""The opening are the first rolls of a game: three of each player."""
PHASES: Final = ("opening", "contact", "race", "bear-off")
KEYS: Final = tuple(name for name, key in ALL_KEYS.items() if key.analysis)
"""What ``by`` may name."""
_OF_A_SEAT: Final = ("player", "opponent", "seat", "score")
_OF_A_DECISION: Final = ("cube", "phase", "engine")
"""No game has one value of these."""
_ANSWERS: Final = ("take", "drop", "beaver", "raccoon")

COLUMNS: Final = {
    "games": "Int64",
    "plays": "Int64",
    "unforced": "Int64",
    "close_cubes": "Int64",
    "cubes": "Int64",
    "plays_of_both": "Int64",
    "not_analysed": "Int64",
    "error_chequer": "Float64",
    "error_cube": "Float64",
    "error": "Float64",
    "error_mwc": "Float64",
    "error_points": "Float64",
    "chequer_mwc": "Float64",
    "chequer_points": "Float64",
    "cube_mwc": "Float64",
    "cube_points": "Float64",
    "cost_missing": "Int64",
    "gnu_rate": "Float64",
    "gnu_rate_low": "Float64",
    "gnu_rate_high": "Float64",
    "gnu_chequer_rate": "Float64",
    "gnu_cube_rate": "Float64",
    "pr": "Float64",
    "pr_low": "Float64",
    "pr_high": "Float64",
    "snowie_rate": "Float64",
    "rolls_with_luck": "Int64",
    "luck_missing": "Int64",
    "luck": "Float64",
    "luck_mwc": "Float64",
    "luck_points": "Float64",
    "luck_rate": "Float64",
    "rating": "string",
    "rating_chequer": "string",
    "rating_cube": "string",
    "fibs_rating": "Float64",
    "fibs_loss_chequer": "Float64",
    "fibs_loss_cube": "Float64",
    "fibs_difference": "Float64",
    **{
        f"{kind}_{unit}{part}": "Float64"
        for unit in ("mwc", "points")
        for kind in ("result", "adjusted")
        for part in ("", "_mean", "_low", "_high")
    },
    "depths": "string",
    "depth_count": "Int64",
}
"""The columns of ``rates`` and their types."""


def page() -> str:
    """The page of the definitions, in Markdown."""
    from importlib.resources import files

    return files(__package__).joinpath("pages", "rates.md").read_text(encoding="utf-8")


def gnubg_text(record: Record, followed: Followed, *, compat: bool = False) -> str:
    """All of GNU Backgammon's ``show statistics`` of a match or session.

    ``compat``: to the letter, with what it does wrong.
    """
    return sums_text(match_sums(record, followed, compat=compat))


def sums_text(sums: Sums) -> str:
    """Sums as GNU Backgammon prints them; what was not analysed is left out, or n/a where it is of one player."""
    if sums.compat:
        return text(sums)
    known = [any(_judged(side, section) for side in sums.sides) for section in (CHEQUER, LUCK, CUBE)]
    percent = "%" if sums.length else ""
    out = [_row("Player", *sums.names), ""]
    section = ""
    moves = [Figure(side.moves) for side in sums.sides]
    found = lines(sums)
    if not sums.plays_analysed and any(figure.value for figure in moves):
        found.insert(0, Line(CHEQUER, "Total moves", COUNT, (moves[0], moves[1])))
    for line in found:
        of_errors = line.label.startswith(("Error", "Snowie", "Overall rating"))
        if line.section == OVERALL and of_errors and not (known[0] or known[2]):
            continue
        if line.section != section:
            out += ["", ""] if section else []
            out += [line.section, ""]
            section = line.section
        shown = [
            printed(figure if figure is None or _told_of(side, line) else Figure(), _kind(side, line), percent)
            for figure, side in zip(line.players, sums.sides, strict=True)
        ]
        out.append(_row(line.label, *shown))
    return "\n".join(out) + "\n"


def _row(label: str, left: str, right: str) -> str:
    return f"{label:<40} {left:<23} {right:<23}"


def _judged(side: Side, section: str) -> bool:
    """Whether anything of a player was analysed."""
    if section == CHEQUER:
        return side.unforced > 0
    if section == LUCK:
        return side.rolls > 0
    return side.cube > 0 or (section == OVERALL and side.unforced > 0)


def _told_of(side: Side, line: Line) -> bool:
    """Whether a line has a number for a player: zeros stand for what was looked at only."""
    if line.label == "Total moves" or line.kind in (RESULT, POINTS, ADVANTAGE, INTERVAL, FIBS_DIFFERENCE, FIBS):
        return True
    if line.section == CUBE:  # a player who was judged and never had the cube decided nothing
        return _judged(side, OVERALL)
    return _judged(side, line.section)


def _kind(side: Side, line: Line) -> str:
    """Words and kinds of errors of a player who was not judged are n/a like numbers."""
    return line.kind if _told_of(side, line) else COUNT


def not_judged(sums: Sums) -> list[str]:
    """What the sums do not hold, in words."""
    if not (sums.plays_analysed or sums.luck_analysed or sums.cube_analysed):
        return ["no analysis is stored"]
    moves = sum(side.moves for side in sums.sides)
    # Without ``compat`` plays without an analysis carry no mark, and rolls without a luck no grade.
    plays = moves - sum(sum(side.marks) for side in sums.sides)
    rolls = moves - sum(side.rolls for side in sums.sides)
    # In one game, as the Crawford game, or at one point there may be none.
    some = sums.cube_analysed or sums.length == 1 or len(sums.results) < 2
    found = [] if some else ["no cube decision is analysed"]
    if not sums.compat and plays:
        found.append(f"{plays} of {moves} plays are not analysed")
    if not sums.compat and rolls:
        found.append(f"{rolls} of {moves} rolls have no luck")
    return found


def session_sums(parts: Iterable[Sums]) -> list[Sums]:
    """Sums of matches added up, as the statistics of a session.

    Chances of matches to different lengths cannot be added, nor can other players: there is one sum for each length
    and pair of players, in the order in which they come. Seats are exchanged where the players sit the other way.
    """
    found: dict[tuple[int, tuple[str, ...]], Sums] = {}
    for part in parts:
        name = (part.length, tuple(sorted(part.names)))
        total = found.setdefault(name, Sums(part.length, part.names, part.compat))
        total += part if total.names == part.names else _exchanged(part)
    return list(found.values())


def _exchanged(sums: Sums) -> Sums:
    first, second = sums.sides
    return replace(
        sums,
        names=(sums.names[1], sums.names[0]),
        sides=(second, first),
        results=[None if value is None else -value for value in sums.results],
        adjusted=[None if value is None else -value for value in sums.adjusted],
    )


def rates(
    frames: Frames,
    by: str | Sequence[str] = ("match", "player"),
    *,
    compat: bool = False,
    table: MatchEquityTable | None = None,
) -> pd.DataFrame:
    """Error rates, luck and results of groups, one row each; the index are the keys of ``by`` (see ``KEYS``).

    ``match`` is the path and the number of the match in its file, ``game`` adds the number of the game. ``score`` is
    points away of the player and of his opponent, with a c for the Crawford game and a p behind it; ``cube`` is the
    live cube; ``phase`` see ``phases``; ``engine`` how deep the analysis of a decision went. A group that no key
    divides by player holds the decisions of both.

    Counts: ``games``; ``plays``, dances and forced ones included; ``unforced`` plays with a choice whose error is
    known; ``cubes`` decisions that were analysed and ``close_cubes`` those that were made or close; ``plays_of_both``
    the plays of both players in the games of the group, those without any analysis left out; ``not_analysed`` plays
    with a choice whose error is not known, or that may have had one. ``error`` is in EMG; its cost stands in
    ``error_mwc`` for matches and in ``error_points`` for money (of chequer play and the cube apart in ``chequer_`` and
    ``cube_``), ``cost_missing`` counts errors without a cost.

    ``gnu_rate_low`` to ``_high`` and ``pr_low`` to ``pr_high`` are 95 % confidence intervals. Games are what is taken
    as independent. A rate is the quotient of two sums over games, sum e / sum n, so with r the rate the variance of
    e - r n over the games, times their number, is that of the numerator; its root over sum n times Student's t for
    the number of games less one is half the width. An error is never negative, so the lower end is 0 at least. Fewer
    than two games have no interval.

    ``luck`` is the sum over rolls that have one (``luck_missing`` do not, or have no finite one), ``luck_rate`` 1000
    times that per such roll. ``result_mwc`` or ``_points`` is the sum of what the games brought, ``adjusted_`` the
    same less the player's luck and plus the opponent's, of games in which luck was analysed (a roll without a luck
    is left out, as if it had none); ``_mean``, ``_low`` and
    ``_high`` are the mean of a game and its t interval, which is around the mean. Results belong to players and
    games: without a key for the player, or with one that divides games, they are missing.

    ``rating``, ``rating_chequer`` and ``rating_cube`` are GNU Backgammon's words for the errors by decision.
    ``fibs_rating`` is GNU Backgammon's absolute rating from errors, where all matches of the group have one length;
    ``fibs_difference`` the difference of ratings that the luck adjusted result speaks for, where it is one match.
    ``depths`` lists how deep the analysis went with the number of decisions, ``depth_count`` how many kinds there
    are: more than one and the rates mix depths.

    ``compat``: cube decisions before a roll whose play the record does not hold are left out, as GNU Backgammon does.
    ``table``: another match equity table than Kazaross-XG2 for the results. Raises ``ValueError`` for other keys.
    """
    import numpy as np
    import pandas as pd

    keys = [by] if isinstance(by, str) else list(by)
    unknown = [key for key in keys if key not in KEYS]
    if unknown or not keys or len(set(keys)) != len(keys):
        raise ValueError(f"by {', '.join(unknown) or keys}: give each of these once at most: {', '.join(KEYS)}")
    prepared = prepare(frames)
    name = ("rates", tuple(keys), compat)
    if table is None and name in prepared.made:
        kept: pd.DataFrame = prepared.made[name]
        return kept.copy()
    rows = _decisions(prepared, compat=compat)
    groups = _grouped(prepared, rows, keys)
    many = len(groups.index)

    def number(where: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        return np.bincount(groups.of[np.flatnonzero(where)], minlength=many)

    def total(values: npt.NDArray[np.float64], where: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.float64]:
        """The sum of what is known, NaN where nothing is."""
        at = np.flatnonzero(~np.isnan(values) if where is None else where & ~np.isnan(values))
        summed = np.bincount(groups.of[at], values[at], many)
        return np.where(np.bincount(groups.of[at], minlength=many) > 0, summed, np.nan)

    out: dict[str, Any] = {}
    span = len(rows.analysed)  # games, and one for what belongs to none
    pairs = pd.unique(groups.of * span + rows.game)
    pair_group, pair_game = pairs // span, pairs % span
    out["games"] = np.bincount(pair_group, minlength=many)
    out["plays"] = number(rows.play)
    unforced, close = number(rows.unforced), number(rows.close)
    out["unforced"], out["close_cubes"], out["cubes"] = unforced, close, number(rows.decided)
    counted = np.flatnonzero(rows.play & rows.analysed[rows.game])
    out["plays_of_both"] = np.bincount(groups.of[counted], minlength=many)
    if groups.of_other is not None:
        theirs = groups.of_other[counted]
        out["plays_of_both"] = out["plays_of_both"] + np.bincount(theirs[theirs >= 0], minlength=many)
    out["not_analysed"] = number(rows.not_analysed)
    chequer, cube = total(rows.error_chequer), total(rows.error_cube)
    error = _either(chequer, cube)
    out["error_chequer"], out["error_cube"], out["error"] = chequer, cube, error
    in_match = rows.length[rows.game] > 0
    for unit, here in (("mwc", in_match), ("points", ~in_match)):
        out[f"chequer_{unit}"], out[f"cube_{unit}"] = total(rows.cost_chequer, here), total(rows.cost_cube, here)
        out[f"error_{unit}"] = _either(out[f"chequer_{unit}"], out[f"cube_{unit}"])
        out[f"luck_{unit}"] = total(rows.luck_cost, here)
    out["cost_missing"] = number(rows.unforced & np.isnan(rows.cost_chequer))
    out["cost_missing"] += number(rows.decided & np.isnan(rows.cost_cube))
    per_play, per_cube = _over(chequer, unforced), _over(cube, close)
    rate = _over(error, unforced + close)
    half = _half_of_rate(rows, groups, rate, span)
    out["gnu_chequer_rate"], out["gnu_cube_rate"] = GNU_FACTOR * per_play, GNU_FACTOR * per_cube
    for name_of, factor in (("gnu_rate", GNU_FACTOR), ("pr", PR_FACTOR)):
        out[name_of] = factor * rate
        out[f"{name_of}_low"] = np.maximum(factor * (rate - half), 0)
        out[f"{name_of}_high"] = factor * (rate + half)
    out["snowie_rate"] = GNU_FACTOR * _over(error, out["plays_of_both"])
    lucky = number(rows.luck_known)
    out["rolls_with_luck"], out["luck_missing"] = lucky, number(rows.play & ~rows.luck_known)
    out["luck"] = total(rows.luck)
    per_roll = _over(out["luck"], lucky)
    out["luck_rate"] = GNU_FACTOR * per_roll
    lengths = rows.length[pair_game]
    shortest, longest = np.full(many, np.iinfo(np.int64).max), np.zeros(many, np.int64)
    np.minimum.at(shortest, pair_group, lengths)
    np.maximum.at(longest, pair_group, lengths)
    length = np.where((shortest == longest) & (longest > 0), longest, np.nan)
    # A player without close decisions loses no rating by them.
    losses: Any = (chequer_loss(per_play, length), cube_loss(np.nan_to_num(per_cube), length))  # type: ignore[arg-type]
    out["fibs_rating"] = RATING_OFFSET - losses[0] - losses[1]
    out["fibs_loss_chequer"], out["fibs_loss_cube"] = losses[0], np.where(close > 0, losses[1], np.nan)
    words = (("rating_chequer", per_play), ("rating_cube", per_cube), ("rating", rate))
    for name_of, values in words:
        out[name_of] = [None if np.isnan(value) else rating(float(value)) for value in values]
    _add_results(out, prepared, rows, groups, keys, table)
    out["depths"], out["depth_count"] = _depths(rows, groups)
    found = pd.DataFrame({name_of: _column(out.get(name_of), kind, many) for name_of, kind in COLUMNS.items()})
    found.index = groups.index
    if table is None:
        prepared.made[name] = found.copy()
    return found


def _column(values: Any, kind: str, many: int) -> Any:
    """A column of ``rates`` in its type; ``None`` has no values."""
    import numpy as np
    import pandas as pd

    if values is None:
        values = np.full(many, np.nan)
    if kind == "string":
        return pd.array(list(values), dtype="string")
    if kind == "Float64":
        return pd.arrays.FloatingArray(np.nan_to_num(np.asarray(values, np.float64)), np.isnan(values))
    return pd.array(np.asarray(values, np.int64), dtype="Int64")


def _over(part: npt.NDArray[np.float64], whole: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """A quotient, NaN where there is nothing to divide by."""
    import numpy as np

    found: npt.NDArray[np.float64] = np.where(whole > 0, part / np.maximum(whole, 1), np.nan)
    return found


def _either(first: npt.NDArray[np.float64], second: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """A sum, NaN where neither is known."""
    import numpy as np

    return np.where(np.isnan(first) & np.isnan(second), np.nan, np.nan_to_num(first) + np.nan_to_num(second))


def _factors(games: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Student's t for so many games, NaN below two."""
    import numpy as np

    numbers, back = np.unique(games, return_inverse=True)
    factors = [student_95(int(n) - 1) if n > 1 else np.nan for n in numbers]
    return np.array(factors, np.float64)[back]


@dataclass(frozen=True, slots=True)
class _Rows:
    """The plays, rolls and cube actions, and what they count for; numbers are NaN where they are not known."""

    at: npt.NDArray[np.int64]
    """Rows of the table of actions."""
    game: npt.NDArray[np.int64]
    """Row of the table of games, behind its last one where there is none."""
    side: npt.NDArray[np.int64]
    """Two of each game, one a seat."""
    play: npt.NDArray[np.bool_]
    unforced: npt.NDArray[np.bool_]
    not_analysed: npt.NDArray[np.bool_]
    decided: npt.NDArray[np.bool_]
    close: npt.NDArray[np.bool_]
    error_chequer: npt.NDArray[np.float64]
    error_cube: npt.NDArray[np.float64]
    cost_chequer: npt.NDArray[np.float64]
    cost_cube: npt.NDArray[np.float64]
    luck_known: npt.NDArray[np.bool_]
    luck: npt.NDArray[np.float64]
    luck_cost: npt.NDArray[np.float64]
    engine: npt.NDArray[np.int64]
    """Place in ``engines``, -1 where it is not known."""
    engines: list[str]
    analysed: npt.NDArray[np.bool_]
    """Which games have some analysis."""
    length: npt.NDArray[np.int64]
    """Points to play for in each game; 0 in a session."""


def _decisions(prepared: Prepared, *, compat: bool) -> _Rows:
    import numpy as np

    if ("decisions", compat) in prepared.made:
        kept: _Rows = prepared.made["decisions", compat]
        return kept
    actions = prepared.actions
    seat = prepared.seat
    at = np.flatnonzero(prepared.is_kind("play", "roll", "double", *_ANSWERS) & (seat >= 0) & (seat <= 1))

    def numbers(name: str) -> npt.NDArray[np.float64]:
        values: npt.NDArray[np.float64] = actions[name].to_numpy(np.float64, na_value=np.nan)[at]
        return values

    games = len(prepared.games)
    game = prepared.game_at[at]
    game = np.where(game < 0, games, game)
    play = prepared.is_kind("play")[at]
    forced = actions["forced"].to_numpy(dtype=bool, na_value=False)[at]
    error, cube_error = numbers("error_emg"), numbers("cube_error")
    judged, luck = ~np.isnan(error), numbers("luck_emg")
    choice = play & ~forced
    unforced = choice & judged
    decided = ~np.isnan(cube_error)
    if compat:
        decided &= ~prepared.is_kind("roll")[at]
    made = prepared.is_kind("double", *_ANSWERS)[at]
    # Without a value of the double a decision is close only if it was made.
    near = numbers("cube_nd") + cube_error - np.minimum(numbers("cube_dt"), 1.0) < CLOSE
    luck_known = play & np.isfinite(luck)
    analysed = np.zeros(games + 1, bool)
    analysed[game[unforced | decided | (play & judged)]] = True
    engine = actions["engine"].astype("category").cat
    names = [str(name) for name in engine.categories]
    order = sorted(range(len(names)), key=names.__getitem__)
    place = np.full(len(names) + 1, -1)
    place[order] = np.arange(len(names))
    found = _Rows(
        at,
        game,
        2 * game + seat[at],
        play,
        unforced,
        choice & ~judged,
        decided,
        decided & (made | near),
        np.where(unforced, error, np.nan),
        np.where(decided, cube_error, np.nan),
        np.where(unforced, numbers("error_mwc"), np.nan),
        np.where(decided, numbers("cube_error_mwc"), np.nan),
        luck_known,
        np.where(luck_known, luck, np.nan),
        np.where(luck_known, numbers("luck_mwc"), np.nan),
        place[engine.codes.to_numpy()[at]],
        [names[at] for at in order],
        analysed,
        _told(prepared)["length"].fillna(0).to_numpy(dtype=np.int64),
    )
    prepared.made["decisions", compat] = found
    return found


def _told(prepared: Prepared) -> pd.DataFrame:
    """What the tables say of each game, and a last row for actions that belong to none."""
    if "told" in prepared.made:
        kept: pd.DataFrame = prepared.made["told"]
        return kept
    matches = prepared.matches.rename(columns={"number": "match"}).drop_duplicates(["path", "match"])
    wanted = [name for name in ("player_0", "player_1", "length", "event", "round", "date") if name in matches]
    games = prepared.games.reindex(
        columns=["path", "match", "game", "score_before_0", "score_before_1", "crawford", "post_crawford"]
    )
    found = games.merge(matches[["path", "match", *wanted]], on=["path", "match"], how="left", validate="many_to_one")
    found = found.reindex(range(len(found) + 1))
    for name in ("match", "game", "score_before_0", "score_before_1", "length"):
        found[name] = found[name].astype("Int64")
    for name in ("path", "player_0", "player_1", "event", "round"):
        found[name] = found[name].astype("string")
    prepared.made["told"] = found
    return found


def _of_sides(prepared: Prepared, column: str) -> Any:
    """A column of the index for every side."""
    import numpy as np
    import pandas as pd

    told = _told(prepared)
    at = np.repeat(np.arange(len(told)), 2)
    second = np.tile(np.array([False, True]), len(told))

    def twice(values: pd.Series) -> pd.Series:
        return values.iloc[at].reset_index(drop=True)

    if column == "seat":
        return second.astype(np.int64)
    if column == "all":
        return pd.array(np.full(len(at), "all", dtype=object), dtype="string")
    if column == "month":
        return twice(months(told["date"])).array
    if column in ("player", "opponent"):
        names = [twice(told[f"player_{seat}"]) for seat in (0, 1)]
        return names[0].where(second == (column == "opponent"), names[1]).array
    if column == "score":
        length = told["length"]
        away = [(length - told[f"score_before_{seat}"]).astype("string") for seat in (0, 1)]
        sign = np.where(
            told["crawford"].astype("boolean").fillna(False),
            "c",
            np.where(told["post_crawford"].astype("boolean").fillna(False), "p", ""),
        )
        texts = [twice(away[seat] + "-" + away[1 - seat] + sign) for seat in (0, 1)]
        money = twice(length.isna() | (length <= 0)).to_numpy(dtype=bool)
        return texts[1].where(second, texts[0]).where(~money, "money").array
    return twice(told[column]).array


class _Groups(NamedTuple):
    """The groups of the decisions."""

    index: pd.Index
    of: npt.NDArray[np.int64]
    """Group of each row."""
    of_other: npt.NDArray[np.int64] | None
    """The group if the other player had acted, -1 where there is none; ``None``: the groups are of no player."""
    of_side: npt.NDArray[np.int64] | None
    """Group of each side, -1 where nobody acted; ``None`` where a key divides games."""


def _codes(values: Any) -> tuple[npt.NDArray[np.int64], int]:
    """Sorted numbers of values, missing ones last, and how many numbers there are."""
    import numpy as np
    import pandas as pd

    codes, names = pd.factorize(values, sort=True)
    return np.where(codes < 0, len(names), codes).astype(np.int64), len(names) + 1


def _grouped(prepared: Prepared, rows: _Rows, keys: Sequence[str]) -> _Groups:
    import numpy as np
    import pandas as pd

    columns = _key_columns(keys)
    decided = [name for name in columns if name in _OF_A_DECISION]
    values = {name: _of_sides(prepared, name) for name in columns if name not in decided}
    of_decision = {name: _of_decisions(prepared, rows, name) for name in decided}
    own = other = np.zeros(len(rows.at) if decided else 2 * len(rows.length), np.int64)
    size = 1
    for name in columns:
        if name in of_decision:
            codes, many = _codes(of_decision[name])
            mine = theirs = codes
        else:
            codes, many = _codes(values[name])
            mine, theirs = (codes[rows.side], codes[rows.side ^ 1]) if decided else (codes, codes)
        if size > (1 << 62) // many:  # many keys: only those that occur keep a number
            both, seen = pd.factorize(np.concatenate((own, other)), sort=True)
            own, other, size = both[: len(own)], both[len(own) :], len(seen)
        own, other = own * many + mine, other * many + theirs
        size *= many
    divided = any(name in _OF_A_SEAT for name in keys)
    if decided:
        places, uniques = pd.factorize(own)
        order = np.argsort(uniques)
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        of, uniques = rank[places], uniques[order]
        of_other = pd.Index(uniques).get_indexer(other).astype(np.int64) if divided else None
        of_side = None
        first = np.empty(len(uniques), np.int64)
        first[of[::-1]] = np.arange(len(of))[::-1]
        first_side = rows.side[first]
    else:
        acted = np.flatnonzero(np.bincount(rows.side, minlength=len(own)))
        uniques, first = np.unique(own[acted], return_index=True)
        first_side = acted[first]
        of_side = pd.Index(uniques).get_indexer(own).astype(np.int64)
        of = of_side[rows.side]
        of_other = of_side[rows.side ^ 1] if divided else None
    arrays = [of_decision[name][first] if name in of_decision else values[name][first_side] for name in columns]
    index: pd.Index = pd.Index(arrays[0], name=columns[0])
    if len(columns) > 1:
        index = pd.MultiIndex.from_arrays(arrays, names=columns)
    return _Groups(index, of, of_other, of_side)


def _of_decisions(prepared: Prepared, rows: _Rows, column: str) -> Any:
    """A column of the index for every row."""
    import pandas as pd

    if column == "engine":
        return pd.Categorical.from_codes(rows.engine, pd.Index(rows.engines, dtype="str"), ordered=True)
    if column == "phase":
        if "phases" not in prepared.made:
            prepared.made["phases"] = phases(prepared.actions)
        return prepared.made["phases"].iloc[rows.at].cat.as_ordered().array
    return prepared.actions["cube"].iloc[rows.at].astype("Int64").array


def _key_columns(keys: Iterable[str]) -> list[str]:
    columns: list[str] = []
    for key in keys:
        parts = {"match": ["path", "match"], "game": ["path", "match", "game"]}.get(key, [key])
        columns += [part for part in parts if part not in columns]
    return columns


def _half_of_rate(rows: _Rows, groups: _Groups, rate: npt.NDArray[np.float64], span: int) -> npt.NDArray[np.float64]:
    """Half the width of the interval of sum e / sum n over games; NaN below two games with decisions."""
    import numpy as np
    import pandas as pd

    many = len(rate)
    known = np.flatnonzero(rows.unforced | rows.decided)
    place, pairs = pd.factorize(groups.of[known] * span + rows.game[known])
    of = pairs // span
    error = np.nan_to_num(rows.error_chequer[known]) + np.nan_to_num(rows.error_cube[known])
    weights = rows.unforced[known].astype(np.int64) + rows.close[known]
    errors, numbers = np.bincount(place, error, len(pairs)), np.bincount(place, weights, len(pairs))
    rest = np.bincount(of, (errors - numbers * rate[of]) ** 2, many)
    games, total = np.bincount(of, minlength=many), np.bincount(of, numbers, many)
    variance = rest / np.maximum(games - 1, 1)
    return np.where(total > 0, _factors(games) * np.sqrt(variance * games) / np.maximum(total, 1), np.nan)


def _add_results(
    out: dict[str, Any],
    prepared: Prepared,
    rows: _Rows,
    groups: _Groups,
    keys: Sequence[str],
    table: MatchEquityTable | None,
) -> None:
    """The columns of results, where the keys allow them."""
    import numpy as np
    import pandas as pd

    if groups.of_side is None or not any(key in _OF_A_SEAT for key in keys):
        return
    many = len(groups.index)
    games = len(prepared.games)
    sides = 2 * games
    own, group = rows.side < sides, groups.of_side[:sides]
    known = np.flatnonzero(own & rows.luck_known)
    without = known[np.isnan(rows.luck_cost[known])]
    luck = np.bincount(rows.side[known], np.nan_to_num(rows.luck_cost[known]), sides).reshape(games, 2)
    some = np.bincount(rows.game[known], minlength=games) > 0
    some[rows.game[without]] = False
    gained = _gains(prepared, table or kazaross_xg2())
    adjusted = np.where(some, gained - luck[:, 0] + luck[:, 1], np.nan)
    length = rows.length[:games]
    for unit, here in (("mwc", length > 0), ("points", length == 0)):
        for kind, of_game in (("result", gained), ("adjusted", adjusted)):
            values = np.column_stack((of_game, -of_game)).ravel()
            at = np.flatnonzero(np.repeat(here, 2) & ~np.isnan(values) & (group >= 0))
            number = np.bincount(group[at], minlength=many)
            total = np.bincount(group[at], values[at], many).astype(np.float64)
            mean = _over(total, number)
            rest = np.bincount(group[at], (values[at] - mean[group[at]]) ** 2, many)
            half = _factors(number) * np.sqrt(rest / np.maximum(number - 1, 1) / np.maximum(number, 1))
            out[f"{kind}_{unit}"] = np.where(number > 0, total, np.nan)
            out[f"{kind}_{unit}_mean"] = mean
            out[f"{kind}_{unit}_low"], out[f"{kind}_{unit}_high"] = mean - half, mean + half
    told = _told(prepared)
    match = pd.MultiIndex.from_frame(told[["path", "match"]].iloc[:games].astype(object)).factorize()[0]
    at = np.flatnonzero(group >= 0)
    pairs = pd.unique(group[at] * (games + 1) + match[at // 2])
    single = np.bincount(pairs // (games + 1), minlength=many) == 1
    lengths = np.zeros(many, np.int64)
    np.maximum.at(lengths, group[at], length[at // 2])
    differences = [
        fibs_difference(float(r), int(n)) if one and n > 0 and not np.isnan(r) else None
        for r, n, one in zip(out["adjusted_mwc"], lengths, single, strict=True)
    ]
    out["fibs_difference"] = np.array([np.nan if v is None else v for v in differences], np.float64)


def game_results(frames: Frames, table: MatchEquityTable | None = None) -> pd.DataFrame:
    """What each game brought player 0: winning chances of the match, or points; NaN where it has no known result.

    The columns are path, match, game and ``result``; of games of one number in a match only the first one counts.
    """
    prepared = prepare(frames)
    found = prepared.games[["path", "match", "game"]].assign(result=_gains(prepared, table or kazaross_xg2()))
    return found[~found.duplicated(["path", "match", "game"])]


def _gains(prepared: Prepared, table: MatchEquityTable) -> npt.NDArray[np.float64]:
    """The same, a number each row of the table of games."""
    import numpy as np

    games, told = prepared.games, _told(prepared).iloc[: len(prepared.games)]
    parts = [told["length"], told["score_before_0"], told["score_before_1"], told["crawford"]]
    parts += [games["winner"], games["points"]]
    numbers = np.column_stack([part.astype("Float64").to_numpy(np.float64, na_value=np.nan) for part in parts])
    kinds, back = np.unique(numbers, axis=0, return_inverse=True)
    values = np.array([_gain(table, *(None if np.isnan(v) else int(v) for v in kind)) for kind in kinds], np.float64)
    found = values[back.ravel()] if len(kinds) else np.zeros(0)
    found[games.duplicated(["path", "match", "game"]).to_numpy()] = np.nan
    return found


def _gain(
    table: MatchEquityTable,
    length: int | None,
    first: int | None,
    second: int | None,
    crawford: int | None,
    winner: int | None,
    points: int | None,
) -> float:
    if winner is None or points is None:
        return float("nan")
    if not length:
        return float(points if winner == 0 else -points)
    if first is None or second is None:
        return float("nan")
    stake = Stake(length, (first, second), bool(crawford))
    try:
        return table.after(stake, 0, points, winner) - table.before(stake, 0)
    except ValueError:
        return float("nan")


def _depths(rows: _Rows, groups: _Groups) -> tuple[list[str | None], npt.NDArray[np.int64]]:
    """How deep the analysis went: ``gnubg 0-ply: 12, gnubg 2-ply: 40``, and the number of depths."""
    import numpy as np

    many, kinds = len(groups.index), max(len(rows.engines), 1)
    known = np.flatnonzero((rows.unforced | rows.decided) & (rows.engine >= 0))
    places, numbers = np.unique(groups.of[known] * kinds + rows.engine[known], return_counts=True)
    texts: list[list[str]] = [[] for _ in range(many)]
    for place, number in zip(places.tolist(), numbers.tolist(), strict=True):
        texts[place // kinds].append(f"{rows.engines[place % kinds]}: {number}")
    return [", ".join(text) or None for text in texts], np.bincount(places // kinds, minlength=many)


# ---- phases -------------------------------------------------------------------------------------------------


def phases(actions: pd.DataFrame) -> pd.Series:
    """The phase of the game at each row of the table of actions; missing where the position is not known.

    * ``opening``: the first six rolls of a game, and the cube actions before them, while there is contact
    * ``contact``: some checker must still pass one of the opponent's, borne off or not: bearing off against an
      anchor or a checker on the bar is contact
    * ``race``: no contact, but somebody's checkers are not home: those of the player who acts
    * ``bear-off``: no contact and all checkers of the player who acts are home
    """
    import numpy as np
    import pandas as pd

    codes, names = pd.factorize(actions["position_before"])
    own, other = rearmost([str(name) for name in names])
    contact, home = own + other > 24, own <= 6
    kinds = np.where(contact, 1, np.where(home, 3, 2))
    values = np.append(kinds, -1)[codes]  # a missing ID is the last one
    rolled = actions["kind"].isin(["play", "roll"]).astype(int)
    by = [actions[name] for name in ("path", "match", "game")]
    before = rolled.groupby(by, observed=True, dropna=False).cumsum() - rolled
    values = np.where((values == 1) & (before.to_numpy() < OPENING_ROLLS), 0, values)
    return pd.Series(pd.Categorical.from_codes(values, list(PHASES)), index=actions.index)


_ALPHABET: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def rearmost(ids: Sequence[str]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The rearmost checker of the player who acts and of his opponent in GNU Backgammon's position IDs.

    Points are counted from each player's own side, 25 is the bar and 0 means that all are off.
    """
    import numpy as np

    many = len(ids)
    if not many:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    letters = np.frombuffer("".join(f"{name[:14]:A<14}" for name in ids).encode("ascii"), np.uint8).reshape(many, 14)
    value = np.zeros(256, np.uint8)
    value[np.frombuffer(_ALPHABET, np.uint8)] = np.arange(64, dtype=np.uint8)
    sixes = np.unpackbits(value[letters][:, :, None], axis=2)[:, :, 2:].reshape(many, 84)[:, :80]
    # Bytes hold their bits from the lowest on. A one is a checker on the present point, a zero ends the point; the
    # opponent's 25 points come first.
    bits = sixes.reshape(many, 10, 8)[:, :, ::-1].reshape(many, 80).astype(np.int64)
    point = np.cumsum(1 - bits, axis=1)
    on = bits == 1
    other = np.where(on & (point < 25), point + 1, 0).max(axis=1)
    own = np.where(on & (point >= 25) & (point < 50), point - 24, 0).max(axis=1)
    return own, other


# ---- Student's t --------------------------------------------------------------------------------------------


@cache
def student_95(freedom: int) -> float:
    """The 97.5 % quantile of Student's t: half the width of a 95 % interval in standard errors.

    Up to 200 degrees of freedom by bisection of the finite series for whole numbers, beyond by the expansion around
    the normal quantile, which is then right to 1e-7. Raises ``ValueError`` below 1.
    """
    if freedom < 1:
        raise ValueError("an interval needs at least one degree of freedom")
    if freedom > 200:
        z = 1.959963984540054
        return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = 1.9, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _inside(middle, freedom) < 0.95 else (low, middle)
    return low


def _inside(t: float, freedom: int) -> float:
    """The chance that a t of so many degrees of freedom is from -t to t."""
    angle = atan(t / sqrt(freedom))
    square = cos(angle) ** 2
    if freedom % 2:
        term, total = cos(angle), 0.0
        for n in range(1, (freedom - 1) // 2 + 1):
            total += term
            term *= square * (2 * n) / (2 * n + 1)
        return 2 / pi * (angle + sin(angle) * total)
    term, total = 1.0, 0.0
    for n in range(1, freedom // 2 + 1):
        total += term
        term *= square * (2 * n - 1) / (2 * n)
    return sin(angle) * total
