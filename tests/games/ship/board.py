"""A ship whose luck is chosen, and turns in a line each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from woozle.core.chance import Chance
from woozle.core.referee import Referee
from woozle.core.request import Seat
from woozle.games.ship.config import preset
from woozle.games.ship.events import Act, Foresee, Speak, Vote
from woozle.games.ship.rules import Ship
from woozle.testing import find_events

T = TypeVar("T")
SAME = "cafeteria"


class Luck(Chance):
    """Ducks, first rooms and tasks as given; turns and speeches in seat order; later rooms in alphabetical order."""

    def __init__(self, ducks: Sequence[Seat], rooms: dict[Seat, str], tasks: Sequence[str]) -> None:
        super().__init__(b"")
        self.drawn: dict[str, Any] = {"ducks": list(ducks), "rooms": rooms}
        self.tasks = list(tasks)

    def sample(self, label: str, items: Sequence[T], k: int) -> list[T]:
        if label == "rooms":
            rooms = self.drawn.pop("rooms", None)
            return [rooms.get(seat, SAME) for seat in Ship.seat_names[:k]] if rooms is not None else list(items)[:k]
        return self.drawn.get(label, self.tasks)[:k]

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        return list(items)


class Board(Referee):
    """A match on the ten-room ship. All start in the cafeteria unless `rooms` says otherwise."""

    def __init__(
        self,
        rules: str = "standard",
        *,
        seats: int = 6,
        ducks: Sequence[Seat] = ("Frank",),
        rooms: dict[Seat, str] | None = None,
        tasks: Sequence[str] = ("medbay", "storage"),
        **options: Any,
    ) -> None:
        luck = Luck(ducks, rooms or {}, tasks)
        config = preset(rules, **{"ducks": len(ducks), "first_kill_cooldown": 0, **options})
        super().__init__(Ship(seats, config), chance=luck)

    def options(self, seat: Seat) -> Sequence[str]:
        """Return the legal actions of the seat whose turn it is."""
        (request,) = self.open.values()
        assert request.to == seat, f"it is {request.to}'s turn"
        return request.choices["action"]

    def until(self, seat: Seat) -> Board:
        """Let all others wait until it is this seat's turn."""
        while next(iter(self.open.values())).to != seat:
            self.answer(next(iter(self.open.values())).to, Act(action="wait"))
        return self

    def act(self, seat: Seat, action: str, say: str = "") -> Board:
        """One seat's turn; whoever comes before it waits."""
        self.until(seat).answer(seat, Act(action=action, say=say))
        return self

    def tick(self) -> Board:
        """Let everyone wait until the next tick begins, or nobody is asked to act any more."""
        now = self.game.tick
        while self.game.tick == now and self.outcome is None and next(iter(self.open.values())).answer is Act:
            self.answer(next(iter(self.open.values())).to, Act(action="wait"))
        return self

    def ticks(self, count: int) -> Board:
        for _ in range(count):
            self.tick()
        return self

    def talk(self, text: str = "hm", **texts: str) -> Board:
        """Everyone says the same, until the vote. texts: What some seats say instead."""
        while next(iter(self.open.values())).answer is Speak:
            seat = next(iter(self.open.values())).to
            self.answer(seat, Speak(text=texts.get(seat, text)))
        return self

    def vote(self, **votes: Seat | None) -> Board:
        """Votes by seat; who is not named skips. Of the dead, it is the seat that they expect to be ejected, 80 % sure."""
        for request in list(self.open.values()):
            target = votes.get(request.to)
            assert request.answer in (Vote, Foresee)
            self.answer(request.to, Vote(target=target) if request.answer is Vote else Foresee(ejected=target, sure=80))
        return self

    def saw(self, viewer: Seat, kind: type[T]) -> list[T]:
        """The events of a kind that a viewer has observed."""
        return find_events(self, kind, viewer)

    def last(self, viewer: Seat, kind: type[T]) -> T:
        return self.saw(viewer, kind)[-1]
