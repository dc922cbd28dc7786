"""``bganalyze show`` as a user runs it."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
CLUB_NIGHT = "fixtures/damaged/club-night.mat"
START = "4HPwATDgc/ABMA"


def run(*args: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in the repository's folder."""
    command = [sys.executable, "-m", "bganalyze", "show", *args]
    return subprocess.run(
        command,
        capture_output=True,
        encoding="utf-8",
        input=stdin,
        check=False,
        timeout=60,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )


def test_record() -> None:
    """A file is listed, with findings and the last board; findings do not change the exit status."""
    done = run(CLUB_NIGHT)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Match 1: Alice (O) - Bob (X), 3 points match, rules: backgammon"
    assert "   2 X Bob    21: 13/11 6/4" in lines
    assert sum(line.startswith(" GNU Backgammon") for line in lines) == 1


def test_boards_and_selection() -> None:
    """A board an action; one move alone."""
    assert run(CLUB_NIGHT, "--boards").stdout.count("GNU Backgammon  Position ID") == 5
    one = run(CLUB_NIGHT, "--match", "1", "--game", "1", "--move", "2").stdout
    assert one.count("GNU Backgammon  Position ID") == 2
    assert "Move 2: Bob rolls 21: 13/11 6/4" in one
    assert "BG303 error" in one


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--game", "4"), "there is no game 4; the file has only game 1"),
        (("--match", "3"), "there is no match 3; the file has only match 1"),
        (("--move", "12"), "there is no move 12; the games have the moves 1 to 2"),
    ],
)
def test_nothing_of_that_number(options: tuple[str, ...], sentence: str) -> None:
    """Exit status 2, a sentence that says what there is, and nothing on standard output."""
    done = run(CLUB_NIGHT, *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"Error: {CLUB_NIGHT}: {sentence}\n" in done.stderr


def test_id() -> None:
    """Any form of an ID is one board, in plain ASCII."""
    done = run(f"{START}:cIkmAQAAAAAE")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert done.stdout.splitlines()[1:4] == [
        "                 Match ID   : cIkmAQAAAAAE",
        " +13-14-15-16-17-18------19-20-21-22-23-24-+     O:",
        " | X           O    |   | O              X |     0 points",
    ]
    xgid = run("XGID=-b----E-C---eE---c-e----B-:0:0:1:51:0:0:0:9:10").stdout
    assert xgid.splitlines()[2:] == done.stdout.splitlines()[2:]
    assert "Match ID" not in run(START).stdout


def test_unicode_whatever_the_terminal_speaks() -> None:
    """``--unicode`` writes UTF-8 even where the language has no such characters."""
    done = run(START, "--unicode", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "│ ●           ○    │   │ ○              ● │" in done.stdout


def test_no_file_and_no_id() -> None:
    """Exit status 2: what was wrong with both readings."""
    done = run("nowhere.mat")
    assert done.returncode == 2
    assert "nowhere.mat: no such file, and no ID: column 8: '.' is not" in done.stderr
    done = run("cIkmAQAAAAAE")
    assert done.returncode == 2
    assert "a match ID has no position" in done.stderr
    done = run(START, "--game", "1")
    assert done.returncode == 2
    assert "an ID is one position" in done.stderr
    done = run("fixtures")
    assert done.returncode == 2
    assert "fixtures: a folder; one file is shown at a time" in done.stderr


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        (b"", "BG003 error: the file is empty"),
        (b"hello\n", "BG002 error: no format this version reads is recognised in it"),
        (b"\x1f\x8bhello", "BG00"),
    ],
)
def test_unreadable(tmp_path: Path, content: bytes, finding: str) -> None:
    """Exit status 1, and on standard error the finding that 'check' gives."""
    path = tmp_path / "x.mat"
    path.write_bytes(content)
    done = run(str(path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{path}: {finding}")
    checked = [sys.executable, "-m", "bganalyze", "check", str(path)]
    said = subprocess.run(checked, capture_output=True, encoding="utf-8", check=False, timeout=60).stdout
    assert done.stderr.splitlines()[0] == said.splitlines()[0]


def test_too_large(tmp_path: Path) -> None:
    """A file above the limit is not read."""
    path = tmp_path / "big.mat"
    with path.open("wb") as file:
        file.truncate((32 << 20) + 1)
    done = run(str(path))
    assert done.returncode == 1
    assert "BG005" in done.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes by name here")
def test_pipe_by_name_is_not_waited_for(tmp_path: Path) -> None:
    """A named pipe without a writer does not hang the command."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    done = run(str(path))
    assert done.returncode == 1
    assert "BG001" in done.stderr


def test_standard_input_and_compressed_files(tmp_path: Path) -> None:
    """``-`` and gzip give the same lines as the file."""
    text = (ROOT / CLUB_NIGHT).read_text(encoding="utf-8")
    plain = run(CLUB_NIGHT).stdout
    assert run("-", stdin=text).stdout == plain
    path = tmp_path / "x.mat.gz"
    path.write_bytes(gzip.compress(text.encode("utf-8")))
    assert run(str(path)).stdout == plain
    assert run("-").returncode == 1


def test_file_of_positions() -> None:
    """A list of IDs shows each of them."""
    done = run("-", stdin=f"{START}\n4HPhASjgc/ABMA\n")
    assert done.returncode == 0
    assert done.stdout.count("Pip counts:") == 2
    assert "Position 2, line 2\n GNU Backgammon  Position ID: 4HPhASjgc/ABMA\n" in done.stdout
    assert run("-", "--game", "1", stdin=f"{START}\n{START}\n").returncode == 2


def test_rules() -> None:
    """The rules decide how a record is replayed, and how many checkers an ID's sides have."""
    done = run("fixtures/situations/hypergammon.mat", "--rules", "backgammon")
    assert "rules: backgammon" in done.stdout
    assert "XXX" in run("AQAAAQAAAAAAAA").stdout
    assert "XX" not in run("AQAAAQAAAAAAAA", "--rules", "hypergammon-2").stdout
    assert run(CLUB_NIGHT, "--set", "cube=perhaps").returncode == 2


def test_output_that_is_not_read_to_its_end() -> None:
    """A pipe that closes early is no fault."""
    command = f"{sys.executable} -m bganalyze show fixtures/gnubg/m11_std_0.mat --boards | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, encoding="utf-8", cwd=ROOT, timeout=60)
    assert done.stdout.startswith("Match 1: ")
    assert done.stderr == ""


def test_help_has_examples() -> None:
    """The help says what is shown when, with examples."""
    text = run("--help").stdout
    assert "bganalyze show finals.mat --game 3 --move 12 --unicode" in text
    for option in ("--match", "--game", "--move", "--boards", "--unicode", "--analysis", "--rules", "--set"):
        assert option in text
