"""The SGF reader: hand-written trees, GNU Backgammon's own matches, and whatever bytes come."""

from __future__ import annotations

import gzip
import json
import random
import re
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from meaning import meaning

from bganalyze.findings.codes import severity
from bganalyze.findings.finding import Finding
from bganalyze.formats import read_record, sgf
from bganalyze.formats.sgf.tree import trees
from bganalyze.model import actions as act
from bganalyze.model.actions import Step
from bganalyze.model.record import Record
from bganalyze.pipeline import MAX_BYTES, check_bytes, check_file, follow
from bganalyze.rules.declared import RuleOptions
from bganalyze.rules.diagnose import stand

ROOT = ";FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:{}][game:{}][ws:{}][bs:{}]PW[Ann]PB[Ben]"
MATCH = ROOT.format(5, 0, 0, 0)
MONEY = ROOT.format(0, 0, 0, 0)


def _read(text: str) -> Record:
    return read_record(text.encode(), MAX_BYTES)


def _found(text: str) -> list[str]:
    """Codes of errors and warnings."""
    return [f.code for f in check_bytes(text.encode()).findings if severity(f) != "note"]


def _spelled(finding: Finding, text: str) -> str:
    assert finding.line is not None and finding.column is not None and finding.end_column is not None
    return text.split("\n")[finding.line - 1][finding.column - 1 : finding.end_column - 1]


# ---- what is read ---------------------------------------------------------------------------------------------


def test_both_players_use_the_letters_of_white() -> None:
    """White's points count from a, Black's from x; y is the bar and z off."""
    record = _read(f"({MATCH};W[31hefe];B[64lrlp];W[21yxbz])")
    steps = [[step.points for step in what.steps] for what in record.actions.what]
    assert steps == [[(8, 5), (6, 5)], [(13, 7), (13, 9)], [(25, 24), (2, 0)]]
    assert [record.actions.seat(i) for i in range(3)] == [0, 1, 0]


def test_match_information_and_names() -> None:
    """The game number counts from 0 in the file; an empty name is none."""
    record = _read(
        "(;GM[6]MI[ length : 7 ] [game:2]\n[bs:1][ws:3]PW[]PB[a \\] b\\\\c]RU[Crawford]DT[2024-01-02]EV[]\n;W[31hefe])"
    )
    match = record.matches[0]
    game = match.games[0]
    assert (match.length, match.names, game.number, game.scores) == (7, (None, "a ] b\\c"), 3, (3, 1))
    assert match.header["EventDate"] == "2024-01-02" and "Event" not in match.header


@pytest.mark.parametrize(
    ("rules", "field", "value"),
    [
        ("RU[Jacoby]", "jacoby", True),
        ("RU[NoCube]", "cube", False),
        ("RU[Jacoby:Nackgammon]", "start", "nackgammon"),
        ("RU[Hypergammon2]", "start", "hyper-2"),
        ("", "jacoby", False),
    ],
)
def test_rules_of_a_session(rules: str, field: str, value: object) -> None:
    """RU names what is in force; GNU Backgammon leaves it out where nothing is."""
    checked = check_bytes(f"({MONEY}{rules};W[31hefe])".encode())
    assert getattr(checked.matches[0].rules, field) == value


@pytest.mark.parametrize(("rules", "crawford"), [("RU[Crawford]", "both"), ("RU[Nackgammon]", "off"), ("", "off")])
def test_crawford_rule(rules: str, crawford: str) -> None:
    """In a match RU without Crawford means that the rule is off."""
    assert check_bytes(f"({MATCH}{rules};W[31hefe])".encode()).matches[0].rules.crawford == crawford


def test_a_double_behind_a_double_is_a_beaver() -> None:
    """And the next one a raccoon; each player in turn."""
    record = _read(f"({MONEY};W[31hefe];B[double];W[double];B[double];W[take];B[64lrlp])")
    kinds = [act.KIND_NAMES[what.kind] for what in record.actions.what]
    assert kinds == ["roll", "double", "beaver", "raccoon", "take", "roll"]
    game = check_bytes(f"({MONEY};W[31hefe];B[double];W[double];B[double];W[take];B[64lrlp])".encode())
    assert (game.matches[0].games[0].cube, game.matches[0].games[0].cube_owner) == (8, 0)


