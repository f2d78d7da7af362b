"""Speeches in a meeting: what is told, when, and only once; and answers in a room."""

import re

import pytest

from woozle.core.chance import Chance
from woozle.core.request import Request
from woozle.games.ship.events import Act, Ballot, Killed, Said
from woozle.games.ship.players import goose
from woozle.games.ship.players.speech import Speech
from woozle.games.ship.players.suspicion import Reason, deaths
from woozle.games.ship.players.testimony import Story
from woozle.games.ship.state import Stay

from tests.games.ship.players.aboard import MIND, Log, Steady


def spoken(log, seed=0):
    memory, chance = log.memory(), Chance(bytes([seed]))
    return Speech(memory, MIND, goose.story(memory, MIND, chance), chance).text()


def met():
    """Alice stood with Bob and Eve in medbay, and Frank is found dead."""
    return Log().tick(4, ["Bob", "Eve"]).tick(5, ["Bob", "Eve"]).tick(6, ["Bob", "Eve"]).meet("Diana", ["Frank"])


def test_two_seats_in_one_room_at_one_time_are_one_sighting():
    assert "Bob and Eve in medbay around tick 6" in spoken(met())


def test_after_the_first_speech_a_bot_is_silent_until_it_has_something_to_add():
    log = met()
    log.say("Alice", spoken(log))
    assert spoken(log) == ""
    assert "Bob" in spoken(log.say("Charlie", "It was Bob. Vote Bob.")), "whoever stood beside the accused says so"
    assert spoken(log.say("Diana", "Alice, where were you around tick 5?")).count("medbay") == 1


def test_what_speaks_for_the_accused_is_said_at_once():
    for seed in range(9):
        first = spoken(met().say("Diana", "I saw Bob come from storage, and Frank died there. I suspect Bob."), seed).split(". ")[0]
        assert "Bob" in first and "medbay" in first


def test_a_witness_does_not_say_that_it_met_nobody():
    log = Log(room="storage").tick(5).add(Killed("Bob", "Frank", "storage")).meet("Alice", ["Frank"], cause="button")
    for seed in range(9):
        text = spoken(log, seed)
        assert "I saw Bob kill Frank" in text
        assert not {"nobody", "anyone", "alone"} & set(text.replace(".", "").split())


def test_an_accusation_without_a_vote_says_why():
    memory = Log(room="storage").tick(25, ["Bob"], ["Frank"]).meet("Alice", ["Frank"]).memory()
    reason = Reason("at_body", 1.0, "storage", "Frank", 25)
    for seed in range(9):
        for vote in (None, "Bob"):
            story = Story([Stay("storage", 20, 25)], [("Bob", Stay("storage", 25, 25))], "Bob", reason, vote=vote)
            text = Speech(memory, MIND, story, Chance(bytes([seed]))).text()
            assert ("suspect Bob, but" in text) == (vote is None), text


def test_only_those_who_voted_a_goose_out_are_asked_about_it_and_they_say_why():
    log = (
        met()
        .say("Bob", "I saw Eve leave storage. Vote Eve.")
        .add(Ballot({"Eve": 2}, {"Alice": "Eve", "Bob": "Eve"}, "Eve", "goose"))
    )
    log.respawn("oxygen").tick(20).meet("Charlie", ["Diana"])
    asked = log.say("Charlie", "Alice, you voted Eve out last time, and Eve was no duck. Why Eve?")
    assert "Eve" in spoken(asked) and "because" in spoken(asked)
    log = met().say("Bob", "Vote Eve.").add(Ballot({"Eve": 2}, {"Alice": None, "Bob": "Eve"}, "Eve", "goose"))
    log.respawn("oxygen").tick(20).meet("Charlie", ["Diana"])
    assert "because" not in spoken(log.say("Charlie", "Alice, why did you vote Eve out?"))


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Hi Alice, where are you going next?", ("medbay", "Bob")),
        ("who did you see?", ("Eve",)),
        ("all well?", ("Bob",)),
        ("Alice, did you see Eve?", ("Yes, Bob", "Eve")),
        ("Hi Alice.", ("Bob",)),
    ],
)
def test_a_question_in_a_room_is_answered_at_the_next_turn(said, wanted):
    log = Log().tick(4, ["Eve"]).tick(5, ["Bob"]).add(Said("Bob", "medbay", said)).tick(6, ["Bob"])
    answer = Steady(1).answer(Request(1, "Alice", Act, {"action": ("wait", "task")}), log).say
    assert all(word in answer for word in wanted), answer
    assert "?" not in answer


@pytest.mark.parametrize(
    ("said", "present"),
    [("Charlie, where are you going?", ["Bob", "Charlie"]), ("who did you see?", []), ("Off to storage.", ["Bob"])],
)
def test_what_is_put_to_another_or_by_somebody_gone_or_asks_nothing_is_not_answered(said, present):
    log = Log().tick(5, ["Bob"]).add(Said("Bob", "medbay", said)).tick(6, present)
    request = Request(1, "Alice", Act, {"action": ("wait", "task")})
    assert Steady(1).answer(request, log).say == ""


