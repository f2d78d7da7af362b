"""Moves of a goose, and the company that it avoids."""

from __future__ import annotations

from woozle.core.request import Request
from woozle.games.ship.events import Act, Ballot, Killed
from woozle.games.ship.maps import load

from tests.games.ship.players.aboard import Log, Steady

LEGAL = ("wait", "task", *(f"move {room}" for room in load("ship").neighbours["medbay"]))


def act(log, *legal):
    return Steady(1).answer(Request(7, log.me, Act, {"action": legal or LEGAL}), log).action


def ejected_by_bob(team):
    """A meeting in which Bob had Eve ejected; then Alice is in medbay, where she has a task."""
    log = Log().tick(5).meet("Charlie", ["Frank"]).say("Bob", "I saw Eve kill Frank. Vote Eve.")
    return log.add(Ballot({"Eve": 1}, {"Bob": "Eve"}, "Eve", team)).respawn("medbay")


def test_a_goose_works_where_it_has_a_task():
    assert act(Log().tick(5)) == "task"
    assert act(Log().tick(5, ["Bob"])) == "task"


def test_a_goose_leaves_whoever_had_an_innocent_ejected_and_works_elsewhere():
    log = ejected_by_bob("goose").tick(6, ["Bob"])
    assert act(log).startswith("move ")


def test_it_stays_if_there_is_somebody_else_too():
    assert act(ejected_by_bob("goose").tick(6, ["Bob", "Charlie"])) == "task"


def test_it_stays_with_whoever_had_a_duck_ejected():
    assert act(ejected_by_bob("duck").tick(6, ["Bob"])) == "task"


def test_a_goose_that_saw_a_kill_goes_to_the_button_and_presses_it():
    log = Log(room="cafeteria").tick(5, ["Bob", "Eve"]).add(Killed("Bob", "Eve", "cafeteria")).tick(6, ["Bob"], ["Eve"])
    assert act(log, "wait", "button") == "button"
    assert act(log, "wait", "report", "button") == "report"
