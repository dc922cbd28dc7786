"""The fast verifier against the naive generator, an oracle on lists, and every play of the bulk sets."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_boards import (
    START,
    board,
    meanings,
    positions,
    random_position,
    random_roll,
    rolls,
    steps,
)

from bganalyze.formats import mat
from bganalyze.formats.lines import decode
from bganalyze.model import actions as act
from bganalyze.model.actions import Step
from bganalyze.model.position import Position, blocked_for, unpack
from bganalyze.rules.declared import RuleOptions, rules_of
from bganalyze.rules.generate import LegalPlay, generate
from bganalyze.rules.plays import (
    AMBIGUOUS,
    FALSE_MARK,
    MAX_STEPS,
    SAME_POSITION,
    UNMARKED_HIT,
    both_playable,
    compile_play,
    is_dance,
    movable,
    results,
    verify,
)

Single = tuple[int, int, bool]


def _step(points: Sequence[int], hits: Sequence[bool], count: int = 1) -> Step:
    return Step("/".join(map(str, points)), tuple(points), tuple(hits), count)


def _judge(position: Position, dice: tuple[int, int], text: Sequence[Step]) -> tuple[Position, int] | None:
    """The verifier's answer as a position and flags."""
    after = verify(position.on_roll, position.opponent, compile_play(dice, text))
    return None if after is None else (Position(after[0], after[1]), after[2])


def _hits(before: Position, after: Position) -> set[int]:
    """The mover's points on which a checker of the opponent was hit."""
    old, new = unpack(before.opponent), unpack(after.opponent)
    return {25 - p for p in range(1, 25) if old[p] > new[p]}


def _stars(text: Sequence[Step]) -> set[int]:
    return {p for s in text for p, hit in zip(s.points[1:], s.hits, strict=True) if hit and p}


def _fault(position: Position, dice: tuple[int, int], text: Sequence[Step], legal: set[Position]) -> str | None:
    """What is wrong with the verifier's answer, ``None`` if it is right.

    A text is right if and only if its steps, as written or expanded over stops, can lead to a legal
    result; among several the stars decide, then the fewest hits without one.
    """
    answer = _judge(position, dice, text)
    right = meanings(position, dice, text) & legal
    if answer is None:
        return "refused, though right" if right else None
    after, flags = answer
    if after not in right:
        return "accepted, though wrong"
    stars, hits = _stars(text), _hits(position, after)
    if bool(flags & UNMARKED_HIT) != bool(hits - stars) or bool(flags & FALSE_MARK) != bool(stars - hits):
        return f"flags {flags} for hits {hits} and stars {stars}"

    def disagreement(other: Position) -> tuple[int, int]:
        made = _hits(position, other)
        return len(stars - made), len(made - stars)

    best = min(disagreement(other) for other in right)
    if disagreement(after) != best:
        return "another reading agrees better with the stars"
    if bool(flags & AMBIGUOUS) != (sum(disagreement(other) == best for other in right) > 1):
        return f"flags {flags} for {len(right)} readings"
    return None


# ---- texts, right and damaged ------------------------------------------------------------------------------


def _merged(r: Random, singles: list[Single]) -> list[Step]:
    """Steps of one checker joined: with their stops (24/18/15), or without (24/15)."""
    left, found = list(singles), []
    while left:
        start, end, hit = left.pop(0)
        points, hits = [start, end], [hit]
        while r.random() < 0.7:
            following = next((s for s in left if s[0] == points[-1] and s[1] < s[0]), None)
            if following is None or points[-1] == 0:
                break
            left.remove(following)
            if r.random() < 0.4:
                points.append(following[1])
                hits.append(following[2])
            else:
                points[-1], hits[-1] = following[1], following[2]
        found.append(_step(points, hits))
    return found


def _counted(texts: list[Step]) -> list[Step]:
    """Equal steps as one with a count: 8/7(2)."""
    found: dict[tuple[tuple[int, ...], tuple[bool, ...]], int] = {}
    for s in texts:
        found[s.points, s.hits] = found.get((s.points, s.hits), 0) + s.times
    return [_step(points, hits, count) for (points, hits), count in found.items()]


