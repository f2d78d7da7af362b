"""A person at the table, wherever the screen is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from woozle.core.attempt import Picture
from woozle.core.game import Event
from woozle.core.request import Answer, Display, Forfeit, Request, Response


class Alarm(Protocol):
    """What was set to ring later, and can be cancelled."""

    def cancel(self) -> Any:
        """Do not ring."""


class Later(Protocol):
    """Sets an alarm: calls back after so many seconds. The `call_later` of a loop is one."""

    def __call__(self, seconds: float, ring: Callable[[], None], /) -> Alarm:
        """Set it."""


class Stopwatch:
    """Measures time with interruptions."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._spent = 0.0
        self._since: float | None = None

    def hold(self) -> None:
        """Stand still."""
        self._spent, self._since = self.seconds, None

    def go_on(self) -> None:
        """Run, from where it stands."""
        self._since = self._clock() if self._since is None else self._since

    @property
    def is_running(self) -> bool:
        """Whether it runs."""
        return self._since is not None

    @property
    def seconds(self) -> float:
        """How long it has run."""
        return self._spent + (self._clock() - self._since if self._since is not None else 0.0)


class Ask:
    """A question on its way to a screen, and the way back for the answer.

    It keeps the thinking time, which runs from the first paint of the question. Only the screen knows when that was, and when the
    question was covered, paused or left alone; so the screen says `shown`, `hold` and `go_on`. When the seconds of the request are
    used up, the question forfeits by itself.

    observation: all that the seat has observed; it grows while the match goes on. was_shown: whether thinking has begun.
    """

    def __init__(
        self,
        request: Request,
        observation: Sequence[Event],
        clock: Callable[[], float] = time.monotonic,
        later: Later | None = None,
    ) -> None:
        loop = asyncio.get_running_loop()
        self.request = request
        self.observation = observation
        self._watch = Stopwatch(clock)
        self._later: Later = later or loop.call_later
        self.was_shown = False
        self._alarm: Alarm | None = None
        self._pictures: dict[str, Picture] = {}
        self._display: Display | None = None
        self._response: asyncio.Future[Response] = loop.create_future()
        self.on_close(self._drop_alarm)

    @property
    def is_open(self) -> bool:
        """Whether an answer is still waited for: nobody answered, the time is not used up, the match was not left."""
        return not self._response.done()

    @property
    def left(self) -> float | None:
        """Seconds of thinking time that are left; None without a limit."""
        return None if self.request.seconds is None else max(0.0, self.request.seconds - self._watch.seconds)

    def shown(self) -> None:
        """The question is on screen: thinking begins. To show it again gives no more time."""
        self.was_shown = True
        self.go_on()

    def show(self, pictures: Sequence[Picture]) -> None:
        """The person sees these pictures too; each is kept once."""
        self._pictures |= {picture.digest: picture for picture in pictures}

    def see(self, display: Display) -> None:
        """How the person saw pictures until now."""
        self._display = display

    def hold(self) -> None:
        """What follows is no thinking time."""
        self._watch.hold()
        self._look_at_the_clock()

    def go_on(self) -> None:
        """Thinking goes on, if it had begun."""
        if self.was_shown:
            self._watch.go_on()
            self._look_at_the_clock()

    def answer(self, answer: Answer | Forfeit) -> bool:
        """Answer, if it is still waited for; returns whether it was."""
        self._look_at_the_clock()
        return self._respond(answer)

    def on_close(self, told: Callable[[], None]) -> None:
        """Call `told` as soon as no answer is waited for any more."""
        self._response.add_done_callback(lambda _: told())

    async def response(self) -> Response:
        """The answer, when it is there."""
        return await self._response

    def _look_at_the_clock(self) -> None:
        self._drop_alarm()
        left = self.left
        if left is None or not self.is_open:
            return
        if not left:
            self._respond(Forfeit("timeout", f"No answer within {self.request.seconds:g} seconds."))
        elif self._watch.is_running:
            self._alarm = self._later(left, self._look_at_the_clock)

    def _respond(self, answer: Answer | Forfeit) -> bool:
        if not self.is_open:
            return False
        seconds = round(self._watch.seconds, 3)
        pictures = tuple(self._pictures.values())
        self._response.set_result(Response(self.request.id, answer, seconds, pictures=pictures, display=self._display))
        return True

    def _drop_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None


class Human:
    """Answers by putting each question to a screen. present: takes the Ask and sees to it that somebody answers.

    clock, later: what thinking time is measured and limited with.
    """

    is_person = True
    answers_at_once = False
    keeps_time = True

    def __init__(
        self, present: Callable[[Ask], None], clock: Callable[[], float] = time.monotonic, later: Later | None = None
    ) -> None:
        self._present = present
        self._clock = clock
        self._later = later

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """What the person answers. Cancelling closes the Ask."""
        ask = Ask(request, observation, self._clock, self._later)
        self._present(ask)
        return await ask.response()

    def describe(self) -> dict[str, Any]:
        """That a person sits here, and not who."""
        return {"kind": "human"}
