"""Who is meant by "he", "you" and "we"."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.games.ship.claims.extraction.lexicon import words
from woozle.core.games.ship.claims.schema import Statement
from woozle.core.request import Seat


class Discourse:
    """What a speech has spoken of so far."""

    def __init__(self, statement: Statement, before: Sequence[Statement]) -> None:
        self.speaker = statement.speaker
        self._named: tuple[Seat, ...] = ()
        self._recent: list[Seat] = []
        self._pair: tuple[Seat, ...] = ()
        self._addressed: tuple[Seat, ...] = ()
        others = [said.speaker for said in before if said.meeting == statement.meeting and said.speaker != self.speaker]
        self._last_speaker = tuple(others[-1:])

    def name(self, seats: Sequence[Seat]) -> None:
        """Seats are named; a pronoun may mean them from here on."""
        if seats:
            self._named = tuple(seats)
            self._recent = [seat for seat in self._recent if seat not in seats] + list(seats)
            if len(seats) > 1:
                self._pair = tuple(seats)

    def address(self, seats: Sequence[Seat]) -> None:
        """Seats are spoken to."""
        self._addressed = tuple(seats)
        self.name(seats)

    def meant(self, word: str) -> tuple[Seat, ...]:
        """The seats that a pronoun means; none, if nobody can be meant."""
        if word in words("me"):
            return (self.speaker,)
        if word in words("us"):
            return (self.speaker, *self._named)
        if word in words("you"):
            return self._addressed or self._last_speaker
        if word in ("they", "them", "their", "theirs"):
            return self._pair if self._pair and set(self._named) <= set(self._pair) else self._named
        others = words("women") if word in words("he") else words("men") if word in words("she") else frozenset()
        return tuple(seat for seat in self._recent if seat.lower() not in others)[-1:]
