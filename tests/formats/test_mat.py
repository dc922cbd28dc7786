"""The reader of match text alone: what each writer's dialect says, action by action.

The records are invented in the form of their writers. An action is shown as line, column (L or R), row
number and meaning; plays as the reader understood them, not as they are written.
"""

from __future__ import annotations

from textwrap import dedent

import pytest

from bganalyze.formats import mat, recognise
from bganalyze.formats.lines import decode
from bganalyze.model import actions as act
from bganalyze.model.actions import Written
from bganalyze.model.record import Record

PLAYED = {act.NOTHING: "-", act.CANNOT: "cannot move", act.HIDDEN: "hidden", act.MARKED: "marked illegal"}


def _meaning(what: Written) -> str:
    if what.kind == act.UNREADABLE:
        return f"? {what.code}"
    if what.kind != act.ROLL:
        value = "" if what.value is None else f" {what.value}"
        return act.KIND_NAMES[what.kind] + value + (" match" if what.code == "match" else "")
    if what.dice is None:
        return "no roll"
    steps = []
    for _, points, hits, count in what.steps:
        text = str(points[0])
        for point, hit in zip(points[1:], hits, strict=True):
            text += f"/{point}" + "*" * hit
        steps.append(text + (f" x{count}" if count > 1 else ""))
    return f"{what.dice[0]}-{what.dice[1]}: {', '.join(steps) or PLAYED[what.played]}"


def _read(text: str | bytes) -> Record:
    """The record of bytes, or of text in which ``~`` at the end of a line stands for a blank."""
    if isinstance(text, str):
        text = text.replace("~\n", " \n").encode()
    decoded, encoding = decode(text)
    assert recognise(b"", decoded) == "mat"
    return mat.read(decoded, encoding)


def _shown(record: Record, match: int = 0, game: int = 0) -> str:
    """The actions of a game, a line each."""
    acts, found = record.actions, record.matches[match].games[game]
    lines = []
    for i in range(found.first, found.last):
        move = record.move(i)
        row = "-" if move is None else str(move)
        lines.append(f"{acts.line(i)} {'LR'[acts.seat(i)]} {row} {_meaning(acts.what[i])}")
    return "\n".join(lines)


def _is(record: Record, expected: str, match: int = 0, game: int = 0) -> None:
    """The actions are those written down by hand, and their places in the file quote them."""
    assert _shown(record, match, game) == dedent(expected).strip()
    _places_quote(record)


def _places_quote(record: Record) -> None:
    """Every action and every step is found again in its line by its columns."""
    for i, what in enumerate(record.actions.what):
        line = record.lines[record.actions.line(i) - 1]
        start, end = mat.place(record, i)
        assert " ".join(line[start - 1 : end - 1].split()) == " ".join(what.text.split())
        at = start
        for number, step in enumerate(what.steps):
            first, last = mat.place(record, i, number)
            assert line[first - 1 : last - 1] == step.text
            assert first >= at, "steps are quoted in their order"
            at = last


def _remarks(record: Record) -> list[tuple[str, int]]:
    return [(r.code, r.line) for r in record.remarks]


def _names_and_scores(record: Record, match: int = 0) -> list[tuple[object, ...]]:
    return [(g.number, *g.names, *g.scores) for g in record.matches[match].games]


# ---- one record a dialect ----------------------------------------------------------------------------------


def test_gnu_backgammon() -> None:
    """Indented, single steps with stars, 25 and 0, blank dances, `Wins 1 point` and `Wins 2 points`."""
    record = _read("""\
; [EventDate "2024.05.17"]

 5 point match

 Game 1
 kim : 0                        lee : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22~
  2) 66: 24/18* 24/18 13/7 13/7  62:~
  3)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 kim : 1                        lee : 0
  1)                             43: 24/20 13/10~
  2) 65: 24/18 18/13*            21: 25/23 2/0~
                                  Wins 2 points

""")
    assert record.dialect == "gnubg"
    assert record.matches[0].length == 5
    assert record.matches[0].header == {"EventDate": "2024.05.17"}
    assert record.matches[0].header_lines == {"EventDate": 1}
    assert record.matches[0].names == ("kim", "lee")
    assert _names_and_scores(record) == [(1, "kim", "lee", 0, 0), (2, "kim", "lee", 1, 0)]
    assert [(g.line, g.score_line) for g in record.matches[0].games] == [(5, 6), (12, 13)]
    _is(
        record,
        """
        7 L 1 3-1: 8/5, 6/5
        7 R 1 5-2: 13/8, 24/22
        8 L 2 6-6: 24/18*, 24/18, 13/7, 13/7
        8 R 2 6-2: -
        9 L 3 double 2
        9 R 3 drop
        10 L 3 wins 1
        """,
    )
    _is(
        record,
        """
        14 R 1 4-3: 24/20, 13/10
        15 L 2 6-5: 24/18, 18/13*
        15 R 2 2-1: 25/23, 2/0
        16 R 2 wins 2
        """,
        game=1,
    )
    assert not record.remarks
    assert not record.cut_off


XG_TEXT = """\
; [Site "eXtreme Gammon"]
; [Match ID "-12345"]
; [Player 1 "lee"]
; [Player 2 "Zoë"]
; [Player 1 Elo "1600.00/0"]
; [Jacoby "On"]

3 point match


 Game 1
 Zoë : 0                              lee : 0
  1) 31: 8/5 6/5                      52: 13/8 24/22
  2) 64: 24/14*                       66: Cannot Move
  3)  Doubles => 2                     Takes
  4) 11: Bar/24* 6/5*(2) 8/7          55: Bar/20/15* 6/Off(2)
  5) 43: 24/20*/17 4/Off              61: ????
      Wins 4 point and the match
"""


