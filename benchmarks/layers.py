"""The layers of the code: `core`, `players`, `saves`, `arena`, `tui`, and the parts of games that belong to each."""

from __future__ import annotations

from pathlib import Path

from benchmarks.checkout import code_folders

LAYERS = ("core", "players", "saves", "arena", "tui")
FOLDERS = code_folders()
_OF_GAMES = {"players": "players", "views": "arena", "tui": "tui"}


def layer_of(path: str) -> str:
    """Return the layer of a module by its path in the checkout; empty for tests, benchmarks and the like.

    In the folder of a game, `players`, `views` and `tui`, each a folder or a module, belong to `players`, `arena` and `tui`, and
    everything else to `core`. So a count by layers is the same before and after a module moves into such a folder.
    """
    top, *below = Path(path).with_suffix("").parts
    if top == "games":
        return _OF_GAMES.get(below[1], "core") if len(below) > 1 else "core"
    return top if top in LAYERS else ""
