"""Benchmark: judging written plays under every rule set, beside the quick verifier of backgammon's plays.

    python tests/bench/variants.py [--games N]

Random legal games of every preset whose plays are not backgammon's, with hits marked; every ply is judged once with
cold caches. Printed: plies a second, and microseconds a ply on average and for the slowest hundredth. Plays that could
not be made are asked for as a replay does. Times of different machines do not compare; the ratio does.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "rules"))

from naive_variants import Entry, random_game, their_number

from bganalyze.model.actions import Step
from bganalyze.rules import plays
from bganalyze.rules.variant_plays import results, verify
from bganalyze.rules.variants import PRESETS, Rules


def written(rules: Rules, entry: Entry) -> tuple[Step, ...]:
    """The hops as steps with their stars."""
    theirs = entry.position.counts()[1]
    steps = []
    for start, end in entry.steps:
        hit = end > 0 and theirs[their_number(rules, end)] == 1
        if hit:
            theirs[their_number(rules, end)] = 0
        steps.append(Step(f"{start}/{end}", (start, end), (hit,), 1))
    return tuple(steps)


def games_of(rules: Rules, games: int) -> list[tuple[Entry, tuple[Step, ...]]]:
    """Every roll of random games."""
    r = Random(5)
    return [(entry, written(rules, entry)) for _ in range(games) for entry in random_game(rules, r)]


def show(name: str, times: list[float]) -> None:
    """One line of figures."""
    times.sort()
    mean = sum(times) / len(times)
    slow = times[len(times) * 99 // 100]
    print(f"  {name:22} {len(times):6} plies {1 / mean:9,.0f} plies/s {mean * 1e6:6.1f} us {slow * 1e6:7.1f} us")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    clock = time.thread_time  # what others do on the machine does not count
    print("judging plays: average, and the slowest hundredth")
    times = []
    rules = PRESETS["backgammon"]
    for entry, steps in games_of(rules, options.games):
        begin = clock()
        if steps:
            assert plays.verify(*entry.position, plays.compile_play(entry.dice, steps)) is not None
        else:
            assert plays.is_dance(*entry.position, entry.dice)
        times.append(clock() - begin)
    show("backgammon (plays.py)", times)
    for name, rules in PRESETS.items():
        if rules.plain:
            continue
        times = []
        for entry, steps in games_of(rules, options.games):
            begin = clock()
            if steps:
                assert verify(rules, entry.position, entry.dice, steps, entry.before) is not None
            else:
                assert not results(rules, entry.position, entry.dice, entry.before)
            times.append(clock() - begin)
        show(name, times)


if __name__ == "__main__":
    main()
