"""Games of every rule set, replayed: turns of several rolls, the head, blocks, entering, the last roll, draws."""

from __future__ import annotations

import re

import pytest

from bganalyze.pipeline import Checked, check_bytes
from bganalyze.rules.declared import RuleOptions
from bganalyze.rules.pages import page

HEAD = " 0 point match\n\n Game 1\n Ann : 0                           Bob : 0\n"


def check(rows: str, rules: str | None = None, *settings: str, tags: str = "") -> Checked:
    """A session of one game."""
    text = f"{tags}{HEAD}{rows}"
    return check_bytes(text.encode(), "game.mat", RuleOptions.parse(rules, settings))


def codes(checked: Checked, *but: str) -> list[tuple[str, int | None]]:
    """Codes with their row numbers, without notes and without those that are not asked about."""
    return [(f.code, f.move) for f in checked.findings if f.code not in ("BG503", "BG606", *but)]


ACEY = """  1)                                21: bar/24 bar/23
  2)                                33: bar/22(4)
  3)                                64: bar/21 bar/19
  4) 21: hand/24 hand/23
  5) 55: hand/20(4)
  6) 31: hand/24 hand/22            11: bar/24(3) 24/23
"""


def test_acey_deucey_turns_of_several_rolls() -> None:
    """1 and 2, the named double, another roll; a 1 and 2 of the opening roll does it, too."""
    assert codes(check(ACEY, "acey-deucey")) == []


def test_acey_deucey_by_a_tag_of_the_record() -> None:
    """The record says what it is played by."""
    checked = check(ACEY, tags='; [Rules "acey-deucey"]\n')
    assert codes(checked) == [] and checked.matches[0].rules.name == "acey-deucey"


def test_acey_deucey_named_double_is_missing() -> None:
    """Ann throws although Bob's double is to come."""
    rows = "  1)                                21: bar/24 bar/23\n  2) 64: bar/21 bar/19\n"
    assert codes(check(rows, "acey-deucey")) == [("BG325", 2)]


def test_acey_deucey_extra_roll_is_missing() -> None:
    """All four threes are played, so Bob throws again."""
    rows = "  1)                                21: bar/24 bar/23\n  2)                                33: bar/22(4)\n"
    assert codes(check(f"{rows}  3) 64: bar/21 bar/19\n", "acey-deucey")) == [("BG325", 3)]


def test_acey_deucey_what_is_named_is_a_double() -> None:
    """A 63 is no double; the turn is over with it."""
    rows = (
        "  1)                                21: bar/24 bar/23\n  2)                                63: bar/22 bar/19\n"
    )
    assert codes(check(f"{rows}  3) 64: bar/21 bar/19\n", "acey-deucey")) == [("BG325", 2)]


def test_acey_deucey_a_turn_that_is_over_gives_no_double() -> None:
    """After 64 it is the other player's turn."""
    rows = "  1)                                64: bar/21 bar/19\n  2)                                33: bar/22(4)\n"
    assert codes(check(rows, "acey-deucey")) == [("BG202", 2)]


def test_acey_deucey_is_told_from_backgammon() -> None:
    """Read as backgammon the first play is illegal, and the record says of which game it is."""
    checked = check(ACEY)
    assert "BG301" in [f.code for f in checked.findings]
    told = [dict(f.args)["problem"] for f in checked.findings if f.code == "BG606"]
    assert len(told) == 1 and str(told[0]).startswith("all plays are legal under acey-deucey, but not under money")


# Worked examples of the first turns of long nardy; Ann is White and starts.
FIRST_TURNS = [
    ("66", "24/18(2)", None),
    ("66", "24/18", "BG307"),
    ("44", "24/16(2)", None),
    ("33", "24/15 24/21", None),
    ("33", "24/18(2)", None),
    ("55", "24/4", None),
    ("55", "24/19(2)", "BG320"),
    ("22", "24/16", None),
    ("11", "24/20", None),
    ("61", "24/17", None),
    ("61", "24/18 24/23", "BG320"),
]


@pytest.mark.parametrize(("dice", "play", "code"), FIRST_TURNS)
def test_long_nardy_first_turns(dice: str, play: str, code: str | None) -> None:
    """The head opens for a second checker on the first turn only where it must."""
    checked = check(f"  1) {dice}: {play}\n", "long-nardy")
    assert codes(checked) == ([] if code is None else [(code, 1)])


SECOND_TURNS = [
    ("55: 24/4", "44: 24/20", "long-nardy", None),
    ("55: 24/4", "44: 24/20(2)", "long-nardy", "BG320"),
    ("55: 24/4", "44: 24/20(2)", "long-nardy-a", None),
    ("22: 24/16", "55: 24/9", "long-nardy", None),
    ("55: 24/4", "62: 24/18", "long-nardy", None),
    ("55: 24/4", "62: 24/22", "long-nardy", "BG308"),
    ("55: 24/4", "53: 24/19", "long-nardy", None),
    ("55: 24/4", "22: 24/16", "long-nardy", "BG302"),
]


@pytest.mark.parametrize(("white", "black", "rules", "code"), SECOND_TURNS)
def test_long_nardy_answers(white: str, black: str, rules: str, code: str | None) -> None:
    """Black's first turn behind White's: examples of the rules."""
    checked = check(f"  1) {white:<34}{black}\n", rules)
    assert codes(checked) == ([] if code is None else [(code, 1)])


def test_long_nardy_one_checker_a_turn_leaves_the_head() -> None:
    """From the second turn on there is no exception."""
    rows = "  1) 66: 24/18(2)                    66: 24/18(2)\n  2) 66: 24/18(2) 18/12\n"
    assert codes(check(rows, "long-nardy"))[0][0] in ("BG320", "BG302")


def test_dutch_all_checkers_enter_first() -> None:
    """Thirteen are still in hand when one goes on."""
    rows = "  1) 61: bar/24 bar/19              65: bar/19 bar/20\n  2) 42: 24/20 bar/23\n"
    assert codes(check(rows, "dutch")) == [("BG324", 2)]


def test_dutch_no_hit_before_a_checker_is_home() -> None:
    """Bob's blot stands on Ann's 19, which is his 6."""
    rows = "  1) 61: bar/24 bar/19              65: bar/19 bar/20\n"
    assert codes(check(f"{rows}  2) 51: bar/20 bar/24\n", "dutch")) == []


@pytest.mark.parametrize(
    ("name", "rows", "expected"),
    [("caucasian", "  1) 31: 8/5 6/5                    42: 8/4 6/4\n", [])],
)
def test_short_nardy_plays_like_backgammon(name: str, rows: str, expected: list[str]) -> None:
    """Nothing is hit here."""
    assert codes(check(rows, name)) == expected


def test_a_hitter_may_not_run_on_to_its_own() -> None:
    """Ann hits on 5 in her home board and goes on to 4 where another of hers is: illegal in caucasian and polish."""
    rows = "  1) 42: 8/4 6/4                    43: 24/20 13/10\n  2) 11: 6/5*/4 8/7(2)\n"
    assert codes(check(rows, "caucasian"))[:1] == [("BG322", 2)]
    assert codes(check(rows, "polish-short"))[:1] == [("BG322", 2)]
    assert codes(check(rows, "money")) == []


def test_examples_of_the_page_of_the_notation() -> None:
    """What the page shows is read and is legal."""
    blocks = re.findall(r"```mat\n(.*?)```", page("notation"), re.S)
    assert len(blocks) == 2
    for block in blocks:
        checked = check_bytes(block.encode(), "page.mat")
        assert codes(checked) == [] and checked.matches[0].games[0].plies > 1
