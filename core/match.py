"""A match at run time: the only place where Requests wait for players.

Each open Request is awaited on its player; its Response is folded when it comes, and the recorder has it on disk before
anybody is told.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from woozle.core.failures import crash_reason
from woozle.core.game import Event, Told
from woozle.core.marking import HeardWords, found, offered, typed, words_in
from woozle.core.outcome import Outcome
from woozle.core.referee import Referee
from woozle.core.request import Forfeit, Request, Response, Seat, Words

_NOBODY = 0  # no Request has this id
_TURNS_ASIDE = 8  # of the event loop: bots never wait, and what a key sets off goes through some of them until it is painted


class Player(Protocol):
    """Whoever answers Requests: a person, a bot, a model or an official."""

    @property
    def is_person(self) -> bool:
        """Whether a person answers, whose words can be withdrawn later."""

    @property
    def keeps_time(self) -> bool:
        """Whether the player sees to the deadline itself, and says how long the answer took.

        Only a person's screen, or the queue before a model, knows which time was for thinking.
        """

    @property
    def answers_at_once(self) -> bool:
        """Whether it never waits, so that nothing is gained by asking it beside others."""

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """An answer, from what the player has observed (all of it, in order; it only ever grows)."""

    def describe(self) -> dict[str, Any]:
        """Who sits here, for the transcript: enough to seat the same again, and nothing private."""


class Recorder(Protocol):
    """Whoever keeps the transcript."""

    def refusal(self, request: Request, response: Response) -> str:
        """Return why a Response cannot be kept, as one sentence; empty if it can."""

    def folded(self, request: Request, response: Response, told: Sequence[Told]) -> None:
        """Keep one Response with the Events that it produced. Returns when they are safe."""

    def closed(self, outcome: Outcome) -> None:
        """The match is over."""


class Halt(Exception):  # noqa: N818 (nothing is wrong: the match goes on later)
    """The match is to stand still here, with a sentence why: a budget is used up, somebody asked for it. It can be resumed.

    A player raises it instead of answering. What others were asked meanwhile is waited for and kept, as it is paid for already.
    """


class Watch:
    """Wakes whoever looks on. It holds no Events (a view only ever grows, so the watcher reads on from where it was)."""

    def __init__(self) -> None:
        self._news = asyncio.Event()

    def wake(self) -> None:
        """There is something new."""
        self._news.set()

    async def news(self) -> None:
        """Return when there is something new since the last call."""
        await self._news.wait()
        self._news.clear()


class Pacer:
    """Pause, step and reading time for those who look on. It never counts against a player's clock.

    reading: seconds that people need for some new Events, at speed 1. speed: how much faster; infinity does not wait.
    """

    def __init__(
        self, reading: Callable[[Sequence[Told]], float] = lambda told: 0, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.speed = 1.0
        self._reading = reading
        self._sleep = sleep
        self._go = asyncio.Event()
        self._go.set()
        self._steps = 0

    @property
    def is_paused(self) -> bool:
        """Whether the match stands still after the step under way."""
        return not self._go.is_set()

    def pause(self) -> None:
        """Stand still after the step under way."""
        self._go.clear()
        self._steps = 0

    def resume(self) -> None:
        """Go on."""
        self._steps = 0
        self._go.set()

    def step(self) -> None:
        """Let one Response through, then stand still."""
        self._steps = 1
        self._go.set()

    async def gate(self, told: Sequence[Told]) -> None:
        """Wait as long as people need for what they were told, and while paused."""
        if seconds := self._reading(told) / self.speed:
            await self._sleep(seconds)
        else:
            for _ in range(_TURNS_ASIDE):
                await asyncio.sleep(0)
        if self._steps:
            self.pause()
        await self._go.wait()


class Match:
    """Runs a referee's match with players until the outcome. Cancelling it leaves a transcript that can be resumed."""

    def __init__(
        self,
        referee: Referee,
        players: Mapping[Seat, Player],
        recorder: Recorder | None = None,
        pacer: Pacer | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.referee = referee
        self.players = players
        self._recorder = recorder
        self._pacer = pacer
        self._clock = clock
        self._watches: list[Watch] = []
        self._arrived: asyncio.Queue[int] = asyncio.Queue()
        self._halt: Halt | None = None
        self._heard: defaultdict[Seat, HeardWords] = defaultdict(HeardWords)
        self._has_words = any(player.is_person for player in players.values()) or any(
            True for event, _ in referee.record[len(referee.opening) :] for _ in words_in(event)
        )

    def watch(self) -> Watch:
        """A new Watch, woken after every Response."""
        self._watches.append(watch := Watch())
        return watch

    def halt(self, why: str) -> None:
        """Ask nobody any more; `play` raises Halt as soon as the answers under way are kept. Nobody waits for people who think."""
        self._halt = Halt(why)
        self._arrived.put_nowait(_NOBODY)

    async def play(self) -> Outcome:
        """Play to the end. Raises Halt where it is to stand still; cancelling keeps the answers that have arrived."""
        referee = self.referee
        waiting: dict[int, asyncio.Task[Response]] = {}
        try:
            if self._pacer:
                await self._pacer.gate([] if referee.folded else referee.opening)
            while referee.outcome is None:
                if not (response := await self._next(waiting)):
                    continue
                told = self._fold(response)
                if self._pacer and referee.outcome is None:  # an end is kept at once, however long people read about it
                    await self._pacer.gate(told)
        except asyncio.CancelledError:
            self._keep_arrived(waiting)
            raise
        finally:
            for task in waiting.values():
                task.cancel()
        if self._recorder:
            self._recorder.closed(referee.outcome)
        self._wake()
        return referee.outcome

    async def _next(self, waiting: dict[int, asyncio.Task[Response]]) -> Response | None:
        """The next Response; None if none came of what was waited for."""
        request = None if self._halt else self._ask(waiting)
        if self._halt and not any(task.done() or not self._is_person(id) for id, task in waiting.items()):
            raise self._halt
        try:
            if request:
                return await self._respond(request)
            task = waiting.pop(await self._arrived.get(), None)
            return await task if task else None
        except Halt as halt:
            self._halt = halt
            return None

    def _is_person(self, request: int) -> bool:
        return self.players[self.referee.open[request].to].is_person

    def _ask(self, waiting: dict[int, asyncio.Task[Response]]) -> Request | None:
        """Ask everybody who was not asked yet, but for one who is waited for right here: the first of those who answer at once, or
        a program that is asked alone.

        A task for it would begin, end and be heard of behind all that other matches have to do then. Matches whose models answer
        in the same moment would go on doing so, and wait for each other each time.
        """
        at_once = None
        is_alone = len(self.referee.open) == 1 and not waiting
        for request in self.referee.open.values():
            player = self.players[request.to]
            if player.answers_at_once or (is_alone and not player.is_person):
                at_once = at_once or request
            elif request.id not in waiting:
                waiting[request.id] = task = asyncio.create_task(self._respond(request))
                task.add_done_callback(lambda _, id=request.id: self._arrived.put_nowait(id))  # type: ignore[misc]
        return at_once

    def _keep_arrived(self, waiting: dict[int, asyncio.Task[Response]]) -> None:
        for id, task in list(waiting.items()):
            if task.done() and not task.cancelled() and not task.exception() and self.referee.outcome is None:
                self._fold(waiting.pop(id).result())

    def _fold(self, response: Response) -> list[Told]:
        request = self.referee.open[response.request]
        response = self._marked(response, request)
        recorder = self._recorder
        told = self.referee.fold(response, partial(recorder.folded, request, response) if recorder else None)
        self._wake()
        return told

    def _marked(self, response: Response, request: Request) -> Response:
        """The same with what can be withdrawn as Words. What a model says in its own words is not: its raw reply is kept too."""
        number = self.referee.folded + 1
        if self.players[request.to].is_person:
            response = typed(response, request, number, self.referee.game.seats)
        elif isinstance(request.about, Words):
            response = found(response, request, request.about, number)
        elif self._has_words and not response.attempts:
            response = self._heard[request.to].said_again(response, request, self.referee.view(request.to), number)
        return offered(response, request) if self._has_words else response

    def _wake(self) -> None:
        for watch in self._watches:
            watch.wake()

    async def _respond(self, request: Request) -> Response:
        player = self.players[request.to]
        limit = None if player.keeps_time else request.seconds
        started = self._clock()
        try:
            if limit is None:
                response = await player.respond(request, self.referee.view(request.to))
            else:
                async with asyncio.timeout(limit) as deadline:
                    response = await player.respond(request, self.referee.view(request.to))
        except Halt:
            raise
        except Exception as error:
            if isinstance(error, TimeoutError) and limit is not None and deadline.expired():
                response = Response(request.id, Forfeit("timeout", f"No answer within {limit:g} seconds."))
            else:
                response = Response(request.id, Forfeit("error", crash_reason(error, is_person=player.is_person)))
        if not isinstance(response, Response) or response.request != request.id:
            response = Response(request.id, Forfeit("error", "The player answered something that was not asked."))
        if self._recorder and not player.answers_at_once and (why := self._recorder.refusal(request, response)):
            response = Response(request.id, Forfeit("error", why))
        if response.seconds is None:
            response = replace(response, seconds=round(self._clock() - started, 3))
        return response
