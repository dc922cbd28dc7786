"""``plays``, ``id``, ``explain``, ``list`` and the help, as a user runs them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from bganalyze.cli.main import COMMANDS
from bganalyze.findings.codes import CODES
from bganalyze.rules.variants import PRESETS

START = "4HPwATDgc/ABMA"


def run(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line."""
    command = [sys.executable, "-m", "bganalyze", *args]
    return subprocess.run(command, capture_output=True, text=True, input=stdin, check=False, timeout=60)


def test_plays_json() -> None:
    """Distinct results of 6-1 in the starting position: a hand count gives ten."""
    # 24/18 with 24/23, 8/7, 6/5; 13/7 with 24/23, 8/7, 6/5, 7/6; 8/2 with 24/23, 8/7, 6/5. 13/12, 2/1 and 18/17
    # are blocked or behind a block.
    document = json.loads(run("plays", START, "--dice", "61", "--output-format", "json").stdout)
    assert list(document) == ["schema", "gnu_id", "xgid", "dice", "count", "plays", "judged"]
    assert document["count"] == len(document["plays"]) == 10
    assert {p["play"] for p in document["plays"]} == {
        "24/18 24/23", "24/18 8/7", "24/18 6/5", "24/23 13/7", "13/7 8/7", "13/7 6/5", "13/6", "24/23 8/2",
        "8/2 8/7", "8/2 6/5",
    }  # fmt: skip
    assert document["dice"] == [6, 1]


def test_plays_judges() -> None:
    """Legal and illegal plays, with the code of the fault; exit 1 if one is illegal."""
    done = run(
        "plays", START, "--dice", "61", "--play", "13/7 8/7", "--play", "7/1", "--play", "", "--output-format", "json"
    )
    assert done.returncode == 1
    judged = json.loads(done.stdout)["judged"]
    assert [(j["legal"], j["code"]) for j in judged] == [(True, None), (False, "BG301"), (False, "BG307")]
    assert run("plays", START, "--dice", "61", "--play", "13/7 8/7").returncode == 0


def test_plays_takes_the_dice_of_the_id() -> None:
    """An XGID with dice needs no --dice; without any it is a usage error."""
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:61:0:0:0:7:10"
    assert json.loads(run("plays", xgid, "--output-format", "json").stdout)["count"] == 10
    assert run("plays", START).returncode == 2
    assert run("plays", START, "--dice", "70").returncode == 2
    assert run("plays", "nonsense", "--dice", "61").returncode == 2


def test_id_json() -> None:
    """Every key, and the frame of the seats."""
    (document,) = json.loads(run("id", f"{START}:cIkmAQAAAAAA", "--output-format", "json").stdout)
    assert document == {
        "input": f"{START}:cIkmAQAAAAAA",
        "kind": "gnu",
        "valid": True,
        "error": None,
        "gnu_id": f"{START}:cIkmAQAAAAAE",  # in a match the Jacoby bit is written as GNU Backgammon does
        "xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:51:0:0:0:9:10",
        "ogid": "11ccccchhhjjjjj:66666888dddddoo:N0N:15:W:R:0:0:9:0",
        "fibs": "board:You:Opponent:9:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:5:1:5:1:1:1:1:0:1"
        ":-1:0:25:0:0:0:0:0:0:0:1",
        "snowie": "9;0;0;0;1;;;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;5;1;",
        "board": {
            "on_roll": [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0],
            "opponent": [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0],
        },
        "pips": [167, 167],
        "cube": {"value": 1, "owner": None},
        "dice": [5, 1],
        "length": 9,
        "score": [0, 0],
        "crawford": False,
        "jacoby": None,
        "turn": 1,
        "game_state": "playing",
    }


def test_an_invalid_id_does_not_stop_the_others() -> None:
    """It says why and where, and the exit status is 1."""
    done = run("id", "4HPwATDgc/ABM", START, "--output-format", "json")
    first, second = json.loads(done.stdout)
    assert done.returncode == 1
    assert not first["valid"] and "column 14" in first["error"] and first["gnu_id"] is None
    assert second["valid"]


def test_id_to_and_standard_input() -> None:
    """One form, one a line."""
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:51:0:0:0:9:10"
    assert run("id", "-", "--to", "gnu", stdin=f"{xgid}\n").stdout == f"{START}:cIkmAQAAAAAE\n"


