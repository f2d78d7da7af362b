"""Speeches that contradict themselves: two claims of one speech that cannot both be so, whatever happened.

One of the two is about all of a time: nobody was seen in it, a seat was never seen or never in a room, or was in one room
throughout. The other says that at a time within it this was otherwise. Both must be read with certainty and say so plainly; what is
taken back ("wait, actually") contradicts nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from woozle.core.value import value
from woozle.games.ship.claims.extraction.lexicon import pattern
from woozle.games.ship.claims.observed.case import Case, case_of, says_never
from woozle.games.ship.claims.observed.times import SOON
from woozle.games.ship.claims.observed.verdicts import check
from woozle.games.ship.claims.schema import SIGHTS, STANCES, Checked, Claim, Statement
from woozle.games.ship.claims.timeline import Timeline
from woozle.games.ship.map import Room

_MOST = 64  # claims of a speech that are compared


def check_speech(timeline: Timeline, statement: Statement, claims: Sequence[Claim], *, tolerance: int = 1) -> tuple[Checked, ...]:
    """Return the verdicts on the claims of a speech, each with another claim of it that it contradicts.

    tolerance: as for `check`.
    """
    rivals = dict(_find_rivals(timeline, statement, claims[:_MOST], tolerance))
    return tuple(
        Checked(statement, claim, check(timeline, statement, claim, tolerance=tolerance), rivals.get(number))
        for number, claim in enumerate(claims)
    )


@value
class _Told:
    """A claim that can be held against another. number: its place in the speech. is_emphatic: It says "never" or the like."""

    number: int
    case: Case
    is_emphatic: bool


def _find_rivals(timeline: Timeline, statement: Statement, claims: Sequence[Claim], tolerance: int) -> Iterator[tuple[int, Claim]]:
    told = [
        _Told(number, case_of(timeline, statement, claim, tolerance=tolerance), bool(claim.besides) or says_never(statement, claim))
        for number, claim in enumerate(claims)
        if claim.source == "own"
        and claim.type not in STANCES
        and not (claim.is_tentative or claim.is_of_moment or claim.is_hedged or claim.doubt)
    ]
    told = [each for each in told if not (each.case.unknown or each.case.when.unread or each.case.when.is_future)]
    for whole in told:
        for part in told:
            if _is_against(whole, part) and not _is_taken_back(statement, whole.case.claim, part.case.claim):
                yield whole.number, part.case.claim
                yield part.number, whole.case.claim


def _is_taken_back(statement: Statement, one: Claim, other: Claim) -> bool:
    """Return whether the speaker corrects itself between two claims, or one of them has no place in the speech."""
    spans = sorted(claim.span for claim in (one, other) if claim.span)
    if len(spans) < 2:
        return False
    between = statement.text[spans[0][0] : spans[1][1]].lower().replace("’", "'")
    return bool(pattern("corrections").search(between))


def _is_against(whole: _Told, part: _Told) -> bool:
    """Return whether a claim about all of a time excludes another."""
    one, other = whole.case, part.case
    if one is other or not (one.when.begin <= other.when.begin and other.when.end <= one.when.end):
        return False
    claim = one.claim
    is_entire = one.when.duration == "entire"
    if claim.type == "location" and is_entire and not claim.is_negated and one.room and not one.route:
        return _is_later(other) and _has_other_room(other, one)
    if not (is_entire or one.when.is_narrow or whole.is_emphatic):
        return False
    match claim.type:
        case "count" if claim.number == 0 and not claim.is_negated:
            return bool(_seen(other) - one.besides) and _is_within(one, other)
        case "alone" if is_entire and not claim.is_negated:
            return bool(_seen(other) - {one.target}) and other.subject == one.subject
        case "sighting" if claim.is_negated:
            return one.subject == other.subject and one.target in _seen(other) and _is_within(one, other)
        case "location" if claim.is_negated:
            return one.subject == other.subject and any(map(one.denies_room, _rooms(other)))
        case _:
            return False


def _seen(case: Case) -> frozenset[str]:
    """Return the seats that a claim says its subject saw."""
    claim = case.claim
    if claim.is_negated:
        return frozenset()
    if claim.type == "count" and claim.is_all:
        return frozenset(case.others(case.subject)) - case.besides
    if claim.type in SIGHTS or claim.type == "alone":
        return frozenset({case.target} - {"", case.subject})
    return frozenset()


def _is_within(whole: Case, part: Case) -> bool:
    return whole.subject == part.subject and whole.room in ("", part.room)


def _rooms(case: Case) -> frozenset[Room]:
    """Return the rooms in which a claim puts its subject."""
    claim = case.claim
    if claim.is_negated or claim.type not in ("location", "alone", "sighting", "body", "activity"):
        return frozenset()
    if claim.type == "activity" and claim.activity == "traveling":
        return frozenset()
    return frozenset({case.room, *case.route} - {""})


def _is_later(case: Case) -> bool:
    """Return whether a time is named that is not the start of the round, when a seat may be on its way."""
    start = case.timeline.tick_at(case.when.round_begin)
    return case.when.is_narrow and case.when.window.first > start + SOON


def _has_other_room(part: Case, whole: Case) -> bool:
    return part.subject == whole.subject and bool(_rooms(part)) and whole.room not in _rooms(part)
