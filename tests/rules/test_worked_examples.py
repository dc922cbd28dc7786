"""The worked examples of the rules' source texts, row by row as the table of rules.md section 9 numbers them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from naive_variants import naive_results, their_number
from rule_boards import START, board, steps

from bganalyze.findings.codes import severity
from bganalyze.model.position import Position
from bganalyze.pipeline import Checked, check_bytes
from bganalyze.rules.declared import RuleOptions
from bganalyze.rules.diagnose import diagnose
from bganalyze.rules.generate import generate
from bganalyze.rules.plays import compile_play, is_dance, verify
from bganalyze.rules.variant_plays import Before, all_played, results
from bganalyze.rules.variant_plays import diagnose as diagnose_by_rules
from bganalyze.rules.variant_plays import verify as verify_by_rules
from bganalyze.rules.variants import PRESETS, Rules


def _legal(position: Position, dice: tuple[int, int], text: str) -> bool:
    answers = []
    for roll in (dice, dice[::-1]):
        after = verify(position.on_roll, position.opponent, compile_play(roll, steps(text)))
        assert after is None or Position(after[0], after[1]) in {p.position for p in generate(position, roll)}
        answers.append(after is not None)
    assert answers[0] == answers[1], "the order of the dice makes a difference"
    return answers[0]


def _checkers(position: Position, dice: tuple[int, int]) -> list[dict[int, int]]:
    """Points of the mover after every legal play."""
    found = []
    for play in generate(position, dice):
        own, _ = play.position.counts()
        found.append({p: own[p] for p in range(1, 26) if own[p]})
    return found


def test_row_1_six_must_be_borne_off_and_the_four_is_free() -> None:
    """6-4: 6/off with 4/off, 5/1 or 6/2; three plays."""
    position = board("3x6 3x5 3x4 2x3 2x2 2x1", "15x1")
    assert len(generate(position, (6, 4))) == 3
    for text in ("6/off 4/off", "6/off 5/1", "6/off 6/2"):
        assert _legal(position, (6, 4), text)
    for text in ("6/2 4/off", "6/2 5/1", "5/1 4/off", "6/off", "6/off 3/off"):
        assert not _legal(position, (6, 4), text)


def test_row_2_fives_bear_off_the_highest() -> None:
    """5-5 leaves one checker on the ace point; the only play."""
    position = board("5 2x3 2 1", "15x1")
    assert _checkers(position, (5, 5)) == [{1: 1}]
    assert _legal(position, (5, 5), "5/off 3/off(2) 2/off")
    assert not _legal(position, (5, 5), "5/off 3/off(2) 1/off")


def test_row_3_no_bearing_off_from_behind() -> None:
    """6 and 5 with 2-1: moves inside the home board only."""
    position = board("6 5", "15x1")
    assert all(sum(after.values()) == 2 for after in _checkers(position, (2, 1)))
    for text in ("6/4 5/4", "6/3", "5/2", "6/5 5/3"):
        assert _legal(position, (2, 1), text)
    assert not _legal(position, (2, 1), "6/off")


def test_row_4_four_sixes() -> None:
    """6-6 bears off four from the six point."""
    position = board("4x6 3x4 2x1", "15x1")
    assert _checkers(position, (6, 6)) == [{4: 3, 1: 2}]
    assert _legal(position, (6, 6), "6/off(4)")
    assert not _legal(position, (6, 6), "6/off(3)")


def test_row_5_larger_dice_bear_off_the_highest() -> None:
    """3 and 2 with 5-4."""
    position = board("3 2", "15x1")
    assert _checkers(position, (5, 4)) == [{}]
    assert _legal(position, (5, 4), "3/off 2/off")


def test_row_6_last_checker_in_one_or_two_steps() -> None:
    """5 alone with 5-1: 5/4/off; 5/off is accepted, the game is over."""
    position = board("5", "15x1")
    assert _legal(position, (5, 1), "5/4/off")
    assert _legal(position, (5, 1), "5/off")
    assert not _legal(position, (5, 1), "5/4")


def test_row_7_both_dice_fit() -> None:
    """4 and 1 with 4-1."""
    assert _legal(board("4 1", "15x1"), (4, 1), "4/off 1/off")


@pytest.mark.parametrize(
    ("held", "entries"),
    [
        pytest.param("", {"bar/23", "bar/19"}, id="both-open"),
        pytest.param("2x2", {"bar/19"}, id="23-held"),
        pytest.param("2x6", {"bar/23"}, id="19-held"),
        pytest.param("2x2 2x6", set(), id="both-held"),
    ],
)
def test_row_10_a_checker_enters_with_one_die(held: str, entries: set[str]) -> None:
    """6-2 from the bar: on 23 or 19 where open; with both held the open 17 is no entry."""
    position = board("bar 2x13", held)
    for entry, rest in (("bar/23", "13/7"), ("bar/19", "13/11")):
        assert _legal(position, (6, 2), f"{entry} {rest}") == (entry in entries)
    assert _legal(position, (6, 2), "bar/17") == bool(entries), "only over an open entry point"
    assert is_dance(position.on_roll, position.opponent, (6, 2)) == (not entries)


def test_row_11_one_of_two_enters() -> None:
    """Two on the bar, one entry open: one enters, the other die is lost."""
    position = board("2xbar 2x13", "2x6")
    assert _checkers(position, (6, 2)) == [{25: 1, 23: 1, 13: 2}]
    assert _legal(position, (6, 2), "bar/23")
    assert not _legal(position, (6, 2), "bar/23 13/7")
    assert not _legal(position, (6, 2), "bar/17")


def test_row_12_back_checkers_are_held_by_two_points() -> None:
    """2x24 against 20 and 19 with 5-4: neither 4, 5 nor 9, though 15 is open."""
    position = board("2x24 5x13 3x8 5x6", "2x5 2x6")
    after = _checkers(position, (5, 4))
    assert after
    assert all(points[24] == 2 for points in after)
    for text in ("24/20 13/8", "24/19 13/9", "24/15"):
        assert not _legal(position, (5, 4), text)


def test_row_16_dice_are_not_split() -> None:
    """5-3 played as 2, 3 and 3."""
    position = board(START, START)
    written = steps("24/22 13/10 8/5")
    assert verify(position.on_roll, position.opponent, compile_play((5, 3), written)) is None
    fault = diagnose(position, (5, 3), written)
    assert (fault.code, fault.step) == ("BG303", 0), "the two fits no die"


# ---- plays of other rule sets ------------------------------------------------------------------------------

LONG = PRESETS["long-nardy"]
HEADS = "15x24"
LATER, FIRST = Before(), Before(first=True)


def _board(rules: Rules, own: str, opponent: str) -> Position:
    """Checkers x point in each side's own numbering; no point is held by both."""
    position = Position(board(own).on_roll, board(opponent).on_roll)
    mine, theirs = position.counts()
    assert not [p for p in range(1, 25) if mine[p] and theirs[their_number(rules, p)]]
    return position


