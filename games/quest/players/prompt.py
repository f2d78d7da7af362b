"""What models read again of the quest."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.event import Event
from woozle.core.request import Request
from woozle.games.quest.events import (
    Briefing,
    Decide,
    Demands,
    Given,
    Glimpse,
    Measured,
    Reconsidered,
    Score,
    Standing,
    Submitted,
)


def recall(request: Request, observation: Sequence[Event]) -> Sequence[Event]:
    """Return the Events that a model reads again: texts are independent, as in the paper, so that earlier passages cost nothing."""
    if request.answer is Score:
        return [event for event in observation if isinstance(event, Submitted) and event.of in request.choices["of"]]
    told = [event for event in observation[:2] if isinstance(event, Briefing | Demands)]
    kinds = (Standing,) if request.answer is Decide else (Given, Reconsidered)
    at = max((i for i, event in enumerate(observation) if isinstance(event, kinds)), default=len(told))
    while request.answer is Decide and at and isinstance(observation[at - 1], Glimpse):
        at -= 1
    again = [event.item for event in observation[at : at + 1] if isinstance(event, Reconsidered)]
    about = [event for event in observation[:at] if isinstance(event, Measured) and event.item in again]
    return [*told, *about[-1:], *observation[at:]]
