"""Jellyfish's text of single games (.gam), also several in one file: two names, then the rows of match text.

It holds no length, no score and no rule. Names are parted by two blanks or a tab, or are two words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..model.record import MatchRecord, Record
from . import mat
from .script import Loss, ScriptMatch

_FIRST_ROW = re.compile(r"[ \t]*1\)[ \t]+[1-6]{2} ?:")
_ROLL = re.compile("[1-6]{2} ?:")
_RESULT = re.compile(r"\s*(?:wins?|loses|losses|resign\w*)\b", re.I)
_LONGEST = 1000
NAME_WIDTH = 32
place = mat.place


def names_in(line: str) -> tuple[str, str, int] | None:
    """Two names and the index at which the second one starts; ``None`` where the line is no such line."""
    bare = line.strip()
    if not bare or len(bare) > _LONGEST or bare[0] in ";#" or _RESULT.match(bare):
        return None
    parts = re.split(r"(?: {2,}|[ \t]*\t[ \t]*)", bare)
    if len(parts) == 1:
        parts = bare.split(" ")
    if len(parts) != 2 or any(re.match(r"[0-9]{1,4}\)|[1-6]{2} ?:", part) for part in parts):
        return None
    return parts[0], parts[1], len(line.rstrip()) - len(parts[1])


def sniff(text: str) -> bool:
    """Is the first line that says something a line of two names, and the next one the row 1?"""
    head = text[:20_000].replace("\r\n", "\n").replace("\r", "\n")
    significant = [line for line in head.split("\n") if line.strip() and line.strip()[0] not in ";#"][:2]
    return len(significant) == 2 and names_in(significant[0]) is not None and bool(_FIRST_ROW.match(significant[1]))


def read(text: str, encoding: str = "utf-8") -> Record:
    """The record of a text. Never raises for what the text says."""
    return _Reader(text, encoding).read()


class _Reader(mat.Reader):
    format = "gam"

    def _other_line(self, number: int, line: str, row: int | None, head: int) -> None:
        names = names_in(line) if row is None and self._row_follows(number) else None
        if names is None:
            super()._other_line(number, line, row, head)
            return
        left, right, at = names
        match = self.record.matches[-1] if self.record.matches else None
        if match is None or match.names != (left, right):
            self._close_game()
            self.match = MatchRecord(number, None, self.header, self.header_lines, (left, right))
            self.header, self.header_lines = {}, {}
            self.record.matches.append(self.match)
        self._open_game(number, len(self.match.games) + 1 if self.match is not None else 1)
        self.want_scores = False
        if self.game is not None:
            self.game.names = (left, right)
            self.game.score_line = number
            self._columns(at if "\t" not in line and line[at - 3 : at] == "   " else None)

    def _row_follows(self, number: int) -> bool:
        """Is the next line that says something the row 1?"""
        for line in self.lines[number : number + 20]:
            if line.strip() and line.strip()[0] not in ";#":
                return bool(_FIRST_ROW.match(line))
        return False


# ---- writing ---------------------------------------------------------------------------------------


def write(matches: Sequence[ScriptMatch]) -> tuple[str, list[Loss]]:
    """The games of the matches one behind the other, and what was lost."""
    from .mat_write import GNUBG, game_cells, names_for, result_cell, rows, said_besides

    lines: list[str] = []
    losses: list[Loss] = []
    for match in matches:
        names, _ = names_for(match, _found_again, losses, rated=False)
        if any(" " in name for name in names):
            losses.append(Loss(match.line, "names of several words, which GNU Backgammon parts at the blank"))
        if match.length or match.cap:
            losses.append(Loss(match.line, "the match length"))
        losses += [Loss(match.line, "a header tag")] * len(match.header)
        for game in match.games:
            if game.score_before != (0, 0):
                losses.append(Loss(game.line, "the score before a game"))
            if game.crawford:
                losses.append(Loss(game.line, "that a game is the Crawford game"))
            found, setup = game_cells(match, game, GNUBG, losses)
            if not found or not _ROLL.match(found[0].text):
                losses.append(Loss(game.line, "a game without an opening roll"))
                continue
            lines += [
                _names_line(names),
                *([setup] if setup else []),
                *rows(found, result_cell(game, GNUBG), GNUBG),
                "",
            ]
        losses += [Loss(match.line, text) for text, number in said_besides(match) for _ in range(number)]
    return "\n".join(lines) + "\n" if lines else "", losses


def _names_line(names: tuple[str, str]) -> str:
    return f"{f' {names[0]}'.ljust(NAME_WIDTH - 2)}  {names[1]}"


def _found_again(names: tuple[str, str], ratings: tuple[str, str]) -> bool:
    """Does a reader find these names, and nothing else?"""
    text = f"{_names_line(names)}\n  1) 31: 8/5 6/5\n"
    if mat.sniff(text) or not sniff(text):
        return False
    record = read(text)
    return (
        [match.names for match in record.matches] == [names]
        and not record.remarks
        and len(record.matches[0].games) == len(record.actions) == 1
    )
