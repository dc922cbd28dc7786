"""Text of single games: two names, rows, a result, and nothing about the match."""

from __future__ import annotations

from pathlib import Path

import pytest
from gnubg_program import run
from meaning import meaning, plays_of

from bganalyze.convert import convert
from bganalyze.findings.codes import message, severity
from bganalyze.formats import gam, mat, read_record
from bganalyze.model.record import Record
from bganalyze.pipeline import check_bytes, follow, read
from bganalyze.rules.declared import RuleOptions

GAMES = """ Ann Lee                        Bob
  1)                             64: 24/18 18/14 
  2) 33: 24/21 24/21 13/10 13/10  Doubles => 2
  3)  Drops                       Wins 1 point 

 Ann Lee                        Bob
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Takes                      52: 13/8 24/22 
  3) 64: 24/18 13/9              
      Wins 2 points

"""  # noqa: W291


def record_of(text: str) -> Record:
    """The record of a text, whose format its content tells."""
    return read_record(text.encode(), 1 << 25)


def test_several_games() -> None:
    """They are one session; the score is that of the results."""
    record = record_of(GAMES)
    assert (record.format, len(record.matches), record.remarks) == ("gam", 1, [])
    match = record.matches[0]
    assert (match.length, match.names) == (None, ("Ann Lee", "Bob"))
    assert [(g.number, g.line, g.last - g.first) for g in match.games] == [(1, 1, 5), (2, 6, 6)]
    scored = follow(record)[0].scored
    assert scored.score == (2, 1)
    assert [g.score_before for g in scored.games] == [(0, 0), (0, 1)]


def test_money_is_assumed_and_told() -> None:
    """The record says nothing of a match."""
    checked = check_bytes(GAMES.encode())
    (finding,) = [f for f in checked.findings if severity(f) != "note"]
    assert (finding.code, finding.line) == ("BG602", 1)
    assert "read as an unlimited session" in message(finding)
    assert checked.matches[0].length is None
    assert checked.matches[0].games[1].checked == "full"


def test_places() -> None:
    """Findings point at the cell."""
    wrong = GAMES.replace("52: 13/8 24/22", "52: 13/8 24/23")
    (finding,) = [f for f in check_bytes(wrong.encode()).findings if severity(f) == "error"]
    assert (finding.code, finding.line, finding.column, finding.game, finding.move) == ("BG303", 8, 43, 2, 2)


def test_other_names_are_another_session() -> None:
    """Two players make one session."""
    record = record_of(GAMES + GAMES.replace("Bob", "Eve"))
    assert [(m.names, len(m.games)) for m in record.matches] == [(("Ann Lee", "Bob"), 2), (("Ann Lee", "Eve"), 2)]


def test_other_spellings() -> None:
    """Tabs, one blank between two words, comments and empty lines, CRLF, result words of other writers."""
    text = "; made by hand\r\n\r\nAnn\tBob Lee\r\n\r\n 1) 31: 8/5 6/5\t\t64: 24/14\r\n 2) Resigns\r\nWins 1 point\r\n"
    record = record_of(text)
    assert record.format == "gam"
    assert record.matches[0].names == ("Ann", "Bob Lee")
    assert len(record.actions) == 4
    assert record_of(GAMES.replace(" Ann Lee                        Bob", "Ann Bob")).matches[0].names == ("Ann", "Bob")


@pytest.mark.parametrize(
    "text",
    [
        " 5 point match\n Game 1\n Ann : 0    Bob : 0\n  1) 31: 8/5 6/5\n",
        " Game 1\n Ann : 0    Bob : 0\n  1) 31: 8/5 6/5\n",
        "boardid=1\ncreator=x\nMATCHLENGTH=5\n",
        "My list\n1) apples\n2) pears\n",
        "Ann Lee Bob\n  1) 31: 8/5 6/5\n",
        " 1) 31: 8/5 6/5   64: 24/14\n 2) 31: 8/5 6/5\n",
        "Ann    Bob\n",
        "Ann    Bob\nEve    Roy\n  1) 31: 8/5 6/5\n",
        "",
    ],
)
def test_what_it_is_not(text: str) -> None:
    """Match text, other programs' .gam, lists, three words as names."""
    assert not gam.sniff(text)


def test_match_text_is_never_taken(corpus: Path) -> None:
    """Nor is any other real file but those in its folder."""
    taken = []
    for path in sorted(p for p in corpus.glob("files/*/*") if p.is_file()):
        text = path.read_bytes().decode("latin-1")
        if gam.sniff(text) and not mat.sniff(text):
            taken.append(path.parent.name)
    assert taken == ["gam-jellyfish"] * 5


