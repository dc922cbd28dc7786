"""The one list of codes: number, name, severity, message. Numbers are never reused.

error: the record contradicts the rules or itself. warning: doubtful or not to be decided. note: something was
forgiven, or something was not checked. A name states the fault; a message is filled with the finding's values.
"""

from __future__ import annotations

from typing import NamedTuple

from .finding import Finding

SEVERITIES = ("error", "warning", "note")


class Code(NamedTuple):
    """One kind of finding."""

    code: str
    name: str
    severity: str
    message: str


CODES: dict[str, Code] = {
    row[0]: Code(*row)
    for row in (
        ("BG001", "unreadable", "error", "cannot be read: {reason}"),
        ("BG002", "unknown-format", "error", "no format this version reads is recognised in it"),
        ("BG003", "no-games", "error", "{reason}"),
        ("BG004", "undecodable-text", "error", "{reason}"),
        ("BG005", "too-large", "error", "{problem}"),
        ("BG006", "cut-off", "warning", "{problem}"),
        ("BG101", "line-not-understood", "warning", "{text!r} is not understood and was left out"),
        ("BG102", "impossible-dice", "error", "{problem}"),
        ("BG103", "text-not-understood", "error", "{problem}"),
        ("BG104", "point-out-of-range", "error", "{problem}"),
        ("BG105", "row-number", "note", "row {row} where {expected} was expected"),
        ("BG106", "game-number", "warning", "{problem}"),
        ("BG108", "stored-analysis", "warning", "{problem}"),
        ("BG110", "leniency-used", "note", "read although not as the format has it: {what}"),
        ("BG111", "unused-waiver", "note", "nothing is found in this row that the waiver of {codes} allows"),
        ("BG112", "invalid-waiver", "note", "the waiver is not understood and allows nothing: {problem}"),
        (
            "BG201",
            "opening-double",
            "error",
            "the opening roll {roll} is a double; tied dice are rolled again",
        ),
        ("BG202", "wrong-player", "error", "it was the turn of {expected}"),
        ("BG203", "roll-missing", "error", "{problem}"),
        ("BG204", "action-after-game-end", "error", "{what} although the game was over"),
        (
            "BG205",
            "play-not-recorded",
            "error",
            "no play is written for {roll}, which has {count} legal plays",
        ),
        ("BG206", "wrong-starter", "error", "{player} started this game; {expected} should have: {reason}"),
        ("BG301", "no-checker", "error", "{shown}: step {step}: no checker on {point}"),
        (
            "BG302",
            "point-blocked",
            "error",
            "{shown}: step {step}: the opponent holds {point} with {held} checkers",
        ),
        ("BG303", "step-matches-no-die", "error", "{shown}: step {step} moves {points_text}; {left_text}"),
        ("BG304", "bar-first", "error", "{shown}: step {step} with {bar_text} on the bar"),
        ("BG305", "bear-off-too-early", "error", "{shown}: step {step} with a checker on {point}"),
        (
            "BG306",
            "bear-off-from-behind",
            "error",
            "{shown}: step {step} with a {die} although a checker stands on {point}",
        ),
        ("BG307", "dice-left-unused", "error", "{shown}: {unused_text} could have been played"),
        (
            "BG308",
            "larger-die-required",
            "error",
            "{shown}: only one die can be played, and it must be the {larger}",
        ),
        ("BG309", "too-many-steps", "error", "{shown}: {steps} steps; the roll has {most}"),
        ("BG310", "wrong-direction", "error", "{shown}: step {step} leads backwards"),
        ("BG311", "hit-mark", "warning", "{shown}: {problem}"),
        (
            "BG312",
            "ambiguous-notation",
            "warning",
            "{shown}: the text fits plays that lead to different positions",
        ),
        (
            "BG313",
            "marked-illegal",
            "error",
            "the record itself calls the play of {roll} illegal; its position is taken over",
        ),
        (
            "BG320",
            "head-limit",
            "error",
            "{shown}: step {step}: no more than {most} of the checkers on the head may leave it in this turn",
        ),
        (
            "BG321",
            "block-not-allowed",
            "error",
            "{shown}: six points in a row, {points}, without an opposing checker {needed}",
        ),
        (
            "BG322",
            "hit-and-cover",
            "error",
            "{shown}: the checker that hit on {hit} comes to rest on {point} with another checker",
        ),
        ("BG323", "hit-not-allowed", "error", "{shown}: step {step} hits on {point} {why}"),
        ("BG324", "enter-all-first", "error", "{shown}: step {step} with {bar_text} in hand"),
        ("BG325", "special-roll-cut-short", "error", "{problem}"),
        (
            "BG390",
            "rest-not-checked",
            "note",
            "the position is not known from here on; the other plays of the game are not checked",
        ),
        ("BG401", "no-access", "error", "{action} without access to the cube, which {owner} owns at {cube}"),
        ("BG402", "crawford-double", "error", "double in the Crawford game{both}"),
        ("BG403", "not-before-roll", "error", "{problem}"),
        ("BG404", "cube-value", "error", "{action} to {value}; from {cube} it is {expected}"),
        ("BG405", "answer-without-double", "error", "{action} although no double was offered"),
        ("BG406", "unanswered", "error", "{action} although the double to {value} was not answered"),
        ("BG407", "beaver-not-allowed", "error", "{problem}"),
        ("BG408", "above-limit", "error", "{action} to {value}, above the cube limit of {limit}"),
        (
            "BG409",
            "dead-cube",
            "note",
            "double with a dead cube: {player} needs {needed}, the cube gives {cube}",
        ),
        (
            "BG501",
            "wrong-winner",
            "error",
            "the record says that {declared} won; {reason}, so {computed} did",
        ),
        ("BG502", "points-differ", "error", "declared {declared}, computed {computed}: {reason}"),
        ("BG503", "unfinished", "note", "{problem}"),
        ("BG504", "entering-score-differs", "error", "{problem}"),
        ("BG505", "played-on", "error", "{games_text} although the match was over at {score}"),
        ("BG506", "match-not-finished", "note", "the record ends at {score} of {length}{claim}"),
        ("BG507", "crawford-game", "warning", "{problem}"),
        ("BG508", "jacoby", "note", "{problem}"),
        (
            "BG509",
            "resignation-value",
            "error",
            "{problem}",
        ),
        ("BG510", "points-capped", "note", "declared {declared}, {reason}; {cap}"),
        (
            "BG511",
            "final-score-differs",
            "warning",
            "{tag} says that {player} ended with {declared}; the games make {computed}",
        ),
        ("BG512", "session-score", "error", "{problem}"),
        ("BG513", "table-stakes", "error", "{problem}"),
        ("BG514", "draw", "error", "{problem}"),
        ("BG601", "names", "warning", "{problem}"),
        ("BG602", "length", "warning", "{problem}"),
        ("BG603", "date", "warning", "{tag} {value!r} is no date"),
        ("BG604", "sides-swapped", "warning", "the names have changed sides: {names}"),
        ("BG605", "position-differs", "warning", "{problem}"),
        ("BG606", "rules-contradict", "warning", "{problem}"),
        ("BG607", "rules-changed", "warning", "{problem}"),
        ("BG608", "unexpected-dialect", "warning", "the record is {found}; the configuration expects {expected}"),
        ("BG610", "ledger-line", "error", "{problem}"),
        ("BG611", "ledger-player", "error", "{problem}"),
        ("BG612", "no-team", "error", "{problem}"),
        ("BG613", "wrong-rotation", "error", "{problem}"),
        ("BG614", "ledger-double", "error", "{problem}"),
        ("BG615", "ledger-answer", "error", "{problem}"),
        ("BG616", "ledger-result", "error", "{problem}"),
        ("BG617", "not-zero-sum", "error", "the payments sum to {sum}, not to 0"),
        ("BG618", "payment-differs", "error", "payment of {declared}, computed {computed}"),
        ("BG619", "total-differs", "error", "total of {declared}, computed {computed}"),
        ("BG901", "reader-crashed", "error", "bganalyze failed on this file, please report it: {reason}"),
    )
}


