"""Random legal matches as scripts: every play from the slow generator, with cubes, beavers, drops and resignations."""

from __future__ import annotations

from random import Random

from bganalyze.formats.script import ScriptAction, ScriptGame, ScriptMatch, ScriptResult, ScriptRules
from bganalyze.model import actions as act
from bganalyze.model.position import Position
from bganalyze.rules.generate import generate
from bganalyze.rules.outcome import RESULT_KINDS, is_over, kind_of_win
from bganalyze.rules.variants import STARTS, Rules

LONGEST = 400


def random_match(seed: int, most_games: int = 4) -> ScriptMatch:
    """A match or session; ``seed`` decides everything about it."""
    random = Random(seed)
    length = random.choice((0, 0, 1, 2, 3, 5, 7))
    plain = [name for name in STARTS if name not in ("in-hand", "long")]
    start = random.choice((*plain, "standard", "standard"))
    rules = ScriptRules(start, bool(length), False if not length else None, None if not length else 0, 0)
    header = {"Event": f"Random {seed}", "Round": random.choice(("1", "Final", "Semi \u00e9"))}
    if not length:
        header["Jacoby"] = "Off"
    if start != "standard":
        names = {"nackgammon": "NackGammon", "hyper-1": "HyperGammon (1)", "hyper-2": "HyperGammon (2)"}
        header["Variation"] = names.get(start, "HyperGammon (3)")
    match = ScriptMatch(length, random.choice((("Ann", "Bob"), ("Ann Lee", "Zo\u00eb O'Neil"))), header, rules)
    score = [0, 0]
    crawford_done = False
    for number in range(1, most_games + 1):
        crawford = length > 1 and not crawford_done and sum(length - s == 1 for s in score) == 1
        crawford_done = crawford_done or crawford
        game = _game(random, match, number, (score[0], score[1]), crawford)
        match.games.append(game)
        if game.result is None or game.result.winner is None:
            break
        score[game.result.winner] += game.result.points or 0
        if length and max(score) >= length:
            break
    return match


def _roll(random: Random) -> tuple[int, int]:
    return random.randint(1, 6), random.randint(1, 6)


def _game(random: Random, match: ScriptMatch, number: int, score: tuple[int, int], crawford: bool) -> ScriptGame:
    game = ScriptGame(number, score, crawford)
    put = game.actions.append
    position = Rules(start=match.rules.start).start_position()
    dice = _roll(random)
    while dice[0] == dice[1]:
        dice = _roll(random)
    seat = random.randint(0, 1)
    cube, owner = 1, None
    for turn in range(LONGEST):
        dead = match.length and match.length - score[seat] <= cube
        if turn and not crawford and owner in (None, seat) and not dead and cube < 64 and random.random() < 0.06:
            cube *= 2
            put(ScriptAction(act.DOUBLE, seat, value=cube, before=position, after=position))
            redoubler, kind = 1 - seat, act.BEAVER
            while not match.length and cube < 64 and random.random() < 0.3:
                cube *= 2
                put(ScriptAction(kind, redoubler, value=cube))
                redoubler, kind = 1 - redoubler, act.RACCOON if kind == act.BEAVER else act.BEAVER
            if random.random() < 0.25:
                put(ScriptAction(act.DROP, redoubler))
                game.result = ScriptResult(1 - redoubler, cube // 2, "drop", True)
                return game
            put(ScriptAction(act.TAKE, redoubler))
            owner = 1 - seat
        plays = generate(position, dice)
        if random.random() < 0.004:
            kind_ = random.choice((1, 2, 3)) if position.opponent & 15 == 0 and position.on_roll & 15 == 0 else 1
            if len(plays) > 1 and random.random() < 0.5:
                put(ScriptAction(act.ROLL, seat, dice, None, played=act.NOTHING, before=position, after=position))
            game.result = ScriptResult(1 - seat, cube * kind_, f"resign-{RESULT_KINDS[kind_]}", True)
            return game
        play = random.choice(plays) if plays else None
        after = play.position if play else position
        put(ScriptAction(act.ROLL, seat, dice, play.steps if play else (), before=position, after=after))
        if is_over(after.on_roll):
            kind_ = kind_of_win(after.opponent)
            game.result = ScriptResult(seat, cube * kind_, RESULT_KINDS[kind_], True)
            return game
        position = Position(after.opponent, after.on_roll)
        seat = 1 - seat
        dice = _roll(random)
    return game
