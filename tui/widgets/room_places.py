"""A place at an open table: who has it, and whether they are here."""

from __future__ import annotations

from textual.content import Content

from woozle.arena.views.waiting_room import WaitingPlace
from woozle.tui import safe

_MARKS = {"open": "○", "human": "●", "agent": "●", "taken": "●", "bot": "·", "model": "·"}


def place_row(place: WaitingPlace) -> Content:
    """Return a place as a row of a list."""
    is_open = place.kind == "open"
    style = "$quiet" if is_open else "bold" if place.is_joined else ""
    state = "$success" if place.presence == "here" and place.is_joined else "$warning" if place.is_joined else "$quiet"
    return Content.assemble(
        (f"{place.number:>2} {_MARKS[place.kind]} ", state),
        safe.line(f"{place.who:<18.18}", style),
        "  ",
        safe.line(place.state, state),
    )
