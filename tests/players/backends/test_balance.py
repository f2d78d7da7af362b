"""Several servers for one model: seats stay where they are, and move only while their server cannot be reached."""

from __future__ import annotations

from dataclasses import replace

import pytest

from woozle.players.backends.balance import BalancedClient
from woozle.players.backends.model_client import BackendError, Capabilities, ModelInfo, Reply, deaf

from tests.players.backends.talking import CHAT

SEATS = [f"seat {number}" for number in range(60)]


class Server:
    def __init__(self, name, models):
        self.name, self.trouble, self.asked, self.listed = name, "", 0, models

    async def chat(self, chat, hear=deaf):
        self.asked += 1
        if self.trouble:
            raise BackendError(self.trouble, f"{self.name}: {self.trouble}.")
        return Reply(self.name)

    async def models(self):
        await self.chat(CHAT)
        return [ModelInfo(name) for name in self.listed]

    async def capabilities(self, model):
        await self.chat(CHAT)
        return Capabilities(context=8192)


class Farm:
    """Three servers behind a client, with a clock that the test sets."""

    def __init__(self):
        self.now = 0.0
        self.servers = {name: Server(name, ["both", name]) for name in "abc"}
        self.client = BalancedClient(self.servers, lambda: self.now)

    async def places(self):
        return {seat: (await self.client.chat(replace(CHAT, affinity=seat))).text for seat in SEATS}


async def test_each_seat_stays_on_its_server_and_all_are_used():
    farm = Farm()
    first = await farm.places()
    assert await farm.places() == first
    assert all(list(first.values()).count(name) > 10 for name in "abc")


async def test_only_the_seats_of_a_server_that_is_down_move_and_they_come_back():
    farm = Farm()
    usual = await farm.places()
    farm.servers["b"].trouble, farm.servers["b"].asked = "unreachable", 0
    moved = await farm.places()
    assert {seat for seat in SEATS if moved[seat] != usual[seat]} == {seat for seat in SEATS if usual[seat] == "b"}
    assert {moved[seat] for seat in SEATS if usual[seat] == "b"} == {"a", "c"}
    assert farm.servers["b"].asked == 1
    farm.now += 31
    assert await farm.places() == moved
    assert farm.servers["b"].asked == 2, "one request sees whether it is up again"
    farm.servers["b"].trouble = ""
    farm.now += 31
    assert await farm.places() == usual


async def test_a_server_that_is_in_trouble_keeps_its_seats():
    farm = Farm()
    for server in farm.servers.values():
        server.trouble = "overloaded"
    with pytest.raises(BackendError, match="overloaded"):
        await farm.client.chat(CHAT)
    assert sum(server.asked for server in farm.servers.values()) == 1


async def test_with_no_server_left_the_last_error_is_told_and_what_all_have_is_listed():
    farm = Farm()
    assert [each.name for each in await farm.client.models()] == ["both"]
    assert (await farm.client.capabilities("both")).context == 8192
    for server in farm.servers.values():
        server.trouble = "unreachable"
    with pytest.raises(BackendError, match="unreachable"):
        await farm.client.chat(CHAT)
    with pytest.raises(BackendError, match="unreachable"):
        await farm.client.models()
