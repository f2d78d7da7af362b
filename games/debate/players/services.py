"""The estimators of the debate, which measure how uncertain a response is, alone and after others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from woozle.core.game import Event
from woozle.core.match import Player
from woozle.core.request import Request
from woozle.games.debate.events import ESTIMATOR, Estimate
from woozle.games.debate.players import ngrams
from woozle.games.debate.players.passages import find_texts, passages, text_entropy
from woozle.games.debate.players.wording import find_wording
from woozle.players.models.client_pool import ModelSeating
from woozle.players.services.service import Service, ServiceRole, rule_service

if TYPE_CHECKING:
    from woozle.games.debate.players.model_estimators import Measure


def estimate_by_ngrams(request: Request, observation: Sequence[Event]) -> Estimate:
    """Measure entropies by an n-gram model of the texts at hand."""
    texts = find_texts(request, observation)
    entropies = tuple(text_entropy(ngrams.entropies(*each)) for each in passages(texts, find_wording(observation)))
    return Estimate(of=texts.number, entropies=entropies, estimator=f"ngram {ngrams.VERSION}, of the texts at hand")


def _local(seating: ModelSeating) -> Player:
    from woozle.games.debate.players.model_estimators import LocalMeasure
    from woozle.players.backends.local.client import LocalClient

    client = cast(LocalClient, seating.pool.server(seating.spec.backend))
    return _estimator(seating, LocalMeasure(seating.spec, client))


def _server(seating: ModelSeating) -> Player:
    from woozle.games.debate.players.model_estimators import ApiMeasure

    pool, spec = seating.pool, seating.spec
    return _estimator(seating, ApiMeasure(spec, pool.scoring_client(spec), price=pool.price(spec), budget=seating.budget))


def _estimator(seating: ModelSeating, measure: Measure) -> Player:
    from woozle.games.debate.players.model_estimators import ModelEstimator

    return ModelEstimator(seating.spec, measure, seed=seating.seed, failures=seating.pool.config.failures)


def service_roles(config: Any) -> tuple[ServiceRole, ...]:
    """Return the estimator. It is seated in every debate, and asked only where entropies decide who listens to whom."""
    return (ESTIMATOR_ROLE,)


ESTIMATOR_ROLE = ServiceRole(
    ESTIMATOR,
    "measure responses",
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
