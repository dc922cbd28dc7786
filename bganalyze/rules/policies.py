"""What a tournament condones: switches that change how a fault counts, not what the record says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

PLAYS: Final = frozenset(f"BG{number}" for number in range(301, 311))
"""Illegal plays. One that could be made on the board, and was not challenged, stood."""


class PolicyError(ValueError):
    """A policy that does not exist, or a value it does not have."""


class Policies(NamedTuple):
    """The switches. A finding that is accepted is counted, and shown with ``--all`` only."""

    plays_that_stood: str = "report"
    crawford_doubles: str = "declared"
    """``void``: the double counts for nothing; ``kept``: it counts; ``declared``: whichever the written points fit."""
    missing_hit_marks: str = "report"
    capped_points: str = "report"
    opening_doubles: str = "report"

    def accepted(self, code: str, *, stood: bool = False, missing_mark: bool = False) -> str | None:
        """The policy that accepts a finding, or ``None``.

        ``stood``: the play was made although it is illegal. ``missing_mark``: a hit without its star.
        """
        if self.plays_that_stood == "accept" and stood and code in PLAYS:
            return "plays-that-stood"
        if self.missing_hit_marks == "accept" and missing_mark and code == "BG311":
            return "missing-hit-marks"
        if self.capped_points == "accept" and code == "BG510":
            return "capped-points"
        if self.opening_doubles == "accept" and code == "BG201":
            return "opening-doubles"
        return None


VALUES: Final[dict[str, tuple[str, ...]]] = {
    "plays-that-stood": ("report", "accept"),
    "crawford-doubles": ("declared", "void", "kept"),
    "missing-hit-marks": ("report", "accept"),
    "capped-points": ("report", "accept"),
    "opening-doubles": ("report", "accept"),
}
"""Name as users write it -> what it can be; the first one is the default."""


def with_policy(policies: Policies, name: str, value: str) -> Policies:
    """The policies with one of them set. Raises ``PolicyError``."""
    name = name.strip().lower().replace("_", "-")
    value = value.strip().lower()
    if name not in VALUES:
        raise PolicyError(f"there is no policy {name!r}; known are {', '.join(VALUES)}")
    if value not in VALUES[name]:
        raise PolicyError(f"{name}={value}: {' or '.join(VALUES[name])}")
    return policies._replace(**{name.replace("-", "_"): value})


def parse_policies(values: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """``NAME=VALUE`` as typed. Raises ``PolicyError``."""
    chosen = []
    for text in values:
        name, sign, value = text.partition("=")
        if not sign:
            raise PolicyError(f"{text!r} is not NAME=VALUE")
        with_policy(Policies(), name, value)
        chosen.append((name.strip().lower().replace("_", "-"), value.strip().lower()))
    return tuple(chosen)
