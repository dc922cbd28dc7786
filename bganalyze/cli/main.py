"""The lazy command group, and the exit status of what goes wrong."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from .. import __version__

COMMANDS: dict[str, str] = {
    "check": "Check match records: plays, cube, scores, results.",
    "plays": "List the legal plays of a position and judge written ones.",
    "id": "Decode position and match IDs into every other form.",
    "show": "Show a record or a position as boards and plays.",
    "convert": "Write a match record in another format.",
    "tables": "Write tables of matches, games, actions, findings and players.",
    "stats": "Statistics of results, cube, play, dice, errors and luck.",
    "met": "Match equities: chances, take points, gammon values, conversions.",
    "chouette": "Settle chouette ledgers: payments of each game, and standings.",
    "buy-in": "The smallest balance for a game with a limited cube.",
    "explain": "Show the page of a finding's code or of a rule set.",
    "list": "List the formats, rule sets or codes of this installation.",
}
"""The one list of commands; a command's module is imported when it runs."""


class LazyGroup(click.Group):
    """Commands by name, their modules imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = f".{cmd_name.replace('-', '_')}_command"
        command: click.Command = import_module(module, __package__).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="bganalyze")
def cli() -> None:
    """Are recorded backgammon matches right, and what do they say?

    Exit status: 0 nothing found at the fail level, 1 findings, 2 usage error or a fault of our own.
    """


def main() -> None:
    """Entry point of the ``bganalyze`` command."""
    for stream in (sys.stdout, sys.stderr):
        # Names in records are any Unicode; a terminal that cannot show one must not stop the run.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        cli(prog_name="bganalyze")
    except BrokenPipeError:
        # The reader of our output went away (head, less): not our fault, nothing to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        # Files that cannot be read are findings; what remains is output that cannot be written.
        click.echo(f"bganalyze: cannot write: {error.strerror or error}", err=True)
        sys.exit(2)
