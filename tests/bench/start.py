"""Benchmark: the whole process of checking one match, beside a process that only imports click and pyparsing.

    python tests/bench/start.py [RECORD] [--repeat N]

RECORD defaults to a 9 KB match of fixtures/gnubg. The two commands run in turn; printed are the median and the
smallest wall time of each and of the differences. The goal is at most 60 ms above the imports.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RECORD = Path(__file__).resolve().parents[2] / "fixtures" / "gnubg" / "m11_std_0.mat"


def seconds(command: list[str]) -> float:
    """Wall time of one run, outside the source tree: the installed package is what users start."""
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir())
    return time.perf_counter() - begin


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("record", nargs="?", type=Path, default=RECORD)
    parser.add_argument("--repeat", type=int, default=21)
    options = parser.parse_args()
    check = [sys.executable, "-m", "bganalyze", "check", "--exit-zero", str(options.record.resolve())]
    imports = [sys.executable, "-c", "import click, pyparsing"]
    pairs = [(seconds(check), seconds(imports)) for _ in range(options.repeat + 1)][1:]
    ours, theirs = zip(*pairs, strict=True)
    differences = [a - b for a, b in pairs]
    for name, values in (("check", ours), ("imports alone", theirs), ("difference", differences)):
        print(f"{name:14} median {statistics.median(values) * 1000:6.1f} ms, smallest {min(values) * 1000:6.1f} ms")


if __name__ == "__main__":
    main()
