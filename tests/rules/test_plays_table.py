"""The table of legal plays that GNU Backgammon made (fixtures/rules) is reproduced by both code paths."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from make_plays_table import digest

from bganalyze.model.position import Position
from bganalyze.rules.generate import generate
from bganalyze.rules.plays import is_dance, results

TABLE = Path(__file__).parent.parent.parent / "fixtures" / "rules" / "plays.tsv"


def _rows() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.mark.parametrize("row", _rows(), ids=lambda row: f"{row['situation']}-{row['position_id']}-{row['dice']}")
def test_row_of_the_table(row: dict[str, str]) -> None:
    """Number of results and digest of their IDs, by the generator and by the fast enumeration."""
    position = Position.from_gnu_id(row["position_id"])
    dice = (int(row["dice"][0]), int(row["dice"][1]))
    slow = {play.position for play in generate(position, dice)}
    fast = {Position(*sides) for sides in results(position.on_roll, position.opponent, dice)}
    for found in (slow, fast):
        assert len(found) == int(row["results"])
        assert digest([after.gnu_id() for after in found]) == row["sha256"]
    assert is_dance(position.on_roll, position.opponent, dice) == (row["results"] == "0")


def test_table_covers_what_it_says() -> None:
    """165 rows: the 21 rolls of the start, and nine of each of 16 situations."""
    situations = Counter(row["situation"] for row in _rows())
    assert situations.pop("start") == 21
    assert set(situations.values()) == {9}
    assert len(situations) == 16
