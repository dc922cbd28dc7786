"""GNU Backgammon's statistics of 1,597 matches against our own replay of the same records.

Compared are the counts that need no engine: rolls, plays with a choice, doubles, takes, passes, and the decisions with
the cube, of both players. GNU Backgammon 1.07.001 read the records itself and analysed most of them more than once, so
that a match has several rows. What it reads otherwise than we do follows from rules that are stated here:

* a roll with a choice whose play the record hides (``????``) is no move for it, nor a decision with the cube;
* a cell that it reads twice (see ``_read_twice``) is two rolls;
* an analysis that was stopped counts a choice and a cube decision only as far as it came (see ``_stopped``).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pandas as pd
import pytest

from bganalyze import Tables, tables

LINES = {
    "moves": "Chequerplay|Total moves",
    "unforced": "Chequerplay|Unforced moves",
    "doubles": "Cube|Doubles",
    "takes": "Cube|Takes",
    "passes": "Cube|Passes",
    "cube": "Cube|Total cube decisions",
}
"""Count -> the line of the statistics."""
COUNTS = list(LINES)
OF_THE_ENGINE = ["unforced", "cube"]
"""What is counted only where it was analysed."""

START = "4HPwATDgc/ABMA"
NAMELESS = re.compile(r": \d+")
"""GNU Backgammon's name for a player without a name: the score that stands behind it."""
SHORT = 15
"""Characters of a line behind which GNU Backgammon looks for the right-hand cell."""


class Compared(NamedTuple):
    """Both sides of the comparison: one row a player and a row of the statistics, ``seat`` 0 being the left column."""

    theirs: pd.DataFrame
    plain: pd.DataFrame
    """Every roll and every cube action that the record has."""
    hidden: pd.DataFrame
    """What of this belongs to rolls whose play is hidden."""
    twice: pd.DataFrame
    """What is read twice."""


@pytest.fixture(scope="module")
def statistics(corpus: Path) -> pd.DataFrame:
    """The rows of the statistics, all text."""
    place = corpus / "gnubg_match_stats.tsv"
    if not place.exists():
        pytest.skip("the statistics are not in the corpus")
    return pd.read_csv(place, sep="\t", dtype=str, keep_default_na=False, quoting=3)


@pytest.fixture(scope="module")
def records(bulk_sets: dict[str, list[Path]], statistics: pd.DataFrame) -> dict[str, Path]:
    """The records that have statistics, by the name of the match."""
    wanted = set(statistics["match"])
    found = {path.stem: path for path in bulk_sets["bglab-raw-dev"] if path.stem in wanted}
    assert len(found) == len(wanted)
    return found


@pytest.fixture(scope="module")
def replayed(records: dict[str, Path]) -> Tables:
    """Our tables of these records."""
    return tables(sorted(records.values()), n_plays=True)


@pytest.fixture(scope="module")
def compared(statistics: pd.DataFrame, records: dict[str, Path], replayed: Tables) -> Compared:
    """The statistics joined with our counts by the players' names."""
    found = statistics.merge(_seats(statistics, records, replayed), on="match")
    sides = []
    for player in (1, 2):
        side = pd.DataFrame({count: found[f"{line}|{player}"].astype(int) for count, line in LINES.items()})
        seat = found["seat"] if player == 1 else 1 - found["seat"]
        sides.append(side.assign(path=found["path"], ply=found["ply"], seat=seat))
    theirs = pd.concat(sides).set_index(["path", "ply", "seat"]).sort_index()
    assert theirs.index.is_unique
    rolls = _actions(records, replayed)
    hidden = rolls[rolls["play"].isna() & rolls["kind"].isin(["play", "roll"])]
    parts = (_tally(part, theirs.index) for part in (rolls, hidden, _read_twice(records, rolls)))
    return Compared(theirs, *parts)


