"""GNU Backgammon's position ID and match ID, both ways, strictly.

A position ID is the 80-bit key of a position in Base64: the bits of the side *not* on roll come first,
each point's checkers as ones closed by a zero. A match ID is 72 bits of cube, turn, dice and score.
Source: GNU Backgammon manual, "A technical description of the Position ID / Match ID".
"""

from __future__ import annotations

import base64

from .position import BITS, Position, pack
from .state import GAME_STATES, MatchState

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class IdError(ValueError):
    """An ID that says nothing possible; ``column`` (from 1) is where in the text."""

    def __init__(self, message: str, column: int = 1) -> None:
        super().__init__(message)
        self.column = column


def _bits(text: str, length: int, what: str) -> int:
    """The little-endian number of a Base64 text without padding."""
    if text.endswith("=="):
        text = text[:-2]
    for i, ch in enumerate(text):
        if ch not in ALPHABET:
            raise IdError(f"{ch!r} is not a character of a {what}", i + 1)
    if len(text) != length:
        raise IdError(f"a {what} has {length} characters, not {len(text)}", min(len(text), length) + 1)
    return int.from_bytes(base64.b64decode(text + "=" * (-len(text) % 4)), "little")


def _column(bit: int) -> int:
    """The column of the character that holds a bit: Base64 takes each byte from its high bit down."""
    return (8 * (bit // 8) + 7 - bit % 8) // 6 + 1


def _text(bits: int, size: int) -> str:
    return base64.b64encode(bits.to_bytes(size, "little")).decode("ascii").rstrip("=")


def check_position(on_roll: list[int], opponent: list[int], column: int = 1) -> None:
    """Raise ``IdError`` unless two sides (26 counts each) can stand on one board.

    One empty side is a finished game; two are no position.
    """
    for name, side in (("on roll", on_roll), ("opponent", opponent)):
        n = sum(side[1:])
        if n > 15:
            raise IdError(f"the side {name} has {n} checkers, more than 15", column)
    if not sum(on_roll[1:]) and not sum(opponent[1:]):
        raise IdError("both sides are empty, which is no position", column)
    for p in range(1, 25):
        if on_roll[p] and opponent[25 - p]:
            raise IdError(f"both sides have checkers on the point {p} of the player on roll", column)
    if on_roll[25] and opponent[25] and min(on_roll[1:7]) > 1 and min(opponent[1:7]) > 1:
        raise IdError("both sides are on the bar against closed boards", column)


def decode_position(text: str) -> Position:
    """The position of a 14-character ID (``==`` behind it is allowed). Raises ``IdError``."""
    bits = _bits(text, 14, "position ID")
    if text[13] not in "AQgw":
        raise IdError("the last character of a position ID is one of A, Q, g, w", 14)
    sides = []
    at = 0
    for _ in range(2):
        counts = [0] * 26
        for p in range(1, 26):
            while bits >> at & 1:
                counts[p] += 1
                at += 1
            at += 1
            if at > 80:
                raise IdError("the bits of the position ID end before all points were read", 14)
        sides.append(counts)
    if bits >> at:
        first = at + (bits >> at & -(bits >> at)).bit_length() - 1
        raise IdError("bits are set behind the last point of the position ID", _column(first))
    opponent, on_roll = sides
    check_position(on_roll, opponent)
    for side in sides:
        side[0] = 15 - sum(side)
    return Position(pack(on_roll), pack(opponent))


def encode_position(position: Position) -> str:
    """The 14-character position ID. Raises ``ValueError`` for more than 30 checkers in play."""
    bits = at = 0
    for side in (position.opponent, position.on_roll):
        for p in range(1, 26):
            n = (side >> (BITS * p)) & 15
            bits |= ((1 << n) - 1) << at
            at += n + 1
    if at > 80:
        raise ValueError("a position ID holds at most 30 checkers")
    return _text(bits, 10)


def decode_match(text: str) -> MatchState:
    """The match state of a 12-character match ID. Raises ``IdError``.

    Bit 66 says that the Jacoby rule is *not* in use; it has no meaning in a match.
    """
    bits = _bits(text, 12, "match ID")

    def field(at: int, width: int) -> int:
        return bits >> at & ((1 << width) - 1)

    if field(67, 5):
        raise IdError("unused bits of the match ID are set", 12)
    exponent, owner, on_roll, turn = field(0, 4), field(4, 2), field(6, 1), field(11, 1)
    if owner == 2:
        raise IdError("the cube owner of the match ID is neither a player nor the centre", 1)
    state, doubled, resigned = field(8, 3), bool(field(12, 1)), field(13, 2)
    if state >= len(GAME_STATES):
        raise IdError(f"game state {state} of the match ID is not known", _column(8))
    die_1, die_2 = field(15, 3), field(18, 3)
    if (die_1 == 0) != (die_2 == 0) or max(die_1, die_2) > 6:
        bad_first = die_1 > 6 or (die_1 == 0 and die_2 <= 6)
        raise IdError(f"dice {die_1} and {die_2} in the match ID", _column(15 if bad_first else 18))
    length, score = field(21, 15), (field(36, 15), field(51, 15))
    # Behind a game the score is the new one, and the flag still that of the game.
    crawford = bool(field(7, 1)) and (state in (0, 1) or not length)
    check_match(length, score, crawford, playing=state == 1)
    if doubled:
        other = 1 - on_roll
        beaver = turn == on_roll and owner == other and not length
        raccoon = turn == other and owner == other and not length and exponent > 1
        if die_1 or not (beaver or raccoon or (turn == other and owner in (3, on_roll))):
            # A beaver waits for the doubler, a raccoon for the beavering side, who owns the cube in both.
            raise IdError("a pending double needs the other player's turn, access to the cube and no dice", _column(12))
    if resigned and turn == on_roll and state == 1:  # behind the game the turn says nothing
        raise IdError("a pending resignation needs the other player's turn", _column(13))
    return MatchState(
        cube=1 << exponent,
        cube_owner=None if owner == 3 else owner,
        on_roll=on_roll,
        turn=turn,
        crawford=bool(field(7, 1)),
        game_state=GAME_STATES[state],
        doubled=doubled,
        resigned=resigned,
        dice=(die_1, die_2) if die_1 else None,
        length=length,
        score=score,
        jacoby=None if length else not field(66, 1),
    )


def check_match(length: int, score: tuple[int, int], crawford: bool, playing: bool = True, column: int = 1) -> None:
    """Raise ``IdError`` unless score, length and Crawford flag fit each other."""
    if length and playing and max(score) >= length:
        raise IdError(f"score {score[0]}-{score[1]} is not below the match length {length}", column)
    if crawford:
        if not length:
            raise IdError("a Crawford game in an unlimited session", column)
        if sum(length - s == 1 for s in score) != 1:
            raise IdError("Crawford game although not exactly one player is one point away", column)


def encode_match(state: MatchState) -> str:
    """The 12-character match ID. Raises ``ValueError`` for numbers that it has no room for."""
    exponent = state.cube.bit_length() - 1
    if state.cube != 1 << exponent or exponent > 15:
        raise ValueError(f"a match ID cannot hold a cube of {state.cube}")
    if not 0 <= state.length < 1 << 15 or not all(0 <= s < 1 << 15 for s in state.score):
        raise ValueError("a match ID cannot hold this length or score")
    dice = state.dice or (0, 0)
    bits = 0
    for value, at in (
        (exponent, 0),
        (3 if state.cube_owner is None else state.cube_owner, 4),
        (state.on_roll, 6),
        (int(state.crawford), 7),
        (GAME_STATES.index(state.game_state), 8),
        (state.turn, 11),
        (int(state.doubled), 12),
        (state.resigned, 13),
        (max(dice), 15),
        (min(dice), 18),
        (state.length, 21),
        (state.score[0], 36),
        (state.score[1], 51),
        (0 if state.jacoby else 1, 66),
    ):
        bits |= value << at
    return _text(bits, 9)
