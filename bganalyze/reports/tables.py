"""Results as pandas tables. The only place of the package that imports pandas, and only when a table is made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..findings.codes import CODES, message, severity
from ..pipeline import Checked

if TYPE_CHECKING:
    import pandas as pd

_MATCHES = {
    "path": "string",
    "format": "string",
    "number": "Int64",
    "player_0": "string",
    "player_1": "string",
    "length": "Int64",
    "rules": "string",
    "score_0": "Int64",
    "score_1": "Int64",
    "winner": "Int64",
    "complete": "boolean",
    "games": "Int64",
    "plies": "Int64",
}
_GAMES = {
    "path": "string",
    "match": "Int64",
    "game": "Int64",
    "score_before_0": "Int64",
    "score_before_1": "Int64",
    "crawford": "boolean",
    "winner": "Int64",
    "result": "string",
    "points": "Int64",
    "declared_points": "Int64",
    "cube": "Int64",
    "plies": "Int64",
    "checked": "string",
}
_FINDINGS = {
    "code": "string",
    "name": "string",
    "severity": "string",
    "path": "string",
    "match": "Int64",
    "game": "Int64",
    "move": "Int64",
    "player": "Int64",
    "player_name": "string",
    "line": "Int64",
    "column": "Int64",
    "message": "string",
}


def matches_table(files: Iterable[Checked]) -> pd.DataFrame:
    """One row a match; integers and booleans may be missing."""
    rows = [
        (
            file.path, file.format, m.number, *m.players, m.length, m.rules.name, *m.score, m.winner, m.complete,
            len(m.games), sum(g.plies for g in m.games),
        )
        for file in files
        for m in file.matches
    ]  # fmt: skip
    return _frame(rows, _MATCHES)


def games_table(files: Iterable[Checked]) -> pd.DataFrame:
    """One row a game. ``points`` are computed and not capped, ``declared_points`` are the record's."""
    rows = [
        (
            file.path, m.number, g.number, *g.score_before, g.crawford, g.winner, g.result, g.points,
            g.declared_points, g.cube, g.plies, g.checked,
        )
        for file in files
        for m in file.matches
        for g in m.games
    ]  # fmt: skip
    return _frame(rows, _GAMES)


def findings_table(files: Iterable[Checked]) -> pd.DataFrame:
    """One row a finding."""
    rows = [
        (
            f.code, CODES[f.code].name, severity(f), f.path, f.match, f.game, f.move, f.player, f.player_name,
            f.line, f.column, message(f),
        )
        for file in files
        for f in file.findings
    ]  # fmt: skip
    return _frame(rows, _FINDINGS)


def _frame(rows: list[tuple[Any, ...]], types: dict[str, str]) -> pd.DataFrame:
    import pandas as pd

    columns = list(zip(*rows, strict=True)) or [()] * len(types)
    return pd.DataFrame(
        {name: pd.array(list(values), dtype=kind) for (name, kind), values in zip(types.items(), columns, strict=True)}
    )
