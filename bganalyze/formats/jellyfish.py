"""Jellyfish's position file (``.pos``), both ways, strictly.

Signed little-endian words of 16 bits and three texts with a length byte, then 26 pairs of words (now, before) of
the board. Jellyfish's player 1 is seat 0 and player 2 seat 1. The board is told by player 2: place 0 is its bar,
place k its point 25 - k, place 25 the bar of player 1; each value is player 2's checkers, or player 1's as
negative numbers, plus 20.

A pending double has no place in the file. GNU Backgammon puts the player who has to answer on roll then, which
says that this player may roll; here it is the moment before, with the doubler on roll.
"""

from __future__ import annotations

from typing import NamedTuple

from ..model.gnuid import IdError, check_match, check_position
from ..model.position import Position, pack, unpack
from ..model.state import MatchState
from .parts import Names

VERSIONS = (124, 125, 126)
"""Jellyfish 1.0 to 1.2, 1.6 and later, 3.0."""
_FRONT = {
    124: (),
    125: ("cube in use", "Jacoby rule", "beavers"),
    126: ("caution", "first unused", "cube in use", "Jacoby rule", "beavers"),
}
_REST = (
    "cube",
    "cube owner",
    "on roll",
    "left die",
    "right die",
    "unused",
    "kind",
    "opponent",
    "level",
    "match length",
    "score of player 1",
    "score of player 2",
)
_MIDDLE = ("small die", "Crawford", "last player")
_LIMIT = 1 << 15


