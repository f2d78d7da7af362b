"""The open visits: each with a process, and a connection to the page that shows it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from woozle.arena.rate_limiter import RateLimiter
from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.plan import StudyError
from woozle.arena.web.visit_process import VisitProcess, create_home, remove_home, visit_environment

OVER, STOPPED, ELSEWHERE, BROKEN, LEFT, FULL = 4000, 4001, 4002, 4003, 4004, 4005
"""Why a connection was closed, as the page knows it. LEFT: before agreeing, and nothing is kept; FULL: there is no room."""

MOST = 64
"""Default limit of visits at once."""

_HEARTBEAT = 10.0  # seconds; who does not answer for half of it as well is gone
_MOST = 512 * 1024  # bytes of one message: pasted text
_SHORTEST, _LARGEST = (20, 8), (500, 200)  # columns and rows


class Visits:
    """The visits to a study. command: starts one. homes: parent of their temporary homes.

    most: limit of visits at once, since each is a process. keys: environment variables with API keys, None if no model plays. tell:
    receives sentences for the researcher.
    """

    def __init__(
        self,
        study: StudyFolder,
        command: Sequence[str],
        homes: Path,
        tell: Callable[[str], None],
        keys: Iterable[str] | None = None,
        most: int = MOST,
    ) -> None:
        self._most = most
        self._starts = RateLimiter()
        self._study = study
        self._command = command
        self._homes = homes
        self._tell = tell
        self._keys = None if keys is None else tuple(keys)
        self._open: dict[str, _BrowserVisit] = {}
        self._is_closing = False

    def has_room(self, ticket: str = "") -> bool:
        """Return whether the visit of a ticket, or any visit, can be shown now."""
        return ticket in self._open or len(self._open) < self._most

    async def show(self, request: web.Request, ticket: str) -> web.WebSocketResponse:
        """Show a visit in a browser until either ends."""
        socket = web.WebSocketResponse(heartbeat=_HEARTBEAT, max_msg_size=_MOST)
        await socket.prepare(request)
        before = self._open.get(ticket)
        if before and before.socket.closed:
            await before.gone.wait()
        if self._is_closing or ticket in self._open:
            await socket.close(code=WSCloseCode.GOING_AWAY if self._is_closing else ELSEWHERE)
            return socket
        if not self.has_room() or not self._starts.take(ticket):  # who comes back again and again starts a process each time
            await socket.close(code=FULL)
            return socket
        visit = self._open[ticket] = _BrowserVisit(socket)
        try:
            code = await self._run(visit, ticket, _size(request.query.get("width"), request.query.get("height")))
        finally:
            del self._open[ticket]
            visit.gone.set()
        await socket.close(code=code)
        return socket

    async def close(self) -> None:
        """End all visits; they can be resumed."""
        self._is_closing = True
        visits = [*self._open.values()]
        for visit in visits:
            await visit.socket.close(code=WSCloseCode.GOING_AWAY)
        for visit in visits:
            await visit.gone.wait()

    async def _run(self, visit: _BrowserVisit, ticket: str, size: tuple[int, int]) -> int:
        """Run a visit and return why it ended, as a close code."""
        home = self._homes / ticket
        try:
            create_home(home)
            child = await VisitProcess.start(self._command, visit_environment(os.environ, home, ticket, size, self._keys))
        except OSError as error:
            remove_home(home)
            self._tell(f"A visit could not be started: {error.strerror}.")
            return BROKEN
        draws = asyncio.create_task(visit.draw(child))
        reads = asyncio.create_task(visit.read(child))
        try:
            await asyncio.wait((draws, reads), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (draws, reads):
                task.cancel()
            await asyncio.gather(draws, reads, return_exceptions=True)
            status, words = await asyncio.shield(child.end(hurries=self._is_closing))
            kept = remove_home(home)
        return self._why(ticket, status, words, kept)

    def _why(self, ticket: str, status: int, words: str, kept: Path | None) -> int:
        if status not in (0, 130):
            said = f"it said: {words.rpartition(chr(10))[2]}" if words else "it said nothing"
            details = f"the details are in {kept}." if kept else said
            self._tell(f"A visit ended with status {status} and can be resumed; {details}")
            return BROKEN
        try:
            link = next((link for link in links.read_links(self._study) if link.ticket == ticket), None)
            if link is None or links.is_over(self._study, link):
                return OVER
            return STOPPED if links.has_joined(self._study, link) else LEFT
        except StudyError as error:
            self._tell(str(error))
            return BROKEN


class _BrowserVisit:
    """A connection. gone: set when its process has ended."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.gone = asyncio.Event()

    async def draw(self, child: VisitProcess) -> None:
        """Send the app's output to the browser."""
        with contextlib.suppress(ConnectionError):
            async for data in child.output():
                await self.socket.send_bytes(data)

    async def read(self, child: VisitProcess) -> None:
        """Send the browser's input to the app, until the browser closes."""
        async for message in self.socket:
            if message.type is not WSMsgType.TEXT:
                return
            match _parse_json(message.data):
                case ["stdin", str(keys)]:
                    child.send_keys(keys)
                case ["resize", {"width": int(width), "height": int(height)}]:
                    width, height = _size(width, height)
                    child.send_message("resize", width=width, height=height)
                case ["focus" | "blur" as what]:
                    child.send_message(what)
                case ["ping", str(when)]:
                    await self.socket.send_json(["pong", when[:32]])


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _size(*told: Any) -> tuple[int, int]:
    """Return columns and rows within the limits of the layout; 80 x 24 for anything but numbers."""
    sides = []
    for number, usual, least, most in zip(told, (80, 24), _SHORTEST, _LARGEST, strict=True):
        wanted = int(number) if isinstance(number, int) or (number and number.isdecimal() and len(number) < 6) else usual
        sides.append(max(least, min(most, wanted)))
    return sides[0], sides[1]
