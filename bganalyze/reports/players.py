"""The table of players: sums over matches, and rates of sums. Sums of batches of files can be added."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from ..analysis.aliases import names_of, with_names
from ..analysis.frames import Frames
from ..analysis.rates import GNU_FACTOR, PR_FACTOR, rates
from ..pipeline import Checked
from .rows import MatchCounts

if TYPE_CHECKING:
    import pandas as pd

_OF_MATCHES: Final = (
    "matches",
    "wins",
    "points",
    "points_lost",
    "games",
    "games_won",
    "games_lost",
    "gammons",
    "backgammons",
)
_OF_ACTIONS: Final = ("rolls", "doubles", "takes", "drops", "beavers")
_OF_ANALYSIS: Final = ("unforced", "close_cubes", "plays_of_both", "rolls_with_luck")
_ERRORS: Final = ("error_chequer", "error_cube", "luck")
SUMS: Final = (*_OF_MATCHES, *_OF_ACTIONS, *_OF_ANALYSIS, *_ERRORS)
RATES: Final = ("win_share", "points_per_game", "gnu_rate", "pr", "snowie_rate", "luck_rate")


class Players:
    """Sums by player; a side without a name counts for nobody.

    ``aliases`` are those of ``analysis.aliases.parse_aliases``; without them a player is a name as written. Where both
    players of a match have one name they are kept apart as ``Name (player 0)`` and ``Name (player 1)``.
    """

    def __init__(self, aliases: Mapping[str, str] | None = None) -> None:
        self.aliases = aliases or {}
        self.sums: dict[str, list[float | None]] = {}
        """Name -> a number for each of ``SUMS``, ``None`` where nothing is known."""

    def add(self, files: Iterable[Checked], counts: Mapping[tuple[str, int], MatchCounts]) -> None:
        """Add matches: results, and actions where they were counted."""
        for file in files:
            for match in file.matches:
                counted = counts.get((file.path, match.number))
                for seat, name in enumerate(names_of(match.players, self.aliases)[:2]):
                    if name is None:
                        continue
                    won = [g.result.removeprefix("resign-") for g in match.games if g.winner == seat]
                    lost = sum(game.winner == 1 - seat for game in match.games)
                    values: tuple[int, ...] = (
                        1, match.winner == seat, match.score[seat], match.score[1 - seat], len(match.games), len(won),
                        lost, won.count("gammon"), won.count("backgammon"),
                    )  # fmt: skip
                    if counted is not None and counted.games:
                        values += tuple(map(sum, zip(*[game.seats[seat] for game in counted.games], strict=True)))
                    self._add(name, values)

    def add_analysis(self, frames: Frames) -> None:
        """Add errors and luck of the stored analysis."""
        if frames.actions[["error_emg", "cube_error", "luck_emg"]].isna().all(axis=None):
            return
        sums = rates(with_names(frames, self.aliases)[0], by="player")
        analysed = sums[sums["plays_of_both"] > 0]  # of the others nothing is known, which is not zero
        self._add_frame(analysed.reset_index(), (*_OF_ANALYSIS, *_ERRORS), "player")

    def merge(self, frame: pd.DataFrame) -> None:
        """Add the sums of a table of players."""
        self._add_frame(frame, SUMS, "name")

    def _add_frame(self, frame: pd.DataFrame, columns: tuple[str, ...], name_in: str) -> None:
        values = frame[list(columns)].astype(object).where(frame[list(columns)].notna(), None)
        first = SUMS.index(columns[0])
        for name, *row in zip(frame[name_in], *(values[column] for column in columns), strict=True):
            if isinstance(name, str):
                self._add(name, row, first)

    def rows(self) -> list[tuple[Any, ...]]:
        """Name, ``SUMS`` and ``RATES`` of each player, sorted by name."""
        return [(name, *self._row(self.sums[name])) for name in sorted(self.sums)]

    def _row(self, sums: list[float | None]) -> list[float | None]:
        got = {name: value or 0 for name, value in zip(SUMS, sums, strict=True)}
        decided = got["games_won"] + got["games_lost"]
        decisions = got["unforced"] + got["close_cubes"]
        error = got["error_chequer"] + got["error_cube"] if decisions else None
        return [
            *sums,
            _ratio(got["games_won"], decided),
            _ratio(got["points"] - got["points_lost"], decided),
            _ratio(error, decisions, GNU_FACTOR),
            _ratio(error, decisions, PR_FACTOR),
            _ratio(error, got["plays_of_both"], GNU_FACTOR),
            _ratio(got["luck"], got["rolls_with_luck"], GNU_FACTOR),
        ]

    def _add(self, name: str, values: Iterable[float | None], first: int = 0) -> None:
        """Add values to those of ``SUMS`` from ``first`` on."""
        sums = self.sums.setdefault(name, [None] * len(SUMS))
        for at, value in enumerate(values, first):
            if value is not None:
                before = sums[at]
                sums[at] = value if before is None else before + value


def _ratio(part: float | None, whole: float, factor: float = 1) -> float | None:
    return None if part is None or not whole else factor * part / whole
