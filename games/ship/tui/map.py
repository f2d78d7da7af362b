"""The panels of the ship: its map with the rooms that can be reached by a click, and the tasks of a seat."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from woozle.arena.views.words import count
from woozle.core.line import Line
from woozle.games.ship.views.map_layout import Drawing, draw
from woozle.games.ship.views.panels import Map, TaskCard, Tasks
from woozle.tui import safe
from woozle.tui.messages import TargetClicked
from woozle.tui.styles.themes import SEATS
from woozle.tui.widgets.key_names import number_key
from woozle.tui.widgets.panel_widgets import PanelWidget
from woozle.tui.widgets.row_widgets import RowWidget

_TONES = ("room", "name", "near", "here", "here-name", "way", "ticks", "you", "body", "task", "button", "key", "hover")

_UNKNOWN = Map((), (), "")


class ShipMap(RowWidget):
    """A Map, as large as there is room for it. Posts TargetClicked."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The map", "heading"),
        Line("Click a room with a number to go there, or press the number. The first row says what the signs mean."),
        Line("It has the seats that you see now, and bodies where you last saw them: a room without letters may be full."),
    )

    COMPONENT_CLASSES: ClassVar[set[str]] = {*(f"map-{tone}" for tone in _TONES), *(f"seat-{n}" for n in range(1, SEATS + 1))}
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.map = _UNKNOWN
        self._drawing: Drawing | None = None
        self._pointed = ""

    def show(self, known: Map) -> None:
        """Draw this from now on, with the keys that the numbers of its rooms have now."""
        if any(room.key for room in known.rooms):
            known = replace(known, rooms=tuple(replace(room, key=number_key(self, room.key)) for room in known.rooms))
        if known != self.map:
            before, self.map = self.map, known
            self._redraw(before)

    def _redraw(self, before: Map) -> None:
        """Redraw the rows that have changed: a step of one seat changes two of twenty."""
        drawn, self._drawing = self._drawing, None
        if drawn is None or not self.region or not _are_alike(before, self.map):
            self.refresh()
        elif changed := [Region(0, y + 1, self.drawing.width, 1) for y in self.drawing.differs(drawn)]:
            self.refresh(*changed)

    @property
    def drawing(self) -> Drawing:
        """Return the drawing in the present size, without the legend."""
        width, height = max(1, self.content_size.width), max(1, self.content_size.height - 1)
        if self._drawing is None or (self._drawing.width, self._drawing.height) != (width, height):
            self._drawing = draw(self.map, width, height)
        return self._drawing

    def room_at(self, x: int, y: int) -> str:
        """Return the room that can be reached at a cell of the widget, or an empty string."""
        name = self.drawing.room_at(x, y - 1)
        return name if any(room.name == name and room.key for room in self.map.rooms) else ""

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset and (room := self.room_at(offset.x, offset.y)):
            self.post_message(TargetClicked(room))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        offset = event.get_content_offset(self)
        self._point(self.room_at(offset.x, offset.y) if offset else "")

    def on_leave(self) -> None:
        self._point("")

    def _point(self, room: str) -> None:
        if room != self._pointed:
            self._pointed = room
            self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.content_size.width
        if not self.map.rooms:
            return Strip.blank(width, self.ground)
        if y == 0:
            return self._strip([(f"{words}  ", tone) for words, tone in self.map.legend], width)
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


class TaskList(Widget):
    """The viewer's tasks: where, how far, how far away."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The tasks", "heading"),
        Line("1/3 says how many turns of work are done and needed, then how far away its room is. ✓ is done."),
    )
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.tasks = Tasks(())

    def show(self, tasks: Tasks) -> None:
        if tasks != self.tasks:
            self.tasks = tasks
            self.refresh(layout=True)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return len(self.tasks.cards) + len(self.tasks.status) + bool(self.tasks.cards)

    def render(self) -> Content:
        width, cards = self.content_size.width, self.tasks.cards
        done = sum(card.done >= card.needed for card in cards)
        heading = "Fake tasks" if cards and cards[0].is_fake else "Your tasks"
        rows = [Content.styled(f"{heading}: {done} of {len(cards)} done", "bold")] if cards else []
        rows += [self._row(card, width) for card in cards]
        rows += [safe.line(words, "bold $warning") for words in self.tasks.status]
        return Content("\n").join(row.truncate(width, ellipsis=True) for row in rows)

    def _row(self, card: TaskCard, width: int) -> Content:
        if card.done >= card.needed:
            return safe.line(f"✓ {card.room}{f': {card.title}' if width > 44 else ''}", "$quiet")
        far = "here" if not card.ticks else count(card.ticks, "tick")
        numbers = f" {card.done}/{card.needed}  {far:<7}"
        name = f"{card.room}: {card.title}" if width > 44 else card.room
        room_for = width - 2 - len(numbers)
        gap = " " * max(0, room_for - cell_len(name))
        return Content.assemble(("◇ ", "bold $success"), safe.line(name).truncate(room_for), gap, (numbers, "$quiet"))


def _are_alike(a: Map, b: Map) -> bool:
    """Return whether both are drawn, with the same legend above."""
    return bool(a.rooms) and bool(b.rooms) and a.legend == b.legend


def _on(strip: Strip, style: Style) -> Strip:
    # Strip.apply_style puts a style under those that the segments have, where its background would not be seen.
    return Strip(Segment.apply_style(strip, None, Style(bgcolor=style.bgcolor)), strip.cell_length)


WIDGETS = (
    PanelWidget(Map, lambda id: ShipMap(id=id), ShipMap.show, id="map", title="Map"),
    PanelWidget(Tasks, lambda id: TaskList(id=id), TaskList.show, id="tasks", slot="cards"),
)
