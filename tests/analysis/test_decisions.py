"""Decisions of small records, worked by hand, and sums that GNU Backgammon's SGF holds of whole matches."""

from __future__ import annotations

from pathlib import Path

import pytest
from analysed import NAMES, load

from bganalyze import formats
from bganalyze.analysis import decisions as dec
from bganalyze.analysis.decisions import Decision, decisions, game_decisions
from bganalyze.analysis.gnubg_statistics import figures, game_sums, match_sums
from bganalyze.model.record import Record
from bganalyze.pipeline import Followed, follow
from bganalyze.rules.declared import RuleOptions

MATCH = "MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Ben]RU[Crawford]"
MONEY = "MI[length:0][game:0][ws:0][bs:0]PW[Ann]PB[Ben]RU[Jacoby]"
CHANCES = "0.6 0.2 0.01 0.1 0.005"


def candidate(play: str, score: str) -> str:
    """A candidate at 2 plies with a score (EMG)."""
    return f"[{play} E ver 3 {CHANCES} {score} 2C 0 1 0.000000 1]"


def cube(no_double: float, double_take: float) -> str:
    """A cube decision with the values of not doubling and of a double that is taken."""
    return f"DA[E ver 3 2C 1 0.000000 1 {CHANCES} 0.1 {no_double} {CHANCES} 0.1 {double_take}]"


def record_of(root: str, nodes: str) -> tuple[Record, Followed]:
    """A record of one game from the nodes behind its root."""
    text = f"(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]{root}{nodes})"
    record = formats.read_record(text.encode(), 1 << 20)
    (followed,) = follow(record)
    return record, followed


def judged(root: str, nodes: str, **options: bool) -> list[Decision]:
    """The decisions of such a record."""
    record, followed = record_of(root, nodes)
    assert not any(m.code for game in followed.games for m in game if m.code != "BG406")
    return list(decisions(record, followed, **options))


OPENING = ";W[31hefe]"


def test_a_play_and_its_luck() -> None:
    """In a match to 5 at 0-0 a unit of equity at cube 1 is (0.57732 - 0.42268) / 2 = 0.07732 of the match."""
    (first, second) = judged(
        MATCH,
        f";W[31xwmj]A[1]{candidate('hefe', '0.200000')}{candidate('xwmj', '-0.050000')}LU[0.30000]"
        f";B[21lnst]A[0]{candidate('lnst', '0.010000')}{candidate('acsw', '0.000000')}LU[-0.10000]",
    )
    assert (first.seat, first.kind, first.candidates, first.forced) == (0, "play", 2, False)
    assert (first.eq_played, first.eq_best) == (-0.05, 0.2)
    assert first.error_emg == pytest.approx(0.25)
    assert first.error_mwc == pytest.approx(0.25 * 0.07732)
    assert first.luck_emg == pytest.approx(0.3) and first.luck_mwc == pytest.approx(0.3 * 0.07732)
    assert first.best_play == "8/5 6/5" and first.chances == (0.6, 0.2, 0.01, 0.1, 0.005)
    assert first.setting == "2-ply" and first.cube_usable is None and first.close is None
    assert (second.seat, second.error_emg, second.error_mwc) == (1, 0.0, 0.0)
    assert second.luck_mwc == pytest.approx(-0.1 * 0.07732)


