"""What past answers of a match cost, counted from its transcript alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from woozle.core.names import is_model_player
from woozle.core.usage import Budget, Spending
from woozle.players.models.config import ModelsConfig
from woozle.saves.answer_counts import usage_of
from woozle.saves.transcript import TranscriptError, read_lines


def spend_past_answers(folder: Path, budget: Budget, config: ModelsConfig) -> None:
    """Spend of a budget what the answers of a match cost so far, finished or not. config: has prices of today."""
    spent = spent_in(folder, config)
    budget.spend(spent.usage, spent.seconds)


def spent_in(folder: Path, config: ModelsConfig) -> Spending:
    """Return the cost of a match's answers so far, finished or not; nothing where there is no match.

    Calls without a price then are counted at that of today, so that a budget can be kept once it is known.
    """
    spent = Spending()
    try:
        transcript, lines = read_lines(folder)
    except TranscriptError:
        return spent
    models = {seat: described for seat, described in transcript.header.players.items() if is_model_player(described)}
    prices = {seat: config.price_of(described) for seat, described in models.items()}
    for line in lines:
        if (seat := line.body["request"]["to"]) in models:
            response = line.body["response"]
            usage = usage_of(response.get("usage", {}), models[seat])
            if usage.unpriced and (price := prices[seat]):
                late = price.dollars(usage) * usage.unpriced / usage.calls if usage.calls else 0.0
                usage = replace(usage, dollars=usage.dollars + late, unpriced=0)
            spent.spend(usage, response["seconds"] or 0.0)
    return spent
