"""Tables in files: CSV as RFC 4180 has it, and Parquet."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO, Any, Protocol

from woozle.saves.tables.table import Cell, Column, Row, TableError

_FORMULA = re.compile(r"['\s]*[=+\-@＝＋－＠]")
"""How a cell begins that a spreadsheet may take for a formula; with the signs that can be removed from before one."""
_GROUP = 20_000  # rows that are kept in memory until they are written as Parquet
_TYPES = {"text": "string", "whole number": "int64", "number": "float64", "yes or no": "bool_"}


class TableFile(Protocol):
    """One table on its way into a file, which whoever opened it closes. Raises OSError where it cannot be written."""

    def add(self, rows: Sequence[Row]) -> None:
        """Further rows."""

    def finish(self) -> None:
        """There are no more."""

    def drop(self) -> None:
        """Let go of the file; it is not wanted any more."""


class CsvFile:
    """UTF-8, comma, double quotes where needed, CR LF, the names of the columns first. A missing value is an empty cell."""

    suffix = ".csv"

    def __init__(self, file: IO[bytes], columns: Sequence[Column]) -> None:
        self._writer = csv.writer(_Encoded(file))
        self._writer.writerow([column.name for column in columns])

    def add(self, rows: Sequence[Row]) -> None:
        """Further rows."""
        self._writer.writerows([csv_cell(cell) for cell in row] for row in rows)

    def finish(self) -> None:
        """There are no more; all of them are written already."""

    def drop(self) -> None:
        """Nothing holds the file."""


def csv_cell(cell: Cell) -> str | int:
    """A cell as CSV has it. A text that a spreadsheet could take for a formula gets an apostrophe before it.

    It can be removed again: of a cell that matches `^'['\\s]*[=+\\-@＝＋－＠]` take away the first character.
    """
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case float():
            return repr(cell)
        case str() if _FORMULA.match(cell):
            return f"'{cell}"
    return cell


class _Encoded:
    """What the csv module writes to."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def write(self, text: str) -> int:
        return self._file.write(text.encode("utf-8", "replace"))


class ParquetFile:
    """Parquet by pyarrow, compressed with Zstandard. Each column carries its meaning; a missing value is null."""

    suffix = ".parquet"

    def __init__(self, file: IO[bytes], columns: Sequence[Column]) -> None:
        arrow, parquet = _pyarrow()
        self._arrow: Any = arrow
        self._schema = arrow.schema(
            [
                arrow.field(each.name, getattr(arrow, _TYPES[each.kind])(), metadata={"meaning": each.meaning, "unit": each.unit})
                for each in columns
            ]
        )
        self._rows: list[Row] = []
        self._writer: Any = parquet.ParquetWriter(file, self._schema, compression="zstd")

    def add(self, rows: Sequence[Row]) -> None:
        """Further rows."""
        self._rows += rows
        if len(self._rows) >= _GROUP:
            self._flush()

    def finish(self) -> None:
        """There are no more."""
        self._flush()
        self._writer.close()

    def drop(self) -> None:
        """Let go of the file."""
        with suppress(OSError, ValueError):
            self._writer.close()

    def _flush(self) -> None:
        if self._rows:
            columns = zip(zip(*self._rows, strict=True), self._schema, strict=True)
            arrays = [self._arrow.array(cells, field.type) for cells, field in columns]
            self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))
            self._rows = []


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise TableError("Parquet needs pyarrow; install it with `pip install 'woozle[parquet]'`, or export as csv.") from None
    return pyarrow, parquet


FORMATS: Mapping[str, type[CsvFile] | type[ParquetFile]] = {"csv": CsvFile, "parquet": ParquetFile}
"""By the names that the command line has for them."""


def check(formats: Sequence[str]) -> None:
    """Raises TableError, with a sentence, where files of one of these formats cannot be written here."""
    if "parquet" in formats:
        _pyarrow()
