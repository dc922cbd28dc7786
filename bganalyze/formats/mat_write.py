"""Scripts to match text, in GNU Backgammon's dialect (``write``) and in XG's text dialect (``write_xg``).

What no reader of match text would find again is not written; it is told as a loss. Names and tags are read back
before they are used, so that no name can pass for a row or a heading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..model import actions as act
from ..model.position import Position, unpack
from ..model.record import row_numbers
from ..model.state import MatchState
from . import mat
from .lines import LONGEST_NAME, pieces
from .notation import cells
from .script import Loss, ScriptAction, ScriptGame, ScriptHop, ScriptMatch
from .snowie import encode_snowie
from .xgid import DOWN, UP


class Dialect(NamedTuple):
    """How a program lays out its match text."""

    end: str
    """Of a line."""
    indent: str
    """In front of the length."""
    name_width: int
    """Columns of the left name and score."""
    width: int
    """Columns of the left cell."""
    gap: str
    """Behind the left cell, however long it is."""
    right_width: int
    right_result: int
    """The column of a result line of the right-hand player."""
    plural: bool
    """``points`` where there are several."""
    and_match: bool
    """The result that ends the match says so."""
    condensed: bool
    """``13/7(2)``, ``Bar/20``, ``6/Off``; else single dice, ``25/20``, ``6/0``."""
    cannot: str
    hidden: str
    between: int
    """Blank lines behind a game."""


GNUBG = Dialect("\n", " ", 32, 27, " ", 0, 34, True, False, False, "", "", 1)
XG = Dialect("\r\n", "", 39, 34, "", 34, 40, False, True, True, "Cannot Move", "????", 3)

Written = tuple[str, list[Loss]]


def write(matches: Sequence[ScriptMatch]) -> Written:
    """The matches as GNU Backgammon writes them, and what was lost."""
    return _Writer(GNUBG).write(matches)


def write_xg(matches: Sequence[ScriptMatch]) -> Written:
    """The matches in eXtreme Gammon's text form, and what was lost."""
    return _Writer(XG).write(matches)


class Cell(NamedTuple):
    """Half of a row."""

    seat: int
    text: str
    odd: bool = False
    """No action that every reader knows; it needs a clear gap."""


class _Writer:
    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.lines: list[str] = []
        self.losses: list[Loss] = []

    def write(self, matches: Sequence[ScriptMatch]) -> Written:
        for match in matches:
            self._match(match)
        text = self.dialect.end.join(self.lines) + self.dialect.end
        if self.dialect.condensed and not text.isascii():
            text = "\ufeff" + text  # as XG does, so that readers of old code pages know
        return text, self.losses

    def _lost(self, line: int | None, text: str) -> None:
        self.losses.append(Loss(line, text))

    # ---- in front of the games --------------------------------------------------------------------

    def _match(self, match: ScriptMatch) -> None:
        names, ratings = names_for(match, _found_again, self.losses)
        tags = [line for key, value in match.header.items() for line in self._tag(match, key, value, ratings)]
        self.lines += tags
        if tags:
            self.lines.append("")
        self.lines += [f"{self.dialect.indent}{match.cap or match.length} point match", ""]
        for at, game in enumerate(match.games):
            if at:
                self.lines += [""] * (self.dialect.between - 1)
            self._game(match, game, names, ratings)
        if match.games and match.rules.crawford and _crawford_by_score(match) != match.games[0].crawford:
            self._lost(match.games[0].line, "whether a game is the Crawford game")
        for kind, number in said_besides(match):
            self.losses += [Loss(match.line, kind)] * number

    def _tag(self, match: ScriptMatch, key: str, value: str, ratings: tuple[str, str]) -> Iterator[str]:
        side = {"Rating left": 0, "Rating right": 1}.get(key)
        if side is not None and ratings[side] == value:
            return  # it stands behind the name
        line = _tag_line(key, value)
        if mat.read_tag(line) != (key, value) or not line.isprintable() or len(line) > 10_000:
            plain = "".join(ch if ch.isprintable() else " " for ch in value)[:9_000]
            name = re.sub(r"[^\w .-]", "_", key)[:60]
            line = _tag_line(name, plain)
            if mat.read_tag(line) != (name, plain):
                self._lost(match.line, "a header tag that cannot be written")
                return
            self._lost(match.line, "a header tag in its own spelling")
        yield line

    # ---- a game -----------------------------------------------------------------------------------

    def _game(self, match: ScriptMatch, game: ScriptGame, names: tuple[str, str], ratings: tuple[str, str]) -> None:
        self.lines.append(f" Game {min(max(game.number, 0), 999_999_999)}")
        self.lines.append(score_line(names, ratings, game.score_before, self.dialect.name_width))
        found, setup = game_cells(match, game, self.dialect, self.losses)
        if setup:
            self.lines.append(setup)
        self.lines += rows(found, self._result(match, game), self.dialect)
        self.lines.append("")

    def _result(self, match: ScriptMatch, game: ScriptGame) -> Cell | None:
        ending = ""
        result = game.result
        if self.dialect.and_match and result is not None and result.winner is not None and match.length:
            ends = game.score_before[result.winner] + (result.points or 0) >= match.length
            ending = " and the match" if ends else ""
        return result_cell(game, self.dialect, ending)


