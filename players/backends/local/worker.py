"""A thread that owns a model: it reads, decodes and scores for all requests, side by side where it can."""

from __future__ import annotations

import re
import threading
from asyncio import AbstractEventLoop, Future
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Any

from woozle.core.text import visible_line
from woozle.players.backends.local.decoder import Batch, Row
from woozle.players.backends.local.loaded_model import LoadedModel
from woozle.players.backends.local.prompts import create_prompt
from woozle.players.backends.model_client import BackendError, Chat, Hear, Sent, Signal

ROWS = 32
"""Replies that are decoded at once; fewer after memory ran out."""

_READ_AT_ONCE = 16_384  # tokens of prompts, padding included
_NO_MEMORY = re.compile(r"out of memory|can't allocate memory|invalid buffer size", re.IGNORECASE)


class Ticket:
    """A request to the thread. begun: done when it was taken up; result: done when it is there."""

    def __init__(self, loop: AbstractEventLoop, hear: Hear) -> None:
        self.begun: Future[None] = loop.create_future()
        self.result: Future[Any] = loop.create_future()
        self.is_dropped = False
        self._loop, self._hear = loop, hear

    def say(self, signal: Signal) -> None:
        """Let the listener hear a signal, in its own event loop."""
        self._call(self._pass_on, signal)

    def begin(self) -> None:
        self.say(Sent())
        self._call(self._settle, self.begun, None)

    def give(self, result: Any) -> None:
        """Give the result, or the BackendError in its place."""
        self._call(self._settle, self.result, result)
        self._call(self._settle, self.begun, None)

    def _pass_on(self, signal: Signal) -> None:
        if not self.is_dropped:
            self._hear(signal)

    def _settle(self, future: Future[Any], result: Any) -> None:
        if self.is_dropped or future.done():
            return
        if isinstance(result, BackendError):
            future.set_exception(result)
        else:
            future.set_result(result)

    def _call(self, function: Callable[..., None], *values: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(function, *values)
        except RuntimeError:  # the loop is closed: nothing waits any more
            self.is_dropped = True


class ChatTicket(Ticket):
    """A request for the reply to a Chat."""

    def __init__(self, loop: AbstractEventLoop, hear: Hear, chat: Chat) -> None:
        super().__init__(loop, hear)
        self.chat = chat


class WorkTicket(Ticket):
    """A request to do something with the model between two tokens."""

    def __init__(self, loop: AbstractEventLoop, work: Callable[[LoadedModel], Any]) -> None:
        super().__init__(loop, lambda signal: None)
        self.work = work


class Worker:
    """A model, loaded by its own thread at once. rows: replies that are decoded at once."""

    def __init__(self, load: Callable[[], LoadedModel], rows: int = ROWS) -> None:
        self._load = load
        self._most = rows
        self._inbox: SimpleQueue[Ticket | None] = SimpleQueue()
        self._waiting: deque[ChatTicket] = deque()
        self._batches: list[Batch] = []
        self._tickets: dict[Row, ChatTicket] = {}
        self._thread = threading.Thread(target=self._run, name="local model", daemon=True)
        self._closing = threading.Lock()
        self._end: BackendError | None = None
        self.is_ready = False
        self._thread.start()

    @property
    def is_over(self) -> bool:
        return self._end is not None

    @property
    def is_full(self) -> bool:
        return not self.is_ready or len(self._tickets) >= self._most

    def put(self, ticket: Ticket) -> None:
        with self._closing:
            if self._end:
                ticket.give(self._end)
            else:
                self._inbox.put(ticket)

    def stop(self) -> None:
        """Drop everything and let go of the model. Blocks until that is done."""
        self._inbox.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            loaded = self._load()
            from torch import inference_mode

            with inference_mode():
                self._work(loaded)
        except BackendError as error:
            return self._finish(error)
        except Exception as error:
            return self._finish(_model_error(error, 1))
        return self._finish(BackendError("rejected", "The model was closed before it could answer."))

    def _work(self, loaded: LoadedModel) -> None:
        self.is_ready = True
        while self._receive(loaded):
            self._admit(loaded)
            for batch in self._batches:
                self._step(batch)
            self._batches = [batch for batch in self._batches if batch.rows]

    def _receive(self, loaded: LoadedModel) -> bool:
        """Take the waiting messages, or wait for one if there is nothing else to do. Return False to stop."""
        is_idle = not self._batches and not self._waiting
        while True:
            try:
                ticket = self._inbox.get(block=is_idle)
            except Empty:
                return True
            is_idle = False
            match ticket:
                case None:
                    return False
                case ChatTicket():
                    self._waiting.append(ticket)
                case WorkTicket() if not ticket.is_dropped:
                    ticket.begin()
                    with _catch_errors([ticket]):
                        ticket.give(ticket.work(loaded))

    def _admit(self, loaded: LoadedModel) -> None:
        """Read the prompts of waiting chats, as many as there is room for, and decode them with the others."""
        rows = []
        while self._waiting and len(self._tickets) < self._most:
            ticket = self._waiting.popleft()
            if not ticket.is_dropped and (row := _create_row(loaded, ticket)):
                self._tickets[row] = ticket
                rows.append(row)
        for portion in _portions(rows, loaded.is_joinable):
            with self._catch_row_errors(portion):
                batch = Batch(loaded, portion)
                if self._batches and loaded.is_joinable:
                    self._batches[0].join(batch)
                else:
                    self._batches.append(batch)

    def _step(self, batch: Batch) -> None:
        before = list(batch.rows)
        with self._catch_row_errors(before):
            batch.keep([row for row in before if not self._tickets[row].is_dropped])
            going = list(batch.rows)
            if going:
                batch.step()
            for row in going:
                if row.is_done:
                    self._tickets[row].give(row.reply())
        if any(row not in self._tickets for row in before):
            batch.rows = []  # it broke, and what is left of it cannot be gone on with
        for row in before:
            if row not in batch.rows:
                self._tickets.pop(row, None)

    @contextmanager
    def _catch_row_errors(self, rows: Sequence[Row]) -> Iterator[None]:
        """End these rows alone with whatever error is raised. Decode fewer at once from now on if memory was too small for them."""
        tickets = [self._tickets[row] for row in rows]
        with _catch_errors(tickets) as broken:
            yield
        if broken:
            for row in rows:
                del self._tickets[row]
            if broken[0].trouble == "overloaded":
                self._most = max(1, len(rows) // 2)

    def _finish(self, error: BackendError) -> None:
        """Give this error to all that wait, or come later."""
        with self._closing:
            self._end = error
        for ticket in [*self._tickets.values(), *self._waiting]:
            ticket.give(error)
        while not self._inbox.empty():
            if ticket_or_end := self._inbox.get():
                ticket_or_end.give(error)


def _create_row(loaded: LoadedModel, ticket: ChatTicket) -> Row | None:
    """Return the row of a ticket, or None if it was refused."""
    ticket.begin()
    chat = ticket.chat
    with _catch_errors([ticket]):
        return Row(loaded, chat, create_prompt(loaded, chat.messages, chat.sampling.effort), ticket.say)
    return None


def _portions(rows: Sequence[Row], is_joinable: bool) -> Iterator[list[Row]]:
    """Yield rows to read together: of like length, not too many; alone those with pictures, or of a model with a running state."""
    alone = [row for row in rows if row.prompt.seen or not is_joinable]
    yield from ([row] for row in alone)
    portion: list[Row] = []
    for row in sorted((row for row in rows if row not in alone), key=lambda row: len(row.prompt.tokens)):
        if portion and (len(portion) + 1) * len(row.prompt.tokens) > _READ_AT_ONCE:
            yield portion
            portion = []
        portion.append(row)
    if portion:
        yield portion


@contextmanager
def _catch_errors(tickets: Sequence[Ticket]) -> Iterator[list[BackendError]]:
    """Give these tickets whatever error is raised; it is in the list then."""
    broken: list[BackendError] = []
    try:
        yield broken
    except BackendError as error:
        broken.append(error)
    except Exception as error:
        broken.append(_model_error(error, len(tickets)))
    for ticket in tickets if broken else ():
        ticket.give(broken[0])


def _model_error(error: Exception, rows: int) -> BackendError:
    if isinstance(error, MemoryError) or _NO_MEMORY.search(str(error)):
        if rows > 1:
            return BackendError("overloaded", "Memory is too small for this many replies at once; fewer are tried from now on.")
        return BackendError("too_long", "There is not enough memory for messages this long; take a smaller model.")
    said = visible_line(" ".join(str(error).split()))[:200]
    return BackendError("rejected", f"The model cannot be run on this ({type(error).__name__}: {said}); take another model.")
