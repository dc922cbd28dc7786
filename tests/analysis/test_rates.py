"""Error rates, luck and results of the tables, worked out a second time, slowly, from what the records hold."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import dataclass, field
from itertools import pairwise
from math import nan, sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from analysed import NAMES, load

from bganalyze import Tables, tables
from bganalyze.analysis.met import kazaross_xg2
from bganalyze.analysis.rates import COLUMNS, KEYS, PHASES, gnubg_text, page, phases, rates, rearmost, student_95
from bganalyze.model import actions as act
from bganalyze.model.gnuid import encode_position
from bganalyze.model.position import Position
from bganalyze.model.record import Record
from bganalyze.pipeline import Followed

WITH_BEAVERS = ("s_jacoby_beaver3_0.0ply",)


@dataclass
class Count:
    """What one player did in a match or a game."""

    plays: int = 0
    unforced: int = 0
    close: int = 0
    error: float = 0.0
    chequer: float = 0.0
    cost: float = 0.0
    luck: float = 0.0
    games: list[tuple[float, int]] = field(default_factory=list)
    """Error and decisions of each game."""


def after(length: int, score: tuple[int, int], crawford: bool, winner: int, points: int, seat: int) -> float:
    """A seat's chance once ``winner`` has won so many points; the table's numbers, looked up here."""
    table = kazaross_xg2()
    away = [length - score[s] - (points if s == winner else 0) for s in (0, 1)]
    behind = crawford or max(score) == length - 1
    if min(away) <= 0:
        return float(away[seat] <= 0)
    if behind and min(away) == 1:
        trailer = table.post[max(away) - 1]
        return 1 - trailer if away[seat] == 1 else trailer
    a, b = away[seat] - 1, away[1 - seat] - 1
    return table.pre[a][b]


def slowly(record: Record, followed: Followed, *, rolls: bool) -> list[Count]:
    """The definitions of the page, action by action. ``rolls``: count rolls without a play as cube decisions."""
    sides = [Count(), Count()]
    length = followed.scored.length
    for scored, moments in zip(followed.scored.games, followed.games, strict=True):
        score, crawford = scored.score_before, scored.crawford
        before = [(c.error, c.unforced + c.close) for c in sides]
        doubled: Any = None
        touched = [False, False]
        for moment in moments:
            what = record.actions.what[moment.index]
            said = record.annotations.get(moment.index)
            seat = moment.seat
            cube, owner = moment.cube.value, moment.cube.owner
            if owner is None:
                cube = max(cube, scored.played.start_cube)
            chequer = cubed = 0.0
            judged: Any = None
            if what.kind == act.ROLL and what.dice is not None:
                played = what.played not in (act.PENDING, act.MARKED)
                sides[seat].plays += played
                if said is not None and played and said.luck is not None:
                    sides[seat].luck += said.luck
                if said is not None and said.play is not None and len(said.play.candidates) > 1 and played:
                    scores = [c.equity for c in said.play.candidates]
                    best, chosen = scores[0], scores[said.play.played]  # type: ignore[index]
                    assert best is not None and chosen is not None
                    chequer = max(0.0, best - chosen)
                    sides[seat].unforced += 1
                    touched[seat] = True
                reach = owner is None or owner == seat
                useful = not length or not (
                    crawford or score[seat] + cube >= length or (max(score) == length - 1 and score[seat] == length - 1)
                )
                if said is not None and said.cube is not None and reach and useful and (played or rolls):
                    judged = said.cube
            elif what.kind == act.DOUBLE:
                doubled = judged = None if said is None else said.cube
            elif what.kind in (act.TAKE, act.DROP):
                judged = doubled if said is None or said.cube is None else said.cube
            if judged is not None:
                doubler = 1 - seat if what.kind in (act.TAKE, act.DROP) else seat
                nd, dt = judged.no_double.cubeful, judged.double_take.cubeful
                if length:
                    win = after(length, score, crawford, doubler, cube, doubler)
                    loss = after(length, score, crawford, 1 - doubler, cube, doubler)
                    nd, dt = ((2 * x - win - loss) / (win - loss) for x in (nd, dt))
                turned = min(dt, 1.0)
                best = max(nd, turned)
                if what.kind == act.ROLL:
                    cubed, close = best - nd, best - turned < 0.16
                elif what.kind == act.DOUBLE:
                    cubed, close = best - turned, True
                else:
                    cubed, close = max(0.0, dt - 1 if what.kind == act.TAKE else 1 - dt), True
                sides[seat].close += close
                touched[seat] = True
            unit = float(cube)
            if length:
                unit = (
                    after(length, score, crawford, seat, cube, seat)
                    - after(length, score, crawford, 1 - seat, cube, seat)
                ) / 2
            sides[seat].chequer += chequer
            sides[seat].error += chequer + cubed
            sides[seat].cost += (chequer + cubed) * unit
        for side, (error, number), here in zip(sides, before, touched, strict=True):
            if here:
                side.games.append((side.error - error, side.unforced + side.close - number))
    return sides


def of_file(folder: Path, name: str) -> Tables:
    """The tables of one of the analysed matches."""
    path = folder / f"{name}.sgf"
    return tables([str(path if path.exists() else path.with_suffix(".sgf.gz"))])


def printed(folder: Path, name: str, label: str, which: int = 0) -> list[float]:
    """Both numbers of the first column pair of a line that GNU Backgammon printed; ``which`` of equal lines."""
    text = (folder / f"{name}.stats.txt").read_text(encoding="utf-8")
    block = re.split(r"^Player  ", text, flags=re.M)[1]  # the match comes first
    line = [one for one in block.split("\n") if one.startswith(label)][which]
    return [
        nan if n == "n/a" else float(n) for n in re.findall(r"(?:^| )([-+]\d+\.\d|n/a|\d+(?:\.\d)?)(?= |$)", line[40:])
    ]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("compat", [False, True])
def test_rates_of_analysed_matches(name: str, compat: bool, gnubg_fixtures: Path) -> None:
    """GNU Backgammon's, XG's and Snowie's rates of both players by the definitions of the page."""
    record, followed = load(name, gnubg_fixtures / "analysed")
    sides = slowly(record, followed, rolls=not compat)
    found = rates(of_file(gnubg_fixtures / "analysed", name), ("match", "seat"), compat=compat)
    assert len(found) == 2
    money = not followed.scored.length
    for seat, mine in enumerate(sides):
        row = found.xs(seat, level="seat").iloc[0]
        assert (row["plays"], row["unforced"]) == (mine.plays, mine.unforced)
        assert row["error_chequer"] == pytest.approx(mine.chequer, abs=1e-9)
        assert row["luck"] == pytest.approx(mine.luck, abs=1e-9)
        assert row["plays_of_both"] == sides[0].plays + sides[1].plays
        if name in WITH_BEAVERS:
            continue  # answers in a chain of beavers are judged by what they do to the stake
        assert row["close_cubes"] == mine.close
        decisions = mine.unforced + mine.close
        assert row["error"] == pytest.approx(mine.error, abs=1e-7)
        assert row["gnu_rate"] == pytest.approx(1000 * mine.error / decisions, abs=1e-5)
        assert row["pr"] == pytest.approx(500 * mine.error / decisions, abs=1e-5)
        assert row["snowie_rate"] == pytest.approx(1000 * mine.error / (sides[0].plays + sides[1].plays), abs=1e-5)
        assert row["error_points" if money else "error_mwc"] == pytest.approx(mine.cost, abs=1e-7)
        assert pd.isna(row["error_mwc" if money else "error_points"])
        _interval(row, mine)


