"""The text of chouette ledgers: what a line says, and that nothing harms the reader."""

from __future__ import annotations

import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bganalyze.findings.codes import message
from bganalyze.findings.pages import examples
from bganalyze.findings.render import renderer
from bganalyze.findings.summary import Summary
from bganalyze.formats import chouette, read_record
from bganalyze.formats.chouette import PAGE, LedgerError, items, parse, sniff, write
from bganalyze.model.ledger import Ledger, LedgerGame, Line, Statement
from bganalyze.pipeline import Checked, check_bytes
from bganalyze.reports.context import board_of, legal_of
from bganalyze.reports.document import file_dict

CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
GOOD = """chouette
rules: money
stake: 2
players: Ann, Bob, Carol, Dave

joins: Eve
game 1
  cube: 1
  box: Ann
  captain: Bob
  team: Bob, Carol, Dave, Eve
  box doubles
  passes: Eve, Bob
  takes: Dave, Carol
  team doubles: Carol, Dave
  box takes
  team wins: gammon
  pays: Ann -28, Bob -2, Carol +16, Dave +16, Eve -2
  total: Ann -28, Bob -2, Carol +16, Dave +16, Eve -2
leaves: Bob, Eve

game 2
  team doubles
  box passes
"""


def sound(data: bytes) -> Checked:
    """A check: no crash, findings inside their lines, outputs whole and harmless to a terminal."""
    checked = check_bytes(data)
    assert not [f for f in checked.findings if f.code.startswith("BG9")], [message(f) for f in checked.findings]
    lines: list[str] = []
    if checked.encoding:
        text = data.removeprefix(b"\xef\xbb\xbf").decode(checked.encoding)
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for finding in checked.findings:
        if finding.line is None:
            continue
        assert 1 <= finding.line <= len(lines)
        assert finding.column is not None and finding.end_column is not None
        assert 1 <= finding.column <= finding.end_column <= len(lines[finding.line - 1]) + 1, finding
    for name in ("concise", "full", "json", "jsonl"):
        render = renderer(name, "0", {"describe": file_dict, "board": board_of, "legal": legal_of})
        out = "".join([*render.start(), *render.file(checked, checked.findings), *render.end(Summary())])
        if name == "json":
            json.loads(out)
        elif name != "jsonl":
            assert not CONTROL.search(out)
    return checked


# ---- recognising ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "chouette\n",
        "Chouette",
        "\n\n  # a comment\r\n\t CHOUETTE \r\ngame",
        "chouette # ours\n",
        "chouette: Friday\n",
        "chouette\rplayers: A, B\r",
    ],
)
def test_what_it_is(text: str) -> None:
    """The first word of the file, alone in its line."""
    assert sniff(text)
    assert read_record(text.encode(), 1 << 20).format == "chouette"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "chouettes\n",
        "a chouette\n",
        "chouette in the club on Friday\n",
        "players: A, B\nchouette\n",
        " 5 point match\n Game 1\n Chouette : 0    Bob : 0\n",
        "#chouette\n",
        "\n" * 100_000,
        "# \r\n" * 50_000 + "x",
    ],
)
def test_what_it_is_not(text: str) -> None:
    """Neither prose nor another record."""
    assert not sniff(text)


# ---- lines ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", None),
        ("  # only this", None),
        ("box: Ann", Statement("box", ("Ann",))),
        ("BOX Ann Lee  # in the box", Statement("box", ("Ann Lee",))),
        ("box doubles", Statement("box doubles")),
        ("Box  Doubles:", Statement("box doubles")),
        ("box wins", Statement("box wins")),
        ("box wins gammon", Statement("box wins", value="gammon")),
        ("team wins: Backgammon ", Statement("team wins", value="backgammon")),
        ("team doubles", Statement("team doubles")),
        ("team doubles: A, B", Statement("team doubles", ("A", "B"))),
        ("take: A,B ,C", Statement("takes", ("A", "B", "C"))),
        ("pass A", Statement("passes", ("A",))),
        ("all pass", Statement("all pass")),
        ("game", Statement("game")),
        ("Game 12", Statement("game", value="12")),
        ("pays: A 1, B C +2, D -3, E 0", Statement("pays", ("A", "B C", "D", "E"), (1, 2, -3, 0))),
        ("pays: A\t\u22121, A#1 -0", Statement("pays", ("A", "A#1"), (-1, 0))),
        ("totals A 3 4", Statement("total", ("A 3",), (4,))),
        ("draw", Statement("draw")),
    ],
)
def test_lines(line: str, said: Statement | None) -> None:
    """What each says."""
    assert parse(line) == said


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("  rolls 6-5", (2, 11)),
        ("boxed: A", (0, 8)),
        ("box: A, B", (5, 9)),
        ("box:", (4, 4)),
        ("team: A,, B", (8, 8)),
        ("team: A, B:2", (9, 12)),
        ("team: " + "x" * 201, (6, 207)),
        ("box doubles to 4", (12, 16)),
        ("pays: A 1, B", (11, 12)),
        ("pays: A 1, 5", (11, 12)),
        ("pays: A 1.5", (6, 11)),
        ("pays: A 1_0", (6, 11)),
        ("pays: A \u0663", (6, 9)),
        ("pays: A " + "9" * 5000, (6, 5008)),
        ("pays: A 1, B +-1", (11, 16)),
        ("players: " + ", ".join("ab" for _ in range(31)), (9, 131)),
        ("box: " + "y" * 100_000, (0, 100_005)),
    ],
)
def test_lines_that_say_nothing(line: str, place: tuple[int, int]) -> None:
    """A reason and its columns."""
    with pytest.raises(LedgerError) as caught:
        parse(line)
    assert (caught.value.column, caught.value.end) == place


