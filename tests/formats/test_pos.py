"""Jellyfish's position files as records."""

from __future__ import annotations

from pathlib import Path

from bganalyze.findings.codes import severity
from bganalyze.formats import pos, read_record
from bganalyze.formats.jellyfish import encode_pos
from bganalyze.formats.xgid import decode_xgid
from bganalyze.pipeline import check_bytes, check_file, read

XGID = "XGID=bB-CBBB---a---A----AcbbbcA:1:1:1:21:3:5:0:7:10"


def test_a_position() -> None:
    """Position, state and names; no games and nothing found."""
    position, state = decode_xgid(XGID)
    data = encode_pos(position, state, ("Ann", "Zo\u00eb"))
    record = read_record(data, 1 << 20)
    assert (record.format, record.matches, record.lines) == ("pos", [], [])
    (found,) = record.positions
    assert (found.position, found.names, found.line) == (position, ("Ann", "Zo\u00eb"), 1)
    assert found.state is not None
    assert (found.state.length, found.state.score, found.state.dice, found.state.cube) == (7, (5, 3), (2, 1), 2)
    checked = check_bytes(data)
    assert checked.format == "pos"
    assert not checked.findings


def test_damaged_values() -> None:
    """A file of the right size with an impossible value is a Jellyfish file with a finding; other bytes are none."""
    position, state = decode_xgid(XGID)
    data = bytearray(encode_pos(position, state))
    data[12] = 3  # the cube
    record = read_record(bytes(data), 1 << 20)
    assert not record.positions
    (remark,) = record.remarks
    assert (remark.code, remark.column) == ("BG101", 13)
    assert "cube 3" in str(remark.args["text"])
    checked = check_bytes(bytes(data))
    assert [f.code for f in checked.findings if severity(f) == "error"] == ["BG003"]
    assert not pos.sniff(bytes(data[:-1]))
    assert not pos.sniff(b"")
    assert not check_bytes(bytes(data[:-1])).claimed


def test_real_files(corpus: Path) -> None:
    """Files that GNU Backgammon wrote; nothing else of the corpus is taken for one."""
    files = sorted(corpus.glob("files/pos-jellyfish/*.pos"))
    assert len(files) == 5
    for path in files:
        assert len(read(str(path)).positions) == 1
        assert not check_file(str(path)).findings
    for path in corpus.glob("files/*/*"):
        if path.is_file() and path.parent.name != "pos-jellyfish":
            assert not pos.sniff(path.read_bytes()), path
