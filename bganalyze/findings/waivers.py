"""Waivers: comments inside a record that condone a finding of one row, with the reason.

``; bganalyze: allow BG303 "director's ruling"`` in front of a row, or behind it on the same line. Several codes are
divided by commas; a name (``step-matches-no-die``) does for a code. Where a format has comments of actions instead of
lines, the waiver is about the action.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from .codes import CODES

MARK = "bganalyze:"
"""What a waiver begins with."""

_WAIVER = re.compile(r'\s*allow\b(?P<codes>[^"]*)(?:"(?P<reason>[^"]*)")?')
_COMMENT = (";", "#", "//")
_MOST = 200
"""Characters of a reason that are kept."""


@dataclass(slots=True, eq=False)
class Waiver:
    """One waiver that holds."""

    line: int
    """Where it stands, with its columns (from 1, end behind the last character)."""
    column: int
    end: int
    text: str
    reason: str
    unused: set[str]
    """Codes that it allows and that were not found so far."""
    codes: frozenset[str]


@dataclass(slots=True, eq=False)
class Problem:
    """A waiver that does not hold, and why."""

    line: int
    column: int
    end: int
    problem: str


@dataclass(slots=True, eq=False)
class Waivers:
    """The waivers of a record."""

    problems: list[Problem] = field(default_factory=list)
    all: list[Waiver] = field(default_factory=list)
    by_line: dict[int, list[Waiver]] = field(default_factory=dict)
    by_action: dict[int, list[Waiver]] = field(default_factory=dict)

    def reason(self, code: str, line: int | None, action: int | None) -> str | None:
        """Why a finding of a row or of an action is condoned; ``None`` if it is not. The waiver counts as used."""
        for waivers in (self.by_line.get(line or 0, ()), self.by_action.get(-1 if action is None else action, ())):
            for waiver in waivers:
                if code in waiver.codes:
                    waiver.unused.discard(code)
                    return waiver.reason
        return None

    def add_lines(self, lines: Sequence[str]) -> None:
        """The waivers of a text with comments of lines (``;``, ``#``, ``//``)."""
        above: list[Waiver] = []
        for number, line in enumerate(lines, 1):
            stripped = line.lstrip()
            if not stripped:
                continue
            comment = stripped.startswith(_COMMENT)
            here: list[Waiver] = []
            if MARK in line:
                start = next((at for at in map(line.find, _COMMENT) if 0 <= at < line.index(MARK)), None)
                if start is not None:
                    here = list(self._parse(line, number, start))
            if comment:
                above += here
            else:
                if above or here:
                    self.by_line[number] = above + here
                above = []
        # What stands behind the last row allows nothing, which is told at the end.

    def add_comments(self, comments: Iterable[tuple[int, int, str]]) -> None:
        """The waivers of comments of actions: (index of the action, its line, text)."""
        for action, number, text in comments:
            for line in text.splitlines():
                if MARK in line:
                    self.by_action.setdefault(action, []).extend(self._parse(line, number, None))

    def _parse(self, line: str, number: int, start: int | None) -> Iterator[Waiver]:
        """The waiver of a line, if it holds; ``start``: index of its comment, ``None``: the columns are not known."""
        at = line.index(MARK)
        text = line[at:].rstrip()
        column, end = (1, 2) if start is None else (at + 1, at + 1 + len(text))
        codes, reason, problem = _read(line[at + len(MARK) :])
        if problem:
            self.problems.append(Problem(number, column, end, problem))
            return
        waiver = Waiver(number, column, end, ", ".join(sorted(codes)), reason, set(codes), frozenset(codes))
        self.all.append(waiver)
        yield waiver


def _read(text: str) -> tuple[list[str], str, str]:
    """Codes and reason of what stands behind the mark, or what is wrong with it."""
    got = _WAIVER.match(text)
    if got is None:
        return [], "", "'allow', codes and a reason in quotes are expected"
    by_name = {code.name: code.code for code in CODES.values()}
    codes = []
    for word in got["codes"].replace(",", " ").split():
        code = by_name.get(word.lower(), word.upper())
        if code not in CODES:
            return [], "", f"{word[:40]!r} is no code and no name of one"
        if code.startswith("BG9"):
            return [], "", f"{code} is a fault of bganalyze, which no record can allow"
        codes.append(code)
    reason = " ".join((got["reason"] or "").split())[:_MOST]
    if not codes:
        return [], "", "no code is named"
    if not reason:
        return [], "", f"a waiver of {', '.join(codes)} needs a reason in quotes"
    return codes, reason, ""