def test_a_cube_in_a_match() -> None:
    """At 0-0 to 5: W = 0.57732, Z = 0.42268; a winning chance of m is (2m - 1) / 0.15464 in EMG."""
    nd, dt = 0.5 + 0.8 * 0.07732, 0.5 + 1.1 * 0.07732
    _, missed, double, take = judged(
        MATCH, f"{OPENING};B[41ablp]{cube(nd, dt)};W[double]{cube(nd, dt)};B[take]{cube(nd, dt)};W[61mghg]"
    )[:4]
    assert missed.cube_usable and missed.close
    assert (missed.cube_nd, missed.cube_dt, missed.cube_dp) == (
        pytest.approx(0.8, abs=1e-6),
        pytest.approx(1.1, abs=1e-6),
        1.0,
    )
    # Not doubling gives 0.8; a double would have been passed: 1.
    assert missed.cube_error == pytest.approx(0.2, abs=1e-6)
    assert missed.cube_error_mwc == pytest.approx(0.2 * 0.07732, abs=1e-6)
    assert (missed.seat, missed.cube_class) == (1, dec.MISSED_DOUBLE_ABOVE_CP)
    assert (double.kind, double.seat, double.cube_error, double.cube_class) == ("double", 0, 0.0, None)
    assert (take.kind, take.seat, take.cube_class) == ("take", 1, dec.WRONG_TAKE)
    assert take.cube_error == pytest.approx(0.1, abs=1e-6)
    assert take.cube_error_mwc == pytest.approx(0.1 * 0.07732, abs=1e-6)


@pytest.mark.parametrize(
    ("nd", "dt", "answer", "double", "answered"),
    [
        (0.2, 0.4, "take", (0.0, None), (0.0, None)),
        (0.2, 0.4, "drop", (0.0, None), (0.6, dec.WRONG_PASS)),
        (0.4, 0.2, "take", (0.2, dec.WRONG_DOUBLE_BELOW_DP), (0.0, None)),
        (1.2, 1.5, "drop", (0.2, dec.WRONG_DOUBLE_ABOVE_TG), (0.0, None)),
        (0.9, 1.5, "take", (0.0, None), (0.5, dec.WRONG_TAKE)),
        (1.0, 1.0, "drop", (0.0, None), (0.0, None)),
    ],
)
def test_doubles_and_answers_for_money(
    nd: float, dt: float, answer: str, double: tuple[float, str | None], answered: tuple[float, str | None]
) -> None:
    """Each fault is charged to the player who made it; points are the cube times the equity."""
    _, _, offer, reply = judged(MONEY + "CV[2]", f"{OPENING};B[41ablp];W[double]{cube(nd, dt)};B[{answer}]")
    assert (offer.seat, offer.cube, offer.cube_error, offer.cube_class) == (0, 2, pytest.approx(double[0]), double[1])
    assert offer.cube_error_mwc == pytest.approx(2 * double[0])
    assert (reply.seat, reply.kind, reply.cube_class) == (1, answer, answered[1])
    assert reply.cube_error == pytest.approx(answered[0])
    assert reply.cube_error_mwc == pytest.approx(2 * answered[0])


@pytest.mark.parametrize(
    ("nd", "dt", "close", "error", "fault"),
    [
        (0.10, -0.05, True, 0.0, None),  # a double would have cost 0.15
        (0.10, -0.06, False, 0.0, None),  # 0.16
        (0.50, 0.60, True, 0.1, dec.MISSED_DOUBLE_BELOW_CP),
        (0.50, 1.20, True, 0.5, dec.MISSED_DOUBLE_ABOVE_CP),
        (1.30, 1.50, False, 0.0, None),  # too good by more than 0.16
        (1.10, 1.50, True, 0.0, None),
    ],
)
def test_not_doubling_for_money(nd: float, dt: float, close: bool, error: float, fault: str | None) -> None:
    """Close is what a double would have cost less than 0.16."""
    (_, decision) = judged(MONEY, f"{OPENING};B[41ablp]{cube(nd, dt)}")
    assert (decision.close, decision.cube_class) == (close, fault)
    assert decision.cube_error == pytest.approx(error)


