"""The cube: who doubled, who took, where it was at the end, what drops were worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .frames import Frames, columns_of, grouped, prepare, ratio, typed

if TYPE_CHECKING:
    import pandas as pd


def cubes(frames: Frames, by: str | Sequence[str] = "player") -> pd.DataFrame:
    """Doubles and their answers as the records have them, legal or not, one row a group.

    A beaver or raccoon takes the double that it answers. A redouble is a double by the owner of the cube.
    """
    import numpy as np

    prepared = prepare(frames)
    columns = columns_of(by)
    owner = prepared.actions["cube_owner"].fillna(-1).to_numpy(dtype=np.int64)
    doubled = prepared.is_kind("double")
    taken = prepared.count(prepared.is_kind("take", "beaver", "raccoon"))
    dropped = prepared.count(prepared.is_kind("drop"))
    sides = prepared.sides
    other = np.arange(len(sides)) ^ 1
    rows = sides.assign(
        doubles=prepared.count(doubled),
        redoubles=prepared.count(doubled & (owner == prepared.seat)),
        taken=taken[other],
        dropped=dropped[other],
        takes=taken,
        drops=dropped,
        beavers=prepared.count(prepared.is_kind("beaver", "raccoon")),
        cube_known=sides["cube"].notna(),
        owned=sides["cube_owner"] == sides["seat"],
        centred=sides["cube"].notna() & (sides["cube_owner"] < 0),
        won_by_drop=sides["won"] & (sides["result"] == "drop"),
    )
    rows["drop_points"] = rows["points"].where(rows["won_by_drop"])
    of_games = grouped(rows, columns)
    names = ["doubles", "redoubles", "taken", "dropped", "takes", "drops", "beavers", "cube_known", "owned", "centred"]
    sums = of_games[[*names, "won_by_drop", "won"]].sum()
    cube = of_games["cube"]
    drop_points = of_games["drop_points"].sum().mask((sums["won_by_drop"] > 0) & (of_games["drop_points"].count() == 0))
    out = {name: sums[name] for name in ("doubles", "redoubles", "taken", "dropped")}
    out |= {
        "doubles_per_game": ratio(sums["doubles"], of_games.size()),
        "dropped_share": ratio(sums["dropped"], sums["taken"] + sums["dropped"]),
        "takes": sums["takes"],
        "drops": sums["drops"],
        "take_share": ratio(sums["takes"], sums["takes"] + sums["drops"]),
        "beavers": sums["beavers"],
        "cube_mean": cube.mean(),
        "cube_max": cube.max().astype("Float64").round().astype("Int64"),
        "cube_centred_share": ratio(sums["centred"], sums["cube_known"]),
        "cube_owned_share": ratio(sums["owned"], sums["cube_known"]),
        "wins_by_drop": sums["won_by_drop"],
        "wins_by_drop_share": ratio(sums["won_by_drop"], sums["won"]),
        "points_by_drop": drop_points.astype("Float64").round().astype("Int64"),
    }
    return typed(out, sums.index)
