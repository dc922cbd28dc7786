"""Many files: find them, check them, make tables of them, in one process or several.

Answers come in the order of the paths and are the same for any number of processes.
"""

from __future__ import annotations

import gc
import glob
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from .pipeline import Checked, Opened, check_bytes, check_file, crashed, not_read, open_bytes, open_file
from .rules.declared import RuleOptions

if TYPE_CHECKING:
    from .reports.actions import Collected
    from .reports.tables import Tables

R = TypeVar("R")

CHUNK = 16
"""Files a process checks at a time."""
BATCH_BYTES = 6 << 20
"""Tables are made of records of about this size at a time."""
RECORD_NAMES = (".mat", ".sgf", ".gam")
"""Ends of names that only records have: a file of such a name that holds none is told even where it was not named."""


@dataclass(slots=True, eq=False, repr=False)
class Target:
    """One file to check. ``named``: the user named it, rather than a folder it was found in."""

    path: str
    named: bool
    options: RuleOptions | None = None
    """Its own, where they differ from those of the run."""
    outside: bool = False
    """A link that leads out of the folder it was found in; it is not followed."""


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
        there = [path] if os.path.lexists(path) else _glob(path) if glob.has_magic(path) else []
        for match in there:
            if os.path.isdir(match):
                for name, outside in _walk(match):
                    found.setdefault(name, Target(name, False, outside=outside))
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


def _glob(pattern: str) -> list[str]:
    """What a glob stands for. ``**`` does not go through links, which may lead back to where they are."""
    parts = pattern.split("/")
    if "**" not in parts:
        return glob.glob(pattern)
    at = parts.index("**")
    starts = glob.glob("/".join(parts[:at]) + "/") if at else [""]
    found: dict[str, None] = {}
    rest = "/".join(parts[at + 1 :])
    for start in starts:
        for place, folders, names in os.walk(start or "."):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            if not start:
                place = os.path.relpath(place)
                place = "" if place == "." else place
            if not rest:
                shown = [place or ".", *(os.path.join(place, name) for name in names if not name.startswith("."))]
                found.update(dict.fromkeys(shown))
                continue
            inner = os.path.join(glob.escape(place), rest) if place else rest
            found.update(dict.fromkeys(_glob(inner)))
    return list(found)


def _walk(folder: str) -> Iterator[tuple[str, bool]]:
    """Each file of a folder, and whether it is a link that leads out of it."""
    unlisted: list[str] = []
    home: str | None = None
    for place, folders, names in os.walk(folder, onerror=lambda error: unlisted.append(str(error.filename))):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        for name in sorted(names):
            path = os.path.join(place, name)
            # A link that leads nowhere is a finding; sockets and pipes are not records.
            if not name.startswith(".") and (os.path.isfile(path) or not os.path.exists(path)):
                outside = False
                if os.path.islink(path) and os.path.exists(path):
                    home = home or os.path.realpath(folder)
                    outside = not os.path.realpath(path).startswith(os.path.join(home, ""))
                yield path, outside
    yield from ((path, False) for path in unlisted)


def _check(target: Target, options: RuleOptions, hashed: bool, stdin: bytes = b"") -> Checked:
    options = target.options or options
    if target.path == "-":
        checked = check_bytes(stdin, "-", options, hashed)
    elif target.outside:
        checked = _outside(target.path)
    else:
        checked = check_file(target.path, options, hashed)
    _claim(target, checked)
    return checked


def open_target(target: Target, options: RuleOptions, stdin: bytes = b"", traced: bool = True) -> Opened:
    """A target checked, with its record and its replay (see ``open_file``)."""
    if target.path == "-":
        opened = open_bytes(stdin, "-", options, traced=traced)
    elif target.outside:
        opened = Opened(_outside(target.path))
    else:
        opened = open_file(target.path, options, traced=traced)
    _claim(target, opened.checked)
    return opened


def _outside(path: str) -> Checked:
    """Of a link that leads out of its folder nothing is read; of a record's name that is told."""
    checked = not_read(path, "a link that leads out of the folder; name it to have it checked")
    checked.claimed = False
    return checked


def _claim(target: Target, checked: Checked) -> None:
    """A file found by walking that no format claims is counted, without a finding. A blank .mat is a lost record."""
    named = target.path.lower().removesuffix(".gz").endswith(RECORD_NAMES)
    lost = named and any(f.code in ("BG001", "BG003", "BG004") for f in checked.findings)
    if target.named or lost:
        checked.claimed = True
    elif not checked.claimed:
        checked.findings = []


def _check_chunk(targets: list[Target], options: RuleOptions, hashed: bool) -> list[Checked]:
    with _fewer_collections():
        return [_check(target, options, hashed) for target in targets]


