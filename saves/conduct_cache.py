"""The conduct of people in matches that were read before, so that a profile need not read a thousand transcripts again.

It only saves time, and holds no words. Each entry counts for the bytes that it was read from, and goes with its match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import BaseModel, ValidationError

from woozle.core.conduct import Conduct
from woozle.saves.derived import drop_derived, find_derived, keep_derived


class CachedConduct(BaseModel):
    """The conduct of the only person in a match; None if nothing can be read of it. digest: of the transcript."""

    digest: str
    conduct: Conduct | None


def cached_conducts() -> dict[str, CachedConduct]:
    """Return what is cached, by the id of the match."""
    found = {}
    for id, value in find_derived("conduct").items():
        try:
            found[id] = CachedConduct.model_validate_json(value)
        except ValidationError:
            continue
    return found


def cache_conducts(new: Mapping[str, CachedConduct], among: Iterable[str]) -> None:
    """Cache the conduct in some matches. among: the ids of all existing matches; entries of other matches are dropped."""
    keep_derived("conduct", {id: each.model_dump_json(exclude_defaults=True).encode() for id, each in new.items()})
    drop_derived("conduct", find_derived("conduct").keys() - set(among))


def forget_conduct(id: str) -> None:
    """Drop what is cached of a match."""
    drop_derived("conduct", [id])
