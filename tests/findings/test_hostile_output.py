"""Names that are hostile to XML, JSON, CSV and workflow commands: every output stays well-formed and says the name."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from commands import parse
from rendered import faulty, written
from test_sarif import validator

from bganalyze.findings.finding import Finding

NAMES = [
    "]]>",
    "<![CDATA[x]]>",
    "&amp; & &#0; <b a='\"'>",
    "-->",
    "a\nb\r\nc\rd",
    "a%0Ab%0D%25",
    "\n::error file=x::y",
    "::error::y",
    "::set-output name=a::b",
    "##[error]y",
    "x,title=y::z",
    "\x00\x01\x07\x08\x0b\x0c\x1b[31m\x1f\x7f",
    "\x80\x85\x9b31m",
    "\ud800 \udfff \udcff",
    "\ufffe\uffff",
    "\u202eevil\u2066\u200f",
    "\u2028\u2029",
    "\U0001f3b2\U0010ffff",
    "=cmd()",
    '=HYPERLINK("http://x")',
    "+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1",
    '"quoted", "twice"',
    "{0} {} }{",
    "[x](http://y)",
    "\\u0041 \\",
    "a/../b",
    "x" * 5000,
]
XML = re.compile("[\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Char of XML 1.0, production 2."""
DISCOURAGED = re.compile("[\x7f-\x9f]")
"""What the standard advises against; terminals obey some of it."""


def shown(text: str) -> str:
    """What an output may hold of a text: other characters as Python writes them in a string."""
    return "".join(
        ch
        if XML.match(ch) and not DISCOURAGED.match(ch)
        else f"\\x{ord(ch):02x}"
        if ord(ch) < 256
        else f"\\u{ord(ch):04x}"
        for ch in text
    )


def hostile(name: str) -> Any:
    """A file with this name, about a player and a text of this name: unreadable, and a finding of a game."""
    return faulty(
        Finding("BG601", name, 1, 2, 3, 0, name, 4, 5, 6, play=name, args=(("problem", name),)),
        Finding("BG003", name, args=(("reason", name),)),
        path=name,
    )


@pytest.mark.parametrize("name", NAMES)
def test_junit(name: str) -> None:
    """Attributes and text come back from the parser, line ends included."""
    text, _ = written("junit", [hostile(name)], ("error", "warning"))
    root = ET.fromstring(text.encode("utf-8"))
    (suite,) = root
    assert suite.get("name") == shown(name)
    (case,) = suite
    assert case.get("classname") == shown(name)
    errors = case.findall("error")
    assert errors[0].get("message") == shown(f"game 2, move 3, {name}: {name}")
    assert errors[1].get("message") == shown(name)
    assert errors[1].text == shown(f"{name}: BG003 error: {name}")


@pytest.mark.parametrize("name", NAMES)
def test_sarif(name: str) -> None:
    """The document is valid, its URI holds no character that a URI has not, no character is half of a pair."""
    text, _ = written("sarif", [hostile(name)])
    document = json.loads(text.encode("utf-8"))
    validator().validate(document)
    assert "\\ud" not in json.dumps(document).replace("\\\\", "").replace("\\ud83c\\udfb2", "").replace(
        "\\udbff\\udfff", ""
    )
    (run,) = document["runs"]
    result = run["results"][0]
    (location,) = result["locations"]
    assert re.fullmatch(r"(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+", location["physicalLocation"]["artifactLocation"]["uri"])
    assert location["logicalLocations"][-1]["name"] == shown(name)
    escaped = shown(name).replace("{", "{{").replace("}", "}}")
    if "](" in escaped:
        escaped = escaped.replace("[", "\\[")
    assert run["results"][1]["message"]["text"] == escaped
    assert result["properties"]["play"] == shown(name)


@pytest.mark.parametrize("name", NAMES)
def test_csv(name: str) -> None:
    """Three lines, cells that come back, none of them a formula."""
    text, _ = written("csv", [hostile(name)])
    rows = list(csv.DictReader(io.StringIO(text.encode("utf-8").decode("utf-8"), newline=""), strict=True))
    assert len(rows) == 2
    for row in rows:
        assert all(isinstance(value, str) for value in row.values())
        for cell in (row["path"], row["message"]):
            assert cell.removeprefix("'") == shown(name)
            assert len(cell) == 1 or cell.lstrip()[:1] not in ("=", "+", "-", "@")
    assert rows[0]["player_name"] == rows[0]["play"] == rows[0]["path"]


