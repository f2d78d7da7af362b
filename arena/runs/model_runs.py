"""Runs with models: all matches in one event loop, with one rate limiter per endpoint and one budget."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from woozle.arena.play import models
from woozle.arena.play.models import spent_in
from woozle.arena.play.setup import Ready
from woozle.arena.runs.bot_runs import collect_garbage_rarely
from woozle.arena.runs.coordinator import Coordinator
from woozle.arena.runs.first_replies import FirstReplies
from woozle.arena.runs.forecast import Forecast, MatchCosts, RunCosts, forecast_sentence
from woozle.arena.runs.interrupts import interrupts
from woozle.arena.runs.matches import open_match
from woozle.arena.runs.plan import WHOLE, Plan, Shard
from woozle.arena.views.words import count
from woozle.core.match import Player
from woozle.core.request import Seat
from woozle.core.usage import Budget, Limits, Spending, Usage
from woozle.players.backends.model_client import Heard, Queued, Sent, Waiting
from woozle.players.models.client_pool import MakePlayer
from woozle.players.models.progress import Progress
from woozle.players.models.spec import ModelSpec
from woozle.saves.speeds import keep_speeds

CONCURRENCY = 16
"""Concurrent matches, by default."""

STOPPED = "It was stopped."

FIRST_SHARE = 0.05
"""The share of a run's matches after which it says what all of them will cost."""

_MANY = 40  # matches of a run whose cost is said beforehand

Stage: TypeAlias = Literal["in line", "sent", "pausing"]
"""The stage of a call: it waits in a queue, is on its way to the model or back, or failed and waits for a retry."""


@dataclass(frozen=True)
class ModelRunOptions:
    """Options of a run with models that may change when it is resumed, and so are not part of its plan.

    budget: for all matches of the shard together, including what was spent before. match_budget: for each match. keeps_going:
    whether the run continues even if a model answers none of its first questions.
    """

    shard: Shard = WHOLE
    concurrency: int = CONCURRENCY
    budget: Limits = Limits()
    match_budget: Limits = Limits()
    keeps_going: bool = False

    @property
    def needs_prices(self) -> bool:
        return self.budget.dollars is not None or self.match_budget.dollars is not None


class Tally(NamedTuple):
    """The numbers of matches finished and under way, and of calls in each stage."""

    finished: int = 0
    playing: int = 0
    sent: int = 0
    in_line: int = 0
    pausing: int = 0


class CallStages:
    """The stage of each call under way, as its player reports it."""

    def __init__(self) -> None:
        self._stages: dict[tuple[int, Seat, int], Stage] = {}

    def update(self, match: int, progress: Progress) -> None:
        call = (match, progress.seat, progress.request)
        match progress.news:
            case Queued():
                self._stages[call] = "in line"
            case Sent() | Heard():
                self._stages[call] = "sent"
            case Waiting():
                self._stages[call] = "pausing"
            case _:
                self._stages.pop(call, None)

    def count(self, stage: Stage) -> int:
        return sum(each == stage for each in self._stages.values())