def _interval(row: pd.Series, mine: Count) -> None:
    games = len(mine.games)
    if games < 2:
        assert pd.isna(row["pr_low"]) and pd.isna(row["gnu_rate_high"])
        return
    total = sum(n for _, n in mine.games)
    rate = sum(e for e, _ in mine.games) / total
    spread = sqrt(sum((e - n * rate) ** 2 for e, n in mine.games) / (games - 1))
    half = student_95(games - 1) * spread * sqrt(games) / total
    assert row["gnu_rate_low"] == pytest.approx(max(0.0, 1000 * (rate - half)), abs=1e-5)
    assert row["gnu_rate_high"] == pytest.approx(1000 * (rate + half), abs=1e-5)
    assert row["pr_high"] == pytest.approx(500 * (rate + half), abs=1e-5)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in WITH_BEAVERS])
def test_rates_that_gnubg_prints(name: str, gnubg_fixtures: Path) -> None:
    """Its error rate, its figure for Snowie's, the counts, luck, results and ratings."""
    folder = gnubg_fixtures / "analysed"
    frames = of_file(folder, name)
    found = rates(frames, ("match", "seat"), compat=True)
    match = not pd.isna(frames.matches["length"].iloc[0])
    last = -1
    labels = {
        "Total moves": ("plays", 0, 1),
        "Unforced moves": ("unforced", 0, 1),
        "Total cube decisions": ("cubes", 0, 1),
        "Close or actual cube": ("close_cubes", 0, 1),
        "Error rate mEMG": ("gnu_rate", last, -1),
        "Snowie error rate": ("snowie_rate", 0, -1),
        "Luck rate mEMG": ("luck_rate", 0, 1),
    }
    if match:
        labels["Error based abs. FIBS"] = ("fibs_rating", 0, 1)
    for label, (column, which, sign) in labels.items():
        theirs = printed(folder, name, label, which)
        assert len(theirs) == 2, (label, theirs)
        for seat in (0, 1):
            ours = found.xs(seat, level="seat").iloc[0][column]
            assert sign * float(ours) == pytest.approx(theirs[seat], abs=0.0503), (label, seat)


