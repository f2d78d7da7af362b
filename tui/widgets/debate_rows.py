"""A debate as rows of pieces, each a text with a tone: whom each seat listens to, and the strip of who was right in which round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rich.cells import cell_len

from woozle.arena.views.debate.drawing import tone_of
from woozle.arena.views.graph import LED, SIGNS, Edge, Graph, Node, Said
from woozle.core.text import visible_line
from woozle.tui.widgets.wrapping import clipped

Row: TypeAlias = list[tuple[str, str]]

_RIGHT = {True: "✓", False: "✗"}
_PARTS = (" ", *SIGNS.values(), *LED.values())  # nothing ends with these
_MARGIN = 4  # cells around a name
_NAME = 8  # cells of a name, if it is not shorter
_ANSWER = 6  # cells of an answer in words
_MOST = 3  # rounds in the list; the strip has all for which there is room


def listed(graph: Graph, width: int) -> list[Row]:
    """A row a seat: its last answers, then whom it listens to."""
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
        rows.append(row + _heard(graph, node, room))
    return rows


def strip(graph: Graph, width: int) -> list[Row]:
    """A row a seat, with a cell a round; below the rounds. The first rounds leave for want of room."""
    names, answers = _name_width(graph), _answer_width(graph)
    wide = answers + 5
    rounds = range(max(0, graph.rounds - max(1, (width - names - _MARGIN) // wide)), graph.rounds)
    head: Row = [(" " * (names + _MARGIN), "")]
    head += [(f" {at + 1:<{wide - 1}}", "edge-gone") for at in rounds]
    rows = [head]
    for node in graph.nodes:
        row: Row = _name(node, names)
        for at in rounds:
            row += [(_wide(_at(node, at), answers), tone_of(_at(node, at))), (" ", "")]
        rows.append(row)
    return rows


def legend(graph: Graph, width: int) -> Row:
    """What the signs mean that can be seen now, as far as there is room for it."""
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


def key(graph: Graph) -> Row:
    """What the signs of the strip mean."""
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
    name = clipped(visible_line(node.name), width)
    tone = f"seat-{node.number}"
    mark = "▸" if node.is_you else " "
    return [(f"{mark}{node.letter} ", tone), (name + " " * (width - cell_len(name) + 1), tone)]


def _at(node: Node, at: int) -> Said | None:
    return node.said[at] if at < len(node.said) else None


def _cell(said: Said | None, width: int) -> str:
    """An answer as narrow as can be."""
    text = "·" if said is None else clipped(visible_line(said.text), width) or "–"
    room = " " * (width - cell_len(text))
    if said is None or said.is_right is None:
        return f" {text}{room} "
    sign = _RIGHT[said.is_right] + ("!" if said.turned == "misled" else " ")
    return text + room + sign


def _wide(said: Said | None, width: int) -> str:
    return f" {_cell(said, width)} "


def _heard(graph: Graph, node: Node, room: int) -> Row:
    """Whom a seat listens to, with names if there is room for them, else with letters."""
    edges = graph.heard(node)
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
    """As many pieces as there is room for, then an ellipsis."""
    if _length(row) <= room:
        return row
    while row and (_length(row) > room - 1 or row[-1][0] in _PARTS):
        row = row[:-1]
    return [*row, ("…", "edge-gone")]


def _length(row: Row) -> int:
    return sum(cell_len(text) for text, _ in row)
