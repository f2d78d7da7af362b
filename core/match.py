"""Live matches: the only place where Requests wait for players.

Each open Request is awaited from its player. Its Response is folded when it comes, and on disk before any viewer sees it.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import cache, partial
from typing import Any, Protocol, runtime_checkable

from woozle.core.failures import crash_reason
from woozle.core.faults import find_origin
from woozle.core.game import Event, RecordEntry
from woozle.core.outcome import Outcome
from woozle.core.redaction import QuotationFinder, mark_choices, mark_result, mark_typed, redactable_texts
from woozle.core.referee import Referee
from woozle.core.request import Forfeit, PastResponse, Request, Response, Seat
from woozle.core.text import RedactableText

_NOBODY = 0  # no Request has this id
_TURNS_ASIDE = 8  # turns of the event loop left to the screen, since bots never wait and a key needs several to be painted


class Player(Protocol):
    """A player: a human, a bot, a model, an agent or a service."""

    @property
    def is_human(self) -> bool:
        """Return whether a human answers, whose words can be withdrawn later."""

    @property
    def keeps_time(self) -> bool:
        """Return whether the player keeps the time limit itself, and sets `Response.seconds`.

        Only the screen of a human, or the queue before a model, knows which time was for thinking.
        """

    @property
    def answers_at_once(self) -> bool:
        """Return whether `respond` never waits. Then it is awaited in place, not in its own task."""

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Answer a Request. An exception is a forfeit of the kind `error`.

        Args:
            observation: Everything that the player has observed so far, in order. The list only ever grows.
        """

    def describe(self) -> dict[str, Any]:
        """Return a description for the transcript's header: enough to seat the same player again, and nothing private."""


@runtime_checkable
class Closing(Protocol):
    """A player that holds something open, such as a process, for the length of a match."""

    async def close(self, outcome: Outcome | None) -> None:
        """Let go of it. outcome: None if the match stopped before its end. It is bounded in time, and raises nothing."""


@runtime_checkable
class Remembering(Protocol):
    """A player that is given its own Responses when they are folded, and those of its seat before a match was resumed."""

    def remember(self, past: PastResponse, /) -> None:
        """Take note of a Response of the seat. They come in the order of the transcript."""


@cache
def _closes(kind: type) -> bool:
    """Return whether a player is Closing, by its class: to look at each player takes as long as a short match."""
    return issubclass(kind, Closing)


@cache
def _remembers(kind: type) -> bool:
    return issubclass(kind, Remembering)


class Recorder(Protocol):
    """A writer of transcripts."""

    def refusal(self, request: Request, response: Response) -> str:
        """Return why a Response cannot be kept, as one sentence; empty if it can."""

    def keep_response(self, request: Request, response: Response, told: Sequence[RecordEntry]) -> None:
        """Keep one Response with the Events that followed. Returns when they are on disk."""

    def keep_outcome(self, outcome: Outcome) -> None:
        """Keep the end of the match."""


class Halt(Exception):  # noqa: N818 (nothing is wrong: the match goes on later)
    """A stop of the match at this point, to be resumed later. Its text is a sentence that says why: a budget is used up, say.

    A player raises it instead of answering. Other answers under way are awaited and kept, since they are paid for already.
    """


class Watch:
    """Notification of a viewer. It holds no Events: a view only ever grows, so the viewer reads on from where it was."""

    def __init__(self) -> None:
        self._news = asyncio.Event()

    def wake(self) -> None:
        self._news.set()

    async def news(self) -> None:
        """Wait until the match has gone on since the last call."""
        await self._news.wait()
        self._news.clear()


