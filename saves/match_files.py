"""Files of matches: where they are, and names that tell them apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from woozle.core.measures import ReportError
from woozle.core.text import visible_line
from woozle.saves.disk import find_files
from woozle.saves.paths import real_path
from woozle.saves.transcript import CLOSED, PART, display_path


def matches_in(paths: Iterable[Path]) -> list[Path]:
    """Return the transcripts that files and folders hold, each once. Raises ReportError for a folder without any."""
    return list({real_path(file): file for file in chain.from_iterable(map(found_in, paths))}.values())


def found_in(path: Path) -> list[Path]:
    """Return the transcripts in a folder and its subfolders, sorted, or the file itself. Raises ReportError if there are none."""
    if not path.is_dir():
        return [path]
    if found := find_files(path, (CLOSED, PART)):
        return found
    raise ReportError(f"There is no match in {display_path(path)}.")


def match_names(paths: Sequence[Path]) -> list[str]:
    """Return unique names: those of the folders, with as many parent folders as tell them apart.

    A file without the usual name of transcripts goes by its own name.
    """
    parts = [_parts(path) for path in paths]
    names: list[str] = []
    for depth in range(1, max(map(len, parts), default=0) + 1):
        names = [visible_line("/".join(each[-depth:]).encode("utf-8", "replace").decode()) for each in parts]
        if len(set(names)) == len(names):
            break
    return names


def _parts(path: Path) -> tuple[str, ...]:
    path = real_path(path)
    path = path.parent if path.name in (CLOSED, PART) else path if path.is_dir() else path.with_suffix("")
    return path.parts[1:]
