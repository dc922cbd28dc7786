"""One game's actions + rules -> positions, cube, turn, and what was wrong on the way."""

from __future__ import annotations

from ..model.actions import Actions
from ..model.record import GameRecord
from ..rules.variants import Rules
from .game import REMARKS, Hint, Moment, Played, Replay, Trace
from .judge import judge_play

__all__ = ["REMARKS", "Hint", "Moment", "Played", "Trace", "follow_game", "judge_play", "replay_game", "trace_game"]


def _replay(
    game: GameRecord, actions: Actions, rules: Rules, names: tuple[str, str], cut_off: bool, said: dict[str, int]
) -> Replay:
    if rules.plain and rules.draw == "off":
        return Replay(game, actions, rules, names, cut_off, said)
    from .variant import VariantReplay  # few records need it

    return VariantReplay(game, actions, rules, names, cut_off, said)


def replay_game(
    game: GameRecord,
    actions: Actions,
    rules: Rules,
    names: tuple[str, str],
    cut_off: bool = False,
    said: dict[str, int] | None = None,
) -> Played:
    """Replay one game. ``names`` of both players are for findings.

    ``cut_off``: the file ends before its time, and this is its last game. ``said`` counts hints by code over all
    games of a file; beyond ``MOST_REMARKS`` of a code they are counted only.
    """
    return _replay(game, actions, rules, names, cut_off, {} if said is None else said).run()


def follow_game(
    game: GameRecord, actions: Actions, rules: Rules, names: tuple[str, str], cut_off: bool = False
) -> list[Moment]:
    """Replay one game and tell the position before and after every action. Slower than ``replay_game``."""
    return _replay(game, actions, rules, names, cut_off, {}).follow()


def trace_game(
    game: GameRecord, actions: Actions, rules: Rules, names: tuple[str, str], cut_off: bool, said: dict[str, int]
) -> tuple[Played, Trace]:
    """``replay_game``, and what was true before every action. Much faster than ``follow_game``."""
    trace = Trace()
    return _replay(game, actions, rules, names, cut_off, said).trace(trace), trace
