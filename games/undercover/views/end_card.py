"""The end of a match of Undercover: who won and why, what the viewer did best, and the two pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from woozle.arena.views.company import roles_of
from woozle.arena.views.end import End
from woozle.arena.views.end_card import EndCard, Scene, card_of
from woozle.arena.views.panels import Results, panels
from woozle.arena.views.results import Label, fates, results_of
from woozle.arena.views.words import capitalise, count, ordinal
from woozle.core.line import Tone
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.core.words import was, whom
from woozle.games.undercover.claims.answers import is_right
from woozle.games.undercover.state import State
from woozle.games.undercover.views.own_part import OwnPart
from woozle.games.undercover.views.table import compared_pictures
from woozle.games.undercover.views.vote_reasons import list_votes
from woozle.games.undercover.words import quoted


def end_card(end: End) -> EndCard:
    """Return the card over the table."""
    state = State(EVERYTHING)
    part = OwnPart(state, tuple(list_votes(end.events, state)), end.me)
    return card_of(
        end,
        _why(state, end),
        _best_moments(state, end.me),
        you=part.describe(end.outcome),
        turned=part.turned(),
        ideas=part.ideas(),
        note=part.note(),
        scenes=tuple(_scenes(state)),
    )


def _scenes(state: State) -> Iterator[Scene]:
    """Yield both pictures, unless all saw the same."""
    if state.pair and state.revealed and state.pair.has_copy:
        yield Scene("The two pictures", compared_pictures(state.pair, state.size, state.undercover))


def _why(state: State, over: End) -> str:
    me, end = over.me, state.revealed
    if end is None:
        return ""
    answer = f"answer, {quoted(state.concluded.answer)}," if state.concluded and state.concluded.answer else "answer, none,"
    table = f"the table's {answer} is {'right' if end.is_right else 'wrong'}."
    if end.undercover is None:
        return capitalise(table)
    who, verb = whom(end.undercover, me), was(end.undercover, me)
    if end.is_found:
        out = state.out.get(end.undercover)
        found = f"{who}, the undercover, {verb} voted out in the {ordinal(out.vote)} vote" if out else f"{who} {verb} found"
        won = [seat for seat, result in over.outcome.results.items() if result.kind == "won"]
        are_all = len(won) == len(over.outcome.results) - 1
        who_won = (
            "The others win" if are_all else f"{join_names(won)} {'wins' if len(won) == 1 else 'win'}" if won else "Nobody wins"
        )
        return f"{capitalise(found)}; {table}" if me and me != end.undercover else f"{who_won}: {found}; {table}"
    win = "win" if end.undercover == me else "wins"
    return f"{capitalise(who)}, the undercover, {win}: the votes never found {who}; {table}"


def _best_moments(state: State, me: Seat | None) -> Iterator[str]:
    """Yield what the viewer did that counted, the best first."""
    end = state.revealed
    if end is None or me is None:
        return
    if me == end.undercover:
        yield from _unnoticed(state, me)
    elif end.undercover:
        yield from _hits(state, me, end.undercover)
    yield from _right_answers(state, me)


def _unnoticed(state: State, me: Seat) -> Iterator[str]:
    ballots = (*state.ballots.values(), *state.tied_ballots.values())
    against = [sum(target == me for target in votes.values()) for votes in ballots]
    if against and me not in state.out:
        others = [seat for seat, (_, was_it) in state.out.items() if not was_it]
        instead = f", and {join_names(others)} {'were' if len(others) > 1 else 'was'} voted out instead" if others else ""
        votes = count(sum(against), "vote") if sum(against) else "not a single vote"
        yield f"You saw another picture than the rest, and got {votes}{instead}."


def _hits(state: State, me: Seat, hidden: Seat) -> Iterator[str]:
    for voting, votes in state.ballots.items():
        if votes.get(me) != hidden:
            continue
        hits = [seat for seat, target in votes.items() if target == hidden]
        which = f"the {ordinal(voting)} vote"
        if hits == [me]:
            yield f"In {which} you alone voted for {hidden}, the undercover."
        elif hidden in state.out and state.out[hidden].vote == voting:
            most = max((sum(each == other for each in votes.values()) for other in {*votes.values()} - {hidden, None}), default=0)
            only = " and without it there would have been a tie" if len(hits) - most == 1 else ""
            yield f"Your vote was one of {len(hits)} that found {hidden}, the undercover{',' if only else ''}{only}."


def _right_answers(state: State, me: Seat) -> Iterator[str]:
    pair = state.pair
    if pair is None or not (mine := state.lasts.get(me)) or not is_right(mine, pair.question):
        return
    others = [answer for seat, answer in state.lasts.items() if seat != me]
    wrong = sum(not (answer and is_right(answer, pair.question)) for answer in others)
    if 2 * wrong > len(others):
        yield f"Your last answer, {quoted(mine)}, was right when {wrong} of {len(others)} others were wrong."


_NOTE = "first, last: answers; votes hit: those for the undercover."


def results(end: End) -> Results:
    """Return the results: what each seat was, and its first and last answer."""
    state = fold_events(State(EVERYTHING), end.events)
    fate = fates(end, lambda seat: f"out, vote {state.out[seat].vote}" if seat in state.out else "stayed")
    labels = [
        Label("was", roles_of("undercover", end.outcome.results), {state.undercover: "bad"}),
        Label("fate", fate, leaves=2),
        Label("first", state.firsts, _right(state, state.firsts), is_cut=True, leaves=3),
        Label("last", state.lasts, _right(state, state.lasts), is_cut=True),
    ]
    both = compared_pictures(state.pair, state.size, state.undercover) if state.pair else None
    return results_of(
        end,
        "undercover",
        _team(state),
        labels,
        _facts(state),
        _NOTE if state.has_undercover else "",
        panels=panels(replace(both, heading="What it was about") if both else None),
    )


def _team(state: State) -> str:
    end = state.revealed
    if end is None:
        return "Nobody wins."
    if end.undercover is None:
        return f"The table is {'right' if end.is_right else 'wrong'}."
    return f"{end.undercover}, the undercover, was {'found' if end.is_found else 'not found'}."


def _right(state: State, said: Mapping[Seat, str]) -> dict[Seat, Tone]:
    pair = state.pair
    return {seat: "good" for seat, answer in said.items() if pair and answer and is_right(answer, pair.question)}


def _facts(state: State) -> Iterator[str]:
    pair = state.pair
    if pair:
        yield f"the right answer is {quoted(pair.question.answer)}"
        if pair.edit:
            yield f"changed: {pair.change}"
    if state.ballots:
        yield f"{count(len(state.ballots), 'vote')} held"
    if pair and not pair.is_accepted:
        yield "the changed picture was not good enough, but the best there was"
    if state.check and state.check.is_changed is False:
        yield "nothing was changed: the two pictures show the same"
    if state.check and state.check.made and not state.check.made.accepted:
        yield "the pair was rejected when it was made"
