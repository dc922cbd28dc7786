"""The lines of a record: listing, boards, findings, analysis, selection."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from bganalyze.formats import read_record
from bganalyze.model.position import Position
from bganalyze.model.record import PositionRecord, Record, Remark
from bganalyze.model.state import MatchState
from bganalyze.pipeline import read
from bganalyze.reports.show import NoSuch, View, candidate_text, position_lines, record_lines
from bganalyze.rules.declared import RuleOptions

ROOT = Path(__file__).resolve().parent.parent.parent

CLUB_NIGHT = """\
Match 1: Alice (O) - Bob (X), 3 points match, rules: backgammon

Game 1: Alice 0, Bob 0
   1 O Alice  31: 8/5 6/5
   1 X Bob    52: 13/8 24/22
   2 O Alice  64: 24/18 13/9
   2 X Bob    21: 13/11 6/4
       BG303 error: 21: 13/11 6/4: step 6/4 moves 2 points; the die left is 1
   2 O Alice  wins 4 points
       BG509 error: a resignation of 4 points is not 1, 2 or 3 times the cube (1)
Result: Alice wins (resign), declared 4 points
Final position:
 GNU Backgammon  Position ID: yPPIASSwZ+FBIA
                 Match ID   : MANgAAAAAAAE
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     O: Alice
 | X        O  O    |   | O  O     X     X |     0 points
 | X           O    |   | O  O             |     On roll
 | X                |   | O                |
 |                  |   | O                |
 |                  |   |                  |
^|                  |BAR|                  |     3 points match (Cube: 1)
 |                  |   |                  |
 | O           X    |   | X                |
 | O           X    |   | X                |
 | O           X    |   | X                |
 | O  X        X  O |   | X     X        O |     0 points
 +13-14-15-16-17-18------19-20-21-22-23-24-+     X: Bob
Pip counts: O 153, X 156

Score: Alice 3, Bob 0; Alice wins the match

