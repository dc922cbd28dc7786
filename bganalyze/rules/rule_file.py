"""A user's own rule set as a TOML file: ``name``, ``base``, then fields of ``Rules`` and their values.

    name = "club"
    base = "money"
    jacoby = false
    cube-limit = 64

    [start]
    24 = 2
    13 = 5

Every error names the file, the line and the field.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from typing import Final, NoReturn

from .consistency import clashes
from .fields import words_of
from .variants import (
    CHOICES,
    PRESETS,
    Rules,
    RulesError,
    field_of,
    parse_value,
    preset,
    spelled,
    start_of,
    unknown_field,
)

MAX_RULE_FILE: Final = 64 * 1024
"""Bytes of a rule file that are read; a longer one is refused."""
_MOST_DOTS: Final = 64
"""Dots in a line. Keys of thousands of parts would keep the TOML reader busy for minutes."""
_LONGEST_NAME: Final = 60


def is_rule_file(name: str) -> bool:
    """Does an option name a rule file rather than a preset? It ends in ``.toml`` or has a folder in it."""
    return name.lower().endswith(".toml") or "/" in name or os.sep in name


def read_rule_file(path: str) -> Rules:
    """The rule set of a file. Raises ``RulesError``."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_RULE_FILE + 1)
    except OSError as error:
        raise RulesError(f"{path}: {error.strerror or error}") from None
    except ValueError:  # a path with a null character
        raise RulesError(f"{path!r} is no file name") from None
    return parse_rule_file(data, path)


def parse_rule_file(data: bytes, path: str) -> Rules:
    """The rule set that the content of a file states. Raises ``RulesError``."""
    return _RuleFile(data, path).rules()


class _RuleFile:
    def __init__(self, data: bytes, path: str) -> None:
        self.path = path
        self.data = data
        self.text = ""
        self.keys: dict[str, str] = {}
        """Field -> its key as written."""

    def rules(self) -> Rules:
        """Everything, in the order in which errors are best told."""
        table = self._table()
        name, base = table.pop("name", None), table.pop("base", None)
        rules = Rules() if base is None else self._base(base)
        values: dict[str, object] = {}
        for key, value in table.items():
            field = "money" if key.lower() == "money" else field_of(key)
            if field is None:
                self._fail(key, unknown_field(key), own=True)
            if field in self.keys:
                self._fail(key, f"given twice, also as {self.keys[field]!r}")
            self.keys[field] = key
            values[field] = self._value(field, key, value)
        rules = replace(rules, **values)  # type: ignore[arg-type]
        for clash in clashes(rules):
            here = next((field for field in clash.fields if field in self.keys), None)
            self._fail(self.keys[here] if here else "base", clash.text)
        return replace(rules, name=self._name(name, rules))

    # ---- the text ---------------------------------------------------------------------------------

    def _table(self) -> dict[str, object]:
        import tomllib  # only rule files need it

        if len(self.data) > MAX_RULE_FILE:
            raise RulesError(f"{self.path}: line 1: a rule file has at most {MAX_RULE_FILE} bytes")
        try:
            self.text = self.data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            raise RulesError(f"{self.path}: line {line}: not UTF-8") from None
        for number, line_text in enumerate(self.text.split("\n"), 1):
            if line_text.count(".") > _MOST_DOTS:
                raise RulesError(f"{self.path}: line {number}: more than {_MOST_DOTS} dots in a line")
        try:
            return tomllib.loads(self.text)
        except RecursionError:
            raise RulesError(f"{self.path}: line {self._deepest()}: tables or lists nested too deeply") from None
        except ValueError as error:
            # tomllib.TOMLDecodeError, and what it lets through: a decimal number of thousands of digits.
            found = re.fullmatch(r"(.*) \(at line ([0-9]+), column ([0-9]+)\)", str(error), re.S)
            if found is not None:
                place, problem = f"line {found[2]}, column {found[3]}", found[1]
            else:
                at_end = "at end of document" in str(error)
                line = len(self.text.rstrip("\n").split("\n")) if at_end else self._longest()
                place, problem = f"line {line}", str(error).partition(" (at end")[0]
            raise RulesError(f"{self.path}: {place}: not TOML: {_shown(problem)[1:-1]}") from None

    def _deepest(self) -> int:
        lines = self.text.split("\n")
        return 1 + max(range(len(lines)), key=lambda i: lines[i].count("[") + lines[i].count("{"))

    def _longest(self) -> int:
        lines = self.text.split("\n")
        return 1 + max(range(len(lines)), key=lambda i: len(lines[i]))

    def _fail(self, key: str, problem: str, inner: str | None = None, own: bool = False) -> NoReturn:
        """``own``: the problem names the field itself."""
        field = "" if own else f"{_bare(spelled(key))}{f'.{_bare(inner)}' if inner is not None else ''}: "
        raise RulesError(f"{self.path}: line {self._line(key, inner)}: {field}{problem}")

    def _line(self, key: str, inner: str | None) -> int:
        """The line of a key, or of one in its table; 1 where it cannot be found, as for a key with escapes."""
        name = rf"(?:{re.escape(key)}|\"{re.escape(key)}\"|'{re.escape(key)}')"
        begin = re.search(rf"(?m)^[ \t]*(?:\[+[ \t]*{name}[ \t]*[\].]|{name}[ \t]*[=.])", self.text)
        if begin is None:
            return 1
        at = begin.start()
        if inner is not None:
            part = rf"(?:{re.escape(inner)}|\"{re.escape(inner)}\"|'{re.escape(inner)}')"
            within = re.compile(rf"(?m)(?:^[ \t]*|[.{{,][ \t]*){part}[ \t]*[=.]").search(self.text, at)
            at = at if within is None else within.end()
        return self.text.count("\n", 0, at) + 1

    # ---- values -----------------------------------------------------------------------------------

    def _base(self, base: object) -> Rules:
        if not isinstance(base, str):
            self._fail("base", f"the name of a rule set in quotes, not {_shown(base)}")
        try:
            return preset(base)
        except RulesError as error:
            self._fail("base", str(error))

    def _name(self, name: object, rules: Rules) -> str:
        if name is None:
            stem = os.path.basename(self.path)
            name = stem[: -len(".toml")] if stem.lower().endswith(".toml") else stem
            if not name.isprintable() or len(name) > _LONGEST_NAME:
                return "own rules"
            return stem if name in PRESETS and replace(rules, name=name) != PRESETS[name] else name or "own rules"
        if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > _LONGEST_NAME:
            self._fail("name", f"a name of 1 to {_LONGEST_NAME} printable characters in quotes")
        if name in PRESETS and replace(rules, name=name) != PRESETS[name]:
            self._fail("name", f"{name!r} is the name of another rule set, see 'bganalyze list rules'")
        return name

    def _value(self, field: str, key: str, value: object) -> object:
        if field == "money":
            if not isinstance(value, bool):
                self._fail(key, f"true or false, not {_shown(value)}")
            return value
        if field == "start" and isinstance(value, dict):
            return self._start(key, value)
        words = _words(field, value)
        if words is None:
            self._fail(key, f"{_kind(field)}, not {_shown(value)}")
        try:
            return parse_value(field, words)
        except RulesError as error:
            self._fail(key, f"{_shown(value)}: {error}")

    def _start(self, key: str, table: dict[str, object]) -> str:
        points: dict[int, int] = {}
        for place, number in table.items():
            if not re.fullmatch("[0-9]{1,3}", place) or not 1 <= int(place) <= 25:
                hint = "; fields stand in front of [start]" if field_of(place) else ""
                self._fail(key, f"a point from 1 to 24, or 25 for the bar (or in hand){hint}", place)
            if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 15:
                self._fail(key, f"1 to 15 checkers, not {_shown(number)}", place)
            if int(place) in points:
                self._fail(key, "the point is given twice", place)
            points[int(place)] = number
        try:
            return start_of(points)
        except RulesError as error:
            self._fail(key, str(error))