def test_extreme_gammon_text() -> None:
    """Byte-order mark, CRLF, Bar and Off, counts, merged steps, Cannot Move, hidden last play."""
    record = _read(b"\xef\xbb\xbf" + XG_TEXT.replace("\n", "\r\n").encode())
    assert (record.dialect, record.encoding) == ("xg", "utf-8")
    assert record.matches[0].header["Player 1"] == "lee"
    assert record.matches[0].names == ("Zoë", "lee"), "tags name no columns"
    _is(
        record,
        """
        13 L 1 3-1: 8/5, 6/5
        13 R 1 5-2: 13/8, 24/22
        14 L 2 6-4: 24/14*
        14 R 2 6-6: cannot move
        15 L 3 double 2
        15 R 3 take
        16 L 4 1-1: 25/24*, 6/5* x2, 8/7
        16 R 4 5-5: 25/20/15*, 6/0 x2
        17 L 5 4-3: 24/20*/17, 4/0
        17 R 5 6-1: hidden
        18 L 5 wins 4 match
        """,
    )
    assert not record.remarks


def test_extreme_gammon_without_tags_is_told_by_bar_and_off() -> None:
    """The words in the plays are the only sign."""
    text = XG_TEXT[XG_TEXT.index("3 point match") :]
    assert _read(text).dialect == "xg-text"


def test_extreme_gammon_old_export() -> None:
    """25 and 0, no stars, `???` for the hidden play, points in the singular."""
    record = _read("""\
; [Site "eXtreme Gammon"]

 7 point match

 Game 1
 kim : 0                          lee : 0
  1) 31: 8/5 6/5                   62: 24/18 13/11
  2) 55: 13/8 13/8 8/3 8/3         64: 25/21
  3) 61: ???
                                   Wins 2 point
""")
    _is(
        record,
        """
        7 L 1 3-1: 8/5, 6/5
        7 R 1 6-2: 24/18, 13/11
        8 L 2 5-5: 13/8, 13/8, 8/3, 8/3
        8 R 2 6-4: 25/21
        9 L 3 6-1: hidden
        10 R 3 wins 2
        """,
    )
    assert not record.remarks


GALAXY = """\
; [Site "https://www.backgammongalaxy.com"]
; [Match ID "123456"]
; [Player 1 "anna"]
; [Player 2 "ben"]
; [Player 1 Elo "5,00/0"]
; [Player 2 Elo "0,00/0"]
; [EventTime "20.19"]

5 point match

"""


def test_galaxy_with_losses_beside_wins() -> None:
    """Both words in one numbered row, each in the half of its player."""
    record = _read(
        GALAXY
        + """\
 Game 1
 anna : 0                         ben : 0
  1)                              62: 24/18 13/11
  2) 31: 8/5 6/5                  62:
  3) 43: 13/10 24/20               Doubles => 2
  4)  Takes                       44: 24/20 24/20 13/9 13/9
  5)  Losses 2 point               Wins 2 point
"""
    )
    assert record.dialect == "galaxy"
    assert record.matches[0].header["Player 1 Elo"] == "5,00/0"
    _is(
        record,
        """
        13 R 1 6-2: 24/18, 13/11
        14 L 2 3-1: 8/5, 6/5
        14 R 2 6-2: -
        15 L 3 4-3: 13/10, 24/20
        15 R 3 double 2
        16 L 4 take
        16 R 4 4-4: 24/20, 24/20, 13/9, 13/9
        17 L 5 losses 2
        17 R 5 wins 2
        """,
    )
    assert not record.remarks


def test_galaxy_with_losses_in_the_losers_cell_and_wins_on_its_own_line() -> None:
    """The right-hand player resigned in row 2; the line of the left-hand winner follows."""
    record = _read(
        GALAXY
        + """\
 Game 1
 anna : 0                         ben : 0
  1) 31: 8/5 6/5                  62: 24/18 13/11
  2) 43: 13/10 24/20               Losses 3 point
      Wins 3 point and the match
"""
    )
    _is(
        record,
        """
        13 L 1 3-1: 8/5, 6/5
        13 R 1 6-2: 24/18, 13/11
        14 L 2 4-3: 13/10, 24/20
        14 R 2 losses 3
        15 L 2 wins 3 match
        """,
    )
    assert not record.remarks


@pytest.mark.parametrize("indent", ["", " "])
def test_galaxy_with_losses_at_the_left_margin(indent: str) -> None:
    """A bare line at the margin belongs to the right-hand player: the left one won."""
    record = _read(
        GALAXY
        + f"""\
 Game 1
 anna : 0                         ben : 0
  1) 31: 8/5 6/5                  62: 24/18 13/11
{indent}Losses 2 point
"""
    )
    _is(
        record,
        """
        13 L 1 3-1: 8/5, 6/5
        13 R 1 6-2: 24/18, 13/11
        14 R 1 losses 2
        """,
    )


def test_galaxy_with_two_rows_glued_together() -> None:
    """A row number inside a row starts the halves anew."""
    record = _read(
        GALAXY
        + """\
 Game 1
 anna : 0                         ben : 0
  1) 31: 8/5 6/5                  62: 24/18 13/11
  2) 44: 24/20 13/9      2)  Losses 1 point     Wins 1 point and the match
"""
    )
    _is(
        record,
        """
        13 L 1 3-1: 8/5, 6/5
        13 R 1 6-2: 24/18, 13/11
        14 L 2 4-4: 24/20, 13/9
        14 L 2 losses 1
        14 R 2 wins 1 match
        """,
    )
    assert _remarks(record) == [("BG110", 14)]


