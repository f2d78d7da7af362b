"""Verdicts of the public pipeline, which judges claims by where every player was as each tick ended (QUACK, tier 3)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from woozle.games.ship.claims.compatible.reconstruction import Course, Reconstruction
from woozle.games.ship.claims.compatible.windows import duration_of, window_of
from woozle.games.ship.claims.schema import Checked, Claim, Ruling, Statement, Verdict, Window
from woozle.games.ship.map import Room

_TASKS = frozenset({"task", "tasking", "doing_task", "doing task"})
_TRAVELS = frozenset({"traveling", "moving"})
_WAITS = frozenset({"waiting", "staying", "idling"})
_REPORTS = frozenset({"reporting body", "report body", "reporting", "found body"})
_CALLS = frozenset({"calling meeting", "call meeting", "emergency meeting", "called meeting", "calling"})  # the last is ours


class _Case:
    """A claim before its judge. subject and target are None if no seat has that name."""

    __slots__ = ("claim", "match", "subject", "target", "tick", "window")

    def __init__(self, match: Reconstruction, statement: Statement, claim: Claim) -> None:
        self.match = match
        self.claim = claim
        self.tick = statement.tick
        self.subject = match.courses.get(claim.subject)
        self.target = match.courses.get(claim.target)
        self.window = window_of(claim, statement.tick, match.segments)

    @property
    def span(self) -> str:
        """Return the ticks in words."""
        first, last = self.window.first, self.window.last
        return f"in tick {first}" if first == last else f"from tick {first} to {last}"

    def decide(self, outcome: Ruling, reason: str, evidence: Iterable[int] = (), is_grounded: bool | None = None) -> Verdict:
        return Verdict(outcome, self.window, reason, evidence=tuple(sorted(set(evidence))), is_grounded=is_grounded)

    def where(self, *courses: Course) -> Iterable[int]:
        """Return the positions that tell where players were in the window."""
        return chain.from_iterable(course.sources_in(self.window.first, self.window.last) for course in courses)


def check_claims(match: Reconstruction, statement: Statement, claims: Iterable[Claim]) -> list[Checked]:
    """Return the claims of a speech, each with its verdict."""
    return [Checked(statement, claim, verdict(match, statement, claim)) for claim in claims]


def verdict(match: Reconstruction, statement: Statement, claim: Claim) -> Verdict:
    """Return the public pipeline's verdict on a claim. Types that it does not know are unverifiable."""
    case = _Case(match, statement, claim)
    judge = _JUDGES.get(claim.type)
    if judge is None:
        return case.decide("unverifiable", f"The public pipeline knows no claims of type {claim.type}.")
    if claim.is_negated:
        return case.decide("unverifiable", "The public pipeline knows no claims that something was not so.")
    return judge(case)


def _location(case: _Case) -> Verdict:
    claim, window, subject = case.claim, case.window, case.subject
    if subject is None:
        return case.decide("unverifiable", "No seat has that name.")
    if claim.route:
        return _route(case, subject)
    if claim.room not in case.match.map.rooms:
        return case.decide("unverifiable", "The map has no such room.")
    alive = min(window.last, subject.died - 1, case.match.last_tick) - window.first + 1
    if alive <= 0:
        return case.decide("unverifiable", f"{subject.seat} was not alive {case.span}.")
    there = _within(subject.visits.get(claim.room, ()), window)
    duration = duration_of(claim.when)
    reason = f"{subject.seat} was in {claim.room} in {len(there)} of {alive} ticks {case.span}."
    if duration == "any_time":
        outcome: Ruling = "true" if there else "false"
    elif duration == "entire_time":
        outcome = "true" if len(there) == alive else "false"
    else:
        outcome = "true" if len(there) >= alive / 2 else "near_miss" if there else "false"
    evidence = subject.source(there[0], claim.room) if outcome == "true" else case.where(subject)
    return case.decide(outcome, reason, evidence)


def _route(case: _Case, subject: Course) -> Verdict:
    route = [room for room in case.claim.route if room in case.match.map.rooms]
    if not route:
        return case.decide("unverifiable", "The map has none of these rooms.")
    taken = subject.chain(case.window.first, case.window.last)
    evidence = case.where(subject)
    went = f"{subject.seat} went {' -> '.join(taken) or 'nowhere'} {case.span}"
    missing = [room for room in dict.fromkeys(route) if room not in taken]
    if missing:
        return case.decide("false", f"{went}, never to {', '.join(missing)}.", evidence)
    ahead = iter(taken)
    if all(room in ahead for room in route):
        return case.decide("true", f"{went}.", evidence)
    return case.decide("near_miss", f"{went}: these rooms, in another order.", evidence)


def _sighting(case: _Case) -> Verdict:
    claim, window, subject, target = case.claim, case.window, case.subject, case.target
    if subject is None or target is None:
        return case.decide("unverifiable", "No seat has that name.")
    if claim.room not in case.match.map.rooms:
        return case.decide("unverifiable", "The map has no such room.")
    met = case.match.together(subject.seat, target.seat)
    met = met[bisect_left(met, (window.first,)) : bisect_left(met, (window.last + 1,))]
    kill = next((k for k in case.match.kills if k.victim == target.seat and window.first <= k.tick <= window.last), None)
    is_alibi = kill is not None and kill.killer == subject.seat
    if kill and is_alibi:  # a killer's last sight of its victim counts for nothing
        met = [(tick, room) for tick, room in met if tick not in (kill.tick - 1, kill.tick)]
    here = next((tick for tick, room in met if room == claim.room), None)
    both = f"{subject.seat} and {target.seat}"
    if here is not None:
        sources = chain(subject.source(here, claim.room), target.source(here, claim.room))
        return case.decide("true", f"{both} were both in {claim.room} as tick {here} ended.", sources)
    if met:
        tick, room = met[0]
        sources = chain(subject.source(tick, room), target.source(tick, room))
        return case.decide("wrong_room", f"{both} ended tick {tick} together, but in {room}.", sources)
    but = " but for the tick of the kill" if is_alibi else ""
    return case.decide("false", f"{both} ended no tick alive and together {case.span}{but}.", case.where(subject, target))


