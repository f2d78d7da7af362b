"""Debates between bots, or between bots and what a test has some seats say."""

from __future__ import annotations

from collections.abc import Mapping

from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Seat
from woozle.games.debate.config import Config
from woozle.games.debate.events import ESTIMATOR
from woozle.games.debate.players.bot import BOTS, DebateBot
from woozle.games.debate.rules import Debate
from woozle.players.bot import Bot

from tests.games.bots import Say, play_bots
from tests.games.debate.play import saying

KINDS: dict[str, type[Bot]] = {bot.name: bot for bot in BOTS}


def traits(**values: float) -> type[DebateBot]:
    """A bot with these traits."""
    return type("Made", (DebateBot,), {"name": "made", **values})


def played(
    seed: int = 1, *, bot: str | type[Bot] = "fair", seats: int = 5, says: Mapping[Seat, Say] = {}, **options: object
) -> Referee:
    """A debate to its end. says: who answers for a seat instead of a bot; the estimator finds everything alike."""
    referee = Referee(Debate(seats, Config(**options)), key_from_seed(seed))
    return play_bots(referee, KINDS[bot] if isinstance(bot, str) else bot, {ESTIMATOR: saying(), **says})