def _crawford_by_score(match: ScriptMatch) -> bool:
    """What a reader makes of the first game of a match that is continued: with a double it is no Crawford game."""
    first = match.games[0]
    if match.length < 2 or sum(match.length - score == 1 for score in first.score_before) != 1:
        return False
    return first.score_before == (0, 0) or not any(action.kind == act.DOUBLE for action in first.actions)


def _tag_line(key: str, value: str) -> str:
    text = value.replace('\\"', '\\\\"').replace("\\]", "\\\\]")
    return f'; [{key} "{text}"]'


# ---- what .gam shares ------------------------------------------------------------------------------


def said_besides(match: ScriptMatch) -> list[tuple[str, int]]:
    """What is said about a match besides its play, with how often."""
    annotations = [action.annotation for game in match.games for action in game.actions]
    counted = {
        "the analysis of a play or a cube decision": sum(bool(a.play or a.cube) for a in annotations),
        "a luck value": sum(a.luck is not None for a in annotations),
        "a mark on an action": sum(len(a.marks) for a in annotations),
        "a comment on an action": sum(bool(a.comment) for a in annotations),
        "a comment on a game": sum(bool(game.comment) for game in match.games),
        "the statistics of a game": sum(bool(game.statistics) for game in match.games),
    }
    return [(text, number) for text, number in counted.items() if number]


def result_cell(game: ScriptGame, dialect: Dialect, ending: str = "") -> Cell | None:
    """``Wins 2 points`` with the seat of the winner, ``Resigns`` with that of the loser; ``None``: no result."""
    result = game.result
    if result is not None and result.how == "draw":
        return Cell(0, "Draw")
    if result is None or result.winner is None:
        return None
    if not result.declared or result.points is None:
        return Cell(1 - result.winner, "Resigns") if result.resigned else None
    plural = "s" if dialect.plural and result.points != 1 else ""
    return Cell(result.winner, f"Wins {result.points} point{plural}{ending}")


def game_cells(
    match: ScriptMatch, game: ScriptGame, dialect: Dialect, losses: list[Loss]
) -> tuple[list[Cell], str | None]:
    """The cells of a game in the order of play, and the line that sets up its position."""
    making = _Cells(match, game, dialect, losses)
    return making.run(), making.setup


