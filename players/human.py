"""A person at the table, wherever the screen is, and the time that they take over a question."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from woozle.core.game import Event
from woozle.core.request import Answer, Display, Forfeit, Picture, Request, Response, Timing

Interruption: TypeAlias = Literal["paused", "away", "covered"]
"""An interruption of a question: a pause, a terminal without the focus, or another screen in front."""

NO_THINKING: tuple[Interruption, ...] = ("paused", "away")
"""Interruptions that stop the thinking time. Another screen in front does not: people may think with the help open."""

LONG_PASTE = 20
"""Characters; a longer paste may have been written elsewhere."""


class Stopwatch:
    """Measures time with interruptions."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._spent = 0.0
        self._since: float | None = None

    def hold(self) -> None:
        self._spent, self._since = self.seconds, None

    def go_on(self) -> None:
        self._since = self._clock() if self._since is None else self._since

    @property
    def is_running(self) -> bool:
        return self._since is not None

    @property
    def seconds(self) -> float:
        return self._spent + (self._clock() - self._since if self._since is not None else 0.0)


class Timekeeper:
    """The Timing of one question, which is asked when this is created. Nothing counts before it is shown.

    thinking: Runs while the question is in front of the person.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.thinking = Stopwatch(clock)
        self._clock = clock
        self._asked = clock()
        self._shown: float | None = None
        self._first_key: float | None = None
        self._keys = self._deletions = self._pasted = self._long_pastes = self._anticipated = 0
        self._held: dict[Interruption, bool] = {}
        self._interrupted: dict[Interruption, Stopwatch] = {}

    @property
    def was_shown(self) -> bool:
        return self._shown is not None

    def mark_shown(self) -> None:
        """Start thinking time, as the question is on screen. A second call changes nothing."""
        if self._shown is None:
            self._shown = self._clock()
        self._run()

    def interrupt(self, why: Interruption, is_so: bool) -> None:
        """Begin or end an interruption. One that is never mentioned counts as unknown."""
        self._held[why] = is_so
        self._run()

    def note_input(self, keys: int = 0, deleted: int = 0, pasted: int = 0, anticipated: int = 0) -> None:
        """Record input. pasted: characters of one paste; anticipated: inputs that were ignored, as in Timing."""
        self._anticipated += anticipated
        if self._shown is None:
            return
        if keys and self._first_key is None:
            self._first_key = self._clock()
        self._keys += keys
        self._deletions += deleted
        self._pasted += pasted
        self._long_pastes += pasted > LONG_PASTE

    @property
    def timing(self) -> Timing | None:
        """The Timing until now; None if the question was never shown."""
        if self._shown is None:
            return None
        paused, away, covered = (self._seconds(why) for why in ("paused", "away", "covered"))
        return Timing(
            shown=round(self._shown - self._asked, 3),
            first_key=None if self._first_key is None else round(self._first_key - self._shown, 3),
            submit=round(self._clock() - self._shown, 3),
            away=away,
            paused=paused or 0.0,
            covered=covered or 0.0,
            keys=self._keys,
            deletions=self._deletions,
            pasted=self._pasted,
            long_pastes=self._long_pastes,
            anticipated=self._anticipated,
        )

    def _run(self) -> None:
        if self._shown is None:
            return
        for why, is_so in self._held.items():
            watch = self._interrupted.setdefault(why, Stopwatch(self._clock))
            watch.go_on() if is_so else watch.hold()
        if any(self._held.get(why) for why in NO_THINKING):
            self.thinking.hold()
        else:
            self.thinking.go_on()

    def _seconds(self, why: Interruption) -> float | None:
        return round(self._interrupted[why].seconds, 3) if why in self._interrupted else None


class Alarm(Protocol):
    """A timer that can be cancelled."""

    def cancel(self) -> Any:
        """Cancel the alarm."""


Later: TypeAlias = Callable[[float, Callable[[], None]], Alarm]
"""Sets an alarm that calls back after some seconds, like the `call_later` of an event loop."""


class Ask:
    """A question on its way to a screen, and the way back for the answer.

    It keeps the thinking time, which runs from the first paint of the question. Only the screen knows when that was, when the
    question was covered, paused or left alone, and what was typed, so the screen reports it through `mark_shown`, `interrupt` and
    `note_input`. When the seconds of the request are used up, the question forfeits by itself.

    observation: all that the seat has observed; it grows as the match goes on. ends_itself: whether the question forfeits when its
    time is used up; at a table of another machine, the host decides when that is.
    """

    def __init__(
        self,
        request: Request,
        observation: Sequence[Event],
        clock: Callable[[], float] = time.monotonic,
        later: Later | None = None,
        *,
        ends_itself: bool = True,
    ) -> None:
        loop = asyncio.get_running_loop()
        self._ends_itself = ends_itself
        self.request = request
        self.observation = observation
        self._times = Timekeeper(clock)
        self._watch = self._times.thinking
        self._later: Later = later or loop.call_later
        self._alarm: Alarm | None = None
        self._pictures: dict[str, Picture] = {}
        self._display: Display | None = None
        self._response: asyncio.Future[Response] = loop.create_future()
        self.on_close(self._drop_alarm)

    @property
    def is_open(self) -> bool:
        """True while an answer is awaited: until it comes, the time is used up, or the match is left."""
        return not self._response.done()

    @property
    def result(self) -> Response | None:
        """The response; None while an answer is awaited, or if the match was left."""
        return self._response.result() if self._response.done() and not self._response.cancelled() else None

    @property
    def seconds_left(self) -> float | None:
        """Seconds of thinking time left; None without a limit."""
        return None if self.request.seconds is None else max(0.0, self.request.seconds - self._watch.seconds)

    @property
    def was_shown(self) -> bool:
        return self._times.was_shown

    def mark_shown(self) -> None:
        """Start thinking time, as the question is on screen. A second call changes nothing."""
        self._times.mark_shown()
        self._look_at_the_clock()

    def show(self, pictures: Sequence[Picture]) -> None:
        """Record pictures that the person sees; each is kept once."""
        self._pictures |= {picture.digest: picture for picture in pictures}

    def see(self, display: Display) -> None:
        """Record how the person has seen the pictures so far."""
        self._display = display

    def interrupt(self, why: Interruption, is_so: bool) -> None:
        """Begin or end an interruption. One that is never mentioned counts as unknown."""
        self._times.interrupt(why, is_so)
        self._look_at_the_clock()

    def note_input(self, keys: int = 0, deleted: int = 0, pasted: int = 0, anticipated: int = 0) -> None:
        """Record keys, deletions and the characters of one paste. anticipated: as in Timing."""
        self._times.note_input(keys, deleted, pasted, anticipated)

    def answer(self, answer: Answer | Forfeit) -> bool:
        """Answer if the question is still open. Return whether it was."""
        self._look_at_the_clock()
        return self._respond(answer)

    def on_close(self, told: Callable[[], None]) -> None:
        """Call `told` as soon as the question is closed."""
        self._response.add_done_callback(lambda _: told())

    async def response(self) -> Response:
        return await self._response

    def _look_at_the_clock(self) -> None:
        self._drop_alarm()
        left = self.seconds_left
        if left is None or not (self.is_open and self._ends_itself):
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
        response = Response(self.request.id, answer, seconds, pictures=pictures, display=self._display, timing=self._times.timing)
        self._response.set_result(response)
        return True

    def _drop_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None


@dataclass(eq=False)
class Human:
    """A player that puts each question to a screen. present: Takes the Ask and sees to it that a person answers.

    clock, later: Measure and limit the thinking time.
    """

    is_human = True
    answers_at_once = False
    keeps_time = True

    present: Callable[[Ask], None]
    clock: Callable[[], float] = time.monotonic
    later: Later | None = None

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the person's answer. Cancelling closes the Ask."""
        ask = Ask(request, observation, self.clock, self.later)
        self.present(ask)
        return await ask.response()

    def describe(self) -> dict[str, Any]:
        return {"kind": "human"}
