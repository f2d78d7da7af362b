"""A server of open tables on loopback, guests who play by script, and browsers without script."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, CookieJar
from aiohttp.abc import AbstractCookieJar
from aiohttp.test_utils import TestServer
from aiohttp.web import Application

from woozle.arena.http_server import Addresses
from woozle.arena.tables import table_match
from woozle.arena.tables.database import TABLES, TableDatabase
from woozle.arena.tables.directory import TableDirectory
from woozle.arena.tables.house import House
from woozle.arena.tables.plan import TablePlan, plan_table
from woozle.arena.tables.table import OpenTable
from woozle.arena.web.connections import NO_PROXIES
from woozle.arena.web.guard import Guard
from woozle.arena.web.table_server import TableServer
from woozle.core import registry
from woozle.core.deal import commit_nonce

from tests.web.proxy import Proxy

NONCE = "5a" * 32


def plan(game: str = "urn", seats: str = "remote*2,bot*3", preset: str = "standard", **options: Any) -> TablePlan:
    kind = registry.game(game)
    return plan_table(game, seats, registry.configure(kind, preset, {}), **options)


@contextmanager
def working_at_a_time(seconds: float) -> Iterator[None]:
    """Let matches that begin now work as long before others have their turn: for ever, as if no time passed, or for 0 seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_match, "AT_A_TIME", seconds)
        yield


@asynccontextmanager
async def serving(
    folder: Path, through: Proxy | None = None, add: Callable[[TableServer, Application], object] | None = None, **house: Any
) -> AsyncIterator[tuple[TableDirectory, str]]:
    """Serve tables on loopback; yield the directory and the address.

    through: the proxy by which clients come. add: adds more to the application.
    """
    problems: list[BaseException] = []
    house = {"report": problems.append, "records": folder / "matches", **house}
    database = TableDatabase(folder / TABLES)
    tables = TableDirectory(House(database, **house))
    guard = Guard(Addresses(), NO_PROXIES)
    server = TableServer(tables, guard)
    app = server.application()
    if add:
        add(server, app)
    listening = TestServer(app)
    await listening.start_server()
    if through:
        through.to = listening.port or 0
    base = f"http://127.0.0.1:{through.port if through else listening.port}"
    guard.addresses = Addresses(hosts=frozenset({base.removeprefix("http://")}), origins=frozenset({base}))
    tables.resume()
    try:
        yield tables, base
    finally:
        await tables.stop()
        await listening.close()
        database.close()
    if problems:
        raise problems[0]


def first_legal(request: dict[str, Any]) -> dict[str, Any]:
    """Return a legal answer: the first choice of each field, the least number, no text."""
    answer: dict[str, Any] = {}
    for name, field in request["schema"].get("properties", {}).items():
        if "enum" in field:
            answer[name] = field["enum"][0]
        elif field.get("type") == "integer":
            answer[name] = field.get("minimum", 0)
        elif name in request["schema"].get("required", ()):
            answer[name] = "yes"
    return answer


class Guest:
    """A terminal or an agent that answers by script. heard: all messages that it was sent."""

    def __init__(self, session: ClientSession, base: str, table: str, token: str, **joins: Any) -> None:
        self.session, self.base, self.table = session, base, table
        self.joins = {"type": "join", "token": token, "secret": "ab" * 32, "name": "Guest", **joins}
        self.heard: list[dict[str, Any]] = []
        self.says: Callable[[dict[str, Any]], dict[str, Any] | None] = first_legal

    def kinds(self) -> list[str]:
        return [each["type"] for each in self.heard]

    def all(self, kind: str) -> list[dict[str, Any]]:
        return [each for each in self.heard if each["type"] == kind]

    def last(self, kind: str) -> dict[str, Any]:
        return self.all(kind)[-1]

    async def play(self, until: Callable[[dict[str, Any]], bool] = lambda message: message["type"] == "over") -> int | None:
        """Join, and answer until a message says that it is enough; return the close code if the host closed before."""
        async with self.session.ws_connect(f"{self.base}/t/{self.table}/seat", protocols=("woozle.seat.1",)) as socket:
            await socket.send_json(self.joins)
            async for frame in socket:
                message = json.loads(frame.data)
                self.heard.append(message)
                if message["type"] == "joined" and message.get("token"):
                    self.joins["token"] = message["token"]
                if until(message):
                    return None
                if reply := self.reply(message):
                    await socket.send_json(reply)
            return socket.close_code

    def reply(self, message: dict[str, Any]) -> dict[str, Any] | None:
        match message:
            case {"type": "deal", "table": table, "attempt": attempt, "commitments": commitments}:
                if commitments:
                    return {"type": "reveal", "attempt": attempt, "nonce": NONCE}
                place = self.last("joined")["place"]
                return {"type": "commit", "attempt": attempt, "commitment": commit_nonce(table, attempt, place, NONCE)}
            case {"type": "guess", "seats": seats}:
                return {"type": "guesses", "humans": seats[:1]}
            case {"type": "request", "id": id}:
                answer = self.says(message)
                return {"type": "answer", "id": id, "answer": answer} if answer is not None else None
        return None


def guests_of(session: ClientSession, base: str, table: OpenTable, **joins: Any) -> list[Guest]:
    """Return a guest for each invitation to a table."""
    return [Guest(session, base, table.id, token, secret=f"{n:064x}", **joins) for n, token in table.room.invitations.items()]


class Visitor:
    """A browser without script: it keeps cookies, and sends the form of the page where it is."""

    def __init__(self, session: ClientSession, base: str) -> None:
        self.session = session
        self.base = base
        self.status = 0
        self.text = ""
        self.path = ""
        self.headers: Mapping[str, str] = {}

    async def get(self, path: str, **headers: str) -> str:
        return await self._ask("GET", path, None, headers)

    async def post(self, path: str, fields: dict[str, str] | None = None, **headers: str) -> str:
        return await self._ask("POST", path, fields or {}, {"Origin": self.base} | headers)

    async def send(self, does: str, **fields: str) -> str:
        """Press a button of the study page."""
        return await self.post("/visit", {"at": self.at, "does": does} | fields)

    async def fill_in(self, action: str, **fields: str) -> str:
        """Send the form of the page that has this action, with some of its fields filled in."""
        form = next(each for each in re.findall(r"<form.*?</form>", self.text, re.S) if f'action="{action}"' in each)
        hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
        return await self.post(action, hidden | fields)

    @property
    def at(self) -> str:
        found = re.search(r'name="at" value="([^"]*)"', self.text)
        assert found, self.text
        return found[1]

    @property
    def title(self) -> str:
        found = re.search(r"<title>(.*?)</title>", self.text, re.DOTALL)
        return found[1] if found else ""

    async def _ask(self, method: str, path: str, fields: dict[str, str] | None, headers: dict[str, str]) -> str:
        url = path if path.startswith("http") else f"{self.base}{path}"
        async with self.session.request(method, url, data=fields, headers=headers) as answer:
            self.status, self.text, self.path = answer.status, await answer.text(), answer.url.path
            self.headers = answer.headers
        return self.text


@asynccontextmanager
async def plain_browser(base: str, jar: AbstractCookieJar | None = None) -> AsyncIterator[Visitor]:
    """Open a browser without script. jar: of one that was closed."""
    async with ClientSession(cookie_jar=jar or CookieJar(unsafe=True)) as session:  # those of an address, too
        yield Visitor(session, base)
