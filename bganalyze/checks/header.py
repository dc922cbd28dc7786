"""What headers and headings say, held against the games: final score, dates, names, game numbers."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from ..model.record import MatchRecord, Record
from ..replay import Hint
from ..scoring import ScoredMatch

_FINAL = re.compile(r"([0-9]{1,5}),00/0")
_DATE = re.compile(r"([0-9]{4})[.\-/]([0-9?]{1,2})[.\-/]([0-9?]{1,2})|([0-9]{4})(?:[.\-/]([0-9?]{1,2}))?")


def final_score(record: Record, match: MatchRecord, scored: ScoredMatch) -> list[Hint]:
    """Backgammon Galaxy writes the final score into its Elo tags: ``Player 1 Elo "3,00/0"``.

    It may be capped at the length. Players are joined by name, and by seat where the names do not tell.
    """
    if record.dialect != "galaxy" or any(g.result == "unfinished" for g in scored.games):
        return []
    hints = []
    header_names = [match.header.get(f"Player {n}", "").strip() or None for n in (1, 2)]
    swapped = header_names[0] != header_names[1] and header_names == [match.names[1], match.names[0]]
    for tag_number in (1, 2):
        tag = f"Player {tag_number} Elo"
        written = _FINAL.fullmatch(match.header.get(tag, ""))
        if written is None:
            continue
        seat = (2 - tag_number) if swapped else (tag_number - 1)
        declared, computed = int(written[1]), scored.score[seat]
        sums = {computed, _declared_sum(scored, seat)}
        length = match.length or 0
        if declared in sums or (declared == length and max(sums) >= length):
            continue
        args: dict[str, object] = {
            "tag": tag,
            "player": match.names[seat] or f"player {seat + 1}",
            "declared": declared,
            "computed": computed,
        }
        hints.append(Hint("BG511", None, args, line=match.header_lines.get(tag)))
    return hints


def _declared_sum(scored: ScoredMatch, seat: int) -> int:
    start = scored.games[0].score_before[seat] if scored.games else 0
    counted = [game for game in scored.games if game.counted and game.winner is not None]
    if scored.rules.score_form == "loser-minus" and not scored.length:
        return start - sum(game.played.declared_points or 0 for game in counted if game.winner != seat)
    return start + sum(game.played.declared_points or 0 for game in counted if game.winner == seat)


def dates(record: Record, match: MatchRecord, scored: ScoredMatch) -> list[Hint]:
    """Date tags that name no day. A year or a month alone is a date; so is one with question marks."""
    hints = []
    for tag, value in match.header.items():
        if value and tag.lower() in ("eventdate", "date") and not _is_date(value.strip()):
            hints.append(Hint("BG603", None, {"tag": tag, "value": value[:40]}, line=match.header_lines[tag]))
    return hints


@lru_cache(maxsize=4096)
def _is_date(value: str) -> bool:
    got = _DATE.fullmatch(value)
    if got is None:
        return False
    year, month, day = got[1] or got[4], got[2] or got[5], got[3]
    try:
        # What is missing or a question mark may be anything: a month of 31 days, the first of the month.
        date(
            max(int(year), 1),
            int(month) if month and month.isdecimal() else 1,
            int(day) if day and day.isdecimal() else 1,
        )
    except ValueError:
        return False
    return True


def names(record: Record, match: MatchRecord, scored: ScoredMatch) -> list[Hint]:
    """Names that change from game to game, or change sides. Each new pair of names is told once."""
    hints = []
    first = match.names
    seen = {first}
    for game in match.games[1:]:
        shown = game.names[::-1] if game.swapped else game.names
        if game.score_line is None or first == (None, None) or shown in seen:
            continue
        seen.add(shown)
        if game.swapped:
            text = " and ".join(n or "nobody" for n in shown)
            hints.append(Hint("BG604", None, {"names": text}, line=game.score_line))
        else:
            pairs = zip(first, game.names, strict=True)
            problem = "; ".join(f"{a or 'an empty name'} is now {b or 'empty'}" for a, b in pairs if a != b)
            hints.append(Hint("BG601", None, {"problem": problem[:200]}, line=game.score_line))
    return hints


def numbers(record: Record, match: MatchRecord, scored: ScoredMatch) -> list[Hint]:
    """Game numbers that do not count up by one. A record may begin with any game."""
    hints = []
    before: int | None = None
    counted: int | None = None
    for game in match.games:
        counted = None if counted is None else counted + 1
        number = game.number
        if before is not None and number is not None and number not in (before + 1, counted):
            hints.append(Hint("BG106", None, {"problem": f"game {number} follows game {before}"}, line=game.line))
        before = number if number is not None else counted
        counted = before if counted is None else counted
    return hints
