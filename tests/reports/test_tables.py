"""The pandas tables hold what the check found and what the replay and the stored analysis say, with stable types."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import bganalyze
from bganalyze import tables
from bganalyze.analysis.frames import KINDS
from bganalyze.model import actions as act
from bganalyze.model.gnuid import encode_position
from bganalyze.pipeline import check_file, follow, open_file
from bganalyze.reports.actions import TYPES, collect
from bganalyze.reports.tables import findings_table, games_table, matches_table

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
GAME = (
    "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Ben]"
    "DT[2024-02-03]EV[Open]RO[Final]PC[Nice]RU[Crawford]RE[W+1]"
    ";W[31xwmj]A[1][hefe E ver 3 0.6 0.2 0.01 0.1 0.005 0.200000 2C 0 1 0.000000 1]"
    "[xwmj E ver 3 0.5 0.1 0.02 0.2 0.015 -0.050000 2C 0 1 0.000000 1]LU[0.30000]"
    ";B[64aggk]A[0][aggk E ver 3 0.4 0.1 0.01 0.2 0.01 -0.300000 0C 0 1 0.000000 1]LU[-0.20000]"
    ";W[double]DA[E ver 3 2C 1 0.000000 1 0.7 0.2 0.01 0.1 0.01 0.5 0.561856 0.7 0.2 0.01 0.1 0.01 0.5 0.585052]"
    ";B[drop])\n"
)
"""Winning chances: 0.561856 is 0.8 and 0.585052 is 1.1 in EMG at 0-0 to 5 with the cube at 1."""


@pytest.fixture
def small(tmp_path: Path) -> bganalyze.Tables:
    """The tables of one short game."""
    path = tmp_path / "small.sgf"
    path.write_text(GAME, encoding="utf-8")
    return bganalyze.tables(path)


def rows(frame: pd.DataFrame) -> list[dict[str, object]]:
    """Rows with ``None`` for everything that is missing."""
    return [{k: None if pd.isna(v) else v for k, v in row.items()} for row in frame.to_dict("records")]


def test_tables_of_a_damaged_record() -> None:
    """A dropped redouble whose points are wrong: 2 computed, 4 declared."""
    files = [check_file(str(FIXTURES / "damaged" / "wrong-points.mat"))]
    (match,) = matches_table(files).to_dict("records")
    assert (match["player_0"], match["player_1"], match["length"]) == ("Alice", "Bob", 5)
    assert (match["score_0"], match["score_1"], match["games"], match["plies"]) == (0, 2, 1, 3)
    (game,) = games_table(files).to_dict("records")
    assert (game["winner"], game["result"], game["points"], game["declared_points"]) == (1, "drop", 2, 4)
    findings = findings_table(files)
    errors = findings[findings["severity"] == "error"]
    assert errors[["code", "line"]].to_dict("records") == [{"code": "BG502", "line": 10}]


def test_types_do_not_depend_on_the_rows() -> None:
    """An empty table has the columns and types of a full one."""
    files = [check_file(str(FIXTURES / "gnubg" / "m03_std_3.mat"))]
    for make in (matches_table, games_table, findings_table):
        assert list(make([]).dtypes.items()) == list(make(files).dtypes.items())
    assert str(games_table(files).dtypes["points"]) == "Int64"
    full = tables(FIXTURES / "gnubg" / "m03_std_3.mat")
    assert list(full.games.dtypes.items()) == list(games_table([]).dtypes.items())
    for frame in (collect([]).frame(), full.actions):
        assert {name: str(kind) for name, kind in frame.dtypes.items()} == TYPES
    assert list(full.actions["kind"].cat.categories) == list(KINDS)


def test_matches_and_games(small: bganalyze.Tables) -> None:
    """What the header and the actions say."""
    (match,) = rows(small.matches)
    assert (match["event"], match["round"], match["date"], match["site"]) == ("Open", "Final", "2024-02-03", "Nice")
    (game,) = rows(small.games)
    assert game["match_id"] == match["match_id"] is not None
    assert [game[k] for k in ("doubles", "takes", "drops", "beavers", "post_crawford")] == [1, 0, 1, 0, False]
    assert (game["result"], game["points"], game["winner"], game["cube"], game["cube_owner"]) == ("drop", 1, 0, 1, None)
    assert small.findings["code"].tolist() == ["BG506"]  # the match goes on


def test_actions_of_a_game_worked_by_hand(small: bganalyze.Tables) -> None:
    """Every column of five actions. A unit of equity is 0.07732 of the match: (0.57732 - 0.42268) / 2."""
    first, second, double, drop, end = rows(small.actions)
    assert [row["kind"] for row in (first, second, double, drop, end)] == ["play", "play", "double", "drop", "end"]
    expected = {
        "game": 1, "move": 1, "player": 0, "die_1": 3, "die_2": 1, "play": "24/23 13/10",
        "position_before": "4HPwATDgc/ABMA", "cube": 1, "cube_owner": None, "pips_0": 167, "pips_1": 167,
        "legal": True, "code": None, "hits": 0, "forced": False, "n_plays": None,
        "eq_played": -0.05, "eq_best": 0.2, "best_play": "8/5 6/5", "win": 0.5, "win_g": 0.1, "win_bg": 0.02,
        "lose_g": 0.2, "lose_bg": 0.015, "cube_nd": None, "cube_error": None, "engine": "gnubg 2-ply",
    }  # fmt: skip
    assert {key: first[key] for key in expected} == expected
    assert first["error_emg"] == pytest.approx(0.25) and first["error_mwc"] == pytest.approx(0.25 * 0.07732)
    assert first["luck_emg"] == pytest.approx(0.3) and first["luck_mwc"] == pytest.approx(0.3 * 0.07732)
    # 24/18/14: nothing else was considered, and White's two blots are not hit.
    assert (second["player"], second["play"], second["forced"], second["hits"]) == (1, "24/14", True, 0)
    assert (second["pips_0"], second["pips_1"], second["engine"]) == (163, 167, "gnubg 0-ply")
    assert (second["error_emg"], second["best_play"]) == (0.0, "24/14")
    assert (double["move"], double["player"], double["cube"], double["play"]) == (2, 0, 1, None)
    assert (double["cube_nd"], double["cube_dt"], double["cube_dp"]) == (
        pytest.approx(0.8, abs=1e-5),
        pytest.approx(1.1, abs=1e-5),
        1.0,
    )
    assert (double["cube_error"], double["cube_class"], double["legal"]) == (0.0, None, True)
    assert (drop["player"], drop["cube_error"], drop["cube_class"], drop["legal"]) == (1, 0.0, None, True)
    assert (double["pips_0"], double["pips_1"]) == (163, 157)
    assert (end["player"], end["legal"], end["cube_nd"]) == (0, None, None)


def test_an_illegal_play_and_a_hit() -> None:
    """The code of the finding stands at its action; hits are counted."""
    found = tables(FIXTURES / "damaged" / "illegal-play-that-cannot-be-made.mat")
    wrong = found.actions[found.actions["legal"].eq(False)]
    errors = found.findings[found.findings["severity"] == "error"]
    assert wrong["code"].tolist() == errors["code"].tolist()[: len(wrong)]
    assert wrong["position_before"].tolist() == [i.partition(":")[0] for i in errors["gnu_id"]][: len(wrong)]
    actions = tables(FIXTURES / "gnubg" / "m03_std_3.mat").actions
    plays = actions[actions["kind"] == "play"]
    assert (plays["hits"] == plays["play"].astype("string").str.count(r"\*")).all()


@pytest.mark.parametrize("name", ["m03_std_3", "m03_hyper2", "m03_nack", "s_jacoby_beaver3_0"])
def test_positions_and_pip_counts_of_all_rows(name: str) -> None:
    """Made for all rows at once, they are those that are made one by one."""
    source = open_file(str(FIXTURES / "gnubg" / f"{name}.mat"))
    assert source.record is not None and source.traced is not None
    table = collect([source]).frame()
    followed = follow(source.record)
    whats = source.record.actions.what
    moments = [m for game in followed[0].games for m in game if whats[m.index].kind != act.REMARK]
    assert len(moments) == len(table) > 15
    for moment, row in zip(moments, rows(table), strict=True):
        assert moment.before is not None
        assert row["position_before"] == encode_position(moment.before)
        own, other = moment.before.pips()
        assert (row["pips_0"], row["pips_1"]) == ((own, other) if moment.seat == 0 else (other, own))


def test_the_notes_of_the_replay_say_what_following_says(gnubg_fixtures: Path) -> None:
    """Two ways to the same rows: notes of the one replay of a check, and each action looked at by itself."""
    folders = (FIXTURES, gnubg_fixtures / "raw")
    fast, slow = [], []
    for path in sorted(str(p) for folder in folders for p in folder.rglob("*") if p.is_file()):
        noted, seen = open_file(path), open_file(path, traced=False)
        fast.append(noted)
        slow.append(seen)
        one = check_file(path, hashed=False)
        assert noted.checked.findings == seen.checked.findings == one.findings
        assert noted.checked.matches == one.matches
    assert sum(source.traced is not None for source in fast) > 80
    a, b = collect(fast), collect(slow)
    assert not a.crashes and not b.crashes and a.counts() == b.counts()
    pd.testing.assert_frame_equal(a.frame(), b.frame())


def test_legal_plays_are_counted_on_demand() -> None:
    """The opening 31 has 16 plays, as GNU Backgammon lists them; a dance has none and is forced."""
    path = FIXTURES / "situations" / "dance.mat"
    asked = tables(path, n_plays=True).actions
    plays = asked[asked["kind"] == "play"]
    assert plays["n_plays"].notna().all()
    assert (plays["forced"] == (plays["n_plays"] < 2)).all()
    dances = plays[plays["play"] == ""]
    assert len(dances) and (dances["n_plays"] == 0).all()
    unasked = tables(path).actions
    assert unasked["n_plays"].isna().all()
    assert (unasked[unasked["play"] == ""]["forced"] == True).all()  # noqa: E712


def test_a_match_has_one_id_in_every_format(gnubg_fixtures: Path) -> None:
    """Also with the players on the other sides; another match has another one."""
    raw = gnubg_fixtures / "raw"
    ids = {}
    for name in ("m03_std_3", "m05_std_2", "m07_nack", "s_hyper3", "m05_nocube", "s_nojacoby_beaver1"):
        pair = tables([raw / f"{name}.sgf", raw / f"{name}.mat"]).matches["match_id"].tolist()
        assert pair[0] == pair[1], name
        ids[pair[0]] = name
    assert len(ids) == 6


def test_the_same_match_with_the_sides_exchanged(tmp_path: Path) -> None:
    """The hash is that of what was played, not of who sat where."""
    left = "\n".join(
        (
            " 3 point match",
            " Game 1",
            " Ann : 0                         Ben : 0",
            "  1) 31: 8/5 6/5                  42: 8/4 6/4",
            "",
        )
    )
    right = "\n".join(
        (
            " 3 point match",
            " Game 1",
            " Ben : 0                         Ann : 0",
            "  1)                              31: 8/5 6/5",
            "  2) 42: 8/4 6/4",
            "",
        )
    )
    paths = [tmp_path / "a.mat", tmp_path / "b.mat"]
    for path, text in zip(paths, (left, right), strict=True):
        path.write_text(text, encoding="utf-8")
    found = tables(paths)
    assert found.matches["match_id"].nunique() == 1 and len(found.matches) == 2
    assert found.matches["player_0"].tolist() == ["Ann", "Ben"]


def test_sums_are_those_that_gnubg_prints(gnubg_fixtures: Path) -> None:
    """The columns of a match add up to the printed statistics of ``match-a`` (5 points, four games)."""
    path = gnubg_fixtures.parent / "specs" / "vectors" / "match-a.sgf"
    actions = tables(path).actions
    sums = actions.groupby("player")[
        ["error_emg", "error_mwc", "luck_emg", "luck_mwc", "cube_error", "cube_error_mwc"]
    ].sum()
    printed = {
        0: (5.327, 0.53508, 2.921, 0.33050, 1.787, 0.15917),
        1: (4.456, 0.57469, -0.929, -0.10080, 1.502, 0.14545),
    }
    for player, values in printed.items():
        for ours, theirs in zip(sums.loc[player], values, strict=True):
            assert ours == pytest.approx(theirs, abs=0.000505)
    classes = actions.groupby(["player", "cube_class"], observed=True).size()
    assert classes[0].to_dict() == {
        "missed double below cash point": 7,
        "missed double above cash point": 5,
        "wrong take": 1,
    }
    assert classes[1].to_dict() == {
        "missed double below cash point": 5,
        "wrong double above too good point": 1,
        "wrong take": 1,
    }
    assert (actions["kind"] == "take").sum() == 3 and (actions["kind"] == "double").sum() == 3


def test_files_and_folders(tmp_path: Path) -> None:
    """A folder is walked; what cannot be read is a finding where it was named."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "small.sgf").write_text(GAME, encoding="utf-8")
    (tmp_path / "in" / "notes.txt").write_text("nothing of the kind", encoding="utf-8")
    (tmp_path / "in" / ".hidden.sgf").write_text(GAME, encoding="utf-8")
    found = tables(tmp_path / "in")
    assert len(found.matches) == 1 and found.actions["match"].tolist() == [1] * 5
    missing = tables([str(tmp_path / "nowhere.mat"), tmp_path / "in" / "small.sgf"])
    assert missing.findings["code"].tolist() == ["BG506", "BG001"] and len(missing.matches) == 1


