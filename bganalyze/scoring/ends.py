"""One game: how it ended, what that is worth, and what the record declares of it."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.record import GameRecord, MatchRecord
from ..replay import Hint, Played
from ..rules.cube import Cube
from ..rules.declared import Ruling
from ..rules.outcome import RESULT_KINDS, checkers_left, gammon_possible, kind_by_position, worth
from ..rules.stakes import highest_multiplier, unit
from .scored import ScoredGame
from .session import Session, points_text


class GameScorer:
    """Scores the games of one match one by one. What it knows of the match is kept by the caller."""

    def __init__(self, match: MatchRecord, ruling: Ruling, played: Sequence[Played], names: tuple[str, str]) -> None:
        self.match = match
        self.ruling = ruling
        self.length = ruling.length
        self.rules = ruling.rules
        self.session = Session(ruling.rules, ruling.length, names)
        self.played = played
        self.names = names
        self.hints: list[Hint] = []
        self.waiting: list[Hint] = []
        """Hints about the game that is about to be scored."""
        self.crawford_done = False
        self.at = 0
        """Index of the game that is scored."""
        self.disputed: tuple[int, int] | None = None
        """Where the score line of the game contradicts the games before it: the score that those make."""
        self.over: tuple[int, int] | None = None
        """The score at which the match or session ended."""
        self.void: tuple[Cube, Cube] | None = None
        """Where a policy decides about a double in the Crawford game: the cube without it and with it."""

    def _hint(
        self,
        code: str,
        game: ScoredGame,
        args: dict[str, object],
        line: int | None = None,
        index: int | None = None,
        severity: str | None = None,
        seat: int | None = None,
    ) -> None:
        game.hints.append(Hint(code, index, args, line=line, severity=severity, seat=seat))

    def _declared_scores(self, game: GameRecord) -> tuple[int, int] | None:
        a, b = game.scores
        return None if a is None or b is None else self.session.turned((a, b))

    def _uncapped(self, scored: ScoredGame, loser: int, cube: int) -> tuple[int, ...]:
        """The points of a game that ended on the board or by a drop; two readings if Jacoby is not known."""
        played = scored.played
        kind = 0 if played.end == "drop" else played.kind
        side = None if played.sides is None else played.sides[loser]
        return worth(self.rules, kind, cube, played.turned, played.stakes, side)

    def _worth(self, scored: ScoredGame, loser: int, cube: int) -> tuple[int, ...]:
        """What the loser pays of them."""
        return self._payable(scored, loser, self._uncapped(scored, loser, cube))

    def _most_lost(self, scored: ScoredGame, loser: int) -> int | None:
        """The most points that the loser has at table stakes; ``None``: no limit, or the session was over before."""
        return None if self.over is not None else self.session.most_lost(scored.score_before, loser)

    def _payable(self, scored: ScoredGame, loser: int, points: tuple[int, ...]) -> tuple[int, ...]:
        most = self._most_lost(scored, loser)
        return points if most is None else tuple(min(p, most) for p in points)

    def _reason(self, scored: ScoredGame, loser: int, points: int) -> str:
        """Why a game is worth these points."""
        played, cube = scored.played, scored.played.cube.value
        uncapped = self._uncapped(scored, loser, cube)
        most = self._most_lost(scored, loser)
        capped = most is not None and points not in uncapped
        base = cube * played.stakes * unit(self.rules)
        kind = RESULT_KINDS[played.kind] if played.kind > 1 else "single game"
        if played.end == "drop":
            reason = f"a drop with the cube at {cube}"
        elif self.rules.payoff == "checkers-left":
            reason = self._left_text(played, loser)
        elif played.kind > 1 and points == base != base * self.rules.multiplier(played.kind) and not capped:
            reason = f"a {kind} counts single under the Jacoby rule"
        else:
            reason = f"a {kind} with the cube at {cube}"
        if base != cube:
            reason += f", the stake at {played.stakes * unit(self.rules)}"
        return f"{reason}; {self.session.cap_text(loser, most)}" if capped and most is not None else reason

    def _left_text(self, played: Played, loser: int) -> str:
        if played.sides is None:
            return f"how many checkers {self.names[loser]} had left is not known"
        left = checkers_left(self.rules, played.sides[loser])
        return f"{self.names[loser]} had {left} checker{'s' * (left != 1)} left"

    def _too_many(self, scored: ScoredGame, winner: int, declared: int) -> bool:
        """Do the points exceed what the loser has at table stakes? Then that is told."""
        loser = 1 - winner
        most = self._most_lost(scored, loser)
        if most is None or declared <= most:
            return False
        problem = f"{self.names[winner]} wins {points_text(declared)}; {self.session.cap_text(loser, most)}"
        self._hint("BG513", scored, {"problem": problem}, index=scored.played.declared_index, seat=winner)
        return True

    def _capped(self, scored: ScoredGame, winner: int, declared: int, worth: int) -> str | None:
        """Why declared points below (or above) the worth are a cap, or ``None``."""
        if self.ruling.cap is not None:
            return f"the writer caps them at {self.ruling.cap}" if declared == self.ruling.cap < worth else None
        if not self.length or not scored.counted or self.over is not None:
            return None
        needed = self.length - scored.score_before[winner]
        if worth < needed:
            return None
        if declared == needed:
            return f"{self.names[winner]} needed {needed}"
        if declared == self.length:
            return f"the match goes to {self.length}"
        return None

    def _ended(self, game: GameRecord, scored: ScoredGame) -> None:
        played = scored.played
        winner = played.winner
        assert winner is not None
        scored.winner = winner
        loser = 1 - winner
        # Paid by the checkers left, a game has no gammons.
        kind = 1 if self.rules.payoff == "checkers-left" else played.kind
        scored.result = "drop" if played.end == "drop" else RESULT_KINDS[kind]
        worth = self._worth(scored, loser, played.cube.value)
        declared = played.declared_points
        if declared is None:
            reason = self._reason(scored, loser, worth[0] if worth else 0)
            scored.points = worth[0] if len(worth) == 1 else None
            if played.declared_draw and played.declared_winner is None:
                how = "dropped" if played.end == "drop" else "lost on the board"
                problem = f"the record calls the game a draw; {self.names[loser]} {how}: {reason}"
                self._hint("BG514", scored, {"problem": problem}, index=played.declared_index)
            else:
                self._hint("BG503", scored, {"problem": f"no result is written: {reason}"}, index=played.end_index)
            return
        if played.doubtful is not None and declared not in worth:
            other = self._worth(scored, loser, played.doubtful.value)
            if declared in other:
                # The record scores the game as if a double that was not allowed had not been made.
                played.cube = played.doubtful
                worth = other
                if played.start_cube > 1:
                    # Nor was there an automatic double: the first double has a wrong value after all.
                    args: dict[str, object] = {
                        "action": "double",
                        "value": 2 * played.start_cube,
                        "cube": 1,
                        "expected": 2,
                    }
                    self._hint("BG404", scored, args, index=played.offers[0].action, seat=played.offers[0].seat)
        points = declared if declared in worth or not worth else worth[0]
        scored.points = points
        if played.declared_winner != winner:
            assert played.declared_winner is not None
            dropped = played.end == "drop"
            why = f"{self.names[loser]} dropped" if dropped else f"{self.names[winner]} bore off the last checker"
            args = {
                "declared": self.names[played.declared_winner],
                "computed": self.names[winner],
                "reason": why,
            }
            self._hint("BG501", scored, args, index=played.declared_index, seat=played.declared_winner)
            return
        if declared == points or self._too_many(scored, winner, declared):
            return
        reason = self._reason(scored, loser, points)
        cap = self._capped(scored, winner, declared, points)
        if cap is not None:
            args = {"declared": points_text(declared), "reason": reason, "cap": cap}
            self._hint("BG510", scored, args, index=played.declared_index, seat=winner)
            return
        args = {"declared": declared, "computed": points, "reason": reason}
        self._hint("BG502", scored, args, index=played.declared_index, seat=winner)

    def _drawn(self, scored: ScoredGame) -> None:
        """A draw on the board (by a last roll), or one that the record declares."""
        played = scored.played
        scored.result, scored.points = "draw", 0
        problem = ""
        if played.end == "draw":
            if played.declared_winner is not None:
                problem = f"the record says that {self.names[played.declared_winner]} won; both players bore off all"
                problem += " their checkers, and the game is a draw"
            elif not played.declared_draw:
                self._hint("BG503", scored, {"problem": "no result is written: a draw"}, index=played.end_index)
        elif self.rules.draw == "off":
            problem = "the record calls the game a draw, which these rules do not have"
        elif played.sides is not None:
            problem = "the record calls the game a draw, but not both players have borne off all their checkers"
        if problem:
            self._hint("BG514", scored, {"problem": problem}, index=played.declared_index)

    def _resigned(self, game: GameRecord, scored: ScoredGame) -> None:
        """A declared result without an end on the board: the loser resigned, for points / cube."""
        played = scored.played
        winner, declared = played.declared_winner, played.declared_points
        assert winner is not None
        scored.winner = winner
        scored.result = "resign"
        if declared is None:
            return
        if self._next_score_gives_it_to(1 - winner, scored, declared):
            args: dict[str, object] = {
                "declared": self.names[winner],
                "computed": self.names[1 - winner],
                "reason": f"the next score gives the points to {self.names[1 - winner]}",
            }
            self._hint("BG501", scored, args, index=played.declared_index, seat=winner)
            winner = scored.winner = 1 - winner
        cubes: list[Cube] = [played.cube]
        if played.pending is not None:
            cubes.append(played.pending.taken())  # an offer that was taken in the words of the result only
        if played.doubtful is not None:
            cubes.append(played.doubtful)
        loser = None if played.sides is None else played.sides[1 - winner]
        judged = self._judged(loser)
        kind = 0
        for cube in cubes:
            kind = self._resigned_kind(scored, winner, declared, cube.value, loser)
            if kind:
                played.cube = cube
                break
        value = played.cube.value
        cap = self._capped(scored, winner, declared, max(declared, self._most(played)))
        if self._too_many(scored, winner, declared):
            most = self._most_lost(scored, 1 - winner)
            scored.points = most
            return
        if kind > 1 and not judged and played.sides is not None and not gammon_possible(played.sides[1 - winner]):
            if cap is not None:
                args = {
                    "declared": points_text(declared),
                    "reason": f"a resignation with the cube at {value}",
                    "cap": cap,
                }
                self._hint("BG510", scored, args, index=played.declared_index, seat=winner)
                return
            name = self.names[1 - winner]
            problem = (
                f"a {RESULT_KINDS[kind]} resigned ({points_text(declared)}) although {name} had borne off a checker"
            )
            self._hint(
                "BG509",
                scored,
                {"problem": problem},
                index=played.declared_index,
                severity="warning",
                seat=winner,
            )
        if kind:
            scored.result = f"resign-{RESULT_KINDS[kind]}"
            scored.points = declared
            return
        if cap is not None or self._conceded(scored, winner, declared):
            args = {
                "declared": points_text(declared),
                "reason": f"a resignation with the cube at {value}",
                "cap": cap or "the match was conceded",
            }
            self._hint("BG510", scored, args, index=played.declared_index, seat=winner)
            return
        problem = self._resigned_text(scored, winner, declared, judged)
        self._hint("BG509", scored, {"problem": problem}, index=played.declared_index, seat=winner)

    def _judged(self, loser: int | None) -> int:
        """The kind that the loser's position makes of a resignation; 0 where any kind may be claimed."""
        if loser is None:
            return 0
        if self.rules.payoff == "checkers-left":
            return 1
        return kind_by_position(self.rules, loser) if self.rules.resign == "by-position" else 0

    def _cost(self, scored: ScoredGame, loser: int, judged: int) -> tuple[int, ...]:
        """What a resignation costs that the position decides."""
        played = scored.played
        side = None if played.sides is None else played.sides[loser]
        points = worth(self.rules, judged, played.cube.value, played.turned, played.stakes, side)
        return self._payable(scored, loser, points)

    def _resigned_text(self, scored: ScoredGame, winner: int, declared: int, judged: int) -> str:
        """What is wrong with the points of a resignation."""
        played, loser = scored.played, 1 - winner
        value = played.cube.value
        if judged:
            costs = " or ".join(str(points) for points in self._cost(scored, loser, judged))
            if self.rules.payoff == "checkers-left":
                why = self._left_text(played, loser)
            else:
                kind = RESULT_KINDS[judged] if judged > 1 else "single game"
                why = f"the position is worth a {kind}"
            return f"a resignation of {points_text(declared)}; {why} with the cube at {value}, which costs {costs}"
        jacoby = " under the Jacoby rule" if self.rules.jacoby and not played.turned else ""
        stakes = f" and the stake ({played.stakes * unit(self.rules)})" if played.stakes > 1 else ""
        kinds = self._kinds_text(played)
        return f"a resignation of {points_text(declared)} is not {kinds} times the cube ({value}){stakes}{jacoby}"

    def _next_score_gives_it_to(self, seat: int, scored: ScoredGame, points: int) -> bool:
        """Does the score line of the next game say that this seat won the points?"""
        if self.disputed is not None or self.at + 1 >= len(self.match.games):
            return False
        following = self._declared_scores(self.match.games[self.at + 1])
        expected = list(scored.score_before)
        expected[seat] += points
        return following == (expected[0], expected[1])

    def _kinds_text(self, played: Played) -> str:
        if self.rules.jacoby and not played.turned:
            return "1"
        *most, last = sorted({1, self.rules.gammon, self.rules.backgammon})
        return f"{', '.join(str(number) for number in most)} or {last}" if most else str(last)

    def _resigned_kind(self, scored: ScoredGame, winner: int, points: int, cube: int, loser: int | None) -> int:
        """1 single, 2 gammon, 3 backgammon, 0 if the points are none of them (or not that of the position)."""
        played = scored.played
        judged = self._judged(loser)
        for kind in (judged,) if judged else (1, 2, 3):
            values = worth(self.rules, kind, cube, played.turned, played.stakes, loser)
            if points in self._payable(scored, 1 - winner, values):
                return kind
        return 0

    def _most(self, played: Played) -> int:
        return played.cube.value * played.stakes * unit(self.rules) * highest_multiplier(self.rules)

    def _conceded(self, scored: ScoredGame, winner: int, declared: int) -> bool:
        """Points of a conceded match: what was needed or the length, however little the cube gives."""
        if not self.length or self.over is not None:
            return False
        needed = self.length - scored.score_before[winner]
        return declared in (needed, self.length) and scored.score_before[winner] + declared >= self.length

    def _no_result(self, game: GameRecord, scored: ScoredGame) -> None:
        played = scored.played
        if played.resigned is not None:
            scored.winner = 1 - played.resigned
            scored.result = "resign"
            problem = f"{self.names[played.resigned]} resigned; the points are not written"
            side = None if played.sides is None else played.sides[played.resigned]
            judged = self._judged(side)
            costs = self._cost(scored, played.resigned, judged) if judged else ()
            if len(costs) == 1:
                scored.points = costs[0]
                scored.result = f"resign-{RESULT_KINDS[judged]}"
                problem += f", the position costs {costs[0]}"
        elif not played.plies:
            problem = "the game is empty"
        else:
            problem = "the game has no end and no result"
        index = game.last - 1 if game.last > game.first else None
        self._hint("BG503", scored, {"problem": problem}, line=None if index is not None else game.line, index=index)
