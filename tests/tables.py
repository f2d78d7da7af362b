"""Parts of a table that tests look at."""

from __future__ import annotations

from typing import TypeVar

from woozle.arena.views.panels import Panel, SeatCard, TableView

Kind = TypeVar("Kind", bound=Panel)


def panel(table: TableView, kind: type[Kind]) -> Kind | None:
    """Return the panel of this kind; None without any."""
    return next((each for each in table.panels if isinstance(each, kind)), None)


def you(table: TableView) -> SeatCard | None:
    """Return the viewer's own seat; None for spectators."""
    return next((card for card in table.seats if card.is_you), None)
