"""Matches of undercover for the tests that play all games."""

from __future__ import annotations

from pathlib import Path

from woozle.arena.testing.games import GameCase
from woozle.core import registry
from woozle.games.undercover.events import Commission, Role, Sight
from woozle.games.undercover.players.pool_files import DRAWN, read_pool, read_pool_option, read_rows
from woozle.games.undercover.rules import Undercover
from woozle.players.registry import bot


def undercover(preset_name: str, seats: int, **options: object) -> GameCase:
    config = registry.configure(Undercover, preset_name, {"size": 256, **options})
    name = f"undercover {preset_name} {seats}"
    return GameCase(name, lambda: Undercover(seats, config), bot("undercover"), (Sight, Role), (Commission,), matches=80)


CASES = [
    undercover("standard", 5),
    undercover("paper", 4, speaking="in_turn", ties="none", asks="any", free_answers=True),
    undercover("mad_judge", 3),
    undercover("mad_vote", 3, pool=read_pool_option(DRAWN, Path(), print, is_typed=False).cases[:7]),  # POPE and HallusionBench
]

FREE = [
    undercover("standard", 4, free_answers=True, asks="any"),
    undercover("mad_vote", 3, free_answers=True),
    undercover("mad_judge", 3, free_answers=True),
]
"""Matches in which people type what they answer."""

READERS = {
    "pairs": ("pairs.jsonl", read_rows),
    "list of pictures": ("pictures.tsv", lambda path: read_pool(path, path.parent)),
    "Parquet table": ("pictures.parquet", lambda path: read_pool(path, path.parent)),
}
"""Readers of files from elsewhere, each with the name of a file."""
