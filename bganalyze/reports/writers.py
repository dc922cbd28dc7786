"""Tables into files, batch by batch: what is in memory is one batch, and a file appears whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from .schema import SCHEMAS

if TYPE_CHECKING:
    import pandas as pd

EXTRAS = {"parquet": "pyarrow", "duckdb": "duckdb", "xlsx": "openpyxl"}
"""Format -> the library that it needs beyond those that are always there."""
MOST_SHEET_ROWS = (1 << 20) - 1
"""Rows of a sheet below its heading."""


class WriterError(Exception):
    """Why the tables cannot be written, as a sentence."""


class Writer:
    """Takes frames and writes them. ``close`` gives the files their names; without it nothing is left."""

    suffix = ""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.paths: dict[str, tuple[Path, Path]] = {}
        """Name of a file -> where it is written, and where it belongs."""

    def place(self, name: str) -> Path:
        """The temporary path of a file."""
        if name not in self.paths:
            new = self.folder / f".{name}.{os.getpid()}{self.suffix}"
            new.unlink(missing_ok=True)
            self.paths[name] = (new, self.folder / f"{name}{self.suffix}")
        return self.paths[name][0]

    def write(self, table: str, frame: pd.DataFrame) -> None:
        """Append rows to a table."""
        raise NotImplementedError

    def finish(self) -> None:
        """Close what is open."""

    def close(self) -> list[Path]:
        """Everything was written."""
        self.finish()
        for new, path in self.paths.values():
            os.replace(new, path)
        return [path for _, path in self.paths.values()]

    def give_up(self) -> None:
        """Remove what was written."""
        with suppress(Exception):
            self.finish()
        for new, _ in self.paths.values():
            new.unlink(missing_ok=True)


class ParquetWriter(Writer):
    """One file a table, one row group a batch."""

    suffix = ".parquet"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.open: dict[str, Any] = {}

    def write(self, table: str, frame: pd.DataFrame) -> None:
        import numpy as np
        import pyarrow as pa
        import pyarrow.parquet as pq

        text = pa.string()
        types = {
            "category": pa.dictionary(pa.int32(), text), "string": text, "boolean": pa.bool_(), "float64": pa.float64(),
        }  # fmt: skip
        kinds = SCHEMAS[table]
        if table not in self.open:
            fields = [
                pa.field(name, types.get(kind) or pa.type_for_alias(kind.lower())) for name, kind in kinds.items()
            ]
            told = pa.Schema.from_pandas(frame.iloc[:0], preserve_index=False).metadata
            self.open[table] = pq.ParquetWriter(
                self.place(table),
                pa.schema(fields, metadata=told),
                use_dictionary=[
                    name
                    for name, kind in kinds.items()
                    if kind == "category" or (kind == "string" and name != "position_before")
                ],
                write_statistics=False,
            )
        writer = self.open[table]
        columns = []
        for name, kind in kinds.items():
            values = frame[name].array
            if kind == "category":
                codes = values.codes.astype("int32")
                columns.append(
                    pa.DictionaryArray.from_arrays(
                        pa.array(codes, mask=codes < 0), pa.array(values.categories.array, text)
                    )
                )
            elif kind == "float64":
                numbers = values.to_numpy()
                empty = np.isnan(numbers).all()
                columns.append(pa.nulls(len(numbers), pa.float64()) if empty else pa.array(numbers, from_pandas=True))
            elif kind == "string":
                columns.append(pa.array(values, text))
            else:
                columns.append(pa.array(values._data, mask=values._mask))
        writer.write_table(pa.Table.from_arrays(columns, schema=writer.schema), row_group_size=max(len(frame), 1))

    def finish(self) -> None:
        for writer in self.open.values():
            writer.close()
        self.open.clear()


class _TextWriter(Writer):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.open: dict[str, IO[str]] = {}

    def file(self, table: str) -> tuple[IO[str], bool]:
        """The open file of a table, and whether it is a new one."""
        new = table not in self.open
        if new:
            self.open[table] = open(self.place(table), "w", encoding="utf-8", errors="backslashreplace", newline="\n")  # noqa: SIM115
        return self.open[table], new

    def finish(self) -> None:
        for file in self.open.values():
            file.close()


class CsvWriter(_TextWriter):
    """One file a table with a heading; what is missing is empty."""

    suffix = ".csv"

    def write(self, table: str, frame: pd.DataFrame) -> None:
        file, new = self.file(table)
        frame.to_csv(file, header=new, index=False, lineterminator="\n")


class JsonLinesWriter(_TextWriter):
    """One object a line with every column; what is missing is null."""

    suffix = ".jsonl"

    def write(self, table: str, frame: pd.DataFrame) -> None:
        file, _ = self.file(table)
        names = list(frame.columns)
        for row in _rows(frame):
            file.write(json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False) + "\n")


class SqliteWriter(Writer):
    """One database with every table."""

    suffix = ".sqlite"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        import sqlite3

        self.database: Any = sqlite3.connect(self.place("tables"))
        self.made: set[str] = set()

    def write(self, table: str, frame: pd.DataFrame) -> None:
        kinds = SCHEMAS[table]
        if table not in self.made:
            self.made.add(table)
            columns = ", ".join(f'"{name}" {_sql_type(kind)}' for name, kind in kinds.items())
            self.database.execute(f'CREATE TABLE "{table}" ({columns})')
        marks = ", ".join("?" * len(kinds))
        self.database.executemany(f'INSERT INTO "{table}" VALUES ({marks})', _rows(frame))
        self.database.commit()

    def finish(self) -> None:
        self.database.close()


class DuckWriter(Writer):
    """One database with every table."""

    suffix = ".duckdb"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        import duckdb

        self.database: Any = duckdb.connect(str(self.place("tables")))
        self.made: set[str] = set()

    def write(self, table: str, frame: pd.DataFrame) -> None:
        kinds = SCHEMAS[table]
        if table not in self.made:
            self.made.add(table)
            columns = ", ".join(f'"{name}" {_sql_type(kind, typed=True)}' for name, kind in kinds.items())
            self.database.execute(f'CREATE TABLE "{table}" ({columns})')
        if len(frame):
            plain = frame.astype({name: "object" for name, kind in kinds.items() if kind in ("category", "string")})
            plain = plain.where(plain.notna(), None)
            self.database.register("batch", plain)
            self.database.execute(f'INSERT INTO "{table}" SELECT * FROM batch')
            self.database.unregister("batch")

    def finish(self) -> None:
        self.database.close()


class SheetWriter(Writer):
    """One workbook with a sheet a table."""

    suffix = ".xlsx"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        import openpyxl

        self.place("tables")
        self.book: Any = openpyxl.Workbook(write_only=True)
        self.sheets: dict[str, Any] = {}
        self.rows: dict[str, int] = {}

    def write(self, table: str, frame: pd.DataFrame) -> None:
        from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

        many = self.rows[table] = self.rows.get(table, 0) + len(frame)
        if many > MOST_SHEET_ROWS:
            raise WriterError(
                f"a sheet holds {MOST_SHEET_ROWS} rows and the table {table} has more; choose another format"
            )
        if table not in self.sheets:
            self.sheets[table] = self.book.create_sheet(table)
            self.sheets[table].append(list(frame.columns))
        for row in _rows(frame):
            # Text that begins with an equals sign is text, not a formula.
            cells = [ILLEGAL_CHARACTERS_RE.sub("\ufffd", v) if isinstance(v, str) else v for v in row]
            self.sheets[table].append([_text_cell(self.sheets[table], v) for v in cells])

    def close(self) -> list[Path]:
        self.book.save(self.place("tables"))
        self.sheets.clear()
        return super().close()

    def finish(self) -> None:
        for sheet in self.sheets.values():  # given up: end what writes in the background, and its scratch file
            sheet.close()
            if sheet._writer is not None:
                sheet._writer.cleanup()


def _text_cell(sheet: Any, value: object) -> object:
    if not isinstance(value, str) or not value.startswith("="):
        return value
    from openpyxl.cell import WriteOnlyCell

    cell = WriteOnlyCell(sheet, value)
    cell.data_type = "s"
    return cell


WRITERS: dict[str, type[Writer]] = {
    "parquet": ParquetWriter,
    "csv": CsvWriter,
    "jsonl": JsonLinesWriter,
    "sqlite": SqliteWriter,
    "duckdb": DuckWriter,
    "xlsx": SheetWriter,
}


def writer(name: str, folder: Path) -> Writer:
    """The writer of a format; says what to install where its library is missing."""
    need = EXTRAS.get(name)
    if need is not None:
        try:
            import_module(need)
        except ImportError:
            raise WriterError(f"the format {name} needs {need}: pip install 'bganalyze[tables]'") from None
    return WRITERS[name](folder)


def _sql_type(kind: str, typed: bool = False) -> str:
    if kind.startswith("Int"):
        return "BIGINT" if typed else "INTEGER"
    if kind == "boolean":
        return "BOOLEAN" if typed else "INTEGER"
    if kind == "float64":
        return "DOUBLE" if typed else "REAL"
    return "VARCHAR" if typed else "TEXT"


def _rows(frame: pd.DataFrame) -> Iterator[tuple[Any, ...]]:
    """Rows of plain values; ``None`` for what is missing."""
    columns = []
    for name in frame.columns:
        values = frame[name].astype("object")
        columns.append(values.where(values.notna(), None).tolist())
    return zip(*columns, strict=True)
