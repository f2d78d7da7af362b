"""Programs at the table: `exec:COMMAND` is started here and speaks the seat protocol on its standard input and output."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from woozle.core.game import Event
from woozle.core.outcome import Outcome
from woozle.core.request import Answer, Forfeit, Request, Response, Seat
from woozle.core.text import visible_line
from woozle.players import registry, seat_protocol
from woozle.players.agent import PRINTED, AgentError
from woozle.players.fence import fenced_process, open_fence

EXEC = "exec:"
"""The prefix of a seat that a program takes: `exec:./agent --flag`."""

ENVIRONMENT = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "SYSTEMROOT")
"""The environment variables that a program gets, beside those that `WOOZLE_AGENT_ENV` names, separated by commas."""

PATIENCE = 300.0
"""Seconds for an answer where the rules set no limit."""

_STARTS = 3  # of one program in one match
_SEND = 10.0  # seconds for a message to be read, as pipes hold some
_GRACE = 1.0  # seconds to end after the last message
_STRAY = 1000  # messages for requests that are over, before one that counts
_LOGGED = 1000  # characters of a line
_SIGNALLED = 128  # what is added to the number of a signal, in the exit status that a fence passes on


class _GoneError(Exception):
    """The program cannot answer any more. The text says why, as a clause."""


class Told(Protocol):
    """What a program is told of a seat, and asked."""

    @property
    def request(self) -> seat_protocol.RequestMessage:
        """Return the question."""

    def welcome(self) -> seat_protocol.WelcomeMessage:
        """Return the seat."""

    def events(self, first: int) -> seat_protocol.EventsMessage | None:
        """Return the Events from `first` on; None if there are none."""

    async def read(self, given: seat_protocol.AnswerMessage | seat_protocol.UnreadableMessageError) -> Reading:
        """Return what is made of a message that answers the question: the answer, why it is refused, or a forfeit."""


Reading: TypeAlias = Answer | Forfeit | seat_protocol.RefusedMessage


class Program:
    """A program that takes a seat. Whatever it does wrong costs the seat one answer, and nobody else anything.

    It is started when it is first asked, and again, with all that the seat has observed, when it is asked after it ended.

    Attributes:
        name: The seat's name on the command line.
        fence: What it is kept from.
    """

    def __init__(self, name: str, private: Iterable[Path] = ()) -> None:
        """Raises AgentError if there is no such program, and FenceError if there is no fence for it where one is required.

        Args:
            private: Folders that tell more than the seat observes, which its fence hides: those of the match and of others.
        """
        self.name = name
        self.command = parse_command(name)
        self.fence = open_fence(private)
        self._process: asyncio.subprocess.Process | None = None
        self._errors: asyncio.Task[None] | None = None
        self._starts = 0
        self._started_for = 0  # the number of a request
        self._sent = 0  # Events

    @property
    def process_id(self) -> int | None:
        """The id of its process; None while not running, or if unknown."""
        if self._process is None:
            return None
        return self._process.pid if self.fence.kind == "none" else fenced_process(self._process.pid)

    async def ask(self, told: Told) -> Answer | Forfeit:
        """Return the program's answer, or a forfeit that says what it did wrong."""
        number = told.request.id
        try:
            async with asyncio.timeout(None if told.request.seconds is not None else PATIENCE):
                try:
                    return await self._ask(told)
                except _GoneError:
                    if self._started_for == number:
                        raise
                    await self._kill()
                    return await self._ask(told)  # it had ended before, started anew
        except _GoneError as error:
            await self._kill()
            return Forfeit("failed", f"{visible_line(self.name)} {error}.")
        except TimeoutError:
            await self._send_safely(seat_protocol.ClosedMessage(id=number, code="deadline"))
            return Forfeit("timeout", f"No answer within {PATIENCE:g} seconds.")
        except asyncio.CancelledError:  # its time is over, or the match is
            self._send_nowait(seat_protocol.ClosedMessage(id=number, code="deadline"))
            raise

    async def close(self, over: seat_protocol.OverMessage) -> None:
        """Tell the program how the match ended, and see that it ends too."""
        if self._process is None:
            return
        await self._send_safely(over)
        if self._process and self._process.stdin:
            self._process.stdin.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._drain_to_the_end(self._process), _GRACE)
        await self._kill()

    # Asking

    async def _ask(self, told: Told) -> Answer | Forfeit:
        number = told.request.id
        if self._process is None or self._process.returncode is not None:
            self._started_for = number
            await self._start(told.welcome())
        news: list[seat_protocol.Message] = []
        if events := told.events(self._sent):
            news.append(events)
            self._sent += len(events.items)
        await self._send(*news, told.request)
        while True:
            given = await self._reply(number)
            if isinstance(given, seat_protocol.ForfeitMessage):
                await self._send_safely(seat_protocol.ClosedMessage(id=number, code="forfeited"))
                return Forfeit("gave_up")
            read = await told.read(given)
            if not isinstance(read, seat_protocol.RefusedMessage):
                is_answer = not isinstance(read, Forfeit)
                await self._send_safely(seat_protocol.ClosedMessage(id=number, code="answered" if is_answer else "forfeited"))
                return read
            await self._send(read)

    async def _reply(
        self, number: int
    ) -> seat_protocol.AnswerMessage | seat_protocol.ForfeitMessage | seat_protocol.UnreadableMessageError:
        """Return the program's message on this request; messages on others are refused."""
        for _ in range(_STRAY):
            try:
                message = seat_protocol.parse_message(await self._read())
            except seat_protocol.UnreadableMessageError as error:
                return error
            if isinstance(message, seat_protocol.LogMessage):
                self._log(message.text)
            elif message.id == number:
                return message
            else:
                await self._send(seat_protocol.RefusedMessage(id=number, code="unasked", why=f"Request {message.id} is not open."))
        raise _GoneError(f"sent {_STRAY:,} messages that answer nothing")

    # The process

    async def _start(self, welcome: seat_protocol.WelcomeMessage) -> None:
        if self._starts == _STARTS:
            raise _GoneError(f"ended {_STARTS} times")
        await self._kill()
        self._starts += 1
        named = (*ENVIRONMENT, *filter(None, map(str.strip, os.environ.get("WOOZLE_AGENT_ENV", "").split(","))))
        pipe = asyncio.subprocess.PIPE
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self.fence.wrap(self.command),
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                env={name: os.environ[name] for name in named if name in os.environ},
                limit=seat_protocol.LONGEST_MESSAGE,
                start_new_session=True,  # a key that stops a run stops no program in the middle of a line
            )
        except OSError as error:
            raise _GoneError(f"cannot be started ({error.strerror or error})") from None
        self._errors = asyncio.create_task(self._log_errors(self._process))
        self._sent = 0
        await self._send(seat_protocol.HelloMessage(limits=seat_protocol.Limits(tries=seat_protocol.TRIES)), welcome)

    async def _send(self, *messages: seat_protocol.Message) -> None:
        """Send messages at once: each write wakes the program."""
        assert self._process and self._process.stdin
        pipe = self._process.stdin
        try:
            pipe.write(b"".join(map(seat_protocol.message_line, messages)))
            if pipe.transport.get_write_buffer_size() or pipe.transport.is_closing():
                async with asyncio.timeout(_SEND):
                    await pipe.drain()
        except TimeoutError:
            raise _GoneError(f"read nothing for {_SEND:g} seconds") from None
        except (ConnectionError, RuntimeError):
            raise _GoneError(await self._how_it_ended()) from None

    async def _send_safely(self, message: seat_protocol.Message) -> None:
        with suppress(_GoneError):
            if self._process:
                await self._send(message)

    def _send_nowait(self, message: seat_protocol.Message) -> None:
        with suppress(ConnectionError, RuntimeError):
            if self._process and self._process.stdin:
                self._process.stdin.write(seat_protocol.message_line(message))

    async def _read(self) -> bytes:
        """Return the next line. Raises _GoneError."""
        assert self._process and self._process.stdout
        try:
            line = await self._process.stdout.readline()
        except ValueError:  # it is longer than the limit
            raise _GoneError(f"sent more than {seat_protocol.LONGEST_MESSAGE:,} bytes without a line break") from None
        if not line.endswith(b"\n"):
            raise _GoneError(await self._how_it_ended())
        return line

    async def _how_it_ended(self) -> str:
        assert self._process
        with suppress(TimeoutError):
            async with asyncio.timeout(_GRACE):
                await self._process.wait()
        status = self._process.returncode
        if status is None:
            return "closed its standard output"
        if self.fence.kind != "none" and status > _SIGNALLED:
            status = _SIGNALLED - status
        return f"was ended by signal {-status}" if status < 0 else f"ended with exit status {status}"

    async def _log_errors(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr
        while piece := await process.stderr.read(_LOGGED):  # whole lines would have to be waited for
            for line in filter(str.strip, piece.decode(errors="replace").splitlines()):
                self._log(line)

    def _log(self, text: str) -> None:
        PRINTED.info("%s: %s", visible_line(self.name), visible_line(text[:_LOGGED]))

    async def _drain_to_the_end(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout
        while await process.stdout.read(seat_protocol.LONGEST_MESSAGE):
            pass
        await process.wait()

    async def _kill(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, 9)  # with all that it has started, also where it ended by itself
            else:
                process.kill()
        # Until its output was read to the end, asyncio's wait() may not return; what left its group may hold it open.
        with suppress(TimeoutError):
            await asyncio.wait_for(self._drain_to_the_end(process), _GRACE)
        if self._errors:
            self._errors.cancel()


class ProgramPlayer:
    """A player that is a program of this machine."""

    is_human = False
    answers_at_once = False
    keeps_time = False

    def __init__(self, name: str, game: str, rules: int, private: Iterable[Path] = ()) -> None:
        """Raises AgentError or FenceError, as Program does. name, private: as for Program."""
        self._program = Program(name, private)
        self._game, self._rules = game, rules
        self._prompt = registry.prompt(game)
        self._draw = registry.agent_pictures(game)
        self._narration: seat_protocol.Narration | None = None
        self._requests = 0
        self._seat: Seat = ""

    @property
    def process_id(self) -> int | None:
        """The id of its process; None while not running, or if unknown."""
        return self._program.process_id

    def describe(self) -> dict[str, Any]:
        program = self._program
        return {"kind": "agent", "name": Path(program.command[0]).name, "seat": program.name, "sandbox": program.fence.kind}

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the program's answer, or a forfeit that says what it did wrong."""
        self._requests += 1
        self._seat = request.to
        self._narration = self._narration or seat_protocol.Narration(self._prompt, request.to)
        pictures = self._draw(request, observation) if self._draw else ()
        message = seat_protocol.request_message(self._requests, request, observation, self._prompt, pictures)
        given = await self._program.ask(
            _Question(message, request, observation, self._narration, partial(self._welcome, observation))
        )
        return Response(request.id, given, pictures=pictures)

    async def close(self, outcome: Outcome | None) -> None:
        """Tell the program how the match ended, and see that it ends too."""
        await self._program.close(seat_protocol.over_message(outcome, self._seat))

    def _welcome(self, observation: Sequence[Event]) -> seat_protocol.WelcomeMessage:
        guide = "\n".join(self._prompt.words.guide(self._seat, observation))
        return seat_protocol.WelcomeMessage(game=self._game, rules=self._rules, seat=self._seat, text=guide)


class _Question:
    """A question of a match of this machine, and all that its seat has observed."""

    def __init__(
        self,
        message: seat_protocol.RequestMessage,
        request: Request,
        observation: Sequence[Event],
        narration: seat_protocol.Narration,
        welcome: Callable[[], seat_protocol.WelcomeMessage],
    ) -> None:
        self.request, self.welcome = message, welcome
        self._observation, self._narration = observation, narration
        self._reader = seat_protocol.AnswerReader(message.id, request)

    def events(self, first: int) -> seat_protocol.EventsMessage | None:
        return self._narration.events_message(self._observation, first) if len(self._observation) > first else None

    async def read(self, given: seat_protocol.AnswerMessage | seat_protocol.UnreadableMessageError) -> Reading:
        read = self._reader.read(given if isinstance(given, seat_protocol.UnreadableMessageError) else given.answer)
        return self._reader.forfeit or read


def parse_command(name: str) -> list[str]:
    """Return the words of the command that a seat names, the program found; `%2C` is a comma, `%2A` a star. Raises AgentError."""
    try:
        words = shlex.split(name.removeprefix(EXEC).replace("%2C", ",").replace("%2A", "*"))
    except ValueError:
        words = []
    if not words:
        raise AgentError(f"{visible_line(name)!r} names no program; write {EXEC}COMMAND, as in {EXEC}./agent --flag.")
    if not (found := shutil.which(words[0])):
        raise AgentError(f"There is no program {visible_line(words[0])} that can be run; give its path, and make it executable.")
    return [str(Path(found).absolute()), *words[1:]]
