"""A reader of GitHub's workflow commands, after the description of the runner."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """``::name key=value,key=value::data`` with its escapes undone."""

    name: str
    properties: dict[str, str]
    data: str


def _unescape(text: str, *pairs: tuple[str, str]) -> str:
    for escape, ch in (*pairs, ("%25", "%")):  # the percent sign last, as the runner does
        text = text.replace(escape, ch)
    return text


def parse(line: str) -> Command | None:
    """A line of a log as the runner sees it; ``None`` for one that is no command."""
    line = line.lstrip()
    if not line.startswith("::"):
        return None
    end = line.find("::", 2)
    if end < 0:
        return None
    name, _, rest = line[2:end].partition(" ")
    properties = {}
    for pair in rest.strip().split(","):
        key, equals, value = pair.strip().partition("=")
        if equals:
            properties[key] = _unescape(value, ("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","))
    return Command(name, properties, _unescape(line[end + 2 :], ("%0D", "\r"), ("%0A", "\n")))
