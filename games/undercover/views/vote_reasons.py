"""Votes for a seat, in a few sentences: its answer beside the voters', what they said against it, and what it had described."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from woozle.arena.views.words import count, ordinal
from woozle.core.event import Event
from woozle.core.groups import group_pairs
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.core.words import whom
from woozle.games.undercover.claims.grammar import Claim, is_true
from woozle.games.undercover.claims.suspicion import FEW, account
from woozle.games.undercover.events import Counted
from woozle.games.undercover.state import State
from woozle.games.undercover.words import quoted


@value
class Vote:
    """A vote that was counted. number: From 1. why: What voters said. said: Answers and analyses of each seat until then."""

    number: int
    targets: Mapping[Seat, Seat | None]
    why: Mapping[Seat, str]
    said: Mapping[Seat, tuple[tuple[str, str], ...]]
    out: Seat | None

    def voters_for(self, seat: Seat) -> list[Seat]:
        """Return the voters for a seat."""
        return [voter for voter, target in self.targets.items() if target == seat != voter]


def list_votes(events: Sequence[Event], state: State) -> Iterator[Vote]:
    """Fold the events of a match into a state, and yield each vote as it is counted."""
    for event in events:
        state.see(event)
        if isinstance(event, Counted):
            ballots = dict(state.ballots.get(event.round, {}))
            yield Vote(event.round, ballots, dict(state.reasons.get(event.round, {})), dict(state.said), event.eliminated)


def find_vote(votes: Sequence[Vote], target: Seat) -> Vote | None:
    """Return the vote in which a seat was voted out, else the last in which it got any; None without one."""
    wanted = [vote for vote in votes if vote.voters_for(target)]
    return next((each for each in wanted if each.out == target), wanted[-1] if wanted else None)


def reasons_sentence(vote: Vote, target: Seat, end: State, me: Seat | None, most: int | None = None) -> str:
    """Return the known reasons for the votes for a seat.

    end: As those know who see everything. me: The reader. most: Of what voters said; all of it by default.
    """
    said = [*_given(vote, target)][:most]
    return " ".join([_answers(vote, target, me), *said, *_described(vote, target, end, me)])


def untrue_claims(vote: Vote, seat: Seat, end: State) -> tuple[list[Claim], list[Claim]] | None:
    """Return the claims of a seat until a vote that are not so in the picture of the regulars, and all; None if that is unknown."""
    pair = end.pair
    if pair is None or pair.scene is None:
        return None
    made = account(pair.question.text, vote.said.get(seat, ()), pair.scene.setting).claims
    return [claim for claim in made if not is_true(claim, pair.scene)], [*made]


def _answers(vote: Vote, target: Seat, me: Seat | None) -> str:
    voters, seat = vote.voters_for(target), whom(target, me)
    did = f"voted {seat} out" if vote.out == target else f"voted for {seat}"
    title = f"{join_names(voters)} {did} in the {ordinal(vote.number)} vote"
    last = {each: vote.said[each][-1][0] for each in (target, *voters) if vote.said.get(each)}
    if target not in last:
        return f"{title}."
    by_answer = group_pairs((last[voter], voter) for voter in voters if voter in last)
    theirs = [f"{join_names(seats)} {'the same' if given == last[target] else quoted(given)}" for given, seats in by_answer.items()]
    return f"{title}: {seat} had answered {'; '.join((quoted(last[target]), *theirs))}."


def _given(vote: Vote, target: Seat) -> Iterator[str]:
    """Yield what the voters for a seat said against it."""
    voters = vote.voters_for(target)
    for why, seats in group_pairs((vote.why[voter], voter) for voter in voters if vote.why.get(voter)).items():
        yield f'{join_names(seats)}: "{why}"'


def _described(vote: Vote, target: Seat, end: State, me: Seat | None) -> Iterator[str]:
    """Yield how little a seat had described, and how many of its claims are not so in the voters' picture, if that is known."""
    found, voters = untrue_claims(vote, target, end), [voter for voter in vote.voters_for(target) if voter != end.undercover]
    if found is None or not voters:
        return
    details = sum(claim.about != "answer" for claim in found[1])
    if details < FEW:
        told = count(details, "detail") if details else "not one detail"
        yield f"{'You' if target == me else target} had told them next to nothing: {told} beside the answer."
    if not found[1]:
        return
    untrue, made = len(found[0]), len(found[1])
    whose = "your" if target == me else f"{target}'s"
    where = "their picture" if len(voters) == len(vote.voters_for(target)) > 1 else f"the picture of {join_names(voters)}"
    are = f"{untrue} {'is' if untrue == 1 else 'are'} not" if untrue else "all are"
    yield f"Of {whose} {count(made, 'claim')} {are} so in {where}."
