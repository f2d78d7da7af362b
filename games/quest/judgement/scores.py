"""The Q-Score: faithfulness less the price paid for it (MAS-HQ, section 3.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from woozle.core.arithmetic import plain_sum

Preset: TypeAlias = Literal["stated", "tables", "simpleqa_tables"]

_TIE = 1e-12


class Weights(NamedTuple):
    """Weights of faithfulness and of its cost."""

    alpha: float
    beta: float


WEIGHTS: Mapping[Preset, Weights] = {
    "stated": Weights(1.0, 0.01),
    "tables": Weights(1.0, 0.1),
    "simpleqa_tables": Weights(1.0, 0.001),
}
"""The weights that the paper states, and those that its tables were made with, which differ; who wins depends on them."""


class Cost(NamedTuple):
    """The cost of a player's match. calls: of its model, or answers given. tokens: read and written. seconds: its own."""

    calls: float
    tokens: float
    reviews: float
    seconds: float


def penalties(costs: Sequence[Cost]) -> list[float]:
    """Return P of each player: the sum over the parts of its cost, each as a share of the most that any player spent; 0 <= P <= 4.

    costs: of all players of the match. A part on which no player spent anything counts nothing.
    """
    most = [max(part) for part in zip(*costs, strict=True)]
    return [plain_sum(part / top for part, top in zip(cost, most, strict=True) if top) for cost in costs]


def q_score(faithfulness: float, penalty: float, weights: Weights) -> float:
    """Return Q = alpha * mean(H) - beta * P. Only comparable within one match.

    faithfulness: the mean of H over the passages, in [0, 1]; a passage without a summary counts 0. penalty: as in `penalties`.
    """
    return weights.alpha * faithfulness - weights.beta * penalty


def break_even(faithfulness: Sequence[float], penalties: Sequence[float], alpha: float = 1.0) -> float | None:
    """Return the least beta at which the player that wins by faithfulness alone no longer wins; None if it wins by any.

    Of players that are equally faithful the one with the lowest P wins by any beta above 0. penalties: P of each.
    """
    order = sorted(range(len(penalties)), key=lambda at: (-faithfulness[at], penalties[at]))
    if not order:
        return None
    best, *others = order
    cheaper = [at for at in others if penalties[at] < penalties[best]]
    gaps = ((faithfulness[best] - faithfulness[at]) / (penalties[best] - penalties[at]) for at in cheaper)
    return min((alpha * gap for gap in gaps), default=None)


def winners(scores: Sequence[float], faithfulness: Sequence[float], tokens: Sequence[float]) -> list[int]:
    """Return the players with the highest Q, by position; among equals the more faithful, then those with the fewest tokens."""
    best = [i for i, score in enumerate(scores) if score >= max(scores) - _TIE]
    best = [i for i in best if faithfulness[i] >= max(faithfulness[j] for j in best) - _TIE]
    return [i for i in best if tokens[i] <= min(tokens[j] for j in best)]
