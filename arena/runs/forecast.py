"""Forecasts of what a run of models will cost in all, from what its matches cost so far.

Short matches end first, so the mean of those that are over would be too low while others are at play. What the k-th call of a match
costs is therefore averaged over all matches that came so far, and weighed by the share of matches that do: the product-limit
estimate, with matches at play as censored (D. Y. Lin et al., Estimating medical costs from incomplete follow-up data, Biometrics
53, 1997).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from woozle.arena.views.words import count, duration, money, round_short
from woozle.core.statistics.student import quantile
from woozle.core.usage import NOTHING, Spending, Usage

FEWEST = 3
"""Finished matches from which on there is a forecast."""

_NAMES = ("calls", "tokens_in", "tokens_out", "dollars")
_LIKELY = 0.975


class Amount(NamedTuple):
    """A forecast number with its 95 % prediction interval. Never below what is spent already."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """The cost of a whole run.

    share: Of its matches that are over.
    seconds_left: At the speed so far; None where that is not known yet.
    is_priced: Whether the price of each call is known, so that `dollars` holds all of them.
    """

    share: float
    calls: Amount
    tokens_in: Amount
    tokens_out: Amount
    dollars: Amount
    seconds_left: float | None
    is_priced: bool


class RunCosts:
    """The costs of the matches of a run, call by call."""

    def __init__(self, matches: int, clock: Callable[[], float] = monotonic) -> None:
        """matches: Of the run, or of the shard."""
        self.matches = matches
        self._clock = clock
        self._begun: float | None = None  # when the first call of this process was paid
        self._calls_before = 0
        self._usage = NOTHING
        self._steps: Counter[int] = Counter()  # calls of each match
        self._costs: list[list[float]] = []  # what the first call of all matches cost, what the second did, and so on
        self._reached: list[int] = []  # how many matches came so far
        self._ended: Counter[int] = Counter()  # how many finished matches had so many calls
        self._totals: defaultdict[int, list[float]] = defaultdict(lambda: [0.0] * len(_NAMES))
        self._finished: set[int] = set()

    def spend(self, match: int, usage: Usage, *, is_past: bool = False) -> None:
        """Count a call of a match. is_past: It was made before this process began."""
        at = self._steps[match]
        self._steps[match] += 1
        if at == len(self._reached):
            self._reached.append(0)
            self._costs.append([0.0] * len(_NAMES))
        self._reached[at] += 1
        for number, name in enumerate(_NAMES):
            self._costs[at][number] += getattr(usage, name)
            self._totals[match][number] += getattr(usage, name)
        self._usage += usage
        if is_past:
            self._calls_before += usage.calls
        elif self._begun is None:
            self._begun = self._clock()

    def finish(self, match: int) -> None:
        """Count a match that is over."""
        self._finished.add(match)
        self._ended[self._steps[match]] += 1

    @property
    def finished(self) -> int:
        return len(self._finished)

    def forecast(self) -> Forecast | None:
        """Return what the whole run will cost; None while too few matches are over."""
        if self.finished < FEWEST:
            return None
        means = self._means()
        amounts = dict(zip(_NAMES, map(self._amount, range(len(_NAMES)), means), strict=True))
        left = max(0.0, amounts["calls"].value - self._usage.calls)
        asked = self._usage.calls - self._calls_before
        elapsed = self._clock() - self._begun if self._begun is not None else 0.0
        seconds = left * elapsed / asked if asked and elapsed else None
        return Forecast(self.finished / self.matches, **amounts, seconds_left=seconds, is_priced=not self._usage.unpriced)

    def _means(self) -> list[float]:
        """Return what a match costs on average."""
        still = self._still()
        steps = range(len(self._reached))
        # Nobody knows how long the longest go on: as long as a match does that ends at any call with the probability of all so far.
        later = range(len(steps) // 2, len(steps))
        rest = still[-1] * sum(self._reached) / self.finished / max(1, sum(self._reached[at] for at in later))
        return [
            sum(still[at] * self._costs[at][number] / self._reached[at] for at in steps)
            + rest * sum(self._costs[at][number] for at in later)
            for number in range(len(_NAMES))
        ]

    def _still(self) -> list[float]:
        """Return the share of matches that make more than so many calls, from 0 on."""
        begun = self.finished + sum(match not in self._finished for match in self._steps)
        still = [1 - self._ended[0] / begun]
        for number, reached in enumerate(self._reached, 1):
            still.append(still[-1] * (1 - self._ended[number] / reached))
        return still

    def _amount(self, number: int, mean: float) -> Amount:
        """Return a forecast number: what is still to be spent varies as matches do, and so does their mean."""
        spent = getattr(self._usage, _NAMES[number])
        seen = min(self.matches, spent / mean) if mean else self.finished  # whole matches that what was spent amounts to
        left = self.matches - seen
        value = max(spent, mean * self.matches)
        variance = self._variance(number, mean) * (left + left * left / max(seen, 1.0))
        reach = quantile(_LIKELY, self.finished - 1) * math.sqrt(variance)
        return Amount(value, max(spent, value - reach), value + reach)

    def _variance(self, number: int, mean: float) -> float:
        """Return how much the cost of a match varies: matches of a length that few lived to see weigh more."""
        still = [1.0, *self._still()]  # the share that makes at least so many calls
        reached = [1, *self._reached]
        parts = [(still[self._steps[match]] / reached[self._steps[match]], self._totals[match][number]) for match in self._finished]
        whole = sum(weight for weight, _ in parts)
        found = sum(weight * (cost - mean) ** 2 for weight, cost in parts) / whole if whole else 0.0
        return found * self.finished / (self.finished - 1)


class MatchCosts(Spending):
    """The spending of one match, which is counted call by call."""

    __slots__ = ("_costs", "_is_past", "_match")

    def __init__(self, costs: RunCosts, match: int, before: Spending | None = None, *, is_past: bool = False) -> None:
        """before: Was counted already. is_past: The calls were made before this process began."""
        super().__init__(*((before.usage, before.seconds) if before else ()))
        self._costs, self._match, self._is_past = costs, match, is_past

    def spend(self, usage: Usage, seconds: float) -> None:
        super().spend(usage, seconds)
        self._costs.spend(self._match, usage, is_past=self._is_past)


def forecast_parts(forecast: Forecast) -> Iterator[str]:
    """Yield what the whole run will cost, in words: calls, tokens, dollars, and the time that is left."""
    tokens = Amount(*(one + other for one, other in zip(forecast.tokens_in, forecast.tokens_out, strict=True)))
    yield f"{_range(forecast.calls, _short)} calls"
    yield f"{_range(tokens, _short)} tokens"
    if forecast.dollars.value:
        yield f"{'' if forecast.is_priced else 'at least '}{_range(forecast.dollars, money)}"
    if forecast.seconds_left is not None:
        yield f"{duration(forecast.seconds_left)} left"


def forecast_sentence(forecast: Forecast, matches: int) -> str:
    """Return the forecast as a sentence."""
    *parts, last = forecast_parts(forecast)
    return f"From the first {forecast.share:.0%} of {count(matches, 'match', 'matches')}, all of them: {', '.join(parts)}, {last}."


def _short(number: float) -> str:
    return round_short(round(number))


def _range(amount: Amount, words: Callable[[float], str]) -> str:
    return f"{words(amount.value)} ({words(amount.low)} to {words(amount.high)})"
