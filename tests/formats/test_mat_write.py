"""Match text as GNU Backgammon and XG write it; what no reader would find again is not written but told."""

from __future__ import annotations

from pathlib import Path

import pytest
from gnubg_program import run
from hypothesis import example, given, settings
from hypothesis import strategies as st
from meaning import meaning

from bganalyze.convert import convert, script_of
from bganalyze.formats import read_record
from bganalyze.formats.mat_write import condensed, write, write_xg
from bganalyze.formats.script import Loss, ScriptAction, ScriptGame, ScriptMatch, ScriptResult
from bganalyze.model import actions as act
from bganalyze.model.actions import Setup
from bganalyze.model.position import Position
from bganalyze.model.record import Record
from bganalyze.pipeline import follow, read
from bganalyze.rules.variants import Rules

START = Rules().start_position()
AFTER_31 = Position.from_counts(
    [0, 0, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, 0, 5, *[0] * 10, 2, 0],
    [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, *[0] * 10, 2, 0],
)

NOT_EQUAL = {
    "m05_utf8": "a comment line is lost, and names are padded by characters, not by bytes",
}
NOT_EQUAL_FROM_SGF = {
    **NOT_EQUAL,
    "s_autodouble1": "GNU Backgammon forgets automatic doubles when it writes the values of doubles",
    "s_autodouble3": "GNU Backgammon forgets automatic doubles when it writes the values of doubles",
}


def record_of(text: str) -> Record:
    """The record of a text."""
    return read_record(text.encode(), 1 << 25)


def rewritten(text: str, target: str = "mat") -> tuple[str, list[str]]:
    """The text as it is written anew, and the phrases of what was lost."""
    content, losses = convert(record_of(text), target)
    return content.decode(), [loss.text for loss in losses]


def roll(seat: int, dice: tuple[int, int], *hops: tuple[int, int, bool], **more: object) -> ScriptAction:
    """A legal roll in a position that does not matter."""
    given_: dict[str, object] = {"before": START, "after": AFTER_31, **more}
    return ScriptAction(act.ROLL, seat, dice, hops, **given_)  # type: ignore[arg-type]


def match_of(
    *actions: ScriptAction, names: tuple[str | None, str | None] = ("Ann", "Bob"), **more: object
) -> ScriptMatch:
    """A match to 5 of one game."""
    game = ScriptGame(1, (0, 0), actions=list(actions), **more)  # type: ignore[arg-type]
    return ScriptMatch(5, names, games=[game])


OPENING = roll(0, (3, 1), (8, 5, False), (6, 5, False))


# ---- GNU Backgammon's dialect ----------------------------------------------------------------------


def test_bytes_of_gnubg(gnubg_fixtures: Path) -> None:
    """64 of its 65 files come out byte by byte."""
    files = sorted((gnubg_fixtures / "raw").glob("*.mat"))
    assert len(files) == 65
    different = [path.stem for path in files if convert(read(str(path)), "mat")[0] != path.read_bytes()]
    assert different == list(NOT_EQUAL)


def test_bytes_of_gnubg_from_its_sgf(gnubg_fixtures: Path) -> None:
    """From the SGF of the same matches, but for tags of rules that GNU Backgammon does not write."""
    different = []
    for path in sorted((gnubg_fixtures / "raw").glob("*.sgf")):
        content, _ = convert(read(str(path)), "mat")
        lines = [
            line
            for line in content.decode().split("\n")
            if not line.startswith(('; [Crawford "Off', "; [Jacoby", '; [Cube "Off'))
        ]
        if "\n".join(lines).encode() != path.with_suffix(".mat").read_bytes():
            different.append(path.stem)
    assert different == list(NOT_EQUAL_FROM_SGF)


def test_layout_of_gnubg() -> None:
    """Single dice with hits, columns, a dance, drops on both sides, results in their columns."""
    text = """; [Event "Club night"]

 7 point match

 Game 1
 Ann : 0                        Bob : 0
  1)                             64: 24/18 18/14 
  2) 33: 24/21 24/21 13/10 13/10 21: 13/11* 6/5 
  3)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Ann : 1                        Bob : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Drops                       Wins 1 point 

 Game 3
 Ann : 1                        Bob : 1
  1) 31: 8/5 6/5                 64: 24/18 13/9 
  2) 21:                         Wins 2 points

 Game 4
 Ann : 1                        Bob : 3
  1) 31: 8/5 6/5                 64: 24/18 13/9 
                                  Wins 3 points

"""  # noqa: W291
    assert rewritten(text.replace("13/11*", "13/11")) == (text.replace("13/11*", "13/11"), [])


