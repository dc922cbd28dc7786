"""Any form of a position or match ID, told apart and decoded."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from ..model.gnuid import IdError, decode_match, decode_position, encode_match, encode_position
from ..model.position import Position
from ..model.state import MatchState
from .xgid import decode_xgid, encode_xgid

T = TypeVar("T")


class Identified(NamedTuple):
    """What an ID says. ``kind``: gnu-position, gnu-match, gnu (both) or xgid."""

    kind: str
    position: Position | None
    state: MatchState | None

    def gnu_id(self) -> str | None:
        """``position:match``, or the half that is known."""
        parts = []
        if self.position is not None:
            parts.append(encode_position(self.position))
        if self.state is not None:
            parts.append(encode_match(self.state))
        return ":".join(parts) or None

    def xgid(self) -> str | None:
        """The XGID; a bare position is taken as an unlimited session with the bottom player on roll."""
        return None if self.position is None else encode_xgid(self.position, self.state)


_LABELS = re.compile(
    r"gnu backgammon|position[ \t-]*id[ \t]*[:=]?|match[ \t-]*id[ \t]*[:=]?|gnubgid[ \t]*[:=]?|gnuid[ \t]*[:=]?",
    re.I,
)
LONGEST = 10_000


def parse_id(text: str) -> Identified:
    """Decode one ID: GNU position ID, match ID, both (joined by a colon, on two lines, labelled), or XGID.

    Raises ``IdError`` with the column in ``text``.
    """
    if len(text) > LONGEST:
        raise IdError(f"{len(text)} characters are no ID")
    if re.match(r"\s*xgid\s*=", text, re.I) or text.count(":") >= 7:
        position, state = decode_xgid(text)
        return Identified("xgid", position, state)
    blanked = _LABELS.sub(lambda m: " " * len(m[0]), text)
    tokens = [(m[0], m.start()) for m in re.finditer(r"[^\s:]+", blanked)]
    if not tokens:
        raise IdError("no ID")
    if len(tokens) > 2:
        raise IdError("more than a position ID and a match ID", tokens[2][1] + 1)
    if len(tokens) == 1 and len(tokens[0][0]) == 12:
        return Identified("gnu-match", None, _shift(decode_match, *tokens[0]))
    if len(tokens) == 2 and len(tokens[0][0]) == 12 and len(tokens[1][0]) >= 14:
        tokens.reverse()
    position = _shift(decode_position, *tokens[0])
    if len(tokens) == 1:
        return Identified("gnu-position", position, None)
    state = _shift(decode_match, *tokens[1])
    return Identified("gnu", position, state)


def _shift(decode: Callable[[str], T], token: str, start: int) -> T:
    """Decode a token; the column of an error counts in the whole text."""
    try:
        return decode(token)
    except IdError as error:
        raise IdError(str(error), error.column + start) from None
