"""The end of a match of self-play: what the final answer was worth, and what the viewer did for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from woozle.arena.views.company import service_name
from woozle.arena.views.end import End
from woozle.arena.views.end_card import EndCard, card_of
from woozle.arena.views.panels import Results
from woozle.arena.views.results import Label, fates, results_of
from woozle.core.line import Tone
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.games.self_play.events import ANSWER, ASK, HEDGE, LIBRARIAN, SEARCH
from woozle.games.self_play.papers.metrics import RIGHT
from woozle.games.self_play.state import State, Step
from woozle.games.self_play.views.own_part import describe_turn, describe_viewer, find_answer, ideas
from woozle.games.self_play.views.society import list_steps, tone, tools
from woozle.games.self_play.words import corpus_name, describe_end, describe_key, judgements, rightness

_BESIDE = "Words that an answer lacks, and words beside the right ones, count against it."


def end_card(end: End) -> EndCard:
    """Return the card over the table. All win or lose together."""
    state = fold_events(State(EVERYTHING), end.events)
    group = state.concluded
    headlines = dict.fromkeys(("won", "lost"), f"The answer is {rightness(group)}" if group else "")
    moments = _best_moments(state, end.me or "") if group and group.f1 > RIGHT else ()
    return card_of(
        end,
        _why(state),
        moments,
        you=describe_viewer(state, end.me),
        turned=describe_turn(state, end.me),
        ideas=ideas(state, end.me or ""),
        headlines=headlines,
    )


def _why(state: State) -> str:
    group, key = state.concluded, state.key
    if group is None or key is None:
        return ""
    told = [describe_end(group)]
    if group.f1 <= RIGHT:
        told += describe_key(key)
        knew = [each.sentence for each in judgements(state, group) if each.seat != state.seats[0] and each.is_right]
        told += [_BESIDE] if group.f1 else knew[:1]
    return " ".join(told)


def _best_moments(state: State, me: Seat) -> Iterator[str]:
    """Yield what the viewer did for a right answer, the best first: a question, a reply, a search."""
    yield from _questions(state, me)
    for step in state.steps_of(me):
        if me != state.seats[0] and step.acted.action in (ANSWER, HEDGE) and state.is_right(step):
            asked = f" {step.posed.by} asked you, and" if step.posed and step.posed.by else ""
            how = "found" if step.after == "a search" else "knew"
            yield f"You {how} it:{asked} your answer, {step.acted.argument}, was right."
    yield from _searches(state, me)


def _questions(state: State, me: Seat) -> Iterator[str]:
    replies: list[Step] = [given.reply for given in state.given(me) if given.reply and state.is_right(given.reply)]
    if replies and state.times(me, ASK):
        reply = replies[-1]
        yield f"Your question to {reply.acted.seat} brought the answer: {reply.acted.argument}."


def _searches(state: State, me: Seat) -> Iterator[str]:
    if found := find_answer(state, me):
        where = f" in {corpus_name(state.key.source)}" if state.key and state.key.source else ""
        yield f"Your search found a text{where} that has the answer: {found}."


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
