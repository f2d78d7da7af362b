"""The labels of questions to a seat of Undercover."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from woozle.arena.views.panels import SPEECH_LIMIT, Choice, Question
from woozle.arena.views.questions import question as ask
from woozle.core.request import Answer, Request, Seat
from woozle.games.undercover.events import Conclude, Reason, Summarise, Vote
from woozle.games.undercover.state import State
from woozle.games.undercover.words import quoted

_WHY: Mapping[type[Answer], str] = {
    Reason: "What in your picture supports it?",
    Summarise: "Why, after all that was said?",
}


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


def question(request: Request, state: State) -> Question | None:
    """Return a request as a question to a human; None if it is not for humans."""
    if request.answer in (Reason, Summarise):
        return _reason(request, state)
    if issubclass(request.answer, Vote):
        asked = ask(request, state.seats, partial(_label_vote, state))
        return replace(asked, prompt=f"{title(state)}: who sees another picture?")
    if request.answer is Conclude:
        return replace(ask(request, label=_label_last_words), kind="act", prompt="A tie, and you decide: what is the answer?")
    return None


def _reason(request: Request, state: State) -> Question:
    """Return a question for the answer, chosen or written, and then for a text about it."""
    last = state.lasts.get(request.to, "")
    asked = ask(request, label=partial(_label_option, last))
    why = f"Your answer: {{first}}. {_WHY[request.answer]}"
    then = Question(request.id, "speak", why, limit=SPEECH_LIMIT, seconds=request.seconds)
    draft = None if asked.choices else last
    return replace(asked, kind="act" if asked.choices else "reply", prompt=_prompt(request, state), draft=draft, then=then)


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
        return replace(choice, text="Abstain", sure="Vote for nobody?")
    return replace(choice, hint=_describe_answer(target, state), sure=f"Vote for {target}?")


def _describe_answer(seat: Seat, state: State) -> str:
    first, said = state.firsts.get(seat, ""), state.lasts.get(seat, "")
    if first and said and first.casefold() != said.casefold():
        return f"first {quoted(first)}, now {quoted(said)}"
    return f"says {quoted(said)}" if said else "gave no answer"


def _label_last_words(option: str, choice: Choice) -> Choice:
    return replace(choice, sure=f"Answer {quoted(option)} for all?")
