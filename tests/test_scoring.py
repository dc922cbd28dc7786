"""Records written by hand, scored: results, resignations, Crawford, Jacoby, caps, and scores that do not add up.

Findings are shown as line, code, and ``note`` or ``warning``. Al is on the left. A game is built from its score
line and rows; ``WIN`` is a game that Bo resigns.
"""

from __future__ import annotations

import pytest

from bganalyze.findings.codes import message, severity
from bganalyze.pipeline import Checked, GameResult, MatchResult, check_bytes
from bganalyze.rules.declared import RuleOptions

ROW_1 = "  1) 31: 8/5 6/5                 52: 13/8 24/22\n"
"""A legal first turn of both."""
LEFT, RIGHT = " " * 6, " " * 34
"""Where the results of Al and of Bo stand."""


def _record(length: int, *games: tuple[int, int, str], tags: str = "") -> str:
    """A record of games, each the scores of Al and Bo in front of it and its rows."""
    text = f"{tags} {length} point match\n"
    for number, (al, bo, rows) in enumerate(games, 1):
        text += f" Game {number}\n Al : {al}                          Bo : {bo}\n{rows}"
    return text


def _won(points: int, half: str = LEFT, more: str = "") -> str:
    """A game that ends by a resignation."""
    return f"{ROW_1}{half}Wins {points} point{'s' * (points > 1)}{more}\n"


def _check(text: str, rules: str | None = None, *settings: str) -> Checked:
    return check_bytes(text.encode(), options=RuleOptions.parse(rules, settings))


def _found(checked: Checked) -> list[str]:
    lines = []
    for f in sorted(checked.findings, key=lambda f: (f.line or 0, f.code)):
        kind = severity(f)
        lines.append(f"{f.line} {f.code}" + (f" {kind}" if kind != "error" else ""))
    return lines


def _message(checked: Checked, code: str) -> str:
    (found,) = [f for f in checked.findings if f.code == code]
    return message(found)


def _match(checked: Checked) -> MatchResult:
    return checked.matches[0]


def _game(checked: Checked, number: int = 1) -> GameResult:
    return checked.matches[0].games[number - 1]


# ---- how a game ends ---------------------------------------------------------------------------------------

ENDS = [
    pytest.param("-A-----------------n------/0", "single", 1, id="one-borne-off"),
    pytest.param("-A-----------------o------/0", "gammon", 2, id="none-borne-off"),
    pytest.param("-A-----a-----------n------/0", "gammon", 2, id="a-checker-just-outside"),
    pytest.param("-A----a------------n------/0", "backgammon", 3, id="a-checker-on-the-six-point"),
    pytest.param("-A-a---------------n------/0", "backgammon", 3, id="a-checker-in-the-home-board"),
    pytest.param("aA-----------------n------/0", "backgammon", 3, id="a-checker-on-the-bar"),
    pytest.param("aA-----------------m------/0", "single", 1, id="on-the-bar-but-one-borne-off"),
]


@pytest.mark.parametrize(("setup", "kind", "multiplier"), ENDS)
@pytest.mark.parametrize("cube", [1, 2, 8])
def test_points_are_cube_times_kind(setup: str, kind: str, multiplier: int, cube: int) -> None:
    """Al bears off his last checker; he owns the cube."""
    exponent = {1: "0", 2: "-1", 8: "-3"}[cube]
    for points in (1, cube * multiplier, cube * multiplier + 1):
        rows = f"; Set Pos={setup[:-1]}{exponent}\n  1) 21: 1/0\n{LEFT}Wins {points} points\n"
        checked = _check(_record(0, (0, 0, rows)), None, "jacoby=off")
        game = _game(checked)
        assert (game.result, game.points, game.winner) == (kind, cube * multiplier, 0)
        assert _found(checked) == ([] if points == cube * multiplier else ["6 BG502"])


