"""The hook, the action and the GitLab job of the README, each run as its users run it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FAULTY = ROOT / "fixtures" / "damaged" / "club-night.mat"
CLEAN = ROOT / "fixtures" / "situations" / "dance.mat"
SCRIPTS = str(Path(sys.executable).parent)


def run(command: list[str], folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """A command in a folder, with the scripts of this environment in front."""
    surroundings = {**os.environ, "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}", **env}
    return subprocess.run(command, cwd=folder, env=surroundings, capture_output=True, text=True, check=False)


def git(folder: Path, *arguments: str) -> None:
    """git with a name of its own."""
    who = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository of a club with a clean record and a faulty one."""
    folder = tmp_path / "club records"
    folder.mkdir()
    shutil.copy(CLEAN, folder / "clean.mat")
    shutil.copy(FAULTY, folder / "club night.mat")
    (folder / "notes.txt").write_text("no record", encoding="utf-8")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "records")
    return folder


def _action_script() -> str:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    step = next(step for step in action["runs"]["steps"] if step["name"] == "Check")
    assert step["env"] == {
        name.upper().replace("-", "_"): f"${{{{ inputs.{name} }}}}"
        for name in ("paths", "rules", "fail-on", "baseline", "sarif")
    }
    return str(step["run"])


def test_the_script_of_the_action(checkout: Path) -> None:
    """It fails on the faulty record, shows the lines, and leaves a SARIF file."""
    inputs = {"PATHS": "club night.mat\nclean.mat\n", "RULES": "", "FAIL_ON": "", "BASELINE": "", "SARIF": "out.sarif"}
    done = run(["bash", "-e", "-c", _action_script()], checkout, **inputs)
    assert done.returncode == 1, done.stderr
    assert "\n::error file=club night.mat,line=5," in f"\n{done.stdout}"
    results = json.loads((checkout / "out.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    assert {r["ruleId"] for r in results if r["level"] == "error"} == {"BG303", "BG509"}
    clean = run(["bash", "-e", "-c", _action_script()], checkout, **{**inputs, "PATHS": "clean.mat"})
    assert clean.returncode == 0 and "::error" not in clean.stdout


def test_the_action_takes_names_as_they_are(checkout: Path) -> None:
    """A path is no piece of shell, and no option."""
    inputs = {"RULES": "", "FAIL_ON": "", "BASELINE": "", "SARIF": "out.sarif"}
    for path in ("$(touch caught)", "--output=caught", "; touch caught"):
        done = run(["bash", "-e", "-c", _action_script()], checkout, PATHS=path, **inputs)
        assert done.returncode == 2 and not (checkout / "caught").exists()


def test_the_gitlab_job_of_the_readme(checkout: Path) -> None:
    """Its script writes the report that it declares."""
    block = re.search(r"```yaml\n(bganalyze:\n.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
    assert block is not None
    job = yaml.safe_load(block[1])["bganalyze"]
    script = [line for line in job["script"] if not line.startswith("pip install")]
    assert len(script) == len(job["script"]) - 1
    done = run(["bash", "-e", "-c", "\n".join(script)], checkout)
    assert done.returncode == 1
    assert "<testsuite" in (checkout / job["artifacts"]["reports"]["junit"]).read_text(encoding="utf-8")


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="the project is not in git here")
def test_pre_commit_runs_the_hook(checkout: Path, tmp_path: Path) -> None:
    """pre-commit installs the project into an environment of its own and runs the hook on the records alone."""
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), "bganalyze", "--all-files", "--verbose"]
    done = run(command, checkout, PRE_COMMIT_HOME=str(tmp_path / "cache"))
    assert done.returncode == 1, done.stdout + done.stderr
    assert "BG303" in done.stdout and "2 files, " in done.stdout
    git(checkout, "rm", "-q", "club night.mat")
    again = run(command, checkout, PRE_COMMIT_HOME=str(tmp_path / "cache"))
    assert again.returncode == 0, again.stdout + again.stderr
