"""What a writer writes: a match as plain data, in no format and with no rule left to apply.

A record is text as it was written; a writer needs to know what it meant. Whoever has replayed the record fills
these in (``bganalyze.convert``), so that a writer knows no legality: which checkers moved with which die, what was
hit, where a game ended.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ..model import actions as act
from ..model.actions import PLAYED, Setup
from ..model.analysis import NOTHING, Annotation
from ..model.position import Position

ScriptHop = tuple[int, int, bool]
"""Start, end, hit: one checker moved by one die, in the mover's numbering; 25 is the bar, 0 is off."""


class ScriptRules(NamedTuple):
    """The rules of a match as they were found, declared or not. ``None``: not known."""

    start: str = "standard"
    """standard, nackgammon, hyper-1, hyper-2, hyper-3."""
    crawford: bool = True
    """In a match; ``False`` in a session."""
    jacoby: bool | None = None
    beavers: int | None = None
    """How many redoubles may follow a double at once."""
    auto_doubles: int | None = None
    cube: bool = True
    cube_limit: int | None = None
    checkers: int = 15


STANDARD = ScriptRules()


@dataclass(slots=True, eq=False)
class ScriptAction:
    """One action. Results are no actions; they are in ``ScriptGame.result``.

    Kinds: ``ROLL``, ``DOUBLE``, ``BEAVER``, ``RACCOON``, ``TAKE``, ``DROP``, ``SET``, ``REMARK``, ``UNREADABLE``.
    A beaver or a raccoon that the record answers only by playing on is followed by a ``TAKE`` of its own.
    """

    kind: int
    seat: int
    """0 is the left column of a .mat, White in SGF."""
    dice: tuple[int, int] | None = None
    """As written. ``None`` for a ``ROLL``: no roll was made any more."""
    hops: tuple[ScriptHop, ...] | None = None
    """Of a roll: ``()`` nothing could be played; ``None`` the play was not made, or is not known.

    Hops of a legal play can be made in this order. Those of a play that is not legal, or was made from a position
    that is not known, are as written: a hop may then be longer than a die, and ``hit`` only repeats the star.
    """
    value: int | None = None
    """Value of the cube that is offered."""
    setup: Setup | None = None
    """Of a ``SET``: what is set by hand."""
    played: int = PLAYED
    """How the record writes the play: PLAYED, NOTHING, CANNOT, HIDDEN, MARKED, PENDING (``model.actions``).

    With MARKED there are no hops: the record only gives the position that followed, which is ``after``.
    """
    annotation: Annotation = NOTHING
    text: str = ""
    """As written in the record."""
    before: Position | None = None
    """Seen by ``seat``; ``None`` where it is not known."""
    after: Position | None = None
    """Seen by the same seat."""
    legal: bool = True
    """Nothing was found to be wrong with it."""
    line: int | None = None
    """Its line in the record; ``None`` for a take that was not written."""

    @property
    def dance(self) -> bool:
        """A roll with which nothing could be played."""
        return self.kind == act.ROLL and self.hops == ()


class ScriptResult(NamedTuple):
    """How a game ended, as far as that is known."""

    winner: int | None
    points: int | None
    """As declared; computed where nothing is declared."""
    how: str
    """single, gammon, backgammon, drop, resign-single, resign-gammon, resign-backgammon, resign, draw."""
    declared: bool
    """The record states winner and points."""
    worth: int | None = None
    """The points that the cube, the board and the rules make, uncapped, where they can be computed."""
    line: int | None = None

    @property
    def resigned(self) -> bool:
        """Neither the board nor a drop ended the game."""
        return self.how.startswith("resign")


@dataclass(slots=True, eq=False)
class ScriptGame:
    """One game."""

    number: int
    """From 1, as printed; gaps may occur."""
    score_before: tuple[int, int]
    crawford: bool = False
    auto_doubles: int = 0
    """Automatic doubles; the cube starts at 2 to this power."""
    actions: list[ScriptAction] = field(default_factory=list)
    """A position that the game starts from is a ``SET`` in front."""
    result: ScriptResult | None = None
    """``None``: the game is not finished."""
    comment: str = ""
    statistics: dict[str, tuple[float | None, ...]] = field(default_factory=dict)
    line: int | None = None


@dataclass(slots=True, eq=False)
class ScriptMatch:
    """One match or session."""

    length: int
    """Points; 0 for an unlimited session."""
    names: tuple[str | None, str | None] = (None, None)
    header: dict[str, str] = field(default_factory=dict)
    """Tags as read, and rules that an option or another format states, as the tags of a .mat say them:
    ``Crawford``, ``Jacoby``, ``Beaver``, ``Cube`` (``On``/``Off``), ``CubeLimit``, ``Variation``."""
    rules: ScriptRules = STANDARD
    games: list[ScriptGame] = field(default_factory=list)
    cap: int | None = None
    """The length under which a site writes an unlimited game; it caps the declared points."""
    line: int | None = None


class Loss(NamedTuple):
    """What a target cannot hold: one place and a phrase.

    Equal phrases are told once, with their number; so a phrase names no place and no value of its own.
    """

    line: int | None
    text: str
