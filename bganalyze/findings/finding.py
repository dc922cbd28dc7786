"""A finding is plain data: what, where, and the values its message needs. Words are made when it is shown."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """One thing that is wrong, doubtful, forgiven or not checked. Picklable."""

    code: str
    path: str
    match: int | None = None
    """Number of the match in the file, from 1."""
    game: int | None = None
    move: int | None = None
    """Row number as printed."""
    player: int | None = None
    """Seat 0 (left) or 1."""
    player_name: str | None = None
    line: int | None = None
    column: int | None = None
    end_column: int | None = None
    offset: int | None = None
    """Byte offset, for binary formats."""
    roll: tuple[int, int] | None = None
    play: str | None = None
    gnu_id: str | None = None
    """The position before the play, seen by the mover, with the match ID."""
    args: tuple[tuple[str, object], ...] = ()
    source: str = ""
    """The source line, for messages that quote it."""
    severity: str | None = None
    """Set where it differs from the code's own."""
    follow_up: bool = False
    """Caused by an earlier finding of the same game; shown with ``--all`` only."""
    source_column: int = 1
    """The column at which ``source`` begins, where the line is too long to be kept whole."""
    suppression: tuple[str, str] | None = None
    """Why it is quiet, and which one: ``("policy", name)``, ``("waiver", reason)``, ``("baseline", file)``.

    It is counted, shown with ``--all`` only, and never fails a run.
    """


def sort_key(finding: Finding) -> tuple[object, ...]:
    """Path, match, game, move, line, column, code; what is missing comes first."""

    def first(value: int | None) -> int:
        return -1 if value is None else value

    return (
        finding.path,
        first(finding.match),
        first(finding.game),
        first(finding.move),
        first(finding.line),
        first(finding.column),
        finding.code,
        repr(finding.args),
    )