def test_studio() -> None:
    """Wins in a numbered row, an empty numbered row behind it, numbers that shift and jump, Concedes."""
    record = _read("""\
; [Site "Backgammon Studio"]
; [Player 1 "Ann Smith"]
; [Player 2 "Bo Jones"]
; [ClockType "Live9 900/12"]

5 point match


 Game 1
 ann : 0                                bo : 0
  1) 31: 8/5 6/5                        52: 13/8 24/22
  9) 64: bar/21 24/18*                  66: Cannot Move
  10) 55: 13/3(2)                        11: 6/4*(2)
  11)  Wins 2 point
  12)~


 Game 2
 ann : 2                                bo : 0
  1)                                    61: 13/7* 8/7
  2) 33: ????                            Concedes
  3)  Wins 1 point
  4)~
""")
    assert record.dialect == "studio"
    assert record.matches[0].names == ("ann", "bo"), "the columns have handles, the tags full names"
    _is(
        record,
        """
        11 L 1 3-1: 8/5, 6/5
        11 R 1 5-2: 13/8, 24/22
        12 L 9 6-4: 25/21, 24/18*
        12 R 9 6-6: cannot move
        13 L 10 5-5: 13/3 x2
        13 R 10 1-1: 6/4* x2
        14 L 11 wins 2
        """,
    )
    _is(
        record,
        """
        20 R 1 6-1: 13/7*, 8/7
        21 L 2 3-3: hidden
        21 R 2 resign
        22 L 3 wins 1
        """,
        game=1,
    )
    assert _remarks(record) == [("BG105", 12)]


def test_studio_writes_no_roll_as_two_zeros() -> None:
    """`00: ??` says that no roll was made any more."""
    record = _read("""\
 3 point match
 Game 1
 ann : 0                                bo : 0
  1) 31: 8/5 6/5                        00: ????
      Wins 1 point
""")
    _is(
        record,
        """
        4 L 1 3-1: 8/5, 6/5
        4 R 1 no roll
        5 L 1 wins 1
        """,
    )


def test_opengammon() -> None:
    """No blank before the colon, dice as rolled, one column more from row 10 on, no final line end."""
    record = _read("""\
; [Site "OpenGammon"]
; [Jacoby "Off"]
; [Cubelimit "64"]

0 point match

 Game 1
 anna: 0                                 ben: 0
 1) 13: 8/5 6/5                          25: 13/8 24/22
 2) 46: 24/18 18/14                      62:
 9) 61: 13/7 8/7                         12: 24/23 13/11
 10) 12: 8/7 6/4                          35: 8/3 6/3
 11)  Doubles => 2                         Drops
 12)~
   Wins 1 points

 Game 2
 anna: 1                                 ben: 0
 1)                                      56: 24/18 18/13
 2) 16: 13/7 8/7                          Doubles => 2
 3)  Drops
                                            Wins 1 points and the match""")
    assert record.dialect == "opengammon"
    assert record.matches[0].length == 0
    assert record.matches[0].header_value("CubeLimit") == "64", "the case of a tag is free"
    assert _names_and_scores(record) == [(1, "anna", "ben", 0, 0), (2, "anna", "ben", 1, 0)]
    _is(
        record,
        """
        9 L 1 1-3: 8/5, 6/5
        9 R 1 2-5: 13/8, 24/22
        10 L 2 4-6: 24/18, 18/14
        10 R 2 6-2: -
        11 L 9 6-1: 13/7, 8/7
        11 R 9 1-2: 24/23, 13/11
        12 L 10 1-2: 8/7, 6/4
        12 R 10 3-5: 8/3, 6/3
        13 L 11 double 2
        13 R 11 drop
        15 L 12 wins 1
        """,
    )
    _is(
        record,
        """
        19 R 1 5-6: 24/18, 18/13
        20 L 2 1-6: 13/7, 8/7
        20 R 2 double 2
        21 L 3 drop
        22 R 3 wins 1 match
        """,
        game=1,
    )
    assert _remarks(record) == [("BG105", 11)]
    assert not record.cut_off, "the last game has its result"


def test_hedgehog() -> None:
    """`Resigns` in a cell; a step backwards is read as it stands."""
    record = _read("""\
; [Site "HedgeHog"]
; [Time "13:52"]

 7 point match

 Game 1
 anna: 0                       ben: 0
  1) 56: 24/18 18/13            14: 24/23 13/9
  2) 65: 14/8 15/10 6/8         Resigns
      Wins 1 point
""")
    assert record.dialect == "hedgehog"
    _is(
        record,
        """
        8 L 1 5-6: 24/18, 18/13
        8 R 1 1-4: 24/23, 13/9
        9 L 2 6-5: 14/8, 15/10, 6/8
        9 R 2 resign
        10 L 2 wins 1
        """,
    )


def test_gammonview() -> None:
    """Resignation and result in one row; cube words without a blank in front."""
    record = _read("""\
; [Site "GammonView"]

5 point match

 Game 1
 anna: 1                       ben: 0
  1) 12: 13/11 6/5              66: 24/18(2) 13/7(2)
  2) Doubles => 2               Takes
  3) 34: bar/18*                12: 6/off
 21) Resigns                    Wins 2 points
""")
    assert record.dialect == "gammonview"
    assert _names_and_scores(record) == [(1, "anna", "ben", 1, 0)]
    _is(
        record,
        """
        7 L 1 1-2: 13/11, 6/5
        7 R 1 6-6: 24/18 x2, 13/7 x2
        8 L 2 double 2
        8 R 2 take
        9 L 3 3-4: 25/18*
        9 R 3 1-2: 6/0
        10 L 21 resign
        10 R 21 wins 2
        """,
    )
    assert _remarks(record) == [("BG105", 10)]


def test_choue_net() -> None:
    """`Doubles ==> 2`, blanks before one colon only, hidden play and result in one row."""
    record = _read("""\
; [Site "choue.net"]
; [Event "Cup"]
; [Beaver "On"]

5 point match

Game 1
 anna : 0                        Bot1: 0
  1) 31: 8/5 6/5                 64: bar/21 4/off
  2)  Doubles ==> 2               Takes
  3) 53: ????                     Wins 4 point

Game 2
 anna : 0                        Bot1: 4
  1) 62: 24/18 13/11             66: Cannot Move
  2)      Wins 2 point
""")
    assert record.dialect == "choue"
    assert _names_and_scores(record) == [(1, "anna", "Bot1", 0, 0), (2, "anna", "Bot1", 0, 4)]
    _is(
        record,
        """
        9 L 1 3-1: 8/5, 6/5
        9 R 1 6-4: 25/21, 4/0
        10 L 2 double 2
        10 R 2 take
        11 L 3 5-3: hidden
        11 R 3 wins 4
        """,
    )
    _is(
        record,
        """
        15 L 1 6-2: 24/18, 13/11
        15 R 1 6-6: cannot move
        16 L 2 wins 2
        """,
        game=1,
    )
    assert _remarks(record) == [("BG110", 10)]


