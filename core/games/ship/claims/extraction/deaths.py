"""Bodies that were found and kills that were seen. The dead were somewhere too: each is a location of the victim as well."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.core.games.ship.claims.extraction.frames import STAYS
from woozle.core.games.ship.claims.extraction.scenes import Scene
from woozle.core.games.ship.claims.schema import Claim


def finds(scene: Scene) -> Iterator[Claim]:
    """Reads "I found Bob's body in medbay", "Bob was found dead"."""
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
    """Reads "Bob's body was in medbay", "Bob was dead in medbay", "Bob died in medbay"."""
    frame = scene.frame
    is_body = frame.kind in STAYS and frame.has_body
    is_death = frame.kind == "die" or (frame.kind == "kill" and not frame.parent)
    if not frame.is_real or frame.is_negated or not (is_body or is_death):
        return
    victims = frame.targets if frame.kind == "kill" and not frame.is_passive else frame.owners or frame.subject
    for room in frame.rooms("at", "of", *(("next",) if is_death else ()))[:1]:
        for victim in victims[:1] if is_body else victims:
            yield frame.claim("location", subject=victim, room=room)


def kills(scene: Scene) -> Iterator[Claim]:
    """Reads "I saw Bob kill Eve in medbay"."""
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


RULES = (finds, lies, kills)
