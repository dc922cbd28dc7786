"""The 65 matches that GNU Backgammon played against itself, under the rules of their settings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bganalyze.findings.codes import severity
from bganalyze.pipeline import check_file
from bganalyze.rules.declared import RuleOptions

PRESETS = {
    "standard": None,
    "nackgammon": "nackgammon",
    "1-chequer-hypergammon": "hypergammon-1",
    "2-chequer-hypergammon": "hypergammon-2",
    "3-chequer-hypergammon": "hypergammon-3",
}

CONTRADICTIONS = {
    # GNU Backgammon leaves automatic doubles out of the points of these games; the next score line has them.
    "s_autodouble1": [6, 8, 16],
    "s_autodouble3": [3, 6, 9, 12],
}


def options_of(settings: dict[str, object]) -> RuleOptions:
    """``--rules`` and ``--set`` for the settings a match was played with."""
    chosen = []
    if settings["length"] == 0:
        chosen += [
            f"jacoby={'on' if settings.get('jacoby') else 'off'}",
            f"beavers={settings.get('beavers', 0)}",
            f"auto-doubles={settings.get('autodoubles', 0)}",
        ]
    if "crawford" in settings:
        chosen.append(f"crawford={'on' if settings['crawford'] else 'off'}")
    if "cubeuse" in settings:
        chosen.append(f"cube={'on' if settings['cubeuse'] else 'off'}")
    return RuleOptions.parse(PRESETS[str(settings.get("variation", "standard"))], tuple(chosen))


def test_63_of_65_are_clean(gnubg_fixtures: Path) -> None:
    """No error and no warning, every game replayed to its end; the other two say just what is wrong with them."""
    records = sorted((gnubg_fixtures / "raw").glob("*.mat"))
    assert len(records) == 65
    for path in records:
        settings = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        checked = check_file(str(path), options_of(settings))
        serious = [f for f in checked.findings if severity(f) != "note"]
        assert all(game.checked == "full" for match in checked.matches for game in match.games), path.name
        # The finding stands at the score line of the next game.
        games = [(f.code, (f.game or 0) - 1) for f in serious]
        assert games == [("BG504", game) for game in CONTRADICTIONS.get(path.stem, [])], path.name


def test_results_agree_with_the_manifest(gnubg_fixtures: Path) -> None:
    """Games, plays, cube actions and final scores are those that an independent replayer counted."""
    lines = (gnubg_fixtures / "MANIFEST.tsv").read_text(encoding="utf-8").splitlines()
    head = lines[0].split("\t")
    compared = 0
    for line in lines[1:]:
        row = dict(zip(head, line.split("\t"), strict=False))
        stem = row["file"].removesuffix(".sgf")
        if stem in CONTRADICTIONS:
            continue  # the points in the .mat are not those of the .sgf
        path = gnubg_fixtures / "raw" / f"{stem}.mat"
        settings = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        (match,) = check_file(str(path), options_of(settings)).matches
        games = match.games
        assert len(games) == int(row["games"]), stem
        # A roll after which the player resigned is no play there.
        resigned_after_roll = sum(g.state.dice is not None for g in games)
        assert sum(g.plies for g in games) - resigned_after_roll == int(row["plays"]), stem
        assert sum(g.result == "drop" for g in games) == int(row["drops"]), stem
        assert sum(g.result.startswith("resign") for g in games) == int(row["resigns"]), stem
        for name, kind in (("single", "single"), ("gammon", "gammon"), ("bg", "backgammon")):
            assert sum(g.result == kind for g in games) == int(row[name]), (stem, kind)
        assert max(g.cube for g in games) == int(row["maxcube"]), stem
        assert sum(g.crawford for g in games) == int(row["crawford"]), stem
        assert f"{match.score[0]}-{match.score[1]}" == row["final"], stem
        compared += 1
    assert compared == 63


@pytest.mark.parametrize("stem", CONTRADICTIONS)
def test_missing_automatic_doubles_are_named(gnubg_fixtures: Path, stem: str) -> None:
    """The message names the game whose points leave them out."""
    from bganalyze.findings.codes import message

    found = check_file(str(gnubg_fixtures / "raw" / f"{stem}.mat")).findings
    named = [message(f) for f in found if f.code == "BG504"]
    assert len(named) == len(CONTRADICTIONS[stem])
    for text, game in zip(named, CONTRADICTIONS[stem], strict=True):
        assert f"game {game} counts" in text
