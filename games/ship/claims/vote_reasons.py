"""The votes for a seat in the meetings of a match, and the known reasons for each.

No record says why a seat voted as it did, but it has what the seat knew then: its role, what it had seen, and what had been said.
All votes of a meeting are cast at once, so none is a reason for another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from woozle.core.request import Seat
from woozle.core.text import LEFT_OUT, WITHDRAWN
from woozle.core.value import value
from woozle.games.ship.claims.observed import Ground, ground_against
from woozle.games.ship.claims.schema import STANCES, Checked, Claim, Statement
from woozle.games.ship.claims.tally import NOT_SO
from woozle.games.ship.claims.timeline import Glimpse, Meeting, Timeline
from woozle.games.ship.events import Ballot

_ADDRESSED = 3  # the weight of what only speaks to a seat
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")


@value
class Said:
    """A sentence about another seat. claims: What it claims about that seat; empty if it names it, and no claim is read in it."""

    statement: Statement
    sentence: str
    claims: tuple[Checked, ...]


@value
class VoterReasons:
    """The known reasons for one seat's vote for another.

    ground: The heaviest of what it had seen against the other, as the votes were cast; None if it had seen nothing against it.
    last_seen: Its last sight of the other since the meeting before, a certain one if possible; None if it saw nothing of it.
    said: What it said about the other in that meeting: claims of a kill, then of other facts, then the rest. What it only said to
        the other, or asked, is left out unless it said nothing else.
    accusers: Those who accused the other before the voter first did, in order; if it never did, all of them.
    has_accused: Whether the voter accused the other.
    is_withheld: Whether any of its speeches was withdrawn, or left out of an export.
    """

    voter: Seat
    ground: Ground | None
    last_seen: Glimpse | None
    said: tuple[Said, ...]
    accusers: tuple[Seat, ...]
    has_accused: bool
    is_withheld: bool


@value
class VotesFor:
    """The votes for a seat in a meeting.

    meeting: From 1.
    at: Position of the ballot.
    voters: In order of their votes.
    cast: Number of all votes, skips included.
    untrue: Claims of the seat itself in the meeting that were not so or contradict another of them, in order.
    ducks: All ducks of the match; these know each other, and so what every seat is.
    """

    meeting: int
    tick: int
    at: int
    target: Seat
    voters: tuple[VoterReasons, ...]
    cast: int
    untrue: tuple[Said, ...]
    ducks: tuple[Seat, ...]
    ejected: Seat | None


def votes_for(timeline: Timeline, checked: Sequence[Checked], target: Seat) -> Iterator[VotesFor]:
    """Yield the votes for a seat, meeting by meeting; none for meetings without any. checked: The claims of the whole match."""
    for meeting, at, ballot in _ballots(timeline):
        if target in meeting.votes.values():
            yield _votes_in(timeline, checked, meeting, at, ballot, target)


def ejections(timeline: Timeline, checked: Sequence[Checked]) -> Iterator[VotesFor]:
    """Yield the votes by which seats were ejected, in order."""
    for meeting, at, ballot in _ballots(timeline):
        if ballot.ejected:
            yield _votes_in(timeline, checked, meeting, at, ballot, ballot.ejected)


def is_accusation(each: Checked) -> bool:
    """Return whether the speaker itself calls the target a duck, or says that it saw it kill. False if that may be a misreading."""
    claim = each.claim
    is_own = claim.source == "own" and claim.subject == each.statement.speaker
    return is_own and claim.type in ("accusation", "kill") and not (claim.is_negated or claim.is_tentative or claim.doubt)


def sentence_of(each: Checked) -> str:
    """Return the sentence in which a claim is made, or begins; empty if its place is not known."""
    sentences = _SENTENCE.finditer(each.statement.text)
    return next((found[0].strip() for found in sentences if _is_within(each.claim, found.span())), "")


def whole_name(seat: Seat) -> str:
    """Return a regular expression for the name of a seat as a whole word."""
    return rf"(?<!\w){re.escape(seat)}(?!\w)"


def _ballots(timeline: Timeline) -> Iterator[tuple[Meeting, int, Ballot]]:
    """Yield the meetings that came to a vote, with its ballot and the position of that."""
    ends = [*(meeting.at for meeting in timeline.meetings[1:]), len(timeline.record)]
    for meeting, end in zip(timeline.meetings, ends, strict=False):
        for at in range(meeting.at, end):
            event = timeline.record[at][0]
            if isinstance(event, Ballot):
                yield meeting, at, event
                break


def _votes_in(timeline: Timeline, checked: Sequence[Checked], meeting: Meeting, at: int, ballot: Ballot, target: Seat) -> VotesFor:
    about = [each for each in checked if each.statement.meeting == meeting.index and _is_about(each, target)]
    voters = (
        _reasons(timeline, about, meeting, at, voter, target)
        for voter, choice in meeting.votes.items()
        if choice == target and voter != target and voter in timeline.seats
    )
    ducks = tuple(seat for seat in timeline.seats if timeline.teams.get(seat) == "duck")
    own = [speech for speech in meeting.speeches if speech.speaker == target]
    untrue = _said(own, [each for each in checked if each.statement in own and _speaks_against_itself(each)])
    return VotesFor(
        meeting.index + 1, meeting.tick, at, target, tuple(voters), len(meeting.votes), tuple(untrue), ducks, ballot.ejected
    )


def _speaks_against_itself(each: Checked) -> bool:
    return each.rival is not None or (each.is_counted and each.verdict.outcome in NOT_SO)


def _is_about(each: Checked, target: Seat) -> bool:
    claim = each.claim
    return claim.source == "own" and each.statement.speaker != target and target in (claim.target, claim.subject)


def _reasons(timeline: Timeline, about: Sequence[Checked], meeting: Meeting, at: int, voter: Seat, target: Seat) -> VoterReasons:
    accusations = [each for each in about if each.claim.target == target and is_accusation(each)]
    own = next((each.statement.at for each in accusations if each.statement.speaker == voter), None)
    before = [each.statement.speaker for each in accusations if each.statement.at < (at if own is None else own)]
    speeches = [each for each in meeting.speeches if each.speaker == voter]
    said = _said(speeches, [each for each in about if each.statement in speeches], target)
    weighed = sorted(said, key=partial(_weigh, target))
    return VoterReasons(
        voter,
        ground_against(timeline, Statement(meeting.index, meeting.tick, len(meeting.speeches), voter, "", at), target),
        _last_seen(timeline, meeting, at, voter, target),
        tuple(each for each in weighed if _weigh(target, each) < _ADDRESSED) or tuple(weighed),
        tuple(dict.fromkeys(seat for seat in before if seat != voter)),
        own is not None,
        any(each.text in (WITHDRAWN, LEFT_OUT) for each in speeches),
    )


def _last_seen(timeline: Timeline, meeting: Meeting, at: int, voter: Seat, target: Seat) -> Glimpse | None:
    begin = timeline.rounds[meeting.index].begin if meeting.index < len(timeline.rounds) else 0
    seen = timeline.sightings.get((voter, target), ())
    recent = [each for each in reversed(seen) if begin <= each.at < at and each.kind != "gone"]
    return next((each for each in recent if each.is_certain), next(iter(recent), None))


def _said(speeches: Iterable[Statement], about: Sequence[Checked], named: Seat = "") -> Iterator[Said]:
    """Yield the sentences with these claims, each once, however often they are made; and those without that name a seat."""
    names = re.compile(whole_name(named), re.IGNORECASE) if named else None
    told: set[object] = set()
    for speech in speeches:
        for found in _SENTENCE.finditer(speech.text):
            sentence = found[0].strip()
            claims = [each for each in about if each.statement == speech and _is_within(each.claim, found.span())]
            fresh = tuple(each for each in claims if _content(each) not in told)
            told.update(_content(each) for each in claims)
            if fresh or (not claims and names and names.search(sentence) and sentence not in told):
                told.add(sentence)
                yield Said(speech, sentence, fresh)
        for each in about:
            if each.statement == speech and each.claim.span is None:
                yield Said(speech, "", (each,))


def _is_within(claim: Claim, span: tuple[int, int]) -> bool:
    return claim.span is not None and span[0] <= claim.span[0] < span[1]


def _content(each: Checked) -> object:
    return each.claim.type, each.verdict.outcome, each.verdict.reason


def _weigh(target: Seat, said: Said) -> int:
    """Return the place of a sentence among those of a voter: kills, other facts, the rest; last what only speaks to the target."""
    types = {each.claim.type for each in said.claims}
    if types:
        return 0 if "kill" in types else 1 if types - STANCES else 2
    name = whole_name(target)
    speaks_to = rf"^\W*{name},|,\s*{name}\s*(?:,|[.!?]*$)|\?\W*$"
    return _ADDRESSED if re.search(speaks_to, said.sentence, re.IGNORECASE) else 2