@pytest.mark.parametrize("name", NAMES)
def test_results_that_gnubg_prints(name: str, gnubg_fixtures: Path) -> None:
    """Actual and luck adjusted results of matches, and the points of sessions."""
    folder = gnubg_fixtures / "analysed"
    frames = of_file(folder, name)
    found = rates(frames, "seat")
    text = (folder / f"{name}.stats.txt").read_text(encoding="utf-8")
    match = not pd.isna(frames.matches["length"].iloc[0])
    block = re.split(r"^Player  ", text, flags=re.M)[1]
    unit = "mwc" if match else "points"
    for label, column in (("Actual result", "result"), ("Luck adjusted result", "adjusted")):
        numbers = re.findall(rf"^{label} +([-+]\d+\.\d+)(%?) +([-+]\d+\.\d+)", block, re.M)
        if not numbers:
            continue
        first, percent, second = numbers[0]
        assert bool(percent) == match
        for seat, value in enumerate((first, second)):
            ours = float(found.loc[seat, f"{column}_{unit}"]) * (100 if match else 1)
            assert ours == pytest.approx(float(value), abs=0.0051 if match else 0.00051)
    rating = re.findall(r"^Luck based FIBS rating diff\. +([-+]\d+\.\d+)", block, re.M)
    if rating:
        assert float(found.loc[0, "fibs_difference"]) == pytest.approx(float(rating[0]), abs=0.06)
    # The interval is around the mean, where GNU Backgammon has the total.
    if not match and len(frames.games) > 1:
        row = found.loc[0]
        points = frames.games["points"].astype(float) * np.where(frames.games["winner"] == 0, 1, -1)
        assert row["result_points_mean"] == pytest.approx(points.mean())
        half = student_95(len(points) - 1) * points.std(ddof=1) / sqrt(len(points))
        assert row["result_points_low"] == pytest.approx(points.mean() - half)
        assert row["result_points_high"] == pytest.approx(points.mean() + half)


def synthetic(rows: list[dict[str, Any]], *, length: int | None = 7, games: int = 1) -> Any:
    """Frames of one match between Alice and Bob, with as little as is needed."""
    empty = {
        "path": "a", "match": 1, "game": 1, "position_before": None, "cube": 1, "forced": None, "error_emg": nan,
        "error_mwc": nan, "luck_emg": nan, "luck_mwc": nan, "cube_nd": nan, "cube_dt": nan, "cube_dp": nan,
        "cube_error": nan, "cube_error_mwc": nan, "engine": None,
    }  # fmt: skip
    actions = pd.DataFrame([{**empty, **row} for row in rows])
    actions["forced"] = actions["forced"].astype("boolean")
    actions["player"] = actions["player"].astype("Int8")
    for name in ("position_before", "engine"):
        actions[name] = actions[name].astype("string")
    matches = pd.DataFrame(
        {
            "path": ["a"], "number": [1], "player_0": ["Alice"], "player_1": ["Bob"], "event": [None], "round": [None],
            "length": pd.array([length], dtype="Int64"),
        }
    )  # fmt: skip
    told = pd.DataFrame(
        {
            "path": "a", "match": 1, "game": range(1, games + 1), "score_before_0": 0, "score_before_1": 0,
            "crawford": False, "post_crawford": False, "winner": 0, "points": 1,
        }
    )  # fmt: skip
    return SimpleNamespace(matches=matches, games=told, actions=actions)


