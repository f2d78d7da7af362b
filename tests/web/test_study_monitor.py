"""The operator's page of a study, pausing, and the line of those who wait, as browsers meet them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from aiohttp import FormData

from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.live import FILE, PATH, ask_server
from woozle.arena.studies.monitor import StudyDesk
from woozle.arena.studies.recruiter import RecruiterIds
from woozle.arena.studies.recruiting import change_recruiting, read_recruiting
from woozle.arena.tables.guest import Guest
from woozle.arena.web.study_monitor import StudyMonitor
from woozle.saves.disk import SaveError

from tests.arena.studies.study_plans import write_study
from tests.arena.studies.test_groups import plan_text
from tests.web.browser import Browser, check_looks
from tests.web.served_study import Visitor, came_in, come_in, served, small_study, visitor
from tests.web.test_study_open_url import agree, arrive, kept, recruited

pytestmark = pytest.mark.e2e

EXPORT = "Participant id,Status,Completion code\nsomebody-7,APPROVED,\n"


@pytest.fixture
def study(tmp_path: Path) -> StudyFolder:
    return small_study(tmp_path / "study", "recruiter = {}\n")


async def enter(operator: Visitor, monitor: StudyMonitor) -> None:
    await operator.post("/operator", {"token": monitor.link.partition("#")[2]})
    assert operator.status == 200 and "monitor" in operator.title


async def upload(operator: Visitor, data: bytes, origin: str = "") -> str:
    form = FormData()
    form.add_field("export", data, filename="../export.csv", content_type="text/csv")
    url, headers = f"{operator.base}/operator/reconcile", {"Origin": origin or operator.base}
    async with operator.session.post(url, data=form, headers=headers) as answer:
        operator.status, operator.text = answer.status, await answer.text()
    return operator.text


async def test_the_page_is_the_operators_alone(study):
    [token] = links.make_links(study, 1)
    async with served(study) as site, visitor(site) as operator, visitor(site) as person, visitor(site) as stranger:
        await come_in(person, site, token)
        link, live = site.monitor.link, (study.data / FILE).read_text()
        assert link.startswith(f"{site.base}/operator#")
        for each in (person, stranger):
            await each.post("/operator", {"token": token})
            assert each.status == 403 and "small" not in each.text
            await each.get("/operator")
            assert "small" not in each.text and "token" in each.text
            for path, fields in (("recruiting", {"do": "pause"}), ("reconcile", {"export": EXPORT})):
                await each.post(f"/operator/{path}", fields)
                assert each.status == 404
            assert "plain forms" in await upload(each, EXPORT.encode())
            for header in ({}, {"Authorization": f"Bearer {token}"}):
                await each.get(PATH, **header)
                assert each.status == 404
        assert not read_recruiting(study).is_paused
        await enter(operator, site.monitor)
        await stranger.post("/operator", {"token": link.partition("#")[2]})
        assert stranger.status == 403, "the link opens once"
        for origin in ("http://elsewhere.example", "null"):
            await operator.post("/operator/recruiting", {"do": "pause"}, Origin=origin)
            assert operator.status == 403
            await upload(operator, EXPORT.encode(), origin)
            assert operator.status == 403
        assert not read_recruiting(study).is_paused
        assert site.monitor.link not in live and token not in operator.text
    assert not (study.data / FILE).exists()


async def test_the_operator_sees_who_is_where_and_what_the_server_said_and_so_do_programs(study):
    now = 0.0
    async with came_in(study, clock=lambda: now) as (site, person), visitor(site) as operator:
        now = 1.0
        await enter(operator, site.monitor)
        [who] = study.participants()
        assert f"{who.code[:4]}-{who.code[4:]}" in operator.text and ">open<" in operator.text and "match-1" in operator.text
        await person.send("play")
        [table] = site.tables
        now = 400.0
        await table.room.attach(table.room.places[0], Guest())
        assert site.monitor.live().unseen == {who.code: 0.0}, "the page of the match is open"
        table.room.disconnect(table.room.places[0], "closed", "")
        assert site.monitor.live().unseen == {who.code: 399.0} and site.monitor.live().matches == 1
        table.fail(SaveError("The disk is full."))
        text = await operator.get("/operator")
        assert f"The match {who.code}-match-1-1 has stopped: The match stopped, because a file" in text
        assert f"UTC: Table {table.id} has stopped: The disk is full." in text
        live = site.monitor.live()
        assert live.unseen.keys() == {who.code} and live.deciding == 0 and live.memory_mb > 1


async def test_who_waits_for_a_group_is_in_the_lobby_with_the_page_open(tmp_path):
    study = write_study(tmp_path / "study", plan_text(game="urn", match='preset = "quick"'))
    async with came_in(study) as (site, _), visitor(site) as operator:
        await enter(operator, site.monitor)
        assert ">lobby<" in operator.text and ">open<" in operator.text
        await operator.post("/operator/recruiting", {"do": "limit", "most": "2"})
        assert "has 3 people" in operator.text and operator.status == 400


async def test_a_program_on_this_machine_gets_the_facts_by_the_file_of_the_server(study):
    async with served(study):
        live, note = await asyncio.to_thread(ask_server, study)
        assert live and not note and live.unseen == {}
        shown = await asyncio.to_thread(StudyDesk(study.path).look)
        assert "Load: 0 visits" in shown.facts[2]


async def test_while_recruiting_is_paused_new_people_are_told_and_those_who_agreed_go_on(study):
    first, second, third = links.make_links(study, 3)
    async with served(study) as site, visitor(site) as operator, visitor(site) as old, visitor(site) as half, visitor(site) as new:
        await come_in(old, site, first)
        await half.post(site.link(second))
        await enter(operator, site.monitor)
        await operator.post("/operator/recruiting", {"do": "pause"})
        assert "Resume recruiting" in operator.text
        await new.post(site.link(third))
        assert new.status == 200 and "have paused it" in new.text and "number" not in new.text
        await half.send("read")
        assert "have paused it" in half.text, "who has not agreed is new"
        await old.send("play")
        assert old.path.startswith("/t/")
        assert len(study.journals()) == 1
        await operator.post("/operator/recruiting", {"do": "resume"})
        for each in (half, new):
            await each.get("/visit")
            assert each.title == "Information"


async def test_of_people_who_come_by_the_open_url_while_it_is_paused_or_full_nothing_is_kept(tmp_path):
    study = recruited(tmp_path)
    async with served(study, is_open=True) as site, visitor(site) as first, visitor(site) as second, visitor(site) as third:
        change_recruiting(study, is_paused=True, most_visits=1)
        before = {path: path.read_bytes() for path in kept(study)}
        for each, id in ((first, "one"), (second, "two")):
            await arrive(each, f"PROLIFIC_PID={id}&STUDY_ID=s&SESSION_ID=t")
            assert "have paused it" in each.text
        change_recruiting(study, is_paused=False)
        await first.get("/visit")
        await second.get("/visit")
        assert first.title == "Information" and "number 1 in line" in second.text
        await arrive(third, "PROLIFIC_PID=three&STUDY_ID=s&SESSION_ID=t")
        assert "number 2 in line" in third.text
        assert {path: path.read_bytes() for path in kept(study) if path.name != "recruiting.json"}.items() <= before.items()
        await agree(first)
        assert [who.recruiter for who in study.participants()] == [study.digest(RecruiterIds("one"))]


async def test_who_comes_when_it_is_full_waits_in_order_and_goes_on_when_somebody_has_left(study):
    now = 0.0
    tokens = links.make_links(study, 4)
    async with served(study, clock=lambda: now) as site, visitor(site) as a, visitor(site) as b, visitor(site) as c:
        change_recruiting(study, most_visits=1)
        await come_in(a, site, tokens[0])
        for number, each in enumerate((b, c), 1):
            await each.post(site.link(tokens[number]))
            assert f"You are number {number} in line" in each.text and "http-equiv" in each.text
        assert site.monitor.live().waiting == 2 and len(study.journals()) == 1
        for _ in range(6):
            now += 101
            for each in (c, b):
                await each.get("/visit")
        assert "number 2" in c.text, "the place in line stays while the page asks"
        await site.pages.end_left_visits()
        await c.get("/visit")
        assert "number 2" in c.text
        await b.get("/visit")
        assert b.title == "Information"
        await c.get("/visit")
        assert "number 1" in c.text
        await a.get("/visit")
        assert a.title == "Match 1 of 1", "who has agreed comes back however full it is"
        await b.send("read")
        await b.send("decline")
        now += 1
        await c.get("/visit")
        assert "number 1" in c.text, "the one who came back counts"
        change_recruiting(study, most_visits=2)
        await c.get("/visit")
        assert c.title == "Information"


async def test_an_export_is_compared_and_the_page_names_no_id(study):
    async with served(study) as site, visitor(site) as operator:
        ids = RecruiterIds("somebody-7")
        await enter(operator, site.monitor)
        assert "digest unknown: APPROVED" in await upload(operator, EXPORT.encode())
        study.note_exit("no_consent", ids)
        text = await upload(operator, EXPORT.encode())
        assert f"{study.digest(ids)[:12]}: APPROVED at the recruiter, but did not agree" in text
        assert "1 row read, 1 difference, 0 places freed." in text and "somebody-7" not in text
        for data, said in ((b"", "Choose the file"), (b"\xff\xfe", "not UTF-8"), (b"a,b\n1,2", "needs the columns")):
            assert said in await upload(operator, data) and operator.status == 400
        assert "too long" in await upload(operator, b"x" * 1_000_001) and operator.status == 413
        await operator.post("/operator/recruiting", {"do": "limit", "most": "many"})
        assert "whole number" in operator.text
        await operator.post("/operator/recruiting", {"do": "limit", "most": "7"})
        assert "at most 7 visits at once" in operator.text
    assert not [path for path in study.path.rglob("*") if path.is_file() and b"somebody-7" in path.read_bytes()]


@pytest.mark.asyncio(loop_scope="session")
async def test_the_page_goes_on_by_itself_and_has_no_serious_findings(browser: Browser, study):
    tokens = links.make_links(study, 3)
    async with served(study) as site, visitor(site) as person:
        await come_in(person, site, tokens[0])
        change_recruiting(study, most_visits=1)
        page = await browser.page(site.monitor.link, hurried=True)
        await page.click("button.main")
        await page.wait_for_selector("#live")
        problems = await check_looks(page, "study-monitor", [360, 1440])
        waits = await browser.page(site.link(tokens[1]), hurried=True)
        await waits.click("button.main")
        await waits.wait_for_selector("text=You are number 1 in line")
        problems += await check_looks(waits, "study-waiting", [360])
        await page.set_viewport_size({"width": 360, "height": 800})
        await page.evaluate("document.querySelector('.scroller[aria-labelledby=steps]').scrollLeft = 40")
        await page.focus(".scroller[aria-labelledby=steps]")
        other = await browser.page(site.link(tokens[2]))
        await other.click("button.main")
        await page.wait_for_selector("text=2 waiting")
        seen = "[document.activeElement.getAttribute('aria-labelledby'), document.activeElement.scrollLeft]"
        assert await page.evaluate(seen) == ["steps", 40], "what is looked at stays in sight"
        await page.click("text=Pause recruiting")
        await page.wait_for_selector("text=Resume recruiting")
        await waits.wait_for_selector("text=have paused it")
        change_recruiting(study, is_paused=False, most_visits=None)
        await waits.wait_for_selector("h1:has-text('Information')")
        assert problems + browser.complaints == []
