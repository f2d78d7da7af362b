"""Somebody who learns a game by its tutorial: what there is to read and to decide, and how long that takes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from woozle.arena.views.coach import Coach
from woozle.arena.views.panels import Document, Question, TableView
from woozle.arena.views.registry import observer, reading
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.game import Game
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.core.welcome import load_welcome
from woozle.games.ship.views.panels import Tasks
from woozle.players.random_bot import RandomBot
from woozle.players.seats import parse_seats, seat_players
from woozle.players.services.registry import seat_services

from tests.tables import panel
from tests.tui.pupil import WANTED, WORDS

WORDS_A_MINUTE, DECIDES = 200, 2.0


class Person:
    """Answers at once, with the values it would rather have, else the first; says WORDS, but not on the way or beside votes."""

    is_human, answers_at_once, keeps_time = True, True, False

    def __init__(self, game: str) -> None:
        self._wanted, self._words = WANTED.get(game, ()), WORDS.get(game, ("I say what I saw.",))
        self._any = RandomBot("1")

    def answer(self, request, observation):
        given = {name: self.choice(name, legal) for name, legal in request.choices.items()}
        texts = iter(self._words * 2)
        for name, field in self._any.answer(request, observation):
            is_words = isinstance(field, str) or request.answer.__name__ == "Guess"
            given.setdefault(name, "" if name in ("say", "why") else next(texts) if is_words else field)
        return request.answer(**given)

    def choice(self, name, legal):
        return next((value for want in self._wanted for value in legal if str(value).startswith(want)), next(iter(legal)))

    async def respond(self, request, observation):
        return Response(request.id, self.answer(request, observation))


class Lesson:
    """A tutorial as its person sees it, from the first line to the last.

    words: how many different lines held, figures aside; missed: lessons that were not said; decisions: how many were asked for.
    seconds: by the clock, at the usual pace, for whoever reads WORDS_A_MINUTE and takes DECIDES seconds for each decision. The
    match waits for readers after each answer of others, as the app does; what is typed takes no time.
    """

    def __init__(self, game: str, person: Person) -> None:
        tutorial = load_welcome(game).tutorial
        specs = parse_seats(tutorial.seats, game)
        rules: Game = registry.game(game)(len(specs), registry.configure(registry.game(game), tutorial.preset, tutorial.options))
        key, self.seats = key_from_seed(tutorial.seed, 1), []
        players = seat_players(game, rules.seats, specs, key, lambda seat: self.seats.append(seat) or person)
        self._players = players | seat_services(rules, {}, key, lambda *given: person)
        self.referee = Referee(rules, key)
        self.me = self.seats[0]
        self._known = observer(game, self.me)
        self._coach, self._at, self._lines = Coach(tutorial.lessons), 0, {}
        self._game, self.decisions = game, 0
        self._now = self._has_read = 0.0  # seconds: of the match, and until the person has read all that is there
        asyncio.run(self._play())

    @property
    def words(self) -> int:
        return sum(map(_count, self._lines))

    @property
    def seconds(self) -> float:
        return max(self._now, self._has_read)

    @property
    def missed(self) -> int:
        return self._coach.of - self._coach.number

    async def _play(self) -> None:
        self._look()
        while self.referee.open:
            request = next(iter(self.referee.open.values()))
            if request.to == self.me:
                self._read(self._coach.ask(request), *shown(self._known.look(request)))
                self.decisions += 1
                self._now = self._has_read = self.seconds + DECIDES
            self.referee.fold(await self._players[request.to].respond(request, self.referee.view(request.to)))
            self._look()
        self._read(self._coach.end())

    def _look(self) -> None:
        view = self.referee.view(self.me)
        for event in view[self._at :]:
            self._coach.see(event)
            self._read(*(line.text for line in self._known.see(event)))
        self._now += reading(self._game, view[self._at :], self.me)
        self._at = len(view)

    def _read(self, *lines: str) -> None:
        new = [line for line in dict.fromkeys(lines) if line not in self._lines]
        self._has_read = max(self._has_read, self._now) + sum(map(_count, new)) / WORDS_A_MINUTE * 60
        self._lines |= dict.fromkeys(new)


def _count(line: str) -> int:
    return sum(any(map(str.isalnum, word)) for word in line.split())


def shown(table: TableView) -> Iterator[str]:
    yield from (table.title, table.goal)
    yield from _asked(table.question)
    yield from (f"{seat.name} {seat.status} {seat.note}" for seat in table.seats)
    if tasks := panel(table, Tasks):
        yield from (*tasks.status, *(f"{task.title} {task.room}" for task in tasks.cards))
    if document := panel(table, Document):
        yield from (document.title, *(line.text for line in document.lines), document.note)


def _asked(question: Question | None) -> Iterator[str]:
    while question:
        yield question.prompt
        yield from (f"{choice.text} {choice.hint}" for choice in question.choices)
        question = question.then or next((choice.then for choice in question.choices if choice.then), None)
