"""Claims as a language model wrote them down."""

from __future__ import annotations

from hashlib import sha256

import pytest

from woozle.games.ship.claims.published import Written, claims_in, distinct, room_named
from woozle.games.ship.claims.schema import Claim, Statement
from woozle.games.ship.maps import load
from woozle.games.ship.rules import Ship

ROOMS = load("ship").rooms
SPEECH = Statement(1, 17, 2, "Diana", "I was in medbay.", 40)


@pytest.mark.parametrize(
    ("said", "room"),
    [
        *((room, room) for room in ROOMS),
        *(("med bay", "medbay"), ("nav", "navigation"), ("elec", "electrical"), ("o2", "oxygen"), ("CAFETERIA", "cafeteria")),
        *(("MedBay", "medbay"), (" upper engine ", "upper_engine"), ("Upper-Engine", "upper_engine"), ("engines", "upper_engine")),
        *(("kitchen", None), ("", None), (None, None), (["medbay"], None)),
    ],
)
def test_rooms_have_other_names(said, room):
    assert room_named(said, ROOMS) == room


def test_each_type_of_the_layout_is_read():
    assert claims_in(
        [
            {"type": "location", "subject": "Bob", "room": "Med Bay", "temporal": "at tick 4"},
            {"type": "location", "subject": "Bob", "route": ["cafe", "attic", 3], "room": "medbay", "temporal": None},
            {"type": "route", "subject": "Bob", "route": ["cafe"]},
            {"type": "sighting", "subject": "Bob", "target": "Eve", "room": "attic"},
            {"type": "activity", "subject": "Bob", "activity": "task", "room": None},
            {"type": "accusation", "accuser": "Bob", "target": "Eve", "confidence": "strong"},
            {"type": "accusation", "target": "Eve", "confidence": "utter"},
            {"type": "defense", "defender": "Bob", "defended": "Eve", "basis": "we were together"},
            {"type": "kill", "subject": "Bob", "target": "Eve", "victim": "Frank"},
        ],
        "Diana",
        ROOMS,
    ) == [
        Claim("location", "Bob", room="medbay", when="at tick 4"),
        Claim("location", "Bob", route=("cafeteria", "attic")),
        Claim("location", "Bob", route=("cafeteria",)),
        Claim("sighting", "Bob", "Eve", "attic"),
        Claim("activity", "Bob", activity="task"),
        Claim("accusation", "Bob", "Eve", strength="strong"),
        Claim("accusation", "Diana", "Eve"),
        Claim("defense", "Bob", "Eve", basis="we were together"),
        Claim("kill", "Bob", "Eve", victim="Frank"),
    ]


def test_what_is_broken_is_left_out_or_means_nothing():
    broken = [None, 3, "location", [], {}, {"type": ["location"]}, {"type": "poem", "subject": {}}]
    assert claims_in(broken, "Diana", ROOMS) == [Claim("activity"), Claim("activity"), Claim("activity", activity="poem")]
    no_route = {"type": "location", "subject": "Bob", "route": "medbay", "room": "medbay"}
    assert claims_in([no_route], "Diana", ROOMS) == [Claim("location", "Bob")]


PLACE = Claim("location", "Bob", room="medbay", when="this round")
SIGHT = Claim("sighting", "Bob", "Eve", "medbay", when="at tick 4")


@pytest.mark.parametrize(
    ("claims", "kept"),
    [
        ([PLACE, PLACE, PLACE], 1),
        ([PLACE, Claim("location", "Bob", room="medbay", when="since last meeting")], 1),
        ([PLACE, Claim("location", "Bob", room="medbay", when="at the start")], 2),
        ([PLACE, Claim("location", "Bob", room="storage"), Claim("location", "Eve", room="medbay")], 3),
        (claims_in([{"type": "location", "room": room} for room in ("med bay", "medbay")], "Bob", ROOMS), 1),
        ([SIGHT, Claim("sighting", "Bob", "Eve", "medbay", when="at tick 9")], 1),
        ([SIGHT, Claim("sighting", "Bob", "Eve", "medbay", is_negated=True)], 2),
        ([Claim("accusation", "Bob", "Eve"), Claim("accusation", "Alice", "Eve", strength="weak")], 1),
        ([Claim("defense", "Bob", "Eve"), Claim("accusation", "Bob", "Eve")], 2),
    ],
)
def test_repetitions_within_a_speech_are_left_out(claims, kept):
    assert len(distinct(claims)) == kept
    assert distinct(claims)[0] == claims[0]


ITEM = {"type": "location", "subject": "Diana", "room": "medbay"}


def key(statement: Statement, model: str = "gpt-5.5", prompt_version: str = "v2") -> str:
    """The key of a speech, as the public pipeline makes it."""
    player = f"player_{Ship.seat_names.index(statement.speaker)}"
    digest = sha256(statement.text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{model}|{prompt_version}|{player}|{statement.meeting}|{digest}"


@pytest.mark.parametrize(
    "other",
    [
        Statement(1, 17, 2, "Diana", "I was in storage.", 40),
        Statement(0, 17, 2, "Diana", "I was in medbay.", 40),
        Statement(1, 17, 2, "Eve", "I was in medbay.", 40),
        Statement(1, 17, 2, "Diana", "\ud800", 40),
    ],
)
def test_claims_are_those_of_one_speech(other):
    written = Written({key(SPEECH): [ITEM], key(other): []})
    assert (written.claims(SPEECH, ROOMS), written.claims(other, ROOMS)) == ([Claim("location", "Diana", room="medbay")], [])
    assert Written({key(SPEECH): [ITEM]}).claims(other, ROOMS) is None


def test_claims_are_found_by_their_speech_whatever_model_wrote_them():
    written = Written({key(SPEECH, "a|model", "v3"): [ITEM], "nonsense": [ITEM]})
    assert written.claims(SPEECH, ROOMS) == [Claim("location", "Diana", room="medbay")]
    assert Written({}).claims(SPEECH, ROOMS) is None
