"""Every record in fixtures/ gives what it says."""

from __future__ import annotations

import csv
import shlex
from pathlib import Path

import pytest

from bganalyze.findings.codes import severity
from bganalyze.pipeline import check_file
from bganalyze.rules.declared import RuleOptions

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"


def _hand_made() -> list[Path]:
    return sorted(p for folder in ("situations", "damaged", "chouette") for p in (FIXTURES / folder).iterdir())


@pytest.mark.parametrize("path", _hand_made(), ids=lambda p: p.stem)
def test_hand_made_records(path: Path) -> None:
    """Errors and warnings are those that the first line of the record names (in SGF its comment)."""
    first = path.read_text(encoding="utf-8").splitlines()[0]
    if path.stem == "club-night":
        expected = {("BG303", 5), ("BG509", 6)}  # the README's first screen has no room for a comment
    else:
        words = first.partition("expect: ")[2].partition("]")[0].split()
        assert words
        expected = set() if words == ["clean"] else {(w.split(":")[0], int(w.split(":")[1])) for w in words}
    found = {(f.code, f.line) for f in check_file(str(path)).findings if severity(f) != "note"}
    assert found == expected


def _gnubg_rows() -> list[dict[str, str]]:
    with open(FIXTURES / "gnubg" / "settings.tsv", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.mark.parametrize("row", _gnubg_rows(), ids=lambda row: row["file"])
def test_gnubg_records_are_clean(row: dict[str, str]) -> None:
    """Matches of GNU Backgammon check clean under the rules they were played by."""
    words = shlex.split(row["options"] or "")
    name = words[words.index("--rules") + 1] if "--rules" in words else None
    settings = tuple(words[i + 1] for i, word in enumerate(words) if word == "--set")
    checked = check_file(str(FIXTURES / "gnubg" / row["file"]), RuleOptions.parse(name, settings))
    assert [f for f in checked.findings if severity(f) != "note"] == []
    assert all(game.checked == "full" for match in checked.matches for game in match.games)


@pytest.mark.parametrize("path", sorted((FIXTURES / "gnubg").glob("*.sgf*")), ids=lambda p: p.name)
def test_gnubg_sgf_is_clean(path: Path) -> None:
    """SGF says itself by which rules it is played."""
    checked = check_file(str(path))
    assert [f for f in checked.findings if severity(f) != "note"] == []
    assert all(game.checked == "full" for match in checked.matches for game in match.games)


def test_every_gnubg_record_has_its_row() -> None:
    """settings.tsv and the folder agree."""
    assert sorted(row["file"] for row in _gnubg_rows()) == sorted(p.name for p in (FIXTURES / "gnubg").glob("*.mat"))
