"""GNU Backgammon's printed statistics, line by line, re-derived from the analysis that its SGF holds.

GNU Backgammon adds up in single precision and SGF holds five or six decimals, so a figure may be off by half a unit
of its last printed digit and a little more; everything else has to be the same, blanks included.
"""

from __future__ import annotations

from math import log10, sqrt
from pathlib import Path

import pytest
from analysed import NAMES, load
from gnubg_printed import NUMBER, blocks, same

from bganalyze.analysis.gnubg_statistics import (
    Sums,
    chequer_loss,
    cube_loss,
    fibs_difference,
    figures,
    game_sums,
    lines,
    luck_rating,
    match_sums,
    rating,
    text,
)

SINGLE_PRECISION = 0.03
"""Of a unit of the last digit."""


@pytest.mark.parametrize("name", NAMES)
def test_every_line_that_gnubg_prints(name: str, gnubg_fixtures: Path) -> None:
    """Labels, order, layout and numbers of the match and of each game."""
    folder = gnubg_fixtures / "analysed"
    record, followed = load(name, folder)
    sums = [match_sums(record, followed, compat=True)]
    sums += [game_sums(record, followed, i, compat=True) for i in range(len(followed.games))]
    printed = blocks((folder / f"{name}.stats.txt").read_text(encoding="utf-8"))
    assert len(sums) == len(printed) > 1
    rounded = total = 0
    for ours, theirs in zip(sums, printed, strict=True):
        mine = [line for line in text(ours).split("\n") if line.strip()]
        assert len(mine) == len(theirs)
        for a, b in zip(mine, theirs, strict=True):
            assert same(a, b), f"\n{a}\n{b}"
            total += 1
            rounded += a != b
        _close_to_the_last_digit(ours, theirs)
    assert rounded <= total / 50


def _close_to_the_last_digit(sums: Sums, printed: list[str]) -> None:
    """The numbers behind the printed ones are within half a unit of their last digit."""
    percent = 100 if sums.length else 1
    section = ""
    rows = iter(printed[1:])
    for figured in lines(sums):
        line = next(rows)
        if figured.section != section:
            section = line.strip()
            line = next(rows)
        label = figured.label
        assert line.startswith(label)
        numbers = NUMBER.findall(line[len(label) :])
        for figure in figured.players:
            if figure is None or figure.value is None:
                continue
            values = [] if figure.number is None else [figure.number]
            if figure.number != 0:
                scale = 100 if label in ("Actual result", "Luck adjusted result") and sums.length else 1
                values.append(figure.value * scale)
                values += [] if figure.cost is None else [figure.cost * percent]
            for value in values:
                shown = numbers.pop(0)
                unit = 10.0 ** -len(shown.partition(".")[2])
                assert abs(value - float(shown)) <= (0.5 + SINGLE_PRECISION) * unit, (line, value)


@pytest.mark.parametrize("name", [n for n in NAMES if "beaver3" not in n])
def test_without_beavers_the_better_way_is_the_same(name: str, gnubg_fixtures: Path) -> None:
    """Only the cost of the Snowie error rate and the interval's centre differ from what GNU Backgammon prints."""
    record, followed = load(name, gnubg_fixtures / "analysed")
    ours, theirs = (figures(match_sums(record, followed, compat=compat)) for compat in (False, True))
    assert set(ours) <= set(theirs)
    for key, players in ours.items():
        if "confidence" in key:
            continue
        for mine, printed in zip(players, theirs[key], strict=True):
            if mine is None or printed is None:
                assert mine is printed is None
            elif "Snowie" in key:
                assert mine.value == pytest.approx(printed.value)
                assert mine.cost is not None and printed.cost == 0
            elif mine.value is None:
                assert mine.text == printed.text and not printed.value
            else:
                assert mine.value == pytest.approx(printed.value, abs=1e-9)
                assert mine.cost == pytest.approx(printed.cost, abs=1e-9)


def test_confidence_interval_for_money() -> None:
    """Results 2, -1, 3: mean 4/3, sample variance 13/3, half width 1.95996 sqrt(13/9); not around the total."""
    half = 1.95996 * sqrt(13 / 9)
    key = "Overall statistics/95% confidence interval (ppg), actual"
    for compat, centre in ((False, 4 / 3), (True, 4.0)):
        sums = Sums(0, compat=compat, results=[2.0, -1.0, 3.0], adjusted=[None] * 3, plays_analysed=True)
        assert key not in figures(sums)  # without dice no results are printed
        sums.luck_analysed = True
        for seat, sign in ((0, 1), (1, -1)):
            interval = figures(sums)[key][seat]
            assert interval is not None
            assert interval.value == pytest.approx(sign * centre - half)
            assert interval.cost == pytest.approx(sign * centre + half)
        mean = figures(sums)["Overall statistics/Advantage (actual) in ppg"][0]
        assert mean is not None and mean.value == pytest.approx(4 / 3)
        assert "Overall statistics/Advantage (luck adjusted) in ppg" not in figures(sums)


@pytest.mark.parametrize(
    ("error", "word"),
    [
        (0.0, "Supernatural"),
        (0.002, "World class"),
        (0.005, "Expert"),
        (0.008, "Advanced"),
        (0.012, "Intermediate"),
        (0.018, "Casual player"),
        (0.026, "Beginner"),
        (0.035, "Awful!"),
        (None, "n/a"),
    ],
)
def test_ratings_in_words(error: float | None, word: str) -> None:
    """Each limit belongs to the worse word."""
    assert rating(error) == word


def test_luck_and_fibs_ratings() -> None:
    """Per roll: 0.03 is a tenth of a lucky roll. FIBS: hand-worked at 7 points, and the floor."""
    assert [luck_rating(x) for x in (0.061, 0.06, 0.031, 0.03, -0.03, -0.031, -0.061)] == [
        "Go to Las Vegas", "Good dice, man!", "Good dice, man!", "None", "None", "Bad dice, man!", "Go to bed",
    ]  # fmt: skip
    assert chequer_loss(0.010, 7) == pytest.approx(87.98 + 36.465714)
    assert cube_loss(0.010, 5) == pytest.approx(8.63 - 1.038)
    assert fibs_difference(0.25, 4) == pytest.approx(1000 * log10(3))
    assert fibs_difference(-0.49999, 1) == -2100
    assert fibs_difference(0.5, 7) is None


def test_sections_without_analysis_are_left_out() -> None:
    """Nothing was judged: nothing is said, but by GNU Backgammon, which prints zeros."""
    assert lines(Sums(7)) == []
    assert "Supernatural" not in text(Sums(7, ("Ann", "Ben")))
    assert "Unforced moves" in text(Sums(7, ("Ann", "Ben"), compat=True))
