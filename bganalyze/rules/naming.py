"""Plays as players write them, and which legal play comes closest to a written one."""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub

from ..model.position import Position, unpack
from .diagnose import place
from .generate import LegalPlay, generate
from .variant_plays import guessed, results
from .variant_steps import State, Turn
from .variants import Rules


def play_text(steps: Sequence[tuple[int, int, bool]]) -> str:
    """Single-die steps in short form: ``24/18*/15``, ``13/7(2)``, ``bar/20``. A stop without a hit is left out."""
    chains: list[list[tuple[int, bool]]] = []
    for start, end, hit in sorted(steps, key=lambda s: -s[0]):
        for chain in chains:
            if chain[-1][0] == start and end < start:
                chain.append((end, hit))
                break
        else:
            chains.append([(start, False), (end, hit)])
    texts = []
    for chain in chains:
        stops = [chain[0], *(stop for stop in chain[1:-1] if stop[1]), chain[-1]]
        texts.append("/".join(place(p) + ("*" if hit else "") for p, hit in stops))
    # The same step twice: only the first of two hits is one, so 6/1*(2) is 6/1* 6/1.
    out: list[str] = []
    counts: dict[str, int] = {}
    for text in texts:
        counts[text] = counts.get(text, 0) + 1
    for text in dict.fromkeys(texts):
        plain = text.removesuffix("*")
        if text == plain and f"{plain}*" in counts:
            continue
        n = counts[text] + (counts.get(plain, 0) if text != plain else 0)
        out.append(text + (f"({n})" if n > 1 else ""))
    return " ".join(out) or "no play"


def legal_plays(position: Position, dice: tuple[int, int]) -> list[tuple[str, LegalPlay]]:
    """All legal plays with their text, in the order of what moves from the back."""
    plays = generate(position, dice)
    named = [(play_text(p.steps), p) for p in plays]
    return sorted(named, key=lambda row: (sorted(row[1].steps, reverse=True), row[0]), reverse=True)


def legal_plays_under(rules: Rules, position: Position, dice: tuple[int, int]) -> list[tuple[str, LegalPlay]]:
    """``legal_plays`` under any rules; what has happened before is guessed from the position (``guessed``)."""
    if rules.plain:
        return legal_plays(position, dice)
    before = guessed(rules, position)
    legal = results(rules, position, dice, before)
    turn = Turn(rules, position, dice, *before)
    paths: dict[Position, tuple[tuple[int, int, bool], ...]] = {}
    for order in [dice * 2] if dice[0] == dice[1] else [dice, dice[::-1]]:
        states: dict[State, tuple[tuple[int, int, bool], ...]] = {turn.start: ()}
        for die in order:
            behind: dict[State, tuple[tuple[int, int, bool], ...]] = {}
            for state, path in states.items():
                for after in turn.steps(state, die):
                    behind.setdefault(after, (*path, _step(state, after)))
            states = behind
            for state, path in states.items():
                reached = Position(state.own, state.opponent)
                if reached in legal:
                    paths.setdefault(reached, path)
    named = [(play_text(steps), LegalPlay(steps, reached)) for reached, steps in paths.items()]
    return sorted(named, key=lambda row: (sorted(row[1].steps, reverse=True), row[0]), reverse=True)


def _step(state: State, after: State) -> tuple[int, int, bool]:
    """The one step between two states: from, to, hit."""
    moved = [b - a for a, b in zip(unpack(state.own), unpack(after.own), strict=True)]
    return moved.index(-1), moved.index(1), state.opponent != after.opponent


def closest(after: Position, plays: Sequence[tuple[str, LegalPlay]]) -> str | None:
    """The text of the legal play whose position differs least from ``after`` (checkers in other places)."""
    if not plays:
        return None
    wanted = unpack(after.on_roll) + unpack(after.opponent)

    def difference(play: LegalPlay) -> int:
        reached = unpack(play.position.on_roll) + unpack(play.position.opponent)
        return sum(map(abs, map(sub, wanted, reached)))

    return min(plays, key=lambda row: difference(row[1]))[0]
