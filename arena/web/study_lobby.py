"""The lobby of a study: people wait for their group, each on a page of their visit, which a socket keeps up to date."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime

from aiohttp import web
from pydantic import Field, ValidationError

from woozle.arena.studies.groups import Waiter, form_group, next_moves
from woozle.arena.studies.participants import Participant
from woozle.arena.studies.visit_flow import VisitFlow
from woozle.arena.views.study import Company
from woozle.arena.views.words import seconds_words
from woozle.arena.web.match_view import page_message
from woozle.arena.web.sockets import Conversation, Outbox, Socket, serve_socket
from woozle.arena.web.study_house import StudyHouse
from woozle.core.frozen_model import FrozenModel
from woozle.players.seat_protocol import UnreadableMessageError

_HEARD = 60.0  # seconds after a request in which a page without a socket counts as open
_RELOAD = 5.0  # seconds after the end of a socket in which the page may be loaded again


class OpenPages:
    """The pages on which participants wait, by their codes."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._begun = clock()
        self._pages: dict[str, set[WaitingPage]] = {}
        self._until: dict[str, float] = {}

    def hear(self, code: str) -> None:
        """Note a request of a page, which may have no socket."""
        self._until[code] = self._clock() + _HEARD

    def add(self, code: str, page: WaitingPage) -> None:
        self._pages.setdefault(code, set()).add(page)

    def remove(self, code: str, page: WaitingPage) -> None:
        self._pages[code].discard(page)
        if not self._pages[code]:
            del self._pages[code]
            self._until[code] = self._clock() + _RELOAD

    def are_hidden(self, code: str) -> bool:
        """Return whether no page of a participant is visible."""
        pages = self._pages.get(code, ())
        return bool(pages) and all(page.said.hidden for page in pages)

    def away(self, code: str) -> float:
        """Return the seconds since the page of a participant was closed; 0 while it is open."""
        return 0.0 if self._pages.get(code) else max(0.0, self._clock() - self._until.get(code, self._begun))

    def wake(self) -> None:
        """Wake all pages."""
        for pages in self._pages.values():
            for page in pages:
                page.woken.set()


@dataclass(slots=True)
class _Wait:
    """A participant's wait. until: its end. ready, asked: times of a press of the button, and of a question that waits for one."""

    until: float
    ready: float | None = None
    asked: float | None = None


