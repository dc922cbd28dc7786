"""First rolls, how they were played, and the replies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from .frames import ROLLS, Frames, columns_of, grouped, prepare, ratio, typed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    from .frames import Prepared

DANCE: Final = "dances"
_STEP: Final = re.compile(r"((?:bar|off|[0-9]+)\*?(?:/(?:bar|off|[0-9]+)\*?)+)(?:\(([1-4])\))?")
_BAR: Final = 25


def first_rolls(frames: Frames, by: str | Sequence[str] = "player") -> pd.DataFrame:
    """Opening rolls by who made them: how often each came, and what came of the games. No opening is a double."""
    prepared = prepare(frames)
    rows = prepared.openings
    found = _counts(prepared, by, rows, {"roll": _rolls(prepared, rows)})
    found.insert(2, "expected", 1 / 15)
    found["expected"] = found["expected"].astype("Float64")
    return found


def opening_plays(frames: Frames, by: str | Sequence[str] = "player") -> pd.DataFrame:
    """How each opening roll was played; ``share`` is of the plays of that roll in the group."""
    prepared = prepare(frames)
    rows = prepared.openings
    return _counts(prepared, by, rows, {"roll": _rolls(prepared, rows), "play": _texts(prepared, rows)})


def replies(frames: Frames, by: str | Sequence[str] = "player") -> pd.DataFrame:
    """How the second roll was played, by the opening and its play; the group is of the player who replies."""
    prepared = prepare(frames)
    first, second = _pairs(prepared)
    more = {
        "first_roll": _rolls(prepared, first),
        "first_play": _texts(prepared, first),
        "roll": _rolls(prepared, second),
        "play": _texts(prepared, second),
    }
    return _counts(prepared, by, second, more)


def _pairs(prepared: Prepared) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Openings and the roll of the opponent that follows."""
    import numpy as np

    rolled = np.flatnonzero((prepared.rolled >= 0) & (prepared.side_at >= 0))
    first = prepared.openings
    place = np.searchsorted(rolled, first) + 1
    inside = place < len(rolled)
    first, second = first[inside], rolled[place[inside]]
    good = (prepared.game_at[first] == prepared.game_at[second]) & (prepared.seat[first] != prepared.seat[second])
    return first[good], second[good]


def _rolls(prepared: Prepared, rows: npt.NDArray[np.int64]) -> Any:
    import numpy as np

    return np.array(ROLLS, dtype=object)[prepared.rolled[rows]]


def _texts(prepared: Prepared, rows: npt.NDArray[np.int64]) -> Any:
    """The plays in one way of writing, missing where they are not known."""
    texts = prepared.actions["play"].iloc[rows].astype(object)
    known = {text: one_way(text) for text in texts.dropna().unique()}
    return texts.map(known).to_numpy(dtype=object)


def _counts(
    prepared: Prepared, by: str | Sequence[str], rows: npt.NDArray[np.int64], more: dict[str, Any]
) -> pd.DataFrame:
    columns = columns_of(by)
    sides = prepared.sides.iloc[prepared.side_at[rows]].reset_index(drop=True)
    sides = sides.assign(**more).dropna(subset=list(more))
    sides["net"] = sides["points"].where(sides["won"], -sides["points"]).where(sides["decided"])
    index = [*columns, *more]
    sides["of_whole"] = grouped(sides, index[:-1])["at"].transform("size")
    of_plays = grouped(sides, index)
    times = of_plays.size()
    sums = of_plays[["won", "decided"]].sum()
    out = {
        "times": times,
        "share": ratio(times, of_plays["of_whole"].first()),
        "wins": sums["won"],
        "win_share": ratio(sums["won"], sums["decided"]),
        "points_per_game": of_plays["net"].mean(),
    }
    return typed(out, times.index)


def one_way(text: str) -> str:
    """A play in one way of writing: checkers from the rear, steps of one checker joined unless one hits between.

    ``6/5 13/11`` and ``13/11 6/5`` are the same, and so are ``24/18 18/14``, ``24/18/14`` and ``24/14``.
    """
    if not text:
        return DANCE
    hops: list[tuple[int, int, bool]] = []
    for steps, times in _STEP.findall(text):
        points = [(_place(part.rstrip("*")), part.endswith("*")) for part in steps.split("/")]
        for (start, _), (end, hit) in pairwise(points):
            hops += [(start, end, hit)] * int(times or 1)
    hops.sort(key=lambda hop: (-hop[0], -hop[1]))
    checkers: list[list[tuple[int, bool]]] = []
    for start, end, hit in hops:
        # A checker that came here with a hit is asked last: its stop has to be written.
        waiting = [way for way in checkers if way[-1][0] == start]
        way = min(waiting, key=lambda found: found[-1][1], default=None)
        if way is None:
            checkers.append([(start, False), (end, hit)])
        else:
            way.append((end, hit))
    written: dict[str, int] = {}
    for way in sorted(checkers, key=lambda found: [-point for point, _ in found]):
        stops = [way[0], *(stop for stop in way[1:-1] if stop[1]), way[-1]]
        name = "/".join(_name(point) + "*" * hit for point, hit in stops)
        written[name] = written.get(name, 0) + 1
    return " ".join(f"{name}({times})" if times > 1 else name for name, times in written.items())


def _place(text: str) -> int:
    return _BAR if text == "bar" else 0 if text == "off" else int(text)


def _name(point: int) -> str:
    return "bar" if point == _BAR else "off" if point == 0 else str(point)
