"""Plays of every rule set: held against the naive generator, against backgammon's own verifier, and hand-worked boards.

``BGANALYZE_POSITIONS=20000`` compares so many positions of every preset instead of some hundred.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_variants import (
    Entry,
    naive_meanings,
    naive_plays,
    naive_results,
    random_game,
    scattered_position,
    their_number,
)
from rule_boards import START, hops_of, steps

from bganalyze.findings.codes import CODES, message
from bganalyze.findings.finding import Finding
from bganalyze.model.actions import Step
from bganalyze.model.position import Position
from bganalyze.replay.game import phrases
from bganalyze.rules import plays
from bganalyze.rules.diagnose import Fault
from bganalyze.rules.plays import AMBIGUOUS, FALSE_MARK, SAME_POSITION, UNMARKED_HIT, compile_play
from bganalyze.rules.variant_plays import Before, all_played, diagnose, results, verify
from bganalyze.rules.variants import PRESETS, Rules

POSITIONS = int(os.environ.get("BGANALYZE_POSITIONS", "600"))
PLAIN = Before()
CODES_OF_PLAYS = {f"BG3{n:02}" for n in range(1, 11)} | {f"BG3{n}" for n in range(20, 25)}
every_preset = pytest.mark.parametrize("name", PRESETS)


def _board(rules: Rules, own: str, opponent: str) -> Position:
    """``"5x13 3x8 bar"``: checkers x point in each side's own numbering, the rest borne off."""
    sides = []
    for text in (own, opponent):
        points: dict[int, int] = {}
        for piece in text.split():
            n, sign, point = piece.rpartition("x")
            points[25 if point == "bar" else int(point)] = int(n) if sign else 1
        sides.append(points)
    both = [p for p in sides[0] if 1 <= p <= 24 and their_number(rules, p) in sides[1]]
    assert not both, f"both sides on {both}"
    return Position.from_points(sides[0], sides[1], rules.checkers())


def _roll(r: Random) -> tuple[int, int]:
    return r.randint(1, 6), r.randint(1, 6)


def _before(r: Random) -> Before:
    return Before(r.random() < 0.5, r.random() < 0.5)


