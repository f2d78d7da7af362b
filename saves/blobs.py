"""The pictures of a match: a file each in `blobs/` beside the transcript, named after the SHA-256 of what it holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from woozle.core.attempt import Picture
from woozle.saves import disk
from woozle.saves.shape import SUFFIXES

BLOBS = "blobs"


def blob(folder: Path, picture: Picture) -> Path:
    """Where a picture of the match in `folder` is kept."""
    return folder / BLOBS / f"{picture.digest}{SUFFIXES[picture.media_type]}"


def keep(folder: Path, picture: Picture, *, sync: bool) -> None:
    """Keep a picture, unless it is there. Raises OSError."""
    path = blob(folder, picture)
    if not path.exists():
        path.parent.mkdir(mode=0o700, exist_ok=True)
        disk.replace(path, picture.data, sync=sync)


def problem(folder: Path, picture: Picture) -> str:
    """What is wrong with a picture that is kept, as one sentence; empty if it is sound."""
    try:
        data = blob(folder, picture).read_bytes()
    except FileNotFoundError:
        return f"The picture {picture.digest[:12]} is missing from {BLOBS}."
    except OSError as error:
        return f"The picture {picture.digest[:12]} cannot be read: {error.strerror}."
    return "" if sha256(data).hexdigest() == picture.digest else f"The picture {picture.digest[:12]} was changed."


def loaded(folder: Path, pictures: tuple[Picture, ...]) -> Iterator[Picture]:
    """The same pictures with their data, those that are there."""
    for picture in pictures:
        with suppress(OSError):
            yield Picture(picture.digest, blob(folder, picture).read_bytes(), picture.media_type)
