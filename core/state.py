"""What one viewer of a match knows: the fold of the Events that it observed. There is one State a viewer, never shared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from typing import Any, Protocol, TypeVar

from woozle.core.event import EVERYONE, PUBLIC, Audience, Event
from woozle.core.game import Game
from woozle.core.request import Seat

EVERYTHING: Seat = "everything"
"""The viewer who sees everything. Only for matches without people, and for those that are over."""


def observes(viewer: Seat, audience: Audience) -> bool:
    """Return whether a viewer sees an Event that was told to this audience."""
    return viewer == EVERYTHING or audience == EVERYONE or viewer in audience


class State(Protocol):
    """What a viewer knows. A game has its own in `state.py`, which bots, words, panels and pictures read."""

    @property
    def viewer(self) -> Seat:
        """A seat, PUBLIC or EVERYTHING."""

    @property
    def me(self) -> Seat | None:
        """The viewer's seat; None for spectators."""

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats of the match that the viewer knows, in order."""

    def see(self, event: Event) -> None:
        """Take one more Event that the viewer observed."""


AState = TypeVar("AState", bound=State)


def fold_events(state: AState, events: Iterable[Event]) -> AState:
    """Let a state see some more Events, and return it."""
    for event in events:
        state.see(event)
    return state


def copy_state(state: AState) -> AState:
    """Return a copy to fold on without changing the state. Whatever is frozen, such as an Event, is shared."""
    copied: AState = _copy_part(state)
    return copied


def _copy_part(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: _copy_part(each) for name, each in part.items()}
    if isinstance(part, list):
        return [_copy_part(each) for each in part]
    if names := _changing_fields(part.__class__):
        return replace(part, **{name: _copy_part(getattr(part, name)) for name in names})
    return part


@cache
def _changing_fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a dataclass whose values can be changed; none of other classes."""
    return tuple(each.name for each in fields(kind) if each.init) if is_dataclass(kind) and kind.__hash__ is None else ()


def seat_of_viewer(viewer: Seat) -> Seat | None:
    """Return the seat of a viewer; None for spectators."""
    return None if viewer in (PUBLIC, EVERYTHING) else viewer


def number_of(state: State, seat: Seat) -> int:
    """Return the number of a seat, from 1; 0 for none."""
    return state.seats.index(seat) + 1 if seat in state.seats else 0


@dataclass(slots=True)
class Observed:
    """The state of a viewer of any game, by the fields of its Events: who plays, and what each seat was.

    phase: The name of the part that the match is in; empty before it begins.
    """

    viewer: Seat
    kind: type[Game[Any]]
    seats: list[Seat] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    roles: Mapping[Seat, str] = field(default_factory=dict)
    phase: str = ""

    @property
    def me(self) -> Seat | None:
        return seat_of_viewer(self.viewer)

    def see(self, event: Event) -> None:
        self.events.append(event)
        named = facts_of(event).get("seats")
        if not self.seats and isinstance(named, tuple):
            self.seats += [str(seat) for seat in named][: self.kind.max_seats]
        seat = seat_of(event)
        if seat and seat not in self.seats and len(self.seats) < self.kind.max_seats:
            self.seats.append(seat)  # a game that does not say at first who plays
        if not seat:
            self.phase = phase_of(event) if isinstance(facts_of(event).get("number"), int) else kind_of(event).lower()
        if not self.roles and self.kind.role_names:
            self.roles = self.kind.roles([(each, EVERYONE) for each in self.events])


def facts_of(event: Event) -> dict[str, Any]:
    """Return the fields of an Event, by name."""
    return {each.name: getattr(event, each.name) for each in fields(event)} if is_dataclass(event) else {}


def seat_of(event: Event) -> Seat:
    """Return the seat that an Event is about; empty if it is about none."""
    seat = getattr(event, "seat", "")
    return seat if isinstance(seat, str) else ""


def kind_of(event: Event) -> str:
    """Return the name of its kind in plain words: `Voting ended`."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(event).__name__).capitalize()


def phase_of(event: Event) -> str:
    """Return the name of the part of a match that an event begins: its kind and, if it has one, its number."""
    number = facts_of(event).get("number")
    return f"{kind_of(event)} {number}".lower() if isinstance(number, int) else kind_of(event).lower()
