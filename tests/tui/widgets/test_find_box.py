"""The box for a search, below a transcript."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from woozle.core.line import Line
from woozle.tui.widgets.transcript import FindBox, FindCount, Transcript

from tests.tui.hosts import Host


def place(box) -> str:
    return box.query_one(FindCount).render().plain


@pytest.fixture
def story():
    return Transcript(id="story")


@pytest.fixture
def box(story):
    return FindBox(story)


async def opened(pilot, story, box):
    story.show([Line("a duck" if n % 10 == 5 else f"line {n}") for n in range(100)])
    story.focus()
    await pilot.pause()
    story.scroll_home(animate=False)
    await pilot.pause()
    box.open()
    await pilot.pause()


async def test_it_is_out_of_the_way_until_it_is_opened_and_counts_hits_while_the_text_is_typed(story, box):
    async with Host(story, box).run_test(size=(40, 10)) as pilot:
        assert not box.display
        await opened(pilot, story, box)
        assert box.display
        assert box.query_one(Input).has_focus
        assert not box.is_active
        await pilot.press(*"duc")
        await pilot.pause()
        assert place(box) == "10 found"
        assert box.is_active
        assert story.scroll_offset.y == 0
        await pilot.press("z")
        await pilot.pause()
        assert place(box) == "nothing found"


async def test_enter_goes_to_the_first_hit_the_mouse_to_others_and_another_text_can_be_sought(story, box):
    async with Host(story, box).run_test(size=(40, 10)) as pilot:
        await opened(pilot, story, box)
        await pilot.press(*"duck", "enter")
        await pilot.pause()
        assert story.has_focus
        assert story.cursor == 5
        assert place(box) == "‹ 1 of 10 ›"
        box.step(1)
        box.step(1)
        box.step(-1)
        await pilot.pause()
        assert place(box) == "‹ 2 of 10 ›"
        assert story.cursor == 15
        width = box.query_one(FindCount).size.width
        await pilot.click(FindCount, offset=(width - 1, 0))
        await pilot.pause()
        assert place(box) == "‹ 3 of 10 ›"
        await pilot.click(FindCount, offset=(0, 0))
        await pilot.pause()
        assert place(box) == "‹ 2 of 10 ›"
        box.open()
        await pilot.pause()
        await pilot.press(*"line 7", "enter")
        await pilot.pause()
        assert place(box).endswith("of 10 ›")
        assert story.lines[story.cursor].text.startswith("line 7")


async def test_escape_ends_the_search_and_leads_back_and_so_does_enter_without_a_text(story, box):
    async with Host(story, box).run_test(size=(40, 10)) as pilot:
        await opened(pilot, story, box)
        await pilot.press(*"duck", "escape")
        await pilot.pause()
        assert story.has_focus
        assert story.cursor is None
        assert not box.display
        assert not box.is_active
        assert story.next_hit(1) == (0, 0)
        box.open()
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert not box.display
        assert story.has_focus


@pytest.mark.parametrize("size", [(1, 2)])
async def test_no_size_is_too_small(story, box, size):
    async with Host(story, box).run_test(size=size) as pilot:
        await opened(pilot, story, box)
        await pilot.press(*"duck", "enter")
        await pilot.pause()
        assert story.cursor is not None
