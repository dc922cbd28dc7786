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
from functools import cache
from math import atan, cos, pi, sin, sqrt
from typing import TYPE_CHECKING, Any, Final, Protocol

from .decisions import CLOSE
from .gnubg_statistics import RATING_OFFSET, chequer_loss, cube_loss, fibs_difference, match_sums, text
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
KEYS: Final = (
    "match",
    "game",
    "player",
    "opponent",
    "seat",
    "event",
    "round",
    "length",
    "score",
    "cube",
    "phase",
    "engine",
)
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
    "fibs_rating": "Float64",
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


class Frames(Protocol):
    """What is needed of ``reports.tables.Tables``."""

    @property
    def matches(self) -> pd.DataFrame: ...
    @property
    def games(self) -> pd.DataFrame: ...
    @property
    def actions(self) -> pd.DataFrame: ...


def page() -> str:
    """The page of the definitions, in Markdown."""
    from importlib.resources import files

    return files(__package__).joinpath("pages", "rates.md").read_text(encoding="utf-8")


def gnubg_text(record: Record, followed: Followed, *, compat: bool = False) -> str:
    """All of GNU Backgammon's ``show statistics`` of a match or session.

    ``compat``: to the letter, with what it does wrong.
    """
    return text(match_sums(record, followed, compat=compat))


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
    ``error_mwc`` for matches and in ``error_points`` for money, ``cost_missing`` counts errors without a cost.

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
    rows = _decisions(frames, phase="phase" in keys, compat=compat)
    columns = _key_columns(keys)
    own = _with_keys(rows, keys, flip=False)
    grouped = own.groupby(columns, observed=True, dropna=False, sort=True)
    sums = grouped[
        [
            "play", "unforced", "cube_decision", "close", "not_analysed", "cost_missing", "known", "luck_known",
            "luck_missing", "cube_known",
        ]
    ].sum()  # fmt: skip
    money = grouped[
        [
            "error_chequer", "error_cube", "error", "cost_mwc", "cost_points", "luck", "luck_cost_mwc",
            "luck_cost_points",
        ]
    ].sum(min_count=1)  # fmt: skip
    out = pd.DataFrame(index=sums.index)
    out["games"] = own.drop_duplicates([*columns, "game_at"]).groupby(columns, observed=True, dropna=False).size()
    out["plays"] = sums["play"]
    out["unforced"] = sums["unforced"]
    out["close_cubes"] = sums["close"]
    out["cubes"] = sums["cube_decision"]
    out["plays_of_both"] = _plays_of_both(rows, keys, own).reindex(out.index).fillna(0)
    out["not_analysed"] = sums["not_analysed"]
    out["error_chequer"] = money["error_chequer"]
    out["error_cube"] = money["error_cube"]
    out["error"] = money["error"]
    out["error_mwc"] = money["cost_mwc"]
    out["error_points"] = money["cost_points"]
    out["cost_missing"] = sums["cost_missing"]
    decided = (sums["unforced"] + sums["close"]).where(lambda n: n > 0)
    rate = money["error"] / decided
    half = _half_of_rate(own, columns, rate)
    out["gnu_chequer_rate"] = GNU_FACTOR * money["error_chequer"] / sums["unforced"].where(lambda n: n > 0)
    out["gnu_cube_rate"] = GNU_FACTOR * money["error_cube"] / sums["close"].where(lambda n: n > 0)
    for name, factor in (("gnu_rate", GNU_FACTOR), ("pr", PR_FACTOR)):
        out[name] = factor * rate
        out[f"{name}_low"] = (factor * (rate - half)).clip(lower=0)
        out[f"{name}_high"] = factor * (rate + half)
    out["snowie_rate"] = GNU_FACTOR * money["error"] / out["plays_of_both"].where(lambda n: n > 0)
    out["rolls_with_luck"] = sums["luck_known"]
    out["luck_missing"] = sums["luck_missing"]
    out["luck"] = money["luck"]
    out["luck_mwc"] = money["luck_cost_mwc"]
    out["luck_points"] = money["luck_cost_points"]
    out["luck_rate"] = GNU_FACTOR * money["luck"] / sums["luck_known"].where(lambda n: n > 0)
    lengths = grouped["length"].agg(["min", "max"])
    length: Any = lengths["min"].where(lengths["min"] == lengths["max"]).where(lambda n: n > 0)
    per_play: Any = money["error_chequer"] / sums["unforced"].where(lambda n: n > 0)
    # A player without close decisions loses no rating by them.
    per_cube: Any = (money["error_cube"] / sums["close"].where(lambda n: n > 0)).fillna(0)
    out["fibs_rating"] = RATING_OFFSET - chequer_loss(per_play, length) - cube_loss(per_cube, length)
    _add_results(out, frames, own, keys, table or kazaross_xg2())
    _add_depths(out, own, columns)
    for name, kind in COLUMNS.items():
        if name not in out:
            out[name] = pd.NA
        values = out[name]
        if kind == "Float64":
            values = pd.to_numeric(values.astype(object).where(values.notna(), np.nan), errors="coerce")
        out[name] = values.astype(kind)
    out.index.names = [_INDEX_NAMES.get(name, name) for name in columns]
    return out[list(COLUMNS)]


