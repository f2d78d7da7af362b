"""Matches of the ship for the tests that play all games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from woozle.arena.play import option_files
from woozle.arena.testing.games import GameCase
from woozle.core.game import RecordEntry
from woozle.core.request import Seat
from woozle.games.ship.config import preset
from woozle.games.ship.events import (
    Arrived,
    Foreseen,
    Moved,
    Overheard,
    Placed,
    Role,
    Said,
    Sight,
    Unveiled,
    Voted,
    Waited,
    Worked,
)
from woozle.games.ship.maps import load
from woozle.games.ship.players.bot import ShipBot
from woozle.games.ship.rules import Ship
from woozle.games.ship.tui.label_files import read_labels
from woozle.games.ship.tui.log_import import read_log

PERSONAL = (Role, Sight, Waited, Unveiled)


def the_dead(before: Sequence[RecordEntry]) -> set[Seat]:
    """Return the seats that see everything by then."""
    return {event.seat for event, _ in before if isinstance(event, Unveiled)}


def its_seat(event: Moved, before: Sequence[RecordEntry]) -> Iterable[Seat]:
    return {event.seat, *the_dead(before)}


def in_the_room(said: Said, before: Sequence[RecordEntry]) -> Iterable[Seat]:
    """Return the seats that were with the speaker when its turn began, from the record alone."""
    turn = max(at for at, (event, _) in enumerate(before) if isinstance(event, Sight) and event.seat == said.seat)
    sight = before[turn][0]
    assert isinstance(sight, Sight)
    return {said.seat, *sight.present, *the_dead(before)}


def to_the_listener(said: Overheard, before: Sequence[RecordEntry]) -> Iterable[Seat]:
    """Return the seat that is about to take a turn in the room where it was said."""
    rooms: dict[Seat, str] = {}
    for event, _ in before:
        match event:
            case Placed(seat, room) | Arrived(seat, room):
                rooms[seat] = room
            case Moved(seat, _, to, 1):
                rooms[seat] = to
    return {seat for seat, room in rooms.items() if room == said.room and seat != said.seat}


def ship(preset_name: str, seats: int, **options: object) -> GameCase:
    config = preset(preset_name, **options)
    own = dict.fromkeys((Placed, Moved, Arrived, Worked, Voted, Foreseen), its_seat)
    heard_by = {Said: in_the_room, Overheard: to_the_listener, **own}
    return GameCase(f"ship {preset_name} {seats}", lambda: Ship(seats, config), ShipBot, PERSONAL, heard_by=heard_by)


CASES = [
    ship("standard", 6),
    ship("quack", 6),
    ship("standard", 10, map=load("station"), ducks=2, max_ticks=60),
    ship("quack", 4, map=load("shuttle"), max_ticks=60),
]

READERS = {
    "option": ("map.yaml", lambda path: option_files.value("map", str(path), "ship")),
    "labels": ("labels.jsonl", read_labels),
    "log of QUACK": ("game.jsonl", read_log),
}
"""Readers of files from elsewhere, each with the name of a file."""
