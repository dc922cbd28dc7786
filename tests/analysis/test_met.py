"""The match equity table against published values of Kazaross-XG2, and the line between equities and chances."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import pytest

from bganalyze.analysis.met import Scale, Stake, kazaross_xg2


@pytest.mark.parametrize(
    ("own", "other", "chance"),
    [
        (1, 1, 0.5),
        (1, 2, 0.67736),
        (1, 3, 0.75076),
        (1, 4, 0.81436),
        (2, 1, 0.32264),
        (2, 3, 0.59947),
        (2, 4, 0.66870),
        (3, 4, 0.57150),
        (3, 5, 0.64795),
        (5, 5, 0.5),
        (0, 3, 1.0),
        (4, -2, 0.0),
    ],
)
def test_published_values(own: int, other: int, chance: float) -> None:
    """Chances before the Crawford game, both halves of the table and beyond its end."""
    assert kazaross_xg2().away(own, other) == pytest.approx(chance, abs=1e-7)


def test_behind_the_crawford_game() -> None:
    """The trailer's vector, for either player; two players one point away each play for the match."""
    table = kazaross_xg2()
    assert table.away(2, 1, post_crawford=True) == pytest.approx(0.48803, abs=1e-7)
    assert table.away(1, 3, post_crawford=True) == pytest.approx(1 - 0.32264, abs=1e-7)
    assert table.away(1, 1, post_crawford=True) == 0.5
    assert table.away(2, 3, post_crawford=True) == table.away(2, 3)


def test_every_pair_of_chances_makes_one() -> None:
    """Nobody else can win, and nearer is never worse."""
    table = kazaross_xg2()
    assert table.longest == 64
    for a in range(1, 65):
        for b in range(1, 65):
            assert table.away(a, b) + table.away(b, a) == pytest.approx(1, abs=1e-12)
            assert b == 64 or table.away(a, b) <= table.away(a, b + 1)


def test_the_game_after_the_crawford_game_is_behind_it() -> None:
    """At 4-2 to 5 the leader's loss of the Crawford game by a point leads to 4-3, post-Crawford."""
    table = kazaross_xg2()
    crawford = Stake(5, (4, 2), True)
    assert table.before(crawford, 0) == pytest.approx(0.75076)
    assert table.after(crawford, 0, 1, 1) == pytest.approx(1 - 0.48803)
    assert table.after(crawford, 0, 1, 0) == 1.0
    # A game that brings somebody to one point away is followed by the Crawford game.
    assert table.after(Stake(5, (2, 2)), 0, 2, 0) == pytest.approx(0.75076)
    assert table.before(Stake(5, (4, 2)), 1) == pytest.approx(0.32264)


def test_equities_at_a_score() -> None:
    """0-0 to 5 with the cube at 2: a win leads to 3 away against 5, a loss to the reverse."""
    scale = kazaross_xg2().scale(Stake(5), 2, 1)
    assert scale is not None
    assert scale.win == pytest.approx(0.64795) and scale.loss == pytest.approx(0.35205)
    assert scale.worth(1.0) == pytest.approx(0.64795)
    assert scale.worth(0.0) == pytest.approx(0.5)
    assert scale.equity(0.35205) == pytest.approx(-1.0)
    assert scale.equity(scale.worth(0.37)) == pytest.approx(0.37)
    assert scale.cost(0.1) == pytest.approx(0.1 * 0.29590 / 2)


def test_money() -> None:
    """Points of the live cube."""
    scale = kazaross_xg2().scale(Stake(), 4, 0)
    assert scale == Scale(4.0, -4.0)
    assert (scale.worth(0.5), scale.equity(2.0), scale.cost(0.25)) == (2.0, 0.5, 1.0)


def test_what_the_table_does_not_know() -> None:
    """Lengths beyond it and scores that no game begins with have no scale."""
    table = kazaross_xg2()
    assert table.scale(Stake(99), 1, 0) is None
    assert table.scale(Stake(5, (5, 0)), 1, 0) is None
    with pytest.raises(ValueError, match="64 points away"):
        table.away(65, 1)
    with pytest.raises(ValueError, match="both"):
        table.away(0, 0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        table.name = "another"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("stake", "seat", "cube", "owner", "usable"),
    [
        (Stake(), 0, 64, None, True),
        (Stake(), 0, 2, 1, False),
        (Stake(5, (0, 0)), 0, 4, 0, True),
        (Stake(5, (1, 0)), 0, 4, 0, False),  # wins the match as it is: dead
        (Stake(5, (4, 2), True), 1, 1, None, False),  # Crawford
        (Stake(5, (4, 2)), 1, 1, None, True),
        (Stake(5, (4, 2)), 0, 1, None, False),  # leads behind it
        (Stake(1), 0, 1, None, False),
    ],
)
def test_a_cube_that_can_be_used(stake: Stake, seat: int, cube: int, owner: int | None, usable: bool) -> None:
    """Access, the Crawford game, a dead cube, and the leader behind the Crawford game."""
    assert stake.cube_usable(seat, cube, owner) is usable


