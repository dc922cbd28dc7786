"""OGID, the position string of OpenGammon and HedgeHog, both ways, strictly.

``white:black:cube:dice:color:state:scoreW:scoreB:length:moveid:checkers``; the first five parts are required.
One character a checker: the place 0..25 as a digit of base 26, White moving up from 0 (its bar) and Black down
from 25 (its bar). White is seat 0 and Black seat 1, whose points are the places.

``color`` names the player whose action led here. The other one acts next; only the opening roll (``IW``) is
owed by ``color`` itself.
"""

from __future__ import annotations

import re

from ..model.gnuid import IdError, check_match, check_position
from ..model.position import Position, pack, unpack
from ..model.state import MatchState
from .parts import Parts

PLACES = "0123456789abcdefghijklmnop"
STATES = ("IW", "IB", "R", "C", "D", "A", "P", "G", "M", "F", "RG", "RM")
_WITH_DICE = ("R", "IB")
_NO_DICE = ("IW", "C", "D", "A", "P")
_MATCH_OVER = ("M", "F", "RM")
_ACTIONS = {"O": ("D",), "T": ("A", "R"), "P": ("P", "G", "M", "F")}
"""The states that can follow a cube action. A take is still told with the roll behind it, a pass with the end."""


def _sides(parts: Parts, checkers: int) -> tuple[list[int], list[int]]:
    """The counts of White and Black, each in its own numbering."""
    white, black = [0] * 26, [0] * 26
    for i, (name, side) in enumerate((("White", white), ("Black", black))):
        for k, ch in enumerate(parts.texts[i]):
            column = parts.columns[i] + k
            place = PLACES.find(ch)
            if place < 0:
                raise IdError(f"{ch!r} is no place of the board", column)
            if place == (0 if i else 25):
                raise IdError(f"{name} cannot stand at place {ch}, the other side's bar", column)
            if k >= checkers:
                raise IdError(f"{name} has {len(parts.texts[i])} checkers, more than {checkers}", column)
            if i and place < 25 and white[25 - place]:
                raise IdError(f"both sides have checkers at place {ch}", column)
            side[place if i else 25 - place] += 1
    check_position(white, black, parts.columns[0])
    for side in (white, black):
        side[0] = checkers - sum(side)
    return white, black


def _cube(parts: Parts) -> tuple[int, int | None, str]:
    """Exponent, owner and cube action of the third part."""
    text, column = parts.texts[2], parts.columns[2]
    if text[:1] == "?":
        raise IdError("nobody knows who owns the cube", column)
    if text[:1] not in ("N", "W", "B", "D"):
        raise IdError(f"{text!r} does not begin with an owner of the cube", column)
    digits = text[1:-1]
    if not re.fullmatch("[0-9]{1,2}", digits) or int(digits) > 15:
        raise IdError(f"{digits!r} is no exponent of a cube", column + 1)
    if text[-1] not in "NOTP":
        raise IdError(f"{text[-1]!r} is no cube action", column + len(text) - 1)
    return int(digits), {"W": 0, "B": 1}.get(text[0]), text[-1]


def _length(parts: Parts) -> tuple[int, bool]:
    """Match length and whether this is the Crawford game."""
    found = re.fullmatch(r"([0-9]{1,5})(L|C|G[0-9]{0,5})?", parts.texts[8])
    if found is None or int(found[1]) >= 1 << 15:
        raise IdError(f"{parts.texts[8]!r} is no match length", parts.columns[8])
    length = int(found[1])
    if found[2] in ("L", "C") and not length:
        raise IdError(f"{found[2]} belongs to a match, not to an unlimited session", parts.columns[8])
    return length, found[2] == "C"


def _letter(parts: Parts, dice: bool, action: str) -> str:
    """The state, taken from dice and cube where it is left out."""
    if len(parts) < 6:
        return {"O": "D", "T": "R" if dice else "A", "P": "P"}.get(action, "R" if dice else "C")
    letter, column = parts.texts[5], parts.columns[5]
    if letter not in STATES:
        raise IdError(f"state {letter!r} is not known", column)
    if action in _ACTIONS and letter not in _ACTIONS[action]:
        raise IdError(f"state {letter} with the cube action {action}", column)
    if letter in ("D", "A", "P") and action != {"D": "O", "A": "T", "P": "P"}[letter]:
        raise IdError(f"state {letter} with the cube action {action}", column)
    return letter


