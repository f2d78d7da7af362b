"""Debate against voting at equal tokens: CoT-SC of as many samples as a debate costs.

A sample is an answer that a player gave alone: those of debates of a single round whose first answers were not given. However many
seats took part, all of them are samples of their player, so that one run of 50 seats says how good the majority of any k to 50 is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from woozle.core.groups import group_pairs
from woozle.core.measures import Figure, Match
from woozle.core.statistics.resampling import Estimate, Share, add_shares, mean_difference, mean_share
from woozle.games.debate.measures import REPORT, DebateFacts, Question


class Budget(NamedTuple):
    """Debates beside votes of as many samples as they cost. All means are over questions of which there are both.

    Args:
        tokens: Of a debate, read and written, its first answers and the estimator's included.
        a_sample: Of a sample.
        k: Samples that a debate costs, rounded down. most: Samples that there are; of more, the vote is by so many alone.
        debate, vote: How often the table and the majority of the samples are right; more: the first less the second.
    """

    tokens: float
    a_sample: float
    k: int
    most: int
    debate: Estimate
    vote: Estimate
    more: Estimate


def cells(table: Any, matches: Mapping[str, Sequence[Sequence[Match[DebateFacts]]]], _: object) -> dict[tuple[str, str], Figure]:
    """Return the cells of a recipe's table whose rows have runs of samples and of debates: a Budget, by the columns' `figure`."""
    found: dict[tuple[str, str], Figure] = {}
    for row in table.rows:
        samples, debates = ([match.facts for match in REPORT.valid(some)] for some in matches[row.label])
        if budget := compare_budgets(debates, samples):
            for column in table.columns:
                value = getattr(budget, column.figure)
                found[row.label, column.head] = (
                    Figure(*value) if isinstance(value, Estimate) else Figure(value, None, None, len(debates))
                )
    return found


def sole_player(debate: DebateFacts) -> str:
    """Return the player of all seats; empty if there are several."""
    names = {name for _, name in debate.players}
    return names.pop() if len(names) == 1 else ""


def samples_by_player(debates: Iterable[DebateFacts]) -> dict[str, list[DebateFacts]]:
    """Return debates that are samples of a single player, by that player."""
    alone = (debate for debate in debates if debate.briefing.rounds == 1 and not debate.is_given)
    found = group_pairs((sole_player(debate), debate) for debate in alone)
    return {player: some for player, some in found.items() if player}


def majority_right(samples: Iterable[DebateFacts], k: int) -> Share:
    """Return how often the majority of k samples is right, the mean over the debates that have as many."""
    return Share.of(share.rate for debate in samples if (share := debate.shares.get(f"sc{k}")))


def compare_budgets(debates: Sequence[DebateFacts], samples: Sequence[DebateFacts]) -> Budget | None:
    """Return debates by one method beside votes of the same player; None without common questions, or if tokens are unknown."""
    debated, sampled = _by_question(debates), _by_question(samples)
    common = [question for question in debated if question in sampled]
    if not common:
        return None
    a_sample = {question: _tokens_of_sample(sampled[question]) for question in common}
    costs = [_cost(debate, a_sample[question]) for question in common for debate in debated[question]]
    known = [cost for cost in costs if cost is not None]
    each = fmean(tokens for tokens in a_sample.values() if tokens) if any(a_sample.values()) else 0.0
    if not each or len(known) < len(costs):
        return None
    tokens, most = fmean(known), min(max(len(debate.seats) for debate in sampled[question]) for question in common)
    k = max(1, int(tokens / each))
    right: dict[Hashable, float | None] = {
        question: add_shares(debate.shares["table"] for debate in debated[question]).rate for question in common
    }
    voted: dict[Hashable, float | None] = {question: majority_right(sampled[question], min(k, most)).rate for question in common}
    return Budget(tokens, each, k, most, mean_share(right.values()), mean_share(voted.values()), mean_difference(right, voted))


def _by_question(debates: Iterable[DebateFacts]) -> Mapping[Question, Sequence[DebateFacts]]:
    return group_pairs((debate.question, debate) for debate in debates)


def _tokens_of_sample(samples: Iterable[DebateFacts]) -> float | None:
    return add_shares(Share(each.tokens, len(each.seats)) for each in samples if each.tokens is not None).rate


def _cost(debate: DebateFacts, a_sample: float | None) -> float | None:
    """Return the tokens of a debate; first answers that it was given count as samples."""
    if debate.tokens is None or a_sample is None:
        return None
    return debate.tokens + (len(debate.seats) * a_sample if debate.is_given else 0)
