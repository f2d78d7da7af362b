"""A person at a table of undercover."""

from __future__ import annotations

from woozle.arena.play import news
from woozle.games.undercover.events import Reason, Reasoned, Summarise
from woozle.tui import messages
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.compose_box import ComposeBox, SpeechArea
from woozle.tui.widgets.panels import Prompt
from woozle.tui.widgets.transcript import Transcript

from tests.games.undercover.tui.scenes import moment, pair, undercover_stage
from tests.tui.hosts import settled, shown

SMALL = (80, 24)


def prompt(app) -> str:
    return " ".join(str(app.screen.query_one("#prompt", Prompt).render()).split())


def key_of(app, option) -> str:
    return next(choice.key for choice in app.screen.query_one(Choices).choices if choice.value == option)


async def press(pilot, *keys):
    await pilot.press(*keys)
    await settled(pilot)


async def test_an_answer_is_chosen_then_explained_and_what_was_written_stays_when_one_chooses_again():
    async with undercover_stage("reasoning").run_test(size=SMALL) as pilot:
        await settled(pilot)
        first, second = pair().question.options[:2]
        assert pair().question.text in prompt(pilot.app)
        await press(pilot, key_of(pilot.app, first))
        assert f"Your answer: {first}. What in your picture supports it?" in prompt(pilot.app)
        assert isinstance(pilot.app.focused, SpeechArea)
        await press(pilot, *"so", "escape")
        assert pair().question.text in prompt(pilot.app)
        assert isinstance(pilot.app.focused, Choices)
        await press(pilot, key_of(pilot.app, second))
        pilot.app.screen.post_message(messages.MatchNews(news.EventsArrived(())))  # does not undo the first part
        await press(pilot, "!")
        assert not pilot.app.sent
        await press(pilot, "enter")
        assert pilot.app.sent == [Reason(answer=second, analysis="so!")]
        assert not pilot.app.screen.query_one(ComposeBox).display


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


async def test_those_who_are_left_read_again_what_was_said_and_answer_again():
    async with undercover_stage("summary").run_test(size=SMALL) as pilot:
        await settled(pilot)
        story = pilot.app.screen.query_one(Transcript)
        end = story.scroll_offset.y
        await press(pilot, "pageup")
        assert isinstance(pilot.app.focused, Choices)
        before = story.scroll_offset.y
        assert before < end
        await press(pilot, "pagedown", key_of(pilot.app, pair().question.answer), "pageup")
        assert isinstance(pilot.app.focused, SpeechArea)
        assert story.scroll_offset.y == before
        assert "Why, after all that was said?" in prompt(pilot.app)
        await press(pilot, "o", "k", "enter")
        assert pilot.app.sent == [Summarise(answer=pair().question.answer, summary="ok")]
        assert story.scroll_offset.y == story.max_scroll_y  # where what comes of it is read


async def test_long_answers_leave_room_for_names():
    said = [*moment("voting")[0][:3], Reasoned("Ben", 1, "on the third board on the left", "There they are.")]
    request = moment("voting")[1]
    async with undercover_stage("waiting").run_test(size=SMALL) as pilot:
        await settled(pilot)
        pilot.app.screen.post_message(messages.MatchNews(news.EventsArrived(tuple(said[3:]))))
        pilot.app.screen.post_message(messages.MatchNews(news.Asked(request, lambda: None)))
        await settled(pilot)
        choices = pilot.app.screen.query_one(Choices)
        assert '1 Ben says "on the third board on' in "".join(shown(choices))
        story = pilot.app.screen.query_one(Transcript)
        rows = [row.strip(" ▎│") for row in shown(story)]
        at = rows.index("Ben answers")
        assert rows[at + 1 : at + 3] == ["on the third board on the left", "There they are."]
