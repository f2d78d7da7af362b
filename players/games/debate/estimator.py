"""The usual estimator of debates, and what all estimators measure: texts, each after a prompt that it came of or might come of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any, NamedTuple, TypeAlias, cast

from woozle.core.game import Event
from woozle.core.games.debate import reading
from woozle.core.games.debate.entropies import mean_entropy
from woozle.core.games.debate.events import Estimate, Texts
from woozle.core.games.debate.extraction import Kind
from woozle.core.request import Request, Response
from woozle.players.games.debate import estimator_ngram


class Passage(NamedTuple):
    """A prompt, and a text that somebody is made to say after it."""

    prompt: str
    text: str


Entropies: TypeAlias = Callable[[str, str], Sequence[float]]
"""How uncertain each token of a text is, given a prompt and the text, in nats."""


def asked(request: Request, observation: Sequence[Event]) -> Texts:
    """What is to be measured: several are asked for at a time, and the request names one."""
    (of,) = request.choices["of"]
    return next(event for event in reversed(observation) if isinstance(event, Texts) and event.number == of)


def passages(texts: Texts) -> list[Passage]:
    """What is to be measured: the response of each agent under its own prompt, or of one under f(q, R_J) for each set J."""

    def after(said: Sequence[str], heard: Sequence[int]) -> str:
        return reading.prompt(texts.question, cast("Kind", texts.kind), texts.options, [said[other] for other in heard])

    if texts.agent is None:
        each = zip(texts.heard, texts.responses, strict=True)
        return [Passage(after(texts.earlier, heard), response) for heard, response in each]
    return [Passage(after(texts.responses, candidate), texts.responses[texts.agent]) for candidate in texts.candidates]


def mean(per_token: Sequence[float] | None) -> float | None:
    """The entropy of a text, in nats: the mean of its tokens; 0 of an empty one, None where nothing is known or it is no number."""
    if per_token is None:
        return None
    found = mean_entropy(per_token) if per_token else 0.0
    return max(0.0, found) if isfinite(found) else None


class NGramEstimator:
    """Answers at once and for nothing, by an n-gram model of the texts at hand: see estimator_ngram."""

    name, version = "ngram", estimator_ngram.VERSION
    is_person = False
    keeps_time = False
    answers_at_once = True

    def __init__(self, entropies: Entropies = estimator_ngram.entropies) -> None:
        self._entropies = entropies

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """The entropies."""
        texts = asked(request, observation)
        found = tuple(mean(self._entropies(*each)) for each in passages(texts))
        return Response(request.id, Estimate(of=texts.number, entropies=found, estimator=self._label), seconds=0.0)

    def describe(self) -> dict[str, Any]:
        """Enough to seat the same estimator again."""
        return {"kind": "estimator", "name": self.name, "version": self.version}

    @property
    def _label(self) -> str:
        return f"{self.name} {self.version}, of the texts at hand"
