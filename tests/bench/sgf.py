"""Benchmark: SGF in one process with cold caches, beside GNU Backgammon's load of the same files.

    python tests/bench/sgf.py [FOLDER] [--repeat N]

FOLDER is fixtures-gnubg with its folders raw (plain) and analysed (default: in ../shared). Printed, by CPU time, best
and median of processes of their own: MB/s of reading plain and analysed files without replay, the latter also with
every stored analysis decoded; plies/s of a whole check of both; and GNU Backgammon's load of them. Times of different
machines do not compare; the ratio does.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

from speed import GNUBG, SHARED, gnubg_seconds

ROUNDS = {"raw": 4, "analysed": 2}
"""How often the files of a folder are read in a run, so that it lasts long enough to be timed."""


def one_run(folder: Path, kind: str) -> dict[str, float]:
    """Seconds of reading, of reading with every analysis decoded, and of checking the files of one kind."""
    from bganalyze.formats import read_record
    from bganalyze.formats.sgf import analysis, record, write  # noqa: F401  # importing is not what is measured
    from bganalyze.pipeline import MAX_BYTES, check_bytes

    files = [p.read_bytes() for p in sorted((folder / kind).glob("*.sgf"))] * ROUNDS[kind]
    size = sum(map(len, files)) / 1e6
    begin = time.process_time()
    for data in files:
        read_record(data, MAX_BYTES)
    read = time.process_time() - begin
    begin = time.process_time()
    decisions = 0
    for data in files:
        annotations = read_record(data, MAX_BYTES).annotations
        decisions += sum(annotations[i].play is not None for i in annotations)
    decoded = time.process_time() - begin
    begin = time.process_time()
    plies = 0
    for data in files:
        plies += sum(g.plies for m in check_bytes(data, hashed=False).matches for g in m.games)
    checked = time.process_time() - begin
    assert plies > 0 and (decisions > 0) == (kind == "analysed")
    return {"MB": size, "plies": plies, "read": read, "decoded": decoded, "checked": checked}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=SHARED / "fixtures-gnubg")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--one-run", choices=ROUNDS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one_run:
        print(json.dumps(one_run(options.folder, options.one_run)))
        return
    for kind in ROUNDS:
        command = [sys.executable, __file__, str(options.folder), "--one-run", kind]
        runs = [
            json.loads(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(options.repeat)
        ]
        megabytes, plies = runs[0]["MB"], runs[0]["plies"]
        print(f"{kind}: {megabytes:.1f} MB, {plies} plies; CPU time, best / median of {options.repeat}")
        for step in ("read", "decoded", "checked"):
            times = [r[step] for r in runs]
            best, median = min(times), statistics.median(times)
            print(
                f"  {step:8} {megabytes / best:6.1f} / {megabytes / median:6.1f} MB/s   "
                f"{plies / best:10,.0f} / {plies / median:10,.0f} plies/s"
            )
        if GNUBG is None:
            print("  gnubg is not installed: no comparison")
            continue
        paths = sorted((options.folder / kind).glob("*.sgf")) * ROUNDS[kind]
        empty = gnubg_seconds([], "load match")[1]
        theirs = [gnubg_seconds(paths, "load match")[1] - empty for _ in range(options.repeat)]
        best = min(theirs)
        print(
            f"  GNU Backgammon's load: {megabytes / best:.1f} / {megabytes / statistics.median(theirs):.1f} MB/s, "
            f"{plies / best:,.0f} plies/s; our check takes {min(r['checked'] for r in runs) / best:.1f} times as long"
        )


if __name__ == "__main__":
    main()
