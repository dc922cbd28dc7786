"""``convert`` as a user runs it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

RECORD = """; [Event "Club night"]

 3 point match

 Game 1
 Ann Lee : 0                    Bob : 0
  1) 31: 8/5 6/5                 64: 24/18 13/9 
  2) 21: 13/11 6/5                Doubles => 2
  3)  Drops                       Wins 1 point 

"""  # noqa: W291


def run(*args: str | Path, data: bytes = b"", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run the command line."""
    command = [sys.executable, "-m", "bganalyze", "convert", *map(str, args)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    return subprocess.run(command, capture_output=True, input=data, check=False, timeout=60, cwd=cwd, env=environment)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A good record."""
    path = tmp_path / "night.mat"
    path.write_text(RECORD, encoding="utf-8")
    return path


def test_the_extension_names_the_format(record: Path, tmp_path: Path) -> None:
    """And back again: the same bytes."""
    for name, start in (
        ("a.sgf", b"(;FF[4]GM[6]"),
        ("a.txt", b'; [Event "Club night"]\r\n\r\n3 point match\r\n'),
        ("a.MAT", RECORD.encode()),
    ):
        done = run(record, tmp_path / name)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        assert (tmp_path / name).read_bytes().startswith(start)
        back = run(tmp_path / name, "-", "--to", "mat")
        assert (back.returncode, back.stdout) == (0, RECORD.encode())


def test_losses_are_notes(record: Path, tmp_path: Path) -> None:
    """Each once, with the place; with ``--strict`` they make the exit status 1, and the file is there all the same."""
    notes = [
        "note: night.mat:3: lost in gam: names of several words, which GNU Backgammon parts at the blank",
        "note: night.mat:3: lost in gam: the match length",
        "note: night.mat:3: lost in gam: a header tag",
    ]
    done = run(record.name, "out.gam", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr.decode().splitlines() == notes
    written = (tmp_path / "out.gam").read_bytes()
    assert written.startswith(b" Ann Lee                        Bob\n  1) 31: 8/5 6/5")
    done = run(record.name, "strict.gam", "--strict", cwd=tmp_path)
    assert (done.returncode, (tmp_path / "strict.gam").read_bytes()) == (1, written)
    assert run(record.name, "strict.sgf", "--strict", cwd=tmp_path).returncode == 0


def test_errors_of_the_record(record: Path, tmp_path: Path) -> None:
    """It is written as far as it can be; the number of errors is told, and the exit status is 1."""
    record.write_text(RECORD.replace("13/11 6/5", "13/11 6/4"), encoding="utf-8")
    done = run(record.name, "-", "--to", "mat", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.decode() == "note: night.mat: 'bganalyze check' finds an error\n"
    assert b"21: 13/11 6/4 " in done.stdout


def test_standard_input(record: Path) -> None:
    """``-`` reads there and writes there."""
    done = run("-", "-", "--to", "mat", data=RECORD.encode())
    assert (done.returncode, done.stdout, done.stderr) == (0, RECORD.encode(), b"")


def test_rules(record: Path, tmp_path: Path) -> None:
    """What the options say is in the new file."""
    done = run(record, "-", "--to", "mat", "--set", "crawford=off", "--rules", "nackgammon")
    assert b'; [Variation "NackGammon"]\n; [Crawford "Off"]\n' in done.stdout
    assert run(record, "-", "--to", "mat", "--set", "luck=on").returncode == 2


def test_input_that_cannot_be_read(tmp_path: Path) -> None:
    """The finding, exit status 1, nothing written."""
    (tmp_path / "empty.mat").write_bytes(b"")
    (tmp_path / "other.mat").write_text("hello\n", encoding="utf-8")
    for name, code in (("none.mat", "BG001"), ("empty.mat", "BG003"), ("other.mat", "BG002"), (".", "BG001")):
        done = run(name, "out.sgf", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (1, b"")
        assert f"{name}: {code} error: " in done.stderr.decode()
        assert not (tmp_path / "out.sgf").exists()
    (tmp_path / "list.txt").write_text("4HPwATDgc/ABMA\n", encoding="utf-8")
    done = run("list.txt", "out.sgf", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.decode() == "bganalyze: list.txt: the record has no game; nothing was written\n"


def test_usage(record: Path, tmp_path: Path) -> None:
    """No format, no such format, IN as OUT by whatever name, a folder: exit status 2, nothing changed."""
    os.symlink(record, tmp_path / "link.mat")
    for args in (
        (record, "out"),
        (record, "-"),
        (record, "out.xg"),
        (record, "-", "--to", "xg"),
        (record, record),
        (record, tmp_path / "link.mat"),
        (record, tmp_path, "--to", "mat"),
        (record,),
    ):
        done = run(*args, cwd=tmp_path)
        assert done.returncode == 2, args
        assert b"Error: " in done.stderr
    assert record.read_text(encoding="utf-8") == RECORD
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link.mat", "night.mat"]


def test_output_is_whole_or_not_there(record: Path, tmp_path: Path) -> None:
    """A folder that is missing, a file that is there, its mode, a link; no other file is left behind."""
    done = run(record, tmp_path / "missing" / "out.sgf")
    assert done.returncode == 2
    assert b"cannot write" in done.stderr
    out = tmp_path / "out.mat"
    out.write_text("old", encoding="utf-8")
    out.chmod(0o640)
    os.symlink("out.mat", tmp_path / "to.mat")
    assert run(record, tmp_path / "to.mat").returncode == 0
    assert (tmp_path / "to.mat").is_symlink()
    assert out.read_text(encoding="utf-8") == RECORD
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    assert sorted(p.name for p in tmp_path.iterdir()) == ["night.mat", "out.mat", "to.mat"]
    assert run(record, "/dev/null", "--to", "sgf").returncode == 0


def test_names_cannot_write_to_the_terminal(record: Path, tmp_path: Path) -> None:
    """What is said of a file shows control characters as escapes."""
    evil = tmp_path / "a\x1b[31m.mat"
    evil.write_text(RECORD, encoding="utf-8")
    assert b"\x1b" not in run(evil, tmp_path / "out.gam").stderr
