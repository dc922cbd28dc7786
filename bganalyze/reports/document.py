"""Results as the JSON document has them."""

from __future__ import annotations

from typing import Any

from ..pipeline import Checked, GameResult, MatchResult, gnu_id
from ..rules.variants import UNLIMITED, Rules


def file_dict(checked: Checked) -> dict[str, Any]:
    """A file with its matches and games; every key is always there."""
    return {
        "path": checked.path,
        "format": checked.format,
        "dialect": checked.dialect,
        "encoding": checked.encoding,
        "sha256": checked.sha256,
        "matches": [match_dict(match) for match in checked.matches],
    }


def match_dict(match: MatchResult) -> dict[str, Any]:
    """A match."""
    rules = match.rules
    return {
        "number": match.number,
        "length": match.length,
        "players": list(match.players),
        "score": list(match.score),
        "winner": match.winner,
        "complete": match.complete,
        "rules": rules.name,
        "crawford": bool(match.length and rules.crawford != "off"),
        "jacoby": rules.jacoby,
        "beavers": _beavers(rules),
        "cube_limit": rules.cube_limit,
        "header": match.header,
        "games": [game_dict(game) for game in match.games],
    }


def _beavers(rules: Rules) -> int | str | None:
    """A number, "unlimited", or ``None`` if not known."""
    return "unlimited" if rules.beavers == UNLIMITED else rules.beavers


def game_dict(game: GameResult) -> dict[str, Any]:
    """A game."""
    last = None
    if game.position is not None:
        dice = game.state.dice
        last = {
            "gnu_id": gnu_id(game.position, game.state),
            "on_roll": game.on_roll,
            "dice": None if dice is None else list(dice),
        }
    return {
        "number": game.number,
        "score_before": list(game.score_before),
        "crawford": game.crawford,
        "winner": game.winner,
        "result": game.result,
        "points": game.points,
        "declared_winner": game.declared_winner,
        "declared_points": game.declared_points,
        "cube": game.cube,
        "cube_owner": game.cube_owner,
        "plies": game.plies,
        "checked": game.checked,
        "last": last,
    }
