"""XGIDs: worked examples, GNU Backgammon's readings of them, the frame of seats, and every refusal."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from conftest import SHARED
from hypothesis import given
from hypothesis import strategies as st

from bganalyze.formats.xgid import decode_xgid, encode_xgid
from bganalyze.model.gnuid import IdError, decode_match, decode_position
from bganalyze.model.position import Position
from bganalyze.model.state import MatchState

START = "-b----E-C---eE---c-e----B-"
START_POINTS = {6: 5, 8: 3, 13: 5, 24: 2}
BOTH_ON_BAR = "bB-CBBB---a---A----AcbbbcA"


def test_start_of_a_session() -> None:
    """Money, Jacoby and beavers, the bottom player (seat 1) to roll."""
    position, state = decode_xgid(f"XGID={START}:0:0:1:00:0:0:3:0:10")
    assert position == Position.from_points(START_POINTS, START_POINTS)
    assert state == MatchState(on_roll=1, turn=1, jacoby=True, beavers=True, max_cube=1024)


def test_both_players_on_the_bar() -> None:
    """Top has two on the bar, bottom one; cube 2 of the bottom player; 2-1 to play at 3-5 of 7."""
    position, state = decode_xgid(f"{BOTH_ON_BAR}:1:1:1:21:3:5:0:7:10")
    assert position == Position.from_points(
        {1: 2, 3: 3, 4: 2, 5: 2, 6: 2, 14: 1, 19: 1, 25: 1},
        {1: 3, 2: 2, 3: 2, 4: 2, 5: 3, 15: 1, 25: 2},
    )
    assert position.counts()[0][0] == 1, "the bottom player has borne off one"
    assert state == MatchState(
        cube=2, cube_owner=1, on_roll=1, turn=1, dice=(2, 1), length=7, score=(5, 3), max_cube=1024
    )


def test_top_player_on_roll_in_the_same_frame() -> None:
    """A real export of eXtreme Gammon: the board does not turn, the position ID does."""
    position, state = decode_xgid("---BBBBAAA---Ac-bbccbAA-A-:1:1:-1:63:4:3:0:5:8")
    assert position == decode_position("bFuFACWwu80BAA")
    assert state == MatchState(
        cube=2, cube_owner=1, on_roll=0, turn=0, dice=(6, 3), length=5, score=(3, 4), max_cube=256
    )


@pytest.mark.parametrize(
    ("board", "bottom", "top"),
    [
        pytest.param("-B--------------------a---", {1: 2}, {3: 1}, id="points-from-the-bottom-side"),
        pytest.param("b-------------------------", {}, {25: 2}, id="index-0-is-the-top-bar"),
        pytest.param("------------------------aC", {25: 3}, {1: 1}, id="index-25-is-the-bottom-bar"),
        pytest.param("-------------O----------o-", {13: 15}, {1: 15}, id="15-on-a-point"),
    ],
)
def test_places_of_the_board(board: str, bottom: dict[int, int], top: dict[int, int]) -> None:
    """Each side in its own numbering, whoever is on roll."""
    down, state_down = decode_xgid(f"{board}:0:0:1:00:0:0:0:0:10")
    up, state_up = decode_xgid(f"{board}:0:0:-1:00:0:0:0:0:10")
    assert down == Position.from_points(bottom, top)
    assert up == Position.from_points(top, bottom)
    assert (state_down.on_roll, state_up.on_roll) == (1, 0)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"XGID={START}:0:0:1:00:0:0:3:0:10", id="prefix"),
        pytest.param(f"xgid={START}:0:0:1:00:0:0:3:0:10", id="small-prefix"),
        pytest.param(f"  XGID = {START}:0:0:1:00:0:0:3:0:10\n", id="blanks"),
        pytest.param(f"{START}:0:0:1:00:0:0:3:0:10", id="no-prefix"),
    ],
)
def test_spellings_of_the_prefix(text: str) -> None:
    """With or without, in any case, with blanks around."""
    assert decode_xgid(text) == decode_xgid(f"XGID={START}:0:0:1:00:0:0:3:0:10")


def test_nine_parts_leave_the_highest_cube_open() -> None:
    """Read from the left; nothing shifts."""
    _, state = decode_xgid(f"{START}:1:-1:-1:42:3:5:0:9")
    assert state == MatchState(
        cube=2, cube_owner=0, on_roll=0, turn=0, dice=(4, 2), length=9, score=(5, 3), max_cube=None
    )


@pytest.mark.parametrize(
    ("rules", "jacoby", "beavers"), [(0, False, False), (1, True, False), (2, False, True), (3, True, True)]
)
def test_rules_of_a_session(rules: int, jacoby: bool, beavers: bool) -> None:
    """Bit 0 Jacoby, bit 1 beavers; no Crawford game in money play."""
    _, state = decode_xgid(f"{START}:0:0:1:00:0:0:{rules}:0:10")
    assert (state.jacoby, state.beavers, state.crawford) == (jacoby, beavers, False)


def test_rules_of_a_match() -> None:
    """1 is the Crawford game, and says nothing of Jacoby."""
    _, state = decode_xgid(f"{START}:0:0:1:00:4:2:1:5:10")
    assert (state.crawford, state.jacoby, state.beavers, state.score) == (True, None, None, (2, 4))


@pytest.mark.parametrize(("exponent", "cube"), [(0, 1), (1, 2), (3, 8), (10, 1024)])
def test_cube_is_a_power_of_two(exponent: int, cube: int) -> None:
    """3 is 8, not 4."""
    _, state = decode_xgid(f"{START}:{exponent}:1:1:00:0:0:0:0:10")
    assert (state.cube, state.cube_owner) == (cube, 1)


def test_automatic_doubles_leave_a_turned_cube_in_the_centre() -> None:
    """In money play only."""
    _, state = decode_xgid(f"{START}:1:0:1:00:0:0:1:0:10")
    assert (state.cube, state.cube_owner) == (2, None)


@pytest.mark.parametrize(("dice", "rolled"), [("31", (3, 1)), ("13", (1, 3)), ("66", (6, 6)), ("00", None)])
def test_dice_keep_the_order_rolled(dice: str, rolled: tuple[int, int] | None) -> None:
    """Two digits, or 00 before the roll."""
    assert decode_xgid(f"{START}:0:0:1:{dice}:0:0:0:0:10")[1].dice == rolled


@pytest.mark.parametrize(("turn", "seat"), [(1, 1), (-1, 0)])
def test_pending_double_keeps_the_old_cube(turn: int, seat: int) -> None:
    """The player of part 4 doubled and stays on roll; the other one must act."""
    position, state = decode_xgid(f"{START}:1:{turn}:{turn}:D:3:2:0:7:10")
    assert (state.on_roll, state.turn, state.doubled, state.dice) == (seat, 1 - seat, True, None)
    assert (state.cube, state.cube_owner) == (2, seat)
    assert encode_xgid(position, state) == f"XGID={START}:1:{turn}:{turn}:D:3:2:0:7:10"


def test_beaver_gives_the_turn_back_to_the_doubler() -> None:
    """After the beaver the taker has the cube at the doubled value, and the doubler must answer."""
    _, state = decode_xgid(f"{START}:0:0:1:B:0:0:3:0:10")
    assert state == decode_match("QRkAAAAAAAAA")._replace(beavers=True, max_cube=1024)


def test_raccoon_waits_for_the_beaverer() -> None:
    """GNU Backgammon's state behind a raccoon: cube 4, still the beaverer's, who must answer."""
    position, state = decode_xgid(f"{START}:0:0:1:R:0:0:3:0:10")
    assert state == decode_match("QhEAAAAAAAAA")._replace(beavers=True, max_cube=1024)
    assert position.gnu_id() == "4HPwATDgc/ABMA"


@pytest.mark.parametrize(
    "match_id", [pytest.param("QRkAAAAAAAAA", id="beaver"), pytest.param("QhEAAAAAAAAA", id="raccoon")]
)
def test_chain_of_redoubles_goes_round(match_id: str) -> None:
    """What is written for a state of GNU Backgammon, whose ID says nothing of beavers, can be read again."""
    position, state = decode_position("4HPwATDgc/ABMA"), decode_match(match_id)
    again, read = decode_xgid(encode_xgid(position, state))
    assert again == position
    assert read._replace(beavers=None, max_cube=None) == state


def test_one_side_without_checkers_is_a_finished_game() -> None:
    """Lower case has borne off all; nobody can roll any more."""
    _, state = decode_xgid("-----------------------AB-:0:0:1:00:0:0:0:7:10")
    assert state.game_state == "over"


# ---- GNU Backgammon's readings -----------------------------------------------------------------------------


def test_vectors_say_the_same_in_every_form() -> None:
    """Position ID, match ID and XGID of one state, accepted and shown by GNU Backgammon, both ways."""
    place = SHARED / "specs" / "vectors" / "positions.tsv"
    if not place.exists():
        pytest.skip("the vectors are not beside the project")
    with place.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) == 36
    seats = set()
    for row in rows:
        position, state = decode_xgid(row["xgid"])
        assert position == decode_position(row["position_id"]), row
        match = decode_match(row["match_id"])
        known = state._replace(beavers=None, max_cube=None)
        assert sorted(known.dice or ()) == sorted(match.dice or ())
        assert known._replace(dice=None) == match._replace(dice=None), row
        assert encode_xgid(position, state) == row["xgid"]
        seats.add(state.on_roll)
    assert seats == {0, 1}


def test_xgids_that_gnu_backgammon_wrote(gnubg_fixtures: Path) -> None:
    """Each XGID says what position ID and match ID beside it say, and is written back."""
    with (gnubg_fixtures / "ids.tsv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["xgid"]]
    assert len(rows) == 143
    for row in rows:
        position, state = decode_xgid(row["xgid"])
        wanted = decode_match(row["match_id"])
        assert position == decode_position(row["position_id"]), row
        assert sorted(state.dice or ()) == sorted(wanted.dice or ()), row
        assert state._replace(dice=None, beavers=None, max_cube=None) == wanted._replace(dice=None), row
        assert encode_xgid(position, wanted) == row["xgid"], row


# ---- what is refused, and where ----------------------------------------------------------------------------


def _xgid(
    board: str = START,
    exponent: object = 0,
    place: object = 0,
    turn: object = 1,
    dice: object = "00",
    bottom: object = 0,
    top: object = 0,
    rules: object = 0,
    length: object = 0,
    limit: object = 10,
) -> str:
    """The ten parts, before which stands the prefix."""
    parts = (board, exponent, place, turn, dice, bottom, top, rules, length, limit)
    return "XGID=" + ":".join(str(p) for p in parts)


BOARD = 6
"""Column of the board behind the prefix; each part behind it but the dice is one character."""
EXPONENT, PLACE, TURN, DICE, BOTTOM = 33, 35, 37, 39, 42
TOP, RULES, LENGTH, LIMIT = 44, 46, 48, 50


def test_columns_of_the_parts() -> None:
    """The constants of these tests name the parts."""
    text = _xgid(START, "a", "b", "c", "dd", "e", "f", "g", "h", "i")
    places = (BOARD, EXPONENT, PLACE, TURN, DICE, BOTTOM, TOP, RULES, LENGTH, LIMIT)
    assert [text[p - 1] for p in places] == ["-", *"abcdefghi"]


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        pytest.param(_xgid() + ":0", BOARD, "ten parts", id="11-parts"),
        pytest.param(START + ":0:0:1:00:0:0:0", 1, "ten parts", id="8-parts"),
        pytest.param(_xgid(board=START[:-1]), BOARD + 25, "25 characters", id="25-places"),
        pytest.param(_xgid(board=START + "-"), BOARD + 26, "27 characters", id="27-places"),
        pytest.param(_xgid(board=START.replace("C", "Q")), BOARD + 8, "'Q'", id="letter-above-P"),
        pytest.param(_xgid(board=START.replace("C", "3")), BOARD + 8, "'3'", id="digit-in-the-board"),
        pytest.param(_xgid(board="A" + START[1:]), BOARD, "'A'", id="upper-case-on-the-top-bar"),
        pytest.param(_xgid(board=START[:-1] + "a"), BOARD + 25, "'a'", id="lower-case-on-the-bottom-bar"),
        pytest.param(_xgid(board=START.replace("E", "F")), BOARD, "17 checkers", id="17-checkers-below"),
        pytest.param(_xgid(board=START.replace("c", "d")), BOARD, "16 checkers", id="16-checkers-above"),
        pytest.param(_xgid(board="P".center(26, "-")), BOARD, "16 checkers", id="16-on-one-point"),
        pytest.param(_xgid(board="-" * 26), BOARD, "both sides are empty", id="no-checkers"),
        pytest.param(_xgid(exponent="x"), EXPONENT, "not a number", id="cube-is-no-number"),
        pytest.param(_xgid(exponent=-1), EXPONENT, "cube exponent -1", id="negative-exponent"),
        pytest.param(_xgid(exponent=16, limit=0), EXPONENT, "cube exponent 16", id="exponent-16"),
        pytest.param(_xgid(exponent=9, place=1, limit=8), EXPONENT, "above the highest", id="above-the-limit"),
        pytest.param(_xgid(exponent=1, length=5), PLACE, "turned cube in the centre", id="turned-but-centred"),
        pytest.param(_xgid(place=2), PLACE, "cube position 2", id="cube-position-2"),
        pytest.param(_xgid(turn=0), TURN, "turn 0", id="turn-of-nobody"),
        pytest.param(_xgid(turn=2), TURN, "turn 2", id="turn-2"),
        pytest.param(_xgid(dice="07"), DICE, "'07'", id="die-of-7"),
        pytest.param(_xgid(dice="50"), DICE, "'50'", id="one-die"),
        pytest.param(_xgid(dice="3"), DICE, "'3'", id="one-digit"),
        pytest.param(_xgid(dice="X"), DICE, "'X'", id="unknown-letter"),
        pytest.param(_xgid(bottom=5, length=5), BOTTOM, "not below", id="score-at-the-length"),
        pytest.param(_xgid(top=7, length=5), BOTTOM, "not below", id="other-score-above-the-length"),
        pytest.param(_xgid(bottom="-1"), BOTTOM, "score -1", id="negative-score"),
        pytest.param(_xgid(rules=2, length=5), RULES, "rules field 2", id="rules-2-in-a-match"),
        pytest.param(_xgid(rules=4), RULES, "rules field 4", id="rules-4-in-a-session"),
        pytest.param(_xgid(rules=1, length=5, bottom=3), BOTTOM, "one point away", id="crawford-too-early"),
        pytest.param(_xgid(rules=1, length=5, bottom=4, top=4), BOTTOM, "one point away", id="crawford-at-both"),
        pytest.param(_xgid(length=-5), LENGTH, "length -5", id="negative-length"),
        pytest.param(_xgid(limit=99), LIMIT, "highest cube 99", id="highest-cube-99"),
        pytest.param(
            _xgid(dice="D "),
            DICE,
            "'D '",
            id="blank-in-a-part",
        ),
        pytest.param(_xgid(dice="D", rules=1, length=5, bottom=4), DICE, "Crawford", id="double-in-the-crawford"),
        pytest.param(_xgid(dice="D", exponent=1, place=-1, length=5), PLACE, "no access", id="double-without-cube"),
        pytest.param(_xgid(dice="B", length=5), DICE, "beaver", id="beaver-in-a-match"),
        pytest.param(_xgid(dice="R", length=5), DICE, "beaver", id="raccoon-in-a-match"),
        pytest.param(_xgid(dice="B", rules=1), DICE, "beaver", id="beaver-where-they-are-off"),
        pytest.param(
            _xgid(board="------------------------B-", dice="31"),
            DICE,
            "borne off all",
            id="dice-after-the-end",
        ),
    ],
)
def test_impossible_xgids(text: str, column: int, words: str) -> None:
    """Refused, with the column of the part that is wrong."""
    with pytest.raises(IdError, match=words) as caught:
        decode_xgid(text)
    assert caught.value.column == column


def test_closed_boards_with_both_on_the_bar() -> None:
    """Both on the bar, both boards closed: nobody can ever move again."""
    with pytest.raises(IdError, match="closed boards"):
        decode_xgid(_xgid(board="aBBBBBB------------bbbbbbA"))


def test_exponent_at_the_limit_and_without_a_limit() -> None:
    """8 of 8 is the last turn; a highest cube of 0 says nothing."""
    assert decode_xgid(_xgid(exponent=8, place=1, limit=8))[1].cube == 256
    assert decode_xgid(_xgid(exponent=15, place=1, limit=0))[1].max_cube is None


def test_damaged_copies_are_refused() -> None:
    """A trailing dot, an HTML escape or an invisible character is not guessed away."""
    good = _xgid()
    for bad in (good + ".", good.replace(":", "&#58;"), good.replace("XGID=", "XGID=\u200b")):
        with pytest.raises(IdError):
            decode_xgid(bad)


# ---- writing -----------------------------------------------------------------------------------------------


def test_bare_position_is_a_session_with_the_bottom_player_on_roll() -> None:
    """Rules and score are not known; the highest cube is the usual 1024."""
    start = Position.from_points(START_POINTS, START_POINTS)
    assert encode_xgid(start) == f"XGID={START}:0:0:1:00:0:0:0:0:10"


@st.composite
def xgids(draw: st.DrawFn) -> str:
    """Any possible XGID in the form of its writer."""
    board = ["-"] * 26
    for letters, bar, others in (("ABCDEFGH", 25, 0), ("abcdefgh", 0, 25)):
        left = 15
        places = [i for i in range(26) if i != others and board[i] == "-" and (i == bar or 0 < i < 25)]
        for i in draw(st.lists(st.sampled_from(places), unique=True, min_size=1, max_size=5)):
            n = draw(st.integers(1, 8))
            if n < left:
                board[i] = letters[n - 1]
                left -= n
    length = draw(st.integers(0, 25))
    score = (draw(st.integers(0, length - 1)), draw(st.integers(0, length - 1))) if length else (3, 14)
    one_away = sum(length - s == 1 for s in score) == 1
    rules = draw(st.integers(0, int(one_away))) if length else draw(st.integers(0, 3))
    place, turn = draw(st.sampled_from([-1, 0, 1])), draw(st.sampled_from([-1, 1]))
    exponent = draw(st.integers(0, 8)) if place else 0
    dice = draw(st.sampled_from(["00", "31", "13", "66"] + ["D"] * (place in (0, turn) and not (length and rules))))
    return _xgid("".join(board), exponent, place, turn, dice, *score, rules, length, draw(st.integers(8, 12)))


@given(xgids())
def test_xgids_go_round(text: str) -> None:
    """Reading and writing gives the same text: no offer, limit, rule or seat is lost."""
    position, state = decode_xgid(text)
    assert encode_xgid(position, state) == text
    exchanged = encode_xgid(position.swap(), state._replace(on_roll=1 - state.on_roll, doubled=False))
    assert exchanged.split(":")[0] == text.split(":")[0], "the board does not turn with the player on roll"


@given(st.text(":-aAbBoO01D=XGID ", max_size=60))
def test_any_text_is_an_xgid_or_an_id_error(text: str) -> None:
    """Nothing else is raised, and the column lies in the text or just behind it."""
    try:
        decode_xgid(text)
    except IdError as error:
        assert 1 <= error.column <= len(text) + 1


def test_a_cube_above_the_usual_limit_goes_round() -> None:
    """Without a stated limit the highest cube is at least the one that is shown."""
    position, state = decode_xgid("XGID=-b----E-C---eE---c-e----B-:12:1:1:00:0:0:1:0:12")
    text = encode_xgid(position, state._replace(max_cube=None))
    assert text.endswith(":12") and decode_xgid(text)[1].cube == 4096
