"""Suspicion: the observation of a seat, weighed as odds that each of the others is a duck.

For each death the question is who could have been there: every sighting of a suspect rules out the ticks that are too
few to get from there to the body's room. What is left of the time between the victim's last sighting and the find is the
suspect's opportunity. Lies, accusations, questions left open and the votes of earlier meetings add to it. Weights are in
log-odds; they were set by playing matches (`benchmarks/ship_bots.py`), and a character believes more or less of them (`traits.py`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from woozle.core.arithmetic import plain_sum
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.map import Room, ShipMap
from woozle.games.ship.players.assertions import Assertion
from woozle.games.ship.players.memory import Memory
from woozle.games.ship.players.questions import unanswered
from woozle.games.ship.players.traits import Mind
from woozle.games.ship.state import Stay

WITNESSED = 12.0
CAUGHT = 2.6  # told a place that my own eyes contradict
AT_BODY = 1.6
LEFT_BODY = 1.8
ALONE_WITH = 0.5
DISPUTED = 0.6  # contradicted by another's word
WITNESSED_BY_ANOTHER = 3.2
AT_THE_BRINK = 0.8  # the same, when one more vote decides: a duck has nothing to lose then
SEEN_THERE = 1.2  # at the body, says another
FRAMED = 0.3  # accuses me, and I know better
ACCUSED = 0.6
HOLLOW = 0.3  # what an accusation counts without a sighting of the accused, as a share
CLEARED = -0.2
ALIBI = -6.0  # all that I saw of it rules it out for the only duck's kill
SOME_ALIBI = -2.5  # the same, but for what others say about the time of death, or for another duck
FALSE_CHARGE = 4.0  # saw a seat kill that was in my sight
FALSE_SIGHTING = 2.0  # puts another where my own eyes contradict
BEFORE = 1.0  # what earlier rounds must have taught to be a piece of evidence
FINDS = {2: 0.6, 3: 2.5}  # by how many bodies a seat has reported so far; more count as the last
SILENT = 0.4
DODGED = 0.35  # did not answer my question
CHANGED = 1.0  # told another place before
USUALLY = 0.15  # how likely a seat is in a room at a tick, if nothing is known of it
SHARP = 12  # ticks; the less certain the time of death, the less it means to have been there
STALE = 6  # ticks
HEARSAY = 0.65  # how far the sightings of others are believed
NO_CHANCE = 0.04  # what is left of a suspect's odds when all that I saw rules it out
HEARSAY_SLACK = 1  # "around tick 6" may be 5 or 7
CLAIM_SLACK = 2
ELSEWHERE = -1.25  # had in sight elsewhere while it may have happened
NO_PLACE_ELSE, PLACE = -1.5, -0.6  # opportunities of those who can hardly, and who can well, have been at a body
BETRAYED = 1.0  # a grudge that is reason enough by itself

Why = Literal[
    "witness",
    "before",
    "lie",
    "false_charge",
    "false_sighting",
    "changed",
    "at_body",
    "left_body",
    "alone_with",
    "finds",
    "told",
    "opportunity",
    "alibi",
    "silent",
    "dodged",
    "grudge",
]


@value
class Reason:
    """A reason to suspect a seat, or to trust it. room, other, tick: of the incident; claimed: the room of a false claim.

    false_charge: it says that it saw `other` kill, who was in `room` then, in my sight. false_sighting: it says that `other` was in
    `claimed`, and I saw it in `room`. finds: it has reported one body after another, `tick` so far. before: what earlier rounds
    taught. alibi: I had it in sight.
    """

    why: Why
    weight: float
    room: Room = ""
    other: Seat = ""
    tick: int = 0
    claimed: Room = ""


@dataclass(slots=True)
class Suspicion:
    """The probability that each of the others is a duck, with the reasons."""

    odds: dict[Seat, float]
    chance: dict[Seat, float] = field(default_factory=dict)
    reasons: dict[Seat, list[Reason]] = field(default_factory=dict)

    def add(self, seat: Seat, reason: Reason) -> None:
        if seat in self.odds:
            self.odds[seat] += reason.weight
            self.reasons.setdefault(seat, []).append(reason)

    @property
    def most(self) -> Seat | None:
        return max(self.chance, key=self.chance.__getitem__, default=None)

    def best_reason(self, seat: Seat) -> Reason | None:
        reasons = [reason for reason in self.reasons.get(seat, ()) if reason.weight > 0]
        return max(reasons, key=lambda reason: reason.weight, default=None)

    def pieces(self, seat: Seat) -> int:
        """Count the pieces of evidence against a seat that do not rest on each other: echoes of an accusation are none."""
        found = 0
        grounds: set[tuple[str, Seat]] = set()
        for reason in self.reasons.get(seat, ()):
            match reason.why:
                case "witness":
                    found += 3
                case "lie" | "false_charge":
                    grounds |= {("lie", ""), ("lie", "told")}
                case "before" if reason.weight < BEFORE:
                    pass
                case "finds" if reason.weight >= FINDS[3]:
                    grounds |= {("finds", ""), ("finds", "again")}
                case "at_body" | "left_body" | "changed" | "grudge" | "finds" | "false_sighting" | "before":
                    grounds.add((reason.why, ""))
                case "told" if reason.room and reason.weight > DISPUTED / 2:
                    grounds.add(("told", reason.other))
                case "opportunity" if self._is_alone_in(seat, reason):
                    grounds.add(("opportunity", ""))
        return found + len(grounds)

    def _is_alone_in(self, seat: Seat, opportunity: Reason) -> bool:
        return opportunity.weight > PLACE and all(
            reason.weight < NO_PLACE_ELSE
            for other, reasons in self.reasons.items()
            for reason in reasons
            if other != seat and (reason.why, reason.other) == ("opportunity", opportunity.other)
        )


@value
class Death:
    """A victim's room (empty if unknown), and the ticks between which it died.

    found: the tick of the find. bare: the last one in which this seat saw the room without the body; -1 if it did not.
    """

    victim: Seat
    room: Room
    first: int
    last: int
    found: int
    bare: int = -1


_BY_EYE = ("opportunity", "at_body", "left_body", "alone_with", "lie", "changed", "false_charge", "false_sighting")
_MOST_LEARNT = 4.0  # log-odds for or against a seat that a round can teach, but for an alibi


def lessons(memory: Memory, mind: Mind) -> dict[Seat, float]:
    """Return what a goose will still hold for or against each seat after this meeting."""
    if memory.state.mine.team != "goose":
        return {}
    found: dict[Seat, float] = {}
    for seat, reasons in suspicion(memory, mind).reasons.items():
        learnt = sum(reason.weight for reason in reasons if reason.why in _BY_EYE)
        lasting = sum(reason.weight for reason in reasons if reason.why in ("before", "alibi"))
        found[seat] = lasting + mind.traits.recalls * max(-_MOST_LEARNT, min(_MOST_LEARNT, learnt))
    return found


def suspicion(memory: Memory, mind: Mind, innocent: Sequence[Seat] = ()) -> Suspicion:
    """Return the suspicion of a goose. innocent: seats that are known to be no ducks."""
    if not memory.talk:
        return _weigh(memory, mind, innocent)
    heard = mind, tuple(innocent), len(memory.talks), len(memory.talk.meeting.speeches)
    known, found = memory.cached
    if known != heard or not isinstance(found, Suspicion):
        found = _weigh(memory, mind, innocent)
        memory.cached = heard, found
    return found


def _weigh(memory: Memory, mind: Mind, innocent: Sequence[Seat]) -> Suspicion:
    suspects = [seat for seat in memory.state.living if seat not in innocent]
    found = Suspicion({seat: memory.grudge.get(seat, 0.0) for seat in suspects})
    for seat, grudge in found.odds.items():
        if grudge >= BETRAYED:
            found.reasons[seat] = [Reason("grudge", grudge)]
    for seat, lesson in memory.lessons.items():
        found.add(seat, Reason("before", lesson))
    if not suspects:
        return found
    for seat, kill in memory.killers.items():
        found.add(seat, Reason("witness", WITNESSED, kill.room, kill.victim))
    seen = remembered(memory, mind)
    _look(memory, mind, found, seen)
    cleared = alibis(memory)
    for seat, stay in cleared.items():
        found.add(seat, Reason("alibi", ALIBI if memory.ducks_left == 1 else SOME_ALIBI, stay.room, "", stay.last))
    _count_finds(memory, found)
    if memory.talk:
        _check_charges(memory, found, cleared)
        _compare(memory, mind, found, seen)
        _listen(memory, mind, found)
    _to_chances(found, memory.ducks_left)
    return found


def remembered(memory: Memory, mind: Mind) -> dict[Seat, list[Stay]]:
    """Return the sightings of others since the last meeting that a character has not forgotten."""
    since = memory.state.tick - mind.traits.span
    if since <= memory.state.round.begins:
        return memory.state.round.seen
    return {seat: [stay for stay in stays if stay.last >= since] for seat, stays in memory.state.round.seen.items()}


def alibis(memory: Memory) -> dict[Seat, Stay]:
    """Return the seats that cannot have killed since the last meeting, by what this one saw, with its sighting of each then.

    Nobody forgets who stood beside it, so no character does.
    """
    ship, round_ = memory.config.map, memory.state.round
    of_rooms = [death for death in deaths(memory, by_hearsay=False) if death.room]
    found = {}
    for seat, stays in round_.seen.items():
        missed = [death for death in of_rooms if not opportunity(ship, death, stays)] if seat in memory.state.living else []
        if missed and (memory.ducks_left == 1 or len(missed) == len(of_rooms)):
            last = missed[-1]
            found[seat] = min(stays, key=lambda stay: max(last.first - stay.last, stay.first - last.last))
    return found


def _count_finds(memory: Memory, found: Suspicion) -> None:
    """Suspect a seat that finds one body after another."""
    finders = Counter(meeting.caller for meeting in memory.state.meetings if meeting.cause == "report")
    for seat, times in finders.items():
        if times >= min(FINDS):
            found.add(seat, Reason("finds", FINDS[min(times, max(FINDS))], tick=times))


def _check_charges(memory: Memory, found: Suspicion, cleared: Mapping[Seat, Stay]) -> None:
    """Suspect those who say that they saw a seat kill, or in another room, while it was in sight here."""
    assert memory.talk
    distances = memory.config.map.distances
    for claim in dict.fromkeys(memory.talk.claims):
        about = claim.about
        if about is None or about in (memory.me, claim.speaker) or claim.is_tentative:
            continue
        seen = memory.state.round.seen.get(about, ()) if claim.room and claim.first is not None else ()
        if claim.kind == "kill":
            stay = cleared.get(about) or find_clash(claim, seen, distances, HEARSAY_SLACK) or _seen_elsewhere(memory, claim)
            if stay:
                found.add(claim.speaker, Reason("false_charge", FALSE_CHARGE, stay.room, about, stay.last))
                found.add(about, Reason("alibi", SOME_ALIBI, stay.room, "", stay.last))
            continue
        if clash := find_clash(claim, seen, distances):
            found.add(claim.speaker, Reason("false_sighting", FALSE_SIGHTING, clash.room, about, clash.last, claim.room or ""))


def _seen_elsewhere(memory: Memory, charge: Assertion) -> Stay | None:
    """Return where the accused stood in sight before, at and after the tick of a kill, as it is told."""
    if charge.first is None or charge.room is None:
        return None
    first, last = charge.first, charge.last or charge.first
    stays = memory.state.round.seen.get(charge.about or "", ())
    return next((stay for stay in stays if stay.room != charge.room and stay.first < first and last < stay.last), None)


def deaths(memory: Memory, *, by_hearsay: bool = True) -> list[Death]:
    """Return the deaths since the last meeting that the seat knows about, and may show that it does.

    by_hearsay: whether what others say of the victim narrows the time of its death.
    """
    talk = memory.talk
    heard = talk.claims if talk else []
    victims = talk.meeting.victims if talk else tuple(memory.state.round.bodies)
    rooms = {claim.about: claim.room for claim in heard if claim.kind == "body"}
    mine = {kill.victim for kill in memory.state.recent_kills if kill.killer == memory.me}
    sight = memory.state.sight
    here = sight.bodies if sight and talk and talk.meeting.caller in (memory.me, *sight.present) else ()
    found = []
    for victim in dict.fromkeys((*victims, *memory.state.round.bodies)):
        body = memory.state.round.bodies.get(victim)
        is_shown = body is not None and (victim not in mine or victim in here)  # nobody has to know where its own victims lie
        room = body.room if body and is_shown else rooms.get(victim) or (rooms.get(None) if len(victims) == 1 else None) or ""
        tick = body.tick if body and victim not in mine else talk.meeting.tick if talk else memory.state.tick
        last = tick - _is_over(memory, victim, room, tick)
        stays = memory.state.round.seen.get(victim)
        seen = [stays[-1].last] if stays else []
        if by_hearsay:
            seen += [claim.first - HEARSAY_SLACK for claim in heard if claim.kind == "at" and claim.about == victim and claim.first]
        bare = -1 if victim in mine else _bare_until(memory, room, victim)
        first = max(memory.state.round.begins + 1, memory.config.first_kill_cooldown, bare, *(at for at in seen if at <= last))
        found.append(Death(victim, room, min(first, last), last, tick, bare))
    return found


def last_death(memory: Memory) -> Death | None:
    """Return the death that a meeting is about: the last whose room is known, or else the last."""
    found = deaths(memory)
    return next((death for death in reversed(found) if death.room), found[-1] if found else None)


def _is_over(memory: Memory, victim: Seat, room: Room, tick: int) -> bool:
    """Return whether a victim died before the tick of its find: whoever was in the room for that tick would have seen the kill."""
    if not memory.config.kills_seen or any(kill.victim == victim for kill in memory.state.recent_kills if kill.killer != memory.me):
        return False
    talk, sight = memory.talk, memory.state.sight
    if talk is None or tick < talk.meeting.tick:
        return True
    meeting = talk.meeting
    told = [claim for claim in talk.claims if claim.speaker == meeting.caller]
    if meeting.cause != "report" or any(claim.kind == "kill" for claim in told):
        return False
    if len(meeting.victims) == 1:
        return True
    if sight and sight.tick == meeting.tick and room == sight.room:
        return meeting.caller == memory.me or meeting.caller in sight.present
    return any(claim.kind == "body" and claim.room == room for claim in told)


def _bare_until(memory: Memory, room: Room, victim: Seat) -> int:
    """Return the last tick in which this seat looked round a room and saw no body of a seat there; -1 if it never did."""
    for _, sight in reversed(memory.state.looks):
        if sight.tick <= memory.state.round.begins:
            break
        if sight.room == room and victim not in sight.bodies:
            return sight.tick
    return -1


def opportunity(ship: ShipMap, death: Death, known: Iterable[Stay], slack: int = 0) -> float:
    """Return the share of the ticks of a death in which a seat with these sightings could have been in the body's room."""
    far = ship.distances[death.room]
    ruled_out = sorted(
        (stay.first - far[stay.room] + 1 + slack, stay.last + far[stay.room] - 1 - slack) for stay in known if far.get(stay.room)
    )
    free, at = 0, death.first
    for first, last in ruled_out:
        if first > last:
            continue
        free += max(0, min(first - 1, death.last) - at + 1)
        at = max(at, last + 1)
    free += max(0, death.last - at + 1)
    return free / (death.last - death.first + 1)


