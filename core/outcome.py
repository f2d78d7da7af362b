"""Results and outcomes of matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from woozle.core.request import Seat

WORTH: Mapping[str, float] = {"won": 1.0, "drawn": 0.5, "lost": 0.0, "forfeited": 0.0}
"""The worth of a result as a reward or score, by kind; a void one has none."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one seat.

    kind: `void` if a technical failure (a crash, a network) stopped the seat; its numbers must not be counted.
    numbers: Figures by name. Players are compared by `score`; higher is better.
    """

    kind: Literal["won", "lost", "drawn", "forfeited", "void"]
    numbers: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match.

    results: Result of every seat.
    reason: One sentence. It cannot be withdrawn, so it must not quote redactable text.
    """

    results: Mapping[Seat, Result]
    reason: str = ""

    @classmethod
    def by_score(cls, score: Mapping[Seat, float], reason: str = "") -> Outcome:
        """Return the outcome in which the highest score wins, or those draw who share it."""
        most = max(score.values(), default=0)
        best = [seat for seat in score if score[seat] == most]
        top: Literal["won", "drawn"] = "won" if len(best) == 1 else "drawn"
        return cls({seat: Result(top if seat in best else "lost", {"score": score[seat]}) for seat in score}, reason)
