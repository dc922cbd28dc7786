"""The page of each code is complete, and its examples give what they are marked with."""

from __future__ import annotations

import re
from collections import defaultdict
from importlib.resources import files

import pytest

from bganalyze.findings.codes import CODES, severity
from bganalyze.findings.pages import Example, examples, page
from bganalyze.pipeline import check_bytes
from bganalyze.rules.declared import RuleOptions

SECTIONS = ["Why it matters", "Example", "What bganalyze does next", "What to do"]

NO_EXAMPLE = {
    "BG001",  # the file cannot be read, so there is no text
    "BG004",  # bytes that are no text
    "BG005",  # more than 64 MiB
    "BG608",  # only a configuration makes it
    "BG901",  # our own fault, not known beforehand
}

_SEVERITY = re.compile(r"\*(error|warning|note)(?:; (error|warning|note) (?:for|where) .+)?\*")


def _stated(code: str) -> list[str]:
    """The severities that a page states: that of the code, and one for special cases."""
    got = _SEVERITY.fullmatch(page(code).splitlines()[2])
    assert got is not None, "the third line is no severity"
    return [s for s in got.groups() if s is not None]


def _all_examples() -> list[tuple[str, int, Example]]:
    return [(code, n, e) for code in CODES for n, e in enumerate(examples(page(code)), 1)]


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    """No page is missing, none is left over."""
    folder = files("bganalyze.findings").joinpath("pages")
    assert {f.name for f in folder.iterdir() if f.name.endswith(".md")} == {f"{code}.md" for code in CODES}


@pytest.mark.parametrize("code", CODES)
def test_page_has_its_form(code: str) -> None:
    """Title, severity and sections in their order; every block of a record is understood as one."""
    text = page(code)
    lines = text.splitlines()
    assert lines[0] == f"# {code} {CODES[code].name}"
    assert lines[1] == ""
    stated = _stated(code)
    assert stated[0] == CODES[code].severity
    assert len(set(stated)) == len(stated)
    assert [line.removeprefix("## ") for line in lines if line.startswith("## ")] == SECTIONS
    assert sum(text.count(f"```{word}") for word in ("mat", "sgf", "chouette")) == len(examples(text))
    assert text.endswith("\n") and not text.endswith("\n\n")


@pytest.mark.parametrize("code", [code for code in CODES if code not in NO_EXAMPLE])
def test_page_shows_the_fault_and_the_right_form(code: str) -> None:
    """A marked example with the code of the page, and one without a fault."""
    found = examples(page(code))
    assert any(code in {marked for _, marked in e.expected} for e in found)
    assert any(not e.expected for e in found)


def test_codes_without_an_example_have_none() -> None:
    """The list of exceptions does not outlive its reasons."""
    assert all(not examples(page(code)) for code in NO_EXAMPLE)


@pytest.mark.parametrize(
    ("code", "example"), [pytest.param(code, e, id=f"{code}-{n}") for code, n, e in _all_examples()]
)
def test_example_gives_what_it_is_marked_with(code: str, example: Example) -> None:
    """Errors and warnings exactly as marked, marked notes among the notes, severities that the page has."""
    options = RuleOptions.parse(example.rules, example.settings)
    findings = check_bytes(example.text.encode(), "example.mat", options).findings
    marked: dict[int | None, set[str]] = defaultdict(set)
    for line, expected in example.expected:
        marked[line].add(expected)
    loud: dict[int | None, set[str]] = defaultdict(set)
    notes: dict[int | None, set[str]] = defaultdict(set)
    for finding in findings:
        if finding.follow_up or finding.suppression:
            continue
        (notes if severity(finding) == "note" else loud)[finding.line].add(finding.code)
        if (finding.line, finding.code) in example.expected and finding.code == code:
            assert severity(finding) in _stated(code)
    for line in {*marked, *loud}:
        assert loud[line] <= marked[line], f"line {line}: not marked"
        assert marked[line] - loud[line] <= notes[line], f"line {line}: marked, but not found"
