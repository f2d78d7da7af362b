"""Many rollouts of self-play by one model in this process: the rules are driven directly, all open requests answered together."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Answer, AnswerProbabilities, Completion, Request, Response, Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.core.value import value
from woozle.games.self_play import events as self_play
from woozle.games.self_play.config import Config
from woozle.games.self_play.data import Paragraph, Question
from woozle.games.self_play.players import calculator, retriever
from woozle.games.self_play.players.prompt import action_text
from woozle.games.self_play.players.training.policy import Policy, PolicyStep, StepRequest
from woozle.games.self_play.players.training.prompts import Wording
from woozle.games.self_play.rules import SelfPlay
from woozle.games.self_play.state import State

AT_ONCE = 2048
"""Rollouts side by side: more fill batches better, and are lost together where a run is killed."""

_FRIENDS = ("FRIEND_ANSWER", "FRIEND_HEDGE")


def tools_of(society: Config) -> tuple[str, ...]:
    """Return the corpora that any seat can search, in the order of seats."""
    return tuple(dict.fromkeys(each for each in society.libraries if each != "-"))


def seat_alone(society: Config, library: str) -> Config:
    """Return one seat with one tool, which can ask no one: how the paper evaluates (section 5). It has no calculator."""
    return Config(libraries=(library,), found=society.found, price=society.price, queries=society.queries)


@value
class Step:
    """An act of a seat. prompt: what it read; argument: what was meant. chances: P(action) of the legal actions.

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
        """The act as a model writes it, without the question."""
        return action_text(self.action, self.argument if self.is_own else "")


@value
class Rollout:
    """An answer to a question. number: of the rollout of that question, from 0. answer: the last words of the first seat.

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
        return tuple(step.action for step in self.steps)


Search: TypeAlias = Callable[[str, str, int], Sequence[Paragraph]]
"""Returns the paragraphs that fit best, given a corpus, a query and their number: the `search` of a Retriever."""


class Library:
    """A cache of the answers of services: the same query to the same corpus is searched once."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._kept: dict[tuple[str, str, int], self_play.Found] = {}

    def answer(self, request: Request, referee: Referee) -> Answer:
        """Return the answer of a service. Raise CorpusError or ServiceError where a corpus or an embedder is missing."""
        query = self_play.find_query(request, referee.view(request.to))
        if request.to == self_play.CALCULATOR:
            return calculator.answer(query.number, query.text)
        key = query.corpus, query.text, query.most
        if key not in self._kept:
            self._kept[key] = retriever.answer(query.number, self._search(*key))
        return self._kept[key].model_copy(update={"of": query.number})


@value
class Begin:
    """A rollout to play. forced: the actions it has to take, in order, as long as they are legal."""

    question: Question
    number: int = 0
    forced: tuple[str, ...] = ()


@dataclass(slots=True)
class _Play:
    begin: Begin
    game: SelfPlay
    referee: Referee
    luck: random.Random
    worded: frozenset[str]
    left: list[str]
    steps: list[Step] = field(default_factory=list)

    def request(self, library: Library) -> Request | None:
        """Return the next Request to a seat, once all services have answered; None at the end."""
        while self.referee.open:
            (request,) = self.referee.open.values()
            if request.to not in (self_play.LIBRARIAN, self_play.CALCULATOR):
                return request
            self.referee.fold(Response(request.id, library.answer(request, self.referee), 0.0))
        return None

    def step_request(self, request: Request, wording: Wording) -> StepRequest:
        legal = tuple(request.choices["action"])
        forced = self.left.pop(0) if self.left else ""
        prompt = wording(request, self.referee.view(request.to))
        return StepRequest(prompt, legal, self.worded, self.luck, forced if forced in legal else "")

    def fold(self, request: Request, ask: StepRequest, act: PolicyStep) -> None:
        self.referee.fold(Response(request.id, self_play.Act(action=act.action, argument=act.argument), 0.0))
        done = self.game.last
        assert done, "it has just acted"
        self.steps.append(Step(request.to, ask.prompt, act.action, done.argument, act.action in ask.worded, act.chances))

    def rollout(self) -> Rollout:
        state = fold_events(State(EVERYTHING), (event for event, _ in self.referee.record))
        end, told = state.concluded, [each.evidence for each in state.given(self.game.seats[0])]
        assert end, "all rollouts end"
        heard = tuple((each.tag, each.texts[0]) for each in told if each.tag in _FRIENDS)
        return Rollout(
            self.begin.question.id, self.begin.number, tuple(self.steps), end.answer, end.f1, end.searches, end.reward, heard
        )


