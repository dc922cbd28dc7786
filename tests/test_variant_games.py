"""Random legal games of every preset, written, read and checked: clean; with one play that its rules forbid: found."""

from __future__ import annotations

from random import Random

import pytest
from variant_games import session, specials
from variant_record import record

from bganalyze.pipeline import Checked, check_bytes
from bganalyze.rules.variants import PRESETS, Rules

NAMES = list(PRESETS)


def checked(rules: Rules, text: str) -> Checked:
    return check_bytes(text.encode(), f"{rules.name}.mat")


@pytest.mark.parametrize("name", NAMES)
def test_legal_games_check_clean(name: str) -> None:
    """Three games each, with cubes where there is one."""
    rules = PRESETS[name]
    random = Random(f"clean {name}")
    for _ in range(2):
        games, scores = session(rules, random, 3, cubes=rules.cube and rules.money)
        text = record(
            rules, [game.game() for game in games], [("Rules", name)], 0 if rules.money else 99, scores=scores
        )
        found = checked(rules, text)
        assert [f for f in found.findings if f.code not in ("BG602", "BG506")] == []
        match = found.matches[0]
        assert [(g.winner, g.points) for g in match.games] == [(game.winner, game.points) for game in games]
        assert match.rules.plays == rules.plays and all(g.checked == "full" for g in match.games)


BROKEN = [(name, special) for name in NAMES for special in specials(PRESETS[name])]


@pytest.mark.parametrize(("name", "special"), BROKEN)
def test_a_play_that_only_a_special_rule_forbids(name: str, special: str) -> None:
    """It is found in its row and called by the name of the rule; the rest of the record is clean."""
    rules = PRESETS[name]
    random = Random(f"broken {name} {special}")
    while True:
        games, scores = session(rules, random, 1, special)
        if games[0].damaged is not None:
            break
    at, code = games[0].damaged
    text = record(rules, [game.game() for game in games], [("Rules", name)], 0 if rules.money else 99, scores=scores)
    found = checked(rules, text)
    errors = [f for f in found.findings if f.code.startswith("BG3") and f.code != "BG390"]
    assert errors and errors[0].code == code, [(f.code, f.play, f.args) for f in found.findings]
    row = sum(1 for item in _rows(games[0].rolls[: at + 1]))
    assert errors[0].move == row


def _rows(rolls: object) -> list[int]:
    """The rows that so many cells begin."""
    rows, before = [], 1
    for item in rolls:  # type: ignore[attr-defined]
        seat = item[0]
        if not rows or seat == 0 or before == 1:
            rows.append(len(rows) + 1)
        before = seat
    return rows
