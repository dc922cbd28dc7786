"""The tables made ready for statistics: which game and seat each action belongs to, and every game once a seat.

The statistics of ``catalogue`` are functions of frames: anything with ``matches``, ``games`` and ``actions`` as
``reports.tables`` makes them. ``prepare`` joins them once; a function given what it returns does no work again. What
is not known is missing and counts nowhere; nothing goes through the rows one by one.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd


class Key(NamedTuple):
    """What statistics can be divided by."""

    meaning: str
    records: bool = True
    """It divides the topics of what records hold: results, cube, length, play, dice and the others without engine."""
    analysis: bool = True
    """It divides the topics of a stored analysis: errors, luck, ratings."""


KEYS: Final[dict[str, Key]] = {
    "all": Key("Everything in one group."),
    "match": Key("The match: its file and its number in the file."),
    "game": Key("The game of a match."),
    "player": Key("The player."),
    "opponent": Key("Against whom."),
    "seat": Key("0 the first player of the record, 1 the second."),
    "event": Key("The event in the header."),
    "round": Key("The round in the header."),
    "length": Key("Points of the match; missing for a session."),
    "month": Key("Year and month of the date in the header."),
    "opening": Key("The first roll of the game.", analysis=False),
    "first": Key("Whether the player made the first roll.", analysis=False),
    "score": Key(
        "Points away of the player and of the opponent, c in the Crawford game, p behind it; money.", records=False
    ),
    "cube": Key("The live cube at the decision.", records=False),
    "phase": Key("The phase of the game at the decision: opening, contact, race, bear-off.", records=False),
    "engine": Key("Who judged the decision, and how deep.", records=False),
}
"""What ``by`` may name, and which topics each key divides."""
RECORD_KEYS: Final = tuple(name for name, key in KEYS.items() if key.records)
OF_A_GAME: Final = ("game", "opening", "first")
"""Keys that divide matches."""
KINDS: Final = (
    "play",
    "roll",
    "double",
    "take",
    "drop",
    "beaver",
    "raccoon",
    "resign",
    "end",
    "set",
    "unreadable",
)
"""Kinds of actions. ``roll``: its play is not in the record. ``end``: a result; its player is the winner."""
ROLLS: Final = tuple(f"{high}{low}" for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls: 11, 21, 22, 31 ... 66."""
PLAYED_OUT: Final = ("single", "gammon", "backgammon")
"""Results of games that ended on the board."""
_MONTH: Final = re.compile(r"\s*([0-9]{4})[-./]([0-9]{1,2})(?![0-9])")


class Frames(Protocol):
    """What is needed of ``reports.tables.Tables``."""

    @property
    def matches(self) -> pd.DataFrame: ...
    @property
    def games(self) -> pd.DataFrame: ...
    @property
    def actions(self) -> pd.DataFrame: ...


