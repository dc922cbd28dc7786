"""``bganalyze check`` as a user runs it: exit status, selection, formats, paths."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"

CLEAN = """ 1 point match

 Game 1
 Alice : 0                      Bob : 0
  1) 31: 8/5 6/5                42: 8/4 6/4
      Wins 1 point
"""
ILLEGAL = CLEAN.replace("8/4 6/4", "8/4 6/5")
FALSE_STAR = CLEAN.replace("8/5 6/5", "8/5 6/5*")


def run(*args: str | Path, stdin: bytes = b"", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run the command line."""
    command = [sys.executable, "-m", "bganalyze", *map(str, args)]
    return subprocess.run(command, capture_output=True, input=stdin, cwd=cwd, check=False, timeout=120)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a clean record, a damaged one and a file that is no record."""
    (tmp_path / "clean.mat").write_text(CLEAN)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "illegal.txt").write_text(ILLEGAL)
    (tmp_path / "notes.txt").write_text("nothing to see\n")
    return tmp_path


def test_exit_0_when_nothing_is_found(tmp_path: Path) -> None:
    """A clean record."""
    (tmp_path / "a.mat").write_text(CLEAN)
    done = run("check", tmp_path / "a.mat")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == "1 file, 1 game: 1 checked to the end; 0 errors, 0 warnings, 0 notes\n"


def test_exit_1_at_the_fail_level(tmp_path: Path) -> None:
    """Errors fail by default; warnings with --fail-on warning; nothing with --exit-zero."""
    (tmp_path / "a.mat").write_text(ILLEGAL)
    (tmp_path / "b.mat").write_text(FALSE_STAR)
    assert run("check", tmp_path / "a.mat").returncode == 1
    assert run("check", tmp_path / "a.mat", "--exit-zero").returncode == 0
    assert run("check", tmp_path / "b.mat").returncode == 0
    assert run("check", tmp_path / "b.mat", "--fail-on", "warning").returncode == 1


def test_exit_2_for_usage(tmp_path: Path) -> None:
    """Nothing matched, unknown options, rules and codes."""
    (tmp_path / "a.mat").write_text(CLEAN)
    record = tmp_path / "a.mat"
    for args in (
        [tmp_path / "missing.mat"],
        [tmp_path / "*.nothing"],
        [record, "--rules", "tavla"],
        [record, "--set", "jacobi=on"],
        [record, "--set", "beavers=many"],
        [record, "--select", "BG77"],
        [record, "--output-format", "xml"],
        [record, "--output", tmp_path / "no" / "where.txt"],
    ):
        done = run("check", *args)
        assert done.returncode == 2, args
        assert done.stderr and b"Traceback" not in done.stderr, args


def test_usage_errors_name_the_field(tmp_path: Path) -> None:
    """The message says which rule is not known, and which there are."""
    (tmp_path / "a.mat").write_text(CLEAN)
    message = run("check", tmp_path / "a.mat", "--set", "jacobi=on").stderr.decode()
    assert "jacobi" in message and "jacoby" in message


def test_an_empty_folder(tmp_path: Path) -> None:
    """No record: status 2, unless that is allowed."""
    assert run("check", tmp_path).returncode == 2
    assert run("check", tmp_path, "--allow-empty").returncode == 0
    (tmp_path / "notes.txt").write_text("nothing to see\n")
    assert run("check", tmp_path).returncode == 2


def test_a_folder_is_walked_and_content_decides(folder: Path) -> None:
    """Records are found whatever their extension; other files are counted."""
    done = run("check", folder, "--output-format", "json")
    document = json.loads(done.stdout)
    assert done.returncode == 1
    assert [Path(f["path"]).name for f in document["files"]] == ["clean.mat", "illegal.txt"]
    assert document["summary"]["files_ignored"] == 1
    assert [f["code"] for f in document["findings"]] == ["BG303"]


def test_a_named_file_that_is_no_record(folder: Path) -> None:
    """Named explicitly it is a finding, and the others are still checked."""
    done = run("check", folder / "notes.txt", folder / "clean.mat", folder / "gone.mat", "--output-format", "json")
    document = json.loads(done.stdout)
    assert done.returncode == 1
    assert {f["code"]: Path(f["path"]).name for f in document["findings"]} == {
        "BG001": "gone.mat",
        "BG002": "notes.txt",
    }
    assert document["summary"]["files"] == 3 and document["summary"]["files_failed"] == 2
    assert document["summary"]["games_checked"] == 1


def test_globs(folder: Path) -> None:
    """A glob that the shell did not expand."""
    document = json.loads(run("check", f"{folder}/**/*.txt", "--output-format", "json").stdout)
    assert [Path(f["path"]).name for f in document["files"]] == ["notes.txt", "illegal.txt"]


def test_standard_input() -> None:
    """``-`` reads one record; its path is ``-``."""
    done = run("check", "-", stdin=ILLEGAL.encode())
    assert done.returncode == 1
    assert done.stdout.startswith(b"-:5:41: BG303 error: game 1, move 1, Bob: 42: 8/4 6/5: step 6/5 moves 1 point")


def test_select_and_ignore(tmp_path: Path) -> None:
    """By code, beginning and name; the summary counts what is shown."""
    (tmp_path / "a.mat").write_text(ILLEGAL.replace("8/5 6/5", "8/5 6/5*"))

    def codes(*args: str) -> list[str]:
        done = run("check", tmp_path / "a.mat", "--output-format", "json", *args)
        document = json.loads(done.stdout)
        counts = document["summary"]
        assert counts["errors"] + counts["warnings"] + counts["notes"] == len(document["findings"])
        return [f["code"] for f in document["findings"]]

    assert codes() == ["BG311", "BG303"]
    assert codes("--select", "BG303") == ["BG303"]
    assert codes("--select", "hit-mark") == ["BG311"]
    assert codes("--ignore", "BG3") == []
    assert codes("--select", "BG3", "--ignore", "BG311") == ["BG303"]
    assert run("check", tmp_path / "a.mat", "--ignore", "BG303").returncode == 0


def test_follow_ups_need_all(tmp_path: Path) -> None:
    """A checker left on the bar is told once; its consequences with --all."""
    record = """ 5 point match

 Game 1
 Alice : 0                      Bob : 0
  1) 21: 13/11 6/5              42: 24/20* 8/6
  2) 43: 13/9 13/10             31: 8/5 6/5
  3) 31: 6/3 6/5                42: 8/4 6/4
