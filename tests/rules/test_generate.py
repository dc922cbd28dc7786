"""The naive generator: sets worked out by hand, and GNU Backgammon's sets for random positions."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from make_plays_table import GNUBG, ask_gnubg, askable, question
from rule_boards import START, board, positions, random_position, random_roll, rolls

from bganalyze.model.position import Position, unpack
from bganalyze.rules.generate import LegalPlay, generate
from bganalyze.rules.plays import results

BY_HAND = [
    pytest.param(
        "2x8 2x6",
        "2x24",
        (3, 1),
        {"8/5 8/7", "8/5 6/5", "8/4", "8/7 6/3", "6/5 6/3", "6/2"},
        id="two-points-each-way",
    ),
    pytest.param("24", "2x5 2x3", (4, 2), set(), id="one-checker-and-both-landings-held"),
    pytest.param("24", "2x3", (4, 2), {"24/18"}, id="only-by-the-four-first"),
    pytest.param("24", "5", (4, 2), {"24/20*/18", "24/18"}, id="hit-on-the-way-or-not"),
    pytest.param("24 6", "2x5 2x7", (4, 2), {"24/22 6/2"}, id="both-dice-only-in-one-way"),
    pytest.param("13", "2x23", (6, 5), {"13/7"}, id="both-playable-alone-the-larger-counts"),
    pytest.param("12", "2x24 2x19", (6, 5), {"12/7"}, id="only-the-smaller-one-fits"),
    pytest.param("bar 6", "2x4 2x2", (4, 2), set(), id="dance"),
    pytest.param("bar 6", "2x2", (4, 2), {"bar/21 6/4", "bar/19"}, id="enters-with-one-die-only"),
    pytest.param("2xbar 6", "2x2", (4, 2), {"bar/21"}, id="one-of-two-enters"),
    pytest.param("2xbar 6", "", (4, 2), {"bar/21 bar/23"}, id="both-enter-nothing-else-moves"),
    pytest.param("3xbar 6", "", (3, 3), {"bar/22(3) 22/19", "bar/22(3) 6/3"}, id="three-enter-and-one-more"),
    pytest.param("bar 2x6", "2x10 2x24", (5, 5), {"bar/20"}, id="one-step-of-a-double"),
    pytest.param("6 5", "2x24", (6, 6), {"6/off 5/off"}, id="bear-off-with-sixes"),
    pytest.param("5 3", "", (6, 4), {"5/off 3/off", "5/1 3/off"}, id="bear-off-highest-first-or-move-down"),
    pytest.param("7 6", "", (6, 1), {"7/1 6/5", "7/off"}, id="home-first-then-off"),
    pytest.param("7 5", "2x19", (6, 1), {"7/1 5/4", "7/off"}, id="cannot-come-home-with-the-one"),
    pytest.param("2", "", (6, 5), {"2/off"}, id="last-checker"),
    pytest.param("2 1", "", (1, 1), {"2/off 1/off"}, id="three-of-four-aces-end-the-game"),
]


def _after(position: Position, text: str) -> Position:
    """The position after the steps of a text, made one by one on lists; a star hits."""
    own, opp = unpack(position.on_roll), unpack(position.opponent)
    for piece in text.split():
        count = 1
        if piece.endswith(")"):
            piece, count = piece[:-3], int(piece[-2])
        stops = piece.split("/")
        numbers = [25 if s == "bar" else 0 if s == "off" else int(s.rstrip("*")) for s in stops]
        for _ in range(count):
            own[numbers[0]] -= 1
            own[numbers[-1]] += 1
        for stop, point in zip(stops, numbers, strict=True):
            if stop.endswith("*"):
                opp[25 - point] -= 1
                opp[25] += 1
    return Position.from_counts(own, opp)


@pytest.mark.parametrize(("own", "opponent", "dice", "plays"), BY_HAND)
def test_all_plays_worked_out_by_hand(own: str, opponent: str, dice: tuple[int, int], plays: set[str]) -> None:
    """Exactly these results, in either order of the dice."""
    position = board(own, opponent, 15)
    wanted = {_after(position, text) for text in plays}
    assert len(wanted) == len(plays), "two of the plays written by hand are the same"
    for roll in (dice, dice[::-1]):
        assert {play.position for play in generate(position, roll)} == wanted
        assert {Position(*sides) for sides in results(position.on_roll, position.opponent, roll)} == wanted


OPENINGS = {
    (2, 1): 15,
    (3, 1): 16,
    (4, 1): 14,
    (5, 1): 8,
    (6, 1): 10,
    (3, 2): 17,
    (4, 2): 18,
    (5, 2): 8,
    (6, 2): 14,
    (4, 3): 17,
    (5, 3): 9,
    (6, 3): 14,
    (5, 4): 9,
    (6, 4): 14,
    (6, 5): 7,
    (1, 1): 42,
    (2, 2): 75,
    (3, 3): 73,
    (4, 4): 52,
    (5, 5): 4,
    (6, 6): 11,
}
"""Distinct results of every roll in the starting array, counted by GNU Backgammon."""


@pytest.mark.parametrize("dice", OPENINGS, ids=lambda dice: f"{dice[0]}{dice[1]}")
def test_number_of_opening_plays(dice: tuple[int, int]) -> None:
    """The 21 rolls of the starting array."""
    assert len(generate(board(START, START), dice)) == OPENINGS[dice]


def _is_made(position: Position, dice: tuple[int, int], play: LegalPlay) -> bool:
    """Do the single steps, made in their order, use dice of the roll, hit what they say and end where they say?"""
    own, opp = position.counts()
    left = [*dice, *dice] if dice[0] == dice[1] else list(dice)
    for start, end, hit in play.steps:
        die = start - end if end else min((d for d in left if d >= start), default=0)
        if die not in left or not own[start] or hit != (end > 0 and opp[25 - end] == 1):
            return False
        left.remove(die)
        own[start] -= 1
        own[end] += 1
        if hit:
            opp[25 - end] = 0
            opp[25] += 1
    return Position.from_counts(own, opp) == play.position


@settings(deadline=None)
@given(positions(), rolls)
def test_steps_of_a_play_lead_to_its_position(position: Position, dice: tuple[int, int]) -> None:
    """Every play of the list can be made as it is written; no position is listed twice."""
    plays = generate(position, dice)
    assert all(_is_made(position, dice, play) for play in plays)
    assert len({play.position for play in plays}) == len(plays)
    assert len({len(play.steps) for play in plays}) <= 1 or any(not any(unpack(p.position.on_roll)[1:]) for p in plays)


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
def test_200_random_positions_have_the_results_of_gnu_backgammon() -> None:
    """The same set of positions, by their IDs."""
    r = Random(7)
    asked = []
    while len(asked) < 200:
        position, dice = random_position(r), random_roll(r)
        if askable(question(position, dice)):
            asked.append((position, dice))
    answers = ask_gnubg([question(position, dice) for position, dice in asked])
    for (position, dice), (name, ids) in zip(asked, answers, strict=True):
        assert position.gnu_id() == name
        assert sorted(play.position.gnu_id() for play in generate(position, dice)) == ids, (name, dice)
    assert sum(not ids for _, ids in answers) >= 3, "hardly a dance among them"
