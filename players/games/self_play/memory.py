"""What a bot of self-play remembers of what it was told, and what it takes for right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from woozle.core.chance import Chance
from woozle.core.game import Event
from woozle.core.games.self_play.data import NAMES, Question, paragraphs, questions
from woozle.core.games.self_play.events import Equipped, Evidence, Posed
from woozle.core.request import Seat
from woozle.core.squad import squad_tokens
from woozle.players.bot import happens
from woozle.players.games.self_play.reader import read, words

KNOWN, GUESSED = 0.95, 0.05
"""How sure a bot is of what it knows, and of what it says where it knows nothing."""

_CALCULATED = 0.6
_FRIEND = {"FRIEND_ANSWER": 0.7, "FRIEND_HEDGE": 0.25}
"""How sure it is of what others say, by how sure they say they are."""


class Belief(NamedTuple):
    """What may be right, and how sure a bot is of it, in [0, 1]."""

    text: str
    sure: float


@dataclass(slots=True)
class Memory:
    """What a seat has observed. question: the last that was put to it; given: what it was given to read, in order."""

    me: Seat
    question: str = ""
    library: str = ""
    given: list[Evidence] = field(default_factory=list)

    def texts(self, tag: str) -> list[str]:
        """What was given with that tag."""
        return [text for each in self.given if each.tag == tag for text in each.texts]


def remembered(me: Seat, observation: Sequence[Event]) -> Memory:
    """What a seat knows, of all that it has observed."""
    memory = Memory(me)
    for event in observation:
        match event:
            case Posed(seat, question) if seat == me:
                memory.question = question
            case Equipped(seat, library) if seat == me:
                memory.library = library
            case Evidence(seat) if seat == me:
                memory.given.append(event)
    return memory


def believed(memory: Memory, key: bytes, knowledge: int) -> Belief:
    """What it takes for right now: what most speaks for, what is said twice counting more, and what is contradicted less."""
    worlds: dict[tuple[str, ...], Belief] = {}
    for text, sure in _heard(memory, key, knowledge):
        if not (meant := tuple(squad_tokens(text))):
            continue
        before = worlds.get(meant, Belief(text, 0.0))
        worlds[meant] = Belief(before.text, 1 - (1 - before.sure) * (1 - sure))
    best = max(worlds.values(), key=lambda each: each.sure, default=Belief("", 0.0))
    return best._replace(sure=best.sure / max(1.0, sum(each.sure for each in worlds.values())))


def _heard(memory: Memory, key: bytes, knowledge: int) -> Iterator[Belief]:
    yield parametric(memory.question, key, knowledge)
    if found := read(memory.question, memory.texts("RETRIEVAL")):
        yield Belief(*found)
    yield from (Belief(text, _CALCULATED) for text in memory.texts("CALCULATION"))
    for tag, sure in _FRIEND.items():
        yield from (Belief(text, sure) for text in memory.texts(tag))


def parametric(question: str, key: bytes, knowledge: int) -> Belief:
    """What it knows by itself: of the questions that come with Woozle so many of a hundred, always the same, of others none.

    What it does not know it guesses: the answer of another question that begins like this one. key: of the bot.
    """
    known = _by_words().get(question)
    if known is None:
        return Belief("", 0.0)
    chance = Chance(b"knows " + key + question.encode(errors="replace"))
    if happens(chance, "knows", knowledge):
        return Belief(known.answers[0], KNOWN)
    alike = next(filter(None, (_others(known, count) for count in (2, 1, 0))))
    return Belief(chance.choice("guess", alike), GUESSED)


def is_apt(library: str, question: str) -> bool:
    """Whether some title of a corpus has a word of the question, as far as its catalogue is known."""
    titles = _titles(library)
    return not titles or bool(titles & words(question))


@cache
def _by_words() -> dict[str, Question]:
    return {each.question: each for each in questions()}


def _others(known: Question, count: int) -> list[str]:
    """The answers of the other questions that begin with the same words, so many of them."""
    found = _by_beginning(count)[_beginning(known.question, count)]
    return [each.answers[0] for each in found if each is not known]


@cache
def _by_beginning(count: int) -> dict[str, list[Question]]:
    found: dict[str, list[Question]] = {}
    for each in questions():
        found.setdefault(_beginning(each.question, count), []).append(each)
    return found


def _beginning(question: str, count: int) -> str:
    return " ".join(question.split()[:count])


@cache
def _titles(library: str) -> frozenset[str]:
    return _stems(each.title for each in paragraphs(library)) if library in NAMES else frozenset()


def _stems(texts: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*map(words, texts))