def _kind(field: str) -> str:
    """What a field's value is in TOML."""
    if field == "start":
        return "the name of a start in quotes, or a table of points and checkers"
    if field in CHOICES:
        return f"one of {', '.join(CHOICES[field])} in quotes"
    if field == "bankrolls":
        return "two amounts such as [100, 50]"
    return "true or false" if isinstance(getattr(Rules(), field), bool) else "a whole number"


def _words(field: str, value: object) -> str | None:
    """A value of TOML in the words that ``parse_value`` reads; ``None`` for a type that the field does not have."""
    switch = isinstance(getattr(Rules(), field), bool)
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        if switch or field in ("beavers", "auto_doubles", "crawford"):
            return words_of(field, value)
        if field == "hitting":
            return "yes" if value else "no"
        # These can be switched off, but there is no telling what they would be switched on to.
        return "none" if field in ("cube_limit", "head_limit", "games", "bankrolls") and not value else None
    if isinstance(value, int):
        if switch or field in CHOICES or field == "bankrolls":
            return None
        return str(value) if value.bit_length() < 64 else "too large"
    if field == "bankrolls" and isinstance(value, list):
        amounts = [v for v in value if isinstance(v, int) and not isinstance(v, bool) and v.bit_length() < 64]
        return ",".join(map(str, amounts)) if len(amounts) == len(value) == 2 else None
    return None


def _bare(key: str) -> str:
    """A key as it is, if it is short and printable."""
    return key if key.isprintable() and 0 < len(key) <= 60 else _shown(key)


def _shown(value: object) -> str:
    """A value for a sentence. Whatever a file holds, this is short and does not fail."""
    if isinstance(value, str):
        return repr(value if len(value) <= 60 else f"{value[:60]}...")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if value.bit_length() < 64 else "a very large number"
    if isinstance(value, float):
        return repr(value)
    return "a list" if isinstance(value, list) else "a table" if isinstance(value, dict) else "a date or time"
