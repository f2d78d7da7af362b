"""Two matches that differ only in what a viewer may not know look the same to that viewer, at every moment.

One is a golden transcript, folded for all viewers side by side; in the other, folded for this viewer alone, every event that it
does not observe is another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from pydantic import BaseModel

from woozle.arena.views.observer import viewers
from woozle.arena.views.registry import new_timeline, observer
from woozle.core.game import Event, Refused
from woozle.core.state import EVERYTHING, observes

from tests.lines import GAMES, sources

_TABLES = 6  # moments of a match of which the tables are compared


@pytest.mark.parametrize("game", GAMES)
def test_what_a_viewer_was_not_told_makes_no_difference(game):
    differing = 0
    for source in sources(game):
        together = {viewer: new_timeline(game, viewer) for viewer in viewers(source.seats)}
        for entry in source.record:
            for timeline in together.values():
                timeline.grow([entry])
        for viewer in together.keys() - {EVERYTHING}:
            twin = [
                (event, audience) if observes(viewer, audience) else (Refused(source.seats[-1], f"token {at}"), audience)
                for at, (event, audience) in enumerate(source.record)
            ]
            differing += twin != source.record
            alone, beside = new_timeline(game, viewer), together[viewer]
            alone.grow(twin)
            assert (alone.lines, alone.marks) == (beside.lines, beside.marks)
            for at in (*range(0, len(twin), max(1, len(twin) // _TABLES)), len(twin)):
                assert (alone.lines_at(at), alone.table(at)) == (beside.lines_at(at), beside.table(at))
    assert differing


def changeable(value: object) -> Iterator[int]:
    """Yield the identity of each list, dict and set of a fold. Events and configurations may be shared."""
    if isinstance(value, list | dict | set):
        yield id(value)
    match value:
        case Event() | BaseModel() | type():
            parts = []
        case dict():
            parts = [*value.keys(), *value.values()]
        case list() | set() | tuple():
            parts = [*value]
        case _ if type(value).__module__.startswith("woozle."):
            slots = (name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ()))
            parts = [getattr(value, name) for name in (*getattr(value, "__dict__", ()), *slots) if hasattr(value, name)]
        case _:
            parts = []
    for part in parts:
        yield from changeable(part)


@pytest.mark.parametrize("game", GAMES)
def test_viewers_share_nothing_that_changes(game):
    for source in sources(game):
        known = {viewer: observer(game, viewer) for viewer in viewers(source.seats)}
        for event, audience in source.record:
            for viewer, fold in known.items():
                if observes(viewer, audience):
                    fold.see(event)
        parts = {viewer: {*changeable(fold)} for viewer, fold in known.items()}
        assert all(parts.values())
        shared = [pair for pair in combinations(parts, 2) if not parts[pair[0]].isdisjoint(parts[pair[1]])]
        assert not shared, f"{' and '.join(shared[0])} share a list, dict or set."


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_goes_on_without_the_original(game):
    source = next(iter(sources(game)))
    for viewer in viewers(source.seats):
        told = [event for event, audience in source.record if observes(viewer, audience)]
        known = observer(game, viewer)
        for event in told[: len(told) // 2]:
            known.see(event)
        before, table = repr(known), known.look()
        copy = known.copy()
        assert copy.look() == table
        for event in told[len(told) // 2 :]:
            copy.see(event)
        assert (repr(known), known.look()) == (before, table)
        assert copy.look() != table
