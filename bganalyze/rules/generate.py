"""All legal plays of a roll, slow and obvious: the oracle that the fast verifier is held against.

Written on plain lists, from the sentences of the rules, and sharing no code with plays.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..model.position import Position, pack, unpack


class LegalPlay(NamedTuple):
    """One distinct result of a roll."""

    steps: tuple[tuple[int, int, bool], ...]
    """Single-die steps (from, to, hit) in an order in which they can be made."""
    position: Position
    """The position after the play, still seen by the mover."""


_Board = tuple[tuple[int, ...], tuple[int, ...]]


def _steps(own: tuple[int, ...], opp: tuple[int, ...], die: int) -> Iterator[tuple[int, int]]:
    """Every single step with one die."""
    if own[25]:
        if opp[25 - (25 - die)] < 2:
            yield 25, 25 - die
        return
    for p in range(24, 0, -1):
        if not own[p]:
            continue
        if p > die:
            if opp[25 - (p - die)] < 2:
                yield p, p - die
        elif sum(own[7:]) == 0 and (p == die or sum(own[p + 1 :]) == 0):
            yield p, 0


def _make(own: tuple[int, ...], opp: tuple[int, ...], start: int, end: int) -> tuple[_Board, bool]:
    mine, theirs = list(own), list(opp)
    mine[start] -= 1
    mine[end] += 1
    hit = end > 0 and theirs[25 - end] == 1
    if hit:
        theirs[25 - end] = 0
        theirs[25] += 1
    return (tuple(mine), tuple(theirs)), hit


def generate(position: Position, dice: tuple[int, int]) -> list[LegalPlay]:
    """Every legal play of ``dice``, one for each distinct position it leads to; empty if there is none.

    As many dice as possible are used; if either die can be played but not both, the larger one.
    """
    start: _Board = (tuple(unpack(position.on_roll)), tuple(unpack(position.opponent)))
    orders = [dice * 2] if dice[0] == dice[1] else [dice, dice[::-1]]
    most = 0
    found: dict[_Board, tuple[tuple[int, int, bool], ...]] = {}
    largest: dict[_Board, int] = {}

    def explore(board: _Board, left: tuple[int, ...], made: tuple[tuple[int, int, bool], ...], used: int) -> None:
        nonlocal most
        if (board, left) in seen:
            return
        seen.add((board, left))
        stuck = True
        if left:
            for a, b in _steps(board[0], board[1], left[0]):
                stuck = False
                after, hit = _make(board[0], board[1], a, b)
                explore(after, left[1:], (*made, (a, b, hit)), max(used, left[0]))
        if stuck and made and len(made) >= most:
            if len(made) > most:
                most = len(made)
                found.clear()
                largest.clear()
            if board not in found or used > largest[board]:
                found[board] = made
                largest[board] = used

    for order in orders:
        seen: set[tuple[_Board, tuple[int, ...]]] = set()  # the same board by another order of the same dice
        explore(start, tuple(order), (), 0)
    if most == 1 and dice[0] != dice[1]:
        best = max(largest.values())
        found = {board: made for board, made in found.items() if largest[board] == best}
    return [LegalPlay(made, Position(pack(board[0]), pack(board[1]))) for board, made in found.items()]
