"""Votes for a seat, in a sentence or two: its answer beside the voters', and its claims that are not so in their pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from woozle.arena.views.words import count, ordinal
from woozle.core.event import Event
from woozle.core.groups import group_pairs
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING
from woozle.core.value import value
from woozle.core.words import whom
from woozle.games.undercover.claims.grammar import is_true
from woozle.games.undercover.claims.suspicion import account
from woozle.games.undercover.events import Counted
from woozle.games.undercover.state import State
from woozle.games.undercover.words import quoted


@value
class Vote:
    """A vote that was counted. number: From 1. said: Answers and reasons of each seat until then."""

    number: int
    targets: Mapping[Seat, Seat | None]
    said: Mapping[Seat, tuple[tuple[str, str], ...]]
    out: Seat | None

    def voters_for(self, seat: Seat) -> list[Seat]:
        """Return the voters for a seat."""
        return [voter for voter, target in self.targets.items() if target == seat != voter]


def reasons_sentence(events: Sequence[Event], me: Seat | None) -> str:
    """Return the known reasons for votes for the viewer or, for spectators, for the last seat that was voted out.

    They are of the vote in which that seat was voted out, else of the last in which it got any; empty without one.
    """
    end = State(EVERYTHING)
    votes = [*_votes(events, end)]
    target = me or next((vote.out for vote in reversed(votes) if vote.out), None)
    wanted = [vote for vote in votes if target and vote.voters_for(target)]
    if target is None or not wanted:
        return ""
    vote = next((each for each in wanted if each.out == target), wanted[-1])
    return " ".join(filter(None, (_answers(vote, target, me), _untrue(vote, target, end, me))))


def _votes(events: Sequence[Event], state: State) -> Iterator[Vote]:
    """Fold the events, and yield each vote as it is counted."""
    for event in events:
        state.see(event)
        if isinstance(event, Counted):
            yield Vote(event.round, dict(state.ballots.get(event.round, {})), dict(state.said), event.eliminated)


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


def _untrue(vote: Vote, target: Seat, end: State, me: Seat | None) -> str:
    """Return a sentence on the claims of a seat that are not so in the voters' picture; empty where that is unknown."""
    pair, voters = end.pair, [voter for voter in vote.voters_for(target) if voter != end.undercover]
    if pair is None or pair.scene is None or not voters:
        return ""
    scene = pair.scene
    claims = account(pair.question.text, vote.said.get(target, ()), scene.setting).claims
    untrue = sum(not is_true(claim, scene) for claim in claims)
    whose = "your" if target == me else f"{target}'s"
    where = "their picture" if len(voters) == len(vote.voters_for(target)) > 1 else f"the picture of {join_names(voters)}"
    found = f"{untrue} {'is' if untrue == 1 else 'are'} not" if untrue else "all are"
    return f"Of {whose} {count(len(claims), 'claim')} {found} so in {where}." if claims else ""
