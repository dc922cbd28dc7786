"""Rule files: what they can say, that they hold what a preset says, and that every fault names its line and field."""

from __future__ import annotations

import time
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bganalyze.rules.declared import RuleOptions
from bganalyze.rules.rule_file import MAX_RULE_FILE, parse_rule_file, read_rule_file
from bganalyze.rules.variants import PRESETS, UNLIMITED, Rules, RulesError, preset


def rules_in(text: str) -> Rules:
    """The rule set of a file with this text."""
    return parse_rule_file(text.encode(), "club.toml")


def fault(text: str | bytes) -> str:
    """What is said of a file that is refused."""
    with pytest.raises(RulesError) as caught:
        parse_rule_file(text if isinstance(text, bytes) else text.encode(), "club.toml")
    return str(caught.value)


def written(rules: Rules, hyphens: bool, words: bool) -> str:
    """A rule set as a rule file that states every field; ``words``: numbers and switches as strings."""
    lines = []
    for field in fields(Rules):
        value = getattr(rules, field.name)
        key = field.name.replace("_", "-") if hyphens else field.name
        if value is None:
            text = '"none"'
        elif isinstance(value, str):
            text = f'"{value}"'
        elif value == UNLIMITED and not isinstance(value, bool):
            text = '"unlimited"'
        elif isinstance(value, bool):
            on = f'"{"on" if value else "off"}"' if words else str(value).lower()
            text = str(value).lower() if field.name == "money" else on
        elif isinstance(value, tuple):
            text = f"[{value[0]}, {value[1]}]"
        else:
            text = f'"{value}"' if words else str(value)
        lines.append(f"{key} = {text}\n")
    return "".join(lines)


@pytest.mark.parametrize("words", [False, True])
@pytest.mark.parametrize("hyphens", [False, True])
@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_survives_a_file(name: str, hyphens: bool, words: bool) -> None:
    """Preset to TOML to the same rule set; the base does not matter when every field is stated."""
    rules = preset(name)
    text = written(rules, hyphens, words)
    assert rules_in(text) == rules
    assert rules_in(f'base = "long-nardy"\n{text}') == rules


@pytest.mark.parametrize("name", PRESETS)
def test_a_base_alone_is_that_preset(name: str) -> None:
    """Under the name of the file."""
    assert rules_in(f'base = "{name}"\n') == replace(preset(name), name="club")


