"""What feeds the screen of spectators: the common part of a live match and of a transcript that is walked through."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import orjson
from textual.message import Message

from woozle.core.game import Told
from woozle.core.match import Pacer
from woozle.core.request import Seat
from woozle.saves.transcript import Json
from woozle.tui.messages.onlooking import Play, Playhead, Recorded, Turns
from woozle.tui.present.registry import presenter, reading
from woozle.tui.present.turns import newest, turn
from woozle.tui.present.viewers import may_look
from woozle.tui.present.views import Turn

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, math.inf)
FRAME = 0.05  # seconds from one message to the screen to the next, so that keys are heard in between
_TURNS = 12  # that are looked through for the last of each seat
_GLANCE = 0.05  # seconds to see an Event that nobody has to read


class Feed:
    """A record that spectators are shown. Subclasses say where it comes from, and how it goes on.

    path: where the match is kept; seats: who plays; viewers: through whose eyes it may be seen, the first one first; at: how many
    Events are shown. sleep: waits so many seconds; tests give one that does not.
    """

    path: Path
    seats: tuple[Seat, ...]
    viewers: tuple[Seat, ...]

    def __init__(self, game: str, speed: float, sleep: Callable[[float], Awaitable[None]]) -> None:
        """Raises ValueError for a game that has no table."""
        self.game = game
        presenter(game)  # raises for a game that cannot be shown
        self.at = 0
        self.told: list[Told] = []
        self.steps: list[int] = []
        """For each Event, after how many Responses it was told."""
        self.pacer = Pacer(self._reading, self._rest)
        self.pacer.speed = speed
        self._bodies: dict[int, Json] = {}
        self._events: list[Json] = []
        self.sleep = sleep
        self.post: Callable[[Message], Any] = lambda message: None
        self._posted = 0
        self._news = asyncio.Event()
        self._stir = asyncio.Event()

    def viewer(self, name: Seat | None) -> Seat:
        """The viewer of that name, None for the first. Raises ValueError, with a sentence, for one who may not look on."""
        return may_look(name, self.viewers)

    async def play(self, post: Callable[[Message], Any]) -> None:
        """Feed a screen; cancelling stops it."""
        self.post = post
        teller = asyncio.ensure_future(self._tell_on())
        try:
            await self.run()
            await teller
        finally:
            teller.cancel()
            self.close()

    async def run(self) -> None:
        """Go on for as long as there is something to come."""
        raise NotImplementedError

    def close(self) -> None:
        """The spectator has left."""

    @property
    def farewell(self) -> str:
        """What to know when the app is left now; empty if nothing."""
        return ""

    def change(self, message: Play) -> None:
        """What the spectator wants: pause or go on, slower or faster."""
        match message.change:
            case "go":
                self.pacer.resume()
            case "pause":
                self.pacer.pause()
            case "slower":
                self.pacer.speed = max((speed for speed in SPEEDS if speed < self.pacer.speed), default=SPEEDS[0])
            case "faster":
                self.pacer.speed = min((speed for speed in SPEEDS if speed > self.pacer.speed), default=SPEEDS[-1])
        self.stir()

    def grow(self, step: int, told: Iterable[Told], events: Iterable[Json], body: Json | None = None) -> None:
        """Take what was told after so many Responses, with the same as it stands in the transcript; body: of that line."""
        self.told += told
        self._events += events
        self.steps += [step] * (len(self.told) - len(self.steps))
        if body is not None:
            self._bodies[step] = body

    # What the screen is told

    def turns(self) -> tuple[Turn, ...]:
        """What each seat did last, the newest first."""
        step = self.steps[self.at - 1] if self.at else 0
        before = range(step, max(0, step - _TURNS), -1)
        return newest(self._turn(self._bodies[each]) for each in before if each in self._bodies)

    def raw(self, at: int) -> str:
        """The last of so many Events as it stands in the transcript, and the answer that it came of."""
        if not at:
            return "Nothing has happened yet."
        step, event = self.steps[at - 1], self._events[at - 1]
        audience = {"*": "everyone", "": "the record alone"}.get(" ".join(event["to"]), ", ".join(event["to"]))
        parts = [f"Event {at}, line {step + 1} of the transcript, told to {audience}", _pretty(event)]
        if body := self._bodies.get(step):
            parts += ["It came of this answer", _pretty({"request": body["request"], "response": body["response"]})]
        return "\n\n".join(parts)

    def tell(self) -> None:
        """Post what is new."""
        self._news.clear()
        if self._posted < len(self.told):
            new = slice(self._posted, len(self.told))
            self._posted = len(self.told)
            self.post(Recorded(tuple(self.told[new]), tuple(self.steps[new])))
        self.post(Turns(self.turns()))
        self.post(Playhead(self.at, not self.pacer.is_paused, self.pacer.speed))

    async def _tell_on(self) -> None:
        while True:
            self.tell()
            await self.sleep(FRAME)
            await self._news.wait()

    def stir(self) -> None:
        """Do not wait for readers any longer, and tell the screen what has changed."""
        self._stir.set()
        self._news.set()

    def news(self) -> None:
        """There is something to tell the screen."""
        self._news.set()

    def _turn(self, body: Json) -> Turn:
        request, response = body["request"], body["response"]
        was_refused = any(event["event"] == "Refused" for event in body["events"])
        state: Literal["answered", "refused", "forfeited"] = "refused" if was_refused else "answered"
        state = "forfeited" if "forfeit" in response else state
        return turn(self.seats, request["to"], request["asks"], state, response["seconds"])

    # How long it waits for those who read

    def _reading(self, told: Sequence[Told]) -> float:
        return reading(self.game, (event for event, _ in told), None, _GLANCE)

    async def _rest(self, seconds: float) -> None:
        if self.pacer.is_paused:  # then they read as long as they like
            return
        self._stir.clear()
        waits = [asyncio.ensure_future(self.sleep(seconds)), asyncio.ensure_future(self._stir.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()


def _pretty(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
