"""One play from a position, judged without a record."""

from __future__ import annotations

from ..findings.finding import Finding
from ..formats.notation import cells
from ..model import actions as act
from ..model.actions import Written
from ..model.position import Position
from ..rules.diagnose import Fault, diagnose
from ..rules.plays import compile_play, is_dance, verify
from ..rules.variants import Rules
from .game import phrases


def judge_play(position: Position, dice: tuple[int, int], text: str, rules: Rules | None = None) -> Finding | None:
    """What is wrong with a written play, or ``None``. An empty text is "no play".

    Under rules with other plays than backgammon's it is a first turn if the player stands in the starting array, and a
    checker has come home if one is there or was borne off.
    """
    if rules is not None and not rules.plain:
        return _judge_variant(position, dice, text, rules)
    shown, what = _read(dice, text)
    if what.kind == act.UNREADABLE:
        return Finding(what.code, "", args=(("problem", what.problem),))
    if not what.steps:
        if is_dance(position.on_roll, position.opponent, dice):
            return None
        return _unused(dice, shown)
    if verify(position.on_roll, position.opponent, compile_play(dice, what.steps)) is not None:
        return None
    return _finding(diagnose(position, dice, what.steps), shown)


def _judge_variant(position: Position, dice: tuple[int, int], text: str, rules: Rules) -> Finding | None:
    from ..rules import variant_plays

    shown, what = _read(dice, text)
    before = variant_plays.guessed(rules, position)
    if what.kind == act.UNREADABLE:
        return Finding(what.code, "", args=(("problem", what.problem),))
    if not what.steps:
        return _unused(dice, shown) if variant_plays.results(rules, position, dice, before) else None
    if variant_plays.verify(rules, position, dice, what.steps, before) is not None:
        return None
    return _finding(variant_plays.diagnose(rules, position, dice, what.steps, before), shown)


def _read(dice: tuple[int, int], text: str) -> tuple[str, Written]:
    shown = f"{dice[0]}{dice[1]}: {' '.join(text.split())}".rstrip()
    return shown, cells[shown]


def _unused(dice: tuple[int, int], shown: str) -> Finding:
    args: dict[str, object] = {"shown": shown, "dice_left": f"{dice[0]}{dice[1]}"}
    return Finding("BG307", "", args=tuple({**args, **phrases(args)}.items()))


def _finding(fault: Fault, shown: str) -> Finding:
    args = {"shown": shown, **fault.args, **phrases(fault.args)}
    return Finding(fault.code, "", args=tuple(args.items()))
