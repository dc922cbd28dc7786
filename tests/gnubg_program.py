"""GNU Backgammon as a separate program, where it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest


def program() -> str:
    """The path of GNU Backgammon; the test is skipped where there is none."""
    found = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
    if found is None:
        pytest.skip("GNU Backgammon is not installed")
    return found


def run(commands: Iterable[str], home: Path) -> str:
    """What GNU Backgammon prints for these commands, one process for all of them."""
    script = home / "commands"
    script.write_text("\n".join(commands) + "\n", encoding="utf-8")
    done = subprocess.run(
        [program(), "-t", "-q", "-r", "-c", str(script)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "HOME": str(home), "LC_ALL": "C.UTF-8"},
        timeout=300,
    )
    return done.stdout.decode("utf-8", "replace")


def saved_again(files: Iterable[Path], command: str, home: Path) -> dict[Path, Path]:
    """Each file loaded by ``command`` ("load match", "import mat") and saved as SGF: file -> what was saved."""
    out = {}
    lines = ["set automatic game off", "set automatic roll off", "set display off", "set confirm new off"]
    for number, file in enumerate(files):
        out[file] = home / f"saved-{number}.sgf"
        lines += [f'{command} "{file}"', f'save match "{out[file]}"']
    run(lines, home)
    return out