_INDEX_NAMES: Final = {
    "key_match": "match",
    "number_of_game": "game",
    **{
        f"key_{key}": key
        for key in ("player", "opponent", "seat", "score", "cube", "phase", "engine", "event", "round")
    },
    "key_length": "length",
}


def _key_columns(keys: Iterable[str]) -> list[str]:
    columns: list[str] = []
    for key in keys:
        if key in ("match", "game"):
            columns += [name for name in ("path", "key_match") if name not in columns]
        if key == "game":
            columns.append("number_of_game")
        elif key != "match":
            columns.append(f"key_{key}")
    return columns


def _decisions(frames: Frames, *, phase: bool, compat: bool) -> pd.DataFrame:
    """The plays, rolls and cube actions with what their match and game say of them, and what they count for."""
    import numpy as np
    import pandas as pd

    actions = frames.actions
    wanted = actions["kind"].isin(["play", "roll", "double", *_ANSWERS]) & actions["player"].isin([0, 1])
    if phase:
        actions = actions.assign(phase=phases(actions))
    rows = actions[wanted].reset_index(drop=True)
    matches = frames.matches.rename(columns={"number": "match"})
    told = matches[["path", "match", "player_0", "player_1", "length", "event", "round"]].drop_duplicates(
        ["path", "match"]
    )
    rows = rows.assign(path=rows["path"].astype("string"), match=rows["match"].astype("Int64"))
    rows = rows.merge(told, on=["path", "match"], how="left", validate="many_to_one")
    games = frames.games.drop_duplicates(["path", "match", "game"])
    told = games[["path", "match", "game", "score_before_0", "score_before_1", "crawford", "post_crawford"]]
    rows = rows.merge(told, on=["path", "match", "game"], how="left", validate="many_to_one")
    rows["game_at"] = rows.groupby(["path", "match", "game"], observed=True, dropna=False, sort=False).ngroup()
    rows["key_match"] = rows["match"]
    rows["number_of_game"] = rows["game"]
    kind = rows["kind"].astype(str)
    play = kind == "play"
    forced = rows["forced"].fillna(False).astype(bool)
    error, cube_error = rows["error_emg"], rows["cube_error"]
    rows["play"] = play.astype(int)
    unforced = play & ~forced & error.notna()
    rows["unforced"] = unforced.astype(int)
    rows["not_analysed"] = (play & ~forced & error.isna()).astype(int)
    counted = ~(kind == "roll") if compat else pd.Series(True, index=rows.index)
    decided = counted & cube_error.notna()
    rows["cube_decision"] = decided.astype(int)
    best = rows["cube_nd"] + cube_error
    made = kind.isin(["double", *_ANSWERS])
    rows["close"] = (decided & (made | (best - np.minimum(rows["cube_dt"], 1.0) < CLOSE))).astype(int)
    rows["error_chequer"] = error.where(unforced)
    rows["error_cube"] = cube_error.where(decided)
    rows["error"] = rows["error_chequer"].add(rows["error_cube"], fill_value=0)
    length = rows["length"].fillna(0).astype(int)
    rows["length"] = length
    cost_chequer = rows["error_mwc"].where(unforced)
    cost_cube = rows["cube_error_mwc"].where(decided)
    rows["cost_missing"] = (unforced & cost_chequer.isna()).astype(int) + (decided & cost_cube.isna()).astype(int)
    cost = cost_chequer.add(cost_cube, fill_value=0)
    in_match = length > 0
    rows["cost_mwc"], rows["cost_points"] = cost.where(in_match), cost.where(~in_match)
    known = play & np.isfinite(rows["luck_emg"].fillna(np.inf))
    rows["luck_known"] = known.astype(int)
    rows["luck_missing"] = (play & ~known).astype(int)
    rows["luck"] = rows["luck_emg"].where(known)
    luck_cost = rows["luck_mwc"].where(known)
    rows["luck_without_cost"] = (known & luck_cost.isna()).astype(int)
    rows["luck_cost_mwc"], rows["luck_cost_points"] = luck_cost.where(in_match), luck_cost.where(~in_match)
    rows["known"] = (unforced | decided).astype(int)
    rows["cube_known"] = decided.astype(int)
    touched = rows["known"].astype(bool) | (play & error.notna())
    rows["analysed_game"] = touched.groupby(rows["game_at"]).transform("any")
    return rows


