"""``bganalyze explain``."""

from __future__ import annotations

import click


@click.command("explain")
@click.argument("code")
def command(code: str) -> None:
    """Show the page of a finding's code, of a rule set, or of another subject.

    CODE is a code such as BG303, its name, such as step-matches-no-die, the name of a rule set, such as long-nardy, or
    a word: codes (all of them), rules (the fields of rule sets, rule files), tags (by which records state rules),
    notation (.mat records of other games), rates (the error rates of GNU Backgammon, XG, Snowie and OpenGammon side by
    side), tables (their schema), chouette (the form of ledgers).

    \b
    Example:
      bganalyze explain BG303
      bganalyze explain long-nardy
      bganalyze explain rates
    """
    if code.lower() == "rates":
        from ..analysis import rates

        click.echo(rates.page().rstrip())
        return
    if code.lower() == "codes":
        from ..findings.pages import index

        click.echo(index().rstrip())
        return
    if code.lower() == "tables":
        from ..reports.schema import page as schema_page

        click.echo(schema_page().rstrip())
        return
    if code.lower() == "chouette":
        from ..formats.chouette import PAGE

        click.echo(PAGE.rstrip())
        return
    from ..rules import pages as rule_pages

    if code.lower() in rule_pages.SUBJECTS:
        click.echo(rule_pages.page(code.lower()).rstrip())
        return
    from ..findings.codes import CODES
    from ..findings.pages import page

    by_name = {c.name: c.code for c in CODES.values()}
    wanted = by_name.get(code.lower(), code.upper())
    if wanted not in CODES:
        raise click.UsageError(
            f"there is no page {code!r}; 'bganalyze list codes' and 'bganalyze list rules' show what there is; "
            "'codes', 'rules', 'tags', 'notation', 'rates', 'tables' and 'chouette' have pages too"
        )
    click.echo(page(wanted).rstrip())
