"""What happened, for whoever labels a speech: a table of who was where, and a list of what the speaker saw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from woozle.arena.views.line import Line
from woozle.arena.views.scenery import LEGEND, Cell, PlaceRow, Places, Sighting, Sightings
from woozle.core.text import visible_line
from woozle.tui import safe
from woozle.tui.styles.themes import SEATS
from woozle.tui.widgets.wrapping import hanging

_TICK = 4  # cells of the number of a tick, with the gap after it
_WIDEST, _NARROWEST = 16, 6  # cells of a column, with the gap after it


class FactsPanel(VerticalScroll, can_focus=True):
    """Facts to scroll through, under rows that stay. Subclasses draw them for a width."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._begin = 0

    def compose(self) -> Iterable[Widget]:
        """What stays, and what scrolls."""
        yield Static(classes="facts-head", markup=False)
        yield Static(classes="facts-rows", markup=False)

    def on_resize(self) -> None:
        """Columns have another width now."""
        self._draw()

    def _draw(self) -> None:
        width = self.scrollable_content_region.width
        if width > _TICK:
            head, body, starts = self.drawn(width)
            self.query_one(".facts-head", Static).update(Content("\n").join(head))
            self.query_one(".facts-head", Static).display = bool(head)
            self.query_one(".facts-rows", Static).update(Content("\n").join(body))
            self.call_after_refresh(self.scroll_to, y=starts[self._begin] if self._begin else 0, animate=False)

    def drawn(self, width: int) -> tuple[Sequence[Content], Sequence[Content], Sequence[int]]:
        """The rows that stay, those that scroll, and at which line each of these begins."""
        raise NotImplementedError


class PlacesPanel(FactsPanel):
    """Who was where, tick by tick."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Where everyone was", "heading"),
        Line("A row is a tick, as it ended; the arrows or the wheel scroll. Ducks are named under their names."),
        Line(LEGEND),
    )

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._places = Places((), (), (), 0)

    def show(self, places: Places) -> None:
        """Show these from now on, from the round of the speech."""
        if places != self._places:
            self._places, self._begin = places, places.begin
            self._draw()

    def drawn(self, width: int) -> tuple[Sequence[Content], Sequence[Content], Sequence[int]]:
        """Names and teams stay; ticks scroll."""
        count = max(1, len(self._places.names))
        column = max(_NARROWEST, min(_WIDEST, (width - _TICK) // count))
        names = [Content.styled(" " * _TICK)]
        for number, name in enumerate(self._places.names, 1):
            names.append(Content.styled(_cut(visible_line(name), column), f"bold $seat-{min(number, SEATS)}"))
        teams = "".join(_cut("duck" if team == "duck" else "", column) for team in self._places.teams)
        body = [_place_row(row, column) for row in self._places.rows]
        return [safe.join(*names), Content.styled(f"{'tick':<{_TICK}}{teams}", "$quiet")], body, range(len(body))


class SightingsPanel(FactsPanel):
    """What the speaker perceived."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("What the speaker saw", "heading"),
        Line("Moment by moment, with the tick; the arrows or the wheel scroll. Perhaps: the record cannot tell."),
    )

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._sightings = Sightings((), 0)

    def show(self, sightings: Sightings) -> None:
        """Show these from now on, from the round of the speech."""
        if sightings != self._sightings:
            self._sightings, self._begin = sightings, sightings.begin
            self._draw()

    def drawn(self, width: int) -> tuple[Sequence[Content], Sequence[Content], Sequence[int]]:
        """A row each, or more where it is long; none stays."""
        body, starts, lines = [], [], 0
        for row in self._sightings.rows:
            drawn = _sighting_row(row, width)
            body.append(drawn)
            starts.append(lines)
            lines += drawn.plain.count("\n") + 1
        return [], body or [Content.styled("    Nothing yet.", "$quiet")], starts


def _place_row(row: PlaceRow, column: int) -> Content:
    if not row.cells:
        return safe.line(f"    {row.words}", "bold" if row.is_heading else "$accent")
    cells = "".join(_cut(_cell(cell, column - 1), column) for cell in row.cells)
    return safe.join(Content.styled(row.tick.rjust(_TICK - 1) + " ", "$quiet"), safe.line(cells))


def _cell(cell: Cell, width: int) -> str:
    """A room in a few cells; of two words the first is its initial, so that engines can be told apart."""
    room, signs = visible_line(cell.room), len(cell.before + cell.after)
    if cell_len(room) + signs > width and " " in room:
        first, rest = room.split(" ", 1)
        room = f"{first[:1]}.{rest}"
    if cell_len(room) + signs > width:
        room = set_cell_size(room, width - signs)
    return f"{cell.before}{room}{cell.after}"


def _cut(text: str, width: int) -> str:
    """Just so many cells, the last one a gap."""
    return set_cell_size(text, width - 1) + " "


def _sighting_row(row: Sighting, width: int) -> Content:
    if row.is_heading:
        return safe.line(f"    {row.words}", "bold")
    words = safe.text(hanging(visible_line(row.words), width, _TICK))
    return safe.join(Content.styled(row.tick.rjust(_TICK - 1) + " ", "$quiet"), words)
