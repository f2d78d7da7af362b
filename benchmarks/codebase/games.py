"""Games in the code: their lines, their data, and the folders that they lie in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from benchmarks.checkout import ROOT, Checkout, game_of, product_files

_LINE = 132  # characters; a longer line of data counts as several
_CODE = frozenset({".py", ".pyc"})


def lines_of_games(checkout: Checkout) -> Counter[str]:
    """Return the lines of Python of each game, over all folders; those of shared code by an empty name."""
    found = Counter(dict.fromkeys(("", *checkout.games), 0))
    for module in checkout.modules.values():
        found[checkout.game_of(module.name)] += module.text.count("\n")
    return found


def data_of_games(games: Iterable[str], root: Path = ROOT) -> Counter[str]:
    """Return the lines of text files beside the code of each game; those of shared code by an empty name."""
    games = tuple(games)
    found = Counter(dict.fromkeys(("", *games), 0))
    for path in product_files(root):
        if path.suffix not in _CODE:
            found[game_of(path.relative_to(root).with_suffix("").parts, games)] += lines_of_data(path.read_bytes())
    return found


def lines_of_data(content: bytes) -> int:
    """Return the lines of a text, each long one as those that it would fill; 0 of what is no text."""
    try:
        lines = content.decode().splitlines()
    except UnicodeDecodeError:
        return 0
    return sum(max(1, -(-len(line) // _LINE)) for line in lines)


def folders_of_games(paths: Iterable[Path], games: Iterable[str]) -> dict[str, set[str]]:
    """Return, for each game, the folders that hold modules or folders named after it; a folder counts once, with its contents."""
    found: dict[str, set[str]] = {game: set() for game in games}
    for path in paths:
        parts = path.with_suffix("").parts
        for game, folders in found.items():
            at = next((i for i, part in enumerate(parts) if game_of([part], [game])), None)
            if at is not None:
                folders.add("/".join(parts[: at + 1] if at < len(parts) - 1 else parts[:at]))
    return found
