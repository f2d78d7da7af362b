"""Accusations and defenses: who the other is, and, apart from that, what the speaker had seen that speaks for it."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.core.games.ship.claims.observed.case import Case, spoken
from woozle.core.games.ship.claims.observed.perceived import SEEN
from woozle.core.games.ship.claims.schema import Standing, Verdict
from woozle.core.request import Seat
from woozle.core.value import value

_NEAR = 1  # ticks between a kill and an alibi for it


@value
class Ground:
    """What speaks for an accusation or a defense. words: a part of a sentence, after the name of who knows it."""

    words: str
    evidence: tuple[int, ...]


def judged(case: Case) -> Verdict:
    """An accusation is true of a duck, a defense of a goose; denied, the other way round."""
    if not case.target:
        return Verdict("unverifiable", case.when.window, "It names nobody.")
    is_accusation = (case.claim.type == "accusation") != case.claim.is_negated
    team = case.timeline.teams.get(case.target)
    if team is None:
        return Verdict("unverifiable", case.when.window, f"What {case.target} is, the record does not tell.")
    is_true = (team == "duck") == is_accusation
    ground = next(_against(case) if is_accusation else _for(case), None)
    standing = _standing(case, is_true=is_true, is_grounded=ground is not None)
    why = f"{case.subject} {ground.words}" if ground else f"{case.subject} had seen nothing that speaks for it"
    evidence = ground.evidence if ground else ()
    outcome = "true" if is_true else "false"
    reason = f"{case.target} is a {team}. {why}."
    return Verdict(outcome, case.when.window, reason, standing, evidence, ground is not None)  # type: ignore[arg-type]


def _standing(case: Case, *, is_true: bool, is_grounded: bool) -> Standing:
    """A duck knows who the ducks are, and everybody knows about itself."""
    if case.timeline.teams.get(case.speaker) == "duck" or case.target == case.speaker:
        return "honest" if is_true else "lie"
    if not is_grounded:
        return "unsupported"
    return "honest" if is_true else "mistaken"


def _against(case: Case) -> Iterator[Ground]:
    """What the subject had seen against the target, the heaviest first."""
    timeline, seer, target, now = case.timeline, case.subject, case.target, case.statement.at
    if seer == target:
        return
    known = [each for each in timeline.glimpses[seer] if each.at < now and each.is_certain]
    for each in known:
        if each.kind == "kill" and each.other == target:
            yield Ground(f"saw {target} kill {each.victim} in {spoken(each.room)} at tick {each.last}", (each.at,))
    looks = [each for each in timeline.looks[seer] if each.at < now and each.is_certain]
    begin = case.when.round_begin
    for look in looks:
        if look.at >= begin and look.bodies and target in look.present:
            body = look.bodies[0]
            yield Ground(f"saw {target} with the body of {body} in {spoken(look.room)} at tick {look.tick}", (look.at,))
    for victim in _dead(case):
        last = next((each for each in reversed(looks) if each.at >= begin and victim in each.present), None)
        if last and target in last.present:
            yield Ground(f"last saw {victim} alive with {target}, in {spoken(last.room)} at tick {last.tick}", (last.at,))
    rooms = {each.room: each.at for each in known if each.kind == "body" and each.at >= begin}
    seen = [each for each in known if each.other == target and each.kind in SEEN and each.at >= begin]
    for each in seen:
        if each.room in rooms:
            words = f"saw {target} in {spoken(each.room)} at tick {each.last}, where a body was found"
            yield Ground(words, (each.at, rooms[each.room]))
    meeting = timeline.meetings[case.statement.meeting] if case.statement.meeting < len(timeline.meetings) else None
    if meeting and meeting.caller == seer and seen:
        yield Ground(f"called the meeting, and saw {target} at tick {seen[-1].last}", (meeting.at, seen[-1].at))


def _for(case: Case) -> Iterator[Ground]:
    """What the subject knew that clears the target: itself; another who killed; where it was while somebody was killed."""
    timeline, seer, target, now = case.timeline, case.subject, case.target, case.statement.at
    if seer == target:
        yield Ground("knows what it is itself", ())
        return
    begin = case.when.round_begin
    seen = [each for each in timeline.sightings.get((seer, target), ()) if begin <= each.at < now and each.is_certain]
    seen = [each for each in seen if each.kind in SEEN or each.kind == "passed"]
    kills = [each for each in timeline.kills if begin <= each.at < now]
    for kill in kills:
        if seer in kill.seen_by and kill.killer != target:
            yield Ground(f"saw {kill.killer} kill {kill.victim} at tick {kill.tick}", (kill.at,))
        for each in seen:
            if each.room != kill.room and each.first - _NEAR <= kill.tick <= each.last + _NEAR:
                words = f"saw {target} in {spoken(each.room)} at tick {each.last}, when {kill.victim} was killed elsewhere"
                yield Ground(words, (each.at, kill.at))
    ticks = {each.last for each in seen}
    if not kills and 2 * len(ticks) > case.statement.tick - case.when.window.first > 0:
        yield Ground(f"saw {target} in {len(ticks)} ticks of the round", tuple(each.at for each in seen))


def _dead(case: Case) -> list[Seat]:
    begin, now = case.when.round_begin, case.statement.at
    return [kill.victim for kill in case.timeline.kills if begin <= kill.at < now]
