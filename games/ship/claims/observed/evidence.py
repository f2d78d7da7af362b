"""Proofs from a timeline: places, actions and sightings of seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.games.ship.claims.observed.case import Case, Proof, Query, best
from woozle.games.ship.claims.observed.times import Stop, When, wider
from woozle.games.ship.claims.timeline import Glimpse, Look, Stay
from woozle.games.ship.map import Room
from woozle.games.ship.words import in_words

_ACTIVITIES = {
    "task": ("task", "tasks", "tasking", "doing_task", "doing task", "working", "work"),
    "traveling": ("traveling", "travelling", "moving", "move", "walking"),
    "waiting": ("waiting", "wait", "staying", "stay", "stayed"),
    "idling": ("idling", "idle"),
    "reporting": ("reporting", "report", "reporting body", "report body", "reported"),
    "calling": ("calling", "call", "calling meeting", "call meeting", "called meeting", "emergency meeting", "button"),
}
KNOWN_TO_ALL = frozenset({"reporting", "calling"})  # what all seats hear of
_ACTIVITY_OF = {word: activity for activity, words in _ACTIVITIES.items() for word in words}


def stays_in(case: Case, query: Query) -> Iterator[Stay]:
    """Yield the stays of the subject that touch the stretch."""
    return (each for each in case.timeline.stays[query.subject] if each.begin < query.end and each.end > query.begin)


def was_in_room(case: Case, query: Query) -> Proof | None:
    """Prove that the subject was in the room at some time; its body, if a body is spoken of, or if it was dead by then."""
    for stay in case.timeline.stays[query.subject]:
        is_there = stay.room == query.room or not (query.room or stay.room in case.besides or is_of_start(case, stay))
        if stay.begin < query.end and stay.end > query.begin and is_there:
            tick = max(stay.first, case.timeline.tick_at(query.begin))
            return Proof(f"{query.subject} was in {in_words(stay.room)} at tick {tick}", stay.begin, tick)
    is_dead = case.timeline.died_at(query.subject) < query.begin and not case.when.is_of_living and not case.claim.is_negated
    return lay_in_room(case, query) if case.when.is_of_body or is_dead else None


def is_of_start(case: Case, stay: Stay) -> bool:
    """Return whether a claim that leaves rooms out need not name that of a stay, since the round began there."""
    stays = case.timeline.stays[stay.seat]
    return bool(case.besides) and stay is next((each for each in stays if each.begin >= case.when.round_begin), None)


def stayed_there(case: Case) -> bool:
    """Return whether the subject did more than pass a room that it denies having been in: it looked twice, or killed there."""
    denied = [each for each in stays_in(case, case.query) if case.denies_room(each.room) and not is_of_start(case, each)]
    return any(each.last > each.first + 1 or each.room in _rooms_of_kills(case) for each in denied)


def killed_there(case: Case) -> bool:
    """Return whether the subject killed in the room: then it was there when it mattered, at any moment that may be meant."""
    return case.room in _rooms_of_kills(case)


def _rooms_of_kills(case: Case) -> set[Room]:
    begin, end = case.when.begin, case.when.end
    return {kill.room for kill in case.timeline.kills if kill.killer == case.subject and begin <= kill.at < end}


def lay_in_room(case: Case, query: Query) -> Proof | None:
    """Prove that the subject lay dead in the room."""
    for kill in case.timeline.kills:
        if kill.victim == query.subject and kill.room == (query.room or kill.room) and case.when.round_begin <= kill.at < query.end:
            tick = max(kill.tick, case.timeline.tick_at(query.begin))
            return Proof(f"The body of {query.subject} lay in {in_words(kill.room)} at tick {tick}", kill.at, tick)
    return None


def ticks_in_room(case: Case) -> list[bool]:
    """Return for each tick of the window in which the subject lived whether it was in the room."""
    timeline, window = case.timeline, case.when.window
    turns = timeline.turns[case.subject][max(window.first, 0) : window.last + 1]
    alive = [turn for turn in turns if turn.end.is_alive or turn.touched]
    return [any(room == case.room for room, _ in turn.touched) for turn in alive]


def took_route(case: Case, query: Query) -> Proof | None:
    """Prove that the subject was in the rooms of the route, in their order, with others between or not.

    Each leg of it, from leaving one room to coming to the next, falls into the time at least in part: who leaves at tick 4 and
    arrives at tick 6 is on its way in all three. If only a moment is given, it is one of the way; a stop with its own time
    has that time.
    """
    wanted, when = _rooms_of(case), case.when
    stays = list(stays_in(case, query.at(when.round_begin, when.round_end) if when.is_narrow else query))
    for start, stay in enumerate(stays):
        way = _way_along(stays[start:], wanted) if stay.room == wanted[0] else []
        if way and _is_within(way, query, when) and all(_has_stop(case, stop, query) for stop in case.stops):
            fact = f"{query.subject} went {' - '.join(map(in_words, wanted))} from tick {stay.first} on"
            return Proof(fact, stay.begin, stay.first)
    return None


def _rooms_of(case: Case) -> list[Room]:
    """Return the rooms of the route, each once where it is named twice in a row."""
    return [room for room, before in zip(case.route, ("", *case.route), strict=False) if room != before]


def _way_along(stays: Sequence[Stay], wanted: Sequence[Room]) -> list[Stay]:
    """Return the stays in the rooms of a route that begins with the first; empty if it is not taken."""
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
    begin, end = wider(case.timeline, stop.when, case.slip)
    stays = case.timeline.stays[query.subject]
    return any(each.room == stop.room and each.begin < end and each.end > begin for each in stays)


def took_route_in_another_order(case: Case, query: Query) -> Proof | None:
    """Prove that the subject was in all rooms of the route, but never in its order."""
    stays = list(stays_in(case, query))
    visited = {each.room for each in stays}
    if (
        not stays
        or not visited.issuperset(case.route)
        or any(_way_along(stays[start:], _rooms_of(case)) for start in range(len(stays)))
    ):
        return None
    fact = f"{query.subject} was in these rooms, but in the order {' - '.join(in_words(each.room) for each in stays)}"
    return Proof(fact, stays[0].begin, stays[0].first)


def took_part_of_route(case: Case, query: Query) -> Proof | None:
    """Prove that the subject was in some rooms of the route."""
    stays = list(stays_in(case, query))
    missed = [in_words(room) for room in dict.fromkeys(case.route) if room not in {each.room for each in stays}]
    if len(missed) >= len(set(case.route)) or not missed:
        return None
    fact = f"{query.subject} was never in {' or '.join(missed)} {case.when.words}"
    return Proof(fact, stays[0].begin, stays[0].first)


def was_alone(case: Case, query: Query) -> Proof | None:
    """Prove that the subject was in the room alone, or with only the target."""
    wanted = frozenset({query.target} - {""})
    met = [each for each in case.timeline.company[query.subject] if each.begin < query.end and each.end > query.begin]
    fitting = [each for each in met if each.others == wanted and each.room == (query.room or each.room)]
    if not fitting or (case.when.duration == "entire" and (len(fitting) < len(met) or saw_company(case, query))):
        return None
    company = fitting[0]
    tick = case.timeline.tick_at(max(company.begin, query.begin))
    partner = f" with {query.target}" if query.target else ""
    return Proof(f"{query.subject} was alone{partner} in {in_words(company.room)} at tick {tick}", company.begin, tick)


def saw_company(case: Case, query: Query) -> bool:
    """Return whether one certain look of the subject shows another seat than the one it says that it was alone with."""
    return any(look.is_certain and not {query.target}.issuperset(look.present) for look in _looks(case, replace(query, room="")))


# Activities


def activity_of(case: Case) -> str:
    """Return the claimed activity as a word of the schema; empty if it has none for it."""
    return _ACTIVITY_OF.get(case.claim.activity.strip().lower().replace("_", " "), "")


def did(case: Case, query: Query) -> Proof | None:
    """Prove that the subject did it, in or near the room."""
    match activity_of(case):
        case "task":
            return _did_in_a_turn(case, query, "task", "worked")
        case "traveling":
            return _did_travel(case, query)
        case "waiting":
            return _did_stay(case, query)
        case "idling":
            return _did_in_a_turn(case, query, "wait", "waited")
        case activity:
            return _did_call(case, query, "report" if activity == "reporting" else "button")


def nearly_did(case: Case, query: Query) -> Proof | None:
    """Prove that the subject passed the room where it says to have done a task, and did tasks elsewhere: "all task work"."""
    begin, end = case.when.round_begin, case.when.round_end
    if (
        activity_of(case) != "task"
        or not query.room
        or not _did_in_a_turn(case, replace(query, room="", begin=begin, end=end), "task", "worked")
    ):
        return None
    proof = was_in_room(case, query)
    return replace(proof, fact=f"{proof.fact}, without a task") if proof else None


def _did_in_a_turn(case: Case, query: Query, action: str, did: str) -> Proof | None:
    """Prove that it took a turn with this action, which leaves it where it is, in the room. did: what it did then, in a word."""
    first, last = case.timeline.tick_at(query.begin), case.timeline.tick_at(max(query.end - 1, 0))
    for turn in case.timeline.turns[query.subject][first : last + 1]:
        for taken, at in turn.did:
            if taken == action and query.begin <= at < query.end and query.room in ("", turn.end.room):
                return Proof(f"{query.subject} {did} in {in_words(turn.end.room)} at tick {turn.tick}", at, turn.tick)
    return None


def _did_travel(case: Case, query: Query) -> Proof | None:
    begin, end = query.begin, query.end
    if not case.claim.is_negated:  # a seat that sets out or arrives at the end of a tick may count the next one
        around = wider(case.timeline, case.when, 1)
        begin, end = min(begin, around[0]), max(end, around[1])
    for trip in case.timeline.trips[query.subject]:
        under_way = trip.begin < end and trip.stop >= begin
        if under_way and (not query.room or query.room in (trip.start, trip.to)):
            ways = f"from {in_words(trip.start)} to {in_words(trip.to)}"
            return Proof(f"{query.subject} went {ways} at tick {trip.first}", trip.begin, trip.first)
    return None


def _did_stay(case: Case, query: Query) -> Proof | None:
    """Prove that it was in the room for longer than a tick, or in no other for the whole time."""
    for stay in stays_in(case, query):
        is_all = stay.begin <= query.begin and stay.end >= query.end
        if query.room in ("", stay.room) and (stay.last > stay.first or is_all):
            tick = max(stay.first, case.timeline.tick_at(query.begin))
            return Proof(f"{query.subject} stayed in {in_words(stay.room)} at tick {tick}", stay.begin, tick)
    return None


def _did_call(case: Case, query: Query, cause: str) -> Proof | None:
    """Prove that it called the meeting of this speech, or one in the named time."""
    now = case.timeline.meetings[case.statement.meeting : case.statement.meeting + 1]
    for meeting in (*now, *case.timeline.meetings):
        is_meant = query.begin <= meeting.at < query.end or meeting in now
        fits = meeting.caller == query.subject and meeting.cause == cause and query.room in ("", meeting.room)
        if is_meant and fits and meeting.at < case.statement.at:
            how = "reported a body" if cause == "report" else "pressed the button"
            return Proof(f"{query.subject} {how} in {in_words(meeting.room)} at tick {meeting.tick}", meeting.at, meeting.tick)
    return None


SEEN = frozenset({"present", "left", "came", "heard"})
SEEN_OR_BODY = SEEN | {"body"}


def glimpses(case: Case, query: Query, kinds: Iterable[str], other: Seat) -> Iterator[Glimpse]:
    """Yield the subject's perceptions of the target, or of any seat, in the stretch."""
    timeline = case.timeline
    known = timeline.sightings.get((query.subject, other), ()) if other else timeline.glimpses[query.subject]
    for each in known:
        if each.at >= query.begin and each.begin < query.end and each.kind in kinds and each.at < case.statement.at:
            yield each