@pytest.mark.parametrize(
    ("setup", "result", "points"),
    [
        pytest.param("------M-------------A---a-/0", "single", 1, id="one-of-al-off"),
        pytest.param("------N-----------A-----a-/0", "gammon", 2, id="a-checker-just-outside"),
        pytest.param("------N------------A----a-/0", "backgammon", 3, id="a-checker-on-bo's-six-point"),
        pytest.param("------N-----------------aA/0", "backgammon", 3, id="a-checker-on-the-bar"),
    ],
)
def test_right_hand_player_bears_off(setup: str, result: str, points: int) -> None:
    """The same from the other side."""
    rows = f"; Set Pos={setup}\n  1)                             21: 1/0\n{RIGHT}Wins {points} points\n"
    checked = _check(_record(0, (0, 0, rows)), None, "jacoby=off")
    assert _found(checked) == []
    game = _game(checked)
    assert (game.winner, game.result, game.points) == (1, result, points)
    assert _match(checked).score == (0, points)


@pytest.mark.parametrize(
    ("settings", "points"),
    [
        pytest.param(("jacoby=off",), 3, id="three"),
        pytest.param(("jacoby=off", "backgammon=2"), 2, id="backgammon-counts-two"),
        pytest.param(("jacoby=off", "backgammon=1", "gammon=1"), 1, id="single-only"),
    ],
)
def test_multipliers_of_the_rules(settings: tuple[str, ...], points: int) -> None:
    """Some countries count a backgammon as a gammon."""
    rows = f"; Set Pos=-A-a---------------n------/0\n  1) 21: 1/0\n{LEFT}Wins {points} points\n"
    checked = _check(_record(0, (0, 0, rows)), None, *settings)
    assert _found(checked) == []
    assert (_game(checked).result, _game(checked).points) == ("backgammon", points)


@pytest.mark.parametrize(
    ("rows", "half", "points", "line"),
    [
        pytest.param("  4)  Drops\n", RIGHT, 2, 8, id="redouble-to-4"),
        pytest.param(
            "  4)  Takes                      41: 24/23 13/9\n  5)  Doubles => 8                Drops\n",
            LEFT,
            4,
            9,
            id="redouble-to-8",
        ),
    ],
)
def test_drop_pays_the_cube_before_the_double(rows: str, half: str, points: int, line: int) -> None:
    """A dropped redouble to 4 costs 2, one to 8 costs 4."""
    before = ROW_1 + "  2)  Doubles => 2                Takes\n  3) 64: 24/14                    Doubles => 4\n"
    for declared in (points, 2 * points):
        checked = _check(_record(0, (0, 0, f"{before}{rows}{half}Wins {declared} points\n")))
        assert _game(checked).points == points
        assert _found(checked) == ([] if declared == points else [f"{line} BG502"])


# ---- resignations ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "result"),
    [(1, "resign-single"), (2, "resign-gammon"), (3, "resign-backgammon")],
)
def test_resignation_is_known_by_its_points(points: int, result: str) -> None:
    """One, two or three times the cube."""
    checked = _check(_record(0, (0, 0, _won(points))), None, "jacoby=off")
    assert _found(checked) == []
    assert (_game(checked).result, _game(checked).points) == (result, points)


@pytest.mark.parametrize(
    ("points", "result"),
    [(2, "resign-single"), (4, "resign-gammon"), (6, "resign-backgammon"), (1, "resign"), (3, "resign"), (5, "resign")],
)
def test_resignation_with_the_cube_at_two(points: int, result: str) -> None:
    """Other points than 2, 4 and 6 are none that a resignation gives."""
    rows = ROW_1 + f"  2)  Doubles => 2                Takes\n  3) 64: 24/14\n{LEFT}Wins {points} points\n"
    checked = _check(_record(0, (0, 0, rows)))
    assert _game(checked).result == result
    assert _found(checked) == ([] if result != "resign" else ["7 BG509"])
    assert _match(checked).score == (points, 0)


@pytest.mark.parametrize(("points", "found"), [(1, []), (2, ["6 BG509 warning"]), (3, ["6 BG509 warning"])])
def test_gammon_resigned_although_a_checker_was_borne_off(points: int, found: list[str]) -> None:
    """A warning: Bo has 14 checkers, so no gammon could be lost. A single game is nothing to talk about."""
    rows = f"; Set Pos=---A-A-------------n------/0\n  1) 21: 5/3 3/2\n{LEFT}Wins {points} points\n"
    checked = _check(_record(0, (0, 0, rows)), None, "jacoby=off")
    assert _found(checked) == found
    assert _game(checked).points == points


