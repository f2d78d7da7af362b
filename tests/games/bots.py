"""Matches between bots, or between bots and what a test has some seats or services say."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from woozle.core.referee import Referee
from woozle.core.request import Answer, Forfeit, Request, Response, Seat
from woozle.players.bot import Bot
from woozle.players.seats import bot_seed

Say = Callable[[Request, Referee], Answer | Forfeit]


def play_bots(referee: Referee, bot: type[Bot], says: Mapping[Seat, Say]) -> Referee:
    """Play a match to its end and return it. says: who answers for a seat instead of a bot, and for each service."""
    seated = {seat: bot(bot_seed(seat, referee.key)) for seat in referee.game.seats}
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        if request.to in says:
            answer = says[request.to](request, referee)
        else:
            answer = seated[request.to].answer(request, referee.view(request.to))
            assert not request.refusal(answer), request.refusal(answer)
        referee.fold(Response(request.id, answer, 0.0))
    return referee
