"""Rollouts of self-play between bots, with the librarian and the calculator that come with Woozle."""

from __future__ import annotations

from typing import TypeVar

from woozle.core.chance import key_from_seed
from woozle.core.game import Event
from woozle.core.referee import Referee
from woozle.core.request import Answer, Response
from woozle.games.self_play.config import Config
from woozle.games.self_play.events import CALCULATOR, LIBRARIAN, Found, Query, Worked
from woozle.games.self_play.players.bot import BOTS, SelfPlayBot
from woozle.games.self_play.players.calculator import SumError, calculate
from woozle.games.self_play.players.retriever import format_paragraph
from woozle.games.self_play.players.services import index_cache
from woozle.games.self_play.rules import SelfPlay
from woozle.players.bot import Bot
from woozle.players.seats import bot_seed

KINDS: dict[str, type[Bot]] = {bot.name: bot for bot in BOTS}
E = TypeVar("E", bound=Event)


def traits(**values: object) -> type[SelfPlayBot]:
    """A bot with these traits."""
    return type("Made", (SelfPlayBot,), {"name": "made", **values})


def played(seed: int = 1, *, bot: str | type[Bot] = "fair", seats: int = 3, **options: object) -> Referee:
    """A rollout to its end."""
    key, made = key_from_seed(seed), KINDS[bot] if isinstance(bot, str) else bot
    referee = Referee(SelfPlay(seats, Config(**options)), key)
    seated = {seat: made(bot_seed(seat, key)) for seat in referee.game.seats}
    while referee.outcome is None:
        (request,) = referee.open.values()
        view = referee.view(request.to)
        answer = _service(view[-1]) if request.to in (LIBRARIAN, CALCULATOR) else seated[request.to].answer(request, view)
        assert not request.refusal(answer), request.refusal(answer)
        referee.fold(Response(request.id, answer, 0.0))
    return referee


def told(referee: Referee, kind: type[E]) -> list[E]:
    """All Events of a kind that somebody was told."""
    return [event for event, _ in referee.record if isinstance(event, kind)]


def _service(query: Event) -> Answer:
    assert isinstance(query, Query)
    if query.tool == "CALCULATE":
        try:
            return Worked(of=query.number, result=calculate(query.text))
        except SumError as error:
            return Worked(of=query.number, result=str(error))
    found = index_cache().search(query.corpus, query.text, query.most)
    return Found(of=query.number, texts=tuple(map(format_paragraph, found)), sources=tuple(each.id for each in found))
