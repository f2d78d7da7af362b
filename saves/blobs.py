"""The pictures of a match: one file each in `blobs/` beside the transcript, named after its SHA-256."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from woozle.core.regular_files import read_file
from woozle.core.request import Picture
from woozle.saves import disk
from woozle.saves.members import SUFFIXES

BLOBS = "blobs"

MOST_BYTES = 32 * 2**20
"""Of a picture."""


def blob_path(folder: Path, picture: Picture) -> Path:
    """Return the path of a picture of the match in `folder`."""
    return folder / BLOBS / f"{picture.digest}{SUFFIXES[picture.media_type]}"


def keep_blob(folder: Path, picture: Picture, *, sync: bool) -> Path | None:
    """Write a picture, and return its file; None if there was one. Raises OSError."""
    path = blob_path(folder, picture)
    if path.exists():
        return None
    path.parent.mkdir(mode=0o700, exist_ok=True)
    disk.replace(path, picture.data, sync=sync)
    return path


def blob_problem(folder: Path, picture: Picture) -> str:
    """Return an error message if the stored picture is missing, unreadable or changed, else an empty string."""
    try:
        data = _read(folder, picture)
    except FileNotFoundError:
        return f"The picture {picture.digest[:12]} is missing from {BLOBS}."
    except OSError as error:
        return f"The picture {picture.digest[:12]} cannot be read: {error.strerror}."
    return "" if sha256(data).hexdigest() == picture.digest else f"The picture {picture.digest[:12]} was changed."


def stamp_blobs(folder: Path) -> str:
    """Return a digest of the names, sizes, times and inodes of the pictures of a match; empty if it has no folder of them.

    It changes whenever one of the files does.
    """
    try:
        with os.scandir(folder / BLOBS) as entries:
            facts = sorted((os.fsencode(each.name), each.stat(follow_symlinks=False)) for each in entries)
    except OSError:
        return ""
    rows = (f"{name.hex()} {at.st_size} {at.st_mtime_ns} {at.st_ctime_ns} {at.st_ino}" for name, at in facts)
    return sha256("\n".join(rows).encode()).hexdigest()


def load_blobs(folder: Path, pictures: tuple[Picture, ...]) -> Iterator[Picture]:
    """Yield the pictures with their data, leaving out those that cannot be read."""
    for picture in pictures:
        with suppress(OSError):
            yield Picture(picture.digest, _read(folder, picture), picture.media_type)


def _read(folder: Path, picture: Picture) -> bytes:
    return read_file(blob_path(folder, picture), MOST_BYTES)
