"""One record for a sentence of the rules that no other test holds: what breaks it is told, what keeps it is clean.

Every test is named after its sentence; ``tests/rules/README.md`` has the table of all of them. Ann is on the left.
Positions are written as checkers x point, each player's points counted from the own side. All answers are worked
out by hand from the rules.
"""

from __future__ import annotations

import pytest

from bganalyze.findings.codes import severity
from bganalyze.pipeline import Checked, GameResult, check_bytes
from bganalyze.rules.declared import RuleOptions

WIDTH = 34
ANN_WINS, BOB_WINS = " " * 6 + "Wins {} points\n", " " * (5 + WIDTH) + "Wins {} points\n"
OPENING = ("31: 8/5 6/5", "52: 13/8 24/22")
"""A legal first turn of both."""


def rows(*cells: tuple[str, str], first: int = 1) -> str:
    """Numbered rows of two cells."""
    return "".join(f"{n:3d}) {a:<{WIDTH}}{b}".rstrip() + "\n" for n, (a, b) in enumerate(cells, first))


def place(ann: str, bob: str, cube: int = 0) -> str:
    """A set-up line: Ann's points in capitals, Bob's in small letters at 25 minus his own point."""
    squares = ["-"] * 26
    for text, letter in ((ann, "A"), (bob, "a")):
        for piece in text.split():
            number, sign, point = piece.rpartition("x")
            at = 25 if point == "bar" else int(point)
            at = at if letter == "A" else 25 - at
            assert squares[at] == "-", "both on one point"
            squares[at] = chr(ord(letter) + (int(number) if sign else 1) - 1)
    return f"; Set Pos={''.join(squares)}/{cube}\n"


def game(number: int, ann: int, bob: int, text: str) -> str:
    """One game with its score."""
    return f" Game {number}\n Ann : {ann}                           Bob : {bob}\n{text}"


def check(text: str, rules: str | None = None, *settings: str, length: int = 0) -> Checked:
    """A record of one game, or of the games that the text holds."""
    games = text if text.startswith(" Game") else game(1, 0, 0, text)
    return check_bytes(f" {length} point match\n{games}".encode(), "game.mat", RuleOptions.parse(rules, settings))


def codes(checked: Checked) -> list[tuple[str, int | None]]:
    """Errors and warnings with the number of their row."""
    return [(f.code, f.move) for f in checked.findings if severity(f) != "note"]


def told(text: str, rules: str | None = "money", *settings: str, length: int = 0) -> list[tuple[str, int | None]]:
    """The codes of a record."""
    return codes(check(text, rules, *settings, length=length))


def play(ann: str, bob: str, text: str, rules: str = "money") -> list[str]:
    """The codes of one play of Ann's in a set-up position."""
    return [code for code, _ in told(place(ann, bob) + rows((text, "")), rules)]


def the_game(checked: Checked, number: int = 1) -> GameResult:
    """A game as it was scored."""
    return checked.matches[0].games[number - 1]


# ---- 1: the fields of a rule set ---------------------------------------------------------------------------


def test_the_start_is_the_array_of_the_rule_set() -> None:
    """Nackgammon has two checkers on 23, backgammon none."""
    text = rows(("53: 23/18 23/20", ""))
    assert told(text, "nackgammon") == []
    assert told(text, "backgammon") == [("BG301", 1)]


def test_hypergammon_starts_with_as_many_checkers_as_it_says() -> None:
    """A third one, on 22, is there under hyper-3 only: 22/16 23/22 leaves 24 where it is."""
    text = rows(("61: 22/16 24/23", ""))
    assert told(text, "hypergammon-3") == []
    # 24/23 and then 22/16: nobody stands on 22.
    assert told(text, "hypergammon-2") == [("BG301", 1)]


def test_the_leave_to_hit_stays_once_a_checker_came_home() -> None:
    """Ann came home in row 1 and was hit: she hits from hand in row 2 with nobody at home."""
    home = place("7 14x13", "24 4 13x6") + rows(("21: 7/6 13/11", "51: 24/19* 6/5"), ("42: bar/21* 13/11", ""))
    assert told(home, "dutch") == []
    never = place("bar 14x13", "5 4 12x6 19") + rows(("42: bar/21* 13/11", ""))
    assert told(never, "dutch") == [("BG323", 1)]


def test_a_blot_blocks_until_a_checker_came_home() -> None:
    """Ann's sixes land on 18 and 7, where single checkers of Bob's stand."""
    text = place("13 14x24", "18 7 13x2") + rows(("66: Cannot Move", ""))
    assert told(text, "dutch") == []
    assert told(text, "money") == [("BG307", 1)]


