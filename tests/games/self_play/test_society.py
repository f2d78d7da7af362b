from __future__ import annotations

import pytest

from woozle.core.graphs import complete_graph
from woozle.games.self_play.society import Orchestrator, chain, star

from tests.games.self_play.vectors import VECTORS


def test_the_stack_of_askers_is_that_of_the_vector():
    vector = VECTORS["csp.ask_stack"]
    assert vector["inputs"]["reachable"] == [1, 2]
    orchestrator, traced = Orchestrator(star(3)), []
    for event in vector["inputs"]["events"]:
        match event:
            case "ASK":
                assert orchestrator.ask() == (1, 2)
            case "ANSWER" | "HEDGE":
                orchestrator.relinquish()
        traced.append((list(orchestrator.stack), orchestrator.active))
    assert traced == [(step["stack"], step["active"]) for step in vector["expected"]]


def test_through_a_hub_one_is_asked_after_the_other():
    orchestrator = Orchestrator(star(3), "hub")
    assert orchestrator.ask() == (1,)
    assert (orchestrator.active, orchestrator.stack) == (1, (0,))
    assert orchestrator.relinquish() == 0 == orchestrator.active
    assert orchestrator.ask() == (2,)
    orchestrator.relinquish()
    assert orchestrator.reachable() == ()
    assert orchestrator.relinquish() is None is orchestrator.active


def test_in_a_circle_nobody_is_asked_who_waits():
    orchestrator = Orchestrator(complete_graph(3))
    assert orchestrator.ask() == (1, 2)
    assert orchestrator.reachable() == ()
    assert orchestrator.relinquish() == 0
    assert orchestrator.active == 2
    assert orchestrator.reachable() == (1,)
    assert orchestrator.ask() == (1,)
    assert (orchestrator.active, orchestrator.stack, orchestrator.asker_of(1)) == (1, (0, 2), 2)
    assert orchestrator.relinquish() == 2
    assert orchestrator.relinquish() == 0
    assert orchestrator.relinquish() is None
    assert orchestrator.stack == ()


def test_along_a_chain_each_asks_the_next():
    orchestrator = Orchestrator(chain(3))
    assert (orchestrator.ask(), orchestrator.ask()) == ((1,), (2,))
    assert orchestrator.reachable() == ()
    assert [orchestrator.relinquish() for _ in range(3)] == [1, 0, None]


def test_where_nobody_can_be_asked_or_has_control_it_is_an_error():
    orchestrator = Orchestrator(star(1))
    with pytest.raises(ValueError, match="No seat can be asked"):
        orchestrator.ask()
    orchestrator.relinquish()
    assert orchestrator.reachable() == ()
    with pytest.raises(ValueError, match="No seat has control"):
        orchestrator.relinquish()