def _with_keys(rows: pd.DataFrame, keys: Sequence[str], *, flip: bool) -> pd.DataFrame:
    """The rows with the columns of the keys; ``flip``: as if the other player had acted."""
    import numpy as np

    out = rows.copy(deep=False)
    seat = rows["player"].astype(int)
    seat = 1 - seat if flip else seat
    second = seat == 1
    for key in keys:
        name = f"key_{key}"
        if key == "player":
            out[name] = rows["player_1"].where(second, rows["player_0"])
        elif key == "opponent":
            out[name] = rows["player_0"].where(second, rows["player_1"])
        elif key == "seat":
            out[name] = seat
        elif key == "score":
            away = [rows["length"] - rows[f"score_before_{s}"] for s in (0, 1)]
            texts = [a.astype("string") for a in away]
            mine, theirs = texts[1].where(second, texts[0]), texts[0].where(second, texts[1])
            sign = np.where(rows["crawford"].fillna(False), "c", np.where(rows["post_crawford"].fillna(False), "p", ""))
            out[name] = (mine + "-" + theirs + sign).where(rows["length"] > 0, "money")
        elif key in ("event", "round", "length", "cube", "phase", "engine"):
            values = rows[key]
            out[name] = values.astype("string") if key == "engine" else values
    return out


def _plays_of_both(rows: pd.DataFrame, keys: Sequence[str], own: pd.DataFrame) -> pd.Series:
    """How many plays both players made in the games of each group that have any analysis."""
    import pandas as pd

    columns = _key_columns(keys)
    counts = (own["play"] == 1) & own["analysed_game"]
    parts = [own[counts]]
    if any(key in _OF_A_SEAT for key in keys):
        parts.append(_with_keys(rows[counts], keys, flip=True))
    plays = pd.concat([part[columns] for part in parts])
    return plays.groupby(columns, observed=True, dropna=False).size()


def _half_of_rate(own: pd.DataFrame, columns: list[str], rate: pd.Series) -> pd.Series:
    """Half the width of the interval of sum e / sum n over games; NA below two games with decisions."""
    import numpy as np

    decided = own[own["known"] > 0]
    per_game = decided.assign(n=decided["unforced"] + decided["close"]).groupby(
        [*columns, "game_at"], observed=True, dropna=False
    )[["error", "n"]].sum()  # fmt: skip
    per_game = per_game.reset_index("game_at", drop=True)
    per_game["rest"] = per_game["error"] - per_game["n"] * rate.reindex(per_game.index)
    per_game["square"] = per_game["rest"] ** 2
    level = per_game.index.names if len(columns) > 1 else per_game.index.name
    grouped = per_game.groupby(level=level, observed=True, dropna=False)
    games, total = grouped.size(), grouped["n"].sum()
    variance = grouped["square"].sum() / (games - 1).where(games > 1)
    factors = games.map(lambda n: student_95(int(n) - 1) if n > 1 else np.nan)
    half = factors * np.sqrt(variance * games) / total.where(total > 0)
    return half.reindex(rate.index)