def test_in_acey_deucey_a_checker_may_move_on_before_all_have_entered() -> None:
    """In Dutch backgammon it may not."""
    text = rows(("61: bar/24 bar/19", "65: bar/19 bar/20"), ("42: 24/20 bar/23", ""))
    assert told(text, "acey-deucey") == []
    assert told(text, "dutch") == [("BG324", 2)]


def test_no_double_before_the_opening_turn_was_played() -> None:
    """First-double after-first-turn: not even where the starter throws both dice afresh."""
    first = rows((" Doubles => 2", "Takes"), ("31: 8/5 6/5", ""))
    later = rows(("31: 8/5 6/5", " Doubles => 2"), (" Takes", ""))
    assert told(first, "money-hungarian") == [("BG403", 1)]
    assert told(first, "money-hungarian", "opening-roll=fresh", "starter=winner") == [("BG403", 1)]
    assert told(later, "money-hungarian") == []


SECOND_DOUBLE = game(1, 0, 0, rows(OPENING) + BOB_WINS.format(3)) + game(
    2, 0, 3, rows((" Doubles => 2", " Takes"), ("31: 8/5 6/5", ""))
)
"""Ann has lost game 1 and doubles in front of her first roll of game 2."""


def test_a_starter_who_throws_afresh_may_double_first() -> None:
    """Any own turn before the roll: the loser starts game 2; rolled off, nobody may double first."""
    assert told(SECOND_DOUBLE, "short-nardy-cox") == []
    assert told(SECOND_DOUBLE, "backgammon") == [("BG403", 1)]


def test_in_a_first_game_that_is_rolled_off_nobody_doubles_first() -> None:
    """Game 1 of a series of short nardy begins with the dice of the roll-off."""
    first = rows((" Doubles => 2", " Takes"), ("31: 8/5 6/5", ""))
    assert told(first, "short-nardy-cox") == [("BG403", 1)]
    assert told(rows(("31: 8/5 6/5", " Doubles => 2"), (" Takes", "")), "short-nardy-cox") == []


TIED = (
    "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.06]MI[length:0][game:0][ws:0][bs:0]PW[Ann]PB[Bob]"
    "RU[Jacoby]CV[2]RE[W+{}R]\n;W[31hefe]\n;B[64lrlp])"
)
"""A tie has turned the cube to 2; Bob gives the game up."""


@pytest.mark.parametrize(
    ("points", "jacoby", "found"), [(2, "on", []), (4, "on", ["BG509"]), (4, "off", []), (2, "off", [])]
)
def test_an_automatic_double_is_none_offered_and_accepted(points: int, jacoby: str, found: list[str]) -> None:
    """Under the Jacoby rule no gammon is lost by it."""
    options = RuleOptions.parse("money-auto", (f"jacoby={jacoby}",))
    checked = check_bytes(TIED.format(points).encode(), "game.sgf", options)
    assert the_game(checked).cube == 2
    assert [code for code, _ in codes(checked) if code != "BG606"] == found


DOUBLED_STAKE = place("2 4x1", "7x6") + rows(("21: 2/off 1/off", ""), ("11: 1/off(3)", "")) + ANN_WINS
"""Ann throws a 1 and 2, names the ones and is off; Bob has seven checkers left."""


@pytest.mark.parametrize(("points", "found"), [(14, []), (7, [("BG502", None)])])
def test_the_stake_doubles_each_time_a_1_2_is_rolled(points: int, found: list[tuple[str, int | None]]) -> None:
    """Seven checkers at a stake of 2."""
    checked = check(DOUBLED_STAKE.format(points), "acey-deucey", "stake-doubles-on=acey-deucey")
    assert [code for code, _ in codes(checked)] == [code for code, _ in found]
    assert the_game(checked).points == 14


def test_the_stake_does_not_double_where_the_rules_do_not_say_so() -> None:
    """Seven checkers at a stake of 1."""
    assert told(DOUBLED_STAKE.format(7), "acey-deucey") == []
    assert [code for code, _ in told(DOUBLED_STAKE.format(14), "acey-deucey")] == ["BG502"]


def test_the_stake_doubles_with_a_1_2_that_ends_the_game() -> None:
    """It was rolled: seven checkers at a stake of 2."""
    text = place("2 1", "7x6") + rows(("21: 2/off 1/off", "")) + ANN_WINS
    assert told(text.format(14), "acey-deucey", "stake-doubles-on=acey-deucey") == []