def _look(memory: Memory, mind: Mind, found: Suspicion, seen: Mapping[Seat, list[Stay]]) -> None:
    """Weigh its own sightings, and with less weight those of the others, for who could have done it."""
    ship = memory.config.map
    told: dict[Seat, list[tuple[Seat, Stay]]] = {}
    for claim in memory.talk.claims if memory.talk else ():
        if claim.kind == "at" and claim.about and claim.about != claim.speaker and claim.room and claim.first is not None:
            stay = Stay(claim.room, claim.first, claim.last or claim.first)
            told.setdefault(claim.about, []).append((claim.speaker, stay))
    for death in deaths(memory):
        if not death.room:
            continue
        here = [stay for stay in memory.state.round.stays if stay.room == death.room and stay.last > stay.first]
        for seat in found.odds:
            mine = seen.get(seat, [])
            known = [*mine, *_absences(here, mine, ship, death.room)]
            share = opportunity(ship, death, known)
            if share and (others := told.get(seat)):
                heard = opportunity(ship, death, [*known, *(stay for _, stay in others)], HEARSAY_SLACK)
                share += min(1.0, HEARSAY * mind.hearsay) * (min(share, heard) - share)
            weight = mind.traits.deduces * math.log(share + NO_CHANCE)
            if opportunity(ship, death, memory.state.round.seen.get(seat, ())) < 1:  # nobody forgets that
                weight += ELSEWHERE
            found.add(seat, Reason("opportunity", weight, death.room, death.victim))
            presences = [*_stood_there(memory, seat, death, mine, share), *_left(memory, seat, death, share)]
            presences += [
                Reason("told", mind.hearsay * min(SEEN_THERE, _presence(death, share, stay.first, stay.last)), death.room, speaker)
                for speaker, stay in told.get(seat, ())
                if stay.room == death.room
            ]
            reason = max(presences, key=lambda each: each.weight, default=None)  # they rest on one another
            if reason and reason.weight > 0:
                found.add(seat, reason)
        _company(found, death, seen)


