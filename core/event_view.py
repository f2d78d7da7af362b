"""Views of what a seat has observed, for readers who must not change it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from woozle.core.event import Event


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
