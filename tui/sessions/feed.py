"""What feeds the screen of spectators: the common part of a live match and of a transcript that is walked through."""

from __future__ import annotations

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import orjson
from textual.message import Message

from woozle.arena.views.registry import can_audit, presenter, reading
from woozle.arena.views.speeds import faster, slower
from woozle.arena.views.tries import Done, done
from woozle.arena.views.turns import newest, turn
from woozle.arena.views.viewers import EVERYTHING, may_look
from woozle.arena.views.views import Turn
from woozle.core.game import Game, Told
from woozle.core.match import Pacer
from woozle.core.request import Seat
from woozle.saves.memory import long_lived
from woozle.saves.transcript import Json
from woozle.tui.messages.onlooking import Audited, Play, Playhead, Recorded, Turns

FRAME = 0.05  # seconds from one message to the screen to the next, so that keys are heard in between
AT_A_TIME = 10_000  # Events that a screen is given in one message; of a long record it shows the beginning while the rest comes
_TURNS = 12  # that are looked through for the last of each seat
_GLANCE = 0.05  # seconds to see an Event that nobody has to read
_USAGE = b'"usage":{'  # what a line holds only if it cost something
_SPEECHES = 8  # whose claims are checked in one go, so that it can be left at any time


class Feed:
    """A record that spectators are shown. Subclasses say where it comes from, and how it goes on.

    path: where the match is kept; seats: who plays; viewers: through whose eyes it may be seen, the first one first; at: how many
    Events are shown. sleep: waits so many seconds; tests give one that does not.
    """

    path: Path
    seats: tuple[Seat, ...]
    viewers: tuple[Seat, ...]
    match: Game[Any] | None = None
    """Its rules, set up as they are played; None where the transcript does not say how."""
    is_imported = False
    """Whether it was played again from a log of another program."""

    def __init__(self, game: str, speed: float, sleep: Callable[[float], Awaitable[None]]) -> None:
        """Raises ValueError for a game that has no table."""
        self.game = game
        presenter(game)  # raises for a game that cannot be shown
        self.at = 0
        self.told: list[Told] = []
        self.steps: list[int] = []
        """For each Event, after how many Responses it was told."""
        self.done: list[Done] = []
        """What models did, Response by Response."""
        self.pacer = Pacer(self._reading, self._rest)
        self.pacer.speed = speed
        self._lines: dict[int, bytes] = {}
        self.sleep = sleep
        self.post: Callable[[Message], Any] = lambda message: None
        self._posted = 0
        self._posted_done = 0
        self._last: dict[type[Message], Message] = {}
        self._news = asyncio.Event()
        self._stir = asyncio.Event()
        self._is_audited = asyncio.Event()
        self._has_told = asyncio.Event()

    def viewer(self, name: Seat | None) -> Seat:
        """The viewer of that name, None for the first. Raises ValueError, with a sentence, for one who may not look on."""
        return may_look(name, self.viewers)

    async def play(self, post: Callable[[Message], Any]) -> None:
        """Feed a screen; cancelling stops it."""
        self.post = post
        teller, auditor = asyncio.ensure_future(self._tell_on()), asyncio.ensure_future(self._audit_on())
        try:
            with long_lived():
                await self.run()
                await asyncio.gather(teller, auditor)
        finally:
            teller.cancel()
            auditor.cancel()
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
                self.pacer.speed = slower(self.pacer.speed)
            case "faster":
                self.pacer.speed = faster(self.pacer.speed)
        self.stir()

    def grow(self, step: int, told: Iterable[Told], line: bytes) -> None:
        """Take what was told after so many Responses. line: its body, with these Events alone, and the answer that they came of
        if that may be seen. It stays JSON until it is looked at: as values, a long match would fill the memory.
        """
        self.told += told
        self.steps += [step] * (len(self.told) - len(self.steps))
        self._lines[step] = bytes(memoryview(line))  # a copy, since bytes that orjson made keep the 4 KB they were written in
        if _USAGE in line and "request" in (body := self.body(step)):
            self.done.append(done(step, body, self.seats))

    # What is found of what was claimed

    @property
    def can_audit(self) -> bool:
        """Whether its claims can be checked, and everything may be seen that proves them."""
        return can_audit(self.game) and EVERYTHING in self.viewers

    def audit(self) -> None:
        """Check what was claimed up to where the screen stands, and from now on what comes."""
        if self.can_audit:
            self._is_audited.set()

    async def _audit_on(self) -> None:
        """In a thread, and some speeches at a time, so that keys are heard in between."""
        await self._is_audited.wait()
        audit = await asyncio.to_thread(presenter(self.game).audit, is_imported=self.is_imported)
        while True:
            self._has_told.clear()
            audit.grow(self.told[len(audit) : self._posted])
            try:
                while audit.is_behind(self.at):
                    self.post(Audited(await asyncio.to_thread(audit.check, self.at, _SPEECHES)))
                await asyncio.to_thread(audit.go_along)
            except ValueError as error:
                self.post(Audited((), str(error)))
                return
            await self._has_told.wait()

    # What the screen is told

    def turns(self) -> tuple[Turn, ...]:
        """What each seat did last, the newest first."""
        step = self.steps[self.at - 1] if self.at else 0
        before = range(step, max(0, step - _TURNS), -1)
        return newest(self._turn(body) for each in before if "request" in (body := self.body(each)))

    def raw(self, at: int) -> str:
        """The last of so many Events as it stands in the transcript, and the answer that it came of."""
        if not at:
            return "Nothing has happened yet."
        step = self.steps[at - 1]
        body = self.body(step)
        event = body["events"][at - 1 - bisect_left(self.steps, step)]
        audience = {"*": "everyone", "": "the record alone"}.get(" ".join(event["to"]), ", ".join(event["to"]))
        parts = [f"Event {at}, line {step + 1} of the transcript, told to {audience}", _pretty(event)]
        if "request" in body:
            parts += ["It came of this answer", _pretty({"request": body["request"], "response": body["response"]})]
        return "\n\n".join(parts)

    def body(self, step: int) -> Json:
        """What is shown of the line of a Response; nothing if it cannot be read."""
        body: Json = orjson.loads(self._lines.get(step, b"{}"))
        return body

    def tell(self) -> None:
        """Post what is new."""
        self._news.clear()
        self._post_record()
        self._post_other(Turns(self.turns()))
        self._post_other(Playhead(self.at, not self.pacer.is_paused, self.pacer.speed))
        self._has_told.set()

    def _post_record(self) -> None:
        """Post what is new of the record, past where it stands; of a long one not all of it now."""
        before, before_done = self._posted, self._posted_done
        end, end_done = min(len(self.told), max(before, self.at) + AT_A_TIME), len(self.done)
        if end < len(self.told):
            end_done = bisect_right(self.done, self.steps[end - 1], lo=before_done, key=lambda done: done.step)
            self._news.set()
        if before < end or before_done < end_done:
            self._posted, self._posted_done = end, end_done
            new = tuple(self.told[before:end]), tuple(self.steps[before:end]), tuple(self.done[before_done:end_done])
            self.post(Recorded(*new))

    def _post_other(self, message: Message) -> None:
        """Post what is not as it was the last time: while models speak there is news in every frame."""
        if self._last.get(type(message)) != message:
            self._last[type(message)] = message
            self.post(message)

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
