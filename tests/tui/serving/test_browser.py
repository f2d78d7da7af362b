"""A study in a real browser, with an app as small as can be."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from aiohttp import web

from woozle.arena.studies import links

from tests.tui.serving.chromium import Tab, chromium, found
from tests.tui.serving.hosting import served, small_study, tiny

pytest.importorskip("textual_serve")
pytestmark = [pytest.mark.e2e, pytest.mark.skipif(not found(), reason="no Chromium on this machine; name one in $CHROMIUM")]


@pytest.fixture
def study(tmp_path):
    return small_study(tmp_path / "study")


async def _come_in(tab: Tab, link: str) -> None:
    await tab.go(link)
    await tab.press("form button")
    await tab.shows("READY:")
    await tab.until("document.activeElement.className == 'xterm-helper-textarea'")


def _told(tab: Tab):
    return tab.until("document.body.classList.contains('-over') && document.getElementById('told').textContent")


async def test_somebody_comes_by_a_link_agrees_and_finishes_and_nothing_leaves_this_machine(study, tmp_path):
    [token] = links.make_links(study, 1)
    async with served(study, tiny(study)) as host, chromium(tmp_path / "profile") as browser:
        tab = await browser.tab()
        await _come_in(tab, host.link(token))
        assert await tab.value("document.title") == "A <small> study"
        await tab.key("a")
        code = (await tab.shows("AGREED:([A-Z0-9]{8}):"))[1]
        await tab.key("f")
        assert "the end" in await _told(tab)
        assert await tab.value("document.getElementById('then').hidden")
        assert {urlsplit(url).hostname for url in tab.asked} == {"127.0.0.1"}
        assert tab.complaints == []
        [link] = links.read_links(study)
        assert link.code == code and link.is_finished

        await tab.go(host.link(token))
        assert "nothing here" in await tab.until("document.querySelector('h1') && document.querySelector('h1').textContent")


async def test_a_reload_goes_on_and_a_second_tab_says_where_it_is_open(study, tmp_path):
    [token] = links.make_links(study, 1)
    async with served(study, tiny(study)) as host, chromium(tmp_path / "profile") as browser:
        tab = await browser.tab()
        await _come_in(tab, host.link(token))
        await tab.key("a")
        code = (await tab.shows("AGREED:([A-Z0-9]{8}):"))[1]
        second = await browser.tab(beside=tab)
        await second.go(host.link(token))
        assert "another tab" in await _told(second)
        await tab.do("Page.reload")
        await tab.shows(f"READY:{code}:")
        await tab.press("[data-key=stop]")
        assert "saved" in await _told(tab)
        await second.press("#again")
        await second.shows(f"READY:{code}:")


async def test_who_comes_back_by_a_link_in_a_mail_can_go_on(study, tmp_path):
    """A strict cookie is not sent with what another site links to; the page that such a one gets leads on."""
    [token] = links.make_links(study, 1)

    async def mail(request):
        return web.Response(text=f'<a href="{host.link(token)}">come</a>', content_type="text/html")

    app = web.Application()
    app.router.add_get("/mail", mail)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    elsewhere = f"http://localhost:{runner.addresses[0][1]}/mail"  # another site, for a browser
    async with served(study, tiny(study)) as host, chromium(tmp_path / "profile") as browser:
        tab = await browser.tab()
        await tab.go(elsewhere)
        await tab.press("a")
        await tab.press("form button")
        await tab.shows("READY:nobody:")
        await tab.key("a")
        code = (await tab.shows("AGREED:([A-Z0-9]{8}):"))[1]
        await tab.go(elsewhere)
        await tab.press("a")
        await tab.press("a[href='/visit']")
        await tab.shows(f"READY:{code}:")
    await runner.cleanup()


async def test_words_go_from_the_app_to_the_clipboard_and_back(study, tmp_path):
    [token] = links.make_links(study, 1)
    async with served(study, tiny(study)) as host, chromium(tmp_path / "profile") as browser:
        tab = await browser.tab()
        await _come_in(tab, host.link(token))
        await tab.key("y")
        await tab.shows("COPIED:yes:")
        pasted = ""
        for _ in range(10):  # the page may still be handing the words to the browser
            await tab.key("v", ctrl=True, commands=["paste"])
            if pasted := (await tab.shows("PASTED:([^:]*):"))[1]:
                break
        assert pasted == "some words of the app"


async def test_the_window_may_be_resized_and_a_small_one_has_smaller_letters(study, tmp_path):
    [token] = links.make_links(study, 1)
    async with served(study, tiny(study)) as host, chromium(tmp_path / "profile") as browser:
        tab = await browser.tab(1280, 800)
        await _come_in(tab, host.link(token))
        await tab.sized(1500, 950)
        columns, rows = (await tab.shows(r"SIZE:(1[5-9]\d)x(\d+):")).groups()
        assert int(rows) > 38
        await tab.sized(700, 500)
        await tab.do("Page.reload")
        columns, rows = (await tab.shows(r"SIZE:(\d+)x(\d+):")).groups()
        assert int(columns) >= 80 and int(rows) >= 24


async def test_when_the_server_stops_the_page_says_so(study, tmp_path):
    [token] = links.make_links(study, 1)
    async with chromium(tmp_path / "profile") as browser:
        tab = await browser.tab()
        async with served(study, tiny(study)) as host:
            await _come_in(tab, host.link(token))
        assert "connection was lost" in await _told(tab)
