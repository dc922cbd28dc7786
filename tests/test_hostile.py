"""Hostile input: whatever the bytes, the names and the outputs are, a run gives findings and ends in order."""

from __future__ import annotations

import errno
import gc
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bganalyze.bulk import check_all, find
from bganalyze.findings.codes import message
from bganalyze.findings.render import FORMATS, renderer
from bganalyze.findings.summary import Summary
from bganalyze.formats import mat, notation
from bganalyze.pipeline import MAX_BYTES, MAX_PER_CODE, Checked, check_bytes, check_file
from bganalyze.reports.context import board_of, legal_of
from bganalyze.reports.document import file_dict
from bganalyze.rules.declared import RuleOptions

RIGHT = 34
"""Column of the right-hand cells in the records made here."""
LENGTH = " 3 point match\n"
GAME = LENGTH + "\n Game 1\n"
HEAD = GAME + " Alice : 0".ljust(RIGHT) + "Bob : 0\n"
"""All that stands in front of the first row."""
NARROW = GAME + " Alice : 0 Bob : 0\n"
"""The same where the right-hand column is not known."""
OPENING = "  1) 31: 8/5 6/5".ljust(RIGHT) + "52: 13/8 24/22\n"
GOOD = HEAD + OPENING + "  2)  Doubles => 2".ljust(RIGHT) + " Drops\n" + "      Wins 1 point\n"
NEEDS_SIGNALS = pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no alarm signal")
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters other than the line feed, and those that turn the direction of text."""


# ---- helpers ------------------------------------------------------------------------------------------


class _Late(BaseException):
    """Not an ``Exception``, so that nothing on the way takes it for a fault of the file."""


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Fail rather than wait for what hangs."""

    def late(number: int, frame: object) -> None:
        raise _Late

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except _Late:
        pytest.fail(f"not done within {seconds} seconds")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def output(checked: Checked, name: str) -> str:
    """One file as an output format shows it, in the order of the command."""
    render = renderer(name, "0", {"describe": file_dict, "board": board_of, "legal": legal_of})
    summary = Summary()
    summary.add_file(checked.matches, checked.failed)
    summary.add_findings(checked.findings)
    pieces = [*render.start(), *render.file(checked, checked.findings), *render.end(summary)]
    return "".join(pieces)


