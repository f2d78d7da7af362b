"""The viewer's own part in a finished match of undercover, the vote on which it turned, and what to try another time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from woozle.arena.views.end_card import part_of, part_of_others, quote
from woozle.arena.views.words import count, ordinal
from woozle.core.names import join_names
from woozle.core.outcome import Outcome
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.core.words import whom
from woozle.games.undercover.claims.answers import is_right
from woozle.games.undercover.claims.grammar import Claim, claims
from woozle.games.undercover.state import State
from woozle.games.undercover.views.vote_reasons import Vote, find_vote, reasons_sentence, untrue_claims
from woozle.games.undercover.words import quoted

_SAID = 1  # of the reasons that others gave for the vote on which it turned
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")


@value
class OwnPart:
    """A finished match, as its end card tells it.

    state: As those know it who see everything. me: The viewer; None for spectators.
    """

    state: State
    votes: tuple[Vote, ...]
    me: Seat | None

    @property
    def hidden(self) -> Seat:
        """The undercover; empty without one."""
        return self.state.undercover

    # How the viewer did

    def describe(self, outcome: Outcome) -> str:
        """Return how the viewer did, beside the others."""
        me = self.me
        if me is None or self.state.revealed is None:
            return ""
        parts = [*(self._as_undercover(me) if me == self.hidden else self._as_regular(outcome, me)), *self._fate(me)]
        done = [f"You {join_names(parts)}."] if parts else []
        return " ".join([*done, *self._own_vote(outcome, me), *self._last_answer(me)])

    def _as_undercover(self, me: Seat) -> Iterator[str]:
        ballots = (*self.state.ballots.values(), *self.state.tied_ballots.values())
        cast = [target for ballot in ballots for voter, target in ballot.items() if voter != me and target]
        if cast:
            yield f"got {cast.count(me) or 'none'} of the {count(len(cast), 'vote')} of the others"

    def _as_regular(self, outcome: Outcome, me: Seat) -> Iterator[str]:
        def total(name: str, *seats: Seat) -> int:
            return round(sum(outcome.results[seat].numbers.get(name, 0) for seat in seats))

        if not self.hidden or not (votes := total("votes", me)):
            return
        others = [seat for seat in outcome.results if seat not in (me, self.hidden)]
        hits, cast = total("votes_right", me), total("votes", *others)
        theirs = f" (the other regulars {total('votes_right', *others)} of {cast})" if cast else ""
        yield f"voted for the undercover with {part_of(hits, votes, 'vote')}{theirs}"

    def _fate(self, me: Seat) -> Iterator[str]:
        if self.votes:
            out = self.state.out.get(me)
            yield f"were voted out in the {ordinal(out.vote)} vote" if out else "stayed to the end"

    def _own_vote(self, outcome: Outcome, me: Seat) -> Iterator[str]:
        """Yield that its own vote cost the viewer the win of its side, by rules that ask for one."""
        if outcome.results[me].kind == "lost" and outcome.results[me].numbers.get("side_won"):
            mine = [vote.targets[me] for vote in self.votes if me in vote.targets]
            last = (mine[-1] if mine else None) or "nobody"
            yield f"Your side won without you: your last vote was for {last}."

    def _last_answer(self, me: Seat) -> Iterator[str]:
        pair, lasts = self.state.pair, self.state.lasts
        if pair is None or not lasts.get(me):
            return
        others = [answer for seat, answer in lasts.items() if seat != me]
        right = sum(bool(answer) and is_right(answer, pair.question) for answer in others)
        is_so = "right" if is_right(lasts[me], pair.question) else "wrong"
        theirs = f"; {part_of_others(right, len(others))} had it right" if len(others) > 1 else ""
        yield f"Your last answer, {quoted(lasts[me])}, is {is_so}{theirs}."

    # The vote on which it turned

    def turned(self) -> str:
        """Return the vote that found the undercover or, if none did, that came closest to it, the last of several."""
        state, hidden = self.state, self.hidden
        if not self.votes or not hidden:
            return self._answers_turned()
        vote = max(self.votes, key=lambda each: (each.out == hidden, len(each.voters_for(hidden)), each.number))
        near, who = vote.voters_for(hidden), f"{whom(hidden, self.me)}, the undercover"
        if vote.out is None:
            told = f"The {ordinal(vote.number)} vote threw nobody out."
        else:
            told = reasons_sentence(vote, vote.out, state, self.me, most=None if vote.out == self.me else _SAID)
        return told if vote.out == hidden else f"{told} {join_names(self._you(near)) or 'Nobody'} voted for {who}."

    def _you(self, seats: list[Seat]) -> list[str]:
        return ["You" if seat == self.me else seat for seat in sorted(seats, key=lambda seat: seat != self.me)]

    def _answers_turned(self) -> str:
        """Return how many first and last answers were right, where there was nobody to find."""
        pair, firsts, lasts = self.state.pair, self.state.firsts, self.state.lasts
        if pair is None or not firsts or self.state.revealed is None:
            return ""
        first, last = (sum(bool(each) and is_right(each, pair.question) for each in said.values()) for said in (firsts, lasts))
        return f"{first} of {count(len(firsts), 'first answer')} {'was' if first == 1 else 'were'} right, and {last} of the last."

    def note(self) -> str:
        """Return the reasons for the votes for the viewer, or for the last seat that was out, if the turning point lacks them."""
        target = self.me or next((vote.out for vote in reversed(self.votes) if vote.out), None)
        vote = find_vote(self.votes, target) if target else None
        told = reasons_sentence(vote, target, self.state, self.me) if vote and target else ""
        return "" if told and told in self.turned() else told

    # What to try

    def ideas(self) -> Iterator[str]:
        """Yield what the viewer could do another time, by what it did in this match; then what it should keep."""
        me, hidden = self.me, self.hidden
        if me is None or not hidden or not self.votes:
            return
        yield from self._undercover_ideas(me) if me == hidden else self._regular_ideas(me, hidden)

    def _undercover_ideas(self, me: Seat) -> Iterator[str]:
        vote = find_vote(self.votes, me) or self.votes[-1]
        found = untrue_claims(vote, me, self.state)
        if found is None or not found[1]:
            return
        untrue, made = found
        if me not in self.state.out:
            held = f"only {_say_untrue(len(untrue), len(made))}" if untrue else f"all of your {count(len(made), 'claim')} are so"
            yield f"Keep describing what all can see: {held} in their picture."
        elif untrue:
            told = f"{_say_untrue(len(untrue), len(made))} in their picture{self._such_as(vote, me, untrue)}"
            yield f"{told}: leave out what not all may see."
        else:
            yield "All you said is so in their picture too: let others speak first, and agree with what most of them see."

    def _regular_ideas(self, me: Seat, hidden: Seat) -> Iterator[str]:
        cast = [(vote, vote.targets[me]) for vote in self.votes if me in vote.targets]
        for vote, target in reversed(cast):
            theirs = untrue_claims(vote, hidden, self.state)
            if target != hidden and theirs and theirs[0]:
                told = _say_untrue(len(theirs[0]), len(theirs[1]), hidden)
                did = f"voted for {target}" if target else "abstained"
                such = self._such_as(vote, hidden, theirs[0])
                yield f"You {did} in the {ordinal(vote.number)} vote, but {told} in your picture{such}."
        if against := find_vote(self.votes, me):
            yield from self._what_spoke_against(against, me)
        if cast and all(target == hidden for _, target in cast):
            were = "was" if len(cast) == 1 else "were"
            yield f"Keep voting like this: {part_of(len(cast), len(cast), 'vote')} {were} for {hidden}."

    def _what_spoke_against(self, vote: Vote, me: Seat) -> Iterator[str]:
        """Yield what the viewer said that is not so in its own picture, or that it said less than the others."""
        made = {seat: each for seat in vote.said if (each := untrue_claims(vote, seat, self.state))}
        if me not in made:
            return
        untrue, mine = made[me]
        if untrue:
            told = f"{_say_untrue(len(untrue), len(mine))} in your own picture{self._such_as(vote, me, untrue)}"
            yield f"{told}: look again before you speak."
        others = [len(each) for seat, (_, each) in made.items() if seat != me]
        if others and 2 * len(mine) < min(others):
            yield f"You made {count(len(mine), 'claim')}, each other at least {min(others)}: those who say little are suspected."

    def _such_as(self, vote: Vote, seat: Seat, untrue: list[Claim]) -> str:
        """Return the first sentence of a seat that makes one of these claims, after `such as`; empty if none does by itself."""
        pair = self.state.pair
        setting = pair.scene.setting if pair and pair.scene else None
        for _, text in vote.said.get(seat, ()) if setting else ():
            for found in _SENTENCE.finditer(text):
                if {*claims(found[0], setting)} & {*untrue}:
                    return f", such as {quote(found[0].strip())}"
        return ""


def _say_untrue(untrue: int, made: int, seat: Seat = "") -> str:
    """Return how many claims are not so: `2 of your 16 claims are not so`. seat: whose; empty for the viewer."""
    whose = f"{seat}'s" if seat else "your"
    return f"{untrue} of {whose} {count(made, 'claim')} {'is' if untrue == 1 else 'are'} not so"