def _moved(position: Position, text: str) -> dict[int, int]:
    """Points of the mover behind single steps, added up without any rules."""
    own, _ = position.counts()
    for s in steps(text):
        own[s.points[0]] -= s.times
        own[s.points[-1]] += s.times
    return {p: own[p] for p in range(26) if own[p]}


def _plays_are(rules: Rules, position: Position, dice: tuple[int, int], before: Before, texts: Iterable[str]) -> None:
    """The legal results are those of the texts and no others, for the rules and for the naive generator."""
    expected = sorted(sorted(_moved(position, text).items()) for text in texts)
    for roll in (dice, dice[::-1]):
        for found in (results(rules, position, roll, before), naive_results(rules, position, roll, before)):
            owns = [after.counts()[0] for after in found]
            assert sorted([(p, own[p]) for p in range(26) if own[p]] for own in owns) == expected
        for text in texts:
            assert verify_by_rules(rules, position, roll, steps(text), before) is not None


def _refused(rules: Rules, position: Position, dice: tuple[int, int], before: Before, text: str) -> str:
    assert verify_by_rules(rules, position, dice, steps(text), before) is None
    return diagnose_by_rules(rules, position, dice, steps(text), before).code


BOTH = pytest.mark.parametrize("name", ["long-nardy", "long-nardy-a"])


@BOTH
def test_row_8_empty_points_bear_off_the_highest(name: str) -> None:
    """6-5 with 6 and 5 empty: two from 4; with one on 4 that one and one from 3."""
    rules = PRESETS[name]
    _plays_are(rules, _board(rules, "2x4 3x3 2", HEADS), (6, 5), LATER, ["4/off(2)"])
    _plays_are(rules, _board(rules, "4 3x3 2", HEADS), (6, 5), LATER, ["4/off 3/off"])