def test_nothing_is_read_before_it_is_asked_for() -> None:
    """Importing the module loads no JSON; the package ships the table."""
    program = (
        "import sys\nimport bganalyze.analysis.met as met\nassert 'json' not in sys.modules\n"
        "print(met.kazaross_xg2().name)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "Kazaross-XG2"


@pytest.mark.parametrize(
    ("score", "crawford", "cube", "gammon", "backgammon"),
    [
        ((3, 5), False, 1, (0.46289, 0.86388), (1.28824, 0.86388)),
        ((3, 5), False, 2, (1.0, 0.0), (1.0, 0.0)),
        ((6, 3), True, 1, (0.0, (0.5 - 0.48803) / 0.48803), (0.0, 1.0)),
    ],
)
def test_gammon_values(
    score: tuple[int, int],
    crawford: bool,
    cube: int,
    gammon: tuple[float, float],
    backgammon: tuple[float, float],
) -> None:
    """The first rows are what GNU Backgammon prints; in a Crawford game at 6-3 to 7 a trailer's gammon leads to 6-5."""
    table, stake = kazaross_xg2(), Stake(7, score, crawford)
    if crawford:  # from 3: a win leads to 4 (3 away), a gammon to 5, a backgammon to 6
        win, double, triple = 0.32264, 0.48803, 0.5
        gammon, backgammon = (0.0, (double - win) / win), (0.0, (triple - win) / win)
    for seat in (0, 1):
        assert table.gammon_value(stake, cube, seat) == pytest.approx(gammon[seat], abs=1e-5)
        assert table.gammon_value(stake, cube, seat, backgammon=True) == pytest.approx(backgammon[seat], abs=1e-5)


def test_gammon_values_for_money() -> None:
    """Half of the difference between a win and a loss, whatever the cube."""
    for cube in (1, 2, 64):
        assert kazaross_xg2().gammon_value(Stake(), cube, 0) == 0.5
        assert kazaross_xg2().gammon_value(Stake(), cube, 1, backgammon=True) == 1.0


def test_take_points_by_hand() -> None:
    """For money a quarter and a fifth; in matches from the chances of Kazaross-XG2."""
    table = kazaross_xg2()
    assert table.take_point(Stake(), 1, 0) == (0.25, 0.2)
    # 0-0 to 2: a pass leaves 32.264 %, the double is for the match.
    assert table.take_point(Stake(2), 1, 1) == pytest.approx((0.32264, 0.32264), abs=1e-7)
    # 0-0 to 4, cube 2: a pass leaves 2 away against 4 (0.33130), the double is for the match.
    assert table.take_point(Stake(4), 2, 0) == pytest.approx((0.33130, 0.33130), abs=1e-6)
    # 3-5 to 7, player 0: a pass leaves 18.564 %; if he loses at 2 all is lost, so he redoubles to 4, for the match.
    assert table.take_point(Stake(7, (3, 5)), 1, 0) == pytest.approx((0.18564, 0.18564), abs=1e-6)
    # 3-5 to 7, player 1: a pass leaves 59.947 %, winning at 2 is the match, losing leaves 5-5.
    assert table.take_point(Stake(7, (3, 5)), 1, 1) == pytest.approx((0.19894, 0.19894), abs=1e-6)
    # 0-0 to 5, cube 1: pass 0.42268, win 0.64795, lose 0.35205. Redoubled to 4: pass 0.35205, win 1 - away(5, 1), lose.
    lost = table.away(5, 1)
    redouble = (0.35205 - lost) / (1 - 2 * lost)
    dead = (0.42268 - 0.35205) / (0.64795 - 0.35205)
    # The other at 4 owns a cube that is alive still: 8 of it wins, and a loss at 4 leaves him five away, not beaten.
    other = table.take_point(Stake(5), 2, 1)
    assert other is not None and other.dead == pytest.approx(redouble, abs=1e-6)
    assert table.take_point(Stake(5), 1, 0) == pytest.approx((dead, dead * (1 - other.live)), abs=1e-6)


def test_a_redouble_that_costs_nothing_makes_the_cube_live() -> None:
    """Where the doubler wins the match at the doubled cube, the chain and the redouble at once agree."""
    table = kazaross_xg2()
    met = 0
    for length in (3, 5, 7, 9, 11):
        for a in range(length - 1):
            for b in range(length - 1):
                for cube in (1, 2, 4):
                    stake = Stake(length, (a, b))
                    if not stake.cube_usable(1, cube, None):
                        continue
                    point = table.take_point(stake, cube, 0)
                    assert point is not None and 0 <= point.live <= point.dead + 1e-12 and point.dead < 1
                    if b + 2 * cube >= length:
                        met += 1
                        if a + 4 * cube >= length:
                            assert point.dead == pytest.approx(point.live, abs=1e-12)
    assert met > 100


def test_behind_the_crawford_game_the_leader_may_drop_for_free() -> None:
    """At 6-4 to 7 he drops to 6-5, where he has 51.197 %, or plays for 0.5: the take is right above 2.39 %."""
    point = kazaross_xg2().take_point(Stake(7, (6, 4)), 1, 0)
    assert point == pytest.approx(((0.51197 - 0.5) / 0.5,) * 2, abs=1e-6)


def test_conversion_there_and_back() -> None:
    """Equity to chance and back is the same at every score, and the players' chances make one."""
    table = kazaross_xg2()
    for length in (1, 2, 5, 9, 15):
        for a in range(length):
            for b in range(length):
                for crawford in {False, (a == length - 1) != (b == length - 1)}:
                    stake = Stake(length, (a, b), crawford)
                    for cube in (1, 2, 8):
                        scales = table.scale(stake, cube, 0), table.scale(stake, cube, 1)
                        assert scales[0] is not None and scales[1] is not None
                        for equity in (-2.5, -1.0, 0.0, 0.3, 1.0):
                            chance = scales[0].worth(equity)
                            assert scales[0].equity(chance) == pytest.approx(equity, abs=1e-9)
                            assert chance + scales[1].worth(-equity) == pytest.approx(1, abs=1e-9)
