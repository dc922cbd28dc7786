"""Boards: GNU Backgammon's own ones byte for byte, and hand-drawn ones."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from bganalyze.model.board import board_lines, match_board
from bganalyze.model.gnuid import decode_match, decode_position
from bganalyze.model.position import Position
from bganalyze.model.state import GAME_STATES, MatchState

START = decode_position("4HPwATDgc/ABMA")


# ---- GNU Backgammon's own boards --------------------------------------------------------------------------------


def _blocks(path: Path) -> Iterator[list[str]]:
    """The boards in a text that GNU Backgammon wrote, from the position ID to the pip counts if there are any."""
    lines = [line.rstrip() for line in path.read_text(encoding="utf-8", errors="replace").split("\n")]
    for i, line in enumerate(lines):
        if line.startswith(" GNU Backgammon  Position ID: "):
            block = lines[i : i + 16]
            yield block if block[15].startswith("Pip counts") else block[:15]


def _state(text: str) -> MatchState:
    """A match ID read bit by bit, whatever it says: after a game GNU Backgammon writes some that fit no game."""
    import base64

    bits = int.from_bytes(base64.b64decode(text), "little")

    def field(at: int, width: int) -> int:
        return bits >> at & ((1 << width) - 1)

    owner, die = field(4, 2), field(15, 3)
    return MatchState(
        cube=1 << field(0, 4),
        cube_owner=None if owner == 3 else owner,
        on_roll=field(6, 1),
        crawford=bool(field(7, 1)),
        game_state=GAME_STATES[field(8, 3)],
        turn=field(11, 1),
        doubled=bool(field(12, 1)),
        resigned=field(13, 2),
        dice=(die, field(18, 3)) if die else None,
        length=field(21, 15),
        score=(field(36, 15), field(51, 15)),
        jacoby=None if field(21, 15) else not field(66, 1),
    )


def _compare(paths: list[Path]) -> tuple[Counter[str], list[str]]:
    """How many boards of which kind were compared, and every difference."""
    seen: Counter[str] = Counter()
    wrong = []
    for path in paths:
        for block in _blocks(path):
            position = decode_position(block[0].rpartition(" ")[2])
            state = _state(block[1].rpartition(" ")[2])
            names = tuple(re.sub(r" \(Cube: [0-9]+\)$", "", block[row][49:])[3:] for row in (2, 14))
            if "hyper" in path.name:  # the IDs do not say that a side has two checkers
                own, opponent = position.counts()
                own[0], opponent[0] = 2 - sum(own[1:]), 2 - sum(opponent[1:])
                position = Position.from_counts(own, opponent)
            drawn = match_board(position, state, (names[0], names[1]))
            if drawn[: len(block)] != block:
                wrong.append(f"{path.name}: {block[0]} {block[1]}")
            seen["all"] += 1
            seen["double on offer"] += state.doubled
            seen["owned cube"] += state.cube_owner is not None
            seen["bar"] += any(side[25] for side in position.counts())
            seen["off"] += any(side[0] for side in position.counts())
            seen["six or more"] += any(max(side[1:]) > 5 for side in position.counts())
            seen["Crawford game"] += state.crawford
            seen["session"] += not state.length
            seen["resignation"] += bool(state.resigned)
    return seen, wrong


def test_boards_of_the_analysed_fixtures(gnubg_fixtures: Path) -> None:
    """All boards of GNU Backgammon's text export and of its statistics."""
    seen, wrong = _compare(sorted((gnubg_fixtures / "analysed").glob("*.txt")))
    assert wrong == []
    assert seen["all"] >= 493, seen
    assert min(seen.values()) > 0, seen


def test_boards_of_real_exports(corpus: Path) -> None:
    """All boards of the exports that people published."""
    seen, wrong = _compare(sorted((corpus / "files/gnubg-text").glob("*.txt")))
    assert wrong == []
    assert seen["all"] >= 1600, seen


