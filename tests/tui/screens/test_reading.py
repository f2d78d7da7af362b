"""Reading at the table: search, copying, help for the panel one is at, jumping, and drafts that survive all of it."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from woozle.arena.play import news
from woozle.games.ship import events as ship
from woozle.games.ship.tui.map import ShipMap
from woozle.tui import messages, routes
from woozle.tui.screens.frame import Jumper, JumpLetter
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.compose_box import SpeechArea
from woozle.tui.widgets.seat_filter import SeatFilter
from woozle.tui.widgets.select import SelectRow
from woozle.tui.widgets.text_boxes import TypedLine
from woozle.tui.widgets.transcript import FindBox, FindCount, Transcript

from tests.tui import scenes
from tests.tui.hosts import SMALL, settled, shown
from tests.tui.scenes import Stage


@pytest.fixture
def said(monkeypatch):
    """Return the app's sentences to the person."""
    sentences = []
    monkeypatch.setattr(Stage, "say", lambda _, sentence: sentences.append(sentence))
    return sentences


def letters(app) -> dict[str, object]:
    return {letter.letter: letter.panel for letter in app.screen.query(JumpLetter)}


# The log of one seat


async def test_the_log_shows_one_seat_alone_after_the_other_and_says_so():
    async with Stage(scenes.VOTE).run_test(size=(140, 45)) as pilot:
        await settled(pilot)
        screen = pilot.app.screen
        story, row = screen.query_one(Transcript), screen.query_one(SeatFilter)
        everything = [line for line in shown(story) if line.strip()]
        assert not screen.check_action("do", ("all_seats",))
        await pilot.press("b", "b")
        await settled(pilot)
        assert "Only Bob · b next seat, B all" in row.render().plain
        seen = "\n".join(shown(story))
        labels = [line.label for line in story.lines if line.label]
        assert [label for label in labels if label in seen] == [label for label in labels if label.startswith("Bob")]
        assert "Meeting, tick" in seen
        await pilot.press("slash", *"i", "enter")
        assert all(story.is_shown(index) for index in story._finding.hits)
        await pilot.press("escape", "escape")
        await settled(pilot)
        assert not row.display
        assert [line for line in shown(story) if line.strip()] == everything


# Search


async def test_n_goes_on_to_the_next_hit_and_to_nothing_else_and_a_hit_is_copied(said):
    async with Stage(scenes.VOTE).run_test() as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        assert not screen.check_action("do", ("next", 1))
        assert not screen.check_action("do", ("next", -1))
        screen.post_message(messages.MatchNews(news.Paced("reading")))
        await pilot.pause()
        await pilot.press("N", "n")
        await pilot.pause()
        assert pilot.app.sent == []
        await pilot.press("slash", *"bob", "enter")
        await pilot.pause()
        first = screen.query_one(FindCount).render().plain
        await pilot.press("n")
        second = screen.query_one(FindCount).render().plain
        await pilot.press("N")
        assert first == screen.query_one(FindCount).render().plain != second
        await pilot.press("escape")
        await pilot.pause()
        assert not screen.query_one(FindBox).display
        assert pilot.app.sent == []
        await pilot.press("right")
        await pilot.pause()
        assert pilot.app.sent == ["skip"]
        await pilot.press("slash", *"navig", "enter", "y")
        await pilot.pause()
        assert pilot.app.clipboard == "Charlie · round 1: I was in navigation the whole time."
        await pilot.press("Y")
        await pilot.pause()
        assert said == ["Copied the line: 54 characters.", "Copied the speech: 54 characters."]


async def test_a_slash_in_a_speech_is_a_slash_and_after_a_search_one_goes_on_writing(said):
    async with Stage(scenes.MEETING, scenes.SPEAK).run_test() as pilot:
        await pilot.pause()
        area = pilot.app.screen.query_one(SpeechArea)
        await pilot.press("slash", "n", "y", "Y")
        await pilot.pause()
        assert area.text == "/nyY"
        assert not pilot.app.screen.query_one(FindBox).display
        assert said == []
        for keys, text in ((("escape",), "/nyYa"), (("enter", "escape"), "/nyYab")):
            await pilot.press("escape", "slash", *"eve", *keys)
            await pilot.pause()
            await pilot.press(text[-1])
            await pilot.pause()
            assert area.text == text


# Copying


async def test_without_a_cursor_the_last_line_in_view_is_copied_and_at_a_table_for_several_nothing(said):
    async with Stage(scenes.ROAM).run_test() as pilot:
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert pilot.app.clipboard == "The body of Diana lies here."
        await pilot.press("Y")
        await pilot.pause()
        assert pilot.app.clipboard.startswith("You are in medbay with Eve and Frank.\nBob left for storage.")
        assert said[1].startswith("Copied the moment: ")
        shared = routes.table("ship", "Alice", scenes.ID, is_shared=True)
        await pilot.app.push_screen(shared)
        shared.post_message(messages.MatchNews(news.EventsArrived(tuple(scenes.ROAM))))
        await pilot.pause()
        del said[:]
        await pilot.press("y", "Y")
        await pilot.pause()
        assert said == []


