"""Lines of the text export to a record: score line, header, blocks, result, tables.

A block is one decision: heading, position ID and match ID, board, action, analysis (see ``blocks``).
"""

from __future__ import annotations

import re
from datetime import date

from ...model import actions as act
from ...model.gnuid import IdError, decode_match, decode_position
from ...model.record import GameRecord, MatchRecord, Record, Remark, Spot
from ..lines import LONGEST_LINE, LONGEST_NAME, MOST_GAMES, NAME_CUT, split_lines
from ..notation import shorten
from .blocks import Action, Block, Play, Result, placeholder
from .tables import Table

MOST_COMMENT = 1000
"""Lines of a comment that are kept."""

_SCORE = re.compile(r"The score \(after ([0-9]{1,9}) games?\) is: (.*)")
_LENGTH = re.compile(r" \(match to ([0-9]{1,9}) points?\)")
_SPLIT = re.compile(r" (-?[0-9]{1,9})(?=, )")
_POINTS = re.compile(r" (-?[0-9]{1,9})$")
_HEADING = re.compile(r"Move number ([0-9]{1,9}): ")
_DECISION = re.compile(
    r" (?:to play ([0-9]{2})|on roll, cube decision\?|doubles to ([0-9]{1,9})|resigns ([0-9]{1,9}) points?)$"
)
_POSITION = " GNU Backgammon  Position ID:"
_MATCH_ID = re.compile(r" {10,20}Match ID {1,4}: ")
_BOARD = (" +", " |", "^|", "v|", "Pip counts: ")
_RESULT = re.compile(r" wins ([0-9]{1,9}) points?$")
_TABLES = re.compile(r"(?:Game statistics for game [0-9]{1,9}|Match statistics|Session statistics)$")
_ROLLED = re.compile(r"Rolled ([1-6]{2})\b")
_VERBS = (
    (" cannot move", "cannot"),
    (" doubles", "doubles"),
    (" accepts", "accepts"),
    (" rejects", "rejects"),
)
_TAGS = {
    "Date: ": "EventDate",
    "Event: ": "Event",
    "Round: ": "Round",
    "Place: ": "Site",
    "Annotator: ": "Transcriber",
    "Comments: ": "Comment",
}


def read_text(text: str, encoding: str) -> Record:
    """The record of a text. Never raises for what the text says."""
    return _Reader(text, encoding).read()


def place_of(record: Record, index: int, step: int = -1) -> tuple[int, int]:
    """Column and end column of an action or of one of its steps."""
    acts = record.actions
    start, end = acts.columns[index]
    steps = acts.what[index].steps
    if 0 <= step < len(steps):
        line = record.source(acts.line(index))
        at = start
        for number, piece in enumerate(steps):
            at = line.find(piece.text, at, end)
            if at < 0:
                break
            if number == step:
                return at + 1, at + 1 + len(piece.text)
            at += len(piece.text)
    return start + 1, end + 1


def read_date(text: str) -> str | None:
    """A date in the form of some country as ISO; ``None`` where day and month could be exchanged."""
    got = re.fullmatch(r"([0-9]{4})[./-]([0-9]{1,2})[./-]([0-9]{1,2})\.?", text)
    if got:
        return _iso(int(got[1]), int(got[2]), int(got[3]))
    got = re.fullmatch(r"([0-9]{1,2})([./-])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})", text)
    if got is None:
        return None
    a, b, year = int(got[1]), int(got[3]), int(got[4])
    if len(got[4]) == 2:
        year += 1900 if year >= 69 else 2000
    if got[2] == "." or a > 12 or a == b:
        return _iso(year, b, a)
    return _iso(year, a, b) if b > 12 else None


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


