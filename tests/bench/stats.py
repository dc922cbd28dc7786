"""Benchmark: the statistics of many actions once they are in memory.

    python tests/bench/stats.py [--actions 1000000]

The tables of the records in ``fixtures/`` are repeated under other paths until there are as many actions as asked
for, each copy with its own names of players. Printed: seconds of each topic by player, with the joins made once, and
their sum. It ends with status 1 if they take longer than 2 seconds for each million.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd

from bganalyze import tables
from bganalyze.analysis.catalogue import TOPICS, compute
from bganalyze.analysis.frames import prepare

LIMIT = 2.0
FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


def repeated(frame: pd.DataFrame, copies: int, names: tuple[str, ...] = ()) -> pd.DataFrame:
    """The rows of a frame many times, each time with another path (and other names of players)."""
    out = pd.concat([frame] * copies, ignore_index=True)
    number = np.repeat(np.arange(copies), len(frame))
    for name in ("path", *names):
        column = frame[name].astype("category").cat
        codes = np.tile(column.codes.to_numpy(), copies).astype(np.int64)
        many = len(column.categories)
        texts = [f"{copy}/{text}" for copy in range(copies) for text in column.categories]
        values = pd.Categorical.from_codes(np.where(codes < 0, -1, codes + number * many), pd.Index(texts, dtype="str"))
        out[name] = values if isinstance(frame[name].dtype, pd.CategoricalDtype) else pd.Series(values).astype("string")
    return out


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=1_000_000)
    options = parser.parse_args()
    base = tables(FIXTURES)
    copies = -(-options.actions // len(base.actions))
    frames = SimpleNamespace(
        matches=repeated(base.matches, copies, ("player_0", "player_1")),
        games=repeated(base.games, copies),
        actions=repeated(base.actions, copies),
    )
    print(f"{len(frames.actions)} actions, {len(frames.games)} games, {len(frames.matches)} matches")
    prepared = prepare(frames)
    total = 0.0
    for topic in TOPICS.values():
        begin = time.perf_counter()
        found = compute(topic.name, prepared, "player")
        seconds = time.perf_counter() - begin
        print(f"{topic.name:14} {seconds:6.2f} s, {len(found)} rows")
        total += seconds
    print(f"together: {total:.2f} s")
    sys.exit(1 if total > LIMIT * max(1.0, len(frames.actions) / 1e6) else 0)


if __name__ == "__main__":
    main()