def test_game_site_with_ratings() -> None:
    """A number behind the last comma of a column's name is a rating; it goes to the header."""
    record = _read("""\
 7 point match

 Game 1
 kim,1650 : 2                   lee, jr,1702.55 : 5
  1) 13: 8/5 6/5                 46: 24/18 18/14
  2) 51:                         31: 14/13
 21) Wins 2 points
""")
    assert record.dialect == "rated-site"
    assert record.matches[0].names == ("kim", "lee, jr")
    assert record.matches[0].header == {"Rating left": "1650", "Rating right": "1702.55"}
    assert _names_and_scores(record) == [(1, "kim", "lee, jr", 2, 5)]
    _is(
        record,
        """
        5 L 1 1-3: 8/5, 6/5
        5 R 1 4-6: 24/18, 18/14
        6 L 2 5-1: -
        6 R 2 3-1: 14/13
        7 L 21 wins 2
        """,
    )


def test_extreme_gammon_mobile() -> None:
    """Headings and names at the margin with blanks behind them, the low die first, a session."""
    record = _read("""\
; [Site "XG Mobile"]
; [TimeControl "*0"]
; [Jacoby "On"]
0 point match

Game 1~
anna : 0                         ben : 0~
  1) 15: 13/8 6/5                13: 8/5 6/5
  2) 24: 8/4 6/4                  Doubles => 2
  3)  Drops
                                  Wins 1 point
""")
    assert record.dialect == "xg-mobile"
    _is(
        record,
        """
        8 L 1 1-5: 13/8, 6/5
        8 R 1 1-3: 8/5, 6/5
        9 L 2 2-4: 8/4, 6/4
        9 R 2 double 2
        10 L 3 drop
        11 R 3 wins 1
        """,
    )
    assert not record.remarks


def test_foxamon() -> None:
    """Low die first, a blank behind dances, points capped, `Cubelimit`."""
    record = _read("""\
; [Site "Foxamon"]
; [Cubelimit "64"]

5 point match

 Game 3
 anna: 2                        ben: 4
  1) 13: 8/5 6/5                66:~
  2) 12: 24/23* 6/4             11: 25/24 6/5 6/5 6/5
      Wins 3 points and the match
""")
    assert record.dialect == "foxamon"
    assert _names_and_scores(record) == [(3, "anna", "ben", 2, 4)]
    _is(
        record,
        """
        8 L 1 1-3: 8/5, 6/5
        8 R 1 6-6: -
        9 L 2 1-2: 24/23*, 6/4
        9 R 2 1-1: 25/24, 6/5, 6/5, 6/5
        10 L 2 wins 3 match
        """,
    )


def test_playok() -> None:
    """Names of the columns are not those of the tags, dice as rolled, hits marked."""
    record = _read("""\
; [Site "PlayOK"]
; [Player 1 "Ann Smith"]
; [CubeLimit "64"]

 5 point match

 Game 1
 ann_1 : 0                        bo77 : 0
  1) 13: 8/5 6/5                  46: 24/18 18/14
  2) 62: 24/18* 18/16             25: 25/20 13/11
                                   Wins 4 points and the match
""")
    assert record.dialect == "playok"
    assert record.matches[0].names == ("ann_1", "bo77")
    _is(
        record,
        """
        9 L 1 1-3: 8/5, 6/5
        9 R 1 4-6: 24/18, 18/14
        10 L 2 6-2: 24/18*, 18/16
        10 R 2 2-5: 25/20, 13/11
        11 R 2 wins 4 match
        """,
    )
    assert not record.remarks


def test_plain_transcript_with_a_year_as_its_date() -> None:
    """Full names in tags, short ones in the columns, the record starts at 4-3."""
    record = _read("""\
; [Player 1 "Ann Smith"]
; [Player 2 "Bo Jones"]
; [EventDate "1981"]

21 point match

 Game 8
 Smith : 4                       Jones : 3
  1) 31: 8/5 6/5                 43: 24/20 24/21
                                  Wins 4 points and the match
""")
    assert record.dialect == "jellyfish"
    assert record.matches[0].header["EventDate"] == "1981"
    assert _names_and_scores(record) == [(8, "Smith", "Jones", 4, 3)]
    _is(
        record,
        """
        9 L 1 3-1: 8/5, 6/5
        9 R 1 4-3: 24/20, 24/21
        10 R 1 wins 4 match
        """,
    )


def test_beavers_and_raccoons() -> None:
    """Words of money play, with and without a take."""
    record = _read("""\
 0 point match
 Game 1
 Al : 0                          Bo : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2)  Doubles => 2                Beavers => 4
  3)  Raccoons => 8
  4)                              Takes
  5)  Redoubles => 16             Drops
      Wins 8 points
""")
    _is(
        record,
        """
        4 L 1 3-1: 8/5, 6/5
        4 R 1 5-2: 13/8, 24/22
        5 L 2 double 2
        5 R 2 beaver 4
        6 L 3 raccoon 8
        7 R 4 take
        8 L 5 double 16
        8 R 5 drop
        9 L 5 wins 8
        """,
    )


def test_answers_to_resignations_and_other_words() -> None:
    """Accepts and Rejects change nothing; Passes drops; Forfeits and lost on time resign."""
    record = _read("""\
 5 point match
 Game 1
 Al : 0                          Bo : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2)  Resigns                     Rejects
  3)  Resigned Game               Accepts
  4)  Doubles => 2                Passes
  5)  Forfeits                    Lost on time
""")
    _is(
        record,
        """
        4 L 1 3-1: 8/5, 6/5
        4 R 1 5-2: 13/8, 24/22
        5 L 2 resign
        5 R 2 remark
        6 L 3 resign
        6 R 3 remark
        7 L 4 double 2
        7 R 4 drop
        8 L 5 resign
        8 R 5 resign
        """,
    )


