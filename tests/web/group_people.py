"""People who take part in a study of groups, on pages with script; some leave, or say nothing, at some moment."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Literal, TypeAlias

from aiohttp import ClientConnectionError, ClientSession, ClientWebSocketResponse, CookieJar

from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import read_journal
from woozle.arena.studies.participants import Participant, steps_of
from woozle.arena.studies.planned_match import seat_at
from woozle.arena.web.study_server import ServedStudy
from woozle.core.chance import Chance
from woozle.saves.transcript import ResponseLine, read

from tests.web.served_study import Visitor, come_in
from tests.web.test_table_pages import first_answer

Moment: TypeAlias = Literal["lobby", "prompt", "reading", "match"]
"""The moment of a failure: in the lobby, at the question "still there?", on the page before a match, in a match."""


class Failure:
    """A failure of a participant at a moment. seconds: that they are away; None for ever. is_silent: their page stays open."""

    def __init__(self, moment: Moment, seconds: float | None, *, is_silent: bool = False, after: int = 1) -> None:
        self.moment = moment
        self.seconds = seconds
        self.is_silent = is_silent
        self.after = after  # answers in a match


def drawn_failure(chance: Chance) -> Failure | None:
    """Return what somebody does wrong, who does half of the time."""
    if chance.below("fails", 2):
        return None
    moment: Moment = chance.choice("moment", ["lobby", "prompt", "reading", "match", "match", "match"])
    seconds = chance.choice("seconds", [2.0, 30.0, 90.0, 400.0, None])
    return Failure(moment, seconds, is_silent=bool(chance.below("silent", 2)), after=chance.below("answers", 4))


class GoneError(Exception):
    """Somebody leaves for good."""


class Member:
    """Somebody who takes part, until they read the last page or leave. ends: the title and the text of their last page."""

    def __init__(self, site: ServedStudy, token: str, failure: Failure | None = None) -> None:
        self.site = site
        self.token = token
        self.failure = failure
        self._arrived: set[tuple[str, int]] = set()
        self._kept: set[tuple[str, int]] = set()
        self.ends = "", ""
        self._jar = CookieJar(unsafe=True)  # of an address, too
        self.matches: list[str] = []

    @property
    def taken(self) -> int:
        """The number of own answers of which the page was told that they are on disk."""
        return len(self._kept)

    async def take_part(self) -> None:
        """Come by the link, or in a browser that knows this study, and take part to the end."""
        async with ClientSession(cookie_jar=self._jar) as session:
            self.person = person = Visitor(session, self.site.base)
            await person.get("/visit")
            if person.status != HTTPStatus.OK:
                await self.come()
            try:
                while not await self._step():
                    pass
            except GoneError:
                return
            self.ends = person.title, person.text

    async def come(self) -> None:
        """Come in and agree to take part."""
        await come_in(self.person, self.site, self.token)

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
        if "has stopped the match" in person.text or (step.startswith("lobby") and buttons == ["here"]):
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
                            case {"type": "taken", "id": id}:
                                self._arrived.add((path, id))
                            case {"type": "closed", "id": id, "code": "answered"} if (path, id) in self._arrived:
                                self._kept.add((path, id))
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


# Checks of the files afterwards


def participant(study: StudyFolder, token: str) -> Participant | None:
    """Return who came by a link; None if they have not agreed."""
    link = links.find_by_token(study, token)
    code = links.participant_code(study, link.ticket) if link else ""
    return study.participant(code) if code else None


def own_lines(study: StudyFolder, who: Participant) -> list[ResponseLine]:
    """Return the lines of all transcripts that answer a question to a participant, by themselves or by a bot for them."""
    found = []
    for step in steps_of(study.plan, who):
        name = who.began.get(step.id)
        if name and step.match and (study.matches / name).exists():
            transcript = read(study.matches / name)
            me = seat_at(transcript.header, step.match, who.place_at(step))
            found += [line for line in transcript.lines if line.body["request"]["to"] == me]
    return found


def lost_answers(study: StudyFolder, members: Iterable[Member]) -> int:
    """Return how many answers that pages were told of are in no transcript."""
    lost = 0
    for member in members:
        if who := participant(study, member.token):
            responses = [line.body["response"] for line in own_lines(study, who)]
            lost += max(0, member.taken - sum("answer" in each and "stand_in" not in each for each in responses))
    return lost


def unnoted_failures(study: StudyFolder) -> list[str]:
    """Return the codes of participants for whom a bot answered, though nothing says that they were lost."""
    found = []
    for who in study.participants():
        noted = {each.data["match"] for each in read_journal(study.journal_path(who.code)) if each.what == "dropped"}
        if any("stand_in" in line.body["response"] for line in own_lines(study, who)) and not noted & {*who.began.values()}:
            found.append(who.code)
    return found
