"""Verdicts on claims: the outcome in the world, the speaker's standing, and the Events that prove it.

The outcome, in this order: not understood; true in the window; unverifiable; nearly true; true at another time of the round; true
in another room; true of another seat; false. A denied claim is true if what it denies is not.

The standing: what the speaker itself had done, seen or heard speaks for the claim, against it, or is missing. Intent
cannot be observed: a lie is what the speaker's own turns and sights contradict, whatever it meant. A slip of a few ticks from the
nearest time at which it was so, or of what is nearly so, is a mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.games.ship.claims.extraction.lexicon import verbs
from woozle.games.ship.claims.observed import evidence
from woozle.games.ship.claims.observed.case import Case, Holds, Proof, Query, case_of, says_never
from woozle.games.ship.claims.observed.evidence import KNOWN_TO_ALL, SEEN, SEEN_OR_BODY, activity_of
from woozle.games.ship.claims.observed.times import wider
from woozle.games.ship.claims.schema import HELD_AGAINST, STANCES, Claim, Ruling, Standing, Statement, Verdict
from woozle.games.ship.claims.timeline import Kill, Timeline
from woozle.games.ship.words import in_words

SLIP = 2  # ticks by which a time may be off and still be a slip of memory
_ON_THE_WAY = frozenset({"left", "came", "passed"})
_PERCEIVED = frozenset({"sighting", "departure", "arrival", "count"})
_WORLDLY = frozenset({"location", "activity", "alone"})


def standing_of(case: Case, outcome: Ruling, off: int) -> Standing:
    """Return the standing of the speaker. off: For the outcome wrong_time, the distance of the nearest true time in ticks."""
    if outcome == "unverifiable":
        return ""
    if case.subject == case.speaker or activity_of(case) in KNOWN_TO_ALL:
        return _of_itself(case, outcome, off)
    is_true = (outcome == "true") != case.claim.is_negated
    supported = _saw(case)
    if is_true and case.claim.is_negated:
        return "lie" if supported else "unsupported"
    is_whole = case.when.duration == "entire" and case.claim.type in _WORLDLY and bool(case.room)
    if is_true:
        return "honest" if (_saw_all(case) if is_whole else supported) or was_told(case) else "unsupported"
    if case.claim.is_negated:
        return "honest" if (_saw_all(case) if is_whole else _was_there(case)) or was_told(case) else "unsupported"
    if _saw_otherwise(case):
        return "lie"
    has_place = bool(case.room or case.route)
    return "mistaken" if was_told(case) or (has_place and _saw(case, in_round=True)) else "unsupported"


def _of_itself(case: Case, outcome: Ruling, off: int) -> Standing:
    """Return the standing to a claim about what the speaker must know: its own acts and sights, and who called the meeting."""
    claim, when = case.claim, case.when
    if claim.type == "count" and (claim.is_all or not claim.number) and case.room and not evidence.has_looked(case):
        return "unsupported"
    if outcome == "true":
        return "honest"
    if when.duration == "entire" and claim.type in ("location", "sighting") and not claim.is_negated and case.share < 1:
        return "honest" if outcome == "near_miss" else "mistaken" if case.share >= _HALF else "lie"
    if claim.type == "alone" and when.duration == "entire" and not claim.is_negated and not evidence.saw_company(case, case.query):
        return "mistaken"  # someone else who was there was not seen
    if case.besides and claim.type == "location" and outcome == "false" and not evidence.stayed_there(case):
        return "mistaken"  # passed, and not worth a word
    if outcome == "near_miss":
        has_no_tasks = case.timeline.teams.get(case.speaker) == "duck" and activity_of(case) == "task"  # none to mix up
        return "unsupported" if case.claim.type == "kill" else "lie" if has_no_tasks else "mistaken"
    return "mistaken" if outcome == "wrong_time" and off <= SLIP else "lie"


def _saw(case: Case, *, in_round: bool = False) -> bool:
    """Return whether the speaker saw the one it speaks of, or its body, where it says that this one was."""
    when = case.when
    kinds = SEEN if when.is_of_living else SEEN_OR_BODY
    on_the_way = frozenset() if case.claim.is_negated else _ON_THE_WAY  # a seat seen to leave for a room may be believed there
    begin, end = (when.round_begin, when.round_end) if in_round else (when.begin, when.end)
    rooms = {case.room, *case.route} - {""}
    for each in case.timeline.sightings.get((case.speaker, case.subject), ()):
        is_there = each.kind in kinds and (not rooms or each.room in rooms)
        is_then = begin <= each.at and each.begin < end
        if is_then and (is_there or (each.kind in on_the_way and not {each.room, each.way}.isdisjoint(rooms))):
            return True
    return _was_shown_bodies(case)


def _was_shown_bodies(case: Case) -> bool:
    """Return whether the speaker called the meeting, was shown all bodies for it, and speaks of one of those."""
    timeline = case.timeline
    meetings = timeline.meetings[case.statement.meeting : case.statement.meeting + 1]
    is_shown = timeline.config.caller_learns_all_bodies and any(
        each.caller == case.speaker and case.subject in each.dead for each in meetings
    )
    return is_shown and any(kill.victim == case.subject and kill.room == case.room for kill in timeline.kills)


def _saw_otherwise(case: Case) -> bool:
    """Return whether the speaker saw the one it speaks of elsewhere, in each tick; in one, if it speaks of all the time."""
    if case.claim.type not in _WORLDLY or case.route or not case.room:
        return False
    there, elsewhere = _ticks_seen(case)
    if case.when.duration == "entire":
        return bool(elsewhere - there)
    return not there and elsewhere.issuperset(_ticks_of(case))


def _saw_all(case: Case) -> bool:
    """Return whether the speaker saw, at each tick, that the one it speaks of was in the room; or was not, if that is denied."""
    there, elsewhere = _ticks_seen(case)
    looked = {each.tick for each in case.timeline.looks[case.speaker] if each.is_certain and each.room == case.room}
    return (elsewhere | looked if case.claim.is_negated else there).issuperset(_ticks_of(case))


def _ticks_of(case: Case) -> range:
    """Return the ticks that a claim is about, except a round's first, in which nothing is decided."""
    window = case.when.window
    return range(max(window.first, case.timeline.tick_at(case.when.round_begin) + 1), window.last + 1)