# What GNU Backgammon 1.07.001 answers to "show board" after "double", "redouble", "resign", "drop", "set cube value",
# in games of one point and of many: match ID, are the points numbered for X, the notes by their row.
_SHOWN: list[tuple[str, bool, dict[int, str]]] = [
    ("MAEAAAAAAAAE", False, {0: "O: A", 1: "0 points", 2: "On roll", 6: "(Cube: 1)", 11: "0 points", 12: "X: B"}),
    ("MIEFAAAAAAAE", False, {0: "O: A", 1: "0 points", 2: "Rolled 31", 6: "(Cube: 1)", 11: "0 points", 12: "X: B"}),
    ("cAk3AAAAAAAE", True, {0: "O: A", 1: "0 points", 6: "1 point match", 10: "Rolled 65", 11: "0 points", 12: "X: B"}),
    (
        "sAHgAGAACAAE",
        False,
        {0: "O: A", 1: "6 points", 2: "On roll", 6: "7 points match (Crawford game)", 11: "1 point", 12: "X: B"},
    ),
    (
        "AQHlABAAAAAE",
        False,
        {0: "O: A (Cube: 2)", 1: "1 point", 2: "Rolled 21", 6: "7 points match", 11: "0 points", 12: "X: B"},
    ),
    ("UgkAAAAAAAAE", True, {0: "O: A", 1: "0 points", 10: "On roll", 11: "0 points", 12: "X: B (Cube: 4)"}),
    ("cBGgAAAAAAAE", True, {0: "O: A", 1: "0 points", 2: "Cube offered at 2", 11: "0 points", 12: "X: B"}),
    ("QRkAAAAAAAAE", True, {0: "O: A", 1: "0 points", 10: "Cube offered at 4", 11: "0 points", 12: "X: B"}),
    ("QhEAAAAAAAAE", True, {0: "O: A", 1: "0 points", 2: "Cube offered at 8", 11: "0 points", 12: "X: B"}),
    ("QwkAAAAAAAAE", True, {0: "O: A (Cube: 8)", 1: "0 points", 10: "On roll", 11: "0 points", 12: "X: B"}),
    (
        "cASgAAAACAAE",
        True,
        {0: "O: A", 1: "0 points", 6: "5 points match (Cube: 1)", 10: "On roll", 11: "1 point", 12: "X: B"},
    ),
    (
        "cEGgAAAAAAAE",
        True,
        {
            0: "O: A",
            1: "0 points",
            6: "5 points match (Cube: 1)",
            10: "On roll, resigns gammon",
            11: "0 points",
            12: "X: B",
        },
    ),
    (
        "cOGpAAAAAAAE",
        True,
        {
            0: "O: A",
            1: "0 points",
            6: "5 points match (Cube: 1)",
            10: "Rolled 32, resigns backgammon",
            11: "0 points",
            12: "X: B",
        },
    ),
    ("OgEKAAAAAAAA", False, {0: "O: A", 1: "0 points", 2: "Rolled 42", 6: "(Cube: 1024)", 11: "0 points", 12: "X: B"}),
]


@pytest.mark.parametrize(("match_id", "for_x", "notes"), _SHOWN)
def test_notes_beside_the_board(match_id: str, for_x: bool, notes: dict[int, str]) -> None:
    """Names, scores, dice and cube stand where GNU Backgammon puts them."""
    lines = match_board(START, _state(match_id), ("A", "B"))
    assert lines[1] == f"                 Match ID   : {match_id}"
    board = lines[2:15]
    assert board[0].startswith(" +13-14" if for_x else " +12-11")
    assert board[6].startswith("v|" if for_x else "^|")
    assert {row: line[49:] for row, line in enumerate(board) if line[49:]} == notes


def test_finished_game_has_nobody_on_roll() -> None:
    """GNU Backgammon shows all checkers off and says nothing of a roll."""
    state = MatchState(length=9, on_roll=1, turn=1, game_state="over")
    finished = Position.from_points({}, {24: 2, 13: 13})
    lines = match_board(finished, state, ("A", "B"))[2:]
    assert [line[44:] for line in lines[1:6]] == ["     0 points", "", "", "", ""]
    assert [line[44:] for line in lines[7:12]] == [" XXX", " XXX", " XXX", " XXX", " XXX 0 points"]
    assert "On roll" not in "\n".join(lines)


# ---- the variant with lines -------------------------------------------------------------------------------------

