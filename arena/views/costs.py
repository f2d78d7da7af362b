"""The costs of a match: calls, tokens and money that its players have used up so far."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from woozle.arena.views.model_traces import Done
from woozle.arena.views.words import cost, count, money, round_short
from woozle.core.request import Seat
from woozle.core.usage import NOTHING, Usage
from woozle.core.value import value


@value
class Bill:
    """The costs of a match in all, and by seat; the greatest spender first. failed: how many tries of each seat led to nothing."""

    total: Usage = NOTHING
    seats: tuple[tuple[Seat, Usage], ...] = ()
    failed: tuple[tuple[Seat, int], ...] = ()


class Account:
    """The costs of each Response, with running totals."""

    def __init__(self) -> None:
        self._entries: list[Done] = []
        self._added = 0
        self._sums: dict[Seat, Usage] = {}
        self._failed: dict[Seat, int] = {}

    def grow(self, done: Iterable[Done]) -> None:
        self._entries += done

    def bill(self, step: int | None = None) -> Bill:
        """Return the usage of the first `step` Responses; of all for None."""
        until = len(self._entries) if step is None else bisect_right(self._entries, step, key=lambda each: each.step)
        if until < self._added:
            self._added, self._sums, self._failed = 0, {}, {}
        for each in self._entries[self._added : until]:
            self._sums[each.seat] = self._sums.get(each.seat, NOTHING) + each.usage
            if failed := sum(bool(one.reading) for one in each.tries):
                self._failed[each.seat] = self._failed.get(each.seat, 0) + failed
        self._added = until
        seats = sorted(self._sums.items(), key=lambda each: (-each[1].dollars, -each[1].tokens_in - each[1].tokens_out))
        return Bill(sum(self._sums.values(), NOTHING), tuple(seats), tuple(self._failed.items()))


def in_words(usage: Usage) -> str:
    """Say what was used up: `61 calls, 45.2k tokens in, 3,100 out, $0.0123`."""
    parts = ((usage.tokens_cached, "cached"), (usage.tokens_reasoning, "reasoning"))
    of_these = ", ".join(f"{round_short(number)} {what}" for number, what in parts if number)
    tokens = f"{round_short(usage.tokens_in)} tokens in, {round_short(usage.tokens_out)} out{f' ({of_these})' if of_these else ''}"
    paid = f", {cost(usage.dollars, usage.unpriced)}" if usage.dollars or usage.unpriced else ""
    return f"{count(usage.calls, 'call')}, {tokens}{paid}"


def mean_cost(usage: Usage, matches: int) -> str:
    """Return the mean cost of a match in short: with a + where some calls have no known price, `?` where none has one.

    Empty for players that called no model.
    """
    if not usage.calls:
        return ""
    if not usage.dollars:
        return "?" if usage.unpriced else "free"
    return f"{money(usage.dollars / matches).replace('under ', '<')}{'+' if usage.unpriced else ''}"


def in_short(usage: Usage) -> str:
    """Return the money that was spent, with a + where some of it is unknown; where none was, the tokens."""
    if not usage.dollars:
        return f"{round_short(usage.tokens_in + usage.tokens_out)} tok"
    return f"{money(usage.dollars)}{'+' if usage.unpriced else ''}"
