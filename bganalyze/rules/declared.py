"""Which rules a record is played by: settings beat the preset, that beats the record's tags, they beat inference."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from ..model.record import MatchRecord
from .consistency import Clash, clashes, oddities, repaired
from .fields import TAGS, stated
from .policies import Policies
from .rule_file import is_rule_file, read_rule_file
from .variants import (
    FIELDS,
    PRESETS,
    STATED_BY_START,
    UNKNOWN_MONEY,
    UNLIMITED,
    Rules,
    RulesError,
    parse_setting,
    parse_value,
    preset,
)

GALAXY_UNLIMITED = (4, 8, 16)
"""Lengths under which Backgammon Galaxy writes one unlimited game with the Jacoby rule."""


class RuleOptions(NamedTuple):
    """What the user asked for: the name of a preset or a rule file, and single fields."""

    name: str | None = None
    settings: tuple[tuple[str, object], ...] = ()
    rules: Rules | None = None
    """The rule set of a rule file; ``None`` for that of a preset."""
    policies: Policies = Policies()
    """What is condoned."""

    @classmethod
    def parse(cls, name: str | None, settings: tuple[str, ...] = ()) -> RuleOptions:
        """From ``--rules`` and ``--set`` as typed. A rule file is read. Raises ``RulesError``."""
        rules = None
        if name is not None and name not in PRESETS and is_rule_file(name):
            rules = read_rule_file(name)
            name = rules.name
        elif name is not None:
            preset(name)
        options = cls(name, tuple(parse_setting(s) for s in settings), rules)
        contradictions = options.contradictions()
        if contradictions:
            raise RulesError("; ".join(clash.text for clash in contradictions))
        return options

    def chosen(self) -> Rules | None:
        """The rule set that was named, without the settings."""
        return self.rules if self.rules is not None or self.name is None else preset(self.name)

    def whole(self) -> Rules:
        """The rule set where no record has a say: the named one, or that of backgammon, with the settings.

        Raises ``RulesError`` where it contradicts itself.
        """
        rules = _set(self.chosen() or Rules(), self.settings)
        if found := clashes(rules):
            raise RulesError("; ".join(clash.text for clash in found))
        return rules

    def stated(self) -> frozenset[str]:
        """The fields in which a record has no say."""
        if self.whole_set():
            return frozenset(FIELDS)
        return frozenset((*(key for key, _ in self.settings), *(("start",) if self.name is not None else ())))

    def whole_set(self) -> bool:
        """Is a rule set named that states every field, not only the start?"""
        return self.rules is not None or (self.name is not None and self.name not in STATED_BY_START)

    def contradictions(self) -> list[Clash]:
        """What contradicts itself whatever a record says."""
        known = self.stated()
        return [c for c in clashes(_set(self.chosen() or Rules(), self.settings)) if known.issuperset(c.fields)]

    def notes(self) -> list[str]:
        """What is unusual whatever a record says; ``rules_of`` does not repeat it."""
        known = self.stated()
        return [o.text for o in oddities(_set(self.chosen() or Rules(), self.settings)) if known.issuperset(o.fields)]


def _set(rules: Rules, settings: Iterable[tuple[str, object]]) -> Rules:
    return replace(rules, **dict(settings))  # type: ignore[arg-type]


class Remark(NamedTuple):
    """Something to say about the rules: code, the tag it is about (for the line), sentence, severity."""

    code: str
    tag: str | None
    text: str
    severity: str | None = None
    line: int | None = None
    """Where it stands, if that is not the line of a tag."""


@dataclass(slots=True, eq=False, repr=False)
class Ruling:
    """The rules of a match and what was said on the way."""

    rules: Rules
    length: int
    """Points; 0 for an unlimited session."""
    cap: int | None = None
    """The length that a writer gave to an unlimited game; it caps the points."""
    remarks: list[Remark] = field(default_factory=list)
    crawford_doubles: str = "declared"
    """As in ``Policies``."""


@lru_cache(maxsize=1024)
def _from_tags(money: bool, galaxy: bool, base: str | None, tags: tuple[tuple[str, object], ...]) -> Rules:
    """The rules of a record by its length and tags alone; many records share them."""
    if base is None:
        rules = UNKNOWN_MONEY if money else Rules()
    else:
        rules = replace(PRESETS[base], money=money)
    if galaxy:
        rules = replace(rules, jacoby=True, auto_doubles=0)
    return _set(rules, tags)


@lru_cache(maxsize=1024)
def _by_tags_alone(match: bool, galaxy: bool, base: str | None, tags: tuple[tuple[str, object], ...]) -> Rules | None:
    """The rules with their name where nothing has to be said of them, as in most records; else ``None``."""
    rules = _from_tags(not match, galaxy, base, tags)
    if clashes(rules) or oddities(rules) or (match and (rules.games is not None or rules.bankrolls is not None)):
        return None
    return replace(rules, name=_name(rules, RuleOptions(), base))


_SWITCH = {"on": True, "off": False, "yes": True, "no": False, "true": True, "false": False}
_OLD_TAGS = {"beaver": "beavers"}
"""Tags whose names are not those of their fields."""
_FIELD_OF_TAG = {tag.lower(): field for field, tag in TAGS.items()} | _OLD_TAGS
_RULE_TAGS = frozenset(("rules", "variation", *_FIELD_OF_TAG))
_MONEY_RULES = ("jacoby", "beavers", "auto_doubles")
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
    if not (options.name or options.settings or options.rules or match.later_tags):
        known = _by_tags_alone(bool(length), cap is not None, tags.base, tuple(tags.values.items()))
        if known is not None:
            return Ruling(known, length, cap, remarks, options.policies.crawford_doubles)
    base = tags.base
    if options.name is not None and options.name in STATED_BY_START and options.rules is None:
        base = None
    values = tags.values
    record_rules = _from_tags(not length, cap is not None, tags.base, tuple(values.items()))
    rules = record_rules if base == tags.base else _from_tags(not length, cap is not None, base, tuple(values.items()))
    chosen = options.chosen()
    if chosen is not None:
        rules = replace(chosen, money=not length) if options.whole_set() else replace(rules, start=chosen.start)
    if options.settings:
        rules = _set(rules, options.settings)
    _against_options(match, options, tags, rules, remarks)
    rules = _sound(rules, bool(length), options, tags, remarks)
    _later(match, record_rules, remarks)
    name = _name(rules, options, base)
    return Ruling(
        rules if name == rules.name else replace(rules, name=name),
        length,
        cap,
        remarks,
        options.policies.crawford_doubles,
    )


class _Tags(NamedTuple):
    """What the tags of a header state."""

    values: dict[str, object]
    """Field -> value."""
    keys: dict[str, str]
    """Field -> the name of its tag, as the format has it."""
    vague: frozenset[str]
    """Fields whose tag only says on or off where the rules know more."""
    base: str | None
    """The rule set that is named, if it is more than a start."""
    base_key: str


def _name(rules: Rules, options: RuleOptions, base: str | None) -> str:
    """What to call the rules: as the options or the record call them, else by their start."""
    name = options.name or base
    if name is not None:
        return name
    if rules.plain and rules.start in _NAME_OF_START:
        return _NAME_OF_START[rules.start] or rules.name
    return next((n for n, known in PRESETS.items() if replace(rules, name=n) == known), "own rules")


_NAME_OF_START = {
    "standard": "",
    "nackgammon": "nackgammon",
    "hyper-1": "hypergammon-1",
    "hyper-2": "hypergammon-2",
    "hyper-3": "hypergammon-3",
}


def _against_options(
    match: MatchRecord, options: RuleOptions, tags: _Tags, rules: Rules, remarks: list[Remark]
) -> None:
    """Tags that say something else than the options."""
    known = options.stated()
    for key, value in tags.values.items():
        if key in known and _differ(key, getattr(rules, key), value, key in tags.vague):
            _contradicted(match, tags.keys[key], remarks)
    if tags.base is not None:
        # A tag of a field was held against the options itself.
        base = PRESETS[tags.base]
        if any(getattr(rules, k) != getattr(base, k) for k in known if k not in tags.values):
            _contradicted(match, tags.base_key, remarks)


def _contradicted(match: MatchRecord, tag: str, remarks: list[Remark]) -> None:
    text = f"the record's {tag} tag says {match.header_value(tag)!r}, the options say otherwise; the options count"
    remarks.append(Remark("BG606", tag, text))


def _differ(key: str, option: object, tag: object, vague: bool) -> bool:
    if vague and key == "beavers":
        return bool(option) != bool(tag)
    if vague and key == "crawford":
        return (option == "off") != (tag == "off")
    return option != tag


def _sound(rules: Rules, match: bool, options: RuleOptions, tags: _Tags, remarks: list[Remark]) -> Rules:
    """The rules without what contradicts itself when tags and options are put together."""
    known = options.stated()

    def tag_of(fields: Iterable[str]) -> str | None:
        named = next((tags.keys[f] for f in fields if f in tags.keys and f not in known), None)
        return named or (tags.base_key if tags.base is not None else None)

    if clashes(rules):
        rules, settled = repaired(rules)
        for clash in settled:
            severity = "note" if clash.repair is None else None
            read_as = "" if clash.repair is None else f"; it is read as {stated(*clash.repair)}"
            remarks.append(Remark("BG606", tag_of(clash.fields), clash.text + read_as, severity))
    if match:
        for key in ("games", "bankrolls"):
            if getattr(rules, key) is not None:
                text = (
                    f"{stated(key, getattr(rules, key))} is a session's, but this is a match to points; it is left out"
                )
                remarks.append(Remark("BG606", tag_of((key,)), text))
                rules = replace(rules, **{key: None})  # type: ignore[arg-type]
    for oddity in oddities(rules):
        if not known.issuperset(oddity.fields):
            remarks.append(Remark("BG606", tag_of(oddity.fields), f"unusual: {oddity.text}", "note"))
    return rules


def _later(match: MatchRecord, rules: Rules, remarks: list[Remark]) -> None:
    """Tags between the games that state other rules than those in front of the first game."""
    now = rules
    for line, key, value in match.later_tags:
        if key.lower() not in _RULE_TAGS:
            continue
        refused: list[Remark] = []
        tags = _tagged({key: value}, not rules.money, refused)
        remarks += [remark._replace(tag=None, line=line) for remark in refused]
        then = now if tags.base is None else replace(PRESETS[tags.base], money=rules.money)
        vague = all(not _differ(k, getattr(then, k), v, k in tags.vague) for k, v in tags.values.items())
        if not vague:
            then = _set(then, tags.values.items())
        if replace(then, name=now.name) != now:
            text = f"the tag {key} says {value!r} behind the beginning of the match; the rules at its beginning count"
            remarks.append(Remark("BG607", None, text, line=line))
        now = then


def _tagged(header: dict[str, str], match: bool, remarks: list[Remark]) -> _Tags:
    """The fields that the header's tags state."""
    tags, said = _read_tags(tuple([item for item in header.items() if item[0].lower() in _RULE_TAGS]), match)
    remarks += said
    return tags


