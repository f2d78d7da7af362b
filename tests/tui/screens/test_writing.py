"""The box for a text: how it is left and entered again, and how to say nothing."""

from __future__ import annotations

from textual.widgets import Static

from woozle.arena.views.panels import Question
from woozle.games.ship.events import Speak
from woozle.tui.widgets.compose_box import ComposeBox, SpeechArea
from woozle.tui.widgets.key_line import KeyLine
from woozle.tui.widgets.panels import Prompt

from tests.tui import scenes
from tests.tui.hosts import press, settled
from tests.tui.scenes import Stage


def footer(app) -> list[str]:
    return [f"{key.name} {key.words}" for key in app.screen.query_one(KeyLine).keys if key.is_enabled]


def below(app) -> str:
    return str(app.screen.query_one("#count", Static).render())


async def test_a_box_that_was_left_is_entered_by_enter_and_by_writing_on_and_footer_and_hint_say_so():
    async with Stage(scenes.MEETING, scenes.SPEAK).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        await settled(pilot)
        assert "⏎ Send" in footer(app) and "⏎ Write" not in footer(app)
        await press(pilot, *"so ", "escape")
        assert not isinstance(app.focused, SpeechArea)
        assert "⏎ Write" in footer(app) and "⏎ Send" not in footer(app)
        assert below(app) == "enter writes on."
        await press(pilot, *"Was it 1, q?")  # none of which is a command
        assert app.screen.query_one(ComposeBox).text == "so Was it 1, q?"
        await press(pilot, "escape", "enter")
        assert isinstance(app.focused, SpeechArea)
        assert below(app).startswith("15 characters")
        assert app.sent == []
        await press(pilot, "enter")
        assert app.sent == [Speak(text="so Was it 1, q?")]


async def test_where_a_choice_is_asked_for_letters_write_nothing_and_enter_does_not_promise_to():
    async with Stage(scenes.ROAM, scenes.ACT).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "W", "x")
        assert pilot.app.screen.query_one(ComposeBox).text == ""
        pilot.app.screen.query_one("#story").focus()
        await settled(pilot)
        assert "⏎ Write" not in footer(pilot.app)


async def test_keys_of_the_table_work_beside_the_box_and_one_key_says_nothing():
    async with Stage(scenes.MEETING, scenes.SPEAK).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        await settled(pilot)
        box, line = app.screen.query_one(ComposeBox), app.screen.query_one("#count")
        for width in (5, 9, 10, 30):
            line.styles.width = width
            await settled(pilot)
            box._count()
            told = str(line.render())
            assert len(told) <= width, "what stands below the box is never cut"
            assert bool(told) == (width >= len("esc leaves")), width
        line.styles.width = "1fr"
        await press(pilot, "right", "right")  # goes on after reading, and comes too late here
        assert app.sent == []
        await press(pilot, "escape", "space", "q")
        assert app.sent == ["pause"]
        assert "Leave?" in app.screen.query_one(Prompt).render().plain
        assert box.text == ""

        await press(pilot, "escape", "enter")
        assert str(app.screen.query_one("#silent").label) == "Say nothing (f2)"
        await press(pilot, "enter")
        assert below(app) == "Nothing is written yet. f2: Say nothing."
        await press(pilot, *"so", "f2")
        assert app.sent == ["pause"] and below(app) == "f2 again: Say nothing, and drop the text."
        await press(pilot, "!", "f2")  # who goes on writing is asked anew
        assert app.sent == ["pause"] and box.text == "so!"
        await press(pilot, "f2")
        assert app.sent == ["pause", Speak(text="")]

        sent = []
        box._post = sent.append
        box.show(Question(1, "Why?", limit=100, may_be_empty=True, is_optional=True))
        assert app.screen.query_one(SpeechArea).placeholder == "If you like: enter alone says nothing."
        box.send()
        assert sent == [""], "an optional comment is passed with enter"
