"""Rule sets as data. A rule set is one immutable value; presets are instances in one list.

The replayer asks the rule set; nothing outside this file tests a variant's name. Fields follow the rules
of the five source texts; a value that this version cannot replay yet is refused by name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property
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
    "in-hand": ({25: 15}, 15),
    "long": ({24: 15}, 15),
}
"""Starting arrays: points of one side (25: the bar, or in hand), and how many checkers a side has."""


class RulesError(ValueError):
    """A rule set that cannot be; the message names the field."""


@cache
def start_points(start: str) -> tuple[dict[int, int], int]:
    """Points of one side and its number of checkers: of a named start, or of an own array such as ``24:2 6:5``."""
    if start in STARTS:
        return STARTS[start]
    points = {int(point): int(number) for point, number in (pair.split(":") for pair in start.split())}
    return points, sum(points.values())


@cache
def _start_position(start: str) -> Position:
    points, checkers = start_points(start)
    side = side_from_points(points.items(), checkers)
    return Position(side, side)


@dataclass(frozen=True)
class Rules:
    """How a game is played and scored. ``None`` in a field means: not known."""

    name: str = "backgammon"
    start: str = "standard"
    """A name of ``STARTS``, or an own array: points and checkers of one side, such as ``24:2 13:5 8:3 6:5``."""
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
    games: int | None = None
    """A session of so many games: most points win, equal points are a draw."""
    bankrolls: tuple[int, int] | None = None
    """Table stakes: what each player has; a loss is capped at that, and play lasts until one has it all."""
    stake: int = 1
    """Base stake of payoffs and of the buy-in."""
    direction: str = "opposed"
    """``opposed``; ``same``: both move the same way round, and the opponent's point p is the own p + 12."""
    hitting: str = "yes"
    """``no``: one opposing checker blocks a point; ``after-home``: until a checker of the player came home."""
    bar_first: bool = True
    """Checkers on the bar (or in hand) enter before anything else moves."""
    enter_all_first: bool = False
    """All checkers in hand enter before any may advance."""
    hit_and_cover: str = "free"
    """May a checker that has hit come to rest in the same turn on a point with another own checker: ``free``,
    ``forbidden-home`` (not for a hit in the own home board), ``forbidden``."""
    head_limit: int | None = None
    """How many checkers may leave the head (24) in a turn."""
    head_exception: str = "none"
    """On a player's first turn a second one may leave the head: ``head-only`` where the first point that stops a
    single head checker is the opponent's head, ``any-block`` where an opposing checker stops it anywhere."""
    block_rule: str = "none"
    """Six points in a row (in the opponent's count): ``ahead`` only with an opposing checker beyond them,
    ``home-entered`` only if an opposing checker has entered its home."""
    transient_block: str = "allowed"
    """``allowed`` or ``forbidden``: may such a block exist for an instant inside a turn?"""
    roll: str = "standard"
    """``acey-deucey``: behind a 1 and 2 any double is named and played, and the player rolls again."""
    bear_off_after_entry: bool = True
    """A checker may be borne off in the same turn in which the last one came home."""
    starter: str = "roll-off"
    """Who starts game 2 and later: ``roll-off``, ``winner``, ``loser``, ``alternate``."""
    opening_roll: str = "roll-off"
    """``roll-off``: the dice of the roll-off are the first turn; ``fresh``: the starter throws both dice anew."""
    first_double: str = "any"
    """``any``; ``after-first-turn``: not before the opening turn has been played."""
    payoff: str = "multiplier"
    """``checkers-left``: the loser pays for every checker still in play."""
    stake_doubles_on: str = "nothing"
    """``acey-deucey``: the stake doubles each time a 1 and 2 are rolled."""
    draw: str = "off"
    """``last-roll``: when the player who started bears off all, the other has one more roll."""
    resign: str = "claimed"
    """``claimed``: what is offered; ``by-position``: what the loser's position is worth."""
    score_form: str = "winner-plus"
    """``loser-minus``: the winner gains nothing, the loser loses the points."""

    @cached_property
    def plain(self) -> bool:
        """Are the plays those of backgammon, whatever the start, the cube and the score?"""
        return self.plays == _PLAIN_PLAYS

    @property
    def plays(self) -> tuple[object, ...]:
        """The fields that decide which plays are legal."""
        return tuple(getattr(self, name) for name in PLAY_FIELDS)

    def rolled_off(self, first_game: bool) -> bool:
        """Does a game begin with the dice of a roll-off, which are never a double?"""
        return self.opening_roll == "roll-off" and (first_game or self.starter == "roll-off")

    def start_position(self) -> Position:
        """The starting array, the same for both sides."""
        return _start_position(self.start)

    def checkers(self) -> int:
        """How many checkers a side has."""
        return start_points(self.start)[1]

    def multiplier(self, kind: int) -> int:
        """Points per cube for a single game (1), gammon (2) or backgammon (3)."""
        return (1, self.gammon, self.backgammon)[kind - 1]


