"""Graphs of seats."""

from __future__ import annotations

import pytest

from woozle.core.graphs import fault, full


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
    found = fault(graph, 2, "can ask")
    assert said in found
    assert bool(said) == bool(found)


def test_in_a_full_graph_everybody_reaches_all_others():
    assert full(3) == ((1, 2), (0, 2), (0, 1))
    assert full(1) == ((),)
    assert fault(full(9), 9, "listens to") == ""
