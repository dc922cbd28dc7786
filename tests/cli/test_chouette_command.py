"""``bganalyze chouette``."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from bganalyze.cli.main import cli

ROOT = Path(__file__).resolve().parent.parent.parent
FRIDAY = (
    "chouette\nplayers: Ann, Bob, Carol\ngame 1\nbox doubles\npasses: Bob\ntakes: Carol\nbox wins\ngame 2\nteam wins\n"
)
"""Ann wins 1 of Bob and 2 of Carol, who has become captain; then the team, led by Bob, wins 1 each."""


def run(*arguments: str | Path, stdin: str | bytes = "") -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    result = CliRunner().invoke(cli, list(map(str, arguments)), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def test_text() -> None:
    """Games and standings; the best stands first."""
    status, out, err = run("chouette", "-", stdin=FRIDAY)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "-: rules backgammon, stake 1",
        "game  box  team        cube  result        payments",
        "   1  Ann  Bob, Carol     2  box, single   Ann +3, Bob -1, Carol -2",
        "   2  Ann  Bob, Carol     1  team, single  Ann -2, Bob +1, Carol +1",
        "",
        "player  points  games  box  box won  captain",
        "Ann         +1      2    2        1        0",
        "Bob          0      2    0        0        2",
        "Carol       -1      2    0        0        0",
    ]


def test_json() -> None:
    """Every key."""
    status, out, _ = run("chouette", "-", "--output-format", "json", stdin=FRIDAY + "pays: Ann -2, Bob +2\n")
    assert status == 1
    document = json.loads(out)
    (ledger,) = document.pop("ledgers")
    assert document == {"schema": 1}
    findings = ledger.pop("findings")
    assert [(f["code"], f["line"], f["player_name"]) for f in findings] == [
        ("BG618", 10, "Carol"),
        ("BG618", 10, "Bob"),
    ]
    assert ledger.pop("games")[1] == {
        "number": 2,
        "box": "Ann",
        "captain": "Bob",
        "team": ["Bob", "Carol"],
        "cube": 1,
        "winner": "team",
        "end": "single",
        "payments": {"Ann": -2, "Bob": 1, "Carol": 1},
        "declared": {"Ann": -2, "Bob": 2, "Carol": None},
    }
    assert ledger.pop("standings")[0] == {
        "player": "Ann", "points": 1, "games": 2, "box": 2, "box_won": 1, "captain": 0,
    }  # fmt: skip
    assert ledger == {"path": "-", "rules": "backgammon", "stake": 1}


def test_csv() -> None:
    """A row a player of a game; findings go to standard error."""
    status, out, err = run("chouette", "-", "--output-format", "csv", stdin=FRIDAY + "pays: Ann -3\n")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert status == 1 and "BG617" in err and "BG" not in out
    assert [(r["game"], r["player"], r["seat"], r["payment"], r["declared"], r["total"]) for r in rows] == [
        ("1", "Ann", "box", "3", "", "3"),
        ("1", "Bob", "captain", "-1", "", "-1"),
        ("1", "Carol", "team", "-2", "", "-2"),
        ("2", "Ann", "box", "-2", "-3", "1"),
        ("2", "Bob", "captain", "1", "", "0"),
        ("2", "Carol", "team", "1", "", "-1"),
    ]


def test_without_a_result() -> None:
    """What is written settles the game; where nothing is, it is not known."""
    text = "chouette\nplayers: Ann, Bob, Carol\ngame\npays: Ann 2, Bob -1, Carol -1\ngame\n"
    status, out, _ = run("chouette", "-", stdin=text)
    assert status == 1 and out.count("BG616") == 2
    assert "no result  Ann +2, Bob -1, Carol -1" in out and "no result  Ann ?, Bob ?, Carol ?" in out
    for form in ("csv", "json"):
        assert run("chouette", "-", "--output-format", form, stdin=text)[0] == 1


def test_rules() -> None:
    """Of the options, as for check."""
    text = FRIDAY.replace("team wins", "team wins: gammon")
    assert "Ann -4, Bob +2, Carol +2" in run("chouette", "-", stdin=text)[1]
    assert "Ann -2, Bob +1, Carol +1" in run("chouette", "-", "--rules", "money", stdin=text)[1]
    assert "Ann -10, Bob +5, Carol +5" in run("chouette", "-", "--set", "jacoby=on", "--set", "stake=5", stdin=text)[1]
    assert run("chouette", "-", "--rules", "whist", stdin=text)[0] == 2


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_what_is_no_ledger(tmp_path: Path, form: str) -> None:
    """Status 2 where there is none; 1 for one file of several, or one that cannot be read."""
    good, bad, mat = tmp_path / "a.txt", tmp_path / "none.txt", ROOT / "fixtures/damaged/larger-die-not-played.mat"
    good.write_text(FRIDAY)
    arguments = ("--output-format", form)
    assert run("chouette", good, *arguments)[0] == 0
    assert run("chouette", tmp_path, *arguments)[0] == 0
    assert run("chouette", bad, *arguments)[0] == 2
    assert run("chouette", good, bad, *arguments)[0] == 1
    status, _, err = run("chouette", ROOT / "README.md", good, *arguments)
    assert status == 1
    (tmp_path / "pos.txt").write_text("4HPwATDgc/ABMA\n")
    status, _, err = run("chouette", tmp_path / "pos.txt", *arguments)
    assert status == 2 and "no chouette ledger" in err
    assert run("chouette", mat, *arguments)[0] == 2
    (tmp_path / "empty.txt").write_text("chouette\n")
    assert run("chouette", tmp_path / "empty.txt", *arguments)[0] == 1
    assert run("chouette", good, "--exit-zero", stdin="")[0] == 0


def test_names_hostile_to_terminals() -> None:
    """They are shown as escapes, and long ones cut."""
    text = f"chouette\nplayers: \x1b[2JAnn, \u202eBob, {'x' * 200}\ngame\nbox wins\npays: \x1b[2JAnn 9\n"
    _, out, err = run("chouette", "-", stdin=text)
    assert "\\x1b[2JAnn" in out and not re.search("[\x1b\u202e]", out + err)
    assert "x" * 31 not in out.partition("-:5:")[0]


def test_check_and_show_know_ledgers() -> None:
    """``check`` counts their games; ``show`` says who shows them; ``explain`` has the page."""
    status, out, _ = run("check", "-", stdin=FRIDAY)
    assert (status, out) == (
        0,
        "1 file, 0 games: 0 checked to the end; 2 games of chouettes; 0 errors, 0 warnings, 0 notes\n",
    )
    status, _, err = run("show", "-", stdin=FRIDAY)
    assert status == 2 and "bganalyze chouette" in err
    assert run("explain", "chouette")[1].startswith("# Chouette ledgers\n")
