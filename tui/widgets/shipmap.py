"""The map of the ship: where you are, whom you see, where your tasks are, and which rooms can be reached with a click."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.strip import Strip

from woozle.arena.views.line import Line
from woozle.arena.views.ship.drawing import Drawing, draw
from woozle.arena.views.views import Chart
from woozle.tui.messages.gestures import RoomClicked
from woozle.tui.styles.themes import SEATS
from woozle.tui.widgets.drawn import Drawn
from woozle.tui.widgets.keyed import number_key

_TONES = ("room", "name", "near", "here", "here-name", "way", "ticks", "you", "body", "task", "button", "key", "hover")


class ShipMap(Drawn):
    """Draws a Chart in whatever room it has, and posts RoomClicked."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The map", "heading"),
        Line("Click a room with a number to go there, or press the number. The first row says what the signs mean."),
        Line("What you do not see now is not on it: a room without letters may be full."),
    )

    COMPONENT_CLASSES: ClassVar[set[str]] = {*(f"map-{tone}" for tone in _TONES), *(f"seat-{n}" for n in range(1, SEATS + 1))}
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.chart: Chart | None = None
        self._drawing: Drawing | None = None
        self._pointed = ""

    def show(self, chart: Chart | None) -> None:
        """Draw this from now on, with the keys that the numbers of its rooms have now."""
        if chart and any(room.key for room in chart.rooms):
            chart = replace(chart, rooms=tuple(replace(room, key=number_key(self, room.key)) for room in chart.rooms))
        if chart != self.chart:
            before, self.chart = self.chart, chart
            self._redraw(before)

    def _redraw(self, before: Chart | None) -> None:
        """Draw anew the rows that are no longer what they were: a step of somebody changes two of twenty."""
        drawn, self._drawing = self._drawing, None
        if drawn is None or not self.region or not _are_alike(before, self.chart):
            self.refresh()
        elif changed := [Region(0, y + 1, self.drawing.width, 1) for y in self.drawing.differs(drawn)]:
            self.refresh(*changed)

    @property
    def drawing(self) -> Drawing:
        """The drawing in the present size, without the legend."""
        width, height = max(1, self.content_size.width), max(1, self.content_size.height - 1)
        if self._drawing is None or (self._drawing.width, self._drawing.height) != (width, height):
            self._drawing = draw(self.chart or Chart((), (), ""), width, height)
        return self._drawing

    def room_at(self, x: int, y: int) -> str:
        """The room that can be reached at a cell of the widget; empty if there is none."""
        if not self.chart:
            return ""
        name = self.drawing.room_at(x, y - 1)
        return name if any(room.name == name and room.key for room in self.chart.rooms) else ""

    def on_click(self, event: events.Click) -> None:
        """Go there."""
        offset = event.get_content_offset(self)
        if offset and (room := self.room_at(offset.x, offset.y)):
            self.post_message(RoomClicked(room))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show which room a click would lead to."""
        offset = event.get_content_offset(self)
        self._point(self.room_at(offset.x, offset.y) if offset else "")

    def on_leave(self) -> None:
        """The mouse is elsewhere."""
        self._point("")

    def _point(self, room: str) -> None:
        if room != self._pointed:
            self._pointed = room
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of the map; the legend comes first."""
        width = self.content_size.width
        if not self.chart or not self.chart.rooms:
            return Strip.blank(width, self.ground)
        if y == 0:
            return self._strip([(f"{words}  ", tone) for words, tone in self.chart.legend], width)
        if y > self.drawing.height:
            return Strip.blank(width, self.ground)
        strip = self._strip(list(self.drawing.runs(y - 1)), width)
        box = self.drawing.boxes.get(self._pointed)
        if box and box.top <= y - 1 <= box.bottom:
            left, middle, right = strip.divide([box.left, box.right + 1, width])
            strip = Strip.join([left, _on(middle, self.get_component_rich_style("map-hover")), right])
        return strip

    def _strip(self, runs: list[tuple[str, str]], width: int) -> Strip:
        ground = self.ground
        segments = [Segment(text, self._style(tone) if tone else ground) for text, tone in runs]
        return Strip(segments).adjust_cell_length(width, ground)

    def _style(self, tone: str) -> Style:
        return self.ground + self.tone(tone if tone.startswith("seat-") else f"map-{tone}")


def _are_alike(a: Chart | None, b: Chart | None) -> bool:
    """Whether both are drawn, with the same legend above."""
    return a is not None and b is not None and bool(a.rooms) and bool(b.rooms) and a.legend == b.legend


def _on(strip: Strip, style: Style) -> Strip:
    # Strip.apply_style puts a style under those that the segments have, where its background would not be seen.
    return Strip(Segment.apply_style(strip, None, Style(bgcolor=style.bgcolor)), strip.cell_length)
