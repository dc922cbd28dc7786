"""Snowie's position line: which field is whose, and what is refused."""

from __future__ import annotations

import csv

import pytest
from conftest import SHARED

from bganalyze.formats.snowie import read_position_line
from bganalyze.model.gnuid import decode_position
from bganalyze.model.position import Position

START = "-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2"
"""Points 1 to 24 of the starting array, seen by the player on roll."""


def _line(
    names: str = "gnubg;root",
    points: str = START,
    opponent_bar: object = 0,
    bar: object = 0,
    front: str = "5;0;0;0;0",
    dice: str = "4;1",
) -> str:
    return f"{front};{names};0;0;0;1;0;{opponent_bar};{points};{bar};{dice};"


def _position(line: str) -> Position:
    given, problem = read_position_line(line)
    assert given is not None, problem
    return Position(given.on_roll, given.opponent)


@pytest.mark.parametrize(
    ("line", "gnu_id", "name"),
    [
        pytest.param(
            "5;0;0;0;0;gnubg;root;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;4;1;",
            "4HPwATDgc/ABMA",
            "gnubg",
            id="start",
        ),
        pytest.param(
            "7;0;0;0;1;root;gnubg;0;3;5;2;1;-2;2;0;3;2;2;2;0;0;0;-1;0;0;0;1;0;0;0;0;1;-3;-2;-2;-2;-3;1;2;1;",
            "t+0ABGBz2wBBIA",
            "root",
            id="both-on-the-bar",
        ),
        pytest.param(
            "0;1;0;1;1;gnubg;root;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;0;0;",
            "4HPwATDgc/ABMA",
            "gnubg",
            id="money",
        ),
    ],
)
def test_lines_of_the_description(line: str, gnu_id: str, name: str) -> None:
    """Written by GNU Backgammon; the player on roll comes first."""
    given, problem = read_position_line(line)
    assert given is not None and not problem
    assert Position(given.on_roll, given.opponent) == decode_position(gnu_id)
    assert given.name == name


def test_vectors_say_the_same_as_their_position_ids() -> None:
    """Every line that GNU Backgammon wrote beside a position ID."""
    place = SHARED / "specs" / "vectors" / "positions.tsv"
    if not place.exists():
        pytest.skip("the vectors are not beside the project")
    with place.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) == 36
    on_bar = 0
    for row in rows:
        position = _position(row["snowie"])
        assert position == decode_position(row["position_id"]), row
        on_bar += position.counts()[0][25] + position.counts()[1][25]
    assert on_bar, "no row has a checker on the bar any more"


def test_field_12_is_the_bar_of_the_opponent_and_37_that_of_the_player_on_roll() -> None:
    """Signs settle it: the opponent's checkers are negative."""
    points = "-1" + ";0" * 22 + ";2"
    own, opponent = _position(_line(points=points, opponent_bar=-3, bar=1)).counts()
    assert (own[25], own[24]) == (1, 2)
    assert (opponent[25], opponent[24]) == (3, 1)


def test_rest_of_fifteen_is_borne_off() -> None:
    """Two in play: thirteen off."""
    own, opponent = _position(_line(points="1;1" + ";0" * 21 + ";-4")).counts()
    assert (own[0], opponent[0], opponent[1]) == (13, 11, 4)


@pytest.mark.parametrize(
    ("names", "name"),
    [
        pytest.param("a;b", "a", id="plain"),
        pytest.param("a;b;c", "a", id="a-semicolon-in-the-second-name"),
        pytest.param("7;8", "7", id="digits"),
        pytest.param(";", None, id="empty"),
        pytest.param(" Ann Marie ;Bob", "Ann Marie", id="blanks"),
    ],
)
def test_names_do_not_shift_the_numbers(names: str, name: str | None) -> None:
    """Numeric fields are counted from the right."""
    given, problem = read_position_line(_line(names=names))
    assert given is not None, problem
    assert Position(given.on_roll, given.opponent).gnu_id() == "4HPwATDgc/ABMA"
    assert given.name == name


@pytest.mark.parametrize("line", [_line(), _line().rstrip(";"), f"  {_line()}  "])
def test_last_semicolon_and_blanks_around_are_free(line: str) -> None:
    """The marker in a record may leave the last semicolon out."""
    assert _position(line).gnu_id() == "4HPwATDgc/ABMA"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        pytest.param("", "1 fields, not 40", id="empty"),
        pytest.param(_line().replace("0;2;", "2;", 1), "39 fields", id="39-fields"),
        pytest.param(_line(points=START.replace("5", "x", 1)), "no number", id="letter"),
        pytest.param(_line(points=START.replace("5", "5.0", 1)), "no number", id="fraction"),
        pytest.param(_line(points=START.replace("5", "", 1)), "no number", id="empty-number"),
        pytest.param(_line(points=START.replace("5", "55555555", 1)), "no number", id="huge-number"),
        pytest.param(_line(opponent_bar=1), "bar or point", id="opponent's-bar-above-zero"),
        pytest.param(_line(bar=-1), "bar or point", id="own-bar-below-zero"),
        pytest.param(_line(points="16" + ";0" * 22 + ";-1"), "bar or point", id="16-on-a-point"),
        pytest.param(_line(bar=1), "on roll has 16 checkers", id="16-checkers"),
        pytest.param(_line(opponent_bar=-2), "opponent has 17 checkers", id="17-checkers-of-the-opponent"),
        pytest.param(_line(points="0" + ";0" * 23), "both sides are empty", id="empty-board"),
        pytest.param(
            _line(points="2;2;2;2;2;2" + ";0" * 12 + ";-2" * 6, opponent_bar=-1, bar=1),
            "closed boards",
            id="closed-boards",
        ),
    ],
)
def test_lines_that_are_no_position(line: str, words: str) -> None:
    """Told in words, not raised."""
    given, problem = read_position_line(line)
    assert given is None
    assert words in problem
