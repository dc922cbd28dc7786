"""Which fields of a rule set contradict each other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bganalyze.rules.consistency import clashes, oddities, repaired
from bganalyze.rules.variants import CHOICES, PRESETS, UNLIMITED, Rules, preset


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_sound(name: str) -> None:
    """And usual."""
    assert clashes(preset(name)) == ()
    assert oddities(preset(name)) == ()


@pytest.mark.parametrize(
    ("name", "change", "fields"),
    [
        pytest.param("backgammon", {"block_rule": "ahead"}, {"block_rule", "direction"}, id="block"),
        pytest.param("long-nardy", {"start": "standard"}, {"head_limit", "start"}, id="head-without-a-head"),
        pytest.param("long-nardy", {"head_limit": None}, {"head_exception", "head_limit"}, id="exception"),
        pytest.param("short-nardy-cox", {"cube": False}, {"cube_limit", "cube"}, id="limit-of-no-cube"),
        pytest.param("backgammon", {"cube": False, "beavers": 1}, {"beavers", "cube"}, id="beavers-without-cube"),
        pytest.param("backgammon", {"cube": False, "jacoby": True}, {"jacoby", "cube"}, id="jacoby-without-cube"),
        pytest.param("backgammon", {"cube": False, "auto_doubles": 1}, {"auto_doubles", "cube"}, id="automatic"),
        pytest.param("dutch", {"start": "standard"}, {"enter_all_first", "start"}, id="nobody-to-enter"),
        pytest.param("dutch", {"start": "24:2 6:5"}, {"enter_all_first", "start"}, id="array-with-nobody-to-enter"),
        pytest.param("long-nardy", {"hit_and_cover": "forbidden"}, {"hit_and_cover", "hitting"}, id="hit-and-cover"),
        pytest.param("long-nardy", {"hitting": "yes"}, {"direction", "hitting"}, id="hitting"),
        pytest.param("long-nardy", {"hitting": "after-home"}, {"direction", "hitting"}, id="hitting-after-home"),
        pytest.param("money", {"games": 5, "bankrolls": (9, 9)}, {"games", "bankrolls"}, id="games-and-bankrolls"),
        pytest.param("backgammon", {"start": "20:2 5:3"}, {"start", "direction"}, id="overlap-opposed"),
        pytest.param("long-nardy", {"start": "24:8 12:7"}, {"start", "direction"}, id="overlap-same"),
        pytest.param("long-nardy", {"start": "24:8 13:3 1:4"}, {"start", "direction"}, id="overlap-same-low"),
    ],
)
def test_contradictions(name: str, change: dict[str, object], fields: set[str]) -> None:
    """One each, which names its two fields with their values."""
    rules = replace(preset(name), **change)  # type: ignore[arg-type]
    (clash,) = clashes(rules)
    assert set(clash.fields) == fields
    for field in fields:
        assert f"{field.replace('_', '-')}=" in clash.text


@pytest.mark.parametrize(
    ("name", "change"),
    [
        pytest.param("backgammon", {"transient_block": "forbidden"}, id="transient-block-without-a-rule"),
        pytest.param("long-nardy", {"start": "24:14 23:1"}, id="own-array-with-a-head"),
        pytest.param("dutch", {"start": "25:10 24:5"}, id="own-array-with-some-in-hand"),
        pytest.param("acey-deucey", {"first_double": "after-first-turn"}, id="first-double-without-a-cube"),
        pytest.param("money", {"jacoby": None, "beavers": None, "cube": False}, id="what-is-not-known"),
        pytest.param("long-nardy", {"start": "24:8 13:7"}, id="neighbours-of-12"),
        pytest.param("long-nardy", {"cube": True, "cube_limit": 64}, id="cube-switched-on"),
    ],
)
def test_what_is_no_contradiction(name: str, change: dict[str, object]) -> None:
    """Rules with nothing to work on are harmless."""
    assert clashes(replace(preset(name), **change)) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "fields"),
    [
        (Rules(jacoby=True), [("jacoby", "money")]),
        (Rules(beavers=UNLIMITED), [("beavers", "money")]),
        (Rules(gammon=3, backgammon=2), [("gammon", "backgammon")]),
        (replace(preset("money"), gammon=2, backgammon=2), []),
    ],
)
def test_unusual_rules(rules: Rules, fields: list[tuple[str, ...]]) -> None:
    """Allowed, but told."""
    assert clashes(rules) == ()
    assert [oddity.fields for oddity in oddities(rules)] == fields


def test_every_combination_can_be_repaired() -> None:
    """Whatever tags and options make together, what is left contradicts no play, and it takes few steps."""
    for start in (*CHOICES["start"], "24:2 1:1", "24:8 12:7", "25:3 6:2"):
        for direction in CHOICES["direction"]:
            for hitting in CHOICES["hitting"]:
                for block, head, enter in ((b, h, e) for b in ("none", "ahead") for h in (None, 1) for e in (0, 1)):
                    rules = Rules(
                        start=start, direction=direction, hitting=hitting, block_rule=block, head_limit=head,
                        enter_all_first=bool(enter), head_exception="head-only", hit_and_cover="forbidden",
                        cube=False, cube_limit=64, games=3, bankrolls=(1, 2),
                    )  # fmt: skip
                    sound, settled = repaired(rules)
                    assert all(clash.repair is None for clash in clashes(sound))
                    assert len(settled) <= 9
                    assert sound.cube_limit == 64
