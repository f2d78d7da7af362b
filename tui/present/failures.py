"""What to say of an answer that was not taken, of one that did not come, and of a player who failed through no fault of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from woozle.core.game import Event, Forfeited, Refused
from woozle.core.request import Seat
from woozle.tui.present.line import Line

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


def lapse(event: Refused | Forfeited, me: Seat | None, number: int) -> Line:
    """An answer that was not taken, or none, as a line of the transcript. me: who reads it; number: of the seat that it is of."""
    is_me = event.seat == me
    if isinstance(event, Refused):
        return Line(f"{'Your answer' if is_me else f'An answer of {event.seat}'} was not taken: {event.problem}", "bad", who=number)
    who, kind = "You" if is_me else event.seat, event.kind.replace("_", " ")
    return Line(f"{who} gave no answer ({kind}): {event.why}", "bad", who=number)
