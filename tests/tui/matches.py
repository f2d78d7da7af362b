"""Matches of bots, played fold by fold without an event loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from woozle.core.chance import key_from_seed
from woozle.core.game import RecordEntry
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.games.ship.config import preset
from woozle.games.ship.players.bot import ShipBot
from woozle.games.ship.rules import Ship
from woozle.players.bot import Bot
from woozle.players.seats import bot_seed


def folds(
    seed: int, name: str = "standard", seats: int = 7, *, bot: Callable[[str], Bot] = ShipBot, **options: object
) -> Iterator[tuple[Referee, list[RecordEntry]]]:
    """The referee after each fold, with what was told in it; the opening comes first."""
    key = key_from_seed(seed)
    referee = Referee(Ship(seats, preset(name, **{"max_ticks": 60, **options})), key)
    bots = {seat: bot(bot_seed(seat, key)) for seat in referee.game.seats}
    yield referee, referee.opening
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        told = referee.fold(Response(request.id, bots[request.to].answer(request, referee.view(request.to))))
        yield referee, told


def recorded(
    seed: int, name: str = "standard", seats: int = 7, *, bot: Callable[[str], Bot] = ShipBot, **options: object
) -> Referee:
    """A match that is over."""
    *_, (referee, _) = folds(seed, name, seats, bot=bot, **options)
    return referee
