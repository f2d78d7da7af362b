"""Files of claims that other programs extracted, in the layouts of the public QUACK release, which keeps them beside its logs.

In `tier3_extraction_cache.jsonl` a line is a speech: `{"key": "model|prompt_version|player|meeting|sha256 of the speech",
"claims": [...]}`. A claim is one of `{type: location, subject, room | route, temporal}`,
`{type: sighting, subject, target, room, temporal}`, `{type: activity, subject, activity, room, temporal}`,
`{type: accusation, accuser, target, confidence}` and `{type: defense, defender, defended, basis}`; the other types of Woozle's own
claims may occur too. In `tier3_claims.jsonl` a line is a claim with its published verdict; only the claim is read. That file leaves
out speeches without claims.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Hashable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal, get_args

from woozle.core.errors import InputError
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.claims.compatible.reconstruction import Reconstruction
from woozle.games.ship.claims.compatible.windows import ENTIRE_TIME, MOST_TIME, says
from woozle.games.ship.claims.schema import STANCES, Claim, ClaimType, Source, Statement
from woozle.games.ship.map import Room
from woozle.games.ship.quack.log import player_of, seat_of

CACHE = "tier3_extraction_cache.jsonl"
"""Claims that the language model extracted, repetitions included."""

AUDIT = "tier3_claims.jsonl"
"""Claims with their published verdicts, without repetitions, and without the speeches in which nothing was claimed."""

CLAIM_FILES = (CACHE, AUDIT)
"""The first of these that has claims of a game is the one that counts."""

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
    who = (str(extraction.get("model", "")), str(extraction.get("prompt_version", "")), line["speaker"]["speaker_id"])
    accuser = evidence.get("accuser_id")
    said = {
        **{name: claim.get(name) for name in ("subject", "target", "room", "activity", "confidence")},
        "type": claim["claim_type"],
        "temporal": claim.get("temporal_ref"),
        "accuser": seat_of(accuser) if isinstance(accuser, str) and _PLAYER.match(accuser) else None,
        "route": [*evidence.get("claimed_route", ()), *evidence.get("dropped_unparseable", ())],
    }
    return "|".join((*who, str(line["meeting"]["meeting_idx"]), _digest(speech))), [said]


def _digest(speech: str) -> str:
    return sha256(speech.encode("utf-8", "surrogatepass")).hexdigest()


_ALIASES = {  # those of the public pipeline, and no others, so that its claims are read as it reads them
    "med bay": "medbay",
    "medibay": "medbay",
    "med": "medbay",
    "upper engine": "upper_engine",
    "engines": "upper_engine",
    "lower engine": "lower_engine",
    "nav": "navigation",
    "navi": "navigation",
    "elec": "electrical",
    "electric": "electrical",
    "sec": "security",
    "cafe": "cafeteria",
    "caf": "cafeteria",
    "weap": "weapons",
    "weps": "weapons",
    "store": "storage",
    "o2": "oxygen",
}


def room_named(said: Any, rooms: Container[Room]) -> Room | None:
    """Return the room of the map that a value names; None if it names none, or is no text."""
    if not isinstance(said, str):
        return None
    name = said.strip().lower().replace("-", "_")
    return next((room for room in (name, _ALIASES.get(name, ""), name.replace(" ", "_")) if room in rooms), None)


_TYPES: Mapping[str, ClaimType] = {each: each for each in get_args(ClaimType)}
_STRENGTHS: Mapping[str, Literal["strong", "moderate", "weak"]] = {"strong": "strong", "moderate": "moderate", "weak": "weak"}
_SOURCES: Mapping[str, Source] = {each: each for each in get_args(Source)}
_TIMES = {
    "entire_round": ENTIRE_TIME,
    "majority": MOST_TIME,
    "round_start": ("at the start", "beginning", "spawn", "respawn"),
    "on_meeting": ("when i found", "when i saw", "during the meeting"),
}


def end_of_key(key: str) -> str:
    """Return the part of a key about the speech: without the model and the version of the prompt."""
    return "|".join(key.rsplit("|", 3)[1:])


def speech_key(statement: Statement) -> str:
    """Return the end of the keys of a speech."""
    return f"{player_of(statement.speaker)}|{statement.meeting}|{_digest(statement.text)}"


class Written:
    """Claims of speeches by key, whichever model and prompt they come from; of several, those that stand last."""

    def __init__(self, lines: Mapping[str, Sequence[Any]]) -> None:
        self._items = {end_of_key(key): items for key, items in lines.items()}

    def claims(self, statement: Statement, rooms: Container[Room]) -> list[Claim] | None:
        """Return the claims of a speech, repetitions included; None if the file does not have the speech."""
        items = self._items.get(speech_key(statement))
        return None if items is None else claims_in(items, statement.speaker, rooms)


def claims_in(items: Sequence[Any], speaker: Seat, rooms: Container[Room]) -> list[Claim]:
    """Return the claims of one speech, repetitions included; what is no claim at all is left out."""
    return [_claim(item, speaker, rooms) for item in items if isinstance(item, Mapping)]


def distinct(claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims of one speech without repetitions. Times that lie in the same part of a round are one time.

    A stance that names no seat repeats no other: published rows, which are distinct already, do not say whom a defense is of.
    """
    kept: dict[Hashable, Claim] = {}
    for number, claim in enumerate(claims):
        kept.setdefault(number if claim.type in STANCES and not claim.target else _signature(claim), claim)
    return list(kept.values())


