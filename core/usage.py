"""Costs of answers, and budgets."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.core.value import value


@value
class Usage:
    """The cost of model calls. Usages add up.

    calls: Number of calls.
    tokens_in, tokens_out: Tokens read and written.
    dollars: Price in US dollars, of the calls whose price is known.
    tokens_cached: Those of `tokens_in` that the server had cached, and may charge less for.
    tokens_reasoning: Those of `tokens_out` that were reasoning, if the server reports them.
    tokens_cache_write: Those of `tokens_in` that the server wrote to its cache, and may charge more for.
    unpriced: Those of `calls` whose price is unknown, so that `dollars` does not include them.
    """

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    dollars: float = 0.0
    tokens_cached: int = 0
    tokens_reasoning: int = 0
    tokens_cache_write: int = 0
    unpriced: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.dollars + other.dollars,
            self.tokens_cached + other.tokens_cached,
            self.tokens_reasoning + other.tokens_reasoning,
            self.tokens_cache_write + other.tokens_cache_write,
            self.unpriced + other.unpriced,
        )


NOTHING = Usage()
"""The usage of a player that costs nothing."""


def read_usage(kept: Mapping[str, Any]) -> Usage:
    """Return what was used, as a transcript has it. Whatever is no number that can be added up counts nothing."""
    counts = {each.name: int(read_number(kept.get(each.name))) for each in fields(Usage) if each.name != "dollars"}
    return Usage(**counts, dollars=read_number(kept.get("dollars")))


def read_number(kept: Any) -> float:
    """Return a number that can be shown and added up; 0 for anything else."""
    return float(kept) if isinstance(kept, int | float) and 0 <= kept < 1e12 else 0.0


@dataclass(slots=True)
class SeatCost:
    """The cost of one seat's answers so far.

    answers: Number of Responses, illegal ones included.
    seconds: Thinking time.
    """

    answers: int = 0
    seconds: float = 0.0
    usage: Usage = NOTHING


class Ledger(defaultdict[str, SeatCost]):
    """The cost of all answers so far, by seat."""

    def __init__(self) -> None:
        super().__init__(SeatCost)

    def add(self, seat: str, seconds: float | None, usage: Usage) -> None:
        """Count one more Response."""
        spent = self[seat]
        spent.answers += 1
        spent.seconds += seconds or 0.0
        spent.usage += usage


class LimitsError(InputError):
    """A text that is not a budget. Its message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper limits of spending, each above 0; None for no limit.

    tokens: Tokens read and written.
    seconds: Time of models.
    """

    dollars: float | None = None
    calls: int | None = None
    tokens: int | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> Limits:
        """Parse a text such as `dollars=5,calls=1000`. Raises LimitsError."""
        given: dict[str, float] = {}
        for part in text.split(","):
            name, _, number = (each.strip() for each in part.partition("="))
            if name not in _NAMES:
                said = visible_line(part.strip())
                raise LimitsError(f"A budget is in dollars, calls, tokens or seconds, as in dollars=5,calls=1000, not {said!r}.")
            if name in given:
                raise LimitsError(f"The budget says {name} twice.")
            given[name] = _number(name, number)
        return cls(**given)  # type: ignore[arg-type]


_NAMES = tuple(each.name for each in fields(Limits))


def _number(name: str, text: str) -> float:
    try:
        number = float(text) if name in {"dollars", "seconds"} else int(text)
    except ValueError:
        number = 0
    if not 0 < number < math.inf:
        kind = "number" if name in {"dollars", "seconds"} else "whole number"
        raise LimitsError(f"A budget needs a {kind} of {name} above 0, as in {name}=5, not {visible_line(text)!r}.")
    return number


@dataclass(slots=True)
class Spending:
    """A running total that several budgets may share.

    seconds: Time of models.
    """

    usage: Usage = NOTHING
    seconds: float = 0.0

    def spend(self, usage: Usage, seconds: float) -> None:
        self.usage += usage
        self.seconds += seconds


class Budget:
    """Limits of spending, and what was spent. It is checked before each call, so calls under way may exceed it.

    A call without a price uses up a limit of dollars too, since what is left is then unknown.

    Args:
        of: Name of its subject, in messages: `a match`.
        within: A larger budget, from which everything spent here is taken too.
        option: Name of the option that raises the limits, in messages.
        spent: A total to continue or share; None for a new one.
    """

    def __init__(
        self,
        limits: Limits,
        *,
        of: str = "",
        within: Budget | None = None,
        option: str = "--budget",
        spent: Spending | None = None,
    ) -> None:
        self._limited = [(name, limit) for name in _NAMES if (limit := getattr(limits, name)) is not None]
        self._spent = spent or Spending()
        self._of = of
        self._within = within
        self._option = option

    @property
    def usage(self) -> Usage:
        return self._spent.usage

    @property
    def seconds(self) -> float:
        """Time of models spent so far."""
        return self._spent.seconds

    def spend(self, usage: Usage, seconds: float) -> None:
        self._spent.spend(usage, seconds)
        if self._within:
            self._within.spend(usage, seconds)

    def refusal(self) -> str:
        """Return why no more may be spent, as a sentence; empty if more may be."""
        return self._own_refusal() or (self._within.refusal() if self._within else "")

    def _own_refusal(self) -> str:
        if not self._limited:
            return ""
        usage = self.usage
        of = f" for {self._of}" if self._of else ""
        tokens = usage.tokens_in + usage.tokens_out
        spent = {"dollars": usage.dollars, "calls": usage.calls, "tokens": tokens, "seconds": self.seconds}
        for name, limit in self._limited:
            if name == "dollars" and usage.unpriced and spent[name] < limit:
                calls = "1 call has" if usage.unpriced == 1 else f"{usage.unpriced:,} calls have"
                return (
                    f"The budget of {_amount(name, limit)} {name}{of} cannot be kept, since {calls} no known price; "
                    "`woozle config edit` states it, and `woozle resume` goes on."
                )
            if spent[name] >= limit:
                return (
                    f"The budget of {_amount(name, limit)} {name}{of} is used up ({_amount(name, spent[name])} spent); "
                    f"give more with {self._option} and go on with `woozle resume`."
                )
        return ""


def _amount(name: str, number: float) -> str:
    match name:
        case "dollars":
            return f"{number:,.2f}" if number >= 0.1 else f"{number:.2g}"
        case "seconds":
            return f"{number:,.1f}".removesuffix(".0")
        case _:
            return f"{number:,}"
