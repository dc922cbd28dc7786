"""Plays as they are shown to users: short texts that read back as the same play, and the closest legal play."""

from __future__ import annotations

from random import Random

import pytest
from rule_boards import START, board, random_position, random_roll, steps

from bganalyze.model.position import Position
from bganalyze.rules.naming import closest, legal_plays, play_text
from bganalyze.rules.plays import compile_play, verify


@pytest.mark.parametrize(
    ("singles", "text"),
    [
        pytest.param([(8, 5, False), (6, 5, False)], "8/5 6/5", id="two-checkers"),
        pytest.param([(6, 5, False), (8, 5, False)], "8/5 6/5", id="from-the-back"),
        pytest.param([(24, 18, False), (18, 13, False)], "24/13", id="one-checker"),
        pytest.param([(24, 18, True), (18, 13, False)], "24/18*/13", id="hit-on-the-way"),
        pytest.param([(24, 18, False), (18, 13, True)], "24/13*", id="hit-at-the-end"),
        pytest.param([(8, 7, False), (8, 7, False), (6, 5, False), (6, 5, False)], "8/7(2) 6/5(2)", id="twice"),
        pytest.param([(6, 1, True), (6, 1, False)], "6/1*(2)", id="first-of-two-hits"),
        pytest.param([(25, 20, False), (6, 1, False)], "bar/20 6/1", id="from-the-bar"),
        pytest.param([(6, 0, False), (4, 0, False)], "6/off 4/off", id="off"),
        pytest.param([(4, 0, False)] * 4, "4/off(4)", id="four-off"),
        pytest.param([], "no play", id="dance"),
    ],
)
def test_text_of_a_play(singles: list[tuple[int, int, bool]], text: str) -> None:
    """Short form: stops only where a hit was made."""
    assert play_text(singles) == text


def test_text_of_every_legal_play_reads_back_as_that_play() -> None:
    """30,000 plays of random positions: legal, unambiguous, every hit with its star."""
    r = Random(5)
    seen = 0
    while seen < 30_000:
        position, dice = random_position(r), random_roll(r)
        texts = set()
        for text, play in legal_plays(position, dice):
            after = verify(position.on_roll, position.opponent, compile_play(dice, steps(text)))
            assert after is not None, (position.counts(), dice, text)
            assert (Position(after[0], after[1]), after[2]) == (play.position, 0), (position.counts(), dice, text)
            texts.add(text)
            seen += 1
        assert len(texts) == len(legal_plays(position, dice)), "two plays have one text"


@pytest.mark.parametrize(
    ("after", "text"),
    [
        pytest.param("2x24 5x13 2x8 5 4x6 4", "8/5 6/5", id="one-checker-one-point-short"),
        pytest.param("2x24 5x13 2x8 5x6 4", "8/4", id="the-play-itself"),
        pytest.param("24 23 4x13 10 3x8 5x6", "24/23 13/10", id="two-steps"),
    ],
)
def test_closest_legal_play(after: str, text: str) -> None:
    """3-1 in the starting array: fewest checkers stand elsewhere."""
    start = board(START, START)
    reached = Position(board(after).on_roll, start.opponent)
    found = closest(reached, legal_plays(start, (3, 1)))
    assert found is not None
    legal = dict(legal_plays(start, (3, 1)))
    assert _elsewhere(reached, legal[found].position) == min(_elsewhere(reached, p.position) for p in legal.values())
    assert _elsewhere(reached, legal[found].position) == _elsewhere(reached, legal[text].position)


def _elsewhere(one: Position, two: Position) -> int:
    """Checkers of both sides that stand on other points."""
    pairs = zip((*one.counts()[0], *one.counts()[1]), (*two.counts()[0], *two.counts()[1]), strict=True)
    return sum(abs(a - b) for a, b in pairs)


def test_nothing_is_closest_where_nothing_is_legal() -> None:
    """A dance has no play to show."""
    assert closest(board(START, START), []) is None