def test_68_three_error_rates_three_denominators(shared_cases: Path) -> None:
    """GNU Backgammon's rate, half of it as PR, and Snowie's over the plays of both."""
    case = next(shared_cases.glob("68-*"))
    with (case / "decisions.csv").open() as file:
        given = list(csv.DictReader(file))
    expected = json.loads((case / "expected.json").read_text())["expect"]
    rows = []
    for row in given:
        error, seat = float(row["error"]), int(row["player"] == "Bob")
        if row["kind"] == "move":
            rows.append({"kind": "play", "player": seat, "forced": row["forced"] == "1", "error_emg": error})
        else:
            double = -0.05 if row["close_or_actual"] == "1" else -0.9
            values = {"cube_nd": 0.1, "cube_dt": 0.1 + error if error else double, "cube_error": error}
            rows.append({"kind": "play", "player": seat, "forced": True, **values})
    # The cube decisions stand on rolls of their own here: those must not count as plays.
    frames = synthetic([{**r, "kind": "roll"} if "cube_nd" in r else r for r in rows])
    found = rates(frames, "player")
    for name, numbers in expected.items():
        row = found.loc[name]
        assert row["error"] == pytest.approx(numbers["total_error"])
        assert row["unforced"] == numbers["unforced_moves"]
        assert row["close_cubes"] == numbers["close_or_actual_cubes"]
        assert row["gnu_rate"] == pytest.approx(numbers["error_per_decision_mEMG"])
        assert row["pr"] == pytest.approx(numbers["xg_style_pr"])
        assert round(row["snowie_rate"], 3) == numbers["snowie_error_rate_mEMG"]
        assert row["plays_of_both"] == 17


def test_73_round_after_adding(shared_cases: Path) -> None:
    """Luck is added in full and rounded when it is shown."""
    case = next(shared_cases.glob("73-*"))
    with (case / "luck.csv").open() as file:
        lucks = [float(r["luck"]) for r in csv.DictReader(file)]
    expected = json.loads((case / "expected.json").read_text())["expect"]
    frames = synthetic([{"kind": "play", "player": 0, "luck_emg": luck} for luck in lucks])
    luck = rates(frames, "player").loc["Alice", "luck"]
    assert round(float(luck), 3) == expected["sum_rounded_at_the_end"] != expected["sum_of_values_rounded_first"]


def test_luck_that_is_no_number_is_left_out_and_counted() -> None:
    """Minus infinity, and no luck at all."""
    frames = synthetic(
        [{"kind": "play", "player": 0, "luck_emg": x, "luck_mwc": x / 10} for x in (0.2, -np.inf, nan, -0.1)],
        length=None,
    )
    row = rates(frames, "player").loc["Alice"]
    assert (row["rolls_with_luck"], row["luck_missing"]) == (2, 2)
    assert row["luck"] == pytest.approx(0.1) and row["luck_rate"] == pytest.approx(50)
    assert row["luck_points"] == pytest.approx(0.01) and pd.isna(row["luck_mwc"])
    assert row["adjusted_points"] == pytest.approx(1 - 0.01)


def test_results_of_games_in_which_only_one_player_acted() -> None:
    """Bob resigned the second game before Alice came to act: its point is hers as that of the first one."""
    rows = [{"kind": "play", "player": 0}, {"kind": "play", "player": 1}, {"kind": "play", "player": 1, "game": 2}]
    found = rates(synthetic(rows, length=None, games=2), "player")
    assert found["result_points"].to_list() == [2, -2]
    assert found["result_points_mean"].to_list() == [1, -1]
    assert found["games"].to_list() == [1, 2]


def test_all_keys_at_once(gnubg_fixtures: Path) -> None:
    """Every decision is in one group, the phases in their order."""
    frames = of_file(gnubg_fixtures / "analysed", "m03_std_3.0ply")
    found = rates(frames, KEYS)
    assert found["plays"].sum() == 117
    assert found.index.is_unique
    assert list(found.index.names) == ["all", "path", "match", *(key for key in KEYS if key not in ("all", "match"))]
    assert rates(frames, "phase").index.tolist() == [name for name in PHASES if name in rates(frames, "phase").index]
    assert pd.isna(rates(synthetic([{"kind": "play", "player": 0}], length=None), "length").index[0])


