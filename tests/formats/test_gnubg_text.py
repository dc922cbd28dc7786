"""GNU Backgammon's text export: real exports, exports made by hand line by line, and damaged ones."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bganalyze import formats
from bganalyze.findings.codes import message, severity
from bganalyze.formats import gnubg_text, mat, sgf
from bganalyze.formats.gnubg_text.record import read_date
from bganalyze.formats.gnubg_text.tables import Table
from bganalyze.model import actions as act
from bganalyze.model.analysis import EMG, MWC, Annotation, Candidate, Setting
from bganalyze.model.gnuid import encode_match, encode_position
from bganalyze.model.position import Position
from bganalyze.model.record import Record
from bganalyze.model.state import MatchState
from bganalyze.pipeline import Checked, check_bytes, check_file, follow
from bganalyze.rules.diagnose import stand
from bganalyze.rules.variants import Rules

OWN = Path(__file__).resolve().parents[2] / "fixtures" / "gnubg-text"
COLUMNS = (" +12-11-10--9--8--7-------6--5--4--3--2--1-+", " +13-14-15-16-17-18------19-20-21-22-23-24-+")
CLOSING = "\n\nOutput generated Sun Nov 29 23:42:04 2026\n by GNU Backgammon 1.07.001 (Text Export version 1.128)\n\n"
START = Rules().start_position()


# ---- exports made by hand -----------------------------------------------------------------------------


def score_line(names: tuple[str, str] = ("Ann", "Bob"), games: int = 0, score: str = "0 0", rest: str = "5") -> str:
    """``rest`` is the length, or what follows it, or '' for a session."""
    a, b = score.split()
    length = f" (match to {rest.split(',')[0]} points){rest[len(rest.split(',')[0]) :]}" if rest else ""
    word = "game" if games == 1 else "games"
    return f"The score (after {games} {word}) is: {names[0]} {a}, {names[1]} {b}{length}\n\nMatch Information:\n\n"


def block(
    heading: str,
    position: Position,
    state: MatchState,
    action: str = "",
    analysis: str = "",
    names: tuple[str, str] = ("Ann", "Bob"),
) -> str:
    """One decision. ``heading`` is ``3: Ann to play 31``, ``action`` what stands behind the star."""
    number, _, said = heading.partition(": ")
    text = f"Move number {number}:  {said}\n\n GNU Backgammon  Position ID: {encode_position(position)}\n"
    text += f"                 Match ID   : {encode_match(state)}\n"
    text += f"{COLUMNS[state.on_roll]}     O: {names[0]}\n | X           O    |   | O              X |     0 points\n"
    text += f"{'^v'[state.on_roll]}|                  |BAR|                  |     5 points match (Cube: 1)\n"
    text += f"{COLUMNS[1 - state.on_roll]}     X: {names[1]}\nPip counts: O 167, X 167\n\n"
    return text + (f"* {action}\n" if action else "\n") + analysis


def at(seat: int, dice: str = "", length: int = 5, **more: object) -> MatchState:
    """A state with ``seat`` on roll."""
    rolled = (int(dice[0]), int(dice[1])) if dice else None
    jacoby = None if length else True
    return MatchState(on_roll=seat, turn=seat, dice=rolled, length=length, jacoby=jacoby)._replace(**more)


def after(position: Position, *hops: tuple[int, int]) -> Position:
    """The position behind a play, seen by the other player; hits are made where a blot stands."""
    own, other = position.counts()
    for start, end in hops:
        own[start] -= 1
        own[end] += 1
        if end and other[25 - end] == 1:
            other[25 - end] = 0
            other[25] += 1
    return Position.from_counts(other, own)


ONE = after(START, (8, 5), (6, 5))
"""Behind an opening 31: 8/5 6/5."""
TWO = after(ONE, (24, 22), (13, 8))
"""And behind 52: 24/22 13/8."""
OPENING = block("1: Ann to play 31", START, at(0, "31"), "Ann moves 8/5 6/5")
REPLY = block("2: Bob to play 52", ONE, at(1, "52"), "Bob moves 24/22 13/8")


def short(*blocks: str, head: str | None = None, end: str = "") -> str:
    """A whole export of one game."""
    return (score_line() if head is None else head) + "".join(blocks) + end + CLOSING


def kinds(record: Record) -> list[str]:
    return [act.KIND_NAMES[what.kind] for what in record.actions.what]


def check(text: str) -> Checked:
    return check_bytes(text.encode())


def told(text: str) -> list[tuple[str, int | None]]:
    """Codes and lines of the findings that are no notes."""
    return [(f.code, f.line) for f in check(text).findings if severity(f) != "note"]


def line_of(text: str, part: str, number: int = 1) -> int:
    """The line (from 1) on which a part of the text stands for the n-th time."""
    return [i for i, line in enumerate(text.split("\n"), 1) if part in line][number - 1]


def shown(record: Record, index: int, step: int = -1) -> str:
    """What stands at the place of an action."""
    start, end = gnubg_text.place(record, index, step)
    return record.source(record.actions.line(index))[start - 1 : end - 1]


def test_plays_and_places() -> None:
    record = gnubg_text.read(short(OPENING, REPLY))
    assert kinds(record) == ["roll", "roll"]
    assert [record.actions.seat(i) for i in (0, 1)] == [0, 1]
    assert [what.text for what in record.actions.what] == ["31: 8/5 6/5", "52: 24/22 13/8"]
    assert [shown(record, i) for i in (0, 1)] == ["8/5 6/5", "24/22 13/8"]
    assert [shown(record, 1, step) for step in (0, 1)] == ["24/22", "13/8"]
    assert [record.move(i) for i in (0, 1)] == [1, 2]
    assert record.stated[1] == (ONE, at(1, "52"))
    match = record.matches[0]
    assert (match.length, match.names, match.games[0].number) == (5, ("Ann", "Bob"), 1)
    assert match.games[0].scores == (0, 0)
    assert match.games[0].crawford is False
    assert told(short(OPENING, REPLY)) == []


def test_steps_that_look_alike_have_their_own_places() -> None:
    position = after(after(START, (13, 7), (13, 7)), (24, 23), (24, 23))
    text = short(block("1: Ann to play 66", position, at(0, "66"), "Ann moves 24/18(2) 13/7 13/7"))
    record = gnubg_text.read(text)
    starts = [gnubg_text.place(record, 1, step)[0] for step in range(3)]
    assert [shown(record, 1, step) for step in range(3)] == ["24/18(2)", "13/7", "13/7"]
    assert starts == sorted(set(starts))


def test_double_and_take() -> None:
    doubles = block("3: Ann on roll, cube decision?", TWO, at(0), "Ann doubles")
    takes = block("4: Ann doubles to 2", TWO, at(0, turn=1, doubled=True), "Bob accepts")
    three = block("5: Ann to play 63", TWO, at(0, "63", cube=2, cube_owner=1), "Ann moves 24/15")
    text = short(OPENING, REPLY, doubles, takes, three)
    record = gnubg_text.read(text)
    assert kinds(record) == ["roll", "roll", "double", "take", "roll"]
    assert record.actions.what[2].value == 2
    assert [shown(record, i) for i in (2, 3)] == ["doubles", "accepts"]
    assert told(text) == []
    game = check(text).matches[0].games[0]
    assert (game.cube, game.cube_owner) == (2, 1)


def test_a_value_of_a_double_that_cannot_be() -> None:
    doubles = block("3: Ann on roll, cube decision?", TWO, at(0), "Ann doubles")
    takes = block("4: Ann doubles to 8", TWO, at(0, turn=1, doubled=True), "Bob rejects")
    text = short(OPENING, REPLY, doubles, takes, end="Ann wins 1 point\n")
    assert ("BG404", line_of(text, "* Ann doubles")) in told(text)


def test_double_and_drop() -> None:
    doubles = block("3: Ann on roll, cube decision?", TWO, at(0), "Ann doubles")
    drops = block("4: Ann doubles to 2", TWO, at(0, turn=1, doubled=True), "Bob rejects")
    text = short(OPENING, REPLY, doubles, drops, end="Ann wins 1 point\n")
    record = gnubg_text.read(text)
    assert kinds(record) == ["roll", "roll", "double", "drop", "wins"]
    assert record.actions.line(4) == line_of(text, "Ann wins")
    assert shown(record, 4) == "Ann wins 1 point"
    assert record.move(4) is None
    assert told(text) == []
    game = check(text).matches[0].games[0]
    assert (game.winner, game.result, game.points) == (0, "drop", 1)


def test_beaver_and_raccoon() -> None:
    doubles = block("3: Ann on roll, cube decision?", TWO, at(0, length=0), "Ann doubles")
    beavers = block("4: Ann doubles to 2", TWO, at(0, length=0, turn=1, doubled=True), "Bob doubles")
    state = at(0, length=0, doubled=True, cube=2, cube_owner=1)
    raccoons = block("5: Bob doubles to 4", TWO, state, "Ann doubles")
    state = at(0, length=0, turn=1, doubled=True, cube=4, cube_owner=1)
    takes = block("6: Ann doubles to 8", TWO, state, "Bob accepts", "Cannot analyse beaver nor raccoons!\n")
    roll = block("7: Ann to play 63", TWO, at(0, "63", length=0, cube=8, cube_owner=1), "Ann moves 24/15")
    one, two = (b.replace(encode_match(at(s, d)), encode_match(at(s, d, length=0))) for b, s, d in _opening_blocks())
    text = short(one, two, doubles, beavers, raccoons, takes, roll, head=score_line(rest=""))
    record = gnubg_text.read(text)
    assert kinds(record) == ["roll", "roll", "double", "beaver", "raccoon", "take", "roll"]
    assert [record.actions.what[i].value for i in (2, 3, 4)] == [2, 4, 8]
    assert record.matches[0].header["Jacoby"] == "On"
    assert told(text) == []
    assert check(text).matches[0].games[0].cube == 8


def _opening_blocks() -> Iterator[tuple[str, int, str]]:
    yield OPENING, 0, "31"
    yield REPLY, 1, "52"


def test_resignation_is_a_result_without_an_end() -> None:
    text = short(OPENING, REPLY, end="Bob wins 2 points\n")
    record = gnubg_text.read(text)
    assert kinds(record) == ["roll", "roll", "wins"]
    assert (record.actions.seat(2), record.actions.what[2].value) == (1, 2)
    game = check(text).matches[0].games[0]
    assert (game.winner, game.result, game.points) == (1, "resign-gammon", 2)
    assert told(text) == []


def test_resignation_of_an_exported_position() -> None:
    text = short(block("3: Ann on roll, cube decision?", TWO, at(0)))
    text = text.replace("Ann on roll, cube decision?\n\n", "Ann resigns 2 points")
    record = gnubg_text.read(text)
    assert kinds(record)[-1] == "resign"
    assert record.actions.what[-1].value == 2


def test_dance() -> None:
    position = Position.from_points({25: 1, 24: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 7: 5})
    text = short(
        block(
            "1: Ann to play 32", position, at(0, "32"), "Ann cannot move", "\nRolled 32 (-0.100):\n*    Cannot move\n"
        )
    )
    record = gnubg_text.read(text)
    assert kinds(record) == ["set", "roll"]
    assert record.actions.what[1].played == act.CANNOT
    assert shown(record, 1) == "cannot move"
    assert record.annotations[1] == Annotation(luck=-0.1, luck_stated=True)
    assert told(text) == []
    wrong = text.replace("32", "61")
    assert ("BG307", line_of(wrong, "cannot move")) in told(wrong)


def test_position_set_before_the_game() -> None:
    position = Position.from_points({6: 3, 5: 2}, {1: 2, 22: 1})
    state = at(1, "61", cube=4, cube_owner=1)
    text = short(block("1: Bob to play 61", position, state, "Bob moves 6/off 5/4"))
    record = gnubg_text.read(text)
    assert kinds(record) == ["set", "roll"]
    assert shown(record, 0) == encode_position(position)
    setup = record.actions.what[0].setup
    assert setup is not None
    assert setup.sides == (position.opponent, position.on_roll)
    assert (setup.cube, setup.owner, setup.on_roll) == (4, 1, 1)
    assert told(text) == []
    assert check(text).matches[0].games[0].cube == 4


def test_position_set_in_the_middle() -> None:
    """Two positions in a row that follow from each other and not from the plays before."""
    other = after(TWO, (13, 11))
    three = block("3: Ann to play 21", other.swap(), at(0, "21"), "Ann moves 24/22 6/5")
    four = block("4: Bob to play 11", after(other.swap(), (24, 22), (6, 5)), at(1, "11"), "Bob moves 8/7(2) 6/5(2)")
    text = short(OPENING, REPLY, three, four)
    record = gnubg_text.read(text)
    assert kinds(record) == ["roll", "roll", "set", "roll", "roll"]
    assert told(text) == [("BG605", line_of(text, encode_position(other.swap())))]


@pytest.mark.parametrize(
    ("points", "checkers", "variation", "rules"),
    [
        ({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}, 15, "Nackgammon", "nackgammon"),
        ({24: 1, 23: 1, 22: 1}, 3, "Hypergammon (3)", "hypergammon-3"),
        ({24: 1, 23: 1}, 2, "Hypergammon (2)", "hypergammon-2"),
        ({24: 1}, 1, "Hypergammon (1)", "hypergammon-1"),
    ],
)
def test_variations_are_told_by_their_start(points: dict[int, int], checkers: int, variation: str, rules: str) -> None:
    position = Position.from_points(points, points, checkers)
    text = short(
        block(
            "1: Ann to play 41", position, at(0, "41"), "Ann moves 24/20 24/23" if checkers > 3 else "Ann moves 24/19"
        )
    )
    record = gnubg_text.read(text)
    assert kinds(record) == ["roll"]
    assert record.matches[0].header["Variation"] == variation
    assert check(text).matches[0].rules.name == rules
    assert told(text) == []


def test_automatic_doubles_are_told_by_the_first_cube() -> None:
    text = short(
        block("1: Ann to play 31", START, at(0, "31", length=0, cube=4), "Ann moves 8/5 6/5"),
        head=score_line(rest=""),
        end="Ann wins 4 points\n",
    )
    record = gnubg_text.read(text)
    assert record.matches[0].games[0].auto_doubles == 2
    assert told(text) == []
    assert check(text).matches[0].games[0].cube == 4


def test_crawford_and_behind() -> None:
    state = at(0, "31", score=(4, 2), crawford=True)
    crawford = short(
        block("1: Ann to play 31", START, state, "Ann moves 8/5 6/5"),
        head=score_line(games=3, score="4 2", rest="5, Crawford game"),
        end="Bob wins 2 points\n",
    )
    later = short(
        block("1: Ann to play 31", START, at(0, "31", score=(4, 4)), "Ann moves 8/5 6/5"),
        head=score_line(games=4, score="4 4", rest="5, post-Crawford play"),
        end="Bob wins 1 point\n",
    )
    record = gnubg_text.read(crawford + later)
    games = record.matches[0].games
    assert [(g.number, g.scores, g.crawford) for g in games] == [(4, (4, 2), True), (5, (4, 4), False)]
    assert told(crawford + later) == []
    checked = check(crawford + later).matches[0]
    assert [g.crawford for g in checked.games] == [True, False]
    assert (checked.winner, checked.score) == (1, (4, 5))


def test_no_crawford_rule() -> None:
    """Play behind a Crawford game that there was none of."""
    one = short(OPENING, end="Ann wins 4 points\n".replace("4", "2"), head=score_line(rest="3"))
    one = one.replace(encode_match(at(0, "31")), encode_match(at(0, "31", length=3)))
    two = short(
        block("1: Ann to play 31", START, at(0, "31", length=3, score=(2, 0)), "Ann moves 8/5 6/5"),
        head=score_line(games=1, score="2 0", rest="3, post-Crawford play"),
        end="Ann wins 1 point\n",
    )
    assert gnubg_text.read(one + two).matches[0].header["Crawford"] == "Off"
    assert told(one + two) == []


def test_matches_in_a_row_are_told_apart() -> None:
    text = short(OPENING, end="Ann wins 1 point\n") * 2
    record = gnubg_text.read(text)
    assert [len(match.games) for match in record.matches] == [1, 1]
    assert [g.first for m in record.matches for g in m.games] == [0, 2]


def test_unfinished_games() -> None:
    """The decision that is due is printed as a double: that is none."""
    rolled = block("3: Ann to play 66", TWO, at(0, "66"), "Ann doubles")
    record = gnubg_text.read(short(OPENING, REPLY, rolled))
    assert kinds(record) == ["roll", "roll", "roll"]
    assert record.actions.what[2].played == act.PENDING
    assert shown(record, 2) == "66"
    on_roll = block("3: Ann on roll, cube decision?", TWO, at(0), "Ann doubles")
    assert kinds(gnubg_text.read(short(OPENING, REPLY, on_roll))) == ["roll", "roll"]
    offered = block("4: Bob doubles to 2", TWO, at(0, doubled=True, turn=1), "Ann doubles")
    # The IDs of such a block can be nonsense.
    offered = offered.replace(encode_match(at(0, doubled=True, turn=1)), "MBGgAAAAAAAE")
    record = gnubg_text.read(short(OPENING, REPLY, on_roll, offered))
    assert kinds(record) == ["roll", "roll", "double"]
    assert record.remarks == []
    cut = (score_line() + OPENING + REPLY + on_roll).rstrip("\n")
    assert kinds(gnubg_text.read(cut)) == ["roll", "roll", "double"]


def test_roll_without_its_play() -> None:
    text = short(OPENING, block("2: Bob to play 52", ONE, at(1, "52")), block("3: Ann to play 63", TWO, at(0, "63")))
    record = gnubg_text.read(text)
    assert [what.played for what in record.actions.what] == [act.PLAYED, act.NOTHING, act.PENDING]
    assert shown(record, 1) == "52"
    assert ("BG205", line_of(text, "to play 52")) in told(text)


def test_names_that_look_like_scores() -> None:
    names = ("A 3, x", "Bob: 2 moves")
    head = score_line(names, score="1 2")
    assert "is: A 3, x 1, Bob: 2 moves 2 (match" in head
    state = at(0, "31", score=(1, 2))
    one = block("1: A 3, x to play 31", START, state, "A 3, x moves 8/5 6/5", names=names)
    two = block(
        "2: Bob: 2 moves to play 52", ONE, at(1, "52", score=(1, 2)), "Bob: 2 moves moves 24/22 13/8", names=names
    )
    text = short(one, two, head=head, end="Bob: 2 moves wins 1 point\n")
    record = gnubg_text.read(text)
    assert record.matches[0].names == names
    assert record.matches[0].games[0].scores == (1, 2)
    assert [record.actions.seat(i) for i in range(3)] == [0, 1, 1]
    assert shown(record, 1) == "24/22 13/8"
    assert told(text) == []


def test_both_players_of_one_name() -> None:
    names = ("gnubg", "gnubg")
    one = block("1: gnubg to play 31", START, at(0, "31"), "gnubg moves 8/5 6/5", names=names)
    two = block("2: gnubg to play 52", ONE, at(1, "52"), "gnubg moves 24/22 13/8", names=names)
    text = short(one, two, head=score_line(names), end="gnubg wins 1 point\n")
    record = gnubg_text.read(text)
    assert [record.actions.seat(i) for i in range(3)] == [0, 1, 0]
    assert [r.code for r in record.remarks] == ["BG110"]
    assert told(text) == []


HEADER = """Ann's rating: 1800.5
Bob's rating: 1700
Date: 16/09/2023
Event: Cup: final
Round: 1
Place: Here
Annotator: Me
Comments: first line
second line
"""


def test_header() -> None:
    text = short(OPENING).replace("Match Information:\n", "Match Information:\n" + HEADER)
    match = gnubg_text.read(text).matches[0]
    assert match.header == {
        "Rating left": "1800.5",
        "Rating right": "1700",
        "EventDate": "2023-09-16",
        "Event": "Cup: final",
        "Round": "1",
        "Site": "Here",
        "Transcriber": "Me",
        "Comment": "first line\nsecond line",
    }
    assert match.header_lines["EventDate"] == line_of(text, "Date: ")
    assert told(text) == []
    ambiguous = text.replace("16/09/2023", "05/09/2023")
    header = gnubg_text.read(ambiguous).matches[0].header
    assert header["Date as printed"] == "05/09/2023"
    assert "EventDate" not in header
    assert told(ambiguous) == []


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("16/09/2023", "2023-09-16"),
        ("09/16/2023", "2023-09-16"),
        ("05/09/2023", None),
        ("05.09.2023", "2023-09-05"),
        ("01/01/24", "2024-01-01"),
        ("31/12/99", "1999-12-31"),
        ("2024-03-02", "2024-03-02"),
        ("2024/3/2", "2024-03-02"),
        ("31/31/2023", None),
        ("30.02.2023", None),
        ("2. M\u00e4rz 2024", None),
        ("", None),
    ],
)
def test_dates(written: str, iso: str | None) -> None:
    assert read_date(written) == iso


PLAY = """Alert: very bad move ( -0.232)
Alert: unlucky roll! ( -0.404)

