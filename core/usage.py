"""What answers cost, and budgets for it."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, fields

from woozle.core.text import visible_line
from woozle.core.value import value


@value
class Usage:
    """Calls of a model, tokens read and written, and money in US dollars. Usages add up.

    tokens_cached: those among the tokens read that the server had kept from requests before, and may charge less for.
    """

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    dollars: float = 0.0
    tokens_cached: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.dollars + other.dollars,
            self.tokens_cached + other.tokens_cached,
        )


NOTHING = Usage()
"""The usage of a player that costs nothing."""


@dataclass(slots=True)
class Spent:
    """What somebody's answers cost so far. answers: every try counts. seconds: of thinking."""

    answers: int = 0
    seconds: float = 0.0
    usage: Usage = NOTHING


class Ledger(defaultdict[str, Spent]):
    """What everybody's answers cost so far, by seat."""

    def __init__(self) -> None:
        super().__init__(Spent)

    def add(self, seat: str, seconds: float | None, usage: Usage) -> None:
        """One more answer."""
        spent = self[seat]
        spent.answers += 1
        spent.seconds += seconds or 0.0
        spent.usage += usage


class LimitsError(ValueError):
    """A text that names no limits. Says why, in a sentence."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that may be spent, above 0; None for no limit. tokens: read and written. seconds: of models' time."""

    dollars: float | None = None
    calls: int | None = None
    tokens: int | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> Limits:
        """From `dollars=5,calls=1000`. Raises LimitsError."""
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


class Purse:
    """What was spent so far. seconds: of models' time."""

    def __init__(self, usage: Usage = NOTHING, seconds: float = 0.0) -> None:
        self._usage = usage
        self._seconds = seconds

    @property
    def usage(self) -> Usage:
        """What all who spend from it have spent."""
        return self._usage

    @property
    def seconds(self) -> float:
        """How long their models took."""
        return self._seconds

    def spend(self, usage: Usage, seconds: float) -> None:
        """Add what was spent."""
        self._usage += usage
        self._seconds += seconds


class Budget:
    """What may be spent and what has been. It is asked before a call, so the calls under way may go past it.

    of: what it is for, as in "a match". within: a larger Budget that this is a part of; whatever is spent here is spent there too.
    option: where more is given. purse: what was spent before, or others spend too; None for an empty one.
    """

    def __init__(
        self,
        limits: Limits,
        *,
        of: str = "",
        within: Budget | None = None,
        option: str = "--budget",
        purse: Purse | None = None,
    ) -> None:
        self._limited = [(name, limit) for name in _NAMES if (limit := getattr(limits, name)) is not None]
        self._purse = purse or Purse()
        self._of = of
        self._within = within
        self._option = option

    @property
    def usage(self) -> Usage:
        """What was spent so far."""
        return self._purse.usage

    @property
    def seconds(self) -> float:
        """How many seconds of models' time were spent so far."""
        return self._purse.seconds

    def spend(self, usage: Usage, seconds: float) -> None:
        """Add what was spent. seconds: of models' time."""
        self._purse.spend(usage, seconds)
        if self._within:
            self._within.spend(usage, seconds)

    def used_up(self) -> str:
        """Why nothing more may be spent, as a sentence; empty if something may."""
        return self._used_up() or (self._within.used_up() if self._within else "")

    def _used_up(self) -> str:
        if not self._limited:
            return ""
        usage = self.usage
        tokens = usage.tokens_in + usage.tokens_out
        spent = {"dollars": usage.dollars, "calls": usage.calls, "tokens": tokens, "seconds": self.seconds}
        for name, limit in self._limited:
            if spent[name] >= limit:
                of = f" for {self._of}" if self._of else ""
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
