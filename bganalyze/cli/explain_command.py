"""``bganalyze explain``."""

from __future__ import annotations

import click


@click.command("explain")
@click.argument("code")
def command(code: str) -> None:
    """Show the page of a finding's code.

    CODE is a code such as BG303 or its name, such as step-matches-no-die.

    \b
    Example:
      bganalyze explain BG303
    """
    from ..findings.codes import CODES
    from ..findings.pages import page

    by_name = {c.name: c.code for c in CODES.values()}
    wanted = by_name.get(code.lower(), code.upper())
    if wanted not in CODES:
        raise click.UsageError(f"there is no code {code!r}; 'bganalyze list codes' shows them")
    click.echo(page(wanted).rstrip())