Rolled 52 (-0.404):
     1. Cubeful 2-ply    13/11 13/8                   Eq.: -0.163
       0.467 0.125 0.006 - 0.533 0.162 0.009
     2. Cubeful 0-ply    13/8 6/4                     Eq.: -0.187 (-0.024)
       0.462 0.113 0.005 - 0.538 0.160 0.006
*   ??  Cubeless 1-ply   24/22 13/8                   Eq.: -0.395 (-0.232)
       0.391 0.100 0.004 - 0.609 0.200 0.010


"""
CUBE = """
Alert: missed double (-0.332)!
 [bad]
Cube analysis
2-ply cubeless equity +0.527 (Money: +0.437)
  0.652 0.201 0.011 - 0.348 0.079 0.001
Cubeful equities:
1. Double, take        +0.858
2. Double, pass        +1.000  (+0.142)
3. No double           +0.527  (-0.332)
Proper cube action: Double, take
"""


def test_analysis_of_a_play() -> None:
    text = short(OPENING, REPLY + PLAY)
    record = gnubg_text.read(text)
    said = record.annotations[1]
    assert said.luck == -0.404
    assert said.marks == (("BM", "2"), ("GW", "1"))
    assert said.play is not None
    assert said.play.played == 2
    assert said.play.candidates == (
        Candidate(((13, 11), (13, 8)), (0.467, 0.125, 0.006, 0.162, 0.009), -0.163, Setting(2)),
        Candidate(((13, 8), (6, 4)), (0.462, 0.113, 0.005, 0.160, 0.006), -0.187, Setting(0)),
        Candidate(((24, 22), (13, 8)), (0.391, 0.1, 0.004, 0.2, 0.01), -0.395, Setting(1, False)),
    )
    assert record.remarks == []
    assert told(text) == []


def test_analysis_of_a_cube_not_turned() -> None:
    record = gnubg_text.read(short(OPENING, REPLY + CUBE))
    said = record.annotations[1]
    assert said.marks == (("BC", "1"),)
    cube = said.cube
    assert cube is not None
    assert (cube.unit, cube.setting, cube.double_pass) == (EMG, Setting(2), 1.0)
    assert cube.no_double == ((0.652, 0.201, 0.011, 0.079, 0.001), 0.527, 0.527)
    assert cube.double_take == (None, None, 0.858)
    assert record.remarks == []


TAKEN = """
Alert: wrong take (-0.152)!
 [very bad]
