"""``bganalyze show``."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

import click

from ..findings.render.concise import printable
from .options import parse_rules, rules_options

if TYPE_CHECKING:
    from ..model.record import Record
    from ..rules.declared import RuleOptions


@click.command("show")
@click.argument("what", metavar="PATH|ID")
@click.option("--match", "match", type=int, metavar="M", help="Only this match of the file, counted from 1.")
@click.option("--game", type=int, metavar="G", help="Only games of this number.")
@click.option("--move", type=int, metavar="N", help="Only moves of this number, each with its board.")
@click.option("--boards", is_flag=True, help="The board before every action.")
@click.option("--unicode", is_flag=True, help="Boards with lines, round checkers and faces of dice.")
@click.option("--analysis", is_flag=True, help="The analysis that the record holds: plays, cube, luck, comments.")
@rules_options
def command(
    what: str,
    match: int | None,
    game: int | None,
    move: int | None,
    boards: bool,
    unicode: bool,
    analysis: bool,
    rules: str | None,
    settings: tuple[str, ...],
) -> None:
    """Show a record or a position: plays, boards, findings, stored analysis.

    PATH is a file of any format that 'bganalyze list formats' tells, or - for standard input; ID, where there is no
    such file, is any form that 'bganalyze id' understands. A game is listed with one line an action, what 'bganalyze
    check' finds at it, its result and its last position. Numbers are those of the listing. Boards are GNU
    Backgammon's: the first player is O, above, the second X, below; the points carry the numbers of the player on
    roll, who moves towards 1.

    Exit status 1 if the file cannot be read, 2 if it has no such match, game or move.

    \b
    Example:
      bganalyze show finals.mat
      bganalyze show finals.mat --game 3 --move 12 --unicode
      bganalyze show finals.sgf --game 1 --boards --analysis | less
      bganalyze show 4HPwATDgc/ABMA:cIkmAQAAAAAA
      bganalyze show hyper.mat --rules hypergammon-3
    """
    options = parse_rules(rules, settings)
    if unicode and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # asked for by name, whatever the terminal's language
    if what != "-" and not os.path.lexists(what):
        _show_id(what, options, unicode, selected=(match, game, move) != (None, None, None))
        return
    from ..reports.show import NoSuch, View, record_lines

    record = _record(what, options)
    try:
        lines = record_lines(record, options, View(match, game, move, boards, unicode, analysis))
    except NoSuch as error:
        raise click.UsageError(f"{printable(what)}: {error}") from None
    for line in lines:
        click.echo(line)


def _show_id(text: str, options: RuleOptions, unicode: bool, selected: bool) -> None:
    """The position of an ID."""
    from ..formats.ids import parse_id
    from ..model.gnuid import IdError
    from ..reports.show import position_lines

    try:
        found = parse_id(text)
    except IdError as error:
        problem = f"no such file, and no ID: column {error.column}: {error}"
        raise click.UsageError(f"{printable(text)}: {problem}") from None
    if found.position is None:
        raise click.UsageError(f"{printable(text)}: a match ID has no position")
    if selected:
        raise click.UsageError("--match, --game and --move need a record; an ID is one position")
    for line in position_lines(found.position, found.state, found.names, options, unicode):
        click.echo(line)


def _record(path: str, options: RuleOptions) -> Record:
    """The record of a file. Where there is none, what 'check' finds goes to standard error, and that is the end."""
    from ..findings.render.concise import line
    from ..formats import Unread, read_record
    from ..pipeline import MAX_BYTES, check_bytes, check_file

    if os.path.isdir(path):
        raise click.UsageError(f"{printable(path)}: a folder; one file is shown at a time")
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1) if sys.stdin is not None else b""
        elif os.path.isfile(path):
            with open(path, "rb") as file:
                data = file.read(MAX_BYTES + 1)
        else:
            raise OSError
        if len(data) <= MAX_BYTES:
            record = read_record(data, MAX_BYTES)
            if record.ledger is not None:
                raise click.UsageError(f"{printable(path)}: a chouette ledger; 'bganalyze chouette' shows it")
            if record.matches or record.positions:
                return record
        checked = check_bytes(data, path, options, hashed=False)
    except Unread:
        checked = check_bytes(data, path, options, hashed=False)
    except OSError:
        checked = check_file(path, options, hashed=False)
    for finding in checked.findings:
        click.echo(line(finding), err=True)
    sys.exit(1)