def sound(data: bytes | str, seconds: float = 10) -> Checked:
    """Check, and hold what every check must keep: findings in their places, outputs well-formed."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    with limit(seconds):
        checked = check_bytes(raw)
        assert [f for f in checked.findings if f.code.startswith("BG9")] == []
        if checked.encoding is not None:
            text = raw.removeprefix(b"\xef\xbb\xbf").decode(checked.encoding)
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            for finding in checked.findings:
                if finding.line is None:
                    continue
                assert 1 <= finding.line <= len(lines), finding
                assert finding.column is not None and finding.end_column is not None
                width = len(lines[finding.line - 1])
                assert 1 <= finding.column <= finding.end_column <= width + 1, finding
        for finding in checked.findings:
            assert message(finding)
        for name in ("concise", "full"):
            assert not CONTROL.search(output(checked, name))
        document = json.loads(output(checked, "json"))
        assert len(document["findings"]) == len(checked.findings)
        for line in output(checked, "jsonl").split("\n")[:-1]:
            json.loads(line)
    return checked


def codes(checked: Checked) -> set[str]:
    return {f.code for f in checked.findings}


def command(
    *args: str | bytes | Path,
    stdin: bytes = b"",
    cwd: Path | None = None,
    seconds: float = 30,
    env: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """The command line in a process of its own. A traceback is never an answer."""
    done = subprocess.run(
        [sys.executable, "-m", "bganalyze", *args],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        timeout=seconds,
        check=False,
        env={**os.environ, **(env or {})},
    )
    assert_quiet(done.stderr)
    return done


def assert_quiet(stderr: bytes) -> None:
    for word in (b"Traceback", b"Exception ignored"):
        assert word not in stderr, stderr.decode(errors="replace")[-1500:]


_MEASURE = """
import json, resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
sys.path.insert(0, sys.argv[2])
import test_hostile
data = eval(sys.argv[1], vars(test_hostile)).encode()
from bganalyze.pipeline import check_bytes
start = time.process_time()
checked = check_bytes(data)
spent = time.process_time() - start
status = open("/proc/self/status").read()  # not ru_maxrss, which a child takes over from its parent
peak = int(status.partition("VmHWM:")[2].split()[0]) >> 10
codes = sorted({f.code for f in checked.findings})
print(json.dumps({"seconds": spent, "megabytes": peak, "codes": codes}))
"""


def measure(expression: str, seconds: float) -> tuple[float, int, list[str]]:
    """Check data in a process of its own: seconds of the check, peak memory in MB, codes found."""
    args = [sys.executable, "-c", _MEASURE, expression, str(Path(__file__).parent)]
    try:
        done = subprocess.run(args, capture_output=True, timeout=seconds + 10, check=False)
    except subprocess.TimeoutExpired:
        pytest.fail(f"{expression}: not done within {seconds} seconds")
    assert done.returncode == 0, done.stderr.decode()[-500:]
    got = json.loads(done.stdout)
    assert "BG901" not in got["codes"], expression
    return got["seconds"], got["megabytes"], got["codes"]


def rows(count: int, left: str, right: str = "") -> str:
    """Rows with their numbers."""
    return "".join(f"{i:3}) {left}".ljust(RIGHT) + f"{right}\n" for i in range(1, count + 1))


# ---- small files --------------------------------------------------------------------------------------


@NEEDS_SIGNALS
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b" \t\r\n \n",
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf\n\n",
        b"\0",
        b"\0" * 5000,
        bytes(range(256)) * 20,
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"PK\x03\x04" + b"\xff" * 100,
        b"\x1f\x8b\x08\0",
        b"\r",
        b"\x85\xa0",
        "\u2028\u2029\u0085".encode(),
        b")",
        b"Game 1",
        b"3 point match",
        b"3 point match\n1)",
        b"3 point match\nGame 1\n1)",
        b"3 point match\nGame 1\n1) 31:",
        b"; [",
        b'; [A "',
    ],
)
def test_bytes_that_are_no_record(data: bytes) -> None:
    checked = sound(data)
    assert checked.findings
    assert not any(game.plies > 1 for match in checked.matches for game in match.games)


@NEEDS_SIGNALS
@pytest.mark.parametrize("bom", [True, False])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_encodings(encoding: str, bom: bool) -> None:
    checked = sound((("\ufeff" if bom else "") + GOOD).encode(encoding))
    assert checked.failed
    assert not checked.matches


@NEEDS_SIGNALS
@pytest.mark.parametrize("at", range(0, len(GOOD), 7))
def test_a_nul_byte_anywhere(at: int) -> None:
    sound(GOOD[:at] + "\0" + GOOD[at:])


def test_the_good_record_is_good() -> None:
    assert {f.code for f in check_bytes(GOOD.encode()).findings} == {"BG506"}


# ---- numbers ------------------------------------------------------------------------------------------

NUMERIC_PLACES = {
    "length": "{n} point match\n Game 1\n Alice : 0   Bob : 0\n" + OPENING,
    "length-2": "Match of {n} points\n Game 1\n Alice : 0   Bob : 0\n" + OPENING,
    "game": LENGTH + " Game {n}\n Alice : 0".ljust(RIGHT) + "Bob : 0\n" + OPENING,
    "row": HEAD + "{n}) 31: 8/5 6/5\n",
    "second-row": HEAD + OPENING + "  {n}) 31: 8/5 6/5 \n",
    "glued-row": HEAD + "  1) 31: 8/5 6/5   52: 13/8 24/22 {n}) 31: 8/5 6/5\n",
    "row-without-parenthesis": HEAD + OPENING + "  {n} 31: 8/5 6/5\n",
    "score": GAME + " Alice : {n}   Bob : 0\n" + OPENING,
    "right-score": GAME + " Alice : 0   Bob : {n}\n" + OPENING,
    "points": HEAD + OPENING + "   Wins {n} points\n",
    "lost-points": HEAD + OPENING + "   Loses {n} points\n",
    "cube": HEAD + OPENING + "  2)  Doubles => {n}".ljust(RIGHT) + " Takes\n",
    "beaver": " 0 point match\n" + HEAD[len(LENGTH) :] + OPENING + "  2)  Doubles => 2   Beavers => {n}\n",
    "dice": HEAD + "  1) {n}: 8/5 6/5\n",
    "dice-without-colon": HEAD + "  1) {n} 8/5 6/5\n",
    "step": HEAD + "  1) 31: {n}/5 6/5\n",
    "landing": HEAD + "  1) 31: 8/{n} 6/5\n",
    "count": HEAD + "  1) 11: 8/7({n}) 6/5\n",
    "rating": GAME + " Alice, {n} : 0   Bob : 0\n" + OPENING,
    "cube-limit": '; [CubeLimit "{n}"]\n' + HEAD + OPENING,
    "date": '; [EventDate "{n}.{n}.{n}"]\n' + HEAD + OPENING,
    "final-score": '; [Site "Backgammon Galaxy"]\n; [Player 1 Elo "{n},00/0"]\n' + GOOD,
    "variation": '; [Variation "HyperGammon ({n})"]\n' + HEAD + OPENING,
    "set-up": HEAD + "; Set Pos=-b----E-C---eE---c-e----B-/{n}\n" + OPENING,
    "marker": HEAD + "  1) 31: Illegal play ({n};" + "{n};" * 39 + ")\n",
}


@NEEDS_SIGNALS
@pytest.mark.parametrize("place", NUMERIC_PLACES)
def test_numbers_of_any_size(place: str) -> None:
    text = NUMERIC_PLACES[place]
    numbers = ["0", "00", "-1", "+7", "\u0663", "\u00b2", "\uff11", "1_0", "1e9", "0x1", "-", "1.5", "999999999"]
    numbers += [d * k for d in "19" for k in (2, 3, 4, 5, 9, 10, 19, 20, 30, 60, 80, 399, 401, 4300, 4301, 30_000)]
    for number in numbers:
        checked = sound(text.replace("{n}", number))
        assert checked.findings, number


@NEEDS_SIGNALS
@pytest.mark.parametrize("exponent", range(-14, 15))
def test_cube_of_a_set_up(exponent: int) -> None:
    sound(HEAD + f"; Set Pos=-b----E-C---eE---c-e----B-/{exponent}\n" + OPENING + rows(3, " Doubles", " Takes"))


@NEEDS_SIGNALS
def test_a_cube_that_is_doubled_for_ever() -> None:
    """2 to the power of 20,000 has 6,000 digits, more than Python writes."""
    sound(HEAD + rows(20_000, " Doubles", " Takes") + "  Wins 1 point\n")
    sound(HEAD.replace(" 3", " 0", 1) + rows(5_000, " Doubles", " Beavers") + "  Wins 1 point\n")


def test_memory_of_a_cube_that_is_doubled_for_ever() -> None:
    _, megabytes, _ = measure("HEAD + rows(60_000, ' Doubles', ' Takes')", 20)
    assert megabytes < 600


# ---- one very long line -------------------------------------------------------------------------------


def long_line(ch: str, front: str = "", back: str = "x\n", size: int = MAX_BYTES - 10_000) -> str:
    """A line of ``size`` bytes, by default about as long as a file may be."""
    return front + ch * (size // len(ch.encode())) + back


def test_60_megabytes_on_one_line() -> None:
    seconds, megabytes, _ = measure("long_line('1', size=60_000_000)", 20)
    assert seconds < 20
    assert megabytes < 600


@pytest.mark.parametrize("ch", ["1", " ", ")", ":"])
def test_the_longest_line(ch: str) -> None:
    seconds, megabytes, _ = measure(f"long_line({ch!r})", 20)
    assert seconds < 20
    assert megabytes < 600


@pytest.mark.parametrize(
    ("ch", "front"),
    [
        ("1", "HEAD"),
        (" ", "HEAD"),
        (")", "HEAD"),
        (":", "GAME"),
        ("1", "HEAD + '  1) 31: '"),
        (" ", "HEAD + '  1) '"),
        ("A", "GAME"),
    ],
)
def test_the_longest_line_in_a_game(ch: str, front: str) -> None:
    seconds, megabytes, _ = measure(f"long_line({ch!r}, {front}, 'x : 0   Bob : 0\\n')", 20)
    assert seconds < 20
    assert megabytes < 600


def test_the_longest_line_with_one_wide_character() -> None:
    """One character outside the basic plane makes the text of a file four times as large in memory."""
    seconds, megabytes, _ = measure("long_line('1', HEAD + '  1) 31: ', '\\U0001f600\\n')", 20)
    assert seconds < 20
    assert megabytes < 600


def test_a_file_above_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "large.mat"
    with path.open("wb") as file:
        file.write(GOOD.encode())
        file.truncate(MAX_BYTES + 1)  # sparse: it takes no room
    assert codes(check_file(str(path))) == {"BG005"}
    done = command("check", path)
    assert done.returncode == 1
    assert b"BG005" in done.stdout and b"1 file not read" in done.stdout


def test_standard_input_above_the_limit() -> None:
    assert codes(check_bytes(bytes(MAX_BYTES + 1))) == {"BG005"}


@NEEDS_SIGNALS
@pytest.mark.parametrize("cell", ["1) 31: 8/5 6/5 ", "1) zz  yy  ", "takes  ", "zz\t"])
def test_long_rows_of_many_cells(cell: str) -> None:
    """Each row is about as long as a row may be, and holds as many cells as it can."""
    row = cell * (9_900 // len(cell))
    with limit(5):
        checked = check_bytes((NARROW + f"  1) {row}\n" * 10).encode())
    assert "BG901" not in codes(checked)


def test_memory_of_many_findings() -> None:
    _, megabytes, _ = measure("HEAD + ('  1) ' + 'zz\\t' * 3_300 + '\\n') * 100", 20)
    assert megabytes < 200


# ---- a million of something ---------------------------------------------------------------------------


def test_a_million_games() -> None:
    seconds, megabytes, _ = measure("LENGTH + 'Game 1\\n' * 1_000_000", 60)
    assert seconds < 60
    assert megabytes < 1500


def test_a_million_rows() -> None:
    seconds, megabytes, _ = measure("HEAD + ('  1) 31: 8/5 6/5'.ljust(34) + '31: 8/5 6/5\\n') * 1_000_000", 30)
    assert seconds < 30
    assert megabytes < 1500


def test_a_million_lines_that_say_nothing() -> None:
    seconds, megabytes, _ = measure("HEAD + 'x\\n' * 1_000_000", 20)
    assert seconds < 20
    assert megabytes < 600


def test_a_million_row_numbers_on_one_line() -> None:
    seconds, megabytes, _ = measure("HEAD + '1) ' * 1_000_000", 20)
    assert seconds < 20
    assert megabytes < 600


def test_memory_of_many_lengths() -> None:
    seconds, megabytes, _ = measure("LENGTH * 200_000", 20)
    assert seconds < 10
    assert megabytes < 150


@NEEDS_SIGNALS
def test_a_hundred_thousand_cells_do_not_fill_the_caches() -> None:
    text = HEAD + "".join(
        f"{i}) {i % 6 + 1}{i // 6 % 6 + 1}: {i % 25}/{i // 25 % 25} {i // 625}/{i % 7}\n" for i in range(100_000)
    )
    with limit(20):
        checked = check_bytes(text.encode())
    assert "BG901" not in codes(checked)
    for cache in (notation.cells, notation.cells.steps, mat._row_numbers, mat._tags):
        assert len(cache) <= notation.LIMIT + 10


@NEEDS_SIGNALS
def test_long_cells_are_not_kept() -> None:
    before = len(notation.cells)
    for ch in "abcde":
        sound(HEAD + f"  1) {ch * 100_000}\n  2) 31: {ch * 100_000}\n  3) 31: 8/5 {ch * 100_000}\n")
    kept = list(notation.cells)[before:]
    assert max(map(len, kept), default=0) <= notation.LONGEST


# ---- long names, tags and cells -----------------------------------------------------------------------


@NEEDS_SIGNALS
@pytest.mark.parametrize("ch", ["A", " a", ":", ": 0 ", ",", "\u00e9", "\U0001f600", "\t", "\x1b", "\u202e"])
def test_names_of_a_megabyte(ch: str) -> None:
    name = ch * (1_000_000 // len(ch))
    sound(GAME + f" {name} : 0".ljust(RIGHT) + "  Bob : 0\n" + OPENING)
    sound(GAME + f" Alice : 0   {name} : 0\n" + OPENING)
    sound(GAME + f" Alice : {name}   Bob : 0\n" + OPENING)


@NEEDS_SIGNALS
def test_a_long_name_does_not_multiply() -> None:
    """A name stands in many findings; the output must not become hundreds of times the record."""
    name = "A" * 50_000
    text = GAME + f" {name} : 0   Bob : 0\n" + rows(300, "11: 1/24 2/23", "11: 1/24 2/23")
    checked = sound(text, 20)
    for name in FORMATS:
        assert len(output(checked, name)) < 20 * len(text) + 1_000_000, name


def test_memory_of_a_long_name() -> None:
    expression = "GAME.replace(' 3', ' 0') + ' ' + 'A' * 90_000 + ' : 0   Bob : 0\\n'"
    games = "'Game 2\\n  1) 31: 8/5 6/5\\n   Resigns\\n' * 8_000"
    _, megabytes, _ = measure(f"{expression} + {games}", 20)
    assert megabytes < 600


@NEEDS_SIGNALS
@pytest.mark.parametrize(
    "ch", ["(", "/", "*", ")", ";", ":", "24/", "/24", "6/5(", "(2)", "31: ", "Illegal play (", "\t", " ", "=>", "?"]
)
def test_cells_of_hundreds_of_thousands(ch: str) -> None:
    many = ch * (300_000 // len(ch))
    for front in ("", "31: ", "31: 8/5 6/5", "31: Illegal play (", " Doubles => ", " Wins ", "31: 8/"):
        sound(HEAD + f"  1) {front}{many}\n  2) 31: 8/5\n")
    sound(HEAD + f"{many}\n")
    sound(HEAD + OPENING + f"{many}\n")
    sound(GAME + f"{many}\n")
    sound(f"{many}\n{GOOD}")


@NEEDS_SIGNALS
def test_a_chain_of_ten_thousand_points() -> None:
    chain = "/".join(str(24 - i % 24) for i in range(10_000))
    for text in (chain, f"{chain}(2)", chain.replace("/", "*/"), f"bar/{chain}/off", "6/5 " * 5000, "24/23(99) " * 40):
        checked = sound(HEAD + f"  1) 31: {text}\n")
        assert any(f.code.startswith("BG") and f.line == 5 for f in checked.findings)


@NEEDS_SIGNALS
@pytest.mark.parametrize(
    "name", ["A", "Site", "EventDate", "Variation", "Crawford", "Jacoby", "CubeLimit", "Player 1 Elo"]
)
def test_tags_of_a_megabyte(name: str) -> None:
    for value in ("x" * 1_000_000, '"' * 300_000, "\\" * 300_000, "]" * 300_000, "1" * 300_000, "\x1b[31m" * 100_000):
        sound(f'; [{name} "{value}"]\n{GOOD}')
        sound(f'; [{value} "{name}"]\n{GOOD}')
        sound(f'# [{name}"{value}" ]\n{GOOD}')


def test_many_findings_of_one_code_are_cut_and_it_is_said() -> None:
    checked = check_bytes((HEAD + "x\n" * (3 * MAX_PER_CODE)).encode())
    found = [f for f in checked.findings if f.code == "BG101"]
    assert len(found) <= MAX_PER_CODE
    assert re.search(r"\b(2,?00[01]|3,?000|more)\b", message(found[-1]))


# ---- time grows with the size -------------------------------------------------------------------------

SHAPES: dict[str, Callable[[int], str]] = {
    "blanks": lambda n: HEAD + OPENING + " " * n + "x\n",
    "blanks where scores are wanted": lambda n: GAME + " " * n + "x\n",
    "blanks in scores": lambda n: GAME + " a : 1" + " " * n + "b:x  c\n",
    "blanks behind scores": lambda n: GAME + " a : 1" + " " * n + "b : 1x\n",
    "scores on one line": lambda n: GAME + "a : 1 " * (n // 6) + "x\n",
    "colons": lambda n: GAME + ":" * n + "\n",
    "semicolons": lambda n: HEAD + "  1) 31: 8/5 6/5" + ";" * n + "\n",
    "semicolons in a marker": lambda n: HEAD + "  1) 31: Illegal play (" + ";" * n + ")\n",
    "markers": lambda n: HEAD + "  1) 31: " + "Illegal play (" * (n // 14) + "\n",
    "markers with blanks": lambda n: HEAD + "  1) 31: " + ("Illegal play" + " " * 500) * (n // 512) + "\n",
    "tabs": lambda n: HEAD + "  1) 31: 8/5" + "\t" * n + "6/5\n",
    "tabs between cells": lambda n: NARROW + "  1) " + "takes\t" * (n // 6) + "\n",
    "cells": lambda n: NARROW + "  1) " + "takes  " * (n // 7) + "\n",
    "steps between gaps": lambda n: NARROW + "  1) 11: " + "24/23  " * (n // 7) + "\n",
    "steps between tabs": lambda n: NARROW + "  1) 11: " + "24/23\t" * (n // 6) + "\n",
    "unreadable cells on a line": lambda n: HEAD + "  1) " + "zz  " * (n // 4) + "\n",
    "rows on one line": lambda n: HEAD + "  1) 31: 8/5 6/5 " * (n // 17) + "\n",
    "unreadable rows on one line": lambda n: HEAD + "  1) 31: 8/5 6/x " * (n // 17) + "\n",
    "row numbers on one line": lambda n: HEAD + "1) " * (n // 3) + "\n",
    "behind a result": lambda n: HEAD + "  Wins 1 point" + "  x" * (n // 3) + "\n",
    "cells without a row number": lambda n: HEAD + "31: 8/5 6/5  " * (n // 13) + "\n",
    "lengths": lambda n: "1 point match\n" * (n // 14),
    "games": lambda n: LENGTH + "Game 1\n" * (n // 7),
    "games whose numbers go wrong late": lambda n: (
        LENGTH + "".join(f"Game {i}\n" for i in range(1, n // 28)) + "Game 1\nGame 7\n" * (n // 28)
    ),
    "scores": lambda n: HEAD + OPENING + " a : 0   b : 0\n" * (n // 15),
    "names": lambda n: HEAD + "".join(f"Game {i}\n A{i} : 0  B : 0\n" for i in range(2, n // 22)),
    "names that change sides": lambda n: HEAD + "Game 1\n Bob : 0  Alice : 0\n Wins 1 point\n" * (n // 45),
    "tags": lambda n: "".join(f'; [k{i} "v"]\n' for i in range(n // 14)) + GOOD,
    "tags and rules": lambda n: (
        "".join(f'; [k{i} "v"]\n' for i in range(n // 28))
        + "".join(f'; [{_case("crawford", i)} "q"]\n' for i in range(min(256, n // 900)))
        + GOOD
    ),
    "junk": lambda n: HEAD + "x\n" * (n // 2),
    "control characters": lambda n: HEAD + "\x01 x\n" * (n // 4),
    "illegal plays": lambda n: HEAD + rows(n // 60, "11: 6/8 8/6", "11: 6/8 8/6"),
    "rolls that are not played": lambda n: HEAD + rows(n // 60, "11: Cannot Move", "11: Cannot Move"),
    "doubles": lambda n: HEAD + rows(n // 40, " Doubles", " Takes"),
    "a long name in every game": lambda n: (
        GAME.replace(" 3", " 0") + "A" * (n // 2) + " : 0   B : 0\n" + "Game 2\n 1) 31: 8/5 6/5\n Resigns\n" * (n // 76)
    ),
    "heading in front of blanks": lambda n: "Game 1\n" + " " * 80 + ":1" + " " * n + "x\n",
    "set-ups": lambda n: HEAD + "; Set Pos=-b----E-C---eE---c-e----B-/0\n" * (n // 40),
    "comments": lambda n: HEAD + ";" + " set" * (n // 4) + "\n",
}


def _case(word: str, number: int) -> str:
    """A spelling of a word: each bit of the number makes one letter a capital."""
    return "".join(ch.upper() if number >> k & 1 else ch for k, ch in enumerate(word))


def _seconds(text: str) -> float:
    notation.cells.clear()
    notation.cells.steps.clear()
    data = text.encode()
    gc.freeze()  # what other tests left in the memory is not to be walked through while the time runs
    start = time.process_time()
    checked = check_bytes(data, hashed=False)
    spent = time.process_time() - start
    gc.unfreeze()
    assert "BG901" not in codes(checked)
    return spent


@NEEDS_SIGNALS
@pytest.mark.parametrize("size", [30_000, 100_000])
@pytest.mark.parametrize("shape", SHAPES)
def test_time_grows_with_the_size(shape: str, size: int) -> None:
    """Three times the size may take up to five times as long: what is quadratic takes nine times as long."""
    make = SHAPES[shape]
    once = thrice = 0.0
    with limit(10):
        for _ in range(3):  # a busy machine is not the fault of the code
            once, thrice = _seconds(make(size)), _seconds(make(3 * size))
            if thrice < 0.1 or (thrice < 5 * once and thrice < size / 30_000):
                return
    pytest.fail(f"{once:.2f} s for {size:,} characters, {thrice:.2f} s for {3 * size:,}")


@NEEDS_SIGNALS
def test_rolls_with_many_plays_that_are_not_played() -> None:
    """Each of these rolls has thousands of legal plays; nobody needs their number."""
    setup = HEAD + "; Set Pos=o---------AAAAAAAAAAAAAAA-/0\n"
    with limit(10):
        check_bytes((setup + rows(2_000, "11: Cannot Move")).encode())


@NEEDS_SIGNALS
def test_illegal_rolls_with_many_legal_plays() -> None:
    setup = HEAD + "; Set Pos=o---------AAAAAAAAAAAAAAA-/0\n"
    there, back = "11: 24/20 23/22 21/20 20/18\n", "11: 20/24 22/23 20/21 18/20\n"
    text = setup + "".join(f"{i:3}) {there}{i:3}) {back}" for i in range(1, 2_000))
    with limit(10):
        check_bytes(text.encode())


# ---- files that are none ------------------------------------------------------------------------------


def concise(done: subprocess.CompletedProcess[bytes]) -> list[str]:
    """Lines of the concise output: each a finding, the last one the summary."""
    text = done.stdout.decode("utf-8")
    assert text.endswith("\n")
    assert not CONTROL.search(text)
    lines = text.removesuffix("\n").split("\n")
    for line in lines[:-1]:
        assert re.search(r"(:\d+:\d+)?: BG\d\d\d (error|warning|note): .+", line), line
    assert re.match(r"[\d,]+ files?, [\d,]+ games?: ", lines[-1])
    return lines


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.mat"
    path.write_text(GOOD)
    path.chmod(0)
    done = command("check", path)
    assert done.returncode == 1
    assert "BG001" in concise(done)[0]


def test_links_that_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "good.mat").write_text(GOOD)
    (tmp_path / "dangling.mat").symlink_to("nothing.mat")
    (tmp_path / "loop.mat").symlink_to("loop.mat")
    (tmp_path / "ring-1.mat").symlink_to("ring-2.mat")
    (tmp_path / "ring-2.mat").symlink_to("ring-1.mat")
    (tmp_path / "up").symlink_to(".")
    for args in ([tmp_path], sorted(tmp_path.glob("*.mat"))):
        done = command("check", *args)
        lines = concise(done)
        assert done.returncode == 1
        assert sum("BG001 error" in line for line in lines) == 4
        assert lines[-1].startswith("5 files, 1 game: 1 checked to the end; 4 files not read")


def test_a_folder_with_the_name_of_a_record(tmp_path: Path) -> None:
    folder = tmp_path / "x.mat"
    folder.mkdir()
    (folder / "inside.mat").write_text(GOOD)
    for args in ([tmp_path], [folder], [f"{tmp_path}/*.mat"]):
        done = command("check", *args)
        assert done.returncode == 0
        assert concise(done)[-1].startswith("1 file, 1 game: 1 checked to the end")
    assert codes(check_file(str(folder))) == {"BG001"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name")
def test_pipes_with_a_name(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.mat")
    (tmp_path / "good.mat").write_text(GOOD)
    named = command("check", tmp_path / "pipe.mat", seconds=10)
    assert named.returncode == 1
    assert "BG001" in concise(named)[0]
    walked = command("check", tmp_path, seconds=10)
    assert walked.returncode == 0
    assert concise(walked)[-1].startswith("1 file, ")
    for jobs in ("1", "2"):
        both = command("check", "--jobs", jobs, *sorted(tmp_path.iterdir()), seconds=10)
        assert both.returncode == 1
        assert concise(both)[-1].startswith("2 files, 1 game: 1 checked to the end; 1 file not read")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no device files")
def test_devices() -> None:
    for name in ("/dev/zero", "/dev/null"):
        done = command("check", name, seconds=10)
        assert done.returncode == 1
        assert "BG001" in concise(done)[0]


def test_a_file_that_vanishes(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.mat").write_text(GOOD)
    targets = find([str(tmp_path)])
    (tmp_path / "a.mat").unlink()
    (tmp_path / "b.mat").unlink()
    (tmp_path / "b.mat").mkdir()
    got = list(check_all(targets.files, RuleOptions()))
    assert [codes(checked) for checked in got] == [{"BG001"}, {"BG001"}, {"BG506"}]


def test_a_file_that_vanishes_between_two_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in the moment between looking at the file and opening it."""
    path = tmp_path / "a.mat"
    path.write_text(GOOD)
    status = os.stat(path)
    path.unlink()
    monkeypatch.setattr("bganalyze.pipeline.os.stat", lambda name: status)
    assert codes(check_file(str(path))) == {"BG001"}


