"""Snowie's position line: which field is whose, and what is refused."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from conftest import SHARED
from hypothesis import given
from hypothesis import strategies as st
from id_forms import NAMES, Situation, held, read, situations, told_by_gnubg, vectors, write
from id_forms import START as START_POSITION

from bganalyze.formats.ids import parse_id
from bganalyze.formats.snowie import decode_snowie, encode_snowie, read_position_line
from bganalyze.model.gnuid import IdError, decode_match, decode_position
from bganalyze.model.position import Position
from bganalyze.model.state import MatchState

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


# ---- the whole line, both ways --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "gnu_id", "names"),
    [
        pytest.param(
            "7;0;0;0;1;root;gnubg;0;3;5;2;1;-2;2;0;3;2;2;2;0;0;0;-1;0;0;0;1;0;0;0;0;1;-3;-2;-2;-2;-3;1;2;1;",
            "t+0ABGBz2wBBIA:UQnlAFAAGAAE",
            ("gnubg", "root"),
            id="seat-1-on-roll",
        ),
        pytest.param(
            "5;0;0;0;0;gnubg;root;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;4;1;",
            "4HPwATDgc/ABMA:MAGmAAAAAAAE",
            ("gnubg", "root"),
            id="seat-0-on-roll",
        ),
        pytest.param(
            "0;1;0;1;1;gnubg;root;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;0;0;",
            "4HPwATDgc/ABMA:cAkAAAAAAAAA",
            ("root", "gnubg"),
            id="session-with-the-jacoby-rule",
        ),
    ],
)
def test_whole_lines(line: str, gnu_id: str, names: tuple[str, str]) -> None:
    """Score and cube are told by the player on roll, the names with that player first."""
    place, match = gnu_id.split(":")
    position, state, found = decode_snowie(line)
    assert position == decode_position(place)
    assert state._replace(dice=None) == decode_match(match)._replace(dice=None)
    assert sorted(state.dice or ()) == sorted(decode_match(match).dice or ())
    assert found == names
    assert encode_snowie(position, state, found) == line


def test_cube_of_the_opponent_and_crawford() -> None:
    """-1 is the opponent's; the leader stands one point away."""
    state = decode_snowie(_line(front="5;0;0;0;1").replace(";0;0;0;1;0;", ";0;2;1;4;-1;", 1))[1]
    assert (state.cube, state.cube_owner, state.on_roll, state.score) == (4, 0, 1, (1, 2))
    state = decode_snowie(_line(front="5;0;0;0;1").replace(";0;0;0;1;0;", ";1;4;1;1;0;", 1))[1]
    assert (state.crawford, state.score, state.cube_owner) == (True, (1, 4), None)


def test_session_without_its_mark() -> None:
    """Field 3 is 1 in a session, but nobody knows what it is."""
    assert decode_snowie(_line(front="0;1;0;0;0"))[1] == decode_snowie(_line(front="0;1;0;1;0"))[1]


def test_vectors_are_written_byte_for_byte() -> None:
    """As GNU Backgammon wrote them, and read with everything they say."""
    rows = vectors()
    assert len(rows) == 36
    for row in rows:
        assert encode_snowie(*row.situation, NAMES) == row.texts["snowie"]
        assert decode_snowie(row.texts["snowie"]) == (*row.situation, NAMES)


def test_lines_of_gnu_backgammon() -> None:
    """Matches and sessions, cubes, pending doubles: what it exports is written byte for byte."""
    told = told_by_gnubg()
    assert len(told) == 252
    for one in told:
        assert encode_snowie(*one.situation, NAMES) == one.snowie.strip()
        assert read("snowie", one.snowie) == held("snowie", one.situation)
    assert {one.situation.state.jacoby for one in told} == {None, False, True}


def test_real_lines(corpus: Path) -> None:
    """Read and written back."""
    paths = sorted((corpus / "files" / "snowie-position").glob("*.txt"))
    assert len(paths) == 5
    for path in paths:
        line = path.read_text(encoding="utf-8")
        position, state, names = decode_snowie(line)
        assert encode_snowie(position, state, names) == line.strip()
        assert None not in names and state.length in (5, 7, 13, 25)


@given(situations())
def test_lines_go_round(situation: Situation) -> None:
    """All that a line can hold comes back, and is written alike again."""
    text = write("snowie", situation)
    assert read("snowie", text) == held("snowie", situation)
    assert write("snowie", Situation(*decode_snowie(text)[:2])) == text
    assert parse_id(text).kind == "snowie"
    given_position, problem = read_position_line(text)
    assert not problem and given_position is not None
    assert Position(given_position.on_roll, given_position.opponent) == held("snowie", situation).position


@pytest.mark.parametrize(
    ("names", "written", "again"),
    [
        pytest.param(("Ann", "Bob"), "Bob;Ann", ("Ann", "Bob"), id="plain"),
        pytest.param((None, None), ";", (None, None), id="unknown"),
        pytest.param(("A;n", "B b\n"), "B b_;A_n", ("A_n", "B b_"), id="semicolon-and-line-end"),
    ],
)
def test_names_are_written(
    names: tuple[str | None, str | None], written: str, again: tuple[str | None, str | None]
) -> None:
    """Without a state seat 1 is on roll; no name breaks the line."""
    line = encode_snowie(START_POSITION, None, names)
    assert line.startswith(f"0;0;0;1;1;{written};0;")
    assert decode_snowie(line)[2] == again