Cube analysis
0-ply cubeless equity -0.664 (Money: -0.607)
  0.244 0.048 0.003 - 0.756 0.141 0.005
Cubeful equities:
1. Double, pass        -1.000
2. Double, take        -1.152  (-0.152)
3. No double           -0.902  (+0.098)
Proper cube action: Redouble, pass
"""


def test_analysis_of_an_answer_is_turned_to_the_doubler() -> None:
    doubles = block("3: Ann on roll, cube decision?", TWO, at(0), "Ann doubles")
    takes = block("4: Ann doubles to 2", TWO, at(0, turn=1, doubled=True), "Bob accepts", TAKEN)
    record = gnubg_text.read(short(OPENING, REPLY, doubles, takes))
    said = record.annotations[3]
    assert said.marks == (("BM", "2"),)
    assert said.cube is not None
    assert said.cube.no_double == ((0.756, 0.141, 0.005, 0.048, 0.003), 0.664, 0.902)
    assert said.cube.double_take.cubeful == 1.152
    assert said.cube.double_pass == 1.0


def test_older_alerts_on_one_line() -> None:
    text = short(OPENING, REPLY + CUBE.replace("!\n [bad]", "! [bad]"))
    assert gnubg_text.read(text).annotations[1].marks == (("BC", "1"),)


def test_match_winning_chances_and_percentages() -> None:
    """``set output mwc on`` and ``set output winpc on``."""
    analysis = """