_CENTRED = """\
         12 11 10  9  8  7       6  5  4  3  2  1
        ╭──────────────────┬───┬──────────────────┬─────╮
        │ ●           ○    │   │ ○              ● │     │  ○ Alice
        │ ●           ○    │   │ ○              ● │     │  0 points, 167 pips
        │ ●           ○    │   │ ○                │     │  ⚃ ⚀  41
        │ ●                │   │ ○                │     │
  ╭───╮ │ ●                │   │ ○                │     │
  │ 1 │ │                  │BAR│                  │     │  3 points match
  ╰───╯ │ ○                │   │ ●                │     │
        │ ○                │   │ ●                │     │
        │ ○           ●    │   │ ●                │     │
        │ ○           ●    │   │ ●              ○ │     │  0 points, 167 pips
        │ ○           ●    │   │ ●              ○ │     │  ● Bob
        ╰──────────────────┴───┴──────────────────┴─────╯
         13 14 15 16 17 18      19 20 21 22 23 24"""

_OFFERED = """\
         13 14 15 16 17 18      19 20 21 22 23 24
        ╭──────────────────┬───┬──────────────────┬─────╮
        │    ●           ○ │ ○ │ ○  ○  ○  ○  ○    │     │  ○ 李小龍
        │                  │   │ ○  ○  ○  ○  ○    │     │  1 point, 99 pips
        │                  │   │    ○        ○    │     │  Cube offered at 64
        │                  │   │                  │     │
 ╭────╮ │                  │   │                  │     │
 │ 64 │ │                  │BAR│                  │     │  Unlimited session
 ╰────╯ │                  │   │                  │     │
        │                  │   │             ●  ● │     │
        │                  │   │ ●           ●  ● │     │
        │                  │   │ ●        ●  ●  ● │     │  0 points, 62 pips
        │ ●                │   │ ●  ○     ●  ●  ● │     │  ● B
        ╰──────────────────┴───┴──────────────────┴─────╯
         12 11 10  9  8  7       6  5  4  3  2  1"""

_BEARING_OFF = """\
         13 14 15 16 17 18      19 20 21 22 23 24
        ╭──────────────────┬───┬──────────────────┬─────╮
  ╭───╮ │ ○                │   │       ○  ○  ○  ● │     │  ○ A
  │ 2 │ │ ○                │   │       ○  ○  ○    │     │  4 points, 62 pips
  ╰───╯ │                  │   │       ○  ○  ○    │     │
        │                  │   │       ○  ○  ○    │     │
        │                  │   │             ○    │     │
        │                  │BAR│                  │     │  7 points match
        │                  │   │                8 │ ●   │
        │                  │   │                ● │ ●   │
        │                  │   │                ● │ ●   │  On roll
        │                  │   │                ● │ ●   │  2 points, 32 pips
        │                  │   │                ● │ ●●  │  ● B
        ╰──────────────────┴───┴──────────────────┴─────╯
         12 11 10  9  8  7       6  5  4  3  2  1"""


def _drawn(position: Position, state: MatchState | None, names: tuple[str | None, str | None]) -> str:
    return "\n".join(match_board(position, state, names, unicode=True, ids=False))


def test_unicode_start() -> None:
    """A centred cube, dice, the numbers of the player on roll."""
    state = MatchState(length=3, dice=(4, 1))
    assert _drawn(START, state, ("Alice", "Bob")) == _CENTRED


def test_unicode_double_on_offer() -> None:
    """The offered value lies in the middle, whoever owned the cube; a wide name moves nothing."""
    position = decode_position("brsFAEHvjQMJAA")
    state = MatchState(cube=32, cube_owner=1, on_roll=1, turn=0, doubled=True, score=(1, 0))
    assert _drawn(position, state, ("李小龍", "B")) == _OFFERED


def test_unicode_bear_off() -> None:
    """Borne-off checkers fill the tray, a tall stack is a number, an owned cube lies with its owner."""
    position = Position.from_points({1: 8, 24: 1}, {2: 5, 3: 4, 4: 4, 12: 2})
    state = MatchState(cube=2, cube_owner=0, on_roll=1, turn=1, length=7, score=(4, 2))
    assert _drawn(position, state, ("A", "B")) == _BEARING_OFF


def test_unicode_cube_of_the_lower_side() -> None:
    """The cube of seat 1 lies at the bottom; a Crawford game, a game to one and a game without a cube show none."""
    owned = _drawn(START, MatchState(cube=4, cube_owner=1, length=5), ("A", "B")).split("\n")
    assert [i for i, line in enumerate(owned) if line.startswith("  │ 4 │")] == [11]
    for state in (MatchState(length=5, score=(4, 0), crawford=True), MatchState(length=1)):
        assert "╭───╮ │" not in _drawn(START, state, ("A", "B"))
    assert "╭───╮ │" not in "\n".join(match_board(START, MatchState(), ("A", "B"), unicode=True, cube=False))