def test_a_read_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.mat"
    path.write_text(GOOD)

    def broken(*args: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("builtins.open", broken)
    checked = check_file(str(path))
    monkeypatch.undo()
    assert codes(checked) == {"BG001"}
    assert "Input/output error" in message(checked.findings[0])


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"", "BG003"), (b" \n", "BG003"), (b"hello", "BG002"), (b"\xff\xfea\0", "BG004"), (LENGTH.encode(), "BG003")],
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_standard_input_that_is_no_record(data: bytes, code: str, jobs: str, tmp_path: Path) -> None:
    """Standard input is named, so it is never passed over."""
    done = command("check", "-", "--jobs", jobs, stdin=data)
    assert done.returncode == 1
    lines = concise(done)
    assert lines[0].startswith("-: " + code) or lines[0].startswith("-:1:1: " + code)
    assert "1 file not read" in lines[-1]


@pytest.mark.parametrize("other", ["+a.mat", "a.mat"])
def test_standard_input_among_files(tmp_path: Path, other: str) -> None:
    (tmp_path / other).write_text(GOOD)
    one, two = (command("check", "-", other, "--jobs", n, stdin=GOOD.encode(), cwd=tmp_path) for n in "12")
    assert one.returncode == 0
    assert concise(one)[-1].startswith("2 files, 2 games: 2 checked to the end")
    assert (two.returncode, two.stdout) == (one.returncode, one.stdout)


