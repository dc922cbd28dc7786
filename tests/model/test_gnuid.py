"""Position IDs and match IDs: the published worked examples, GNU Backgammon's own, and every refusal.

The test writes IDs itself, with strings of bits as the description has them (``position_id``, ``match_id``).
"""

from __future__ import annotations

import base64
import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bganalyze.model.gnuid import IdError, decode_match, decode_position, encode_match, encode_position
from bganalyze.model.position import Position
from bganalyze.model.state import GAME_STATES, MatchState

START = {6: 5, 8: 3, 13: 5, 24: 2}
START_ID = "4HPwATDgc/ABMA"


def _base64(bits: str, size: int) -> str:
    """Bits, the lowest first, as Base64 without padding."""
    bits = bits.ljust(8 * size, "0")
    data = bytes(int(bits[i : i + 8][::-1], 2) for i in range(0, 8 * size, 8))
    return base64.b64encode(data).decode().rstrip("=")


def position_id(opponent: dict[int, int], on_roll: dict[int, int], behind: str = "") -> str:
    """Ones for checkers, a zero behind each point, the side not on roll first; ``behind``: more bits."""
    bits = ""
    for side in (opponent, on_roll):
        for point in range(1, 26):
            bits += "1" * side.get(point, 0) + "0"
    return _base64(bits + behind, 10)


FIELDS = (
    ("cube", 4),
    ("owner", 2),
    ("move", 1),
    ("crawford", 1),
    ("state", 3),
    ("turn", 1),
    ("doubled", 1),
    ("resigned", 2),
    ("die1", 3),
    ("die2", 3),
    ("length", 15),
    ("score0", 15),
    ("score1", 15),
    ("no_jacoby", 1),
    ("unused", 5),
)


def match_id(**fields: int) -> str:
    """A match ID from raw fields; unnamed ones: a centred cube, a game that is played, player 0 on roll."""
    values = {"owner": 3, "state": 1, **fields}
    bits = ""
    for name, width in FIELDS:
        bits += format(values.pop(name, 0), f"0{width}b")[::-1]
    assert not values and len(bits) == 72
    return _base64(bits, 9)


def _in_play(counts: list[int]) -> dict[int, int]:
    return {p: counts[p] for p in range(1, 26) if counts[p]}


# ---- worked examples of the descriptions ------------------------------------------------------------------

POSITIONS = [
    pytest.param("4HPwATDgc/ABMA", START, START, (0, 0), id="start"),
    pytest.param(
        "bFuFACWwu80BAA",
        {3: 2, 4: 2, 5: 2, 6: 2, 7: 1, 8: 1, 9: 1, 13: 1, 21: 1, 22: 1, 24: 1},
        {5: 2, 6: 3, 7: 3, 8: 2, 9: 2, 11: 3},
        (0, 0),
        id="back-game",
    ),
    pytest.param(
        "b9sBCIC5bYDQAA",
        {1: 4, 2: 2, 3: 2, 4: 2, 5: 3, 15: 1},
        {1: 2, 3: 3, 4: 2, 5: 2, 6: 2, 14: 1, 18: 1, 19: 2},
        (1, 0),
        id="one-borne-off",
    ),
    pytest.param(
        "t+0ABGBz2wBBIA",
        {1: 3, 2: 2, 3: 2, 4: 2, 5: 3, 15: 1, 25: 2},
        {1: 2, 3: 3, 4: 2, 5: 2, 6: 2, 14: 1, 19: 1, 25: 1},
        (0, 1),
        id="both-on-the-bar",
    ),
]


@pytest.mark.parametrize(("text", "opponent", "on_roll", "off"), POSITIONS)
def test_position_id_of_the_description(
    text: str, opponent: dict[int, int], on_roll: dict[int, int], off: tuple[int, int]
) -> None:
    """The side that is not on roll comes first."""
    position = Position.from_gnu_id(text)
    own, other = position.counts()
    assert _in_play(own) == on_roll
    assert _in_play(other) == opponent
    assert (other[0], own[0]) == off
    assert position.gnu_id() == text
    assert Position.from_points(on_roll, opponent).gnu_id() == text


