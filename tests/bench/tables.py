"""Benchmark: many matches to all tables in Parquet, beside a check of the same files.

    python tests/bench/tables.py [FOLDER] [--matches 20000]

FOLDER holds .mat/.txt records (default: the bulk set bglab-raw-dev in ../shared/corpus). They are copied under new
names of players until there are as many matches as asked for. Printed: actions/s, the ratio of the speed to that of
``check``, and the peak memory of the process, for the whole set and for a tenth of it. Then, for about a million
actions in memory, what the data frame costs: seconds, and the memory it takes beyond the columns it is made of.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

SHARED = Path(os.environ.get("BGANALYZE_SHARED", Path(__file__).resolve().parents[3] / "shared"))
PROGRAM = """
import resource, sys, time
from bganalyze.cli.main import cli
begin = time.process_time()
try:
    cli(sys.argv[1:], prog_name="bganalyze")
except SystemExit as stop:
    assert stop.code in (0, 1), stop.code
print(time.process_time() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, file=sys.stderr)
"""


def run(*arguments: str) -> tuple[float, float]:
    """CPU seconds and peak memory in MB of a command."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    seconds, memory = done.stderr.split()[-2:]
    return float(seconds), float(memory)


def multiply(sources: list[Path], folder: Path, many: int) -> None:
    """Copies with the number of the copy in front of the first line's word for the names."""
    folder.mkdir()
    texts = [path.read_bytes() for path in sources]
    for number in range(many):
        copy, at = divmod(number, len(texts))
        (folder / f"{number:06}.mat").write_bytes(texts[at].replace(b" : ", b"_%d : " % copy) if copy else texts[at])


FRAME = """
import sys, time, tracemalloc
from pathlib import Path
from bganalyze.pipeline import open_file
from bganalyze.reports.actions import Collected
import pandas, pyarrow
paths = sorted(str(path) for path in Path(sys.argv[1]).iterdir())
for traced in (False, True):
    found = Collected()
    if traced:
        tracemalloc.start()
    rows = 0
    while rows < 1_000_000:
        for path in paths[:4000]:
            found.take(open_file(path))
        found.rows.settle()
        rows = sum(len(chunk["kind"]) for chunk in found.rows.chunks)
    before = tracemalloc.get_traced_memory()[0] if traced else 0
    if traced:
        tracemalloc.reset_peak()
    times = []
    begin = time.process_time()
    frame = found.frame()
    seconds = time.process_time() - begin
    if traced:
        after, peak = tracemalloc.get_traced_memory()
        print(f"{(after - before) / 1e6:+.0f} MB, {(peak - before) / 1e6:+.0f} MB on the way")
    else:
        del frame
        found.clear()
        for path in paths[:4000]:
            found.take(open_file(path))
        found.rows.settle()
        again = sum(len(chunk["kind"]) for chunk in found.rows.chunks)
        begin = time.process_time()
        found.frame()
        print(f"{rows} actions to a frame: {seconds:.2f} s the first time in a process,", end=" ")
        print(f"{(time.process_time() - begin) * rows / again:.2f} s later;", end=" ", flush=True)
"""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--matches", type=int, default=20_000)
    options = parser.parse_args()
    import pyarrow.parquet as pq

    with tempfile.TemporaryDirectory() as place:
        folder = options.folder
        if folder is None:
            folder = Path(place) / "given"
            with tarfile.open(SHARED / "corpus" / "bglab-raw-dev.tar.xz") as tar:
                tar.extractall(folder, filter="data")
        sources = sorted(p for p in folder.rglob("*") if p.is_file())
        for many in (options.matches // 10, options.matches):
            copies = Path(place) / str(many)
            multiply(sources, copies, many)
            out = Path(place) / "out"
            check, _ = run("check", str(copies), "--output", os.devnull)
            begin = time.perf_counter()
            seconds, memory = run("tables", str(copies), "--out", str(out))
            wall = time.perf_counter() - begin
            rows = pq.ParquetFile(out / "actions.parquet").metadata.num_rows
            print(
                f"{many} matches, {rows} actions: check {check:.1f} s, tables {seconds:.1f} s CPU ({wall:.1f} s): "
                f"{rows / seconds:,.0f} rows/s, {check / seconds:.0%} of the speed of check, peak {memory:.0f} MB"
            )
        print(subprocess.run([sys.executable, "-c", FRAME, str(copies)], capture_output=True, text=True).stdout, end="")


if __name__ == "__main__":
    main()
