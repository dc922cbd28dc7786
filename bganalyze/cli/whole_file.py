"""Files that appear whole or not at all: written under another name first, which then becomes theirs."""

from __future__ import annotations

import os
import stat
from typing import NamedTuple


class Place(NamedTuple):
    """Where a file is written."""

    target: int | str
    """What to open: the handle of the temporary file, or the path itself."""
    temporary: str | None
    """The name until the file is whole; ``None`` for what is no regular file, as a pipe, which is written directly."""
    path: str
    """The name that the file is to have, links followed."""


def begin(path: str) -> Place:
    """A place for a new file or in the stead of an old one, whose permissions stay. Raises ``OSError``."""
    path = os.path.realpath(path)
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        mode = stat.S_IFREG | (0o666 & ~umask)
    if not stat.S_ISREG(mode):
        return Place(path, None, path)
    import tempfile  # costs milliseconds that a run without a file does not need

    handle, temporary = tempfile.mkstemp(prefix=".bganalyze-", dir=os.path.dirname(path))
    os.chmod(temporary, stat.S_IMODE(mode))
    return Place(handle, temporary, path)


def write(path: str, content: bytes) -> None:
    """Write a whole file. Raises ``OSError``, and nothing is left of what was begun."""
    target, temporary, path = begin(path)
    try:
        with open(target, "wb") as file:
            file.write(content)
        if temporary is not None:
            os.replace(temporary, path)
    except BaseException:
        if temporary is not None:
            os.unlink(temporary)
        raise
