"""Baselines: what is known stays quiet, what is new fails, what is gone is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bganalyze.findings.baseline import BaselineError, Entry, dumps, loads

RECORD = """ 1 point match

 Game 1
 Alice : 0                      Bob : 0
  1) 31: 8/5 6/5                42: 8/4 6/5
  2) 64: 24/18 13/9             21: 13/11 6/4
  3) 21: 8/6 8/7
      Wins 1 point
"""
REPAIRED = RECORD.replace("42: 8/4 6/5", "42: 8/4 6/4").replace("21: 13/11 6/4", "21: 13/11 6/5")
ENTRY = '{"path": "a.mat", "code": "BG303", "game": 1, "move": 1, "fingerprint": "0123456789abcdef", "times": 1}'


def run(*args: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run ``check``."""
    command = [sys.executable, "-m", "bganalyze", "check", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False, timeout=120)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A damaged folder: two illegal plays in one record, the same two in another."""
    place = tmp_path / "club"
    place.mkdir()
    (place / "a.mat").write_text(RECORD)
    (place / "b.mat").write_text(RECORD)
    return place


def test_a_damaged_folder_passes_a_new_fault_fails_a_repaired_one_is_stale(folder: Path) -> None:
    """The whole life of a baseline."""
    base = folder.parent / "base.json"
    assert run(folder).returncode == 1
    written = run(folder, "--write-baseline", base)
    assert written.returncode == 0 and "4 findings written" in written.stderr
    known = run(folder, "--baseline", base)
    assert (known.returncode, known.stderr) == (0, "")
    assert known.stdout.endswith("0 errors, 0 warnings, 0 notes; 4 known\n") and "BG303" not in known.stdout

    (folder / "a.mat").write_text(RECORD.replace("8/6 8/7", "8/6 8/6"))
    new = run(folder, "--baseline", base)
    assert new.returncode == 1 and new.stdout.count("BG303") == 1 and "Alice" in new.stdout
    assert "1 error," in new.stdout and "4 known" in new.stdout

    (folder / "a.mat").write_text(REPAIRED)
    stale = run(folder, "--baseline", base)
    assert stale.returncode == 0 and "2 known" in stale.stdout
    assert stale.stderr.splitlines() == [
        "bganalyze: no longer found: club/a.mat: BG303: game 1, move 1",
        "bganalyze: no longer found: club/a.mat: BG303: game 1, move 2",
    ]
    renewed = run(folder, "--baseline", base, "--write-baseline", base)
    assert renewed.returncode == 0
    assert [entry.path for entry in loads(base.read_bytes())] == ["club/b.mat", "club/b.mat"]
    assert run(folder, "--baseline", base).stderr == ""


def test_lines_that_are_inserted_change_nothing(folder: Path) -> None:
    """Comments, empty lines and header tags move every line."""
    base = folder.parent / "base.json"
    run(folder, "--write-baseline", base)
    moved = '; [Event "Club"]\n\n' + RECORD.replace("  2) 64", "\n; a comment\n\n  2) 64")
    (folder / "a.mat").write_text(moved)
    done = run(folder, "--baseline", base)
    assert (done.returncode, done.stderr) == (0, "") and "4 known" in done.stdout


def test_equal_findings_are_counted(tmp_path: Path) -> None:
    """Two lines of one text outside of games have one fingerprint: two are known, a third one is new."""
    record = tmp_path / "a.mat"
    noise = "???? what is this\n"
    text = RECORD.replace("      Wins", "{}      Wins")
    record.write_text(text.format(noise * 2))
    base = tmp_path / "base.json"
    run(record, "--write-baseline", base)
    twice = [entry for entry in loads(base.read_bytes()) if entry.code == "BG101"]
    assert [entry.times for entry in twice] == [2]
    assert run(record, "--baseline", base, "--fail-on", "note").returncode == 0
    record.write_text(text.format(noise * 3))
    done = run(record, "--baseline", base, "--fail-on", "note")
    assert done.returncode == 1 and done.stdout.count("BG101") == 1
    record.write_text(text.format(noise))
    done = run(record, "--baseline", base, "--fail-on", "note")
    assert done.returncode == 0 and "a.mat: BG101" in done.stderr and "times" not in done.stderr


def test_findings_that_were_left_out_are_counted(tmp_path: Path) -> None:
    """1000 findings of a code are kept in a file; one more than the baseline knows is not hidden by that."""
    record = tmp_path / "a.mat"
    lines = [f"?{n} what is this\n" for n in range(1500)]
    text = REPAIRED.replace("      Wins", "{}      Wins")
    record.write_text(text.format("".join(lines)))
    base = tmp_path / "base.json"
    assert "1,500 findings" in run(record, "--write-baseline", base).stderr
    assert run(record, "--baseline", base, "--fail-on", "note").returncode == 0
    record.write_text(text.format("".join([*lines, "?new\n"])))
    assert run(record, "--baseline", base, "--fail-on", "note").returncode == 1


def test_only_what_was_checked_can_be_stale(folder: Path) -> None:
    """A run over one file says nothing of the others; a file that is gone from a folder is told."""
    base = folder.parent / "base.json"
    run(folder, "--write-baseline", base)
    (folder / "b.mat").write_text(REPAIRED)
    assert run(folder / "a.mat", "--baseline", base).stderr == ""
    (folder / "b.mat").unlink()
    assert run(folder / "a.mat", "--baseline", base).stderr == ""
    assert run(folder, "--baseline", base).stderr.count("club/b.mat") == 2
    # Renewed by a run over one file it keeps what it knows of the others.
    run(folder / "a.mat", "--baseline", base, "--write-baseline", base)
    assert {entry.path for entry in loads(base.read_bytes())} == {"club/a.mat", "club/b.mat"}


def test_paths_do_not_depend_on_the_working_directory(folder: Path) -> None:
    """They begin at the folder of the baseline."""
    run("club", "--write-baseline", "base.json", cwd=folder.parent)
    for args, cwd in (
        (["a.mat", "b.mat", "--baseline", "../base.json"], folder),
        ([".", "--baseline", folder.parent / "base.json"], folder),
        ([folder, "--baseline", folder.parent / "base.json"], Path("/")),
    ):
        done = run(*args, cwd=cwd)
        assert (done.returncode, done.stderr) == (0, ""), args


def test_the_file_is_the_same_for_any_order_and_number_of_processes(folder: Path) -> None:
    """Sorted, one entry a line, and JSON that another program reads."""
    for n in range(40):
        (folder / f"{n}.mat").write_text(RECORD)
    base, other = folder.parent / "base.json", folder.parent / "other.json"
    run(folder, "--write-baseline", base)
    run(*sorted(folder.iterdir(), reverse=True), "--write-baseline", other, "--jobs", "2")
    assert base.read_bytes() == other.read_bytes()
    document = json.loads(base.read_text())
    assert document["version"] == 1
    paths = [item["path"] for item in document["findings"]]
    assert paths == sorted(paths) and len(paths) == 84
    assert len(base.read_text().splitlines()) == 86
    one, two = (run(folder, "--baseline", base, "--all", "--jobs", n) for n in ("1", "2"))
    assert one.stdout == two.stdout


def test_known_findings_with_all(folder: Path) -> None:
    """They are shown, with the reason, and do not fail; in JSON there is a key."""
    base = folder.parent / "base.json"
    run(folder, "--write-baseline", base)
    done = run(folder, "--baseline", base, "--all")
    assert done.returncode == 0 and done.stdout.count("(known: ") == 4
    document = json.loads(run(folder, "--baseline", base, "--all", "--output-format", "json").stdout)
    assert [f["suppression"]["kind"] for f in document["findings"]] == ["baseline"] * 4
    assert (document["summary"]["errors"], document["summary"]["known"]) == (0, 4)
    plain = json.loads(run(folder, "--output-format", "json").stdout)
    assert all("suppression" not in f for f in plain["findings"]) and "known" not in plain["summary"]


def test_what_is_not_selected_is_neither_written_nor_stale(folder: Path) -> None:
    """A narrower run does not call the rest stale."""
    base = folder.parent / "base.json"
    run(folder, "--write-baseline", base, "--ignore", "BG303")
    assert loads(base.read_bytes()) == []
    assert run(folder, "--baseline", base).returncode == 1
    run(folder, "--write-baseline", base)
    done = run(folder, "--baseline", base, "--select", "BG5")
    assert (done.returncode, done.stderr) == (0, "")


def test_files_that_are_no_baseline_are_not_written_over(folder: Path) -> None:
    """A record that is named by mistake is not lost."""
    before = (folder / "a.mat").read_bytes()
    done = run(folder, "--write-baseline", folder / "a.mat")
    assert done.returncode == 2 and "--write-baseline" in done.stderr
    assert (folder / "a.mat").read_bytes() == before
    done = run(folder, "--write-baseline", folder / "none" / "base.json")
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["a.mat", "b.mat"]


def test_names_of_files_that_are_hostile(tmp_path: Path) -> None:
    """Quotes, control characters, bytes that are no UTF-8."""
    place = tmp_path / "club"
    place.mkdir()
    for name in (b'"a".mat', b"b\nc.mat", b"\x1b[31m.mat", b"\xff.mat", b"%0A&<.mat"):
        (Path(os.fsdecode(os.fsencode(place) + b"/" + name))).write_text(RECORD)
    base = tmp_path / "base.json"
    assert run(place, "--write-baseline", base).returncode == 0
    assert len(json.loads(base.read_text())["findings"]) == 10
    done = run(place, "--baseline", base)
    assert (done.returncode, done.stderr) == (0, "")
    for path in place.iterdir():
        path.write_text(REPAIRED)
    done = run(place, "--baseline", base)
    assert len(done.stderr.splitlines()) == 10 and "\x1b" not in done.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1"),
        ("{", "line 1"),
        ("[]", "'version' and 'findings'"),
        ('{"version": 1}', "'version' and 'findings'"),
        ('{"version": 2, "findings": []}', "version 2"),
        ('{"version": true, "findings": []}', "version True"),
        ('{"version": 1, "version": 1, "findings": []}', "twice"),
        ('{"version": 1, "findings": {}}', "not a list"),
        ('{"version": 1, "findings": [NaN]}', "NaN"),
        ('{"version": 1, "findings": [3]}', "entry 1: not an object"),
        ('{"version": 1, "findings": [{}]}', "entry 1: 'path' is missing"),
        (f'{{"version": 1, "findings": [{ENTRY}, {ENTRY}]}}', "entry 2: the same"),
        (f'{{"version": 1, "findings": [{ENTRY.replace("BG303", "BG999")}]}}', "entry 1: 'BG999'"),
        (f'{{"version": 1, "findings": [{ENTRY.replace("0123", "zzzz")}]}}', "fingerprint"),
        (f'{{"version": 1, "findings": [{ENTRY.replace("cdef", "")}]}}', "fingerprint"),
        (f'{{"version": 1, "findings": [{ENTRY[:-2]}0}}]}}', "entry 1: 'times' is 0"),
        (f'{{"version": 1, "findings": [{ENTRY[:-2]}-1}}]}}', "entry 1: 'times' is -1"),
        (f'{{"version": 1, "findings": [{ENTRY[:-2]}true}}]}}', "entry 1: 'times' is True"),
        (f'{{"version": 1, "findings": [{ENTRY[:-2]}1.0}}]}}', "entry 1: 'times' is 1.0"),
        (f'{{"version": 1, "findings": [{ENTRY[:-2]}{"9" * 5000}}}]}}', ""),
        (f'{{"version": 1, "findings": [{ENTRY.replace("1, " + chr(34) + "move", "null, " + chr(34) + "move")}]}}', ""),
        (f'{{"version": 1, "findings": [{ENTRY[:-1]}, "line": 3}}]}}', "'line' is not known"),
        ("[" * 100_000, "nested"),
        ('{"version": 1,\n\n "findings": [}', "line 3"),
    ],
)
def test_files_that_are_no_baseline(tmp_path: Path, text: str, said: str) -> None:
    """Status 2, the option, the file and the reason; nothing is checked."""
    (tmp_path / "a.mat").write_text(RECORD)
    (tmp_path / "base.json").write_text(text)
    done = run(tmp_path / "a.mat", "--baseline", tmp_path / "base.json")
    assert done.returncode == 2 and done.stdout == "" and "Traceback" not in done.stderr
    assert f"--baseline {tmp_path / 'base.json'}: " in done.stderr and said in done.stderr


def test_baselines_that_cannot_be_read(tmp_path: Path) -> None:
    """Missing, a folder, a pipe, not UTF-8."""
    (tmp_path / "a.mat").write_text(RECORD)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "bytes").write_bytes(b'{"version": 1,\n"findings": ["\xff"]}')
    for name, said in (("none", "No such file"), (".", "regular"), ("pipe", "regular"), ("bytes", "line 2: not UTF-8")):
        done = run(tmp_path / "a.mat", "--baseline", tmp_path / name)
        assert done.returncode == 2 and said in done.stderr, name


def test_entries_survive_the_file() -> None:
    """Written and read back, sorted by path and place."""
    entries = [
        Entry("b.mat", None, None, "BG101", "0" * 16, 3),
        Entry("a\ud800\n.mat", 2, 10, "BG303", "1" * 16, 1),
        Entry("b.mat", 1, 2, "BG303", "2" * 16, 1),
    ]
    assert loads(dumps(entries).encode()) == [entries[1], entries[0], entries[2]]
    assert loads(dumps([]).encode()) == []
    with pytest.raises(BaselineError):
        loads(dumps(entries).encode().replace(b'"times": 3', b'"times": "3"'))
