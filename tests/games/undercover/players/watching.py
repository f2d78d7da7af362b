"""Matches of the undercover game between bots, or between bots and whoever a test has say something."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from woozle.core.chance import key_from_seed
from woozle.core.game import Event
from woozle.core.referee import Referee
from woozle.core.request import Answer, Forfeit, Request, Response, Seat
from woozle.games.undercover.config import Config
from woozle.games.undercover.events import EDITOR, Compare, Draw
from woozle.games.undercover.players.bot import BOTS
from woozle.games.undercover.rules import Undercover
from woozle.players.bot import Bot
from woozle.players.seats import bot_seed

KINDS = {bot.name: bot for bot in BOTS}
E = TypeVar("E", bound=Event)

Say = Callable[[Request, Referee], Answer | Forfeit]


def service(request: Request) -> Answer:
    """Two pictures that are much alike."""
    if request.to == EDITOR:
        return Draw(picture="a" * 64, counterfactual="b" * 64)
    return Compare(visual=0.95, semantic=0.95, natural=1, is_changed=True)


def played(
    seed: int = 1, *, bot: str | type[Bot] = "keen", seats: int = 5, says: Mapping[Seat, Say] | None = None, **options: object
) -> Referee:
    """A match to its end. says: who answers for a seat instead of a bot."""
    key, made = key_from_seed(seed), KINDS[bot] if isinstance(bot, str) else bot
    referee = Referee(Undercover(seats, Config(**options)), key)
    seated = {seat: made(bot_seed(seat, key)) for seat in referee.game.seats}
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        if says and request.to in says:
            answer = says[request.to](request, referee)
        elif request.to in seated:
            answer = seated[request.to].answer(request, referee.view(request.to))
            assert not request.refusal(answer), request.refusal(answer)
        else:
            answer = service(request)
        referee.fold(Response(request.id, answer, 0.0))
    return referee


def told(referee: Referee, kind: type[E]) -> list[E]:
    """All Events of a kind that somebody was told."""
    return [event for event, _ in referee.record if isinstance(event, kind)]
