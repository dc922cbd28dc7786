"""Written tables hold the rows of the frames, in every format, for any number of processes."""

from __future__ import annotations

import importlib
import json
import sqlite3
import types
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner, Result

import bganalyze
from bganalyze import bulk
from bganalyze.analysis.gnubg_statistics import match_sums
from bganalyze.cli.main import cli
from bganalyze.pipeline import follow
from bganalyze.reports import writers
from bganalyze.reports.schema import MEANINGS, SCHEMAS, schema_lines

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
FOLDERS = [str(FIXTURES / "gnubg"), str(FIXTURES / "situations")]
NAMES = ("matches", "games", "actions", "findings", "players")


def run(*arguments: str | Path) -> Result:
    """``bganalyze tables``."""
    return CliRunner().invoke(cli, ["tables", *map(str, arguments)])


def plain(frame: pd.DataFrame) -> list[tuple[object, ...]]:
    """Rows with ``None`` for what is missing, and without the order of types."""
    values = frame.astype(object)
    return list(values.where(values.notna(), None).itertuples(index=False, name=None))


@pytest.fixture(scope="module")
def whole() -> bganalyze.Tables:
    """The tables in memory."""
    return bganalyze.tables(FOLDERS)


@pytest.mark.parametrize("size", [1 << 30, 20_000])
def test_parquet_gives_back_equal_frames(
    size: int, whole: bganalyze.Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one batch and in many."""
    monkeypatch.setattr(bulk, "BATCH_BYTES", size)
    assert run(*FOLDERS, "--out", tmp_path, "--exit-zero").exit_code == 0
    assert len(list(tmp_path.iterdir())) == 5
    import pyarrow.parquet as pq

    assert (pq.ParquetFile(tmp_path / "actions.parquet").num_row_groups > 3) == (size < 1 << 30)
    for name in NAMES:
        pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / f"{name}.parquet"), getattr(whole, name))


def test_parquet_without_an_analysis(tmp_path: Path) -> None:
    """Columns in which everything is missing come back with their types too."""
    assert run(FOLDERS[1], "--out", tmp_path, "--exit-zero").exit_code == 0
    actions = bganalyze.tables(FOLDERS[1]).actions
    assert actions["engine"].isna().all()
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "actions.parquet"), actions)


def test_every_format_has_the_same_rows(whole: bganalyze.Tables, tmp_path: Path) -> None:
    """Text, objects, two databases and a workbook."""
    import duckdb
    import openpyxl

    for form in ("csv", "jsonl", "sqlite", "duckdb", "xlsx"):
        done = run(*FOLDERS, "--out", tmp_path, "--format", form, "--exit-zero")
        assert done.exit_code == 0, (form, done.output)
    one = sqlite3.connect(tmp_path / "tables.sqlite")
    two = duckdb.connect(str(tmp_path / "tables.duckdb"), read_only=True)
    book = openpyxl.load_workbook(tmp_path / "tables.xlsx", read_only=True)
    for name in NAMES:
        frame: pd.DataFrame = getattr(whole, name)
        rows = plain(frame)
        columns = list(frame.columns)
        lines = (tmp_path / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
        assert [tuple(json.loads(line).values()) for line in lines] == rows
        assert one.execute(f"select * from {name}").fetchall() == rows
        assert two.execute(f"select * from {name}").fetchall() == rows
        read = pd.read_csv(
            tmp_path / f"{name}.csv", dtype=dict(SCHEMAS[name]), keep_default_na=False,
            na_values=[""],
        )  # fmt: skip
        assert list(read.columns) == columns and len(read) == len(rows)
        cells = list(book[name].iter_rows(values_only=True))
        assert list(cells[0]) == columns and len(cells) == len(rows) + 1
    one.close()
    two.close()
    book.close()


def test_the_files_are_the_same_for_any_number_of_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Byte by byte."""
    monkeypatch.setattr(bulk, "BATCH_BYTES", 20_000)
    for jobs in ("1", "4"):
        assert run(*FOLDERS, "--out", tmp_path / jobs, "--exit-zero", "--jobs", jobs).exit_code == 0
    for name in NAMES:
        one, four = (tmp_path / jobs / f"{name}.parquet" for jobs in ("1", "4"))
        assert one.read_bytes() == four.read_bytes()


def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A usage error that says what to install."""

    def missing(name: str) -> types.ModuleType:
        raise ImportError(name)

    monkeypatch.setattr(writers, "import_module", missing)
    for form, need in (("parquet", "pyarrow"), ("duckdb", "duckdb"), ("xlsx", "openpyxl")):
        done = run(FOLDERS[0], "--out", tmp_path, "--format", form)
        assert done.exit_code == 2
        assert f"the format {form} needs {need}: pip install 'bganalyze[tables]'" in done.output
    assert run(FIXTURES / "gnubg" / "m03_std_3.mat", "--out", tmp_path, "--format", "csv").exit_code == 0
    assert importlib.import_module("pyarrow")


def test_nothing_selected(tmp_path: Path) -> None:
    """Exit 2 with a sentence, and no files; with ``--allow-empty`` empty tables of the same types."""
    done = run(tmp_path / "nowhere", "--out", tmp_path / "out")
    assert done.exit_code == 2 and "no path matched anything" in done.output
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "notes.txt").write_text("no record", encoding="utf-8")
    done = run(tmp_path / "in", "--out", tmp_path / "out")
    assert done.exit_code == 2 and "no file that is a match record was found" in done.output
    assert not list((tmp_path / "out").iterdir())
    for arguments in ([tmp_path / "in"], [tmp_path / "nowhere"]):
        assert run(*arguments, "--out", tmp_path / "out", "--allow-empty").exit_code == 0
        for name in NAMES:
            frame = pd.read_parquet(tmp_path / "out" / f"{name}.parquet")
            assert not len(frame)
            assert {column: str(kind) for column, kind in frame.dtypes.items()} == SCHEMAS[name]


def test_the_exit_status_is_that_of_a_check(tmp_path: Path) -> None:
    """Errors make 1; options of the rules reach the check."""
    damaged = FIXTURES / "damaged" / "club-night.mat"
    assert run(damaged, "--out", tmp_path).exit_code == 1
    assert run(damaged, "--out", tmp_path, "--exit-zero").exit_code == 0
    assert run(damaged, "--out", tmp_path, "--rules", "nothing").exit_code == 2
    done = run(damaged, "--out", tmp_path, "--exit-zero", "--set", "beavers=3", "--n-plays")
    assert done.exit_code == 0
    actions = pd.read_parquet(tmp_path / "actions.parquet")
    assert actions[actions["kind"] == "play"]["n_plays"].notna().all()


def test_too_many_rows_for_a_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence, and no half workbook."""
    monkeypatch.setattr(writers, "MOST_SHEET_ROWS", 5)
    done = run(FIXTURES / "gnubg" / "m03_std_3.mat", "--out", tmp_path, "--format", "xlsx")
    assert done.exit_code == 2 and "choose another format" in done.output
    assert not list(tmp_path.iterdir())


def test_players(tmp_path: Path) -> None:
    """Sums by the name as written, or as an alias file has it; two players of one name in a match stay two."""
    head = " 1 point match\n Game 1\n Ann : 0                         {} : 0\n"
    plays = "  1) 31: 8/5 6/5                  42: 8/4 6/4\n      Wins 1 point\n"
    for at, name in enumerate(("Ben", "Cy ", "ben")):
        (tmp_path / f"{at}.mat").write_text(head.format(name) + plays, encoding="utf-8")
    shown = [
        "name",
        "matches",
        "wins",
        "points",
        "points_lost",
        "games",
        "games_won",
        "games_lost",
        "rolls",
        "win_share",
    ]
    expected = [
        ("Ann", 3, 3, 3, 0, 3, 3, 0, 3, 1.0),
        ("Ben", 1, 0, 0, 1, 1, 0, 1, 1, 0.0),
        ("Cy", 1, 0, 0, 1, 1, 0, 1, 1, 0.0),
        ("ben", 1, 0, 0, 1, 1, 0, 1, 1, 0.0),
    ]
    players = bganalyze.tables(tmp_path).players
    assert plain(players[shown]) == expected
    assert players["points_per_game"].tolist() == [1.0, -1.0, -1.0, -1.0]
    assert players[["unforced", "pr", "luck"]].isna().all(axis=None)
    (tmp_path / "names.toml").write_text('[aliases]\n"Benjamin" = ["Ben"]\n"Ann" = ["Cy"]\n', encoding="utf-8")
    out = tmp_path / "out"
    arguments = ["tables", str(tmp_path), "--out", str(out), "--aliases", str(tmp_path / "names.toml"), "--exit-zero"]
    assert CliRunner().invoke(cli, arguments).exit_code == 0
    written = pd.read_parquet(out / "players.parquet")
    assert written["name"].tolist() == ["Ann", "Ann (player 0)", "Ann (player 1)", "Benjamin"]
    assert written["matches"].tolist() == [2, 1, 1, 2]


def test_players_of_an_analysed_match(gnubg_fixtures: Path) -> None:
    """Sums and rates are those of GNU Backgammon's statistics of the match."""
    path = gnubg_fixtures / "analysed" / "m03_std_3.0ply.sgf"
    record = bganalyze.read(str(path))
    sums = match_sums(record, follow(record)[0])
    players = bganalyze.tables(path).players.set_index("name")
    assert len(players) == 2
    for name, side, other in zip(sums.names, sums.sides, sums.sides[::-1], strict=True):
        row = players.loc[name]
        assert (row["rolls"], row["unforced"], row["close_cubes"]) == (side.moves, side.unforced, side.close)
        assert (row["doubles"], row["takes"], row["drops"]) == (side.doubles, side.takes, side.passes)
        assert row["error_chequer"] == pytest.approx(side.errors.emg)
        error = side.errors.emg + side.cube_error().emg
        assert row["gnu_rate"] == pytest.approx(1000 * error / (side.unforced + side.close))
        assert row["pr"] == pytest.approx(row["gnu_rate"] / 2)
        assert row["snowie_rate"] == pytest.approx(1000 * error / (side.moves + other.moves))
        assert row["luck"] == pytest.approx(side.luck.emg)


def test_every_column_has_a_meaning(whole: bganalyze.Tables) -> None:
    """The list of columns, the frames and the meanings agree."""
    assert list(SCHEMAS) == list(MEANINGS) == list(NAMES)
    for name in NAMES:
        frame: pd.DataFrame = getattr(whole, name)
        assert {column: str(kind) for column, kind in frame.dtypes.items()} == SCHEMAS[name]
        assert list(SCHEMAS[name]) == list(MEANINGS[name]) == list(frame.columns)
        assert all(text.endswith(".") for text in MEANINGS[name].values())
    done = CliRunner().invoke(cli, ["list", "tables"])
    assert done.exit_code == 0 and len(done.output.splitlines()) == len(schema_lines())
    assert "actions.hits" in done.output


def test_the_page_of_the_tables(whole: bganalyze.Tables) -> None:
    """It is made of the frames' own columns and types, every one."""
    page = CliRunner().invoke(cli, ["explain", "tables"]).output
    for name in NAMES:
        section = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        cells = [line.split(" | ") for line in section.splitlines() if line.startswith("| `")]
        frame: pd.DataFrame = getattr(whole, name)
        assert [(row[0].strip("| `"), row[1]) for row in cells] == [(c, str(kind)) for c, kind in frame.dtypes.items()]
