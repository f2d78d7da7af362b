"""The lobby, the desk of who opened a table, and the operator's pages, by their forms."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from aiohttp import ClientSession, CookieJar
from pydantic import TypeAdapter

from woozle.arena.tables.directory import TableDirectory
from woozle.arena.tables.entrance import Visitor, enter
from woozle.arena.tables.invitations import new_secret
from woozle.arena.tables.server_settings import ServerSettings
from woozle.arena.web.lobby import Lobby
from woozle.arena.web.operator import Operator

from tests.web.browser import check_looks
from tests.web.open_table import plan, serving

CREATE = {
    "games": [{"game": "urn", "presets": ["standard"], "title": "Marbles"}],
    "seats": [{"name": "Bot", "seat": "bot"}, {"name": "A model", "seat": "openai:gpt-5-mini"}],
    "most": 2,
    "of_address": 2,
}


@dataclass
class Site:
    tables: TableDirectory
    operator: Operator
    base: str


@asynccontextmanager
async def site(folder, **settings):
    """Serve a lobby on loopback."""
    operators = []

    def add(server, app):
        operators.append(Operator(server))
        Lobby(server, TypeAdapter(ServerSettings).validate_python(settings)).add_to(app)
        operators[0].add_to(app)

    async with serving(folder, add=add) as (tables, base):
        yield Site(tables, operators[0], base)


def a_browser():
    return ClientSession(cookie_jar=CookieJar(unsafe=True))


async def read(session, method, url, **data):
    """Return the status, the text, and the path where a browser ends."""
    async with session.request(method, url, data=data or None) as response:
        return response.status, await response.text(), response.url.path


async def test_the_lobby_lists_listed_tables_alone_and_says_what_is_open(tmp_path):
    async with site(tmp_path, title="Thursday") as here, a_browser() as ada:
        listed, private = here.tables.open(plan(is_listed=True, title="<b>Urn")), here.tables.open(plan())
        enter(listed, here.tables.door, Visitor(new_secret(), "Bo", "there"))
        status, text, _ = await read(ada, "GET", here.base)
        assert status == 200 and "Thursday" in text and listed.id in text and private.id not in text
        assert "1 of 2 seats taken" in text and "<b>Urn" not in text and "Bo" not in text and "Open a table" not in text
        assert f'href="/t/{listed.id}"' in text and f'href="/t/{listed.id}/watch"' in text
        assert (await read(ada, "POST", f"{here.base}/open", choice="0", people="2"))[0] == 404


async def test_a_room_code_leads_to_its_table_with_the_code_in_the_fragment(tmp_path):
    async with site(tmp_path) as here, a_browser() as ada:
        table = here.tables.open(plan())
        async with ada.post(f"{here.base}/code", data={"code": table.room.code.lower()}, allow_redirects=False) as response:
            assert response.headers["Location"] == f"/t/{table.id}#{table.room.code}"
        for _ in range(5):
            assert "No table has this code" in (await read(ada, "POST", f"{here.base}/code", code="ABCDEFGH"))[1]
        assert "too many wrong codes" in (await read(ada, "POST", f"{here.base}/code", code=table.room.code))[1]


async def test_visitors_open_tables_among_what_is_offered_and_let_in_who_knocks(tmp_path):
    async with site(tmp_path, create=CREATE) as here, a_browser() as ada, a_browser() as eve:
        _, lobby, _ = await read(ada, "GET", here.base)
        assert "Marbles, standard" in lobby and "A model" not in lobby  # nothing limits what models would cost
        status, text, path = await read(ada, "POST", f"{here.base}/open", **{"choice": "0", "people": "2", "seat-0": "3"})
        [table] = here.tables
        assert status == 200 and path == f"/t/{table.id}/desk" and table.plan.seats == "remote*2,bot*3"
        assert all(f"{here.base}/t/{table.id}#{token}" in text for token in table.room.invitations.values())
        assert (await read(eve, "GET", here.base + path))[0] == 404
        assert (await read(eve, "POST", here.base + path, do="close", number="0"))[0] == 404

        secret = new_secret()
        knock = enter(table, here.tables.door, Visitor(secret, "<i>Bo", "198.51.100.7"), table.room.code)
        status, text, _ = await read(ada, "GET", here.base + path)
        assert "&lt;i&gt;Bo" in text and "198.51.100.7" not in text
        await read(ada, "POST", here.base + path, do="admit", number=str(knock.number))
        place, _ = enter(table, here.tables.door, Visitor(secret, "<i>Bo", "198.51.100.7"), table.room.code)
        assert place.row.name == "<i>Bo"
        await read(ada, "POST", here.base + path, do="remove", number=str(place.number))
        assert not place.is_taken
        assert "load the page again" in (await read(ada, "POST", here.base + path, do="dance"))[1]
        await read(ada, "POST", here.base + path, do="close")
        assert table.state == "closed"


async def test_who_opens_many_tables_is_stopped(tmp_path):
    fields = {"choice": "0", "people": "2", "seat-0": "3"}
    async with site(tmp_path, create=CREATE) as here, a_browser() as ada:
        for wrong in ({**fields, "choice": "1"}, {**fields, "choice": "x"}, {**fields, "people": "9" * 99}, {}, {"seat-0": "9"}):
            assert (await read(ada, "POST", f"{here.base}/open", **wrong))[0] == 400
        assert not [*here.tables]
        for _ in range(2):
            assert (await read(ada, "POST", f"{here.base}/open", **fields))[0] == 200
        assert "come back later" in (await read(ada, "POST", f"{here.base}/open", **fields))[1]
        for table in here.tables:
            await table.close()
        assert "in the last hour" in (await read(ada, "POST", f"{here.base}/open", **fields))[1]


async def test_the_operators_link_opens_in_one_browser_and_shows_names_and_addresses(tmp_path):
    async with site(tmp_path) as here, a_browser() as ops, a_browser() as eve:
        table, token = here.tables.open(plan()), here.operator.entrance.token
        enter(table, here.tables.door, Visitor(new_secret(), "Ada", "there"), table.room.invitations[1])
        assert "Ada" not in (await read(eve, "GET", f"{here.base}/operator"))[1]
        assert (await read(eve, "POST", f"{here.base}/operator", token="x"))[0] == 403
        assert (await read(eve, "POST", f"{here.base}/operator/{table.id}", do="close"))[2] == "/operator"
        assert table.state == "waiting"
        status, text, _ = await read(ops, "POST", f"{here.base}/operator", token=token)
        assert status == 200 and "Ada" in text and table.id in text
        assert (await read(eve, "POST", f"{here.base}/operator", token=token))[0] == 403
        other = re.search(r"/operator#([\w-]{43})", text)[1]
        assert other != token and "Ada" in (await read(eve, "POST", f"{here.base}/operator", token=other))[1]
        _, text, path = await read(ops, "POST", f"{here.base}/operator/{table.id}", do="remove", number="1")
        assert path == f"/operator/{table.id}" and not table.room.places[0].is_taken
        assert (await read(ops, "GET", f"{here.base}/operator/NONE"))[0] == 404
        await read(ops, "POST", f"{here.base}/operator/{table.id}", do="close")
        assert table.state == "closed"


async def test_the_operators_link_can_be_used_again_until_its_cookie_has_arrived(tmp_path):
    async with site(tmp_path) as here, a_browser() as lost, a_browser() as ops:
        token = here.operator.entrance.token
        for session in (lost, ops):
            async with session.post(f"{here.base}/operator", data={"token": token}, allow_redirects=False) as response:
                assert response.status == 303
        assert "another browser" in (await read(ops, "GET", f"{here.base}/operator"))[1]
        assert "another browser" not in (await read(lost, "GET", f"{here.base}/operator"))[1]


async def test_counts_are_numbers_for_everybody(tmp_path):
    async with site(tmp_path) as here, a_browser() as ada:
        table = here.tables.open(plan())
        enter(table, here.tables.door, Visitor(new_secret(), "Ada", "there"), table.room.invitations[1])
        async with ada.get(f"{here.base}/counts.json") as response:
            counts = await response.json()
        assert (
            counts["tables_waiting"] == 1 and counts["players_here"] == 0 and all(isinstance(each, int) for each in counts.values())
        )
        status, text, _ = await read(ada, "GET", f"{here.base}/counts")
        assert status == 200 and "tables waiting" in text and "Ada" not in text


@pytest.mark.parametrize("path", ["/open", "/code", "/operator", "/operator/ABCDEFGH", "/t/ABCDEFGH/desk"])
async def test_no_form_is_taken_from_a_page_of_another_site(tmp_path, path):
    named = {"Origin": "https://evil.example"}
    async with (
        site(tmp_path, create=CREATE) as here,
        a_browser() as eve,
        eve.post(here.base + path, data={"do": "close"}, headers=named) as response,
    ):
        assert response.status == 403


@pytest.mark.e2e
async def test_in_a_browser_a_table_is_opened_and_somebody_who_knocks_is_let_in(browser, tmp_path):
    async with site(tmp_path, create=CREATE, tables=[{"game": "urn", "seats": "remote*2,bot*3"}]) as here:
        here.tables.open(plan(is_listed=True, title="Marbles for all"))
        ada = await browser.page(f"{here.base}/", width=360, hurried=True)
        problems = await check_looks(ada, "lobby", (360,))
        await ada.fill("#people", "2")
        await ada.fill("#seat-0", "3")
        await ada.click("text='Open the table' >> visible=true")
        await ada.wait_for_selector("#places-title")
        table = next(each for each in here.tables if each.row.creator)
        bo = await browser.page(f"{here.base}/", hurried=True)
        await bo.fill("#code", table.room.code)
        await bo.click("text='Find the table'")
        await bo.fill("#join-name", "Bo")
        await bo.click("button.main")
        await ada.wait_for_selector("text=Let in")
        assert await ada.text_content("#said") == "At the door: Bo."
        problems += await check_looks(ada, "desk", (360,))
        await ada.click("text='Let in'")
        await bo.wait_for_selector("#room-title")
        await ada.wait_for_selector("#live li b:text-is('Bo')")

        ops = await browser.page(here.base + here.operator.entrance.path)
        assert "#" not in ops.url
        await ops.click("button.main")
        await ops.wait_for_selector("#live")
        assert "127.0.0.1" in await ops.text_content("#live")
        problems += await check_looks(ops, "operator", (360,))
        assert not problems and not browser.complaints