# ---- names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "names", "scores"),
    [
        pytest.param(" kim : 0                 lee : 3", ("kim", "lee"), (0, 3), id="plain"),
        pytest.param(" kim: 10                lee: 12", ("kim", "lee"), (10, 12), id="no-blank-before-colon"),
        pytest.param(" Ann  Marie : 0         lee : 0", ("Ann  Marie", "lee"), (0, 0), id="two-blanks"),
        pytest.param(" a:b : 0                c:d:e : 0", ("a:b", "c:d:e"), (0, 0), id="colons-in-names"),
        pytest.param(" 7:3 : 1                12:30 : 2", ("7:3", "12:30"), (1, 2), id="names-like-scores"),
        pytest.param(" kim, the first : 0     lee, jr : 0", ("kim, the first", "lee, jr"), (0, 0), id="comma"),
        pytest.param(" 10) Max : 0            110 : 0", ("10) Max", "110"), (0, 0), id="row-number"),
        pytest.param(" 31: 8/5 : 0            lee : 0", ("31: 8/5", "lee"), (0, 0), id="a-play-as-a-name"),
        pytest.param("  : 0                   lee : 0", (None, "lee"), (0, 0), id="empty-left"),
        pytest.param(" kim : 0                 : 0", ("kim", None), (0, 0), id="empty-right"),
        pytest.param(" kim : 0 lee : 0", ("kim", "lee"), (0, 0), id="one-blank-between"),
        pytest.param("\tkim : 0\tlee : 0", ("kim", "lee"), (0, 0), id="tabs"),
        pytest.param(" Wins : 0               Takes : 0", ("Wins", "Takes"), (0, 0), id="words"),
        pytest.param(" 日本 : 0               Ä Ö : 0", ("日本", "Ä Ö"), (0, 0), id="other-scripts"),
        pytest.param(" kim : -1               lee : 0", ("kim", "lee"), (-1, 0), id="negative-score"),
    ],
)
def test_names_and_scores(line: str, names: tuple[str | None, str | None], scores: tuple[int, int]) -> None:
    """The rows below are read the same whatever the names hold."""
    record = _read(f"""\
 25 point match
 Game 1
{line}
  1) 31: 8/5 6/5               52: 13/8 24/22
      Wins 1 point
""")
    assert record.matches[0].names == names
    assert record.matches[0].games[0].scores == scores
    _is(
        record,
        """
        4 L 1 3-1: 8/5, 6/5
        4 R 1 5-2: 13/8, 24/22
        5 L 1 wins 1
        """,
    )


def test_names_that_change_columns_keep_their_seats() -> None:
    """Game 2 has the columns exchanged with all that stands in them; seats are those of game 1."""
    record = _read("""\
 5 point match
 Game 1
 kim : 0                        lee : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
      Wins 1 point
 Game 2
 lee : 0                        kim : 1
  1) 43: 24/20 13/10             61: 13/7 8/7
                                  Wins 1 point
 Game 3
 kim : 2                        lee : 0
""")
    game = record.matches[0].games[1]
    assert (game.swapped, game.names, game.scores) == (True, ("kim", "lee"), (1, 0))
    assert (
        _shown(record, game=1)
        == dedent("""
        8 R 1 4-3: 24/20, 13/10
        8 L 1 6-1: 13/7, 8/7
        9 L 1 wins 1
        """).strip()
    )


def test_score_that_is_no_number() -> None:
    """The names are read, the score is not known."""
    record = _read("""\
 5 point match
 Game 1
 kim : zero               lee : 0
  1) 31: 8/5 6/5          52: 13/8 24/22
      Wins 1 point
""")
    assert _names_and_scores(record) == [(1, "kim", "lee", None, None)]
    assert _remarks(record) == [("BG101", 3)]


# ---- forms of files ----------------------------------------------------------------------------------------

PLAIN = """\
 5 point match

 Game 1
 kim : 0                        lee : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2) 66:                         11: 6/5(2) 8/7*(2)
      Wins 1 point
"""
PLAIN_IS = """
    5 L 1 3-1: 8/5, 6/5
    5 R 1 5-2: 13/8, 24/22
    6 L 2 6-6: -
    6 R 2 1-1: 6/5 x2, 8/7* x2
    7 L 2 wins 1
    """


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(PLAIN.encode(), id="lf"),
        pytest.param(PLAIN.replace("\n", "\r\n").encode(), id="crlf"),
        pytest.param(PLAIN.replace("\n", "\r").encode(), id="cr"),
        pytest.param(b"\xef\xbb\xbf" + PLAIN.encode(), id="bom"),
        pytest.param(PLAIN.rstrip("\n").encode(), id="no-final-line-end"),
        pytest.param((PLAIN + "\n\n\n").encode(), id="blank-lines-behind"),
        pytest.param(PLAIN.replace("\n", "   \n").encode(), id="blanks-behind-lines"),
        pytest.param(PLAIN.lower().encode(), id="small-letters"),
        pytest.param(PLAIN.replace("Game", "GAME").replace("Wins", "WINS").encode(), id="capital-letters"),
        pytest.param(PLAIN.replace(" 5 point", "   5   point").encode(), id="wide-length-line"),
        pytest.param(PLAIN.replace("5 point match", "Match of 5 points").encode(), id="match-of"),
        pytest.param(PLAIN.replace("5 point match", "5 points match").encode(), id="points-match"),
        pytest.param(PLAIN.replace("*(2)", "(2)*").encode(), id="star-behind-the-count"),
        pytest.param(PLAIN.replace("66: ", "66 :").encode(), id="blank-before-the-colon"),
    ],
)
def test_plain_record_in_other_clothes(data: bytes) -> None:
    """The same actions, whatever ends the lines and however words are spelt."""
    record = _read(data)
    assert record.matches[0].length == 5
    assert record.matches[0].games[0].number == 1
    assert record.matches[0].names == ("kim", "lee")
    _is(record, PLAIN_IS)
    assert not record.cut_off


