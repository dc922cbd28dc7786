"""Positions drawn with characters: alone, seen by the player on roll, or with their match as GNU Backgammon does."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .gnuid import encode_match, encode_position
from .position import Position, pips, unpack
from .state import MatchState

_HEIGHT = 5


def _cell(own: int, theirs: int, row: int) -> str:
    """One row (0 = at the edge of the board) of a point; a sixth and later checker shows as a number."""
    n, mark = (own, "X") if own else (theirs, "O")
    if row == _HEIGHT - 1 and n > _HEIGHT:
        return f"{n:>2} "
    return f" {mark} " if n > row else "   "


def board_lines(position: Position) -> list[str]:
    """The board as 13 lines of text with pip counts and borne-off checkers."""
    own, opp = unpack(position.on_roll), unpack(position.opponent)

    def half(points: range, row: int) -> str:
        return "".join(_cell(own[p], opp[25 - p], row) for p in points)

    def bar(n: int, mark: str, row: int) -> str:
        text = _cell(n, 0, row) if mark == "X" else _cell(0, n, row)
        return text if n else "   "

    top = [f" |{half(range(13, 19), r)}|{bar(opp[25], 'O', r)}|{half(range(19, 25), r)}|" for r in range(_HEIGHT)]
    bottom = [
        f" |{half(range(12, 6, -1), r)}|{bar(own[25], 'X', r)}|{half(range(6, 0, -1), r)}|" for r in range(_HEIGHT)
    ]
    top[0] += f"  O: {pips(position.opponent)} pips, {opp[0]} off"
    bottom[0] += f"  X: {pips(position.on_roll)} pips, {own[0]} off"
    return [
        " +13-14-15-16-17-18------19-20-21-22-23-24-+",
        *top,
        " |                  |BAR|                  |",
        *reversed(bottom),
        " +12-11-10--9--8--7-------6--5--4--3--2--1-+",
    ]


# ---- a board with its match, in GNU Backgammon's look ------------------------------------------------------------

_NUMBERS = ("13-14-15-16-17-18------19-20-21-22-23-24", "12-11-10--9--8--7-------6--5--4--3--2--1")
_MANY = "6789ABCDEF"
"""What stands on the fifth row of a point with six or more checkers."""
_RESIGNED = ("", "single game", "gammon", "backgammon")
_TRAY = 3
"""Columns of borne-off checkers."""

Names = tuple[str | None, str | None]


class _Sides(NamedTuple):
    """A position as it is drawn: seat 1 below ("X"), its home on the right, and seat 0 above ("O")."""

    low: list[int]
    """26 counts in the side's own numbering."""
    high: list[int]
    low_rolls: bool
    """The numbers at the points are those of the side below."""
    low_pips: int
    high_pips: int


class _Notes(NamedTuple):
    """What stands beside the board, from the top down."""

    high_name: str = ""
    high_score: str = ""
    high_roll: str = ""
    middle: str = ""
    low_roll: str = ""
    low_score: str = ""
    low_name: str = ""


def match_board(
    position: Position,
    state: MatchState | None,
    names: Names = (None, None),
    unicode: bool = False,
    *,
    cube: bool = True,
    ids: bool = True,
    same_way: bool = False,
) -> list[str]:
    """The board as GNU Backgammon prints it: position and match ID, names, score, cube, dice, pip counts.

    ``position`` is seen by the seat ``state.on_roll``; the points carry that seat's numbers. Seat 0 is "O", above,
    seat 1 is "X", below. Without a ``state`` the side on roll is "X", and nothing is said of a match. ``names`` have
    to be printable. ``cube``: it is in use. ``unicode``: drawn with lines, round checkers and faces of dice.
    ``same_way``: both sides move the same way round, so that the opponent's point p is the own p + 12.
    """
    own, opponent = position.counts()
    own_pips, opponent_pips = _pips(own), _pips(opponent)
    if same_way:
        theirs = opponent.copy()
        for point in range(1, 25):
            opponent[25 - (point + 12 if point <= 12 else point - 12)] = theirs[point]
    if state is None or state.on_roll:
        sides = _Sides(own, opponent, True, own_pips, opponent_pips)
    else:
        sides = _Sides(opponent, own, False, opponent_pips, own_pips)
    head = _id_lines(position, state) if ids else []
    if unicode:
        return [*head, *_drawn(sides, state, names, cube)]
    return [*head, *_printed(sides, state, names, cube)]


