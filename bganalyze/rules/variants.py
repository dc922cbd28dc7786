"""Rule sets as data. A rule set is one immutable value; presets are instances in one list.

The replayer asks the rule set; nothing outside this file tests a variant's name. Fields follow the rules
of the five source texts; a value that this version cannot replay yet is refused by name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Final

from ..model.position import Position, side_from_points

UNLIMITED: Final = 1 << 20
"""Stands for "as many as you like" in a count (beavers, automatic doubles)."""

STARTS: Final = {
    "standard": ({24: 2, 13: 5, 8: 3, 6: 5}, 15),
    "nackgammon": ({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}, 15),
    "hyper-1": ({24: 1}, 1),
    "hyper-2": ({24: 1, 23: 1}, 2),
    "hyper-3": ({24: 1, 23: 1, 22: 1}, 3),
}
"""Starting arrays: points of one side, and how many checkers a side has."""


@cache
def _start_position(name: str) -> Position:
    points, checkers = STARTS[name]
    side = side_from_points(points.items(), checkers)
    return Position(side, side)


class RulesError(ValueError):
    """A rule set that cannot be; the message names the field."""


@dataclass(frozen=True)
class Rules:
    """How a game is played and scored. ``None`` in a field means: not known."""

    name: str = "backgammon"
    start: str = "standard"
    cube: bool = True
    cube_limit: int | None = None
    """Highest value of the cube; ``None``: no limit, or not known."""
    beavers: int | None = 0
    """How many immediate redoubles (beaver, raccoon ...) may follow a double."""
    jacoby: bool | None = False
    """Gammons and backgammons count single while no double was offered and accepted."""
    auto_doubles: int | None = 0
    """How often tied opening dice may turn the cube."""
    crawford: str = "both"
    """``both``: nobody may double in the Crawford game; ``trailer``: only the trailer may not; ``off``."""
    gammon: int = 2
    backgammon: int = 3
    money: bool = False
    """An unlimited session rather than a match."""
    direction: str = "opposed"
    hitting: str = "yes"
    bar_first: bool = True
    enter_all_first: bool = False
    hit_and_cover: str = "free"
    head_limit: str = "none"
    block_rule: str = "none"
    roll: str = "standard"
    bear_off_after_entry: bool = True
    starter: str = "roll-off"
    opening_roll: str = "roll-off"
    first_double: str = "any"
    payoff: str = "multiplier"
    draw: str = "off"
    resign: str = "claimed"

    def start_position(self) -> Position:
        """The starting array, the same for both sides."""
        return _start_position(self.start)

    def checkers(self) -> int:
        """How many checkers a side has."""
        return STARTS[self.start][1]

    def multiplier(self, kind: int) -> int:
        """Points per cube for a single game (1), gammon (2) or backgammon (3)."""
        return (1, self.gammon, self.backgammon)[kind - 1]


# What the fields can be set to. Several values of the source texts wait for the variants' own replayer.
_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "start": tuple(STARTS),
    "crawford": ("off", "both", "trailer"),
    "direction": ("opposed",),
    "hitting": ("yes",),
    "hit_and_cover": ("free",),
    "head_limit": ("none",),
    "block_rule": ("none",),
    "roll": ("standard",),
    "starter": ("roll-off",),
    "opening_roll": ("roll-off",),
    "first_double": ("any",),
    "payoff": ("multiplier",),
    "draw": ("off",),
    "resign": ("claimed",),
}
_FIXED: Final = {"bar_first": True, "enter_all_first": False, "bear_off_after_entry": True}
_COUNTS: Final = ("beavers", "auto_doubles")
_NOT_SET: Final = ("name", "money")
_SWITCH: Final = {
    "on": True,
    "yes": True,
    "true": True,
    "1": True,
    "off": False,
    "no": False,
    "false": False,
    "0": False,
}

MONEY: Final = Rules(name="money", money=True, crawford="off", jacoby=True, beavers=UNLIMITED, auto_doubles=0)

PRESETS: Final[dict[str, Rules]] = {
    rules.name: rules
    for rules in (
        Rules(),
        MONEY,
        replace(MONEY, name="money-auto", auto_doubles=1),
        Rules(name="nackgammon", start="nackgammon"),
        Rules(name="hypergammon-1", start="hyper-1"),
        Rules(name="hypergammon-2", start="hyper-2"),
        Rules(name="hypergammon-3", start="hyper-3"),
    )
}

PRESET_NOTES: Final[dict[str, str]] = {
    "backgammon": "tournament backgammon: match length from the record, Crawford rule, no Jacoby, no beavers",
    "money": "unlimited session: Jacoby rule, beavers, no Crawford rule",
    "money-auto": "money with one automatic double a game",
    "nackgammon": "four back checkers (two each on 24 and 23); session rules as the record says",
    "hypergammon-1": "one checker a side, on 24; session rules as the record says",
    "hypergammon-2": "two checkers a side, on 24 and 23; session rules as the record says",
    "hypergammon-3": "three checkers a side, on 24, 23 and 22; session rules as the record says",
}

STATED_BY_START: Final = frozenset(name for name, rules in PRESETS.items() if rules.start != "standard")
"""Presets that only say where the checkers start and leave match or money to the record."""

UNKNOWN_MONEY: Final = replace(MONEY, jacoby=None, beavers=None, auto_doubles=None)
"""An unlimited session of which nothing else is known."""


def preset(name: str) -> Rules:
    """The preset of a name. Raises ``RulesError``."""
    try:
        return PRESETS[name]
    except KeyError:
        raise RulesError(f"there is no rule set {name!r}; known are {', '.join(PRESETS)}") from None


def parse_setting(text: str) -> tuple[str, object]:
    """``field=value`` as typed by a user -> field name and value. Raises ``RulesError``."""
    name, sign, value = text.partition("=")
    value = value.strip().lower()
    known = [f.name for f in fields(Rules) if f.name not in _NOT_SET]
    squashed = re.sub("[-_ ]", "", name).lower()
    key = next((k for k in known if k.replace("_", "") == squashed), "")
    if not sign:
        raise RulesError(f"{text!r} is not FIELD=VALUE")
    if not key:
        raise RulesError(
            f"there is no rule {name.strip()!r}; known are {', '.join(k.replace('_', '-') for k in known)}"
        )
    if key in _CHOICES:
        if key == "crawford" and value in _SWITCH:
            value = "both" if _SWITCH[value] else "off"
        if value not in _CHOICES[key]:
            raise RulesError(f"{name}={value}: this version replays {' or '.join(_CHOICES[key])}")
        return key, value
    if key in ("cube_limit", *_COUNTS, "gammon", "backgammon"):
        return key, _number_value(key, name, value)
    switch = _SWITCH.get(value)
    if switch is None:
        raise RulesError(f"{name}={value}: on or off")
    if key in _FIXED and switch != _FIXED[key]:
        raise RulesError(f"{name}={value}: this version replays {'on' if _FIXED[key] else 'off'}")
    return key, switch


def _number_value(key: str, name: str, value: str) -> int | None:
    if key == "cube_limit" and value in ("none", "off", "no"):
        return None
    if key in _COUNTS and value in ("unlimited", "on", "yes"):
        return UNLIMITED
    if key in _COUNTS and value in ("off", "no", "none"):
        return 0
    if not re.fullmatch("[0-9]{1,5}", value):
        raise RulesError(f"{name}={value}: a number")
    number = int(value)
    if key == "cube_limit" and (number < 1 or number & (number - 1)):
        raise RulesError(f"{name}={value}: a power of two")
    if key in ("gammon", "backgammon") and number not in (1, 2, 3):
        raise RulesError(f"{name}={value}: 1, 2 or 3")
    return number
