"""Access to a study by links."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from aiohttp import WSServerHandshakeError
from aiohttp.test_utils import TestClient, TestServer

from woozle.arena.rate_limiter import AT_ONCE
from woozle.arena.studies import links
from woozle.arena.web import connections, guard, server
from woozle.arena.web.connections import ConnectionLimits, Proxies
from woozle.arena.web.server import StudyServer
from woozle.arena.web.visits import Visits

from tests.tui.serving.hosting import Host, browser, come_in, connected, served, small_study, tiny

pytestmark = pytest.mark.e2e

pytest.importorskip("textual_serve")


@pytest.fixture
def study(tmp_path):
    return small_study(tmp_path / "study")


async def _answer(client, method: str, url: str, **options):
    async with client.request(method, url, allow_redirects=False, **options) as answer:
        headers = {name: value for name, value in answer.headers.items() if name not in ("Date",)}
        return answer.status, headers, await answer.read()


async def test_a_link_opens_once_and_then_only_in_the_browser_that_opened_it(study):
    [token] = links.make_links(study, 1)
    async with served(study, tiny(study)) as host, browser() as one, browser() as other:
        status, _, page = await _answer(one, "GET", host.link(token))
        assert status == 200 and b"Begin" in page
        terminal = await come_in(one, host, token)
        await terminal.until("READY:nobody:")
        wrong = await _answer(other, "GET", host.link("wrong"))
        assert wrong[0] == 404
        for method in ("GET", "POST"):
            assert await _answer(other, method, host.link(token)) == wrong
            assert (await _answer(one, method, host.link(token)))[0] == 303
        await terminal.socket.close()


async def test_looking_at_a_link_does_not_use_it_up(study):
    [token] = links.make_links(study, 1)
    async with served(study, tiny(study)) as host, browser() as preview, browser() as person:
        for _ in range(3):
            await _answer(preview, "GET", host.link(token))
            assert (await _answer(preview, "HEAD", host.link(token)))[0] == 404
        assert not preview.cookie_jar.filter_cookies(host.base)
        assert (await _answer(person, "POST", host.link(token)))[0] == 303


async def test_whatever_has_no_right_to_an_answer_gets_the_same_one(study):
    used, other = links.make_links(study, 2)
    async with served(study, tiny(study)) as host, browser() as person, browser() as stranger:
        await _answer(person, "POST", host.link(used))
        await _answer(person, "GET", f"{host.base}/visit")
        answers = [
            await _answer(stranger, method, f"{host.base}{path}", headers=headers)
            for method, path, headers in (
                ("GET", "/", {}),
                ("GET", "/visit", {}),
                ("GET", "/ws", {"Origin": host.base}),
                ("GET", "/static/textual.js", {}),
                ("GET", "/static/../data/links.json", {}),
                ("GET", "/j/", {}),
                ("GET", f"/j/{used}", {}),
                ("POST", f"/j/{used}", {}),
                ("GET", f"/j/{links.digest_secret(used)}", {}),
                ("GET", f"/j/{other[:-1]}", {}),
                ("GET", f"/j/{other}x", {}),
                ("POST", f"/j/{other}", {"Sec-Fetch-Site": "cross-site"}),
                ("GET", f"/j/{other}", {"Host": "elsewhere.example"}),
                ("GET", "/visit", {"Cookie": f"visit-small={used}"}),
                ("GET", "/visit", {"Cookie": f"visit-small={links.read_links(study)[0].session}"}),
                ("PUT", f"/j/{other}", {}),
                ("DELETE", "/visit", {}),
            )
        ]
    assert {status for status, _, _ in answers} == {404}
    assert len({tuple(sorted(headers.items())) for _, headers, _ in answers}) == 1
    assert len({body for _, _, body in answers}) == 1
    assert b"small" not in answers[0][2] and b"oozle" not in answers[0][2]


async def test_a_browser_keeps_nothing_but_a_cookie_that_no_script_can_read_and_nothing_comes_from_elsewhere(study):
    [token] = links.make_links(study, 1)
    async with served(study, tiny(study)) as host, browser() as person:
        _, headers, _ = await _answer(person, "POST", host.link(token))
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {*headers["Set-Cookie"].split("; ")}
        assert token not in headers["Set-Cookie"]
        for path in ("/visit", "/static/visit.js", "/static/visit.css", "/static/xterm.css", "/static/textual.js", "/nothing"):
            _, headers, body = await _answer(person, "GET", f"{host.base}{path}")
            assert headers["Cache-Control"] == "no-store" and headers["Referrer-Policy"] == "no-referrer"
            assert "default-src 'self'" in headers["Content-Security-Policy"]
            assert "aiohttp" not in headers["Server"]
            if "textual.js" not in path:
                assert not re.search(rb"https?://(?!github\.com/chjj|bellard\.org)", body), path
        _, _, page = await _answer(person, "GET", f"{host.base}/visit")
        assert b"A &lt;small&gt; study" in page


async def test_behind_a_proxy_the_cookie_is_sent_over_tls_alone(study):
    [token] = links.make_links(study, 1)
    async with served(study, tiny(study), base="https://study.example.org") as host:
        assert host.base == "https://study.example.org"
    async with _behind_a_proxy(study) as client:
        there = {"Host": "study.example.org"}
        assert (await client.get(f"/j/{token}")).status == 404
        answer = await client.post(f"/j/{token}", headers=there, allow_redirects=False)
        assert answer.headers["Set-Cookie"].startswith("__Host-visit-small=") and "Secure" in answer.headers["Set-Cookie"]
        assert "wss://study.example.org" in answer.headers["Content-Security-Policy"]


async def test_a_page_of_another_site_cannot_connect_and_nor_can_a_stranger(study):
    [token] = links.make_links(study, 1)
    async with served(study, tiny(study)) as host, browser() as person, browser() as stranger:
        await _answer(person, "POST", host.link(token))
        await _answer(person, "GET", f"{host.base}/visit")
        for client, origin in ((person, "http://evil.example"), (person, "null"), (stranger, host.base)):
            with pytest.raises(WSServerHandshakeError) as refused:
                await connected(client, host, Origin=origin)
            assert refused.value.status == 404


async def test_a_second_connection_is_turned_away_until_the_first_is_closed_and_then_goes_on(study):
    [token] = links.make_links(study, 1)
    async with served(study, tiny(study)) as host, browser() as person:
        first = await come_in(person, host, token)
        await first.press("a")
        code = (await first.until("AGREED:([A-Z0-9]{8}):"))[1]
        assert await (await connected(person, host)).end() == 4002
        await first.press("e")
        await first.until("ENV:")
        await first.socket.close()
        again = await connected(person, host)
        await again.until(f"READY:{code}:")
        assert host.told == []


async def test_a_crash_is_told_to_the_researcher_and_the_visit_goes_on(study):
    [token] = links.make_links(study, 1)
    async with served(study, tiny(study)) as host, browser() as person:
        terminal = await come_in(person, host, token)
        await terminal.press("c")
        assert await terminal.end() == 4003
        [sentence] = host.told
        assert Path(re.search(r"are in (\S+crash\.txt)", sentence)[1]).read_text() == "where it was"
        await (await connected(person, host)).until("READY:")


async def test_who_has_finished_gets_nothing_any_more_and_the_browser_can_serve_another_participant(study):
    one, two = links.make_links(study, 2)
    async with served(study, tiny(study)) as host, browser() as shared:
        terminal = await come_in(shared, host, one)
        await terminal.press("a")
        first = (await terminal.until("AGREED:([A-Z0-9]{8}):"))[1]
        await terminal.press("f")
        assert await terminal.end() == 4000
        nothing = await _answer(shared, "GET", f"{host.base}/nothing")
        assert await _answer(shared, "GET", f"{host.base}/visit") == nothing
        assert await _answer(shared, "GET", host.link(one)) == nothing
        with pytest.raises(WSServerHandshakeError):
            await connected(shared, host)
        terminal = await come_in(shared, host, two)
        await terminal.until("READY:nobody:")
        assert links.read_links(study)[0].code == first


async def test_the_process_of_a_visit_has_no_secret_of_the_server(study, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "k-secret")
    monkeypatch.setenv("USER", "somebody")
    [token] = links.make_links(study, 1)
    async with served(study, tiny(study)) as host, browser() as person:
        terminal = await come_in(person, host, token)
        await terminal.socket.send_json(["resize", {"width": 80, "height": 60}])  # while the app starts
        await terminal.until("SIZE:80x60:")
        await terminal.press("e")
        names = {*re.findall(r"HAS-(\w+):", (await terminal.until(r"(?s)HAS.*ENV:told:"))[0])}
    assert {"WOOZLE_TICKET", "WOOZLE_HOME", "PATH"} <= names
    assert not names & {"OPENAI_API_KEY", "USER", "LOGNAME", "HOSTNAME"}


async def test_the_app_fills_the_page_and_follows_its_size(study):
    [token] = links.make_links(study, 1)
    async with served(study, tiny(study)) as host, browser() as person:
        await _answer(person, "POST", host.link(token))
        terminal = await connected(person, host, "width=101&height=33")
        await terminal.until("SIZE:101x33:")
        await terminal.socket.send_json(["resize", {"width": 120, "height": 40}])
        await terminal.until("SIZE:120x40:")
        await terminal.socket.send_json(["resize", {"width": 10**9, "height": -5}])
        await terminal.until("SIZE:500x8:")
        await terminal.socket.send_json(["focus"])
        await terminal.until("AT:focus:")
        await terminal.socket.send_json(["blur"])
        await terminal.until("AT:blur:")
        await terminal.press("\x1b[200~some words\x1b[201~")
        await terminal.until("PASTED:some words:")


NONSENSE = ("", "nonsense", "[]", '["stdin"]', '["stdin", 5]', '["resize", {"width": "x"}]', "[" * 10000, '["quit"]', "null")


async def test_what_no_page_would_send_changes_nothing(study):
    [token] = links.make_links(study, 1)
    async with served(study, tiny(study)) as host, browser() as person:
        terminal = await come_in(person, host, token)
        await terminal.until("READY:")
        for message in NONSENSE:
            await terminal.socket.send_str(message)
        await terminal.press("e")
        await terminal.until("ENV:")
        assert host.told == []


async def test_no_visit_outlives_its_server(study, tmp_path):
    from woozle.arena.web.visit_process import VisitProcess, visit_environment

    links.make_links(study, 1)
    home = tmp_path / "its"
    home.mkdir()
    child = await VisitProcess.start(tiny(study), visit_environment(os.environ, home, links.read_links(study)[0].ticket, (80, 24)))
    async for data in child.output():
        if b"READY" in data:
            break
    child._process.stdin.close()
    assert await asyncio.wait_for(child._wait(), 30) in (0, 130)


async def test_a_visit_that_does_not_listen_is_ended(study, monkeypatch):
    monkeypatch.setattr("woozle.arena.web.visit_process._PATIENCE", 0.2)
    import sys

    from woozle.arena.web.visit_process import VisitProcess

    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('here', flush=True); time.sleep(600)"
    child = await VisitProcess.start([sys.executable, "-c", deaf], dict(os.environ))
    assert await child._process.stdout.readline() == b"here\n"
    assert (await child.end())[0] == -signal.SIGKILL


async def test_guesses_run_out_and_a_right_link_opens_all_the_same(study):
    right, used = links.make_links(study, 2)
    async with served(study, tiny(study)) as host, browser() as guesser, browser() as person:
        await _answer(person, "POST", host.link(used))
        await _answer(person, "GET", f"{host.base}/visit")
        wrong = [await _answer(guesser, "GET", host.link(f"guess{number}")) for number in range(30)]
        assert [status for status, _, _ in wrong] == [404] * AT_ONCE + [429] * (30 - AT_ONCE)
        assert wrong[-1][1]["Retry-After"] and b"Please wait" in wrong[-1][2]
        assert (await _answer(guesser, "GET", host.link(used)))[:1] == wrong[0][:1]
        assert (await _answer(guesser, "GET", host.link(right)))[0] == 200
        assert (await _answer(guesser, "POST", host.link(right)))[0] == 303


@asynccontextmanager
async def _behind_a_proxy(study, *proxies: str, is_here_one: bool = True):
    """A client that comes from this machine, to a server that trusts these proxies."""
    visits = Visits(study, [], Path(), print)
    trusted = Proxies.parse(proxies, is_here_one=is_here_one)
    app = StudyServer(study, "https://study.example.org", visits, print, trusted).application()
    async with TestClient(TestServer(app)) as client:
        yield client


async def _guess(client, address: str, times: int = 1) -> list[int]:
    headers = {"Host": "study.example.org", "X-Forwarded-For": f"10.0.0.1, {address}"}
    return [(await client.get(f"/j/guess{number}", headers=headers)).status for number in range(times)]


async def test_behind_a_proxy_guesses_are_counted_by_the_address_that_it_tells(study):
    async with _behind_a_proxy(study) as client:
        assert await _guess(client, "198.51.100.7", AT_ONCE) == [404] * AT_ONCE
        assert await _guess(client, "198.51.100.7") == [429]
        assert await _guess(client, "203.0.113.9") == [404]


@pytest.mark.parametrize(("proxy", "counts_apart"), [("127.0.0.1", True), ("127.0.0.0/8", True), ("10.0.0.9", False)])
async def test_only_a_proxy_that_is_named_says_who_asks(study, proxy, counts_apart):
    async with _behind_a_proxy(study, proxy, is_here_one=False) as client:
        await _guess(client, "198.51.100.7", AT_ONCE)
        assert await _guess(client, "203.0.113.9") == [404 if counts_apart else 429]


async def test_addresses_of_one_network_of_version_6_are_one(study):
    async with _behind_a_proxy(study) as client:
        for number in range(AT_ONCE):
            assert await _guess(client, f"2001:db8:1:2::{number:x}") == [404]
        assert await _guess(client, "2001:db8:1:2:ffff::1") == [429]
        assert await _guess(client, "2001:db8:1:3::1") == [404]


# Too many at once


def _limited(monkeypatch, most: int = 1000, of_a_network: int = 1000, seconds: float = 60.0) -> None:
    monkeypatch.setattr(server, "connection_limits", lambda *given: ConnectionLimits(most, of_a_network, seconds))


async def _opened(host: Host, sent: bytes = b""):
    reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(host.base).port)
    writer.write(sent)
    return reader, writer


def _head(host: Host, path: str = "/nothing") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {urlsplit(host.base).netloc}\r\n\r\n".encode()


@pytest.mark.parametrize("sent", [b"", b"GET /nothing HTTP/1.1\r\nHost: ", b"GET /nothing HTTP/1.1\r\nX: y\r\n"])
async def test_a_request_that_never_comes_to_its_end_is_hung_up_on(study, monkeypatch, sent):
    _limited(monkeypatch, seconds=0.05)
    async with served(study, tiny(study)) as host:
        reader, writer = await _opened(host, sent)
        with suppress(ConnectionResetError):
            assert await asyncio.wait_for(reader.read(), 30) == b""
        writer.close()


async def test_who_has_said_what_they_want_is_not_hung_up_on(study, monkeypatch):
    _limited(monkeypatch, seconds=0.2)
    [token] = links.make_links(study, 1)
    async with served(study, tiny(study)) as host, browser() as person:
        reader, writer = await _opened(host)  # opened with the others, and hung up on when their time is up
        terminal = await come_in(person, host, token)
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        writer.close()
        await terminal.until("READY:")
        await terminal.press("e")
        await terminal.until("ENV:")


async def test_half_of_a_second_request_is_hung_up_on_as_well(study, monkeypatch):
    _limited(monkeypatch)
    monkeypatch.setattr(guard, "_KEEP_ALIVE", 0.05)
    async with served(study, tiny(study)) as host:
        reader, writer = await _opened(host, _head(host) + b"GET /nothing HTTP/1.1\r\nHost: ")
        with suppress(ConnectionResetError):
            assert (await asyncio.wait_for(reader.read(), 30)).count(b"HTTP/1.1 404") == 1
        writer.close()


@pytest.mark.parametrize(("most", "of_a_network"), [(3, 1000), (1000, 3)])
async def test_who_comes_when_there_are_too_many_connections_is_told_to_wait(study, monkeypatch, most, of_a_network):
    _limited(monkeypatch, most, of_a_network)
    async with served(study, tiny(study)) as host:
        half = [await _opened(host, b"GET /") for _ in range(3)]
        reader, writer = await _opened(host, _head(host))
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 503") and b"Retry-After: 20" in answer and b"Please wait" in answer
        assert b"Content-Security-Policy" in answer and b"no-store" in answer
        half[0][1].close()
        status = b""
        while not status.startswith(b"HTTP/1.1 404"):  # until it has noticed
            reader, again = await _opened(host, _head(host))
            status = await reader.readline()
            again.close()
        for each in (writer, *(writer for _, writer in half)):
            each.close()


async def test_far_too_many_are_not_even_told(study, monkeypatch):
    _limited(monkeypatch, most=0)
    monkeypatch.setattr(connections, "_TURNED_AWAY", 1)
    async with served(study, tiny(study)) as host:
        first, one = await _opened(host)
        second, two = await _opened(host)
        with suppress(ConnectionResetError):
            assert await second.read() == b""
        one.write(_head(host))
        assert (await first.readline()).startswith(b"HTTP/1.1 503")
        one.close(), two.close()


async def test_visits_beyond_the_most_are_told_to_wait_and_come_in_when_there_is_room(study):
    one, two, three = links.make_links(study, 3)
    async with served(study, tiny(study), most_visits=1) as host, browser() as first, browser() as second, browser() as third:
        await _answer(second, "POST", host.link(two))
        terminal = await come_in(first, host, one)
        await terminal.until("READY:")
        for client, path in ((second, "/visit"), (third, f"/j/{three}")):
            status, headers, page = await _answer(client, "GET", f"{host.base}{path}")
            assert (status, b"Please wait" in page) == (503, True) and headers["Retry-After"] == "20"
        assert (await _answer(third, "POST", host.link(three)))[0] == 503
        assert not links.find_by_token(study, three).session  # the link is as it was
        assert await (await connected(second, host)).end() == 4005
        assert (await _answer(first, "GET", f"{host.base}/visit"))[0] == 200
        await terminal.press("\x11")
        assert await terminal.end() == 4004  # nothing is kept
        await (await connected(second, host)).until("READY:")


async def test_who_comes_back_again_and_again_is_told_to_wait(study):
    [token] = links.make_links(study, 1)
    async with served(study, [sys.executable, "-c", ""]) as host, browser() as person:
        await _answer(person, "POST", host.link(token))
        codes = [await (await connected(person, host)).end() for _ in range(AT_ONCE + 1)]
    assert codes == [4004] * AT_ONCE + [4005]


@pytest.mark.parametrize(
    ("files", "visits", "most"),
    [(4096, 64, 1000), (1024, 64, 640), (1024, 200, 96), (256, 64, 50), (1384, 64, 1000), (1383, 64, 999)],
)
def test_there_are_fewer_connections_than_files_may_be_open(files, visits, most):
    limits = connections.connection_limits(files, 128 + 4 * visits, 1000)
    assert (limits.most, limits.of_a_network) == (most, most // 2)
