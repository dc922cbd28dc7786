"""``bganalyze met``."""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ..analysis.met import MatchEquityTable, Stake

_LARGEST_CUBE = 1 << 24
_RESULTS = ("single", "gammon", "backgammon")


@click.command("met")
@click.option("--length", type=click.IntRange(0, 999), required=True, help="Points of the match; 0 for money.")
@click.option("--score", metavar="A-B", help="Points that player 0 and player 1 have before the game.")
@click.option("--crawford", is_flag=True, help="This is the Crawford game.")
@click.option("--post-crawford", is_flag=True, help="The Crawford game is over.")
@click.option("--cube", type=int, default=1, show_default=True, help="The cube as it stands, before a double.")
@click.option("--table", "path", type=click.Path(dir_okay=False), metavar="FILE", help="GNU Backgammon's XML file.")
@click.option("--emg", metavar="X", help="An equity of either player to convert into a match winning chance.")
@click.option("--mwc", metavar="Y", help="A match winning chance (0.45 or 45%) to convert into an equity.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    length: int,
    score: str | None,
    crawford: bool,
    post_crawford: bool,
    cube: int,
    path: str | None,
    emg: str | None,
    mwc: str | None,
    output_format: str,
) -> None:
    """Match equities: chances at a score, take points, gammon values, and equities in winning chances.

    For both players: the chance to win the match, before the game and after each of its results with the cube as it
    stands; from which chance on a double is taken, gammons aside, if the cube is dead afterwards and if it is live;
    what a gammon and a backgammon add to a win (0.5 and 1 for money). An equity (EMG) is +1 for a single win with
    the cube as it stands, -1 for a single loss. In a money session (--length 0) points take the place of chances.

    A score at which one player needs one point is in the Crawford game or behind it: say which.

    \b
    Example:
      bganalyze met --length 7 --score 3-5
      bganalyze met --length 7 --score 3-5 --cube 2 --emg 0.25
      bganalyze met --length 7 --score 6-4 --post-crawford --output-format json
      bganalyze met --length 5 --score 0-0 --table /usr/share/gnubg/met/woolsey.xml --mwc 55%
    """
    stake = _stake(length, score, crawford, post_crawford)
    if not 1 <= cube <= _LARGEST_CUBE or cube & (cube - 1):
        raise click.UsageError(f"--cube {cube}: a cube shows 1, 2, 4, 8 ...")
    if emg is not None and mwc is not None:
        raise click.UsageError("--emg and --mwc exclude each other")
    if mwc is not None and not length:
        raise click.UsageError("--mwc: there is no match to win in a money session")
    table = _table(path)
    given = _number("--emg", emg) if emg is not None else None if mwc is None else _number("--mwc", mwc)
    if mwc is not None and given is not None and not 0 <= given <= 1:
        raise click.UsageError(f"--mwc {mwc}: a chance is from 0 to 1, or from 0% to 100%")
    try:
        players = [_player(table, stake, cube, seat) for seat in (0, 1)]
        converted = None if given is None else _converted(table, stake, cube, given, mwc is not None)
    except ValueError as error:
        raise click.UsageError(f"{table.name}: {error}") from None
    document = {
        "schema": 1,
        "table": table.name,
        "length": length or None,
        "score": list(stake.score),
        "crawford": stake.crawford,
        "post_crawford": length > 1 and stake.post_crawford(),
        "cube": cube,
        "players": players,
        "conversion": converted,
    }
    if output_format == "json":
        click.echo(json.dumps(document, indent=1))
    else:
        _print(document, stake)


def _stake(length: int, score: str | None, crawford: bool, post_crawford: bool) -> Stake:
    from ..analysis.met import Stake

    if not length:
        if score is not None or crawford or post_crawford:
            raise click.UsageError("a money session has no score and no Crawford game")
        return Stake()
    matched = re.fullmatch(r"([0-9]{1,4})[-:]([0-9]{1,4})", score.strip()) if score is not None else None
    if matched is None:
        raise click.UsageError("--score: two numbers of points such as 3-5")
    points = (int(matched[1]), int(matched[2]))
    if max(points) >= length:
        raise click.UsageError(f"--score {score}: a match to {length} is over then")
    if crawford and post_crawford:
        raise click.UsageError("--crawford and --post-crawford exclude each other")
    nearly = [p == length - 1 for p in points]
    if (crawford or post_crawford) and not any(nearly):
        raise click.UsageError(f"--score {score}: nobody needs one point: the Crawford game has not come")
    if crawford and all(nearly):
        raise click.UsageError(f"--score {score}: the Crawford game is over when both players need one point")
    if post_crawford and 0 in points and length > 1:
        raise click.UsageError(f"--score {score}: a trailer behind the Crawford game has won it")
    if any(nearly) and not all(nearly) and not (crawford or post_crawford):
        raise click.UsageError(f"--score {score}: add --crawford or --post-crawford")
    return Stake(length, points, crawford)