PLAY_FIELDS: Final = (
    "direction",
    "hitting",
    "bar_first",
    "enter_all_first",
    "hit_and_cover",
    "head_limit",
    "head_exception",
    "block_rule",
    "transient_block",
    "roll",
    "bear_off_after_entry",
)
_PLAIN_PLAYS: Final = tuple(Rules.__dataclass_fields__[name].default for name in PLAY_FIELDS)

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "start": tuple(STARTS),
    "crawford": ("off", "both", "trailer"),
    "direction": ("opposed", "same"),
    "hitting": ("yes", "no", "after-home"),
    "hit_and_cover": ("free", "forbidden-home", "forbidden"),
    "head_exception": ("none", "head-only", "any-block"),
    "block_rule": ("none", "ahead", "home-entered"),
    "transient_block": ("allowed", "forbidden"),
    "roll": ("standard", "acey-deucey"),
    "starter": ("roll-off", "winner", "loser", "alternate"),
    "opening_roll": ("roll-off", "fresh"),
    "first_double": ("any", "after-first-turn"),
    "payoff": ("multiplier", "checkers-left"),
    "stake_doubles_on": ("nothing", "acey-deucey"),
    "draw": ("off", "last-roll"),
    "resign": ("claimed", "by-position"),
    "score_form": ("winner-plus", "loser-minus"),
}
"""What the fields of words can be set to."""
_NUMBERS: Final = ("cube_limit", "beavers", "auto_doubles", "gammon", "backgammon", "head_limit", "games", "stake")
_COUNTS: Final = ("beavers", "auto_doubles")
_OPTIONAL: Final = ("cube_limit", "head_limit", "games")
_NONE: Final = ("none", "off", "no")
FIELDS: Final = tuple(f.name for f in fields(Rules) if f.name not in ("name", "money"))
"""The fields that can be set. The record's length tells a match from a session."""
_BY_SPELLING: Final = {field.replace("_", ""): field for field in FIELDS}
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
_HUNGARIAN: Final = replace(
    MONEY,
    name="money-hungarian",
    jacoby=False,
    beavers=0,
    auto_doubles=UNLIMITED,
    first_double="after-first-turn",
)
_COX: Final = Rules(
    name="short-nardy-cox",
    money=True,
    crawford="off",
    starter="loser",
    resign="by-position",
    cube_limit=64,
)
_LONG: Final = Rules(
    name="long-nardy",
    money=True,
    crawford="off",
    cube=False,
    start="long",
    direction="same",
    hitting="no",
    head_limit=1,
    head_exception="head-only",
    block_rule="ahead",
    transient_block="forbidden",
    starter="alternate",
    opening_roll="fresh",
    gammon=2,
    backgammon=2,
)