def saw(case: Case, query: Query) -> Proof | None:
    """Prove that the subject saw the target in the room: standing there, going, coming, speaking; or dead, if it may be."""
    is_of_living = case.when.is_of_living or (case.claim.is_negated and not case.when.is_of_body)
    kinds = SEEN if is_of_living else SEEN_OR_BODY
    return best(
        _proofs_in_room(case, query, kinds if query.room else kinds | {"passed"})
    )  # whom one met in a corridor was in no room


def _proofs_in_room(case: Case, query: Query, kinds: Iterable[str]) -> Iterator[Proof]:
    found = glimpses(case, query, kinds, query.target)
    return (_proof(query, each) for each in found if each.room == (query.room or each.room))


_SAW: dict[str, Callable[[Glimpse], str]] = {
    "present": lambda each: f"saw {each.other} in {in_words(each.room)}",
    "left": lambda each: f"saw {each.other} leave {in_words(each.room)} for {in_words(each.way)}",
    "came": lambda each: f"saw {each.other} come into {in_words(each.room)} from {in_words(each.way)}",
    "gone": lambda each: f"saw that {each.other} was no longer in {in_words(each.room)}",
    "joined": lambda each: f"saw that {each.other} had come into {in_words(each.room)}",
    "heard": lambda each: f"heard {each.other} in {in_words(each.room)}",
    "passed": lambda each: f"met {each.other} between {in_words(each.room)} and {in_words(each.way)}",
    "body": lambda each: f"saw the body of {each.other} in {in_words(each.room)}",
    "kill": lambda each: f"saw {each.other} kill {each.victim} in {in_words(each.room)}",
}


