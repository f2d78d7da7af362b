"""Safe writes, files locked against other processes, and errors that say what to do."""

from __future__ import annotations

import errno
import os
import stat
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock

from woozle.core.text import visible_line
from woozle.saves import locks
from woozle.saves.locks import HeldError
from woozle.saves.transcript import display_path

IS_WINDOWS = os.name == "nt"
"""An open file cannot be renamed there, and a directory cannot be opened."""

_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # as in core/regular_files.py
_PRIVATE = 0o600
_FOLDER_LOCK = ".lock"
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


@contextmanager
def explain_save_errors(path: Path, then: str) -> Iterator[None]:
    """Raise errors of the system as `save_error` explains them."""
    try:
        yield
    except OSError as error:
        raise save_error(error, path, then) from error


def in_use_error(folder: Path, error: HeldError | None = None) -> SaveError:
    """Return the SaveError for a match that another process is playing. error: what says which process."""
    more = f"; {visible_line(error.by)}" if error and error.by else ""
    shown = display_path(folder)
    return SaveError(f"The match in {shown} is being played by another process; stop it, or wait until it ends{more}.")


@contextmanager
def hold_file(path: Path) -> Iterator[None]:
    """Hold a file that is there for nothing else, which one process holds at a time; wait until it is free. Raises OSError."""
    with _hold(os.open(path, os.O_RDWR | os.O_CREAT | _FLAGS, _PRIVATE), path):
        yield


@contextmanager
def lock_folder(path: Path) -> Iterator[None]:
    """Hold a folder, which one process holds at a time; wait until it is free. Raises OSError."""
    if IS_WINDOWS:
        with hold_file(path / _FOLDER_LOCK):
            yield
        return
    with _hold(os.open(path, os.O_RDONLY), path / _FOLDER_LOCK):
        yield


@contextmanager
def _hold(file: int, path: Path) -> Iterator[None]:
    """Hold an open file, then close it."""
    try:
        release = locks.hold(file, path, waits=True)
        try:
            yield
        finally:
            release()
    finally:
        os.close(file)


def write(file: int, data: bytes, *, sync: bool) -> None:
    """Write all of the data. With `sync`, return only when it would survive a power failure. Raises OSError."""
    while data:
        data = data[os.write(file, data) :]
    if sync:
        _data_sync(file)


class ChangedFileError(SaveError):
    """A file that another program changed while it was open here. how: removed, replaced, truncated or appended to."""

    def __init__(self, path: Path, how: str) -> None:
        super().__init__(f"{display_path(path)} was {how} by another program meanwhile; see what it holds, then start again.")
        self.how = how


class AppendFile:
    """A file of lines that no other process writes to. A failed append leaves it as it was.

    Other processes of Woozle are kept away by a lock. What any other program does to it is noticed at the next append.
    """

    def __init__(self, path: Path, *, is_new: bool = False) -> None:
        """Raises OSError; SaveError if another process holds the file."""
        self.path = path
        self._beside: deque[Path] = deque()
        self._name = str(path)
        self._lock = RLock()  # held while the file is closed, or forced to the disk by another thread
        self._failure: OSError | None = None
        self._is_forced = True
        self._file = os.open(path, os.O_RDWR | os.O_APPEND | _FLAGS | (os.O_CREAT | os.O_EXCL if is_new else 0), _PRIVATE)
        try:
            facts = os.fstat(self._file)
            if not stat.S_ISREG(facts.st_mode):
                raise OSError(errno.EINVAL, "It is not a file")
            self.size = facts.st_size
            self._id = facts.st_dev, facts.st_ino
            self._release = locks.hold(self._file, path)
        except HeldError as error:
            os.close(self._file)
            raise in_use_error(path.parent, error) from error
        except BaseException:
            os.close(self._file)
            raise

    def truncate(self, size: int) -> None:
        """Cut off a torn last line. Raises OSError."""
        if size == self.size:
            return
        os.ftruncate(self._file, size)
        self.size = size
        sync_directory(self.path.parent)

    def append(self, data: bytes, *, sync: bool = True) -> None:
        """Append whole lines, and return when they are safe. Raises OSError; ChangedFileError if another program changed the file.

        sync: whether they are to survive a power failure, and not only a crash of the process.
        """
        self._check_unchanged()
        if self._failure:
            raise self._failure
        try:
            write(self._file, data, sync=sync)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._file, self.size)
            raise
        self.size += len(data)
        self._is_forced = sync

    def take_along(self, *paths: Path) -> None:
        """Have the next `force` take new files along, on which what is appended next depends."""
        self._beside.extend(paths)  # without the lock, since the disk may take long

    def force(self) -> OSError | None:
        """Return None when all that was appended would survive a power failure, or why not; the next append says so, too."""
        with self._lock:
            if self._file < 0 or self._is_forced:
                return self._failure
            self._is_forced = True  # first, since more may be appended meanwhile
            try:
                _data_sync(self._file)
                force_new([self._beside.popleft() for _ in range(len(self._beside))])
            except OSError as error:
                self._failure = error
            return self._failure

    def close(self) -> None:
        with self._lock:
            file, self._file = self._file, -1  # first, since a signal may come in between, and this be called again
            if file >= 0:
                self._release()
                os.close(file)

    def _check_unchanged(self) -> None:
        """Raise ChangedFileError if the file has another size, or another file has its name. Costs one call of the system."""
        try:
            there = os.lstat(self._name)
        except FileNotFoundError:
            raise ChangedFileError(self.path, "removed") from None
        if (there.st_dev, there.st_ino) != self._id:
            raise ChangedFileError(self.path, "replaced")
        if there.st_size != self.size:
            raise ChangedFileError(self.path, "truncated" if there.st_size < self.size else "appended to")


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


def force_new(paths: Collection[Path]) -> None:
    """Return when new files would survive a power failure. Raises OSError."""
    for path in paths:
        file = os.open(path, os.O_RDWR | _FLAGS)
        try:
            _data_sync(file)
        finally:
            os.close(file)
    for folder in {path.parent for path in paths}:
        sync_directory(folder)


class Names:
    """The names of the files in a folder, forced to the disk. If that fails, a match that is over has its earlier name at worst."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def force(self) -> None:
        with suppress(OSError):
            sync_directory(self._folder)


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
