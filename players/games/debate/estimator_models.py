"""Language models as estimators of debates: one in this process, or one at a server that tells the log-probabilities of a prompt.

For models that are closed, and for people, the same is a proxy: it measures texts, whoever wrote them (DIGRA, figure 6).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from math import exp
from typing import Any, Literal, Protocol

from woozle.core.game import Event
from woozle.core.games.debate.entropies import TopEntropy, top_entropy
from woozle.core.games.debate.events import Estimate
from woozle.core.match import Halt
from woozle.core.request import Forfeit, Request, Response
from woozle.core.usage import NOTHING, Budget, Usage
from woozle.players.backends.backend import OF_THIS_REQUEST, Backend, BackendError, Chat, Message, Reply
from woozle.players.backends.local import Sureness
from woozle.players.games.debate.estimator import Passage, asked, mean, passages
from woozle.players.models.config import Price, priced
from woozle.players.models.spec import ModelSpec

TOP = 20
"""Tokens whose probabilities are asked for: as many as a server of vLLM tells unless it is set up to tell more."""

_VOCABULARY = 300_000
"""Tokens that a model may have at most, as no server tells how many it has: more than any known one, so that a bound stays one."""

_LABEL = 180  # characters of an estimator's name


class Sure(Protocol):
    """Whoever can say how sure a model is of texts after conversations, as Local can."""

    async def sureness(self, model: str, passages: Sequence[tuple[Sequence[Message], str]]) -> Sureness:
        """The entropies of the tokens of each text. Raises BackendError."""


class ModelEstimator:
    """An estimator that is a model. What fails of one request is forfeited; what fails of all halts, unless failures are void."""

    is_person = False
    keeps_time = False
    answers_at_once = False

    def __init__(self, spec: ModelSpec, *, seed: str = "", failures: Literal["pause", "void"] = "pause") -> None:
        """seed: for the header alone; nothing is drawn."""
        self.spec = spec
        self._seed = seed
        self._failures = failures

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """The entropies. Raises Halt where no text can be measured."""
        texts = asked(request, observation)
        try:
            found, usage = await self._measured(passages(texts))
        except BackendError as error:
            if error.trouble in OF_THIS_REQUEST or self._failures == "void":
                return Response(request.id, Forfeit("error", str(error)))
            raise Halt(str(error)) from error
        return Response(request.id, found.model_copy(update={"of": texts.number}), usage=usage)

    def describe(self) -> dict[str, Any]:
        """Which model measures."""
        asked = {"backend": self.spec.backend, "endpoint": self.spec.endpoint, "model": self.spec.told}
        return {"kind": "estimator", "name": self.spec.backend, **asked, "seed": self._seed}

    async def _measured(self, wanted: Sequence[Passage]) -> tuple[Estimate, Usage]:
        raise NotImplementedError


class LocalEstimator(ModelEstimator):
    """A model in this process: entropies over its whole vocabulary, and what texts begin with is read once for all of them.

    What is asked for at the same time is read together, as all agents of a round listen to the same responses.
    """

    def __init__(self, spec: ModelSpec, local: Sure, *, seed: str = "", failures: Literal["pause", "void"] = "pause") -> None:
        super().__init__(spec, seed=seed, failures=failures)
        self._local = local
        self._waiting: list[tuple[Sequence[Passage], asyncio.Future[Sureness]]] = []
        self._work: asyncio.Task[None] | None = None

    async def _measured(self, wanted: Sequence[Passage]) -> tuple[Estimate, Usage]:
        future: asyncio.Future[Sureness] = asyncio.get_running_loop().create_future()
        self._waiting.append((wanted, future))
        if self._work is None or self._work.done():
            self._work = asyncio.ensure_future(self._read_all())
        found = await future
        label = f"local: {found.model}"[:_LABEL]
        return Estimate(of=0, entropies=tuple(map(mean, found.entropies)), estimator=label), NOTHING

    async def _read_all(self) -> None:
        await asyncio.sleep(0)  # who is asked at the same time has come by then
        while waiting := [each for each in self._waiting if not each[1].done()]:
            self._waiting = []
            found = await self._read([passage for wanted, _ in waiting for passage in wanted])
            start = 0
            for wanted, future in waiting:
                end = start + len(wanted)
                if isinstance(found, Sureness):
                    _settle(future, replace(found, entropies=found.entropies[start:end]))
                else:  # one of them may be the reason, and the others can do without it
                    _settle(future, found if len(waiting) == 1 else await self._read(wanted))
                start = end

    async def _read(self, wanted: Sequence[Passage]) -> Sureness | Exception:
        try:
            return await self._local.sureness(self.spec.model, [((Message("user", (prompt,)),), text) for prompt, text in wanted])
        except Exception as error:  # whatever a model of others raises, nobody is to wait for ever
            return error


class ApiEstimator(ModelEstimator):
    """A model at a server: entropies of the likeliest tokens, the others lumped into one, which is a lower bound.

    What else can be said of them is told beside it: `uniform` is an upper bound.
    """

    def __init__(
        self,
        spec: ModelSpec,
        backend: Backend,
        *,
        seed: str = "",
        failures: Literal["pause", "void"] = "pause",
        price: Price | None = None,
        budget: Budget | None = None,
    ) -> None:
        """backend: whose replies are the log-probabilities of what it is made to say, as OpenAIForced. price: None if unknown."""
        super().__init__(spec, seed=seed, failures=failures)
        self._backend = backend
        self._price = price
        self._budget = budget

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """The entropies. Raises Halt if the server fails, or the budget is used up."""
        if self._budget and (why := self._budget.used_up()):
            raise Halt(why)
        return await super().respond(request, observation)

    async def _measured(self, wanted: Sequence[Passage]) -> tuple[Estimate, Usage]:
        given = await asyncio.gather(*map(self._forced, wanted), return_exceptions=True)
        replies = [each for each in given if isinstance(each, Reply)]
        usage = self._paid(replies)
        if wrong := next((each for each in given if isinstance(each, BaseException) and not _is_of_one(each)), None):
            raise wrong
        tokens = [_tops(each) if isinstance(each, Reply) else None for each in given]
        residual = max((token.residual for each in tokens for token in each or ()), default=0.0)
        label = f"{f'{self.spec.backend}: {self.spec.model}'[:_LABEL]}, lumped top {TOP}"
        others = {name: _means(tokens, name) for name in ("raw", "uniform", "renormalised")}
        lumped = _means(tokens, "lumped")
        return Estimate(of=0, entropies=lumped, estimator=label, residual=min(1.0, residual), others=others), usage

    async def _forced(self, passage: Passage) -> Reply:
        """The reply that is made of the text. Nobody is asked about an empty one."""
        if not passage.text:
            return Reply("")
        messages = (Message("user", (passage.prompt,)), Message("assistant", (passage.text,)))
        return await self._backend.chat(Chat(self.spec.model, messages, logprobs=TOP))

    def _paid(self, replies: Sequence[Reply]) -> Usage:
        usage = sum((reply.usage for reply in replies if not reply.is_cached), NOTHING)
        usage = priced(usage, self._price)
        if self._budget:
            self._budget.spend(usage, max((reply.seconds for reply in replies), default=0.0))
        return usage


def _is_of_one(error: BaseException) -> bool:
    """Whether it says something of one text alone, which is then unknown."""
    return isinstance(error, BackendError) and error.trouble in OF_THIS_REQUEST


def _tops(reply: Reply) -> list[TopEntropy]:
    """What is known of each token."""
    return [top_entropy([exp(chance) for _, chance in token.top], _VOCABULARY) for token in reply.logprobs]


def _means(tokens: Sequence[Sequence[TopEntropy] | None], name: str) -> tuple[float | None, ...]:
    """One estimate of each text."""
    return tuple(mean([getattr(token, name) for token in each]) if each is not None else None for each in tokens)


def _settle(future: asyncio.Future[Sureness], found: Sureness | Exception) -> None:
    if future.done():
        return
    if isinstance(found, Sureness):
        future.set_result(found)
    else:
        future.set_exception(found)
