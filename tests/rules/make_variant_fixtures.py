"""Writes fixtures/variants: for every preset a session in which each of its special rules shows, and a damaged twin.

    python tests/rules/make_variant_fixtures.py [NAME...]

The games are random play by the naive rules of ``naive_variants``, written by ``variant_record``; nothing here asks the
package what is legal or what a game is worth. ``expected.tsv`` says what is wrong in the damaged twins.
"""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from variant_games import Played, resigned, session, specials  # noqa: E402
from variant_record import Roll, cell, record  # noqa: E402

from bganalyze.rules.variants import PRESETS, Rules  # noqa: E402

FOLDER = HERE.parents[1] / "fixtures" / "variants"
NAMES = ("Alice", "Bob")


def required(rules: Rules) -> set[str]:
    """What has to happen in the clean session."""
    wanted = set()
    if rules.payoff == "multiplier" and rules.checkers() > 3:
        wanted |= {"single", "gammon"}
    wanted |= {*specials(rules)}
    if rules.cube and rules.money:
        wanted |= {"double", "drop"}
    if rules.head_exception != "none":
        wanted.add("head_exception")
    if rules.roll == "acey-deucey":
        wanted |= {"acey-deucey", "extra roll", "named double cut"}
    if rules.resign == "by-position":
        wanted |= {"resigned"}
    if rules.draw != "off":
        wanted = wanted - {"drop"} | {"draw"}
    return wanted


def text_of(rules: Rules, games: list[Played], scores: list[tuple[int, int]], tags: list[tuple[str, str]]) -> str:
    length = 0 if rules.money else 99
    return record(rules, [game.game() for game in games], tags, length, NAMES, scores)


def clean(rules: Rules, tags: list[tuple[str, str]]) -> str:
    """Three games, or four where one is given up for what the position is worth."""
    random = Random(f"fixture {tags}")
    cubes = rules.cube and rules.money
    by_position = rules.resign == "by-position"
    wanted = required(rules) - {"resigned"}
    game_of = {"single": 0, "double": 0, "gammon": 1, "drop": 2, "draw": 2}

    def good(game: Played, at: int) -> bool:
        if at == 3:  # given up: nothing that follows depends on it
            return game.winner is not None and len(game.rolls) > 12 and all(isinstance(i, Roll) for i in game.rolls)
        return {event for event in wanted if game_of.get(event) == at} <= game.events

    while True:
        games, scores = session(rules, random, 4 if by_position else 3, cubes=cubes, wanted=good)
        if by_position:
            games[3] = resigned(rules, games[3], random)
        if wanted <= set[str]().union(*(game.events for game in games)):
            return text_of(rules, games, scores, tags)


def row_line(text: str, number: int, row: int) -> int:
    """The line of a row in a game, from 1."""
    lines = text.splitlines()
    begin = lines.index(f" Game {number}")
    return next(at for at in range(begin, len(lines)) if re.match(rf" *{row}\) ", lines[at])) + 1