@BOTH
def test_row_9_the_three_is_free(name: str) -> None:
    """6-3 with all at home: 6/off, with 3/off or the 3 from 6, 5 or 4."""
    rules = PRESETS[name]
    texts = ["6/off 3/off", "6/off 6/3", "6/off 5/2", "6/off 4/1"]
    _plays_are(rules, _board(rules, "3x6 3x5 3x4 3x3 2x2 1", "15x10"), (6, 3), LATER, texts)


@BOTH
def test_row_13_bearing_off_behind_the_last_entry(name: str) -> None:
    """6-1 with one on 7 and own 1 held by the opponent: 7/6/off; or 7/6 where that is not allowed."""
    rules = PRESETS[name]
    position = _board(rules, "7 14x2", "14x24 13")
    _plays_are(rules, position, (6, 1), LATER, ["7/off"])
    assert verify_by_rules(rules, position, (6, 1), steps("7/6/off"), LATER) is not None
    assert verify_by_rules(rules, position, (6, 1), steps("7/6 6/off"), LATER) is not None
    other = replace(rules, bear_off_after_entry=False)
    _plays_are(other, position, (6, 1), LATER, ["7/6"])
    assert _refused(other, position, (6, 1), LATER, "7/6/off") == "BG305"
    assert _refused(rules, position, (6, 1), LATER, "7/6") == "BG307"


@BOTH
def test_row_14_one_checker_must_play_both(name: str) -> None:
    """6-4, and only the checker on 20 can play either."""
    rules = PRESETS[name]
    position = _board(rules, "20 14x1", HEADS)
    _plays_are(rules, position, (6, 4), LATER, ["20/10"])
    for text in ("20/14", "20/16"):
        assert _refused(rules, position, (6, 4), LATER, text) == "BG307"


@BOTH
def test_row_15_either_but_not_both_is_the_six(name: str) -> None:
    """6-4 from 13 with own 3 held: by one checker, which is enough."""
    rules = PRESETS[name]
    position = _board(rules, "13 14x1", "14x24 15")
    _plays_are(rules, position, (6, 4), LATER, ["13/7"])
    assert _refused(rules, position, (6, 4), LATER, "13/9") == "BG308"


@pytest.mark.parametrize("name", PRESETS)
def test_row_16_dice_are_not_split_under_any_rules(name: str) -> None:
    """5-3 played as 2, 3 and 3."""
    rules = PRESETS[name]
    position = rules.start_position()
    for text in ("24/22/19/16", "bar/23 bar/22 bar/22"):
        assert verify_by_rules(rules, position, (5, 3), steps(text), FIRST) is None
        assert diagnose_by_rules(rules, position, (5, 3), steps(text), FIRST).code in ("BG301", "BG303", "BG324")


def test_row_22_is_everything_of_a_roll_played() -> None:
    """The 1 and the 2 both, or the turn ends; four fives, or there is no extra roll."""
    rules = PRESETS["acey-deucey"]
    hand = "15xbar"
    assert all_played(rules, _board(rules, hand, hand), (2, 1), LATER)
    assert all_played(rules, _board(rules, hand, hand), (5, 5), LATER)
    # The opponent holds own 23 and no checker but those in hand can play: the 2 is lost, bar/24/22 is the 3.
    assert all_played(rules, _board(rules, hand, "2x2 13xbar"), (2, 1), LATER)
    assert not all_played(rules, _board(rules, hand, "2x2 2x3 11xbar"), (2, 1), LATER)
    _plays_are(rules, _board(rules, hand, "2x2 2x3 11xbar"), (2, 1), LATER, ["bar/24"])
    # Own 20 is closed to the fives; 24/19/14 are two of them, and 9 is closed.
    position = _board(rules, "24 14xbar", "2x5 2x16 11xbar")
    assert not all_played(rules, position, (5, 5), LATER)
    _plays_are(rules, position, (5, 5), LATER, ["24/19/14"])
    assert all_played(rules, _board(rules, "24 14xbar", "2x5 13xbar"), (5, 5), LATER), "24/4"


