"""The Timing of a person at undercover."""

from __future__ import annotations

from woozle.arena.play.start import Start
from woozle.games.undercover.config import Config
from woozle.tui.widgets.compose_box import SpeechArea

from tests.tui.hosts import is_ready
from tests.tui.sessions.test_playing import until
from tests.tui.sessions.test_timing import answered, asked, table


async def test_both_parts_of_an_answer_are_one_decision():
    app, clock = table(Start("undercover", ("human", "bot:random*3"), Config(size=256, tries=1), 5))
    async with app.run_test(size=(80, 24)) as pilot:
        question = await asked(pilot)
        assert question.then or question.choices[0].then
        clock.now += 2
        await pilot.press(question.choices[0].key)
        await until(pilot, lambda: isinstance(app.focused, SpeechArea) and is_ready(app.screen))
        clock.now += 3
        await pilot.press(*"soo", "backspace", *" it is")
        clock.now += 1
        await pilot.press("enter")
        timing = await answered(pilot, question)
        assert (timing["first_key"], timing["submit"], timing["keys"], timing["deletions"]) == (2, 6, 1 + 4 + 6 + 1, 1)
