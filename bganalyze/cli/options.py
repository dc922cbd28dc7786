"""Options that several commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from typing import Any

import click

from ..findings.render.concise import printable
from ..rules.declared import RuleOptions
from ..rules.policies import VALUES, PolicyError, parse_policies
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


def policy_options(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The values of ``--policy NAME=VALUE``. Raises ``click.BadParameter`` for what is none."""
    try:
        return parse_policies(values)
    except PolicyError as error:
        raise click.BadParameter(printable(str(error))) from None


def config_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--config FILE``, ``--no-config`` and ``--policy NAME=VALUE``."""
    command = click.option(
        "--policy",
        "policies",
        metavar="NAME=VALUE",
        multiple=True,
        callback=policy_options,
        help=f"What is condoned: {', '.join(VALUES)} (repeatable).",
    )(command)
    command = click.option("--no-config", is_flag=True, help="Without the configuration of the records.")(command)
    return click.option("--config", metavar="FILE", help="This configuration, not the nearest of each record.")(command)


def _configured_names(records: Iterable[str]) -> dict[str, str]:
    """The aliases of the first of these files and folders whose configuration has some."""
    from .config import ConfigError, Configurations, Layer

    configurations = Configurations(Layer())
    try:
        for path in records:
            aliases = configurations.of(os.path.join(path, "") if os.path.isdir(path) else path).aliases
            if aliases:
                return dict(aliases)
    except ConfigError as error:
        raise click.UsageError(printable(str(error))) from None
    return {}


def progress(many: int) -> Any:
    """A bar for so many files on standard error, where that is a terminal; else ``None`` for the ``with``."""
    if sys.stderr is None or not sys.stderr.isatty():
        return nullcontext()
    return click.progressbar(length=many, file=sys.stderr, label="files")


def read_names(path: str | None, records: Iterable[str] = ()) -> dict[str, str]:
    """The names of an alias file, or else of the configuration of records; a usage error where it cannot be used."""
    if path is None:
        return _configured_names(records)
    from ..analysis.aliases import AliasError, read_aliases

    try:
        return read_aliases(path)
    except AliasError as error:
        raise click.UsageError(printable(f"--aliases {path}: {error}")) from None
    except OSError as error:
        raise click.UsageError(printable(f"--aliases {path}: {error.strerror}")) from None
