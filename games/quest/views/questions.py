"""Questions to a seat of the quest, and the answers that a choice or a text stands for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from woozle.arena.views.panels import SPEECH_LIMIT, Choice, Question
from woozle.core.request import Request
from woozle.games.quest.events import Decide, Reconsidered, Reply, Write
from woozle.games.quest.views.pages import noun, out_of_100

if TYPE_CHECKING:
    from woozle.games.quest.views.knowledge import Knowledge


def question(request: Request, known: Knowledge) -> Question | None:
    """Return a request as a question to a human; None if it is not for humans."""
    if request.answer is Decide:
        return Question(request.id, "act", _step(known), tuple(_ways(request, known)), seconds=request.seconds)
    if issubclass(request.answer, Write | Reply):
        doing = known.lane.doing
        is_again = isinstance(doing, Reconsidered)
        draft = doing.text if isinstance(doing, Reconsidered) else ""
        asked = partial(Question, request.id, limit=SPEECH_LIMIT, seconds=request.seconds, draft=draft)
        if request.answer is Reply:
            return asked(kind="reply", prompt=_REPLY[is_again])
        return asked(kind="write", prompt=_summary(known, is_again), words=known.course.words)
    return None


def _summary(known: Knowledge, is_again: bool) -> str:
    words = f" in at most {known.course.words} words" if known.course.words else ""
    return f"{'Make it better' if is_again else 'Summarise'}{words}, from the passage alone."


_REPLY = ("Answer, or say that you don't know.", "Change your answer, if you know better.")


def _step(known: Knowledge) -> str:
    step = known.lane.standing
    if step is None:
        return "What do you do?"
    where = f"Step {step.step + 1} of {step.total}"
    if step.is_review_advised:
        return f"{where}: revising {step.worst} is advised."
    return f"{where}: continue, or revise your weakest summary first?" if step.worst else f"{where}: continue."


def _ways(request: Request, known: Knowledge) -> Iterator[Choice]:
    step = known.lane.standing
    for number, way in enumerate(request.choices["choice"], 1):
        match way:
            case "continue":
                what = f"the {noun(known.course.briefing)} {step.current}" if step else "the next one"
                yield Choice(str(number), f"Continue with {what}", way)
            case "review":
                yield Choice(str(number), f"Revise {step.worst if step else 'your weakest'} first", way, _hint(known))
            case _:
                yield Choice(str(number), "End here", way, sure="End here? What you have not written counts 0.")


def _hint(known: Knowledge) -> str:
    step = known.lane.standing
    if step is None or step.worst_h is None:
        return ""
    return f"{out_of_100(step.worst_h)}{', advised' if step.is_review_advised else ''}"
