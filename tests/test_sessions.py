"""Points under every rule set, and sessions: number of games, table stakes, draws, who starts, negative scores.

Points are held against a table worked out by hand. Games of rules that need their own replay are built by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bganalyze.checks.starter import starters
from bganalyze.findings.codes import message, severity
from bganalyze.model.position import side_from_points
from bganalyze.model.record import GameRecord, MatchRecord, Record
from bganalyze.pipeline import Checked, MatchResult, check_bytes
from bganalyze.replay import Played
from bganalyze.rules.cube import Cube
from bganalyze.rules.declared import RuleOptions, Ruling
from bganalyze.rules.outcome import kind_by_position
from bganalyze.rules.stakes import highest_multiplier, holdings, most_lost, smallest_balance
from bganalyze.rules.variants import PRESETS, Rules, preset
from bganalyze.scoring import ScoredGame, ScoredMatch, score_match

TABLE = Path(__file__).with_name("rules") / "scoring_tables.tsv"
NAMES = ("Al", "Bo")
CUBES = ((1, False), (2, False), (2, True), (4, False), (4, True))
"""Cube, and whether a double was taken, of the columns of the table."""
ROW_1 = "  1) 31: 8/5 6/5                 52: 13/8 24/22\n"
RIGHT_ROW_1 = "  1)                             31: 8/5 6/5\n  2) 52: 13/8 24/22\n"
LEFT, RIGHT = " " * 6, " " * 34


def _rows() -> Iterator[tuple[str, str, int, bool, int | None]]:
    for line in TABLE.read_text().splitlines():
        if line.startswith("#"):
            continue
        names, end, *cells = line.split("\t")
        for name in names.split(","):
            for (cube, turned), cell in zip(CUBES, cells, strict=True):
                yield name, end, cube, turned, None if cell == "-" else int(cell)


ROWS = list(_rows())
KINDS = {"single": 1, "gammon": 2, "backgammon": 3}


def _loser(rules: Rules, kind: str) -> int:
    """A side that has lost a game of this kind; 7 checkers are left of 15 for a single one."""
    checkers = rules.checkers()
    if kind == "single":
        return side_from_points([(6, max(checkers - 8, 0))], checkers)
    return side_from_points([(6 if kind == "gammon" else 24, checkers)], checkers)


def _played(rules: Rules, end: str, cube: int = 1, turned: bool = False, declared: int | None = None) -> Played:
    """A game that Al won: on the board, by a drop, by a resignation; or a draw."""
    kind = end.removeprefix("resign-")
    won = side_from_points([], rules.checkers())
    played = Played(cube=Cube(cube, 0 if turned else None), turned=turned, plies=40, sides=(won, won))
    if end == "draw":
        played.end, played.declared_draw = "draw", True
        return played
    played.declared_winner, played.declared_points = 0, declared
    if kind in KINDS:
        played.sides = (won, _loser(rules, kind))
    if end == "drop":
        played.end, played.winner = "drop", 0
    elif end in KINDS:
        played.end, played.winner, played.kind = "board", 0, KINDS[end]
    return played


def _score(rules: Rules, *games: Played, scores: tuple[tuple[int, int], ...] = (), length: int = 0) -> ScoredMatch:
    """Score games built by hand; ``scores``: what the record has in front of them."""
    records = [GameRecord(n, 10 * n, NAMES, s) for n, s in enumerate(scores or ((0, 0),) * len(games), 1)]
    if not scores:
        for game in records[1:]:
            game.scores = (None, None)
    return score_match(MatchRecord(1, length, names=NAMES, games=records), Ruling(rules, length), games, NAMES)


def _codes(game: ScoredGame) -> list[str]:
    return [hint.code for hint in game.hints]


# ---- the table ---------------------------------------------------------------------------------------------


def test_table_has_every_preset_and_every_end() -> None:
    """No preset is missing, and none is there twice."""
    ends = {"single", "gammon", "backgammon", "drop", "resign-single", "resign-gammon", "resign-backgammon", "draw"}
    assert {(name, end) for name, end, *_ in ROWS} == {(name, end) for name in PRESETS for end in ends}
    assert len(ROWS) == len(PRESETS) * len(ends) * len(CUBES)


@pytest.mark.parametrize("name", PRESETS)
def test_points_of_every_preset(name: str) -> None:
    """The points of the table are computed, accepted, and others are not."""
    tried = 0
    for _, end, cube, turned, points in (row for row in ROWS if row[0] == name):
        if points is None:
            continue
        tried += 1
        rules = preset(name) if end != "draw" else replace(preset(name), draw="last-roll")
        row = f"{name} {end} {cube} {turned}"
        # The points are known without a word of the record, except for a resignation.
        if not end.startswith("resign"):
            scored = _score(rules, _played(rules, end, cube, turned))
            assert scored.games[0].points == points, row
        game = _score(rules, _played(rules, end, cube, turned, points)).games[0]
        assert (game.points, _codes(game)) == (points, []), row
        assert game.winner == (None if end == "draw" else 0), row
        if not end.startswith("resign"):
            # Paid by the checkers left, there are no gammons.
            assert game.result == (end if rules.payoff == "multiplier" or end not in KINDS else "single"), row
        if end == "draw":
            continue
        wrong = _score(rules, _played(rules, end, cube, turned, 5 * points + 1)).games[0]
        expected = "BG509" if end.startswith("resign") else "BG502"
        assert _codes(wrong) == [expected], row
    assert tried


@pytest.mark.parametrize("name", ["money", "money-auto"])
@pytest.mark.parametrize("end", ["resign-gammon", "resign-backgammon"])
def test_what_the_table_leaves_out_is_refused(name: str, end: str) -> None:
    """Under the Jacoby rule no gammon is resigned before a double was taken."""
    rules = preset(name)
    points = 2 if end == "resign-gammon" else 3
    game = _score(rules, _played(rules, end, 1, False, points)).games[0]
    assert _codes(game) == ["BG509"]


# ---- worked examples of the sources, by their number -----------------------------------------------------------


def test_17_mars_with_cube_four() -> None:
    """Eight stakes under Cox."""
    rules = preset("short-nardy-cox")
    assert _score(rules, _played(rules, "gammon", 4, True)).games[0].points == 8


@pytest.mark.parametrize(
    ("name", "points"),
    [("short-nardy-oin", (1, 1, 1)), ("short-nardy-mars", (1, 2, 2)), ("short-nardy-cox", (1, 2, 3))],
)
def test_18_ends_of_short_nardy(name: str, points: tuple[int, int, int]) -> None:
    """Oin, mars and cox at cube 1."""
    rules = preset(name)
    assert tuple(_score(rules, _played(rules, end)).games[0].points for end in KINDS) == points


def _record(*games: tuple[int, int, str], length: int = 0, first: int = 1) -> str:
    text = f" {length} point match\n"
    for number, (al, bo, rows) in enumerate(games, first):
        text += f" Game {number}\n Al : {al}                          Bo : {bo}\n{rows}"
    return text


def _won(points: int, half: str = LEFT, rows: str = ROW_1) -> str:
    return f"{rows}{half}Wins {points} point{'s' * (points > 1)}\n"


def _check(text: str, rules: str | None = None, *settings: str) -> Checked:
    return check_bytes(text.encode(), options=RuleOptions.parse(rules, settings))


def _found(checked: Checked) -> list[str]:
    found = sorted(checked.findings, key=lambda f: (f.line or 0, f.code))
    return [f"{f.line} {f.code}" + (f" {severity(f)}" if severity(f) != "error" else "") for f in found]


def _message(checked: Checked, code: str) -> str:
    (found,) = [f for f in checked.findings if f.code == code]
    return message(found)


def _match(checked: Checked) -> MatchResult:
    return checked.matches[0]


BEAVER = ROW_1 + "  2)  Doubles => 2                Beavers => 4\n"


def test_19_beaver_accepted() -> None:
    """The game goes on at 4, and the beaverer keeps the cube."""
    rows = f"{BEAVER}  3)  Takes\n  4) 64: 24/14\n{LEFT}Wins 4 points\n"
    checked = _check(_record((0, 0, rows)), "money")
    assert _found(checked) == []
    game = _match(checked).games[0]
    assert (game.cube, game.cube_owner, game.points, game.result) == (4, 1, 4, "resign-single")


@pytest.mark.parametrize(("declared", "found"), [(2, []), (1, ["7 BG502"]), (4, ["7 BG502"])])
def test_19_beaver_declined(declared: int, found: list[str]) -> None:
    """The doubler loses the doubled stake: 2 on a first double."""
    rows = f"{BEAVER}  3)  Drops\n{RIGHT}Wins {declared} points\n"
    checked = _check(_record((0, 0, rows)), "money")
    assert _found(checked) == found
    game = _match(checked).games[0]
    assert (game.winner, game.points, game.result) == (1, 2, "drop")


def test_raccoon_declined() -> None:
    """1 to 2, beaver to 4, raccoon to 8: the beaverer declines and loses 4."""
    rows = f"{BEAVER}  3)  Raccoons => 8              Drops\n{LEFT}Wins 4 points\n"
    checked = _check(_record((0, 0, rows)), "money")
    assert _found(checked) == []
    assert (_match(checked).games[0].winner, _match(checked).games[0].points) == (0, 4)


@pytest.mark.parametrize(
    ("jacoby", "end", "cube", "turned", "points"),
    [
        (True, "gammon", 1, False, 1),
        (True, "gammon", 2, True, 4),
        (True, "drop", 1, False, 1),
        (False, "gammon", 1, False, 2),
    ],
)
def test_20_jacoby(jacoby: bool, end: str, cube: int, turned: bool, points: int) -> None:
    """A gammon with the cube unturned, turned to 2, and a pass."""
    rules = replace(preset("money"), jacoby=jacoby)
    assert _score(rules, _played(rules, end, cube, turned)).games[0].points == points


@pytest.mark.parametrize(
    ("rules", "first", "cube", "found"),
    [
        pytest.param("money-auto", 4, 2, ["5 BG110 note"], id="one-a-game"),
        pytest.param("money-hungarian", 8, 4, ["5 BG110 note"], id="each-tie"),
        pytest.param("money-hungarian", 64, 32, ["5 BG110 note"], id="five-ties"),
        pytest.param("money-auto", 8, 1, ["5 BG404"], id="two-where-one-is-allowed"),
    ],
)
def test_21_automatic_doubles(rules: str, first: int, cube: int, found: list[str]) -> None:
    """Ties 3-3 and 5-5: the cube at 2 where one a game turns it, else the stake at 4. The first double tells."""
    rows = f"{ROW_1}  2)  Doubles => {first}                Drops\n{LEFT}Wins {cube} points\n"
    checked = _check(_record((0, 0, rows)), rules)
    assert _found(checked) == found
    assert _match(checked).games[0].points == cube


@pytest.mark.parametrize(
    ("stake", "stakes", "points"), [(1, 1, 7), (5, 1, 35), (1, 4, 28), (5, 2, 70)], ids=lambda number: str(number)
)
def test_23_checkers_left(stake: int, stakes: int, points: int) -> None:
    """Seven left at stake 1 cost 7; the stake and its doubles multiply it."""
    rules = replace(preset("acey-deucey"), stake=stake)
    played = _played(rules, "single")
    played.stakes = stakes
    game = _score(rules, played).games[0]
    assert (game.points, game.result) == (points, "single")
    (told,) = game.hints
    assert "Bo had 7 checkers left" in str(told.args["problem"])


def test_checkers_in_hand_and_on_the_bar_are_in_play() -> None:
    """Three on the bar or in hand, two on the board, ten borne off: five to pay. A resignation costs the same."""
    rules = preset("acey-deucey")
    for end in ("single", "resign-single"):
        for declared in (4, 5, 6):
            played = _played(rules, end, declared=declared)
            assert played.sides is not None
            played.sides = (played.sides[0], side_from_points([(25, 3), (10, 2)]))
            game = _score(rules, played).games[0]
            wrong = ["BG509" if end.startswith("resign") else "BG502"]
            assert _codes(game) == ([] if declared == 5 else wrong)


@pytest.mark.parametrize(("declared", "found"), [(6, []), (4, ["7 BG509"]), (2, ["7 BG509"])])
def test_24_resignation_by_position_in_the_starting_array(declared: int, found: list[str]) -> None:
    """Cox, cube 2: the back checkers stand in the winner's home, so it costs 6."""
    # Bo's back checkers are on 24 and 22 after his 5-2.
    rows = f"{ROW_1}  2)  Doubles => 2                Takes\n  3) 64: 24/14\n{LEFT}Wins {declared} points\n"
    checked = _check(_record((0, 0, rows)), "short-nardy-cox")
    assert _found(checked) == found
    if found:
        why = "the position is worth a backgammon with the cube at 2, which costs 6"
        assert _message(checked, "BG509") == f"a resignation of {declared} points; {why}"
    else:
        assert _match(checked).games[0].result == "resign-backgammon"
    rules = preset("short-nardy-cox")
    start = rules.start_position()
    played = _played(rules, "resign-single", 2, True, 6)
    played.sides = (start.on_roll, start.opponent)
    assert _codes(_score(rules, played).games[0]) == []


