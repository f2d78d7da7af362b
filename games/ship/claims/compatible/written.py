"""Claims as the public pipeline's language model wrote them, and the keys of its file.

A line of `tier3_extraction_cache.jsonl` is `{"key", "claims"}`. A claim is one of
`{type: location, subject, room | route, temporal}`, `{type: sighting, subject, target, room, temporal}`,
`{type: activity, subject, activity, room, temporal}`, `{type: accusation, accuser, target, confidence}` and
`{type: defense, defender, defended, basis}`; the other types of Woozle's own claims may occur too.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal, get_args

from woozle.core.request import Seat
from woozle.games.ship.claims.compatible.reconstruction import player_id
from woozle.games.ship.claims.compatible.windows import ENTIRE_TIME, MOST_TIME, says
from woozle.games.ship.claims.schema import Claim, ClaimType, Source, Statement
from woozle.games.ship.map import Room

_ALIASES = {
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
    digest = sha256(statement.text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{player_id(statement.speaker)}|{statement.meeting}|{digest}"


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
    """Return the claims of one speech without repetitions. Times that lie in the same part of a round are one time."""
    kept: dict[Hashable, Claim] = {}
    for claim in claims:
        kept.setdefault(_signature(claim), claim)
    return list(kept.values())


def _signature(claim: Claim) -> Hashable:
    subject = "" if claim.type in ("accusation", "defense") else claim.subject
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
    is_stance = kind in ("accusation", "defense")
    subject = _first(item, "accuser", "defender", "subject") or speaker if is_stance else _text(item.get("subject"))
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
