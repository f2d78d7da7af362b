"""Matches of every game with persons, models, bots and services at one table, for tests of tables."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.event import Event
from woozle.core.match import Match, Player
from woozle.core.referee import Referee
from woozle.core.request import AnswerProbabilities, Display, Forfeit, Request, Response, Timing
from woozle.core.usage import Usage
from woozle.players.models.player import ModelPlayer
from woozle.players.models.spec import parse
from woozle.players.random_bot import RandomBot
from woozle.players.registry import bot
from woozle.players.seats import bot_seed, nobody
from woozle.players.services.registry import seat_services
from woozle.saves.writer import Writer

from tests.games.parts import parts
from tests.players.models.scripted import Scripted, reply

GAMES: Mapping[str, tuple[int, str, Mapping[str, Any]]] = parts("facts", "RECORDED")
"""The number of seats, the preset and the options, by game."""

ODD = '=1+1, said "he"\nä \x1b[31m;'
"""A text that persons say: a formula, a line feed, quotes, a terminal escape."""


DISPLAYS = (
    Display("kitty", 40, 20, 320, 320),
    Display("halfblock", 40, 20, 40, 40),
    Display("halfblock", 40, 20, 40, 40, opened=1),
)
"""A terminal with pixels, one without, and that where the picture was opened as a file too."""


class Person(RandomBot):
    """A person whose answers are drawn, with timing; in every fifth question the time runs out."""

    is_human = True
    keeps_time = True
    answers_at_once = False

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        seconds, number = 1.5 + request.id / 8, request.id
        timing = Timing(0.25, None if number % 3 else 0.5, seconds + 2, None if number % 2 else 1.25, 0.75, 0.0, number, 2, 30, 1)
        display = DISPLAYS[number // 4 % len(DISPLAYS)] if number % 4 == 0 else None
        if number % 5 == 0:
            return Response(request.id, Forfeit("timeout", "No answer."), seconds, timing=timing)
        answer = self.answer(request, observation)
        said = {name: ODD for name, value in answer if isinstance(value, str) and value and name not in request.choices}
        return Response(request.id, answer.model_copy(update=said), seconds, display=display, timing=timing)

    def describe(self) -> dict[str, Any]:
        return {"kind": "human"}


class Wavering(ModelPlayer):
    """A model that says what a RandomBot draws, as JSON; first, to some questions, nothing or something illegal."""

    def __init__(self, seat: str, game: str) -> None:
        self._now: Request | None = None
        self._tries = 0
        super().__init__(seat, game, parse("openai@lab:tiny?temperature=0.5"), Scripted(say=self._say), seed="5eed")

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        self._tries = self._tries + 1 if self._now and self._now.id == request.id else 1
        self._now = request
        response = await super().respond(request, observation)
        if (field := request.answer.probability_field) and not response.answer_probabilities:
            legal = request.choices[field]
            return replace(
                response,
                answer_probabilities=AnswerProbabilities(field, {each: 1 / len(legal) for each in legal}, "log-probabilities"),
            )
        return response

    def _say(self, chat: Any) -> Any:
        assert self._now is not None
        if self._now.id % 4 == 0 and self._tries == 1:
            return reply("", usage=Usage(1, 10, 0, 0.125))
        answer = RandomBot("model").answer(self._now, ())
        if self._now.id % 4 == 1 and self._tries == 1 and "action" in self._now.choices:
            answer = answer.model_copy(update={"action": "fly away"})
        return reply(answer.model_dump_json(), usage=Usage(1, 1000, 100, 0.25, 600))


def recorded(game: str, folder: Path, seed: int = 3) -> Referee:
    """A match in `folder`: the first seat a person's, the second a model's, the rest bots'."""
    count, preset, options = GAMES[game]
    kind, key = registry.game(game), key_from_seed(seed)
    rules = kind(count, registry.configure(kind, preset, options))
    referee = Referee(rules, key)
    players: dict[str, Player] = {seat: bot(game)(bot_seed(seat, key)) for seat in rules.seats}
    first, second, *_ = rules.seats
    players |= {first: Person(f"person {seed}"), second: Wavering(second, game)}
    players |= seat_services(rules, {}, key, nobody)
    writer = Writer.create(folder, referee, {seat: each.describe() for seat, each in players.items()}, sync=False)
    asyncio.run(Match(referee, players, writer).play())
    return referee
