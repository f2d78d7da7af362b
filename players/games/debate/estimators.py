"""The officials of the debate: who says how uncertain a response is, alone and after others."""

from __future__ import annotations

from typing import Any

from woozle.core.games.debate.events import ESTIMATOR
from woozle.players.games.debate.estimator import NGramEstimator
from woozle.players.services.office import Kind, Office


def offices(config: Any) -> tuple[Office, ...]:
    """An estimator. It is seated in every debate and asked only where entropies say who listens to whom."""
    return (MEASURES,)


MEASURES = Office(
    ESTIMATOR,
    "measure",
    "responses",
    (
        Kind(
            NGramEstimator.name,
            "by an n-gram model of the texts at hand; made here, needs nothing, and knows nothing of the world",
            lambda _: NGramEstimator(),
            version=NGramEstimator.version,
        ),
        Kind("local", "a causal model of yours, local:MODEL; for closed models and people it is a proxy", None, "MODEL"),
        Kind("openai", "a server that tells log-probabilities of prompts, as vLLM does, openai@vllm:MODEL", None, "MODEL"),
    ),
)
