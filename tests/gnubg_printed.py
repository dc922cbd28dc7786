"""The statistics that GNU Backgammon prints, as blocks of lines, and when two lines say the same."""

from __future__ import annotations

import re

NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?")


def blocks(text: str, *, headings: bool = False) -> list[list[str]]:
    """The statistics in a text, each a list of its lines. ``headings``: a line in front of each names what it is of."""
    found: list[list[str]] = []
    reading = False
    for line in text.split("\n"):
        if line.startswith("Player  "):
            if headings and found and found[-1][-1:] and not found[-1][-1].startswith(("95%", "Cube errors", "Luck")):
                found[-1].pop()  # the heading of this one
            found.append([])
            reading = True
        elif line.startswith("No game in progress"):
            reading = False
        if reading and line.strip():
            found[-1].append(line)
    return found


def same(ours: str, theirs: str) -> bool:
    """Is it the same line but for the rounding of numbers? GNU Backgammon adds in single precision."""
    if ours == theirs:
        return True
    mine, printed = NUMBER.findall(ours), NUMBER.findall(theirs)
    layout = [re.sub("[0-9]", "0", line) for line in (ours, theirs)]
    return layout[0] == layout[1] and all(_near(a, b) for a, b in zip(mine, printed, strict=True))


def _near(ours: str, theirs: str) -> bool:
    """Both are rounded: the last digit may differ by one."""
    decimals = len(theirs.partition(".")[2])
    return abs(round(float(ours) * 10**decimals) - round(float(theirs) * 10**decimals)) <= (1 if decimals else 0)
