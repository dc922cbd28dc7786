"""Random input to the reader, the replay and the ID decoders: findings and ``IdError``, nothing else."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bganalyze.findings.codes import CODES, message, severity
from bganalyze.findings.finding import Finding, sort_key
from bganalyze.findings.render import FORMATS, renderer
from bganalyze.findings.summary import Summary
from bganalyze.formats.ids import parse_id
from bganalyze.formats.xgid import decode_xgid, encode_xgid
from bganalyze.model.gnuid import (
    ALPHABET,
    IdError,
    decode_match,
    decode_position,
    encode_match,
    encode_position,
)
from bganalyze.model.position import Position, unpack
from bganalyze.model.state import MatchState
from bganalyze.pipeline import Checked, check_bytes
from bganalyze.reports.context import board_of, legal_of
from bganalyze.reports.document import file_dict
from bganalyze.rules.generate import LegalPlay, generate
from bganalyze.rules.variants import Rules

COMMON = settings(
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def examples(number: int) -> settings:
    return settings(COMMON, max_examples=number)


# ---- what must hold for any input ---------------------------------------------------------------------

DOCUMENT = {"schema", "tool", "files", "findings", "summary"}
FILE = {"path", "format", "dialect", "encoding", "sha256", "matches"}
MATCH = {"number", "length", "players", "score", "winner", "complete", "rules", "crawford", "jacoby", "beavers"}
MATCH |= {"cube_limit", "header", "games"}
GAME = {"number", "score_before", "crawford", "winner", "result", "points", "declared_winner", "declared_points"}
GAME |= {"cube", "cube_owner", "plies", "checked", "last"}
LAST = {"gnu_id", "on_roll", "dice"}
FINDING = {"code", "name", "severity", "path", "match", "game", "move", "player", "player_name", "line", "column"}
FINDING |= {"end_column", "offset", "roll", "play", "gnu_id", "message", "fingerprint"}
SUMMARY = {"files", "files_failed", "files_ignored", "matches", "games", "games_checked", "games_partly"}
SUMMARY |= {"games_unchecked", "plies", "positions", "ledger_games", "errors", "warnings", "notes"}
RESULTS = {"single", "gammon", "backgammon", "drop", "resign-single", "resign-gammon", "resign-backgammon", "resign"}
RESULTS |= {"draw", "unfinished"}


def output(checked: Checked, name: str) -> str:
    """One file as an output format shows it."""
    render = renderer(name, "0", {"describe": file_dict, "board": board_of, "legal": legal_of})
    summary = Summary()
    summary.add_file(checked.matches, checked.failed)
    summary.add_findings(checked.findings)
    return "".join([*render.start(), *render.file(checked, checked.findings), *render.end(summary)])


def lines_of(data: bytes, encoding: str) -> list[str]:
    text = data.removeprefix(b"\xef\xbb\xbf").decode(encoding)
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def squeezed(text: str) -> str:
    """Without blanks and control characters."""
    return re.sub("[\\s\x00-\x1f\x7f-\x9f]+", "", text)


def quotes(finding: Finding, line: str) -> bool:
    """Does the place of a finding show what it is about: the roll, a step of its play, or the unreadable text?"""
    assert finding.column is not None and finding.end_column is not None
    shown = squeezed(line[finding.column - 1 : finding.end_column - 1])
    unreadable = re.fullmatch(r"'([^'\\]*?)(?:\.\.\.)?' is no (?:action|step of a checker)", message(finding))
    if unreadable:
        return squeezed(unreadable[1]) in shown
    if finding.roll is None:
        return True
    dice = f"{finding.roll[0]}{finding.roll[1]}"
    return shown.startswith(dice) or (bool(shown) and shown in (finding.play or "").split())


def placed(data: bytes) -> Checked:
    """Check; no crash, and every finding inside the file."""
    checked = check_bytes(data)
    assert not any(f.code.startswith("BG9") for f in checked.findings), [message(f) for f in checked.findings]
    lines = lines_of(data, checked.encoding) if checked.encoding else []
    for finding in checked.findings:
        assert message(finding)
        assert finding.player in (None, 0, 1)
        if finding.line is None:
            assert finding.column is None and finding.end_column is None
            continue
        assert 1 <= finding.line <= len(lines), finding
        width = len(lines[finding.line - 1])
        assert finding.column is not None and finding.end_column is not None
        assert 1 <= finding.column <= finding.end_column <= width + 1, finding
        assert quotes(finding, lines[finding.line - 1]), finding
        if finding.gnu_id is not None:
            place, _, match_id = finding.gnu_id.partition(":")
            decode_position(place)
            assert not match_id or len(match_id) == 12
    assert checked.findings == sorted(checked.findings, key=sort_key)
    return checked


def sound(data: bytes) -> Checked:
    """The same, and every output is well-formed."""
    checked = placed(data)
    for name in ("concise", "full"):
        text = output(checked, name)
        assert text.endswith("\n")
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)
    assert output(checked, "concise").count("\n") == len(checked.findings) + 1
    document = json.loads(output(checked, "json"))
    assert set(document) == DOCUMENT
    assert set(document["summary"]) == SUMMARY
    for file in document["files"]:
        assert set(file) == FILE
        for match in file["matches"]:
            assert set(match) == MATCH
            assert match["length"] is None or match["length"] > 0
            for game in match["games"]:
                assert set(game) == GAME
                assert game["result"] in RESULTS
                assert game["checked"] in ("full", "after-a-break", "partly", "none")
                assert game["last"] is None or set(game["last"]) == LAST
    for row, finding in zip(document["findings"], checked.findings, strict=True):
        assert set(row) == FINDING
        assert row["name"] == CODES[finding.code].name
        assert re.fullmatch("[0-9a-f]{16}", row["fingerprint"])
    rows = [json.loads(line) for line in output(checked, "jsonl").split("\n")[:-1]]
    assert rows[:-1] == document["findings"]
    assert rows[-1] == {"summary": document["summary"]}
    assert len(json.loads(output(checked, "sarif"))["runs"][0]["results"]) == len(checked.findings)
    suite = ET.fromstring(output(checked, "junit").encode())[0]
    # A case that was not read has the place of the games.
    assert int(suite.attrib["tests"]) >= sum(len(match.games) for match in checked.matches if not checked.failed)
    assert len(list(csv.reader(io.StringIO(output(checked, "csv"), newline="")))) == len(checked.findings) + 1
    assert len(output(checked, "github").splitlines()) == len(checked.findings) + 1
    return checked


# ---- records ------------------------------------------------------------------------------------------

PLAIN = """ 5 point match

 Game 1
 Alice : 0                     Bob : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2) 64: 8/2* 6/2                55: Cannot Move
  3)  Doubles => 2                Takes
  4) 66: 24/18(2) 13/7(2)        11: bar/24 6/5(2) 8/7
      Wins 2 points

 Game 2
 Alice : 2                     Bob : 0
  1)                             62: 24/18 13/11
  2)  Doubles => 2                Drops
      Wins 1 point
