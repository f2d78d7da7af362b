"""The load of an open table: hundreds of seats in one process, each a scripted person over its own WebSocket, and spectators.

    python -m benchmarks.table_clients seats < links.json      # what comes of it as JSON
    python -m benchmarks.table_clients spectators < links.json

Started by `benchmarks.open_table`, on the other core than the server. links.json: {"tables": [[LINK, ...], ...], "period": seconds
from answer to answer of each seat, "pages": how many seats are pages, "seconds": to measure, "warm": seconds before that}.
"""

from __future__ import annotations

import asyncio
import html
import json
import re
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
_UNREAD = ('{"type":"events"', '{"type":"lines"', '{"type":"table"', '{"type":"presence"', '{"type":"beat"')
_PLACE = re.compile(r'data-place="(\d+)"')
_RADIO = re.compile(r'name="(choice|text)" value="([^"]*)"')


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


class Table:
    """A match as its players see it: the moment when the next answer is due."""

    def __init__(self, seats: int, period: float, load: Load, random: Random) -> None:
        self._pause, self._load, self._random = period / seats, load, random
        self._due = self._last_sent = 0.0
        self._sends: set[asyncio.Task[None]] = set()

    def answer_later(self, socket: aiohttp.ClientWebSocketResponse, line: str) -> None:
        """Answer a question at the table's next slot: as many in a period as it has seats, but never in step with other tables."""
        now = perf_counter()
        if self._last_sent and self._load.is_counting:
            self._load.waits.append(now - self._last_sent)
        self._last_sent = 0.0
        self._due = max(now, self._due + self._pause * self._random.uniform(0.5, 1.5))
        asyncio.get_running_loop().call_later(self._due - now, self._send, socket, line)

    def _send(self, socket: aiohttp.ClientWebSocketResponse, line: str) -> None:
        if self._load.is_ended or socket.closed:
            return
        task = asyncio.ensure_future(socket.send_str(line))
        self._sends.add(task)
        task.add_done_callback(self._sends.discard)
        self._last_sent = perf_counter()
        self._load.answers += self._load.is_counting


class ScriptedSeat:
    """A person at a seat who joins, helps to deal, and answers each question at its table's next slot."""

    def __init__(self, client: aiohttp.ClientSession, link: str, table: Table, load: Load, random: Random) -> None:
        self._address, _, self._token = link.partition("#")
        self._table_id = self._address.rpartition("/")[2]
        self._client, self._table, self._load, self._random = client, table, load, random
        self._headers = {"X-Forwarded-For": _address(random)}
        self._nonce = secrets.token_bytes(32).hex()
        self._place = 0
        self.is_joined = asyncio.Event()

    async def play(self) -> None:
        await self._listen("seat", self._join, protocols=(_SUBPROTOCOL,))

    async def play_as_page(self) -> None:
        """Play as a page does that has loaded its script and style already."""
        base = "/".join(self._address.split("/")[:3])
        self._headers["Origin"] = base
        headers = {**self._headers, "Accept": "application/json"}
        form = {"code": self._token, "name": self._name, "secret": secrets.token_hex(32)}
        async with self._client.post(f"{self._address}/join", data=form, headers=headers) as reply:
            self._headers["Cookie"] = reply.headers["Set-Cookie"].partition(";")[0]
        async with self._client.get(self._address, headers=self._headers) as reply:
            self._place = int(_PLACE.search(await reply.text())[1])  # type: ignore[index]
        await self._listen("page", {"type": "join"})

    @property
    def _name(self) -> str:
        return f"P{self._random.randrange(10**6)}"

    @property
    def _join(self) -> dict[str, Any]:
        return {"type": "join", "token": self._token, "name": self._name, "secret": secrets.token_hex(32)}

    async def _listen(self, path: str, join: dict[str, Any], **options: Any) -> None:
        opening = self._client.ws_connect(
            f"{self._address.replace('http', 'ws', 1)}/{path}", compress=0, max_msg_size=0, headers=self._headers, **options
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
        if data.startswith(_UNREAD):  # most of them: a person reads them, and this one does not
            return False
        message = orjson.loads(data)
        match message["type"]:
            case "joined":
                self._place = message["place"]
                self.is_joined.set()
            case "room":
                self.is_joined.set()
            case "deal":
                await socket.send_str(json.dumps(self._deal(message)))
            case "request":
                answer = self._choose(message)
                self._table.answer_later(socket, orjson.dumps({"type": "answer", "id": message["id"], "answer": answer}).decode())
            case "ask":
                answer = self._fill_in(message["html"])
                self._table.answer_later(socket, orjson.dumps({"type": "answer", "id": message["id"], **answer}).decode())
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

    def _fill_in(self, form: str) -> dict[str, Any]:
        """Return what is chosen and typed in a form, as peacefully."""
        values: dict[str, list[str]] = {"choice": [], "text": []}
        for name, value in _RADIO.findall(form):
            values[name].append(html.unescape(value))
        choices = [each for each in values["choice"] if each.startswith(_QUIET_CHOICES)] or values["choice"]
        choice = "" if "" in choices else self._random.choice(choices) if choices else None
        is_silent = self._random.random() > _TALKATIVE
        text = self._random.choice(values["text"]) if values["text"] else "" if is_silent else "I was in the cafeteria."
        return {"choice": choice, "text": text, "silent": is_silent}


async def play_seats(job: dict[str, Any]) -> dict[str, Any]:
    """Play at all tables, and return what was measured."""
    random, load = Random(1), Load()
    loop = asyncio.get_running_loop()
    gate = asyncio.Semaphore(_TOGETHER)
    tasks: list[asyncio.Task[None]] = []
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), cookie_jar=aiohttp.DummyCookieJar()) as client:

        async def play(link: str, table: Table, *, is_page: bool) -> None:
            seat = ScriptedSeat(client, link, table, load, random)
            async with gate:
                task = asyncio.ensure_future(seat.play_as_page() if is_page else seat.play())
                joined = asyncio.ensure_future(seat.is_joined.wait())
                await asyncio.wait([task, joined], return_when=asyncio.FIRST_COMPLETED)
            await task

        tables = job["tables"]
        for number, links in enumerate(tables):
            table = Table(len(links), job["period"], load, random)
            for at, link in enumerate(links):  # pages take the first seat of each table, then the second, and so on
                is_page = at * len(tables) + number < job["pages"]
                tasks.append(loop.create_task(play(link, table, is_page=is_page)))
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
        table = Table(len(job["tables"][0]), job["period"], load, random)
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
