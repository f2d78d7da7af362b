"""What whoever labels a speech may look at: where everyone was tick by tick, and what the speaker saw, until the meeting."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from woozle.arena.views.words import room_title
from woozle.core.games.ship.claims.happenings import Glimpse, Turn
from woozle.core.games.ship.claims.schema import Statement
from woozle.core.games.ship.claims.timeline import Timeline
from woozle.core.naming import listed
from woozle.core.value import value

_WORKS, _DEAD, _UNDER_WAY = "*", "†", "→"
LEGEND = f"{_UNDER_WAY} on the way, {_WORKS} did a task, {_DEAD} dead"


@value
class Cell:
    """A seat as a tick ended. before, after: signs around the room: that it is dead or on the way there, that it did a task."""

    room: str
    before: str = ""
    after: str = ""


@value
class PlaceRow:
    """A tick: a cell for each seat; or, without cells, something that happened. is_heading: where a round begins."""

    tick: str
    cells: tuple[Cell, ...] = ()
    words: str = ""
    is_heading: bool = False


@value
class Places:
    """Where everyone was. names, teams: by seat. begin: the row where the round of the speech begins."""

    names: tuple[str, ...]
    teams: tuple[str, ...]
    rows: tuple[PlaceRow, ...]
    begin: int


@value
class Sighting:
    """What the speaker perceived at one moment."""

    tick: str
    words: str
    is_heading: bool = False


@value
class Sightings:
    """What the speaker perceived. begin: as for Places."""

    rows: tuple[Sighting, ...]
    begin: int


def places(line: Timeline, statement: Statement) -> Places:
    """Where everyone was, until the meeting of a speech."""
    found: list[PlaceRow] = []
    begin = 0
    notes = _notes(line, statement)
    for tick in range(statement.tick + 1):
        if tick in (starts := _starts(line, statement)):
            begin = len(found)
            found.append(PlaceRow("", words=f"Round {starts[tick] + 1}", is_heading=True))
        turns = [line.turn(seat, tick) for seat in line.seats]
        found.append(PlaceRow(str(tick), tuple(_cell(turn) for turn in turns)))
        found += [PlaceRow("", words=note) for note in notes.get(tick, ())]
    return Places(tuple(line.seats), tuple(line.teams.get(seat, "") for seat in line.seats), tuple(found), begin)


def sightings(line: Timeline, statement: Statement) -> Sightings:
    """What the speaker perceived before a speech, moment by moment."""
    moments: dict[int, list[str]] = defaultdict(list)
    looks = [look for look in line.looks.get(statement.speaker, ()) if look.at < statement.at]
    for look in looks:
        company = f"with {listed(look.present)}" if look.present else "alone"
        bodies = [f"the body of {body}" for body in look.bodies]
        moments[look.at] += [f"{room_title(look.room)}: {company}", *bodies]
    has_looked = {look.at for look in looks}
    for glimpse in line.glimpses.get(statement.speaker, ()):
        if glimpse.at < statement.at and not (glimpse.kind in ("present", "body") and glimpse.at in has_looked):
            moments[glimpse.at] += _glimpsed(glimpse, statement.speaker)
    found: list[Sighting] = []
    starts, begin = _starts(line, statement), 0
    for at in sorted(at for at, words in moments.items() if words):
        tick = line.tick_at(at)
        for start in [start for start in starts if start <= tick]:
            begin = len(found)
            found.append(Sighting("", f"Round {starts.pop(start) + 1}", is_heading=True))
        found.append(Sighting(str(tick), "; ".join(moments[at])))
    return Sightings(tuple(found), begin)


_Starts: TypeAlias = dict[int, int]


def _starts(line: Timeline, statement: Statement) -> _Starts:
    """The rounds until the meeting of a speech, by the tick after the meeting before."""
    return {each.first + bool(each.index): each.index for each in line.rounds if each.index <= statement.meeting}


def _notes(line: Timeline, statement: Statement) -> Mapping[int, list[str]]:
    """Kills and meetings, by tick."""
    notes: dict[int, list[str]] = defaultdict(list)
    for kill in line.kills:
        if kill.at < statement.at:
            notes[kill.tick].append(f"{_DEAD} {kill.killer} killed {kill.victim} in {room_title(kill.room)}")
    for meeting in line.meetings[: statement.meeting + 1]:
        cause = "reported a body" if meeting.cause == "report" else "pressed the button"
        notes[meeting.tick].append(f"▪ {meeting.caller} {cause} in {room_title(meeting.room)}")
    return notes


def _cell(turn: Turn | None) -> Cell:
    if turn is None:
        return Cell("")
    place = turn.end
    if not place.is_alive:
        return Cell("", _DEAD)
    if place.ticks_left:
        return Cell(room_title(place.bound_for), _UNDER_WAY)
    return Cell(room_title(place.room), "", _WORKS if any(did == "task" for did, _ in turn.did) else "")


def _glimpsed(glimpse: Glimpse, me: str) -> Iterator[str]:
    other, room, way = glimpse.other, room_title(glimpse.room), room_title(glimpse.way) if glimpse.way else ""
    match glimpse.kind:
        case "present":
            words = f"{other} in {room}"
        case "body":
            words = f"the body of {other} in {room}"
        case "left":
            words = f"{other} left for {way}"
        case "came":
            words = f"{other} came from {way}"
        case "gone":
            words = f"{other} is there no more"
        case "joined":
            words = f"{other} is there now"
        case "heard":
            words = f"heard {other} in {room}"
        case "passed":
            words = f"met {other} between {room} and {way}"
        case "kill":
            words = f"killed {glimpse.victim} in {room}" if other == me else f"saw {other} kill {glimpse.victim} in {room}"
    yield words if glimpse.is_certain else f"perhaps: {words}"