def test_long_rows_stay_readable() -> None:
    """Four hits are wider than the left column; the words of the right one follow all the same."""
    hops = tuple((24 - i, 21 - i, True) for i in range(4))
    row = match_of(roll(0, (3, 3), *hops), ScriptAction(act.DOUBLE, 1, value=2), ScriptAction(act.TAKE, 0))
    for writing in (write, write_xg):
        text, _ = writing([row])
        actions = record_of(text).actions
        assert [actions.what[i].kind for i in range(3)] == [act.ROLL, act.DOUBLE, act.TAKE]
        assert [actions.seat(i) for i in range(3)] == [0, 1, 0]


def test_row_numbers_beyond_999() -> None:
    """Wide numbers push the row to the right."""
    rolls = [roll(i % 2, (2, 1), (8, 6, False), (6, 5, False)) for i in range(2100)]
    actions = record_of(write([match_of(*rolls)])[0]).actions
    assert len(actions) == 2100
    assert [actions.seat(i) for i in range(2100)] == [0, 1] * 1050


def test_beavers() -> None:
    """The answer to a beaver is not written; a raccoon is called a beaver, since no program reads another word."""
    actions = [
        OPENING,
        ScriptAction(act.DOUBLE, 1, value=2),
        ScriptAction(act.BEAVER, 0, value=4),
        ScriptAction(act.RACCOON, 1, value=8),
        ScriptAction(act.TAKE, 0),
        roll(1, (5, 2), (13, 8, False), (24, 22, False)),
    ]
    match = match_of(*actions, result=ScriptResult(0, 8, "resign-single", True))
    match.length = 0
    text, losses = write([match])
    assert not losses
    assert text.split("\n")[4:8] == [
        "  1) 31: 8/5 6/5                  Doubles => 2",
        "  2)  Beavers => 4                Beavers => 8",
        "  3)                             52: 13/8 24/22 ",
        "      Wins 8 points",
    ]
    assert "Beavers => 8" in write_xg([match])[0]


def test_one_result_word_without_points() -> None:
    """``Resigns`` without a result stays a word in the loser's column."""
    for seat in (0, 1):
        text = " 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"
        text += "  1) 31: 8/5 6/5                 64: 24/14\n"
        text += "  2)  Resigns\n" if seat == 0 else "  2) 31: 8/5 6/5                 Resigns\n"
        record = record_of(text)
        again = record_of(rewritten(text)[0])
        assert meaning(again) == meaning(record)
        assert [w.text for w in again.actions.what].count("Resigns") == 1
        assert again.actions.seat(len(again.actions) - 1) == seat


def test_game_without_result_or_action() -> None:
    """Nothing is made up."""
    empty = ScriptMatch(5, ("Ann", "Bob"), games=[ScriptGame(1, (0, 0)), ScriptGame(2, (0, 0), actions=[OPENING])])
    text, losses = write([empty])
    assert not losses
    assert "Wins" not in text
    games = record_of(text).matches[0].games
    assert [(g.number, g.last - g.first) for g in games] == [(1, 0), (2, 1)]


def test_tags() -> None:
    """Tags keep their text, whatever is in it; line breaks are lost, and said to be."""
    values = {
        "Site": "Zürich; [Old Town]",
        "Event": 'the "Open" of \\ and \\" and \\] and "]',
        "Empty": "",
        "Jacoby": "On",
        "CubeLimit": "64",
        "Time Control": "5 min",
    }
    match = ScriptMatch(0, ("Ann", "Bob"), dict(values), games=[ScriptGame(1, (0, 0), actions=[OPENING])])
    for writing in (write, write_xg):
        text, losses = writing([match])
        assert not losses
        assert record_of(text).matches[0].header == values
    match.header = {"Comment": "two\nlines\x07", "B[a]d": "x", "": 'a"b'}
    text, losses = write([match])
    assert record_of(text).matches[0].header == {"Comment": "two lines ", "B_a_d": "x"}
    assert losses == [
        Loss(None, "a header tag in its own spelling"),
        Loss(None, "a header tag in its own spelling"),
        Loss(None, "a header tag that cannot be written"),
    ]


