"""Who listens to whom, as a drawing or as a list, and the strip of who was right in which round."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.strip import Strip

from woozle.arena.views.debate.drawing import Drawing, draw, has_room
from woozle.arena.views.graph import Graph
from woozle.arena.views.line import Line
from woozle.tui.messages.gestures import SeatClicked
from woozle.tui.styles.themes import SEATS
from woozle.tui.widgets import debate_rows
from woozle.tui.widgets.debate_rows import Row
from woozle.tui.widgets.drawn import Drawn

TITLES = {"#page": "", "#graph": "Who listens to whom", "#heat": "Round by round"}
"""Of the panels of a debate; the page is named by the game."""

_EDGES = ("head", "kept", "new", "gone", "misled", "corrected")
_SAID = ("1", "2", "3", "4", "5", "6", "none", "unknown", "right", "wrong")
_NOTHING = Graph("", 0, ())


class GraphPart(Drawn):
    """Draws a Graph line by line, anew only if it is another one."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"edge-{tone}" for tone in _EDGES),
        *(f"said-{tone}" for tone in _SAID),
        *(f"seat-{n}" for n in range(1, SEATS + 1)),
    }
    ALLOW_SELECT = False

    def __init__(self, graph: Graph | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.graph = graph or _NOTHING
        self._drawn: tuple[int, list[Row]] = (-1, [])

    def show(self, graph: Graph | None) -> None:
        """Show this from now on."""
        graph = graph or _NOTHING
        if graph == self.graph:
            return
        before, self.graph = self.graph, graph
        self._drawn = (-1, [])
        self._forget()
        self.refresh(layout=self._rows_of(before) != self._rows_of(graph))

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """As many rows as there are to show."""
        return self._rows_of(self.graph)

    def _forget(self) -> None:
        """What was drawn is no longer so."""

    def _row(self, y: int) -> Row:
        """One of the rows, which are made once for a graph and a width."""
        if self._drawn[0] != (width := self.content_size.width):
            self._drawn = (width, self._made(width))
        return self._drawn[1][y] if y < len(self._drawn[1]) else []

    def _made(self, width: int) -> list[Row]:
        return []

    def _rows_of(self, graph: Graph) -> int:
        return 2 + len(graph.nodes)

    def _strip(self, row: Row) -> Strip:
        segments = [Segment(text, self.ground + self._style(tone) if tone else self.ground) for text, tone in row]
        return Strip(segments).adjust_cell_length(self.content_size.width, self.ground)

    def _style(self, tone: str) -> Style:
        return self.get_component_rich_style(tone) if tone.startswith("said-") else self.tone(tone)


class DebateGraph(GraphPart):
    """Who listens to whom: drawn where there is room for it, else listed. Posts SeatClicked."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Who listens to whom", "heading"),
        Line("Arrows point to the listener; in the list it stands on the left. + is new, × is no longer."),
        Line("Where one looks on, a click on a seat shows the match with its eyes."),
    )

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._drawing: Drawing | None = None

    @property
    def is_drawn(self) -> bool:
        """Whether there is room for a drawing."""
        return has_room(self.graph, self.content_size.width, self.content_size.height - 1)

    @property
    def drawing(self) -> Drawing:
        """The drawing in the present size, without the first row."""
        width, height = max(1, self.content_size.width), max(1, self.content_size.height - 1)
        if self._drawing is None or (self._drawing.width, self._drawing.height) != (width, height):
            self._drawing = draw(self.graph, width, height)
        return self._drawing

    def on_click(self, event: events.Click) -> None:
        """With the eyes of that seat."""
        offset = event.get_content_offset(self)
        if offset and (number := self._seat_at(offset.x, offset.y - 1)):
            self.post_message(SeatClicked(number))

    def _seat_at(self, x: int, y: int) -> int:
        if self.is_drawn:
            return self.drawing.seat_at(x, y)
        return self.graph.nodes[y].number if 0 <= y < len(self.graph.nodes) else 0

    def render_line(self, y: int) -> Strip:
        """Which round it is and what the signs mean, then the graph."""
        if y and self.is_drawn:
            return self._strip(list(self.drawing.runs(y - 1)) if y <= self.drawing.height else [])
        return self._strip(self._row(y))

    def _made(self, width: int) -> list[Row]:
        title = f"{self.graph.title}  " if self.graph.title else ""
        head: Row = [(title, "edge-gone"), *debate_rows.legend(self.graph, width - len(title))]
        return [head, *debate_rows.listed(self.graph, width)]

    def _forget(self) -> None:
        self._drawing = None

    def _rows_of(self, graph: Graph) -> int:
        return 1 + len(graph.nodes)


class HeatStrip(GraphPart):
    """Who answered what in which round, and who was right, by colour and by sign."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Round by round", "heading"),
        Line(
            "A row a seat, a cell a round: its answer, then ✓ if it is right, ✗ if it is wrong, ! if it turned wrong in this round."
        ),
    )

    def render_line(self, y: int) -> Strip:
        """The rounds, a row a seat, and what the signs mean."""
        return self._strip(self._row(y))

    def _made(self, width: int) -> list[Row]:
        return [*debate_rows.strip(self.graph, width), debate_rows.key(self.graph)]