class _Cells:
    def __init__(self, match: ScriptMatch, game: ScriptGame, dialect: Dialect, losses: list[Loss]) -> None:
        self.match = match
        self.game = game
        self.dialect = dialect
        self.losses = losses
        self.cells: list[Cell] = []
        self.setup: str | None = None
        self.cube = (1 << game.auto_doubles, -1)
        self.offer = (1, 0)
        """Value and first doubler of the offer that is pending."""
        self.rolled: ScriptAction | None = None
        """The action before, if it is a roll."""

    def _lost(self, action: ScriptAction | None, text: str) -> None:
        self.losses.append(Loss(self.game.line if action is None else action.line, text))

    def run(self) -> list[Cell]:
        actions = self.game.actions
        first = next((i for i, a in enumerate(actions) if a.kind != act.SET), len(actions))
        self._set_up(actions[:first])
        before = act.ROLL
        for at, action in enumerate(actions[first:], first):
            last = at + 1 == len(actions)
            kind = action.kind
            if kind == act.ROLL:
                self._roll(action, last)
            elif kind in (act.DOUBLE, act.BEAVER, act.RACCOON):
                # A raccoon is a beaver, too: GNU Backgammon knows no other word.
                self._add(action, f" {'Doubles' if kind == act.DOUBLE else 'Beavers'} => {action.value or 0}")
                self.offer = (action.value or 0, action.seat if kind == act.DOUBLE else self.offer[1])
            elif kind in (act.TAKE, act.DROP):
                if kind == act.DROP:
                    self._add(action, " Drops")
                elif before not in (act.BEAVER, act.RACCOON):
                    self._add(action, " Takes")
                self.cube = (self.offer[0], 1 - self.offer[1])
            elif kind == act.SET:
                self._set(action)
            else:
                self._text(action)
            before = kind
            self.rolled = action if kind == act.ROLL else None
        if self.game.auto_doubles and not any(a.kind == act.DOUBLE for a in actions):
            self._lost(None, "automatic doubles in a game without a double")
        return self.cells

    def _add(self, action: ScriptAction, text: str, odd: bool = False) -> None:
        self.cells.append(Cell(action.seat, text, odd))

    def _text(self, action: ScriptAction) -> None:
        """Text that says nothing stays as it is, if it is still one cell that says nothing."""
        text = " ".join(action.text.split())
        found = pieces(text, 0)
        alone = len(found) == 1 and found[0].text == text and found[0].number is None
        if alone and text.isprintable() and cells[text].kind == act.UNREADABLE:
            self._add(action, text, True)
        else:
            self._lost(action, "an action that cannot be read")

    def _roll(self, action: ScriptAction, last: bool) -> None:
        dice = action.dice
        assert dice is not None
        roll = f"{self._dice(dice)}: "
        if action.played == act.PENDING and action.hops is None and last and self.game.result is None:
            self._lost(action, "a roll whose play has not been made")
            return
        if action.played == act.MARKED:
            if action.after is None:
                self._lost(action, "a position that is given behind an illegal play")
                self._add(action, roll)
            else:
                self._marked(action, action.after.swap())
            return
        if action.hops is None:
            self._add(action, roll + self.dialect.hidden)
        elif not action.hops:
            self._add(action, roll + (self.dialect.cannot if action.legal else "Cannot Move"))
        else:
            self._add(action, roll + self._play(action))

    def _dice(self, dice: tuple[int, int]) -> str:
        """GNU Backgammon writes them as rolled, XG the higher one first."""
        first, second = sorted(dice, reverse=True) if self.dialect.condensed else dice
        return f"{first}{second}"

    def _play(self, action: ScriptAction) -> str:
        hops = action.hops or ()
        if not self.dialect.condensed:
            return "".join(f"{a}/{b}{'*' * hit} " for a, b, hit in hops)[: -1 if len(hops) >= 4 else None]
        known = action.legal and action.before is not None
        return condensed(hops) if known else " ".join(_step(((a, False), (b, hit))) for a, b, hit in hops)

    def _marked(self, action: ScriptAction, position: Position) -> None:
        """A roll with the position that followed it, seen by the other player."""
        dice, seat = action.dice, 1 - action.seat
        assert dice is not None
        value, owner = self.cube
        state = MatchState(
            cube=value,
            cube_owner=None if owner < 0 else owner,
            on_roll=seat,
            turn=seat,
            crawford=self.game.crawford,
            length=self.match.length,
            score=self.game.score_before,
            jacoby=None if self.match.length else self.match.rules.jacoby,
        )
        left, right = (None if name is None else re.sub(r"[^\w .-]", "_", name) for name in self.match.names)
        fields = encode_snowie(position, state, (left, right)).split(";")
        fields[4] = str(1 - seat)  # in a marker it names the player who is not on roll
        self._add(action, f"{self._dice(dice)}: Illegal play ({';'.join(fields)})", True)

    # ---- positions set by hand --------------------------------------------------------------------

    def _set_up(self, sets: Sequence[ScriptAction]) -> None:
        """What is set in front of the first action."""
        setups = [a.setup for a in sets if a.setup is not None]
        if not any(s.sides is not None or s.cube is not None or s.owner is not None for s in setups):
            return
        last = sets[-1]
        if last.after is None:
            self._lost(last, "a position set up in front of a game")
            return
        value, owner = 1 << self.game.auto_doubles, -1
        for setup in setups:
            value = value if setup.cube is None else setup.cube
            owner = owner if setup.owner is None else setup.owner
        exponent = value.bit_length() - 1
        if exponent and owner < 0:
            self._lost(last, "the value of a cube in the middle in front of a game")
            exponent = 0
        left, right = last.after if last.seat == 0 else last.after.swap()
        sign = "-" if owner == 0 and exponent else ""
        self.cube = (value, owner)
        self.setup = f"; Set Pos={board_text(left, right)}/{sign}{exponent}"

    def _set(self, action: ScriptAction) -> None:
        setup = action.setup
        if setup is None:
            return
        if setup.cube is not None or setup.owner is not None:
            self._lost(action, "a cube set by hand in the middle of a game")
        if setup.sides is None:
            return
        rolled = self.rolled
        if rolled is None:
            self._lost(action, "a position set by hand in the middle of a game")
            return
        if rolled.hops:
            self._lost(action, "a play whose position was set by hand behind it")
        self.cells.pop()
        other = 1 - rolled.seat
        self._marked(rolled, Position(setup.sides[other], setup.sides[rolled.seat]))


