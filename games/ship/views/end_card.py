"""The end of a match of the ship: who won and why, and what the viewer did best."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from woozle.arena.views.end_card import EndCard, Scene, card_of, person, quote
from woozle.arena.views.registry import End
from woozle.arena.views.words import capitalise, ordinal, room_title
from woozle.core.game import RecordEntry
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.state import observes
from woozle.games.ship import events as ship
from woozle.games.ship.claims.timeline import Timeline
from woozle.games.ship.views.routes import routes_of


@dataclass(slots=True)
class Meeting:
    """A meeting. number: from 1; votes: by voter; ballots: one for each seat that was ejected, or a single one."""

    number: int
    called: ship.MeetingCalled
    votes: dict[Seat, Seat | None] = field(default_factory=dict)
    ballots: list[ship.Ballot] = field(default_factory=list)

    @property
    def ejected(self) -> tuple[Seat, ...]:
        return tuple(ballot.ejected for ballot in self.ballots if ballot.ejected)

    @property
    def name(self) -> str:
        return f"the {ordinal(self.number)} meeting"

    @property
    def margin(self) -> int:
        """Votes by which the ejected seat led."""
        counts = sorted(self.ballots[0].counts.values(), reverse=True) if self.ballots else []
        return counts[0] - (counts[1] if len(counts) > 1 else 0) if counts else 0


@dataclass(slots=True)
class Course:
    """A match that is over. kills: each with whether only the killer and the victim were told; worked: who did the last task.

    tasks, done: how many the viewer had, and finished.
    """

    record: Sequence[RecordEntry]
    me: Seat | None
    seats: Sequence[Seat] = ()
    meetings: list[Meeting] = field(default_factory=list)
    kills: list[tuple[ship.Killed, bool]] = field(default_factory=list)
    last: ship.Killed | ship.Ballot | None = None
    worked: ship.Worked | None = None
    ended: ship.Ended | None = None
    tasks: int = 0
    done: int = 0

    def __post_init__(self) -> None:
        for event, audience in self.record:
            match event:
                case ship.Briefing(seats):
                    self.seats = seats
                case ship.MeetingCalled():
                    self.meetings.append(Meeting(len(self.meetings) + 1, event))
                case ship.Voted(seat, target) if self.meetings:
                    self.meetings[-1].votes[seat] = target
                case ship.Ballot() if self.meetings:
                    self.meetings[-1].ballots.append(event)
                    self.last = event
                case ship.Killed(killer, victim):
                    self.kills.append((event, {*audience} == {killer, victim}))
                    self.last = event
                case ship.Role(seat, tasks=tasks) if seat == self.me:
                    self.tasks = len(tasks)
                case ship.Worked(seat, _, _, done, needed) if done == needed:
                    self.worked = event
                    self.done += seat == self.me
                case ship.Ended():
                    self.ended = event

    @property
    def ducks(self) -> tuple[Seat, ...]:
        return self.ended.ducks if self.ended else ()

    @property
    def geese_left(self) -> list[Seat]:
        gone = {kill.victim for kill, _ in self.kills} | {seat for _, seat in self.ejections()}
        return [seat for seat in self.seats if seat not in self.ducks and seat not in gone]

    def ejections(self) -> Iterator[tuple[Meeting, Seat]]:
        """Yield each meeting with each seat that it ejected, the last first."""
        return ((meeting, seat) for meeting in reversed(self.meetings) for seat in reversed(meeting.ejected))

    def convictions(self) -> Iterator[tuple[Meeting, Seat]]:
        """Yield the ejections of ducks, the last first."""
        return (each for each in self.ejections() if each[1] in self.ducks)

    def the_ducks(self) -> str:
        """Return the ducks with their role: `Eve, the duck`."""
        return f"{join_names(person(duck, self.me) for duck in self.ducks)}, the duck{'s' if len(self.ducks) > 1 else ''},"

    def was(self, seat: Seat) -> str:
        """Return a seat with its role: `Eve, the duck`, `Bob, a goose`."""
        role = ("the duck" if len(self.ducks) == 1 else "a duck") if seat in self.ducks else "a goose"
        return f"{person(seat, self.me)}, {role},"


def end_card(end: End) -> EndCard:
    """Return the card over the table."""
    course = Course(end.record, end.me)
    best = next(_best_moments(course), "") if course.ended and end.me else ""
    routes, words = routes_of(end.record)
    scene = Scene("Everybody's route", routes) if routes.steps else None
    told = tuple(_untold_kills(end.record, end.me)) if end.me else ()
    return card_of(end, _why(course) or end.outcome.reason, best, scene=scene, told=told, words=words)


def _untold_kills(record: Sequence[RecordEntry], me: Seat) -> Iterator[ship.Killed]:
    return (event for event, audience in record if isinstance(event, ship.Killed) and not observes(me, audience))


def _why(course: Course) -> str:
    ended, last = course.ended, course.last
    if ended is None:
        return ""
    were = "were" if len(course.ducks) > 1 or course.me in course.ducks else "was"
    if ended.winner == "goose":
        caught = [meeting for meeting, _ in course.convictions()]
        if len(caught) < len(course.ducks):
            ducks = join_names(person(duck, course.me) for duck in course.ducks)
            role = "the duck" if len(course.ducks) == 1 else "the ducks"
            reason = f"{ended.reason[:1].lower()}{ended.reason[1:]}"
            return f"The geese win: {reason} {capitalise(ducks)} {were} {role}."
        last_of = ", the last of them" if len(caught) > 1 else ""
        return f"The geese win: {course.the_ducks()} {were} ejected{last_of} in {caught[0].name}."
    win = "wins" if len(course.ducks) == 1 and course.me not in course.ducks else "win"
    left = [person(seat, course.me) for seat in course.geese_left]
    was_left = "was" if len(left) == 1 and course.me not in course.geese_left else "were"
    majority = f"of the geese only {join_names(left)} {was_left} left." if left else "no goose was left."
    match last:
        case ship.Killed(killer, victim, room):
            how = f"{person(killer, course.me)} killed {person(victim, course.me)} in {room_title(room)}, and {majority}"
        case ship.Ballot(ejected=str(ejected)):
            was = "were" if ejected == course.me else "was"
            how = f"{course.was(ejected)} {was} ejected in {course.meetings[-1].name}, and {majority}"
        case _:
            how = f"{ended.reason[:1].lower()}{ended.reason[1:]}"
    return f"{capitalise(course.the_ducks())} {win}: {how}"


def _best_moments(course: Course) -> Iterator[str]:
    """Yield what the viewer did that counted, the best first."""
    if course.me in course.ducks:
        yield from _lies_that_held(course)
        yield from _misled_votes(course)
        yield from _unseen_kills(course)
        return
    yield from _accusations_that_convicted(course)
    for meeting, duck in course.convictions():
        if meeting.votes.get(course.me or "") == duck and meeting.margin == 1:
            yield f"Your vote decided {meeting.name}: {course.was(duck)} was ejected by a single vote."
        if meeting.called.caller == course.me:
            did = "reported a body" if meeting.called.cause == "report" else "pressed the button"
            yield f"You {did}, and the meeting that followed ejected {course.was(duck)[:-1]}."
    done = course.worked
    if done and done.seat == course.me and course.ended and course.ended.winner == "goose" and not [*course.convictions()]:
        yield f"The last task that the geese needed was yours: {done.task} in {room_title(done.room)}."
    for meeting in reversed(course.meetings):
        target = meeting.votes.get(course.me or "")
        if target in course.ducks and target not in meeting.ejected:
            yield f"In {meeting.name} you voted for {course.was(target or '')} and the others did not follow."
    if course.tasks and course.tasks == course.done:
        yield f"You finished all {course.tasks} of your tasks."
    for meeting, duck in course.convictions():
        if meeting.votes.get(course.me or "") == duck:
            of = meeting.ballots[0].counts.get(duck, 0)
            yield f"Yours was one of the {of} votes that ejected {course.was(duck)[:-1]}."


def _accusations_that_convicted(course: Course) -> Iterator[str]:
    for meeting, duck, words in _first_accusations(course, course.convictions()):
        yield f"You were the first to accuse {course.was(duck)} who was ejected in {meeting.name}{words}."


def _misled_votes(course: Course) -> Iterator[str]:
    innocent = (each for each in course.ejections() if each[1] not in course.ducks)
    for meeting, goose, words in _first_accusations(course, innocent):
        yield f"You were the first to accuse {course.was(goose)} who was ejected in {meeting.name}{words}."


def _first_accusations(course: Course, ejections: Iterable[tuple[Meeting, Seat]]) -> Iterator[tuple[Meeting, Seat, str]]:
    """Yield the ejections of seats that the viewer was the first to accuse in that meeting, with the viewer's words."""
    from woozle.games.ship.views.audit import accusations

    made = accusations(course.record)
    for meeting, seat in ejections:
        first = next((each for each in made if each.meeting == meeting.number and each.target == seat), None)
        if first and first.speaker == course.me:
            yield meeting, seat, f": {quote(first.quote)}" if first.quote else ""


