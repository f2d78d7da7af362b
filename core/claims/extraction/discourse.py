"""Who is meant by "he", "you" and "we", and where "there" is."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.claims.extraction.lexicon import Form, words
from woozle.core.claims.schema import Statement
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat


class Discourse:
    """What a speech has spoken of so far. room: the one named last."""

    def __init__(self, statement: Statement, before: Sequence[Statement]) -> None:
        self.speaker = statement.speaker
        self.room: Room = ""
        self._named: tuple[Seat, ...] = ()
        self._pair: tuple[Seat, ...] = ()
        self._addressed: tuple[Seat, ...] = ()
        others = [said.speaker for said in before if said.meeting == statement.meeting and said.speaker != self.speaker]
        self._last_speaker = tuple(others[-1:])

    def name(self, seats: Sequence[Seat]) -> None:
        """Seats are named; a pronoun may mean them from here on."""
        if seats:
            self._named = tuple(seats)
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
        return self._named[-1:]

    def opening(self, form: Form) -> tuple[Seat, ...]:
        """Who does what a sentence begins with when nobody is named: "Went to storage"."""
        return (self.speaker,) if form in ("past", "ing") else ()
