"""Pictures of a table at its own address: those of the seat while it plays, and of both pictures after the end."""

from __future__ import annotations

import re

import pytest

from tests.web.open_table import plain_browser, plan, serving
from tests.web.test_table_pages import first_answer

pytestmark = pytest.mark.e2e


async def test_a_seat_is_sent_its_own_picture_and_after_the_end_those_of_the_results(tmp_path):
    async with serving(tmp_path) as (tables, base), plain_browser(base) as guest:
        table = tables.open(plan("undercover", "remote,bot*2"))
        own, during = f"/t/{table.id}", set()
        await guest.get(own)
        await guest.fill_in(f"{own}/join", name="Ada", code=table.room.invitations[1])
        while table.state != "over":
            page = await guest.get(f"{own}?fetch=1")
            if f'action="{own}/answer"' in page:
                during |= set(re.findall('<img src="([^"]*)"', page))
                page = await guest.fill_in(f"{own}/answer", text="What I see.", **first_answer(page))
                if "No, choose again" in page:
                    await guest.fill_in(f"{own}/answer", sure="1")
        after = set(re.findall('<img src="([^"]*)"', await guest.get(own)))
        assert len(during) == 1 and len(after) > 1 and "Next time" in guest.text
        for address in during | after:
            async with guest.session.get(f"{base}{address}") as picture:
                assert (await picture.read()).startswith(b"\x89PNG")
