"""Safe writes, files locked against other processes, and errors that say what to do."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from woozle.saves.transcript import display_path

try:
    import fcntl
except ImportError:  # Windows: nothing keeps two processes apart there
    fcntl = None  # type: ignore[assignment]

IS_WINDOWS = fcntl is None
"""An open file cannot be renamed there, and a directory cannot be opened."""

_FLAGS = getattr(os, "O_BINARY", 0)
_PRIVATE = 0o600
_data_sync = getattr(os, "fdatasync", os.fsync)

_CAUSES = {
    errno.ENOSPC: ("the disk is full", "free some space"),
    errno.EDQUOT: ("the quota is used up", "free some space"),
    errno.EROFS: ("the disk is read-only", "make it writable"),
    errno.EACCES: ("permission was denied", "make it writable"),
    errno.EPERM: ("permission was denied", "make it writable"),
    errno.EEXIST: ("a file of that name exists", "choose another path"),
    errno.ENOTDIR: ("a part of its path is a file", "choose another path"),
    errno.EISDIR: ("it is a folder", "choose another path"),
    errno.ENAMETOOLONG: ("its name is too long", "choose another path"),
    errno.EFBIG: ("files may not become that large here", "raise that limit (`ulimit -f`)"),
}


class SaveError(OSError):
    """A failed write. The message says what failed, why, and what to do."""


def save_error(error: OSError, path: Path, then: str) -> SaveError:
    """Return a SaveError for an error of the system.

    Args:
        then: What to do once the cause is removed, such as "export again".
    """
    if isinstance(error, SaveError):
        return error
    if known := _CAUSES.get(error.errno or 0):
        cause, first = known
        return SaveError(f"{display_path(path)} could not be written, because {cause}; {first}, then {then}.")
    return SaveError(
        f"{display_path(path)} could not be written: {(error.strerror or str(error)).lower()}; mend that, then {then}."
    )


def in_use_error(folder: Path) -> SaveError:
    """Return the SaveError for a match that another process is playing."""
    return SaveError(f"The match in {display_path(folder)} is being played by another process; stop it, or wait until it ends.")


def open_for_append(path: Path, *, is_new: bool = False) -> int:
    """Open a file for appending and lock it. Raises OSError; SaveError if another process holds the lock."""
    file = os.open(path, os.O_RDWR | os.O_APPEND | _FLAGS | (os.O_CREAT | os.O_EXCL if is_new else 0), _PRIVATE)
    if fcntl is None:
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(file)
        if isinstance(error, BlockingIOError):
            raise in_use_error(path.parent) from error
        raise
    return file


def open_lock_file(path: Path) -> int:
    """Open a file that one process holds at a time; wait until it is free. Raises OSError."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | _FLAGS, _PRIVATE)
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX)
    return file


@contextmanager
def lock_folder(path: Path) -> Iterator[None]:
    """Hold a folder, which one process holds at a time; wait until it is free. Raises OSError."""
    if fcntl is None:
        yield
        return
    folder = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def write(file: int, data: bytes, *, sync: bool) -> None:
    """Write all of the data. With `sync`, return only when it would survive a power failure. Raises OSError."""
    while data:
        data = data[os.write(file, data) :]
    if sync:
        _data_sync(file)


class AppendFile:
    """A file of lines, locked against other processes. A failed append leaves it as it was."""

    def __init__(self, path: Path, *, is_new: bool = False) -> None:
        """Raises OSError; SaveError if another process holds the file."""
        self._folder = path.parent
        self._file = open_for_append(path, is_new=is_new)
        self._size = os.fstat(self._file).st_size

    def truncate(self, size: int) -> None:
        """Cut off a torn last line. Raises OSError."""
        os.ftruncate(self._file, size)
        self._size = size
        sync_directory(self._folder)

    def append(self, data: bytes) -> None:
        """Append whole lines, and return when they are safe. Raises OSError."""
        try:
            write(self._file, data, sync=True)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise
        self._size += len(data)

    def close(self) -> None:
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)


def replace(path: Path, data: bytes, *, sync: bool = True) -> None:
    """Write a file as a whole, or leave it as it was. Raises OSError."""
    new = path.with_name(f"{path.name}.new")
    file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _FLAGS, _PRIVATE)
    try:
        try:
            write(file, data, sync=sync)
        finally:
            os.close(file)
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise
    if sync:
        sync_directory(path.parent)


def sync_directory(folder: Path) -> None:
    """Return when the names of the files in a folder would survive a power failure. Raises OSError."""
    if IS_WINDOWS:
        return
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def find_files(folder: Path, names: Sequence[str], *, passed_over: tuple[str, ...] = (".",)) -> list[Path]:
    """Return the first of `names` that exists in each folder at or below `folder`, sorted.

    Args:
        passed_over: Prefixes of folder names to skip.
    """
    found = []
    for place, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if not each.startswith(passed_over)]
        found += [Path(place, name) for name in names if name in files][:1]
    return sorted(found)
