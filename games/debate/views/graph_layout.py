"""The graph of a debate as rows of characters, for any size: seats in a ring, and lines of dots with arrows to the listeners."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import atan2, cos, pi, sin

from woozle.arena.views.cells import Canvas, one_cell_each
from woozle.arena.views.words import cut
from woozle.core.groups import group_pairs
from woozle.core.words import RIGHT_SIGNS
from woozle.games.debate.views.graph import LED, SIGNS, Edge, Graph, Node, tone_of

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a Braille sign, by row and column
_BRAILLE = 0x2800
_ARROWS = "→↘↓↙←↖↑↗"  # by eighths of a turn, downwards first
_ORDER = ("gone", "kept", "new", "corrected", "misled")  # what is drawn later is seen where lines cross
_WIDEST, _TALL = 16, 2  # cells of what stands for a seat
_SPARSE = 3  # one dot of this many is drawn where an edge is gone
_LEAST_WIDTH, _LEAST_HEIGHT, _EASY = 44, 9, 5  # cells for this many seats; each more takes a row more
_CELLS = 32  # of the whole drawing for a line; with less they are a thicket
_AWAY = 0.3  # how far from the listener it is said how an edge has changed, as a share of its way


@dataclass(slots=True)
class Drawing(Canvas):
    """A graph that is drawn. places: where each seat is, left, top and width; covered: the cells of their words."""

    places: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    covered: set[tuple[int, int]] = field(default_factory=set)

    def seat_at(self, x: int, y: int) -> int:
        """Return the number of the seat at a cell; 0 if empty."""
        return next((number for number, place in self.places.items() if _covers(place, x, y)), 0)


def has_room(graph: Graph, width: int, height: int) -> bool:
    """Return whether the edges of the graph could be distinguished in a drawing; if not, it is listed."""
    seats, lines = len(graph.nodes), len({frozenset((edge.listener, edge.speaker)) for edge in graph.edges})
    return width >= _LEAST_WIDTH and height >= _LEAST_HEIGHT + max(0, seats - _EASY) and width * height >= lines * _CELLS


def draw(graph: Graph, width: int, height: int) -> Drawing:
    """Return the graph in this many columns and rows."""
    drawing = Drawing(width, height)
    labels = {node.number: _label(node) for node in graph.nodes}
    spots = _spots(graph, width, height)
    for node in graph.nodes:
        wide = _wide(labels[node.number])
        x, y = spots[node.number]
        left = min(max(0, round(x - wide / 2)), max(0, width - wide))
        drawing.places[node.number] = (left, min(max(0, round(y - _TALL / 2)), max(0, height - _TALL)), wide)
        for at, row in enumerate(_rows(labels[node.number])):
            start = _start(drawing, node, row)
            drawing.covered |= {(x, drawing.places[node.number][1] + at) for x in range(start, start + len(row))}
    edges = [edge for edge in graph.edges if {edge.listener, edge.speaker} <= drawing.places.keys()]
    _draw_lines(drawing, edges)
    taken: set[tuple[int, int]] = set()
    for edge in edges:
        _draw_ends(drawing, edge, taken)
    for node in graph.nodes:
        _draw_node(drawing, node, labels[node.number])
    return drawing


# Seats


def _label(node: Node) -> tuple[str, str, str]:
    """Return a name, the last answer for below it, and the note beside that."""
    name = f"{node.letter} {one_cell_each(node.name[:_WIDEST])}{f' ({one_cell_each(node.you[:_WIDEST])})' if node.is_you else ''}"
    said = node.last
    sign = RIGHT_SIGNS[said.is_right if said else None]
    turned = "!" if said and said.turned == "misled" else ""
    answer = cut((one_cell_each(said.text[:_WIDEST]) or "–") if said else "·", _WIDEST - 4 - len(sign))
    return cut(name, _WIDEST), f" {answer}{sign}{turned} ", f" {node.note}" if node.note else ""


def _rows(label: tuple[str, str, str]) -> tuple[str, str]:
    name, answer, note = label
    return name, answer + note


def _wide(label: tuple[str, str, str]) -> int:
    return max(map(len, _rows(label)))


def _start(drawing: Drawing, node: Node, row: str) -> int:
    """Return the first column of a row of a seat: the row is centred in its place."""
    left, _, wide = drawing.places[node.number]
    return left + (wide - len(row)) // 2


def _spots(graph: Graph, width: int, height: int) -> dict[int, tuple[float, float]]:
    """Return the middle of each seat: a ring that begins at the top, clockwise; two stand side by side."""
    wide = max((_wide(_label(node)) for node in graph.nodes), default=0)
    middle, half = (width - 1) / 2, (height - 1) / 2
    across, down = max(0.0, width / 2 - wide / 2 - 1), max(0.0, height / 2 - _TALL / 2)
    count = len(graph.nodes)
    if count == 1:
        return {graph.nodes[0].number: (middle, half)}
    start = pi if count == 2 else -pi / 2
    angles = {node.number: start + 2 * pi * at / count for at, node in enumerate(graph.nodes)}
    return {  # rounded, because the sine of a half turn is a hair more than 0
        number: (round(middle + across * cos(angle), 6), round(half + 0.5 + down * sin(angle), 6))
        for number, angle in angles.items()
    }


def _draw_node(drawing: Drawing, node: Node, label: tuple[str, str, str]) -> None:
    top = drawing.places[node.number][1]
    name, answer, note = label
    drawing.put(_start(drawing, node, name), top, name, f"seat-{node.number}")
    x = _start(drawing, node, answer + note)
    if node.said:
        drawing.put(x, top + 1, answer, tone_of(node.last))
    drawing.put(x + len(answer), top + 1, note, "edge-gone")


# Edges


def _draw_lines(drawing: Drawing, edges: list[Edge]) -> None:
    """Draw a line between each two seats that share edges; dotted if none of the edges is left."""
    pairs = group_pairs(((min(edge.listener, edge.speaker), max(edge.listener, edge.speaker)), edge) for edge in edges)
    tones = {pair: max((_tone(edge) for edge in found), key=_ORDER.index) for pair, found in pairs.items()}
    bits: defaultdict[tuple[int, int], int] = defaultdict(int)
    last: dict[tuple[int, int], str] = {}
    for pair in sorted(pairs, key=lambda pair: _ORDER.index(tones[pair])):
        for at, (x, y) in enumerate(_dots(drawing, *pair)):
            cell = x // 2, y // 4
            if tones[pair] != "gone" or at % _SPARSE == 0:
                bits[cell] |= _DOTS[y % 4][x % 2]
                last[cell] = f"edge-{tones[pair]}"
    for cell, tone in last.items():
        drawing.put(*cell, chr(_BRAILLE | bits[cell]), tone)


def _tone(edge: Edge) -> str:
    return edge.led or edge.change


def _dots(drawing: Drawing, one: int, other: int) -> Iterator[tuple[int, int]]:
    """Yield the dots of the line between the middles of two seats, two in a cell across and four down."""
    (x, y), (to_x, to_y) = (_middle(drawing, number) for number in (one, other))
    x, y, to_x, to_y = x * 2, y * 4, to_x * 2, to_y * 4
    steps = max(1, round(max(abs(to_x - x), abs(to_y - y))))
    for at in range(steps + 1):
        yield round(x + (to_x - x) * at / steps), round(y + (to_y - y) * at / steps)


def _middle(drawing: Drawing, number: int) -> tuple[float, float]:
    left, top, wide = drawing.places[number]
    return left + wide / 2, top + _TALL / 2


def _draw_ends(drawing: Drawing, edge: Edge, taken: set[tuple[int, int]]) -> None:
    """Draw an arrow to the listener, or its turn; and further off how the edge has changed."""
    way = _way(drawing, edge)
    if not way:
        return
    (x, y), (to_x, to_y) = _middle(drawing, edge.speaker), _middle(drawing, edge.listener)
    tone = "edge-head" if _tone(edge) == "kept" else f"edge-{_tone(edge)}"
    if edge.change != "gone":
        turn = round(atan2((to_y - y) * 2, to_x - x) / (pi / 4)) % 8  # a cell is twice as high as wide
        _stamp(drawing, way, 0, LED[edge.led] or _ARROWS[turn], tone, taken)
    if sign := SIGNS[edge.change]:
        _stamp(drawing, way, max(2, round(len(way) * _AWAY)), sign, f"edge-{edge.change}", taken)


def _way(drawing: Drawing, edge: Edge) -> list[tuple[int, int]]:
    """Return the cells of an edge outside of the words of all seats, from the listener on."""
    cells = dict.fromkeys((x // 2, y // 4) for x, y in _dots(drawing, edge.listener, edge.speaker))
    return [cell for cell in cells if drawing.has(*cell) and cell not in drawing.covered]


def _stamp(drawing: Drawing, way: list[tuple[int, int]], at: int, sign: str, tone: str, taken: set[tuple[int, int]]) -> None:
    """Put a sign on the first free cell from there on."""
    cell = next((cell for cell in way[at:] if cell not in taken), None)
    if cell:
        taken.add(cell)
        drawing.put(*cell, sign, tone)


def _covers(place: tuple[int, int, int], x: int, y: int) -> bool:
    left, top, wide = place
    return left <= x < left + wide and top <= y < top + _TALL
