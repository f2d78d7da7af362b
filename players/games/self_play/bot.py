"""Bots for self-play: they know something, search or ask for the rest, and say how sure they are, or not.

What a bot knows is drawn once for each question that comes with Woozle: `knowledge` of a hundred; of other questions it knows
nothing. In what it finds it reads as well as it can. Of what others reply it takes what is said most surely, and what two say more
than what one does. Three numbers tell bots apart besides: `thrift`, how far it uses tools only for what it does not know;
`calibration`, how far it says ANSWER and HEDGE as it is sure; and `boldness`, how often it says ANSWER apart from that.

`neighbour`, `scholar` and `braggart` are the friends of three levels: all share a reward, so it is hard to play with those who know
little and sound sure. The others are for experiments.

Each draws what it does from probabilities that it knows, and says so: its answer probabilities are its own, and exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar, NamedTuple

from woozle.core.chance import Chance
from woozle.core.game import Event
from woozle.core.games.self_play.data import NAMES, Question, paragraphs, questions
from woozle.core.games.self_play.events import ANSWER, ASK, CALCULATE, HEDGE, LONGEST, SEARCH, Act, Equipped, Evidence, Posed
from woozle.core.request import Answer, AnswerProbabilities, Request, Response, Seat
from woozle.core.text import squad_tokens
from woozle.players.bot import Bot, happens, luck
from woozle.players.games.self_play.reader import find_sum, read_answer, words
from woozle.players.games.self_play.replies import read_reply

KNOWN, GUESSED = 0.95, 0.05
"""How sure a bot is of what it knows, and of what it says where it knows nothing."""

_CALCULATED = 0.6
_FRIEND = {"FRIEND_ANSWER": 0.7, "FRIEND_HEDGE": 0.25}
"""How sure it is of what others say, by how sure they say they are."""


class Belief(NamedTuple):
    """A possible answer, and how sure a bot is of it, in [0, 1]."""

    text: str
    sure: float


@dataclass(slots=True)
class Memory:
    """The observation of a seat. question: the last that was put to it, by whom; given: what it was given to read, in order."""

    me: Seat
    question: str = ""
    by: Seat = ""
    library: str = ""
    given: list[Evidence] = field(default_factory=list)

    def texts(self, tag: str) -> list[str]:
        return [text for each in self.given if each.tag == tag for text in each.texts]


def remember(me: Seat, observation: Sequence[Event]) -> Memory:
    """Return the memory of a seat, from all that it has observed."""
    memory = Memory(me)
    for event in observation:
        match event:
            case Posed(seat, question, by) if seat == me:
                memory.question, memory.by = question, by
            case Equipped(seat, library) if seat == me:
                memory.library = library
            case Evidence(seat) if seat == me:
                memory.given.append(event)
    return memory


def form_belief(memory: Memory, key: bytes, knowledge: int) -> Belief:
    """Return what most speaks for now: what is said twice counts more, and what is contradicted less."""
    worlds: dict[tuple[str, ...], Belief] = {}
    for text, sure in _beliefs(memory, key, knowledge):
        if not (meant := tuple(squad_tokens(text))):
            continue
        before = worlds.get(meant, Belief(text, 0.0))
        worlds[meant] = Belief(before.text, 1 - (1 - before.sure) * (1 - sure))
    best = max(worlds.values(), key=lambda each: each.sure, default=Belief("", 0.0))
    return best._replace(sure=best.sure / max(1.0, sum(each.sure for each in worlds.values())))


def _beliefs(memory: Memory, key: bytes, knowledge: int) -> Iterator[Belief]:
    yield prior_belief(memory.question, key, knowledge)
    if found := read_answer(memory.question, memory.texts("RETRIEVAL")):
        yield Belief(*found)
    yield from (Belief(text, _CALCULATED) for text in memory.texts("CALCULATION"))
    for tag, sure in _FRIEND.items():
        for text in memory.texts(tag):
            meant, is_unsure = read_reply(text)
            yield Belief(meant, min(sure, _FRIEND["FRIEND_HEDGE"]) if is_unsure else sure)


def prior_belief(question: str, key: bytes, knowledge: int) -> Belief:
    """Return what a bot knows by itself: `knowledge` per cent of the bundled questions, always the same, and of others none.

    What it does not know it guesses: the answer of another question that begins like this one. key: of the bot.
    """
    known = _by_words().get(question)
    if known is None:
        return Belief("", 0.0)
    chance = Chance(b"knows " + key + question.encode(errors="replace"))
    if happens(chance, "knows", knowledge):
        return Belief(known.answers[0], KNOWN)
    return Belief(chance.choice("guess", _similar_answers(question)), GUESSED)


def is_apt(library: str, question: str) -> bool:
    """Return whether a title of a corpus has a word of the question; true for a corpus whose titles are not known."""
    titles = _titles(library)
    return not titles or bool(titles & words(question))


@cache
def _by_words() -> dict[str, Question]:
    return {each.question: each for each in questions()}


@cache
def _similar_answers(question: str) -> list[str]:
    """Return the answers of the other questions that begin with the same two words; else with the same one, else all of them."""
    for count in (2, 1, 0):
        begin = question.split()[:count]
        alike = [each.answers[0] for each in questions() if each.question != question and each.question.split()[:count] == begin]
        if alike:
            return alike
    return []


@cache
def _titles(library: str) -> frozenset[str]:
    return frozenset().union(*(words(each.title) for each in paragraphs(library))) if library in NAMES else frozenset()


_UNKNOWN = "I don't know"
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
        return self._decide(request, observation)[0]

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the answer, with the probabilities of all actions."""
        act, probabilities = self._decide(request, observation)
        return Response(request.id, act, 0.0, answer_probabilities=AnswerProbabilities("action", probabilities, "own"))

    def _decide(self, request: Request, observation: Sequence[Event]) -> tuple[Act, Mapping[str, float]]:
        memory = remember(request.to, observation)
        belief = form_belief(memory, self._key, self.knowledge)
        numbers = find_sum(memory.question, memory.texts("RETRIEVAL"))
        probabilities = self._probabilities(request.choices["action"], memory, belief, has_sum=bool(numbers))
        action = _draw(probabilities, luck(self.chance(request), "act"))
        said = belief.text[:LONGEST] or (_UNKNOWN if memory.by else "")
        argument = {ANSWER: said, HEDGE: said, CALCULATE: numbers}.get(action, "")
        return Act(action=action, argument=argument), probabilities

    def _probabilities(self, legal: Sequence[str], memory: Memory, belief: Belief, *, has_sum: bool) -> dict[str, float]:
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


