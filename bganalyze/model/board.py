"""A position drawn with characters, seen by the player on roll (X, at the bottom, moving to the lower right)."""

from __future__ import annotations

from .position import Position, pips, unpack

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