LAST_ROLL = "short-nardy-cox", "draw=last-roll", "start=6:2 1:1"
"""Each player has two checkers on 6 and one on 1."""
SLOW = rows(("65: 6/off 6/1", "21: 6/4 6/5"), ("21: 1/off(2)", "65: 5/off 4/off"))
"""Ann starts and is off in two turns; Bob's last roll leaves one checker on the board."""


def test_a_draw_needs_the_last_roll_to_bear_off_all() -> None:
    """Bob is as quick as Ann, or has one checker left."""
    quick = rows(("65: 6/off 6/1", "65: 6/off 6/1"), ("21: 1/off(2)", "21: 1/off(2)"))
    assert told(quick + "      Draw\n", *LAST_ROLL) == []
    assert [code for code, _ in told(SLOW + "      Draw\n", *LAST_ROLL)] == ["BG514"]


def test_the_result_is_judged_after_the_last_roll() -> None:
    """Bob bears off his first two with it, so he loses 1 and not 2."""
    assert told(SLOW + ANN_WINS.format(1), *LAST_ROLL) == []
    assert [code for code, _ in told(SLOW + ANN_WINS.format(2), *LAST_ROLL)] == ["BG502"]


def test_only_the_player_who_did_not_start_has_a_last_roll() -> None:
    """Bob is off first: Ann, who started, has no more roll."""
    text = rows(("21: 6/4 6/5", "65: 6/off 6/1"), ("61: 5/off 1/off", "21: 1/off(2)"))
    assert told(text + BOB_WINS.format(1), *LAST_ROLL) == []
    assert told(text + rows(("65: 4/off", ""), first=3) + BOB_WINS.format(1), *LAST_ROLL) == [("BG204", 3)]
    assert "BG514" in [code for code, _ in told(text + "      Draw\n", *LAST_ROLL)]


def test_without_the_last_roll_rule_the_game_is_over_at_once() -> None:
    """Bob's roll comes too late."""
    text = place("1", "3x1") + rows(("21: 1/off", "66: 1/off(3)")) + ANN_WINS.format(1)
    assert told(text, "short-nardy-cox") == [("BG204", 1)]


# ---- 2: standard play --------------------------------------------------------------------------------------


def test_the_starter_plays_both_numbers() -> None:
    """One of the two dice of the roll-off is not enough."""
    assert told(rows(("31: 8/5 6/5", ""))) == []
    assert told(rows(("31: 8/5", ""))) == [("BG307", 1)]


def test_a_checker_moves_forward() -> None:
    """Ann's 5/6 leads back."""
    assert told(rows(OPENING, ("41: 24/20 5/4", ""))) == []
    assert told(rows(OPENING, ("41: 24/20 5/6", ""))) == [("BG310", 2)]


def test_a_die_is_never_split() -> None:
    """A six is not 4 and 2."""
    assert told(rows(OPENING, ("61: 24/18 6/5", ""))) == []
    assert told(rows(OPENING, ("61: 8/4 6/4 6/5", "")))[0][0] in ("BG303", "BG309")


def test_dice_are_not_added_over_a_closed_point() -> None:
    """From 24 with 4-1 both stops, 20 and 23, are held in the second position, 20 only in the first."""
    assert play("24 14x6", "2x5 13x12", "41: 24/19") == []
    assert play("24 14x6", "2x5 2x2 11x12", "41: 24/19") == ["BG302"]


def test_a_double_is_four_moves() -> None:
    """Not five."""
    assert told(rows(OPENING, ("11: 24/23(2) 6/5(2)", ""))) == []
    assert told(rows(OPENING, ("11: 24/23(2) 6/5(3)", ""))) == [("BG309", 2)]


def test_a_point_with_two_opposing_checkers_is_closed() -> None:
    """Bob's 7 is Ann's 18: held by two, or by one."""
    assert play("24 14x6", "2x7 13x12", "61: 24/18 6/5") == ["BG302"]
    assert play("24 14x6", "7 14x12", "61: 24/18* 6/5") == []


def test_any_number_of_own_checkers_may_share_a_point() -> None:
    """Fifteen on the six point."""
    assert play("7 14x6", "15x1", "61: 7/6 6/off") == []
    assert play("8 7 13x6", "15x20", "21: 8/6 7/6") == []


