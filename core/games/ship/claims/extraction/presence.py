"""Where somebody was, and who was seen where: locations, sightings, departures, arrivals, counts, and being alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from woozle.core.games.ship.claims.extraction.frames import MOVES, STAYS, Frame
from woozle.core.games.ship.claims.extraction.scenes import Scene
from woozle.core.games.ship.claims.schema import Claim
from woozle.core.games.ship.map import Room


def stays(scene: Scene) -> Iterator[Claim]:
    """Reads "I was in medbay", "Bob was in medbay with Eve"; with a body, it is the body that was there."""
    frame = scene.frame
    if frame.kind not in STAYS or not frame.is_told or frame.has_body:
        return
    rooms = frame.rooms("at")
    if frame.companions:
        rooms = rooms[:1]
    elif not rooms and frame.says_there and scene.here:
        is_where = any(place.role == "there" and place.at < frame.first for place in frame.places)
        for who in frame.subject:
            if who == scene.speaker or is_where:
                yield frame.claim("location", subject=who, room=scene.here)
    for room in rooms:
        for who in dict.fromkeys((*frame.subject, *frame.companions)):
            yield frame.claim("location", subject=who, room=room)


def stays_with_me(scene: Scene) -> Iterator[Claim]:
    """Reads "Bob was with me in medbay", and "Bob was still there", told by one who was there too: a sighting as well."""
    frame = scene.frame
    if frame.kind not in STAYS or not frame.is_told:
        return
    if frame.companions:
        room = (frame.rooms("at", "next") or ((scene.here if frame.says_there else ""),))[0]
        if scene.speaker in (*frame.subject, *frame.companions):
            others = frame.companions if scene.speaker in frame.subject else frame.subject
            yield from scene.sightings(room, ((scene.speaker, other) for other in others))
    elif frame.says_there and frame.form == "past" and not frame.rooms("at") and not frame.is_reported:
        yield from scene.sightings(scene.anchor, ((scene.speaker, who) for who in frame.subject))


def sees(scene: Scene) -> Iterator[Claim]:
    """Reads "I saw Bob in medbay"."""
    frame = scene.frame
    if frame.kind != "see" or not frame.is_told or scene.seen or frame.is_passive:
        return
    rooms = frame.rooms("at", "next") or frame.rooms("via", "to")[:1]
    for place in frame.places:
        targets = () if place.is_near else frame.targets_in(place)
        for room in place.rooms:
            if room in rooms:
                yield from scene.sightings(room, ((who, target) for who in frame.subject for target in targets))
    if not rooms and frame.base != "catch":
        witnesses = [who for who in frame.subject if who == scene.speaker or frame.says_there]
        yield from scene.sightings(scene.here, ((who, target) for who in witnesses for target in frame.targets))


def leaves_behind(scene: Scene) -> Iterator[Claim]:
    """Reads "I left Bob in medbay"."""
    frame = scene.frame
    if frame.kind == "leave" and frame.is_told and frame.targets:
        for room in frame.rooms("at"):
            yield from scene.sightings(room, ((who, target) for who in frame.subject for target in frame.targets))


def sees_moving(scene: Scene) -> Iterator[Claim]:
    """Reads "I saw Bob leave medbay towards storage": seen in medbay, and a departure."""
    frame = scene.frame
    if frame.kind != "see" or not frame.is_told or not scene.seen:
        return
    child = scene.seen[0]
    room = (frame.rooms("at", "next") or (_room_seen(child, scene.here),))[0]
    yield from scene.sightings(room, ((who, target) for who in frame.subject for target in child.subject))


def directions(scene: Scene) -> Iterator[Claim]:
    """Departures and arrivals that were seen, with where to and where from."""
    frame = scene.frame
    if frame.kind != "see" or not frame.is_real or frame.is_passive:
        return
    for child in scene.seen:
        if child.kind not in MOVES:
            continue
        source = (child.rooms("from") or (child.rooms("next", "at") if child.kind == "leave" else ()) or ("",))[0]
        goal = (child.rooms("to") or (child.rooms("next", "at", "via") if child.kind != "leave" else ()) or ("",))[0]
        came = child.kind == "enter"
        for who in frame.subject:
            for target in child.subject:
                if who != target and (source or goal):
                    kind, room, way = ("arrival", goal or scene.here, source) if came else ("departure", source or scene.here, goal)
                    yield child.claim(kind, subject=who, target=target, room=room, way=way)  # type: ignore[arg-type]


def comes(scene: Scene) -> Iterator[Claim]:
    """Reads "Bob came in from storage": a way to the room that the story is in; if the speaker was there, Bob was seen."""
    frame = scene.frame
    if frame.kind != "enter" or not frame.is_told:
        return
    others = [who for who in frame.subject if who != scene.speaker]
    source, is_open = frame.rooms("from")[:1], not frame.rooms("to", "next", "at")
    if source and is_open and scene.here and source[0] != scene.here:
        for who in others:
            yield frame.claim("location", subject=who, route=(source[0], scene.here))
    came_here = source and is_open and frame.form != "ing"
    entered_here = not frame.parent and len(frame.way) == 2 and frame.way[1] == scene.anchor
    if (came_here or entered_here) and not frame.is_reported:
        yield from scene.sightings(scene.anchor, ((scene.speaker, who) for who in others))


def placed(scene: Scene) -> Iterator[Claim]:
    """Reads "That puts Bob in medbay", "Bob places himself in medbay with Eve", "Bob was seen in medbay"."""
    frame = scene.frame
    is_seen = frame.kind == "see" and frame.is_passive
    if not frame.is_told or not (frame.kind == "place" or is_seen):
        return
    whom = frame.subject if is_seen or frame.is_reflexive else frame.targets
    for room in frame.rooms("at", "next", "to")[:1]:
        for who in dict.fromkeys((*whom, *frame.companions)):
            yield frame.claim("location", subject=who, room=room)


def attests(scene: Scene) -> Iterator[Claim]:
    """Reads "Bob confirms Eve in medbay"."""
    frame = scene.frame
    if frame.kind == "say" and frame.is_told and frame.targets and not frame.is_mutual:
        for room in frame.rooms("at")[:1]:
            for target in frame.targets:
                yield frame.claim("location", subject=target, room=room)


def denials(scene: Scene) -> Iterator[Claim]:
    """Reads "I was never in storage", "I did not see Bob"."""
    frame = scene.frame
    if not frame.is_real or not frame.is_negated:
        return
    rooms = frame.rooms("at", "to", "next", "via")
    if frame.kind in STAYS | MOVES and not frame.parent:
        for room in rooms:
            for who in frame.subject:
                yield frame.claim("location", subject=who, room=room)
    elif frame.kind == "see" and not frame.is_passive and not scene.seen:
        for who in frame.subject:
            for target in frame.targets:
                if who != target:
                    yield frame.claim("sighting", subject=who, target=target, room=(rooms or ("",))[0])


def meets(scene: Scene) -> Iterator[Claim]:
    """Reads "Bob and Eve confirm each other in medbay": both were there, and each saw the other."""
    frame = scene.frame
    if not frame.is_mutual or not frame.is_told or len(frame.subject) < 2:
        return
    for room in frame.rooms("at", "next")[:1]:
        for who in frame.subject:
            yield frame.claim("location", subject=who, room=room)
        if frame.kind in ("say", "see", "place", "find"):
            yield from scene.sightings(room, permutations(frame.subject, 2))


def counts(scene: Scene) -> Iterator[Claim]:
    """Reads "I saw two people in medbay", "I saw nobody": so many others were seen. "Not anyone" is none."""
    frame = scene.frame
    if frame.kind != "see" or not frame.is_real or frame.is_passive or frame.targets or scene.seen:
        return
    none = frame.has_nobody
    number = 0 if none else frame.number
    if number is None or (frame.is_negated and not none):
        return
    for who in frame.subject:
        room = (frame.rooms("at", "next", "via") or ("",))[0]
        yield replace(frame.claim("count", subject=who, room=room, number=number), is_negated=False)


def alone(scene: Scene) -> Iterator[Claim]:
    """Reads "I was alone in medbay", "Bob was alone with Eve"."""
    frame = scene.frame
    if frame.kind not in STAYS or not frame.is_alone or not frame.is_real:
        return
    room = (frame.rooms("at", "next") or (scene.here if frame.says_there else "",))[0]
    for who in frame.subject:
        for target in frame.companions or [""]:
            yield frame.claim("alone", subject=who, target=target, room=room)


def _room_seen(child: Frame, here: Room) -> Room:
    """Where one who moves was seen: what was left, what was entered."""
    if child.kind == "leave":
        rooms = child.rooms("from") or child.rooms("next", "at")
    elif child.kind == "enter":
        rooms = child.rooms("to", "next", "at")
    else:
        rooms = child.rooms("from") or child.rooms("at", "via", "next", "to")
    return (rooms or (here,))[0]


RULES = (stays, stays_with_me, sees, leaves_behind, sees_moving, directions, comes, placed, attests, denials, meets, counts, alone)
