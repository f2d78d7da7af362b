"""The graph of a debate, as a drawing or as a list, and the strip of who was right in which round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, TypeAlias

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.strip import Strip

from woozle.core.line import Line
from woozle.core.text import visible_line
from woozle.core.words import RIGHT_SIGNS
from woozle.games.debate.views.graph import LED, SIGNS, Edge, Graph, Node, Rounds, Said, tone_of
from woozle.games.debate.views.graph_layout import Drawing, draw, has_room
from woozle.tui.host import host_of
from woozle.tui.messages import SeatClicked
from woozle.tui.styles.themes import SEATS
from woozle.tui.widgets.panel_widgets import PanelWidget
from woozle.tui.widgets.row_widgets import RowWidget
from woozle.tui.widgets.text_layout import clip

_EDGES = ("head", "kept", "new", "gone", "misled", "corrected")
_SAID = ("1", "2", "3", "4", "5", "6", "none", "unknown", "right", "wrong")
_NOTHING = Graph("", 0, ())

Row: TypeAlias = list[tuple[str, str]]

_PARTS = (" ", *SIGNS.values(), *LED.values())  # nothing ends with these
_MARGIN = 4  # cells around a name
_NAME = 8  # cells of a name, if it is not shorter
_ANSWER = 6  # cells of an answer in words
_MOST = 3  # rounds in the list; the strip has all for which there is room


class GraphPart(RowWidget):
    """Draws a Graph line by line, anew only if it is another one."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"edge-{tone}" for tone in _EDGES),
        *(f"said-{tone}" for tone in _SAID),
        *(f"seat-{n}" for n in range(1, SEATS + 1)),
    }
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.graph = _NOTHING
        self._drawn: tuple[int, list[Row]] = (-1, [])

    def show(self, graph: Graph) -> None:
        if graph == self.graph:
            return
        before, self.graph = self.graph, graph
        self._drawn = (-1, [])
        self._forget()
        self.refresh(layout=self._rows_of(before) != self._rows_of(graph))

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return self._rows_of(self.graph)

    def render_line(self, y: int) -> Strip:
        return self._strip(self._row(y))

    def _forget(self) -> None:
        """Drop the drawing, since the graph has changed."""

    def _row(self, y: int) -> Row:
        """Return a row; rows are made once for a graph and a width."""
        if self._drawn[0] != (width := self.content_size.width):
            self._drawn = (width, self._make_rows(width))
        return self._drawn[1][y] if y < len(self._drawn[1]) else []

    def _make_rows(self, width: int) -> list[Row]:
        return []

    def _rows_of(self, graph: Graph) -> int:
        return 2 + len(graph.nodes)

    def _strip(self, row: Row) -> Strip:
        segments = [Segment(text, self.ground + self._style(tone) if tone else self.ground) for text, tone in row]
        return Strip(segments).adjust_cell_length(self.content_size.width, self.ground)

    def _style(self, tone: str) -> Style:
        kind, _, number = tone.partition("-")
        if kind == "seat":  # large tables take the colours in turn
            return self.tone(f"seat-{(int(number) - 1) % SEATS + 1}")
        return self.get_component_rich_style(tone) if kind == "said" else self.tone(tone)


