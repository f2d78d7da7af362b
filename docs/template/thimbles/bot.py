"""A bot, and the players of the game."""

from collections.abc import Sequence

from thimbles.rules import Claimed, Hidden, Hide
from woozle import Answer, Event, Request
from woozle.players.bot import Bot


class Gambler(Bot):
    """Lies half of the time, and believes half of what it hears."""

    name, level = "gambler", "normal"

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        chance = self.chance(request)
        known = [event.thimble for event in observation if isinstance(event, Hidden | Claimed)]
        somewhere, is_plain = chance.choice("thimble", (1, 2, 3)), chance.below("coin", 2) == 0
        return request.answer(thimble=known[-1] if known and is_plain and request.answer is not Hide else somewhere)


BOTS = (Gambler,)
