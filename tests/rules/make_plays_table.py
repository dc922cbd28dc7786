"""Makes fixtures/rules/plays.tsv with GNU Backgammon as the oracle.

    python tests/rules/make_plays_table.py > fixtures/rules/plays.tsv

Boards are drawn at random (a fixed seed) and given to GNU Backgammon, which lists every legal play with ``hint``.
The script makes each of them on GNU Backgammon's own board, hits where its text has a star, and GNU Backgammon
writes the position ID. Nothing of the package but the type that holds a board is used.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

from rule_boards import START, board, random_position, random_roll

from bganalyze.model.position import Position

GNUBG = shutil.which("gnubg", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
"""The program, ``None`` where it is not installed. Debian keeps it among the games."""

Question = tuple[list[list[int]], tuple[int, int]]
"""Both sides of a board (the opponent's first, points 1 to 24 and the bar), and the dice."""

# Runs inside GNU Backgammon: a list of questions in a file, answers into another one.
_DRIVER = r"""
import json, os, re
import gnubg

for command in (
    "set sound enable off", "set delay 0", "set confirm new off", "set display off", "set threads 1",
    "set automatic game off", "set automatic roll off", "set automatic move off", "set automatic bearoff off",
    "set evaluation chequerplay evaluation plies 0", "set player 0 human", "set player 1 human",
    "new session", "set turn 1",
):
    gnubg.command(command)

def result(board, text):
    opponent, own = list(board[0]), list(board[1])
    for piece in text.split():
        body, count = re.fullmatch(r"([^(]+)(?:\((\d+)\))?", piece).groups()
        for _ in range(int(count or 1)):
            stops = body.split("/")
            places = [{"bar": 25, "off": 0}.get(s.rstrip("*")) for s in stops]
            places = [int(s.rstrip("*")) if p is None else p for s, p in zip(stops, places)]
            own[places[0] - 1] -= 1
            for stop, place in zip(stops[1:], places[1:]):
                if stop.endswith("*"):
                    opponent[24] += opponent[24 - place]
                    opponent[24 - place] = 0
                assert not (place and opponent[24 - place]), (board, text)
            if places[-1]:
                own[places[-1] - 1] += 1
    return gnubg.positionid((tuple(opponent), tuple(own)))

answers = []
for board, dice in json.load(open(os.environ["QUESTIONS"])):
    board = tuple(tuple(side) for side in board)
    wanted = gnubg.positionid(board)
    gnubg.command("set board " + wanted)
    gnubg.command("set dice %d %d" % tuple(dice))
    assert gnubg.board() == board and gnubg.positionid() == wanted, board
    plays = gnubg.hint(4000)["hint"]
    answers.append([wanted, sorted({result(board, play["move"]) for play in plays})])
json.dump(answers, open(os.environ["ANSWERS"], "w"))
"""


def ask_gnubg(questions: Sequence[Question]) -> list[tuple[str, list[str]]]:
    """The position ID of each question and the IDs of its legal results, seen by the mover."""
    assert GNUBG is not None, "GNU Backgammon is not installed"
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "driver.py").write_text(_DRIVER, encoding="utf-8")
        (place / "questions.json").write_text(json.dumps(questions), encoding="utf-8")
        environment = {
            **os.environ,
            "HOME": folder,
            "QUESTIONS": str(place / "questions.json"),
            "ANSWERS": str(place / "answers.json"),
        }
        subprocess.run(
            [GNUBG, "-t", "-q", "-r", "-p", str(place / "driver.py")],
            env=environment,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=300,
            check=True,
        )
        return [(name, ids) for name, ids in json.loads((place / "answers.json").read_text(encoding="utf-8"))]


def question(position: Position, dice: tuple[int, int]) -> Question:
    """A position of the package as a question."""
    own, opponent = position.counts()
    return [opponent[1:], own[1:]], dice


def askable(asked: Question) -> bool:
    """GNU Backgammon takes no finished game and no two shut-out players."""
    (opponent, own), _ = asked
    shut_out = own[24] and opponent[24] and min(own[:6]) > 1 and min(opponent[:6]) > 1
    return bool(sum(own) and sum(opponent) and not shut_out)


