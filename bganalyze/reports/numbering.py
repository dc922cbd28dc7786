"""Actions as written get numbers, and by number what a row of the table of actions says of them: an action that is
met for the thousandth time costs one look.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Final

from ..model import actions as act
from ..model.actions import Written
from ..rules.diagnose import place

_ROW_KIND: Final = {
    act.ROLL: 0,
    act.DOUBLE: 2,
    act.TAKE: 3,
    act.DROP: 4,
    act.BEAVER: 5,
    act.RACCOON: 6,
    act.RESIGN: 7,
    act.WINS: 8,
    act.LOSSES: 8,
    act.SET: 9,
    act.UNREADABLE: 10,
}
_CUBE: Final = frozenset((act.DOUBLE, act.TAKE, act.DROP, act.BEAVER, act.RACCOON))
_STEPS: Final = [[f"{place(a)}/{place(b)}" for b in range(26)] for a in range(26)]


class Texts(dict[str | None, int]):
    """Text -> its number; ``None`` is -1."""

    def __init__(self) -> None:
        super().__init__({None: -1})

    def __missing__(self, text: str | None) -> int:
        self[text] = number = len(self) - 1
        return number

    def names(self) -> list[str]:
        """In the order of their numbers."""
        return [text for text in self if text is not None]


class Numbering(dict[Written, int]):
    """Action as written -> its number, and by number what a row says of it."""

    def __init__(self, name_play: Callable[[str], int]) -> None:
        super().__init__()
        self.name_play = name_play
        self.row_kind = array("b")
        """-1 for what gets no row."""
        self.first = array("b")
        self.second = array("b")
        self.play = array("i")
        self.sort = array("b")
        """0 a roll with its play, 1 a dance, 2 a roll without its play, 3 a cube action, 4 lost games, 5 others."""
        self.legal = array("b")
        self.reset()

    def reset(self) -> None:
        """Forget everything."""
        self.clear()
        for column in (self.row_kind, self.first, self.second, self.play, self.sort, self.legal):
            del column[:]

    def _add(self, row_kind: int, dice: tuple[int, int], play: int, sort: int, legal: int) -> None:
        self.row_kind.append(row_kind)
        self.first.append(dice[0])
        self.second.append(dice[1])
        self.play.append(play)
        self.sort.append(sort)
        self.legal.append(legal)

    def __missing__(self, what: Written) -> int:
        self[what] = number = len(self.row_kind)
        kind, dice = what.kind, what.dice
        row_kind = _ROW_KIND.get(kind, -1)
        if row_kind < 0 or (kind == act.ROLL and dice is None):
            self._add(-1, (-1, -1), -1, 5, -1)
        elif dice is not None:
            done = what.played
            if done in (act.PENDING, act.HIDDEN, act.MARKED):
                self._add(1, dice, -1, 2, 0 if done == act.MARKED else -1)
            else:
                self._add(0, dice, self.name_play(as_written(what)), 0 if what.steps else 1, 1)
        elif kind in _CUBE:
            self._add(row_kind, (-1, -1), -1, 3, 1)
        else:
            self._add(row_kind, (-1, -1), -1, 4 if kind == act.LOSSES else 5, -1)
        return number


def as_written(what: Written) -> str:
    """The steps as they are written, with ``bar`` and ``off``; nothing for a dance."""
    texts = []
    for step in what.steps:
        if len(step.points) == 2 and step.times == 1:
            text = _STEPS[step.points[0]][step.points[1]]
            texts.append(text + "*" if step.hits[0] else text)
            continue
        text = place(step.points[0])
        for point, hit in zip(step.points[1:], step.hits, strict=True):
            text += f"/{place(point)}*" if hit else f"/{place(point)}"
        texts.append(f"{text}({step.times})" if step.times > 1 else text)
    return " ".join(texts)
