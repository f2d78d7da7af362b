"""A claim as a form of dials, and a form as a claim."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any, get_args

from woozle.arena.views.forms import Dial
from woozle.arena.views.words import room_title
from woozle.core.games.ship.claims.labels import Heard
from woozle.core.games.ship.claims.schema import Claim, ClaimType
from woozle.core.text import visible_line

_PLACE = ("room", "when", "is_negated")
STOPS = tuple(f"stop-{number}" for number in range(2, 13))
"""The rooms of a route after its first, which is the room. Each is offered when there is one before it."""

FIELDS: Mapping[str, tuple[str, ...]] = {
    "location": ("subject", "room", *STOPS, "when", "is_negated"),
    "sighting": ("subject", "target", *_PLACE),
    "activity": ("subject", "activity", *_PLACE),
    "accusation": ("target",),
    "defense": ("target",),
    "body": ("subject", "target", *_PLACE),
    "kill": ("subject", "target", "victim", *_PLACE),
    "alone": ("subject", "target", *_PLACE),
    "departure": ("subject", "target", "way", *_PLACE),
    "arrival": ("subject", "target", "way", *_PLACE),
    "count": ("subject", "number", *_PLACE),
}
"""What is to be set for each type of claim."""

_TYPES = {
    "location": "was somewhere",
    "sighting": "saw somebody",
    "activity": "did something",
    "accusation": "accuses",
    "defense": "vouches for",
    "body": "found a body",
    "kill": "saw a kill",
    "alone": "was alone",
    "departure": "saw one leave",
    "arrival": "saw one come",
    "count": "saw so many",
}
_ACTIVITIES = {"task": "a task", "traveling": "was travelling", "waiting": "waited", "reporting": "reported", "calling": "called"}


def dials(heard: Heard, claim: Claim | None) -> tuple[Dial, ...]:
    """A form for a claim, or for a new one of the speaker."""
    claim = claim or Claim("location", subject=heard.statement.speaker)
    seats = {"": "nobody", **{seat: seat for seat in heard.timeline.seats}}
    rooms = {"": "no room", **{room: room_title(room) for room in heard.timeline.map.rooms}}
    first, *stops = (*(claim.route or (claim.room,)), *[""] * len(STOPS))
    number = "" if claim.number is None else str(claim.number)
    return (
        _dial("type", "Claim", {type: _TYPES[type] for type in get_args(ClaimType)}, claim.type),
        _dial("subject", "Who", seats, claim.subject),
        _dial("target", "Whom", seats, claim.target),
        _dial("victim", "Victim", seats, claim.victim),
        _dial("activity", "What", {"": "something", **_ACTIVITIES}, claim.activity),
        _dial("number", "How many", {"": "some", **{str(n): str(n) for n in range(len(heard.timeline.seats))}}, number),
        _dial("room", "Room", rooms, first),
        *(_dial(name, "then in", {**rooms, "": "nowhere else"}, room) for name, room in zip(STOPS, stops, strict=False)),
        _dial("way", "To or from", {**rooms, "": "not said"}, claim.way),
        _dial("when", "When", _times(heard), claim.when),
        _dial("is_negated", "Denied", {"": "no", "yes": "yes, denied"}, "yes" if claim.is_negated else ""),
    )


def formed(values: Mapping[str, str], before: Claim | None, speaker: str) -> Claim:
    """The claim that a form says. before: the one that it corrects, which keeps its place in the speech."""
    type: Any = values["type"]
    told = {name: values[name] for name in FIELDS[type] if name not in STOPS}
    fields: dict[str, Any] = {"subject": speaker, **told}
    fields["is_negated"] = bool(told.get("is_negated"))
    if "number" in told:
        fields["number"] = int(told["number"]) if told["number"] else None
    if type == "location" and len(route := _route(values)) > 1:
        fields |= {"room": "", "route": route}
    if before and before.type == type:
        kept = {"subject": before.subject} if "subject" not in told else {}
        return replace(before, **{"route": (), **fields, **kept})
    return Claim(type, span=before.span if before else None, **fields)


def offered(values: Mapping[str, str]) -> list[str]:
    """The fields that a form with these values asks for."""
    stops = STOPS[: len(_route(values))] if values["room"] else ()
    return ["type", *(name for name in FIELDS[values["type"]] if name not in STOPS or name in stops)]


def _route(values: Mapping[str, str]) -> tuple[str, ...]:
    """The rooms that are named one after the other, from the first to the last before a gap."""
    return tuple(takewhile(bool, (values["room"], *(values[name] for name in STOPS))))


def _dial(id: str, label: str, words: Mapping[str, str], value: str) -> Dial:
    words = words if value in words else {**words, value: value}
    return Dial(id, label, tuple(words), tuple(map(visible_line, words.values())), [*words].index(value))


def _times(heard: Heard) -> Mapping[str, str]:
    """No time, what the speech says, and every tick until the meeting."""
    said: Iterable[str] = (claim.when for claim in heard.claims or () if claim.when)
    ticks = (f"tick {tick}" for tick in range(heard.statement.tick, 0, -1))
    return {"": "no time", **{when: when for when in (*said, *ticks)}}
