"""``--report``, ``--output`` and where they go: several outputs at once, whole or not at all."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bganalyze import bulk
from bganalyze.cli.main import cli
from bganalyze.findings.render import FORMATS

RECORD = """\
 5 point match

 Game 1
 Alice : 0                     Bob : 0
  1) 31: 8/5 6/4                 52: 13/8 24/22
      Wins 1 point
"""
NOT_ROOT = pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="nothing is forbidden to root")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with one record."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.mat").write_text(RECORD)
    return tmp_path


def check(*args: str) -> Result:
    return CliRunner().invoke(cli, ["check", *args], prog_name="bganalyze")


def left(folder: Path) -> set[str]:
    """The names in a folder, hidden ones included."""
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("name", FORMATS)
def test_a_report_is_what_the_output_would_be(folder: Path, name: str) -> None:
    """Standard output, --output and --report give the same bytes, and the same exit status."""
    shown = check("a.mat", "--output-format", name)
    assert check("a.mat", "--output-format", name, "--output", "one").exit_code == 1
    done = check("a.mat", "--report", f"{name}=two")
    assert shown.exit_code == done.exit_code == 1
    assert shown.stdout_bytes == (folder / "one").read_bytes() == (folder / "two").read_bytes()
    assert shown.stdout_bytes
    assert left(folder) == {"a.mat", "one", "two"}


def test_several_at_once(folder: Path) -> None:
    """Each is complete, and people still read the findings on standard output."""
    reports = ("--report", "sarif=out.sarif", "--report", "junit=out.xml", "--report", "csv=out=1.csv")
    done = check("a.mat", *reports)
    assert done.exit_code == 1
    assert done.stdout.splitlines()[1].startswith("a.mat:5:14: BG303 error: ")
    assert len(json.loads((folder / "out.sarif").read_bytes())["runs"][0]["results"]) == 2
    assert len(list(ET.parse(folder / "out.xml").getroot().iter("failure"))) == 1
    assert len((folder / "out=1.csv").read_bytes().split(b"\r\n")) == 4
    # A second run over the folder finds them beside the record and replaces them.
    again = check(".", *reports)
    assert again.exit_code == 1
    assert "1 file, 1 game: " in again.stdout and "3 files of other kinds left out" in again.stdout


def test_a_report_on_standard_output(folder: Path) -> None:
    """It takes the place of the lines for people; two at a time are refused."""
    done = check("a.mat", "--report", "sarif=-", "--report", "csv=x.csv")
    assert json.loads(done.stdout)["version"] == "2.1.0"
    assert (folder / "x.csv").exists()
    for more in (("--report", "junit=-"), ("--output-format", "concise"), ("--output", "-")):
        done = check("a.mat", "--report", "sarif=-", *more)
        assert done.exit_code == 2
        assert "only one output can go to standard output" in done.stderr
        assert done.stdout == ""
    done = check("a.mat", "--report", "sarif=-", "--output", "text")
    assert json.loads(done.stdout) and (folder / "text").read_text().startswith("a.mat:3:2: ")


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ("xml=out", "'xml' is no format: concise, "),
        ("sarif", "'sarif' names no file: sarif=FILE"),
        ("sarif=", "names no file"),
        ("=x", "'' is no format"),
        ("", "'' is no format"),
        ("\x1b[31m=x", "'\\x1b[31m' is no format"),
    ],
)
def test_values_that_are_no_report(folder: Path, value: str, word: str) -> None:
    done = check("a.mat", "--report", value)
    assert done.exit_code == 2
    assert word in " ".join(done.stderr.split())
    assert "\x1b" not in done.stderr


def test_one_file_for_two_outputs(folder: Path) -> None:
    (folder / "link").symlink_to("x")
    for args in (
        ("--report", "sarif=x", "--report", "junit=./x"),
        ("--report", "sarif=x", "--output", "x"),
        ("--report", "sarif=x", "--report", "csv=link"),
    ):
        done = check("a.mat", *args)
        assert done.exit_code == 2
        assert "writes to the same file" in " ".join(done.stderr.split())
        assert left(folder) == {"a.mat", "link"}


@pytest.mark.parametrize("option", [("--output", "a.mat"), ("--report", "csv=./a.mat"), ("--report", "csv=b.txt")])
@pytest.mark.parametrize("path", ["*", "."])
def test_a_record_is_not_written_over(folder: Path, option: tuple[str, str], path: str) -> None:
    """Neither a named one nor one that was found in a folder, whatever the end of its name."""
    (folder / "b.txt").write_text(RECORD)
    done = check(path, *option)
    assert done.exit_code == 2
    assert "the file is one of those to be checked" in " ".join(done.stderr.split())
    assert (folder / "a.mat").read_text() == (folder / "b.txt").read_text() == RECORD


def test_outputs_in_the_folder_are_no_records(folder: Path) -> None:
    """Every format can be written into the folder that is checked, over the output of the last run."""
    reports = [word for name in FORMATS for word in ("--report", f"{name}={name}.txt")]
    first = check(".", *reports)
    assert first.exit_code == 1
    texts = {name: (folder / f"{name}.txt").read_bytes() for name in FORMATS}
    again = check(".", *reports)
    assert again.exit_code == 1, again.stderr
    assert f"{len(FORMATS)} files of other kinds left out" in again.stdout
    assert (folder / "csv.txt").read_bytes() == texts["csv"]


def test_what_cannot_be_written_is_told_before_the_work(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was checked, nothing was shown, and the other outputs are as they were."""

    def never(*args: Any, **more: Any) -> Iterator[Any]:
        raise AssertionError("the check has begun")

    monkeypatch.setattr(bulk, "check_all", never)
    (folder / "old").write_text("old")
    for value, reason in (
        ("missing/x", "No such file or directory"),
        (".", "Is a directory"),
        ("a.mat/x", "Not a directory"),
        ("x" * 300, "File name too long"),
        ("\0", "null byte"),
    ):
        for option in (("--output", value), ("--report", f"sarif={value}")):
            done = check("a.mat", "--report", "junit=old", *option)
            assert done.exit_code == 2, value
            words = " ".join(done.stderr.split())
            assert f"{option[0]} " in words and reason in words
            assert done.stdout == ""
            assert (folder / "old").read_text() == "old"
            assert left(folder) == {"a.mat", "old"}