def test_automatic_doubles_stand_in_the_root() -> None:
    """CV[4]: the game starts with the cube at 4, and a drop costs 4."""
    text = f"({MONEY}RU[Jacoby]CV[4]RE[W+4]\n;W[31hefe]\n;B[64lrlp]\n;W[double]\n;B[drop])"
    checked = check_bytes(text.encode())
    game = checked.matches[0].games[0]
    assert (game.cube, game.points, game.result, checked.findings) == (4, 4, "drop", [])


@pytest.mark.parametrize(
    "stones",
    ["AE[a:y]AW[f][f][a]AB[s][x]PL[W]", "PL[W]AW[f][f][a]AB[s][x]AE[a:y]", "AB[s][x]AE[a:m][n:y]PL[W]AW[f][f][a]"],
)
def test_a_position_set_up_in_any_order(stones: str) -> None:
    """Three white checkers on 6, 6, 1; Black has one on its own 6 and one on its ace point."""
    text = f"({MONEY}RU[Jacoby]\n;{stones}\n;CV[2]\n;CP[b]\n;W[65fzfa]\n;B[21suuv])"
    checked = check_bytes(text.encode())
    game = checked.matches[0].games[0]
    assert game.position is not None and game.on_roll == 0
    assert (game.cube, game.cube_owner) == (2, 1)
    white, black = game.position.counts()
    assert {p: n for p, n in enumerate(white) if n} == {0: 13, 1: 2}
    assert {p: n for p, n in enumerate(black) if n} == {0: 13, 1: 1, 3: 1}
    assert [(f.code, severity(f)) for f in checked.findings] == [("BG605", "note"), ("BG503", "note")]


def test_an_illegal_play_that_the_record_declares() -> None:
    """A roll, then the position that followed."""
    start = "AW[x][x][m][m][m][m][m][h][h][h][f][f][f][f][f]"
    black = "AB[a][a][l][l][l][l][l][q][q][q][s][s][s][s][s]"
    text = f"({MATCH}RU[Crawford]\n;W[31hefe]\n;PL[B]DI[52]\n;PL[W]AE[a:y]{start}{black}\n;W[64mgmi])"
    checked = check_bytes(text.encode())
    assert [(f.code, f.line) for f in checked.findings if severity(f) == "error"] == [("BG313", 3)]
    assert checked.matches[0].games[0].checked == "after-a-break"


def test_rolled_and_resigned() -> None:
    """PL and DI without a play behind them are the roll on which a player resigned."""
    text = f"({MATCH}RU[Crawford]RE[W+2R]\n;W[31hefe]\n;PL[B]DI[52])"
    checked = check_bytes(text.encode())
    game = checked.matches[0].games[0]
    assert (game.result, game.points, game.plies) == ("resign-gammon", 2, 2)
    assert [f.code for f in checked.findings] == ["BG506"]


def test_a_roll_that_waits_for_its_play_is_no_fault() -> None:
    """The record of a game that goes on."""
    text = f"({MONEY}RU[Jacoby]\n;W[31hefe]\n;PL[B]DI[52])"
    checked = check_bytes(text.encode())
    assert [f.code for f in checked.findings] == ["BG503"]
    assert checked.matches[0].games[0].state.dice == (5, 2)


def test_variations_are_not_followed_but_told() -> None:
    """The first variation is the game."""
    text = f"({MONEY}RU[Jacoby]RE[W+1R];W[31hefe](;B[64lrlp](;W[21mkfe])(;W[21xvvu]))(;B[64xxxx]))"
    checked = check_bytes(text.encode())
    assert checked.matches[0].games[0].plies == 3
    assert [(f.code, f.column) for f in checked.findings] == [("BG110", text.index("(;W[21xvvu]") + 1)]


