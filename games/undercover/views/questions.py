"""The labels of questions to a seat of Undercover."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from woozle.arena.views.panels import Choice, TableView
from woozle.arena.views.questions import ask
from woozle.core.request import Request, Seat
from woozle.games.undercover.events import Conclude, Summarise, Vote
from woozle.games.undercover.state import State
from woozle.games.undercover.words import quoted


def title(state: State) -> str:
    """Return the part of the match, as it stands above the table and in questions."""
    match state.part:
        case "reasoning":
            return f"Round {state.number}"
        case "vote" | "counted" | "revote":
            return f"Vote {state.vote} of {state.briefing.rounds}{', after a tie' if state.part == 'revote' else ''}"
        case "summary":
            return f"Answering together, round {state.number} of {state.briefing.summary_rounds}"
        case "over":
            return "The match is over"
    return "Undercover"


def ask_seat(table: TableView, request: Request, state: State) -> TableView:
    """Return the table with a request to its viewer."""
    if issubclass(request.answer, Vote):
        return ask(table, request, f"{title(state)}: who sees another picture?", label=partial(_label_vote, state))
    if request.answer is Conclude:
        return ask(table, request, "A tie, and you decide: what is the answer?", label=_label_last_words)
    last = state.lasts.get(request.to, "")
    why = "Why, after all that was said?" if request.answer is Summarise else "What in your picture supports it?"
    return ask(
        table,
        request,
        _prompt(request, state),
        label=partial(_label_option, last),
        draft=last,
        then=f"Your answer: {{first}}. {why}",
        offer="Write what you tell everyone.",
    )


def _prompt(request: Request, state: State) -> str:
    asked = state.briefing.question
    if request.answer is Summarise:
        return f"After all that was said: {asked}"
    if state.reflects:
        return f"{'Your final answer' if state.reflects.is_final else 'Look at it again'}: {asked}"
    return asked


def _label_option(last: str, option: str, choice: Choice) -> Choice:
    is_last = bool(last) and option.casefold() == last.casefold()
    return replace(choice, hint="your last answer" if is_last else "")


def _label_vote(state: State, target: Seat | None, choice: Choice) -> Choice:
    if target is None:
        return replace(choice, text="Abstain", sure="Vote for no one?")
    return replace(choice, hint=_describe_answer(target, state), sure=f"Vote for {target}?")


def _describe_answer(seat: Seat, state: State) -> str:
    first, said = state.firsts.get(seat, ""), state.lasts.get(seat, "")
    if first and said and first.casefold() != said.casefold():
        return f"first {quoted(first)}, now {quoted(said)}"
    return f"says {quoted(said)}" if said else "gave no answer"


def _label_last_words(option: str, choice: Choice) -> Choice:
    return replace(choice, sure=f"Answer {quoted(option)} for all?")