"""
TAGGED = """; [Site "Backgammon Galaxy"]
; [Match ID "1"]
; [Event "Club night"]
; [Player 1 "Zoë"]
; [Player 2 "bob"]
; [Player 1 Elo "1,00/0"]
; [EventDate "2026.01.31"]
; [Variation "Backgammon"]
; [CubeLimit "1024"]
; [Crawford "On"]

3 point match

Game 1
Zoë : 0                           bob : 0
  1) 42: 8/4 6/4                    31: 24/23 13/10
  2) 65: 24/13                      ????
  3) 11: 8/7*(2) 6/5(2)             52:
  4)                             Loses 1 point
"""
LOOSE = """\ufeff# by hand\r
Match of 3 points\r
 Game 1\r
 Ann : 0  Joe, 1650 : 0\r
1) 31 8/5 6/5\t62: 24/18, 13/11\r
2) 52: 13/8 6/4* 2) 41: Bar/24 13/9\r
3) Doubles ==> 2  Takes\r
4 63: 24/15 65: 13/7 13/8\r
5) 21: Illegal play (3;0;0;0;1;Joe;Ann;0;1;1;0;0;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;0;0;0;)\r
Resigns\r
 wins 1 point and the match\r
"""
SETUP = """; [Variation "HyperGammon (3)"]
; [Jacoby "Off"]
; [Beaver "On"]

 0 point match

 Game 1
 Alice : 0                      Bob : 0
