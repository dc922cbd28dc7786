"""XGID, eXtreme Gammon's position string, both ways, strictly.

``XGID=`` and ten parts: board, cube exponent, cube position, turn, dice, two scores, rules, match length,
highest cube. The board does not turn with the player on roll: upper case is the bottom player (seat 1,
"X"), lower case the top player (seat 0, "O"), points in the bottom player's numbering.
"""

from __future__ import annotations

import re

from ..model.gnuid import IdError, check_match, check_position
from ..model.position import Position, pack, unpack
from ..model.state import MatchState

UP = "-ABCDEFGHIJKLMNOP"
DOWN = "-abcdefghijklmnop"


def board_sides(text: str, column: int = 1) -> tuple[list[int], list[int]]:
    """The counts of the lower-case and the upper-case side of a 26-character board, each in its own numbering.

    Borne-off checkers are taken to be what is missing from 15. Raises ``IdError``.
    """
    if len(text) != 26:
        raise IdError(f"the board has {len(text)} characters instead of 26", column + min(len(text), 26))
    top, bottom = [0] * 26, [0] * 26
    for i, ch in enumerate(text):
        if ch == "-":
            continue
        if ch in UP and i:
            bottom[i] = UP.index(ch)
        elif ch in DOWN and i < 25:
            top[25 - i] = DOWN.index(ch)
        else:
            raise IdError(f"{ch!r} cannot stand at place {i} of the board", column + i)
    for name, side in (("upper-case", bottom), ("lower-case", top)):
        if sum(side) > 15:
            raise IdError(f"the {name} side has {sum(side)} checkers, more than 15", column)
    check_position(bottom, top, column)
    for side in (top, bottom):
        side[0] = 15 - sum(side)
    return top, bottom


def decode_xgid(text: str) -> tuple[Position, MatchState]:
    """Position (seen by the player on roll) and match state. Raises ``IdError``."""
    prefix = re.match(r"\s*xgid\s*=\s*|\s*", text, re.I)
    start = prefix.end() if prefix else 0
    parts = text[start:].rstrip().split(":")
    columns = [start + 1]
    for part in parts:
        columns.append(columns[-1] + len(part) + 1)
    if len(parts) not in (9, 10):
        raise IdError(f"an XGID has ten parts between colons, not {len(parts)}", start + 1)

    def number(i: int, name: str, allowed: range) -> int:
        if not re.fullmatch(r"-?[0-9]{1,9}", parts[i]):
            raise IdError(f"{name} {parts[i]!r} is not a number", columns[i])
        value = int(parts[i])
        if value not in allowed:
            raise IdError(f"{name} {value} is not possible", columns[i])
        return value

    top, bottom = board_sides(parts[0], columns[0])
    exponent = number(1, "cube exponent", range(16))
    place = number(2, "cube position", range(-1, 2))
    turn = number(3, "turn", range(-1, 2))
    if turn == 0:
        raise IdError("turn 0 names no player", columns[3])
    seat = 1 if turn == 1 else 0
    dice_text = parts[4].upper()
    dice: tuple[int, int] | None = None
    if re.fullmatch("[1-6]{2}", dice_text):
        dice = (int(dice_text[0]), int(dice_text[1]))
    elif dice_text not in ("00", "D", "B", "R"):
        raise IdError(f"dice {parts[4]!r} are neither 00, two dice, nor D, B or R", columns[4])
    score_bottom = number(5, "score", range(1 << 15))
    score_top = number(6, "score", range(1 << 15))
    length = number(8, "match length", range(1 << 15))
    rules = number(7, "rules field", range(2) if length else range(4))
    limit = number(9, "highest cube", range(31)) if len(parts) == 10 else None
    if limit and exponent > limit:
        raise IdError(f"cube exponent {exponent} is above the highest cube {limit}", columns[1])
    if exponent and not place and length:
        raise IdError("a turned cube in the centre", columns[2])
    check_match(length, (score_top, score_bottom), crawford=bool(length and rules), column=columns[5])
    offered = dice_text in ("D", "B", "R")
    if offered and length and rules:
        raise IdError("a double in the Crawford game", columns[4])
    if dice_text in ("B", "R") and (length or not rules & 2):
        raise IdError("a beaver where beavers are not played", columns[4])
    owner = {1: 1, 0: None, -1: 0}[place]
    # GNU Backgammon writes a pending beaver as D with the cube on the beavering side, XG as B.
    beavered = dice_text == "B" or (dice_text == "D" and owner == 1 - seat)
    if dice_text == "D" and beavered and length:
        raise IdError("the player who doubles has no access to the cube", columns[2])
    if dice and 15 in (top[0], bottom[0]):
        raise IdError("dice although one side has borne off all checkers", columns[4])
    cube = 1 << exponent
    if dice_text == "B" and owner != 1 - seat:
        cube, owner = 2 * cube, 1 - seat
    elif dice_text == "R" and owner != 1 - seat:
        cube, owner = 4 * cube, 1 - seat
    if cube > 1 << 15:
        raise IdError(f"a cube of {cube}", columns[1])
    state = MatchState(
        cube=cube,
        cube_owner=owner,
        on_roll=seat,
        turn=1 - seat if offered and not beavered else seat,
        crawford=bool(length and rules),
        game_state="over" if 15 in (top[0], bottom[0]) else "playing",
        doubled=offered,
        dice=dice,
        length=length,
        score=(score_top, score_bottom),
        jacoby=None if length else bool(rules & 1),
        beavers=None if length else bool(rules & 2),
        max_cube=1 << limit if limit else None,
    )
    sides = (pack(top), pack(bottom))
    return Position(sides[state.on_roll], sides[1 - state.on_roll]), state


def encode_xgid(position: Position, state: MatchState | None = None) -> str:
    """The XGID of a position. Without a match state: seat 1 on roll in an unlimited session."""
    state = state or MatchState(on_roll=1, turn=1)
    sides = (position.on_roll, position.opponent)
    bottom = unpack(sides[0] if state.on_roll == 1 else sides[1])
    top = unpack(sides[1] if state.on_roll == 1 else sides[0])
    board = ["-"] * 26
    for p in range(1, 26):
        if bottom[p]:
            board[p] = UP[bottom[p]]
        if top[p]:
            board[25 - p] = DOWN[top[p]]
    if state.doubled:
        # A raccoon waits for the player who owns the cube; GNU Backgammon's D would be read as a beaver.
        raccoon = state.turn != state.on_roll and state.cube_owner == state.turn
        dice = "R" if raccoon else "D"
    elif state.dice:
        dice = f"{state.dice[0]}{state.dice[1]}"
    else:
        dice = "00"
    if state.length:
        rules = int(state.crawford)
    else:
        rules = (1 if state.jacoby else 0) + (2 if state.beavers else 0)
    if dice == "R":
        rules |= 2  # there is no raccoon where beavers are not played
    limit = state.max_cube.bit_length() - 1 if state.max_cube else max(10, state.cube.bit_length() - 1)
    fields = (
        "".join(board),
        state.cube.bit_length() - 1,
        {None: 0, 1: 1, 0: -1}[state.cube_owner],
        1 if state.on_roll == 1 else -1,
        dice,
        state.score[1],
        state.score[0],
        rules,
        state.length,
        limit,
    )
    return "XGID=" + ":".join(str(f) for f in fields)
