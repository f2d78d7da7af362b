"""The accessibility tree of pages: every word that is on them, once one has come to the table and at the end."""

from __future__ import annotations

import asyncio

import pytest

from woozle.core import registry

from tests.web.browser import accessible_words, check_looks
from tests.web.moments import moments, show

pytestmark = pytest.mark.e2e


def _words(text):
    return " ".join(text.split())


SHOWN = """() => {
  const texts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const around = walker.currentNode.parentElement;
    if (around.checkVisibility() && !around.closest("svg, noscript, [aria-hidden=true]")) texts.push(walker.currentNode.data);
  }
  return [...texts, ...[...document.images].map((each) => each.alt)];
}"""
"""Returns the texts that a page shows, with those of its pictures; without drawings, which have lists beside them."""


@pytest.mark.parametrize("game", [name for name in registry.names() if registry.game(name).__module__.startswith("woozle.")])
async def test_the_accessibility_tree_holds_every_word_of_a_table(browser, game, tmp_path):
    pages = await asyncio.to_thread(lambda: dict(moments(game, tmp_path / "match")))
    asked = next(iter(pages))
    tab = await browser.page()
    for name in (asked, "over"):
        await show(tab, pages[name])
        await tab.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; each.hidden = false })")
        tree, shown = _words(await accessible_words(tab)), [_words(each) for each in await tab.evaluate(SHOWN)]
        assert len(shown) > 20 and [text for text in shown if text not in tree] == []
        assert await check_looks(tab, f"{game}-{name}", widths=(360,)) == []
    assert browser.complaints == []
