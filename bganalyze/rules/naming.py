"""Plays as players write them, and which legal play comes closest to a written one."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.position import Position, unpack
from .diagnose import place
from .generate import LegalPlay, generate


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


def closest(after: Position, plays: Sequence[tuple[str, LegalPlay]]) -> str | None:
    """The text of the legal play whose position differs least from ``after`` (checkers in other places)."""
    if not plays:
        return None
    own, opp = unpack(after.on_roll), unpack(after.opponent)

    def difference(play: LegalPlay) -> int:
        mine, theirs = unpack(play.position.on_roll), unpack(play.position.opponent)
        return sum(abs(a - b) for a, b in zip(own + opp, mine + theirs, strict=True))

    return min(plays, key=lambda row: difference(row[1]))[0]
