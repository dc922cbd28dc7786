"""Chouette ledgers: seats, payments and faults, by hand and against a simulation that knows none of our code."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bganalyze.checks.ledger import ChouetteResult
from bganalyze.findings.codes import message
from bganalyze.pipeline import Checked, check_bytes
from bganalyze.rules.chouette import Game, Seats, end_points, rotate
from bganalyze.rules.declared import RuleOptions
from bganalyze.rules.variants import PRESETS, Rules

FOUR = "chouette\nplayers: Ann, Bob, Carol, Dave\n"


def check(text: str, *rules: str) -> Checked:
    """The check of a text, under ``--set`` rules."""
    return check_bytes(text.encode(), "l.txt", RuleOptions.parse(None, rules))


def ledger(text: str, *rules: str) -> ChouetteResult:
    """The result of a text without a fault."""
    checked = check(text, *rules)
    assert [message(f) for f in checked.findings] == []
    assert checked.ledger is not None
    return checked.ledger


def found(text: str, *rules: str) -> list[tuple[str, int | None, int | None]]:
    """Code, line and column of what is wrong."""
    return [(f.code, f.line, f.column) for f in check(text, *rules).findings]


# ---- by hand ----------------------------------------------------------------------------------------------------


def test_the_worked_example_of_the_rules() -> None:
    """Box and three, cube 1, box doubles, one passes, two take and lose a single game: +5, -1, -2, -2."""
    result = ledger(FOUR + "game 1\nbox doubles\npasses: Bob\ntakes: Carol, Dave\nbox wins\n")
    (game,) = result.games
    assert (game.box, game.team, game.payments) == ("Ann", ("Bob", "Carol", "Dave"), (5, -1, -2, -2))
    assert (game.cube, game.winner, game.end) == (2, "box", "single")


@pytest.mark.parametrize(
    ("actions", "rules", "payments"),
    [
        ("box wins", (), (3, -1, -1, -1)),
        ("team wins: gammon", (), (-6, 2, 2, 2)),
        ("team wins: backgammon", (), (-9, 3, 3, 3)),
        ("team wins: backgammon", ("backgammon=2",), (-6, 2, 2, 2)),
        ("team wins: gammon", ("jacoby=on",), (-3, 1, 1, 1)),
        ("box doubles\nall take\nbox wins: gammon", ("jacoby=on",), (12, -4, -4, -4)),
        ("team doubles\nbox takes\nbox wins: gammon", ("jacoby=on",), (12, -4, -4, -4)),
        ("box doubles\nall pass", (), (3, -1, -1, -1)),
        ("box doubles\nbox wins: pass", (), (3, -1, -1, -1)),
        ("team doubles\nbox passes", (), (-3, 1, 1, 1)),
        ("team doubles\nteam wins: pass", (), (-3, 1, 1, 1)),
        ("team doubles\nbox passes", ("stake=7",), (-21, 7, 7, 7)),
        # Bob passes at 1; Carol and Dave redouble to 4, the box to 8: Carol passes 4; Dave wins 8 x 2.
        (
            "box doubles\npasses: Bob\ntakes: Carol, Dave\nteam doubles: Dave, Carol\nbox takes\nbox doubles\n"
            "passes: Carol\ntakes: Dave\nteam wins: gammon",
            (),
            (1 + 4 - 16, -1, -4, 16),
        ),
        # The box passes at 2 to those who still play.
        ("box doubles\npasses: Bob\ntakes: Carol, Dave\nteam doubles\nbox passes", (), (1 - 4, -1, 2, 2)),
        ("cube: 4\nteam wins", ("auto-doubles=2",), (-12, 4, 4, 4)),
        ("box wins: 7", ("payoff=checkers-left",), (21, -7, -7, -7)),
        ("draw", ("draw=last-roll",), (0, 0, 0, 0)),
    ],
)
def test_payments(actions: str, rules: tuple[str, ...], payments: tuple[int, ...]) -> None:
    """Worked by hand."""
    assert ledger(f"{FOUR}game 1\n{actions}\n", *rules).games[0].payments == payments


@pytest.mark.parametrize(
    ("actions", "box", "team"),
    [
        ("team wins", "Bob", ("Carol", "Dave", "Ann")),
        ("box wins", "Ann", ("Carol", "Dave", "Bob")),
        ("box doubles\nall pass", "Ann", ("Carol", "Dave", "Bob")),
        # Bob has handed over to Carol: it is she who moves.
        ("box doubles\npasses: Bob\ntakes: Carol, Dave\nteam wins", "Carol", ("Bob", "Dave", "Ann")),
        ("box doubles\npasses: Bob, Carol\ntakes: Dave\nbox wins", "Ann", ("Bob", "Carol", "Dave")),
        ("box wins\nleaves: Ann", "Carol", ("Dave", "Bob")),
        ("box wins\nleaves: Carol", "Ann", ("Dave", "Bob")),
        ("team wins\njoins: Eve\nleaves: Dave", "Bob", ("Carol", "Ann", "Eve")),
        ("box wins\nleaves: Dave\njoins: dave", "Ann", ("Carol", "Bob", "Dave")),
    ],
)
def test_rotation(actions: str, box: str, team: tuple[str, ...]) -> None:
    """Who sits where in the second game."""
    game = ledger(f"{FOUR}game 1\n{actions}\ngame 2\nbox wins\n").games[1]
    assert (game.box, game.team) == (box, team)


def test_standings() -> None:
    """Points, games in the box and as captain; who left keeps the points."""
    result = ledger(FOUR + "game\nbox wins\ngame\nteam wins\nleaves: Ann\ngame\nbox wins: gammon\n")
    rows = [(s.name, s.points, s.games, s.box, s.box_won, s.captain) for s in result.standings]
    assert rows == [
        ("Ann", 3 - 3, 2, 2, 1, 0),
        ("Bob", -1 + 1 - 2, 3, 0, 0, 1),
        ("Carol", -1 + 1 + 4, 3, 1, 1, 1),
        ("Dave", -1 + 1 - 2, 3, 0, 0, 1),
    ]


def test_a_draw_changes_no_seat() -> None:
    """As before the drawn game."""
    second = ledger(FOUR + "set: draw=last-roll\ngame\ndraw\ngame\nbox wins\n").games[1]
    assert (second.box, second.team) == ("Ann", ("Bob", "Carol", "Dave"))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("game 1\nbox wins\npays: Ann +3, Bob -1, Carol -1, Dave 0", [("BG617", 5, 1), ("BG618", 5, 33)]),
        ("game 1\nbox wins\npays: Ann +2, Bob 0, Carol -1, Dave -1", [("BG618", 5, 7), ("BG618", 5, 15)]),
        ("game 1\nbox wins\npays: Ann +3, Bob -1, Carol -1", [("BG617", 5, 1), ("BG618", 5, 1)]),
        ("game 1\nbox wins\npays: Ann 3, Bob -1, Carol -1, Dave -1, Bob 0", [("BG611", 5, 41)]),
        ("game 1\nbox wins\npays: Ann 3, Bob -1, Carol -1, Dave -1\npays: Ann 3", [("BG610", 6, 1)]),
        ("game 1\nbox wins\ntotal: Ann 3, Bob -1, Carol -1, Dave -2", [("BG619", 5, 33)]),
        ("game 1\nbox wins\ngame 2\n box: Bob\nbox wins", [("BG613", 6, 7)]),
        ("game 1\nbox wins\ngame 2\ncaptain: Dave\nbox wins", [("BG613", 6, 10)]),
        ("game 1\nbox wins\ngame 2\nteam: Carol, Bob, Dave\nbox wins", [("BG613", 6, 1)]),
        ("game 1\nteam: Bob, Carol, Eve\nbox wins", [("BG611", 4, 19)]),
        ("game 1\nteam: Bob, Carol\nbox wins", [("BG613", 4, 1)]),
        ("game 1\nbox wins\nbox: Ann", []),
        ("game 1\nbox wins\nbox: Bob", [("BG610", 5, 1)]),
        ("game 1\nbox doubles\nall take\nbox doubles\nbox wins", [("BG614", 6, 1)]),
        ("game 1\nteam doubles\nbox takes\nteam doubles\nbox wins", [("BG614", 6, 1)]),
        ("game 1\nteam doubles: Bob, Dave\nbox takes\nbox wins", [("BG614", 4, 1)]),
        ("game 1\nteam doubles: Bob, Dave, Carol, Ann\nbox takes\nbox wins", [("BG614", 4, 33)]),
        ("game 1\nbox doubles\npasses: Bob\ntakes: Carol, Dave\nteam doubles: Bob, Carol, Dave\nbox takes\nbox wins",
         [("BG614", 7, 15)]),
        ("game 1\nbox doubles\nall pass\nteam doubles", [("BG614", 6, 1)]),
        ("game 1\nbox doubles\ntakes: Ann, Bob, Carol, Dave\nbox wins", [("BG615", 5, 8)]),
        ("game 1\nbox doubles\ntakes: Bob, Carol, Dave\npasses: Bob\nbox wins", [("BG615", 6, 1)]),
        ("game 1\nbox doubles\ntakes: Bob, Carol\nbox wins", [("BG615", 6, 1)]),
        ("game 1\ntakes: Bob\nbox takes\nall pass\nbox wins", [("BG615", 4, 1), ("BG615", 5, 1), ("BG615", 6, 1)]),
        ("game 1\nbox doubles\ntakes: Bob\nall take\nbox wins", [("BG615", 6, 1)]),
        ("game 1\nbox doubles", [("BG616", 3, 1)]),
        ("game 1\ngame 2\nbox: Dave\nbox wins", [("BG616", 3, 1)]),
        ("game 1\nbox wins\nteam wins", [("BG616", 5, 1)]),
        ("game 1\nbox wins: pass", [("BG616", 4, 1)]),
        ("game 1\nbox doubles\nall take\nbox wins: pass", [("BG616", 6, 1)]),
        ("game 1\nbox doubles\nall pass\nbox wins\nbox wins", [("BG616", 7, 1)]),
        ("game 1\nbox doubles\nall pass\nbox wins: single", [("BG616", 6, 1)]),
        ("game 1\nbox wins: big", [("BG616", 4, 1)]),
        ("game 1\nbox wins: 7", [("BG616", 4, 1)]),
        ("game 1\ndraw", [("BG616", 4, 1)]),
        ("game 1\ncube: 2\nbox wins", [("BG614", 4, 1)]),
        ("game 1\ncube: 3\nbox wins", [("BG610", 4, 1)]),
        ("game 1\nbox wins\ngame 3\nbox wins", [("BG106", 5, 1)]),
        ("game x\nbox wins", [("BG610", 3, 6)]),
        ("leaves: Eve\njoins: Bob, Eve\ngame 1\nbox wins", [("BG611", 3, 9), ("BG611", 4, 8)]),
        ("leaves: Ann, Bob, Dave\ngame 1\nbox wins\ngame 2\njoins: Ann\ngame 3\nbox wins", [("BG612", 4, 1)]),
        ("players: Eve, Fay, Gus\nrules: whist\nset: gammon=9\nstake: 0\ngame 1\nbox wins",
         [("BG610", 3, 1), ("BG610", 4, 1), ("BG610", 5, 1), ("BG610", 6, 1)]),
        ("pays: Ann 1\ngame 1\nbox wins\nstake: 2", [("BG610", 3, 1), ("BG610", 6, 1)]),
    ],
)  # fmt: skip
def test_faults(lines: str, expected: list[tuple[str, int, int]]) -> None:
    """Code, line and column of each, and no more."""
    assert found(f"{FOUR}{lines}\n") == expected


def test_opening_players() -> None:
    """Twice the same, only two, nobody."""
    assert found("chouette\nplayers: Ann, Bob, Carol, ANN\ngame\nbox wins\n") == [("BG611", 2, 27)]
    two = check("chouette\nplayers: Ann, Bob\ngame\nbox wins\n").findings
    assert [(f.code, f.severity) for f in two] == [("BG612", "warning")]
    assert found("chouette\ngame\nbox wins\n") == [("BG612", 2, 1)]


def test_no_cube_and_the_limit() -> None:
    """The rule set says whether there is a cube, and how high it goes."""
    doubled = FOUR + "game\nbox doubles\nall take\nteam doubles\nbox takes\nbox wins\n"
    assert [f[:2] for f in found(doubled, "cube=off")] == [(c, n) for n, c in enumerate(("BG614", "BG615") * 2, 4)]
    assert [f[:2] for f in found(doubled, "cube-limit=2")] == [("BG614", 6), ("BG615", 7)]


def test_options_beat_the_ledger() -> None:
    """Single rules, then the rule set of the options, then the ledger's own; its stake stays."""
    text = "chouette\nrules: money\nset: gammon=3\nstake: 2\nplayers: A, B, C\ngame\nteam wins: gammon\n"
    for name, rules, points in ((None, (), 2), (None, ("jacoby=off",), 6), ("backgammon", (), 4), ("money", (), 2)):
        checked = check_bytes(text.encode(), "-", RuleOptions.parse(name, rules))
        assert checked.ledger is not None and checked.ledger.games[0].payments == (-2 * points, points, points)


