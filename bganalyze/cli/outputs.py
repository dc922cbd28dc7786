"""Where a check writes: one output or several at once, each a format and a file or standard output.

A file appears whole or not at all: it is written under another name and gets its own when everything was written.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

import click

from .. import __version__
from ..findings.finding import Finding
from ..findings.render import FORMATS, Renderer, remarks, renderer
from ..findings.render.concise import printable
from ..findings.summary import Summary
from .whole_file import begin

if TYPE_CHECKING:
    from ..bulk import Target

_AS_THE_TERMINAL = ("concise", "full")
"""Formats for people: in the terminal's encoding. The others are UTF-8 whatever the terminal's language."""


@dataclass(frozen=True, slots=True)
class Output:
    """A format and the file it goes to; ``None`` is standard output."""

    format: str
    path: str | None
    option: str
    """The option that asked for it, for what is said of it."""


def parse_report(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> tuple[Output, ...]:
    """The values of ``--report FORMAT=FILE``. Raises ``click.BadParameter`` for what is none."""
    found = []
    for value in values:
        name, equals, path = value.partition("=")
        if name not in FORMATS:
            raise click.BadParameter(f"{name!r} is no format: {', '.join(FORMATS)}")
        if not equals or not path:
            raise click.BadParameter(f"{value!r} names no file: {name}=FILE")
        found.append(Output(name, None if path == "-" else path, f"--report {value}"))
    return tuple(found)


def plan(
    output_format: str, output: str | None, reports: Sequence[Output], asked: bool, targets: Iterable[Target]
) -> list[Output]:
    """All outputs of a run, the one of ``--output-format`` first.

    ``asked``: the user said ``--output-format`` or ``--output``; else a report on standard output takes its place.
    Raises ``click.UsageError`` where two outputs have one place, or one would be written over a record.
    """
    main = Output(output_format, None if output == "-" else output, f"--output {output or '-'}")
    outputs = [main, *reports]
    if not asked and any(report.path is None for report in reports):
        outputs = sorted(reports, key=lambda report: report.path is not None)
    places: dict[str | None, Output] = {}
    for one in outputs:
        try:
            place = None if one.path is None else os.path.realpath(one.path)
        except ValueError as error:
            raise click.UsageError(printable(f"{one.option}: {error}")) from None
        if place in places:
            if place is None:
                raise click.UsageError(printable(f"{one.option}: only one output can go to standard output"))
            # A device takes any number of outputs.
            if not os.path.exists(place) or os.path.isfile(place):
                raise click.UsageError(printable(f"{one.option}: {places[place].option} writes to the same file"))
        places[place] = one
    files = {place: one for place, one in places.items() if place is not None and os.path.isfile(place)}
    if files:
        for target in targets:
            one_file = files.get(os.path.realpath(target.path)) if target.path != "-" else None
            if one_file is not None and (target.named or _is_record(target.path)):
                raise click.UsageError(printable(f"{one_file.option}: the file is one of those to be checked"))
    return outputs


def _is_record(path: str) -> bool:
    """A record, even a damaged one, must not be lost; the output of the last run may well lie in the folder."""
    from ..bulk import RECORD_NAMES
    from ..pipeline import check_file

    return path.lower().endswith(RECORD_NAMES) or check_file(path, hashed=False).claimed


class Writing:
    """An output on its way."""

    def __init__(self, format: str, out: IO[str], helpers: Mapping[str, Any]) -> None:
        self.render: Renderer = renderer(format, __version__, helpers)
        self.out = out

    def start(self) -> None:
        """Write what comes first."""
        self._write(self.render.start())

    def file(self, file: Any, findings: Sequence[Finding]) -> None:
        """Write one file."""
        self._write(self.render.file(file, findings))

    def end(self, summary: Summary) -> None:
        """Write what comes last."""
        self._write(self.render.end(summary))

    def remarks(self) -> Sequence[str]:
        """What is to be said of the output beside it."""
        return remarks(self.render)

    def _write(self, pieces: Iterable[str]) -> None:
        for piece in pieces:
            self.out.write(piece)


@contextmanager
def writing(outputs: Iterable[Output], failing: Collection[str]) -> Iterator[list[Writing]]:
    """Open all outputs; at the end of the block they get their names, after an exception nothing is left of them.

    ``failing``: the severities that fail. Raises ``click.UsageError`` where an output cannot be written to.
    """
    files: list[tuple[IO[str], str | None, str]] = []
    """Each open file, its temporary name if it has one, and the name it is to have."""
    try:
        opened = []
        for output in outputs:
            try:
                out = _standard(output.format) if output.path is None else _file(output.path, files)
            except (OSError, ValueError) as error:
                reason = error.strerror if isinstance(error, OSError) else error
                raise click.UsageError(printable(f"{output.option}: {reason}")) from None
            opened.append(Writing(output.format, out, _helpers(output.format, failing)))
        yield opened
        for out, _, _ in files:
            out.close()
        for _, temporary, path in files:
            if temporary is not None:
                os.replace(temporary, path)
    except BaseException:
        for out, temporary, _ in files:
            with suppress(OSError):
                out.close()
            if temporary is not None:
                with suppress(OSError):
                    os.unlink(temporary)
        raise


def _standard(format: str) -> IO[str]:
    if sys.stdout is None:  # the caller closed it
        return open(os.devnull, "w", encoding="utf-8", errors="backslashreplace")
    if format not in _AS_THE_TERMINAL and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
        if format == "csv":
            sys.stdout.reconfigure(newline="")  # its lines bring their ends
    return sys.stdout


def _file(path: str, files: list[tuple[IO[str], str | None, str]]) -> IO[str]:
    """Open a file under a temporary name. What is no regular file, as a pipe, is written to directly."""
    place = os.path.realpath(path)
    if os.path.isdir(place):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if os.path.isfile(place) and not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    target, temporary, place = begin(place)
    out = open(target, "w", encoding="utf-8", errors="backslashreplace", newline="\n")  # noqa: SIM115
    files.append((out, temporary, place))
    return out


def _helpers(output_format: str, failing: Collection[str]) -> dict[str, Any]:
    """What some formats show beyond the finding itself; the others do not pay for it."""
    if output_format == "json":
        from ..reports.document import file_dict

        return {"describe": file_dict}
    if output_format == "full":
        from ..reports.context import board_of, legal_of

        return {"board": board_of, "legal": legal_of}
    return {"failing": failing}