def test_comments_and_analysis_belong_to_their_action() -> None:
    """Brackets in comments are no ends; a node of its own comments on the action before."""
    record = _read(f"({MATCH};W[31hefe]C[a (;B[x\\]\\) \\: b]LU[0.25];C[alone]B[64lrlp]DO[];C[later])")
    notes = record.annotations
    assert notes[0].comment == "a (;B[x]) : b" and notes[0].luck == 0.25
    assert notes[1].comment == "alone" and notes[1].marks == (("DO", ""),)


def test_luck_that_was_never_computed_is_missing() -> None:
    """-inf and nan are no numbers."""
    record = _read(f"({MATCH};W[31hefe]LU[-inf];B[64lrlp]LU[nan];W[21mkfe])")
    assert [(record.annotations[i].luck, record.annotations[i].luck_stated) for i in (0, 1)] == [(None, True)] * 2
    assert 2 not in record.annotations


@pytest.mark.parametrize(
    ("value", "setting", "equity"),
    [
        ("hefe E ver 3 .5 .1 .01 .2 .02 0.125 2C 0 1 0.000000 1", (2, True, True, 0.0, True), 0.125),
        ("hefe E ver 2 .5 .1 .01 .2 .02 0.125 1 0 0 0.25 0", (1, False, False, 0.25, False), 0.125),
        ("hefe E ver 1 .5 .1 .01 .2 .02 -1.5 0C 0 1 0.0", (0, True, True, 0.0, False), -1.5),
    ],
)
def test_versions_of_an_evaluation(value: str, setting: tuple[object, ...], equity: float) -> None:
    """Before version 2 there is no flag for pruning nets."""
    record = _read(f"({MATCH};W[31hefe]A[0][{value}])")
    play = record.annotations[0].play
    assert play is not None and play.played == 0
    candidate = play.candidates[0]
    assert candidate.hops == ((8, 5), (6, 5)) and candidate.equity == equity
    assert candidate.chances == (0.5, 0.1, 0.01, 0.2, 0.02) and candidate.setting == setting


def test_a_version_lasts_until_the_next() -> None:
    """A record without its version has that of the record before it."""
    old = "hefe E ver 1 .5 .1 .01 .2 .02 0.1 0C 0 1 0.0"
    record = _read(f"({MATCH};W[31hefe]A[0][{old}][xt E .4 .1 .01 .2 .02 0.0 0C 0 1 0.5])")
    play = record.annotations[0].play
    assert play is not None and play.candidates[1].setting == (0, True, True, 0.5, False)


def test_cube_analysis_by_version() -> None:
    """The seventh number is a match winning chance in a match, an equity in a session."""
    seven = "0.5 0.1 0.01 0.2 0.02 0.1 0.62"
    for root, unit in ((MATCH, "mwc"), (MONEY, "emg")):
        for head in ("E ver 3 2C 1 0.0 1", "E ver 2 2C 0 1 0.0 1", "E ver 1 9 9 9 9 2C 0 1 0.0"):
            record = _read(f"({root};W[31hefe];B[64lrlp]DA[{head} {seven} {seven}])")
            cube = record.annotations[1].cube
            assert cube is not None and cube.unit == unit
            assert cube.no_double == ((0.5, 0.1, 0.01, 0.2, 0.02), 0.1, 0.62) == cube.double_take
            assert cube.setting is not None and cube.setting.plies == 2


def test_rollouts_whatever_the_order_of_their_blocks() -> None:
    """The words tell what the numbers are."""
    seven = "0.5 0.1 0.01 0.2 0.02 0.1 0.62"
    one = f"hefe X ver 3 Score 0.25 0.125 Trials 1296 Output {seven} StdDev {seven} SK 5 RC 1 1 0"
    two = f"xt X ver 3 Trials 36 StdDev {seven} Output {seven} Score -0.5 -0.25 RC 1"
    cube = f"X ver 3 Eq Trials 72 NoDouble Output {seven} StdDev {seven} DoubleTake Output {seven} StdDev {seven} SK 0"
    record = _read(f"({MATCH};W[31hefe]A[0][{one}][{two}];B[64lrlp]DA[{cube}])")
    play, decision = record.annotations[0].play, record.annotations[1].cube
    assert play is not None and decision is not None
    assert [c.equity for c in play.candidates] == [0.25, -0.5]
    assert [c.rollout and (c.rollout.trials, c.rollout.context) for c in play.candidates] == [
        (1296, "SK 5 RC 1 1 0"),
        (36, "RC 1"),
    ]
    assert decision.rollout is not None and decision.rollout.trials == 72
    assert decision.double_take.cubeful == 0.62


