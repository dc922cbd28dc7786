"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from ..rules.declared import RuleOptions
from ..rules.variants import RulesError


def parse_rules(name: str | None, settings: tuple[str, ...]) -> RuleOptions:
    """``--rules`` and ``--set`` to rule options, or a usage error that names the field."""
    try:
        return RuleOptions.parse(name, settings)
    except RulesError as error:
        raise click.UsageError(str(error)) from None


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--rules NAME`` and ``--set FIELD=VALUE``."""
    command = click.option(
        "--set",
        "settings",
        metavar="FIELD=VALUE",
        multiple=True,
        help="Set one rule, such as jacoby=on (repeatable).",
    )(command)
    return click.option("--rules", metavar="NAME", help="Rule set; see 'bganalyze list rules'.")(command)
