"""The instruments by which pages are examined find what is wrong."""

from __future__ import annotations

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer

from tests.web.browser import accessible_words, check_looks, measure_transfers

pytestmark = pytest.mark.e2e

GOOD = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A page</title>
<style>body {{ color-scheme: light dark }} {style}</style><main><h1>A page</h1><p>{words}</p></main></html>"""


@pytest_asyncio.fixture(loop_scope="session")
async def address():
    """The address of a server under a strict content policy, whose query is the style of the page."""

    async def page(request: web.Request) -> web.Response:
        text = GOOD.format(style=request.query.get("style", ""), words="Some words. " * 100)
        policy = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
        return web.Response(text=text, content_type="text/html", headers=policy)

    app = web.Application()
    app.router.add_get("/", page)
    async with TestServer(app) as server:
        yield str(server.make_url("/"))


async def test_a_readable_page_has_no_findings_and_a_faint_one_does(browser, address):
    page = await browser.page(address)
    assert await check_looks(page, "good", [360]) == []
    assert "Some words." in await accessible_words(page)
    await page.goto(f"{address}?style=p{{color:%23888;background:%23999;width:400px}}")
    problems = await check_looks(page, "faint", [360])
    assert len(problems) == 4 and all("color-contrast (serious): p" in each for each in problems[::2])
    assert all("sideways" in each for each in problems[1::2])


async def test_a_slow_network_is_slow_and_what_it_carries_is_counted(browser, address):
    page = await browser.page()
    async with measure_transfers(page, kbit=100, milliseconds=50) as transfers:
        await page.goto(address)
    seconds = await page.evaluate("performance.timing.responseEnd - performance.timing.requestStart") / 1000
    assert seconds > 1300 * 8 / 100_000
    assert 1300 < transfers.total < 2500 and transfers.sizes.keys() == {address}


async def test_pages_of_a_test_share_cookies_only_where_it_says_so_and_those_of_two_tests_never(browser, address):
    first = await browser.page(address)
    await first.evaluate("document.cookie = 'seat=1'")
    assert await (await browser.page(address, beside=first)).evaluate("document.cookie") == "seat=1"
    assert await (await browser.page(address)).evaluate("document.cookie") == ""
    await browser.close()
    assert [await (await browser.page(address)).evaluate("document.cookie") for _ in range(2)] == ["", ""]