def test_the_cube_is_not_followed_for_ever() -> None:
    """Any number of redoubles is read; above 2 to the 30 they are faults."""
    turn = "box doubles\nall take\nteam doubles\nbox takes\n"
    checked = check(FOUR + "game 1\n" + turn * 40 + "box wins\n")
    assert checked.ledger is not None and checked.ledger.games[0].cube == 1 << 30
    assert sum(f.code == "BG614" for f in checked.findings) == 50


def test_pure_functions_raise() -> None:
    """Values raise."""
    with pytest.raises(ValueError, match="two players"):
        Seats.of(("A",))
    seats = Seats.of(("A", "B", "C"))
    assert rotate(seats, False, "C") == Seats("C", ("B", "A"))
    with pytest.raises(ValueError, match="not in the team"):
        rotate(seats, True, "A")
    with pytest.raises(ValueError, match="1 to 15"):
        end_points(PRESETS["acey-deucey"], 1, "16", False)
    game = Game(seats, Rules())
    with pytest.raises(ValueError, match="has not doubled"):
        game.answer("B", True)
    game.double("box")
    with pytest.raises(ValueError, match="not answered"):
        game.double("team")


# ---- against a simulation ---------------------------------------------------------------------------------------


class Table:
    """A chouette played by dice of its own. Every member of the team has an own stake with the box."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.queue = [f"P {n}" for n in range(dice.randint(3, 8))]
        self.have = dict.fromkeys(self.queue, 0)
        self.lines = ["chouette", "players: " + ", ".join(self.queue)]
        self.expected: list[dict[str, int]] = []
        self.pays_at: list[int] = []
        self.totals_at: list[int] = []
        self.teams_at: list[int] = []
        self.boxes_at: list[int] = []

    def say(self, text: str) -> None:
        self.lines.append(" " * self.dice.randint(0, 3) + text)

    def maybe(self) -> bool:
        return self.dice.random() < 0.5

    def money(self, word: str, amounts: dict[str, int]) -> None:
        names = list(amounts)
        self.dice.shuffle(names)
        self.say(f"{word}: " + ", ".join(f"{n} {amounts[n]:+d}" for n in names))

    def change(self) -> None:
        if self.maybe() and len(self.queue) > 2:
            self.queue.remove(gone := self.dice.choice(self.queue))
            self.say(f"leaves: {gone}")
        if self.maybe() and len(self.queue) < 8:
            away = [n for n in self.have if n not in self.queue]
            new = self.dice.choice([*away, f"New {len(self.have)}"])
            self.say(f"joins: {new}")
            self.queue.append(new)
            self.have.setdefault(new, 0)

    def game(self) -> None:
        box, team = self.queue[0], self.queue[1:]
        self.say("game")
        self.boxes_at.append(len(self.lines))
        self.say(f"box: {box}")
        if self.maybe():
            self.say(f"captain: {team[0]}")
        self.teams_at.append(len(self.lines))
        self.say("team: " + ", ".join(team))
        stake = dict.fromkeys(team, 1)
        won = dict.fromkeys(team, 0)  # by each of the team from the box
        may = {"box", "team"}
        left = list(team)
        winner = ""
        while not winner and self.dice.random() < 0.6:
            if "box" in may and self.maybe():
                self.say("box doubles")
                takers = [n for n in left if self.dice.random() < 0.7]
                passers = [n for n in left if n not in takers]
                for word, names in (("takes", takers), ("passes", passers)):
                    for n in names:
                        self.say(f"{word}: {n}")
                for n in passers:
                    won[n] = -stake[n]
                for n in takers:
                    stake[n] *= 2
                if not takers:
                    winner = "box"
                    break
                left, may = takers, {"team"}
            elif "team" in may:
                self.say("team doubles" + (": " + ", ".join(reversed(left)) if self.maybe() else ""))
                if self.maybe():
                    self.say("box passes")
                    winner = "team"
                    for n in left:
                        won[n] = stake[n]
                    break
                self.say("box takes")
                may = {"box"}
                for n in left:
                    stake[n] *= 2
        if not winner:
            winner = self.dice.choice(["box", "team"])
            end, times = self.dice.choice([("", 1), (": single", 1), (": gammon", 2), (": Backgammon", 3)])
            self.say(f"{winner} wins{end}")
            for n in left:
                won[n] = stake[n] * times * (1 if winner == "team" else -1)
        paid = {box: -sum(won.values()), **won}
        self.expected.append(paid)
        for n, amount in paid.items():
            self.have[n] += amount
        self.pays_at.append(len(self.lines))
        self.money("pays", paid)
        self.totals_at.append(len(self.lines))
        self.money("total", {n: self.have[n] for n in paid})
        leader = left[0]
        self.queue.remove(leader)
        if winner == "box":
            self.queue.append(leader)
        else:
            self.queue.remove(box)
            self.queue = [leader, *self.queue, box]
        self.change()

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def played(dice: random.Random) -> Table:
    """A chouette of some games."""
    table = Table(dice)
    for _ in range(dice.randint(1, 8)):
        table.game()
    return table


@settings(deadline=None, derandomize=True, database=None, max_examples=300)
@given(st.randoms(use_true_random=False))
def test_random_chouettes(dice: random.Random) -> None:
    """Clean, zero-sum, and the payments and sums of the simulation."""
    table = played(dice)
    result = ledger(table.text())
    games = [dict(zip((g.box, *g.team), g.payments, strict=True)) for g in result.games]
    assert games == table.expected
    assert all(sum(game.values()) == 0 for game in games)
    assert {s.name: s.points for s in result.standings} == table.have


@settings(deadline=None, derandomize=True, database=None, max_examples=200)
@given(st.randoms(use_true_random=False))
def test_one_damaged_number(dice: random.Random) -> None:
    """A wrong payment or total is told in its line."""
    table = played(dice)
    at, code = dice.choice([(at, "BG618") for at in table.pays_at] + [(at, "BG619") for at in table.totals_at])
    parts = table.lines[at].split(", ")
    which = dice.randrange(len(parts))
    name, _, amount = parts[which].rpartition(" ")
    parts[which] = f"{name} {int(amount) + dice.choice([-9, -1, 1, 2, 64])}"
    table.lines[at] = ", ".join(parts)
    told = [(f.code, f.line) for f in check(table.text()).findings]
    assert (code, at + 1) in told
    assert {c for c, n in told if n == at + 1} <= {code, "BG617"}


@settings(deadline=None, derandomize=True, database=None, max_examples=200)
@given(st.randoms(use_true_random=False))
def test_one_damaged_seat(dice: random.Random) -> None:
    """A wrong box, or two of the team in each other's place."""
    table = played(dice)
    game = dice.randrange(len(table.boxes_at))
    team = table.lines[table.teams_at[game]].partition(": ")[2].split(", ")
    if len(team) > 1 and dice.random() < 0.5:
        at = table.teams_at[game]
        one, two = dice.sample(range(len(team)), 2)
        team[one], team[two] = team[two], team[one]
        table.lines[at] = "team: " + ", ".join(team)
    else:
        at = table.boxes_at[game]
        table.lines[at] = f"box: {dice.choice(team)}"
    assert ("BG613", at + 1) in [(f.code, f.line) for f in check(table.text()).findings]


def test_a_hundred_thousand_games() -> None:
    """In seconds, and not one of them told."""
    text = FOUR + "game\nbox doubles\nall take\nbox wins\n" * 100_000
    start = time.perf_counter()
    checked = check(text)
    assert checked.ledger_games == 100_000 and not checked.findings
    assert time.perf_counter() - start < 15
    (told,) = check(text + "game\nbox wins\n").findings
    assert (told.code, told.line) == ("BG005", 400_003)
