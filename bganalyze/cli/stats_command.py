"""``bganalyze stats``."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..analysis.frames import KEYS, RECORD_KEYS
from ..bulk import Target, find
from ..findings.render.concise import printable
from ..rules.declared import RuleOptions
from .options import parse_rules, progress, read_names, rules_options

if TYPE_CHECKING:
    import pandas as pd

    from ..analysis.catalogue import Statistic
    from ..analysis.gnubg_statistics import Sums
    from ..pipeline import Checked

FORMATS = ("text", "json", "csv", "markdown", "html", "gnubg")
GNUBG_KEYS = ("match", "game", "all")
"""What GNU Backgammon has statistics of; all of it is its session."""
WIDE = 4
"""As many groups stand side by side in text; more are written as rows."""


def _by(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    if value is None:
        return None
    keys = tuple(key.strip() for key in value.split(","))
    unknown = [key for key in keys if key not in KEYS]
    if unknown or len(set(keys)) != len(keys):
        raise click.BadParameter(f"{', '.join(unknown) or value}: give each of these once at most: {', '.join(KEYS)}")
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
    callback=_by,
    metavar="KEYS",
    help=(
        f"Groups, by one of these or several with commas: {', '.join(KEYS)}. match and game also divide by player. "
        "opening and first divide no stored analysis; score, cube, phase and engine nothing else. "
        "GNU Backgammon's text knows match, game and all.  [default: player; match for gnubg]"
    ),
)
@click.option(
    "--engine",
    type=click.Choice(["stored", "none"]),
    default="stored",
    show_default=True,
    help="Errors, luck and ratings by the analysis in the records, or none of it.",
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
@click.option(
    "--output-format",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="gnubg: the text of GNU Backgammon's 'show statistics', of each match, each game or all.",
)
@click.option(
    "--compat",
    type=click.Choice(["gnubg"]),
    help=(
        "Reproduce what GNU Backgammon gets wrong: beavers, the interval around a total, zeros for what was not "
        "analysed. Without it these are put right. For --output-format gnubg and topics of the stored analysis."
    ),
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
def command(
    paths: tuple[str, ...],
    by: tuple[str, ...] | None,
    engine: str,
    topics: tuple[str, ...],
    aliases: str | None,
    min_games: int,
    n_plays: bool,
    rules: str | None,
    settings: tuple[str, ...],
    output_format: str,
    compat: str | None,
    jobs: int,
) -> None:
    """Statistics of results, cube, play, dice and, where records hold an analysis, of errors, luck and ratings.

    PATH is a file, a folder, a glob, or - for standard input. What is not known is empty, never zero. The topics
    head-to-head, first-rolls, opening-plays, replies and rolls are shown when --topic asks for them. How error rates
    are defined tells 'bganalyze explain rates'.

    \b
    Example:
      bganalyze stats finals/
      bganalyze stats league/ --by player,month --topic results --min-games 20 --output-format csv
      bganalyze stats final.sgf --output-format gnubg --by game
    """
    from ..analysis.catalogue import TOPICS

    options = parse_rules(rules, settings)
    names = read_names(aliases, paths)
    of_engine = [name for name in topics if TOPICS[name].engine]
    if output_format == "gnubg":
        _only_gnubg(by, engine, topics, min_games, n_plays)
        _gnubg(paths, options, (by or ("match",))[0], names, compat is not None, jobs)
        return
    if compat and (not of_engine or engine == "none"):
        raise click.UsageError("--compat gnubg needs --output-format gnubg or --topic errors, luck or ratings")
    if engine == "none" and of_engine:
        raise click.UsageError(f"--topic {of_engine[0]} needs --engine stored")
    if output_format == "csv" and len(topics) > 1 and any(TOPICS[name].more for name in topics):
        raise click.UsageError("csv is one table: ask for head-to-head, rolls and the like with one --topic alone")
    keys = by or ("player",)
    if {"match", "game"} & {*keys} and not {"player", "seat"} & {*keys}:
        keys = (*keys, "player")
    try:
        from ..analysis.aliases import with_names
        from ..analysis.dice import CAUTION, has_scipy

        read = _read(paths, options, n_plays, jobs)
    except ImportError as error:
        raise click.UsageError(f"statistics need pandas: {error}") from None
    frames, notes = with_names(read, names)
    twice = int(frames.matches["match_id"].dropna().duplicated().sum())
    if twice:
        notes.append(f"{twice} of the matches were played the same as another one; each counts")
    if not len(frames.games):
        click.echo("bganalyze: no game was found, so there are no statistics", err=True)
        sys.exit(2)
    found = _compute(frames, keys, topics, engine == "stored", min_games, compat is not None, notes)
    _tell_of_analysis(found, topics, output_format, notes)
    if {"dice", "runs", "rolls"} & {*found}:
        notes.append(CAUTION if has_scipy() else "tests of dice need SciPy: pip install 'bganalyze[statistics]'")
    _write(output_format, found, keys, notes)
    for note in notes:
        if output_format != "json":
            click.echo(f"note: {printable(note)}", err=True)


def _compute(
    frames: Any,
    by: tuple[str, ...],
    topics: tuple[str, ...],
    stored: bool,
    min_games: int,
    compat: bool,
    notes: list[str],
) -> dict[str, pd.DataFrame]:
    """The frames of the topics, groups with too few games left out; to ``notes`` goes what has to be told."""
    import pandas as pd

    from ..analysis.catalogue import TOPICS, compute, keys_of, summaries
    from ..analysis.frames import columns_of, distinct

    wanted = topics or summaries(engine=stored)
    fit = [name for name in wanted if all(key in keys_of(name) for key in by)]
    left_out = [name for name in wanted if name not in fit]
    told = f"cannot be divided by {', '.join(key for key in by if any(key not in keys_of(n) for n in left_out))}"
    if left_out and (topics or not fit):
        raise click.UsageError(f"{', '.join(left_out)} {told}")
    if left_out:
        notes.append(f"left out, since they {told}: {', '.join(left_out)}")
    enough = None
    if min_games:
        if all(key in RECORD_KEYS for key in by):
            games = distinct(frames.sides, columns_of(by), "at")
        else:
            from ..analysis.rates import rates

            games = rates(frames, by)["games"]
        enough = games[games >= min_games].index
        if not len(enough):
            click.echo(f"bganalyze: no group has {min_games} games, so there are no statistics", err=True)
            sys.exit(2)
    found: dict[str, pd.DataFrame] = {}
    for name in fit:
        frame = compute(name, frames, by, compat=compat and TOPICS[name].engine)
        if enough is not None:
            allowed = enough.to_frame(index=False)
            keys = frame.index.to_frame(index=False).iloc[:, : len(allowed.columns)]
            both = (pd.MultiIndex.from_frame(part.astype(object).fillna("")) for part in (keys, allowed))
            frame = frame[next(both).isin(next(both))]
        found[name] = frame
    return found


def _tell_of_analysis(found: dict[str, pd.DataFrame], topics: tuple[str, ...], form: str, notes: list[str]) -> None:
    """What the numbers of a stored analysis do not hold. Topics that nobody asked for go where there is none."""
    from ..analysis.catalogue import TOPICS

    judged = [name for name in found if TOPICS[name].engine]
    values = {"errors": ["error"], "luck": ["luck"], "ratings": ["rating"]}
    if not judged:
        return
    if all(found[name][values[name]].isna().all(axis=None) for name in judged):
        notes.append("no record holds an analysis: no errors, no luck and no ratings")
        if not topics and len(judged) < len(found) and form in ("text", "markdown", "html"):
            for name in judged:
                del found[name]
        return
    if "errors" in found:
        errors = found["errors"]
        missing = int(errors["not_analysed"].sum())
        if missing:
            notes.append(f"{missing} of {int(errors['plays'].sum())} plays are not analysed and in no rate of error")
        mixed = int((errors["depth_count"] > 1).sum())
        if mixed:
            depths = sorted(
                {part.rpartition(":")[0] for text in errors["depths"].dropna() for part in text.split(", ")}
            )
            notes.append(f"rates that mix depths of analysis: {mixed} of {len(errors)} rows ({', '.join(depths)})")
        if costs := int(errors["cost_missing"].sum()):
            notes.append(f"{costs} errors have no cost and are in no sum of costs")
    if "luck" in found and (missing := int(found["luck"]["luck_missing"].sum())):
        rolls = missing + int(found["luck"]["rolls_with_luck"].sum())
        notes.append(f"{missing} of {rolls} rolls have no finite luck and are left out of it")


# ---- GNU Backgammon's own text --------------------------------------------------------------------------------


class _Block(NamedTuple):
    """The statistics of a game or a match, and where it stands."""

    place: str
    sums: Sums
    format: str


def _only_gnubg(
    by: tuple[str, ...] | None, engine: str, topics: tuple[str, ...], min_games: int, n_plays: bool
) -> None:
    """Options that say nothing about a text that is fixed are errors."""
    if by is not None and (len(by) != 1 or by[0] not in GNUBG_KEYS):
        raise click.UsageError(f"--output-format gnubg is --by {', '.join(GNUBG_KEYS[:-1])} or {GNUBG_KEYS[-1]}")
    for name, given in (
        ("--topic", topics), ("--engine none", engine == "none"), ("--min-games", min_games), ("--n-plays", n_plays),
    ):  # fmt: skip
        if given:
            raise click.UsageError(f"{name} says nothing about --output-format gnubg")


def _gnubg(
    paths: tuple[str, ...], options: RuleOptions, by: str, names: dict[str, str], compat: bool, jobs: int
) -> None:
    """Print GNU Backgammon's statistics; on standard error what was not analysed."""
    from ..analysis.aliases import key
    from ..analysis.rates import not_judged, session_sums, sums_text

    targets, stdin = _targets(paths)
    blocks: list[_Block] = []
    said: list[str] = []
    with progress(len(targets)) as bar:
        for found, told in _sums_of_all(targets, options, by, compat, jobs, stdin):
            blocks += found
            said += told
            if bar is not None:
                bar.update(1)
    for text in said:
        click.echo(f"bganalyze: {printable(text)}", err=True)
    if not blocks:
        click.echo("bganalyze: no game was found, so there are no statistics", err=True)
        sys.exit(2)
    for block in blocks:
        first, second = (names.get(key(name), name) for name in block.sums.names)
        block.sums.names = (first, second)
        for problem in not_judged(block.sums):
            zeros = "; the zeros are GNU Backgammon's" if compat and problem.startswith("no ") else ""
            click.echo(f"note: {printable(f'{block.place}: {problem}{zeros}')}", err=True)
    if any(block.format == "gnubg-text" for block in blocks):
        click.echo("note: a text export holds no cube decision that was neither made nor close", err=True)
    if by == "all":
        sums = session_sums(block.sums for block in blocks)
        if len(sums) > 1:
            click.echo("note: matches to other lengths and other players are not added up", err=True)
        blocks = [_Block(_session(one), one, "") for one in sums]
    texts = []
    for block in blocks:
        text = "\n".join(printable(line) for line in sums_text(block.sums).split("\n"))
        texts.append(f"{printable(block.place)}\n\n{text}" if len(blocks) > 1 else text)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    click.echo("\n\n".join(texts), nl=False)


