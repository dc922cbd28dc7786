"""The damaged files made from one GNU Backgammon match, each with the code its description calls for.

The table follows the descriptions in RESULTS.tsv and the lines that were damaged. A code with a line must be
found on that line.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bganalyze.findings.codes import severity
from bganalyze.pipeline import check_file

CLEAN = (
    "mat_ok.mat",
    "mat_bom.mat",
    "mat_crlf.mat",
    "mat_cr.mat",
    "mat_latin1.mat",
    "mat_lower.mat",
    "mat_tabs.mat",
    "mat_single_spaces.mat",
    "mat_long_line.mat",
    "mat_long_name.mat",
    "mat_name_colon.mat",
    "mat_no_hit_mark.mat",
    "mat_no_paren.mat",
    "mat_cannot_move.mat",
    "mat_cant_move.mat",
    "mat_consolidated.mat",
    "mat_repeat.mat",
    "mat_bar_off_words.mat",
    "mat_cube_own_export.mat",
    "auto_mat.xyz",
    "probe_ok.mat",
    "probe_eleven.mat",
    "probe_bar_enter.mat",
    "probe_bar_second.mat",
    "sgf_ok.sgf",
    "sgf_as_mat.mat",
    "auto_sgf.xyz",
    "mat_as_sgf.sgf",
    "sgf_unknown_prop.sgf",
    "sgf_gm_missing.sgf",
)
"""Controls, and oddities that change nothing: no error and no warning."""

FAULTY: dict[str, tuple[str, int | None]] = {
    "mat_empty.mat": ("BG003", None),
    "mat_blank.mat": ("BG003", None),
    "mat_garbage.mat": ("BG002", None),
    "mat_nul.mat": ("BG101", 11),
    "mat_trunc_midgame.mat": ("BG503", 19),
    "mat_trunc_midmove.mat": ("BG006", 26),
    "mat_trunc_header.mat": ("BG006", 6),
    "mat_no_length.mat": ("BG602", 4),
    "mat_len_neg.mat": ("BG602", 3),
    "mat_len_65.mat": ("BG602", 3),
    "mat_len_huge.mat": ("BG602", 3),
    "mat_len_short.mat": ("BG505", 24),
    "mat_len_long.mat": ("BG506", 52),
    "mat_blocked.mat": ("BG304", 10),
    "mat_to_made_point.mat": ("BG304", 8),
    "mat_empty_source.mat": ("BG301", 8),
    "mat_wrong_dice.mat": ("BG303", 7),
    "mat_one_die.mat": ("BG307", 7),
    "mat_one_die_swapped.mat": ("BG307", 7),
    "mat_extra_move.mat": ("BG309", 7),
    "mat_five_moves.mat": ("BG309", 9),
    "mat_bar_ignored.mat": ("BG301", 9),
    "mat_early_bearoff.mat": ("BG305", 7),
    "mat_too_far.mat": ("BG303", 7),
    "mat_backwards.mat": ("BG310", 7),
    "mat_backwards2.mat": ("BG310", 7),
    "mat_dice_7.mat": ("BG102", 7),
    "mat_dice_0.mat": ("BG102", 7),
    "mat_first_double.mat": ("BG201", 7),
    "mat_false_hit_mark.mat": ("BG311", 7),
    "mat_dance_when_legal.mat": ("BG205", 7),
    "mat_dance_forced.mat": ("BG205", 49),
    "mat_play_when_dancing.mat": ("BG304", 36),
    "mat_names_swapped.mat": ("BG604", 25),
    "mat_name_changed.mat": ("BG601", 25),
    "mat_no_names.mat": ("BG601", 6),
    "mat_score_wrong.mat": ("BG504", 25),
    "mat_score_neg.mat": ("BG504", 25),
    "mat_score_over.mat": ("BG504", 25),
    "mat_score_text.mat": ("BG101", 25),
    "mat_wins_wrong_points.mat": ("BG502", 22),
    "mat_wins_wrong_side.mat": ("BG501", 50),
    "mat_wins_missing.mat": ("BG503", 21),
    "mat_resign_points.mat": ("BG505", 48),
    "mat_resign_7.mat": ("BG509", 45),
    "mat_after_end.mat": ("BG204", 51),
    "mat_extra_game.mat": ("BG505", 80),
    "mat_double_twice.mat": ("BG406", 11),
    "mat_take_no_double.mat": ("BG405", 9),
    "mat_drop_no_double.mat": ("BG405", 9),
    "mat_double_no_answer.mat": ("BG406", 11),
    "mat_double_not_owner.mat": ("BG401", 14),
    "mat_double_wrong_value.mat": ("BG404", 10),
    "mat_double_dead.mat": ("BG409", 56),
    "mat_double_crawford.mat": ("BG402", 26),
    "mat_out_of_turn.mat": ("BG202", 8),
    "mat_game40.mat": ("BG106", 24),
    "mat_game_dup.mat": ("BG106", 24),
    "mat_game_0.mat": ("BG106", 24),
    "mat_game_x.mat": ("BG106", 24),
    "mat_game_missing.mat": ("BG106", 24),
    "mat_utf16.mat": ("BG004", None),
    "mat_garbage_line.mat": ("BG101", 8),
    "mat_bad_word.mat": ("BG103", 10),
    "auto_unknown.xyz": ("BG002", None),
    "probe_wrong_dice.mat": ("BG303", 5),
    "probe_one_die.mat": ("BG307", 5),
    "probe_three.mat": ("BG309", 5),
    "probe_same_die_twice.mat": ("BG303", 5),
    "probe_sum_as_two.mat": ("BG303", 5),
    "probe_double_five.mat": ("BG309", 5),
    "probe_double_three.mat": ("BG307", 5),
    "probe_opening_double.mat": ("BG201", 5),
    "probe_made_point.mat": ("BG302", 5),
    "probe_empty.mat": ("BG301", 5),
    "probe_too_far.mat": ("BG303", 5),
    "probe_combined_blocked.mat": ("BG302", 5),
    "probe_backward.mat": ("BG310", 5),
    "probe_zero_move.mat": ("BG303", 5),
    "probe_bearoff_early.mat": ("BG305", 5),
    "probe_bar_from_nothing.mat": ("BG301", 5),
    "probe_bar_ignored.mat": ("BG304", 6),
    "probe_no_play_blank.mat": ("BG205", 5),
    "probe_cube_by_leader.mat": ("BG401", 7),
    "probe_double_before_first.mat": ("BG403", 5),
    "probe_double_after_roll.mat": ("BG406", 6),
    "sgf_empty.sgf": ("BG003", None),
    "sgf_variations.sgf": ("BG110", 2),
    "sgf_mi_len_huge.sgf": ("BG507", 32),
    "sgf_garbage.sgf": ("BG002", None),
    "sgf_gm1.sgf": ("BG002", None),
    "sgf_trunc_node.sgf": ("BG006", 5),
    "sgf_trunc_value.sgf": ("BG006", 6),
    "sgf_trunc_game2.sgf": ("BG006", 32),
    "sgf_no_close.sgf": ("BG006", 32),
    "sgf_illegal_blocked.sgf": ("BG310", 2),
    "sgf_empty_source.sgf": ("BG301", 2),
    "sgf_wrong_dice.sgf": ("BG303", 2),
    "sgf_one_die.sgf": ("BG307", 2),
    "sgf_odd_letters.sgf": ("BG103", 2),
    "sgf_dice_7.sgf": ("BG102", 2),
    "sgf_to_made_point.sgf": ("BG302", 2),
    "sgf_double_twice.sgf": ("BG406", 10),
    "sgf_take_no_double.sgf": ("BG405", 9),
    "sgf_double_not_owner.sgf": ("BG401", 11),
    "sgf_out_of_turn.sgf": ("BG202", 3),
    "sgf_re_wrong.sgf": ("BG501", 1),
    "sgf_re_missing.sgf": ("BG503", 31),
    "sgf_mi_score_wrong.sgf": ("BG504", 32),
    "sgf_mi_score_over.sgf": ("BG504", 32),
    "sgf_mi_game99.sgf": ("BG106", 32),
    "sgf_crawford_double.sgf": ("BG507", 1),
    "sgf_16_chequers.sgf": ("BG605", 2),
    "sgf_shared_point.sgf": ("BG605", 2),
    "sgf_autodouble_display_off.sgf": ("BG504", 318),
}

ALONE = (
    "mat_false_hit_mark.mat",
    "mat_wins_wrong_points.mat",
    "mat_wins_wrong_side.mat",
    "mat_score_wrong.mat",
    "mat_score_over.mat",
    "mat_names_swapped.mat",
    "mat_double_no_answer.mat",
    "mat_double_not_owner.mat",
    "mat_double_twice.mat",
    "mat_double_wrong_value.mat",
    "mat_double_crawford.mat",
    "mat_wrong_dice.mat",
    "mat_extra_move.mat",
    "mat_blocked.mat",
    "mat_resign_7.mat",
    "mat_after_end.mat",
    "mat_take_no_double.mat",
    "sgf_wrong_dice.sgf",
    "sgf_dice_7.sgf",
    "sgf_odd_letters.sgf",
    "sgf_to_made_point.sgf",
    "sgf_double_twice.sgf",
    "sgf_double_not_owner.sgf",
    "sgf_re_wrong.sgf",
    "sgf_mi_score_over.sgf",
    "sgf_illegal_blocked.sgf",
)
"""One cause, one finding: nothing but the named error or warning, follow-ups and notes left out."""


@pytest.mark.parametrize("name", CLEAN)
def test_harmless_oddities_are_clean(gnubg_fixtures: Path, name: str) -> None:
    """No error, no warning."""
    found = check_file(str(gnubg_fixtures / "bad" / name)).findings
    assert [f for f in found if severity(f) != "note"] == []


@pytest.mark.parametrize("name", FAULTY)
def test_faults_are_found_in_their_place(gnubg_fixtures: Path, name: str) -> None:
    """The code that the description calls for, on the faulty line."""
    code, line = FAULTY[name]
    found = check_file(str(gnubg_fixtures / "bad" / name)).findings
    assert (code, line) in {(f.code, f.line) for f in found}
    assert not any(f.code.startswith("BG9") for f in found)


@pytest.mark.parametrize("name", ALONE)
def test_one_cause_one_finding(gnubg_fixtures: Path, name: str) -> None:
    """What follows from the fault is not told again."""
    found = check_file(str(gnubg_fixtures / "bad" / name)).findings
    assert [(f.code, f.line) for f in found if severity(f) != "note" and not f.follow_up] == [FAULTY[name]]


def test_the_table_is_complete(gnubg_fixtures: Path) -> None:
    """Every damaged .mat and .sgf has its row."""
    names = {p.name for p in (gnubg_fixtures / "bad").iterdir() if p.suffix in (".mat", ".sgf")}
    assert names <= {*CLEAN, *FAULTY}