@pytest.mark.parametrize(
    ("points", "kind"),
    [
        pytest.param({6: 14}, 1, id="one-borne-off"),
        pytest.param({24: 14}, 1, id="one-borne-off-and-one-behind"),
        pytest.param({6: 15}, 2, id="none-borne-off"),
        pytest.param({18: 1, 6: 14}, 2, id="just-outside-the-winner's-home"),
        pytest.param({19: 1, 6: 14}, 3, id="in-the-winner's-home"),
        pytest.param({25: 1, 6: 14}, 3, id="on-the-bar-or-in-hand"),
    ],
)
def test_kind_by_position(points: dict[int, int], kind: int) -> None:
    """What a resignation costs; in long nardy there is no backgammon."""
    side = side_from_points(points.items())
    assert kind_by_position(preset("short-nardy-cox"), side) == kind
    assert kind_by_position(preset("long-nardy"), side) == min(kind, 2)


def test_resignation_by_position_without_points() -> None:
    """The position tells them."""
    checked = _check(_record((0, 0, ROW_1 + "  2)  Resigns\n")), "short-nardy-cox")
    assert _found(checked) == ["5 BG503 note"]
    game = _match(checked).games[0]
    assert (game.winner, game.result, game.points) == (1, "resign-backgammon", 3)


