"""Jellyfish match text (.mat), all dialects: text to record. Knows no legality.

A file holds matches; a match has header tags, a length line and games; a game has a heading, a line of
names and scores, and rows of two cells. Cells are cut by the column in which the right-hand cells of the
file stand, which is cheap, and whenever that does not give two readable cells by their words and gaps.
Everything that had to be forgiven is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from ..model import actions
from ..model.actions import Written
from ..model.record import GameRecord, MatchRecord, Record, Remark
from . import grammar
from .dialects import dialect_of
from .lines import (
    CELL_START,
    LONGEST_LINE,
    LONGEST_NAME,
    MOST_GAMES,
    NAME_CUT,
    Piece,
    pieces,
    split_lines,
)
from .notation import LIMIT, cells, shorten

_LENGTH_LINE = re.compile(
    r"[ \t]*(?:-?[0-9]+[ \t]+points?[ \t]+match|match[ \t]+of[ \t]+[0-9]+[ \t]+points?)[ \t]*", re.I
)
_GAME_LINE = re.compile(r"[ \t]*game[ \t]+(\S{1,20})[ \t]*", re.I)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_FIRST_SCORE = re.compile(r":[ \t]*([+-]?[0-9]{1,9})([ \t]+)")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
# Patterns that most files never need are compiled by the re module when they are.
_SNIFF = rf"(?im)^{_LENGTH_LINE.pattern}$"
_SNIFF_GAME = r"(?im)^[ \t]*game[ \t]+[0-9]{1,9}[ \t]*$"
_NO_PAREN = r"(?i)[ \t]*([0-9]{1,4})[ \t]+(?=[0-9]{2}:(?:[ \t]|$)|[a-z])"
_RATING = r"(.*\S)[ \t]*,[ \t]*([0-9]{1,5}(?:\.[0-9]+)?)"
_FORFEIT = r"(?i)[;#][ \t]*(\S.*?)[ \t]+wins by forfeit\.?"
_SET_UP = r"(?i);\s*set\s+pos\s*=\s*(\S{1,80})\s*$"
_RESULTS = ("wins", "losses", "loses", "draw")

MOST_LATER_TAGS = 1000
"""Most tags between its games that a match keeps."""
RIGHT_HALF = 16
"""A result line that starts at this column or behind it stands in the right half. Writers indent 1-8 or 33-46."""


class _Tags(dict[str, "tuple[str, str] | None"]):
    """Header line -> key and value, ``None`` if it is only a comment. Files share most of them."""

    def __missing__(self, text: str) -> tuple[str, str] | None:
        if len(self) >= LIMIT:
            self.clear()
        tag = read_tag(text)
        if len(text) <= 200:
            self[text] = tag
        return tag


_tags = _Tags()


class _RowNumbers(dict[str, "int | None"]):
    """Text in front of ``)`` -> row number, ``None`` if it is none."""

    def __missing__(self, head: str) -> int | None:
        if len(self) >= LIMIT:
            self.clear()
        digits = head.strip()
        number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= 9 else None
        if len(head) <= 20:
            self[head] = number
        return number


_row_numbers = _RowNumbers()


@lru_cache(maxsize=1024)
def _length_of(text: str) -> int | None:
    """The number of a length line; ``None`` where it is too long to be one."""
    got = grammar.match(grammar.length(), text)
    return None if got is None else int(got["length"])


def read_tag(text: str) -> tuple[str, str] | None:
    """Key and value of ``; [Key "value"]``. The usual form is cut by hand, others go to the grammar."""
    if text[:3] == "; [" and text[-2:] == '"]':
        key, quote, value = text[3:-2].partition(' "')
        if quote and '"' not in key and '"' not in value and "[" not in key and "\\" not in value:
            return key, value
    if not text.endswith("]") or "[" not in text or len(text) > 10_000:
        return None
    got = grammar.match(grammar.tag(), text)
    if got is None:
        return None
    value = str(got["text"])[1:-1].replace('\\"', '"').replace("\\]", "]")
    return str(got["key"]).strip(), value


class _ScoreLine(NamedTuple):
    """What a line of names and scores says."""

    names: tuple[str | None, str | None]
    ratings: tuple[str | None, str | None]
    scores: tuple[int, int] | None
    """``None`` where a score is no number."""
    right: int | None
    """Index at which the right-hand half starts, if more than two blanks are in front of it."""


def _read_scores(line: str) -> _ScoreLine | None:
    """Names and scores of a line, ``None`` if it is no such line. Names may hold blanks, colons and commas."""
    head, _, last = line.rpartition(":")
    last = last.strip()
    if _NUMBER.fullmatch(last):
        first = None
        for score in _FIRST_SCORE.finditer(head):
            wide = len(score[2]) > 1 or "\t" in score[2]
            if first is None or wide:
                first = score
            if wide:
                break
        if first is not None:
            # Behind a tab a column says nothing, nor behind a gap that a long name may have left.
            at = first.end() if len(first[2]) > 2 and "\t" not in first[2] else None
            return _score_line(head[: first.start()], head[first.end() :], (int(first[1]), int(last)), at)
    parts = line.split(":", 3)
    if len(parts) != 3 or CELL_START.match(line.lstrip()) or len(parts[2].split()) != 1:
        return None
    score_text, gap, name = parts[1].strip().partition("  ")
    if not gap or len(score_text) > 20 or not score_text or " " in score_text:
        return None
    return _score_line(parts[0], name, None, None)


def _is_score_line(line: str) -> bool:
    got = _read_scores(line)
    return got is not None and got.scores is not None


def _score_line(left: str, right: str, scores: tuple[int, int] | None, at: int | None) -> _ScoreLine:
    """Names without the ratings that stand behind their last comma."""
    left, right = left.strip()[:LONGEST_NAME], right.strip()[:LONGEST_NAME]
    if "," not in left and "," not in right:
        return _ScoreLine((left or None, right or None), (None, None), scores, at)
    names, ratings = [], []
    for name in (left, right):
        rated = re.fullmatch(_RATING, name)
        names.append((rated[1] if rated else name).strip() or None)
        ratings.append(rated[2] if rated else None)
    return _ScoreLine((names[0], names[1]), (ratings[0], ratings[1]), scores, at)


def sniff(text: str) -> bool:
    """Does the text hold a length line, or a game heading with a line of scores?"""
    lines = text.replace("\r", "\n") if "\r" in text else text
    if re.search(_SNIFF, lines):
        return True
    for heading in islice(re.finditer(_SNIFF_GAME, lines), 10):
        following = lines[heading.end() : heading.end() + 1000].split("\n")
        first = next((line for line in following if line.strip()), "")
        if _is_score_line(first):
            return True
    return False


def read(text: str, encoding: str = "utf-8") -> Record:
    """The record of a text. Never raises for what the text says."""
    return Reader(text, encoding).read()


class Reader:
    """Lines to a record. What stands between the rows can be read otherwise (see gam.py)."""

    format = "mat"

    def __init__(self, text: str, encoding: str) -> None:
        self.lines = split_lines(text)
        self.record = Record(self.format, "jellyfish", encoding, self.lines)
        self.header: dict[str, str] = {}
        """Tags that wait for the match they belong to."""
        self.header_lines: dict[str, int] = {}
        self.match: MatchRecord | None = None
        self.game: GameRecord | None = None
        self.want_scores = False
        self.row: int | None = None
        """Number of the last row of the game."""
        self.right: int | None = None
        """Index in a line at which right-hand cells start, if known."""
        self.split: dict[int, int] = {}
        """Length of what stands in front of the parenthesis -> where the right-hand cell starts behind it."""
        self.free_text: int | None = None
        self.told: set[str] = set()
        """Leniencies that were told."""
        self.games = 0

    def read(self) -> Record:
        acts = self.record.actions
        whats, places = acts.what, acts.place
        good, odd = actions.GOOD_HALF, actions.ODD_HALF
        row_numbers, known, split = _row_numbers, cells, self.split
        in_rows = False
        self._shorten_lines()
        for number, line in enumerate(self.lines, 1):
            head, paren, rest = line.partition(")")
            row = row_numbers[head] if paren else None
            if row is None or not in_rows:
                if line[:3] == "; [" and line.isprintable():
                    self._comment(number, line.rstrip())
                elif line and not line.isspace():
                    self._other_line(number, line, row, len(head))
                    in_rows = self.game is not None and not self.want_scores
                    if self.games > MOST_GAMES:
                        break
                continue
            at = split.get(len(head))
            if at is not None:
                left, right = known[rest[:at].strip()], known[rest[at:].strip()]
                if left.half != odd and right.half != odd:
                    if row - 1 != self.row:
                        self._row_number(number, row, line)
                    self.row = row
                    if left.half == good:
                        whats.append(left)
                        places.append(2 * number)
                    if right.half == good:
                        whats.append(right)
                        places.append(2 * number + 1)
                    continue
            self._row(number, line, row, len(head) + 1)
        self._close_game()
        self._finish()
        return self.record

    # ---- lines that are no rows -------------------------------------------------------------------

    def _other_line(self, number: int, line: str, row: int | None, head: int) -> None:
        stripped = line.strip()
        if not line.isprintable() and _CONTROL.search(line):
            self._remark("BG101", number, line, {"text": shorten(stripped, 60)})
            self._without_controls(number, _CONTROL.sub(" ", line))
            return
        first = stripped[0]
        if first in ";#":
            self._comment(number, stripped)
            return
        if self.want_scores and self._scores(number, line):
            return
        if row is not None and self.game is not None:
            self._row(number, line, row, head + 1)
            return
        if len(stripped) < 60:
            if _LENGTH_LINE.fullmatch(line):
                self._length(number, stripped)
                return
            heading = _GAME_LINE.fullmatch(line)
            if heading and (self.match is not None or heading[1].isdecimal()):
                self._heading(number, line, heading[1])
                return
        game = self.game
        if game is None:
            self._free_text(number)
            return
        if stripped[:6].lower().startswith(_RESULTS):
            self._result_line(number, line)
            return
        if len(self.record.actions) > game.first and _is_score_line(line):
            self._remark(
                "BG106",
                number,
                line,
                {"problem": "the line of scores has no heading 'Game n' in front of it"},
            )
            self._open_game(number, None)
            self._scores(number, line)
            return
        bare = re.match(_NO_PAREN, line)
        if bare and CELL_START.match(line, bare.end()):
            self._lenient(number, line, 'row numbers without ")"')
            self._row(number, line, int(bare[1]), bare.end(1))
            return
        if CELL_START.match(line, len(line) - len(line.lstrip())):
            self._lenient(number, line, "rows without their number")
            self._row(number, line, None, 0)
            return
        self._remark("BG101", number, line, {"text": shorten(stripped, 60)})

    def _shorten_lines(self) -> None:
        """Lines that no writer makes are told and cut, so that they are not copied about."""
        lines = self.lines
        if sum(map(len, lines)) < LONGEST_LINE or max(map(len, lines)) < LONGEST_LINE:
            return
        for i, line in enumerate(lines):
            if len(line) >= LONGEST_LINE:
                lines[i] = f"; {line[:60]}"  # what is left is no action, no heading and no name
                text = f"{line[:20]}... ({len(line)} characters)"
                self.record.remarks.append(Remark("BG101", i + 1, 1, 61, {"text": text}))

    def _without_controls(self, number: int, line: str) -> None:
        """Read what is left of a line when control characters are taken out; the finding was made."""
        head, paren, _ = line.partition(")")
        row = _row_numbers[head] if paren else None
        if row is not None and self.game is not None and not self.want_scores:
            self._row(number, line, row, len(head) + 1)
        elif line.strip():
            self._other_line(number, line, row, len(head))

    def _lenient(self, number: int, line: str, what: str) -> None:
        """A leniency that is told once a file."""
        if what not in self.told:
            self.told.add(what)
            self._remark("BG110", number, line, {"what": what})

    def _comment(self, number: int, text: str) -> None:
        tag = _tags[text]
        if tag is not None:
            key, value = tag
            # Before a length line and behind a game a tag belongs to the match that comes.
            match = self.match if self.game is None else None
            header, places = (self.header, self.header_lines) if match is None else (match.header, match.header_lines)
            if key not in header:
                header[key] = value
                places[key] = number
            return
        game = self.game
        setup = re.match(_SET_UP, text)
        if setup and game is not None and game.first == len(self.record.actions):
            game.setup, game.setup_line = setup[1], number
        forfeit = re.fullmatch(_FORFEIT, text) if game is not None and len(text) < 200 else None
        if forfeit and game is not None and forfeit[1] in game.names:
            loser = 1 - game.names.index(forfeit[1])
            column = self.lines[number - 1].find(text)
            self._add(loser, Written(actions.RESIGN, text), number, None, text, column, column + len(text))

    def _free_text(self, number: int) -> None:
        if self.free_text is None:
            self.free_text = number

    def _length(self, number: int, text: str) -> None:
        self._close_game()
        if len(self.record.matches) >= MOST_GAMES:
            self._remark("BG005", number, text, {"problem": f"more than {MOST_GAMES} matches are not read"})
            self.games = MOST_GAMES + 1
            return
        self.match = MatchRecord(number, _length_of(text), self.header, self.header_lines)
        self.record.matches.append(self.match)
        self.header, self.header_lines = {}, {}
        self.right = None
        self.split.clear()

    def _heading(self, number: int, line: str, text: str) -> None:
        self._close_game()
        value = int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else None
        self._open_game(number, value)
        if value is None and self.game is not None:
            self._remark("BG106", number, line, {"problem": f"the game number {shorten(text)!r} is no number"})

    def _open_game(self, number: int, value: int | None) -> None:
        self._close_game()
        self.games += 1
        if self.games > MOST_GAMES:
            self._remark(
                "BG005", number, self.lines[number - 1], {"problem": f"more than {MOST_GAMES} games are not read"}
            )
            return
        if self.match is None:
            self.match = MatchRecord(number, None, self.header, self.header_lines)
            self.record.matches.append(self.match)
            self.header, self.header_lines = {}, {}
        elif self.header and self.match.games:
            # A game follows, and no length line: the tags stand between games of this match.
            room = MOST_LATER_TAGS - len(self.match.later_tags)
            tags = [(self.header_lines[key], key, value) for key, value in self.header.items()]
            self.match.later_tags += tags[:room]
            self.header, self.header_lines = {}, {}
        self.game = GameRecord(value, number, first=len(self.record.actions))
        self.match.games.append(self.game)
        self.want_scores = True
        self.row = None

    def _close_game(self) -> None:
        if self.game is not None:
            self.game.last = len(self.record.actions)
            self.game = None
            self.want_scores = False

    def _scores(self, number: int, line: str) -> bool:
        game, match = self.game, self.match
        if game is None or match is None:
            return False
        got = _read_scores(line)
        if got is None:
            return False
        if got.scores is None:
            self._remark("BG101", number, line, {"text": shorten(line.strip(), 60)})
        else:
            game.scores = got.scores
        self.want_scores = False
        for name in got.names:
            if name is not None and len(name) >= LONGEST_NAME:
                self._remark("BG601", number, line, {"problem": NAME_CUT})
        for place, rating in zip(("left", "right"), got.ratings, strict=True):
            if rating is not None:
                match.header.setdefault(f"Rating {place}", rating)
        game.names = got.names
        game.score_line = number
        if match.names == (None, None):
            match.names = game.names
        self._columns(got.right)
        return True

    def _columns(self, right: int | None) -> None:
        """The index at which right-hand cells start is that of the right-hand name, until a row tells better."""
        self.split.clear()
        self.right = right
        if right is not None:
            for head in range(1, 6):
                # Behind the parenthesis; a row number may push everything to the right by one.
                self.split[head] = right - head - 1

    def _no_scores(self, number: int) -> None:
        self.want_scores = False
        self._remark(
            "BG601",
            number,
            self.lines[number - 1],
            {"problem": "no line of names and scores in front of the game"},
        )

    def _result_line(self, number: int, line: str) -> None:
        self.want_scores = False
        column = len(line) - len(line.lstrip())
        whole = cells[line.strip()]
        got = [Piece(whole.text, column, len(line.rstrip()))] if whole.kind != actions.UNREADABLE else pieces(line, 0)
        written = cells[got[0].text]
        seat = 1 if column >= RIGHT_HALF else 0
        if "\t" in line[:column]:
            seat = self._winner_by_play()
            self._lenient(number, line, "a result behind a tab, whose half is taken from the last action")
        if written.kind == actions.LOSSES:
            seat = 1  # Galaxy writes the line of a right-hand player who resigned at the left margin
        self._add(seat, written, number, None, line, got[0].column, got[0].end)
        for extra in got[1:]:
            self._remark(
                "BG101",
                number,
                line,
                {"text": shorten(extra.text, 60)},
                extra.column,
                extra.column + len(extra.text),
            )

    def _winner_by_play(self) -> int:
        """Where a tab hides the column of a result: the player who did not drop, or who bore off last."""
        acts = self.record.actions
        first = self.game.first if self.game is not None else 0
        for i in range(len(acts) - 1, first - 1, -1):
            what = acts.what[i]
            if what.kind == actions.DROP:
                return 1 - acts.seat(i)
            if what.kind == actions.ROLL:
                bore_off = any(step.points[-1] == 0 for step in what.steps)
                return acts.seat(i) if bore_off else 1 - acts.seat(i)
        return 0

    # ---- rows -------------------------------------------------------------------------------------

    def _row_number(self, number: int, row: int, line: str) -> None:
        expected = 1 if self.row is None else self.row + 1
        if row == expected:
            return
        column = line.find(str(row))
        self.row = row
        self._remark("BG105", number, line, {"row": row, "expected": expected}, column, column + len(str(row)))

    def _row(self, number: int, line: str, row: int | None, start: int) -> None:
        """A row cut by its words and gaps."""
        if self.want_scores:
            self._no_scores(number)
        if not line.isprintable() and _CONTROL.search(line):
            self._remark("BG101", number, line, {"text": shorten(line.strip(), 60)})
            line = _CONTROL.sub(" ", line)
            start = line.find(")") + 1 if row is not None else start
        first_row = self.row is None
        if row is not None:
            self._row_number(number, row, line)
        self.row = row if row is not None else self.row
        found = pieces(line, start, self.right)
        half: list[Piece] = []
        glued: int | None = None
        for piece in found:
            if piece.number is None:
                half.append(piece)
                continue
            self._cells(number, line, row, half, glued, first_row, start)
            self._remark(
                "BG110",
                number,
                line,
                {"what": "two rows on one line"},
                piece.column,
                piece.column + len(piece.text),
            )
            half, glued, row = [], piece.column + len(piece.text), piece.number
            self.row = row
        self._cells(number, line, row, half, glued, first_row, start)

    def _cells(
        self,
        number: int,
        line: str,
        row: int | None,
        half: list[Piece],
        glued: int | None,
        first_row: bool,
        start: int,
    ) -> None:
        """The cells of a row. ``glued``: where they start, if they are a second row on the line."""
        if len(half) == 2 and glued is None and cells[half[1].text].kind == actions.ROLL and row is not None:
            self.split[start - 1] = half[1].column - start
            self.right = half[1].column
        for i, piece in enumerate(half):
            if len(half) == 2:
                seat = i
            elif glued is not None:
                seat = min(i, 1) if len(half) > 1 else int(piece.column >= glued + RIGHT_HALF)
            else:
                seat = self._seat_by_place(number, line, piece, first_row, start)
            if len(half) > 2 and i == 0 and seat == 1 and self.right is None:
                seat = 0
            self._add(seat, cells[piece.text], number, row, line, piece.column, piece.end)

    def _seat_by_place(self, number: int, line: str, piece: Piece, first_row: bool, start: int) -> int:
        if self.right is not None:
            return 1 if piece.column >= max(self.right - 6, start + 4) else 0
        if "\t" in line[start : piece.column]:
            return 1
        if piece.column >= start + RIGHT_HALF:
            return 1
        # No columns at all: the only cell of the first of several rows is the right-hand player's opening.
        following = self.lines[number] if number < len(self.lines) else ""
        more = _row_numbers[following.partition(")")[0]] is not None
        return 1 if first_row and more and cells[piece.text].kind == actions.ROLL else 0

    def _add(self, seat: int, written: Written, number: int, row: int | None, line: str, column: int, end: int) -> None:
        acts = self.record.actions
        if row is None or row != _row_numbers[line.partition(")")[0]]:
            acts.moves[len(acts)] = row if row is not None else self.row
        acts.columns[len(acts)] = (column, end)
        acts.add(written, number, seat)
        if written.lenient:
            self._lenient(number, line, written.lenient)

    # ---- remarks ----------------------------------------------------------------------------------

    def _remark(
        self,
        code: str,
        number: int,
        line: str,
        args: dict[str, object],
        column: int | None = None,
        end: int | None = None,
    ) -> None:
        if not self.record.keeps(code):
            return
        if column is None:
            column = len(line) - len(line.lstrip())
            end = max(len(line.rstrip()), column)
        match = len(self.record.matches) - 1 if self.record.matches else None
        game = len(self.match.games) - 1 if self.match is not None and self.match.games else None
        self.record.remarks.append(
            Remark(
                code,
                number,
                column + 1,
                (end if end is not None else column) + 1,
                args,
                match,
                game,
                self.row,
            )
        )

    def _finish(self) -> None:
        record = self.record
        for match in record.matches:
            if any(game.names == match.names[::-1] != match.names for game in match.games):
                self._settle_sides(match)
        if record.matches:
            record.dialect = dialect_of(record.matches[0], self.lines)
        if self.free_text is not None:
            line = self.lines[self.free_text - 1]
            self.row = None
            record.remarks.append(
                Remark(
                    "BG110",
                    self.free_text,
                    1,
                    len(line.rstrip()) + 1,
                    {"what": "free text outside the games is left out"},
                )
            )
        if self.lines[-1].strip() or (len(self.lines) > 1 and self.lines[-1]):
            self._cut_off()

    def _settle_sides(self, match: MatchRecord) -> None:
        """Games whose names stand in the other columns: have the plays changed columns, too?

        They are taken to have, unless the next scores fit only if they have not. Names and scores are put into the
        order of the seats in either case.
        """
        acts = self.record.actions
        swapped = [game.names == match.names[::-1] for game in match.games]
        for at, game in enumerate(match.games):
            if not swapped[at]:
                continue
            game.swapped = True
            game.names, game.scores = game.names[::-1], game.scores[::-1]
            moved = True
            following = match.games[at + 1] if at + 1 < len(match.games) else None
            result = next(
                (i for i in range(game.last - 1, game.first - 1, -1) if acts.what[i].kind == actions.WINS),
                None,
            )
            if following is not None and result is not None and None not in game.scores:
                after = following.scores[::-1] if swapped[at + 1] else following.scores
                points = acts.what[result].value or 0
                column = acts.seat(result)
                stayed = [s + (points if seat == column else 0) for seat, s in enumerate(game.scores) if s is not None]
                changed = [s + (points if seat != column else 0) for seat, s in enumerate(game.scores) if s is not None]
                moved = list(after) == changed or list(after) != stayed
            if moved:
                for i in range(game.first, game.last):
                    start, end = place(self.record, i)  # the half no longer follows from the seat
                    acts.columns[i] = (start - 1, end - 1)
                acts.place[game.first : game.last] = [p ^ 1 for p in acts.place[game.first : game.last]]

    def _cut_off(self) -> None:
        """A last line without its end, in a game without a result, is where a file was cut."""
        record = self.record
        if not record.matches or not record.matches[-1].games:
            return
        game = record.matches[-1].games[-1]
        what = record.actions.what[game.first : game.last]
        if any(w.kind in (actions.WINS, actions.LOSSES, actions.RESIGN, actions.DROP) for w in what):
            return
        self.match, self.row = record.matches[-1], record.move(game.last - 1) if what else None
        record.cut_off = True
        problem = "the file ends in the middle of a game, without a line end"
        self._remark("BG006", len(self.lines), self.lines[-1], {"problem": problem})


def comments(record: Record) -> Iterator[int]:
    """The lines with a comment that says nothing to the reader."""
    for number, line in enumerate(record.lines, 1):
        text = line.strip()
        if text[:1] in (";", "#"):
            if _tags[text] is None and not re.match(_SET_UP, text) and not re.fullmatch(_FORFEIT, text):
                yield number
        elif ";" in line and _row_numbers[line.partition(")")[0]] is not None and "(" not in line.partition(";")[0]:
            yield number


def place(record: Record, index: int, step: int = -1) -> tuple[int, int]:
    """Column and end column (from 1, end behind the last character) of an action, or of one of its steps."""
    acts = record.actions
    line = record.lines[acts.line(index) - 1]
    written = acts.what[index]
    if index in acts.columns:
        start, end = acts.columns[index]
    elif acts.seat(index):
        # Cut by columns: what is in the right half reaches to the end of the line.
        end = len(line.rstrip())
        start = end - len(written.text)
    else:
        behind = line.find(")") + 1
        start = len(line) - len(line[behind:].lstrip())
        end = start + len(written.text)
    if 0 <= step < len(written.steps):
        at = start + 2  # behind the dice
        for number, piece in enumerate(written.steps):
            at = line.find(piece.text, at, end)
            if at < 0:
                break
            if number == step:
                return at + 1, at + 1 + len(piece.text)
            at += len(piece.text)
    return start + 1, end + 1
