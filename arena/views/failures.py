"""Sentences on players and services that failed, and what to do about it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from woozle.core.event import Event, Forfeited
from woozle.core.failures import is_crash, readable_reason
from woozle.core.request import Seat


def failures(events: Iterable[Event], seats: Collection[Seat] = ()) -> Iterator[str]:
    """Yield a sentence for each player and each service that failed, from the record of a match: what failed, and what to do.

    seats: of the match; if not given, those that an Event names. Any other player is a service.
    """
    told = list(events)
    seats = seats or next((event.seats for event in told if hasattr(event, "seats")), ())
    failed: set[str] = set()
    for event in told:
        if isinstance(event, Forfeited) and event.kind == "error" and event.seat not in failed:
            failed.add(event.seat)
            why = readable_reason(event.why).rstrip(".")
            is_ours = is_crash(event.why)
            if seats and event.seat not in seats:
                then = (
                    f"choose another {event.seat}, and please report that"
                    if is_ours
                    else f"mend it, or choose another {event.seat}"
                )
                yield f"The {event.seat} failed ({why}), so what it was asked for is missing from this match; {then}."
            else:
                then = "; please report that" if is_ours else ""
                yield f"The player of {event.seat} failed ({why}), so its result is void and not counted{then}."