@NOT_ROOT
def test_a_file_that_may_not_be_written(folder: Path) -> None:
    (folder / "old").write_text("old")
    (folder / "old").chmod(0o444)
    done = check("a.mat", "--report", "csv=old")
    assert done.exit_code == 2
    assert "Permission denied" in done.stderr


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt(), MemoryError()])
def test_an_end_halfway_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """The old file stays, the new one does not begin to be."""

    def half(targets: Any, *args: Any, **more: Any) -> Iterator[Any]:
        yield bulk.check_file("a.mat")
        raise error

    monkeypatch.setattr(bulk, "check_all", half)
    (folder / "old").write_text("old")
    done = check("a.mat", "--report", "csv=old", "--report", "sarif=new", "--output", "text")
    assert done.exit_code != 0
    assert left(folder) == {"a.mat", "old"}
    assert (folder / "old").read_text() == "old"


@pytest.mark.skipif(os.name != "posix", reason="permissions")
def test_permissions_and_links_stay(folder: Path) -> None:
    """The file behind a link is replaced and keeps its permissions; a new one has the usual ones."""
    (folder / "real").write_text("old")
    (folder / "real").chmod(0o640)
    (folder / "link").symlink_to("real")
    umask = os.umask(0o022)
    try:
        check("a.mat", "--report", "csv=link", "--report", "sarif=new")
    finally:
        os.umask(umask)
    assert (folder / "link").is_symlink()
    assert (folder / "real").read_text().startswith("code,")
    assert stat.S_IMODE((folder / "real").stat().st_mode) == 0o640
    assert stat.S_IMODE((folder / "new").stat().st_mode) == 0o644


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_devices_are_written_to_directly(folder: Path) -> None:
    """Any number of outputs can go to /dev/null; a full device is exit 2 without a traceback."""
    assert check("a.mat", "--report", f"csv={os.devnull}", "--report", f"sarif={os.devnull}").exit_code == 1
    done = subprocess.run(
        [sys.executable, "-m", "bganalyze", "check", "a.mat", "--report", "junit=/dev/full", "--report", "csv=x"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert done.returncode == 2
    assert done.stderr == "bganalyze: cannot write: No space left on device\n"
    assert left(folder) == {"a.mat"}


def test_remarks_go_to_standard_error(folder: Path) -> None:
    """What GitHub would not show is told beside the output, and the exit status is that of the findings."""
    for i in range(12):
        (folder / f"{i}.mat").write_text(RECORD)
    done = check(".", "--report", "github=commands")
    assert done.exit_code == 1
    assert done.stderr.startswith("bganalyze: 13 errors, 13 notices: GitHub shows 10 annotations of a kind")
    assert (folder / "commands").read_text().count("::error ") == 13


def test_the_fail_level_is_that_of_the_junit_failures(folder: Path) -> None:
    """BG506, a note, fails with --fail-on note only."""
    for level, many in (("error", 1), ("note", 2)):
        check("a.mat", "--fail-on", level, "--report", "junit=x")
        assert len(list(ET.parse(folder / "x").getroot().iter("failure"))) == many


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16"])
@pytest.mark.parametrize("name", ["sarif", "junit", "github", "csv"])
def test_machines_get_utf_8(folder: Path, name: str, encoding: str) -> None:
    """Whatever the terminal's language is."""
    (folder / "a.mat").write_text(RECORD.replace("Alice", "Zo\xeb\u0416"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "bganalyze", "check", "a.mat", "--output-format", name],
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert "Zo\xeb\u0416" in done.stdout.decode("utf-8")
