"""The prompts of MAS-HQ (appendix D) for models, `?prompts=paper`: one message for each module of a Q-Agent, and nothing beside it.

`paper_policy.md`, `paper_summary.md` and `paper_review.md` are as printed. The paper prints neither the words of `{opponent_info}`
nor the prompts of its agents for questions; those are ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from woozle.core.event import Event
from woozle.core.reply_marks import disarm_marks
from woozle.core.request import Request
from woozle.core.state import fold_events
from woozle.core.words import quantity
from woozle.games.quest.events import DECISIONS, Glimpse, Reconsidered, Reply, Standing, Write
from woozle.games.quest.state import State
from woozle.players.generic_prompt import PromptSet, Turn
from woozle.players.services.instructions import load_instructions

VERSION = 1
"""Of the paper_*.md and of the words here; raised with every change of what a model reads."""

_PLACE = re.compile(r"\{(\w+)(:[^{}]+)?\}")
_UNKNOWN = "unknown"
_SHOWN = {
    "mean_h": "average hallucination score",
    "worst_h": "lowest hallucination score",
    "each_h": "hallucination score of each text",
    "done": "completed texts",
    "tokens": "token usage",
    "calls": "API calls",
    "reviews": "review calls",
    "seconds": "seconds elapsed",
}
"""What a rival's review shows, in the words of the policy agent's prompt."""


def conversation(request: Request, observation: Sequence[Event]) -> Iterator[Sequence[Turn]]:
    """Yield the one message to the policy agent, the summary agent or the review agent."""
    state = fold_events(State(request.to), observation)
    mine = state.mine
    if request.answer in DECISIONS:
        assert mine.standing is not None, "a seat learns its standing before it decides"
        name, places = "policy", _policy(mine.standing, "\n".join(_seen(observation, mine.standing)))
    else:
        assert mine.about is not None, "a text is asked for after the item is given"
        name, places = _text(request, mine.about)
    template = load_instructions(__package__, f"paper_{name}").strip()
    yield [("user", _fill(template if places.get("opponent_info", "?") else template.replace("{opponent_info}\n\n", ""), places))]


def _policy(standing: Standing, opponents: str) -> Mapping[str, Any]:
    return {
        "mas_id": standing.seat,
        "completed_texts": standing.done,
        "total_texts": standing.total,
        "remaining_texts": standing.total - standing.done,
        "token_usage": standing.tokens,
        "api_calls": standing.calls,
        "review_calls": standing.reviews,
        "avg_score": _number(standing.mean_h),
        "time_elapsed": standing.seconds,
        "current_id": standing.current,
        "max_id": standing.total,
        "worst_id": standing.worst or _UNKNOWN,
        "worst_score": _number(standing.worst_h),
        "opponent_info": opponents,
    }


def _text(request: Request, about: Any) -> tuple[str, Mapping[str, Any]]:
    """Return the name of a prompt for a text, and what stands in its places."""
    is_question = request.answer is Reply
    if isinstance(about, Reconsidered):
        places = {"passage": about.source, "previous_summary": about.text, "score": _number(about.h)}
        return "answer_again" if is_question else "review", places
    return "answer" if is_question else "summary", {"passage": about.text}


def _seen(observation: Sequence[Event], standing: Standing) -> Iterator[str]:
    """Yield what rivals have shown since the seat's last step."""
    at = next(at for at in reversed(range(len(observation))) if observation[at] is standing)
    since = next((before for before in reversed(range(at)) if isinstance(observation[before], Standing)), 0)
    for event in observation[since:at]:
        if isinstance(event, Glimpse):
            told = [f"{words} {_number(event.facts[name])}" for name, words in _SHOWN.items() if name in event.facts]
            when = "in the last step" if event.age == 1 else f"{quantity(int(event.age), 'step')} ago"
            yield f"Information about your opponent {event.seat}, who reviewed a text {when}: {', '.join(told)}."


def _number(fact: Any) -> str:
    return ", ".join(map(_number, fact)) if isinstance(fact, Sequence) else _UNKNOWN if fact is None else str(round(fact, 4))


def _fill(template: str, places: Mapping[str, Any]) -> str:
    """Put values into the places of a prompt. What others wrote cannot end the turn, nor make places of its own."""

    def put(place: re.Match[str]) -> str:
        value = places[place[1]]
        return disarm_marks(value) if isinstance(value, str) else format(value, (place[2] or "").removeprefix(":"))

    return _PLACE.sub(put, template)


PROMPTS = PromptSet(VERSION, conversation, plain=(*DECISIONS, Write, Reply))