def _lies_that_held(course: Course) -> Iterator[str]:
    from woozle.arena.views.audits import lies_of
    from woozle.games.ship.views.audit import Audit

    audit = Audit()
    audit.grow(course.record)
    lies = [row for row in lies_of(audit.check(len(audit), len(audit))) if row.speaker == course.me]
    audit.timeline.fold(len(course.record))  # the votes after the last speech too
    told = [(_meeting_at(course, row.at), row) for row in lies]
    held = [(meeting, row) for meeting, row in told if _holds(course, meeting, audit.timeline)]
    for meeting, row in sorted(held, key=lambda each: not {*each[0].ejected}.isdisjoint(course.ducks)):
        said = quote(row.quote or row.claim)
        were = "were" if len(meeting.ejected) > 1 else "was"
        instead = f"{capitalise(' and '.join(map(course.was, meeting.ejected)))} {were} ejected instead."
        yield f"You said {said} in {meeting.name}. The log has it otherwise: {row.reason} {instead}"


def _holds(course: Course, meeting: Meeting, timeline: Timeline) -> bool:
    """Return whether no goose voted for the viewer, and somebody else was ejected."""
    is_caught = timeline.is_caught(meeting.number - 1, course.me or "")
    return not is_caught and bool(meeting.ejected) and course.me not in meeting.ejected


def _meeting_at(course: Course, at: int) -> Meeting:
    called = sum(isinstance(event, ship.MeetingCalled) for event, _ in course.record[:at])
    return course.meetings[called - 1]


def _unseen_kills(course: Course) -> Iterator[str]:
    mine = [(kill, is_unseen) for kill, is_unseen in course.kills if kill.killer == course.me]
    if mine and all(is_unseen for _, is_unseen in mine):
        yield f"You killed {join_names(kill.victim for kill, _ in mine)}, and nobody saw it."
