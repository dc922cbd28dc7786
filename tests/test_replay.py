"""Records written by hand, replayed: turns, plays, dances, hits, the cube, and what follows a fault.

Findings are shown as line, code, and what is unusual about them (``note``, ``warning``, ``follow-up``). Most
records are unlimited sessions, in which nothing but the game itself can be remarkable.
"""

from __future__ import annotations

import pytest

from bganalyze.findings.codes import message, severity
from bganalyze.findings.finding import Finding
from bganalyze.model.position import Position
from bganalyze.pipeline import Checked, GameResult, check_bytes
from bganalyze.rules.declared import RuleOptions

HEAD = """\
 0 point match
 Game 1
 Al : 0                          Bo : 0
"""
"""Rows begin in line 4."""
ROW_1 = "  1) 31: 8/5 6/5                 52: 13/8 24/22\n"
"""A legal first turn of both."""


def _check(rows: str, rules: str | None = None, *settings: str, head: str = HEAD) -> Checked:
    return check_bytes((head + rows).encode(), options=RuleOptions.parse(rules, settings))


def _found(checked: Checked) -> list[str]:
    lines = []
    for f in sorted(checked.findings, key=lambda f: (f.line or 0, f.code)):
        kind = severity(f)
        words = [str(f.line), f.code, *([kind] if kind != "error" else []), *(["follow-up"] if f.follow_up else [])]
        lines.append(" ".join(words))
    return lines


def _finding(checked: Checked, code: str) -> Finding:
    (found,) = [f for f in checked.findings if f.code == code]
    return found


def _quoted(finding: Finding) -> str:
    """The text that the columns point at."""
    assert finding.column is not None and finding.end_column is not None
    return finding.source[finding.column - 1 : finding.end_column - 1]


def _game(checked: Checked, number: int = 0) -> GameResult:
    return checked.matches[0].games[number]


def _cube(checked: Checked) -> tuple[int, int | None]:
    return _game(checked).cube, _game(checked).cube_owner


def _sides(game: GameResult) -> tuple[dict[int, int], dict[int, int]]:
    """Al's and Bo's points at the end of a game."""
    assert game.position is not None
    own, other = game.position.counts()
    points = [{p: side[p] for p in range(1, 26) if side[p]} for side in (own, other)]
    return (points[1], points[0]) if game.on_roll == 1 else (points[0], points[1])


# ---- turns -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(ROW_1 + "      Wins 1 point\n", id="left-opens"),
        pytest.param(
            "  1)                             52: 13/8 24/22\n  2) 31: 8/5 6/5\n      Wins 1 point\n", id="right-opens"
        ),
    ],
)
def test_either_player_may_open(rows: str) -> None:
    """Nothing is remarkable; two rolls were made."""
    checked = _check(rows)
    assert _found(checked) == []
    game = _game(checked)
    assert (game.plies, game.checked, game.winner) == (2, "full", 0)
    assert _sides(game) == (
        {24: 2, 13: 5, 8: 2, 6: 4, 5: 2},
        {24: 1, 22: 1, 13: 4, 8: 4, 6: 5},
    )


def test_opening_roll_is_no_double() -> None:
    """A later double is one; a set-up position has no opening roll."""
    checked = _check("  1) 33: 8/5(2) 6/3(2)            52: 13/8 6/4\n      Wins 1 point\n")
    assert _found(checked) == ["4 BG201"]
    assert _found(_check("; Set Pos=-b----E-C---eE---c-e----B-/0\n  1) 33: 8/5(2) 6/3(2)\n      Wins 1 point\n")) == []


def test_two_rolls_of_one_player() -> None:
    """Told at the second; a star that fits only if the missing turn was made is a follow-up."""
    checked = _check(
        ROW_1
        + "  2)                             61: 13/7 8/7\n"
        + "  3) 42: 8/4 6/4                 42: 13/9* 6/4\n"
        + "      Wins 1 point\n"
    )
    assert _found(checked) == ["5 BG202", "6 BG311 warning follow-up"]
    assert _finding(checked, "BG202").player == 1
    assert _game(checked).checked == "after-a-break"


