"""What a seat on the ship knows of the place it is in and of its own work: all that its pictures show, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from woozle.core.game import Event
from woozle.core.games.ship.events import (
    Arrived,
    Ballot,
    Briefing,
    Killed,
    MeetingCalled,
    Moved,
    Passed,
    Placed,
    Role,
    Sight,
    Tick,
    Worked,
)
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat
from woozle.core.value import value


@value
class Scene:
    """The last that a seat has seen, hashable, so that the same is drawn once.

    ship: the map as JSON. bound_for: where it goes through a corridor, since the tick `set_out`, for `ticks`; empty in a room.
    present, bodies, left, came: as in Sight; seen: the tick of that, 0 if it has not looked round here yet. passed: who was met in
    the corridor. work: turns done by room of a task; needed: turns that a task takes.
    """

    ship: str
    seats: tuple[Seat, ...]
    needed: int
    me: Seat = ""
    is_alive: bool = True
    in_meeting: bool = False
    tick: int = 0
    room: Room = ""
    bound_for: Room = ""
    set_out: int = 0
    ticks: int = 0
    present: tuple[Seat, ...] = ()
    bodies: tuple[Seat, ...] = ()
    left: tuple[tuple[Seat, Room], ...] = ()
    came: tuple[tuple[Seat, Room], ...] = ()
    passed: tuple[Seat, ...] = ()
    seen: int = 0
    work: tuple[tuple[Room, int], ...] = ()


def scene(observation: Iterable[Event]) -> Scene | None:
    """What a seat has seen last; None as long as it has not been told where it is, and for what no match tells."""
    known: Scene | None = None
    rooms: tuple[Room, ...] = ()
    for event in observation:
        if isinstance(event, Briefing):
            rooms = event.config.map.room_names
            known = Scene(event.config.map.model_dump_json(), event.seats, event.config.ticks_per_task)
        elif known:
            known = _after(known, event)
    return known if known and _can_be(known, rooms) else None


def _can_be(known: Scene, rooms: Iterable[Room]) -> bool:
    """Whether all who are seen sit at the table, and all places are on the map: a transcript from elsewhere may say anything."""
    places = {known.room, known.bound_for or known.room, *(room for room, _ in known.work)}
    people = {known.me, *known.present, *known.bodies, *known.passed, *(seat for seat, _ in (*known.left, *known.came))}
    return places <= {*rooms} and people <= {*known.seats}


def _after(known: Scene, event: Event) -> Scene:
    match event:
        case Role(seat, _, _, tasks):
            return replace(known, me=seat, work=tuple((room, 0) for room in tasks))
        case Placed(_, room):
            return replace(_standing(known, room), in_meeting=False)
        case Tick(number):
            return replace(known, tick=number, in_meeting=False)
        case Moved(_, start, to, ticks) if ticks > 1:
            return replace(_standing(known, start), bound_for=to, set_out=known.tick, ticks=ticks)
        case Moved(_, _, to, _) | Arrived(_, to):
            return _standing(known, to)
        case Passed(seats, _):
            met = tuple(seat for seat in seats if seat not in (known.me, *known.passed))
            return replace(known, passed=(*known.passed, *met))
        case Sight(_, tick, room, present, bodies, left, came):
            return replace(_standing(known, room), seen=tick, present=present, bodies=bodies, left=left, came=came)
        case Worked(_, room, _, done, _):
            return replace(known, work=tuple((place, done if place == room else before) for place, before in known.work))
        case Killed(_, victim, _):
            present = tuple(seat for seat in known.present if seat != victim)
            return replace(_without(known, (victim,)), present=present, bodies=(*known.bodies, victim))
        case MeetingCalled(_, _, _, dead):
            return replace(_without(known, dead), in_meeting=True)
        case Ballot(_, _, ejected, _):
            return _without(known, (ejected,))
    return known


def _standing(known: Scene, room: Room) -> Scene:
    """In a room, without having looked round there."""
    return replace(known, room=room, bound_for="", present=(), bodies=(), left=(), came=(), passed=(), seen=0)


def _without(known: Scene, dead: Iterable[Seat | None]) -> Scene:
    return replace(known, is_alive=known.is_alive and known.me not in dead)
