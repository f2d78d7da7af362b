"""Bots for self-play: they know some answers, search or ask for the rest, and say more or less truly how sure they are.

A bot's knowledge is drawn once for each bundled question: it knows `knowledge` of a hundred, and none of the other questions. It
reads what it finds as well as it can, and says that it does not know where it has not even a guess of the right kind. Of the
replies of others it takes the surest, and trusts what two say more than what one says. Three more numbers distinguish bots:
`thrift`, how far it uses tools only for what it does not know; `calibration`, how far its choice of ANSWER or HEDGE follows how
sure it is; and `boldness`, how often it says ANSWER otherwise.

`neighbour`, `scholar` and `braggart` are the friends of three levels: all share a reward, so it is hard to play with friends who
know little and sound sure. The others are for experiments.

Each draws its action from probabilities that it knows and reports: its answer probabilities are its own, and exact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, reduce
from typing import ClassVar, NamedTuple

from woozle.core.arithmetic import pick, plain_sum
from woozle.core.chance import Chance
from woozle.core.game import Event
from woozle.core.request import Answer, AnswerProbabilities, Request, Response
from woozle.core.short_answers import read_short_answer
from woozle.core.text import answer_words
from woozle.games.self_play import events as self_play
from woozle.games.self_play.data import NAMES, Question, paragraphs, questions
from woozle.games.self_play.players.reader import asks_for_span, find_sum, is_about, is_of_kind, kind_of_answer, read_answer, words
from woozle.games.self_play.state import State
from woozle.players.bot import Bot, happens, luck, variant

KNOWN, GUESSED = 0.95, 0.05
"""A bot's confidence in what it knows, and in its guesses."""

_CALCULATED, _IN_ITS_HEAD = 0.6, 0.4
_WHO = re.compile(r"\bwho(?:m|se)?\b", re.IGNORECASE)
_ANY = re.compile(r".*")
_GUESSABLE: Mapping[str, re.Pattern[str]] = {
    "person": re.compile(r"[A-Z]\w+ [A-Z]\w+"),
    "number": re.compile(r"[3-9]\d|1[0-4]\d"),
    "age": re.compile(r"\d\d"),
    **dict.fromkeys(("year", "years", "month", "colour", "direction", "day"), _ANY),
}
"""The kinds of answers that are guessed, each with the form of a guess that is not out of all proportion to most questions."""
_FRIEND: Mapping[self_play.Tag, float] = {"FRIEND_ANSWER": 0.7, "FRIEND_HEDGE": 0.25}
"""A bot's confidence in a friend's reply, by its tag."""


class Belief(NamedTuple):
    """A possible answer, and how sure a bot is of it, in [0, 1]."""

    text: str
    sure: float


def bare_question(known: State) -> str:
    """Return the last question put to a seat, without what another bot put before it."""
    posed = known.posed(known.viewer)
    return reduce(str.removeprefix, _LEADS, posed.question) if posed else ""


def form_belief(known: State, key: bytes, knowledge: int) -> Belief:
    """Return the best supported answer, one of equals by lot: a repeated answer counts more, and a contradicted one less."""
    worlds: dict[tuple[str, ...], Belief] = {}
    for text, sure in _beliefs(known, key, knowledge):
        if not (meant := tuple(answer_words(text))):
            continue
        before = worlds.get(meant, Belief(text, 0.0))
        worlds[meant] = Belief(before.text, 1 - (1 - before.sure) * (1 - sure))
    most = max((each.sure for each in worlds.values()), default=0.0)
    equals = [each for each in worlds.values() if each.sure == most] or [Belief("", 0.0)]
    best = Chance(b"equals " + key + bare_question(known).encode(errors="replace")).choice("best", equals)
    return best._replace(sure=best.sure / max(1.0, plain_sum(each.sure for each in worlds.values())))