def test_latin_1_names() -> None:
    """Bytes that are no UTF-8 are read as Latin-1, or as Windows-1252 where they need it."""
    old = _read(PLAIN.replace("kim", "Zoë").encode("latin-1"))
    assert (old.encoding, old.matches[0].names) == ("latin-1", ("Zoë", "lee"))
    _is(old, PLAIN_IS)
    windows = _read(PLAIN.replace("kim", "O\u2019Neil").encode("cp1252"))
    assert (windows.encoding, windows.matches[0].names) == ("windows-1252", ("O\u2019Neil", "lee"))
    utf = _read(PLAIN.replace("kim", "Zoë").encode())
    assert (utf.encoding, utf.matches[0].names) == ("utf-8", ("Zoë", "lee"))


def test_halves_parted_by_one_tab() -> None:
    """A tab between the halves; in front of the only cell of a row it makes that the right one."""
    record = _read(
        " 5 point match\n Game 1\n kim : 0\tlee : 0\n"
        "  1) \t31: 8/5 6/5\n"
        "  2) 52: 13/8 24/22\t66:~\n"
        "  3) Doubles => 2\tTakes\n"
        "  4) 11: 6/5 6/5 8/7 8/7\tDoubles => 4\n"
        "  5) Drops\n"
        "\tWins 2 points\n"
    )
    _is(
        record,
        """
        4 R 1 3-1: 8/5, 6/5
        5 L 2 5-2: 13/8, 24/22
        5 R 2 6-6: -
        6 L 3 double 2
        6 R 3 take
        7 L 4 1-1: 6/5, 6/5, 8/7, 8/7
        7 R 4 double 4
        8 L 5 drop
        9 R 5 wins 2
        """,
    )
    assert _remarks(record) == [("BG110", 9)], "the half of a result behind a tab is inferred, and that is told"


def test_three_fields_parted_by_tabs() -> None:
    """Row number, left and right half: two tabs in a row are an empty left half."""
    record = _read(
        " 5 point match\n Game 1\nkim : 0\tlee : 0\n"
        "1)\t\t31: 8/5 6/5\n"
        "2)\t52: 13/8 24/22\t66:\n"
        "3)\tDoubles => 2\tDrops\n"
        "\tWins 1 point\n"
    )
    _is(
        record,
        """
        4 R 1 3-1: 8/5, 6/5
        5 L 2 5-2: 13/8, 24/22
        5 R 2 6-6: -
        6 L 3 double 2
        6 R 3 drop
        7 L 3 wins 1
        """,
    )


def test_cells_behind_single_blanks() -> None:
    """No columns at all: cells are told apart by their words."""
    record = _read("""\
5 point match
Game 1
kim : 0 lee : 0
1) 31: 8/5 6/5
2) 52: 13/8 24/22 66: 24/18 13/7
3) 11: 6/5(2) 8/7(2) Doubles => 2
4) Takes 64: 24/14
5) 41: 62: 13/5
Wins 2 points
""")
    _is(
        record,
        """
        4 R 1 3-1: 8/5, 6/5
        5 L 2 5-2: 13/8, 24/22
        5 R 2 6-6: 24/18, 13/7
        6 L 3 1-1: 6/5 x2, 8/7 x2
        6 R 3 double 2
        7 L 4 take
        7 R 4 6-4: 24/14
        8 L 5 4-1: -
        8 R 5 6-2: 13/5
        9 L 5 wins 2
        """,
    )


def test_row_numbers_without_parenthesis() -> None:
    """Told once a file."""
    record = _read("""\
 5 point match
 Game 1
 kim : 0                        lee : 0
  1 31: 8/5 6/5                  52: 13/8 24/22
  2 66:                          11: 6/5(2) 8/7(2)
  3  Doubles => 2                 Drops
      Wins 1 point
""")
    _is(
        record,
        """
        4 L 1 3-1: 8/5, 6/5
        4 R 1 5-2: 13/8, 24/22
        5 L 2 6-6: -
        5 R 2 1-1: 6/5 x2, 8/7 x2
        6 L 3 double 2
        6 R 3 drop
        7 L 3 wins 1
        """,
    )
    assert _remarks(record) == [("BG110", 4)]


def test_rows_glued_as_gnu_backgammon_does_after_an_edited_roll() -> None:
    """`66:   4) 11: ...` on one line is two rows."""
    record = _read("""\
 5 point match
 Game 1
 kim : 0                        lee : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2) 66:   3) 11: 6/5 6/5 8/7 8/7                             62: 24/18 13/11
      Wins 1 point
""")
    _is(
        record,
        """
        4 L 1 3-1: 8/5, 6/5
        4 R 1 5-2: 13/8, 24/22
        5 L 2 6-6: -
        5 L 3 1-1: 6/5, 6/5, 8/7, 8/7
        5 R 3 6-2: 24/18, 13/11
        6 L 3 wins 1
        """,
    )
    assert _remarks(record) == [("BG110", 5)]


def test_long_left_cell_reaches_into_the_right_half() -> None:
    """Four steps push the right cell away from its column, in this row only."""
    record = _read("""\
 5 point match
 Game 1
 kim : 0               lee : 0
  1) 31: 8/5 6/5        52: 13/8 24/22
  2) 44: 24/20* 24/20 13/9* 13/9 62: bar/23 24/18
  3)  Doubles => 2       Drops
      Wins 1 point
""")
    _is(
        record,
        """
        4 L 1 3-1: 8/5, 6/5
        4 R 1 5-2: 13/8, 24/22
        5 L 2 4-4: 24/20*, 24/20, 13/9*, 13/9
        5 R 2 6-2: 25/23, 24/18
        6 L 3 double 2
        6 R 3 drop
        7 L 3 wins 1
        """,
    )


def test_result_lines_in_either_half() -> None:
    """The column tells the winner: gnubg 6 and 34, OpenGammon 3 and 44, XG 6 and 40."""
    for column, seat in ((1, "L"), (3, "L"), (6, "L"), (33, "R"), (34, "R"), (40, "R"), (44, "R")):
        record = _read(f"""\
 5 point match
 Game 1
 kim : 0                        lee : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
{" " * column}Wins 1 point
""")
        assert _shown(record).splitlines()[-1] == f"5 {seat} 1 wins 1"