def _entries(rules: Rules, r: Random, count: int) -> list[Entry]:
    """Rolls of random games, and as many of scattered positions."""
    found: list[Entry] = []
    while len(found) < count // 2:
        found += random_game(rules, r)
    del found[count // 2 :]
    while len(found) < count:
        position, dice, before = scattered_position(rules, r), _roll(r), _before(r)
        legal = naive_plays(rules, position, dice, before)
        after, hops = r.choice(list(legal.items())) if legal else (position, ())
        found.append(Entry(0, position, dice, hops, before, False, after, frozenset(legal)))
    return found


# ---- the naive generator -----------------------------------------------------------------------------------


@every_preset
def test_results_are_those_of_the_naive_generator(name: str) -> None:
    """Positions of random games from the start to the end, and scattered ones."""
    rules = PRESETS[name]
    for e in _entries(rules, Random(name), POSITIONS):
        assert results(rules, e.position, e.dice, e.before) == e.results, (e.position.counts(), e.dice, e.before)


@pytest.mark.parametrize(
    ("name", "field", "other"),
    [
        pytest.param("caucasian", "hit_and_cover", "free", id="caucasian-hit-and-cover"),
        pytest.param("caucasian", "hit_and_cover", "forbidden", id="caucasian-not-as-polish"),
        pytest.param("polish-short", "hit_and_cover", "free", id="polish-hit-and-cover"),
        pytest.param("dutch", "hitting", "yes", id="dutch-hitting"),
        pytest.param("dutch", "hitting", "no", id="dutch-hits-at-last"),
        pytest.param("acey-deucey", "bar_first", True, id="acey-deucey-bar-first"),
        pytest.param("long-nardy", "hitting", "yes", id="long-hitting"),
        pytest.param("long-nardy", "head_limit", None, id="long-head"),
        pytest.param("long-nardy", "head_exception", "none", id="long-head-exception"),
        pytest.param("long-nardy", "head_exception", "any-block", id="long-head-not-as-A"),
        pytest.param("long-nardy", "block_rule", "none", id="long-block"),
        pytest.param("long-nardy", "block_rule", "home-entered", id="long-block-not-home-entered"),
        pytest.param("long-nardy", "transient_block", "allowed", id="long-transient-block"),
        pytest.param("long-nardy", "bear_off_after_entry", False, id="long-bear-off-after-entry"),
    ],
)
def test_the_positions_compared_are_decided_by_every_field(name: str, field: str, other: object) -> None:
    """Without such positions the comparison with the naive generator would say nothing about the field."""
    rules = PRESETS[name]
    without = replace(rules, **{field: other})
    assert any(
        naive_results(without, e.position, e.dice, e.before) != e.results for e in _entries(rules, Random(name), 600)
    )


FIELDS: dict[str, tuple[object, ...]] = {
    "direction": ("opposed", "same"),
    "hitting": ("yes", "no", "after-home"),
    "bar_first": (True, False),
    "enter_all_first": (False, True),
    "hit_and_cover": ("free", "forbidden-home", "forbidden"),
    "head_limit": (None, 1),
    "head_exception": ("none", "head-only", "any-block"),
    "block_rule": ("none", "ahead", "home-entered"),
    "transient_block": ("allowed", "forbidden"),
    "bear_off_after_entry": (True, False),
    "start": ("standard", "in-hand", "long", "hyper-3"),
}


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    """Any mixture of the fields that decide about plays."""
    return replace(Rules(), **{name: draw(st.sampled_from(values)) for name, values in FIELDS.items()})


@settings(max_examples=POSITIONS, deadline=None)
@given(rule_sets(), st.randoms(use_true_random=False))
def test_any_mixture_of_fields(rules: Rules, r: Random) -> None:
    """Rule sets that nobody has named: the same results, and whether all dice can be played."""
    position, dice, before = scattered_position(rules, r), _roll(r), _before(r)
    legal = naive_plays(rules, position, dice, before)
    assert results(rules, position, dice, before) == set(legal)
    most = max((len(hops) for hops in legal.values()), default=0)
    assert all_played(rules, position, dice, before) == (most == (4 if dice[0] == dice[1] else 2))


def test_the_order_of_the_dice_makes_no_difference() -> None:
    """3-1 is 1-3."""
    r = Random(7)
    for rules in PRESETS.values():
        for _ in range(20):
            position, (a, b), before = scattered_position(rules, r), _roll(r), _before(r)
            assert results(rules, position, (a, b), before) == results(rules, position, (b, a), before)


# ---- written plays -----------------------------------------------------------------------------------------


def _step(points: Sequence[int], hits: Sequence[bool], times: int = 1) -> Step:
    return Step("/".join(map(str, points)), tuple(points), tuple(hits), times)


def _hits(before: Position, after: Position, rules: Rules) -> set[int]:
    old, new = before.counts()[1], after.counts()[1]
    return {p for p in range(1, 25) if old[their_number(rules, p)] > new[their_number(rules, p)]}


def _merged(r: Random, singles: list[Step]) -> list[Step]:
    """Steps of one checker joined: with their stops (24/18/15), or without (24/15)."""
    left, found = list(singles), []
    while left:
        points, hits = list(left[0].points), list(left.pop(0).hits)
        while r.random() < 0.7:
            following = next((s for s in left if s.points[0] == points[-1]), None)
            if following is None:
                break
            left.remove(following)
            if r.random() < 0.5:
                points.append(following.points[1])
                hits.append(following.hits[0])
            else:
                points[-1], hits[-1] = following.points[1], following.hits[0]
        found.append(_step(points, hits))
    return found


def _counted(texts: list[Step]) -> list[Step]:
    found: dict[tuple[tuple[int, ...], tuple[bool, ...]], int] = {}
    for s in texts:
        found[s.points, s.hits] = found.get((s.points, s.hits), 0) + s.times
    return [_step(points, hits, times) for (points, hits), times in found.items()]


def _texts(rules: Rules, r: Random, e: Entry) -> list[list[Step]]:
    """A legal play in several notations, damaged ones, and some out of the air."""
    hits = _hits(e.position, e.after, rules)
    singles = []
    for start, end in e.steps:
        singles.append(_step((start, end), (end in hits,)))
        hits.discard(end)
    found: list[list[Step]] = []
    if singles:
        shuffled = r.sample(singles, len(singles))
        found += [singles, shuffled, _merged(r, singles), _counted(_merged(r, shuffled)), singles[:-1]]
        found.append([s._replace(hits=tuple(r.random() < 0.3 for _ in s.hits)) for s in _merged(r, singles)])
        damaged = list(shuffled)
        k = r.randrange(len(damaged))
        start, end = damaged[k].points
        change = r.choice([-1, 1, *e.dice])
        damaged[k] = _step((start, max(0, min(24, end + change))), (False,))
        found += [damaged, [*singles, singles[-1]]]
        ends = r.sample([s.points[1] for s in singles], len(singles))
        found.append([_step((s.points[0], end), (False,)) for s, end in zip(singles, ends, strict=True)])
    starts = [p for p, n in enumerate(e.position.counts()[0]) if n and p] or [6]
    for _ in range(3):
        air = []
        for _ in range(r.choice([1, 2, 2, 3, 4] if e.dice[0] == e.dice[1] else [1, 2, 2, 2])):
            start = r.choice(starts)
            air.append(_step((start, max(0, start - r.choice([*e.dice, *e.dice, sum(e.dice)]))), (r.random() < 0.2,)))
        found.append(air)
    return [text for text in found if text]


def _wrong(rules: Rules, e: Entry, text: Sequence[Step]) -> str | None:
    """What is wrong with the answer to a text; ``None`` if it is right."""
    answer = verify(rules, e.position, e.dice, text, e.before)
    right = naive_meanings(rules, e.position, e.dice, hops_of(text)) & e.results
    if answer is None:
        return "refused, though right" if right else None
    after, flags = Position(*answer[:2]), answer[2]
    if after not in right:
        return "accepted, though wrong"
    stars = {p for s in text for p, hit in zip(s.points[1:], s.hits, strict=True) if hit and p}

    def disagreement(other: Position) -> tuple[int, int]:
        hits = _hits(e.position, other, rules)
        return len(stars - hits), len(hits - stars)

    missing, unmarked = disagreement(after)
    if bool(flags & UNMARKED_HIT) != bool(unmarked) or bool(flags & FALSE_MARK) != bool(missing):
        return f"flags {flags} for {missing} stars without and {unmarked} hits without the other"
    best = min(map(disagreement, right))
    if disagreement(after) != best:
        return "another reading agrees better with the stars"
    if bool(flags & AMBIGUOUS) != (sum(disagreement(other) == best for other in right) > 1):
        return f"flags {flags} for {len(right)} readings"
    return None


@every_preset
def test_written_plays_are_judged_by_the_position_they_lead_to(name: str) -> None:
    """Right if and only if a legal result can be reached, hits and stars included; a refused one has a reason."""
    rules = PRESETS[name]
    r = Random(f"texts of {name}")
    judged = accepted = 0
    for e in _entries(rules, r, max(200, POSITIONS // 5)):
        for text in _texts(rules, r, e):
            wrong = _wrong(rules, e, text)
            assert wrong is None, (wrong, e.position.counts(), e.dice, e.before, text)
            judged += 1
            if verify(rules, e.position, e.dice, text, e.before) is None:
                _is_answered(rules, e, text)
            else:
                accepted += 1
    assert 0.25 < accepted / judged < 0.9, "the texts are nearly all of one kind: the test says little"


@settings(max_examples=POSITIONS // 3, deadline=None)
@given(rule_sets(), st.randoms(use_true_random=False))
def test_written_plays_under_any_mixture_of_fields(rules: Rules, r: Random) -> None:
    """Rule sets that nobody has named."""
    position, dice, before = scattered_position(rules, r), _roll(r), _before(r)
    legal = naive_plays(rules, position, dice, before)
    after, hops = r.choice(list(legal.items())) if legal else (position, ())
    e = Entry(0, position, dice, hops, before, False, after, frozenset(legal))
    for text in _texts(rules, r, e):
        assert _wrong(rules, e, text) is None
        if verify(rules, position, dice, text, before) is None:
            _is_answered(rules, e, text)


def _is_answered(rules: Rules, e: Entry, text: Sequence[Step]) -> None:
    fault = diagnose(rules, e.position, e.dice, text, e.before)
    assert fault.code in CODES_OF_PLAYS
    assert -1 <= fault.step < len(text)
    assert _sentence(fault)


def _sentence(fault: Fault) -> str:
    """The message, which needs all its values."""
    args = {"shown": "31: 8/5 6/5", **fault.args, **phrases(fault.args)}
    return message(Finding(fault.code, "", args=tuple(args.items())))


@pytest.mark.parametrize("name", [name for name, rules in PRESETS.items() if rules.plain])
def test_backgammons_plays_are_judged_as_its_own_verifier_does(name: str) -> None:
    """The same sides, the same flags and the same results."""
    rules = PRESETS[name]
    r = Random(f"plain {name}")
    for e in _entries(rules, r, 200):
        found = plays.results(*e.position, e.dice)
        assert results(rules, e.position, e.dice, e.before) == {Position(*sides) for sides in found}
        for text in _texts(rules, r, e):
            expected = plays.verify(*e.position, compile_play(e.dice, text))
            assert verify(rules, e.position, e.dice, text, e.before) == expected, (e.position.counts(), e.dice, text)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(list(PRESETS.values())), st.randoms(use_true_random=False), st.data())
def test_any_steps_at_all_have_an_answer(rules: Rules, r: Random, data: st.DataObject) -> None:
    """Backwards, over many points, too many: a position or a reason."""
    one = st.tuples(
        st.integers(1, 25), st.lists(st.integers(0, 24), min_size=1, max_size=3), st.sampled_from([1, 2, 9])
    )
    text = [
        _step((start, *more), tuple(False for _ in more), times)
        for start, more, times in data.draw(st.lists(one, max_size=4))
    ]
    position, dice, before = scattered_position(rules, r), _roll(r), _before(r)
    if verify(rules, position, dice, text, before) is None:
        fault = diagnose(rules, position, dice, text, before)
        assert fault.code in CODES_OF_PLAYS
        assert _sentence(fault)


# ---- hand-worked boards ------------------------------------------------------------------------------------

FIRST = Before(first=True)
WHOLE = -1
LONG = PRESETS["long-nardy"]
HEADS = "15x24"
PRIME = "9x24 21 20 19 18 17 10"
"""Own 21 to 17 are the opponent's 9 to 5: a checker on 22 makes six in a row."""

CASES = [
    # BG320: the head.
    pytest.param("long-nardy", HEADS, HEADS, FIRST, (6, 5), "24/18 24/19", "BG320", 1, {"most": 1}, id="320-two"),
    pytest.param("long-nardy", HEADS, HEADS, FIRST, (6, 6), "24/18(3)", "BG320", 0, {"most": 2}, id="320-three"),
    pytest.param("long-nardy", HEADS, "14x24 4", FIRST, (4, 4), "24/20(2)", "BG320", 0, {"most": 1}, id="320-no-head"),
    pytest.param("long-nardy", HEADS, HEADS, PLAIN, (6, 6), "24/18(2)", "BG320", 0, {"most": 1}, id="320-not-first"),
    # BG321: six in a row with nobody beyond.
    pytest.param(
        "long-nardy", PRIME, HEADS, PLAIN, (2, 1), "24/22 10/9", "BG321", 0, {"points": "22 to 17"}, id="321-step"
    ),
    pytest.param(
        "long-nardy-a", PRIME, HEADS, PLAIN, (2, 1), "24/22 10/9", "BG321", WHOLE, {"needed": "beyond them"}, id="321"
    ),
    pytest.param("long-nardy", PRIME, "14x24 11", PLAIN, (2, 1), "24/21", "BG321", 0, {}, id="321-in-passing"),
    # BG322: the hitter goes on to an own point.
    pytest.param(
        "polish-short", "13 2x5 12x4", "18 14x1", PLAIN, (6, 2), "13/7*/5", "BG322", 0, {"hit": "7", "point": "5"},
        id="322-outside",
    ),
    pytest.param("polish-short", "8 2x2 12x6", "21 14x1", PLAIN, (4, 2), "8/4*/2", "BG322", 0, {}, id="322-home"),
    pytest.param("caucasian", "8 2x2 12x6", "21 14x1", PLAIN, (4, 2), "8/4* 4/2", "BG322", 1, {}, id="322-two-steps"),
    # BG323: a hit where it is not allowed (yet).
    pytest.param("dutch", "13 14x24", "18 14x2", PLAIN, (6, 1), "13/7*/6", "BG323", 0, {"point": "7"}, id="323-dutch"),
    pytest.param("long-nardy", HEADS, "14x24 6", PLAIN, (6, 5), "24/18*/13", "BG323", 0, {"point": "18"}, id="323-no"),
    pytest.param(
        "long-nardy", HEADS, "14x24 6", PLAIN, (6, 5), "24/18/13", "BG302", 0, {"point": "18", "held": 1}, id="302-one"
    ),
    # BG324: checkers in hand; on the bar it is BG304.
    pytest.param("dutch", "15xbar", "15xbar", FIRST, (6, 1), "bar/19/18", "BG324", 0, {"bar": 14}, id="324-in-hand"),
    pytest.param("dutch", "2xbar 13x19", "15xbar", PLAIN, (6, 1), "bar/24 19/13", "BG324", 1, {"bar": 1}, id="324-one"),
    pytest.param("dutch", "bar 14x6", "15xbar", Before(home=True), (6, 1), "6/5 6/off", "BG304", 0, {}, id="304-bar"),
    # The faults of backgammon under other rules.
    pytest.param("long-nardy", HEADS, HEADS, FIRST, (5, 3), "24/22/19/16", "BG303", 0, {}, id="303-not-split"),
    pytest.param("long-nardy", HEADS, HEADS, FIRST, (6, 5), "24/18", "BG307", WHOLE, {"dice_left": "5"}, id="307-one"),
    pytest.param("long-nardy", HEADS, HEADS, FIRST, (4, 4), "24/16", "BG307", WHOLE, {}, id="307-second-must-leave"),
    pytest.param(
        "long-nardy", "13 14x1", "15x15", PLAIN, (6, 4), "13/9", "BG308", WHOLE, {"larger": 6}, id="308-the-six"
    ),
    pytest.param("long-nardy", HEADS, HEADS, FIRST, (6, 6), "24/12", "BG302", 0, {"point": "12"}, id="302-the-head"),
    pytest.param("acey-deucey", "15xbar", "2x2 13xbar", FIRST, (2, 1), "bar/23 bar/24", "BG302", 0, {}, id="302-entry"),
    pytest.param("acey-deucey", "bar 14x6", START, PLAIN, (6, 5), "6/off 6/1", "BG305", 0, {}, id="305-in-hand"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "own", "opponent", "before", "dice", "text", "code", "step", "values"), CASES)
def test_fault(
    name: str,
    own: str,
    opponent: str,
    before: Before,
    dice: tuple[int, int],
    text: str,
    code: str,
    step: int,
    values: dict[str, object],
) -> None:
    """Code, index of the blamed step, and the values that the message shows."""
    rules = PRESETS[name]
    position = _board(rules, own, opponent)
    for roll in (dice, dice[::-1]):
        assert verify(rules, position, roll, steps(text), before) is None, "the play is legal"
        fault = diagnose(rules, position, roll, steps(text), before)
        assert (fault.code, fault.step) == (code, step)
        assert {key: fault.args[key] for key in values} == values
    assert fault.code in CODES
    assert _sentence(fault)


LEGAL = [
    pytest.param("long-nardy", HEADS, HEADS, FIRST, (6, 6), "24/18(2)", 0, id="second-leaves-at-the-head"),
    pytest.param("long-nardy-a", HEADS, "14x24 4", FIRST, (4, 4), "24/20(2)", 0, id="second-leaves-at-any-block"),
    pytest.param("long-nardy", HEADS, HEADS, FIRST, (6, 5), "24/13", 0, id="one-checker-both-dice"),
    pytest.param("long-nardy", PRIME, "14x24 4", PLAIN, (2, 1), "24/22 10/9", 0, id="block-with-one-beyond"),
    pytest.param("long-nardy", PRIME, "14x24", PLAIN, (2, 1), "24/22 10/9", 0, id="block-with-one-borne-off"),
    pytest.param("long-nardy-a", PRIME, "14x24 11", PLAIN, (2, 1), "24/21", 0, id="block-in-passing"),
    pytest.param("long-nardy", PRIME, HEADS, PLAIN, (2, 1), "24/21", 0, id="the-order-without-a-block"),
    pytest.param("caucasian", "13 2x5 12x4", "18 14x1", PLAIN, (6, 2), "13/7*/5", 0, id="hit-outside-and-cover"),
    pytest.param("backgammon", "8 2x2 12x6", "21 14x1", PLAIN, (4, 2), "8/4*/2", 0, id="hit-and-cover-free"),
    pytest.param("polish-short", "8 2x2 12x6", "21 14x1", PLAIN, (4, 2), "8/4* 6/4", 0, id="covered-by-another"),
    pytest.param("polish-short", "8 2x2 12x6", "21 14x1", PLAIN, (4, 1), "8/4*/3", 0, id="runs-on-to-an-empty-point"),
    pytest.param("polish-short", "2x8 13x6", "21 14x1", PLAIN, (4, 4), "8/4*(2) 6/2(2)", 0, id="second-one-covers"),
    pytest.param("polish-short", "8 2x4 12x3", "20 14x1", PLAIN, (3, 1), "8/5*/4", None, id="to-a-point-with-two"),
    pytest.param("polish-short", "8 4 13x3", "20 14x1", PLAIN, (3, 1), "8/5* 5/4", None, id="to-a-point-with-one"),
    pytest.param("polish-short", "9 6 13x1", "20 21 13x3", PLAIN, (4, 1), "9/5*/4*", 0, id="runs-on-to-another-blot"),
    pytest.param("polish-short", "7 2x2 12x1", "20", PLAIN, (6, 2), "7/5*/off", 0, id="hits-and-is-borne-off"),
    pytest.param("dutch", "13 8 13x24", "18 14x2", PLAIN, (6, 2), "13/7* 8/6", 0, id="comes-home-then-hits"),
    pytest.param("dutch", "13 14x24", "18 14x2", Before(home=True), (6, 1), "13/7*/6", 0, id="has-been-home"),
    pytest.param("dutch", "13 14x24", "18 14x2", PLAIN, (6, 1), "13/6", 0, id="by-the-stop-without-a-blot"),
    pytest.param("dutch", "15xbar", "15xbar", FIRST, (6, 1), "bar/19 bar/24", 0, id="two-enter"),
    pytest.param("acey-deucey", "15xbar", "15xbar", FIRST, (6, 1), "bar/18", 0, id="one-enters-and-goes-on"),
    pytest.param("acey-deucey", "14xbar 20", "15xbar", FIRST, (6, 1), "20/13", 0, id="nobody-enters"),
    pytest.param("acey-deucey", "2xbar 13x20", "7 14xbar", PLAIN, (2, 1), "20/18* bar/24", 0, id="hits-from-hand"),
    pytest.param("acey-deucey", "2xbar 13x20", "7 14xbar", PLAIN, (2, 1), "20/18 bar/24", UNMARKED_HIT, id="no-star"),
    pytest.param("acey-deucey", "15xbar", "15xbar", FIRST, (5, 2), "bar/23* bar/20", FALSE_MARK, id="star-for-nothing"),
    pytest.param("long-nardy", "8 7 13x20", HEADS, PLAIN, (3, 1), "8/6 7/5", SAME_POSITION, id="steps-of-two-and-two"),
]


@pytest.mark.parametrize(("name", "own", "opponent", "before", "dice", "text", "flags"), LEGAL)
def test_written_play(
    name: str, own: str, opponent: str, before: Before, dice: tuple[int, int], text: str, flags: int | None
) -> None:
    """Flags of a legal play, ``None`` for one that is not."""
    rules = PRESETS[name]
    position = _board(rules, own, opponent)
    for roll in (dice, dice[::-1]):
        answer = verify(rules, position, roll, steps(text), before)
        assert (None if answer is None else answer[2]) == flags
        if answer is not None:
            assert Position(*answer[:2]) in naive_results(rules, position, roll, before)


def test_home_entered_needs_a_checker_in_its_home() -> None:
    """The opponent's 4 is beyond the block of 5 to 10 and in the home; 11 is neither."""
    rules = replace(LONG, block_rule="home-entered")
    for opponent, legal in (("14x24 4", True), ("14x24", True), ("14x24 11", False), ("15x24", False)):
        answer = verify(rules, _board(rules, PRIME, opponent), (2, 1), steps("24/22 10/9"), PLAIN)
        assert (answer is not None) == legal
    fault = diagnose(rules, _board(rules, PRIME, HEADS), (2, 1), steps("24/22 10/9"), PLAIN)
    assert (fault.code, fault.args["needed"]) == ("BG321", "in its home board")
    # A block of the opponent's 13 to 18 (own 6 to 1) has a checker on 7 beyond it, which has not entered its home.
    last = _board(LONG, "9x24 5 4 3 2 1 8", "14x24 7")
    assert verify(LONG, last, (2, 1), steps("8/6 24/23"), PLAIN) is not None
    assert verify(rules, last, (2, 1), steps("8/6 24/23"), PLAIN) is None


def test_block_that_stood_before_is_no_fault_of_this_turn() -> None:
    """An illegal block that was let stand: it may stay, but not grow to seven."""
    position = _board(LONG, "7x24 22 21 20 19 18 17 10 9", HEADS)
    assert verify(LONG, position, (2, 1), steps("10/8 9/8"), PLAIN) is not None
    assert verify(LONG, position, (2, 1), steps("24/23 10/8"), PLAIN) is None
    fault = diagnose(LONG, position, (2, 1), steps("24/23 10/8"), PLAIN)
    assert (fault.code, fault.step, fault.args["points"]) == ("BG321", 0, "23 to 18")


def test_position_after_a_hit_from_hand() -> None:
    """The blot goes to the bar's field of its side."""
    rules = PRESETS["acey-deucey"]
    answer = verify(rules, _board(rules, "2xbar 13x20", "7 14xbar"), (2, 1), steps("20/18* bar/24"), PLAIN)
    assert answer is not None
    assert Position(*answer[:2]) == _board(rules, "bar 24 12x20 18", "15xbar")
