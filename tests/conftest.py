"""What the tests share: where the material beside the project is, and skipping where it is missing."""

from __future__ import annotations

import os
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("BGANALYZE_SHARED", ROOT.parent / "shared"))


def _needed(path: Path) -> Path:
    if not path.exists():
        pytest.skip(f"{path.name} is not beside the project")
    return path


@pytest.fixture(scope="session")
def gnubg_fixtures() -> Path:
    """Matches played by GNU Backgammon for this project."""
    return _needed(SHARED / "fixtures-gnubg")


@pytest.fixture(scope="session")
def shared_cases() -> Path:
    """Small cases distilled from public bug reports, with run_cases.py."""
    return _needed(SHARED / "cases")


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Real files, never part of the project."""
    return _needed(SHARED / "corpus")


@pytest.fixture(scope="session")
def bulk_sets(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    """The three bulk sets of real files, unpacked: name -> files."""
    place = tmp_path_factory.mktemp("bulk")
    sets = {}
    for archive in sorted(corpus.glob("*.tar.xz")):
        name = archive.name.removesuffix(".tar.xz")
        with tarfile.open(archive) as tar:
            tar.extractall(place / name, filter="data")
        sets[name] = sorted(p for p in (place / name).rglob("*") if p.is_file())
    return sets
