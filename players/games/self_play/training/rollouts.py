"""Many rollouts of self-play by one model in this process: the rules are driven directly, all open requests answered together."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from woozle.core.attempt import Attempt
from woozle.core.chance import key_from_seed
from woozle.core.games.self_play.config import Config
from woozle.core.games.self_play.data import Paragraph, Question
from woozle.core.games.self_play.events import (
    ANSWER,
    ASK,
    CALCULATE,
    CALCULATOR,
    HEDGE,
    LIBRARIAN,
    SEARCH,
    Act,
    Acted,
    Concluded,
    Evidence,
    Found,
)
from woozle.core.games.self_play.metrics import PRICE
from woozle.core.games.self_play.rules import SelfPlay
from woozle.core.games.self_play.society import Orchestration
from woozle.core.graphs import Graph
from woozle.core.referee import Referee
from woozle.core.request import Answer, Leaning, Request, Response, Seat
from woozle.core.value import value
from woozle.players.games.self_play import calculator, librarian
from woozle.players.games.self_play.chat import said
from woozle.players.games.self_play.training.policy import Asked, Policy
from woozle.players.games.self_play.training.wording import Wording

AT_ONCE = 2048
"""Rollouts side by side: more fill batches better, and are lost together where a run is killed."""

_FRIENDS = ("FRIEND_ANSWER", "FRIEND_HEDGE")


@value
class Society:
    """Who plays together. libraries: for each seat the corpus it can search, `-` for none.

    graph: as `society` in Config, with edges as its `graph` if fixed; the other fields as in Config.
    """

    libraries: tuple[str, ...]
    names: bool = False
    found: int = 3
    price: float = PRICE
    queries: str = "question"
    graph: str = "star"
    edges: Graph = ()
    orchestration: Orchestration = "broadcast"
    calculators: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        """How many they are."""
        return len(self.libraries)

    @property
    def tools(self) -> tuple[str, ...]:
        """The corpora that somebody can search, in the order of seats."""
        return tuple(dict.fromkeys(each for each in self.libraries if each != "-"))

    def alone(self, library: str) -> Society:
        """One seat with one tool, which can ask nobody: how the paper evaluates (section 5). It has no calculator."""
        return Society((library,), False, self.found, self.price, self.queries)

    def seated(self, libraries: tuple[str, ...]) -> Society:
        """The same with other corpora, or in another order."""
        return replace(self, libraries=libraries)

    def config(self, question: Question) -> Config:
        """The configuration of a match about that question."""
        own = ("libraries", "names", "found", "price", "queries", "orchestration", "calculators")
        options: dict[str, Any] = {name: getattr(self, name) for name in own}
        return Config(pool=(question,), society=self.graph, graph=self.edges, **options)  # type: ignore[arg-type]


@value
class Step:
    """What a seat did. prompt: what it read; argument: what was meant. chances: P(action) of the legal actions.

    is_own: whether the argument is in the model's own words, and not the question as it is.
    """

    seat: Seat
    prompt: str
    action: str
    argument: str
    is_own: bool
    chances: Mapping[str, float]

    @property
    def text(self) -> str:
        """As a model says it, which does not say the question again."""
        return said(self.action, self.argument if self.is_own else "")


@value
class Rollout:
    """How a question was answered once. number: which rollout of the question, from 0. answer: what the first seat said last.

    heard: tags and texts of the replies that the first seat was given. reward, f1, searches: as in Concluded.
    """

    question: str
    number: int
    steps: tuple[Step, ...]
    answer: str
    f1: float
    searches: int
    reward: float
    heard: tuple[tuple[str, str], ...] = ()

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of what was done, of all seats in order."""
        return tuple(step.action for step in self.steps)


class Searching(Protocol):
    """Who finds paragraphs: a librarian, or its catalogue."""

    def found(self, name: str, query: str, most: int) -> list[Paragraph]:
        """Those of a corpus that fit a query best."""


class Library:
    """What the officials of self-play answer, kept: the same question to the same corpus is looked for once."""

    def __init__(self, searching: Searching) -> None:
        self._searching = searching
        self._kept: dict[tuple[str, str, int], Found] = {}

    def answer(self, request: Request, referee: Referee) -> Answer:
        """What an official says. Raises ShelfError or DenseError where a corpus or an embedder is not to be had."""
        query = librarian.asked(request, referee.view(request.to))
        if request.to == CALCULATOR:
            return calculator.answer(query)
        key = query.corpus, query.text, query.most
        if key not in self._kept:
            self._kept[key] = librarian.answer(query, self._searching.found(*key))
        return self._kept[key].model_copy(update={"of": query.number})


@value
class Begin:
    """A rollout that is to be played. forced: the actions it has to take, in order, while they are legal."""

    question: Question
    number: int = 0
    forced: tuple[str, ...] = ()