def test_set_up_position() -> None:
    """`; Set Pos=` before the first row belongs to its game; behind a row it says nothing."""
    record = _read("""\
; [Site "x"]

 5 point match

 Game 1
 Left : 0                        Right : 0
; Set Pos=bB-CBBB---a---A----AcbbbcA/1
  1)                             21: 25/24 24/22
 Game 2
 Left : 0                        Right : 0
  1) 31: 8/5 6/5
; Set Pos=bB-CBBB---a---A----AcbbbcA/1
""")
    first, second = record.matches[0].games
    assert (first.setup, first.setup_line) == ("bB-CBBB---a---A----AcbbbcA/1", 7)
    assert second.setup is None


def test_snowie_marker_of_an_illegal_play() -> None:
    """The bracket is a position, not a play; what a name holds does not cut the cell."""
    line = "5;0;0;0;1;Wins 5  pts;kim;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;0;0;"
    record = _read(f"""\
 5 point match
 Game 1
 kim : 0                        Wins 5  pts : 0
  1) 31: Illegal play ({line})  52: 13/8 24/22
      Wins 1 point
""")
    assert _shown(record) == dedent("""\
        4 L 1 3-1: marked illegal
        4 R 1 5-2: 13/8, 24/22
        5 L 1 wins 1""")
    _places_quote(record)
    given = record.actions.what[0].given
    assert given is not None
    assert given.name == "Wins 5  pts"
    assert given.on_roll == given.opponent, "the starting array is the same for both"


def test_snowie_marker_that_cannot_be_read() -> None:
    """The cell is unreadable; the rest of the row is not."""
    record = _read("""\
 5 point match
 Game 1
 kim : 0                        lee : 0
  1) 31: Illegal play (5;0;0)    52: 13/8 24/22
""")
    assert _shown(record) == "4 L 1 ? BG103\n4 R 1 5-2: 13/8, 24/22"


def test_two_matches_in_one_file() -> None:
    """Each has its own tags, length, names and games."""
    record = _read("""\
; [Event "A"]
 3 point match
 Game 1
 kim : 0                        lee : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
      Wins 3 points

; [Event "B"]
; [Round "2"]
 1 point match
 Game 1
 max : 0                            eva : 0
  1)                                 64: 24/14
                                      Wins 1 point
""")
    first, second = record.matches
    assert (first.length, first.names, first.header, first.line) == (3, ("kim", "lee"), {"Event": "A"}, 2)
    assert (second.length, second.names, second.line) == (1, ("max", "eva"), 10)
    assert second.header == {"Event": "B", "Round": "2"}
    assert second.header_lines == {"Event": 8, "Round": 9}
    _is(record, "5 L 1 3-1: 8/5, 6/5\n5 R 1 5-2: 13/8, 24/22\n6 L 1 wins 3")
    _is(record, "13 R 1 6-4: 24/14\n14 R 1 wins 1", match=1)


def test_comments_between_and_behind_rows() -> None:
    """`;` and `#` lines and what stands behind a semicolon say nothing to the game."""
    record = _read("""\
; | Remarks:                    |
; | anna won 3) games 31: 8/5   |
# written by hand
 5 point match
 Game 1
 kim : 0                        lee : 0
; before the first row
  1) 31: 8/5 6/5                 52: 13/8 24/22  ; a good start 66: 24/18
# Wins 3 points
; [Game 1, Move 1: Dice set to 31]
  2) 11: 6/5(2) 8/7(2) ; the best play
      Wins 1 point
; kim wins by a mile
""")
    _is(
        record,
        """
        8 L 1 3-1: 8/5, 6/5
        8 R 1 5-2: 13/8, 24/22
        11 L 2 1-1: 6/5 x2, 8/7 x2
        12 L 2 wins 1
        """,
    )
    assert record.matches[0].header == {}
    assert not record.remarks


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        pytest.param('; [Event "Cup"]', "Event", "Cup", id="plain"),
        pytest.param(';[Event "Cup"]', "Event", "Cup", id="no-blank"),
        pytest.param('# [Event "Cup"]', "Event", "Cup", id="hash"),
        pytest.param('; [Player 1 Elo "1600.00/0"]', "Player 1 Elo", "1600.00/0", id="blanks-in-the-key"),
        pytest.param('; [Site ""]', "Site", "", id="empty"),
        pytest.param('; [Event "The \\"Big\\" One"]', "Event", 'The "Big" One', id="escaped-quotes"),
        pytest.param('; [Event "The "Big" One"]', "Event", 'The "Big" One', id="bare-quotes"),
        pytest.param('; [Event "A [very] odd; name"]', "Event", "A [very] odd; name", id="brackets"),
    ],
)
def test_tags(line: str, key: str, value: str) -> None:
    """Key and value as written."""
    record = _read(f"{line}\n{PLAIN}")
    assert record.matches[0].header == {key: value}
    assert record.matches[0].header_lines == {key: 1}


def test_free_text_before_the_match() -> None:
    """Told once, with its first line."""
    record = _read(f"Hello, here is our match.\nBest wishes\n\n{PLAIN}")
    assert _remarks(record) == [("BG110", 1)]
    assert record.matches[0].length == 5


def test_heading_without_a_length_line() -> None:
    """The length is not known, the games are read."""
    record = _read("\n" + PLAIN.partition("\n")[2])
    assert record.matches[0].length is None
    _is(record, PLAIN_IS)


def test_forfeit_in_a_comment() -> None:
    """`; X wins by forfeit` behind the rows: the other player gave the game up."""
    for name, loser in (("kim", "R"), ("lee", "L")):
        record = _read(PLAIN.replace("      Wins 1 point", f"; {name} wins by forfeit"))
        assert _shown(record).splitlines()[-1] == f"7 {loser} 2 resign"


