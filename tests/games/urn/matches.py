"""A match of the urn, where a test needs one of another game."""

from __future__ import annotations

import shutil
from pathlib import Path

from woozle.saves.transcript import CLOSED

GOLDEN = Path(__file__).parents[2] / "golden" / "urn-1-standard.jsonl"


def copy_match(folder: Path) -> None:
    """Copy a golden match into a folder."""
    folder.mkdir(parents=True)
    shutil.copy(GOLDEN, folder / CLOSED)