def test_what_was_not_analysed_is_missing(gnubg_fixtures: Path) -> None:
    """No rate, no luck, no rating: never zero. Counts of plays and the result are known."""
    (path,) = (gnubg_fixtures / "analysed").glob("m03_std_3.0ply.mat")
    found = rates(tables([str(path)]), "player")
    assert list(found.index) == ["Alice", "Bob"] and found["plays"].to_list() == [59, 58]
    for name in COLUMNS:
        if "rate" in name or name.startswith(("pr", "luck_mwc", "error", "fibs", "adjusted", "snowie")):
            assert found[name].isna().all(), name
    assert found["luck"].isna().all() and (found["luck_missing"] == found["plays"]).all()
    assert (found["not_analysed"] > 50).all() and (found["plays_of_both"] == 0).all()
    assert found["result_mwc"].to_list() == pytest.approx([0.5, -0.5], abs=1e-6)


def test_a_match_that_was_analysed_in_part_divides_by_its_analysed_games() -> None:
    """The second game has no analysis: its plays are not in Snowie's denominator."""
    play = {"kind": "play", "player": 0, "forced": False}
    rows = [{**play, "error_emg": 0.1}, {**play, "player": 1}, {**play, "game": 2}, {**play, "game": 2, "player": 1}]
    found = rates(synthetic(rows, games=2), "player")
    assert found["plays_of_both"].to_list() == [2, 2]
    assert found.loc["Alice", "snowie_rate"] == pytest.approx(50)
    assert pd.isna(found.loc["Bob", "snowie_rate"]) and found.loc["Bob", "not_analysed"] == 2


def test_sums_of_groups(gnubg_fixtures: Path) -> None:
    """However the decisions are divided, the parts add up; results only where a game has one owner."""
    folder = gnubg_fixtures / "analysed"
    frames = tables([str(folder / f"{name}.sgf") for name in ("m07_bots.2ply", "m05_utf8.0ply", "s_bots.2ply")])
    whole = rates(frames, "seat")
    for by in (*KEYS, ("player", "phase"), ("event", "seat"), ("match", "game", "player"), ("score", "cube")):
        parts = rates(frames, by)
        for name in ("plays", "unforced", "close_cubes", "cubes", "error", "luck", "error_mwc", "error_points"):
            assert float(parts[name].sum()) == pytest.approx(float(whole[name].sum())), (by, name)
        assert list(parts.columns) == list(COLUMNS)
        assert {name: str(kind) for name, kind in parts.dtypes.items()} == COLUMNS
        keys = {by} if isinstance(by, str) else set(by)
        owned = keys & {"player", "opponent", "seat", "score"} and not keys & {"cube", "phase", "engine"}
        assert bool(parts["result_mwc"].notna().any()) == bool(owned), by
    assert float(whole["result_points"].sum()) == 0
    both = rates(frames, "event")
    assert both["plays_of_both"].sum() == both["plays"].sum()
    mixed = rates(frames, "match")
    assert mixed["depth_count"].max() == 2
    assert "gnubg 0-ply: " in mixed["depths"].iloc[1] and ", gnubg 2-ply: " in mixed["depths"].iloc[1]


def test_keys_that_do_not_exist() -> None:
    """They are named."""
    frames = synthetic([{"kind": "play", "player": 0}])
    for by in ("nobody", (), ("player", "player")):
        with pytest.raises(ValueError, match="by"):
            rates(frames, by)


def test_no_rows() -> None:
    """Nothing in, nothing out, with all columns."""
    assert rates(tables([]), ("player", "phase", "score")).shape == (0, len(COLUMNS))


def test_rearmost_checkers_of_position_ids() -> None:
    """Decoded many at a time as one at a time."""
    start = Position.from_points({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    bar = Position.from_points({25: 1, 3: 14}, {6: 5, 1: 3})
    off = Position.from_points({2: 1}, {})
    own, other = rearmost([encode_position(p) for p in (start, bar, off)])
    assert own.tolist() == [24, 25, 2] and other.tolist() == [24, 6, 0]
    assert rearmost([])[0].tolist() == []


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("0ply")])
def test_phases(name: str, gnubg_fixtures: Path) -> None:
    """The first six rolls, then what the boards say, of every row of a match."""
    record, followed = load(name, gnubg_fixtures / "analysed")
    frames = of_file(gnubg_fixtures / "analysed", name)
    found = phases(frames.actions).astype("string").to_list()
    expected = []
    for moments in followed.games:
        rolls = 0
        for moment in moments:
            what = record.actions.what[moment.index]
            if what.kind == act.SET and moment.before is None:
                continue
            assert moment.before is not None
            mine, theirs = moment.before.counts()
            rear = [max((p for p in range(1, 26) if side[p]), default=0) for side in (mine, theirs)]
            phase = "contact" if sum(rear) > 24 else "bear-off" if rear[0] <= 6 else "race"
            expected.append("opening" if phase == "contact" and rolls < 6 else phase)
            rolls += what.kind == act.ROLL
    rows = frames.actions[frames.actions["kind"] != "end"]
    assert [found[i] for i in rows.index] == [
        e for e, k in zip(expected, frames.actions["kind"], strict=True) if k != "end"
    ]
    assert {"opening", "contact"} <= set(expected)
    lost = frames.actions.head(3).assign(position_before=pd.NA)
    assert phases(lost).isna().all()


