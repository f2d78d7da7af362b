"""A match of the urn for tests, as it is played by bots, and an app that shows a moment of it."""

from __future__ import annotations

from woozle.arena.play import news
from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.games.urn.events import Config
from woozle.games.urn.rules import Urn
from woozle.players.registry import bot
from woozle.players.seats import bot_seed
from woozle.tui import messages, routes

from tests.tui.scenes import Stage

ID = "20260102-030405-urn-0a1b"
ME = "Ada"


def started(seats=5, seed=7, **options):
    return Referee(Urn(seats, Config(**options)), key_from_seed(seed))


def step(referee):
    """Let the bot answer that is asked first."""
    request = next(iter(referee.open.values()))
    answer = bot("urn")(bot_seed(request.to, referee.key)).answer(request, referee.view(request.to))
    referee.answer(request.to, answer)


def until(kind, times=1, **options):
    """A match that stands where Ada is asked for such an answer so many times, and that Request."""
    referee = started(**options)
    while referee.open:
        for request in referee.open.values():
            if (request.to, request.answer) == (ME, kind):
                times -= 1
                if not times:
                    return referee, request
                break
        step(referee)
    return referee, None


class UrnStage(Stage):
    """The table of Ada. `sent` holds what it has answered."""

    def __init__(self, referee, request=None, **options) -> None:
        super().__init__(**options)
        self._seen, self._request = tuple(referee.view(ME)), request

    def on_mount(self) -> None:
        table = routes.table("urn", ME, ID)
        self.push_screen(table)
        table.post_message(messages.MatchNews(news.EventsArrived(self._seen)))
        if self._request:
            table.post_message(messages.MatchNews(news.Asked(self._request, lambda: None)))
