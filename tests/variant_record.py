"""Games of any rule set as .mat text, written by its own few lines: what the reader and the replay are held against."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bganalyze.model.position import Position, unpack
from bganalyze.rules.variants import Rules

WIDTH = 34


class Roll(NamedTuple):
    """A roll with its play: single hops (from, to) in the mover's numbering, 25 the bar or the hand, 0 off."""

    seat: int
    position: Position
    dice: tuple[int, int]
    hops: Sequence[tuple[int, int]]


class Game(NamedTuple):
    """A game to its end. ``rolls`` may hold ready cells ``(seat, text)`` of the cube."""

    rolls: Sequence[Roll | tuple[int, str]]
    winner: int | None
    """``None``: a draw."""
    points: int


def cell(rules: Rules, roll: Roll) -> str:
    """``31: 8/5* 6/5``."""
    own, opponent = unpack(roll.position.on_roll), unpack(roll.position.opponent)
    words = []
    for start, end in roll.hops:
        hit = rules.direction == "opposed" and end and opponent[25 - end] == 1
        if hit:
            opponent[25 - end] = 0
        own[start] -= 1
        own[end] += 1
        words.append(f"{'bar' if start == 25 else start}/{end or 'off'}{'*' if hit else ''}")
    return f"{roll.dice[0]}{roll.dice[1]}: {' '.join(words) if words else 'Cannot Move'}"


def game_lines(rules: Rules, game: Game) -> list[str]:
    """The rows of a game and its result. A player who rolls again leaves the other's cell empty."""
    rows: list[list[str]] = []
    before = 1
    for item in game.rolls:
        seat, text = (item.seat, cell(rules, item)) if isinstance(item, Roll) else item
        if not rows or seat == 0 or before == 1:
            rows.append(["", ""])
        rows[-1][seat] = text
        before = seat
    lines = [f"{at:3d}) {left:<{WIDTH}}{right}".rstrip() for at, (left, right) in enumerate(rows, 1)]
    if game.winner is None:
        lines.append("      Draw")
    else:
        word = f"Wins {game.points} point{'' if game.points == 1 else 's'}"
        lines.append(" " * (40 if game.winner else 6) + word)
    return lines


def record(
    rules: Rules,
    games: Iterable[Game],
    tags: Iterable[tuple[str, str]] = (),
    length: int = 0,
    names: tuple[str, str] = ("Ann", "Bob"),
    scores: Sequence[tuple[int, int]] | None = None,
) -> str:
    """A whole record. ``scores`` before each game, where they are not the sums of the points."""
    lines = [f'; [{key} "{value}"]' for key, value in tags]
    lines += [f" {length} point match", ""]
    total = [0, 0]
    for at, game in enumerate(games):
        left, right = scores[at] if scores is not None else total
        lines += [f" Game {at + 1}", f" {names[0]} : {left:<{WIDTH - len(names[0])}}{names[1]} : {right}"]
        lines += [*game_lines(rules, game), ""]
        if game.winner is not None:
            total[game.winner] += game.points
    return "\n".join(lines)
