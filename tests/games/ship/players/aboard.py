"""Hand-made observations of a seat on the ship."""

from dataclasses import replace

from woozle.core.game import Event
from woozle.core.request import Seat
from woozle.games.ship.config import Config, preset
from woozle.games.ship.events import Briefing, MeetingCalled, Moved, Placed, Role, Sight, SpeakingOrder, Spoke, Tick
from woozle.games.ship.players.bot import ShipBot
from woozle.games.ship.players.memory import Memory
from woozle.games.ship.players.traits import HARD, Mind

MIND = Mind(replace(HARD, temper=0.0, hasty=100, wanders=0), b"")
"""A mind that misses nothing, and is neither bolder nor more careful than its character."""


class Steady(ShipBot):
    """A bot with such a mind."""

    traits = MIND.traits


CREW = ("Alice", "Bob", "Charlie", "Diana", "Eve", "Frank")


class Log(list[Event]):
    """An observation in the making, of one seat."""

    def __init__(self, me: Seat = "Alice", room: str = "medbay", team: str = "goose", config: Config | None = None) -> None:
        super().__init__()
        self.me = me
        self.room = room
        self.number = 0
        self.append(Briefing(CREW, config or preset("standard")))
        self.append(Role(me, team, (), ("medbay", "storage", "weapons")))  # type: ignore[arg-type]
        self.append(Placed(me, room))

    def tick(self, number, present=(), bodies=(), left=(), came=(), cooldown=None):
        self.number = number
        self.append(Tick(number))
        self.append(Sight(self.me, number, self.room, tuple(present), tuple(bodies), tuple(left), tuple(came), cooldown))
        return self

    def go(self, to, ticks=1):
        self.append(Moved(self.me, self.room, to, ticks))
        self.room = to
        return self

    def respawn(self, room):
        self.append(Placed(self.me, room))
        self.room = room
        return self

    def add(self, *events):
        self.extend(events)
        return self

    def meet(self, caller, dead, cause="report"):
        self.append(MeetingCalled(self.number, caller, cause, tuple(dead)))
        self.append(SpeakingOrder((caller, *(seat for seat in CREW if seat not in (caller, *dead)))))
        return self

    def say(self, seat, text, round_number=1):
        self.append(Spoke(seat, round_number, text))
        return self

    def memory(self) -> Memory:
        memory = Memory(self.me)
        for event in self:
            memory.see(event)
        return memory