class Pacer:
    """Pauses, single steps and reading time for viewers. They never count against a player's clock.

    Attributes:
        speed: Factor of speed; infinity does not wait.

    Args:
        reading: Returns the seconds that humans need to read new Events at speed 1.
        turns_aside: Turns of the event loop that are left to a screen where there is nothing to read.
        settle: Makes all that was recorded safe, before anybody sees it; Responses that have arrived by then share the wait.
        at_a_time: Seconds of work after which turns are left while players answer at once; 0 for after every Response.
        clock: Monotonic clock, in seconds.
    """

    def __init__(
        self,
        reading: Callable[[Sequence[RecordEntry]], float] = lambda told: 0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        turns_aside: int = _TURNS_ASIDE,
        settle: Callable[[], None] | None = None,
        at_a_time: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.speed = 1.0
        self.settle = settle
        self._reading = reading
        self._sleep = sleep
        self._turns_aside = turns_aside
        self._at_a_time = at_a_time
        self._clock = clock
        self._turned = -math.inf  # when turns were left last
        self._go = asyncio.Event()
        self._go.set()
        self._steps = 0

    @property
    def is_paused(self) -> bool:
        return not self._go.is_set()

    def pause(self) -> None:
        """Stop after the step under way."""
        self._go.clear()
        self._steps = 0

    def resume(self) -> None:
        self._steps = 0
        self._go.set()

    def step(self) -> None:
        """Let one Response through, then pause."""
        self._steps = 1
        self._go.set()

    async def gate(self, told: Sequence[RecordEntry], *, goes_on: bool = False) -> None:
        """Wait for the reading time of new Events, and while paused. goes_on: whether a player is asked who answers at once."""
        if self.settle:
            self.settle()
        if seconds := self._reading(told) / self.speed:
            await self._sleep(seconds)
        elif not goes_on or self._clock() - self._turned >= self._at_a_time:
            for _ in range(self._turns_aside):
                await asyncio.sleep(0)
            self._turned = self._clock()
        if self._steps:
            self.pause()
        await self._go.wait()


async def ask_player(player: Player, request: Request, observation: Sequence[Event]) -> Response:
    """Return what a player responds in the time that the request allows; if it fails, a forfeit that says why. Raises Halt."""
    limit = None if player.keeps_time or player.answers_at_once else request.seconds
    try:
        if limit is None:
            return await player.respond(request, observation)
        async with asyncio.timeout(limit) as deadline:
            return await player.respond(request, observation)
    except Halt:
        raise
    except Exception as error:
        if isinstance(error, TimeoutError) and limit is not None and deadline.expired():
            return Response(request.id, Forfeit("timeout", f"No answer within {limit:g} seconds."))
        why = crash_reason(error, is_human=player.is_human)
        origin = None if player.is_human else find_origin(error)  # the line of another package's code
        return Response(request.id, Forfeit("error", f"{why} ({origin.brief})" if origin else why))


class Match:
    """A live match: a Referee, its players and its watchers.

    Args:
        players: A player for every seat and service.
        recorder: Writer of the transcript; None keeps none.
        pacer: Reading time for viewers; None goes on at once.
        past: The Responses that the Referee has folded already, for the players who remember.
        clock: Monotonic clock, in seconds.

    Attributes:
        asked_last: Seats that are asked when all others who answer at once have answered.
        past: The Responses that were folded so far, oldest first.
        keeps_past: Whether Responses are still added to them.
    """

    def __init__(
        self,
        referee: Referee,
        players: Mapping[Seat, Player],
        recorder: Recorder | None = None,
        pacer: Pacer | None = None,
        clock: Callable[[], float] = time.monotonic,
        past: Sequence[PastResponse] = (),
    ) -> None:
        self.referee = referee
        self.players = players
        self.asked_last: Collection[Seat] = ()
        self.past: list[PastResponse] = []
        self.keeps_past = True
        self._recorder = recorder
        self._pacer = pacer
        self._clock = clock
        self._watches: list[Watch] = []
        self._arrived: asyncio.Queue[int] = asyncio.Queue()
        self._halt: Halt | None = None
        self._quotations: defaultdict[Seat, QuotationFinder] = defaultdict(QuotationFinder)
        self._remembering: dict[Seat, Any] = {seat: player for seat, player in players.items() if _remembers(type(player))}
        for each in past:
            self._remember(each)
        self._has_redactable_text = any(player.is_human for player in players.values()) or any(
            True for event, _ in referee.record[len(referee.opening) :] for _ in redactable_texts(event)
        )

    def watch(self, watch: Watch | None = None) -> Watch:
        """Wake a Watch after every Response, a new one if none is given, and return it."""
        self._watches.append(watch := watch or Watch())
        return watch

    @property
    def goes_on_at_once(self) -> bool:
        """True while a player who answers at once is asked."""
        return any(self.players[each.to].answers_at_once for each in self.referee.open.values())

    def halt(self, why: str) -> None:
        """Ask no more players. `play` raises Halt when the answers under way are kept, without waiting for humans."""
        self._halt = Halt(why)
        self._arrived.put_nowait(_NOBODY)

    async def play(self) -> Outcome:
        """Play to the end. Cancelling it keeps the answers that have arrived; the match can be resumed.

        Raises:
            Halt: The match stops before its end.
        """
        try:
            outcome = await self._play()
            if self._recorder:
                self._recorder.keep_outcome(outcome)
            self._wake()
            return outcome
        finally:  # an end is on disk before a player learns of it
            closing: list[Any] = [player for player in self.players.values() if _closes(type(player))]
            if closing:
                await asyncio.gather(*(player.close(self.referee.outcome) for player in closing))

    async def _play(self) -> Outcome:
        referee = self.referee
        waiting: dict[int, asyncio.Task[Response]] = {}
        try:
            if self._pacer:
                await self._pacer.gate([] if referee.folded else referee.opening, goes_on=self.goes_on_at_once)
            while referee.outcome is None:
                if not (response := await self._next(waiting)):
                    continue
                told = self._fold(response)
                if not self._pacer or referee.outcome is not None:  # an end is kept at once, however long people read about it
                    continue
                if not self._pacer.settle or self._arrived.empty():
                    await self._pacer.gate(told, goes_on=self.goes_on_at_once)
        except asyncio.CancelledError:
            self._keep_arrived(waiting)
            raise
        finally:
            for task in waiting.values():
                task.cancel()
        return referee.outcome

    async def _next(self, waiting: dict[int, asyncio.Task[Response]]) -> Response | None:
        """Wait for the next Response; None if what was awaited gave none."""
        request = None if self._halt else self._ask(waiting)
        if self._halt and not any(task.done() or not self._is_human(id) for id, task in waiting.items()):
            raise self._halt
        try:
            if request:
                return await self._respond(request)
            task = waiting.pop(await self._arrived.get(), None)
            return await task if task else None
        except Halt as halt:
            self._halt = halt
            return None

    def _is_human(self, request: int) -> bool:
        return self.players[self.referee.open[request].to].is_human

    def _ask(self, waiting: dict[int, asyncio.Task[Response]]) -> Request | None:
        """Ask all players that were not asked yet. Return a Request to await in place: the first to a player that answers at once,
        or one to a program that is asked alone.

        A task for it would queue behind the work of all other matches in the loop. Matches whose models answer at the same moment
        would stay in step, and wait for each other each time.
        """
        at_once = last = None
        is_alone = len(self.referee.open) == 1 and not waiting
        for request in self.referee.open.values():
            player = self.players[request.to]
            if request.to in self.asked_last and player.answers_at_once:
                last = last or request
            elif player.answers_at_once or (is_alone and not player.is_human):
                at_once = at_once or request
            elif request.id not in waiting:
                waiting[request.id] = task = asyncio.create_task(self._respond(request))
                task.add_done_callback(lambda _, id=request.id: self._arrived.put_nowait(id))  # type: ignore[misc]
        return at_once or last

    def _keep_arrived(self, waiting: dict[int, asyncio.Task[Response]]) -> None:
        for id, task in list(waiting.items()):
            if task.done() and not task.cancelled() and not task.exception() and self.referee.outcome is None:
                self._fold(waiting.pop(id).result())

    def _fold(self, response: Response) -> list[RecordEntry]:
        request = self.referee.open[response.request]
        response = self._mark(response, request)
        recorder = self._recorder
        past = PastResponse(request, response, len(self.referee.view(request.to)))
        told = self.referee.fold(response, partial(recorder.keep_response, request, response) if recorder else None)
        self._remember(past)
        self._wake()
        return told

    def _remember(self, past: PastResponse) -> None:
        if self.keeps_past:
            self.past.append(past)
        if player := self._remembering.get(past.request.to):
            player.remember(past)

    def _mark(self, response: Response, request: Request) -> Response:
        """Mark what can be withdrawn."""
        number = self.referee.folded + 1
        if self.players[request.to].is_human:
            response = mark_typed(response, request, number, self.referee.game.seats)
        elif isinstance(request.about, RedactableText):
            response = mark_result(response, request, request.about, number)
        elif self._has_redactable_text:
            response = self._quotations[request.to].mark(response, request, self.referee.view(request.to), number)
        return mark_choices(response, request) if self._has_redactable_text else response

    def _wake(self) -> None:
        for watch in self._watches:
            watch.wake()

    async def _respond(self, request: Request) -> Response:
        player = self.players[request.to]
        started = self._clock()
        response = await ask_player(player, request, self.referee.view(request.to))
        if not isinstance(response, Response) or response.request != request.id:
            response = Response(request.id, Forfeit("error", "The player answered something that was not asked."))
        if self._recorder and not player.answers_at_once and (why := self._recorder.refusal(request, response)):
            response = Response(request.id, Forfeit("error", why))
        if response.seconds is None:
            response = response.with_seconds(round(self._clock() - started, 3))
        return response