@pytest.mark.parametrize("name", NAMES)
def test_github(name: str) -> None:
    """Two commands and the summary, however the log is cut into lines; what was in a name starts no command."""
    text, _ = written("github", [hostile(name)])
    lines = text.encode("utf-8").decode("utf-8").splitlines()
    assert len(lines) == 3
    made = [parse(line) for line in lines]
    assert made[0] is not None and made[1] is not None and made[2] is None
    assert [made[0].name, made[1].name] == ["warning", "error"]
    assert list(made[0].properties) == ["file", "line", "col", "endColumn", "title"]
    assert list(made[1].properties) == ["file", "title"]

    def visible(text: str) -> str:
        return "".join(ch if ch.isprintable() or ch in "\r\n" else ascii(ch)[1:-1] for ch in text)

    assert made[0].properties["file"] == made[1].properties["file"] == visible(name)
    assert made[1].data == visible(name)
    assert made[0].data == visible(f"game 2, move 3, {name}: {name}")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("output_format", ["sarif", "junit", "github", "csv"])
def test_every_output_has_a_utf_8_form(name: str, output_format: str) -> None:
    text, _ = written(output_format, [hostile(name)])
    raw = text.encode("utf-8")
    assert b"\x00" not in raw and b"\x1b" not in raw


FILES = ["]]>&<.mat", "%0A::error file=x::y,z.mat", "=cmd().mat", "\u202ename\u2066.mat", "{0}[x](y).mat", "a b#?.mat"]
if os.name == "posix":
    FILES += ["new\nline\r.mat", "esc\x1b[31m\x07.mat", os.fsdecode(b"\xff\xfe.mat"), '"q"\\.mat', "\ufffe.mat"]


def test_files_and_players_with_such_names(tmp_path: Path) -> None:
    """Real files through the command, all outputs at once: each has every file and every finding."""
    for i, file in enumerate(FILES):
        player = ["]]>&<", "=cmd()", "::error::x", "%0A::error::y", "\x1b[31m", "\ufffe\u202e"][i % 6]
        text = f" 3 point match\n\n Game 1\n {player} : 0                     Bob : 0\n  1) 31: 8/5 6/4\n"
        (tmp_path / file).write_bytes(text.encode("utf-8", "surrogateescape"))
    out = {name: tmp_path / f"out.{name}" for name in ("sarif", "junit", "github", "csv", "jsonl")}
    reports = [word for name, path in out.items() for word in ("--report", f"{name}={path}")]
    done = subprocess.run(
        [sys.executable, "-m", "bganalyze", "check", *FILES, *reports],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert done.returncode == 1, done.stderr
    assert re.fullmatch(rb"bganalyze: [^\x00-\x1f]* GitHub shows 10 annotations [^\x00-\x1f]*\n", done.stderr)
    findings = [json.loads(line) for line in out["jsonl"].read_text("utf-8").splitlines()[:-1]]
    assert sum(f["code"] == "BG303" for f in findings) == len(FILES)
    root = ET.parse(out["junit"]).getroot()
    assert sorted(suite.attrib["name"] for suite in root) == sorted(map(shown, FILES))
    assert len([f for f in root.iter("failure") if f.get("type") == "BG303"]) == len(FILES)
    document = json.loads(out["sarif"].read_bytes())
    validator().validate(document)
    results = document["runs"][0]["results"]
    assert len(results) == len(findings)
    from urllib.parse import unquote_to_bytes

    uris = {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in results}
    assert {unquote_to_bytes(uri) for uri in uris} == set(map(os.fsencode, FILES))
    with open(out["csv"], encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == len(findings)
    lines = out["github"].read_text("utf-8").splitlines()
    assert [parse(line) is not None for line in lines] == [True] * len(findings) + [False]