@lru_cache(maxsize=1024)
def _read_tags(header: tuple[tuple[str, str], ...], match: bool) -> tuple[_Tags, tuple[Remark, ...]]:
    """The same and what is said of them; many records have the same few tags."""
    remarks: list[Remark] = []
    values: dict[str, object] = {}
    keys: dict[str, str] = {}
    vague: set[str] = set()
    given = [(key, key.lower(), value, value.strip().lower()) for key, value in header if value.strip()]
    base: str | None = None
    base_key = "Rules"
    for key, name, value, text in given:
        if name != "rules":
            continue
        named = _preset_of(text)
        if named is None:
            remarks.append(Remark("BG606", key, f"the rule set {value!r} is not known; read as backgammon"))
        else:
            base = named
    for key, name, value, text in given:
        if name != "variation":
            continue
        start = _VARIATIONS.get(text.replace(" ", ""))
        named = _preset_of(text)
        if start is None and named is None:
            remarks.append(Remark("BG606", key, f"the variation {value!r} is not known; read as backgammon"))
        elif base is not None:
            if start != PRESETS[base].start if start is not None else named != base:
                text = f"the Variation tag says {value!r}, the Rules tag says {base!r}; the Rules tag counts"
                remarks.append(Remark("BG606", key, text))
        elif start is not None:
            values["start"], keys["start"] = start, "Variation"
        else:
            base, base_key = named, "Variation"
    if base is not None and base in STATED_BY_START:
        values["start"], keys["start"] = PRESETS[base].start, base_key
        base = None
    for key, name, value, text in given:
        if name in ("rules", "variation"):
            continue
        field_name = _FIELD_OF_TAG[name]
        got = _tag_value(key, name, field_name, value, text, remarks)
        if got is None:
            continue
        if field_name == "crawford" and not match:
            continue
        if field_name in _MONEY_RULES and match and base is None:
            if got.value:
                shown = "On" if got.vague else repr(value)
                remarks.append(Remark("BG606", key, f"{key} is {shown} in a match, where it is not played", "note"))
            continue
        values[field_name] = got.value
        keys[field_name] = "Beaver" if name == "beaver" else TAGS[field_name]
        vague.discard(field_name)
        if got.vague:
            vague.add(field_name)
    return _Tags(values, keys, frozenset(vague), base, base_key), tuple(remarks)


def _preset_of(text: str) -> str | None:
    """The preset that a tag names, with hyphens, underscores or blanks."""
    name = "-".join(text.replace("_", " ").replace("-", " ").split())
    return name if name in PRESETS else None


class _TagValue(NamedTuple):
    value: object
    vague: bool = False


def _tag_value(key: str, name: str, field_name: str, value: str, text: str, remarks: list[Remark]) -> _TagValue | None:
    """The value of a field's tag; ``None``, and a remark, where it has none."""
    if name in ("jacoby", "cube", "beaver", "crawford") and text in _SWITCH:
        switch = _SWITCH[text]
        if name == "crawford":
            return _TagValue("both" if switch else "off", True)
        if name == "beaver":
            return _TagValue(UNLIMITED if switch else 0, True)
        return _TagValue(switch, name == "jacoby")
    problem = f"{key} is {value!r}, neither On nor Off"
    if name not in ("jacoby", "cube", "beaver"):
        try:
            return _TagValue(parse_value(field_name, text))
        except RulesError as error:
            if field_name == "cube_limit":
                problem = f"the cube limit {value!r} is no power of two"
            elif field_name != "crawford":
                problem = f"{key} is {value!r}, not {error}"
    remarks.append(Remark("BG606", key, problem))
    return None
