"""The table of sentences and tests in ``README.md``: every test it names is there, and every sentence has one."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
README = Path(__file__).with_name("README.md")
NAMED = re.compile(r"`([\w/]+\.py)::(test_\w+)`")


def _rows() -> list[tuple[str, ...]]:
    """The cells of the table's rows."""
    section = README.read_text(encoding="utf-8").split("\n## Sentences\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[2:]]


ROWS = _rows()


@cache
def _tests(path: str) -> frozenset[str]:
    """The tests that a file defines."""
    tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
    return frozenset(n.name for n in tree.body if isinstance(n, ast.FunctionDef) and n.name.startswith("test_"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-{row[1][:40]}")
def test_every_sentence_has_tests_that_exist(row: tuple[str, ...]) -> None:
    """Section, sentence, tests; nothing else stands in the last cell."""
    section, sentence, tests = row
    assert re.fullmatch(r"[1-6](\.\d)?", section) and sentence
    assert tests and not NAMED.sub("", tests).strip(", "), tests
    for path, name in NAMED.findall(tests):
        assert (TESTS / path).is_file(), path
        assert name in _tests(path), f"{path} has no {name}"


def test_every_section_is_there() -> None:
    """Sections 1 to 6 with all their numbered paragraphs; no sentence is listed twice."""
    sections = {row[0] for row in ROWS}
    assert sections >= {"1", "5", "6", *(f"2.{n}" for n in range(1, 10)), *(f"3.{n}" for n in range(1, 8))}
    assert sections >= {f"4.{n}" for n in range(1, 7)}
    assert len({row[1] for row in ROWS}) == len(ROWS)


def test_every_test_of_a_sentence_is_in_the_table() -> None:
    """A test that is named after its sentence has its row."""
    listed = {name for row in ROWS for path, name in NAMED.findall(row[2]) if path == "test_rule_sentences.py"}
    assert listed == _tests("test_rule_sentences.py")