def test_one_bad_file_does_not_stop_the_run(tmp_path: Path) -> None:
    (tmp_path / "a.mat").write_text(GOOD)
    (tmp_path / "b.mat").write_bytes(b"")
    (tmp_path / "c.mat").write_bytes(b"\xff\xfe" + GOOD.encode("utf-16-le"))
    (tmp_path / "d.txt").write_bytes(bytes(range(256)))
    (tmp_path / "e.mat").write_text(GOOD)
    done = command("check", tmp_path)
    assert done.returncode == 1
    summary = concise(done)[-1]
    assert summary.startswith("4 files, 2 games: 2 checked to the end; 2 files not read; 1 file of other kinds")
    named = command("check", *sorted(tmp_path.iterdir()))
    assert named.returncode == 1
    assert concise(named)[-1].startswith("5 files, 2 games: 2 checked to the end; 3 files not read;")


# ---- names of files and players -----------------------------------------------------------------------

NAMES = [
    b"new\nline.mat",
    b"return\r.mat",
    b"tab\t.mat",
    b"escape\x1b[31mred\x1b[0m.mat",
    b"bell\x07.mat",
    b"delete\x7f.mat",
    b"\xff\xfe not utf-8.mat",
    b"latin \xe9.mat",
    "csi \x9b31m.mat".encode(),
    "turned \u202e.mat".encode(),
    "separator \u2028.mat".encode(),
    "wide \U0001f600.mat".encode(),
    b"100%s %d %(x)s.mat",
    b"{0} {name} {{}}.mat",
    b"'single' \"double\".mat",
    b"back\\slash\\n.mat",
    b"a:1:2: BG301 error: b.mat",
    b"-.mat",
    b"--jobs.mat",
    b"[1]*?.mat",
    b" blank .mat",
    b"~.mat",
    b"$HOME `id`.mat",
    b"n" * 250 + b".mat",
]