class ModelRun:
    """A run with models, or one shard of it, in one event loop. say: shows the user a sentence."""

    def __init__(self, plan: Plan, out: Path, options: ModelRunOptions, cache: Path | None, say: Callable[[str], object]) -> None:
        self.is_stopped = False
        self._plan = plan
        self._out = out
        self._options = options
        self._say = say
        self._hub = models.hub(replies=cache, tell=say)
        self._calls = CallStages()
        self._coordinator = Coordinator(self._open_match, self._hub.halt, self._halts_alone, self._finish)
        self._first_replies = FirstReplies(say, None if options.keeps_going else self._coordinator.halt)
        self._spent = Budget(options.budget)
        self._budgets: dict[int, Budget] = {}
        self._spent_before: dict[int, Spending] = {}
        self._costs = RunCosts(len(plan.numbers(options.shard)))
        self._by_model: defaultdict[str, Spending] = defaultdict(Spending)
        self._is_foretold = len(plan.numbers(options.shard)) < _MANY

    def play(self) -> None:
        """Play all remaining matches.

        Ctrl+c halts and waits for the answers under way; pressed again, it abandons them. All other answers are kept either way.
        """
        with suppress(asyncio.CancelledError):
            asyncio.run(self._play())

    @property
    def why(self) -> str:
        """The reason why no more matches are begun; empty as long as they are."""
        return self._coordinator.why

    @property
    def reason(self) -> str:
        """The reason why matches have halted, as a sentence; empty if none has."""
        return self.why or next((f"match {number}: {why}" for number, why in sorted(self._coordinator.standing.items())), "")

    @property
    def silent(self) -> list[str]:
        """The last replies of models that never answered, a sentence each; empty if the run keeps going regardless."""
        return [] if self._options.keeps_going else self._first_replies.silent

    @property
    def tally(self) -> Tally:
        count = self._calls.count
        return Tally(self._coordinator.finished, self._coordinator.playing, count("sent"), count("in line"), count("pausing"))

    @property
    def usage(self) -> Usage:
        return self._spent.usage

    @property
    def forecast(self) -> Forecast | None:
        """The forecast cost of the whole run; None while too few of its matches are over."""
        return self._costs.forecast()

    async def _play(self) -> None:
        task = asyncio.current_task()
        assert task

        def stop() -> None:
            if self.is_stopped:
                task.cancel()
                return
            self.is_stopped = True
            self._coordinator.halt(STOPPED)
            if sent := self.tally.sent:
                self._say(f"Stopping: waiting for {count(sent, 'answer')} under way; ctrl+c again leaves them.")

        shard = self._options.shard
        try:
            with interrupts(stop):
                total, self._spent_before = self._read_past(shard)
                self._spent.spend(total.usage, total.seconds)
                collect_garbage_rarely()
                await self._coordinator.play(self._plan.numbers_left(self._out, shard), self._options.concurrency)
        finally:
            keep_speeds(self._by_model)
            await self._hub.close()

    def _read_past(self, shard: Shard) -> tuple[Spending, dict[int, Spending]]:
        """Return the cost so far of all matches of the shard, and of each unfinished one by its number, from their transcripts."""
        total = Spending()
        begun: dict[int, Spending] = {}
        left = set(self._plan.numbers_left(self._out, shard))
        for number in self._plan.numbers(shard):
            folder = self._plan.folder(self._out, number)
            if not folder.exists():
                continue
            spent = spent_in(folder, self._hub.config, MatchCosts(self._costs, number, is_past=True))
            total.spend(spent.usage, spent.seconds)
            if number in left:
                begun[number] = MatchCosts(self._costs, number, spent)
            else:
                self._costs.finish(number)
        return total, begun

    def _finish(self, number: int) -> None:
        """Count a match that is over, and say once what the run will cost."""
        self._costs.finish(number)
        if self._is_foretold or self._costs.finished < FIRST_SHARE * self._costs.matches:
            return
        if forecast := self.forecast:
            self._is_foretold = True
            self._say(forecast_sentence(forecast, self._costs.matches))

    def _open_match(self, number: int) -> Ready | None:
        def player(game: str, seat: Seat, spec: ModelSpec, seed: str, make: MakePlayer | None = None, /) -> Player:
            def listen(progress: Progress) -> None:
                self._calls.update(number, progress)
                if make is None:  # services make their own players, and report their own failures
                    self._first_replies.hear(str(spec), number, progress)

            of_model = Budget(Limits(), within=self._budget(number), spent=self._by_model[str(spec)])
            return models.seats(self._hub, of_model, listen)(game, seat, spec, seed, make)

        return open_match(self._plan, self._out, number, player)

    def _budget(self, number: int) -> Budget:
        if number not in self._budgets:
            self._budgets[number] = Budget(
                self._options.match_budget,
                of="a match",
                within=self._spent,
                option="--match-budget",
                spent=self._spent_before.get(number) or MatchCosts(self._costs, number),
            )
        return self._budgets[number]

    def _halts_alone(self, number: int) -> bool:
        return bool(self._budget(number).refusal()) and not self._spent.refusal()
