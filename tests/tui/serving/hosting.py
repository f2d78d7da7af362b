"""A study on loopback, as tests visit it: with the tiny app, or with the real one."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.web import server

PLAN = """
study = 2
name = "small"
title = "A <small> study"
age = 18
contact = "somebody"
storage = "on a server of the university"
minutes = 5
[consent]
boxes = ["I agree."]
[[conditions]]
name = "only"
[[conditions.matches]]
game = "two_truths"
seats = ["human", "bot", "bot"]
"""


def small_study(folder: Path) -> StudyFolder:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "study.toml").write_text(PLAN)
    (folder / "information.txt").write_text("What it is about.")
    (folder / "consent.txt").write_text("What you agree to.")
    (folder / "debrief.txt").write_text("What it was about.")
    return StudyFolder(folder)


def tiny(study: StudyFolder) -> list[str]:
    return [sys.executable, "-m", "tests.tui.serving.tiny", str(study.path)]


class Host:
    """A server that runs. told: what the researcher was."""

    def __init__(self, base: str, told: list[str]) -> None:
        self.base = base
        self.told = told

    def link(self, token: str) -> str:
        return f"{self.base}/j/{token}"


@asynccontextmanager
async def served(study: StudyFolder, command: Sequence[str] | None = None, **options) -> AsyncIterator[Host]:
    """A study as `woozle study serve` offers it, at a port that is free."""
    loop = asyncio.get_running_loop()
    at, told = loop.create_future(), []
    task = asyncio.create_task(
        server.serve_study(study, "127.0.0.1", 0, opened=at.set_result, tell=told.append, command=command, **options)
    )
    await asyncio.wait((at, task), return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        await task
    try:
        yield Host(at.result(), told)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def browser() -> ClientSession:
    """As far as a browser keeps cookies; those of an address, too."""
    return ClientSession(cookie_jar=CookieJar(unsafe=True))


def bare(text: str) -> str:
    """Return a terminal's output without colours and cursor movements."""
    return re.sub(r"\x1b\[[0-9;?]*\$?[a-zA-Z]", "", text)


class Terminal:
    """A page's connection: what it was shown, as text."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.shown = ""

    async def press(self, keys: str) -> None:
        await self.socket.send_json(["stdin", keys])

    async def until(self, pattern: str) -> re.Match[str]:
        """Wait until it shows something new that matches."""
        while not (found := re.search(pattern, self.shown)):
            message = await asyncio.wait_for(self.socket.receive(), 300)
            assert message.type is WSMsgType.BINARY, f"{message}; shown was {self.shown[-2000:]!r}"
            self.shown += bare(message.data.decode())
        self.shown = self.shown[found.end() :]
        return found

    async def end(self) -> int | None:
        """Wait until the server closes it; why it did."""
        while (message := await self.socket.receive()).type is WSMsgType.BINARY:
            pass
        return message.data if message.type is WSMsgType.CLOSE else None


async def connected(client: ClientSession, host: Host, size: str = "width=80&height=24", **headers: str) -> Terminal:
    origin = {"Origin": host.base} | headers
    return Terminal(await client.ws_connect(f"{host.base}/ws?{size}", headers=origin))


async def come_in(client: ClientSession, host: Host, token: str) -> Terminal:
    """Open a link, and the terminal behind it."""
    async with client.post(host.link(token)) as page:
        assert page.status == 200 and page.url.path == "/visit", await page.text()
    return await connected(client, host)
