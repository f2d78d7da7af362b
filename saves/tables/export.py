"""A folder of tables, as CSV or Parquet, with their codebook; its memory use does not grow with the number of matches."""

from __future__ import annotations

import csv
from codecs import getwriter
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import IO, Any, TypeAlias

from woozle.core.measures import AS_FOUND, Measure
from woozle.core.text import visible_line
from woozle.saves.staged_files import StagedFiles, TargetExistsError
from woozle.saves.tables import codebook
from woozle.saves.tables.table import Row, Table, TableError, csv_cell

_GROUP = 20_000  # rows that are kept in memory until they are written as Parquet
_TYPES = {"text": "string", "free text": "string", "whole number": "int64", "number": "float64", "yes or no": "bool_"}


class CsvFile:
    """CSV as RFC 4180 has it, in UTF-8, with column names first. A missing value is an empty cell."""

    suffix = ".csv"

    def __init__(self, file: IO[bytes], columns: Sequence[Measure]) -> None:
        self._writer = csv.writer(getwriter("utf-8")(file, "replace"))
        self._writer.writerow([column.name for column in columns])

    def add(self, rows: Sequence[Row]) -> None:
        self._writer.writerows([csv_cell(cell) for cell in row] for row in rows)

    def finish(self) -> None: ...

    def drop(self) -> None: ...


class ParquetFile:
    """Parquet, compressed with Zstandard. Each column carries its meaning; a missing value is null."""

    suffix = ".parquet"

    def __init__(self, file: IO[bytes], columns: Sequence[Measure]) -> None:
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
        self._rows += rows
        if len(self._rows) >= _GROUP:
            self._flush()

    def finish(self) -> None:
        self._flush()
        self._writer.close()

    def drop(self) -> None:
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


TableFile: TypeAlias = CsvFile | ParquetFile
"""A table being written to a file, which its caller closes. Its methods raise OSError."""

FORMATS: Mapping[str, type[TableFile]] = {"csv": CsvFile, "parquet": ParquetFile}
"""Table files by format name."""


def check_formats(formats: Sequence[str]) -> None:
    """Raise TableError for formats that are unknown or cannot be written here."""
    if other := next((each for each in formats if each not in FORMATS), None):
        raise TableError(f"Unknown table format {visible_line(other)!r}; choose from {', '.join(FORMATS)}.")
    if "parquet" in formats:
        _pyarrow()


_CODEBOOK, _CODEBOOK_CSV = "codebook.md", "codebook.csv"


class TableWriter(StagedFiles):
    """Tables being written to a folder. counts: number of rows by table."""

    def __init__(
        self, folder: Path, tables: Sequence[Table], formats: Sequence[str] = ("csv",), *, is_forced: bool = False
    ) -> None:
        """Raises TableError, SaveError. is_forced: replace existing files."""
        check_formats(formats)
        super().__init__(folder, is_forced=is_forced)
        self.counts: Counter[str] = Counter()
        self.tables = tuple(tables)
        self._listed = [
            (table.name, at, column.name)
            for table in self.tables
            for at, column in enumerate(table.all_columns)
            if column.levels == AS_FOUND
        ]
        self._found: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._of: dict[str, list[TableFile]] = {}
        try:
            self._begin([*dict.fromkeys(formats)])
        except BaseException:
            self.__exit__()
            raise

    def add_rows(self, rows: Mapping[str, Iterable[Row]]) -> None:
        """Append rows by table. Raises SaveError."""
        for name, some in rows.items():
            more = list(some)
            with self.writing():
                for file in self._of[name]:
                    file.add(more)
            self.counts[name] += len(more)
            self._list(name, more)

    def close(self) -> list[Path]:
        """Write the codebook, move all files to their places and return their paths. Raises SaveError."""
        with self.writing():
            for file in self._all:
                file.finish()
        text = StringIO(newline="")
        csv.writer(text).writerows(codebook.as_csv(self.tables, self._found))
        self.write(_CODEBOOK, [codebook.as_markdown(self.tables, self._found)])
        self.write(_CODEBOOK_CSV, [text.getvalue()])
        return super().close()

    def __exit__(self, *error: object) -> None:
        for file in self._all:
            file.drop()
        super().__exit__(*error)

    @property
    def _all(self) -> list[TableFile]:
        return [file for files in self._of.values() for file in files]

    def _begin(self, formats: Sequence[str]) -> None:
        """Open every file now, so that an existing file is found before any work is done."""
        try:
            with self.writing():
                for table in self.tables:
                    files = self._of[table.name] = []
                    for name in formats:
                        made = FORMATS[name]
                        files.append(made(self.file(f"{table.name}{made.suffix}"), table.all_columns))
            for name in (_CODEBOOK, _CODEBOOK_CSV):
                self.file(name)
        except TargetExistsError as error:
            raise TableError(str(error)) from error

    def _list(self, name: str, rows: Sequence[Row]) -> None:
        for table, at, column in self._listed:
            if table == name and len(found := self._found[table, column]) <= codebook.MOST_LEVELS:
                found.update(str(row[at]) for row in rows if row[at] is not None)
        columns = [column.name for column in next(table for table in self.tables if table.name == name).all_columns]
        if "measure" in columns:
            game, measure = columns.index("game"), columns.index("measure")
            self._found[name, codebook.OF_GAMES].update(f"{row[game]} {row[measure]}" for row in rows)
