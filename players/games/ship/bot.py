"""A goose and a duck for the ship: a sparring partner that remembers, tells its way, catches lies, and tells some."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.chance import Chance
from woozle.core.game import Event
from woozle.core.games.ship.events import Act, Speak, Vote
from woozle.core.games.ship.map import Room
from woozle.core.request import Answer, Request
from woozle.players.bot import Bot
from woozle.players.games.ship import duck as ship_duck
from woozle.players.games.ship import goose as ship_goose
from woozle.players.games.ship.memory import Memory
from woozle.players.games.ship.speech import remark, speech

_PATROL_TICKS = 8


class ShipBot(Bot):
    """Plays whichever role it is dealt."""

    name = "ship"

    def __init__(self, seed: str | int) -> None:
        super().__init__(seed)
        self._memory = Memory("")

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        memory = self._memory
        if memory.me != request.to or memory.is_ahead_of(observation):
            memory = self._memory = Memory(request.to)
        memory.read(observation)
        chance = self.chance(request)
        side = ship_duck if memory.team == "duck" else ship_goose
        if request.answer is Act:
            action = side.action(request.choices["action"], memory, chance, self._patrol)
            if action not in request.choices["action"]:
                action = "wait"
            bound_for = action.removeprefix("move ") if action.startswith("move ") else ""
            return Act(action=action, say=remark(memory, bound_for, chance))
        if request.answer is Vote:
            target = side.vote(memory, chance)
            return Vote(target=target if target in request.choices["target"] else None)
        return Speak(text=speech(memory, side.story(memory, chance), chance))

    def _patrol(self) -> Room:
        """Return where to go when there is nothing to do: the same room for a while, whatever happens on the way."""
        memory = self._memory
        return Chance(self._key).choice(f"patrol {memory.tick // _PATROL_TICKS}", memory.rooms or ("",))
