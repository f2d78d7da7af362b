"""The open URL in a real browser, reached from a recruiter's page of another site: `localhost` beside `127.0.0.1`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import Browser, check_looks
from tests.web.served_study import served
from tests.web.test_study_browser import other_site, press
from tests.web.test_study_open_url import ATTENTION, PID, QUERY, code_of, recruited

if TYPE_CHECKING:
    from playwright.async_api import Page, Request

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio(loop_scope="session")]

FORM = '<form method="post" action="{url}"><input name="query" value="{query}"><button>go</button></form>'


async def come(page: Page, here: str, until: str) -> None:
    """Click on the recruiter's link, and wait for a page."""
    await page.goto(f"{here}/study")
    await page.click("a")
    await page.wait_for_url(f"**{until}")


async def test_somebody_comes_from_a_recruiter_goes_on_by_cookie_and_goes_back_with_a_code(browser: Browser, tmp_path: Path):
    pages: dict[str, str] = {}
    taken: list[str] = []
    async with other_site(pages, taken) as here:
        study = recruited(tmp_path, more="missed_attention = 0", after=ATTENTION)
        plan = study.path / "study.toml"
        plan.write_text(plan.read_text().replace("http://127.0.0.1:9/", f"{here}/"))
        study = type(study)(study.path)
        async with served(study, is_open=True) as site:
            pages["study"] = f'<a href="{site.base}/join?{QUERY}s1">come</a>'
            asked: list[Request] = []
            page = await browser.page(width=360)
            page.on("request", partial(list.append, asked))
            await come(page, here, "/join/welcome")
            assert await page.evaluate("document.referrer") == ""
            first, posted = [each for each in asked if "/join" in each.url][:2]
            assert first.method == "GET" and posted.method == "POST"
            headers = await posted.all_headers()
            assert headers["origin"] == "null" and headers["sec-fetch-site"] == "same-origin" and "referer" not in headers
            problems = await check_looks(page, "study-open-welcome", [360])
            await page.go_back()
            assert page.url == f"{here}/study", "no page with the id is left in the history"
            await come(page, here, "/visit")
            await press(page)
            await page.check("[name=box-0]")
            await press(page)

            asked.clear()
            await come(page, here, "/visit")
            assert await page.title() == "Your code"
            found, posted = [each for each in asked if "/join" in each.url][:2]
            assert "cookie" not in await found.all_headers() and "cookie" in await posted.all_headers(), "why the page asks itself"

            other = await browser.page()
            await come(other, here, "/join")
            assert "write to: somebody" in await other.inner_text("main")
            problems += await check_looks(other, "study-open-known", [360])
            await other.fill("#code", "ABCD-EFGH")
            await press(other, "text=Continue with this code")
            assert "This code does not continue any visit" in await other.inner_text("[role=alert]")
            problems += await check_looks(other, "study-open-wrong-code", [360])
            await other.fill("#code", code_of(study))
            await press(other, "text=Continue with this code")
            await other.check("[name=kept]")
            await press(other)
            await other.check("[name=q-look] >> nth=0")
            await press(other)
            said = await other.inner_text("main")
            assert await other.title() == "Goodbye" and "SCREENED" in said and "0.40 GBP" in said
            problems += await check_looks(other, "study-open-exit", [360])
            assert [who.status for who in study.participants()] == ["screened out"]
            await press(other, "a.main")
            assert other.url == f"{here}/complete?cc=SCREENED" and taken == ["cc=SCREENED"]
            assert await other.evaluate("document.referrer") == ""
    assert not problems
    assert not any(PID in each for each in browser.complaints)


async def test_forms_of_other_sites_are_refused_with_any_referrer(browser: Browser, tmp_path: Path):
    study = recruited(tmp_path)
    pages: dict[str, str] = {}
    async with other_site(pages, []) as here, served(study, is_open=True) as site:
        form = FORM.format(url=f"{site.base}/join", query=QUERY)
        pages["open"] = form
        pages["hidden"] = f'<meta name="referrer" content="no-referrer">{form}'
        pages["boxed"] = f"<iframe sandbox='allow-forms allow-scripts' srcdoc='{form}'></iframe>"
        page = await browser.page()
        for name in ("open", "hidden"):
            await page.goto(f"{here}/{name}")
            async with page.expect_response(f"{site.base}/join") as answer:
                await page.click("button")
            assert (await answer.value).status == 403, name
        await page.goto(f"{here}/boxed")
        async with page.expect_response(f"{site.base}/join") as answer:
            await page.frame_locator("iframe").locator("button").click()
        assert (await answer.value).status == 403
    assert study.participants() == []


async def test_without_script_two_buttons_lead_to_the_first_page(browser: Browser, tmp_path: Path):
    study = recruited(tmp_path)
    async with served(study, is_open=True) as site:
        page = await browser.page(width=360)
        await page.route("**/study.js", lambda route: route.abort())
        await page.goto(f"{site.base}/join?{QUERY}")
        assert not await check_looks(page, "study-open-no-script", [360])
        await press(page)
        await press(page, "a.main")
        assert await page.title() == "Information"