FORMS = {
    "gnu": f"{START}:cIkmAQAAAAAE",
    "xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:51:0:0:0:9:10",
    "ogid": "11ccccchhhjjjjj:66666888dddddoo:N0N:15:W:R:0:0:9:0",
    "fibs": "board:Bob:Ann:9:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:5:1:5:1:1:1:1:0:1:-1:0:25:0"
    ":0:0:0:0:0:0:1",
    "snowie": "9;0;0;0;1;Bob;Ann;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;5;1;",
}
"""5-1 of seat 1 at the start of a match to 9."""


@pytest.mark.parametrize("target", FORMS)
def test_id_to_every_form(target: str) -> None:
    """From one that holds the names; what has no place for them is noted."""
    done = run("id", FORMS["fibs"], "--to", target)
    assert (done.returncode, done.stdout) == (0, FORMS[target] + "\n")
    name = {"gnu": "GNU ID", "xgid": "XGID", "ogid": "OGID"}.get(target)
    assert done.stderr == (f"note: {name} does not hold the names of the players\n" if name else "")


def test_id_prints_every_form() -> None:
    """Of IDs in three forms, one of them wrong; each printed line is an ID again."""
    done = run("id", "-", stdin=f"{FORMS['snowie']}\n{FORMS['fibs']}:0\n{FORMS['ogid']}\n")
    assert done.returncode == 1
    first = done.stdout.splitlines()
    assert first[:5] == [
        f"GNU ID: {FORMS['gnu']}",
        FORMS["xgid"],
        f"OGID={FORMS['ogid']}",
        FORMS["fibs"],
        f"Snowie: {FORMS['snowie']}",
    ]
    assert done.stdout.count("GNU ID: ") == 2
    notes, error = done.stderr.splitlines()
    assert notes == "note: GNU ID, XGID and OGID do not hold the names of the players"
    assert error.endswith("column 1: a FIBS board line has 53 tokens between colons, not 54")
    for line in first[1:5]:
        assert run("id", line.removeprefix("Snowie: "), "--to", "ogid").stdout == FORMS["ogid"] + "\n"


def test_id_of_a_session_notes_its_rules() -> None:
    """On standard error only, and only for what is printed."""
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10"
    assert run("id", xgid, "--to", "snowie").stderr == "note: Snowie does not hold the beaver rule\n"
    assert run("id", xgid, "--to", "xgid").stderr == ""
    assert run("id", xgid, "--output-format", "json").stderr == ""


def test_id_json_of_other_forms() -> None:
    """The kind, and null where only a match is known or nothing at all."""
    texts = (*FORMS.values(), "cIkmAQAAAAAA", "nonsense")
    documents = json.loads(run("id", *texts, "--output-format", "json").stdout)
    assert [d["kind"] for d in documents] == ["gnu", "xgid", "ogid", "fibs", "snowie", "gnu-match", None]
    for document in documents[:5]:
        assert (document["gnu_id"], document["ogid"]) == (FORMS["gnu"], FORMS["ogid"])
        assert sorted(document["dice"]) == [1, 5] and document["xgid"].replace(":15:", ":51:") == FORMS["xgid"]
    for document in documents[5:]:
        assert (document["ogid"], document["fibs"], document["snowie"]) == (None, None, None)
    assert len({tuple(d) for d in documents}) == 1, "every object has the same keys"


@pytest.mark.parametrize("code", ["BG303", "bg303", "step-matches-no-die"])
def test_explain(code: str) -> None:
    """By code or name."""
    assert run("explain", code).stdout.startswith("# BG303 step-matches-no-die\n")


def test_explain_what_is_no_code() -> None:
    """A usage error."""
    assert run("explain", "BG000").returncode == 2


def test_list() -> None:
    """Formats, rule sets, codes."""
    names = [line.split()[0] for line in run("list", "formats").stdout.splitlines()]
    assert names == ["sgf", "gnubg-text", "mat", "gam", "pos", "positions", "chouette"]
    names = [line.split()[0] for line in run("list", "rules").stdout.splitlines()]
    assert names == list(PRESETS)
    assert len(run("list", "codes").stdout.splitlines()) == len(CODES)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    """``COMMAND --help`` shows an example."""
    done = run(name, "--help")
    assert done.returncode == 0 and "Example:" in done.stdout


def test_help_lists_every_command() -> None:
    """The group's help and its list agree."""
    text = run("--help").stdout
    assert all(name in text for name in COMMANDS)
