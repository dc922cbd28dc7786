"""Who won what: games, matches, points, gammons; and what the chances of an engine mean in shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .frames import OF_A_GAME, Frames, columns_of, distinct, grouped, prepare, ratio, typed

if TYPE_CHECKING:
    import pandas as pd


def results(frames: Frames, by: str | Sequence[str] = "player") -> pd.DataFrame:
    """Wins, points and how games were won, one row a group.

    A gammon share contains the backgammons, as in every engine: it is the share of wins that were worth more than a
    single game. Shares of matches are missing where a key divides matches.
    """
    columns = columns_of(by)
    return _results(prepare(frames).sides, columns, divided=any(key in OF_A_GAME for key in columns))


def head_to_head(frames: Frames, by: str | Sequence[str] = "player") -> pd.DataFrame:
    """The same against each opponent."""
    columns = columns_of(by)
    if "opponent" not in columns:
        columns.append("opponent")
    told = ["matches", "match_wins", "match_losses", "games", "wins", "losses", "points_won", "points_lost"]
    return _results(prepare(frames).sides, columns, divided=any(key in OF_A_GAME for key in columns))[told]


def _results(sides: pd.DataFrame, columns: list[str], *, divided: bool) -> pd.DataFrame:
    import pandas as pd

    of_a_kind = ~sides["result"].isin(["resign", "unfinished", "draw"])
    gammon = sides["result"].isin(["gammon", "resign-gammon"])
    backgammon = sides["result"].isin(["backgammon", "resign-backgammon"])
    rows = sides.assign(
        points_won=sides["points"].where(sides["won"]),
        points_lost=sides["points"].where(sides["lost"]),
        kind_known=sides["won"] & of_a_kind,
        gammon=sides["won"] & gammon,
        backgammon=sides["won"] & backgammon,
        lost_known=sides["lost"] & of_a_kind,
        lost_gammon=sides["lost"] & (gammon | backgammon),
        resigned=sides["lost"] & sides["result"].fillna("").astype(str).str.startswith("resign"),
    )
    of_games = grouped(rows, columns)
    names = ["decided", "won", "lost", "kind_known", "gammon", "backgammon", "lost_known", "lost_gammon", "resigned"]
    sums = of_games[names].sum()
    points = of_games[["points_won", "points_lost"]].sum()
    for name, what in (("points_won", "won"), ("points_lost", "lost")):
        # Points of nobody are zero; points of games that nobody could count are not known.
        points[name] = points[name].mask((sums[what] > 0) & (of_games[name].count() == 0))
    index = sums.index
    per_match = grouped(rows.drop_duplicates([*columns, "match_at", "seat"]), columns)
    wins, decided = per_match["match_won"].sum(), per_match["match_decided"].sum()
    losses = decided - wins
    share = ratio(wins, decided)
    if divided:
        wins, losses, share = (pd.Series(pd.NA, index=index, dtype=kind) for kind in ("Int64", "Int64", "Float64"))
    out = {
        "matches": distinct(rows, columns, "match_at"),
        "match_wins": wins,
        "match_losses": losses,
        "match_win_share": share,
        "games": distinct(rows, columns, "at"),
        "wins": sums["won"],
        "losses": sums["lost"],
        "win_share": ratio(sums["won"], sums["decided"]),
        "points_won": points["points_won"].astype("Float64").round().astype("Int64"),
        "points_lost": points["points_lost"].astype("Float64").round().astype("Int64"),
        "points_per_game": ratio(points["points_won"] - points["points_lost"], sums["decided"]),
        "gammons": sums["gammon"],
        "backgammons": sums["backgammon"],
        "gammon_share": ratio(sums["gammon"] + sums["backgammon"], sums["kind_known"]),
        "backgammon_share": ratio(sums["backgammon"], sums["kind_known"]),
        "gammon_lost_share": ratio(sums["lost_gammon"], sums["lost_known"]),
        "resigned": sums["resigned"],
    }
    return typed(out, index)


def outcome_shares(chances: pd.DataFrame) -> pd.DataFrame:
    """What cumulative chances (columns ``win``, ``win_g``, ``win_bg``, ``lose_g``, ``lose_bg``) mean.

    Gammon chances of engines contain the backgammons. ``equity`` is the cubeless equity in points; the other
    columns are chances that exclude each other and add up to 1.
    """
    import pandas as pd

    win, win_g, win_bg = (chances[name] for name in ("win", "win_g", "win_bg"))
    lose_g, lose_bg = chances["lose_g"], chances["lose_bg"]
    return pd.DataFrame(
        {
            "equity": 2 * win - 1 + win_g + win_bg - lose_g - lose_bg,
            "wins_single": win - win_g,
            "wins_gammon": win_g - win_bg,
            "wins_backgammon": win_bg,
            "loses_single": 1 - win - lose_g,
            "loses_gammon": lose_g - lose_bg,
            "loses_backgammon": lose_bg,
        }
    )