# ---- what is wrong --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "line", "spelled"),
    [
        (f"({MATCH}RU[Crawford]\n;W[31hefe]\n;B[72lrlp])", "BG102", 3, "72lrlp"),
        (f"({MATCH}RU[Crawford]\n;W[31hefe]\n;B[64lrl])", "BG103", 3, "64lrl"),
        (f"({MATCH}RU[Crawford]\n;W[31hefe]\n;B[64lrlz])", "BG305", 3, "lz"),
        (f"({MATCH}RU[Crawford]\n;W[31hefe]\n;B[64lrzp])", "BG103", 3, "64lrzp"),
        (f"({MATCH}RU[Crawford]\n;W[31hefe]\n;B[hello])", "BG103", 3, "hello"),
        (f"({MATCH}RU[Crawford]\n;W[31hefe]\n;B[64lrlp]stray;W[21mkfe])", "BG101", 3, "stray"),
        (f"({MATCH}RU[Crawford]\n;W[31hefe];PL[B]DI[80])", "BG102", 2, "80"),
        (f"({MATCH}RU[Crawford]\n;W[31hefe];CV[3])", "BG404", 2, "CV[3]"),
        (f"({MATCH}RU[Crawford:Chess]\n;W[31hefe])", "BG606", 1, "RU[Crawford:Chess]"),
        (f"({MATCH}RU[Crawford]RE[Void]\n;W[31hefe])", "BG101", 1, "RE[Void]"),
        (f"({MATCH}RU[Crawford]GS[M:1 2 3]\n;W[31hefe])", "BG108", 1, "GS[M:1 2 3]"),
        (f"({MATCH}RU[Crawford]\n;W[31hefe]A[0][hefe E ver 3 .5 .1])", "BG108", 2, "31hefe"),
        (
            f"({MATCH}RU[Crawford]\n;W[31hefe]A[0][hefe E ver 3 .1 .5 .01 .2 .02 0.1 2C 0 1 0.0 1])",
            "BG108",
            2,
            "31hefe",
        ),
        (f"({MATCH}RU[Crawford]\n;W[31hefe]\n;B[64lrlp", "BG006", 3, "B[64lrlp"),
        (f"({MATCH}RU[Crawford]RE[W+1]\n;W[31hefe])", "BG503", 1, "W+1"),
    ],
)
def test_faults_have_their_place(text: str, code: str, line: int, spelled: str) -> None:
    """One fault, one finding, on the text that it is about."""
    found = [f for f in check_bytes(text.encode()).findings if severity(f) != "note"]
    assert [(f.code, f.line, _spelled(f, text)) for f in found] == [(code, line, spelled)]


def test_a_step_is_pointed_at() -> None:
    """The columns are those of the two letters."""
    text = f"({MATCH}RU[Crawford]\n;W[31hefe];B[64lrlq])"
    (finding,) = [f for f in check_bytes(text.encode()).findings if f.code == "BG303"]
    assert _spelled(finding, text) == "lq"


def test_places_in_a_file_of_one_line() -> None:
    """The second game's fault has its own column, far to the right, and the line around it is kept."""
    one = f"({MATCH}RU[Crawford]RE[W+1R];W[31hefe])"
    text = one + f"({ROOT.format(5, 1, 1, 0)}RU[Crawford]" + "".join(";W[31hefe];B[64lrlp]"[:10] for _ in range(1))
    text += "C[" + "x" * 3000 + "];B[64lrlq])"
    (finding,) = [f for f in check_bytes(text.encode()).findings if f.code == "BG303"]
    assert (finding.line, finding.game) == (1, 2)
    assert _spelled(finding, text) == "lq"
    assert finding.source[finding.column - finding.source_column :].startswith("lq")  # type: ignore[operator]


