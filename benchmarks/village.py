"""A small talking game of the kind that other arenas are measured with: eight seats, three days, 70 requests.

Each day everyone speaks in turn; then all vote, and no one leaves, so that every match is as long as the next.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from woozle.core.game import EVERYONE, RECORD, Event, Game, Play
from woozle.core.kit import GameKit
from woozle.core.outcome import Outcome
from woozle.core.request import Answer, Seat, Speech
from woozle.core.value import value

_PACKAGE = str(Path(__file__).parent / "plugins")


@value
class Wolf(Event):
    seat: Seat


@value
class Heard(Event):
    seat: Seat
    text: str


@value
class Counted(Event):
    votes: Mapping[Seat, Seat]


class Talk(Answer):
    text: Speech


class Point(Answer):
    target: Seat


SILENCE = Talk(text="")


class Village(Game):  # type: ignore[type-arg]
    name, version = "village", 1
    min_seats = max_seats = 8

    def play(self) -> Play:
        wolf = self.chance.choice("wolf", self.seats)
        at_the_wolf = Point(target=wolf)
        self.tell(Wolf(wolf), to=RECORD)
        for day in range(5):
            for seat in self.seats if day < 4 else self.seats[:6]:
                said = yield from self.ask(seat, Talk, forfeit=SILENCE)
                self.tell(Heard(seat, said.text), to=EVERYONE)
            if day < 4:
                votes = yield from self.ask_all(
                    self.seats,
                    Point,
                    forfeit=at_the_wolf,
                    choices=lambda me: {"target": tuple(seat for seat in self.seats if seat != me)},
                )
                self.tell(Counted({seat: votes[seat].target for seat in self.seats}), to=EVERYONE)
        return Outcome.by_score(self.score)


GAME = GameKit("benchmarks.village:Village")


def install() -> None:
    """Make the game known by its name, as an installed package would; verify finds it then."""
    if _PACKAGE not in sys.path:
        sys.path.append(_PACKAGE)
