"""bganalyze: are recorded backgammon matches right, and what do they say?"""

from __future__ import annotations

from .findings.finding import Finding
from .model.gnuid import IdError
from .model.position import Position
from .model.record import Record
from .model.state import MatchState
from .pipeline import Checked, check_bytes, check_file, read
from .rules.declared import RuleOptions
from .rules.variants import Rules

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
    "check_bytes",
    "check_file",
    "read",
]
