"""The grammar of what stands in a cell or a header line, in pyparsing.

step    = ("bar" | "hand" | number) ("/" ("off" | number) "*"?)+ ("(" number ")" "*"?)?    24/18*/15   6/1*(2)   8/7(2)*
word    = ("doubles" | "beavers" | ...) ("=>" number)?
        | ("wins" | "losses") number "points" "and the match"?
        | "takes" | "drops" | "resigns" | "draw" | ...
no play = "cannot move" | "dances" | ... | "????"
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


def _pattern(pattern: str, name: str) -> pp.ParserElement:
    """A terminal, in any letter case."""
    return pp.Regex(pattern, re.I).set_name(name)


def _number(name: str) -> pp.ParserElement:
    return _pattern("[0-9]{1,9}", name).set_results_name(name)


@cache
def step() -> pp.ParserElement:
    """A step: ``start`` (point, bar, hand), ``landings`` and, if written, ``count`` and ``late`` (a star behind it)."""
    # One element for the whole: records hold a thousand different steps, and each is read once.
    return pp.Regex(
        r"(?P<start>bar|hand|[0-9]{1,4})(?P<landings>(?:/(?:off|[0-9]{1,4})\*?)+)(?:\((?P<count>[0-9]{1,2})\)(?P<late>\*?))?",
        re.I,
    ).set_name("step")


_PLACES = {"bar": 25, "hand": 25, "off": 0}


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


_KINDS = {
    "doubles": actions.DOUBLE,
    "redoubles": actions.DOUBLE,
    "beavers": actions.BEAVER,
    "raccoons": actions.RACCOON,
    "wins": actions.WINS,
    "losses": actions.LOSSES,
    "loses": actions.LOSSES,
    "takes": actions.TAKE,
    "drops": actions.DROP,
    "passes": actions.DROP,
    "concedes": actions.RESIGN,
    "resigns": actions.RESIGN,
    "resigned game": actions.RESIGN,
    "resigned match": actions.RESIGN,
    "forfeits": actions.RESIGN,
    "lost on time": actions.RESIGN,
    "accepts": actions.REMARK,
    "rejects": actions.REMARK,
    "draws": actions.DRAW,
    "draw": actions.DRAW,
    "drawn": actions.DRAW,
}
_CANNOT = ("cannot move", "can't move", "can not move", "no move", "no play", "dances", "dance", "fans")


def _words(*words: str) -> pp.ParserElement:
    return _pattern("|".join(words).replace(" ", "[ ]+"), "word").set_results_name("word")


@cache
def word() -> pp.ParserElement:
    """A cell without dice. Gives ``word`` and, if written, ``value`` and ``and_match``."""
    turned = _words("redoubles", "doubles", "beavers", "raccoons") + pp.Opt(_pattern("=+>", "arrow") + _number("value"))
    points = _pattern("points?", "points")
    result = _words("wins", "losses", "loses") + _number("value") + points
    and_match = _pattern("and the match", "and the match").set_results_name("and_match")
    alone = (actions.TAKE, actions.DROP, actions.RESIGN, actions.REMARK, actions.DRAW)
    plain = _words(*(word for word, kind in _KINDS.items() if kind in alone))
    return (turned | (result + pp.Opt(and_match)) | plain).set_name("action")


def read_word(text: str) -> tuple[int, int | None, bool] | None:
    """Kind of action, value, and whether it claims to end the match; ``None`` where the text is no such cell."""
    got = match(word(), text)
    if got is None:
        return None
    value = got.get("value")
    return (
        _KINDS[" ".join(got["word"].lower().split())],
        None if value is None else int(value),
        "and_match" in got,
    )


@cache
def no_play() -> pp.ParserElement:
    """What stands behind the dice when there is no step: ``cannot`` or ``hidden``."""
    cannot = _pattern("|".join(_CANNOT).replace(" ", "[ ]+"), "Cannot Move").set_results_name("cannot")
    return cannot | _pattern(r"\?{2,}", "????").set_results_name("hidden")


def read_no_play(text: str) -> int | None:
    """``CANNOT`` or ``HIDDEN`` (see model.actions), ``None`` where the text is neither."""
    got = match(no_play(), text)
    return None if got is None else actions.CANNOT if "cannot" in got else actions.HIDDEN


@cache
def length() -> pp.ParserElement:
    """A length line. Gives ``length``."""
    number = _pattern("-?[0-9]{1,9}", "length").set_results_name("length")
    points = _pattern("points?", "points")
    return (number + points + _pattern("match", "match")) | (_pattern("match[ ]+of", "match of") + number + points)


@cache
def tag() -> pp.ParserElement:
    """A header line ``; [Key "value"]``, quotes in the value escaped or not. Gives ``key`` and ``text``."""
    key = _pattern(r"[^\s\"\[\]][^\"\[\]]{0,63}?(?=\s*\")", "key").set_results_name("key")
    text = _pattern(r'"[^\n]*"(?=\s*\]\s*$)', "text").set_results_name("text")
    return _pattern("[;#]", "mark") + pp.Literal("[") + key + text + pp.Literal("]")


def match(element: pp.ParserElement, text: str) -> dict[str, Any] | None:
    """The results of ``element`` over the whole of ``text``, or ``None`` where it does not fit."""
    try:
        return dict(element.parse_string(text, parse_all=True).as_dict())
    except pp.ParseException:
        return None
