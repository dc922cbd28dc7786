"""Statistics without an engine, worked out by hand on a small record, and the command that shows them."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from bganalyze import Tables, tables
from bganalyze.analysis.aliases import AliasError, parse_aliases, read_aliases, with_names
from bganalyze.analysis.catalogue import STATISTICS, TOPICS, UNITS, compute, statistics_of, summaries, written
from bganalyze.analysis.dice import binomial_p, holm
from bganalyze.analysis.frames import KEYS, ROLLS, months, on_bar, prepare
from bganalyze.analysis.openings import one_way
from bganalyze.analysis.results import outcome_shares
from bganalyze.cli.main import cli
from bganalyze.model.gnuid import encode_position
from bganalyze.model.position import Position

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"

RECORD = """\
; [Event "Club Night"]
; [EventDate "2024.05.01"]
 3 point match

 Game 1
 Alice : 0                      Bob : 0
  1) 31: 8/5 6/5                52: 13/8 24/22
  2)  Doubles => 2               Drops
      Wins 1 point

 Game 2
 Alice : 1                      Bob : 0
  1)                             31: 8/5 6/5
  2) 62: 24/18 13/11            11: 8/7*(2) 6/5(2)
  3) 65:                         Doubles => 2
  4)  Takes                      21: 13/11 24/23
  5) 43: bar/21 24/21
                                 Wins 4 points and the match
"""
"""Alice wins a point by a drop; Bob wins a gammon, resigned, with the cube on 2. After 11 Bob holds his 5, 6 and 7
points, so that Alice, hit on her 18 point, dances with 65 and comes in with the 4 of 43."""


def write(folder: Path, text: str = RECORD, name: str = "club.mat") -> Path:
    """A record as a file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def club(tmp_path: Path) -> Tables:
    """The tables of the record above."""
    found = tables(write(tmp_path))
    assert not (found.findings["severity"] == "error").any(), found.findings["message"].tolist()
    return found


def row(frame: pd.DataFrame, key: Any) -> dict[str, Any]:
    """The values of a group; ``None`` is missing."""
    return {str(name): None if pd.isna(value) else value for name, value in frame.loc[key].items()}


def has(frame: pd.DataFrame, key: Any, **expected: Any) -> None:
    """The group has these values."""
    found = row(frame, key)
    for name, value in expected.items():
        if value is None:
            assert found[name] is None, name
        else:
            assert found[name] == pytest.approx(value), name


def test_results(club: Tables) -> None:
    """One match and one game each; the gammon is not a plain win."""
    found = compute("results", club)
    # Alice: 1 point won, 4 lost: (1 - 4) / 2 games. The drop counts as a win that is no gammon.
    has(found, "Alice", matches=1, match_wins=0, match_losses=1, match_win_share=0.0, games=2, wins=1, losses=1)
    has(found, "Alice", win_share=0.5, points_won=1, points_lost=4, points_per_game=-1.5, gammons=0, gammon_share=0.0)
    has(found, "Alice", gammon_lost_share=1.0, resigned=1)
    has(found, "Bob", match_wins=1, points_won=4, points_lost=1, gammons=1, backgammons=0, gammon_share=1.0, resigned=0)


def test_gammon_share_includes_backgammons() -> None:
    """Of four wins, single, gammon, gammon, backgammon: 3 of 4 are gammons or more, 1 of 4 a backgammon."""
    results = ["single", "gammon", "gammon", "backgammon", "single", "resign", "unfinished"]
    winners = [0, 0, 0, 0, 1, 0, None]
    found = compute("results", made([[]] * 7, results=results, winners=winners))
    # "resign" is a win of unknown kind: 5 wins, 4 of them known.
    has(found, "A", games=7, wins=5, losses=1, gammons=2, backgammons=1, gammon_share=0.75, backgammon_share=0.25)
    has(found, "A", win_share=5 / 6, gammon_lost_share=0.0)
    has(found, "B", wins=1, gammon_share=0.0, gammon_lost_share=0.75)


