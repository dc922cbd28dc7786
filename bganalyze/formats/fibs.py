"""The ``board:`` line of the FIBS server and of programs that speak like it, both ways, strictly.

53 tokens between colons, told by one player, the viewer. The viewer is seat 1 and the opponent seat 0: so does
GNU Backgammon, which writes its player 1 as the viewer, and so stands the bottom player of an XGID. The colours
(O positive, X negative) belong to the line and say nothing about the seats.

Lines are written as GNU Backgammon writes them: viewer O moving 24 to 1, dice in both pairs, bars and movable
checkers left at 0, no match length in an unlimited session, and a sign at the double that tells who offered it.
"""

from __future__ import annotations

import re

from ..model.gnuid import IdError, check_match, check_position
from ..model.position import Position, pack, unpack
from ..model.state import MatchState
from .parts import Names, Parts, plain

UNLIMITED = 9999
"""FIBS's match length of a session without end; GNU Backgammon writes 0."""
NAMELESS = ("Opponent", "You")
"""Words that stand for a name where none is known, by seat: a token must not be empty."""
_SMALL = range(-99, 100)


def _sides(parts: Parts, colour: int, direction: int) -> tuple[list[int], list[int]]:
    """The counts of opponent and viewer, each in its own numbering, with the checkers borne off."""
    sides = ([0] * 26, [0] * 26)
    bar = 25 if direction < 0 else 0
    for place in range(26):
        n = parts.number(6 + place, "place", range(-15, 16))
        if not n:
            continue
        own = n * colour > 0
        point = place if direction < 0 else 25 - place
        if place in (0, 25) and own != (place == bar):
            raise IdError("a checker on the other side's bar", parts.columns[6 + place])
        sides[own][point if own else 25 - point] = abs(n)
    check_position(sides[1], sides[0], parts.columns[6])
    totals = []
    for seat, off_at, bar_at in ((1, 45, 47), (0, 46, 48)):
        off = parts.number(off_at, "checkers off", range(16))
        on_bar = parts.number(bar_at, "checkers on the bar", range(16))
        if on_bar not in (0, sides[seat][25]):  # GNU Backgammon writes 0
            raise IdError(f"{on_bar} on the bar, but the board has {sides[seat][25]}", parts.columns[bar_at])
        totals.append(sum(sides[seat]) + off)
        if totals[-1] not in (1, 2, 3, 15):  # up to three in hypergammon
            raise IdError(f"{totals[-1]} checkers with those borne off, not 15", parts.columns[off_at])
        sides[seat][0] = off
    if totals[0] != totals[1]:
        raise IdError("the sides do not have the same number of checkers", parts.columns[46])
    return sides


def _dice(parts: Parts, mine: bool) -> tuple[int, int] | None:
    """The roll of the player whose turn it is; GNU Backgammon writes it into both pairs."""
    pairs = (parts.dice(33), parts.dice(35))
    live, idle = pairs if mine else pairs[::-1]
    if idle and idle != live:
        raise IdError("dice of the player whose turn it is not", parts.columns[35 if mine else 33])
    return live


