"""The lines of docs/online.md for Caddy and nginx, with the programs themselves: a match is played through each."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
from contextlib import asynccontextmanager
from pathlib import Path
from textwrap import indent

import pytest
from aiohttp import ClientSession, TCPConnector
from aiohttp.abc import AbstractResolver

from woozle.arena.web.served_tables import HOSTED, open_tables
from woozle.arena.web.ways_in import way_in
from woozle.saves.paths import data_folder

from tests.arena.web.certificates import make_certificate
from tests.docs.pages import ROOT
from tests.web.open_table import Guest, plan

NAME = "play.example.org"
PAGE = (ROOT / "docs" / "online.md").read_text("utf-8")


def lines_of(proxy: str, port: int) -> str:
    """Return the lines of the page for a proxy, leading to another port."""
    [block] = re.findall(rf"^```{proxy}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert "127.0.0.1:8322" in block
    return block.replace("127.0.0.1:8322", f"127.0.0.1:{port}")


def caddy(folder: Path, port: int, behind: int) -> list[str]:
    certificate, key = make_certificate(folder, NAME)
    block = lines_of("caddy", behind).replace(f"{NAME} {{", f"{NAME}:{port} {{\n\ttls {certificate} {key}")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{block}")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def nginx(folder: Path, port: int, behind: int) -> list[str]:
    certificate, key = make_certificate(folder, NAME)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\nhttp {{\n  access_log off;\n"
        + "".join(f"  {kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        + f"  server {{\n    listen 127.0.0.1:{port} ssl;\n    server_name {NAME};\n"
        + f"    ssl_certificate {certificate};\n    ssl_certificate_key {key};\n"
        + f"{indent(lines_of('nginx', behind), '    ')}  }}\n}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


class Here(AbstractResolver):
    """Every name is on this machine."""

    async def resolve(self, host: str, port: int = 0, family: int = socket.AF_INET):
        return [{"hostname": host, "host": "127.0.0.1", "port": port, "family": socket.AF_INET, "proto": 0, "flags": 0}]

    async def close(self) -> None:
        pass


@asynccontextmanager
async def running(command: list[str], port: int, home: Path):
    environment = {"HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home), "PATH": "/usr/sbin:/usr/bin:/bin"}
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL, env=environment
    )
    try:
        while True:
            assert process.returncode is None, f"{command[0]} has ended"
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.02)
            else:
                writer.close()
                break
        yield
    finally:
        process.terminate()
        await process.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


@pytest.mark.e2e
@pytest.mark.parametrize("proxy", [caddy, nginx], ids=["caddy", "nginx"])
async def test_a_match_is_played_through_a_reverse_proxy(proxy, tmp_path):
    if not shutil.which(proxy.__name__):
        pytest.skip(f"{proxy.__name__} is not installed")
    port = free_port()
    url = f"https://{NAME}:{port}"
    async with (
        asyncio.timeout(60),
        open_tables(way_in(url=url, port=0), data_folder() / HOSTED, tell=print, report=print) as hosting,
    ):
        behind = int(hosting.here.rpartition(":")[2])
        async with (
            running(proxy(tmp_path, port, behind), port, tmp_path),
            ClientSession(connector=TCPConnector(resolver=Here(), ssl=False)) as session,
        ):
            table = hosting.tables.open(plan())
            assert hosting.base == url
            async with session.get(f"{url}/t/{table.id}") as page:
                assert page.status == 200
                assert f"connect-src 'self' wss://{NAME}:{port}" in page.headers["Content-Security-Policy"]
            forged = {"Origin": url, "X-Forwarded-For": "203.0.113.9", "Accept": "application/json"}
            knocking = {"secret": "cd" * 32, "name": "Ann", "code": hosting.room(table).code}
            async with session.post(f"{url}/t/{table.id}/join", data=knocking, headers=forged):
                [knock] = hosting.tables.door.waiting(table.id)
                assert knock.address == "127.0.0.1", "the proxy says who asks, and no client"
            invited = [*table.room.invitations.items()]
            number, token = invited[0]
            joining = {"secret": f"{number:064x}", "name": "Ada", "code": token}
            async with session.post(f"{url}/t/{table.id}/join", data=joining, headers=forged) as joined:
                assert joined.cookies[f"__Secure-woozle-{table.id}"]["secure"]
            session.cookie_jar.clear()
            guests = [Guest(session, url, table.id, token, secret=f"{n:064x}") for n, token in invited]
            await asyncio.gather(*(guest.play() for guest in guests))
            assert table.state == "over"
