"""A goose and a duck for the ship: a sparring partner that remembers, tells its way, catches lies, and tells some.

    ship_memory.py     what the seat knows          ship_goose.py    how a goose plays
    ship_hearing.py    what a speech claims         ship_duck.py     how a duck plays
    ship_suspicion.py  who could have done it       ship_speech.py   what is said
"""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.chance import Chance
from woozle.core.game import Event
from woozle.core.games.ship.events import Act, Speak, Vote
from woozle.core.request import Answer, Request
from woozle.players.bots import ship_duck, ship_goose
from woozle.players.bots.bot import Bot
from woozle.players.bots.ship_memory import Memory
from woozle.players.bots.ship_speech import remark, speech

_PATROL_TICKS = 8


class ShipBot(Bot):
    """Plays whichever role it is dealt."""

    name = "ship"

    def __init__(self, seed: str | int) -> None:
        super().__init__(seed)
        self._memory = Memory("")

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        """A turn, a speech or a vote."""
        memory = self._memory
        if memory.me != request.to or memory.is_ahead_of(observation):
            memory = self._memory = Memory(request.to)
        memory.read(observation)
        chance = self.chance(request)
        side = ship_duck if memory.team == "duck" else ship_goose
        if request.answer is Act:
            patrol = Chance(self._key).choice(f"patrol {memory.tick // _PATROL_TICKS}", memory.rooms or ("",))
            action = side.action(request.choices["action"], memory, chance, patrol)
            return self._act(action if action in request.choices["action"] else "wait", memory, chance)
        if request.answer is Vote:
            target = side.vote(memory, chance)
            return Vote(target=target if target in request.choices["target"] else None)
        return Speak(text=speech(memory, side.story(memory, chance), chance))

    def _act(self, action: str, memory: Memory, chance: Chance) -> Act:
        present = memory.sight.present if memory.sight else ()
        bound_for = action.removeprefix("move ") if action.startswith("move ") else ""
        return Act(action=action, say=remark(memory, present, bound_for, chance))
