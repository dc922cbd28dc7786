"""Blocks of the text export to the actions of a game.

Every block states its position, so that a game that was edited, or of which a play is damaged, can be followed
from the next position on: where two positions in a row are not what the plays lead to, the record is taken to set
them (``SET``). A position that stands alone in this is left to the check of what the record states.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ...model import actions as act
from ...model.actions import Setup, Step, Written
from ...model.analysis import Annotation
from ...model.position import Position, pack, side_from_points, unpack
from ...model.record import GameRecord, MatchRecord, Record, Spot
from ...model.state import MatchState
from ..notation import cells
from .analysis import Said

Sides = tuple[int, int]
"""Packed sides of seat 0 and seat 1 without what is borne off."""


def _in_play(side: int) -> int:
    """A side without its checkers borne off."""
    return side & ~15


def _start(points: dict[int, int]) -> int:
    return _in_play(side_from_points(points.items(), 15))


_STANDARD: Final = _start({24: 2, 13: 5, 8: 3, 6: 5})
_VARIATIONS: Final = {
    "Nackgammon": _start({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}),
    "Hypergammon (1)": _start({24: 1}),
    "Hypergammon (2)": _start({24: 1, 23: 1}),
    "Hypergammon (3)": _start({24: 1, 23: 1, 22: 1}),
}
"""Value of the tag -> one side at the start."""


class Action(NamedTuple):
    """What the line behind the star says."""

    verb: str
    """``moves``, ``cannot``, ``doubles``, ``accepts`` or ``rejects``."""
    spot: Spot
    """Where the text of it stands."""
    text: str
    name: str
    """Who did it, as written."""


class Result(NamedTuple):
    """The line ``NAME wins 2 points``."""

    text: str
    spot: Spot
    name: str
    points: int


class Block:
    """One decision as its lines tell it."""

    __slots__ = (
        "action", "arrow", "dice", "heading", "id_spot", "kind", "name", "number", "position", "said", "seat", "sides",
        "state", "value",
    )  # fmt: skip

    def __init__(
        self,
        heading: Spot,
        number: int | None = None,
        name: str = "",
        kind: str = "",
        dice: str = "",
        value: int | None = None,
    ) -> None:
        self.heading = heading
        """Where the decision is told: the dice, or the whole line."""
        self.number = number
        self.name = name
        self.kind = kind
        """``roll``, ``cube`` (a decision to double), ``answer``, ``resign``, or '' where no heading was found."""
        self.dice = dice
        self.value = value
        self.position: Position | None = None
        """As printed, seen by the player on roll."""
        self.state: MatchState | None = None
        self.id_spot: Spot | None = None
        self.arrow: int | None = None
        """Who is on roll according to the drawn board."""
        self.action: Action | None = None
        self.said = Said()
        self.seat = 0
        """Who acts."""
        self.sides: Sides | None = None

    def settle(self, match: MatchRecord) -> None:
        """Who is on roll, who acts, and how both sides stand."""
        state, arrow = self.state, self.arrow
        named = seat_of(match, self.name)
        actor = None if self.action is None else seat_of(match, self.action.name)
        if not self.kind:
            if not self.dice and state is not None and state.dice is not None:
                self.dice = f"{state.dice[0]}{state.dice[1]}"
            self.kind = "roll" if self.dice else "answer" if state is not None and state.doubled else "cube"
        on_roll = arrow if arrow is not None else state.on_roll if state is not None else None
        seat = actor
        if self.kind in ("roll", "cube"):
            seat = named if named is not None else actor if actor is not None else on_roll
            on_roll = on_roll if on_roll is not None else seat
        elif seat is None:
            seat = state.turn if state is not None else None if on_roll is None else 1 - on_roll
        self.seat = seat or 0
        if self.position is not None and on_roll is not None:
            one, two = map(_in_play, self.position)
            self.sides = (one, two) if on_roll == 0 else (two, one)

    def seen(self) -> Position | None:
        """The stated position as the player who acts sees it."""
        if self.sides is None:
            return None
        sides = (_whole(self.sides[0]), _whole(self.sides[1]))
        return Position(sides[self.seat], sides[1 - self.seat])


def seat_of(match: MatchRecord, name: str) -> int | None:
    """The seat of a name, ``None`` if it is nobody's or both players have it."""
    seats = [seat for seat, n in enumerate(match.names) if n is not None and n == name]
    return seats[0] if len(seats) == 1 else None