@pytest.mark.parametrize(
    ("row", "meaning", "code"),
    [
        pytest.param("71: 13/6 2/1", "4 L 1 ? BG102", None, id="die-of-7"),
        pytest.param("10: 8/7", "4 L 1 ? BG102", None, id="die-of-0"),
        pytest.param("31: 8-5 6-5", "4 L 1 ? BG103", None, id="hyphens"),
        pytest.param("31: 28/25", "4 L 1 ? BG104", None, id="point-28"),
        pytest.param("31: off/3", "4 L 1 ? BG103", None, id="from-off"),
        pytest.param("31: 8/bar", "4 L 1 ? BG103", None, id="to-the-bar"),
        pytest.param("31: 8/5(0)", "4 L 1 ? BG103", None, id="no-times"),
        pytest.param("8/5 6/5", "4 L 1 ? BG203", None, id="no-dice"),
        pytest.param("31 8/5 6/5", "4 L 1 3-1: 8/5, 6/5", "BG110", id="no-colon"),
        pytest.param("31:8/5 6/5", "4 L 1 3-1: 8/5, 6/5", None, id="no-blank"),
        pytest.param("31: Can't move", "4 L 1 3-1: cannot move", "BG110", id="can't-move"),
        pytest.param("31: no play", "4 L 1 3-1: cannot move", "BG110", id="no-play"),
        pytest.param("Doubles", "4 L 1 double", "BG110", id="double-without-value"),
        pytest.param("Triples => 3", "4 L 1 ? BG103", None, id="unknown-word"),
    ],
)
def test_cells_that_are_odd(row: str, meaning: str, code: str | None) -> None:
    """Unreadable ones keep their place; forgiven ones are told."""
    record = _read(f"""\
 5 point match
 Game 1
 kim : 0                        lee : 0
  1) {row:27} 52: 13/8 24/22
      Wins 1 point
""")
    shown = _shown(record).splitlines()
    assert shown[0] == meaning
    assert shown[1:] == ["4 R 1 5-2: 13/8, 24/22", "5 L 1 wins 1"]
    assert _remarks(record) == ([(code, 4)] if code else [])


def test_row_numbers_that_do_not_count() -> None:
    """A gap, a repetition and a restart are told where they stand; the next row counts from there."""
    record = _read("""\
 5 point match
 Game 1
 kim : 0                        lee : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  3) 42: 8/4 6/4                 52: 13/8 24/22
  3) 42: 8/4 6/4                 52: 13/8 24/22
  4) 42: 8/4 6/4                 52: 13/8 24/22
  1) 42: 8/4 6/4                 52: 13/8 24/22
""")
    told = [(r.line, r.args["row"], r.args["expected"], r.column, r.end_column) for r in record.remarks]
    assert told == [(5, 3, 2, 3, 4), (6, 3, 4, 3, 4), (8, 1, 5, 3, 4)]


def test_lines_that_are_not_understood() -> None:
    """Left out and told; the game goes on."""
    record = _read("""\
 5 point match
 Game 1
 kim : 0                        lee : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
   and then the phone rang
  2) 42: 8/4 6/4                 52: 13/8 24/22
      Wins 1 point
""")
    assert _remarks(record) == [("BG101", 5)]
    remark = record.remarks[0]
    assert record.lines[4][remark.column - 1 : remark.end_column - 1] == "and then the phone rang"  # type: ignore[operator]
    assert len(_shown(record).splitlines()) == 5


@pytest.mark.parametrize(
    ("end", "cut"),
    [
        pytest.param("  2) 42: 8/4", True, id="inside-a-play"),
        pytest.param("  2) 42:", True, id="behind-the-dice"),
        pytest.param("  2) 42: 8/4 6/4\n", False, id="with-a-line-end"),
        pytest.param("      Wins 1 point", False, id="result-without-line-end"),
        pytest.param("  2)  Doubles => 2                Drops", False, id="drop-without-line-end"),
    ],
)
def test_file_that_is_cut_off(end: str, cut: bool) -> None:
    """A last line without its end in a game without a result."""
    record = _read(f"""\
 5 point match
 Game 1
 kim : 0                        lee : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
{end}""")
    assert record.cut_off is cut
    assert _remarks(record) == ([("BG006", 5)] if cut else [])


# ---- places ------------------------------------------------------------------------------------------------


def test_columns_count_from_one_and_end_behind_the_last_character() -> None:
    """Line, column and end column of cells and steps, counted by hand."""
    record = _read("""\
 5 point match
 Game 1
 kim : 0                        lee : 0
  1) 31: 8/5 6/5                 55: 8/3 8/3 6/1* 6/1
 10)  Doubles => 2                Takes
      Wins 2 points
""")
    assert [mat.place(record, i) for i in range(5)] == [(6, 17), (34, 54), (7, 19), (35, 40), (7, 20)]
    assert [mat.place(record, 0, n) for n in (0, 1)] == [(10, 13), (14, 17)]
    assert [mat.place(record, 1, n) for n in range(4)] == [(38, 41), (42, 45), (46, 50), (51, 54)]


def test_equal_cells_in_one_row_have_their_own_places() -> None:
    """The same text in both halves, and one that is the beginning of the other."""
    record = _read("""\
 5 point match
 Game 1
 kim : 0                        lee : 0
  1) 31: 8/5 6/5                 31: 8/5 6/5
  2) 62:                         62: 13/7 6/4
  3) 62: 13/7 6/4                62:
""")
    starts = [mat.place(record, i)[0] for i in range(6)]
    assert starts == [6, 34, 6, 34, 6, 34]
    _places_quote(record)


def test_step_that_is_part_of_another_is_found_behind_it() -> None:
    """`3/1` stands inside `13/10`; the place is that of the second step."""
    record = _read("""\
 5 point match
 Game 1
 kim : 0                        lee : 0
  1) 32: 13/10 3/1               21: 21/20 1/0
""")
    assert [mat.place(record, 0, n) for n in (0, 1)] == [(10, 15), (16, 19)]
    assert [mat.place(record, 1, n) for n in (0, 1)] == [(38, 43), (44, 47)]
