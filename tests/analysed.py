"""The analysed matches that were played and judged by GNU Backgammon for this project."""

from __future__ import annotations

from pathlib import Path

from bganalyze.model.record import Record
from bganalyze.pipeline import Followed, follow, read

NAMES = (
    "m01_std_resign.0ply",
    "m03_std_3.0ply",
    "m03_std_3.2ply",
    "m05_std_5.0ply",
    "m05_utf8.0ply",
    "m07_bots.0ply",
    "m07_bots.2ply",
    "m07_nack.0ply",
    "m07_std_1.0ply",
    "m11_std_2.0ply",
    "s_autodouble1.0ply",
    "s_bots.0ply",
    "s_bots.2ply",
    "s_hyper2.0ply",
    "s_jacoby_beaver3_0.0ply",
    "s_nojacoby_nobeaver.0ply",
)


def load(name: str, folder: Path) -> tuple[Record, Followed]:
    """The record of one of them, followed."""
    path = folder / f"{name}.sgf"
    record = read(str(path if path.exists() else path.with_suffix(".sgf.gz")))
    (followed,) = follow(record)
    return record, followed