class DebateGraph(GraphPart):
    """The graph of listening: drawn where there is room for it, else listed. Posts SeatClicked."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Who listens to whom", "heading"),
        Line("Arrows point to the listener; in the list it stands on the left. + is new, × is no longer."),
        Line("While watching, click on a seat to see the match through its eyes."),
    )

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._drawing: Drawing | None = None

    @property
    def is_drawn(self) -> bool:
        """Return whether there is room for a drawing."""
        return has_room(self.graph, self.content_size.width, self.content_size.height - 1)

    @property
    def drawing(self) -> Drawing:
        """Return the drawing in the present size, without the first row."""
        width, height = max(1, self.content_size.width), max(1, self.content_size.height - 1)
        if self._drawing is None or (self._drawing.width, self._drawing.height) != (width, height):
            you = host_of(self).persona.apart_from(node.name for node in self.graph.nodes if not node.is_you).text("you")
            nodes = tuple(replace(node, you=you) for node in self.graph.nodes)
            self._drawing = draw(replace(self.graph, nodes=nodes), width, height)
        return self._drawing

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset and (number := self._seat_at(offset.x, offset.y - 1)):
            self.post_message(SeatClicked(number))

    def _seat_at(self, x: int, y: int) -> int:
        if self.is_drawn:
            return self.drawing.seat_at(x, y)
        return self.graph.nodes[y].number if 0 <= y < len(self.graph.nodes) else 0

    def render_line(self, y: int) -> Strip:
        if y and self.is_drawn:
            return self._strip(list(self.drawing.runs(y - 1)) if y <= self.drawing.height else [])
        return super().render_line(y)

    def _make_rows(self, width: int) -> list[Row]:
        title = f"{self.graph.title}  " if self.graph.title else ""
        head: Row = [(title, "edge-gone"), *edge_legend(self.graph, width - len(title))]
        return [head, *seat_rows(self.graph, width)]

    def _forget(self) -> None:
        self._drawing = None

    def _rows_of(self, graph: Graph) -> int:
        return 1 + len(graph.nodes)


class HeatStrip(GraphPart):
    """A strip of answers, a row a seat and a cell a round: who was right, by colour and by sign."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Round by round", "heading"),
        Line(
            "A row a seat, a cell a round: its answer, then ✓ if it is right, ✗ if it is wrong, ! if it turned wrong in this round."
        ),
    )

    def _make_rows(self, width: int) -> list[Row]:
        return [*round_rows(self.graph, width), round_legend(self.graph)]


def seat_rows(graph: Graph, width: int) -> list[Row]:
    """Return a row for each seat: its last answers, then whom it listens to."""
    names = _name_width(graph)
    rounds = max((len(node.said) for node in graph.nodes), default=0)
    answers = _answer_width(graph)
    shown = max(0, min(rounds, _MOST))
    rows = []
    for node in graph.nodes:
        row: Row = _name(node, names)
        for at in range(rounds - shown, rounds):
            row += [(_cell(_at(node, at), answers), tone_of(_at(node, at)))]
        room = width - sum(cell_len(text) for text, _ in row)
        rows.append(row + _listening_row(graph, node, room))
    return rows


