"""The page: read from its top, however long it is."""

from __future__ import annotations

from woozle.arena.views.panels import Document
from woozle.core.line import Line
from woozle.tui.styles import sheets
from woozle.tui.widgets.document import DocumentPanel, DocumentText

from tests.tui.hosts import HOSTILE, Host, is_clean, settled, shown


class Reader(Host):
    CSS_PATH = sheets("base")
    CSS = "DocumentPanel { height: 10; }"


LONG = Document("Long", (Line("word " * 50_000),), "50,000 words")


async def test_a_page_begins_at_its_top_and_another_one_too():
    async with Reader(panel := DocumentPanel()).run_test(size=(60, 12)) as pilot:
        panel.show(LONG)
        await settled(pilot)
        text = panel.query_one(DocumentText)
        assert text.virtual_size.height > 4_000
        panel.turn(3)
        await settled(pilot)
        assert text.scroll_offset.y == 3 * (text.size.height - 1)
        panel.show(Document(LONG.title, LONG.lines, LONG.note))
        await settled(pilot)
        assert text.scroll_offset.y > 0
        panel.show(Document("Other", (Line("one"), Line("two"))))
        await settled(pilot)
        assert text.scroll_offset.y == 0
        assert [row.strip() for row in shown(text)[:2]] == ["one", "two"]


async def test_its_title_says_what_it_is_and_how_much_and_is_only_text():
    async with Reader(panel := DocumentPanel()).run_test(size=(60, 12)) as pilot:
        panel.show(Document(HOSTILE, (Line(HOSTILE),), "9 words"))
        await settled(pilot)
        title = panel.query_one(".page-title").render().plain
        assert title.endswith("9 words")
        assert all(is_clean(row) for row in (title, *shown(panel.query_one(DocumentText))))
