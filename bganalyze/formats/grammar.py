"""The grammar of what stands in a cell or a header line, in pyparsing.

step    = place "/" landing+          24/18   bar/21*   24/18*/15   6/1*(2)   8/7(2)*
landing = place hit? count? ("/" ...)
place   = number | "bar" | "off"
word    = doubles | takes | drops | ... | wins | losses
length  = number "point match" | "match of" number "points"
tag     = ";" "[" key quoted "]"

Elements are slow one by one; callers keep their answers (see notation.py and mat.py).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pyparsing as pp

from ..model import actions


def _number(name: str, digits: str) -> pp.ParserElement:
    return pp.Regex(rf"[0-9]{digits}").set_parse_action(lambda t: int(t[0])).set_name(name)


@cache
def step() -> pp.ParserElement:
    """A step: ``start`` (a point or the bar), ``landings``, and, if written, ``count`` and ``late`` (a star behind it)."""
    # One element for the whole: records hold a thousand different steps, and each is read once.
    return pp.Regex(
        r"(?P<start>bar|[0-9]{1,4})(?P<landings>(?:/(?:off|[0-9]{1,4})\*?)+)(?:\((?P<count>[0-9]{1,2})\)(?P<late>\*?))?",
        re.I,
    ).set_name("step")


_PLACES = {"bar": 25, "off": 0}


def read_step(text: str) -> tuple[tuple[int, ...], tuple[bool, ...], int] | None:
    """Points (25 = bar, 0 = off), hits (one a landing) and count of a step; ``None`` where the text is none."""
    try:
        got = step().parse_string(text, parse_all=True)
    except pp.ParseException:
        return None
    stops = [got["start"], *got["landings"][1:].split("/")]
    places = [stop.removesuffix("*").lower() for stop in stops]
    hits = [stop.endswith("*") for stop in stops[1:]]
    if got["late"]:
        hits[-1] = True
    points = tuple(_PLACES[p] if p in _PLACES else int(p) for p in places)
    return points, tuple(hits), int(got["count"] or 1)


def _word(kind: int, *spellings: str) -> pp.ParserElement:
    element = pp.MatchFirst([pp.CaselessLiteral(s) for s in spellings])
    return element.set_parse_action(lambda: kind).set_results_name("kind")


@cache
def word() -> pp.ParserElement:
    """A cell without dice. Gives ``kind`` (see model.actions) and, if written, ``value`` and ``and_match``."""
    value = _number("value", "{1,9}").set_results_name("value")
    arrow = pp.Suppress(pp.Regex("=+>"))
    points = pp.Suppress(pp.CaselessLiteral("points") | pp.CaselessLiteral("point"))
    and_match = pp.CaselessLiteral("and the match").set_results_name("and_match")
    turned = (
        _word(actions.DOUBLE, "doubles", "redoubles")
        | _word(actions.BEAVER, "beavers")
        | _word(actions.RACCOON, "raccoons")
    ) + pp.Opt(arrow + value)
    result = (_word(actions.WINS, "wins") | _word(actions.LOSSES, "losses", "loses")) + value + points
    resigned = _word(
        actions.RESIGN, "concedes", "resigned game", "resigned match", "resigns", "forfeits", "lost on time"
    )
    plain = (
        _word(actions.TAKE, "takes")
        | _word(actions.DROP, "drops", "passes")
        | resigned
        | _word(actions.REMARK, "accepts", "rejects")
    )
    return ((turned | (result + pp.Opt(and_match)) | plain) + pp.StringEnd()).set_name("action")


@cache
def no_play() -> pp.ParserElement:
    """What stands behind the dice when there is no step. Gives ``played``."""

    def words(played: int, *spellings: str) -> pp.ParserElement:
        element = pp.MatchFirst([pp.CaselessLiteral(s) for s in spellings])
        return element.set_parse_action(lambda: played).set_results_name("played")

    cannot = words(
        actions.CANNOT, "cannot move", "can't move", "can not move", "no move", "no play", "dances", "dance", "fans"
    )
    hidden = pp.Regex(r"\?{2,}").set_parse_action(lambda: actions.HIDDEN).set_results_name("played")
    return (cannot | hidden) + pp.StringEnd()


@cache
def length() -> pp.ParserElement:
    """A length line. Gives ``length``."""
    number = pp.Regex(r"-?[0-9]{1,9}").set_parse_action(lambda t: int(t[0])).set_results_name("length")
    points = pp.Suppress(pp.CaselessLiteral("points") | pp.CaselessLiteral("point"))
    match = pp.Suppress(pp.CaselessLiteral("match"))
    of = pp.Suppress(pp.CaselessLiteral("match of"))
    return ((number + points + match) | (of + number + points)) + pp.StringEnd()


@cache
def tag() -> pp.ParserElement:
    """A header line ``; [Key "value"]``, quotes in the value escaped or not. Gives ``key`` and ``text``."""
    key = pp.Regex(r"[^\s\"\[\]][^\"\[\]]{0,63}?(?=\s*\")").set_results_name("key")
    text = pp.Regex(r'"(?P<text>[^\n]*)"(?=\s*\]\s*$)')
    return pp.Suppress(pp.Regex("[;#]")) + pp.Suppress("[") + key + text + pp.Suppress("]") + pp.StringEnd()


def match(element: pp.ParserElement, text: str) -> dict[str, Any] | None:
    """The results of ``element`` over the whole of ``text``, or ``None`` where it does not fit."""
    try:
        return dict(element.parse_string(text, parse_all=True).as_dict())
    except (pp.ParseException, RecursionError):
        return None
