"""A study in a real browser: from the link to the goodbye, and the ways between."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from woozle.arena.studies import links
from woozle.arena.studies.journal import read_journal

from tests.arena.studies.study_plans import plan
from tests.web.browser import Browser, check_looks
from tests.web.served_study import served, small_study

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio(loop_scope="session")]

MORE = f'preset = "quick"\n{plan("all_questions")}'


READY = "#over a.main, #page, #ask form [name=id]"
"""The match is over, the page is not the table's, or something is asked."""


@asynccontextmanager
async def other_site(pages: dict[str, str], asked: list[str]) -> AsyncIterator[str]:
    """Serve pages, by name, on what is another site for a browser: `localhost`. asked: the queries that come."""

    async def show(request: web.Request) -> web.Response:
        asked.extend([request.query_string] if request.query else [])
        return web.Response(text=pages.get(request.path[1:], "Thank you."), content_type="text/html")

    app = web.Application()
    app.router.add_get("/{name}", show)
    async with TestServer(app) as server:
        yield f"http://localhost:{server.port}"


async def press(page: Page, button: str = "button.main") -> None:
    async with page.expect_navigation():
        await page.click(button)


async def agree(page: Page, link: str) -> None:
    """Open a link, agree, and note the code."""
    await page.goto(link)
    await press(page)
    await press(page)
    await page.check("[name=box-0]")
    await press(page)
    await page.check("[name=kept]")
    await press(page)


async def play(page: Page, problems: list[str], looked: set[str]) -> None:
    """Answer whatever is asked at a table and about beliefs, until the match is over."""
    while True:
        await page.locator(READY).first.wait_for(state="attached")
        if await page.query_selector("#over a.main"):
            problems += await check_looks(page, "study-over", [800])
            await press(page, "#over a.main")
            return
        if await page.query_selector("#page"):
            if await page.title() != "Match 1 of 1":
                return
            if "belief" not in looked:
                looked.add("belief")
                problems += await check_looks(page, "study-belief")
            await page.fill("input[type=number]", "70")
            await press(page)
            continue
        asked = await page.locator("#ask form [name=id]").get_attribute("value")
        for choice in (await page.query_selector_all("#ask input[type=radio]"))[:1]:
            await choice.check()
        for field in await page.query_selector_all("#ask input[type=number]"):
            await field.fill("50")
        button = page.locator("#ask button[type=submit]").first
        await button.click()
        gone = page.locator(f'{READY}:not([value="{asked}"])').first
        again = page.locator("#question-note", has_text="once more")
        await gone.or_(again).first.wait_for(state="attached")
        if await again.count():
            await button.click()
            await gone.wait_for(state="attached")


async def test_a_study_from_the_link_to_the_goodbye(browser: Browser, tmp_path: Path):
    study = small_study(tmp_path, game="urn", after=MORE)
    [token] = links.make_links(study, 1)
    problems: list[str] = []
    async with served(study) as site:
        page = await browser.page(site.link(token), width=360)
        for name in ("welcome", "information"):
            problems += await check_looks(page, f"study-{name}")
            await press(page)
        await press(page)
        problems += await check_looks(page, "study-consent")
        assert await page.evaluate("document.activeElement.id") == "problem"
        await page.check("[name=box-0]")
        await press(page)
        problems += await check_looks(page, "study-code")
        await page.check("[name=kept]")
        await press(page)
        await page.check("[name=q-mood] >> nth=1")
        await page.reload()
        assert await page.is_checked("[name=q-mood] >> nth=1"), "what was typed stays"
        problems += await check_looks(page, "study-form")
        await press(page)
        await page.go_back()
        assert await page.title() == "Match 1 of 1", "the button back shows where they are"
        problems += await check_looks(page, "study-match")
        await press(page)
        await play(page, problems, set())
        await press(page)
        assert "One question" in await page.inner_text("main")
        await page.check("[name=q-hard] >> nth=3")
        await press(page)
        problems += await check_looks(page, "study-debriefing")
        await press(page)
        problems += await check_looks(page, "study-goodbye")
        assert await page.title() == "Goodbye"
    [who] = study.participants()
    assert who.status == "finished"
    [journal] = study.journals()
    told = [each.data for each in read_journal(journal) if each.what in ("arrived", "believed")]
    assert told[0]["device"]["is_browser"] and told[0]["device"]["has_touch"] is False
    assert [each["sure"] for each in told[1:]] == [70]
    assert not problems and not browser.complaints
    assert {url.split("/")[2] for url in browser.asked} == {site.base.split("/")[2]}


async def test_who_comes_from_another_site_and_from_two_tabs_goes_on_where_they_are(browser: Browser, tmp_path: Path):
    study = small_study(tmp_path)
    [token] = links.make_links(study, 1)
    pages: dict[str, str] = {}
    async with served(study) as site, other_site(pages, []) as elsewhere:
        pages["mail"] = f'<a href="{site.link(token)}">come</a>'
        page = await browser.page()
        await agree(page, site.link(token))
        assert await page.title() == "Match 1 of 1"
        await page.goto(f"{elsewhere}/mail")
        await press(page, "a")
        assert await page.title() == "There is nothing here", "a strict cookie does not come with a click elsewhere"
        await press(page, "a")
        assert await page.title() == "Match 1 of 1"
        second = await browser.page(f"{site.base}/visit", beside=page)
        await press(page)
        await second.click("button.main")
        await second.wait_for_url("**/t/*")
        assert page.url == second.url
        assert len([*study.journals()]) == 1


async def test_somebody_is_warned_before_the_time_for_a_page_is_up_and_gets_more(browser: Browser, tmp_path: Path):
    study = small_study(tmp_path, game="urn", after=MORE, more="page_minutes = 1")
    [token] = links.make_links(study, 1)
    now = 0.0
    async with served(study, clock=lambda: now) as site:
        page = await browser.page(width=360)
        await agree(page, site.link(token))
        await page.check("[name=q-mood] >> nth=1")
        now = 40.0
        await page.reload()
        await page.locator("#warning", has_text="nearly up").wait_for()
        assert not await check_looks(page, "study-page-time", [360])
        await press(page, "[value=more]")
        assert await page.is_checked("[name=q-mood] >> nth=1") and await page.inner_text("#warning") == ""
        now = 108.0
        await page.reload()
        assert await page.title() == "Match 1 of 1" and "left unanswered" in await page.inner_text("#problem")
    assert "answers" in study.participants()[0].done["form"] and not study.participants()[0].done["form"]["answers"]
