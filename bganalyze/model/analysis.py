"""What an engine said about a decision, as a record holds it. Values only: no text, no file.

Chances are cumulative and belong to the player who decides: win, win at least a gammon, win a backgammon,
lose at least a gammon, lose a backgammon. Equities are normalised (EMG): a single win at the present cube is +1.
A value that was not computed is ``None``, never a number (files hold ``-inf`` and ``nan``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

Chances = tuple[float, float, float, float, float]
Hop = tuple[int, int]
"""One checker from one point to another in the mover's numbering; 25 is the bar, 0 is off."""

EMG = "emg"
MWC = "mwc"


class Setting(NamedTuple):
    """How a position was evaluated."""

    plies: int
    cubeful: bool = True
    deterministic: bool = True
    noise: float = 0.0
    prune: bool = False


class Rollout(NamedTuple):
    """What a rollout adds to the values of its outcome."""

    trials: int | None
    scores: tuple[float, ...] = ()
    """The equity of a play and the score GNU Backgammon sorts by; empty for cube decisions."""
    outputs: tuple[tuple[float | None, ...], ...] = ()
    """Seven numbers a side of the decision: five chances, cubeless equity, cubeful value."""
    deviations: tuple[tuple[float | None, ...], ...] = ()
    """Their standard deviations."""
    context: str = ""
    """The settings of the rollout as written."""


class Candidate(NamedTuple):
    """A play that was considered."""

    hops: tuple[Hop, ...]
    chances: Chances | None = None
    equity: float | None = None
    """Cubeful equity (EMG), in matches too; ``None``: not evaluated."""
    setting: Setting | None = None
    rollout: Rollout | None = None


class PlayAnalysis(NamedTuple):
    """The candidates of a roll, best first."""

    candidates: tuple[Candidate, ...]
    played: int | None
    """Index of the play that was made; ``None``: it is not among the candidates."""
    marked: tuple[int, ...] | None = None
    """Numbers (from 1) of the candidates marked for a rollout; ``None`` where the record does not say."""

    def best(self) -> Candidate | None:
        """The play of the highest equity among those evaluated."""
        return next((c for c in self.candidates if c.equity is not None), None)


class Outcome(NamedTuple):
    """What follows one side of a cube decision."""

    chances: Chances | None
    cubeless: float | None
    cubeful: float | None
    """In the unit of the ``CubeAnalysis``. With the cube doubled and taken it is still per present cube."""


class CubeAnalysis(NamedTuple):
    """The values of not doubling, and of a double that is taken, for the player who may double."""

    no_double: Outcome
    double_take: Outcome
    unit: str
    """``mwc``: the cubeful values are match winning chances (0..1); ``emg``: normalised equities."""
    setting: Setting | None = None
    rollout: Rollout | None = None
    double_pass: float | None = None
    """Where the record states it (EMG); it is +1 by definition but for gammon values of a match."""
    marked: bool = False
    """Marked for a rollout."""


class Annotation(NamedTuple):
    """All that a record says about one action besides the action."""

    play: PlayAnalysis | None = None
    cube: CubeAnalysis | None = None
    luck: float | None = None
    """EMG, from the side of the player who rolled."""
    marks: tuple[tuple[str, str], ...] = ()
    """Marks as written, such as ``("BM", "1")`` for a bad play or ``("GW", "2")`` for a roll."""
    comment: str = ""
    problems: tuple[str, ...] = ()
    """Parts that could not be understood or contradict each other."""
    luck_stated: bool = False
    """The record has a luck, though perhaps one that is no number."""


NOTHING = Annotation()


class Annotations(Mapping[int, Annotation]):
    """Index of an action -> what is said about it. Only actions about which something is said are in it.

    Readers may subclass it and decode on demand; iteration is in the order of the actions.
    """

    def __init__(self, values: dict[int, Annotation] | None = None) -> None:
        self.values_: dict[int, Annotation] = {} if values is None else values

    def __getitem__(self, index: int) -> Annotation:
        return self.values_[index]

    def __contains__(self, index: object) -> bool:
        return index in self.values_

    def __iter__(self) -> Iterator[int]:
        return iter(self.values_)

    def __len__(self) -> int:
        return len(self.values_)