Cube analysis
0-ply cubeless MWC  49.74% (Money: -0.021)
   49.2  13.2   0.5 -  50.8  13.5   0.7
Cubeful equities:
1. No double            49.67%
2. Double, pass         59.95%  (+10.28%)
3. Double, take         45.29%  ( -4.38%)
Proper cube action: No double, take (29.9%)
Alert: bad move (-0.691%)

Rolled 52 (-1.128%):
*    1. Cubeful 0-ply    24/22 13/8                   MWC:  48.74%
        47.4  11.3   0.4 -  52.6  14.3   0.6
     2. Cubeful 0-ply    13/11 13/8                   MWC: 0.4844 (+-0.0030)
       0.464 0.123 0.006 - 0.536 0.148 0.009
"""
    record = gnubg_text.read(short(OPENING, REPLY + analysis))
    said = record.annotations[1]
    assert (said.luck, said.luck_stated) == (None, True)
    assert said.marks == (("BM", "1"),)
    assert said.cube is not None
    assert said.cube.unit == MWC
    assert said.cube.no_double.cubeful == pytest.approx(0.4967)
    assert said.cube.no_double.cubeless == pytest.approx(0.4974)
    assert said.cube.double_take.cubeful == pytest.approx(0.4529)
    assert said.cube.double_pass == pytest.approx(0.5995)
    assert said.cube.no_double.chances == pytest.approx((0.492, 0.132, 0.005, 0.135, 0.007))
    assert said.play is not None
    assert [c.equity for c in said.play.candidates] == [None, None]
    assert said.play.candidates[0].chances == pytest.approx((0.474, 0.113, 0.004, 0.143, 0.006))
    assert record.remarks == []


ROLLOUT = """
Cube analysis
Rollout cubeless equity +0.266 (Money: +0.266)

Cubeful equities:
1. No double           +0.383
2. Double, pass        +1.000  (+0.617)
3. Double, take        +0.255  (-0.128)
Proper cube action: No double, take (17.2%)

Rollout details:
Centered 1-cube:
  0.586 0.187 0.007 - 0.414 0.098 0.004 CL +0.266 CF +0.383
 [0.001 0.002 0.000 - 0.001 0.003 0.000 CL  0.005 CF  0.008]
Bo owns 2-cube:
  0.587 0.188 0.007 - 0.413 0.099 0.004 CL +0.564 CF +0.255
 [0.001 0.002 0.000 - 0.001 0.001 0.000 CL  0.008 CF  0.008]
