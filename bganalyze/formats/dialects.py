"""Which program wrote a .mat, from its tags and habits. A name for people; checks use it only where they say so."""

from __future__ import annotations

from ..model.record import MatchRecord

_BY_SITE = (
    ("backgammongalaxy", "galaxy"),
    ("backgammon studio", "studio"),
    ("xg mobile", "xg-mobile"),
    ("extreme gammon", "xg"),
    ("opengammon", "opengammon"),
    ("sampleserver", "opengammon"),
    ("hedgehog", "hedgehog"),
    ("gammonview", "gammonview"),
    ("choue", "choue"),
    ("playok", "playok"),
    ("foxamon", "foxamon"),
)

DIALECTS = frozenset(name for _, name in _BY_SITE) | {"rated-site", "xg-text", "gnubg", "jellyfish", "backgammonhub"}
"""All names that readers give."""


def dialect_of(match: MatchRecord, lines: list[str]) -> str:
    """A short name of the writer; ``jellyfish`` where nothing tells."""
    site = match.header.get("Site", "").lower()
    for text, name in _BY_SITE:
        if text in site:
            return name
    if "Rating left" in match.header or "Rating right" in match.header:
        return "rated-site"
    head = "\n".join(lines[:200])
    if "Bar/" in head or "/Off" in head:
        return "xg-text"
    if "Player 1 Elo" in match.header:
        return "xg"
    if "Player 1" not in match.header and ("Event" in match.header or "EventDate" in match.header):
        return "gnubg"
    return "jellyfish"
