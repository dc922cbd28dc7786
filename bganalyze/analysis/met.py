"""Match winning chances at a score, and what equities are worth there.

The table in the package is Kazaross-XG2 by Neil Kazaross and Xavier Dufaure de Citres, GNU Backgammon's default.
Others are read from GNU Backgammon's XML files by ``read_met``. Seats are 0 and 1. "Away" is the number of points that
a player still needs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

Score = tuple[int, int]

MAX_MET_BYTES: Final = 1 << 20
"""No file of a table is larger: the largest that GNU Backgammon ships has 17 kB."""
MAX_LENGTH: Final = 255
"""No table is longer."""


class MetError(ValueError):
    """What is wrong with a file of a match equity table."""


class Scale(NamedTuple):
    """The line between equities (EMG) and what they are worth at a cube and a score, for one player.

    Worth is counted in match winning chances (0..1) in a match and in points in a money session.
    """

    win: float
    """What a single win at the present cube is worth."""
    loss: float

    def worth(self, equity: float) -> float:
        """An equity as a match winning chance, or in points."""
        return (equity * (self.win - self.loss) + (self.win + self.loss)) / 2

    def equity(self, worth: float) -> float:
        """A match winning chance, or points, as an equity."""
        return (2 * worth - (self.win + self.loss)) / (self.win - self.loss)

    def cost(self, difference: float) -> float:
        """A difference of equities as match winning chance, or in points."""
        return difference * (self.win - self.loss) / 2


class Stake(NamedTuple):
    """What a game is played for. A length of 0 is a money session."""

    length: int = 0
    score: Score = (0, 0)
    """Before the game."""
    crawford: bool = False
    """This is the Crawford game."""

    def post_crawford(self) -> bool:
        """Is somebody one point away with the Crawford game behind?"""
        return bool(self.length) and not self.crawford and max(self.score) == self.length - 1

    def cube_usable(self, seat: int, cube: int, owner: int | None) -> bool:
        """May and would this seat turn the cube: access, no Crawford game, no dead cube, not leading behind it?"""
        if owner is not None and owner != seat:
            return False
        if not self.length:
            return True
        if self.crawford or self.score[seat] + cube >= self.length:
            return False
        return not (self.post_crawford() and self.score[seat] == self.length - 1)


class TakePoint(NamedTuple):
    """The chance to win (0..1) from which on a double is taken, without gammons."""

    dead: float
    """Nobody turns the cube again, but for a redouble that costs nothing because the match is lost anyway."""
    live: float
    """The cube is always turned at the best moment."""


@dataclass(frozen=True)
class MatchEquityTable:
    """A match equity table: the chances of winning the match at every score.

    ``pre[a][b]`` is the chance of the player who is ``a + 1`` points away against one ``b + 1`` away before the
    Crawford game or in front of it; ``post[n]`` that of the trailer, ``n + 1`` away, against a leader one point
    away behind the Crawford game.
    """

    name: str
    pre: tuple[tuple[float, ...], ...] = field(repr=False)
    post: tuple[float, ...] = field(repr=False)
    post_1: tuple[float, ...] | None = field(default=None, repr=False)
    """The same where the trailer is player 1; ``None``: as ``post``."""
    lopsided: bool = False
    """One player is stronger: ``pre`` is the chance of player 0, and seats matter."""

    @property
    def longest(self) -> int:
        """Most points away that the table knows."""
        return len(self.pre)

    def away(self, own: int, other: int, *, post_crawford: bool = False, seat: int = 0) -> float:
        """The chance of a player ``own`` points away against one ``other`` away; 0 or less away is a match won.

        ``post_crawford``: the Crawford game is over. ``seat`` is the player's; it matters in a lopsided table only.
        Raises ``ValueError`` beyond the table, or where both have won.
        """
        if own <= 0 or other <= 0:
            if own <= 0 and other <= 0:
                raise ValueError("both players have won the match")
            return 1.0 if own <= 0 else 0.0
        if max(own, other) > self.longest:
            raise ValueError(f"the table ends at {self.longest} points away, not {max(own, other)}")
        if seat and self.lopsided:
            return 1 - self.away(other, own, post_crawford=post_crawford)
        if post_crawford and min(own, other) == 1:
            trailer = max(own, other)
            # Who trails is player 1 where the player himself, who sits on seat 0 in a lopsided table, leads.
            vector = self.post_1 if self.post_1 is not None and own == 1 else self.post
            if trailer > len(vector):
                raise ValueError(f"the table ends at {len(vector)} points away behind the Crawford game")
            return 1 - vector[trailer - 1] if own == 1 else vector[trailer - 1]
        return self.pre[own - 1][other - 1]

    def chance(self, score: Score, length: int, seat: int, *, post_crawford: bool = False) -> float:
        """The chance of a seat to win a match at a score, between games. Raises ``ValueError``."""
        return self.away(length - score[seat], length - score[1 - seat], post_crawford=post_crawford, seat=seat)

    def before(self, stake: Stake, seat: int) -> float:
        """The chance of a seat before the game of a stake. Raises ``ValueError``."""
        return self.chance(stake.score, stake.length, seat, post_crawford=stake.post_crawford())

    def after(self, stake: Stake, seat: int, points: int, winner: int) -> float:
        """The chance of a seat once ``winner`` has won these points in the game. Raises ``ValueError``."""
        score = list(stake.score)
        score[winner] += points
        # Where somebody was one point away before the game, or it is the Crawford game, the next one is behind it.
        behind = stake.crawford or max(stake.score) == stake.length - 1
        return self.chance((score[0], score[1]), stake.length, seat, post_crawford=behind)

    def scale(self, stake: Stake, cube: int, seat: int) -> Scale | None:
        """How equities at this cube convert for a seat; ``None`` where the table has no chance for them."""
        if not stake.length:
            return Scale(float(cube), -float(cube))
        if min(stake.score) < 0 or max(stake.score) >= stake.length or cube < 1:
            return None
        try:
            return Scale(self.after(stake, seat, cube, seat), self.after(stake, seat, cube, 1 - seat))
        except ValueError:
            return None

    def worth(self, stake: Stake, seat: int, points: int, winner: int) -> float:
        """What these points are worth to a seat: its chance afterwards, or in a money session the points themselves.

        Raises ``ValueError``.
        """
        if not stake.length:
            return float(points if winner == seat else -points)
        return self.after(stake, seat, points, winner)

    def gammon_value(self, stake: Stake, cube: int, seat: int, *, backgammon: bool = False) -> float | None:
        """What a gammon adds to a win, in units of the difference between a win and a loss at this cube.

        With W, L, G for what a single win, a single loss and a gammon are worth, it is (G - W) / (W - L): 0.5 for
        money, 0 where a single win wins the match. In EMG a gammon counts 1 + 2 x this. ``backgammon``: what a
        backgammon adds to a single win, in the same units (1 for money). ``None`` where a win is worth no more than a
        loss. Raises ``ValueError``.
        """
        win, loss = (self.worth(stake, seat, cube, winner) for winner in (seat, 1 - seat))
        if win <= loss:
            return None
        more = self.worth(stake, seat, (3 if backgammon else 2) * cube, seat)
        return (more - win) / (win - loss)

    def take_point(self, stake: Stake, cube: int, seat: int) -> TakePoint | None:
        """From which chance to win on a seat takes a double from ``cube`` to twice that; gammons do not count.

        Let P be what passing is worth to the seat (it loses ``cube``), and W and L a win and a loss at the doubled
        cube. The cube is dead if nobody turns it again: the chance p that is asked for has p W + (1 - p) L = P, so

            dead = (P - L) / (W - L).

        Where a loss at the doubled cube loses the match, the taker has nothing to lose by redoubling at once. Then W
        is a win at four times the cube. The cube is live if it is turned efficiently: the owner redoubles at the
        very moment at which the other may as well pass, at the chance 1 - T where T is the other's live take point
        of the redouble. Between 0 and 1 - T what the seat has grows in proportion from L to W, so

            live = dead x (1 - T)    with ``dead`` without that redouble at once,

        and T follows by the same formula at twice the cube; the chain ends where winning at the doubled cube wins
        the match, since its owner will not turn it any more: there live = dead. For money the chain has no end, all
        its take points are equal, and t = (1 - t) / 4 gives 0.2.

        ``None`` where the formula divides by nothing. Raises ``ValueError`` where the table has no such chance.
        """
        if not stake.length:
            return TakePoint(0.25, 0.2)
        double = 2 * cube
        passed = self.worth(stake, seat, cube, 1 - seat)
        win, loss = (self.worth(stake, seat, double, winner) for winner in (seat, 1 - seat))
        if win <= loss:
            return None
        dead = live = (passed - loss) / (win - loss)
        if stake.cube_usable(seat, double, seat):
            other = self.take_point(stake, double, 1 - seat)
            if other is None:
                return None
            live = dead * (1 - other.live)
            if stake.score[1 - seat] + double >= stake.length:
                top = self.worth(stake, seat, 2 * double, seat)
                dead = (passed - loss) / (top - loss) if top > loss else dead
        return TakePoint(dead, live)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> MatchEquityTable:
        """From ``name``, ``pre`` and ``post``; row ``a`` of ``pre`` begins at column ``a``, the rest follows."""
        rows = data["pre"]
        size = len(rows)
        pre = tuple(
            tuple(float(rows[a][b - a]) if b >= a else 1 - float(rows[b][a - b]) for b in range(size))
            for a in range(size)
        )
        return cls(str(data["name"]), pre, tuple(float(x) for x in data["post"]))


@cache
def kazaross_xg2() -> MatchEquityTable:
    """The table in the package, read when it is first asked for."""
    import json  # most uses of the package ask for no table
    from importlib import resources

    text = resources.files(__package__).joinpath("kazaross_xg2.json").read_text(encoding="utf-8")
    return MatchEquityTable.from_json(json.loads(text))


def read_met(data: bytes) -> MatchEquityTable:
    """A table from GNU Backgammon's XML (``met.dtd``). Raises ``MetError`` for what is none, or cannot be trusted.

    Tables that are written out are read as they are, those with a stronger player too; they end where they end,
    while GNU Backgammon makes up the rest of 64 points. Tables that are only parameters of a formula are refused.
    Nothing outside the file is read, entities are refused, and what is too large is not parsed.
    """
    root = _parsed(data)
    if root.tag != "met":
        raise MetError(f"a <{root.tag[:40]}> is no match equity table")
    name = (root.findtext("info/name") or "").strip() or "unnamed"
    table = root.find("pre-crawford-table")
    if table is None:
        raise MetError("there is no pre-crawford-table")
    pre = _rows(table)
    size = len(pre)
    stated = (root.findtext("info/length") or "").strip()
    if stated.isascii() and stated.isdigit() and int(stated[:4]) != size:
        raise MetError(f"length {stated[:12]} is stated, but the table has {size} rows")
    if not 1 <= size <= MAX_LENGTH:
        raise MetError(f"a table has 1 to {MAX_LENGTH} rows, not {size}")
    if any(len(row) != size for row in pre):
        raise MetError(f"each of the {size} rows needs {size} chances")
    vectors: dict[str, tuple[float, ...]] = {}
    for element in root.findall("post-crawford-table"):
        rows = _rows(element)
        player = element.get("player", "both")
        if len(rows) != 1 or player not in ("both", "0", "1"):
            raise MetError("a post-crawford-table is one row for player 0, 1 or both")
        # In a match of n points a trailer behind the Crawford game is at most n - 1 away.
        if len(rows[0]) < size - 1 or not rows[0]:
            raise MetError(f"the post-crawford-table needs {size} chances, not {len(rows[0])}")
        vectors[player] = rows[0]
    post, post_1 = (vectors.get(seat, vectors.get("both")) for seat in ("0", "1"))
    if post is None or post_1 is None:
        raise MetError("there is no post-crawford-table for both players")
    uneven = any(abs(pre[a][b] + pre[b][a] - 1) > 1e-9 for a in range(size) for b in range(a + 1))
    lopsided = uneven or post != post_1
    return MatchEquityTable(name, pre, post, post_1 if lopsided else None, lopsided)


def _parsed(data: bytes) -> Element:
    """The root of a document without any entity of its own."""
    from xml.etree.ElementTree import TreeBuilder
    from xml.parsers import expat

    if len(data) > MAX_MET_BYTES:
        raise MetError(f"larger than {MAX_MET_BYTES} bytes")
    builder = TreeBuilder()
    parser = expat.ParserCreate()
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > 8:
            raise MetError("elements are nested too deep")
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def doctype(_name: str, _system: str | None, _public: str | None, internal: int) -> None:
        if internal:
            raise MetError("a document type with declarations of its own is refused")

    def entity(*_: object) -> None:
        raise MetError("entities are refused")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = entity
    parser.SkippedEntityHandler = entity
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise MetError(f"not XML: {error}") from None
    except (LookupError, ValueError) as error:  # an encoding that is not known
        raise error if isinstance(error, MetError) else MetError(f"not XML: {error}") from None
    return builder.close()


def _rows(table: Element) -> tuple[tuple[float, ...], ...]:
    """The chances of a table that is written out."""
    kind = table.get("type", "explicit")
    if kind != "explicit":
        raise MetError(f"a table of type {kind[:40]!r} is a formula, not chances")
    return tuple(tuple(_chance(me.text) for me in row.findall("me")) for row in table.findall("row"))


def _chance(text: str | None) -> float:
    try:
        value = float(text or "")
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise MetError(f"{(text or '').strip()[:40]!r} is no chance from 0 to 1")
    return value
