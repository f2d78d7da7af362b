"""One attempt to deal at a table: every place commits to a nonce, all see all commitments, and then all reveal.

The host supplies the nonces of its own places and of players who cannot, so that all places look alike.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Set
from dataclasses import replace

from woozle.arena.tables.place import Place
from woozle.arena.tables.room import Room
from woozle.core import deal as deals
from woozle.core.deal import Deal, Share
from woozle.players.seat_protocol import DealMessage

ANSWER_SECONDS = 10.0
"""Time for a client to answer each of the two messages; the host supplies the nonces of players who do not commit."""


class DealAttempt:
    """An attempt. deal: without its secret and shares; secret: of the host; silent: places whose nonces the host supplies.

    Attributes:
        refused: The places that committed and did not reveal.
    """

    def __init__(self, deal: Deal, secret: str, room: Room, silent: Set[int]) -> None:
        self._deal = replace(deal, secret=deals.commit_secret(deal.table, deal.attempt, secret))
        self._room = room
        self._silent = silent
        self._commitments: dict[int, str] = {}
        self._nonces: dict[int, str] = {}
        self._is_committed = False
        self.refused: frozenset[int] = frozenset()

    def commit(self, place: Place, attempt: int, commitment: str) -> None:
        """Accept the commitment to a nonce, once, before any is announced."""
        if attempt == self._deal.attempt and not self._is_committed and place.number not in self._silent:
            self._commitments.setdefault(place.number, commitment)
            self._room.wake()

    def reveal(self, place: Place, attempt: int, nonce: str) -> None:
        """Accept a nonce that was committed to, once all commitments are announced."""
        committed = self._commitments.get(place.number)
        if self._is_committed and deals.commit_nonce(self._deal.table, attempt, place.number, nonce) == committed:
            self._nonces[place.number] = nonce
            self._room.wake()

    async def run(self, save: Callable[[], None]) -> Deal | None:
        """Return the deal with a share of every place; None if some did not reveal, or left before committing.

        save: keeps the places, before the commitments are announced.
        """
        deal, room = self._deal, self._room
        told = DealMessage(
            table=deal.table, attempt=deal.attempt, game=deal.game, config=deal.config, secret=deal.secret, commitments={}
        )
        room.announce(told)
        asked = [p for p in room.places if p.guest and p.guest.can_commit and p.number not in self._silent]
        await room.wait_until(lambda: all(p.number in self._commitments or not p.guest for p in asked), ANSWER_SECONDS)
        if not all(p.guest for p in asked):
            return None  # places that were told of this attempt take part in the next one
        self._is_committed, own = True, frozenset(self._commitments)
        for place in room.places:
            if place.number not in own:
                self._nonces[place.number] = nonce = secrets.token_hex(deals.SECRET_BYTES)
                self._commitments[place.number] = deals.commit_nonce(deal.table, deal.attempt, place.number, nonce)
            place.row = replace(place.row, commitment=self._commitments[place.number], nonce=self._nonces.get(place.number, ""))
        save()
        commitments = {str(number): self._commitments[number] for number in sorted(self._commitments)}
        room.announce(told.model_copy(update={"commitments": commitments}))
        await room.wait_until(lambda: own <= set(self._nonces), ANSWER_SECONDS)
        self.refused = own - set(self._nonces)
        if self.refused:
            return None
        shares = []
        for place in room.places:
            place.row = replace(place.row, nonce=self._nonces[place.number])
            shares.append(Share(place.row.commitment, place.row.nonce, "player" if place.number in own else "host"))
        return replace(deal, shares=tuple(shares))