"""
    (tmp_path / "a.mat").write_text(record)

    def lines(*args: str) -> list[tuple[str, int]]:
        document = json.loads(run("check", tmp_path / "a.mat", "--output-format", "json", *args).stdout)
        return [(f["code"], f["line"]) for f in document["findings"] if f["severity"] == "error"]

    assert lines() == [("BG304", 6)]
    assert lines("--all")[0] == ("BG304", 6)
    assert ("BG304", 7) in lines("--all")


def test_statistics(folder: Path) -> None:
    """The number of findings a code; on stderr where the output is for machines."""
    done = run("check", folder, "--statistics")
    assert done.stdout.decode().splitlines()[-1].split() == ["1", "BG303", "step-matches-no-die"]
    done = run("check", folder, "--statistics", "--output-format", "json")
    json.loads(done.stdout)
    assert b"BG303 step-matches-no-die" in done.stderr


def test_output_file(folder: Path, tmp_path: Path) -> None:
    """``--output`` gets what would have been printed."""
    target = tmp_path / "out.json"
    assert run("check", folder, "--output-format", "json", "--output", target).stdout == b""
    assert json.loads(target.read_bytes())["summary"]["files"] == 2


@pytest.mark.parametrize("output_format", ["concise", "full", "json", "jsonl"])
def test_any_number_of_jobs_gives_the_same_bytes(output_format: str) -> None:
    """Processes change nothing."""
    args = ("check", FIXTURES, "--output-format", output_format, "--exit-zero", "--all")
    one = run(*args)
    assert one.stdout
    assert run(*args, "--jobs", "3").stdout == one.stdout


def test_jsonl(folder: Path) -> None:
    """One object a finding, then the summary."""
    lines = [json.loads(line) for line in run("check", folder, "--output-format", "jsonl").stdout.splitlines()]
    assert [line["code"] for line in lines[:-1]] == ["BG303"]
    assert lines[-1]["summary"]["errors"] == 1


def test_json_document_has_every_key() -> None:
    """The keys that scripts rely on, in the document, a match, a game and a finding."""
    document = json.loads(run("check", FIXTURES / "damaged", "--output-format", "json").stdout)
    assert list(document) == ["schema", "tool", "files", "findings", "summary"]
    assert document["schema"] == 1 and document["tool"]["name"] == "bganalyze"
    files = {Path(f["path"]).name: f for f in document["files"]}
    file = files["wrong-points.mat"]
    assert list(file) == ["path", "format", "dialect", "encoding", "sha256", "matches"]
    assert (file["format"], file["encoding"], len(file["sha256"])) == ("mat", "utf-8", 64)
    (match,) = file["matches"]
    assert list(match) == [
        "number", "length", "players", "score", "winner", "complete", "rules", "crawford", "jacoby", "beavers",
        "cube_limit", "header", "games",
    ]  # fmt: skip
    (game,) = match["games"]
    assert game == {
        "number": 1,
        "score_before": [0, 0],
        "crawford": False,
        "winner": 1,
        "result": "drop",
        "points": 2,
        "declared_winner": 1,
        "declared_points": 4,
        "cube": 2,
        "cube_owner": 1,
        "plies": 3,
        "checked": "full",
        "last": {"gnu_id": game["last"]["gnu_id"], "on_roll": 1, "dice": None},
    }
    finding = next(f for f in document["findings"] if f["code"] == "BG303")
    assert finding == {
        "code": "BG303",
        "name": "step-matches-no-die",
        "severity": "error",
        "path": str(FIXTURES / "damaged" / "club-night.mat"),
        "match": 1,
        "game": 1,
        "move": 2,
        "player": 1,
        "player_name": "Bob",
        "line": 5,
        "column": 43,
        "end_column": 46,
        "offset": None,
        "roll": [2, 1],
        "play": "13/11 6/4",
        "gnu_id": finding["gnu_id"],
        "message": "21: 13/11 6/4: step 6/4 moves 2 points; the die left is 1",
        "fingerprint": finding["fingerprint"],
    }
    assert len(finding["fingerprint"]) == 16


def test_fingerprints_survive_inserted_lines(tmp_path: Path) -> None:
    """A comment above the fault moves it; the fingerprint stays."""
    before, after = tmp_path / "a.mat", tmp_path / "b.mat"
    before.write_text(ILLEGAL)
    after.write_text("; a comment\n\n" + ILLEGAL)
    prints = [
        json.loads(run("check", path, "--output-format", "json").stdout)["findings"][0] for path in (before, after)
    ]
    assert prints[0]["line"] != prints[1]["line"]
    assert prints[0]["fingerprint"] == prints[1]["fingerprint"]


def test_full_output_points_at_the_step(tmp_path: Path) -> None:
    """Source line, caret under the step, the board before the play, the legal plays and the closest one."""
    (tmp_path / "a.mat").write_text(ILLEGAL)
    lines = run("check", tmp_path / "a.mat", "--output-format", "full").stdout.decode().splitlines()
    assert lines[1] == "  5 |   1) 31: 8/5 6/5                42: 8/4 6/5"
    assert lines[2].index("^") == lines[1].index("6/5", 40)
    assert any("X: 167 pips" in line for line in lines)
    assert any(line.startswith("  legal plays (") for line in lines)
    assert "  closest legal play: 8/4 6/4" in lines


def test_a_closed_pipe_is_no_crash() -> None:
    """``bganalyze ... | head -1``."""
    script = f"{sys.executable} -m bganalyze check {FIXTURES} --output-format full --exit-zero | head -1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, check=False, timeout=60)
    assert b"Traceback" not in done.stderr