def test_hitting_is_never_compulsory() -> None:
    """Bob's blot on Ann's 18 is let stand; a star says that it was hit."""
    assert play("24 14x8", "7 14x12", "61: 8/2 8/7") == []
    assert play("24 14x8", "7 14x12", "61: 24/18* 8/7") == []


def test_nothing_else_moves_until_the_bar_is_empty() -> None:
    """Two on the bar: one enters, the other must, too."""
    assert play("2xbar 13x6", "15x12", "42: bar/21 bar/23") == []
    assert play("2xbar 13x6", "15x12", "42: bar/21 6/4") == ["BG304"]


def test_die_n_enters_on_25_minus_n() -> None:
    """A four enters on 21, not on 20."""
    assert play("bar 14x6", "15x12", "41: bar/21 6/5") == []
    assert play("bar 14x6", "15x12", "41: bar/22 6/5") == ["BG303"]


def test_the_sum_of_the_dice_never_enters_a_checker() -> None:
    """6-2: bar/17 is bar/19/17 or bar/23/17; with both entries closed there is none."""
    assert play("bar 14x8", "2x6 13x12", "62: bar/23/17") == []
    assert play("bar 14x8", "2x6 2x2 11x12", "62: bar/17") == ["BG302"]
    assert play("bar 14x8", "2x6 2x2 11x12", "62: Cannot Move") == []


def test_both_dice_must_be_used_where_some_order_plays_both() -> None:
    """24/18/14 plays both, 10/6 one of them, after which no six is left."""
    assert play("24 10 13x1", "2x5 13x12", "64: 24/14") == []
    assert play("24 10 13x1", "2x5 13x12", "64: 10/6") == ["BG307"]


def test_of_a_double_as_many_as_possible_must_be_played() -> None:
    """Four fours from 20 to 4; only three where Bob holds 4."""
    assert play("20 14x1", "15x23", "44: 20/4") == []
    assert play("20 14x1", "15x23", "44: 20/8") == ["BG307"]
    assert play("20 14x1", "2x21 13x23", "44: 20/8") == []


def test_if_either_but_not_both_can_be_played_the_larger_must_be() -> None:
    """Behind 13/7 the five, behind 13/8 the six would land on 2, which Bob holds."""
    assert play("13 14x1", "2x23 13x20", "65: 13/7") == []
    assert play("13 14x1", "2x23 13x20", "65: 13/8") == ["BG308"]


def test_passing_only_when_nothing_can_be_played() -> None:
    """The six is open, or Bob holds 18."""
    assert play("24 14x1", "7 14x20", "66: Cannot Move") == ["BG307"]
    assert play("24 14x1", "2x7 13x20", "66: Cannot Move") == []


def test_bearing_off_only_with_all_checkers_at_home() -> None:
    """A checker on 8."""
    assert play("8 14x6", "15x1", "65: 8/2 6/1") == []
    assert play("8 14x6", "15x1", "65: 6/off 6/1") == ["BG305"]


def test_no_bearing_off_with_a_checker_on_the_bar() -> None:
    """It enters first, and stands outside then."""
    assert play("bar 14x6", "15x12", "61: bar/24 24/18") == []
    assert play("bar 14x6", "15x12", "61: bar/24 6/off") == ["BG305"]
    assert play("bar 14x6", "15x12", "61: 6/off 6/5") == ["BG304"]


def test_die_n_bears_off_from_n() -> None:
    """A four does not bear off from 5."""
    assert play("6 5 13x1", "15x1", "41: 6/2 2/1") == []
    assert play("6 5 13x1", "15x1", "41: 5/off 1/off") == ["BG303"]


def test_with_n_empty_a_checker_on_a_higher_point_must_be_moved() -> None:
    """A five with a checker on 6."""
    assert play("6 3 13x1", "15x1", "54: 6/1 3/off") == []
    assert play("6 3 13x1", "15x1", "54: 3/off 1/off") == ["BG306"]


def test_with_none_higher_the_highest_is_borne_off() -> None:
    """Three and two, not the ones."""
    assert play("3 2 13x1", "15x1", "54: 3/off 2/off") == []
    assert play("3 2 13x1", "15x1", "54: 1/off(2)") == ["BG306"]


def test_bearing_off_is_never_compulsory_where_the_die_has_another_move() -> None:
    """The four may move a checker from 6."""
    assert play("6 4 13x1", "15x1", "41: 4/off 6/5") == []
    assert play("6 4 13x1", "15x1", "41: 6/2 4/3") == []


