"""A person at a table of self-play, and a spectator of one."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from woozle.arena.play import news
from woozle.games.self_play import events as self_play
from woozle.games.self_play.events import Act
from woozle.tui import messages
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.compose_box import SpeechArea
from woozle.tui.widgets.document import DocumentText
from woozle.tui.widgets.figures import FigurePanel
from woozle.tui.widgets.panels import Prompt
from woozle.tui.widgets.transcript import Transcript

from tests.games.self_play.tui.scenes import WHO, moment, self_play_stage
from tests.tui.hostile import HOSTILE
from tests.tui.hosts import LARGE, SMALL, is_clean, press, settled, shown


def prompt(app) -> str:
    return str(app.screen.query_one("#prompt", Prompt).render())


async def test_what_is_sought_begins_as_the_question_and_is_no_answer():
    async with self_play_stage("own words").run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, "2")
        assert pilot.app.screen.query_one(SpeechArea).text == WHO.question
        await press(pilot, "!", "escape", "4")
        assert pilot.app.screen.query_one(SpeechArea).text == ""
        await press(pilot, "escape", "2", "enter")
        assert pilot.app.sent == [Act(action="SEARCH", argument=f"{WHO.question}!")]


async def test_a_search_without_words_is_one_for_the_question_and_passes_with_enter():
    async with self_play_stage("own words").run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, "2")
        pilot.app.screen.query_one(SpeechArea).text = ""
        await press(pilot, "enter")
        assert pilot.app.sent == [Act(action="SEARCH", argument="")]


async def test_paragraphs_are_read_while_one_chooses_and_writes_and_words_stay_when_one_is_less_sure_after_all():
    async with self_play_stage("helper again").run_test(size=SMALL) as pilot:
        await settled(pilot)
        text, story = pilot.app.screen.query_one(DocumentText), pilot.app.screen.query_one(Transcript)
        await press(pilot, "m")
        assert story.size.height and not text.size.height, "there is no room for both"
        await press(pilot, "m")
        assert text.size.height and not story.size.height
        assert "Found, 1 of 3 · Ambrelund" in "\n".join(shown(text))
        await press(pilot, "pagedown")
        assert isinstance(pilot.app.focused, Choices)
        assert (below := text.scroll_offset.y) > 0
        await press(pilot, "4", "pageup")
        assert isinstance(pilot.app.focused, SpeechArea) and text.scroll_offset.y < below
        await press(pilot, *"wend", "escape")
        assert isinstance(pilot.app.focused, Choices)
        assert "No searches left." in prompt(pilot.app)
        await press(pilot, "5", "enter")
        assert pilot.app.sent == [Act(action="HEDGE", argument="wend")]


@pytest.mark.parametrize("size", [(60, 20), LARGE], ids=["60x20", "140x45"])
async def test_words_that_want_something_of_the_terminal_are_shown_as_they_are(size):
    text = (HOSTILE + " \u05d0\u05d1\u05d2 ") * 60
    long = text[:20_000].ljust(20_000, "x")
    names = ("Ada", text[:40], "Cleo")
    briefing = next(event for event in moment("asker").seen if isinstance(event, self_play.Briefing))
    events = (
        type(briefing)(names, *[getattr(briefing, field) for field in type(briefing).__match_args__[1:]]),
        self_play.Equipped("Ada", text[:300], True, names[1:]),
        self_play.Posed("Ada", long, ""),
        self_play.Acted("Ada", "SEARCH", long[:2000], False),
        self_play.Evidence("Ada", "RETRIEVAL", (long,) * 20, "", (text[:300],) * 20),
        self_play.Evidence("Ada", "FRIEND_ANSWER", (long[:2000],), text[:300], ()),
        self_play.Evidence("Ada", "CALCULATION", (long[:1000],), "", ()),
    )
    async with self_play_stage("waiting").run_test(size=size) as pilot:
        pilot.app.screen.post_message(messages.MatchNews(news.EventsArrived(events)))
        pilot.app.screen.post_message(messages.MatchNews(news.Asked(moment("alone").request, lambda: None)))
        await settled(pilot)
        key = self_play.Key("x", (text[:1000],), text[:300])
        for _ in range(2):
            for widget in (DocumentText, Transcript, Choices):
                part = pilot.app.screen.query_one(widget)
                if part.size.height:
                    assert all(is_clean(row) and cell_len(row) <= part.size.width for row in shown(part))
            assert all(is_clean(str(panel.render()).replace("\n", "")) for panel in pilot.app.screen.query(FigurePanel))
            end = self_play.Concluded(long[:2000], "ANSWER", 1.0, 1, 0.99)
            pilot.app.screen.post_message(messages.MatchNews(news.EventsArrived((key, end))))
            await settled(pilot)
