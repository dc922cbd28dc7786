"""What a record states before its actions, held against the replay; changed one value at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bganalyze.checks import stated
from bganalyze.findings.codes import message
from bganalyze.formats import gnubg_text
from bganalyze.model import actions as act
from bganalyze.model.gnuid import decode_match, encode_match, encode_position
from bganalyze.model.position import Position
from bganalyze.model.record import Record
from bganalyze.model.state import MatchState
from bganalyze.pipeline import check_bytes, follow

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "gnubg-text" / "m05_utf8.txt"
TEXT = FIXTURE.read_text(encoding="utf-8")


def problems(record: Record) -> list[tuple[int | None, str]]:
    """Index and sentence of each hint."""
    (followed,) = follow(record)
    hints = stated.positions(record, followed.match, followed.scored)
    assert all(hint.code == "BG605" for hint in hints)
    return [(hint.action, str(hint.args["problem"])) for hint in hints]


def changed(index: int, **more: object) -> Record:
    """The record with another state before one of its actions."""
    record = gnubg_text.read(TEXT)
    position, state = record.stated[index]
    assert state is not None
    record.stated[index] = (position, state._replace(**more))
    return record


def double() -> int:
    record = gnubg_text.read(TEXT)
    return next(i for i, what in enumerate(record.actions.what) if what.kind == act.DOUBLE)


def test_a_clean_record() -> None:
    record = gnubg_text.read(TEXT)
    assert len(record.stated) == len(record.actions) - 1  # all but the result
    assert problems(record) == []


def test_without_stated_values_nothing_is_replayed() -> None:
    record = gnubg_text.read(TEXT)
    record.stated.clear()
    assert problems(record) == []


def test_another_position() -> None:
    record = gnubg_text.read(TEXT)
    other = Position.from_points({6: 5, 8: 3, 13: 4, 24: 3}, {6: 5, 8: 3, 13: 5, 24: 2})
    before, state = record.stated[3]
    assert before is not None
    record.stated[3] = (other, state)
    record.stated[5] = (other, state)  # only the first is told
    sentence = f"the position stated here is {encode_position(other)}; the plays lead to {encode_position(before)}"
    assert problems(record) == [(3, sentence)]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"on_roll": 1}, "the match ID says that \u0141ukasz \u0416 is on roll; it is Jos\u00e9 M\u00fcller"),
        ({"dice": (6, 6)}, "the match ID has the roll 66; the record goes on with 63"),
        ({"cube": 4}, "the match ID has the cube at 4; it is at 1"),
        ({"cube_owner": 0}, "the match ID has the cube at 1 of Jos\u00e9 M\u00fcller; it is at 1 in the middle"),
        ({"doubled": True}, "the match ID has a double to be answered; the actions say otherwise"),
        ({"length": 7}, "the match ID has a match to 7; the record says 5"),
        ({"score": (1, 0)}, "the match ID has the score 1-0; the game begins at 0-0"),
        ({"crawford": True}, "the match ID says that this is the Crawford game"),
    ],
)
def test_another_state(more: dict[str, object], sentence: str) -> None:
    record = gnubg_text.read(TEXT)
    index = next(
        i for i, what in enumerate(record.actions.what) if record.actions.seat(i) == 0 and what.dice is not None and i
    )
    dice = record.actions.what[index].dice
    assert dice is not None
    sentence = sentence.replace("with 63", f"with {dice[0]}{dice[1]}")
    assert problems(changed(index, **more)) == [(index, sentence)]


def test_a_double_that_waits() -> None:
    index = double() + 1
    assert problems(changed(index, doubled=False)) == [
        (index, "the match ID has no double to be answered; the actions say otherwise")
    ]


def test_what_is_not_stated_is_not_compared() -> None:
    record = gnubg_text.read(TEXT)
    for index in record.stated:
        record.stated[index] = (None, None)
    assert problems(record) == []
    index = double()
    assert problems(changed(index, dice=None)) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state._replace(score=(0, 2)),
        lambda state: state._replace(cube=2),
        lambda state: state._replace(length=9),
    ],
)
def test_in_a_file(change: Callable[[MatchState], MatchState]) -> None:
    """One match ID is another; the finding stands at the action below it."""
    lines = TEXT.split("\n")
    ids = [i for i, line in enumerate(lines) if "Match ID   : " in line]
    head, _, old = lines[ids[4]].rpartition(" ")
    lines[ids[4]] = f"{head} {encode_match(change(decode_match(old)))}"
    findings = [f for f in check_bytes("\n".join(lines).encode()).findings if f.code == "BG605"]
    (finding,) = findings
    assert finding.line is not None and 0 < finding.line - 1 - ids[4] < 22
    assert finding.move == 5
    assert finding.roll is not None
    assert message(finding).startswith("the match ID has ")


def test_dice_in_either_order() -> None:
    record = gnubg_text.read(TEXT)
    _, state = record.stated[2]
    assert state is not None and state.dice is not None
    assert problems(changed(2, dice=state.dice[::-1])) == []
