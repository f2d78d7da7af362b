"""Corpora by name: bundled ones, those of a generated world, and the user's files and folders."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from woozle.core.errors import InputError
from woozle.core.regular_files import explain_errors, read_file
from woozle.core.text import visible_line
from woozle.games.self_play import data
from woozle.games.self_play.data import Paragraph, corpora
from woozle.games.self_play.data.world import world
from woozle.players.paths import hide_home

_ROWS = (".jsonl", ".json", ".tsv", ".csv")
_PLAIN = (".txt", ".md")
WORLD = "world:"
"""The prefix in the names of generated worlds' corpora."""

_WHOLE_WORLD = re.compile(rf"{WORLD}\d{{1,19}}:[1-9]\d{{0,5}}:(?:{'|'.join(data.NAMES)})", re.ASCII)
_SOON_READ = 1_000_000  # bytes
_MOST_THINGS = 1_000_000
_MOST_BYTES = 2_000_000_000
_SHOWN = 200  # characters of a name, in a sentence


class CorpusError(InputError):
    """A corpus that does not exist or cannot be read. The message says why, in a sentence."""


@lru_cache(maxsize=8)
def load_corpus(name: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a corpus, read once in this process: a bundled one, `world:SEED:THINGS:NAME`, a file or a folder.

    A file holds rows (.jsonl, .json, .tsv, .csv) or plain text (.txt, .md); a folder holds plain text, also in its subfolders.
    Raises CorpusError.
    """
    if name in data.NAMES:
        return data.paragraphs(name)
    if name.startswith(WORLD):
        return _of_world(name)
    path = _path(name)
    return _of_folder(path, name) if path.is_dir() else _of_file(path, name)


def read_libraries(given: Any, kept: Path, tell: Callable[[str], None], *, is_typed: bool) -> tuple[str, ...]:
    """Return the corpora that the seats can search, `-` for none; paths hide the home directory. Args are those of `OptionReader`.

    Raise CorpusError for one that is missing or cannot be read. While the option is typed, corpora that take long are not read.
    """
    names = [str(name).strip() for name in given]
    for name in names:
        if name not in ("-", *([] if is_typed else [""])) and not (is_typed and _takes_long(name)):
            load_corpus(name)
    return tuple(map(hide_home, names))


def _takes_long(name: str) -> bool:
    if _WHOLE_WORLD.fullmatch(name):
        return True
    with suppress(OSError, RuntimeError, ValueError):
        path = Path(name).expanduser()
        return bool(name) and (path.is_dir() or (path.is_file() and path.stat().st_size > _SOON_READ))
    return False


def _path(name: str) -> Path:
    with suppress(OSError, RuntimeError, ValueError):  # names that no file can have, and home directories of unknown users
        path = Path(name).expanduser()
        if name.strip() and (path.is_dir() or path.is_file()):
            return path
    ways = ", ".join((*data.NAMES, f"{WORLD}SEED:THINGS:{data.MEDICINE}"))
    raise CorpusError(f"There is no corpus {_quote(name)}; name one of {ways}, or a file or folder that is there.")


def _of_world(name: str) -> tuple[Paragraph, ...]:
    _, *parts = name.split(":")
    numbers = [int(part) for part in parts[:2] if part.isascii() and part.isdigit() and len(part) < 20]
    if len(parts) != 3 or len(numbers) != 2 or parts[2] not in data.NAMES:
        raise CorpusError(
            f"There is no corpus {_quote(name)}; a world is named {WORLD}SEED:THINGS:NAME, as in world:7:300:medicine."
        )
    seed, things = numbers
    if not 1 <= things <= _MOST_THINGS:
        raise CorpusError(f"The world {_quote(name)} cannot be made: it can have 1 to {_MOST_THINGS:,} things, not {things:,}.")
    return world(seed, things).paragraphs[parts[2]]


def _of_file(path: Path, name: str) -> tuple[Paragraph, ...]:
    text = _read_text(path, name)
    if path.suffix.lower() in _PLAIN:
        return _require_text(tuple(corpora.cut(path.name, text)), name)
    with _explain(name):
        if path.suffix.lower() not in _ROWS:
            raise InputError(f"cannot be used: it must end with {', '.join((*_ROWS, *_PLAIN))}, or be a folder")
        return corpora.parse(text)


def _of_folder(folder: Path, name: str) -> tuple[Paragraph, ...]:
    with _explain(name):
        files = [file for file in folder.rglob("*") if file.suffix.lower() in _PLAIN and file.is_file()]
    found: list[Paragraph] = []
    left = _MOST_BYTES
    for file in sorted(files, key=lambda file: file.relative_to(folder).as_posix()):
        with _explain(str(file)):
            left -= file.stat().st_size
        if left < 0:
            raise CorpusError(f"The corpus {_quote(name)} cannot be used: its files have more than {_MOST_BYTES:,} bytes together.")
        found += corpora.cut(file.relative_to(folder).as_posix(), _read_text(file, str(file)))
    return _require_text(tuple(found), name)


def _read_text(path: Path, name: str) -> str:
    with _explain(name):
        found = read_file(path, _MOST_BYTES).decode("utf-8-sig")
        if path.suffix.lower() in _PLAIN and "\0" in found:
            raise InputError("is no plain text: there is a zero in it; leave it out, or save it as text")
    return found


def _explain(name: str) -> AbstractContextManager[None]:
    return explain_errors(f"The corpus {_quote(name)}", CorpusError)


def _require_text(found: tuple[Paragraph, ...], name: str) -> tuple[Paragraph, ...]:
    if not found:
        raise CorpusError(f"The corpus {_quote(name)} is empty: no text stands in its {' or '.join(_PLAIN)} files.")
    return found


def _quote(name: str) -> str:
    return visible_line(name if len(name) <= _SHOWN else f"{name[:_SHOWN]}...")