def test_items() -> None:
    """Parts of a list in their columns."""
    line = "  takes:  Ann Lee ,Bob,, # nobody"
    assert [(i.text, line[i.column : i.end]) for i in items(line)] == [
        ("Ann Lee", "Ann Lee"), ("Bob", "Bob"), ("", ""), ("", ""),
    ]  # fmt: skip


def test_the_page_shows_a_ledger() -> None:
    """Its example is clean, and every word of a line stands on it."""
    (example,) = examples(PAGE)
    checked = sound(example.text.encode())
    assert checked.findings == [] and checked.ledger_games == 2
    for word in set(chouette._WORDS.values()):
        assert f"`{word}" in PAGE, word


# ---- writing ----------------------------------------------------------------------------------------------------


def said(ledger: Ledger) -> list[object]:
    """What a ledger says, without line numbers."""
    out: list[object] = [[s for _, s in ledger.opening]]
    out += ([g.number, [s for _, s in g.before], [s for _, s in g.lines]] for g in ledger.games)
    return [*out, [s for _, s in ledger.after]]


def read(text: str) -> Ledger:
    """The ledger of a text that has no bad line."""
    record = read_record(text.encode("utf-8"), 1 << 25)
    assert record.remarks == [] and record.ledger is not None
    return record.ledger


def test_there_and_back() -> None:
    """The text of a ledger says the same."""
    ledger = read(GOOD)
    assert check_bytes(GOOD.encode()).findings == []
    assert [len(g.lines) for g in ledger.games] == [12, 2]
    assert said(read(write(ledger))) == said(ledger)


_NAME = st.text(min_size=1, max_size=12)
_NUMBER = st.integers(-(10**13), 10**13)


@st.composite
def statements(draw: st.DrawFn) -> Line:
    """Any statement of a game."""
    kind = draw(st.sampled_from(["box", "team", "takes", "passes", "pays", "total", "box wins", "team doubles"]))
    if kind == "box wins":
        return 0, Statement(kind, value=draw(st.sampled_from(["", "gammon", "12", "pass"])))
    names = tuple(draw(st.lists(_NAME, min_size=1, max_size=1 if kind == "box" else 4)))
    return 0, Statement(kind, names, tuple(draw(_NUMBER) for _ in names) if kind in ("pays", "total") else ())


@settings(deadline=None, derandomize=True, database=None, max_examples=400)
@given(st.lists(statements(), max_size=6))
def test_any_ledger_there_and_back(lines: list[Line]) -> None:
    """What can be written is read as it was; the rest raises."""
    ledger = Ledger([(0, Statement("players", ("A", "B", "C")))], [LedgerGame(1, 0, [], lines)])
    try:
        text = write(ledger)
    except ValueError:
        return
    assert said(read(text)) == said(ledger)


@pytest.mark.parametrize("name", ["", "A, B", "A:B", "A\nB", "A\rB", " A", "A #1", "#", "x" * 201])
def test_names_that_cannot_be_written(name: str) -> None:
    """Values raise."""
    with pytest.raises(ValueError, match=r"cannot be written|name"):
        write(Ledger([(1, Statement("players", (name, "B", "C")))]))


# ---- hostile input ----------------------------------------------------------------------------------------------


def test_every_beginning() -> None:
    """A file that breaks off anywhere."""
    data = GOOD.encode()
    for end in range(len(data)):
        sound(data[:end])


@settings(deadline=None, derandomize=True, database=None, max_examples=400)
@given(st.binary(max_size=300))
def test_random_bytes(data: bytes) -> None:
    """Behind the first line anything may come."""
    sound(b"chouette\n" + data)
    sound(GOOD.encode() + data)


@settings(deadline=None, derandomize=True, database=None, max_examples=600)
@given(st.randoms(use_true_random=False))
def test_shuffled_lines(dice: random.Random) -> None:
    """Lines in any order, cut and doubled, with bytes changed."""
    lines = GOOD.splitlines()[1:]
    chosen = [dice.choice(lines) for _ in range(dice.randint(1, 40))]
    data = bytearray("\n".join(["chouette", *chosen]).encode())
    for _ in range(dice.choice([0, 0, 3])):
        data[dice.randrange(9, len(data))] = dice.choice(b"\x00\x1b\xff,:#+- 9\n\rA")
    sound(bytes(data))


def test_names_hostile_to_terminals() -> None:
    """Escape sequences, marks of direction, lone surrogates of another encoding."""
    text = "chouette\nplayers: \x1b[31mRed, \u202eLeft, B\x07\ngame\nbox wins\npays: \x1b[31mRed 1, \u202eLeft 5\n"
    assert {f.code for f in sound(text.encode()).findings} == {"BG617", "BG618"}
    sound(text.encode("utf-16-le"))
    sound(b"chouette\nplayers: \xe4, \x80, \xff\ngame\nbox wins\n")


def test_bad_lines_have_an_end() -> None:
    """A thousand are kept; behind ten thousand nothing is read."""
    checked = sound(b"chouette\nplayers: A, B, C\ngame\n" + b"?\n" * 20_000 + b"box wins\n")
    codes = [f.code for f in checked.findings]
    assert (codes.count("BG610"), codes.count("BG005"), codes.count("BG616")) == (1000, 1, 1)
    assert next(f.line for f in checked.findings if f.code == "BG005") == 10_004


def test_huge_numbers() -> None:
    """Neither amounts nor the stake nor the number of a game break anything."""
    text = "chouette\nstake: 999999999\nplayers: A, B, C\ngame 999999999\nbox wins: backgammon\n"
    checked = sound((text + f"pays: A {10**14}, B -{10**13}, C 0\ntotal: A {10**14}\n").encode())
    assert [f.code for f in checked.findings].count("BG618") == 3
    sound(text.replace("999999999", "9" * 5000).encode())
