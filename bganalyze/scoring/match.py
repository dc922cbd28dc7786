"""Outcomes + cube + rules -> points and match score, held against what the record declares.

Points of a game = cube x multiplier of its end. Declared points that are capped, to what was still needed or to
the match length, in the game that ends the match are the habit of some writers and only noted.

Inside, a score is what each player has won. Where the loser loses the points (``Rules.score_form``) score lines are
turned on the way in, and scores on the way out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..model.record import GameRecord, MatchRecord
from ..replay import Hint, Played
from ..rules.cube import Cube
from ..rules.declared import Ruling
from .ends import GameScorer
from .scored import ScoredGame, ScoredMatch
from .session import points_text


def score_match(match: MatchRecord, ruling: Ruling, played: Sequence[Played], names: tuple[str, str]) -> ScoredMatch:
    """Score the replayed games of a match in order."""
    return _Scorer(match, ruling, played, names).run()


class _Scorer(GameScorer):
    def run(self) -> ScoredMatch:
        self._infer_jacoby()
        for rule in self.session.unused:
            problem = f"{rule} ends a session; the record is a match to {self.length} points, and those count"
            self.hints.append(Hint("BG606", None, {"problem": problem}, line=self.match.line))
        games: list[ScoredGame] = []
        total = [0, 0]
        current: tuple[int, int] | None = None
        extra: list[ScoredGame] = []
        for at, (game, played) in enumerate(zip(self.match.games, self.played, strict=True)):
            self.at, self.disputed = at, None
            before = self._entering(game, games, current, total)
            if not games:
                total = list(before)
                if self.session.over(self._games_played(0), before):
                    self.over = before
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
            if self.over is None and self.session.over(self._games_played(at + 1), current):
                self.over = current = current or (total[0], total[1])
        if extra:
            self._played_on(extra)
        score = (total[0], total[1])
        winner = None
        if self.session.limited:
            counted = [g for g in games if g.counted]
            complete = self.over is not None and all(g.result != "unfinished" for g in counted)
            known = all(g.result == "draw" or g.winner is not None for g in counted)
            if complete and known and self.over is not None:
                winner = self.session.winner(score if self.session.holder(self.over) is None else self.over)
            if self.over is None and games:
                code, problem = self.session.unfinished(self._games_played(len(games)), current or score)
                self._hint(code, games[-1], {"problem": problem}, self.match.games[-1].line, severity="note")
        elif self.length:
            ends = (score, self.over or score)  # by the points of all games, or by the scores that were declared
            winner = next((seat for end in ends for seat in (0, 1) if end[seat] >= self.length), None)
            complete = winner is not None
            if not complete and games and not self._claimed_end(games):
                self._hint(
                    "BG506",
                    games[-1],
                    {"score": self.session.text(score), "length": self.length, "claim": ""},
                    self.match.games[-1].line,
                )
        else:
            complete = bool(games) and all(g.result != "unfinished" for g in games)
        for scored in games:
            scored.score_before = self.session.turned(scored.score_before)
        return ScoredMatch(self.rules, self.length, games, self.session.turned(score), winner, complete, self.hints)

    def _games_played(self, number: int) -> int:
        """How many games of the session were played after so many of the record, which may begin later."""
        return max(self.match.games[0].number or 1, 1) - 1 + number

    def _counted(self, scored: ScoredGame) -> int:
        """What a game adds to the score: its computed points, or else the declared ones up to what was needed."""
        if scored.points is not None:
            return scored.points
        declared = scored.played.declared_points or 0
        if not self.length or scored.winner is None:
            return declared
        return min(declared, max(self.length - scored.score_before[scored.winner], 0))

    # ---- one game ---------------------------------------------------------------------------------

    def _game(self, game: GameRecord, played: Played, before: tuple[int, int]) -> ScoredGame:
        crawford = self._crawford(game, played, before)
        post = bool(self.length > 1 and not crawford and self.crawford_done and max(before) == self.length - 1)
        scored = ScoredGame(game.number, before, crawford, post, played)
        self.void = None
        self._offers(scored)
        if not played.plies and played.declared_winner is not None:
            self._hint("BG503", scored, {"problem": "the game has a result but no roll"}, index=played.declared_index)
        if crawford:
            self.crawford_done = True
        drawn = played.declared_draw and played.declared_winner is None
        if played.end == "draw" or (drawn and not played.end):
            self._drawn(scored)
        elif played.end:
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
        if played.declared_draw and played.declared_winner is not None and played.end != "draw":
            problem = f"the record calls the game a draw and says that {self.names[played.declared_winner]} won"
            self._hint("BG514", scored, {"problem": problem}, index=played.declared_index)
        if played.declared_conflict:
            args: dict[str, object] = {
                "declared": played.declared_points,
                "computed": scored.points,
                "reason": f"the record also says {played.declared_conflict!r}",
            }
            self._hint("BG502", scored, args, index=played.declared_index)
        if self.void is not None:
            self._both_ways(scored, *self.void)
        return scored

    # ---- what is not stated -----------------------------------------------------------------------

    def _infer_jacoby(self) -> None:
        """In a session that does not say, the points of gammons with an unturned cube can tell."""
        if not self.rules.money or self.rules.jacoby is not None or self.rules.payoff != "multiplier":
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
            elif not played.end and cube < points in (cube * self.rules.gammon, cube * self.rules.backgammon):
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

    def _entering(
        self, game: GameRecord, games: list[ScoredGame], current: tuple[int, int] | None, total: list[int]
    ) -> tuple[int, int]:
        """The score before the game: the declared one, held against the games before it."""
        declared = self._declared_scores(game)
        if not games:
            if declared is None:
                return 0, 0
            reached = self.length and max(declared) >= self.length
            if min(declared) < 0 or reached or self.session.holder(declared) is not None:
                what = "match" if self.length or not self.session.limited else "session"
                problem = (
                    f"the score is given as {self.session.text(declared)}, which no game of this {what} can begin with"
                )
                self.waiting.append(Hint("BG504", None, {"problem": problem}, line=game.score_line))
                return 0, 0
            if declared != (0, 0):
                problem = f"the record begins at {self.session.text(declared)}: the continuation of a match"
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
        problem = (
            f"the score is given as {self.session.text(declared)}; the games before make {self.session.text(computed)}"
        )
        if last is not None and last.winner is not None and last.points and self.rules.auto_doubles != 0:
            gained = declared[last.winner] - last.score_before[last.winner]
            factor = gained // last.points
            same = declared[1 - last.winner] == last.score_before[1 - last.winner]
            if same and gained == factor * last.points and factor in (2, 4, 8, 16):
                problem += f"; game {last.number} counts {factor} times its points, as after automatic doubles"
        self.waiting.append(Hint("BG504", None, {"problem": problem}, line=game.score_line))

    def _possible(self, last: ScoredGame) -> set[tuple[int, int]]:
        """Scores that may follow a game: by what it is worth, and by what it declares."""
        possible = {last.score_before} if last.result == "draw" or last.played.declared_draw else set()
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
        if scored.result == "draw":
            return before
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
        if self.session.limited:
            code, problem = self.session.played_on(text, self.over)
            self._hint(code, extra[0], {"problem": problem}, line=self.match.games[-len(extra)].line)
            return
        args: dict[str, object] = {"games_text": f"{text} recorded", "score": self.session.text(self.over)}
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
                    "score": self.session.text((score[0], score[1])),
                    "length": self.length,
                    "claim": claim,
                }
                self._hint("BG506", scored, args, index=scored.played.declared_index, severity="warning")
                return True
        return False

    # ---- Crawford and dead cubes -----------------------------------------------------------------

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
                    game, f"at {self.session.text(before)} to {self.length} nobody, or not one alone, needs one point"
                )
            return False
        if game.crawford:
            return True
        if game.crawford is False and before != (0, 0):
            if game is not self.match.games[0]:
                at = f"{self.session.text(before)} to {self.length}"
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
                    self._hint("BG402", scored, {"both": ""}, index=offer.action, seat=offer.seat)
                    if self.ruling.crawford_doubles == "declared":
                        played.doubtful = played.doubtful or offer.before
                    else:
                        self.void = (offer.before, played.cube)
                    told = True
            elif needed <= offer.before.value:
                args: dict[str, object] = {
                    "player": self.names[offer.seat],
                    "needed": needed,
                    "cube": offer.before.value,
                }
                self._hint("BG409", scored, args, index=offer.action, seat=offer.seat)
        if self.void is not None and self.ruling.crawford_doubles == "void":
            played.cube = self.void[0]

    def _both_ways(self, scored: ScoredGame, without: Cube, kept: Cube) -> None:
        """Say at the double in the Crawford game what the score is without it and with it."""
        played, winner = scored.played, scored.winner
        policy = self.ruling.crawford_doubles
        both = f"; by the policy it is {policy}"
        if played.end == "drop" and without.value == kept.value:
            both += "; the drop that answers it would not count if it were void"
        elif winner is not None:
            counted = (without if policy == "void" else kept).value
            if scored.points is not None:
                factor = scored.points // counted
            else:  # a resignation whose points fit the other way only
                declared = played.declared_points or 0
                kinds = (self._resigned_kind(scored, winner, declared, c.value, None) for c in (without, kept))
                factor = next((self.rules.multiplier(kind) for kind in kinds if kind), 0)
            for name, cube in (("void", without), ("kept", kept)):
                score = list(scored.score_before)
                score[winner] += factor * cube.value
                if factor:
                    both += f"; {name}: {points_text(factor * cube.value)}, {self.session.text((score[0], score[1]))}"
        at = next(i for i, hint in enumerate(scored.hints) if hint.code == "BG402")
        scored.hints[at] = scored.hints[at]._replace(args={"both": both})
