"""`woozle serve` as a process: killed, started again, and stopped."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from contextlib import suppress

import pytest
from aiohttp import ClientSession

from tests.web.open_table import Guest

SETTINGS = """
[[tables]]
game = "urn"
seats = "remote*2,bot*3"
"""
SERVE = "from woozle.tui.cli.entry import main; main()"


class Server:
    """A process that serves."""

    def __init__(self, folder):
        self._folder = folder
        (folder / "server.toml").write_text(SETTINGS)

    async def start(self) -> str:
        """Start it, and return what it prints until it serves."""
        env = os.environ | {"WOOZLE_HOME": str(self._folder / "home"), "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", SERVE, "serve", "--settings", str(self._folder / "server.toml"), "--port", "0"]
        self.process = await asyncio.create_subprocess_exec(
            *command,
            env=env,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # whoever runs the tests may ignore it, as nohup does
        )
        told = ""
        while "operator#" not in told:
            line = (await self.process.stdout.readline()).decode()
            assert line, told
            told += line
        self.base = re.search(r"http://127\.0\.0\.1:\d+", told)[0]
        return told

    async def stop(self, sent: signal.Signals) -> str:
        self.process.send_signal(sent)
        told = (await self.process.stdout.read()).decode()
        await self.process.wait()
        return told


@pytest.mark.e2e
async def test_a_server_goes_on_with_the_same_seats_after_a_kill_and_says_goodbye_when_it_is_stopped(tmp_path):
    server = Server(tmp_path)
    async with ClientSession() as session, asyncio.timeout(60):
        await server.start()
        try:
            lobby = ""
            while not (found := re.search(r'href="/t/(\w{8})"', lobby)):
                lobby = await (await session.get(server.base)).text()
            guests = [Guest(session, server.base, found[1], "", secret=f"{n:064x}", name=f"Guest {n}") for n in (1, 2)]
            half = lambda message: message["type"] == "receipt" and message["n"] == 2  # noqa: E731
            await asyncio.gather(*(guest.play(half) for guest in guests))
            await server.stop(signal.SIGKILL)

            assert "table goes on" in await server.start()
            for guest in guests:
                guest.base, guest.heard[:] = server.base, []
            await asyncio.gather(*(guest.play() for guest in guests))
            receipts = [[each["id"] for each in guest.all("receipt")] for guest in guests]
            assert receipts[0] == receipts[1] == [*range(1, len(receipts[0]) + 1)]

            staying = Guest(session, server.base, found[1], guests[0].joins["token"])
            stayed = asyncio.create_task(staying.play(lambda message: False))
            while "over" not in staying.kinds():
                await asyncio.sleep(0.01)
            told = await server.stop(signal.SIGHUP)
            assert (await stayed, server.process.returncode) == (4007, 0)
            assert "All tables go on, with the same links" in told
        finally:
            with suppress(ProcessLookupError):
                server.process.kill()
