"""The pandas tables hold what the check found, with stable types."""

from __future__ import annotations

from pathlib import Path

from bganalyze.pipeline import check_file
from bganalyze.reports.tables import findings_table, games_table, matches_table

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


def test_tables_of_a_damaged_record() -> None:
    """A dropped redouble whose points are wrong: 2 computed, 4 declared."""
    files = [check_file(str(FIXTURES / "damaged" / "wrong-points.mat"))]
    (match,) = matches_table(files).to_dict("records")
    assert (match["player_0"], match["player_1"], match["length"]) == ("Alice", "Bob", 5)
    assert (match["score_0"], match["score_1"], match["games"], match["plies"]) == (0, 2, 1, 3)
    (game,) = games_table(files).to_dict("records")
    assert (game["winner"], game["result"], game["points"], game["declared_points"]) == (1, "drop", 2, 4)
    findings = findings_table(files)
    errors = findings[findings["severity"] == "error"]
    assert errors[["code", "line"]].to_dict("records") == [{"code": "BG502", "line": 10}]


def test_types_do_not_depend_on_the_rows() -> None:
    """An empty table has the columns and types of a full one."""
    files = [check_file(str(FIXTURES / "gnubg" / "m03_std_3.mat"))]
    for make in (matches_table, games_table, findings_table):
        assert list(make([]).dtypes.items()) == list(make(files).dtypes.items())
    assert str(games_table(files).dtypes["points"]) == "Int64"