def test_scores_follow_the_results() -> None:
    """ws and bs are the scores before the game."""
    one = f"({MATCH}RU[Crawford]RE[W+2R]\n;W[31hefe])\n"
    assert _found(one + f"({ROOT.format(5, 1, 2, 0)}RU[Crawford]\n;W[31hefe])") == []
    assert _found(one + f"({ROOT.format(5, 1, 1, 0)}RU[Crawford]\n;W[31hefe])") == ["BG504"]


def test_the_crawford_game_is_the_one_it_should_be() -> None:
    """The flag of a game is held against its score; in a record that begins late it is believed."""
    late = ROOT.format(5, 3, 4, 1)
    assert _found(f"({late}RU[Crawford:CrawfordGame]\n;W[31hefe])") == []
    assert _found(f"({late}RU[Crawford]\n;W[31hefe]\n;B[double]\n;W[take])") == []
    assert _found(f"({late}RU[Crawford:CrawfordGame]\n;W[31hefe]\n;B[double]\n;W[take])") == ["BG402"]
    assert _found(f"({MATCH}RU[Crawford:CrawfordGame]\n;W[31hefe])") == ["BG507"]


def test_two_matches_in_a_file() -> None:
    """A game numbered 0 behind another one starts a match."""
    one = f"({MATCH}RU[Crawford]RE[W+2R]\n;W[31hefe])\n({ROOT.format(5, 1, 2, 0)}RU[Crawford]RE[B+1R]\n;W[31hefe])\n"
    checked = check_bytes((one + one).encode())
    assert [[g.number for g in m.games] for m in checked.matches] == [[1, 2], [1, 2]]
    assert [f.code for f in checked.findings] == ["BG506", "BG506"]


# ---- GNU Backgammon's own -------------------------------------------------------------------------------------


def _options(settings_of: dict[str, Any]) -> RuleOptions:
    """What a .mat does not say, from the settings a match was played with."""
    told = []
    if settings_of["length"] == 0:
        told.append(f"jacoby={'on' if settings_of.get('jacoby') else 'off'}")
    start = {"nackgammon": "nackgammon"} | {f"{n}-chequer-hypergammon": f"hyper-{n}" for n in (1, 2, 3)}
    if settings_of.get("variation"):
        told.append(f"start={start[settings_of['variation']]}")
    if settings_of.get("crawford") is False:
        told.append("crawford=off")
    if settings_of.get("cube") is False:
        told.append("cube=off")
    return RuleOptions.parse(None, tuple(told))


def test_raw_matches_check_clean(gnubg_fixtures: Path) -> None:
    """All 65, by the rules that they state themselves; the one note is about a length that is even."""
    files = sorted((gnubg_fixtures / "raw").glob("*.sgf"))
    assert len(files) == 65
    found = [(p.stem, f.code) for p in files for f in check_file(str(p)).findings]
    assert found == [("m02_std", "BG602")]


def test_raw_matches_are_what_their_mat_says(gnubg_fixtures: Path) -> None:
    """Equal games, plays, cube actions, results; .mat has no automatic doubles, there only the plays are compared."""
    for path in sorted((gnubg_fixtures / "raw").glob("*.sgf")):
        options = _options(json.loads(path.with_suffix(".json").read_text()))
        ours = meaning(read_record(path.read_bytes(), MAX_BYTES))
        theirs = meaning(read_record(path.with_suffix(".mat").read_bytes(), MAX_BYTES), options)
        if "autodouble" in path.stem:
            assert _plays(ours) == _plays(theirs)
        else:
            assert _without_rules(ours) == _without_rules(theirs), path.name


def _without_rules(matches: tuple[Any, ...]) -> list[Any]:
    return [(length, names, games) for length, names, _, games in matches]


def _plays(matches: tuple[Any, ...]) -> list[Any]:
    """Kind, seat, dice and both positions of every action."""
    return [[[a[:5] for a in dict(game)["actions"]] for game in games] for _, _, _, games in matches]