@pytest.mark.parametrize(
    ("own", "opponent", "dice", "text", "refused"),
    [
        pytest.param("13 2x5 12x4", "18 14x1", (6, 2), "13/7*/5", {"polish-short"}, id="hit-outside"),
        pytest.param("8 2x2 12x6", "21 14x1", (4, 2), "8/4*/2", {"polish-short", "caucasian"}, id="hit-at-home"),
        pytest.param("8 13x6 3", "21 14x1", (4, 1), "8/4*/3", {"polish-short", "caucasian"}, id="to-a-single-one"),
        pytest.param("8 14x6", "21 14x1", (4, 1), "8/4*/3", set(), id="to-an-empty-point"),
        pytest.param("8 14x6", "21 14x1", (4, 2), "8/4* 6/4", set(), id="covered-by-another"),
    ],
)
def test_row_26_hit_and_cover(own: str, opponent: str, dice: tuple[int, int], text: str, refused: set[str]) -> None:
    """The hitter moves on to an own point in the same turn: illegal anywhere, or only for a hit at home."""
    for name in ("backgammon", "short-nardy-cox", "caucasian", "polish-short"):
        rules = PRESETS[name]
        position = _board(rules, own, opponent)
        if name in refused:
            assert _refused(rules, position, dice, LATER, text) == "BG322"
        else:
            assert verify_by_rules(rules, position, dice, steps(text), LATER) is not None


# ---- first turns of long nardy (section 4.3) ---------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("die", "texts"),
    [
        pytest.param(6, ["24/18(2)"], id="two-of-four-sixes"),
        pytest.param(5, ["24/4"], id="fives-one-checker"),
        pytest.param(4, ["24/16(2)"], id="fours"),
        pytest.param(3, ["24/15 24/21", "24/18(2)"], id="threes"),
        pytest.param(2, ["24/16"], id="twos-one-checker"),
        pytest.param(1, ["24/20"], id="ones-one-checker"),
    ],
)
def test_first_double_against_an_unmoved_opponent(name: str, die: int, texts: list[str]) -> None:
    """The opponent's head stops sixes, fours and threes, and lets a second checker leave."""
    _plays_are(PRESETS[name], LONG.start_position(), (die, die), FIRST, texts)


@BOTH
@pytest.mark.parametrize(("a", "b"), [(a, b) for a in range(2, 7) for b in range(1, a)])
def test_first_mixed_roll_against_an_unmoved_opponent(name: str, a: int, b: int) -> None:
    """One checker plays both dice."""
    _plays_are(PRESETS[name], LONG.start_position(), (a, b), FIRST, [f"24/{24 - a - b}"])


@pytest.mark.parametrize(
    ("name", "opponent", "dice", "texts"),
    [
        pytest.param("long-nardy", "14x24 4", (4, 4), ["24/20"], id="B-fours-stopped-at-16"),
        pytest.param("long-nardy-a", "14x24 4", (4, 4), ["24/20(2)"], id="A-fours-stopped-at-16"),
        pytest.param("long-nardy", "14x24 16", (5, 5), ["24/9"], id="B-fives-stopped-at-4"),
        pytest.param("long-nardy-a", "14x24 16", (5, 5), ["24/9 24/19", "24/14(2)"], id="A-fives-stopped-at-4"),
        pytest.param("long-nardy", "14x24 4", (6, 2), ["24/18"], id="B-the-larger-of-6-2"),
        pytest.param("long-nardy-a", "14x24 4", (6, 2), ["24/18 24/22"], id="A-both-of-6-2"),
        pytest.param("long-nardy", "14x24 4", (5, 3), ["24/19"], id="B-the-larger-of-5-3"),
        pytest.param("long-nardy-a", "14x24 4", (5, 3), ["24/19 24/21"], id="A-both-of-5-3"),
        pytest.param("long-nardy", "14x24 4", (2, 2), ["24/18"], id="B-three-twos"),
        pytest.param("long-nardy-a", "14x24 4", (2, 2), ["24/18 24/22", "24/20(2)"], id="A-four-twos"),
    ],
)
def test_first_double_of_the_second_player(name: str, opponent: str, dice: tuple[int, int], texts: list[str]) -> None:
    """White has played 5-5 (24/4, Black's 16) or 2-2 (24/16, Black's 4)."""
    rules = PRESETS[name]
    _plays_are(rules, _board(rules, HEADS, opponent), dice, FIRST, texts)


# ---- money play --------------------------------------------------------------------------------------------


def _check(text: str, rules: str = "money", *settings: str) -> Checked:
    return check_bytes(text.encode(), options=RuleOptions.parse(rules, settings))


