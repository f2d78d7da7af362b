"""What one seat of an open table is sent in two matches that differ only in what it may not know."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from copy import copy
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal, TypeAlias

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType

from woozle.arena.tables.directory import TableDirectory
from woozle.arena.tables.entrance import Visitor, enter
from woozle.arena.tables.guest import Guest
from woozle.arena.tables.place import Place
from woozle.arena.tables.plan import plan_table
from woozle.arena.tables.remote_seat import SeatFeed
from woozle.arena.tables.table import OpenTable
from woozle.core import referee, registry
from woozle.saves.receipts import HostKey

from tests.web.open_table import serving, working_at_a_time
from tests.web.twins import UNREADABLE, Twins

_RANDOM = ("table", "token", "recovery", "host_key", "match", "view", "signature", "secret", "commitments", "nonces", "address")
_SECRET = re.compile(rf'("(?:{"|".join(_RANDOM)})": ?)("[^"]*"|\{{[^}}]*\}})')
Way: TypeAlias = Literal["seat", "page"]
"""How the seat is played: over the seat protocol, or on a page."""

_TURNS = 2000  # of the event loop, until something must have happened


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[tuple[TableDirectory, str, ClientSession]]:
    """Serve tables whose receipts are signed, and whose clock stands still: how long answers take is no part of a pair."""
    key = HostKey.load(folder / "host.key")
    async with (
        serving(folder, host_key=key, clock=lambda: 0.0) as (tables, base),
        ClientSession(cookie_jar=CookieJar(unsafe=True)) as session,
    ):
        yield tables, base, session


async def difference(pair: Twins, how: Way, tables: TableDirectory, base: str, session: ClientSession) -> str:
    """Return the first difference between what the seat is sent in the two matches of a pair; empty for none."""
    with working_at_a_time(0.0):
        one = await play(pair, 0, how, tables, base, session)
    with working_at_a_time(math.inf):
        other = await play(pair, 1, how, tables, base, session)
    for at, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return f"{pair.game} {pair.seat} {sorted(pair.changes)} {pair.label}, message {at}:\n{a}\n{b}"
    if len(one) != len(other):
        return f"{pair.game} {pair.seat} {sorted(pair.changes)}: {len(one)} messages and {len(other)}: {[*one, *other][-1]}"
    return ""


async def play(pair: Twins, number: int, how: Way, tables: TableDirectory, base: str, session: ClientSession) -> list[str]:
    """Play match 0 or 1 of a pair as its script says, and return what the seat is sent, with marks for what is random anyway."""
    table = tables.open(
        plan_table(pair.game, f"remote*{pair.seats}", pair.config, seed=pair.seed, starts_when_full=False, gone_after=600.0)
    )
    place = table.room.places[table.game.seats.index(pair.seat)]
    for each in table.room.places:
        if each is not place:
            enter(table, tables.door, Visitor(f"{each.number:064x}", f"P{each.number}", ""), table.room.invitations[each.number])
            await table.room.attach(each, Guest())
    heard: list[str] = []
    async with await _join(how, table, place, base, session) as socket:
        listening = asyncio.create_task(_listen(socket, heard))
        await _until(lambda: place.guest is not None)
        with _chance(pair, number):
            table.start()
            await _until(lambda: table.match is not None)
        for step in pair.scripts[number]:
            await _answer(table, place, step.seat, step.fields)
        await _quiet(place)
        await _say_last(socket, how, heard)
        listening.cancel()
        if how == "page":
            async with session.get(f"{base}/t/{table.id}") as reply:
                heard.append(await reply.text())
    await table.close()
    return [mark(each.replace(table.id, "?" * len(table.id))) for each in heard]


async def blind_difference(how: Way, tables: TableDirectory, base: str, session: ClientSession) -> str:
    """Return the first difference between two blind tables at which other people, or agents, sit, come and go; empty for none."""
    one, other = [await _play_blind(number, how, tables, base, session) for number in (0, 1)]
    return next((f"{a}\n{b}" for a, b in zip_longest(one, other) if a != b), "")


async def _play_blind(number: int, how: Way, tables: TableDirectory, base: str, session: ClientSession) -> list[str]:
    game = registry.game("urn")
    table = tables.open(plan_table("urn", "remote*4,bot*1", registry.configure(game, "quick", {}), seed=5, is_blind=True))
    table.plan = table.plan.model_copy(update={"starts_when_full": False})
    place, *others = table.room.places[:4]
    guests = [Guest() for _ in others]
    heard: list[str] = []
    async with await _join(how, table, place, base, session) as socket:
        listening = asyncio.create_task(_listen(socket, heard))
        await _until(lambda: place.guest is not None)
        for each, guest in zip(others, guests, strict=True):
            is_agent = each.number == 2 + number
            name, software = ("A much longer name", "an agent") if number else (f"P{each.number}", "")
            visitor = Visitor(f"{each.number:064x}", name, "", is_agent, software)
            enter(table, tables.door, visitor, table.room.invitations[each.number])
            await table.room.attach(each, guest)
            await _settled()
        table.start()
        await _until(lambda: table.match is not None)
        await _quiet(place)
        lost = others[number]
        table.room.detach(lost, guests[number])
        await _settled()
        await table.room.attach(lost, guests[number])
        await _settled()
        await _say_last(socket, how, heard)
        listening.cancel()
    await table.close()
    return [mark(each.replace(table.id, "?" * len(table.id))) for each in heard]


async def _settled() -> None:
    """Wait until everybody has been sent what was noted for them."""
    for _ in range(20):
        await asyncio.sleep(0)
    await asyncio.sleep(0.01)


async def _say_last(socket: ClientWebSocketResponse, how: Way, heard: list[str]) -> None:
    """Send an answer to no question, whose refusal comes after all that was on its way."""
    await socket.send_json({"type": "answer", "id": 0, **({"answer": {}} if how == "seat" else {"text": ""})})
    await _until(lambda: bool(heard) and '"unasked"' in heard[-1])


async def _join(how: Way, table: OpenTable, place: Place, base: str, session: ClientSession) -> ClientWebSocketResponse:
    """Return the socket of a terminal, or of a page, that has joined."""
    token, secret, address = table.room.invitations[place.number], "ab" * 32, f"{base}/t/{table.id}"
    if how == "seat":
        socket = await session.ws_connect(f"{address}/seat", protocols=("woozle.seat.1",), compress=0)
        await socket.send_json({"type": "join", "token": token, "name": "X", "secret": secret})
        return socket
    headers = {"Origin": base, "Accept": "application/json"}
    async with session.post(f"{address}/join", data={"code": token, "name": "X", "secret": secret}, headers=headers) as reply:
        assert (await reply.json())["joined"]
    socket = await session.ws_connect(f"{address}/page", origin=base, compress=0)
    await socket.send_json({"type": "join"})
    return socket


def mark(message: str) -> str:
    """Replace what is random by marks of equal length."""
    return _SECRET.sub(lambda found: f"{found[1]}{'?' * len(found[2])}", message)


async def _answer(table: OpenTable, place: Place, seat: str, fields: dict[str, Any]) -> None:
    """Answer for a seat, and wait until that is on record and `place` has been sent what follows."""
    remote = next(each.seat for each in table.room.places if each.seat and each.seat.name == seat)
    await _until(lambda: remote.turn is not None and remote.turn.is_open)
    assert remote.turn
    number = remote.turn.number
    refused = remote.answer(number, fields)
    assert (refused is not None) == (fields == UNREADABLE), refused
    if refused is None:
        await _until(lambda: len(remote.receipts) >= number)
    await _quiet(place)


async def _listen(socket: ClientWebSocketResponse, heard: list[str]) -> None:
    async for frame in socket:
        if frame.type == WSMsgType.TEXT:
            heard.append(frame.data)


async def _until(is_so: Callable[[], bool]) -> None:
    for _ in range(_TURNS):
        if is_so():
            return
        await asyncio.sleep(0)
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0.001)


async def _quiet(place: Place) -> None:
    """Wait until a place has been sent all there is."""
    for _ in range(5):
        await asyncio.sleep(0)
    await _until(lambda: bool(place.guest and place.guest.feed and _is_sent(place.guest.feed)))


def _is_sent(feed: SeatFeed) -> bool:
    """Return whether a connection has been sent all that its seat has to say."""
    return not [*copy(feed).steps()]


@contextmanager
def _chance(pair: Twins, number: int) -> Iterator[None]:
    """Let a match that begins now draw as one of the pair does."""
    usual = referee.Chance
    referee.Chance = pair.chance(number)  # type: ignore[misc, assignment]
    try:
        yield
    finally:
        referee.Chance = usual  # type: ignore[misc]
