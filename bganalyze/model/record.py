"""A match record as written: matches, their headers, their games."""

from __future__ import annotations

from dataclasses import dataclass, field

from .actions import Actions


@dataclass(slots=True, eq=False, repr=False)
class GameRecord:
    """One game as declared: the score line in front of it and a range of actions."""

    number: int | None
    """As printed."""
    line: int
    """Line of the heading."""
    names: tuple[str | None, str | None] = (None, None)
    scores: tuple[int | None, int | None] = (None, None)
    """In the order of the seats, which is that of the first game's columns."""
    score_line: int | None = None
    swapped: bool = False
    """The names stand in the other columns than in the first game."""
    first: int = 0
    """Its actions are ``first`` up to but not including ``last``."""
    last: int = 0
    setup: str | None = None
    """A position the game starts from, as written (``; Set Pos=``), and its line."""
    setup_line: int | None = None


@dataclass(slots=True, eq=False, repr=False)
class MatchRecord:
    """One match or session as written. Seat 0 is the left column."""

    line: int
    length: int | None
    """Points, 0 for an unlimited session, ``None`` if the record does not say."""
    header: dict[str, str] = field(default_factory=dict)
    header_lines: dict[str, int] = field(default_factory=dict)
    names: tuple[str | None, str | None] = (None, None)
    games: list[GameRecord] = field(default_factory=list)

    def header_value(self, tag: str) -> str:
        """The value of a tag, whatever the case of its name; '' if it is missing."""
        return next((v for k, v in self.header.items() if k.lower() == tag.lower()), "")

    def header_line(self, tag: str) -> int | None:
        """The line of a tag, whatever the case of its name."""
        if tag in self.header_lines:
            return self.header_lines[tag]
        return next((n for k, n in self.header_lines.items() if k.lower() == tag.lower()), None)


@dataclass(slots=True, eq=False, repr=False)
class Remark:
    """Something a reader noticed: code, place and plain arguments."""

    code: str
    line: int
    column: int | None
    end_column: int | None
    args: dict[str, object]
    match: int | None = None
    game: int | None = None
    """Index of the match and of the game in it, from 0."""
    move: int | None = None
    seat: int | None = None


MOST_REMARKS = 1000
"""Most remarks of one code that a record keeps."""


@dataclass(slots=True, eq=False, repr=False)
class Record:
    """A whole file as read."""

    format: str
    dialect: str
    encoding: str
    lines: list[str]
    actions: Actions = field(default_factory=Actions)
    matches: list[MatchRecord] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)
    """Code -> remarks that were not kept, since there were ``MOST_REMARKS`` of it."""
    cut_off: bool = False
    """The file ends in the middle of a game and of a line."""

    def move(self, index: int) -> int | None:
        """Row number of an action as printed, ``None`` if there is none."""
        if index in self.actions.moves:
            return self.actions.moves[index]
        head, _, _ = self.lines[self.actions.line(index) - 1].partition(")")
        return int(head) if head.strip().isdecimal() else None