def test_cube(club: Tables) -> None:
    """Each doubled once: Bob dropped, Alice took."""
    found = compute("cube", club)
    has(found, "Alice", doubles=1, redoubles=0, taken=0, dropped=1, dropped_share=1.0, takes=1, drops=0, take_share=1.0)
    has(found, "Bob", doubles=1, taken=1, dropped=0, dropped_share=0.0, takes=0, drops=1, take_share=0.0)
    # The cube was at 1 after the drop and at 2, Alice's, at the end of the second game.
    has(found, "Alice", cube_mean=1.5, cube_max=2, cube_centred_share=0.5, cube_owned_share=0.5)
    has(found, "Alice", wins_by_drop=1, wins_by_drop_share=1.0, points_by_drop=1)
    has(found, "Bob", cube_owned_share=0.0, wins_by_drop=0, wins_by_drop_share=0.0, points_by_drop=0)


def test_play(club: Tables) -> None:
    """Dances, hits, entering and pips."""
    found = compute("play", club)
    # Alice rolled 31, 62, 65, 43: 4 + 8 + 11 + 7 pips; 65 from the bar was a dance of 11, 43 came in.
    has(found, "Alice", rolls=4, plays=4, dances=1, dance_share=0.25, hits=0, was_hit=1, bar_rolls=2, entered=1)
    has(found, "Alice", enter_share=0.5, pips=30, pips_per_roll=7.5, pips_not_played=11, pips_wasted=0)
    # Bob rolled 52, 31, 11, 21: 7 + 4 + 4 + 3 pips, one hit by four plays.
    has(found, "Bob", rolls=4, dances=0, hits=1, hits_per_play=0.25, was_hit=0, bar_rolls=0, entered=0, pips=18)
    has(found, "Bob", enter_share=None, pips_not_played=0, pips_wasted_mean=None)


def test_what_nobody_looked_at_is_missing(club: Tables) -> None:
    """Without an analysis only dances are known to be forced, which is no share of anything; no error is zero."""
    has(compute("play", club), "Alice", forced=None, forced_share=None, choices_mean=None)
    errors = compute("errors", club)
    has(errors, "Alice", error=None, gnu_rate=None, pr=None, error_mwc=None, depths=None, not_analysed=3)
    has(compute("luck", club), "Alice", luck=None, luck_rate=None, rolls_with_luck=0, luck_missing=4, adjusted_mwc=None)
    has(compute("ratings", club), "Alice", rating=None, rating_cube=None, fibs_rating=None, fibs_difference=None)


def test_forced_plays_where_plays_were_counted(tmp_path: Path) -> None:
    """With the number of plays: the dance is Alice's only forced play of four."""
    found = compute("play", tables(write(tmp_path), n_plays=True))
    has(found, "Alice", forced=1, forced_share=0.25)
    assert found.loc["Alice", "choices_mean"] > 1


def test_length_and_pips_at_the_end(club: Tables) -> None:
    """Two and six rolls; nothing was played out."""
    has(compute("length", club), "Bob", finished=2, rolls_per_game=4.0, rolls_median=4.0, rolls_min=2, rolls_max=6)
    has(compute("length", club), "Bob", played_out=0, pips_left=None, pips_spare=None)


def test_pips_wasted_at_the_end() -> None:
    """A bear-off made by hand: 6 pips left and 66 rolled wastes 18; the opponent has 40 left."""
    frames = made([[(0, "21"), (1, "32"), (0, "66")]], results=["single"], winners=[0])
    frames.actions["play"] = pd.Categorical(["2/off 1/off", "24/21 24/22", "6/off"])
    frames.actions["pips_0"] = pd.array([9, 6, 6], dtype="Int16")
    frames.actions["pips_1"] = pd.array([45, 45, 40], dtype="Int16")
    # The 21 moved the 3 pips it showed; the 66 had 24 pips for 6.
    has(compute("length", frames), "A", played_out=1, pips_left=None, pips_spare=18.0)
    has(compute("length", frames), "B", pips_left=40.0, pips_spare=None)
    has(compute("play", frames), "A", pips=27, pips_wasted=18, pips_wasted_mean=18.0, pips_not_played=0)
    has(compute("play", frames), "B", pips=5, pips_wasted=0, pips_not_played=0)


