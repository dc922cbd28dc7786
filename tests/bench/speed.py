"""Benchmark: records to findings in one process with cold caches, beside GNU Backgammon's bare import.

    python tests/bench/speed.py [FOLDER] [--repeat N]

FOLDER holds .mat/.txt records (default: the bulk set bglab-raw-dev in ../shared/corpus, unpacked to a temporary
folder). Each repetition is a process of its own, so every cache is cold. Printed: plies/s, MB/s, matches/s of the
best and of the median run, peak memory at the start, the middle and the end, and, where ``gnubg`` is installed,
the CPU time of its import of the same files. Times of different machines do not compare; the ratio does.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

SHARED = Path(os.environ.get("BGANALYZE_SHARED", Path(__file__).resolve().parents[3] / "shared"))
GNUBG = shutil.which("gnubg") or ("/usr/games/gnubg" if Path("/usr/games/gnubg").exists() else None)


def one_run(folder: Path) -> dict[str, float]:
    """Check every file of a folder in this process: bytes in memory before, findings counted after."""
    import bganalyze.formats.mat  # noqa: F401  # importing is not what is measured
    from bganalyze.pipeline import check_bytes

    files = [(str(p), p.read_bytes()) for p in sorted(folder.rglob("*")) if p.is_file()]
    size = sum(len(data) for _, data in files)
    memory = [_peak()]
    plies = matches = findings = 0
    begin = time.process_time()
    for i, (path, data) in enumerate(files):
        checked = check_bytes(data, path, hashed=False)
        matches += len(checked.matches)
        findings += len(checked.findings)
        plies += sum(game.plies for match in checked.matches for game in match.games)
        if i == len(files) // 2:
            memory.append(_peak())
    seconds = time.process_time() - begin
    memory.append(_peak())
    assert plies > 0 and findings > 0
    return {
        "seconds": seconds,
        "plies": plies,
        "matches": matches,
        "megabytes": size / 1e6,
        "start": memory[0],
        "middle": memory[1],
        "end": memory[2],
    }


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def gnubg_seconds(paths: list[Path], command: str = "import mat") -> tuple[int, float]:
    """Exit status and CPU seconds of GNU Backgammon reading the files one after the other."""
    assert GNUBG is not None
    with tempfile.TemporaryDirectory() as home:
        script = Path(home) / "commands"
        setup = "set sound enable no\nset confirm new no\nset confirm save no\nset display off\n"
        script.write_text(setup + "".join(f'{command} "{p}"\n' for p in paths), encoding="utf-8")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [GNUBG, "-t", "-q", "-r", "-c", str(script)],
            env={**os.environ, "HOME": home, "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.returncode, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def importable(paths: list[Path]) -> list[Path]:
    """Without the files on which GNU Backgammon aborts, found by halving."""
    if not paths or gnubg_seconds(paths)[0] == 0:
        return paths
    if len(paths) == 1:
        print(f"  GNU Backgammon aborts on {paths[0].name}; left out for it")
        return []
    half = len(paths) // 2
    return importable(paths[:half]) + importable(paths[half:])


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--one-run", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one_run:
        print(json.dumps(one_run(options.folder)))
        return
    with tempfile.TemporaryDirectory() as place:
        folder = options.folder
        if folder is None:
            with tarfile.open(SHARED / "corpus" / "bglab-raw-dev.tar.xz") as tar:
                tar.extractall(place, filter="data")
            folder = Path(place)
        command = [sys.executable, __file__, str(folder), "--one-run"]
        runs = [
            json.loads(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(options.repeat)
        ]
        run = runs[0]
        print(f"{run['matches']} matches, {run['plies']} plies, {run['megabytes']:.1f} MB; CPU time of cold runs")
        times = [r["seconds"] for r in runs]
        for name, seconds in (("best", min(times)), ("median", statistics.median(times))):
            print(
                f"  {name:7} {seconds:.2f} s: {run['plies'] / seconds:,.0f} plies/s, "
                f"{run['megabytes'] / seconds:.1f} MB/s, {run['matches'] / seconds:,.0f} matches/s"
            )
        print(f"  peak MB: {run['start']:.0f} at the start, {run['middle']:.0f} half way, {run['end']:.0f} after")
        if GNUBG is None:
            print("  gnubg is not installed: no comparison")
            return
        files = importable(sorted(p for p in folder.rglob("*") if p.is_file()))
        empty = gnubg_seconds([])[1]
        theirs = [gnubg_seconds(files)[1] - empty for _ in range(options.repeat)]
        share = len(files) / max(1, sum(1 for p in folder.rglob("*") if p.is_file()))
        print(
            f"  GNU Backgammon, import alone: best {min(theirs):.2f} s, median {statistics.median(theirs):.2f} s; "
            f"ours takes {min(times) * share / min(theirs):.1f} times as long (best), "
            f"{statistics.median(times) * share / statistics.median(theirs):.1f} (median)"
        )


if __name__ == "__main__":
    main()