def test_an_own_rule_set() -> None:
    """Base, strings, numbers, switches, a list and an array."""
    text = """\
name = "Tuesday club"
base = "money"
jacoby = false
cube-limit = 64
beavers = "unlimited"
auto_doubles = 2
bankrolls = [100, 50]  # what they have

[start]
24 = 2
13 = 5
8 = 4
6 = 4
"""
    assert rules_in(text) == replace(
        preset("money"),
        name="Tuesday club",
        jacoby=False,
        cube_limit=64,
        auto_doubles=2,
        bankrolls=(100, 50),
        start="24:2 13:5 8:4 6:4",
    )


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("crawford = false", "crawford", "off"),
        ("crawford = true", "crawford", "both"),
        ("hitting = true", "hitting", "yes"),
        ("cube-limit = false", "cube_limit", None),
        ("beavers = true", "beavers", UNLIMITED),
        ("BearOffAfterEntry = false", "bear_off_after_entry", False),
        ("start = {24 = 15}", "start", "long"),
        ("start.25 = 15", "start", "in-hand"),
        ('start = "24:2 6:3"', "start", "24:2 6:3"),
        ("\ufeffstake = 5\r\n", "stake", 5),
    ],
)
def test_natural_values(text: str, field: str, value: object) -> None:
    """Booleans for what can be switched off, tables for arrays, any spelling of a field, a byte-order mark."""
    assert getattr(rules_in(text), field) == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("\njacobi = true\n", "line 2: there is no rule 'jacobi'; known are start", id="unknown-field"),
        pytest.param("# x\njacoby = 1\n", "line 2: jacoby: true or false, not 1", id="number-for-a-switch"),
        pytest.param('jacoby = "maybe"', "line 1: jacoby: 'maybe': on or off", id="no-switch"),
        pytest.param("gammon = 4", "line 1: gammon: 4: 1, 2 or 3", id="gammon-4"),
        pytest.param("gammon = 2.0", "line 1: gammon: a whole number, not 2.0", id="float"),
        pytest.param("cube_limit = 100", "line 1: cube-limit: 100: a power of two", id="no-power-of-two"),
        pytest.param("stake = 1979-05-27", "line 1: stake: a whole number, not a date", id="date"),
        pytest.param("games = [5]", "line 1: games: a whole number, not a list", id="list"),
        pytest.param("bankrolls = [5]", "line 1: bankrolls: two amounts such as [100, 50]", id="one-bankroll"),
        pytest.param("bankrolls = [5, true]", "line 1: bankrolls: two amounts", id="true-bankroll"),
        pytest.param("beavers = 0x" + "f" * 5000, "line 1: beavers: a very large number", id="huge"),
        pytest.param("stake = " + "9" * 5000, "line 1: not TOML: ", id="more-digits-than-python-reads"),
        pytest.param("[jacoby]\nx = 1", "line 1: jacoby: true or false, not a table", id="table"),
        pytest.param("\ngames = 5\nGames = 6", "line 3: Games: given twice, also as 'games'", id="twice"),
        pytest.param('base = "nardi"', "line 1: base: there is no rule set 'nardi'", id="unknown-base"),
        pytest.param("base = 5", "line 1: base: the name of a rule set in quotes, not 5", id="base-5"),
        pytest.param('name = ""', "line 1: name: a name of 1 to 60", id="no-name"),
        pytest.param('name = "a\\u0007b"', "line 1: name: a name of 1 to 60 printable", id="control-character"),
        pytest.param('gammon = 1\nname = "money"', "line 2: name: 'money' is the name of another", id="taken-name"),
        pytest.param("money = 5", "line 1: money: true or false, not 5", id="money"),
        pytest.param("[start]\n24 = 10\n6 = 6", "line 1: start: 16 checkers; a side has at most 15", id="16-checkers"),
        pytest.param("[start]\n24 = 2\n26 = 6", "line 3: start.26: a point from 1 to 24", id="point-26"),
        pytest.param("[start]\n24 = 2\n0 = 6", "line 3: start.0: a point from 1 to 24", id="point-0"),
        pytest.param("[start]\n24 = 2\n6 = 0", "line 3: start.6: 1 to 15 checkers, not 0", id="nobody"),
        pytest.param("[start]\n24 = 2\n6 = -1", "line 3: start.6: 1 to 15 checkers, not -1", id="negative"),
        pytest.param("[start]\n6 = true", "line 2: start.6: 1 to 15 checkers, not true", id="true-checkers"),
        pytest.param("[start]\n6 = 1\n06 = 1", "line 3: start.06: the point is given twice", id="point-twice"),
        pytest.param("[start]\n6 = 1\ncube = true", "line 3: start.cube: a point from 1 to", id="field-in-table"),
        pytest.param("[start]\n", "line 1: start: a start needs a checker", id="empty-board"),
        pytest.param("\n[start]\n6 = 5\n19 = 5", "line 2: start: start=19:5 6:5 with direction=opposed", id="overlap"),
        pytest.param("jacoby = on", "line 1, column 10: not TOML: ", id="not-toml"),
        pytest.param("jacoby =", "line 1: not TOML: ", id="cut-off"),
        pytest.param("a = 1\na = 2\n#", "line 2, column 6: not TOML: ", id="key-twice"),
        pytest.param(b"a = 1\n# \xff", "line 2: not UTF-8", id="latin-1"),
        pytest.param(b"\xff\xfea\0", "line 1: not UTF-8", id="utf-16"),
        pytest.param("#" * (MAX_RULE_FILE + 1), "line 1: a rule file has at most 65536 bytes", id="too-large"),
        pytest.param("\na = " + "[" * 20_000, "line 2: tables or lists nested too deeply", id="nested"),
        pytest.param("a = " + "{a=" * 10_000, "line 1: tables or lists nested too deeply", id="nested-tables"),
        pytest.param("a" + ".a" * 30_000 + " = 1", "line 1: more than 64 dots in a line", id="dotted"),
        pytest.param("\nbase = 'money'\ncube = false", "line 3: cube: jacoby=on needs cube=on", id="no-cube"),
        pytest.param("block-rule = 'ahead'", "line 1: block-rule: block-rule=ahead needs direction=same", id="block"),
    ],
)
def test_faults_name_file_line_and_field(text: str | bytes, said: str) -> None:
    """And nothing else than a ``RulesError`` is raised."""
    assert fault(text).startswith(f"club.toml: {said}")
    assert len(fault(text)) < 1000