def _seats(statistics: pd.DataFrame, records: dict[str, Path], replayed: Tables) -> pd.DataFrame:
    """For every match its path and the column of its first player: 0 for the left one, 1 for the right one."""
    names = replayed.matches.set_index("path")[["player_0", "player_1"]].fillna("")
    rows = []
    for match, first, second in statistics[["match", "player1", "player2"]].drop_duplicates().itertuples(index=False):
        path = str(records[match])
        ours = tuple(names.loc[path])
        if NAMELESS.fullmatch(first):
            # The other name may be garbled then; one of ours is missing, and only one.
            assert ours.count("") == 1
            rows.append((match, path, ours.index("")))
        else:
            assert ours in ((first, second), (second, first)) and first != second
            rows.append((match, path, ours.index(first)))
    found = pd.DataFrame(rows, columns=["match", "path", "seat"])
    assert found["match"].is_unique  # all analyses of a match have the same players in the same order
    return found


def _actions(records: dict[str, Path], replayed: Tables) -> pd.DataFrame:
    """The rolls and cube actions, with what each counts for."""
    lengths = {str(path): int(_LENGTH.search(_text(path))[1]) for path in records.values()}
    games = replayed.games[["path", "game", "score_before_0", "score_before_1", "crawford"]]
    actions = replayed.actions.astype({"path": "string", "kind": "string"}).rename(columns={"player": "seat"})
    found = actions[actions["kind"] != "end"].merge(games, on=["path", "game"], validate="many_to_one")
    rolled = found["kind"].isin(["play", "roll"])
    score = found["score_before_0"].where(found["seat"] == 0, found["score_before_1"])
    # The cube can be turned but for the first roll, the Crawford game, and where it could win nothing more.
    usable = (found["position_before"] != START) & ~found["crawford"]
    usable &= score + found["cube"] < found["path"].map(lengths)
    usable &= found["cube_owner"].isna() | (found["cube_owner"] == found["seat"])
    return found[["path", "game", "seat", "kind", "play"]].assign(
        moves=rolled,
        unforced=rolled & (found["n_plays"] > 1).fillna(False),
        doubles=found["kind"] == "double",
        takes=found["kind"] == "take",
        passes=found["kind"] == "drop",
        cube=~rolled | usable,
    )


_LENGTH = re.compile(r"^ *(\d+) point match", re.MULTILINE)
"""Of an unlimited game that is written as a match, GNU Backgammon knows only the match."""


def _read_twice(records: dict[str, Path], rolls: pd.DataFrame) -> pd.DataFrame:
    """The dances that GNU Backgammon reads a second time.

    It seems to keep the place of the right-hand cell of the row before when a line has neither a colon nor more than
    15 characters, and that cell is still in its buffer. Only the line ``Losses`` in the left column is as short. A
    dance is possible again; a play is dropped where it is not possible a second time, as all four here.
    """
    last = rolls.groupby(["path", "game"]).tail(1).set_index(["path", "game"])
    places = [(str(path), game) for path in records.values() for game in _short_lines(_text(path))]
    again = last.loc[places].reset_index()
    assert (again["seat"] == 1).all()
    return again[again["play"] == ""]


def _short_lines(text: str) -> list[int]:
    """Numbers of the games with a short line ``Losses`` in the left column."""
    game, found = 0, []
    for line in text.splitlines():
        if heading := re.fullmatch(r" *Game (\d+) *", line):
            game = int(heading[1])
        elif line.lstrip().startswith("Losses") and len(line) <= SHORT:
            found.append(game)
    return found


def _text(path: Path) -> str:
    return path.read_text(encoding="latin-1")


def _tally(actions: pd.DataFrame, index: pd.MultiIndex) -> pd.DataFrame:
    """The counts of some actions by path and seat, for every row of the statistics."""
    counts = actions.groupby(["path", "seat"])[COUNTS].sum().astype(int)
    wanted = pd.MultiIndex.from_arrays([index.get_level_values("path"), index.get_level_values("seat")])
    return counts.reindex(wanted, fill_value=0).set_axis(index)


