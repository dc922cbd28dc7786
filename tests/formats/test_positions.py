"""Lists of position IDs."""

from __future__ import annotations

from pathlib import Path

import pytest

from bganalyze.formats import positions, read_record
from bganalyze.model.position import Position
from bganalyze.model.record import MOST_REMARKS, Record
from bganalyze.pipeline import check_bytes, read
from bganalyze.rules.variants import Rules

START = Rules().start_position()
GNU = "4HPwATDgc/ABMA"
MATCH = "cIkWAAAAAAAA"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:51:0:0:0:9:10"
SNOWIE = "7;0;0;0;1;Bot;Ann;0;0;0;1;0;0;0;-2;2;2;-2;2;2;2;0;0;0;-2;3;0;1;-2;-2;1;-2;0;-1;-2;0;0;0;0;0;"


def record_of(text: str) -> Record:
    """The record of a text, whose format its content tells."""
    return read_record(text.encode(), 1 << 25)


def test_all_forms() -> None:
    """One ID a line in every form, with comments, numbers and empty lines."""
    text = f"""# openings
// from a book

{GNU}
  {GNU}:{MATCH}   // start
2. {XGID} # five-one
3) {SNOWIE} ; a Snowie line
Position ID: {GNU}
Match ID: {MATCH}
XGID={XGID[5:]};no blank
"""
    record = record_of(text)
    assert (record.format, record.dialect, record.matches, record.remarks) == ("positions", "gnu", [], [])
    assert [(p.line, p.column, p.end - p.column) for p in record.positions] == [
        (4, 1, 14),
        (5, 3, 27),
        (6, 4, len(XGID)),
        (7, 4, len(SNOWIE)),
        (8, 1, 27),
        (10, 1, len(XGID)),
    ]
    assert [p.comment for p in record.positions] == ["", "start", "five-one", "a Snowie line", "", "no blank"]
    assert [p.position == START for p in record.positions] == [True, True, True, False, True, True]
    assert [p.state is not None for p in record.positions] == [False, True, True, True, True, True]
    assert record.positions[3].names == ("Ann", "Bot")
    assert [p.text for p in record.positions[:2]] == [GNU, f"{GNU}:{MATCH}"]


def test_bad_lines_are_findings() -> None:
    """With line and column; the good ones are kept."""
    text = (
        "\n".join([GNU] * 5)
        + f"\n  4HPwATDgc/AB?A # no\n{MATCH}\nXGID=-b----E-C---eE---c-e----B-:0:0:0:51:0:0:0:9:10\n{GNU}\n"
    )
    checked = check_bytes(text.encode())
    found = [(f.code, f.line, f.column) for f in checked.findings]
    assert found == [("BG101", 6, 15), ("BG101", 7, 1), ("BG101", 8, 37)]
    assert len(record_of(text).positions) == 6


def test_a_match_id_alone() -> None:
    """It belongs to the position in front of it, or to none."""
    record = record_of(f"{GNU}\n{MATCH}\n{MATCH}\n")
    assert [p.state is not None for p in record.positions] == [True]
    assert [(r.code, r.line) for r in record.remarks] == [("BG101", 3)]


def test_many_bad_lines() -> None:
    """No more is kept than of any other remark."""
    record = record_of("\n".join([GNU] * 5 + ["x"] * (MOST_REMARKS + 5)))
    assert len(record.remarks) == MOST_REMARKS
    assert record.left_out == {"BG101": 5}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a comment\n",
        "Hello world\n",
        f"The position\n{GNU}\n",
        f"{GNU}\nis the start\n",
        "\n".join([GNU] * 4) + "\nword\n",
        f"{MATCH}\n",
        f"{XGID}\n1. 13/7 8/5  Equity: 0.234\n",
        " 5 point match\n Game 1\n Ann : 0    Bob : 0\n  1) 31: 8/5 6/5\n",
        "a;b;c\n1;2;3\n",
        "x" * 100_000,
        f"{GNU} {GNU} {GNU}\n",
    ],
)
def test_what_it_is_not(text: str) -> None:
    """The first five lines that say something have to be IDs."""
    assert not positions.sniff(text)


def test_semicolons_of_a_snowie_line_are_no_comment() -> None:
    """Names may hold the marks of comments; what follows the fortieth field is one."""
    line = SNOWIE.replace("Ann", "A#n//n")
    (found,) = record_of(f"{line}# talk\n").positions
    assert (found.names, found.comment) == (("A#n//n", "Bot"), "talk")
    cut = record_of(SNOWIE + "\n" + "\n".join([GNU] * 5) + "\n" + SNOWIE[:-20] + "\n")
    assert [r.line for r in cut.remarks] == [7]


def test_slashes_of_a_gnu_id_are_no_comment() -> None:
    """Two slashes need a blank in front of them."""
    position = Position.from_points({1: 15}, {22: 15})
    assert "//" in position.gnu_id()
    record = record_of(f"{position.gnu_id()}\nPosition ID:{position.gnu_id()} //x\n")
    assert [(p.position, p.comment) for p in record.positions] == [(position, ""), (position, "x")]


def test_crlf_and_byte_order_mark() -> None:
    """As Windows writes them."""
    record = read_record(b"\xef\xbb\xbf" + f"{XGID}\r\n{GNU}\r\n".encode(), 1 << 20)
    assert [p.line for p in record.positions] == [1, 2]


def test_real_files(corpus: Path) -> None:
    """Snowie lines that GNU Backgammon wrote; a list with candidate plays between its IDs is another format."""
    files = sorted(corpus.glob("files/snowie-position/*.txt"))
    assert len(files) == 5
    for path in files:
        record = read(str(path))
        assert (record.format, record.dialect, len(record.positions), record.remarks) == ("positions", "snowie", 1, [])
    for path in corpus.glob("files/*/*"):
        if path.is_file() and path.parent.name != "snowie-position":
            assert not positions.sniff(path.read_bytes().decode("latin-1")), path
