"""Which files differ in git. Only ``--changed-since`` asks."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable

_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "core.quotepath=false")
"""A repository's own settings must not start programs for us."""
_OF_A_HOOK = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_EXTERNAL_DIFF")
"""What git tells its hooks is about one repository; here each file's own one is asked."""


class GitError(Exception):
    """What git said."""


class Changes:
    """Files that differ from a revision, those that git does not know among them; ignored ones are not.

    ``revision`` is anything that names a commit. What is compared is the working tree.
    """

    def __init__(self, revision: str) -> None:
        self.revision = revision
        self._tops: dict[str, str | None] = {}
        self._changed: dict[str, frozenset[bytes]] = {}

    def differs(self, path: str) -> bool:
        """Does a file differ? Raises ``GitError``."""
        folder = os.path.realpath(os.path.dirname(path) or ".")
        top = self._top(folder)
        if top is None:
            _run(folder, "rev-parse", "--show-toplevel")  # says what is wrong
            raise GitError(f"{folder} is not in the working tree of a repository")
        if top not in self._changed:
            self._changed[top] = self._ask(top)
        return os.fsencode(os.path.relpath(os.path.join(folder, os.path.basename(path)), top)) in self._changed[top]

    def _top(self, folder: str) -> str | None:
        """The nearest folder upwards that is a working tree."""
        asked = []
        at = folder
        while at not in self._tops:
            asked.append(at)
            above = os.path.dirname(at)
            if os.path.lexists(os.path.join(at, ".git")):
                self._tops[at] = at
            elif above == at:
                self._tops[at] = None
            else:
                at = above
        for place in asked:
            self._tops[place] = self._tops[at]
        return self._tops[folder]

    def _ask(self, top: str) -> frozenset[bytes]:
        commit = _run(top, "rev-parse", "--verify", "--end-of-options", f"{self.revision}^{{commit}}").decode().strip()
        tracked = _run(
            top, "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--diff-filter=d",
            "--ignore-submodules=all", commit, "--",
        )  # fmt: skip
        others = _run(top, "ls-files", "-z", "--others", "--exclude-standard")
        return frozenset(_names((tracked, others)))


def _names(answers: Iterable[bytes]) -> Iterable[bytes]:
    for answer in answers:
        yield from (name for name in answer.split(b"\0") if name)


def _run(folder: str, *arguments: str) -> bytes:
    environment = {name: value for name, value in os.environ.items() if name not in _OF_A_HOOK}
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    try:
        done = subprocess.run(
            [*_GIT, *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except FileNotFoundError:
        raise GitError("git is not installed, or the folder is gone") from None
    except (OSError, ValueError) as error:
        raise GitError(str(error)) from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise GitError(said[0] if said else f"git ended with status {done.returncode}")
    return done.stdout
