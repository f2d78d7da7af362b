"""When the page of a seat is drawn."""

import asyncio
from random import Random
from typing import Any

import pytest

from tests.web.test_lost_players import hall, responses
from tests.web.test_table_pages import first_answer


async def test_a_page_is_drawn_once_between_two_questions_and_again_when_bots_have_answered(tmp_path):
    async with hall(tmp_path) as at:
        table = at.open()
        own, other = at.page(table, 1), at.page(table, 2)
        other.answers = lambda asked: None if "crook" in asked["html"] else first_answer(asked["html"])
        await at.pass_by(10)
        kinds = [message["type"] for _, message in own.heard]
        third = [number for number, kind in enumerate(kinds) if kind == "ask"][2]
        assert kinds[third - 3 :] == ["closed", "lines", "table", "ask", "taken", "receipt", "closed", "table"]
        assert own.all("table")[-1]["parts"]["status"] == "<p>The match goes on.</p>"
        await own.close()
        await other.close()


@pytest.mark.parametrize("seed", range(18, 26))
async def test_a_page_that_comes_at_any_moment_is_drawn_and_asked(tmp_path, seed):
    random = Random(seed)

    def often(asked: dict[str, Any]) -> dict[str, str] | None:
        return first_answer(asked["html"]) if random.random() < 0.6 else None

    async with hall(tmp_path) as at:
        table = at.open()
        pages = {1: at.page(table, 1), 2: at.page(table, 2)}
        for number in random.choices([1, 1, 2], k=60):
            for _ in range(random.randrange(12)):
                await asyncio.sleep(0)
            await pages[number].close()
            pages[number] = page = at.page(table, number)
            page.answers = often
            for _ in range(random.randrange(12)):
                await asyncio.sleep(0)
            if random.random() < 0.5:
                continue
            await at.settle()
            for seen, page in pages.items() if table.state == "playing" else ():
                assert page.all("table")
                if turn := table.room.place(seen).seat.open_turn:
                    asked = page.all("ask")[-1]
                    assert asked["id"] == turn.number
                    page.say(type="answer", id=turn.number, **first_answer(asked["html"]))
        for page in pages.values():
            await page.close()


async def test_an_answer_that_comes_while_bots_answer_is_read_with_its_question(tmp_path):
    async with hall(tmp_path) as at:
        table = at.open()
        own, other = at.page(table, 1), at.page(table, 2)
        own.answers = lambda asked: None
        await at.pass_by(10)
        seat, asked = table.room.place(1).seat, own.all("ask")[-1]
        seat.observation = [*seat.observation, seat.observation[-1]]  # the last of which the page is not told yet
        own.say(type="answer", id=asked["id"], silent=True, **{**first_answer(asked["html"]), "text": "a draft"})
        await at.settle()
        assert [each["answer"]["text"] for each in responses(table, 1)] == [""], "what was typed is not said"
        await own.close()
        await other.close()


async def test_a_page_that_reads_is_told_how_much_waits_and_is_asked_once_nothing_does(tmp_path):
    async with hall(tmp_path) as at:
        table = at.open()
        table.room.place(1).pace = 1.0
        own, other = at.page(table, 1), at.page(table, 2)
        await at.pass_by(60)
        told = [message.get("events", "ask") for _, message in own.heard if message["type"] in ("behind", "ask")]
        assert told.count("ask") > 2 and max(each for each in told if each != "ask") > 1
        assert all(before in ("ask", 0) for before, each in zip(["ask", *told[:-1]], told, strict=True) if each == "ask")
        await own.close()
        await other.close()
