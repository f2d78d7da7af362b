"""The graph and the strip of a debate in an app."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from woozle.games.debate.tui import graph as widgets
from woozle.games.debate.tui.graph import DebateGraph, HeatStrip
from woozle.games.debate.views.graph import Edge, Graph, Node, Said
from woozle.tui.persona import Persona

from tests.tui.hostile import HOSTILE
from tests.tui.hosts import Host, is_clean, settled, shown

RIGHT, WRONG, FELL = Said("B", 2, True), Said("C", 3, False), Said("C", 3, False, "misled")
NODES = (
    Node(1, "A", "Ada", (RIGHT, FELL), is_you=True),
    Node(2, "B", "Ben", (WRONG, RIGHT)),
    Node(3, "C", "Cleo", (None, Said("", 0, False))),
    Node(4, "D", "Dan", (WRONG, WRONG), note="stopped"),
)
EDGES = (Edge(1, 2, "new", "misled"), Edge(1, 3), Edge(1, 4, "gone"), Edge(2, 1), Edge(2, 3), Edge(2, 4))
GRAPH = Graph("Round 2", 3, NODES, EDGES, has_key=True)


def texts(rows):
    return ["".join(text for text, _ in row).rstrip() for row in rows]


def test_the_list_says_who_listens_to_whom():
    assert texts(widgets.seat_rows(GRAPH, 60)) == [
        "▸A Ada  B✓ C✗! ← +!Ben, Cleo, ×Dan",
        " B Ben  C✗ B✓  ← all others",
        " C Cleo  · –✗",
        " D Dan  C✗ C✗  stopped",
    ]


def test_where_names_have_no_room_letters_stand_for_them():
    assert texts(widgets.seat_rows(GRAPH, 28))[0] == "▸A Ada  B✓ C✗! ← +!B C ×D"
    assert texts(widgets.seat_rows(GRAPH, 22))[0] == "▸A Ada  B✓ C✗! ← +!B…"


def test_the_strip_has_a_cell_a_round_with_a_sign_besides_the_colour():
    rows = widgets.round_rows(GRAPH, 60)
    assert texts(rows) == [
        "         1     2     3",
        "▸A Ada   B✓    C✗!    ·",
        " B Ben   C✗    B✓     ·",
        " C Cleo   ·    –✗     ·",
        " D Dan   C✗    C✗     ·",
    ]
    assert [tone for _, tone in rows[1]][2::2] == ["said-right", "said-wrong", "said-unknown"]
    assert texts([widgets.round_legend(GRAPH)]) == ["✓ right  ✗ wrong  ! turned wrong"]


def test_the_last_rounds_stay_where_not_all_have_room():
    many = replace(GRAPH, rounds=10)
    assert texts(widgets.round_rows(many, 30))[0].split() == ["8", "9", "10"]


def test_the_legend_names_what_can_be_seen_as_far_as_there_is_room():
    assert texts([widgets.edge_legend(GRAPH, 80)]) == ["+ new  × ended  ! was wrong"]
    assert texts([widgets.edge_legend(GRAPH, 20)]) == ["+ new  × ended"]
    assert widgets.edge_legend(replace(GRAPH, edges=()), 80) == []


@pytest.mark.parametrize("width", [10, 80])
def test_rows_of_anything_are_clean_and_are_cut(width):
    odd = Node(1, "A", "\u05d0\u9b5a " + HOSTILE * 40, (Said(HOSTILE * 40, 1),), note="stopped")
    graph = replace(GRAPH, nodes=(odd, *NODES[1:]))
    for text in texts([*widgets.seat_rows(graph, width), *widgets.round_rows(graph, width)]):
        assert is_clean(text)
        assert cell_len(text) < 80


async def test_a_graph_is_listed_in_a_narrow_place_and_drawn_in_a_wide_one_with_the_name_that_the_viewer_wants():
    host = Host(graph := DebateGraph())
    host.persona = Persona("Robin")
    async with host.run_test(size=(36, 30)) as pilot:
        graph.show(GRAPH)
        await settled(pilot)
        assert not graph.is_drawn
        assert shown(graph)[0].startswith("Round 2  + new")
        assert "▸A Ada" in shown(graph)[1]
        graph.styles.height = 20
        await pilot.resize_terminal(80, 30)
        await settled(pilot)
        assert graph.is_drawn
        assert any("A Ada (Robin)" in row for row in shown(graph))


async def test_a_graph_that_shows_nothing_new_draws_nothing():
    graph, strip = DebateGraph(), HeatStrip()
    async with Host(graph, strip).run_test(size=(80, 30)) as pilot:
        for each in (graph, strip):
            each.show(GRAPH)
        await settled(pilot)
        drawn = []
        for each in (graph, strip):
            each.refresh = lambda *_, **__: drawn.append(1)
            each.show(replace(GRAPH, nodes=tuple(replace(node) for node in NODES)))
        assert not drawn
        graph.show(replace(GRAPH, title="Round 3"))
        assert drawn


async def test_a_click_on_a_seat_names_it():
    graph = DebateGraph()

    class Clicked(Host):
        def on_seat_clicked(self, message):
            self.posted.append(message.number)

    app = Clicked(graph)
    async with app.run_test(size=(36, 30)) as pilot:
        graph.show(GRAPH)
        await settled(pilot)
        await pilot.click(DebateGraph, offset=(3, 2))
        assert app.posted == [2]


async def test_fifty_seats_are_listed_in_colours_that_return():
    many = Graph("Round 2", 2, tuple(Node(n, "A", f"Seat {n}", (RIGHT,)) for n in range(1, 51)), (Edge(1, 50),))
    graph, strip = DebateGraph(), HeatStrip()
    async with Host(graph, strip).run_test(size=(80, 120)) as pilot:
        for each in (graph, strip):
            each.show(many)
        await settled(pilot)
        assert all(any("Seat 50" in row for row in shown(each)) for each in (graph, strip))
