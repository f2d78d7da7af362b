"""Keys, clicks and pastes that come while a question opens by itself: they answer nothing, and are counted. Letters are kept."""

from __future__ import annotations

import pytest
from textual import events

from woozle.arena.play.news import Asked, Paced
from woozle.arena.play.start import Start
from woozle.arena.views.study import Asked as AskedInStudy
from woozle.arena.views.study import Progress, Questionnaire
from woozle.core import registry
from woozle.saves.transcript import read
from woozle.tui.app import WoozleApp
from woozle.tui.messages import MatchNews
from woozle.tui.screens.study import StudyQuestionsScreen
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.compose_box import ComposeBox, SpeechArea
from woozle.tui.widgets.input_panel import InputPanel
from woozle.tui.widgets.lockout import Lockout
from woozle.tui.widgets.panels import Prompt

from tests.tui.hosts import Clock, until
from tests.tui.sessions.test_playing import the_match
from tests.tui.sessions.test_timing import answers as responses
from tests.tui.sessions.test_timing import debate, ship, table

JUST = 0.3


@pytest.fixture(autouse=True)
def _a_moment(_calm_terminal, monkeypatch):
    monkeypatch.setattr(Lockout, "seconds", JUST)


# The rule


def test_input_is_ignored_until_it_was_painted_and_exactly_so_long_after():
    clock = Clock()
    lockout = Lockout(clock)
    assert not lockout.is_on
    lockout.begin()
    clock.now += 100
    assert lockout.is_on
    assert lockout.note_painted()
    clock.now += 0.2999
    assert lockout.is_on
    clock.now += 0.0002
    assert not lockout.is_on


def test_the_paint_of_an_earlier_question_opens_no_later_one():
    clock = Clock()
    lockout = Lockout(clock)
    earlier = lockout.begin()
    later = lockout.begin()
    assert not lockout.note_painted(earlier)
    clock.now += 1
    assert lockout.is_on
    assert lockout.note_painted(later)


def test_to_be_painted_again_begins_nothing_anew():
    clock = Clock()
    lockout = Lockout(clock)
    lockout.begin()
    lockout.note_painted()
    clock.now += 0.2
    assert not lockout.note_painted()
    clock.now += 0.11
    assert not lockout.is_on
    assert not lockout.note_painted()
    assert not lockout.is_on


# At the table


async def opened(pilot, kind=""):
    """Wait until something is asked and painted, and takes no input yet."""
    app = pilot.app
    await until(pilot, lambda: hasattr(app.screen, "lockout") and app.screen.seat.request and app.session.hand.turn.was_shown)
    await until(pilot, lambda: app.screen.lockout._painted is not None)
    assert app.screen.lockout.is_on
    return app.screen.table.question


async def answered(pilot, number=1):
    await until(pilot, lambda: len(responses()) >= number)
    return responses()[number - 1]


def urn():
    return Start("urn", ("human", "bot*4"), registry.configure(registry.game("urn"), "standard", {}), 3)


async def test_a_number_that_is_pressed_just_before_the_moment_is_over_chooses_nothing_and_is_counted():
    app, clock = table(ship())
    async with app.run_test(size=(80, 24)) as pilot:
        question = await opened(pilot)
        key = question.choices[-1].key
        prompt = app.screen.query_one(Prompt)
        assert prompt.render().plain.startswith("· Your turn")
        clock.now += 0.29
        await pilot.press(key, key, "enter")
        assert app.screen.seat.request is not None
        assert not responses()
        clock.now += 0.02
        app.screen.query_one(InputPanel)._tick()
        assert prompt.render().plain.startswith("▸ Your turn"), "the sign says that keys count"
        await pilot.press(key)
        timing = (await answered(pilot))["timing"]
        assert timing["anticipated"] == 3
        assert (timing["keys"], timing["first_key"], timing["submit"]) == (1, 0.31, 0.31)

        await until(pilot, lambda: app.screen.table.question not in (None, question))
        question = await opened(pilot)
        region = app.screen.query_one(Choices).content_region
        row = next(at for at, choice in enumerate(question.choices) if not choice.is_final)
        at = {"x": region.x + 3, "y": region.y + row, "screen_x": region.x + 3, "screen_y": region.y + row}
        button = {"delta_x": 0, "delta_y": 0, "button": 1, "shift": False, "meta": False, "ctrl": False}
        app.post_message(events.MouseDown(None, **at, **button))
        await pilot.pause()
        clock.now += 1  # let go when it would count
        app.post_message(events.MouseUp(None, **at, **button))
        await pilot.pause()
        assert len(responses()) == 1, "a click in that time takes nothing either"
        for kind in (events.MouseDown, events.MouseUp):
            app.post_message(kind(None, **at, **button))
        timing = (await answered(pilot, 2))["timing"]
        assert (timing["anticipated"], timing["keys"]) == (1, 1)


async def test_letters_that_come_before_a_box_takes_any_are_its_first_and_nothing_else_is():
    app, clock = table(debate())
    async with app.run_test(size=(80, 24)) as pilot:
        question = await opened(pilot)
        clock.now += 1
        await pilot.press(question.choices[0].key)
        await until(pilot, lambda: isinstance(app.focused, SpeechArea) and app.screen.lockout._painted is not None)
        clock.now += 0.29
        await pilot.press("1", "enter", "A", "n", "s", "backspace", "d", "space", "2")
        app.post_message(events.Paste("pasted"))
        await pilot.pause()
        assert app.screen.query_one(ComposeBox).text == ""
        clock.now += 0.02
        await pilot.press(*"so", "enter")
        response = await answered(pilot)
    assert response["answer"]["text"]["words"]
    assert (response["timing"]["anticipated"], response["timing"]["keys"], response["timing"]["pasted"]) == (10, 4, 0)
    assert any(text.startswith("And so\n") for text in read(the_match()).words.values())


