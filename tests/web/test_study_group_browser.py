"""A group of three real pages: the lobby, the page before a match, and a table that begins when all have come."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from woozle.arena.studies import links

from tests.arena.studies.study_plans import write_study
from tests.arena.studies.test_groups import plan_text
from tests.web.browser import Browser, check_looks
from tests.web.served_study import served
from tests.web.test_study_browser import agree, play, press

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio(loop_scope="session")]

QUICK = 'preset = "quick"'
READY, TOO_LATE = 50.0, 120.0  # seconds after which a press is forgotten, and a match begins without who does not come


async def test_three_pages_wait_for_each_other_and_play(browser: Browser, tmp_path: Path):
    study = write_study(tmp_path, plan_text(game="urn", match=QUICK))
    ahead, problems = 0.0, []
    async with served(study, clock=lambda: time.monotonic() + ahead) as site:
        tokens = links.make_links(study, 3)
        first, second, third = pages = [await browser.page() for _ in tokens]
        for page, token in zip(pages, tokens, strict=True):
            await agree(page, site.link(token))
            assert await page.title() == "Waiting for your group"
        problems += await check_looks(first, "group-lobby", [360])
        for page in (first, second):
            await press(page)
        status = first.locator("#company")
        await status.filter(has_text="2 of the 3 people in your group are here.").wait_for()
        problems += await check_looks(first, "group-waits", [800])
        ahead += READY
        await press(third)
        for page in (first, second):
            await page.locator("button", has_text="I am still here").wait_for()
            assert (await page.title()).startswith("● Your group can begin.")
        problems += await check_looks(first, "group-called")
        async with third.expect_navigation():  # goes on by itself
            await asyncio.gather(press(first), press(second))
        for page in pages:
            await page.wait_for_function("document.title === 'Match 1 of 1'")
        problems += await check_looks(second, "group-before", [360])
        await press(first)
        await second.locator("#company", has_text="1 of the 3 people in your group have pressed").wait_for()
        await first.locator("#room-title").wait_for()
        problems += await check_looks(first, "group-room", [800])
        await press(second)
        ahead += TOO_LATE
        await third.wait_for_url("**/t/*")
        await asyncio.gather(*(play(page, problems, {"belief"}) for page in pages))
        for page in pages:
            assert await page.title() == "About this study"
    assert {who.began["match-1"] for who in study.participants()} == {who.began["match-1"] for who in study.participants()[:1]}
    assert not problems and not browser.complaints
