"""Files of claims that were extracted elsewhere."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from woozle.games.ship.claims.published import ClaimsError, parse_claims

KEY = "some|model|v2|player_0|0|ab12"
LINE = json.dumps({"key": KEY, "claims": [{"type": "location"}]})


def test_the_last_line_of_a_key_wins(tmp_path):
    file = tmp_path / "claims.jsonl"
    other = json.dumps({"key": "m|v2|player_1|0|cd34", "claims": []})
    file.write_text("\n".join([LINE, other, "", json.dumps({"key": KEY, "claims": [{"type": "sighting"}]})]))
    assert list(parse_claims(file.read_bytes(), file.name).items()) == [("m|v2|player_1|0|cd34", []), (KEY, [{"type": "sighting"}])]


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


def test_claims_with_their_published_verdicts_are_taken_as_claims(tmp_path):
    file = tmp_path / "tier3_claims.jsonl"
    route = published(room=None) | {"verification": {"evidence": {"claimed_route": ["medbay", "storage"]}}}
    blame = published(claim_type="accusation", subject=None, target="Bob", confidence="weak")
    blame["verification"]["evidence"] = {"accuser_id": "player_5"}
    again = published("Another speech.")
    rows = [again, published(), route, blame, blame, again, again]
    file.write_text("\n".join(map(json.dumps, rows)))
    found = parse_claims(file.read_bytes(), file.name)
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
def test_a_broken_line_is_named(tmp_path, line, says):
    file = tmp_path / "claims.jsonl"
    file.write_bytes(f"{LINE}\n{line}\n".encode("utf-8", "surrogateescape"))
    with pytest.raises(ClaimsError, match=f"claims.jsonl, line 2: {says}"):
        parse_claims(file.read_bytes(), file.name)
