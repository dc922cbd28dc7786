"""The tables that GNU Backgammon prints in its text export, re-derived from the decisions of the same text.

The text holds equities with three decimals: a luck may be off by half a unit of the third, an error, which is a
difference of two of them, by a whole one. Cube decisions that were neither made nor close are not printed at all, so
the counts of all and of close decisions cannot be re-derived.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bganalyze import formats
from bganalyze.analysis.gnubg_statistics import Sums, figures, game_sums
from bganalyze.model.record import Record
from bganalyze.pipeline import follow

SETS = ("m03_std_3.0ply", "m05_utf8.0ply", "s_bots.0ply")
EXACT = (
    "Chequerplay statistics/Total moves",
    "Chequerplay statistics/Unforced moves",
    "Cube statistics/Doubles",
    "Cube statistics/Takes",
    "Cube statistics/Passes",
)
CATEGORIES = (
    "Missed doubles below CP",
    "Missed doubles above CP",
    "Wrong doubles below DP",
    "Wrong doubles above TG",
    "Wrong takes",
    "Wrong passes",
)
Columns = dict[str, tuple[float | None, ...]]


def parts(folder: Path, name: str) -> list[Record]:
    """One record a game: the first file, then _002 and so on."""
    paths = [folder / f"{name}.txt", *sorted(folder.glob(f"{name}_0*.txt"))]
    return [formats.reader("gnubg_text").read(path.read_text(encoding="utf-8"), "utf-8") for path in paths]


def compare(sums: Sums, printed: Columns) -> int:
    """Hold the sums against a printed table: how many figures were compared."""
    unit = "MWC" if sums.length else "Points"
    percent = 100 if sums.length else 1
    ours = figures(sums)
    compared = 0
    for key in EXACT:
        mine = [f.value for f in ours[key] if f is not None]
        assert mine == list(printed[key]), (key, mine, printed[key])
        compared += 2
    totals = (
        (f"Chequerplay statistics/Error total EMG ({unit})", [s.errors.count for s in sums.sides], 0.001),
        (f"Luck statistics/Luck total EMG ({unit})", [s.luck.count for s in sums.sides], 0.0005),
        (f"Cube statistics/Error total EMG ({unit})", [s.cube_error().count for s in sums.sides], 0.001),
    )
    for key, terms, each in totals:
        for seat in (0, 1):
            figure = ours[key][seat]
            assert figure is not None and figure.value is not None and figure.cost is not None
            slack = terms[seat] * each
            emg, cost = printed[key][seat], printed[f"{key}/cost"][seat]
            assert emg is not None and abs(figure.value - emg) <= slack + 0.0006, (key, figure.value, emg, slack)
            # At most half the match, or the cube, for a whole unit of equity.
            worth = percent * slack * (0.5 if sums.length else 64)
            assert cost is not None and abs(percent * figure.cost - cost) <= worth + 0.0006, (key, figure.cost, cost)
            compared += 2
    for category in CATEGORIES:
        key = f"Cube statistics/{category} (EMG ({unit}))"
        for seat in (0, 1):
            figure = ours[key][seat]
            assert figure is not None and figure.value is not None and figure.number is not None
            assert figure.number == printed[key][seat], (key, figure.number)
            error = printed[f"{key}/error"][seat]
            assert error is not None and abs(figure.value - error) <= figure.number * 0.001 + 0.0006, (key, figure)
            compared += 2
    return compared


@pytest.mark.parametrize("name", SETS)
def test_tables_of_the_text_export(name: str, gnubg_fixtures: Path) -> None:
    """Every game, and the match or session from the sum of its games."""
    total: Sums | None = None
    compared = 0
    records = parts(gnubg_fixtures / "analysed", name)
    for record in records:
        (followed,) = follow(record)
        (game,) = followed.match.games
        sums = game_sums(record, followed, 0, compat=True)
        compared += compare(sums, game.statistics)
        if total is None:
            total = sums
        else:
            total += sums
    assert total is not None
    last = records[-1].matches[0].statistics
    compared += compare(total, last)
    assert compared == 46 * (len(records) + 1)
