"""Results as pandas tables. ``reports`` is the only layer that imports pandas, and only when a table is made.

Types do not depend on the rows: nullable integers and booleans, text, categories for text that repeats in the table of
actions. ``match_id`` joins the tables (see ``actions``).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..findings.codes import CODES, fingerprint, message, severity
from ..pipeline import Checked, MatchResult, check_file, crashed, follow, read
from ..rules.declared import RuleOptions
from .actions import GameTrace, Source, Trace, collect

if TYPE_CHECKING:
    import pandas as pd

_MATCHES = {
    "match_id": "string",
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
    "event": "string",
    "round": "string",
    "date": "string",
    "site": "string",
    "games": "Int64",
    "plies": "Int64",
}
_GAMES = {
    "match_id": "string",
    "path": "string",
    "match": "Int64",
    "game": "Int64",
    "score_before_0": "Int64",
    "score_before_1": "Int64",
    "crawford": "boolean",
    "post_crawford": "boolean",
    "winner": "Int64",
    "result": "string",
    "points": "Int64",
    "declared_points": "Int64",
    "cube": "Int64",
    "cube_owner": "Int64",
    "doubles": "Int64",
    "takes": "Int64",
    "drops": "Int64",
    "beavers": "Int64",
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
    "end_column": "Int64",
    "offset": "Int64",
    "roll": "string",
    "play": "string",
    "gnu_id": "string",
    "message": "string",
    "fingerprint": "string",
}
_HEADER = {
    "event": ("Event",),
    "round": ("Round",),
    "date": ("EventDate", "Date"),
    "site": ("Site", "Place"),
}
"""Column -> header tags, in the order of preference."""

Traces = Mapping[tuple[str, int], Trace]


@dataclass(frozen=True, eq=False)
class Tables:
    """The tables of some files. They are joined by ``match_id`` (and ``path`` with the number of the match)."""

    matches: pd.DataFrame
    games: pd.DataFrame
    actions: pd.DataFrame
    findings: pd.DataFrame


def tables(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    options: RuleOptions | None = None,
    *,
    n_plays: bool = False,
) -> Tables:
    """Check files, and folders with all that is in them, and give the tables.

    ``n_plays``: count the legal plays of every roll, which costs more than everything else. A file that cannot be
    read is a finding; one found in a folder that no format claims is left out.
    """
    given = [paths] if isinstance(paths, str | os.PathLike) else paths
    checks: list[Checked] = []

    def sources() -> Iterator[Source]:
        """One file after the other: only its rows stay."""
        for path, named in _files(given):
            source = load(path, options)
            if named or source.checked.claimed:
                checks.append(source.checked)
                yield source

    columns, traces, crashes = collect(sources(), n_plays)
    for path, reason in crashes:
        checks.append(crashed(path, reason))
    return Tables(matches_table(checks, traces), games_table(checks, traces), columns.frame(), findings_table(checks))


def _files(paths: Iterable[str | os.PathLike[str]]) -> Iterator[tuple[str, bool]]:
    """Files, and whether they were named themselves. Hidden files of a folder are left out."""
    for path in map(Path, paths):
        if not path.is_dir():
            yield str(path), True
            continue
        for place in sorted(path.rglob("*")):
            if place.is_file() and not any(part.startswith(".") for part in place.relative_to(path).parts):
                yield str(place), False


def load(path: str, options: RuleOptions | None = None) -> Source:
    """A file checked and followed. Never raises for what the file is or says."""
    checked = check_file(path, options, hashed=False)
    if not checked.matches:
        return Source(checked)
    try:
        record = read(path)
        return Source(checked, record, follow(record, options))
    except Exception as error:  # our own fault: one file must not stop a batch
        return Source(crashed(path, f"{type(error).__name__}: {error}"[:300]))


def actions_table(sources: Iterable[Source], n_plays: bool = False) -> pd.DataFrame:
    """One row an action. ``n_plays``: count the legal plays of every roll, which is slow.

    ``position_before`` is GNU Backgammon's position ID seen by the player who acts, ``cube`` and ``cube_owner`` the
    cube before the action (behind a double, the one that a drop pays). Numbers of the analysis are EMG, or match
    winning chances (points in a money session) in the columns ``_mwc``; ``win`` to ``lose_bg`` are the chances after
    the play that was made; ``cube_nd`` to ``cube_dp`` are seen by the player who doubles or could have doubled.
    """
    return collect(sources, n_plays).columns.frame()


def matches_table(files: Iterable[Checked], traces: Traces | None = None) -> pd.DataFrame:
    """One row a match; integers and booleans may be missing."""
    known = traces or {}
    rows = [
        (
            _id(known.get((file.path, m.number))), file.path, file.format, m.number, *m.players, m.length, m.rules.name,
            *m.score, m.winner, m.complete, *_header(m), len(m.games), sum(g.plies for g in m.games),
        )
        for file in files
        for m in file.matches
    ]  # fmt: skip
    return _frame(rows, _MATCHES)


def _id(trace: Trace | None) -> str | None:
    return None if trace is None else trace.match_id


def _header(match: MatchResult) -> list[str | None]:
    tags = {tag.lower(): text for tag, text in match.header.items() if text.strip()}
    return [next((tags[n.lower()] for n in names if n.lower() in tags), None) for names in _HEADER.values()]


def games_table(files: Iterable[Checked], traces: Traces | None = None) -> pd.DataFrame:
    """One row a game. ``points`` are computed and not capped, ``declared_points`` are the record's."""
    known = traces or {}
    rows = []
    for file in files:
        for m in file.matches:
            trace = known.get((file.path, m.number))
            for at, g in enumerate(m.games):
                more: GameTrace | tuple[None, ...] = (None,) * 5 if trace is None else trace.games[at]
                rows.append(
                    (
                        _id(trace), file.path, m.number, g.number, *g.score_before, g.crawford, more[0], g.winner,
                        g.result, g.points, g.declared_points, g.cube, g.cube_owner, *more[1:], g.plies, g.checked,
                    )
                )  # fmt: skip
    return _frame(rows, _GAMES)


def findings_table(files: Iterable[Checked]) -> pd.DataFrame:
    """One row a finding."""
    rows = [
        (
            f.code, CODES[f.code].name, severity(f), f.path, f.match, f.game, f.move, f.player, f.player_name,
            f.line, f.column, f.end_column, f.offset, None if f.roll is None else f"{f.roll[0]}{f.roll[1]}",
            f.play, f.gnu_id, message(f), fingerprint(f),
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