def _activity(case: _Case) -> Verdict:
    subject, activity = case.subject, case.claim.activity.lower().strip()
    if subject is None:
        return case.decide("unverifiable", "No seat has that name.")
    if activity in _TASKS:
        return _working(case, subject)
    if activity in _TRAVELS:
        return _traveling(case, subject)
    if activity in _WAITS:
        return _waiting(case, subject)
    if activity in _REPORTS or activity in _CALLS:
        return _calling(case, subject, "report" if activity in _REPORTS else "button")
    return case.decide("unverifiable", "The public pipeline knows no such activity.")


def _working(case: _Case, subject: Course) -> Verdict:
    window, room = case.window, _room(case)
    works = [work for work in subject.works if window.first <= work.tick <= window.last]
    if not works:
        return case.decide("false", f"{subject.seat} did no task {case.span}.", case.where(subject))
    fitting = [work for work in works if room in ("", work.room)]
    if not fitting:
        rooms = ", ".join(dict.fromkeys(work.room for work in works))
        return case.decide("wrong_room", f"{subject.seat} did tasks {case.span}, but in {rooms}.", (work.at for work in works))
    return case.decide("true", f"{subject.seat} did a task in {fitting[0].room} in tick {fitting[0].tick}.", (fitting[0].at,))


def _traveling(case: _Case, subject: Course) -> Verdict:
    window, room = case.window, _room(case)
    steps = [step for step in subject.steps if window.first <= step.tick <= window.last]
    fitting = [step for step in steps if room in ("", step.start, step.to)]
    if fitting:
        step = fitting[0]
        reason = f"{subject.seat} left {step.start} for {step.to} in tick {step.tick}."
        return case.decide("true", reason, (step.at,))
    if steps:
        reason = f"{subject.seat} moved {case.span}, but neither from nor to {room}."
        return case.decide("wrong_room", reason, (step.at for step in steps))
    if any(subject.moving_to[window.first : window.last + 1]):
        outcome: Ruling = "unverifiable" if room else "true"
        return case.decide(outcome, f"{subject.seat} was in a corridor {case.span}.", case.where(subject))
    return case.decide("false", f"{subject.seat} did not move {case.span}.", case.where(subject))


def _waiting(case: _Case, subject: Course) -> Verdict:
    rooms = Counter(subject.rooms[case.window.first : case.window.last + 1])
    if not rooms:
        return case.decide("unverifiable", "The match has no such ticks.")
    (room, ticks), total = rooms.most_common(1)[0], rooms.total()
    outcome: Ruling = "true" if ticks == total else "near_miss" if ticks / total >= 0.8 else "false"
    return case.decide(outcome, f"{subject.seat} ended {ticks} of {total} ticks in {room} {case.span}.", case.where(subject))


def _calling(case: _Case, subject: Course, cause: str) -> Verdict:
    call = next((call for call in case.match.calls if call.tick == case.tick), None)
    did = "reported a body" if cause == "report" else "pressed the button"
    if call and call.caller == subject.seat and call.cause == cause:
        return case.decide("true", f"{subject.seat} {did} in tick {case.tick}.", (call.at,))
    return case.decide("false", f"{subject.seat} is not who {did} in tick {case.tick}.", (call.at,) if call else ())


def _accusation(case: _Case) -> Verdict:
    accuser, target = case.subject, case.target
    if target is None:
        return case.decide("unverifiable", "No seat has that name.", is_grounded=False)
    is_grounded, why, evidence = _grounds(case, accuser, target)
    outcome: Ruling = "true" if target.team == "duck" else "false"
    return case.decide(outcome, f"{target.seat} is a {target.team}; {why}.", (target.dealt_at, *evidence), is_grounded)


def _grounds(case: _Case, accuser: Course | None, target: Course) -> tuple[bool, str, Iterable[int]]:
    """Return whether an accuser called the meeting or could see the accused, in words too, and what proves it."""
    if accuser is None or accuser is target:
        return False, "no seat accuses another", ()
    call = next((call for call in case.match.calls if call.tick == case.tick), None)
    if call and call.caller == accuser.seat:
        return True, f"{accuser.seat} called the meeting", (call.at,)
    seen = _within(case.match.visible(accuser.seat, target.seat), case.window)
    if not seen:
        return False, f"{accuser.seat} could not see {target.seat} {case.span}", ()
    sources = chain(accuser.sources_in(seen[0], seen[0]), target.sources_in(seen[0], seen[0]))
    return True, f"{accuser.seat} could see {target.seat} in tick {seen[0]}", sources


def _within(ticks: Sequence[int], window: Window) -> Sequence[int]:
    return ticks[bisect_left(ticks, window.first) : bisect_right(ticks, window.last)]


def _room(case: _Case) -> Room:
    """Return the room of an activity; empty if the map does not have it."""
    return case.claim.room if case.claim.room in case.match.map.rooms else ""


_JUDGES: Mapping[str, Callable[[_Case], Verdict]] = {
    "location": _location,
    "sighting": _sighting,
    "activity": _activity,
    "accusation": _accusation,
    "defense": lambda case: case.decide("unverifiable", "The public pipeline does not judge a defense."),
}
