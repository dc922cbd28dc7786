"""FIBS board lines: whose checkers are which, GNU Backgammon's own lines, a real transcript, and every refusal."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from id_forms import NAMES, START, Situation, held, read, situations, told_by_gnubg, write

from bganalyze.formats.fibs import decode_board, encode_board
from bganalyze.formats.ids import parse_id
from bganalyze.model.gnuid import IdError, decode_match, decode_position
from bganalyze.model.position import Position
from bganalyze.model.state import MatchState

START_BOARD = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
"""Places of the starting array with O (positive) moving 24 to 1."""


def _line(board: str = START_BOARD, **tokens: object) -> str:
    """A line of viewer Ann (O) and opponent Bob at the start of a 5-point match, with tokens changed by ``tN``."""
    values = f"board:Ann:Bob:5:0:0:{board}:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0".split(":")
    for name, value in tokens.items():
        values[int(name[1:])] = str(value)
    return ":".join(values)


def test_example_of_a_real_session() -> None:
    """Viewer X moving up, opponent O to play 5-1 in a 5-point match."""
    position, state, names = decode_board(
        "board:GammonBot_VII:pipcat:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:5:1:1:1:1:0"
        ":-1:1:25:0:0:0:0:0:2:1:0:0"
    )
    assert position == START
    assert state == MatchState(on_roll=0, turn=0, dice=(5, 1), length=5)
    assert names == ("pipcat", "GammonBot_VII"), "the viewer is seat 1"


def test_checkers_of_a_viewer_who_moves_down() -> None:
    """O counts places as points and enters from 25; X, the opponent, counts from the other end."""
    board = "-1:-2" + ":0" * 22 + ":1:3"
    position, _, _ = decode_board(_line(board, t45=11, t46=12, t47=3, t48=1))
    assert position == Position.from_points({24: 1, 25: 3}, {24: 2, 25: 1})


def test_checkers_of_a_viewer_who_moves_up() -> None:
    """The same board seen by X: place 24 is X's ace point."""
    board = "-1:-2" + ":0" * 22 + ":1:3"
    line = _line(board, t41=-1, t42=1, t43=25, t44=0, t32=-1, t45=12, t46=11, t47=1, t48=3)
    position, state, _ = decode_board(line)
    assert state.on_roll == 1
    assert position == Position.from_points({24: 2, 25: 1}, {24: 1, 25: 3})


def test_x_moving_down() -> None:
    """Colour and direction are two things."""
    board = ":".join(str(-int(n)) for n in START_BOARD.split(":"))
    position, state, _ = decode_board(_line(board, t41=-1, t32=1))
    assert (position, state.on_roll) == (START, 0)