def _session(sums: Sums) -> str:
    what = f"Matches to {sums.length}" if sums.length else "Money sessions"
    return f"{what}, {sums.names[0]} and {sums.names[1]}"


def _sums_of_all(
    targets: list[Target], options: RuleOptions, by: str, compat: bool, jobs: int, stdin: bytes
) -> Iterator[tuple[list[_Block], list[str]]]:
    """The sums of each file, in order."""
    if jobs <= 1 or len(targets) < 2:
        for target in targets:
            yield _sums(target, options, by, compat, stdin)
        return
    from ..bulk import in_processes

    waiting = iter(targets)
    portions = iter(lambda: list(islice(waiting, 4)), [])
    work = partial(_sums_of_some, options=options, by=by, compat=compat)
    for answers in in_processes(portions, work, partial(work, stdin=stdin), _lost, jobs):
        yield from answers


def _sums_of_some(
    targets: list[Target], options: RuleOptions, by: str, compat: bool, stdin: bytes = b""
) -> list[tuple[list[_Block], list[str]]]:
    return [_sums(target, options, by, compat, stdin) for target in targets]


def _lost(files: list[Checked]) -> list[tuple[list[_Block], list[str]]]:
    """Of files whose process the system ended."""
    return [([], [f"{file.path}: {dict(file.findings[0].args)['reason']}"]) for file in files]