def _ticks_seen(case: Case) -> tuple[set[int], set[int]]:
    """Return the ticks in which the speaker certainly saw the one it speaks of in the room, and elsewhere."""
    there, elsewhere = set[int](), set[int]()
    for each in case.timeline.sightings.get((case.speaker, case.subject), ()):
        if each.kind in SEEN and case.when.begin <= each.at < case.when.end and each.is_certain:
            (there if each.room == case.room else elsewhere).add(each.last)
    return there, elsewhere


def _was_there(case: Case) -> bool:
    looks = case.timeline.looks[case.speaker]
    return any(case.when.begin <= each.at < case.when.end and each.room == case.room for each in looks)


def was_told(case: Case) -> bool:
    """Return whether an earlier speech of this meeting says such a thing: of its speaker, or naming who is meant, and the room."""
    return said_before(case) is not None


def said_before(case: Case, source: Seat = "") -> Statement | None:
    """Return the first earlier speech of this meeting that names the room of the claim and whom it is about.

    source: The one whose speeches count; empty for all but the speaker's.
    """
    wanted = {word for room in (case.room, *case.route) if room for word in room.split("_")}
    whom = {seat for seat in (case.subject, case.target if source else "") if seat}
    if not (wanted or source):
        return None
    for speech in _earlier(case.timeline, case.statement):
        words = case.timeline.words_of(speech)
        if (
            source in ("", speech.speaker)
            and wanted <= words
            and all(seat == speech.speaker or seat.lower() in words for seat in whom)
        ):
            return speech
    return None


