"""The conduct of the person at this terminal, match by match: read from transcripts, or from the cache of those read before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from woozle.arena.views.badges import Badge, OwnMatch, earned_with
from woozle.arena.views.profile import own_matches
from woozle.core.conduct import Conduct
from woozle.core.measures import report_of
from woozle.saves.conduct_cache import CachedConduct, cache_conducts, cached_conducts
from woozle.saves.match import read_match
from woozle.saves.store import list_matches

_SOON = 20  # matches that are read while a person waits for a word on the one that ended
_BATCH = 50  # matches, some seconds at most, after which what was read is kept

Progress = Callable[[int, int], bool]
"""Receives how many of how many matches were read; returns whether to go on."""


def read_own_matches(summaries: Sequence[Any], progress: Progress = lambda done, of: True) -> list[OwnMatch]:
    """Return the matches that the person played to the end, with their conduct, the earliest first.

    Args:
        summaries: Of `woozle.saves.store`: all matches that there are.
        progress: Called every few matches; if it stops the reading, the unread matches have no conduct.
    """
    known = cached_conducts()
    every = {each.id for each in summaries}
    matches = own_matches(summaries)
    unread = [each for each in matches if each.id not in known or known[each.id].digest != each.digest]
    new: dict[str, CachedConduct] = {}
    for done, each in enumerate(unread):
        if done % _BATCH == 0 and done:
            cache_conducts(new, every)
        if not progress(done, len(unread)):
            break
        new[each.id] = CachedConduct(digest=each.digest, conduct=_read(each))
    if new or not known.keys() <= every:
        cache_conducts(new, every)
    known |= new
    return [replace(each, conduct=known[each.id].conduct if each.id in known else None) for each in matches]


def badges_earned_with(id: str) -> tuple[Badge, ...]:
    """Return the badges that the person earned with a match; none where too many matches would have to be read to know."""
    few = True

    def go_on(done: int, of: int) -> bool:
        nonlocal few
        few = of <= _SOON
        return few

    matches = read_own_matches(list_matches(), go_on)
    return earned_with(matches, id) if few else ()


def _read(match: OwnMatch) -> Conduct | None:
    try:
        found = read_match(match.path)
        reader = report_of(found.rules).conduct
        return reader.read(found.played, found.measured().facts, match.seat) if reader else Conduct()
    except (ValueError, LookupError, OSError):  # a game or rules that are not installed, a text that was withdrawn
        return None
