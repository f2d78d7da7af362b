"""A run with models, played by this process alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from woozle.arena.play import models
from woozle.arena.runs.asking import STOPPED, Asking, Ways, first, spent_before, stopping
from woozle.arena.runs.interrupts import interrupts
from woozle.arena.runs.plan import Plan
from woozle.arena.runs.tally import Tally
from woozle.core.usage import Purse, Usage


class Alone:
    """A run with models, in one event loop. is_stopped: whether the person wants it to stop. say: tells the person a sentence."""

    def __init__(self, plan: Plan, out: Path, ways: Ways, cache: Path | None, say: Callable[[str], object]) -> None:
        self.is_stopped = False
        self._plan = plan
        self._out = out
        self._ways = ways
        self._say = say
        self._hub = models.hub(replies=cache)
        self._before: dict[int, Purse] = {}
        self._asking = Asking(plan, out, ways, self._hub, before=self._before)

    def play(self) -> None:
        """Play what is left. Ctrl+c halts, and cancels when it is pressed again; either way all that was paid for is kept."""
        with suppress(asyncio.CancelledError):
            asyncio.run(self._play())

    @property
    def why(self) -> str:
        """Why nothing is begun any more; empty while it is."""
        return self._asking.hall.why

    @property
    def reason(self) -> str:
        """Why matches stand still, as a sentence; empty if none does."""
        return self.why or first(self._asking.hall.standing)

    @property
    def tally(self) -> Tally:
        """How far it is."""
        return self._asking.tally

    @property
    def usage(self) -> Usage:
        """What its matches have cost so far."""
        return self._asking.spent.usage

    async def _play(self) -> None:
        playing = asyncio.current_task()
        assert playing

        def stop() -> None:
            if self.is_stopped:
                playing.cancel()
                return
            self.is_stopped = True
            self._asking.hall.halt(STOPPED)
            if sent := self.tally.sent:
                self._say(stopping(sent))

        shard = self._ways.shard
        try:
            with interrupts(stop):
                total, begun = spent_before(self._plan, self._out, shard)
                self._asking.spent.spend(total.usage, total.seconds)
                self._before |= begun
                await self._asking.play(self._plan.left(self._out, shard))
        finally:
            await self._hub.close()