def test_resignation_by_word() -> None:
    """`Resigns` and the other's result; without points they are not made up."""
    with_points = ROW_1 + "  2)  Resigns                     Wins 2 points\n"
    checked = _check(_record(0, (0, 0, with_points)), None, "jacoby=off")
    assert _found(checked) == []
    assert (_game(checked).winner, _game(checked).result) == (1, "resign-gammon")
    checked = _check(_record(0, (0, 0, ROW_1 + "  2)  Resigns\n")))
    assert _found(checked) == ["5 BG503 note"]
    assert (_game(checked).winner, _game(checked).result, _game(checked).points) == (1, "resign", None)


@pytest.mark.parametrize(
    ("rows", "winner"),
    [
        pytest.param("  2) 64: 24/14                    Losses 2 point\n", 0, id="in-the-losers-cell"),
        pytest.param("  2) 64: 24/14                    Losses 2 point\n      Wins 2 point\n", 0, id="and-wins"),
        pytest.param("  2)  Losses 2 point               Wins 2 point\n", 1, id="both-in-a-row"),
        pytest.param(" Losses 2 point\n", 0, id="at-the-left-margin"),
    ],
)
def test_losses_is_the_other_players_win(rows: str, winner: int) -> None:
    """Galaxy's word counts once."""
    checked = _check(_record(0, (0, 0, ROW_1 + rows)), None, "jacoby=off")
    assert _found(checked) == []
    game = _game(checked)
    assert (game.winner, game.points, game.result) == (winner, 2, "resign-gammon")
    assert _match(checked).score == ((2, 0) if winner == 0 else (0, 2))


def test_two_results_that_contradict_each_other() -> None:
    """Losses 1 and Wins 2: the winner's word counts, the other one is named."""
    rows = ROW_1 + "  2)  Losses 1 point               Wins 2 point\n"
    checked = _check(_record(0, (0, 0, rows)), None, "jacoby=off")
    assert _found(checked) == ["5 BG502"]
    assert "Losses 1 point" in _message(checked, "BG502")
    assert _match(checked).score == (0, 2)


# ---- the wrong winner --------------------------------------------------------------------------------------


def test_result_in_the_half_of_the_player_who_dropped() -> None:
    """The game shows who won."""
    rows = ROW_1 + f"  2)  Doubles => 2                Drops\n{RIGHT}Wins 1 point\n"
    checked = _check(_record(0, (0, 0, rows)))
    assert _found(checked) == ["6 BG501"]
    assert _message(checked, "BG501") == "the record says that Bo won; Bo dropped, so Al did"
    assert (_game(checked).winner, _game(checked).declared_winner, _match(checked).score) == (0, 1, (1, 0))


def test_result_in_the_half_of_the_player_who_did_not_bear_off() -> None:
    """Al bore off his last checker."""
    rows = f"; Set Pos=-A-----------------n------/0\n  1) 21: 1/0\n{RIGHT}Wins 1 point\n"
    checked = _check(_record(0, (0, 0, rows)))
    assert _found(checked) == ["6 BG501"]
    assert "Al bore off the last checker" in _message(checked, "BG501")


def test_next_score_tells_the_winner_of_a_resignation() -> None:
    """Game 1 gives the point to Bo, game 2 begins with Al at 1."""
    checked = _check(_record(3, (0, 0, _won(1, RIGHT)), (1, 0, _won(2))))
    assert _found(checked) == ["5 BG501"]
    assert (_game(checked).winner, _match(checked).score) == (0, (3, 0))


# ---- points that are capped --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "found"),
    [
        pytest.param(2, [], id="worth"),
        pytest.param(1, ["10 BG510 note"], id="what-was-needed"),
        pytest.param(3, ["10 BG510 note"], id="the-length"),
        pytest.param(4, ["10 BG502"], id="neither"),
    ],
)
def test_capped_points_of_the_game_that_ends_the_match(declared: int, found: list[str]) -> None:
    """At 2-0 of 3 a gammon is worth 2; one point was needed."""
    gammon = f"; Set Pos=-A-----------------o------/0\n  1) 21: 1/0\n{LEFT}Wins {declared} points and the match\n"
    checked = _check(_record(3, (0, 0, _won(2)), (2, 0, gammon)))
    assert _found(checked) == found
    assert _game(checked, 2).points == 2
    assert (_match(checked).score, _match(checked).winner, _match(checked).complete) == ((4, 0), 0, True)


