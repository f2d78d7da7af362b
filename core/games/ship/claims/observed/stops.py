"""The times of a route: of the whole way, or of its stops one by one ("medbay at tick 5, then electrical until the report")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from woozle.core.games.ship.claims.observed.times import When, when_of
from woozle.core.games.ship.claims.schema import Claim, Statement
from woozle.core.games.ship.claims.timeline import Timeline
from woozle.core.games.ship.map import Room
from woozle.core.value import value

_PARTS = re.compile(r"[;:]|,(?!\s*(?:and )?\d)|\b(?:and |but )?then\b|\band\b(?! (?:on|onwards?|after|afterwards?|t?\d)\b)")
_CLAUSE = re.compile(  # a time that a happening in a room gives; its room is no stop
    r"\b(?:when|while|as|after|before|until|till|since|once|during|upon|following)\s+"
    r"(?!(?:around |about )?t(?:icks?\b|\d)).*"
)
_WAYS = re.compile(r"\b(?:from|for|towards?|to|into)\s+(?:the\s+)?(?P<room>[a-z_]+(?: engine)?)")
_HOW = re.compile(r"^(?:currently )?(?:ending|ended|starting|started)\b")
_TIME = re.compile(r"\d|\b(?:early|late|later|start|beginning|end|now|meeting|report|body|first)\b")


@value
class Stop:
    """A room of a route, and when the subject was there."""

    room: Room
    when: When


def times_of(timeline: Timeline, statement: Statement, claim: Claim, *, tolerance: int) -> tuple[When, tuple[Stop, ...]]:
    """When a route was taken, and those of its stops that have a time of their own. Other claims have no stops."""

    def when(text: str) -> When:
        return when_of(timeline, statement, replace(claim, when=text), tolerance=tolerance)

    if not (claim.route and claim.when):
        return when_of(timeline, statement, claim, tolerance=tolerance), ()
    parts = [part.strip() for part in _PARTS.split(claim.when) if part.strip()]
    rooms = [_stops_in(timeline, part) for part in parts]
    if not any(rooms):
        return when_of(timeline, statement, claim, tolerance=tolerance), ()
    first = next(place for place, named in enumerate(rooms) if named)
    whole = when(", ".join(parts[:first]))
    stops = []
    for part, named in zip(parts[first:], rooms[first:], strict=True):
        if not _TIME.search(part.lower()):
            continue
        own = when(_without(part))
        if len(named) != 1 or own.unread:
            return replace(own, unread=own.unread or part), ()
        stops.append(Stop(named[0], own))
    return whole, tuple(stops)


def _stops_in(timeline: Timeline, part: str) -> Sequence[Room]:
    """The rooms in a part of a phrase that are stops of a route; where it comes from and goes to only if nothing else is named."""
    text = part.lower()
    clause = _CLAUSE.search(text)
    text = text[: clause.start()] if clause else text
    ways = [room for found in _WAYS.finditer(text) if (room := timeline.rooms.get(found["room"]))]
    named = [room for name, room in timeline.rooms.items() if re.search(rf"\b{name}\b", text)]
    others = [room for room in dict.fromkeys(named) if room not in ways]
    is_way = re.match(rf"(?:{'|'.join(others)})\s+(?:to|into|towards?)\b", text) if others else None
    return [*others, *ways] if is_way else others or list(dict.fromkeys(ways))


def _without(part: str) -> str:
    """The time in a part of a phrase, without what was done at it: "left storage at tick 17"."""
    text = _HOW.sub("", part.lower())
    start = re.search(r"\b(?:(?:right |just )?(?:at|around|about|by|until|till|from|since|after|before|through|when|as|on|in) )*"
                      r"(?:the |very )*(?:ticks?\b|t?\d|early|late|start|beginning|end|now|meeting|report)", text)  # fmt: skip
    clause = _CLAUSE.search(text)
    starts = [found.start() for found in (start, clause) if found]
    return text[min(starts) :] if starts else text
