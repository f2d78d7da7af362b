"""The length of tutorials: three minutes of reading are promised, so that they must not grow unnoticed.

`python -m benchmarks tutorials` says how long each takes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from woozle.arena.views.rules import of_match, usual
from woozle.core.welcome import games_with_tutorial, load_welcome
from woozle.games.ship import events as ship

from tests.arena.views.tutorial_reader import Lesson, Person

THREE_MINUTES = 180  # seconds
_ROUTES = ("task", "first", "stay", "random")


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


@pytest.mark.parametrize("game", games_with_tutorial())
def test_a_tutorial_is_read_in_three_minutes_and_says_every_lesson(game):
    lesson = Lesson(game, Person(game))
    assert lesson.missed == 0
    assert lesson.seconds <= THREE_MINUTES


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
    for number in range(8):
        start, words, votes = number % 4, ("hi", "I was in the cockpit.")[number % 2], ("skip", "random")[number // 4 % 2]
        lesson = Lesson("ship", Honest(route, start, words, votes, number))
        seen = lesson.referee.view(lesson.me)
        assert any(isinstance(event, ship.MeetingCalled) for event in seen), (number, start)
        assert not [event for event in seen if isinstance(event, ship.Ballot) and event.ejected == lesson.me], (number, start)
        assert not [event for event, _ in lesson.referee.record if isinstance(event, ship.Killed) and event.victim == lesson.me]
