"""Questions in a meeting: who is asked what, what is an answer, and what the bots make of it."""

import pytest

from woozle.core.chance import Chance
from woozle.games.ship.events import Ballot
from woozle.games.ship.maps import load
from woozle.games.ship.players import goose
from woozle.games.ship.players.assertions import Assertion, reader_of
from woozle.games.ship.players.interview import choose_question, explains
from woozle.games.ship.players.questions import Question, pending, read_questions, unanswered
from woozle.games.ship.players.speech import Speech
from woozle.games.ship.players.suspicion import suspicion

from tests.games.ship.players.aboard import CREW, MIND, Log
from tests.games.ship.players.test_assertions import SAID, VALUES

READER = reader_of(CREW, load("ship"))


def asked(text, speaker="Diana"):
    return [(each.asked, each.about, each.tick, each.room) for each in read_questions(text, speaker, READER)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Bob, where were you?", [("Bob", "where", None, None)]),
        ("bob where were you at tick 6", [("Bob", "where", 6, None)]),
        ("Where were you around tick 6, Bob?", [("Bob", "where", 6, None)]),
        ("And you, Bob? Where have you been?", [("Bob", "where", None, None)]),
        ("Bob, you said you were in medbay at tick 6. Who was with you?", [("Bob", "company", 6, "medbay")]),
        ("Bob, who did you see in nav?", [("Bob", "sightings", None, "navigation")]),
        ("why do you suspect Eve, Bob?", [("Bob", "why", None, None)]),
        ("Bob, why me? What did you see?", [("Bob", "why", None, None), ("Bob", "why", None, None)]),
        ("Bob, what did you see?", [("Bob", "sightings", None, None)]),
        ("Bob, who do you suspect?", [("Bob", "whom", None, None)]),
        ("Bob, who else could it be?", [("Bob", "whom", None, None)]),
        ("Bob, you said nav, but I saw you in storage at tick 5. How come?", [("Bob", "explain", 5, "storage")]),
        ("Bob, when did you last see Eve?", [("Bob", "last", None, None)]),
        ("Bob, when were you in medbay?", [("Bob", "when", None, "medbay")]),
        ("Bob, were you in medbay at tick 6?", [("Bob", "presence", 6, "medbay")]),
        ("Bob, you were in medbay around tick 6. Did you see Eve there?", [("Bob", "confirm", 6, "medbay")]),
        ("Bob, do you trust Eve?", [("Bob", "trust", None, None)]),
        ("Bob, are you the duck?", [("Bob", "duck", None, None)]),
        ("Bob, you voted Eve out, and Eve was no duck. Why?", [("Bob", "voted", None, None)]),
        ("hi bob where are you going next", [("Bob", "going", None, None)]),
        ("All well, Bob?", [("Bob", "well", None, None)]),
        ("Where was everyone?", []),
        ("Was Bob in medbay?", []),
        ("Bob was in medbay.", []),
        ("", []),
    ],
)
def test_it_is_understood_who_is_asked_what(text, found):
    assert asked(text) == found


def test_bots_questions_are_understood_as_questions():
    for kind, saying in SAID:
        if kind.startswith(("ask", "insist", "recall")):
            assert {who for who, *_ in asked(saying.format(**VALUES), "Alice")} == {"Bob"}, saying
        elif kind not in ("denials", "greeting", "chat", "going"):
            assert asked(saying.format(**VALUES), "Alice") == [], saying


def spoken(log, seed=b""):
    memory = log.memory()
    return Speech(memory, MIND, goose.story(memory, MIND, Chance(seed)), Chance(seed)).text()


def meeting():
    log = Log().tick(5, ["Bob"]).tick(6, ["Bob"]).go("cafeteria").tick(9, ["Eve"])
    return log.meet("Diana", ["Frank"])


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Alice, where were you at tick 6?", ("medbay", "tick 6", "Diana")),
        ("Alice, you said you were in medbay at tick 6. Who was with you?", ("Bob", "medbay", "Diana")),
        ("Alice, who did you see?", ("Bob", "Eve", "Diana")),
        ("Alice, who did you see at tick 6?", ("Bob", "medbay", "tick 6", "Diana")),
        ("Alice, who did you see at tick 7?", ("Bob", "medbay", "Diana")),
        ("Alice, who did you see after medbay?", ("Eve", "cafeteria", "Diana")),
        ("Alice, did you see Bob in medbay?", ("Yes, Diana", "Bob", "medbay")),
        ("Alice, did you see Charlie in medbay?", ("No, ", "Charlie", "Diana")),
        ("Alice, were you in medbay at tick 6?", ("Yes, Diana", "medbay")),
        ("Alice, were you in storage at tick 6?", ("No, Diana", "medbay", "tick 6")),
        ("Alice, when were you in medbay?", ("medbay", "tick", "Diana")),
        ("Alice, when did you last see Bob?", ("Bob", "medbay", "tick 6", "Diana")),
        ("Alice, are you the duck?", ("No, Diana",)),
    ],
)
def test_a_bot_answers_what_it_was_asked(question, said):
    text = spoken(meeting().say("Diana", question))
    assert all(each in text for each in said), text


