"""The dice: how often each roll came, whether that is what fair dice do, and how rolls follow each other.

The first roll of every game is left out, because an opening cannot be a double. The tests need SciPy; without it
their columns are missing. Somebody who tests hundreds of players finds some with a p-value of one in a hundred:
``CAUTION`` says so, and the columns ``_holm`` are p-values corrected (Holm) for all tests of that kind in the frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from .frames import ROLLS, Frames, columns_of, grouped, prepare, ratio, typed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    from .frames import Prepared

CAUTION: Final = (
    "Many tests were made: of fair dice, one p-value in twenty is below 0.05. Judge by the corrected ones (_holm), "
    "and only what you asked before you looked."
)
LEAST_EXPECTED: Final = 5.0
"""A chi-square test needs as many expected in every class."""


def has_scipy() -> bool:
    """Whether the tests can be made."""
    from importlib.util import find_spec

    return find_spec("scipy") is not None


def dice(frames: Frames, by: str | Sequence[str] = "player") -> pd.DataFrame:
    """Doubles, and whether the 21 rolls and the six faces are as frequent as fair dice make them, one row a group.

    ``doubles_p`` is the exact two-sided binomial test of the doubles, ``rolls_p`` the chi-square test of the rolls
    (20 degrees of freedom, 180 rolls at least), ``faces_p`` that of the faces (5 degrees, 15 rolls at least).
    """
    import numpy as np
    import pandas as pd

    prepared = prepare(frames)
    group, index = _groups(prepared, columns_of(by))
    table = _table(prepared, group, len(index))
    total = table.sum(axis=1)
    doubles = table[:, _double()].sum(axis=1)
    rolls_chi2 = _chi_square(table, total[:, None] * _chance())
    faces_chi2 = _chi_square(table @ _faces(), np.repeat(total[:, None] / 3, 6, axis=1))
    rolls_p, faces_p = _chi_p(rolls_chi2, 20), _chi_p(faces_chi2, 5)
    doubles_p = binomial_p(doubles, total, np.full(len(total), 1 / 6))
    whole, part = pd.Series(total, index), pd.Series(doubles, index)
    out = {
        "rolls": whole,
        "doubles": part,
        "doubles_share": ratio(part, whole),
        "doubles_p": pd.Series(doubles_p, index),
        "doubles_p_holm": pd.Series(holm(doubles_p), index),
        "rolls_chi2": pd.Series(rolls_chi2, index),
        "rolls_p": pd.Series(rolls_p, index),
        "rolls_p_holm": pd.Series(holm(rolls_p), index),
        "faces_chi2": pd.Series(faces_chi2, index),
        "faces_p": pd.Series(faces_p, index),
        "faces_p_holm": pd.Series(holm(faces_p), index),
    }
    return typed(out, index)


def roll_table(frames: Frames, by: str | Sequence[str] = "player") -> pd.DataFrame:
    """Every roll of every group: how often it came, and the exact two-sided binomial test of that."""
    import numpy as np
    import pandas as pd

    prepared = prepare(frames)
    columns = columns_of(by)
    group, groups = _groups(prepared, columns)
    table = _table(prepared, group, len(groups))
    keys = groups.to_frame(index=False)
    keys.columns = pd.Index(columns)
    keys = keys.iloc[np.repeat(np.arange(len(groups)), len(ROLLS))].reset_index(drop=True)
    keys["roll"] = pd.array(np.tile(np.array(ROLLS, dtype=object), len(groups)), dtype="string")
    index = pd.MultiIndex.from_frame(keys)
    times = table.ravel()
    total = np.repeat(table.sum(axis=1), len(ROLLS))
    chance = np.tile(_chance(), len(groups))
    p = binomial_p(times, total, chance)
    out = {
        "times": pd.Series(times, index),
        "share": ratio(pd.Series(times, index), pd.Series(total, index)),
        "expected": pd.Series(chance, index),
        "p": pd.Series(p, index),
        "p_holm": pd.Series(holm(p), index),
    }
    return typed(out, index)


def runs(frames: Frames, by: str | Sequence[str] = "player") -> pd.DataFrame:
    """How rolls follow each other, one row a group, in the order of the tables.

    A run are doubles in a row, or rolls in a row that are none. Their number is tested by Wald and Wolfowitz's
    normal approximation, which wants ten of each kind. ``repeats`` are rolls that equal the one before in the group.
    """
    import numpy as np
    import pandas as pd

    prepared = prepare(frames)
    group, index = _groups(prepared, columns_of(by))
    rows = _tested(prepared)
    of = group[prepared.side_at[rows]]
    order = np.argsort(of, kind="stable")
    of, roll = of[order], prepared.rolled[rows][order]
    double = _double()[roll]
    many = len(index)
    same = of[1:] == of[:-1]
    begins = np.ones(len(of), bool)
    begins[1:] = ~same | (double[1:] != double[:-1])
    starts = np.flatnonzero(begins)
    lengths = np.diff(np.append(starts, len(of)))
    longest = np.zeros(many, np.int64)
    doubled = double[starts]
    np.maximum.at(longest, of[starts[doubled]], lengths[doubled])
    total = np.bincount(of, minlength=many)
    doubles = np.bincount(of[double], minlength=many)
    number = np.bincount(of[starts], minlength=many)
    again = np.flatnonzero(same & (roll[1:] == roll[:-1]))
    repeats = np.bincount(of[again + 1], minlength=many)
    n, a = total.astype(float), doubles.astype(float)
    b = n - a
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = 2 * a * b / n + 1
        variance = (mean - 1) * (mean - 2) / (n - 1)
        z = np.where((a >= 10) & (b >= 10), (number - mean) / np.sqrt(variance), np.nan)
    p = _normal_p(z)
    out = {
        "rolls": pd.Series(total, index),
        "longest_doubles": pd.Series(longest, index),
        "runs": pd.Series(number, index),
        "runs_expected": pd.Series(np.where(n > 0, mean, np.nan), index),
        "runs_z": pd.Series(z, index),
        "runs_p": pd.Series(p, index),
        "runs_p_holm": pd.Series(holm(p), index),
        "repeats": pd.Series(repeats, index),
        "repeats_share": ratio(pd.Series(repeats, index), pd.Series(np.maximum(total - 1, 0), index)),
    }
    return typed(out, index)


def holm(p: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Holm's corrected p-values: the chance that some of so many tests shows as much by luck alone, or less."""
    import numpy as np

    out = np.full(len(p), np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    out[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(len(order), 0, -1)))
    return out


