"""``bganalyze plays``."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import click

from ..rules.variants import RulesError
from .options import parse_rules, rules_options


@click.command("plays")
@click.argument("ident", metavar="ID")
@click.option("--dice", metavar="NN", help="The roll, such as 61; not needed if the ID has one.")
@click.option("--play", "texts", metavar="TEXT", multiple=True, help="Judge this play (repeatable).")
@rules_options
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    ident: str,
    dice: str | None,
    texts: tuple[str, ...],
    rules: str | None,
    settings: tuple[str, ...],
    output_format: str,
) -> None:
    """List the legal plays of a position and judge written ones.

    ID is any form that 'bganalyze id' understands. Exit status 1 if a judged play is not legal.

    \b
    Example:
      bganalyze plays 4HPwATDgc/ABMA --dice 61
      bganalyze plays 4HPwATDgc/ABMA --dice 61 --play "13/7 8/7" --play "8/1"
    """
    from ..formats.ids import Identified, parse_id
    from ..model.gnuid import IdError
    from ..rules.naming import legal_plays_under

    options = parse_rules(rules, settings)
    try:
        whole = options.whole()
    except RulesError as error:
        raise click.UsageError(str(error)) from None
    try:
        found = parse_id(ident)
    except IdError as error:
        raise click.UsageError(f"ID: column {error.column}: {error}") from None
    position, state = found.position, found.state
    if position is None:
        raise click.UsageError("ID: a match ID has no position")
    if dice is None and state is not None and state.dice is not None:
        roll = state.dice
    elif dice is not None and re.fullmatch("[1-6][1-6]", dice):
        roll = (int(dice[0]), int(dice[1]))
    else:
        raise click.UsageError(
            "--dice: two dice, such as 61" if dice is None else f"--dice {dice}: not two dice, such as 61"
        )
    plays = legal_plays_under(whole, position, roll)
    judged = [judge(position, roll, text, whole) for text in texts]
    if output_format == "json":
        shown = Identified(found.kind, position, state._replace(dice=roll) if state else None)
        document = {
            "schema": 1,
            "gnu_id": shown.gnu_id(),
            "xgid": shown.xgid(),
            "dice": list(roll),
            "count": len(plays),
            "plays": [{"play": text, "gnu_id": play.position.gnu_id()} for text, play in plays],
            "judged": judged,
        }
        click.echo(json.dumps(document, indent=1))
    elif texts:
        for verdict in judged:
            click.echo(
                f"{verdict['play']}: {'legal' if verdict['legal'] else verdict['code'] + ' ' + verdict['message']}"
            )
    else:
        from ..model.board import board_lines

        if whole.direction == "opposed":
            click.echo("\n".join(board_lines(position)))
        click.echo(f"{roll[0]}{roll[1]}: {len(plays) or 'no'} legal play{'' if len(plays) == 1 else 's'}")
        for text, _ in plays:
            click.echo(f"  {text}")
    sys.exit(0 if all(verdict["legal"] for verdict in judged) else 1)


def judge(position: Any, dice: tuple[int, int], text: str, rules: Any = None) -> dict[str, Any]:
    """Verdict on one written play: ``play``, ``legal``, ``code``, ``message``."""
    from ..findings.codes import message
    from ..replay import judge_play

    finding = judge_play(position, dice, text, rules)
    return {
        "play": text,
        "legal": finding is None,
        "code": None if finding is None else finding.code,
        "message": None if finding is None else message(finding),
    }