def decode_board(text: str) -> tuple[Position, MatchState, Names]:
    """Position (seen by the player on roll), match state and names by seat. Raises ``IdError``.

    A game that is over (turn 0) is seen by the viewer. In the Crawford game FIBS leaves both players the cube, so
    the game is known by its score: one player one point away, and neither of the last two tokens set.
    """
    start = len(text) - len(text.lstrip())
    parts = Parts(text.rstrip(), start, ":")
    if parts.texts[0] != "board":
        raise IdError("a FIBS board line begins with board:", start + 1)
    if len(parts) != 53:
        raise IdError(f"a FIBS board line has 53 tokens between colons, not {len(parts)}", start + 1)
    length = parts.number(3, "match length", range(1 << 15))
    score_viewer = parts.number(4, "score", range(1 << 15))
    score = (parts.number(5, "score", range(1 << 15)), score_viewer)
    length = 0 if length == UNLIMITED else length
    turn_of = parts.number(32, "turn", range(-1, 2))
    colour = parts.number(41, "colour", range(-1, 2, 2))
    direction = parts.number(42, "direction", range(-1, 2, 2))
    places = (0, 25) if direction < 0 else (25, 0)
    for i, (name, place) in enumerate(zip(("home", "bar"), places, strict=True)):
        if parts.number(43 + i, name, range(26)) != place:
            raise IdError(f"{name} place {parts.texts[43 + i]} does not fit the direction", parts.columns[43 + i])
    sides = _sides(parts, colour, direction)
    cube = parts.cube(37)
    may = (parts.number(39, "may double", range(2)), parts.number(38, "may double", range(2)))
    offered = parts.number(40, "doubled", range(-1, 2))
    for i in (49, 50):
        parts.number(i, "number", _SMALL)
    post_crawford = parts.number(51, "post-Crawford flag", range(2))
    no_crawford = parts.number(52, "redoubles", range(1 << 15))
    seat = 1 if turn_of in (0, colour) else 0
    over = not turn_of or any(not sum(side[1:]) for side in sides)
    check_match(length, score, crawford=False, playing=bool(turn_of), column=parts.columns[4])
    dice = _dice(parts, seat == 1) if turn_of else None
    if over and dice:
        raise IdError("dice although one side has borne off all checkers", parts.columns[33])
    one_away = sum(length - s == 1 for s in score) == 1
    crawford = bool(length and turn_of) and one_away and not post_crawford and not no_crawford
    owner = may.index(1) if may[0] != may[1] else None
    # Where nobody may double and nothing is rolled, the player on roll has just doubled and waits.
    doubled = not over and (bool(offered) or not (any(may) or dice or crawford))
    turn = seat
    if doubled:
        if dice:
            raise IdError("a double is offered although the dice are rolled", parts.columns[40])
        if crawford:
            raise IdError("a double in the Crawford game", parts.columns[40])
        if not any(may) and cube > 1:
            owner = seat
        turn = 1 - seat
        if owner == 1 - seat:
            if length or cube < 2:
                raise IdError("the player who doubles has no access to the cube", parts.columns[38])
            # GNU Backgammon's sign names the colour that doubled last: not the player on roll after a beaver.
            by = 1 if offered == colour else 0
            turn = 1 - by
            if by == seat and cube < 4:
                raise IdError(f"a raccoon at a cube of {cube}", parts.columns[37])
    state = MatchState(
        cube=cube,
        cube_owner=owner,
        on_roll=seat,
        turn=turn,
        crawford=crawford,
        game_state="over" if over else "playing",
        doubled=doubled,
        dice=dice,
        length=length,
        score=score,
    )
    packed = (pack(sides[0]), pack(sides[1]))
    return Position(packed[seat], packed[1 - seat]), state, (_name(parts.texts[2], 0), _name(parts.texts[1], 1))


def _name(text: str, seat: int) -> str | None:
    name = text.strip()
    return None if name in ("", NAMELESS[seat]) else name


def encode_board(position: Position, state: MatchState | None = None, names: Names = (None, None)) -> str:
    """The line as GNU Backgammon writes it for player 1. Without a state: seat 1 on roll in an unlimited session.

    Colons, blanks and unprintable characters of a name become underscores. The turn is 0 once the match is won.
    """
    state = state or MatchState(on_roll=1, turn=1)
    sides = [unpack(side) for side in position]
    opponent, viewer = sides if state.on_roll == 0 else sides[::-1]
    board = [viewer[p] - opponent[25 - p] for p in range(1, 25)]
    finished = bool(state.length) and max(state.score) >= state.length
    live = state.dice if any(viewer[1:]) and any(opponent[1:]) and not state.doubled and not finished else None
    dice = live or (0, 0)
    after_crawford = not state.crawford and any(state.length - s == 1 for s in state.score)
    fields: list[object] = [
        "board",
        *(re.sub(r"\s", "_", plain(names[seat] or "", ":")) or NAMELESS[seat] for seat in (1, 0)),
        state.length,
        state.score[1],
        state.score[0],
        -opponent[25],
        *board,
        viewer[25],
        0 if finished else 1 if state.on_roll == 1 else -1,
        *dice,
        *dice,
        state.cube,
        int(state.cube_owner != 0),
        int(state.cube_owner != 1),
        (-1 if state.turn else 1) if state.doubled else 0,
        1,
        -1,
        0,
        25,
        viewer[0],
        opponent[0],
        0,
        0,
        0,
        0,
        int(bool(state.length) and after_crawford),
        int(not state.crawford),
    ]
    return ":".join(str(field) for field in fields)
