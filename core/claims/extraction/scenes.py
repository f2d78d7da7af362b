"""Frames with what surrounds them: what was seen in them, and where the story stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from woozle.core.claims.extraction.frames import Frame
from woozle.core.claims.schema import Claim
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat
from woozle.core.value import value


@value
class Scene:
    """A frame in its story.

    seen: frames that were seen in it. here: the room named last. anchor: the room that the speaker was in. trail: the rooms that
    the frame before leads through.
    """

    frame: Frame
    seen: tuple[Frame, ...]
    speaker: Seat
    here: Room
    anchor: Room
    trail: tuple[Room, ...] = ()

    def sightings(self, room: Room, pairs: Iterable[tuple[Seat, Seat]]) -> Iterator[Claim]:
        """Who saw whom in a room."""
        for who, target in pairs:
            if who != target and room:
                yield self.frame.claim("sighting", subject=who, target=target, room=room)


def scenes(speech: Sequence[Sequence[Frame]], speaker: Seat) -> Iterator[Scene]:
    """The scenes of a speech, in order."""
    here = anchor = ""
    for sentence in speech:
        seen: dict[int, list[Frame]] = {}
        for frame in sentence:
            if frame.parent:
                seen.setdefault(id(frame.parent), []).append(frame)
        trail: tuple[Room, ...] = ()
        for frame in sentence:
            for place in frame.places:
                if place.rooms and place.at < frame.first:
                    here = anchor = place.rooms[-1]
            yield Scene(frame, tuple(seen.get(id(frame), ())), speaker, here, anchor, trail)
            trail = frame.way
            is_own = speaker in frame.subject and frame.is_told and not frame.parent
            for place in sorted(frame.places, key=lambda place: place.role != "from"):
                if place.rooms:
                    here = place.rooms[-1]
                    anchor = here if is_own and place.role != "from" else anchor
