"""``bganalyze convert``."""

from __future__ import annotations

import os
import sys

import click

from ..findings.render.concise import printable
from ..formats import WRITERS
from .options import parse_rules, rules_options
from .whole_file import write

EXTENSIONS = {".sgf": "sgf", ".mat": "mat", ".txt": "mat-xg", ".gam": "gam"}
TARGETS = tuple(WRITERS)


@click.command("convert")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--to", "form", type=click.Choice(TARGETS), help="The format to write; else the extension of OUT says.")
@rules_options
@click.option("--strict", is_flag=True, help="Exit 1 if the target cannot hold all of the record.")
def command(
    source: str, target: str, form: str | None, rules: str | None, settings: tuple[str, ...], strict: bool
) -> None:
    """Write a match record in another format.

    IN is a file or - for standard input, OUT a file or - for standard output. The formats are sgf (.sgf), mat (.mat,
    as GNU Backgammon writes it), mat-xg (.txt, as eXtreme Gammon writes it) and gam (.gam). What the target cannot
    hold, and how many errors the record has, is said on standard error. Exit status 1: the record has errors (it is
    written as far as it can be), nothing could be written, or --strict and something was lost.

    \b
    Example:
      bganalyze convert club.mat club.sgf
      bganalyze convert club.sgf - --to mat-xg
    """
    from ..convert import convert
    from ..findings.codes import severity
    from ..findings.render.concise import line
    from ..formats import read_record
    from ..pipeline import MAX_BYTES, check_bytes, check_file

    options = parse_rules(rules, settings)
    form = form or EXTENSIONS.get(os.path.splitext(target)[1].lower())
    if form is None:
        raise click.UsageError(
            f"OUT {printable(target)} does not end in {', '.join(EXTENSIONS)}; say --to {' or '.join(TARGETS)}"
        )
    if target != "-" and os.path.isdir(target):
        raise click.UsageError(f"OUT {printable(target)} is a folder")
    if "-" not in (source, target) and _same(source, target):
        raise click.UsageError("IN and OUT are the same file")
    data = b""
    if source == "-":
        data = sys.stdin.buffer.read() if sys.stdin is not None else b""
        checked = check_bytes(data, source, options, hashed=False)
    else:
        checked = check_file(source, options, hashed=False)
    errors = [f for f in checked.findings if severity(f) == "error" and f.suppression is None]
    if checked.failed:
        for finding in errors:
            click.echo(line(finding), err=True)
        sys.exit(2 if any(f.code.startswith("BG9") for f in errors) else 1)
    if source != "-":
        with open(source, "rb") as file:
            data = file.read()
    try:
        content, losses = convert(read_record(data, MAX_BYTES), form, options)
    except ValueError as error:
        click.echo(f"bganalyze: {printable(source)}: {error}; nothing was written", err=True)
        sys.exit(1)
    if target == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        write(target, content)
    for loss in losses:
        place = source if loss.line is None else f"{source}:{loss.line}"
        click.echo(f"note: {printable(place)}: lost in {form}: {printable(loss.text)}", err=True)
    if errors:
        number = "an error" if len(errors) == 1 else f"{len(errors)} errors"
        click.echo(f"note: {printable(source)}: 'bganalyze check' finds {number}", err=True)
    sys.exit(1 if errors or (strict and losses) else 0)


def _same(source: str, target: str) -> bool:
    """Are these the same file, by whatever name?"""
    try:
        return os.path.samefile(source, target)
    except OSError:
        return False