def _earlier(timeline: Timeline, statement: Statement) -> list[Statement]:
    meetings = timeline.meetings[statement.meeting : statement.meeting + 1]
    speeches = meetings[0].speeches if meetings else ()
    return [speech for speech in speeches if speech.at < statement.at and speech.speaker != statement.speaker]


_NEAR = 1  # ticks between a kill and an alibi for it


@value
class Ground:
    """The ground of an accusation or a defense. kind: In a few words. words: The end of a sentence about the one who knows it."""

    kind: str
    words: str
    evidence: tuple[int, ...]


def _judge_stance(case: Case) -> Verdict:
    """Judge an accusation, which is true of a duck, or a defense, which is true of a goose; denied, the other way round."""
    if not case.target:
        return Verdict("unverifiable", case.when.window, "It names no seat.")
    is_accusation = (case.claim.type == "accusation") != case.claim.is_negated
    team = case.timeline.teams.get(case.target)
    if team is None:
        return Verdict("unverifiable", case.when.window, f"What {case.target} is, the record does not tell.")
    is_true = (team == "duck") == is_accusation
    ground = next(_against(case) if is_accusation else _for(case), None)
    is_innocent = is_accusation and _saw_innocence(case)
    standing = _standing(case, is_true=is_true, is_grounded=ground is not None, is_innocent=is_innocent)
    why = f"{case.subject} {ground.words}" if ground else f"{case.subject} had seen nothing that speaks for it"
    outcome: Ruling = "true" if is_true else "false"
    reason = f"{case.target} is a {team}. {why}."
    return Verdict(
        outcome,
        case.when.window,
        reason,
        standing,
        ground.evidence if ground else (),
        ground is not None,
        ground.kind if ground else "",
        is_accusation and bool(_kills(case)),
    )


def _kills(case: Case) -> list[Kill]:
    """Return the kills of the round before the speech."""
    return [each for each in case.timeline.kills if case.when.round_begin <= each.at < case.statement.at]


def _saw_innocence(case: Case) -> bool:
    """Return whether the speaker knows that the one it accuses did not kill: it saw who did, or saw that one elsewhere all along.

    It cannot know the tick of a kill that it did not see, so "all along" is each tick from when it last saw the victim alive, or
    the round began, until it saw the body, or the meeting. Where there are several ducks, this only refutes a charge in words of
    killing.
    """
    timeline, speaker, target = case.timeline, case.speaker, case.target
    if case.subject != speaker or (list(timeline.teams.values()).count("duck") > 1 and not _speaks_of_killing(case)):
        return False
    seen = [each for each in timeline.sightings.get((speaker, target), ()) if each.kind == "present" and each.is_certain]
    kills = _kills(case)
    return bool(kills) and all(
        kill.killer != target
        if speaker in kill.seen_by
        else _ticks_of_death(case, kill) <= {each.last for each in seen if each.room != kill.room}
        for kill in kills
    )


def _ticks_of_death(case: Case, kill: Kill) -> set[int]:
    """Return the ticks in which the kill may have happened, from what the speaker saw."""
    seen = [each for each in case.timeline.sightings.get((case.speaker, kill.victim), ()) if each.at >= case.when.round_begin]
    first = max((each.last for each in seen if each.kind in SEEN), default=case.timeline.tick_at(case.when.round_begin))
    last = min((each.last for each in seen if each.kind == "body"), default=case.statement.tick)
    return set(range(first + 1, last + 1))


def _speaks_of_killing(case: Case) -> bool:
    said = case.statement.text[slice(*case.claim.span)].lower() if case.claim.span else case.claim.basis.lower()
    known = (verbs().get(word) for word in re.findall(r"[a-z]+", said))
    return any(verb is not None and verb.kind == "kill" for verb in known)


