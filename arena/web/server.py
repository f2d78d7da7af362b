"""The server of a study: each link opens a session, and each session shows the app in a page.

Every request without a right to an answer gets the same page, and nothing of it is kept or printed.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory

from aiohttp import web

from woozle.arena.http_server import Addresses, open_listener, url_host
from woozle.arena.rate_limiter import RateLimiter
from woozle.arena.runs.interrupts import handle_stop
from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.plan import StudyError
from woozle.arena.web import pages
from woozle.arena.web.connections import NO_PROXIES, Proxies, connection_limits, raise_file_limit
from woozle.arena.web.guard import Cookie, Guard, Handler, open_site
from woozle.arena.web.visits import MOST, Visits
from woozle.arena.web.ways_in import Listeners, WayIn
from woozle.core.faults import find_origin
from woozle.saves.disk import SaveError

_WEEK = 7 * 24 * 3600


class _TooManyWrongError(Exception):
    """A wrong link, after too many from the same network."""


class StudyServer:
    """The web application of a study. base: its address in browsers, such as `http://127.0.0.1:8320`, or that of its proxy.

    tell: receives sentences for the researcher. proxies: trusted to say where requests come from.
    """

    def __init__(
        self, study: StudyFolder, base: str, visits: Visits, tell: Callable[[str], None], proxies: Proxies = NO_PROXIES
    ) -> None:
        """Raises ValueError without textual-serve."""
        self.study = study
        self.visits = visits
        self.guard = Guard(Addresses.of_url(base), proxies, headers=pages.headers(base))
        self._tell = tell
        seconds = int(study.plan.leaving.keep_hours * 3600) + _WEEK  # late visitors see that they are too late, in the app
        self._cookie = Cookie(f"visit-{study.plan.name}", "/", seconds)  # all ports of a host share cookies
        self._wrong = RateLimiter()
        pages.assets()

    def application(self) -> web.Application:
        app = web.Application(middlewares=[self._check], client_max_size=4096)
        app.router.add_get("/j/{token}", self._welcome, allow_head=False)
        app.router.add_post("/j/{token}", self._let_in)
        app.router.add_get("/visit", self._show_visit, allow_head=False)
        app.router.add_get("/ws", self._connect, allow_head=False)
        app.router.add_get("/static/{name}", self._send_asset, allow_head=False)
        app.on_response_prepare.append(self.guard.add_headers)
        return app

    @web.middleware
    async def _check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer failures, and requests for another host name, like requests for pages that do not exist."""
        if not self.guard.addresses.is_host(request.host):
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
            origin = find_origin(error)
            whose = f"in {origin.package}, at {origin}" if origin else "in Woozle"
            self._tell(f"A page could not be shown ({type(error).__name__}), which is a bug {whose}.")
        return _nothing()

    # By a link

    async def _welcome(self, request: web.Request) -> web.StreamResponse:
        """Answer a GET of a link without using it up: link previews must not."""
        link = self._find_link(request)
        if link and not link.is_entered:
            return _html(pages.static_page(pages.WELCOME)) if self.visits.has_room(link.ticket) else _wait()
        return self._seen_before(request, link)

    async def _let_in(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            return _nothing()
        link = self._find_link(request)
        if link and not link.is_entered and not self.visits.has_room(link.ticket):
            return _wait()
        session = links.open_session(self.study, request.match_info["token"]) if link else ""
        if not session:
            return self._seen_before(request, link)
        response = web.Response(status=HTTPStatus.SEE_OTHER, headers={"Location": "/visit"})
        self.guard.set_cookie(request, response, self._cookie, session)
        return response

    def _find_link(self, request: web.Request) -> links.Link | None:
        """Return the link asked for. Only wrong links count against the limit, so those of others never block a right one."""
        link = links.find_by_token(self.study, request.match_info["token"])
        if link is None and not self._wrong.take(self.guard.network(request)):
            raise _TooManyWrongError
        return link

    def _seen_before(self, request: web.Request, link: links.Link | None) -> web.StreamResponse:
        """Let the browser that opened a link use it again; to all others it does not exist."""
        here = self._session(request)
        if link is None or here is None or here.ticket != link.ticket:
            return _nothing()
        return web.Response(status=HTTPStatus.SEE_OTHER, headers={"Location": "/visit"})

    # With a session

    def _session(self, request: web.Request) -> links.Link | None:
        session = self.guard.cookie(request, self._cookie)
        return links.enter_session(self.study, session) if session else None

    async def _show_visit(self, request: web.Request) -> web.StreamResponse:
        link = self._session(request)
        if link is None:
            return _nothing()
        return _html(pages.visit_page(self.study.plan.title)) if self.visits.has_room(link.ticket) else _wait()

    async def _send_asset(self, request: web.Request) -> web.StreamResponse:
        found = pages.assets().get(request.match_info["name"])
        if not found or not self._session(request):
            return _nothing()
        kind, data = found
        return web.Response(body=data, content_type=kind)

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        link = self._session(request)
        if link is None or request.headers.get("Origin") not in self.guard.addresses.origins:
            return _nothing()
        return await self.visits.show(request, link.ticket)


def link_url(base: str, token: str) -> str:
    """Return the URL of a link."""
    return f"{base}/j/{token}"


def _nothing() -> web.Response:
    return _html(pages.static_page(pages.NOT_HERE), HTTPStatus.NOT_FOUND)


def _wait(status: int = HTTPStatus.SERVICE_UNAVAILABLE) -> web.Response:
    response = _html(pages.static_page(pages.WAIT), status)
    response.headers["Retry-After"] = str(pages.RETRY)
    return response


def _html(text: str, status: int = HTTPStatus.OK) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html")


_MOST = 1000  # connections
_ENOUGH_FILES = 4096
_OTHER_FILES = 128  # for the server itself, for reading the study, and for visitors who are turned away
_FILES_OF_A_VISIT = 4  # its pipes


def visit_command(study: StudyFolder) -> list[str]:
    """Return the command of a visit's process; the ticket is in its environment."""
    return [sys.executable, "-P", "-m", "woozle.tui.serving.visit", str(study.path.absolute())]


async def serve_study(
    study: StudyFolder,
    host: str,
    port: int,
    *,
    base: str = "",
    keys: Sequence[str] | None = None,
    opened: Callable[[str], None],
    tell: Callable[[str], None],
    command: Sequence[str] | None = None,
    proxies: Sequence[str] = (),
    most_visits: int = MOST,
) -> None:
    """Serve until SIGINT or SIGTERM. Raises ValueError for an unusable port or proxy, and without textual-serve.

    Args:
        base: The address in browsers; empty for the server's own.
        keys: Environment variables with API keys; None if no model plays.
        opened: Receives the address once the server is up.
        tell: Receives sentences for the researcher.
        command: Starts a visit.
        proxies: Addresses of trusted proxies, besides this machine if base is https.
        most_visits: Most visits at once.
    """
    trusted = Proxies.parse(proxies, is_here_one=base.startswith("https:"))
    listener = open_listener(host, port, "--port")
    base = base or f"http://{url_host(host)}:{listener.getsockname()[1]}"
    limits = connection_limits(raise_file_limit(_ENOUGH_FILES), _OTHER_FILES + _FILES_OF_A_VISIT * most_visits, _MOST)
    stopped = asyncio.Event()
    handle_stop(stopped.set)
    with listener, TemporaryDirectory(prefix="woozle-visits-") as homes:
        visits = Visits(study, command or visit_command(study), Path(homes), tell, keys, most_visits)
        server = StudyServer(study, base, visits, tell, trusted)
        busy = server.guard.unavailable(pages.static_page(pages.WAIT), "text/html; charset=utf-8", pages.RETRY)
        app, listeners = server.application(), Listeners(listener, ())
        async with open_site(app, WayIn(base=base), listeners, server.guard, visits.close, limits=limits, busy=busy):
            opened(base)
            await stopped.wait()
