"""Whom a goose suspects."""

from functools import partial

import pytest

from woozle.games.ship.config import preset
from woozle.games.ship.events import Ballot, Killed
from woozle.games.ship.maps import load
from woozle.games.ship.players.goose import enough, verdict
from woozle.games.ship.players.memory import Memory
from woozle.games.ship.players.suspicion import Death, alibis, deaths, lessons, opportunity, suspicion
from woozle.games.ship.players.traits import EASY, HARD, NORMAL, Mind
from woozle.games.ship.state import Stay

from tests.games.ship.players.aboard import MIND, Log

SHIP = load("ship")


def suspected(log):
    return suspicion(log.memory(), MIND)


@pytest.mark.parametrize(
    "seen, share",
    [
        ([], 1.0),
        ([Stay("medbay", 5, 9)], 1.0),  # in the very room
        ([Stay("navigation", 5, 9)], 0.0),
        ([Stay("cafeteria", 5, 5)], 0.8),  # one tick away at the first of five ticks
        ([Stay("cafeteria", 5, 5), Stay("electrical", 9, 9)], 0.6),
        ([Stay("security", 7, 7)], 0.0),  # three ticks away: two before and two after are too few
    ],
)
def test_a_sighting_rules_out_the_ticks_that_it_takes_to_get_there(seen, share):
    assert opportunity(SHIP, Death("Eve", "medbay", 5, 9, 10), seen) == pytest.approx(share)


def test_who_was_far_away_is_suspected_less():
    log = Log(room="navigation")
    for number in range(1, 9):
        log.tick(number, ["Bob"])
    found = suspected(log.meet("Diana", ["Eve"]).say("Diana", "I found Eve dead in oxygen."))
    assert found.chance["Bob"] < 0.05 < found.chance["Charlie"]


BESIDE = Log(room="cafeteria").tick(6).go("medbay").tick(7, ["Bob"], ["Eve"]).meet("Alice", ["Eve"])
CAME = (
    Log(room="electrical")
    .tick(7, ["Bob"], came=[("Bob", "medbay")])
    .meet("Diana", ["Eve"])
    .say("Diana", "I found Eve's body in medbay")
)
LIED = Log().tick(5, ["Bob"]).tick(6, ["Bob"]).meet("Diana", ["Eve"]).say("Bob", "I was in navigation around tick 6")
KILLED = Log().tick(5, ["Bob", "Eve"]).add(Killed("Bob", "Eve", "medbay")).tick(6, ["Bob"], ["Eve"]).meet("Alice", ["Eve"])


@pytest.mark.parametrize(
    ("heard", "why", "of"),
    [
        (KILLED, "witness", {}),
        (BESIDE, "at_body", {"room": "medbay", "other": "Eve"}),
        (CAME, "left_body", {}),
        (LIED, "lie", {"room": "medbay", "claimed": "navigation"}),
        (Log().tick(5).meet("Diana", ["Eve"]).say("Bob", "I saw Alice kill Eve in storage. Vote Alice."), "lie", {}),
    ],
    ids=["killed", "beside the body", "came from the body", "lied about itself", "lied about me"],
)
def test_whoever_was_seen_or_is_caught_is_suspected_most(heard, why, of):
    found = suspected(heard)
    assert found.most == "Bob"
    reason = found.best_reason("Bob")
    assert reason.why == why and {name: getattr(reason, name) for name in of} == of
    assert why != "witness" or found.chance["Bob"] > 0.99


def test_who_only_just_came_in_is_not_suspected_for_it():
    log = Log(room="cafeteria").tick(6).go("medbay").tick(7, [], ["Eve"])
    log.tick(8, ["Bob"], ["Eve"], came=[("Bob", "electrical")]).meet("Alice", ["Eve"])
    assert suspected(log).best_reason("Bob") is None or suspected(log).best_reason("Bob").why != "at_body"


def test_a_small_mistake_about_a_tick_is_no_lie():
    log = Log().tick(5, ["Bob"]).tick(6, ["Bob"]).meet("Diana", ["Eve"]).say("Bob", "I was in cafeteria around tick 7")
    assert all(reason.why != "lie" for reason in suspected(log).reasons.get("Bob", []))


@pytest.mark.parametrize(("tick", "is_lie"), [(2, True), (3, False)])
def test_how_far_somebody_can_have_come_from_where_it_began_is_known_to_the_tick(tick, is_lie):
    """From navigation it is five ticks to medbay; two are forgiven."""
    log = Log().tick(tick, ["Bob"]).meet("Diana", ["Eve"]).say("Bob", "I was in navigation at tick 0.")
    assert any(reason.why == "lie" for reason in suspected(log).reasons.get("Bob", [])) == is_lie


def test_a_witness_is_believed_more_than_a_guess():
    def against_bob(text):
        return suspected(Log().tick(5).meet("Diana", ["Eve"]).say("Charlie", text)).chance["Bob"]

    assert against_bob("I saw Bob kill Eve in storage") > against_bob("Bob is sus, I saw Bob in medbay") > against_bob("Bob is sus")


def test_repeating_an_accusation_adds_nothing():
    once = Log().tick(5).meet("Diana", ["Eve"]).say("Charlie", "Bob is sus")
    often = (
        Log().tick(5).meet("Diana", ["Eve"]).say("Charlie", "Bob is sus. Bob is sus. Bob is sus.").say("Charlie", "Bob is sus", 2)
    )
    assert suspected(once).chance["Bob"] == pytest.approx(suspected(often).chance["Bob"])


