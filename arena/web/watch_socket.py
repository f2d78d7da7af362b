"""The socket of spectators: what everybody may see of a match, rendered and encoded once for all who watch it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import chain, islice
from weakref import WeakKeyDictionary

from aiohttp import web

from woozle.arena.tables.table import OpenTable
from woozle.arena.views.panels import TableView
from woozle.arena.web.guard import Guard
from woozle.arena.web.match_view import MatchView, PageState, page_message
from woozle.arena.web.page_parts import ending_html, room_html
from woozle.arena.web.page_socket import BEAT, page_hello, read_join
from woozle.arena.web.sockets import Conversation, Outbox, Socket, serve_socket
from woozle.core.event import PUBLIC
from woozle.players.seat_protocol import ByeMessage

_KEPT = 50  # steps; a spectator further behind is sent all that is missing at once


class PublicView:
    """The view of spectators of one match, in steps: each is the messages by which pages come from one state to the next.

    Attributes:
        view: Of all that may be shown.
        is_over: Whether that is all there is, the end included.
        step: Number of steps so far.
    """

    def __init__(self, table: OpenTable) -> None:
        self.observation = table.room.spectators.observation
        self.view = MatchView(table, PUBLIC, self.observation)
        self.is_over = False
        self.step = 0
        self._allowed = -1
        self._state = PageState(self.view)
        self._steps: deque[list[bytes]] = deque(maxlen=_KEPT)

    def grow(self, allowed: int, *, is_over: bool) -> None:
        """Take in what may be shown now. allowed: the number of Events."""
        if (allowed, is_over) == (self._allowed, self.is_over):  # as for all but the first spectator who is woken
            return
        self._allowed, self.is_over = allowed, is_over
        self.view.grow(allowed)
        if step := [*self._state.news(self.table)]:
            self._steps.append(step)
            self.step += 1

    @property
    def table(self) -> TableView:
        return self.view.table(is_over=self.is_over)

    def after(self, step: int, seen: int) -> Iterable[bytes]:
        """Return the messages of the steps after one; for a page too far behind, which shows `seen` lines, all that is missing."""
        missing = self.step - step
        if not step or missing > len(self._steps):
            return PageState(self.view, seen).news(self.table)
        return chain.from_iterable(islice(self._steps, len(self._steps) - missing, None))


class PublicViews:
    """The views of spectators of a server's tables."""

    def __init__(self) -> None:
        self._views: WeakKeyDictionary[OpenTable, PublicView] = WeakKeyDictionary()

    def of(self, table: OpenTable) -> PublicView | None:
        """Return all that may be shown now of the match at a table; None before it."""
        shown, view = table.room.spectators, self._views.get(table)
        if not shown.referee:
            return None
        if view is None or view.observation is not shown.observation:
            view = self._views[table] = PublicView(table)
        view.grow(shown.allowed, is_over=table.state == "over" and shown.allowed == len(shown.observation))
        return view


async def serve_spectator(request: web.Request, table: OpenTable, views: PublicViews, guard: Guard) -> web.WebSocketResponse:
    """Serve the page of a spectator until either side ends it."""

    def join(_: Socket, text: str) -> Conversation:
        return Conversation(_tell(table, views, read_join(text).seen), lambda said: ())

    return await serve_socket(request, guard, table.house.report, page_hello(table), join, beat=BEAT)


async def _tell(table: OpenTable, views: PublicViews, seen: int) -> Outbox:
    """Yield what a spectator may see, as it comes. seen: lines of the log that the page shows already."""
    shown, step, room, is_over = None, 0, "", False
    woken = table.room.spectators.follow()
    try:
        while True:
            await woken.wait()
            woken.clear()
            public = views.of(table)
            if public is None:
                before, room = room, room_html(table, table.room_message())
                yield [page_message(type="room", html=room)] if room != before else []
            elif shown and shown is not public:
                yield [page_message(type="again")]
                return
            elif step != public.step:
                yield public.after(step, seen)
                shown, step, seen = public, public.step, len(public.view.lines)
            if public and public.is_over and not is_over:
                is_over = True
                html = await ending_html(table, None, public.view)
                yield [page_message(type="over", why="The match is over.", html=html)]
            if table.room.spectators.closed:
                yield ByeMessage(code="closed", why=table.room.spectators.closed)
    finally:
        table.room.spectators.unfollow(woken)
