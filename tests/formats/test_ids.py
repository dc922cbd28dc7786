"""Every way in which people write an ID is told apart; what is none is refused where it goes wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from id_forms import FORMS, Row, Situation, held, larger_first, read, recorded, situations, vectors, write

from bganalyze.formats import ids
from bganalyze.formats.ids import Identified, parse_id
from bganalyze.model.gnuid import IdError, decode_match
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


# ---- OGID, FIBS and Snowie lines ------------------------------------------------------------------------

OGID = "11ccccchhhjjjjj:66666888dddddoo:N0N:15:W:R:0:0:9:0"
FIBS = (
    "board:Bob:Ann:9:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:5:1:5:1:1:1:1:0:1:-1:0:25:0:0:0:0:0"
    ":0:0:1"
)
SNOWIE = "9;0;0;0;1;Bob;Ann;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;5;1;"


@pytest.mark.parametrize(
    ("text", "kind", "names"),
    [
        pytest.param(OGID, "ogid", (None, None), id="ogid"),
        pytest.param(f"OGID={OGID}", "ogid", (None, None), id="ogid-prefix"),
        pytest.param(f" ogid = {OGID}\n", "ogid", (None, None), id="ogid-small-prefix"),
        pytest.param(FIBS, "fibs", ("Ann", "Bob"), id="fibs"),
        pytest.param(f"  {FIBS}\r\n", "fibs", ("Ann", "Bob"), id="fibs-blanks"),
        pytest.param(SNOWIE, "snowie", ("Ann", "Bob"), id="snowie"),
        pytest.param(f" {SNOWIE[:-1]}\n", "snowie", ("Ann", "Bob"), id="snowie-without-its-end"),
    ],
)
def test_other_forms_are_told_by_their_content(text: str, kind: str, names: tuple[str | None, str | None]) -> None:
    """The same 5-1 at the start of a match to 9."""
    got = parse_id(text)
    assert got.state is not None and sorted(got.state.dice or ()) == [1, 5]
    assert got == Identified(kind, START, FIVE_ONE._replace(dice=got.state.dice), names)


def test_an_ogid_of_five_parts_is_no_gnu_id() -> None:
    """Four colons only."""
    got = parse_id("11ccccchhhjjjjj:66666888dddddoo:N0N::W")
    assert (got.kind, got.position, got.state) == ("ogid", START, MatchState(on_roll=1, turn=1))


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        pytest.param(f"  {FIBS}:0", 3, "53 tokens", id="fibs"),
        pytest.param(f"  {FIBS.replace(':9:', ':x:', 1)}", 17, "match length 'x'", id="fibs-token"),
        pytest.param(f" {SNOWIE.replace('9', '-9', 1)}", 2, "is not a character", id="no-snowie-line"),
        pytest.param(f" {SNOWIE.replace(';Bob', ';2;Bob', 1)}", len(SNOWIE) + 2, "not 41", id="snowie"),
        pytest.param(f"OGID= {OGID.replace('N0N', '?0N')}", 39, "nobody knows", id="ogid-with-prefix"),
        pytest.param(f" {OGID.replace('N0N', '?0N')}", 34, "nobody knows", id="ogid-unknown-owner"),
        pytest.param(OGID.replace(":15:", ":70:"), 37, "'70'", id="ogid-dice"),
        pytest.param("OGID=4HPwATDgc/ABMA", 6, "5 to 11 parts", id="ogid-prefix-before-a-position-id"),
        pytest.param(f"XGID={OGID}", 21, "15 characters", id="xgid-prefix-before-an-ogid"),
    ],
)
def test_what_is_almost_another_form(text: str, column: int, words: str) -> None:
    """The column counts in the whole text."""
    with pytest.raises(IdError, match=words) as caught:
        parse_id(text)
    assert caught.value.column == column


def test_every_form_of_one_situation() -> None:
    """Written by hand: 5-1 of seat 1 at the start of a match to 9, names kept where there is room."""
    got = parse_id(FIBS)
    assert {name: got.form(name) for name in ids.FORMS} == {
        "gnu": f"{PLACE}:cIkmAQAAAAAE",
        "xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:51:0:0:0:9:10",
        "ogid": OGID,
        "fibs": FIBS,
        "snowie": SNOWIE,
    }


@pytest.mark.parametrize("form", ["xgid", "ogid", "fibs", "snowie"])
def test_bare_position_in_every_form(form: str) -> None:
    """Seat 1 on roll in an unlimited session; a match ID alone gives no board."""
    text = parse_id(PLACE).form(form)
    assert text is not None
    again = parse_id(text)
    assert again.position == START and again.state is not None
    assert (again.kind, again.state.on_roll, again.state.length, again.state.dice) == (form, 1, 0, None)
    assert parse_id(MATCH).form(form) is None


# ---- every form from every other ------------------------------------------------------------------------


def _from_every_form(row: Row) -> dict[str, int]:
    """Write and read in each form, from there in each other.

    Gives the number of recorded texts that came out to the letter, for each form that was the start.
    """
    equal = dict.fromkeys(FORMS, 0)
    original = larger_first(row.situation)
    for first in FORMS:
        got = read(first, row.texts.get(first) or write(first, row.situation))
        left = held(first, row.situation)
        if "pos" in row.texts or first != "pos":
            # Of the beavers only the other texts of a row tell, not its GNU ID.
            got = got._replace(state=got.state._replace(beavers=left.state.beavers))
        assert got == left, (first, row)
        complete = got.state._replace(beavers=None, max_cube=None) == original.state
        for second in FORMS:
            written = write(second, got)
            assert read(second, written) == held(second, got), (first, second, row)
            if complete and second in row.texts and second != "pos":  # whose words of display differ
                assert written == row.texts[second], (first, second, row)
                equal[first] += 1
    return equal


def test_vectors_in_every_form_from_every_other() -> None:
    """36 match positions: each of six forms gives both GNU IDs, the XGID and the Snowie line to the letter."""
    total = dict.fromkeys(FORMS, 0)
    for row in vectors():
        for form, n in _from_every_form(row).items():
            total[form] += n
    assert total == dict.fromkeys(FORMS, 3 * 36)


def test_recorded_situations_in_every_form_from_every_other() -> None:
    """250 of all sorts, doubles, beavers and ends among them: to the letter from each form that holds all of one."""
    total = dict.fromkeys(FORMS, 0)
    rows = recorded()
    for row in rows:
        for form, n in _from_every_form(row).items():
            total[form] += n
    assert sum(len(row.texts) for row in rows) == 250 + 143
    # XGID loses resignations and ends, OGID and FIBS the Jacoby rule, a Snowie line and a file the offered doubles.
    assert total == {"gnu": 393, "xgid": 347, "ogid": 216, "fibs": 212, "snowie": 263, "pos": 263}


@settings(max_examples=60)
@given(situations())
def test_any_situation_in_every_form_from_every_other(situation: Situation) -> None:
    """What is left after the first form, and after the second."""
    for first in FORMS:
        got = read(first, write(first, situation))
        assert got == held(first, situation)
        for second in FORMS:
            assert read(second, write(second, got)) == held(second, got)


@pytest.mark.parametrize("form", ["gnu", "ogid", "fibs", "snowie"])
def test_the_largest_cube(form: str) -> None:
    """2 to the power of 15, the most of a match ID, in a long session."""
    situation = Situation(START, MatchState(cube=1 << 15, cube_owner=1, score=(30_000, 7), jacoby=False))
    assert read(form, write(form, situation)).state[:2] == (1 << 15, 1)


# ---- what gets lost -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "notes"),
    [
        pytest.param(Identified("gnu", START, FIVE_ONE), [], id="nothing"),
        pytest.param(
            Identified("xgid", START, MatchState(jacoby=True, beavers=True, max_cube=1024)),
            ["OGID and FIBS do not hold the Jacoby rule", "GNU ID, OGID, FIBS and Snowie do not hold the beaver rule"],
            id="rules-of-a-session",
        ),
        pytest.param(
            Identified("xgid", START, MatchState(jacoby=False, max_cube=64)),
            ["GNU ID, OGID, FIBS and Snowie do not hold the highest cube"],
            id="highest-cube",
        ),
        pytest.param(
            Identified("gnu", START, MatchState(turn=1, doubled=True)),
            ["Snowie does not hold a double on offer"],
            id="double",
        ),
        pytest.param(
            Identified("gnu", START, decode_match("QRkAAAAAAAAA")._replace(jacoby=None)),
            ["Snowie does not hold a double on offer", "OGID does not hold who is on roll behind a beaver"],
            id="beaver",
        ),
        pytest.param(
            Identified("gnu", START, MatchState(turn=1, resigned=2)),
            ["XGID, OGID, FIBS and Snowie do not hold a resignation on offer"],
            id="resignation",
        ),
        pytest.param(
            Identified("gnu", START, MatchState(turn=1, resigned=2, game_state="resigned")),
            ["OGID does not hold what was resigned", "XGID, FIBS and Snowie do not hold how the game ended"],
            id="resigned",
        ),
        pytest.param(
            Identified("fibs", START, MatchState(), ("Ann", None)),
            ["GNU ID, XGID and OGID do not hold the names of the players"],
            id="names",
        ),
        pytest.param(Identified("gnu-match", None, MatchState(turn=1, resigned=2)), [], id="no-other-form"),
    ],
)
def test_notes(found: Identified, notes: list[str]) -> None:
    """One sentence a thing, only for what is there."""
    assert found.notes() == notes
    for form, name in ids.FORMS.items():
        alone = [f"{name} does not hold {note.partition(' not hold ')[2]}" for note in notes if name in _subject(note)]
        assert found.notes([form]) == alone


def _subject(note: str) -> list[str]:
    """The forms that a note names."""
    return note.partition(" do")[0].replace(" and ", ", ").split(", ")


@given(st.sampled_from(list(ids.FORMS)), situations())
def test_there_is_a_note_exactly_where_something_gets_lost(form: str, situation: Situation) -> None:
    """A rule that is not in use, and a highest cube that nobody set, are no loss."""
    position, state = larger_first(situation)
    left = held(form, situation)
    lost = left.position != position
    for field in ("cube", "cube_owner", "on_roll", "turn", "crawford", "game_state", "doubled", "resigned", "dice"):
        lost |= getattr(left.state, field) != getattr(state, field)
    for field in ("jacoby", "beavers", "max_cube"):
        lost |= bool(getattr(state, field)) and getattr(left.state, field) != getattr(state, field)
    assert bool(Identified("gnu", position, state).notes([form])) == lost


CHANGES = [*":;019-Aa?=", "", "board:"]


@given(st.sampled_from(list(ids.FORMS)), situations(), st.integers(0, 200), st.sampled_from(CHANGES))
def test_a_changed_character_is_an_id_or_an_id_error(form: str, situation: Situation, at: int, ch: str) -> None:
    """Whatever form it is taken for then, it can be written in every form."""
    text = write(form, situation)
    at %= len(text)
    changed = text[:at] + ch + text[at + 1 :]
    try:
        found = parse_id(changed)
    except IdError as error:
        assert 1 <= error.column <= len(changed) + 1
    else:
        assert all(found.form(name) or found.position is None for name in ids.FORMS)