def test_a_hit_during_the_bear_off_stops_it() -> None:
    """Bob hits on Ann's 5; her checker has to come round first."""
    before = place("5 4 2x1", "bar 14x6")
    kept = rows(("31: 4/1 1/off", "52: bar/20* 6/4"), ("61: bar/24/18", ""))
    broken = rows(("31: 4/1 1/off", "52: bar/20* 6/4"), ("61: bar/24 1/off", ""))
    assert told(before + kept) == []
    assert told(before + broken) == [("BG305", 2)]


@pytest.mark.parametrize(("points", "found"), [(3, []), (2, ["BG502"])])
def test_checkers_in_hand_count_like_the_bar(points: int, found: list[str]) -> None:
    """Bob has borne off none and has one in hand: a backgammon."""
    text = place("1", "bar 14x1") + rows(("21: 1/off", "")) + ANN_WINS.format(points)
    assert [code for code, _ in told(text, "dutch")] == found


def test_the_first_to_bear_off_all_wins() -> None:
    """Ann has, so Bob has not won, whatever he has left."""
    text = place("1", "1") + rows(("21: 1/off", ""))
    assert told(text + ANN_WINS.format(1)) == []
    assert [code for code, _ in told(text + BOB_WINS.format(1))] == ["BG501"]


# ---- 3: cube, score, match ---------------------------------------------------------------------------------


def test_doubling_only_on_the_own_turn() -> None:
    """It is Bob's turn when Ann doubles, having played already."""
    kept = rows(("31: 8/5 6/5", " Doubles => 2"), (" Takes", "52: 13/8 24/22"))
    broken = rows(("31: 8/5 6/5", ""), (" Doubles => 2", " Takes"), ("", "52: 13/8 24/22"))
    assert told(kept) == []
    assert told(broken)[0] == ("BG202", 2)


def test_centred_either_player_may_double() -> None:
    """Ann or Bob, each on the own turn."""
    assert told(rows(OPENING, (" Doubles => 2", " Drops")) + ANN_WINS.format(1)) == []
    assert told(rows(OPENING, ("61: 24/18 6/5", " Doubles => 2"), (" Drops", "")) + BOB_WINS.format(1)) == []


def test_a_double_needs_an_answer_before_the_roll() -> None:
    """Ann rolls without Bob's word."""
    assert told(rows(OPENING, (" Doubles => 2", " Takes"), ("61: 24/18 6/5", ""))) == []
    assert told(rows(OPENING, (" Doubles => 2", ""), ("61: 24/18 6/5", "")))[0][0] == "BG406"


def test_the_next_game_begins_at_the_score_the_last_one_made() -> None:
    """Ann has won 1."""
    first = game(1, 0, 0, rows(OPENING) + ANN_WINS.format(1))
    assert told(first + game(2, 1, 0, rows(OPENING))) == []
    assert [code for code, _ in told(first + game(2, 2, 0, rows(OPENING)))] == ["BG504"]


# ---- 4: long nardy -----------------------------------------------------------------------------------------


def test_home_is_1_to_6_in_long_nardy() -> None:
    """A checker on 7 has to come home first."""
    assert play("7 14x6", "15x10", "65: 7/1 6/1", "long-nardy") == []
    assert play("7 14x6", "15x10", "65: 6/off 6/1", "long-nardy") == ["BG305"]


def test_both_move_the_same_way_round() -> None:
    """Ann on 4 stands on Bob's 16, not on his 21: there his checker is free to land."""
    text = "1) 55: 24/4".ljust(38)
    assert told(f"  {text}21: 24/21\n", "long-nardy") == []
    assert told(f"  {text}62: 24/16\n", "long-nardy") == [("BG302", 1)]


def test_one_checker_a_turn_may_leave_the_head() -> None:
    """In the second turn there is no exception."""
    first = ("65: 24/13", "65: 24/13")
    assert told(rows(first, ("21: 24/21", "")), "long-nardy") == []
    assert told(rows(first, ("21: 24/22 24/23", "")), "long-nardy") == [("BG320", 2)]


def test_never_a_third_checker_leaves_the_head() -> None:
    """Two with 6-6 on the first turn."""
    assert told(rows(("66: 24/18(2)", "")), "long-nardy") == []
    assert told(rows(("66: 24/18(3)", "")), "long-nardy") == [("BG320", 1)]


def test_the_second_must_leave_where_it_plays_more() -> None:
    """One checker alone plays two of four fours."""
    assert told(rows(("44: 24/16(2)", "")), "long-nardy") == []
    assert told(rows(("44: 24/16", "")), "long-nardy") == [("BG307", 1)]


