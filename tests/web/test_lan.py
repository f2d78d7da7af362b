"""`--lan` in a network of the test's own, with private and public addresses of both versions."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NETWORK = (
    "ip link set lo up && ip link add lan type veth peer name far && ip addr add 10.23.0.5/24 dev lan"
    " && ip addr add fd23::5/64 dev lan nodad && ip addr add 2001:db8::7/64 dev lan nodad"
    " && ip addr add 203.0.113.7/24 dev lan && ip link set lan up && ip link set far up"
)


@pytest.mark.e2e
def test_friends_in_the_local_network_play_and_nobody_reaches_the_public_address(tmp_path):
    if not (shutil.which("unshare") and shutil.which("ip")):
        pytest.skip("this system has no unshare or no ip")
    fenced = ["unshare", "-rn", "sh", "-c", f'{NETWORK} && exec "$@"', "sh"]
    if subprocess.run([*fenced, "true"], capture_output=True, check=False).returncode:
        pytest.skip("networks of one's own are not allowed here")
    done = subprocess.run(
        [*fenced, sys.executable, "-m", __name__, tmp_path], capture_output=True, text=True, timeout=180, check=False
    )
    assert done.returncode == 0, done.stderr


async def _play(folder: Path) -> None:
    """Host a table in the local network, and play it by its links."""
    from aiohttp import ClientError, ClientSession

    from woozle.arena.join.link import OPEN_NETWORK, parse_link
    from woozle.arena.web.served_tables import HOSTED, open_tables
    from woozle.arena.web.ways_in import way_in

    from tests.web.open_table import Guest, plan

    way = way_in(lan=True, port=0)
    assert way.hosts == ("127.0.0.1", "10.23.0.5", "fd23::5"), way.hosts
    async with (
        asyncio.timeout(150),
        open_tables(way, folder / HOSTED, tell=print, report=print) as hosting,
        ClientSession() as session,
    ):
        table = hosting.tables.open(plan())
        room = hosting.room(table)
        assert OPEN_NETWORK in room.notes
        links = [place.link for place in room.places if place.link]
        assert all(link.startswith("http://10.23.0.5:") and parse_link(link).is_open_network for link in links), links
        port = hosting.base.rpartition(":")[2]
        async with session.get(f"{hosting.base}/t/{table.id}") as page:
            assert page.status == 200
            assert OPEN_NETWORK in await page.text()
        async with session.get(f"{hosting.base}/t/{table.id}", headers={"Host": f"rebound.example:{port}"}) as page:
            assert page.status == 421
        for public in ("203.0.113.7", "[2001:db8::7]"):
            try:
                await session.get(f"http://{public}:{port}/")
            except ClientError:
                pass
            else:
                raise AssertionError(f"{public} answers")
        bases = (hosting.base, f"http://[fd23::5]:{port}")
        guests = [
            Guest(session, bases[n % 2], table.id, link.partition("#")[2], secret=f"{n:064x}") for n, link in enumerate(links)
        ]
        await asyncio.gather(*(guest.play() for guest in guests))
        assert table.state == "over"


if __name__ == "__main__":
    import os

    os.environ["WOOZLE_HOME"] = sys.argv[1]
    asyncio.run(_play(Path(sys.argv[1])))