def test_gzip_is_unpacked(gnubg_fixtures: Path) -> None:
    """Packed and plain bytes give the same; damage is told."""
    data = (gnubg_fixtures / "raw" / "m03_std_1.sgf").read_bytes()
    packed = gzip.compress(data)
    assert check_bytes(packed).matches[0].score == check_bytes(data).matches[0].score
    assert [f.code for f in check_bytes(packed[:-20]).findings] == ["BG001"]
    assert [f.code for f in check_bytes(packed[:30] + b"\xff" * 30 + packed[60:]).findings] == ["BG001"]
    assert [f.code for f in check_bytes(gzip.compress(b"x" * (MAX_BYTES + 1))).findings] == ["BG005"]
    assert [f.code for f in check_bytes(gzip.compress(b"")).findings] == ["BG003"]


# ---- whatever comes -------------------------------------------------------------------------------------------


def _sound(data: bytes) -> None:
    checked = check_bytes(data)
    assert not any(f.code.startswith("BG9") for f in checked.findings), checked.findings
    lines = data.decode("latin-1").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for finding in checked.findings:
        if finding.line is not None:
            assert 1 <= finding.line <= len(lines)
            assert finding.column is not None and finding.end_column is not None
            assert 1 <= finding.column < finding.end_column


def test_every_prefix_is_read(gnubg_fixtures: Path) -> None:
    """A file cut anywhere gives findings, never an exception, and always says that it is cut."""
    data = (gnubg_fixtures / "raw" / "m03_std_1.sgf").read_bytes().rstrip()
    for end in range(0, len(data), 7):
        _sound(data[:end])
        codes = {f.code for f in check_bytes(data[:end]).findings}
        assert codes & {"BG006", "BG002", "BG003"} or data[:end].rstrip().endswith(b")"), end