def test_a_crash_stops_no_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file on which we fail ourselves leaves no rows in the table of actions, and the others stay whole."""
    import bganalyze.reports.rows as module

    paths = [tmp_path / f"{name}.sgf" for name in "abc"]
    for path in paths:
        path.write_text(GAME, encoding="utf-8")
    whole = module.Rows._judgement

    calls = []

    def failing(self: module.Rows, *args: object) -> None:
        calls.append(0)
        if len(calls) == 7:  # the third action of the second file; results have no judgement
            raise RuntimeError("broken")
        whole(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(module.Rows, "_judgement", failing)
    found = tables(paths)
    assert found.actions["path"].tolist() == [str(paths[0])] * 5 + [str(paths[2])] * 5
    assert found.actions["eq_best"].dropna().tolist() == [0.2, -0.3] * 2
    crashed = found.findings[found.findings["code"] == "BG901"]
    assert crashed["path"].tolist() == [str(paths[1])] and "broken" in crashed["message"].iloc[0]


def test_the_package_imports_no_pandas_before_it_is_needed() -> None:
    """``bganalyze.tables`` is there, and only its use loads the library."""
    program = (
        "import sys, bganalyze\n"
        "assert 'tables' in bganalyze.__all__\n"
        "assert 'pandas' not in sys.modules and 'numpy' not in sys.modules\n"
        "import bganalyze.analysis.gnubg_statistics\n"
        "assert callable(bganalyze.tables)\n"
        "assert 'pandas' not in sys.modules and 'numpy' not in sys.modules\n"
        "bganalyze.tables([])\n"
        "assert 'pandas' in sys.modules\n"
        "try:\n    bganalyze.nothing\nexcept AttributeError:\n    print('good')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "good"
