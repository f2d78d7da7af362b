"""Events and their audiences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Reversible
from types import MappingProxyType
from typing import ClassVar, TypeAlias, TypeVar

from woozle.core.request import Seat
from woozle.core.value import value

Audience: TypeAlias = tuple[Seat, ...]
"""The observers of an Event: some seats or services, or one of the two constants below."""

EVERYONE: Audience = ("*",)
"""Every seat and the public. Services observe only Events told to them by name."""

RECORD: Audience = ()
"""No viewer while the match runs; only the transcript keeps the Event."""

PUBLIC: Seat = "public"
"""The viewer without a seat: observes what EVERYONE does, and Events told to PUBLIC by name."""


class Event:
    """The base class of Events: what happened in a match. Subclasses are dataclasses of plain values, made with `@value`.

    Fields hold str, int, float, bool, None, Enum, tuples, mappings with str names, and other values. Events are never changed.

    unread_when: Values of its fields by which an Event says that its `seat` gave an answer that the rules could not read, and did
        not ask for again; empty for Events that never say so.
    """

    __slots__ = ()
    unread_when: ClassVar[Mapping[str, str | int | bool | None]] = MappingProxyType({})


E = TypeVar("E", bound=Event)


@value
class Refused(Event):
    """An illegal answer to a Request that stays open. The Referee tells it to the seat alone."""

    seat: Seat
    problem: str


@value
class Forfeited(Event):
    """A Request without a legal answer; the rules went on with their default. The Referee tells it to the seat alone.

    kind, why: Those of the Forfeit.
    """

    seat: Seat
    kind: str
    why: str


RecordEntry: TypeAlias = tuple[Event, Audience]
"""An Event and its audience."""


def first(events: Iterable[Event], kind: type[E]) -> E | None:
    """Return the first Event of a kind, or None."""
    return next((event for event in events if isinstance(event, kind)), None)


def last(events: Reversible[Event], kind: type[E]) -> E | None:
    """Return the last Event of a kind, or None."""
    return first(reversed(events), kind)
