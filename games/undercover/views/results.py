"""Results of a match of Undercover, from its full record: nothing is secret any more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from woozle.arena.views.company import roles_of
from woozle.arena.views.end import End
from woozle.arena.views.panels import Results, panels
from woozle.arena.views.results import Label, fates, results_of
from woozle.arena.views.words import count
from woozle.core.line import Tone
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.games.undercover.claims.answers import is_right
from woozle.games.undercover.state import State
from woozle.games.undercover.views import pictures
from woozle.games.undercover.words import quoted

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
    both = pictures.compared(state.pair, state.size, state.undercover) if state.pair else None
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
