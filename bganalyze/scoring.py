"""Outcomes + cube + rules -> points and match score, held against what the record declares.

Points of a game = cube x multiplier of its end. Declared points that are capped, to what was still needed or to
the match length, in the game that ends the match are the habit of some writers and only noted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .model.record import GameRecord, MatchRecord
from .replay import Hint, Played
from .rules.cube import Cube
from .rules.declared import Ruling
from .rules.outcome import RESULT_KINDS, gammon_possible
from .rules.variants import Rules


@dataclass(slots=True, eq=False, repr=False)
class ScoredGame:
    """One game with its result. Points are those that the replay computes."""

    number: int | None
    score_before: tuple[int, int]
    crawford: bool
    post_crawford: bool
    played: Played
    winner: int | None = None
    result: str = "unfinished"
    points: int | None = None
    """Computed, not capped; ``None`` if they cannot be."""
    counted: bool = True
    """Belongs to the match (it was not over before)."""
    hints: list[Hint] = field(default_factory=list)


@dataclass(slots=True, eq=False, repr=False)
class ScoredMatch:
    """A match with its games and final score."""

    rules: Rules
    length: int
    games: list[ScoredGame]
    score: tuple[int, int]
    winner: int | None
    complete: bool
    hints: list[Hint] = field(default_factory=list)


def score_match(match: MatchRecord, ruling: Ruling, played: Sequence[Played], names: tuple[str, str]) -> ScoredMatch:
    """Score the replayed games of a match in order."""
    return _Scorer(match, ruling, played, names).run()


class _Scorer:
    def __init__(self, match: MatchRecord, ruling: Ruling, played: Sequence[Played], names: tuple[str, str]) -> None:
        self.match = match
        self.ruling = ruling
        self.length = ruling.length
        self.rules = ruling.rules
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
        """The score at which the match ended."""

    def run(self) -> ScoredMatch:
        self._infer_jacoby()
        games: list[ScoredGame] = []
        total = [0, 0]
        current: tuple[int, int] | None = None
        extra: list[ScoredGame] = []
        for at, (game, played) in enumerate(zip(self.match.games, self.played, strict=True)):
            self.at, self.disputed = at, None
            before = self._entering(game, games, current, total)
            if not games:
                total = list(before)
            scored = self._game(game, played, before)
            scored.hints[:0] = self.waiting
            self.waiting.clear()
            if self.over is not None:
                scored.counted = False
                extra.append(scored)
            elif scored.winner is not None:
                total[scored.winner] += self._counted(scored)
            games.append(scored)
            current = self._after(scored, before)
        if extra:
            self._played_on(extra)
        score = (total[0], total[1])
        winner = None
        if self.length:
            ends = (score, self.over or score)  # by the points of all games, or by the scores that were declared
            winner = next((seat for end in ends for seat in (0, 1) if end[seat] >= self.length), None)
            complete = winner is not None
            if not complete and games and not self._claimed_end(games):
                self._hint(
                    "BG506",
                    games[-1],
                    {"score": _score(score), "length": self.length, "claim": ""},
                    self.match.games[-1].line,
                )
        else:
            complete = bool(games) and all(g.result != "unfinished" for g in games)
        return ScoredMatch(self.rules, self.length, games, score, winner, complete, self.hints)

    def _counted(self, scored: ScoredGame) -> int:
        """What a game adds to the score: its computed points, or else the declared ones up to what was needed."""
        if scored.points is not None:
            return scored.points
        declared = scored.played.declared_points or 0
        if not self.length or scored.winner is None:
            return declared
        return min(declared, max(self.length - scored.score_before[scored.winner], 0))

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

    # ---- what is not stated -----------------------------------------------------------------------

    def _infer_jacoby(self) -> None:
        """In a session that does not say, the points of gammons with an unturned cube can tell."""
        if not self.rules.money or self.rules.jacoby is not None:
            return
        readings: dict[bool, GameRecord] = {}
        for game, played in zip(self.match.games, self.played, strict=True):
            points = played.declared_points
            if played.turned or points is None or played.end == "drop":
                continue
            cube = played.cube.value
            if played.end == "board" and played.kind > 1 and played.winner == played.declared_winner:
                if points == cube:
                    readings.setdefault(True, game)
                elif points == cube * self.rules.multiplier(played.kind):
                    readings.setdefault(False, game)
            elif not played.end and points in (cube * self.rules.gammon, cube * self.rules.backgammon):
                readings.setdefault(False, game)
        if len(readings) == 2:
            problem = "the record does not say whether the Jacoby rule is played, and its points fit neither way"
            line = max(g.line for g in readings.values())
            self.hints.append(Hint("BG508", None, {"problem": problem}, line=line, severity="warning"))
        elif readings:
            jacoby, game = next(iter(readings.items()))
            self.rules = replace(self.rules, jacoby=jacoby)
            said = "in use" if jacoby else "not in use"
            problem = f"the points of game {game.number} tell that the Jacoby rule is {said}"
            self.hints.append(Hint("BG508", None, {"problem": problem}, line=game.line))

    # ---- the score before a game ------------------------------------------------------------------

    def _declared_scores(self, game: GameRecord) -> tuple[int, int] | None:
        a, b = game.scores
        return None if a is None or b is None else (a, b)

    def _entering(
        self, game: GameRecord, games: list[ScoredGame], current: tuple[int, int] | None, total: list[int]
    ) -> tuple[int, int]:
        """The score before the game: the declared one, held against the games before it."""
        declared = self._declared_scores(game)
        if not games:
            if declared is None:
                return 0, 0
            if min(declared) < 0 or (self.length and max(declared) >= self.length):
                problem = f"the score is given as {_score(declared)}, which no game of this match can begin with"
                self.waiting.append(Hint("BG504", None, {"problem": problem}, line=game.score_line))
                return 0, 0
            if declared != (0, 0):
                problem = f"the record begins at {_score(declared)}: the continuation of a match"
                self.waiting.append(Hint("BG504", None, {"problem": problem}, line=game.score_line, severity="note"))
            return declared
        if current is None:
            # The game before has no known result; the score line can only be believed.
            if declared is not None and min(declared) >= 0:
                total[:] = declared
            return total[0], total[1]
        if declared is None or self.over is not None:
            return current
        if declared in self._possible(games[-1]) or declared == (total[0], total[1]):
            return declared
        self._score_differs(game, declared, current, games[-1])
        self.disputed = current
        return declared if min(declared) >= 0 else current

    def _score_differs(
        self,
        game: GameRecord,
        declared: tuple[int, int],
        computed: tuple[int, int],
        last: ScoredGame | None = None,
    ) -> None:
        problem = f"the score is given as {_score(declared)}; the games before make {_score(computed)}"
        if last is not None and last.winner is not None and last.points and self.rules.auto_doubles != 0:
            gained = declared[last.winner] - last.score_before[last.winner]
            factor = gained // last.points
            same = declared[1 - last.winner] == last.score_before[1 - last.winner]
            if same and gained == factor * last.points and factor in (2, 4, 8, 16):
                problem += f"; game {last.number} counts {factor} times its points, as after automatic doubles"
        self.waiting.append(Hint("BG504", None, {"problem": problem}, line=game.score_line))

    def _possible(self, last: ScoredGame) -> set[tuple[int, int]]:
        """Scores that may follow a game: by what it is worth, and by what it declares."""
        possible = set()
        for winner, points in (
            (last.winner, last.points),
            (last.winner, last.played.declared_points),
            (last.played.declared_winner, last.played.declared_points),
        ):
            if winner is not None and points is not None:
                after = list(last.score_before)
                after[winner] += points
                possible.add((after[0], after[1]))
        return possible

    def _after(self, scored: ScoredGame, before: tuple[int, int]) -> tuple[int, int] | None:
        """The score after a game, ``None`` if it is not known. Notices the end of the match."""
        if self.over is not None:
            return self.over
        points = scored.points if scored.points is not None else scored.played.declared_points
        if scored.winner is None or points is None:
            return None
        after = list(before)
        after[scored.winner] += points
        score = (after[0], after[1])
        declared = scored.played.declared_points
        least = points if declared is None else min(points, declared)
        if self.length and before[scored.winner] + least >= self.length:
            self.over = score
        return score

    def _played_on(self, extra: list[ScoredGame]) -> None:
        assert self.over is not None
        text = "a game is" if len(extra) == 1 else f"{len(extra)} games are"
        args: dict[str, object] = {"games_text": f"{text} recorded", "score": _score(self.over)}
        self._hint("BG505", extra[0], args, line=self.match.games[-len(extra)].line)

    def _claimed_end(self, games: list[ScoredGame]) -> bool:
        """Does a result say that it ends the match, though no score does? Then that is told."""
        for scored in games:
            if scored.played.claims_match and scored.winner is not None:
                score = list(scored.score_before)
                score[scored.winner] += max(scored.points or 0, scored.played.declared_points or 0)
                if max(score) >= self.length:
                    continue  # its points do reach the end, and whatever is wrong with them was told
                claim = " although its result says 'and the match'"
                args: dict[str, object] = {
                    "score": _score((score[0], score[1])),
                    "length": self.length,
                    "claim": claim,
                }
                self._hint("BG506", scored, args, index=scored.played.declared_index, severity="warning")
                return True
        return False

    # ---- one game ---------------------------------------------------------------------------------

    def _game(self, game: GameRecord, played: Played, before: tuple[int, int]) -> ScoredGame:
        crawford = self._crawford(game, played, before)
        post = bool(self.length > 1 and not crawford and self.crawford_done and max(before) == self.length - 1)
        scored = ScoredGame(game.number, before, crawford, post, played)
        self._offers(scored)
        if not played.plies and played.declared_winner is not None:
            self._hint("BG503", scored, {"problem": "the game has a result but no roll"}, index=played.declared_index)
        if crawford:
            self.crawford_done = True
        if played.end:
            self._ended(game, scored)
            if game.resigned and played.declared_winner is not None:
                how = "with a drop" if played.end == "drop" else "on the board"
                problem = f"the result is marked as a resignation, but the game ended {how}"
                self._hint("BG509", scored, {"problem": problem}, index=played.declared_index, severity="warning")
        elif played.declared_winner is not None:
            self._resigned(game, scored)
            if game.resigned is False:
                problem = "a result without a resignation, but nothing on the board and no drop ended the game"
                index = played.declared_index
                self._hint("BG503", scored, {"problem": problem}, index=index, severity="warning")
        else:
            self._no_result(game, scored)
        if played.declared_conflict:
            args: dict[str, object] = {
                "declared": played.declared_points,
                "computed": scored.points,
                "reason": f"the record also says {played.declared_conflict!r}",
            }
            self._hint("BG502", scored, args, index=played.declared_index)
        return scored

    def _crawford(self, game: GameRecord, played: Played, before: tuple[int, int]) -> bool:
        """Is this the first game before which exactly one player is one point away?"""
        if self.length < 2 or self.rules.crawford == "off" or self.crawford_done or self.over is not None:
            if game.crawford and self.over is None:
                why = "the Crawford rule is not in use"
                if self.length >= 2 and self.rules.crawford != "off":
                    why = "that game was before it"
                self._not_crawford(game, why)
            return False
        claims = [self._one_away(before)]
        if self.disputed is not None:
            claims.append(self._one_away(self.disputed))
        if not any(claims):
            if game.crawford:
                self._not_crawford(
                    game, f"at {_score(before)} to {self.length} nobody, or not one alone, needs one point"
                )
            return False
        if game.crawford:
            return True
        if game.crawford is False and before != (0, 0):
            if game is not self.match.games[0]:
                at = f"{_score(before)} to {self.length}"
                problem = f"the first game at one point away ({at}) is not marked as the Crawford game"
                self.waiting.append(Hint("BG507", None, {"problem": problem}, line=game.score_line or game.line))
            else:
                self.crawford_done = True  # a record that begins behind the Crawford game says so
                return False
        first = game is self.match.games[0]
        if played.offers and (not all(claims) or (first and before != (0, 0))):
            why = "the record begins with it" if first else "its score is in doubt"
            problem = f"a double one point away from the match; taken to be after the Crawford game, since {why}"
            self.waiting.append(Hint("BG507", None, {"problem": problem}, line=game.line))
            self.crawford_done = True
            return False
        return True

    def _not_crawford(self, game: GameRecord, why: str) -> None:
        problem = f"the record calls this the Crawford game; {why}"
        line = game.score_line or game.line
        self.waiting.append(Hint("BG507", None, {"problem": problem}, line=line, severity="error"))

    def _one_away(self, score: tuple[int, int]) -> bool:
        """Is exactly one player one point away?"""
        return sum(self.length - s == 1 for s in score) == 1

    def _offers(self, scored: ScoredGame) -> None:
        """Cube rules that depend on the score: the Crawford game and the dead cube."""
        played, before = scored.played, scored.score_before
        told = False
        for offer in played.offers:
            if not self.length or offer.chain:
                continue
            needed = self.length - before[offer.seat]
            leader = before[offer.seat] == self.length - 1
            if scored.crawford and (self.rules.crawford == "both" or not leader):
                if not told:
                    self._hint("BG402", scored, {}, index=offer.action, seat=offer.seat)
                    played.doubtful = played.doubtful or offer.before
                    told = True
            elif needed <= offer.before.value:
                args: dict[str, object] = {
                    "player": self.names[offer.seat],
                    "needed": needed,
                    "cube": offer.before.value,
                }
                self._hint("BG409", scored, args, index=offer.action, seat=offer.seat)

    def _worth(self, played: Played, cube: int) -> tuple[int, ...]:
        """The points of a game that ended on the board or by a drop; two readings if Jacoby is not known."""
        if played.end == "drop" or played.kind == 1:
            return (cube,)
        full = cube * self.rules.multiplier(played.kind)
        if played.turned or self.rules.jacoby is False:
            return (full,)
        return (cube,) if self.rules.jacoby else (full, cube)

    def _reason(self, played: Played, cube: int, points: int) -> str:
        """Why a game is worth these points."""
        if played.end == "drop":
            return f"a drop with the cube at {cube}"
        kind = RESULT_KINDS[played.kind]
        if played.kind > 1 and points == cube != cube * self.rules.multiplier(played.kind):
            return f"a {kind} counts single under the Jacoby rule"
        return f"a {kind if played.kind > 1 else 'single game'} with the cube at {cube}"

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
        scored.result = "drop" if played.end == "drop" else RESULT_KINDS[played.kind]
        worth = self._worth(played, played.cube.value)
        declared = played.declared_points
        if declared is None:
            reason = self._reason(played, played.cube.value, worth[0])
            self._hint("BG503", scored, {"problem": f"no result is written: {reason}"}, index=played.end_index)
            scored.points = worth[0] if len(worth) == 1 else None
            return
        if played.doubtful is not None and declared not in worth:
            other = self._worth(played, played.doubtful.value)
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
        points = declared if declared in worth else worth[0]
        scored.points = points
        if played.declared_winner != winner:
            assert played.declared_winner is not None
            how = "dropped" if played.end == "drop" else None
            loser = self.names[1 - winner]
            why = f"{loser} dropped" if how else f"{self.names[winner]} bore off the last checker"
            args = {
                "declared": self.names[played.declared_winner],
                "computed": self.names[winner],
                "reason": why,
            }
            self._hint("BG501", scored, args, index=played.declared_index, seat=played.declared_winner)
            return
        if declared == points:
            return
        reason = self._reason(played, played.cube.value, points)
        cap = self._capped(scored, winner, declared, points)
        if cap is not None:
            args = {"declared": _points(declared), "reason": reason, "cap": cap}
            self._hint("BG510", scored, args, index=played.declared_index, seat=winner)
            return
        args = {"declared": declared, "computed": points, "reason": reason}
        self._hint("BG502", scored, args, index=played.declared_index, seat=winner)

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
        kind = 0
        for cube in cubes:
            kind = self._resigned_kind(declared, cube.value, played.turned)
            if kind:
                played.cube = cube
                break
        value = played.cube.value
        cap = self._capped(scored, winner, declared, max(declared, self._most(value)))
        if kind > 1 and played.sides is not None and not gammon_possible(played.sides[1 - winner]):
            if cap is not None:
                args = {
                    "declared": _points(declared),
                    "reason": f"a resignation with the cube at {value}",
                    "cap": cap,
                }
                self._hint("BG510", scored, args, index=played.declared_index, seat=winner)
                return
            loser = self.names[1 - winner]
            problem = f"a {RESULT_KINDS[kind]} resigned ({_points(declared)}) although {loser} had borne off a checker"
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
                "declared": _points(declared),
                "reason": f"a resignation with the cube at {value}",
                "cap": cap or "the match was conceded",
            }
            self._hint("BG510", scored, args, index=played.declared_index, seat=winner)
            return
        jacoby = " under the Jacoby rule" if self.rules.jacoby and not played.turned else ""
        problem = (
            f"a resignation of {_points(declared)} is not {self._kinds_text(played)} times the cube ({value}){jacoby}"
        )
        self._hint("BG509", scored, {"problem": problem}, index=played.declared_index, seat=winner)

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
        return f"1, {self.rules.gammon} or {self.rules.backgammon}"

    def _resigned_kind(self, points: int, cube: int, turned: bool) -> int:
        """1 single, 2 gammon, 3 backgammon, 0 if the points are none of them."""
        if points == cube:
            return 1
        if self.rules.jacoby and not turned:
            return 0
        for kind in (2, 3):
            if points == cube * self.rules.multiplier(kind):
                return kind
        return 0

    def _most(self, cube: int) -> int:
        return cube * self.rules.backgammon

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
        elif not played.plies:
            problem = "the game is empty"
        else:
            problem = "the game has no end and no result"
        index = game.last - 1 if game.last > game.first else None
        self._hint("BG503", scored, {"problem": problem}, line=None if index is not None else game.line, index=index)


def _score(score: tuple[int, int]) -> str:
    return f"{score[0]}-{score[1]}"


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"