def placeholder(blocks: list[Block]) -> bool:
    """Is the last block of an unfinished game no action, but the decision that is due, printed as a double?

    It is when a player is on roll, and when a double waits for its answer; then the IDs may be wrong, too.
    """
    action = blocks[-1].action if blocks else None
    if action is None or action.verb != "doubles" or blocks[-1].kind not in ("cube", "answer"):
        return False
    return blocks[-1].kind == "cube" or (len(blocks) > 1 and blocks[-2].seat == blocks[-1].seat)


class Play:
    """The actions of one game, put into its record."""

    def __init__(self, record: Record, match: MatchRecord, game: GameRecord, blocks: list[Block]) -> None:
        self.record = record
        self.match = match
        self.game = game
        self.blocks = blocks
        self.finished = False
        """A result is written."""

    def write(self, result: Result | None) -> bool:
        """Write them; ``False``: the winner could not be told by the name, and was taken from the last action."""
        self.finished = result is not None
        self._first()
        self._actions()
        told = True
        if result is not None:
            seat = seat_of(self.match, result.name)
            told = seat is not None
            what = Written(act.WINS, result.text, value=result.points)
            self._add(what, self._winner() if seat is None else seat, result.spot, None)
        self.game.last = len(self.record.actions)
        return told

    def _first(self) -> None:
        """What the first block tells of the game: variation, Jacoby rule, automatic doubles."""
        match = self.match
        if not self.blocks:
            return
        block = self.blocks[0]
        state, spot = block.state, block.id_spot
        if len(match.games) == 1 and spot is not None:
            tags = {}
            if block.sides is not None and block.sides[0] == block.sides[1]:
                tags["Variation"] = next((n for n, side in _VARIATIONS.items() if side == block.sides[0]), "")
            if state is not None and state.jacoby is not None and not match.length:
                tags["Jacoby"] = "On" if state.jacoby else "Off"
            for tag, value in tags.items():
                if value:
                    match.header[tag] = value
                    match.header_lines[tag] = spot
        if state is not None and state.cube > 1 and state.cube_owner is None:
            self.game.auto_doubles = state.cube.bit_length() - 1

    def _actions(self) -> None:
        start = _VARIATIONS.get(self.match.header.get("Variation", ""), _STANDARD)
        sides: Sides | None = (start, start)
        pending = False
        chain = 0
        for at, block in enumerate(self.blocks):
            what, spot = self._written(at, pending, chain)
            if block.sides is not None and block.sides != sides and self._is_set(at, sides, what):
                self._set(block, at == 0)
                sides = block.sides
            if what is None:
                self._keep_comment(block)
                continue
            if what.kind in (act.DOUBLE, act.BEAVER, act.RACCOON):
                pending, chain = True, chain + 1 if pending else 0
            elif what.kind in (act.ROLL, act.TAKE, act.DROP):
                pending = False
            index = self._add(what, block.seat, spot, block.number)
            if block.sides is not None or block.state is not None:
                self.record.stated[index] = (block.seen(), block.state)
            said = block.said.annotation(block.seat, what.kind == act.ROLL, block.kind == "answer")
            if said is not None:
                self.record.annotations.values_[index] = said
            sides = _after(sides, block.seat, what)

    def _written(self, at: int, pending: bool, chain: int) -> tuple[Written | None, Spot]:
        """The action of a block and where it stands; ``None``: none is written."""
        block = self.blocks[at]
        made = block.action
        following = self.blocks[at + 1] if at + 1 < len(self.blocks) else None
        if block.kind == "roll":
            if made is not None and made.verb == "moves":
                return cells[f"{block.dice}: {made.text}"], made.spot
            if made is not None and made.verb == "cannot":
                return cells[f"{block.dice}: Cannot Move"], made.spot
            # "doubles" behind a roll is how GNU Backgammon 1.07 prints one that was not played yet.
            rolled = cells[f"{block.dice}:"]
            if rolled.kind == act.ROLL and following is None and not self.finished:
                rolled = Written(act.ROLL, rolled.text, rolled.dice, act.PENDING)
            return rolled, block.heading
        if block.kind == "resign":
            return Written(act.RESIGN, "resigns", value=block.value), block.heading
        if made is None:
            return None, block.heading
        if made.verb == "doubles":
            # The value is in the next heading.
            value = following.value if following is not None and following.kind == "answer" else None
            kind = act.DOUBLE
            if block.kind == "answer" and pending:
                kind = act.RACCOON if chain % 2 else act.BEAVER
            return Written(kind, made.text, value=value), made.spot
        if made.verb in ("accepts", "rejects"):
            return Written(act.TAKE if made.verb == "accepts" else act.DROP, made.text), made.spot
        return Written(act.UNREADABLE, made.text, code="BG203", problem="a play is written without its roll"), made.spot

    def _is_set(self, at: int, sides: Sides | None, what: Written | None) -> bool:
        """Is a stated position that differs from that of the plays one that the record goes on from?

        The first position of a game is. Later the next one decides, which follows from this or from the plays.
        """
        block = self.blocks[at]
        following = self.blocks[at + 1].sides if at + 1 < len(self.blocks) else None
        if at == 0 or following is None:
            return at == 0 or sides is None
        if what is None:
            return following == block.sides
        return following == _after(block.sides, block.seat, what) != _after(sides, block.seat, what)

    def _set(self, block: Block, first: bool) -> None:
        assert block.sides is not None and block.id_spot is not None
        state = block.state
        cube = owner = None
        if first and state is not None and state.cube_owner is not None:
            cube, owner = state.cube, state.cube_owner
        on_roll = block.seat if block.kind in ("roll", "cube") else None
        setup = Setup((_whole(block.sides[0]), _whole(block.sides[1])), cube, owner, on_roll)
        self._add(Written(act.SET, "set-up", setup=setup), block.seat, block.id_spot, block.number)

    def _keep_comment(self, block: Block) -> None:
        """Of what is said about a decision without an action the comment is kept, with the action before."""
        index = len(self.record.actions) - 1
        if index >= self.game.first and block.said.comment:
            before = self.record.annotations.get(index, Annotation())
            comment = "\n".join([before.comment, *block.said.comment]).strip("\n")
            self.record.annotations.values_[index] = before._replace(comment=comment)

    def _add(self, what: Written, seat: int, spot: Spot, number: int | None) -> int:
        acts = self.record.actions
        index = len(acts)
        acts.add(what, int(spot), seat)
        acts.columns[index] = (spot.column - 1, spot.end - 1)
        acts.moves[index] = number
        return index

    def _winner(self) -> int:
        """The winner by the last action: who bore off, or whose opponent did anything else."""
        acts = self.record.actions
        index = len(acts) - 1
        if index < self.game.first:
            return 0
        bore_off = any(step.points[-1] == 0 for step in acts.what[index].steps)
        return acts.seat(index) if bore_off else 1 - acts.seat(index)


def _whole(side: int) -> int:
    """A side of 15 checkers, those that are not in play borne off."""
    return side + 15 - sum(unpack(side)[1:])


def _after(sides: Sides | None, seat: int, what: Written) -> Sides | None:
    """Both sides after an action, by its text alone; ``None`` where that does not tell."""
    if what.kind == act.UNREADABLE:
        return None
    if sides is None or not what.steps:
        return sides
    own, other = unpack(sides[seat]), unpack(sides[1 - seat])
    for step in what.steps:
        if not _moved(own, other, step):
            return None
    own[0] = other[0] = 0
    after = (pack(own), pack(other))
    return (_in_play(after[0]), _in_play(after[1])) if seat == 0 else (_in_play(after[1]), _in_play(after[0]))


def _moved(own: list[int], other: list[int], step: Step) -> bool:
    """Make a step on the counts of both sides; ``False`` where it cannot be."""
    for _ in range(min(step.times, 4)):
        if not own[step.points[0]]:
            return False
        own[step.points[0]] -= 1
        own[step.points[-1]] += 1
        for point in step.points[1:]:
            if point and other[25 - point] == 1:
                other[25 - point] = 0
                other[25] += 1
    return max(own[1:]) <= 15 and other[25] <= 15
