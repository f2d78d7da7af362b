"""The end of a debate: what the table answered, what the viewer did best, and what the others answered last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from woozle.arena.views.company import service_name
from woozle.arena.views.end import End
from woozle.arena.views.end_card import EndCard, card_of
from woozle.arena.views.panels import UNKNOWN, Results
from woozle.arena.views.results import Label, fates, results_of
from woozle.arena.views.words import count, cut
from woozle.core.game import PUBLIC
from woozle.core.line import Tone
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, fold_events, observes
from woozle.games.debate import events as debate
from woozle.games.debate.data import Problem
from woozle.games.debate.events import ESTIMATOR
from woozle.games.debate.state import State
from woozle.games.debate.views.graph import Rounds, graph_of
from woozle.games.debate.views.own_part import describe_turn_of_table, describe_viewer, ideas
from woozle.games.debate.words import answer_in_words, describe_turn


def end_card(end: End) -> EndCard:
    """Return the card over the table, with every answer that was hidden from the viewer."""
    state = fold_events(State(EVERYTHING), end.events)
    viewer = end.me or PUBLIC
    untold = (event for event, audience in end.record if isinstance(event, debate.Answered) and not observes(viewer, audience))
    return card_of(
        end,
        _why(state),
        _best_moments(state, end.me),
        you=describe_viewer(state, end.me),
        turned=describe_turn_of_table(state),
        ideas=ideas(state, end.me),
        note=" ".join(reasons(state, end.config)),
        headlines=HEADLINES,
        told=tuple(untold),
        words=tuple(_last_answers(state)),
    )


def _why(state: State) -> str:
    end, key = state.concluded, state.key
    if end is None or key is None:
        return ""
    if end.answer is None:
        return f"The table has no answer; {right_answer(state)} is right."
    votes = end.votes.get(end.answer, 0)
    tied = [each for each, number in end.votes.items() if number == votes and each != end.answer]
    why = f"{votes} of {len(state.seats)} votes" + (f", tied with {join_names(tied)}" if tied else "")
    verdict = "right" if end.is_right else f"wrong: {right_answer(state)} is right"
    return f"The table answers {answer_in_words(state, end.answer)} ({why}), which is {verdict}."


def _last_answers(state: State) -> Iterator[str]:
    lasts = [(seat, state.last(seat)) for seat in state.seats]
    signs = {True: "right", False: "wrong", None: "not known"}
    told = [f"{seat} {reply.answer} ({signs[state.is_right(reply.answer)]})" for seat, reply in lasts if reply and reply.answer]
    if told:
        yield f"The last answers: {', '.join(told)}."


def _best_moments(state: State, me: Seat | None) -> Iterator[str]:
    """Yield the viewer's deeds that counted, the best first. A turn after hearing the viewer is not claimed as caused by it."""
    if me is None or state.key is None:
        return
    turned = [
        (number, seat)
        for number, seat in state.turns()
        if seat != me and state.find_turn(seat, number) == "corrected" and me in state.find_agreeing_speakers(seat, number)
    ]
    if turned:
        number, _ = turned[-1]
        who = join_names(dict.fromkeys(seat for _, seat in turned))
        yield f"{who} turned right after reading your answer{f' in round {number}' if len(turned) == 1 else ''}."
    others = [seat for seat in state.seats if seat != me]
    for number in sorted(state.said):
        wrong = [seat for seat in others if state.was_right(seat, number) is False]
        if state.was_right(me, number) and wrong and len(wrong) == len(others):
            yield f"In round {number} you alone were right."
    for number, seat in state.turns():
        if seat == me and state.find_turn(me, number) == "corrected":
            reply, heard = state.reply(me, number), state.find_agreeing_speakers(me, number)
            after = f", after reading {join_names(heard)}" if heard else ""
            yield f"In round {number} you turned to {reply.answer if reply else 'it'}, which is right{after}."
    rounds = [state.was_right(me, number) for number in sorted(state.said)]
    wrong = [seat for seat in others if state.was_right(seat, 1) is False]
    if len(rounds) > 1 and all(rounds) and wrong:
        were = "were" if len(wrong) > 1 else "was"
        yield f"You were right from the first round to the last, although {join_names(wrong)} {were} wrong at first."


HEADLINES = {"won": "You are right", "lost": "You are wrong"}
_REASON = 300  # characters of a reason


def results(end: End) -> Results:
    """Return the results: the answers of each seat, and how they turned."""
    state = fold_events(State(EVERYTHING), end.events)
    turns = (f"Round {number}: {describe_turn(state, seat, number)}." for number, seat in state.turns())
    return results_of(
        end,
        "debate",
        "The table is right." if state.concluded and state.concluded.is_right else "The table is wrong.",
        list(_labels(state, end)),
        _facts(state, end.players),
        headlines=HEADLINES,
        panels=(Rounds(graph_of(state, end.me)),) if state.seats else (),
        notes=(*reasons(state, end.config), *turns),
    )


def _labels(state: State, end: End) -> Iterator[Label]:
    for title, replies in (
        ("first", {seat: state.reply(seat, 1) for seat in end.outcome.results}),
        ("last", {seat: state.last(seat) for seat in end.outcome.results}),
    ):
        answers = {seat: reply.answer for seat, reply in replies.items() if reply}
        yield Label(title, {seat: answer or UNKNOWN for seat, answer in answers.items()}, _tones(state, answers), is_cut=True)
    yield Label("ended", fates(end, lambda seat: _describe_change(state, seat)), leaves=2)
    if state.believed:
        believed = {seat: answers[-1] for seat, answers in state.believed.items()}
        yield Label("after appeals", {seat: each or UNKNOWN for seat, each in believed.items()}, _tones(state, believed), leaves=1)


def _tones(state: State, answers: Mapping[Seat, str | None]) -> dict[Seat, Tone]:
    return {seat: "good" if state.is_right(answer) else "bad" for seat, answer in answers.items() if state.key}


def _describe_change(state: State, seat: Seat) -> str:
    """Return a seat's first and last state in two words."""
    first, last = state.reply(seat, 1), state.last(seat)
    was, now = (state.is_right(each.answer) if each else None for each in (first, last))
    if was == now:
        return "stayed right" if now else "stayed wrong"
    return "turned right" if now else "turned wrong"


def _facts(state: State, players: Mapping[Seat, Mapping[str, Any]]) -> Iterator[str]:
    if state.key:
        yield f"the right answer is {right_answer(state)}"
        if state.key.wrong:
            yield f"given wrong first answers: {join_names(state.key.wrong)}"
    if state.seats:
        yield count(len(state.said), "round")
    if state.measured and (estimator := players.get(ESTIMATOR)):
        yield f"uncertainty measured by {service_name(estimator)}"


def right_answer(state: State) -> str:
    """Return the right answer, with the words of the option; empty before it is shown."""
    return answer_in_words(state, state.key.answer) if state.key else ""


def reasons(state: State, config: Any) -> Iterator[str]:
    """Yield why the right answer is right and where that is from, where the problem says so. config: None if unknown."""
    pool: Sequence[Problem] = config.pool if config else ()
    problem = next((each for each in pool if state.key and each.id == state.key.problem), None)
    if problem and problem.right:
        yield cut(" ".join(problem.right[0].text.split()), _REASON)
    if problem and problem.source:
        yield f"Source: {cut(problem.source, _REASON).rstrip('.')}."
