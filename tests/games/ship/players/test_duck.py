"""Hiding by a duck."""

from dataclasses import replace
from itertools import pairwise

from woozle.core.chance import Chance
from woozle.core.request import Request
from woozle.games.ship.config import preset
from woozle.games.ship.events import Act, Killed, Vote
from woozle.games.ship.maps import load
from woozle.games.ship.players.duck import cover, story
from woozle.games.ship.players.traits import HARD, Mind

from tests.games.ship.players.aboard import MIND, Log, Steady

SHIP = load("ship")


def act(log, *legal):
    return Steady(1).answer(Request(7, log.me, Act, {"action": legal}), log).action


def killed_in_electrical(seen_there=()):
    """A duck that went medbay, electrical (where it killed Eve at tick 6), security."""
    log = Log(team="duck").tick(1, cooldown=4)
    log.tick(3, cooldown=2).go("electrical").tick(5, ["Eve", *seen_there], cooldown=0)
    log.tick(6, ["Eve"], cooldown=0).add(Killed("Alice", "Eve", "electrical")).tick(7, [], ["Eve"], cooldown=4)
    return log.go("security", 2).tick(9, cooldown=2).tick(15, cooldown=0)


def test_a_duck_kills_who_is_alone_with_it():
    assert act(Log(team="duck").tick(5, ["Bob"], cooldown=0), "wait", "task", "kill Bob") == "kill Bob"


def test_a_duck_does_not_kill_before_witnesses():
    log = Log(team="duck").tick(5, ["Bob", "Eve"], cooldown=0)
    assert not act(log, "wait", "task", "kill Bob", "kill Eve").startswith("kill")


def test_a_duck_kills_before_witnesses_if_that_ends_the_match():
    log = Log(team="duck", config=preset("standard")).tick(5, ["Bob", "Eve"], cooldown=0)
    for seat in ("Charlie", "Diana", "Frank"):
        log.add(Killed("Alice", seat, "storage"))
    assert act(log, "wait", "kill Bob", "kill Eve").startswith("kill")


def test_a_duck_leaves_its_victim():
    log = Log(team="duck").tick(5, ["Bob"], cooldown=0).add(Killed("Alice", "Bob", "medbay")).tick(6, [], ["Bob"], cooldown=4)
    assert act(log, "wait", "move cafeteria", "move electrical", "move storage", "report").startswith("move ")


def test_a_duck_that_is_met_beside_a_body_reports_it():
    log = Log(team="duck").tick(5, ["Bob"], cooldown=0).add(Killed("Alice", "Bob", "medbay")).tick(6, ["Eve"], ["Bob"], cooldown=4)
    assert act(log, "wait", "move cafeteria", "report") == "report"


def test_the_alibi_leaves_out_the_kill_and_is_possible_on_the_map():
    memory = killed_in_electrical().meet("Bob", ["Eve"]).memory()
    for seed in range(20):
        told, hidden = cover(memory, Mind(HARD, bytes([seed])))
        assert [stay.room for stay in hidden] == ["electrical"]
        assert "electrical" not in [stay.room for stay in told]
        for before, after in pairwise(told):
            assert after.first - before.last >= SHIP.distances[before.room][after.room]


def test_a_kill_that_a_meeting_interrupts_at_once_is_left_out_too():
    log = Log(team="duck").tick(1, cooldown=4).go("electrical").tick(6, ["Eve"], cooldown=0)
    told, hidden = cover(log.add(Killed("Alice", "Eve", "electrical")).meet("Bob", ["Eve"]).memory(), MIND)
    assert [stay.room for stay in hidden] == ["electrical"]
    assert "electrical" not in [stay.room for stay in told]


def test_a_duck_that_never_left_the_room_of_its_kill_says_that_it_was_elsewhere():
    log = Log(team="duck").tick(1, ["Eve"], cooldown=0).add(Killed("Alice", "Eve", "medbay"))
    (told,), hidden = cover(log.meet("Bob", ["Eve"]).memory(), MIND)
    assert [stay.room for stay in hidden] == ["medbay"] != [told.room]


def test_a_duck_does_not_deny_where_it_was_seen():
    memory = killed_in_electrical(seen_there=["Diana"]).meet("Bob", ["Eve"]).memory()
    told, hidden = cover(memory, MIND)
    assert hidden == []
    assert "electrical" in [stay.room for stay in told]


def test_a_duck_that_points_at_a_goose_gives_the_reason_that_others_may_believe():
    log = Log(room="cafeteria", team="duck").tick(6).go("medbay").tick(7, ["Bob"], ["Eve"]).meet("Alice", ["Eve"])
    told = [story(log.memory(), Mind(replace(HARD, frames=0), bytes([seed])), Chance(b"")) for seed in range(20)]
    assert {each.suspect for each in told} == {"Bob", None}
    assert {each.reason and (each.reason.why, each.reason.room) for each in told if each.suspect} == {("at_body", "medbay")}


def test_a_duck_does_not_vote_for_its_mate():
    log = Log(team="duck")
    log[1].mates = ("Bob",)
    log.tick(5, cooldown=0).meet("Diana", ["Eve"]).say("Diana", "vote Bob").say("Charlie", "vote Bob, Bob is sus")
    vote = Steady(1).answer(Request(9, "Alice", Vote, {"target": ("Bob", "Charlie", "Diana", "Frank", None)}), log)
    assert vote.target != "Bob"


def test_a_duck_joins_a_crowd_against_a_goose():
    log = Log(team="duck").tick(5, cooldown=0).meet("Diana", ["Eve"]).say("Diana", "vote Bob").say("Charlie", "vote Bob")
    vote = Steady(1).answer(Request(9, "Alice", Vote, {"target": ("Bob", "Charlie", "Diana", "Frank", None)}), log)
    assert vote.target == "Bob"


def test_a_duck_makes_up_a_sighting_that_nobody_can_know_better():
    log = killed_in_electrical().meet("Bob", ["Eve"]).say("Bob", "I found Eve dead in electrical.")
    log.say("Charlie", "I was in storage around tick 6.").say("Frank", "I was in lower engine around tick 6.")
    told = story(log.memory(), Mind(replace(HARD, frames=100), b""), Chance(b""))
    assert told.reason and (told.reason.why, told.reason.room) == ("left_body", "electrical")
    assert told.suspect in ("Bob", "Diana"), "Charlie and Frank say where they were"
    assert "electrical" not in [stay.room for stay in told.stays]


def test_a_duck_bears_false_witness_only_of_what_its_own_story_bears_out():
    log = Log(team="duck").tick(1, cooldown=4).go("electrical").tick(6, ["Eve"], cooldown=0)
    log.add(Killed("Alice", "Eve", "electrical")).go("security", 2).tick(9, cooldown=2).meet("Bob", ["Diana", "Eve", "Frank"])
    log.say("Bob", "I suspect Charlie.").say("Bob", "I found Eve dead in electrical. Vote Charlie.", 2)
    told = story(log.memory(), Mind(replace(HARD, bears_false_witness=100), b""), Chance(b""))
    assert told.reason and told.reason.why == "witness"
    there = [stay for stay in told.stays if stay.room == told.reason.room and stay.first <= told.reason.tick <= stay.last]
    assert there and any(seat == told.suspect and stay.room == told.reason.room for seat, stay in told.seen)