def test_roll_out_of_turn_is_followed_as_written() -> None:
    """The checkers of the player who acted have moved."""
    checked = _check(ROW_1 + "  2)                             61: 13/7 8/7\n      Wins 1 point\n")
    assert _sides(_game(checked))[1] == {24: 1, 22: 1, 13: 3, 8: 3, 7: 2, 6: 5}


@pytest.mark.parametrize(
    "row",
    [
        pytest.param("  3) 64: 8/2 6/2\n", id="roll"),
        pytest.param("  3)                              Doubles => 2\n", id="double"),
        pytest.param("  3)  Takes\n", id="answer"),
    ],
)
def test_action_after_the_end(row: str) -> None:
    """Told once, however much follows; the drop has ended the game."""
    drop = "  2)  Doubles => 2                Drops\n"
    checked = _check(ROW_1 + drop + row + "  4) 21: 13/11 6/5               41: 24/23 13/9\n      Wins 1 point\n")
    assert _found(checked) == ["6 BG204"]
    assert (_game(checked).result, _game(checked).points) == ("drop", 1)


# ---- plays -------------------------------------------------------------------------------------------------


def test_illegal_play_stands() -> None:
    """Al's 8/6 with a three and a one: he gets what he moved, and the game goes on from there."""
    checked = _check(
        "  1) 31: 8/6 6/5                 52: 13/8 24/22\n"
        "  2) 64: 24/14                   41: 24/23 13/9\n"
        "      Wins 1 point\n"
    )
    assert _found(checked) == ["4 BG303"]
    finding = _finding(checked, "BG303")
    assert _quoted(finding) == "8/6"
    assert (finding.move, finding.player, finding.player_name, finding.roll) == (1, 0, "Al", (3, 1))
    assert finding.play == "8/6 6/5"
    assert finding.gnu_id is not None and finding.gnu_id.startswith("4HPwATDgc/ABMA:")
    assert message(finding) == "31: 8/6 6/5: step 8/6 moves 2 points; the die left is 3"
    game = _game(checked)
    assert (game.checked, game.plies) == ("after-a-break", 4)
    assert _sides(game)[0] == {24: 1, 14: 1, 13: 5, 8: 2, 6: 5, 5: 1}


def test_play_that_cannot_be_made_loses_the_board() -> None:
    """No checker on 9: one error, one note, and nothing more is checked; the next game is."""
    checked = _check(
        "  1) 31: 9/6 8/7                 52: 13/8 24/22\n"
        "  2) 64: 20/10                   41: 17/16 13/9\n"
        "      Wins 1 point\n"
        " Game 2\n"
        " Al : 1                          Bo : 0\n"
        "  1) 31: 8/5 6/4                 52: 13/8 24/22\n"
        "      Wins 1 point\n"
    )
    assert _found(checked) == ["4 BG301", "4 BG390 note", "9 BG303"]
    assert [g.checked for g in checked.matches[0].games] == ["none", "after-a-break"]
    assert _game(checked).position is None
    assert (_game(checked).winner, _game(checked).declared_points, checked.matches[0].score) == (0, 1, (2, 0))


def test_board_that_is_lost_in_the_middle_is_checked_partly() -> None:
    """Three rolls were checked; cube and result are still followed."""
    checked = _check(
        ROW_1
        + "  2) 64: 24/14                   41: 20/15\n"
        + "  3)  Doubles => 2                Takes\n"
        + "  4) 21: 4/1                      Doubles => 2\n"
        + "  5)  Drops\n"
        + "                                 Wins 2 points\n"
    )
    assert _found(checked) == ["5 BG301", "5 BG390 note", "7 BG404"]
    assert (_game(checked).checked, _game(checked).points) == ("partly", 2)


def test_last_play_that_cannot_be_made_leaves_nothing_unchecked() -> None:
    """No note where no play follows."""
    checked = _check(ROW_1 + "  2) 64: 20/10\n                                 Wins 1 point\n")
    assert _found(checked) == ["5 BG301"]


def test_what_follows_from_an_illegal_play_is_a_follow_up() -> None:
    """Al moved ten points with 6-2 and stands on 16; the writer goes on from 18."""
    checked = _check(
        "  1) 62: 24/16 13/11             31: 8/5 6/5\n"
        "  2) 41: 18/14 6/5               52: 13/8 24/22\n"
        "      Wins 1 point\n"
    )
    assert _found(checked) == ["4 BG303", "5 BG301 follow-up", "5 BG390 note"]