def damaged(rules: Rules, tags: list[tuple[str, str]]) -> tuple[str, list[tuple[int, str]]]:
    """A game for each way to break a special rule, and one with a wrong roll; with what is wrong."""
    random = Random(f"damaged {tags}")
    harms: list[str | None] = [*specials(rules)]
    if rules.roll == "acey-deucey":
        harms.append("roll")
    games: list[Played] = []
    for harm in harms:
        while True:
            (one,), _ = session(rules, random, 1, harm)
            if one.damaged is not None and one.winner is not None and _may_follow(rules, games, one):
                break
        games.append(one)
    while True:
        (one,), _ = session(rules, random, 1)
        if one.winner is not None and _may_follow(rules, games, one):
            break
    games.append(one)
    while True:
        (one,), _ = session(rules, random, 1)
        if one.winner is not None and (rules.starter == "roll-off" or not _may_follow(rules, games, one)):
            break
    games.append(one)
    wrong: list[tuple[int, str, str]] = []  # game, cell as it is, code
    for at, game in enumerate(games):
        if game.damaged is not None:
            roll = game.rolls[game.damaged[0]]
            assert isinstance(roll, Roll)
            wrong.append((at + 1, cell(rules, roll), game.damaged[1]))
    scores = [(0, 0)]
    for game in games:
        total = list(scores[-1])
        assert game.winner is not None
        if rules.score_form == "loser-minus":
            total[1 - game.winner] -= game.points
        else:
            total[game.winner] += game.points
        scores.append((total[0], total[1]))
    text = text_of(rules, games, scores[:-1], tags)
    lines = text.splitlines()
    expected = []
    for number, shown, code in wrong:
        begin = lines.index(f" Game {number}")
        expected.append((next(i for i in range(begin, len(lines)) if shown in lines[i]) + 1, code))
    # The last game but one: a roll that its play does not fit.
    number = len(games) - 1
    begin, end = lines.index(f" Game {number}"), lines.index(f" Game {number + 1}")
    for at in range(begin + 6, end):
        found = re.match(r"( *\d+\) )([1-6])([1-6]): ([0-9]+)/([0-9]+) ([0-9]+)/([0-9]+) {2}", lines[at])
        if found is not None:
            steps = {int(found[4]) - int(found[5]), int(found[6]) - int(found[7])}
            other = next(die for die in (6, 5, 4, 3, 2, 1) if die not in steps and die not in (sum(steps),))
            lines[at] = f"{found[1]}{other}{other}{lines[at][found.end(3) :]}"
            expected.append((at + 1, "BG303"))
            break
    # The last game: the wrong player starts it, where the rules say who does; and its points are wrong.
    begin = len(lines) - 1 - lines[::-1].index(f" Game {len(games)}")
    if rules.starter != "roll-off":
        expected.append((begin + 3, "BG206"))
    last = next(i for i in range(len(lines) - 1, 0, -1) if "Wins" in lines[i])
    points = games[-1].points + 4
    lines[last] = re.sub(r"Wins .*", f"Wins {points} points", lines[last])
    expected.append((last + 1, "BG502"))
    return "\n".join(lines) + "\n", sorted(expected)


def _starter(game: Played) -> int:
    first = game.rolls[0]
    return first[0]


def _may_follow(rules: Rules, games: list[Played], game: Played) -> bool:
    """Is it started by the right player?"""
    return not games or rules.starter == "roll-off" or _starter(game) == _next(rules, games)


def _next(rules: Rules, games: list[Played]) -> int:
    """Who has to start behind these games."""
    last = games[-1]
    assert last.winner is not None
    return {"winner": last.winner, "loser": 1 - last.winner}.get(rules.starter, 1 - _starter(last))


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    rows = ["# file\tline\tcode"]
    table = FOLDER / "expected.tsv"
    known = table.read_text(encoding="utf-8").splitlines() if table.exists() else []
    sets = [(name, rules, [("Rules", name)]) for name, rules in PRESETS.items()]
    drawn = replace(PRESETS["short-nardy-cox"], draw="last-roll", starter="alternate")
    sets.append(
        ("short-nardy-draw", drawn, [("Rules", "short-nardy-cox"), ("Draw", "last-roll"), ("Starter", "alternate")])
    )
    only = sys.argv[1:]
    for name, rules, tags in sets:
        if only and name not in only:
            rows += [row for row in known if row.startswith(f"{name}.damaged")]
            continue
        (FOLDER / f"{name}.mat").write_text(clean(rules, tags) + "\n", encoding="utf-8")
        text, expected = damaged(rules, tags)
        (FOLDER / f"{name}.damaged.mat").write_text(text, encoding="utf-8")
        rows += [f"{name}.damaged.mat\t{line}\t{code}" for line, code in expected]
        print(name, len(expected), flush=True)
    (FOLDER / "expected.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
