"""Short matches for the checks of claims, told by their Events: who ended which tick where, and what else happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from woozle.core.game import RECORD, Event, RecordEntry
from woozle.games.ship.claims.compatible.reconstruction import Reconstruction
from woozle.games.ship.claims.compatible.verdicts import verdict
from woozle.games.ship.claims.schema import Claim, Statement, Verdict
from woozle.games.ship.config import preset
from woozle.games.ship.events import (
    Arrived,
    Ballot,
    Bodies,
    Briefing,
    Killed,
    MeetingCalled,
    Moved,
    Placed,
    Role,
    Tick,
    Worked,
)
from woozle.games.ship.rules import Ship

SEATS = tuple(Ship.seat_names[:6])


def record(
    last: int,
    rooms: Mapping[str, str] | None = None,
    events: Mapping[int, Sequence[Event]] | None = None,
    ducks: Sequence[str] = ("Frank",),
) -> list[RecordEntry]:
    """A record up to a tick. rooms: by seat, as in `medbay 0, electrical 6`; others stay in storage. events: more, by tick."""
    places = {seat: _by_tick((rooms or {}).get(seat, "storage 0")) for seat in SEATS}
    told: list[Event] = [Briefing(SEATS, preset("quack"))]
    for seat in SEATS:
        told.append(Role(seat, "duck" if seat in ducks else "goose", (), ("medbay", "weapons")))
        told.append(Placed(seat, places[seat][0]))
    for tick in range(1, last + 1):
        told.append(Tick(tick))
        told += [Arrived(seat, places[seat][tick]) for seat in SEATS if tick in places[seat]]
        told += (events or {}).get(tick, ())
    return [(event, RECORD) for event in told]


def _by_tick(text: str) -> dict[int, str]:
    return {int(tick): room for room, tick in (part.split() for part in text.split(", "))}


def meeting(tick: int, caller: str = "Alice", cause: str = "report", ejected: str | None = None) -> list[Event]:
    """A meeting after which the match goes on."""
    return [
        MeetingCalled(tick, caller, cause, ()),
        Bodies({}),
        Ballot({}, None, ejected, None),
        *(Placed(seat, "cafeteria") for seat in SEATS if seat != ejected),
    ]


def found(match: Reconstruction, claim: Claim, tick: int, speaker: str = "Alice") -> Verdict:
    """The verdict on a claim made in the meeting of a tick."""
    return verdict(match, Statement(0, tick, 1, speaker, "", 0), claim)


MINI = Reconstruction(
    record(
        10,
        {
            "Alice": "cafeteria 0",
            "Bob": "medbay 0",
            "Charlie": "electrical 0",
            "Diana": "weapons 0",
            "Eve": "security 0",
            "Frank": "oxygen 0",
        },
        {
            3: [Moved("Alice", "cafeteria", "medbay", 1)],
            4: [Worked("Bob", "medbay", "Submit Scan", 1, 3)],
            5: [Moved("Frank", "oxygen", "security", 1), Killed("Frank", "Eve", "security")],
            7: meeting(7, ejected="Frank"),
        },
    )
)
"""Alice finds Eve, whom Frank has killed, and Frank is voted out."""

BODY = Reconstruction(
    record(
        22,
        {"Diana": "electrical 0, security 22", "Eve": "security 0", "Frank": "oxygen 0"},
        {
            5: [Killed("Frank", "Eve", "security")],
            20: [Moved("Diana", "electrical", "security", 2)],
            22: [MeetingCalled(22, "Diana", "report", ("Eve",))],
        },
    )
)
"""Diana comes into security as tick 22 begins, and reports the body there."""

KILL = Reconstruction(
    record(
        22,
        {
            "Bob": "oxygen 0, weapons 7, oxygen 10, security 11",
            "Diana": "storage 0, security 12, storage 15",
            "Eve": "cafeteria 0, weapons 7, security 10",
        },
        {12: [Killed("Bob", "Eve", "security")], 22: [MeetingCalled(22, "Diana", "report", ("Eve",))]},
        ducks=("Bob",),
    )
)
"""Bob has been with Eve in weapons, and kills her in security, where Diana comes in the same tick."""
