"""Records in other formats: what they mean stays, and what is lost is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from gnubg_program import program, saved_again
from hypothesis import given, settings
from hypothesis import strategies as st
from meaning import meaning, plays_of
from random_match import random_match

from bganalyze.convert import Loss, convert, counted, script_of
from bganalyze.findings.codes import severity
from bganalyze.formats import WRITERS, read_record, writer
from bganalyze.model import actions as act
from bganalyze.model.record import Record
from bganalyze.pipeline import MAX_BYTES, check_bytes, follow, read
from bganalyze.rules.declared import RuleOptions

MOST = 1 << 25
WHOLE = ("mat", "mat-xg", "sgf")
"""Targets that hold whole matches."""


def record_of(text: str | bytes) -> Record:
    """The record of a text."""
    return read_record(text.encode() if isinstance(text, str) else text, MOST)


def converted(text: str, target: str, options: RuleOptions | None = None) -> tuple[str, list[str]]:
    """The text in another format, and the phrases of what was lost."""
    content, losses = convert(record_of(text), target, options)
    return content.decode(), [loss.text for loss in losses]


# ---- random matches --------------------------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 1 << 32))
def test_random_matches_keep_their_meaning(seed: int) -> None:
    """Legal games by the slow generator: every position is found again, in every format that holds a match."""
    script = random_match(seed)
    text, losses = writer("mat")([script])
    assert not losses
    record = record_of(text)
    told = [m for followed in follow(record) for moments in followed.games for m in moments]
    told = [m for m in told if record.actions.what[m.index].kind == act.ROLL]
    rolls = [a for game in script.games for a in game.actions if a.kind == act.ROLL]
    assert [(m.seat, m.before, m.after) for m in told] == [(a.seat, a.before, a.after) for a in rolls]
    assert [m.code for m in told] == [None] * len(told)
    wanted = meaning(record)
    for target in WHOLE:
        content, _ = convert(record, target)
        again = read_record(content, MOST)
        assert meaning(again) == wanted, target
        back, _ = convert(again, "mat")
        assert meaning(read_record(back, MOST)) == wanted, target


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 1 << 32))
def test_random_games_in_gam(seed: int) -> None:
    """Games without their match keep their plays."""
    record = record_of(writer("mat")([random_match(seed)])[0])
    if not any(plays_of(record)):  # every game was resigned before its first play
        with pytest.raises(ValueError, match="no game that gam can hold"):
            convert(record, "gam")
        return
    content, _ = convert(record, "gam")
    again = read_record(content, MOST)
    assert again.format == "gam"
    start = dict(meaning(record)[0][2])["start"]
    options = RuleOptions.parse(None, (f"start={start}",))
    assert plays_of(again, options) == tuple(game for game in plays_of(record) if game)


# ---- real files ------------------------------------------------------------------------------------


def _same_in(path: Path, targets: tuple[str, ...]) -> list[str]:
    """The targets in which a file does not mean the same."""
    if not targets:
        return []
    record = read(str(path))
    wanted = meaning(record)
    return [t for t in targets if meaning(read_record(convert(record, t)[0], MOST)) != wanted]


def _same_by_sgf(path: Path) -> bool:
    """Does a clean record of match text mean the same in SGF, and again in match text made of that?"""
    data = path.read_bytes()
    if any(severity(f) != "note" for f in check_bytes(data, hashed=False).findings):
        return True
    record = read_record(data, MOST)
    wanted = meaning(record)
    middle = read_record(convert(record, "sgf")[0], MOST)
    return meaning(middle) == wanted == meaning(read_record(convert(middle, "mat")[0], MOST))


def _mat_files(folder: Path) -> list[Path]:
    """The records of match text with a game that were not cut off."""
    found = []
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        try:
            record = read(str(path))
        except ValueError:
            continue
        if record.format == "mat" and not record.cut_off and any(m.games for m in record.matches):
            found.append(path)
    return found


def test_corpus_of_match_text(corpus: Path) -> None:
    """Every real file, those with errors as well, means the same after it was written anew."""
    files = _mat_files(corpus / "files")
    assert len(files) > 140
    assert [path.name for path in files if _same_in(path, ("mat", "mat-xg"))] == []
    # A forfeit without points is the one thing that SGF has no words for; it is told as a loss.
    assert [path.name for path in files if not _same_by_sgf(path)] == ["forfeit_partial.mat"]


@pytest.mark.parametrize("name", ["bglab-raw-dev", "backgammonchallenge-dev", "bglib-dev"])
def test_bulk_sets(bulk_sets: dict[str, list[Path]], name: str) -> None:
    """Every file that checks clean, by way of SGF; of those not cut off every third as .mat, every fourth in XG's."""
    compared = 0
    for at, path in enumerate(bulk_sets[name]):
        if read(str(path)).cut_off:
            continue
        compared += 1
        assert _same_by_sgf(path), path.name
        targets = ("mat",) * (at % 3 == 0) + ("mat-xg",) * (at % 4 == 0)
        assert _same_in(path, targets) == [], path.name
    assert compared >= len(bulk_sets[name]) - 6


