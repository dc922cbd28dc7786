"""Trees and values to a record. Every tree is a game; its root says what a .mat writes in header and heading."""

from __future__ import annotations

import re
from bisect import bisect_right

from ...model import actions as act
from ...model.actions import GivenPosition, Setup, Written
from ...model.record import GameRecord, MatchRecord, Record, Remark, Spot
from ..lines import LONGEST_NAME, NAME_CUT, split_lines
from . import values
from .analysis import GAME_SUMS, StoredAnalysis, read_sums
from .tree import QUIET, Property, Tree, properties, trees

TAGS = {
    "EV": "Event",
    "RO": "Round",
    "PC": "Site",
    "DT": "EventDate",
    "AN": "Transcriber",
    "WR": "Rating left",
    "BR": "Rating right",
    "GC": "Comment",
}
"""Root property -> header tag."""
_ROOT = frozenset(("FF", "GM", "CA", "AP", "MI", "PW", "PB", "RU", "CV", "RE", "GS", "C", *TAGS))
_ONCE = frozenset(("MI", "RE", "PW", "PB", "RU", "CV", "CP", "PL", "DI", "GM", "DT", "EV", "RO"))
"""Properties of which a node has one, and all but ``MI`` one value."""
_SETS = frozenset(("AE", "AW", "AB", "CV", "CP", "PL", "DI"))
_IGNORED = frozenset(("IT", "TE", "KO", "SQ", "MN", "ST", "VW", "N", "V", "HO", "UC", "DM", "LB"))
"""Properties of general SGF that say nothing about a game of backgammon."""
_IN_NODES = frozenset(("B", "W", *_SETS, *QUIET, *_IGNORED))
"""All that may stand in a node behind the root."""
_VARIATIONS = {
    "nackgammon": "Nackgammon",
    "hypergammon1": "Hypergammon (1)",
    "hypergammon2": "Hypergammon (2)",
    "hypergammon3": "Hypergammon (3)",
}


def read_text(text: str, encoding: str) -> Record:
    """The record of an SGF text. Never raises for what the text says."""
    return _Reader(text, encoding).read()


def place_of(record: Record, index: int, step: int = -1) -> tuple[int, int]:
    """Column and end column of an action or of one of its steps."""
    acts = record.actions
    line = record.source(acts.line(index))
    start = acts.starts[index]
    end = line.find("]", start)
    written = end >= 0 and not any(c.isspace() for c in line[start:end])
    if 0 <= step < len(acts.what[index].steps) and written:
        at = start + 2 + 2 * step
        return at + 1, at + 3
    return start + 1, (end if end >= 0 else len(line)) + 1


