"""Claims that were extracted elsewhere: as a language model wrote them, in files, and beside the logs of the public release."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from woozle.games.ship.claims.compatible.reconstruction import Reconstruction
from woozle.games.ship.claims.published import (
    AUDIT,
    CACHE,
    ClaimsError,
    PublicClaims,
    Written,
    claims_in,
    distinct,
    parse_claims,
    public_claims,
    room_named,
)
from woozle.games.ship.claims.schema import Claim, Statement
from woozle.games.ship.maps import load
from woozle.games.ship.rules import Ship

from tests.games.ship.quack_logs import match

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
        ([Claim("defense", "Bob"), Claim("defense", "Bob")], 2),  # of whom is not known
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


# Files

KEY = "some|model|v2|player_0|0|ab12"
LINE = json.dumps({"key": KEY, "claims": [{"type": "location"}]})


def test_the_last_line_of_a_key_wins():
    other = json.dumps({"key": "m|v2|player_1|0|cd34", "claims": []})
    file = "\n".join([LINE, other, "", json.dumps({"key": KEY, "claims": [{"type": "sighting"}]})])
    assert list(parse_claims(file.encode(), "claims.jsonl").items()) == [
        ("m|v2|player_1|0|cd34", []),
        (KEY, [{"type": "sighting"}]),
    ]


def published(speech="I was there.", **claim):
    """A line of `tier3_claims.jsonl`."""
    return {
        "meeting": {"meeting_idx": 1},
        "speaker": {"speaker_id": "player_2"},
        "utterance": {"raw": speech},
        "structured_claim": {"claim_type": "location", "subject": "Charlie", "room": "medbay", "temporal_ref": "early"} | claim,
        "verification": {"verdict": "true", "evidence": {}},
        "extraction": {"model": "gpt-5.5", "prompt_version": "v2"},
    }


def test_claims_with_their_published_verdicts_are_taken_as_claims():
    route = published(room=None) | {"verification": {"evidence": {"claimed_route": ["medbay", "storage"]}}}
    blame = published(claim_type="accusation", subject=None, target="Bob", confidence="weak")
    blame["verification"]["evidence"] = {"accuser_id": "player_5"}
    again = published("Another speech.")
    rows = [again, published(), route, blame, blame, again, again]
    found = parse_claims("\n".join(map(json.dumps, rows)).encode(), "tier3_claims.jsonl")
    key = f"gpt-5.5|v2|player_2|1|{sha256(b'I was there.').hexdigest()}"
    assert [each.rsplit("|", 1)[0] for each in found] == ["gpt-5.5|v2|player_2|1"] * 2
    assert [(each["type"], each["room"], each["route"], each["accuser"]) for each in found[key]] == [
        ("location", "medbay", [], None),
        ("location", None, ["medbay", "storage"], None),
        ("accusation", "medbay", [], "Frank"),
        ("accusation", "medbay", [], "Frank"),
    ]
    assert [len(claims) for claims in found.values()] == [4, 2], "of a speech that was given twice, once"
    assert found[key][0]["temporal"] == "early" and found[key][2]["confidence"] == "weak"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "its `key` must be"),
        ('{"key": 3, "claims": []}', "its `key` must be"),
        ('{"key": "player_0|0|ab12", "claims": []}', "its `key` must be"),
        (json.dumps({"key": KEY, "claims": {}}), "its `claims` must be a list"),
        (json.dumps({"key": KEY}), "its `claims` must be a list"),
        ("\udcff", "it is not JSON"),
        (json.dumps({"structured_claim": {}}), "it is not a claim with its verdict"),
        (json.dumps(published() | {"utterance": {"raw": 3}}), "it is not a claim with its verdict"),
        (json.dumps(published() | {"speaker": []}), "it is not a claim with its verdict"),
    ],
)
def test_a_broken_line_is_named(line, says):
    with pytest.raises(ClaimsError, match=f"^claims.jsonl, line 2: {says}"):
        parse_claims(f"{LINE}\n{line}\n".encode("utf-8", "surrogateescape"), "claims.jsonl")


# Beside a log


@pytest.fixture(scope="module")
def game():
    return Reconstruction(match(3).record)


@pytest.fixture(scope="module")
def player(game):
    return f"player_{list(game.courses).index(game.statements[0].speaker)}"


@pytest.fixture
def cache(game, player):
    """A cache with one speech, whose claim is there twice."""
    claim = {"type": "location", "subject": "Bob", "room": "medbay", "temporal": "this round"}
    digest = sha256(game.statements[0].text.encode()).hexdigest()
    return json.dumps({"key": f"m|v1|{player}|0|{digest}", "claims": [claim, claim]}).encode()


@pytest.fixture
def audit(game, player):
    """The claims of the same speech with verdicts, of which three were left out as repetitions."""
    row = published(game.statements[0].text, subject="Eve") | {"meeting": {"meeting_idx": 0}, "speaker": {"speaker_id": player}}
    row["extraction"] = {"dedup_collapsed_n": 3}
    return b"\n".join(json.dumps(each).encode() for each in (row, row, row | {"extraction": None}))


def told(found: PublicClaims) -> tuple[str, list[str], int]:
    return found.file, [claim.subject for _, claims in found.speeches for claim in claims], found.collapsed


def test_the_cache_counts_before_the_audit_and_an_audit_before_nothing(game, cache, audit):
    assert told(public_claims(game, {CACHE: cache, AUDIT: audit}, "folder")) == (CACHE, ["Bob"], 1)
    assert told(public_claims(game, {AUDIT: audit}, "folder")) == (AUDIT, ["Eve", "Eve", "Eve"], 3)
    assert public_claims(game, {}, "folder") == PublicClaims()


def test_a_cache_without_a_speech_of_the_game_leaves_the_audit(game, cache, audit):
    other = cache.replace(b"|0|", b"|9|")
    assert told(public_claims(game, {CACHE: other, AUDIT: audit}, "folder")) == (AUDIT, ["Eve", "Eve", "Eve"], 3)
    assert told(public_claims(game, {CACHE: other}, "folder")) == (CACHE, [], 0), "there, though of no use"
    with pytest.raises(ClaimsError, match=f"^folder/{CACHE}, line 1: "):
        public_claims(game, {CACHE: b"{"}, "folder")
