"""The bots' reading of a speech."""

import pytest

from woozle.games.ship.maps import load
from woozle.games.ship.players.claim_reader import Claim, read_claims
from woozle.games.ship.players.speech import SAYINGS

SEATS = ("Alice", "Bob", "Charlie", "Diana", "Eve", "Frank")
ALIVE = frozenset(SEATS) - {"Charlie"}
ROOMS = load("ship").room_names


def heard(text, speaker="Alice"):
    return list(read_claims(text, speaker, SEATS, ALIVE, ROOMS))


def at(about, room, first=None, last=None):
    return Claim("at", "Alice", about, room, first, last if last is not None else first)


@pytest.mark.parametrize(
    "text, found",
    [
        ("I was in medbay", [at("Alice", "medbay")]),
        ("i was in nav the whole time lol", [at("Alice", "navigation")]),
        ("med bay, then elec", [at("Alice", "medbay"), at("Alice", "electrical")]),
        ("I was in O2 at tick 5!", [at("Alice", "oxygen", 5)]),
        ("upper engine ticks 4-7", [at("Alice", "upper_engine", 4, 7)]),
        ("I saw Bob in storage", [at("Bob", "storage")]),
        ("I was killed in medbay", [at("Alice", "medbay")]),
        ("saw bob in storage around tick 9", [at("Bob", "storage", 9)]),
        ("I was with Bob in medbay", [at("Alice", "medbay"), at("Bob", "medbay")]),
        ("I was in medbay with Bob", [at("Alice", "medbay"), at("Bob", "medbay")]),
        ("Bob and Diana were in weapons", [at("Bob", "weapons"), at("Diana", "weapons")]),
        ("At tick 4 I was in security and at tick 9 I was in elec", [at("Alice", "security", 4), at("Alice", "electrical", 9)]),
        ("Bob left storage for navigation around tick 9", [at("Bob", "storage", 9)]),
        ("Bob says he was in medbay, but I saw him in o2 at tick 5", [at("Bob", "oxygen", 5)]),
        ("I passed Bob on the way to medbay", []),
        ("I was never in storage", []),
        ("Were you in storage, Bob?", []),
        ("Bob could have been in storage", []),
        # whoever is spoken to is not meant
        ("Bob, I was alone in medbay.", [at("Alice", "medbay")]),
        ("I was in medbay around tick 4, Bob, and I was alone.", [at("Alice", "medbay", 4)]),
        ("Bob, I saw you in storage at tick 5.", [at("Bob", "storage", 5)]),
        ("Bob, you say storage around tick 5. Who was with you?", []),
        ("Bob, Diana and I were in weapons", [at("Bob", "weapons"), at("Diana", "weapons"), at("Alice", "weapons")]),
        ("Bob, you're lying.", [Claim("accuse", "Alice", "Bob")]),
        # and what accuses nobody is no accusation
        *((text, []) for text in ("Who killed Charlie?", "I didn't kill anyone", "Charlie was killed", "", "...", "hello all")),
        ("it wasn't me", []),
    ],
)
def test_it_understands_who_says_to_have_been_where(text, found):
    assert heard(text) == found


@pytest.mark.parametrize(
    "text, kind, about",
    [
        ("Bob killed Charlie", "kill", "Bob"),
        ("it was bob who killed charlie", "kill", "Bob"),
        ("Charlie was killed by Bob", "kill", "Bob"),
        ("Bob is sus", "accuse", "Bob"),
        ("I suspect Bob", "accuse", "Bob"),
        ("The duck is Bob", "accuse", "Bob"),
        ("Bob is lying", "accuse", "Bob"),
        ("I don't trust Bob", "accuse", "Bob"),
        ("Nobody can vouch for Bob", "accuse", "Bob"),
        ("vote Bob", "vote", "Bob"),
        ("voting for bob", "vote", "Bob"),
        ("Bob gets my vote", "vote", "Bob"),
        ("I trust Bob", "clear", "Bob"),
        ("Bob is not the duck", "clear", "Bob"),
        ("Bob isn't lying", "clear", "Bob"),
        ("Bob didn’t kill anyone", "clear", "Bob"),
        ("skip", "skip", None),
        ("let's skip this one", "skip", None),
        ("I killed Charlie", "confess", None),
        ("Bob was near. Vote him.", "vote", "Bob"),
    ],
)
def test_it_understands_whom_somebody_points_at(text, kind, about):
    assert [(claim.kind, claim.about) for claim in heard(text)] == [(kind, about)]


def test_a_witness_is_told_from_a_guess():
    assert [claim.seen for claim in heard("I saw Bob kill Charlie in elec") if claim.kind == "kill"] == [True]
    assert [claim.seen for claim in heard("Bob killed Charlie in elec") if claim.kind == "kill"] == [False]


def test_it_understands_where_a_body_lies():
    assert Claim("body", "Alice", "Charlie", "storage") in heard("charlie is dead in storage")
    assert Claim("body", "Alice", None, "storage") in heard("There's a body in storage")