def test_bulk_sets_in_gam(bulk_sets: dict[str, list[Path]]) -> None:
    """The plays of every fifth file survive in .gam."""
    for files in bulk_sets.values():
        for path in files[::5]:
            record = read(str(path))
            if record.cut_off:
                continue
            again = read_record(convert(record, "gam")[0], MOST)
            options = RuleOptions.parse(None, (f"start={dict(meaning(record)[0][2])['start']}",))
            assert plays_of(again, options) == plays_of(record), path.name


def test_sgf_of_gnubg_means_the_same_in_match_text(gnubg_fixtures: Path) -> None:
    """Also with automatic doubles, without cube or Crawford rule, and with analysis."""
    files = sorted(gnubg_fixtures.glob("raw/*.sgf")) + sorted(gnubg_fixtures.glob("analysed/*.sgf"))
    assert len(files) > 75
    for path in files:
        assert _same_in(path, ("mat", "mat-xg")) == [], path.name


# ---- what is handed to writers ---------------------------------------------------------------------

BEAVER = """ 0 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 Doubles => 2
  2)  Beavers => 4                Raccoons => 8
  3)                             52: 13/8 24/22
  4)  Doubles => 16               Drops
      Wins 8 points
"""


def test_script_of_a_beaver() -> None:
    """The answer that playing on gives is an action of the script; kinds follow from the chain."""
    record = record_of(BEAVER)
    (match,) = script_of(record, follow(record))
    kinds = [(a.kind, a.seat, a.value, a.line) for a in match.games[0].actions if a.kind != act.ROLL]
    assert kinds == [
        (act.DOUBLE, 1, 2, 5),
        (act.BEAVER, 0, 4, 6),
        (act.RACCOON, 1, 8, 6),
        (act.TAKE, 0, None, None),
        (act.DOUBLE, 0, 16, 8),
        (act.DROP, 1, None, 8),
    ]
    result = match.games[0].result
    assert result is not None
    assert (result.winner, result.points, result.how, result.declared, result.line) == (0, 8, "drop", True, 9)


def test_script_of_plays() -> None:
    """Condensed steps are single hops with their hits; dances, plays not made and plays not legal differ."""
    record = record_of(
        " 5 point match\n Game 1\n Ann : 0    Bob : 0\n"
        "  1) 64: 24/14                  55: 13/3 8/3(2)\n"
        "  2) 41: 24/23 14/10            64: Cannot Move\n"
        "  3) 31: 8/5 6/4                63: ????\n"
        "      Wins 1 point\n"
    )
    (match,) = script_of(record, follow(record))
    actions = match.games[0].actions
    assert actions[0].hops in (((24, 18, False), (18, 14, False)), ((24, 20, False), (20, 14, False)))
    assert actions[1].hops == ((13, 8, False), (8, 3, False), (8, 3, False), (8, 3, False))
    assert [a.legal for a in actions] == [True, True, True, False, False, True]
    assert actions[4].hops == ((8, 5, False), (6, 4, False))
    assert (actions[5].hops, actions[5].played) == (None, act.HIDDEN)
    assert match.games[0].result is not None
    assert match.games[0].result.resigned


