"""Files of claims that other programs extracted, in the layouts of the public QUACK release.

In `tier3_extraction_cache.jsonl` a line is a speech: `{"key": "model|prompt_version|player|meeting|sha256 of the speech",
"claims": [...]}`. In `tier3_claims.jsonl` a line is a claim with its published verdict; only the claim is read. That file leaves
out speeches without claims.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from woozle.core.errors import InputError
from woozle.games.ship.rules import Ship

_PLAYER = re.compile(r"player_[0-9]\Z")
_BARS = 4  # in a key, at least; the name of a model may hold more


class ClaimsError(InputError):
    """An unreadable file of claims. The message names the line."""


def parse_claims(data: bytes, name: str) -> Mapping[str, Sequence[Any]]:
    """Return the claims by key, as a file has them, whose name is for errors. Raises ClaimsError.

    If several speeches have the same key, the last one counts. Consecutive single claims with the same key belong to one speech.
    """
    found: dict[str, list[Any]] = {}
    last = ""
    for number, row in enumerate(data.splitlines(), 1):
        if row.strip():
            key, claims, is_one = _line(f"{name}, line {number}", row)
            before = found.pop(key, [])  # so that the mapping is in the order of the lines that count
            found[key] = [*before, *claims] if is_one and key == last else claims
            last = key
    return found


def parse_repetitions(data: bytes) -> Mapping[str, int]:
    """Return how many repeated claims were left out of each speech, by key, as a file says that `parse_claims` has read."""
    found: dict[str, int] = {}
    for line in (json.loads(row) for row in data.splitlines() if row.strip()):
        if "structured_claim" in line:
            key, _ = _parse_published(line)
            number = (line.get("extraction") or {}).get("dedup_collapsed_n")
            found[key] = max(found.get(key, 0), number if type(number) is int else 0)
    return found


def _line(where: str, row: bytes) -> tuple[str, list[Any], bool]:
    """Return the key of a line, its claims, and whether it is a single claim."""
    try:
        line = json.loads(row)
    except (ValueError, RecursionError) as error:
        raise ClaimsError(f"{where}: it is not JSON; fix or delete the line.") from error
    if isinstance(line, dict) and "structured_claim" in line:
        try:
            return *_parse_published(line), True
        except (KeyError, TypeError, AttributeError) as error:
            raise ClaimsError(f"{where}: it is not a claim with its verdict, as published; fix or delete the line.") from error
    key, claims = (line.get("key"), line.get("claims")) if isinstance(line, dict) else (None, None)
    if not isinstance(key, str) or key.count("|") < _BARS:
        raise ClaimsError(f"{where}: its `key` must be `model|prompt_version|player|meeting|sha256`; fix or delete the line.")
    if not isinstance(claims, list):
        raise ClaimsError(f"{where}: its `claims` must be a list; fix or delete the line.")
    return key, claims, False


def _parse_published(line: Mapping[str, Any]) -> tuple[str, list[Any]]:
    """Return the key of the speech and the claim, with the accuser and the route from the evidence of its verdict."""
    speech, claim, evidence = line["utterance"]["raw"], line["structured_claim"], line["verification"]["evidence"]
    extraction = line.get("extraction") or {}
    digest = sha256(speech.encode("utf-8", "surrogatepass")).hexdigest()
    who = (str(extraction.get("model", "")), str(extraction.get("prompt_version", "")), line["speaker"]["speaker_id"])
    accuser = evidence.get("accuser_id")
    said = {
        **{name: claim.get(name) for name in ("subject", "target", "room", "activity", "confidence")},
        "type": claim["claim_type"],
        "temporal": claim.get("temporal_ref"),
        "accuser": Ship.seat_names[int(accuser[-1])] if isinstance(accuser, str) and _PLAYER.match(accuser) else None,
        "route": [*evidence.get("claimed_route", ()), *evidence.get("dropped_unparseable", ())],
    }
    return "|".join((*who, str(line["meeting"]["meeting_idx"]), digest)), [said]
