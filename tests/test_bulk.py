"""Many files over processes: order, and a process that the system ends."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bganalyze import bulk
from bganalyze.pipeline import Checked
from bganalyze.rules.declared import RuleOptions

RECORD = """ 1 point match
 Game 1
 Alice : 0                      Bob : 0
  1) 31: 8/5 6/5                42: 8/4 6/4
      Wins 1 point
"""


def _end_the_process(targets: list[bulk.Target], options: RuleOptions, hashed: bool) -> list[Checked]:
    """What the system does to a process for want of memory."""
    os._exit(9)


def test_a_process_that_is_ended_loses_only_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files are told, all others are checked, in order."""
    for i in range(2 * bulk.CHUNK + 1):
        (tmp_path / f"{i:03}.mat").write_text(RECORD)
    targets = bulk.find([str(tmp_path)]).files
    monkeypatch.setattr(bulk, "_check_chunk", _end_the_process)
    results = list(bulk.check_all(targets, RuleOptions(), jobs=2))
    assert [checked.path for checked in results] == [target.path for target in targets]
    lost = [checked for checked in results if any(f.code == "BG901" for f in checked.findings)]
    assert lost == results[: bulk.CHUNK]
    assert all(checked.matches and not checked.findings for checked in results[bulk.CHUNK :])


def test_paths_are_sorted_and_met_once(tmp_path: Path) -> None:
    """A file that is named and walked is checked once; hidden names are left out."""
    for name in ("b.mat", "a.mat", ".hidden.mat"):
        (tmp_path / name).write_text(RECORD)
    named = str(tmp_path / "b.mat")
    found = bulk.find([named, str(tmp_path), str(tmp_path / "none.mat")])
    assert [Path(target.path).name for target in found.files] == ["a.mat", "b.mat", "none.mat"]
    assert found.missing == [str(tmp_path / "none.mat")]