def describe_glimpse(each: Glimpse) -> str:
    """Return what was perceived, as the end of a sentence: `saw Bob in upper engine`."""
    return _SAW[each.kind](each)


def _proof(query: Query, each: Glimpse) -> Proof:
    return Proof(f"{query.subject} {describe_glimpse(each)} at tick {each.last}", each.at, each.last, each.is_certain)


def nearly_saw(case: Case, query: Query) -> Proof | None:
    """Prove that the subject met the target in a corridor of the room, saw it go or come there, or saw its body there."""
    found = glimpses(case, query, ("passed", "body", "left", "came"), query.target)
    return best(_proof(query, each) for each in found if query.room in ("", each.room, each.way))


def looks_with(case: Case) -> list[bool]:
    """Return for each look of the subject in the window whether it saw the target; one that may have is left out."""
    when = case.when
    looks = [each for each in case.timeline.looks[case.subject] if when.begin <= each.at < when.end]
    return [case.target in each.present for each in looks if each.is_certain or case.target in each.present]


def found_body(case: Case, query: Query) -> Proof | None:
    """Prove that the subject saw a body, of the target if one is named."""
    return best(_proofs_in_room(case, query, ("body",)))


def saw_kill(case: Case, query: Query) -> Proof | None:
    """Prove that the subject saw the target kill the victim; the two of them see it as well."""
    for each in glimpses(case, query, ("kill",), query.target):
        if each.room == (query.room or each.room) and each.victim == (query.victim or each.victim):
            return _proof(query, each)
    return None