def _draw(probabilities: Mapping[str, float], left: float) -> str:
    """Return the action for a number in [0, 1); what rounding leaves goes to the last that is possible."""
    possible = [action for action, chance in probabilities.items() if chance > 0]
    for action in possible:
        left -= probabilities[action]
        if left < 0:
            return action
    return possible[-1]


class Neighbour(SelfPlayBot):
    """Knows one question in five, uses its tools more where it does not know, and says mostly how sure it is."""

    name, level = "neighbour", "normal"
    character = "Knows a little, looks most things up, and mostly says how sure it is."
    knowledge = 20


class Scholar(SelfPlayBot):
    """Knows half, looks up the rest, and says exactly how sure it is."""

    name, level = "scholar", "easy"
    character = "Knows a lot, looks up the rest, and is honest about how sure it is."
    knowledge = 50
    thrift = 90
    calibration = 100


class Braggart(SelfPlayBot):
    """Knows one question in seven, and is sure of all that it says."""

    name, level = "braggart", "hard"
    character = "Knows next to nothing, and sounds sure of whatever it says."
    knowledge = 14
    calibration = 0
    boldness = 100


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


BOTS: tuple[type[Bot], ...] = (Neighbour, Scholar, Braggart, Fair, Careful, Boastful, Thrifty, Bookish)
"""The default first."""
