"""The bills of models, counted from transcripts alone: usage is kept in no second place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from woozle.core.names import player_name
from woozle.core.request import Seat
from woozle.core.usage import NOTHING, Budget, Spending, Usage
from woozle.players.models.spec import is_model_player
from woozle.saves.transcript import Header, ResponseLine, TranscriptError, read_lines


@dataclass(slots=True)
class Bill:
    """The usage of one model at one seat, over any number of matches.

    uncounted: calls whose server did not count tokens; unpriced: calls without a known price. seconds: of all answers, as players
    measure them. repairs: tries that were refused and asked for again. voids: answers that never came, by no fault of its own.
    """

    answers: int = 0
    usage: Usage = NOTHING
    uncounted: int = 0
    unpriced: int = 0
    seconds: float = 0.0
    repairs: int = 0
    forfeits: int = 0
    voids: int = 0

    def add(self, line: ResponseLine, *, is_free: bool) -> None:
        """Count one line of a transcript. is_free: whether the model costs nothing, so that no money was forgotten."""
        response, events = line.body["response"], line.body["events"]
        self.seconds += response["seconds"] or 0.0
        used = usage_of(response.get("usage", {}))
        self.usage += used
        self.uncounted += used.calls if not used.tokens_in else 0
        self.unpriced += used.calls if not (used.dollars or is_free) else 0
        kinds = [each["data"].get("kind") for each in events if each["event"] == "Forfeited"]
        self.repairs += any(each["event"] == "Refused" for each in events)
        self.voids += "error" in kinds
        self.forfeits += any(kind != "error" for kind in kinds)
        self.answers += "answer" in response and not kinds

    def join(self, other: Bill) -> None:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def as_json(self) -> dict[str, Any]:
        """Return the bill for programs. What was not counted is null, and never zero."""
        calls = self.usage.calls
        is_counted, is_priced = not calls or self.uncounted < calls, not calls or self.unpriced < calls
        return {
            "answers": self.answers,
            "calls": calls,
            "tokens_in": self.usage.tokens_in if is_counted else None,
            "tokens_out": self.usage.tokens_out if is_counted else None,
            "calls_without_tokens": self.uncounted,
            "dollars": round(self.usage.dollars, 6) if is_priced else None,
            "calls_without_price": self.unpriced,
            "seconds": round(self.seconds, 3),
            "repairs": self.repairs,
            "forfeits": self.forfeits,
            "voids": self.voids,
        }


class Bills:
    """The bill of each model at each seat. is_free: whether a model costs nothing, from how a header describes it."""

    def __init__(self, is_free: Callable[[Mapping[str, Any]], bool]) -> None:
        self._is_free = is_free
        self._bills: dict[tuple[Seat, str], Bill] = {}

    def add(self, header: Header, line: ResponseLine) -> None:
        """Count one line of a transcript, if a model answered."""
        seat = line.body["request"]["to"]
        described = header.players.get(seat, {})
        if is_model_player(described):
            self._bills.setdefault((seat, player_name(described)), Bill()).add(line, is_free=self._is_free(described))

    def join(self, other: Bills) -> None:
        for key, bill in other._bills.items():
            self._bills.setdefault(key, Bill()).join(bill)

    def as_json(self) -> list[dict[str, Any]]:
        return [{"seat": seat, "player": name, **bill.as_json()} for (seat, name), bill in sorted(self._bills.items())]


def usage_of(body: Mapping[str, Any]) -> Usage:
    """Return the cost of an answer as a transcript has it; figures that it lacks count nothing."""
    said: dict[str, Any] = {each.name: body[each.name] for each in fields(Usage) if isinstance(body.get(each.name), int | float)}
    return Usage(**said)


def spend_past_answers(folder: Path, budget: Budget) -> None:
    """Spend of a budget what the answers of a match cost so far, finished or not."""
    spent = spent_in(folder)
    budget.spend(spent.usage, spent.seconds)


def spent_in(folder: Path) -> Spending:
    """Return the cost of a match's answers so far, finished or not; nothing where there is no match."""
    spent = Spending()
    try:
        transcript, lines = read_lines(folder)
    except TranscriptError:
        return spent
    models = {seat for seat, described in transcript.header.players.items() if is_model_player(described)}
    for line in lines:
        if line.body["request"]["to"] in models:
            response = line.body["response"]
            spent.spend(usage_of(response.get("usage", {})), response["seconds"] or 0.0)
    return spent