def _add_results(
    out: pd.DataFrame, frames: Frames, own: pd.DataFrame, keys: Sequence[str], table: MatchEquityTable
) -> None:
    """The columns of results, where the keys allow them."""
    import numpy as np
    import pandas as pd

    if any(key in _OF_A_DECISION for key in keys) or not any(key in _OF_A_SEAT for key in keys):
        return
    columns = _key_columns(keys)
    # One row for a game and a seat; the luck of each.
    place = ["path", "match", "game"]
    sides = own.drop_duplicates(["game_at", "player"]).set_index(["game_at", "player"], drop=False)
    told = ["luck_cost_mwc", "luck_cost_points", "luck_known", "luck_without_cost"]
    summed = own.groupby(["game_at", "player"], observed=True)[told].sum().unstack("player", fill_value=0)
    summed = summed.reindex(columns=[(name, side) for name in told for side in (0, 1)], fill_value=0)
    luck = summed["luck_cost_mwc"] + summed["luck_cost_points"]
    some = (summed["luck_known"].sum(axis=1) > 0) & (summed["luck_without_cost"].sum(axis=1) == 0)
    results = game_results(frames, table)
    results["path"], results["match"] = results["path"].astype("string"), results["match"].astype("Int64")
    gained = sides[place].reset_index(drop=True).merge(results, on=place, how="left")["result"]
    seat, game = sides["player"].astype(int).to_numpy(), sides["game_at"].to_numpy()
    sign = np.where(seat == 0, 1.0, -1.0)
    result = gained.to_numpy(dtype=float) * sign
    chance = (luck[0] - luck[1]).reindex(game).to_numpy(dtype=float) * sign
    adjusted = np.where(some.reindex(game).to_numpy(), result - chance, np.nan)
    data = sides[columns].reset_index(drop=True)
    data["result"], data["adjusted"] = result, adjusted
    money = sides["length"].to_numpy() == 0
    data["match_at"] = sides.groupby(["path", "match"], observed=True).ngroup().to_numpy()
    for unit, here in (("mwc", ~money), ("points", money)):
        for kind in ("result", "adjusted"):
            known = data[here & data[kind].notna()]
            grouped = known.groupby(columns, observed=True, dropna=False)[kind]
            number, mean = grouped.size(), grouped.mean()
            factors = number.map(lambda n: student_95(int(n) - 1) if n > 1 else np.nan)
            half = factors * grouped.std(ddof=1) / np.sqrt(number)
            out[f"{kind}_{unit}"] = grouped.sum().reindex(out.index)
            out[f"{kind}_{unit}_mean"] = mean.reindex(out.index)
            out[f"{kind}_{unit}_low"] = (mean - half).reindex(out.index)
            out[f"{kind}_{unit}_high"] = (mean + half).reindex(out.index)
    grouped_all = sides.reset_index(drop=True).groupby(columns, observed=True, dropna=False)["length"]
    single = data.groupby(columns, observed=True, dropna=False)["match_at"].nunique() == 1
    lengths = grouped_all.max().where(single).reindex(out.index)
    values = [
        fibs_difference(float(r), int(n)) if pd.notna(r) and pd.notna(n) and n > 0 else None
        for r, n in zip(out["adjusted_mwc"], lengths, strict=True)
    ]
    out["fibs_difference"] = pd.array([np.nan if v is None else v for v in values], dtype="float64")


def game_results(frames: Frames, table: MatchEquityTable | None = None) -> pd.DataFrame:
    """What each game brought player 0: winning chances of the match, or points; NaN where it has no known result.

    The columns are path, match, game and ``result``.
    """
    import numpy as np

    table = table or kazaross_xg2()
    matches = frames.matches.rename(columns={"number": "match"})[["path", "match", "length"]]
    matches = matches.drop_duplicates(["path", "match"])
    games = frames.games.drop_duplicates(["path", "match", "game"]).merge(matches, on=["path", "match"], how="left")
    told = ["length", "score_before_0", "score_before_1", "crawford", "winner", "points"]
    said = games[told].astype(object).where(games[told].notna(), None)
    codes, kinds = _factorized(said)
    values = np.array([_gain(table, *kind) for kind in kinds], dtype=float)
    return games[["path", "match", "game"]].assign(result=values[codes] if len(values) else np.nan)


def _factorized(frame: pd.DataFrame) -> tuple[npt.NDArray[np.int64], list[tuple[Any, ...]]]:
    """Numbers of the distinct rows, and these."""
    import pandas as pd

    index = pd.MultiIndex.from_frame(frame)
    codes, kinds = index.factorize()
    return codes, [tuple(None if pd.isna(v) else v for v in kind) for kind in kinds]


def _gain(
    table: MatchEquityTable,
    length: int | None,
    first: int | None,
    second: int | None,
    crawford: bool | None,
    winner: int | None,
    points: int | None,
) -> float:
    if winner is None or points is None:
        return float("nan")
    if not length:
        return float(points if winner == 0 else -points)
    if first is None or second is None:
        return float("nan")
    stake = Stake(int(length), (int(first), int(second)), bool(crawford))
    try:
        return table.after(stake, 0, int(points), int(winner)) - table.before(stake, 0)
    except ValueError:
        return float("nan")


def _add_depths(out: pd.DataFrame, own: pd.DataFrame, columns: list[str]) -> None:
    """How deep the analysis went: ``gnubg 0-ply: 12, gnubg 2-ply: 40``."""
    import pandas as pd

    known = own[own["engine"].notna() & (own["known"] > 0)]
    depth = known["engine"].astype("string").rename("depth")
    by = [known[name] for name in columns]
    counts = depth.groupby([*by, depth], observed=True, dropna=False).size().rename("n").reset_index("depth")
    counts["text"] = counts["depth"].astype(str) + ": " + counts["n"].astype(str)
    level = columns if len(columns) > 1 else columns[0]
    grouped = counts.groupby(level=level, observed=True, dropna=False)
    if len(counts):
        out["depths"] = grouped["text"].agg(", ".join).reindex(out.index)
        out["depth_count"] = grouped.size().reindex(out.index).fillna(0)
    else:
        out["depths"], out["depth_count"] = pd.NA, 0


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
