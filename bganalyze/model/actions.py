"""What a record says, action by action, as it was written.

``Written`` is the meaning of one piece of text (a cell of a row); equal text shares one object.
``Actions`` are the columns of a record: who, what, and where it stands in the file.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

ROLL: Final = 0
DOUBLE: Final = 1
TAKE: Final = 2
DROP: Final = 3
BEAVER: Final = 4
RACCOON: Final = 5
RESIGN: Final = 6
WINS: Final = 7
LOSSES: Final = 8
REMARK: Final = 9
"""A word that changes nothing on the board (an answer to a resignation)."""
UNREADABLE: Final = 10
BLANK: Final = 11
"""An empty half of a row: no action at all."""
SET: Final = 12
"""The record sets the position, the cube or the turn by hand (``Setup``)."""
DRAW: Final = 13
"""The record says that nobody won."""

KIND_NAMES: Final = (
    "roll",
    "double",
    "take",
    "drop",
    "beaver",
    "raccoon",
    "resign",
    "wins",
    "losses",
    "remark",
    "unreadable",
    "blank",
    "set",
    "draw",
)

GOOD_HALF: Final = 0
EMPTY_HALF: Final = 1
ODD_HALF: Final = 2
"""Half of a row that can be taken as it is; that says nothing; that needs a closer look."""

PLAYED: Final = 0
"""Steps are written behind the dice."""
NOTHING: Final = 1
"""Nothing is written behind the dice."""
CANNOT: Final = 2
"""The record says that no play is possible."""
HIDDEN: Final = 3
"""The record says that the play is not known (``????``)."""
MARKED: Final = 4
"""The record itself calls the play illegal and gives the position that followed."""
PENDING: Final = 5
"""The roll is made and its play has not been: the record stops here."""


class Step(NamedTuple):
    """One written step: ``24/18*/15(2)`` has points (24, 18, 15), hits (True, False), count 2.

    Points are in the mover's numbering; 25 is the bar, 0 is off. A step between two points may stand
    for several dice.
    """

    text: str
    points: tuple[int, ...]
    hits: tuple[bool, ...]
    times: int


class GivenPosition(NamedTuple):
    """A position that a record states: the packed sides and, if known, the name of the player on roll."""

    on_roll: int
    opponent: int
    name: str | None


class Setup(NamedTuple):
    """What a record sets by hand; ``None`` leaves it as it is."""

    sides: tuple[int, int] | None = None
    """Packed sides of seat 0 and seat 1, each in its own numbering; borne off is what is missing from 15."""
    cube: int | None = None
    owner: int | None = None
    """0, 1, or -1 for the centre."""
    on_roll: int | None = None


class Written:
    """One action as written. Compared by identity: equal text is the same object while the cache holds it."""

    __slots__ = (
        "code",
        "compiled",
        "dice",
        "given",
        "half",
        "kind",
        "lenient",
        "played",
        "problem",
        "setup",
        "steps",
        "text",
        "value",
    )

    def __init__(
        self,
        kind: int,
        text: str,
        dice: tuple[int, int] | None = None,
        played: int = PLAYED,
        steps: tuple[Step, ...] = (),
        *,
        value: int | None = None,
        given: GivenPosition | None = None,
        setup: Setup | None = None,
        code: str = "",
        problem: str = "",
        lenient: str = "",
    ) -> None:
        self.kind = kind
        self.text = text
        self.dice = dice
        self.played = played
        self.steps = steps
        self.value = value
        """Cube value of a double, points of a result."""
        self.given = given
        self.setup = setup
        self.compiled: Any = None
        """What the rules made of a roll, once they have met it: the replay looks at nothing more often."""
        self.code = code
        """For unreadable text: the code of the finding, and what is wrong."""
        self.problem = problem
        self.lenient = lenient
        """What had to be forgiven to read it ('' = nothing)."""
        self.half = EMPTY_HALF if kind == BLANK else ODD_HALF if kind == UNREADABLE or lenient else GOOD_HALF
        """What a reader of rows has to know first."""

    def __repr__(self) -> str:
        return f"Written({KIND_NAMES[self.kind]}, {self.text!r})"


class Actions:
    """Columns of a record's actions, one entry an action, in the order of play.

    Two columns are filled a hundred thousand times a second, so place and seat share one number.
    """

    __slots__ = ("columns", "moves", "place", "starts", "what")

    def __init__(self) -> None:
        self.what: list[Written] = []
        self.place: list[int] = []
        """Twice the line number (from 1), plus the seat."""
        self.columns: dict[int, tuple[int, int]] = {}
        """Start and end (from 0) of the actions of lines that were cut by their words rather than by columns."""
        self.starts: list[int] = []
        """Index in its line (from 0) at which each action starts, in formats without rows (SGF); else empty."""
        self.moves: dict[int, int | None] = {}
        """Row numbers of actions whose line does not begin with theirs (two rows on a line, no number)."""

    def __len__(self) -> int:
        return len(self.what)

    def add(self, what: Written, line: int, seat: int) -> None:
        """Append an action."""
        self.what.append(what)
        self.place.append(2 * line + seat)

    def seat(self, index: int) -> int:
        """Who acts: 0 the left column, 1 the right one."""
        return self.place[index] & 1

    def line(self, index: int) -> int:
        """Line number in the file, from 1."""
        return self.place[index] >> 1
