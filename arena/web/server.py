"""The server of a study: who comes by a link is given a session, and with it a page that shows the app.

Whatever has no right to be answered gets one and the same page, and nothing of it is kept or printed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from urllib.parse import urlsplit

from aiohttp import web

from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.plan import StudyError
from woozle.arena.web import pages
from woozle.arena.web.addresses import NO_PROXIES, Proxies, network_of
from woozle.arena.web.rate_limiter import RateLimiter
from woozle.arena.web.visits import Visits
from woozle.core.text import visible_line
from woozle.saves.disk import SaveError

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""What this machine is called where nobody else can reach it."""

_WEEK = 7 * 24 * 3600
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class _TooManyWrongError(Exception):
    """A wrong link, from where there were too many."""


class StudyServer:
    """The doors of a study. base: where browsers find it, as `http://127.0.0.1:8320`, or as the proxy before it is called.

    tell: hears, in a sentence, what the researcher should know. proxies: they say who asks.
    """

    def __init__(
        self, study: StudyFolder, base: str, visits: Visits, tell: Callable[[str], None], proxies: Proxies = NO_PROXIES
    ) -> None:
        """Raises ValueError without textual-serve."""
        self.study = study
        self.visits = visits
        self._tell = tell
        self.base = base
        self._proxies = proxies
        self._wrong = RateLimiter()
        pages.assets()

    @property
    def _is_secure(self) -> bool:
        return self.base.startswith("https:")

    @property
    def _cookie(self) -> str:
        """A cookie holds for all ports of a host, and several studies may be there."""
        return f"{'__Host-' if self._is_secure else ''}visit-{self.study.plan.name}"

    def application(self) -> web.Application:
        """What aiohttp runs."""
        app = web.Application(middlewares=[self._guarded], client_max_size=4096)
        app.router.add_get("/j/{token}", self._welcomed, allow_head=False)
        app.router.add_post("/j/{token}", self._let_in)
        app.router.add_get("/visit", self._shown, allow_head=False)
        app.router.add_get("/ws", self._connected, allow_head=False)
        app.router.add_get("/static/{name}", self._fetched, allow_head=False)
        app.on_response_prepare.append(self._with_headers)
        return app

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """What fails, or is asked under another name than ours, gets what everything gets that is not here."""
        if request.host != urlsplit(self.base).netloc:
            return _nothing()
        try:
            return await handler(request)
        except web.HTTPException as error:
            return error if error.status < HTTPStatus.BAD_REQUEST else _nothing()
        except _TooManyWrongError:
            return _wait(HTTPStatus.TOO_MANY_REQUESTS)
        except (StudyError, SaveError) as error:
            self._tell(str(error))
        except ConnectionResetError:
            raise
        except Exception as error:
            self._tell(f"A page could not be shown ({type(error).__name__}), which is a fault of Woozle.")
        return _nothing()

    async def _with_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(pages.headers(self._websocket))

    @property
    def _websocket(self) -> str:
        return f"{'wss' if self._is_secure else 'ws'}://{urlsplit(self.base).netloc}"

    def busy(self) -> bytes:
        """What is sent to who comes when there are too many connections."""
        return pages.busy(self._websocket)

    # By a link

    async def _welcomed(self, request: web.Request) -> web.StreamResponse:
        """A GET changes nothing: whatever looks at links before people do must not use them up."""
        link = self._linked(request)
        if link and not link.is_entered:
            return _html(pages.page(pages.WELCOME)) if self.visits.has_room(link.ticket) else _wait()
        return self._seen_before(request, link)

    async def _let_in(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            return _nothing()
        link = self._linked(request)
        if link and not link.is_entered and not self.visits.has_room(link.ticket):
            return _wait()
        session = links.opened(self.study, request.match_info["token"]) if link else ""
        if not session:
            return self._seen_before(request, link)
        response = web.Response(status=HTTPStatus.SEE_OTHER, headers={"Location": "/visit"})
        seconds = int(self.study.plan.leaving.keep_hours * 3600) + _WEEK  # who comes too late is told so, by the app
        response.set_cookie(
            self._cookie, session, max_age=seconds, path="/", httponly=True, samesite="Strict", secure=self._is_secure
        )
        return response

    def _linked(self, request: web.Request) -> links.Link | None:
        """The link that is asked for. A right one is never refused for the wrong ones of others: only these are counted."""
        link = links.by_token(self.study, request.match_info["token"])
        if link is None and not self._wrong.take(network_of(self._address(request))):
            raise _TooManyWrongError
        return link

    def _seen_before(self, request: web.Request, link: links.Link | None) -> web.StreamResponse:
        """The browser that opened a link may use it again; for all others it is as if there were none."""
        here = self._session(request)
        if link is None or here is None or here.ticket != link.ticket:
            return _nothing()
        return web.Response(status=HTTPStatus.SEE_OTHER, headers={"Location": "/visit"})

    def _address(self, request: web.Request) -> str:
        """Who asks, to count guesses. Behind a proxy it is the proxy that knows."""
        peer = request.remote or ""
        told = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        return told if told and peer in self._proxies else peer

    # With a session

    def _session(self, request: web.Request) -> links.Link | None:
        session = request.cookies.get(self._cookie, "")
        return links.entered(self.study, session) if session else None

    async def _shown(self, request: web.Request) -> web.StreamResponse:
        link = self._session(request)
        if link is None:
            return _nothing()
        return _html(pages.visit(self.study.plan.title)) if self.visits.has_room(link.ticket) else _wait()

    async def _fetched(self, request: web.Request) -> web.StreamResponse:
        found = pages.assets().get(request.match_info["name"])
        if not found or not self._session(request):
            return _nothing()
        kind, data = found
        return web.Response(body=data, content_type=kind)

    async def _connected(self, request: web.Request) -> web.StreamResponse:
        link = self._session(request)
        if link is None or request.headers.get("Origin") != self.base:
            return _nothing()
        return await self.visits.shown_to(request, link.ticket)


def link_of(base: str, token: str) -> str:
    """What a participant is sent."""
    return f"{base}/j/{token}"


def based(text: str) -> str:
    """A base as it is typed. Raises ValueError for one under which nobody should come."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query or parts.username:
        raise ValueError(f"{visible_line(text)} is no address of a server; say it as https://study.example.org, without a path.")
    if parts.scheme == "http" and parts.hostname not in LOOPBACK:
        raise ValueError("Links that go over a network need https; anybody on the way could read and use them.")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _nothing() -> web.Response:
    return _html(pages.page(pages.NOT_HERE), HTTPStatus.NOT_FOUND)


def _wait(status: int = HTTPStatus.SERVICE_UNAVAILABLE) -> web.Response:
    response = _html(pages.page(pages.WAIT), status)
    response.headers["Retry-After"] = pages.RETRY
    return response


def _html(text: str, status: int = HTTPStatus.OK) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html")