def test_faults_that_the_text_alone_shows_are_no_follow_ups() -> None:
    """Behind an illegal play: a step of no die, and a step backwards, are wrong by themselves."""
    checked = _check(
        "  1) 31: 8/6 6/5                 52: 13/8 24/22\n"
        "  2) 64: 13/8 13/9               41: 8/9 13/12\n"
        "      Wins 1 point\n"
    )
    assert _found(checked) == ["4 BG303", "5 BG303", "5 BG310"]


def test_last_checker_borne_off_with_dice_left() -> None:
    """Three checkers with 6-6: the game is over after three steps, and after one with a mixed roll."""
    for rows in ("  1) 66: 2/0 1/0 1/0\n", "  1) 66: 2/off 1/off(2)\n"):
        checked = _check(f"; Set Pos=-BA----------------n------/0\n{rows}      Wins 1 point\n")
        assert _found(checked) == []
        assert _game(checked).result == "single"
    checked = _check("; Set Pos=-----A-------------n------/0\n  1) 51: 5/0\n      Wins 1 point\n")
    assert _found(checked) == []


def test_marked_illegal_play_gives_the_position() -> None:
    """Snowie's line, with Bo to roll, is taken over: the next play fits it and nothing else."""
    line = "0;0;0;1;1;Bo;Al;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-2;0;-4;-1;-1;0;0;1;1;0;0"
    checked = _check(
        f"  1) 31: Illegal play ({line})\n  2)                             42: bar/23 13/9\n      Wins 1 point\n"
    )
    assert _found(checked) == ["4 BG313"]
    al, bo = _sides(_game(checked))
    assert bo == {24: 1, 23: 1, 13: 4, 9: 1, 8: 3, 6: 5}
    assert al == {24: 2, 13: 5, 8: 2, 6: 4, 5: 1, 4: 1}
    assert _game(checked).checked == "after-a-break"


# ---- rolls without a play ----------------------------------------------------------------------------------

CLOSED = "; Set Pos=aBBBBBB---B---------m-----/0\n"
"""Al holds his home board, Bo is on the bar with all others on his five point."""


@pytest.mark.parametrize("cell", ["66:", "66: ", "66: Cannot Move", "21: no move"])
def test_dance(cell: str) -> None:
    """Nothing can be played: nothing is to be said, but for a word that is not the format's own."""
    checked = _check(f"{CLOSED}  1) 21: 10/8 10/9               {cell}\n  2) 11: 9/8 8/7(2) 7/6\n      Wins 1 point\n")
    assert _found(checked) == (["5 BG110 note"] if "no move" in cell else [])
    assert (_game(checked).plies, _game(checked).checked) == (3, "full")


def test_cannot_move_where_a_play_was_possible() -> None:
    """An error that stands: the turn was given away."""
    checked = _check(ROW_1 + "  2) 64: Cannot Move             41: 24/23 13/9\n      Wins 1 point\n")
    assert _found(checked) == ["5 BG307"]
    assert _game(checked).checked == "after-a-break"
    assert _sides(_game(checked))[0] == {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}


def test_single_legal_play_that_is_not_written_is_taken() -> None:
    """Bo enters on the only open point, from which the six is blocked; a note says so, and Al hits him there."""
    checked = _check(
        "; Set Pos=a-BBBBBB------------m-----/0\n"
        "  1)                             61:\n"
        "  2) 65: 7/1* 6/1\n"
        "      Wins 1 point\n"
    )
    assert _found(checked) == ["5 BG110 note"]
    assert _sides(_game(checked)) == ({7: 1, 6: 1, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2}, {25: 1, 5: 13})


def test_play_that_is_not_recorded_in_the_middle() -> None:
    """Many are legal: the position is lost from there on."""
    checked = _check(ROW_1 + "  2) 64:                         41: 24/23 13/9\n      Wins 1 point\n")
    assert _found(checked) == ["5 BG205", "5 BG390 note"]
    assert _quoted(_finding(checked, "BG205")) == "64:"
    assert (_game(checked).checked, _game(checked).position) == ("partly", None)


