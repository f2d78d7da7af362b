"""The rules of the ship, from top to bottom (QUACK; the order within a tick is that of the public release)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, ClassVar, Literal, TypeAlias, cast

from woozle.core.arithmetic import plain_sum
from woozle.core.errors import InputError
from woozle.core.game import EVERYONE, RECORD, Audience, Event, Forfeited, Game, Play, RecordEntry, Refused, Script
from woozle.core.outcome import Outcome, Result
from woozle.core.request import Choices, Seat
from woozle.core.votes import most_frequent
from woozle.games.ship import events as ship
from woozle.games.ship.config import PRESETS, Config
from woozle.games.ship.events import Act, Foresee, Speak, Team, Vote
from woozle.games.ship.map import Room

WAIT, SILENCE, SKIP = Act(action="wait"), Speak(text=""), Vote(target=None)

_UNSEEN = (ship.Sight, ship.Waited, ship.Overheard, ship.Unveiled, Refused, Forfeited)
"""Events that the dead are not told of others: those that nobody else is told either, and what their other Events imply."""

Way: TypeAlias = tuple[Seat, Room]
"""A move as seen from one room: who moved, and the room at the other end."""


@dataclass(slots=True)
class Member:
    """A member of the crew. A traveller's `room` is the one it left, `bound_for` its goal; it travels while it has `ticks_left`.

    work: turns done, by the room of the task. beliefs: of a dead seat, how likely it held what it expected of each vote, and
    whether it came so. left_seen, came_seen: how many of the moves out of its room and into it it has seen.
    """

    seat: Seat
    team: Team
    room: Room
    work: dict[Room, int]
    open_tasks: int
    cooldown: int
    alive: bool = True
    bound_for: Room = ""
    ticks_left: int = 0
    left_seen: int = 0
    came_seen: int = 0
    kills: int = 0
    votes: list[Seat | None] = field(default_factory=list)
    beliefs: list[tuple[float, bool]] = field(default_factory=list)


class Ship(Game[Config]):
    """Geese do their tasks and look for the ducks among them; ducks kill in secret and talk their way out."""

    name, version = "ship", 1
    report = "woozle.games.ship.measures:REPORT"
    reads_text = False
    min_seats, default_seats, max_seats = 4, 6, 10
    presets = PRESETS
    role_names: ClassVar[Any] = {"goose": "does its tasks and looks for the ducks", "duck": "kills in secret and talks its way out"}
    hidden_role = "duck"
    seat_names = ("Alice", "Bob", "Charlie", "Diana", "Eve", "Frank", "Grace", "Hank", "Ivy", "Jack")

    def __init__(self, seats: int, config: Config | None = None) -> None:
        """Raise ValueError, with a sentence for people, if the game cannot be played with this many seats and ducks."""
        super().__init__(seats, config)
        if 2 * self.config.ducks >= seats:
            raise InputError(
                f"{self.config.ducks} ducks among {seats} seats leave no game, since ducks win once as many geese are left; "
                f"choose at most {(seats - 1) // 2}."
            )
        self.map = self.config.map
        self.crew: list[Member] = []
        self.bodies: dict[Room, list[Seat]] = {}
        self.left: dict[Room, list[Way]] = defaultdict(list)
        self.came: dict[Room, list[Way]] = defaultdict(list)
        self.remarks: list[tuple[Seat, Room, str]] = []
        self.tick = 0
        self.buttons_left = self.config.button_uses
        self.ghosts: tuple[Seat, ...] = ()
        self.caller: Member | None = None
        self.verdict: tuple[Team, str] | None = None
        self.unjudged = False
        self.totals_known = not self.config.totals_shown
        self._moves_last = self.config.moves_seen == "since_last_turn"
        self._ways = {room: ("wait", *(f"move {to}" for to in near)) for room, near in self.map.neighbours.items()}

    @classmethod
    def roles(cls, record: Iterable[RecordEntry]) -> Mapping[Seat, str]:
        """Return the teams, which are dealt before the first tick."""
        dealt = takewhile(lambda told: not isinstance(told[0], ship.Tick), record)
        return {event.seat: event.team for event, _ in dealt if isinstance(event, ship.Role)}

    def briefing(self) -> tuple[ship.Briefing]:
        return (ship.Briefing(self.seats, self.config),)

    def play(self) -> Play:
        """Play tick after tick, and a meeting whenever one is called."""
        self._board()
        while not self.verdict:
            yield from self._tick()
            if self.unjudged or self.tick >= self.config.max_ticks:
                self._judge(time_is_up=self.tick >= self.config.max_ticks and not self.caller)
            if self.caller and not self.verdict:
                yield from self._meet(self.caller)
                self._judge(time_is_up=self.config.wins_at_once and self.tick >= self.config.max_ticks)
                if not self.verdict:
                    self._respawn()
        return self._end(*self.verdict)

    def _board(self) -> None:
        config, chance = self.config, self.chance
        ducks = chance.sample("ducks", self.seats, config.ducks)
        rooms = self._spawn_rooms(len(self.seats))
        places = list(self.map.tasks)
        self.tell(*self.briefing(), to=EVERYONE)
        for seat, room in zip(self.seats, rooms, strict=True):
            team: Team = "duck" if seat in ducks else "goose"
            tasks = chance.sample(f"tasks of {seat}", places, min(config.tasks_each, len(places)))
            work = dict.fromkeys(tasks, 0)
            self.crew.append(Member(seat, team, room, work, len(tasks), config.first_kill_cooldown if team == "duck" else 0))
            mates = tuple(duck for duck in self.seats if duck in ducks and duck != seat) if team == "duck" else ()
            self.tell(ship.Role(seat, team, mates, tuple(tasks)), to=(seat,))
            self.tell(ship.Placed(seat, room), to=(seat,))

    def tell(self, event: Event, to: Audience) -> None:
        """Tell an Event to its audience, and to the dead who see everything."""
        if self.ghosts and to != EVERYONE and not isinstance(event, _UNSEEN):
            to = (*to, *(seat for seat in self.ghosts if seat not in to))
        super().tell(event, to)

    def _unveil(self) -> None:
        """Let all who have died see everything from now on, with `ghosts`."""
        dead = tuple(member.seat for member in self.crew if not member.alive) if self.config.ghosts else ()
        if new := [seat for seat in dead if seat not in self.ghosts]:
            living = [member for member in self.crew if member.alive]
            rooms = {member.seat: member.room for member in living}
            ways = {member.seat: self._way(member) for member in living if member.ticks_left}
            teams = {member.seat: member.team for member in self.crew}
            work = {member.seat: dict(member.work) for member in self.crew}
            ready = {member.seat: self.tick + member.cooldown for member in living if member.team == "duck"}
            bodies = {room: tuple(seats) for room, seats in self.bodies.items()}
            for seat in new:
                self.tell(ship.Unveiled(seat, teams, rooms, ways, work, ready, bodies), to=(seat,))
            self.ghosts = dead

    def _way(self, member: Member) -> tuple[Room, int, int]:
        arrives = self.tick + member.ticks_left
        return member.bound_for, arrives - self.map.neighbours[member.room][member.bound_for], arrives

    # Free roam

    def _tick(self) -> Script[None]:
        """Play one tick: clocks and arrivals first, then every turn in random order, each seeing the results of those before."""
        self.tick += 1
        self.remarks.clear()
        if not self._moves_last:
            self.left.clear()
            self.came.clear()
        self.tell(ship.Tick(self.tick), to=EVERYONE)
        living = [member for member in self.crew if member.alive]
        for member in living:
            if member.cooldown:
                member.cooldown -= 1
            if member.ticks_left:
                member.ticks_left -= 1
                if not member.ticks_left:
                    self._arrive(member)
        self._unveil()
        if not self.totals_known:
            self._tell_totals()
        for member in self.chance.shuffle("turns", living):
            if not member.ticks_left and (member.alive or self.config.zombie_turns):
                sight = self._look(member)
                options = {"action": self._actions(member, sight)}
                act = yield from self.ask(member.seat, Act, choices=options, seconds=self.config.seconds_to_act, forfeit=WAIT)
                self._apply(member, act.action)
                if act.say:
                    self._say(member, sight, act.say)
                if self.caller or self.verdict:
                    return

    def _arrive(self, member: Member) -> None:
        self.came[member.bound_for].append((member.seat, member.room))
        self._look_from(member, member.bound_for)
        self.tell(ship.Arrived(member.seat, member.room), to=(member.seat,))

    def _look(self, member: Member) -> ship.Sight:
        if self.remarks and self.config.chat_heard == "by_later_turns":
            for remark in self.remarks:
                if remark[1] == member.room:
                    self.tell(ship.Overheard(*remark), to=(member.seat,))
        sight = self._sight(member)
        self.tell(sight, to=(member.seat,))
        return sight

    def _sight(self, member: Member) -> ship.Sight:
        seat, room = member.seat, member.room
        present = tuple([m.seat for m in self.crew if m.room == room and m.alive and not m.ticks_left and m is not member])
        bodies = tuple(self.bodies[room]) if room in self.bodies else ()
        ways_out, ways_in = self.left[room], self.came[room]
        left = tuple([way for way in ways_out[member.left_seen :] if way[0] != seat]) if len(ways_out) > member.left_seen else ()
        came = tuple([way for way in ways_in[member.came_seen :] if way[0] != seat]) if len(ways_in) > member.came_seen else ()
        if left or came:
            self._look_from(member, room)
        return ship.Sight(seat, self.tick, room, present, bodies, left, came, member.cooldown if member.team == "duck" else None)

    def _look_from(self, member: Member, room: Room) -> None:
        """Let a member look from this room from now on: it will see no earlier moves."""
        member.room = room
        if self._moves_last:
            member.left_seen, member.came_seen = len(self.left[room]), len(self.came[room])

    def _actions(self, member: Member, sight: ship.Sight) -> tuple[str, ...]:
        config, room = self.config, member.room
        actions = self._ways[room]
        if room in member.work and member.work[room] < config.ticks_per_task:
            actions += ("task",)
        if not member.alive:  # a zombie's turn
            return actions
        if sight.bodies:
            actions += ("report",)
        if room == self.map.button and self.buttons_left > 0:
            actions += ("button",)
        if member.team == "duck" and member.cooldown <= 0:
            actions += tuple([f"kill {other}" for other in sight.present if self._member(other).team == "goose"])
        return actions

    def _apply(self, member: Member, action: str) -> None:
        verb, _, target = action.partition(" ")
        match verb:
            case "move":
                self._move(member, target)
            case "task":
                self._work(member)
            case "kill":
                self._kill(member, target)
            case "report" | "button":
                self._call_meeting(member, verb)
            case _:
                self.tell(ship.Waited(member.seat), to=(member.seat,))

    def _move(self, member: Member, to: Room) -> None:
        start, ticks = member.room, self.map.neighbours[member.room][to]
        self.left[start].append((member.seat, to))
        self.tell(ship.Moved(member.seat, start, to, ticks), to=(member.seat,))
        if ticks == 1:
            self.came[to].append((member.seat, start))
            self._look_from(member, to)
            return
        member.bound_for, member.ticks_left = to, ticks
        if self.config.corridor_sight:
            for other in self.crew:
                if other is not member and other.alive and other.ticks_left and {other.room, other.bound_for} == {start, to}:
                    self.tell(ship.Passed((member.seat, other.seat), (start, to)), to=(member.seat, other.seat))

    def _work(self, member: Member) -> None:
        room, needed = member.room, self.config.ticks_per_task
        member.work[room] = done = member.work[room] + 1
        self.tell(ship.Worked(member.seat, room, self.map.tasks[room], done, needed), to=(member.seat,))
        if done == needed:
            member.open_tasks -= 1
            self._note_change()

    def _kill(self, killer: Member, target: Seat) -> None:
        victim = self._member(target)
        victim.alive = False
        self.bodies.setdefault(killer.room, []).append(target)
        killer.cooldown = self.config.kill_cooldown
        killer.kills += 1
        witnesses = self._present(killer.room) if self.config.kills_seen else ()
        self.tell(ship.Killed(killer.seat, target, killer.room), to=tuple(dict.fromkeys((killer.seat, target, *witnesses))))
        self._note_change()

    def _say(self, member: Member, sight: ship.Sight, text: str) -> None:
        """Tell a remark, which is heard in the room where the turn began."""
        self.remarks.append((member.seat, sight.room, text))
        hear = () if self.config.chat_heard == "by_later_turns" else tuple(s for s in sight.present if self._member(s).alive)
        self.tell(ship.Said(member.seat, sight.room, text), to=(member.seat, *hear))

    # Meetings

    def _call_meeting(self, caller: Member, cause: Literal["report", "button"]) -> None:
        self.caller = caller
        self.buttons_left -= cause == "button"
        dead = tuple(member.seat for member in self.crew if not member.alive)
        self.tell(ship.MeetingCalled(self.tick, caller.seat, cause, dead), to=EVERYONE)
        learns = self.config.caller_learns_all_bodies and self.bodies
        self.tell(ship.Bodies({room: tuple(seats) for room, seats in self.bodies.items()}), to=(caller.seat,) if learns else RECORD)
        if self.config.travellers_return:
            for member in self.crew:
                member.ticks_left = 0

    def _meet(self, caller: Member) -> Script[None]:
        """Hold a meeting: all living seats see who is there, speak once in each round, and vote at the same time."""
        config = self.config
        self._unveil()
        for member in self.crew:
            if member.alive and not member.ticks_left:
                self.tell(self._sight(member), to=(member.seat,))
        voters = [member.seat for member in self.crew if member.alive]
        order = (caller.seat, *self.chance.shuffle("speakers", [seat for seat in voters if seat != caller.seat]))
        self.tell(ship.SpeakingOrder(order), to=EVERYONE)
        for round_number in range(1, config.rounds + 1):
            for seat in order:
                speech = yield from self.ask(seat, Speak, seconds=config.seconds_to_speak, forfeit=SILENCE, is_public=True)
                self.tell(ship.Spoke(seat, round_number, speech.text), to=EVERYONE)

        def others(seat: Seat) -> Choices:
            return {"target": (*(voter for voter in voters if voter != seat), None)}

        def anyone(seat: Seat) -> Choices:
            return {"ejected": (*voters, None)}

        asked = yield from self.together(
            self.ask_all(voters, Vote, choices=others, seconds=config.seconds_to_vote, forfeit=SKIP, is_public=True),
            self.ask_all(self.ghosts, Foresee, choices=anyone, seconds=config.seconds_to_vote, forfeit=None),
        )
        votes, beliefs = cast("tuple[dict[Seat, Vote], dict[Seat, Foresee | None]]", asked)
        self._eject({seat: votes[seat].target for seat in voters}, {seat: held for seat, held in beliefs.items() if held})

    def _eject(self, votes: dict[Seat, Seat | None], beliefs: dict[Seat, Foresee]) -> None:
        """Eject the seat with most votes. `skip` is a candidate; a tie ejects no one."""
        for seat, target in votes.items():
            self._member(seat).votes.append(target)
            self.tell(ship.Voted(seat, target), to=(seat,))
        named = [target or "skip" for target in votes.values()]
        counts, top = Counter(named), most_frequent(named)
        ejected = top[0] if len(top) == 1 and top[0] != "skip" else None
        for seat, held in beliefs.items():
            self._member(seat).beliefs.append((held.sure / 100, held.ejected == ejected))
            self.tell(ship.Foreseen(seat, held.ejected, held.sure), to=(seat,))
        team = None
        if ejected:
            member = self._member(ejected)
            member.alive = False
            self.totals_known = not self.config.totals_shown
            team = member.team if self.config.ejected_revealed else None
        self.tell(ship.Ballot(dict(counts), votes if self.config.open_votes else None, ejected, team), to=EVERYONE)

    def _respawn(self) -> None:
        self.caller = None
        self.bodies.clear()
        self.left.clear()
        self.came.clear()
        living = [member for member in self.crew if member.alive]
        for member, room in zip(living, self._spawn_rooms(len(living)), strict=True):
            member.ticks_left = 0
            self._look_from(member, room)
            self.tell(ship.Placed(member.seat, room), to=(member.seat,))

    # The end

    def _note_change(self) -> None:
        """Note a death or a finished task."""
        self.unjudged = True
        self.totals_known = not self.config.totals_shown
        if self.config.wins_at_once:
            self._judge(time_is_up=False)

    def _judge(self, *, time_is_up: bool) -> None:
        self.unjudged = False
        ducks = geese = open_tasks = 0
        for member in self.crew:
            if member.team == "goose" and (member.alive or self.config.dead_tasks_count):
                open_tasks += member.open_tasks
            if member.alive:
                ducks, geese = (ducks + 1, geese) if member.team == "duck" else (ducks, geese + 1)
        if not ducks:
            self.verdict = "goose", "All ducks have been ejected."
        elif ducks >= geese:
            self.verdict = "duck", "The ducks are no longer outnumbered."
        elif not open_tasks:
            self.verdict = "goose", "All tasks of the geese are done."
        elif time_is_up:
            self.verdict = "goose", "Time ran out and the geese survived."

    def _end(self, winner: Team, reason: str) -> Outcome:
        ducks = {member.seat for member in self.crew if member.team == "duck"}
        self.tell(ship.Ended(winner, reason, tuple(seat for seat in self.seats if seat in ducks)), to=EVERYONE)
        results = {}
        for member in self.crew:
            won = member.team == winner
            self.score[member.seat] = int(won)
            votes = [vote for vote in member.votes if vote]
            numbers: dict[str, float] = {
                "score": int(won),
                "duck": int(member.team == "duck"),
                "survived": int(member.alive),
                "tasks": sum(done == self.config.ticks_per_task for done in member.work.values()),
                "kills": member.kills,
                "votes": len(votes),
                "votes_on_ducks": sum(vote in ducks for vote in votes),
            }
            if member.beliefs:
                numbers["brier"] = plain_sum((held - is_so) ** 2 for held, is_so in member.beliefs) / len(member.beliefs)
            results[member.seat] = Result("won" if won else "lost", numbers)
        return Outcome(results, reason)

    # Shared by several rules

    def _member(self, seat: Seat) -> Member:
        return self.crew[self.seats.index(seat)]

    def _present(self, room: Room) -> Iterable[Seat]:
        return (member.seat for member in self.crew if member.room == room and member.alive and not member.ticks_left)

    def _spawn_rooms(self, count: int) -> list[Room]:
        """Draw different rooms; if there are too few, use each equally often, give or take one."""
        rooms = self.map.room_names
        whole, rest = divmod(count, len(rooms))
        drawn = self.chance.sample("rooms", rooms, rest)
        return self.chance.shuffle("crowded rooms", [*rooms * whole, *drawn]) if whole else drawn

    def _tell_totals(self) -> None:
        geese = [member for member in self.crew if member.team == "goose"]
        tasks = sum(len(member.work) for member in geese)
        alive = sum(member.alive for member in self.crew)
        self.tell(ship.Totals(alive, tasks - sum(member.open_tasks for member in geese), tasks), to=EVERYONE)
        self.totals_known = True
