"""News of the models at a table, while they are at work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, runtime_checkable

from woozle.arena.views import model_traces
from woozle.arena.views.model_traces import Mind, News
from woozle.arena.views.model_words import ReplyWords
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
        news = news_of(progress)
        if news.kind == "heard":
            reply = self._replies.setdefault(news.seat, ReplyWords())
            reply.think(news.thoughts)
            reply.feed(news.text)
            news = replace(news, text=reply.answer, thoughts=reply.thoughts)
        else:
            self._replies.pop(news.seat, None)
        number = self._seats.index(news.seat) + 1 if news.seat in self._seats else 0
        self._minds[news.seat] = model_traces.hear(self._minds.get(news.seat), news, number, self._clock())

    def note_response(self, request: Request, response: Response, *, is_open: bool) -> None:
        """Note that a Response is recorded. is_open: it was refused, and is asked for again."""
        mind = self._minds.pop(request.to, None)
        if mind is None or not is_open:
            return
        tries = self._refusals[request.id] = self._refusals.get(request.id, 0) + 1
        reading = response.answer.reading if type(response.answer) is ParseFailure else "illegal"
        self._minds[request.to] = model_traces.refuse(mind, reading, tries + 1, ILLEGAL_TRIES, self._clock())


def news_of(progress: Progress) -> News:
    """Return the news of a model, as it is shown."""
    seat, request = progress.seat, progress.request
    match progress.news:
        case Queued():
            return News(seat, request, "queued")
        case Sent():
            return News(seat, request, "sent")
        case Heard(text, reasoning):
            return News(seat, request, "heard", text, reasoning)
        case Waiting(again, seconds, failure):
            return News(seat, request, "waiting", failure.trouble, again=again, seconds=seconds)
        case Completion(reading=reading):
            return News(seat, request, "read", "" if reading == "answer" else reading.replace("_", " "))
        case str(why):
            return News(seat, request, "failed", why)


def slowest(asked: Iterable[Request], players: Mapping[Seat, Player]) -> GivesUp | None:
    """Return the first player asked here that can give up; None if none can."""
    return next((player for request in asked if isinstance(player := players[request.to], GivesUp)), None)