def _make(folder: Path, name: bytes, data: bytes) -> bool:
    try:
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(data)
    except (OSError, UnicodeError):
        return False
    return True


@pytest.fixture(scope="module")
def odd_names(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[bytes]]:
    """A folder of files with odd names, each with one error in it."""
    folder = tmp_path_factory.mktemp("names")
    data = (HEAD + "  1) 31: 8/5 6/4\n").encode()
    return folder, [name for name in NAMES if _make(folder, name, data)]


@pytest.mark.parametrize("output_format", FORMATS)
@pytest.mark.parametrize("walked", [True, False])
def test_names_of_files(odd_names: tuple[Path, list[bytes]], output_format: str, walked: bool) -> None:
    folder, names = odd_names
    paths: list[str | bytes] = ["."] if walked else [b"./" + name for name in names]
    done = command("check", "--output-format", output_format, *paths, cwd=folder)
    assert done.returncode == 1
    text = done.stdout.decode("utf-8")
    if output_format == "concise":
        lines = concise(done)
        assert sum(" BG303 error: " in line for line in lines) == len(names)
        assert lines[-1].startswith(f"{len(names)} files, ")
    elif output_format == "full":
        assert not CONTROL.search(text)
        assert text.count(" BG303 error: ") == len(names)
    elif output_format in ("sarif", "junit", "github", "csv"):  # read back in tests/findings/test_hostile_output.py
        assert len(re.findall('"ruleId": "BG303"|type="BG303"|title=BG303|^BG303', text, re.M)) == len(names)
    else:
        if output_format == "json":
            document = json.loads(text)
            found = document["findings"]
            assert sorted(os.fsencode(f["path"]) for f in document["files"]) == sorted(b"./" + n for n in names)
        else:
            found = [json.loads(line) for line in text.split("\n")[:-1]]
            assert "summary" in found.pop()
        assert {os.fsencode(f["path"]) for f in found} == {b"./" + name for name in names}


