"""The columns of the tables: types and meanings, in one place. ``bganalyze list tables`` prints them.

A column is ``name type meaning``. Types are those of pandas; every column of them can be missing.
"""

from __future__ import annotations

from typing import Final

from .actions import TYPES

_MEANINGS: Final = {
    "matches": """
match_id string Hash of what was played; the same for a match in two formats. Joins the tables.
path string The file.
format string Format of the file.
number Int64 Number of the match in its file.
player_0 string Name of the first player, as written.
player_1 string Name of the second player.
length Int64 Points to play for; missing for a session without an end.
rules string Rule set that the match was checked by.
score_0 Int64 Points that the first player made, not capped.
score_1 Int64 Points of the second player.
winner Int64 0 or 1; missing where nobody has won.
complete boolean A player has reached the length; in a session, every game has a result.
event string Header: event.
round string Header: round.
date string Header: date.
site string Header: site or place.
games Int64 Number of games.
plies Int64 Number of rolls.
""",
    "games": """
match_id string The match.
path string The file.
match Int64 Number of the match in its file.
game Int64 Number of the game in its match.
score_before_0 Int64 Score of the first player before the game.
score_before_1 Int64 Score of the second player before the game.
crawford boolean It is the Crawford game.
post_crawford boolean The Crawford game was before it.
winner Int64 0 or 1.
result string single, gammon, backgammon, drop, resign-..., draw or unfinished.
points Int64 What the replay computes, not capped.
declared_points Int64 What the record says.
cube Int64 Value of the cube at the end.
cube_owner Int64 Who owns it; missing in the centre.
doubles Int64 Number of doubles.
takes Int64 Number of takes.
drops Int64 Number of drops.
beavers Int64 Number of beavers and raccoons.
plies Int64 Number of rolls.
checked string full, after-a-break, partly or none.
""",
    "findings": """
code string Code of the finding.
name string Its name.
severity string error, warning or note.
path string The file.
match Int64 Number of the match in its file.
game Int64 Number of the game.
move Int64 Row number.
player Int64 0 or 1.
player_name string The name as written.
line Int64 Line of the file, from 1.
column Int64 Column, from 1.
end_column Int64 Column behind the last character.
offset Int64 Byte of a binary file.
roll string The dice.
play string The play as written.
gnu_id string Position and match ID before the action.
message string What is wrong.
fingerprint string Stays when other lines of the file change.
""",
    "players": """
name string Name as written, or the one that an alias file gives it.
matches Int64 Matches with this player.
wins Int64 Matches won.
points Int64 Points made.
points_lost Int64 Points that the opponents made.
games Int64 Games played.
games_won Int64 Games won.
games_lost Int64 Games lost.
gammons Int64 Gammons won, resigned ones included.
backgammons Int64 Backgammons won, resigned ones included.
rolls Int64 Rolls.
doubles Int64 Doubles.
takes Int64 Takes.
drops Int64 Drops.
beavers Int64 Beavers and raccoons.
unforced Int64 Plays with a choice whose error is known.
close_cubes Int64 Cube decisions made or close, with a known error.
plays_of_both Int64 Plays of both players in games with an analysis.
rolls_with_luck Int64 Rolls whose luck is known.
error_chequer float64 Sum of the errors of checker play (EMG).
error_cube float64 Sum of the errors of the cube (EMG).
luck float64 Sum of the luck (EMG).
win_share float64 Games won of those that somebody has won.
points_per_game float64 Points made less points lost, by game that somebody has won.
gnu_rate float64 GNU Backgammon's error rate: 1000 times the error by unforced play and close cube decision.
pr float64 PR: half of it.
snowie_rate float64 Snowie's error rate: 1000 times the error by play of both players.
luck_rate float64 1000 times the luck by roll that has one.
""",
}
_ACTIONS: Final = {
    "match_id": "The match.",
    "path": "The file.",
    "match": "Number of the match in its file.",
    "game": "Number of the game.",
    "move": "Row number.",
    "player": "Who acts: 0 or 1; of an end, who wins.",
    "kind": "play, roll (its play is not known), double, take, drop, beaver, raccoon, resign, end, set or unreadable.",
    "die_1": "First die as written.",
    "die_2": "Second die.",
    "play": "The play; empty for a dance.",
    "position_before": "GNU Backgammon's position ID, seen by who acts.",
    "cube": "Value of the cube before the action; behind a double, what a drop pays.",
    "cube_owner": "Who owns it; missing in the centre.",
    "pips_0": "Pip count of the first player.",
    "pips_1": "Pip count of the second player.",
    "legal": "The action is legal; missing where that is not known.",
    "code": "Code of what is wrong.",
    "hits": "Checkers hit.",
    "forced": "There was no choice; missing where that was not looked at.",
    "n_plays": "Number of legal plays, where they were asked for.",
    "eq_played": "Equity (EMG) of the play made.",
    "eq_best": "Equity of the best play.",
    "error_emg": "Their difference.",
    "error_mwc": "The difference in match winning chances, or points in a session.",
    "luck_emg": "Luck of the roll (EMG).",
    "luck_mwc": "Luck in match winning chances or points.",
    "best_play": "The best play.",
    "win": "Chance to win after the play made.",
    "win_g": "Chance to win a gammon or more.",
    "win_bg": "Chance to win a backgammon.",
    "lose_g": "Chance to lose a gammon or more.",
    "lose_bg": "Chance to lose a backgammon.",
    "cube_nd": "Equity of no double, seen by who could double.",
    "cube_dt": "Equity of double and take.",
    "cube_dp": "Equity of double and pass.",
    "cube_error": "Cost of the cube decision (EMG).",
    "cube_error_mwc": "Cost in match winning chances or points.",
    "cube_class": "What kind of error the cube decision was.",
    "engine": "Which engine said so, and how deep it looked.",
}