def test_two_bots_do_not_greet_each_other_for_ever():
    log = Log().tick(5, ["Bob"]).add(Said("Alice", "medbay", "Hi Bob.")).add(Said("Bob", "medbay", "Hi Alice.")).tick(6, ["Bob"])
    assert Steady(1).answer(Request(1, "Alice", Act, {"action": ("wait", "task")}), log).say == ""


def test_whoever_asks_why_it_is_suspected_is_told_to_its_face():
    log = Log(room="storage").tick(5, ["Bob"], ["Frank"]).meet("Alice", ["Frank"])
    log.say("Alice", spoken(log)).say("Bob", "Alice, why me? What did you see?")
    text = spoken(log)
    assert text.startswith("Bob, ") and "you in storage" in text and text.count("Bob") == 1


def test_an_answer_speaks_to_the_asker_and_not_about_it():
    log = Log(room="storage").tick(5, ["Eve"]).meet("Diana", ["Frank"]).say("Bob", "I saw Eve kill Frank in medbay around tick 5.")
    log.say("Alice", "Bob blames Eve, and I was with Eve in storage around tick 5. I suspect Bob.").say("Eve", "Alice, why Bob?")
    for seed in range(9):
        said = next(each for each in re.findall(r"[^.?!]+[.?!]", spoken(log, seed)) if "Bob" in each)
        assert said.startswith("Eve, ") and said.count("Eve") == 1 and "with you in storage" in said


def test_a_duck_does_not_know_where_a_victim_lies_that_nobody_has_found():
    log = (
        Log(room="storage", team="duck")
        .tick(5, ["Eve"])
        .add(Killed("Alice", "Eve", "storage"))
        .tick(6, bodies=["Eve"])
        .go("medbay")
    )
    log.tick(9, ["Bob"]).tick(10, ["Bob"]).meet("Diana", ["Eve", "Frank"]).say("Diana", "I found Frank dead in oxygen.")
    assert [(death.victim, death.room) for death in deaths(log.memory())] == [("Eve", ""), ("Frank", "oxygen")]
    assert deaths(log.say("Charlie", "Eve is dead in storage.").memory())[0].room == "storage"


def test_whoever_is_accused_says_that_it_has_not_been_there():
    log = Log(room="oxygen").tick(5).tick(12).meet("Diana", ["Frank", "Eve"]).say("Diana", "I found Frank dead in storage.")
    said = [spoken(log.say("Bob", "I suspect Alice."), seed) for seed in range(9)]
    assert all("Bob" in text and "I haven't been in storage since we started" in text for text in said), said


def test_nobody_is_accused_by_what_is_as_true_of_another():
    for present, is_ground in ((["Bob"], True), (["Bob", "Eve"], False)):
        memory = Log(room="storage").tick(25, present, ["Frank"]).meet("Alice", ["Frank"]).memory()
        seen = [(seat, Stay("storage", 25, 25)) for seat in present]
        story = Story([Stay("storage", 20, 25)], seen, "Bob", Reason("at_body", 1.0, "storage", "Frank", 25), vote="Bob")
        said = [Speech(memory, MIND, story, Chance(bytes([seed]))).text() for seed in range(9)]
        assert all(bool(re.search("[Tt]hat's where Frank|where Frank was", text)) == is_ground for text in said), said


def test_beside_a_body_nobody_makes_small_talk():
    log = Log().tick(4, ["Bob"]).tick(5, ["Bob"], ["Frank"]).add(Said("Bob", "medbay", "Hi Alice.")).tick(6, ["Bob"], ["Frank"])
    assert Steady(1).answer(Request(1, "Alice", Act, {"action": ("wait", "report")}), log).say == ""


def test_only_who_was_seen_at_the_very_tick_is_told_that_it_was_not_alone():
    for tick, is_contradicted in ((5, True), (20, False)):
        log = met().say("Alice", "I was in medbay.").say("Bob", f"I was alone in medbay around tick {tick}.")
        assert ("Bob wasn't alone" in spoken(log)) == is_contradicted


def test_whoever_had_left_by_then_denies_that_it_was_there():
    for way, is_admitted in (("medbay → storage around tick 4", True), ("storage around tick 4 → medbay around tick 7", False)):
        log = Log(room="oxygen").tick(5).tick(12).meet("Diana", ["Frank"]).say("Diana", "I found Frank dead in storage.")
        log.say("Bob", "I saw Eve leave storage around tick 8, and Frank died there. I suspect Eve.")
        said = [spoken(log.say("Eve", f"It wasn't me. My route: {way}."), seed) for seed in range(9)]
        assert any("doesn't deny" in text for text in said) == is_admitted, said


def test_whoever_believes_a_witness_names_the_victim_that_the_witness_saw():
    log = Log(room="oxygen").tick(5).tick(12).meet("Diana", ["Eve", "Frank"]).say("Diana", "I found Frank dead in storage.")
    said = [spoken(log.say("Bob", "I saw Charlie kill Eve in medbay around tick 8. Vote Charlie."), seed) for seed in range(9)]
    assert all("Bob saw Charlie kill Eve" in text for text in said), said
