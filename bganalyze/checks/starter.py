"""Who starts a game, and with what roll, where the rules tie a game to the one before it.

Sources: the Latvian page on short nardy (the loser starts, or the players take turns), the Polish page on long nardy
(the winner, or turns). After a draw the player starts who started the drawn game.
"""

from __future__ import annotations

from ..model.actions import DOUBLE
from ..model.position import Position
from ..model.record import GameRecord, MatchRecord, Record
from ..replay import Hint
from ..rules.cube import Cube
from ..scoring import ScoredGame, ScoredMatch


def starters(record: Record, match: MatchRecord, scored: ScoredMatch) -> list[Hint]:
    """Games that the wrong player started. Told only where both games are known."""
    if scored.rules.starter == "roll-off":
        return []
    names = match.seat_names()
    hints = []
    pairs = zip(scored.games, scored.games[1:], match.games[1:], strict=False)
    for before, after, game in pairs:
        seat = after.played.starter
        due = _due(scored.rules.starter, before)
        if due is None or seat is None or due[0] == seat or not _follows(before, after):
            continue
        args: dict[str, object] = {"player": names[seat], "expected": names[due[0]], "reason": due[1]}
        hints.append(Hint("BG206", _first_roll(record, game), args, seat=seat))
    return hints


def _due(starter: str, before: ScoredGame) -> tuple[int, str] | None:
    """Who starts the game behind this one, and why; ``None`` if that is not known."""
    started = before.played.starter
    if before.result == "draw":
        return None if started is None else (started, "the game before was a draw, and counts for nothing")
    if starter == "alternate":
        return None if started is None else (1 - started, "the players take turns in starting")
    if before.winner is None:
        return None
    if starter == "winner":
        return before.winner, "the winner of the game before starts"
    return 1 - before.winner, "the loser of the game before starts"


def _follows(before: ScoredGame, after: ScoredGame) -> bool:
    """Do the numbers of the games leave room for another one between them?"""
    return before.number is None or after.number is None or after.number == before.number + 1


def _first_roll(record: Record, game: GameRecord) -> int | None:
    rolls = (i for i in range(game.first, game.last) if record.actions.what[i].dice is not None)
    return next(rolls, None)


def rolled_off(record: Record, match: MatchRecord, scored: ScoredMatch) -> list[Hint]:
    """A double as first roll, or a doubling in front of it, in a session of which only the first game is rolled off.

    Where every game is, the replay tells both: the dice of the roll-off are the first turn, and are no double.
    """
    rules = scored.rules
    if not scored.games or not rules.rolled_off(first_game=True) or rules.rolled_off(first_game=False):
        return []
    first, game = scored.games[0], match.games[0]
    if first.number not in (None, 1) or first.score_before != (0, 0) or game.setup is not None:
        return []
    index = _first_roll(record, game)
    start = rules.start_position()
    cube, place = Cube(first.played.start_cube), Position(start.on_roll, start.opponent)
    hints = []
    before = range(game.first, game.last if index is None else index)
    doubled = next((at for at in before if record.actions.what[at].kind == DOUBLE), None)
    if doubled is not None and rules.first_double == "any" and rules.cube:
        args: dict[str, object] = {"problem": "double before the opening roll"}
        hints.append(Hint("BG403", doubled, args, place, cube, seat=record.actions.seat(doubled)))
    if index is not None and first.played.opening_double:
        dice = record.actions.what[index].dice
        assert dice is not None
        hints.append(Hint("BG201", index, {"roll": f"{dice[0]}{dice[1]}"}, place, cube, dice=dice))
    return hints
