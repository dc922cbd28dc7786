"""The one list of statistics: names, units, meanings, and which function makes them.

A topic is a function of frames and keys that gives a row a group; its statistics are columns of that. ``frames.KEYS``
tells which keys divide which topics. A topic with ``more`` has further columns in its index, such as the roll. To add a
statistic, make its column in the function of its topic and add its line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from .frames import KEYS, Frames

if TYPE_CHECKING:
    import pandas as pd

UNITS: Final = {
    "count": "a number",
    "share": "percent",
    "mean": "two digits",
    "points": "two digits, with a sign",
    "emg": "equity, three digits, with a sign",
    "mwc": "chances to win the match, percent with a sign",
    "cost": "points, three digits, with a sign",
    "fibs": "points of a rating, one digit",
    "difference": "points of a rating, one digit, with a sign",
    "rate": "thousandths of equity, two digits",
    "p": "a p-value, four digits",
    "text": "text",
}
"""How a value is written. Values are rounded when they are written, never before they are added."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """One column of a topic."""

    topic: str
    name: str
    unit: str
    label: str
    description: str


@dataclass(frozen=True, slots=True)
class Topic:
    """Statistics that one function makes."""

    name: str
    title: str
    function: str
    """Module and name, imported when it is called."""
    more: tuple[str, ...] = ()
    """Columns of the index behind the keys."""
    engine: bool = False
    """It needs a stored analysis."""


TOPICS: Final = {
    topic.name: topic
    for topic in (
        Topic("results", "Results", "results.results"),
        Topic("cube", "Cube", "cubes.cubes"),
        Topic("length", "Length of games", "play.length"),
        Topic("play", "Play", "play.plays"),
        Topic("dice", "Dice", "dice.dice"),
        Topic("runs", "Runs of the dice", "dice.runs"),
        Topic("errors", "Errors (stored analysis)", "rates.rates", engine=True),
        Topic("luck", "Luck and results (stored analysis)", "rates.rates", engine=True),
        Topic("ratings", "Ratings (stored analysis)", "rates.rates", engine=True),
        Topic("head-to-head", "Head to head", "results.head_to_head", more=("opponent",)),
        Topic("first-rolls", "First rolls", "openings.first_rolls", more=("roll",)),
        Topic("opening-plays", "Opening plays", "openings.opening_plays", more=("roll", "play")),
        Topic("replies", "Replies", "openings.replies", more=("first_roll", "first_play", "roll", "play")),
        Topic("rolls", "Rolls", "dice.roll_table", more=("roll",)),
    )
}

_LINES: Final = """
results matches count|matches|Matches with a game of the group.
results match_wins count|matches won|Matches won; missing where a key divides matches.
results match_losses count|matches lost|Matches lost.
results match_win_share share|matches won|Of the matches that somebody has won.
results games count|games|Games, unfinished ones included.
results wins count|games won|Games won.
results losses count|games lost|Games lost.
results win_share share|games won|Of the games that somebody has won.
results points_won count|points won|Points of the games won, as replayed, not capped.
results points_lost count|points lost|Points of the games lost.
results points_per_game points|points a game|Points won less points lost, by game with a winner.
results gammons count|gammons won|Gammons won, backgammons not among them.
results backgammons count|backgammons won|Backgammons won.
results gammon_share share|gammons or more|Of the games won: gammons and backgammons.
results backgammon_share share|backgammons|Of the games won: backgammons.
results gammon_lost_share share|gammons or more lost|Of the games lost: gammons and backgammons.
results resigned count|resigned|Games lost by resigning.
cube doubles count|doubles|Doubles, redoubles included.
cube redoubles count|redoubles|Doubles by the owner of the cube.
cube taken count|own doubles taken|Own doubles that the opponent took or beavered.
cube dropped count|own doubles dropped|Own doubles that the opponent dropped.
cube doubles_per_game mean|doubles a game|Doubles by game.
cube dropped_share share|own doubles dropped|Of own doubles with an answer.
cube takes count|takes|Doubles of the opponent taken, beavers included.
cube drops count|drops|Doubles of the opponent dropped.
cube take_share share|takes|Of the doubles of the opponent with an answer.
cube beavers count|beavers|Beavers and raccoons.
cube cube_mean mean|cube at the end|Mean value of the cube at the end.
cube cube_max count|highest cube|Highest value of the cube at the end.
cube cube_centred_share share|cube in the centre|Games that ended with the cube in the centre.
cube cube_owned_share share|cube owned|Games that ended with the player owning the cube.
cube wins_by_drop count|won by a drop|Games won by a drop.
cube wins_by_drop_share share|won by a drop|Of the games won.
cube points_by_drop count|points by drops|Points won by drops.
length finished count|finished games|Games with a winner.
length rolls_per_game mean|rolls a game|Mean number of rolls of both players in a finished game.
length rolls_median mean|rolls a game, median|Its median.
length rolls_min count|shortest|Rolls of the shortest finished game.
length rolls_max count|longest|Rolls of the longest finished game.
length played_out count|played out|Games that ended on the board.
length pips_left mean|pips left|Mean pips that the loser had left in games played out.
length pips_spare mean|pips to spare|Mean pips of the last roll that the winner did not need.
play rolls count|rolls|Rolls.
play plays count|plays|Rolls whose play is known, dances included.
play dances count|dances|Rolls that could not be played at all.
play dance_share share|dances|Of the plays.
play forced count|forced|Plays without a choice, in games where choices were looked at.
play forced_share share|forced|Of the plays whose choices were looked at.
play choices_mean mean|legal plays a roll|Mean number of legal plays, where they were counted.
play hits count|hits|Checkers hit.
play hits_per_play mean|hits a play|Checkers hit by play.
play was_hit count|was hit|Own checkers hit.
play bar_rolls count|rolls from the bar|Rolls with a checker on the bar.
play entered count|entered|Of them, rolls that brought in a checker.
play enter_share share|entered|Of the rolls from the bar.
play pips count|pips rolled|Pips of all rolls, doubles four times their die.
play pips_per_roll mean|pips a roll|Fair dice: 8.17.
play pips_not_played count|pips not played|Pips of dances and blocked dice.
play pips_wasted count|pips wasted|Pips that plays which bore off a checker had no use for.
play pips_wasted_mean mean|pips wasted a game|By game in which the player bore off.
dice rolls count|rolls|Rolls but the first of each game.
dice doubles count|doubles|Doubles among them.
dice doubles_share share|doubles|Fair dice: 16.67 %.
dice doubles_p p|doubles, p|Exact two-sided binomial test.
dice doubles_p_holm p|doubles, p corrected|The same, corrected (Holm) for all groups shown.
dice rolls_chi2 mean|21 rolls, chi-square|Chi-square of the 21 rolls; missing below 180 rolls.
dice rolls_p p|21 rolls, p|Its p-value, 20 degrees of freedom.
dice rolls_p_holm p|21 rolls, p corrected|The same, corrected.
dice faces_chi2 mean|6 faces, chi-square|Chi-square of the six faces of both dice; missing below 15 rolls.
dice faces_p p|6 faces, p|Its p-value, 5 degrees of freedom.
dice faces_p_holm p|6 faces, p corrected|The same, corrected.
runs rolls count|rolls|Rolls but the first of each game.
runs longest_doubles count|longest run of doubles|Most doubles in a row.
runs runs count|runs|Runs of doubles and runs of other rolls.
runs runs_expected mean|runs expected|By chance, for so many doubles.
runs runs_z points|runs, z|Wald and Wolfowitz's test; missing below ten of each kind.
runs runs_p p|runs, p|Its p-value.
runs runs_p_holm p|runs, p corrected|The same, corrected.
runs repeats count|repeats|Rolls that equal the one before.
runs repeats_share share|repeats|Fair dice: 5.09 %.
errors plays count|plays|Plays, dances and forced ones included.
errors unforced count|unforced plays|Plays with a choice whose error is known.
errors cubes count|cube decisions|Cube decisions whose error is known.
errors close_cubes count|close cube decisions|Of them, those that were made or close.
errors not_analysed count|plays not analysed|Plays that may have had a choice and have no known error.
errors error_chequer emg|error of play|Sum of the errors of chequer play.
errors error_cube emg|error of cube|Sum of the errors of the cube.
errors error emg|error|Their sum.
errors chequer_mwc mwc|cost of play, MWC|What the errors of play cost in matches.
errors cube_mwc mwc|cost of cube, MWC|What the errors of the cube cost in matches.
errors error_mwc mwc|cost, MWC|Their sum.
errors chequer_points cost|cost of play, points|What the errors of play cost in sessions.
errors cube_points cost|cost of cube, points|What the errors of the cube cost in sessions.
errors error_points cost|cost, points|Their sum.
errors cost_missing count|errors without a cost|Errors in no cost.
errors gnu_rate rate|GNU error rate|1000 times the error by unforced play and close cube decision.
errors gnu_rate_low rate|GNU error rate from|95 % interval.
errors gnu_rate_high rate|GNU error rate to|95 % interval.
errors gnu_chequer_rate rate|GNU rate of play|1000 times the error of play by unforced play.
errors gnu_cube_rate rate|GNU rate of cube|1000 times the error of the cube by close cube decision.
errors pr rate|PR|500 times the error by unforced play and close cube decision.
errors pr_low rate|PR from|95 % interval.
errors pr_high rate|PR to|95 % interval.
errors snowie_rate rate|Snowie error rate|1000 times the error by play of both players.
errors plays_of_both count|plays of both|Plays of both players in games with an analysis: what Snowie divides by.
errors depth_count count|depths of analysis|More than one and the rates mix depths.
errors depths text|analysis|How deep the analysis went, with the number of decisions.
luck rolls_with_luck count|rolls with luck|Rolls whose luck is known.
luck luck_missing count|rolls without luck|Rolls left out: their luck is not known, or not finite.
luck luck emg|luck|Its sum.
luck luck_rate rate|luck rate|1000 times the luck by roll.
luck luck_mwc mwc|luck, MWC|What the luck was worth in matches.
luck luck_points cost|luck, points|What the luck was worth in sessions.
luck result_mwc mwc|result, MWC|What the games of matches brought.
luck result_mwc_mean mwc|result a game, MWC|Its mean.
luck result_mwc_low mwc|result a game from, MWC|95 % interval of the mean.
luck result_mwc_high mwc|result a game to, MWC|95 % interval of the mean.
luck adjusted_mwc mwc|luck adjusted, MWC|The same less own luck, plus the opponent's.
luck adjusted_mwc_mean mwc|luck adjusted a game, MWC|Its mean.
luck adjusted_mwc_low mwc|luck adjusted a game from, MWC|95 % interval of the mean.
luck adjusted_mwc_high mwc|luck adjusted a game to, MWC|95 % interval of the mean.
luck result_points cost|result, points|What the games of sessions brought.
luck result_points_mean cost|result a game, points|Its mean.
luck result_points_low cost|result a game from, points|95 % interval of the mean.
luck result_points_high cost|result a game to, points|95 % interval of the mean.
luck adjusted_points cost|luck adjusted, points|The same less own luck, plus the opponent's.
luck adjusted_points_mean cost|luck adjusted a game, points|Its mean.
luck adjusted_points_low cost|luck adjusted a game from, points|95 % interval of the mean.
luck adjusted_points_high cost|luck adjusted a game to, points|95 % interval of the mean.
ratings rating text|rating|GNU Backgammon's word for the error by decision.
ratings rating_chequer text|rating of play|The word for the error by unforced play.
ratings rating_cube text|rating of cube|The word for the error by close cube decision.
ratings fibs_rating fibs|FIBS rating from errors|2050 less what the errors cost; matches of one length only.
ratings fibs_loss_chequer fibs|lost by play|What the errors of play cost of it.
ratings fibs_loss_cube fibs|lost by cube|What the errors of the cube cost of it.
ratings fibs_difference difference|FIBS difference from results|By the luck adjusted result; one match only.
head-to-head matches count|matches|Matches against the opponent.
head-to-head match_wins count|matches won|Matches won.
head-to-head match_losses count|matches lost|Matches lost.
head-to-head games count|games|Games.
head-to-head wins count|games won|Games won.
head-to-head losses count|games lost|Games lost.
head-to-head points_won count|points won|Points of the games won.
head-to-head points_lost count|points lost|Points of the games lost.
first-rolls times count|times|How often it came.
first-rolls share share|share|Of the opening rolls of the group.
first-rolls expected share|expected|By fair dice, one of fifteen.
first-rolls wins count|won|Games won by the player who rolled.
first-rolls win_share share|won|Of the games that somebody has won.
first-rolls points_per_game points|points a game|Points of the player who rolled, by game with a winner.
opening-plays times count|times|How often it was played.
opening-plays share share|share|Of the plays of that roll.
opening-plays wins count|won|Games won by the player who rolled.
opening-plays win_share share|won|Of the games that somebody has won.
opening-plays points_per_game points|points a game|Points of the player who rolled, by game with a winner.
replies times count|times|How often it was played.
replies share share|share|Of the replies with that roll to that opening.
replies wins count|won|Games won by the player who replied.
replies win_share share|won|Of the games that somebody has won.
replies points_per_game points|points a game|Points of the player who replied, by game with a winner.
rolls times count|times|How often it came, first rolls of games left out.
rolls share share|share|Of the rolls of the group.
rolls expected share|expected|By fair dice.
rolls p p|p|Exact two-sided binomial test.
rolls p_holm p|p corrected|Corrected (Holm) for all rolls of all groups shown.
"""


def _parse(text: str) -> Iterable[Statistic]:
    for line in text.strip().splitlines():
        head, label, description = line.split("|")
        topic, name, unit = head.split(" ")
        yield Statistic(topic, name, unit, label, description)


STATISTICS: Final[tuple[Statistic, ...]] = tuple(_parse(_LINES))
"""Every statistic, in the order in which it is shown."""


def statistics_of(topic: str) -> list[Statistic]:
    """The statistics of a topic."""
    return [one for one in STATISTICS if one.topic == topic]


def summaries(*, engine: bool) -> list[str]:
    """The topics of one row a group, with or without those of a stored analysis."""
    return [name for name, topic in TOPICS.items() if not topic.more and (engine or not topic.engine) and _there(topic)]


def compute(topic: str, frames: Frames, by: str | Sequence[str] = "player", *, compat: bool = False) -> pd.DataFrame:
    """The statistics of a topic, a row a group. Raises ``ValueError`` for keys it cannot be divided by.

    ``compat``: topics of a stored analysis count cube decisions as GNU Backgammon does.
    """
    what = TOPICS[topic]
    keys = [by] if isinstance(by, str) else list(by)
    wrong = [key for key in keys if key not in keys_of(topic)]
    if wrong and all(key in KEYS for key in keys):
        raise ValueError(f"{topic} cannot be divided by {', '.join(wrong)}")
    found = _function(what)(frames, by, compat=compat) if what.engine else _function(what)(frames, by)
    return found[[one.name for one in statistics_of(topic)]]


def keys_of(topic: str) -> tuple[str, ...]:
    """The keys that divide a topic."""
    engine = TOPICS[topic].engine
    return tuple(name for name, key in KEYS.items() if (key.analysis if engine else key.records))


def _there(topic: Topic) -> bool:
    try:
        _function(topic)
    except (ImportError, AttributeError):
        return False
    return True


def _function(topic: Topic) -> Callable[..., pd.DataFrame]:
    module, name = topic.function.split(".")
    found: Callable[..., pd.DataFrame] = getattr(import_module(f".{module}", __package__), name)
    return found


def written(value: Any, unit: str) -> str:
    """A value as it is shown; empty where it is missing."""
    import pandas as pd

    if value is None or pd.isna(value):
        return ""
    match unit:
        case "count":
            return f"{int(value)}"
        case "share":
            return f"{100 * float(value):.2f}%"
        case "points":
            return f"{float(value):+.2f}"
        case "emg" | "cost":
            return f"{float(value):+.3f}"
        case "mwc":
            return f"{100 * float(value):+.3f}%"
        case "fibs":
            return f"{float(value):.1f}"
        case "difference":
            return f"{float(value):+.1f}"
        case "mean" | "rate":
            return f"{float(value):.2f}"
        case "p":
            return f"{float(value):.4f}"
    return str(value)
