"""Fair chance among strangers: a match key made of a secret of the host and a nonce of each place at the table.

The host commits to its secret and every place to its nonce, all see all commitments, and only then are the nonces revealed. So
nobody chooses a number after seeing another's, and whoever refuses to reveal cannot know what they refuse, since the secret stays
hidden until the end. What remains is the host, who knows the key before the start and can begin another attempt: the number of the
attempt is part of the key and shown to everybody.

The other kind of deal has a key from a seed that the host knew, as studies and paired deals need it, and says so.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal

from woozle.core.canonical_json import canonical_json, json_digest
from woozle.core.chance import Chance
from woozle.core.request import Seat
from woozle.core.value import value

PROTOCOL = "woozle.deal/1"
SEED = "seed"
"""The protocol of a deal whose key is from a seed that the host knew."""

SECRET_BYTES = 32
"""Length of the host's secret and of each nonce."""

_LOT = f"{PROTOCOL} seats"


@value
class Share:
    """What a place brought to the key. by: whether its player brought the nonce, or the host did for it."""

    commitment: str
    nonce: str
    by: Literal["player", "host"]


@value
class Deal:
    """How the key of a match came about. Commitments, digests, nonces and secrets are 32 bytes in hex.

    protocol: PROTOCOL, or SEED, which has no secret and no shares.
    table, attempt: The table, and how often it was dealt, this time included.
    game, rules, config: The game, the version of its rules, and the digest of its configuration.
    secret: The commitment to the host's secret; empty for a seed.
    shares: By place, from place 1.
    seats: The seat of each place, from place 1.
    is_drawn: Whether the key drew who sits where. Else the places have the seats in the order of the rules.
    """

    protocol: Literal["woozle.deal/1", "seed"]
    table: str
    attempt: int
    game: str
    rules: int
    config: str
    secret: str
    shares: tuple[Share, ...]
    seats: tuple[Seat, ...] = ()
    is_drawn: bool = False


def commit_nonce(table: str, attempt: int, place: int, nonce: str) -> str:
    """Return the commitment to the nonce of a place, in hex."""
    return json_digest([PROTOCOL, table, attempt, place, nonce])


def commit_secret(table: str, attempt: int, secret: str) -> str:
    """Return the commitment to the secret of the host, in hex."""
    return json_digest([PROTOCOL, table, attempt, "host", secret])


def config_digest(config: Mapping[str, Any], secret: str = "") -> str:
    """Return the digest of a configuration as the header has it, in JSON values.

    secret: Of the host, without which nobody can guess hidden options by their digest; empty for a seed, which tells nobody.
    """
    return json_digest([PROTOCOL, "options", secret, config])


def deal_key(secret: str, deal: Deal) -> bytes:
    """Return the match key: HMAC-SHA256 of the host's secret over all that was told before the start.

    Who brought a nonce and who sits where are not part of it, since players learn them after the end.
    """
    shares = [[share.commitment, share.nonce] for share in deal.shares]
    told = [deal.protocol, deal.table, deal.attempt, deal.game, deal.rules, deal.config, deal.secret, shares]
    return hmac.digest(bytes.fromhex(secret), canonical_json(told), sha256)


def draw_seats(key: bytes, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seat of each place of a blind table, from place 1, drawn by the key. seats: in the order of the rules."""
    return tuple(Chance(key).shuffle(_LOT, seats))


def problems(deal: Deal, secret: str, key: bytes, order: Sequence[Seat] = ()) -> list[str]:
    """Return what does not fit in a deal whose secret and key are revealed, as sentences; none if the key was dealt as it says.

    Args:
        secret: In hex; empty for a seed.
        order: The seats in the order of the rules, to check who sits where; empty where that is not known.
    """
    found = []
    if order and deal.seats != (draw_seats(key, order) if deal.is_drawn else tuple(order)):
        found.append("The places have other seats than the deal gives them.")
    if deal.protocol == SEED:
        return [*found, "A deal from a seed has no secret and no nonces."] if secret or deal.secret or deal.shares else found
    if order and len(deal.shares) != len(order):
        found.append(f"It has the nonces of {len(deal.shares)} places; the match has {len(order)} seats.")
    if not _is_secret(secret) or commit_secret(deal.table, deal.attempt, secret) != deal.secret:
        found.append("The secret of the host is not the one that it committed to.")
    for place, share in enumerate(deal.shares, 1):
        if not _is_secret(share.nonce) or commit_nonce(deal.table, deal.attempt, place, share.nonce) != share.commitment:
            found.append(f"The nonce of place {place} is not the one that was committed to.")
    if _is_secret(secret) and deal_key(secret, deal) != key:
        found.append("The key is not made of the secret and the nonces.")
    return found


def describe(deal: Deal) -> str:
    """Return where the key came from, and who brought the nonces, in one sentence."""
    at = f"table {deal.table}, attempt {deal.attempt}"
    if deal.protocol == SEED:
        return f"The key came from a seed that the host knew ({at})."
    own = [str(place) for place, share in enumerate(deal.shares, 1) if share.by == "player"]
    others = [str(place) for place, share in enumerate(deal.shares, 1) if share.by == "host"]
    brought = [f"players brought those of {_places(own)}"] if own else []
    brought += [f"the host brought those of {_places(others)}"] if others else []
    return f"The key was made of a secret of the host and a nonce of each place; {', '.join(brought)} ({at})."


def _places(numbers: Sequence[str]) -> str:
    return f"place {numbers[0]}" if len(numbers) == 1 else f"places {', '.join(numbers[:-1])} and {numbers[-1]}"


def _is_secret(text: str) -> bool:
    try:
        return len(given := bytes.fromhex(text)) == SECRET_BYTES and given.hex() == text
    except ValueError:
        return False