@contextmanager
def _fewer_collections() -> Iterator[None]:
    """Checking makes no cycles of objects: the cycle collector would only read the caches over and over."""
    before = gc.get_threshold()
    gc.set_threshold(500_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def check_all(
    targets: Iterable[Target], options: RuleOptions, jobs: int = 1, stdin: bytes = b"", hashed: bool = True
) -> Iterator[Checked]:
    """Check files in order."""
    if jobs <= 1:
        with _fewer_collections():
            for target in targets:
                yield _check(target, options, hashed, stdin)
        return
    waiting = iter(targets)
    chunks = iter(lambda: list(islice(waiting, CHUNK)), [])
    work = partial(_check_chunk, options=options, hashed=hashed)

    def here(chunk: list[Target]) -> list[Checked]:
        return [_check(target, options, hashed, stdin) for target in chunk]

    for answers in in_processes(chunks, work, here, lambda lost: lost, jobs):
        yield from answers


def in_processes(
    portions: Iterator[list[Target]],
    work: Callable[[list[Target]], R],
    work_here: Callable[[list[Target]], R],
    answer: Callable[[list[Checked]], R],
    jobs: int,
) -> Iterator[R]:
    """``work`` on portions of files in several processes, in order; ``work_here`` is the same in this one.

    ``answer`` makes an answer of files that were given up because the system ended their process.
    """
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    running: deque[tuple[list[Target], Future[R] | None]] = deque()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:

        def submit() -> None:
            portion = next(portions, None)
            if portion is None:
                return
            future = None
            # What was read from standard input stays in this process.
            if not any(target.path == "-" for target in portion):
                with suppress(BrokenProcessPool):
                    future = pool.submit(work, portion)
            running.append((portion, future))

        try:
            for _ in range(3 * jobs):
                submit()
            while running:
                portion, future = running[0]
                yield work_here(portion) if future is None else future.result()
                running.popleft()
                submit()
            return
        except BrokenProcessPool:
            pass
    # The system ended a process, for want of memory perhaps: the portion that was waited for is given up, the rest
    # is worked on in this process.
    if running:
        lost, _ = running.popleft()
        yield answer([crashed(target.path, "the process that checked this file was ended") for target in lost])
    for portion, _ in running:
        yield work_here(portion)
    for portion in portions:
        yield work_here(portion)


class Batch(NamedTuple):
    """The tables of some files."""

    files: int
    counted: int
    """Files that are records, or should have been."""
    tables: Tables


def tables_in_batches(
    targets: Iterable[Target],
    options: RuleOptions,
    *,
    n_plays: bool = False,
    aliases: Mapping[str, str] | None = None,
    jobs: int = 1,
    stdin: bytes = b"",
) -> Iterator[Batch]:
    """The tables of files, some megabytes of records at a time: one batch at least, for the headings."""
    portions = _portions(targets)
    work = partial(_batch, options=options, n_plays=n_plays, aliases=aliases)
    here = partial(work, stdin=stdin)
    if jobs <= 1:
        yield from map(here, portions)
        return
    yield from in_processes(portions, work, here, _lost_batch, jobs)


def read_tables(
    targets: Iterable[Target],
    options: RuleOptions | None = None,
    *,
    n_plays: bool = False,
    aliases: Mapping[str, str] | None = None,
    jobs: int = 1,
    stdin: bytes = b"",
    progress: Callable[[int], None] | None = None,
) -> Tables:
    """The tables of files in one piece. ``progress`` is told how many files more are done."""
    from .reports.tables import join_tables

    told = progress or (lambda files: None)
    options = options or RuleOptions()
    if jobs > 1:
        parts = []
        for batch in tables_in_batches(targets, options, n_plays=n_plays, aliases=aliases, jobs=jobs, stdin=stdin):
            parts.append(batch.tables)
            told(batch.files)
        return join_tables(parts)
    return _make(targets, options, n_plays, aliases, stdin, told).tables


def tables(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    options: RuleOptions | None = None,
    *,
    n_plays: bool = False,
    aliases: Mapping[str, str] | None = None,
    jobs: int = 1,
) -> Tables:
    """Check files, folders with all that is in them, and globs, and give the tables.

    ``n_plays``: count the legal plays of every roll, which costs more than everything else. ``aliases``: names of the
    table of players (see ``analysis.aliases.read_aliases``). ``jobs``: processes. A file that cannot be read is a
    finding; one found in a folder that no format claims is left out.
    """
    given = [os.fspath(path) for path in ([paths] if isinstance(paths, str | os.PathLike) else paths)]
    targets = find(given)
    files = targets.files or [Target(path, True) for path in targets.missing]
    return read_tables(files, options, n_plays=n_plays, aliases=aliases, jobs=jobs)


def _portions(targets: Iterable[Target]) -> Iterator[list[Target]]:
    """Files in portions of some megabytes, one portion at least."""
    portion: list[Target] = []
    size = 0
    empty = True
    for target in targets:
        try:
            size += os.stat(target.path).st_size
        except OSError:
            size += 1000
        portion.append(target)
        empty = False
        if size >= BATCH_BYTES:
            yield portion
            portion, size = [], 0
    if portion or empty:
        yield portion


_collected: dict[bool, Collected] = {}
"""What a process collects its batches in: it remembers texts."""


def _batch(
    targets: Sequence[Target],
    options: RuleOptions,
    n_plays: bool,
    aliases: Mapping[str, str] | None,
    stdin: bytes = b"",
) -> Batch:
    from .reports.actions import Collected

    found = _collected.setdefault(n_plays, Collected(n_plays))
    found.clear()
    return _make(targets, options, n_plays, aliases, stdin, found=found)


def _lost_batch(lost: list[Checked]) -> Batch:
    from .reports.actions import Collected
    from .reports.tables import make_tables

    return Batch(len(lost), len(lost), make_tables(map(Opened, lost), Collected()))


def _make(
    targets: Iterable[Target],
    options: RuleOptions,
    n_plays: bool,
    aliases: Mapping[str, str] | None,
    stdin: bytes,
    progress: Callable[[int], Any] = lambda files: None,
    found: Collected | None = None,
) -> Batch:
    from .reports.actions import Collected
    from .reports.tables import make_tables

    files = counted = 0

    def sources() -> Iterator[Opened]:
        """One file after the other: only its rows stay."""
        nonlocal files, counted
        for target in targets:
            opened = open_target(target, options, stdin, traced=not n_plays)
            files += 1
            if opened.checked.claimed:
                counted += 1
                yield opened
            progress(1)

    with _fewer_collections():
        made = make_tables(sources(), found or Collected(n_plays), aliases)
    return Batch(files, counted, made)
