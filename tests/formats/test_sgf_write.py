"""SGF that we write: read again by us it says the same, and GNU Backgammon loads it as the same match."""

from __future__ import annotations

import gzip
from pathlib import Path

from gnubg_program import program, saved_again
from meaning import meaning

from bganalyze.convert import script_of
from bganalyze.formats import read_record
from bganalyze.formats.sgf.write import write
from bganalyze.model.analysis import (
    MWC,
    Annotation,
    Annotations,
    Candidate,
    CubeAnalysis,
    Outcome,
    PlayAnalysis,
    Rollout,
    Setting,
)
from bganalyze.model.record import Record
from bganalyze.pipeline import follow

MOST = 1 << 25


def _read(path: Path) -> Record:
    return read_record(path.read_bytes(), MOST)


def _written(record: Record) -> str:
    text, losses = write(script_of(record, follow(record)))
    assert losses == []
    return text


def _headers(record: Record) -> list[object]:
    games = [
        (g.number, g.names, g.scores, g.crawford, g.auto_doubles, g.resigned, g.comment, g.statistics)
        for m in record.matches
        for g in m.games
    ]
    return [[(m.length, m.names, m.header) for m in record.matches], games]


def _analysis(record: Record) -> list[tuple[int, Annotation]]:
    return [(index, record.annotations[index]) for index in record.annotations]


def _files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if p.name.endswith((".sgf", ".sgf.gz")))


def _same(first: Record, again: Record) -> None:
    assert meaning(again) == meaning(first)
    assert _headers(again) == _headers(first)
    assert _analysis(again) == _analysis(first)


def test_matches_survive(gnubg_fixtures: Path) -> None:
    """Read, written, read: equal records, and the second text is the first."""
    files = _files(gnubg_fixtures / "raw") + _files(gnubg_fixtures / "analysed")
    assert len(files) == 65 + 16
    for path in files:
        first = _read(path)
        text = _written(first)
        again = read_record(text.encode(), MOST)
        _same(first, again)
        assert _written(again) == text


def test_real_files_survive(corpus: Path) -> None:
    """The same for the files of others."""
    files = _files(corpus / "files" / "sgf-gnubg")
    assert len(files) > 5
    for path in files:
        first = _read(path)
        _same(first, read_record(_written(first).encode(), MOST))


def test_nothing_of_a_gnubg_file_changes_but_its_maker(gnubg_fixtures: Path) -> None:
    """Node by node the text is GNU Backgammon's own, where the order of properties is left out of account."""
    for path in _files(gnubg_fixtures / "analysed"):
        data = path.read_bytes()
        text = gzip.decompress(data).decode() if path.suffix == ".gz" else data.decode()
        ours = _written(read_record(data, MOST))
        for theirs, mine in zip(text.splitlines(), ours.splitlines(), strict=True):
            if theirs.startswith("(;"):
                continue
            assert sorted(mine.replace("A[", "\nA[").split("]")) == sorted(theirs.replace("A[", "\nA[").split("]"))


def test_gnubg_loads_what_we_write(gnubg_fixtures: Path, tmp_path: Path) -> None:
    """The same games, plays, cube actions and scores, and the same analysis, as from its own file."""
    program()
    sources = _files(gnubg_fixtures / "raw") + _files(gnubg_fixtures / "analysed")
    ours, theirs = [], []
    for number, path in enumerate(sources):
        data = path.read_bytes()
        plain = tmp_path / f"theirs-{number}.sgf"
        plain.write_bytes(gzip.decompress(data) if path.suffix == ".gz" else data)
        file = tmp_path / f"ours-{number}.sgf"
        file.write_text(_written(_read(path)), encoding="utf-8")
        theirs.append(plain)
        ours.append(file)
    saved = saved_again([*ours, *theirs], "load match", tmp_path)
    for path, mine, its in zip(sources, ours, theirs, strict=True):
        loaded, control = _read(saved[mine]), _read(saved[its])
        assert meaning(loaded) == meaning(_read(path)), path.name
        _same(control, loaded)


def _play(hops: tuple[tuple[int, int], ...], **more: object) -> Candidate:
    return Candidate(hops, **more)  # type: ignore[arg-type]


def test_an_annotation_of_every_kind_survives() -> None:
    """Rollouts, plays without an evaluation, numbers that are none, comments with brackets."""
    text = (
        "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Ben]RU[Crawford]C[root \\] \\\\ text]\n"
        ";W[31hefe]\n;B[64lrlp]\n;W[double]\n;B[take]\n;W[21mkfe])\n"
    )
    record = read_record(text.encode(), MOST)
    seven = (0.5, 0.1, 0.01, 0.2, 0.02, -0.1234567891, 0.4321)
    rolled = Rollout(
        1296, (0.0123456789, -0.02), (seven,), (seven,), 'SK 5 RC 1 1 0 1 0 0 10 0 0 5 "Mersenne Twister" 7'
    )
    cube_rolled = Rollout(36, (), (seven, seven), (seven, seven), "SK 0 RC 1")
    setting = Setting(2, True, True, 0.0, True)
    outcome = Outcome((0.5, 0.1, 0.01, 0.2, 0.02), -0.1234567891, 0.4321)
    wanted = {
        0: Annotation(
            PlayAnalysis(
                (
                    _play(((8, 5), (6, 5)), chances=seven[:5], equity=0.0123456789, rollout=rolled),
                    _play(((24, 23), (13, 10)), chances=seven[:5], equity=-0.03, setting=setting),
                    _play(((24, 20),)),
                ),
                0,
                (1, 3),
            ),
            luck=-0.12345,
            luck_stated=True,
            marks=(("GW", "1"), ("DO", "")),
            comment="why [not] \\ this?\nsecond line",
        ),
        1: Annotation(PlayAnalysis((), None), None, None, luck_stated=True),
        2: Annotation(cube=CubeAnalysis(outcome, outcome, MWC, None, cube_rolled, marked=True)),
        3: Annotation(cube=CubeAnalysis(outcome, outcome, MWC, Setting(0, False, False, 0.25))),
    }
    record.annotations = Annotations(wanted)
    again = read_record(_written(record).encode(), MOST)
    assert dict(again.annotations) == wanted
    assert again.matches[0].games[0].comment == "root ] \\ text"
