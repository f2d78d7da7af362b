"""One attempt to deal at a table: every place commits to a nonce, all see all commitments, and then all reveal.

The host brings the nonces of its own places and of players who cannot, so that all places look alike.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from dataclasses import replace

from woozle.arena.tables.place import Place
from woozle.core import deal as deals
from woozle.core.deal import Deal, Share
from woozle.players.seat_protocol import DealMessage, Message

ANSWER_SECONDS = 10.0
"""Time for a client to answer each of the two messages; the host brings the nonces of those who do not commit."""


class DealAttempt:
    """An attempt. deal: without its secret and shares; secret: of the host; silent: places for which the host brings the nonce.

    Attributes:
        message: The last message to all.
        refused: The places that committed and did not reveal.
    """

    def __init__(self, deal: Deal, secret: str, places: Sequence[Place], silent: Set[int]) -> None:
        self._deal = replace(deal, secret=deals.commit_secret(deal.table, deal.attempt, secret))
        self._places = places
        self._silent = silent
        self._commitments: dict[int, str] = {}
        self._nonces: dict[int, str] = {}
        self._moved = asyncio.Event()
        self.refused: frozenset[int] = frozenset()
        self.message = DealMessage(
            table=deal.table, attempt=deal.attempt, game=deal.game, config=deal.config, secret=self._deal.secret, commitments={}
        )

    def commit(self, place: Place, attempt: int, commitment: str) -> None:
        """Take the commitment to a nonce, once, and before any is told."""
        is_due = attempt == self._deal.attempt and not self.message.commitments
        if is_due and place.number not in self._commitments and place.number not in self._silent:
            self._commitments[place.number] = commitment
            self._moved.set()

    def reveal(self, place: Place, attempt: int, nonce: str) -> None:
        """Take a nonce that was committed to, after all commitments are told."""
        committed = self._commitments.get(place.number)
        if self.message.commitments and deals.commit_nonce(self._deal.table, attempt, place.number, nonce) == committed:
            self._nonces[place.number] = nonce
            self._moved.set()

    def note_gone(self) -> None:
        """Look again for whom there is to wait: somebody has gone."""
        self._moved.set()

    async def run(self, save: Callable[[], None]) -> Deal | None:
        """Return the deal with a share of every place; None if some did not reveal, or went before they had committed.

        save: keeps the places, before all commitments are told.
        """
        self._tell(self.message)
        asked = [p for p in self._places if p.guest and p.guest.can_commit and p.number not in self._silent]
        await wait_until(self._moved, lambda: all(p.number in self._commitments or not p.guest for p in asked), ANSWER_SECONDS)
        if not all(p.guest for p in asked):
            return None  # who was told of this attempt takes part in the next one
        own = frozenset(self._commitments)
        for place in self._places:
            if place.number not in own:
                self._nonces[place.number] = nonce = secrets.token_hex(deals.SECRET_BYTES)
                self._commitments[place.number] = deals.commit_nonce(self._deal.table, self._deal.attempt, place.number, nonce)
            place.row = replace(place.row, commitment=self._commitments[place.number], nonce=self._nonces.get(place.number, ""))
        save()
        told = {str(number): self._commitments[number] for number in sorted(self._commitments)}
        self.message = self.message.model_copy(update={"commitments": told})
        self._tell(self.message)
        await wait_until(self._moved, lambda: own <= set(self._nonces), ANSWER_SECONDS)
        self.refused = own - set(self._nonces)
        if self.refused:
            return None
        shares = []
        for place in self._places:
            place.row = replace(place.row, nonce=self._nonces[place.number])
            shares.append(Share(place.row.commitment, place.row.nonce, "player" if place.number in own else "host"))
        return replace(self._deal, shares=tuple(shares))

    def _tell(self, message: Message) -> None:
        for place in self._places:
            if place.guest:
                place.guest.tell(message)


async def wait_until(moved: asyncio.Event, is_so: Callable[[], bool], seconds: float) -> None:
    """Wait until something holds, or some seconds are over. moved: is set whenever it may hold."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not is_so():
                moved.clear()
                await moved.wait()
