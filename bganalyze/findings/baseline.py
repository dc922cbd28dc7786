"""Baselines: the findings a collection is known to have. They stay quiet until they change.

A finding is known by its path and its fingerprint, which does not change when lines shift. The file is JSON with one
entry a line, sorted, so that it shows in a version control system what came and what went. Paths are written from the
folder of the baseline's file on, with slashes.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator
from pathlib import PurePath
from typing import Any, NamedTuple

from .codes import CODES, fingerprint
from .finding import Finding

VERSION = 1
"""Of the file's form."""
MAX_BYTES = 64 << 20
"""Larger files are not read."""
_MOST = 1 << 31
_KEYS = {"path": str, "code": str, "game": int, "move": int, "fingerprint": str, "times": int}
_OPTIONAL = ("game", "move")


class BaselineError(ValueError):
    """A file that is no baseline; the message says why and where."""


class Entry(NamedTuple):
    """Findings of one fingerprint in one file."""

    path: str
    """From the folder of the baseline's file on, with slashes."""
    game: int | None
    move: int | None
    code: str
    fingerprint: str
    times: int


class Baseline:
    """What is known, and what of it was found again. ``place``: the file it is from or goes to."""

    def __init__(self, place: str, entries: Iterable[Entry] = ()) -> None:
        self.place = place
        self.folder = os.path.dirname(os.path.abspath(place))
        self.entries = list(entries)
        self.left: dict[tuple[str, str], int] = {}
        for entry in self.entries:
            self.left[entry.path, entry.fingerprint] = entry.times
        self.paths: dict[str, str] = {}
        self.files: set[str] = set()
        """Files that were looked at, as the entries name them."""
        self.known_files = {entry.path for entry in self.entries}

    def name(self, path: str) -> str:
        """A path as the entries have it."""
        if path == "-":
            return path
        if path not in self.paths:
            try:
                self.paths[path] = PurePath(os.path.relpath(path, self.folder)).as_posix()
            except ValueError:  # on another drive, or no path at all
                self.paths[path] = path
        return self.paths[path]

    def looked_at(self, path: str) -> None:
        """A file was checked, or is gone: what is known of it and was not found is stale."""
        self.files.add(self.name(path))

    def knows(self, finding: Finding) -> bool:
        """Is the finding one of those that are known? Each of several equal ones has to be known."""
        path = self.name(finding.path)
        if path not in self.known_files:
            return False
        key = (path, fingerprint(finding))
        left = self.left.get(key, 0) - weight(finding)
        if left < 0:
            return False
        self.left[key] = left
        return True

    def stale(self) -> list[Entry]:
        """Entries of files that were looked at, with the number of findings that are no longer there."""
        return [
            entry._replace(times=left)
            for entry in self.entries
            if entry.path in self.files and (left := self.left[entry.path, entry.fingerprint])
        ]

    def gone(self, folders: Collection[str]) -> None:
        """What is known of files in these folders that do not exist any more is stale, too."""
        inside = [self.name(folder) for folder in folders]
        for path in self.known_files - self.files:
            if ".." in path.split("/"):
                continue
            if any(folder == "." or path.startswith(f"{folder}/") for folder in inside):
                place = os.path.join(self.folder, *path.split("/"))
                if not os.path.lexists(place):
                    self.files.add(path)


def weight(finding: Finding) -> int:
    """How many findings it stands for: the last one of a code tells how many more there are in the file."""
    if not finding.args or finding.args[-1][0] != "more":
        return 1
    more = finding.args[-1][1]
    return 1 + more if isinstance(more, int) else 1


def entries_of(findings: Iterable[Finding], baseline: Baseline) -> Iterator[Entry]:
    """The entries that make findings known to a baseline. Faults of bganalyze itself never are."""
    found: dict[tuple[str, str], Entry] = {}
    for finding in findings:
        if finding.code.startswith("BG9"):
            continue
        path, print_ = baseline.name(finding.path), fingerprint(finding)
        before = found.get((path, print_))
        times = weight(finding) + (before.times if before else 0)
        found[path, print_] = Entry(path, finding.game, finding.move, finding.code, print_, times)
    yield from found.values()