@pytest.mark.parametrize("cell", ["64:", "64: ????", "64: ???"])
@pytest.mark.parametrize("before", ["                                 ", "  3)  Resigns                     "])
def test_rolled_then_resigned(cell: str, before: str) -> None:
    """The last roll in front of a result has no play: its player gave up."""
    checked = _check(ROW_1 + f"  2) {cell}\n{before}Wins 1 point\n")
    assert _found(checked) == []
    game = _game(checked)
    assert (game.winner, game.result, game.points, game.on_roll) == (1, "resign-single", 1, 0)
    assert game.state.dice == (6, 4)


def test_rolled_then_resigned_with_a_single_legal_play() -> None:
    """Bo could only enter and gave up instead: nothing is taken, nothing is to be said."""
    checked = _check(
        "; Set Pos=a-BBBBBB------------m-----/0\n  1)                             61:\n      Wins 1 point\n"
    )
    assert _found(checked) == []
    game = _game(checked)
    assert (game.result, game.on_roll, game.state.dice) == ("resign-single", 1, (6, 1))
    assert _sides(game)[1] == {25: 1, 5: 13}


def test_last_checker_of_the_winner_is_borne_off_without_a_word() -> None:
    """The single legal play ends the game, and its player is the one who wins."""
    checked = _check("; Set Pos=-A-----------------n------/0\n  1) 21:\n      Wins 1 point\n")
    assert _found(checked) == ["5 BG110 note"]
    assert (_game(checked).result, _game(checked).state.game_state) == ("single", "over")


def test_hidden_play_in_the_middle_is_not_recorded() -> None:
    """`????` explains nothing when the game goes on."""
    checked = _check(ROW_1 + "  2) 64: ????                    41: 24/23 13/9\n      Wins 1 point\n")
    assert _found(checked) == ["5 BG205", "5 BG390 note"]


# ---- hits and condensed steps ------------------------------------------------------------------------------


def test_hits_without_stars_are_one_note_a_file() -> None:
    """Two hits, none marked: the writer marks none. They count all the same."""
    checked = _check(
        "  1) 62: 24/18 13/11             61: 13/7 8/7\n"
        "  2) 41: 25/24 13/9              31: 24/20\n"
        "  3) 65: 13/8 13/7               41: 20/16 6/5\n"
        "      Wins 1 point\n"
    )
    assert _found(checked) == ["4 BG311 note"]
    assert "the record marks no hits (2 in all)" in message(_finding(checked, "BG311"))
    assert _sides(_game(checked))[0] == {25: 1, 24: 2, 13: 1, 11: 1, 8: 4, 7: 1, 6: 5}


def test_hit_without_its_star_among_marked_ones() -> None:
    """The writer marks hits: the first that lacks its star is named."""
    checked = _check(
        "  1) 62: 24/18 13/11             61: 13/7* 8/7\n"
        "  2) 41: 25/24 13/9              31: 24/20\n"
        "  3) 65: 13/8 13/7               41: 20/16 6/5\n"
        "      Wins 1 point\n"
    )
    assert _found(checked) == ["6 BG311 note"]
    assert message(_finding(checked, "BG311")).endswith("a hit without its star")


def test_hit_sends_the_blot_to_the_bar() -> None:
    """Bo's 13/7* hits Al's checker on Al's 18."""
    checked = _check("  1) 62: 24/18 13/11             61: 13/7* 8/7\n      Wins 1 point\n")
    assert _found(checked) == []
    assert _sides(_game(checked)) == (
        {25: 1, 24: 1, 13: 4, 11: 1, 8: 3, 6: 5},
        {24: 2, 13: 4, 8: 2, 7: 2, 6: 5},
    )


def test_star_where_nothing_is_hit() -> None:
    """A warning at the play; hits marked elsewhere change nothing."""
    checked = _check("  1) 31: 8/5* 6/5                52: 13/8 24/22\n      Wins 1 point\n")
    assert _found(checked) == ["4 BG311 warning"]
    assert _game(checked).checked == "full"


BLOTS = "; Set Pos=------------------a--a--B-/0\n"
"""Al's two checkers on 24; blots of Bo on Al's 18 and 21."""


