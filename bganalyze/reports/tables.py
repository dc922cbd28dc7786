"""Results as pandas tables. ``reports`` is the only layer that imports pandas, and only when a table is made.

Types do not depend on the rows: nullable integers and booleans, text, categories for text that repeats in the table of
actions. ``match_id`` joins the tables (see ``actions``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..analysis.frames import Prepared
from ..findings.codes import CODES, fingerprint, message, severity
from ..pipeline import Checked, MatchResult, Opened, crashed
from .actions import TYPES, Collected, join_categories
from .players import Players
from .rows import MatchCounts
from .schema import FINDINGS, GAMES, MATCHES, PLAYERS

if TYPE_CHECKING:
    import pandas as pd

_HEADER = {
    "event": ("Event",),
    "round": ("Round",),
    "date": ("EventDate", "Date"),
    "site": ("Site", "Place"),
}
"""Column -> header tags, in the order of preference."""

Counts = Mapping[tuple[str, int], MatchCounts]


@dataclass(frozen=True, eq=False)
class Tables:
    """The tables of some files. They are joined by ``match_id`` (and ``path`` with the number of the match)."""

    matches: pd.DataFrame
    games: pd.DataFrame
    actions: pd.DataFrame
    findings: pd.DataFrame
    players: pd.DataFrame


def make_tables(sources: Iterable[Opened], found: Collected, aliases: Mapping[str, str] | None = None) -> Tables:
    """The tables of some files, collected in ``found``, which is empty. ``aliases``: see ``Players``."""
    checks: list[Checked] = []
    for source in sources:
        checks.append(source.checked)
        found.take(source)
    for path, reason in found.crashes:
        checks.append(crashed(path, reason))
    counts = found.counts()
    matches, games, actions = matches_table(checks, counts), games_table(checks, counts), found.frame()
    players = Players(aliases)
    players.add(checks, counts)
    players.add_analysis(Prepared(matches, games, actions))
    return Tables(matches, games, actions, findings_table(checks), players_table(players))


def join_tables(parts: Sequence[Tables]) -> Tables:
    """The tables of some files one behind the other."""
    import pandas as pd

    if len(parts) == 1:
        return parts[0]
    players = Players()
    for part in parts:
        players.merge(part.players)
    frames = {
        name: pd.concat([getattr(part, name) for part in parts], ignore_index=True)
        for name in ("matches", "games", "findings")
    }
    columns = {}
    for name, kind in TYPES.items():
        pieces = [part.actions[name] for part in parts]
        columns[name] = join_categories(pieces) if kind == "category" else pd.concat(pieces, ignore_index=True)
    return Tables(actions=pd.DataFrame(columns, copy=False), players=players_table(players), **frames)


def matches_table(files: Iterable[Checked], counts: Counts | None = None) -> pd.DataFrame:
    """One row a match; integers and booleans may be missing."""
    known = counts or {}
    rows = [
        (
            _id(known.get((file.path, m.number))), file.path, file.format, m.number, *m.players, m.length, m.rules.name,
            *m.score, m.winner, m.complete, *_header(m), len(m.games), sum(g.plies for g in m.games),
        )
        for file in files
        for m in file.matches
    ]  # fmt: skip
    return _frame(rows, MATCHES)


def _id(counts: MatchCounts | None) -> str | None:
    return None if counts is None else counts.match_id


def _header(match: MatchResult) -> list[str | None]:
    tags = {tag.lower(): text for tag, text in match.header.items() if text.strip()}
    return [next((tags[n.lower()] for n in names if n.lower() in tags), None) for names in _HEADER.values()]


def games_table(files: Iterable[Checked], counts: Counts | None = None) -> pd.DataFrame:
    """One row a game. ``points`` are computed and not capped, ``declared_points`` are the record's."""
    known = counts or {}
    rows = []
    for file in files:
        for m in file.matches:
            counted = known.get((file.path, m.number))
            for at, g in enumerate(m.games):
                more: Sequence[object] = (None,) * 5 if counted is None else counted.games[at][:5]
                rows.append(
                    (
                        _id(counted), file.path, m.number, g.number, *g.score_before, g.crawford, more[0], g.winner,
                        g.result, g.points, g.declared_points, g.cube, g.cube_owner, *more[1:], g.plies, g.checked,
                    )
                )  # fmt: skip
    return _frame(rows, GAMES)


def players_table(players: Players) -> pd.DataFrame:
    """One row a player."""
    return _frame(players.rows(), PLAYERS)


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
    return _frame(rows, FINDINGS)


def _frame(rows: list[tuple[Any, ...]], types: dict[str, str]) -> pd.DataFrame:
    import pandas as pd

    columns = list(zip(*rows, strict=True)) or [()] * len(types)
    return pd.DataFrame(
        {name: pd.array(list(values), dtype=kind) for (name, kind), values in zip(types.items(), columns, strict=True)}
    )
