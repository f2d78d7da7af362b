"""Files written as a set: each beside its target, readable by its owner alone, and moved there when all are complete."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import IO, Self

from woozle.saves.disk import explain_save_errors, sync_directory
from woozle.saves.transcript import display_path

_PRIVATE = 0o600
_AGAIN = "export again"


class TargetExistsError(Exception):
    """A file that would be replaced. It is neither the fault of a match nor of the disk."""


class StagedFiles:
    """Files of one folder. `close` moves them to their places; leaving the context by an exception removes them."""

    def __init__(self, folder: Path, *, is_forced: bool = False) -> None:
        """Raises SaveError. is_forced: replace existing files."""
        self.folder = folder
        self._is_forced = is_forced
        self._files: dict[Path, IO[bytes]] = {}
        with self.writing():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def write(self, name: str, parts: Iterable[str]) -> None:
        """Append text to a file. Raises TargetExistsError, SaveError."""
        file = self.file(name)
        with self.writing():
            for part in parts:
                file.write(part.encode("utf-8", "replace"))

    def file(self, name: str) -> IO[bytes]:
        """Return a file to write to. Raises TargetExistsError, SaveError."""
        path = self.folder / name
        with self.writing():
            return self._files.get(path) or self._open(path)

    def writing(self) -> AbstractContextManager[None]:
        """Turn errors of the system into SaveError."""
        return explain_save_errors(self.folder, _AGAIN)

    def close(self) -> list[Path]:
        """Move all files to their places and return their paths. Raises SaveError."""
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
                _new(path).unlink()

    def _open(self, path: Path) -> IO[bytes]:
        if path.exists() and not self._is_forced:
            raise TargetExistsError(f"{display_path(path)} exists already; choose another folder, or replace it with --force.")
        file = self._files[path] = open_private(_new(path))
        return file


def open_private(path: Path) -> IO[bytes]:
    """Create a file that only its owner can read."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), _PRIVATE), "wb")


def _new(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")