def binomial_p(
    times: npt.NDArray[Any], total: npt.NDArray[Any], chance: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Exact two-sided binomial tests, all at once: the chance of all numbers that are no likelier than the seen one."""
    import numpy as np

    out = np.full(len(times), np.nan)
    some = np.flatnonzero(np.asarray(total) > 0)
    if not has_scipy() or not len(some):
        return out
    from scipy.special import bdtr, bdtrc, gammaln, xlog1py, xlogy

    asked, back = np.unique(np.column_stack((times, total, chance))[some], axis=0, return_inverse=True)
    k, n, p = asked.T

    def likelihood(x: Any, at: Any = slice(None)) -> Any:
        m, q = n[at], p[at]
        return gammaln(m + 1) - gammaln(x + 1) - gammaln(m - x + 1) + xlogy(x, q) + xlog1py(m - x, -q)

    limit = likelihood(k) + 1e-7  # equal ones are found whatever the rounding
    below = k < n * p
    # On the other side of the mean chances fall away from it: halve the steps to the first one low enough.
    low = np.where(below, np.ceil(n * p), -1)
    high = np.where(below, n + 1, np.floor(n * p))
    while (wide := np.flatnonzero(high > low)).size:
        middle = np.where(below[wide], np.floor((low[wide] + high[wide]) / 2), np.ceil((low[wide] + high[wide]) / 2))
        rare = likelihood(middle, wide) <= limit[wide]
        to_high = rare == below[wide]
        left = wide[to_high]
        high[left] = np.where(below[left], middle[to_high], middle[to_high] - 1)
        right = wide[~to_high]
        low[right] = np.where(below[right], middle[~to_high] + 1, middle[~to_high])
    trials = n.astype(np.int64)
    first = bdtr(np.where(below, k, high), trials, p)
    first = np.where(np.where(below, k, high) < 0, 0, first)
    start = np.where(below, high, k)  # the chance of this many or more
    second = np.where(start > n, 0, np.where(start < 1, 1, bdtrc(np.clip(start - 1, 0, n), trials, p)))
    answers = np.where(k == n * p, 1.0, np.minimum(1.0, first + second))
    out[some] = answers[back.ravel()]
    return out


def _double() -> npt.NDArray[np.bool_]:
    """Which of ``ROLLS`` are doubles."""
    import numpy as np

    return np.array([roll[0] == roll[1] for roll in ROLLS])


def _chance() -> npt.NDArray[np.float64]:
    """The chance of each of ``ROLLS``."""
    import numpy as np

    return np.where(_double(), 1 / 36, 1 / 18)


def _faces() -> npt.NDArray[np.int64]:
    """How often each face is in each of ``ROLLS``."""
    import numpy as np

    return np.array([[roll.count(str(face)) for face in range(1, 7)] for roll in ROLLS])


def _tested(prepared: Prepared) -> npt.NDArray[np.int64]:
    """The rolls that are not the first of their game."""
    import numpy as np

    tested = (prepared.rolled >= 0) & (prepared.side_at >= 0)
    tested[prepared.first_rolls] = False
    return np.flatnonzero(tested)


def _groups(prepared: Prepared, columns: list[str]) -> tuple[npt.NDArray[np.int64], pd.Index]:
    """The number of the group of each side, and the groups."""
    found = grouped(prepared.sides, columns)
    numbers: npt.NDArray[np.int64] = found.ngroup().to_numpy()
    return numbers, found.size().index


def _table(prepared: Prepared, group: npt.NDArray[np.int64], many: int) -> npt.NDArray[np.int64]:
    """How often each roll came, a row a group."""
    import numpy as np

    rows = _tested(prepared)
    kinds = len(ROLLS)
    place = group[prepared.side_at[rows]] * kinds + prepared.rolled[rows]
    return np.bincount(place, minlength=many * kinds).reshape(many, kinds)


def _chi_square(seen: npt.NDArray[Any], expected: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """The sum of (seen - expected)^2 / expected of each row, NaN where too few are expected."""
    import numpy as np

    enough = (expected >= LEAST_EXPECTED - 1e-9).all(axis=1)
    safe = np.where(expected > 0, expected, 1)
    return np.where(enough, ((seen - expected) ** 2 / safe).sum(axis=1), np.nan)


def _chi_p(statistic: npt.NDArray[np.float64], freedom: int) -> npt.NDArray[np.float64]:
    import numpy as np

    if not has_scipy():
        return np.full(len(statistic), np.nan)
    from scipy.special import chdtrc

    found: npt.NDArray[np.float64] = chdtrc(freedom, statistic)
    return found


def _normal_p(z: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    import numpy as np

    if not has_scipy():
        return np.full(len(z), np.nan)
    from scipy.special import ndtr

    found: npt.NDArray[np.float64] = 2 * ndtr(-np.abs(z))
    return found