def test_names_of_files_that_are_missing(tmp_path: Path) -> None:
    done = command("check", b"no\x1b[31m\xff\n.mat", cwd=tmp_path)
    assert done.returncode == 2
    assert b"\x1b" not in done.stderr
    done = command("check", "x.mat", "--output", "no\x1b[31m/x", cwd=tmp_path)
    assert done.returncode == 2
    assert b"\x1b" not in done.stderr


PLAYERS = [
    "\x1b[31mred\x1b[0m",
    "\x9b31mred",
    "bell\x07",
    "back\x08\x08\x08",
    "\x00nul",
    "\x7f",
    "\u202eturned",
    "\ufeff",
    "a\u2028b",
    "%s%n {0} {x}",
    "'; drop \"",
    "\\u001b[31m",
    "<script>",
    "\x0c",
    "\x85",
]


@NEEDS_SIGNALS
@pytest.mark.parametrize("name", PLAYERS)
def test_names_of_players(name: str) -> None:
    bad = "  1) 31: 8/5 6/4".ljust(RIGHT) + "31: 8/5 6/5\n  2)  Takes".ljust(RIGHT) + " Drops\n"
    text = (
        f'; [Site "{name}"]\n; [EventDate "{name}"]\n; [Variation "{name}"]\n{GAME} {name} : 0'.ljust(RIGHT)
        + f"  {name} : 0\n{bad}  3) 31: {name}\n{name}\n  4) {name}\n"
        + f" Game {name}\n {name}x : 1   {name}y : 7\n{bad}"
    )
    checked = sound(text)
    assert any(f.code == "BG303" for f in checked.findings)
    sound(text.encode("utf-16-le"))
    if name.isascii():
        sound(text.encode() + b"\xe9\x9b31m\xff")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
