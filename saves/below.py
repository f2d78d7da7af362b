"""Where transcripts lie below a folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path


def files_below(folder: Path, names: Sequence[str], *, passed_over: tuple[str, ...] = (".",)) -> list[Path]:
    """In a folder and all its folders the first of these names that is there, sorted. passed_over: how other folders begin."""
    found = []
    for place, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if not each.startswith(passed_over)]
        found += [Path(place, name) for name in names if name in files][:1]
    return sorted(found)