def _columns(text: str) -> list[list[str]]:
    return [line.split(" ", 2) for line in text.strip().splitlines()]


MEANINGS: Final[dict[str, dict[str, str]]] = {
    "matches": {name: text for name, _, text in _columns(_MEANINGS["matches"])},
    "games": {name: text for name, _, text in _columns(_MEANINGS["games"])},
    "actions": _ACTIONS,
    "findings": {name: text for name, _, text in _columns(_MEANINGS["findings"])},
    "players": {name: text for name, _, text in _columns(_MEANINGS["players"])},
}
"""Table -> column -> one line about it."""
SCHEMAS: Final[dict[str, dict[str, str]]] = {
    table: dict(TYPES) if table == "actions" else {name: kind for name, kind, _ in _columns(_MEANINGS[table])}
    for table in MEANINGS
}
"""Table -> column -> type."""
MATCHES: Final = SCHEMAS["matches"]
GAMES: Final = SCHEMAS["games"]
FINDINGS: Final = SCHEMAS["findings"]
PLAYERS: Final = SCHEMAS["players"]


def schema_lines() -> list[tuple[str, str]]:
    """(table.column, type and meaning) of every column."""
    return [
        (f"{table}.{name}", f"{kind:8} {MEANINGS[table][name]}")
        for table, kinds in SCHEMAS.items()
        for name, kind in kinds.items()
    ]


_ABOUT: Final = {
    "matches": "One row a match.",
    "games": "One row a game.",
    "actions": "One row an action: a roll with its play, a cube action, a resignation, a result.",
    "findings": "One row a finding of the check.",
    "players": "One row a player: sums over matches, and rates of the sums.",
}


def page() -> str:
    """The schema of all tables, in Markdown."""
    lines = [
        "# Tables",
        "",
        "`match_id` joins the tables; it is the same for one match in two formats or files. `path` with the number of "
        "the match is one match in one file. Types are those of pandas, and every column can have missing values: "
        "what is not known or not analysed is missing, never zero. In files, whole numbers and truth values keep their "
        "missing values; `category` is text that is stored once.",
    ]
    for table, kinds in SCHEMAS.items():
        lines += ["", f"## {table}", "", _ABOUT[table], "", "| column | type | meaning |", "|---|---|---|"]
        lines += [f"| `{name}` | {kind} | {MEANINGS[table][name]} |" for name, kind in kinds.items()]
    return "\n".join(lines) + "\n"
