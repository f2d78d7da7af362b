"""The visit itself in a real browser: from a link to the goodbye, and the ways between."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest

from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.tui.cli import study as study_commands

from tests.tui.serving.chromium import Tab, chromium, found
from tests.tui.serving.hosting import served
from tests.tui.studies import plans

pytest.importorskip("textual_serve")
pytestmark = [pytest.mark.e2e, pytest.mark.skipif(not found(), reason="no Chromium on this machine; name one in $CHROMIUM")]

END = ("End", 35)
ENTER = ("\r", 13)


@pytest.fixture
def study(tmp_path):
    short = plans.ship(2, ", seed = 5")
    return StudyFolder(plans.write(tmp_path / "study", form="", check="", conditions=((short,),)))


async def _to_the_consent(tab: Tab, link: str) -> None:
    await tab.go(link)
    await tab.press("form button")
    await tab.shows("What this is about")
    await tab.key(*END)
    await tab.shows("Contact, for questions")
    await tab.key(*ENTER)
    await tab.shows("I take part of my own free will")
    await tab.key_until("Not yet ticked", *END)


async def _agree(tab: Tab) -> str:
    """The code that they are given."""
    for box in "123":
        await tab.key(box)
    await tab.shows("All required boxes are ticked")
    await tab.key("a")
    code = re.sub(r"[ -]", "", (await tab.shows(r"(?:[A-Z2-9] ){3}[A-Z2-9] +- +(?:[A-Z2-9] ){3}[A-Z2-9]"))[0])
    for last in code[-2:].lower():
        await tab.key(last)
    await tab.key(*ENTER)
    await tab.shows("Next is a match")
    return code


async def _wait_until(tab: Tab, pattern: str) -> None:
    """Do nothing in the game until this is shown."""
    await tab.key_until(pattern, "0")


async def _to_the_end(tab: Tab) -> None:
    await _wait_until(tab, "The match is over: enter goes on")
    await tab.key(*ENTER)
    await tab.shows("Did you like it")
    await tab.key_until("enter continues", "1")
    await tab.key(*ENTER)
    await tab.shows("who was who")
    await tab.key(*END)
    await tab.key_until("Thank you for taking part", *ENTER)
    await tab.key(*ENTER)
    await tab.until("document.body.classList.contains('-over')")


async def test_a_page_that_is_closed_in_a_match_goes_on_at_the_decision(study, tmp_path):
    [token] = links.make_links(study, 1)
    async with served(study) as host, chromium(tmp_path / "profile") as browser:
        tab = await browser.tab()
        await _to_the_consent(tab, host.link(token))
        code = await _agree(tab)
        await tab.key(*ENTER)
        await tab.shows("Your turn, tick 1")
        await _wait_until(tab, "Your turn, tick 2")
        await tab.do("Page.close")
        again = await browser.tab(beside=tab)
        await again.go(f"{host.base}/visit")
        await again.shows("Continue the match")
        await again.key(*ENTER)
        await again.shows("Your turn, tick 2")
        await _to_the_end(again)
        assert "the end" in await again.value("document.getElementById('told').textContent")
        assert {urlsplit(url).hostname for url in (*tab.asked, *again.asked)} == {"127.0.0.1"}
        assert again.complaints == [] and host.told == []
    [who] = study.participants()
    assert (who.code, who.status, who.visits) == (code, "finished", 2)
    [link] = links.read_links(study)
    assert link.code == code and link.is_finished
    assert len([*study.matches.iterdir()]) == 1


async def test_who_does_not_agree_leaves_nothing_but_that_a_link_was_opened(study, tmp_path):
    [token] = links.make_links(study, 1)
    before = {path.relative_to(study.path) for path in study.path.rglob("*")}
    async with served(study) as host, chromium(tmp_path / "profile") as browser:
        tab = await browser.tab()
        await _to_the_consent(tab, host.link(token))
        await tab.key("d")
        await tab.shows("You are not taking part")
        await tab.key(*ENTER)
        await tab.until("document.body.classList.contains('-over')")
        assert "nothing about you was saved" in await tab.value("document.getElementById('told').textContent")
    assert {path.relative_to(study.path) for path in study.path.rglob("*")} == before
    assert links.read_links(study)[0].code == ""


async def test_a_lost_browser_is_replaced_by_a_new_link_for_the_code(study, tmp_path, capsys):
    [token] = links.make_links(study, 1)
    async with served(study) as host, chromium(tmp_path / "profile") as browser:
        lost = await browser.tab()
        await _to_the_consent(lost, host.link(token))
        code = await _agree(lost)
        await lost.do("Page.close")
        study_commands.links(study.path, code=f"{code[:4]}-{code[4:]}".lower(), base=host.base)
        new = await browser.tab()
        await new.go(capsys.readouterr().out.strip())
        await new.press("form button")
        await new.shows("Next is a match")
