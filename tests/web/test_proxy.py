"""The bad network of the tests delays, keeps the order, and cuts."""

from __future__ import annotations

import asyncio

import pytest

from tests.web.proxy import proxied


@pytest.fixture
async def echo():
    """The port of a server that says everything again."""

    async def answer(reader, writer):
        while data := await reader.read(100):
            writer.write(data)
            await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]


async def test_chunks_arrive_late_whole_and_in_order(echo):
    clock = asyncio.get_running_loop().time
    async with proxied(echo, delay=0.02, held_share=0.5, held=0.03) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        started, said = clock(), b""
        for number in range(20):
            said += (word := f"{number} ".encode())
            writer.write(word)
            await asyncio.sleep(0)
        assert await reader.readexactly(len(said)) == said
        assert clock() - started >= 0.04
        writer.write_eof()
        assert await reader.read() == b""
        writer.close()


async def test_a_cut_connection_is_lost_and_the_next_one_works(echo):
    async with proxied(echo, delay=0.0) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        writer.write(b"a")
        assert await reader.readexactly(1) == b"a"
        proxy.cut()
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
        proxy.is_down = True
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
        proxy.is_down, proxy.cut_share = False, 1.0
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        writer.write(b"a")
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
        assert proxy.cuts == 1
