"""The players of a match at a table."""

from __future__ import annotations

from woozle.arena.tables.seating import Seating
from woozle.core.request import Forfeit, Response

from tests.web.open_table import plan, serving


async def test_an_answer_that_was_not_saved_is_taken_by_its_own_match_alone(tmp_path):
    async with serving(tmp_path) as (tables, _):
        room = tables.open(plan(seats="remote,bot*4")).room
        answer, seats = Response(7, Forfeit("gave_up")), ("Ada", "Bo", "Cy", "Dot", "Eli")
        for key, kept in ((b"1" * 32, None), (b"1" * 32, answer), (b"2" * 32, None)):
            Seating(room, key, seats).player("Ada")
            seat = room.place(1).seat
            assert seat and seat.unsaved is kept
            seat.unsaved = answer
