"""Jellyfish's position files: GNU Backgammon's bytes, whose checkers are which, versions, and every refusal."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from id_forms import NAMES, START, Situation, held, larger_first, situations, told_by_gnubg, vectors

from bganalyze.formats.jellyfish import PosError, Words, decode_pos, encode_pos, sniff
from bganalyze.formats.xgid import decode_xgid
from bganalyze.model.gnuid import IdError
from bganalyze.model.position import Position
from bganalyze.model.state import MatchState

OF_GNUBG = Words(opponent=2, jacoby=1, beavers=1)
"""What GNU Backgammon writes into the words that the state does not fill, as it was set up for the vectors."""


def _words(*numbers: int) -> bytes:
    return b"".join(n.to_bytes(2, "little", signed=True) for n in numbers)


def _board(**pairs: int) -> bytes:
    """A board from ``pK``: checkers of player 2 (player 1 negative) at place K, the same before the last move."""
    values = [20] * 26
    for name, n in pairs.items():
        values[int(name[1:])] += n
    return _words(*(v for value in values for v in (value, value)))


ONE_AND_ONE = _board(p24=3, p4=-2)
"""Three of player 2 on its ace point, two of player 1 on its four point."""


def _file(
    version: int = 126,
    cube: tuple[int, int] = (1, 0),
    on_roll: int = 3,
    kind: int = 1,
    length: int = 5,
    score: tuple[int, int] = (0, 0),
    crawford: int = 1,
    dice: tuple[int, int] = (0, 0),
    board: bytes = ONE_AND_ONE,
    front: tuple[int, ...] = (0, 0, 1, 0, 0),
    opponent: int = 1,
    names: bytes = b"\x03Ann\x03Bob",
) -> bytes:
    """A file written by hand."""
    front = front[len(front) - {124: 0, 125: 3, 126: 5}[version] :]
    return b"".join(
        (
            _words(version, *front, *cube, on_roll, 0, 0, 0, kind, opponent, 7, length, *score),
            names,
            _words(0, crawford, 0),
            b"\x00",
            _words(*dice),
            board,
        )
    )


def test_board_is_told_by_player_2() -> None:
    """Place 0 is the bar of player 2, place k its point 25 - k, place 25 the bar of player 1."""
    data = _file(on_roll=4, board=_board(p0=1, p1=-3, p24=4, p25=-2))
    found = decode_pos(data)
    assert found.state.on_roll == 1
    assert found.position == Position.from_points({25: 1, 1: 4}, {1: 3, 25: 2})


def test_worked_example() -> None:
    """One of player 2 on the bar, three of player 1 on the 24 point of player 2, two of player 1 on the bar."""
    position, state = decode_xgid("XGID=bB-CBBB---a---A----AcbbbcA:1:1:1:21:3:5:0:7:10")
    data = encode_pos(position, state, NAMES)
    assert len(data) == 153 + 5 + 4
    board = [int.from_bytes(data[i : i + 2], "little") for i in range(len(data) - 104, len(data), 4)]
    assert (board[0], board[1], board[25]) == (21, 17, 18)
    assert int.from_bytes(data[16:18], "little") == 2, "player 2 has rolled"
    assert data[-108:-104] == _words(2, 1)


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        pytest.param(_file(), MatchState(length=5), id="player-1-on-roll"),
        pytest.param(_file(on_roll=4), MatchState(on_roll=1, turn=1, length=5), id="player-2-on-roll"),
        pytest.param(_file(on_roll=1, dice=(3, 1)), MatchState(length=5, dice=(3, 1)), id="player-1-rolled"),
        pytest.param(
            _file(on_roll=2, dice=(-6, 2)), MatchState(on_roll=1, turn=1, length=5, dice=(6, 2)), id="negative-die"
        ),
        pytest.param(_file(dice=(3, 1)), MatchState(length=5), id="dice-before-the-roll-say-nothing"),
        pytest.param(_file(on_roll=0), MatchState(length=5, game_state="none"), id="start-of-a-game"),
        pytest.param(_file(cube=(4, 1)), MatchState(4, 0, length=5), id="cube-of-player-1"),
        pytest.param(_file(cube=(4, 2)), MatchState(4, 1, length=5), id="cube-of-player-2"),
        pytest.param(_file(score=(4, 2), crawford=2), MatchState(length=5, score=(4, 2), crawford=True), id="crawford"),
        pytest.param(_file(score=(4, 2), crawford=3), MatchState(length=5, score=(4, 2)), id="post-crawford"),
        pytest.param(_file(front=(0, 0, 1, 1, 1)), MatchState(length=5), id="jacoby-word-of-a-match"),
        pytest.param(
            _file(kind=3, length=7, front=(0, 0, 1, 1, 0)), MatchState(jacoby=True, beavers=False), id="session"
        ),
        pytest.param(_file(125, kind=3, front=(1, 0, 1)), MatchState(jacoby=False, beavers=True), id="version-125"),
        pytest.param(_file(124, kind=3), MatchState(), id="version-124-knows-no-jacoby-rule"),
        pytest.param(_file(board=_board(p24=3)), MatchState(length=5, game_state="over"), id="over"),
    ],
)
def test_states(data: bytes, wanted: MatchState) -> None:
    """What each word says."""
    found = decode_pos(data)
    assert found.state == wanted
    assert found.names == ("Ann", "Bob")
    assert sniff(data)


def test_versions_differ_in_their_first_words() -> None:
    """153, 149 and 143 bytes without names."""
    state = MatchState(on_roll=1, turn=1, dice=(6, 5), length=7, score=(3, 2))
    for version, size in ((126, 153), (125, 149), (124, 143)):
        data = encode_pos(START, state, version=version)
        assert len(data) == size
        found = decode_pos(data)
        assert (found.version, found.position, found.state) == (version, START, state)
    with pytest.raises(ValueError, match="127"):
        encode_pos(START, state, version=127)


def test_what_the_display_needs_comes_back() -> None:
    """Every word that is not state, and the board before the last move."""
    words = Words(
        caution=3,
        unused=(4, 5),
        cube_in_use=0,
        jacoby=1,
        beavers=1,
        moves_left=(1, 2),
        opponent=2,
        level=5,
        small_die=1,
        crawford=3,
        last_player=2,
        last_move="8/5 6/5",
        before=(0,) * 25 + (-1,),
    )
    data = encode_pos(START, MatchState(length=7), ("Ann", None), words=words)
    found = decode_pos(data)
    assert found.words == words
    assert found.names == ("Ann", None)


def test_names_in_an_old_code_page_are_kept() -> None:
    """The file does not tell its encoding: bytes that are no UTF-8 are read as Latin-1 and written so again."""
    data = _file(names=b"\x04J\xfcrg\x03Bob")
    found = decode_pos(data)
    assert found.names == ("J\xfcrg", "Bob")
    assert encode_pos(found.position, found.state, found.names, words=found.words) == data


def test_long_names_are_cut_at_a_character() -> None:
    """255 bytes is the most."""
    data = encode_pos(START, None, ("\xe9" * 200, "Bob"))
    assert decode_pos(data).names == ("\xe9" * 127, "Bob")


def test_numbers_without_room_are_refused() -> None:
    """A word ends at 32767."""
    for state in (MatchState(cube=1 << 15), MatchState(score=(40_000, 0)), MatchState(length=1 << 15)):
        with pytest.raises(ValueError, match="does not fit"):
            encode_pos(START, state)


# ---- GNU Backgammon -------------------------------------------------------------------------------------


def test_vectors() -> None:
    """Read as the IDs beside them, and written byte for byte."""
    rows = vectors()
    assert len(rows) == 36
    for row in rows:
        data = bytes.fromhex(row.texts["pos"])
        found = decode_pos(data)
        assert (found.position, found.state, found.names) == (*row.situation, NAMES)
        assert encode_pos(*row.situation, NAMES, words=OF_GNUBG) == data
        assert encode_pos(found.position, found.state, found.names, version=found.version, words=found.words) == data


def test_files_of_gnu_backgammon() -> None:
    """Matches and sessions byte for byte, post-Crawford too; and where its file says something else.

    The word of the player on roll is that of the player whose turn it is, who is the other one while a double or a
    resignation is on offer; behind the end of a game it says that the next one starts. The score of a session is
    not written.
    """
    same = other = 0
    for one in told_by_gnubg():
        position, state = one.situation
        found = decode_pos(one.pos)
        if not state.length:
            state = state._replace(score=(0, 0), beavers=True)  # as it is set up
        if state.game_state == "playing" and state.turn == state.on_roll:
            words = OF_GNUBG._replace(jacoby=found.words.jacoby)
            assert encode_pos(position, state, NAMES, words=words) == one.pos
            wanted = held("pos", Situation(position, state))
            assert (found.position, found.state) == wanted
            same += 1
            continue
        told_seat = 0 if state.game_state != "playing" and not found.state.on_roll else state.turn
        assert found.state.on_roll == told_seat
        assert found.position == (position if told_seat == state.on_roll else position.swap())
        other += 1
    assert (same, other) == (193, 59)


def test_real_files(corpus: Path) -> None:
    """Read and written back, and the same as the Snowie line of the same position."""
    from bganalyze.formats.snowie import decode_snowie

    paths = sorted((corpus / "files" / "pos-jellyfish").glob("*.pos"))
    assert len(paths) == 5
    for path in paths:
        data = path.read_bytes()
        found = decode_pos(data)
        assert sniff(data)
        assert encode_pos(found.position, found.state, found.names, version=found.version, words=found.words) == data
        line = corpus / "files" / "snowie-position" / f"{path.stem}.snowiepos.txt"
        assert decode_snowie(line.read_text(encoding="utf-8")) == (found.position, found.state, found.names)


@given(situations(), st.sampled_from([124, 125, 126]))
def test_files_go_round(situation: Situation, version: int) -> None:
    """All that a file can hold comes back, and is written alike again."""
    data = encode_pos(*situation, NAMES, version=version)
    found = decode_pos(data)
    wanted = held("pos", situation)
    if version == 124:
        wanted = wanted._replace(state=wanted.state._replace(jacoby=None, beavers=None))
    assert larger_first(Situation(found.position, found.state)) == wanted
    assert (found.version, found.names) == (version, NAMES)
    again = encode_pos(found.position, found.state, found.names, version=version, words=found.words)
    assert again == data
    assert sniff(data)


# ---- what is refused, and where -------------------------------------------------------------------------

CUBE, OWNER, ON_ROLL, KIND, OPPONENT, LENGTH, SCORE_1, SCORE_2, CRAWFORD, DIE_1, DIE_2 = (
    12, 14, 16, 24, 26, 30, 32, 34, 46, 51, 53,
)  # fmt: skip
"""Offsets of the words of version 126 with names of three bytes and no last move."""
BOARD = 55


def test_offsets_of_the_words() -> None:
    """The constants of these tests name the words."""
    data = _file(
        cube=(101, 102),
        on_roll=103,
        kind=104,
        opponent=105,
        length=106,
        score=(107, 108),
        crawford=109,
        dice=(110, 111),
    )
    places = (CUBE, OWNER, ON_ROLL, KIND, OPPONENT, LENGTH, SCORE_1, SCORE_2, CRAWFORD, DIE_1, DIE_2)
    assert [data[p] for p in places] == list(range(101, 112))
    assert len(data) == BOARD + 104


@pytest.mark.parametrize(
    ("data", "offset", "words"),
    [
        pytest.param(b"", 0, "no version", id="empty"),
        pytest.param(b"\x7e", 0, "no version", id="one-byte"),
        pytest.param(_words(127) + _file()[2:], 0, "no version", id="version-127"),
        pytest.param(_words(123) + _file()[2:], 0, "no version", id="version-123"),
        pytest.param(_file()[:20], 20, "ends too early", id="cut-in-the-words"),
        pytest.param(_file()[:39], 39, "ends too early", id="cut-in-a-name"),
        pytest.param(_file()[:-1], 158, "ends too early", id="cut-in-the-board"),
        pytest.param(_file() + b"\0", 159, "1 bytes behind the end", id="longer"),
        pytest.param(_file(names=b"\x03Ann\xffBob"), len(_file()), "ends too early", id="name-longer-than-the-file"),
        pytest.param(_file(front=(0, 0, 2, 0, 0)), 6, "cube in use 2", id="cube-in-use-2"),
        pytest.param(_file(front=(0, 0, 1, 2, 0)), 8, "Jacoby rule 2", id="jacoby-2"),
        pytest.param(_file(front=(0, 0, 1, 0, -1)), 10, "beavers -1", id="beavers-below-zero"),
        pytest.param(_file(cube=(3, 0)), CUBE, "cube 3", id="cube-of-3"),
        pytest.param(_file(cube=(0, 0)), CUBE, "cube 0", id="cube-of-0"),
        pytest.param(_file(cube=(-2, 1)), CUBE, "cube -2", id="cube-below-zero"),
        pytest.param(_file(cube=(2, 3)), OWNER, "cube owner 3", id="owner-3"),
        pytest.param(_file(on_roll=5), ON_ROLL, "on roll 5", id="on-roll-5"),
        pytest.param(_file(kind=2), KIND, "kind 2", id="kind-2"),
        pytest.param(_file(opponent=3), OPPONENT, "opponent 3", id="opponent-3"),
        pytest.param(_file(length=0), LENGTH, "match length 0", id="match-without-length"),
        pytest.param(_file(length=-7), LENGTH, "match length -7", id="negative-length"),
        pytest.param(_file(score=(5, 0)), SCORE_1, "not below", id="score-at-the-length"),
        pytest.param(_file(score=(0, -1)), SCORE_2, "score of player 2 -1", id="negative-score"),
        pytest.param(_file(crawford=0), CRAWFORD, "Crawford 0", id="crawford-0"),
        pytest.param(_file(crawford=2), CRAWFORD, "one point away", id="crawford-too-early"),
        pytest.param(_file(crawford=2, score=(4, 4)), CRAWFORD, "one point away", id="crawford-at-both"),
        pytest.param(_file(crawford=2, kind=3), CRAWFORD, "unlimited session", id="crawford-in-a-session"),
        pytest.param(_file(on_roll=1, dice=(7, 1)), DIE_1, "a die of 7", id="die-of-7"),
        pytest.param(_file(on_roll=1), DIE_1, "a die of 0", id="rolled-without-dice"),
        pytest.param(_file(on_roll=2, dice=(6, -2)), DIE_2, "a die of -2", id="second-die-below-zero"),
        pytest.param(_file(board=_board(p7=16)), BOARD + 28, "16 checkers on one point", id="16-on-a-point"),
        pytest.param(_file(board=_board(p0=-1)), BOARD, "other side's bar", id="player-1-on-the-bar-of-player-2"),
        pytest.param(_file(board=_board(p25=1)), BOARD + 100, "other side's bar", id="player-2-on-the-other-bar"),
        pytest.param(_file(board=_board(p3=9, p4=9)), BOARD, "18 checkers", id="18-checkers"),
        pytest.param(_file(board=_board()), BOARD, "both sides are empty", id="no-checkers"),
        pytest.param(
            _file(board=_board(p24=3), on_roll=1, dice=(3, 1)), DIE_1, "borne off all", id="dice-after-the-end"
        ),
    ],
)
def test_impossible_files(data: bytes, offset: int, words: str) -> None:
    """Refused, with the byte that is wrong in the error and in its message."""
    with pytest.raises(PosError, match=words) as caught:
        decode_pos(data)
    assert caught.value.offset == offset
    assert str(caught.value).startswith(f"byte {offset}: ")
    assert isinstance(caught.value, IdError)


def test_sniff_looks_at_the_build() -> None:
    """Other programs use the same ending for other things."""
    assert not sniff(b"")
    assert not sniff(b"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
    assert not sniff(_file()[:-1])
    assert not sniff(_file() + b"\n")
    assert not sniff(_file(kind=2))
    assert sniff(_file(cube=(3, 0))), "a damaged file is still one of this format"


@given(st.binary(max_size=200))
def test_any_bytes_are_refused(data: bytes) -> None:
    """Nothing else is raised."""
    for front in (b"", _words(124), _words(125), _words(126)):
        try:
            decode_pos(front + data)
        except PosError as error:
            assert 0 <= error.offset <= len(front + data)


@given(situations(), st.integers(0, 200), st.integers(0, 255))
def test_a_changed_byte_is_a_file_or_an_error(situation: Situation, at: int, value: int) -> None:
    """And what can still be read is written back with what was read."""
    data = bytearray(encode_pos(*situation, NAMES))
    data[at % len(data)] = value
    try:
        found = decode_pos(bytes(data))
    except PosError as error:
        assert 0 <= error.offset <= len(data)
    else:
        again = encode_pos(found.position, found.state, found.names, version=found.version, words=found.words)
        assert decode_pos(again) == found
