"""The fields of a rule set for people: what each means, its values in words, and the tag that states it."""

from __future__ import annotations

from typing import Final

from .variants import CHOICES, FIELDS, STARTS, UNLIMITED, Rules, spelled

MEANINGS: Final[dict[str, str]] = {
    "start": "where the checkers of both sides stand at first; `in-hand`: off the board, waiting to enter",
    "cube": "is there a doubling cube?",
    "cube_limit": "highest value of the cube; 64 is only the largest face of one, not a limit",
    "beavers": "how many immediate redoubles (beaver, raccoon ...) may follow a double",
    "jacoby": "gammons and backgammons count single while no double was offered and accepted",
    "auto_doubles": "how often tied opening dice may turn the cube",
    "crawford": "the game after a player first needs one point: nobody doubles (`both`), or only the trailer may not",
    "gammon": "points per cube for a gammon (mars)",
    "backgammon": "points per cube for a backgammon (cox, koks)",
    "games": "a session of so many games: most points win, equal points are a draw",
    "bankrolls": "table stakes: what each player has; a loss is capped at that, and play lasts until one has it all",
    "stake": "base stake of payoffs and of the buy-in",
    "direction": "players move against each other, or both the same way round (the opponent's p is the own p + 12)",
    "hitting": "`no`: one opposing checker blocks a point; `after-home`: only once a checker of the player came home",
    "bar_first": "checkers on the bar (or in hand) enter before anything else moves",
    "enter_all_first": "all checkers in hand enter before any may advance",
    "hit_and_cover": "may a checker that has hit come to rest in the same turn on a point with another own checker? "
    "`forbidden-home`: not behind a hit in the own home board",
    "head_limit": "how many checkers may leave the head (24) in a turn",
    "head_exception": "on a player's first turn a second one may leave the head where a single one is stopped: "
    "by the opponent's head (`head-only`), by any opposing checker (`any-block`)",
    "block_rule": "six points in a row: only with an opposing checker beyond them (`ahead`), or only if one has "
    "entered its home (`home-entered`)",
    "transient_block": "may such a block exist for an instant inside a turn?",
    "roll": "`acey-deucey`: behind a 1 and 2 any double is named and played, and the player rolls again",
    "bear_off_after_entry": "may a checker be borne off in the turn in which the last one came home?",
    "starter": "who starts game 2 and later",
    "opening_roll": "`roll-off`: the dice of the roll-off are the first turn; `fresh`: the starter throws both anew",
    "first_double": "`after-first-turn`: not before the opening turn has been played",
    "payoff": "`checkers-left`: the loser pays for every checker still in play",
    "stake_doubles_on": "`acey-deucey`: the stake doubles each time a 1 and 2 are rolled",
    "draw": "`last-roll`: when the player who started bears off all, the other has one more roll",
    "resign": "a resignation costs what is offered (`claimed`), or what the loser's position is worth (`by-position`)",
    "score_form": "`loser-minus`: the winner gains nothing, the loser loses the points",
}
"""Field -> what it means."""

TAGS: Final[dict[str, str]] = {field: "".join(part.title() for part in field.split("_")) for field in FIELDS}
"""Field -> the key of its tag in a record: ``CubeLimit``."""

_NUMBERS: Final = {
    "cube_limit": "a power of two, `none`",
    "beavers": "a number, `unlimited`",
    "auto_doubles": "a number, `unlimited`",
    "gammon": "`1`, `2`, `3`",
    "backgammon": "`1`, `2`, `3`",
    "head_limit": "`1`, `none`",
    "games": "a number, `none`",
    "stake": "a number",
    "bankrolls": "two amounts such as `100,50`, `none`",
}


def values_of(field: str) -> str:
    """What a field can be set to, as Markdown."""
    if field in _NUMBERS:
        return _NUMBERS[field]
    if field == "start":
        return f"{', '.join(f'`{name}`' for name in STARTS)}, or points and checkers of one side: `24:2 13:5 8:3 6:5`"
    return ", ".join(f"`{word}`" for word in CHOICES.get(field, ("on", "off")))


def words_of(field: str, value: object) -> str:
    """A value in the words that ``parse_value`` reads; ``not known`` for a switch or a count that is not."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if value is None:
        return "not known" if field in ("jacoby", "beavers", "auto_doubles") else "none"
    return "unlimited" if value == UNLIMITED else str(value)


def stated(field: str, value: object) -> str:
    """``cube-limit=64``: a field and its value as on the command line."""
    return f"{spelled(field)}={words_of(field, value)}"


def tags_of(rules: Rules, base: Rules | None = None) -> dict[str, str]:
    """The tags that state a rule set: every field, or those that differ from ``base``. What is not known has none.

    Inverse of ``declared.rules_of`` where the record's length agrees with ``rules.money``.
    """
    found = {}
    for field in FIELDS:
        value = getattr(rules, field)
        if base is not None and value == getattr(base, field):
            continue
        words = words_of(field, value)
        if words != "not known":
            found[TAGS[field]] = words
    return found
