"""People who join by script, without a screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from woozle.arena.join.connection import Joiner
from woozle.arena.join.link import parse_link
from woozle.arena.join.session import JoinedSession
from woozle.arena.play.news import Asked, EventsArrived, Failed, Finished, News
from woozle.core.request import Answer, Request
from woozle.players.random_bot import random_answer


class Person:
    """Sits at a JoinedSession, and answers each question at once. news: all that it was told."""

    def __init__(self, session: JoinedSession, answers: Callable[[Request], Answer | None] | None = None) -> None:
        self.session = session
        self.news: list[News] = []
        self._over = asyncio.Event()
        self._answers = answers or (lambda request: random_answer(request, Random(request.id)))

    def take(self, news: News) -> None:
        self.news.append(news)
        if isinstance(news, Finished):
            self._over.set()
        if isinstance(news, Asked):
            self.session.attention.start_clock(news.request.id)
            if answer := self._answers(news.request):
                self.session.answer(news.request.id, answer)

    async def play(self) -> None:
        """Play to the end of one match."""
        playing = asyncio.ensure_future(self.session.play(self.take))
        over = asyncio.ensure_future(self._over.wait())
        try:
            await asyncio.wait((playing, over), return_when=asyncio.FIRST_COMPLETED)
            if playing.done():
                playing.result()
        finally:
            for task in (playing, over):
                task.cancel()
            await asyncio.gather(playing, over, return_exceptions=True)

    def of(self, kind: type[Any]) -> list[Any]:
        return [each for each in self.news if isinstance(each, kind)]

    @property
    def events(self) -> list[Any]:
        return [event for news in self.of(EventsArrived) for event in news.events]

    @property
    def failure(self) -> str:
        return next((each.sentence for each in self.of(Failed)), "")

    @property
    def has_finished(self) -> bool:
        return bool(self.of(Finished))


def person(base: str, table: str, token: str, folder: Path, name: str = "Guest", **options: Any) -> Person:
    """Return a person with the link to a seat."""
    session = JoinedSession(parse_link(f"{base}/t/{table}#{token}"), Joiner(name), base=folder)
    return Person(session, **options)


async def leave(playing: asyncio.Task[None]) -> None:
    """Leave the table, as when the process ends."""
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
