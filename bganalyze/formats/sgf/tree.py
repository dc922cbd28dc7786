"""SGF text to the nodes of its game trees. Knows brackets and properties, not what they mean.

The main line of a tree is followed: of several variations only the first. Nothing recurses and every pattern is
possessive, so that any text is read in linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..lines import MOST_GAMES

VALUE = r"\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\]"
QUIET = ("A", "BC", "BM", "C", "CR", "DA", "DC", "DO", "GB", "GW", "LU", "MR")
"""Properties that say something about an action and are none themselves."""
_NODE = re.compile(
    rf";\s*+(?:([BW])\[([0-9a-z]++)\]\s*+)?+"
    rf"((?:(?:{'|'.join(QUIET)})(?:{VALUE}\s*+)++)*+)"
    rf"((?:[A-Za-z]++\s*+(?:{VALUE}\s*+)++)*+)",
    re.S,
)
_PROPERTY = re.compile(rf"\s*+([A-Za-z]++)\s*+((?:{VALUE}\s*+)++)", re.S)
_ONE_VALUE = re.compile(VALUE, re.S)
_PARENS = re.compile(r"[\s(]++")
_NEW_TREE = re.compile(r"\(\s*+;\s*+(?:FF|GM)\s*+\[")
"""A root; inside a tree it tells that the tree was not closed."""
_CLOSES = re.compile(r"\s*+\)")
_TO_PAREN = re.compile(rf"[^\[()]*+(?:{VALUE}[^\[()]*+)*+", re.S)
_TO_TOKEN = re.compile(rf"[^\[();]*+(?:{VALUE}[^\[();]*+)*+", re.S)

MOST_NODES = 100_000
"""Nodes of one game; no game comes near it."""


class Fault(NamedTuple):
    """Something that is no SGF: code of the finding, from where to where in the text, and a word about it."""

    code: str
    start: int
    end: int
    text: str


@dataclass(slots=True)
class Tree:
    """The main line of one game tree."""

    start: int
    nodes: list[re.Match[str]] = field(default_factory=list)
    """Groups: 1 colour and 2 value of a move that comes first, 3 quiet properties behind it, 4 all others."""
    end: int = 0
    closed: bool = False
    variations: int | None = None
    """Where the first variation that was not followed starts."""
    faults: list[Fault] = field(default_factory=list)


def trees(text: str) -> Iterator[Tree]:
    """The game trees of a text, one after the other. Text between them is a fault of the tree before or after."""
    at = 0
    number = 0
    stray: Fault | None = None
    while True:
        opening = text.find("(", at)
        between = text[at : opening if opening >= 0 else len(text)]
        if between.strip(" \t\n\r\f\v\0\ufeff"):
            start = at + len(between) - len(between.lstrip())
            stray = Fault("BG101", start, at + len(between.rstrip()), between.strip()[:60])
        if opening < 0:
            break
        number += 1
        tree = Tree(opening)
        if stray is not None:
            tree.faults.append(stray)
            stray = None
        if number > MOST_GAMES:
            tree.faults.append(Fault("BG005", opening, opening + 1, f"more than {MOST_GAMES} games are not read"))
            yield tree
            return
        _follow(text, tree)
        at = tree.end
        yield tree
    if stray is not None:
        last = Tree(len(text), closed=True)
        last.faults.append(stray)
        yield last


def _follow(text: str, tree: Tree) -> None:
    """Read the main line of a tree and find its end."""
    at = tree.start
    depth = 0
    nodes = tree.nodes
    while True:
        opened = _PARENS.match(text, at)
        if opened is not None:
            if nodes:
                root = _NEW_TREE.search(text, at, opened.end() + 80)
                if root is not None and root.start() < opened.end():
                    tree.faults.append(Fault("BG006", at, root.start() + 1, "the game tree is not closed"))
                    tree.end = root.start()
                    return
            depth += opened[0].count("(")
            at = opened.end()
        for node in _NODE.finditer(text, at):
            if node.start() != at:
                break
            if len(nodes) >= MOST_NODES:
                tree.faults.append(Fault("BG005", at, at + 1, f"more than {MOST_NODES} nodes of a game are not read"))
                _close(text, tree, at, depth)
                return
            nodes.append(node)
            at = node.end()
        closing = _CLOSES.match(text, at)
        if closing is not None:
            _close(text, tree, closing.start(), depth)
            return
        if at >= len(text):
            break
        if text[at] in "(":
            continue
        if text[at] == ";":
            raise AssertionError("every semicolon starts a node")  # pragma: no cover
        skipped = _TO_TOKEN.match(text, at)
        assert skipped is not None
        end = skipped.end()
        if end < len(text) and text[end] == "[":
            _cut(tree, text, at)
            return
        if text[at:end].strip():
            tree.faults.append(Fault("BG101", at, max(end, at + 1), text[at:end].strip()[:60]))
        at = end
    _cut(tree, text, at)


def _close(text: str, tree: Tree, at: int, depth: int) -> None:
    """From the first closing parenthesis on, what is not closed are variations; they are not followed."""
    while True:
        skipped = _TO_PAREN.match(text, at)
        assert skipped is not None
        at = skipped.end()
        if at >= len(text) or text[at] == "[":
            _cut(tree, text, at)
            return
        if text[at] == "(":
            if _NEW_TREE.match(text, at):
                # Games inside one pair of brackets too many: a root begins a tree, wherever it stands.
                tree.faults.append(
                    Fault("BG006", at, at + 1, "a game begins before the brackets of the last are closed")
                )
                tree.end = at
                return
            if tree.variations is None:
                tree.variations = at
            depth += 1
        else:
            depth -= 1
        at += 1
        if depth <= 0:
            tree.end, tree.closed = at, True
            return


def _cut(tree: Tree, text: str, at: int) -> None:
    """The text ends inside the tree."""
    tree.faults.append(Fault("BG006", min(at, len(text)), len(text), "the file ends inside a game tree"))
    tree.end = len(text)


class Property:
    """One property of a node. Lower-case letters of its name are left out, as older versions of SGF want it."""

    __slots__ = ("_values", "end", "first", "name", "start", "whole")

    def __init__(self, name: str, whole: str, start: int, at: int) -> None:
        self.name = name
        self.whole = whole
        """All values with their brackets."""
        self.start = start
        """Offset of the name."""
        self.first = at + 1
        """Offset of the first value, behind its bracket."""
        self.end = at + len(whole)
        self._values: list[str] | None = None

    @property
    def values(self) -> list[str]:
        """Between the brackets, escapes as they are."""
        if self._values is None:
            self._values = [v[1:-1] for v in _ONE_VALUE.findall(self.whole)]
        return self._values


def properties(text: str, start: int, end: int) -> list[Property]:
    """The properties in a part of a node."""
    found = []
    for got in _PROPERTY.finditer(text, start, end):
        name = got[1] if got[1].isupper() else "".join(c for c in got[1] if c.isupper())
        found.append(Property(name, got[2].rstrip(), got.start(1), got.start(2)))
    return found
