"""Many files: find them, check them, in one process or several. Answers come in the order of the paths."""

from __future__ import annotations

import gc
import glob
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice

from .pipeline import Checked, check_bytes, check_file, crashed
from .rules.declared import RuleOptions

CHUNK = 16
"""Files a process checks at a time."""
RECORD_NAMES = (".mat", ".sgf", ".gam")
"""Ends of names that only records have: a file of such a name that holds none is told even where it was not named."""


@dataclass(slots=True, eq=False, repr=False)
class Target:
    """One file to check. ``named``: the user named it, rather than a folder it was found in."""

    path: str
    named: bool


@dataclass(slots=True, eq=False, repr=False)
class Targets:
    """The files that paths stand for, sorted, and the paths that matched nothing."""

    files: list[Target] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    found: bool = False
    """Some path matched something."""


def find(paths: Iterable[str]) -> Targets:
    """Files, folders (walked, links to folders not followed, hidden names left out) and globs -> files."""
    found: dict[str, Target] = {}
    targets = Targets()
    for path in paths:
        if path == "-":
            found[path] = Target(path, True)
            continue
        there = [path] if os.path.lexists(path) else glob.glob(path, recursive=True) if glob.has_magic(path) else []
        for match in there:
            if os.path.isdir(match):
                for name in _walk(match):
                    found.setdefault(name, Target(name, False))
            else:
                found[match] = Target(match, True)
        if not there:
            targets.missing.append(path)
    targets.found = bool(found)
    if found:
        # Next to paths that exist, one that does not is a finding like any file that cannot be read.
        found.update((path, Target(path, True)) for path in targets.missing)
    targets.files = [found[name] for name in sorted(found)]
    return targets


def _walk(folder: str) -> Iterator[str]:
    unlisted: list[str] = []
    for place, folders, names in os.walk(folder, onerror=lambda error: unlisted.append(str(error.filename))):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        for name in sorted(names):
            path = os.path.join(place, name)
            # A link that leads nowhere is a finding; sockets and pipes are not records.
            if not name.startswith(".") and (os.path.isfile(path) or not os.path.exists(path)):
                yield path
    yield from unlisted


def _check(target: Target, options: RuleOptions, hashed: bool, stdin: bytes = b"") -> Checked:
    if target.path == "-":
        checked = check_bytes(stdin, "-", options, hashed)
    else:
        checked = check_file(target.path, options, hashed)
    # Found by walking, and no format claims it: counted, without a finding. A blank .mat is a lost record.
    named = target.path.lower().removesuffix(".gz").endswith(RECORD_NAMES)
    lost = named and any(f.code in ("BG001", "BG003", "BG004") for f in checked.findings)
    if target.named or lost:
        checked.claimed = True
    elif not checked.claimed:
        checked.findings = []
    return checked


def _check_chunk(targets: list[Target], options: RuleOptions, hashed: bool) -> list[Checked]:
    with _fewer_collections():
        return [_check(target, options, hashed) for target in targets]


@contextmanager
def _fewer_collections() -> Iterator[None]:
    """Checking makes no cycles of objects: the cycle collector would only read the caches over and over."""
    before = gc.get_threshold()
    gc.set_threshold(50_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def check_all(
    targets: Iterable[Target], options: RuleOptions, jobs: int = 1, stdin: bytes = b"", hashed: bool = True
) -> Iterator[Checked]:
    """Check files in order. The answers are the same for any number of ``jobs``."""
    if jobs <= 1:
        with _fewer_collections():
            for target in targets:
                yield _check(target, options, hashed, stdin)
        return
    from collections import deque
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    waiting = iter(targets)
    running: deque[tuple[list[Target], Future[list[Checked]] | None]] = deque()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:

        def submit() -> None:
            chunk = list(islice(waiting, CHUNK))
            if any(target.path == "-" for target in chunk):
                running.append((chunk, None))  # what was read from standard input stays in this process
            elif chunk:
                try:
                    running.append((chunk, pool.submit(_check_chunk, chunk, options, hashed)))
                except BrokenProcessPool:
                    running.append((chunk, None))

        try:
            for _ in range(3 * jobs):
                submit()
            while running:
                chunk, future = running[0]
                if future is None:
                    yield from [_check(target, options, hashed, stdin) for target in chunk]
                else:
                    yield from future.result()
                running.popleft()
                submit()
            return
        except BrokenProcessPool:
            pass
    # The system ended a process, for want of memory perhaps: the chunk that was waited for is given up, the rest
    # is checked in this process.
    if running:
        lost, _ = running.popleft()
        yield from [crashed(target.path, "the process that checked this file was ended") for target in lost]
    rest = [target for chunk, _ in running for target in chunk]
    yield from check_all((*rest, *waiting), options, 1, stdin, hashed)
