"""Files that an option of a game may name, instead of a value: a map of one's own, passages or questions of one's own, a graph."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from woozle.core.text import visible_line

_TABLES = (".csv", ".json", ".jsonl")
_FILES = {
    "map": ((".yaml", ".yml"), "woozle.core.games.ship.maps"),
    "pool": (_TABLES, "woozle.core.games.quest.data.loading"),
}
"""Options that may name a file: its endings, and whose `parse` reads it."""

_FILES_OF = {
    ("debate", "pool"): (_TABLES, "woozle.core.games.debate.data.loading"),
    ("self_play", "pool"): ((*_TABLES, ".tsv"), "woozle.core.games.self_play.data.loading"),
}
"""The same where a game has its own, by game and option."""

_WITH_PICTURES = {("undercover", "pool"): "woozle.arena.play.pictures:pool"}
"""Options that name files with others beside them, or a folder: what reads the whole of it, by game and option."""

_LISTS = {
    ("debate", "graph"): "[[1, 2], [0], [0]], for each seat whom it listens to, from 0",
    ("debate", "firsts"): '["... Answer: A", "... Answer: B"], a text for each seat',
    ("self_play", "graph"): "[[1, 2], [], []], for each seat whom it can ask, from 0",
    ("self_play", "libraries"): '["-", "encyclopaedia", "medicine"], a corpus for each seat',
    ("self_play", "calculators"): "[0, 2], the seats that have one, from 0",
}
"""Options that are lists in JSON, or a .json file with one, and what they look like."""

_SHOWN = 60  # characters of a list in a sentence


def value(option: str, text: str, game: str, tell: Callable[[str], None] = lambda sentence: None) -> Any:
    """What the text of an option stands for: what is in the file that it names, a list, or else the text. Raises ValueError."""
    if (game, option) == ("self_play", "libraries"):
        return _shelves(text, game)
    if (game, option) in _LISTS:
        return _listed(option, text, game)
    return read(option, Path(text), game, tell) if is_file(option, text, game) else text


def is_file(option: str, text: str, game: str = "") -> bool:
    """Whether a text names a file of such an option, by its ending; of pictures, any text does."""
    if (game, option) in _WITH_PICTURES:
        return bool(text)
    endings, _ = _reader(option, game)
    return text.lower().endswith(endings) if endings else False


def read(option: str, path: Path, game: str = "", tell: Callable[[str], None] = lambda sentence: None) -> Any:
    """What stands in the file that an option names. tell: who is told, in a sentence, what of it is left out.

    Raises ValueError with a sentence.
    """
    if reader := _WITH_PICTURES.get((game, option)):
        module, _, name = reader.partition(":")
        return getattr(import_module(module), name)(path, tell)
    text = _text(option, path)
    try:
        return import_module(_reader(option, game)[1]).parse(text)
    except ValueError as error:
        raise ValueError(f"The {option} {path} {str(error).removesuffix('.')}.") from None


def typed(text: str) -> Path:
    """The path that somebody typed, `~` being their home. Raises ValueError, with a sentence, for what can be no path here."""
    try:
        path = Path(text).expanduser()
        path.exists()
    except (OSError, RuntimeError, ValueError):  # too long a name, the home of nobody, a sign that no name has
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
        raise ValueError(f"There is nothing at {visible_line(shown)}; type another path.") from None
    return path


def pool(text: str, game: str) -> tuple[Any, ...]:
    """What is in the file that somebody typed; nothing if none was. game: one whose pools are tables.

    Raises ValueError, with a sentence.
    """
    if not text:
        return ()
    path = typed(text)
    if not is_file("pool", text, game) or not path.is_file():
        *others, last = _reader("pool", game)[0]
        raise ValueError(f"There is no pool {text}; type the path of a {', '.join(others)} or {last} file.")
    return _kept(path, path.stat().st_mtime_ns, game)


@lru_cache(maxsize=1)
def _kept(path: Path, changed: int, game: str) -> tuple[Any, ...]:
    """What is in a file, which is asked for with every key. changed: when, so that it is read again after that."""
    return tuple(read("pool", path, game))


def _reader(option: str, game: str) -> tuple[tuple[str, ...], str]:
    return _FILES_OF.get((game, option)) or _FILES.get(option, ((), ""))


def _text(option: str, path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise ValueError(f"The {option} {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"The {option} {path} is not in UTF-8 (byte {error.start + 1} is not); save it as UTF-8 text.") from None


def _shelves(text: str, game: str) -> list[str]:
    """The corpora of the seats, a list or names with commas: each is there, and none tells where somebody's home is."""
    from woozle.players.games.self_play.shelves import corpus
    from woozle.players.paths import without_home

    is_list = text.startswith("[") or text.lower().endswith(".json")
    names = [str(name).strip() for name in (_listed("libraries", text, game) if is_list else text.split(","))]
    for name in names:
        if name not in ("", "-"):
            corpus(name)
    return [without_home(name) for name in names]


def _listed(option: str, text: str, game: str) -> list[Any]:
    """A list, as it stands there or in a file."""
    is_named = text.lower().endswith(".json")
    try:
        found = json.loads(_text(option, Path(text)) if is_named else text)
    except (json.JSONDecodeError, RecursionError):
        found = None
    if isinstance(found, list):
        return found
    what = text if is_named or len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    raise ValueError(f"The {option} {what} is no list in JSON; write it, or a .json file, as {_LISTS[game, option]}.")