@pytest.mark.parametrize("output_format", ["concise", "json", "jsonl"])
def test_a_terminal_that_cannot_show_a_name(tmp_path: Path, encoding: str, output_format: str) -> None:
    """JSON stays JSON in whatever encoding standard output has."""
    text = HEAD.replace("Alice", "Zo\u00eb \u0141 \U0001f600") + "  1) 31: 8/5 6/4\n"
    (tmp_path / "a.mat").write_text(text, encoding="utf-8")
    args = ("check", "a.mat", "--output-format", output_format)
    done = command(*args, cwd=tmp_path, env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
    assert done.returncode == 1
    if output_format == "json":
        document = json.loads(done.stdout.decode("utf-8"))
        assert document["files"][0]["matches"][0]["players"][0] == "Zo\u00eb \u0141 \U0001f600"
    elif output_format == "jsonl":
        found = [json.loads(line) for line in done.stdout.decode("utf-8").split("\n")[:-1]]
        assert "Zo\u00eb \u0141 \U0001f600" in {f.get("player_name") for f in found}
    else:
        assert b"BG303" in done.stdout


# ---- several processes --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that mixes good and hostile files, enough for several chunks of work."""
    folder = tmp_path_factory.mktemp("mixed")
    for i in range(20):
        (folder / f"{i:02} good.mat").write_text(GOOD)
        (folder / f"{i:02} half.mat").write_text(GOOD[: 40 + 9 * i])
        (folder / f"{i:02} illegal.mat").write_text(GOOD.replace("8/5 6/5", f"8/{i % 8} 6/5"))
        (folder / f"{i:02} junk.txt").write_bytes(bytes((j * (i + 7)) % 256 for j in range(500)))
    (folder / "empty.mat").write_bytes(b"")
    (folder / "wide.mat").write_bytes(("\ufeff" + GOOD).encode("utf-16"))
    (folder / "many.mat").write_text(HEAD + "x\n" * 1500)
    (folder / "long.mat").write_text(HEAD + "  1) 31: " + "24/" * 50_000 + "\n")
    (folder / "latin.mat").write_bytes(GOOD.replace("Alice", "Zo\xeb").encode("latin-1"))
    (folder / "dangling.mat").symlink_to("nothing")
    _make(folder, b"\xff odd\n.mat", GOOD.encode())
    with (folder / "large.mat").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    return folder


@pytest.mark.parametrize("output_format", FORMATS)
def test_four_processes_give_the_same_bytes(mixed: Path, output_format: str) -> None:
    args = ("check", ".", "--all", "--statistics", "--output-format", output_format)
    one = command(*args, "--jobs", "1", cwd=mixed)
    four = command(*args, "--jobs", "4", cwd=mixed)
    assert one.returncode == four.returncode == 1
    assert one.stdout == four.stdout
    assert one.stderr == four.stderr
    assert len(one.stdout) > 10_000


# ---- where the output goes ----------------------------------------------------------------------------


@pytest.mark.parametrize("output_format", FORMATS)
def test_an_output_that_cannot_be_written(tmp_path: Path, output_format: str) -> None:
    (tmp_path / "a.mat").write_text(GOOD)
    places = ["missing/out", "."]
    if Path("/dev/full").exists():
        places.append("/dev/full")
    for place in places:
        done = command("check", "a.mat", "--output", place, "--output-format", output_format, cwd=tmp_path)
        assert done.returncode == 2
        assert done.stdout == b""
        assert done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_standard_output(tmp_path: Path) -> None:
    (tmp_path / "a.mat").write_text(GOOD)
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bganalyze", "check", tmp_path / "a.mat"],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=30,
            check=False,
        )
    assert_quiet(done.stderr)
    assert done.returncode == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("output_format", "size"), [("concise", "small"), ("concise", "large"), ("json", "small"), ("jsonl", "large")]
)
def test_a_reader_that_goes_away(tmp_path: Path, output_format: str, size: str, jobs: str) -> None:
    text = GOOD if size == "small" else HEAD + "x\n" * 1000
    for i in range(3):
        (tmp_path / f"{i}.mat").write_text(text)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "bganalyze", "check", ".", "--jobs", jobs, "--output-format", output_format],
            stdout=writing,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            timeout=30,
            check=False,
        )
    finally:
        os.close(writing)
    assert done.stderr == b""


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_closed_standard_stream(tmp_path: Path, closed: int) -> None:
    (tmp_path / "a.mat").write_text(GOOD)
    for path in ("a.mat", "-"):
        if closed == 0 and path == "a.mat":
            continue
        redirect = f"{closed}{'<' if closed == 0 else '>'}&-"
        done = subprocess.run(
            ["sh", "-c", f'exec "$0" -m bganalyze check {path} {redirect}', sys.executable],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            cwd=tmp_path,
            timeout=30,
            check=False,
        )
        assert_quiet(done.stderr)


