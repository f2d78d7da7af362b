"""News of the models at a table, while they are at work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, runtime_checkable

from woozle.arena.views.model_traces import Mind
from woozle.arena.views.model_words import KEPT, ReplyWords
from woozle.arena.views.words import nth
from woozle.core.match import Player
from woozle.core.referee import ILLEGAL_TRIES
from woozle.core.request import Completion, ParseFailure, Request, Response, Seat
from woozle.players.backends.model_client import Heard, Queued, Sent, Waiting
from woozle.players.models.progress import Progress


@runtime_checkable
class GivesUp(Protocol):
    """A player whose answer need not be waited for."""

    def give_up(self) -> None:
        """Give up the answer that is asked for now."""


class Minds:
    """The progress of each model with its request. clock: of the app."""

    def __init__(self, seats: Sequence[Seat], clock: Callable[[], float]) -> None:
        self._seats = seats
        self._clock = clock
        self._minds: dict[Seat, Mind] = {}
        self._refusals: dict[int, int] = {}
        self._replies: dict[Seat, ReplyWords] = {}

    def __getitem__(self, seat: Seat) -> Mind | None:
        return self._minds.get(seat)

    @property
    def now(self) -> tuple[Mind, ...]:
        """Return the models at work, in the order of their seats."""
        return tuple(self._minds[seat] for seat in sorted(self._minds, key=lambda seat: self._minds[seat].number))

    def hear(self, progress: Progress) -> None:
        """Take in news of one."""
        seat, news, now = progress.seat, progress.news, self._clock()
        mind = self._minds.get(seat)
        if mind is None or mind.request != progress.request:
            number = self._seats.index(seat) + 1 if seat in self._seats else 0
            mind = Mind(seat, number, progress.request, "queued", now)
        if isinstance(news, Heard):
            reply = self._replies.setdefault(seat, ReplyWords())
            reply.think(news.reasoning)
            reply.feed(news.text)
            said, thoughts = reply.answer[-KEPT - 1 :], reply.thoughts[-KEPT - 1 :]
            self._minds[seat] = replace(mind, state="answering" if said else "thinking", said=said, thoughts=thoughts)
        else:
            self._replies.pop(seat, None)
            self._minds[seat] = _follow(mind, news, now)

    def note_response(self, request: Request, response: Response, *, is_open: bool) -> None:
        """Note that a Response is recorded. is_open: it was refused, and is asked for again."""
        mind = self._minds.pop(request.to, None)
        if mind is None or not is_open:
            return
        tries = self._refusals[request.id] = self._refusals.get(request.id, 0) + 1
        reading = response.answer.reading if type(response.answer) is ParseFailure else "illegal"
        retry = f"retry {tries + 1}/{ILLEGAL_TRIES} ({reading.replace('_', ' ')})"
        self._minds[request.to] = Mind(mind.seat, mind.number, mind.request, "queued", self._clock(), retry=retry)


def _follow(mind: Mind, news: Queued | Sent | Waiting | Completion | str, now: float) -> Mind:
    """Return a turn after news of it."""
    match news:
        case Queued():
            return replace(mind, state="queued", since=now, until=None)
        case Sent():
            return replace(mind, state="sent", since=now, until=None, said="", thoughts="", problem="")
        case Waiting(again, seconds, failure):
            why = _TROUBLES.get(failure.trouble, failure.trouble.replace("_", " "))
            return replace(mind, state="waiting", since=now, until=now + seconds, problem=f"{why} ({nth(again)} try)")
        case Completion(reading=reading):
            return replace(mind, state="checking", problem="" if reading == "answer" else reading.replace("_", " "))
    return replace(mind, state="failed", problem=news)


_TROUBLES = {
    "rate_limited": "too many requests",
    "loading": "the server loads the model",
    "overloaded": "the server is overloaded",
    "unreachable": "no connection",
    "timeout": "no answer in time",
    "broken": "a broken reply",
}


def slowest(asked: Iterable[Request], players: Mapping[Seat, Player]) -> GivesUp | None:
    """Return the first player asked here that can give up; None if none can."""
    return next((player for request in asked if isinstance(player := players[request.to], GivesUp)), None)