@pytest.mark.parametrize(
    ("play", "found", "blots"),
    [
        pytest.param("24/15", ["5 BG311 note", "5 BG312 warning"], None, id="either"),
        pytest.param("24/18*/15", [], {25: 1, 4: 1}, id="by-18"),
        pytest.param("24/21*/15", [], {25: 1, 7: 1}, id="by-21"),
        pytest.param("24/18* 18/15", [], {25: 1, 4: 1}, id="two-steps"),
        pytest.param("24/18* 24/21*", [], {25: 2}, id="both"),
    ],
)
def test_condensed_step_over_two_blots(play: str, found: list[str], blots: dict[int, int] | None) -> None:
    """6-3 from 24 to 15: the star tells which checker was hit; without it the record is ambiguous."""
    checked = _check(f"{BLOTS}  1) 63: {play}\n      Wins 1 point\n")
    assert _found(checked) == found
    after = _sides(_game(checked))[1]
    assert after == blots if blots is not None else sum(after.values()) == 2 and after[25] == 1


def test_condensed_step_that_can_avoid_the_blot() -> None:
    """Only 21 has a blot: without a star the checker went by 18."""
    checked = _check("; Set Pos=---------------------a--B-/0\n  1) 63: 24/15\n      Wins 1 point\n")
    assert _found(checked) == []
    assert _sides(_game(checked))[1] == {4: 1}


# ---- the cube ----------------------------------------------------------------------------------------------


def test_double_and_take() -> None:
    """The cube is at 2 on the taker's side, the doubler rolls."""
    checked = _check(ROW_1 + "  2)  Doubles => 2                Takes\n  3) 64: 24/14\n")
    assert _found(checked) == ["6 BG503 note"]
    assert _cube(checked) == (2, 1)
    assert _game(checked).on_roll == 1


def test_double_and_drop() -> None:
    """The doubler wins the cube before the double."""
    checked = _check(ROW_1 + "  2)  Doubles => 2                Drops\n      Wins 1 point\n")
    assert _found(checked) == []
    assert _cube(checked) == (1, None)
    assert (_game(checked).result, _game(checked).points, _game(checked).state.game_state) == ("drop", 1, "dropped")


def test_redouble_by_the_owner() -> None:
    """Bo owns the cube at 2 and turns it to 4; Al drops: Bo wins 2."""
    checked = _check(
        ROW_1
        + "  2)  Doubles => 2                Takes\n  3) 64: 24/14                    Doubles => 4\n"
        + "  4)  Drops\n                                  Wins 2 points\n"
    )
    assert _found(checked) == []
    assert _cube(checked) == (2, 1)
    assert (_game(checked).winner, _game(checked).points) == (1, 2)


def test_redouble_without_access() -> None:
    """Al has given the cube to Bo and doubles again."""
    checked = _check(
        ROW_1
        + "  2)  Doubles => 2                Takes\n  3) 64: 24/14                   41: 24/23 13/9\n"
        + "  4)  Doubles => 4                Takes\n  5) 21: 13/11 6/5\n      Wins 4 points\n"
    )
    assert _found(checked) == ["7 BG401"]
    assert _finding(checked, "BG401").player_name == "Al"
    assert _quoted(_finding(checked, "BG401")) == "Doubles => 4"


@pytest.mark.parametrize(
    ("rows", "cube"),
    [
        pytest.param("  2)  Doubles => 2                Beavers => 4\n  3) 64: 24/14\n", 4, id="beaver"),
        pytest.param(
            "  2)  Doubles => 2                Beavers => 4\n  3)  Takes\n  4) 64: 24/14\n", 4, id="beaver-taken"
        ),
        pytest.param(
            "  2)  Doubles => 2                Beavers => 4\n  3)  Raccoons => 8\n  4) 64: 24/14\n", 8, id="raccoon"
        ),
        pytest.param(
            "  2)  Doubles => 2                Beavers => 4\n  3)  Raccoons => 8               Takes\n  4) 64: 24/14\n",
            8,
            id="raccoon-taken",
        ),
        pytest.param(
            "  2)  Doubles => 2                Beavers => 4\n  3)  Beavers => 8                Takes\n  4) 64: 24/14\n",
            8,
            id="raccoon-in-gnu-backgammon's-word",
        ),
    ],
)
def test_beavers_and_raccoons(rows: str, cube: int) -> None:
    """With or without the word of the answer: the taker of the first double owns the cube, the doubler rolls."""
    checked = _check(ROW_1 + rows + "                                 Wins 1 point\n", "money")
    assert [f for f in _found(checked) if "BG509" not in f] == []
    assert _cube(checked) == (cube, 1)


