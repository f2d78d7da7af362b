"""Lines on events that only some seats were told, for viewers who see everything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from woozle.arena.views.failures import lapse
from woozle.arena.views.line import Line
from woozle.arena.views.words import room_title
from woozle.core.game import Event, Forfeited, Refused
from woozle.core.games.ship import events as ship
from woozle.core.names import join_names
from woozle.core.request import Seat

if TYPE_CHECKING:
    from woozle.arena.views.ship.everything import Everything


def lines(event: Event, known: Everything) -> Iterator[Line]:
    """Yield the lines of an event that was not told to everyone; none for a mere sighting."""
    match event:
        case ship.Moved(seat, _, to, ticks):
            far = "" if ticks == 1 else f", {ticks} ticks"
            yield Line(f"{_actor(seat, known)} → {room_title(to)}{far}", who=known.number(seat))
        case ship.Arrived(seat, room):
            yield Line(f"{seat} arrives in {room_title(room)}", "quiet", who=known.number(seat))
        case ship.Worked(seat, _, task, done, needed):
            yield _work(seat, f"{task} {done}/{needed}", done == needed, known)
        case ship.Said(seat, room, text):
            yield Line(text, "speech", who=known.number(seat), label=f"{seat} in {room_title(room)}, tick {known.tick}")
        case ship.Killed(killer, victim, room):
            yield Line(f"† {killer} kills {victim} in {room_title(room)}", "bad", who=known.number(killer))
        case ship.Passed((one, other), _):
            yield Line(f"{one} passes {other} on the way", "quiet", who=known.number(one))
        case ship.Bodies(rooms) if rooms:
            where = (f"{join_names(dead)} in {room_title(room)}" for room, dead in rooms.items())
            yield Line(f"The dead: {'; '.join(where)}", "quiet")
        case Refused(seat) | Forfeited(seat):
            yield lapse(event, None, known.number(seat))
        case ship.Role() | ship.Placed():
            yield from _boarding(event, known)


def _boarding(event: Event, known: Everything) -> Iterator[Line]:
    match event:
        case ship.Role(seat, "duck", _, tasks):
            yield Line(f"{seat} is a DUCK; fakes tasks in {_rooms(tasks)}", "bad", who=known.number(seat))
        case ship.Role(seat, _, _, tasks):
            yield Line(f"{seat} is a goose; tasks in {_rooms(tasks)}", who=known.number(seat))
        case ship.Placed(seat, room) if known.tick == 0:
            yield Line(f"{seat} starts in {room_title(room)}", "quiet", who=known.number(seat))
        case ship.Placed(seat, room):
            if known.is_meeting:
                yield Line("The meeting is over", "heading")
            yield Line(f"{seat} in {room_title(room)}", "quiet", who=known.number(seat))


def _work(seat: Seat, progress: str, is_done: bool, known: Everything) -> Line:
    if known.is_duck(seat):
        return Line(f"{_actor(seat, known)} fakes {progress}", "quiet", who=known.number(seat))
    return Line(
        f"{_actor(seat, known)}: {progress}{' ✓' if is_done else ''}", "good" if is_done else "plain", who=known.number(seat)
    )


def _actor(seat: Seat, known: Everything) -> str:
    """Name the seat that acts. As in the public release, a killed seat still takes its turn."""
    return f"{seat}, dead," if known.crew[seat].fate else seat


def _rooms(rooms: tuple[str, ...]) -> str:
    return join_names(map(room_title, rooms))
