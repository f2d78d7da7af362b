"""The load of an open table: hundreds of seats in one process, each a scripted person over its own WebSocket, and spectators.

    python -m benchmarks.table_clients seats < links.json      # what comes of it as JSON
    python -m benchmarks.table_clients spectators < links.json

Started by `benchmarks.open_table`, on the other core than the server. links.json: {"tables": [[LINK, ...], ...], "period": seconds
from answer to answer of each seat, "seconds": to measure, "warm": seconds before that}.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from random import Random
from time import perf_counter, process_time
from typing import Any

import aiohttp
import orjson

from woozle.core.deal import commit_nonce
from woozle.players.random_bot import random_fields

_SUBPROTOCOL = "woozle.seat.1"
_QUIET_CHOICES = ("wait", "move", "task")  # of a tick of the ship: so that matches last
_TALKATIVE = 0.2  # of the ticks
_TOGETHER = 20  # connections that are opened at once


class Table:
    """A match as its players see it: the moment when the next answer is due."""

    def __init__(self, seats: int, period: float, random: Random) -> None:
        self.last_sent = 0.0
        self._pause, self._random, self._due = period / seats, random, 0.0

    def next_slot(self, now: float) -> float:
        """Return when the next answer is given: as many in a period as there are seats, but never in step with other tables."""
        self._due = max(now, self._due + self._pause * self._random.uniform(0.5, 1.5))
        return self._due


class Load:
    """What is counted. waits: seconds from the last answer of a table to its next question."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.receipts = 0
        self.answers = 0
        self.messages = 0
        self.bytes = 0
        self.over = 0
        self.problems: list[str] = []
        self.is_counting = False
        self.is_ended = False