def _loud(checked: Checked) -> list[tuple[str, int | None]]:
    return [(f.code, f.line) for f in checked.findings if severity(f) != "note"]


def test_row_19_accepted_beaver_plays_for_four() -> None:
    """1 to 2, beaver to 4: the beaverer keeps the cube and wins 4."""
    checked = _check("""\
 0 point match
 Game 1
 Al : 0                          Bo : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2)  Doubles => 2                Beavers => 4
  3) 42: 8/4 6/4                  Doubles => 8
  4)  Drops
                                  Wins 4 points
""")
    assert _loud(checked) == []
    game = checked.matches[0].games[0]
    assert (game.winner, game.points, game.cube, game.cube_owner) == (1, 4, 4, 1)


def test_row_19_declined_beaver_loses_the_doubled_stake() -> None:
    """The doubler gives up against the beaver and loses 2."""
    record = """\
 0 point match
 Game 1
 Al : 0                          Bo : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2)  Doubles => 2                Beavers => 4
  3)  Drops
                                  Wins {} points
"""
    checked = _check(record.format(2))
    assert _loud(checked) == []
    assert (checked.matches[0].games[0].winner, checked.matches[0].games[0].points) == (1, 2)
    for wrong in (1, 4):
        assert _loud(_check(record.format(wrong))) == [("BG502", 7)]


GAMMON = """\
 0 point match
 Game 1
 Al : 0                          Bo : 0
; Set Pos=-C-----------------o------/0
  1) 21: 1/0 1/0                 31: 6/3 6/5
  2) 65: 1/0
      Wins {} points
"""
"""Al bears off his last three checkers while Bo has borne off none: a gammon with the cube unturned."""

TURNED = GAMMON.replace("  2)", "  2)  Doubles => 2                Takes\n  3)")


@pytest.mark.parametrize(
    ("record", "jacoby", "points"),
    [
        pytest.param(GAMMON, "on", 1, id="unturned"),
        pytest.param(TURNED, "on", 4, id="turned-to-2"),
        pytest.param(GAMMON, "off", 2, id="without-the-rule"),
        pytest.param(TURNED, "off", 4, id="turned-without-the-rule"),
    ],
)
def test_row_20_gammons_under_the_jacoby_rule(record: str, jacoby: str, points: int) -> None:
    """1 unturned, 4 with the cube at 2; without the rule 2 unturned."""
    line = record.count("\n")
    for declared in (1, 2, 4):
        checked = _check(record.format(declared), "money", f"jacoby={jacoby}")
        assert checked.matches[0].games[0].result == "gammon"
        assert checked.matches[0].games[0].points == points
        assert _loud(checked) == ([] if declared == points else [("BG502", line)])


def test_row_20_passed_double_is_one_point() -> None:
    """A double that is passed wins the value before it."""
    checked = _check("""\
 0 point match
 Game 1
 Al : 0                          Bo : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2)  Doubles => 2                Drops
      Wins 1 point
""")
    assert _loud(checked) == []
    assert checked.matches[0].games[0].points == 1


@pytest.mark.parametrize(
    ("rules", "settings", "value", "accepted"),
    [
        pytest.param("money", (), 2, True, id="no-automatic-doubles"),
        pytest.param("money", (), 4, False, id="none-allowed"),
        pytest.param("money-auto", (), 4, True, id="one-a-game-cube-2"),
        pytest.param("money-auto", (), 8, False, id="two-where-one-is-allowed"),
        pytest.param("money", ("auto-doubles=unlimited",), 8, True, id="each-tie-stake-4"),
    ],
)
def test_row_21_ties_of_the_opening_roll(rules: str, settings: tuple[str, ...], value: int, accepted: bool) -> None:
    """After ties at 3-3 and 5-5 the cube stands at 2 or at 4, so the first double goes to 4 or to 8."""
    checked = _check(
        f"""\
 0 point match
 Game 1
 Al : 0                          Bo : 0
  1) 62: 24/18 13/11             52: 13/8 24/22
  2)  Doubles => {value}                Takes
  3) 31: 8/5 6/5                  Doubles => {2 * value}
  4)  Drops
                                  Wins {value} points
""",
        rules,
        *settings,
    )
    assert _loud(checked) == ([] if accepted else [("BG404", 5)])
    assert checked.matches[0].games[0].points == value
