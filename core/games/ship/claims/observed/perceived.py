"""Claims about what somebody saw: judged by what it was shown, at each decision and as a meeting began."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from woozle.core.games.ship.claims.happenings import Glimpse
from woozle.core.games.ship.claims.observed.case import Case, Proof, Query, best, spoken
from woozle.core.request import Seat

SEEN = frozenset({"present", "left", "came", "heard"})
SEEN_OR_BODY = SEEN | {"body"}


def glimpses(case: Case, query: Query, kinds: Iterable[str], other: Seat) -> Iterator[Glimpse]:
    """What the subject perceived of another, or of anybody, in the stretch."""
    timeline = case.timeline
    known = timeline.sightings.get((query.subject, other), ()) if other else timeline.glimpses[query.subject]
    for each in known:
        if each.at >= query.begin and each.begin < query.end and each.kind in kinds and each.at < case.statement.at:
            yield each


def saw(case: Case, query: Query) -> Proof | None:
    """The subject saw the target in the room: standing there, going, coming, speaking; or dead, unless somebody alive is meant."""
    is_of_living = case.when.is_of_living or (case.claim.is_negated and not case.when.is_of_body)
    kinds = SEEN if is_of_living else SEEN_OR_BODY
    found = glimpses(case, query, kinds, query.target)
    return best(_proof(query, each, _SAW[each.kind]) for each in found if each.room == (query.room or each.room))


_SAW: dict[str, Callable[[Glimpse], str]] = {
    "present": lambda each: f"saw {each.other} in {spoken(each.room)}",
    "left": lambda each: f"saw {each.other} leave {spoken(each.room)} for {spoken(each.way)}",
    "came": lambda each: f"saw {each.other} come into {spoken(each.room)} from {spoken(each.way)}",
    "gone": lambda each: f"saw that {each.other} was no longer in {spoken(each.room)}",
    "joined": lambda each: f"saw that {each.other} had come into {spoken(each.room)}",
    "heard": lambda each: f"heard {each.other} in {spoken(each.room)}",
    "passed": lambda each: f"met {each.other} between {spoken(each.room)} and {spoken(each.way)}",
    "body": lambda each: f"saw the body of {each.other} in {spoken(each.room)}",
    "kill": lambda each: f"saw {each.other} kill {each.victim} in {spoken(each.room)}",
}


def _proof(query: Query, each: Glimpse, words: Callable[[Glimpse], str]) -> Proof:
    return Proof(f"{query.subject} {words(each)} at tick {each.last}", each.at, each.last, each.is_certain)


def nearly_saw(case: Case, query: Query) -> Proof | None:
    """The subject met the target in a corridor of the room, saw it go there or come from there, or saw its body there."""
    found = glimpses(case, query, ("passed", "body", "left", "came"), query.target)
    return best(_proof(query, each, _SAW[each.kind]) for each in found if query.room in ("", each.room, each.way))


def share_seen(case: Case) -> tuple[int, int]:
    """At how many of its looks around in the window the subject saw the target, and how often it looked."""
    when = case.when
    looks = [each for each in case.timeline.looks[case.subject] if when.begin <= each.at < when.end]
    return sum(case.target in each.present for each in looks), len(looks)


def found_body(case: Case, query: Query) -> Proof | None:
    """The subject saw a body, of the target if one is named."""
    found = glimpses(case, query, ("body",), query.target)
    return best(_proof(query, each, _SAW["body"]) for each in found if each.room == (query.room or each.room))


def saw_kill(case: Case, query: Query) -> Proof | None:
    """The subject saw the target kill the victim; the two of them see it as well."""
    for each in glimpses(case, query, ("kill",), query.target):
        if each.room == (query.room or each.room) and each.victim == (query.victim or each.victim):
            return _proof(query, each, _SAW["kill"])
    return None


def did_kill(case: Case, query: Query) -> Proof | None:
    """The target killed the victim, unseen."""
    for kill in case.timeline.kills:
        fits = query.target in ("", kill.killer) and query.victim in ("", kill.victim) and query.room in ("", kill.room)
        if fits and query.begin <= kill.at < query.end:
            how = f"{kill.killer} killed {kill.victim} in {spoken(kill.room)} at tick {kill.tick}"
            return Proof(f"{query.subject} did not see it, though {how}", kill.at, kill.tick)
    return None


def saw_departure(case: Case, query: Query) -> Proof | None:
    """The subject saw the target leave the room, for a room if one is named; its own leaving it knows."""
    if query.target == query.subject or not case.target:
        return _own_trip(case, query, is_arrival=False)
    return best(_moves(case, query, ("left",) if query.way else ("left", "gone")))


def saw_arrival(case: Case, query: Query) -> Proof | None:
    """The subject saw the target come into the room, from a room if one is named; its own coming it knows."""
    if query.target == query.subject or not case.target:
        return _own_trip(case, query, is_arrival=True)
    return best(_moves(case, query, ("came",) if query.way else ("came", "joined")))


def _moves(case: Case, query: Query, kinds: Iterable[str]) -> Iterator[Proof]:
    for each in glimpses(case, query, kinds, query.target):
        if each.room == (query.room or each.room) and each.way == (query.way or each.way):
            yield _proof(query, each, _SAW[each.kind])


def nearly_saw_departure(case: Case, query: Query) -> Proof | None:
    """The subject noticed that the target was gone, not where to."""
    return _noticed(case, query, "gone")


def nearly_saw_arrival(case: Case, query: Query) -> Proof | None:
    """The subject noticed that the target had come, not where from."""
    return _noticed(case, query, "joined")


def _noticed(case: Case, query: Query, kind: str) -> Proof | None:
    if not query.way or query.target in ("", query.subject):
        return None
    found = glimpses(case, query, (kind,), query.target)
    return best(_proof(query, each, _SAW[kind]) for each in found if each.room == (query.room or each.room))


def _own_trip(case: Case, query: Query, *, is_arrival: bool) -> Proof | None:
    for trip in case.timeline.trips[query.subject]:
        at, tick = (trip.end, trip.last) if is_arrival else (trip.begin, trip.first)
        room, way = (trip.to, trip.start) if is_arrival else (trip.start, trip.to)
        if query.begin <= at < query.end and query.room in ("", room) and query.way in ("", way):
            return Proof(f"{query.subject} went from {spoken(trip.start)} to {spoken(trip.to)} at tick {tick}", at, tick)
    return None


def saw_count(case: Case, query: Query, *, off: int = 0) -> Proof | None:
    """The subject saw so many others in the room, at once or one after the other. off: by how many it may differ."""
    wanted = case.claim.number or 0
    seen: set[Seat] = set()
    last = None
    for look in case.timeline.looks[query.subject]:
        if query.begin <= look.at < query.end and look.room == (query.room or look.room):
            seen.update(look.present)
            last = look
            if abs(len(look.present) - wanted) <= off:
                fact = f"{query.subject} saw {len(look.present)} others in {spoken(look.room)} at tick {look.tick}"
                return Proof(fact, look.at, look.tick, look.is_certain)
    if last and query.room and abs(len(seen) - wanted) <= off:
        return Proof(f"{query.subject} saw {len(seen)} others in {spoken(query.room)} by tick {last.tick}", last.at, last.tick)
    return None


def nearly_saw_count(case: Case, query: Query) -> Proof | None:
    """The subject saw one more or one less."""
    return saw_count(case, query, off=1)