def test_length_is_written_for_a_game_that_is_worth_just_what_was_needed() -> None:
    """At 2-0 of 3 a single game ends the match; the record says 3 points."""
    single = f"; Set Pos=-A-----------------n------/0\n  1) 21: 1/0\n{LEFT}Wins 3 points and the match\n"
    checked = _check(_record(3, (0, 0, _won(2)), (2, 0, single)))
    assert _found(checked) == ["10 BG510 note"]
    assert _game(checked, 2).points == 1


def test_points_below_the_worth_are_no_cap_while_the_match_goes_on() -> None:
    """A gammon in game 1 of a match to 5 counts 2."""
    gammon = f"; Set Pos=-A-----------------o------/0\n  1) 21: 1/0\n{LEFT}Wins 1 point\n"
    checked = _check(_record(5, (0, 0, gammon), (2, 0, _won(3))))
    assert _found(checked) == ["6 BG502"]


@pytest.mark.parametrize(
    ("points", "found"),
    [
        pytest.param(7, ["5 BG510 note"], id="all-that-was-needed"),
        pytest.param(5, ["2 BG506 note", "5 BG509"], id="less-and-no-multiple"),
        pytest.param(9, ["5 BG509"], id="more-than-the-length"),
    ],
)
def test_conceded_match(points: int, found: list[str]) -> None:
    """Seven points with the cube at 1: the match was given up, not the game."""
    checked = _check(_record(7, (0, 0, _won(points))))
    assert _found(checked) == found


def test_capped_resignation() -> None:
    """With the cube at 2 a single game is worth 2; Al needed 1."""
    rows = ROW_1 + f"  2)  Doubles => 2                Takes\n  3) 64: 24/14\n{LEFT}Wins 1 point and the match\n"
    checked = _check(_record(3, (0, 0, _won(2)), (2, 0, _won(1, RIGHT)), (2, 1, rows)))
    assert _found(checked) == ["13 BG409 note", "15 BG510 note"]
    assert _match(checked).winner == 0


@pytest.mark.parametrize(
    ("points", "found"),
    [
        pytest.param(4, ["2 BG110 note", "9 BG510 note"], id="capped"),
        pytest.param(6, ["2 BG110 note"], id="whole"),
        pytest.param(5, ["2 BG110 note", "9 BG502"], id="neither"),
    ],
)
def test_galaxy_caps_an_unlimited_game_at_its_length(points: int, found: list[str]) -> None:
    """A backgammon with the cube at 2 is worth 6; the site wrote a match to 4."""
    tags = '; [Site "https://www.backgammongalaxy.com"]\n'
    rows = (
        "; Set Pos=-C-a---------------n------/0\n"
        "  1) 21: 1/0 1/0                 31: 6/3 6/5\n"
        "  2)  Doubles => 2                Takes\n"
        f"  3) 65: 1/0\n{LEFT}Wins {points} point and the match\n"
    )
    checked = _check(_record(4, (0, 0, rows), tags=tags))
    assert _found(checked) == found
    assert (_match(checked).length, _game(checked).result, _game(checked).points) == (None, "backgammon", 6)


# ---- the Crawford game -------------------------------------------------------------------------------------

DOUBLED = ROW_1 + f"  2)  Doubles => 2                Takes\n  3) 64: 24/14\n{LEFT}Wins {{}} points\n"
"""Al doubles, Bo takes and resigns."""
DROPPED = ROW_1 + f"  2) 64: 24/14                    Doubles => 2\n  3)  Drops\n{RIGHT}Wins 1 point\n"
"""Bo doubles, Al drops."""


def test_crawford_game_is_the_first_with_one_player_one_point_away() -> None:
    """2-0 of 3 is it; 2-1 is not any more; flags are told."""
    checked = _check(_record(3, (0, 0, _won(2)), (2, 0, _won(1, RIGHT)), (2, 1, _won(1))))
    assert _found(checked) == []
    assert [g.crawford for g in _match(checked).games] == [False, True, False]


def test_double_in_the_crawford_game() -> None:
    """An error at the double; one game later it is allowed."""
    checked = _check(_record(3, (0, 0, _won(2)), (2, 0, DROPPED), (2, 1, _won(1))))
    assert _found(checked) == ["9 BG402"]
    checked = _check(_record(3, (0, 0, _won(2)), (2, 0, _won(1, RIGHT)), (2, 1, DROPPED), (2, 2, _won(1))))
    assert _found(checked) == []