def _presence(death: Death, share: float, first: int, last: int) -> float:
    """Return what it weighs that a seat was in the body's room for some ticks, beside one that was there as often as any.

    share: of the time of the death in which it could have been there at all.
    """
    until = max(death.first, death.found - 1)  # who is there as the body is found came to it
    ticks = min(last, until) - max(first, death.first, death.bare + 1) + 1
    size = death.last - death.first + 1
    return math.log(share + ticks / (USUALLY * size)) if ticks > 0 else 0.0


def _absences(here: list[Stay], seen: list[Stay], ship: ShipMap, room: Room) -> list[Stay]:
    """Return stays near by of a seat that was not seen in the body's room while this one was there."""
    near = min(ship.neighbours[room], key=ship.neighbours[room].__getitem__)
    return [
        Stay(near, stay.first + 1, stay.last)
        for stay in here
        if not any(other.room == room and other.last >= stay.first and other.first <= stay.last for other in seen)
    ]


def _stood_there(memory: Memory, seat: Seat, death: Death, stays: Iterable[Stay], share: float) -> Iterator[Reason]:
    """Yield reasons against a seat that stood by the body and had not just come in, or stayed in its room as this one left."""
    came = {step.tick for step in memory.state.round.steps if step.seat == seat and step.to == death.room}
    body, meeting = memory.state.round.bodies.get(death.victim), memory.talk.meeting if memory.talk else None
    has_reported = meeting is not None and meeting.cause == "report" and meeting.caller == seat
    for stay in stays:
        if stay.room != death.room:
            continue
        if body and body.room == stay.room and stay.last >= body.tick:
            if stay.first < body.tick or not (has_reported or came & {stay.first, stay.first + 1}):
                sharp = min(1.0, SHARP / (death.last - death.first + 1))
                yield Reason("at_body", AT_BODY * sharp, death.room, death.victim, stay.last)
        else:
            weight = min(AT_BODY, _presence(death, share, stay.first, stay.last + 1))
            yield Reason("at_body", weight, death.room, death.victim, stay.last)


