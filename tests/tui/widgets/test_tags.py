"""Notes below lines: how much room they take, and that what is read stays in its place when they come and go."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from woozle.core.line import Line, Tag
from woozle.tui.widgets.line_list import height, rows
from woozle.tui.widgets.transcript import Transcript

from tests.tui.hosts import HOSTILE, Host, is_clean, settled, shown

FALSE = Tag("✗ FALSE", "Bob was in Medbay — Bob was in storage at tick 4, and nowhere near it in the ticks before. (lie)", "bad")
TRUE = Tag("✓ TRUE", "9 claims", "good")
SPEECHES = [Line(f"Speech {n}", "speech", who=1, label="Bob · round 1") for n in range(40)]


@pytest.mark.parametrize("width", [20, 40, 76])
@pytest.mark.parametrize("text", ["short", "long words " * 40, HOSTILE, "字" * 90, "two\nrows"])
def test_a_line_takes_as_many_rows_as_are_drawn(width, text):
    line = Line("Hello", "speech", label="Bob", tags=(FALSE, Tag("? UNSEEN", text, "quiet")))
    laid_out = rows(line, width)
    assert height(line, width) == len(laid_out)
    assert all(cell_len(row.margin + row.text) <= width and is_clean(row.text) for row in laid_out)


async def test_notes_come_and_go_while_what_is_read_stays_where_it_is():
    async with Host(Transcript(id="story", selects=True)).run_test(size=(60, 12)) as pilot:
        story = pilot.app.query_one(Transcript)
        story.show(SPEECHES)
        await settled(pilot)
        assert story.is_vertical_scroll_end
        story.amend({39: replace(SPEECHES[39], tags=(TRUE,))})
        await settled(pilot)
        assert story.is_vertical_scroll_end
        assert "✓ TRUE  9 claims" in "\n".join(shown(story))
        story.point_at(20)
        await settled(pilot)
        before = shown(story)
        story.amend({number: replace(SPEECHES[number], tags=(FALSE, TRUE)) for number in range(5)})
        await settled(pilot)
        assert shown(story) == before
        assert story.cursor == 20
        story.amend({number: SPEECHES[number] for number in (*range(5), 39)})
        await settled(pilot)
        assert shown(story) == before
        assert story.virtual_size.height == 80


async def test_notes_are_not_searched():
    async with Host(Transcript(id="story")).run_test(size=(80, 12)) as pilot:
        story = pilot.app.query_one(Transcript)
        story.show([replace(SPEECHES[0], tags=(FALSE,))])
        assert story.find("storage") == 0
        assert story.find("Speech") == 1
        await settled(pilot)
        assert "✗ FALSE" in "\n".join(shown(story))
