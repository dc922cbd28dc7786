"""``check --changed-since``: only records that differ in git."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

RECORD = """ 1 point match

 Game 1
 Alice : 0                      Bob : 0
  1) 31: 8/5 6/5                42: 8/4 6/5
      Wins 1 point
"""
IDENTITY = {
    "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
}  # fmt: skip


def git(folder: Path, *args: str) -> None:
    """Run git."""
    subprocess.run(["git", *args], cwd=folder, check=True, capture_output=True, env={**os.environ, **IDENTITY})


def run(
    *args: str | Path, cwd: Path | None = None, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``check``."""
    command = [sys.executable, "-m", "bganalyze", "check", *map(str, args)]
    env = {**os.environ, **(environment or {})}
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False, timeout=60, env=env)


def names(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The files with a finding."""
    assert done.returncode in (0, 1), done.stderr
    return sorted({Path(line.partition(":")[0]).name for line in done.stdout.splitlines()[:-1]})


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository with three damaged records; ``old`` is the first of two commits."""
    place = tmp_path / "club"
    (place / "finals").mkdir(parents=True)
    for name in ("a.mat", "b.mat", "finals/c.mat"):
        (place / name).write_text(RECORD)
    git(tmp_path, "init", "-q", str(place))
    git(place, "add", ".")
    git(place, "commit", "-q", "-m", "one")
    git(place, "tag", "old")
    (place / "b.mat").write_text(RECORD + "\n")
    git(place, "commit", "-q", "-a", "-m", "two")
    return place


def test_nothing_changed(clone: Path) -> None:
    """Status 0, and the summary says that nothing was looked at."""
    done = run(clone, "--changed-since", "HEAD")
    assert done.returncode == 0 and done.stdout.startswith("0 files, 0 games")


def test_committed_edited_staged_and_new_files(clone: Path) -> None:
    """The working tree counts, with what git does not know yet, but without what it ignores."""
    assert names(run(clone, "--changed-since", "old")) == ["b.mat"]
    (clone / "finals" / "c.mat").write_text(RECORD + "\n\n")
    (clone / "new é.mat").write_text(RECORD)
    (clone / "staged.mat").write_text(RECORD)
    git(clone, "add", "staged.mat")
    (clone / ".gitignore").write_text("ignored.mat\n")
    (clone / "ignored.mat").write_text(RECORD)
    assert names(run(clone, "--changed-since", "HEAD")) == ["c.mat", "new é.mat", "staged.mat"]
    assert names(run(clone, "--changed-since", "old")) == ["b.mat", "c.mat", "new é.mat", "staged.mat"]
    assert names(run(clone / "finals", "--changed-since", "old")) == ["c.mat"]
    assert names(run("a.mat", "finals", "--changed-since", "old", cwd=clone)) == ["c.mat"]
    assert names(run("../a.mat", "c.mat", "--changed-since", "old", cwd=clone / "finals")) == ["c.mat"]


def test_renamed_and_deleted_files(clone: Path) -> None:
    """A record under a new name differs; one that is gone is nothing to check."""
    git(clone, "mv", "a.mat", "renamed.mat")
    (clone / "b.mat").unlink()
    assert names(run(clone, "--changed-since", "old")) == ["renamed.mat"]


def test_names_with_newlines_and_quotes(clone: Path) -> None:
    """Names come divided by zero bytes."""
    for name in ('q"uote.mat', "new\nline.mat", "tab\t.mat"):
        (clone / name).write_text(RECORD)
    done = run(clone, "--changed-since", "HEAD")
    assert done.stdout.splitlines()[-1].startswith("3 files")


def test_through_a_link_to_the_repository(clone: Path) -> None:
    """The folder may be reached by another name."""
    (clone.parent / "link").symlink_to(clone)
    (clone / "finals" / "c.mat").write_text(RECORD + "\n\n")
    assert names(run(clone.parent / "link" / "finals", "--changed-since", "HEAD")) == ["c.mat"]


def test_two_repositories(clone: Path, tmp_path: Path) -> None:
    """Each file's own one is asked; a repository in another one is its own."""
    inner = clone / "inner"
    inner.mkdir()
    (inner / "d.mat").write_text(RECORD)
    git(inner, "init", "-q")
    git(inner, "add", ".")
    git(inner, "commit", "-q", "-m", "one")
    assert names(run(clone, "--changed-since", "HEAD")) == []
    (inner / "d.mat").write_text(RECORD + "\n")
    assert names(run(clone, "--changed-since", "HEAD")) == ["d.mat"]


def test_inside_of_a_hook(clone: Path) -> None:
    """The variables that git gives its hooks do not lead elsewhere."""
    (clone / "a.mat").write_text(RECORD + "\n")
    environment = {"GIT_DIR": str(clone.parent / "nowhere"), "GIT_INDEX_FILE": "none", "GIT_WORK_TREE": "/"}
    assert names(run(clone, "--changed-since", "HEAD", environment=environment)) == ["a.mat"]


def test_errors_are_told_in_git_s_words(clone: Path, tmp_path: Path) -> None:
    """Unknown revisions, what looks like an option, no repository, no git: status 2."""
    for revision in ("nope", "--output=stolen", "-p", "", "HEAD:a.mat", "a\nb"):
        done = run(clone, f"--changed-since={revision}")
        assert done.returncode == 2 and "Traceback" not in done.stderr, revision
        assert "--changed-since" in done.stderr and "fatal" in done.stderr, revision
    assert not (clone / "stolen").exists()
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.mat").write_text(RECORD)
    done = run(outside, "--changed-since", "HEAD")
    assert done.returncode == 2 and "not a git repository" in done.stderr
    done = run(clone, "--changed-since", "HEAD", environment={"PATH": "/nowhere"})
    assert done.returncode == 2 and "not installed" in done.stderr


def test_programs_of_the_repository_are_not_started(clone: Path) -> None:
    """Settings that name a program for differences or for watching files."""
    script = clone.parent / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch '{clone.parent / 'started'}'\n")
    script.chmod(0o755)
    for key in ("core.fsmonitor", "diff.external", "diff.evil.command", "diff.evil.textconv"):
        git(clone, "config", key, str(script))
    (clone / ".gitattributes").write_text("*.mat diff=evil\n")
    (clone / "a.mat").write_text(RECORD + "\n")
    assert names(run(clone, "--changed-since", "HEAD")) == ["a.mat"]
    assert not (clone.parent / "started").exists()


def test_a_baseline_knows_what_was_not_checked(clone: Path) -> None:
    """Records that did not change are not stale."""
    base = clone.parent / "base.json"
    assert run(clone, "--write-baseline", base).returncode == 0
    (clone / "a.mat").write_text(RECORD.replace("6/5\n", "6/4\n"))
    done = run(clone, "--changed-since", "HEAD", "--baseline", base)
    assert done.returncode == 0 and done.stderr.count("no longer found") == 1 and "a.mat" in done.stderr