def _table(path: str | None) -> MatchEquityTable:
    from ..analysis.met import MAX_MET_BYTES, MetError, kazaross_xg2, read_met

    if path is None:
        return kazaross_xg2()
    try:
        with open(path, "rb") as file:
            return read_met(file.read(MAX_MET_BYTES + 1))
    except OSError as error:
        raise click.UsageError(f"--table {path}: {error.strerror or error}") from None
    except MetError as error:
        raise click.UsageError(f"--table {path}: {error}") from None


def _number(option: str, text: str) -> float:
    percent = option == "--mwc" and text.strip().endswith("%")
    try:
        value = float(text.strip().removesuffix("%") if percent else text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise click.UsageError(f"{option} {text}: not a number")
    return value / 100 if percent else value


def _player(table: MatchEquityTable, stake: Stake, cube: int, seat: int) -> dict[str, Any]:
    """The numbers of one player. Raises ``ValueError``."""
    other = 1 - seat
    # Somebody must be able to offer the double: the other player with a cube in the middle or his own.
    offered = table.take_point(stake, cube, seat) if stake.cube_usable(other, cube, None) else None
    return {
        "chance": table.before(stake, seat) if stake.length else None,
        "after_win": {name: table.worth(stake, seat, n * cube, seat) for n, name in enumerate(_RESULTS, 1)},
        "after_loss": {name: table.worth(stake, seat, n * cube, other) for n, name in enumerate(_RESULTS, 1)},
        "gammon_value": table.gammon_value(stake, cube, seat),
        "backgammon_value": table.gammon_value(stake, cube, seat, backgammon=True),
        "take_point": None if offered is None else {"dead": offered.dead, "live": offered.live},
    }


def _converted(table: MatchEquityTable, stake: Stake, cube: int, given: float, backwards: bool) -> dict[str, Any]:
    scales = [table.scale(stake, cube, seat) for seat in (0, 1)]
    values: list[float] = []
    for scale in scales:
        if scale is None or scale.win <= scale.loss:
            raise ValueError("a win is worth no more than a loss")
        values.append(scale.equity(given) if backwards else scale.worth(given))
    known, wanted = ("mwc", "emg") if backwards else ("emg", "mwc" if stake.length else "points")
    return {"from": known, "value": given, "to": wanted, "players": values}


def _print(document: dict[str, Any], stake: Stake) -> None:
    players, cube = document["players"], document["cube"]
    behind = ", Crawford game" if stake.crawford else ", post-Crawford" if document["post_crawford"] else ""
    what = f"{stake.length} point match, {stake.score[0]}-{stake.score[1]}{behind}" if stake.length else "money session"
    click.echo(f"{what}, cube {cube}; {document['table']}")

    def row(label: str, values: list[float | None], percent: bool, missing: str = "-") -> None:
        number = "{:.2f} %" if percent else "{:+.3f}"
        texts = [missing if v is None else number.format(100 * v if percent else v) for v in values]
        click.echo(f"{label:<34}{texts[0]:>10}  {texts[1]:>10}")

    click.echo(f"{'':<34}{'player 0':>10}  {'player 1':>10}")
    match = bool(stake.length)
    if match:
        row("match winning chance", [p["chance"] for p in players], True)
    for key, verb in (("after_win", "wins"), ("after_loss", "loses")):
        for n, name in enumerate(_RESULTS, 1):
            label = f"{verb} a {name} ({n * cube})"
            row(f"  {label}", [p[key][name] for p in players], match)
    row("gammon value", [p["gammon_value"] for p in players], False)
    row("backgammon value", [p["backgammon_value"] for p in players], False)
    points = [p["take_point"] or {"dead": None, "live": None} for p in players]
    row(f"take point of {2 * cube}, dead cube", [p["dead"] for p in points], True)
    row(f"take point of {2 * cube}, live cube", [p["live"] for p in points], True)
    converted = document["conversion"]
    if converted is not None:
        backwards = converted["from"] == "mwc"
        given = f"{100 * converted['value']:g} %" if backwards else f"{converted['value']:+g}"
        names = {"mwc": "MWC", "emg": "EMG", "points": "points"}
        label = f"{names[converted['from']]} {given} in {names[converted['to']]}"
        row(label, converted["players"], converted["to"] == "mwc")