def test_25_buy_in() -> None:
    """Stake 5, limit 16, mars: 160."""
    assert smallest_balance(5, 16, highest_multiplier(preset("short-nardy-mars"))) == 160
    assert [highest_multiplier(preset(f"short-nardy-{end}")) for end in ("oin", "mars", "cox")] == [1, 2, 3]
    assert highest_multiplier(preset("acey-deucey")) == 15
    with pytest.raises(ValueError, match="1 or more"):
        smallest_balance(0, 16, 2)


# ---- a session of so many games --------------------------------------------------------------------------------


def test_most_points_win_a_session_of_games() -> None:
    """Al has one game and three points, Bo two games and two points."""
    text = _record((0, 0, _won(3)), (3, 0, _won(1, RIGHT)), (3, 1, _won(1, RIGHT)))
    checked = _check(text, "money", "games=3", "jacoby=off")
    assert _found(checked) == []
    match = _match(checked)
    assert (match.score, match.winner, match.complete, match.length) == ((3, 2), 0, True, None)


def test_equal_points_are_a_draw() -> None:
    """Complete, without a winner."""
    checked = _check(_record((0, 0, _won(1)), (1, 0, _won(1, RIGHT))), "money", "games=2")
    assert _found(checked) == []
    assert (_match(checked).score, _match(checked).winner, _match(checked).complete) == ((1, 1), None, True)