def _left(memory: Memory, seat: Seat, death: Death, share: float) -> Iterator[Reason]:
    """Yield reasons against a seat that was seen to come out of the body's room."""
    ship, stays = memory.config.map, memory.state.round.stays
    for step in memory.state.round.steps:
        if step.seat == seat and step.start == death.room:
            was_here = any(stay.room == death.room and stay.first <= step.tick <= stay.last for stay in stays)
            left = step.tick - (0 if was_here else ship.neighbours[step.start].get(step.to, 1))
            weight = min(LEFT_BODY, _presence(death, share, left - 1, left))
            yield Reason("left_body", weight, death.room, death.victim, step.tick)


def _company(found: Suspicion, death: Death, seen: Mapping[Seat, list[Stay]]) -> None:
    """Suspect the seat that was alone with the victim when it was last seen, not long before."""
    stays = seen.get(death.victim)
    if not stays or stays[-1].last < death.last - STALE:
        return
    last = stays[-1]
    beside = [
        seat
        for seat in found.odds
        if any(stay.room == last.room and stay.first <= last.last <= stay.last for stay in seen.get(seat, ()))
    ]
    if len(beside) == 1:
        found.add(beside[0], Reason("alone_with", ALONE_WITH, last.room, death.victim, last.last))


def _compare(memory: Memory, mind: Mind, found: Suspicion, seen: Mapping[Seat, list[Stay]]) -> None:
    """Compare what each says of itself with what was seen, with what it said before, and with what the others say they saw."""
    talk = memory.talk
    assert talk
    distances = memory.config.map.distances
    placed = [
        claim for claim in talk.claims if claim.kind == "at" and claim.room and claim.first is not None and not claim.is_tentative
    ]
    me = memory.me
    for claim in placed:
        mine = (
            seen.get(claim.speaker, ()) if claim.about == claim.speaker else memory.state.round.stays if claim.about == me else ()
        )
        clash = find_clash(claim, mine, distances)
        if clash and mind.does(f"notices {claim.speaker} {claim.room} {claim.first} {talk.meeting.tick}", mind.traits.notices):
            other = me if claim.about == me else claim.speaker
            found.add(claim.speaker, Reason("lie", CAUGHT, clash.room, other, clash.last, claim.room or ""))
    own: dict[Seat, list[Stay]] = {}
    for claim in placed:
        if claim.about == claim.speaker and claim.about in found.odds:
            stays = own.setdefault(claim.about, [])
            clash = find_clash(claim, stays, distances)
            if clash and mind.does(f"notices change {claim.speaker} {talk.meeting.tick}", mind.traits.notices):
                found.add(claim.speaker, Reason("changed", CHANGED, claim.room or "", claim.speaker, clash.first, clash.room))
            stays.append(Stay(claim.room or "", claim.first or 0, claim.last or claim.first or 0))
    for claim in placed:
        if claim.about in own and claim.about != claim.speaker and (clash := find_clash(claim, own[claim.about], distances)):
            weight = mind.hearsay * DISPUTED
            found.add(claim.about, Reason("told", weight, claim.room or "", claim.speaker, claim.first or 0, clash.room))
            found.add(claim.speaker, Reason("told", weight / 3, claim.room or "", claim.about, claim.first or 0))