def test_openings_and_replies(club: Tables) -> None:
    """Both openings were 31, made by each once; each was answered."""
    found = compute("first-rolls", club)
    has(found, ("Alice", "31"), times=1, share=1.0, expected=1 / 15, wins=1, points_per_game=1.0)
    has(found, ("Bob", "31"), times=1, wins=1, points_per_game=4.0)
    has(
        compute("opening-plays", club, "all"), ("all", "31", "8/5 6/5"), times=2, share=1.0, wins=2, points_per_game=2.5
    )
    found = compute("replies", club)
    assert [tuple(key) for key in found.index] == [
        ("Alice", "31", "8/5 6/5", "62", "24/18 13/11"),
        ("Bob", "31", "8/5 6/5", "52", "24/22 13/8"),
    ]
    has(found, ("Alice", "31", "8/5 6/5", "62", "24/18 13/11"), times=1, share=1.0, wins=0, points_per_game=-4.0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6/5 13/11", "13/11 6/5"),
        ("24/18 18/14", "24/14"),
        ("24/18/14", "24/14"),
        ("24/18*/14", "24/18*/14"),
        ("24/18* 18/14*", "24/18*/14*"),
        ("24/22 22/20 24/20", "24/20(2)"),
        ("8/7*(2) 6/5(2)", "8/7*(2) 6/5(2)"),
        ("13/11 bar/20", "bar/20 13/11"),
        ("2/off 1/off", "2/off 1/off"),
        ("", "dances"),
    ],
)
def test_one_way_of_writing(text: str, expected: str) -> None:
    """The same play is the same text."""
    assert one_way(text) == expected
    assert one_way(one_way(text)) == expected or not text


def test_head_to_head(club: Tables) -> None:
    """Each against the other."""
    found = compute("head-to-head", club)
    has(found, ("Alice", "Bob"), matches=1, match_wins=0, match_losses=1, games=2, wins=1, points_won=1, points_lost=4)
    assert len(found) == 2


def test_dice_leave_the_opening_out(club: Tables) -> None:
    """Alice's 62, 65, 43 and Bob's 52, 11, 21 remain."""
    found = compute("dice", club)
    # None of three is the likeliest outcome (125/216), so that p is 1.
    has(found, "Alice", rolls=3, doubles=0, doubles_share=0.0, doubles_p=1.0, rolls_p=None, faces_p=None)
    # One or more of three: 1 - 125/216 = 91/216. Corrected for two tests: twice that.
    has(found, "Bob", rolls=3, doubles=1, doubles_p=91 / 216, doubles_p_holm=182 / 216)
    times = compute("rolls", club)["times"]
    assert {key for key, value in times.items() if value} == {
        ("Alice", "62"), ("Alice", "65"), ("Alice", "43"), ("Bob", "52"), ("Bob", "11"), ("Bob", "21"),
    }  # fmt: skip
    assert len(times) == 42


def test_chi_square_by_hand() -> None:
    """Faces: 15 rolls of 21. Rolls: 180 that are as expected but for three doubles moved from 22 to 11."""
    from scipy.stats import chi2, chisquare

    frames = made([[(0, "65"), *[(0, "21")] * 15]])
    # 30 dice, 5 of each face expected; 15 ones and 15 twos: 2 x 10^2/5 + 4 x 5^2/5 = 60.
    has(compute("dice", frames), "A", rolls=15, faces_chi2=60.0, faces_p=chi2.sf(60, 5), rolls_chi2=None)
    assert chisquare([15, 15, 0, 0, 0, 0]).pvalue == pytest.approx(compute("dice", frames).loc["A", "faces_p"])
    times = {roll: 5 if roll[0] == roll[1] else 10 for roll in ROLLS} | {"11": 8, "22": 2}
    frames = made([[(0, "65"), *((0, roll) for roll, many in times.items() for _ in range(many))]])
    # (8 - 5)^2/5 + (2 - 5)^2/5 = 3.6; 30 doubles of 180 are the sixth that is expected.
    expected = [5.0 if roll[0] == roll[1] else 10.0 for roll in ROLLS]
    p = chisquare(list(times.values()), expected).pvalue
    has(compute("dice", frames), "A", rolls=180, doubles=30, doubles_p=1.0, rolls_chi2=3.6, rolls_p=p)


def test_exact_tests_are_those_of_scipy() -> None:
    """Also where a test is asked for twice; without rolls there is no p-value."""
    from scipy.stats import binomtest

    times, total = np.array([3, 0, 7, 3, 0]), np.array([10, 12, 11, 10, 0])
    chance = np.array([1 / 6, 1 / 18, 1 / 6, 1 / 18, 1 / 6])
    found = binomial_p(times, total, chance)
    assert math.isnan(found[4])
    for at in range(4):
        assert found[at] == pytest.approx(binomtest(int(times[at]), int(total[at]), float(chance[at])).pvalue)


