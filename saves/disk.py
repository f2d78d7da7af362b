"""The file system, as transcripts need it: lines that are safe, files of one's own, errors that say what to do."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from woozle.saves.transcript import shown

try:
    import fcntl
except ImportError:  # Windows: nothing keeps two processes apart there
    fcntl = None  # type: ignore[assignment]

IS_WINDOWS = fcntl is None
"""Where an open file cannot be renamed, and a directory cannot be opened."""

_FLAGS = getattr(os, "O_BINARY", 0)
_PRIVATE = 0o600
_data_sync = getattr(os, "fdatasync", os.fsync)

_CAUSES = {
    errno.ENOSPC: ("the disk is full", "free some space"),
    errno.EDQUOT: ("the quota is used up", "free some space"),
    errno.EROFS: ("the disk is read-only", "make it writable"),
    errno.EACCES: ("permission is denied", "make it writable"),
    errno.EPERM: ("permission is denied", "make it writable"),
    errno.EEXIST: ("something of that name is there", "name another place"),
    errno.ENOTDIR: ("a part of its path is a file", "name another place"),
    errno.EISDIR: ("it is a folder", "name another place"),
    errno.ENAMETOOLONG: ("its name is too long", "name another place"),
    errno.EFBIG: ("no file may become that large here", "raise that limit (`ulimit -f`)"),
}


class SaveError(OSError):
    """Something cannot be written. Says what, why, and what to do."""


def save_error(error: OSError, path: Path, then: str) -> SaveError:
    """The sentence for an error of the system. then: what to do when its cause is mended."""
    if isinstance(error, SaveError):
        return error
    if known := _CAUSES.get(error.errno or 0):
        cause, first = known
        return SaveError(f"{shown(path)} could not be written, because {cause}; {first}, then {then}.")
    return SaveError(f"{shown(path)} could not be written: {(error.strerror or str(error)).lower()}; mend that, then {then}.")


def being_played(folder: Path) -> SaveError:
    """The sentence for a match that another process holds."""
    return SaveError(f"The match in {shown(folder)} is being played by another process; stop that one, or wait for its end.")


def opened(path: Path, *, is_new: bool = False) -> int:
    """A file to append to, held so that no other process writes it. Raises OSError; SaveError if it is held already."""
    file = os.open(path, os.O_RDWR | os.O_APPEND | _FLAGS | (os.O_CREAT | os.O_EXCL if is_new else 0), _PRIVATE)
    if fcntl is None:
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(file)
        if isinstance(error, BlockingIOError):
            raise being_played(path.parent) from error
        raise
    return file


def locked(path: Path) -> int:
    """A file that one process holds at a time, until it is closed; the others wait. Raises OSError."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | _FLAGS, _PRIVATE)
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX)
    return file


def write(file: int, data: bytes, *, sync: bool) -> None:
    """Write all of it; with `sync`, return when it would survive a power failure. Raises OSError."""
    while data:
        data = data[os.write(file, data) :]
    if sync:
        _data_sync(file)


def replace(path: Path, data: bytes, *, sync: bool = True) -> None:
    """Let a file hold this, or leave it as it was. Raises OSError; nothing half written is left then."""
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
    """Return when the names of its files would survive a power failure. Raises OSError."""
    if IS_WINDOWS:
        return
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
