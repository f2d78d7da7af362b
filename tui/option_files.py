"""Files that an option of a game may name, instead of a value: a map of one's own, passages or questions of one's own."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

_FILES = {
    "map": ((".yaml", ".yml"), "woozle.core.games.ship.maps"),
    "pool": ((".csv", ".json", ".jsonl"), "woozle.core.games.quest.data.loading"),
}
"""Options that may name a file: its endings, and whose `parse` reads it."""

_WITH_PICTURES = {("undercover", "pool"): "woozle.tui.pictures:pool"}
"""Options that name files with others beside them, or a folder: what reads the whole of it, by game and option."""

NAMES = tuple(_FILES)


def is_file(option: str, text: str, game: str = "") -> bool:
    """Whether a text names a file of such an option, by its ending; of pictures, any text does."""
    return bool(text) if (game, option) in _WITH_PICTURES else text.lower().endswith(_FILES[option][0])


def read(option: str, path: Path, game: str = "", tell: Callable[[str], None] = lambda sentence: None) -> Any:
    """What stands in the file that an option names. tell: who is told, in a sentence, what of it is left out.

    Raises ValueError with a sentence.
    """
    if reader := _WITH_PICTURES.get((game, option)):
        module, _, name = reader.partition(":")
        return getattr(import_module(module), name)(path, tell)
    try:
        return import_module(_FILES[option][1]).parse(path.read_text("utf-8-sig"))
    except OSError as error:
        raise ValueError(f"The {option} {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"The {option} {path} is not in UTF-8 (byte {error.start + 1} is not); save it as UTF-8 text.") from None
    except ValueError as error:
        raise ValueError(f"The {option} {path} {str(error).removesuffix('.')}.") from None
