"""What an estimator measures: prompts of a debate, each with a text that a model is made to say after it."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple, cast

from woozle.core.answer_places import Kind
from woozle.core.game import Event
from woozle.core.request import Request
from woozle.games.debate.events import Texts
from woozle.games.debate.players.wording import Prompts
from woozle.games.debate.spread.entropies import mean_entropy


class Passage(NamedTuple):
    """A prompt, and a text that a model is made to say after it."""

    prompt: str
    text: str


def find_texts(request: Request, observation: Sequence[Event]) -> Texts:
    """Return the texts that a request to an estimator names."""
    (of,) = request.choices["of"]
    return next(event for event in reversed(observation) if isinstance(event, Texts) and event.number == of)


def passages(texts: Texts, wording: type[Prompts] = Prompts) -> list[Passage]:
    """Return the passages to measure: each agent's response under its own prompt, or one under f(q, R_J) for each set J."""
    prompts = wording(texts.question, cast("Kind", texts.kind), texts.options)

    def after(said: Sequence[str], heard: Sequence[int]) -> str:
        return prompts.first([said[other] for other in heard])

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