@pytest.mark.parametrize(
    ("freedom", "value"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (30, 2.0423), (100, 1.9840), (1000, 1.9623)],
)
def test_quantiles_of_student(freedom: int, value: float) -> None:
    """The values of the printed tables."""
    assert student_95(freedom) == pytest.approx(value, abs=5e-5)


def test_quantiles_of_student_join() -> None:
    """The series and the expansion meet, and fall towards the normal quantile."""
    values = [student_95(n) for n in range(1, 400)]
    assert all(a > b for a, b in pairwise(values))
    assert student_95(10**9) == pytest.approx(1.959963985)
    with pytest.raises(ValueError, match="freedom"):
        student_95(0)


def test_the_page() -> None:
    """It is shipped, and names every rate and the columns."""
    text = page()
    for word in ("GNU Backgammon", "PR", "Snowie", "OpenGammon", "`gnu_rate`", "`pr`", "`snowie_rate`", "0.16"):
        assert word in text
    for name in re.findall(r"`([a-z_]+)`", text):
        assert name in COLUMNS, name


def test_70_gammons_include_backgammons(shared_cases: Path) -> None:
    """Chances are cumulative: the equity without a cube and the shares of plain results follow."""
    case = next(shared_cases.glob("70-*"))
    with (case / "probs.csv").open() as file:
        (row,) = ({k: float(v) for k, v in r.items()} for r in csv.DictReader(file))
    expected = json.loads((case / "expected.json").read_text())["expect"]
    win, gammon, bg, lose_g, lose_bg = row.values()
    assert 2 * win - 1 + gammon + bg - lose_g - lose_bg == pytest.approx(expected["cubeless_equity"])
    assert win - gammon == pytest.approx(expected["share_of_plain_wins"])
    assert gammon - bg == pytest.approx(expected["share_of_gammons_only"])
    assert 1 - win - lose_g == pytest.approx(expected["share_of_plain_losses"])


def test_statistics_as_text(gnubg_fixtures: Path) -> None:
    """All sections, by the record."""
    record, followed = load("m03_std_3.0ply", gnubg_fixtures / "analysed")
    assert "Snowie error rate" in gnubg_text(record, followed)
    exactly = gnubg_text(record, followed, compat=True)
    assert re.search(r"^Snowie error rate +-4\.4   \( \+0\.000%\)", exactly, re.M)


def test_damaged_records_by_every_key(gnubg_fixtures: Path) -> None:
    """Games without a number, half matches, unreadable parts: no key fails, and no play is lost."""
    frames = tables([str(gnubg_fixtures / "bad")])
    assert frames.actions["game"].isna().any()
    plays = int((frames.actions["kind"] == "play").sum())
    for by in (*KEYS, ("match", "game", "player"), ("event", "round", "seat")):
        assert rates(frames, by)["plays"].sum() == plays, by


def test_decisions_given_twice_count_twice(gnubg_fixtures: Path) -> None:
    """Sums double, rates stay."""
    frames = of_file(gnubg_fixtures / "analysed", "m03_std_3.0ply")
    double = pd.concat([frames.actions] * 2, ignore_index=True)
    once, twice = (
        rates(SimpleNamespace(matches=frames.matches, games=frames.games, actions=actions), "player")
        for actions in (frames.actions, double)
    )
    assert (twice["plays"] == 2 * once["plays"]).all() and (twice["plays_of_both"] == 234).all()
    for name in ("gnu_rate", "pr", "snowie_rate"):
        assert twice[name].to_list() == pytest.approx(once[name].to_list())
