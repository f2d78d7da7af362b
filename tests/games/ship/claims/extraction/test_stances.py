from __future__ import annotations

import pytest

from tests.games.ship.claims.extraction.speeches import claims, said, stances


@pytest.mark.parametrize(("text", "strength"), [
    ("I'm voting Bob.", "strong"), ("Bob is the duck.", "strong"), ("It has to be Bob.", "strong"), ("Vote Bob out now.", "strong"),
    ("I'm leaning Bob.", "moderate"), ("I'm suspicious of Bob.", "moderate"), ("I suspect Bob.", "moderate"),
    ("Bob needs to explain himself.", "weak"), ("Bob", "weak"),
])  # fmt: skip
def test_accusations_have_a_strength(text: str, strength: str) -> None:
    assert stances(text) == {("accusation", "Bob"): strength}


def test_the_strongest_accusation_of_a_seat_stands() -> None:
    assert stances("I suspect Bob. Bob needs to explain. I'm voting Bob.") == {("accusation", "Bob"): "strong"}


def test_two_may_be_accused_at_once() -> None:
    assert set(stances("It is between Bob and Eve.")) == {("accusation", "Bob"), ("accusation", "Eve")}


@pytest.mark.parametrize("text", ["I vouch for Bob.", "Bob is clear.", "Bob's story checks out.",
                                  "Eve and Bob alibi each other.", "I trust Bob.", "Bob is cleared."])  # fmt: skip
def test_defenses(text: str) -> None:
    assert ("defense", "Bob") in stances(text)


@pytest.mark.parametrize("text", ["I can't vouch for Bob.", "I am not voting Bob.", "If Bob is the duck, we lose."])
def test_what_is_denied_or_supposed_takes_no_side(text: str) -> None:
    assert stances(text) == {}


def test_a_speaker_may_defend_itself() -> None:
    assert ("defense", "Grace") in stances("I did not kill Eve. Why would I?")


def test_a_story_that_fits_is_no_defense_of_who_told_it() -> None:
    assert stances("I can confirm Bob's story. It matches what I saw.") == {}


@pytest.mark.parametrize("text", ["No proof, no vote: I skip.", "No vote, we wait."])
def test_who_goes_on_to_speak_of_themselves_after_a_mark_defends_nobody(text: str) -> None:
    assert stances(text) == {}


def test_the_basis_is_the_sentence() -> None:
    (claim,) = claims("Hello. I suspect Bob because of medbay. Bye.", "accusation")
    assert claim.basis == "I suspect Bob because of medbay"


@pytest.mark.parametrize("text", ["Bob looks shady to me.", "Bob seems a bit suspicious.", "Bob is our main suspect.",
                                  "Pressure on Bob!", "The killer has to be Bob.", "Bob's story keeps changing.",
                                  "Bob needs to clarify."])  # fmt: skip
def test_words_of_a_class_read_alike_in_accusations(text: str) -> None:
    assert ("accusation", "Bob") in stances(text)


@pytest.mark.parametrize("text", ["Bob's account adds up.", "Bob's timeline is believable.", "Bob sounds honest.",
                                  "Bob is not the killer."])  # fmt: skip
def test_words_of_a_class_read_alike_in_defenses(text: str) -> None:
    assert ("defense", "Bob") in stances(text)


@pytest.mark.parametrize(
    "text",
    [
        "Nobody can vouch for Bob.",
        "Ivy vouches for Bob.",
        "Bob is voting me.",
        "Bob is unaccounted for.",
        "She came with Bob, killed time.",
        "I was with Bob all round.",
        "I went on my way.",
        "To be clear, I saw nothing.",
        "It makes me sad.",
    ],
)
def test_what_sounds_like_a_side_is_none(text: str) -> None:
    assert stances(text) == {}


@pytest.mark.parametrize("text", ["bobs sus", "its gotta be bob", "bob vented", "bob did it", "either bob or eve", "kick bob",
                                  "bob for sure", "must be bob", "bob has no alibi", "obv bob"])  # fmt: skip
def test_typed_accusations(text: str) -> None:
    assert ("accusation", "Bob") in stances(text)


@pytest.mark.parametrize("text", ["bob is good", "bobs fine", "bob ok", "cant be bob", "bob couldnt have", "bob didnt do it",
                                  "no way its bob", "not bob he was w me", "we can rule out bob"])  # fmt: skip
def test_typed_defenses(text: str) -> None:
    assert set(stances(text)) == {("defense", "Bob")}


@pytest.mark.parametrize(
    "text", ["didnt do it", "i didnt do anything", "never killed anyone", "i have an alibi", "why would i kill her"]
)
def test_typed_defenses_of_the_speaker(text: str) -> None:
    assert ("defense", "Grace") in stances(text)


@pytest.mark.parametrize(
    "text", ["is bob sus", "did bob do it", "how is bob sus", "bob?", "bob and eve", "oh no not bob", "not bob again"]
)
def test_what_is_asked_answered_or_mourned_takes_no_side(text: str) -> None:
    assert stances(text) == {}


@pytest.mark.parametrize("text", ["how convenient", "looks odd", "i dont believe that", "that doesnt add up", "liar"])
def test_what_is_said_of_nobody_accuses_who_spoke_before(text: str) -> None:
    assert [claim.target for claim in claims(text, "accusation", before=[said("i was in nav", "Bob")])] == ["Bob"]


def test_you_two_are_the_last_who_spoke() -> None:
    before = [said("hi", "Ivy"), said("i was in nav", "Bob"), said("me too", "Eve")]
    assert {claim.target for claim in claims("its one of you two", "accusation", before=before)} == {"Bob", "Eve"}


def test_whoever_suspects_nobody_does_not_vouch_for_themselves():
    assert stances("I'm not suspicious of Bob.") == {("defense", "Bob"): ""}
    assert stances("I'm not suspicious.") == {("defense", "Grace"): ""}
