"""A record with illegal plays: is it a record of another game?"""

from __future__ import annotations

from dataclasses import replace

from ..findings.codes import CODES
from ..model.record import GameRecord, MatchRecord, Record
from ..replay import Hint, Played, replay_game
from ..rules.declared import RuleOptions, rules_of
from ..rules.variants import PLAY_FIELDS, PRESETS, Rules
from ..scoring import ScoredMatch


def other_rules(record: Record, match: MatchRecord, scored: ScoredMatch) -> list[Hint]:
    """Says under which preset all plays are legal, where under the rules of the match some are not.

    A record that names its rules itself, and was read by them, is believed.
    """
    faulty = [at for at, game in enumerate(scored.games) if _faults(game.played)]
    if not faulty:
        return []
    order = [*faulty, *(at for at in range(len(match.games)) if at not in {*faulty})]
    rules = scored.rules
    if match.header_value("Rules") or match.header_value("Variation"):
        stated = rules_of(match, RuleOptions()).rules
        if (stated.start, stated.plays) == (rules.start, rules.plays):
            return []  # the record itself says what it is
    tried = {(rules.start, rules.plays)}
    for name, preset in PRESETS.items():
        fields = {field: getattr(preset, field) for field in PLAY_FIELDS}
        other = replace(rules, start=preset.start, **fields)
        if (other.start, other.plays) in tried:
            continue
        tried.add((other.start, other.plays))
        # A game that is not of this kind shows it in its first plays, most of all one with faults.
        if all(_legal(record, match, match.games[at], other) for at in order):
            problem = f"all plays are legal under {name}, but not under {rules.name}, by which the record was read"
            return [Hint("BG606", None, {"problem": problem}, line=match.line, severity="note")]
    return []


def _legal(record: Record, match: MatchRecord, game: GameRecord, rules: Rules) -> bool:
    played = replay_game(game, record.actions, rules, match.seat_names(), record.is_cut(game))
    return not _faults(played)


def _faults(played: Played) -> bool:
    """Is something wrong with whose turn it is, or with a play?"""
    return any(hint.code[:3] in ("BG2", "BG3") and CODES[hint.code].severity == "error" for hint in played.hints)
