"""The socket of spectators: what everybody may see of a match, rendered and encoded once for all who watch it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping
from weakref import WeakKeyDictionary

from aiohttp import web

from woozle.arena.fragments import table as fragments
from woozle.arena.tables.invitations import AdmissionError
from woozle.arena.tables.table import OpenTable
from woozle.arena.web.guard import Guard
from woozle.arena.web.match_view import MatchView
from woozle.arena.web.page_socket import encode, ending_html, read_join, room_html
from woozle.arena.web.seat_socket import Socket, bye_of_refused, exchange, open_socket
from woozle.core.event import PUBLIC
from woozle.players.seat_protocol import ByeMessage

_KEPT = 50  # steps; a spectator further behind is sent all that is missing at once


class PublicView:
    """What spectators of a table see, in steps: each is the messages by which a page comes from one state to the next.

    Attributes:
        view: Of the match that is shown; None before it.
        step: Number of steps so far.
        match: Number of matches at this table that were shown so far.
    """

    def __init__(self, table: OpenTable) -> None:
        self.view: MatchView | None = None
        self.step = 0
        self.match = 0
        self._table = table
        self._observation: object = None
        self._grown: tuple[int, bool] | None = None
        self._parts: dict[str, str] = {}
        self._steps: deque[bytes] = deque(maxlen=2 * _KEPT)

    def grow(self) -> None:
        """Take in what may be shown now."""
        shown = self._table.room.spectators
        if not shown.game:
            return
        if self._observation is not shown.observation or self.view is None:
            self._observation = shown.observation
            pictures = f"/t/{self._table.id}/picture/"
            self.view = MatchView(shown.game, PUBLIC, shown.observation, pictures, hides_turns=self._table.plan.is_blind)
            self.match += 1
            self._parts, self.step, self._grown = {}, 0, None
            self._steps.clear()
        grown = shown.allowed, self.is_over
        if grown == self._grown:  # as for all but the first spectator who is woken
            return
        self._grown = grown
        first = len(self.view.lines)
        self.view.grow(shown.allowed)
        if len(self.view.lines) > first:
            self._add(type="lines", first=first, html=fragments.lines(self.view.lines[first:], first))
        parts = self.parts()
        if changed := {id: html for id, html in parts.items() if self._parts.get(id) != html}:
            self._parts |= changed
            self._add(type="table", parts=changed)

    @property
    def is_over(self) -> bool:
        """Whether all may be shown, the end included."""
        shown = self._table.room.spectators
        return self._table.state == "over" and shown.allowed == len(shown.observation)

    def parts(self) -> Mapping[str, str]:
        """Return the parts of the table by their ids."""
        return self.view.parts(self.view.table(is_over=self.is_over)) if self.view else {}

    def after(self, step: int) -> list[bytes]:
        """Return the messages of the steps after one; none at hand for a spectator who is too far behind."""
        missing = self.step - step
        return [*self._steps][len(self._steps) - missing :] if missing <= _KEPT else []

    def whole(self, seen: int) -> list[bytes]:
        """Return the messages that bring a page with so many lines up to date."""
        assert self.view
        lines = self.view.lines
        told = [encode(type="lines", first=seen, html=fragments.lines(lines[seen:], seen))] if seen < len(lines) else []
        return [*told, encode(type="table", parts=self._parts)]

    def _add(self, **message: object) -> None:
        self._steps.append(encode(**message))
        self.step += 1


class PublicViews:
    """What spectators of each of a server's tables see."""

    def __init__(self) -> None:
        self._views: WeakKeyDictionary[OpenTable, PublicView] = WeakKeyDictionary()

    def of(self, table: OpenTable) -> PublicView:
        """Return all that may be shown now."""
        view = self._views.setdefault(table, PublicView(table))
        view.grow()
        return view


async def serve_spectator(request: web.Request, table: OpenTable, views: PublicViews, guard: Guard) -> web.WebSocketResponse:
    """Serve the page of a spectator until either side ends it."""
    socket = await open_socket(request)
    try:
        with guard.newcomer(guard.network(request)):
            seen = (await read_join(socket, table)).seen
    except AdmissionError as error:
        await socket.close(bye_of_refused(error, str(error)))
        return socket.socket
    except (ValueError, TimeoutError):
        await socket.close(ByeMessage(code="unreadable", why="The page did not join."))
        return socket.socket
    woken = table.room.spectators.follow()
    try:
        bye = await exchange(socket, table, _skip(socket), _follow(socket, table, views, seen, woken))
    finally:
        table.room.spectators.unfollow(woken)
    await socket.close(bye)
    return socket.socket


async def _skip(socket: Socket) -> None:
    """Take no notice of what a page says, until it goes."""
    while await socket.read() is not None:
        pass


async def _follow(socket: Socket, table: OpenTable, views: PublicViews, seen: int, woken: asyncio.Event) -> ByeMessage | None:
    """Send a spectator what may be seen, as it comes. seen: lines of the log that the page shows already."""
    match, step, is_over, room = 0, -1, False, ""
    while True:
        await woken.wait()
        woken.clear()
        public = views.of(table)
        told: list[bytes] = []
        if public.view is None:
            before, room = room, room_html(table, table.room_message())
            told = [encode(type="room", html=room)] if room != before else []
        elif match and public.match != match:
            await socket.send(encode(type="again"))
            return None
        elif step != public.step:
            told = (public.after(step) if step >= 0 else []) or public.whole(seen)
            match, step, seen = public.match, public.step, len(public.view.lines)
        if public.view and public.is_over and not is_over:
            is_over = True
            html = await ending_html(table, None, public.view)
            told = [*told, encode(type="over", why="The match is over.", html=html)]
        if told:
            await socket.send(*told)
        if table.room.spectators.closed:
            return ByeMessage(code="closed", why=table.room.spectators.closed)