def test_files_of_gnubg(gnubg_fixtures: Path, corpus: Path) -> None:
    """They are read, are right, mean what the first game of the match means, and are written byte by byte."""
    files = sorted(gnubg_fixtures.glob("analysed/*.gam")) + sorted(corpus.glob("files/gam-jellyfish/*.gam"))
    assert len(files) >= 17
    for path in files:
        record = read(str(path))
        assert (record.format, record.remarks) == ("gam", []), path.name
        start = ("start=hyper-2",) if "hyper2" in path.name else ("start=nackgammon",) if "nack" in path.name else ()
        options = RuleOptions.parse(None, start)
        checked = check_bytes(path.read_bytes(), options=options)
        assert [f.code for f in checked.findings if severity(f) == "error"] == [], path.name
        whole = path.with_name(path.name.replace(".game1.gam", ".mat"))
        if whole != path and whole.exists():
            assert plays_of(record, options)[0] == plays_of(read(str(whole)))[0]
        if path.name.startswith("m05_utf8"):
            continue  # names are padded by characters, not by bytes
        assert convert(record, "gam")[0] == path.read_bytes(), path.name


def test_losses() -> None:
    """What belongs to the match; names that GNU Backgammon cannot part."""
    text = (
        '; [Event "Club"]\n; [Site "Town"]\n 3 point match\n Game 1\n Ann Lee : 0    Bob : 0\n  1) 31: 8/5 6/5\n'
        "      Wins 2 points\n Game 2\n Ann Lee : 2    Bob : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n"
        " Game 3\n Ann Lee : 2    Bob : 1\n      Wins 1 point\n"
    )
    content, losses = convert(record_of(text), "gam")
    assert [loss.text for loss in losses] == [
        "names of several words, which GNU Backgammon parts at the blank",
        "the match length",
        "a header tag (2 times)",
        "the score before a game (2 times)",
        "that a game is the Crawford game",
        "a game without an opening roll",
    ]
    assert [len(m.games) for m in record_of(content.decode()).matches] == [2]


def test_set_up_position_is_kept() -> None:
    """As the comment that match text has for it."""
    text = (
        " 5 point match\n Game 1\n Ann : 0    Bob : 0\n; Set Pos=-b----E-C---eE---c-e----B-/-1\n"
        "  1) 31: 8/5 6/5    64: 24/14\n      Wins 2 points\n"
    )
    record = record_of(text)
    again = record_of(convert(record, "gam")[0].decode())
    assert again.format == "gam"
    assert plays_of(again) == plays_of(record)


@pytest.mark.parametrize("name", ["", "1) 31:", "a  b", "a\tb", "; [", "Wins 1 point", "x" * 200, "\n", "Game 1", "é"])
def test_hostile_names(name: str) -> None:
    """No name makes something else of the file."""
    from bganalyze.formats.script import ScriptMatch

    record = record_of(GAMES)
    scripts = _scripts(record)
    for names in ((name, "Bob"), ("Ann", name), (name, name)):
        changed = [ScriptMatch(0, names, games=script.games) for script in scripts]
        text, losses = gam.write(changed)
        again = record_of(text)
        assert (again.format, again.remarks) == ("gam", [])
        assert plays_of(again) == plays_of(record)
        found = again.matches[0].names
        spelled = sum(loss.text == "a name in its own spelling" for loss in losses)
        assert spelled == sum(a != b for a, b in zip(names, found, strict=True))


def _scripts(record: Record) -> list:  # type: ignore[type-arg]
    from bganalyze.convert import script_of

    return script_of(record, follow(record))


def test_gnubg_reads_what_we_write(gnubg_fixtures: Path, tmp_path: Path) -> None:
    """Where names are single words it finds the plays of every game (its command for such files is ``empire``)."""
    commands = ["set sound enable off", "set automatic roll off", "set confirm new off", "set confirm save off"]
    pairs = []
    for stem in ("m03_std_0", "m07_std_1", "m11_std_2", "s_bots"):
        path = gnubg_fixtures / "raw" / f"{stem}.mat"
        record = read(str(path))
        ours = tmp_path / f"{stem}.gam"
        ours.write_bytes(convert(record, "gam")[0])
        commands += [f'import empire "{ours}"', f'save match "{ours.with_suffix(".sgf")}"']
        pairs.append((record, ours.with_suffix(".sgf")))
    run(commands, tmp_path)
    for record, path in pairs:
        again = read(str(path))
        assert plays_of(again) == plays_of(record), path.name
        assert meaning(again)[0][1] == meaning(record)[0][1]
