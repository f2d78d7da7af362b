"""Pictures of this process by content: the SHA-256 of a picture finds it, wherever it is stored.

Two copies of a picture differ in nothing but their bytes, so these are what they are called after. Found ones stay in memory until
others need the room; then they are read again from the folders that were named, or made again by a registered function.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TypeAlias

from woozle.core.regular_files import read_file
from woozle.core.request import Picture

ROOM = 64 * 2**20
"""Bytes that are held in memory."""

FOLDERS = 64
"""Folders that are looked in: the last ones that were named, the last of them first."""

LARGEST = 32 * 2**20
"""Bytes of a file that is looked at."""

Again: TypeAlias = Callable[[], Picture]
"""Makes a picture again; the result counts only if it is the same."""

_DIGEST = re.compile("[0-9a-f]{64}")
_KINDS = {".png": "image/png", ".jpg": "image/jpeg"}  # as a transcript names its files


class Album:
    """Pictures by digest. room: how many bytes of them are held in memory."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._held: OrderedDict[str, Picture] = OrderedDict()
        self._again: dict[str, Again] = {}
        self._folders: dict[Path, None] = {}
        self._lock = Lock()

    def add(self, picture: Picture, again: Again | None = None) -> str:
        """Add a picture. Return its digest. again: how to get it once more when it had to make room."""
        with self._lock:
            if again:
                self._again[picture.digest] = again
            self._hold(picture)
        return picture.digest

    def look_in(self, folder: Path) -> None:
        """Look for pictures in a folder too, whose files are named DIGEST.png or DIGEST.jpg. It need not exist yet."""
        with self._lock:
            self._folders.pop(folder, None)
            self._folders[folder] = None
            if len(self._folders) > FOLDERS:
                self._folders.pop(next(iter(self._folders)))

    def find(self, digest: str) -> Picture | None:
        """Return the picture of this digest; None if it is nowhere, or is not what its name says. Never raise."""
        if not _DIGEST.fullmatch(digest):
            return None
        with self._lock:
            if held := self._held.get(digest):
                self._held.move_to_end(digest)
                return held
            again, folders = self._again.get(digest), tuple(reversed(self._folders))
        found = _make_again(again, digest) if again else None
        if found is None:
            found = next((each for folder in folders if (each := _read(folder, digest))), None)
        if found:
            with self._lock:
                self._hold(found)
        return found

    def _hold(self, picture: Picture) -> None:
        self._held[picture.digest] = picture
        self._held.move_to_end(picture.digest)
        held = sum(len(each.data) for each in self._held.values())
        while held > self._room and len(self._held) > 1:
            _, gone = self._held.popitem(last=False)
            held -= len(gone.data)


def _make_again(again: Again, digest: str) -> Picture | None:
    with suppress(Exception):  # whatever is wrong with a file that was moved or changed since: it is not there any more
        picture = again()
        return picture if picture.digest == digest and sha256(picture.data).hexdigest() == digest else None
    return None


def _read(folder: Path, digest: str) -> Picture | None:
    for suffix, kind in _KINDS.items():
        path = folder / f"{digest}{suffix}"
        with suppress(OSError, ValueError):
            data = read_file(path, LARGEST)
            if sha256(data).hexdigest() == digest:
                return Picture(digest, data, kind)
    return None


def file_name(picture: Picture) -> str:
    """Return the name of the file by which a picture is found in a folder."""
    return f"{picture.digest}{next(suffix for suffix, kind in _KINDS.items() if kind == picture.media_type)}"


_OURS = Album()
add, find, look_in = _OURS.add, _OURS.find, _OURS.look_in
"""Those of the whole process."""
