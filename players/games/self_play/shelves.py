"""Where corpora are, by name: those that come with Woozle, those of a generated world, and files and folders of whoever plays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from woozle.core.games.self_play import data
from woozle.core.games.self_play.data import Corpus, Paragraph, corpora
from woozle.core.games.self_play.world import world
from woozle.core.text import visible_line

_ROWS = (".jsonl", ".json", ".tsv", ".csv")
_PLAIN = (".txt", ".md")
WORLD = "world:"
"""What the names of corpora of worlds that are made begin with."""

_MOST_THINGS = 1_000_000
_MOST_BYTES = 2_000_000_000
_SHOWN = 200  # characters of a name, in a sentence


class ShelfError(ValueError):
    """A corpus that there is not, or that cannot be read. Says why, in a sentence."""


@lru_cache(maxsize=8)
def corpus(name: str) -> Corpus:
    """The corpus of that name, read once in this process: one of Woozle's, `world:SEED:THINGS:NAME`, a file or a folder.

    A file holds rows (.jsonl, .json, .tsv, .csv) or plain text (.txt, .md); a folder plain text, in it or below. Raises
    ShelfError.
    """
    if name in data.NAMES:
        return Corpus(name, data.paragraphs(name))
    if name.startswith(WORLD):
        return Corpus(name, _of_world(name))
    path = _path(name)
    return Corpus(name, _of_folder(path, name) if path.is_dir() else _of_file(path, name))


def _path(name: str) -> Path:
    """The file or folder of that name."""
    with suppress(OSError, RuntimeError, ValueError):  # names that no file can have, and homes of nobody
        path = Path(name).expanduser()
        if name.strip() and (path.is_dir() or path.is_file()):
            return path
    ways = ", ".join((*data.NAMES, f"{WORLD}SEED:THINGS:{data.MEDICINE}"))
    raise ShelfError(f"There is no corpus {_shown(name)}; name one of {ways}, or a file or folder that is there.")


def _of_world(name: str) -> tuple[Paragraph, ...]:
    _, *parts = name.split(":")
    numbers = [int(part) for part in parts[:2] if part.isascii() and part.isdigit() and len(part) < 20]
    if len(parts) != 3 or len(numbers) != 2 or parts[2] not in data.NAMES:
        raise ShelfError(
            f"There is no corpus {_shown(name)}; a world is named {WORLD}SEED:THINGS:NAME, as in world:7:300:medicine."
        )
    seed, things = numbers
    if not 1 <= things <= _MOST_THINGS:
        raise ShelfError(f"The world {_shown(name)} cannot be made: it can have 1 to {_MOST_THINGS:,} things, not {things:,}.")
    return world(seed, things).paragraphs[parts[2]]


def _of_file(path: Path, name: str) -> tuple[Paragraph, ...]:
    text = _text(path, name)
    if path.suffix.lower() in _PLAIN:
        return _some(tuple(corpora.cut(path.name, text)), name)
    if path.suffix.lower() not in _ROWS:
        raise ShelfError(
            f"The corpus {_shown(name)} cannot be used: it must end with {', '.join((*_ROWS, *_PLAIN))}, or be a folder."
        )
    try:
        return corpora.parse(text)
    except ValueError as error:
        raise ShelfError(f"The corpus {_shown(name)} {str(error).removesuffix('.')}.") from None


def _of_folder(folder: Path, name: str) -> tuple[Paragraph, ...]:
    files = sorted(_plain_files(folder, name), key=lambda file: file.relative_to(folder).as_posix())
    found: list[Paragraph] = []
    left = _MOST_BYTES
    for file in files:
        left -= _size(file, str(file))
        if left < 0:
            raise ShelfError(f"The corpus {_shown(name)} cannot be used: its files have more than {_MOST_BYTES:,} bytes together.")
        found += corpora.cut(file.relative_to(folder).as_posix(), _text(file, str(file)))
    return _some(tuple(found), name)


def _plain_files(folder: Path, name: str) -> Iterator[Path]:
    try:
        for file in folder.rglob("*"):
            if file.suffix.lower() in _PLAIN and file.is_file():
                yield file
    except OSError as error:
        raise ShelfError(f"The corpus {_shown(name)} cannot be read: {error.strerror}.") from None


def _text(path: Path, name: str) -> str:
    if _size(path, name) > _MOST_BYTES:
        raise ShelfError(f"The corpus {_shown(name)} cannot be used: it has more than {_MOST_BYTES:,} bytes; cut it into several.")
    try:
        found = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ShelfError(f"The corpus {_shown(name)} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise ShelfError(
            f"The corpus {_shown(name)} is not in UTF-8 (byte {error.start + 1} is not); save it as UTF-8 text."
        ) from None
    if path.suffix.lower() in _PLAIN and "\0" in found:
        raise ShelfError(f"The corpus {_shown(name)} is no plain text: there is a zero in it; leave it out, or save it as text.")
    return found


def _size(path: Path, name: str) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise ShelfError(f"The corpus {_shown(name)} cannot be read: {error.strerror}.") from None


def _some(found: tuple[Paragraph, ...], name: str) -> tuple[Paragraph, ...]:
    if not found:
        raise ShelfError(f"The corpus {_shown(name)} is empty: no text stands in its {' or '.join(_PLAIN)} files.")
    return found


def _shown(name: str) -> str:
    return visible_line(name if len(name) <= _SHOWN else f"{name[:_SHOWN]}...")
