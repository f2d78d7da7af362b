"""The rules of the urn before version 2, so that saved matches stay verified.

Each marble was put back, so that luck kept reports from the number of red ones, and all but the crook won together by the mean of
their points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import Any, ClassVar

from pydantic import Field

from woozle.core.frozen_model import FrozenModel
from woozle.core.game import Game
from woozle.core.outcome import Outcome
from woozle.core.request import Seat, TimeLimit
from woozle.core.value import value
from woozle.core.words import frequency, quantity
from woozle.games.urn import events, rules
from woozle.games.urn.events import ALPHA, MARBLES, POINTS, Guess, Opened

NAMED, PAR = 20, 70  # the mean above which the others win


class Config(FrozenModel):
    """Options of the urn."""

    handfuls: int = Field(default=2, ge=1, le=5, description="how often each draws and reports")
    marbles: int = Field(default=4, ge=1, le=20, description="in a handful; each is put back at once")
    seconds_to_answer: TimeLimit = None


@value
class Briefing(events.Briefing):
    """The configuration of the match."""

    @property
    def total(self) -> int:
        return MARBLES

    def rules(self) -> Iterator[str]:
        """Yield the rules of this match."""
        often, marbles = frequency(self.handfuls).capitalize(), quantity(self.marbles, "marble")
        yield f"An urn holds {MARBLES} marbles. The number of red ones, from 0 to {MARBLES}, is random; only the crook knows it."
        yield (
            f"{often}, everyone draws {marbles} in secret, each put back at once, and then says in turn how many were red: "
            "truthfully or not, and with a comment if you like."
        )
        yield "At the end everyone says in secret who they think the crook is, and gives a range for the number of red marbles."
        yield (
            f"You have {POINTS} points, less 1 for each marble of the range's width and {2 / ALPHA:g} for each that it misses by. "
            f"Naming the crook earns {NAMED} points, naming anyone else costs {NAMED}, and naming no one is free."
        )
        yield f"All but the crook win together if they average more than {PAR} points; otherwise the crook wins."


class Urn(rules.Urn, Game[Config]):
    """A match of the urn by version 1 of the rules."""

    version = 1
    presets: ClassVar[Any] = {"standard": {}, "quick": {"handfuls": 1, "marbles": 5}, "patient": {"handfuls": 4, "marbles": 3}}
    config: Config  # type: ignore[assignment]

    def briefing(self) -> tuple[Briefing]:
        return (Briefing(self.seats, self.config.handfuls, self.config.marbles),)

    def fill(self, total: int) -> Opened:
        return Opened(self.chance.below("red", total + 1), self.chance.choice("crook", self.seats))

    def draw(self, briefing: events.Briefing, red: int) -> list[list[int]]:
        def handful() -> int:
            return sum(self.chance.below("marble", MARBLES) < red for _ in range(briefing.marbles))

        return [[handful() for _ in self.seats] for _ in range(briefing.handfuls)]

    def judge(
        self,
        opened: Opened,
        truths: Mapping[Seat, list[bool | None]],
        accused: Mapping[Seat, Seat | None],
        ranges: Mapping[Seat, Guess],
    ) -> Outcome:
        self.pay(opened, accused, ranges, NAMED)
        mean = fmean(points for seat, points in self.score.items() if seat != opened.crook)
        self.score[opened.crook] = POINTS - mean
        won = {seat: (mean > PAR) != (seat == opened.crook) for seat in self.seats}
        held = f"{opened.red} of {MARBLES} marbles were red and {opened.crook} was the crook"
        results = self.tell_results(opened, truths, accused, ranges, won)
        return Outcome(results, f"{held}: the others have {mean:.0f} points on average, and win with more than {PAR}.")
