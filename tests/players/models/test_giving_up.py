"""An answer of a model that nobody wants to wait for any longer."""

from __future__ import annotations

import asyncio

import pytest

from woozle.core.request import Forfeit
from woozle.players.models.player import GIVEN_UP

from tests.games.ship.players.aboard import Log
from tests.players.models.scripted import Scripted
from tests.players.models.test_player import ACT, WAIT, seated


class Endless(Scripted):
    """Is asked, and never answers."""

    def __init__(self):
        super().__init__(WAIT)
        self.asked, self.was_cancelled = asyncio.Event(), False

    async def chat(self, chat, hear=lambda signal: None):
        self.asked.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.was_cancelled = True
            raise


async def under_way(backend):
    """Somebody who is asked, and the answer that comes of it."""
    player = seated(backend)
    answer = asyncio.ensure_future(player.respond(ACT, Log().tick(1)))
    await backend.asked.wait()
    return player, answer


async def test_it_is_a_forfeit_of_that_answer_and_the_server_is_told():
    player, answer = await under_way(backend := Endless())
    player.give_up()
    player.give_up()
    response = await answer
    assert (response.request, response.answer, response.seconds) == (7, Forfeit("gave_up", GIVEN_UP), None)
    assert backend.was_cancelled


async def test_whoever_is_asked_nothing_has_nothing_to_give_up():
    player = seated(Scripted(WAIT, WAIT))
    player.give_up()
    assert not isinstance((await player.respond(ACT, Log().tick(1))).answer, Forfeit)
    player.give_up()


@pytest.mark.parametrize("gives_up", [False, True])
async def test_a_match_that_is_left_is_no_forfeit_even_in_the_same_moment(gives_up):
    player, answer = await under_way(backend := Endless())
    if gives_up:
        player.give_up()
    answer.cancel()
    with pytest.raises(asyncio.CancelledError):
        await answer
    assert backend.was_cancelled
