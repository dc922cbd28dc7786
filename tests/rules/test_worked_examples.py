"""The worked examples of the rules' source texts, row by row as the table of rules.md section 9 numbers them."""

from __future__ import annotations

import pytest
from rule_boards import START, board, steps

from bganalyze.findings.codes import severity
from bganalyze.model.position import Position
from bganalyze.pipeline import Checked, check_bytes
from bganalyze.rules.declared import RuleOptions
from bganalyze.rules.diagnose import diagnose
from bganalyze.rules.generate import generate
from bganalyze.rules.plays import compile_play, is_dance, verify


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
