"""Whom a speech accuses, how strongly, and whom it defends: each row has the stances, and sentences that take them."""

from __future__ import annotations

import pytest

from tests.games.ship.claims.extraction.speeches import claims, said, stances

BOB, EVE, GRACE, NONE = "accusation Bob", "accusation Eve", "defense Grace", ""

STANCES = [
    (
        f"{BOB} strong",
        ["I'm voting Bob.", "Bob is the duck.", "It has to be Bob.", "Vote Bob out now.", "The killer has to be Bob."],
    ),
    (f"{BOB} strong", ["I suspect Bob. Bob needs to explain. I'm voting Bob."]),
    (f"{BOB} moderate", ["I'm leaning Bob.", "I'm suspicious of Bob.", "I suspect Bob."]),
    (f"{BOB} weak", ["Bob needs to explain himself.", "Bob"]),
    (BOB, ["Bob looks shady to me.", "Bob seems a bit suspicious.", "Bob is our main suspect.", "Pressure on Bob!"]),
    (BOB, ["Bob's story keeps changing.", "Bob needs to clarify.", "bobs sus", "its gotta be bob", "bob vented", "bob did it"]),
    (BOB, ["kick bob", "bob for sure", "must be bob", "bob has no alibi", "obv bob"]),
    (f"{BOB}, {EVE}", ["It is between Bob and Eve.", "either bob or eve"]),
    ("defense Bob", ["I vouch for Bob.", "Bob is clear.", "Bob's story checks out.", "I trust Bob.", "Bob is cleared."]),
    ("defense Bob", ["Bob's account adds up.", "Bob's timeline is believable.", "Bob sounds honest.", "Bob is not the killer."]),
    ("defense Bob", ["bob is good", "bobs fine", "bob ok", "cant be bob", "bob couldnt have", "bob didnt do it", "no way its bob"]),
    ("defense Bob", ["not bob he was w me", "we can rule out bob", "I'm not suspicious of Bob."]),
    ("defense Bob, defense Eve", ["Eve and Bob alibi each other."]),
    (GRACE, ["I did not kill Eve. Why would I?", "didnt do it", "i didnt do anything", "never killed anyone", "i have an alibi"]),
    (GRACE, ["why would i kill her", "I'm not suspicious."]),
    # what is denied, supposed, asked, answered or mourned takes no side, nor does what only sounds like one
    (NONE, ["I can't vouch for Bob.", "I am not voting Bob.", "If Bob is the duck, we lose.", "is bob sus", "did bob do it"]),
    (NONE, ["how is bob sus", "bob?", "bob and eve", "oh no not bob", "not bob again", "No vote, we wait."]),
    (NONE, ["I can confirm Bob's story. It matches what I saw.", "No proof, no vote: I skip.", "Nobody can vouch for Bob."]),
    (NONE, ["Ivy vouches for Bob.", "Bob is voting me.", "Bob is unaccounted for.", "She came with Bob, killed time."]),
    (NONE, ["I was with Bob all round.", "I went on my way.", "To be clear, I saw nothing.", "It makes me sad."]),
]


@pytest.mark.parametrize(("text", "taken"), [(text, taken) for taken, texts in STANCES for text in texts])
def test_a_speech_takes_these_sides_and_no_others(text: str, taken: str) -> None:
    found = stances(text)
    told = [f"{kind} {seat} {strength if strength in taken else ''}".strip() for (kind, seat), strength in sorted(found.items())]
    assert ", ".join(told) == taken


def test_the_basis_is_the_sentence() -> None:
    (claim,) = claims("Hello. I suspect Bob because of medbay. Bye.", "accusation")
    assert claim.basis == "I suspect Bob because of medbay"


@pytest.mark.parametrize(
    ("text", "before", "accused"),
    [
        *(
            (text, ["Bob"], ["Bob"])
            for text in ("how convenient", "looks odd", "i dont believe that", "that doesnt add up", "liar")
        ),
        ("its one of you two", ["Ivy", "Bob", "Eve"], ["Bob", "Eve"]),
    ],
)
def test_what_is_said_of_nobody_accuses_those_who_spoke_last(text: str, before: list[str], accused: list[str]) -> None:
    spoken = [said("i was in nav", speaker) for speaker in before]
    assert [claim.target for claim in claims(text, "accusation", before=spoken)] == accused