def _texts(r: Random, dice: tuple[int, int], plays: Sequence[LegalPlay], most: int) -> list[list[Step]]:
    """Texts around the legal plays of a roll, and some out of the air."""
    found: list[list[Step]] = []
    for play in r.sample(plays, min(most, len(plays))):
        singles = list(play.steps)
        plain = [_step((a, b), (hit,)) for a, b, hit in singles]
        shuffled = r.sample(singles, len(singles))
        found += [plain, [_step((a, b), (hit,)) for a, b, hit in shuffled], _merged(r, singles)]
        found += [_counted(_merged(r, shuffled)), _counted(plain)]
        if len(plain) > 1:
            found.append(plain[:-1])
            found.append(r.sample(plain, len(plain) - 1))
        found.append([*plain, plain[-1]])
        for damaged in (list(shuffled), list(singles)):
            k = r.randrange(len(damaged))
            a, b, hit = damaged[k]
            change = r.choice([-1, 1, r.choice(dice), -r.choice(dice)])
            if r.random() < 0.5:
                damaged[k] = (min(25, max(1, a + change)), b, hit)
            else:
                damaged[k] = (a, max(0, min(24, b + change)), hit)
            found.append([_step((a, b), (hit,)) for a, b, hit in damaged])
            found.append(_merged(r, damaged))
        if len(singles) > 1:
            # The landing places exchanged: the same position by steps of other lengths.
            ends = r.sample([(b, hit) for _, b, hit in singles], len(singles))
            found.append([_step((s[0], b), (hit,)) for s, (b, hit) in zip(singles, ends, strict=True)])
    for _ in range(3):
        air = []
        for _ in range(r.randint(1, 4)):
            start = r.randint(1, 25)
            air.append(_step((start, max(0, start - r.choice([*dice, sum(dice)]))), (r.random() < 0.2,)))
        found.append(air)
    for text in found:
        if r.random() < 0.3:
            # Stars as writers leave them out, or put them in the wrong place.
            stars = r.random() < 0.3
            text[:] = [s._replace(hits=tuple(stars and r.random() < 0.5 for _ in s.hits)) for s in text]
    return found


def test_100_000_random_texts_are_judged_as_the_oracle_does() -> None:
    """Right if and only if a legal result can be reached; hits, stars and ambiguity included.

    The same loop holds ``results`` and ``is_dance`` against the generator.
    """
    r = Random(20240517)
    judged = accepted = rolls_seen = dances = 0
    while judged < 100_000:
        position, dice = random_position(r), random_roll(r)
        plays = generate(position, dice)
        legal = {play.position for play in plays}
        found = {Position(*sides) for sides in results(position.on_roll, position.opponent, dice)}
        assert found == legal, (position.counts(), dice)
        assert is_dance(position.on_roll, position.opponent, dice) == (not plays), (position.counts(), dice)
        rolls_seen += 1
        dances += not plays
        for text in _texts(r, dice, plays, 4):
            fault = _fault(position, dice, text, legal)
            assert fault is None, (fault, position.counts(), dice, text)
            judged += 1
            accepted += _judge(position, dice, text) is not None
    assert 0.3 < accepted / judged < 0.9, "the texts are nearly all of one kind: the test says little"
    assert dances > 0.02 * rolls_seen


@settings(max_examples=300, deadline=None)
@given(positions(), rolls, st.randoms(use_true_random=False))
def test_verifier_accepts_just_what_the_generator_contains(
    position: Position, dice: tuple[int, int], r: Random
) -> None:
    """Every text of a small position that Hypothesis can shrink."""
    plays = generate(position, dice)
    legal = {play.position for play in plays}
    for play in plays[:8]:
        answer = _judge(position, dice, [_step((a, b), (hit,)) for a, b, hit in play.steps])
        assert answer == (play.position, 0), "a legal play with its stars is accepted as it is"
    for text in _texts(r, dice, plays, 2):
        assert _fault(position, dice, text, legal) is None


@settings(max_examples=300, deadline=None)
@given(positions(), rolls)
def test_quick_questions_have_the_generators_answers(position: Position, dice: tuple[int, int]) -> None:
    """Results, dances, and whether both dice of a mixed roll can be played."""
    own, opponent = position
    plays = generate(position, dice)
    assert {Position(*sides) for sides in results(own, opponent, dice)} == {p.position for p in plays}
    assert results(own, opponent, dice) == results(own, opponent, dice[::-1])
    assert is_dance(own, opponent, dice) == (not plays)
    if dice[0] != dice[1]:
        both = any(len(play.steps) == 2 for play in plays)
        assert both_playable(own, blocked_for(opponent), dice) == both


