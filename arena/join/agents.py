"""An agent or a program of this machine at a table of another one. It gets what the seat is sent, and nothing else."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from woozle.arena.join.seat_record import SeatLostError
from woozle.arena.join.session import JoinedSession
from woozle.arena.play.news import Asked, Failed, Finished, HostReached, HumansGuessed, News, Seated, Withdrawn
from woozle.core.event import Event
from woozle.core.request import Answer, Forfeit, Request, Seat
from woozle.core.text import visible, visible_line
from woozle.players import seat_protocol as protocol
from woozle.players.agent import PYTHON, Agent, AgentError, AgentPlayer, load_agent
from woozle.players.program import EXEC, Program, Reading
from woozle.saves.paths import data_folder


class SeatAgent(Protocol):
    """Answers for a seat."""

    async def answer(self, seat: AgentSeat, request: Request) -> Forfeit | None:
        """Submit answers to a question until one is taken; return a forfeit if none is."""

    def guess(self, seats: Sequence[Seat]) -> Iterable[Seat] | None:
        """Return which of these seats are humans; None for no guess."""

    async def close(self, over: protocol.OverMessage) -> None:
        """Say how the match ended."""


def make_agent(name: str) -> SeatAgent:
    """Return the agent that a seat names, as on the command line. Raises InputError."""
    if name.startswith(EXEC):
        return _ProgramAgent(Program(name, [data_folder()]))
    if name.startswith(PYTHON):
        return _PythonAgent(load_agent(name)(), name)
    raise AgentError(f"{visible_line(name)!r} names no agent; write {PYTHON}MODULE:CLASS or {EXEC}COMMAND.")


class AgentSeat:
    """Keeps an agent at a seat until the end of its match. say: Takes sentences for who looks on."""

    def __init__(self, session: JoinedSession, agent: SeatAgent, say: Callable[[str], object]) -> None:
        self.session = session
        self._agent, self._say = agent, say
        self._answering: asyncio.Task[None] | None = None
        self._verdict: asyncio.Future[str] | None = None
        self._failure = self._state = ""

    async def play(self) -> protocol.OverMessage:
        """Answer all questions, and return the end of the match. Raises InputError, with a sentence, if the seat is lost."""
        end = protocol.OverMessage(result=None, why="The seat was lost before the end of the match.")
        try:
            await self.session.play(self._take, stays=False)
            if not self.session.over:
                raise SeatLostError(self._failure or "The host has left before the end of the match.")
            end = self.session.over
            return end
        finally:
            if self._answering:
                self._answering.cancel()
                await asyncio.gather(self._answering, return_exceptions=True)
            await self._agent.close(end)

    async def submit(self, give: Callable[[], object]) -> str:
        """Give an answer, and return why the host refuses it; empty if it was taken."""
        self._verdict = asyncio.get_running_loop().create_future()
        give()
        return await self._verdict

    def _take(self, news: News) -> None:
        match news:
            case Seated(seat) if self.session.welcome:
                self._say(f"{visible_line(seat)} at a table of {visible_line(self.session.welcome.game)}.")
            case Asked(why=why) if why and self._verdict and not self._verdict.done():
                self._verdict.set_result(why)
            case Asked(request):
                self._stop_answering()
                self._answering = asyncio.ensure_future(self._answer(request))
            case Withdrawn():
                self._stop_answering()
            case HostReached(words, state):
                self._note_reached(words, state)
            case HumansGuessed(seats):
                self._guess(seats)
            case Failed(sentence):
                self._failure = sentence
            case Finished() if self.session.end:
                self._say(self.session.end.results.notes[-1])

    def _stop_answering(self) -> None:
        if self._answering:
            self._answering.cancel()

    async def _answer(self, request: Request) -> None:
        try:
            given = await self._agent.answer(self, request)
        except Exception as error:
            given = Forfeit("failed", str(error))
        if given:
            self._say(visible(f"No answer to question {request.id}: {given.why or given.kind}"))
            self.session.answer(request.id, given)

    def _guess(self, seats: Sequence[Seat]) -> None:
        try:
            guess = self._agent.guess(seats)
            humans = None if guess is None else [str(each) for each in guess]
        except Exception as error:
            humans = None
            self._say(visible(f"The agent has not guessed: {error}"))
        else:
            if humans is None:
                self._say("The table asks who was human; this agent does not guess.")
        self.session.guess(humans)

    def _note_reached(self, words: str, state: str) -> None:
        if self._verdict and not self._verdict.done() and not self.session.record.unsettled:
            self._verdict.set_result("")
        if state in ("here", "reconnecting") and state != self._state:
            self._state = state
            self._say(f"Connected to {self.session.link.place}." if state == "here" else f"{words}.")


class _ProgramAgent:
    """A program, to which the messages of the host are passed on, with pictures within them."""

    def __init__(self, program: Program) -> None:
        self._program = program

    async def answer(self, seat: AgentSeat, request: Request) -> Forfeit | None:
        asked = seat.session.question
        assert asked
        pictures = [
            protocol.ShownPicture(digest=each.digest, media_type=each.media_type, data=b64encode(each.data).decode())
            for each in await seat.session.fetched_pictures()
        ]
        given = await self._program.ask(_PassedOn(seat, asked.model_copy(update={"pictures": pictures})))
        return given if isinstance(given, Forfeit) else None

    def guess(self, seats: Sequence[Seat]) -> None:
        return None

    async def close(self, over: protocol.OverMessage) -> None:
        await self._program.close(protocol.OverMessage(result=over.result, why=over.why))


class _PassedOn:
    """A question of the host, and all that it has sent before."""

    def __init__(self, seat: AgentSeat, request: protocol.RequestMessage) -> None:
        self.request = request
        self._seat = seat
        self._unreadable = 0

    def welcome(self) -> protocol.WelcomeMessage:
        told = self._seat.session.welcome
        assert told
        return protocol.WelcomeMessage(game=told.game, rules=told.rules, seat=told.seat, text=told.text)

    def events(self, first: int) -> protocol.EventsMessage | None:
        items = self._seat.session.items[first:]
        return protocol.EventsMessage(first=first, items=items) if items else None

    async def read(self, given: protocol.AnswerMessage | protocol.UnreadableMessageError) -> Reading:
        """Pass an answer on, and return the host's word on it. What the program wrote wrong is refused here."""
        if isinstance(given, protocol.AnswerMessage):
            why = await self._seat.submit(lambda: self._seat.session.submit(given.answer))
            return protocol.RefusedMessage(id=self.request.id, code="invalid", why=why) if why else Answer()
        self._unreadable += 1
        if self._unreadable == protocol.TRIES:
            return Forfeit("illegal", f"{protocol.TRIES} answers could not be taken; the last: {given}")
        return protocol.RefusedMessage(id=self.request.id, code="unreadable", why=str(given))


class _PythonAgent:
    """An agent of this process, which gets Events and Requests; where it has a method `guess`, it is asked who was human."""

    def __init__(self, agent: Agent, name: str) -> None:
        self._agent, self._name = agent, name
        self._observation: Sequence[Event] = ()
        self._player = AgentPlayer(agent, name)

    async def answer(self, seat: AgentSeat, request: Request) -> Forfeit | None:
        if self._observation is not seat.session.observation:
            self._observation, self._player = seat.session.observation, AgentPlayer(self._agent, self._name)
        answer = (await self._player.respond(request, self._observation)).answer
        if not isinstance(answer, Answer):
            return answer if isinstance(answer, Forfeit) else Forfeit("failed")
        why = await seat.submit(lambda: seat.session.answer(request.id, answer))
        return Forfeit("illegal", why) if why else None

    def guess(self, seats: Sequence[Seat]) -> Iterable[Seat] | None:
        guess = getattr(self._agent, "guess", None)
        return guess(tuple(seats)) if guess else None

    async def close(self, over: protocol.OverMessage) -> None:
        """Say nothing: an agent of this process hears no end."""