MATCHES = [
    pytest.param(
        "cAkAAAAAAAAA",
        MatchState(on_roll=1, turn=1, jacoby=True),
        id="money-player-1-on-roll",
    ),
    pytest.param(
        "QQmvAEAAGAAE",
        MatchState(cube=2, cube_owner=0, on_roll=1, turn=1, dice=(6, 3), length=5, score=(4, 3)),
        id="owned-cube-and-dice",
    ),
    pytest.param(
        "wAngAGAAGAAE",
        MatchState(cube_owner=0, on_roll=1, turn=1, crawford=True, length=7, score=(6, 3)),
        id="crawford-game",
    ),
    pytest.param(
        "UQnlAFAAGAAE",
        MatchState(cube=2, cube_owner=1, on_roll=1, turn=1, dice=(2, 1), length=7, score=(5, 3)),
        id="own-cube",
    ),
    pytest.param(
        "cAkgAVAAAAAE",
        MatchState(on_roll=1, turn=1, length=9, score=(5, 0)),
        id="no-dice",
    ),
]


@pytest.mark.parametrize(("text", "state"), MATCHES)
def test_match_id_of_the_description(text: str, state: MatchState) -> None:
    """Both ways."""
    assert decode_match(text) == state
    assert encode_match(state) == text


def test_old_match_id_without_the_jacoby_bit_has_no_meaning_in_a_match() -> None:
    """Bit 66 is 0 in IDs older than the bit; in a match that says nothing about the rule."""
    state = MatchState(cube=2, cube_owner=0, on_roll=1, turn=1, dice=(5, 2), length=9, score=(2, 4))
    assert decode_match("QYkqASAAIAAA") == state
    assert decode_match("QYkqASAAIAAE") == state


def test_match_id_before_the_first_game_has_the_state_none() -> None:
    """Seen in the wild as an example of a start: game state 0 with the Crawford bit and dice 5-3."""
    state = decode_match("8IhuACAACAAE")
    assert (state.game_state, state.crawford, state.length, state.score) == ("none", True, 3, (2, 1))
    assert (state.cube, state.cube_owner, state.dice) == (1, None, (5, 3))


def test_die_order_in_the_id_is_free() -> None:
    """BGBlitz wrote die 1 = 1, die 2 = 2; GNU Backgammon writes the larger one first."""
    state = decode_match("QYnoAGAAGAAE")
    assert state.dice is not None and sorted(state.dice) == [1, 2]
    assert encode_match(state) == encode_match(state._replace(dice=(2, 1)))
    assert decode_match(encode_match(state)).dice == (2, 1)


@pytest.mark.parametrize(("bit", "jacoby"), [(0, True), (1, False)])
def test_bit_66_says_that_jacoby_is_not_in_use(bit: int, jacoby: bool) -> None:
    """0 is "in use"; only in an unlimited session."""
    text = match_id(no_jacoby=bit)
    assert int.from_bytes(base64.b64decode(text), "little") >> 66 == bit
    assert decode_match(text).jacoby is jacoby
    assert encode_match(decode_match(text)) == text
    assert decode_match(match_id(no_jacoby=bit, length=3)).jacoby is None


# ---- GNU Backgammon's own ----------------------------------------------------------------------------------


def _rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "ids.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _state_of(row: dict[str, str]) -> MatchState:
    """The state as GNU Backgammon's own interface gave it, column by column."""
    number = {k: int(row[k]) for k in row if row[k].lstrip("-").isdecimal()}
    return MatchState(
        cube=number["cube"],
        cube_owner=None if number["cube_owner"] == -1 else number["cube_owner"],
        on_roll=number["on_roll"],
        turn=number["turn"],
        crawford=bool(number["crawford"]),
        game_state=GAME_STATES[number["game_state"]],
        doubled=bool(number["doubled"]),
        resigned=number["resigned"],
        dice=(number["die1"], number["die2"]) if number["die1"] else None,
        length=number["match_length"],
        score=(number["score0"], number["score1"]),
        jacoby=None if number["match_length"] else bool(number["jacoby"]),
    )


