"""The README does what it says: every command in it is run and its output compared."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _sessions() -> list[tuple[str, str]]:
    """(commands as one script, expected output) of each console block."""
    sessions = []
    for block in re.findall(r"^```console\n(.*?)^```$", README, re.M | re.S):
        lines = block.splitlines()
        script = "\n".join(line[2:] for line in lines if line.startswith("$ "))
        output = "".join(line + "\n" for line in lines if not line.startswith("$ "))
        sessions.append((script, output))
    return sessions


def _run(command: list[str]) -> str:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command, capture_output=True, cwd=ROOT, env=environment, check=False, timeout=60)
    assert not done.stderr, done.stderr.decode()
    return done.stdout.decode("utf-8")


@pytest.mark.parametrize(("script", "output"), _sessions())
def test_console_examples(script: str, output: str) -> None:
    """What stands behind ``$`` prints what stands below it."""
    assert _run(["bash", "-c", script]) == output


@pytest.mark.parametrize("code", re.findall(r"^```python\n(.*?)^```$", README, re.M | re.S))
def test_python_examples(code: str) -> None:
    """A Python example prints its comments."""
    expected = "".join(line[2:] + "\n" for line in code.splitlines() if line.startswith("# "))
    assert _run([sys.executable, "-c", code]) == expected


def test_first_screen_shows_the_record_that_is_checked() -> None:
    """The six lines of the first screen are the file that the first command checks."""
    shown = re.findall(r"^```text\n(.*?)^```$", README, re.M | re.S)[0]
    assert shown == (ROOT / "fixtures/damaged/club-night.mat").read_text(encoding="utf-8")
    assert len(shown.splitlines()) == 6


def test_ci_runs_the_test_command() -> None:
    """``.ci/run`` calls the README's test command to the letter."""
    commands = re.findall(r"^```sh\n(.*?)\n```$", README, re.M | re.S)
    assert len(commands) == 2
    assert commands[1] in (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()


def test_every_option_of_check_is_described() -> None:
    """The table names every option of ``check``."""
    from bganalyze.cli.check_command import command

    for parameter in command.params:
        for option in parameter.opts:
            if option.startswith("--"):
                assert option in README, option
