"""The accessibility tree of pages: every word that is on them, once one has come to the table and at the end."""

from __future__ import annotations

import asyncio
import html
import re

import pytest

from woozle.core import registry

from tests.web.browser import accessible_words, check_looks
from tests.web.moments import moments, show

pytestmark = pytest.mark.e2e


def _words(text):
    return " ".join(text.split())


def _said(page):
    """The texts of a page, with those of its pictures; not those that are drawn for the eyes alone or not shown yet."""
    body = re.sub(r"<(noscript|svg|head|figcaption)\b.*?</\1>", " ", page, flags=re.S)
    body = re.sub(r'<(\w+)[^>]* (?:hidden|aria-hidden="true")[^>]*>[^<]*</\1>', " ", body)
    yield from filter(None, (_words(html.unescape(each)) for each in re.split(r"<[^>]*>", body)))
    yield from (_words(html.unescape(each)) for each in re.findall(r'alt="([^"]*)"', page))


@pytest.mark.parametrize("game", [name for name in registry.names() if registry.game(name).__module__.startswith("woozle.")])
async def test_the_accessibility_tree_holds_every_word_of_a_table(browser, game, tmp_path):
    pages = await asyncio.to_thread(lambda: dict(moments(game, tmp_path / "match")))
    asked = next(iter(pages))
    tab = await browser.page()
    for name in (asked, "over"):
        await show(tab, pages[name])
        await tab.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; each.hidden = false })")
        tree = _words(await accessible_words(tab))
        assert [text for text in _said(pages[name]) if text not in tree] == []
        assert await check_looks(tab, f"{game}-{name}", widths=(360,)) == []
    assert browser.complaints == []