def _standing(case: Case, *, is_true: bool, is_grounded: bool, is_innocent: bool) -> Standing:
    """Return the standing to an accusation or a defense. Ducks know the ducks, and every seat knows itself.

    is_innocent: Whether the speaker saw that the one it accuses did not do it.
    """
    if case.timeline.teams.get(case.speaker) == "duck" or case.target == case.speaker:
        return "honest" if is_true else "lie"
    if is_innocent and not is_true:
        return "lie"
    if not is_grounded:
        return "unsupported"
    return "honest" if is_true else "mistaken"


def ground_against(timeline: Timeline, statement: Statement, target: Seat) -> Ground | None:
    """Return the heaviest ground that the speaker of a statement has by then for an accusation of a seat; None without any."""
    case = case_of(timeline, statement, Claim("accusation", statement.speaker, target), tolerance=0)
    return next(_against(case), None)


def _against(case: Case) -> Iterator[Ground]:
    """Yield the subject's sightings that speak against the target, the weightiest first."""
    timeline, seer, target, now = case.timeline, case.subject, case.target, case.statement.at
    if seer == target:
        return
    known = [each for each in timeline.glimpses[seer] if each.at < now and each.is_certain]
    for each in known:
        if each.kind == "kill" and each.other == target:
            yield Ground(
                "saw the kill", f"saw {target} kill {each.victim} in {in_words(each.room)} at tick {each.last}", (each.at,)
            )
    looks = [each for each in timeline.looks[seer] if each.at < now and each.is_certain]
    begin = case.when.round_begin
    for look in looks:
        if look.at >= begin and look.bodies and target in look.present:
            body = look.bodies[0]
            yield Ground(
                "saw it with the body",
                f"saw {target} with the body of {body} in {in_words(look.room)} at tick {look.tick}",
                (look.at,),
            )
    for victim in (kill.victim for kill in timeline.kills if begin <= kill.at < now):
        last = next((each for each in reversed(looks) if each.at >= begin and victim in each.present), None)
        if last and target in last.present:
            yield Ground(
                "last saw the victim with it",
                f"last saw {victim} alive with {target}, in {in_words(last.room)} at tick {last.tick}",
                (last.at,),
            )
    rooms = {each.room: each.at for each in known if each.kind == "body" and each.at >= begin}
    seen = [each for each in known if each.other == target and each.kind in SEEN and each.at >= begin]
    for each in seen:
        if each.room in rooms:
            words = f"saw {target} in {in_words(each.room)} at tick {each.last}, where a body was found"
            yield Ground("saw it where a body was found", words, (each.at, rooms[each.room]))
    meeting = timeline.meetings[case.statement.meeting] if case.statement.meeting < len(timeline.meetings) else None
    if meeting and meeting.caller == seer and seen:
        yield Ground(
            "called the meeting, and saw it",
            f"called the meeting, and saw {target} at tick {seen[-1].last}",
            (meeting.at, seen[-1].at),
        )


def _for(case: Case) -> Iterator[Ground]:
    """Yield what the subject knew that clears the target: itself; another killer; its place during a kill."""
    timeline, seer, target, now = case.timeline, case.subject, case.target, case.statement.at
    if seer == target:
        yield Ground("itself", "knows its own role", ())
        return
    begin = case.when.round_begin
    seen = [each for each in timeline.sightings.get((seer, target), ()) if begin <= each.at < now and each.is_certain]
    seen = [each for each in seen if each.kind in SEEN or each.kind == "passed"]
    kills = [each for each in timeline.kills if begin <= each.at < now]
    for kill in kills:
        if seer in kill.seen_by and kill.killer != target:
            did = f"killed {kill.victim}" if seer == kill.killer else f"saw {kill.killer} kill {kill.victim}"
            yield Ground("saw the kill", f"{did} at tick {kill.tick}", (kill.at,))
        for each in seen:
            if each.room != kill.room and each.first - _NEAR <= kill.tick <= each.last + _NEAR:
                words = f"saw {target} in {in_words(each.room)} at tick {each.last}, when {kill.victim} was killed elsewhere"
                yield Ground("saw it elsewhere at the kill", words, (each.at, kill.at))
    ticks = {each.last for each in seen}
    if not kills and 2 * len(ticks) > case.statement.tick - case.when.window.first > 0:
        yield Ground("saw it most of the time", f"saw {target} in {len(ticks)} ticks of the round", tuple(each.at for each in seen))