def did_kill(case: Case, query: Query) -> Proof | None:
    """Prove that the target killed the victim, unseen."""
    for kill in case.timeline.kills:
        fits = query.target in ("", kill.killer) and query.victim in ("", kill.victim) and query.room in ("", kill.room)
        if fits and query.begin <= kill.at < query.end:
            how = f"{kill.killer} killed {kill.victim} in {in_words(kill.room)} at tick {kill.tick}"
            return Proof(f"{query.subject} did not see it, though {how}", kill.at, kill.tick)
    return None


def saw_move(case: Case, query: Query, *, is_arrival: bool) -> Proof | None:
    """Prove that the subject saw the target leave the room, or come into it; its own ways it knows.

    If the room at the other end is named, it may have seen the target from there.
    """
    if query.target == query.subject or not case.target:
        return _own_trip(case, query, is_arrival=is_arrival)
    kind, noticed, back = ("came", "joined", "left") if is_arrival else ("left", "gone", "came")
    kinds = [kind, *([] if query.way else [noticed]), *([] if is_arrival or query.room else ["passed"])]
    seen = best(_moves(case, query, kinds))
    if seen or not (query.room and query.way):
        return seen
    return best(_moves(case, replace(query, room=query.way, way=query.room), (back,)))


def _moves(case: Case, query: Query, kinds: Iterable[str]) -> Iterator[Proof]:
    for each in glimpses(case, query, kinds, query.target):
        if each.room == (query.room or each.room) and each.way == (query.way or each.way):
            yield _proof(query, each)


def noticed_move(case: Case, query: Query, *, is_arrival: bool) -> Proof | None:
    """Prove that the subject noticed that the target was gone, or had come, but not where to or where from."""
    if not query.way or query.target in ("", query.subject):
        return None
    return best(_proofs_in_room(case, query, ("joined" if is_arrival else "gone",)))


def _own_trip(case: Case, query: Query, *, is_arrival: bool) -> Proof | None:
    for trip in case.timeline.trips[query.subject]:
        at, tick = (trip.end, trip.last) if is_arrival else (trip.begin, trip.first)
        room, way = (trip.to, trip.start) if is_arrival else (trip.start, trip.to)
        if query.begin <= at < query.end and query.room in ("", room) and query.way in ("", way):
            return Proof(f"{query.subject} went from {in_words(trip.start)} to {in_words(trip.to)} at tick {tick}", at, tick)
    return None


