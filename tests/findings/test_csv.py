"""The CSV output: RFC 4180, the keys of the JSON document, nothing that a spreadsheet would calculate."""

from __future__ import annotations

import csv
import io
import json

from rendered import LEFT, checked, faulty, written

from bganalyze.findings.finding import Finding

HEADING = (
    "code,name,severity,path,match,game,move,player,player_name,line,column,end_column,offset,roll,play,gnu_id,"
    "message,fingerprint,suppression"
)


def test_rows() -> None:
    """A row a finding; what is not known is empty, the roll is text."""
    text, _ = written("csv", [checked()])
    lines = text.split("\r\n")
    assert lines[0] == HEADING
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["code"] for row in rows] == ["BG303", "BG303", "BG506", "BG503"]
    first = rows[0]
    assert first["line"] == "10" and first["column"] == str(LEFT) and first["end_column"] == str(LEFT + 3)
    assert (first["roll"], first["play"], first["offset"]) == ("31", "8/5 6/4", "")
    assert (first["player"], first["player_name"], first["severity"]) == ("0", "Alice", "error")
    assert rows[2]["move"] == rows[2]["player"] == rows[2]["roll"] == ""


def test_heading_and_values_are_those_of_the_json_lines() -> None:
    """One order of keys; numbers and texts agree."""
    rows = list(csv.DictReader(io.StringIO(written("csv", [checked()])[0], newline="")))
    objects = [json.loads(line) for line in written("jsonl", [checked()])[0].splitlines()[:-1]]
    assert len(rows) == len(objects) == 4
    for row, found in zip(rows, objects, strict=True):
        assert list(row) == [*found, "suppression"]
        for key, value in found.items():
            if key == "roll":
                value = None if value is None else "".join(map(str, value))
            assert row[key] == ("" if value is None else str(value))


def test_a_run_without_findings_has_the_heading() -> None:
    assert written("csv", [])[0] == HEADING + "\r\n"


def test_quotes_as_in_rfc_4180() -> None:
    """Section 2, rules 6 and 7: a cell with a comma, a quote or a line end is quoted, quotes in it are doubled."""
    text, _ = written("csv", [faulty(Finding("BG003", "a", args=(("reason", 'x,"y"\nz'),)))])
    assert ',"x,""y""\nz",' in text


def test_formulas_are_text() -> None:
    """The beginnings that spreadsheets calculate get an apostrophe; a lone sign and a sign inside do not."""
    for raw, shown in (
        ("=1+1", "'=1+1"),
        ("+A1", "'+A1"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("\tabc", "'\tabc"),
        (" =1", "' =1"),
        ("-", "-"),
        ("a=1", "a=1"),
        ("", ""),
    ):
        made = faulty(Finding("BG003", raw, player_name=raw, args=(("reason", raw),)), path=raw)
        rows = list(csv.DictReader(io.StringIO(written("csv", [made])[0], newline="")))
        assert [rows[0][key] for key in ("path", "player_name", "message")] == [shown] * 3, raw


def test_a_quiet_finding_says_what_keeps_it_quiet() -> None:
    made = faulty(Finding("BG002", "a", suppression=("waiver", "=ruling")))
    rows = list(csv.DictReader(io.StringIO(written("csv", [made])[0], newline="")))
    assert [row["suppression"] for row in rows] == ["waiver: =ruling"]
