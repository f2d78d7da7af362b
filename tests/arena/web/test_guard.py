"""What every request to open tables passes."""

from __future__ import annotations

import asyncio
import gzip
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from woozle.arena.http_server import Addresses
from woozle.arena.tables.invitations import AdmissionError
from woozle.arena.web.connections import NO_PROXIES, Proxies
from woozle.arena.web.guard import LONGEST_BODY, NEWCOMERS, Cookie, Guard, SocketPace, open_site
from woozle.arena.web.ways_in import WayIn, open_listeners, way_in

from tests.arena.web.certificates import make_certificate

HERE = WayIn()


@asynccontextmanager
async def served(way=HERE, proxies=None):
    """Yield the address of a site, its guard, and what it did when it closed."""
    listeners = open_listeners(way)
    guard = Guard(way.addresses(listeners.ports), proxies or way.proxies)
    app = web.Application(middlewares=[guard.check], client_max_size=LONGEST_BODY)
    app.on_response_prepare.append(guard.add_headers)

    async def show(request: web.Request) -> web.Response:
        return web.Response(text=f"{guard.network(request)} {guard.is_secure(request)}")

    async def connect(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        await socket.close()
        return socket

    app.router.add_get("/", show)
    app.router.add_post("/", show)
    app.router.add_get("/socket", connect)
    closed = []

    async def close() -> None:
        closed.append("closed")

    async with open_site(app, way, listeners, guard, close):
        yield f"http://127.0.0.1:{listeners.here.getsockname()[1]}", listeners, closed


def test_a_cookie_that_came_over_tls_is_read_under_a_name_that_plain_http_cannot_set():
    guard = Guard(Addresses(origins=frozenset({"https://play.example.org"})), NO_PROXIES)
    seat, visit = Cookie("seat", "/t/A", 60), Cookie("visit", "/")
    request = make_mocked_request("GET", "/", headers={"Host": "play.example.org", "Cookie": "seat=forged; __Host-visit=token"})
    assert (guard.cookie(request, seat), guard.cookie(request, visit)) == ("", "token")
    response = web.Response()
    guard.with_cookie(request, response, seat, "token")
    assert "Secure; " in f"{response.cookies['__Secure-seat']}; " and response.cookies["__Secure-seat"]["max-age"] == "60"
    guard.with_cookie(request, response, seat, "")
    assert response.cookies["__Secure-seat"]["max-age"] == "0"


ZERO = way_in(port=0)
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


@pytest.fixture
async def client():
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        yield session


async def status(client, method, url, **headers):
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    async with client.request(method, url, headers=named, data={"a": "b"} if method == "POST" else None) as response:
        return response.status


async def test_a_site_answers_under_its_own_names_and_pages_of_others_cannot_post(client):
    async with served(ZERO) as (base, listeners, _):
        assert await status(client, "GET", base) == 200
        assert await status(client, "GET", base, Host=f"localhost:{listeners.port}") == 200
        assert await status(client, "GET", base, Host="evil.example") == 421
        assert await status(client, "GET", base, Origin="http://evil.example") == 200  # it cannot read what is sent
        assert await status(client, "POST", base) == 200  # a program
        assert await status(client, "POST", base, Origin=base, Sec_Fetch_Site="same-origin", Cookie="a=b") == 200
        for origin in ("http://evil.example", "null", "https://127.0.0.1", ""):
            assert await status(client, "POST", base, Origin=origin) == 403, origin
        assert await status(client, "POST", base, Sec_Fetch_Site="cross-site") == 403
        assert await status(client, "POST", base, Sec_Fetch_Site="same-site", Origin=base) == 403


async def test_a_socket_needs_the_origin_of_a_page_that_has_a_cookie(client):
    async with served(ZERO) as (base, _, _):

        async def refused(**headers):
            try:
                async with client.ws_connect(f"{base}/socket", headers=headers) as socket:
                    await socket.receive()
            except aiohttp.WSServerHandshakeError as error:
                return error.status
            return 0

        assert await refused() == 0
        assert await refused(Origin=base, Cookie="woozle-A=b") == 0
        assert await refused(Cookie="woozle-A=b") == 403
        assert await refused(Origin="http://evil.example") == 403
        assert await refused(Host="evil.example") == 421


async def test_every_response_says_what_its_page_may_do(client):
    async with served(ZERO) as (base, listeners, _):
        for path, host in (("/", {}), ("/none", {}), ("/", {"Host": "x'; script-src *"})):
            async with client.get(base + path, headers=host) as response:
                policy = response.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy and "script-src 'self';" in policy and "*" not in policy
                assert (f"ws://127.0.0.1:{listeners.port}" in policy) == (not host)
                assert response.headers["Referrer-Policy"] == "same-origin"
                assert response.headers["Cache-Control"] == "no-store" and response.headers["Server"] == "web"


async def test_a_long_or_slow_body_is_not_waited_for(client, monkeypatch):
    monkeypatch.setattr("woozle.arena.web.guard._BODY_SECONDS", 0.05)
    monkeypatch.setattr("woozle.arena.web.guard._LINGER", 0.05)
    async with served(ZERO) as (base, listeners, _):
        async with client.post(base, data={"a": "x" * (LONGEST_BODY + 1)}) as response:
            assert response.status == 413
        reader, writer = await asyncio.open_connection("127.0.0.1", listeners.port)
        writer.write(f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{listeners.port}\r\n{FORM}Content-Length: 5\r\n\r\nx".encode())
        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")
        writer.close()


async def test_no_file_and_nothing_packed_is_taken(client, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.TemporaryFile", None)
    async with served(ZERO) as (base, _, _):
        form = aiohttp.FormData()
        form.add_field("file", b"x" * 100, filename="a.txt")
        bomb = {"Content-Encoding": "gzip", "Content-Type": "application/json"}
        for sent in ({"data": form}, {"data": gzip.compress(b"0" * 10**7), "headers": bomb}, {"data": "<a/>"}):
            async with client.post(base, **sent) as response:
                assert response.status == 415


@pytest.mark.parametrize(("is_trusted", "network"), [(True, "198.51.100.7"), (False, "127.0.0.1")])
async def test_limits_count_the_address_behind_a_proxy_that_is_trusted(client, is_trusted, network):
    told = {"X-Forwarded-For": "6.6.6.6, 198.51.100.7"}
    async with (
        served(ZERO, Proxies.parse([], is_here_one=is_trusted)) as (base, _, _),
        client.get(base, headers=told) as response,
    ):
        assert await response.text() == f"{network} False"


async def test_one_address_cannot_ask_without_end(client, monkeypatch):
    monkeypatch.setattr("woozle.arena.web.guard._REQUESTS", 30)
    async with served(ZERO, Proxies.parse([], is_here_one=True)) as (base, _, _):

        async def asked(address: str, times: int) -> set[int]:
            return {await status(client, "GET", base, X_Forwarded_For=address) for _ in range(times)}

        assert await asked("198.51.100.7", 25) == {200}
        assert await asked("198.51.100.7", 100) == {200, 429}
        assert await asked("198.51.100.8", 1) == {200} == await asked("127.0.0.1", 100)


async def test_over_tls_others_connect_encrypted_and_the_host_here_without(client, tmp_path):
    certificate, key = make_certificate(tmp_path, "localhost")
    way = way_in(cert=certificate, key=key, port=8443)
    way.port = 0  # any free one; links name the other
    async with served(way) as (base, listeners, _):
        async with client.get(base) as response:
            assert await response.text() == "127.0.0.1 False"
        url, named = f"https://127.0.0.1:{listeners.port}", {"Host": "localhost:8443"}
        async with client.get(url, headers=named, ssl=False) as response:
            assert await response.text() == "127.0.0.1 True"


async def test_who_may_not_connect_is_disconnected_and_all_are_told_before_the_end(monkeypatch):
    monkeypatch.setattr(WayIn, "may_connect", lambda self, peer: False)
    async with served(ZERO) as (_, listeners, closed):
        reader, writer = await asyncio.open_connection("127.0.0.1", listeners.port)
        with pytest.raises(ConnectionError):
            writer.write(b"GET / HTTP/1.1\r\n\r\n")
            if not await reader.read():
                raise ConnectionError
        writer.close()
        assert not closed
    assert closed == ["closed"]


def test_few_sockets_of_an_address_wait_to_join_and_refusals_are_counted():
    now = 1000.0
    guard = Guard(HERE.addresses({1}), HERE.proxies, lambda: now)
    waiting = [guard.newcomer("here") for _ in range(NEWCOMERS)]
    for each in waiting:
        each.__enter__()
    with pytest.raises(AdmissionError, match="have not joined yet"), guard.newcomer("here"):
        pass
    with guard.newcomer("there"):
        pass
    waiting[0].__exit__(None, None, None)
    with guard.newcomer("here"):
        pass
    error = AdmissionError("used", "It is used.")
    assert [guard.count_refusal("here", error) for _ in range(60)] == ["It is used."] * 60
    assert guard.count_refusal("here", error).startswith("Too many tries")
    assert guard.count_refusal("there", error) == "It is used."


def test_a_socket_has_a_pace_of_messages_and_of_bytes():
    pace = SocketPace()
    assert [pace.charge(100, 5.0) for _ in range(30)] == [0.0] * 30
    assert pace.charge(100, 5.0) == pytest.approx(0.1)
    assert pace.charge(100, 5.2) == 0.0
    assert SocketPace().charge(262_144, 5.0) == 0.0 < SocketPace().charge(262_145, 5.0)