ODD = ["[bold red]Bob[/]", "\x1b[2J\x1b]0;x\x07 Bob in nav", "\u202enav ni boB"]


@pytest.mark.parametrize("text", [*ODD, *(part * 800 for part in ("Bob ", "tttt", "tick 99999 ", "n't ", "\n;?!"))])
def test_no_speech_is_too_odd_to_be_heard(text):
    assert len(heard(text)) <= 40


VALUES = {
    "seat": "Bob",
    "accuser": "Diana",
    "other": "Charlie",
    "victim": "Charlie",
    "room": "upper engine",
    "claimed": "navigation",
    "asker": "Diana",
    "new": "Frank",
    "tick": 7,
    "start": "the last meeting",
    "arrows": "medbay → oxygen around tick 4 → upper engine around tick 7",
    "words": "medbay, oxygen around tick 4, then upper engine around tick 7",
    "sightings": "Bob in oxygen around tick 4, Diana in storage around tick 5 and Eve in lower engine around tick 7",
}

MEANT = {
    "found": [("body", "Charlie", "upper_engine")],
    "witness": [("kill", "Bob", "upper_engine"), ("vote", "Bob", None)],
    "lie": [("at", "Bob", "upper_engine"), ("accuse", "Bob", None)],
    "lie_about_me": [("accuse", "Bob", None)],
    "framed": [("accuse", "Bob", None)],
    "at_body": [("at", "Bob", "upper_engine"), ("accuse", "Bob", None)],
    "left_body": [("at", "Bob", "upper_engine"), ("accuse", "Bob", None)],
    "alone_with": [("at", "Charlie", "upper_engine"), ("accuse", "Bob", None)],
    "told": [("accuse", "Bob", None)],
    "disputed": [("accuse", "Bob", None)],
    "opportunity": [("accuse", "Bob", None)],
    "silent": [("accuse", "Bob", None)],
    "grudge": [("accuse", "Bob", None)],
    "hunch": [("accuse", "Bob", None)],
    "verdict": [("vote", "Bob", None)],
    "stayed": [("at", "Alice", "upper_engine")],
    "way": [("at", "Alice", "medbay"), ("at", "Alice", "oxygen"), ("at", "Alice", "upper_engine")],
    "saw": [("at", "Bob", "oxygen"), ("at", "Diana", "storage"), ("at", "Eve", "lower_engine")],
    "vouch": [("clear", "Bob", None), ("at", "Bob", "upper_engine")],
    "skip": [("skip", None, None)],
    "alibis": [("at", "Alice", "upper_engine"), ("at", "Charlie", "upper_engine")],
    "changed": [("accuse", "Bob", None)],
    "dodged": [("accuse", "Bob", None)],
    "ask_explain": [("at", "Bob", "upper_engine")],
    "answer_where": [("at", "Alice", "upper_engine")],
    "answer_company": [("at", "Alice", "upper_engine"), ("at", "Charlie", "upper_engine")],
    "answer_alone": [("at", "Alice", "upper_engine")],
    "answer_saw": [("at", "Bob", "oxygen"), ("at", "Diana", "storage"), ("at", "Eve", "lower_engine")],
    "answer_whom": [("accuse", "Bob", None)],
    "answer_explain": [("at", "Alice", "upper_engine")],
}

QUIET = {
    "called", "denials", "nobody", "open", "nothing_new", "work", "still",
    "ask_where", "ask_company", "ask_sightings", "ask_why", "ask_why_me", "insist", "insist_where",
    "recall_goose", "recall_unanswered", "recall_suspect",
    "answer_nobody", "answer_why", "answer_told", "answer_no_reason", "answer_nobody_yet", "answer_puzzled",
}  # fmt: skip

SAID = [(kind, saying) for own in SAYINGS.values() for kind, some in own.items() for saying in some]


@pytest.mark.parametrize("kind", sorted(QUIET | set(MEANT)))
def test_bots_understand_each_other_and_hear_no_claim_where_there_is_none(kind):
    for saying in (saying for each, saying in SAID if each == kind):
        claims = heard(saying.format(**VALUES))
        if kind in QUIET:
            assert claims == [], saying
        else:
            found = {(claim.kind, claim.about, claim.room) for claim in claims}
            assert found >= set(MEANT[kind]), saying
            others = {(what, about) for what, about, _ in found if what in ("accuse", "kill", "vote", "clear", "skip", "confess")}
            assert others <= {(what, about) for what, about, _ in MEANT[kind]} | {("accuse", "Bob"), ("vote", "Bob")}, saying
            placed = {about for what, about, _ in found if what == "at"}
            assert not placed & {VALUES["accuser"], VALUES["new"]} - {about for _, about, _ in MEANT[kind]}, saying


def test_every_kind_of_sentence_is_looked_at_here():
    assert {kind for kind, _ in SAID} == set(MEANT) | QUIET | {"greeting", "going"} == set(SAYINGS["common"])