def test_beavers_are_judged_by_the_stake() -> None:
    """A double into -0.2 that is beavered is worth -0.4; GNU Backgammon charges as if it had been taken."""
    nodes = f"{OPENING};B[41ablp];W[double]{cube(0.1, -0.2)};B[double];W[take];W[31xwmj]"
    _, _, double, beaver, accepted, roll = judged(MONEY, nodes)
    assert double.cube_error == pytest.approx(0.5) and double.cube_class == dec.WRONG_DOUBLE_BELOW_DP
    assert (beaver.seat, beaver.kind, beaver.cube_error, beaver.chain) == (1, "beaver", 0.0, 0)
    assert (accepted.seat, accepted.kind, accepted.cube_error, accepted.chain) == (0, "take", 0.0, 1)
    assert roll.cube == 4
    _, _, double, beaver, accepted, _ = judged(MONEY, nodes, compat=True)
    assert double.cube_error == pytest.approx(0.3)
    assert beaver.cube_error is None and beaver.close is None
    assert (accepted.cube_error, accepted.cube) == (0.0, 2)


def test_a_wrong_beaver_and_the_wrong_drop_of_it() -> None:
    """A beaver at 0.3 gives away 0.3; dropping it pays 2 where 0.6 was to be had."""
    nodes = f"{OPENING};B[41ablp];W[double]{cube(0.2, 0.3)};B[double];W[drop]"
    double, beaver, dropped = judged(MONEY, nodes)[2:]
    assert double.cube_error == pytest.approx(0.0)
    assert (beaver.seat, beaver.cube_class) == (1, dec.WRONG_BEAVER)
    assert beaver.cube_error == pytest.approx(0.3)
    assert (dropped.seat, dropped.cube_class) == (0, dec.WRONG_PASS)
    assert dropped.cube_error == pytest.approx(2.6)


def test_a_raccoon() -> None:
    """With the raccoon at hand a beaver at 0.3 costs 1.2 - 0.3, and the raccoon is right."""
    nodes = f"{OPENING};B[41ablp];W[double]{cube(0.2, 0.3)};B[double];W[double];B[take]"
    double, beaver, raccoon, take = judged(MONEY, nodes)[2:]
    assert double.cube_error == pytest.approx(0.0)
    assert beaver.cube_error == pytest.approx(0.9)
    assert (raccoon.kind, raccoon.seat, raccoon.cube_error) == ("raccoon", 0, pytest.approx(0.0))
    assert (take.seat, take.chain, take.cube_error) == (1, 2, pytest.approx(0.0))


def test_a_beaver_in_the_statistics() -> None:
    """It is a take of the player who beavers; accepting it is a cube decision, but no take."""
    record, followed = record_of(MONEY, f"{OPENING};B[41ablp];W[double]{cube(0.2, 0.3)};B[double];W[take];W[31xwmj]")
    lines = figures(match_sums(record, followed))
    values = {
        key.partition("/")[2]: tuple(None if f is None else f.value for f in players) for key, players in lines.items()
    }
    assert values["Doubles"] == (1, 0)
    assert values["Takes"] == (0, 1)
    assert values["Total cube decisions"] == (2, 1)
    assert values["Wrong takes (EMG (Points))"] == (0, pytest.approx(-0.3))


def test_a_beaver_missed_is_charged_where_beavers_are_known() -> None:
    """Taking at -0.2 where a beaver was allowed gives away 0.2; a record that does not say so charges nothing."""
    nodes = f"{OPENING};B[41ablp];W[double]{cube(0.1, -0.2)};B[take]"
    record, followed = record_of(MONEY, nodes)
    assert list(decisions(record, followed))[3].cube_error == 0.0
    (allowed,) = follow(record, RuleOptions(None, (("beavers", 1),)))
    double, take = list(decisions(record, allowed))[2:]
    assert double.cube_error == pytest.approx(0.5)
    assert (take.cube_error, take.cube_class) == (pytest.approx(0.2), dec.MISSED_BEAVER)


def test_nothing_to_decide() -> None:
    """A forced play costs nothing, a dance is forced, and no cube is judged in the Crawford game."""
    crawford = "MI[length:5][game:3][ws:4][bs:2]PW[Ann]PB[Ben]RU[Crawford:CrawfordGame]"
    _, second = judged(crawford, f"{OPENING};B[41ablp]A[0]{candidate('ablp', '-0.1')}{cube(0.2, 0.6)}")
    assert (second.error_emg, second.forced, second.candidates) == (0.0, True, 1)
    assert (second.cube_usable, second.close, second.cube_error) == (False, None, None)


