"""Bots for self-play: they know something, search or ask for the rest, and say how sure they are, or not.

What a bot knows is drawn once for each question that comes with Woozle: `knowledge` of a hundred; of other questions it knows
nothing. In what it finds it reads as well as it can. Of what others reply it takes what is said most surely, and what two say more
than what one does. Three numbers tell bots apart besides: `thrift`, how far it uses tools only for what it does not know;
`calibration`, how far it says ANSWER and HEDGE as it is sure; and `boldness`, how often it says ANSWER apart from that.

Each draws what it does from probabilities that it knows, and says so: its leaning is its own, and exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from woozle.core.game import Event
from woozle.core.games.self_play.events import ANSWER, ASK, CALCULATE, HEDGE, LONGEST, SEARCH, Act
from woozle.core.request import Answer, Leaning, Request, Response
from woozle.players.bot import Bot, luck
from woozle.players.games.self_play.memory import Belief, Memory, believed, is_apt, remembered
from woozle.players.games.self_play.reader import sum_of

_DIGITS = 6
_INAPT = 0.1  # of its chance to search that is left to who sees that its corpus has nothing to do with the question


class SelfPlayBot(Bot):
    """Asks, searches, answers or hedges. Subclasses only have other traits.

    knowledge: of a hundred questions that come with Woozle, how many it knows. thrift: 0 uses tools for whatever it is asked, 100
    as far as it does not know. calibration: 0 to 100, how far how sure it says it is follows how sure it is; for the rest,
    boldness: of a hundred, how often it says ANSWER. has_catalogue: whether it looks at the titles of its corpus before a search.
    """

    knowledge: ClassVar[int] = 40
    thrift: ClassVar[int] = 50
    calibration: ClassVar[int] = 70
    boldness: ClassVar[int] = 50
    has_catalogue: ClassVar[bool] = False

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        """What it does."""
        return self._decided(request, observation)[0]

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """The same, with how likely all else was."""
        act, probabilities = self._decided(request, observation)
        return Response(request.id, act, 0.0, leaning=Leaning("action", probabilities, "own"))

    def _decided(self, request: Request, observation: Sequence[Event]) -> tuple[Act, Mapping[str, float]]:
        memory = remembered(request.to, observation)
        belief = believed(memory, self._key, self.knowledge)
        numbers = sum_of(memory.question, memory.texts("RETRIEVAL"))
        probabilities = self._probabilities(request.choices["action"], memory, belief, has_sum=bool(numbers))
        action = _drawn(probabilities, luck(self.chance(request), "act"))
        argument = {ANSWER: belief.text[:LONGEST], HEDGE: belief.text[:LONGEST], CALCULATE: numbers}.get(action, "")
        return Act(action=action, argument=argument), probabilities

    def _probabilities(self, legal: Sequence[str], memory: Memory, belief: Belief, *, has_sum: bool) -> dict[str, float]:
        """How likely it is to do each of the legal things."""
        thrift, calibration = self.thrift / 100, self.calibration / 100
        tools = [tool for tool in (ASK, SEARCH, CALCULATE) if tool in legal and (tool != CALCULATE or has_sum)]
        each = (1 - thrift + thrift * (1 - belief.sure)) / max(1, len(tools))
        found = dict.fromkeys(legal, 0.0) | dict.fromkeys(tools, each)
        if SEARCH in tools and self.has_catalogue and not is_apt(memory.library, memory.question):
            found[SEARCH] *= _INAPT
        left = 1 - sum(found.values())
        sure = calibration * belief.sure + (1 - calibration) * self.boldness / 100
        found |= {ANSWER: left * sure, HEDGE: left * (1 - sure)}
        return {action: round(chance, _DIGITS) for action, chance in found.items()}


def _drawn(probabilities: Mapping[str, float], left: float) -> str:
    """One of these, by a number in [0, 1); what rounding leaves goes to the last that is possible."""
    possible = [action for action, chance in probabilities.items() if chance > 0]
    for action in possible:
        left -= probabilities[action]
        if left < 0:
            return action
    return possible[-1]


class Fair(SelfPlayBot):
    """Knows two questions of five, uses its tools more where it does not know, and says mostly how sure it is."""

    name = "fair"


class Careful(SelfPlayBot):
    """ANSWERs as often as it thinks that it is right, and HEDGEs for the rest."""

    name = "careful"
    calibration = 100


class Boastful(SelfPlayBot):
    """Always ANSWERs, whether it knows or not."""

    name = "boastful"
    calibration = 0
    boldness = 100


class Thrifty(SelfPlayBot):
    """Uses tools only as far as it does not know, and searches where a title of its corpus fits."""

    name = "thrifty"
    thrift = 100
    has_catalogue = True


class Bookish(SelfPlayBot):
    """Always searches first, or asks, even what it knows."""

    name = "bookish"
    thrift = 0


BOTS: tuple[type[Bot], ...] = (Fair, Careful, Boastful, Thrifty, Bookish)
"""The default first."""
