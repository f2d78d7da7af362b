"""The load of an open table: hundreds of seats in one process, each a scripted person over its own WebSocket, and spectators.

    python -m benchmarks.table_clients seats < links.json      # what comes of it as JSON
    python -m benchmarks.table_clients spectators < links.json
    python -m benchmarks.table_clients visits < links.json     # people of a study

Started by `benchmarks.open_table` and `study_load`, on the other core than the server. links.json: {"tables": [[LINK, ...], ...],
"period": seconds from answer to answer of each seat, "pages": how many seats are pages, "seconds": to measure, "warm": seconds
before that}; of a study "links" in place of "tables", "rights": the numbers of right answers by question, "staying": how many go
no further than to the first form, and "patience": seconds until the measurement begins, however many have come.
"""

from __future__ import annotations

import asyncio
import html
import json
import re
import secrets
import sys
from collections.abc import Callable, Coroutine
from random import Random
from time import perf_counter, process_time, time
from typing import Any

import aiohttp
import orjson

from woozle.core.deal import commit_nonce
from woozle.players.random_bot import random_fields

_SUBPROTOCOL = "woozle.seat.1"
QUIET_CHOICES = ("wait", "move", "task")  # of a tick of the ship: so that matches last
_TALKATIVE = 0.2  # of the ticks
_TOGETHER = 20  # connections that are opened at once
_UNREAD = ('{"type":"events"', '{"type":"lines"', '{"type":"table"', '{"type":"presence"', '{"type":"beat"')
_PLACE = re.compile(r'data-place="(\d+)"')
_FIELD = re.compile(r"<(?:input|textarea|button)\b[^>]*>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_RADIO = re.compile(r'name="(choice|text)" value="([^"]*)"')


class Load:
    """What is counted.

    waits: seconds from the last answer of a table to its next question. pages: of requests, by what they do. there: visits that
    have come to where they are measured.
    """

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.pages: dict[str, list[float]] = {}
        self.receipts = self.there = 0
        self.answers = self.requests = 0
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
        headers = {**self._headers, "Origin": self._base, "Accept": "application/json"}
        form = {"code": self._token, "name": self._name, "secret": secrets.token_hex(32)}
        async with self._client.post(f"{self._address}/join", data=form, headers=headers) as reply:
            cookie = reply.headers["Set-Cookie"].partition(";")[0]
        await self.play_with_cookie({**self._headers, "Cookie": cookie})

    async def play_with_cookie(self, headers: dict[str, str]) -> None:
        """Load the page of the seat, and play there."""
        self._headers = {**headers, "Origin": self._base}
        async with self._client.get(self._address, headers=self._headers) as reply:
            self._place = int(_PLACE.search(await reply.text())[1])  # type: ignore[index]
        await self._listen("page", {"type": "join"})

    @property
    def _base(self) -> str:
        return "/".join(self._address.split("/")[:3])

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
            case "over" | "go":  # the match is over, or a study asks something
                self._load.over += message["type"] == "over"
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
        if actions := [each for each in choices.get("action", ()) if str(each).startswith(QUIET_CHOICES)]:
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
        choices = [each for each in values["choice"] if each.startswith(QUIET_CHOICES)] or values["choice"]
        choice = "" if "" in choices else self._random.choice(choices) if choices else None
        is_silent = 'name="silent"' in form and self._random.random() > _TALKATIVE
        texts = [each for each in values["text"] if each]
        said = "50" if 'inputmode="numeric"' in form else "I was in the cafeteria."
        text = self._random.choice(texts) if texts else "" if is_silent else said
        return {"choice": choice, "text": text, "silent": is_silent}


class ScriptedVisit:
    """A participant of a study in a browser, who fills in each form and plays each match.

    rights: numbers of the right answers of the check. is_staying: goes no further than to the first form.
    """

    def __init__(
        self, client: aiohttp.ClientSession, link: str, job: dict[str, Any], load: Load, random: Random, *, is_staying: bool
    ) -> None:
        self._client, self._link, self._load, self._random = client, link, load, random
        self._base = "/".join(link.split("/")[:3])
        self._headers = {"X-Forwarded-For": _address(random), "Origin": self._base}
        self._period, self._rights, self._is_staying = job["period"], job["rights"], is_staying
        self.is_there = asyncio.Event()
        """Set once the visit is where it is to be when the measurement begins: in a match, or at the form."""

    def _arrive(self) -> None:
        self._load.there += not self.is_there.is_set()
        self.is_there.set()

    async def take_part(self) -> None:
        await self._ask("GET", self._link)
        _, _, cookie = await self._ask("POST", self._link)
        self._headers["Cookie"] = cookie
        table = Table(1, self._period, self._load, self._random)
        address = "/visit"
        while not self._load.is_ended:
            if address.startswith("/t/"):
                self._arrive()
                seat = ScriptedSeat(self._client, f"{self._base}{address}", table, self._load, self._random)
                await seat.play_with_cookie(self._headers)
                address = "/visit"
                continue
            address, text, _ = await self._ask("GET", f"{self._base}/visit")
            if address:
                continue
            form = filled_form(text, self._rights)
            if "does" not in form:
                return
            if form["does"] == "answer" and self._is_staying:
                self._arrive()
                await asyncio.Event().wait()
            if self.is_there.is_set():
                await asyncio.sleep(self._period * self._random.uniform(0.5, 1.5))
            address, _, _ = await self._ask("POST", f"{self._base}/visit", form)

    async def _ask(self, method: str, url: str, form: dict[str, str] | None = None) -> tuple[str, str, str]:
        """Return where a request leads, if elsewhere; the page; and the cookie that it sets."""
        began = perf_counter()
        async with self._client.request(method, url, data=form, headers=self._headers, allow_redirects=False) as reply:
            text = await reply.text()
            self._load.requests += self._load.is_counting
            if reply.status >= 400:
                self._load.problems.append(f"{method} {url.rpartition('/')[2]}: {reply.status}")
            self._load.pages.setdefault((form or {}).get("does") or method, []).append(perf_counter() - began)
            return reply.headers.get("Location", ""), text, reply.headers.get("Set-Cookie", "").partition(";")[0]


def filled_form(text: str, rights: dict[str, int]) -> dict[str, str]:
    """Return a page's form as somebody sends it who ticks all boxes and says the first of all else, or what is right."""
    form: dict[str, str] = {}
    for element in _FIELD.findall(text.partition('<form id="page"')[2].partition("</form>")[0]):
        found = {name: html.unescape(given) for name, given in _ATTRIBUTE.findall(element)}
        match found.get("type"), found.get("name", ""):
            case "checkbox", name if not name.startswith("none-"):
                form[name] = "on"
            case "radio", name:
                form.setdefault(name, str(rights.get(name, found["value"])))
            case "number", name:
                form[name] = found["min"]
            case (("hidden" | "submit"), name):
                form.setdefault(name, found["value"])
            case None, name:
                form[name] = "something"
    return form


async def play_seats(job: dict[str, Any]) -> dict[str, Any]:
    """Play at all tables, and return what was measured."""
    random = Random(1)

    def begin(client: aiohttp.ClientSession, load: Load) -> list[asyncio.Task[None]]:
        gate = asyncio.Semaphore(_TOGETHER)
        tasks: list[asyncio.Task[None]] = []

        async def play(link: str, table: Table, *, is_page: bool) -> None:
            seat = ScriptedSeat(client, link, table, load, random)
            await pass_gate(gate, seat.play_as_page if is_page else seat.play, seat.is_joined)

        tables = job["tables"]
        for number, links in enumerate(tables):
            table = Table(len(links), job["period"], load, random)
            for at, link in enumerate(links):  # pages take the first seat of each table, then the second, and so on
                is_page = at * len(tables) + number < job["pages"]
                tasks.append(asyncio.ensure_future(play(link, table, is_page=is_page)))
        return tasks

    return await measure(job, begin)


async def play_visits(job: dict[str, Any]) -> dict[str, Any]:
    """Take part in a study by all links, and return what was measured."""
    random = Random(1)

    def begin(client: aiohttp.ClientSession, load: Load) -> list[asyncio.Task[None]]:
        gate = asyncio.Semaphore(_TOGETHER)

        def visit(number: int, link: str) -> asyncio.Task[None]:
            one = ScriptedVisit(client, link, job, load, random, is_staying=number < job["staying"])
            return asyncio.ensure_future(pass_gate(gate, one.take_part, one.is_there))

        return [visit(number, link) for number, link in enumerate(job["links"])]

    return await measure(job, begin)


async def pass_gate(gate: asyncio.Semaphore, do: Callable[[], Coroutine[Any, Any, None]], is_in: asyncio.Event) -> None:
    """Do something that holds a place at the gate until it is in."""
    async with asyncio.TaskGroup() as doing:
        async with gate:
            task, waits = doing.create_task(do()), doing.create_task(is_in.wait())
            await asyncio.wait([task, waits], return_when=asyncio.FIRST_COMPLETED)
        await task
        waits.cancel()


async def measure(job: dict[str, Any], begin: Callable[[aiohttp.ClientSession, Load], list[asyncio.Task[None]]]) -> dict[str, Any]:
    """Let guests come in and play, and return what was measured."""
    load = Load()
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), cookie_jar=aiohttp.DummyCookieJar()) as client:
        tasks = begin(client, load)
        started = perf_counter()
        await asyncio.sleep(job["warm"])
        while load.there < len(job.get("links", ())) and perf_counter() - started < job["patience"]:
            await asyncio.sleep(0.2)
        load.is_counting = True
        print("measuring", file=sys.stderr, flush=True)
        began, used, at = perf_counter(), process_time(), time()
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
        "there": load.there,
        "seats": len(tasks),
        "ended": len(done),
        "answers_a_second": load.answers / seconds,
        "requests_a_second": load.requests / seconds,
        "receipts_a_second": load.receipts / seconds,
        "messages_a_second": load.messages / seconds,
        "bytes_a_second": load.bytes / seconds,
        "p50": _quantile(load.waits, 0.5),
        "p95": _quantile(load.waits, 0.95),
        "p99": _quantile(load.waits, 0.99),
        "own_share": used / seconds,
        "over": load.over,
        "during": [at, at + seconds],
        "page_p50": {does: _quantile(sorted(took), 0.5) for does, took in load.pages.items()},
        "page_p95": {does: _quantile(sorted(took), 0.95) for does, took in load.pages.items()},
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
    print(json.dumps(asyncio.run({"seats": play_seats, "spectators": watch, "visits": play_visits}[sys.argv[1]](job))))


if __name__ == "__main__":
    main()
