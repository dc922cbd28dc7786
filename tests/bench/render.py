"""Benchmark: 100,000 findings in every output format, and in all of them at once.

    python tests/bench/render.py [--findings 100000]

The findings come from files of ten games with ten faults each, all of their own paths, lines and names. Only the
writing is timed. Printed a format: CPU seconds, peak memory of the process. The aim is 10 s and
300 MB a format.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

PROGRAM = """
import os, sys, time
from collections.abc import Iterator
from bganalyze.cli.outputs import Output, writing
from bganalyze.findings.summary import Summary
from bganalyze.pipeline import Checked, check_bytes

names, many = sys.argv[1].split(","), int(sys.argv[2])
head = " 99 point match\\n"
row = "{n:3}) 31: 8/5 6/4                 52: 13/8 24/23\\n"
text = head + "".join(
    f"\\n Game {g}\\n Alice : {g - 1}                     Bob : 0\\n"
    + "".join(row.format(n=n) for n in range(1, 6))
    + "      Wins 1 point\\n"
    for g in range(1, 11)
)
model = check_bytes(text.encode())
shown = [f for f in model.findings if not f.follow_up]
assert len(shown) >= 10, len(shown)

def files() -> Iterator[Checked]:
    left, number = many, 0
    while left:
        findings = (shown * (100 // len(shown) + 1))[: min(100, left)]
        left -= len(findings)
        number += 1
        path = f"finals/{number // 100:03}/round {number:06}.mat"
        yield Checked(path, model.format, model.dialect, model.encoding, "0" * 64, model.matches, [
            f._replace(path=path, line=i + 1, player_name=f"Player {number}") for i, f in enumerate(findings)
        ])

outputs = [Output(name, os.devnull, name) for name in names]
spent = 0.0
summary = Summary()
with writing(outputs, ("error",)) as opened:
    for out in opened:
        out.start()
    for file in files():
        begin = time.process_time()
        summary.add_file(file.matches, file.failed)
        summary.add_findings(file.findings)
        for out in opened:
            out.file(file, file.findings)
        spent += time.process_time() - begin
    begin = time.process_time()
    for out in opened:
        out.end(summary)
spent += time.process_time() - begin
assert sum(summary.severities.values()) == many
status = open("/proc/self/status").read()  # not ru_maxrss, which a child takes over from its parent
print(spent, int(status.partition("VmHWM:")[2].split()[0]) / 1024)
"""


def run(names: str, findings: int) -> tuple[float, float]:
    """CPU seconds and peak memory in MB of writing these formats."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, names, str(findings)], stdout=subprocess.PIPE, text=True, check=True
    )
    seconds, memory = done.stdout.split()
    return float(seconds), float(memory)


def main() -> None:
    """Print the figures."""
    from bganalyze.findings.render import FORMATS

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--findings", type=int, default=100_000)
    findings = parser.parse_args().findings
    for names in (*FORMATS, ",".join(FORMATS)):
        seconds, memory = run(names, findings)
        name = names if names in FORMATS else "all at once"
        print(f"{name:11}  {findings} findings: {seconds:5.1f} s, {memory:4.0f} MB", flush=True)


if __name__ == "__main__":
    main()