async def test_a_confirmation_takes_its_second_key_as_soon_as_the_first_was_painted():
    app, clock = table(debate())
    async with app.run_test(size=(80, 24)) as pilot:
        question = await opened(pilot)
        final = next(choice for choice in question.choices if choice.is_final)
        choices = app.screen.query_one(Choices)
        clock.now += 1
        app.screen.lockout.note_painted = lambda number=None: False  # nothing is painted for a while
        await pilot.press(final.key, final.key, "enter")
        assert choices.doubted == final
        del app.screen.lockout.note_painted
        app.screen.lockout.note_painted()
        assert app.screen.query_one(Prompt).render().plain.startswith("· Answer nothing?")
        await pilot.press(final.key)
        await until(pilot, lambda: choices.doubted is None)
        assert app.screen.query_one(InputPanel)._first == ""


async def test_a_number_that_is_asked_after_other_things_gets_none_of_their_keys():
    app, clock = table(urn())
    async with app.run_test(size=(80, 24)) as pilot:
        while not (question := await opened(pilot)).span:
            count = len(responses())
            while len(responses()) == count:
                clock.now += 1
                await pilot.press(*("enter",) if isinstance(app.focused, SpeechArea) else question.choices[0].key, "x", "enter")
                await until(pilot, lambda count=count: len(responses()) > count or app.screen.lockout._painted is not None)
        box = app.screen.query_one(ComposeBox)
        await pilot.press("1", "1")
        assert box.text == ""
        clock.now += 0.31
        await pilot.press("7")
        assert box.text == "7"


async def test_a_question_of_a_study_that_opens_takes_no_key_of_what_was_there_before():
    rows = (("red", "red"), ("white", "white"))
    shown = Questionnaire(
        Progress("A match"), (AskedInStudy("one", "Which?", "choice", rows), AskedInStudy("two", "And now?", "choice", rows))
    )
    clock = Clock()
    app = WoozleApp(clock=clock)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(screen := StudyQuestionsScreen(shown))
        await until(pilot, lambda: screen.is_mounted and screen.lockout._painted is not None)
        clock.now += 0.29
        await pilot.press("1", "enter")
        assert not screen.has_answer and screen.at == 0
        clock.now += 0.02
        await pilot.press("2", "enter")
        await until(pilot, lambda: screen.at == 1 and screen.lockout._painted is not None)
        await pilot.press("1")
        assert not screen.has_answer
        clock.now += 0.31
        await pilot.press("1")
        assert screen._given == {"one": "white", "two": "red"}


async def test_keys_that_follow_the_sent_text_in_a_heap_are_no_draft_of_the_next_one():
    app, clock = table(debate())
    async with app.run_test(size=(80, 24)) as pilot:
        question = await opened(pilot)
        clock.now += 1
        await pilot.press(question.choices[0].key)
        await until(pilot, lambda: isinstance(app.focused, SpeechArea) and app.screen.lockout._painted is not None)
        clock.now += 1
        for key in "so":
            app.post_message(events.Key(key, key))
        app.post_message(events.Key("enter", None))
        for key in "xyz":
            app.post_message(events.Key(key, key))
        await answered(pilot)
        assert app.screen.query_one(ComposeBox).text == ""


async def test_a_question_that_comes_behind_help_takes_no_key_that_left_help():
    app, clock = table(ship())
    async with app.run_test(size=(80, 24)) as pilot:
        question = await opened(pilot)
        clock.now += 1
        screen = app.screen
        for key in (question.choices[-1].key, "f1"):
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: app.screen is not screen and len(responses()) == 1 and screen.seat.request)
        clock.now += 50
        await pilot.press("down", "escape")
        await until(pilot, lambda: app.screen is screen and screen.lockout._painted is not None)
        await pilot.press(screen.table.question.choices[-1].key)
        assert len(responses()) == 1
        clock.now += 0.31
        await pilot.press(screen.table.question.choices[-1].key)
        response = await answered(pilot, 2)
    timing = response["timing"]
    assert (timing["shown"], timing["submit"], timing["covered"], timing["anticipated"]) == (50, 0.31, 0, 1)
    assert response["seconds"] == 0.31


async def test_an_arrow_that_was_to_skip_the_time_to_read_moves_nothing_if_there_was_any_since_the_last_answer():
    app, clock = table(urn())
    async with app.run_test(size=(80, 24)) as pilot:
        question = await opened(pilot)
        screen = app.screen
        asked = Asked(screen.seat.request, lambda: None)
        for news, follows in (((Paced("reading"), Paced("going"), asked), True), ((asked,), False)):
            for each in news:
                screen.on_match_news(MatchNews(each))
            assert screen.query_one(Choices).follows_reading == follows
        for was_reading, seconds, at in ((True, 1.0, 0), (True, 1.6, 1), (False, 0.31, 1)):
            app.screen.question.panel.ask(question, lambda: None, follows_reading=was_reading)
            await until(pilot, lambda: app.screen.lockout._painted is not None)
            choices = app.screen.query_one(Choices)
            assert choices.columns > 1
            clock.now += seconds
            await pilot.press("right")
            assert choices._at == at * choices.rows, (was_reading, seconds)
