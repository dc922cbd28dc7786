"""Presets against the table of the rules' description, and settings as users type them."""

from __future__ import annotations

import pytest

from bganalyze.rules.variants import PRESET_NOTES, PRESETS, UNLIMITED, RulesError, parse_setting, preset

# Section 8 of rules.md: the fields of `backgammon`, and those in which the others differ from it.
BACKGAMMON = {
    "start": "standard",
    "direction": "opposed",
    "hitting": "yes",
    "bar_first": True,
    "enter_all_first": False,
    "hit_and_cover": "free",
    "head_limit": "none",
    "block_rule": "none",
    "roll": "standard",
    "bear_off_after_entry": True,
    "starter": "roll-off",
    "opening_roll": "roll-off",
    "first_double": "any",
    "cube": True,
    "cube_limit": None,
    "beavers": 0,
    "jacoby": False,
    "auto_doubles": 0,
    "crawford": "both",
    "gammon": 2,
    "backgammon": 3,
    "payoff": "multiplier",
    "draw": "off",
    "resign": "claimed",
    "money": False,
}
MONEY = {"money": True, "crawford": "off", "jacoby": True, "beavers": UNLIMITED, "auto_doubles": 0}
DIFFERENT = {
    "backgammon": {},
    "money": MONEY,
    "money-auto": {**MONEY, "auto_doubles": 1},
    "nackgammon": {"start": "nackgammon"},
    "hypergammon-1": {"start": "hyper-1"},
    "hypergammon-2": {"start": "hyper-2"},
    "hypergammon-3": {"start": "hyper-3"},
}


@pytest.mark.parametrize("name", DIFFERENT)
def test_preset_has_the_fields_of_the_table(name: str) -> None:
    """Every field, those that do not differ included."""
    rules = preset(name)
    assert rules.name == name
    fields = {key: getattr(rules, key) for key in BACKGAMMON}
    assert fields == {**BACKGAMMON, **DIFFERENT[name]}


def test_every_preset_is_in_the_table_and_has_a_note() -> None:
    """A new preset needs its row here."""
    assert set(PRESETS) == set(DIFFERENT) == set(PRESET_NOTES)


@pytest.mark.parametrize(
    ("name", "points", "pips"),
    [
        pytest.param("backgammon", {24: 2, 13: 5, 8: 3, 6: 5}, 167, id="standard"),
        pytest.param("nackgammon", {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}, 194, id="nackgammon"),
        pytest.param("hypergammon-1", {24: 1}, 24, id="hyper-1"),
        pytest.param("hypergammon-2", {24: 1, 23: 1}, 47, id="hyper-2"),
        pytest.param("hypergammon-3", {24: 1, 23: 1, 22: 1}, 69, id="hyper-3"),
    ],
)
def test_starting_arrays(name: str, points: dict[int, int], pips: int) -> None:
    """The same for both sides, nobody borne off."""
    start = preset(name).start_position()
    for side in start.counts():
        assert {p: n for p, n in enumerate(side) if n} == points
    assert start.pips() == (pips, pips)


@pytest.mark.parametrize(("kind", "points"), [(1, 1), (2, 2), (3, 3)])
def test_multipliers(kind: int, points: int) -> None:
    """Single, gammon, backgammon."""
    assert preset("backgammon").multiplier(kind) == points


def test_unknown_preset_is_refused() -> None:
    """By its name."""
    with pytest.raises(RulesError, match="'Backgammon'"):
        preset("Backgammon")


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        pytest.param("jacoby=on", ("jacoby", True), id="on"),
        pytest.param("jacoby=No", ("jacoby", False), id="no"),
        pytest.param("jacoby = true", ("jacoby", True), id="blanks"),
        pytest.param("cube=off", ("cube", False), id="cube-off"),
        pytest.param("cube-limit=64", ("cube_limit", 64), id="hyphen"),
        pytest.param("cube_limit=64", ("cube_limit", 64), id="underscore"),
        pytest.param("CubeLimit=64", ("cube_limit", 64), id="as-in-the-tag"),
        pytest.param("cube-limit=none", ("cube_limit", None), id="no-limit"),
        pytest.param("beavers=1", ("beavers", 1), id="one-beaver"),
        pytest.param("beavers=unlimited", ("beavers", UNLIMITED), id="beavers-unlimited"),
        pytest.param("beavers=on", ("beavers", UNLIMITED), id="beavers-on"),
        pytest.param("beavers=off", ("beavers", 0), id="beavers-off"),
        pytest.param("auto-doubles=3", ("auto_doubles", 3), id="three-automatic-doubles"),
        pytest.param("crawford=off", ("crawford", "off"), id="crawford-off"),
        pytest.param("crawford=on", ("crawford", "both"), id="crawford-on"),
        pytest.param("crawford=trailer", ("crawford", "trailer"), id="crawford-trailer"),
        pytest.param("gammon=1", ("gammon", 1), id="gammon-1"),
        pytest.param("backgammon=2", ("backgammon", 2), id="backgammon-2"),
        pytest.param("start=hyper-2", ("start", "hyper-2"), id="start"),
        pytest.param("bar-first=yes", ("bar_first", True), id="what-is-fixed-may-be-said"),
    ],
)
def test_settings(text: str, setting: tuple[str, object]) -> None:
    """FIELD=VALUE in the spellings that people use."""
    assert parse_setting(text) == setting


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("jacoby", "'jacoby' is not FIELD=VALUE", id="no-value"),
        pytest.param("", "is not FIELD=VALUE", id="empty"),
        pytest.param("jacobi=on", "no rule 'jacobi'; known are start, cube", id="unknown-field"),
        pytest.param("=on", "no rule ''", id="no-field"),
        pytest.param("name=x", "no rule 'name'", id="name-is-no-rule"),
        pytest.param("money=on", "no rule 'money'", id="money-is-no-rule"),
        pytest.param("jacoby=maybe", "jacoby=maybe", id="no-switch"),
        pytest.param("cube-limit=100", "cube-limit=100: a power of two", id="no-power-of-two"),
        pytest.param("cube-limit=0", "cube-limit=0: a power of two", id="limit-0"),
        pytest.param("cube-limit=-2", "cube-limit=-2", id="negative-limit"),
        pytest.param("beavers=many", "beavers=many", id="no-count"),
        pytest.param("beavers=-1", "beavers=-1", id="negative-count"),
        pytest.param("gammon=4", "gammon=4: 1, 2 or 3", id="gammon-4"),
        pytest.param("crawford=leader", "crawford=leader", id="unknown-choice"),
        pytest.param("start=long", "start=long", id="not-replayed-yet"),
        pytest.param("direction=same", "direction=same", id="direction-not-replayed-yet"),
        pytest.param("bar-first=no", "bar-first=no", id="fixed"),
        pytest.param("enter-all-first=yes", "enter-all-first=yes", id="fixed-off"),
    ],
)
def test_settings_that_are_refused(text: str, words: str) -> None:
    """The message names the field as typed."""
    with pytest.raises(RulesError) as caught:
        parse_setting(text)
    assert words in str(caught.value)
