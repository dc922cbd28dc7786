"""bganalyze: are recorded backgammon matches right, and what do they say?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .findings.finding import Finding
from .model.gnuid import IdError
from .model.position import Position
from .model.record import Record
from .model.state import MatchState
from .pipeline import Checked, check_bytes, check_file, read
from .rules.declared import RuleOptions
from .rules.variants import Rules

if TYPE_CHECKING:
    from .bulk import tables
    from .reports.tables import Tables

__version__ = "0.1.0"
__all__ = [
    "Checked",
    "Finding",
    "IdError",
    "MatchState",
    "Position",
    "Record",
    "RuleOptions",
    "Rules",
    "Tables",
    "check_bytes",
    "check_file",
    "read",
    "tables",
]


def __getattr__(name: str) -> object:
    """What needs more than a check is imported when it is first asked for."""
    if name == "tables":
        from .bulk import tables

        return tables
    if name == "Tables":
        from .reports.tables import Tables

        return Tables
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
