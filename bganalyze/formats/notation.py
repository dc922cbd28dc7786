"""The text of one action, with its meaning behind a bounded cache.

Records repeat themselves: half a million plays hold about a tenth as many different cells and a thousand
different steps, so each distinct text is read once, by the grammar, and looked up ever after.
"""

from __future__ import annotations

import re

from ..model import actions
from ..model.actions import Step, Written
from . import grammar
from .snowie import read_position_line

LIMIT = 1 << 16
"""Most entries a cache keeps: text from hostile files must not fill the memory."""
LONGEST = 400
"""Longest text that is worth keeping or reading as an action."""

_MARKER = r"(?is)illegal play\s*\((.*)\)\s*$"

_DICE = {f"{a}{b}": (a, b) for a in range(1, 7) for b in range(1, 7)}


class Steps(dict[str, "Step | tuple[str, str]"]):
    """Step text -> step, or code and problem where the text is no step."""

    def __missing__(self, text: str) -> Step | tuple[str, str]:
        if len(self) >= LIMIT:
            self.clear()
        self[text] = step = _read_step(text)
        return step


def _read_step(text: str) -> Step | tuple[str, str]:
    got = grammar.read_step(text) if len(text) <= 40 else None
    if got is None:
        return "BG103", f"{shorten(text)!r} is no step of a checker"
    points, hits, count = got
    high = next((p for p in points if p > 25), None)
    if high is not None:
        return "BG104", f"there is no point {high} in {text}"
    if points[0] == 0 or 25 in points[1:] or count == 0:
        return "BG103", f"{text} is no step of a checker"
    return Step(text, points, hits, count)


BLANK = Written(actions.BLANK, "")


class Cells(dict[str, Written]):
    """Cell text, blanks around it or not -> what it says."""

    def __init__(self) -> None:
        super().__init__()
        self.steps = Steps()

    def __missing__(self, text: str) -> Written:
        if len(self) >= LIMIT:
            self.clear()
        bare = text.strip()
        if bare is text or bare == text:
            written = read_cell(text, self.steps) if text else BLANK
        else:
            written = self[bare]
        if len(text) <= LONGEST:
            self[text] = written
        return written


def _unreadable(text: str, code: str, problem: str) -> Written:
    return Written(actions.UNREADABLE, text[:LONGEST], code=code, problem=problem)


def read_cell(text: str, steps: Steps) -> Written:
    """What one cell says. Text that says nothing becomes an unreadable action with its finding."""
    if text[2:3] == ":" and text[:2].isascii() and text[:2].isdecimal():
        return _read_roll(text, text[:2], text[3:].strip(), steps)
    if len(text) > LONGEST:
        return _unreadable(text, "BG103", f"{len(text)} characters are no action")
    got = grammar.read_word(text)
    if got is not None:
        kind, value, claims_match = got
        lenient = ""
        if "==>" in text:
            lenient = '"==>" for "=>"'
        elif kind in (actions.DOUBLE, actions.BEAVER, actions.RACCOON) and value is None:
            lenient = f'"{text.split()[0]}" without a value'
        # The code of a result says that it claims to end the match.
        return Written(kind, text, value=value, lenient=lenient, code="match" if claims_match else "")
    if steps_of(text, steps) is not None:
        return _unreadable(text, "BG203", "a play is written without its roll")
    loose = re.match(r"([0-9]{2})\s*:?\s*(.*)", text, re.S)
    if loose and loose[1].strip("0123456789") == "" and (":" in text or steps_of(loose[2], steps)):
        return _read_roll(text, loose[1], loose[2], steps, 'dice not written as "NN:"')
    return _unreadable(text, "BG103", f"{shorten(text)!r} is no action")


def steps_of(text: str, steps: Steps) -> tuple[Step, ...] | None:
    """The steps of a play's text, or ``None`` if some piece is no step."""
    found = []
    for piece in text.split():
        step = steps[piece]
        if not isinstance(step, Step):
            return None
        found.append(step)
    return tuple(found) or None


def _read_roll(text: str, dice_text: str, rest: str, steps: Steps, lenient: str = "") -> Written:
    dice = _DICE.get(dice_text)
    if dice is None:
        if dice_text == "00" and rest.startswith("??"):
            return Written(actions.ROLL, text, played=actions.HIDDEN)  # Studio: no roll was made any more
        return _unreadable(text, "BG102", f"{dice_text} is no roll of two dice")
    if not rest:
        return Written(actions.ROLL, text, dice, actions.NOTHING, lenient=lenient)
    if len(text) > LONGEST:
        return _unreadable(text, "BG103", f"{len(text)} characters are no play")
    found = []
    for piece in rest.split():
        step = steps[piece]
        if step.__class__ is not Step:
            return _no_step(text, dice, rest, step)
        found.append(step)
    return Written(actions.ROLL, text, dice, actions.PLAYED, tuple(found), lenient=lenient)


def _no_step(text: str, dice: tuple[int, int], rest: str, fault: Step | tuple[str, str]) -> Written:
    marker = re.match(_MARKER, rest)
    if marker:
        given, problem = read_position_line(marker[1])
        if given is None:
            return _unreadable(text, "BG103", f"the position of an illegal play cannot be read: {problem}")
        return Written(actions.ROLL, text, dice=dice, played=actions.MARKED, given=given)
    played = grammar.read_no_play(rest)
    if played is not None:
        lenient = "" if re.match(r"(?i)cannot move$|\?+$", rest) else f'{shorten(rest)!r} for "Cannot Move"'
        return Written(actions.ROLL, text, dice=dice, played=played, lenient=lenient)
    return _unreadable(text, str(fault[0]), str(fault[1]))


def shorten(text: str, most: int = 40) -> str:
    """Text for a message, cut to a readable length."""
    return text if len(text) <= most else text[: most - 3] + "..."


cells = Cells()
"""The cache every reader of text shares. It only remembers; clearing it changes nothing."""