@dataclass(slots=True)
class _Play:
    """A rollout under way."""

    begin: Begin
    referee: Referee
    luck: random.Random
    worded: frozenset[str]
    left: list[str]
    steps: list[Step] = field(default_factory=list)

    def request(self, library: Library) -> Request | None:
        """What a seat is asked now, once all officials have answered; None at the end."""
        while self.referee.open:
            (request,) = self.referee.open.values()
            if request.to not in (LIBRARIAN, CALCULATOR):
                return request
            self.referee.fold(Response(request.id, library.answer(request, self.referee), 0.0))
        return None

    def asked(self, request: Request, wording: Wording) -> Asked:
        legal = tuple(request.choices["action"])
        forced = self.left.pop(0) if self.left else ""
        prompt = wording(request, self.referee.view(request.to))
        return Asked(prompt, legal, self.worded, self.luck, forced if forced in legal else "")

    def rollout(self) -> Rollout:
        record = [event for event, _ in self.referee.record]
        end = next(event for event in reversed(record) if isinstance(event, Concluded))
        first = self.referee.game.seats[0]
        told = [event for event in record if isinstance(event, Evidence) and event.seat == first]
        heard = tuple((event.tag, event.texts[0]) for event in told if event.tag in _FRIENDS)
        return Rollout(
            self.begin.question.id, self.begin.number, tuple(self.steps), end.answer, end.f1, end.searches, end.reward, heard
        )


def rollouts(
    policy: Policy,
    society: Society,
    begins: Sequence[Begin],
    library: Library,
    wording: Wording,
    *,
    seed: int,
    name: str = "",
    temperature: float = 1.0,
    warmth: float | None = None,
) -> list[Rollout]:
    """All rollouts, in order, AT_ONCE side by side. name: tells rollouts of one seed apart, such as those of two epochs.

    temperature, warmth: of actions, and of words if not the same.

    The same seed, name and model give the same rollouts. Raises BackendError, ShelfError or DenseError with a sentence.
    """
    found: list[Rollout] = []
    for at in range(0, len(begins), AT_ONCE):
        plays = list(_begun(society, begins[at : at + AT_ONCE], seed, name))
        open_now = _open(plays, library)
        while open_now:
            asked = [play.asked(request, wording) for play, request in open_now]
            acts = policy.acts(asked, temperature, warmth)
            for (play, request), ask, each in zip(open_now, asked, acts, strict=True):
                _fold(play, request, ask, each.action, each.argument, each.chances)
            open_now = _open([play for play, _ in open_now], library)
        found += [play.rollout() for play in plays]
    return found


def key_of(seed: int, name: str, question: str, number: int) -> bytes:
    """The match key of a rollout."""
    return key_from_seed(seed, "self-play rollout", name, question, number)


def told_again(
    society: Society, question: Question, rollout: Rollout, library: Library, key: bytes
) -> Iterator[tuple[Referee, Request, Response]]:
    """A rollout as the Responses of a match, each with the Referee that is to fold it before the next is asked for.

    What a model said is kept as its Attempt, so that the match can be verified as any other.
    """
    referee = Referee(SelfPlay(society.seats, society.config(question)), key)
    steps = iter(rollout.steps)
    while referee.open:
        (request,) = referee.open.values()
        if request.to in (LIBRARIAN, CALCULATOR):
            yield referee, request, Response(request.id, library.answer(request, referee), 0.0)
        else:
            step = next(steps)
            act = Act(action=step.action, argument=step.argument if step.is_own else "")
            leaning = Leaning("action", dict(step.chances), "log-probabilities")
            attempts = (Attempt(step.text, "answer"),)
            yield referee, request, Response(request.id, act, 0.0, attempts=attempts, leaning=leaning)


def _begun(society: Society, begins: Sequence[Begin], seed: int, name: str) -> Iterator[_Play]:
    configs: dict[str, Config] = {}
    own = {ANSWER, HEDGE, CALCULATE} | ({ASK, SEARCH} if society.queries == "own" else set())
    for begin in begins:
        question = begin.question
        if question.id not in configs:
            configs[question.id] = society.config(question)
        key = key_of(seed, name, question.id, begin.number)
        referee = Referee(SelfPlay(society.seats, configs[question.id]), key)
        yield _Play(begin, referee, random.Random(key), frozenset(own), list(begin.forced))


def _open(plays: Sequence[_Play], library: Library) -> list[tuple[_Play, Request]]:
    return [(play, request) for play in plays if (request := play.request(library)) is not None]


def _fold(play: _Play, request: Request, ask: Asked, action: str, argument: str, chances: Mapping[str, float]) -> None:
    play.referee.fold(Response(request.id, Act(action=action, argument=argument), 0.0))
    done = next(event for event in reversed(play.referee.view(request.to)) if isinstance(event, Acted))
    play.steps.append(Step(request.to, ask.prompt, action, done.argument, action in ask.worded, chances))