def test_ratings_stand_behind_names() -> None:
    """As rated sites write them; what is no number stays a tag."""
    text = " 5 point match\n Game 1\n kim,1650 : 0    lee,1702.5 : 0\n  1) 31: 8/5 6/5\n"
    assert " kim,1650 : 0                   lee,1702.5 : 0\n" in rewritten(text)[0]
    match = match_of(OPENING)
    match.header = {"Rating left": "1650 (300)"}
    assert '; [Rating left "1650 (300)"]' in write([match])[0]


# ---- positions set by hand -------------------------------------------------------------------------


def test_set_up_position() -> None:
    """A position in front of a game, with and without a cube."""
    text = """ 5 point match

 Game 1
 Ann : 0                        Bob : 0
; Set Pos=-b----E-C---eE---c-e----B-/-1
  1) 31: 8/5 6/5                 64: 24/18 13/9 
      Wins 2 points

"""  # noqa: W291
    assert rewritten(text) == (text, [])
    centred = text.replace("/-1", "/0").replace("Wins 2 points", "Wins 1 point")
    assert rewritten(centred) == (centred, [])
    in_the_middle = match_of(ScriptAction(act.SET, 0, setup=Setup(None, 4, -1, 0), before=START, after=START), OPENING)
    assert [loss.text for loss in write([in_the_middle])[1]] == ["the value of a cube in the middle in front of a game"]


def test_position_set_behind_a_roll() -> None:
    """It becomes the marker of an illegal play, which readers take for a position; the play is lost."""
    sides = (AFTER_31.on_roll, AFTER_31.opponent)
    set_by_hand = ScriptAction(act.SET, 1, setup=Setup(sides, None, None, 1))
    following = roll(1, (6, 4), (24, 18, False), (13, 9, False))
    text, losses = write([match_of(OPENING, following, set_by_hand, OPENING)])
    assert [loss.text for loss in losses] == ["a play whose position was set by hand behind it"]
    record = record_of(text)
    assert [w.played for w in record.actions.what] == [act.PLAYED, act.MARKED, act.PLAYED]
    moments = follow(record)[0].games[0]
    assert moments[1].after == Position(AFTER_31.opponent, AFTER_31.on_roll)
    assert [loss.text for loss in write([match_of(OPENING, ScriptAction(act.TAKE, 1), set_by_hand)])[1]] == [
        "a position set by hand in the middle of a game"
    ]
    cube = ScriptAction(act.SET, 1, setup=Setup(None, 8, 0, None))
    assert [loss.text for loss in write([match_of(OPENING, cube)])[1]] == ["a cube set by hand in the middle of a game"]


def test_markers_survive(corpus: Path) -> None:
    """Real markers of illegal plays, also in both halves of a row."""
    for name in ("mat-damaged/illegal-play-marker_game12-excerpt.txt", "mat-gamesite-rating/Nori-Kenji081229.txt"):
        record = read(str(corpus / "files" / name))
        assert any(what.played == act.MARKED for what in record.actions.what)
        for target in ("mat", "mat-xg"):
            again = read_record(convert(record, target)[0], 1 << 25)
            assert meaning(again) == meaning(record)


def test_what_else_is_lost() -> None:
    """A roll without its play at the end, automatic doubles without a double, text that no row can hold."""
    pending = ScriptAction(act.ROLL, 1, (6, 4), played=act.PENDING, before=START, after=START)
    text, losses = write([match_of(OPENING, pending)])
    assert [loss.text for loss in losses] == ["a roll whose play has not been made"]
    assert "64:" not in text
    won = ScriptResult(0, 2, "resign-single", True)
    assert [x.text for x in write([match_of(OPENING, auto_doubles=1, result=won)])[1]] == [
        "automatic doubles in a game without a double"
    ]
    kept = ScriptAction(act.UNREADABLE, 1, text="64: 24/1x")
    text, losses = write([match_of(OPENING, kept)])
    assert not losses
    assert record_of(text).actions.what[1].kind == act.UNREADABLE
    for bad in ("2) 64: 24/14", "64: 24/1x  Takes", "; nothing", "a\x07b"):
        odd = ScriptAction(act.UNREADABLE, 1, text=bad)
        assert [x.text for x in write([match_of(OPENING, odd)])[1]] == ["an action that cannot be read"]


# ---- XG's text dialect -----------------------------------------------------------------------------