def saw_count(case: Case, query: Query, *, off: int = 0) -> Proof | None:
    """Prove that the subject saw this many others in the room, at once or in turn. off: by how many it may differ."""
    wanted = case.claim.number or 0
    if case.claim.is_all or not wanted:
        return None if off else _saw_everyone(case, query) if case.claim.is_all else _saw_nobody(case, query)
    seen: set[Seat] = set()
    last = None
    for look in _looks(case, query):
        seen.update(look.present)
        last = look
        if abs(len(look.present) - wanted) <= off:
            fact = f"{query.subject} saw {len(look.present)} others in {in_words(look.room)} at tick {look.tick}"
            return Proof(fact, look.at, look.tick, look.is_certain)
    if last and query.room and abs(len(seen) - wanted) <= off:
        return Proof(f"{query.subject} saw {len(seen)} others in {in_words(query.room)} by tick {last.tick}", last.at, last.tick)
    return None


def _saw_nobody(case: Case, query: Query) -> Proof | None:
    """Prove that the subject met no one but the seats that the claim leaves out. Uncertain if only uncertain looks show others.

    Where it did not look into the room, nobody may have been there.
    """
    looks = _looks(case, query)
    met = [look for look in looks if not case.besides.issuperset(look.present)]
    alone = [look for look in looks if case.besides.issuperset(look.present)]
    if case.when.is_point and alone:
        met = []  # one look is enough for a moment
    elif met_on_the_way(case, query) or any(look.is_certain for look in met):
        return None
    if looks:
        look = (alone or looks)[0]
        but = f" but {join_names(sorted(case.besides))}" if case.besides else ""
        return Proof(f"{query.subject} saw nobody{but} in {in_words(look.room)} at tick {look.tick}", look.at, look.tick, not met)
    is_dead = case.timeline.died_at(query.subject) < query.begin
    if is_dead or (query.room and _stayed_there(case, query) - case.besides):
        return None
    where = f" into {in_words(query.room)}" if query.room else ""
    return Proof(f"{query.subject} did not look{where} then, and met nobody", query.begin, case.timeline.tick_at(query.begin))


def met_on_the_way(case: Case, query: Query) -> Glimpse | None:
    """Return the first certain sight of another seat that went, came or passed, whom the claim does not leave out."""
    kinds = () if query.room else ("left", "came", "passed")
    return next((each for each in glimpses(case, query, kinds, "") if each.is_certain and each.other not in case.besides), None)


def _saw_everyone(case: Case, query: Query) -> Proof | None:
    """Prove that the subject saw all others alive then, but for those that the claim leaves out; unseen, that all were there."""
    stays = case.timeline.stays
    alive = {seat for seat in stays if any(each.begin < query.end and each.end > query.begin for each in stays[seat])}
    wanted = alive - {query.subject} - case.besides
    looks = _looks(case, query)
    if not looks:
        tick = case.timeline.tick_at(query.begin)
        is_so = bool(query.room and wanted) and wanted <= _stayed_there(case, query)
        return Proof(f"All were in {in_words(query.room)}, but {query.subject} did not look", query.begin, tick) if is_so else None
    if not wanted or not wanted.issubset(seat for look in looks for seat in look.present):
        return None
    fact = f"{query.subject} saw {join_names(sorted(wanted))} by tick {looks[-1].tick}"
    return Proof(fact, looks[-1].at, looks[-1].tick)


def _stayed_there(case: Case, query: Query) -> frozenset[Seat]:
    """Return the others that were in the room, seen or not."""
    stays = case.timeline.stays
    return frozenset(
        seat
        for seat in stays
        if seat != query.subject and any(each.room == query.room for each in stays_in(case, replace(query, subject=seat)))
    )


def saw_nobody_once(case: Case, query: Query) -> bool:
    """Return whether one of the subject's looks met no one."""
    return any(not look.present for look in _looks(case, query))


def has_looked(case: Case) -> bool:
    """Return whether the subject looked into the room of the claim, or around if it names none, in the claimed time."""
    return bool(_looks(case, case.query))


def _looks(case: Case, query: Query) -> Sequence[Look]:
    looks = case.timeline.looks[query.subject]
    return [look for look in looks if query.begin <= look.at < query.end and look.room == (query.room or look.room)]
