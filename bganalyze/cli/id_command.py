"""``bganalyze id``."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ..formats.ids import Identified


@click.command("id")
@click.argument("idents", metavar="ID...", nargs=-1, required=True)
@click.option(
    "--to",
    "target",
    type=click.Choice(["gnu", "xgid", "ogid", "fibs", "snowie"]),
    help="Print only this form, one a line.",
)
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(idents: tuple[str, ...], target: str | None, output_format: str) -> None:
    """Decode position and match IDs into every other form.

    ID is a GNU Backgammon position ID, alone or with a match ID (joined by a colon, on two lines, with labels), a
    match ID, an XGID, an OGID, a FIBS board line, or a Snowie position line; - reads one ID a line from standard
    input. What a printed form has no place for is noted on standard error. Exit status 1 if an ID is not valid.

    \b
    Example:
      bganalyze id 4HPwATDgc/ABMA:cIkmAQAAAAAA
      bganalyze id "XGID=-b----E-C---eE---c-e----B-:0:0:1:61:0:0:0:7:10" --to gnu
      bganalyze id 11ccccchhhjjjjj:66666888dddddoo:N0N:56:W:IB:0:0:9:0 --to fibs
    """
    from ..formats.ids import FORMS, parse_id
    from ..model.gnuid import IdError

    texts: list[str] = []
    for ident in idents:
        texts += _standard_input() if ident == "-" else [ident]
    documents = []
    for text in texts:
        try:
            found = parse_id(text)
        except IdError as error:
            documents.append(_invalid(text, error))
            continue
        documents.append(_valid(text, found))
        if output_format == "text":
            _print(found, target)
            for note in found.notes([target] if target else list(FORMS)):
                click.echo(f"note: {note}", err=True)
    if output_format == "json":
        click.echo(json.dumps(documents, indent=1))
    else:
        for document in documents:
            if not document["valid"]:
                click.echo(f"bganalyze: {document['input']!r}: {document['error']}", err=True)
    sys.exit(0 if all(d["valid"] for d in documents) else 1)


def _standard_input() -> list[str]:
    """The lines of standard input, in whatever encoding they are."""
    from ..formats.lines import Undecodable, decode, split_lines

    try:
        text, _ = decode(sys.stdin.buffer.read() if sys.stdin is not None else b"")
    except Undecodable as error:
        raise click.UsageError(f"standard input: {error}") from None
    return [line for line in split_lines(text) if line.strip()]


_KEYS = (
    "gnu_id",
    "xgid",
    "ogid",
    "fibs",
    "snowie",
    "board",
    "pips",
    "cube",
    "dice",
    "length",
    "score",
    "crawford",
    "jacoby",
    "turn",
    "game_state",
)


def _invalid(text: str, error: Any) -> dict[str, Any]:
    document: dict[str, Any] = {
        "input": text,
        "kind": None,
        "valid": False,
        "error": f"column {error.column}: {error}",
    }
    return {**document, **dict.fromkeys(_KEYS)}


def _valid(text: str, found: Identified) -> dict[str, Any]:
    position, state = found.position, found.state
    board = pips = None
    if position is not None:
        on_roll, opponent = position.counts()
        board = {"on_roll": on_roll, "opponent": opponent}
        pips = list(position.pips())
    return {
        "input": text,
        "kind": found.kind,
        "valid": True,
        "error": None,
        "gnu_id": found.gnu_id(),
        "xgid": found.xgid(),
        "ogid": found.ogid(),
        "fibs": found.fibs(),
        "snowie": found.snowie(),
        "board": board,
        "pips": pips,
        "cube": {"value": state and state.cube, "owner": state and state.cube_owner},
        "dice": None if state is None or state.dice is None else list(state.dice),
        "length": state and state.length,
        "score": state and list(state.score),
        "crawford": state and state.crawford,
        "jacoby": state and state.jacoby,
        "turn": state and state.turn,
        "game_state": state and state.game_state,
    }


def _print(found: Identified, target: str | None) -> None:
    from ..model.board import board_lines

    if target is not None:
        click.echo(found.form(target) or "")
        return
    click.echo(f"GNU ID: {found.gnu_id()}")
    position, state = found.position, found.state
    if position is not None:
        click.echo(f"{found.xgid()}")
        click.echo(f"OGID={found.ogid()}")
        click.echo(f"{found.fibs()}")
        click.echo(f"Snowie: {found.snowie()}")
        click.echo("\n".join(board_lines(position)))
    if state is not None:
        length = (
            f"{state.length} point match, {state.score[0]}-{state.score[1]}" if state.length else "unlimited session"
        )
        owner = "centred" if state.cube_owner is None else f"owned by player {state.cube_owner}"
        dice = f", rolled {state.dice[0]}{state.dice[1]}" if state.dice else ""
        double = ", a double is offered" if state.doubled else ""
        crawford = ", Crawford game" if state.crawford else ""
        click.echo(f"{length}{crawford}; player {state.on_roll} on roll{dice}{double}; cube {state.cube}, {owner}")
    click.echo("")
