"""What bots take from a speech."""

import pytest

from woozle.games.ship.claims.schema import Statement
from woozle.games.ship.maps import load
from woozle.games.ship.players.assertions import reader_of
from woozle.games.ship.players.wording import SAYINGS

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
    "verb": "is",
    "before": "storage",
    "room": "the upper engine",
    "claimed": "navigation",
    "asker": "Diana",
    "new": "Frank",
    "going": "security",
    "since": 9,
    "last": 9,
    "tick": 7,
    "when": " around tick 7",
    "start": "the last meeting",
    "seats": "Bob and Charlie",
    "seen": "I saw Bob in the upper engine around tick 7, and that's where Charlie died.",
    "arrows": "medbay → oxygen around tick 4 → upper engine around tick 7",
    "begin": "medbay",
    "onward": "oxygen around tick 4, then to the upper engine around tick 7",
    "sightings": "Bob in oxygen around tick 4, Diana in storage around tick 5, and Eve in the lower engine around tick 7",
}

_ME, _BOB, _CHARLIE = (("at", seat, "upper_engine") for seat in ("Alice", "Bob", "Charlie"))
_ACCUSED, _VOTED = ("accuse", "Bob", None), ("vote", "Bob", None)
_SKIPPED = ("skip", None, None)
_ALL_SEEN = (("at", "Bob", "oxygen"), ("at", "Diana", "storage"), ("at", "Eve", "lower_engine"))

MEANT = {
    **dict.fromkeys(("found", "found_here"), (("body", "Charlie", "upper_engine"),)),
    "alibis": [_ME, _CHARLIE],
    **dict.fromkeys(
        (
            "alibi_you",
            "alibi_alone",
            "alibi_place",
            "came_late",
            "came_late_from",
            "admits_place",
            "denials_of_place",
            "stayed_then",
            "stayed",
            "stayed_until",
        ),
        (_ME,),
    ),
    "witness": [("kill", "Bob", "upper_engine")],
    **dict.fromkeys(("stands_by", "lie", "at_body", "left_body", "came_from_body", "last_saw", "not_alone"), (_BOB,)),
    "lie_about_me": [_ME],
    **dict.fromkeys(("alone_with", "false_charge", "false_sighting"), (_CHARLIE,)),
    "doubt_one": [_BOB, _SKIPPED],
    **dict.fromkeys(("conclusion", "conclusion_so_far", "hunch", "answer_whom"), (_ACCUSED,)),
    "trust_no": [("accuse", "Charlie", None)],
    **dict.fromkeys(("verdict_witness", "verdict_guess", "verdict_instead", "verdict_own_word", "verdict_lied"), (_VOTED,)),
    "verdict_last_left": [*_ALL_SEEN, _VOTED],
    **dict.fromkeys(("doubt", "doubt_after", "doubt_told", "doubt_admitted", "retract"), (_SKIPPED,)),
    "way": [("at", "Alice", "medbay"), ("at", "Alice", "oxygen"), _ME],
    **dict.fromkeys(("saw", "saw_too", "answer_saw"), _ALL_SEEN),
    **dict.fromkeys(("last_alive", "answer_last", "corrects", "confirm", "trust_yes"), (_CHARLIE,)),
    "last_alive_among": [_BOB, _CHARLIE],
    **dict.fromkeys(("vouch", "beside"), (_BOB,)),
    "clears": [("clear", "Bob", None), _BOB],
    "ask_explain": [_BOB],
    **dict.fromkeys(("answer_where", "answer_you", "answer_alone", "answer_forgot", "answer_explain"), (_ME,)),
    **dict.fromkeys(("answer_between", "answer_left"), (_ME,)),
    **dict.fromkeys(("answer_admits", "deny_place", "presence_yes"), (_ME,)),
    "answer_company": [_ME, _CHARLIE],
}

QUIET = {
    "alive_then", "answer_accused_nobody", "answer_changed_mind", "answer_changed_mind_you", "answer_innocent",
    "answer_no_body", "answer_no_reason", "answer_nobody", "answer_nobody_yet", "answer_not_seen", "answer_not_there",
    "answer_unsure", "ask_company", "ask_confirm", "ask_where", "ask_why", "ask_why_me", "before", "called", "changed",
    "changed_mind", "denials", "denials_there", "deny", "disputed", "dodged", "false_charge_told", "false_sighting_told",
    "finder", "finds", "framed", "grudge", "grudge_kill", "insist_where", "insist_why", "lie_about_me_denied",
    "lie_about_me_told", "never_seen", "never_there", "no_ground", "nobody", "not_seen_since", "open", "presence_no",
    "recall_goose", "recall_suspect", "recall_unanswered", "silent", "together", "told_admitted", "told_kill", "told_only",
    "told_place", "voted_believed", "voted_guess", "voted_not", "voted_seen", "work",
}  # fmt: skip

IN_ROOMS = {"greeting", "chat", "going", "answer_hi", "answer_well", "answer_going", "answer_staying", "answer_roaming"}
OF_THE_EJECTED = {"grudge", "grudge_kill", "recall_goose", "voted_seen", "voted_believed", "voted_guess", "voted_not"}
TO_A_WITNESS = {"alibi_you", "answer_you"}  # whoever is spoken to was there

SAID = [(kind, saying) for own in SAYINGS.values() for kind, some in own.items() for saying in some]


@pytest.mark.parametrize("kind", sorted(QUIET | set(MEANT)))
def test_bots_understand_each_other_and_hear_no_claim_where_there_is_none(kind):
    for saying in (saying for each, saying in SAID if each == kind):
        claims = heard(saying.format(**VALUES))
        if kind in QUIET:
            heard_of = {(each.kind, each.about) for each in claims if not (kind in OF_THE_EJECTED and each.about == "Charlie")}
            assert not heard_of, saying
        else:
            found = {(claim.kind, claim.about, claim.room) for claim in claims}
            assert found >= set(MEANT[kind]), saying
            if "{tick}" in saying:
                dated = {(claim.kind, claim.about, claim.room) for claim in claims if claim.first == VALUES["tick"]}
                assert dated >= {each for each in MEANT[kind] if each[0] == "at" and each[2] == "upper_engine"}, saying
            others = {(what, about) for what, about, _ in found if what in ("accuse", "kill", "vote", "clear", "skip", "confess")}
            assert others <= {(what, about) for what, about, _ in MEANT[kind]} | {("accuse", "Bob"), ("vote", "Bob")}, saying
            placed = {about for what, about, _ in found if what == "at"}
            if kind not in TO_A_WITNESS:
                assert not placed & {VALUES["accuser"], VALUES["new"]} - {about for _, about, _ in MEANT[kind]}, saying


def test_every_kind_of_sentence_is_looked_at_here():
    assert {kind for kind, _ in SAID} == set(MEANT) | QUIET | IN_ROOMS == set(SAYINGS["common"])
