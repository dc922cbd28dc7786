"""``bganalyze list``."""

from __future__ import annotations

import click


@click.command("list")
@click.argument("what", type=click.Choice(["formats", "rules", "codes", "tables", "statistics"]))
def command(what: str) -> None:
    """List the formats, rule sets, codes, columns of tables or statistics of this installation.

    Each rule set and each code has a page: 'bganalyze explain long-nardy', 'bganalyze explain BG303'.

    \b
    Example:
      bganalyze list codes
    """
    if what == "formats":
        from ..formats import FORMATS

        rows = list(FORMATS.items())
    elif what == "rules":
        from ..rules.variants import PRESET_NOTES

        rows = list(PRESET_NOTES.items())
    elif what == "tables":
        from ..reports.schema import schema_lines

        rows = schema_lines()
    elif what == "statistics":
        from ..analysis.catalogue import STATISTICS

        rows = [(f"{s.topic}.{s.name}", f"{s.unit:6} {s.label}: {s.description}") for s in STATISTICS]
    else:
        from ..findings.codes import CODES

        rows = [(c.code, f"{c.severity:8} {c.name}") for c in CODES.values()]
    width = max(len(name) for name, _ in rows)
    for name, text in rows:
        click.echo(f"{name:{width}}  {text}")
