"""The estimators of the debate, which measure how uncertain a response is, alone and after others."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, NamedTuple, cast

from woozle.core.answer_places import Kind
from woozle.core.game import Event
from woozle.core.match import Player
from woozle.core.request import Request
from woozle.games.debate.events import ESTIMATOR, Estimate, Texts
from woozle.games.debate.players import ngrams
from woozle.games.debate.spread.entropies import mean_entropy
from woozle.games.debate.words import prompt
from woozle.players.models.client_pool import ModelSeating
from woozle.players.services.service import Service, ServiceRole, rule_service


class Passage(NamedTuple):
    """A prompt, and a text that a model is made to say after it."""

    prompt: str
    text: str


def find_texts(request: Request, observation: Sequence[Event]) -> Texts:
    """Return the texts that a request to an estimator names."""
    (of,) = request.choices["of"]
    return next(event for event in reversed(observation) if isinstance(event, Texts) and event.number == of)


def passages(texts: Texts) -> list[Passage]:
    """Return the passages to measure: each agent's response under its own prompt, or one under f(q, R_J) for each set J."""

    def after(said: Sequence[str], heard: Sequence[int]) -> str:
        return prompt(texts.question, cast("Kind", texts.kind), texts.options, [said[other] for other in heard])

    if texts.agent is None:
        each = zip(texts.heard, texts.responses, strict=True)
        return [Passage(after(texts.earlier, heard), response) for heard, response in each]
    return [Passage(after(texts.responses, candidate), texts.responses[texts.agent]) for candidate in texts.candidates]


def text_entropy(per_token: Sequence[float] | None) -> float | None:
    """Return the mean entropy of the tokens of a text, in nats: 0 for an empty text, None where it is unknown or not finite."""
    if per_token is None:
        return None
    mean = mean_entropy(per_token) if per_token else 0.0
    return max(0.0, mean) if isfinite(mean) else None


def estimate_by_ngrams(request: Request, observation: Sequence[Event]) -> Estimate:
    """Measure entropies by an n-gram model of the texts at hand."""
    texts = find_texts(request, observation)
    entropies = tuple(text_entropy(ngrams.entropies(*each)) for each in passages(texts))
    return Estimate(of=texts.number, entropies=entropies, estimator=f"ngram {ngrams.VERSION}, of the texts at hand")


def _local(seating: ModelSeating) -> Player:
    from woozle.games.debate.players.model_estimators import LocalEstimator
    from woozle.players.backends.local.client import LocalClient

    client = cast(LocalClient, seating.pool.server(seating.spec.backend))
    return LocalEstimator(seating.spec, client, seed=seating.seed, failures=seating.pool.config.failures)


def _server(seating: ModelSeating) -> Player:
    from woozle.games.debate.players.model_estimators import ApiEstimator

    pool, spec = seating.pool, seating.spec
    return ApiEstimator(
        spec,
        pool.scoring_client(spec),
        seed=seating.seed,
        failures=pool.config.failures,
        price=pool.price(spec),
        budget=seating.budget,
    )


def service_roles(config: Any) -> tuple[ServiceRole, ...]:
    """Return the estimator. It is seated in every debate, and asked only where entropies decide who listens to whom."""
    return (ESTIMATOR_ROLE,)


ESTIMATOR_ROLE = ServiceRole(
    ESTIMATOR,
    "measure",
    "responses",
    (
        rule_service(
            ESTIMATOR,
            "ngram",
            ngrams.VERSION,
            estimate_by_ngrams,
            "by an n-gram model of the texts at hand; made here, needs nothing, and knows nothing of the world",
        ),
        Service(
            "local", "a causal model of yours, local:MODEL; for closed models and people it is a proxy", None, "MODEL", model=_local
        ),
        Service(
            "openai",
            "a server that tells log-probabilities of prompts, as vLLM does, openai@vllm:MODEL",
            None,
            "MODEL",
            model=_server,
        ),
    ),
)
