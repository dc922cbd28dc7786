"""``bganalyze tables``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..bulk import find, tables_in_batches
from .options import parse_rules, progress, read_names, rules_options

FORMATS = ("parquet", "csv", "jsonl", "sqlite", "duckdb", "xlsx")


@click.command("tables")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--out", metavar="DIR", required=True, type=click.Path(path_type=Path), help="Folder for the files.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="parquet", show_default=True)
@rules_options
@click.option("--aliases", metavar="FILE", help="Names that stand for one player (TOML), for the table of players.")
@click.option("--n-plays", is_flag=True, help="Count the legal plays of every roll, which is slow.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option("--exit-zero", is_flag=True, help="Exit 0 whatever was found.")
@click.option("--allow-empty", is_flag=True, help="Do not fail when no record was found.")
def command(
    paths: tuple[str, ...],
    out: Path,
    form: str,
    rules: str | None,
    settings: tuple[str, ...],
    aliases: str | None,
    n_plays: bool,
    jobs: int,
    exit_zero: bool,
    allow_empty: bool,
) -> None:
    """Write tables of matches, games, actions, findings and players.

    PATH is a file, a folder, a glob, or - for standard input. The columns are listed by 'bganalyze list tables'.
    The exit status is that of a check.

    \b
    Example:
      bganalyze tables finals/ --out tables --format csv
    """
    options = parse_rules(rules, settings)
    names = read_names(aliases, paths)
    targets = find(paths)
    if not targets.found and not allow_empty:
        click.echo("bganalyze: no path matched anything", err=True)
        sys.exit(2)
    try:
        from ..reports.players import Players
        from ..reports.tables import players_table
        from ..reports.writers import WriterError, writer
    except ImportError as error:
        raise click.UsageError(f"tables need pandas: {error}") from None
    try:
        out.mkdir(parents=True, exist_ok=True)
        write = writer(form, out)
    except WriterError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise click.UsageError(f"--out {out}: {error.strerror}") from None
    stdin = sys.stdin.buffer.read() if any(t.path == "-" for t in targets.files) else b""
    players = Players()
    files = 0
    failed = crashed = False
    try:
        with progress(len(targets.files)) as bar:
            for many, counted, tables in tables_in_batches(
                targets.files, options, n_plays=n_plays, aliases=names, jobs=jobs, stdin=stdin
            ):
                files += counted
                for name in ("matches", "games", "actions", "findings"):
                    write.write(name, getattr(tables, name))
                players.merge(tables.players)
                failed = failed or bool((tables.findings["severity"] == "error").any())
                crashed = crashed or bool(tables.findings["code"].str.startswith("BG9").any())
                if bar is not None:
                    bar.update(many)
        if not files and not allow_empty:
            click.echo("bganalyze: no file that is a match record was found", err=True)
            write.give_up()
            sys.exit(2)
        write.write("players", players_table(players))
        write.close()
    except WriterError as error:
        write.give_up()
        raise click.UsageError(str(error)) from None
    except BaseException:
        write.give_up()
        raise
    sys.exit(2 if crashed else 1 if failed and not exit_zero else 0)
