"""Chouette ledgers: text that a club member types, one statement a line. ``PAGE`` describes it.

The reader knows what a line may say, not whether it is right: that is ``checks.ledger``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from ..model.ledger import Ledger, LedgerGame, Line, Statement
from ..model.record import Record, Remark
from .lines import LONGEST_LINE, LONGEST_NAME, split_lines
from .notation import shorten

PAGE: Final = """\
# Chouette ledgers

A ledger is UTF-8 text. Its first line is the word `chouette`; then every line is one statement. Empty lines and
indentation mean nothing; what stands behind a `#` at the beginning of a line or behind a blank is a comment. Words are
read whatever their case; the colon may be left out.

```chouette
chouette
rules: backgammon
stake: 1
players: Ann, Bob, Carol, Dave

game 1
  box doubles
  passes: Bob
  takes: Carol, Dave
  team wins: gammon
  pays: Ann -7, Bob -1, Carol +4, Dave +4

game 2
  box: Carol
  captain: Bob
  team: Bob, Dave, Ann
  team doubles
  box passes
  pays: Carol -3, Bob +1, Dave +1, Ann +1
  total: Ann -6, Bob 0, Carol +1, Dave +5
leaves: Carol
joins: Eve
```

Before the first game:

- `rules: NAME`: a rule set of `bganalyze list rules`; without it `backgammon`.
- `set: FIELD=VALUE`: one rule, such as `set: jacoby=on`.
- `stake: N`: what a cube of 1 is worth, a whole number; without it 1.
- `players: NAMES`: in the order of the first roll. The highest is in the box, the second is captain.

Between games:

- `joins: NAMES`: they go to the end of the team.
- `leaves: NAMES`: if the box leaves, the captain takes it over; if the captain leaves, the next one is captain.

A game:

- `game N` begins it; the number may be left out.
- `box: NAME`, `captain: NAME`, `team: NAMES`: who sits where, the team from the captain on. All three follow from the
  game before and may be left out; where they are written they are checked.
- `cube: N`: the cube at the start, if automatic doubles have turned it.
- `box doubles`; behind it `takes: NAMES` and `passes: NAMES`, or `all take`, or `all pass`, until each who still plays
  has answered. There are no beavers.
- `team doubles`: all who still play agree. `team doubles: NAMES` tells who did. Behind it `box takes` or `box passes`.
- `box wins: END`, `team wins: END`: END is `single` (or nothing), `gammon` or `backgammon`, or the number of checkers
  left where the rule set pays by them. Where passes end the game no result is needed; `box wins: pass` and
  `team wins: pass` say that all who have not answered the last double pass it.
- `draw`: where the rule set has it.
- `pays: NAME AMOUNT, NAME AMOUNT`: what each player won or lost in this game.
- `total: NAME AMOUNT, NAME AMOUNT`: what each player has in all behind this game.

Names are told apart by their letters, whatever their case; they hold no comma and no colon. Amounts are whole numbers,
with a sign or without.