def _sums(target: Target, options: RuleOptions, by: str, compat: bool, stdin: bytes) -> tuple[list[_Block], list[str]]:
    """The sums of one file, and what to tell of it."""
    from ..analysis.gnubg_statistics import game_sums, match_sums
    from ..bulk import open_target

    path = target.path
    opened = open_target(target, options, stdin, traced=False)
    record, followed = opened.record, opened.followed
    if record is None or not followed:
        crashed = [f"{path}: {dict(f.args)['reason']}" for f in opened.checked.findings if f.code == "BG901"]
        return [], crashed or ([f"{path}: no match could be read"] if target.named else [])
    blocks, told = [], []
    for number, match in enumerate(followed, 1):
        place = f"{path}, match {number}" if len(followed) > 1 else path
        try:
            if by == "game":
                for at, game in enumerate(match.scored.games):
                    sums = game_sums(record, match, at, compat=compat)
                    blocks.append(_Block(f"{place}, game {game.number or at + 1}", sums, record.format))
            elif match.games:
                blocks.append(_Block(place, match_sums(record, match, compat=compat), record.format))
        except Exception as error:  # our own fault: one match must not stop the others
            told.append(f"{place}: {type(error).__name__}: {error}"[:300])
    return blocks, told


# ---- reading --------------------------------------------------------------------------------------------------


def _targets(paths: tuple[str, ...]) -> tuple[list[Target], bytes]:
    """The files, and what was read from standard input."""
    targets = find(paths)
    if not targets.found:
        for path in targets.missing:
            click.echo(f"bganalyze: {printable(path)}: no such file or folder", err=True)
        click.echo("bganalyze: no path matched anything", err=True)
        sys.exit(2)
    stdin = sys.stdin.buffer.read() if any(target.path == "-" for target in targets.files) else b""
    return targets.files, stdin


def _read(paths: tuple[str, ...], options: RuleOptions, n_plays: bool, jobs: int) -> Any:
    """The tables of all records."""
    from ..bulk import read_tables

    targets, stdin = _targets(paths)
    with progress(len(targets)) as bar:
        found = read_tables(
            targets, options, n_plays=n_plays, jobs=jobs, stdin=stdin, progress=None if bar is None else bar.update
        )
    readable = {*found.matches["path"]}
    for target in targets:
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
        if TOPICS[name].engine:  # points of matches, chances of sessions: not what nobody knows of any group
            told = [one for one in told if frame[one.name].notna().any()]
            frame = frame[[one.name for one in told]]
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
