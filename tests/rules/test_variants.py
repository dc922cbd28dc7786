"""Presets against the table of the rules' description, and settings as users type them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bganalyze.rules.variants import (
    FIELDS,
    PRESET_NOTES,
    PRESETS,
    UNLIMITED,
    Rules,
    RulesError,
    parse_setting,
    preset,
    start_of,
)

# Section 8 of rules.md: the fields of `backgammon`, and those in which the others differ from it.
BACKGAMMON = {
    "start": "standard",
    "direction": "opposed",
    "hitting": "yes",
    "bar_first": True,
    "enter_all_first": False,
    "hit_and_cover": "free",
    "head_limit": None,
    "head_exception": "none",
    "block_rule": "none",
    "transient_block": "allowed",
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
    "stake_doubles_on": "nothing",
    "score_form": "winner-plus",
    "games": None,
    "bankrolls": None,
    "stake": 1,
    "draw": "off",
    "resign": "claimed",
    "money": False,
}
MONEY = {"money": True, "crawford": "off", "jacoby": True, "beavers": UNLIMITED, "auto_doubles": 0}
HUNGARIAN = {
    "money": True,
    "crawford": "off",
    "auto_doubles": UNLIMITED,
    "first_double": "after-first-turn",
}
SHORT_NARDY = {
    "money": True,
    "crawford": "off",
    "starter": "loser",
    "resign": "by-position",
    "cube_limit": 64,
}
LONG_NARDY = {
    "money": True,
    "crawford": "off",
    "cube": False,
    "start": "long",
    "direction": "same",
    "hitting": "no",
    "head_limit": 1,
    "head_exception": "head-only",
    "block_rule": "ahead",
    "transient_block": "forbidden",
    "starter": "alternate",
    "opening_roll": "fresh",
    "backgammon": 2,
}
DIFFERENT: dict[str, dict[str, object]] = {
    "backgammon": {},
    "backgammon-double": {"backgammon": 2},
    "money": MONEY,
    "money-auto": {**MONEY, "auto_doubles": 1},
    "money-hungarian": HUNGARIAN,
    "short-nardy-oin": {**SHORT_NARDY, "gammon": 1, "backgammon": 1},
    "short-nardy-mars": {**SHORT_NARDY, "backgammon": 2},
    "short-nardy-cox": SHORT_NARDY,
    "caucasian": {**SHORT_NARDY, "hit_and_cover": "forbidden-home"},
    "polish-short": {
        "money": True,
        "crawford": "off",
        "hit_and_cover": "forbidden",
        "score_form": "loser-minus",
    },
    "dutch": {**HUNGARIAN, "start": "in-hand", "enter_all_first": True, "hitting": "after-home"},
    "acey-deucey": {
        "money": True,
        "crawford": "off",
        "cube": False,
        "start": "in-hand",
        "bar_first": False,
        "roll": "acey-deucey",
        "payoff": "checkers-left",
    },
    "long-nardy": LONG_NARDY,
    "long-nardy-a": {
        **LONG_NARDY,
        "head_exception": "any-block",
        "transient_block": "allowed",
        "starter": "winner",
    },
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
    assert set(BACKGAMMON) == {*FIELDS, "money"}


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
        pytest.param("dutch", {25: 15}, 375, id="in-hand"),
        pytest.param("long-nardy", {24: 15}, 360, id="long"),
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
        pytest.param("bar-first=no", ("bar_first", False), id="bar-first"),
        pytest.param("start=long", ("start", "long"), id="head"),
        pytest.param("start=24:2, 13:5 8:3,6:5", ("start", "standard"), id="named-array"),
        pytest.param("start=6:4 24:1 bar:2", ("start", "25:2 24:1 6:4"), id="own-array"),
        pytest.param("direction=same", ("direction", "same"), id="direction"),
        pytest.param("hitting=after-home", ("hitting", "after-home"), id="hitting"),
        pytest.param("enter-all-first=yes", ("enter_all_first", True), id="enter-all-first"),
        pytest.param("HitAndCover=Forbidden-Home", ("hit_and_cover", "forbidden-home"), id="hit-and-cover"),
        pytest.param("head-limit=1", ("head_limit", 1), id="head-limit"),
        pytest.param("head-limit=none", ("head_limit", None), id="no-head-limit"),
        pytest.param("head-exception=any-block", ("head_exception", "any-block"), id="head-exception"),
        pytest.param("block-rule=home-entered", ("block_rule", "home-entered"), id="block-rule"),
        pytest.param("transient-block=forbidden", ("transient_block", "forbidden"), id="transient-block"),
        pytest.param("roll=acey-deucey", ("roll", "acey-deucey"), id="roll"),
        pytest.param("bear-off-after-entry=no", ("bear_off_after_entry", False), id="bear-off-after-entry"),
        pytest.param("starter=loser", ("starter", "loser"), id="starter"),
        pytest.param("opening-roll=fresh", ("opening_roll", "fresh"), id="opening-roll"),
        pytest.param("first-double=after-first-turn", ("first_double", "after-first-turn"), id="first-double"),
        pytest.param("payoff=checkers-left", ("payoff", "checkers-left"), id="payoff"),
        pytest.param("stake-doubles-on=acey-deucey", ("stake_doubles_on", "acey-deucey"), id="stake-doubles"),
        pytest.param("draw=last-roll", ("draw", "last-roll"), id="draw"),
        pytest.param("resign=by-position", ("resign", "by-position"), id="resign"),
        pytest.param("score-form=loser-minus", ("score_form", "loser-minus"), id="score-form"),
        pytest.param("games=5", ("games", 5), id="games"),
        pytest.param("games=none", ("games", None), id="no-games"),
        pytest.param("bankrolls=100,50", ("bankrolls", (100, 50)), id="bankrolls"),
        pytest.param("bankrolls=100 50", ("bankrolls", (100, 50)), id="bankrolls-as-in-the-tag"),
        pytest.param("stake=5", ("stake", 5), id="stake"),
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
        pytest.param("jacobi=on", "no rule 'jacobi'; known are start, cube, cube-limit", id="unknown-field"),
        pytest.param("=on", "no rule ''", id="no-field"),
        pytest.param("name=x", "no rule 'name'", id="name-is-no-rule"),
        pytest.param("money=on", "the record's length tells", id="money-is-no-rule"),
        pytest.param("jacoby=maybe", "jacoby=maybe", id="no-switch"),
        pytest.param("cube-limit=100", "cube-limit=100: a power of two", id="no-power-of-two"),
        pytest.param("cube-limit=0", "cube-limit=0: a power of two", id="limit-0"),
        pytest.param("cube-limit=-2", "cube-limit=-2", id="negative-limit"),
        pytest.param("beavers=many", "beavers=many", id="no-count"),
        pytest.param("beavers=-1", "beavers=-1", id="negative-count"),
        pytest.param("gammon=4", "gammon=4: 1, 2 or 3", id="gammon-4"),
        pytest.param("crawford=leader", "crawford=leader", id="unknown-choice"),
        pytest.param("start=24", "start=24: one of standard, nackgammon", id="no-array"),
        pytest.param("start=24:16", "1 to 15 checkers", id="too-many-on-a-point"),
        pytest.param("start=24:10 6:6", "16 checkers; a side has at most 15", id="too-many"),
        pytest.param("start=26:2", "points go from 1 to 24", id="point-26"),
        pytest.param("start=0:2", "points go from 1 to 24", id="point-0"),
        pytest.param("start=6:0", "1 to 15 checkers", id="nobody-there"),
        pytest.param("start=6:2 6:3", "point 6 is given twice", id="point-twice"),
        pytest.param("head-limit=2", "head-limit=2: 1 or none", id="head-limit-2"),
        pytest.param("games=0", "games=0: a number from 1", id="no-games-at-all"),
        pytest.param("stake=0.5", "stake=0.5: a whole number", id="half-a-stake"),
        pytest.param("bankrolls=100", "bankrolls=100: two amounts", id="one-bankroll"),
        pytest.param("bankrolls=100,0", "bankrolls=100,0: two amounts", id="empty-bankroll"),
        pytest.param("beavers=" + "9" * 5000, "9...: a number from 0", id="endless-number"),
        pytest.param("start=" + "a" * 100_000, "a...: one of standard", id="endless-word"),
        pytest.param("direction=sideways", "direction=sideways: one of opposed, same", id="direction"),
        pytest.param("bar-first=maybe", "bar-first=maybe: on or off", id="bar-first"),
    ],
)
def test_settings_that_are_refused(text: str, words: str) -> None:
    """The message names the field as typed."""
    with pytest.raises(RulesError) as caught:
        parse_setting(text)
    assert words in str(caught.value)


def test_an_array_that_is_known_has_its_name() -> None:
    """The order of points does not matter; one checker more is another array, with its own number of checkers."""
    assert start_of({6: 5, 8: 3, 13: 5, 24: 2}) == "standard"
    assert start_of({25: 15}) == "in-hand"
    rules = replace(Rules(), start=start_of({6: 4, 8: 3, 13: 5, 24: 2}))
    assert rules.start == "24:2 13:5 8:3 6:4"
    assert rules.checkers() == 14
    assert rules.start_position().pips() == (161, 161)  # 167 less one checker on 6