def test_options_become_tags() -> None:
    """What only an option says is written down, so that the new file can do without the option."""
    options = RuleOptions.parse(None, ("jacoby=on", "beavers=off", "cube-limit=64"))
    text, _ = converted(BEAVER, "mat", options)
    assert text.startswith('; [Jacoby "On"]\n; [Beaver "Off"]\n; [CubeLimit "64"]\n\n 0 point match')
    assert dict(meaning(record_of(text))[0][2]) == dict(meaning(record_of(BEAVER), options)[0][2])
    plain = BEAVER.replace(" 0 point", '; [Crawford "On"]\n; [Variation "Backgammon"]\n 7 point')
    text, _ = converted(plain, "mat", RuleOptions.parse("nackgammon", ("crawford=off", "cube=off")))
    assert text.startswith('; [Crawford "Off"]\n; [Variation "NackGammon"]\n; [Cube "Off"]\n')


def test_equal_losses_are_told_once() -> None:
    """With the first place and their number."""
    losses = [Loss(3, "a"), Loss(4, "b"), "a", Loss(9, "a"), "c"]
    assert counted(losses) == [Loss(3, "a (3 times)"), Loss(4, "b"), Loss(None, "c")]


def test_losses_of_a_record() -> None:
    """Comments, answers to resignations, what stands behind the end, a last action that was cut off."""
    text = (
        "; a comment\n 5 point match\n Game 1\n Ann : 0    Bob : 0\n  1) 31: 8/5 6/5    64: 24/14 ; well\n"
        "  2)  Resigns     Rejects\n  3)  Doubles => 2    Drops\n  4) 31: 8/5 6/5\n      Wins 1 point\n"
        " Game 2\n Ann : 1    Bob : 0\n  1) 31: 8/5 6/5    64: 24/1"
    )
    _, losses = converted(text, "mat")
    assert losses == [
        "a comment (2 times)",
        "an answer to a resignation",
        "an action behind the end of its game",
        "the action in which the file breaks off",
    ]


def test_result_in_the_middle() -> None:
    """It is written at the end, where it counts."""
    text = (
        " 5 point match\n Game 1\n Ann : 0    Bob : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n  1) 64: 24/14    Takes\n"
    )
    written, losses = converted(text, "mat")
    assert losses == ["that a result stands in the middle of its game"]
    assert written.rstrip().endswith("Wins 1 point")


def test_crawford_game_of_a_continued_match() -> None:
    """A record that begins with it can say so in SGF only, where a double makes it doubtful."""
    sgf = (
        "(;FF[4]GM[6]AP[GNU Backgammon:1.07]MI[length:3][game:2][ws:2][bs:0]PW[Ann]PB[Bob]RU[Crawford{}]\n"
        ";W[31hefe];B[double];W[drop]RE[B+1])"
    )
    for mark, lost in ((":CrawfordGame", ["whether a game is the Crawford game"]), ("", [])):
        losses = converted(sgf.format(mark), "mat")[1]
        assert [text for text in losses if "Crawford" in text] == lost


def test_names_that_change() -> None:
    """A match has two names."""
    text = (
        " 5 point match\n Game 1\n Ann : 0    Bob : 0\n  1) 31: 8/5 6/5  Doubles => 2\n  2)  Drops   Wins 1 point\n"
        " Game 2\n Ann : 0    Rob : 1\n  1) 31: 8/5 6/5\n      Wins 1 point\n"
    )
    assert converted(text, "mat")[1] == ["names that change between the games"]


def test_several_matches_in_one_file() -> None:
    """They stay several matches, each with its tags."""
    one = '; [Event "One"]\n 1 point match\n Game 1\n Ann : 0    Bob : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n'
    two = one.replace("One", "Two").replace("Ann", "Eve").replace(" 1 point match", " 3 point match")
    record = record_of(one + two)
    for target in WHOLE:
        again = read_record(convert(record, target)[0], MOST)
        assert meaning(again) == meaning(record), target
        assert [match.header["Event"] for match in again.matches] == ["One", "Two"]


