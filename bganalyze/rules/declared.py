"""Which rules a record is played by: settings beat the preset, that beats the record's tags, they beat inference."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from ..model.record import MatchRecord
from .variants import STATED_BY_START, UNKNOWN_MONEY, UNLIMITED, Rules, parse_setting, preset

GALAXY_UNLIMITED = (4, 8, 16)
"""Lengths under which Backgammon Galaxy writes one unlimited game with the Jacoby rule."""


class RuleOptions(NamedTuple):
    """What the user asked for: the name of a preset, and single fields."""

    name: str | None = None
    settings: tuple[tuple[str, object], ...] = ()

    @classmethod
    def parse(cls, name: str | None, settings: tuple[str, ...] = ()) -> RuleOptions:
        """From ``--rules`` and ``--set`` as typed. Raises ``RulesError``."""
        if name is not None:
            preset(name)
        return cls(name, tuple(parse_setting(s) for s in settings))


class Remark(NamedTuple):
    """Something to say about the rules: code, the tag it is about (for the line), sentence, severity."""

    code: str
    tag: str | None
    text: str
    severity: str | None = None


@dataclass(slots=True, eq=False, repr=False)
class Ruling:
    """The rules of a match and what was said on the way."""

    rules: Rules
    length: int
    """Points; 0 for an unlimited session."""
    cap: int | None = None
    """The length that a writer gave to an unlimited game; it caps the points."""
    remarks: list[Remark] = field(default_factory=list)


@lru_cache(maxsize=1024)
def _from_tags(money: bool, galaxy: bool, tags: tuple[tuple[str, object], ...]) -> Rules:
    """The rules of a record by its length and tags alone; many records share them."""
    rules = UNKNOWN_MONEY if money else Rules()
    if galaxy:
        rules = replace(rules, jacoby=True, auto_doubles=0)
    return replace(rules, **dict(tags))  # type: ignore[arg-type]


_SWITCH = {"on": True, "off": False, "yes": True, "no": False, "true": True, "false": False}
_RULE_TAGS = frozenset(("variation", "crawford", "jacoby", "beaver", "cube", "cubelimit"))
_VARIATIONS = {
    "backgammon": "standard",
    "standard": "standard",
    "nackgammon": "nackgammon",
    "hypergammon": "hyper-3",
    "hypergammon(1)": "hyper-1",
    "hypergammon(2)": "hyper-2",
    "hypergammon(3)": "hyper-3",
    "hypergammon1": "hyper-1",
    "hypergammon2": "hyper-2",
    "hypergammon3": "hyper-3",
}


def rules_of(match: MatchRecord, options: RuleOptions) -> Ruling:
    """The rules of one match."""
    remarks: list[Remark] = []
    length = match.length if match.length is not None else 0
    if match.length is None:
        remarks.append(
            Remark("BG602", None, "the record states no usable match length; it is read as an unlimited session")
        )
    elif length < 0:
        remarks.append(Remark("BG602", None, f"a match length of {length}; read as an unlimited session"))
        length = 0
    elif length > 64:
        remarks.append(Remark("BG602", None, f"a match to {length}: GNU Backgammon reads lengths up to 64", "note"))
    elif length and length % 2 == 0:
        remarks.append(Remark("BG602", None, f"a match to {length}: lengths are odd", "note"))

    cap = None
    galaxy = not match.states_rules and "backgammongalaxy" in match.header.get("Site", "").lower()
    if galaxy and length in GALAXY_UNLIMITED and len(match.games) == 1:
        cap, length = length, 0
        remarks = [
            Remark("BG110", None, f"one unlimited game with the Jacoby rule, written as a match to {cap} points")
        ]

    tags = _tagged(match.header, bool(length), remarks)
    rules = _from_tags(not length, cap is not None, tuple(tags.items()))
    stated: dict[str, object] = {}
    if options.name in STATED_BY_START:
        chosen = preset(options.name)
        rules = replace(rules, start=chosen.start)
        stated["start"] = chosen.start
    elif options.name is not None:
        chosen = preset(options.name)
        rules = replace(chosen, money=not length)
        stated = {key: getattr(chosen, key) for key in tags if key != "name"}
    for key, value in options.settings:
        rules = replace(rules, **{key: value})  # type: ignore[arg-type]
        stated[key] = value
    for key, value in tags.items():
        if key in stated and _differ(key, stated[key], value):
            tag = _TAG_OF[key]
            text = (
                f"the record's {tag} tag says {match.header_value(tag)!r}, the options say otherwise; the options count"
            )
            remarks.append(Remark("BG606", tag, text))
    if options.name is not None:
        rules = replace(rules, name=options.name)
    elif rules.start != "standard":
        rules = replace(
            rules,
            name={"hyper-1": "hypergammon-1", "hyper-2": "hypergammon-2", "hyper-3": "hypergammon-3"}.get(
                rules.start, rules.start
            ),
        )
    return Ruling(rules, length, cap, remarks)


_TAG_OF = {
    "start": "Variation",
    "crawford": "Crawford",
    "jacoby": "Jacoby",
    "beavers": "Beaver",
    "cube": "Cube",
    "cube_limit": "CubeLimit",
}


def _differ(key: str, option: object, tag: object) -> bool:
    if key == "beavers":
        return bool(option) != bool(tag)
    if key == "crawford":
        return (option == "off") != (tag == "off")
    return option != tag


def _tagged(header: dict[str, str], match: bool, remarks: list[Remark]) -> dict[str, object]:
    """The fields that the header's tags state."""
    fields: dict[str, object] = {}
    for key, value in header.items():
        name = key.lower()
        if name not in _RULE_TAGS:
            continue
        text = value.strip().lower()
        if name == "variation" and text:
            start = _VARIATIONS.get(text.replace(" ", ""))
            if start is None:
                remarks.append(Remark("BG606", key, f"the variation {value!r} is not known; read as backgammon"))
            else:
                fields["start"] = start
        elif name in ("crawford", "jacoby", "beaver", "cube") and text:
            switch = _SWITCH.get(text)
            if switch is None:
                remarks.append(Remark("BG606", key, f"{key} is {value!r}, neither On nor Off"))
            elif name == "cube":
                fields["cube"] = switch
            elif name == "crawford":
                if match:
                    fields["crawford"] = "both" if switch else "off"
            elif match and switch:
                remarks.append(Remark("BG606", key, f"{key} is On in a match, where it is not played", "note"))
            elif not match:
                fields["jacoby" if name == "jacoby" else "beavers"] = (
                    switch if name == "jacoby" else (UNLIMITED if switch else 0)
                )
        elif name == "cubelimit" and text:
            limit = int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0
            if limit & (limit - 1) or not limit:
                remarks.append(Remark("BG606", key, f"the cube limit {value!r} is no power of two"))
            else:
                fields["cube_limit"] = limit
    return fields
