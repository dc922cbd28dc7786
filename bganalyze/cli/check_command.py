"""``bganalyze check``."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import IO, Any

import click

from .. import __version__
from ..findings.codes import SEVERITIES, expand, severity
from ..findings.finding import Finding
from ..findings.render import FORMATS, renderer
from ..findings.render.concise import printable
from ..findings.summary import Summary
from .options import parse_rules, rules_options


def _codes(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
    try:
        return expand(value) if value else ()
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@click.command("check")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@rules_options
@click.option("--output-format", type=click.Choice(list(FORMATS)), default="concise", show_default=True)
@click.option("--output", metavar="FILE", help="Write there instead of to standard output.")
@click.option("--select", callback=_codes, metavar="CODES", help="Only these codes or beginnings: BG3,BG502.")
@click.option("--ignore", callback=_codes, metavar="CODES", help="Not these codes or beginnings.")
@click.option(
    "--fail-on",
    type=click.Choice(SEVERITIES),
    default="error",
    show_default=True,
    help="Exit 1 from this severity on.",
)
@click.option("--exit-zero", is_flag=True, help="Exit 0 whatever was found.")
@click.option("--all", "show_all", is_flag=True, help="Also show what follows from an earlier fault of the same game.")
@click.option("--statistics", is_flag=True, help="Print the number of findings a code.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option("--allow-empty", is_flag=True, help="Do not fail when no file was found.")
def command(
    paths: tuple[str, ...],
    rules: str | None,
    settings: tuple[str, ...],
    output_format: str,
    output: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_on: str,
    exit_zero: bool,
    show_all: bool,
    statistics: bool,
    jobs: int,
    allow_empty: bool,
) -> None:
    """Check match records: every play, cube action, score and result.

    PATH is a file, a folder (searched for records by their content), a glob, or - for standard input.

    \b
    Example:
      bganalyze check finals/ --output-format full
      bganalyze check club.mat --rules money --set jacoby=off
    """
    from ..bulk import check_all, find

    options = parse_rules(rules, settings)
    targets = find(paths)
    if not targets.found and not allow_empty:
        for path in targets.missing:
            click.echo(f"bganalyze: {printable(path)}: no such file or folder", err=True)
        click.echo("bganalyze: no path matched anything", err=True)
        sys.exit(2)
    stdin = sys.stdin.buffer.read() if sys.stdin is not None and any(t.path == "-" for t in targets.files) else b""

    def shown(findings: Iterable[Finding]) -> Iterator[Finding]:
        for finding in findings:
            if finding.follow_up and not show_all:
                continue
            if select and not finding.code.startswith(select):
                continue
            if ignore and finding.code.startswith(ignore):
                continue
            yield finding

    summary = Summary()
    render = renderer(output_format, __version__, _helpers(output_format))
    failing = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
    failed = crashed = False
    with _writer(output, as_utf8=output_format.startswith("json")) as out:
        _write(out, render.start())
        for checked in check_all(targets.files, options, jobs, stdin, hashed=output_format == "json"):
            if not checked.claimed:
                summary.files_ignored += 1
                continue
            found = list(shown(checked.findings))
            summary.add_file(checked.matches, checked.failed, checked.positions, checked.ledger_games)
            summary.add_findings(found)
            failed = failed or any(severity(f) in failing for f in found)
            crashed = crashed or any(f.code.startswith("BG9") for f in checked.findings)
            _write(out, render.file(checked, found))
        _write(out, render.end(summary))
    if statistics:
        click.echo("\n".join(summary.statistics()), err=output_format not in ("concise", "full"))
    if crashed:
        sys.exit(2)
    if not summary.files and not allow_empty:
        click.echo("bganalyze: no file that is a match record was found", err=True)
        sys.exit(2)
    sys.exit(1 if failed and not exit_zero else 0)


def _write(out: IO[str], pieces: Iterable[str]) -> None:
    for piece in pieces:
        out.write(piece)


def _writer(output: str | None, as_utf8: bool) -> AbstractContextManager[IO[str]]:
    if output is None or output == "-":
        if as_utf8 and isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # JSON is UTF-8, whatever the terminal's language
        if sys.stdout is not None:
            return nullcontext(sys.stdout)
        output = os.devnull  # the caller closed it
    try:
        return open(output, "w", encoding="utf-8", errors="backslashreplace", newline="\n")
    except OSError as error:
        raise click.UsageError(f"--output {printable(output)}: {error.strerror}") from None


def _helpers(output_format: str) -> dict[str, Any]:
    """What some formats show beyond the finding itself; the others do not pay for it."""
    if output_format == "json":
        from ..reports.document import file_dict

        return {"describe": file_dict}
    if output_format == "full":
        from ..reports.context import board_of, legal_of

        return {"board": board_of, "legal": legal_of}
    return {}
