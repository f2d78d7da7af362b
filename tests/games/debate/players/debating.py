"""Debates between bots, or between bots and whoever a test has say something."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from woozle.core.chance import key_from_seed
from woozle.core.game import Event
from woozle.core.referee import Referee
from woozle.core.request import Answer, Forfeit, Request, Response, Seat
from woozle.games.debate.config import Config
from woozle.games.debate.events import ESTIMATOR, Estimate, Texts
from woozle.games.debate.players.bot import BOTS, DebateBot
from woozle.games.debate.rules import Debate
from woozle.players.bot import Bot
from woozle.players.seats import bot_seed

KINDS: dict[str, type[Bot]] = {bot.name: bot for bot in BOTS}
E = TypeVar("E", bound=Event)

Say = Callable[[Request, Referee], Answer | Forfeit]


def traits(**values: float) -> type[DebateBot]:
    """A bot with these traits."""
    return type("Made", (DebateBot,), {"name": "made", **values})


def played(
    seed: int = 1, *, bot: str | type[Bot] = "fair", seats: int = 5, says: Mapping[Seat, Say] | None = None, **options: object
) -> Referee:
    """A debate to its end. says: who answers for a seat instead of a bot; the estimator finds everything alike."""
    key, made = key_from_seed(seed), KINDS[bot] if isinstance(bot, str) else bot
    referee = Referee(Debate(seats, Config(**options)), key)
    seated = {seat: made(bot_seed(seat, key)) for seat in referee.game.seats}
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        if says and request.to in says:
            answer = says[request.to](request, referee)
        elif request.to == ESTIMATOR:
            answer = _alike(request, referee)
        else:
            answer = seated[request.to].answer(request, referee.view(request.to))
            assert not request.refusal(answer), request.refusal(answer)
        referee.fold(Response(request.id, answer, 0.0))
    return referee


def _alike(request: Request, referee: Referee) -> Estimate:
    (of,) = request.choices["of"]
    (about,) = (asked for asked in told(referee, Texts) if asked.number == of)
    return Estimate(of=of, entropies=(1.0,) * (len(about.candidates) or len(about.responses)), estimator="test")


def told(referee: Referee, kind: type[E]) -> list[E]:
    """All Events of a kind that somebody was told."""
    return [event for event, _ in referee.record if isinstance(event, kind)]
