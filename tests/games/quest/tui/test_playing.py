"""Whole quests against bots, through the screen alone."""

from __future__ import annotations

from textual.widgets import TextArea

from woozle.arena.play.start import Start
from woozle.core import registry
from woozle.games.quest.events import Written
from woozle.games.quest.rules import Quest
from woozle.saves.verify import verify
from woozle.tui.screens.lobby import LobbyScreen
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.screens.seats import SeatsScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.widgets.document import DocumentText

from tests.tui.sessions.test_playing import answered, app_of, the_match, turn, until


def match(**options):
    """A short quest of one person and two bots."""
    return Start("quest", ("human,bot,bot:careless",), registry.configure(Quest, "standard", {"items": 2, **options}), 3)


def area(app):
    return app.screen.query_one(TextArea)


async def play_by_keys(pilot):
    """Review what is advised once, write something short."""
    reviewed = False
    while question := await turn(pilot):
        if question.is_text:
            await pilot.press(*"ok", "enter")
        else:
            wants = not reviewed and len(question.choices) > 1
            reviewed |= wants
            await pilot.press("2" if wants else "1")
        await answered(pilot, question)


async def test_a_whole_quest_is_set_and_played_with_keys_alone_in_a_small_terminal():
    async with app_of(None).run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "down", "p")
        await until(pilot, lambda: isinstance(pilot.app.screen, SeatsScreen))
        await pilot.press(*["down"] * 9, "left", "s")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert pilot.app.session.match.referee.game.config.items == 4
        await play_by_keys(pilot)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultsScreen))
        assert "judged by shared claims (claims)" in str(pilot.app.screen.query_one("#reason").render())
        await pilot.press("v")
        await until(pilot, lambda: "The transcript is verified." in str(pilot.app.screen.query_one("#checks").render()))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen) and pilot.app.screen._rows)
    assert verify(the_match(), 3).is_verified


async def test_a_review_begins_with_what_was_written_and_only_what_can_be_sent_is_sent_while_the_passage_is_read_on():
    async with app_of(match(pool=_LONG)).run_test() as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))

        async def answer(*keys):
            question = await turn(pilot)
            await pilot.press(*keys)
            await answered(pilot, question)

        async def counted(text):
            area(pilot.app).text = text
            await pilot.pause()
            return pilot.app.screen.query_one("#count").render().plain

        await answer("1")
        question = await turn(pilot)
        assert area(pilot.app).text == "" and not pilot.app.screen.query_one("#silent").display
        page = pilot.app.screen.query_one(DocumentText)
        await pilot.press("pagedown", "pagedown")
        turned = page.scroll_offset.y
        assert turned > page.size.height and pilot.app.focused is area(pilot.app)
        await pilot.press("pageup", "enter")
        assert 0 < page.scroll_offset.y < turned
        assert pilot.app.screen.query_one("#count").render().plain == "Nothing is written yet."
        assert await counted("five words are written here" * 200) == "5400 of 4000: 1400 too many"
        await pilot.press("enter")
        assert pilot.app.screen.table.question == question
        assert await counted("word " * 62) == "62 of 60 words: the last 2 not read"
        assert await counted("Five words are\nwritten here.") == "5 of 60 words"
        await answer("enter")
        await answer("2")
        await turn(pilot)
        assert area(pilot.app).text == "Five words are\nwritten here."
        await answer("x", "enter")
        await turn(pilot)
        assert area(pilot.app).text == ""
        await answer(*"new", "enter")
        view = pilot.app.session.match.referee.view("Ada")
        written = [event.text for event in view if isinstance(event, Written)]
        assert written == ["Five words are\nwritten here.", "Five words are\nwritten here.x", "new"]


_LONG = tuple({"id": f"long-{n}", "text": "A bear walks through the wood and meets nobody at all. " * 60} for n in range(2))
"""Two passages of 660 words."""