Truncated cubeful rollout (depth 3) with variance reduction
36 games, Mersenne Twister dice gen. with seed 1 and quasi-random dice
Play: 0-ply cubeful prune [expert]
Cube: 0-ply cubeful prune [expert]

Rolled 52 (-0.067):
     1. Rollout          13/11 13/8                   Eq.: -0.329
       0.432 0.092 0.003 - 0.568 0.181 0.006 CL -0.230 CF -0.329
      [0.002 0.001 0.000 - 0.002 0.002 0.000 CL  0.006 CF  0.011]
        Full cubeful rollout with variance reduction
        1296 games, Mersenne Twister dice gen. with seed 1 and quasi-random dice
        Play:  1-ply cubeful prune [world class]
        keep the first 0 0-ply moves and up to 8 more moves within equity 0.16
        Cube: 0-ply cubeful prune [expert]
*    2. Cubeful 0-ply    24/22 13/8                   Eq.: -0.352 (-0.023)
       0.425 0.104 0.005 - 0.575 0.198 0.009
        0-ply cubeful prune, noise 0.015 (nd) [novice]

"""


def test_rollouts() -> None:
    record = gnubg_text.read(short(OPENING, REPLY + ROLLOUT))
    assert record.remarks == []
    said = record.annotations[1]
    assert said.play is not None and said.cube is not None
    first, second = said.play.candidates
    assert first.rollout is not None
    assert (first.setting, first.equity, first.rollout.trials) == (None, -0.329, 1296)
    assert first.chances == (0.432, 0.092, 0.003, 0.181, 0.006)
    assert first.rollout.outputs == ((0.432, 0.092, 0.003, 0.181, 0.006, -0.230, -0.329),)
    assert first.rollout.deviations == ((0.002, 0.001, 0.0, 0.002, 0.0, 0.006, 0.011),)
    assert first.rollout.context.startswith("Full cubeful rollout")
    assert second.setting == Setting(0, True, False, 0.015, True)
    assert second.rollout is None
    rollout = said.cube.rollout
    assert rollout is not None
    assert rollout.trials == 36
    assert [o[6] for o in rollout.outputs] == [0.383, 0.255]
    assert said.cube.double_take.chances == (0.587, 0.188, 0.007, 0.099, 0.004)


def test_rollout_of_an_answer_is_turned() -> None:
    cube = ROLLOUT[: ROLLOUT.index("\nRolled")].replace("pass        +1.000", "pass        -1.000")
    doubles = block("3: Ann on roll, cube decision?", TWO, at(0), "Ann doubles")
    takes = block("4: Ann doubles to 2", TWO, at(0, turn=1, doubled=True), "Bob accepts", cube)
    made = gnubg_text.read(short(OPENING, REPLY, doubles, takes)).annotations[3].cube
    assert made is not None and made.rollout is not None
    assert made.rollout.outputs[0] == (0.414, 0.098, 0.004, 0.187, 0.007, -0.266, -0.383)
    assert made.rollout.deviations[0] == (0.001, 0.003, 0.0, 0.002, 0.0, 0.005, 0.008)


def test_no_luck_is_no_number() -> None:
    text = short(OPENING + "Alert: very unlucky roll! (   -inf)\n\nRolled 31:\n*    8/5 6/5\n\n")
    record = gnubg_text.read(text)
    assert record.annotations[0] == Annotation(marks=(("GB", "2"),))
    assert record.remarks == []
    record = gnubg_text.read(text.replace("Rolled 31:", "Rolled 31 (   -inf):"))
    assert (record.annotations[0].luck, record.annotations[0].luck_stated) == (None, True)


def test_comments_may_look_like_anything() -> None:
    note = "Annotation:\nA comment\n\nMove number 7:  Bob to play 11\nBob wins 3 points\n"
    text = short(OPENING + note, REPLY, end="Ann wins 1 point\n")
    record = gnubg_text.read(text)
    assert kinds(record) == ["roll", "roll", "wins"]
    comment = record.annotations[0].comment
    assert comment == "A comment\n\nMove number 7:  Bob to play 11\nBob wins 3 points"
    assert told(text) == []
    behind = short(OPENING, REPLY + note, end="Ann wins 1 point\n\nGame statistics for game 1\n\nPlayer  Ann Bob\n")
    record = gnubg_text.read(behind)
    assert kinds(record) == ["roll", "roll", "wins"]
    assert record.annotations[1].comment == comment


TABLE = """
Game statistics for game 1

Player                                   Ann                     Bob

Chequerplay statistics

Total moves                               59                      58
Error total EMG (MWC)                         -0.510 (-16.740%)       -0.373 (-13.751%)
Chequerplay rating                       Go to Las Vegas         Supernatural

Luck statistics

Luck total EMG (MWC)                          +0.654 (   -inf%)          nan (-10.822%)

Cube statistics

Missed doubles below CP (EMG (MWC))        2 (-0.051 ( -0.506%))   0
Error rate mEMG (MWC)                     n/a                         -0.0   ( -0.000%)

Overall statistics

Actual result                             +48.80%                 -48.80%
Luck based FIBS rating diff.              +94.51
95% confidence interval (ppg)            [ 0.746, 1.110]         [-1.110,-0.746]



Match statistics

Player                                   Ann                     Bob

Chequerplay statistics

