"""``bganalyze stats``."""

from __future__ import annotations

import csv
import io
import json
import sys
import tempfile
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..analysis.frames import KEYS
from ..findings.render.concise import printable
from ..rules.declared import RuleOptions
from .options import parse_rules, rules_options

if TYPE_CHECKING:
    import pandas as pd

    from ..analysis.catalogue import Statistic

FORMATS = ("text", "json", "csv", "markdown", "html")
WIDE = 4
"""As many groups stand side by side in text; more are written as rows."""


def _by(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
    keys = tuple(key.strip() for key in value.split(","))
    unknown = [key for key in keys if key not in KEYS]
    if unknown or len(set(keys)) != len(keys):
        raise click.BadParameter(f"{', '.join(unknown) or value}: give each of these once at most: {', '.join(KEYS)}")
    if {"match", "game"} & {*keys} and not {"player", "seat"} & {*keys}:
        return (*keys, "player")
    return keys


def _topics(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    from ..analysis.catalogue import TOPICS

    for name in value:
        if name not in TOPICS:
            raise click.BadParameter(f"{name}: not one of {', '.join(TOPICS)}")
    return tuple(dict.fromkeys(value))


@click.command("stats")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--by",
    default="player",
    show_default=True,
    callback=_by,
    metavar="KEYS",
    help=f"Groups, by one of these or several with commas: {', '.join(KEYS)}. match and game also divide by player.",
)
@click.option(
    "--engine",
    type=click.Choice(["stored", "none"]),
    default="stored",
    show_default=True,
    help="Errors and luck of the analysis in the records, or none of it.",
)
@click.option(
    "--topic",
    "topics",
    multiple=True,
    callback=_topics,
    metavar="TOPIC",
    help="Only this topic (repeatable); see 'bganalyze list statistics'.",
)
@click.option("--aliases", metavar="FILE", help="Names that stand for one player (TOML).")
@click.option("--min-games", type=click.IntRange(0), default=0, metavar="N", help="Only groups with so many games.")
@click.option("--n-plays", is_flag=True, help="Count the legal plays of every roll, which is slow.")
@rules_options
@click.option("--output-format", type=click.Choice(FORMATS), default="text", show_default=True)
def command(
    paths: tuple[str, ...],
    by: tuple[str, ...],
    engine: str,
    topics: tuple[str, ...],
    aliases: str | None,
    min_games: int,
    n_plays: bool,
    rules: str | None,
    settings: tuple[str, ...],
    output_format: str,
) -> None:
    """Statistics of results, cube, play, dice and, where records hold an analysis, of errors and luck.

    PATH is a file, a folder, a glob, or - for standard input. What is not known is empty, never zero. The topics
    head-to-head, first-rolls, opening-plays, replies and rolls are shown when --topic asks for them.

    \b
    Example:
      bganalyze stats finals/
      bganalyze stats league/ --by player,month --topic results --min-games 20 --output-format csv
    """
    from ..analysis.catalogue import TOPICS

    options = parse_rules(rules, settings)
    names = _aliases(aliases)
    if engine == "none" and any(TOPICS[name].engine for name in topics):
        raise click.UsageError("--topic errors needs --engine stored")
    if output_format == "csv" and len(topics) > 1 and any(TOPICS[name].more for name in topics):
        raise click.UsageError("csv is one table: ask for head-to-head, rolls and the like with one --topic alone")
    try:
        from ..analysis.aliases import with_names
        from ..analysis.dice import CAUTION, has_scipy

        read = _read(paths, options, n_plays)
    except ImportError as error:
        raise click.UsageError(f"statistics need pandas: {error}") from None
    frames, notes = with_names(read, names)
    twice = int(frames.matches["match_id"].dropna().duplicated().sum())
    if twice:
        notes.append(f"{twice} of the matches were played the same as another one; each counts")
    if not len(frames.games):
        click.echo("bganalyze: no game was found, so there are no statistics", err=True)
        sys.exit(2)
    found = _compute(frames, by, topics, engine == "stored", min_games, notes)
    if "errors" in found and not topics and found["errors"][["error", "luck"]].isna().all(axis=None):
        notes.append("no record holds an analysis: no errors and no luck")
        if output_format in ("text", "markdown", "html"):
            del found["errors"]
    if {"dice", "runs", "rolls"} & {*found}:
        notes.append(CAUTION if has_scipy() else "tests of dice need SciPy: pip install 'bganalyze[statistics]'")
    _write(output_format, found, by, notes)
    for note in notes:
        if output_format != "json":
            click.echo(f"note: {printable(note)}", err=True)


def _compute(
    frames: Any, by: tuple[str, ...], topics: tuple[str, ...], stored: bool, min_games: int, notes: list[str]
) -> dict[str, pd.DataFrame]:
    """The frames of the topics, groups with too few games left out; to ``notes`` goes what has to be told."""
    import pandas as pd

    from ..analysis.catalogue import compute, summaries
    from ..analysis.frames import columns_of, distinct

    columns = columns_of(by)
    games = distinct(frames.sides, columns, "at")
    enough = games[games >= min_games].index
    if not len(enough):
        click.echo(f"bganalyze: no group has {min_games} games, so there are no statistics", err=True)
        sys.exit(2)
    found: dict[str, pd.DataFrame] = {}
    for name in topics or summaries(engine=stored):
        try:
            frame = compute(name, frames, by)
        except ValueError as error:
            if topics:
                raise click.UsageError(str(error)) from None
            notes.append(str(error))
            continue
        if min_games:
            keys = frame.index.to_frame(index=False).iloc[:, : len(columns)]
            allowed = enough.to_frame(index=False)
            both = (pd.MultiIndex.from_frame(part.astype(object).fillna("")) for part in (keys, allowed))
            frame = frame[next(both).isin(next(both))]
        found[name] = frame
    return found


def _aliases(path: str | None) -> dict[str, str]:
    from ..analysis.aliases import AliasError, read_aliases

    if path is None:
        return {}
    try:
        return read_aliases(path)
    except AliasError as error:
        raise click.UsageError(printable(f"--aliases {path}: {error}")) from None
    except OSError as error:
        raise click.UsageError(printable(f"--aliases {path}: {error.strerror}")) from None


def _read(paths: tuple[str, ...], options: RuleOptions, n_plays: bool) -> Any:
    """The tables of all records."""
    from ..bulk import find
    from ..reports.tables import tables

    targets = find(paths)
    if not targets.found:
        for path in targets.missing:
            click.echo(f"bganalyze: {printable(path)}: no such file or folder", err=True)
        click.echo("bganalyze: no path matched anything", err=True)
        sys.exit(2)
    with tempfile.TemporaryDirectory() as folder:
        stand_in = str(Path(folder) / "stdin")
        files = [stand_in if target.path == "-" else target.path for target in targets.files]
        if stand_in in files:
            Path(stand_in).write_bytes(sys.stdin.buffer.read())
        found = tables(files, options, n_plays=n_plays)
    found.matches["path"] = found.matches["path"].replace(stand_in, "-")
    found.games["path"] = found.games["path"].replace(stand_in, "-")
    found.actions["path"] = found.actions["path"].cat.rename_categories({stand_in: "-"})
    readable = {*found.matches["path"]}
    for target in targets.files:
        if target.named and target.path not in readable:
            click.echo(f"bganalyze: {printable(target.path)}: no match could be read", err=True)
    return found


def _key(value: Any) -> Any:
    """A key for JSON: text, a number, a truth value, or nothing."""
    import pandas as pd

    if pd.isna(value):
        return None
    return value.item() if hasattr(value, "item") else value


def _value(value: Any, unit: str) -> Any:
    import pandas as pd

    if pd.isna(value):
        return None
    return int(value) if unit == "count" else str(value) if unit == "text" else float(value)


def _shown(value: Any) -> str:
    key = _key(value)
    if key is None:
        return "(none)"
    return ("yes" if key else "no") if isinstance(key, bool) else printable(str(key))


def _rows(frame: pd.DataFrame) -> Iterable[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Keys and values of each row."""
    many = frame.index.nlevels
    names = [f"key {at}" for at in range(many)]
    for row in frame.reset_index(names=names).itertuples(index=False, name=None):
        yield row[:many], row[many:]


def _write(form: str, found: dict[str, pd.DataFrame], by: Sequence[str], notes: list[str]) -> None:
    from ..analysis.catalogue import TOPICS, statistics_of

    if isinstance(sys.stdout, io.TextIOWrapper) and form in ("json", "html", "csv"):
        sys.stdout.reconfigure(encoding="utf-8")
    if form == "json":
        topics = {name: _objects(name, frame) for name, frame in found.items()}
        document = {"schema": 1, "by": list(by), "notes": notes, "topics": topics}
        click.echo(json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False))
        return
    if form == "csv":
        _csv(found)
        return
    pieces = []
    for name, frame in found.items():
        told = statistics_of(name)
        head = [str(key) for key in frame.index.names]
        body = [([_shown(key) for key in keys], _texts(values, told)) for keys, values in _rows(frame)]
        topic = TOPICS[name]
        if form == "html":
            pieces.append(_html(topic.title, head, told, body))
        elif form == "markdown":
            lines = _markdown([*head, *(_name(one) for one in told)], [[*keys, *values] for keys, values in body])
            pieces.append("\n".join([f"## {topic.title}", "", *lines]))
        else:
            pieces.append("\n".join([topic.title, *_text(head, told, body, rows=bool(topic.more))]))
    if form == "html":
        pieces = [
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Statistics</title></head><body>',
            *pieces,
            *(f"<p>{escape(printable(note))}</p>" for note in notes),
            "</body></html>",
        ]
    click.echo(("\n" if form == "html" else "\n\n").join(pieces))


def _texts(values: Iterable[Any], told: Sequence[Statistic]) -> list[str]:
    from ..analysis.catalogue import written

    return [printable(written(value, one.unit)) for value, one in zip(values, told, strict=True)]


def _objects(name: str, frame: pd.DataFrame) -> list[dict[str, Any]]:
    from ..analysis.catalogue import statistics_of

    told = statistics_of(name)
    head = [str(key) for key in frame.index.names]
    return [
        {
            **{key: _key(value) for key, value in zip(head, keys, strict=True)},
            **{one.name: _value(value, one.unit) for one, value in zip(told, values, strict=True)},
        }
        for keys, values in _rows(frame)
    ]


def _csv(found: dict[str, pd.DataFrame]) -> None:
    """One table: the groups with the columns of all topics, or one topic whose rows are more than groups."""
    out = csv.writer(sys.stdout, lineterminator="\n")
    objects: dict[tuple[Any, ...], dict[str, Any]] = {}
    head: dict[str, None] = {}
    for name, frame in found.items():
        levels = [str(key) for key in frame.index.names]
        for one in _objects(name, frame):
            key = tuple(one[level] for level in levels)
            row = objects.setdefault(key, {level: one[level] for level in levels})
            row.update({(c if c in levels or len(found) == 1 else f"{name}.{c}"): v for c, v in one.items()})
            head.update(dict.fromkeys(row))
    out.writerow(head)
    out.writerows([_cell(row.get(name)) for name in head] for row in objects.values())


def _cell(value: Any) -> Any:
    """Text that a spreadsheet would take for a formula gets an apostrophe in front."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return "" if value is None else value


def _text(head: list[str], told: Sequence[Statistic], body: list[tuple[list[str], list[str]]], rows: bool) -> list[str]:
    if rows or len(body) > WIDE:
        table = [[*head, *(one.name for one in told)], *([*keys, *values] for keys, values in body)]
        left = len(head)
    else:
        table = [["", *(" ".join(keys) for keys, _ in body)]]
        table += [[_name(one), *(values[at] for _, values in body)] for at, one in enumerate(told)]
        left = 1
    widths = [max(len(row[at]) for row in table) for at in range(len(table[0]))]
    return [
        "  ".join(
            cell.ljust(width) if at < left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]


def _name(one: Statistic) -> str:
    return f"{one.label}, share" if one.name.endswith("_share") else one.label


def _markdown(head: list[str], rows: list[list[str]]) -> list[str]:
    lines = [[_plain(cell) for cell in head], ["---"] * len(head), *([_plain(cell) for cell in row] for row in rows)]
    return ["| " + " | ".join(line) + " |" for line in lines]


def _plain(cell: str) -> str:
    """A cell in which Markdown finds nothing of its own."""
    return "".join(f"&#{ord(ch)};" if ch in "|<>&*_`[]\\~" else ch for ch in cell)


def _html(title: str, head: list[str], told: Sequence[Statistic], body: list[tuple[list[str], list[str]]]) -> str:
    cells = "".join(f"<th>{escape(key)}</th>" for key in head)
    cells += "".join(f'<th title="{escape(one.description)}">{escape(_name(one))}</th>' for one in told)
    lines = [f"<h2>{escape(title)}</h2>", "<table>", f"<thead><tr>{cells}</tr></thead>", "<tbody>"]
    for keys, values in body:
        cells = "".join(f"<th>{escape(key)}</th>" for key in keys) + "".join(f"<td>{escape(v)}</td>" for v in values)
        lines.append(f"<tr>{cells}</tr>")
    return "\n".join([*lines, "</tbody>", "</table>"])
