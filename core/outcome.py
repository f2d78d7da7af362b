"""How a match ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from woozle.core.request import Seat


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a seat. `void` means that we failed it: its numbers must not be counted.

    numbers: by name; `score` is the one by which players are compared.
    """

    kind: Literal["won", "lost", "drawn", "forfeited", "void"]
    numbers: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: a Result for every seat and the reason, as one sentence."""

    results: Mapping[Seat, Result]
    reason: str = ""

    @classmethod
    def by_score(cls, score: Mapping[Seat, float], reason: str = "") -> Outcome:
        """The highest score wins; if several share it, they draw."""
        most = max(score.values(), default=0)
        best = [seat for seat in score if score[seat] == most]
        top: Literal["won", "drawn"] = "won" if len(best) == 1 else "drawn"
        return cls({seat: Result(top if seat in best else "lost", {"score": score[seat]}) for seat in score}, reason)
