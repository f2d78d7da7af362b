"""Three characters for the ship: sparring partners that remember, tell their way, ask questions, catch lies, and tell some."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from woozle.core.chance import Chance
from woozle.core.game import Event
from woozle.core.request import Answer, Request, Seat
from woozle.games.ship.events import Act, Foresee, Speak, Vote
from woozle.games.ship.players import duck, goose
from woozle.games.ship.players.ghost import foresee
from woozle.games.ship.players.memory import Memory
from woozle.games.ship.players.questions import asked_in_room
from woozle.games.ship.players.speech import Speech, remark
from woozle.games.ship.players.suspicion import lessons
from woozle.games.ship.players.traits import EASY, HARD, NORMAL, Mind, Traits
from woozle.players.bot import Bot, Level


class ShipBot(Bot):
    """Plays whichever role it is dealt; the usual opponent."""

    name = "watchful"
    level: ClassVar[Level] = "normal"
    character = "Remembers a while, asks before it accuses, and wants a second sighting."
    former_names: ClassVar[tuple[str, ...]] = ("ship",)
    traits: ClassVar[Traits] = NORMAL

    def __init__(self, seed: str | int) -> None:
        super().__init__(seed)
        self._mind = Mind(self.traits, self._key)

    def _memory(self, seat: Seat) -> Memory:
        return Memory(seat, partial(lessons, mind=self._mind))

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        if request.answer is Foresee:
            return foresee(observation, request.choices["ejected"])
        memory, mind = self.know(self._memory, request, observation), self._mind
        chance = self.chance(request)
        tactics = duck if memory.state.mine.team == "duck" else goose
        if request.answer is Act and memory.state.config is None:
            return Act(action="wait")
        if request.answer is Act:
            legal = request.choices["action"]
            action = duck.action(legal, memory, mind, chance) if tactics is duck else goose.action(legal, memory, mind)
            if action not in legal:
                action = "wait"
            bodies = memory.state.sight.bodies if memory.state.sight else ()
            is_grave = bool(bodies) or action.startswith("kill ")
            return Act(action=action, say="" if is_grave else self._remark(action, memory, chance))
        if request.answer is Vote:
            target = tactics.vote(memory, mind)
            return Vote(target=target if target in request.choices["target"] else None)
        return Speak(text=Speech(memory, mind, tactics.story(memory, mind, chance), chance).text())

    def _remark(self, action: str, memory: Memory, chance: Chance) -> str:
        """Answer what was asked in the room, or talk now and then."""
        if question := asked_in_room(memory):
            tactics = duck if memory.state.mine.team == "duck" else goose
            return Speech(memory, self._mind, tactics.story(memory, self._mind, chance), chance).reply(question)
        bound_for = action.removeprefix("move ") if action.startswith("move ") else ""
        return remark(memory, self._mind, bound_for, chance)


class TrustingBot(ShipBot):
    """An easy opponent."""

    name = "trusting"
    level = "easy"
    character = "Forgets quickly, misses most lies. All easy: no kill in the first 20 ticks."
    options: ClassVar[Mapping[str, Any]] = {"first_kill_cooldown": 21}
    former_names = ()
    traits = EASY


class ShrewdBot(ShipBot):
    """A hard opponent."""

    name = "shrewd"
    level = "hard"
    character = "Forgets nothing, checks every word, hunts without a pause, and lies well."
    former_names = ()
    traits = HARD


BOTS = (ShipBot, TrustingBot, ShrewdBot)