_SHOWN = 8  # Events that are shown for what did not happen


def check(timeline: Timeline, statement: Statement, claim: Claim, *, tolerance: int = 1) -> Verdict:
    """Return the verdict on a claim of a speech.

    tolerance: how many ticks "around", or the time of an event that is named, may be off. Never raises for what a claim says.
    """
    case = case_of(timeline, statement, claim, tolerance=tolerance)
    window = case.when.window
    if case.unknown:
        return Verdict("unverifiable", window, f"No player or place here is called {_quote(case.unknown[0])}.")
    if claim.source != "own":
        return _judge_retold(case)
    if claim.doubt:
        return Verdict("unverifiable", window, claim.doubt, "uncertain")
    if claim.type in STANCES:
        return _judge_stance(case)
    if claim.type in _PERCEIVED and case.subject != case.speaker and said_before(case, case.subject):
        return _judge_retold(case, case.subject)  # what another saw is known from that one's words
    if case.when.unread:
        return Verdict("unverifiable", window, f"When that was is not understood: {_quote(case.when.unread)}.", "uncertain")
    if case.when.is_future:
        when = f"tick {window.first}" if window.first == window.last else f"ticks {window.first} to {window.last}"
        return Verdict("unverifiable", window, f"It was said at tick {statement.tick}, and {when} had not come yet.")
    family = _family(case)
    if isinstance(family, str):
        return Verdict("unverifiable", window, family)
    outcome, reason, proof = _judge_denial(case, family) if claim.is_negated else _judge(case, family)
    shown = (proof.at,) if proof else _looked_at(case)
    standing = standing_of(case, outcome, case.slip)
    if doubt := _doubt_of_blame(case, outcome, standing):
        return Verdict("unverifiable", window, f"{reason} {doubt}", "uncertain", shown)
    return Verdict(outcome, window, reason, standing, shown)


_EVENTS = frozenset({"body", "kill", "arrival", "departure"})  # which have a moment
_AFTER_WHAT = re.compile(r"\b(?:(?:after|since) (?:that|this|then|it)|afterwards?|from (?:then|there) on)\b|^(?:after|since)$")
_OF_WHAT = re.compile(r"\b(?:whole|entire|all the) time\b")