def test_layout_of_xg(corpus: Path) -> None:
    """Real files come out as they are but for the order of steps, the ends of lines and rows without a play."""
    equal = total = 0
    for path in sorted((corpus / "files/mat-xg-text").iterdir()):
        text = path.read_bytes().decode("utf-8-sig", "replace").replace("\r\n", "\n")
        record = read(str(path))
        if record.dialect not in ("xg", "xg-text"):
            continue
        ours = convert(record, "mat-xg")[0].decode("utf-8-sig").replace("\r\n", "\n")
        theirs = [line.rstrip() for line in text.split("\n") if line.strip()]
        lines = [line.rstrip() for line in ours.split("\n") if line.strip()]
        assert len(lines) == len(theirs), path.name
        total += len(lines)
        equal += sum(a == b for a, b in zip(lines, theirs, strict=True))
    assert total > 2000
    assert equal / total > 0.9


def test_xg_words() -> None:
    """``Bar``, ``Off``, counts, hits, no move, an unknown play, the end of the match."""
    out = Position.from_counts([13, 0, 2, *[0] * 23], START.opponent and [0] * 6 + [5, 0, 3, *[0] * 17])
    actions = [
        roll(0, (6, 1), (25, 24, True), (24, 18, False)),
        roll(1, (3, 3), (13, 10, False), (10, 7, False), (13, 10, False), (10, 7, True)),
        roll(0, (6, 6)),
        roll(1, (2, 1), (2, 0, False), (1, 0, False), before=out),
        roll(0, (5, 4), played=act.HIDDEN),
    ]
    actions[-1].hops = None
    text, losses = write_xg([match_of(*actions, result=ScriptResult(1, 5, "resign", True))])
    assert not losses
    lines = text.split("\r\n")
    assert lines[:3] == ["5 point match", "", " Game 1"]
    assert lines[3] == " Ann : 0                               Bob : 0"
    assert [line.rstrip() for line in lines[4:8]] == [
        "  1) 61: Bar/24* 24/18                 33: 13/7*(2)",
        "  2) 66: Cannot Move                   21: 2/Off 1/Off",
        "  3) 54: ????                           Wins 5 point and the match",
        "",
    ]


def test_byte_order_mark_only_where_needed() -> None:
    """Without one GNU Backgammon finds the first line; with one XG finds the letters."""
    assert convert(record_of(write([match_of(OPENING)])[0]), "mat-xg")[0].startswith(b"5 point")
    foreign = match_of(OPENING, names=("Zoë", "Bob"))
    assert write_xg([foreign])[0].startswith("\ufeff5 point")
    assert not write([foreign])[0].startswith("\ufeff")


@pytest.mark.parametrize(
    ("hops", "text"),
    [
        ([(24, 18, False), (18, 13, False)], "24/13"),
        ([(24, 18, True), (18, 13, False)], "24/18* 18/13"),
        ([(24, 18, False), (18, 13, True)], "24/13*"),
        ([(13, 8, False), (8, 3, False), (8, 3, False), (13, 8, False)], "13/3 8/3 13/8"),
        ([(6, 4, True), (6, 4, False), (8, 6, False), (8, 6, False)], "6/4*(2) 8/6(2)"),
        ([(25, 20, False), (25, 20, False), (20, 15, False), (20, 15, False)], "Bar/15(2)"),
        ([(3, 0, False), (1, 0, False)], "3/Off 1/Off"),
    ],
)
def test_condensed(hops: list[tuple[int, int, bool]], text: str) -> None:
    """A way ends at a hit, so that no reader has to guess."""
    assert condensed(hops) == text


# ---- hostile names ---------------------------------------------------------------------------------

HOSTILE = [
    "1) 31:", "; [Event \"x\"]", "a\nb", "a\r\n Game 7", "tab\there", ": 0", "a : 3    b : 4", "x" * 200,
    "7 point match", "Game 1", "Wins 3 points", "", "   ", "# no", "Bob,1650", "Takes", "31: 8/5 6/5", "  1) 31: 8/5",
    "a  b", "(;FF[4]GM[6]", "\u2028", "\x00", "\x1b[31m", "a:b", "0", "Illegal play (", ";", ")", "Set Pos=x/0",
    "\u202eabc", "\ud800",
]  # fmt: skip


def _reads_as(match: ScriptMatch, text: str) -> None:
    """What is read is the match, at most with other names."""
    record = record_of_bytes(text)
    assert record.format == "mat"
    assert len(record.matches) == 1
    found = record.matches[0]
    assert found.length == match.length
    assert [g.scores for g in found.games] == [(0, 0)]
    assert [(what.kind, what.dice) for what in record.actions.what] == [
        (act.ROLL, (3, 1)),
        (act.ROLL, (6, 4)),
        (act.WINS, None),
    ]
    assert not record.remarks


