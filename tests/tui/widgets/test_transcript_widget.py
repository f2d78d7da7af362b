"""The transcript as it is read: what is shown, the cursor, searching and copying."""

from __future__ import annotations

from itertools import product

import pytest
from rich.cells import cell_len

from woozle.core.line import Line
from woozle.tui.widgets import line_list
from woozle.tui.widgets.transcript import Transcript

from tests.tui.hosts import Host, settled, shown


def lines(count: int, words: str = "") -> list[Line]:
    return [Line(f"line {n}{words}") for n in range(count)]


MEETING = [
    Line("Meeting, tick 3", "heading"),
    Line("Eve reports a body.", "notice"),
    Line("Bob did it.\nI saw him leave.", "speech", who=5, label="Eve · round 1"),
    Line("Not me.", "speech", who=2, label="Bob · round 1"),
    Line("Alice says nothing.", "quiet"),
    Line("Medbay, alone.", "plain", "4"),
    Line("Here lies the body of Bob!", "bad", "†"),
]


# What is shown


async def test_only_so_many_lines_exist_for_the_reader():
    async with Host(story := Transcript()).run_test(size=(40, 10)) as pilot:
        story.show(lines(1000))
        await settled(pilot)
        for count in (500, 3, 999, 40):
            story.show_until(count)
            await settled(pilot)
            assert [row.strip() for row in shown(story) if row][-1] == f"line {count - 1}"
        story.show_until(None)
        await settled(pilot)
        assert "line 999" in shown(story)[-1]


async def test_what_comes_beyond_what_is_shown_is_not_new_to_the_reader_and_a_click_leads_to_what_is():
    async with Host(story := Transcript()).run_test(size=(40, 10)) as pilot:
        story.show(lines(50))
        story.show_until(40)
        await settled(pilot)
        story.scroll_home(animate=False)
        await settled(pilot)
        story.show([Line("later")])
        await settled(pilot)
        assert "new" not in "".join(shown(story))
        story.show_until(45)
        await settled(pilot)
        assert "↓ 5 new" in shown(story)[-1]
        assert "line 0" in shown(story)[0]
        await pilot.click(Transcript, offset=(3, 9))
        await settled(pilot)
        assert "line 44" in shown(story)[-1], "a click goes to the end"
        story.show_until(20)
        await settled(pilot)
        assert "new" not in "".join(shown(story))


async def test_other_lines_take_the_place_of_all():
    async with Host(story := Transcript(empty="Nothing yet.", selects=True)).run_test(size=(40, 10)) as pilot:
        story.show(lines(100))
        story.show_until(50)
        story.point_at(20)
        await settled(pilot)
        story.reset(MEETING)
        await settled(pilot)
        assert story.cursor is None
        assert story.count == len(MEETING)
        assert "Here lies the body" in "\n".join(shown(story))
        story.reset([])
        await settled(pilot)
        assert "Nothing yet." in shown(story)[1]


# The cursor


async def test_the_cursor_moves_by_keys_and_says_where_it_is():
    async with Host(story := Transcript(selects=True)).run_test(size=(40, 10)) as pilot:
        story.show(lines(100))
        story.focus()
        await settled(pilot)
        await pilot.press("up", "k", "j", "g", "down", "pagedown", "G", "pageup", "home", "up", "end", "down")
        assert pilot.app.posted == [99, 98, 99, 0, 1, 11, 99, 89, 0, 0, 99, 99]
        assert "▸line 99" in shown(story)[-1]
        await pilot.click(Transcript, offset=(6, 2))
        await settled(pilot)
        assert pilot.app.posted[-1] == 92, "a click picks a line"
        assert "▸line 92" in shown(story)[2]


async def test_without_a_cursor_the_keys_scroll():
    async with Host(story := Transcript()).run_test(size=(40, 10)) as pilot:
        story.show(lines(100))
        story.focus()
        await settled(pilot)
        await pilot.press("g")
        await settled(pilot)
        await pilot.press("j", "j", "k")
        await settled(pilot)
        assert shown(story)[0].strip() == "line 1"
        assert story.cursor is None
        assert pilot.app.posted == []
        await pilot.press("G")
        await settled(pilot)
        assert "line 99" in shown(story)[-1]


async def test_the_cursor_can_be_put_elsewhere_and_is_in_view_there():
    async with Host(story := Transcript(selects=True)).run_test(size=(40, 10)) as pilot:
        story.show(lines(100))
        await settled(pilot)
        story.point_at(30)
        await settled(pilot)
        assert "▸line 30" in "\n".join(shown(story))
        story.point_at(1_000)
        await settled(pilot)
        assert "▸line 99" in shown(story)[-1]
        assert pilot.app.posted == []


async def test_a_cursor_at_the_end_stays_there_and_any_other_stays_where_it_is():
    async with Host(story := Transcript(selects=True)).run_test(size=(40, 10)) as pilot:
        story.show(lines(30))
        story.point_at(29)
        await settled(pilot)
        story.show([Line("news")])
        await settled(pilot)
        assert "▸news" in shown(story)[-1]
        story.point_at(28)
        story.show([Line("more news")])
        await settled(pilot)
        assert story.cursor == 28
        assert "▸line 28" in "\n".join(shown(story))
        assert "↓ 1 new" in shown(story)[-1]


async def test_where_the_line_at_the_cursor_is_cut_off_the_cursor_is_on_the_last_one():
    async with Host(story := Transcript(selects=True)).run_test(size=(40, 10)) as pilot:
        story.show(lines(30))
        story.point_at(20)
        story.show_until(5)
        await settled(pilot)
        assert story.cursor == 4
        story.show_until(0)
        await settled(pilot)
        assert story.cursor is None
        story.point_at(3)
        assert story.cursor is None


