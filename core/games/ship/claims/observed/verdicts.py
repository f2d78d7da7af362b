"""The verdict on a claim: what the world says, how the speaker stood to it, and the Events that prove it.

In this order: not understood; true in the window; not to be told; nearly so; true at another time of the round; true in another
room; true of somebody else; false. A claim that is denied is true when what it denies did not hold in the window.
"""

from __future__ import annotations

from collections.abc import Iterable

from woozle.core.games.ship.claims.observed import blame, perceived, presence
from woozle.core.games.ship.claims.observed.case import Case, Holds, Proof, Query, case_of, spoken
from woozle.core.games.ship.claims.observed.standing import standing_of
from woozle.core.games.ship.claims.observed.times import wider
from woozle.core.games.ship.claims.schema import Claim, Ruling, Statement, Verdict
from woozle.core.games.ship.claims.timeline import Timeline
from woozle.core.text import visible_line
from woozle.core.value import value

_SHOWN = 8  # Events that are shown for what did not happen


def check(timeline: Timeline, statement: Statement, claim: Claim, *, tolerance: int = 1) -> Verdict:
    """The verdict on a claim of a speech.

    tolerance: how many ticks "around", or the time of an event that is named, may be off. Never raises for what a claim says.
    """
    case = case_of(timeline, statement, claim, tolerance=tolerance)
    window = case.when.window
    if case.unknown:
        return Verdict("unverifiable", window, f"Nobody and nothing here is called {_quoted(case.unknown[0])}.")
    if claim.doubt:
        return Verdict("unverifiable", window, claim.doubt, "uncertain")
    if claim.type in ("accusation", "defense"):
        return blame.judged(case)
    if case.when.unread:
        return Verdict("unverifiable", window, f"When that was is not understood: {_quoted(case.when.unread)}.", "uncertain")
    if case.when.is_future:
        when = f"tick {window.first}" if window.first == window.last else f"ticks {window.first} to {window.last}"
        return Verdict("unverifiable", window, f"It was said at tick {statement.tick}, and {when} had not come yet.")
    family = _family(case)
    if isinstance(family, str):
        return Verdict("unverifiable", window, family)
    outcome, reason, proof = _denied(case, family) if claim.is_negated else _found(case, family)
    evidence = (proof.at,) if proof else _looked_at(case)
    return Verdict(outcome, window, reason, standing_of(case, outcome, case.slip), evidence)


@value
class Family:
    """How claims of a type are judged.

    holds: whether it is so. nearly: whether it is nearly so. is_of_world: whether the subject's place and deeds are claimed, so
    that another player means another subject; else the subject saw the target.
    """

    holds: Holds
    nearly: Holds | None = None
    is_of_world: bool = False


_WAS_THERE = Family(presence.was_in_room, is_of_world=True)
_TOOK_ROUTE = Family(presence.took_route, presence.took_route_in_another_order, is_of_world=True)
_DID = Family(presence.did, is_of_world=True)
_FAMILIES = {
    "alone": Family(presence.was_alone),
    "sighting": Family(perceived.saw, perceived.nearly_saw),
    "body": Family(perceived.found_body),
    "kill": Family(perceived.saw_kill, perceived.did_kill),
    "departure": Family(perceived.saw_departure, perceived.nearly_saw_departure),
    "arrival": Family(perceived.saw_arrival, perceived.nearly_saw_arrival),
    "count": Family(perceived.saw_count, perceived.nearly_saw_count),
}


def _family(case: Case) -> Family | str:
    """How the claim is judged, or a sentence that says why it cannot be."""
    claim = case.claim
    match claim.type:
        case "location" if case.route:
            return _TOOK_ROUTE
        case "location":
            return _WAS_THERE if case.room else "It names no room."
        case "activity" if not presence.activity_of(case):
            return f"Whether somebody is {_quoted(claim.activity)}, the record does not tell."
        case "activity":
            return _DID
        case "sighting" if not case.target:
            return "It does not say whom."
        case "count" if claim.number is None:
            return "It does not say how many."
        case _:
            return _FAMILIES.get(claim.type, f"Claims of the type {_quoted(claim.type)} cannot be checked.")


def _found(case: Case, family: Family) -> tuple[Ruling, str, Proof | None]:
    query, when = case.query, case.when
    proof = family.holds(case, query)
    if proof and not proof.is_certain:
        return "unverifiable", _doubt(case, proof), None
    if proof and when.duration != "any" and case.claim.type in ("location", "sighting") and not case.route:
        return _lasting(case, proof)
    if proof:
        return "true", f"{proof.fact}.", proof
    if family.nearly and (proof := family.nearly(case, query)):
        return "near_miss", f"{proof.fact}.", proof
    if proof := _nearest(case, family):
        return "wrong_time", f"Not {_times(case)}: {proof.fact}.", proof
    if proof := _elsewhere(case, family, query):
        return "wrong_room", f"{proof.fact}{_not_in(case)}.", proof
    if proof := _of_another(case, family, query):
        name = case.subject if family.is_of_world else case.target
        return "wrong_player", f"It was not {name}: {proof.fact}.", proof
    return "false", _denial(case), None


def _denied(case: Case, family: Family) -> tuple[Ruling, str, Proof | None]:
    proof = family.holds(case, case.query)
    if proof is None:
        return "true", _denial(case), None
    if not proof.is_certain:
        return "unverifiable", _doubt(case, proof), None
    return "false", f"But {proof.fact}.", proof


