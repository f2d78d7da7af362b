"""Every kind of study page in a real browser, with texts that are long, hostile, or written from right to left."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.visit_flow import VisitFlow
from woozle.core.errors import InputError

from tests.arena.studies.study_plans import plan, write_study
from tests.web.browser import PICTURES, WIDTHS, Browser, check_looks
from tests.web.served_study import served

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio(loop_scope="session")]

EVIL = "<script>document.title='evil'</script><img src=x onerror=\"document.title='evil'\"> {study.on} {{ at }}"
WORD = "Donaudampfschifffahrtsgesellschaftskapitänswitwenversicherungspolice" * 3
ARABIC = "هذه دراسة عن الحقيقة، ومدتها 20 دقيقة (تقريبا)."


def odd_study(folder: Path) -> StudyFolder:
    text = plan("looks").replace("@evil@", EVIL).replace("@word@", WORD).replace("@arabic@", ARABIC)
    long = " ".join(["All of this must be read."] * 4000)  # 100,000 characters
    information = f"# Who\n{EVIL}\n{WORD}\n# What\n{ARABIC}\n{long}\nThe end of it."
    other = f"{EVIL}\n{ARABIC}\n{WORD}"
    return write_study(folder, text, information=information, consent=other, debrief=other)


async def test_pages_with_odd_texts_and_each_way_out_have_no_serious_findings(browser: Browser, tmp_path: Path, monkeypatch):
    study = odd_study(tmp_path / "study")
    one, two, three = links.make_links(study, 3)
    problems: list[str] = []
    widths = WIDTHS if PICTURES in os.environ else (360,)

    async def look(page: Page, name: str) -> None:
        nonlocal problems
        problems += await check_looks(page, f"odd-{name}", widths)
        assert await page.title() != "evil"

    async def press(page: Page, button: str = "button.main") -> None:
        async with page.expect_navigation():
            await page.click(button)

    async def join(page: Page, token: str) -> None:
        await page.goto(site.link(token))
        await press(page)
        await press(page)
        for box in range(3):
            await page.check(f"[name=box-{box}]")
        await press(page)
        await page.check("[name=kept]")
        await press(page)

    async with served(study) as site:
        page = await browser.page(f"{site.base}/nothing", width=360)
        await look(page, "not-found")
        await page.goto(site.link(one))
        await press(page)
        body = await page.inner_text("main")
        assert all(body.count(each) for each in ("A study <script>", "{study.on} {{ at }}", "The end of it.")), (
            "all of the text is there"
        )
        await look(page, "information")
        style = await page.evaluate("getComputedStyle(document.querySelector('.document p')).unicodeBidi")
        assert style == "plaintext", "each paragraph has the direction of its own words"
        await press(page)
        await press(page)
        await look(page, "consent-refused")
        await page.emulate_media(media="print", color_scheme="dark")
        assert await page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(251, 250, 247)", "paper is white"
        assert not await page.is_visible("button.main") and await page.is_visible("[name=box-0]")
        if folder := os.environ.get(PICTURES):
            await page.screenshot(path=Path(folder) / "odd-consent-print.png", full_page=True)
        await page.emulate_media(media="screen", color_scheme="light")
        await press(page, "[value=decline]")
        assert "NO-CONSENT-1" in await page.inner_text("main")
        await look(page, "declined")

        await join(page, two)
        await press(page)
        await look(page, "form-refused")
        await page.fill("[name=q-number]", "20")
        for each in ("scale", "text"):
            await page.check(f"[name=none-{each}]")
        for each in ("choice", "row"):
            await page.check(f"[name=q-{each}] >> nth=0")
        await press(page)
        await look(page, "practice")
        [who] = study.participants()
        flow = site.house.entrance.find(who.code)
        assert flow
        flow.visit.complete_step()
        await page.reload()
        await look(page, "check")
        await page.check("[name=q-who] >> nth=1")
        await press(page)
        await look(page, "check-wrong")
        await press(page)
        await page.check("[name=q-who] >> nth=1")
        await press(page)
        await look(page, "check-failed")
        await press(page)
        assert "OUT-1" in await page.inner_text("main")
        await look(page, "screened-out")

        await join(page, three)
        flow = next(each for each in site.house.entrance.visits.values() if each.visit.stage == "steps")
        flow.visit.leave_by("timed_out")
        await page.reload()
        await look(page, "timed-out")
        with monkeypatch.context() as broken:

            def fail(flow: VisitFlow) -> None:
                raise InputError(f"The disk is full {EVIL}; free some space.")

            broken.setattr(VisitFlow, "page", fail)
            await page.reload()
            assert "{study.on} {{ at }}; free some space." in await page.inner_text("main")
            await look(page, "trouble")
    assert not problems
    assert not [each for each in browser.complaints if "404" not in each]
