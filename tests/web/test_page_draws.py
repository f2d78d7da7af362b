"""How often the page of a seat is drawn."""

from tests.web.test_lost_players import hall
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
