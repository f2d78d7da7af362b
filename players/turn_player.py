"""A player answered for from outside: by a training environment, or by a server of seats."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from woozle.core import replies
from woozle.core.game import Event
from woozle.core.request import Answer, Completion, Finish, Forfeit, ParseFailure, Picture, Request, Response, Seat
from woozle.core.usage import NOTHING, Usage
from woozle.players.registry import Pictures
from woozle.players.seat_protocol import read_fields

Action: TypeAlias = Answer | Forfeit | Mapping[str, Any] | str
"""An answer; its fields; text, which is parsed like a model's reply; or a Forfeit."""


class Turn:
    """A request that waits for an answer from outside.

    number: of the seat's own requests, from 1. asked: how often this one was asked, since an illegal answer is asked for again.
    observation: all that the seat has observed so far; news: the part of it since its last turn.
    """

    def __init__(
        self, number: int, asked: int, request: Request, observation: Sequence[Event], before: int, draw: Pictures | None
    ) -> None:
        self.number = number
        self.asked = asked
        self.request = request
        self.observation = observation
        self.observed = len(observation)
        self._before = before
        self._draw = draw
        self._pictures: tuple[Picture, ...] | None = None
        self._response: Response | None = None
        self._future: asyncio.Future[Response] | None = None

    @property
    def seat(self) -> Seat:
        return self.request.to

    @property
    def news(self) -> Sequence[Event]:
        return self.observation[self._before : self.observed]

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures that the seat is shown beside the text. Reading this is recorded with the answer."""
        if self._pictures is None:
            self._pictures = self._draw(self.request, self.observation) if self._draw else ()
        return self._pictures

    @property
    def is_open(self) -> bool:
        """True while an answer is awaited: until it comes, the time is over, or the match is left."""
        return self._response is None and not (self._future and self._future.done())

    def answer(
        self,
        action: Action,
        seconds: float | None = None,
        usage: Usage = NOTHING,
        model: str = "",
        finish: Finish = "stop",
        reasoning: str = "",
    ) -> bool:
        """Answer if the turn is still open; return whether it was.

        Args:
            seconds: Time to answer, which some games score; None to have it measured. More than the request allows is a forfeit.
            model: Name of the model that wrote a text.
            finish: Why the model stopped. reasoning: Its thoughts beside the text.
        """
        if not self.is_open:
            return False
        limit = self.request.seconds
        if seconds is not None and limit is not None and seconds > limit:
            action = Forfeit("timeout", f"No answer within {limit:g} seconds.")
        response = read_action(action, self.request, seconds, usage, model, finish, reasoning)
        self._response = replace(response, pictures=self._pictures) if self._pictures else response
        if self._future:
            self._future.set_result(self._response)
        return True

    def __await__(self) -> Generator[Any, None, Response]:
        while self._response is None:  # the match is driven by hand, without an event loop
            yield None
        return self._response

    async def response(self) -> Response:
        """Wait for the answer in an event loop."""
        if self._response is None:
            self._future = asyncio.get_running_loop().create_future()
            return await self._future
        return self._response


class TurnPlayer:
    """A seat that is answered for from outside, a turn at a time.

    Args:
        about: Description of the answering side for the transcript's header.
        wake: Called when there is a new turn.
        draw: Draws the game for a seat; None for a game without pictures.
        is_by_hand: Whether the match is driven by hand, without an event loop: its coroutine stops at an unanswered turn.
        keeps_time: Whether the answering side keeps the time limits, since only it knows which time was for thinking.
    """

    is_human = False

    def __init__(
        self,
        about: Mapping[str, Any],
        wake: Callable[[], None],
        draw: Pictures | None,
        *,
        is_by_hand: bool,
        keeps_time: bool = False,
    ) -> None:
        self.answers_at_once = is_by_hand
        self.keeps_time = keeps_time or is_by_hand
        self.turn: Turn | None = None
        self._about = about
        self._wake = wake
        self._draw = draw
        self._is_taken = False

    def turn_for(self, request: Request, observation: Sequence[Event]) -> Turn:
        """Return the turn of a request, whether or not it has been asked yet."""
        last = self.turn
        if last and last.request.id == request.id and not self._is_taken:
            return last
        is_again = last is not None and last.request.id == request.id
        number, asked, observed = (last.number, last.asked, last.observed) if last else (0, 0, 0)
        self.turn = Turn(number + (not is_again), asked + 1 if is_again else 1, request, observation, observed, self._draw)
        self._is_taken = False
        return self.turn

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        turn = self.turn_for(request, observation)
        self._wake()
        try:
            return await turn if self.answers_at_once else await turn.response()
        finally:
            self._is_taken = True

    def describe(self) -> dict[str, Any]:
        return {"kind": "agent", **self._about, "parser": replies.VERSION}


def read_action(
    action: Action,
    request: Request,
    seconds: float | None = None,
    usage: Usage = NOTHING,
    model: str = "",
    finish: Finish = "stop",
    reasoning: str = "",
) -> Response:
    """Return an action as a Response. A text is kept as it came; an unparsable one becomes a ParseFailure."""
    if isinstance(action, Forfeit):
        return Response(request.id, action, seconds, usage)
    if not isinstance(action, str):
        return Response(request.id, read_fields(action, request), seconds, usage)
    read = replies.read_reply(action, request, finish)
    given: Answer | Forfeit | ParseFailure
    match read.reading:
        case "refused":
            given = Forfeit("refused", read.problem)
        case "unparsable" | "cut_off" | "empty" as reading:
            given = ParseFailure(read.problem, reading)
        case _:
            assert read.answer is not None
            given = read.answer
    completion = Completion(action, read.reading, read.problem, reasoning, finish, usage, model, seconds=seconds or 0.0)
    return Response(request.id, given, seconds, usage, (completion,))
