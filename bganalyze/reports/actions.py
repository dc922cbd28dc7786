"""The table of actions: what a record says and what the replay knows of it, one row an action, in typed columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ..analysis.frames import KINDS
from ..pipeline import Opened
from .numbering import Texts
from .packed import ID
from .rows import NUMBERS, WORDS, MatchCounts, Rows

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

TYPES: Final = {
    "match_id": "category",
    "path": "category",
    "match": "Int32",
    "game": "Int32",
    "move": "Int32",
    "player": "Int8",
    "kind": "category",
    "die_1": "Int8",
    "die_2": "Int8",
    "play": "category",
    "position_before": "string",
    "cube": "Int32",
    "cube_owner": "Int8",
    "pips_0": "Int16",
    "pips_1": "Int16",
    "legal": "boolean",
    "code": "category",
    "hits": "Int8",
    "forced": "boolean",
    "n_plays": "Int32",
    **dict.fromkeys(NUMBERS[:6], "float64"),
    "best_play": "category",
    **dict.fromkeys(NUMBERS[6:], "float64"),
    "cube_class": "category",
    "engine": "category",
}
"""Columns and their types. Numbers of the analysis are NaN where the record has none."""


class Collected:
    """The actions of some files as they come in. ``clear`` begins anew and remembers texts."""

    def __init__(self, n_plays: bool = False) -> None:
        self.rows = Rows(n_plays)
        self.crashes: list[tuple[str, str]] = []
        """Paths of files on which bganalyze itself failed, and how. None of their actions are in the table."""

    def clear(self) -> None:
        """Begin anew."""
        self.rows.clear()
        self.crashes = []

    def take(self, source: Opened) -> None:
        """The actions of one more file."""
        rows, (checked, record, traced, followed) = self.rows, source
        if record is None:
            return
        mark = rows.mark()
        try:
            if traced is None:
                for number, one in enumerate(followed or (), 1):
                    rows.add(checked.path, number, record, one)
            else:
                for number, noted in enumerate(traced, 1):
                    rows.add_traced(checked.path, number, record, noted)
        except Exception as error:  # our own fault: one file must not stop a batch
            rows.cut(mark)
            self.crashes.append((checked.path, f"{type(error).__name__}: {error}"[:300]))

    def counts(self) -> dict[tuple[str, int], MatchCounts]:
        """What the actions add to the other tables, by path and number of the match."""
        return self.rows.counts()

    def frame(self) -> pd.DataFrame:
        """The table; its rows are taken out. A column in which nothing is known is one shared missing value."""
        import pandas as pd

        self.rows.settle()
        chunks, self.rows.chunks = self.rows.chunks, []
        many = sum(len(chunk["kind"]) for chunk in chunks)
        names = {name: texts.names() for name, texts in self.rows.texts.items()}
        columns: dict[str, Any] = {}
        analysed = _analysed(chunks, many)
        for name, kind in TYPES.items():
            if name == "position_before":
                columns[name] = _fixed_strings(_joined(chunks, name, f"S{ID}"), _joined(chunks, "known", "?"))
            elif kind == "float64":
                columns[name] = analysed[name]
            elif name == "kind":
                columns[name] = pd.Categorical.from_codes(_joined(chunks, name, "i1"), pd.Index(KINDS, dtype="str"))
            elif name in WORDS:
                columns[name] = _category(analysed[name], names[name])
            elif kind == "category":
                columns[name] = _category(_joined(chunks, name, "i4"), names[name])
            else:
                columns[name] = _nullable(_joined(chunks, name, "i1" if kind == "boolean" else kind.lower()), kind)
        return pd.DataFrame(columns, copy=False)


def collect(sources: Iterable[Opened], n_plays: bool = False) -> Collected:
    """The actions of some files."""
    found = Collected(n_plays)
    for source in sources:
        found.take(source)
    return found


def _joined(chunks: list[dict[str, npt.NDArray[Any]]], name: str, kind: str) -> npt.NDArray[Any]:
    """A column of all chunks, which give it up."""
    import numpy as np

    parts = [chunk.pop(name) for chunk in chunks]
    return np.concatenate(parts).astype(kind, copy=False) if parts else np.empty(0, dtype=kind)


def _analysed(chunks: list[dict[str, npt.NDArray[Any]]], many: int) -> dict[str, npt.NDArray[Any]]:
    """The columns of the analysis: numbers, and words as numbers of texts."""
    import numpy as np

    nothing = {
        **dict.fromkeys(NUMBERS, np.broadcast_to(np.nan, many)),
        **dict.fromkeys(WORDS, np.broadcast_to(np.int32(-1), many)),
    }
    rows, begin = [], 0
    for chunk in chunks:
        if "judged" in chunk:
            rows.append(chunk["judged"] + begin)
        begin += len(chunk["kind"])
    if not rows:
        return nothing
    judged = np.concatenate(rows)
    numbers = np.concatenate([chunk["numbers"] for chunk in chunks if "judged" in chunk])
    words = np.concatenate([chunk["words"] for chunk in chunks if "judged" in chunk])
    columns: dict[str, npt.NDArray[Any]] = {}
    for at, name in enumerate(NUMBERS):
        columns[name] = np.full(many, np.nan)
        columns[name][judged] = numbers[:, at]
    for at, name in enumerate(WORDS):
        columns[name] = np.full(many, -1, dtype=np.int32)
        columns[name][judged] = words[:, at]
    return columns


def _nullable(values: npt.NDArray[Any], kind: str) -> Any:
    """Numbers or truth values of which negative ones are missing."""
    import numpy as np
    import pandas as pd

    missing = values < 0
    if len(values) and missing.all():
        values, missing = np.broadcast_to(values[:1], len(values)), np.broadcast_to(np.True_, len(values))
    if kind == "boolean":
        return pd.arrays.BooleanArray(values == 1, missing)
    return pd.arrays.IntegerArray(values, missing)


def _category(codes: npt.NDArray[Any], names: list[str]) -> pd.Categorical:
    """A column of the names that are used, in the order in which they first appear."""
    import numpy as np
    import pandas as pd

    if not len(names) or codes.max(initial=-1) < 0:
        # No category at all has the type that Parquet gives back for none.
        return pd.Categorical.from_codes(np.broadcast_to(np.int8(-1), len(codes)), pd.Index([], dtype=object))
    rows = np.flatnonzero(codes >= 0)[::-1]
    first = np.full(len(names), -1, dtype=np.int64)
    first[codes[rows]] = rows  # what is written last is the first row
    used = np.flatnonzero(first >= 0)
    used = used[np.argsort(first[used], kind="stable")]
    new = np.full(len(names) + 1, -1, dtype=np.int32)
    new[used] = np.arange(len(used))
    return pd.Categorical.from_codes(new[codes], pd.Index([names[n] for n in used], dtype="str"))


def join_categories(parts: Sequence[pd.Series]) -> pd.Categorical:
    """Columns of categories one behind the other, the names in the order in which they first appear."""
    import numpy as np

    texts = Texts()
    codes = []
    for part in parts:
        to = np.array([*(texts[name] for name in part.cat.categories), -1], dtype=np.int32)
        codes.append(to[part.cat.codes.to_numpy()])
    return _category(np.concatenate(codes), texts.names())


def _fixed_strings(ids: npt.NDArray[Any], known: npt.NDArray[np.bool_]) -> Any:
    """A column of text of one length, made without an object a row where pandas keeps text in Arrow's arrays."""
    import numpy as np
    import pandas as pd

    kind = pd.StringDtype()
    if kind.storage == "pyarrow" and len(ids):
        import pyarrow as pa

        ends = np.zeros(len(ids) + 1, dtype=np.int64)
        np.cumsum(known * ids.dtype.itemsize, out=ends[1:])
        there = pa.py_buffer(np.packbits(known, bitorder="little").tobytes())
        text = pa.py_buffer(ids[known].tobytes())
        return kind.__from_arrow__(pa.LargeStringArray.from_buffers(len(ids), pa.py_buffer(ends), text, there))
    names = ids.astype("U").astype(object)
    names[~known] = pd.NA
    return pd.array(names, dtype="string")