@settings(deadline=None)
@given(positions(), st.integers(1, 6))
def test_checkers_that_can_move_with_one_die(position: Position, die: int) -> None:
    """Held against the sentences of the rules, point by point."""
    own, opp = position.counts()
    can = set()
    for p in range(1, 26):
        if not own[p] or (own[25] and p != 25):
            continue
        if p > die:
            legal = opp[25 - (p - die)] < 2
        else:
            legal = not any(own[7:]) and (p == die or not any(own[p + 1 :]))
        if legal:
            can.add(p)
    mask = movable(position.on_roll, blocked_for(position.opponent), die)
    assert mask == sum(1 << (5 * p) for p in can)


# ---- single cases, worked by hand --------------------------------------------------------------------------

LEGAL, STAR_MISSING, STAR_WRONG, DOUBTFUL, BY_POSITION = 0, UNMARKED_HIT, FALSE_MARK, AMBIGUOUS, SAME_POSITION

CASES = [
    pytest.param(START, START, (3, 1), "8/5 6/5", LEGAL, id="opening"),
    pytest.param(START, START, (3, 1), "6/5 8/5", LEGAL, id="other-order"),
    pytest.param(START, START, (1, 3), "8/5 6/5", LEGAL, id="dice-the-other-way"),
    pytest.param(START, START, (3, 1), "8/4", LEGAL, id="one-checker-both-dice"),
    pytest.param(START, START, (3, 1), "8/5", None, id="one-die-left"),
    pytest.param(START, START, (3, 1), "8/5 8/4", None, id="too-far"),
    pytest.param(START, START, (4, 4), "24/16(2)", LEGAL, id="two-checkers-two-fours-each"),
    pytest.param(START, START, (4, 4), "24/8", None, id="third-stop-held"),
    pytest.param(START, START, (5, 5), "24/4", None, id="first-stop-held"),
    pytest.param(START, START, (5, 5), "13/3(2)", LEGAL, id="stops-open"),
    pytest.param(START, START, (6, 5), "24/13", LEGAL, id="by-the-open-stop"),
    pytest.param("2x24 13x6", "14x4 7", (6, 1), "24/18*/17", LEGAL, id="hit-on-the-way"),
    pytest.param("24 2x6", "3 5", (4, 2), "24/18", DOUBTFUL | STAR_MISSING, id="either-blot-no-star"),
    pytest.param("24 2x6", "3 5", (4, 2), "24/20*/18", LEGAL, id="one-blot-by-its-star"),
    pytest.param("24 2x6", "3", (4, 2), "24/18", LEGAL, id="the-order-that-hits-nothing"),
    pytest.param("24 2x6", "3", (4, 2), "24/22*/18", LEGAL, id="the-order-that-hits"),
    pytest.param("24 2x6", "3", (4, 2), "24/22/18", STAR_MISSING, id="the-order-that-hits-unmarked"),
    pytest.param("24 2x6", "2x2", (4, 2), "24/22*/18", STAR_WRONG, id="star-on-an-empty-point"),
    pytest.param("2x8 7", "2x1", (3, 1), "8/6 7/5", BY_POSITION, id="steps-of-two-and-two"),
    pytest.param("2x8 7", "2x1", (3, 1), "8/5 7/6", LEGAL, id="the-same-by-three-and-one"),
    pytest.param("bar 14x6", START, (4, 2), "bar/21 6/4", LEGAL, id="enter-then-move"),
    pytest.param("bar 14x6", START, (4, 2), "6/4 bar/21", LEGAL, id="enter-written-last"),
    pytest.param("bar 14x6", START, (4, 2), "bar/19", None, id="a-six-is-no-sum"),
    pytest.param("bar 14x6", "2x4 3x2", (4, 2), "6/4 6/2", None, id="bar-first-though-nothing-enters"),
    pytest.param("2xbar 13x6", "2x4", (4, 2), "bar/23", LEGAL, id="one-of-two-enters"),
    pytest.param("2xbar 13x6", "2x4", (4, 2), "bar/23 6/2", None, id="the-other-stays-on-the-bar"),
    pytest.param("2xbar 13x6", "2x3", (4, 2), "bar/21 bar/23", LEGAL, id="both-enter"),
    pytest.param("4 2", "2x1", (6, 5), "4/off 2/off", LEGAL, id="last-two-off"),
    pytest.param("5", "2x1", (5, 1), "5/off", LEGAL, id="last-checker-one-die-over"),
    pytest.param("5", "2x1", (5, 1), "5/4/off", LEGAL, id="last-checker-both-dice"),
    pytest.param("5", "2x1", (6, 6), "5/off", LEGAL, id="last-checker-three-sixes-over"),
    pytest.param("5 2x1", "2x6", (4, 1), "5/off", LEGAL, id="off-with-one-and-four"),
    pytest.param("5 2x1", "2x6", (3, 1), "5/off", None, id="four-pips-for-five-points"),
    pytest.param("7 2x2 2x1", "20", (6, 2), "7/5*/off", LEGAL, id="hit-and-off"),
    pytest.param("7 2x2 2x1", "20", (6, 2), "7/1 1/off", None, id="same-checkers-but-the-blot-is-not-hit"),
    pytest.param("7 2x2 2x1", "", (6, 2), "7/1 1/off", BY_POSITION, id="same-checkers-without-a-blot"),
    pytest.param("6 5", "2x1", (6, 6), "6/off 5/off", LEGAL, id="six-then-highest"),
    pytest.param("3x6 12x1", "2x6", (4, 4), "6/2(3) 2/off", LEGAL, id="highest-of-what-is-left"),
    pytest.param("3x6 12x1", "2x6", (4, 4), "6/2(3) 1/off", None, id="not-the-highest-of-what-is-left"),
    pytest.param("3x6 12x1", "2x1", (4, 4), "6/2(2) 1/off(2)", None, id="a-six-is-left-behind"),
]