def test_games_too_many_are_told_once_and_not_counted() -> None:
    """Two more games than one."""
    checked = _check(_record((0, 0, _won(1)), (1, 0, _won(1)), (2, 0, _won(1))), "money", "games=1")
    assert _found(checked) == ["6 BG512"]
    assert _message(checked, "BG512") == "2 games are recorded although the session of 1 games was over"
    assert (_match(checked).score, _match(checked).winner, _match(checked).complete) == ((1, 0), 0, True)


def test_games_missing() -> None:
    """A note; not complete, whoever leads."""
    checked = _check(_record((0, 0, _won(1)), (1, 0, _won(1))), "money", "games=5")
    assert _found(checked) == ["6 BG512 note"]
    assert _message(checked, "BG512") == "the record ends after 2 of 5 games, at 2-0"
    assert (_match(checked).winner, _match(checked).complete) == (None, False)


def test_record_that_begins_with_a_later_game() -> None:
    """Games 3 and 4 of a session of four."""
    checked = _check(_record((1, 1, _won(1)), (2, 1, _won(1)), first=3), "money", "games=4")
    assert _found(checked) == ["3 BG504 note"]
    assert (_match(checked).score, _match(checked).winner, _match(checked).complete) == ((3, 1), 0, True)


def test_session_with_an_unfinished_last_game() -> None:
    """It is the last one, but without a result nobody has won."""
    checked = _check(_record((0, 0, _won(1)), (1, 0, ROW_1)), "money", "games=2")
    assert _found(checked) == ["8 BG503 note"]
    assert (_match(checked).winner, _match(checked).complete) == (None, False)


