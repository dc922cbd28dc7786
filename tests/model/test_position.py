"""Packed positions held against plain lists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bganalyze.model.position import (
    ABOVE,
    BAR,
    BITS,
    GUARD,
    IN_PLAY,
    OUTSIDE,
    Position,
    blocked_for,
    count,
    pack,
    pips,
    points_of,
    presence,
    side_from_points,
    unpack,
)

START = {24: 2, 13: 5, 8: 3, 6: 5}

counts26 = st.lists(st.integers(0, 15), min_size=26, max_size=26)
"""Any 26 fields: packing knows no rule about how many checkers there are."""


def _points(mask: int) -> set[int]:
    """The points of a mask of lowest field bits, one by one."""
    found = {p for p in range(26) if mask >> (BITS * p) & 1}
    assert mask == sum(1 << (BITS * p) for p in found), "a bit that is no lowest bit of a field"
    return found


def test_a_field_has_five_bits_and_the_highest_is_always_set() -> None:
    """Three checkers on the point 2 are the number 3 in the field 2, beside 26 guards."""
    side = pack([0, 0, 3, *[0] * 23])
    assert side == 3 << 10 | sum(16 << (5 * p) for p in range(26))


def test_starting_array_has_167_pips_a_side() -> None:
    """24 x 2 + 13 x 5 + 8 x 3 + 6 x 5 = 167."""
    start = Position.from_points(START, START)
    assert start.pips() == (167, 167)
    assert start.counts()[0] == [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]


def test_a_checker_on_the_bar_has_25_pips_and_one_borne_off_none() -> None:
    """2 on the bar, 1 on the ace point, 12 off: 51 pips."""
    side = side_from_points([(25, 2), (1, 1)])
    assert count(side, 0) == 12
    assert pips(side) == 51


def test_rest_of_the_checkers_is_borne_off() -> None:
    """from_points fills up to 15, or to the checkers of a smaller game."""
    assert count(Position.from_points({6: 4}, {}).on_roll, 0) == 11
    hyper = Position.from_points({24: 1}, {23: 1, 25: 1}, checkers=3)
    assert (count(hyper.on_roll, 0), count(hyper.opponent, 0)) == (2, 1)


def test_same_point_named_twice_adds_up() -> None:
    """Pairs are summed, not overwritten."""
    assert unpack(side_from_points([(6, 2), (6, 3)]))[6] == 5


@pytest.mark.parametrize("wrong", [16, 31, -1])
def test_counts_that_no_field_holds_are_refused(wrong: int) -> None:
    """A field is four bits wide."""
    with pytest.raises(ValueError, match=str(wrong)):
        pack([0, wrong, *[0] * 24])


@given(counts26)
def test_unpack_gives_what_was_packed(counts: list[int]) -> None:
    """Nothing spills from field to field."""
    side = pack(counts)
    assert unpack(side) == counts
    assert [count(side, p) for p in range(26)] == counts
    assert side & GUARD == GUARD


@given(counts26)
def test_pips_are_points_times_checkers(counts: list[int]) -> None:
    """The sum over the list, borne-off checkers at 0, the bar at 25."""
    total = 0
    for point, checkers in enumerate(counts):
        for _ in range(checkers):
            total += point
    assert pips(pack(counts)) == total


@given(counts26)
def test_presence_names_the_points_that_are_not_empty(counts: list[int]) -> None:
    """1 to 25; borne-off checkers are nowhere."""
    assert _points(presence(pack(counts))) == {p for p in range(1, 26) if counts[p]}


@given(counts26)
def test_blocked_points_are_those_the_opponent_holds_with_two(counts: list[int]) -> None:
    """The opponent's point p is the mover's 25 - p; bar and borne-off checkers block nothing."""
    obvious = {25 - p for p in range(1, 25) if counts[p] >= 2}
    assert _points(blocked_for(pack(counts))) == obvious


def test_blocked_points_of_the_starting_array() -> None:
    """The opponent's 24, 13, 8 and 6 are the mover's 1, 12, 17 and 19."""
    start = Position.from_points(START, START)
    assert list(points_of(blocked_for(start.opponent))) == [19, 17, 12, 1]


@given(st.sets(st.integers(0, 25)))
def test_points_of_a_mask_come_from_the_highest_down(points: set[int]) -> None:
    """Every lowest bit once."""
    assert list(points_of(sum(1 << (5 * p) for p in points))) == sorted(points, reverse=True)


@given(counts26, st.integers(0, 25))
def test_fields_above_a_point(counts: list[int], point: int) -> None:
    """The mask keeps the counts of higher fields, the bar included, and nothing else."""
    kept = [n if p > point else 0 for p, n in enumerate(counts)]
    assert pack(counts) & ABOVE[point] == pack(kept) - GUARD
    assert bool(pack(counts) & OUTSIDE) == any(counts[7:])
    assert bool(pack(counts) & IN_PLAY) == any(counts[1:])


@given(counts26, st.integers(0, 25), st.integers(0, 25))
def test_a_guard_falls_when_a_checker_leaves_an_empty_field(counts: list[int], start: int, end: int) -> None:
    """Moving a checker by adding one difference shows at the guards whether there was one."""
    if start == end or counts[end] == 15:
        return
    moved = pack(counts) + (1 << (BITS * end)) - (1 << (BITS * start))
    if counts[start]:
        after = counts.copy()
        after[start] -= 1
        after[end] += 1
        assert moved == pack(after)
    else:
        assert moved & GUARD != GUARD


@given(counts26, counts26)
def test_swapping_exchanges_the_sides_and_twice_is_nothing(one: list[int], two: list[int]) -> None:
    """Each side keeps its own numbering."""
    position = Position.from_counts(one, two)
    assert position.swap().counts() == (two, one)
    assert position.swap().pips() == position.pips()[::-1]
    assert position.swap().swap() == position


def test_equal_positions_are_one_key() -> None:
    """Made in different ways, found in the same place of a dict."""
    a = Position.from_points(START, {1: 2})
    b = Position.from_counts(unpack(a.on_roll), [13, 2, *[0] * 24])
    assert {a: "here"}[b] == "here"
    assert a != a.swap()


def test_positions_cannot_be_changed() -> None:
    """A position is a value."""
    with pytest.raises(AttributeError):
        Position.from_points(START, START).on_roll = 0  # type: ignore[misc]


def test_bar_is_the_field_above_the_points() -> None:
    """25 in every place where a point can stand."""
    assert BAR == 25
    assert _points(presence(side_from_points([(25, 1)]))) == {25}
