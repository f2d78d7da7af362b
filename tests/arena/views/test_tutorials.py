"""What a tutorial gives its person to read, counted: it is promised to take three minutes, and cannot grow unseen.

At 200 words a minute, and as many keys, half a minute is left for what is typed.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator

import pytest

from woozle.arena.views.coach import Coach
from woozle.arena.views.panels import Document, Question, TableView
from woozle.arena.views.registry import views
from woozle.arena.views.rules import of_match, usual
from woozle.arena.views.ship.panels import Tasks
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.game import Game
from woozle.core.games.ship import events as ship
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.core.welcome import games_with_tutorial, load_welcome
from woozle.players.random_bot import RandomBot
from woozle.players.seats import parse_seats, seat_players
from woozle.players.services.registry import seat_services

from tests.tui.pupil import WANTED, WORDS

MOST_WORDS = 500
_ROUTES = ("task", "first", "stay", "random")


class Person:
    """Answers at once, with the values it would rather have, else the first; says WORDS, and nothing on the way."""

    is_human, answers_at_once, keeps_time = True, True, False

    def __init__(self, game: str) -> None:
        self._wanted, self._words = WANTED.get(game, ()), WORDS.get(game, ("I say what I saw.",))
        self._any = RandomBot("1")

    def answer(self, request, observation):
        given = {name: self.choice(name, legal) for name, legal in request.choices.items()}
        texts = iter(self._words * 2)
        for name, field in self._any.answer(request, observation):
            is_words = isinstance(field, str) or request.answer.__name__ == "Guess"
            given.setdefault(name, "" if name == "say" else next(texts) if is_words else field)
        return request.answer(**given)

    def choice(self, name, legal):
        return next((value for want in self._wanted for value in legal if str(value).startswith(want)), next(iter(legal)))

    async def respond(self, request, observation):
        return Response(request.id, self.answer(request, observation))


class Honest(Person):
    """A goose of the ship who goes one way, reports what it finds, says where it was, and votes for nobody or at random."""

    def __init__(self, route: str, start: int, words: str, votes: str, seed: int) -> None:
        super().__init__("ship")
        self._route, self._start, self._votes, self._words = route, start, votes, (words,)
        self._chance = random.Random(seed)

    def choice(self, name, legal):
        legal = list(legal)
        if name == "target":
            return None if self._votes == "skip" else self._chance.choice(legal)
        actions = [action for action in legal if action != "button"]
        start, self._start = self._start, -1
        if start >= 0:
            return actions[min(start, len(actions) - 1)]
        wanted = {"task": ("report", "task"), "first": ("report",), "stay": ("task", "wait"), "random": ()}[self._route]
        found = [action for want in wanted for action in actions if action == want]
        return found[0] if found else actions[0] if self._route == "first" else self._chance.choice(actions)


class Lesson:
    """A tutorial as its person sees it. words: how many different lines held, figures aside; missed: lessons that were not said."""

    def __init__(self, game: str, person: Person) -> None:
        tutorial = load_welcome(game).tutorial
        specs = parse_seats(tutorial.seats, game)
        rules: Game = registry.game(game)(len(specs), registry.configure(registry.game(game), tutorial.preset, tutorial.options))
        key, self.seats = key_from_seed(tutorial.seed, 1), []
        players = seat_players(game, rules.seats, specs, key, lambda seat: self.seats.append(seat) or person)
        self._players = players | seat_services(rules, {}, key, lambda *given: person)
        self.referee = Referee(rules, key)
        self.me = self.seats[0]
        self._known = views(game).knowledge(self.me)
        self._coach, self._at, self._lines = Coach(tutorial.lessons), 0, {}
        asyncio.run(self._play())

    @property
    def words(self) -> int:
        return sum(any(map(str.isalnum, word)) for line in self._lines for word in line.split())

    @property
    def missed(self) -> int:
        return self._coach.of - self._coach.number

    async def _play(self) -> None:
        self._look()
        while self.referee.open:
            request = next(iter(self.referee.open.values()))
            if request.to == self.me:
                self._read(self._coach.ask(request), *_shown(self._known.look(request)))
            self.referee.fold(await self._players[request.to].respond(request, self.referee.view(request.to)))
            self._look()
        self._read(self._coach.end())

    def _look(self) -> None:
        view = self.referee.view(self.me)
        for event in view[self._at :]:
            self._coach.see(event)
            self._read(*(line.text for line in self._known.see(event)))
        self._at = len(view)

    def _read(self, *lines: str) -> None:
        self._lines |= dict.fromkeys(lines)


def _shown(table: TableView) -> Iterator[str]:
    yield from (table.title, table.goal)
    yield from _asked(table.question)
    yield from (f"{seat.name} {seat.status} {seat.note}" for seat in table.seats)
    if tasks := table.panel(Tasks):
        yield from (*tasks.status, *(f"{task.title} {task.room}" for task in tasks.cards))
    if document := table.panel(Document):
        yield from (document.title, *(line.text for line in document.lines), document.note)


def _asked(question: Question | None) -> Iterator[str]:
    while question:
        yield question.prompt
        yield from (f"{choice.text} {choice.hint}" for choice in question.choices)
        question = question.then or next((choice.then for choice in question.choices if choice.then), None)


@pytest.mark.parametrize("game", games_with_tutorial())
def test_a_tutorial_has_no_more_to_read_than_three_minutes_allow_and_says_every_lesson(game):
    lesson = Lesson(game, Person(game))
    assert lesson.missed == 0
    assert lesson.words <= MOST_WORDS


@pytest.mark.parametrize("game", games_with_tutorial())
def test_a_tutorial_is_written_for_the_role_that_its_seed_deals(game):
    tutorial, lesson = load_welcome(game).tutorial, Lesson(game, Person(game))
    rules = lesson.referee.game
    role = rules.roles(lesson.referee.record).get(lesson.me, "")
    assert tutorial.role == role
    for each in tutorial.lessons:
        text = each.text.lower()
        assert all(said == role for said in rules.role_names if f"you are a {said}" in text or f"you are the {said}" in text)
        assert not role or not re.search(rf"one of the others(?:, the| is a) {role}\b", text)


@pytest.mark.parametrize("game", games_with_tutorial())
def test_every_number_of_a_lesson_is_one_of_the_rules_of_its_match_or_of_the_one_after_it(game):
    rules = (*of_match(Lesson(game, Person(game)).referee.game), *(line.text for line in usual(game)))
    known = {*_numbers(" ".join(rules)), 0.0, 1.0}
    for each in load_welcome(game).tutorial.lessons:
        assert {*_numbers(each.text)} <= known, each.text


def _numbers(text: str) -> Iterator[float]:
    words = {"two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "hundred": 100.0, "twice": 2.0}
    for word in re.findall(r"\d+(?:\.\d+)?|[a-z]+", text.lower()):
        if word[0].isdigit() or word in words:
            yield words.get(word) or float(word)


@pytest.mark.parametrize("route", _ROUTES)
def test_an_honest_newcomer_on_the_ship_lives_to_see_a_meeting_and_is_not_ejected_whichever_way_they_go(route):
    for number in range(24):
        start, words, votes = number % 4, ("hi", "I was in the cockpit.")[number % 2], ("skip", "random")[number // 4 % 2]
        lesson = Lesson("ship", Honest(route, start, words, votes, number))
        seen = lesson.referee.view(lesson.me)
        assert any(isinstance(event, ship.MeetingCalled) for event in seen), (number, start)
        assert not [event for event in seen if isinstance(event, ship.Ballot) and event.ejected == lesson.me], (number, start)
        assert not [event for event, _ in lesson.referee.record if isinstance(event, ship.Killed) and event.victim == lesson.me]