@pytest.mark.parametrize(
    ("rows", "winner", "points"),
    [
        pytest.param("  2)  Doubles => 2                Beavers => 4\n  3)  Drops\n", 1, 2, id="beaver-declined"),
        pytest.param(
            "  2)  Doubles => 2                Beavers => 4\n  3)  Raccoons => 8               Drops\n",
            0,
            4,
            id="raccoon",
        ),
        pytest.param("  2)  Doubles => 2                Passes\n", 0, 1, id="the-word-passes"),
    ],
)
def test_declined_offers_lose_the_stake_before_them(rows: str, winner: int, points: int) -> None:
    """A declined beaver loses the doubled stake, a declined raccoon that of the beaver."""
    indent = " " * (6 if winner == 0 else 34)
    checked = _check(ROW_1 + rows + f"{indent}Wins {points} points\n", "money")
    assert _found(checked) == []
    assert (_game(checked).winner, _game(checked).points, _game(checked).result) == (winner, points, "drop")


@pytest.mark.parametrize(
    ("rules", "settings", "word", "found"),
    [
        pytest.param("backgammon", (), "Beavers => 4", ["5 BG407"], id="not-in-a-match"),
        pytest.param("money", (), "Beavers => 4", [], id="money"),
        pytest.param("money", ("beavers=off",), "Beavers => 4", ["5 BG407"], id="switched-off"),
        pytest.param(None, (), "Beavers => 4", [], id="not-known"),
        pytest.param("money", (), "Beavers => 8", ["5 BG404"], id="wrong-value"),
    ],
)
def test_when_beavers_are_allowed(rules: str | None, settings: tuple[str, ...], word: str, found: list[str]) -> None:
    """As the rules say; not held against a record that does not state them."""
    rows = ROW_1 + f"  2)  Doubles => 2                {word}\n  3) 64: 24/14\n      Wins 4 points\n"
    assert _found(_check(rows, rules, *settings)) == found


def test_number_of_beavers_is_counted() -> None:
    """With one redouble a chain, the raccoon is one too many."""
    rows = (
        ROW_1
        + "  2)  Doubles => 2                Beavers => 4\n  3)  Raccoons => 8               Takes\n"
        + "  4) 64: 24/14\n      Wins 8 points\n"
    )
    assert _found(_check(rows, "money", "beavers=1")) == ["6 BG407"]
    assert _found(_check(rows, "money", "beavers=2")) == []


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        pytest.param("  2)  Doubles => 4                Takes\n", ["5 BG404"], id="four-for-two"),
        pytest.param("  2)  Doubles => 3                Takes\n", ["5 BG404"], id="no-power-of-two"),
        pytest.param("  2)  Doubles => 1                Takes\n", ["5 BG404"], id="one"),
        pytest.param("  2)  Doubles ==> 2               Takes\n", ["5 BG110 note"], id="long-arrow"),
        pytest.param("  2)  Doubles                     Takes\n", ["5 BG110 note"], id="no-value"),
    ],
)
def test_value_of_a_double(rows: str, found: list[str]) -> None:
    """Twice the cube; a missing value is the expected one."""
    checked = _check(ROW_1 + rows + "  3) 64: 24/14\n      Wins 2 points\n", "money")
    assert _found(checked) == found
    assert _cube(checked) == (2, 1)


@pytest.mark.parametrize(("points", "cube"), [(2, (2, 1)), (1, (1, None))])
def test_double_without_an_answer(points: int, cube: tuple[int, int | None]) -> None:
    """The roll accepts it; if the result is that of the old cube it did not count."""
    checked = _check(ROW_1 + f"  2)  Doubles => 2\n  3) 64: 24/14\n      Wins {points} points\n")
    assert _found(checked) == ["6 BG406"]
    assert _cube(checked) == cube
    assert _game(checked).result == "resign-single"


