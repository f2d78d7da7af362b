"""A folder of tables, as CSV or Parquet, with their codebook; its memory use does not grow with the number of matches."""

from __future__ import annotations

import csv
from codecs import getwriter
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import IO, Any, TypeAlias

from woozle.core import registry
from woozle.core.measures import AS_FOUND, Measure, report_of
from woozle.core.text import visible_line
from woozle.saves.staged_files import StagedFiles, TargetExistsError
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
        csv.writer(text).writerows(codebook_csv(self.tables, self._found))
        self.write(_CODEBOOK, [codebook_markdown(self.tables, self._found)])
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
            if table == name and len(found := self._found[table, column]) <= MOST_LEVELS:
                found.update(str(row[at]) for row in rows if row[at] is not None)
        columns = [column.name for column in next(table for table in self.tables if table.name == name).all_columns]
        if "measure" in columns:
            game, measure = columns.index("game"), columns.index("measure")
            self._found[name, OF_GAMES].update(f"{row[game]} {row[measure]}" for row in rows)


Found: TypeAlias = Mapping[tuple[str, str], Collection[str]]
"""Values found, by table and column, for columns that list them."""

HEADS = ("table", "column", "type", "unit", "levels", "meaning", "missing")
OF_GAMES = "measure of a game"
"""The numbers in the results that were found, with the games that have them."""
MOST_LEVELS = 100  # that are listed of a column

_ABOUT = """\
Every table is tidy: one observation a row, one variable a column. `match` joins all tables, `match` and `seat` those with seats.

- text: UTF-8. In CSV, a text that a spreadsheet could take for a formula (beginning with = + - @, also after apostrophes and
  blanks) has an apostrophe before it. To undo that, remove the first character of cells that match `^'['\\s]*[=+\\-@＝＋－＠]`.
  Parquet holds texts as they are.
- whole number, number: with a decimal point; the unit is given here.
- yes or no: `true` or `false`.
- missing: an empty cell in CSV, null in Parquet. Missing values are never filled in; a missing number is not 0.
"""


def codebook_rows(tables: Sequence[Table], found: Found) -> Iterator[tuple[str, ...]]:
    """Yield a row for each column, under HEADS."""
    for table in tables:
        for column in table.all_columns:
            levels = "; ".join(_levels(table, column, found))
            missing = column.missing or "never"
            yield table.name, column.name, column.kind.removeprefix("free "), column.unit, levels, column.meaning, missing


def codebook_csv(tables: Sequence[Table], found: Found) -> list[list[str | int]]:
    """Return the rows with their heads, as cells of CSV."""
    return [list(HEADS), *([csv_cell(cell) for cell in row] for row in codebook_rows(tables, found))]


def codebook_markdown(tables: Sequence[Table], found: Found) -> str:
    """Return the codebook for readers, with the meaning of roles."""
    parts = ["# Codebook\n", _ABOUT]
    for table in tables:
        rows = [row[1:] for row in codebook_rows([table], found)]
        parts.append(f"## {table.name}\n\nOne row each: {table.rows}.\n\n{_table(HEADS[1:], rows)}")
    games = sorted({game for (_, column), games in found.items() if column == "game" for game in games})
    if roles := [(game, *each) for game in games for each in _roles(game)]:
        parts.append(f"## Roles\n\n{_table(('game', 'role', 'meaning'), roles)}")
    names = {name for (_, column), each in found.items() if column == OF_GAMES for name in each}
    if measures := [(game, *each) for game in games for each in _measures(game, names)]:
        parts.append(f"## Measures\n\n{_table(('game', 'measure', 'unit', 'better', 'meaning'), measures)}")
    return "\n".join(parts)


def _levels(table: Table, column: Measure, found: Found) -> Iterator[str]:
    if isinstance(column.levels, Mapping):
        yield from (f"{level} ({meaning})" if meaning else level for level, meaning in column.levels.items())
    elif column.levels != AS_FOUND:
        yield from column.levels
    levels = sorted(found.get((table.name, column.name), ()))
    yield from levels[:MOST_LEVELS]
    if len(levels) > MOST_LEVELS:
        yield "and more"


def _roles(game: str) -> Sequence[tuple[str, str]]:
    kind = registry.find_game(game)
    return list(kind.role_names.items()) if kind else []


def _measures(game: str, names: Collection[str]) -> Iterator[tuple[str, str, str, str]]:
    """Return the meanings of a game's numbers in results, for those that were found."""
    kind = registry.find_game(game)
    for measure in report_of(kind).measures if kind else ():
        if measure.of != "match" and f"{game} {measure.name}" in names:
            yield measure.name, measure.unit, measure.better, measure.meaning


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _cell(text: str) -> str:
    return visible_line(text).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
