"""The bills of models, counted from transcripts alone: usage is kept in no second place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from woozle.core.answer_counts import NO_ANSWERS, AnswerCounts, effective_name
from woozle.core.request import Seat
from woozle.core.usage import Budget, Spending, Usage
from woozle.players.models.config import ModelsConfig
from woozle.players.models.spec import is_model_player
from woozle.saves.answer_counts import answers_of, usage_of
from woozle.saves.transcript import ResponseLine, Transcript, TranscriptError, read_lines


@dataclass(slots=True)
class Bill:
    """The usage of one model at one seat, over any number of matches.

    uncounted: calls whose server did not count tokens. seconds: of all answers, as players measure them. answers: what became of
    its questions, with the usage of all calls.
    """

    answers: AnswerCounts = NO_ANSWERS
    uncounted: int = 0
    seconds: float = 0.0

    @property
    def usage(self) -> Usage:
        return self.answers.usage

    def add(self, line: ResponseLine, described: Mapping[str, Any]) -> None:
        """Count one line of a transcript. described: its model, as the header has it."""
        response = line.body["response"]
        self.seconds += response["seconds"] or 0.0
        used = usage_of(response.get("usage", {}), described)
        self.uncounted += used.calls if not used.tokens_in else 0

    def join(self, other: Bill) -> None:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def as_json(self) -> dict[str, Any]:
        """Return the bill for programs. What was not counted is null, and never zero."""
        calls, unpriced, counts = self.usage.calls, self.usage.unpriced, self.answers
        is_counted, is_priced = not calls or self.uncounted < calls, not calls or unpriced < calls
        return {
            "answers": int(counts.answered.part),
            "calls": calls,
            "tokens_in": self.usage.tokens_in if is_counted else None,
            "tokens_out": self.usage.tokens_out if is_counted else None,
            "tokens_cached": self.usage.tokens_cached if is_counted else None,
            "tokens_reasoning": self.usage.tokens_reasoning if is_counted else None,
            "calls_without_tokens": self.uncounted,
            "dollars": round(self.usage.dollars, 6) if is_priced else None,
            "calls_without_price": unpriced,
            "seconds": round(self.seconds, 3),
            "questions": counts.questions,
            "answered": counts.answered.rate,
            "repairs": counts.repairs,
            "forfeits": counts.forfeits,
            "voids": counts.voids,
            "cut_short": counts.cut_short,
            "unread": counts.unread,
            "never_answered": counts.never_answered,
            "not_taken": [*counts.dropped],
            "partly_taken": [*counts.partly_taken],
        }


class Bills:
    """The bill of each model at each seat."""

    def __init__(self) -> None:
        self._bills: dict[tuple[Seat, str], Bill] = {}

    def add(self, transcript: Transcript) -> None:
        """Count the lines of a transcript that models answered. Each goes by the settings that had an effect in that match."""
        players = {seat: who for seat, who in transcript.header.players.items() if is_model_player(who)}
        counts = answers_of(transcript)
        bills: dict[Seat, Bill] = {}
        for line in transcript.lines:
            seat = line.body["request"]["to"]
            if seat in players:
                bills.setdefault(seat, Bill(counts[seat])).add(line, players[seat])
        for seat, bill in bills.items():
            self._bills.setdefault((seat, effective_name(players[seat], counts[seat])), Bill()).join(bill)

    def join(self, other: Bills) -> None:
        for key, bill in other._bills.items():
            self._bills.setdefault(key, Bill()).join(bill)

    def as_json(self) -> list[dict[str, Any]]:
        return [{"seat": seat, "player": name, **bill.as_json()} for (seat, name), bill in sorted(self._bills.items())]


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
