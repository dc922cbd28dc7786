"""The cases distilled from public bug reports, through the command line; those a person must judge, by hand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bganalyze.formats.ids import parse_id
from bganalyze.formats.notation import cells
from bganalyze.model.position import Position
from bganalyze.rules.outcome import is_over, kind_of_win
from bganalyze.rules.plays import compile_play, verify

NOT_YET = ("sgf",)
"""Kinds whose formats this version does not read."""


def test_run_cases(shared_cases: Path) -> None:
    """Every case of the delivered kinds is ok."""
    program = shared_cases.parent / "tools" / "run_cases.py"
    environment = {**os.environ, "BGANALYZE": f"{sys.executable} -m bganalyze"}
    done = subprocess.run(
        [sys.executable, str(program), str(shared_cases)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    kinds = {m[1]: m[2] for m in re.finditer(r"^\| (\d\d) \| \S+ \| (\S+) \|", _index(shared_cases), re.M)}
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAIL")]
    assert [line for line in failed if kinds[line.split()[1][:2]] not in NOT_YET] == []
    assert done.stdout.count("\nok  ") >= 30


def _index(shared_cases: Path) -> str:
    return (shared_cases / "INDEX.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("xgid", "text", "kind"),
    [
        ("XGID=-aA--------------------fg-:0:0:1:31:0:0:0:0:10", "31: 2/off", 1),
        ("XGID=-aA--------------------gg-:0:0:1:31:0:0:0:0:10", "31: 2/off", 3),
    ],
    ids=["one checker off", "no checker off"],
)
def test_17_one_checker_off_is_a_single_game(xgid: str, text: str, kind: int) -> None:
    """However far back the last checker is, a loser who has borne one off loses a single game."""
    position = parse_id(xgid).position
    assert position is not None
    written = cells[text]
    assert written.dice is not None
    after = verify(position.on_roll, position.opponent, compile_play(written.dice, written.steps))
    assert after is not None
    assert is_over(after[0])
    assert kind_of_win(after[1]) == kind


START = Position.from_points({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})


@pytest.mark.parametrize(
    "text",
    [
        "4HPwATDgc/ABMA",
        "4HPwATDgc/ABMA==",
        "4HPwATDgc/ABMA:cIkmAQAAAAAA",
        " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cIkmAQAAAAAA\n",
    ],
)
def test_41_ways_to_write_a_gnubg_id(text: str) -> None:
    """Padding, a colon, and the two lines of the board display all mean the same."""
    found = parse_id(text)
    assert found.position == START
    if "cIkm" in text:
        state = found.state
        assert state is not None
        assert (state.cube, state.cube_owner, state.on_roll, state.turn) == (1, None, 1, 1)
        assert (state.crawford, state.length, state.score) == (False, 9, (0, 0))
        assert state.dice is not None and sorted(state.dice) == [1, 5]