Team wins: the captain goes to the box, the box to the end of the team. Box wins: it stays, and the captain goes to the
end of the team. Who passes pays the box the stake before the double and is out of that game; if that is the captain,
the next taker is. At the end the box pays each who still plays, or is paid by each, the stake times the cube times the
multiplier of the end.
"""
MOST_GAMES: Final = 100_000
MOST_PLAYERS: Final = 30
MOST_REFUSED: Final = 10_000
"""What no ledger comes near: more games, players or lines that say nothing are told and left out."""
LONGEST_AMOUNT: Final = 15
"""Digits of an amount."""

_SIGNATURE = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?[\r\n])*+[ \t]*chouette[ \t]*(?:[:#][^\r\n]*)?(?:[\r\n]|\Z)", re.I)
_SNIFFED = 10_000
_WORDS: Final = {
    "rules": "rules",
    "set": "set",
    "stake": "stake",
    "players": "players",
    "join": "joins",
    "joins": "joins",
    "leave": "leaves",
    "leaves": "leaves",
    "game": "game",
    "box": "box",
    "captain": "captain",
    "team": "team",
    "cube": "cube",
    "box doubles": "box doubles",
    "team doubles": "team doubles",
    "take": "takes",
    "takes": "takes",
    "pass": "passes",
    "passes": "passes",
    "all take": "all take",
    "all pass": "all pass",
    "box takes": "box takes",
    "box passes": "box passes",
    "box wins": "box wins",
    "team wins": "team wins",
    "draw": "draw",
    "pays": "pays",
    "total": "total",
    "totals": "total",
}
"""Word of a line -> kind of its statement."""
_HEAD = re.compile(
    r"\s*("
    + "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(_WORDS, key=len, reverse=True))
    + r")(?:\s*:\s*|\s+|\Z)",
    re.I,
)
_COMMENT = re.compile(r"(?:\A|(?<=\s))#")
_AMOUNT = re.compile(r"(.*\S)\s+([+\-\u2212]?[0-9]+)", re.S)
_ALONE = frozenset(("all take", "all pass", "box takes", "box passes", "box doubles", "draw"))
_NAMES = frozenset(("players", "joins", "leaves", "box", "captain", "team", "takes", "passes", "team doubles"))
_AMOUNTS = frozenset(("pays", "total"))
_ONE = frozenset(("box", "captain"))
OPENING: Final = frozenset(("rules", "set", "stake", "players"))
BETWEEN: Final = frozenset(("joins", "leaves"))


class LedgerError(ValueError):
    """A line that says nothing; the columns (from 0, end behind the last character) at which it goes wrong."""

    def __init__(self, reason: str, column: int, end: int) -> None:
        super().__init__(reason)
        self.column = column
        self.end = end


class Item(NamedTuple):
    """One of a list of names."""

    text: str
    column: int
    """Index in the line, from 0."""
    end: int


def name_key(name: str) -> str:
    """What tells names apart: their letters whatever the case, blanks being one."""
    return " ".join(name.split()).casefold()


def sniff(text: str) -> bool:
    """Is the first line that says something the word ``chouette`` alone?"""
    return bool(_SIGNATURE.match(text[:_SNIFFED]))


def items(line: str) -> list[Item]:
    """The parts of the list behind the word of a line, between its commas; empty ones too."""
    head = _HEAD.match(line)
    start = head.end() if head else 0
    found = []
    for part in _uncommented(line)[start:].split(","):
        left = len(part) - len(part.lstrip())
        text = part.strip()
        column = start + (left if text else 0)
        found.append(Item(text, column, column + len(text)))
        start += len(part) + 1
    return found


def _uncommented(line: str) -> str:
    if "#" in line:
        comment = _COMMENT.search(line)
        if comment:
            line = line[: comment.start()]
    return line.rstrip()


def parse(line: str) -> Statement | None:
    """What a line says; ``None`` for one that is empty or a comment. Raises ``LedgerError``."""
    text = _uncommented(line)
    if not text:
        return None
    if len(text) > LONGEST_LINE:
        raise LedgerError(f"a line of {len(text)} characters is not read", 0, len(text))
    head = _HEAD.match(text)
    start = len(text) - len(text.lstrip())
    if head is None:
        raise LedgerError(f"{shorten(text.strip())!r} is not understood", start, len(text))
    kind = _WORDS[" ".join(head[1].split()).lower()]
    rest = text[head.end() :]
    if kind in _AMOUNTS:
        return _plain_amounts(kind, rest) or _listed(kind, line)
    if kind in _NAMES and (rest or kind != "team doubles"):
        return _listed(kind, line)
    if kind in _ALONE and rest:
        raise LedgerError(f"{shorten(rest)!r} behind {kind!r} is not understood", head.end(), len(text))
    return Statement(kind, value=" ".join(rest.lower().split()))


def _plain_amounts(kind: str, rest: str) -> Statement | None:
    """A list of amounts as most ledgers write it, quickly; ``None`` for what has to be looked at closely."""
    parts = rest.split(",")
    if len(parts) > MOST_PLAYERS or ":" in rest or "_" in rest:
        return None
    names, amounts = [], []
    try:
        for part in parts:
            name, _, amount = part.strip().rpartition(" ")
            if not name or len(name) > LONGEST_NAME or len(amount) > LONGEST_AMOUNT or not amount.isascii():
                return None
            names.append(name)
            amounts.append(int(amount))
    except ValueError:
        return None
    return Statement(kind, tuple(names), tuple(amounts))


def _listed(kind: str, line: str) -> Statement:
    found = items(line)
    if len(found) > MOST_PLAYERS:
        raise LedgerError(f"more than {MOST_PLAYERS} names", found[0].column, found[-1].end)
    if kind in _ONE and len(found) > 1:
        raise LedgerError(f"one name is expected behind {kind!r}", found[0].column, found[-1].end)
    names, amounts = [], []
    for item in found:
        name = item.text
        if kind in _AMOUNTS:
            got = _AMOUNT.fullmatch(name)
            if got is None:
                raise LedgerError(f"{shorten(name)!r} is no name with an amount", item.column, item.end)
            if len(got[2]) > LONGEST_AMOUNT:
                raise LedgerError(f"an amount of {len(got[2])} characters is not read", item.column, item.end)
            name = got[1]
            amounts.append(int(got[2].replace("\u2212", "-")))
        problem = _no_name(name)
        if problem:
            raise LedgerError(problem, item.column, item.end)
        names.append(name)
    return Statement(kind, tuple(names), tuple(amounts))


def _no_name(name: str) -> str:
    """Why a text is no name; '' for one that is."""
    if not name:
        return "a name is missing"
    if len(name) > LONGEST_NAME:
        return f"a name is longer than {LONGEST_NAME} characters"
    if ":" in name:
        return f"{shorten(name)!r} is no name: it holds a colon"
    return ""


class _Parsed(dict[str, "Statement | None"]):
    """Line -> what it says. Ledgers say the same again and again; it only remembers."""

    def __missing__(self, line: str) -> Statement | None:
        found = parse(line)
        if len(line) <= 200:
            if len(self) >= 4096:
                self.clear()
            self[line] = found
        return found


def read(text: str, encoding: str = "utf-8") -> Record:
    """The record of a text, with its ``ledger``. Never raises for what the text says."""
    lines = split_lines(text)
    record = Record("chouette", "", encoding, lines)
    record.ledger = ledger = Ledger()
    parsed = _Parsed()
    signed = False
    game: LedgerGame | None = None
    for number, line in enumerate(lines, 1):
        if not line or line.isspace():
            continue
        if not signed:
            signed = bool(_uncommented(line))
            continue
        try:
            said = parsed[line]
            if said is None:
                continue
            kind = said.kind
            if kind == "game":
                if len(ledger.games) >= MOST_GAMES:
                    _stop(record, number, f"more than {MOST_GAMES} games are not read")
                    break
                game = LedgerGame(None, number, ledger.after)
                ledger.games.append(game)
                ledger.after = []
                game.number = _game_number(said.value, line)
            elif kind in OPENING:
                if ledger.games or ledger.after:
                    raise LedgerError(f"{kind!r} stands before the first game", *_whole(line))
                ledger.opening.append((number, said))
            elif kind in BETWEEN:
                game = None
                ledger.after.append((number, said))
            elif game is None:
                raise LedgerError(f"{kind!r} belongs into a game, and none has begun here", *_whole(line))
            else:
                game.lines.append((number, said))
        except LedgerError as error:
            if record.keeps("BG610"):
                place = error.column + 1, max(error.end, error.column) + 1
                record.remarks.append(Remark("BG610", number, *place, {"problem": str(error)}))
            if record.said["BG610"] > MOST_REFUSED:
                _stop(record, number, f"more than {MOST_REFUSED} lines are not understood")
                break
    return record


def _stop(record: Record, number: int, problem: str) -> None:
    """Nothing more is read."""
    column, end = _whole(record.lines[number - 1])
    args: dict[str, object] = {"problem": f"{problem}; the rest is left out"}
    record.remarks.append(Remark("BG005", number, column + 1, end + 1, args))


def _whole(line: str) -> tuple[int, int]:
    """The columns of what a line says, from 0."""
    return len(line) - len(line.lstrip()), len(_uncommented(line))


def _game_number(text: str, line: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        head = _HEAD.match(line)
        raise LedgerError(f"{shorten(text)!r} is no number of a game", head.end() if head else 0, _whole(line)[1])
    return int(text)


def place(record: Record, index: int, step: int = -1) -> tuple[int, int]:
    """There is no action in such a file."""
    return 1, 1


# ---- writing --------------------------------------------------------------------------------------------------


def write(ledger: Ledger) -> str:
    """The text of a ledger. Raises ``ValueError`` for what the format cannot hold, such as a name with a comma."""
    out = ["chouette"]
    out += _texts(ledger.opening)
    for game in ledger.games:
        out += _texts(game.before)
        out += ["", "game" if game.number is None else f"game {game.number}"]
        out += (f"  {text}" for text in _texts(game.lines))
    out += _texts(ledger.after)
    return "\n".join(out) + "\n"


def _texts(lines: Iterable[Line]) -> Iterable[str]:
    for _, said in lines:
        text = _text(said)
        if parse(text) != said:
            raise ValueError(f"{said} cannot be written")
        yield text


def _text(said: Statement) -> str:
    if said.amounts:
        pairs = zip(said.names, said.amounts, strict=True)
        value = ", ".join(f"{name} {amount:+d}" if amount else f"{name} 0" for name, amount in pairs)
    else:
        value = ", ".join(said.names) or said.value
    if "\n" in value or "\r" in value:
        raise ValueError("a name of several lines cannot be written")
    return f"{said.kind}: {value}" if value else said.kind
