"""A match record as written: matches, their headers, their games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from .actions import SET, Actions
from .analysis import Annotations
from .position import Position
from .state import MatchState

if TYPE_CHECKING:
    from .ledger import Ledger


class Spot(int):
    """A line number (from 1) that knows the columns (from 1, end behind the last character) as well."""

    column: int
    end: int

    def __new__(cls, line: int, column: int, end: int) -> Spot:
        spot = super().__new__(cls, line)
        spot.column, spot.end = column, end
        return spot

    def __reduce__(self) -> tuple[type[Spot], tuple[int, int, int]]:
        return Spot, (int(self), self.column, self.end)


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
    crawford: bool | None = None
    """What the record says of this game being the Crawford game; ``None``: nothing."""
    auto_doubles: int | None = None
    """How many automatic doubles the record states."""
    resigned: bool | None = None
    """What the record says of its result being a resignation; ``None``: nothing."""
    comment: str = ""
    statistics: dict[str, tuple[float | None, ...]] = field(default_factory=dict)
    """Sums that the record holds of the game, by their name there."""
    statistics_text: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Tables that the record prints of the game: both players' entries as written, words among them."""


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
    later_tags: list[tuple[int, str, str]] = field(default_factory=list)
    """Tags between its games: line, key, value. They are no part of the header."""
    states_rules: bool = False
    """The format states the rules itself: nothing is to be inferred from the site that a match is from."""
    statistics: dict[str, tuple[float | None, ...]] = field(default_factory=dict)
    """Sums that the record holds of the whole match, as in ``GameRecord``."""
    statistics_text: dict[str, tuple[str, str]] = field(default_factory=dict)

    def header_value(self, tag: str) -> str:
        """The value of a tag, whatever the case of its name; '' if it is missing."""
        return next((v for k, v in self.header.items() if k.lower() == tag.lower()), "")

    def seat_names(self) -> tuple[str, str]:
        """Names for sentences."""
        return self.names[0] or "the left player", self.names[1] or "the right player"

    def header_line(self, tag: str) -> int | None:
        """The line of a tag, whatever the case of its name."""
        if tag in self.header_lines:
            return self.header_lines[tag]
        return next((n for k, n in self.header_lines.items() if k.lower() == tag.lower()), None)


class PositionRecord(NamedTuple):
    """One position of a file of positions."""

    line: int
    column: int
    end: int
    text: str
    """As written (empty for binary files)."""
    position: Position
    state: MatchState | None
    names: tuple[str | None, str | None] = (None, None)
    comment: str = ""


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
    """The lines of the file; empty for binary ones."""
    actions: Actions = field(default_factory=Actions)
    matches: list[MatchRecord] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    said: dict[str, int] = field(default_factory=dict)
    """Code -> remarks, those included that were not kept."""
    cut_off: bool = False
    """The file ends in the middle of a game and of a line."""
    numbered: bool = True
    """Rows carry their numbers; if not, a move's number is that of the row a .mat would show it in."""
    marks_hits: bool = True
    """The format has a mark for hits."""
    annotations: Annotations = field(default_factory=Annotations)
    positions: list[PositionRecord] = field(default_factory=list)
    """What a file of positions holds instead of games."""
    ledger: Ledger | None = None
    """What a chouette ledger holds instead of matches."""
    stated: dict[int, tuple[Position | None, MatchState | None]] = field(default_factory=dict)
    """Index of an action -> position (seen by the player who acts) and state that the record states before it."""
    _rows: dict[int, list[int]] = field(default_factory=dict)
    """First action of a game -> row numbers of its actions, once they were asked for."""

    @property
    def left_out(self) -> dict[str, int]:
        """Code -> remarks that were not kept, since there were ``MOST_REMARKS`` of it."""
        return {code: n - MOST_REMARKS for code, n in self.said.items() if n > MOST_REMARKS}

    def keeps(self, code: str) -> bool:
        """Count a remark. Is it one of the first ``MOST_REMARKS`` of its code, which are kept?"""
        self.said[code] = said = self.said.get(code, 0) + 1
        return said <= MOST_REMARKS

    def take_back(self) -> None:
        """The last remark was none after all."""
        self.said[self.remarks.pop().code] -= 1

    def is_cut(self, game: GameRecord) -> bool:
        """Is this the game in which the file ends before its time?"""
        return self.cut_off and game is self.matches[-1].games[-1]

    def source(self, line: int) -> str:
        """The text of a line (from 1); '' where there is none."""
        return self.lines[line - 1] if 0 < line <= len(self.lines) else ""

    def move(self, index: int) -> int | None:
        """Row number of an action as printed, ``None`` if there is none."""
        if not self.numbered:
            return self._row(index)
        if index in self.actions.moves:
            return self.actions.moves[index]
        head, _, _ = self.lines[self.actions.line(index) - 1].partition(")")
        return int(head) if head.strip().isdecimal() else None

    def _row(self, index: int) -> int | None:
        game = next((g for m in self.matches for g in m.games if g.first <= index < g.last), None)
        if game is None:
            return None
        if game.first not in self._rows:
            what, place = self.actions.what, self.actions.place
            seats = [None if what[i].kind == SET else place[i] & 1 for i in range(game.first, game.last)]
            self._rows[game.first] = row_numbers(seats)
        return self._rows[game.first][index - game.first]


def row_numbers(seats: Sequence[int | None]) -> list[int]:
    """The rows in which the actions of a game stand when seat 0 writes on the left and seat 1 on the right.

    ``None`` is what stands in no row; it gets the number of the row that comes.
    """
    numbers = []
    row, before = 0, 1
    for seat in seats:
        if seat is None:
            numbers.append(row + 1 if before == 1 else max(row, 1))
            continue
        if seat == 0 or before == 1:
            row += 1
        numbers.append(row)
        before = seat
    return numbers
