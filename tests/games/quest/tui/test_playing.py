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


def match(seed=3, seats="human,bot,bot:careless", **options):
    """A short quest of one person and two bots."""
    return Start("quest", (seats,), registry.configure(Quest, "standard", {"items": 2, **options}), seed)


def area(app):
    return app.screen.query_one(TextArea)


def written(app, seat="Ada"):
    return [event.text for event in app.session.match.referee.view(seat) if isinstance(event, Written)]


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
        assert "judged by shared words (lexical)" in str(pilot.app.screen.query_one("#reason").render())
        await pilot.press("v")
        await until(pilot, lambda: "The transcript is verified." in str(pilot.app.screen.query_one("#checks").render()))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen) and pilot.app.screen._rows)
    assert verify(the_match(), 3).is_verified


async def test_a_review_begins_with_what_was_written_and_the_next_passage_with_nothing():
    async with app_of(match()).run_test() as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        drafts = []
        for keys in (["1"], [*"bad", "enter"], ["2"], ["x", "enter"], [*"new", "enter"]):
            question = await turn(pilot)
            drafts += [area(pilot.app).text] if question.is_text else []
            await pilot.press(*keys)
            await answered(pilot, question)
        assert drafts == ["", "bad", ""]
        assert written(pilot.app) == ["bad", "badx", "new"]


async def test_an_empty_summary_is_not_sent_and_a_long_one_says_by_how_much():
    async with app_of(match()).run_test() as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        question = await turn(pilot)
        await pilot.press("1")
        await answered(pilot, question)
        question = await turn(pilot)
        count = pilot.app.screen.query_one("#count")
        assert not pilot.app.screen.query_one("#silent").display
        await pilot.press("enter")
        assert count.render().plain == "Nothing is written yet."
        area(pilot.app).text = "five words are written here" * 200
        await pilot.pause()
        assert count.render().plain == "5400 of 4000: 1400 too many"
        await pilot.press("enter")
        assert pilot.app.screen.table.question == question
        area(pilot.app).text = "word " * 62
        await pilot.pause()
        assert count.render().plain == "62 of 60 words: the last 2 not read"
        area(pilot.app).text = "Five words are\nwritten here."
        await pilot.pause()
        assert count.render().plain == "5 of 60 words"
        await pilot.press("enter")
        await answered(pilot, question)
        assert written(pilot.app) == ["Five words are\nwritten here."]


async def test_the_passage_is_read_on_without_leaving_the_box():
    async with app_of(match(pool=_LONG, items=2)).run_test() as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        question = await turn(pilot)
        await pilot.press("1")
        await answered(pilot, question)
        await turn(pilot)
        page = pilot.app.screen.query_one(DocumentText)
        await pilot.press("pagedown", "pagedown")
        turned = page.scroll_offset.y
        assert turned > page.size.height
        assert pilot.app.focused is area(pilot.app)
        await pilot.press("pageup")
        assert 0 < page.scroll_offset.y < turned
        assert area(pilot.app).text == ""


_LONG = tuple({"id": f"long-{n}", "text": "A bear walks through the wood and meets nobody at all. " * 60} for n in range(2))
"""Two passages of 660 words."""


async def test_two_people_and_a_bot_share_a_terminal_and_neither_sees_the_other():
    async with app_of(match(seats="human*2,bot")).run_test() as pilot:
        seen = {"Ada": [], "Ben": []}
        for _ in range(5):
            await until(pilot, lambda: pilot.app.session.hand.turn)
            await pilot.pause()
            if not isinstance(pilot.app.screen, TableScreen):
                await pilot.press("y", "enter")
                await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
            question, asked, me = await turn(pilot), pilot.app.session.hand.turn, pilot.app.session.looking
            shown = pilot.app.export_screenshot()
            assert not [text for seat in seen if seat != me for text in seen[seat] if text in shown]
            text = f"{me}{question.id}"
            if question.is_text:
                seen[me].append(text)
            await pilot.press(*([*text, "enter"] if question.is_text else ["1"]))
            await until(pilot, lambda asked=asked: pilot.app.session.hand.turn is not asked)
        assert all(seen.values())