def _signature(claim: Claim) -> Hashable:
    subject = "" if claim.type in STANCES else claim.subject
    time = claim.when.lower()
    bucket = next((name for name, words in _TIMES.items() if says(time, words)), "preceding_round")
    said = (claim.type, subject, claim.target, claim.room, claim.route, claim.activity.lower(), bucket)
    return (*said, claim.victim, claim.way, claim.number, claim.is_negated)  # which the public pipeline does not know


def _claim(item: Mapping[str, Any], speaker: Seat, rooms: Container[Room]) -> Claim:
    kind = _text(item.get("type"))
    if kind == "route":
        kind = "location"
    room, way = _room(item.get("room"), rooms), item.get("route") if kind == "location" else None
    route = tuple([_room(each, rooms) for each in way if isinstance(each, str)]) if isinstance(way, list) else ()
    if way:  # it wins over a room, even when nothing can be made of it
        room = ""
    subject = _first(item, "accuser", "defender", "subject") or speaker if kind in STANCES else _text(item.get("subject"))
    if kind not in _TYPES:  # as little to be checked as an unknown activity
        return Claim("activity", subject, activity=kind, when=_text(item.get("temporal")))
    number = item.get("number")
    return Claim(
        type=_TYPES[kind],
        subject=subject,
        target=_first(item, "target", "defended", "accused"),
        room=room,
        route=route,
        stops=tuple([_text(each) for each in stops])
        if isinstance(stops := item.get("stops"), list) and len(stops) == len(route)
        else (),
        activity=_text(item.get("activity")),
        when=_text(item.get("temporal")),
        victim=_text(item.get("victim")),
        way=_room(item.get("way"), rooms),
        number=number if type(number) is int else None,
        strength=_STRENGTHS.get(_text(item.get("confidence")), ""),
        basis=_text(item.get("basis")),
        is_negated=item.get("is_negated") is True,
        is_hedged=item.get("is_hedged") is True,
        source=_SOURCES.get(_text(item.get("source")), "own"),
        told_by=_text(item.get("told_by")),
    )


def _text(found: Any) -> str:
    return found if isinstance(found, str) else ""


def _first(item: Mapping[str, Any], *names: str) -> str:
    return next((found for name in names if (found := _text(item.get(name)))), "")


def _room(said: Any, rooms: Container[Room]) -> Room:
    """Return the room that a value names, or its text."""
    return room_named(said, rooms) or _text(said)


@value
class PublicClaims:
    """The public claims of a game.

    file: Name of the file that they are from; empty if unknown.
    speeches: The speeches in that file with their claims, without repetitions.
    collapsed: Number of repetitions left out.
    """

    file: str = ""
    speeches: tuple[tuple[Statement, tuple[Claim, ...]], ...] = ()
    collapsed: int = 0


def public_claims(match: Reconstruction, files: Mapping[str, bytes], folder: str) -> PublicClaims:
    """Return the claims of a game: those of the cache, else those of the audit, else none. Raises ClaimsError.

    Args:
        files: Contents of the files beside the log, by name.
        folder: The name of their folder, for errors.
    """
    for name in CLAIM_FILES:
        if name not in files:
            continue
        written = Written(parse_claims(files[name], f"{folder}/{name}"))
        found = [(each, claims) for each in match.statements if (claims := written.claims(each, match.map.rooms)) is not None]
        if name == CACHE:
            kept = tuple((each, tuple(distinct(claims))) for each, claims in found)
            collapsed = sum(len(claims) for _, claims in found) - sum(len(claims) for _, claims in kept)
        else:
            kept = tuple((each, tuple(claims)) for each, claims in found)
            left_out = {end_of_key(key): number for key, number in parse_repetitions(files[name]).items()}
            collapsed = sum(left_out.get(speech_key(each), 0) for each, _ in found)
        if found:
            return PublicClaims(name, kept, collapsed)
    return PublicClaims(next((name for name in CLAIM_FILES if name in files), ""))
