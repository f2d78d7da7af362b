"""The view state of those who see everything of the ship: a fold over the whole record, its lines and the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from woozle.arena.views.failures import lapse
from woozle.arena.views.panels import SeatCard, TableView
from woozle.arena.views.words import count, room_title
from woozle.core.game import Event, Forfeited, Refused
from woozle.core.line import Line
from woozle.core.names import join_names
from woozle.core.request import Request, Seat
from woozle.games.ship import events as ship
from woozle.games.ship.views.knowledge import Knowledge
from woozle.games.ship.views.panels import Map, Tasks

_LEGEND = (("a goose", "name"), ("A DUCK", "name"), ("†a body", "body"), ("! button", "button"), ("2 ticks", "ticks"))


@dataclass(slots=True)
class Member:
    """The full state of a seat.

    room: its room, or, while it travels, the room it left. arrives: the tick in which it arrives.
    ready: the tick from which a duck can kill. fate: empty while it lives.
    """

    team: ship.Team = "goose"
    room: str = ""
    bound_for: str = ""
    arrives: int = 0
    tasks: int = 0
    done: int = 0
    ready: int = 0
    fate: str = ""


@dataclass(slots=True)
class FullKnowledge:
    """The view state of those who see everything. public: what everyone knows; the rest is known to some seats, or to nobody."""

    public: Knowledge = field(default_factory=lambda: Knowledge(None))
    crew: defaultdict[Seat, Member] = field(default_factory=lambda: defaultdict(Member))
    bodies: dict[str, tuple[Seat, ...]] = field(default_factory=dict)
    votes: dict[Seat, Seat | None] = field(default_factory=dict)
    buttons_pressed: int = 0
    timed: int = 0

    def see(self, event: Event) -> list[Line]:
        """Take one more event and return its lines, with the tick in the margin of the first line of each tick."""
        match event:
            case ship.Sight() | ship.Waited() | ship.Overheard():
                return []
            case ship.Tick() | ship.Briefing() | ship.Totals() | ship.SpeakingOrder() | ship.Spoke() | ship.Ended():
                told = self.public.see(event)
            case ship.MeetingCalled():
                told = self.public.see(event)
                self._call(event)
            case ship.Ballot():
                told = self._count(event)
            case _:
                told = list(_lines(event, self))
                self._learn(event)
        return self._with_time(told) if self.timed != self.tick else told

    def look(self, request: Request | None = None) -> TableView:
        """Return the table as it looks now. These viewers are asked nothing."""
        table = self.public.look()
        ship_map = table.panel(Map)
        view = replace(table, goal="you see everything", seats=tuple(self._card(card) for card in table.seats))
        return view.with_panels(self._map(ship_map) if ship_map else None, Tasks((), tuple(self._status())))

    def copy(self) -> Self:
        crew = defaultdict(Member, {seat: replace(member) for seat, member in self.crew.items()})
        return replace(self, public=self.public.copy(), crew=crew, bodies=dict(self.bodies), votes=dict(self.votes))

    @property
    def tick(self) -> int:
        """The tick that runs, from 1; 0 before the first."""
        return self.public.tick

    @property
    def is_meeting(self) -> bool:
        return self.public.phase in ("meeting", "vote")

    def is_duck(self, seat: Seat) -> bool:
        return self.crew[seat].team == "duck"

    def number(self, seat: Seat) -> int:
        return self.public.number(seat)

    def _with_time(self, told: list[Line]) -> list[Line]:
        for place, line in enumerate(told):
            if not line.label and line.tone != "heading":  # neither has a margin
                self.timed = self.tick
                return [*told[:place], replace(line, mark=str(self.tick)), *told[place + 1 :]]
        return told

    def _learn(self, event: Event) -> None:
        match event:
            case ship.Role(seat, team, _, tasks):
                ready = self.public.config.first_kill_cooldown if self.public.config else 0
                self.crew[seat] = Member(team, tasks=len(tasks), ready=ready)
            case ship.Placed(seat, room):
                self._stand(seat, room)
                if self.is_meeting:
                    self.public.roam()
                    self.bodies = {}
            case ship.Moved(seat, _, to, 1) | ship.Arrived(seat, to):
                self._stand(seat, to)
            case ship.Moved(seat, start, to, ticks):
                member = self.crew[seat]
                member.room, member.bound_for, member.arrives = start, to, self.tick + ticks
            case ship.Worked(seat, _, _, done, needed):
                self.crew[seat].done += done == needed
            case ship.Killed(killer, victim, room):
                self.crew[victim].fate = f"killed, tick {self.tick}"
                self.bodies[room] = (*self.bodies.get(room, ()), victim)
                self.crew[killer].ready = self.tick + (self.public.config.kill_cooldown if self.public.config else 0)
            case ship.Voted(seat, target):
                self.votes[seat] = target

    def _stand(self, seat: Seat, room: str) -> None:
        member = self.crew[seat]
        member.room, member.bound_for = room, ""

    def _call(self, meeting: ship.MeetingCalled) -> None:
        self.votes = {}
        self.buttons_pressed += meeting.cause == "button"
        if self.public.config and self.public.config.travellers_return:
            for member in self.crew.values():
                member.bound_for = ""

    def _count(self, ballot: ship.Ballot) -> list[Line]:
        """Return the ballot as it would be told if votes were open and roles revealed."""
        if ballot.ejected:
            self.crew[ballot.ejected].fate = f"ejected, tick {self.tick}"
        team = self.crew[ballot.ejected].team if ballot.ejected else None
        return self.public.see(replace(ballot, votes=dict(self.votes), team=team))

    def _map(self, known: Map) -> Map:
        inside: dict[str, list[int]] = {}
        under_way: dict[frozenset[str], list[int]] = {}
        for number, seat in enumerate(self.public.seats, 1):
            member = self.crew[seat]
            if member.fate:
                continue
            if member.bound_for:
                under_way.setdefault(frozenset((member.room, member.bound_for)), []).append(number)
            else:
                inside.setdefault(member.room, []).append(number)
        rooms = tuple(
            replace(room, people=tuple(inside.get(room.name, ())), bodies=self._numbers(self.bodies.get(room.name, ())))
            for room in known.rooms
        )
        ways = tuple(replace(way, travellers=tuple(under_way.get(frozenset(way.ends), ()))) for way in known.ways)
        letters = "".join(map(self._letter, self.public.seats, known.letters))
        return Map(rooms, ways, letters, _LEGEND)

    def _numbers(self, seats: Iterable[Seat]) -> tuple[int, ...]:
        return tuple(self.number(seat) for seat in seats if seat in self.public.seats)

    def _letter(self, seat: Seat, letter: str) -> str:
        """Return the letter as a capital for ducks, else in lower case."""
        return letter if self.is_duck(seat) else letter.lower()

    def _card(self, card: SeatCard) -> SeatCard:
        member = self.crew[card.name]
        what = "fake" if member.team == "duck" else "tasks"
        return replace(
            card,
            letter=self._letter(card.name, card.letter),
            is_alive=not member.fate,
            status="DUCK" if member.team == "duck" else "goose",
            note=f"{member.done}/{member.tasks} {what} · {member.fate or self._place(member)}",
        )

    def _place(self, member: Member) -> str:
        if not member.bound_for:
            return room_title(member.room)
        left = member.arrives - self.tick
        return f"→ {room_title(member.bound_for)}, {count(left, 'tick') if left else 'now'}"

    def _status(self) -> Iterator[str]:
        config = self.public.config
        if not config:
            return
        members = [self.crew[seat] for seat in self.public.seats]
        geese = [member for member in members if member.team == "goose"]
        alive = sum(not member.fate for member in members)
        done = sum(goose.done for goose in geese)
        left = sum(goose.tasks - goose.done for goose in geese if config.dead_tasks_count or not goose.fate)
        yield f"{alive} alive · {done}/{done + left} tasks done"
        if self.public.phase == "over":
            return
        buttons = config.button_uses - self.buttons_pressed
        yield f"Button: {count(buttons, 'use')} left" if buttons > 0 else "Button: used up"
        ducks = {seat: self.crew[seat] for seat in self.public.seats if self.is_duck(seat) and not self.crew[seat].fate}
        if ready := [seat for seat, duck in ducks.items() if duck.ready <= self.tick]:
            yield f"{join_names(ready)} can kill now"
        for seat, duck in ducks.items():
            if duck.ready > self.tick:
                yield f"{seat}: kill in {count(duck.ready - self.tick, 'tick')}"


def _lines(event: Event, known: FullKnowledge) -> Iterator[Line]:
    """Yield the lines of an event that was not told to everyone; none for a mere sighting."""
    match event:
        case ship.Moved(seat, _, to, ticks):
            far = "" if ticks == 1 else f", {ticks} ticks"
            yield Line(f"{_actor(seat, known)} → {room_title(to)}{far}", who=known.number(seat))
        case ship.Arrived(seat, room):
            yield Line(f"{seat} arrives in {room_title(room)}", "quiet", who=known.number(seat))
        case ship.Worked(seat, _, task, done, needed):
            yield _work(seat, f"{task} {done}/{needed}", done == needed, known)
        case ship.Said(seat, room, text):
            yield Line(text, "speech", who=known.number(seat), label=f"{seat} in {room_title(room)}, tick {known.tick}")
        case ship.Killed(killer, victim, room):
            yield Line(f"† {killer} kills {victim} in {room_title(room)}", "bad", who=known.number(killer))
        case ship.Passed((one, other), _):
            yield Line(f"{one} passes {other} on the way", "quiet", who=known.number(one))
        case ship.Bodies(rooms) if rooms:
            where = (f"{join_names(dead)} in {room_title(room)}" for room, dead in rooms.items())
            yield Line(f"The dead: {'; '.join(where)}", "quiet")
        case Refused(seat) | Forfeited(seat):
            yield lapse(event, None, known.number(seat))
        case ship.Role() | ship.Placed():
            yield from _boarding(event, known)


def _boarding(event: Event, known: FullKnowledge) -> Iterator[Line]:
    match event:
        case ship.Role(seat, "duck", _, tasks):
            yield Line(f"{seat} is a DUCK; fakes tasks in {_rooms(tasks)}", "bad", who=known.number(seat))
        case ship.Role(seat, _, _, tasks):
            yield Line(f"{seat} is a goose; tasks in {_rooms(tasks)}", who=known.number(seat))
        case ship.Placed(seat, room) if known.tick == 0:
            yield Line(f"{seat} starts in {room_title(room)}", "quiet", who=known.number(seat))
        case ship.Placed(seat, room):
            if known.is_meeting:
                yield Line("The meeting is over", "heading")
            yield Line(f"{seat} in {room_title(room)}", "quiet", who=known.number(seat))


def _work(seat: Seat, progress: str, is_done: bool, known: FullKnowledge) -> Line:
    if known.is_duck(seat):
        return Line(f"{_actor(seat, known)} fakes {progress}", "quiet", who=known.number(seat))
    return Line(
        f"{_actor(seat, known)}: {progress}{' ✓' if is_done else ''}", "good" if is_done else "plain", who=known.number(seat)
    )


def _actor(seat: Seat, known: FullKnowledge) -> str:
    """Name the seat that acts. As in the public release, a killed seat still takes its turn."""
    return f"{seat}, dead," if known.crew[seat].fate else seat


def _rooms(rooms: tuple[str, ...]) -> str:
    return join_names(map(room_title, rooms))
