"""The page of each code: what it means, why it matters, examples. Text of ``explain``, and of tests."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import NamedTuple

from .codes import CODES


class Example(NamedTuple):
    """A record of a page, the options to check it with, and the codes its marked lines must give."""

    text: str
    options: tuple[str, ...]
    expected: tuple[tuple[int, str], ...]
    """(line, code) of each ``<- BGnnn`` mark; empty for an example that must be clean."""


def page(code: str) -> str:
    """The Markdown page of a code. Raises ``KeyError`` for what is no code."""
    if code not in CODES:
        raise KeyError(code)
    return files(__package__).joinpath("pages", f"{code}.md").read_text(encoding="utf-8")


_BLOCK = re.compile(r"^```mat([^\n]*)\n(.*?)^```$", re.M | re.S)
_MARK = re.compile(r"[ \t]*<- (BG[0-9]{3})[ \t]*$")


def examples(text: str) -> list[Example]:
    """The ``mat`` blocks of a page. Behind ``mat`` stand options; a line ending in ``<- BGnnn`` must give that code."""
    found = []
    for options, body in _BLOCK.findall(text):
        expected, lines = [], []
        for number, line in enumerate(body.split("\n"), 1):
            mark = _MARK.search(line)
            if mark:
                expected.append((number, mark[1]))
                line = line[: mark.start()]
            lines.append(line)
        found.append(Example("\n".join(lines), tuple(options.split()), tuple(expected)))
    return found
