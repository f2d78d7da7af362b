"""The view state of one viewer of the ship: a fold over the events told to it, and the table they make."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from woozle.arena.views.panels import SeatCard, TableView
from woozle.arena.views.words import count, room_title
from woozle.core.game import Event
from woozle.core.line import Line
from woozle.core.names import join_names, seat_letters
from woozle.core.request import Request, Seat
from woozle.games.ship import events as ship
from woozle.games.ship.config import Config
from woozle.games.ship.views.lines import lines
from woozle.games.ship.views.panels import Map, RoomCard, TaskCard, Tasks, Way
from woozle.games.ship.views.questions import choice_keys, question

_MOST_SEATS = 10  # of the ship; a transcript from elsewhere may claim more
_LEGEND = (
    ("@ you", "you"),
    ("A seat", "name"),
    ("†A body", "body"),
    ("◇ task", "task"),
    ("! button", "button"),
    ("2 ticks", "ticks"),
)
_PUBLIC_LEGEND = _LEGEND[-2:]
_LATE = 50  # ticks before time runs out; matches are mostly over long before, so that the limit would only frighten


@dataclass(slots=True)
class Knowledge:
    """The view state of one viewer. me: its seat; None for the public."""

    me: Seat | None
    seats: tuple[Seat, ...] = ()
    config: Config | None = None
    team: ship.Team | None = None
    mates: tuple[Seat, ...] = ()
    work: dict[str, int] = field(default_factory=dict)
    tick: int = 0
    room: str = ""
    bound_for: str = ""
    arrives: int = 0
    present: tuple[Seat, ...] = ()
    bodies: dict[str, tuple[Seat, ...]] = field(default_factory=dict)
    seen: dict[Seat, tuple[str, int]] = field(default_factory=dict)
    gone: dict[Seat, str] = field(default_factory=dict)
    cooldown: int | None = None
    totals: ship.Totals | None = None
    phase: Literal["roam", "meeting", "vote", "over"] = "roam"
    called: str = ""
    order: tuple[Seat, ...] = ()
    speeches: int = 0
    ended: ship.Ended | None = None

    def see(self, event: Event) -> list[Line]:
        told = list(lines(event, self))
        self._learn(event)
        return told

    def copy(self) -> Self:  # the options and the map, which never change, are shared
        return replace(self, work=dict(self.work), bodies=dict(self.bodies), seen=dict(self.seen), gone=dict(self.gone))

    def roam(self) -> None:
        """End a meeting."""
        self.phase, self.order, self.bodies = "roam", (), {}

    def number(self, seat: Seat) -> int:
        return self.seats.index(seat) + 1 if seat in self.seats else 0

    @property
    def is_alive(self) -> bool:
        """True while the viewer lives, as far as it knows."""
        return self.me not in self.gone

    @property
    def speaker(self) -> Seat | None:
        return self.order[self.speeches % len(self.order)] if self.phase == "meeting" and self.order else None

    def _learn(self, event: Event) -> None:
        match event:
            case ship.Briefing(seats, config):
                self.seats, self.config = seats[:_MOST_SEATS], config
            case ship.Role(_, team, mates, tasks):
                self.team, self.mates, self.work = team, mates, dict.fromkeys(tasks, 0)
            case ship.Placed(_, room):
                self._stand(room)
                self.roam()
            case ship.Tick(number):
                self.tick = number
                if self.phase in ("meeting", "vote"):  # the dead are placed nowhere after a meeting
                    self.roam()
            case ship.Totals():
                self.totals = event
            case ship.Worked(_, room, _, done, _):
                self.work[room] = done
            case ship.Ended():
                self.ended, self.phase = event, "over"
            case ship.Killed(_, victim, room) if self.ended:  # told after the match
                if victim not in self.gone:
                    self.gone[victim] = "killed"
                    self.bodies[room] = (*self.bodies.get(room, ()), victim)
            case ship.Moved() | ship.Arrived() | ship.Sight() | ship.Passed() | ship.Said() | ship.Overheard() | ship.Killed():
                self._watch(event)
            case _:
                self._attend(event)

    def _stand(self, room: str) -> None:
        self.room, self.bound_for, self.present = room, "", ()

    def _watch(self, event: Event) -> None:
        match event:
            case ship.Moved(_, _, to, 1) | ship.Arrived(_, to):
                self._stand(to)
            case ship.Moved(_, _, to, ticks):
                self.bound_for, self.arrives, self.present = to, self.tick + ticks, ()
            case ship.Sight():
                self._sight(event)
            case ship.Passed(seats, rooms):
                self._spot((seat for seat in seats if seat != self.me), f"{rooms[0]}–{rooms[1]}")
            case ship.Said(seat, room, _) | ship.Overheard(seat, room, _):
                self._spot([seat], room)
            case ship.Killed(killer, victim, room):
                self.gone[victim] = "killed"
                self.bodies[room] = (*self.bodies.get(room, ()), victim)
                self.present = tuple(seat for seat in self.present if seat != victim)
                self._spot([killer], room)
                self.cooldown = self.config.kill_cooldown if self.config and killer == self.me else self.cooldown

    def _sight(self, sight: ship.Sight) -> None:
        self.room, self.present, self.cooldown = sight.room, sight.present, sight.cooldown
        for seat, to in sight.left:
            self._spot([seat], f"→ {to}")
        self._spot((*sight.present, *(seat for seat, _ in sight.came if seat in sight.present)), sight.room)
        self.bodies = {room: found for room, found in self.bodies.items() if room != sight.room}
        if sight.bodies:
            self.bodies[sight.room] = sight.bodies
        self.gone |= {seat: "dead" for seat in sight.bodies if seat not in self.gone}

    def _spot(self, seats: Iterable[Seat], place: str) -> None:
        self.seen |= dict.fromkeys(seats, (place, self.tick))

    def _attend(self, event: Event) -> None:
        match event:
            case ship.MeetingCalled(_, caller, cause, dead):
                self.gone |= {seat: "dead" for seat in dead if seat not in self.gone}
                self.phase, self.order, self.speeches, self.present = "meeting", (), 0, ()
                self.called = f"{caller} reported a body" if cause == "report" else f"{caller} pressed the button"
            case ship.Bodies(rooms):
                self.bodies = dict(rooms)
            case ship.SpeakingOrder(seats):
                self.order = seats
            case ship.Spoke():
                self.speeches += 1
                if self.config and self.order and self.speeches >= self.config.rounds * len(self.order):
                    self.phase = "vote"
            case ship.Ballot(_, _, ejected, team) if ejected:
                self.gone[ejected] = f"ejected, {team}" if team else "ejected"

    def look(self, request: Request | None = None) -> TableView:
        asked = question(request, self) if request else None
        return TableView(
            title=self._title(),
            role=(self.team or "").upper(),
            goal=self._goal(),
            is_sought=self.team == "duck",
            prompt=asked.prompt if asked else self._waiting(),
            seats=tuple(self._seat_cards()),
            panels=(
                self._map(choice_keys(asked) if asked else {}),
                Tasks(tuple(self._task_cards()), tuple(self._status())),
            ),
            is_meeting=self.phase in ("meeting", "vote"),
            is_over=self.phase == "over",
            question=asked,
            is_idle=self.me is None or not self.is_alive,
        )

    def _title(self) -> str:
        match self.phase:
            case "meeting":
                return f"Meeting: {self.called}"
            case "vote":
                return "Meeting: the vote"
            case "over":
                return "The match is over"
        if not self.config or not self.tick:
            return "Boarding"
        is_late = self.config.max_ticks - self.tick <= _LATE
        return f"Tick {self.tick} of {self.config.max_ticks}" if is_late else f"Tick {self.tick}"

    def _goal(self) -> str:
        if self.me and self.phase == "over":
            return ""
        if self.me and not self.is_alive:
            return "you hear every meeting, and nobody hears you"
        if self.team == "duck":
            with_you = f" with {join_names(self.mates)}" if self.mates else ""
            return f"kill unseen, lie well{with_you}"
        return "do tasks, find the duck" if self.team else "you see what everyone sees"

    def _waiting(self) -> str:
        if self.phase == "over":
            return "The match is over."
        if self.phase == "vote":
            return "The votes are being cast."
        if self.phase == "meeting":
            speaker = self.speaker
            if speaker is None or not self.config:
                return "Everyone comes together."
            place = self.speeches % len(self.order) + 1
            round_number = self.speeches // len(self.order) + 1
            return f"Next to speak: {speaker}, {place} of {len(self.order)}, round {round_number} of {self.config.rounds}."
        if not self.is_alive:
            return "You are dead and watch on."
        if self.bound_for:
            return f"On the way to {room_title(self.bound_for)}: you arrive as tick {self.arrives} begins."
        return "The tick goes on." if self.me else "All take their turns, each in its own room."

    def _map(self, keys: dict[str, str]) -> Map:
        if not self.config:
            return Map((), (), "")
        ship_map = self.config.map
        rooms = tuple(
            RoomCard(
                name=name,
                title=room_title(name),
                x=place.x,
                y=place.y,
                size=place.size,
                is_here=name == self.room and not self.bound_for and self.is_alive,
                key=keys.get(name, ""),
                people=self._numbers(self.present) if name == self.room and self.is_alive else (),
                bodies=self._numbers(self.bodies.get(name, ())),
                task=ship_map.tasks.get(name, "") if self._is_open(name) else "",
                has_button=name == ship_map.button,
            )
            for name, place in ship_map.rooms.items()
        )
        mine = {self.room, self.bound_for} if self.bound_for and self.is_alive else set()
        ways = tuple(Way(corridor.ends, corridor.ticks, set(corridor.ends) == mine) for corridor in ship_map.corridors)
        return Map(rooms, ways, seat_letters(self.seats), _LEGEND if self.me else _PUBLIC_LEGEND)

    def _numbers(self, seats: Iterable[Seat]) -> tuple[int, ...]:
        return tuple(self.number(seat) for seat in seats if seat in self.seats)

    def _is_open(self, room: str) -> bool:
        return bool(self.config and self.is_alive and self.work.get(room, self.config.ticks_per_task) < self.config.ticks_per_task)

    def _seat_cards(self) -> Iterable[SeatCard]:
        for letter, (number, seat) in zip(seat_letters(self.seats), enumerate(self.seats, 1), strict=True):
            card = SeatCard(number, letter, seat, seat == self.me, seat not in self.gone, seat == self.speaker)
            yield replace(card, status=self._seat_status(seat), note=self._seat_note(seat))

    def _seat_status(self, seat: Seat) -> str:
        if self.ended:
            return "DUCK" if seat in self.ended.ducks else "goose"
        return self.gone.get(seat, "") or ("you" if seat == self.me else "duck too" if seat in self.mates else "")

    def _seat_note(self, seat: Seat) -> str:
        if self.ended:
            return self.gone.get(seat, "alive").partition(",")[0]  # which side it was on is its status
        if seat in self.gone:
            return self.gone[seat]
        if self.phase == "meeting" and self.order:
            if seat == self.speaker:
                return "speaks"
            has_spoken = seat in self.order[: self.speeches % len(self.order)]
            return "spoke" if has_spoken else ""
        if seat == self.me or seat not in self.seen:
            return ""
        place, tick = self.seen[seat]
        return "here" if seat in self.present and self.is_alive else f"{_place(place)}, tick {tick}"

    def _task_cards(self) -> Iterable[TaskCard]:
        if not self.config or not self.is_alive:
            return
        distances = self.config.map.distances.get(self.room, {})
        for room, done in self.work.items():
            title, needed = self.config.map.tasks.get(room, "?"), self.config.ticks_per_task
            yield TaskCard(title, room_title(room), done, needed, distances.get(room, 0), self.team == "duck")

    def _status(self) -> Iterable[str]:
        if self.totals:
            yield f"{self.totals.alive} alive · {self.totals.tasks_done} of {self.totals.tasks} tasks done"
        elif not self.me and self.seats:
            yield f"{len(self.seats) - len(self.gone)} alive, as far as all know"
        if self.team == "goose" and self.is_alive and self.work and not any(map(self._is_open, self.work)):
            yield "Your work is done: now watch the others."
        if self.team == "duck" and self.is_alive and self.cooldown is not None:
            yield "You can kill now." if self.cooldown <= 0 else f"You can kill in {count(self.cooldown, 'tick')}."


def _place(place: str) -> str:
    if place.startswith("→ "):
        return f"→ {room_title(place[2:])}"
    return " – ".join(map(room_title, place.split("–")))
