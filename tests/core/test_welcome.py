"""The welcome of each game: two short lines, and a tutorial whose lessons name things that the game has."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from importlib import import_module

import pytest

from woozle.core.event import Event
from woozle.core.plugins import GAMES, UnknownGameError, module_of
from woozle.core.request import Answer
from woozle.core.welcome import games_with_tutorial, load_welcome, load_welcome_or_error, parse_welcome

from tests import packages

_WIDTH = 42  # columns that the lobby has for a game in a terminal of 80


def kinds(game, of):
    """The Answers or Events of a game, by name."""
    package = module_of(GAMES, game).rpartition(".")[0]
    found = {}
    for module in ("events", "rules"):
        try:
            names = vars(import_module(f"{package}.{module}"))
        except ModuleNotFoundError:
            continue
        found |= {name: kind for name, kind in names.items() if isinstance(kind, type) and issubclass(kind, of) and kind is not of}
    return found


@pytest.mark.parametrize("game", games_with_tutorial())
def test_two_lines_about_a_game_have_room_in_the_lobby(game):
    told = load_welcome(game)
    assert all(0 < len(line) <= _WIDTH + 1 for line in told.about)
    assert len(f"{told.title}  {told.size}") <= _WIDTH


@pytest.mark.parametrize("game", games_with_tutorial())
def test_lessons_name_answers_events_and_fields_that_there_are(game):
    answers, events = kinds(game, Answer), kinds(game, Event)
    for lesson in load_welcome(game).tutorial.lessons:
        assert not lesson.asked or lesson.asked in answers
        name, _, field = lesson.seen.partition(".")
        assert not name or name in events
        assert not field or (is_dataclass(events[name]) and field in {each.name for each in fields(events[name])})


@pytest.mark.parametrize("game", games_with_tutorial())
def test_the_last_lesson_and_no_other_is_said_at_the_end_and_names_no_command(game):
    *others, last = load_welcome(game).tutorial.lessons
    assert last.at_end
    assert "`" not in last.text  # the app goes on with a key, and `--plain` with a command of its own
    assert not [lesson for lesson in others if lesson.at_end]


def test_no_lesson_names_a_key_for_it_is_read_line_by_line_too():
    lessons = [lesson.text for game in games_with_tutorial() for lesson in load_welcome(game).tutorial.lessons]
    assert not [text for text in lessons if "{" in text or " key" in text or "press" in text.lower()]


def test_a_game_that_says_nothing_has_its_name():
    told = load_welcome("two_truths")
    assert (told.title, told.about, told.tutorial) == ("Two truths", (), None)


def test_a_game_that_is_not_installed_is_refused_with_a_sentence():
    with pytest.raises(UnknownGameError, match="There is no game 'chess'; choose from debate"):
        load_welcome("chess")


def test_a_lesson_without_words_or_with_something_unknown_is_refused():
    for lesson in ({}, {"text": "Look.", "when": "now"}):
        with pytest.raises(TypeError):
            parse_welcome({"title": "x", "tutorial": {"seed": 1, "seats": "human,bot", "lessons": [lesson]}})


def test_a_game_that_is_broken_is_named_with_the_reason_and_teaches_nothing(monkeypatch, tmp_path):
    packages.installed(monkeypatch, tmp_path, {GAMES: {"gone": "a_package_that_is_gone.kit:GAME"}})
    shown = load_welcome_or_error("gone")
    assert shown.title == "gone"
    assert "a_package_that_is_gone" in shown.about[0]
    assert "gone" not in games_with_tutorial()