def _matches(rows: pd.Series) -> set[str]:
    """The matches of the rows for which something is true."""
    return set(rows.index[rows].get_level_values("path"))


def _stopped(compared: Compared) -> pd.Series:
    """Whether the analysis of a row was stopped: it has fewer cube decisions than rolls with a usable cube."""
    fewer = compared.theirs["cube"] < (compared.plain - compared.hidden)["cube"]
    return fewer.groupby(["path", "ply"]).transform("any")


def test_every_row_is_joined_by_name(statistics: pd.DataFrame, records: dict[str, Path], replayed: Tables) -> None:
    """Every row has its record and both its players; the first player is mostly the right column."""
    seats = _seats(statistics, records, replayed)
    assert (len(statistics), len(seats)) == (4978, 1597)
    assert int((seats["seat"] == 1).sum()) == 1249
    assert statistics[statistics["player1"].str.fullmatch(NAMELESS.pattern)]["match"].nunique() == 10
    assert not statistics["player2"].str.fullmatch(NAMELESS.pattern).any()


def test_as_many_games(statistics: pd.DataFrame, records: dict[str, Path], replayed: Tables) -> None:
    """The statistics are of all games of the record."""
    games = replayed.matches.set_index("path")["games"]
    ours = statistics["match"].map(lambda match: games[str(records[match])])
    assert (statistics["games_files"].astype(int) == ours).all()
    assert (statistics["last_game_no"].astype(int) == ours).all()


def test_counts_as_recorded(compared: Compared) -> None:
    """Without any rule 1,583 of 1,597 matches agree in everything, but for one analysis that was stopped."""
    differs = (compared.theirs != compared.plain)[~_stopped(compared)]
    everything = set(compared.theirs.index.get_level_values("path"))
    assert len(everything) == 1597
    assert len(everything - _matches(differs.any(axis=1))) == 1583
    # A hidden roll with a usable cube is a cube decision less; all other differences are in the number of moves.
    assert _matches(differs.drop(columns=["moves", "cube"]).any(axis=1)) == set()
    assert _matches(differs["cube"]) == _matches(compared.hidden["cube"] > 0)


def test_every_difference_is_explained(compared: Compared) -> None:
    """With the rules all counts of all rows agree, and each rule is needed."""
    ours = compared.plain - compared.hidden + compared.twice
    stopped = _stopped(compared)
    differs = (compared.theirs != ours)[~stopped]
    assert not differs.any(axis=None), differs[differs.any(axis=1)]
    assert not (compared.theirs != ours)[stopped].drop(columns=OF_THE_ENGINE).any(axis=None)
    assert not (compared.theirs > ours)[stopped].any(axis=None)
    hidden, twice = _matches(compared.hidden["moves"] > 0), _matches(compared.twice["moves"] > 0)
    assert (len(hidden), len(twice), len(hidden & twice)) == (7, 7, 0)
    assert (len(differs), int(stopped.sum())) == (9954, 2)  # two players a row


def test_analyses_of_a_match_agree(compared: Compared) -> None:
    """No count depends on how deep the engine looked; their sums over the matches say how much was compared."""
    of_match = compared.theirs[~_stopped(compared)].groupby(["path", "seat"])
    assert (of_match.nunique() == 1).all(axis=None)
    assert of_match.first().sum().to_dict() == {
        "moves": 176_657,
        "unforced": 142_743,
        "doubles": 3_983,
        "takes": 2_479,
        "passes": 1_504,
        "cube": 81_441,
    }


def test_rules_are_about_few_cells(records: dict[str, Path], compared: Compared) -> None:
    """Eight hidden rolls, and eleven cells that are read again, of which seven are dances."""
    of_match = [part["moves"].groupby(["path", "seat"]).first().sum() for part in (compared.hidden, compared.twice)]
    assert of_match == [8, 7]
    assert sum(len(_short_lines(_text(path))) for path in records.values()) == 11