def _doubt_of_blame(case: Case, outcome: Ruling, standing: Standing) -> str:
    """Return why a finding cannot be held against the speaker, as a sentence; empty if it can, or if it speaks for the speaker.

    On the gold set, claims made so loosely were nearly always meant rightly.
    """
    if outcome in ("true", "unverifiable") and standing not in HELD_AGAINST:
        return ""
    claim, when = case.claim, case.when
    if claim.is_tentative:
        return "The reading is too uncertain to count."
    if claim.is_of_moment and not (claim.type == "location" and evidence.killed_there(case)):
        return "It may be of a moment only."
    if claim.is_negated and _AFTER_WHAT.search(claim.when.lower()) and not when.is_narrow:
        return "What it comes after is not known."
    if claim.is_negated and outcome == "false" and when.window.first == when.window.last and _came_or_left(case):
        return "It was so at one end of the tick alone."
    is_denial = claim.type == "location" and claim.is_negated and not (claim.route or claim.besides)
    if is_denial and outcome == "false" and not (claim.when or says_never(case.statement, claim) or evidence.stayed_there(case)):
        return "It only passed there, and does not say that it never did."
    is_vague = when.window.source in ("end", "now") and not all(evidence.ticks_in_room(case))
    if is_denial and outcome == "false" and is_vague:
        return "It was so in a part of that time alone."
    is_of_all = when.duration == "entire" or bool(claim.besides)
    if claim.type == "count" and claim.number == 0 and not is_of_all and evidence.saw_nobody_once(case, case.query):
        return "It was so at some looks."
    if (
        outcome in ("near_miss", "false")
        and when.duration == "entire"
        and _OF_WHAT.search(claim.when.lower())
        and not when.is_narrow
    ):
        return "The time that is meant by the whole is not known."
    if outcome == "near_miss" and standing == "mistaken" and (case.route or claim.type in ("departure", "arrival")):
        return "It is too nearly so to be a mistake."
    if outcome == "wrong_time" and standing == "mistaken" and case.slip == 1 and claim.type in _EVENTS:
        return "A tick can be told by its start or by its end."
    if outcome == "wrong_time" and standing == "mistaken" and case.when.window.source != "tick" and not case.stops:
        return "The time is too vague to be a mistake."
    if outcome == "near_miss" and standing == "mistaken" and activity_of(case) == "task":
        return "The task is described too vaguely to be a mistake."
    return ""


def _came_or_left(case: Case) -> bool:
    """Return whether the subject was in more than one room in the tick."""
    turns = case.timeline.turns[case.subject][case.when.window.first : case.when.window.first + 1]
    return case.claim.type == "location" and any(len(turn.touched) > 1 for turn in turns)


_RETOLD = {
    "quoted": "It is quoted, and not said by {speaker}.",
    "denied": "{speaker} rejects it.",
    "hypothetical": "It is a supposition, not a statement.",
    "question": "It is a question, not a statement.",
}


def _judge_retold(case: Case, told_by: Seat = "") -> Verdict:
    """Judge what the speaker does not assert. Hearsay is true if its source said such a thing; it counts for no one's honesty."""
    claim, window = case.claim, case.when.window
    if claim.source not in ("hearsay", "own"):
        return Verdict("unverifiable", window, _RETOLD[claim.source].format(speaker=case.speaker))
    source = told_by or case.timeline.names.get(claim.told_by) or case.timeline.names.get(claim.told_by.strip().lower(), "")
    if not source:
        return Verdict("unverifiable", window, "The speech does not say who said so.")
    if speech := said_before(case, source):
        return Verdict("true", window, f"{source} did say such a thing.", evidence=(speech.at,))
    return Verdict("unverifiable", window, f"In what {source} said no such thing is found.")


@value
class Family:
    """The tests by which claims of a type are judged.

    holds: whether it is so. nearly: whether it is nearly so. is_of_world: whether the subject's place and deeds are claimed, so
    that another player means another subject; else the subject saw the target.
    """

    holds: Holds
    nearly: Holds | None = None
    is_of_world: bool = False


_WAS_THERE = Family(evidence.was_in_room, is_of_world=True)
_TOOK_ROUTE = Family(evidence.took_route, evidence.took_route_in_another_order, is_of_world=True)
_DID = Family(evidence.did, evidence.nearly_did, is_of_world=True)
_FAMILIES = {
    "alone": Family(evidence.was_alone),
    "sighting": Family(evidence.saw, evidence.nearly_saw),
    "body": Family(evidence.found_body),
    "kill": Family(evidence.saw_kill, evidence.did_kill),
    "departure": Family(partial(evidence.saw_move, is_arrival=False), partial(evidence.noticed_move, is_arrival=False)),
    "arrival": Family(partial(evidence.saw_move, is_arrival=True), partial(evidence.noticed_move, is_arrival=True)),
    "count": Family(evidence.saw_count, partial(evidence.saw_count, off=1)),
}