@pytest.mark.parametrize("question", ["who was with you in medbay at tick 6?", "who did you see at tick 5?"])
def test_to_the_one_that_was_there_too_a_bot_does_not_say_that_it_was_alone(question):
    said = {spoken(meeting().say("Bob", f"Alice, {question}"), bytes([seed])) for seed in range(9)}
    assert all("medbay" in text and "alone" not in text for text in said), said


def test_a_bot_that_has_accused_nobody_gives_no_reason_for_it():
    text = spoken(meeting().say("Diana", "Alice, why did you say that you were alone?"))
    assert "feeling" not in text and "proof" not in text and "prove" not in text and "Diana" in text


def test_a_bot_that_stayed_says_since_when():
    log = Log().tick(5).meet("Diana", ["Frank"])
    later = Log().tick(5).meet("Diana", ["Frank"]).add(Ballot({"skip": 3}, None, None, None)).respawn("medbay").tick(9)
    said = [{spoken(each, bytes([seed])) for seed in range(9)} for each in (log, later.meet("Diana", ["Frank"]))]
    assert any("since we started" in text for text in said[0]) and not any("last meeting" in text for text in said[0])
    assert any("since the last meeting" in text for text in said[1]) and not any("we started" in text for text in said[1])


def test_a_question_is_open_until_it_is_dealt_with():
    log = meeting().say("Alice", "Bob, where were you around tick 6?")
    assert unanswered(log.memory().talk, "Alice") == [], "Bob had no chance yet"
    assert len(unanswered(log.say("Bob", "Hm. I suspect Eve.").memory().talk, "Alice")) == 1
    assert unanswered(log.say("Bob", "I was in medbay.", 2).memory().talk, "Alice") == []


@pytest.mark.parametrize("answer", ["medbay", "Alice, no idea.", "I was alone", "with Eve in nav"])
def test_short_answers_are_answers(answer):
    log = meeting().say("Alice", "Bob, where were you around tick 6?").say("Bob", answer)
    assert unanswered(log.memory().talk, "Alice") == []


def test_a_short_answer_means_what_was_asked():
    log = meeting().say("Alice", "Bob, you said you were in medbay around tick 6. Who was with you?")
    assert log.say("Bob", "just Eve").memory().talk.claims == [Assertion("at", "Bob", "Eve", "medbay", 6, 6)]
    log = meeting().say("Alice", "Bob, where were you around tick 6?").say("Bob", "storage")
    assert [(each.about, each.room, each.first) for each in log.memory().talk.claims] == [("Bob", "storage", 6)]


def test_a_bot_insists_once_on_an_answer():
    log = meeting().say("Alice", "Bob, where were you around tick 6?").say("Bob", "Hm.")
    memory = log.memory()
    ask = choose_question(memory, suspicion(memory, MIND), None, Chance(b""))
    assert ask and (ask.kind, ask.seat, ask.values["tick"]) == ("insist_where", "Bob", 6)
    memory = log.say("Alice", "Bob, you haven't answered me. Where were you around tick 6?", 2).say("Bob", "Hm.", 2).memory()
    ask = choose_question(memory, suspicion(memory, MIND), None, Chance(b""))
    assert ask is None or not ask.kind.startswith("insist")


GROUNDS = {
    "witness", "before", "lie", "lie_about_me", "false_charge", "false_sighting", "finds", "framed", "changed", "at_body",
    "left_body", "came_from_body", "alone_with", "told_kill", "told_place", "told_admitted", "told_only", "disputed",
    "never_seen", "silent", "dodged", "grudge", "grudge_kill",
}  # fmt: skip


def test_nobody_is_asked_for_a_ground_that_it_has_given():
    assert {kind for kind, _ in SAID} >= GROUNDS
    assert [saying for kind, saying in SAID if kind in GROUNDS and not explains(saying)] == []


def test_a_bot_holds_the_last_meeting_against_somebody():
    log = meeting().say("Bob", "I saw Eve kill Frank. Vote Eve.").add(Ballot({"Eve": 3}, {"Bob": "Eve"}, "Eve", "goose"))
    memory = log.respawn("medbay").tick(20, ["Diana"]).meet("Charlie", ["Frank"]).memory()
    asks = [choose_question(memory, suspicion(memory, MIND), None, Chance(bytes([seed]))) for seed in range(9)]
    assert ("recall_goose", "Bob", "Eve") in [(ask.kind, ask.seat, ask.values.get("other")) for ask in asks if ask]


def test_whoever_tells_another_place_than_before_is_suspected():
    log = meeting().say("Bob", "I was in navigation around tick 6.").say("Bob", "Diana, I was in oxygen around tick 6.", 2)
    reasons = suspicion(log.memory(), MIND).reasons["Bob"]
    assert [(each.room, each.claimed) for each in reasons if each.why == "changed"] == [("oxygen", "navigation")]


def test_only_open_questions_to_oneself_are_pending():
    log = meeting().say("Bob", "Alice, where were you?").say("Eve", "Charlie, where were you?")
    assert pending(log.memory()) == [Question("Bob", "Alice", "where")]
    assert pending(log.say("Alice", "medbay").memory()) == []
