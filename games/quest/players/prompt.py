"""What models read again of the quest."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.event import Event
from woozle.core.request import Request
from woozle.core.state import fold_events
from woozle.games.quest.events import DECISIONS, Glimpse, Reconsidered, Score, find_submission
from woozle.games.quest.state import State


def recall(request: Request, observation: Sequence[Event]) -> Sequence[Event]:
    """Return the Events that a model reads again: texts are independent, as in the paper, so that earlier passages cost nothing."""
    if request.answer is Score:
        return [find_submission(request, observation)]
    state = fold_events(State(request.to), observation)
    mine = state.mine
    decides = request.answer in DECISIONS
    start = mine.standing if decides else mine.about
    told: list[Event] = [event for event in (state.briefing, state.demands) if event]
    at = max((i for i, event in enumerate(observation) if event is start), default=len(told))
    while decides and at and isinstance(observation[at - 1], Glimpse):
        at -= 1
    if not decides and isinstance(mine.about, Reconsidered) and (made := mine.parts.get(mine.about.item)):
        told.append(made)
    return [*told, *observation[at:]]
