"""What to say when a player failed through no fault of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from woozle.core.game import Event, Forfeited


def failures(events: Iterable[Event]) -> Iterator[str]:
    """A sentence for each seat whose player crashed, from the record of a match."""
    failed: set[str] = set()
    for event in events:
        if isinstance(event, Forfeited) and event.kind == "error" and event.seat not in failed:
            failed.add(event.seat)
            yield f"The player of {event.seat} failed ({event.why}), so its result is void and not counted; please report that."