def test_crawford_game_of_the_other_player() -> None:
    """Bo is one away; the points come from cubes and from resignations."""
    doubled = DOUBLED.format(2).replace(LEFT, RIGHT)
    checked = _check(_record(5, (0, 0, doubled), (0, 2, _won(2, RIGHT)), (0, 4, DROPPED)))
    assert _found(checked) == ["15 BG402"]
    assert [g.crawford for g in _match(checked).games] == [False, False, True]


@pytest.mark.parametrize(("points", "cube"), [(1, 1), (2, 2)])
def test_crawford_double_that_was_played_counts_as_the_record_scores_it(points: int, cube: int) -> None:
    """Void for a record that gives 1 point, valid for one that gives 2."""
    rows = DOUBLED.format(points).replace(LEFT, RIGHT)
    checked = _check(_record(5, (0, 0, _won(2)), (2, 0, _won(2)), (4, 0, rows), (4, points, _won(1))))
    assert _found(checked) == ["13 BG402"]
    assert (_game(checked, 3).cube, _game(checked, 3).points) == (cube, points)


@pytest.mark.parametrize(
    ("tags", "settings", "found"),
    [
        pytest.param('; [Crawford "Off"]\n', (), [], id="tag"),
        pytest.param("", ("crawford=off",), [], id="setting"),
        pytest.param('; [Crawford "On"]\n', (), ["10 BG402"], id="tag-on"),
        pytest.param("", ("crawford=trailer",), ["9 BG402"], id="the-trailer-may-not-double"),
    ],
)
def test_crawford_rule_switched(tags: str, settings: tuple[str, ...], found: list[str]) -> None:
    """Bo doubles at 0-2 of 3."""
    checked = _check(_record(3, (0, 0, _won(2)), (2, 0, DROPPED), (2, 1, _won(1)), tags=tags), None, *settings)
    assert _found(checked) == found
    assert _game(checked, 2).crawford is (bool(found))


def test_leader_may_double_where_only_the_trailer_may_not() -> None:
    """It is a dead cube all the same."""
    rows = ROW_1 + f"  2)  Doubles => 2                Drops\n{LEFT}Wins 1 point\n"
    checked = _check(_record(3, (0, 0, _won(2)), (2, 0, rows)), None, "crawford=trailer")
    assert _found(checked) == ["9 BG409 note"]


def test_match_to_one_has_no_crawford_game() -> None:
    """Both are one point away; a double is only dead."""
    checked = _check(_record(1, (0, 0, ROW_1 + f"  2)  Doubles => 2                Drops\n{LEFT}Wins 1 point\n")))
    assert _found(checked) == ["5 BG409 note"]
    assert _game(checked).crawford is False


def test_record_that_starts_one_away() -> None:
    """Without a double it is the Crawford game, as far as can be told; with one it is taken to be later."""
    checked = _check(_record(5, (4, 2, _won(1))))
    assert _found(checked) == ["3 BG504 note"]
    assert _game(checked).crawford is True
    checked = _check(_record(5, (4, 2, DROPPED), (4, 3, _won(1))))
    assert _found(checked) == ["2 BG507 warning", "3 BG504 note"]
    assert _game(checked).crawford is False


def test_record_that_starts_with_both_one_away() -> None:
    """4-4 of 5 is behind the Crawford game: a double is allowed, and dead."""
    rows = ROW_1 + f"  2)  Doubles => 2                Drops\n{LEFT}Wins 1 point\n"
    checked = _check(_record(5, (4, 4, rows)))
    assert _found(checked) == ["3 BG504 note", "5 BG409 note"]
    assert _game(checked).crawford is False


def test_dead_cube() -> None:
    """Al needs one of three after the Crawford game and doubles; Bo, who needs three, may."""
    games = (0, 0, _won(2)), (2, 0, _won(1, RIGHT))
    leader = _check(_record(3, *games, (2, 1, DOUBLED.format(2))))
    assert _found(leader) == ["13 BG409 note"]
    assert "Al needs 1, the cube gives 1" in _message(leader, "BG409")
    trailer = _check(_record(3, *games, (2, 1, DROPPED), (2, 2, _won(1))))
    assert _found(trailer) == []


# ---- Jacoby, automatic doubles -----------------------------------------------------------------------------