def _field(i: int, value: object, line: str = "") -> str:
    """The line of the start with one field changed."""
    fields = (line or _line()).split(";")
    fields[i] = str(value)
    return ";".join(fields)


def _column(i: int, line: str) -> int:
    return len(";".join(line.split(";")[:i])) + 1 + (i > 0)


SESSION = _line(front="0;0;0;1;0")
FULL_OFF = "5" + ";0" * 23


@pytest.mark.parametrize(
    ("line", "field", "words"),
    [
        pytest.param(_line(names="a;b;c"), 40, "40 fields, not 41", id="41-fields"),
        pytest.param(_field(0, "x"), 0, "match length 'x'", id="length-is-no-number"),
        pytest.param(_field(0, -5), 0, "match length -5", id="negative-length"),
        pytest.param(_field(1, 1), 1, "Jacoby field 1", id="jacoby-in-a-match"),
        pytest.param(_field(1, 2, SESSION), 1, "Jacoby field 2", id="jacoby-2"),
        pytest.param(_field(2, "x"), 2, "field 'x'", id="unknown-field-is-no-number"),
        pytest.param(_field(3, 1), 3, "session field 1", id="match-marked-as-a-session"),
        pytest.param(_field(4, 2), 4, "seat on roll 2", id="seat-2"),
        pytest.param(_field(7, 2), 7, "Crawford field 2", id="crawford-2"),
        pytest.param(_field(7, 1), 7, "one point away", id="crawford-too-early"),
        pytest.param(_field(7, 1, SESSION), 7, "unlimited session", id="crawford-in-a-session"),
        pytest.param(_field(8, 5), 8, "not below", id="score-at-the-length"),
        pytest.param(_field(9, 6), 8, "not below", id="other-score-above-the-length"),
        pytest.param(_field(9, -1), 9, "score -1", id="negative-score"),
        pytest.param(_field(10, 3), 10, "no power of two", id="cube-of-3"),
        pytest.param(_field(10, 0), 10, "cube 0", id="cube-of-0"),
        pytest.param(_field(11, 2), 11, "cube owner 2", id="owner-2"),
        pytest.param(_field(12, 1), 12, "impossible number", id="opponent's-bar-above-zero"),
        pytest.param(_field(20, 16), 20, "impossible number", id="16-on-a-point"),
        pytest.param(_field(20, "1.5"), 20, "'1.5' is not a number", id="fraction"),
        pytest.param(_field(37, -1), 37, "impossible number", id="own-bar-below-zero"),
        pytest.param(_field(37, 1), 12, "on roll has 16 checkers", id="16-checkers"),
        pytest.param(_field(12, -1), 12, "opponent has 16 checkers", id="16-checkers-of-the-opponent"),
        pytest.param(_line(points="0" + ";0" * 23), 12, "both sides are empty", id="no-checkers"),
        pytest.param(_field(38, 0), 38, "dice 0 and 1", id="one-die"),
        pytest.param(_field(39, 0), 39, "dice 4 and 0", id="other-die"),
        pytest.param(_field(39, 7), 39, "die 7", id="die-of-7"),
        pytest.param(_line(points=FULL_OFF), 38, "borne off all", id="dice-after-the-end"),
    ],
)
def test_impossible_lines(line: str, field: int, words: str) -> None:
    """Refused, with the column of the field that is wrong."""
    with pytest.raises(IdError, match=words) as caught:
        decode_snowie(line)
    assert caught.value.column == _column(field, line)


def test_a_short_line_ends_too_early() -> None:
    """The column is behind its end."""
    with pytest.raises(IdError, match="40 fields, not 3") as caught:
        decode_snowie("5;0;0;")
    assert caught.value.column == 6


@given(situations(), st.integers(0, 200), st.sampled_from([*";0129-x", ""]))
def test_a_changed_character_is_a_line_or_an_id_error(situation: Situation, at: int, ch: str) -> None:
    """Nothing else is raised, the column lies in the text or just behind it, and what is read is written back."""
    text = write("snowie", situation)
    at %= len(text)
    changed = text[:at] + ch + text[at + 1 :]
    try:
        position, state, names = decode_snowie(changed)
    except IdError as error:
        assert 1 <= error.column <= len(changed) + 1
    else:
        assert decode_snowie(encode_snowie(position, state, names)) == (position, state, names)


@given(st.lists(st.sampled_from(["0", "1", "-1", "2", "5", "x", "", "999"]), max_size=45))
def test_any_fields_are_a_line_or_an_id_error(fields: list[str]) -> None:
    """Nothing else is raised."""
    text = ";".join(fields)
    try:
        decode_snowie(text)
    except IdError as error:
        assert 1 <= error.column <= len(text) + 1


def test_unlimited_session_of_a_bare_position() -> None:
    """Seat 1 on roll, no rule known."""
    assert decode_snowie(encode_snowie(START_POSITION))[1] == MatchState(on_roll=1, turn=1, jacoby=False)