"""


def _record(text: str) -> Record:
    return read_record(text.encode("utf-8"), 1 << 20)


def _show(text: str, view: View = View(), options: RuleOptions | None = None) -> list[str]:  # noqa: B008
    return list(record_lines(_record(text), options, view))


def _boards(lines: list[str]) -> list[list[str]]:
    return [lines[i : i + 16] for i, line in enumerate(lines) if line.startswith(" GNU Backgammon  Position ID")]


def _start(names: tuple[str, str] = ("Alice", "Bob"), length: int = 5) -> str:
    left = f" {names[0]} : 0"
    return f" {length} point match\n\n Game 1\n{left:<32}{names[1]} : 0\n"


# ---- the listing ------------------------------------------------------------------------------------------------


def test_listing() -> None:
    """Heading, one line an action, findings at their action, result, last board, score."""
    lines = list(record_lines(read(str(ROOT / "fixtures/damaged/club-night.mat"))))
    assert "\n".join(lines) + "\n" == CLUB_NIGHT


def test_lines_come_one_by_one() -> None:
    """The first match is shown before the second is replayed."""
    text = (ROOT / "fixtures/damaged/club-night.mat").read_text(encoding="utf-8")
    record = _record(text + text)
    assert len(record.matches) == 2
    lines = record_lines(record)
    first = list(islice(lines, CLUB_NIGHT.count("\n")))
    assert "\n".join(first) + "\n" == CLUB_NIGHT
    record.matches[1].names = ("Carol", "Dave")
    assert next(lines) == "Match 2: Carol (O) - Dave (X), 3 points match, rules: backgammon"


def test_match_without_games() -> None:
    """A heading and a sentence."""
    record = _record(_start())
    record.matches[0].games.clear()
    assert list(record_lines(record))[:3] == [
        "Match 1: Alice (O) - Bob (X), 5 points match, rules: backgammon",
        "No game is recorded.",
        "",
    ]


def test_cube_actions() -> None:
    """Doubles say to what, answers and results are words."""
    lines = _show((ROOT / "fixtures/situations/beaver-and-raccoon.mat").read_text(encoding="utf-8"))
    said = [line[14:] for line in lines if re.match(" +[0-9]+ [OX] ", line)]
    assert said[2:6] == ["doubles to 2", "beavers to 4", "raccoons to 8", "takes"]
    assert lines[0].endswith("unlimited session, rules: money, no Jacoby, beavers")


def test_crawford_game_and_rules_in_the_headings() -> None:
    """A Crawford game is told; rules that differ from the usual ones as well."""
    text = (ROOT / "fixtures/situations/crawford-game.mat").read_text(encoding="utf-8")
    headings = [line for line in _show(text) if line.startswith("Game ")]
    assert [line.endswith(", Crawford game") for line in headings].count(True) == 1
    without = _show(text, options=RuleOptions.parse(None, ("crawford=off",)))
    assert without[0].endswith("rules: backgammon, no Crawford game")
    assert not any(line.endswith(", Crawford game") for line in without)


def test_forced_dance_is_no_play() -> None:
    """An empty cell behind a roll that cannot be played says so."""
    lines = _show((ROOT / "fixtures/situations/dance.mat").read_text(encoding="utf-8"))
    assert any(line.endswith(": no play") for line in lines)


def test_empty_game() -> None:
    """A game without an action has a heading and a sentence, and no board."""
    lines = _show(_start() + "\n Game 2\n Alice : 0                      Bob : 0\n  1) 31: 8/5 6/5\n")
    at = lines.index("Game 1: Alice 0, Bob 0")
    end = lines.index("Game 2: Alice 0, Bob 0")
    assert "No action is recorded." in lines[at:end]
    assert _boards(lines[at:end]) == []
    assert len(_boards(lines[end:])) == 1


# ---- boards -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stem", ["m03_std_3.0ply", "m05_utf8.0ply", "s_bots.0ply"])
def test_boards_are_those_of_gnu_backgammons_export(gnubg_fixtures: Path, stem: str) -> None:
    """Every board before a roll or a cube action, with its IDs, as "export match text" printed it.

    The export calls the game "not begun" in the match ID of the first roll; its boards before a resignation are
    missing there.
    """
    folder = gnubg_fixtures / "analysed"
    record = read(str(folder / f"{stem}.sgf"))
    compared = 0
    for number in range(1, len(record.matches[0].games) + 1):
        path = folder / (f"{stem}.txt" if number == 1 else f"{stem}_{number:03}.txt")
        exported = _boards([line.rstrip() for line in path.read_text(encoding="utf-8").split("\n")])
        lines = list(record_lines(record, None, View(game=number, boards=True)))
        for i, line in enumerate(lines):
            if line.endswith(": resigns") or " resigns" in line:
                lines[i + 1] = ""
        shown = _boards(lines[: lines.index("Final position:")])
        assert shown[0][:1] + shown[0][2:] == exported[0][:1] + exported[0][2:]
        assert shown[1:] == exported[1:]
        compared += len(shown)
    assert compared > 80


def test_board_behind_a_pending_double() -> None:
    """The answer's board is the doubler's, with the cube on offer, then the owner has it."""
    text = _start() + "  1) 31: 8/5 6/5                  Doubles => 2\n  2) Takes                       42: 8/4 6/4\n"
    lines = _show(text, View(boards=True))
    double, take, roll = _boards(lines)[1:4]
    assert double[6 + 2].startswith("v|")
    assert [line[49:] for line in take[2:15]] == [
        "O: Alice", "0 points", "Cube offered at 2", "", "", "", "", "", "", "", "", "0 points", "X: Bob",
    ]  # fmt: skip
    assert take[0] == double[0]
    assert roll[2].endswith("     O: Alice (Cube: 2)")
    assert roll[12].endswith("     Rolled 42")


def test_double_without_an_answer_at_the_end() -> None:
    """The last board of a record that stops at a double shows it on offer."""
    lines = _show(_start() + "  1) 31: 8/5 6/5                  Doubles => 2\n")
    last = _boards(lines)[-1]
    assert "Cube offered at 2" in last[4]
    assert "Result: none, the game is unfinished" in lines


def test_roll_in_the_face_of_a_double() -> None:
    """A roll answers a double: its board has the cube turned and the dice."""
    text = _start() + "  1) 31: 8/5 6/5                  Doubles => 2\n  2)                              42: 8/4 6/4\n"
    lines = _show(text, View(move=2))
    (board,) = _boards(lines)
    assert board[2].endswith("O: Alice (Cube: 2)")
    assert board[12].endswith("Rolled 42")
    assert any("BG406" in line for line in lines)


def test_lost_position() -> None:
    """Once the position is lost the boards are replaced by a sentence, the plays are still told."""
    text = (
        _start()
        + "  1) 31: 8/5 6/5                  52: 13/8 24/22\n"
        + "  2) 64: ????                    21: 13/11 6/5\n"
        + "  3) 66: 24/18(2) 13/7(2)        11: 6/5(2)\n"
    )
    lines = _show(text, View(boards=True))
    at = lines.index("Move 2: Bob rolls 21: 13/11 6/5")
    assert lines[at + 1] == "The position is not known."
    assert lines.count("The position is not known.") == 3
    assert "Final position: not known" in lines
    assert len(_boards(lines)) == 3


def test_finished_game() -> None:
    """A game that was played to its end: result, all checkers off, nobody on roll."""
    lines = _show((ROOT / "fixtures/situations/backgammon.mat").read_text(encoding="utf-8"))
    assert any(re.fullmatch(r"Result: \w+ wins [0-9]+ points? \(backgammon\)", line) for line in lines)
    last = _boards(lines)[-1]
    assert sum(line[44:48].count("X") + line[44:48].count("O") for line in last[3:14]) >= 15
    assert "On roll" not in "\n".join(last)


def test_drop_and_money_session() -> None:
    """An unlimited session says its rules; a drop pays the cube before the double."""
    text = (
        " 0 point match\n\n Game 1\n Alice : 0                      Bob : 0\n"
        "  1) 31: 8/5 6/5                  Doubles => 2\n  2) Drops\n                                  Wins 1 point\n"
    )
    lines = _show(text, View(boards=True))
    assert lines[0] == "Match 1: Alice (O) - Bob (X), unlimited session, rules: money, Jacoby not known"
    assert "Result: Bob wins 1 point (drop)" in lines
    assert "Move 2: Bob wins 1 point" in lines
    assert lines[lines.index("Move 2: Bob wins 1 point") + 1] == ""
    assert [line[49:] for line in _boards(lines)[-1][2:15]][6] == "(Cube: 1)"


def test_hypergammon() -> None:
    """Three checkers a side: nothing is borne off at the start."""
    text = (ROOT / "fixtures/situations/hypergammon.mat").read_text(encoding="utf-8")
    lines = _show(text, View(boards=True))
    assert "rules: hypergammon-3" in lines[0]
    for board in _boards(lines):
        assert {line[44:48].strip() for line in board[3:14]} == {""}
    assert "Pip counts: O 69, X 69" in lines


def test_unicode_marks() -> None:
    """The listing has the marks of the boards."""
    lines = _show(_start() + "  1) 31: 8/5 6/5                  52: 13/8 24/22\n", View(unicode=True))
    assert lines[0].startswith("Match 1: Alice (○) - Bob (●)")
    assert "   1 ○ Alice  31: 8/5 6/5" in lines
    assert any("╭─" in line for line in lines)


# ---- names and texts that mean harm -----------------------------------------------------------------------------


def test_hostile_names() -> None:
    """Control characters, direction marks and wide letters neither reach the terminal nor break a line."""
    evil = "\x1b[31mA\u202eB\u2028C"
    text = _start((evil, "李小龍李小龍李小龍李小龍李小龍")) + "  1) 31: 8/5 6/5                  52: 13/8 24/22\n"
    lines = _show(text, View(boards=True)) + _show(text) + _show(text, View(unicode=True))
    for line in lines:
        assert line.isprintable() or not line
    rows = [line for line in _show(text) if re.match(" +1 [OX] ", line)]
    assert rows[0].endswith("A\\u202eB\\u2028C   31: 8/5 6/5")
    assert rows[1].endswith("...   52: 13/8 24/22")
    wide = sum(2 if ord(ch) > 0x2E80 else 1 for ch in rows[1])
    assert wide == 4 + 3 + 20 + 2 + len("52: 13/8 24/22")


def test_missing_names() -> None:
    """Players without names are called by their column, and the board stays silent."""
    lines = _show(" 5 point match\n\n Game 1\n  : 0                      : 0\n  1) 31: 8/5 6/5\n")
    assert lines[0].startswith("Match 1: the left player (O) - the right player (X)")


def test_long_text_is_cut() -> None:
    """A play of a thousand characters is one short line."""
    lines = _show(_start() + "  1) 31: " + "8/5 " * 400 + "\n")
    assert max(len(line) for line in lines if re.match(" +1 O ", line)) < 250


# ---- selection --------------------------------------------------------------------------------------------------


def _two_games() -> str:
    rows = "  1) 31: 8/5 6/5                  52: 13/8 24/22\n  2) 64: 24/18 13/9              Doubles => 2\n"
    return (
        _start()
        + rows
        + "  3) Drops\n                                  Wins 1 point\n"
        + " Game 2\n Alice : 0                      Bob : 1\n"
        + rows
    )


def test_one_game() -> None:
    """Only its heading, its actions, its board."""
    lines = _show(_two_games(), View(game=2))
    assert [line for line in lines if line.startswith("Game ")] == ["Game 2: Alice 0, Bob 1"]
    assert not any(line.startswith("Score") for line in lines)


def test_one_move() -> None:
    """The actions of its row, each with its board, and no result."""
    lines = _show(_two_games(), View(game=1, move=2))
    headings = [line for line in lines if line.startswith("Move ")]
    assert headings == ["Move 2: Alice rolls 64: 24/18 13/9", "Move 2: Bob doubles to 2"]
    assert len(_boards(lines)) == 2
    assert not any(line.startswith(("Result", "Final")) for line in lines)
    both = _show(_two_games(), View(move=3))
    assert [line for line in both if line.startswith("Game ")] == ["Game 1: Alice 0, Bob 0"]


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        (View(match=2), "there is no match 2; the file has only match 1"),
        (View(match=0), "there is no match 0; the file has only match 1"),
        (View(game=3), "there is no game 3; the file has the games 1 to 2"),
        (View(match=1, game=9), "there is no game 9; the file has the games 1 to 2"),
        (View(game=1, move=9), "there is no move 9; game 1 has the moves 1 to 3"),
        (View(move=0), "there is no move 0; the games have the moves 1 to 3"),
    ],
)
def test_what_there_is_not(view: View, sentence: str) -> None:
    """The sentence says what there is, before anything is shown."""
    with pytest.raises(NoSuch) as caught:
        record_lines(_record(_two_games()), None, view)
    assert str(caught.value) == sentence


def test_several_matches_and_odd_numbers() -> None:
    """Games are found by the number that is printed, in every match that has it."""
    text = _two_games().replace(" Game 2", " Game 7")
    record = _record(text + text)
    lines = list(record_lines(record, None, View(game=7)))
    headings = [line[:8] for line in lines if line.startswith(("Match ", "Game "))]
    assert headings == ["Match 1:", "Game 7: ", "Match 2:", "Game 7: "]
    with pytest.raises(NoSuch, match="match 2 has the games 1, 7"):
        record_lines(record, None, View(match=2, game=3))


# ---- findings and analysis --------------------------------------------------------------------------------------


def test_findings_of_the_reader() -> None:
    """A remark stands at the action of its place, at its game, or in front, with its line."""
    record = _record(_start() + "  1) 31: 8/5 6/5                  52: 13/8 24/22\n")
    record.remarks = [
        Remark("BG101", 5, 35, 36, {"text": "right"}, 0, 0),
        Remark("BG101", 5, 6, 7, {"text": "left"}, 0, 0),
        Remark("BG101", 3, 1, 2, {"text": "game"}, 0, 0),
        Remark("BG101", 1, 1, 2, {"text": "match"}, 0),
        Remark("BG101", 1, 1, 2, {"text": "file"}),
    ]
    lines = list(record_lines(record))
    told = " is not understood and was left out"
    assert lines[0] == f"BG101 warning: line 1: 'file'{told}"
    assert lines[2] == f"BG101 warning: line 1: 'match'{told}"
    assert lines[lines.index("Game 1: Alice 0, Bob 0") + 1] == f"BG101 warning: line 3: 'game'{told}"
    assert lines[lines.index("   1 O Alice  31: 8/5 6/5") + 1] == f"       BG101 warning: 'left'{told}"
    assert lines[lines.index("   1 X Bob    52: 13/8 24/22") + 1] == f"       BG101 warning: 'right'{told}"


def test_analysis(gnubg_fixtures: Path) -> None:
    """Best five and the one that was played, equities and errors, cube and luck; only when it is asked for.

    The numbers are those of GNU Backgammon's export of the same analysis.
    """
    record = read(str(gnubg_fixtures / "analysed/m03_std_3.0ply.sgf"))
    lines = list(record_lines(record, None, View(game=1, analysis=True)))
    at = lines.index("   2 O Alice  62: 13/7 9/7")
    assert lines[at + 1 : at + 8] == [
        "       cube (0-ply): no double 51.62%; double, take 48.63% (match winning chances)",
        "       *  1. 13/7 9/7     +0.146 (0-ply)",
        "          2. 23/15        -0.103 (-0.249) (0-ply)",
        "          3. 9/1*         -0.122 (-0.268) (0-ply)",
        "          4. 24/16        -0.133 (-0.279) (0-ply)",
        "          5. 24/18 23/21  -0.141 (-0.287) (0-ply)",
        "       luck -0.046",
    ]
    plain = list(record_lines(record, None, View(game=1)))
    assert not any("0-ply" in line or "luck" in line for line in plain)
    extra = set(lines) - set(plain)
    assert [line for line in lines if line not in extra] == plain


def test_analysis_agrees_with_the_export(gnubg_fixtures: Path) -> None:
    """Every first candidate of every roll is the one that GNU Backgammon's text has first, play and equity."""
    for stem in ("m03_std_3.0ply", "s_bots.0ply"):
        record = read(str(gnubg_fixtures / f"analysed/{stem}.sgf"))
        exported, shown = [], []
        for number in range(1, len(record.matches[0].games) + 1):
            path = gnubg_fixtures / "analysed" / (f"{stem}.txt" if number == 1 else f"{stem}_{number:03}.txt")
            text = path.read_text(encoding="utf-8")
            exported += re.findall(r"^[* ] +1\. Cubeful 0-ply +(\S.*?) +Eq\.: +(\S+)$", text, re.M)
            lines = record_lines(record, None, View(game=number, analysis=True))
            shown += re.findall(r"^ +\*? +1\. (\S.*?) +([-+]\S+) \(0-ply\)$", "\n".join(lines), re.M)
        assert len(shown) > 100
        same = [
            (sorted(a.split()), x) == (sorted(b.split()), y) for (a, x), (b, y) in zip(exported, shown, strict=True)
        ]
        assert same.count(False) == 0, [(e, s) for e, s, ok in zip(exported, shown, same, strict=True) if not ok][:5]


