"""Moments of self-play as one seat sees them, whole matches as those who look on do, and an app that shows the former."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import ClassVar, NamedTuple

from woozle.core.game import Event
from woozle.core.referee import Referee
from woozle.core.request import Answer, Request, Response
from woozle.games.self_play.data import paragraphs, questions
from woozle.games.self_play.events import Act, Acted, Found, Query, Worked
from woozle.players.random_bot import RandomBot
from woozle.testing import play_rules

from tests.games.self_play.play import doing, society
from tests.tui.scenes import Stage

WHO = next(each for each in questions() if each.question == "Who founded Wendmoor Hospice?")
STEPS: Mapping[str, Sequence[str]] = {
    "Ada": ("ASK", "ANSWER Agathe Wend"),
    "Ben": ("SEARCH", "ANSWER Bellamy Thorne"),
    "Cleo": ("SEARCH", "HEDGE the widow Agathe Wend"),
}
"""The asker passes on what is right, though it comes from the one who is not sure."""

WRONG: Mapping[str, Sequence[str]] = {**STEPS, "Ada": ("ASK", "HEDGE Bellamy Thorne")}


def found(query: Query) -> Answer:
    """The first paragraphs of a corpus."""
    if query.tool == "CALCULATE":
        return Worked(of=query.number, result=f"{query.text} = 148")
    some = paragraphs(query.corpus)[: query.most]
    return Found(of=query.number, texts=tuple(each.text for each in some), sources=tuple(each.title for each in some))


class Moment(NamedTuple):
    """A seat's observation, and the request to it, if any."""

    seen: tuple[Event, ...]
    request: Request | None


def stopped(seat: str, time: int = 1, said: Mapping[str, Sequence[str]] = STEPS, **options) -> Moment:
    """Return the moment when a seat is asked, for the first time or later."""
    table, say = society(**{"pool": (WHO,), **options}), doing(said, found)
    while table.outcome is None:
        (request,) = table.open.values()
        time -= request.to == seat
        if not time:
            return Moment(tuple(table.view(seat)), request)
        table.fold(Response(request.id, say(request, table), 0.0))
    return Moment(tuple(table.view(seat)), None)


def over(said: Mapping[str, Sequence[str]] = STEPS, **options) -> Referee:
    """A whole match."""
    return play_rules(society(**{"pool": (WHO,), **options}), doing(said, found))


def after_asking() -> Moment:
    """Return the moment after the first seat has asked its friends."""
    table = society(pool=(WHO,))
    (request,) = table.open.values()
    table.fold(Response(request.id, doing(STEPS, found)(request, table), 0.0))
    return Moment(tuple(table.view("Ada")), None)


EVERYWHERE = {"seats": 1, "calculators": (0,), "searches": 2}
MOMENTS: Mapping[str, Callable[[], Moment]] = {
    "asker": lambda: stopped("Ada"),
    "asker again": lambda: stopped("Ada", 2),
    "helper": lambda: stopped("Ben"),
    "helper again": lambda: stopped("Ben", 2),
    "own words": lambda: stopped("Ben", queries="own", calculators=(1,)),
    "alone": lambda: stopped("Ada", said={"Ada": ("SEARCH",)}, **EVERYWHERE),
    "alone again": lambda: stopped("Ada", 3, said={"Ada": ("SEARCH", "CALCULATE 1850 - 1702")}, **EVERYWHERE),
    "asked": after_asking,
    "before": lambda: Moment(tuple(society(pool=(WHO,)).view("Ben")), None),
    "waiting": lambda: Moment((), None),
}


@cache
def moment(name: str) -> Moment:
    """Return the observation and the request at a moment."""
    return MOMENTS[name]()


def self_play_stage(moment_name: str, **options) -> Stage:
    """Return the table of a seat at a moment."""
    seen, request = moment(moment_name)
    return Stage(seen, request, game="self_play", me=request.to if request else "Ada", **options)


class Scripted(RandomBot):
    """Does what is said of its seat, then hedges."""

    name = "scripted"
    steps: ClassVar[Mapping[str, Sequence[str]]] = STEPS

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        taken = sum(isinstance(event, Acted) and event.seat == request.to for event in observation)
        said = [*self.steps.get(request.to, ())[taken:], "HEDGE"][0]
        return Act.of_reply(said, request) or Act(action="HEDGE")