class PosError(IdError):
    """Bytes that are no position of Jellyfish; ``offset`` (from 0) is where."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(f"byte {offset}: {message}", offset + 1)
        self.offset = offset


class Words(NamedTuple):
    """What the file says besides position and state, mostly for its display."""

    caution: int = 0
    unused: tuple[int, int] = (0, 0)
    cube_in_use: int = 1
    jacoby: int = 0
    """The word in a match, where it means nothing."""
    beavers: int = 0
    """The word in a match, where it means nothing."""
    moves_left: tuple[int, int] = (0, 0)
    opponent: int = 1
    """1 two humans, 2 Jellyfish plays one side (GNU Backgammon renames player 1 then)."""
    level: int = 7
    length: int = 0
    """The word in an unlimited session, where it means nothing."""
    small_die: int = 0
    crawford: int = 0
    """The word outside the Crawford game: 1 neither, 3 post-Crawford, 0 as the score says."""
    last_player: int = 0
    last_move: str = ""
    before: tuple[int, ...] = ()
    """The board of the last move, 26 values as in the file less 20; empty = the same as now."""
    encoding: str = "utf-8"


class PosFile(NamedTuple):
    """A position file. ``names`` are by seat."""

    version: int
    position: Position
    state: MatchState
    names: Names = (None, None)
    words: Words = Words()


class _Layout(NamedTuple):
    """The values of a file of the right size, each with the offset at which it stands."""

    version: int
    words: dict[str, tuple[int, int]]
    texts: tuple[bytes, bytes, bytes]
    dice: tuple[tuple[int, int], tuple[int, int]]
    board: int
    """Offset of the first pair."""


def _word(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "little", signed=True)


def _layout(data: bytes) -> _Layout:
    """Find every value. Raises ``PosError`` unless the sizes fit to the byte."""
    if len(data) < 2 or _word(data, 0) not in VERSIONS:
        raise PosError("no version of Jellyfish's position file", 0)
    version, at = _word(data, 0), 2
    words: dict[str, tuple[int, int]] = {}
    texts: list[bytes] = []

    def need(size: int) -> None:
        if at + size > len(data):
            raise PosError("the file ends too early", len(data))

    def take(names: tuple[str, ...]) -> None:
        nonlocal at
        need(2 * len(names))
        for name in names:
            words[name] = (_word(data, at), at)
            at += 2

    def text() -> None:
        nonlocal at
        need(1)
        size = data[at]
        need(1 + size)
        texts.append(data[at + 1 : at + 1 + size])
        at += 1 + size

    take(_FRONT[version])
    take(_REST)
    text()
    text()
    take(_MIDDLE)
    text()
    need(4 + 104)
    dice = ((_word(data, at), at), (_word(data, at + 2), at + 2))
    at += 4
    if at + 104 < len(data):
        raise PosError(f"{len(data) - at - 104} bytes behind the end of the file", at + 104)
    return _Layout(version, words, (texts[0], texts[1], texts[2]), dice, at)


def sniff(data: bytes) -> bool:
    """Whether the bytes have the build of a position file: version, sizes to the byte, and the kind of game."""
    try:
        found = _layout(data)
    except PosError:
        return False
    return found.words["kind"][0] in (1, 3)


def _sides(values: list[int], at: int) -> tuple[list[int], list[int]]:
    """The counts of seat 0 and seat 1 from the 26 values of a board that starts at offset ``at``."""
    seats = ([0] * 26, [0] * 26)
    for k, n in enumerate(values):
        if abs(n) > 15:
            raise PosError(f"{abs(n)} checkers on one point", at + 4 * k)
        if (k == 0 and n < 0) or (k == 25 and n > 0):
            raise PosError("a checker on the other side's bar", at + 4 * k)
        if n > 0:
            seats[1][25 - k] = n
        elif n < 0:
            seats[0][k] = -n
    try:
        check_position(seats[1], seats[0])
    except IdError as error:
        raise PosError(str(error), at) from None
    for side in seats:
        side[0] = 15 - sum(side)
    return seats


def decode_pos(data: bytes) -> PosFile:
    """Read a position file. Raises ``PosError``."""
    found = _layout(data)

    def word(name: str, allowed: range | tuple[int, ...]) -> int:
        value, at = found.words[name]
        if value not in allowed:
            raise PosError(f"{name} {value} is not possible", at)
        return value

    front = {name: word(name, range(2)) if name in found.words else None for name in _FRONT[125]}
    cube = word("cube", tuple(1 << n for n in range(15)))
    owner = (None, 0, 1)[word("cube owner", range(3))]
    code = word("on roll", range(5))
    match = word("kind", (1, 3)) == 1
    word("opponent", (1, 2))
    length_word = word("match length", range(1, _LIMIT) if match else range(-_LIMIT, _LIMIT))
    length = length_word if match else 0
    score = (word("score of player 1", range(_LIMIT)), word("score of player 2", range(_LIMIT)))
    crawford_word = word("Crawford", (1, 2, 3))
    crawford = crawford_word == 2
    for culprit in ("score of player 1", "Crawford"):
        try:
            check_match(length, score, crawford=crawford and culprit == "Crawford", playing=culprit != "Crawford")
        except IdError as error:
            raise PosError(str(error), found.words[culprit][1]) from None
    dice = None
    if code in (1, 2):
        dice = (abs(found.dice[0][0]), found.dice[1][0])
        for n, (_, at) in zip(dice, found.dice, strict=True):
            if not 1 <= n <= 6:
                raise PosError(f"a die of {n}", at)
    now = [_word(data, found.board + 4 * k) - 20 for k in range(26)]
    before = tuple(_word(data, found.board + 4 * k + 2) - 20 for k in range(26))
    sides = _sides(now, found.board)
    over = 15 in (sides[0][0], sides[1][0])
    if over and dice:
        raise PosError("dice although one side has borne off all checkers", found.dice[0][1])
    seat = 1 if code in (2, 4) else 0
    jacoby, beavers = front["Jacoby rule"], front["beavers"]
    state = MatchState(
        cube=cube,
        cube_owner=owner,
        on_roll=seat,
        turn=seat,
        crawford=crawford,
        game_state="over" if over else "playing" if code else "none",
        dice=dice,
        length=length,
        score=score,
        jacoby=None if match or jacoby is None else bool(jacoby),
        beavers=None if match or beavers is None else bool(beavers),
    )
    encoding = "utf-8"
    try:
        b"\0".join(found.texts).decode(encoding)
    except UnicodeDecodeError:
        encoding = "latin-1"
    texts = [t.decode(encoding) for t in found.texts]
    in_use = front["cube in use"]
    words = Words(
        caution=found.words.get("caution", (0, 0))[0],
        unused=(found.words.get("first unused", (0, 0))[0], found.words["unused"][0]),
        cube_in_use=1 if in_use is None else in_use,
        jacoby=(jacoby or 0) if match else 0,
        beavers=(beavers or 0) if match else 0,
        moves_left=(found.words["left die"][0], found.words["right die"][0]),
        opponent=found.words["opponent"][0],
        level=found.words["level"][0],
        length=0 if match else length_word,
        small_die=found.words["small die"][0],
        crawford=0 if crawford else crawford_word,
        last_player=found.words["last player"][0],
        last_move=texts[2],
        before=() if list(before) == now else before,
        encoding=encoding,
    )
    packed = (pack(sides[0]), pack(sides[1]))
    return PosFile(
        found.version,
        Position(packed[seat], packed[1 - seat]),
        state,
        (texts[0] or None, texts[1] or None),
        words,
    )


def _text(text: str, encoding: str) -> bytes:
    """A text behind its length byte; what is longer than 255 bytes is cut at a character."""
    data = text.encode(encoding, "replace")
    if len(data) > 255:
        data = data[:255].decode(encoding, "ignore").encode(encoding)
    return bytes([len(data)]) + data


def encode_pos(
    position: Position,
    state: MatchState | None = None,
    names: Names = (None, None),
    *,
    version: int = 126,
    words: Words | None = None,
) -> bytes:
    """A position file. Without a state: seat 1 on roll in an unlimited session.

    Raises ``ValueError`` for another version and for numbers that do not fit in a word.
    """
    if version not in VERSIONS:
        raise ValueError(f"version {version} is none of {VERSIONS}")
    state = state or MatchState(on_roll=1, turn=1)
    words = words or Words()
    sides = [unpack(side) for side in position]
    first, second = sides if state.on_roll == 0 else sides[::-1]
    now = [second[25], *(second[25 - k] - first[k] for k in range(1, 25)), -first[25]]
    live = state.dice if any(first[1:]) and any(second[1:]) and not state.doubled else None
    on_roll = state.on_roll + 1 if live else 0 if state.game_state == "none" else state.on_roll + 3
    if state.length:
        jacoby, beavers, kind, length = words.jacoby, words.beavers, 1, state.length
    else:
        jacoby, beavers, kind, length = int(bool(state.jacoby)), int(bool(state.beavers)), 3, words.length
    one_away = bool(state.length) and any(state.length - s == 1 for s in state.score)
    crawford = 2 if state.crawford else words.crawford or (3 if one_away else 1)
    front = [words.caution, words.unused[0], words.cube_in_use, jacoby, beavers]
    numbers = [
        version,
        *front[5 - len(_FRONT[version]) :],
        state.cube,
        0 if state.cube_owner is None else state.cube_owner + 1,
        on_roll,
        *words.moves_left,
        words.unused[1],
        kind,
        words.opponent,
        words.level,
        length,
        *state.score,
    ]
    board = [20 + n for pair in zip(now, words.before or now, strict=True) for n in pair]

    def packed(values: list[int]) -> bytes:
        if any(not -_LIMIT <= n < _LIMIT for n in values):
            raise ValueError("a number does not fit in a word of the position file")
        return b"".join(n.to_bytes(2, "little", signed=True) for n in values)

    return b"".join(
        (
            packed(numbers),
            _text(names[0] or "", words.encoding),
            _text(names[1] or "", words.encoding),
            packed([words.small_die, crawford, words.last_player]),
            _text(words.last_move, words.encoding),
            packed([*(live or (0, 0)), *board]),
        )
    )