# Jumping


async def test_a_letter_leads_to_its_panel_and_any_other_key_leaves_everything_as_it_was():
    async with Stage(scenes.ROAM, scenes.ACT).run_test() as pilot:
        await settled(pilot)
        ship_map = pilot.app.screen.query_one(ShipMap)
        x, y = ship_map.drawing.boxes["storage"].middle

        def background() -> object:
            return next(iter(ship_map.render_line(y + 1).crop(x, x + 1))).style.bgcolor

        dark = background()
        await pilot.hover(ShipMap, offset=(x, y + 1))
        await pilot.pause()
        assert background() != dark, "the room under the mouse is lit"
        before = pilot.app.focused
        for key in ("escape", "ctrl+o", "1"):
            await pilot.press("ctrl+o")
            await pilot.pause()
            panels = {type(panel) for panel in letters(pilot.app).values()}
            assert {Transcript, Choices, TypedLine} == panels
            await pilot.press(key)
            await pilot.pause()
            assert pilot.app.focused is before
            assert not pilot.app.screen.query(Jumper)
            assert not letters(pilot.app)
        assert pilot.app.sent == []
        await pilot.press("ctrl+o")
        await pilot.pause()
        letter = next(letter for letter, panel in letters(pilot.app).items() if isinstance(panel, Transcript))
        await pilot.press(letter)
        await pilot.pause()
        assert pilot.app.screen.query_one(Transcript).has_focus
        assert not letters(pilot.app)
        assert not pilot.app.screen.query(Jumper)
        await pilot.press("s", *"Hey")
        await disturb(pilot)
        assert pilot.app.screen.query_one("#say", Input).value == "Hey", "the draft of a remark survives"
        await pilot.press("enter", "9")
        await pilot.pause()
        assert pilot.app.sent == [ship.Act(action="task", say="Hey")]
        assert pilot.app.screen.query_one("#say", Input).value == ""


async def test_a_question_that_is_put_meanwhile_has_the_focus_and_a_resize_takes_the_letters_away():
    async with Stage(scenes.ROAM).run_test() as pilot:
        await pilot.pause()
        await pilot.press("ctrl+o")
        await pilot.pause()
        pilot.app.screen.post_message(messages.MatchNews(news.Asked(scenes.ACT, lambda: None)))
        await pilot.pause()
        await pilot.pause()
        assert pilot.app.screen.query_one(Choices).has_focus
        assert not letters(pilot.app)
        await pilot.press("ctrl+o")
        await pilot.pause()
        assert letters(pilot.app)
        await pilot.resize_terminal(80, 30)
        await pilot.pause()
        assert not letters(pilot.app)
        assert pilot.app.screen.query_one(Choices).has_focus


async def test_every_screen_has_its_letters_and_they_cover_no_label():
    async with Stage(matches=scenes.MATCHES).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for opened in ((), ("p",), ("question_mark",)):
            await pilot.press(*opened)
            await settled(pilot)
            labels = [row.select.label for row in pilot.app.screen.query(SelectRow) if row.size]
            assert len(labels) > 5 or opened != ("p",)
            await pilot.press("ctrl+o")
            await settled(pilot)
            assert letters(pilot.app)
            assert len({*letters(pilot.app).values()}) == len(letters(pilot.app))
            screen = "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())
            assert all(label in screen for label in labels)
            await pilot.press("escape")


# Drafts


async def disturb(pilot):
    """Pause and go on, another size, help, the letters."""
    table = pilot.app.screen
    table.post_message(messages.MatchNews(news.Paced("paused")))
    await pilot.pause()
    table.post_message(messages.MatchNews(news.Paced("going")))
    await pilot.resize_terminal(140, 45)
    await pilot.pause()
    await pilot.resize_terminal(80, 24)
    await pilot.pause()
    await pilot.press("f1")
    await pilot.pause()
    assert pilot.app.screen is not table
    await pilot.press("escape")
    await pilot.pause()
    await pilot.press("ctrl+o")
    await pilot.pause()
    assert letters(pilot.app)
    await pilot.press("1")
    await pilot.pause()


async def test_a_draft_of_a_speech_survives():
    async with Stage(scenes.MEETING, scenes.SPEAK).run_test() as pilot:
        await pilot.pause()
        await pilot.press(*"So far")
        await disturb(pilot)
        area = pilot.app.screen.query_one(SpeechArea)
        assert area.text == "So far"
        assert area.has_focus
        await pilot.press("enter")
        await pilot.pause()
        assert pilot.app.sent == [ship.Speak(text="So far")]


# Pictures


def test_the_picture_of_the_letters(snap_compare):
    async def jump(pilot):
        await settled(pilot)
        await pilot.press("ctrl+o")
        await settled(pilot)

    assert snap_compare(Stage(scenes.ROAM, scenes.ACT), terminal_size=SMALL, run_before=jump)
