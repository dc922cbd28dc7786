"""What a session adds to its games: the form of its score, a number of games, table stakes, and its end.

A match to a number of points has none of this: its points must be gained to be reached.
"""

from __future__ import annotations

from ..rules.stakes import holdings, most_lost
from ..rules.variants import Rules

Score = tuple[int, int]


class Session:
    """One session (or match, to which nothing here applies). Scores are the points that each player has won."""

    def __init__(self, rules: Rules, length: int, names: tuple[str, str]) -> None:
        self.rules = rules
        self.names = names
        self.losses = rules.score_form == "loser-minus" and not length
        """Score lines hold what each player has lost, as negative numbers."""
        self.games = None if length else rules.games
        self.table_stakes = rules.bankrolls is not None and not length
        self.unused: list[str] = []
        """Rules of sessions that a match leaves out, for a sentence."""
        if length and rules.games is not None:
            self.unused.append("a number of games")
        if length and rules.bankrolls is not None:
            self.unused.append("table stakes")

    @property
    def limited(self) -> bool:
        """Does the session end of itself?"""
        return self.games is not None or self.table_stakes

    def turned(self, score: Score) -> Score:
        """Points won by each player from a score as written, and back: what one has won the other has lost."""
        return (-score[1], -score[0]) if self.losses else score

    def text(self, score: Score) -> str:
        """A score as the record writes it."""
        a, b = self.turned(score)
        return f"{a} : {b}" if self.losses else f"{a}-{b}"

    def holdings(self, score: Score) -> Score | None:
        """What both have at table stakes."""
        return holdings(self.rules, score) if self.table_stakes else None

    def most_lost(self, score: Score, loser: int) -> int | None:
        """The most points that a player can lose at table stakes; ``None``: no limit."""
        return most_lost(self.rules, score, loser) if self.table_stakes else None

    def cap_text(self, loser: int, most: int) -> str:
        """Why no more points are lost."""
        return f"at table stakes {self.names[loser]} had only {points_text(most)} left to lose"

    def holder(self, score: Score | None) -> int | None:
        """Who holds all the money."""
        have = None if score is None else self.holdings(score)
        return None if have is None or min(have) else have.index(max(have))

    def over(self, played: int, score: Score | None) -> bool:
        """Is the session over after so many games, at this score (``None``: not known)?"""
        return (self.games is not None and played >= self.games) or self.holder(score) is not None

    def winner(self, score: Score) -> int | None:
        """Of a session that is over: who holds all the money, or who has most points (``None``: drawn)."""
        holder = self.holder(score)
        if holder is not None:
            return holder
        return None if score[0] == score[1] else int(score[1] > score[0])

    def played_on(self, games_text: str, score: Score) -> tuple[str, str]:
        """Code and sentence for games after the end of the session."""
        holder = self.holder(score)
        if holder is not None:
            return "BG513", f"{games_text} recorded although {self.names[holder]} held all the money"
        return "BG512", f"{games_text} recorded although the session of {self.games} games was over"

    def unfinished(self, played: int, score: Score) -> tuple[str, str]:
        """Code and sentence for a session that ends too early."""
        have = self.holdings(score)
        if have is not None:
            text = " and ".join(f"{name} has {money}" for name, money in zip(self.names, have, strict=True))
            return "BG513", f"the record ends while {text}; nobody holds all the money"
        return "BG512", f"the record ends after {played} of {self.games} games, at {self.text(score)}"


def points_text(number: int) -> str:
    """``1 point``, ``2 points``."""
    return f"{number} point{'' if number == 1 else 's'}"