async def test_a_line_longer_than_the_screen_is_scrolled_through_before_the_next():
    async with Host(story := Transcript(selects=True)).run_test(size=(30, 6)) as pilot:
        story.show([Line("first"), Line("word " * 60), Line("last")])
        await settled(pilot)
        story.point_at(1)
        story.focus()
        await settled(pilot)
        for _ in range(30):
            await pilot.press("down")
        await settled(pilot)
        assert pilot.app.posted[0] == 2
        assert "▸last" in "\n".join(shown(story))


# Searching


async def test_a_text_is_found_in_any_case_in_texts_and_labels_and_a_turn_is_a_speech_or_what_stands_between_two():
    async with Host(story := Transcript()).run_test(size=(60, 20)) as pilot:
        story.show(MEETING)
        await settled(pilot)
        assert story.find("BOB") == 3
        assert story.find("round") == 2
        assert story.find("zebra") == 0
        assert story.next_hit(1) == (0, 0)
        assert story.find("") == 0
        assert story.turn_of(1) == "Meeting, tick 3\nEve reports a body."
        assert story.turn_of(2) == story.text_of(2)
        assert story.turn_of(4) == "Alice says nothing."
        assert story.turn_of(6) == "Medbay, alone.\nHere lies the body of Bob!"


async def test_hits_are_gone_through_in_both_directions_and_around_the_end():
    async with Host(story := Transcript()).run_test(size=(40, 10)) as pilot:
        story.show([Line("a duck" if n % 10 == 5 else f"line {n}") for n in range(50)])
        story.find("Duck")
        await settled(pilot)
        assert [story.next_hit(1) for _ in range(3)] == [(5, 5), (1, 5), (2, 5)]
        assert [story.next_hit(-1) for _ in range(3)] == [(1, 5), (5, 5), (4, 5)]
        await settled(pilot)
        assert story.cursor == 35
        assert "▸a duck" in "\n".join(shown(story))


async def test_every_hit_in_view_is_marked_even_across_the_edge():
    async with Host(story := Transcript()).run_test(size=(24, 10)) as pilot:
        story.show([Line("only one duck, two ducks and a very long way home")])
        await settled(pilot)
        story.find("two ducks")
        assert marked(story) == ["two", "ducks"]
        story.find("duck")
        assert marked(story) == ["duck", "duck"]
        story.find("")
        assert marked(story) == []


def marked(story) -> list[str]:
    rows = [story.render_line(y) for y in range(story.size.height)]
    return [segment.text for row in rows for segment in row if segment.style and segment.style.reverse]


# Copying


async def test_the_reader_means_the_line_at_the_cursor_or_the_last_one_in_view():
    async with Host(story := Transcript()).run_test(size=(40, 10)) as pilot:
        assert story.reader_at is None
        story.show(lines(100))
        await settled(pilot)
        assert story.reader_at == 99
        story.scroll_home(animate=False)
        await settled(pilot)
        assert story.reader_at == 9
        story.find("line 42")
        story.next_hit(1)
        assert story.reader_at == 42


# Odd texts and sizes


async def test_wide_and_combined_letters_keep_the_columns():
    texts = ["字" * 40, "e\u0301" * 30, "👩‍🚀 and 🦆 " * 9, "mixed 字 and ü " * 6]
    async with Host(story := Transcript(selects=True)).run_test(size=(31, 40)) as pilot:
        story.show([Line(text, "speech", who=1, label="字字") for text in texts] + [Line("字" * 9, "heading")])
        story.find("字")
        story.point_at(1)
        await settled(pilot)
        for y in range(story.size.height):
            assert cell_len(story.render_line(y).text) == story.scrollable_content_region.width


@pytest.mark.parametrize("size", [(1, 1), (6, 2)])
async def test_no_size_is_too_small(size):
    async with Host(story := Transcript(selects=True, empty="Nothing yet.")).run_test(size=size) as pilot:
        story.show(MEETING)
        story.focus()
        story.find("bob")
        await pilot.press("down", "up", "pagedown", "G", "g")
        story.next_hit(1)
        story.show_until(3)
        await settled(pilot)
        await pilot.resize_terminal(40, 10)
        await settled(pilot)
        assert "Eve" in "\n".join(shown(story))


def test_the_picture_of_a_search(snap_compare):
    story = Transcript(selects=True)

    async def seek(pilot):
        story.show([*MEETING, Line("字 Bob 字, and BOB again: 👩‍🚀 " * 3, "speech", who=3, label="Charlie, who met Bob")])
        story.find("bob")
        await settled(pilot)
        story.next_hit(1)
        await settled(pilot)

    assert snap_compare(Host(story), terminal_size=(60, 20), run_before=seek)


@pytest.mark.parametrize("kind", [{}, {"tone": "heading"}, {"label": "Bob · round 1"}, {"mark": "12"}])
def test_a_line_is_as_high_as_it_is_laid_out(kind):
    texts = ["", "one", "a b " * 20, "x" * 76, "字" * 38, "a\n\nb", "e" + "\u0301" * 9, "\x1b[2J" * 9, "→ Medbay, 2 ticks"]
    for text, width in product(texts, (6, 12, 34, 80)):
        line = Line(text, **kind)
        assert line_list.height(line, width) == len(line_list.rows(line, width)), (text, width)


def test_a_tick_that_is_too_long_for_the_margin_is_seen_to_be_cut():
    assert [line_list.rows(Line("x", mark=mark), 40)[0].margin for mark in ("7", "999", "1234")] == ["  7 ", "999 ", "…34 "]