class _Reader:
    def __init__(self, text: str, encoding: str) -> None:
        self.lines = split_lines(text)
        self.record = Record("gnubg-text", "gnubg", encoding, self.lines)
        self.match: MatchRecord | None = None
        self.game: GameRecord | None = None
        self.game_index = 0
        self.before = -1
        """Games before the present one, as the score line has it."""
        self.post_crawford = False
        self.blocks: list[Block] = []
        self.block: Block | None = None
        self.section = ""
        """What the present line may belong to: ``info?`` behind a score line, info, comment, block, note, result,
        table, database, or '' outside a game."""
        self.table: Table | None = None
        self.result: Result | None = None
        self.splits: list[tuple[str, int, str]] = []
        """Readings of a score line whose names hold what looks like scores: first name, its points, the rest."""
        self.ended = False
        """The tables of the present game or its closing line were met: nothing of its play is missing."""
        self.closed = False
        """The closing line of the last game was met."""
        self.told: set[str] = set()
        self.games = 0

    def read(self) -> Record:
        self._shorten_lines()
        for index, line in enumerate(self.lines):
            if line and not line.isspace():
                self._line(index, line)
                if self.games > MOST_GAMES:
                    break
            elif self.section == "note" and self.block is not None:
                self._note(line)
        self._close_game()
        self._cut_off()
        return self.record

    # ---- remarks ----------------------------------------------------------------------------------

    def _remark(self, code: str, index: int, args: dict[str, object], start: int = -1, end: int = -1) -> None:
        """Something noticed on a line (index from 0), on the whole of it unless columns (from 0) are given."""
        if not self.record.keeps(code):
            return
        line = self.lines[index]
        if start < 0:
            start = len(line) - len(line.lstrip())
            end = max(len(line.rstrip()), start)
        matches = self.record.matches
        match = len(matches) - 1 if matches else None
        game = self.game_index if self.game is not None else None
        move = self.block.number if self.block is not None and self.game is not None else None
        self.record.remarks.append(Remark(code, index + 1, start + 1, end + 1, args, match, game, move))

    def _unknown(self, index: int) -> None:
        self._remark("BG101", index, {"text": shorten(self.lines[index].strip(), 60)})

    def _shorten_lines(self) -> None:
        """Lines that no writer makes are told and cut, so that they are not copied about."""
        for i, line in enumerate(self.lines):
            if len(line) >= LONGEST_LINE:
                self.lines[i] = ""
                text = f"{line[:20]}... ({len(line)} characters)"
                self._remark("BG101", i, {"text": text}, 0, 0)

    def _spot(self, index: int, start: int = -1, end: int = -1) -> Spot:
        line = self.lines[index]
        if start < 0:
            start = len(line) - len(line.lstrip())
            end = max(len(line.rstrip()), start)
        return Spot(index + 1, start + 1, end + 1)

    # ---- lines ------------------------------------------------------------------------------------

    def _line(self, index: int, line: str) -> None:
        first = line[0]
        section = self.section
        free = section in ("note", "comment")
        if first == "T" and line.startswith("The score (after ") and self._score(index, line, free):
            return
        if self.game is None:
            if not line.startswith(" by GNU Backgammon"):
                self._unknown(index)
            return
        if first == "M" and line.startswith("Move number ") and (not free or self._follows(index, _POSITION)):
            self._heading(index, line)
            return
        if first == " " and line.startswith(_POSITION) and not free:
            self._position_id(index, line)
            return
        if first in "GMS" and _TABLES.match(line.rstrip()) and (not free or self._follows(index, "Player ")):
            self._tables(line)
            return
        if first == "O" and line.startswith("Output generated ") and section != "comment":
            self.ended = True
            self._close_game()
            self.closed = True
            return
        if line.startswith("Statistics from database") and section == "table":
            self.section = "database"
            return
        stripped = line.rstrip()
        if section in ("block", "note") and self._is_result(index, stripped, free):
            return
        if section == "note":
            self._note(line)
        elif section == "block":
            self._block_line(index, line)
        elif section == "table" and self.table is not None:
            if not self.table.line(line):
                self._unknown(index)
        elif section in ("info", "comment"):
            self._info(index, line)
        elif section == "database":
            pass
        elif section == "info?" and line.startswith("Match Information:"):
            self.section = "info"
        elif section == "info?" and self._bare_heading(index, line):
            pass
        else:
            self._unknown(index)

    def _follows(self, index: int, start: str) -> bool:
        """Is the next line that is not blank one that starts like this?"""
        for line in self.lines[index + 1 : index + 4]:
            if line.strip():
                return line.startswith(start)
        return False

    # ---- the score line, the header ---------------------------------------------------------------

    def _score(self, index: int, line: str, free: bool) -> bool:
        got = _SCORE.fullmatch(line.rstrip())
        if got is None or (free and not self._follows(index, "Match Information:")):
            return False
        self._close_game()
        self.closed = False
        self.games += 1
        if self.games > MOST_GAMES:
            self._remark("BG005", index, {"problem": f"more than {MOST_GAMES} games are not read"})
            return True
        rest = got[2]
        length = 0
        crawford: bool | None = None
        post_crawford = False
        ends = list(_LENGTH.finditer(rest))
        if ends:
            length = int(ends[-1][1])
            behind = rest[ends[-1].end() :]
            crawford = behind == ", Crawford game"
            post_crawford = behind == ", post-Crawford play"
            if behind and not crawford and not post_crawford:
                self._remark("BG101", index, {"text": shorten(behind, 60)}, len(line) - len(behind), len(line))
            rest = rest[: ends[-1].start()]
        names, scores = self._names(index, rest)
        before = int(got[1])
        spot = self._spot(index)
        match = self.match
        if match is None or match.length != length or match.names != names or before <= self.before or not match.games:
            match = MatchRecord(spot, length, names=names, states_rules=True)
            self.record.matches.append(match)
            self.match = match
        elif post_crawford and before == self.before + 1 and not self.post_crawford and not match.games[-1].crawford:
            # Nobody plays behind a Crawford game that there was none of: the rule is not in use.
            match.header.setdefault("Crawford", "Off")
            match.header_lines.setdefault("Crawford", spot)
        self.before, self.post_crawford = before, post_crawford
        self.game = GameRecord(before + 1, spot, names, scores, spot, first=len(self.record.actions), crawford=crawford)
        self.game_index = len(match.games)
        match.games.append(self.game)
        self.section = "info?"
        return True

    def _names(self, index: int, text: str) -> tuple[tuple[str | None, str | None], tuple[int | None, int | None]]:
        """Names and scores. A name may hold what looks like a score and a comma; the board tells then."""
        last = _POINTS.search(text)
        body = text if last is None else text[: last.start()]
        self.splits = []
        for cut in _SPLIT.finditer(body):
            self.splits.append((body[: cut.start()], int(cut[1]), body[cut.end() + 2 :]))
            if len(self.splits) > 20:
                break
        if last is None or not self.splits:
            self._remark("BG101", index, {"text": shorten(text, 60)})
            return (None, None), (None, None)
        board = self._board_names(index)
        chosen = next((s for s in self.splits if (s[0].strip(), s[2].strip()) == board), self.splits[0])
        for name in (chosen[0], chosen[2]):
            if len(name) > LONGEST_NAME:
                self._remark("BG601", index, {"problem": NAME_CUT})
        names = (chosen[0][:LONGEST_NAME].strip() or None, chosen[2][:LONGEST_NAME].strip() or None)
        return names, (chosen[1], int(last[1]))

    def _board_names(self, index: int) -> tuple[str, str] | None:
        """The names beside the first board, looked up only where the score line can be read in several ways."""
        if len(self.splits) < 2:
            return None
        found: dict[str, str] = {}
        for line in self.lines[index + 1 : index + 60]:
            got = re.match(r" \+[-0-9]{30,60}\+ {3,8}([OX]): (.*)", line)
            if got:
                found.setdefault(got[1], got[2].strip())
                if len(found) == 2:
                    return found["O"], found["X"]
        return None

    def _info(self, index: int, line: str) -> None:
        match, game = self.match, self.game
        assert match is not None and game is not None
        own = len(match.games) == 1
        """The header of later games repeats that of the first."""
        tag = next((t for t in _TAGS if line.startswith(t)), None)
        if self.section == "comment":
            if own and match.header.get("Comment", "").count("\n") < MOST_COMMENT:
                match.header["Comment"] += "\n" + line.rstrip()
            return
        if tag is not None:
            key, value = _TAGS[tag], line[len(tag) :].strip()
            if key == "EventDate":
                iso = read_date(value)
                key, value = ("EventDate", iso) if iso else ("Date as printed", value)
            if own:
                match.header[key] = value
                match.header_lines[key] = self._spot(index)
            if key == "Comment":
                self.section = "comment"
            return
        for name, key in zip(match.names, ("Rating left", "Rating right"), strict=True):
            if name is not None and line.startswith(f"{name}'s rating: "):
                if own and key not in match.header:
                    match.header[key] = line[len(name) + 11 :].strip()
                    match.header_lines[key] = self._spot(index)
                return
        if not self._bare_heading(index, line):
            self._unknown(index)

    # ---- blocks -----------------------------------------------------------------------------------

    def _heading(self, index: int, line: str) -> None:
        got = _HEADING.match(line)
        self._open_block(index, line.rstrip(), got.end() if got else 12, int(got[1]) if got else None)

    def _bare_heading(self, index: int, line: str) -> bool:
        """The heading of an exported position may lack its number."""
        if line[0] != " " or not _DECISION.search(line.rstrip()) or not self._follows(index, _POSITION):
            return False
        self._open_block(index, line.rstrip(), 0, None)
        return True

    def _open_block(self, index: int, line: str, at: int, number: int | None) -> None:
        line, appended, rest = line.partition(_POSITION)  # a resignation has no line of its own
        got = _DECISION.search(line, at)
        if got is None:
            self._unknown(index)
            block = Block(self._spot(index), number)
        else:
            kind = "roll" if got[1] else "answer" if got[2] else "resign" if got[3] else "cube"
            value = int(got[2] or got[3]) if got[2] or got[3] else None
            spot = self._spot(index, got.start(1), got.end(1)) if got[1] else self._spot(index, at, len(line))
            block = Block(spot, number, line[at : got.start()].strip(), kind, got[1] or "", value)
        before = self.block.number if self.block is not None else 0
        self.block = block
        self.section = "block"
        self.table = None
        if number is not None and before is not None and number != before + 1 and (before or number > 1):
            self._remark("BG105", index, {"row": number, "expected": before + 1}, 12, 12 + len(str(number)))
        self.blocks.append(block)
        if appended:
            self._position_id(index, appended + rest, len(line))

    def _position_id(self, index: int, line: str, offset: int = 0) -> None:
        block = self.block
        if block is None or block.id_spot is not None or block.action is not None or self.section != "block":
            # The heading is missing: the dice are told by the board and by the match ID.
            block = self.block = Block(self._spot(index))
            self.blocks.append(block)
            self.section = "block"
        text = line[len(_POSITION) :].strip()
        start = offset + len(_POSITION) + (len(line) - len(_POSITION) - len(line[len(_POSITION) :].lstrip()))
        block.id_spot = self._spot(index, start, start + len(text))
        try:
            block.position = decode_position(text[:100])
        except IdError as error:
            self._bad_id(index, f"the position ID cannot be read: {error}", start, start + len(text))

    def _match_id(self, block: Block, index: int, line: str, start: int) -> None:
        text = line[start:].strip()
        try:
            block.state = decode_match(text[:100])
        except IdError as error:
            self._bad_id(index, f"the match ID cannot be read: {error}", start, start + len(text))

    def _bad_id(self, index: int, problem: str, start: int, end: int) -> None:
        self._remark("BG605", index, {"problem": problem}, start, max(end, start))

    def _block_line(self, index: int, line: str) -> None:
        block = self.block
        if block is None:
            self._unknown(index)
            return
        if block.state is None and line[0] == " ":
            got = _MATCH_ID.match(line)
            if got:
                self._match_id(block, index, line, got.end())
                return
        if line.startswith(_BOARD):
            if line[0] in "^v" and block.arrow is None:
                block.arrow = "^v".index(line[0])
            elif not block.kind and not block.dice and "Rolled " in line:
                rolled = _ROLLED.search(line)
                block.dice = rolled[1] if rolled else ""
            return
        if line.startswith("Annotation:"):
            self.section = "note"
            return
        if line.startswith("* ") and block.action is None and not block.said.rolled and self._action(index, line):
            return
        if not block.said.line(line):
            self._unknown(index)

    def _note(self, line: str) -> None:
        assert self.block is not None
        comment = self.block.said.comment
        if len(comment) < MOST_COMMENT:
            comment.append(line.rstrip())

    def _action(self, index: int, line: str) -> bool:
        """``* NAME moves 24/23 13/9`` and its like. The name is looked for among the two that are known."""
        match, block = self.match, self.block
        assert match is not None and block is not None
        text = line.rstrip()
        for verb, what in _VERBS:
            if text.endswith(verb):
                start = len(text) - len(verb) + 1
                block.action = Action(what, self._spot(index, start, len(text)), verb[1:], text[2 : start - 1])
                break
        else:
            names = sorted((n for n in match.names if n), key=len, reverse=True)
            name = next((n for n in names if text.startswith(f"* {n} moves")), None)
            if name is None:
                end = text.rfind(" moves ")
                if end < 2:
                    return False
                name = text[2:end]
            start = 2 + len(name) + len(" moves ")
            play = text[start:]
            block.action = Action("moves", self._spot(index, min(start, len(text)), len(text)), play.strip(), name)
        name = block.action.name
        if name not in match.names and None not in match.names:
            problem = f"{shorten(name)!r} is neither of the players"
            self._remark("BG601", index, {"problem": problem}, 2, 2 + len(name))
        return True

    def _is_result(self, index: int, line: str, free: bool) -> bool:
        got = _RESULT.search(line)
        if got is None or self.match is None:
            return False
        name = line[: got.start()]
        if name not in self.match.names and (free or line[0] in "* "):
            return False
        if free and not self._follows(index, "Game statistics"):
            return False
        if self.result is not None:
            self._unknown(index)
            return True
        self.result = Result(line, self._spot(index), name, int(got[1]))
        self.section = "result"
        return True

    def _tables(self, line: str) -> None:
        match, game = self.match, self.game
        assert match is not None and game is not None
        of: GameRecord | MatchRecord = game if line.startswith("Game") else match
        self.table = Table(of.statistics, of.statistics_text)
        self.section = "table"
        self.ended = True

    def _close_game(self) -> None:
        match, game = self.match, self.game
        if match is None or game is None:
            return
        for block in self.blocks:
            block.settle(match)
        if self.ended and self.result is None and placeholder(self.blocks):
            self._forget(self.blocks.pop())
        if not Play(self.record, match, game, self.blocks).write(self.result):
            what = "a result whose name is not one player's; the winner is taken from the last action"
            if self.result is not None and what not in self.told:
                self.told.add(what)
                self._remark("BG110", int(self.result.spot) - 1, {"what": what})
        self.game = None
        self.blocks, self.block, self.table, self.result, self.section = [], None, None, None, ""
        self.ended = False

    def _forget(self, block: Block) -> None:
        """What was said about the IDs of a block that counts for nothing."""
        remarks = self.record.remarks
        while remarks and remarks[-1].code == "BG605" and remarks[-1].line >= block.heading:
            self.record.take_back()

    # ---- the end ----------------------------------------------------------------------------------

    def _cut_off(self) -> None:
        """An export ends with a line about itself; without that line the file was cut."""
        record = self.record
        if self.closed or not record.matches or self.games > MOST_GAMES:
            return
        game = record.matches[-1].games[-1]
        whats = record.actions.what[game.first : game.last]
        over = bool(game.statistics) or any(what.kind in (act.WINS, act.DROP) for what in whats)
        index = next((i for i in range(len(self.lines) - 1, -1, -1) if self.lines[i].strip()), 0)
        record.cut_off = not over
        where = "behind the last game" if over else "in the middle of a game"
        problem = f"the file ends {where}, without the closing line of an export"
        if record.remarks and record.remarks[-1].code == "BG101" and record.remarks[-1].line == index + 1:
            record.take_back()  # the rest of a line that was cut
        self._remark("BG006", index, {"problem": problem})
        record.remarks[-1].match, record.remarks[-1].game = len(record.matches) - 1, self.game_index
