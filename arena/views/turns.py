"""The turns of seats: who is asked, who has answered, and how long it took."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from woozle.arena.views.panels import Turn, TurnState
from woozle.arena.views.words import count
from woozle.core.request import Seat


def turn(
    seats: Sequence[Seat],
    seat: Seat,
    asks: str,
    state: TurnState,
    seconds: float | None = None,
) -> Turn:
    """Return a turn. asks: the name of the type of answer, which says in a word what it is: `Vote`. A service has the number 0."""
    return Turn(seats.index(seat) + 1 if seat in seats else 0, seat, state, asks.lower(), seconds)


def newest(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """Return the last turn of each seat, the newest first. turns: the newest first."""
    last: dict[Seat, Turn] = {}
    for each in turns:
        last.setdefault(each.name, each)
    return tuple(last.values())


def waits_for(number: int | None) -> str:
    """Say what a seat waits for while it can do nothing else. number: of others who are asked; None if hidden."""
    return "waiting for the others" if number is None else f"waiting for {count(number, 'other')}"
