"""Snowie's position line: 40 fields, each closed by a semicolon.

0 length, 4 seat on roll, 5 and 6 names (on roll, opponent), 12 the opponent's bar (zero or negative),
13..36 the points of the player on roll (positive own, negative the opponent's), 37 the bar of the player
on roll, 38 and 39 the dice.
"""

from __future__ import annotations

import re

from ..model.actions import GivenPosition
from ..model.gnuid import IdError, check_position
from ..model.position import pack


def read_position_line(text: str) -> tuple[GivenPosition | None, str]:
    """The position of a line, or ``None`` and what is wrong with it.

    Names may hold semicolons: the 34 numeric fields are counted from the right, the name on roll from the left.
    """
    fields = text.strip().removesuffix(";").split(";")
    if len(fields) < 40:
        return None, f"{len(fields)} fields, not 40"
    numbers = fields[-33:]
    if not all(re.fullmatch(r"-?[0-9]{1,6}", f) for f in numbers):
        return None, "a field is no number"
    values = [int(f) for f in numbers]
    board = values[-28:-2]
    if board[0] > 0 or board[25] < 0 or any(abs(n) > 15 for n in board):
        return None, "a bar or point has an impossible number"
    on_roll, opponent = [0] * 26, [0] * 26
    opponent[25], on_roll[25] = -board[0], board[25]
    for p in range(1, 25):
        if board[p] > 0:
            on_roll[p] = board[p]
        else:
            opponent[25 - p] = -board[p]
    try:
        check_position(on_roll, opponent)
    except IdError as error:
        return None, str(error)
    for side in (on_roll, opponent):
        side[0] = 15 - sum(side)
    return GivenPosition(pack(on_roll), pack(opponent), fields[5].strip() or None), ""
