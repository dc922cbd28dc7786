"""``bganalyze tables``."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..bulk import RECORD_NAMES, Target, find
from ..rules.declared import RuleOptions
from .options import parse_rules, rules_options

if TYPE_CHECKING:
    from ..reports.tables import Tables

FORMATS = ("parquet", "csv", "jsonl", "sqlite", "duckdb", "xlsx")
BATCH_BYTES = 3 << 20
"""Records of about this size are in memory at a time, for each process."""
_columns: dict[bool, Any] = {}
"""What a process collects its batches in: it remembers texts."""


@click.command("tables")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--out", metavar="DIR", required=True, type=click.Path(path_type=Path), help="Folder for the files.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="parquet", show_default=True)
@rules_options
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
    targets = find(paths)
    if not targets.found and not allow_empty:
        click.echo("bganalyze: no path matched anything", err=True)
        sys.exit(2)
    try:
        from ..reports.tables import Players
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
        with _progress(len(targets.files)) as bar:
            for many, claimed, tables in _batches(targets.files, options, n_plays, jobs, stdin):
                files += claimed
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
        write.write("players", players.frame())
        write.close()
    except WriterError as error:
        write.give_up()
        raise click.UsageError(str(error)) from None
    except BaseException:
        write.give_up()
        raise
    sys.exit(2 if crashed else 1 if failed and not exit_zero else 0)


def _progress(many: int) -> Any:
    if sys.stderr is None or not sys.stderr.isatty():
        return nullcontext()
    return click.progressbar(length=many, file=sys.stderr, label="files")


def _portions(targets: list[Target]) -> Iterator[list[Target]]:
    """Files in portions of some megabytes, the same for any number of processes. At least one, for the headings."""
    portion: list[Target] = []
    size = 0
    for target in targets:
        try:
            size += os.stat(target.path).st_size
        except OSError:
            size += 1000
        portion.append(target)
        if size >= BATCH_BYTES:
            yield portion
            portion, size = [], 0
    if portion or not targets:
        yield portion


def _batch(targets: list[Target], options: RuleOptions, n_plays: bool, stdin: bytes) -> tuple[int, int, Tables]:
    """Number of files, of those that count, and their tables."""
    from ..bulk import _fewer_collections
    from ..pipeline import open_bytes, open_file
    from ..reports.actions import ActionColumns, Source
    from ..reports.tables import make_tables

    counted = 0

    def sources() -> Iterator[Source]:
        nonlocal counted
        for target in targets:
            if target.path == "-":
                found = open_bytes(stdin, "-", options, traced=not n_plays)
            else:
                found = open_file(target.path, options, traced=not n_plays)
            checked, record, traced, followed = found
            by_name = target.path.lower().removesuffix(".gz").endswith(RECORD_NAMES)
            lost = by_name and any(f.code in ("BG001", "BG003", "BG004") for f in checked.findings)
            if target.named or lost or checked.claimed:
                counted += 1
                yield Source(checked, record, followed or (), traced)

    columns = _columns.setdefault(n_plays, ActionColumns(n_plays))
    columns.clear()
    with _fewer_collections():
        tables = make_tables(sources(), columns)
    return len(targets), counted, tables


def _batches(
    targets: list[Target], options: RuleOptions, n_plays: bool, jobs: int, stdin: bytes
) -> Iterator[tuple[int, int, Tables]]:
    portions = _portions(targets)
    if jobs <= 1:
        for portion in portions:
            yield _batch(portion, options, n_plays, stdin)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        running = deque(pool.submit(_batch, portion, options, n_plays, stdin) for portion in islice(portions, jobs + 1))
        while running:
            yield running.popleft().result()
            running.extend(pool.submit(_batch, p, options, n_plays, stdin) for p in islice(portions, 1))
