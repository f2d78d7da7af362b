"""Results of a match of self-play, from its full record: nothing is secret any more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from woozle.arena.views.company import service_name
from woozle.arena.views.end import End
from woozle.arena.views.panels import Results
from woozle.arena.views.results import Label, fates, results_of
from woozle.core.line import Tone
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.games.self_play.events import LIBRARIAN, SEARCH
from woozle.games.self_play.state import State
from woozle.games.self_play.views.society import list_steps, tone, tools
from woozle.games.self_play.words import describe_end, describe_key, judgements, rightness

_HOW = {"bm25": "their words (bm25)", "dense": "their meaning (dense)"}


def results(end: End) -> Results:
    """Return the results: what each seat could search, has done and said."""
    state = fold_events(State(EVERYTHING), end.events)
    return results_of(
        end,
        "self_play",
        _headline(state),
        list(_labels(state, end)),
        _facts(state, end.players),
        headlines={},
        reason=_story(state) if state.concluded else None,
        player_leaves=1,
        notes=(each.sentence for each in judgements(state, state.concluded)),
    )


def _headline(state: State) -> str:
    group = state.concluded
    if group is None or not group.answer:
        return "There is no final answer."
    return f"The answer is {rightness(group)}, and scores {group.reward:.2f}."


def _labels(state: State, end: End) -> Iterator[Label]:
    seats = end.outcome.results
    lasts = {seat: next((step for step in reversed(state.steps_of(seat)) if step.is_reply), None) for seat in seats}
    tones: dict[Seat, Tone] = {seat: tone(state, last) for seat, last in lasts.items() if last}
    f1 = {seat: state.f1(last) for seat, last in lasts.items() if last}
    yield Label("can search", {seat: tools(state, seat) for seat in seats if seat in state.equipped}, {}, True, 2)
    yield Label("has done", fates(end, lambda seat: list_steps(state, seat) or "not asked"), tones)
    yield Label("last said", {seat: last.acted.argument or "nothing" for seat, last in lasts.items() if last}, {}, True)
    yield Label("right", {seat: f"{each:.2f}" for seat, each in f1.items() if each is not None}, tones, is_number=True)


def _story(state: State) -> str:
    """Return the question, how it was answered, what that is worth, and what would have been right."""
    told = [state.question, *([describe_end(state.concluded)] if state.concluded else [])]
    return " ".join([*told, *describe_key(state.key)] if state.key else told)


def _facts(state: State, players: Mapping[Seat, Mapping[str, Any]]) -> Iterator[str]:
    if any(step.acted.action == SEARCH for step in state.steps()) and LIBRARIAN in players:
        yield f"searched by {_HOW.get(name := service_name(players[LIBRARIAN]), name)}"
