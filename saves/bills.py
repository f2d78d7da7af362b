"""The bills of models, counted from transcripts alone: usage is kept in no second place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from woozle.core.answer_counts import NO_ANSWERS, AnswerCounts
from woozle.core.usage import Usage

_TOKENS = ("tokens_in", "tokens_out", "tokens_cached", "tokens_reasoning")


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

    def add(self, used: Usage, seconds: float | None) -> None:
        """Count one more answer, whose usage is in `answers` already."""
        self.seconds += seconds or 0.0
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
            **{name: getattr(self.usage, name) if is_counted else None for name in _TOKENS},
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


def add_up(bills: Sequence[Bill]) -> dict[str, float | None]:
    """Return the usage of some models together: `calls`, `tokens_in`, `tokens_out`, `dollars` and so on.

    A value is None if it is unknown for any call. Empty without models.
    """
    if not bills:
        return {}
    is_counted, is_priced = not any(each.uncounted for each in bills), not any(each.usage.unpriced for each in bills)
    return {
        "calls": sum(each.usage.calls for each in bills),
        "seconds": sum(round(each.seconds, 3) for each in bills),
        **{name: sum(getattr(each.usage, name) for each in bills) if is_counted else None for name in _TOKENS},
        "dollars": sum(round(each.usage.dollars, 6) for each in bills) if is_priced else None,
    }
