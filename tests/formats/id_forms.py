"""What the tests of the ID forms share: recorded and random situations, and what each form can hold of one."""

from __future__ import annotations

import csv
import functools
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from conftest import SHARED
from gnubg_program import program, run
from hypothesis import strategies as st

from bganalyze.formats.fibs import decode_board, encode_board
from bganalyze.formats.jellyfish import decode_pos, encode_pos
from bganalyze.formats.ogid import decode_ogid, encode_ogid
from bganalyze.formats.snowie import decode_snowie, encode_snowie
from bganalyze.formats.xgid import decode_xgid, encode_xgid
from bganalyze.model.gnuid import IdError, check_position, decode_match, decode_position, encode_match, encode_position
from bganalyze.model.position import Position
from bganalyze.model.state import MatchState

START_SIDE = {6: 5, 8: 3, 13: 5, 24: 2}
START = Position.from_points(START_SIDE, START_SIDE)
NAMES = ("gnubg", "root")


class Situation(NamedTuple):
    """A position and the state around it."""

    position: Position
    state: MatchState


class Row(NamedTuple):
    """A recorded situation and its texts."""

    situation: Situation
    texts: dict[str, str]


def _rows(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        pytest.skip(f"{path.name} is not beside the project")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _row(row: dict[str, str]) -> Row:
    situation = Situation(decode_position(row["position_id"]), decode_match(row["match_id"]))
    own = {"gnu": f"{row['position_id']}:{row['match_id']}", "xgid": row["xgid"], "snowie": row.get("snowie", "")}
    own["pos"] = row.get("jellyfish_pos_hex", "")
    return Row(situation, {form: text for form, text in own.items() if text})


def vectors() -> list[Row]:
    """36 match positions in five forms, as GNU Backgammon wrote them."""
    return [_row(row) for row in _rows(SHARED / "specs" / "vectors" / "positions.tsv")]


def recorded() -> list[Row]:
    """250 situations of all sorts in two forms."""
    return [_row(row) for row in _rows(SHARED / "fixtures-gnubg" / "ids.tsv")]


# ---- the forms ------------------------------------------------------------------------------------------


def _read_gnu(text: str) -> tuple[Position, MatchState]:
    place, match = text.split(":")
    return decode_position(place), decode_match(match)


class Form(NamedTuple):
    """How a form is written and read; ``pos`` as hexadecimal text."""

    write: Callable[[Position, MatchState], str]
    read: Callable[[str], tuple[Any, ...]]


FORMS = {
    "gnu": Form(lambda p, s: f"{encode_position(p)}:{encode_match(s)}", _read_gnu),
    "xgid": Form(encode_xgid, decode_xgid),
    "ogid": Form(encode_ogid, decode_ogid),
    "fibs": Form(lambda p, s: encode_board(p, s, NAMES), decode_board),
    "snowie": Form(lambda p, s: encode_snowie(p, s, NAMES), decode_snowie),
    "pos": Form(
        lambda p, s: encode_pos(p, s, NAMES).hex(),
        lambda text: decode_pos(bytes.fromhex(text))[1:3],
    ),
}


def write(form: str, situation: Situation) -> str:
    """The situation in a form."""
    return FORMS[form].write(*situation)


def read(form: str, text: str) -> Situation:
    """What a text says, the dice with the larger one first."""
    return larger_first(Situation(*FORMS[form].read(text)[:2]))


def larger_first(situation: Situation) -> Situation:
    """OGID has the smaller die first, GNU IDs the larger one: the order of a roll means nothing."""
    position, state = situation
    if state.dice and state.dice[0] < state.dice[1]:
        state = state._replace(dice=state.dice[::-1])
    return Situation(position, state)


def held(form: str, situation: Situation) -> Situation:
    """What is left of a situation that is written in a form, by the descriptions of the forms."""
    position, state = larger_first(situation)
    ended = not (any(position.counts()[0][1:]) and any(position.counts()[1][1:]))
    money = not state.length
    if form == "gnu":
        jacoby = bool(state.jacoby) if money else None
        return Situation(position, state._replace(beavers=None, max_cube=None, jacoby=jacoby))
    kept = state._replace(
        beavers=None, max_cube=None, jacoby=None, resigned=0, game_state="over" if ended else "playing"
    )
    if not state.doubled:
        kept = kept._replace(turn=state.on_roll)
    if form == "xgid":
        raccoon = state.doubled and state.turn != state.on_roll and state.cube_owner == state.turn
        kept = kept._replace(
            max_cube=state.max_cube or 1024,
            jacoby=bool(state.jacoby) if money else None,
            beavers=bool(state.beavers) or raccoon if money else None,
        )
    if form == "ogid":
        if state.doubled and state.turn == state.on_roll:  # a beaver looks like a redouble
            return Situation(position.swap(), kept._replace(on_roll=1 - state.on_roll))
        if state.game_state in ("over", "dropped", "resigned"):
            kept = kept._replace(game_state=state.game_state)
        if state.game_state in ("dropped", "resigned"):
            kept = kept._replace(turn=1 - state.on_roll)
    if form in ("snowie", "pos"):
        kept = kept._replace(doubled=False, turn=state.on_roll, jacoby=bool(state.jacoby) if money else None)
    if form == "pos":
        kept = kept._replace(beavers=bool(state.beavers) if money else None)
        if state.game_state == "none" and not state.dice and not ended:
            kept = kept._replace(game_state="none")
            # Nobody is on roll at the start of a game: player 1 tells the board.
            if state.on_roll == 1:
                position, kept = position.swap(), kept._replace(on_roll=0, turn=0)
    return Situation(position, kept)


# ---- random situations ----------------------------------------------------------------------------------


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position that is one: gaps, stacks, bars, and now and then a side that is home."""
    sides = ([0] * 26, [0] * 26)
    for k, side in enumerate(sides):
        free = [p for p in range(1, 26) if p == 25 or not k or not sides[0][25 - p]]
        left = 15
        for p in draw(st.lists(st.sampled_from(free), unique=True, min_size=1, max_size=8)):
            n = min(draw(st.integers(1, 6)), left)
            side[p] += n
            left -= n
        if not draw(st.integers(0, 30)):
            side[1:] = [0] * 25
        side[0] = 15 - sum(side[1:])
    try:
        check_position(*sides)
    except IdError:
        sides[1][25] = 0
        sides[1][1] = 15 - sum(sides[1][2:]) if not sides[0][24] else sides[1][1]
        sides[1][0] = 15 - sum(sides[1][1:])
        if sides[1][0] == sides[0][0] == 15:
            return START
    return Position.from_counts(*sides)


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """A position with any state that can stand around it."""
    position = draw(positions())
    ended = 15 in (position.counts()[0][0], position.counts()[1][0])
    length = draw(st.sampled_from([0, 0, 1, 3, 5, 7, 11, 25, 64, 8000]))
    score = (draw(st.integers(0, (length or 300) - 1)), draw(st.integers(0, (length or 300) - 1)))
    if length and draw(st.booleans()):
        score = (length - 1, score[1]) if draw(st.booleans()) else (score[0], length - 1)
    one_away = bool(length) and sum(length - s == 1 for s in score) == 1
    crawford = one_away and draw(st.booleans())
    on_roll = draw(st.sampled_from([0, 1]))
    exponent = draw(st.integers(0, 10))
    owner = draw(st.sampled_from([None, 0, 1]))
    kinds = ["roll", "roll", "rolled", "resigning", "none", "over", "dropped", "resigned"]
    if not crawford:
        kinds += ["doubled", "doubled"]
    if not length:
        kinds += ["beaver", "raccoon"]
    kind = "over" if ended else draw(st.sampled_from(kinds))
    turn, resigned, dice = on_roll, 0, None
    if kind in ("doubled", "raccoon", "dropped", "resigned", "resigning"):
        turn = 1 - on_roll
    if kind in ("resigned", "resigning"):
        resigned = draw(st.integers(1, 3))
    if kind in ("rolled", "resigning"):
        dice = (draw(st.integers(1, 6)), draw(st.integers(1, 6)))
    if kind == "doubled":
        owner = draw(st.sampled_from([None, on_roll]))
    elif kind in ("beaver", "raccoon"):
        owner, exponent = 1 - on_roll, max(exponent, 2 if kind == "raccoon" else 1)
    if length and owner is None:
        exponent = 0
    state = MatchState(
        cube=1 << exponent,
        cube_owner=owner,
        on_roll=on_roll,
        turn=turn,
        crawford=crawford,
        game_state=kind if kind in ("none", "over", "dropped", "resigned") else "playing",
        doubled=kind in ("doubled", "beaver", "raccoon"),
        resigned=resigned,
        dice=dice,
        length=length,
        score=score,
        jacoby=None if length else draw(st.booleans()),
        beavers=None if length else draw(st.sampled_from([None, False, True])),
        max_cube=draw(st.sampled_from([None, 1 << 14])),
    )
    return Situation(position, state)


# ---- GNU Backgammon itself ------------------------------------------------------------------------------


class Told(NamedTuple):
    """A situation by the IDs that GNU Backgammon shows, and what it writes for it."""

    situation: Situation
    fibs: str
    snowie: str
    pos: bytes


@functools.cache
def told_by_gnubg() -> list[Told]:
    """All recorded situations, and a beaver and a raccoon, set up in one run of GNU Backgammon.

    It steps back from a double on offer when it reads one; the double is then offered again.
    """
    program()
    rows = recorded()
    with tempfile.TemporaryDirectory() as home:
        lines = ["set sound enable off", "set confirm new off"]
        lines += [f"set automatic {what} off" for what in ("roll", "game", "move", "bearoff")]
        lines += [f"set player {seat} {what}" for seat in (0, 1) for what in ("human", f"name {NAMES[seat]}")]
        lines += ["set clockwise off", "set beavers 3", "new session"]
        # Exports of a session show the setting of the Jacoby rule, not that of the ID: make them agree.
        setups = [
            [
                f"set jacoby {'on' if row.situation.state.jacoby else 'off'}",
                f"set gnubgid {row.texts['gnu']}",
                *["double"] * row.situation.state.doubled,
            ]
            for row in rows
        ]
        setups += [["set jacoby on", "set gnubgid 4HPwATDgc/ABMA:cAkAAAAAAAAA", "double", "redouble"], ["redouble"]]
        for i, setup in enumerate(setups):
            lines += ["set output rawboard off", *setup, "set output rawboard on", "show board"]
            lines += [f"export position snowietxt {home}/{i}.txt", f"export position pos {home}/{i}.pos"]
            lines += ["set output rawboard off", "show board"]
        printed = run(lines, Path(home))
        shown = re.findall(
            r"^(board:.*)\n(?:.*\n){0,4}?.*Position ID: (\S+)\n +Match ID +: (\S+)", printed, re.MULTILINE
        )
        assert len(shown) == len(setups), printed[-2000:]
        return [
            Told(
                Situation(decode_position(place), decode_match(match)),
                board,
                (Path(home) / f"{i}.txt").read_text(encoding="utf-8"),
                (Path(home) / f"{i}.pos").read_bytes(),
            )
            for i, (board, place, match) in enumerate(shown)
        ]