def test_250_positions_of_gnu_backgammon(gnubg_fixtures: Path) -> None:
    """Board, ID and ID again; finished games have one empty side."""
    rows = _rows(gnubg_fixtures)
    assert len(rows) == 250
    finished = 0
    for row in rows:
        position = decode_position(row["position_id"])
        own, opponent = position.counts()
        assert own[1:] == [int(n) for n in row["board_on_roll"].split(",")], row
        assert opponent[1:] == [int(n) for n in row["board_opponent"].split(",")], row
        assert encode_position(position) == row["position_id"]
        finished += not sum(own[1:]) or not sum(opponent[1:])
    assert finished >= 9, "the table holds no finished games any more"


def test_250_match_states_of_gnu_backgammon(gnubg_fixtures: Path) -> None:
    """Every field, and the same ID again, pending beavers and resignations among them."""
    rows = _rows(gnubg_fixtures)
    beavers = 0
    for row in rows:
        state = decode_match(row["match_id"])
        wanted = _state_of(row)
        assert sorted(state.dice or ()) == sorted(wanted.dice or ()), row
        assert state._replace(dice=None) == wanted._replace(dice=None), row
        assert encode_match(state) == row["match_id"], row
        beavers += state.doubled and state.turn == state.on_roll
    assert beavers == 4


# ---- what is refused, and where ----------------------------------------------------------------------------


def _column_of_bit(bit: int) -> int:
    """Column of the Base64 character that holds a bit; Base64 takes each byte from its high bit down."""
    byte, place = divmod(bit, 8)
    return (8 * byte + 7 - place) // 6 + 1


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        pytest.param("4HPwATDgc/ABM", 14, "14 characters, not 13", id="13-characters"),
        pytest.param("4HPwATDgc/ABMAA", 15, "14 characters, not 15", id="15-characters"),
        pytest.param("", 1, "14 characters, not 0", id="empty"),
        pytest.param("==", 1, "14 characters, not 0", id="padding-only"),
        pytest.param("4HPw?TDgc/ABMA", 5, "'?'", id="foreign-character"),
        pytest.param("4HPwATDgc ABMA", 10, "' '", id="plus-or-slash-lost-in-a-link"),
        pytest.param("4HPwATDgc%2FABMA", 10, "'%'", id="escaped-slash"),
        pytest.param("4HPwATDgc/ABM\u0410", 14, "\u0410", id="cyrillic-letter"),
        pytest.param("4HPwATDgc/ABM=", 14, "'='", id="one-padding-character"),
        pytest.param("4HPwATDgc/ABMB", 14, "A, Q, g, w", id="bits-in-the-padding"),
        pytest.param("4HPwATDgc/ABM/", 14, "A, Q, g, w", id="all-bits-in-the-padding"),
        pytest.param("/////////////w", 14, "end before", id="no-separators"),
    ],
)
def test_text_that_is_no_position_id(text: str, column: int, words: str) -> None:
    """Refused with the column of the first character that cannot stay, or that is missing."""
    with pytest.raises(IdError, match=words) as caught:
        decode_position(text)
    assert caught.value.column == column


def test_padding_of_two_is_accepted() -> None:
    """Sites write the == of ordinary Base64."""
    assert decode_position(START_ID + "==") == decode_position(START_ID)


def test_bits_behind_the_last_point_are_refused() -> None:
    """A stray bit 79 behind 20 checkers; the column is that of the character with the bit."""
    text = position_id({6: 10}, {6: 10}, behind="000000001")
    bit = 50 + 20 + 8
    assert int.from_bytes(base64.b64decode(text + "=="), "little") >> bit == 1
    with pytest.raises(IdError, match="behind the last point") as caught:
        decode_position(text)
    assert caught.value.column == _column_of_bit(bit) == 13