; Set Pos=-------------------------A/0
  1)                             52: 24/19 23/21
  2)  Doubles                     Beavers => 4
  3)  Raccoons => 8               Takes
 10) 64: 6/off 5/1               31: 10/7 2/1
 11) 32: 2/off 1/off
      Wins 8 points
 Game 2
 Bob : 0                      Alice : 8
  1) 66: 24/6(2)
"""
RECORDS = {"plain": PLAIN, "tagged": TAGGED, "loose": LOOSE, "setup": SETUP}
BYTES = {name: text.encode() for name, text in RECORDS.items()}
BYTES["latin"] = TAGGED.encode("latin-1")
BYTES["cr"] = PLAIN.replace("\n", "\r").encode()

WORDS = """
31: 66: 00: 77: 11 52: 8/5 6/5 13/8 24/22 bar/20 Bar/24 6/off 24/18*/15 8/7(2) 6/1*(2) 25/3 0/1 99/1 5/5 3/8 6/5/4/3
24/off/3 off/1 (2) * / // ( ) : ; # [ ] " => ==> = , . ? ?? ???? - + Doubles Redoubles Takes Drops Passes Beavers
Raccoons Wins Losses Loses Concedes Resigns resigned points point and the match 1 2 3 10 64 0 -1 Cannot Move can't move
dances Illegal play Game Match of lost on time accepts rejects 1) 2) 3) 10) 999) Alice Bob Set Pos= 00: ????
-b----E-C---eE---c-e----B-/1 XGID= Crawford On Off Jacoby CubeLimit Variation Nackgammon EventDate Site
"""
TOKENS = WORDS.split()
BLANKS = [
    " ",
    "  ",
    "                 ",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\t",
    " \t ",
    "\x0c",
    "\x00",
    "\u00a0",
    "\u2028",
    "\x85",
]
FIXED = ["3 point match\n", " 0 point match\n", " Game 1\n", " Game 2\n", " Alice : 0                     Bob : 0\n"]
FIXED += ["  1) ", "  2) ", "  3) 31: 8/5 6/5                 52: 13/8 24/22\n", '; [Crawford "On"]\n', "; [", '"]\n']

fragments = st.one_of(st.sampled_from(TOKENS), st.sampled_from(BLANKS), st.sampled_from(FIXED), st.text(max_size=4))
record_like = st.lists(fragments, max_size=60).map("".join)


# ---- (1) any bytes ------------------------------------------------------------------------------------


@examples(300)
@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    sound(data)


@examples(300)
@given(record_like)
def test_any_words_of_a_record(text: str) -> None:
    sound(text.encode())


@examples(1000)
@given(record_like, st.sampled_from(["3", "0", "1"]))
def test_any_words_inside_a_game(text: str, length: str) -> None:
    head = f" {length} point match\n\n Game 1\n Alice : 0                     Bob : 0\n"
    sound((head + text).encode())


@examples(800)
@given(st.lists(st.lists(fragments, max_size=6).map(" ".join), min_size=1, max_size=8), st.booleans())
def test_any_rows(rows: list[str], columns: bool) -> None:
    wide = " Alice : 0                     Bob : 0\n" if columns else " Alice : 0 Bob : 0\n"
    numbered = "".join(f"{i:3}) {row}\n" for i, row in enumerate(rows, 1))
    sound(f" 3 point match\n\n Game 1\n{wide}{numbered}".encode())


@examples(800)
@given(st.lists(st.tuples(st.integers(0, 40), st.sampled_from(TOKENS)), max_size=30))
def test_words_in_any_columns(words: list[tuple[int, str]]) -> None:
    text = " 3 point match\n\n Game 1\n Alice : 0                     Bob : 0\n  1)"
    text += "".join((" " * gap if gap < 36 else "\n  2)") + word for gap, word in words)
    sound(text.encode())


COLUMNS = " 3 point match\n\n Game 1\n Alice : 0                     Bob : 0\n"
BARE = "Game 1\n:0 :0\n"
ODD_PLACES = [
    COLUMNS + " ",
    COLUMNS + "  1) 31: 8/5 6/5                 31 8/5 6/4\n",
    COLUMNS + "  1) 31: 8/5 6/5                 52 24/19 23/21\n",
    COLUMNS + "  " + "1) 31: 8/5 6/x " * 12 + "\n",
    COLUMNS + "  1) 31: 8/5 6/5 8/5 6/5  31: 8/5 6/5 31: 8/5 8/5 31: 8/5 6/5\n",
    COLUMNS + "  1)31:31:1) 31:             11 31:",
    COLUMNS + "  1)31:31:31:1)              13/8 31:",
    COLUMNS + "  1) 11 \x08 0\x1f0\n",
    COLUMNS + "1)1)\x0c31:",
    COLUMNS + "2) 52: 13/8  /4* 2) 41: Bar/24 13/9\n",
    "Game 1\n:0  :0\n12:  /89) 32:",
    "Game 1\n:0     :0\n1 31:  /82) 64:",
    "Game 1\n:0      :0\n5)6) 14:  246/2 12:bar/2/6  4",
    "Game 1\n:0  :0\n2)52:  1/4 2) 1",
    "Game 1\n3)10) 64:\x1b1\nGame 2\n:0 :8",
    "Game 2\n:0 :8\n\x1b1)66:",
    "Game 1\n1):     523/4/2\n2)2) 64:  Bar/4  2\nGame 2\n:0 :1",
    BARE + "2)s \x00 */\x85-  3)2",
    BARE + "\x00 Redoubles 2)  524/2",
    BARE + "\x00 52: 3) 31: 8/5",
    BARE + "1)3)\x00  \xc2 Passes 31: 52:",
    BARE + "2)2\n : 0           :0\naccepts 52:  [ls doubles;[",
    "3 point match\nGame 1\n0)1) Loses\x0ci",
    "3 point match\n Game 1\n31:3 point match\n\x00  1) 3 point match\n",
]


@pytest.mark.parametrize("number", range(len(ODD_PLACES)))
def test_places_that_were_wrong_once(number: int) -> None:
    sound(ODD_PLACES[number].encode())


# ---- (2) every prefix ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BYTES)
def test_every_prefix(name: str) -> None:
    data = BYTES[name]
    for end in range(len(data)):
        placed(data[:end])


@pytest.mark.parametrize("name", BYTES)
def test_every_suffix(name: str) -> None:
    data = BYTES[name]
    for start in range(len(data)):
        placed(data[start:])


@pytest.mark.parametrize("name", BYTES)
def test_every_byte_left_out(name: str) -> None:
    data = BYTES[name]
    for at in range(len(data)):
        placed(data[:at] + data[at + 1 :])


@pytest.mark.parametrize("name", RECORDS)
def test_every_line_left_out_or_twice(name: str) -> None:
    lines = RECORDS[name].splitlines(keepends=True)
    for at in range(len(lines)):
        sound("".join(lines[:at] + lines[at + 1 :]).encode())
        sound("".join(lines[: at + 1] + lines[at:]).encode())
        sound("".join([*lines[:at], "\n", "x\n", *lines[at:]]).encode())


# ---- (3) mutations ------------------------------------------------------------------------------------

SPICE = '0123456789:/*();[]" \t\n\r\x00\x1b-=>?abofrGWDTxé\u2028\u202e\U0001f600\ufeff'


def mutate(rng: random.Random, text: str) -> str:
    """A few random changes of characters and lines."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        kind = rng.randrange(10)
        at = rng.randrange(len(text) + 1)
        if kind == 0:
            text = text[:at] + text[at + rng.randrange(1, 6) :]
        elif kind == 1:
            text = text[:at] + text[at : at + rng.randrange(1, 20)] + text[at:]
        elif kind <= 4:
            text = text[:at] + rng.choice(SPICE) + text[at + 1 :]
        elif kind == 5:
            text = text[:at] + rng.choice([*TOKENS, *BLANKS, *FIXED]) + text[at:]
        else:
            lines = text.splitlines(keepends=True)
            if not lines:
                continue
            i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
            if kind == 6:
                lines[i], lines[j] = lines[j], lines[i]
            elif kind == 7:
                lines.insert(j, lines[i])
            elif kind == 8:
                del lines[i]
            else:
                lines[i] = lines[i].rstrip("\r\n")  # joins two lines
            text = "".join(lines)
    return text


