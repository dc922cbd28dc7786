"""Why a play is not legal: code, blamed step and values, and what stands on the board after it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_boards import START, board, dice_of, hops_of, positions, rolls, steps

from bganalyze.findings.codes import message
from bganalyze.model.actions import Step
from bganalyze.model.position import Position
from bganalyze.replay import judge_play
from bganalyze.rules.diagnose import Fault, diagnose, stand
from bganalyze.rules.plays import compile_play, verify

WHOLE = -1
"""No step is to blame, the play as a whole is."""


def _fault(position: Position, dice: tuple[int, int], text: str) -> Fault:
    written = steps(text)
    assert verify(position.on_roll, position.opponent, compile_play(dice, written)) is None, "the play is legal"
    return diagnose(position, dice, written)


CASES = [
    # BG301: no checker stands where the step begins.
    pytest.param(START, START, (3, 1), "9/6 6/5", "BG301", 0, {"step": "9/6", "point": "9"}, id="301-empty-point"),
    pytest.param(START, START, (3, 1), "8/5 22/21", "BG301", 1, {"point": "22"}, id="301-second-step"),
    pytest.param(START, START, (2, 1), "bar/23 6/5", "BG301", 0, {"point": "the bar"}, id="301-nobody-on-the-bar"),
    pytest.param("2x8 13x6", START, (1, 1), "8/7(3) 6/5", "BG301", 0, {"point": "8"}, id="301-third-of-two"),
    pytest.param(START, START, (6, 4), "16/10 10/6", "BG301", 0, {"point": "16"}, id="301-start-of-a-chain"),
    # BG302: the opponent holds a point on which the step, or every way of it, lands.
    pytest.param(
        START, START, (6, 5), "24/18 24/19", "BG302", 1, {"step": "24/19", "point": "19", "held": 5}, id="302-target"
    ),
    pytest.param(START, START, (5, 5), "13/8(2) 24/19(2)", "BG302", 1, {"point": "19"}, id="302-double"),
    pytest.param(START, START, (4, 1), "24/19", "BG302", 0, {"point": "19", "held": 5}, id="302-target-of-both-dice"),
    pytest.param("bar 14x6", "2x4 11x1", (4, 2), "bar/21 6/4", "BG302", 0, {"point": "21", "held": 2}, id="302-entry"),
    pytest.param("24 14x6", "2x5 2x23", (4, 4), "24/16", "BG302", 0, {"point": "20", "held": 2}, id="302-on-the-way"),
    # BG303: the step fits no die, or none that is left.
    pytest.param(
        START, START, (3, 1), "8/6 6/5", "BG303", 0, {"step": "8/6", "distance": 2, "dice_left": "3"}, id="303-two"
    ),
    pytest.param(START, START, (3, 1), "8/5 6/4", "BG303", 1, {"distance": 2, "dice_left": "1"}, id="303-design"),
    pytest.param(START, START, (3, 1), "8/5 8/5", "BG303", 1, {"distance": 3, "dice_left": "1"}, id="303-die-twice"),
    pytest.param(START, START, (6, 6), "24/20", "BG303", 0, {"distance": 4, "dice_left": "6666"}, id="303-double"),
    pytest.param(START, START, (4, 2), "8/8 6/4", "BG303", 0, {"distance": 0}, id="303-no-distance"),
    pytest.param(START, START, (5, 3), "13/10 8/6 24/22", "BG303", 1, {"distance": 2}, id="303-before-too-many"),
    pytest.param(START, START, (6, 2), "13/7 13/6", "BG303", 1, {"distance": 7, "dice_left": "2"}, id="303-seven"),
    # BG304: a checker on the bar comes first.
    pytest.param("bar 14x6", "", (4, 2), "6/2 6/4", "BG304", 0, {"step": "6/2", "bar": 1}, id="304-one"),
    pytest.param("2xbar 13x6", "", (4, 2), "6/2 6/4", "BG304", 0, {"bar": 2}, id="304-two"),
    pytest.param("2xbar 13x6", "", (4, 2), "bar/21 6/4", "BG304", 1, {"step": "6/4", "bar": 1}, id="304-one-left"),
    pytest.param("bar 14x6", "2x4 2x2", (4, 2), "6/2 6/4", "BG304", 0, {"bar": 1}, id="304-although-nothing-enters"),
    # BG305: bearing off with a checker outside.
    pytest.param("8 14x6", "", (6, 5), "6/off 6/1", "BG305", 0, {"step": "6/off", "point": "8"}, id="305-outside"),
    pytest.param("bar 14x6", "", (6, 2), "bar/23 6/off", "BG305", 1, {"point": "23"}, id="305-just-entered"),
    pytest.param("24 7 13x6", "", (6, 1), "7/6 6/off", "BG305", 1, {"point": "24"}, id="305-one-home-one-not"),
    pytest.param("2x7 13x3", "", (3, 3), "7/4 4/1 3/off(2)", "BG305", 2, {"point": "7"}, id="305-double"),
    # BG306: a die is larger than the point, and a checker stands behind.
    pytest.param("6 3 13x1", "", (5, 4), "3/off 1/off", "BG306", 0, {"step": "3/off", "point": "6"}, id="306-behind"),
    pytest.param("6 4 13x1", "", (5, 1), "4/off 6/5", "BG306", 0, {"die": 5, "point": "5"}, id="306-after-the-other"),
    pytest.param("5 5x4 9x1", "", (6, 6), "5/off 1/off 4/off(2)", "BG306", 1, {"die": 6, "point": "4"}, id="306-ace"),
    # BG307: more could be played.
    pytest.param(START, START, (3, 1), "8/5", "BG307", WHOLE, {"dice_left": "1", "roll": "31"}, id="307-one-die"),
    pytest.param(START, START, (6, 6), "24/18(2) 13/7", "BG307", WHOLE, {"dice_left": "6"}, id="307-three-of-four"),
    pytest.param(START, START, (4, 4), "24/20(2)", "BG307", WHOLE, {"dice_left": "44"}, id="307-two-of-four"),
    pytest.param("24 10 13x1", "2x5", (6, 4), "10/6", "BG307", WHOLE, {"dice_left": "6"}, id="307-both-can-be-played"),
    pytest.param("2xbar 13x6", "2x3", (4, 2), "bar/21", "BG307", WHOLE, {"dice_left": "2"}, id="307-second-entry"),
    # BG308: only one die can be played, and it is the larger.
    pytest.param("13", "2x23", (6, 5), "13/8", "BG308", WHOLE, {"played": 5, "larger": 6}, id="308-six-not-five"),
    pytest.param("bar", "2x3", (2, 1), "bar/24", "BG308", WHOLE, {"played": 1, "larger": 2}, id="308-entry"),
    # BG309: more steps than dice.
    pytest.param(
        START, START, (3, 1), "8/5 6/5 24/23", "BG309", 2, {"steps": 3, "most": 2, "roll": "31"}, id="309-three"
    ),
    pytest.param(START, START, (1, 1), "6/5(5)", "BG309", 0, {"steps": 5, "most": 4}, id="309-five-in-one-step"),
    pytest.param(START, START, (1, 1), "8/7(2) 6/5(2) 24/23", "BG309", 2, {"steps": 5}, id="309-five"),
    # BG310: backwards.
    pytest.param(START, START, (3, 1), "6/9 8/7", "BG310", 0, {"step": "6/9"}, id="310-first"),
    pytest.param(START, START, (3, 1), "8/5 5/6", "BG310", 1, {"step": "5/6"}, id="310-second"),
    pytest.param(START, START, (6, 5), "14/8 6/8", "BG301", 0, {"point": "14"}, id="310-behind-another-fault"),
]


@pytest.mark.parametrize(("own", "opponent", "dice", "text", "code", "blamed", "values"), CASES)
def test_fault(
    own: str,
    opponent: str,
    dice: tuple[int, int],
    text: str,
    code: str,
    blamed: int,
    values: dict[str, object],
) -> None:
    """Code, index of the blamed step, and the values that the message shows."""
    position = board(own, opponent)
    fault = _fault(position, dice, text)
    assert (fault.code, fault.step) == (code, blamed)
    assert {key: fault.args[key] for key in values} == values
    other = _fault(position, dice[::-1], text)
    assert (other.code, other.step) == (code, blamed), "the order of the dice makes a difference"


@pytest.mark.parametrize(
    ("text", "blamed"),
    [
        pytest.param("9/6 7/6", 0, id="both-wrong"),
        pytest.param("8/5 7/6", 1, id="second-wrong"),
        pytest.param("7/6 8/5", 0, id="first-wrong-second-right"),
        pytest.param("8/7 7/4 20/19", 2, id="right-chain-then-one-too-many"),
    ],
)
def test_first_step_in_written_order_is_blamed(text: str, blamed: int) -> None:
    """3-1 in the starting array: of several faults the first that cannot be made."""
    assert _fault(board(START, START), (3, 1), text).step == blamed


def test_step_that_would_bring_the_checker_is_blamed() -> None:
    """3-1: 11/10 is written before 13/11, which moves two points; with another distance it would have been right."""
    fault = _fault(board(START, START), (3, 1), "11/10 13/11")
    assert (fault.code, fault.step, fault.args["distance"]) == ("BG303", 1, 2)


def test_step_that_another_assignment_of_dice_allows_is_not_blamed() -> None:
    """5-4 with checkers on 9 and 4: 4/off takes the four or the five, so 9/4 with the five is no fault of its own.

    What cannot be made is the bear-off after another checker stayed outside.
    """
    position = board("12 9 4 12x1", "")
    fault = _fault(position, (5, 4), "9/4 4/off")
    assert (fault.code, fault.step, fault.args["point"]) == ("BG305", 1, "12")


def test_either_of_two_held_stops_is_named() -> None:
    """4-2 from 24 to 18 with 22 and 20 held."""
    fault = _fault(board("24 14x6", "2x5 2x3"), (4, 2), "24/18")
    assert (fault.code, fault.step) == ("BG302", 0)
    assert fault.args["point"] in ("20", "22")
    assert fault.args["held"] == 2


# ---- what stands -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "opponent", "text", "after"),
    [
        pytest.param(START, START, "8/5 6/4", "2x24 5x13 2x8 5 4x6 4", id="wrong-distance"),
        pytest.param(START, START, "6/8", "2x24 5x13 4x8 4x6", id="backwards"),
        pytest.param("bar 14x6", "", "6/2", "bar 13x6 2", id="bar-ignored"),
        pytest.param("8 14x6", "", "6/off", "8 13x6", id="borne-off-too-early"),
        pytest.param("8 14x6", "", "7/6 8/7", "15x6", id="other-order"),
        pytest.param(START, START, "24/13(2)", "7x13 3x8 5x6", id="over-a-held-point"),
    ],
)
def test_play_that_stands(own: str, opponent: str, text: str, after: str) -> None:
    """Checkers are moved as written, whatever the dice and the direction."""
    before = board(own, opponent)
    assert stand(before, steps(text)) == Position(board(after).on_roll, before.opponent)


def test_hit_in_a_play_that_stands() -> None:
    """A blot is hit all the same, on the way only where a stop is written."""
    before = board("24 14x6", "7 5 13x12")
    over = stand(before, steps("24/18"))
    by = stand(before, steps("24/20/18"))
    assert over is not None and by is not None
    assert over.counts()[1][25] == 1
    assert by.counts()[1][25] == 2


@pytest.mark.parametrize(
    ("own", "opponent", "text"),
    [
        pytest.param(START, START, "9/6", id="nobody-there"),
        pytest.param(START, START, "24/19", id="point-is-held"),
        pytest.param(START, START, "24/19/16", id="stop-is-held"),
        pytest.param("2x8 13x6", START, "8/7(3)", id="three-of-two"),
        pytest.param(START, START, "bar/20", id="nobody-on-the-bar"),
        pytest.param(START, START, "6/5(9)", id="nine-steps"),
    ],
)
def test_play_that_cannot_be_made(own: str, opponent: str, text: str) -> None:
    """The position is lost."""
    assert stand(board(own, opponent), steps(text)) is None


# ---- properties --------------------------------------------------------------------------------------------


@st.composite
def written(draw: st.DrawFn) -> list[Step]:
    """One to five steps of any kind, backwards and over many points too."""
    found = []
    for _ in range(draw(st.integers(1, 5))):
        points = [draw(st.integers(1, 25)), *draw(st.lists(st.integers(0, 24), min_size=1, max_size=3))]
        if 0 in points[:-1]:
            points = [p for p in points if p] + [0]
        hits = tuple(draw(st.booleans()) for _ in points[1:])
        names = ["bar" if p == 25 else str(p) for p in points]
        text = names[0] + "".join(f"/{p}{'*' * h}" for p, h in zip(names[1:], hits, strict=True))
        count = draw(st.sampled_from([1, 1, 1, 2, 4, 9]))
        found.append(Step(text + (f"({count})" if count > 1 else ""), tuple(points), hits, count))
    return found


def _near(position: Position, dice: tuple[int, int], r: Random) -> list[Step]:
    """Steps from points where checkers stand, by distances near the dice."""
    own = position.counts()[0]
    starts = [p for p in range(1, 26) if own[p]] or [6]
    found = []
    for _ in range(r.randint(1, len(dice_of(dice)))):
        start = r.choice(starts)
        end = max(0, start - r.choice([*dice, *dice, sum(dice), 1, 2]))
        found.append(Step(f"{start}/{end}", (start, end), (False,), 1))
    return found


def _is_answered(position: Position, dice: tuple[int, int], text: list[Step]) -> None:
    if verify(position.on_roll, position.opponent, compile_play(dice, text)) is not None:
        return
    fault = diagnose(position, dice, text)
    assert fault.code in {f"BG3{n:02}" for n in range(1, 11)}
    assert -1 <= fault.step < len(text)
    assert (fault.step == -1) == (fault.code in ("BG307", "BG308"))
    if fault.step >= 0 and "step" in fault.args:
        start, _, end = str(fault.args["step"]).partition("/")
        numbers = tuple({"bar": 25, "off": 0}.get(n) or (0 if n == "off" else int(n)) for n in (start, end))
        assert numbers in hops_of([text[fault.step]]), "the step that is named is a part of the one that is blamed"


@settings(max_examples=400, deadline=None)
@given(positions(), rolls, written())
def test_every_refused_play_has_a_reason(position: Position, dice: tuple[int, int], text: list[Step]) -> None:
    """Any text at all: one of the codes BG301 to BG310, and a step of the text."""
    _is_answered(position, dice, text)


@settings(max_examples=400, deadline=None)
@given(positions(), rolls, st.randoms(use_true_random=False))
def test_every_refused_play_near_the_dice_has_a_reason(position: Position, dice: tuple[int, int], r: Random) -> None:
    """Texts that nearly fit."""
    text = _near(position, dice, r)
    _is_answered(position, dice, text)
    finding = judge_play(position, dice, " ".join(s.text for s in text))
    if finding is not None:
        assert " ".join(s.text for s in text) in message(finding), "the sentence quotes the play"


@settings(max_examples=400, deadline=None)
@given(positions(), written())
def test_no_checker_vanishes_from_a_play_that_stands(position: Position, text: list[Step]) -> None:
    """Either side keeps its number of checkers; the mover's have gone where the text says."""
    stood = stand(position, text)
    hops = hops_of(text)
    own, opponent = position.counts()
    if stood is None:
        if len(hops) <= 8:
            left = own.copy()
            for start, end in hops:
                left[start] -= 1
                left[end] += 1
            held = any(end and opponent[25 - end] > 1 for _, end in hops)
            nowhere = any(start == end or end == 25 for start, end in hops)
            assert min(left) < 0 or held or nowhere or _is_a_circle(own, hops)
        return
    new_own, new_opponent = stood.counts()
    assert sum(new_own) == sum(own)
    assert sum(new_opponent) == sum(opponent)
    for start, end in hops:
        own[start] -= 1
        own[end] += 1
    assert new_own == own
    assert all(new_opponent[p] in (0, opponent[p]) for p in range(1, 25)), "only whole blots leave a point"
    assert all(opponent[p] == 1 for p in range(1, 25) if new_opponent[p] < opponent[p])


def _is_a_circle(own: list[int], hops: list[tuple[int, int]]) -> bool:
    """Do steps wait for each other, so that no order of them can be made?"""
    own, left = own.copy(), list(hops)
    while left:
        made = next((h for h in left if own[h[0]]), None)
        if made is None:
            return True
        left.remove(made)
        own[made[0]] -= 1
        own[made[1]] += 1
    return False