@pytest.mark.parametrize(
    ("opponent", "on_roll", "words"),
    [
        pytest.param({1: 1}, {6: 16}, "on roll has 16 checkers", id="16-checkers-on-roll"),
        pytest.param({25: 16}, {6: 2}, "opponent has 16 checkers", id="16-checkers-on-the-bar"),
        pytest.param({19: 1}, {6: 2}, "both sides have checkers on the point 6", id="shared-point"),
        pytest.param({}, {}, "both sides are empty", id="both-sides-empty"),
        pytest.param(
            {25: 1, **dict.fromkeys(range(1, 7), 2)},
            {25: 1, **dict.fromkeys(range(1, 7), 2)},
            "both sides are on the bar against closed boards",
            id="closed-boards",
        ),
    ],
)
def test_impossible_boards_are_refused(opponent: dict[int, int], on_roll: dict[int, int], words: str) -> None:
    """Well-formed text that no board can be."""
    with pytest.raises(IdError, match=words) as caught:
        decode_position(position_id(opponent, on_roll))
    assert caught.value.column == 1


def test_one_closed_board_with_both_on_the_bar_is_a_position() -> None:
    """The side with the open board lets the other in."""
    closed = dict.fromkeys(range(1, 7), 2)
    text = position_id({25: 1, **closed}, {25: 1, **closed, 6: 1, 20: 0})
    assert decode_position(text).counts()[0][25] == 1


def test_all_zero_id_of_the_description_is_no_position() -> None:
    """A valid encoding of nothing."""
    assert position_id({}, {}) == "AAAAAAAAAAAAAA"
    with pytest.raises(IdError):
        decode_position("AAAAAAAAAAAAAA")


@pytest.mark.parametrize(("opponent", "on_roll"), [({}, {1: 2, 25: 1}), ({3: 15}, {})])
def test_one_empty_side_is_a_finished_game(opponent: dict[int, int], on_roll: dict[int, int]) -> None:
    """GNU Backgammon writes them."""
    own, other = decode_position(position_id(opponent, on_roll)).counts()
    assert (_in_play(own), _in_play(other)) == (on_roll, opponent)


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        pytest.param("cAkAAAAAAAA", 12, "12 characters, not 11", id="11-characters"),
        pytest.param("cAkAAAAAAAAAA", 13, "12 characters, not 13", id="13-characters"),
        pytest.param("cAkAAAA-AAAA", 8, "'-'", id="foreign-character"),
        pytest.param(match_id(unused=1), 12, "unused bits", id="unused-bit"),
        pytest.param(match_id(owner=2), 1, "cube owner", id="cube-owner-2"),
        pytest.param(match_id(state=5), _column_of_bit(8), "game state 5", id="game-state-5"),
        pytest.param(match_id(state=7), _column_of_bit(8), "game state 7", id="game-state-7"),
        pytest.param(match_id(die1=3, die2=0), _column_of_bit(18), "dice 3 and 0", id="one-die"),
        pytest.param(match_id(die1=4, die2=7), _column_of_bit(18), "dice 4 and 7", id="die-of-7"),
    ],
)
def test_text_that_is_no_match_id(text: str, column: int, words: str) -> None:
    """One field is wrong: its character is named."""
    with pytest.raises(IdError, match=words) as caught:
        decode_match(text)
    assert caught.value.column == column


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        pytest.param({"length": 5, "score1": 5}, "score 0-5 is not below", id="score-at-the-length"),
        pytest.param({"length": 5, "score0": 9}, "score 9-0 is not below", id="score-above-the-length"),
        pytest.param({"crawford": 1}, "Crawford game in an unlimited session", id="crawford-in-money-play"),
        pytest.param({"crawford": 1, "length": 7, "score0": 5}, "one point away", id="nobody-one-away"),
        pytest.param({"crawford": 1, "length": 7, "score0": 6, "score1": 6}, "one point away", id="both-one-away"),
        pytest.param({"crawford": 1, "length": 1}, "one point away", id="match-to-1"),
        pytest.param({"doubled": 1}, "pending double", id="double-on-the-doubler's-own-turn"),
        pytest.param({"doubled": 1, "turn": 1, "die1": 3, "die2": 1}, "pending double", id="double-after-the-roll"),
        pytest.param({"resigned": 2}, "pending resignation", id="resignation-on-the-own-turn"),
        pytest.param(
            {"doubled": 1, "move": 0, "turn": 0, "owner": 0, "cube": 1},
            "pending double",
            id="beaver-by-the-doubler",
        ),
    ],
)
def test_match_ids_that_contradict_themselves(fields: dict[str, int], words: str) -> None:
    """Several fields together are impossible; the column stays inside the ID."""
    with pytest.raises(IdError, match=words) as caught:
        decode_match(match_id(**fields))
    assert 1 <= caught.value.column <= 12


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"length": 7, "cube": 1}, id="match"),
        pytest.param({"length": 7, "cube": 3}, id="match-with-the-cube-at-8"),
        pytest.param({"cube": 1}, id="money"),
    ],
)
def test_doubler_needs_the_cube_or_a_centred_one(fields: dict[str, int]) -> None:
    """Player 0 doubles while player 1 owns the cube. Only a raccoon looks so: in money play, from 4 on."""
    with pytest.raises(IdError):
        decode_match(match_id(doubled=1, move=0, turn=1, owner=1, **fields))


