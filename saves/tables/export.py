"""A folder of tables with their codebook, written as matches come: it takes as much memory for thousands as for one."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from pathlib import Path

from woozle.core.text import visible_line
from woozle.saves.new_files import NewFiles, ThereAlreadyError
from woozle.saves.tables import codebook
from woozle.saves.tables.files import FORMATS, TableFile, check
from woozle.saves.tables.table import Row, Table, TableError

_CODEBOOK, _CODEBOOK_CSV = "codebook.md", "codebook.csv"


class Export(NewFiles):
    """Tables under way to a folder. tables: which; counts: rows until now, by table."""

    def __init__(
        self, folder: Path, tables: Sequence[Table], formats: Sequence[str] = ("csv",), *, is_forced: bool = False
    ) -> None:
        """is_forced: whether files that are there may be replaced. Raises TableError, SaveError."""
        _known(formats)
        check(formats)
        super().__init__(folder, is_forced=is_forced)
        self.counts: Counter[str] = Counter()
        self.tables = tuple(tables)
        self._listed = [
            (table.name, at, column.name)
            for table in self.tables
            for at, column in enumerate(table.all_columns)
            if column.is_listed
        ]
        self._found: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._of: dict[str, list[TableFile]] = {}
        try:
            self._begin([*dict.fromkeys(formats)])
        except BaseException:
            self.__exit__()
            raise

    def add_rows(self, rows: Mapping[str, Iterable[Row]]) -> None:
        """Further rows, by table. Raises SaveError."""
        for name, some in rows.items():
            more = list(some)
            with self.writing():
                for file in self._of[name]:
                    file.add(more)
            self.counts[name] += len(more)
            self._list(name, more)

    def close(self) -> list[Path]:
        """All rows are there: write the codebook, and let every file take its place. Returns the files. Raises SaveError."""
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
        """Open every file that there will be, so that none turns out to be there already when the rows are."""
        try:
            with self.writing():
                for table in self.tables:
                    files = self._of[table.name] = []
                    for name in formats:
                        made = FORMATS[name]
                        files.append(made(self.file(f"{table.name}{made.suffix}"), table.all_columns))
            for name in (_CODEBOOK, _CODEBOOK_CSV):
                self.file(name)
        except ThereAlreadyError as error:
            raise TableError(str(error)) from error

    def _list(self, name: str, rows: Sequence[Row]) -> None:
        for table, at, column in self._listed:
            if table == name and len(found := self._found[table, column]) <= codebook.MOST_LEVELS:
                found.update(str(row[at]) for row in rows if row[at] is not None)


def _known(formats: Sequence[str]) -> None:
    """Raises TableError for a format that there is not."""
    if other := next((each for each in formats if each not in FORMATS), None):
        raise TableError(f"Tables cannot be written as {visible_line(other)!r}; choose from {', '.join(FORMATS)}.")