GAMMON = f"""\
; Set Pos=-C-----------------o------/0
  1) 21: 1/0 1/0                 31: 6/3 6/5
  2) 65: 1/0
{LEFT}Wins {{}} points
"""
"""A gammon with the cube unturned."""
TURNED = GAMMON.replace("  2)", "  2)  Doubles => 2                Takes\n  3)")


@pytest.mark.parametrize(
    ("jacoby", "rows", "points"),
    [
        pytest.param("on", GAMMON, 1, id="on-unturned"),
        pytest.param("on", TURNED, 4, id="on-turned"),
        pytest.param("off", GAMMON, 2, id="off-unturned"),
        pytest.param("off", TURNED, 4, id="off-turned"),
    ],
)
def test_jacoby_rule(jacoby: str, rows: str, points: int) -> None:
    """The multiplier of gammons is 1 while no double was taken; the result stays a gammon."""
    for declared in (1, 2, 4):
        checked = _check(_record(0, (0, 0, rows.format(declared))), None, f"jacoby={jacoby}")
        assert (_game(checked).result, _game(checked).points) == ("gammon", points)
        line = rows.count("\n") + 3
        assert _found(checked) == ([] if declared == points else [f"{line} BG502"])


def test_jacoby_rule_and_a_cube_that_was_turned_before_the_set_up_position() -> None:
    """A cube that somebody owns was offered and taken: the gammon counts double."""
    rows = f"; Set Pos=-A-----------------o------/-1\n  1) 21: 1/0\n{LEFT}Wins 4 points\n"
    checked = _check(_record(0, (0, 0, rows)), "money")
    assert _found(checked) == []
    assert _game(checked).points == 4


@pytest.mark.parametrize(("points", "found"), [(1, []), (2, ["5 BG509"]), (3, ["5 BG509"])])
def test_resigned_gammon_under_the_jacoby_rule(points: int, found: list[str]) -> None:
    """With the cube unturned a gammon cannot be lost, so it is not resigned."""
    assert _found(_check(_record(0, (0, 0, _won(points))), "money")) == found


@pytest.mark.parametrize(("points", "jacoby"), [(1, True), (2, False)])
def test_jacoby_rule_is_inferred_from_points(points: int, jacoby: bool) -> None:
    """A note at the game that tells."""
    checked = _check(_record(0, (0, 0, _won(1)), (1, 0, GAMMON.format(points))))
    assert _match(checked).rules.jacoby is jacoby
    assert _found(checked) == ["6 BG508 note"]
    assert ("in use" if jacoby else "not in use") in _message(checked, "BG508")


def test_points_that_fit_neither_way() -> None:
    """Game 1 tells that Jacoby is played, game 3 that it is not: a warning, and the rule stays unknown."""
    checked = _check(_record(0, (0, 0, GAMMON.format(1)), (1, 0, _won(1)), (2, 0, GAMMON.format(2))))
    assert _found(checked) == ["12 BG508 warning"]
    assert _match(checked).rules.jacoby is None


def test_resigned_gammon_tells_that_the_rule_is_not_played() -> None:
    """Two points for a game that was given up with the cube unturned."""
    checked = _check(_record(0, (0, 0, _won(2))))
    assert _found(checked) == ["2 BG508 note"]
    assert _match(checked).rules.jacoby is False


def test_unknown_jacoby_rule_leaves_a_gammon_without_a_result_open() -> None:
    """No points are written: one or two, it cannot be said."""
    rows = GAMMON.format(1).rpartition(LEFT)[0]
    checked = _check(_record(0, (0, 0, rows)))
    assert (_game(checked).result, _game(checked).points) == ("gammon", None)
    assert _found(checked) == ["6 BG503 note"]


AUTO = ROW_1 + f"  2)  Doubles => {{0}}                Takes\n  3) 64: 24/14\n{LEFT}Wins {{0}} points\n"


@pytest.mark.parametrize(
    ("length", "settings", "found", "cube"),
    [
        pytest.param(0, (), ["5 BG110 note"], 4, id="not-known"),
        pytest.param(0, ("auto-doubles=1",), ["5 BG110 note"], 4, id="allowed"),
        pytest.param(0, ("auto-doubles=0",), ["5 BG404"], 2, id="not-allowed"),
        pytest.param(7, (), ["2 BG506 note", "5 BG404"], 2, id="match"),
    ],
)
def test_first_double_to_four(length: int, settings: tuple[str, ...], found: list[str], cube: int) -> None:
    """An automatic double stands behind it where there are such; else the cube is at 2."""
    checked = _check(_record(length, (0, 0, AUTO.format(4))), None, *settings)
    assert _found(checked) == found
    assert _game(checked).cube == cube