def board_text(left: int, right: int) -> str:
    """The 26 characters of a board: upper case and point numbers are those of the left player."""
    chars = ["-"] * 26
    for point, n in enumerate(unpack(left)[1:], 1):
        if n:
            chars[point] = UP[n]
    for point, n in enumerate(unpack(right)[1:], 1):
        if n:
            chars[25 - point] = DOWN[n]
    return "".join(chars)


def condensed(hops: Iterable[ScriptHop]) -> str:
    """Hops in short form. A checker's way is one step up to a hit; equal steps are counted.

    Only the first of two checkers on one point hits, so ``6/4*(2)`` has one star for both.
    """
    ways: list[list[tuple[int, bool]]] = []
    for start, end, hit in hops:
        for way in ways:
            if way[-1] == (start, False) and end < start:
                way[-1] = (end, hit)
                break
        else:
            ways.append([(start, False), (end, hit)])
    counts: dict[tuple[int, int], int] = {}
    hits: set[tuple[int, int]] = set()
    for way in ways:
        step = (way[0][0], way[1][0])
        counts[step] = counts.get(step, 0) + 1
        if way[1][1]:
            hits.add(step)
    return " ".join(
        _step(((a, False), (b, (a, b) in hits))) + (f"({n})" if n > 1 else "") for (a, b), n in counts.items()
    )


def _step(stops: Sequence[tuple[int, bool]]) -> str:
    return "/".join({25: "Bar", 0: "Off"}.get(p, str(p)) + "*" * hit for p, hit in stops)


def rows(found: Sequence[Cell], result: Cell | None, dialect: Dialect) -> list[str]:
    """The lines of a game's cells and its result."""
    lines: list[str] = []
    numbers = row_numbers([cell.seat for cell in found])
    left: Cell | None = None
    for at, (cell, number) in enumerate(zip(found, numbers, strict=True)):
        if cell.seat == 0:
            following = found[at + 1] if at + 1 < len(found) else None
            left = cell
            if following is None and result is not None and result.seat == 1:
                continue  # the result stands in the same row
            if following is None or following.seat == 0:
                # The answer to a beaver is not written; its empty cell is, by GNU Backgammon.
                answered = following is not None and cell.text.startswith(" Beavers")
                lines.append(_row(number, cell, None, dialect) + "  " * (answered and bool(dialect.gap)))
            continue
        beside = left if at and numbers[at - 1] == number else None
        lines.append(_row(number, beside, cell, dialect))
    if result is None:
        return lines
    words = result.text
    win = words.startswith(("Wins", "Draw"))
    if found and found[-1].seat == 0 and result.seat == 1:
        if dialect.condensed or not win:
            words = f" {words}"
        elif found[-1].text == " Drops":
            words = f" {words} "
        lines.append(_row(numbers[-1], found[-1], Cell(1, words), dialect._replace(right_width=0)))
    elif win:
        lines.append(" " * (dialect.right_result if result.seat else 6) + words)
    else:
        cell = Cell(result.seat, f" {words}")
        left, right = (None, cell) if cell.seat else (cell, None)
        lines.append(_row(numbers[-1] + 1 if numbers else 1, left, right, dialect))
    return lines