def test_errors_are_kept() -> None:
    """A wrong play, a missing answer, a wrong result: the new file has the same findings."""
    path = Path(__file__).resolve().parent.parent / "fixtures/damaged"
    for file in sorted(path.glob("*.mat")):
        data = file.read_bytes()
        wanted = [(f.code, f.game, f.move) for f in check_bytes(data).findings if severity(f) == "error"]
        for target in ("mat", "mat-xg"):
            content, _ = convert(read_record(data, MOST), target)
            found = [(f.code, f.game, f.move) for f in check_bytes(content).findings if severity(f) == "error"]
            assert found == wanted, (file.name, target)


def test_nothing_to_write() -> None:
    """A record of positions, a match without a game, a target that nobody writes."""
    with pytest.raises(ValueError, match="no game"):
        convert(record_of("4HPwATDgc/ABMA\n"), "mat")
    with pytest.raises(ValueError, match="no game"):
        convert(record_of(" 5 point match\n"), "mat")
    with pytest.raises(KeyError):
        convert(record_of(BEAVER), "xg")
    assert set(WRITERS) == {"sgf", "mat", "mat-xg", "gam"}


@pytest.mark.parametrize(("stem", "games"), [("m03_std_3.0ply", 3), ("m05_utf8.0ply", 5), ("s_bots.0ply", 2)])
def test_a_text_export_becomes_the_sgf_of_the_same_match(gnubg_fixtures: Path, stem: str, games: int) -> None:
    """Chances, equities and, in a match, match winning chances agree with those that GNU Backgammon stored itself."""
    folder = gnubg_fixtures / "analysed"
    whole = read_record((folder / f"{stem}.sgf").read_bytes(), MAX_BYTES)
    compared = 0
    for number in range(games):
        name = f"{stem}_{number + 1:03}.txt" if number else f"{stem}.txt"
        content, _ = convert(read_record((folder / name).read_bytes(), MAX_BYTES), "sgf")
        ours = read_record(content, MAX_BYTES)
        game = whole.matches[0].games[number]
        for index in range(game.first, game.last):
            theirs, mine = whole.annotations.get(index), ours.annotations.get(index - game.first)
            if theirs is None or mine is None or theirs.cube is None or mine.cube is None:
                continue
            assert mine.cube.unit == theirs.cube.unit
            for one, other in (
                (theirs.cube.no_double, mine.cube.no_double),
                (theirs.cube.double_take, mine.cube.double_take),
            ):
                assert one.cubeful == pytest.approx(other.cubeful, abs=0.00051)
                compared += 1
    assert compared > 30


def test_gnubg_reads_match_text_made_of_its_sgf(gnubg_fixtures: Path, tmp_path: Path) -> None:
    """It reads our .mat, made of its SGF, exactly as it reads its own .mat of the match."""
    program()
    ours, theirs = [], []
    for path in sorted((gnubg_fixtures / "raw").glob("*.sgf")):
        file = tmp_path / f"{path.stem}.mat"
        file.write_bytes(convert(read(str(path)), "mat")[0])
        ours.append(file)
        theirs.append(path.with_suffix(".mat"))
    assert len(ours) == 65
    saved = saved_again([*ours, *theirs], "import mat", tmp_path)
    for mine, its in zip(ours, theirs, strict=True):
        # Without the rules: some tags that we write, such as the one for a game without cube, tell it more.
        games = [[(m[0], m[1], m[3]) for m in meaning(read(str(saved[file])))] for file in (mine, its)]
        if "autodouble" in mine.stem:
            # Its own .mat leaves the automatic doubles out of the points of some games; ours has them.
            assert plays_of(read(str(saved[mine]))) == plays_of(read(str(saved[its])))
        else:
            assert games[0] == games[1], mine.name