def test_double_upon_a_double() -> None:
    """Both players double in the same row: the second one is left out."""
    checked = _check(
        ROW_1
        + "  2)  Doubles => 2                Doubles => 4\n  3)                              Takes\n"
        + "  4) 64: 24/14\n      Wins 2 points\n"
    )
    assert _found(checked) == ["5 BG406"]
    assert _cube(checked) == (2, 1)


@pytest.mark.parametrize("word", ["Takes", "Drops"])
def test_answer_without_a_double(word: str) -> None:
    """It counts for nothing."""
    checked = _check(ROW_1 + f"  2)  {word}\n  3) 64: 24/14\n      Wins 1 point\n")
    assert _found(checked) == ["5 BG405"]
    assert _cube(checked) == (1, None)


def test_beaver_by_the_doubler() -> None:
    """Nobody beavers himself."""
    checked = _check(
        ROW_1 + "  2)  Doubles => 2\n  3)  Beavers => 4                Takes\n  4) 64: 24/14\n      Wins 2 points\n"
    )
    assert _found(checked) == ["6 BG405"]
    assert _cube(checked) == (2, 1)


def test_answer_in_the_half_of_the_doubler() -> None:
    """The other player is meant."""
    checked = _check(ROW_1 + "  2)  Doubles => 2\n  3)  Takes\n  4) 64: 24/14\n      Wins 2 points\n")
    assert _found(checked) == ["6 BG202"]
    assert _cube(checked) == (2, 1)


def test_double_out_of_turn() -> None:
    """After Bo's roll it is Al's turn."""
    checked = _check(ROW_1 + "  2)                              Doubles => 2\n  3)  Takes\n")
    assert _found(checked)[0] == "5 BG202"


def test_double_at_the_end_of_the_record() -> None:
    """The state at the end has the double on offer: the old cube, the doubler on roll, the other to answer."""
    checked = _check(ROW_1 + "  2)  Doubles => 2\n")
    assert _found(checked) == ["5 BG503 note"]
    state = _game(checked).state
    assert (state.doubled, state.on_roll, state.turn, state.cube, state.cube_owner) == (True, 0, 1, 1, None)


def test_answer_to_a_double_that_cannot_be_read() -> None:
    """What stands in front of a take can only have been a double."""
    checked = _check(ROW_1 + "  2)  Dubbles 2                   Takes\n  3) 64: 24/14\n      Wins 2 points\n")
    assert _found(checked) == ["5 BG103", "5 BG390 note"]
    assert _cube(checked) == (2, 1)


def test_play_that_cannot_be_read() -> None:
    """The position is lost; the turn is not."""
    checked = _check(
        ROW_1 + "  2) 64: 24-14                   41: 24/23 13/9\n  3) 21: 13/11 6/5\n      Wins 1 point\n"
    )
    assert _found(checked) == ["5 BG103", "5 BG390 note"]
    assert _quoted(_finding(checked, "BG103")) == "64: 24-14"
    assert (_game(checked).checked, _game(checked).plies) == ("partly", 4)


def test_plays_behind_a_result_that_the_board_does_not_bear_out() -> None:
    """The result was the mistake: told once, the plays are followed to the real end."""
    checked = _check(
        ROW_1
        + "      Wins 1 point\n"
        + "  2) 64: 24/14                   41: 24/23 13/9\n"
        + "  3)  Doubles => 2                Drops\n"
        + "      Wins 1 point\n"
    )
    assert _found(checked) == ["6 BG204"]
    assert (_game(checked).plies, _game(checked).result, _game(checked).points) == (4, "drop", 1)


def test_double_before_the_opening_roll() -> None:
    """The first roll decides who begins."""
    checked = _check("  1)  Doubles => 2                Takes\n  2) 31: 8/5 6/5\n      Wins 2 points\n")
    assert _found(checked) == ["4 BG403"]


def test_double_first_in_a_set_up_position() -> None:
    """A position in the middle of a game has no opening roll: whoever acts first may double."""
    checked = _check(
        "; Set Pos=-b----E-C---eE---c-e----B-/0\n"
        "  1)  Doubles => 2                Takes\n"
        "  2) 31: 8/5 6/5\n"
        "      Wins 2 points\n"
    )
    assert _found(checked) == []
    assert _cube(checked) == (2, 1)