def test_unicode_lines_are_aligned() -> None:
    """Every row has its frame in the same columns, and no character of ours is wide."""
    for cube in (1, 64, 1024, 1 << 24):
        lines = match_board(START, MatchState(cube=cube, cube_owner=0), ("A", "B"), unicode=True, ids=False)
        board = lines[2:-2]
        edges = {tuple(i for i, ch in enumerate(line) if ch == "│")[-5:] for line in board}
        assert len(edges) == 1
        assert {i for i, ch in enumerate(lines[1]) if ch in "╭┬╮"} == set(edges.pop())
        assert not any(unicodedata.east_asian_width(ch) in "WF" for line in lines for ch in line)


def test_same_checkers_in_both_variants(gnubg_fixtures: Path) -> None:
    """The drawn board is the printed one with other characters."""
    for path in sorted((gnubg_fixtures / "analysed").glob("m03*.0ply*.txt")):
        for block in _blocks(path):
            position, state = decode_position(block[0].rpartition(" ")[2]), _state(block[1].rpartition(" ")[2])
            plain = match_board(position, state, ids=False)[1:12]
            drawn = match_board(position, state, unicode=True, ids=False)[2:-2]
            swapped = [line[line.index("│", 8) :].translate(str.maketrans("●○│", "XO|")) for line in drawn]
            for row in range(11):
                assert swapped[row][:43] == plain[row][1:44].ljust(43)


# ---- what else is asked for -------------------------------------------------------------------------------------


def test_no_match_state() -> None:
    """A bare position: the side on roll below, no score, no cube, no match ID."""
    lines = match_board(decode_position("4HPhASjgc/ABMA"), None, ("A", None))
    assert lines[0] == " GNU Backgammon  Position ID: 4HPhASjgc/ABMA"
    assert lines[1] == " +13-14-15-16-17-18------19-20-21-22-23-24-+     O: A"
    assert lines[13:] == [
        " +12-11-10--9--8--7-------6--5--4--3--2--1-+     X:",
        "Pip counts: O 162, X 167",
    ]
    assert "points" not in "".join(lines)
    assert "Cube" not in "".join(lines)


def test_numbers_that_no_id_can_hold() -> None:
    """The board is drawn all the same, without the ID."""
    lines = match_board(START, MatchState(cube=3, length=40_000), ("A", "B"))
    assert lines[0].startswith(" GNU Backgammon")
    assert lines[1].startswith(" +12-11")
    crowded = Position.from_counts([0, 15, 15, 15, *[0] * 22], [0, 15, *[0] * 24])
    assert match_board(crowded, None)[0].startswith(" +13-14")


def test_stacks() -> None:
    """Stacks above five are told in one character, as GNU Backgammon does: 6 to 9, A to F."""
    for n, digit in zip(range(6, 16), "6789ABCDEF", strict=True):
        lines = match_board(Position.from_points({25: n}, {1: n}), None, ids=False)
        assert lines[5][:44] == f" |                  |   |                {digit} |"
        assert lines[7][:44] == f" |                  | {digit} |                  |"
        assert sum(line[44:49].count("O") for line in lines) == 15 - n


def test_board_of_the_findings_is_unchanged() -> None:
    """``board_lines`` is what check's full output has always shown."""
    assert board_lines(START) == [
        " +13-14-15-16-17-18------19-20-21-22-23-24-+",
        " | X           O    |   | O              X |  O: 167 pips, 0 off",
        " | X           O    |   | O              X |",
        " | X           O    |   | O                |",
        " | X                |   | O                |",
        " | X                |   | O                |",
        " |                  |BAR|                  |",
        " | O                |   | X                |",
        " | O                |   | X                |",
        " | O           X    |   | X                |",
        " | O           X    |   | X              O |",
        " | O           X    |   | X              O |  X: 167 pips, 0 off",
        " +12-11-10--9--8--7-------6--5--4--3--2--1-+",
    ]


def test_strict_ids_draw_the_same() -> None:
    """The bit reader of this file and the package's decoder agree where both read."""
    for match_id, _, _ in _SHOWN:
        assert match_board(START, decode_match(match_id)) == match_board(START, _state(match_id))
