"""Options of a game that are given as text: on the command line, in forms and in plans of studies.

Some name a file, several files or a folder, some are lists in JSON; the kit of a game says which (`GameKit.options`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple, Protocol

from woozle.arena.play.pictures import pictures_folder
from woozle.core.datasets import Tell
from woozle.core.errors import InputError
from woozle.core.kit import OptionFile, OptionList, OptionPath
from woozle.core.registry import kit_of, names
from woozle.core.regular_files import LARGE, explain_errors, read_text_file
from woozle.core.suggestions import suggest
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
            found = _typed_files(option, text, declared)
        elif files := _named_files(option, text, declared):
            found = _join([(file.path, _parse_file(option, file, declared, tell)) for file in files])
    elif isinstance(declared, OptionPath) and is_typed:
        found = str(typed_path(text))
    if isinstance(declared, OptionList | OptionPath) and declared.reader:
        read: OptionReader = resolve_name(declared.reader)
        return read(found, pictures_folder(), tell, is_typed=is_typed)
    return found


def is_file(option: str, text: str, game: str) -> bool:
    """Return whether the text of an option names files, by their endings, or a file or folder that the players of a game read."""
    declared = _declaration(option, game)
    if isinstance(declared, OptionFile):
        return bool(_parts(text, declared))
    return isinstance(declared, OptionPath) and bool(text)


def in_folder(folder: Path, option: str, text: str, game: str) -> str:
    """Return the text of an option with the files that it names and that are in a folder named there."""
    declared = _declaration(option, game)
    if not is_file(option, text, game):
        return text
    parts = _parts(text, declared) if isinstance(declared, OptionFile) else [text]
    paths = [_split_way(part, declared)[0] if isinstance(declared, OptionFile) else part for part in parts]
    return ",".join(str(folder / part) if (folder / path).exists() else part for part, path in zip(parts, paths, strict=True))


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


class _File(NamedTuple):
    """A file that an option names, and the way to read it, if one is given."""

    path: Path
    way: str = ""


def _parts(text: str, declared: OptionFile) -> list[str]:
    """Return the parts of a text that name a file each, by their endings; none if it names no file."""

    def is_path(part: str) -> bool:
        return _split_way(part, declared)[0].lower().endswith(declared.endings)

    parts = text.split(",") if declared.has_several else [text]
    if all(map(is_path, parts)):
        return [part.strip() for part in parts]
    return [text] if is_path(text) else []  # a path with a comma in it


def _split_way(part: str, declared: OptionFile) -> tuple[str, str]:
    path, _, way = part.partition("?") if declared.ways else (part, "", "")
    return path, way


def _named_files(option: str, text: str, declared: OptionFile) -> list[_File]:
    """Return the files that a text names; none if it names no file. Raises ValueError for an unknown way to read one."""
    found = [_split_way(part, declared) for part in _parts(text, declared)]
    for path, way in found:
        if way and way not in declared.ways:
            raise InputError(f"The {option} {visible_line(path)} cannot be read with {way!r}; {suggest(way, declared.ways)}")
    return [_File(Path(path), way) for path, way in found]


def _typed_files(option: str, text: str, declared: OptionFile) -> Any:
    files = [_File(typed_path(str(path)), way) for path, way in _named_files(option, text, declared)]
    if not files:
        typed_path(text)
    if missing := next((str(path) for path, _ in files if not path.is_file()), "" if files else text):
        *others, last = declared.endings
        raise InputError(f"There is no {option} {missing}; type the path of a {', '.join(others)} or {last} file.")
    return _join([(file.path, _parse_file_once(option, file, file.path.stat().st_mtime_ns, declared)) for file in files])


@lru_cache(maxsize=8)
def _parse_file_once(option: str, file: _File, changed: int, declared: OptionFile) -> Any:
    """changed: when the file was, so that it is read again after that."""
    return _parse_file(option, file, declared)


def _parse_file(option: str, file: _File, declared: OptionFile, tell: Callable[[str], None] = lambda sentence: None) -> Any:
    path = file.path
    called = f"The {option} {visible_line(str(path))}"
    with explain_errors(called, InputError):
        source = list(read_parquet(path, LARGE)) if path.suffix.lower() == ENDING else read_text_file(path, LARGE, _TEXT)
        return declared.parse(source, lambda sentence: tell(f"{called}: {sentence}."), file.way)


def _join(parsed: Sequence[tuple[Path, Any]]) -> Any:
    """Return the value of one file, or the items of several; where two have the same id, the later one's begins with its file."""
    if len(parsed) == 1:
        return parsed[0][1]
    found: dict[str, Any] = {}
    for path, items in parsed:
        for item in items:
            new = item if item.id not in found else item.model_copy(update={"id": f"{path.stem}-{item.id}"})
            found[new.id] = new
    return tuple(found.values())


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