def _id_lines(position: Position, state: MatchState | None) -> list[str]:
    """The lines above the board; an ID that has no room for the numbers is left out."""
    lines = []
    try:
        lines.append(f" GNU Backgammon  Position ID: {encode_position(position)}")
        if state is not None:
            lines.append(f"                 Match ID   : {encode_match(state)}")
    except ValueError:
        pass
    return lines


def _rows(sides: _Sides, low: str, high: str, many: Callable[[int, str], str]) -> list[tuple[str, str, str, str]]:
    """Ten rows from the top: left half, bar, right half, tray. ``many``: the cell of a point with six or more."""

    def cell(n: int, mark: str, depth: int) -> str:
        if depth == _HEIGHT - 1 and n > _HEIGHT:
            return many(n, mark)
        return f" {mark} " if n > depth else "   "

    def half(points: range, depth: int) -> str:
        return "".join(
            cell(sides.low[p], low, depth) if sides.low[p] else cell(sides.high[25 - p], high, depth) for p in points
        )

    def row(left: range, right: range, counts: list[int], mark: str, depth: int) -> tuple[str, str, str, str]:
        tray = "".join(mark if counts[0] > _HEIGHT * column + depth else " " for column in range(_TRAY))
        return half(left, depth), cell(counts[25], mark, depth), half(right, depth), tray

    top = [row(range(13, 19), range(19, 25), sides.high, high, depth) for depth in range(_HEIGHT)]
    bottom = [row(range(12, 6, -1), range(6, 0, -1), sides.low, low, depth) for depth in range(_HEIGHT)]
    return top + bottom[::-1]


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def _roll(sides: _Sides, state: MatchState, dice: Callable[[tuple[int, int]], str]) -> str:
    """What the player on roll has done or is to do. As in GNU Backgammon it outlives a drop or a resignation."""
    if state.dice is not None:
        text = dice(state.dice)
    elif any(sides.low[1:]) and any(sides.high[1:]):
        text = "On roll"
    else:
        return ""
    return f"{text}, resigns {_RESIGNED[state.resigned]}" if state.resigned else text


def _notes(sides: _Sides, state: MatchState | None, names: Names, cube: bool) -> _Notes:
    """The notes of the plain board: what GNU Backgammon says, where it says it."""
    labels = [f"{mark}: {name or ''}".rstrip() for mark, name in zip("OX", names, strict=True)]
    if state is None:
        return _Notes(high_name=labels[0], low_name=labels[1])
    rolls = ["", ""]
    middle = f"{_points(state.length)} match" if state.length else ""
    if state.doubled:
        rolls[state.turn] = f"Cube offered at {2 * state.cube}"
        middle = ""
    else:
        rolls[state.on_roll] = _roll(sides, state, lambda dice: f"Rolled {dice[0]}{dice[1]}")
        if state.crawford:
            middle += " (Crawford game)"
        elif state.cube_owner is not None:
            labels[state.cube_owner] += f" (Cube: {state.cube})"
        elif cube and state.length != 1:
            middle = f"{middle} (Cube: {state.cube})".lstrip()
    scores = [_points(score) for score in state.score]
    return _Notes(labels[0], scores[0], rolls[0], middle, rolls[1], scores[1], labels[1])


def _printed(sides: _Sides, state: MatchState | None, names: Names, cube: bool) -> list[str]:
    """The plain board, byte for byte GNU Backgammon's but for blanks at the ends of lines."""
    rows = [
        f" |{left}|{bar}|{right}| {tray} "
        for left, bar, right, tray in _rows(sides, "X", "O", lambda n, _: f" {_MANY[n - 6]} ")
    ]
    high, low = (f" +{numbers}-+     " for numbers in (_NUMBERS if sides.low_rolls else reversed(_NUMBERS)))
    middle = f"{'v' if sides.low_rolls else '^'}|                  |BAR|                  |     "
    lines = [high, *rows[:5], middle, *rows[5:], low]
    for at, note in zip((0, 1, 2, 6, 10, 11, 12), _notes(sides, state, names, cube), strict=True):
        lines[at] += note
    pip_counts = f"Pip counts: O {sides.high_pips}, X {sides.low_pips}"
    return [*(line.rstrip() for line in lines), pip_counts]