def decode_ogid(text: str) -> tuple[Position, MatchState]:
    """Position (seen by the player on roll) and match state. Raises ``IdError``."""
    prefix = re.match(r"\s*(?:ogid\s*=\s*)?", text, re.I)
    start = prefix.end() if prefix else 0
    parts = Parts(text.rstrip(), start, ":")
    if not 5 <= len(parts) <= 11:
        raise IdError(f"an OGID has 5 to 11 parts between colons, not {len(parts)}", start + 1)
    checkers = parts.number(10, "checkers of a side", range(1, 16)) if len(parts) > 10 else 15
    white, black = _sides(parts, checkers)
    exponent, owner, action = _cube(parts)
    dice_text = parts.texts[3]
    if dice_text and not re.fullmatch("[1-6]{2}", dice_text):
        raise IdError(f"dice {dice_text!r} are not two dice", parts.columns[3])
    dice = (int(dice_text[0]), int(dice_text[1])) if dice_text else None
    if parts.texts[4] not in ("W", "B"):
        raise IdError(f"color {parts.texts[4]!r} is neither W nor B", parts.columns[4])
    colour = "WB".index(parts.texts[4])
    letter = _letter(parts, dice is not None, action)
    if dice is None and letter in _WITH_DICE:
        raise IdError(f"state {letter} without dice", parts.columns[3])
    if dice and letter in _NO_DICE:
        raise IdError(f"state {letter} with dice", parts.columns[3])
    score = (
        parts.number(6, "score", range(1 << 15)) if len(parts) > 6 else 0,
        parts.number(7, "score", range(1 << 15)) if len(parts) > 7 else 0,
    )
    length, crawford = _length(parts) if len(parts) > 8 else (0, False)
    if len(parts) > 9:
        parts.number(9, "move number", range(1 << 20))
    check_match(
        length, score, crawford=False, playing=letter not in _MATCH_OVER, column=parts.columns[min(6, len(parts))]
    )
    if crawford:
        check_match(length, score, crawford=True, playing=False, column=parts.columns[8])
    other = 1 - colour
    if letter == "D":
        if crawford:
            raise IdError("a double in the Crawford game", parts.columns[2])
        if owner == other and (length or exponent < 2):  # in a session: a raccoon
            raise IdError("the player who doubles has no access to the cube", parts.columns[2])
    game_state = "playing"
    on_roll = turn = other
    if letter == "IW":
        on_roll = turn = colour
    elif letter == "D":
        on_roll = colour
    elif action == "P":
        game_state, turn = "dropped", colour
    elif letter in ("RG", "RM"):
        game_state, on_roll = "resigned", colour
    elif letter in ("G", "M", "F"):
        game_state = "over"
    if not sum(white[1:]) or not sum(black[1:]):
        if dice or letter == "D":
            raise IdError("play goes on although one side has borne off all checkers", parts.columns[3 if dice else 2])
        if game_state == "playing":
            game_state = "over"
    sides = (pack(white), pack(black))
    state = MatchState(
        cube=1 << exponent,
        cube_owner=owner,
        on_roll=on_roll,
        turn=turn,
        crawford=crawford,
        game_state=game_state,
        doubled=letter == "D",
        dice=dice,
        length=length,
        score=score,
    )
    return Position(sides[on_roll], sides[1 - on_roll]), state


def encode_ogid(position: Position, state: MatchState | None = None) -> str:
    """The OGID of a position, without prefix. Without a match state: seat 1 on roll in an unlimited session.

    A pending beaver comes out as a redouble of the player who beavers: OGID does not tell who is on roll then.
    """
    state = state or MatchState(on_roll=1, turn=1)
    sides = [unpack(side) for side in position]
    white, black = sides if state.on_roll == 0 else sides[::-1]
    dice = state.dice
    action, colour = "N", 1 - state.on_roll
    if state.game_state == "dropped":
        action, letter, dice = "P", "G", None  # as the programs write a passed double
    elif state.game_state == "resigned":
        letter, colour = "RG", state.on_roll
    elif state.game_state == "over":
        letter, dice = "G", None
    elif state.doubled:
        action, letter, dice, colour = "O", "D", None, 1 - state.turn
    elif dice:
        letter = "R"
    elif state.game_state == "none":
        letter, colour = "IW", state.on_roll
    else:
        letter = "C"
    if state.length and max(state.score) >= state.length:
        letter = {"G": "M", "RG": "RM"}.get(letter, letter)
    owner = "N" if state.cube_owner is None else "WB"[state.cube_owner]
    totals = sum(white), sum(black)
    fields = [
        "".join(PLACES[25 - p] * white[p] for p in range(25, 0, -1)),
        "".join(PLACES[p] * black[p] for p in range(1, 26)),
        f"{owner}{state.cube.bit_length() - 1}{action}",
        "".join(str(d) for d in sorted(dice or ())),
        "WB"[colour],
        letter,
        str(state.score[0]),
        str(state.score[1]),
        f"{state.length}{'C' if state.crawford else ''}",
        "0",
    ]
    if totals[0] == totals[1] < 15:
        fields.append(str(totals[0]))
    return ":".join(fields)
