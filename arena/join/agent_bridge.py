"""An agent or a program of this machine at a table of another one. It gets what the seat is sent, and nothing else."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from woozle.arena.join.connection import Joiner, Reached, SeatConnection, SeatLostError
from woozle.arena.join.kept_seat import KeptSeat
from woozle.arena.join.link import SeatLink
from woozle.arena.join.seat_reader import MisfitError, SeatReader, TextReader, reader_of
from woozle.core.errors import InputError
from woozle.core.event import Event
from woozle.core.request import Answer, Forfeit
from woozle.core.text import visible, visible_line
from woozle.players import seat_protocol as protocol
from woozle.players.agent import PYTHON, AgentError, AgentPlayer, load_agent
from woozle.players.pictures.image_files import take_picture
from woozle.players.program import EXEC, Program, Reading
from woozle.saves.paths import data_folder

_MOST_PICTURES = 8


class SeatAgent(Protocol):
    """Answers for a seat."""

    async def answer(self, seat: AgentBridge, request: protocol.RequestMessage) -> Answer | Forfeit | None:
        """Return the answer to a question; None if the host has closed it."""

    async def close(self, over: protocol.OverMessage) -> None:
        """Say how the match ended."""


def make_agent(name: str) -> SeatAgent:
    """Return the agent that a seat names, as on the command line. Raises InputError."""
    if name.startswith(EXEC):
        return _ProgramAgent(Program(name, [data_folder()]))
    if name.startswith(PYTHON):
        return _PythonAgent(AgentPlayer(load_agent(name)(), name))
    raise AgentError(f"{visible_line(name)!r} names no agent; write {PYTHON}MODULE:CLASS or {EXEC}COMMAND.")


class AgentBridge:
    """Keeps an agent at a seat until the end of its match.

    Args:
        tell: Takes a sentence for whoever looks on.

    Attributes:
        items: All that the seat has observed, as it was sent.
    """

    def __init__(
        self,
        link: SeatLink,
        joiner: Joiner,
        agent: SeatAgent,
        tell: Callable[[str], object],
        *,
        base: Path | None = None,
    ) -> None:
        """Raises InputError or OSError, with a sentence, for a seat that is held by another process, or cannot be kept."""
        self._agent, self._say = agent, tell
        self._kept = KeptSeat(link, base)
        self.connection = SeatConnection(link, self._kept, joiner, self._take, self._note_reached)
        self.items: list[protocol.ObservedEvent] = []
        self.welcome: protocol.WelcomeMessage | None = None
        self._verdicts: dict[int, asyncio.Future[protocol.RefusedMessage | None]] = {}
        self._answering: dict[int, asyncio.Task[None]] = {}
        self._over = asyncio.Event()
        self._state = ""

    async def play(self) -> protocol.OverMessage:
        """Answer all questions, and return the end of the match. Raises InputError, with a sentence, if the seat is lost."""
        connected, over = asyncio.ensure_future(self.connection.run()), asyncio.ensure_future(self._over.wait())
        end = protocol.OverMessage(result=None, why="The seat was lost before the end of the match.")
        try:
            await asyncio.wait((connected, over), return_when=asyncio.FIRST_COMPLETED)
            if connected.done():
                connected.result()
            if self.connection.over is None:
                raise SeatLostError("The host has left before the end of the match.")
            end = self.connection.over
            return end
        finally:
            tasks = (connected, over, *self._answering.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._agent.close(end)
            self._kept.close()

    async def submit(self, number: int, fields: dict[str, Any]) -> protocol.RefusedMessage | None:
        """Give an answer, and return why the host refuses it; None if it was taken, or the question is over."""
        verdict: asyncio.Future[protocol.RefusedMessage | None] = asyncio.get_running_loop().create_future()
        self._verdicts[number] = verdict
        self.connection.answer(protocol.AnswerMessage(id=number, answer=fields))
        return await verdict

    # News of the host

    def _take(self, message: object) -> None:
        match message:
            case protocol.WelcomeMessage() if self.welcome is None:
                self.welcome = message
                self._say(f"{visible_line(message.seat)} at a table of {visible_line(message.game)}.")
            case protocol.EventsMessage(items=items):
                self.items += items
            case protocol.RequestMessage(id=number) if number not in self._answering and number not in self.connection.unsettled:
                self._answering[number] = task = asyncio.ensure_future(self._answer(message))
                task.add_done_callback(partial(self._settle, number))
            case protocol.RefusedMessage(id=number):
                self._judge(number, message)
            case protocol.ClosedMessage(id=number, code=code):
                self._judge(number, None)
                if code != "answered" and number in self._answering:
                    self._answering[number].cancel()
            case protocol.ReceiptMessage(id=number):
                self._judge(number, None)
            case protocol.OverMessage():
                self._over.set()

    async def _answer(self, request: protocol.RequestMessage) -> None:
        given = await self._agent.answer(self, request)
        if isinstance(given, Forfeit):
            self._say(visible(f"No answer to question {request.id}: {given.why or given.kind}"))
            self.connection.answer(protocol.ForfeitMessage(id=request.id))

    def _settle(self, number: int, task: asyncio.Task[None]) -> None:
        self._answering.pop(number, None)
        if not task.cancelled() and (error := task.exception()):
            self._say(visible(f"No answer to question {number}: {error}"))
            self.connection.answer(protocol.ForfeitMessage(id=number))

    def _judge(self, number: int, refused: protocol.RefusedMessage | None) -> None:
        verdict = self._verdicts.get(number)
        if verdict and not verdict.done():
            verdict.set_result(refused)

    def _note_reached(self, reached: Reached) -> None:
        if reached.state in ("here", "reconnecting") and reached.state != self._state:
            words = f" ({reached.why})" if reached.why else ""
            self._say(f"{self.connection.link.place}: {reached.state}{words}.")
            self._state = reached.state


class _ProgramAgent:
    """A program, to which the messages of the host are passed on, with pictures within them."""

    def __init__(self, program: Program) -> None:
        self._program = program

    async def answer(self, seat: AgentBridge, request: protocol.RequestMessage) -> Answer | Forfeit | None:
        try:
            pictures = [await _inline(seat, shown) for shown in request.pictures[:_MOST_PICTURES]]
        except InputError as error:
            return Forfeit("error", str(error))
        given = await self._program.ask(_PassedOn(seat, request.model_copy(update={"pictures": pictures})))
        return given if isinstance(given, Forfeit) else None

    async def close(self, over: protocol.OverMessage) -> None:
        await self._program.close(protocol.OverMessage(result=over.result, why=over.why))


class _PassedOn:
    """A question of the host, and all that it has sent before."""

    def __init__(self, seat: AgentBridge, request: protocol.RequestMessage) -> None:
        self.request = request
        self._seat = seat
        self._unreadable = 0

    def welcome(self) -> protocol.WelcomeMessage:
        told = self._seat.welcome
        assert told
        return protocol.WelcomeMessage(game=told.game, rules=told.rules, seat=told.seat, text=told.text)

    def events(self, first: int) -> protocol.EventsMessage | None:
        items = self._seat.items[first:]
        return protocol.EventsMessage(first=first, items=items) if items else None

    async def read(self, given: protocol.AnswerMessage | protocol.UnreadableMessageError) -> Reading:
        """Pass an answer on, and return the host's word on it. What the program wrote wrong is refused here."""
        if isinstance(given, protocol.AnswerMessage):
            return await self._seat.submit(self.request.id, given.answer) or _TAKEN
        self._unreadable += 1
        if self._unreadable == protocol.TRIES:
            return Forfeit("illegal", f"{protocol.TRIES} answers could not be taken; the last: {given}")
        return protocol.RefusedMessage(id=self.request.id, code="unreadable", why=str(given))


