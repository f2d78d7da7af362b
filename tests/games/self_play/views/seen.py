"""Matches of self-play as their viewers see them."""

from __future__ import annotations

from woozle.arena.views.panels import FigureTable
from woozle.arena.views.registry import observer

from tests.games.self_play.tui.scenes import moment
from tests.tables import panel


def told(events, viewer):
    """Return a viewer's state, and the lines that it has read."""
    known = observer("self_play", viewer)
    return known, [line for event in events for line in known.see(event)]


def at(name):
    """A moment of a seat: what it knows, what it has read, and its table."""
    seen, request = moment(name)
    me = request.to if request else "Ada"
    known, lines = told(seen, me)
    return known, lines, known.look(request)


def texts(lines) -> list[str]:
    return [f"{line.label}: {line.text}" if line.label else line.text for line in lines]


def cells(table) -> dict[str, tuple[str, ...]]:
    """The society, by seat."""
    return {row.cells[0]: row.cells[1:] for row in panel(table, FigureTable).rows}
