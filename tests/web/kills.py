"""Matches across kills: a server and its guests in processes of their own, which are killed, and connections that are cut.

The guests are those of `woozle join`: what they have answered is in their journals, and each verifies the end by itself.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias

from pydantic_core import to_jsonable_python

from woozle.arena.join import connection
from woozle.arena.join.connection import Joiner
from woozle.arena.join.link import parse_link
from woozle.arena.join.session import JoinedSession
from woozle.core.request import Answer, Request
from woozle.players.random_bot import random_answer

from tests.join.players import Person
from tests.web.proxy import Proxy, proxied

Kill: TypeAlias = Literal["server", "guests", "both", "cut"]
KILLS: tuple[Kill, ...] = ("server", "guests", "both", "cut")

GOOD: Mapping[str, float] = {"delay": 0.0, "held_share": 0.0}
BAD: Mapping[str, float] = {"delay": 0.075, "held_share": 0.02, "held": 0.3}
"""Networks between guests and server, as arguments of Proxy."""

_WAITS = (0.05, 0.1, 0.2, 0.4)  # seconds before guests come back
_PATIENCE = 300.0  # seconds for what must come; a machine may have much else to do
_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.web.kills_warm"])  # what servers and guests load takes a second or two


@dataclass
class Outcome:
    """What became of some matches. kills: by kind. problems: sentences on answers that were lost, doubled or seen by others."""

    kills: dict[str, int] = field(default_factory=dict)
    answers: int = 0
    problems: list[str] = field(default_factory=list)


# In the process of the server


def serve(folder: str, ports: tuple[int, int], plans: Sequence[Mapping[str, Any]]) -> None:
    """Serve tables until the process is killed. ports: to listen at, 0 for any, and of the proxy through which guests come."""
    asyncio.run(_serve(Path(folder), ports, plans))


async def _serve(folder: Path, ports: tuple[int, int], plans: Sequence[Mapping[str, Any]]) -> None:
    from woozle.arena.tables.plan import plan_table
    from woozle.arena.web.served_tables import open_tables
    from woozle.arena.web.ways_in import WayIn
    from woozle.core import registry

    troubles = folder / "troubles.txt"

    def tell(what: object) -> None:
        with troubles.open("a") as file:
            file.write(f"{what!r}\n")

    way = WayIn(port=ports[0], base=f"http://127.0.0.1:{ports[1]}")
    async with open_tables(way, folder / "tables.sqlite", tell=tell, report=tell) as served:
        tables = served.tables.resume()
        for plan in () if tables else plans:
            kind = registry.game(plan["game"])
            tables.append(served.tables.open(plan_table(plan["game"], plan["seats"], registry.configure(kind, plan["preset"], {}))))
        links = folder / "links.json"
        if not links.exists():
            told = {each.id: [each.link(served.base, token) for token in each.room.invitations.values()] for each in tables}
            _write(links, told)
        _write(folder / "port.json", int(served.here.rpartition(":")[2]))
        while any(each.state not in ("over", "closed") for each in tables):
            await asyncio.sleep(0.02)
        _write(folder / "folders.json", {each.id: str(each.folder) for each in tables})
        await asyncio.sleep(_PATIENCE)  # until the guests have fetched their transcripts


# In the process of the guests


def join(folder: str, links: Sequence[str], number: int, pause: float) -> None:
    """Play at the places that links lead to, until all are over. number: of this process; pause: seconds at most to answer."""
    asyncio.run(_join(Path(folder), links, Random(number), pause))


async def _join(folder: Path, links: Sequence[str], random: Random, pause: float) -> None:
    connection._WAITS = _WAITS  # type: ignore[assignment]
    await asyncio.gather(*(_play(folder, link, random, pause) for link in links))


async def _play(folder: Path, link: str, random: Random, pause: float) -> None:
    name = link.rpartition("/")[2].replace("#", "-")

    loop = asyncio.get_running_loop()

    def answer_later(request: Request) -> None:
        loop.call_later(random.uniform(0, pause), answer, request, random_answer(request, random))

    def answer(request: Request, given: Answer) -> None:
        someone.session.answer(request.id, given)
        loop.call_soon(note, request, given)  # after the session has it in its journal

    def note(request: Request, given: Answer) -> None:
        with (folder / f"{name}.answers").open("a") as file:
            file.write(json.dumps([request.id, given.model_dump(mode="json")]) + "\n")

    someone = Person(JoinedSession(parse_link(link), Joiner("Guest"), base=folder / "joined"), answer_later)
    await someone.play()
    session = someone.session
    receipts = [each.recorded for each in session.record.receipts]
    verdict = session.end.verdict if session.end else f"not over: {someone.failure}"
    events = [[type(each).__name__, to_jsonable_python(each)] for each in someone.events]
    told = {"seat": session.looking, "events": events, "receipts": receipts, "verdict": verdict}
    _write(folder / f"{name}.end", told)


# Kills


class Rig:
    """A server, its guests and the network between them. pause: seconds that a guest takes at most to answer."""

    def __init__(self, folder: Path, proxy: Proxy, plans: Sequence[Mapping[str, Any]], pause: float) -> None:
        self._folder, self._proxy, self._plans, self._pause = folder, proxy, plans, pause
        self._number = 0
        self._server: ForkServerProcess | None = None
        self._guests: ForkServerProcess | None = None

    @property
    def is_over(self) -> bool:
        return (self._folder / "folders.json").exists()

    async def start(self) -> None:
        """Start, and wait until all guests have a seat: who reaches no host at first is told so, and tries again by hand."""
        await self._start_server()
        await self._start_guests()
        links = sum(map(len, json.loads((self._folder / "links.json").read_text()).values()))
        async with asyncio.timeout(_PATIENCE):
            while sum('"token": ""' not in each.read_text() for each in self._folder.glob("joined/*/seat.json")) < links:
                await asyncio.sleep(0.02)

    async def kill(self, kind: Kill) -> None:
        """Kill, and start again what was killed."""
        for process in {"server": [self._server], "guests": [self._guests], "both": [self._server, self._guests]}.get(kind, []):
            assert process
            process.kill()
            process.join()
        if kind == "cut":
            self._proxy.cut()
        if kind in ("server", "both"):
            await self._start_server()
        if kind in ("guests", "both"):
            await self._start_guests()

    async def finish(self) -> None:
        """Wait until all is played and verified, and end the processes."""
        await self._appears("folders.json")
        assert self._guests and self._server
        await asyncio.to_thread(self._guests.join, _PATIENCE)
        self.close()

    def close(self) -> None:
        for process in (self._guests, self._server):
            if process:
                process.kill()
                process.join()

    async def _start_server(self) -> None:
        port = self._folder / "port.json"
        known = json.loads(port.read_text()) if port.exists() else 0
        port.unlink(missing_ok=True)
        self._server = _CONTEXT.Process(target=serve, args=(str(self._folder), (known, self._proxy.port), self._plans), daemon=True)
        self._server.start()
        self._proxy.to = json.loads(await self._appears("port.json"))

    async def _start_guests(self) -> None:
        links = json.loads(await self._appears("links.json"))
        whole = [link for each in links.values() for link in each]
        self._number += 1
        self._guests = _CONTEXT.Process(target=join, args=(str(self._folder), whole, self._number, self._pause), daemon=True)
        self._guests.start()

    async def _appears(self, name: str) -> str:
        path = self._folder / name
        async with asyncio.timeout(_PATIENCE):
            while not path.exists():
                await asyncio.sleep(0.02)
        return path.read_text()


async def play_through(
    folder: Path,
    plans: Sequence[Mapping[str, Any]],
    kills: int,
    *,
    seed: int = 0,
    pause: float = 0.3,
    between: float = 1.0,
    network: Mapping[str, float] = GOOD,
) -> Outcome:
    """Play matches to their end, while so many times at most something is killed at a random moment; return what came of it."""
    random, outcome = Random(seed), Outcome()
    async with proxied(0, **{**network, "seed": seed}) as proxy:
        rig = Rig(folder, proxy, plans, pause)
        try:
            await rig.start()
            for number in range(kills):
                await asyncio.sleep(random.uniform(0, between))
                if rig.is_over:
                    break
                kind = KILLS[number % len(KILLS)]
                outcome.kills[kind] = outcome.kills.get(kind, 0) + 1
                await rig.kill(kind)
            await rig.finish()
        finally:
            rig.close()
    _examine(folder, outcome)
    return outcome


def _examine(folder: Path, outcome: Outcome) -> None:
    """Compare what guests gave and were sent with the transcripts."""
    from woozle.core.state import observes
    from woozle.saves.decoder import restore_texts
    from woozle.saves.match import read_match
    from woozle.saves.receipts import recorded_fields
    from woozle.saves.verify import verify

    folders = json.loads((folder / "folders.json").read_text())
    links = json.loads((folder / "links.json").read_text())
    if (troubles := folder / "troubles.txt").exists():
        outcome.problems += [f"The server had trouble: {line}" for line in troubles.read_text().splitlines()]
    for table, where in folders.items():
        if (verdict := verify(Path(where)).verdict) != "verified":
            outcome.problems.append(f"Table {table}: the transcript is {verdict}.")
        match = read_match(Path(where))
        for link in links[table]:
            name = link.rpartition("/")[2].replace("#", "-")
            if not (end := folder / f"{name}.end").exists():
                outcome.problems.append(f"{name}: the guest did not come to the end.")
                continue
            told = json.loads(end.read_text())
            seat = told["seat"]
            lines = [each for each in match.transcript.lines if each.body["request"]["to"] == seat]
            on_record = [restore_texts(recorded_fields(each.body["response"]), match.transcript.words) for each in lines]
            on_record = json.loads(json.dumps(on_record))
            given: dict[int, Any] = {}
            with suppress(FileNotFoundError):
                for line in (folder / f"{name}.answers").read_text().splitlines():
                    number, fields = json.loads(line)
                    given.setdefault(number, fields)
            observed = [[type(e).__name__, to_jsonable_python(e)] for e, audience in match.record if observes(seat, audience)]
            outcome.answers += len(on_record)
            problems = {
                f"the guest says {told['verdict']!r}": told["verdict"].startswith("verified here"),
                f"receipts for {len(told['receipts'])} answers, {len(on_record)} on record": told["receipts"] == on_record,
                "an answer that was given is not on record": all(on_record[n - 1] == fields for n, fields in given.items()),
                "it was sent other Events than it may see": told["events"] == json.loads(json.dumps(observed)),
            }
            outcome.problems += [f"Table {table}, {seat}: {what}." for what, is_good in problems.items() if not is_good]


def _write(path: Path, told: Any) -> None:
    """Write a file as a whole."""
    new = path.with_suffix(".new")
    new.write_text(json.dumps(told))
    new.rename(path)
