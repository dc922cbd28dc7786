"""``bganalyze explain``."""

from __future__ import annotations

import click


@click.command("explain")
@click.argument("code")
def command(code: str) -> None:
    """Show the page of a finding's code, how error rates are defined, or the columns of the tables.

    CODE is a code such as BG303, its name, such as step-matches-no-die, or a word: rates for the error rates of GNU
    Backgammon, XG, Snowie and OpenGammon side by side, tables for the schema of the tables.

    \b
    Example:
      bganalyze explain BG303
      bganalyze explain rates
    """
    if code.lower() == "rates":
        from ..analysis import rates

        click.echo(rates.page().rstrip())
        return
    if code.lower() == "tables":
        from ..reports.schema import page as schema_page

        click.echo(schema_page().rstrip())
        return
    from ..findings.codes import CODES
    from ..findings.pages import page

    by_name = {c.name: c.code for c in CODES.values()}
    wanted = by_name.get(code.lower(), code.upper())
    if wanted not in CODES:
        raise click.UsageError(
            f"there is no code {code!r}; 'bganalyze list codes' shows them; 'rates' and 'tables' have pages too"
        )
    click.echo(page(wanted).rstrip())
