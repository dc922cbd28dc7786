"""What a record means, whatever it is written in: nested tuples that are equal for equal matches.

Not in it: text, places, tags that state no rule, and how a format writes a thing (a beaver with or without an answer,
a star, a dance with or without words, an end with or without the word for a resignation).
"""

from __future__ import annotations

from typing import Any

from bganalyze.model import actions as act
from bganalyze.model.position import Position
from bganalyze.model.record import Record
from bganalyze.pipeline import Followed, follow
from bganalyze.replay import Moment
from bganalyze.rules.declared import RuleOptions

_KINDS = {
    act.ROLL: "roll",
    act.DOUBLE: "double",
    act.BEAVER: "redouble",
    act.RACCOON: "redouble",
    act.TAKE: "take",
    act.DROP: "drop",
    act.UNREADABLE: "unreadable",
}


def meaning(record: Record, options: RuleOptions | None = None) -> tuple[Any, ...]:
    """Matches, each as ``(length, names, rules, games)``; the rules are those stated and those the points tell."""
    return tuple(_match(record, one) for one in follow(record, options))


def plays_of(record: Record, options: RuleOptions | None = None) -> tuple[Any, ...]:
    """The actions of every game, and nothing that belongs to the match."""
    return tuple(game["actions"] for _, _, _, games in meaning(record, options) for game in map(dict, games))


def _match(record: Record, one: Followed) -> tuple[Any, ...]:
    rules = one.scored.rules
    stated = (
        ("start", rules.start),
        ("crawford", bool(one.ruling.length) and rules.crawford != "off"),
        ("jacoby", None if one.ruling.length else rules.jacoby),
        ("beavers", None if one.ruling.length or rules.beavers is None else rules.beavers > 0),
        ("cube", rules.cube),
        ("cube limit", rules.cube_limit),
    )
    games = []
    for at, (game, scored, moments) in enumerate(zip(one.match.games, one.scored.games, one.games, strict=True)):
        played = scored.played
        games.append(
            (
                ("number", game.number if game.number is not None else at + 1),
                ("score", scored.score_before),
                ("crawford", scored.crawford),
                ("result", scored.result),
                ("points", scored.points),
                ("declared", (played.declared_winner, played.declared_points)),
                ("actions", _actions(record, moments, played.end_index, played.start_cube)),
            )
        )
    return one.ruling.length, one.match.names, stated, tuple(games)


def _actions(record: Record, moments: list[Moment], end: int | None, start_cube: int) -> tuple[Any, ...]:
    found = []
    for moment in moments:
        what = record.actions.what[moment.index]
        kind = _KINDS.get(what.kind)
        if kind is None or (end is not None and moment.index > end) or (kind == "roll" and what.dice is None):
            continue
        if what.kind == act.TAKE and moment.pending is not None and moment.pending.chain:
            continue
        cube = moment.cube
        value = max(cube.value, start_cube) if cube.owner is None else cube.value
        offered = None if moment.pending is None else moment.pending.value
        if moment.pending is not None and moment.pending.chain and kind == "roll":
            # Playing on takes a beaver; other formats write the answer in front of the roll.
            value, owner, offered = moment.pending.value, moment.pending.taken().owner, None
        else:
            owner = cube.owner
        dice = None if what.dice is None else tuple(sorted(what.dice))
        before, after = _by_seat(moment.before, moment.seat), _by_seat(moment.after, moment.seat)
        found.append((kind, moment.seat, dice, before, after, (value, owner), offered))
    return tuple(found)


def _by_seat(position: Position | None, seat: int) -> tuple[int, int] | None:
    if position is None:
        return None
    return (position.on_roll, position.opponent) if seat == 0 else (position.opponent, position.on_roll)
