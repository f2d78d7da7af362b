"""Questions to a seat of the quest: the labels, the draft and the number of words that only this game has."""

from __future__ import annotations

from dataclasses import replace

from woozle.arena.views.panels import Choice, TableView
from woozle.arena.views.questions import ask
from woozle.core.request import Request
from woozle.games.quest.events import Decide, Reconsidered, Reply, Standing
from woozle.games.quest.state import State
from woozle.games.quest.words import noun, out_of_100

_REPLY = ("Answer, or say that you don't know.", "Change your answer, if you know better.")


def ask_seat(table: TableView, request: Request, state: State) -> TableView:
    """Return the table with a request to its viewer."""
    if request.answer is Decide:
        step, what = state.mine.standing, noun(state.briefing)
        return ask(table, request, _prompt(step), label=lambda way, choice: _label(choice, step, what))
    doing, words = state.mine.doing, state.demands.words if state.demands else 0
    draft = doing.text if isinstance(doing, Reconsidered) else None
    if request.answer is Reply:
        return ask(table, request, _REPLY[draft is not None], draft=draft)
    at_most = f" in at most {words} words" if words else ""
    prompt = f"{'Summarise' if draft is None else 'Make it better'}{at_most}, from the passage alone."
    return ask(table, request, prompt, draft=draft, words=words, offer="Write your summary here, using only the page.")


def _prompt(step: Standing | None) -> str:
    if step is None:
        return "What do you do?"
    where = f"Step {step.step + 1} of {step.total}"
    if step.is_review_advised:
        return f"{where}: revising {step.worst} is advised."
    return f"{where}: continue, or revise your weakest summary first?" if step.worst else f"{where}: continue."


def _label(choice: Choice, step: Standing | None, what: str) -> Choice:
    match choice.value:
        case "continue":
            return replace(choice, text=f"Continue with {f'the {what} {step.current}' if step else 'the next one'}")
        case "review":
            h = step.worst_h if step else None
            hint = "" if h is None else f"{out_of_100(h)}{', advised' if step and step.is_review_advised else ''}"
            return replace(choice, text=f"Revise {step.worst if step else 'your weakest'} first", hint=hint)
    return replace(choice, text="End here", sure="End here? What you have not written counts 0.")
