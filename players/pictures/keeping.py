"""A folder that keeps the pictures that were opened, named after what they hold, and knows which files they are of.

A match can go on when the files are gone, and a file that was opened before is not opened again, which takes a tenth of a second.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from woozle.core.attempt import Picture
from woozle.core.text import visible_line
from woozle.players.pictures import album
from woozle.players.pictures.lists import PairsError
from woozle.players.pictures.opening import LONGEST_SIDE, image_in, plain

_OPENED = f"opened-{LONGEST_SIDE}"
"""The folder in it with a file for each that was opened, named by its SHA-256; the digest of the picture stands in it."""


def kept(data: bytes, name: str, folder: Path) -> Picture:
    """The picture of a file, as plain PNG, kept in a folder that the album looks in. name: of the file, for people.

    Raises PictureError, or PairsError if the folder cannot be written.
    """
    album.look_in(folder)
    note = folder / _OPENED / sha256(data).hexdigest()
    with suppress(OSError, UnicodeDecodeError):
        if found := album.find(note.read_text("ascii")):
            return found
    picture = plain(image_in(data, name))
    try:
        note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write(folder / f"{picture.digest}.png", picture.data)
        _write(note, picture.digest.encode())
    except OSError as error:
        raise PairsError(f"{visible_line(str(folder))} cannot be written: {error.strerror}.") from None
    return picture


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all, whoever else keeps the same at the same time."""
    new = path.with_suffix(f".{os.getpid()}.new")
    new.write_bytes(data)
    new.replace(path)
