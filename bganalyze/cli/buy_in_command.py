"""``bganalyze buy-in``."""

from __future__ import annotations

import json

import click

from .options import parse_rules, rules_options

ENDS = {"single": 1, "oin": 1, "gammon": 2, "mars": 2, "backgammon": 3, "cox": 3}
"""Name of an end -> its kind: single game, gammon, backgammon."""
_NAMES = ("single", "gammon", "backgammon")


@click.command("buy-in")
@click.option("--stake", type=click.IntRange(1, 999_999_999), help="What one point is worth; else that of the rules.")
@click.option("--cube-limit", "limit", metavar="N", help="Highest value of the cube; else that of the rules.")
@click.option("--end", type=click.Choice(list(ENDS)), help="Highest end that is played for; else the costliest one.")
@rules_options
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    stake: int | None,
    limit: str | None,
    end: str | None,
    rules: str | None,
    settings: tuple[str, ...],
    output_format: str,
) -> None:
    """The smallest balance that covers one game: stake times cube limit times the multiplier of the highest end.

    Multipliers and what is not given are those of the rules (backgammon, if none are named). A cube without a limit has
    no buy-in. Without a cube the limit is 1. Under rules that are paid by checkers left, all checkers count.

    \b
    Example:
      bganalyze buy-in --stake 5 --cube-limit 16 --end mars
      bganalyze buy-in --stake 5 --rules short-nardy-cox
    """
    from ..rules.variants import RulesError

    more = () if limit is None else (f"cube-limit={limit}",)
    options = parse_rules(rules, (*settings, *more))
    try:
        chosen = options.whole()
    except RulesError as error:
        raise click.UsageError(str(error)) from None
    if chosen.cube and chosen.cube_limit is None:
        raise click.UsageError("a cube without a limit has no buy-in; give --cube-limit")
    if chosen.stake_doubles_on != "nothing":
        raise click.UsageError(f"stake-doubles-on={chosen.stake_doubles_on}: a stake that doubles has no buy-in")
    if chosen.payoff == "checkers-left":
        if end is not None:
            raise click.UsageError(f"--end {end}: with payoff=checkers-left no end has a multiplier")
        multiplier, what = chosen.checkers(), "checkers"
    elif end is not None:
        # The highest end that counts; a lower one never costs more than a higher one that is played for.
        multiplier, what = max(chosen.multiplier(kind) for kind in range(1, ENDS[end] + 1)), end
    else:
        multiplier, kind = max((chosen.multiplier(kind), -kind) for kind in (1, 2, 3))
        what = _NAMES[-kind - 1]
    base = chosen.stake if stake is None else stake
    highest = chosen.cube_limit if chosen.cube and chosen.cube_limit is not None else 1
    amount = base * highest * multiplier
    if output_format == "json":
        document = {
            "schema": 1,
            "rules": chosen.name,
            "stake": base,
            "cube_limit": highest,
            "end": what,
            "multiplier": multiplier,
            "buy_in": amount,
        }
        click.echo(json.dumps(document, indent=1))
    else:
        click.echo(f"{amount} = stake {base} x cube {highest} x {multiplier} ({what})")
