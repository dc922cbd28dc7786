"""How games went: their length, dances and forced plays, hits, entering, pips rolled and pips wasted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .frames import PLAYED_OUT, ROLLS, Frames, columns_of, distinct, grouped, on_bar, prepare, ratio, typed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    from .frames import Prepared


def length(frames: Frames, by: str | Sequence[str] = "player") -> pd.DataFrame:
    """Rolls of both players in a game, and what was on the board when a game was played to its end."""
    prepared = prepare(frames)
    columns = columns_of(by)
    sides = prepared.sides
    played_out = sides["result"].isin(PLAYED_OUT)
    rows = sides.assign(
        left=_pips_left(prepared).where(played_out & sides["lost"]),
        spare=_last_waste(prepared),
        played_out=played_out,
    )
    whole = rows[rows["decided"]].drop_duplicates([*columns, "at"])
    of_games = grouped(rows, columns)
    index = of_games.size().index
    plies = grouped(whole, columns)["plies"]
    out = {
        "finished": distinct(whole, columns, "at").reindex(index).fillna(0).astype("Int64"),
        "rolls_per_game": plies.mean(),
        "rolls_median": plies.median(),
        "rolls_min": plies.min().astype("Float64").round().astype("Int64"),
        "rolls_max": plies.max().astype("Float64").round().astype("Int64"),
        "played_out": distinct(rows[rows["played_out"]], columns, "at").reindex(index).fillna(0).astype("Int64"),
        "pips_left": of_games["left"].mean(),
        "pips_spare": of_games["spare"].mean(),
    }
    return typed(out, index)


def plays(frames: Frames, by: str | Sequence[str] = "player") -> pd.DataFrame:
    """Rolls and what was made of them, one row a group.

    Dances are plays of no checker that the rules demanded. Forced plays and their share are of games in which the
    choices were counted (a stored analysis, or the number of plays was asked for), else missing. Entering counts
    rolls with a checker on the bar; entered are those that brought in one at least. Pips not played are those of
    dances and blocked dice; pips wasted those that plays which bore off a checker had no use for.
    """
    import numpy as np

    prepared = prepare(frames)
    columns = columns_of(by)
    actions = prepared.actions
    text = actions["play"].astype("category").cat
    names = [str(name) for name in text.categories]
    codes = text.codes.to_numpy()

    def told(mask: list[bool]) -> npt.NDArray[np.bool_]:
        found: npt.NDArray[np.bool_] = np.array([*mask, False], bool)[codes]
        return found

    is_play = prepared.is_kind("play")
    played = is_play & (codes >= 0)
    legal = actions["legal"].fillna(True).to_numpy(dtype=bool)
    dance = played & legal & told([name == "" for name in names])
    bar = played & legal & told(["bar/" in name for name in names])
    off = played & told(["/off" in name for name in names])
    stuck = np.zeros(len(actions), bool)
    rows = np.flatnonzero(dance & actions["position_before"].notna().to_numpy())
    stuck[rows] = on_bar(actions["position_before"].iloc[rows].tolist()) > 0
    forced_known = actions["forced"].notna().to_numpy()
    forced = actions["forced"].fillna(False).to_numpy(dtype=bool)
    choice_known = actions["n_plays"].notna().to_numpy()
    looked_at = np.zeros(len(prepared.games) + 1, bool)
    looked_at[prepared.game_at[is_play & ((forced_known & ~forced) | choice_known)]] = True
    looked_at[-1] = False
    in_known = is_play & forced_known & looked_at[prepared.game_at]
    hits = actions["hits"].fillna(0).to_numpy(dtype=np.float64)
    hits_known = is_play & actions["hits"].notna().to_numpy()
    pips = np.append(_pips(), np.nan)[prepared.rolled]
    thrown = prepared.rolled >= 0
    lost = pips - prepared.moved
    lost_known = thrown & (lost >= 0)  # not NaN
    choices = actions["n_plays"].fillna(0).to_numpy(dtype=np.float64)
    count = prepared.count
    other = np.arange(len(prepared.sides)) ^ 1
    hits_made, hits_seen = count(hits_known, hits), count(hits_known)
    counts = {
        "rolls": count(is_play | prepared.is_kind("roll")),
        "plays": count(played),
        "dances": count(dance),
        "forced_known": count(in_known),
        "forced": count(in_known & forced),
        "choices_known": count(is_play & choice_known),
        "choices": count(is_play & choice_known, choices),
        "hits": hits_made,
        "hits_known": hits_seen,
        "was_hit": hits_made[other],
        "was_hit_known": hits_seen[other],
        "bar": count(bar | stuck),
        "entered": count(bar),
        "pips": count(thrown, np.nan_to_num(pips)),
        "thrown": count(thrown),
        "lost": count(lost_known & ~off, np.nan_to_num(lost)),
        "lost_known": count(lost_known),
        "wasted": count(lost_known & off, np.nan_to_num(lost)),
        "bears_off": count(lost_known & off) > 0,
    }
    sums = grouped(prepared.sides.assign(**counts), columns)[list(counts)].sum()

    def known(name: str, where: str) -> pd.Series:
        whole: pd.Series = sums[name].astype("Float64").where(sums[where] > 0).round().astype("Int64")
        return whole

    out = {
        "rolls": sums["rolls"],
        "plays": sums["plays"],
        "dances": sums["dances"],
        "dance_share": ratio(sums["dances"], sums["plays"]),
        "forced": known("forced", "forced_known"),
        "forced_share": ratio(sums["forced"], sums["forced_known"]),
        "choices_mean": ratio(sums["choices"], sums["choices_known"]),
        "hits": known("hits", "hits_known"),
        "hits_per_play": ratio(sums["hits"], sums["hits_known"]),
        "was_hit": known("was_hit", "was_hit_known"),
        "bar_rolls": sums["bar"],
        "entered": sums["entered"],
        "enter_share": ratio(sums["entered"], sums["bar"]),
        "pips": known("pips", "thrown"),
        "pips_per_roll": ratio(sums["pips"], sums["thrown"]),
        "pips_not_played": known("lost", "lost_known"),
        "pips_wasted": known("wasted", "lost_known"),
        "pips_wasted_mean": ratio(sums["wasted"], sums["bears_off"]),
    }
    return typed(out, sums.index)


def _pips() -> npt.NDArray[np.float64]:
    """The pips of each of ``ROLLS``."""
    import numpy as np

    pairs = [(int(roll[0]), int(roll[1])) for roll in ROLLS]
    return np.array([4 * high if high == low else high + low for high, low in pairs], np.float64)


def _pips_left(prepared: Prepared) -> pd.Series:
    """For each side, its pips at the last action of the game."""
    import numpy as np
    import pandas as pd

    left = np.full(len(prepared.sides), np.nan)
    if len(prepared.actions):
        last = np.append(prepared.game_at[1:] != prepared.game_at[:-1], True) & (prepared.game_at >= 0)
        rows = np.flatnonzero(last)
        for seat in (0, 1):
            pips = prepared.actions[f"pips_{seat}"].iloc[rows].astype("Float64").to_numpy(np.float64, np.nan)
            left[2 * prepared.game_at[rows] + seat] = pips
    return pd.Series(left, index=prepared.sides.index)


def _last_waste(prepared: Prepared) -> npt.NDArray[np.float64]:
    """For each side that bore off its last checker, the pips of the last roll that it did not need."""
    import numpy as np

    sides = prepared.sides
    waste = np.full(len(sides), np.nan)
    done = (sides["won"] & sides["result"].isin(PLAYED_OUT)).to_numpy()
    rows = np.flatnonzero((prepared.rolled >= 0) & (prepared.side_at >= 0))
    # Of rows that say the same place the last one stays.
    waste[prepared.side_at[rows]] = _pips()[prepared.rolled[rows]] - prepared.moved[rows]
    waste[~done | (waste < 0)] = np.nan
    return waste
