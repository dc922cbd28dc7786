"""Waivers: comments of a record that allow a code for a row."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from bganalyze.findings.codes import severity
from bganalyze.findings.finding import Finding
from bganalyze.pipeline import check_bytes

RECORD = """ 1 point match

 Game 1
 Alice : 0                      Bob : 0
{front}  1) 31: 8/5 6/5                42: 8/4 6/5{end}
{next}  2) 64: 24/18 13/9             21: 13/11 6/4
      Wins 1 point
"""
RULING = '; bganalyze: allow BG303 "director\'s ruling"'


def findings(text: str | bytes) -> list[Finding]:
    """What a check finds."""
    return check_bytes(text.encode() if isinstance(text, str) else text, "a.mat").findings


def brief(text: str | bytes) -> list[tuple[str, int | None, str | None]]:
    """Code, line and the reason of the waiver."""
    return [(f.code, f.line, f.suppression and f.suppression[1]) for f in findings(text)]


def record(front: str = "", end: str = "", following: str = "") -> str:
    """Two rows with a fault in each."""
    return RECORD.format(front=front, end=end, next=following)


def test_without_one() -> None:
    """Both rows."""
    assert brief(record()) == [("BG303", 5, None), ("BG303", 6, None)]


@pytest.mark.parametrize(
    ("front", "line"),
    [
        (f"{RULING}\n", 6),
        (f"  {RULING}  \n\n; another comment\n", 8),
        ('# bganalyze: allow BG303 "director\'s ruling"\n', 6),
        ('; bganalyze: allow step-matches-no-die "director\'s ruling"\n', 6),
        ('; bganalyze: allow bg303 "director\'s   ruling"\n', 6),
        ('; see below; bganalyze: allow BG303 "director\'s ruling"\n', 6),
    ],
)
def test_in_front_of_a_row(front: str, line: int) -> None:
    """It is about the next row and no other."""
    assert brief(record(front)) == [("BG303", line, "director's ruling"), ("BG303", line + 1, None)]


def test_behind_a_row() -> None:
    """On the same line it is about that row."""
    assert brief(record(end=f"  {RULING}")) == [("BG303", 5, "director's ruling"), ("BG303", 6, None)]


def test_several_codes_and_several_waivers() -> None:
    """Codes by commas; the comments in front of one row add up."""
    text = record('; bganalyze: allow BG303, BG301 "a"\n; bganalyze: allow BG201 "b"\n').replace(
        "31: 8/5 6/5", "33: 8/5(2) 6/3(2)"
    )
    assert brief(text) == [
        ("BG111", 5, None),  # BG301 is not there
        ("BG201", 7, "b"),
        ("BG303", 7, "a"),
        ("BG303", 8, None),
    ]


def test_another_code_is_not_allowed() -> None:
    """And the waiver is told as unused."""
    found = brief(record('; bganalyze: allow BG302 "x"\n'))
    assert found == [("BG111", 5, None), ("BG303", 6, None), ("BG303", 7, None)]


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("; bganalyze: allow BG303", "needs a reason"),
        ('; bganalyze: allow BG303 ""', "needs a reason"),
        ('; bganalyze: allow BG303 "  "', "needs a reason"),
        ("; bganalyze: allow BG303 because", "'because' is no code"),
        ('; bganalyze: allow BG3 "all of them"', "'BG3' is no code"),
        ('; bganalyze: allow "all of them"', "no code is named"),
        ('; bganalyze: ignore BG303 "x"', "'allow'"),
        ('; bganalyze: allowed BG303 "x"', "'allow'"),
        ('; bganalyze: allow BG901 "x"', "no record can allow"),
        ("; bganalyze:", "'allow'"),
    ],
)
def test_waivers_that_do_not_hold(comment: str, said: str) -> None:
    """They are told as a note at their place, and allow nothing."""
    found = findings(record(f"{comment}\n"))
    assert [(f.code, f.line, f.suppression) for f in found] == [
        ("BG112", 5, None),
        ("BG303", 6, None),
        ("BG303", 7, None),
    ]
    assert severity(found[0]) == "note" and said in str(dict(found[0].args)["problem"])
    assert (found[0].column, found[0].end_column) == (3, len(comment) + 1)


def test_the_text_in_a_name_or_tag_is_no_waiver() -> None:
    """Only comments count."""
    text = record().replace("Alice : 0 ", "bganalyze: allow : 0 ")
    assert [f.code for f in findings(text)][-2:] == ["BG303", "BG303"]
    assert all(f.suppression is None for f in findings(text))


def test_packed_records() -> None:
    """The waiver is in what is packed."""
    assert brief(gzip.compress(record(f"{RULING}\n").encode())) == brief(record(f"{RULING}\n"))


SGF = """(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07]MI[length:1][game:0][ws:0][bs:0]PW[Alice]PB[Bob]
;W[31hefe];B[42qufu{comment}];W[64xrmi]{more})
"""


def test_sgf() -> None:
    """The comment of a move is about that move, though all stands on one line."""
    plain = check_bytes(SGF.format(comment="", more="").encode()).findings
    assert [f.code for f in plain if severity(f) == "error"] != []
    code = next(f.code for f in plain if severity(f) == "error")
    waived = SGF.format(comment=f']C[bganalyze: allow {code} "ok"', more="")
    found = [f for f in check_bytes(waived.encode()).findings if severity(f) == "error"]
    assert [f.suppression for f in found] == [("waiver", "ok")]
    elsewhere = SGF.format(comment="", more=f'C[bganalyze: allow {code} "ok"]')
    found = check_bytes(elsewhere.encode()).findings
    assert [f.suppression for f in found if severity(f) == "error"] == [None]
    assert "BG111" in [f.code for f in found]


def test_a_finding_that_stands_for_others_is_not_waived() -> None:
    """Of more than 1000 of a code the last one that is kept counts the others, which nobody has allowed."""
    rows = "".join(f'; bganalyze: allow BG101 "x"\n?{n} what is this\n' for n in range(1002))
    found = [f for f in findings(record(following=rows)) if f.code == "BG101"]
    assert len(found) == 1000
    assert [f.suppression for f in found if f.suppression is None] == [None]
    assert found[-1].suppression is None and dict(found[-1].args)["more"] == 2


def test_on_the_command_line(tmp_path: Path) -> None:
    """Waived findings are counted, do not fail, are shown with ``--all``, and need no baseline."""
    (tmp_path / "a.mat").write_text(record(f"{RULING}\n", following=f"{RULING}\n"))

    def run(*args: str | Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "bganalyze", "check", str(tmp_path / "a.mat"), *map(str, args)]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    done = run()
    assert done.returncode == 0 and done.stdout.endswith("0 errors, 0 warnings, 0 notes; 2 waived\n")
    assert len(done.stdout.splitlines()) == 1
    shown = run("--all")
    assert shown.returncode == 0 and shown.stdout.count("(waived: director's ruling)") == 2
    document = json.loads(run("--all", "--output-format", "json").stdout)
    assert [f["suppression"] for f in document["findings"]] == [{"kind": "waiver", "reason": "director's ruling"}] * 2
    base = tmp_path / "base.json"
    run("--write-baseline", base)
    assert json.loads(base.read_text())["findings"] == []