def rollouts(
    policy: Policy,
    society: Config,
    begins: Sequence[Begin],
    library: Library,
    wording: Wording,
    *,
    seed: int,
    name: str = "",
    temperature: float = 1.0,
    warmth: float | None = None,
) -> list[Rollout]:
    """Return all rollouts, in order, AT_ONCE side by side. name: tells rollouts of one seed apart, such as those of two epochs.

    society: how it is played, with a library for each seat; its pool does not matter. temperature, warmth: of actions, and of words
    if not the same.

    The same seed, name and model give the same rollouts. Raise BackendError, CorpusError or ServiceError with a sentence.
    """
    found: list[Rollout] = []
    for at in range(0, len(begins), AT_ONCE):
        plays = list(_begin(society, begins[at : at + AT_ONCE], seed, name))
        open_now = _open(plays, library)
        while open_now:
            asked = [play.step_request(request, wording) for play, request in open_now]
            acts = policy.acts(asked, temperature, warmth)
            for (play, request), ask, act in zip(open_now, asked, acts, strict=True):
                play.fold(request, ask, act)
            open_now = _open([play for play, _ in open_now], library)
        found += [play.rollout() for play in plays]
    return found


def key_of(seed: int, name: str, question: str, number: int) -> bytes:
    """Return the match key of a rollout."""
    return key_from_seed(seed, "self-play rollout", name, question, number)


def replay_rollout(
    society: Config, question: Question, rollout: Rollout, library: Library, key: bytes
) -> Iterator[tuple[Referee, Request, Response]]:
    """Yield a rollout as the Responses of a match, each with the Referee that is to fold it before the next is asked for.

    What a model said is kept as its Completion, so that the match can be verified as any other.
    """
    referee = Referee(_game(society, question), key)
    steps = iter(rollout.steps)
    while referee.open:
        (request,) = referee.open.values()
        if request.to in (self_play.LIBRARIAN, self_play.CALCULATOR):
            yield referee, request, Response(request.id, library.answer(request, referee), 0.0)
        else:
            step = next(steps)
            act = self_play.Act(action=step.action, argument=step.argument if step.is_own else "")
            leaning = AnswerProbabilities("action", dict(step.chances), "log-probabilities")
            completions = (Completion(step.text, "answer"),)
            yield referee, request, Response(request.id, act, 0.0, completions=completions, answer_probabilities=leaning)


def _game(society: Config, question: Question) -> SelfPlay:
    return SelfPlay(len(society.libraries), society.model_copy(update={"pool": (question,)}))


def _begin(society: Config, begins: Sequence[Begin], seed: int, name: str) -> Iterator[_Play]:
    own = {self_play.ANSWER, self_play.HEDGE, self_play.CALCULATE} | (
        {self_play.ASK, self_play.SEARCH} if society.queries == "own" else set()
    )
    for begin in begins:
        key, game = key_of(seed, name, begin.question.id, begin.number), _game(society, begin.question)
        yield _Play(begin, game, Referee(game, key), random.Random(key), frozenset(own), list(begin.forced))


def _open(plays: Sequence[_Play], library: Library) -> list[tuple[_Play, Request]]:
    return [(play, request) for play in plays if (request := play.request(library)) is not None]