@pytest.mark.parametrize("setting", ["games=2", "bankrolls=5,5"])
def test_rules_of_sessions_do_not_touch_a_match(setting: str) -> None:
    """Said, and left out."""
    checked = _check(_record((0, 0, _won(3)), length=3), None, setting)
    assert _found(checked) == ["1 BG606 warning"]
    assert (_match(checked).winner, _match(checked).complete) == (0, True)


# ---- table stakes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "have", "most"),
    [
        pytest.param((0, 0), (30, 20), (6, 4), id="at-the-start"),
        pytest.param((4, 1), (45, 5), (9, 1), id="three-points-to-the-first"),
        pytest.param((1, 4), (15, 35), (3, 7), id="three-points-to-the-second"),
        pytest.param((9, 0), (50, 0), (10, 0), id="nothing-left"),
    ],
)
def test_money_at_table_stakes(score: tuple[int, int], have: tuple[int, int], most: tuple[int, int]) -> None:
    """Bankrolls 30 and 20, five a point."""
    rules = replace(preset("money"), bankrolls=(30, 20), stake=5)
    assert holdings(rules, score) == have
    assert (most_lost(rules, score, 0), most_lost(rules, score, 1)) == most
    assert holdings(preset("money"), score) is None


def test_last_point_may_be_paid_in_part() -> None:
    """Ten at three a point: the fourth point takes the last 1."""
    rules = replace(preset("money"), bankrolls=(10, 10), stake=3)
    assert most_lost(rules, (0, 0), 0) == 4


DOUBLED = ROW_1 + f"  2)  Doubles => 2                Takes\n  3) 64: 24/14\n{LEFT}Wins {{}} points\n"
GAMMON = f"; Set Pos=-A-----------------o------/-1\n  1) 21: 1/0\n{LEFT}Wins {{}} points\n"
"""Al bears off his last checker with the cube at 2: 4 points."""


@pytest.mark.parametrize(
    ("rows", "declared", "found"),
    [
        pytest.param(GAMMON, 3, [], id="board-capped"),
        pytest.param(GAMMON, 4, ["6 BG513"], id="board-uncapped"),
        pytest.param(GAMMON, 2, ["6 BG502"], id="board-too-few"),
        pytest.param(DOUBLED, 3, [], id="resigned-capped"),
        pytest.param(DOUBLED, 2, [], id="resigned-single"),
        pytest.param(DOUBLED, 4, ["7 BG513"], id="resigned-uncapped"),
        pytest.param(DOUBLED, 1, ["7 BG509"], id="resigned-too-few"),
    ],
)
def test_loss_is_capped_at_what_the_loser_has(rows: str, declared: int, found: list[str]) -> None:
    """Bo has 3."""
    checked = _check(_record((0, 0, rows.format(declared))), "money", "bankrolls=9,3")
    notes = [line for line in _found(checked) if "note" in line]
    assert [line for line in _found(checked) if "note" not in line] == found
    match = _match(checked)
    over = match.score[0] == 3
    assert (match.winner, match.complete, bool(notes)) == ((0, True, False) if over else (None, False, True))
    if found and "BG513" in found[0]:
        assert match.score == (3, 0)
        text = f"Al wins {declared} points; at table stakes Bo had only 3 points left to lose"
        assert _message(checked, "BG513") == text


def test_money_goes_back_and_forth() -> None:
    """5 and 5: Al wins 2, Bo 1 and 6 (all that Al has), which ends it."""
    text = _record((0, 0, _won(2)), (2, 0, _won(1, RIGHT)), (2, 1, DOUBLED.format(6).replace(LEFT, RIGHT)))
    checked = _check(text, "money", "bankrolls=5,5", "jacoby=off")
    assert _found(checked) == []
    assert (_match(checked).score, _match(checked).winner, _match(checked).complete) == ((2, 7), 1, True)


