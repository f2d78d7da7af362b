"""A server of open tables on loopback, and guests who play by script."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession
from aiohttp.test_utils import TestServer
from aiohttp.web import Application

from woozle.arena.http_server import Addresses
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
    guard.addresses = Addresses.of_url(base)
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