@pytest.mark.parametrize(
    ("text", "cube", "owner", "turn", "doubled"),
    [
        pytest.param("cBEAAAAAAAAA", 1, None, 0, True, id="double"),
        pytest.param("QRkAAAAAAAAA", 2, 0, 1, True, id="beaver"),
        pytest.param("QhEAAAAAAAAA", 4, 0, 0, True, id="raccoon"),
        pytest.param("QxkAAAAAAAAA", 8, 0, 1, True, id="once-more"),
        pytest.param("RAkAAAAAAAAA", 16, 0, 1, False, id="taken"),
    ],
)
def test_chain_of_a_double_as_gnu_backgammon_wrote_it(
    text: str, cube: int, owner: int | None, turn: int, doubled: bool
) -> None:
    """Player 1 doubles; the taker of the first double owns the cube through the whole chain."""
    state = decode_match(text)
    assert (state.cube, state.cube_owner, state.turn, state.doubled) == (cube, owner, turn, doubled)
    assert state.on_roll == 1
    assert encode_match(state) == text


def test_score_past_the_length_in_a_finished_game() -> None:
    """GNU Backgammon wrote this ID behind a gammon that ended a match to 1."""
    state = decode_match("MAIgAAAAEAAE")
    assert (state.game_state, state.length, state.score) == ("over", 1, (0, 2))
    assert encode_match(state) == "MAIgAAAAEAAE"


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"doubled": 1, "move": 0, "turn": 1}, id="centred"),
        pytest.param({"doubled": 1, "move": 0, "turn": 1, "owner": 0, "cube": 2}, id="own-cube"),
        pytest.param({"doubled": 1, "move": 0, "turn": 0, "owner": 1, "cube": 1}, id="beaver"),
    ],
)
def test_pending_doubles_that_can_be(fields: dict[str, int]) -> None:
    """The doubler or, after a beaver, the taker owns the cube; the old value stands in the ID."""
    state = decode_match(match_id(**fields))
    assert state.doubled
    assert state.cube == 1 << fields.get("cube", 0)
    assert encode_match(state) == match_id(**fields)


def test_finished_match_keeps_its_last_score() -> None:
    """A game that is over may have brought a player to the length."""
    assert decode_match(match_id(state=2, length=5, score0=5, no_jacoby=1)).score == (5, 0)


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(MatchState(cube=3), id="cube-3"),
        pytest.param(MatchState(cube=1 << 16), id="cube-65536"),
        pytest.param(MatchState(cube=0), id="cube-0"),
        pytest.param(MatchState(length=1 << 15), id="length"),
        pytest.param(MatchState(score=(0, 1 << 15)), id="score"),
        pytest.param(MatchState(score=(-1, 0)), id="negative-score"),
    ],
)
def test_numbers_without_room_in_a_match_id(state: MatchState) -> None:
    """Refused, not cut off."""
    with pytest.raises(ValueError):
        encode_match(state)


def test_31_checkers_have_no_position_id() -> None:
    """80 bits hold 50 separators and 30 checkers."""
    with pytest.raises(ValueError, match="30 checkers"):
        encode_position(Position.from_counts([0, 15, *[0] * 24], [0, 15, 1, *[0] * 23]))


# ---- properties --------------------------------------------------------------------------------------------