def _row(number: int, left: Cell | None, right: Cell | None, dialect: Dialect) -> str:
    text = "" if left is None else left.text
    head = f"{number:3d}) {text.ljust(dialect.width)}{dialect.gap}"
    if right is None:
        return head
    odd = right.odd or (left is not None and left.odd) or not dialect.gap
    if odd and text and not head.endswith("  "):
        head += "  "
    return head + right.text.ljust(dialect.right_width)


# ---- names -----------------------------------------------------------------------------------------


def score_line(names: tuple[str, str], ratings: tuple[str, str], scores: tuple[int, int], width: int) -> str:
    """The line of names and scores."""
    left, right = (f"{n},{r}" if r else n for n, r in zip(names, ratings, strict=True))
    first = f" {left} : {scores[0]}"
    return f"{first.ljust(width - 2)}  {right} : {scores[1]}"


def _found_again(names: tuple[str, str], ratings: tuple[str, str]) -> bool:
    """Does a reader find these names and ratings, and nothing else?"""
    for width in (GNUBG.name_width, XG.name_width):
        line = score_line(names, ratings, (3, 12), width)
        record = mat.read(f" 15 point match\n\n Game 1\n{line}\n  1) 31: 8/5 6/5\n")
        if record.remarks or len(record.matches) != 1 or len(record.matches[0].games) != 1:
            return False
        match = record.matches[0]
        rated = (match.header.get("Rating left", ""), match.header.get("Rating right", ""))
        if match.names != (names[0] or None, names[1] or None) or rated != ratings:
            return False
        if match.games[0].scores != (3, 12) or len(record.actions) != 1:
            return False
    return True


def names_for(
    match: ScriptMatch,
    found_again: Callable[[tuple[str, str], tuple[str, str]], bool],
    losses: list[Loss],
    rated: bool = True,
) -> tuple[tuple[str, str], tuple[str, str]]:
    """Names as close to the match's own as a reader finds again, and the ratings to write behind them."""
    wanted = [name or "" for name in match.names]
    ratings = ["", ""]
    for seat, tag in enumerate(("Rating left", "Rating right")) if rated else ():
        rating = match.header.get(tag, "")
        if wanted[seat] and re.fullmatch(r"[0-9]{1,5}(\.[0-9]+)?", rating):
            ratings[seat] = rating
    chosen = ["", ""]
    for seat in (0, 1):
        for name in _spellings(wanted[seat], seat):
            pair = (name, "Opponent") if seat == 0 else ("Opponent", name)
            if found_again(pair, (ratings[0], "") if seat == 0 else ("", ratings[1])):
                chosen[seat] = name
                break
        else:
            ratings[seat] = ""
            chosen[seat] = f"Player {seat + 1}"
    if not found_again((chosen[0], chosen[1]), (ratings[0], ratings[1])):
        chosen = [re.sub(r"[^\w ]", "_", " ".join(name.split())) or f"Player {i}" for i, name in enumerate(chosen, 1)]
        ratings = ["", ""]
        if not found_again((chosen[0], chosen[1]), ("", "")):
            chosen = ["Player 1", "Player 2"]
    for before, name in zip(wanted, chosen, strict=True):
        if before != name:
            losses.append(Loss(match.line, "a name in its own spelling"))
    return (chosen[0], chosen[1]), (ratings[0], ratings[1])


def _spellings(name: str, seat: int) -> Iterator[str]:
    """A name as it is, then ever plainer."""
    if not re.search("[\ud800-\udfff]", name):
        yield name
    flat = " ".join("".join(ch if ch.isprintable() else " " for ch in name).split())[: LONGEST_NAME - 10].strip()
    yield flat
    yield re.sub(r"[^\w .'-]", "_", flat)
    yield re.sub(r"[^\w]", "_", flat) or f"Player {seat + 1}"