def test_play_behind_the_last_money() -> None:
    """Told once, not counted, and its points are not held against an empty purse."""
    checked = _check(_record((0, 0, _won(2)), (2, 0, _won(1)), (3, 0, _won(1))), "money", "bankrolls=2,2", "jacoby=off")
    assert _found(checked) == ["6 BG513"]
    assert _message(checked, "BG513") == "2 games are recorded although Al held all the money"
    assert (_match(checked).score, _match(checked).winner) == ((2, 0), 0)


def test_record_that_begins_with_all_the_money_on_one_side() -> None:
    """No game can begin so, whichever side it is."""
    for score in ((3, 0), (0, 3)):
        checked = _check(_record((*score, _won(1))), "money", "bankrolls=2,2")
        assert [line for line in _found(checked) if "note" not in line] == ["3 BG504"]


# ---- draws -----------------------------------------------------------------------------------------------------

COX_DRAW = replace(preset("short-nardy-cox"), draw="last-roll")


def test_draw_counts_nothing_and_finishes_its_game() -> None:
    """The score stays; the session is complete."""
    won = _played(COX_DRAW, "gammon", declared=2)
    scored = _score(COX_DRAW, won, _played(COX_DRAW, "draw"), _played(COX_DRAW, "single", declared=1))
    assert [(g.score_before, g.result, g.points, g.winner) for g in scored.games] == [
        ((0, 0), "gammon", 2, 0),
        ((2, 0), "draw", 0, None),
        ((2, 0), "single", 1, 0),
    ]
    assert (scored.score, scored.complete, [_codes(g) for g in scored.games]) == ((3, 0), True, [[], [], []])


def test_score_that_counts_a_draw_as_won_is_told() -> None:
    """1-0 behind a draw at 0-0."""
    games = _played(COX_DRAW, "draw"), _played(COX_DRAW, "single", declared=1)
    assert _codes(_score(COX_DRAW, *games, scores=((0, 0), (1, 0))).games[1]) == ["BG504"]
    assert _codes(_score(COX_DRAW, *games, scores=((0, 0), (0, 0))).games[1]) == []


def test_drawn_game_is_one_of_the_games_of_a_session() -> None:
    """Two games, one of them drawn."""
    rules = replace(COX_DRAW, games=2)
    scored = _score(rules, _played(rules, "draw"), _played(rules, "single", declared=1))
    assert (scored.complete, scored.winner, scored.score) == (True, 0, (1, 0))


def _drawn(end: str, declared_winner: int | None = None, declared: bool = True) -> Played:
    played = _played(COX_DRAW, end)
    played.declared_draw, played.declared_winner = declared, declared_winner
    played.declared_points = None if declared_winner is None else 1
    return played


@pytest.mark.parametrize(
    ("played", "rules", "codes", "result", "points"),
    [
        pytest.param(_drawn("draw"), COX_DRAW, [], "draw", 0, id="drawn"),
        pytest.param(_drawn("draw", declared=False), COX_DRAW, ["BG503"], "draw", 0, id="no-result-written"),
        pytest.param(_drawn("draw", 1, False), COX_DRAW, ["BG514"], "draw", 0, id="given-to-a-player"),
        pytest.param(_drawn("gammon"), COX_DRAW, ["BG514"], "gammon", 2, id="won-on-the-board"),
        pytest.param(_drawn("drop"), COX_DRAW, ["BG514"], "drop", 1, id="dropped"),
        pytest.param(_drawn("resign-gammon"), COX_DRAW, ["BG514"], "draw", 0, id="not-borne-off"),
        pytest.param(_drawn("resign-gammon"), preset("backgammon"), ["BG514"], "draw", 0, id="no-draws"),
        pytest.param(_drawn("gammon", 0), COX_DRAW, ["BG502", "BG514"], "gammon", 2, id="draw-and-win"),
    ],
)
def test_declared_draws(played: Played, rules: Rules, codes: list[str], result: str, points: int) -> None:
    """What the record calls a draw, held against the game."""
    game = _score(rules, played).games[0]
    assert (_codes(game), game.result, game.points) == (codes, result, points)


