"""A game in which what is legal depends on two fields at once: each bid has to be higher than the last one."""

from __future__ import annotations

from pydantic import Field

from woozle import EVERYONE, Answer, Event, Game, Outcome
from woozle.core.kit import GameKit
from woozle.core.value import value


@value
class Bidden(Event):
    seat: str
    quantity: int
    face: int


class Bid(Answer):
    """What do you bid?"""

    quantity: int = Field(ge=1, le=9, description="How many dice?")
    face: int = Field(ge=1, le=9, description="Which face?")


class Auction(Game):
    """Bid higher than the seat before you, or pass by giving no legal bid. The highest bid wins."""

    name, version = "auction", 1

    def play(self):
        highest = (0, 0)

        def is_higher(bid: Bid) -> str:
            return "" if (bid.quantity, bid.face) > highest else f"Bid more than {highest[0]} of face {highest[1]}."

        for seat in self.seats:
            choices = {"face": range(1, 7)}
            if bid := (yield from self.ask(seat, Bid, forfeit=None, choices=choices, legal=is_higher)):
                highest = (bid.quantity, bid.face)
                self.score = dict.fromkeys(self.seats, 0) | {seat: 1}
                self.tell(Bidden(seat, *highest), to=EVERYONE)
        return Outcome.by_score(self.score)


GAME = GameKit("tests.auction:Auction")
