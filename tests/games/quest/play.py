"""A table of the quest for tests: who decides what, and what the judge says."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from woozle.core.referee import Referee
from woozle.core.request import Answer, Forfeit, Request
from woozle.core.usage import Usage
from woozle.games.quest.config import Config
from woozle.games.quest.data import Item
from woozle.games.quest.events import Decide, Score, Submitted
from woozle.games.quest.rules import Quest
from woozle.testing import Say, play_rules

POOL = tuple(Item(id=f"p{number}", text=f"Passage {number} tells of {number} bears.") for number in range(30))
QUESTIONS = tuple(Item(id=f"q{number}", text=f"What is {number}?", answer=str(number)) for number in range(4))
USAGE = Usage(1, 100, 20)


def quest(seats: int = 2, items: int = 4, **options) -> Referee:
    pool = QUESTIONS if options.get("task") == "question" else POOL
    return Referee(Quest(seats, Config(**{"pool": pool[:items], "items": items, **options})))


def find_submitted(referee: Referee, request: Request) -> Submitted:
    """Return what the judge is asked about."""
    (of,) = request.choices["of"]
    return next(event for event in referee.view("judge") if isinstance(event, Submitted) and event.of == of)


def go(referee: Referee, say: Say, *, usage: Usage = USAGE, seconds: float = 2.0) -> Referee:
    """Play to the end: `say` answers everything; seats' answers cost the same each."""
    return play_rules(referee, say, seconds=seconds, usage=usage)


def plain(decisions: Mapping[str, str] = {}, h: Callable[[Submitted], float] = lambda submitted: 0.8) -> Say:
    """Seats decide by a letter a step (C, R, E; C when there is none, or where it is not legal)."""
    steps: dict[str, int] = {}

    def say(request: Request, referee: Referee) -> Answer | Forfeit:
        seat = request.to
        if request.answer is Score:
            asked = find_submitted(referee, request)
            return Score(of=asked.of, h=h(asked), grade=request.choices["grade"][0])
        if request.answer is Decide:
            steps[seat] = step = steps.get(seat, -1) + 1
            letter = decisions.get(seat, "")[step : step + 1]
            choice = {"R": "review", "E": "end"}.get(letter, "continue")
            return Decide(choice=choice if choice in request.choices["choice"] else "continue")
        return request.answer(text=f"{seat} writes {request.id}.")

    return say
