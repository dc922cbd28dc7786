"""Real files: all are read, the number of games agrees with the index, and few contradict themselves."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from bganalyze.findings.codes import severity
from bganalyze.pipeline import Checked, check_file

MOST_FILES_WITH_ERRORS = {
    "bglab-raw-dev": (1747, 8),
    "backgammonchallenge-dev": (76, 2),
    "bglib-dev": (241, 5),
}
"""Files of the set, and how many of them may have an error. Rolls without a play (BG205) count apart."""


def test_every_match_text_is_read(corpus: Path) -> None:
    """No crash, no unreadable file, and as many games as the index says."""
    compared = 0
    with open(corpus / "INDEX.tsv", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if not row["format"].startswith("mat-"):
                continue
            checked = check_file(str(corpus / row["local_path"]))
            assert not checked.failed, row["local_path"]
            if row["games"]:
                compared += 1
                games = sum(len(match.games) for match in checked.matches)
                assert games == int(row["games"]), row["local_path"]
    assert compared == 150


READ = {
    "sgf-gnubg": "sgf",
    "gnubg-text": "gnubg-text",
    "gam-jellyfish": "gam",
    "pos-jellyfish": "pos",
    "snowie-position": "positions",
}
"""Kind of the corpus -> the format that claims its files; others are not read (yet)."""


def test_every_file_is_read_by_its_format_or_left_alone(corpus: Path) -> None:
    """No format claims what is another's."""
    with open(corpus / "INDEX.tsv", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            checked = check_file(str(corpus / row["local_path"]))
            wanted = "mat" if row["format"].startswith("mat-") else READ.get(row["format"])
            assert checked.format == wanted, row["local_path"]
            assert checked.claimed == (wanted is not None)
            assert not any(f.code.startswith("BG9") for f in checked.findings)


@pytest.mark.parametrize("name", MOST_FILES_WITH_ERRORS)
def test_few_files_have_errors(bulk_sets: dict[str, list[Path]], name: str) -> None:
    """A strict checker of another make found 2, 1 and 3 files with an error."""
    files, most = MOST_FILES_WITH_ERRORS[name]
    results = [check_file(str(path)) for path in bulk_sets[name]]
    assert len(results) == files
    assert not any(checked.failed for checked in results)
    faulty = [checked.path for checked in results if _has_error(checked)]
    assert len(faulty) <= most, faulty


def _has_error(checked: Checked) -> bool:
    return any(severity(f) == "error" and f.code != "BG205" for f in checked.findings)


def test_galaxy_scores_agree_with_the_final_score_tag(bulk_sets: dict[str, list[Path]]) -> None:
    """The Elo tags of Backgammon Galaxy are the final score: a check from outside on 1,600 results."""
    tagged = contradicted = 0
    for path in bulk_sets["bglab-raw-dev"]:
        checked = check_file(str(path))
        if checked.dialect == "galaxy" and "Player 1 Elo" in checked.matches[0].header:
            tagged += 1
            contradicted += any(f.code == "BG511" for f in checked.findings)
    assert tagged > 1600
    assert contradicted == 0
