"""Writes fixtures/club: a dozen sessions of a club, some with planted faults, a configuration, a baseline, a waiver.

    python tests/cli/make_club.py

The games are random play by the naive rules of ``tests/rules``. ``planted.tsv`` says what was planted where, and
whether it is to be seen, known (in the baseline), waived or accepted by a policy. The baseline is what a check makes of
the one record whose fault is known:

    cd fixtures/club && bganalyze check 04-*.mat --write-baseline known.json
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "rules")]

from variant_games import session  # noqa: E402
from variant_record import record  # noqa: E402

from bganalyze.rules.variants import PRESETS  # noqa: E402

FOLDER = TESTS.parent / "fixtures" / "club"
PLAYERS = ("Ada", "Ben", "Cleo", "Dov", "Edda", "Finn")
CONFIG = """rules = "money"
set = {jacoby = true}
fail-on = "warning"

[policies]
missing-hit-marks = "accept"

[[per-path]]
paths = ["hyper/*"]
rules = "hypergammon-3"
set = {jacoby = false}
"""
PLANTED = {
    2: ("roll", "seen"),
    4: ("points", "known"),
    6: ("roll", "waived"),
    8: ("star", "accepted"),
    10: ("points", "seen"),
}
"""Number of the session -> what is wrong with it, and what becomes of that."""


def wrong_roll(lines: list[str]) -> int:
    """A double in the place of a roll that was played; gives the index of its line."""
    for at, line in enumerate(lines):
        found = re.match(r"( *[3-9]\) )([1-6])([1-6]): ([0-9]+)/([0-9]+) ([0-9]+)/([0-9]+) {2}", line)
        if found is not None:
            steps = {int(found[4]) - int(found[5]), int(found[6]) - int(found[7])}
            other = next(die for die in (6, 5, 4, 3, 2, 1) if die not in steps and die != sum(steps))
            lines[at] = f"{found[1]}{other}{other}{line[found.end(3) :]}"
            return at
    raise LookupError


def main() -> None:
    """Write all files."""
    (FOLDER / "hyper").mkdir(parents=True, exist_ok=True)
    (FOLDER / "bganalyze.toml").write_text(CONFIG, encoding="utf-8")
    rows = ["# file\tline\tcode\twhat becomes of it"]
    for number in range(1, 13):
        name = "hypergammon-3" if number > 9 else "money"
        random = Random(f"club {number}")
        pair = random.sample(PLAYERS, 2)
        games, scores = session(PRESETS[name], random, 2)
        length = 0
        tags = [("Event", "Club night"), ("EventDate", f"2026.11.{number:02}")]
        text = record(PRESETS[name], [game.game() for game in games], tags, length, (pair[0], pair[1]), scores)
        lines = text.splitlines()
        path = f"{'hyper/' if number > 9 else ''}{number:02}-{pair[0].lower()}-{pair[1].lower()}.mat"
        if number in PLANTED:
            what, fate = PLANTED[number]
            if what == "roll":
                at, code = wrong_roll(lines), "BG303"
                if fate == "waived":
                    lines.insert(at, '; bganalyze: allow BG303 "misread by the scribe, both players agreed"')
                    at += 1
            elif what == "points":
                at = next(i for i in range(len(lines) - 1, 0, -1) if "Wins" in lines[i])
                lines[at] = re.sub("Wins .*", "Wins 9 points", lines[at])
                code = "BG502"
            else:
                at = next(i for i, line in enumerate(lines) if "*" in line)
                lines[at] = lines[at].replace("*", " " if "*  " in lines[at] else "", 1)
                code = "BG311"
            rows.append(f"{path}\t{at + 1}\t{code}\t{fate}")
        (FOLDER / path).write_text("\n".join(lines) + "\n", encoding="utf-8")
    (FOLDER / "planted.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
