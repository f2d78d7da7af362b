"""Rules that read claims from frames in their scenes: presence, deaths, activities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from woozle.core.games.ship.claims.extraction.frames import MOVES, STAYS, Frame
from woozle.core.games.ship.claims.extraction.lexicon import words
from woozle.core.games.ship.claims.schema import Claim
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat
from woozle.core.value import value


@value
class Scene:
    """A frame in its story.

    seen: frames that were seen in it. here: the room named last. anchor: the room that the speaker was in. trail: the rooms that
    the speaker's way led through that was told last.
    """

    frame: Frame
    seen: tuple[Frame, ...]
    speaker: Seat
    here: Room
    anchor: Room
    trail: tuple[Room, ...] = ()

    def sightings(self, room: Room, pairs: Iterable[tuple[Seat, Seat]]) -> Iterator[Claim]:
        """Yield sightings of pairs of seats in a room."""
        for who, target in pairs:
            if who != target and room:
                yield self.frame.claim("sighting", subject=who, target=target, room=room)


def _locations(frame: Frame, rooms: Sequence[Room], seats: Iterable[Seat]) -> Iterator[Claim]:
    """Yield that each of some seats was in each of some rooms."""
    whom = dict.fromkeys(seats)
    return (frame.claim("location", subject=who, room=room) for room in rooms for who in whom)


def scenes(speech: Sequence[Sequence[Frame]], speaker: Seat) -> Iterator[Scene]:
    """Yield the scenes of a speech, in order."""
    here = anchor = ""
    trail: tuple[Room, ...] = ()
    for sentence in speech:
        seen: dict[int, list[Frame]] = {}
        for frame in sentence:
            if frame.parent:
                seen.setdefault(id(frame.parent), []).append(frame)
        named = sorted(_named_rooms(sentence, speaker), reverse=True)
        for frame in sentence:
            while named and named[-1][0] < frame.first:
                _, here, is_own = named.pop()
                anchor = here if is_own else anchor
            yield Scene(frame, tuple(seen.get(id(frame), ())), speaker, here, anchor, trail)
            if speaker in frame.subject and frame.is_told and len(frame.way) > 1:
                trail = frame.way
        for _, here, is_own in reversed(named):
            anchor = here if is_own else anchor


def _named_rooms(sentence: Sequence[Frame], speaker: Seat) -> Iterator[tuple[int, Room, bool]]:
    """Yield the rooms that the story comes to: where they are named, and whether the speaker was there."""
    for frame in sentence:
        is_own = speaker in frame.subject and frame.is_told and not frame.parent
        is_elsewhere = frame.kind == "enter" or any(place.role != "from" and place.rooms for place in frame.places)
        for place in frame.places:
            is_left = place.role == "from"
            if place.rooms and not (is_left and is_elsewhere):
                yield place.at, place.rooms[-1], place.at < frame.first or (is_own and not is_left)


def stays(scene: Scene) -> Iterator[Claim]:
    """Read "I was in medbay", "Bob was in medbay with Eve"; with a body, it is the body that was there."""
    frame = scene.frame
    if frame.kind not in STAYS or not frame.is_told or frame.has_body:
        return
    rooms = frame.rooms("at")
    if frame.companions:
        rooms = rooms[:1]
    elif not rooms and frame.says_there and scene.here:
        is_where = any(place.role == "there" and place.at < frame.first for place in frame.places)
        yield from _locations(frame, [scene.here], (who for who in frame.subject if who == scene.speaker or is_where))
    yield from _locations(frame, rooms, (*frame.subject, *frame.companions))


def stays_with_me(scene: Scene) -> Iterator[Claim]:
    """Read "Bob was with me in medbay", and "Bob was still there", told by one who was there too: a sighting as well."""
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
    """Read "I saw Bob in medbay"."""
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
    """Read "I left Bob in medbay"."""
    frame = scene.frame
    if frame.kind == "leave" and frame.is_told and frame.targets:
        for room in frame.rooms("at"):
            yield from scene.sightings(room, ((who, target) for who in frame.subject for target in frame.targets))


def sees_moving(scene: Scene) -> Iterator[Claim]:
    """Read "I saw Bob leave medbay towards storage": seen in medbay, and a departure."""
    frame = scene.frame
    if frame.kind != "see" or not frame.is_told or not scene.seen:
        return
    child = scene.seen[0]
    room = (frame.rooms("at", "next") or (_room_seen(child, scene.here),))[0]
    yield from scene.sightings(room, ((who, target) for who in frame.subject for target in child.subject))


def directions(scene: Scene) -> Iterator[Claim]:
    """Read departures and arrivals that were seen, with where to and where from."""
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
    """Read "Bob came in from storage": a way to the room that the story is in; if the speaker was there, Bob was seen."""
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


def puts(scene: Scene) -> Iterator[Claim]:
    """Read "That puts Bob in medbay", "Bob places himself in medbay with Eve", "Bob was seen in medbay"."""
    frame = scene.frame
    is_seen = frame.kind == "see" and frame.is_passive
    if not frame.is_told or not (frame.kind == "place" or is_seen):
        return
    whom = frame.subject if is_seen or frame.is_reflexive else frame.targets
    yield from _locations(frame, frame.rooms("at", "next", "to")[:1], (*whom, *frame.companions))


def attests(scene: Scene) -> Iterator[Claim]:
    """Read "Bob confirms Eve in medbay"."""
    frame = scene.frame
    if frame.kind == "say" and frame.is_told and frame.targets and not frame.is_mutual:
        yield from _locations(frame, frame.rooms("at")[:1], frame.targets)


def denials(scene: Scene) -> Iterator[Claim]:
    """Read "I was never in storage", "I did not see Bob"."""
    frame = scene.frame
    if not frame.is_real or not frame.is_negated:
        return
    rooms = frame.rooms("at", "to", "next", "via")
    if frame.kind in STAYS | MOVES and not frame.parent:
        yield from _locations(frame, rooms, frame.subject)
    elif frame.kind == "see" and not frame.is_passive and not scene.seen:
        for who in frame.subject:
            for target in frame.targets:
                if who != target:
                    yield frame.claim("sighting", subject=who, target=target, room=(rooms or ("",))[0])


def meets(scene: Scene) -> Iterator[Claim]:
    """Read "Bob and Eve confirm each other in medbay": both were there, and each saw the other."""
    frame = scene.frame
    if not frame.is_mutual or not frame.is_told or len(frame.subject) < 2:
        return
    for room in frame.rooms("at", "next")[:1]:
        yield from _locations(frame, [room], frame.subject)
        if frame.kind in ("say", "see", "place", "find"):
            yield from scene.sightings(room, permutations(frame.subject, 2))


def counts(scene: Scene) -> Iterator[Claim]:
    """Read "I saw two people in medbay", "I saw nobody": so many others were seen. "Not anyone" is none."""
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
    """Read "I was alone in medbay", "Bob was alone with Eve"."""
    frame = scene.frame
    if frame.kind not in STAYS or not frame.is_alone or not frame.is_real:
        return
    room = (frame.rooms("at", "next") or (scene.here if frame.says_there else "",))[0]
    for who in frame.subject:
        for target in frame.companions or [""]:
            yield frame.claim("alone", subject=who, target=target, room=room)


def _room_seen(child: Frame, here: Room) -> Room:
    """Return where a seat that moves was seen: what it left, or what it entered."""
    if child.kind == "leave":
        rooms = child.rooms("from") or child.rooms("next", "at")
    elif child.kind == "enter":
        rooms = child.rooms("to", "next", "at")
    else:
        rooms = child.rooms("from") or child.rooms("at", "via", "next", "to")
    return (rooms or (here,))[0]


def finds(scene: Scene) -> Iterator[Claim]:
    """Read "I found Bob's body in medbay", "Bob was found dead"."""
    frame = scene.frame
    if frame.kind not in ("find", "report", "see") or not frame.has_body or not frame.is_real or frame.is_negated:
        return
    rooms = frame.rooms("at", "of", "next")
    room = (rooms or (scene.here,))[0]
    victims = frame.subject if frame.is_passive else (*frame.owners, *frame.targets)
    finders = () if frame.is_passive else frame.subject
    for victim in [victim for victim in victims if victim != scene.speaker][:1]:
        if rooms or (room and scene.speaker in finders):
            yield frame.claim("location", subject=victim, room=room)
    for finder in finders or ("",):
        if finder not in ("", scene.speaker) and rooms:
            yield frame.claim("location", subject=finder, room=room)
        yield frame.claim("body", subject=finder, target=next(iter(victims), ""), room=room)


def lies(scene: Scene) -> Iterator[Claim]:
    """Read "Bob's body was in medbay", "Bob was dead in medbay", "Bob died in medbay"."""
    frame = scene.frame
    is_body = frame.kind in STAYS and frame.has_body
    is_death = frame.kind == "die" or (frame.kind == "kill" and not frame.parent)
    if not frame.is_real or frame.is_negated or not (is_body or is_death):
        return
    victims = frame.targets if frame.kind == "kill" and not frame.is_passive else frame.owners or frame.subject
    rooms = frame.rooms("at", "of", *(("next",) if is_death else ()))[:1]
    yield from _locations(frame, rooms, victims[:1] if is_body else victims)


def kills(scene: Scene) -> Iterator[Claim]:
    """Read "I saw Bob kill Eve in medbay"."""
    frame = scene.frame
    if frame.kind != "see" or not frame.is_real:
        return
    for child in scene.seen:
        if child.kind == "kill":
            room = (child.rooms("at", "next") or frame.rooms("at", "next") or ("",))[0]
            for who in frame.subject:
                for killer in child.subject:
                    for victim in child.targets or [""]:
                        yield child.claim("kill", subject=who, target=killer, victim=victim, room=room)


def tasks(scene: Scene) -> Iterator[Claim]:
    """Read "I did my task in medbay"; and "doing tasks the whole way", after a route, in each of its rooms."""
    frame = scene.frame
    went_for_it = frame.has_task and frame.kind in MOVES and (frame.kind == "start" or frame.rooms("to", "next"))
    is_route = frame.has_task and frame.kind == "route"
    if not frame.is_told or not (frame.kind == "task" or went_for_it or is_route):
        return
    rooms = frame.rooms("at", "to", "next")[-1:] or (scene.trail if _is_all_along(frame) else ()) or (scene.here,)
    for room in dict.fromkeys(frame.way if is_route else rooms):
        for who in frame.subject:
            yield frame.claim("activity", subject=who, activity="task", room=room)


def _is_all_along(frame: Frame) -> bool:
    said = {word for token in (*frame.times, *frame.sentence[frame.first : frame.last + 1]) for word in token.text.split()}
    return bool(said & words("whole"))


def travels(scene: Scene) -> Iterator[Claim]:
    """Read "Bob left towards storage", "I was heading to storage"."""
    frame = scene.frame
    if frame.kind not in MOVES or not frame.is_told:
        return
    for who in frame.subject:
        if who != scene.speaker or (frame.kind == "go" and frame.form == "ing"):
            for room in _under_way(scene)[:1]:
                yield frame.claim("activity", subject=who, activity="traveling", room=room)


def _under_way(scene: Scene) -> tuple[Room, ...]:
    """Return the room of a seat under way: the one that it left, if that was seen; else its goal."""
    frame = scene.frame
    left, goal = frame.rooms("from", "next", "at"), frame.rooms("to")
    if frame.kind == "leave":
        was_told_whole = left and goal and not frame.parent  # "Bob left nav for storage": a route
        return () if was_told_whole else left or goal
    if frame.kind == "go" and (frame.form == "ing" or left):
        return goal[-1:]
    if frame.kind == "enter" and frame.form == "ing" and left == frame.rooms("from") and not goal:
        return (scene.here,) if frame.parent and scene.here else left  # "coming in from nav"
    return ()


def waits(scene: Scene) -> Iterator[Claim]:
    """Read "Bob was camping in storage"."""
    frame = scene.frame
    if frame.kind == "stay" and frame.base in words("waiting") and frame.is_told:
        for room in frame.rooms("at")[:1]:
            for who in frame.subject:
                yield frame.claim("activity", subject=who, activity="waiting", room=room)


def announces(scene: Scene) -> Iterator[Claim]:
    """Read "I reported the body", "Bob called the meeting"."""
    frame = scene.frame
    if not frame.is_told or frame.is_passive:
        return
    is_report = frame.kind == "report" and frame.form in ("past", "third")
    if is_report or frame.base == "call a meeting":
        for who in frame.subject:
            yield frame.claim(
                "activity",
                subject=who,
                activity="reporting" if is_report else "calling",
                room=(frame.rooms("at", "of") or ("",))[0],
            )


RULES = (
    stays,
    stays_with_me,
    sees,
    leaves_behind,
    sees_moving,
    directions,
    comes,
    puts,
    attests,
    denials,
    meets,
    counts,
    alone,
    finds,
    lies,
    kills,
    tasks,
    travels,
    waits,
    announces,
)