def _beliefs(known: State, key: bytes, knowledge: int) -> Iterator[Belief]:
    me, question = known.viewer, bare_question(known)
    prior, texts, numbers = prior_belief(question, key, knowledge), known.texts(me, "RETRIEVAL"), _sum_of_years(known)
    if prior.sure == KNOWN or not any(is_about(text, question) for text in texts):
        yield prior  # where the answer could be read, a guess would make no sense
    if not numbers and (found := read_answer(question, texts)):
        yield Belief(*found)
    if calculated := known.texts(me, "CALCULATION"):
        yield from (Belief(text, _CALCULATED) for text in calculated)
    elif numbers:
        later, earlier = numbers.split(" - ")
        yield Belief(str(int(later) - int(earlier)), _IN_ITS_HEAD)
    for tag, sure in _FRIEND.items():
        for text in known.texts(me, tag):
            meant, is_unsure = read_short_answer(text, question)
            is_weak = is_unsure or not is_of_kind(question, meant)
            yield Belief(meant, min(sure, _FRIEND["FRIEND_HEDGE"]) if is_weak else sure)


def _sum_of_years(known: State) -> str:
    """Return the sum that a question asks for, of years in it and in a text about it that the bot has found; empty for none."""
    question = bare_question(known)
    found = known.texts(known.viewer, "RETRIEVAL") if asks_for_span(question) else ()
    return find_sum(question, [text for text in found if is_about(text, question)])


def prior_belief(question: str, key: bytes, knowledge: int) -> Belief:
    """Return what a bot knows by itself: `knowledge` per cent of the bundled questions, always the same ones, and no others.

    Otherwise it guesses: the answer to another question that wants the same kind of answer, if there is any. key: of the bot.
    """
    known = _by_words().get(question)
    if known is None:
        return Belief("", 0.0)
    chance = Chance(b"knows " + key + question.encode(errors="replace"))
    if happens(chance, "knows", knowledge):
        return Belief(known.answers[0], KNOWN)
    similar = _similar_answers(question)
    return Belief(chance.choice("guess", similar), GUESSED) if similar else Belief("", 0.0)


def is_apt(library: str, question: str) -> bool:
    """Return whether a title of a corpus has a word of the question; True for a corpus whose titles are not known."""
    titles = _titles(library)
    return not titles or bool(titles & words(question))


@cache
def _by_words() -> dict[str, Question]:
    return {each.question: each for each in questions()}


@cache
def _similar_answers(question: str) -> list[str]:
    """Return the answers to other questions that want the same kind of answer; none where the words do not tell the kind."""
    kind = kind_of_answer(question)
    if kind not in _GUESSABLE or (kind == "person" and not _WHO.search(question)):
        return []
    others = [each.answers[0] for each in questions() if each.question != question and kind_of_answer(each.question) == kind]
    return [each for each in others if _GUESSABLE[kind].fullmatch(each)]


@cache
def _titles(library: str) -> frozenset[str]:
    return frozenset().union(*(words(each.title) for each in paragraphs(library))) if library in NAMES else frozenset()


_UNKNOWN = "I don't know"
_LEADS = ("Do you know this? ", "Can you look this up for me? ", "I can't answer this one. Can you? ")
"""Openings of questions that bots word themselves; other bots take them off again."""

_DIGITS = 6
_INAPT = 0.1  # factor on the chance of a search by a bot that sees that its corpus has nothing to do with the question


