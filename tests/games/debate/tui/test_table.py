"""A person at a table of the debate, and a spectator who steps through one."""

from __future__ import annotations

from rich.cells import cell_len

from woozle.arena.play import news
from woozle.games.debate import events as debate
from woozle.games.debate.events import Listen, Solve
from woozle.games.debate.tui.graph import DebateGraph, HeatStrip
from woozle.tui import messages
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.coach_panel import CoachPanel
from woozle.tui.widgets.compose_box import SpeechArea
from woozle.tui.widgets.panels import Prompt
from woozle.tui.widgets.transcript import Transcript

from tests.games.debate.tui.scenes import debate_stage
from tests.tui.hostile import HOSTILE
from tests.tui.hosts import LARGE, SMALL, is_clean, press, settled, shown


def prompt(app) -> str:
    return str(app.screen.query_one("#prompt", Prompt).render())


async def test_an_answer_is_chosen_explained_changed_and_sent_as_others_will_read_it():
    """A letter chooses even where it is the key of the coach."""
    async with debate_stage("third").run_test(size=SMALL) as pilot:
        await settled(pilot)
        screen, story = pilot.app.screen, pilot.app.screen.query_one(Transcript)
        assert "Round 3 of 3: what is your answer now?" in prompt(pilot.app)
        screen.query_one(CoachPanel).coach = object()
        assert not screen.check_action("do", ("coach",))
        assert screen.check_action("do", ("choose", "C"))
        assert not screen.check_action("do", ("choose", "E"))
        await press(pilot, "C")
        assert "You answer C: why?" in prompt(pilot.app)
        assert isinstance(pilot.app.focused, SpeechArea)
        assert screen.check_action("do", ("coach",))
        end = story.scroll_offset.y
        await press(pilot, "pageup")
        assert isinstance(pilot.app.focused, SpeechArea)
        assert story.scroll_offset.y < end
        await press(pilot, *"so he says", "escape")
        assert isinstance(pilot.app.focused, Choices)
        assert not pilot.app.sent
        await press(pilot, "a")
        pilot.app.screen.post_message(messages.MatchNews(news.EventsArrived(())))  # does not undo the choice
        await press(pilot, "!", "enter")
        assert pilot.app.sent == [Solve(text="so he says!\nAnswer: A", answer="A")]


async def test_a_number_means_the_letter_at_its_place_and_one_that_means_none_is_said_to():
    async with debate_stage("third").run_test(size=SMALL) as pilot:
        await settled(pilot)
        told = []
        pilot.app.screen.question.panel.notify = lambda words, **options: told.append(words)
        await press(pilot, "8")
        assert told == ["8 is none of these: A, B, C, D, 0."]
        await press(pilot, "3")
        assert "You answer C: why?" in prompt(pilot.app)
        await press(pilot, "enter")
        assert pilot.app.sent == [Solve(text="Answer: C", answer="C")]


async def test_whom_to_listen_to_is_chosen_with_the_arrows_and_confirmed():
    async with debate_stage("choosing").run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, *["down"] * 5, "enter")
        assert pilot.app.sent == []
        await press(pilot, "enter")
        assert pilot.app.sent == [Listen(to="Ben, Cleo")]


async def test_a_key_gives_question_and_graph_all_the_room_where_that_is_scarce():
    async with debate_stage("again").run_test(size=SMALL) as pilot:
        await settled(pilot)
        graph = pilot.app.screen.query_one(DebateGraph)
        assert not graph.is_drawn
        await press(pilot, "m")
        assert graph.is_drawn
        assert not pilot.app.screen.query_one(Transcript).is_on_screen or not pilot.app.screen.query_one("#side").display
        await press(pilot, "m")
        assert not graph.is_drawn


async def test_words_that_want_something_of_the_terminal_are_shown_as_they_are():
    text = (HOSTILE + " \u05d0\u05d1\u05d2 ") * 30
    events = [
        debate.Briefing(("Ada", "Ben"), "choice", text, (text, text, "c", "d"), 3, "full", 1.0, 0.2, False, True),
        debate.RoundBegan(1, ("Ada", "Ben")),
        debate.Answered("Ada", 1, text[:6_000].ljust(6_000, "x"), text[:200], "said"),
        debate.RoundBegan(2, ("Ada", "Ben")),
        debate.Heard("Ada", 2, (text[:6_000].ljust(6_000, "x"),), ("Ben",)),
    ]
    async with debate_stage("again", events).run_test(size=LARGE) as pilot:
        await settled(pilot)
        for widget in (DebateGraph, HeatStrip, Transcript, Choices):
            part = pilot.app.screen.query_one(widget)
            if part.size.height:
                assert all(is_clean(row) and cell_len(row) <= part.size.width for row in shown(part))
