"""What a run covered and found, counted as files come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from .codes import CODES, severity
from .finding import Finding

_QUIET = {"baseline": "known", "waiver": "waived", "policy": "accepted"}
"""Why findings are quiet -> the word of the summary."""


class Summary:
    """Counts of a run; ``as_dict`` is the summary of the JSON document."""

    def __init__(self) -> None:
        self.files = self.files_failed = self.files_ignored = 0
        self.matches = self.games = self.games_checked = self.games_partly = self.games_unchecked = self.plies = 0
        self.positions = self.ledger_games = 0
        self.codes: Counter[str] = Counter()
        self.severities: Counter[str] = Counter()
        self.quiet: Counter[str] = Counter()
        """Findings that do not count, by what made them quiet: baseline, waiver, policy."""

    def add_file(self, matches: Iterable[Any], failed: bool, positions: int = 0, ledger_games: int = 0) -> None:
        """Count a file that was looked at, with its match results, its positions or the games of its ledger."""
        self.files += 1
        self.positions += positions
        self.ledger_games += ledger_games
        self.files_failed += failed
        for match in matches:
            self.matches += 1
            for game in match.games:
                self.games += 1
                self.plies += game.plies
                if game.checked in ("full", "after-a-break"):
                    self.games_checked += 1
                elif game.checked == "partly":
                    self.games_partly += 1
                else:
                    self.games_unchecked += 1

    def add_findings(self, findings: Iterable[Finding]) -> None:
        """Count findings that are shown, and those that are quiet apart from them."""
        for finding in findings:
            if finding.suppression is not None:
                self.quiet[finding.suppression[0]] += 1
                continue
            self.codes[finding.code] += 1
            self.severities[severity(finding)] += 1

    def as_dict(self) -> dict[str, int]:
        """The counts by name."""
        return {
            "files": self.files,
            "files_failed": self.files_failed,
            "files_ignored": self.files_ignored,
            "matches": self.matches,
            "games": self.games,
            "games_checked": self.games_checked,
            "games_partly": self.games_partly,
            "games_unchecked": self.games_unchecked,
            "plies": self.plies,
            "positions": self.positions,
            "ledger_games": self.ledger_games,
            "errors": self.severities["error"],
            "warnings": self.severities["warning"],
            "notes": self.severities["note"],
            **{_QUIET[kind]: self.quiet[kind] for kind in _QUIET if self.quiet[kind]},
        }

    def sentence(self) -> str:
        """One line that always states the coverage."""
        parts = [f"{self.games_checked} checked to the end"]
        if self.games_partly:
            parts.append(f"{self.games_partly} partly")
        if self.games_unchecked:
            parts.append(f"{self.games_unchecked} not checked")
        text = f"{_count(self.files, 'file')}, {_count(self.games, 'game')}: {', '.join(parts)}"
        if self.positions:
            text += f"; {_count(self.positions, 'position')}"
        if self.ledger_games:
            text += f"; {_count(self.ledger_games, 'game')} of chouettes"
        if self.files_failed:
            text += f"; {_count(self.files_failed, 'file')} not read"
        if self.files_ignored:
            text += f"; {_count(self.files_ignored, 'file')} of other kinds left out"
        s = self.severities
        text += f"; {_count(s['error'], 'error')}, {_count(s['warning'], 'warning')}, {_count(s['note'], 'note')}"
        quiet = [f"{self.quiet[kind]:,} {word}" for kind, word in _QUIET.items() if self.quiet[kind]]
        return f"{text}; {', '.join(quiet)}" if quiet else text

    def statistics(self) -> list[str]:
        """A line a code, most frequent first."""
        rows = sorted(self.codes.items(), key=lambda row: (-row[1], row[0]))
        return [f"{count:7} {code} {CODES[code].name}" for code, count in rows]


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
