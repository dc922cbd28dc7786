"""The page of each code: what it means, why it matters, examples. Text of ``explain``, and of tests."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import NamedTuple

from .codes import CODES


class Example(NamedTuple):
    """A record of a page and what a check of it must find."""

    text: str
    rules: str | None
    settings: tuple[str, ...]
    """As given to ``--rules`` and ``--set``."""
    expected: tuple[tuple[int | None, str], ...]
    """(line, code) of each ``<- BGnnn`` mark; line ``None`` for a finding about the file. Empty: must be clean."""


def page(code: str) -> str:
    """The Markdown page of a code. Raises ``KeyError`` for what is no code."""
    if code not in CODES:
        raise KeyError(code)
    return files(__package__).joinpath("pages", f"{code}.md").read_text(encoding="utf-8")


_BLOCK = re.compile(r"^```(?:mat|sgf|chouette)([^\n]*)\n(.*?)^```$", re.M | re.S)
_MARK = re.compile(r"[ \t]*<-((?: BG[0-9]{3})+)[ \t]*$")


def examples(text: str) -> list[Example]:
    """The ``mat``, ``sgf`` and ``chouette`` blocks of a page.

    Behind that word may stand ``rules=NAME``, ``set:FIELD=VALUE`` and ``file=BGnnn`` (a finding without a line). A line
    that ends in ``<- BGnnn`` must give just that code (or codes); the mark is cut off before the check.
    """
    found = []
    for words, body in _BLOCK.findall(text):
        rules: str | None = None
        settings: list[str] = []
        expected: list[tuple[int | None, str]] = []
        for word in words.split():
            if word.startswith("rules="):
                rules = word.removeprefix("rules=")
            elif word.startswith("set:"):
                settings.append(word.removeprefix("set:"))
            elif word.startswith("file="):
                expected.append((None, word.removeprefix("file=")))
            else:
                raise ValueError(f"{word!r} behind ``` is not understood")
        lines = []
        for number, line in enumerate(body.split("\n"), 1):
            mark = _MARK.search(line)
            if mark:
                expected += [(number, code) for code in mark[1].split()]
                line = line[: mark.start()]
            lines.append(line)
        found.append(Example("\n".join(lines), rules, tuple(settings), tuple(expected)))
    return found


def index() -> str:
    """The page of all codes, in Markdown: a row for each, with the first sentence of its page."""
    rows = ["# Codes", "", "| code | name | severity | meaning |", "|---|---|---|---|"]
    for code in CODES.values():
        paragraph = page(code.code).split("\n\n")[2]
        sentence = " ".join(paragraph.split()).partition(". ")[0].rstrip(".")
        rows.append(f"| {code.code} | {code.name} | {code.severity} | {sentence.replace('|', chr(92) + '|')}. |")
    return "\n".join(rows) + "\n"
