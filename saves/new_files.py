"""New files under way: each is written beside its place, for its owner alone, and takes its place when all are whole."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Self

from woozle.saves.disk import save_error, sync_directory
from woozle.saves.transcript import shown

_PRIVATE = 0o600
_AGAIN = "export again"


class ThereAlreadyError(Exception):
    """A file would be replaced. Says which, and what to do. No fault of the match, nor of the disk."""


class NewFiles:
    """Files of one folder. Nothing there is replaced before `close`; left by an exception, it leaves no file behind."""

    def __init__(self, folder: Path, *, is_forced: bool = False) -> None:
        """is_forced: whether files that are there may be replaced. Raises SaveError."""
        self.folder = folder
        self._is_forced = is_forced
        self._files: dict[Path, IO[bytes]] = {}
        with self.writing():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def write(self, name: str, parts: Iterable[str]) -> None:
        """Add text to a file, which begins with it if it is a new one. Raises ThereAlreadyError, SaveError."""
        file = self.file(name)
        with self.writing():
            for part in parts:
                file.write(part.encode("utf-8", "replace"))

    def file(self, name: str) -> IO[bytes]:
        """A file, to be written to. Raises ThereAlreadyError, SaveError."""
        path = self.folder / name
        with self.writing():
            return self._files.get(path) or self._opened(path)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Raises SaveError, with a sentence, for an error of the system."""
        try:
            yield
        except OSError as error:
            raise save_error(error, self.folder, _AGAIN) from error

    def close(self) -> list[Path]:
        """Every file is whole: let it take its place. Returns the files. Raises SaveError."""
        with self.writing():
            for file in self._files.values():
                file.flush()
                os.fsync(file.fileno())
                file.close()
            for path in self._files:
                _new(path).replace(path)
            sync_directory(self.folder)
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


def private(path: Path) -> IO[bytes]:
    """A new file that only its owner can read."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), _PRIVATE), "wb")


def _new(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")
