"""Graphs of seats."""

from __future__ import annotations

import pytest

from woozle.core.graphs import complete_graph, graph_error


@pytest.mark.parametrize(
    ("graph", "said"),
    [
        (((1,), ()), ""),
        (((1,), (0,)), ""),
        (((1,),), "for each of 2 seats which of the others it can ask"),
        (((2,), ()), "from 0 to 1"),
        (((-1,), ()), "from 0 to 1"),
        (((1, 1), ()), "for each of 2 seats"),
        (((0,), ()), "No seat can ask itself; take each out of its own row of the graph."),
    ],
)
def test_a_graph_that_is_none_is_said_to_be_none(graph, said):
    found = graph_error(graph, 2, "can ask")
    assert said in found
    assert bool(said) == bool(found)


def test_in_a_full_graph_everybody_reaches_all_others():
    assert complete_graph(3) == ((1, 2), (0, 2), (0, 1))
    assert complete_graph(1) == ((),)
    assert graph_error(complete_graph(9), 9, "listens to") == ""
