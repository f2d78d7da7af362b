"""Moments of a quest as Ada sees them, and an app that shows them without a match behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from woozle.core.chance import key_from_seed
from woozle.core.game import Event
from woozle.core.referee import Referee
from woozle.core.request import Answer, Request, Response
from woozle.games.quest import data
from woozle.games.quest.config import Config
from woozle.games.quest.events import Decide, Given, Reconsidered, Score, Standing
from woozle.games.quest.players.services import judge_by_claims
from woozle.games.quest.rules import Quest

from tests.tui.scenes import Stage

ME = "Ada"


@cache
def moment(kind: str, step: int) -> tuple[tuple[Event, ...], Request]:
    """Return what Ada has seen when she decides, writes or revises in a step, from 1, and the request to her."""
    return next((seen, request) for name, at, seen, request in _moments() if (name, at) == (kind, step))


def _moments() -> Iterator[tuple[str, int, tuple[Event, ...], Request]]:
    referee = Referee(Quest(3, Config(items=6)), key_from_seed(3))
    while referee.outcome is None:
        open_ = list(referee.open.values())
        request = next((each for each in open_ if each.to != ME), open_[0])
        view = referee.view(request.to)
        if request.to == ME:
            steps = [event.step for event in view if isinstance(event, Standing)]
            yield _kind(request, view), steps[-1] + 1, tuple(view), request
        referee.fold(Response(request.id, _answer(request, view), 0.0 if request.to == "judge" else 7.5))


def _kind(request: Request, view) -> str:
    if request.answer is Decide:
        return "decide"
    return "revise" if isinstance(_last(view), Reconsidered) else "write"


def _last(view) -> Given | Reconsidered:
    return next(event for event in reversed(view) if isinstance(event, Given | Reconsidered))


def _answer(request: Request, view) -> Answer:
    """Ada reviews what is advised, Ben once, Cleo never; summaries are those that come with the passages."""
    if request.answer is Score:
        return judge_by_claims(request, view)
    if request.answer is Decide:
        standing = next(event for event in reversed(view) if isinstance(event, Standing))
        wants = standing.is_review_advised if request.to == ME else request.to == "Ben" and standing.step == 2
        return Decide(choice="review" if wants and "review" in request.choices["choice"] else "continue")
    about = _last(view)
    of = data.references()[about.item]
    return request.answer(text=of["faithful"] if request.to == "Cleo" or isinstance(about, Reconsidered) else of["flawed"][1])


def quest_stage(seen: Sequence[Event], request: Request | None, **options) -> Stage:
    """Return the table of Ada."""
    return Stage(seen, request, game="quest", me=ME, **options)
