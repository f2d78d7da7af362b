"""The server of a study: each link opens a session, and each session shows the app in a page.

Every request without a right to an answer gets the same page, and nothing of it is kept or printed.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from aiohttp import web

from woozle.arena.http_server import Addresses, open_listener, url_host
from woozle.arena.rate_limiter import RateLimiter
from woozle.arena.runs.interrupts import handle_stop
from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.plan import StudyError
from woozle.arena.web import pages
from woozle.arena.web.connections import (
    NO_PROXIES,
    ConnectionLimits,
    Connections,
    Proxies,
    client_network,
    raise_file_limit,
    unheard_logger,
)
from woozle.arena.web.visits import MOST, Visits
from woozle.core.faults import find_origin
from woozle.saves.disk import SaveError

_WEEK = 7 * 24 * 3600
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


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
        """Return the name of the cookie; it includes the study's, since cookies are shared by all ports of a host."""
        return f"{'__Host-' if self._is_secure else ''}visit-{self.study.plan.name}"

    def application(self) -> web.Application:
        app = web.Application(middlewares=[self._guard], client_max_size=4096)
        app.router.add_get("/j/{token}", self._welcome, allow_head=False)
        app.router.add_post("/j/{token}", self._let_in)
        app.router.add_get("/visit", self._show_visit, allow_head=False)
        app.router.add_get("/ws", self._connect, allow_head=False)
        app.router.add_get("/static/{name}", self._send_asset, allow_head=False)
        app.on_response_prepare.append(self._with_headers)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer failures, and requests for another host name, like requests for pages that do not exist."""
        if not Addresses.of_url(self.base).is_host(request.host):
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

    async def _with_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(pages.headers(self._websocket))

    @property
    def _websocket(self) -> str:
        return f"{'wss' if self._is_secure else 'ws'}://{urlsplit(self.base).netloc}"

    def busy(self) -> bytes:
        return pages.busy_response(self._websocket)

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
        seconds = int(self.study.plan.leaving.keep_hours * 3600) + _WEEK  # late visitors see that they are too late, in the app
        response.set_cookie(
            self._cookie, session, max_age=seconds, path="/", httponly=True, samesite="Strict", secure=self._is_secure
        )
        return response

    def _find_link(self, request: web.Request) -> links.Link | None:
        """Return the link asked for. Only wrong links count against the limit, so those of others never block a right one."""
        link = links.find_by_token(self.study, request.match_info["token"])
        if link is None and not self._wrong.take(client_network(self._address(request))):
            raise _TooManyWrongError
        return link

    def _seen_before(self, request: web.Request, link: links.Link | None) -> web.StreamResponse:
        """Let the browser that opened a link use it again; to all others it does not exist."""
        here = self._session(request)
        if link is None or here is None or here.ticket != link.ticket:
            return _nothing()
        return web.Response(status=HTTPStatus.SEE_OTHER, headers={"Location": "/visit"})

    def _address(self, request: web.Request) -> str:
        """Return the address of the client. Behind a proxy, the proxy knows it."""
        peer = request.remote or ""
        told = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        return told if told and peer in self._proxies else peer

    # With a session

    def _session(self, request: web.Request) -> links.Link | None:
        session = request.cookies.get(self._cookie, "")
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
        if link is None or request.headers.get("Origin") not in Addresses.of_url(self.base).origins:
            return _nothing()
        return await self.visits.show(request, link.ticket)


def link_url(base: str, token: str) -> str:
    """Return the URL of a link."""
    return f"{base}/j/{token}"


def _nothing() -> web.Response:
    return _html(pages.static_page(pages.NOT_HERE), HTTPStatus.NOT_FOUND)


def _wait(status: int = HTTPStatus.SERVICE_UNAVAILABLE) -> web.Response:
    response = _html(pages.static_page(pages.WAIT), status)
    response.headers["Retry-After"] = pages.RETRY
    return response


def _html(text: str, status: int = HTTPStatus.OK) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html")


_KEEP_ALIVE = 15.0  # seconds that a connection may be idle, or half-way through its next request
_MOST, _FEWEST = 1000, 50  # connections
_ENOUGH_FILES = 4096
_OTHER_FILES = 128  # for the server itself, for reading the study, and for visitors who are turned away
_FILES_OF_A_VISIT = 4


def visit_command(study: StudyFolder) -> list[str]:
    """Return the command of a visit's process; the ticket is in its environment."""
    return [sys.executable, "-P", "-m", "woozle.tui.serving.visit", str(study.path.absolute())]


def connection_limits(files: int, visits: int) -> ConnectionLimits:
    """Return the limits for a number of open files and of visits, since each visit has its pipes.

    One address may have half of the connections: it may be a computer room.
    """
    most = max(_FEWEST, min(_MOST, files - _OTHER_FILES - _FILES_OF_A_VISIT * visits))
    return ConnectionLimits(most, most // 2)


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
    stopped = asyncio.Event()
    handle_stop(stopped.set)
    with TemporaryDirectory(prefix="woozle-visits-") as homes:
        visits = Visits(study, command or visit_command(study), Path(homes), tell, keys, most_visits)
        server = StudyServer(study, base, visits, tell, trusted)
        runner = web.AppRunner(
            server.application(),
            logger=unheard_logger(),
            access_log=None,
            handle_signals=False,
            shutdown_timeout=1,
            keepalive_timeout=_KEEP_ALIVE,
        )
        await runner.setup()
        try:
            assert runner.server is not None
            limits = connection_limits(raise_file_limit(_ENOUGH_FILES), most_visits)
            connections = Connections(runner.server, limits, trusted, server.busy)
            listener = open_listener(host, port, "--port")
            listening = await asyncio.get_running_loop().create_server(connections, sock=listener)
            server.base = base or f"http://{url_host(host)}:{listening.sockets[0].getsockname()[1]}"
            opened(server.base)
            with closing(listening):
                await stopped.wait()
        finally:
            await visits.close()  # before aiohttp closes their connections without a word
            await runner.cleanup()