def record_of_bytes(text: str) -> Record:
    """The record of a text with any characters."""
    return read_record(text.encode("utf-8", "replace"), 1 << 25)


@settings(deadline=None, max_examples=150)
@given(st.text(max_size=40), st.text(max_size=40))
@example("1) 31:", "; [")
@example("Ann", "Ann")
def test_any_names(left: str, right: str) -> None:
    """No name makes another record of the file, and a name that is changed is told."""
    _check_names(left, right)


def _check_names(left: str, right: str) -> None:
    reply = roll(1, (6, 4), (24, 18, False), (18, 14, False))
    match = match_of(OPENING, reply, names=(left, right), result=ScriptResult(0, 1, "resign-single", True))
    for writing in (write, write_xg):
        text, losses = writing([match])
        _reads_as(match, text)
        names = tuple(name or "" for name in record_of_bytes(text).matches[0].names)
        changed = [loss for loss in losses if loss.text == "a name in its own spelling"]
        assert len(changed) == (names[0] != left) + (names[1] != right)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names(name: str) -> None:
    """On either side and on both."""
    _check_names(name, "Bob")
    _check_names("Ann", name)
    _check_names(name, name)


@settings(deadline=None, max_examples=100)
@given(st.dictionaries(st.text(max_size=30), st.text(max_size=60), max_size=4))
def test_any_tags(header: dict[str, str]) -> None:
    """No tag makes another record of the file; what is not found again is told."""
    reply = roll(1, (6, 4), (24, 18, False), (18, 14, False))
    match = match_of(OPENING, reply, result=ScriptResult(0, 1, "resign-single", True))
    match.header = header
    text, losses = write([match])
    _reads_as(match, text)
    if record_of_bytes(text).matches[0].header != header:
        assert losses


# ---- GNU Backgammon as the reader ------------------------------------------------------------------

GNUBG_READS_OTHERWISE = {
    "match3241209.txt": "the result of game 3 stands in a row of its own now, where GNU Backgammon finds it",
    "Magriel-vs.-Sahione-2003-Vegas-SJ-F-17-pt_1356941557.txt": "a name that changes; GNU Backgammon takes the last",
    "hQ8sVn2LbTdF4wRm.mat": "illegal plays, which GNU Backgammon takes for variations",
}


@pytest.mark.parametrize("target", ["mat", "mat-xg"])
def test_gnubg_reads_the_same(gnubg_fixtures: Path, corpus: Path, tmp_path: Path, target: str) -> None:
    """It imports what we write as it imports the original: games, plays, cube actions, scores. One process for all."""
    files = sorted((gnubg_fixtures / "raw").glob("*.mat"))
    files += sorted(p for p in corpus.glob("files/mat-*/*") if p.is_file())
    commands = [
        f"set {text}"
        for text in (
            "sound enable off",
            "automatic roll off",
            "confirm new off",
            "confirm save off",
            "automatic game off",
        )
    ]
    pairs = []
    for at, path in enumerate(files):
        record = read(str(path))
        if record.format != "mat" or record.cut_off or not any(len(m.games) for m in record.matches):
            continue
        original, ours = tmp_path / f"{at}a.mat", tmp_path / f"{at}b.mat"
        original.write_bytes(path.read_bytes())
        ours.write_bytes(convert(record, target)[0])
        for name in (original, ours):
            commands += [f'import mat "{name}"', f'save match "{name.with_suffix(".sgf")}"']
        pairs.append((path, original.with_suffix(".sgf"), ours.with_suffix(".sgf")))
    run(commands, tmp_path)
    assert len(pairs) > 200
    different = {path.name for path, a, b in pairs if meaning(read(str(a))) != meaning(read(str(b)))}
    assert different <= set(GNUBG_READS_OTHERWISE)


def test_scripts_of_real_files_hold_every_action(corpus: Path) -> None:
    """As many rolls in the script as in the record."""
    for path in sorted((corpus / "files/mat-galaxy-old").iterdir())[:20]:
        record = read(str(path))
        scripts = script_of(record, follow(record))
        rolls = sum(a.kind == act.ROLL for match in scripts for game in match.games for a in game.actions)
        assert rolls == sum(what.kind == act.ROLL for what in record.actions.what), path.name
