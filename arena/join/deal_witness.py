"""The seat's part in a fair deal, and what it can check of the host's: see core/deal.py."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import token_hex
from typing import Any

from woozle.core.chance import commitment
from woozle.core.deal import SECRET_BYTES, Deal, Share, commit_nonce, problems
from woozle.core.errors import InputError
from woozle.core.request import Seat
from woozle.players.seat_protocol import CommitMessage, DealMessage, OverMessage, RevealMessage, WelcomeMessage


class DealError(InputError):
    """A deal that is not fair. Says what is wrong with it, in a sentence."""


class DealWitness:
    """Brings a nonce to each attempt to deal, and keeps what the host has committed to.

    Attributes:
        nonces: Own nonces by attempt; kept before their commitments are sent.
    """

    def __init__(self, nonces: dict[int, str]) -> None:
        self.nonces = nonces
        self._deal: DealMessage | None = None
        self._welcome: WelcomeMessage | None = None

    @property
    def attempt(self) -> int:
        """Return the number of the last attempt to deal; 0 before the first, or where nobody was asked for a nonce."""
        return self._deal.attempt if self._deal else 0

    @property
    def match(self) -> str:
        """Return the name of the match that was dealt; empty before."""
        return self._welcome.match if self._welcome else ""

    @property
    def seat(self) -> Seat:
        """Return the seat that was dealt; empty before."""
        return self._welcome.seat if self._welcome else ""

    def forget_match(self) -> None:
        """Begin with another match at the same table."""
        self._welcome = None

    def new_nonce(self, attempt: int) -> None:
        """Draw the nonce of an attempt, unless there is one: it never changes."""
        self.nonces.setdefault(attempt, token_hex(SECRET_BYTES))

    def see_deal(self, deal: DealMessage, place: int) -> CommitMessage | RevealMessage:
        """Take what the host tells of a deal, and return the answer to it. Raises DealError."""
        before, own = self._deal, commit_nonce(deal.table, deal.attempt, place, self.nonces[deal.attempt])
        if before and deal.attempt < before.attempt:
            raise DealError("The host goes back to an earlier attempt to deal.")
        is_same = before is not None and deal.attempt == before.attempt
        if before and is_same and (deal.secret, before.commitments or deal.commitments) != (before.secret, deal.commitments):
            raise DealError("The host has changed what it committed to, after the other commitments were known.")
        self._deal = deal
        if not deal.commitments:
            return CommitMessage(attempt=deal.attempt, commitment=own)
        if deal.commitments.get(str(place)) != own:
            raise DealError("The host has put another nonce in place of the one of this seat.")
        return RevealMessage(attempt=deal.attempt, nonce=self.nonces[deal.attempt])

    def see_welcome(self, welcome: WelcomeMessage, place: int) -> None:
        """Take the nonces of all places. Raises DealError."""
        if self._welcome and _what_is_dealt(self._welcome) != _what_is_dealt(welcome):
            raise DealError("The host has changed the match, or how it was dealt.")
        self._welcome = welcome
        deal = self._deal
        if deal is None or not deal.commitments:
            return
        if welcome.attempt != deal.attempt or welcome.table != deal.table:
            raise DealError("The match is not the one that was dealt.")
        if welcome.nonces.get(str(place)) != self.nonces.get(deal.attempt):
            raise DealError("The host has dealt without the nonce of this seat.")
        for name, promised in deal.commitments.items():
            nonce = welcome.nonces.get(name, "")
            if not name.isdecimal() or commit_nonce(deal.table, deal.attempt, int(name), nonce) != promised:
                raise DealError(f"The nonce of place {name[:4]} is not the one that was committed to.")

    def end_problems(self, over: OverMessage) -> list[str]:
        """Return what does not fit between the deal and what is revealed at the end, as sentences."""
        welcome, deal = self._welcome, self._deal
        if not over.key or welcome is None:
            return []
        try:
            key = bytes.fromhex(over.key)
        except ValueError:
            return ["The key of the match is none."]
        found = [] if commitment(key) == welcome.match else ["The key is not the one that the match began with."]
        if deal is None or not deal.commitments:
            return found
        shares = tuple(
            Share(promised, welcome.nonces.get(place, ""), "player") for place, promised in sorted_places(deal.commitments)
        )
        told = Deal("woozle.deal/1", deal.table, deal.attempt, deal.game, welcome.rules, deal.config, deal.secret, shares)
        return [*found, *problems(told, over.secret, key)]


def sorted_places(by_place: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the entries of a mapping by places, from place 1."""
    return sorted(by_place.items(), key=lambda entry: int(entry[0]) if entry[0].isdecimal() else 0)


def _what_is_dealt(welcome: WelcomeMessage) -> tuple[Any, ...]:
    return welcome.game, welcome.rules, welcome.seat, welcome.match, welcome.table, welcome.attempt, welcome.nonces
