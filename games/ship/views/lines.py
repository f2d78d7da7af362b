"""The events of the ship: lines of the transcript, moments worth going to, and seconds to read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Self

from woozle.arena.views.failures import lapse
from woozle.arena.views.match_timeline import Mark, part
from woozle.arena.views.panels import TableView
from woozle.arena.views.rules import of_briefing
from woozle.arena.views.speeds import to_read
from woozle.arena.views.suspense import REVEAL, Stage
from woozle.arena.views.words import count, room_title
from woozle.core.game import Event, Forfeited, Refused
from woozle.core.line import Line, Tone
from woozle.core.names import join_names
from woozle.core.request import Request, Seat
from woozle.core.state import EVERYTHING
from woozle.games.ship import events as ship
from woozle.games.ship.state import State
from woozle.games.ship.views.table import table

_NOTICE = 2.0  # seconds to see that a meeting was called, or that somebody was killed
_BALLOT = 4.0  # seconds to see who voted for whom


def lines(event: Event, known: State) -> Iterator[Line]:
    """Yield the lines of an event in the transcript, for a viewer who knows the events before it."""
    if known.viewer == EVERYTHING:
        yield from _full_lines(event, known)
        return
    match event:
        case ship.Briefing() | ship.Role() | ship.Placed() | ship.Tick() | ship.Ended():
            yield from _frame(event, known)
        case ship.MeetingCalled() | ship.Bodies() | ship.SpeakingOrder() | ship.Spoke() | ship.Voted() | ship.Ballot():
            yield from _meeting(event, known)
        case ship.Sight():
            yield from _sight(event, known)
        case Refused(seat) | Forfeited(seat):
            yield lapse(event, known.me, known.number(seat))
        case _:
            yield from _roam(event, known)


def _frame(event: Event, known: State) -> Iterator[Line]:
    match event:
        case ship.Briefing(seats, config):
            ducks = count(config.ducks, "duck")
            yield Line("On board", "heading")
            yield Line(f"{join_names(seats)}: {len(seats) - config.ducks} geese and {ducks}.", "plain")
            yield from (Line(aim, "quiet") for aim in of_briefing("ship", event)[:2])
        case ship.Role(seat, team, mates, tasks):
            yield Line(f"You are {seat}, a {team.upper()}.", "private")
            rooms = join_names(map(room_title, tasks))
            if team == "goose":
                yield Line(f"Your tasks are in {rooms}.", "private")
            else:
                mine = f"With you: {join_names(mates)}. " if mates else "You are the only one. "
                yield Line(f"{mine}Your tasks are fake ({rooms}): work on them to look busy.", "private")
        case ship.Placed(_, room) if not known.mine.room:
            yield Line(f"You start in {room_title(room)}.", "plain")
        case ship.Placed(_, room):
            yield Line("The meeting is over", "heading")
            yield Line(f"Everyone is moved to a random room. You are in {room_title(room)}.", "plain")
        case ship.Tick() if known.me is None and known.phase in ("meeting", "vote"):  # seats are told where they are put
            yield Line("The meeting is over", "heading")
        case ship.Ended(winner, reason, ducks):
            yield Line(f"The {'geese' if winner == 'goose' else 'ducks'} win", "heading")
            were = "The duck was" if len(ducks) == 1 else "The ducks were"
            yield Line(f"{reason} {were} {join_names(ducks)}.", "notice")


def _sight(sight: ship.Sight, known: State) -> Iterator[Line]:
    where = room_title(sight.room)
    company = f"with {join_names(sight.present)}" if sight.present else "alone"
    tone: Tone = "quiet" if known.phase == "meeting" else "plain"
    start = "When it was called you were in " if known.phase == "meeting" else ""
    yield Line(f"{start}{where}, {company}.", tone, "" if start else str(sight.tick))
    for seat, room in sight.came:
        yield Line(f"{seat} came from {room_title(room)}.", "quiet", who=known.number(seat))
    for seat, room in sight.left:
        yield Line(f"{seat} left for {room_title(room)}.", "quiet", who=known.number(seat))
    if sight.bodies and known.bodies.get(sight.room, ()) != sight.bodies:
        yield Line(f"Here lies the body of {join_names(sight.bodies)}!", "bad", "†")


def _roam(event: Event, known: State) -> Iterator[Line]:
    match event:
        case ship.Waited():
            yield Line("You wait.", "you")
        case ship.Moved(_, _, to, ticks):
            yield Line(f"→ {room_title(to)}{'' if ticks == 1 else f', {ticks} ticks'}", "you")
        case ship.Passed(seats, rooms):
            other = next((seat for seat in seats if seat != known.me), seats[0])
            yield Line(
                f"Between {room_title(rooms[0])} and {room_title(rooms[1])} you see {other}.", "plain", who=known.number(other)
            )
        case ship.Worked(_, _, task, done, needed) if done == needed:
            yield Line(f"{task} ✓ done", "good")
        case ship.Worked(_, _, task, done, needed):
            yield Line(f"{task} {done}/{needed}", "you")
        case ship.Killed(killer, victim, room) if killer == known.me:
            yield Line(f"You kill {victim} in {room_title(room)}.", "bad", "†", known.number(victim))
        case ship.Killed(killer, victim, room) if victim == known.me:
            yield Line("You are dead", "heading")
            yield Line(f"{killer} killed you in {room_title(room)}.", "bad", "†", known.number(killer))
        case ship.Killed(killer, victim, room) if known.ended:
            yield Line(f"{killer} killed {victim} in {room_title(room)}.", "bad", "†", known.number(killer))
        case ship.Killed(killer, victim, room):
            yield Line(f"You see {killer} kill {victim} in {room_title(room)}!", "bad", "†", known.number(killer))
        case ship.Said(seat, _, text) if seat == known.me:
            yield Line(text, "speech", who=known.number(seat), label="You say")
        case ship.Said(seat, _, text) | ship.Overheard(seat, _, text):
            yield Line(text, "speech", who=known.number(seat), label=f"{seat} says")


def _meeting(event: Event, known: State) -> Iterator[Line]:
    match event:
        case ship.MeetingCalled(tick, caller, cause, dead):
            yield Line(f"Meeting, tick {tick}", "heading")
            who, reports, presses = ("You", "report", "press") if caller == known.me else (caller, "reports", "presses")
            yield Line(f"{who} {reports} a body." if cause == "report" else f"{who} {presses} the emergency button.", "notice")
            if dead:
                yield Line(f"Dead or ejected so far: {join_names(dead)}.", "plain", "†")
        case ship.Bodies(rooms):
            for room, seats in rooms.items():
                yield Line(f"Only you learn: in {room_title(room)} lies {join_names(seats)}.", "private", "†")
        case ship.SpeakingOrder(seats):
            yield Line(f"They speak in this order: {join_names(seats)}.", "quiet")
        case ship.Spoke(seat, _, ""):
            yield Line("You say nothing." if seat == known.me else f"{seat} says nothing.", "quiet", who=known.number(seat))
        case ship.Spoke(seat, round_number, text):
            yield Line(
                text, "speech", who=known.number(seat), label=f"{'You' if seat == known.me else seat} · round {round_number}"
            )
        case ship.Voted(_, target):
            yield Line(f"You vote for {target}." if target else "You skip the vote.", "you")
        case ship.Ballot():
            yield from _ballot(event, known)


def _ballot(ballot: ship.Ballot, known: State) -> Iterator[Line]:
    yield from _tally(ballot.counts, ballot.votes, known)
    if not ballot.ejected:
        yield Line("Nobody is ejected.", "notice")
        return
    who = "You are" if ballot.ejected == known.me else f"{ballot.ejected} is"
    was = f" {'You were' if ballot.ejected == known.me else f'{ballot.ejected} was'} a {ballot.team}." if ballot.team else ""
    yield Line(f"{who} ejected.{was}", "notice", who=known.number(ballot.ejected))


def _tally(counts: Mapping[str, int], votes: Mapping[Seat, Seat | None] | None, known: State) -> Iterator[Line]:
    yield Line("The vote", "heading")
    for target, number in sorted(counts.items(), key=lambda pair: -pair[1]):
        voters = [voter for voter, voted in (votes or {}).items() if (voted or "skip") == target]
        name = "to skip" if target == "skip" else f"for {target}"
        yield Line(
            f"{count(number, 'vote')} {name}{f': {join_names(voters)}' if voters else ''}.", "plain", who=known.number(target)
        )


def stages(event: Event, seen: Seen) -> list[Stage]:
    """Return the count of a ballot after each vote: in the order of seats, or, where votes are secret, each target in turn."""
    if not isinstance(event, ship.Ballot):
        return []
    known = seen.state
    votes = [(voter, target or "skip") for voter, target in (event.votes or {}).items()]
    named = [target for _, target in votes] or _in_turn(event.counts)
    told = []
    for number in range(1, len(named) + 1):
        so_far = dict(votes[:number])
        told.append(Stage(tuple(_tally(Counter(named[:number]), so_far, known)), REVEAL / len(named)))
    return told


def _in_turn(counts: Mapping[str, int]) -> list[str]:
    rounds = range(max(counts.values(), default=0))
    return [target for number in rounds for target, count in counts.items() if count > number]


# For those who see everything


def _full_lines(event: Event, known: State) -> Iterator[Line]:
    """Yield the lines of an event for those who see everything: none for a mere sighting, and a ballot as if votes were open."""
    match event:
        case ship.Briefing() | ship.Ended():
            yield from _frame(event, known)
        case ship.MeetingCalled() | ship.SpeakingOrder() | ship.Spoke():
            yield from _meeting(event, known)
        case ship.Ballot():
            team = known.crew[event.ejected].team if event.ejected else None
            votes = known.meeting.votes if known.meeting else None
            yield from _ballot(replace(event, votes=votes, team=team), known)
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


def _boarding(event: Event, known: State) -> Iterator[Line]:
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


def _work(seat: Seat, progress: str, is_done: bool, known: State) -> Line:
    if known.is_duck(seat):
        return Line(f"{_actor(seat, known)} fakes {progress}", "quiet", who=known.number(seat))
    return Line(
        f"{_actor(seat, known)}: {progress}{' ✓' if is_done else ''}", "good" if is_done else "plain", who=known.number(seat)
    )


def _actor(seat: Seat, known: State) -> str:
    """Name the seat that acts. As in the public release, a killed seat still takes its turn."""
    return f"{seat}, dead," if seat in known.fates else seat


def _rooms(rooms: tuple[str, ...]) -> str:
    return join_names(map(room_title, rooms))


@dataclass(slots=True)
class Seen:
    """A state with its lines. dated: the tick that stands in the margin last."""

    state: State
    dated: int = 0

    def see(self, event: Event) -> list[Line]:
        told = list(lines(event, self.state))
        self.state.see(event)
        if self.state.viewer == EVERYTHING and self.dated != self.state.tick:
            for place, line in enumerate(told):
                if not line.label and line.tone != "heading":  # neither has a margin
                    self.dated = self.state.tick
                    told[place] = replace(line, mark=str(self.state.tick))
                    break
        return told

    def look(self, request: Request | None = None) -> TableView:
        return table(self.state, request)

    def copy(self) -> Self:
        return replace(self, state=self.state.copy())


# Moments, and time to read


def mark(event: Event, at: int, me: Seat | None = None) -> Mark | None:
    """Return the mark of an event at a position; a tick belongs to the free roam, if it does not begin it. me: who looks."""
    match event:
        case ship.Killed(killer, victim, _):
            kills = "you kill" if killer == me else f"{killer} kills"
            return Mark(at, "†", f"{kills} {'you' if victim == me else victim}", is_bad=True)
        case ship.Briefing():
            return part(at, "boarding")
        case ship.Tick():
            return part(at, "free roam")
        case ship.MeetingCalled(_, caller, cause, _):
            who, reports, presses = ("you", "report", "press") if caller == me else (caller, "reports", "presses")
            return part(at, f"{who} {reports} a body" if cause == "report" else f"{who} {presses} the button")
        case ship.Ballot(_, _, ejected, team):
            who, are = ("you", "are") if ejected and ejected == me else (ejected or "nobody", "is")
            return part(at, f"{who}{f', a {team},' if team else ''} {are} ejected")
        case ship.Ended(winner, _, _):
            return part(at, f"the {'geese' if winner == 'goose' else 'ducks'} win")
    return None


def reading(event: Event, me: Seat | None) -> float:
    """Return the seconds that humans need for an event before the next may come; they know their own words."""
    match event:
        case ship.Spoke(seat, _, text) | ship.Said(seat, _, text) | ship.Overheard(seat, _, text) if seat != me:
            return to_read(text)
        case ship.MeetingCalled() | ship.Killed():
            return _NOTICE
        case ship.Ballot():
            return _BALLOT + (REVEAL if me else 0)
    return 0.0