class _Reader:
    def __init__(self, text: str, encoding: str) -> None:
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.text = text
        self.lines = split_lines(text)
        self.record = Record("sgf", "sgf", encoding, self.lines, numbered=False, marks_hits=False)
        self.analysis = StoredAnalysis(text, self.record.actions)
        self.record.annotations = self.analysis
        self.told: set[str] = set()
        self.line_starts: list[int] | None = None
        self.root = (0, 1)
        """Where the root of the game that is read starts and ends."""

    def read(self) -> Record:
        for tree in trees(self.text):
            if tree.nodes:
                self._game(tree)
            self._faults(tree)
        return self.record

    # ---- places -----------------------------------------------------------------------------------

    def _spot(self, start: int, end: int) -> Spot:
        """The place of a part of the text. Slow the first time; moves do without."""
        if self.line_starts is None:
            self.line_starts = [0]
            self.line_starts += (m.end() for m in re.finditer("\n", self.text))
        line = bisect_right(self.line_starts, start)
        column = start - self.line_starts[line - 1]
        last = min(end - self.line_starts[line - 1], len(self.lines[line - 1]))
        return Spot(line, column + 1, max(last, column + 1) + 1)

    def _remark(self, code: str, start: int, end: int, args: dict[str, object]) -> None:
        if not self.record.keeps(code):
            return
        spot = self._spot(start, end)
        matches = self.record.matches
        match = len(matches) - 1 if matches else None
        game = len(matches[-1].games) - 1 if matches and matches[-1].games else None
        self.record.remarks.append(Remark(code, int(spot), spot.column, spot.end, args, match, game))

    def _lenient(self, start: int, end: int, what: str) -> None:
        """A leniency, told once a file."""
        if what not in self.told:
            self.told.add(what)
            self._remark("BG110", start, end, {"what": what})

    def _faults(self, tree: Tree) -> None:
        for fault in tree.faults:
            if fault.code == "BG006":
                self._remark("BG006", max(min(fault.start, len(self.text) - 1), 0), fault.end, {"problem": fault.text})
            elif fault.code == "BG005":
                self._remark("BG005", fault.start, fault.end, {"problem": fault.text})
            else:
                self._remark("BG101", fault.start, fault.end, {"text": fault.text})
        if tree.variations is not None:
            at = tree.variations
            self._remark("BG110", at, at + 1, {"what": "the game has variations; only the first of each is read"})

    # ---- the root ---------------------------------------------------------------------------------

    def _game(self, tree: Tree) -> None:
        root = tree.nodes[0]
        self.root = (root.start(), root.start() + 1)
        props = properties(self.text, root.start() + 1, root.end())
        named = self._named(props)
        kind = named.get("GM")
        if kind is not None and kind.values[0].strip() != "6":
            other = values.plain(kind.values[0])[:20]
            self._remark("BG101", kind.start, kind.end, {"text": f"a tree of another game: GM[{other}]"})
            return
        info_at = named.get("MI")
        info = {} if info_at is None else values.read_match_info(info_at.values)
        length = self._length(info, info_at)
        names = (self._name(named.get("PW")), self._name(named.get("PB")))
        self._numbers(info, info_at)
        index = values.read_int(info.get("game", ""))
        scores = (values.read_int(info.get("ws", "")), values.read_int(info.get("bs", "")))
        match = self._match(tree, length, names, index, scores, info_at)
        if not self.record.matches or self.record.matches[-1] is not match:
            self.record.matches.append(match)
            self._header(match, named)
        game = GameRecord(
            len(match.games) + 1 if index is None else index + 1,
            self._spot(root.start(), root.start() + 1),
            names,
            scores,
            None if info_at is None else self._spot(info_at.start, info_at.end),
            first=len(self.record.actions),
        )
        match.games.append(game)
        self.analysis.match_games.append((game.first, bool(match.length)))
        if kind is None:
            self._lenient(root.start(), root.start() + 1, "no GM[6] in the root; the properties are backgammon's")
        self._rules(match, game, named.get("RU"))
        self._root_rest(game, props, named)
        self._actions(tree, game, props)
        self._result(tree, game, named.get("RE"))
        game.last = len(self.record.actions)
        if not tree.closed and tree.end == len(self.text):
            self.record.cut_off = True

    def _named(self, props: list[Property]) -> dict[str, Property]:
        """Properties by name. Where one stands twice, or has two values, the first counts, and that is told."""
        named: dict[str, Property] = {}
        for prop in props:
            if prop.name in named and prop.name in _ONCE:
                what = f"{prop.name}[{prop.values[0][:30]}], a second {prop.name} of the node,"
                self._remark("BG101", prop.start, prop.end, {"text": what})
            elif prop.name in _ONCE and prop.name != "MI" and len(prop.values) > 1:
                what = f"{prop.name}[{prop.values[1][:30]}], a second value,"
                self._remark("BG101", prop.start, prop.end, {"text": what})
            elif prop.name == "MI":
                keys = [value.partition(":")[0].strip().lower() for value in prop.values]
                for key in {k for k in keys if keys.count(k) > 1} if len(keys) < 20 else ():
                    self._remark("BG101", prop.start, prop.end, {"text": f"a second {key[:20]} in MI"})
            named.setdefault(prop.name, prop)
        return named

    def _numbers(self, info: dict[str, str], at: Property | None) -> None:
        """Scores and game number that are there but cannot be read."""
        for key in ("game", "ws", "bs"):
            if at is not None and info.get(key) is not None and values.read_int(info[key]) is None:
                self._remark("BG101", at.start, at.end, {"text": f"{key}:{info[key][:20]}"})

    def _length(self, info: dict[str, str], at: Property | None) -> int | None:
        text = info.get("length")
        if text is None:
            return None
        length = values.read_int(text)
        if length is None:
            assert at is not None
            self._remark("BG101", at.start, at.end, {"text": f"length:{text[:40]}"})
        return length

    def _name(self, at: Property | None) -> str | None:
        name = "" if at is None else " ".join(values.plain(at.values[0]).split())
        if at is not None and len(name) > LONGEST_NAME:
            self._remark("BG601", at.start, at.end, {"problem": NAME_CUT})
        return name[:LONGEST_NAME] or None

    def _match(
        self,
        tree: Tree,
        length: int | None,
        names: tuple[str | None, str | None],
        index: int | None,
        scores: tuple[int | None, int | None],
        info_at: Property | None,
    ) -> MatchRecord:
        """The match that a game belongs to: that of the game before, unless it starts a new one."""
        line = self._spot(tree.start, tree.start + 1) if info_at is None else self._spot(info_at.start, info_at.end)
        last = self.record.matches[-1] if self.record.matches else None
        if last is not None and last.games:
            same = {*last.names} == {*names} or (info_at is None and names == (None, None))
            begins = index == 0 and not any(scores)
            if not begins and (same or length == last.length):
                if length != last.length:
                    here = "not stated" if length is None else length
                    problem = f"the length is {here} here and {last.length} in the games before"
                    at = info_at or Property("MI", "[]", tree.start, tree.start)
                    self._remark("BG602", at.start, at.end, {"problem": problem})
                return last
        return MatchRecord(line, length, names=names, states_rules=True)

    def _header(self, match: MatchRecord, named: dict[str, Property]) -> None:
        for name, tag in TAGS.items():
            at = named.get(name)
            text = "" if at is None else values.plain(at.values[0]).strip()
            if at is not None and text:
                match.header[tag] = text
                match.header_lines[tag] = self._spot(at.start, at.end)
        self._tags_in_comment(match)
        program = named.get("AP")
        text = "" if program is None else values.plain(program.values[0]).lower()
        self.record.dialect = (
            "gnubg" if text.startswith("gnu backgammon") else "backgammonhub" if "backgammonhub" in text else "sgf"
        )
        charset = named.get("CA")
        if charset is not None:
            claimed = values.plain(charset.values[0]).strip().lower()
            if claimed in ("utf-8", "utf8") and self.record.encoding != "utf-8":
                what = f"CA says {claimed.upper()}, the bytes are {self.record.encoding}"
                self._lenient(charset.start, charset.end, what)

    def _tags_in_comment(self, match: MatchRecord) -> None:
        """Tags of a .mat that SGF has no property for are lines of the game comment."""
        comment = match.header.get("Comment", "")
        if "[" not in comment:
            return
        lines = comment.split("\n")
        rest = []
        for line in lines:
            got = re.fullmatch(r'\s*\[(\w[\w ]{0,39}) "(.*)"\]\s*', line)
            if got and got[1] not in match.header and got[1] not in TAGS.values():
                match.header[got[1]] = got[2]
                match.header_lines[got[1]] = match.header_lines["Comment"]
            else:
                rest.append(line)
        if "".join(rest).strip():
            match.header["Comment"] = "\n".join(rest)
        else:
            del match.header["Comment"], match.header_lines["Comment"]

    def _rules(self, match: MatchRecord, game: GameRecord, at: Property | None) -> None:
        """``RU``: what is not in it is not in force."""
        words = [] if at is None else [w.strip() for v in at.values for w in values.plain(v).split(":") if w.strip()]
        lower = {w.lower(): w for w in words}
        game.crawford = "crawfordgame" in lower
        tags = {"Crawford": "On" if "crawford" in lower else "Off"} if match.length else {}
        if not match.length or "jacoby" in lower:
            tags["Jacoby"] = "On" if "jacoby" in lower else "Off"
        if "nocube" in lower:
            tags["Cube"] = "Off"
        for word, variation in _VARIATIONS.items():
            if word in lower:
                tags["Variation"] = variation
        known = {"crawford", "crawfordgame", "jacoby", "nocube", *_VARIATIONS}
        for word in lower:
            if word not in known and at is not None:
                self._remark("BG606", at.start, at.end, {"problem": f"the rule {lower[word][:40]!r} is not known"})
        if at is None and self.record.dialect != "gnubg":
            # Only GNU Backgammon is known to leave the property out where no rule is in force.
            tags.clear()
            game.crawford = None
        if len(match.games) == 1:
            for tag, value in tags.items():
                match.header[tag] = value
                match.header_lines[tag] = match.line if at is None else self._spot(at.start, at.end)
        elif at is not None or self.record.dialect == "gnubg":
            for tag in ("Crawford", "Jacoby", "Cube", "Variation"):
                first = match.header.get(tag, "")
                if tags.get(tag, "") != first and (tag != "Crawford" or match.length):
                    problem = f"{tag} is {tags.get(tag) or 'not stated'} here and {first or 'not stated'} before"
                    start, end = (at.start, at.end) if at is not None else self.root
                    self._remark("BG606", start, end, {"problem": problem})

    def _root_rest(self, game: GameRecord, props: list[Property], named: dict[str, Property]) -> None:
        cube = named.get("CV")
        if cube is not None:
            value = self._cube_value(cube)
            if value is not None and value > 1:
                game.auto_doubles = value.bit_length() - 1
        comment = named.get("C")
        if comment is not None:
            game.comment = values.plain(comment.values[0])
        sums = named.get("GS")
        for part in () if sums is None else sums.values:
            got = read_sums(part)
            if got is None:
                assert sums is not None
                text = f"GS of {len(part.split())} numbers: {part[:30]}"
                self._remark("BG108", sums.start, sums.end, {"problem": f"{text}; not {GAME_SUMS}"})
            else:
                game.statistics[got[0]] = got[1]
        for prop in props:
            if prop.name not in _ROOT and prop.name not in _IN_NODES:
                self._unknown(prop)

    def _unknown(self, prop: Property) -> None:
        self._lenient(prop.start, prop.end, f"the property {prop.name[:20]} is not backgammon's and was left out")

    # ---- the actions ------------------------------------------------------------------------------

    def _actions(self, tree: Tree, game: GameRecord, root: list[Property]) -> None:
        acts = self.record.actions
        whats, places, starts = acts.what, acts.place, acts.starts
        spans = self.analysis.spans
        count, rfind = self.text.count, self.text.rfind
        of_white, of_black = values.moves
        pending: int | None = None  # who has doubled, until the answer
        chain = 0
        last = 0
        line = 1
        begin = 0
        if len(self.record.matches) > 1 or len(self.record.matches[0].games) > 1 or tree.start:
            spot = self._spot(tree.nodes[0].start(), tree.nodes[0].start() + 1)
            line, last = int(spot), tree.nodes[0].start()
            begin = last - spot.column + 1
        if any(p.name in ("B", "W", *_SETS) and p.name != "CV" for p in root):
            moving = [p for p in root if p.name in ("B", "W", "C") or p.name in _SETS - {"CV"}]
            pending, chain = self._uncommon(moving, pending, chain)
        for node in tree.nodes[1:]:
            colour, value, quiet, other = node.groups()
            if colour is None or other:
                props = properties(self.text, node.start() + 1, node.end())
                pending, chain = self._uncommon(props, pending, chain)
                continue
            at = node.start(2)
            lines = count("\n", last, at)
            if lines:
                line += lines
                begin = rfind("\n", last, at) + 1
            last = at
            if colour == "B":
                what = of_black[value]
                seat = 1
            else:
                what = of_white[value]
                seat = 0
            if what.kind != act.ROLL:
                what, pending, chain = _in_turn(what, seat, pending, chain)
            elif pending is not None:
                pending = None
            elif whats and whats[-1].played == act.PENDING and self._open_roll(seat, what):
                whats.pop(), places.pop(), starts.pop()
                spans.pop(len(whats), None)
                if not what.steps:
                    what = Written(act.ROLL, what.text, what.dice, act.PENDING)  # still waiting for its play
            if quiet:
                spans[len(whats)] = node.span(3)
            whats.append(what)
            places.append(2 * line + seat)
            starts.append(at - begin)

    def _add(self, what: Written, seat: int, start: int) -> None:
        spot = self._spot(start, start + 1)
        acts = self.record.actions
        acts.what.append(what)
        acts.place.append(2 * int(spot) + seat)
        acts.starts.append(spot.column - 1)

    def _uncommon(self, props: list[Property], pending: int | None, chain: int) -> tuple[int | None, int]:
        """A node that is more than one move with what is said about it."""
        acts = self.record.actions
        whole = (props[0].start, props[-1].end) if props else None
        quiet = any(p.name in QUIET for p in props)
        sets = [p for p in props if p.name in _SETS]
        moved = [p for p in props if p.name in ("B", "W")]
        for prop in props:
            if prop.name not in _IN_NODES:
                self._unknown(prop)
        if sets:
            if moved:
                self._lenient(sets[0].start, sets[0].end, "a move and a set-up in one node; the set-up is read first")
            self._set(sets)
            if quiet and whole is not None and len(acts):
                self.analysis.spans[len(acts) - 1] = whole
        if len(moved) > 1:
            text = f"{moved[1].name}[{moved[1].values[0][:20]}], a second move of the node,"
            self._remark("BG101", moved[1].start, moved[1].end, {"text": text})
        if moved:
            prop = moved[0]
            seat = values.COLOURS.index(prop.name)
            what = values.moves[seat][prop.values[0]]
            if what.kind == act.ROLL and self._open_roll(seat, what):
                acts.what.pop(), acts.place.pop(), acts.starts.pop()
            if what.kind == act.ROLL:
                pending = None
            else:
                what, pending, chain = _in_turn(what, seat, pending, chain)
            if quiet and whole is not None:
                self.analysis.spans[len(acts)] = whole
            self._add(what, seat, prop.first)
        elif quiet and not sets and whole is not None and len(acts) and len(acts) - 1 not in self.analysis.spans:
            self.analysis.spans[len(acts) - 1] = whole  # a comment in a node of its own
        return pending, chain

    def _open_roll(self, seat: int, what: Written) -> bool:
        """Was the roll of this move already told by a node of its own?"""
        acts = self.record.actions
        if not len(acts) or acts.what[-1].played != act.PENDING or acts.what[-1].kind != act.ROLL:
            return False
        before = acts.what[-1].dice
        return acts.seat(len(acts) - 1) == seat and before is not None and sorted(before) == sorted(what.dice or ())

    def _set(self, sets: list[Property]) -> None:
        """Set-up properties of a node, in whatever order they are."""
        named = self._named(sets)
        first = sets[0]
        player = named.get("PL")
        turn = None
        if player is not None:
            letter = values.plain(player.values[0]).strip().upper()[:1]
            turn = values.COLOURS.find(letter) if letter else -1
            if turn < 0:
                self._remark("BG101", player.start, player.end, {"text": f"PL[{player.values[0][:20]}]"})
                turn = None
        setup = Setup(self._sides(sets), *self._cube(named), turn)
        acts = self.record.actions
        seat = turn if turn is not None else (1 - acts.seat(len(acts) - 1) if len(acts) else 0)
        if setup.sides is not None and self._follows_illegal(turn):
            rolled = acts.what[-1]
            mover = acts.seat(len(acts) - 1)
            given = GivenPosition(setup.sides[1 - mover], setup.sides[mover], None)
            acts.what[-1] = Written(act.ROLL, rolled.text, rolled.dice, act.MARKED, given=given, setup=setup)
            setup = setup._replace(sides=None, on_roll=None)
        changes = setup._replace(on_roll=None) != Setup()
        if changes or (setup.on_roll is not None and "DI" not in named):  # with DI alone, PL only names who rolled
            self._add(Written(act.SET, "set-up", setup=setup), seat, first.first)
        rolled_at = named.get("DI")
        if rolled_at is not None:
            text = "".join(rolled_at.values[0].split())
            dice = values.read_dice(text)
            if dice is None:
                what = Written(act.UNREADABLE, text[:40], code="BG102", problem=f"{text[:20]} is no roll of two dice")
            else:
                what = Written(act.ROLL, text, dice, act.PENDING)
            self._add(what, seat, rolled_at.first)

    def _follows_illegal(self, turn: int | None) -> bool:
        """Is a set-up behind a roll the position after its (illegal) play?"""
        acts = self.record.actions
        first = self.record.matches[-1].games[-1].first
        if len(acts) <= first:
            return False
        last = acts.what[-1]
        return (
            last.kind == act.ROLL
            and last.played == act.PENDING
            and turn in (None, 1 - acts.seat(len(acts) - 1))
            and any(w.kind == act.ROLL for w in acts.what[first:-1])
        )

    def _sides(self, sets: list[Property]) -> tuple[int, int] | None:
        """The position that ``AE``, ``AW`` and ``AB`` give; ``None`` if they do not or cannot."""
        stones = [p for p in sets if p.name in ("AE", "AW", "AB")]
        if not stones:
            return None
        board = values.Board()
        cleared: set[str] = set()
        for prop in sorted(stones, key=lambda p: p.name != "AE"):  # whatever their order, clearing comes first
            letters = values.points(prop.values)
            if letters is None or "z" in letters:
                self._bad_setup(prop, f"{prop.name} names no points of the board")
                return None
            if prop.name == "AE":
                cleared.update(letters)
                board.clear(letters)
            else:
                board.add(values.COLOURS.index(prop.name[1]), letters)
        if not set(values.LETTERS[:25]) <= cleared:
            self._bad_setup(stones[0], "the set-up does not clear the board (AE[a:y]) first")
            return None
        problem = board.problem()
        if problem is not None:
            self._bad_setup(stones[0], problem)
            return None
        return board.packed()

    def _bad_setup(self, prop: Property, problem: str) -> None:
        what = Written(act.UNREADABLE, prop.name, code="BG605", problem=f"the position set up is none: {problem}")
        self._add(what, 0, prop.first)

    def _cube(self, named: dict[str, Property]) -> tuple[int | None, int | None]:
        """Value and owner that ``CV`` and ``CP`` set."""
        value = owner = None
        at = named.get("CV")
        if at is not None:
            value = self._cube_value(at)
        at = named.get("CP")
        if at is not None:
            letter = values.plain(at.values[0]).strip().lower()
            if letter in ("c", "w", "b"):
                owner = {"c": -1, "w": 0, "b": 1}[letter]
            else:
                self._remark("BG101", at.start, at.end, {"text": f"CP[{at.values[0][:20]}]"})
        return value, owner

    def _cube_value(self, at: Property) -> int | None:
        value = values.read_int(at.values[0])
        if value is None or value < 1 or value & (value - 1) or value > 1 << 24:
            shown = values.plain(at.values[0])[:20]
            args = {"action": "cube", "value": shown, "cube": 1, "expected": "a power of two"}
            self._remark("BG404", at.start, at.end, args)
            return None
        return value

    # ---- the result -------------------------------------------------------------------------------

    def _result(self, tree: Tree, game: GameRecord, at: Property | None) -> None:
        if at is None or not at.values[0].strip():
            return
        text = values.plain(at.values[0]).strip()
        result = values.read_result(text)
        if result is None:
            self._remark("BG101", at.start, at.end, {"text": f"RE[{text[:40]}]"})
            return
        if result.resigned:
            game.resigned = True
            self._add(Written(act.RESIGN, text), 1 - result.winner, at.first)
        elif tree.closed:
            game.resigned = False
        self._add(Written(act.WINS, text, value=result.points), result.winner, at.first)


def _in_turn(what: Written, seat: int, pending: int | None, chain: int) -> tuple[Written, int | None, int]:
    """A cube action with what it means here: a double behind the other's double is a beaver, then a raccoon."""
    if what.kind == act.DOUBLE:
        if pending is None or pending == seat:
            return what, seat, 0
        return (values.RACCOON if chain % 2 else values.BEAVER), seat, chain + 1
    if what.kind in (act.TAKE, act.DROP):
        return what, None, 0
    return what, pending, chain