@pytest.mark.parametrize(("own", "opponent", "dice", "text", "flags"), CASES)
def test_written_play(own: str, opponent: str, dice: tuple[int, int], text: str, flags: int | None) -> None:
    """Flags of a legal play, ``None`` for one that is not."""
    answer = _judge(board(own, opponent), dice, steps(text))
    assert (None if answer is None else answer[1]) == flags


def test_position_after_a_hit() -> None:
    """The blot is on the bar, the checker on its point."""
    answer = _judge(board("24 14x6", "5x4 10x12"), (6, 2), steps("24/18 6/4"))
    assert answer is not None
    own, opponent = answer[0].counts()
    assert (own[18], own[4], own[24], opponent[25]) == (1, 1, 0, 0)
    answer = _judge(board("24 14x6", "7 14x12"), (6, 2), steps("24/18* 6/4"))
    assert answer is not None
    own, opponent = answer[0].counts()
    assert (own[18], opponent[7], opponent[25]) == (1, 0, 1)


def test_plays_of_many_steps_are_refused_not_computed() -> None:
    """A count of 99 is no reason to compute for long."""
    started = time.monotonic()
    assert _judge(board(START, START), (1, 1), steps("6/5(99)")) is None
    assert _judge(board(START, START), (1, 1), steps("6/5 " * (MAX_STEPS + 2))) is None
    assert time.monotonic() - started < 1


# ---- real records ------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def _legal(position: Position, dice: tuple[int, int]) -> frozenset[Position]:
    return frozenset(play.position for play in generate(position, dice))


def test_every_recorded_play_of_the_bulk_sets(bulk_sets: dict[str, list[Path]]) -> None:
    """Plays by people, and every fourth one without its last step: the verifier says what the generator says.

    About two minutes. A game is followed until a play that is not legal or was not recorded.
    """
    checked = refused = 0
    for files in bulk_sets.values():
        for path in files:
            text, encoding = decode(path.read_bytes())
            record = mat.read(text, encoding)
            for match in record.matches:
                start = rules_of(match, RuleOptions()).rules.start_position()
                for game in match.games:
                    if game.setup is not None:
                        continue
                    sides = [start.on_roll, start.opponent]
                    for i in range(game.first, game.last):
                        what, seat = record.actions.what[i], record.actions.seat(i)
                        if what.kind != act.ROLL or what.dice is None:
                            continue
                        position = Position(sides[seat], sides[1 - seat])
                        if not what.steps:
                            if not is_dance(*position, what.dice):
                                break
                            continue
                        answer = _judge(position, what.dice, what.steps)
                        shorter = what.steps[:-1] if checked % 4 == 0 else ()
                        for written in filter(None, (what.steps, shorter)):
                            judged = _judge(position, what.dice, written)
                            right = meanings(position, what.dice, written) & _legal(position, what.dice)
                            place = (path.name, record.actions.line(i), what.text, len(written))
                            assert (judged is not None) == bool(right), place
                            assert judged is None or judged[0] in right, place
                            checked += 1
                            refused += judged is None
                        if answer is None:
                            break
                        sides[seat], sides[1 - seat] = answer[0]
    assert checked > 250_000
    assert refused > 30_000, "hardly a damaged play was refused"