def test_player_who_cannot_move_may_double() -> None:
    """Bo is shut out and doubles all the same."""
    checked = _check(
        f"{CLOSED}  1) 21: 10/8 10/9                Doubles => 2\n  2)  Takes                      66:\n"
        "  3) 11: 9/8 8/7(2) 7/6\n      Wins 2 points\n"
    )
    assert _found(checked) == []
    assert _cube(checked) == (2, 0)


def test_cube_limit() -> None:
    """Told at every double above it; the double is followed."""
    rows = (
        ROW_1
        + "  2)  Doubles => 2                Takes\n  3) 64: 24/14                    Doubles => 4\n"
        + "  4)  Takes                      41: 24/23 13/9\n      Wins 4 points\n"
    )
    assert _found(_check(rows)) == []
    assert _found(_check(rows, None, "cube-limit=4")) == []
    assert _found(_check(rows, None, "cube-limit=2")) == ["6 BG408"]
    assert _found(_check(rows, None, "cube-limit=1")) == ["5 BG408", "6 BG408"]
    assert _found(_check(rows, head='; [CubeLimit "2"]\n' + HEAD)) == ["7 BG408"]


def test_cube_that_is_not_in_use() -> None:
    """A double has no meaning."""
    checked = _check(ROW_1 + "  2)  Doubles => 2\n  3) 64: 24/14\n      Wins 1 point\n", None, "cube=off")
    assert _found(checked) == ["5 BG403"]
    assert _cube(checked) == (1, None)


@pytest.mark.parametrize(("text", "cube"), [("0", (1, None)), ("-1", (2, 0)), ("1", (2, 1)), ("3", (8, 1))])
def test_cube_of_a_set_up_position(text: str, cube: tuple[int, int | None]) -> None:
    """A minus is the left player's."""
    checked = _check(f"; Set Pos=-b----E-C---eE---c-e----B-/{text}\n  1) 31: 8/5 6/5\n      Wins {cube[0]} points\n")
    assert _found(checked) == []
    assert _cube(checked) == cube


@pytest.mark.parametrize(
    "setup", ["-b----E-C---eE---c-e----B/0", "-b----E-C---eE---c-e----B-/x", "-b----E-C---eE---c-e----B-/99"]
)
def test_set_up_position_that_cannot_be_read(setup: str) -> None:
    """The plays are not checked; the result counts."""
    checked = _check(f"; Set Pos={setup}\n  1) 31: 8/5 6/5\n      Wins 1 point\n")
    assert _found(checked) == ["4 BG390 note", "4 BG605 warning"]
    assert _game(checked).checked == "none"
    assert checked.matches[0].score == (1, 0)


def test_upper_case_of_a_set_up_position_is_the_left_player() -> None:
    """GNU Backgammon's reading of this line: both on the bar, the right-hand player owns the cube at 2."""
    checked = _check(
        "; Set Pos=bB-CBBB---a---A----AcbbbcA/1\n  1)                             21:\n      Wins 2 points\n"
    )
    assert _found(checked) == []
    game = _game(checked)
    assert _cube(checked) == (2, 1)
    assert (game.on_roll, game.state.dice) == (1, (2, 1))
    assert game.position == Position.from_gnu_id("t+0ABGBz2wBBIA").swap(), "the ID has the upper-case side on roll"


# ---- resignations in words ---------------------------------------------------------------------------------


def test_rejected_resignation_is_forgotten() -> None:
    """Bo resigns, Al rejects, and Bo wins by dropping nobody: the game goes on to Al's drop."""
    checked = _check(
        ROW_1
        + "  2) 64: 24/14                    Resigns\n"
        + "  3)  Rejects                    63: 24/15\n"
        + "  4) 21: 13/11 6/5                Doubles => 2\n"
        + "  5)  Drops\n"
        + "                                  Wins 1 point\n"
    )
    assert _found(checked) == []
    assert (_game(checked).result, _game(checked).winner, _game(checked).points) == ("drop", 1, 1)


def test_passes_may_answer_a_resignation() -> None:
    """The word means a drop only where a double is open."""
    checked = _check(ROW_1 + "  2) 64: 24/14                    Resigns\n  3)  Passes\n      Wins 1 point\n")
    assert _found(checked) == []
    assert (_game(checked).result, _game(checked).winner) == ("resign-single", 0)
