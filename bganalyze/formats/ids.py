"""Any form of a position or match ID, told apart and decoded."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from ..model.gnuid import IdError, decode_match, decode_position, encode_match, encode_position
from ..model.position import Position
from ..model.state import MatchState
from .parts import Names
from .xgid import decode_xgid, encode_xgid

T = TypeVar("T")

FORMS = {"gnu": "GNU ID", "xgid": "XGID", "ogid": "OGID", "fibs": "FIBS", "snowie": "Snowie"}
"""Every form, with its name in a sentence."""


class Identified(NamedTuple):
    """What an ID says. ``kind``: gnu-position, gnu-match, gnu (both), xgid, ogid, fibs or snowie."""

    kind: str
    position: Position | None
    state: MatchState | None
    names: Names = (None, None)
    """Of seat 0 and seat 1."""

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

    def ogid(self) -> str | None:
        """The OGID, without prefix; a bare position as for ``xgid``."""
        from .ogid import encode_ogid

        return None if self.position is None else encode_ogid(self.position, self.state)

    def fibs(self) -> str | None:
        """The FIBS board line seen by seat 1; a bare position as for ``xgid``."""
        from .fibs import encode_board

        return None if self.position is None else encode_board(self.position, self.state, self.names)

    def snowie(self) -> str | None:
        """Snowie's position line; a bare position as for ``xgid``."""
        from .snowie import encode_snowie

        return None if self.position is None else encode_snowie(self.position, self.state, self.names)

    def form(self, name: str) -> str | None:
        """The form of that name in ``FORMS``."""
        return {
            "gnu": self.gnu_id,
            "xgid": self.xgid,
            "ogid": self.ogid,
            "fibs": self.fibs,
            "snowie": self.snowie,
        }[name]()

    def notes(self, forms: Sequence[str] = tuple(FORMS)) -> list[str]:
        """One sentence for each thing here that some of ``forms`` cannot hold."""
        notes = []
        for loss in LOSSES:
            lost = [FORMS[form] for form in forms if form in loss.forms]
            if self.position is not None and lost and loss.applies(self):
                subject = ", ".join(lost[:-1]) + " and " + lost[-1] if lost[1:] else lost[0]
                notes.append(f"{subject} {'do' if lost[1:] else 'does'} not hold {loss.what}")
        return notes


USUAL_LIMIT = 1024
"""Highest cube of an XGID whose writer had no wish: not worth a word."""


class Loss(NamedTuple):
    """Something that an ID can say and some forms cannot."""

    what: str
    forms: frozenset[str]
    """The forms without a place for it."""
    applies: Callable[[Identified], bool]


def _ended_unseen(found: Identified) -> bool:
    """The game is over, which the board does not show: no side has borne off all."""
    if found.state is None or found.position is None or found.state.game_state in ("none", "playing"):
        return False
    return all(any(side[1:]) for side in found.position.counts())


def _loss(what: str, forms: str, applies: Callable[[MatchState], bool]) -> Loss:
    return Loss(what, frozenset(forms.split()), lambda found: found.state is not None and applies(found.state))


LOSSES = (
    _loss("the Jacoby rule", "ogid fibs", lambda s: s.jacoby is True),
    _loss("the beaver rule", "gnu ogid fibs snowie", lambda s: s.beavers is True),
    _loss("the highest cube", "gnu ogid fibs snowie", lambda s: s.max_cube not in (None, USUAL_LIMIT)),
    _loss("a double on offer", "snowie", lambda s: s.doubled),
    _loss("who is on roll behind a beaver", "ogid", lambda s: s.doubled and s.turn == s.on_roll),
    _loss("a resignation on offer", "xgid ogid fibs snowie", lambda s: bool(s.resigned) and s.game_state == "playing"),
    _loss("what was resigned", "ogid", lambda s: bool(s.resigned) and s.game_state == "resigned"),
    _loss("that no game has begun", "xgid ogid fibs snowie", lambda s: s.game_state == "none"),
    Loss("how the game ended", frozenset({"xgid", "fibs", "snowie"}), _ended_unseen),
    Loss("the names of the players", frozenset({"gnu", "xgid", "ogid"}), lambda found: any(found.names)),
)
"""What gets lost, told when an ID that says it is written in another form."""

_LABELS = re.compile(
    r"gnu backgammon|position[ \t-]*id[ \t]*[:=]?|match[ \t-]*id[ \t]*[:=]?|gnubgid[ \t]*[:=]?|gnuid[ \t]*[:=]?",
    re.I,
)
_OGID = re.compile(r"(?i:\s*ogid\s*=)|\s*[0-9a-z]*:[0-9a-z]*:[NWBD?][0-9]{0,3}[A-Z]?:")
"""An XGID has a number in the third part, GNU IDs have no third part."""
LONGEST = 10_000


def parse_id(text: str) -> Identified:
    """Decode one ID, whose content tells its form.

    GNU position ID, match ID, both (joined by a colon, on two lines, labelled), XGID, OGID, FIBS board line or
    Snowie position line. Raises ``IdError`` with the column in ``text``.
    """
    if len(text) > LONGEST:
        raise IdError(f"{len(text)} characters are no ID")
    if re.match(r"\s*board:", text):
        from .fibs import decode_board

        return Identified("fibs", *decode_board(text))
    if re.match(r"\s*[0-9]+;[0-9]+;", text):
        from .snowie import decode_snowie

        return Identified("snowie", *decode_snowie(text))
    if _OGID.match(text):
        from .ogid import decode_ogid

        return Identified("ogid", *decode_ogid(text))
    if re.match(r"\s*xgid\s*=", text, re.I) or text.count(":") >= 7:
        return Identified("xgid", *decode_xgid(text))
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
