"""Language models as estimators of debates: one in this process, or one at a server that tells the log-probabilities of a prompt.

For closed models and for people, this is a proxy: it measures texts, whatever wrote them (DIGRA, figure 6).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from itertools import chain, islice
from math import exp
from typing import Literal, TypeAlias

from woozle.core.game import Event
from woozle.core.match import Halt
from woozle.core.request import Forfeit, Request, Response
from woozle.core.usage import NOTHING, Budget, Usage
from woozle.games.debate.events import Estimate
from woozle.games.debate.players.passages import Passage, find_texts, passages, text_entropy
from woozle.games.debate.players.wording import find_wording
from woozle.games.debate.spread.entropies import TopEntropy, top_entropy
from woozle.players.backends.local.client import LocalClient, TextEntropies
from woozle.players.backends.model_client import OF_THIS_REQUEST, BackendError, Chat, Message, ModelClient, Reply
from woozle.players.models.config import Price, reply_cost
from woozle.players.models.spec import ModelSpec
from woozle.players.services.batch_queue import BatchQueue
from woozle.players.services.service import ServicePlayer

TOP = 20
"""Tokens whose probabilities are asked for: as many as a server of vLLM tells unless it is set up to tell more."""

_VOCABULARY = 300_000
"""Tokens that a model may have at most, as no server tells how many it has: more than any known one, so that a bound stays one."""

_LABEL = 180  # characters of an estimator's name


Measure: TypeAlias = Callable[[Sequence[Passage]], Awaitable[tuple[Estimate, Usage]]]
"""Measures texts, and counts what that costs. Raises BackendError; Halt if the budget is used up."""


class ModelEstimator(ServicePlayer):
    """An estimator that is a model. What fails of one request is forfeited; what fails of all halts, unless failures are void."""

    def __init__(self, spec: ModelSpec, measure: Measure, *, seed: str = "", failures: Literal["pause", "void"] = "pause") -> None:
        """seed: for the header alone; nothing is drawn."""
        asked = {"backend": spec.backend, "endpoint": spec.endpoint, "model": spec.shown_name}
        super().__init__({"kind": "estimator", "name": spec.backend, **asked, "seed": seed})
        self._measure = measure
        self._failures = failures

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the entropies. Raise Halt where no text can be measured."""
        texts = find_texts(request, observation)
        try:
            found, usage = await self._measure(passages(texts, find_wording(observation)))
        except BackendError as error:
            if error.trouble in OF_THIS_REQUEST or self._failures == "void":
                return Response(request.id, Forfeit("error", str(error)))
            raise Halt(str(error)) from error
        return Response(request.id, found.model_copy(update={"of": texts.number}), usage=usage)


class LocalMeasure:
    """A model in this process: entropies over its whole vocabulary, and what texts begin with is read once for all of them.

    What is asked for at the same time is read together, as all agents of a round listen to the same responses.
    """

    def __init__(self, spec: ModelSpec, local: LocalClient) -> None:
        self._model = spec.model
        self._local = local
        self._queue: BatchQueue[Sequence[Passage], TextEntropies] = BatchQueue(self._read_all)

    async def __call__(self, wanted: Sequence[Passage]) -> tuple[Estimate, Usage]:
        found = await self._queue.ask(wanted)
        label = f"local: {found.model}"[:_LABEL]
        return Estimate(of=0, entropies=tuple(map(text_entropy, found.entropies)), estimator=label), NOTHING

    async def _read_all(self, batch: Sequence[Sequence[Passage]]) -> Sequence[TextEntropies | Exception]:
        found = await self._read([*chain.from_iterable(batch)])
        if isinstance(found, TextEntropies):
            entropies = iter(found.entropies)
            return [replace(found, entropies=tuple(islice(entropies, len(wanted)))) for wanted in batch]
        if len(batch) == 1:
            return [found]
        return [await self._read(wanted) for wanted in batch]  # one may be the reason, and the others can do without it

    async def _read(self, wanted: Sequence[Passage]) -> TextEntropies | Exception:
        try:
            return await self._local.entropies(self._model, [((Message("user", (prompt,)),), text) for prompt, text in wanted])
        except Exception as error:  # a model of others may raise anything
            return error


class ApiMeasure:
    """A model at a server: entropies of the likeliest tokens, the others lumped into one, which is a lower bound.

    Other figures stand beside it: `uniform` is an upper bound.
    """

    def __init__(self, spec: ModelSpec, backend: ModelClient, *, price: Price | None = None, budget: Budget | None = None) -> None:
        """backend: whose replies are the log-probabilities of what it is made to say, as OpenAIForced. price: None if unknown."""
        self._spec = spec
        self._backend = backend
        self._price = price
        self._budget = budget

    async def __call__(self, wanted: Sequence[Passage]) -> tuple[Estimate, Usage]:
        if self._budget and (why := self._budget.refusal()):
            raise Halt(why)
        given = await asyncio.gather(*map(self._force, wanted), return_exceptions=True)
        replies = [each for each in given if isinstance(each, Reply)]
        usage = self._pay(replies)
        if wrong := next((each for each in given if isinstance(each, BaseException) and not _is_of_one(each)), None):
            raise wrong
        tokens = [_token_entropies(each) if isinstance(each, Reply) else None for each in given]
        residual = max((token.residual for each in tokens for token in each or ()), default=0.0)
        label = f"{f'{self._spec.backend}: {self._spec.model}'[:_LABEL]}, lumped top {TOP}"
        others = {name: _mean_entropies(tokens, name) for name in ("raw", "uniform", "renormalised")}
        lumped = _mean_entropies(tokens, "lumped")
        return Estimate(of=0, entropies=lumped, estimator=label, residual=min(1.0, residual), others=others), usage

    async def _force(self, passage: Passage) -> Reply:
        """Return the reply that is forced to be the text. Send no request for an empty one."""
        if not passage.text:
            return Reply("")
        messages = (Message("user", (passage.prompt,)), Message("assistant", (passage.text,)))
        return await self._backend.chat(Chat(self._spec.model, messages, logprobs=TOP))

    def _pay(self, replies: Sequence[Reply]) -> Usage:
        usage = sum((reply_cost(reply, self._price) for reply in replies), NOTHING)
        if self._budget:
            self._budget.spend(usage, max((reply.seconds for reply in replies), default=0.0))
        return usage


def _is_of_one(error: BaseException) -> bool:
    """Return whether an error concerns one text alone, which then has no entropy."""
    return isinstance(error, BackendError) and error.trouble in OF_THIS_REQUEST


def _token_entropies(reply: Reply) -> list[TopEntropy]:
    return [top_entropy([exp(chance) for _, chance in token.top], _VOCABULARY) for token in reply.logprobs]


def _mean_entropies(tokens: Sequence[Sequence[TopEntropy] | None], name: str) -> tuple[float | None, ...]:
    return tuple(text_entropy([getattr(token, name) for token in each]) if each is not None else None for each in tokens)