PRESETS: Final[dict[str, Rules]] = {
    rules.name: rules
    for rules in (
        Rules(),
        replace(Rules(), name="backgammon-double", backgammon=2),
        MONEY,
        replace(MONEY, name="money-auto", auto_doubles=1),
        _HUNGARIAN,
        Rules(name="nackgammon", start="nackgammon"),
        Rules(name="hypergammon-1", start="hyper-1"),
        Rules(name="hypergammon-2", start="hyper-2"),
        Rules(name="hypergammon-3", start="hyper-3"),
        replace(_COX, name="short-nardy-oin", gammon=1, backgammon=1),
        replace(_COX, name="short-nardy-mars", gammon=2, backgammon=2),
        _COX,
        replace(_COX, name="caucasian", hit_and_cover="forbidden-home"),
        replace(
            MONEY, name="polish-short", jacoby=False, beavers=0, hit_and_cover="forbidden", score_form="loser-minus"
        ),
        replace(_HUNGARIAN, name="dutch", start="in-hand", enter_all_first=True, hitting="after-home"),
        Rules(
            name="acey-deucey",
            money=True,
            crawford="off",
            cube=False,
            start="in-hand",
            bar_first=False,
            roll="acey-deucey",
            payoff="checkers-left",
        ),
        _LONG,
        replace(_LONG, name="long-nardy-a", head_exception="any-block", transient_block="allowed", starter="winner"),
    )
}
"""The rule sets by name; what differs from ``backgammon``. Sources: the five texts that ``pages`` name."""

PRESET_NOTES: Final[dict[str, str]] = {
    "backgammon": "tournament backgammon: match length from the record, Crawford rule, no Jacoby, no beavers",
    "backgammon-double": "backgammon in which a backgammon counts double, like a gammon",
    "money": "unlimited session: Jacoby rule, beavers, no Crawford rule",
    "money-auto": "money with one automatic double a game",
    "money-hungarian": "money without Jacoby and beavers; every tie of the opening dice doubles the stake",
    "nackgammon": "four back checkers (two each on 24 and 23); session rules as the record says",
    "hypergammon-1": "one checker a side, on 24; session rules as the record says",
    "hypergammon-2": "two checkers a side, on 24 and 23; session rules as the record says",
    "hypergammon-3": "three checkers a side, on 24, 23 and 22; session rules as the record says",
    "short-nardy-oin": "short nardy, every end counts 1 (Oin); the loser starts, resigning costs by position",
    "short-nardy-mars": "short nardy with Mars: a gammon and a backgammon count 2",
    "short-nardy-cox": "short nardy with Cox: a gammon (Mars) counts 2, a backgammon (Cox or koks) 3",
    "caucasian": "short nardy (Cox); a checker that hit in its home board may not run on to an own point",
    "polish-short": "money without Jacoby; a checker that hit may not run on to an own point; the loser loses points",
    "dutch": "all checkers start in hand and enter first; hitting only once a checker has come home",
    "acey-deucey": "all checkers start in hand; a 1 and 2 give a named double and another roll; paid by checkers left",
    "long-nardy": "both players move the same way round, no hitting, one checker a turn from the head, six-blocks",
    "long-nardy-a": "long nardy with any block opening the head, blocks in passing, and the winner starting",
}

STATED_BY_START: Final = frozenset(
    name for name, rules in PRESETS.items() if replace(rules, name="backgammon", start="standard") == Rules() != rules
) - {"backgammon"}
"""Presets that only say where the checkers start and leave match or money to the record."""

UNKNOWN_MONEY: Final = replace(MONEY, jacoby=None, beavers=None, auto_doubles=None)
"""An unlimited session of which nothing else is known."""


def preset(name: str) -> Rules:
    """The preset of a name. Raises ``RulesError``."""
    try:
        return PRESETS[name]
    except KeyError:
        raise RulesError(f"there is no rule set {name!r}; known are {', '.join(PRESETS)}") from None


def field_of(name: str) -> str | None:
    """The field that a user means: hyphens, underscores, blanks and letter case do not matter."""
    return _BY_SPELLING.get(re.sub("[-_ ]", "", name).lower())


def spelled(field: str) -> str:
    """A field's name as users type it: ``cube-limit``."""
    return field.replace("_", "-")


def parse_setting(text: str) -> tuple[str, object]:
    """``field=value`` as typed by a user -> field name and value. Raises ``RulesError``."""
    name, sign, value = text.partition("=")
    if not sign:
        raise RulesError(f"{_short(text)!r} is not FIELD=VALUE")
    field = field_of(name)
    if field is None:
        raise RulesError(unknown_field(name.strip()))
    try:
        return field, parse_value(field, value)
    except RulesError as error:
        raise RulesError(f"{_short(name)}={_short(value)}: {error}") from None


