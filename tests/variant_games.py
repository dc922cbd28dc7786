"""Random games of any rule set, played by the naive rules: for records that must check clean, and for damaged ones."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parent / "rules"))

from naive_variants import naive_plays
from variant_record import Game, Roll

from bganalyze.model.position import Position, unpack
from bganalyze.rules.variant_plays import Before
from bganalyze.rules.variants import Rules

Hops = tuple[tuple[int, int], ...]

SPECIAL = {
    "head_limit": ("BG320", {"head_limit": None, "head_exception": "none"}),
    "block_rule": ("BG321", {"block_rule": "none", "transient_block": "allowed"}),
    "hit_and_cover": ("BG322", {"hit_and_cover": "free"}),
    "hitting": ("BG323", {"hitting": "yes"}),
    "enter_all_first": ("BG324", {"enter_all_first": False, "bar_first": False}),
}
"""Field of a special rule -> what breaking it is called, and the rules without it."""


@dataclass
class Played:
    """A game as it was played, and what happened in it."""

    rolls: list[Roll | tuple[int, str]] = field(default_factory=list)
    winner: int | None = None
    points: int = 0
    events: set[str] = field(default_factory=set)
    damaged: tuple[int, str] | None = None
    """Index of the roll that was damaged, and the code of what was done."""
    left: int = 0
    """Checkers that the loser had in play."""

    def game(self) -> Game:
        """For ``variant_record``."""
        return Game(self.rolls, self.winner, self.points)


def relaxed(rules: Rules, name: str) -> Rules:
    """The rules without one of their special ones."""
    return replace(rules, **SPECIAL[name][1])  # type: ignore[arg-type]


def specials(rules: Rules) -> list[str]:
    """The special rules of a rule set that can be broken by a play."""
    plain = Rules()
    names = [name for name in SPECIAL if getattr(rules, name) != getattr(plain, name)]
    return [name for name in names if name != "hitting" or rules.hitting == "after-home"]


def play(
    rules: Rules,
    random: Random,
    starter: int,
    first_game: bool = True,
    damage: str | None = None,
    cubes: bool = False,
    longest: int = 1500,
    builds: bool = False,
) -> Played | None:
    """A game from its start to its end, ``None`` if it does not end in so many rolls.

    ``damage``: the field of a special rule; the first play that only this rule forbids is made once. For ``roll`` a
    named double is forgotten. ``builds``: who
    starts makes points in a row wherever that goes.
    """
    out = Played()
    start = rules.start_position()
    sides, first, home = [start.on_roll, start.opponent], [True, True], [False, False]
    cube, owner, taken = 1, None, False
    seat = starter
    rolls = 0
    last_roll: int | None = None
    while rolls < longest:
        if cubes and rolls > 1 and owner in (None, seat) and cube < 8 and random.random() < 0.04:
            out.rolls.append((seat, f"Doubles => {2 * cube}"))
            out.events.add("double")
            if random.random() < 0.2:
                out.rolls.append((1 - seat, "Drops"))
                out.winner, out.points = seat, cube
                out.events.add("drop")
                return out
            out.rolls.append((1 - seat, "Takes"))
            cube, owner, taken = 2 * cube, 1 - seat, True
        stage = "new"
        while stage:
            dice = (random.randint(1, 6), random.randint(1, 6))
            while rolls == 0 and rules.rolled_off(first_game) and dice[0] == dice[1]:
                dice = (random.randint(1, 6), random.randint(1, 6))
            if stage == "named":
                dice = (dice[0], dice[0])
            position = Position(sides[seat], sides[1 - seat])
            before = Before(first[seat], home[seat])
            plays = naive_plays(rules, position, dice, before)
            after, hops = _choice(random, plays, builds and seat == starter) if plays else (position, ())
            _note(rules, out, position, dice, before, plays, hops)
            if damage in SPECIAL and out.damaged is None:
                forbidden = naive_plays(relaxed(rules, damage), position, dice, before)
                wrong = [(p, h) for p, h in forbidden.items() if p not in plays and len(h) >= len(hops) and h]
                if wrong and rolls > 2:
                    after, hops = random.choice(wrong)
                    out.damaged = (len(out.rolls), SPECIAL[damage][0])
            out.rolls.append(Roll(seat, position, dice, hops))
            rolls += 1
            sides[seat], sides[1 - seat] = after.on_roll, after.opponent
            home[seat] |= any(end <= 6 for _, end in hops)
            over = not any(unpack(sides[seat])[1:])
            if over and rules.draw == "last-roll":
                if last_roll == seat:
                    out.events.add("draw")
                    return out  # nobody wins
                if seat == starter:
                    last_roll = 1 - seat
                    over = False
            if last_roll == seat:
                seat, over = 1 - seat, True
            if over:
                out.winner = seat
                out.points = _worth(rules, sides[1 - seat], cube, taken, out)
                return out
            if stage == "named":
                stage = "new" if len(hops) == 4 else ""
                out.events.add("extra roll" if stage else "named double cut")
            elif rules.roll == "acey-deucey" and sorted(dice) == [1, 2] and len(hops) == 2:
                stage = "named"
                out.events.add("acey-deucey")
                if damage == "roll" and out.damaged is None:
                    stage = ""  # the double that goes with it is forgotten
                    out.damaged = (len(out.rolls), "BG325")
            else:
                stage = ""
            if last_roll is not None and last_roll != seat:
                stage = ""
        first[seat] = False
        seat = 1 - seat
    return None


def _choice(random: Random, plays: dict[Position, Hops], builds: bool) -> tuple[Position, Hops]:
    if not builds:
        return random.choice(list(plays.items()))
    return max(plays.items(), key=lambda item: (_row(item[0].on_roll), random.random()))


def _row(side: int) -> tuple[int, int]:
    """The longest row of points, and how many points there are."""
    counts = unpack(side)[1:25]
    best = longest = 0
    for number in counts:
        longest = longest + 1 if number else 0
        best = max(best, longest)
    return best, sum(map(bool, counts))


def _note(
    rules: Rules, out: Played, position: Position, dice: tuple[int, int], before: Before, plays: object, hops: Hops
) -> None:
    """Which special rule shows in a roll."""
    if sum(start == 24 for start, _ in hops) > 1 and rules.head_limit is not None:
        out.events.add("head_exception")
    for name in specials(rules):
        if name in out.events:
            continue
        if {*naive_plays(relaxed(rules, name), position, dice, before)} != {*plays}:  # type: ignore[misc]
            out.events.add(name)
    outside = any(unpack(position.on_roll)[7:])
    if outside and hops and hops[-1][1] == 0:
        out.events.add("bear-off after entry")


def _worth(rules: Rules, loser: int, cube: int, taken: bool, out: Played) -> int:
    counts = unpack(loser)
    out.left = sum(counts[1:])
    if rules.payoff == "checkers-left":
        return out.left
    kind = "single" if counts[0] else "gammon"
    if kind == "gammon" and rules.direction == "opposed" and any(counts[19:]):
        kind = "backgammon"
    out.events.add(kind)
    if rules.jacoby and not taken:
        return cube
    return cube * {"single": 1, "gammon": rules.gammon, "backgammon": rules.backgammon}[kind]


def resigned(rules: Rules, game: Played, random: Random) -> Played:
    """The game given up somewhere in its middle, for what the position is worth; no cube was turned in it."""
    rolls = [item for item in game.rolls if isinstance(item, Roll)]
    assert len(rolls) == len(game.rolls)
    at = random.randrange(len(rolls) // 3, len(rolls) - 1)
    # Who would roll next gives up.
    loser = rolls[at]
    counts = unpack(loser.position.on_roll)
    kind = "single" if counts[0] else "backgammon" if any(counts[19:]) else "gammon"
    points = {"single": 1, "gammon": rules.gammon, "backgammon": rules.backgammon}[kind]
    return Played(list(rolls[:at]), 1 - loser.seat, points, game.events | {f"resigned {kind}"})


def session(
    rules: Rules,
    random: Random,
    games: int,
    damage: str | None = None,
    cubes: bool = False,
    wanted: Callable[[Played, int], bool] | None = None,
) -> tuple[list[Played], list[tuple[int, int]]]:
    """Games with the right starters and the scores before each. ``damage`` is done in one of them."""
    played: list[Played] = []
    scores = [(0, 0)]
    starter = random.randrange(2)
    while len(played) < games:
        first_game = not played
        if rules.starter == "roll-off":
            starter = random.randrange(2)
        harm = damage if damage is not None and all(p.damaged is None for p in played) else None
        builds = rules.block_rule != "none" and harm in (None, "block_rule")
        one = play(rules, random, starter, first_game, harm, cubes, builds=builds)
        if one is None or (wanted is not None and not wanted(one, len(played))):
            continue
        played.append(one)
        if one.winner is not None:
            total = list(scores[-1])
            if rules.score_form == "loser-minus":
                total[1 - one.winner] -= one.points
            else:
                total[one.winner] += one.points
            scores.append((total[0], total[1]))
            starter = {"winner": one.winner, "loser": 1 - one.winner}.get(rules.starter, starter)
        else:
            scores.append(scores[-1])
        if rules.starter == "alternate" and one.winner is not None:
            starter = 1 - starter
    return played, scores[:-1]
