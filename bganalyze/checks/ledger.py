"""A chouette ledger held against the rules: seats, cube actions, results, payments, totals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..formats.chouette import MOST_PLAYERS, items, name_key
from ..formats.notation import shorten
from ..model.ledger import Ledger, LedgerGame, Statement
from ..model.record import MOST_REMARKS, Record
from ..rules.chouette import Game, Seats
from ..rules.declared import RuleOptions
from ..rules.variants import UNLIMITED, Rules, RulesError, parse_setting, preset


class Fault(NamedTuple):
    """One thing that is wrong in a ledger, and where: columns from 1, end behind the last character."""

    code: str
    line: int
    column: int
    end: int
    args: dict[str, object]
    game: int | None = None
    player: str | None = None
    severity: str | None = None


class ChouetteGame(NamedTuple):
    """One game as the rules have it."""

    number: int
    """As written, else counted."""
    box: str
    team: tuple[str, ...]
    """In its order at the start, the captain first."""
    cube: int
    """At the end."""
    winner: str | None
    """``box``, ``team``, ``draw``; ``None``: not known."""
    end: str
    """``single``, ``gammon``, ``backgammon``, a number of checkers, ``pass``, ``draw``; '' where it is not known."""
    payments: tuple[int, ...]
    """Computed, in stakes times the base stake: of the box, then of the team in its order."""
    declared: tuple[int | None, ...] | None
    """As the ledger has them, in the same order; ``None`` where it has none."""


@dataclass(slots=True)
class Standing:
    """What a player has done."""

    name: str
    points: int = 0
    """Sum of the computed payments; where a game has no result, of the written ones."""
    games: int = 0
    box: int = 0
    """Games in the box."""
    box_won: int = 0
    captain: int = 0
    """Games begun as captain."""


@dataclass(slots=True, repr=False)
class ChouetteResult:
    """The games of a ledger and where the players stand."""

    rules: Rules
    games: list[ChouetteGame] = field(default_factory=list)
    standings: list[Standing] = field(default_factory=list)
    """In the order in which the players came."""


def check_ledger(
    record: Record, ledger: Ledger, options: RuleOptions, said: dict[str, int]
) -> tuple[ChouetteResult, list[Fault]]:
    """The games of a ledger and what is wrong with it.

    Options beat the ledger's own rules, and those ``backgammon`` (our choice). ``said`` is filled with the faults by
    code, those included that were not kept. A fault is told once: what is written is followed from there on where it
    can be.
    """
    checker = _Checker(record, options, said)
    checker.opening(ledger)
    for game in ledger.games:
        checker.game(game)
    for line, statement in ledger.after:
        checker.between(line, statement)
    return checker.result, checker.faults


class _Checker:
    def __init__(self, record: Record, options: RuleOptions, said: dict[str, int]) -> None:
        self.record = record
        self.options = options
        self.said = said
        self.faults: list[Fault] = []
        self.result = ChouetteResult(Rules())
        self.names: dict[str, str] = {}
        """Key of a name -> the name as first written."""
        self.written: dict[str, str] = {}
        """A name as written anywhere -> the same."""
        self.present: tuple[str, ...] = ()
        """Who takes part: the box, the captain, the others of the team in their order."""
        self.standings: dict[str, Standing] = {}
        self.totals: dict[str, int] = {}
        self.unsure: set[str] = set()
        """Whose total is not known, since a game had neither a result nor payments."""
        self.seats_unknown = False
        """The game before had no result."""
        self.number: int | None = None
        self.told_no_team = False
        self.cube = 1
        self.play: Game | None = None
        self.bad_result = self.confirmed = False
        self.pays: tuple[int, Statement] | None = None
        self.total: tuple[int, Statement] | None = None
        self.handlers: dict[str, Callable[[int, Statement], None]] = {
            "box": self._box,
            "captain": self._captain,
            "team": self._team,
            "cube": self._cube,
            "box doubles": self._double,
            "team doubles": self._double,
            "takes": self._answers,
            "passes": self._answers,
            "all take": self._all_answer,
            "all pass": self._all_answer,
            "box takes": self._box_answers,
            "box passes": self._box_answers,
            "box wins": self._wins,
            "team wins": self._wins,
            "draw": self._wins,
            "pays": self._money,
            "total": self._money,
        }

    # ---- what is said ------------------------------------------------------------------------------------------

    def _say(
        self,
        code: str,
        line: int,
        args: dict[str, object],
        item: int | None = None,
        player: str | None = None,
        severity: str | None = None,
    ) -> None:
        """A fault of a line, or of the ``item`` of its list."""
        self.said[code] = said = self.said.get(code, 0) + 1
        if said > MOST_REMARKS:
            return
        source = self.record.source(line)
        column, end = len(source) - len(source.lstrip()), len(source.rstrip())
        if item is not None:
            _, column, end = items(source)[item]
        self.faults.append(Fault(code, line, column + 1, max(end, column) + 1, args, self.number, player, severity))

    def _problem(self, code: str, line: int, problem: str, item: int | None = None) -> None:
        self._say(code, line, {"problem": problem}, item)

    # ---- players -----------------------------------------------------------------------------------------------

    def _player(self, name: str) -> str | None:
        """The player of a name as written; ``None`` if there is none."""
        found = self.written.get(name)
        if found is None:
            found = self.names.get(name_key(name))
            if found is not None:
                self.written[name] = found
        return found

    def _of_present(self, line: int, said: Statement) -> list[tuple[int, str]]:
        """Index and player of each name of a list; who does not take part, or stands there twice, is told."""
        found: list[tuple[int, str]] = []
        seen = set()
        for at, name in enumerate(said.names):
            player = self._player(name)
            if player is None:
                self._problem("BG611", line, f"{shorten(name)!r} is no player of this ledger", at)
            elif player in seen:
                self._problem("BG611", line, f"{shorten(player)!r} is named twice", at)
            elif player not in self.present:
                self._problem("BG611", line, f"{shorten(player)!r} takes no part in this game", at)
            else:
                seen.add(player)
                found.append((at, player))
        return found

    def _arrive(self, line: int, said: Statement) -> None:
        for at, name in enumerate(said.names):
            player = self._player(name)
            if player is not None and player in self.present:
                twice = "is named twice" if said.kind == "players" else "takes part already"
                self._problem("BG611", line, f"{shorten(player)!r} {twice}", at)
                continue
            if len(self.present) >= MOST_PLAYERS:
                self._problem("BG610", line, f"more than {MOST_PLAYERS} players are not followed", at)
                continue
            if player is None:
                player = " ".join(name.split())
                self.names[name_key(name)] = self.written[name] = player
                self.totals[player] = 0
                self.standings[player] = Standing(player)
                self.result.standings.append(self.standings[player])
            self.present = (*self.present, player)

    def opening(self, ledger: Ledger) -> None:
        """Rules and players."""
        name = "backgammon"
        settings: dict[str, object] = {}
        stake: dict[str, object] = {}
        done: set[str] = set()
        for line, said in ledger.opening:
            if said.kind in done:
                self._problem("BG610", line, f"a second line {said.kind!r}")
                continue
            if said.kind != "set":
                done.add(said.kind)
            try:
                if said.kind == "rules":
                    name = preset(said.value).name
                elif said.kind == "set":
                    settings.update([parse_setting(said.value)])
                elif said.kind == "stake":
                    stake.update([parse_setting(f"stake={said.value}")])
                else:
                    self._arrive(line, said)
                    if len(self.present) == 2:
                        problem = "a chouette has three players or more"
                        self._say("BG612", line, {"problem": problem}, severity="warning")
            except RulesError as error:
                self._problem("BG610", line, str(error)[:300])
        if self.options.name is not None:
            name, settings = self.options.name, {}
        fields = {**settings, **stake, **dict(self.options.settings)}
        self.result.rules = replace(preset(name), **fields)  # type: ignore[arg-type]

    def between(self, line: int, said: Statement) -> None:
        """Players join or leave."""
        self.told_no_team = False
        if said.kind == "joins":
            self._arrive(line, said)
            return
        for _, player in self._of_present(line, said):
            # Where the box leaves, the captain is the first of those who stay and takes it over (our choice).
            self.present = tuple(one for one in self.present if one != player)

    # ---- a game ------------------------------------------------------------------------------------------------

    def game(self, game: LedgerGame) -> None:
        """One game from its heading to its totals."""
        for line, said in game.before:
            self.between(line, said)
        before, counted = self.number, (self.number or 0) + 1
        self.number = counted if game.number is None else game.number
        if before is not None and self.number != counted:
            self._problem("BG106", game.line, f"game {self.number} follows game {before}")
        self.play = self.pays = self.total = None
        self.cube = 1
        self.bad_result = self.confirmed = False
        if len(self.present) < 2:
            if not self.told_no_team:
                names = "nobody takes part" if not self.present else f"{shorten(self.present[0])!r} is alone"
                self._problem("BG612", game.line, f"{names}: there is no team, and the game is not followed")
                self.told_no_team = True
            for line, said in game.lines:
                if said.kind == "pays":
                    self._zero_sum(line, said)
            return
        for line, said in game.lines:
            self.handlers[said.kind](line, said)
        play = self.play or self._begin()
        if play.winner is None and not self.bad_result:
            problem = "the game has no result"
            if play.pending is not None:
                waiting = play.unanswered() or (play.seats.box,)
                problem += f": the double was not answered by {_listed(waiting)}"
            self._problem("BG616", game.line, problem)
        declared = None if self.pays is None else self._payments(play, *self.pays)
        self._count(play, declared)
        if self.total is not None:
            self._totals(*self.total)
        self.present = play.next_seats().everybody
        self.seats_unknown = play.winner is None

    def _begin(self) -> Game:
        self.play = Game(Seats.of(self.present), self.result.rules, self.cube)
        return self.play

    def _count(self, play: Game, declared: dict[str, int] | None) -> None:
        seats = play.seats
        everybody = seats.everybody
        known = play.payments if play.winner is not None else declared
        if known is None:
            self.unsure.update(everybody)
            known = {}
        moved = known if declared is None else declared
        for name in everybody:
            standing = self.standings[name]
            standing.games += 1
            standing.points += known.get(name, 0)
            self.totals[name] += moved.get(name, 0)
        self.standings[seats.box].box += 1
        self.standings[seats.box].box_won += play.winner == "box"
        self.standings[seats.team[0]].captain += 1
        assert self.number is not None
        self.result.games.append(
            ChouetteGame(
                self.number,
                seats.box,
                seats.team,
                play.cube,
                play.winner,
                play.end,
                tuple(play.payments.values()),
                None if declared is None else tuple(map(declared.get, everybody)),
            )
        )

    # ---- seats -------------------------------------------------------------------------------------------------

    def _seat(self, line: int, problem: str, item: int | None = None) -> None:
        """Behind a game without a result nobody knows the seats, and what is written counts."""
        if not self.seats_unknown:
            self._problem("BG613", line, problem, item)

    def _too_late(self, line: int, said: Statement) -> bool:
        if self.play is not None:
            self._problem("BG610", line, f"{said.kind!r} stands before the actions of a game")
        return self.play is not None

    def _box(self, line: int, said: Statement) -> None:
        if said.names[0] == self.present[0] or self._too_late(line, said):
            pass
        elif found := self._of_present(line, said):
            _, name = found[0]
            box, *team = self.present
            if name != box:
                self._seat(line, f"{shorten(name)} is in the box; the rotation puts {shorten(box)} there", 0)
                self.present = (name, *(one for one in team if one != name), box)

    def _captain(self, line: int, said: Statement) -> None:
        if said.names[0] == self.present[1] or self._too_late(line, said):
            pass
        elif found := self._of_present(line, said):
            _, name = found[0]
            box, captain, *others = self.present
            if name != captain:
                self._seat(line, f"{shorten(name)} is captain; the rotation makes it {shorten(captain)}", 0)
                if name != box:
                    self.present = (box, name, captain, *(one for one in others if one != name))

    def _team(self, line: int, said: Statement) -> None:
        if said.names == self.present[1:] or self._too_late(line, said):
            return
        named = self._of_present(line, said)
        team = tuple(name for _, name in named)
        if team == self.present[1:] or len(named) < len(said.names):
            return  # in order, or told already
        missing = [name for name in self.present if name not in team]
        self._seat(line, f"the team is {_listed(team)}; the rotation makes it {_listed(self.present[1:])}")
        if len(missing) == 1:
            self.present = (missing[0], *team)

    def _cube(self, line: int, said: Statement) -> None:
        if self._too_late(line, said):
            return
        text, rules = said.value, self.result.rules
        value = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
        if not value or value & (value - 1):
            self._problem("BG610", line, f"{shorten(text)!r} is no cube: 1, 2, 4, 8 ...")
            return
        most = UNLIMITED if rules.stake_doubles_on != "nothing" or rules.auto_doubles is None else rules.auto_doubles
        if value.bit_length() - 1 > most:
            problem = f"the cube starts at {value}; the rule set has {most or 'no'} automatic doubles"
            self._problem("BG614", line, problem)
        self.cube = value

    # ---- actions -----------------------------------------------------------------------------------------------

    def _answered(self, line: int) -> Game:
        """The game; a double that is not answered is told here and counts as taken (our choice)."""
        play = self.play or self._begin()
        if play.pending is not None:
            waiting = play.unanswered() or (play.seats.box,)
            self._problem("BG615", line, f"the double of the {play.pending} was not answered by {_listed(waiting)}")
            if play.pending == "team":
                play.answer_of_box(True)
            else:
                for name in waiting:
                    play.answer(name, True)
        return play

    def _double(self, line: int, said: Statement) -> None:
        play = self._answered(line)
        side = said.kind.partition(" ")[0]
        if said.names:
            agree = set()
            for at, name in self._of_present(line, said):
                agree.add(name)
                if name not in play.playing:
                    out = "left this game" if name in play.seats.team else "is in the box"
                    self._problem("BG614", line, f"a double of {shorten(name)}, who {out}", at)
            against = [name for name in play.playing if name not in agree]
            if against:
                problem = f"a double of the team has to be unanimous; it is without {_listed(against)}"
                self._problem("BG614", line, problem)
        try:
            play.double(side)
        except ValueError as error:
            self._problem("BG614", line, str(error))

    def _answers(self, line: int, said: Statement) -> None:
        play = self.play or self._begin()
        if play.pending != "box":
            self._problem("BG615", line, "an answer of the team although the box has not doubled")
            return
        for at, name in self._of_present(line, said):
            try:
                play.answer(name, said.kind == "takes")
            except ValueError as error:
                self._problem("BG615", line, f"{shorten(said.names[at])} {said.kind}: {shorten(str(error), 120)}", at)

    def _all_answer(self, line: int, said: Statement) -> None:
        play = self.play or self._begin()
        if play.pending != "box":
            self._problem("BG615", line, "an answer of the team although the box has not doubled")
        elif play.answers:
            self._problem("BG615", line, f"{said.kind!r} although some of the team have answered")
        for name in play.unanswered():
            play.answer(name, said.kind == "all take")

    def _box_answers(self, line: int, said: Statement) -> None:
        play = self.play or self._begin()
        try:
            play.answer_of_box(said.kind == "box takes")
        except ValueError as error:
            self._problem("BG615", line, str(error))

    # ---- results -----------------------------------------------------------------------------------------------

    def _wins(self, line: int, said: Statement) -> None:
        play = self.play or self._begin()
        winner = said.kind.partition(" ")[0]
        end = said.value
        if end == "pass" and play.pending == winner:
            # Everybody whose answer is not written has passed.
            for name in play.unanswered():
                play.answer(name, False)
            if play.pending == "team":
                play.answer_of_box(False)
        if play.winner is not None and not self.confirmed:
            self.confirmed = True
            if (play.winner, play.end) != (winner, end or "pass"):
                self._problem("BG616", line, f"the game was over: the {play.winner} has won by a pass")
            return
        if end == "pass":
            self.bad_result = self.bad_result or play.winner is None
            self._problem(
                "BG616", line, "nobody has passed the last double" if play.winner is None else "a second result"
            )
            return
        if play.winner is None:
            self._answered(line)
        else:
            self._problem("BG616", line, "a second result")
            return
        try:
            play.finish(winner, end or "single")
            self.confirmed = True
        except ValueError as error:
            self.bad_result = True
            self._problem("BG616", line, f"{shorten(end)!r} is no end of a game: {error}" if end else str(error))

    def _money(self, line: int, said: Statement) -> None:
        if said.kind == "pays":
            first, self.pays = self.pays, self.pays or (line, said)
        else:
            first, self.total = self.total, self.total or (line, said)
        if first is not None:
            self._problem("BG610", line, f"a second line {said.kind!r} in this game")

    def _zero_sum(self, line: int, said: Statement) -> None:
        total = sum(said.amounts)
        if total:
            self._say("BG617", line, {"sum": f"{total:+d}"})

    def _payments(self, play: Game, line: int, said: Statement) -> dict[str, int]:
        """The payments as written, by player; what is wrong with them is told."""
        computed = play.payments
        declared = dict(zip(said.names, said.amounts, strict=True))
        if declared == computed and len(declared) == len(said.names) and play.winner is not None:
            return declared
        self._zero_sum(line, said)
        named = self._of_present(line, said)
        declared = {name: said.amounts[at] for at, name in named}
        if play.winner is None:
            return declared
        for at, name in named:
            if declared[name] != computed[name]:
                self._differs("BG618", line, name, declared[name], computed[name], at)
        for name, amount in computed.items():
            if amount and name not in declared:
                self._differs("BG618", line, name, None, amount)
        return declared

    def _differs(
        self, code: str, line: int, name: str, declared: int | None, computed: int, item: int | None = None
    ) -> None:
        written = "nothing" if declared is None else _signed(declared)
        self._say(code, line, {"declared": written, "computed": _signed(computed)}, item, name)

    def _totals(self, line: int, said: Statement) -> None:
        seen = set()
        for at, (name, amount) in enumerate(zip(said.names, said.amounts, strict=True)):
            player = self._player(name)
            if player is None or player in seen:
                what = "is no player of this ledger" if player is None else "is named twice"
                self._problem("BG611", line, f"{shorten(name)!r} {what}", at)
                continue
            seen.add(player)
            if self.totals[player] != amount:
                if player not in self.unsure:
                    self._differs("BG619", line, player, amount, self.totals[player], at)
                self.totals[player] = amount
        self.unsure -= seen


def _signed(amount: int) -> str:
    return f"{amount:+d}" if amount else "0"


def _listed(names: Iterable[str]) -> str:
    return shorten(", ".join(names), 120)