def round_rows(graph: Graph, width: int) -> list[Row]:
    """Return a row for each seat, with a cell a round, and the rounds above. The first rounds leave for want of room."""
    names, answers = _name_width(graph), _answer_width(graph)
    wide = answers + 5
    rounds = range(max(0, graph.rounds - max(1, (width - names - _MARGIN) // wide)), graph.rounds)
    head: Row = [(" " * (names + _MARGIN), "")]
    head += [(f" {at + 1:<{wide - 1}}", "edge-gone") for at in rounds]
    rows = [head]
    for node in graph.nodes:
        row: Row = _name(node, names)
        for at in rounds:
            row += [(f" {_cell(_at(node, at), answers)} ", tone_of(_at(node, at))), (" ", "")]
        rows.append(row)
    return rows


def edge_legend(graph: Graph, width: int) -> Row:
    """Return the meaning of the signs now visible, as many as fit."""
    edges = graph.edges
    row: Row = []
    for sign, words, tone, is_there in (
        ("+", "new", "edge-new", any(edge.change == "new" for edge in edges)),
        ("×", "ended", "edge-gone", any(edge.change == "gone" for edge in edges)),
        ("!", "was wrong", "edge-misled", any(edge.led == "misled" for edge in edges)),
        ("✓", "was right", "edge-corrected", any(edge.led == "corrected" for edge in edges)),
    ):
        piece: Row = [(f"{sign} ", tone), (f"{words}  ", "edge-gone")]
        if is_there and _length([*row, *piece]) - 2 <= width:  # nothing comes after the last one
            row += piece
    return row


def round_legend(graph: Graph) -> Row:
    """Return the meaning of the signs of the strip."""
    if not graph.has_key:
        return [("· not known", "edge-gone")] if any(None in node.said for node in graph.nodes) else []
    row: Row = [("✓ right  ✗ wrong", "edge-gone")]
    if any(said and said.turned == "misled" for node in graph.nodes for said in node.said):
        row += [("  ! turned wrong", "edge-gone")]
    return row


def _name_width(graph: Graph) -> int:
    return min(_NAME, max((cell_len(visible_line(node.name)) for node in graph.nodes), default=0))


def _answer_width(graph: Graph) -> int:
    said = [each for node in graph.nodes for each in node.said if each]
    return min(_ANSWER, max((cell_len(visible_line(each.text)) for each in said), default=1) or 1)


def _name(node: Node, width: int) -> Row:
    name = clip(visible_line(node.name), width)
    tone = f"seat-{node.number}"
    mark = "▸" if node.is_you else " "
    return [(f"{mark}{node.letter} ", tone), (name + " " * (width - cell_len(name) + 1), tone)]


def _at(node: Node, at: int) -> Said | None:
    return node.said[at] if at < len(node.said) else None


def _cell(said: Said | None, width: int) -> str:
    """Return an answer as narrow as possible."""
    text = "·" if said is None else clip(visible_line(said.text), width) or "–"
    room = " " * (width - cell_len(text))
    if said is None or said.is_right is None:
        return f" {text}{room} "
    return text + room + RIGHT_SIGNS[said.is_right].strip() + ("!" if said.turned == "misled" else " ")


def _listening_row(graph: Graph, node: Node, room: int) -> Row:
    """Return whom a seat listens to, with names if there is room for them, else with letters."""
    edges = graph.edges_to(node)
    others = {other.number: other for other in graph.nodes}
    now = [edge for edge in edges if edge.change != "gone"]
    note: Row = [(f" {node.note}", "edge-gone")] if node.note else []
    if not edges:
        return note
    if len(now) == len(graph.nodes) - 1 > 1 and all(edge.change == "kept" and not edge.led for edge in now):
        return [(" ← ", "edge-kept"), ("all others", ""), *note]
    named = _pieces(edges, {number: visible_line(other.name) for number, other in others.items()}, ", ")
    if _length(named) + 3 <= room:
        return [(" ← ", "edge-kept"), *named]
    brief = _pieces(edges, {number: other.letter for number, other in others.items()}, " ")
    return [(" ← ", "edge-kept"), *_within(brief, room - 3)]


def _pieces(edges: Sequence[Edge], names: dict[int, str], gap: str) -> Row:
    row: Row = []
    for at, edge in enumerate(edges):
        sign = SIGNS[edge.change] + LED[edge.led]
        row += [(sign, f"edge-{edge.led or edge.change}")] if sign else []
        tone = "edge-gone" if edge.change == "gone" else f"seat-{edge.speaker}"
        row += [(names.get(edge.speaker, "?"), tone)]
        row += [(gap, "")] if at < len(edges) - 1 else []
    return row


def _within(row: Row, room: int) -> Row:
    """Return as many pieces as there is room for, then an ellipsis."""
    if _length(row) <= room:
        return row
    while row and (_length(row) > room - 1 or row[-1][0] in _PARTS):
        row = row[:-1]
    return [*row, ("…", "edge-gone")]


def _length(row: Row) -> int:
    return sum(cell_len(text) for text, _ in row)


WIDGETS = (
    PanelWidget(Graph, lambda id: DebateGraph(id=id), DebateGraph.show, id="graph", layout="graph", title="Who listens to whom"),
    PanelWidget(
        Rounds, lambda id: HeatStrip(id=id), lambda strip, rounds: strip.show(rounds.graph), id="heat", title="Round by round"
    ),
)