seeds = st.integers(0, 2**32 - 1)


@examples(2000)
@given(st.sampled_from(sorted(RECORDS)), seeds)
def test_mutations(name: str, seed: int) -> None:
    sound(mutate(random.Random(seed), RECORDS[name]).encode("utf-8", "surrogatepass"))


@examples(800)
@given(st.sampled_from(sorted(RECORDS)), seeds)
def test_mutations_of_bytes(name: str, seed: int) -> None:
    rng = random.Random(seed)
    data = bytearray(BYTES[name])
    for _ in range(rng.randrange(1, 6)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    sound(bytes(data))


# ---- random legal games -------------------------------------------------------------------------------

RIGHT = 34
Step = tuple[int, int, bool]


class Cell(NamedTuple):
    """A roll in a written record: where it stands, and the position before it."""

    line: int
    seat: int
    dice: tuple[int, int]
    position: Position
    steps: tuple[Step, ...]
    text: str


class Written(NamedTuple):
    """A record as text, with its rolls."""

    text: str
    cells: list[Cell]


def point_text(point: int, rng: random.Random) -> str:
    if point == 25:
        return rng.choice(("bar", "Bar", "25"))
    return str(point) if point else rng.choice(("off", "Off"))


def play_text(play: LegalPlay, rng: random.Random) -> str:
    """Steps as some writer would write them: one by one, as a chain of stops, or counted."""
    steps = list(play.steps)
    style = rng.randrange(3)
    if style == 1:
        chain: list[list[tuple[int, bool]]] = []
        for start, end, hit in steps:
            if chain and chain[-1][-1][0] == start:
                chain[-1].append((end, hit))
            else:
                chain.append([(start, False), (end, hit)])
        return " ".join("/".join(point_text(p, rng) + "*" * hit for p, hit in stops) for stops in chain)
    if style == 2 and len({s[:2] for s in steps}) < len(steps) and not any(hit for *_, hit in steps):
        counts: dict[tuple[int, int], int] = {}
        for start, end, _ in steps:
            counts[start, end] = counts.get((start, end), 0) + 1
        texts = [(f"{point_text(a, rng)}/{point_text(b, rng)}", n) for (a, b), n in counts.items()]
        return " ".join(text + (f"({n})" if n > 1 else "") for text, n in texts)
    return " ".join(f"{point_text(a, rng)}/{point_text(b, rng)}" + "*" * hit for a, b, hit in steps)


def random_record(seed: int, most_games: int = 3) -> Written:
    """A match of random legal play: dances, doubles, takes, drops, wins on the board, resignations."""
    rng = random.Random(seed)
    length = rng.choice((1, 3, 5, 7))
    lines = [f" {length} point match", ""]
    cells: list[Cell] = []
    score = [0, 0]
    crawford_done = False
    for number in range(1, most_games + 1):
        crawford = length > 1 and not crawford_done and (length - 1) in score
        crawford_done = crawford_done or crawford
        lines.append(f" Game {number}")
        lines.append(f" Alice : {score[0]}".ljust(RIGHT) + f"Bob : {score[1]}")
        winner, points = random_game(rng, lines, cells, length > 1 and not crawford, score, length)
        score[winner] += points
        over = score[winner] >= length
        text = f"Wins {points} point{'s' * (points > 1)}{' and the match' * over}"
        lines.append((" " * 6 if winner == 0 else " " * RIGHT) + text)
        lines.append("")
        if over:
            break
    return Written("\n".join(lines) + "\n", cells)


def random_game(
    rng: random.Random, lines: list[str], cells: list[Cell], cube_used: bool, score: list[int], length: int
) -> tuple[int, int]:
    """Append the rows of one game. Gives winner and points."""
    rows = Rows(lines)
    position = Rules().start_position()
    seat = rng.randrange(2)
    cube, owner = 1, None
    last = rng.choice((4, 10, 30, 400))
    for ply in range(1000):
        alive = length - score[seat] > cube
        if ply and cube_used and owner in (None, seat) and alive and rng.random() < 0.06:
            rows.add(seat, f" Doubles => {2 * cube}")
            if rng.random() < 0.3:
                rows.add(1 - seat, " Drops")
                return seat, cube
            rows.add(1 - seat, " Takes")
            cube, owner = 2 * cube, 1 - seat
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        while ply == 0 and dice[0] == dice[1]:
            dice = (rng.randint(1, 6), rng.randint(1, 6))
        plays = generate(position, dice)
        play = bearing_off(plays, rng) if plays else LegalPlay((), position)
        text = f"{dice[0]}{dice[1]}: " + (play_text(play, rng) if plays else "Cannot Move")
        line = rows.add(seat, text)
        cells.append(Cell(line, seat, dice, position, play.steps, text))
        mine, theirs = unpack(play.position.on_roll), unpack(play.position.opponent)
        if not sum(mine[1:]):
            kind = 1 if theirs[0] else 3 if theirs[25] or sum(theirs[19:25]) else 2
            return seat, cube * kind
        position = play.position.swap()
        seat = 1 - seat
        if ply > last:
            return rng.randrange(2), cube  # the loser resigns
    raise AssertionError("a game of a thousand rolls")


def bearing_off(plays: list[LegalPlay], rng: random.Random) -> LegalPlay:
    """A random play, rather one that brings checkers on, so that games end."""
    return min(
        rng.sample(plays, min(3, len(plays))),
        key=lambda p: sum(i * n for i, n in enumerate(unpack(p.position.on_roll))),
    )


class Rows:
    """Rows of two columns, filled in turn."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.number = 0
        self.left_filled = False

    def add(self, seat: int, text: str) -> int:
        """Write a cell; gives its line number."""
        if seat == 0 or not self.left_filled:
            self.number += 1
            self.lines.append(f"{self.number:3}) ")
        if seat == 0:
            self.lines[-1] += text
        else:
            self.lines[-1] = self.lines[-1].ljust(RIGHT - 1) + " " + text
        self.left_filled = seat == 0
        return len(self.lines)


def faults(checked: Checked) -> list[str]:
    return [f"{f.line}: {f.code} {message(f)}" for f in checked.findings if severity(f) != "note"]


@examples(100)
@given(seeds)
def test_random_legal_records_are_clean(seed: int) -> None:
    record = random_record(seed)
    checked = placed(record.text.encode())
    assert faults(checked) == [], record.text
    assert sum(g.plies for m in checked.matches for g in m.games) == len(record.cells)
    assert {g.checked for m in checked.matches for g in m.games} == {"full"}


# ---- (4) a damaged token ------------------------------------------------------------------------------


def hops(text: str) -> list[tuple[int, int]] | None:
    """The hops of a play's text, by hand; ``None`` if it is none."""
    found = []
    for piece in text.replace("*", "").split():
        piece, _, count = piece.partition("(")
        stops = [{"bar": 25, "off": 0}.get(stop.lower(), stop) for stop in piece.split("/")]
        if not all(str(stop).isdecimal() for stop in stops) or len(stops) < 2:
            return None
        points = [int(stop) for stop in stops]
        found += list(pairwise(points)) * int(count.rstrip(")") or 1)
    return found


def stays_legal(cell: Cell, text: str) -> bool:
    """Does the text of a cell still lead the mover to where some legal play of its roll leads?"""
    dice_text, _, rest = text.partition(":")
    dice = (int(dice_text[0]), int(dice_text[1]))
    plays = generate(cell.position, dice)
    if rest.strip() == "Cannot Move":
        return not plays
    if not rest.strip():
        return len(plays) <= 1
    made = hops(rest)
    if made is None:
        return False
    own = unpack(cell.position.on_roll)
    for start, end in made:
        if start > 25 or end > 25:
            return False
        own[start] -= 1
        own[end] += 1
    return own in [unpack(play.position.on_roll) for play in plays]


def change_a_point(rng: random.Random, text: str) -> str | None:
    head, _, rest = text.partition(": ")
    places = list(re.finditer(r"\b[0-9]{1,2}\b(?!\))", rest))
    if not places:
        return None
    place = rng.choice(places)
    return f"{head}: {rest[: place.start()]}{int(place[0]) + rng.choice((-1, 1))}{rest[place.end() :]}"


def drop_a_step(rng: random.Random, text: str) -> str | None:
    head, _, rest = text.partition(": ")
    pieces = rest.split()
    if "/" not in rest:
        return None
    at = rng.randrange(len(pieces))
    if pieces[at].count("/") > 1:
        pieces[at] = pieces[at].rpartition("/")[0]
    else:
        del pieces[at]
    return f"{head}: {' '.join(pieces)}"


def change_a_die(rng: random.Random, text: str) -> str | None:
    at = rng.randrange(2)
    other = rng.choice([d for d in "123456" if d != text[at]])
    return text[:at] + other + text[at + 1 :]


def claim_a_dance(rng: random.Random, text: str) -> str | None:
    return f"{text[:2]}: Cannot Move" if "/" in text else None


def double_a_step(rng: random.Random, text: str) -> str | None:
    head, _, rest = text.partition(": ")
    pieces = rest.split()
    return f"{head}: {rest} {rng.choice(pieces)}" if "/" in rest else None


DAMAGES: list[Callable[[random.Random, str], str | None]] = [
    change_a_point,
    drop_a_step,
    change_a_die,
    claim_a_dance,
    double_a_step,
]


def damaged(seed: int) -> Iterator[tuple[str, Cell, str]]:
    """Texts of a record with one damaged cell each, with the cell and its new text."""
    record = random_record(seed, most_games=1)
    rng = random.Random(seed)
    lines = record.text.split("\n")
    for damage in DAMAGES:
        cell = rng.choice(record.cells)
        text = damage(rng, cell.text)
        if text is None or text == cell.text:
            continue
        line = lines[cell.line - 1]
        if cell.seat == 0:
            left, right = line[:5] + text, line[5 + len(cell.text) :].strip()
            line = left.ljust(RIGHT - 1) + " " + right if right else left
        else:
            line = line.removesuffix(cell.text) + text
        yield "\n".join([*lines[: cell.line - 1], line, *lines[cell.line :]]), cell, text


@examples(400)
@given(seeds)
def test_a_damaged_token_is_found(seed: int) -> None:
    for text, cell, play in damaged(seed):
        checked = placed(text.encode())
        there = [f for f in checked.findings if f.line == cell.line and f.player == cell.seat and severity(f) != "note"]
        assert there or stays_legal(cell, play), f"line {cell.line}: {cell.text!r} -> {play!r}\n{text}"


# ---- (5) IDs ------------------------------------------------------------------------------------------


def parses(text: str) -> bool:
    """Only ``IdError`` may come out, with a column in the text."""
    try:
        found = parse_id(text)
    except IdError as error:
        assert 1 <= error.column <= len(text) + 1, (text, error.column, str(error))
        assert str(error)
        return False
    assert found.position is not None or found.state is not None
    found.gnu_id()
    found.xgid()
    return True


id_words = ["XGID=", "xgid = ", "4HPwATDgc/ABMA", "cIkmAQAAAAAA", ":", "::", "=", "==", " ", "\n", "Position ID:"]
id_words += ["Match ID: ", "-b----E-C---eE---c-e----B-", "0", "1", "-1", "61", "00", "D", "B", "R", "10", "15", "7"]
id_words += [":0:0:1:61:0:0:0:7:10", ":1:1:-1:D:2:0:3:0:10", "GNUBGID ", "AAAA", "/", "+"]
id_texts = st.lists(st.one_of(st.sampled_from(id_words), st.text(max_size=3)), max_size=12).map("".join)


@examples(400)
@given(st.one_of(st.text(), id_texts))
def test_any_text_as_an_id(text: str) -> None:
    parses(text)


@examples(300)
@given(st.text(alphabet=ALPHABET, min_size=10, max_size=16), st.text(alphabet=ALPHABET, min_size=11, max_size=13))
def test_any_base64_as_an_id(place: str, match: str) -> None:
    for text in (place, match, f"{place}:{match}", f"{match} {place}", f"{place}==:{match}"):
        parses(text)


@examples(500)
@given(
    st.sampled_from(["-b----E-C---eE---c-e----B-", "-" * 25 + "A", "-a-B" + "-" * 22]),
    st.tuples(*[st.integers(-2, 32)] * 3),
    st.sampled_from(["00", "61", "11", "D", "B", "R", "d", "0", "71"]),
    st.tuples(st.integers(-1, 8), st.integers(-1, 8), st.integers(-1, 4), st.integers(0, 8), st.integers(0, 32)),
)
def test_any_numbers_in_an_xgid(board: str, first: tuple[int, ...], dice: str, rest: tuple[int, ...]) -> None:
    parses("XGID=" + ":".join(map(str, (board, *first, dice, *rest))))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position with up to 15 checkers a side, none on a point of the other."""
    own, other = [0] * 26, [0] * 26
    for side, against in ((own, other), (other, own)):
        for point in draw(st.lists(st.integers(1, 25), max_size=15)):
            if point == 25 or not against[25 - point]:
                side[point] += 1
    if not sum(own) and not sum(other):
        own[draw(st.integers(1, 24))] = 1
    if own[25] and other[25] and (min(own[1:7]) > 1 and min(other[1:7]) > 1):
        own[25] = 0
    for side in (own, other):
        side[0] = 15 - sum(side)
    return Position.from_counts(own, other)


def _over(position: Position) -> bool:
    return 15 in (position.on_roll & 15, position.opponent & 15)


@st.composite
def states(draw: st.DrawFn) -> MatchState:
    """A state that both kinds of ID can hold."""
    length = draw(st.one_of(st.just(0), st.integers(1, 25), st.just(32767)))
    most = length - 1 if length else 32767
    score = (draw(st.integers(0, most)), draw(st.integers(0, most)))
    crawford = bool(length) and sum(length - s == 1 for s in score) == 1 and draw(st.booleans())
    seat = draw(st.integers(0, 1))
    cube = 1 << draw(st.integers(0, 10))
    owner = draw(st.sampled_from([0, 1])) if cube > 1 else None
    doubled = not crawford and owner in (None, seat) and draw(st.booleans())
    dice = None if doubled else draw(st.one_of(st.none(), st.tuples(st.integers(1, 6), st.integers(1, 6))))
    jacoby = None if length else draw(st.booleans())
    return MatchState(
        cube=cube,
        cube_owner=owner,
        on_roll=seat,
        turn=1 - seat if doubled else seat,
        crawford=crawford,
        doubled=doubled,
        dice=None if dice is None else (max(dice), min(dice)),
        length=length,
        score=score,
        jacoby=jacoby,
    )


@examples(500)
@given(positions())
def test_positions_there_and_back(position: Position) -> None:
    text = encode_position(position)
    assert len(text) == 14
    assert decode_position(text) == position
    assert parse_id(text).position == position
    assert Position.from_gnu_id(text + "==") == position
    assert encode_position(position.swap().swap()) == text


@examples(400)
@given(positions(), states())
def test_states_there_and_back(position: Position, state: MatchState) -> None:
    text = encode_match(state)
    assert len(text) == 12
    assert decode_match(text) == state
    found = parse_id(f"{encode_position(position)}:{text}")
    assert (found.position, found.state) == (position, state)
    assert found.gnu_id() == f"{encode_position(position)}:{text}"


@examples(400)
@given(positions(), states(), st.booleans())
def test_xgids_there_and_back(position: Position, state: MatchState, beavers: bool) -> None:
    state = state._replace(beavers=None if state.length else beavers, max_cube=1024)
    if _over(position):
        state = state._replace(game_state="over", dice=None)
    text = encode_xgid(position, state)
    assert decode_xgid(text) == (position, state)
    assert encode_xgid(*decode_xgid(text)) == text
    assert parse_id(text).kind == "xgid"
    assert parse_id(text.removeprefix("XGID=")).position == position


@examples(300)
@given(positions(), st.integers(0, 13), st.characters())
def test_a_flipped_character_of_a_position_id(position: Position, at: int, ch: str) -> None:
    text = encode_position(position)
    for other in (ch, ALPHABET[ord(ch) % 64], ALPHABET[ALPHABET.index(text[at]) ^ 1 << ord(ch) % 6]):
        changed = text[:at] + other + text[at + 1 :]
        if parses(changed):
            assert encode_position(decode_position(changed)) == changed


@examples(300)
@given(positions(), states(), st.integers(0, 200), st.characters())
def test_a_flipped_character_of_other_ids(position: Position, state: MatchState, at: int, ch: str) -> None:
    both = f"{encode_position(position)}:{encode_match(state)}"
    for text in (encode_match(state), both, encode_xgid(position, state)):
        i = at % len(text)
        for other in (ch, ALPHABET[ord(ch) % 64], "0123456789-:"[ord(ch) % 12], ""):
            parses(text[:i] + other + text[i + 1 :])


def test_every_format_is_rendered_here() -> None:
    assert set(FORMATS) == {"concise", "full", "json", "jsonl", "sarif", "junit", "github", "csv"}
