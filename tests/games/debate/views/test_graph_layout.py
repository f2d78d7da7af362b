"""The graph of a debate as rows of characters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from woozle.games.debate.views.graph import Edge, Graph, Node, Said
from woozle.games.debate.views.graph_layout import draw, has_room

from tests.tui.hostile import HOSTILE
from tests.tui.hosts import is_clean

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo")
SIZES = pytest.mark.parametrize("size", [(44, 9), (60, 12), (76, 20), (120, 40)])


def graph(seats=5, *edges, said=None):
    nodes = tuple(Node(number, name[0], name, (said or Said("B", 2),)) for number, name in enumerate(NAMES[:seats], 1))
    return Graph("Round 2", 3, nodes, tuple(edges))


def full(seats):
    numbers = range(1, seats + 1)
    return graph(seats, *(Edge(one, other) for one in numbers for other in numbers if one != other))


def rows(drawing):
    return ["".join(row) for row in drawing.chars]


def tones(drawing, sign):
    """Return the tones of all cells with this sign."""
    pairs = zip(drawing.chars, drawing.tones, strict=True)
    return {tone for row, row_tones in pairs for char, tone in zip(row, row_tones, strict=True) if char == sign}


def dots(drawing):
    return sum("\u2800" < char <= "\u28ff" for row in drawing.chars for char in row)


@SIZES
@pytest.mark.parametrize("seats", [1, 2, 3, 5, 9])
def test_every_seat_has_a_place_of_its_own(seats, size):
    drawing = draw(full(seats), *size)
    cells = [(x, y) for left, top, wide in drawing.places.values() for x in range(left, left + wide) for y in (top, top + 1)]
    assert len(cells) == len(set(cells)) or size[1] < 12  # nine seats are listed there
    assert all(0 <= x < size[0] and 0 <= y < size[1] for x, y in cells)
    shown = "\n".join(rows(drawing))
    assert all(name in shown for name in NAMES[:seats]) or size[1] < 12


def test_an_edge_is_a_line_with_an_arrow_to_the_listener():
    drawing = draw(graph(2, Edge(listener=1, speaker=2)), 60, 9)
    shown = rows(drawing)
    assert dots(drawing) > 20
    assert sum(row.count("←") for row in shown) == 1
    y = next(y for y, row in enumerate(shown) if "←" in row)
    assert (shown[y].index("←") - 1, y) in drawing.covered


def ink(drawing):
    cells = [char for row in drawing.chars for char in row if "\u2800" < char <= "\u28ff"]
    return sum(bin(ord(char) - 0x2800).count("1") for char in cells)


def test_without_edges_there_are_no_lines():
    drawing = draw(graph(5), 60, 12)
    assert not dots(drawing)


def test_new_edges_and_those_that_are_gone_are_told_apart_by_signs_and_lines():
    kept, new, gone = (draw(graph(2, Edge(1, 2, change)), 60, 9) for change in ("kept", "new", "gone"))
    assert tones(new, "+") == {"edge-new"}
    assert tones(gone, "×") == {"edge-gone"}
    assert not tones(kept, "+")
    assert not tones(gone, "←")
    assert ink(gone) * 2 < ink(kept)


def test_whoever_was_wrong_before_somebody_turned_wrong_is_marked_at_its_edge():
    drawing = draw(graph(3, Edge(1, 2, "new", "misled"), Edge(3, 2, "kept", "corrected"), Edge(1, 3)), 60, 12)
    assert tones(drawing, "!") == {"edge-misled"}
    assert tones(drawing, "✓") == {"edge-corrected"}
    assert tones(drawing, "+") == {"edge-new"}


def test_answers_are_told_apart_by_letter_and_colour_and_then_by_whether_they_are_right():
    assert tones(draw(graph(1), 60, 9), "B") == {"said-2"}
    right = draw(graph(1, said=Said("B", 2, True)), 60, 9)
    assert "B ✓" in "\n".join(rows(right))
    assert tones(right, "✓") == {"said-right"}
    wrong = draw(graph(1, said=Said("B", 2, False, "misled")), 60, 9)
    assert "B ✗!" in "\n".join(rows(wrong))
    assert tones(wrong, "✗") == {"said-wrong"}


def test_a_seat_is_found_where_it_is_drawn():
    drawing = draw(full(5), 60, 12)
    left, top, _ = drawing.places[3]
    assert drawing.seat_at(left, top) == 3
    assert drawing.seat_at(left, top - 1) != 3


def test_a_thicket_is_listed():
    assert has_room(full(5), 60, 12)
    assert not has_room(full(9), 60, 12)
    assert has_room(full(9), 120, 40)
    assert not has_room(full(5), 40, 30)
    assert not has_room(full(5), 60, 8)


@SIZES
def test_names_and_answers_from_anywhere_take_one_cell_a_character(size):
    odd = Node(1, "A", "魚 " + HOSTILE * 40, (Said(HOSTILE * 400, 1),), note="stopped")
    drawing = draw(replace(full(3), nodes=(odd, *full(3).nodes[1:])), *size)
    assert all(len(row) == size[0] and is_clean(row) for row in rows(drawing))
