"""Sentences on an answer that was refused, one that did not come, and a player who failed through no fault of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from woozle.core.event import Event, Forfeited, Refused
from woozle.core.failures import is_crash, readable_reason
from woozle.core.line import Line
from woozle.core.request import Seat
from woozle.core.words import describe_lapse


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


def lapse(event: Refused | Forfeited, me: Seat | None, number: int) -> Line:
    """Return the line of the log on an answer that was not taken, or that did not come. me: the reader; number: of the seat."""
    return Line(describe_lapse(event, me), "bad", who=number)
