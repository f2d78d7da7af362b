"""The matches of a run with models that one process plays: in one event loop, at one door to each endpoint, within one budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType

from woozle.arena.play import models
from woozle.arena.play.bills import spent_in
from woozle.arena.play.setup import Ready
from woozle.arena.runs.calls import Calls
from woozle.arena.runs.hall import Hall
from woozle.arena.runs.plan import WHOLE, Plan, Shard
from woozle.arena.runs.pool import rare_collection
from woozle.arena.runs.table import ready
from woozle.arena.runs.tally import Tally
from woozle.arena.views.words import count
from woozle.core.usage import Budget, Limits, Purse
from woozle.players.models.hub import Hub, nothing

CONCURRENCY = 16
"""Matches side by side, if nobody says how many."""

STOPPED = "It was stopped."


@dataclass(frozen=True)
class Ways:
    """How a run with models is played: what may change whenever one goes on with it, and is no part of its plan.

    concurrency: matches side by side, in all processes together. budget: for all matches of the shard together, what was spent
    before included. match_budget: for each match. jobs: processes.
    """

    shard: Shard = WHOLE
    concurrency: int = CONCURRENCY
    budget: Limits = Limits()
    match_budget: Limits = Limits()
    jobs: int = 1

    @property
    def is_about_money(self) -> bool:
        """Whether prices have to be known."""
        return self.budget.dollars is not None or self.match_budget.dollars is not None


class Asking:
    """A run with models, or the part of it that one of several processes plays, being played.

    spent: what the matches of the shard have cost so far. calls: where those are that are under way. hall: where it is played.
    """

    def __init__(
        self,
        plan: Plan,
        out: Path,
        ways: Ways,
        hub: Hub,
        *,
        purse: Purse | None = None,
        before: Mapping[int, Purse] = MappingProxyType({}),
        halted: Callable[[str], object] = nothing,
    ) -> None:
        """purse: what was spent before, and by other processes. before: what matches that were begun have cost, by number.

        halted: told when everything is to halt, and why.
        """
        self.spent = Budget(ways.budget, purse=purse)
        self.calls = Calls()
        self.hall = Hall(self._ready, self._halt, self._is_alone)
        self._plan = plan
        self._out = out
        self._ways = ways
        self._hub = hub
        self._before = before
        self._halted = halted
        self._budgets: dict[int, Budget] = {}

    async def play(self, numbers: Iterable[int]) -> None:
        """Play matches. Cancelling leaves each where it is."""
        rare_collection()
        await self.hall.play(numbers, self._ways.concurrency)

    @property
    def tally(self) -> Tally:
        """How far it is."""
        count = self.calls.count
        return Tally(self.hall.finished, self.hall.playing, count("sent"), count("in line"), count("pausing"))

    def _halt(self, why: str) -> None:
        self._hub.halt(why)
        self._halted(why)

    def _ready(self, number: int) -> Ready | None:
        seats = models.seats(self._hub, budget=self._budget(number), listen=partial(self.calls.hear, number))
        return ready(self._plan, self._out, number, seats)

    def _budget(self, number: int) -> Budget:
        if number not in self._budgets:
            self._budgets[number] = Budget(
                self._ways.match_budget,
                of="a match",
                within=self.spent,
                option="--match-budget",
                purse=self._before.get(number),
            )
        return self._budgets[number]

    def _is_alone(self, number: int) -> bool:
        return bool(self._budget(number).used_up()) and not self.spent.used_up()


def stopping(sent: int) -> str:
    """What a person is told who stopped a run while so many calls are under way."""
    return f"Stopping: waiting for {count(sent, 'answer')} under way; ctrl+c again leaves them."


def first(standing: Mapping[int, str]) -> str:
    """Why the first of some matches stands still, as a sentence; empty if there is none."""
    return next((f"match {number}: {why}" for number, why in sorted(standing.items())), "")


def spent_before(plan: Plan, out: Path, shard: Shard) -> tuple[Purse, dict[int, Purse]]:
    """What the matches of a shard have cost so far, together, and each of those that are begun and not finished.

    It stands in the transcripts, and nowhere else.
    """
    total, begun = Purse(), {}
    left = set(plan.left(out, shard))
    for number in plan.numbers(shard):
        folder = plan.folder(out, number)
        if not folder.exists():
            continue
        spent = spent_in(folder)
        total.spend(spent.usage, spent.seconds)
        if number in left:
            begun[number] = spent
    return total, begun