class Prepared:
    """Frames with their joins, each made when it is first needed."""

    def __init__(self, matches: pd.DataFrame, games: pd.DataFrame, actions: pd.DataFrame) -> None:
        self.matches = matches
        self.games = games.reset_index(drop=True)
        self.actions = actions
        self.made: dict[Any, Any] = {}
        """What functions made of the frames and will need again, by a name of theirs."""

    @cached_property
    def game_at(self) -> npt.NDArray[np.int64]:
        """The row of ``games`` that each action belongs to, -1 where there is none."""
        import numpy as np
        import pandas as pd

        actions = self.actions
        if not len(actions):
            return np.empty(0, np.int64)
        path = actions["path"]
        if isinstance(path.dtype, pd.CategoricalDtype):
            codes, names = path.cat.codes.to_numpy(), path.cat.categories
        else:
            codes, names = pd.factorize(path)
        match = actions["match"].fillna(-1).to_numpy(dtype=np.int64)
        game = actions["game"].fillna(-1).to_numpy(dtype=np.int64)
        new = np.ones(len(actions), bool)
        new[1:] = (codes[1:] != codes[:-1]) | (match[1:] != match[:-1]) | (game[1:] != game[:-1])
        starts = np.flatnonzero(new)
        runs = pd.DataFrame({"path": codes[starts], "match": match[starts], "game": game[starts]})
        known = pd.DataFrame(
            {
                "path": pd.Index(names).get_indexer(self.games["path"].astype(object)),
                "match": self.games["match"].fillna(-1).to_numpy(dtype=np.int64),
                "game": self.games["game"].fillna(-1).to_numpy(dtype=np.int64),
                "at": np.arange(len(self.games)),
            }
        ).drop_duplicates(["path", "match", "game"])
        runs["path"] = runs["path"].astype(np.int64)
        known["path"] = known["path"].astype(np.int64)
        at = runs.merge(known, on=["path", "match", "game"], how="left")["at"].fillna(-1).to_numpy(dtype=np.int64)
        return np.repeat(at, np.diff(np.append(starts, len(actions))))

    @cached_property
    def kind(self) -> npt.NDArray[Any]:
        """The kind of each action as a place in ``KINDS``, -1 for others."""
        import numpy as np

        kind = self.actions["kind"].astype("category").cat
        number = {name: at for at, name in enumerate(KINDS)}
        to = np.array([*(number.get(str(name), -1) for name in kind.categories), -1], dtype=np.int8)
        codes: npt.NDArray[Any] = to[kind.codes.to_numpy()]
        return codes

    def is_kind(self, *kinds: str) -> npt.NDArray[np.bool_]:
        """Which actions are of these kinds."""
        import numpy as np

        mask = np.zeros(len(KINDS) + 1, bool)
        mask[[KINDS.index(kind) for kind in kinds]] = True
        found: npt.NDArray[np.bool_] = mask[self.kind]
        return found

    @cached_property
    def seat(self) -> npt.NDArray[np.int64]:
        """Who acts, -1 where that is not known."""
        import numpy as np

        seat: npt.NDArray[np.int64] = self.actions["player"].fillna(-1).to_numpy(dtype=np.int64)
        return seat

    @cached_property
    def side_at(self) -> npt.NDArray[np.int64]:
        """The row of ``sides`` that each action belongs to, -1 where there is none."""
        import numpy as np

        known = (self.game_at >= 0) & (self.seat >= 0) & (self.seat <= 1)
        return np.where(known, 2 * self.game_at + self.seat, -1)

    def count(self, where: npt.NDArray[np.bool_], weights: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """For each side, how many of the actions it has, or the sum of their weights."""
        import numpy as np

        rows = np.flatnonzero(where & (self.side_at >= 0))
        return np.bincount(
            self.side_at[rows], None if weights is None else weights[rows], minlength=2 * len(self.games)
        )

    @cached_property
    def rolled(self) -> npt.NDArray[np.int8]:
        """The roll of each action as a place in ``ROLLS``, -1 for none."""
        import numpy as np

        first = self.actions["die_1"].fillna(0).to_numpy(dtype=np.int64)
        second = self.actions["die_2"].fillna(0).to_numpy(dtype=np.int64)
        high, low = np.maximum(first, second), np.minimum(first, second)
        good = self.is_kind("play", "roll") & (low >= 1) & (high <= 6)
        return np.where(good, high * (high - 1) // 2 + low - 1, -1).astype(np.int8)

    @cached_property
    def first_rolls(self) -> npt.NDArray[np.int64]:
        """The actions that are the first roll of their game."""
        import numpy as np

        rows = np.flatnonzero((self.rolled >= 0) & (self.side_at >= 0))
        _, first = np.unique(self.game_at[rows], return_index=True)
        found: npt.NDArray[np.int64] = rows[first]
        return found

    @cached_property
    def openings(self) -> npt.NDArray[np.int64]:
        """The first rolls that are an opening: one die of each player, so no double, on a board nobody has set."""
        import numpy as np

        rows = self.first_rolls
        double = np.array([roll[0] == roll[1] for roll in ROLLS])
        touched = np.full(len(self.games), len(self.actions))
        sets = np.flatnonzero(self.is_kind("set") & (self.game_at >= 0))
        np.minimum.at(touched, self.game_at[sets], sets)
        found: npt.NDArray[np.int64] = rows[~double[self.rolled[rows]] & (touched[self.game_at[rows]] > rows)]
        return found

    @cached_property
    def moved(self) -> npt.NDArray[np.float64]:
        """The pips that each play moved, NaN where they are not known."""
        import numpy as np

        many = len(self.actions)
        pips = np.stack([self.actions[f"pips_{s}"].astype("Float64").to_numpy(np.float64, np.nan) for s in (0, 1)])
        seat = np.where(self.seat == 1, 1, 0)
        before = pips[seat, np.arange(many)]
        following = np.append(np.arange(1, many), 0)[:many]
        after = pips[seat, following]
        last = np.ones(many, bool)
        if many:
            last[:-1] = self.game_at[1:] != self.game_at[:-1]
            after[last] = np.nan
            after[self.is_kind("set")[following]] = np.nan
        result = self.games["result"].astype(object).isin(PLAYED_OUT).to_numpy()
        winner = self.games["winner"].fillna(-1).to_numpy(dtype=np.int64)
        rows = np.flatnonzero(last & (self.side_at >= 0))
        rows = rows[result[self.game_at[rows]] & (winner[self.game_at[rows]] == seat[rows])]
        after[rows] = 0.0
        plays = self.is_kind("play") & self.actions["play"].notna().to_numpy()
        return np.where(plays, before - after, np.nan)

    @cached_property
    def sides(self) -> pd.DataFrame:
        """Every game twice, once a seat, with the keys of statistics and what the table of games says."""
        import numpy as np
        import pandas as pd

        games = self.games
        many = len(games)
        told = self.matches.rename(columns={"number": "match", "winner": "match_winner"}).reset_index(drop=True)
        told["match_at"] = np.arange(len(told))
        told = told.drop_duplicates(["path", "match"])
        wanted = [
            "path",
            "match",
            "player_0",
            "player_1",
            "length",
            "match_winner",
            "event",
            "round",
            "date",
            "match_at",
        ]
        merged = games[["path", "match"]].merge(told[wanted], on=["path", "match"], how="left")
        at = np.repeat(np.arange(many), 2)
        seat = np.tile(np.array([0, 1]), many)
        out = pd.DataFrame({"at": at, "seat": seat, "all": "all"})
        for name in ("path", "match"):
            out[name] = games[name].iloc[at].to_numpy()
        out["game"] = games["game"].iloc[at].array
        for name in ("event", "round", "length"):
            out[name] = merged[name].iloc[at].array
        out["match_at"] = merged["match_at"].fillna(-1).to_numpy(dtype=np.int64)[at]
        names = [merged[f"player_{s}"].iloc[at].astype("string") for s in (0, 1)]
        out["player"] = names[0].where(seat == 0, names[1]).array
        out["opponent"] = names[1].where(seat == 0, names[0]).array
        out["month"] = months(merged["date"]).iloc[at].array
        opening = np.full(many, None, dtype=object)
        opened = np.full(many, -1)
        rows = self.openings
        opening[self.game_at[rows]] = np.array(ROLLS, dtype=object)[self.rolled[rows]]
        opened[self.game_at[rows]] = self.seat[rows]
        out["opening"] = pd.array(opening[at], dtype="string")
        first = pd.array(opened[at] == seat, dtype="boolean")
        first[opened[at] < 0] = pd.NA
        out["first"] = first
        winner = games["winner"].fillna(-1).to_numpy(dtype=np.int64)[at]
        out["decided"] = winner >= 0
        out["won"] = winner == seat
        out["lost"] = winner == 1 - seat
        match_winner = merged["match_winner"].fillna(-1).to_numpy(dtype=np.int64)[at]
        out["match_decided"] = match_winner >= 0
        out["match_won"] = match_winner == seat
        out["points"] = games["points"].astype("Float64").to_numpy(np.float64, np.nan)[at]
        out["result"] = games["result"].astype(object).to_numpy()[at]
        out["cube"] = games["cube"].astype("Float64").to_numpy(np.float64, np.nan)[at]
        out["cube_owner"] = games["cube_owner"].fillna(-1).to_numpy(dtype=np.int64)[at]
        out["plies"] = games["plies"].astype("Float64").to_numpy(np.float64, np.nan)[at]
        return out


def prepare(frames: Frames) -> Prepared:
    """The frames with their joins. What was prepared already is given back."""
    if isinstance(frames, Prepared):
        return frames
    return Prepared(frames.matches, frames.games, frames.actions)


def columns_of(by: str | Sequence[str]) -> list[str]:
    """The columns of the index for the keys of ``by``. Raises ``ValueError`` for other keys."""
    keys = [by] if isinstance(by, str) else list(by)
    unknown = [key for key in keys if key not in RECORD_KEYS]
    if unknown or not keys or len(set(keys)) != len(keys):
        wrong = ", ".join(unknown or keys) or "nothing"
        raise ValueError(f"by {wrong}: give each of these once at most: {', '.join(RECORD_KEYS)}")
    columns: list[str] = []
    for key in keys:
        parts = {"match": ["path", "match"], "game": ["path", "match", "game"]}.get(key, [key])
        columns += [part for part in parts if part not in columns]
    return columns


def grouped(sides: pd.DataFrame, columns: Sequence[str]) -> Any:
    """Rows in groups, those whose key is missing in a group of their own."""
    return sides.groupby(list(columns), observed=True, dropna=False, sort=True)


def distinct(sides: pd.DataFrame, columns: Sequence[str], what: str) -> pd.Series:
    """How many different values of a column each group has."""
    rows = sides.drop_duplicates([*columns, what])
    sizes: pd.Series = grouped(rows, columns).size()
    return sizes


def ratio(part: pd.Series, whole: pd.Series) -> pd.Series:
    """A quotient, missing where there is nothing to divide by."""
    whole = whole.astype("Float64")
    found: pd.Series = part.astype("Float64") / whole.where(whole != 0)
    return found


def typed(columns: Mapping[str, pd.Series], index: pd.Index) -> pd.DataFrame:
    """A frame of nullable numbers: whole ones ``Int64``, others ``Float64``."""
    import pandas as pd

    out = pd.DataFrame(index=index)
    for name, values in columns.items():
        values = values.reindex(index)
        if pd.api.types.is_float_dtype(values.dtype):
            out[name] = values.astype("Float64")
        elif pd.api.types.is_integer_dtype(values.dtype):
            out[name] = values.astype("Int64")
        else:
            out[name] = values
    return out


def months(dates: pd.Series) -> pd.Series:
    """``2024-05`` of dates that begin with year and month, missing for others."""
    import pandas as pd

    values = dates.astype("string")
    known = {text: _month(text) for text in values.dropna().unique()}
    return values.map(known).astype(pd.StringDtype())


def _month(text: str) -> str | None:
    found = _MONTH.match(text)
    if found is None or not 1 <= int(found[2]) <= 12:
        return None
    return f"{found[1]}-{int(found[2]):02}"


def on_bar(ids: Sequence[str]) -> npt.NDArray[np.int64]:
    """How many checkers the player who acts has on the bar, in GNU Backgammon's position IDs of 14 characters."""
    import numpy as np

    if not len(ids):
        return np.zeros(0, np.int64)
    packed = np.frombuffer(b64decode("".join([name + "AA" for name in ids])), np.uint8).reshape(len(ids), 12)
    bits = np.unpackbits(packed[:, :10], axis=1, bitorder="little")
    # A zero closes a point; 25 points of the opponent and 24 of the player are in front of the player's bar. So the
    # bar is not empty if the last one has 49 zeros in front of it.
    last = 79 - bits[:, ::-1].argmax(axis=1)
    ones = bits.sum(axis=1, dtype=np.int64)
    rows = np.flatnonzero((ones > 0) & (last + 1 - ones == 49))
    found = np.zeros(len(ids), np.int64)
    for back in range(15):
        rows = rows[(last[rows] >= back) & (bits[rows, last[rows] - back] == 1)]
        found[rows] += 1
    return found
