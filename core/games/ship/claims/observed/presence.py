"""Claims about where somebody was and what it did: judged by the world."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from woozle.core.games.ship.claims.happenings import Company, Stay
from woozle.core.games.ship.claims.observed.case import Case, Proof, Query, spoken
from woozle.core.games.ship.claims.observed.stops import Stop
from woozle.core.games.ship.claims.observed.times import When, wider
from woozle.core.games.ship.events import Worked
from woozle.core.games.ship.map import Room

_ACTIVITIES = {
    "task": ("task", "tasks", "tasking", "doing_task", "doing task", "working", "work"),
    "traveling": ("traveling", "travelling", "moving", "move", "walking"),
    "waiting": ("waiting", "wait", "staying", "stay", "stayed"),
    "idling": ("idling", "idle"),
    "reporting": ("reporting", "report", "reporting body", "report body", "reported"),
    "calling": ("calling", "call", "calling meeting", "call meeting", "called meeting", "emergency meeting", "button"),
}
KNOWN_TO_ALL = frozenset({"reporting", "calling"})  # what everybody is told of
_ACTIVITY_OF = {word: activity for activity, words in _ACTIVITIES.items() for word in words}


def stays_in(case: Case, query: Query) -> Iterator[Stay]:
    """The stays of the subject that touch the stretch."""
    return (each for each in case.timeline.stays[query.subject] if each.begin < query.end and each.end > query.begin)


def was_in_room(case: Case, query: Query) -> Proof | None:
    """The subject was in the room at some time; its body, if a body is spoken of, or if it was dead by then."""
    for stay in case.timeline.stays[query.subject]:
        if stay.begin < query.end and stay.end > query.begin and (stay.room == query.room or not query.room):
            tick = max(stay.first, case.timeline.tick_at(query.begin))
            return Proof(f"{query.subject} was in {spoken(stay.room)} at tick {tick}", stay.begin, tick)
    is_dead = case.timeline.died_at(query.subject) < query.begin and not case.when.is_of_living and not case.claim.is_negated
    return lay_in_room(case, query) if case.when.is_of_body or is_dead else None


def lay_in_room(case: Case, query: Query) -> Proof | None:
    """The subject lay dead in the room."""
    for kill in case.timeline.kills:
        if kill.victim == query.subject and kill.room == (query.room or kill.room) and case.when.round_begin <= kill.at < query.end:
            tick = max(kill.tick, case.timeline.tick_at(query.begin))
            return Proof(f"The body of {query.subject} lay in {spoken(kill.room)} at tick {tick}", kill.at, tick)
    return None


def share_in_room(case: Case) -> tuple[int, int]:
    """In how many ticks of the window the subject was in the room, and in how many it lived."""
    timeline, window = case.timeline, case.when.window
    turns = timeline.turns[case.subject][max(window.first, 0) : window.last + 1]
    alive = [turn for turn in turns if turn.start.is_alive or turn.touched]
    return sum(any(room == case.room for room, _ in turn.touched) for turn in alive), len(alive)


def took_route(case: Case, query: Query) -> Proof | None:
    """The subject was in the rooms of the route, in their order, with others between or not.

    Each leg of it, from leaving one room to coming to the next, falls into the time at least in part: who leaves at tick 4 and
    arrives at tick 6 is on its way in all three. If only a moment is told, it is one of the way; a stop with a time of its own
    has that time.
    """
    wanted, when = _rooms_of(case), case.when
    stays = list(stays_in(case, query.at(when.round_begin, when.round_end) if when.is_narrow else query))
    for start, stay in enumerate(stays):
        way = _way_along(stays[start:], wanted) if stay.room == wanted[0] else []
        if way and _is_within(way, query, when) and all(_has_stop(case, stop, query) for stop in case.stops):
            fact = f"{query.subject} went {' - '.join(map(spoken, wanted))} from tick {stay.first} on"
            return Proof(fact, stay.begin, stay.first)
    return None


def _rooms_of(case: Case) -> list[Room]:
    """The rooms of the route, each once where it is told twice in a row."""
    return [room for room, before in zip(case.route, ("", *case.route), strict=False) if room != before]


def _way_along(stays: Sequence[Stay], wanted: Sequence[Room]) -> list[Stay]:
    """The stays in the rooms of a route that begins with the first; empty if it is not taken."""
    place = iter(stays)
    way = [stay for room in wanted if (stay := next((each for each in place if each.room == room), None))]
    return way if len(way) == len(wanted) else []


def _is_within(way: Sequence[Stay], query: Query, when: When) -> bool:
    begins = way[0].begin < query.end and way[0].end > query.begin
    if len(way) == 1 or (when.is_start and begins):
        return begins
    if when.is_point:
        return way[0].end < query.end and way[-1].begin >= query.begin
    return way[1].begin >= query.begin and way[-2].end < query.end


def _has_stop(case: Case, stop: Stop, query: Query) -> bool:
    """Whether the subject was in the room of a stop at its time."""
    begin, end = wider(case.timeline, stop.when, case.slip)
    stays = case.timeline.stays[query.subject]
    return any(each.room == stop.room and each.begin < end and each.end > begin for each in stays)


def took_route_in_another_order(case: Case, query: Query) -> Proof | None:
    """The subject was in all rooms of the route, but never in its order."""
    stays = list(stays_in(case, query))
    visited = {each.room for each in stays}
    if (
        not stays
        or not visited.issuperset(case.route)
        or any(_way_along(stays[start:], _rooms_of(case)) for start in range(len(stays)))
    ):
        return None
    fact = f"{query.subject} was in these rooms, but in the order {' - '.join(spoken(each.room) for each in stays)}"
    return Proof(fact, stays[0].begin, stays[0].first)


def took_part_of_route(case: Case, query: Query) -> Proof | None:
    """The subject was in some rooms of the route."""
    stays = list(stays_in(case, query))
    missed = [spoken(room) for room in dict.fromkeys(case.route) if room not in {each.room for each in stays}]
    if len(missed) >= len(set(case.route)) or not missed:
        return None
    fact = f"{query.subject} was never in {' or '.join(missed)} {case.when.words}"
    return Proof(fact, stays[0].begin, stays[0].first)


def was_alone(case: Case, query: Query) -> Proof | None:
    """The subject was in the room with nobody, or with nobody but the target."""
    wanted = frozenset({query.target} - {""})
    met = [each for each in case.timeline.company[query.subject] if each.begin < query.end and each.end > query.begin]
    fitting = [each for each in met if each.others == wanted and each.room == (query.room or each.room)]
    if not fitting or (case.when.duration == "entire" and len(fitting) < len(met)):
        return None
    return _alone(case, query, fitting[0])


def _alone(case: Case, query: Query, company: Company) -> Proof:
    tick = case.timeline.tick_at(max(company.begin, query.begin))
    partner = f" with {query.target}" if query.target else ""
    return Proof(f"{query.subject} was alone{partner} in {spoken(company.room)} at tick {tick}", company.begin, tick)


# Activities


def activity_of(case: Case) -> str:
    """What is claimed to have been done, as one of the words of the schema; empty if it is none of them."""
    return _ACTIVITY_OF.get(case.claim.activity.strip().lower().replace("_", " "), "")


def did(case: Case, query: Query) -> Proof | None:
    """The subject did it, in or near the room."""
    match activity_of(case):
        case "task":
            return _worked(case, query)
        case "traveling":
            return _travelled(case, query)
        case "waiting":
            return _stayed(case, query)
        case "idling":
            return _waited(case, query)
        case activity:
            return _called(case, query, "report" if activity == "reporting" else "button")


def _worked(case: Case, query: Query) -> Proof | None:
    first, last = case.timeline.tick_at(query.begin), case.timeline.tick_at(max(query.end - 1, 0))
    for turn in case.timeline.turns[query.subject][first : last + 1]:
        for _, at in turn.did:
            event = case.timeline.record[at][0]
            if isinstance(event, Worked) and event.room == (query.room or event.room) and query.begin <= at < query.end:
                return Proof(f"{query.subject} worked in {spoken(event.room)} at tick {turn.tick}", at, turn.tick)
    return None


def _travelled(case: Case, query: Query) -> Proof | None:
    for trip in case.timeline.trips[query.subject]:
        under_way = trip.begin < query.end and trip.stop >= query.begin
        if under_way and (not query.room or query.room in (trip.start, trip.to)):
            ways = f"from {spoken(trip.start)} to {spoken(trip.to)}"
            return Proof(f"{query.subject} went {ways} at tick {trip.first}", trip.begin, trip.first)
    return None


def _stayed(case: Case, query: Query) -> Proof | None:
    """It was in the room for longer than a tick, whatever it did there, or was in no other in all that time."""
    for stay in stays_in(case, query):
        is_all = stay.begin <= query.begin and stay.end >= query.end
        if query.room in ("", stay.room) and (stay.last > stay.first or is_all):
            tick = max(stay.first, case.timeline.tick_at(query.begin))
            return Proof(f"{query.subject} stayed in {spoken(stay.room)} at tick {tick}", stay.begin, tick)
    return None


def _waited(case: Case, query: Query) -> Proof | None:
    """It let a turn pass in the room."""
    first, last = case.timeline.tick_at(query.begin), case.timeline.tick_at(max(query.end - 1, 0))
    for turn in case.timeline.turns[query.subject][first : last + 1]:
        for action, at in turn.did:
            if action == "wait" and query.begin <= at < query.end and query.room in ("", turn.end.room):
                return Proof(f"{query.subject} waited in {spoken(turn.end.room)} at tick {turn.tick}", at, turn.tick)
    return None


def _called(case: Case, query: Query, cause: str) -> Proof | None:
    """It called the meeting where this is said, or one in the time that is named."""
    now = case.timeline.meetings[case.statement.meeting : case.statement.meeting + 1]
    for meeting in (*now, *case.timeline.meetings):
        is_meant = query.begin <= meeting.at < query.end or meeting in now
        fits = meeting.caller == query.subject and meeting.cause == cause and query.room in ("", meeting.room)
        if is_meant and fits and meeting.at < case.statement.at:
            how = "reported a body" if cause == "report" else "pressed the button"
            return Proof(f"{query.subject} {how} in {spoken(meeting.room)} at tick {meeting.tick}", meeting.at, meeting.tick)
    return None
