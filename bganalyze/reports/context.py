"""What stands around a finding: the board before the play, the legal plays, the closest one."""

from __future__ import annotations

from functools import lru_cache

from ..findings.finding import Finding
from ..formats.notation import Steps, steps_of
from ..model.board import board_lines
from ..model.gnuid import IdError, decode_position
from ..model.position import Position
from ..rules.diagnose import stand
from ..rules.generate import LegalPlay
from ..rules.naming import closest, legal_plays
from ..rules.variants import Rules

MOST_PLAYS = 12
"""Legal plays that are listed."""
_steps = Steps()
"""Steps that were read before."""


def _position(finding: Finding) -> Position | None:
    return None if finding.gnu_id is None else _decoded(finding.gnu_id.partition(":")[0])


@lru_cache(maxsize=256)
def _decoded(position_id: str) -> Position | None:
    try:
        return decode_position(position_id)
    except IdError:
        return None


def board_of(finding: Finding, rules: Rules | None = None) -> list[str]:
    """The board before the play, seen by its player; empty where it is not known.

    A board shows players who move against each other; where both move the same way round there is none.
    """
    position = _position(finding)
    if position is None or (rules is not None and rules.direction != "opposed"):
        return []
    return list(_board(position))


_board = lru_cache(maxsize=256)(board_lines)


@lru_cache(maxsize=256)
def _legal(position: Position, dice: tuple[int, int]) -> list[tuple[str, LegalPlay]]:
    """Findings come in clusters around one position, and the list of plays is slow to make."""
    return legal_plays(position, dice)


def legal_of(finding: Finding, rules: Rules | None = None) -> list[str]:
    """Lines about the legal plays of the roll, for findings about a checker play of backgammon."""
    if rules is not None and not rules.plain:
        return []  # they can depend on more than the position and the roll
    position = _position(finding)
    if position is None or finding.roll is None or finding.code[:3] not in ("BG3", "BG2"):
        return []
    return list(_legal_lines(position, finding.roll, finding.play or ""))


@lru_cache(maxsize=256)
def _legal_lines(position: Position, dice: tuple[int, int], play: str) -> list[str]:
    plays = _legal(position, dice)
    if not plays:
        return ["legal plays: none"]
    names = [name for name, _ in plays[:MOST_PLAYS]]
    more = f" and {len(plays) - MOST_PLAYS} more" if len(plays) > MOST_PLAYS else ""
    lines = [f"legal plays ({len(plays)}): {', '.join(names)}{more}"]
    steps = steps_of(play, _steps)
    after = stand(position, steps) if steps else None
    if after is not None:
        lines.append(f"closest legal play: {closest(after, plays)}")
    return lines
