"""People who take part in a study of groups, on pages with script; some leave, or say nothing, at some moment."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Literal, TypeAlias

from aiohttp import ClientConnectionError, ClientSession, ClientWebSocketResponse, CookieJar

from woozle.arena.web.study_server import ServedStudy

from tests.web.served_study import Visitor, come_in
from tests.web.test_table_pages import first_answer

Moment: TypeAlias = Literal["lobby", "prompt", "reading", "match"]
"""When somebody fails: while they wait, when they are asked whether they are there, on the page before a match, in a match."""


class Failure:
    """What somebody does once, at a moment. seconds: that they are away; None for ever. is_silent: their page stays open."""

    def __init__(self, moment: Moment, seconds: float | None, *, is_silent: bool = False, after: int = 1) -> None:
        self.moment = moment
        self.seconds = seconds
        self.is_silent = is_silent
        self.after = after  # answers in a match


class GoneError(Exception):
    """Somebody leaves for good."""


class Member:
    """Somebody who takes part, until they read the last page or leave. ends: the title and the text of their last page."""

    def __init__(self, site: ServedStudy, token: str, failure: Failure | None = None) -> None:
        self.site = site
        self.token = token
        self.failure = failure
        self.answers = 0
        self.ends = "", ""
        self.matches: list[str] = []

    async def take_part(self) -> None:
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            self.person = person = Visitor(session, self.site.base)
            try:
                await come_in(person, self.site, self.token)
                while not await self._step():
                    pass
            except GoneError:
                return
            self.ends = person.title, person.text

    async def _step(self) -> bool:
        """Do what the page wants; return whether it is the last one."""
        person = self.person
        if person.path.startswith("/t/"):
            await self._play()
            await person.get("/visit")
            return False
        at = re.search(r'name="at" value="([^"]*)"', person.text)
        assert at and person.status == 200, (person.path, person.status, person.text)
        if "Something went wrong" in person.text:
            raise AssertionError(person.text)
        step = at[1].partition(".")[2]
        buttons = re.findall(r'name="does" value="(\w+)"', person.text)
        if not buttons:
            return True
        if step.startswith("lobby") and buttons == ["here"]:
            await self._wait()
        elif step.startswith("match") and "play" in buttons:
            await self._begin()
        elif step.startswith(("match", "questionnaire")) and buttons == ["answer"]:
            await person.send("answer", **{f"q-{name}": "50" for name in re.findall(r'name="q-(\w+)"', person.text)})
        else:
            await person.send(buttons[0])
        return False

    async def _fail(self, moment: Moment) -> bool:
        """Fail, if this is the moment; return whether somebody did, who is back now."""
        failure = self.failure
        if not failure or failure.moment != moment:
            return False
        self.failure = None
        if failure.seconds is None:
            raise GoneError
        await asyncio.sleep(failure.seconds)
        return True

    async def _wait(self) -> None:
        """Wait for a group until the page goes on."""
        if self.failure and self.failure.moment == "lobby":
            await self._fail("lobby")
            await self.person.get("/visit")
            return
        async with _socket(self.person, "/visit/wait") as socket:
            async for message in _messages(socket, {"at": self.person.at, "hidden": False}):
                if message["type"] == "go":
                    await self.person.get(message["address"])
                    return
                if message["type"] == "company" and message["called"]:
                    if self.failure and self.failure.moment == "prompt" and self.failure.is_silent:
                        self.failure = None
                        continue
                    if not await self._fail("prompt"):
                        await self.person.send("here")
                    else:
                        await self.person.get("/visit")
                    return
        await self.person.get("/visit")

    async def _begin(self) -> None:
        failure = self.failure
        if failure and failure.moment == "reading" and failure.is_silent:
            self.failure = None
            async with _socket(self.person, "/visit/wait") as socket:  # until the page goes on without them
                async for message in _messages(socket, {"at": self.person.at, "hidden": True}):
                    if message["type"] == "go":
                        await self.person.get(message["address"])
                        return
        elif await self._fail("reading"):
            await self.person.get("/visit")
        else:
            await self.person.send("play")

    async def _play(self) -> None:
        """Play at a table until it is over, or leads elsewhere."""
        path = self.person.path
        answered = 0
        if not self.matches or self.matches[-1] != path:
            self.matches.append(path)
        while True:
            try:
                async with _socket(self.person, f"{path}/page") as socket:
                    async for message in _messages(socket, {"type": "join"}):
                        match message:
                            case {"type": "ask", "id": id, "html": html}:
                                failure = self.failure
                                if failure and failure.moment == "match" and answered >= failure.after:
                                    if failure.is_silent:
                                        self.failure = None
                                        continue
                                    break
                                await socket.send_json({"type": "answer", "id": id, **first_answer(html)})
                                answered += 1
                                self.answers += 1
                            case {"type": "over"} | {"type": "go"} | {"type": "bye"}:
                                return
                    else:
                        return
            except ClientConnectionError:
                return
            await self._fail("match")


@asynccontextmanager
async def _socket(person: Visitor, path: str) -> AsyncIterator[ClientWebSocketResponse]:
    async with person.session.ws_connect(f"{person.base}{path}", origin=person.base) as socket:
        yield socket


async def _messages(socket: ClientWebSocketResponse, first: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
    """Yield what a socket sends, after the first message of the page."""
    async for frame in socket:
        message = json.loads(frame.data)
        if message["type"] == "hello":
            await socket.send_json(first)
        yield message


async def all_take_part(members: Iterable[Member], seconds: float = 0.0) -> None:
    """Let them come one after the other."""
    async with asyncio.TaskGroup() as tasks:
        for member in members:
            tasks.create_task(member.take_part())
            await asyncio.sleep(seconds)
