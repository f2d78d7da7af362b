"""Files under way: each is written beside its place, for its owner alone, and takes its place when all are whole."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

from woozle.saves.disk import SaveError, save_error, sync_directory
from woozle.saves.tables.files import private
from woozle.saves.transcript import shown

_AGAIN = "export again"


class NewFiles:
    """Files of one folder. Nothing there is replaced before `close`; left by an exception, it leaves nothing behind."""

    def __init__(self, folder: Path, *, is_forced: bool = False) -> None:
        """is_forced: whether files that are there may be replaced. Raises SaveError."""
        self.folder = folder
        self._is_forced = is_forced
        self._files: dict[Path, IO[bytes]] = {}
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise self.failure(error) from error

    def write(self, name: str, parts: Iterable[str]) -> None:
        """Add text to a file, which begins with it if it is a new one. Raises SaveError."""
        file = self.file(name)
        try:
            for part in parts:
                file.write(part.encode("utf-8", "replace"))
        except OSError as error:
            raise self.failure(error) from error

    def file(self, name: str) -> IO[bytes]:
        """A file, to be written to. Raises ThereAlreadyError, SaveError."""
        path = self.folder / name
        try:
            return self._files.get(path) or self._opened(path)
        except OSError as error:
            raise self.failure(error) from error

    def failure(self, error: OSError) -> SaveError:
        """The sentence for an error of the system."""
        return save_error(error, self.folder, _AGAIN)

    def close(self) -> list[Path]:
        """Every file is whole: let it take its place. Returns the files. Raises SaveError."""
        try:
            for file in self._files.values():
                file.flush()
                os.fsync(file.fileno())
                file.close()
            for path in self._files:
                _new(path).replace(path)
            sync_directory(self.folder)
        except OSError as error:
            raise self.failure(error) from error
        return [*self._files]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for path, file in self._files.items():
            with suppress(OSError):
                file.close()
            with suppress(OSError):
                _new(path).unlink(missing_ok=True)

    def _opened(self, path: Path) -> IO[bytes]:
        if path.exists() and not self._is_forced:
            raise ThereAlreadyError(f"{shown(path)} is there already; name another folder, or let it be replaced with --force.")
        file = self._files[path] = private(_new(path))
        return file


class ThereAlreadyError(Exception):
    """A file would be replaced. Says which, and what to do. No fault of the match, nor of the disk."""


def _new(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")
