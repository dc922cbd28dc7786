"""Property values of backgammon's SGF to plain values and back. Knows no record.

White (``W``) is seat 0, Black (``B``) seat 1. Points are letters: ``a``..``x`` are White's points 1 to 24 for both
players, ``y`` is the bar, ``z`` off; Black's own point p is letter number 25 - p.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ...model import actions as act
from ...model.actions import Step, Written
from ...model.position import pack

LETTERS = "abcdefghijklmnopqrstuvwxyz"
POINT = (
    {letter: n for n, letter in enumerate(LETTERS[:24], 1)} | {"y": 25, "z": 0},
    {letter: 25 - n for n, letter in enumerate(LETTERS[:24], 1)} | {"y": 25, "z": 0},
)
"""By seat: letter -> point in that seat's own numbering."""
LETTER = tuple({point: letter for letter, point in table.items()} for table in POINT)
"""By seat: own point -> letter."""
COLOURS = "WB"

_ESCAPE = re.compile(r"\\(.)", re.S)


def plain(value: str) -> str:
    """A value without its escapes; white space but line ends becomes blanks, an escaped line end is left out."""
    if "\\" in value:
        value = _ESCAPE.sub(lambda m: "" if m[1] == "\n" else m[1], value)
    return value.replace("\t", " ").replace("\v", " ").replace("\f", " ") if not value.isprintable() else value


def escaped(text: str) -> str:
    """A text as a value."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


class Moves(dict[str, Written]):
    """Value of ``B`` or ``W`` -> the action it says. Bounded, shared by all files."""

    LIMIT = 1 << 16

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat
        self.steps: dict[str, Step] = {}

    def __missing__(self, value: str) -> Written:
        if len(self) >= self.LIMIT:
            self.clear()
        written = _read_move(value, self.seat, self.steps)
        if len(value) <= 10:
            self[value] = written
        return written


moves = (Moves(0), Moves(1))
"""By seat. They only remember; clearing them changes nothing."""

DOUBLE = Written(act.DOUBLE, "double")
TAKE = Written(act.TAKE, "take")
DROP = Written(act.DROP, "drop")
BEAVER = Written(act.BEAVER, "beaver")
RACCOON = Written(act.RACCOON, "raccoon")
_WORDS = {"double": DOUBLE, "take": TAKE, "drop": DROP}


def _unreadable(value: str, code: str, problem: str) -> Written:
    return Written(act.UNREADABLE, value[:400], code=code, problem=problem)


def point_text(point: int) -> str:
    """A point as players write it."""
    return "bar" if point == 25 else "off" if point == 0 else str(point)


def _read_move(value: str, seat: int, steps: dict[str, Step]) -> Written:
    text = "".join(value.split()) if len(value) <= 200 else value
    word = _WORDS.get(text.lower())
    if word is not None:
        return word
    shown = text if len(text) <= 40 else text[:37] + "..."
    if not re.match("[0-9]{2}", text):
        return _unreadable(value, "BG103", f"{shown!r} is no action")
    dice = read_dice(text[:2])
    if dice is None:
        return _unreadable(value, "BG102", f"{text[:2]} is no roll of two dice")
    letters = text[2:]
    if not letters:
        return Written(act.ROLL, text, dice, act.NOTHING)
    if len(letters) > 40 or not re.fullmatch("[a-z]+", letters):
        return _unreadable(value, "BG103", f"{shown!r}: a play is written with pairs of letters from a to z")
    if len(letters) % 2:
        return _unreadable(value, "BG103", f"{shown!r}: the last letter of the play has no partner")
    made = []
    for i in range(0, len(letters), 2):
        pair = letters[i : i + 2]
        step = steps.get(pair)
        if step is None:
            start, end = POINT[seat][pair[0]], POINT[seat][pair[1]]
            name = f"{point_text(start)}/{point_text(end)}"
            if start == 0 or end == 25:
                return _unreadable(value, "BG103", f"{pair} ({name}) is no step of a checker")
            steps[pair] = step = Step(name, (start, end), (False,), 1)
        made.append(step)
    readable = f"{text[:2]}: {' '.join(step.text for step in made)}"
    return Written(act.ROLL, readable, dice, act.PLAYED, tuple(made))


_DICE = {f"{a}{b}": (a, b) for a in range(1, 7) for b in range(1, 7)}


def read_dice(text: str) -> tuple[int, int] | None:
    """Two digits of a roll."""
    return _DICE.get(text)


class Result(NamedTuple):
    """What ``RE`` says."""

    winner: int
    points: int
    resigned: bool


def read_result(value: str) -> Result | None:
    """``B+2``, ``W+4R``; ``None`` if it is something else."""
    got = re.fullmatch(r"\s*([BW])\s*\+\s*([0-9]{1,9})\s*(R|Resign)?\s*", value)
    return got and Result(COLOURS.index(got[1]), int(got[2]), bool(got[3]))


def read_match_info(values: list[str]) -> dict[str, str]:
    """The key:value entries of ``MI``."""
    info: dict[str, str] = {}
    for value in values:
        key, colon, rest = plain(value).partition(":")
        if colon:
            info.setdefault(key.strip().lower(), rest.strip())
    return info


def read_int(text: str) -> int | None:
    """A whole number of at most nine digits, or ``None``."""
    return int(text) if re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", text) else None


def points(values: list[str]) -> list[str] | None:
    """The letters of ``AB``, ``AW`` or ``AE`` values, ranges (``a:y``) unrolled; ``None`` if one is none."""
    letters = []
    for value in values:
        text = value.strip()
        if re.fullmatch("[a-z]", text):
            letters.append(text)
        elif re.fullmatch("[a-z]:[a-z]", text) and text[0] <= text[2]:
            letters += LETTERS[LETTERS.index(text[0]) : LETTERS.index(text[2]) + 1]
        else:
            return None
    return letters


class Board:
    """The counts that set-up properties change, both sides in their own numbering."""

    def __init__(self, sides: tuple[list[int], list[int]] | None = None) -> None:
        self.sides = sides or ([0] * 26, [0] * 26)

    def clear(self, letters: list[str]) -> None:
        """``AE``: nobody stands on these points (``y``: on the bar)."""
        for letter in letters:
            for seat in (0, 1):
                self.sides[seat][POINT[seat][letter]] = 0

    def add(self, seat: int, letters: list[str]) -> None:
        """``AW`` or ``AB``: one checker a letter."""
        for letter in letters:
            self.sides[seat][POINT[seat][letter]] += 1

    def problem(self) -> str | None:
        """Why this cannot be a position."""
        for seat, name in enumerate(("White", "Black")):
            side = self.sides[seat]
            if side[0]:
                return f"{name} has a checker set up beyond the board"
            if sum(side) > 15:
                return f"{name} has {sum(side)} checkers, more than 15"
        if not sum(self.sides[0]) and not sum(self.sides[1]):
            return "there is no checker on the board"
        for p in range(1, 25):
            if self.sides[0][p] and self.sides[1][25 - p]:
                return f"both sides have checkers on the point {LETTER[0][p]}"
        return None

    def packed(self) -> tuple[int, int]:
        """Packed sides; what is missing from 15 is borne off."""
        whole = [[15 - sum(side[1:]), *side[1:]] for side in self.sides]
        return pack(whole[0]), pack(whole[1])
