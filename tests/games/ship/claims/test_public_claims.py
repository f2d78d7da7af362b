"""The claims that the public release keeps beside a log."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from woozle.games.ship.claims.compatible.reconstruction import Reconstruction
from woozle.games.ship.claims.published import AUDIT, CACHE, ClaimsError, PublicClaims, public_claims

from tests.games.ship.quack_logs import match


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
    row = {
        "meeting": {"meeting_idx": 0},
        "speaker": {"speaker_id": player},
        "utterance": {"raw": game.statements[0].text},
        "structured_claim": {"claim_type": "location", "subject": "Eve", "room": "storage", "temporal_ref": ""},
        "verification": {"verdict": "true", "evidence": {}},
        "extraction": {"dedup_collapsed_n": 3},
    }
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


def test_a_broken_line_is_named_with_its_file(game):
    with pytest.raises(ClaimsError, match=f"^folder/{CACHE}, line 1: "):
        public_claims(game, {CACHE: b"{"}, "folder")