def test_declared_draw_of_a_game_whose_position_was_lost() -> None:
    """It may be one."""
    played = _drawn("resign-gammon")
    played.sides = None
    assert _codes(_score(COX_DRAW, played).games[0]) == []


# ---- the loser loses the points --------------------------------------------------------------------------------


MINUS = "money", "jacoby=off", "score-form=loser-minus"


@pytest.mark.parametrize("options", [("polish-short",), MINUS])
def test_negative_scores(options: tuple[str, ...]) -> None:
    """Al wins 2, so Bo stands at -2; Bo wins 1, so Al stands at -1."""
    text = _record((0, 0, _won(2)), (0, -2, _won(1, RIGHT)), (-1, -2, _won(1)))
    checked = _check(text, *options)
    assert _found(checked) == []
    match = _match(checked)
    assert [g.score_before for g in match.games] == [(0, 0), (0, -2), (-1, -2)]
    assert (match.score, match.winner, match.complete) == ((-1, -3), None, True)


@pytest.mark.parametrize("scores", [(2, 0), (-1, -1), (0, -1), (0, 2)])
def test_scores_that_are_not_what_the_loser_lost(scores: tuple[int, int]) -> None:
    """Behind Al's 2 points the score is 0 and -2."""
    checked = _check(_record((0, 0, _won(2)), (*scores, _won(1))), *MINUS)
    assert _found(checked) == ["7 BG504"]
    text = f"the score is given as {scores[0]} : {scores[1]}; the games before make 0 : -2"
    assert _message(checked, "BG504") == text


def test_next_score_tells_the_winner_of_a_resignation_in_negative_scores() -> None:
    """Game 1 gives the point to Bo, but it is he who stands at -1."""
    checked = _check(_record((0, 0, _won(1, RIGHT)), (0, -1, _won(1))), *MINUS)
    assert _found(checked) == ["5 BG501"]
    assert _match(checked).score == (0, -2)


def test_most_points_win_in_negative_scores_too() -> None:
    """-1 beats -2."""
    text = _record((0, 0, _won(2)), (0, -2, _won(1, RIGHT)))
    checked = _check(text, *MINUS, "games=2")
    assert (_match(checked).score, _match(checked).winner) == ((-1, -2), 0)


def test_points_of_a_match_are_gained_whatever_the_form() -> None:
    """A match to 3 is reached by winning."""
    checked = _check(_record((0, 0, _won(2)), (2, 0, _won(1)), length=3), *MINUS)
    assert (_match(checked).score, _match(checked).winner) == ((3, 0), 0)


# ---- who starts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("starter", ["roll-off", "winner", "loser", "alternate"])
@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("second", [0, 1])
def test_who_starts_the_second_game(starter: str, winner: int, second: int) -> None:
    """Al started game 1."""
    due = {"roll-off": second, "winner": winner, "loser": 1 - winner, "alternate": 1}[starter]
    score = (3, 0) if winner == 0 else (0, 3)
    games = (0, 0, _won(3, (LEFT, RIGHT)[winner])), (*score, _won(3, LEFT, (ROW_1, RIGHT_ROW_1)[second]))
    checked = _check(_record(*games), "short-nardy-cox", f"starter={starter}")
    assert _found(checked) == ([] if due == second else ["8 BG206"])
    if due != second:
        told = _message(checked, "BG206")
        assert told.startswith(f"{NAMES[second]} started this game; {NAMES[due]} should have: ")


def test_next_game_is_judged_by_who_did_start() -> None:
    """Turns: Al, Al (wrong), Bo (right)."""
    games = (0, 0, _won(3)), (3, 0, _won(3)), (6, 0, _won(3, LEFT, RIGHT_ROW_1))
    assert _found(_check(_record(*games), "short-nardy-cox", "starter=alternate")) == ["8 BG206"]


@pytest.mark.parametrize(
    "second",
    [
        pytest.param("; Set Pos=-C-----------------o------/0\n" + _won(2, LEFT, "  1) 21: 1/0 1/0\n"), id="set-up"),
        pytest.param("", id="empty"),
    ],
)
def test_nothing_is_said_of_a_start_that_is_not_known(second: str) -> None:
    """Al may not start game 2, and does not, as far as is known."""
    checked = _check(_record((0, 0, _won(3)), (3, 0, second)), "short-nardy-cox")
    assert "BG206" not in {f.code for f in checked.findings}