def _pips(counts: list[int]) -> int:
    return sum(point * n for point, n in enumerate(counts))


# ---- the same with lines, round checkers and faces of dice --------------------------------------------------------

_EDGE = ("╭", "┬", "╮"), ("╰", "┴", "╯")
_CUBE_ROWS = {None: 4, 0: 0, 1: 8}
"""The row (of eleven) at which the cube's box begins, by its owner."""
_CUBE_WIDTH = 6
"""Columns for the cube's box; a cube above 64 widens them."""


def _drawn(sides: _Sides, state: MatchState | None, names: Names, cube: bool) -> list[str]:
    rows = _rows(sides, "●", "○", lambda n, _: f"{n:>2} ")
    rows.insert(_HEIGHT, (" " * 18, "BAR", " " * 18, " " * _TRAY))
    box, at = _cube_box(state, cube)
    width = max([_CUBE_WIDTH, *map(len, box)])
    beside = [" " * width] * len(rows)
    beside[at : at + len(box)] = [line.rjust(width) for line in box]
    lines = [
        f" {edge} │{left}│{bar}│{right}│ {tray} │" for edge, (left, bar, right, tray) in zip(beside, rows, strict=True)
    ]
    for row, note in _drawn_notes(sides, state, names).items():
        lines[row] += f"  {note}"
    indent = " " * (width + 2)
    high, low = _numbers(range(13, 25)), _numbers(range(12, 0, -1))
    if not sides.low_rolls:
        high, low = low, high
    edges = [
        f"{indent}{start}{'─' * 18}{cross}───{cross}{'─' * 18}{cross}{'─' * (_TRAY + 2)}{end}"
        for start, cross, end in _EDGE
    ]
    lines = [f"{indent} {high}", edges[0], *lines, edges[1], f"{indent} {low}"]
    return [line.rstrip() for line in lines]


def _numbers(points: range) -> str:
    """Twelve points' numbers, each below or above its checkers."""
    texts = [f"{point:>2} " for point in points]
    return "".join([*texts[:6], " " * 5, *texts[6:]])


def _cube_box(state: MatchState | None, cube: bool) -> tuple[list[str], int]:
    """The cube and the row at which it lies: in the middle while it is nobody's or on offer, else by its owner."""
    if state is None or not cube or state.crawford or (state.length == 1 and state.cube == 1):
        return [], 0
    value = f" {2 * state.cube if state.doubled else state.cube} "
    line = "─" * len(value)
    return [f"╭{line}╮", f"│{value}│", f"╰{line}╯"], _CUBE_ROWS[None if state.doubled else state.cube_owner]


def _drawn_notes(sides: _Sides, state: MatchState | None, names: Names) -> dict[int, str]:
    """Row (of eleven) -> what stands beside it."""
    name = [f"{mark} {name or ''}" for mark, name in zip("○●", names, strict=True)]
    pip_counts = [f"{number} pips" for number in (sides.high_pips, sides.low_pips)]
    if state is None:
        return {0: name[0], 1: pip_counts[0], 9: pip_counts[1], 10: name[1]}
    score = [f"{_points(score)}, {pip_count}" for score, pip_count in zip(state.score, pip_counts, strict=True)]
    rolls = ["", ""]
    if state.doubled:
        rolls[state.turn] = f"Cube offered at {2 * state.cube}"
    elif state.game_state in ("none", "playing"):
        rolls[state.on_roll] = _roll(
            sides, state, lambda dice: f"{_face(dice[0])} {_face(dice[1])}  {dice[0]}{dice[1]}"
        )
    middle = f"{_points(state.length)} match" if state.length else "Unlimited session"
    if state.crawford:
        middle += " (Crawford game)"
    return {0: name[0], 1: score[0], 2: rolls[0], 5: middle, 8: rolls[1], 9: score[1], 10: name[1]}


def _face(die: int) -> str:
    return chr(0x2680 + die - 1)
