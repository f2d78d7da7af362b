"""The bar of a replay."""

from __future__ import annotations

from itertools import pairwise

import pytest
from rich.cells import cell_len

from woozle.arena.views.match_timeline import Mark
from woozle.tui.widgets.watch_bars import Scrubber

from tests.tui.hosts import Host, shown

MARKS = (
    Mark(0, "start"),
    Mark(30, "meeting 1"),
    Mark(35, "Bob kills Charlie", "†"),
    Mark(50, "Alice scans", "✓"),
    Mark(60, "roam"),
    Mark(100, "the end"),
)


async def test_the_bar_is_as_wide_as_the_room_and_shows_position_parts_and_moments():
    async with Host(bar := Scrubber()).run_test(size=(51, 4)):
        bar.show(20, 100, MARKS)
        assert shown(bar) == [
            "┬─────────●────┬──†──────✓────┬───────────────────┬",
            "start          meeting 1      roam          the end",
        ]


async def test_of_two_marks_on_one_cell_the_more_important_is_shown():
    async with Host(bar := Scrubber()).run_test(size=(11, 4)):
        bar.show(0, 100, (Mark(50, "good", "✓"), Mark(51, "part")))
        assert shown(bar)[0] == "●────┬────┤"
        bar.show(0, 100, (Mark(49, "bad", "†"), Mark(50, "good", "✓"), Mark(51, "part")))
        assert shown(bar)[0] == "●────†────┤"
        bar.show(50, 100, bar.marks)
        assert shown(bar)[0] == "├────●────┤"


async def test_names_never_overlap_and_the_present_part_has_one():
    marks = tuple(Mark(n, f"meeting {n}") for n in range(0, 100, 3))
    async with Host(bar := Scrubber()).run_test(size=(60, 4)):
        for at in (0, 31, 50, 99):
            bar.show(at, 100, marks)
            names = bar.names()
            assert all(start + len(words) < after for (start, words, _), (after, *_) in pairwise(names))
            assert bar.now in [mark for *_, mark in names]
            assert len(names) >= 4


async def test_a_click_seeks_and_on_a_sign_or_a_name_exactly_its_moment():
    async with Host(bar := Scrubber()).run_test(size=(51, 4)) as pilot:
        bar.show(20, 1000, tuple(mark._replace(at=mark.at * 10 + 3) for mark in MARKS[1:4]))
        await pilot.click(Scrubber, offset=(0, 0))
        await pilot.click(Scrubber, offset=(50, 0))
        await pilot.click(Scrubber, offset=(18, 0))
        await pilot.hover(Scrubber, offset=(40, 0))
        await pilot.click(Scrubber, offset=(21, 1))
        await pilot.pause()
        assert pilot.app.posted == [0, 1000, 353, 303]


async def test_dragging_seeks_on_and_on_and_stops_with_the_button():
    async with Host(bar := Scrubber()).run_test(size=(51, 4)) as pilot:
        bar.show(0, 100, ())
        await pilot.mouse_down(Scrubber, offset=(10, 0))
        await pilot.hover(Scrubber, offset=(20, 0))
        await pilot.hover(Scrubber, offset=(30, 2))
        await pilot.mouse_up(Scrubber, offset=(30, 0))
        await pilot.hover(Scrubber, offset=(40, 0))
        await pilot.pause()
        assert pilot.app.posted[0] == 20
        assert 40 in pilot.app.posted
        assert 80 not in pilot.app.posted


async def test_the_mouse_on_a_sign_says_what_it_is():
    async with Host(bar := Scrubber()).run_test(size=(51, 4)) as pilot:
        bar.show(20, 100, MARKS)
        await pilot.hover(Scrubber, offset=(18, 0))
        await pilot.pause()
        assert "† Bob kills Charlie" in shown(bar)[1]
        await pilot.hover(None, offset=(0, 3))
        await pilot.pause()
        assert "Bob kills" not in shown(bar)[1]


@pytest.mark.parametrize("width", [1, 30])
async def test_every_row_is_as_wide_as_the_widget(width):
    marks = (
        Mark(0, "字字字 wide"),
        Mark(40, "e\u0301" * 20, "👩‍🚀"),
        Mark(90, ""),
    )
    async with Host(bar := Scrubber()).run_test(size=(width, 4)) as pilot:
        for at in (0, 40, 100):
            bar.show(at, 100, marks)
            await pilot.hover(Scrubber, offset=(width // 2, 0))
            assert [cell_len(bar.render_line(y).text) for y in range(2)] == [width, width]


async def test_one_row_is_enough():
    async with Host(bar := Scrubber()).run_test(size=(51, 4)) as pilot:
        bar.styles.height = 1
        bar.show(20, 100, MARKS)
        await pilot.pause()
        await pilot.hover(Scrubber, offset=(18, 0))
        await pilot.pause()
        assert len(shown(bar)) == 1
        assert "Bob kills Charlie" in shown(bar)[0]
