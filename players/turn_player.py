"""A player answered for from outside: by a training environment, or by a server of seats."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from woozle.core import replies
from woozle.core.answers import read_fields
from woozle.core.game import Event
from woozle.core.replies import ReadReply
from woozle.core.request import Answer, Completion, Finish, Forfeit, PastResponse, Picture, Request, Response, Seat
from woozle.core.usage import NOTHING, Usage
from woozle.core.value import value
from woozle.players.backends.model_client import Message
from woozle.players.models import messages
from woozle.players.models.seat_prompt import SeatPrompt
from woozle.players.registry import Pictures

Action: TypeAlias = Answer | Forfeit | Mapping[str, Any] | str
"""An answer; its fields; text, which is parsed like a model's reply; or a Forfeit."""


class Turn:
    """A request that waits for an answer from outside.

    number: of the seat's own requests, from 1. asked: how often this one was asked, since an illegal answer is asked for again.
    read: the last text as it was parsed, if it was answered by one.
    observation: all that the seat has observed so far; news: the part of it since its last turn. before, observed: its length
    at the last turn, and at this one.
    """

    def __init__(
        self,
        number: int,
        asked: int,
        request: Request,
        observation: Sequence[Event],
        before: int,
        draw: Pictures | None,
        prompt: SeatPrompt,
    ) -> None:
        self.number = number
        self.asked = asked
        self.request = request
        self.observation = observation
        self.observed = len(observation)
        self.before = before
        self._draw = draw
        self._prompt = prompt
        self._sent: tuple[Message, ...] = ()
        self.read: ReadReply | None = None
        self._pictures: tuple[Picture, ...] | None = None
        self._response: Response | None = None
        self._future: asyncio.Future[Response] | None = None

    @property
    def seat(self) -> Seat:
        return self.request.to

    @property
    def news(self) -> Sequence[Event]:
        return self.observation[self.before : self.observed]

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures that the seat is shown beside the text. Reading this is recorded with the answer."""
        if self._pictures is None:
            self._pictures = self._draw(self.request, self.observation) if self._draw else ()
        return self._pictures

    @property
    def has_seen_pictures(self) -> bool:
        return self._pictures is not None

    def messages(self, *, with_pictures: bool = False) -> tuple[Message, ...]:
        """Return what a model in this seat is sent, all that it has observed included. Read it while the turn is open.

        Reading this is recorded with the answer.

        Args:
            with_pictures: Whether pictures are shown; else they are described in words, where there are any.
        """
        seen = self.observation if len(self.observation) == self.observed else self.observation[: self.observed]
        pictures = self.pictures if with_pictures else ()
        described = "" if pictures else self._prompt.describe_picture(self.request, seen)
        self._sent = self._prompt.messages(self.request, seen, pictures, described)
        return self._sent

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
        if isinstance(action, str):
            self.read = read = replies.read_reply(action, self.request, finish, reasoning=reasoning)
            prompt, took = messages.digest(self._sent) if self._sent else "", seconds or 0.0
            completion = Completion(action, read.reading, read.problem, reasoning, finish, usage, model, prompt, took)
            response = Response(self.request.id, read.for_response(), seconds, usage, (completion,))
        else:
            given = action if isinstance(action, Forfeit) else read_fields(action, self.request)
            response = Response(self.request.id, given, seconds, usage)
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


@value
class PastTurn:
    """The last turn of a seat, to go on from elsewhere.

    request: Its id. number, asked, before, observed: as in a Turn. is_taken: the match has taken its answer. has_seen_pictures:
    they were read.
    """

    request: int
    number: int
    asked: int
    before: int
    observed: int
    is_taken: bool
    has_seen_pictures: bool


class TurnPlayer:
    """A seat that is answered for from outside, a turn at a time.

    Args:
        game: Its name. seat: The name of the seat.
        about: Description of the answering side for the transcript's header.
        wake: Called when there is a new turn.
        draw: Draws the game for a seat; None for a game without pictures.
        is_by_hand: Whether the match is driven by hand, without an event loop: its coroutine stops at an unanswered turn.
        keeps_time: Whether the answering side keeps the time limits, since only it knows which time was for thinking.
    """

    is_human = False

    def __init__(
        self,
        game: str,
        seat: Seat,
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
        self._prompt = SeatPrompt(game, seat)
        self._is_taken = False
        self._restored: PastTurn | None = None

    def turn_for(self, request: Request, observation: Sequence[Event]) -> Turn:
        """Return the turn of a request, whether or not it has been asked yet."""
        if (turn := self.turn) and turn.request.id == request.id and not self._is_taken:
            return turn
        last = self.last_turn
        is_again = last is not None and last.request == request.id
        number, asked, observed = (last.number, last.asked, last.observed) if last else (0, 0, 0)
        self.turn = Turn(
            number + (not is_again), asked + 1 if is_again else 1, request, observation, observed, self._draw, self._prompt
        )
        self._is_taken = False
        return self.turn

    @property
    def last_turn(self) -> PastTurn | None:
        """The last turn as it stands; None before the first."""
        if not (turn := self.turn):
            return self._restored
        return PastTurn(
            turn.request.id, turn.number, turn.asked, turn.before, turn.observed, self._is_taken, turn.has_seen_pictures
        )

    def restore(self, last: PastTurn, request: Request | None, observation: Sequence[Event]) -> None:
        """Go on from the last turn of another match that has reached the same point. request: None if it is not open any more."""
        self._restored = last
        self._is_taken = last.is_taken
        if request and not last.is_taken:
            self.turn = Turn(last.number, last.asked, request, observation, last.before, self._draw, self._prompt)
            self.turn.observed = last.observed
            if last.has_seen_pictures:
                _ = self.turn.pictures  # what was seen is recorded with the answer

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        turn = self.turn_for(request, observation)
        self._wake()
        try:
            return await turn if self.answers_at_once else await turn.response()
        finally:
            self._is_taken = True

    def remember(self, past: PastResponse) -> None:
        turn = self.turn
        self._prompt.remember(past, turn.read if turn and turn.request is past.request else None)

    def describe(self) -> dict[str, Any]:
        return {"kind": "agent", **self._about, "prompt": self._prompt.describe(), "parser": replies.VERSION}
