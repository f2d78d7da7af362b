"""What bots take from a speech."""

import pytest

from woozle.games.ship.claims.schema import Statement
from woozle.games.ship.maps import load
from woozle.games.ship.players.assertions import reader_of
from woozle.games.ship.players.speech import SAYINGS

SEATS = ("Alice", "Bob", "Charlie", "Diana", "Eve", "Frank")
SHIP = load("ship")


def heard(text, speaker="Alice"):
    return list(reader_of(SEATS, SHIP).read((Statement(0, 20, 1, speaker, text, 0),), 6))


def places(text):
    return {(each.about, each.room, each.first, each.last) for each in heard(text) if each.kind == "at"}


def at(about, room, first=None, last=None):
    return about, room, first, last if last is not None else first


@pytest.mark.parametrize(
    "text, found",
    [
        ("I was in medbay", [at("Alice", "medbay")]),
        ("i was in nav the whole time lol", [at("Alice", "navigation", 6, 20)]),
        ("med bay, then elec", [at("Alice", "medbay"), at("Alice", "electrical")]),
        ("I was in O2 at tick 5!", [at("Alice", "oxygen", 5)]),
        ("upper engine ticks 4-7", [at("Alice", "upper_engine", 4, 7)]),
        ("saw bob in storage around tick 9", [at("Bob", "storage", 9), at("Alice", "storage", 9)]),
        ("I was in medbay with Bob", [at("Alice", "medbay"), at("Bob", "medbay")]),
        ("Bob left storage around tick 9", [at("Bob", "storage", 9)]),
        ("Bob says he was in medbay, but I saw him in o2 at tick 5", [at("Bob", "oxygen", 5), at("Alice", "oxygen", 5)]),
        ("Bob, I saw you in storage at tick 5.", [at("Bob", "storage", 5), at("Alice", "storage", 5)]),
        ("I went medbay → oxygen around tick 4.", [at("Alice", "medbay"), at("Alice", "oxygen", 4)]),
        (
            "I saw Bob in storage at tick 4 and Diana in weapons at tick 6",
            [at(seat, *stay) for seat, stay in (("Bob", ("storage", 4)), ("Diana", ("weapons", 6)))]
            + [at("Alice", "storage", 4), at("Alice", "weapons", 6)],
        ),
        # what is denied, asked, supposed, or said by another is no assertion
        *((text, []) for text in ("I was never in storage", "Were you in storage, Bob?", "Bob could have been in storage")),
        *((text, []) for text in ("Bob says he was in medbay", "I passed Bob on the way to medbay", "I think Bob was in storage")),
    ],
)
def test_it_understands_who_is_said_to_have_been_where(text, found):
    assert places(text) == set(found)


@pytest.mark.parametrize(
    "text, kind, about",
    [
        ("I saw Bob kill Charlie in elec", "kill", "Bob"),
        ("Bob killed Charlie", "accuse", "Bob"),
        ("Bob is sus", "accuse", "Bob"),
        ("I suspect Bob", "accuse", "Bob"),
        ("The duck is Bob", "accuse", "Bob"),
        ("Bob, you're lying.", "accuse", "Bob"),
        ("I don't trust Bob", "accuse", "Bob"),
        ("vote Bob", "vote", "Bob"),
        ("voting for bob", "vote", "Bob"),
        ("Bob gets my vote", "vote", "Bob"),
        ("Bob was near. Vote him.", "vote", "Bob"),
        ("I trust Bob", "clear", "Bob"),
        ("Bob is not the duck", "clear", "Bob"),
        ("Bob didn’t kill anyone", "clear", "Bob"),
        ("skip", "skip", None),
        ("let's skip this one", "skip", None),
        ("I killed Charlie", "confess", None),
    ],
)
def test_it_understands_whom_somebody_points_at(text, kind, about):
    assert [(claim.kind, claim.about) for claim in heard(text)] == [(kind, about)]


@pytest.mark.parametrize(
    "text", ["Who killed Charlie?", "I didn't kill anyone", "", "...", "hi all", "I won't skip", "it wasn't me"]
)
def test_what_accuses_nobody_is_no_accusation(text):
    assert heard(text) == []


def test_it_understands_where_a_body_lies():
    found = [
        (each.kind, each.about, each.room)
        for text in ("charlie is dead in storage", "There's a body in storage")
        for each in heard(text)
    ]
    assert found == [("body", "Charlie", "storage"), ("body", None, "storage")]


def test_all_bots_of_a_table_share_one_reader():
    assert reader_of(SEATS, SHIP) is reader_of(SEATS, load("ship")) is not reader_of(SEATS, load("wheel"))


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
    "witness": [("kill", "Bob", "upper_engine")],
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
            assert {(each.kind, each.about) for each in claims} <= ({("accuse", "Bob")} if kind == "still" else set()), saying
        else:
            found = {(claim.kind, claim.about, claim.room) for claim in claims}
            assert found >= set(MEANT[kind]), saying
            others = {(what, about) for what, about, _ in found if what in ("accuse", "kill", "vote", "clear", "skip", "confess")}
            believed = {("accuse", "Bob"), ("vote", "Bob")} | ({("clear", "Charlie")} if kind == "told" else set())
            assert others <= {(what, about) for what, about, _ in MEANT[kind]} | believed, saying
            placed = {about for what, about, _ in found if what == "at"}
            assert not placed & {VALUES["accuser"], VALUES["new"]} - {about for _, about, _ in MEANT[kind]}, saying


def test_every_kind_of_sentence_is_looked_at_here():
    assert {kind for kind, _ in SAID} == set(MEANT) | QUIET | {"greeting", "going"} == set(SAYINGS["common"])