@pytest.mark.parametrize(
    ("tokens", "wanted"),
    [
        pytest.param({}, MatchState(on_roll=1, turn=1, length=5), id="on-roll"),
        pytest.param({"t32": -1}, MatchState(length=5), id="opponent-on-roll"),
        pytest.param({"t33": 6, "t34": 2}, MatchState(on_roll=1, turn=1, length=5, dice=(6, 2)), id="viewer-rolled"),
        pytest.param({"t32": -1, "t35": 6, "t36": 2}, MatchState(length=5, dice=(6, 2)), id="opponent-rolled"),
        pytest.param(
            {"t33": 6, "t34": 2, "t35": 6, "t36": 2},
            MatchState(on_roll=1, turn=1, length=5, dice=(6, 2)),
            id="dice-in-both-pairs",
        ),
        pytest.param({"t37": 2, "t39": 0}, MatchState(2, 1, 1, 1, length=5), id="cube-of-the-viewer"),
        pytest.param({"t37": 2, "t38": 0}, MatchState(2, 0, 1, 1, length=5), id="cube-of-the-opponent"),
        pytest.param(
            {"t40": 1, "t32": -1}, MatchState(on_roll=0, turn=1, doubled=True, length=5), id="opponent-doubled"
        ),
        pytest.param(
            {"t40": -1, "t32": -1}, MatchState(on_roll=0, turn=1, doubled=True, length=5), id="opponent-doubled-signed"
        ),
        pytest.param(
            {"t38": 0, "t39": 0}, MatchState(on_roll=1, turn=0, doubled=True, length=5), id="viewer-waits-for-an-answer"
        ),
        pytest.param(
            {"t38": 0, "t39": 0, "t37": 4},
            MatchState(4, 1, on_roll=1, turn=0, doubled=True, length=5),
            id="viewer-redoubled",
        ),
        pytest.param(
            {"t38": 0, "t39": 0, "t33": 3, "t34": 3},
            MatchState(on_roll=1, turn=1, dice=(3, 3), length=5),
            id="rolled-without-a-cube",
        ),
        pytest.param({"t3": 9999, "t4": 30, "t5": 4}, MatchState(on_roll=1, turn=1, score=(4, 30)), id="unlimited"),
        pytest.param({"t3": 0}, MatchState(on_roll=1, turn=1), id="unlimited-of-gnubg"),
        pytest.param(
            {"t4": 4}, MatchState(on_roll=1, turn=1, length=5, score=(0, 4), crawford=True), id="crawford-by-the-score"
        ),
        pytest.param({"t4": 4, "t51": 1}, MatchState(on_roll=1, turn=1, length=5, score=(0, 4)), id="post-crawford"),
        pytest.param({"t4": 4, "t52": 3}, MatchState(on_roll=1, turn=1, length=5, score=(0, 4)), id="no-crawford-rule"),
        pytest.param({"t4": 4, "t5": 4}, MatchState(on_roll=1, turn=1, length=5, score=(4, 4)), id="both-at-one-away"),
        pytest.param(
            {"t4": 4, "t38": 0, "t39": 0},
            MatchState(on_roll=1, turn=1, length=5, score=(0, 4), crawford=True),
            id="crawford-without-a-cube",
        ),
        pytest.param(
            {"t32": 0, "t4": 5, "t33": 6},
            MatchState(on_roll=1, turn=1, length=5, score=(0, 5), game_state="over"),
            id="match-over",
        ),
        # GNU Backgammon's sign of the double: + O, - X. Seat 1 is O here.
        pytest.param(
            {"t3": 0, "t37": 2, "t38": 0, "t40": -1}, MatchState(2, 0, on_roll=1, turn=1, doubled=True), id="beaver"
        ),
        pytest.param(
            {"t3": 0, "t37": 4, "t38": 0, "t40": 1}, MatchState(4, 0, on_roll=1, turn=0, doubled=True), id="raccoon"
        ),
    ],
)
def test_states(tokens: dict[str, object], wanted: MatchState) -> None:
    """What each group of tokens says."""
    assert decode_board(_line(**tokens))[1] == wanted


def test_hypergammon_has_three_checkers() -> None:
    """On the board and borne off."""
    board = "0:-1:-1" + ":0" * 20 + ":1:1:0"
    position, _, _ = decode_board(_line(board, t45=1, t46=1))
    assert (position.counts()[0][0], position.counts()[1][0]) == (1, 1)


def test_bars_may_be_left_at_zero() -> None:
    """GNU Backgammon does so."""
    board = "-2" + ":0" * 24 + ":3"
    decode_board(_line(board, t45=12, t46=13))


# ---- GNU Backgammon -------------------------------------------------------------------------------------


def test_lines_of_gnu_backgammon() -> None:
    """Its line, told beside its own IDs, is read as those IDs and written byte for byte: beavers too."""
    told = told_by_gnubg()
    assert len(told) == 252
    for one in told:
        assert encode_board(*one.situation, NAMES) == one.fibs
        assert read("fibs", one.fibs) == held("fibs", one.situation)
        assert decode_board(one.fibs)[2] == NAMES
    assert sum(one.situation.state.doubled and one.situation.state.turn == 1 for one in told) > 10
    assert sum(one.situation.state.crawford for one in told) > 20


@pytest.mark.parametrize(
    ("line", "gnu_id"),
    [
        pytest.param(
            "board:root:gnubg:7:3:5:-2:2:0:3:2:2:2:0:0:0:-1:0:0:0:1:0:0:0:0:1:-3:-2:-2:-2:-3:1:1:2:1:2:1:2:1:0:0:1:-1:0"
            ":25:1:0:0:0:0:0:0:1",
            "t+0ABGBz2wBBIA:UQnlAFAAGAAE",
            id="both-on-the-bar",
        ),
        pytest.param(
            "board:Bob:Ann:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0:0:2:0:1:-1:1:-1:0:25:0"
            ":0:0:0:0:0:0:1",
            "4HPwATDgc/ABMA:QRkAAAAAAAAA",
            id="beaver",
        ),
        pytest.param(
            "board:Bob:Ann:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0:0:4:0:1:1:1:-1:0:25:0"
            ":0:0:0:0:0:0:1",
            "4HPwATDgc/ABMA:QhEAAAAAAAAA",
            id="raccoon",
        ),
    ],
)
def test_recorded_lines_of_gnu_backgammon(line: str, gnu_id: str) -> None:
    """The same where it is not installed."""
    place, match = gnu_id.split(":")
    position, state, names = decode_board(line)
    assert position == decode_position(place)
    assert state == decode_match(match)._replace(jacoby=None)
    assert encode_board(position, state, names) == line