def test_nothing_is_said_behind_a_game_without_a_winner_or_behind_a_gap() -> None:
    """Game 1 has no result; game 2 is missing."""
    checked = _check(_record((0, 0, ROW_1), (0, 0, _won(3))), "short-nardy-cox")
    assert "BG206" not in {f.code for f in checked.findings}
    text = _record((0, 0, _won(3)), (3, 0, _won(3))).replace("Game 2", "Game 3")
    assert "BG206" not in {f.code for f in _check(text, "short-nardy-cox").findings}


@pytest.mark.parametrize("starter", ["winner", "loser", "alternate"])
@pytest.mark.parametrize(("first", "second"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_after_a_draw_the_same_player_starts(starter: str, first: int, second: int) -> None:
    """The drawn game counts for nothing."""
    rules = replace(COX_DRAW, starter=starter)
    played = [_played(rules, "draw"), _played(rules, "single", declared=1)]
    played[0].starter, played[1].starter = first, second
    scored = _score(rules, *played)
    match = MatchRecord(1, 0, names=NAMES, games=[GameRecord(1, 2), GameRecord(2, 6)])
    told = starters(Record("mat", "", "utf-8", []), match, scored)
    assert [hint.code for hint in told] == ([] if first == second else ["BG206"])


DOUBLE = "  1) 33: 8/5(2) 6/3(2)           52: 13/8 13/11\n"


@pytest.mark.parametrize(
    ("rules", "game", "found"),
    [
        pytest.param("short-nardy-cox", 1, True, id="first-game-of-a-series-is-rolled-off"),
        pytest.param("short-nardy-cox", 2, False, id="later-ones-are-thrown-afresh"),
        pytest.param("money", 1, True, id="money-1"),
        pytest.param("money", 2, True, id="money-2"),
    ],
)
def test_opening_double(rules: str, game: int, found: bool) -> None:
    """Once, at the roll, with the position."""
    rows = {1: ROW_1, 2: ROW_1, game: DOUBLE}
    games = (0, 0, _won(3, RIGHT, rows[1])), (0, 3, _won(3, RIGHT, rows[2]))
    checked = _check(_record(*games), rules, "jacoby=off", "resign=claimed")
    told = [f for f in checked.findings if f.code == "BG201"]
    assert [f.line for f in told] == ([4 * game] if found and game == 1 else [8] if found else [])
    if found:
        assert told[0].gnu_id is not None and told[0].gnu_id.startswith("4HPwATDgc/ABMA:")
        assert told[0].roll == (3, 3)


@pytest.mark.parametrize(("al", "first"), [(0, 4), (3, 1), (3, 4)])
def test_opening_double_of_a_record_that_begins_later(al: int, first: int) -> None:
    """Game 4, or one behind some points, need not be rolled off."""
    checked = _check(_record((al, 0, _won(3, LEFT, DOUBLE)), first=first), "short-nardy-cox", "resign=claimed")
    assert "BG201" not in {f.code for f in checked.findings}


# ---- the cube --------------------------------------------------------------------------------------------------


def test_session_without_a_cube() -> None:
    """A double is told, and the game is worth what it is without it."""
    rows = f"{ROW_1}  2)  Doubles => 2                Takes\n  3) 64: 24/14\n{LEFT}Wins 3 points\n"
    checked = _check(_record((0, 0, rows)), "short-nardy-cox", "cube=off", "cube-limit=none")
    assert "BG403" in {f.code for f in checked.findings}
    assert _match(checked).games[0].cube == 1
    assert _match(checked).games[0].points == 3


@pytest.mark.parametrize(("limit", "found"), [("64", []), ("4", ["8 BG408"])])
def test_cube_limit(limit: str, found: list[str]) -> None:
    """A third double to 8 is one too many where the cube ends at 4."""
    rows = (
        f"{ROW_1}  2)  Doubles => 2                Takes\n"
        "  3) 64: 24/14                    Doubles => 4\n  4)  Takes                       41: 24/23 13/9\n"
        f"  5)  Doubles => 8                Drops\n{LEFT}Wins 4 points\n"
    )
    checked = _check(_record((0, 0, rows)), "short-nardy-cox", f"cube-limit={limit}")
    assert [line for line in _found(checked) if "BG408" in line] == found
    assert _match(checked).games[0].points == 4