def unknown_field(name: str) -> str:
    """What to say of a name that is no field."""
    if name.lower() == "money":
        return "there is no rule 'money': the record's length tells a match from a session"
    return f"there is no rule {_short(name)!r}; known are {', '.join(spelled(f) for f in FIELDS)}"


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[:most]}..."


def parse_value(field: str, text: str) -> object:
    """The value of a field from its words. Raises ``RulesError``, which says what the field can be."""
    value = text.strip().lower()
    if field == "start":
        return value if value in STARTS else _own_start(value)
    if field in CHOICES:
        if field == "crawford" and value in _SWITCH:
            return "both" if _SWITCH[value] else "off"
        if value not in CHOICES[field]:
            raise RulesError(f"one of {', '.join(CHOICES[field])}")
        return value
    if field in _NUMBERS:
        return _number_value(field, value)
    if field == "bankrolls":
        if value in _NONE:
            return None
        found = re.fullmatch(r"([0-9]{1,9})(?:[ \t]*[,:/][ \t]*|[ \t]+)([0-9]{1,9})", value)
        if found is None or not int(found[1]) or not int(found[2]):
            raise RulesError("two amounts from 1 up, such as 100,50, or none")
        return int(found[1]), int(found[2])
    switch = _SWITCH.get(value)
    if switch is None:
        raise RulesError("on or off")
    return switch


def _number_value(field: str, value: str) -> int | None:
    if field in _OPTIONAL and value in _NONE:
        return None
    if field in _COUNTS and value in ("unlimited", "on", "yes", "true"):
        return UNLIMITED
    if field in _COUNTS and value in (*_NONE, "false"):
        return 0
    number = int(value) if re.fullmatch("[0-9]{1,9}" if field == "stake" else "[0-9]{1,5}", value) else -1
    if field == "cube_limit" and (number < 1 or number & (number - 1)):
        raise RulesError("a power of two, or none")
    if field in ("gammon", "backgammon") and number not in (1, 2, 3):
        raise RulesError("1, 2 or 3")
    if field == "head_limit" and number != 1:
        raise RulesError("1 or none")
    if field == "games" and number < 1:
        raise RulesError("a number from 1 to 99999, or none")
    if field == "stake" and number < 1:
        raise RulesError("a whole number from 1 to 999999999")
    if number < 0:
        raise RulesError("a number from 0 to 99999, or unlimited")
    return number


MOST_CHECKERS: Final = 15
_PLACES: Final = {"bar": 25, "hand": 25}


def _own_start(value: str) -> str:
    pair = r"([a-z]+|[0-9]+)[ \t]*:[ \t]*([0-9]+)(?:[ \t]*,[ \t]*|[ \t]+|$)"
    if len(value) > 500 or not re.fullmatch(f"(?:{pair})+", value):
        raise RulesError(f"one of {', '.join(STARTS)}, or points and checkers such as '24:2 13:5 8:3 6:5'")
    points: dict[int, int] = {}
    for place, number in re.findall(pair, value):
        point = _PLACES.get(place, int(place) if place.isdecimal() and len(place) < 4 else 0)
        if point in points:
            raise RulesError(f"point {point} is given twice")
        points[point] = int(number) if len(number) < 4 else 999
    return start_of(points)


def start_of(points: dict[int, int]) -> str:
    """A start from points (1-24; 25: bar or in hand) and checkers: its name, or the array. Raises ``RulesError``."""
    for point, number in points.items():
        if not 1 <= point <= 25:
            raise RulesError("points go from 1 to 24, and 25 is the bar (or in hand)")
        if not 1 <= number <= MOST_CHECKERS:
            raise RulesError(
                f"1 to {MOST_CHECKERS} checkers stand on a point, not {number if number < 999 else 'more'}"
            )
    total = sum(points.values())
    if not points:
        raise RulesError("a start needs a checker")
    if total > MOST_CHECKERS:
        raise RulesError(f"{total} checkers; a side has at most {MOST_CHECKERS}")
    for name, (known, _) in STARTS.items():
        if known == points:
            return name
    return " ".join(f"{point}:{points[point]}" for point in sorted(points, reverse=True))
