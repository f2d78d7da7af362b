"""What to say when a player failed through no fault of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from woozle.core.game import Event, Forfeited

_CRASH = re.compile(r"\w+: ")
"""How a match names an exception, which nobody made a sentence of; what a server or a model does is told in one."""


def failures(events: Iterable[Event]) -> Iterator[str]:
    """A sentence for each player who failed, from the record of a match."""
    failed: set[str] = set()
    for event in events:
        if isinstance(event, Forfeited) and event.kind == "error" and event.seat not in failed:
            failed.add(event.seat)
            report = "; please report that" if _CRASH.match(event.why) else ""
            yield f"The player of {event.seat} failed ({event.why.rstrip('.')}), so its result is void and not counted{report}."
