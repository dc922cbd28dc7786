"""``bganalyze chouette``."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from ..findings.codes import severity
from ..findings.render.concise import line, printable
from .options import parse_rules, rules_options

if TYPE_CHECKING:
    from ..checks.ledger import ChouetteGame, ChouetteResult
    from ..pipeline import Checked

_COLUMNS = ("path", "game", "player", "seat", "rank", "cube", "winner", "end", "payment", "declared", "total")
_WIDEST = 30
"""Characters of a name in the tables of the text."""


@click.command("chouette")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@rules_options
@click.option("--output-format", type=click.Choice(["text", "json", "csv"]), default="text", show_default=True)
@click.option("--exit-zero", is_flag=True, help="Exit 0 whatever was found.")
def command(
    paths: tuple[str, ...], rules: str | None, settings: tuple[str, ...], output_format: str, exit_zero: bool
) -> None:
    """Settle chouette ledgers: the payments of every game, and where the players stand.

    FILE is a ledger, a folder or a glob with ledgers, or - for standard input; 'bganalyze explain chouette' shows what
    a ledger looks like. Payments are computed from the cube actions and the results; what the ledger says is held
    against them, and findings are those of 'bganalyze check'. In CSV, a row is one player of one game; findings then
    go to standard error. The exit status is that of a check.

    \b
    Example:
      bganalyze chouette friday.txt
      bganalyze chouette friday.txt --set jacoby=on --output-format csv
    """
    from ..bulk import find

    options = parse_rules(rules, settings)
    targets = find(paths)
    if isinstance(sys.stdout, io.TextIOWrapper) and output_format != "text":
        sys.stdout.reconfigure(encoding="utf-8")
    stdin = sys.stdin.buffer.read() if sys.stdin is not None and any(t.path == "-" for t in targets.files) else b""
    documents = []
    rows = csv.writer(sys.stdout, lineterminator="\n")
    ledgers = 0
    failed = crashed = False
    if output_format == "csv":
        rows.writerow(_COLUMNS)
    from ..bulk import check_all

    for checked in check_all(targets.files, options, 1, stdin, hashed=False):
        if not checked.claimed:
            continue
        if checked.ledger is None and not checked.failed:
            if any(t.path == checked.path and t.named for t in targets.files):
                click.echo(f"bganalyze: {printable(checked.path)}: no chouette ledger", err=True)
                failed = True
            continue
        ledgers += 1
        failed = failed or any(severity(f) == "error" for f in checked.findings)
        crashed = crashed or any(f.code.startswith("BG9") for f in checked.findings)
        if output_format == "json":
            documents.append(_document(checked))
            continue
        if output_format == "csv":
            rows.writerows(_rows(checked))
        elif checked.ledger is not None:
            if ledgers > 1:
                click.echo()
            for text in _lines(checked.path, checked.ledger):
                click.echo(text)
        for finding in checked.findings:
            click.echo(line(finding), err=output_format == "csv")
    if output_format == "json":
        click.echo(json.dumps({"schema": 1, "ledgers": documents}, indent=1))
    if crashed:
        sys.exit(2)
    if not ledgers:
        for path in targets.missing:
            click.echo(f"bganalyze: {printable(path)}: no such file or folder", err=True)
        click.echo("bganalyze: no file that is a chouette ledger was found", err=True)
        sys.exit(2)
    sys.exit(1 if failed and not exit_zero else 0)


def _result(game: ChouetteGame) -> str:
    """A result in words."""
    if game.winner is None:
        return "no result"
    return "draw" if game.winner == "draw" else f"{game.winner}, {game.end}"


def _known(game: ChouetteGame) -> tuple[int | None, ...]:
    """The computed payments; those that the ledger has where there is no result."""
    if game.winner is not None:
        return game.payments
    return game.declared or (None,) * len(game.payments)


def _lines(path: str, result: ChouetteResult) -> Iterator[str]:
    yield printable(f"{path}: rules {result.rules.name}, stake {result.rules.stake}")
    games = [["game", "box", "team", "cube", "result", "payments"]]
    for game in result.games:
        pairs = zip((game.box, *game.team), _known(game), strict=True)
        paid = ", ".join(f"{_short(name)} {_signed(amount)}" for name, amount in pairs)
        team = ", ".join(map(_short, game.team))
        games.append([str(game.number), _short(game.box), team, str(game.cube), _result(game), paid])
    yield from _table(games, numbers=(0, 3))
    yield ""
    standings = [["player", "points", "games", "box", "box won", "captain"]]
    for s in sorted(result.standings, key=lambda s: -s.points):
        standings.append([_short(s.name), _signed(s.points), *map(str, (s.games, s.box, s.box_won, s.captain))])
    yield from _table(standings, numbers=(1, 2, 3, 4, 5))


def _table(rows: list[list[str]], numbers: Iterable[int]) -> Iterator[str]:
    right = set(numbers)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [t.rjust(w) if i in right else t.ljust(w) for i, (t, w) in enumerate(zip(row, widths, strict=True))]
        yield "  ".join(cells).rstrip()


def _short(name: str) -> str:
    name = printable(name)
    return name if len(name) <= _WIDEST else name[: _WIDEST - 3] + "..."


def _signed(amount: int | None) -> str:
    return "?" if amount is None else f"{amount:+d}" if amount else "0"


def _rows(checked: Checked) -> Iterator[tuple[object, ...]]:
    """A row for each player of each game, the box (``rank`` 0) first; ``total`` sums what is known."""
    totals: dict[str, int] = {}
    for game in checked.ledger.games if checked.ledger is not None else ():
        for at, (name, amount) in enumerate(zip((game.box, *game.team), _known(game), strict=True)):
            totals[name] = totals.get(name, 0) + (amount or 0)
            seat = "box" if not at else "captain" if at == 1 else "team"
            declared = None if game.declared is None else game.declared[at]
            end = game.end or None
            yield (
                checked.path, game.number, name, seat, at, game.cube, game.winner, end, amount, declared, totals[name],
            )  # fmt: skip


def _document(checked: Checked) -> dict[str, Any]:
    """A ledger with its games, standings and findings; every key is always there."""
    from ..findings.render.json_ import finding_dict

    result = checked.ledger
    games, standings = ([], []) if result is None else (result.games, result.standings)
    return {
        "path": checked.path,
        "rules": None if result is None else result.rules.name,
        "stake": None if result is None else result.rules.stake,
        "games": [
            {
                "number": game.number,
                "box": game.box,
                "captain": game.team[0],
                "team": list(game.team),
                "cube": game.cube,
                "winner": game.winner,
                "end": game.end or None,
                "payments": dict(zip((game.box, *game.team), _known(game), strict=True)),
                "declared": None
                if game.declared is None
                else dict(zip((game.box, *game.team), game.declared, strict=True)),
            }
            for game in games
        ],
        "standings": [
            {
                "player": s.name,
                "points": s.points,
                "games": s.games,
                "box": s.box,
                "box_won": s.box_won,
                "captain": s.captain,
            }
            for s in standings
        ],
        "findings": [finding_dict(f) for f in checked.findings],
    }
