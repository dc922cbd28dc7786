"""Snowie's position line, both ways: 40 fields, each closed by a semicolon.

0 length, 1 Jacoby rule, 3 session without end, 4 seat on roll, 5 and 6 names (on roll, opponent), 7 Crawford game,
8 and 9 scores (on roll, opponent), 10 cube, 11 its owner (1 on roll, 0 nobody, -1 opponent), 12 the opponent's
bar (zero or negative), 13..36 the points of the player on roll (positive own, negative the opponent's), 37 the
bar of the player on roll, 38 and 39 the dice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..model.actions import GivenPosition
from ..model.gnuid import IdError, check_match, check_position
from ..model.position import Position, pack, unpack
from ..model.state import MatchState
from .parts import Names, Parts, plain

FIELDS = 40
_AFTER_NAMES = 33
_BOARD = 12


def _sides(board: Sequence[int], columns: Sequence[int]) -> tuple[list[int], list[int]]:
    """The counts of the player on roll and the opponent from the fields 12..37. Raises ``IdError``."""
    for n, column, fits in zip(board, columns, (board[0] <= 0, *[True] * 24, board[25] >= 0), strict=True):
        if not fits or abs(n) > 15:
            raise IdError("a bar or point has an impossible number", column)
    on_roll, opponent = [0] * 26, [0] * 26
    opponent[25], on_roll[25] = -board[0], board[25]
    for p in range(1, 25):
        if board[p] > 0:
            on_roll[p] = board[p]
        else:
            opponent[25 - p] = -board[p]
    check_position(on_roll, opponent, columns[0])
    for side in (on_roll, opponent):
        side[0] = 15 - sum(side)
    return on_roll, opponent


def read_position_line(text: str) -> tuple[GivenPosition | None, str]:
    """The position of a line, or ``None`` and what is wrong with it.

    Names may hold semicolons: the 33 numeric fields are counted from the right, the name on roll from the left.
    """
    fields = text.strip().removesuffix(";").split(";")
    if len(fields) < FIELDS:
        return None, f"{len(fields)} fields, not 40"
    numbers = fields[-_AFTER_NAMES:]
    if not all(re.fullmatch(r"-?[0-9]{1,6}", f) for f in numbers):
        return None, "a field is no number"
    board = [int(f) for f in numbers[5:31]]
    try:
        on_roll, opponent = _sides(board, [1] * 26)
    except IdError as error:
        return None, str(error)
    return GivenPosition(pack(on_roll), pack(opponent), fields[5].strip() or None), ""


def decode_snowie(text: str) -> tuple[Position, MatchState, Names]:
    """Position (seen by the player on roll), match state and names by seat. Raises ``IdError``."""
    start = len(text) - len(text.lstrip())
    parts = Parts(text.rstrip().removesuffix(";"), start, ";")
    if len(parts) != FIELDS:
        at = parts.columns[min(len(parts), FIELDS)] - (len(parts) < FIELDS)
        raise IdError(f"a Snowie line has 40 fields, not {len(parts)}", at)
    length = parts.number(0, "match length", range(1 << 15))
    jacoby = parts.number(1, "Jacoby field", range(1 if length else 2))
    parts.number(2, "field", range(-999_999, 1_000_000))
    parts.number(3, "session field", range(1 if length else 2))
    seat = parts.number(4, "seat on roll", range(2))
    crawford = bool(parts.number(7, "Crawford field", range(2)))
    own_score = parts.number(8, "score", range(1 << 15))
    other_score = parts.number(9, "score", range(1 << 15))
    score = (own_score, other_score) if seat == 0 else (other_score, own_score)
    check_match(length, score, crawford=False, column=parts.columns[8])
    check_match(length, score, crawford=crawford, playing=False, column=parts.columns[7])
    cube = parts.cube(10)
    owner = {1: seat, 0: None, -1: 1 - seat}[parts.number(11, "cube owner", range(-1, 2))]
    board = [parts.number(i, "bar or point", range(-999_999, 1_000_000)) for i in range(_BOARD, 38)]
    on_roll, opponent = _sides(board, parts.columns[_BOARD:38])
    dice = parts.dice(38)
    over = 15 in (on_roll[0], opponent[0])
    if over and dice:
        raise IdError("dice although one side has borne off all checkers", parts.columns[38])
    state = MatchState(
        cube=cube,
        cube_owner=owner,
        on_roll=seat,
        turn=seat,
        crawford=crawford,
        game_state="over" if over else "playing",
        dice=dice,
        length=length,
        score=score,
        jacoby=None if length else bool(jacoby),
    )
    own_name, other_name = (parts.texts[i].strip() or None for i in (5, 6))
    names = (own_name, other_name) if seat == 0 else (other_name, own_name)
    return Position(pack(on_roll), pack(opponent)), state, names


def encode_snowie(position: Position, state: MatchState | None = None, names: Names = (None, None)) -> str:
    """The line as GNU Backgammon writes it. Without a state: seat 1 on roll in an unlimited session.

    A pending double cannot be told: the line is that of the moment before. Semicolons and unprintable characters of
    a name become underscores.
    """
    state = state or MatchState(on_roll=1, turn=1)
    seat = state.on_roll
    on_roll, opponent = (unpack(side) for side in position)
    live = state.dice if any(on_roll[1:]) and any(opponent[1:]) and not state.doubled else None
    fields: list[object] = [
        state.length,
        int(bool(state.jacoby and not state.length)),
        0,
        int(not state.length),
        seat,
        plain(names[seat] or "", ";"),
        plain(names[1 - seat] or "", ";"),
        int(state.crawford),
        state.score[seat],
        state.score[1 - seat],
        state.cube,
        0 if state.cube_owner is None else 1 if state.cube_owner == seat else -1,
        -opponent[25],
        *(on_roll[p] - opponent[25 - p] for p in range(1, 25)),
        on_roll[25],
        *(live or (0, 0)),
    ]
    return "".join(f"{field};" for field in fields)
