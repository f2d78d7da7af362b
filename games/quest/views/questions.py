"""Questions to a seat of the quest: the labels, the draft and the number of words that only this game has."""

from __future__ import annotations

from dataclasses import replace

from woozle.arena.views.panels import Choice, Question
from woozle.arena.views.questions import question as question_of
from woozle.core.request import Request
from woozle.games.quest.events import Decide, Reconsidered, Reply, Standing, Write
from woozle.games.quest.state import State
from woozle.games.quest.words import noun, out_of_100

_REPLY = ("Answer, or say that you don't know.", "Change your answer, if you know better.")


def question(request: Request, state: State) -> Question | None:
    """Return a request as a question to a human; None if it is not for humans."""
    if request.answer is Decide:
        step, what = state.mine.standing, noun(state.briefing)
        asked = question_of(request, label=lambda way, choice: _label(choice, step, what))
        return replace(asked, kind="act", prompt=_prompt(step))
    if not issubclass(request.answer, Write | Reply):
        return None
    asked, doing, words = question_of(request), state.mine.doing, state.demands.words if state.demands else 0
    is_again = isinstance(doing, Reconsidered)
    asked = replace(asked, draft=doing.text if isinstance(doing, Reconsidered) else "")
    if request.answer is Reply:
        return replace(asked, prompt=_REPLY[is_again])
    at_most = f" in at most {words} words" if words else ""
    prompt = f"{'Make it better' if is_again else 'Summarise'}{at_most}, from the passage alone."
    return replace(asked, kind="write", prompt=prompt, words=words)


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
