"""The uncertainty of a response, and what others' responses do to it (section on DIGRA)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import inf, log
from typing import Literal, TypeAlias

from woozle.core.arithmetic import plain_sum
from woozle.core.value import value

Candidate: TypeAlias = tuple[int, ...]
"""Agents that another could listen to, by number, the most uncertain first."""

_FLOOR = 1e-9  # nats; below that a mean entropy divides by nothing


def token_entropy(distribution: Sequence[float]) -> float:
    """Return the entropy of one token's distribution over the whole vocabulary, in nats."""
    return -plain_sum(p * log(p) for p in distribution if p > 0)


def mean_entropy(per_token: Sequence[float]) -> float:
    """Return the entropy of a response: the mean over its tokens, in nats; infinite for an empty one, which no seat listens to."""
    return plain_sum(per_token) / len(per_token) if per_token else inf


@value
class TopEntropy:
    """Entropy of a token from its likeliest k alone, in nats. residual: the probability of all others together.

    raw: of those k alone; lumped: the others as one token, a lower bound; uniform: spread evenly over the rest of the vocabulary,
    an upper bound; renormalised: the k as if they were all.
    """

    raw: float
    lumped: float
    uniform: float
    renormalised: float
    residual: float


def top_entropy(top: Sequence[float], vocabulary: int) -> TopEntropy:
    """Estimate a token's entropy where only the likeliest tokens are known.

    vocabulary: the number of tokens in all.
    """
    raw, mass = token_entropy(top), plain_sum(top)
    rest = max(0.0, 1 - mass)
    lumped = raw + token_entropy([rest])
    others = vocabulary - len(top)
    uniform = raw + (-rest * log(rest / others) if rest > 0 and others > 0 else 0.0)
    return TopEntropy(raw, lumped, uniform, token_entropy([p / mass for p in top]) if mass > 0 else 0.0, rest)


def candidates(agent: int, entropies: Sequence[float]) -> list[Candidate]:
    """Return all sets of other agents to listen to, small ones first; each in order of descending entropy, ties by number."""
    others = [other for other in range(len(entropies)) if other != agent]
    sets = (chosen for size in range(1, len(others) + 1) for chosen in combinations(others, size))
    return [tuple(sorted(chosen, key=lambda other: (-entropies[other], other))) for chosen in sets]


def gain(own: float, conditional: float) -> float:
    """Return the information gain IG of listening to a set: H(R_i) - H(R_i | f(q, R_J)), in nats; negative where it unsettles."""
    return own - conditional


def gain_ratio(own: float, conditional: float, listened: Sequence[float], alpha: float) -> float:
    """Return the information gain ratio IGR: (alpha + IG) over the mean entropy of those listened to; -inf if that is infinite."""
    mean = mean_entropy(listened)
    return -inf if mean == inf else (alpha + gain(own, conditional)) / max(mean, _FLOOR)


def choose_partners(
    agent: int,
    entropies: Sequence[float],
    conditional: Mapping[Candidate, float],
    by: Literal["dig", "digra"],
    alpha: float,
) -> Candidate:
    """Return the set of agents to listen to: the highest IG (DIG) or IGR (DIGRA); ties go to fewer agents, then lower numbers.

    conditional: H(R_i | f(q, R_J)) of each candidate set. An agent with an empty response is chosen only if there is no other.
    """

    def worth(candidate: Candidate) -> float:
        if any(entropies[other] == inf for other in candidate):
            return -inf
        own, given = entropies[agent], conditional[candidate]
        return gain(own, given) if by == "dig" else gain_ratio(own, given, [entropies[other] for other in candidate], alpha)

    return min(conditional, key=lambda candidate: (-worth(candidate), len(candidate), sorted(candidate)))
