"""Options of a game that are given as text: on the command line, in forms and in plans of studies.

Some name a file or a folder, some are lists in JSON; the kit of a game says which (`GameKit.options`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Protocol

from woozle.arena.play.pictures import pictures_folder
from woozle.core.datasets import Tell
from woozle.core.errors import InputError
from woozle.core.kit import OptionFile, OptionList, OptionPath
from woozle.core.registry import kit_of, names
from woozle.core.regular_files import LARGE, explain_errors, read_text_file
from woozle.core.text import visible_line
from woozle.players.parquet_files import ENDING, read_parquet

_TEXT = "utf-8-sig"  # the encoding of files that people make
_SHOWN = 60  # characters of a list in a sentence


class OptionReader(Protocol):
    """Reads an option of a game that names files of this machine: a folder of pictures, corpora to search."""

    def __call__(self, given: Any, kept: Path, tell: Tell, *, is_typed: bool) -> Any:
        """Return the value of the option. Raises ValueError with a sentence.

        given: the text, or the value that the rules make of it. kept: a folder for data that matches need when the files are gone.
        tell: called with a sentence about anything left out. is_typed: whether this is called with every key, so that nothing large
        may be read.
        """


def value(option: str, text: str, game: str, tell: Callable[[str], None] = lambda sentence: None, *, is_typed: bool = False) -> Any:
    """Return what the text of an option stands for: what is in the file that it names, a list, or else the text itself.

    tell: receives a sentence on what is left out. is_typed: whether it stands in a form, which asks with every key: a file is read
    again only if it has changed, nothing large is read, and what cannot be a path is refused. Raises ValueError with a sentence.
    """
    declared = _declaration(option, game)
    found: Any = text
    if isinstance(declared, OptionList):
        found = _list(option, str(typed_path(text)) if is_typed and _is_json(text) else text, declared)
    elif isinstance(declared, OptionFile):
        if is_typed:
            found = _typed_file(option, text, game, declared)
        elif is_file(option, text, game):
            found = _parse_file(option, Path(text), declared, tell)
    elif isinstance(declared, OptionPath) and is_typed:
        found = str(typed_path(text))
    if isinstance(declared, OptionList | OptionPath) and declared.reader:
        read: OptionReader = resolve_name(declared.reader)
        return read(found, pictures_folder(), tell, is_typed=is_typed)
    return found


def is_file(option: str, text: str, game: str) -> bool:
    """Return whether the text of an option names a file, by its ending, or a file or folder that the players of a game read."""
    declared = _declaration(option, game)
    if isinstance(declared, OptionFile):
        return text.lower().endswith(declared.endings)
    return isinstance(declared, OptionPath) and bool(text)


def _declaration(option: str, game: str) -> OptionFile | OptionList | OptionPath | None:
    """Return how an option is declared; what is recorded but not played declares none."""
    return kit_of(game).options.get(option) if game in names() else None


def typed_path(text: str) -> Path:
    """Return the path that was typed, `~` being their home. Raises ValueError for what cannot be a path here."""
    try:
        path = Path(text).expanduser()
        path.exists()
    except (OSError, RuntimeError, ValueError):  # too long a name, an unknown user's home, a sign that no name has
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
        raise InputError(f"There is nothing at {visible_line(shown)}; type another path.") from None
    return path


def _typed_file(option: str, text: str, game: str, declared: OptionFile) -> Any:
    path = typed_path(text)
    if not is_file(option, text, game) or not path.is_file():
        *others, last = declared.endings
        raise InputError(f"There is no {option} {text}; type the path of a {', '.join(others)} or {last} file.")
    return _parse_file_once(option, path, path.stat().st_mtime_ns, declared)


@lru_cache(maxsize=1)
def _parse_file_once(option: str, path: Path, changed: int, declared: OptionFile) -> Any:
    """changed: when the file was, so that it is read again after that."""
    return _parse_file(option, path, declared)


def _parse_file(option: str, path: Path, declared: OptionFile, tell: Callable[[str], None] = lambda sentence: None) -> Any:
    called = f"The {option} {visible_line(str(path))}"
    with explain_errors(called, InputError):
        source = list(read_parquet(path, LARGE)) if path.suffix.lower() == ENDING else read_text_file(path, LARGE, _TEXT)
        return declared.parse(source, lambda sentence: tell(f"{called}: {sentence}."))


def _is_json(text: str) -> bool:
    return text.lower().endswith(".json")


def _list(option: str, text: str, declared: OptionList) -> list[Any]:
    """Return a list, given directly or in a file."""
    is_named = _is_json(text)
    if declared.has_commas and not is_named and not text.startswith("["):
        return text.split(",")
    content = text
    if is_named:
        with explain_errors(f"The {option} {visible_line(text)}", InputError):
            content = read_text_file(text, LARGE, _TEXT)
    try:
        found = json.loads(content)
    except (json.JSONDecodeError, RecursionError):
        found = None
    if isinstance(found, list):
        return found
    what = text if is_named or len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    raise InputError(f"The {option} {what} is no list in JSON; write it, or a .json file, as {declared.example}.")
