"""The box for a text: how it is left and entered again, and how to say nothing."""

from __future__ import annotations

from textual.widgets import Static

from woozle.core.games.ship.events import Speak
from woozle.tui.widgets.compose_box import ComposeBox, SpeechArea
from woozle.tui.widgets.key_line import KeyLine
from woozle.tui.widgets.panels import Prompt

from tests.tui import scenes
from tests.tui.hosts import settled
from tests.tui.scenes import Stage


def footer(app) -> list[str]:
    return [f"{key.name} {key.words}" for key in app.screen.query_one(KeyLine).keys if key.is_enabled]


def below(app) -> str:
    return str(app.screen.query_one("#count", Static).render())


async def press(pilot, *keys):
    await pilot.press(*keys)
    await settled(pilot)


async def test_enter_leads_back_into_the_box_and_footer_and_hint_say_so():
    async with Stage(scenes.MEETING, scenes.SPEAK).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        await settled(pilot)
        assert "⏎ Send" in footer(app) and "⏎ Write" not in footer(app)
        await press(pilot, *"so", "escape")
        assert not isinstance(app.focused, SpeechArea)
        assert "⏎ Write" in footer(app) and "⏎ Send" not in footer(app)
        assert below(app) == "enter writes on."
        await press(pilot, "enter")
        assert isinstance(app.focused, SpeechArea)
        assert below(app).startswith("2 characters")
        await press(pilot, "enter")
        assert app.sent == [Speak(text="so")]


async def test_where_nothing_is_written_enter_does_not_promise_to():
    async with Stage(scenes.ROAM, scenes.ACT).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        pilot.app.screen.query_one("#story").focus()
        await settled(pilot)
        assert "⏎ Write" not in footer(pilot.app)


async def test_words_that_are_typed_beside_the_box_are_written_in_it_and_run_no_commands():
    async with Stage(scenes.MEETING, scenes.SPEAK).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        await settled(pilot)
        await press(pilot, *"so ", "escape", *"Walls are too thin, 1 or 2.")
        assert app.screen.query_one(ComposeBox).text == "so Walls are too thin, 1 or 2."
        assert app.sent == []


async def test_a_key_of_the_table_that_is_pressed_beside_the_box_works():
    async with Stage(scenes.MEETING, scenes.SPEAK).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        await settled(pilot)
        await press(pilot, "escape", "space", "q")
        assert app.sent == ["pause"]
        assert "Leave?" in app.screen.query_one(Prompt).render().plain
        assert app.screen.query_one(ComposeBox).text == ""


async def test_where_a_choice_is_asked_for_letters_write_nothing():
    async with Stage(scenes.ROAM, scenes.ACT).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "W", "x")
        assert pilot.app.screen.query_one(ComposeBox).text == ""


async def test_one_key_says_nothing_and_is_named():
    async with Stage(scenes.MEETING, scenes.SPEAK).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        await settled(pilot)
        assert str(app.screen.query_one("#silent").label) == "Say nothing (f2)"
        await press(pilot, "enter")
        assert below(app) == "Nothing is written yet. f2: Say nothing."
        await press(pilot, "f2")
        assert app.sent == [Speak(text="")]


async def test_what_is_written_is_dropped_only_at_the_second_time_of_asking():
    async with Stage(scenes.MEETING, scenes.SPEAK).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        await settled(pilot)
        await press(pilot, *"so", "f2")
        assert app.sent == [] and below(app) == "f2 again: Say nothing, and drop the text."
        await press(pilot, "!", "f2")  # who goes on writing is asked anew
        assert app.sent == [] and app.screen.query_one(ComposeBox).text == "so!"
        await press(pilot, "f2")
        assert app.sent == [Speak(text="")]


async def test_what_goes_on_after_reading_types_nothing_when_it_comes_too_late():
    async with Stage(scenes.MEETING, scenes.SPEAK).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "right", "right")
        assert pilot.app.screen.query_one(ComposeBox).text == ""
        assert pilot.app.sent == []