def test_a_name_that_a_file_only_has_by_chance() -> None:
    """``money.toml`` with other rules is not called money."""
    assert parse_rule_file(b"gammon = 1", "x/money.toml").name == "money.toml"
    assert parse_rule_file(b"base = 'money'", "x/money.toml") == preset("money")
    assert parse_rule_file(b"", "x/a\x07b.toml").name == "own rules"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """Missing, a folder, no name at all; ten megabytes are not read."""
    (tmp_path / "folder.toml").mkdir()
    for path in (tmp_path / "none.toml", tmp_path / "folder.toml"):
        with pytest.raises(RulesError, match=str(path)):
            read_rule_file(str(path))
    with pytest.raises(RulesError, match="no file name"):
        read_rule_file("a\0.toml")
    big = tmp_path / "big.toml"
    big.write_bytes(b"# " + b"x" * 10_000_000)
    with pytest.raises(RulesError, match="at most 65536 bytes"):
        read_rule_file(str(big))


def test_options_take_a_file(tmp_path: Path) -> None:
    """A setting beats it; a name without .toml or a folder is that of a preset."""
    path = tmp_path / "club.toml"
    path.write_text('base = "money"\ncube-limit = 64\n', encoding="utf-8")
    options = RuleOptions.parse(str(path), ("cube-limit=32",))
    assert options.name == "club"
    assert options.whole() == replace(preset("money"), name="club", cube_limit=32)
    with pytest.raises(RulesError, match="no rule set 'club'"):
        RuleOptions.parse("club")


def test_the_worst_keys_take_no_time() -> None:
    """As many dots as a line may have, in as many lines as a file may have."""
    line = "a" + ".a" * 64
    text = "".join(f"{line}.b{i} = 1\n".replace(".a", "", 1) for i in range(450))
    assert len(text) < MAX_RULE_FILE
    began = time.perf_counter()
    assert "no rule 'a'" in fault(text)
    assert time.perf_counter() - began < 5


TOKENS = st.lists(
    st.sampled_from(
        ["start", "jacoby", "base", "=", "=", "\n", "\n", "[", "]", "{", "}", '"', "'", "24", "1.5", "true", ".", ",",
         "money", "\\u12", "#", "\r", "\ufeff", "\0", "é", "1979-05-27", "0x10", "'''", '"""', "[[", "]]", "inf"]
    ),
    max_size=40,
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.one_of(TOKENS.map(lambda t: "".join(t).encode()), st.binary(max_size=60)))
def test_whatever_a_file_holds_it_is_read_or_refused(data: bytes) -> None:
    """Nothing but a rule set or a ``RulesError`` with the file and the line comes back."""
    try:
        rules = parse_rule_file(data, "club.toml")
    except RulesError as error:
        assert str(error).startswith("club.toml: line ")
    else:
        assert rules.start_position().pips()[0] > 0