def test_what_is_missing_is_missing() -> None:
    """No number for a luck that is -inf, for a play that was not evaluated, for a play that is not in the list."""
    record, followed = record_of(
        MATCH,
        f";W[31xwmj]A[1]{candidate('hefe', '0.200000')}[xwmj]LU[-inf]"
        f";B[21lnst]A[7]{candidate('acsw', '0.010000')}{candidate('abac', '0.000000')}"
        ";W[61mghg];B[41ablp]LU[0.1]",
    )
    first, second, third, fourth = decisions(record, followed)
    assert (first.eq_played, first.eq_best, first.error_emg, first.luck_emg) == (None, 0.2, None, None)
    assert (second.played, second.error_emg, second.forced) == (None, None, False)
    assert (third.candidates, third.forced, third.error_emg, third.cube_error) == (None, None, None, None)
    assert fourth.luck_emg == 0.1
    sums = match_sums(record, followed)
    assert [side.moves for side in sums.sides] == [2, 2]
    assert [side.unforced for side in sums.sides] == [0, 0]
    assert [side.unknown for side in sums.sides] == [1, 1]
    lines = figures(sums)
    assert not any(key.startswith("Cube statistics") for key in lines)
    (white, black) = lines["Luck statistics/Luck rate mEMG (MWC)"]
    assert white is not None and white.value is None
    assert black is not None and black.value == pytest.approx(100.0)


def test_equities_beyond_the_table() -> None:
    """In a match to 99 an error in EMG is known and its cost is not."""
    root = "MI[length:99][game:0][ws:0][bs:0]PW[Ann]PB[Ben]RU[Crawford]"
    first, second = judged(
        root,
        f";W[31xwmj]A[1]{candidate('hefe', '0.2')}{candidate('xwmj', '0.1')};B[41ablp]{cube(0.5, 0.5)}",
    )
    assert first.error_emg == pytest.approx(0.1) and first.error_mwc is None
    assert second.cube_nd is None and second.cube_error is None


@pytest.mark.parametrize("name", NAMES)
def test_sums_that_gnubg_stores(name: str, gnubg_fixtures: Path) -> None:
    """The property GS of each game: counts, errors with their costs and luck, made by ``analyse match``."""
    record, followed = load(name, gnubg_fixtures / "analysed")
    beavers = any(d.kind == "beaver" for d in decisions(record, followed))
    for number, game in enumerate(followed.match.games):
        sums = game_sums(record, followed, number, compat=True)
        sides = sums.sides
        plays, cubes, dice = (game.statistics[key] for key in "MCD")
        expected: list[float] = []
        for attribute in ("unforced", "moves"):
            expected += [getattr(side, attribute) for side in sides]
        expected += [side.marks[mark] for mark in (3, 2, 1, 0) for side in sides]
        for side in sides:
            expected += [side.errors.emg, side.errors.cost]
        assert plays == pytest.approx(expected, abs=1e-4)
        expected = [side.luck_marks[mark] for mark in (4, 3, 2, 1, 0) for side in sides]
        for side in sides:
            expected += [side.luck.emg, side.luck.cost]
        assert dice == pytest.approx(expected, abs=1e-3)
        if beavers:
            continue
        expected = []
        for attribute in ("cube", "doubles", "takes", "passes"):
            expected += [getattr(side, attribute) for side in sides]
        expected += [side.cube_errors[kind].count for kind in range(6) for side in sides]
        for side in sides:
            for error in side.cube_errors:
                expected += [error.emg, error.cost]
        assert cubes == pytest.approx(expected, abs=1e-4)


def test_one_game_alone(gnubg_fixtures: Path) -> None:
    """The decisions of a match are those of its games in order."""
    record, followed = load("m03_std_3.0ply", gnubg_fixtures / "analysed")
    games = [d for i in range(len(followed.games)) for d in game_decisions(record, followed, i)]
    assert games == list(decisions(record, followed))
