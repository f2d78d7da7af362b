"""Answers taken at fixed moments, so that the time of an answer does not reveal the kind of player."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from math import ceil
from typing import Any

from woozle.core.chance import Chance
from woozle.core.event import Event
from woozle.core.match import Closing, Player, Remembering, ask_player
from woozle.core.outcome import Outcome
from woozle.core.request import PastResponse, Request, Response

CLASSES = 3
"""An answer takes at least 1 to this number of slots, drawn from the key for each request."""


class SlottedPlayer:
    """A player of a blind match, whose answers are taken at the end of a slot alone. All players of the match are slotted alike.

    slot: its length in seconds. key: of the match.
    """

    answers_at_once = False
    keeps_time = True

    def __init__(
        self,
        player: Player,
        key: bytes,
        slot: float,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.is_human = player.is_human
        self._player = player
        self._key = key
        self._slot = slot
        self._clock = clock
        self._sleep = sleep

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        asked = self._clock()
        response = await ask_player(self._player, request, observation)
        least = 1 + Chance(b"%b slot %d" % (self._key, request.id)).below("slots", CLASSES)
        taken = max(least, ceil((self._clock() - asked) / self._slot))
        await self._sleep(max(0.0, asked + taken * self._slot - self._clock()))
        return response

    def describe(self) -> dict[str, Any]:
        return self._player.describe()

    def remember(self, past: PastResponse) -> None:
        if isinstance(self._player, Remembering):
            self._player.remember(past)

    async def close(self, outcome: Outcome | None) -> None:
        if isinstance(self._player, Closing):
            await self._player.close(outcome)
