"""Traces of a study: all files below a folder, and those that contain what they must not."""

from __future__ import annotations

import getpass
import os
import platform
import socket
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

PIECE = 12
"""Characters of a sentence that are too many to be left of it."""

USER, HOST = "quorvexa", "zumbriloth"


@contextmanager
def planted_home(place: Path) -> Iterator[dict[str, str]]:
    """A home in a folder, with a user and a host that no text of ours names, for this process and those that it starts.

    What must be found nowhere, by what it is.
    """
    names = {"login": getpass.getuser(), "true home": str(Path.home()), "node": socket.gethostname(), "name": platform.node()}
    home = place / f"home-of-{USER}"
    folders = {
        "TMPDIR": home / "tmp",
        "WOOZLE_HOME": home / "woozle",
        "XDG_CACHE_HOME": home / "cache",
        "XDG_STATE_HOME": home / "state",
    }
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    changed = {name: str(folder) for name, folder in folders.items()}
    changed |= {"HOME": str(home), "USER": USER, "LOGNAME": USER, "USERNAME": USER, "HOSTNAME": HOST, "TEXTUAL_ANIMATIONS": "none"}
    before = {name: os.environ.get(name) for name in changed}
    os.environ.update(changed)
    try:
        names |= {"home": str(home), "place": str(place), "user": USER, "host": HOST}
        yield {what: name for what, name in names.items() if len(name) >= 5}
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def pieces(text: str) -> set[str]:
    """All pieces of a text that are too long to be left of it; a shorter text is one itself."""
    text = squeezed(text)
    return {text[at : at + PIECE] for at in range(max(1, len(text) - PIECE + 1))}


def squeezed(text: str) -> str:
    """A text without what its capitals and spacing tell."""
    return " ".join(text.lower().split())


@dataclass
class Search:
    """Looks for texts in files. looked: in how many files, of how many bytes; sought: pieces. hits: what was found, and where."""

    files: int = 0
    size: int = 0
    sought: int = 0
    hits: list[str] = field(default_factory=list)
    _read: dict[Path, set[str]] = field(default_factory=dict)
    _texts: dict[Path, str] = field(default_factory=dict)

    def look(self, place: Path, what: str, sought: Collection[str], *, where: Callable[[Path], bool] = lambda path: True) -> None:
        """Look for whole texts, whatever their case, in all files below a folder and in their names."""
        wanted = [squeezed(each) for each in sought if each]
        self.sought += len(wanted)
        for path, text in self._of(place, where):
            self.hits += [f"{what}: {each!r} in {path.relative_to(place)}" for each in wanted if each in text]

    def look_for_pieces(
        self, place: Path, what: str, sought: Collection[str], *, where: Callable[[Path], bool] = lambda path: True
    ) -> None:
        """Look for any piece of some texts."""
        wanted = {piece for each in sought for piece in pieces(each)}
        self.sought += len(wanted)
        for path, text in self._of(place, where):
            found = wanted & self._windows(path, text)
            self.hits += [f"{what}: {each!r} in {path.relative_to(place)}" for each in sorted(found)[:5]]
            short = {each for each in wanted if len(each) < PIECE and each in text}
            self.hits += [f"{what}: {each!r} in {path.relative_to(place)}" for each in sorted(short)]

    def _of(self, place: Path, where: Callable[[Path], bool] = lambda path: True) -> Iterator[tuple[Path, str]]:
        for path in sorted(place.rglob("*")):
            if path.is_file() and where(path):
                if path not in self._texts:
                    data = path.read_bytes()
                    self.files += 1
                    self.size += len(data)
                    self._texts[path] = squeezed(f"{path.relative_to(place)}\n{_text(path, data)}")
                yield path, self._texts[path]

    def _windows(self, path: Path, text: str) -> set[str]:
        if path not in self._read:
            self._read[path] = {text[at : at + PIECE] for at in range(len(text) - PIECE + 1)}
        return self._read[path]


def _text(path: Path, data: bytes) -> str:
    """All that a file says: of one that is compressed also what is in it."""
    text = data.decode("utf-8", "replace")
    if path.suffix == ".parquet":
        import pyarrow.parquet

        table = pyarrow.parquet.read_table(path)
        cells = (str(cell) for column in table.columns for cell in column.to_pylist() if isinstance(cell, str))
        text = "\n".join([text, str(table.schema.metadata), *cells])
    return text