def test_sgf_plays_are_short(gnubg_fixtures: Path) -> None:
    """A format that writes single steps and no hits is shown as players write, with stars."""
    record = read(str(gnubg_fixtures / "analysed/m03_std_3.0ply.sgf"))
    lines = list(record_lines(record, None, View(game=1)))
    assert "   3 O Alice  55: 8/3(2) 6/1*(2)" in lines
    assert "   3 X Bob    44: bar/17* 6/2*(2)" in lines


def test_candidate_text() -> None:
    """A star where a checker lands on a blot, once."""
    from bganalyze.model.analysis import Candidate

    before = Position.from_points({8: 3, 6: 5}, {20: 1, 13: 4})
    assert candidate_text(Candidate(((8, 5), (6, 5))), before) == "8/5* 6/5"
    assert candidate_text(Candidate(((8, 5), (6, 5))), None) == "8/5 6/5"


# ---- positions --------------------------------------------------------------------------------------------------


def test_positions() -> None:
    """Each position of a file with its number, its line, its comment and its board."""
    record = _record("4HPwATDgc/ABMA\n")
    start = record.positions[0].position
    record.positions.append(
        PositionRecord(9, 1, 2, "", start, MatchState(length=3, dice=(3, 1)), ("A\x1b", None), "to play\n31\x07")
    )
    lines = list(record_lines(record))
    assert lines[0] == "Position 1, line 1"
    at = lines.index("Position 2, line 9")
    assert lines[at + 1 : at + 3] == ["  to play", "  31\\x07"]
    assert lines[at + 5].endswith("O: A\\x1b")
    with pytest.raises(NoSuch, match="2 positions"):
        record_lines(record, None, View(game=1))


