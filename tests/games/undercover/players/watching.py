"""Matches of the undercover game between bots, or between bots and what a test has some seats say."""

from __future__ import annotations

from collections.abc import Mapping

from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Seat
from woozle.games.undercover.config import Config
from woozle.games.undercover.events import EDITOR, LIKENESS
from woozle.games.undercover.players.bot import BOTS
from woozle.games.undercover.rules import Undercover
from woozle.players.bot import Bot

from tests.games.bots import Say, play_bots
from tests.games.undercover.play import service

KINDS = {bot.name: bot for bot in BOTS}


def played(
    seed: int = 1, *, bot: str | type[Bot] = "keen", seats: int = 5, says: Mapping[Seat, Say] = {}, **options: object
) -> Referee:
    """A match to its end. says: who answers for a seat instead of a bot; any two pictures are much alike."""
    referee = Referee(Undercover(seats, Config(**options)), key_from_seed(seed))
    services = dict.fromkeys((EDITOR, LIKENESS), lambda request, referee: service(request))
    return play_bots(referee, KINDS[bot] if isinstance(bot, str) else bot, {**services, **says})
