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
