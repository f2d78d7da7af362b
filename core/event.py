"""Events, and who observes them."""

from __future__ import annotations

from collections.abc import Iterable, Reversible
from typing import TypeAlias, TypeVar

from woozle.core.request import Seat
from woozle.core.value import value

Audience: TypeAlias = tuple[Seat, ...]
"""Who observes an Event: some seats or officials, or one of the two constants below."""

EVERYONE: Audience = ("*",)
"""Every seat, and the public that watches. Officials observe only what is told to them by name."""

RECORD: Audience = ()
"""Nobody while the match runs; the transcript keeps it."""

PUBLIC: Seat = "public"  # the viewer who sits nowhere and observes what everyone does, and what is told to the public by name


class Event:
    """Something that happened. Subclasses are small dataclasses of plain values (`@value`) that nobody changes."""

    __slots__ = ()


E = TypeVar("E", bound=Event)


@value
class Refused(Event):
    """An answer was illegal; the Request is still open. Told by the referee to the seat."""

    seat: Seat
    problem: str


@value
class Forfeited(Event):
    """No legal answer came; the rules went on with what a forfeit means there. Told by the referee to the seat.

    kind, why: those of the Forfeit.
    """

    seat: Seat
    kind: str
    why: str


Told: TypeAlias = tuple[Event, Audience]
"""An Event and who observed it."""


def first(events: Iterable[Event], kind: type[E]) -> E | None:
    """The first Event of a kind; None if there is none."""
    return next((event for event in events if isinstance(event, kind)), None)


def last(events: Reversible[Event], kind: type[E]) -> E | None:
    """The last Event of a kind; None if there is none."""
    return first(reversed(events), kind)