Total moves                              160                     163
"""


def test_tables() -> None:
    text = short(OPENING, end="Ann wins 1 point\n" + TABLE)
    record = gnubg_text.read(text)
    game = record.matches[0].games[0]
    assert game.statistics == {
        "Chequerplay statistics/Total moves": (59.0, 58.0),
        "Chequerplay statistics/Error total EMG (MWC)": (-0.510, -0.373),
        "Chequerplay statistics/Error total EMG (MWC)/cost": (-16.740, -13.751),
        "Luck statistics/Luck total EMG (MWC)": (0.654, None),
        "Luck statistics/Luck total EMG (MWC)/cost": (None, -10.822),
        "Cube statistics/Missed doubles below CP (EMG (MWC))": (2.0, 0.0),
        "Cube statistics/Missed doubles below CP (EMG (MWC))/error": (-0.051, 0.0),
        "Cube statistics/Missed doubles below CP (EMG (MWC))/cost": (-0.506, 0.0),
        "Cube statistics/Error rate mEMG (MWC)": (None, -0.0),
        "Cube statistics/Error rate mEMG (MWC)/cost": (None, -0.0),
        "Overall statistics/Actual result": (48.80, -48.80),
        "Overall statistics/Luck based FIBS rating diff.": (94.51, None),
        "Overall statistics/95% confidence interval (ppg)/low": (0.746, -1.110),
        "Overall statistics/95% confidence interval (ppg)/high": (1.110, -0.746),
    }
    assert game.statistics_text["Chequerplay statistics/Chequerplay rating"] == ("Go to Las Vegas", "Supernatural")
    assert game.statistics_text["Overall statistics/Luck based FIBS rating diff."] == ("+94.51", "")
    assert record.matches[0].statistics == {"Chequerplay statistics/Total moves": (160.0, 163.0)}
    assert record.remarks == []
    # A row that is none is told.
    assert told(text.replace("59     ", "many   ")) == [("BG101", line_of(text, "Total moves"))]


def test_rows_that_are_none() -> None:
    table = Table({}, {})
    assert not table.line("Total moves                               59                      58")  # no section yet
    assert table.line("Luck statistics")
    assert not table.line("Luck rating                              one word")
    assert not table.line("Rolls marked lucky                        1     2     3")
    assert not table.line(" indented                                 1     2")
    assert not table.line("x" * 500)
    assert table.numbers == {}


# ---- real exports -------------------------------------------------------------------------------------


NOTES = {
    "BG602": "a length that is even",
    "BG409": "a double with a dead cube",
    "BG503": "the last game of a match has no end",
    "BG504": "every file is one game: most begin in the middle of a match",
    "BG506": "and most end there",
}


def _exports(corpus: Path, gnubg_fixtures: Path) -> list[Path]:
    made = [p for p in (gnubg_fixtures / "analysed").glob("*.txt") if re.search(r"ply(_\d+)?\.txt", p.name)]
    return sorted(corpus.glob("files/gnubg-text/*.txt")) + sorted(made)


def test_real_exports_are_clean(corpus: Path, gnubg_fixtures: Path) -> None:
    exports = _exports(corpus, gnubg_fixtures)
    assert len(exports) > 40
    for path in exports:
        checked = check_file(str(path))
        assert checked.format == "gnubg-text", path
        for finding in checked.findings:
            assert severity(finding) == "note" and finding.code in NOTES, (path, message(finding))
        text = path.read_text(encoding="utf-8")
        game = checked.matches[0].games[0]
        assert game.plies == len(re.findall(r"(?m)^Move number [0-9]+:  .* to play [1-6]{2}$", text)), path
        assert game.checked == "full"


def test_real_exports_say_something_about_every_decision(corpus: Path, gnubg_fixtures: Path) -> None:
    """Every block is an action with the stated position; the play made is among its candidates."""
    for path in _exports(corpus, gnubg_fixtures):
        text = path.read_text(encoding="utf-8")
        record = gnubg_text.read(text)
        assert record.remarks == [], path
        numbers = [int(n) for n in re.findall(r"(?m)^Move number ([0-9]+):", text)]
        actions = [record.move(i) for i, what in enumerate(record.actions.what) if what.kind != act.WINS]
        unfinished = not re.search(r"(?m) wins \d+ points?$", text)
        assert actions == numbers[: len(numbers) - unfinished], path
        rolled = len(re.findall(r"(?m)^Rolled [1-6]{2}", text))
        assert sum(said.luck is not None or said.play is not None for said in record.annotations.values()) <= rolled
        (followed,) = follow(record)
        played = 0
        for moment in followed.games[0]:
            what = record.actions.what[moment.index]
            if what.kind == act.WINS:
                continue
            assert record.stated[moment.index][0] == moment.before, (path, record.actions.line(moment.index))
            if what.played == act.CANNOT or what.kind != act.ROLL:
                continue
            play = record.annotations[moment.index].play
            assert play is not None and play.played is not None
            hops = play.candidates[play.played].hops
            steps = [act.Step("", pair, (False,), 1) for pair in hops]
            assert moment.before is not None
            assert stand(moment.before, steps) == moment.after, (path, record.actions.line(moment.index))
            assert all(start > end for start, end in hops)
            played += 1
        assert played == len(re.findall(r"(?m)^\* .* moves ", text))


def _events(record: Record) -> list[tuple[object, ...]]:
    """What happened, without what only one of two formats can hold."""
    events: list[tuple[object, ...]] = []
    for followed in follow(record):
        for game, moments in zip(followed.match.games, followed.games, strict=True):
            scored = followed.scored.games[len({e[0] for e in events if e[1] == "end"})]
            for moment in moments:
                what = record.actions.what[moment.index]
                resigned = what.kind == act.ROLL and not what.steps and moment.before == moment.after
                if what.kind in (act.SET, act.RESIGN, act.WINS) or (resigned and moment.turn == moment.seat):
                    continue  # a roll in front of a resignation is not in a text export
                if what.kind == act.TAKE and events and events[-1][1] == act.BEAVER:
                    continue  # nor the take of a beaver in a .mat
                kind = act.BEAVER if what.kind == act.RACCOON else what.kind
                dice = None if what.dice is None else tuple(sorted(what.dice))
                events.append((game.number, kind, moment.seat, dice, moment.after))
            events.append((game.number, "end", scored.winner, scored.points, scored.score_before))
    return events


@pytest.mark.parametrize("stem", ["m03_std_3.0ply", "m05_utf8.0ply", "s_bots.0ply"])
def test_exports_equal_the_mat_and_the_sgf_beside_them(gnubg_fixtures: Path, stem: str) -> None:
    folder = gnubg_fixtures / "analysed"
    parts = sorted(folder.glob(f"{stem}.txt")) + sorted(folder.glob(f"{stem}_[0-9][0-9][0-9].txt"))
    record = gnubg_text.read("".join(path.read_text(encoding="utf-8") for path in parts))
    assert len(record.matches) == 1
    assert len(record.matches[0].games) == len(parts)
    other = mat.read((folder / f"{stem}.mat").read_text(encoding="utf-8"))
    assert _events(record) == _events(other)
    stored = sgf.read((folder / f"{stem}.sgf").read_text(encoding="utf-8"))
    assert _events(record) == _events(stored)
    for key in ("Event", "Round", "Site", "EventDate", "Transcriber", "Comment"):
        assert record.matches[0].header.get(key) == stored.matches[0].header.get(key)
    _same_analysis(record, stored)
    _same_sums(record, stored)


def _kept(record: Record) -> list[int]:
    return [
        i
        for i, what in enumerate(record.actions.what)
        if what.kind not in (act.RESIGN, act.SET, act.WINS) and what.played != act.PENDING
    ]


def _same_analysis(record: Record, stored: Record) -> None:
    """The export says what the SGF says, rounded to three decimals."""
    near = 0.00051
    pairs = list(zip(_kept(record), _kept(stored), strict=True))
    assert len(pairs) > 100
    for index, twin in pairs:
        one, two = record.annotations.get(index, Annotation()), stored.annotations.get(twin, Annotation())
        assert one.luck == (None if two.luck is None else pytest.approx(two.luck, abs=near))
        assert sorted(one.marks) == sorted(two.marks)
        if two.play is not None:
            assert one.play is not None and one.play.played is not None and two.play.played is not None
            first, second = one.play.candidates[one.play.played], two.play.candidates[two.play.played]
            assert first.equity == pytest.approx(second.equity, abs=near)
            assert first.chances == pytest.approx(second.chances, abs=near)
            assert first.setting is not None and second.setting is not None
            assert first.setting.plies == second.setting.plies
            assert len(one.play.candidates) in (min(5, len(two.play.candidates)), 6)
        assert (one.cube is None) == (two.cube is None)
        if one.cube is not None and two.cube is not None:
            assert one.cube.no_double.chances == pytest.approx(two.cube.no_double.chances, abs=near)
            assert one.cube.no_double.cubeless == pytest.approx(two.cube.no_double.cubeless, abs=near)
            if one.cube.unit == two.cube.unit:
                assert one.cube.no_double.cubeful == pytest.approx(two.cube.no_double.cubeful, abs=near)
                assert one.cube.double_take.cubeful == pytest.approx(two.cube.double_take.cubeful, abs=near)


def _same_sums(record: Record, stored: Record) -> None:
    """The tables and the sums of the SGF."""
    section = "Chequerplay statistics"
    for game, twin in zip(record.matches[0].games, stored.matches[0].games, strict=True):
        sums, table = twin.statistics["M"], game.statistics
        assert table[f"{section}/Unforced moves"] == sums[0:2]
        assert table[f"{section}/Total moves"] == sums[2:4]
        assert table[f"{section}/Moves marked very bad"] == sums[4:6]
        assert table[f"{section}/Moves marked bad"] == sums[6:8]
        unit = "MWC" if f"{section}/Error total EMG (MWC)" in table else "Points"
        errors = table[f"{section}/Error total EMG ({unit})"]
        assert [-(e or 0.0) for e in errors] == pytest.approx([sums[12], sums[14]], abs=0.00051)
    total = record.matches[0].statistics[f"{section}/Total moves"]
    games = [g.statistics[f"{section}/Total moves"] for g in record.matches[0].games]
    assert total == tuple(sum(g[seat] or 0 for g in games) for seat in (0, 1))


def test_only_exports_are_recognised(corpus: Path, gnubg_fixtures: Path) -> None:
    exports = {p.resolve() for p in _exports(corpus, gnubg_fixtures)}
    for path in (*corpus.glob("files/*/*"), *gnubg_fixtures.glob("*/*")):
        if path.is_file() and path.stat().st_size < 1 << 20:
            text = path.read_bytes().decode("utf-8", "replace")
            assert gnubg_text.sniff(text) == (path.resolve() in exports), path


def test_other_text_is_refused_at_once() -> None:
    started = time.perf_counter()
    for text in (
        "\n" * 5_000_000,
        " " * 5_000_000,
        "The score (after 1 game) is: " + "x" * 5_000_000,
        "a\n" * 2_000_000,
    ):
        assert not gnubg_text.sniff(text)
    assert time.perf_counter() - started < 0.5


def test_own_fixtures() -> None:
    """Two games of one match, apart and in a row."""
    parts = [(OWN / name).read_text(encoding="utf-8") for name in ("m05_utf8.txt", "m05_utf8_002.txt")]
    for path in OWN.glob("*.txt"):
        checked = check_file(str(path))
        assert [f for f in checked.findings if severity(f) != "note"] == []
        assert checked.dialect == "gnubg"
    checked = check("".join(parts))
    (match,) = checked.matches
    assert match.players == ("Jos\u00e9 M\u00fcller", "\u0141ukasz \u0416")
    assert [(g.number, g.score_before, g.winner, g.result) for g in match.games] == [
        (1, (0, 0), 0, "drop"),
        (2, (1, 0), 0, "drop"),
    ]
    assert match.header["EventDate"] == "2024-01-01"
    assert match.header["Round"] == "Round of 16 [B]"


def test_the_name_of_the_format_finds_its_reader() -> None:
    assert "gnubg-text" in formats.FORMATS
    assert formats.reader("gnubg-text") is gnubg_text


# ---- damage -------------------------------------------------------------------------------------------


WHOLE = (OWN / "m05_utf8.txt").read_text(encoding="utf-8")


def placed(text: str) -> Checked:
    """Check; no crash, and every finding inside the file."""
    checked = check_bytes(text.encode("utf-8", "surrogatepass"))
    assert not any(f.code.startswith("BG9") for f in checked.findings), [message(f) for f in checked.findings]
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for finding in checked.findings:
        assert message(finding)
        if finding.line is not None and checked.format == "gnubg-text":
            assert finding.column is not None and finding.end_column is not None
            width = len(lines[finding.line - 1])
            assert 1 <= finding.column <= finding.end_column <= width + 1 or width >= 100_000, finding
    return checked


def test_any_prefix() -> None:
    steps = [*range(0, 3000, 37), *range(3000, len(WHOLE), 211)]
    closing = WHOLE.index("Output generated")
    for end in steps:
        checked = placed(WHOLE[:end])
        codes = {f.code for f in checked.findings}
        if checked.format != "gnubg-text":
            assert codes <= {"BG002", "BG003"}
        else:
            assert ("BG006" in codes) == (end < closing), end
            assert not any(severity(f) == "error" for f in checked.findings if f.code != "BG003"), end


def test_any_line_missing() -> None:
    lines = WHOLE.split("\n")
    for number in range(len(lines)):
        placed("\n".join(lines[:number] + lines[number + 1 :]))


def test_missing_lines_of_a_block_cost_little() -> None:
    """A heading, an ID or the board may be missing: the rest tells the same."""
    clean = [(f.code, f.line) for f in check(WHOLE).findings if severity(f) != "note"]
    assert clean == []
    plies = check(WHOLE).matches[0].games[0].plies
    for part in ("Move number 4:", "Position ID: ", "Match ID   : ", "Pip counts"):
        line = line_of(WHOLE, part, 4 if "ID" in part else 1)
        lines = WHOLE.split("\n")
        checked = placed("\n".join(lines[: line - 1] + lines[line:]))
        assert checked.matches[0].games[0].plies == plies, part
        assert {f.code for f in checked.findings if severity(f) != "note"} <= {"BG101"}, part


def test_one_damaged_play_is_told_where_it_stands() -> None:
    lines = WHOLE.split("\n")
    plays = [i for i, line in enumerate(lines) if re.match(r"\* .* moves ", line)]
    for at_line in plays:
        head, _, play = lines[at_line].rpartition(" moves ")
        broken = re.sub("/[0-9]+", "/24", play, count=1)
        if broken == play:
            continue
        text = "\n".join([*lines[:at_line], f"{head} moves {broken}", *lines[at_line + 1 :]])
        findings = [f for f in placed(text).findings if severity(f) == "error"]
        assert findings and findings[0].line == at_line + 1
        # From the next position on the game is followed again.
        assert {f.line for f in findings} == {at_line + 1}


def test_an_unreadable_play_does_not_end_the_check() -> None:
    lines = WHOLE.split("\n")
    at_line = [i for i, line in enumerate(lines) if re.match(r"\* .* moves ", line)][3]
    head, _, play = lines[at_line].rpartition(" moves ")
    text = "\n".join([*lines[:at_line], f"{head} moves ?{play}", *lines[at_line + 1 :]])
    found = [(f.code, f.line) for f in placed(text).findings if severity(f) == "error"]
    assert found == [("BG103", at_line + 1)]


def test_one_changed_position_id_is_told() -> None:
    """Wherever it is: the game goes on with the plays."""
    lines = WHOLE.split("\n")
    ids = [i for i, line in enumerate(lines) if "Position ID: " in line]
    other = encode_position(Position.from_points({6: 5, 8: 3, 13: 4, 24: 3}, {6: 5, 8: 3, 13: 5, 24: 2}))
    for at_line in ids:
        head, _, _ = lines[at_line].rpartition(" ")
        text = "\n".join([*lines[:at_line], f"{head} {other}", *lines[at_line + 1 :]])
        found = [(f.code, f.line) for f in placed(text).findings if severity(f) != "note"]
        codes = [code for code, _ in found]
        assert "BG605" in codes, at_line
        if at_line != ids[0]:
            assert codes == ["BG605"], at_line
            assert at_line < (found[0][1] or 0) <= at_line + 22
    bad = WHOLE.replace(lines[ids[2]].split()[-1], "4HPwATDgc/AB*A", 1)
    assert told(bad) == [("BG605", ids[2] + 1)]


def test_words_that_nobody_writes_are_told() -> None:
    text = short(OPENING + "So what?\n", REPLY, end="Ann wins 1 point\nAnn wins 2 points\n")
    assert told(text) == [("BG101", line_of(text, "So what")), ("BG101", line_of(text, "wins 2"))]
    stranger = short(OPENING, REPLY.replace("* Bob", "* Bo"))
    assert ("BG601", line_of(stranger, "* Bo ")) in told(stranger)
    assert [record.actions.seat(1) for record in (gnubg_text.read(stranger),)] == [1]
    odd = short(OPENING, REPLY).replace("(match to 5 points)", "(match to 5 points), Crawfish game")
    assert told(odd) == [("BG101", 1)]
    nameless = short(OPENING, head="The score (after 0 games) is: nothing\n\nMatch Information:\n\n")
    assert ("BG101", 1) in told(nameless)


def test_row_numbers_that_jump() -> None:
    text = short(OPENING, REPLY.replace("Move number 2:", "Move number 4:"))
    record = gnubg_text.read(text)
    assert [(r.code, r.line, r.args) for r in record.remarks] == [
        ("BG105", line_of(text, "Move number 4"), {"row": 4, "expected": 2})
    ]
    assert record.move(1) == 4


COMMON = settings(
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@COMMON
@given(st.data())
def test_lines_in_any_order(data: st.DataObject) -> None:
    lines = (short(OPENING, REPLY + CUBE + PLAY, end="Ann wins 1 point\n" + TABLE) + ROLLOUT + HEADER).split("\n")
    chosen = data.draw(st.lists(st.sampled_from(lines), max_size=60))
    placed("\n".join([*score_line().split("\n"), *chosen]))


@COMMON
@given(st.binary(max_size=300))
@example(b"The score (after 0 games) is: \n\nMatch Information:\n")
def test_any_bytes(data: bytes) -> None:
    head = score_line().encode()
    for content in (data, head + data, head + OPENING.encode() + data):
        checked = check_bytes(content)
        assert not any(f.code.startswith("BG9") for f in checked.findings), [message(f) for f in checked.findings]


def test_random_damage() -> None:
    dice = random.Random(1)
    lines = WHOLE.split("\n")
    for _ in range(150):
        damaged = list(lines)
        for _ in range(dice.randint(1, 8)):
            at_line = dice.randrange(len(damaged))
            line = damaged[at_line]
            how = dice.randrange(4)
            if how == 0:
                damaged[at_line] = line[: dice.randint(0, len(line))]
            elif how == 1:
                damaged[at_line] = damaged[dice.randrange(len(damaged))]
            elif how == 2 and line:
                spot = dice.randrange(len(line))
                damaged[at_line] = line[:spot] + dice.choice("0129/*()+-. :\x00\u00e9\tA") + line[spot + 1 :]
            else:
                damaged.insert(at_line, line)
        placed("\n".join(damaged))


@pytest.mark.parametrize(
    "hostile",
    [
        "Move number 1:  " + "A to play 1" * 90_000,
        "* Ann moves " + "6/5 " * 20_000,
        "* Ann moves " + "6/5*(2)" * 14_000,
        "*    1. Cubeful 0-ply    " + "6/5 " * 20_000 + "Eq.: 1",
        "     1. Cubeful 0-ply    24/22 Eq.: " + "9" * 90_000,
        "Rolled 31 (" + "9" * 90_000 + "):",
        "Alert: " + "bad move (" * 9_000,
        " GNU Backgammon  Position ID: " + "A" * 90_000,
        "                 Match ID   : " + "A" * 90_000,
        "Total moves " + "1 (1 " * 15_000,
        "9" * 99_000 + " wins 1 point",
        "x" * 1_000_000,
        "The score (after 1 game) is: " + "a 1, " * 19_000 + "b 2 (match to 5 points)",
        "The score (after 1 game) is: a 1, b 2" + " (match to 5 points)" * 4_000,
        "0.5 " * 20_000,
        "[" * 90_000,
        "\n" * 500_000,
        "So what?\n" * 200_000,
        "Move number 1:  Ann to play 31\n" * 50_000,
        "Annotation:\n" + "Move number 1:  Ann to play 31\n" * 100_000,
        "The score (after 0 games) is: a 1, b 2\n" * 50_000,
        "Comments: x\n" + "y\n" * 300_000,
    ],
    ids=range(22),
)
def test_hostile_lines(hostile: str) -> None:
    started = time.perf_counter()
    placed(short(OPENING + CUBE.split("Cubeful")[0] + "\nRolled 31:\n" + hostile + "\n", TABLE + hostile + "\n"))
    placed(score_line() + hostile + "\n" + OPENING)
    assert time.perf_counter() - started < 20


def test_a_long_export_takes_linear_time() -> None:
    times = []
    for many in (4, 16):
        started = time.perf_counter()
        record = gnubg_text.read(WHOLE * many)
        times.append(time.perf_counter() - started)
        assert len(record.matches) == many
    assert times[1] < 12 * times[0] + 0.2


def test_hops_stand_for_themselves() -> None:
    """Steps with a count become that many hops, chains become their parts."""
    analysis = "\nRolled 52 (+0.000):\n*    1. Cubeful 0-ply    24/22/17* 6/2(2)  Eq.: +0.100\n"
    said = gnubg_text.read(short(OPENING, REPLY + analysis)).annotations[1]
    assert said.play is not None
    assert said.play.candidates[0].hops == ((24, 22), (22, 17), (6, 2), (6, 2))
