"""Ways through the ship: the moves of a seat, joined to one route as far as they tell one story."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from woozle.core.games.ship.claims.extraction.frames import MOVES, STAYS, Frame
from woozle.core.games.ship.claims.schema import Claim
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat

_TELLS_A_WAY = MOVES | {"route", "fragment"}
_MOST_ROOMS = 64  # of a journey; more is no story, and would take long to compare
_LONG = 2  # places of one frame; a frame that names more has told the whole route


@dataclass(slots=True)
class Journey:
    """Rooms that a seat went through, in order, and the frames that say so.

    sentence: number of the last frame's. mark: how many rooms there were before that frame.
    """

    who: Seat
    rooms: list[Room] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    sentence: int = -1
    mark: int = 0

    def add(self, frame: Frame, rooms: Sequence[Room], sentence: int) -> None:
        """Go on through rooms; one that the journey is in already is not entered twice."""
        self.mark = len(self.rooms)
        self._take(rooms)
        self.frames.append(frame)
        self.sentence = sentence

    def lead_in(self, rooms: Sequence[Room]) -> None:
        """Go through rooms before those of the last frame."""
        after, self.rooms = self.rooms[self.mark :], self.rooms[: self.mark]
        self._take((*rooms, *after))

    def _take(self, rooms: Sequence[Room]) -> None:
        for room in rooms:
            if len(self.rooms) < _MOST_ROOMS and self.rooms[-1:] != [room]:
                self.rooms.append(room)

    def tells(self, way: Sequence[Room]) -> bool:
        """Return whether a way of more than one room is in it already."""
        return self.rooms == list(way) or (len(way) > 1 and self.holds(Journey(self.who, list(way))))

    def holds(self, other: Journey) -> bool:
        """Return whether the other journey is a part of this one, told again."""
        size = len(other.rooms)
        return size < len(self.rooms) and any(self.rooms[i : i + size] == other.rooms for i in range(len(self.rooms) - size + 1))


def routes(speech: Sequence[Sequence[Frame]], speaker: Seat) -> Iterator[Claim]:
    """Return where each seat went by its speech: a route, or the only room of a seat that is not the speaker."""
    longest: dict[Seat, Journey] = {}
    told = journeys(speech, speaker)
    for journey in told:
        if journey.who not in longest or len(journey.rooms) > len(longest[journey.who].rooms):
            longest[journey.who] = journey
    own = [journey for journey in told if journey.who == speaker and len(journey.rooms) > 1]
    for journey in told:
        frame = journey.frames[0]
        if longest[journey.who].holds(journey):
            continue
        if len(journey.rooms) > 1:
            if journey.who != speaker or journey is own[0] or len(journey.rooms) > 2:
                claim = frame.claim("location", subject=journey.who, route=tuple(journey.rooms))
                yield replace(claim, when=_time_of(journey))
        elif journey.who != speaker and frame.kind != "leave" and not frame.rooms("from") and not frame.parent:
            yield frame.claim("location", subject=journey.who, room=journey.rooms[0])


def _time_of(journey: Journey) -> str:
    """Return the time of the whole journey. In a list of stops, a time after a room belongs to that stop alone."""
    frame = journey.frames[0]
    is_list = len(journey.frames) > 1 or any(place.role == "next" for place in frame.places)
    stops = frame.sentence[min((place.at for place in frame.places), default=0)].start if is_list else None
    return " ".join(dict.fromkeys(token.text for token in frame.times if stops is None or token.start < stops))


def journeys(speech: Sequence[Sequence[Frame]], speaker: Seat) -> list[Journey]:
    """Return all journeys of a speech, in the order they begin."""
    found: list[Journey] = []
    current: dict[Seat, Journey] = {}
    for number, sentence in enumerate(speech):
        stays: dict[Seat, Frame] = {}
        for frame in sentence:
            if not frame.is_told or frame.is_passive:
                continue
            for who in frame.subject:
                if frame.kind in _TELLS_A_WAY and frame.way:
                    journey = _travel(frame, who, number, current.get(who), stays.get(who), who == speaker)
                    if journey is not current.get(who):
                        current[who] = journey
                        found.append(journey)
                elif frame.kind in STAYS | {"find", "report", "task"} and frame.rooms("at") and not frame.owners:
                    _stay(frame, who, number, current.get(who), stays, who == speaker)
    return found


def _travel(frame: Frame, who: Seat, number: int, journey: Journey | None, stay: Frame | None, is_own: bool) -> Journey:
    """Return the journey that a frame goes on with, or the one that it begins."""
    if journey and _leads_in(frame, journey, number):
        journey.lead_in(frame.way)
    elif journey and journey.sentence != number and journey.tells(frame.way):
        pass
    elif journey and _goes_on(journey, frame, number, is_own):
        journey.add(frame, frame.way, number)
    else:
        journey = Journey(who)
        if stay and not frame.parent and frame.kind != "route":
            journey.add(stay, stay.rooms("at")[-1:], number)
        if journey.rooms and frame.is_earlier:
            journey.lead_in(frame.way)
        else:
            journey.add(frame, frame.way, number)
    return journey


def _stay(frame: Frame, who: Seat, number: int, journey: Journey | None, stays: dict[Seat, Frame], is_own: bool) -> None:
    """Add a room that a seat was in: it ends the journey of the same sentence, or begins the speaker's next."""
    if journey and journey.sentence == number:
        if is_own or journey.frames[0].kind in ("start", "route"):
            journey.add(frame, frame.rooms("at")[-1:], number)
    elif is_own and frame.kind in STAYS | {"task"}:
        stays[who] = frame


def _leads_in(frame: Frame, journey: Journey, number: int) -> bool:
    """Return whether the frame tells the journey's source: "entered medbay, coming from storage", "after leaving storage"."""
    is_source = {place.role for place in frame.places if place.rooms} == {"from"}
    is_late = frame.is_earlier or (is_source and frame.form == "ing" and len(journey.rooms) == 1)
    return is_late and journey.sentence == number


def _goes_on(journey: Journey, frame: Frame, number: int, is_own: bool) -> bool:
    """Return whether a frame goes on with the journey and does not begin another.

    The speaker's own story goes on over sentences, unless it was told as a list. Moves of others at times of their own are apart,
    unless one begins where the other ended.
    """
    if frame.kind in ("route", "start") or len(journey.rooms) >= _MOST_ROOMS:
        return False
    if is_own and journey.sentence != number:
        first = journey.frames[0]
        return first.kind not in ("route", "fragment") and len(first.places) <= _LONG and frame.way[-1] not in journey.rooms[:-1]
    if journey.sentence != number:
        return False
    if frame.way[0] == journey.rooms[-1] and len(frame.way) > 1:
        return True
    is_apart = (journey.frames[-1].kind in ("enter", "leave") and len(frame.way) > 1) or (
        len(journey.rooms) > 1 and frame.times != []
    )
    return is_own or frame.form == "ing" or not is_apart
