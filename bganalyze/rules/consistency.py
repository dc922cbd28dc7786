"""Rule sets whose fields contradict each other, and those that are only unusual."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from .fields import stated
from .variants import STARTS, Rules, start_points

HEAD = 24
"""The head of long nardy: the point on which all checkers start."""
_HAND = 25


class Clash(NamedTuple):
    """Fields that cannot be so together."""

    fields: tuple[str, ...]
    text: str
    """A sentence that names them with their values."""
    repair: tuple[str, object] | None
    """The field, and what it is read as, where a record's rules contradict themselves; ``None``: it stays, since it
    changes no play."""


class Oddity(NamedTuple):
    """Fields that are allowed together, but are seldom meant."""

    fields: tuple[str, ...]
    text: str


@lru_cache(maxsize=1024)
def clashes(rules: Rules) -> tuple[Clash, ...]:
    """The contradictions of a rule set, none for a sound one. What is not known contradicts nothing."""
    return tuple(_clashes(rules))


def _clashes(rules: Rules) -> Iterator[Clash]:
    def needs(field: str, needed: str, words: str, *repair: object) -> Clash:
        text = f"{stated(field, getattr(rules, field))} needs {words}, but {stated(needed, getattr(rules, needed))}"
        return Clash((field, needed), text, (field, repair[0]) if repair else None)

    points, _ = start_points(rules.start)
    if rules.direction == "same" and rules.hitting != "no":
        yield needs("direction", "hitting", "hitting=no", "opposed")
    if rules.block_rule != "none" and rules.direction == "opposed":
        yield needs("block_rule", "direction", "direction=same", "none")
    if rules.head_limit is not None and not (HEAD in points and (rules.start == "long" or rules.start not in STARTS)):
        yield needs("head_limit", "start", "a head: start=long, or an own array with checkers on 24", None)
    if rules.head_exception != "none" and rules.head_limit is None:
        yield needs("head_exception", "head_limit", "head-limit=1", "none")
    if rules.enter_all_first and _HAND not in points:
        yield needs(
            "enter_all_first", "start", "checkers in hand: start=in-hand, or an own array with some on 25", False
        )
    if rules.hit_and_cover != "free" and rules.hitting == "no":
        yield needs("hit_and_cover", "hitting", "hitting=yes or after-home", "free")
    if not rules.cube:
        for field in ("cube_limit", "jacoby", "beavers", "auto_doubles"):
            if getattr(rules, field):
                yield needs(field, "cube", "cube=on")
    if rules.games is not None and rules.bankrolls is not None:
        text = f"{stated('games', rules.games)} and {stated('bankrolls', rules.bankrolls)} exclude each other"
        yield Clash(("games", "bankrolls"), text, ("games", None))
    shared = sorted({p for p in points if p < _HAND and _theirs(p, rules.direction) in points}, reverse=True)
    if shared:
        both = f"both sides start on {', '.join(map(str, shared))}"
        text = f"{stated('start', rules.start)} with {stated('direction', rules.direction)}: {both}"
        yield Clash(("start", "direction"), text, ("start", "standard"))


def _theirs(point: int, direction: str) -> int:
    """What the opponent calls a point."""
    return 25 - point if direction == "opposed" else (point + 11) % 24 + 1


@lru_cache(maxsize=1024)
def oddities(rules: Rules) -> tuple[Oddity, ...]:
    """What is unusual in a rule set that is sound."""
    found = []
    if not rules.money:
        for field in ("jacoby", "beavers", "auto_doubles"):
            if getattr(rules, field):
                text = f"{stated(field, getattr(rules, field))} in a match; it is a rule of money sessions"
                found.append(Oddity((field, "money"), text))
    if rules.gammon > rules.backgammon:
        text = f"{stated('gammon', rules.gammon)} is more than {stated('backgammon', rules.backgammon)}"
        found.append(Oddity(("gammon", "backgammon"), text))
    return tuple(found)


def repaired(rules: Rules) -> tuple[Rules, list[Clash]]:
    """A rule set that can be played in place of one that contradicts itself, and the clashes, settled or left."""
    settled: list[Clash] = []
    # Each repair switches a rule off; none switches one on, so this ends.
    while True:
        left = clashes(rules)
        clash = next((c for c in left if c.repair is not None), None)
        if clash is None or clash.repair is None:
            return rules, [*settled, *left]
        settled.append(clash)
        field, value = clash.repair
        rules = replace(rules, **{field: value})  # type: ignore[arg-type]