def _family(case: Case) -> Family | str:
    """Return the tests for a claim, or a sentence that says why it cannot be judged."""
    claim = case.claim
    match claim.type:
        case "location" if case.route:
            return _TOOK_ROUTE
        case "location":
            return _WAS_THERE if case.room or case.besides else "It names no room."
        case "activity" if not activity_of(case):
            return f"The record does not show whether a player is {_quote(claim.activity)}."
        case "activity":
            return _DID
        case "sighting" if not case.target:
            return "It does not say whom."
        case "count" if claim.number is None and not claim.is_all:
            return "It does not say how many."
        case _:
            return _FAMILIES.get(claim.type, f"Claims of the type {_quote(claim.type)} cannot be checked.")


def _judge(case: Case, family: Family) -> tuple[Ruling, str, Proof | None]:
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
    if proof := _in_round_before(case, family, query):
        if when.window.source == "tick" and when.window.first <= proof.tick <= when.window.last:
            return "true", f"{proof.fact}.", proof  # the tick at which the rounds meet
        case.slip = SLIP  # of memory
        return "wrong_time", f"Not in this round: {proof.fact}.", proof
    if proof := _of_another(case, family, query):
        name = case.subject if family.is_of_world else case.target
        return "wrong_player", f"It was not {name}: {proof.fact}.", proof
    return "false", _denial(case), None


def _judge_denial(case: Case, family: Family) -> tuple[Ruling, str, Proof | None]:
    proof = family.holds(case, case.query)
    if proof is None:
        return "true", _denial(case), None
    if not proof.is_certain:
        return "unverifiable", _doubt(case, proof), None
    return "false", f"But {proof.fact}.", proof


def _nearest(case: Case, family: Family) -> Proof | None:
    """Return the proof that the claim is true at another time of the round, the nearest; sets the `slip` of the case."""
    when, query = case.when, case.query
    last = case.timeline.last_tick + 1
    if not (when.is_narrow or case.stops) or not _holds_within(case, family, query, last):
        return None
    return next((proof for ticks in range(1, last + 1) if (proof := _holds_within(case, family, query, ticks))), None)


def _holds_within(case: Case, family: Family, query: Query, ticks: int) -> Proof | None:
    """Return the proof that the claim is true if its times may be off by some ticks."""
    case.slip = ticks
    proof = family.holds(case, query.at(*wider(case.timeline, case.when, ticks)))
    if proof and proof.is_certain:
        return proof
    case.slip = 0
    return None


def _in_round_before(case: Case, family: Family, query: Query) -> Proof | None:
    """Return the proof that what the speaker tells of itself was so in the round before this one."""
    index = case.statement.meeting
    is_own = case.subject == case.speaker and case.claim.type in ("sighting", "activity", "departure", "arrival")
    if not (is_own and 0 < index < len(case.timeline.rounds)) or case.when.round_begin != case.timeline.rounds[index].begin:
        return None
    before = case.timeline.rounds[index - 1]
    proof = family.holds(case, query.at(before.begin, before.end))
    return proof if proof and proof.is_certain else None


def _lasting(case: Case, proof: Proof) -> tuple[Ruling, str, Proof]:
    """Judge whether a seat was in the room, or seen there, for all of the time, or most.

    One tick or look elsewhere makes the whole of it false; it is nearly so where that is the way there as the time begins, or the
    way on as it ends. Most of the time is nearly so from a quarter of it on.
    """
    is_place = case.claim.type == "location"
    found = evidence.ticks_in_room(case) if is_place else evidence.looks_with(case)
    there, whole = sum(found), len(found)
    case.share = share = there / whole if whole else 1.0
    if is_place:
        reason = f"{case.subject} was in {in_words(case.room)} in {there} of {whole} ticks."
    else:
        reason = f"{case.subject} saw {case.target} at {there} of {whole} looks around."
    if case.when.duration == "entire":
        inner = found[found.index(True) if True in found else 0 : -1]
        is_nearly = share >= _NEARLY_ALL and inner == sorted(inner, reverse=True)
        return ("true" if share == 1 else "near_miss" if is_nearly else "false"), reason, proof
    return ("true" if share >= _HALF else "near_miss" if share >= _MOST else "false"), reason, proof


