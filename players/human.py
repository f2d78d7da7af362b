"""A person at the table, wherever the screen is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from woozle.core.game import Event
from woozle.core.request import Answer, Forfeit, Request, Response


class Ask:
    """A question on its way to a screen, and the way back for the answer.

    observation: all that the seat has observed; it grows while the match goes on.
    """

    def __init__(self, request: Request, observation: Sequence[Event]) -> None:
        self.request = request
        self.observation = observation
        self._response: asyncio.Future[Response] = asyncio.get_running_loop().create_future()

    @property
    def is_open(self) -> bool:
        """Whether an answer is still waited for: nobody answered, no deadline passed, the match was not left."""
        return not self._response.done()

    def answer(self, answer: Answer | Forfeit, seconds: float) -> bool:
        """Answer, if it is still waited for; returns whether it was.

        seconds: thinking time from the first paint of the question. The screen measures it, since only the screen knows when
        it was covered, paused or left alone.
        """
        if not self.is_open:
            return False
        self._response.set_result(Response(self.request.id, answer, round(seconds, 3)))
        return True

    def on_close(self, told: Callable[[], None]) -> None:
        """Call `told` as soon as no answer is waited for any more."""
        self._response.add_done_callback(lambda _: told())

    async def response(self) -> Response:
        """The answer, when it is there."""
        return await self._response


class Human:
    """Answers by putting each question to a screen. present: takes the Ask and sees to it that somebody answers."""

    is_person = True
    answers_at_once = False

    def __init__(self, present: Callable[[Ask], None]) -> None:
        self._present = present

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """What the person answers. Cancelling closes the Ask."""
        ask = Ask(request, observation)
        self._present(ask)
        return await ask.response()

    def describe(self) -> dict[str, Any]:
        """That a person sits here, and not who."""
        return {"kind": "human"}