def test_drop_after_an_automatic_double() -> None:
    """The cube stood at 2 in the middle: a dropped double to 4 costs 2."""
    rows = ROW_1 + f"  2)  Doubles => 4                Drops\n{LEFT}Wins {{}} points\n"
    checked = _check(_record(0, (0, 0, rows.format(2))))
    assert _found(checked) == ["5 BG110 note"]
    assert (_game(checked).points, _game(checked).cube) == (2, 2)


def test_second_double_is_never_automatic() -> None:
    """From 2 it goes to 4, whatever the opening ties were."""
    rows = (
        ROW_1
        + "  2)  Doubles => 2                Takes\n  3) 64: 24/14                    Doubles => 8\n"
        + f"  4)  Drops\n{RIGHT}Wins 2 points\n"
    )
    assert _found(_check(_record(0, (0, 0, rows)))) == ["6 BG404"]


# ---- scores ------------------------------------------------------------------------------------------------


def test_score_that_does_not_follow_is_told_once() -> None:
    """Game 2 begins at 2-0 after one point; the games behind it are held against the new score."""
    checked = _check(_record(7, (0, 0, _won(1)), (2, 0, _won(1)), (3, 0, _won(1)), (4, 0, _won(3))))
    assert _found(checked) == ["7 BG504"]
    assert _message(checked, "BG504") == "the score is given as 2-0; the games before make 1-0"
    match = _match(checked)
    assert (match.winner, match.complete) == (0, True), "4 + 3 points end a match to 7"


def test_score_may_follow_the_computed_or_the_declared_points() -> None:
    """Dropped, so 1 point; the record says 2: the next score of 1 or of 2 is no second fault."""
    rows = ROW_1 + f"  2)  Doubles => 2                Drops\n{LEFT}Wins 2 points\n"
    for score in (1, 2):
        checked = _check(_record(3, (0, 0, rows), (score, 0, _won(2))))
        assert [line for line in _found(checked) if "note" not in line] == ["6 BG502"]


def test_score_that_counts_automatic_doubles_says_so() -> None:
    """GNU Backgammon leaves them out of the result and has them in the next score."""
    checked = _check(_record(0, (0, 0, _won(1)), (4, 0, _won(1))))
    assert _found(checked) == ["7 BG504"]
    assert "game 1 counts 4 times its points, as after automatic doubles" in _message(checked, "BG504")


@pytest.mark.parametrize(
    ("al", "bo", "found"),
    [
        pytest.param(1, 2, "note", id="continued-match"),
        pytest.param(5, 0, "error", id="at-the-length"),
        pytest.param(0, 9, "error", id="above-the-length"),
        pytest.param(-1, 0, "error", id="negative"),
    ],
)
def test_score_in_front_of_the_first_game(al: int, bo: int, found: str) -> None:
    """A record may begin in the middle of a match, not behind its end."""
    checked = _check(_record(5, (al, bo, _won(3))))
    told = [(f.line, severity(f)) for f in checked.findings if f.code == "BG504"]
    assert told == [(3, found)]
    assert _game(checked).score_before == ((1, 2) if found == "note" else (0, 0))


def test_games_after_the_match_are_told_once_and_not_counted() -> None:
    """Two more games behind the end of a match to 3."""
    checked = _check(_record(3, (0, 0, _won(3)), (3, 0, _won(1)), (4, 0, _won(1))))
    assert _found(checked) == ["6 BG505"]
    assert _message(checked, "BG505") == "2 games are recorded although the match was over at 3-0"
    assert (_match(checked).score, _match(checked).winner, _match(checked).complete) == ((3, 0), 0, True)


def test_plays_after_the_match_are_checked_all_the_same() -> None:
    """An illegal play there is an illegal play."""
    more = "  1) 31: 8/6 6/5                 52: 13/8 24/22\n      Wins 1 point\n"
    checked = _check(_record(3, (0, 0, _won(3)), (3, 0, more)))
    assert _found(checked) == ["6 BG505", "8 BG303"]