def find_clash(
    claim: Assertion, stays: Sequence[Stay], distances: Mapping[Room, Mapping[Room, int]], slack: int = CLAIM_SLACK
) -> Stay | None:
    """Return a stay that cannot be true if the claim is, unless another bears it out. slack: ticks by which it may be off."""
    first, last = claim.first or 0, claim.last or claim.first or 0
    gaps = [max(stay.first - last, first - stay.last, 0) for stay in stays]
    if any(stay.room == claim.room and gap <= slack for stay, gap in zip(stays, gaps, strict=True)):
        return None
    for stay, gap in zip(stays, gaps, strict=True):
        if claim.room and distances[claim.room].get(stay.room, 0) > gap + slack:
            return stay
    return None


def _listen(memory: Memory, mind: Mind, found: Suspicion) -> None:
    """Weigh accusations by how far the accuser is trusted; silence is odd, and so is passing over a question."""
    assert memory.talk
    base = dict(found.odds)
    seen = {(claim.speaker, claim.about) for claim in memory.talk.claims if claim.kind == "at"}
    counted: set[tuple[str, Seat, Seat | None]] = set()
    is_at_brink = len(memory.state.living) - 2 * memory.ducks_left <= 0
    for claim in memory.talk.claims:
        key = ("accuse" if claim.kind == "vote" else claim.kind, claim.speaker, claim.about)
        if key in counted or claim.speaker not in base:
            continue
        counted.add(key)
        trust = mind.hearsay / (1 + math.exp(base[claim.speaker] - 1.0))
        belief = trust * (1.0 if (claim.speaker, claim.about) in seen else HOLLOW)
        match claim.kind:
            case "kill" if claim.about == memory.me:
                found.add(claim.speaker, Reason("lie", CAUGHT, other=memory.me))
            case "accuse" | "vote" if claim.about == memory.me:
                found.add(claim.speaker, Reason("told", FRAMED, "", memory.me))
            case "kill" if claim.about:
                is_wary = is_at_brink and mind.does(f"is wary {memory.talk.meeting.tick}", mind.traits.notices)
                weight = (AT_THE_BRINK if is_wary else WITNESSED_BY_ANOTHER) * trust
                found.add(claim.about, Reason("told", weight, claim.room or "", claim.speaker))
            case "accuse" | "vote" if claim.about:
                found.add(claim.about, Reason("told", ACCUSED * belief, "", claim.speaker))
            case "clear" if claim.about:
                found.add(claim.about, Reason("told", CLEARED * trust, "", claim.speaker))
            case "confess":
                found.add(claim.speaker, Reason("told", WITNESSED_BY_ANOTHER, "", claim.speaker))
    speeches = memory.talk.meeting.speeches
    for seat in {speech.speaker for speech in speeches} - {speech.speaker for speech in speeches if speech.text}:
        found.add(seat, Reason("silent", SILENT))
    for seat in {question.asked for question in unanswered(memory.talk, memory.me)}:
        found.add(seat, Reason("dodged", DODGED))


def _to_chances(found: Suspicion, ducks: int) -> None:
    highest = max(found.odds.values())
    weights = {seat: math.exp(odds - highest) for seat, odds in found.odds.items()}
    total = plain_sum(weights.values())
    found.chance = {seat: min(1.0, ducks * weight / total) for seat, weight in weights.items()}
