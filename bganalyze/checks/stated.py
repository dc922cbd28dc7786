"""Positions and states that a record prints before its actions, held against the replay."""

from __future__ import annotations

from ..model.actions import Written
from ..model.gnuid import encode_position
from ..model.position import Position
from ..model.record import GameRecord, MatchRecord, Record
from ..model.state import MatchState
from ..replay import Hint, Moment, follow_game
from ..scoring import ScoredMatch

_OFF = 15
"""Checkers borne off: their number follows from the rest, and depends on how many a side has."""


def positions(record: Record, match: MatchRecord, scored: ScoredMatch) -> list[Hint]:
    """The first difference of each game between what the record states and what its actions lead to."""
    if not record.stated:
        return []
    names = match.seat_names()
    hints = []
    for game in match.games:
        if not any(index in record.stated for index in range(game.first, game.last)):
            continue
        for moment in follow_game(game, record.actions, scored.rules, names, record.is_cut(game)):
            stated = record.stated.get(moment.index)
            if stated is None:
                continue
            problem = _differs(moment, record.actions.what[moment.index], *stated, match, game, names)
            if problem is not None:
                dice = record.actions.what[moment.index].dice
                args: dict[str, object] = {"problem": problem}
                hints.append(Hint("BG605", moment.index, args, moment.before, moment.cube, seat=moment.seat, dice=dice))
                break
    return hints


def _differs(
    moment: Moment,
    what: Written,
    position: Position | None,
    state: MatchState | None,
    match: MatchRecord,
    game: GameRecord,
    names: tuple[str, str],
) -> str | None:
    """What a record states otherwise than it is, as a sentence; ``None``: nothing."""
    before = moment.before
    if position is not None and before is not None and not _same(position, before):
        return f"the position stated here is {_shown(position)}; the plays lead to {_shown(before)}"
    if state is None:
        return None
    pending = moment.pending
    on_roll = moment.seat if pending is None else pending.doubler
    if state.on_roll != on_roll:
        return f"the match ID says that {names[state.on_roll]} is on roll; it is {names[on_roll]}"
    if state.dice is not None and what.dice is not None and sorted(state.dice) != sorted(what.dice):
        stated, rolled = (f"{a}{b}" for a, b in (state.dice, what.dice))
        return f"the match ID has the roll {stated}; the record goes on with {rolled}"
    cube = moment.cube if pending is None else pending.before
    if (state.cube, state.cube_owner) != cube:
        of = ("", "") if state.cube_owner == cube.owner else (_of(state.cube_owner, names), _of(cube.owner, names))
        return f"the match ID has the cube at {state.cube}{of[0]}; it is at {cube.value}{of[1]}"
    if state.doubled != (pending is not None):
        return f"the match ID has {'a' if state.doubled else 'no'} double to be answered; the actions say otherwise"
    if state.length != (match.length or 0):
        return f"the match ID has a match to {state.length}; the record says {match.length or 0}"
    if None not in game.scores and state.score != game.scores:
        stated, declared = (f"{a}-{b}" for a, b in (state.score, game.scores))
        return f"the match ID has the score {stated}; the game begins at {declared}"
    if game.crawford is not None and state.crawford != game.crawford:
        return f"the match ID says that this is {'' if state.crawford else 'not '}the Crawford game"
    return None


def _same(one: Position, two: Position) -> bool:
    return (one.on_roll ^ two.on_roll) | (one.opponent ^ two.opponent) <= _OFF


def _of(owner: int | None, names: tuple[str, str]) -> str:
    return " in the middle" if owner is None else f" of {names[owner]}"


def _shown(position: Position) -> str:
    try:
        return encode_position(position)
    except ValueError:
        return "no position that an ID can hold"