def test_checkers_of_a_variant() -> None:
    """An ID does not say how many checkers a side has; the rules do."""
    hyper = Position.from_points({24: 1, 23: 1}, {24: 1, 23: 1, 22: 1})
    plain = position_lines(hyper, None)
    assert sum(line[44:48].count("X") for line in plain) == 13
    fewer = position_lines(hyper, None, options=RuleOptions.parse("hypergammon-3"))
    assert sum(line[44:48].count("X") for line in fewer) == 1
    assert sum(line[44:48].count("O") for line in fewer) == 0


def test_long_nardy_has_both_heads_where_they_are() -> None:
    """Both move the same way round: the opponent's head is the own point 12, across the board from the own one."""
    text = (
        '; [Rules "long-nardy"]\n 0 point match\n Game 1\n Ann : 0                           Bob : 0\n'
        "  1) 31: 24/20                      21: 24/21\n"
    )
    board = _boards(_show(text))[0]
    # The points carry Ann's numbers: hers are on 24 and 20, Bob's on his 24 and 21, which are her 12 and 9.
    top, bottom = (next(line for line in board if line.startswith(head)) for head in (" +12", " +13"))
    rows = [line[:42] for line in board if line[1:2] == "|"]
    columns = {at for row in rows for at, ch in enumerate(row) if ch in "OX"}
    assert columns == {top.index("12") + 1, top.index("9"), bottom.index("24") + 1, bottom.index("20") + 1}