def test_the_full_roll_rule_holds_in_long_nardy() -> None:
    """The five is left."""
    assert told(rows(("65: 24/13", "")), "long-nardy") == []
    assert told(rows(("65: 24/18", "")), "long-nardy") == [("BG307", 1)]


@pytest.mark.parametrize(("bob", "points", "found"), [
    ("14x20", 1, []), ("14x20", 2, ["BG502"]), ("15x20", 2, []), ("15x20", 1, ["BG502"]), ("15x20", 3, ["BG502"]),
])  # fmt: skip
def test_oin_is_1_and_mars_is_2(bob: str, points: int, found: list[str]) -> None:
    """One borne off, or none; there is no backgammon, wherever the checkers stand."""
    text = place("1", bob) + rows(("21: 1/off", "")) + ANN_WINS.format(points)
    assert [code for code, _ in told(text, "long-nardy")] == found


def test_long_nardy_has_no_draw() -> None:
    """Bob, who did not start, has no last roll."""
    text = place("1", "20") + rows(("21: 1/off", ""))
    assert told(text + ANN_WINS.format(1), "long-nardy") == []
    assert "BG514" in [code for code, _ in told(text + "      Draw\n", "long-nardy")]


def test_long_nardy_has_no_cube_unless_it_is_turned_on() -> None:
    """A double, with and without one."""
    text = rows(("65: 24/13", " Doubles => 2"), (" Takes", "65: 24/13"))
    assert "BG403" in [code for code, _ in told(text, "long-nardy")]
    assert told(text, "long-nardy", "cube=on") == []


BLOCK = "9x24 21 20 19 18 17 10"
"""Ann's 21 to 17 are Bob's 9 to 5: a checker on 22 makes six in a row."""


def test_a_block_needs_an_opposing_checker_beyond_it() -> None:
    """Bob's checker on 3 is beyond 5 to 10; with all of his at 14 and farther none is."""
    assert play(BLOCK, "14x20 3", "21: 24/22 10/9", "long-nardy") == []
    assert play(BLOCK, "15x20", "21: 24/22 10/9", "long-nardy") == ["BG321"]


# ---- 5: Dutch backgammon and Acey-Deucey -------------------------------------------------------------------


def test_dutch_has_the_hungarian_automatic_doubles_and_cube() -> None:
    """Two ties stand behind a first double to 8; there is a cube."""
    before = rows(("61: bar/24 bar/19", "65: bar/19 bar/20"), (" Doubles => 8", " Drops"))
    assert told(before + ANN_WINS.format(4), "dutch") == []
    assert told(before + ANN_WINS.format(4), "dutch", "auto-doubles=1")[0] == ("BG404", 2)


def test_acey_deucey_has_no_cube() -> None:
    """A double has no meaning."""
    text = rows(("61: bar/24 bar/19", "65: bar/19 bar/20"))
    assert told(text, "acey-deucey") == []
    assert ("BG403", 2) in told(text + rows((" Doubles => 2", " Takes"), first=2), "acey-deucey")


@pytest.mark.parametrize(("points", "found"), [(15, []), (2, ["BG502"]), (3, ["BG502"])])
def test_acey_deucey_pays_checkers_instead_of_gammons(points: int, found: list[str]) -> None:
    """Bob has all fifteen left, three of them in hand."""
    text = place("1", "3xbar 12x6") + rows(("43: 1/off", "")) + ANN_WINS.format(points)
    assert [code for code, _ in told(text, "acey-deucey")] == found


def test_if_the_1_and_the_2_cannot_both_be_played_the_turn_ends() -> None:
    """From 13 the ace is closed, behind the deuce, too."""
    before = place("13", "2x13 2x15 11x6")
    assert told(before + rows(("21: 13/11", "63: 15/9 15/12")), "acey-deucey") == []
    assert told(before + rows(("21: 13/11", ""), ("33: 11/2 2/off", "")), "acey-deucey")[0] == ("BG202", 2)


def test_if_not_all_four_of_the_double_can_be_played_the_extra_roll_is_lost() -> None:
    """10/5 is the only five: Bob holds Ann's 19."""
    before = place("13 13x24", "2x6 13x8")
    kept = rows(("21: 13/10", ""), ("55: 10/5", "61: 8/2 8/7"))
    broken = rows(("21: 13/10", ""), ("55: 10/5", ""), ("64: 24/18 24/20", ""))
    assert told(before + kept, "acey-deucey") == []
    assert told(before + broken, "acey-deucey") == [("BG202", 3)]
