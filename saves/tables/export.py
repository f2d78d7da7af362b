"""A folder of tables with their codebook, written as matches come: it takes as much memory for thousands as for one."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path
from types import TracebackType
from typing import Self

from woozle.core.text import visible_line
from woozle.saves.disk import save_error, sync_directory
from woozle.saves.tables import codebook
from woozle.saves.tables.files import FORMATS, TableFile, check, private
from woozle.saves.tables.table import Row, Table, TableError
from woozle.saves.transcript import shown

_CODEBOOK, _CODEBOOK_CSV = "codebook.md", "codebook.csv"
_AGAIN = "export again"


class Export:
    """Tables under way to a folder. Nothing there is replaced before `close`; left by an exception, it leaves no file behind.

    counts: rows until now, by table. Only the owner can read the files.
    """

    def __init__(
        self, folder: Path, tables: Sequence[Table], formats: Sequence[str] = ("csv",), *, is_forced: bool = False
    ) -> None:
        """is_forced: whether files that are there may be replaced. Raises TableError, SaveError."""
        self.folder = folder
        self.counts: Counter[str] = Counter()
        self._tables = tuple(tables)
        self._listed = [
            (table.name, at, column.name)
            for table in self._tables
            for at, column in enumerate(table.all_columns)
            if column.is_listed
        ]
        self._found: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._files: dict[Path, TableFile] = {}
        self._of: dict[str, list[TableFile]] = {}
        _known(formats)
        check(formats)
        self._paths = {
            (table.name, name): folder / f"{table.name}{FORMATS[name].suffix}" for table in self._tables for name in formats
        }
        if not is_forced:
            self._refuse_to_replace()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for table in self._tables:
                self._of[table.name] = [self._opened(table, name) for name in dict.fromkeys(formats)]
        except OSError as error:
            self._drop()
            raise save_error(error, folder, _AGAIN) from error

    def add(self, rows: Mapping[str, Iterable[Row]]) -> None:
        """Further rows, by table. Raises SaveError."""
        for name, some in rows.items():
            more = list(some)
            try:
                for file in self._of[name]:
                    file.add(more)
            except OSError as error:
                raise save_error(error, self.folder, _AGAIN) from error
            self.counts[name] += len(more)
            self._list(name, more)

    def close(self) -> list[Path]:
        """All rows are there: write the codebook, and let every file take its place. Returns the files. Raises SaveError."""
        try:
            for file in self._files.values():
                file.finish()
            self._write_codebook()
            paths = [*self._files, self.folder / _CODEBOOK, self.folder / _CODEBOOK_CSV]
            for path in paths:
                _new(path).replace(path)
            sync_directory(self.folder)
        except OSError as error:
            raise save_error(error, self.folder, _AGAIN) from error
        return paths

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._drop()

    def _refuse_to_replace(self) -> None:
        for path in (*self._paths.values(), self.folder / _CODEBOOK, self.folder / _CODEBOOK_CSV):
            if path.exists():
                raise TableError(f"{shown(path)} is there already; name another folder, or let it be replaced with --force.")

    def _opened(self, table: Table, name: str) -> TableFile:
        path = self._paths[table.name, name]
        self._files[path] = file = FORMATS[name](_new(path), table.all_columns)
        return file

    def _list(self, name: str, rows: Sequence[Row]) -> None:
        for table, at, column in self._listed:
            if table == name and len(found := self._found[table, column]) <= codebook.MOST_LEVELS:
                found.update(str(row[at]) for row in rows if row[at] is not None)

    def _write_codebook(self) -> None:
        text = StringIO(newline="")
        csv.writer(text).writerows(codebook.as_csv(self._tables, self._found))
        written = {_CODEBOOK: codebook.as_markdown(self._tables, self._found), _CODEBOOK_CSV: text.getvalue()}
        for name, content in written.items():
            with private(_new(self.folder / name)) as file:
                file.write(content.encode("utf-8", "replace"))

    def _drop(self) -> None:
        """Close what is open, and remove what did not take its place."""
        for file in self._files.values():
            file.drop()
        for path in (*self._paths.values(), self.folder / _CODEBOOK, self.folder / _CODEBOOK_CSV):
            with suppress(OSError):
                _new(path).unlink(missing_ok=True)


def _known(formats: Sequence[str]) -> None:
    """Raises TableError for a format that there is not."""
    if other := next((each for each in formats if each not in FORMATS), None):
        raise TableError(f"Tables cannot be written as {visible_line(other)!r}; choose from {', '.join(FORMATS)}.")


def _new(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")
