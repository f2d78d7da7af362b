"""Frames with what surrounds them: what was seen in them, and where the story stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from woozle.core.games.ship.claims.extraction.frames import Frame
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
        """Who saw whom in a room."""
        for who, target in pairs:
            if who != target and room:
                yield self.frame.claim("sighting", subject=who, target=target, room=room)


def scenes(speech: Sequence[Sequence[Frame]], speaker: Seat) -> Iterator[Scene]:
    """The scenes of a speech, in order."""
    here = anchor = ""
    trail: tuple[Room, ...] = ()
    for sentence in speech:
        seen: dict[int, list[Frame]] = {}
        for frame in sentence:
            if frame.parent:
                seen.setdefault(id(frame.parent), []).append(frame)
        named = sorted(_named(sentence, speaker), reverse=True)
        for frame in sentence:
            while named and named[-1][0] < frame.first:
                _, here, is_own = named.pop()
                anchor = here if is_own else anchor
            yield Scene(frame, tuple(seen.get(id(frame), ())), speaker, here, anchor, trail)
            if speaker in frame.subject and frame.is_told and len(frame.way) > 1:
                trail = frame.way
        for _, here, is_own in reversed(named):
            anchor = here if is_own else anchor


def _named(sentence: Sequence[Frame], speaker: Seat) -> Iterator[tuple[int, Room, bool]]:
    """Rooms that the story comes to: where they are named, and whether the speaker was there."""
    for frame in sentence:
        is_own = speaker in frame.subject and frame.is_told and not frame.parent
        is_elsewhere = frame.kind == "enter" or any(place.role != "from" and place.rooms for place in frame.places)
        for place in frame.places:
            is_left = place.role == "from"
            if place.rooms and not (is_left and is_elsewhere):
                yield place.at, place.rooms[-1], place.at < frame.first or (is_own and not is_left)
