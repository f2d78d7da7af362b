"""A person at a table of undercover."""

from __future__ import annotations

from woozle.arena.play import news
from woozle.games.undercover.events import Reason
from woozle.tui import messages
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.compose_box import SpeechArea
from woozle.tui.widgets.panels import Prompt

from tests.games.undercover.tui.scenes import moment, pair, undercover_stage
from tests.tui.hosts import press, settled

SMALL = (80, 24)


def prompt(app) -> str:
    return " ".join(str(app.screen.query_one("#prompt", Prompt).render()).split())


def key_of(app, option) -> str:
    return next(choice.key for choice in app.screen.query_one(Choices).choices if choice.value == option)


async def test_an_answer_in_words_is_written_then_explained():
    async with undercover_stage("in words").run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, *"ten", "enter")
        assert "Your answer: ten. What in your picture supports it?" in prompt(pilot.app)
        await press(pilot, *"why", "escape")
        assert pilot.app.screen.query_one(SpeechArea).text == "ten"
        await press(pilot, *"th", "enter")
        assert pilot.app.screen.query_one(SpeechArea).text == "why"
        await press(pilot, "enter")
        assert pilot.app.sent == [Reason(answer="tenth", analysis="why")]


async def test_an_answer_needs_no_reason_but_that_is_chosen():
    async with undercover_stage("reasoning").run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, key_of(pilot.app, pair().question.answer), "enter")
        assert not pilot.app.sent
        await pilot.click("#silent")
        await settled(pilot)
        assert pilot.app.sent == [Reason(answer=pair().question.answer, analysis="")]


async def test_when_time_is_over_nothing_is_asked_any_more_and_the_next_question_begins_anew():
    async with undercover_stage("reasoning").run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, key_of(pilot.app, pair().question.answer), *"why")
        pilot.app.screen.post_message(messages.MatchNews(news.Withdrawn(1)))
        await settled(pilot)
        assert "Your answer:" not in prompt(pilot.app)
        _, request = moment("reasoning")
        pilot.app.screen.post_message(messages.MatchNews(news.Asked(request, lambda: None)))
        await settled(pilot)
        assert pair().question.text in prompt(pilot.app)
        await press(pilot, key_of(pilot.app, pair().question.answer))
        assert pilot.app.screen.query_one(SpeechArea).text == "why"