def test_match_that_is_not_finished() -> None:
    """A note at the last game; not complete, no winner."""
    checked = _check(_record(7, (0, 0, _won(1)), (1, 0, _won(2))))
    assert _found(checked) == ["6 BG506 note"]
    match = _match(checked)
    assert (match.score, match.winner, match.complete) == ((3, 0), None, False)


def test_result_that_claims_the_match_too_early() -> None:
    """`and the match` at 3 of 7 is a warning at the result."""
    checked = _check(_record(7, (0, 0, _won(3, more=" and the match"))))
    assert _found(checked) == ["5 BG506 warning"]


def test_game_without_an_end_or_a_result() -> None:
    """Nothing is made up; the next score is believed, and one more point ends the match to 3."""
    checked = _check(_record(3, (0, 0, ROW_1), (2, 0, _won(1))))
    assert _found(checked) == ["4 BG503 note"]
    assert (_game(checked).result, _game(checked).winner, _game(checked).points) == ("unfinished", None, None)
    assert _game(checked, 2).score_before == (2, 0)
    assert _match(checked).winner == 0


def test_end_on_the_board_without_a_result() -> None:
    """The points are computed."""
    rows = "; Set Pos=-A-----------------n------/-1\n  1) 21: 1/0\n"
    checked = _check(_record(0, (0, 0, rows)))
    assert _found(checked) == ["5 BG503 note"]
    assert (_game(checked).points, _game(checked).declared_points, _match(checked).score) == (2, None, (2, 0))


def test_empty_game() -> None:
    """Told at its heading; the next game is counted from its own score."""
    checked = _check(_record(0, (0, 0, ""), (1, 0, _won(1))))
    assert _found(checked) == ["2 BG503 note"]
    assert (_game(checked).plies, _game(checked).checked, _game(checked).result) == (0, "none", "unfinished")
    assert _game(checked, 2).score_before == (1, 0)


def test_session_is_complete_when_every_game_has_a_result() -> None:
    """Length null, the score is a sum."""
    checked = _check(_record(0, (0, 0, _won(1)), (1, 0, _won(1, RIGHT)), (1, 1, _won(1))))
    assert _found(checked) == []
    match = _match(checked)
    assert (match.length, match.score, match.winner, match.complete) == (None, (2, 1), None, True)
    open_end = _check(_record(0, (0, 0, _won(1)), (1, 0, ROW_1)))
    assert _match(open_end).complete is False


def test_score_beyond_the_length_is_not_capped() -> None:
    """Three points at 2 of 3."""
    checked = _check(_record(3, (0, 0, _won(2)), (2, 0, _won(3))))
    assert _found(checked) == []
    assert (_match(checked).score, _match(checked).winner) == ((5, 0), 0)


# ---- names that change sides -------------------------------------------------------------------------------


def test_names_that_change_columns_with_their_plays() -> None:
    """Game 2 has Bo on the left with all that is his: a warning, and every point goes to its player."""
    text = _record(3, (0, 0, _won(1)))
    text += f" Game 2\n Bo : 0                          Al : 1\n{_won(1, RIGHT)}"
    text += f" Game 3\n Al : 2                          Bo : 0\n{_won(1)}"
    checked = _check(text)
    assert _found(checked) == ["7 BG604 warning"]
    assert (_match(checked).score, _match(checked).players) == ((3, 0), ("Al", "Bo"))


def test_only_the_names_change_columns() -> None:
    """The next score says that the left column won for Al in game 2, too: the plays have stayed."""
    text = _record(3, (0, 0, _won(1)))
    text += f" Game 2\n Bo : 0                          Al : 1\n{_won(1, LEFT)}"
    text += f" Game 3\n Al : 2                          Bo : 0\n{_won(1)}"
    checked = _check(text)
    assert _found(checked) == ["7 BG604 warning"]
    assert _match(checked).score == (3, 0)


def test_second_match_of_a_file_is_scored_by_itself() -> None:
    """Its first game begins at 0-0 again."""
    checked = _check(_record(1, (0, 0, _won(1))) + _record(3, (0, 0, _won(3, RIGHT))))
    assert _found(checked) == []
    assert [(m.number, m.length, m.score, m.winner) for m in checked.matches] == [(1, 1, (1, 0), 0), (2, 3, (0, 3), 1)]
