"""Pages and forms of a table without script, by a plain client."""

from __future__ import annotations

import re
from http import HTTPStatus
from types import SimpleNamespace

import pytest

from woozle.arena.fragments.question import Draft
from woozle.arena.tables.invitations import new_secret
from woozle.arena.tables.plan import plan_table
from woozle.arena.views.panels import Question
from woozle.arena.web.page_parts import question_html
from woozle.core import registry
from woozle.core.event import Refused
from woozle.core.request import Forfeit
from woozle.games.urn.rules import Urn

from tests.web.open_table import plain_browser, plan, serving

pytestmark = pytest.mark.e2e


def first_answer(page: str) -> dict[str, str]:
    """Return the first choice of a question, and the least number where one is typed."""
    radios = dict(reversed(re.findall(r'type="radio" name="(\w+)" value="([^"]*)"', page)))
    typed = dict(re.findall(r'type="number" name="(\w+)".*?min="(\d+)"', page))
    return radios | typed


async def test_without_script_a_code_is_typed_and_the_whole_match_is_played(tmp_path):
    async with serving(tmp_path) as (tables, base), plain_browser(base) as guest:
        table = tables.open(plan(seats="remote,bot*4", preset="quick"))
        own = f"/t/{table.id}"
        page = await guest.get(own)
        assert "Join" in page and guest.status == HTTPStatus.OK
        page = await guest.fill_in(f"{own}/join", name="Ada <b>", code=table.room.invitations[1])
        assert "Keep this code" in page
        assert re.search(r"<code[^>]*>([0-9A-Z]{5}-){4}[0-9A-Z]{5}</code>", page)
        answers = 0
        while table.state != "over":
            page = await guest.get(f"{own}?fetch=1")
            if f'action="{own}/answer"' not in page:
                continue
            answers += 1
            page = await guest.fill_in(f"{own}/answer", **first_answer(page))
            if "No, choose again" in page:
                page = await guest.fill_in(f"{own}/answer", sure="1")
            assert guest.status == HTTPStatus.OK
        page = await guest.get(own)
        assert answers > 1 and "The match is over" in page
        for path in ("help", "notes", "replay", "transcript", "receipts"):
            await guest.get(f"{own}/{path}")
            assert guest.status == HTTPStatus.OK, path
        assert guest.text.count('"receipt"') == answers
        await guest.get(own)
        await guest.fill_in(f"{own}/ready")
        assert table.state != "over"


async def test_a_refused_answer_shows_the_page_with_the_reason_and_what_was_typed(tmp_path):
    async with serving(tmp_path) as (tables, base), plain_browser(base) as guest:
        table = tables.open(plan(seats="remote,bot*4"))
        own = f"/t/{table.id}"
        await guest.get(own)
        await guest.fill_in(f"{own}/join", name="Ada", code=table.room.invitations[1])
        while f'action="{own}/answer"' not in guest.text:
            await guest.get(f"{own}?fetch=1")
        page = await guest.fill_in(f"{own}/answer", text="<i>So it is</i>")
        assert guest.status == HTTPStatus.UNPROCESSABLE_ENTITY
        assert "Choose one first." in page and "&lt;i&gt;So it is&lt;/i&gt;" in page


async def test_others_see_who_is_to_answer_in_public_and_for_how_long(tmp_path):
    now = 0.0
    async with serving(tmp_path, clock=lambda: now) as (tables, base), plain_browser(base) as ada, plain_browser(base) as bo:
        table = tables.open(plan_table("urn", "remote*2,bot*3", registry.configure(Urn, "standard", {"seconds_to_answer": 90})))
        own = f"/t/{table.id}"
        for number, guest in ((1, ada), (2, bo)):
            await guest.get(own)
            await guest.fill_in(f"{own}/join", name=f"P{number}", code=table.room.invitations[number])
        while f'action="{own}/answer"' not in ada.text:
            await ada.get(f"{own}?fetch=1")
        now = 30.0
        to_answer = re.compile(r': P1, <span class="tone-notice">to answer, <span data-left="(\d+)">60</span> s')
        assert to_answer.search(await bo.get(own))


