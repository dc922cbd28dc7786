"""Names of players joined: an alias file, and two players of one name in a match.

The file is TOML::

    [aliases]
    "Nack Ballard" = ["nack", "N. Ballard"]

Names are compared without regard to case and to spaces around and between words.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .frames import Frames, Prepared, prepare

if TYPE_CHECKING:
    import os

    import pandas as pd


class AliasError(ValueError):
    """What is wrong with an alias file, with its line where that is known."""


def key(name: str) -> str:
    """What two ways of writing one name have in common."""
    return " ".join(name.split()).casefold()


def read_aliases(path: str | os.PathLike[str]) -> dict[str, str]:
    """The keys of all names in a file -> the name that stands for them. Raises ``AliasError`` and ``OSError``."""
    data = Path(path).read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise AliasError(f"line {line}: not UTF-8") from None
    return parse_aliases(text)


def parse_aliases(text: str) -> dict[str, str]:
    """The same from the text of a file."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line ([0-9]+), column [0-9]+\)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        reason = str(error).partition(" (at ")[0]
        raise AliasError(f"line {line}: {reason}") from None
    for name in document:
        if name != "aliases":
            raise AliasError(f"line {_line(text, name)}: {name!r} is not 'aliases'")
    table = document.get("aliases")
    if not isinstance(table, dict):
        raise AliasError(f"line {_line(text, 'aliases')}: there is no table [aliases]")
    return join_names(table, lambda name, last: f"line {_line(text, name, last=last)}: ")


def _nowhere(name: str, last: bool) -> str:
    return ""


def join_names(table: Mapping[str, object], where: Callable[[str, bool], str] = _nowhere) -> dict[str, str]:
    """The same from a table. ``where`` gives the place of a name (the last one, if so) for messages."""
    names: dict[str, str] = {}
    for name, others in table.items():
        if not isinstance(others, list) or not all(isinstance(other, str) for other in others):
            raise AliasError(f"{where(name, False)}{name!r} needs a list of names in quotes")
        for other in (name, *others):
            if not key(other):
                raise AliasError(f"{where(name, False)}{name!r} has an empty name")
            before = names.setdefault(key(other), name)
            if before != name:
                raise AliasError(f"{where(other, True)}{other!r} stands for {before!r} and for {name!r}")
    return names


def _line(text: str, name: str, *, last: bool = False) -> int:
    """The line where a name stands, the first one if it is nowhere as it is."""
    lines = [at for at, line in enumerate(text.splitlines(), 1) if name in line.partition("#")[0]]
    return (lines[-1] if last else lines[0]) if lines else 1


def with_names(frames: Frames, aliases: Mapping[str, str] | None = None) -> tuple[Prepared, list[str]]:
    """The frames with canonical names, and what has to be told.

    Where both players of a match have one name they are kept apart as ``Name (player 0)`` and ``Name (player 1)``.
    """
    import pandas as pd

    prepared = prepare(frames)
    matches = prepared.matches
    both = zip(*(_texts(matches[f"player_{seat}"]) for seat in (0, 1)), strict=True)
    pairs = [names_of(pair, aliases or {}) for pair in both]
    notes = [
        f"{path}: match {number}: both players are {same!r}; they are kept apart by their seats"
        for path, number, (_, _, same) in zip(matches["path"], matches["number"], pairs, strict=True)
        if same is not None
    ]
    names = {f"player_{seat}": pd.array([pair[seat] for pair in pairs], dtype="string") for seat in (0, 1)}
    return Prepared(matches.assign(**names), prepared.games, prepared.actions), notes


def names_of(
    pair: tuple[str | None, str | None], aliases: Mapping[str, str]
) -> tuple[str | None, str | None, str | None]:
    """The names that stand for the players of a match, and the one name that they have in common, if they do."""
    first, second = (name if name is None else aliases.get(key(name), name) for name in pair)
    if first is None or first != second:
        return first, second, None
    return f"{first} (player 0)", f"{first} (player 1)", first


def _texts(names: pd.Series) -> list[str | None]:
    return [name if isinstance(name, str) else None for name in names]
