"""OGIDs: the frame of the seats, who acts in each state, real exports, and every refusal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from id_forms import START, Situation, held, read, situations, write

from bganalyze.formats.ids import parse_id
from bganalyze.formats.ogid import decode_ogid, encode_ogid
from bganalyze.model.gnuid import IdError, decode_match
from bganalyze.model.position import Position
from bganalyze.model.state import MatchState
from bganalyze.rules.generate import generate

WHITE, BLACK = "11ccccchhhjjjjj", "66666888dddddoo"
SIDES = f"{WHITE}:{BLACK}"


def test_start_of_a_game() -> None:
    """White owes the opening roll."""
    assert decode_ogid(f"{SIDES}:N0N::W:IW") == (START, MatchState(on_roll=0, turn=0))


def test_white_moves_up_from_place_0_and_black_down_from_place_25() -> None:
    """White has one on its bar (0), two on its 24 point (1) and one on its ace point (24 = o).

    Black has one on its 3 point (3) and two on its bar (25 = p).
    """
    position, state = decode_ogid("011o:3pp:N0N::B:C")
    assert state.on_roll == 0
    assert position == Position.from_points({25: 1, 24: 2, 1: 1}, {25: 2, 3: 1})


def test_order_of_checkers_means_nothing() -> None:
    """The writers do not sort alike."""
    assert decode_ogid(f"{WHITE[::-1]}:{BLACK[::-1]}:N0N::W:C") == decode_ogid(f"{SIDES}:N0N::W:C")


def test_a_real_export() -> None:
    """White owns a 2-cube at 0-2 of 5; Black is on roll with 6-3 to play (White made the last play)."""
    text = "hjllmmnnnoooooo:11113333335556:W1N:36:W:R:0:2:5:34"
    position, state = decode_ogid(text)
    assert position == Position.from_points(
        {1: 4, 3: 6, 5: 3, 6: 1},
        {1: 6, 2: 3, 3: 2, 4: 2, 6: 1, 8: 1},
    )
    assert state == MatchState(cube=2, cube_owner=0, on_roll=1, turn=1, dice=(3, 6), length=5, score=(0, 2))


@pytest.mark.parametrize(
    ("tail", "wanted"),
    [
        pytest.param("N0N::W:IW", MatchState(on_roll=0, turn=0), id="opening-roll-is-owed"),
        pytest.param("N0N:31:W:IB", MatchState(on_roll=1, turn=1, dice=(3, 1)), id="opening-roll"),
        pytest.param("N0N:31:B:IB", MatchState(on_roll=0, turn=0, dice=(3, 1)), id="opening-roll-of-white"),
        pytest.param("N0N:61:B:R", MatchState(on_roll=0, turn=0, dice=(6, 1)), id="rolled"),
        pytest.param("W1T:61:W:R", MatchState(2, 0, 1, 1, dice=(6, 1)), id="rolled-behind-a-take"),
        pytest.param("N0N::W:C", MatchState(on_roll=1, turn=1), id="played"),
        pytest.param("N0O::W:D", MatchState(on_roll=0, turn=1, doubled=True), id="doubled"),
        pytest.param("B1O::B:D", MatchState(2, 1, on_roll=1, turn=0, doubled=True), id="redoubled"),
        pytest.param("W2O::B:D", MatchState(4, 0, on_roll=1, turn=0, doubled=True), id="raccoon"),
        pytest.param("W1T::W:A", MatchState(2, 0, on_roll=1, turn=1), id="taken"),
        pytest.param("N0P::B:G", MatchState(on_roll=0, turn=1, game_state="dropped"), id="passed-game-over"),
        pytest.param("N0P::W:P", MatchState(on_roll=1, turn=0, game_state="dropped"), id="passed"),
        pytest.param("N0N::W:G", MatchState(on_roll=1, turn=1, game_state="over"), id="game-over"),
        pytest.param("N0N::W:F", MatchState(on_roll=1, turn=1, game_state="over"), id="finished"),
        pytest.param("N0N::W:RG", MatchState(on_roll=0, turn=1, game_state="resigned"), id="resigned"),
        pytest.param("N0N::W", MatchState(on_roll=1, turn=1), id="five-parts"),
        pytest.param("N0N:42:W", MatchState(on_roll=1, turn=1, dice=(4, 2)), id="five-parts-rolled"),
        pytest.param("N0O::W", MatchState(on_roll=0, turn=1, doubled=True), id="five-parts-doubled"),
        pytest.param("W1T::W", MatchState(2, 0, on_roll=1, turn=1), id="five-parts-taken"),
        pytest.param("W1T:42:W", MatchState(2, 0, 1, 1, dice=(4, 2)), id="five-parts-taken-rolled"),
        pytest.param("N0P::W", MatchState(on_roll=1, turn=0, game_state="dropped"), id="five-parts-passed"),
        pytest.param("D0N::W:C", MatchState(on_roll=1, turn=1), id="dead-cube"),
    ],
)
def test_who_acts(tail: str, wanted: MatchState) -> None:
    """Colour brought the state about, and the other one acts."""
    assert decode_ogid(f"{SIDES}:{tail}")[1] == wanted


def test_score_and_length() -> None:
    """White first."""
    state = decode_ogid(f"{SIDES}:N0N::W:C:3:4:5C:17")[1]
    assert (state.score, state.length, state.crawford) == ((3, 4), 5, True)
    assert decode_ogid(f"{SIDES}:N0N::W:C:3:4:5L:17")[1] == state._replace(crawford=False)
    assert decode_ogid(f"{SIDES}:N0N::W:C:3:4:5")[1] == state._replace(crawford=False)
    assert decode_ogid(f"{SIDES}:N0N::W:C:30:40:0G7:0")[1].length == 0
    assert decode_ogid(f"{SIDES}:N0N::W:C:30")[1].score == (30, 0)


def test_a_match_that_is_over_may_have_its_full_score() -> None:
    """Only there."""
    assert decode_ogid(f"{SIDES}:N0N::W:M:5:2:5:90")[1].score == (5, 2)


def test_fewer_checkers_are_borne_off_unless_the_game_has_fewer() -> None:
    """Fifteen a side without the eleventh part."""
    assert decode_ogid("no:12:N0N::W:C")[0].counts()[0][0] == 13
    position, _ = decode_ogid("no:12:N0N::W:C:0:0:0:0:3")
    assert (position.counts()[0][0], position.counts()[1][0]) == (1, 1)
    assert encode_ogid(*decode_ogid("no:12:N0N::W:C:0:0:0:0:3")) == "no:12:N0N::W:C:0:0:0:0:3"


def test_last_checker_is_off() -> None:
    """The game is over, whatever the state says."""
    position, state = decode_ogid(":12:N0N::W:C")
    assert (state.game_state, position.counts()[1][0]) == ("over", 15)


@pytest.mark.parametrize("prefix", ["", "OGID=", " ogid = "])
def test_prefix(prefix: str) -> None:
    """Free, in any case, with blanks."""
    assert decode_ogid(f"{prefix}{SIDES}:N0N::W:C:0:0:7:1\n")[1].length == 7


# ---- writing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("match_id", "wanted"),
    [
        # States of GNU Backgammon, whose players 0 and 1 are White and Black.
        pytest.param("cIkmAQAAAAAA", f"{SIDES}:N0N:15:W:R:0:0:9:0", id="rolled"),
        pytest.param("cBEAAAAAAAAA", f"{SIDES}:N0O::B:D:0:0:0:0", id="doubled"),
        pytest.param("QRkAAAAAAAAA", f"{SIDES}:W1O::W:D:0:0:0:0", id="beaver"),
        pytest.param("QhEAAAAAAAAA", f"{SIDES}:W2O::B:D:0:0:0:0", id="raccoon"),
    ],
)
def test_states_of_gnu_backgammon(match_id: str, wanted: str) -> None:
    """Who brought it about: the player who is not on roll, the doubler, the one who beavers."""
    assert encode_ogid(START, decode_match(match_id)) == wanted


def test_pass_resignation_and_end_are_written() -> None:
    """A passed double is a game that is over, as real exports have it."""
    done = MatchState(on_roll=1, turn=0, game_state="dropped", length=5, score=(1, 2))
    assert encode_ogid(START, done) == f"{SIDES}:N0P::W:G:1:2:5:0"
    assert encode_ogid(START, done._replace(game_state="resigned", resigned=2)) == f"{SIDES}:N0N::B:RG:1:2:5:0"
    over = done._replace(game_state="over", turn=1)
    assert encode_ogid(START, over) == f"{SIDES}:N0N::W:G:1:2:5:0"
    assert encode_ogid(START, over._replace(score=(5, 2))) == f"{SIDES}:N0N::W:M:5:2:5:0"
    assert encode_ogid(START, over._replace(game_state="none")) == f"{SIDES}:N0N::B:IW:1:2:5:0"


def test_bare_position_is_a_session_with_black_on_roll() -> None:
    """As for an XGID: seat 1."""
    assert encode_ogid(START) == f"{SIDES}:N0N::W:C:0:0:0:0"


@given(situations())
def test_ogids_go_round(situation: Situation) -> None:
    """All that an OGID can hold comes back, and is written alike again."""
    text = write("ogid", situation)
    assert read("ogid", text) == held("ogid", situation)
    assert parse_id(text).kind == parse_id(f"OGID={text}").kind == "ogid"
    if ":IW:" not in text:  # which comes back as a game that has begun
        assert write("ogid", read("ogid", text)) == text


# ---- real exports ---------------------------------------------------------------------------------------

PAIR = re.compile(r'"ogid_before":"([^"]*)","ogid_after":"([^"]*)"|\["([^"]*:[^"]*)","([^"]*:[^"]*)"\]')


def _transitions(corpus: Path) -> list[tuple[str, str]]:
    found = []
    for folder in ("gva-json", "ogxm-json"):
        for path in sorted((corpus / "files" / folder).glob("*.json")):
            for match in PAIR.finditer(path.read_text(encoding="utf-8")):
                texts = [t for t in match.groups() if t]
                if all(parts.count(":") >= 8 for parts in texts):
                    found.append((texts[0], texts[1]))
    return found


def test_every_step_of_real_matches_is_legal(corpus: Path) -> None:
    """The player who acts, taken from colour and state, makes a legal play or cube action each time."""
    pairs = _transitions(corpus)
    illegal = 0
    kinds = dict.fromkeys(("play", "double", "take", "pass", "end"), 0)
    for before, after in pairs:
        position, state = decode_ogid(before)
        then, later = decode_ogid(after)
        if state.dice:
            kinds["play"] += 1
            results = [play.position for play in generate(position, state.dice)] or [position]
            illegal += then.swap() not in results
        elif later.doubled:
            kinds["double"] += 1
            assert (then, later) == (position, state._replace(doubled=True, turn=1 - state.on_roll)), (before, after)
        elif later.game_state == "dropped" and state.doubled:
            kinds["pass"] += 1
            assert (then, later) == (position, state._replace(doubled=False, game_state="dropped")), (before, after)
        elif state.doubled:
            kinds["take"] += 1
            taken = state._replace(doubled=False, turn=state.on_roll, cube=2 * state.cube, cube_owner=state.turn)
            assert (then, later) == (position, taken), (before, after)
        else:
            kinds["end"] += 1  # the other player writes the end of the game or a resignation: nothing moves
            assert before.split(":")[:4] == after.split(":")[:4], (before, after)
    assert illegal == 4, "moves of 4 pips with 1 and 3, written so by the program of the record"
    assert kinds["play"] > 1000 and min(kinds.values()) > 10, kinds


def test_real_ogids_are_written_back(corpus: Path) -> None:
    """Byte for byte but for what the state does not know: move number, take mark and the letter of the opening."""
    texts = sorted({text for pair in _transitions(corpus) for text in pair})
    assert len(texts) > 2000
    for text in texts:
        *front, _ = text.split(":")
        front[2] = front[2].replace("T", "N")
        front[5] = {"IB": "R", "A": "C"}.get(front[5], front[5]) if front[0] and front[1] else "G"
        assert encode_ogid(*decode_ogid(text)) == ":".join([*front, "0"])


# ---- what is refused, and where -------------------------------------------------------------------------

W, B, CUBE, DICE, COLOUR, STATE, SCORE_W, SCORE_B, LENGTH, MOVE, CHECKERS = 1, 17, 33, 37, 38, 40, 42, 44, 46, 48, 50
"""Columns of the parts of ``SIDES:N0N::W:C:0:0:7:0:3``."""


def test_columns_of_the_parts() -> None:
    """The constants of these tests name the parts."""
    text = f"{SIDES}:abc::d:e:f:g:h:i:j"
    assert [text[p - 1] for p in (W, B, CUBE, COLOUR, STATE, SCORE_W, SCORE_B, LENGTH, MOVE, CHECKERS)] == [
        *"16adefghij"
    ]
    assert text[DICE - 1] == ":", "the dice are empty"


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        pytest.param(f"{SIDES}:N0N:", 1, "5 to 11 parts", id="4-parts"),
        pytest.param(f"OGID={SIDES}:N0N::W:C:0:0:7:0:15:0", 6, "5 to 11 parts", id="12-parts"),
        pytest.param(f"q{SIDES[1:]}:N0N::W:C", W, "'q' is no place", id="letter-above-p"),
        pytest.param(f"1-{SIDES[2:]}:N0N::W:C", W + 1, "'-' is no place", id="hyphen"),
        pytest.param(f"{WHITE[:-1]}p:{BLACK}:N0N::W:C", W + 14, "White cannot stand at place p", id="white-at-25"),
        pytest.param(f"{WHITE}:0{BLACK[1:]}:N0N::W:C", B, "Black cannot stand at place 0", id="black-at-0"),
        pytest.param(f"{WHITE}j:{BLACK}:N0N::W:C", W + 15, "White has 16 checkers", id="16-white"),
        pytest.param(f"{WHITE}:{BLACK}o:N0N::W:C", B + 15, "Black has 16 checkers", id="16-black"),
        pytest.param("1111:66:N0N::W:C:0:0:7:0:3", 4, "White has 4 checkers, more than 3", id="4-of-3"),
        pytest.param(f"{WHITE}:66666888ddddhoo:N0N::W:C", B + 12, "both sides have checkers at place h", id="shared"),
        pytest.param("::N0N::W:C", 1, "both sides are empty", id="no-checkers"),
        pytest.param("0jjkkllmmnnoo:112233445566p:N0N::W:C", 1, "closed boards", id="closed-boards"),
        pytest.param(f"{SIDES}:?0N::W:C", CUBE, "nobody knows", id="unknown-owner"),
        pytest.param(f"{SIDES}:X0N::W:C", CUBE, "owner of the cube", id="no-owner"),
        pytest.param(f"{SIDES}:::W:C", CUBE, "owner of the cube", id="no-cube"),
        pytest.param(f"{SIDES}:NN::W:C", CUBE + 1, "'' is no exponent", id="no-digit"),
        pytest.param(f"{SIDES}:N::W:C", CUBE + 1, "'' is no exponent", id="owner-only"),
        pytest.param(f"{SIDES}:W16N::W:C", CUBE + 1, "'16' is no exponent", id="exponent-16"),
        pytest.param(f"{SIDES}:N0X::W:C", CUBE + 2, "'X' is no cube action", id="unknown-action"),
        pytest.param(f"{SIDES}:N00::W:C", CUBE + 2, "'0' is no cube action", id="no-action"),
        pytest.param(f"{SIDES}:N0O::W:C", STATE, "state C with the cube action O", id="offer-outside-d"),
        pytest.param(f"{SIDES}:W1T::W:C", STATE, "state C with the cube action T", id="take-outside-a"),
        pytest.param(f"{SIDES}:N0P::W:C", STATE, "state C with the cube action P", id="pass-outside-p"),
        pytest.param(f"{SIDES}:N0N::W:D", STATE, "state D with the cube action N", id="d-without-offer"),
        pytest.param(f"{SIDES}:N0N::W:A", STATE, "state A with the cube action N", id="a-without-take"),
        pytest.param(f"{SIDES}:N0N::W:P", STATE, "state P with the cube action N", id="p-without-pass"),
        pytest.param(f"{SIDES}:N0N:7:W:C", DICE, "'7' are not two dice", id="one-die"),
        pytest.param(f"{SIDES}:N0N:70:W:R", DICE, "'70' are not two dice", id="die-of-7"),
        pytest.param(f"{SIDES}:N0N::W:R", DICE, "state R without dice", id="rolled-without-dice"),
        pytest.param(f"{SIDES}:N0N::W:IB", DICE, "state IB without dice", id="opening-without-dice"),
        pytest.param(f"{SIDES}:N0N:31:W:C", DICE, "state C with dice", id="played-with-dice"),
        pytest.param(f"{SIDES}:N0O:31:W:D", DICE, "state D with dice", id="doubled-with-dice"),
        pytest.param(f"{SIDES}:N0N:31:W:IW", DICE, "state IW with dice", id="owed-with-dice"),
        pytest.param(f"{SIDES}:N0O:31:W", DICE, "state D with dice", id="five-parts-doubled-with-dice"),
        pytest.param(f"{SIDES}:N0N::X:C", COLOUR, "'X' is neither", id="unknown-colour"),
        pytest.param(f"{SIDES}:N0N:::C", COLOUR, "'' is neither", id="no-colour"),
        pytest.param(f"{SIDES}:N0N::W:Z", STATE, "state 'Z' is not known", id="unknown-state"),
        pytest.param(f"{SIDES}:N0N::W:", STATE, "state '' is not known", id="no-state"),
        pytest.param(f"{SIDES}:N0N::W:C:x:0:7:0", SCORE_W, "not a number", id="score-is-no-number"),
        pytest.param(f"{SIDES}:N0N::W:C:7:0:7:0", SCORE_W, "not below", id="score-at-the-length"),
        pytest.param(f"{SIDES}:N0N::W:G:0:7:7:0", SCORE_W, "not below", id="score-at-the-length-at-the-end"),
        pytest.param(f"{SIDES}:N0N::W:C:0:-1:7:0", SCORE_B, "score -1", id="negative-score"),
        pytest.param(f"{SIDES}:N0N::W:C:0:0:7X:0", LENGTH, "'7X' is no match length", id="unknown-suffix"),
        pytest.param(f"{SIDES}:N0N::W:C:0:0:99999:0", LENGTH, "'99999' is no match length", id="huge-length"),
        pytest.param(f"{SIDES}:N0N::W:C:0:0:0C:0", LENGTH, "C belongs to a match", id="crawford-in-a-session"),
        pytest.param(f"{SIDES}:N0N::W:C:0:0:0L:0", LENGTH, "L belongs to a match", id="post-crawford-in-a-session"),
        pytest.param(f"{SIDES}:N0N::W:C:5:5:7C:0", LENGTH, "one point away", id="crawford-too-early"),
        pytest.param(f"{SIDES}:N0N::W:C:6:6:7C:0", LENGTH, "one point away", id="crawford-at-both"),
        pytest.param(f"{SIDES}:N0N::W:C:0:0:7:x", MOVE, "move number 'x'", id="move-is-no-number"),
        pytest.param(f"{SIDES}:N0N::W:C:0:0:7:0:16", CHECKERS, "checkers of a side 16", id="16-checkers"),
        pytest.param(f"{SIDES}:N0N::W:C:0:0:7:0:", CHECKERS, "checkers of a side ''", id="empty-checkers"),
        pytest.param(f"{SIDES}:N0O::W:D:0:6:7C:0", CUBE, "Crawford", id="double-in-the-crawford-game"),
        pytest.param(f"{SIDES}:B1O::W:D:0:0:7:0", CUBE, "no access", id="double-without-the-cube"),
        pytest.param(f"{SIDES}:B1O::W:D", CUBE, "no access", id="raccoon-at-2"),
        pytest.param(":12:N0N:31:W:R", 9, "borne off all", id="dice-after-the-end"),
        pytest.param("o::N0O::W:D", 4, "borne off all", id="double-after-the-end"),
    ],
)
def test_impossible_ogids(text: str, column: int, words: str) -> None:
    """Refused, with the column of what is wrong."""
    with pytest.raises(IdError, match=words) as caught:
        decode_ogid(text)
    assert caught.value.column == column


@given(st.text(":0126acdhjop?NWBDOTPCRGIMAL ", max_size=60))
def test_any_text_is_an_ogid_or_an_id_error(text: str) -> None:
    """Nothing else is raised, and the column lies in the text or just behind it."""
    try:
        decode_ogid(text)
    except IdError as error:
        assert 1 <= error.column <= len(text) + 1


@given(situations(), st.integers(0, 100), st.sampled_from([*":019acjpqNWBDOTPCRG?x", ""]))
def test_a_changed_character_is_an_ogid_or_an_id_error(situation: Situation, at: int, ch: str) -> None:
    """Close to a real one."""
    text = write("ogid", situation)
    at %= len(text)
    changed = text[:at] + ch + text[at + 1 :]
    try:
        position, state = decode_ogid(changed)
    except IdError as error:
        assert 1 <= error.column <= len(changed) + 1
    else:
        dice = state.dice and (min(state.dice), max(state.dice))
        assert decode_ogid(encode_ogid(position, state)) == (position, state._replace(dice=dice))