async def test_without_script_a_question_and_the_seat_are_given_up(tmp_path):
    async with serving(tmp_path) as (tables, base), plain_browser(base) as guest:
        table = tables.open(plan(seats="remote,bot*4", when_gone="bot"))
        own = f"/t/{table.id}"
        await guest.get(own)
        await guest.fill_in(f"{own}/join", name="Ada", code=table.room.invitations[1])
        while f'action="{own}/answer"' not in guest.text:
            await guest.get(f"{own}?fetch=1")
        seat = table.room.places[0].seat
        await guest.fill_in(f"{own}/answer", forfeit="1")
        while not seat.receipts:
            await guest.get(f"{own}?fetch=1")
        assert seat.receipts[0].past.response.answer == Forfeit("gave_up")
        assert "Give up the seat" in guest.text
        await guest.post(f"{own}/leave")
        assert "You have left the table" in guest.text
        await guest.get(own)
        assert "Join" in guest.text


async def test_joining_twice_with_one_secret_gives_one_seat_and_with_another_none(tmp_path):
    async with serving(tmp_path) as (tables, base), plain_browser(base) as guest, plain_browser(base) as other:
        table = tables.open(plan())
        own, token = f"/t/{table.id}", table.room.invitations[1]
        secret = new_secret()
        first = await guest.post(f"{own}/join", {"name": "Ada", "code": token, "secret": secret})
        again = await guest.post(f"{own}/join", {"name": "Ada", "code": token, "secret": secret})
        code = re.compile(r"<code[^>]*>([^<]+)</code>")
        assert code.search(first)[1] == code.search(again)[1]
        page = await other.post(f"{own}/join", {"name": "Eve", "code": token, "secret": new_secret()})
        assert other.status == HTTPStatus.FORBIDDEN and "has been used" in page
        assert [place.row.name for place in table.room.places if place.is_taken] == ["Ada"]
        page = await other.post(f"{own}/join", {"name": "Ada", "code": code.search(first)[1], "secret": new_secret()})
        assert "Keep this code" in page


async def test_a_room_code_knocks_and_the_form_asks_again_until_the_host_lets_in(tmp_path):
    from woozle.arena.tables.entrance import admit

    async with serving(tmp_path) as (tables, base), plain_browser(base) as guest:
        table = tables.open(plan())
        own = f"/t/{table.id}"
        await guest.get(own)
        page = await guest.fill_in(f"{own}/join", name="Ada", code=table.room.code)
        assert "Wait until you are let in" in page and not any(place.is_taken for place in table.room.places)
        admit(table, tables.door, tables.door.waiting(table.id)[0].number)
        page = await guest.fill_in(f"{own}/join", name="Ada", code=table.room.code)
        assert "Keep this code" in page and table.room.places[1].row.name == "Ada"


async def test_pages_of_other_sites_cannot_send_forms_and_no_page_is_kept(tmp_path):
    async with serving(tmp_path) as (tables, base), plain_browser(base) as guest:
        table = tables.open(plan())
        own = f"/t/{table.id}"
        await guest.get(own)
        assert guest.headers["Cache-Control"] == "no-store" and "script-src 'self'" in guest.headers["Content-Security-Policy"]
        assert table.room.invitations[1] not in guest.text
        for path in re.findall(r'(?:src|href)="(/static/[^"]+)"', guest.text):
            await guest.get(path)
            assert guest.status == HTTPStatus.OK and "immutable" in guest.headers["Cache-Control"]
        headers = {"Origin": "http://evil.example"}
        async with guest.session.post(f"{base}{own}/join", data={}, headers=headers) as answer:
            assert answer.status == HTTPStatus.FORBIDDEN
        for path in ("/t/NOTABLES", f"{own}/replay", "/static/other/table.js", "/nothing"):
            await guest.get(path)
            assert guest.status == HTTPStatus.NOT_FOUND, path
            assert "Nothing here" in guest.text


def test_what_the_rules_refused_stands_in_the_form_again_with_their_reason():
    seat = SimpleNamespace(observation=[Refused("Ada", "A bid must be higher.")])
    turn = SimpleNamespace(request=SimpleNamespace(id=7))
    view = SimpleNamespace(last_draft=(7, Draft(text="three")))
    asked = Question(2, "Your bid?", limit=100)
    html = question_html(SimpleNamespace(id="ABCDEFGH"), seat, view, turn, asked)
    assert "A bid must be higher." in html and "three" in html
    turn.request.id = 8
    assert "three" not in question_html(SimpleNamespace(id="ABCDEFGH"), seat, view, turn, asked)