PIECES = (
    "(", ")", ";", "[", "]", "\\", "\n", "W", "B", "AE", "[a:y]", "AW[f]", "AB[s]", "PL[W]", "DI[31]", "CV[2]", "CP[w]",
    "W[31hefe]", "B[64lrlp]", "W[double]", "B[take]", "B[drop]", "RE[W+1]", "GM[6]", "FF[4]", "MI[length:5][game:0]",
    "A[0]", "[hefe E ver 3", "DA[E", "LU[-inf]", "C[x\\]]", "\x00", "é", "GS[M:1]", "RU[Crawford]", "CA[UTF-8]", " ",
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_pieces(pieces: list[str]) -> None:
    """Pieces of SGF in any order."""
    _sound((f"({MATCH}" + "".join(pieces)).encode())


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    """Behind a beginning that is claimed."""
    _sound(b"(;GM[6]" + data)


def test_damaged_bytes(gnubg_fixtures: Path) -> None:
    """Single bytes changed, removed or doubled in an analysed match."""
    rng = random.Random(3)
    data = bytearray((gnubg_fixtures / "analysed" / "m01_std_resign.0ply.sgf").read_bytes()[:20_000])
    for _ in range(300):
        damaged = bytearray(data)
        at = rng.randrange(len(damaged))
        damaged[at : at + rng.randrange(2)] = bytes([rng.choice(b"()[];\\\n WBAEz0\xff")]) * rng.randrange(3)
        _sound(bytes(damaged))


def test_one_damaged_play_is_found_on_its_line(gnubg_fixtures: Path) -> None:
    """A pair of letters exchanged for one that no die makes."""
    rng = random.Random(5)
    text = (gnubg_fixtures / "raw" / "m05_std_1.sgf").read_text()
    lines = text.split("\n")
    plays = [i for i, line in enumerate(lines) if re.match(r";[WB]\[[1-6]{2}[a-z]{4}", line)]
    for number in rng.sample(plays, 20):
        pair = lines[number][6:8]
        other = next(c for c in "abcdefghijklmnopqrstuvwx" if abs(ord(c) - ord(pair[0])) > 6)
        damaged = [*lines]
        damaged[number] = lines[number][:7] + other + lines[number][8:]
        found = check_bytes("\n".join(damaged).encode()).findings
        assert any(f.line == number + 1 and f.code[:3] == "BG3" for f in found), lines[number]


HOSTILE = {
    "opening brackets": "(" * 1_000_000,
    "brackets and nodes": "(;" * 300_000,
    "closed brackets": f"({MATCH}" + "(;W[31hefe])" * 100_000 + ")",
    "a million nodes": f"({MATCH}" + ";W[31hefe]" * 1_000_000 + ")",
    "empty nodes": f"({MATCH}" + ";" * 1_000_000 + ")",
    "a megabyte value": f"({MATCH};W[31hefe]C[" + "x" * 4_000_000 + "])",
    "escapes": f"({MATCH};W[31hefe]C[" + "\\]" * 1_000_000 + "])",
    "an open value": f"({MATCH};W[31hefe]C[" + "\\]" * 1_000_000,
    "many values": f"({MATCH};W[31hefe]A[0]" + "[hefe]" * 100_000 + ")",
    "many properties": f"({MATCH}" + "XX[y]" * 100_000 + ")",
    "many trees": f"({MATCH};W[31hefe])" * 30_000,
    "many points": f"({MATCH};AE[a:y]AW" + "[f]" * 500_000 + ")",
    "words without values": f"({MATCH}" + ";W B C " * 60_000 + ")",
    "a long name": f"(;{'A' * 1_000_000}[x]GM[6])",
    "a long name without a value": f"({MATCH};{'A' * 1_000_000})",
    "set-ups": f"({MATCH}" + ";AE[a:y]AW[f]AB[s]PL[W]" * 20_000 + ")",
    "doubles": f"({MONEY}" + ";W[double];B[double]" * 100_000 + ")",
    "open plays": f"({MATCH}" + ";PL[W]DI[31]" * 30_000 + ")",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_take_linear_time_and_little_memory(name: str) -> None:
    """No recursion, no quadratic time."""
    data = HOSTILE[name].encode()
    tracemalloc.start()
    begin = time.perf_counter()
    checked = check_bytes(data)
    seconds = time.perf_counter() - begin
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert not any(f.code.startswith("BG9") for f in checked.findings)
    assert seconds < 60
    assert peak < 20 * len(data) + (100 << 20)


def test_trees_give_every_node_once() -> None:
    """The first layer alone: places of nodes and of what is no SGF."""
    text = "(;A[1];B[31ab]C[x](;W[21cd])(;W[21xx]))junk(;C[2]"
    found = list(trees(text))
    assert [[n[0] for n in tree.nodes] for tree in found] == [[";A[1]", ";B[31ab]C[x]", ";W[21cd]"], [";C[2]"]]
    assert [[(f.code, text[f.start : f.end]) for f in tree.faults] for tree in found] == [
        [],
        [("BG101", "junk"), ("BG006", "")],
    ]
    assert text[found[0].variations or 0 :].startswith("(;W[21xx])")


def test_names_in_another_encoding_than_claimed() -> None:
    """Bytes of Latin-1 under CA[UTF-8] are read, and that is told."""
    checked = check_bytes(f"({MATCH}RU[Crawford]\n;W[31hefe])".replace("Ann", "Zoë").encode("latin-1"))
    assert checked.matches[0].players == ("Zoë", "Ben")
    assert [(f.code, f.line) for f in checked.findings] == [("BG110", 1), ("BG506", 1), ("BG503", 2)]


def test_sniff() -> None:
    """Backgammon is claimed, other games are not; without GM what only backgammon has decides."""
    assert sgf.sniff("  (\n;\nFF[4]GM[6]") and sgf.sniff("(;MI[length:3]") and sgf.sniff("(;W[31hefe])")
    assert not sgf.sniff("(;FF[4]GM[1]SZ[19];B[aa])") and not sgf.sniff("(;FF[4];B[aa])") and not sgf.sniff("(x")


def test_every_play_made_is_among_its_candidates(gnubg_fixtures: Path, corpus: Path) -> None:
    """In all analysed files the candidate of the stated number leads to the position of the play that was made."""
    files = [*(gnubg_fixtures / "analysed").glob("*.sgf*"), *(corpus / "files" / "sgf-gnubg").glob("*.sgf")]
    decisions = 0
    for path in files:
        record = read_record(path.read_bytes(), MAX_BYTES)
        moments = [m for followed in follow(record) for game in followed.games for m in game]
        for moment in moments:
            play = record.annotations[moment.index].play if moment.index in record.annotations else None
            if play is None or not play.candidates:
                continue
            decisions += 1
            assert play.played is not None and moment.before is not None, path.name
            hops = play.candidates[play.played].hops
            steps = [Step("", hop, (False,), 1) for hop in hops]
            assert stand(moment.before, steps) == moment.after, (path.name, moment.index)
    assert decisions > 2500


AFTER_31 = "AE[a:y]AW[x][x][m][m][m][m][m][h][h][f][f][f][f][e][e]AB[a][a][l][l][l][l][l][q][q][q][s][s][s][s][s]"
GAME_2 = ROOT.format(5, 1, 1, 0)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (f"({MATCH}RU[Crawford]RE[W+1R];W[31hefe];PL[W]{AFTER_31};W[42mihf])", ["BG605"]),
        (f"({MATCH}RU[Crawford]RE[W+1R];W[31hefe];{AFTER_31};W[42mihf])", ["BG202"]),
        (f"({MATCH}RU[Crawford]RE[W+1R];W[31hefe];B[double];PL[B]{AFTER_31};B[31qtst])", ["BG605"]),
        (f"({MONEY}RU[Jacoby:Hypergammon3]RE[W+1R];AE[a:y]AW[x][x][x][x]AB[a])", ["BG605"]),
        (f"({MATCH}RU[Crawford]RE[W+2R];CV[2];W[31hefe])", ["BG606"]),
        (f"({MATCH}RU[Crawford]RE[W+1R]RE[B+3R];W[31hefe])", ["BG101"]),
        (f"({MATCH}RU[Crawford]RE[W+1R][B+3R];W[31hefe])", ["BG101"]),
        (f"({MONEY}RU[Jacoby]RE[W+1R];W[31hefe])({ROOT.format(0, 1, 1, 0)}RE[B+1R];W[31hefe])", ["BG606"]),
        ("(;FF[4]GM[6]AP[GNU Backgammon:1]PW[Ann]PB[Ben]RE[W+1R];W[31hefe])", ["BG602"]),
        (f"({MATCH.replace('[ws:0]', '[ws:x]')}RU[Crawford]RE[W+1R];W[31hefe])", ["BG101"]),
        (f"(({MATCH}RU[Crawford]RE[W+1R];W[31hefe])({GAME_2}RU[Crawford]RE[W+1R];B[66aaaa]))", ["BG006", "BG303"]),
        (f"({MATCH}RU[Crawford]RE[W+1R];W[31hefe]LU[abc])", ["BG108"]),
        (f"({MATCH}RU[Crawford]RE[W+1R];W[31hefe]A[0][hefe E ver 3 .5 .1 .0 .1 .0 abc 0C 0 1 0.0 1])", ["BG108"]),
    ],
)
def test_faults_that_a_loader_would_pass(text: str, codes: list[str]) -> None:
    """Each of these was once read without an error or a warning."""
    found = _found(text)
    assert set(codes) <= set(found), found


def test_a_roll_told_before_its_play_is_one_roll() -> None:
    """GNU Backgammon writes the waiting roll as a node of its own, and then the play."""
    text = f"({MATCH}RU[Crawford]RE[W+1R];W[31hefe];PL[B]DI[52];B[52lqln];PL[W]DI[64];W[64])"
    checked = check_bytes(text.encode())
    assert checked.matches[0].games[0].plies == 3
    assert [f.code for f in checked.findings] == ["BG506"]


def test_many_games_with_an_analysis_take_linear_time() -> None:
    """20,000 games of three plays, each with its luck."""
    game = f"({MONEY};W[31hefe]LU[0.1];B[64lrlp]LU[0.1];W[42hdfd]LU[0.1])"
    begin = time.process_time()
    check_bytes((game * 20_000).encode())
    assert time.process_time() - begin < 20


def test_bytes_behind_gzip_data_are_told() -> None:
    """A game behind the packed one must not be lost."""
    packed = gzip.compress(f"({MATCH}RU[Crawford]RE[W+1R];W[31hefe])".encode())
    assert [f.code for f in check_bytes(packed + b"(;GM[6];W[66aaaa])").findings] == ["BG001"]