@st.composite
def boards(draw: st.DrawFn) -> tuple[dict[int, int], dict[int, int]]:
    """Two sides of at most 15 checkers, not both empty, on different points, not both shut out."""
    on_roll: dict[int, int] = {}
    opponent: dict[int, int] = {}
    for point in draw(st.lists(st.integers(1, 25), max_size=15)):
        on_roll[point] = on_roll.get(point, 0) + 1
    for point in draw(st.lists(st.integers(1, 25), min_size=0 if on_roll else 1, max_size=15)):
        if point == 25 or not on_roll.get(25 - point):
            opponent[point] = opponent.get(point, 0) + 1
    if (not on_roll and not opponent) or (on_roll.get(25) and opponent.get(25)):
        opponent = {25: 1} if not on_roll else {}
    return opponent, on_roll


@given(boards())
def test_position_ids_go_round(board: tuple[dict[int, int], dict[int, int]]) -> None:
    """The package's ID is the one written by strings of bits, and comes back as the same board."""
    opponent, on_roll = board
    position = Position.from_points(on_roll, opponent)
    text = position_id(opponent, on_roll)
    assert encode_position(position) == text
    assert decode_position(text) == position
    assert decode_position(encode_position(position.swap())) == position.swap()


@given(st.data())
def test_match_ids_go_round(data: st.DataObject) -> None:
    """Any state that can be, in matches and sessions, with dice or offers."""
    length = data.draw(st.integers(0, 64))
    most = length - 1 if length else 500
    score = (data.draw(st.integers(0, most)), data.draw(st.integers(0, most)))
    one_away = bool(length) and sum(length - s == 1 for s in score) == 1
    move = data.draw(st.integers(0, 1))
    owner = data.draw(st.sampled_from([0, 1, 3]))
    offer = data.draw(st.sampled_from(["none", "dice", "double", "resign"]))
    die1 = data.draw(st.integers(1, 6)) if offer == "dice" else 0
    die2 = data.draw(st.integers(1, die1)) if offer == "dice" else 0
    if offer == "double" and owner == 1 - move:
        owner = move
    fields = {
        "cube": data.draw(st.integers(0, 15)),
        "owner": owner,
        "move": move,
        "crawford": int(one_away and data.draw(st.booleans())),
        "turn": 1 - move if offer in ("double", "resign") else move,
        "doubled": int(offer == "double"),
        "resigned": data.draw(st.integers(1, 3)) if offer == "resign" else 0,
        "die1": die1,
        "die2": die2,
        "length": length,
        "score0": score[0],
        "score1": score[1],
        "no_jacoby": 1 if length else data.draw(st.integers(0, 1)),
    }
    text = match_id(**fields)
    state = decode_match(text)
    assert state == MatchState(
        cube=2 ** fields["cube"],
        cube_owner=None if owner == 3 else owner,
        on_roll=move,
        turn=fields["turn"],
        crawford=bool(fields["crawford"]),
        doubled=offer == "double",
        resigned=fields["resigned"],
        dice=(die1, die2) if die1 else None,
        length=length,
        score=score,
        jacoby=None if length else not fields["no_jacoby"],
    )
    assert encode_match(state) == text


@given(st.text(max_size=16))
def test_any_text_is_a_position_or_an_id_error(text: str) -> None:
    """Nothing else is raised, and the column lies in the text or just behind it."""
    for decode in (decode_position, decode_match):
        try:
            decode(text)
        except IdError as error:
            assert 1 <= error.column <= len(text) + 1


@given(st.text("ABQgw/+9z", min_size=13, max_size=13), st.sampled_from("AQgw"))
def test_an_accepted_position_id_is_the_only_one_of_its_position(text: str, last: str) -> None:
    """Decoding and encoding gives the text back: there is no second spelling."""
    try:
        position = decode_position(text + last)
    except IdError:
        return
    assert encode_position(position) == text + last


@pytest.mark.parametrize("text", ["sEOgACAAMAAE", "sALgAAAAOAAE", "8KttAbAAAAAE"])
def test_match_ids_that_gnu_backgammon_prints_behind_a_game(text: str) -> None:
    """The score is the new one there, while the Crawford flag and a resignation are those of the game."""
    assert decode_match(text).game_state != "playing"
