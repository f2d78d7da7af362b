"""Events and their audiences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Reversible, Sequence
from types import MappingProxyType
from typing import ClassVar, TypeAlias, TypeVar, overload

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


class EventView(Sequence[Event]):
    """The Events that one viewer has observed so far, oldest first. It grows with the match, and readers cannot change it."""

    __slots__ = ("_events",)

    def __init__(self, events: list[Event]) -> None:
        self._events = events

    @overload
    def __getitem__(self, at: int) -> Event: ...
    @overload
    def __getitem__(self, at: slice) -> list[Event]: ...
    def __getitem__(self, at: int | slice) -> Event | list[Event]:
        return self._events[at]

    def __len__(self) -> int:
        return len(self._events)

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events)

    def __reversed__(self) -> Iterator[Event]:
        return reversed(self._events)

    def __contains__(self, event: object) -> bool:
        return event in self._events

    def __repr__(self) -> str:
        return repr(self._events)

    def __eq__(self, other: object) -> bool:
        return self._events == (other._events if isinstance(other, EventView) else other)

    __hash__ = None  # type: ignore[assignment]