# ---- a real transcript ----------------------------------------------------------------------------------


def test_real_transcript(corpus: Path) -> None:
    """All lines are read, and the board of one line is that of the next unless somebody moved."""
    text = (corpus / "files" / "fibs-stream" / "fibs-clip-watch-excerpt.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("board:")]
    assert len(lines) == 275
    rolled = 0
    last: Situation | None = None
    for line in lines:
        position, state, names = decode_board(line)
        assert set(names) <= {"pipcat", "GammonBot_VII"}
        if last and last.state.dice is None and state.dice and last.state.score == state.score:
            assert (position, state.on_roll) == (last.position, last.state.on_roll)
            rolled += 1
        again = decode_board(encode_board(position, state, names))
        assert again == (position, state, names)
        last = Situation(position, state)
    assert rolled > 50


# ---- writing --------------------------------------------------------------------------------------------


@given(situations())
def test_lines_go_round(situation: Situation) -> None:
    """All that a line can hold comes back, and is written alike again."""
    text = write("fibs", situation)
    assert read("fibs", text) == held("fibs", situation)
    assert write("fibs", Situation(*decode_board(text)[:2])) == text
    assert parse_id(text).kind == "fibs"


def test_a_won_match_is_told_by_the_viewer() -> None:
    """Turn 0: nobody is on roll any more."""
    state = MatchState(on_roll=0, turn=0, game_state="over", length=5, score=(5, 2))
    position = Position.from_points({6: 2}, {3: 1})
    line = encode_board(position, state)
    assert line.split(":")[32] == "0"
    assert decode_board(line)[:2] == (position.swap(), state._replace(on_roll=1, turn=1))


@pytest.mark.parametrize(
    ("names", "written", "again"),
    [
        pytest.param(("Ann", "Bob"), "Bob:Ann", ("Ann", "Bob"), id="plain"),
        pytest.param((None, None), "You:Opponent", (None, None), id="unknown"),
        pytest.param(("", "Bob"), "Bob:Opponent", (None, "Bob"), id="empty"),
        pytest.param(("A:n", "B b\nX"), "B_b_X:A_n", ("A_n", "B_b_X"), id="colon-blank-line-end"),
    ],
)
def test_names(names: tuple[str | None, str | None], written: str, again: tuple[str | None, str | None]) -> None:
    """The viewer, seat 1, stands first; no token is empty and no name breaks the line."""
    line = encode_board(START, None, names)
    assert line.startswith(f"board:{written}:0:")
    assert decode_board(line)[2] == again


# ---- what is refused, and where -------------------------------------------------------------------------


def _column(token: int, line: str) -> int:
    """The column at which a token begins."""
    return len(":".join(line.split(":")[:token])) + 1 + (token > 0)


HIT = START_BOARD.replace("0:-2", "0:-1", 1)
HEAVY = START_BOARD.replace(":5:", ":6:", 1)


@pytest.mark.parametrize(
    ("line", "token", "words"),
    [
        pytest.param(_line() + ":0", 0, "53 tokens", id="54-tokens"),
        pytest.param(_line().rpartition(":")[0], 0, "53 tokens", id="52-tokens"),
        pytest.param(_line(t0="bored"), 0, "begins with board", id="another-word"),
        pytest.param(_line(t3="x"), 3, "match length 'x'", id="length-is-no-number"),
        pytest.param(_line(t3=-1), 3, "match length -1", id="negative-length"),
        pytest.param(_line(t4=5), 4, "not below", id="score-at-the-length"),
        pytest.param(_line(t5=5), 4, "not below", id="score-of-the-opponent-at-the-length"),
        pytest.param(_line(t5="1.5"), 5, "score '1.5'", id="fraction"),
        pytest.param(_line(t12="five"), 12, "place 'five'", id="place-is-no-number"),
        pytest.param(_line(t12=16), 12, "place 16", id="16-on-a-place"),
        pytest.param(_line(HEAVY), 6, "on roll has 16 checkers", id="16-checkers"),
        pytest.param(_line(HIT), 46, "14 checkers", id="14-checkers"),
        pytest.param(_line(t45=1), 45, "16 checkers", id="off-and-still-there"),
        pytest.param(_line(HIT.replace("0", "1", 1)), 6, "other side's bar", id="viewer-on-the-opponent's-bar"),
        pytest.param(_line(t31=-1), 31, "other side's bar", id="opponent-on-the-viewer's-bar"),
        pytest.param(_line(t47=1), 47, "1 on the bar, but the board has 0", id="bar-that-the-board-has-not"),
        pytest.param(_line(t48=2), 48, "2 on the bar", id="opponent's-bar-that-the-board-has-not"),
        pytest.param(_line("0" + ":0" * 25, t45=15, t46=15), 6, "both sides are empty", id="no-checkers"),
        pytest.param(
            _line("0:-1:-1" + ":0" * 21 + ":1:0", t45=14, t46=1), 46, "same number", id="three-against-fifteen"
        ),
        pytest.param(_line(t32=2), 32, "turn 2", id="turn-2"),
        pytest.param(_line(t33=7, t34=1), 33, "die 7", id="die-of-7"),
        pytest.param(_line(t33=3), 34, "dice 3 and 0", id="one-die"),
        pytest.param(_line(t35=3, t36=2), 35, "dice of the player", id="dice-of-the-other-player"),
        pytest.param(_line(t32=-1, t33=3, t34=2), 33, "dice of the player", id="dice-of-the-viewer-out-of-turn"),
        pytest.param(_line(t33=3, t34=2, t35=1, t36=2), 35, "dice of the player", id="two-rolls"),
        pytest.param(_line(t37=3), 37, "no power of two", id="cube-of-3"),
        pytest.param(_line(t37=0), 37, "cube 0", id="cube-of-0"),
        pytest.param(_line(t38=2), 38, "may double 2", id="may-double-2"),
        pytest.param(_line(t40=2), 40, "doubled 2", id="doubled-2"),
        pytest.param(_line(t40=1, t33=3, t34=2), 40, "although the dice are rolled", id="double-behind-the-roll"),
        pytest.param(_line(t40=1, t4=4), 40, "Crawford", id="double-in-the-crawford-game"),
        pytest.param(_line(t40=1, t38=0, t37=2), 38, "no access", id="double-without-the-cube"),
        pytest.param(_line(t40=1, t38=0, t37=2, t3=0), 37, "raccoon at a cube of 2", id="raccoon-at-2"),
        pytest.param(_line(t40=-1, t38=0, t37=1, t3=0), 38, "no access", id="beaver-at-1"),
        pytest.param(_line(t41=0), 41, "colour 0", id="colour-0"),
        pytest.param(_line(t42=0), 42, "direction 0", id="direction-0"),
        pytest.param(_line(t43=25), 43, "home place 25", id="home-against-the-direction"),
        pytest.param(_line(t44=0), 44, "bar place 0", id="bar-against-the-direction"),
        pytest.param(_line(t42=1, t43=0), 43, "home place 0", id="home-against-the-way-up"),
        pytest.param(_line(t49="x"), 49, "'x'", id="movable-is-no-number"),
        pytest.param(_line(t50=""), 50, "''", id="empty-token"),
        pytest.param(_line(t51=2), 51, "post-Crawford flag 2", id="post-crawford-2"),
        pytest.param(_line(t52="x"), 52, "redoubles 'x'", id="redoubles-is-no-number"),
        pytest.param(
            _line("0" + ":0" * 5 + ":5" + ":0" * 19, t45=10, t46=15, t33=3, t34=2), 33, "borne off all", id="at-the-end"
        ),
    ],
)
def test_impossible_lines(line: str, token: int, words: str) -> None:
    """Refused, with the column of the token that is wrong."""
    with pytest.raises(IdError, match=words) as caught:
        decode_board(line)
    assert caught.value.column == _column(token, line)


@given(st.lists(st.sampled_from(["0", "1", "-1", "2", "25", "5", "-5", "x", "", "9999"]), max_size=60))
def test_any_tokens_are_a_line_or_an_id_error(tokens: list[str]) -> None:
    """Nothing else is raised, and the column lies in the text or just behind it."""
    for front in ("board:", "board:a:b:5:0:0:"):
        text = front + ":".join(tokens)
        try:
            decode_board(text)
        except IdError as error:
            assert 1 <= error.column <= len(text) + 1


@given(situations(), st.integers(0, 200), st.sampled_from([*":0129-x", ""]))
def test_a_changed_character_is_a_line_or_an_id_error(situation: Situation, at: int, ch: str) -> None:
    """Close to a real one."""
    text = write("fibs", situation)
    at %= len(text)
    changed = text[:at] + ch + text[at + 1 :]
    try:
        position, state, names = decode_board(changed)
    except IdError as error:
        assert 1 <= error.column <= len(changed) + 1
    else:
        if state.game_state == "playing":
            assert decode_board(encode_board(position, state, names)) == (position, state, names)
