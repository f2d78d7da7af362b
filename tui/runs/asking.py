"""A run with models: all its matches in one event loop, at one door to each endpoint, within one budget."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from woozle.core.usage import Budget, Limits
from woozle.players.models.hub import Hub
from woozle.tui import models
from woozle.tui.present.words import count
from woozle.tui.runs.bills import recounted
from woozle.tui.runs.calls import Calls
from woozle.tui.runs.hall import Hall
from woozle.tui.runs.interrupts import interrupts
from woozle.tui.runs.plan import WHOLE, Plan, Shard
from woozle.tui.runs.pool import rare_collection
from woozle.tui.runs.table import ready
from woozle.tui.setup import Ready

CONCURRENCY = 16
"""Matches side by side, if nobody says how many."""

STOPPED = "It was stopped."


@dataclass(frozen=True)
class Ways:
    """How a run with models is played: what may change whenever one goes on with it, and is no part of its plan.

    budget: for all matches of the shard together, what was spent before included. match_budget: for each match.
    """

    shard: Shard = WHOLE
    concurrency: int = CONCURRENCY
    budget: Limits = Limits()
    match_budget: Limits = Limits()

    @property
    def is_about_money(self) -> bool:
        """Whether prices have to be known."""
        return self.budget.dollars is not None or self.match_budget.dollars is not None


class Asking:
    """A run with models, being played.

    spent: what the matches of the shard have cost so far. calls: where those are that are under way. is_stopped: whether the person
    wants it to stop. say: tells the person a sentence.
    """

    def __init__(self, plan: Plan, out: Path, ways: Ways, hub: Hub, say: Callable[[str], object]) -> None:
        self.spent = Budget(ways.budget)
        self.calls = Calls()
        self.hall = Hall(self._ready, hub.halt, self._is_alone)
        self.is_stopped = False
        self._plan = plan
        self._out = out
        self._ways = ways
        self._hub = hub
        self._say = say
        self._budgets: dict[int, Budget] = {}

    async def play(self) -> None:
        """Play what is left. Ctrl+c halts, and cancels when it is pressed again; either way all that was paid for is kept."""
        rare_collection()
        playing = asyncio.current_task()
        assert playing

        def stop() -> None:
            if self.is_stopped:
                playing.cancel()
                return
            self.is_stopped = True
            self.hall.halt(STOPPED)
            if waiting := self.calls.count("sent"):
                self._say(f"Stopping: waiting for {count(waiting, 'answer')} under way; ctrl+c again leaves them.")

        with interrupts(stop):
            self._recount()
            await self.hall.play(self._plan.left(self._out, self._ways.shard), self._ways.concurrency)

    def _recount(self) -> None:
        """What was spent before stands in the transcripts, and nowhere else."""
        for number in self._plan.numbers(self._ways.shard):
            folder = self._plan.folder(self._out, number)
            if folder.exists():
                recounted(folder, self._budget(number))

    def _ready(self, number: int) -> Ready | None:
        seats = models.seats(self._hub, budget=self._budget(number), listen=partial(self.calls.hear, number))
        return ready(self._plan, self._out, number, seats)

    def _budget(self, number: int) -> Budget:
        if number not in self._budgets:
            self._budgets[number] = Budget(self._ways.match_budget, of="a match", within=self.spent, option="--match-budget")
        return self._budgets[number]

    def _is_alone(self, number: int) -> bool:
        return bool(self._budget(number).used_up()) and not self.spent.used_up()
