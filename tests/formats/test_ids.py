"""Every way in which people write an ID is told apart; what is none is refused where it goes wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bganalyze.formats.ids import Identified, parse_id
from bganalyze.model.gnuid import IdError
from bganalyze.model.position import Position
from bganalyze.model.state import MatchState

PLACE, MATCH = "4HPwATDgc/ABMA", "cIkmAQAAAAAA"
START = Position.from_points({6: 5, 8: 3, 13: 5, 24: 2}, {6: 5, 8: 3, 13: 5, 24: 2})
FIVE_ONE = MatchState(on_roll=1, turn=1, dice=(5, 1), length=9)
"""5-1 to play by player 1 at the start of a match to 9, centred cube."""


@pytest.mark.parametrize("name", ["1.txt", "2.txt", "3.txt", "4.txt"])
def test_four_spellings_of_a_public_bug_report(shared_cases: Path, name: str) -> None:
    """Bare, padded, joined by a colon, and as the board display prints it on two lines."""
    text = (shared_cases / "41-ways-to-write-a-gnubg-id" / name).read_text(encoding="utf-8")
    got = parse_id(text)
    assert got.position == START
    if name in ("3.txt", "4.txt"):
        assert (got.kind, got.state) == ("gnu", FIVE_ONE)
    else:
        assert (got.kind, got.state) == ("gnu-position", None)


BOTH = [
    pytest.param(f"{PLACE}:{MATCH}", id="colon"),
    pytest.param(f"  {PLACE} : {MATCH}\n", id="blanks"),
    pytest.param(f"{PLACE} {MATCH}", id="one-blank"),
    pytest.param(f"{PLACE}\n{MATCH}\n", id="two-lines"),
    pytest.param(f"{PLACE}\r\n{MATCH}\r\n", id="two-lines-crlf"),
    pytest.param(f"{MATCH}\n{PLACE}", id="match-id-first"),
    pytest.param(f"{PLACE}==:{MATCH}", id="padded"),
    pytest.param(f"GNUID={PLACE}:{MATCH}", id="gnuid-equals"),
    pytest.param(f"GNUBGID {PLACE}:{MATCH}", id="gnubgid"),
    pytest.param(f"gnubgid: {PLACE}:{MATCH}", id="gnubgid-colon"),
    pytest.param(f"Position ID: {PLACE}\nMatch ID: {MATCH}", id="labels"),
    pytest.param(f"position id:{PLACE} match id:{MATCH}", id="small-labels"),
    pytest.param(f"Position ID = {PLACE}\nMatch ID = {MATCH}", id="labels-with-equals"),
    pytest.param(f"Position-ID: {PLACE}   Match-ID: {MATCH}", id="labels-of-bgblitz"),
    pytest.param(f"Match ID   : {MATCH}\nPosition ID: {PLACE}", id="labels-the-other-way-round"),
    pytest.param(f" GNU Backgammon  Position ID: {PLACE}\n                 Match ID   : {MATCH}\n", id="board-display"),
]


@pytest.mark.parametrize("text", BOTH)
def test_position_and_match_id_together(text: str) -> None:
    """Position and state, however they are joined and labelled."""
    assert parse_id(text) == Identified("gnu", START, FIVE_ONE)


@pytest.mark.parametrize("text", [PLACE, f" {PLACE}== ", f"Position ID: {PLACE}", f"{PLACE}:"])
def test_position_id_alone(text: str) -> None:
    """No state is made up."""
    assert parse_id(text) == Identified("gnu-position", START, None)


@pytest.mark.parametrize("text", [MATCH, f"Match ID   : {MATCH}", f":{MATCH}"])
def test_match_id_alone(text: str) -> None:
    """No position is made up."""
    assert parse_id(text) == Identified("gnu-match", None, FIVE_ONE)


@pytest.mark.parametrize("prefix", ["XGID=", "xgid=", " XGID =", ""])
def test_xgid_is_told_by_its_prefix_or_its_colons(prefix: str) -> None:
    """The same state as XGID."""
    got = parse_id(f"{prefix}-b----E-C---eE---c-e----B-:0:0:1:51:0:0:0:9:10")
    assert got.kind == "xgid"
    assert got.position == START
    assert got.state == FIVE_ONE._replace(max_cube=1024)


def test_every_other_form_is_written() -> None:
    """An ID gives the forms that it has room for."""
    whole = parse_id(f"{PLACE}:{MATCH}")
    assert whole.gnu_id() == f"{PLACE}:cIkmAQAAAAAE", "bit 66 is written as GNU Backgammon writes it in a match"
    assert whole.xgid() == "XGID=-b----E-C---eE---c-e----B-:0:0:1:51:0:0:0:9:10"
    assert parse_id(PLACE).gnu_id() == PLACE
    assert parse_id(PLACE).xgid() == "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    assert parse_id(MATCH).xgid() is None


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        pytest.param("", 1, "no ID", id="empty"),
        pytest.param(" \n", 1, "no ID", id="blanks"),
        pytest.param("Position ID: ", 1, "no ID", id="label-only"),
        pytest.param(PLACE[:-1], 14, "14 characters, not 13", id="13-characters"),
        pytest.param(f"  {PLACE[:-1]}", 16, "14 characters, not 13", id="13-characters-behind-blanks"),
        pytest.param(f"{PLACE}:{MATCH[:-1]}", 27, "12 characters, not 11", id="11-character-match-id"),
        pytest.param(f"{PLACE}:cIkm?QAAAAAA", 20, r"'\?'", id="foreign-character-in-the-match-id"),
        pytest.param("Position ID: 4HPw!TDgc/ABMA", 18, "'!'", id="foreign-character-behind-a-label"),
        pytest.param(f"{PLACE}\nMatch ID: cIkm?QAAAAAA", 30, r"'\?'", id="second-line"),
        pytest.param(f"{PLACE}:{MATCH}:{MATCH}", 29, "more than", id="three-ids"),
        pytest.param(f"{PLACE} {PLACE}", 28, "12 characters, not 14", id="two-position-ids"),
        pytest.param(f"{MATCH} {MATCH}", 13, "14 characters, not 12", id="two-match-ids"),
        pytest.param("position", 9, "14 characters, not 8", id="a-word"),
        pytest.param("XGID=" + PLACE, 6, "ten parts", id="xgid-prefix-before-a-position-id"),
        pytest.param("A" * 10_001, 1, "10001 characters", id="very-long"),
    ],
)
def test_what_is_no_id(text: str, column: int, words: str) -> None:
    """The column counts in the whole text, labels and lines included."""
    with pytest.raises(IdError, match=words) as caught:
        parse_id(text)
    assert caught.value.column == column


def test_state_that_contradicts_itself_is_refused_in_its_column() -> None:
    """The match ID begins at column 16: cube owner 2 stands in its first character."""
    with pytest.raises(IdError, match="cube owner") as caught:
        parse_id(f"{PLACE}:YAEAAAAAAAAA")
    assert caught.value.column == 16


@given(st.text(max_size=80))
def test_any_text_is_an_id_or_an_id_error(text: str) -> None:
    """Nothing else is raised, and the column lies in the text or just behind it."""
    try:
        parse_id(text)
    except IdError as error:
        assert 1 <= error.column <= len(text) + 1
