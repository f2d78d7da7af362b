"""Moves of a goose, the company that it avoids, and what a seat believes after what it heard."""

from __future__ import annotations

import pytest

from woozle.core.request import Request
from woozle.games.ship.config import preset
from woozle.games.ship.events import Act, Ballot, Killed, Vote
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


def test_it_stays_if_there_is_somebody_else_too_and_with_whoever_had_a_duck_ejected():
    assert act(ejected_by_bob("goose").tick(6, ["Bob", "Charlie"])) == "task"
    assert act(ejected_by_bob("duck").tick(6, ["Bob"])) == "task"


def test_a_goose_that_saw_a_kill_goes_to_the_button_and_presses_it():
    log = Log(room="cafeteria").tick(5, ["Bob", "Eve"]).add(Killed("Bob", "Eve", "cafeteria")).tick(6, ["Bob"], ["Eve"])
    assert act(log, "wait", "button") == "button"
    assert act(log, "wait", "report", "button") == "report"


def test_a_killer_who_was_seen_is_never_forgotten():
    log = Log().tick(5, ["Bob", "Eve"]).add(Killed("Bob", "Eve", "medbay")).tick(6, ["Bob"], ["Eve"])
    log.meet("Alice", ["Eve"]).add(Ballot({"skip": 5}, None, None, None)).respawn("oxygen").tick(7)
    assert set(log.memory().killers) == {"Bob"}


def test_who_talked_a_goose_out_is_trusted_less():
    log = Log().tick(5).meet("Bob", ["Frank"]).say("Diana", "Eve is sus, vote Eve").say("Charlie", "I trust Eve")
    votes = {"Alice": None, "Bob": "Eve", "Charlie": None, "Diana": "Eve", "Eve": "Diana"}
    memory = log.add(Ballot({"Eve": 2, "skip": 2, "Diana": 1}, votes, "Eve", "goose")).memory()
    assert memory.teams == {"Eve": "goose"}
    assert memory.grudge["Diana"] > memory.grudge["Bob"] > 0 > memory.grudge["Charlie"]


@pytest.mark.parametrize(("ducks", "teams"), [(1, {"Eve": "goose"}), (2, {})])
def test_with_one_duck_an_ejection_that_ends_nothing_was_a_mistake_and_with_more_the_team_stays_unknown(ducks, teams):
    log = Log(config=preset("quack", ducks=ducks)).tick(5).meet("Bob", ["Frank"]).add(Ballot({"Eve": 3}, None, "Eve", None))
    assert log.memory().teams == teams


VOTES = {"target": ("Bob", "Charlie", "Diana", "Frank", None)}


@pytest.mark.parametrize(("said", "target"), [("I'm voting Bob.", "Bob"), ("I'll skip this time.", None)])
def test_a_goose_votes_as_it_has_said(said, target):
    log = Log().tick(5).meet("Diana", ["Eve"]).say("Charlie", "Frank is sus.").say("Alice", said, 2)
    assert Steady(1).answer(Request(9, "Alice", Vote, VOTES), log).target == target


def test_later_words_that_weigh_more_change_its_vote():
    log = Log().tick(5, ["Diana"]).tick(6, ["Diana"]).meet("Charlie", ["Eve"]).say("Alice", "I'm voting Bob.", 2)
    log.say("Diana", "I was in navigation around tick 6. I saw Alice kill Eve in navigation.", 2)
    assert Steady(1).answer(Request(9, "Alice", Vote, VOTES), log).target == "Diana"