def test_silence_is_odd():
    found = suspected(Log().tick(5).meet("Diana", ["Eve"]).say("Bob", "").say("Charlie", "I was in storage"))
    assert found.chance["Bob"] > found.chance["Charlie"]


def test_chances_add_up_to_the_ducks():
    found = suspected(Log().tick(5).meet("Diana", ["Eve"]))
    assert sum(found.chance.values()) == pytest.approx(1)


def test_when_one_more_loss_decides_the_best_guess_is_voted_out():
    assert enough(alive=3, ducks=1) == 0
    assert enough(alive=6, ducks=1) > enough(alive=4, ducks=1) > 0


def test_without_any_hint_a_goose_skips():
    memory = Log().tick(5).meet("Diana", ["Eve"]).memory()
    assert verdict(memory, MIND, suspicion(memory, MIND)) is None


def test_a_dispute_about_the_start_is_one_about_tick_0():
    log = Log().tick(5).meet("Diana", ["Eve"]).say("Bob", "I was in storage at tick 0")
    reasons = suspected(log.say("Charlie", "I saw Bob in oxygen at tick 0")).reasons["Bob"]
    assert [(each.why, each.tick) for each in reasons if each.why == "told"] == [("told", 0)]


def test_a_charge_with_a_tick_at_which_the_accused_was_in_sight_is_held_against_the_accuser():
    log = Log(room="storage").tick(8, ["Eve"]).tick(9, ["Eve"]).tick(10, ["Eve"]).meet("Bob", ["Frank"])
    log.say("Bob", "I saw Eve kill Frank in medbay around tick 9. Vote Eve.")
    found = suspicion(log.memory(), MIND)
    assert any(reason.why == "false_charge" for reason in found.reasons["Bob"])


def test_who_saw_me_come_from_where_i_was_a_little_before_is_no_liar():
    log = Log(room="storage").tick(12).go("medbay", 2).tick(14).go("electrical").tick(15).meet("Diana", ["Frank"])
    found = suspected(log.say("Eve", "I saw Alice come from storage around tick 14. I suspect Alice."))
    assert not [reason for reason in found.reasons["Eve"] if reason.why == "lie"]


@pytest.mark.parametrize("traits", [EASY, NORMAL, HARD])
def test_who_was_in_sight_elsewhere_is_held_innocent_by_the_most_forgetful(traits):
    log = Log(room="navigation")
    for number in range(1, 30):
        log.tick(number, ["Bob"] if number in (4, 6, 8, 10) else [])
    log.meet("Diana", ["Eve"]).say("Diana", "I last saw Eve around tick 5. Vote Bob.").say("Charlie", "Vote Bob.")
    found = suspicion(log.say("Diana", "I found Eve dead in oxygen.").memory(), Mind(traits, b""))
    assert found.chance["Bob"] < found.chance["Frank"]


@pytest.mark.parametrize(("ducks", "cleared"), [(1, ["Bob"]), (2, [])])
def test_one_of_two_deaths_clears_a_seat_where_one_duck_killed_both(ducks, cleared):
    log = Log(room="navigation", config=preset("standard", ducks=ducks)).tick(7, ["Bob", "Eve"]).tick(8, ["Bob"]).tick(9, ["Bob"])
    log.meet("Diana", ["Eve", "Frank"]).say("Diana", "I found Eve dead in electrical.").say(
        "Charlie", "I found Frank dead in security."
    )
    assert [*alibis(log.memory())] == cleared


def test_whom_it_had_in_sight_is_cleared_whatever_others_say_and_the_witness_is_caught():
    log = Log(room="navigation")
    for number in range(1, 9):
        log.tick(number, ["Bob"])
    log.meet("Diana", ["Eve"]).say("Diana", "I found Eve dead in oxygen. I saw Bob kill Eve in oxygen. Vote Bob.")
    found = suspected(log)
    assert found.chance["Bob"] < 0.05
    assert found.most == "Diana" and found.best_reason("Diana").why == "false_charge"


def test_a_room_seen_without_the_body_bounds_the_time_of_the_death():
    log = Log(room="electrical").tick(5, ["Bob"]).go("medbay").tick(9).meet("Diana", ["Eve"])
    (death,) = deaths(log.say("Diana", "I found Eve dead in electrical.").memory())
    assert (death.first, death.last) == (5, 8)  # Diana would have seen it at tick 9
    assert not any(reason.why == "left_body" for reason in suspected(log).reasons.get("Bob", []))


def test_finding_one_body_after_another_is_odd():
    log = Log().tick(5).meet("Bob", ["Eve"]).add(Ballot({"skip": 4}, None, None, None)).respawn("medbay").tick(9)
    once = suspected(log.meet("Charlie", ["Eve", "Diana"]))
    log = Log().tick(5).meet("Bob", ["Eve"]).add(Ballot({"skip": 4}, None, None, None)).respawn("medbay").tick(9)
    again = suspected(log.meet("Bob", ["Eve", "Diana"]))
    assert again.chance["Bob"] > once.chance["Bob"]


def test_what_a_round_taught_still_counts_in_the_next():
    log = Log().tick(5, ["Bob"]).tick(6, ["Bob"]).meet("Diana", ["Eve"]).say("Bob", "I was in navigation around tick 6")
    memory = Memory(log.me, partial(lessons, mind=MIND))
    for event in log.add(Ballot({"skip": 4}, None, None, None)).respawn("medbay").tick(9).meet("Diana", ["Eve", "Frank"]):
        memory.see(event)
    assert suspicion(memory, MIND).most == "Bob"