def _nearest(case: Case, family: Family) -> Proof | None:
    """What makes the claim true at another time of the round, the nearest there is; the `slip` of the case is how near."""
    when, query = case.when, case.query
    last = case.timeline.last_tick + 1
    if not (when.is_narrow or case.stops) or not _holds_within(case, family, query, last):
        return None
    return next((proof for ticks in range(1, last + 1) if (proof := _holds_within(case, family, query, ticks))), None)


def _holds_within(case: Case, family: Family, query: Query, ticks: int) -> Proof | None:
    """What makes the claim true if its times may be off by so many ticks."""
    case.slip = ticks
    proof = family.holds(case, query.at(*wider(case.timeline, case.when, ticks)))
    if proof and proof.is_certain:
        return proof
    case.slip = 0
    return None


def _lasting(case: Case, proof: Proof) -> tuple[Ruling, str, Proof]:
    """In the room, or seen there, for all of the ticks, or most. What held for far less than it is said to is not nearly so."""
    is_place = case.claim.type == "location"
    there, whole = presence.share_in_room(case) if is_place else perceived.share_seen(case)
    is_entire = case.when.duration == "entire"
    enough, nearly = (1.0, _ENTIRE) if is_entire else (0.5, _MOST)
    share = there / whole if whole else 1.0
    if is_place:
        reason = f"{case.subject} was in {spoken(case.room)} in {there} of {whole} ticks."
    else:
        reason = f"{case.subject} saw {case.target} at {there} of {whole} looks around."
    return ("true" if share >= enough else "near_miss" if share >= nearly else "false"), reason, proof


_ENTIRE, _MOST = 0.5, 0.25  # shares of the time below which "the whole time", or "most of it", is not even nearly so


def _elsewhere(case: Case, family: Family, query: Query) -> Proof | None:
    """The same in another room. Where everybody is somewhere at any time, this says something only of a certain time."""
    if case.route:
        return presence.took_part_of_route(case, query)
    if not (query.room or query.way) or (case.claim.type == "location" and not case.when.is_narrow):
        return None
    query.room = query.way = ""
    proof = family.holds(case, query)
    query.room, query.way = case.room, case.way
    return proof if proof and proof.is_certain else None


def _of_another(case: Case, family: Family, query: Query) -> Proof | None:
    """The same of another seat: one whom the subject saw, or who was there. It must be said of a certain place, time or deed."""
    is_certain = (
        case.when.is_narrow or case.claim.type in ("body", "kill", "alone") or presence.activity_of(case) in presence.KNOWN_TO_ALL
    )
    if family.is_of_world:
        if case.subject == case.speaker or case.route or not is_certain:
            return None
        queries: Iterable[Query] = (_swapped(query, subject=seat) for seat in case.others(case.subject, case.speaker))
    else:
        if case.target in ("", case.subject) or not (is_certain or query.room or query.way):
            return None
        queries = (_swapped(query, target=seat) for seat in case.others(case.target, case.subject))
    proofs = (family.holds(case, each) for each in queries)
    return next((proof for proof in proofs if proof and proof.is_certain), None)


def _swapped(query: Query, *, subject: str = "", target: str = "") -> Query:
    victim, room, way = query.victim, query.room, query.way
    return Query(subject or query.subject, target or query.target, room, way, victim, query.begin, query.end)


# Sentences


def _times(case: Case) -> str:
    """When it was not so, for people."""
    return " and ".join(f"in {spoken(stop.room)} {stop.when.words}" for stop in case.stops) or case.when.words


def _not_in(case: Case) -> str:
    if case.route or not case.room:
        return f", not {spoken(case.way)}" if case.way else ""
    return f", not in {spoken(case.room)}"


def _doubt(case: Case, proof: Proof) -> str:
    return f"{case.subject} waited in silence at tick {proof.tick}; the log does not say when in the tick, and so what it saw."


def _denial(case: Case) -> str:
    """That it was not so, with where the subject was instead or that it was dead."""
    subject, target, when = case.subject, case.target, case.when.words
    place = f" in {spoken(case.room)}" if case.room else ""
    died = case.timeline.died_at(subject)
    if died < case.when.begin:
        return f"{subject} was dead: killed at tick {case.timeline.tick_at(died)}."
    match case.claim.type:
        case "location" if case.route:
            return f"{subject} was in none of these rooms {when}."
        case "location":
            return f"{subject} was not{place} {when}."
        case "activity":
            return f"{subject} did no such thing{place} {when}."
        case "alone":
            return f"{subject} was never alone{f' with {target}' if target else ''}{place} {when}."
        case "body":
            return f"{subject} saw no body{f' of {target}' if target else ''}{place} {when}."
        case "kill":
            return f"{subject} saw no such kill{place} {when}."
        case "departure" | "arrival":
            return f"{subject} did not see {target or 'anybody'} {'go' if case.claim.type == 'departure' else 'come'} so {when}."
        case "count":
            return f"{subject} never saw {case.claim.number} others{place} {when}."
        case _:
            return f"{subject} did not see {target}{place} {when}."


def _looked_at(case: Case) -> tuple[int, ...]:
    """Where the subject was, or what it saw, in the time that is claimed."""
    timeline, when = case.timeline, case.when
    if case.claim.type in ("location", "activity"):
        return tuple(each.begin for each in presence.stays_in(case, case.query))[:_SHOWN]
    return tuple(each.at for each in timeline.looks[case.subject] if when.begin <= each.at < when.end)[:_SHOWN]


def _quoted(text: str) -> str:
    return repr(visible_line(str(text)[:40]))
