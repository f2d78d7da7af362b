"""Counts of the code itself, beside those of the commit that this series of changes began with.

    python -m benchmarks codebase                   # with their limits
    python -m benchmarks.codebase                   # and what was counted: folds, circles, types
    python -m benchmarks.codebase --commit COMMIT   # the same of another commit
    python -m benchmarks.codebase --keep COMMIT     # write its figures as those to compare with

Everything is counted that lies in no folder of tests, docs or benchmarks, wherever it lies; nothing is loaded.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.checkout import ROOT, Checkout
from benchmarks.codebase.events import folds, places_of_events, places_of_figures
from benchmarks.codebase.games import data_of_games, folders_of_games, lines_of_games
from benchmarks.codebase.import_circles import circles, imports
from benchmarks.codebase.kits import kit_types, made_by_games
from benchmarks.codebase.screens import places_of_screens
from benchmarks.codebase.style import figures_of_style
from benchmarks.result import Result

BASELINE = Path(__file__).with_name("baseline.json")
_FEWER = 2_500  # lines of the product
_SHARES = {"quest": 142, "debate": 92, "self_play": 96, "undercover": 97, "ship": 107}  # % of a game's lines
_EXPLAINED: Mapping[str, int] = {"": 165, "ship": 40}
"""Lines of data, of games and of shared code, that are new and were not moved there from code: the study of any game, and words and
measured precision of the ship's claims."""


def codebase(root: Path = ROOT) -> list[Result]:
    """Count what is in a checkout."""
    checkout, kept = Checkout.read(root), json.loads(BASELINE.read_text("utf-8"))
    return [*_sizes(checkout, kept, root), *_structure(checkout, kept), *figures_of_style(checkout)]


def baseline(commit: str, root: Path) -> dict[str, Any]:
    """Return what later commits are compared with, of a checkout of a commit."""
    checkout = Checkout.read(root)
    return {
        "commit": commit,
        "lines": lines_of_games(checkout),
        "data": data_of_games(checkout.games, root),
        "made by games": sorted({each.name for each in made_by_games(checkout).values()}),
    }


def _sizes(checkout: Checkout, kept: Mapping[str, Any], root: Path) -> Iterator[Result]:
    lines, data = lines_of_games(checkout), data_of_games(checkout.games, root)
    most = sum(kept["lines"].values()) - _FEWER
    yield Result("lines of Python", lines.total(), "lines", f"<= {most:,}")
    for game in checkout.games:
        share = _SHARES.get(game)
        limit = f"<= {int(kept['lines'][game] * share / 100):,}" if share else ""
        yield Result(f"{game}, lines of Python in all folders", lines[game], "lines", limit)
    shared = Counter(kept["data"]) + Counter(_EXPLAINED)
    for game in ("", *checkout.games):
        yield Result(f"{game or 'shared code'}, lines of data", data[game], "lines", f"<= {shared[game]:,}")


def _structure(checkout: Checkout, kept: Mapping[str, Any]) -> Iterator[Result]:
    folders = folders_of_games((module.path for module in checkout.modules.values()), checkout.games)
    yield Result("folders that hold parts of one game, at most", max(map(len, folders.values())), "folders", "1")
    graph = imports(checkout, lazy=True)
    knowing = [name for name, targets in graph.items() if not checkout.game_of(name) and any(map(checkout.game_of, targets))]
    yield Result("modules of shared code that import a game", len(knowing), "modules", "0")
    found = folds(checkout, "ship")
    yield Result("folds of the ship's events, with the one of its rules", 1 + len(found), "folds", "<= 5")
    yield from (Result(f"  {fold.where}, kinds of events", fold.events, "events", "") for fold in found)
    places = {game: [len(each) for each in events.values()] for game, events in places_of_events(checkout).items()}
    for game, counts in places.items():
        yield Result(f"modules that name an event of {game}, median", median(counts), "modules", "<= 4")
        yield Result("  the most", max(counts), "modules", "")
    figures = [len(each) for each in places_of_figures(checkout).values()]
    yield Result("modules that name a figure of a report, median", median(figures), "modules", "1")
    places_of = [len(each) for each in places_of_screens(checkout).values()]
    yield Result("modules that name a screen, median", median(places_of), "modules", "<= 3")
    yield Result("  the most", max(places_of), "modules", "")
    types = kit_types(checkout, kept["made by games"])
    yield Result("types to learn for a whole game", len(types), "types", "<= 9")
    yield Result("names of these types", sum(map(len, types.values())), "names", "<= 128")
    yield Result("circles of imports when modules are loaded", len(circles(imports(checkout, lazy=False))), "circles", "0")
    yield Result("circles of imports, with those of functions", len(circles(graph)), "circles", "0")


def details(checkout: Checkout) -> Iterator[str]:
    """Yield what some of the counts are made of, a line each."""
    for name, names in kit_types(checkout, json.loads(BASELINE.read_text("utf-8"))["made by games"]).items():
        yield f"{name}, {len(names)} names: {', '.join(sorted(names))}"
    for circle in circles(imports(checkout, lazy=True)):
        yield f"circle: {', '.join(circle)}"


ALL: dict[str, Callable[[], list[Result]]] = {"codebase": codebase}
