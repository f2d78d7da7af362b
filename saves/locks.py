"""Locks between processes, released when a process ends, however it ends.

The system locks the open file. Some network disks cannot: there a file beside it names the process that holds it, which others
believe as long as that process is alive. Tested with fakes only: Windows, and disks without locks.
"""

from __future__ import annotations

import errno
import os
import socket
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType

from woozle.core.regular_files import read_file

SUFFIX = ".held"
"""Ends the name of a file that takes the place of a lock."""

_UNSUPPORTED = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS}
_BEYOND = 2**31 - 2  # Windows locks bytes, and hinders reading them: this one lies behind every transcript, and within its numbers
_PAUSE = 0.05  # seconds between looks at a lock that has to be waited for
_MOST_BYTES = 300
_OWN_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


def _module(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ImportError:
        return None


_fcntl, _msvcrt = _module("fcntl"), _module("msvcrt")
_warned: set[int] = set()  # disks
_ours: set[Path] = set()  # lock files of this process: another one may have had its number


class LockWarning(UserWarning):
    """A disk that cannot lock files. The message is a sentence for people."""


class HeldError(BlockingIOError):
    """A file that another process holds. by: who does, and what to do if that is not so, as a clause; empty if unknown."""

    def __init__(self, by: str = "") -> None:
        super().__init__(errno.EWOULDBLOCK, by or "another process holds it")
        self.by = by


def hold(file: int, path: Path, *, waits: bool = False) -> Callable[[], None]:
    """Hold an open file against other processes until it is closed. Raises OSError; HeldError if another one holds it.

    Args:
        path: Of the file, whose folder has room for a lock file.
        waits: Wait until the file is free.

    Returns a function to be called before the file is closed.
    """
    try:
        _lock(file, waits)
    except BlockingIOError as error:
        raise HeldError from error
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
    else:
        return lambda: None
    if (disk := os.fstat(file).st_dev) not in _warned:
        _warned.add(disk)
        warnings.warn(
            f"The disk of {path.parent} cannot lock files; files that end in {SUFFIX} keep other processes of Woozle away instead, "
            "and name those that hold them.",
            LockWarning,
            stacklevel=2,
        )
    return _hold_by_file(path.with_name(f"{path.name}{SUFFIX}"), waits)


def _lock(file: int, waits: bool) -> None:
    if _fcntl:
        _fcntl.flock(file, _fcntl.LOCK_EX | (0 if waits else _fcntl.LOCK_NB))
        return None
    if not _msvcrt:
        raise OSError(errno.ENOSYS, "no locks")
    at = os.lseek(file, 0, os.SEEK_CUR)
    os.lseek(file, _BEYOND, os.SEEK_SET)
    try:
        while True:
            try:
                return _msvcrt.locking(file, _msvcrt.LK_NBLCK, 1)  # type: ignore[no-any-return]  # of a module that is not here
            except OSError as error:
                if not waits:
                    raise BlockingIOError(errno.EWOULDBLOCK, "locked") from error
            time.sleep(_PAUSE)
    finally:
        os.lseek(file, at, os.SEEK_SET)


def _hold_by_file(path: Path, waits: bool) -> Callable[[], None]:
    while not _create(path) and not _take_over(path):
        if not waits:
            holder = " on ".join(_holder(path).split()) or "unknown"
            raise HeldError(f"{path} names its process ({holder}); if that one is gone, delete this file")
        time.sleep(_PAUSE)

    def release() -> None:
        _ours.discard(path)
        with suppress(OSError):
            path.unlink()

    return release


def _create(path: Path) -> bool:
    """Create a lock file of this process, unless there is one."""
    try:
        file = os.open(path, _OWN_FLAGS, 0o600)
    except FileExistsError:
        return False
    try:
        os.write(file, f"{os.getpid()} {socket.gethostname()}\n".encode())
    finally:
        os.close(file)
    _ours.add(path)
    return True


def _take_over(path: Path) -> bool:
    """Take the place of a process that is dead, unless another process does."""
    found = _holder(path)
    breaking = path.with_name(f"{path.name}.new")
    if not _is_dead(found, path) or not _create(breaking):
        return False
    try:
        if _holder(path) != found:  # another process was here first
            return False
        path.unlink()
        return _create(path)
    finally:
        _ours.discard(breaking)
        breaking.unlink(missing_ok=True)


def _holder(path: Path) -> str:
    """Return the number and the computer of the process that holds a lock file; empty if it cannot be read."""
    try:
        return read_file(path, _MOST_BYTES).decode().strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _is_dead(holder: str, path: Path) -> bool:
    """Return whether the process that holds a lock file is dead; False if it cannot be known, as on another computer."""
    number, _, host = holder.partition(" ")
    if host != socket.gethostname() or not number.isdecimal() or os.name != "posix":
        return False
    if int(number) == os.getpid():
        return path not in _ours
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False