class StudyLobby:
    """The waiters for a group, and their confirmations. Everything that must survive a kill is in their journals."""

    def __init__(self, house: StudyHouse, pages: OpenPages) -> None:
        self._house = house
        self._pages = pages
        self._waits: dict[str, _Wait] = {}
        """In the order in which they began, whatever the machine's clock says."""
        self._order: dict[str, int] = {}
        """The ranks of those whose page is open, from 0."""

    def restore(self) -> None:
        """Find the people who waited when the previous process ended. Raises StudyError."""
        waiters = (who for who in self._house.study.participants() if who.is_open and who.waits_since)
        for who in sorted(waiters, key=lambda who: who.waits_since):
            self._wait(who)

    def _wait(self, who: Participant) -> _Wait:
        seconds = 60 * self._house.study.plan.grouping.wait_minutes
        waited = (datetime.now(UTC) - datetime.fromisoformat(who.waits_since)).total_seconds()
        return self._waits.setdefault(who.code, _Wait(self._house.clock() + seconds - min(seconds, max(0.0, waited))))

    def hear(self, flow: VisitFlow, *, is_press: bool) -> None:
        """Note the page of a waiter, or a press of its button, which confirms their presence."""
        who = flow.visit.who
        if who and who.waits_since:
            wait = self._wait(who)
            if is_press:
                wait.ready, wait.asked = self._house.clock(), None

    def hide(self, code: str) -> None:
        """Forget that a participant was ready, since their page is no longer visible."""
        if code in self._waits and self._pages.are_hidden(code):
            self._waits[code].ready = None

    def company(self, code: str) -> Company | None:
        """Return the news of the others for a participant's page; None if they do not wait."""
        if not (wait := self._waits.get(code)):
            return None
        if code not in self._order:
            self._put_in_order([*self._waiters()])
        size = self._house.study.plan.group
        here = min(size, len(self._order) - self._order.get(code, 0) // size * size)
        if wait.asked is not None:
            left = seconds_words(self._house.study.plan.grouping.ready_seconds)
            return Company(f"Your group can begin. Are you still there? You have {left} to press the button.", is_called=True)
        others = " The others are asked whether they are still there." if here == size else ""
        return Company(f"{here} of the {size} people in your group {'is' if here == 1 else 'are'} here.{others}")

    def _waiters(self) -> Iterator[Waiter]:
        now = self._house.clock()
        for code, wait in [*self._waits.items()]:
            who = self._house.study.participant(code)
            if not who or not who.is_open or not who.waits_since:
                del self._waits[code]
                continue
            ready, asked = (None if since is None else now - since for since in (wait.ready, wait.asked))
            yield Waiter(code, wait.until - now, self._pages.away(code), ready, asked)

    def review(self) -> None:
        """Ask, group and release waiters whose time has come. Raises StudyError, SaveError."""
        waiters = [*self._waiters()]
        self._put_in_order(waiters)
        moves = next_moves(waiters, self._house.study.plan.group, self._house.study.plan.grouping)
        for code in moves.ask:
            self._waits[code].asked = self._house.clock()
        for code in moves.missed:
            with self._house.entrance.open_visit(code) as visit:
                visit.miss_group()
            del self._waits[code]
        for codes in moves.groups:
            self._begin(codes)
        for code in moves.alone:
            self._begin((code,), is_alone=True)

    def _put_in_order(self, waiters: Sequence[Waiter]) -> None:
        self._order = {who.code: at for at, who in enumerate(who for who in waiters if not who.away)}

    def _begin(self, codes: Iterable[str], *, is_alone: bool = False) -> None:
        """Let a group begin. is_alone: for one whose wait has run out."""
        is_solo = is_alone and self._house.study.plan.grouping.then == "solo"
        with ExitStack() as opened:
            visits = [opened.enter_context(self._house.entrance.open_visit(code)) for code in codes]
            if (is_alone and not is_solo) or not form_group(self._house.study, visits, datetime.now(UTC), is_solo=is_solo):
                for visit in visits:
                    visit.leave_by("no_group")
        for code in codes:
            del self._waits[code]


# The sockets of pages


class _OfPage(FrozenModel):
    """A message of a page. at: its name; hidden: whether it is out of sight."""

    at: str = Field(max_length=200)
    hidden: bool


@dataclass(slots=True, eq=False)
class WaitingPage:
    """The socket of a page on which a participant waits. said: what the page said last."""

    said: _OfPage
    woken: asyncio.Event = field(default_factory=asyncio.Event)


async def follow_page(
    request: web.Request,
    flow: VisitFlow,
    house: StudyHouse,
    pages: OpenPages,
    *,
    news: Callable[[VisitFlow], tuple[Company | None, str]],
    hide: Callable[[str], object],
) -> web.StreamResponse:
    """Serve the socket of a waiting page until it is left. Raises HTTPNotFound before consent.

    Args:
        news: Returns the news for the page, and the next address or an empty string.
        hide: Is called with participants whose page was hidden.
    """
    if flow.visit.who is None:
        raise web.HTTPNotFound
    code = flow.visit.who.code

    async def tell(page: WaitingPage) -> Outbox:
        pages.add(code, page)
        before = None
        try:
            while True:
                company, address = news(flow)
                message = (
                    page_message(type="go", address=address or "/visit")
                    if address or not company or flow.at != page.said.at
                    else page_message(type="company", said=company.said, called=company.is_called)
                )
                if message != before:
                    before = message
                    yield [message]
                await page.woken.wait()
                page.woken.clear()
        finally:
            pages.remove(code, page)

    def join(socket: Socket, text: str) -> Conversation:
        page = WaitingPage(_read(text))

        def hear(text: str) -> list[bytes]:
            page.said = _read(text)
            hide(code)
            return []

        return Conversation(tell(page), hear)

    return await serve_socket(request, house.guard, house.report, page_message(type="hello"), join, is_newcomer=False)


def _read(text: str) -> _OfPage:
    try:
        return _OfPage.model_validate_json(text)
    except ValidationError:
        raise UnreadableMessageError("The page sent something that is no message; load it again.") from None
