"""The sessions of ``fixtures/variants``: what is clean stays clean, and of damaged twins exactly the damage is found.

They were played and written without the package's own rules (tests/rules/make_variant_fixtures.py).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bganalyze.convert import convert
from bganalyze.pipeline import Checked, check_bytes, check_file, read
from bganalyze.rules.variants import PRESETS

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "variants"
CLEAN = sorted(path.name for path in FOLDER.glob("*.mat") if ".damaged" not in path.name)
EXPECTED = [line.split("\t") for line in (FOLDER / "expected.tsv").read_text(encoding="utf-8").splitlines()[1:]]


def faults(checked: Checked) -> list[tuple[str, int | None, str]]:
    """File, line and code, without notes."""
    found = [f for f in checked.findings if f.code not in ("BG390", "BG506", "BG503", "BG602")]
    return sorted((Path(checked.path).name, f.line, f.code) for f in found)


def test_every_preset_has_its_session() -> None:
    """And one with draws."""
    assert {*CLEAN} == {f"{name}.mat" for name in (*PRESETS, "short-nardy-draw")}


@pytest.mark.parametrize("name", CLEAN)
def test_clean(name: str) -> None:
    """Three full games at least, with all their points as declared."""
    checked = check_file(str(FOLDER / name))
    assert faults(checked) == []
    games = checked.matches[0].games
    assert len(games) >= 3 and all(game.checked == "full" for game in games)
    assert all(game.points == game.declared_points for game in games if game.result != "draw")
    assert sum(game.result in ("single", "gammon", "backgammon", "drop", "draw") for game in games) >= 3
    assert any(game.result == "draw" for game in games) == (name == "short-nardy-draw.mat")


@pytest.mark.parametrize("name", CLEAN)
def test_damaged(name: str) -> None:
    """Exactly what was planted, each in its line."""
    twin = name.replace(".mat", ".damaged.mat")
    expected = sorted((file, int(line), code) for file, line, code in EXPECTED if file == twin)
    assert expected and faults(check_file(str(FOLDER / twin))) == expected


@pytest.mark.parametrize("name", CLEAN)
def test_written_again(name: str) -> None:
    """Our own writer says the same."""
    record = read(str(FOLDER / name))
    text, _ = convert(record, "mat")
    first, again = check_file(str(FOLDER / name)), check_bytes(text, name)
    assert faults(again) == []
    assert [g[2:] for g in again.matches[0].games] == [g[2:] for g in first.matches[0].games]
    assert again.matches[0].rules == first.matches[0].rules