class _Taken(Answer):
    """An answer that the host has taken."""


_TAKEN = _Taken()


async def _inline(seat: AgentBridge, shown: protocol.ShownPicture) -> protocol.ShownPicture:
    """Return a picture with its data, once it is what its digest says and can be opened. Raises InputError."""
    data = await seat.connection.picture(shown)
    await asyncio.to_thread(take_picture, data, "of the host")
    return protocol.ShownPicture(digest=shown.digest, media_type=shown.media_type, data=b64encode(data).decode())


class _PythonAgent:
    """An agent of this process, which gets Events and Requests of the game where it is installed."""

    def __init__(self, player: AgentPlayer) -> None:
        self._player = player
        self._reader: SeatReader | None = None
        self._view: list[Event] = []

    async def answer(self, seat: AgentBridge, request: protocol.RequestMessage) -> Answer | Forfeit | None:
        assert seat.welcome
        reader = self._reader = self._reader or reader_of(seat.welcome)
        try:
            self._view += [reader.event(item) for item in seat.items[len(self._view) :]]
            asked = reader.request(request)
        except MisfitError as error:
            self._reader, self._view = TextReader(seat.welcome, str(error)), []
            return await self.answer(seat, request)
        response = await self._player.respond(asked, self._view)
        if not isinstance(response.answer, Answer):
            return response.answer if isinstance(response.answer, Forfeit) else Forfeit("failed")
        fields = response.answer.model_dump(mode="json", exclude_unset=not reader.game)
        refused = await seat.submit(request.id, fields)
        return Forfeit("illegal", refused.why) if refused else None

    async def close(self, over: protocol.OverMessage) -> None:
        """Say nothing: an agent of this process hears no end."""