class SelfPlayBot(Bot):
    """Asks, searches, answers or hedges. Subclasses differ only in their traits.

    knowledge: percentage of the bundled questions that it knows. thrift: from 0, tools for every question, to 100, tools only as
    far as it does not know. calibration: 0 to 100, how far its stated confidence follows its own; for the rest, boldness:
    percentage of ANSWERs. has_catalogue: whether it looks at the titles of its corpus before a search. diligence: percentage of the
    times that it would use a tool when it does.
    """

    knowledge: ClassVar[int] = 40
    thrift: ClassVar[int] = 50
    calibration: ClassVar[int] = 70
    boldness: ClassVar[int] = 50
    has_catalogue: ClassVar[bool] = False
    diligence: ClassVar[int] = 100

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        return self._decide(request, observation)[0]

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the answer, with the probabilities of all actions."""
        act, probabilities = self._decide(request, observation)
        return Response(request.id, act, 0.0, answer_probabilities=AnswerProbabilities("action", probabilities, "own"))

    def _decide(self, request: Request, observation: Sequence[Event]) -> tuple[self_play.Act, Mapping[str, float]]:
        known = self.know(State, request, observation)
        question = bare_question(known)
        belief = form_belief(known, self._key, self.knowledge)
        numbers = _sum_of_years(known)
        probabilities = self._probabilities(request.choices["action"], known, belief, has_sum=bool(numbers))
        action = pick(probabilities, luck(self.chance(request), "act"))
        said = belief.text[: self_play.LONGEST] or _UNKNOWN
        argument = {self_play.ANSWER: said, self_play.HEDGE: said, self_play.CALCULATE: numbers}.get(action, "")
        if known.has_own_words and action in (self_play.ASK, self_play.SEARCH):
            lead = self.chance(request).choice("lead", _LEADS) if action == self_play.ASK else ""
            argument = f"{lead}{question}"[: self_play.LONGEST]
        return self_play.Act(action=action, argument=argument), probabilities

    def _probabilities(self, legal: Sequence[str], known: State, belief: Belief, *, has_sum: bool) -> dict[str, float]:
        thrift, calibration = self.thrift / 100, self.calibration / 100
        tools = [
            tool
            for tool in (self_play.ASK, self_play.SEARCH, self_play.CALCULATE)
            if tool in legal and (tool != self_play.CALCULATE or has_sum)
        ]
        each = (1 - thrift + thrift * (1 - belief.sure)) * self.diligence / 100 / max(1, len(tools))
        found = dict.fromkeys(legal, 0.0) | dict.fromkeys(tools, each)
        if self_play.SEARCH in tools and self.has_catalogue and not is_apt(known.library(known.viewer), bare_question(known)):
            found[self_play.SEARCH] *= _INAPT
        left = 1 - plain_sum(found.values())
        sure = calibration * belief.sure + (1 - calibration) * self.boldness / 100 if belief.text else 0.0
        found |= {self_play.ANSWER: left * sure, self_play.HEDGE: left * (1 - sure)}
        return {action: round(chance, _DIGITS) for action, chance in found.items()}


class Neighbour(SelfPlayBot):
    """Knows one question in seven, uses its tools more if it does not know, and is mostly honest about how sure it is."""

    name, level = "neighbour", "normal"
    character = "Knows a little, looks most things up, and mostly says how sure it is."
    knowledge = 14
    diligence = 93


class Scholar(SelfPlayBot):
    """Knows half, looks up the rest, and says exactly how sure it is."""

    name, level = "scholar", "easy"
    character = "Knows a lot, looks up the rest, and is honest about how sure it is."
    knowledge = 50
    diligence = 96
    thrift = 90
    calibration = 100


class Braggart(SelfPlayBot):
    """Knows one question in fifty, and sounds sure of whatever it says."""

    name, level = "braggart", "hard"
    character = "Knows next to nothing, and sounds sure of whatever it says."
    knowledge = 2
    diligence = 89
    calibration = 0
    boldness = 100


# For experiments
Fair = variant(
    SelfPlayBot,
    "fair",
    "Knows two questions in five, uses its tools more if it does not know, and is mostly honest about how sure it is.",
)
Careful = variant(SelfPlayBot, "careful", "ANSWERs as often as it believes itself right, and HEDGEs otherwise.", calibration=100)
Boastful = variant(SelfPlayBot, "boastful", "Always ANSWERs, whether it knows or not.", calibration=0, boldness=100)
Thrifty = variant(
    SelfPlayBot,
    "thrifty",
    "Uses tools only for what it does not know, and searches where a title of its corpus fits.",
    thrift=100,
    has_catalogue=True,
)
Bookish = variant(SelfPlayBot, "bookish", "Always searches first, or asks, even what it knows.", thrift=0)


BOTS: tuple[type[Bot], ...] = (Neighbour, Scholar, Braggart, Fair, Careful, Boastful, Thrifty, Bookish)
"""The default first."""
