"""Jellyfish's position file (.pos) as a record of one position. The bytes are read by ``jellyfish``."""

from __future__ import annotations

from ..model.record import PositionRecord, Record, Remark
from .jellyfish import PosError, decode_pos, sniff

__all__ = ["place", "read", "sniff"]


def read(data: bytes, encoding: str = "") -> Record:
    """The record of a file's bytes. Never raises for what they say."""
    record = Record("pos", "jellyfish", "", [])
    try:
        found = decode_pos(data)
    except PosError as error:
        at = error.offset + 1
        record.remarks.append(Remark("BG101", 1, at, at + 1, {"text": str(error)}))
        return record
    record.positions.append(PositionRecord(1, 1, len(data) + 1, "", found.position, found.state, found.names))
    return record


def place(record: Record, index: int, step: int = -1) -> tuple[int, int]:
    """There is no action in such a file."""
    return 1, 1