# ---- IDs ----------------------------------------------------------------------------------------------

IDS = [
    "",
    " ",
    ":",
    "=",
    "::::::::",
    ":" * 9,
    "XGID=",
    "XGID=" + ":" * 9,
    "4HPwATDgc/ABM\u00c0",
    "4HPwATDgc/ABMA\x1b[31m",
    "A" * 12,
    "A" * 14,
    "/" * 14,
    "//////////////8",
    "A" * 100_000,
    "4HPwATDgc/ABMA:" * 1000,
    "Position ID:" * 500,
    "XGID=-b----E-C---eE---c-e----B-:15:0:1:B:0:0:3:0:0",
    "XGID=-b----E-C---eE---c-e----B-:15:1:1:R:0:0:3:0:0",
    "XGID=-b----E-C---eE---c-e----B-:14:0:1:R:0:0:2:0:20",
    "XGID=-b----E-C---eE---c-e----B-:15:0:1:D:0:0:3:0:16",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:30",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:\u0661\u0661:0:0:3:0:10",
    "XGID=-b----E-C---eE---c-e----B-:" + "9" * 30_000 + ":0:1:11:0:0:3:0:10",
    "\ud800",
    "\0",
]


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii", "utf-8:surrogateescape"])
@pytest.mark.parametrize("output_format", ["text", "json"])
def test_ids(output_format: str, encoding: str) -> None:
    data = "\n".join(IDS).encode("utf-8", "surrogatepass") + b"\n\xff\xfe\n\x80\n"
    done = command("id", "-", "--output-format", output_format, stdin=data, env={"PYTHONIOENCODING": encoding})
    assert done.returncode == 1
    if output_format == "json":
        assert len(json.loads(done.stdout.decode("utf-8"))) >= len(IDS)
    assert b"\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize("ident", [i for i in IDS if i.startswith("XGID") and len(i) < 1000])
def test_plays_of_an_id(ident: str) -> None:
    done = command("plays", "--dice", "61", "--output-format", "json", "--play", "8/2\x1b[31m", "--", ident)
    assert done.returncode in (1, 2)
    assert b"\x1b" not in done.stdout + done.stderr


def test_an_odd_play_of_an_id() -> None:
    for text in ("8/2\x1b[31m", "", " ", "24/" * 1000, "8/2 " * 1000, "Illegal play (;)", "??", "\u00b2/1"):
        done = command("plays", "--dice", "61", "--play", text, "--", "4HPwATDgc/ABMA")
        assert done.returncode == 1
        assert b"\x1b" not in done.stdout + done.stderr
