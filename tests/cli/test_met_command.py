"""``bganalyze met``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from bganalyze.cli.main import cli


def run(*arguments: str) -> tuple[int, str]:
    """Exit status and all output."""
    result = CliRunner().invoke(cli, ["met", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def document(*arguments: str) -> dict[str, object]:
    """The JSON."""
    status, output = run(*arguments, "--output-format", "json")
    assert status == 0, output
    found: dict[str, object] = json.loads(output)
    return found


def test_a_score_as_text() -> None:
    """Chances in percent, take points, gammon values."""
    status, output = run("--length", "7", "--score", "3-5")
    assert status == 0
    lines = output.splitlines()
    assert lines[0] == "7 point match, 3-5, cube 1; Kazaross-XG2"
    assert "match winning chance                 33.13 %     66.87 %" in lines
    assert "gammon value                          +0.463      +0.864" in lines
    assert "take point of 2, dead cube           18.56 %     19.89 %" in lines


def test_a_score_as_json() -> None:
    """Every key is there, and the players' chances make one."""
    found = document("--length", "7", "--score", "6-4", "--post-crawford", "--mwc", "30.5%")
    players = found.pop("players")
    conversion = found.pop("conversion")
    assert found == {
        "schema": 1,
        "table": "Kazaross-XG2",
        "length": 7,
        "score": [6, 4],
        "crawford": False,
        "post_crawford": True,
        "cube": 1,
    }
    assert isinstance(players, list) and isinstance(conversion, dict)
    leader, trailer = players
    assert leader["chance"] == pytest.approx(1 - 0.32264) and trailer["chance"] == pytest.approx(0.32264)
    assert trailer["after_win"] == pytest.approx({"single": 0.48803, "gammon": 0.5, "backgammon": 1.0})
    assert trailer["after_loss"] == {"single": 0.0, "gammon": 0.0, "backgammon": 0.0}
    assert trailer["take_point"] is None and leader["take_point"]["dead"] == pytest.approx(0.02394)
    assert (conversion["from"], conversion["to"], conversion["value"]) == ("mwc", "emg", pytest.approx(0.305))
    assert conversion["players"][1] == pytest.approx(2 * 0.305 / 0.48803 - 1)


def test_the_crawford_game_has_no_take_point() -> None:
    """Nobody may double."""
    found = document("--length", "5", "--score", "2-4", "--crawford")
    assert isinstance(found["players"], list)
    assert [p["take_point"] for p in found["players"]] == [None, None]
    assert (
        "take point of 2, dead cube                 -           -"
        in run("--length", "5", "--score", "2-4", "--crawford")[1]
    )


def test_money() -> None:
    """Points instead of chances."""
    found = document("--length", "0", "--cube", "2", "--emg", "0.5")
    assert found["length"] is None
    assert isinstance(found["players"], list) and isinstance(found["conversion"], dict)
    assert found["players"][0]["after_loss"] == {"single": -2.0, "gammon": -4.0, "backgammon": -6.0}
    assert found["players"][0]["take_point"] == {"dead": 0.25, "live": 0.2}
    assert found["conversion"]["to"] == "points" and found["conversion"]["players"] == [1.0, 1.0]


def test_there_and_back() -> None:
    """EMG to chance, and that chance to EMG."""
    there = document("--length", "9", "--score", "2-5", "--cube", "2", "--emg", "-0.3")["conversion"]
    assert isinstance(there, dict)
    back = document("--length", "9", "--score", "2-5", "--cube", "2", "--mwc", repr(there["players"][0]))["conversion"]
    assert isinstance(back, dict)
    assert back["players"][0] == pytest.approx(-0.3)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("--length 7", "--score"),
        ("--length 7 --score 3", "two numbers"),
        ("--length 7 --score 3-7", "is over then"),
        ("--length 7 --score 6-3", "add --crawford or --post-crawford"),
        ("--length 7 --score 3-3 --crawford", "has not come"),
        ("--length 7 --score 6-6 --crawford", "is over"),
        ("--length 7 --score 6-0 --post-crawford", "has won it"),
        ("--length 7 --score 6-3 --crawford --post-crawford", "exclude"),
        ("--length 0 --score 3-3", "money session"),
        ("--length 0 --mwc 0.5", "no match to win"),
        ("--length 7 --score 3-3 --cube 3", "a cube shows"),
        ("--length 7 --score 3-3 --cube -2", "a cube shows"),
        ("--length 7 --score 3-3 --emg x", "not a number"),
        ("--length 7 --score 3-3 --emg nan", "not a number"),
        ("--length 7 --score 3-3 --mwc 55", "from 0 to 1"),
        ("--length 7 --score 3-3 --mwc 0.5 --emg 0.5", "exclude"),
        ("--length 99 --score 3-3", "ends at 64"),
        ("--length 7 --score 3-3 --table no-such-file.xml", "No such file"),
    ],
)
def test_usage_errors(arguments: str, reason: str) -> None:
    """Exit status 2 and a sentence."""
    status, output = run(*arguments.split())
    assert status == 2
    assert reason in " ".join(output.split())


def test_a_file_of_a_table(tmp_path: Path) -> None:
    """Another table, and one that is none."""
    path = tmp_path / "mine.xml"
    path.write_text(
        "<met><info><name>Mine</name><length>2</length></info><pre-crawford-table><row><me>0.5</me><me>0.7</me></row>"
        "<row><me>0.3</me><me>0.5</me></row></pre-crawford-table><post-crawford-table><row><me>0.5</me><me>0.48</me>"
        "</row></post-crawford-table></met>"
    )
    found = document("--length", "2", "--score", "1-0", "--crawford", "--table", str(path))
    assert found["table"] == "Mine" and isinstance(found["players"], list)
    assert found["players"][0]["chance"] == 0.7
    path.write_text("<html/>")
    status, output = run("--length", "2", "--score", "0-0", "--table", str(path))
    assert status == 2 and "no match equity table" in " ".join(output.split())


def test_a_match_to_one_point() -> None:
    """It has no Crawford game and nothing behind it, and no cube."""
    found = document("--length", "1", "--score", "0-0")
    assert (found["crawford"], found["post_crawford"]) == (False, False)
    assert isinstance(found["players"], list)
    assert [(p["chance"], p["take_point"]) for p in found["players"]] == [(0.5, None)] * 2
