"""Options that several commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import click

from ..findings.render.concise import printable
from ..rules.declared import RuleOptions
from ..rules.variants import RulesError


def parse_rules(name: str | None, settings: tuple[str, ...]) -> RuleOptions:
    """``--rules`` and ``--set`` to rule options, or a usage error that names the field.

    What is unusual in them is told once, on standard error.
    """
    try:
        options = RuleOptions.parse(name, settings)
    except RulesError as error:
        raise click.UsageError(printable(str(error))) from None
    for note in options.notes():
        click.echo(f"bganalyze: note: unusual rules: {note}", err=True)
    return options


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--rules NAME|FILE.toml`` and ``--set FIELD=VALUE``."""
    command = click.option(
        "--set",
        "settings",
        metavar="FIELD=VALUE",
        multiple=True,
        help="Set one rule, such as jacoby=on (repeatable); see 'bganalyze explain rules'.",
    )(command)
    return click.option(
        "--rules", metavar="NAME|FILE.toml", help="Rule set; see 'bganalyze list rules', or a file of your own."
    )(command)


def progress(many: int) -> Any:
    """A bar for so many files on standard error, where that is a terminal; else ``None`` for the ``with``."""
    if sys.stderr is None or not sys.stderr.isatty():
        return nullcontext()
    return click.progressbar(length=many, file=sys.stderr, label="files")


def read_names(path: str | None) -> dict[str, str]:
    """The names of an alias file; a usage error where it cannot be used."""
    from ..analysis.aliases import AliasError, read_aliases

    if path is None:
        return {}
    try:
        return read_aliases(path)
    except AliasError as error:
        raise click.UsageError(printable(f"--aliases {path}: {error}")) from None
    except OSError as error:
        raise click.UsageError(printable(f"--aliases {path}: {error.strerror}")) from None
