"""A key that nobody chose: commitments, what the key covers, and every change that the check finds."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

import pytest

from woozle.core.canonical_json import canonical_json
from woozle.core.deal import (
    PROTOCOL,
    SEED,
    Deal,
    Share,
    commit_nonce,
    commit_secret,
    config_digest,
    deal_key,
    describe,
    draw_seats,
    problems,
)

SECRET = "5e" * 32
NONCES = ["a1" * 32, "b2" * 32, "c3" * 32]
SEATS = ("Ada", "Bob", "Cy")


def dealt(*, drawn: bool = False) -> tuple[Deal, bytes]:
    shares = tuple(
        Share(commit_nonce("ABCDEFGH", 2, place, nonce), nonce, "host" if place == 2 else "player")
        for place, nonce in enumerate(NONCES, 1)
    )
    deal = Deal(PROTOCOL, "ABCDEFGH", 2, "urn", 1, "0f" * 32, commit_secret("ABCDEFGH", 2, SECRET), shares, SEATS, drawn)
    key = deal_key(SECRET, deal)
    return replace(deal, seats=draw_seats(key, SEATS)) if drawn else deal, key


def test_canonical_json_has_one_spelling():
    assert canonical_json({"b": [1, 0.5, None], "a": "Zoë \ud800"}) == '{"a":"Zoë ?","b":[1,0.5,null]}'.encode()
    assert canonical_json({"a": [float("nan"), (float("inf"), 1.0)]}) == b'{"a":[null,[null,1.0]]}'


def test_commitments_are_digests_of_canonical_json():
    spelt = f'["woozle.deal/1","ABCDEFGH",2,3,"{NONCES[2]}"]'
    assert commit_nonce("ABCDEFGH", 2, 3, NONCES[2]) == hashlib.sha256(spelt.encode()).hexdigest()
    spelt = f'["woozle.deal/1","ABCDEFGH",2,"host","{SECRET}"]'
    assert commit_secret("ABCDEFGH", 2, SECRET) == hashlib.sha256(spelt.encode()).hexdigest()


def test_the_digest_of_the_options_cannot_be_guessed_without_the_secret():
    spelt = f'["woozle.deal/1","options","{SECRET}",{{"pair":"dogs"}}]'
    assert config_digest({"pair": "dogs"}, SECRET) == hashlib.sha256(spelt.encode()).hexdigest() != config_digest({"pair": "dogs"})


def test_the_key_is_made_of_all_that_was_told():
    deal, key = dealt()
    shares = ",".join(f'["{share.commitment}","{share.nonce}"]' for share in deal.shares)
    spelt = f'["woozle.deal/1","ABCDEFGH",2,"urn",1,"{deal.config}","{deal.secret}",[{shares}]]'
    assert key == hmac.digest(bytes.fromhex(SECRET), spelt.encode(), "sha256")


def test_an_honest_deal_has_no_problems():
    for drawn in (False, True):
        deal, key = dealt(drawn=drawn)
        assert problems(deal, SECRET, key, SEATS) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"table": "OTHER"}, "secret of the host"),
        ({"attempt": 3}, "nonce of place 1"),
        ({"game": "ship"}, "key is not made"),
        ({"rules": 2}, "key is not made"),
        ({"config": "11" * 32}, "key is not made"),
        ({"secret": "11" * 32}, "secret of the host"),
        ({"seats": ("Bob", "Ada", "Cy")}, "other seats"),
        ({"shares": ()}, "nonces of 0 places"),
    ],
)
def test_every_change_of_a_deal_is_found(change, said):
    deal, key = dealt()
    assert any(said in each for each in problems(replace(deal, **change), SECRET, key, SEATS))


def test_a_host_that_swaps_a_nonce_or_its_secret_or_the_key_is_found():
    deal, key = dealt()
    swapped = (replace(deal.shares[0], nonce=NONCES[1]), *deal.shares[1:])
    assert "The nonce of place 1 is not the one that was committed to." in problems(replace(deal, shares=swapped), SECRET, key)
    assert "The secret of the host is not the one that it committed to." in problems(deal, "5f" * 32, key)
    assert problems(deal, SECRET, bytes(32)) == ["The key is not made of the secret and the nonces."]
    assert problems(deal, SECRET.upper(), key) == ["The secret of the host is not the one that it committed to."]


def test_a_blind_table_is_seated_by_lot():
    seats = tuple(f"Seat {n}" for n in range(8))
    drawn = {draw_seats(bytes([n]) * 32, seats) for n in range(9)}
    assert len(drawn) == 9 and all(sorted(each) == sorted(seats) for each in drawn)


def test_a_deal_says_whose_nonces_were_whose_or_that_the_host_knew_the_seed():
    deal, _ = dealt()
    assert describe(deal) == (
        "The key was made of a secret of the host and a nonce of each place; players brought those of places 1 and 3, "
        "the host brought those of place 2 (table ABCDEFGH, attempt 2)."
    )
    seed = Deal(SEED, "ABCDEFGH", 1, "urn", 1, "0f" * 32, "", (), SEATS)
    assert describe(seed) == "The key came from a seed that the host knew (table ABCDEFGH, attempt 1)."
    assert problems(seed, "", bytes(32), SEATS) == []
    assert problems(seed, SECRET, bytes(32)) == ["A deal from a seed has no secret and no nonces."]
