"""The conduct of people in matches that were read before, so that a profile need not read a thousand transcripts again.

It only saves time, and holds no words. Each entry counts for the bytes that it was read from, and goes with its match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Literal

from pydantic import BaseModel, ValidationError

from woozle.core.conduct import Conduct
from woozle.core.regular_files import LARGE, read_file
from woozle.saves import disk
from woozle.saves.paths import data_folder

_FILE = "conduct.json"
_turn = Lock()


class CachedConduct(BaseModel):
    """The conduct of the only person in a match; None if nothing can be read of it. digest: of the transcript."""

    digest: str
    conduct: Conduct | None


class _Kept(BaseModel):
    """The cache file, by the id of the match. One of another shape is replaced."""

    shape: Literal[2]
    matches: dict[str, CachedConduct]


def cached_conducts() -> dict[str, CachedConduct]:
    """Return what is cached, by the id of the match."""
    try:
        return _Kept.model_validate_json(read_file(data_folder() / _FILE, LARGE)).matches
    except (OSError, ValidationError):
        return {}


def cache_conducts(new: Mapping[str, CachedConduct], among: Iterable[str]) -> None:
    """Cache the conduct in some matches. among: the ids of all existing matches; entries of other matches are dropped."""
    with _turn:
        kept = {**cached_conducts(), **new}
        _write({id: kept[id] for id in among if id in kept})


def forget_conduct(id: str) -> None:
    """Drop what is cached of a match."""
    with _turn:
        kept = cached_conducts()
        if kept.pop(id, None):
            _write(kept)


def _write(matches: dict[str, CachedConduct]) -> None:
    """Write the cache. A full or read-only disk is not an error."""
    try:
        data = _Kept.model_construct(shape=2, matches=matches).model_dump_json(exclude_defaults=True)
        disk.replace(data_folder() / _FILE, data.encode(), sync=False)
    except OSError:
        return