_NEARLY_ALL = 0.8  # share of the time that people call "the whole round"
_HALF, _MOST = 0.5, 0.25  # shares of the time: "most of it" is so, or nearly so; "the whole" of it a mistake


def _elsewhere(case: Case, family: Family, query: Query) -> Proof | None:
    """Return the proof for another room. Since each seat is somewhere at any time, it only counts for a certain time."""
    if case.route:
        return evidence.took_part_of_route(case, query)
    if not (query.room or query.way) or (case.claim.type == "location" and not case.when.is_narrow):
        return None
    query.room = query.way = ""
    proof = family.holds(case, query)
    query.room, query.way = case.room, case.way
    return proof if proof and proof.is_certain else None


def _of_another(case: Case, family: Family, query: Query) -> Proof | None:
    """Return the proof for another seat that the subject saw, or that was there, at a certain place, time or deed."""
    is_certain = case.when.is_narrow or case.claim.type in ("body", "kill", "alone") or activity_of(case) in KNOWN_TO_ALL
    if family.is_of_world:
        if case.subject == case.speaker or case.route or not is_certain:
            return None
        queries: Iterable[Query] = (replace(query, subject=seat) for seat in case.others(case.subject, case.speaker))
    else:
        if case.target in ("", case.subject) or not (is_certain or query.room or query.way):
            return None
        queries = (replace(query, target=seat) for seat in case.others(case.target, case.subject))
    proofs = (family.holds(case, each) for each in queries)
    return next((proof for proof in proofs if proof and proof.is_certain), None)


# Sentences


def _times(case: Case) -> str:
    return " and ".join(f"in {in_words(stop.room)} {stop.when.words}" for stop in case.stops) or case.when.words


def _not_in(case: Case) -> str:
    if case.route or not case.room:
        return f", not {in_words(case.way)}" if case.way else ""
    return f", not in {in_words(case.room)}"


def _doubt(case: Case, proof: Proof) -> str:
    return f"{case.subject} waited in silence at tick {proof.tick}; the log does not say when in the tick, and so what it saw."


def _denial(case: Case) -> str:
    """Return the proof that it was not so: where the subject was instead, or that it was dead."""
    subject, target, when = case.subject, case.target, case.when.words
    place = f" in {in_words(case.room)}" if case.room else ""
    died = case.timeline.died_at(subject)
    if died < case.when.begin:
        return f"{subject} was dead: killed at tick {case.timeline.tick_at(died)}."
    match case.claim.type:
        case "location" if case.route:
            return f"{subject} was in none of these rooms {when}."
        case "location":
            but = f" anywhere but in {join_names(map(in_words, sorted(case.besides)))}" if case.besides else place
            return f"{subject} was not{but} {when}."
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
        case "count" if case.claim.is_all:
            return f"{subject} did not see everybody{place} {when}."
        case "count" if not case.claim.number:
            return f"{subject} saw somebody{place} {when}."
        case "count":
            return f"{subject} never saw {case.claim.number} others{place} {when}."
        case _:
            return f"{subject} did not see {target}{place} {when}."


def _looked_at(case: Case) -> tuple[int, ...]:
    """Return the Events that show where the subject was, or what it saw, in the claimed time."""
    timeline, when = case.timeline, case.when
    if case.claim.type in ("location", "activity"):
        return tuple(each.begin for each in evidence.stays_in(case, case.query))[:_SHOWN]
    return tuple(each.at for each in timeline.looks[case.subject] if when.begin <= each.at < when.end)[:_SHOWN]


def _quote(text: str) -> str:
    return repr(visible_line(str(text)[:40]))