def digest(ids: Sequence[str]) -> str:
    """The first 16 hex digits of the SHA-256 of the sorted IDs, a line each."""
    return hashlib.sha256("\n".join(sorted(ids)).encode()).hexdigest()[:16]


def _pips(side: Sequence[int]) -> int:
    return sum(n * p for p, n in enumerate(side, 1))


def _side(text: str) -> list[int]:
    """Points and bar of the player on roll of an ID of GNU Backgammon."""
    return [len(ones) for ones in _bits(text).split("0")[25:50]]


def _bar_of_opponent(text: str) -> int:
    return len(_bits(text).split("0")[24])


def _bits(text: str) -> str:
    """The bits of an ID, the lowest first."""
    return "".join(f"{byte:08b}"[::-1] for byte in base64.b64decode(text + "=="))


def _die_moves(opponent: Sequence[int], own: Sequence[int], die: int) -> bool:
    """Can one die alone be played without bearing off?"""
    starts = [24] if own[24] else [p for p in range(24) if own[p]]
    return any(p >= die and opponent[23 - (p - die)] < 2 for p in starts)


def situation(asked: Question, ids: Sequence[str]) -> str:
    """A name for what is special about a roll, from GNU Backgammon's answer."""
    (opponent, own), (a, b) = asked
    if not ids:
        return "dance-from-the-bar" if own[24] else "no-move"
    moved = {_pips(own) - _pips(_side(i)) for i in ids}
    home = not any(own[6:])
    outside = all(sum(_side(i)) == sum(own) for i in ids)
    if a == b and outside and len(moved) == 1:
        return f"double-{moved.pop() // a}-of-4"
    if a != b and outside and moved == {max(a, b)}:
        return "larger-die-forced" if _die_moves(opponent, own, min(a, b)) else "larger-die-only"
    if a != b and outside and moved == {min(a, b)}:
        return "smaller-die-only"
    if home:
        return "bear-off-with-contact" if any(n for p, n in enumerate(opponent, 1) if p > 18) else "bear-off"
    if own[24] > 1:
        return "two-on-the-bar"
    if own[24]:
        return "one-on-the-bar"
    if not outside:
        return "last-checkers-come-home"
    if any(_bar_of_opponent(i) > opponent[24] for i in ids):
        return "hits"
    return "other"


def _against_points(r: Random) -> Position:
    """A few checkers against many made points: most rolls are played in part."""
    held = r.sample(range(1, 25), 7)
    opponent = dict.fromkeys(held, 2)
    own: dict[int, int] = {}
    for _ in range(r.randint(1, 5)):
        point = r.choice([p for p in range(7, 26) if 25 - p not in held])
        own[point] = own.get(point, 0) + 1
    free = [p for p in range(1, 7) if 25 - p not in held]
    if free:
        own[r.choice(free)] = 15 - sum(own.values())
    return Position.from_points(own, opponent)


ROWS_EACH = 9
"""Rows of each situation."""


def rows() -> list[tuple[str, str, int, str, str]]:
    """The rows of the table: the 21 rolls of the starting array, then each situation."""
    start = board(START, START)
    found = []
    rolls = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]
    for (name, ids), (a, b) in zip(ask_gnubg([question(start, roll) for roll in rolls]), rolls, strict=True):
        found.append((name, f"{a}{b}", len(ids), digest(ids), "start"))
    r = Random(1107)
    asked = [question(random_position(r), random_roll(r)) for _ in range(6000)]
    asked += [question(_against_points(r), random_roll(r)) for _ in range(6000)]
    asked = [q for q in asked if askable(q)]
    taken: dict[str, int] = {}
    chosen = []
    for q, (name, ids) in zip(asked, ask_gnubg(asked), strict=True):
        kind = situation(q, ids)
        if taken.get(kind, 0) < ROWS_EACH:
            taken[kind] = taken.get(kind, 0) + 1
            chosen.append((name, f"{q[1][0]}{q[1][1]}", len(ids), digest(ids), kind))
    return found + sorted(chosen, key=lambda row: (row[4], row[0], row[1]))


def main() -> None:
    """The table on standard output."""
    sys.stdout.write("position_id\tdice\tresults\tsha256\tsituation\n")
    for row in rows():
        sys.stdout.write("\t".join(map(str, row)) + "\n")


if __name__ == "__main__":
    main()
