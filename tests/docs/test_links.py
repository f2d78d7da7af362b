"""Pages lead where they say, and every page is found from the index."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from woozle.core import registry

from tests.docs.pages import PAGES, ROOT, headings, is_about_removed, links

DOCS = ROOT / "docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_link_leads_nowhere(page):
    for link in links(page):
        parts = urlsplit(link)
        if is_about_removed(link):
            continue
        if parts.scheme:
            assert parts.scheme == "https", f"{page.name} links to {link}"
            continue
        there = (page.parent / parts.path).resolve() if parts.path else page
        assert there.is_file(), f"{page.name} links to {link}, which is not there"
        assert there.is_relative_to(ROOT)
        if parts.fragment:
            assert parts.fragment in headings(there), f"{page.name} links to {link}, and there is no such heading"


def test_the_index_leads_to_every_page():
    found = {(DOCS / urlsplit(link).path).resolve() for link in links(DOCS / "README.md") if not urlsplit(link).scheme}
    assert {page for page in DOCS.glob("*.md") if page.name != "README.md"} <= found


def test_every_page_leads_back_to_the_index():
    for page in DOCS.glob("*.md"):
        assert any(urlsplit(link).path.endswith("README.md") for link in links(page)), f"{page.name} does not lead back"


def test_every_game_has_a_page():
    for name in registry.names():
        if registry.game(name).__module__.startswith("woozle."):
            assert (DOCS / f"{name}.md").is_file(), f"docs/{name}.md is missing"
            assert f"](docs/{name}.md) |" in (ROOT / "README.md").read_text("utf-8"), f"the README's table does not have {name}"


def test_every_picture_is_shown_and_said_in_words():
    text = "".join(page.read_text("utf-8") for page in PAGES)
    for picture in (DOCS / "pictures").iterdir():
        assert f"pictures/{picture.name})" in text, f"{picture.name} is on no page"
    assert "![](" not in text