class ScriptedSeat:
    """A person at a seat who joins, helps to deal, and answers each question at its table's next slot."""

    def __init__(self, client: aiohttp.ClientSession, link: str, table: Table, load: Load, random: Random) -> None:
        address, _, self._token = link.partition("#")
        self._address = f"{address.replace('http', 'ws', 1)}/seat"
        self._table_id = address.rpartition("/")[2]
        self._client, self._table, self._load, self._random = client, table, load, random
        self._headers = {"X-Forwarded-For": _address(random)}
        self._nonce = secrets.token_bytes(32).hex()
        self._place = 0
        self._sends: set[asyncio.Task[None]] = set()
        self.is_joined = asyncio.Event()

    async def play(self) -> None:
        join = {"type": "join", "token": self._token, "name": f"P{self._random.randrange(10**6)}", "secret": secrets.token_hex(32)}
        opening = self._client.ws_connect(
            self._address, protocols=(_SUBPROTOCOL,), compress=0, max_msg_size=0, headers=self._headers
        )
        async with opening as socket:
            await socket.send_str(json.dumps(join))
            async for frame in socket:
                if frame.type != aiohttp.WSMsgType.TEXT:
                    break
                if self._load.is_counting:
                    self._load.messages += 1
                    self._load.bytes += len(frame.data)
                if await self._take(socket, frame.data):
                    return

    async def _take(self, socket: aiohttp.ClientWebSocketResponse, data: str) -> bool:
        """Take a message, and return whether it is the last."""
        if data.startswith('{"type":"events"'):  # most of them: a person reads them, and this one does not
            return False
        message = orjson.loads(data)
        match message["type"]:
            case "joined":
                self._place = message["place"]
                self.is_joined.set()
            case "deal":
                await socket.send_str(json.dumps(self._deal(message)))
            case "request":
                self._answer_later(socket, message)
            case "receipt":
                self._load.receipts += self._load.is_counting
            case "refused" | "closed" if message.get("code") != "answered":
                self._load.problems.append(data[:200])
            case "over":
                self._load.over += 1
                return True
            case "bye":
                self._load.problems.append(data[:200])
                return True
        return False

    def _deal(self, deal: dict[str, Any]) -> dict[str, Any]:
        attempt = deal["attempt"]
        if deal["commitments"]:
            return {"type": "reveal", "attempt": attempt, "nonce": self._nonce}
        commitment = commit_nonce(self._table_id, attempt, self._place, self._nonce)
        return {"type": "commit", "attempt": attempt, "commitment": commitment}

    def _answer_later(self, socket: aiohttp.ClientWebSocketResponse, asked: dict[str, Any]) -> None:
        now, table, load = perf_counter(), self._table, self._load
        if table.last_sent and load.is_counting:
            load.waits.append(now - table.last_sent)
        table.last_sent = 0.0
        slot = table.next_slot(now)
        line = orjson.dumps({"type": "answer", "id": asked["id"], "answer": self._choose(asked)}).decode()
        asyncio.get_running_loop().call_later(slot - now, self._send, socket, line)

    def _send(self, socket: aiohttp.ClientWebSocketResponse, line: str) -> None:
        if self._load.is_ended or socket.closed:
            return
        task = asyncio.ensure_future(socket.send_str(line))
        self._sends.add(task)
        task.add_done_callback(self._sends.discard)
        self._table.last_sent = perf_counter()
        self._load.answers += self._load.is_counting

    def _choose(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of an answer: on the ship a peaceful one, so that matches last, elsewhere any."""
        fields = random_fields(asked["schema"], self._random)
        choices = asked["choices"]
        if actions := [each for each in choices.get("action", ()) if str(each).startswith(_QUIET_CHOICES)]:
            fields["action"] = self._random.choice(actions)
            fields["say"] = fields["say"] if self._random.random() < _TALKATIVE else ""
        if None in choices.get("target", ()):
            fields["target"] = None
        return {name: value for name, value in fields.items() if name in asked["schema"]["properties"]}


async def play_seats(job: dict[str, Any]) -> dict[str, Any]:
    """Play at all tables, and return what was measured."""
    random, load = Random(1), Load()
    loop = asyncio.get_running_loop()
    gate = asyncio.Semaphore(_TOGETHER)
    tasks: list[asyncio.Task[None]] = []
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as client:

        async def play(seat: ScriptedSeat) -> None:
            async with gate:
                task = asyncio.ensure_future(seat.play())
                joined = asyncio.ensure_future(seat.is_joined.wait())
                await asyncio.wait([task, joined], return_when=asyncio.FIRST_COMPLETED)
            await task

        for links in job["tables"]:
            table = Table(len(links), job["period"], random)
            tasks += [loop.create_task(play(ScriptedSeat(client, link, table, load, random))) for link in links]
        started = perf_counter()
        await asyncio.sleep(job["warm"])
        load.is_counting = True
        print("measuring", file=sys.stderr, flush=True)
        began, used = perf_counter(), process_time()
        await asyncio.sleep(job["seconds"])
        load.is_counting = False
        seconds, used = perf_counter() - began, process_time() - used
        print("measured", file=sys.stderr, flush=True)
        load.is_ended = True
        done = [task for task in tasks if task.done()]
        failed = [repr(task.exception()) for task in done if not task.cancelled() and task.exception()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    load.waits.sort()
    return {
        "joined_after": round(began - started, 2),
        "seats": len(tasks),
        "ended": len(done),
        "answers_a_second": load.answers / seconds,
        "receipts_a_second": load.receipts / seconds,
        "messages_a_second": load.messages / seconds,
        "bytes_a_second": load.bytes / seconds,
        "p50": _quantile(load.waits, 0.5),
        "p95": _quantile(load.waits, 0.95),
        "p99": _quantile(load.waits, 0.99),
        "own_share": used / seconds,
        "over": load.over,
        "problems": [*load.problems[:5], *failed[:5]],
    }


async def watch(job: dict[str, Any]) -> dict[str, Any]:
    """Watch one table from many pages while it is played, and return how much came."""
    random, load = Random(1), Load()
    address, _, token = job["watching"].partition("#")
    base = "/".join(address.split("/")[:3])
    count = {"open": 0, "messages": 0, "lines": 0, "bytes": 0}
    is_counting = asyncio.Event()

    async def spectator(client: aiohttp.ClientSession) -> None:
        headers = {"X-Forwarded-For": _address(random), "Cookie": cookie}
        opening = client.ws_connect(
            f"{address.replace('http', 'ws', 1)}/page", compress=0, max_msg_size=0, origin=base, headers=headers
        )
        async with opening as socket:
            await socket.send_str('{"type":"join"}')
            count["open"] += 1
            async for frame in socket:
                if frame.type == aiohttp.WSMsgType.TEXT and is_counting.is_set():
                    count["messages"] += 1
                    count["lines"] += frame.data.startswith('{"type":"lines"')
                    count["bytes"] += len(frame.data)

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), cookie_jar=aiohttp.DummyCookieJar()) as client:
        async with client.post(address, data={"code": token}, headers={"Origin": base}, allow_redirects=False) as reply:
            cookie = reply.headers["Set-Cookie"].partition(";")[0]
        tasks = []
        for at in range(job["spectators"]):
            tasks.append(asyncio.ensure_future(spectator(client)))
            if at % _TOGETHER == 0:
                await asyncio.sleep(0.05)
        await asyncio.sleep(job["warm"])
        table = Table(len(job["tables"][0]), job["period"], random)
        tasks += [asyncio.ensure_future(ScriptedSeat(client, link, table, load, random).play()) for link in job["tables"][0]]
        await asyncio.sleep(1.0)  # to join and to deal
        print("measuring", file=sys.stderr, flush=True)
        is_counting.set()
        began = perf_counter()
        await asyncio.sleep(job["seconds"])
        is_counting.clear()
        seconds = perf_counter() - began
        print("measured", file=sys.stderr, flush=True)
        load.is_ended = True
        failed = [repr(task.exception()) for task in tasks if task.done() and task.exception()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    each = {name: count[name] / seconds / count["open"] for name in ("messages", "lines", "bytes")}
    return {"open": count["open"], "each_a_second": each, "problems": [*load.problems[:5], *failed[:5]]}


def _address(random: Random) -> str:
    """Return the address that a guest says to come from."""
    return f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(1, 255)}"


def _quantile(values: list[float], share: float) -> float | None:
    return values[min(len(values) - 1, int(share * len(values)))] if values else None


def main() -> None:
    job = json.load(sys.stdin)
    print(json.dumps(asyncio.run({"seats": play_seats, "spectators": watch}[sys.argv[1]](job))))


if __name__ == "__main__":
    main()