def dumps(entries: Iterable[Entry]) -> str:
    """The text of a baseline."""

    def key(entry: Entry) -> tuple[Any, ...]:
        numbers = (-1 if n is None else n for n in (entry.game, entry.move))
        return (entry.path, *numbers, entry.code, entry.fingerprint)

    lines = []
    for entry in sorted(entries, key=key):
        item = {name: getattr(entry, name) for name in _KEYS}
        lines.append(json.dumps({name: value for name, value in item.items() if value is not None}))
    inner = "".join(f"\n  {line}," for line in lines).rstrip(",")
    return f'{{"version": {VERSION},\n "findings": [{inner}]}}\n'


def load(path: str) -> Baseline:
    """The baseline of a file. Raises ``BaselineError`` and ``OSError``."""
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode):
        raise BaselineError("not a regular file")
    if status.st_size > MAX_BYTES:
        raise BaselineError(f"{status.st_size} bytes; baselines above {MAX_BYTES} bytes are not read")
    with open(path, "rb") as file:
        data = file.read(MAX_BYTES + 1)
    return Baseline(path, loads(data))


def loads(data: bytes) -> list[Entry]:
    """The entries of a baseline's bytes. Raises ``BaselineError``."""
    try:
        document = json.loads(data.decode("utf-8-sig"), parse_constant=_refuse, object_pairs_hook=_once)
    except UnicodeDecodeError as error:
        raise BaselineError(f"line {data.count(bytes([10]), 0, error.start) + 1}: not UTF-8") from None
    except json.JSONDecodeError as error:
        raise BaselineError(f"line {error.lineno}: {error.msg}") from None
    except RecursionError:
        raise BaselineError("nested too deeply") from None
    except ValueError as error:
        raise BaselineError(str(error)) from None
    if not isinstance(document, dict) or set(document) != {"version", "findings"}:
        raise BaselineError("an object with 'version' and 'findings' is expected")
    version = document["version"]
    if type(version) is not int or version != VERSION:
        raise BaselineError(f"version {_short(version)} is not known; this version of bganalyze reads {VERSION}")
    if not isinstance(document["findings"], list):
        raise BaselineError("'findings' is not a list")
    entries = []
    seen: set[tuple[str, str]] = set()
    for number, item in enumerate(document["findings"], 1):
        entry = _entry(item, f"entry {number}")
        key = (entry.path, entry.fingerprint)
        if key in seen:
            raise BaselineError(f"entry {number}: the same path and fingerprint as an entry before")
        seen.add(key)
        entries.append(entry)
    return entries


def _entry(item: object, where: str) -> Entry:
    if not isinstance(item, dict):
        raise BaselineError(f"{where}: not an object")
    for name in item:
        if name not in _KEYS:
            raise BaselineError(f"{where}: {_short(name)} is not known")
    for name, kind in _KEYS.items():
        if name not in item:
            if name in _OPTIONAL:
                continue
            raise BaselineError(f"{where}: {name!r} is missing")
        if type(item[name]) is not kind:
            wanted = "a number" if kind is int else "a text"
            raise BaselineError(f"{where}: {name!r} is {_short(item[name])}, not {wanted}")
    if item["code"] not in CODES:
        raise BaselineError(f"{where}: {_short(item['code'])} is no code")
    if not re.fullmatch("[0-9a-f]{16}", item["fingerprint"]):
        raise BaselineError(f"{where}: {_short(item['fingerprint'])} is no fingerprint of 16 hexadecimal digits")
    if not 0 < item["times"] < _MOST:
        raise BaselineError(f"{where}: 'times' is {_short(item['times'])}")
    return Entry(item["path"], item.get("game"), item.get("move"), item["code"], item["fingerprint"], item["times"])


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number of JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        name = next(name for i, (name, _) in enumerate(pairs) if name in dict(pairs[:i]))
        raise ValueError(f"{_short(name)} is there twice in one object")
    return made
