"""How a speaker stood to a claim: what it had itself done, seen or been told speaks for it, against it, or is not there.

Nobody can look into a mind: a lie is what the speaker's own turns and sights contradict, whatever it meant. A slip of a few ticks,
or of what is nearly so, is a mistake.
"""

from __future__ import annotations

from woozle.core.claims.observed.case import Case
from woozle.core.claims.observed.perceived import SEEN
from woozle.core.claims.observed.presence import KNOWN_TO_ALL, activity_of
from woozle.core.claims.schema import Ruling, Standing, Statement
from woozle.core.claims.timeline import Timeline

SLIP = 2  # ticks by which a time may be off and still be a slip of memory
_WORLDLY = frozenset({"location", "activity", "alone"})


def standing_of(case: Case, outcome: Ruling, tick: int) -> Standing:
    """How the speaker stood to its claim. tick: when it was, of what is true at another time."""
    if outcome == "unverifiable":
        return ""
    if case.subject == case.speaker or activity_of(case) in KNOWN_TO_ALL:
        return _of_itself(case, outcome, tick)
    is_true = (outcome == "true") != case.claim.is_negated
    supported = _saw(case)
    if is_true and case.claim.is_negated:
        return "lie" if supported else "unsupported"
    if is_true:
        return "honest" if supported or was_told(case) else "unsupported"
    if case.claim.is_negated:
        return "honest" if _was_there(case) or was_told(case) else "unsupported"
    if _saw_otherwise(case):
        return "lie"
    has_place = bool(case.room or case.route)
    return "mistaken" if was_told(case) or (has_place and _saw(case, in_round=True)) else "unsupported"


def _of_itself(case: Case, outcome: Ruling, tick: int) -> Standing:
    """Everybody knows what it did and what it was shown, and who called the meeting."""
    if outcome == "true":
        return "honest"
    if outcome == "near_miss":
        return "unsupported" if case.claim.type == "kill" else "mistaken"
    window = case.when.window
    if outcome == "wrong_time" and window.first - SLIP <= tick <= window.last + SLIP:
        return "mistaken"
    return "lie"


def _saw(case: Case, *, in_round: bool = False) -> bool:
    """Whether the speaker saw the one it speaks of where it says that this one was."""
    when = case.when
    begin, end = (when.round_begin, when.round_end) if in_round else (when.begin, when.end)
    rooms = {case.room, *case.route} - {""}
    for each in case.timeline.sightings.get((case.speaker, case.subject), ()):
        if begin <= each.at and each.begin < end and each.kind in SEEN and (not rooms or each.room in rooms):
            return True
    return False


def _saw_otherwise(case: Case) -> bool:
    """Whether the speaker saw the one it speaks of elsewhere, in each tick that it speaks of."""
    if case.claim.type not in _WORLDLY or case.route or not case.room:
        return False
    window = case.when.window
    elsewhere = set()
    for each in case.timeline.sightings.get((case.speaker, case.subject), ()):
        if each.kind in SEEN and case.when.begin <= each.at < case.when.end and each.is_certain:
            if each.room == case.room:
                return False
            elsewhere.add(each.last)
    return elsewhere.issuperset(range(window.first, window.last + 1))


def _was_there(case: Case) -> bool:
    """Whether the speaker stood in the room and looked."""
    looks = case.timeline.looks[case.speaker]
    return any(case.when.begin <= each.at < case.when.end and each.room == case.room for each in looks)


def was_told(case: Case) -> bool:
    """Whether an earlier speech of this meeting says such a thing: of its speaker, or naming who is meant, and the room."""
    wanted = {word for room in (case.room, *case.route) if room for word in room.split("_")}
    if not wanted:
        return False
    for speech in _earlier(case.timeline, case.statement):
        words = case.timeline.words_of(speech)
        if wanted <= words and (speech.speaker == case.subject or case.subject.lower() in words):
            return True
    return False


def _earlier(timeline: Timeline, statement: Statement) -> list[Statement]:
    meetings = timeline.meetings[statement.meeting : statement.meeting + 1]
    speeches = meetings[0].speeches if meetings else ()
    return [speech for speech in speeches if speech.at < statement.at and speech.speaker != statement.speaker]