def test_exact_tests_at_the_edges() -> None:
    """None or all, beside the mean and at it, equal chances on both sides, many rolls: as SciPy has it."""
    from scipy.stats import binomtest

    asked = [
        (k, n, p)
        for n in (1, 2, 6, 7, 18, 36, 37, 1000, 54321)
        for p in (1 / 6, 1 / 18, 1 / 36, 0.5)
        for k in sorted({0, 1, n // 36, n // 18, n // 6, n // 6 + 1, n // 3, n // 2, n - 1, n})
    ]
    found = binomial_p(*(np.array(values) for values in zip(*asked, strict=True)))
    assert found == pytest.approx([binomtest(k, n, p).pvalue for k, n, p in asked], rel=1e-6, abs=1e-300)


def test_holm_by_hand() -> None:
    """0.01 x 3, then 0.02 x 2 = 0.04, then 0.03 x 1, which is not below the one before; missing ones do not count."""
    assert holm(np.array([0.03, math.nan, 0.01, 0.02])) == pytest.approx([0.04, math.nan, 0.03, 0.04], nan_ok=True)
    assert holm(np.array([0.9, 0.8])) == pytest.approx([1.0, 1.0])


def test_runs_by_hand() -> None:
    """Ten doubles and ten others by turns: 20 runs, 2*10*10/20 + 1 = 11 expected, variance 10*9/19."""
    found = compute("runs", made([[(0, "65"), *[(0, "11"), (0, "21")] * 10]]))
    has(found, "A", rolls=20, longest_doubles=1, runs=20, runs_expected=11.0, runs_z=9 / math.sqrt(90 / 19), repeats=0)
    found = compute("runs", made([[(0, "65"), (0, "11"), (0, "44"), (1, "22"), (0, "44"), (0, "31"), (0, "31")]]))
    # A's rolls are 11 44 44 31 31: two runs, the longest of 3 doubles, two repeats in four pairs.
    has(found, "A", rolls=5, longest_doubles=3, runs=2, runs_z=None, repeats=2, repeats_share=0.5)
    has(found, "B", rolls=1, longest_doubles=1, runs=1)


def made(
    games: Sequence[Sequence[tuple[int, str]]],
    results: Sequence[str] | None = None,
    winners: Sequence[int | None] | None = None,
) -> Any:
    """Frames of a session of A and B with these rolls (seat, roll), a list a game."""
    many = len(games)
    rows = [(at, seat, roll) for at, game in enumerate(games, 1) for seat, roll in game]
    text = pd.Series([pd.NA] * many, dtype="string")
    number = pd.array([pd.NA] * len(rows), dtype="Int16")
    matches = pd.DataFrame(
        {
            "match_id": "m", "path": "x", "number": [1], "player_0": "A", "player_1": "B", "length": [0],
            "winner": pd.array([pd.NA], dtype="Int64"), "event": text[:1], "round": text[:1], "date": text[:1],
        }
    )  # fmt: skip
    return SimpleNamespace(
        matches=matches,
        games=pd.DataFrame(
            {
                "path": ["x"] * many, "match": 1, "game": range(1, many + 1),
                "winner": pd.array(winners or [pd.NA] * many, dtype="Int64"),
                "result": list(results or ["unfinished"] * many), "points": pd.array([1] * many, dtype="Int64"),
                "cube": pd.array([1] * many, dtype="Int64"), "cube_owner": pd.array([pd.NA] * many, dtype="Int64"),
                "plies": pd.array([len(game) for game in games], dtype="Int64"),
            }
        ),
        actions=pd.DataFrame(
            {
                "path": pd.Categorical(["x"] * len(rows)), "match": pd.array([1] * len(rows), dtype="Int32"),
                "game": pd.array([at for at, _, _ in rows], dtype="Int32"),
                "player": pd.array([seat for _, seat, _ in rows], dtype="Int8"),
                "kind": pd.Categorical(["play"] * len(rows)),
                "die_1": pd.array([int(roll[0]) for *_, roll in rows], dtype="Int8"),
                "die_2": pd.array([int(roll[1]) for *_, roll in rows], dtype="Int8"),
                "play": pd.Categorical(["24/23"] * len(rows)), "cube_owner": number, "pips_0": number, "pips_1": number,
                "position_before": pd.array([pd.NA] * len(rows), dtype="string"), "hits": number, "n_plays": number,
                "legal": pd.array([pd.NA] * len(rows), dtype="boolean"),
                "forced": pd.array([pd.NA] * len(rows), dtype="boolean"),
            }
        ),
    )  # fmt: skip


def test_keys(club: Tables) -> None:
    """Groups by seat, event, month, opening and who began."""
    assert compute("results", club, "seat").index.tolist() == [0, 1]
    has(compute("results", club, "event"), "Club Night", games=2, wins=2, win_share=0.5)
    assert compute("results", club, ("player", "month")).index.tolist() == [("Alice", "2024-05"), ("Bob", "2024-05")]
    has(compute("results", club, "opening"), "31", games=2, match_wins=None)
    has(compute("results", club, "first"), True, games=2, wins=2, points_won=5)
    assert compute("errors", club, "month").index.tolist() == ["2024-05"]
    assert compute("errors", club, ("all", "month")).index.names == ["all", "month"]
    path = club.matches["path"].iloc[0]
    assert compute("play", club, ("game", "player")).index.tolist() == [
        (path, 1, game, name) for game in (1, 2) for name in ("Alice", "Bob")
    ]
    for by in ((), "name", ("player", "player")):
        with pytest.raises(ValueError, match="give each of these once"):
            compute("results", club, by)
    with pytest.raises(ValueError, match="divided by opening"):
        compute("errors", club, "opening")


def test_months() -> None:
    """Dates that begin with year and month; no others."""
    dates = pd.Series(["2024.05.01", "2024-5", "2024/12/31", "2024.13.01", "2024", "May 2024", None], dtype="string")
    assert months(dates).fillna("-").tolist() == ["2024-05", "2024-05", "2024-12", "-", "-", "-", "-"]


def test_checkers_on_the_bar() -> None:
    """Of the player who acts, from the position ID."""
    own = Position.from_points({25: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    other = Position.from_points({24: 2, 13: 5, 8: 3, 6: 5}, {25: 1, 13: 5, 8: 3, 6: 5})
    late = Position.from_points({25: 1}, {1: 1})
    assert on_bar([encode_position(p) for p in (own, other, late)]).tolist() == [2, 0, 1]
    assert on_bar([]).tolist() == []


@pytest.mark.parametrize("topic", TOPICS)
def test_reloaded_frames_give_the_same(topic: str, tmp_path: Path) -> None:
    """Frames from files, from Parquet, and with text columns in place of categories."""
    pytest.importorskip("pyarrow")
    source = tables([FIXTURES / "gnubg", FIXTURES / "situations"])
    back = {}
    for name in ("matches", "games", "actions"):
        getattr(source, name).to_parquet(tmp_path / f"{name}.parquet")
        back[name] = pd.read_parquet(tmp_path / f"{name}.parquet")
    plain = dict(back)
    plain["actions"] = back["actions"].assign(
        **{name: back["actions"][name].astype("string") for name in ("path", "kind", "play")}
    )
    keys: tuple[str | tuple[str, ...], ...] = ("player", ("match", "player"), ("game", "player"), "event", "length")
    if TOPICS[topic].engine:
        keys += ("score", "cube", "phase", "engine", ("phase", "player"), "month", "all")
    for by in keys:
        expected = compute(topic, source, by)
        pd.testing.assert_frame_equal(compute(topic, SimpleNamespace(**back), by), expected)
        pd.testing.assert_frame_equal(compute(topic, SimpleNamespace(**plain), by), expected, check_dtype=False)


@pytest.mark.parametrize("topic", TOPICS)
def test_reloaded_analysed_matches_give_the_same(topic: str, gnubg_fixtures: Path, tmp_path: Path) -> None:
    """The same of matches and sessions that were analysed, two depths, beavers and a session among them."""
    pytest.importorskip("pyarrow")
    names = ("m03_std_3.2ply.sgf", "m07_bots.2ply.sgf", "s_bots.2ply.sgf", "s_jacoby_beaver3_0.0ply.sgf.gz")
    source = tables([gnubg_fixtures / "analysed" / name for name in names])
    back = {}
    for name in ("matches", "games", "actions"):
        getattr(source, name).to_parquet(tmp_path / f"{name}.parquet")
        back[name] = pd.read_parquet(tmp_path / f"{name}.parquet")
    keys: tuple[str | tuple[str, ...], ...] = ("match", ("game", "player"), "player", "opponent", "length")
    keys += ("phase", "score", "cube", "engine", ("score", "cube")) if TOPICS[topic].engine else ("opening", "first")
    for by in keys:
        expected = compute(topic, source, by)
        assert len(expected)
        pd.testing.assert_frame_equal(compute(topic, SimpleNamespace(**back), by), expected)
        if TOPICS[topic].engine:
            compat = compute(topic, source, by, compat=True)
            pd.testing.assert_frame_equal(compute(topic, SimpleNamespace(**back), by, compat=True), compat)


def test_sgf_and_mat_of_a_match_agree() -> None:
    """The same match in two formats has the same statistics."""
    found = [tables(FIXTURES / "gnubg" / f"m03_std_3.{end}") for end in ("mat", "sgf")]
    for topic in ("results", "cube", "length", "dice", "first-rolls", "opening-plays", "replies"):
        first, second = (compute(topic, one) for one in found)
        pd.testing.assert_frame_equal(first, second)


def test_two_matches_in_a_file_do_not_mix(tmp_path: Path) -> None:
    """The same text twice in one file: every count is twice as large."""
    found = compute("play", tables(write(tmp_path, RECORD + "\n" + RECORD)))
    has(found, "Alice", rolls=8, dances=2, bar_rolls=4, pips=60)


@pytest.mark.parametrize("topic", TOPICS)
def test_no_rows(topic: str) -> None:
    """Empty frames give empty frames with all columns."""
    found = compute(topic, tables([]))
    assert not len(found)
    assert list(found.columns) == [one.name for one in statistics_of(topic)]


def test_the_catalogue_and_the_functions_agree(club: Tables) -> None:
    """Every statistic has a topic, a known unit and a column; every column of ours is in the list."""
    from bganalyze.analysis import cubes, dice, openings, play, results

    modules = {"cubes": cubes, "dice": dice, "openings": openings, "play": play, "results": results}
    assert {one.topic for one in STATISTICS} == {*TOPICS}
    for topic in TOPICS.values():
        names = [one.name for one in statistics_of(topic.name)]
        assert len(set(names)) == len(names)
        assert {one.unit for one in statistics_of(topic.name)} <= {*UNITS}
        frame = compute(topic.name, club)
        assert list(frame.index.names) == ["player", *topic.more]
        module, name = topic.function.split(".")
        if module in modules:
            assert set(getattr(modules[module], name)(club, "player").columns) == set(names), topic.name
        for one in statistics_of(topic.name):
            assert str(frame[one.name].dtype) == {"count": "Int64", "text": "string"}.get(one.unit, "Float64"), one
    assert "errors" in summaries(engine=True)
    assert "errors" not in summaries(engine=False)


# ---- cases ----------------------------------------------------------------------------------------------------------


def test_70_gammon_rate_includes_backgammons(shared_cases: Path) -> None:
    """Gammon chances contain backgammons; the shares that do not are their differences."""
    place = shared_cases / "70-gammon-rate-includes-backgammons"
    expected = json.loads((place / "expected.json").read_text(encoding="utf-8"))["expect"]
    short = {
        "win_gammon": "win_g", "win_backgammon": "win_bg", "lose_gammon": "lose_g", "lose_backgammon": "lose_bg",
    }  # fmt: skip
    found = outcome_shares(pd.read_csv(place / "probs.csv").rename(columns=short)).iloc[0]
    assert found["equity"] == pytest.approx(expected["cubeless_equity"])
    assert found["wins_single"] == pytest.approx(expected["share_of_plain_wins"])
    assert found["wins_gammon"] == pytest.approx(expected["share_of_gammons_only"])
    assert found["loses_single"] == pytest.approx(expected["share_of_plain_losses"])
    assert found.drop("equity").sum() == pytest.approx(1)


def test_73_round_after_adding(shared_cases: Path, club: Tables) -> None:
    """Luck is added as it is and rounded when it is written."""
    place = shared_cases / "73-round-after-adding"
    expected = json.loads((place / "expected.json").read_text(encoding="utf-8"))["expect"]
    luck = pd.read_csv(place / "luck.csv")["luck"]
    actions = pd.concat([club.actions.iloc[[0]]] * len(luck), ignore_index=True).assign(luck_emg=luck)
    found = compute("luck", SimpleNamespace(matches=club.matches, games=club.games, actions=actions))
    shown = written(found.loc["Alice", "luck"], "emg")
    assert float(shown) == expected["sum_rounded_at_the_end"]
    assert shown == "+0.003"


# ---- names ----------------------------------------------------------------------------------------------------------


def test_aliases(club: Tables, tmp_path: Path) -> None:
    """Names are joined whatever their case and spaces."""
    file = write(tmp_path, '[aliases]\n"Alice Smith" = ["  ALICE ", "al"]\n', "names.toml")
    frames, notes = with_names(club, read_aliases(file))
    assert compute("results", frames).index.tolist() == ["Alice Smith", "Bob"]
    assert notes == []
    assert club.matches["player_0"].tolist() == ["Alice"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: there is no table"),
        ("[aliases]\nA = [1]\n", "line 2: 'A' needs a list"),
        ('[aliases]\nA = "x"\n', "line 2: 'A' needs a list"),
        ('[aliases]\nA = ["x"]\n\nB = ["X "]\n', "line 4: 'X ' stands for 'A' and for 'B'"),
        ('[aliases]\nA = ["x"\n', "line "),
        ('[aliases]\nA = ["x"]\nA = ["y"]\n', "line "),
        ('[aliases]\nA = [" "]\n', "line 2: 'A' has an empty name"),
        ("[names]\n", "line 1: 'names' is not 'aliases'"),
    ],
)
def test_alias_errors(text: str, message: str) -> None:
    """They name the line."""
    with pytest.raises(AliasError) as error:
        parse_aliases(text)
    assert str(error.value).startswith(message)


def test_two_players_of_one_name(tmp_path: Path) -> None:
    """They are kept apart by their seats, which is told; also when an alias makes them one."""
    path = write(tmp_path)
    status, output = run(str(path), "--topic", "results", "--aliases", str(alias(tmp_path)))
    assert status == 0
    assert "X (player 0)" in output
    assert "X (player 1)" in output
    assert "match 1: both players are 'X'; they are kept apart by their seats" in output


def alias(folder: Path) -> Path:
    """An alias file that makes Alice and Bob one."""
    return write(folder, '[aliases]\nX = ["Alice", "Bob"]\n', "one.toml")


# ---- the command ----------------------------------------------------------------------------------------------------


def run(*arguments: str) -> tuple[int, str]:
    """Exit status and all output."""
    result = CliRunner().invoke(cli, ["stats", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def out(*arguments: str) -> str:
    """Standard output of a run without fault."""
    result = CliRunner().invoke(cli, ["stats", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_text(tmp_path: Path) -> None:
    """Few groups stand side by side, many in rows."""
    lines = out(str(write(tmp_path)), "--topic", "results").splitlines()
    assert lines[0] == "Results"
    assert lines[1].split() == ["Alice", "Bob"]
    assert ["points", "a", "game", "-1.50", "+1.50"] in [line.split() for line in lines]
    rows = out(str(write(tmp_path)), "--topic", "first-rolls", "--by", "all").splitlines()
    assert rows[1].split() == ["all", "roll", "times", "share", "expected", "wins", "win_share", "points_per_game"]
    assert rows[2].split() == ["all", "31", "2", "100.00%", "6.67%", "2", "100.00%", "+2.50"]


def test_json(tmp_path: Path) -> None:
    """Numbers as they are, missing ones null, the caution as a note."""
    document = json.loads(out(str(write(tmp_path)), "--output-format", "json", "--by", "match"))
    assert document["by"] == ["match", "player"]
    alice = document["topics"]["play"][0]
    assert (alice["player"], alice["match"], alice["dances"], alice["forced"]) == ("Alice", 1, 1, None)
    assert document["topics"]["errors"][0]["error"] is None
    assert document["topics"]["luck"][0]["luck_mwc"] is None
    assert any("Many tests were made" in note for note in document["notes"])


def test_csv(tmp_path: Path) -> None:
    """All summaries side by side; a topic with rows of its own stands alone."""
    path = str(write(tmp_path))
    rows = list(csv.DictReader(io.StringIO(out(path, "--output-format", "csv"))))
    assert [(r["player"], r["results.games"], r["play.dances"], r["play.forced"]) for r in rows] == [
        ("Alice", "2", "1", ""),
        ("Bob", "2", "0", ""),
    ]
    rows = list(csv.DictReader(io.StringIO(out(path, "--output-format", "csv", "--topic", "rolls"))))
    assert len(rows) == 42
    status, output = run(path, "--output-format", "csv", "--topic", "rolls", "--topic", "dice")
    assert status == 2
    assert "one table" in output


HOSTILE = '<script>alert(1)</script> & "x"'
FORMULA = "=HYPERLINK(1)|*x*"


@pytest.mark.parametrize("form", ["html", "markdown", "csv", "text", "json"])
def test_hostile_names(form: str, tmp_path: Path) -> None:
    """Names are text in every format."""
    text = RECORD.replace(" Alice :", f" {HOSTILE} :").replace(" Bob :", f" {FORMULA} :")
    output = out(str(write(tmp_path, text)), "--output-format", form, "--topic", "results")
    if form == "html":
        assert "<script" not in output
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;" in output
    elif form == "markdown":
        assert "<script" not in output
        rows = [line for line in output.splitlines() if line.startswith("|")]
        assert len({row.count("|") for row in rows}) == 1
        assert "&#42;x&#42;" in output
    elif form == "csv":
        names = [record["player"] for record in csv.DictReader(io.StringIO(output))]
        assert names == [HOSTILE, "'" + FORMULA] or names == ["'" + FORMULA, HOSTILE]
    elif form == "json":
        assert {one["player"] for one in json.loads(output)["topics"]["results"]} == {HOSTILE, FORMULA}


def test_control_characters_of_names_do_not_reach_the_terminal(tmp_path: Path) -> None:
    """An escape sequence in a name is shown, not sent."""
    for form in ("text", "markdown", "html"):
        text = RECORD.replace(" Alice :", " A\x1b[31mlice :")
        assert "\x1b" not in out(str(write(tmp_path, text)), "--topic", "results", "--output-format", form)


def test_an_empty_selection(tmp_path: Path) -> None:
    """Nothing there, no record, too few games: status 2 and a sentence."""
    assert run(str(tmp_path / "none")) == (
        2,
        f"bganalyze: {tmp_path / 'none'}: no such file or folder\nbganalyze: no path matched anything\n",
    )
    empty = write(tmp_path, "nothing\n", "empty.mat")
    status, output = run(str(empty))
    assert status == 2
    assert "no game was found" in output
    status, output = run(str(write(tmp_path)), "--min-games", "3")
    assert status == 2
    assert "no group has 3 games" in output


def test_min_games(tmp_path: Path) -> None:
    """Groups with fewer games are left out of every topic."""
    write(tmp_path)
    write(tmp_path, RECORD.replace(" Bob :", " Carol :"), "second.mat")
    document = json.loads(out(str(tmp_path), "--min-games", "3", "--output-format", "json"))
    for name, rows in document["topics"].items():
        assert [one["player"] for one in rows] == ["Alice"], name
    status, output = run(str(tmp_path), "--topic", "head-to-head", "--min-games", "3")
    assert status == 0
    assert "Carol" in output
    assert "played the same as another one" in output


def test_engine_none_and_no_analysis(tmp_path: Path) -> None:
    """Errors are left out when nobody asks for them or when there are none to show."""
    path = str(write(tmp_path))
    assert "Errors" not in out(path, "--engine", "none")
    status, output = run(path)
    assert status == 0
    assert "no record holds an analysis" in output
    assert run(path, "--engine", "none", "--topic", "errors")[0] == 2
    assert "PR" in out(str(FIXTURES / "gnubg" / "m01_std_resign.0ply.sgf"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--by", "name"], "give each of these once"),
        (["--by", ""], "give each of these once"),
        (["--topic", "hits"], "hits: not one of results"),
        (["--aliases", "nowhere.toml"], "nowhere.toml: No such file"),
        (["--topic", "errors", "--by", "opening"], "cannot be divided by opening"),
        (["--rules", "chess"], "chess"),
    ],
)
def test_usage_errors(arguments: list[str], message: str, tmp_path: Path) -> None:
    """Status 2 with what is wrong."""
    status, output = run(str(write(tmp_path)), *arguments)
    assert status == 2
    assert message in output


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("form", ["text", "csv", "html", "markdown", "json"])
def test_every_key_in_every_format(key: str, form: str) -> None:
    """Nothing fails on damaged records."""
    output = out(str(FIXTURES / "damaged"), "--by", key, "--output-format", form)
    assert output.count("\n") >= 2


def test_every_topic_of_the_list(tmp_path: Path) -> None:
    """``list statistics`` names all."""
    result = CliRunner().invoke(cli, ["list", "statistics"])
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == len(STATISTICS)
    assert "results.gammon_share" in result.stdout


def test_joins_are_made_once(club: Tables) -> None:
    """What is prepared is given back."""
    prepared = prepare(club)
    assert prepare(prepared) is prepared
    pd.testing.assert_frame_equal(compute("play", prepared), compute("play", club))