def severity(finding: Finding) -> str:
    """error, warning or note."""
    return finding.severity or CODES[finding.code].severity


def message(finding: Finding) -> str:
    """The one sentence of a finding."""
    values = dict(finding.args)
    more = f" (and {values['more']} more of {finding.code} in this file)" if "more" in values else ""
    return CODES[finding.code].message.format(**values) + more


def fingerprint(finding: Finding) -> str:
    """16 hex digits that stay the same when lines shift: code, match, game, move, player and the source text."""
    import hashlib  # only machine-readable output needs it, and it is slow to load

    parts = (
        finding.code,
        finding.match,
        finding.game,
        finding.move,
        finding.player,
        " ".join(finding.source.split()),
    )
    return hashlib.sha256("\x1f".join(str(p) for p in parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def expand(selection: str) -> tuple[str, ...]:
    """``BG3,BG502,points-capped`` -> prefixes of codes. Raises ``ValueError`` for what names no code."""
    by_name = {c.name: c.code for c in CODES.values()}
    prefixes = []
    for item in selection.replace(" ", "").split(","):
        if not item:
            continue
        prefix = by_name.get(item.lower(), item.upper())
        if not any(code.startswith(prefix) for code in CODES):
            raise ValueError(f"{item!r} is no code, name or beginning of codes")
        prefixes.append(prefix)
    return tuple(prefixes)
